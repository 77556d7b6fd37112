"""The row of ratings of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farandole.errors import FarandoleError
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.logic.explainer import ExplainerRating

Row = dict[str, object]
Job = tuple[str, int, "Puzzle | Exception", tuple[str, ...], float]  # source, line, entry, scales, seconds


class Difficulty(float):
    """A difficulty on our scale or on Sudoku Explainer's, in tenths, or a lower bound of it.

    Examples
    --------
    >>> print(Difficulty(7.2), Difficulty(10.5, is_least=True))
    7.2 > 10.4
    """

    is_least: bool

    def __new__(cls, value: float, is_least: bool = False) -> Difficulty:
        """Make a difficulty."""
        made = super().__new__(cls, value)
        made.is_least = is_least
        return made

    def __reduce__(self) -> tuple[type[Difficulty], tuple[float, bool]]:
        return Difficulty, (float(self), self.is_least)

    def __str__(self) -> str:
        return f"> {self - 0.1:.1f}" if self.is_least else f"{float(self):.1f}"


def find_difficulties(row: Row) -> dict[str, Difficulty]:
    """Return the difficulties in a row by their columns."""
    return {name: value for name, value in row.items() if isinstance(value, Difficulty)}


def rate_row(job: Job) -> Row:
    """Rate a puzzle; return its row, or a row with an error."""
    name, line, puzzle, scales, seconds = job
    if not isinstance(puzzle, Puzzle):
        return {"error": f"{name}: {puzzle}"}
    try:
        return {"name": name, "line": line} | _rate(puzzle, scales, seconds)
    except FarandoleError as error:
        return {"error": f"{name}: line {line}: not rated: {error}"}
    except MemoryError:
        return {"error": f"{name}: line {line}: not rated: out of memory"}


def _rate(puzzle: Puzzle, scales: tuple[str, ...], seconds: float) -> Row:
    from farandole import logic
    from farandole.formats import to_json_value

    rating = logic.rate(puzzle, scales=scales, seconds=seconds)
    row: Row = {"puzzle": to_json_value(puzzle), "verdict": {0: "none", 1: "solved"}.get(rating.n_solutions, "several")}
    score = rating.hodoku if "hodoku" in rating.scales else None
    ours = rating.logic if "logic" in rating.scales else None
    if "logic" in scales:
        row["difficulty"] = Difficulty(ours.difficulty, ours.is_least) if ours else None
        row["effort"] = ours.effort if ours else None
    if "hodoku" in scales:
        row["score"] = score.score if score else None
    path = score or ours
    if "hodoku" in scales or "logic" in scales:
        row["level"] = path.level.name.lower() if path else None
        row["hardest"] = path.hardest.name if path and path.hardest else None
    if "explainer" in scales:
        row |= _list_explainer_values(rating.explainer if "explainer" in rating.scales else None)
    if "search" in scales:
        row["guesses"] = rating.guesses if "search" in rating.scales else None
    row["steps"] = {technique.name: n for technique, n in path.steps.items()} if path else {}
    return row


def _list_explainer_values(rating: ExplainerRating | None) -> Row:
    if rating is None:
        return dict.fromkeys(("er", "ep", "ed"))
    has_digit = any(step.placements for step, _ in rating.path)
    return {
        "er": Difficulty(rating.er, rating.is_least),
        "ep": Difficulty(rating.ep, rating.is_least and not has_digit),
        "ed": Difficulty(rating.ed, rating.is_least and not rating.path),
    }
