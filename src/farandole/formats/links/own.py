"""Our own link, ``http://127.0.0.1:8888/#p=1.eJw...``, for any puzzle. The page of ``farandole serve`` opens it.

After ``#p=`` come the version, which is 1, a dot, and a JSON object as UTF-8, packed as DEFLATE without a header (RFC
1951), in the letters of base64url without padding (RFC 4648). The object holds the document of
`farandole.formats.json_document` as ``puzzle``; the page may add ``digits`` (what the player entered, one character per
cell) and ``game`` (the state of the page). The part after ``#`` never leaves the browser, so no server sees the puzzle.
"""

from __future__ import annotations

import json
import re

from farandole.errors import FormatError, short_repr
from farandole.formats import json_document
from farandole.formats.encoding import deflate_base64, inflate_base64
from farandole.formats.json_value import Node
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.sizes import MAX_TEXT

SITE = "http://127.0.0.1:8888/"

_PART = regex(r"#p=(\d{1,3})[.]?([^&#\s]*)")


def read(text: str) -> Puzzle:
    """Read a puzzle from a link.

    Raises
    ------
    FormatError
        If the link is of another version, is damaged, or unpacks to more than `farandole.sizes.MAX_TEXT`.
    PuzzleError
        If the puzzle is malformed.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> puzzle = Puzzle.of(Grid.classic((2, 2)), "1... .... .... ...2")
    >>> link = write(puzzle)
    >>> link[:27], read(link) == puzzle
    ('http://127.0.0.1:8888/#p=1.', True)
    """
    document = Node.parse(unpack(text))
    return json_document.read(json.dumps(document["puzzle"].value if document.has("puzzle") else document.value))


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as a link, for the default port of ``farandole serve``."""
    content = json.dumps({"puzzle": json.loads(json_document.write(puzzle))}, separators=(",", ":"), ensure_ascii=False)
    return f"{SITE}#p=1.{deflate_base64(content)}"


def unpack(text: str) -> str:
    """Unpack the JSON of a link; raises as `read` does."""
    if len(text) > MAX_TEXT:
        raise FormatError(f"expected a link of at most {MAX_TEXT:,} characters, found {len(text):,}")
    match = _PART.search(text)
    if not match:
        raise FormatError(f"expected a link with #p=1. and a packed document, found {short_repr(text)}")
    if match[1] != "1":
        message = f"#p=: expected version 1, found {match[1]}: a newer Farandole may read it"
        raise FormatError(message, code="version")
    letters = match[2].rstrip("=")
    if odd := re.search(r"[^\w-]|[^\x00-\x7f]", letters):
        message = f"#p=, character {odd.start() + 1}: expected a letter of base64url, found {odd[0]!r}"
        raise FormatError(message, code="damaged_link")
    return inflate_base64(letters, is_url=True)
