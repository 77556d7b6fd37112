"""How the name of a file that a command writes may end, and what is written then: one table for all commands.

An ending that a command can't write is refused by its name, before anything is read. Without an ending, a command that
writes text writes its usual format. So does ``-o -``, which is standard output.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from farandole.errors import FormatError
from farandole.io.source import ending, is_compressed
from farandole.outputs import is_stream


class Endings(NamedTuple):
    """What a command writes.

    Attributes
    ----------
    formats : dict of str to str
        The format for each ending. The first is the usual one.
    option : str
        The option that asks for a format; empty if there is none.
    needs_one : bool
        Whether the name of a file must have an ending. Pictures and documents do.
    """

    formats: dict[str, str]
    option: str = ""
    needs_one: bool = False


_JSON = {".json": "json", ".jsonl": "json"}
_PICTURES = {".svg": "svg", ".png": "png", ".pdf": "pdf"}

WRITTEN = {
    "solve": Endings({".txt": "line", ".csv": "csv", **_JSON, ".npy": "npy", ".parquet": "parquet"}, "--format"),
    "rate": Endings({".csv": "csv", **_JSON}),
    "make": Endings({".txt": "line", ".sdm": "line", ".csv": "csv", **_JSON, ".parquet": "parquet"}, "--format"),
    "data dedupe": Endings({".txt": "line", ".sdm": "line", ".csv": "csv"}),
    "convert": Endings({".txt": "line", ".sdm": "sdm", ".sdk": "sdk", **_JSON}, "--to"),
    "read": Endings({".txt": "line", **_JSON}),
    "cover": Endings({".txt": "matrix", ".dlx": "dlx"}),
    "bad": Endings({".txt": "list", ".log": "list", ".bad": "list"}),
    "draw": Endings({**_PICTURES, ".gif": "gif", ".mp4": "mp4"}, needs_one=True),
    "check": Endings(_PICTURES, needs_one=True),
    "picture": Endings(_PICTURES, needs_one=True),
    "draw --film": Endings({".gif": "gif", ".mp4": "mp4", ".svg": "svg"}, needs_one=True),
    "sheet": Endings({".pdf": "pdf", ".svg": "svg", ".png": "png"}, needs_one=True),
    "booklet": Endings({".pdf": "pdf"}, needs_one=True),
    "overlay": Endings({".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}, needs_one=True),
}
"""For each command, and for what else it writes: the endings, and the formats that they stand for."""

BINARY = ("npy", "parquet")
"""Formats of tables that are no text: they are not compressed once more."""

# Endings of files that programs open as what they are called. Text under such a name would be a lie.
FOREIGN = (
    ".tsv", ".xls", ".xlsx", ".ods", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".xml", ".yaml", ".yml",
    ".db", ".sqlite", ".sqlite3", ".duckdb", ".feather", ".arrow", ".orc", ".avro", ".h5", ".hdf5", ".npz", ".pkl",
    ".pt", ".zip", ".7z", ".rar", ".tar", ".tgz", ".bz2", ".xz", ".lz4", ".webp", ".tif", ".tiff", ".bmp",
)  # fmt: skip


def choose_format(command: str, name: str | None, *, asked: str | None = None, said: str = "") -> str:
    """Find what a command writes under a name.

    Parameters
    ----------
    command : str
        A key of `WRITTEN`.
    name : str, optional
        The file. None and ``-`` are standard output.
    asked : str, optional
        The format that an option asks for. The ending must not name another one.
    said : str
        What errors say before the name, such as ``--sheet: ``.

    Raises
    ------
    FormatError
        If the command doesn't write files whose names end so, or not in the format that is asked for.

    Examples
    --------
    >>> choose_format("solve", "solved.csv.gz"), choose_format("solve", "solved"), choose_format("draw", None)
    ('csv', 'line', 'svg')
    >>> choose_format("rate", "ratings.parquet")
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: ratings.parquet: expected a name that ends in .csv, .json or .jsonl; found .parquet
    """
    written = WRITTEN[command]
    usual = asked or next(iter(written.formats.values()))
    if name is None or name == "-":
        return usual
    last = _ending(name, written)
    if not last:
        if written.needs_one and not is_stream(name):
            raise FormatError(f"{said}{name}: {_expected(written)}{_alone(name)}")
        return usual
    format = written.formats.get(last)
    if asked is None:
        if format is None:
            raise FormatError(f"{said}{name}: {_expected(written)}; found {last}{_elsewhere(written, last)}")
    elif format != asked:
        if asked in BINARY or (last != ".txt" and _has_a_meaning(last)):
            fitting = tuple(known for known, format in written.formats.items() if format == asked)
            expected = (
                f"a name that ends in {_either(fitting or ('.txt',))} for {written.option or 'the format'} {asked}"
            )
            raise FormatError(f"{said}{name}: expected {expected}; found {last}")
        format = asked
    assert format is not None
    if format in BINARY and is_compressed(name):
        raise FormatError(f"{said}{name}: expected no compression in the format {format}")
    return format


def _ending(name: str, written: Endings) -> str:
    """Find the ending of a name: below that of a compression, where the command can compress."""
    return os.path.splitext(name.lower())[1] if written.needs_one else ending(name)


def list_endings(written: Endings) -> str:
    """List the endings that a command writes.

    Examples
    --------
    >>> list_endings(WRITTEN["draw --film"])
    '.gif, .mp4 or .svg'
    """
    return _either(tuple(written.formats))


def _either(endings: tuple[str, ...]) -> str:
    *others, last = endings
    return f"{', '.join(others)} or {last}" if others else last


def _expected(written: Endings) -> str:
    option = f" (or {written.option})" if written.option else ""
    return f"expected a name that ends in {list_endings(written)}{option}"


def _alone(name: str) -> str:
    """Say of a name such as ``.pdf`` that it is an ending alone: such a file is hidden, and has no ending."""
    last = os.path.basename(name)
    return f"; found {last}, an ending alone" if last.startswith(".") else "; found none"


def _has_a_meaning(last: str) -> bool:
    return last in FOREIGN or any(last in row.formats for row in WRITTEN.values())


def _elsewhere(written: Endings, last: str) -> str:
    """Say which command makes a picture, to somebody who asks for one where there is none."""
    return ", which farandole draw writes" if last in _PICTURES and not written.needs_one else ""
