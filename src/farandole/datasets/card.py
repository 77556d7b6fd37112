"""The data card: the columns of a data set, how it was split, and how hard its puzzles are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from farandole.datasets.tables import Row

COLUMNS = {
    "puzzle": "81 cells, row by row, with . for empty",
    "solution": "its only solution",
    "givens": "how many cells are given",
    "guesses": "guesses of our fastest search: 0 if its rules suffice",
    "er": "difficulty on Sudoku Explainer's scale (ER); empty if not rated",
    "er_is_least": "whether the rating timed out, so that `er` is a lower bound",
    "score": "HoDoKu's score",
    "level": "HoDoKu's class: easy, medium, hard, unfair, extreme",
    "hardest": "the hardest technique of HoDoKu's path",
    "canonical_puzzle": "the least of all isomorphic puzzles: equal for isomorphic puzzles",
    "canonical_grid": "the same for the solution; train and test have none in common",
    "orbit_size": "the number of puzzles isomorphic to it, including itself",
}
STEPS = {
    "steps": "the path to the solution: a sentence a line",
    "steps_json": "the same as JSON: technique, notation, placements and eliminations as pairs of cell and digit",
}
VARIANT_COLUMNS = {
    "puzzle": "a character for each cell, row by row, with . for empty; above 9: A is 10",
    "solution": "its only solution",
    "givens": "how many cells are given",
    "rules": "the rules in words: a sentence a line",
    "document": "shape, givens and rules as JSON: docs/formats.md of Farandole",
    "level": "the class of the hardest technique: easy, medium, hard, unfair, extreme",
    "hardest": "that technique",
    "canonical_grid": "equal for isomorphic solutions (above 9x9, rarely for others); no two tables have one in common",
    "steps_json": "the path to the solution: technique, notation, placements, eliminations, and the proof",
    "wrong_json": "wrong digits: after how many steps, cell, digit, and why it is wrong",
}
LEVELS = ("easy", "medium", "hard", "unfair", "extreme")

COUNTED = {"level": "class", "givens": "givens", "guesses": "guesses", "hardest": "hardest technique", "er": "ER, from"}
"""The columns whose values are counted, with their headings."""


class Tally:
    """Counts the values of the tables.

    Attributes
    ----------
    counts : dict of str to two Counters
        For each column, the counts of its values in train and in test.
    n : list of int
        The numbers of rows in train and in test.
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
                counts[is_test][int(value) if name == "er" else value] += 1


def card(
    tally: Tally, columns: Sequence[str], n_different: Mapping[str, int], *, format: str, share: float, made_by: str
) -> str:
    """Write the data card.

    Parameters
    ----------
    tally : Tally
    columns : sequence of str
    n_different : mapping
        The numbers of different ``grids`` and ``forms`` (canonical forms of puzzles).
    format, share, made_by
        The format of the tables, the share of the test set, and the command.
    """
    n_train, n_test = tally.n
    explained = COLUMNS | STEPS
    lines = [
        "# Sudoku puzzles",
        "",
        f"{n_train + n_test:,} classic puzzles, each with one solution: {n_train:,} in `train.{format}`, "
        f"{n_test:,} in `test.{format}`.",
        f"{n_different['forms']:,} of them are pairwise non-isomorphic; they have {n_different['grids']:,} "
        "different solution grids.",
        "",
        *_explain_columns(made_by, {name: explained[name] for name in columns}),
        "Two puzzles are isomorphic if symmetries of the grid (digits, rows, columns, transposition) turn one into the",
        "other. Puzzles that are not isomorphic can still have isomorphic solutions, and then one solution reveals the",
        f"other. So train and test have no canonical solution grid in common. {100 * share:g} % of the grids of each",
        "class of difficulty are in the test set.",
        "",
        "## Distribution",
        "",
    ]
    for name, head in COUNTED.items():
        lines += _table(name, head, *tally.counts[name])
    return "\n".join(lines)


def _explain_columns(made_by: str, columns: Mapping[str, str]) -> list[str]:
    """Write how a data set was made and what its columns are; what follows is about the split."""
    shown = [f"| {name} | {text} |" for name, text in columns.items()]
    head = [f"Made by `{made_by}`.", "", "## Columns", "", "| column | what it is |", "|---|---|"]
    return [*head, *shown, "", "## Split", ""]


def _table(name: str, head: str, train: Counter[Any], test: Counter[Any]) -> list[str]:
    """Write a table of how often each value is in train and in test, in order."""
    values = {*train, *test}
    if not values:
        return []
    known = LEVELS if name == "level" else sorted(values)
    shown = [f"| {value} | {train[value]:,} | {test[value]:,} |" for value in known if value in values]
    return [f"| {head} | train | test |", "|---|--:|--:|", *shown, ""]


def variant_card(
    levels: Mapping[tuple[str, str], int],
    counts: Mapping[str, int],
    columns: Sequence[str],
    n_different: int,
    format: str,
    made_by: str,
) -> str:
    """Write the data card of puzzles of any shape and rules.

    Parameters
    ----------
    levels : mapping from (str, str) to int
        The number of puzzles of each level and table; 0 where it has none.
    counts : mapping from str to int
        The number of puzzles of each table.
    columns : sequence of str
    n_different : int
        The number of different solution grids.
    format, made_by : str
        The format of the tables, and the command.
    """
    listed = ", ".join(f"{n:,} in `{part}.{format}`" for part, n in counts.items())
    shown = [level for level in LEVELS if any(levels[level, part] for part in counts)]
    lines = [
        "# Sudoku puzzles of many shapes and rules",
        "",
        f"{sum(counts.values()):,} puzzles, each with one solution: {listed}.",
        f"They have {n_different:,} different solution grids.",
        "",
        *_explain_columns(made_by, {name: VARIANT_COLUMNS[name] for name in columns}),
        "No canonical solution grid is in two tables, because a solution reveals those that are isomorphic to it.",
        "",
        f"| level | {' | '.join(counts)} |",
        f"|---|{'--:|' * len(counts)}",
        *(f"| {level} | {' | '.join(f'{levels[level, part]:,}' for part in counts)} |" for level in shown),
        "",
    ]
    return "\n".join(lines)
