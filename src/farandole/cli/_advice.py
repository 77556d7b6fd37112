"""What to do about an error: it says what was expected and what was found, and a person asks, and now?"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection


def advised(message: str, commands: Collection[str] = ()) -> str:
    """Add to a message what to do, if that is known.

    Examples
    --------
    >>> advised("line 1: expected 81 cells, found 80")
    'line 1: expected 81 cells, found 80: 1 is missing; write a dot or 0 for each empty cell'
    >>> advised("hint: No such file or directory; ...", ["hint"])
    "expected a puzzle, found 'hint', which is a command: give one command at a time"
    """
    name = message.partition(":")[0]
    if name in commands and "No such file" in message:
        return f"expected a puzzle, found {name!r}, which is a command: give one command at a time"
    for pattern, advice in ADVICE:
        if match := re.search(pattern, message):
            said = advice if isinstance(advice, str) else advice(match)
            return f"{message}{said}"
    return message


def _on_cells(match: re.Match[str]) -> str:
    expected, found = map(int, match.groups())
    number = abs(expected - found)
    are = "is" if number == 1 else "are"
    if found > expected:
        return f": {number} {are} too many"
    return f": {number} {are} missing; write a dot or 0 for each empty cell"


ADVICE: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"hardly any in the first .*$", ""),  # the fault of one of its lines is only an example
    (r"expected (\d+) cells, found (\d+)$", _on_cells),
    (r"expected 81 cells, found none$", "; a puzzle is a digit for each given, and a dot for each empty cell"),
    (r"pieces with \d+ cells in all$", "; put quotes around all cells, with a dot for each empty one"),
    (r"found no grid in the picture$", "; take it from nearer, or type the cells, with a dot for each empty one"),
    (r"choose by its index: .*$", "; farandole read PHOTO --index 1 -o puzzle.txt"),
    (r"standard input: expected text, found nothing$", "; give a file or cells in quotes, or pipe a puzzle in"),
    (r"expected text, found nothing$", "; the file is empty"),
    (r"expected UTF-\d+ text, found 0x\w+$", "; this is no text: save the puzzle as plain text"),
    (r"JSON: (Expecting|Unterminated|Extra|Invalid).*$", "; the document is cut off or mistyped there"),
    (r"expected one puzzle, found [\d,]+$", "; the commands solve, rate and convert take many"),
    (r"holds \w+ twice: .*$", "; change one of them"),
    (r"expected an option, found the end of the text$", "; it is no cover problem: farandole solve is for puzzles"),
    (r"expected a file of its own.*, found the input .*$", "; give another name"),
    (r"expected a folder (.+), found none$", lambda match: f"; make it first: mkdir {match[1]}"),
    (r"a short one only names a puzzle on SudokuPad's server$", "; open it there, and export a long link"),
    (r"has no effect with this question$", "; leave it out"),
)
"""What a message ends with, and what to add."""
