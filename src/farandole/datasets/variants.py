"""Data sets of any shape and rules: document, rules in words, solution, path, and wrong steps with reasons."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from farandole import formats, logic
from farandole.datasets.canonical import canonical_grid
from farandole.datasets.card import LEVELS, variant_card
from farandole.datasets.dataset import TABLES, Dataset, new_folder, read_part
from farandole.datasets.split import choose_parts, hash_grid
from farandole.datasets.sudoku_bench import read_row
from farandole.datasets.tables import Row, Table
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import json_document, json_lines
from farandole.i18n import use_language
from farandole.io.resumable import Output
from farandole.io.writers import BAD, SOLVED, tally_of
from farandole.logic.wording.words import notation
from farandole.puzzle import Puzzle
from farandole.tasks.prompts import list_rules

N_WRONG = 3  # wrong steps of a puzzle, at most
BUDGET = 1_000_000  # guesses of the search for a second solution


class Written(NamedTuple):
    """The number of puzzles in each table, and of those that were left out."""

    counts: dict[str, int]
    n_bad: int


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


def read_lines(lines: Iterable[str], name: str) -> Iterator[tuple[str, Puzzle | FarandoleError]]:
    """Read the puzzles of JSON lines.

    Parameters
    ----------
    lines : iterable of str
        Such as an open file. In each line a document; or an object that has one as ``puzzle`` (of ``farandole make``)
        or as ``document`` (of a task or of this module), or a row of Sudoku-Bench.
    name : str
        The name of the file.

    Yields
    ------
    (str, Puzzle or error)
        The file and the line, and the puzzle or what is wrong.

    Examples
    --------
    >>> [(_, puzzle)] = read_lines(['{"farandole": 1, "grid": {"size": 4}}'], "some.jsonl")
    >>> puzzle.grid
    Grid.classic((2, 2))
    """
    for number, line in enumerate(lines, 1):
        if not line.strip("\ufeff \t\r\n"):
            continue
        where = f"{name}: line {number}"
        try:
            yield where, _read_line(line.removeprefix("\ufeff"))
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
    spec: Dataset,
    puzzles: Iterable[tuple[str, Puzzle | FarandoleError]],
    made_by: str,
    *,
    validation: float = 0.0,
    command: dict[str, Any] | None = None,
    resume: bool = False,
    force: bool = False,
    complain: Callable[[str], object] = lambda _: None,
) -> Written:
    """Write the tables train, validation and test, and a card.

    No canonical solution grid is in two tables. Each puzzle is first a line of JSON in a part file that can be
    continued, and memory holds a few bytes of it.

    Parameters
    ----------
    spec : Dataset
        The folder, which is new, empty or that of a stopped call, the format, the share for testing, and the seed.
    puzzles : iterable of (str, Puzzle or error)
        Each with its name, for complaints.
    made_by : str
        The command, for the card.
    validation : float
        The share of the grids of each level for validation, with that for testing at most 1. Without it, there is no
        table ``validation``.
    command : dict, optional
        What identifies the puzzles, as JSON values: a part is only continued by an equal command.
    resume : bool
        Continue the part that an earlier call left.
    force : bool
        Start over even if an earlier call left a part.
    complain : callable, optional
        Called with a message for each puzzle that is left out.

    Returns
    -------
    Written

    Raises
    ------
    FormatError
        If the folder has other files, if no puzzle has exactly one solution, or if the part belongs to another command.
    """
    whole = {"dataset": "variants", "format": spec.format, "test": spec.test, "validation": validation}
    whole |= {"seed": spec.seed, **(command or {})}
    counts: dict[str, int] = {}
    target = str(spec.folder / f"train.{spec.format}")
    with new_folder(spec), Output(target, bad=None, command=whole, resume=resume, force=force) as output:
        done = output.progress
        if not done.is_whole:
            start = perf_counter() - done.seconds
            for row in _rate_each(islice(puzzles, sum(done.verdicts), None), complain):
                text = [] if row is None else [f"{json.dumps(row)}\n".encode()]
                output.add(text, (), tally_of(BAD if row is None else SOLVED, 1), perf_counter() - start)
            if not output.progress.verdicts[SOLVED]:
                raise FormatError("expected puzzles with one solution, found none")
        output.finish(lambda part, *_: counts.update(_write_tables(Path(part), spec, validation, made_by)))
        n_bad = output.progress.verdicts[BAD]
    return Written(counts, n_bad)


def _rate_each(
    puzzles: Iterable[tuple[str, Puzzle | FarandoleError]], complain: Callable[[str], object]
) -> Iterator[Row | None]:
    """Yield the row of each puzzle, or None after a complaint."""
    for name, puzzle in puzzles:
        try:
            if not isinstance(puzzle, Puzzle):
                raise puzzle
            yield make_row(puzzle)
        except FarandoleError as error:
            complain(f"{name}: {error}")
            yield None


def _write_tables(part: Path, spec: Dataset, validation: float, made_by: str) -> dict[str, int]:
    """Write the tables and the card; return the number of puzzles in each table."""
    grids, strata = array("Q"), array("b")
    for row in read_part(part):
        grids.append(hash_grid(row["canonical_grid"].encode(), spec.seed))
        strata.append(LEVELS.index(row["level"]))
    numbers = np.frombuffer(grids, np.uint64)
    shares = {"test": spec.test, "validation": validation}
    parts = choose_parts(numbers, np.frombuffer(strata, np.int8), shares)
    columns = list(next(read_part(part)))
    levels: Counter[tuple[str, str]] = Counter()
    names = [name for name in TABLES if name != "validation" or validation]
    with ExitStack() as stack:
        tables = {
            name: stack.enter_context(Table(spec.folder / f"{name}.{spec.format}", spec.format, columns))
            for name in names
        }
        for row, name in zip(read_part(part), parts, strict=True):
            tables[name].add(row)
            levels[row["level"], name] += 1
    counts = {name: table.n for name, table in tables.items()}
    card = variant_card(levels, counts, columns, len(set(grids)), spec.format, made_by)
    (spec.folder / "README.md").write_text(card, encoding="utf-8")
    for table in tables.values():
        table.rename()
    return counts
