"""SudokuExchange: its links, ``https://sudokuexchange.com/play/?s=...``, hold a classic puzzle.

The puzzle is 81 digits, 0 for an empty cell. Or it has fewer characters, each for a digit and the empty cells after it:
the index of the character among 0-9, A-Z, a-z is the digit plus ten times the number of empty cells.

References
----------
G. McLean, sudoku-web-app (2019), ``string-utils``.
"""

from __future__ import annotations

import re

from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.grid import Grid
from farandole.lazy import regex
from farandole.puzzle import Puzzle

LINK = "https://sudokuexchange.com/play/?s="

_PARAMETER = regex(r"[?&]s=([^&#\s]*)")
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def read(text: str) -> Puzzle:
    """Read a puzzle from a link.

    Raises
    ------
    FormatError
        If the link can't be read.
    PuzzleError
        If the puzzle is malformed.

    Examples
    --------
    >>> read("https://sudokuexchange.com/play/?s=" + "1" + "0" * 80).givens[:2]
    (1, 0)
    """
    match = _PARAMETER.search(text)
    if not match:
        raise FormatError(f"SudokuExchange: expected a link with ?s= and a puzzle, found {short_repr(text)}")
    content = re.sub(r"[_.-]", "0", match[1])
    if odd := re.search(r"[^0-9A-Za-z]", content):
        raise FormatError(f"s=, character {odd.start() + 1}: expected a digit or a letter, found {odd[0]!r}")
    cells = content if len(content) == 81 else "".join(map(_expand, content[:81]))
    if len(cells) != 81 or not cells.isdecimal():
        message = f"s=: expected 81 cells, found {len(cells)}"
        raise FormatError(message, code="cell_count", expected=81, found=len(cells))
    return Puzzle.classic(cells)


def write(puzzle: Puzzle) -> str:
    """Write a classic puzzle as a link.

    Raises
    ------
    PuzzleError
        If the grid is not the classic one, or if there are rules or pencilmarks.
    """
    if puzzle.grid != Grid.classic() or puzzle.rules or puzzle.pencilmarks:
        raise PuzzleError("SudokuExchange: expected a classic puzzle without rules and pencilmarks")
    return LINK + "".join(map(str, puzzle.givens))


def _expand(sign: str) -> str:
    number = _SIGNS.index(sign)
    return str(number % 10) + "0" * (number // 10)
