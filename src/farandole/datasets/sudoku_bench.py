"""Rows of Sudoku-Bench, a public benchmark of variants for language models: read, and written in its columns.

References
----------
J. Seely, Y. Imajuku, T. Zhao, E. Cetin, L. Jones, "Sudoku-Bench", 2025: the columns of its data set, and the evaluation
that reads them, https://github.com/SakanaAI/Sudoku-Bench.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from farandole import formats
from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.grid import Grid
from farandole.puzzle import About, Puzzle
from farandole.puzzle.digits import EMPTY
from farandole.records import replace
from farandole.tasks.prompts import list_rules

COLUMNS = (
    "puzzle_id",
    "sudokupad_url",
    "author",
    "title",
    "rules",
    "initial_board",
    "solution",
    "rows",
    "cols",
    "visual_elements",
    "encoded_puzzle",
)


def read_row(row: Mapping[str, Any]) -> Puzzle:
    """Read a puzzle from a row.

    The rules come from ``encoded_puzzle``, which is a puzzle of SudokuPad. A row without it is a plain Sudoku, if it
    has no visual elements.

    Parameters
    ----------
    row : mapping
        The columns ``initial_board``, ``rows`` and ``cols``, and others of `COLUMNS`.

    Returns
    -------
    Puzzle
        With title, author and the text of the rules. Its givens are those of ``initial_board``.

    Raises
    ------
    FormatError
        If a column is missing or not as expected, or if ``encoded_puzzle`` can't be read.
    PuzzleError
        If the puzzle is malformed.

    Examples
    --------
    >>> puzzle = read_row({"initial_board": "1.....3..4.....2", "rows": 4, "cols": 4, "rules": '"Normal rules apply."'})
    >>> puzzle.line, puzzle.about.rules
    ('1.....3..4.....2', 'Normal rules apply.')
    """
    n_rows, n_columns = (_number(row, name) for name in ("rows", "cols"))
    board = row.get("initial_board")
    if not isinstance(board, str) or len(board) != n_rows * n_columns:
        expected = f"initial_board: expected {n_rows * n_columns} characters for {n_rows} rows of {n_columns}"
        raise FormatError(f"{expected}, found {short_repr(board)}")
    about = About(title=_text(row, "title"), author=_text(row, "author"), rules=_rules(row))
    encoded = _text(row, "encoded_puzzle")
    if encoded:
        try:
            [puzzle] = formats.read(f"https://sudokupad.app/{encoded}")
        except (FormatError, PuzzleError) as error:
            raise FormatError.from_error(error, f"encoded_puzzle: {error}") from None
        return _with_givens(puzzle, board, n_rows, n_columns, about)
    if _text(row, "visual_elements") not in ("", "[]"):
        raise FormatError(
            "encoded_puzzle: expected a puzzle of SudokuPad, because there are visual elements; found none"
        )
    if n_rows != n_columns:
        raise FormatError(f"rows, cols: expected a square, found {n_rows} rows of {n_columns}")
    return _with_givens(Puzzle.of(Grid.classic(n_rows), "." * len(board)), board, n_rows, n_columns, about)


def write_row(puzzle: Puzzle, puzzle_id: str = "") -> dict[str, Any]:
    """Write a puzzle as a row.

    Parameters
    ----------
    puzzle : Puzzle
        With exactly one solution, on a rectangle without holes.
    puzzle_id : str
        The name of the row.

    Returns
    -------
    dict
        The columns of `COLUMNS`. ``rules`` has every rule with its cells, as JSON text, so ``visual_elements`` is
        empty. ``encoded_puzzle`` and ``sudokupad_url`` are empty if SudokuPad can't express the rules.

    Raises
    ------
    PuzzleError
        If the grid is no rectangle, or if there isn't exactly one solution.

    Examples
    --------
    >>> row = write_row(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"), "small")
    >>> tuple(row) == COLUMNS, row["initial_board"], row["solution"]
    (True, '1.....3..4.....2', '1324423124133142')
    >>> read_row(row).line
    '1.....3..4.....2'
    """
    grid = puzzle.grid
    n_rows, n_columns = grid.height, grid.width
    if list(grid.positions) != [(row, column) for row in range(n_rows) for column in range(n_columns)]:
        raise PuzzleError(f"a row of Sudoku-Bench: expected a rectangle without holes, found {grid!r}")
    found = puzzle.solutions()
    solution = next(found, None)
    if solution is None or next(found, None) is not None:
        raise PuzzleError("a row of Sudoku-Bench: expected a puzzle with exactly one solution")
    try:
        link = formats.write(puzzle, "sudokupad").strip()
    except PuzzleError:
        link = ""
    return {
        "puzzle_id": puzzle_id,
        "sudokupad_url": link,
        "author": puzzle.about.author,
        "title": puzzle.about.title,
        "rules": json.dumps(puzzle.about.rules or "\n".join(list_rules(puzzle))),
        "initial_board": "".join(grid.signs[digit - 1] if digit else "." for digit in puzzle.givens),
        "solution": solution.line,
        "rows": n_rows,
        "cols": n_columns,
        "visual_elements": "",
        "encoded_puzzle": link.removeprefix("https://sudokupad.app/"),
    }


def _number(row: Mapping[str, Any], name: str) -> int:
    value = row.get(name)
    try:
        number = int(value)  # type: ignore[arg-type]  # what isn't a number is refused below
    except (TypeError, ValueError):
        number = 0
    if not 1 <= number <= 32 or isinstance(value, bool):
        raise FormatError(f"{name}: expected a number from 1 to 32, found {short_repr(value)}")
    return number


def _text(row: Mapping[str, Any], name: str) -> str:
    """Return a text; what a frame has in place of a missing one is ""."""
    value = row.get(name)
    return value if isinstance(value, str) else ""


def _rules(row: Mapping[str, Any]) -> str:
    """Return the text of the rules, which is a text or JSON of one."""
    text = _text(row, "rules")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, str) else text


def _with_givens(puzzle: Puzzle, board: str, n_rows: int, n_columns: int, about: About) -> Puzzle:
    grid = puzzle.grid
    if list(grid.positions) != [(row, column) for row in range(n_rows) for column in range(n_columns)]:
        raise FormatError(f"encoded_puzzle: expected {n_rows} rows of {n_columns} cells, found {grid!r}")
    givens = []
    for cell, sign in enumerate(board):
        place = grid.signs.find(sign.upper()) if sign not in EMPTY else -1
        if place < 0 and sign not in EMPTY:
            raise FormatError(f"initial_board: expected a digit or . in {grid.cell_name(cell)}, found {sign!r}")
        givens.append(place + 1)
    kept = {name: text for name in ("title", "author", "rules") if (text := getattr(about, name))}
    return replace(puzzle, givens=tuple(givens), about=replace(puzzle.about, **kept))
