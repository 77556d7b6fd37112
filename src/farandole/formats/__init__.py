"""Read and write puzzles in the formats that people and programs use, and detect the format of a text."""

from typing import TYPE_CHECKING

from farandole.formats.any_format import (
    PuzzleReader,
    describe_reading,
    detect_format,
    is_link,
    looks_like_link,
    open_reader,
    read,
    scan,
    to_json_value,
    unknowns,
    write,
)
from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.formats import burrtools as burrtools
    from farandole.formats import cnf as cnf
    from farandole.formats import fpuzzles as fpuzzles
    from farandole.formats import json_document as json_document
    from farandole.formats import json_lines as json_lines
    from farandole.formats import knuth as knuth
    from farandole.formats import linear as linear
    from farandole.formats import links as links
    from farandole.formats import puzzle_cnf as puzzle_cnf
    from farandole.formats import solver_rows as solver_rows
    from farandole.formats import sudokupad as sudokupad
    from farandole.formats import sudokuwiki as sudokuwiki
    from farandole.formats import surroundings as surroundings
    from farandole.formats import table as table
    from farandole.formats import text as text
    from farandole.formats import titles as titles
    from farandole.formats import wrapped as wrapped

__all__ = [
    "PuzzleReader",
    "describe_reading",
    "detect_format",
    "is_link",
    "looks_like_link",
    "open_reader",
    "read",
    "scan",
    "to_json_value",
    "unknowns",
    "write",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        (
            "burrtools",
            "cnf",
            "fpuzzles",
            "json_document",
            "json_lines",
            "knuth",
            "linear",
            "links",
            "puzzle_cnf",
            "solver_rows",
            "sudokupad",
            "sudokuwiki",
            "surroundings",
            "table",
            "text",
            "titles",
            "wrapped",
        ),
    )
