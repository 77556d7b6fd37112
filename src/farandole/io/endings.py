"""The file extensions that each command may write, and the formats that they stand for: one table for all commands.

An unknown extension is refused before anything is read. Without an extension, a command that writes text writes its
default format. So does ``-o -``, which is standard output.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from farandole.errors import FormatError
from farandole.io.source import ending, is_compressed
from farandole.outputs import is_stream


class Endings(NamedTuple):
    """The formats that a command writes.

    Attributes
    ----------
    formats : dict of str to str
        The format for each extension. The first one is the default.
    option : str
        The option that chooses a format; empty if there is none.
    needs_one : bool
        Whether the file name must have an extension, as for pictures and documents.
    """

    formats: dict[str, str]
    option: str = ""
    needs_one: bool = False


_JSON = {".json": "json", ".jsonl": "json"}
_PICTURES = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
_CONVERTED = Endings({".txt": "line", ".sdm": "sdm", ".sdk": "sdk", **_JSON}, "--to")

WRITTEN = {
    "solve": Endings({".txt": "line", ".csv": "csv", **_JSON, ".npy": "npy", ".parquet": "parquet"}, "--format"),
    "rate": Endings({".csv": "csv", **_JSON}),
    "make": Endings({".txt": "line", ".sdm": "line", ".csv": "csv", **_JSON, ".parquet": "parquet"}, "--format"),
    "data dedupe": Endings({".txt": "line", ".sdm": "line", ".csv": "csv"}),
    "convert": Endings({**_CONVERTED.formats, ".cnf": "cnf"}, "--to"),
    "minimize": _CONVERTED,
    "complete": _CONVERTED,
    "read": Endings({".txt": "line", **_JSON}),
    "cover": Endings({".txt": "matrix", ".dlx": "dlx", ".cnf": "cnf", ".opb": "opb", ".lp": "lp", ".mps": "mps"}),
    "bad": Endings({".txt": "list", ".log": "list", ".bad": "list"}),
    "draw": Endings({**_PICTURES, ".gif": "gif", ".mp4": "mp4"}, needs_one=True),
    "check": Endings(_PICTURES, needs_one=True),
    "picture": Endings(_PICTURES, needs_one=True),
    "draw --film": Endings({".gif": "gif", ".mp4": "mp4", ".svg": "svg"}, needs_one=True),
    "sheet": Endings({".pdf": "pdf", ".svg": "svg", ".png": "png"}, needs_one=True),
    "explain": Endings({".html": "html", ".htm": "html", ".pdf": "pdf"}, needs_one=True),
    "booklet": Endings({".pdf": "pdf"}, needs_one=True),
    "overlay": Endings({".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}, needs_one=True),
}
"""For each command, and for other files that commands write: the extensions and their formats."""

BINARY = ("npy", "parquet")
"""Formats of binary tables, which are not compressed again."""

# Extensions of other formats. Programs would fail to open a text with such a name.
FOREIGN = (
    ".tsv", ".xls", ".xlsx", ".ods", ".doc", ".docx", ".odt", ".rtf", ".xml", ".yaml", ".yml",
    ".db", ".sqlite", ".sqlite3", ".duckdb", ".feather", ".arrow", ".orc", ".avro", ".h5", ".hdf5", ".npz", ".pkl",
    ".pt", ".zip", ".7z", ".rar", ".tar", ".tgz", ".bz2", ".xz", ".lz4", ".webp", ".tif", ".tiff", ".bmp",
)  # fmt: skip


def choose_format(command: str, name: str | None, *, asked: str | None = None, prefix: str = "") -> str:
    """Choose the format of an output file.

    Parameters
    ----------
    command : str
        A key of `WRITTEN`.
    name : str, optional
        The file name. None and ``-`` are standard output.
    asked : str, optional
        The format that an option chose. The extension must not stand for a different one.
    said : str
        Put before the name in errors, such as ``--sheet ``.

    Raises
    ------
    FormatError
        If the command can't write files with this extension, or not in the chosen format.

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
            raise FormatError(f"{prefix}{name}: {_expected(written)}{_alone(name)}")
        return usual
    format = written.formats.get(last)
    if asked is None:
        if format is None:
            raise FormatError(f"{prefix}{name}: {_expected(written)}; found {last}{_elsewhere(written, last)}")
    elif format != asked:
        if asked in BINARY or (last != ".txt" and _has_a_meaning(last)):
            fitting = tuple(known for known, format in written.formats.items() if format == asked)
            expected = (
                f"a name that ends in {_either(fitting or ('.txt',))} for {written.option or 'the format'} {asked}"
            )
            raise FormatError(f"{prefix}{name}: expected {expected}; found {last}")
        format = asked
    assert format is not None
    if format in BINARY and is_compressed(name):
        raise FormatError(f"{prefix}{name}: expected no compression in the format {format}")
    return format


def _ending(name: str, written: Endings) -> str:
    """Return the extension, without that of a compression if the command can compress."""
    return os.path.splitext(name.lower())[1] if written.needs_one else ending(name)


def list_endings(written: Endings) -> str:
    """List the extensions that a command writes.

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
    """Describe a name without extension; ``.pdf`` alone is a hidden file without one."""
    last = os.path.basename(name)
    return f"; found {last}, an ending alone" if last.startswith(".") else "; found none"


def _has_a_meaning(last: str) -> bool:
    return last in FOREIGN or any(last in row.formats for row in WRITTEN.values())


def _elsewhere(written: Endings, last: str) -> str:
    """Name the command that draws, if a picture was requested from a command that writes none."""
    return ", which farandole draw writes" if last in _PICTURES and not written.needs_one else ""
