"""Data sets of any shape and rules: document, rules in words, solution, path, and wrong steps with reasons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from farandole import formats, logic
from farandole.datasets.canonical import canonical_grid
from farandole.datasets.card import LEVELS, variant_card
from farandole.datasets.split import choose_parts, hash_grid
from farandole.datasets.sudoku_bench import read_row
from farandole.datasets.tables import Row, Table
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import json_document, json_lines
from farandole.i18n import use_language
from farandole.logic.wording.words import notation
from farandole.puzzle import Puzzle
from farandole.tasks.prompts import list_rules

PARTS = ("train", "validation", "test")
N_WRONG = 3  # wrong steps of a puzzle, at most
BUDGET = 1_000_000  # guesses of the search for a second solution


def make_row(puzzle: Puzzle) -> Row:
    """Make the row of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape, with any rules.

    Returns
    -------
    dict
        The columns that docs/datasets.md explains; ``steps_json`` and ``wrong_json`` are texts of JSON.

    Raises
    ------
    PuzzleError
        If the puzzle doesn't have exactly one solution, or if the search for another one was too long.

    Examples
    --------
    >>> from farandole import Grid
    >>> row = make_row(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"))
    >>> row["solution"], row["givens"], row["level"]
    ('1324423124133142', 4, 'easy')
    >>> json.loads(row["wrong_json"])[0]["why"]
    "r3c1 can't be 1, because row 3 has its 1 in r3c3."
    """
    found = puzzle.solutions(budget=BUDGET)
    solution = next(found, None)
    if solution is None or next(found, None) is not None or not found.exhausted:
        raise PuzzleError("expected exactly one solution")
    with use_language("en"):
        board = logic.Board.of(puzzle)
        geometry, steps = board.geometry, list(logic.explain(puzzle))
        records = [
            {
                "technique": step.technique.name,
                "notation": notation(step, geometry),
                "placements": [list(candidate) for candidate in step.placements],
                "eliminations": [list(candidate) for candidate in step.eliminations],
                "why": logic.describe(step),
            }
            for step in steps
        ]
        hardest = max((step.technique for step in steps), key=lambda one: (one.level, one.score), default=None)
        wrong = list(_find_wrong_steps(puzzle, solution.values, steps))
        rules = list_rules(puzzle)
    return {
        "puzzle": puzzle.line,
        "solution": solution.line,
        "givens": sum(map(bool, puzzle.givens)),
        "rules": "\n".join(rules),
        "document": json.dumps(json.loads(json_document.write(puzzle))),
        "level": hardest.level.name.lower() if hardest else "easy",
        "hardest": hardest.name if hardest else None,
        "canonical_grid": canonical_grid(puzzle.grid, solution.values),
        "steps_json": json.dumps(records),
        "wrong_json": json.dumps(wrong),
    }


def _find_wrong_steps(puzzle: Puzzle, solution: tuple[int, ...], steps: list[logic.Step]) -> Iterator[dict[str, Any]]:
    """Yield wrong digits on boards of the path, with the reason of each."""
    random = Random(puzzle.line)
    places = [number for number, step in enumerate(steps) if step.board is not None and step.board.n_open]
    n_found = 0
    for number in random.sample(places, len(places)):
        board = steps[number].board
        if board is None:
            continue
        cells = [cell for cell, held in enumerate(board.values) if not held]
        cell = random.choice(cells)
        others = [digit for digit in range(1, puzzle.grid.n_digits + 1) if digit != solution[cell]]
        digit = random.choice(others)
        entered = [*board.values]
        entered[cell] = digit
        hint = logic.hint(puzzle, entered)
        grid = puzzle.grid
        name, sign = grid.cell_name(cell), grid.signs[digit - 1]
        why = hint.describe()
        if hint.wrong_digits == ((cell, digit),) and "because the solution has another digit there" not in why:
            yield {"after": number, "cell": name, "digit": sign, "why": why}
            n_found += 1
        if n_found == N_WRONG:
            return


def read_lines(text: str, name: str) -> Iterator[tuple[str, Puzzle | FarandoleError]]:
    """Read the puzzles of JSON lines.

    Parameters
    ----------
    text : str
        In each line a document; or an object that has one as ``puzzle`` (of ``farandole make``) or as ``document`` (of
        a task or of this module), or a row of Sudoku-Bench.
    name : str
        The name of the file.

    Yields
    ------
    (str, Puzzle or error)
        The file and the line, and the puzzle or what is wrong.

    Examples
    --------
    >>> [(_, puzzle)] = read_lines('{"farandole": 1, "grid": {"size": 4}}', "some.jsonl")
    >>> puzzle.grid
    Grid.classic((2, 2))
    """
    for number, line in json_lines.number_lines(text):
        where = f"{name}: line {number}"
        try:
            yield where, _read_line(line)
        except FarandoleError as error:
            yield where, error


def _read_line(line: str) -> Puzzle:
    if '"initial_board"' in line:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"expected JSON: {error}") from None
        if isinstance(value, dict) and "initial_board" in value:
            return read_row(value)
    return json_lines.read_line(line, formats.read)


def write(
    folder: Path,
    puzzles: Iterable[tuple[str, Puzzle | FarandoleError]],
    made_by: str,
    *,
    format: str = "parquet",
    test: float = 0.1,
    validation: float = 0.0,
    seed: int = 0,
    complain: Any = None,
) -> dict[str, int]:
    """Write the tables train, validation and test, and a card; return the numbers of puzzles in each.

    No canonical solution grid is in two tables. Memory holds all rows.

    Parameters
    ----------
    folder : Path
        New or empty.
    puzzles : iterable of (str, Puzzle or error)
        Each with its name, for complaints.
    made_by : str
        The command, for the card.
    format : str
        parquet, csv or jsonl.
    test, validation : float
        The shares of the grids of each level for testing and validation, together at most 1. Without a share for it,
        there is no table ``validation``.
    seed : int
        Of the choice.
    complain : callable, optional
        Called with a message for each puzzle that is left out.

    Raises
    ------
    FormatError
        If the folder has files, or if no puzzle has exactly one solution.
    """
    if folder.is_dir() and (held := sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))):
        raise FormatError(f"{folder}: expected a new folder or an empty one for a data set, found {held[0]} in it")
    rows = []
    for name, puzzle in puzzles:
        try:
            if not isinstance(puzzle, Puzzle):
                raise puzzle
            rows.append(make_row(puzzle))
        except FarandoleError as error:
            if complain is not None:
                complain(f"{name}: {error}")
    if not rows:
        raise FormatError("expected puzzles with one solution, found none")
    numbers = np.array([hash_grid(row["canonical_grid"].encode(), seed) for row in rows], np.uint64)
    strata = np.array([LEVELS.index(row["level"]) for row in rows], np.int64)
    parts = choose_parts(numbers, strata, {"test": test, "validation": validation})
    return _write_tables(folder, rows, parts, made_by, format)


def _write_tables(folder: Path, rows: list[Row], parts: list[str], made_by: str, format: str) -> dict[str, int]:
    folder.mkdir(parents=True, exist_ok=True)
    names = [part for part in PARTS if part != "validation" or part in parts]
    columns = list(rows[0])
    with ExitStack() as stack:
        tables = {part: stack.enter_context(Table(folder / f"{part}.{format}", format, columns)) for part in names}
        for row, part in zip(rows, parts, strict=True):
            tables[part].add(row)
    counts: Mapping[str, int] = {part: table.n for part, table in tables.items()}
    (folder / "README.md").write_text(variant_card(rows, parts, counts, format, made_by), encoding="utf-8")
    for table in tables.values():
        table.rename()
    return dict(counts)
