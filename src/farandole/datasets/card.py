"""The data card: what the tables of a data set hold, how it was split, and how hard its puzzles are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from farandole.datasets.tables import Row

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
    "steps_json": "the same as JSON: technique, notation, placements and eliminations as pairs of cell and digit",
}
LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

COUNTED = {"level": "class", "clues": "clues", "guesses": "guesses", "hardest": "hardest technique", "se": "SE, from"}
"""The columns whose values are counted, and what they are called."""


class Tally:
    """Counts what the tables hold.

    Attributes
    ----------
    counts : dict of str to two Counters
        How often each value of a column is in train, and in the test.
    n : list of int
        The rows of train, and of the test.
    """

    def __init__(self) -> None:
        self.counts: dict[str, tuple[Counter[Any], Counter[Any]]] = {name: (Counter(), Counter()) for name in COUNTED}
        self.n = [0, 0]

    def add(self, row: Row, is_test: bool) -> None:
        """Count a row."""
        self.n[is_test] += 1
        for name, counts in self.counts.items():
            value = row.get(name)
            if value is not None:
                counts[is_test][int(value) if name == "se" else value] += 1


def card(
    tally: Tally, columns: Sequence[str], n_different: Mapping[str, int], *, format: str, share: float, made_by: str
) -> str:
    """Write the data card.

    Parameters
    ----------
    tally : Tally
    columns : sequence of str
    n_different : mapping
        How many different ``grids`` and ``forms`` there are.
    format, share, made_by
        Of the tables, of the test, and the command.
    """
    n_train, n_test = tally.n
    explained = COLUMNS | STEPS
    lines = [
        "# Sudoku puzzles",
        "",
        f"{n_train + n_test:,} classic puzzles, each with one solution: {n_train:,} in `train.{format}`, "
        f"{n_test:,} in `test.{format}`.",
        f"{n_different['forms']:,} of them differ in more than their dress; they have {n_different['grids']:,} "
        "different solution grids.",
        "",
        f"Made by `{made_by}`.",
        "",
        "## Columns",
        "",
        "| column | what it is |",
        "|---|---|",
        *(f"| {name} | {explained[name]} |" for name in columns),
        "",
        "## Split",
        "",
        "Two puzzles are the same in another dress if symmetries of the grid (digits, rows, columns, transposed) turn",
        "one into the other. Even two different puzzles give each other away if their solutions are the same in that",
        f"sense. So train and test have no canonical solution grid in common. {100 * share:g} % of the grids of",
        "each class of difficulty are in the test.",
        "",
        "## Distribution",
        "",
    ]
    for name, head in COUNTED.items():
        lines += _table(name, head, *tally.counts[name])
    return "\n".join(lines)


def _table(name: str, head: str, train: Counter[Any], test: Counter[Any]) -> list[str]:
    """Show how often each value is in train and test, in order."""
    values = {*train, *test}
    if not values:
        return []
    known = LEVELS if name == "level" else sorted(values)
    shown = [f"| {value} | {train[value]:,} | {test[value]:,} |" for value in known if value in values]
    return [f"| {head} | train | test |", "|---|--:|--:|", *shown, ""]
