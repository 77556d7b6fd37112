"""A data set to learn from: what is known of each puzzle, in two tables, with a card that tells what they hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole import batch
from farandole.errors import FormatError
from farandole.files.chunks import import_arrow, read_chunks
from farandole.files.source import Source
from farandole.scale.collections.dedupe import sound
from farandole.scale.collections.split import split

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_SYMMETRIES = factorial(9) * 3_359_232

COLUMNS = {
    "puzzle": "81 cells, row by row, with . for empty",
    "solution": "its only solution",
    "clues": "how many cells are given",
    "guesses": "guesses of our fastest search: 0 where its rules suffice",
    "se": "difficulty on Sudoku Explainer's scale (ER); empty if not rated",
    "se_is_least": "whether the time was too short, and the puzzle is as hard as `se` at least",
    "hodoku": "HoDoKu's score",
    "level": "HoDoKu's class: easy, medium, hard, unfair, extreme",
    "hardest": "the hardest technique of HoDoKu's path",
    "canonical_puzzle": "the least of all isomorphic puzzles: equal where two puzzles are the same in another dress",
    "canonical_grid": "the same of the solution; train and test have none in common",
    "orbit_size": "how many puzzles are isomorphic to it, itself included",
}
STEPS = {
    "steps": "the path to the solution: a sentence a line",
    "steps_json": "the same as JSON: technique, notation, cells and digits placed and struck",
}
LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Dataset:
    """What a data set is to be.

    Parameters
    ----------
    folder : Path
        Where its files go.
    form : str
        parquet, csv or jsonl.
    test : float
        The part of the grids that is kept for a test.
    seed : int
        For the choice of these.
    """

    folder: Path
    form: str
    test: float
    seed: int


def read(sources: Sequence[Source], complain: Callable[[str], None]) -> batch.Values:
    """Read classic puzzles that have one solution; complain of the others."""
    found = []
    for source in sources:
        with closing(source):
            for chunk in read_chunks(source):
                values = sound(chunk, complain)
                counts = batch.solve(values).counts
                if (n_other := int((counts != 1).sum())) > 0:
                    complain(f"{chunk.name}: left out {n_other:,} puzzles that have not exactly one solution")
                found.append(values[counts == 1])
    puzzles = np.concatenate(found) if found else np.empty((0, 81), np.uint8)
    if not len(puzzles):
        raise FormatError(f"{sources[0].name}: expected puzzles with one solution, found none")
    return puzzles


def write(
    wish: Dataset, puzzles: batch.Values, ratings: Iterable[Row], made_by: str, threads: int | None = None
) -> dict[str, int]:
    """Write train and test, and the card; return how many puzzles are in each.

    Parameters
    ----------
    wish : Dataset
        Where, and how.
    puzzles : ndarray of uint8, shape (n, 81)
        With one solution each.
    ratings : iterable of dict
        For each, in order, the columns that are not worked out here: ``se`` to ``hardest``, and the steps.
    made_by : str
        The command, for the card.
    threads : int, optional
        By default, one for each core.

    Raises
    ------
    MissingExtraError
        If Parquet is asked for and pyarrow is not installed.
    OSError
        If a file can't be written.
    """
    if wish.form == "parquet":
        import_arrow(str(wish.folder))  # before the ratings take their time
    wish.folder.mkdir(parents=True, exist_ok=True)
    answers = batch.solve(puzzles, threads=threads)
    grids = batch.canonical(answers.solutions, threads=threads)
    forms = batch.canonical(puzzles, threads=threads)
    orbits = N_SYMMETRIES // batch.automorphisms(puzzles, threads=threads)
    texts = [_texts(array) for array in (puzzles, answers.solutions, forms, grids)]
    clues = (puzzles > 0).sum(axis=1)
    rows = []
    for index, rating in enumerate(ratings):
        row: Row = {"puzzle": texts[0][index], "solution": texts[1][index], "clues": int(clues[index])}
        row |= {"guesses": int(answers.guesses[index])} | rating
        row |= {
            "canonical_puzzle": texts[2][index],
            "canonical_grid": texts[3][index],
            "orbit_size": int(orbits[index]),
        }
        rows.append(row)
    is_test = split(grids, _strata(rows), wish.test, wish.seed)
    counts = {}
    for name, chosen in (("train", ~is_test), ("test", is_test)):
        part = [rows[index] for index in np.flatnonzero(chosen)]
        _write_rows(wish.folder / f"{name}.{wish.form}", wish.form, part, list(rows[0]))
        counts[name] = len(part)
    (wish.folder / "README.md").write_text(card(rows, is_test, wish, made_by), encoding="utf-8")
    return counts


def _texts(values: batch.Values) -> list[str]:
    signs = np.frombuffer(b".123456789", np.uint8)
    text = signs[values].tobytes().decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _strata(rows: Sequence[Row]) -> NDArray[np.int64]:
    """Number puzzles by how hard they are: by class, or else by difficulty, or else by guesses."""
    if rows[0].get("level") is not None:
        return np.array([LEVELS.index(row["level"]) if row["level"] in LEVELS else len(LEVELS) for row in rows])
    if rows[0].get("se") is not None:
        return np.array([int(row["se"] or 0) for row in rows])
    return np.minimum([row["guesses"] for row in rows], 5)


def _write_rows(path: Path, form: str, rows: list[Row], columns: list[str]) -> None:
    part = path.with_name(f"{path.name}.part")
    if form == "parquet":
        arrow, parquet = import_arrow(str(path))
        kinds: dict[str, Any] = {name: arrow.int64() for name in ("clues", "guesses", "hodoku", "orbit_size")}
        kinds |= {"se": arrow.float64(), "se_is_least": arrow.bool_()}
        schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
        parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), part)
    else:
        with open(part, "w", encoding="utf-8", newline="") as file:
            if form == "csv":
                import csv

                writer = csv.DictWriter(file, columns, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
            else:
                file.writelines(f"{json.dumps(row)}\n" for row in rows)
    part.replace(path)


# ── The card ──────────────────────────────────────────────────────────────────────────────────────────────────


def card(rows: Sequence[Row], is_test: NDArray[np.bool_], wish: Dataset, made_by: str) -> str:
    """Write the data card: what is in the tables, how it was split, and how the puzzles are distributed."""
    n_test = int(is_test.sum())
    n_grids = len({row["canonical_grid"] for row in rows})
    n_forms = len({row["canonical_puzzle"] for row in rows})
    explained = COLUMNS | STEPS
    lines = [
        "# Sudoku puzzles",
        "",
        f"{len(rows):,} classic puzzles, each with one solution: {len(rows) - n_test:,} in `train.{wish.form}`, "
        f"{n_test:,} in `test.{wish.form}`.",
        f"{n_forms:,} of them differ in more than their dress; they have {n_grids:,} different solution grids.",
        "",
        f"Made by `{made_by}`.",
        "",
        "## Columns",
        "",
        "| column | what it is |",
        "|---|---|",
        *(f"| {name} | {explained[name]} |" for name in rows[0]),
        "",
        "## Split",
        "",
        "Two puzzles are the same in another dress if symmetries of the grid (digits, rows, columns, transposed) turn",
        "one into the other. Even two different puzzles give each other away if their solutions are the same in that",
        f"sense. So train and test have no canonical solution grid in common. {100 * wish.test:g} % of the grids of",
        "each class of difficulty are in the test.",
        "",
        "## Distribution",
        "",
    ]
    for name, head in (
        ("level", "class"),
        ("clues", "clues"),
        ("guesses", "guesses"),
        ("hardest", "hardest technique"),
    ):
        lines += _table(rows, is_test, name, head)
    if rated := [(row["se"], test) for row, test in zip(rows, is_test, strict=True) if row.get("se") is not None]:
        lines += _table([{"se": int(se)} for se, _ in rated], np.array([test for _, test in rated]), "se", "SE, from")
    return "\n".join(lines)


def _table(rows: Sequence[Row], is_test: NDArray[np.bool_], name: str, head: str) -> list[str]:
    """Count the values of a column in train and test, in order."""
    if rows[0].get(name) is None:
        return []
    counts: dict[bool, Counter[Any]] = {False: Counter(), True: Counter()}
    for row, test in zip(rows, is_test.tolist(), strict=True):
        counts[test][row[name]] += 1
    values = {*counts[False], *counts[True]} - {None}
    known = LEVELS if name == "level" else sorted(values, key=lambda value: (isinstance(value, str), value))
    shown = [f"| {value} | {counts[False][value]:,} | {counts[True][value]:,} |" for value in known if value in values]
    return [f"| {head} | train | test |", "|---|--:|--:|", *shown, ""]
