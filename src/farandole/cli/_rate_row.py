"""What is told of a puzzle that is rated: its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farandole.errors import FarandoleError
from farandole.puzzle import Puzzle

if TYPE_CHECKING:
    from farandole.logic.explainer import ExplainerRating

Row = dict[str, object]
Job = tuple[str, int, "Puzzle | Exception", tuple[str, ...], float]  # the source, the line, what is there; scales, time


class Difficulty(float):
    """A difficulty on Sudoku Explainer's scale, of tenths, or the least that it can be.

    Examples
    --------
    >>> print(Difficulty(7.2), Difficulty(10.5, is_least=True))
    7.2 > 10.4
    """

    is_least: bool

    def __new__(cls, value: float, is_least: bool = False) -> Difficulty:
        """Make a difficulty."""
        found = super().__new__(cls, value)
        found.is_least = is_least
        return found

    def __reduce__(self) -> tuple[type[Difficulty], tuple[float, bool]]:
        return Difficulty, (float(self), self.is_least)

    def __str__(self) -> str:
        return f"> {self - 0.1:.1f}" if self.is_least else f"{float(self):.1f}"


def numbers_of(row: Row) -> dict[str, Difficulty]:
    """Find the difficulties in a row."""
    return {name: value for name, value in row.items() if isinstance(value, Difficulty)}


def row_of(job: Job) -> Row:
    """Rate a puzzle: the row that is shown for it, or the error in its place."""
    name, line, puzzle, scales, seconds = job
    if not isinstance(puzzle, Puzzle):
        return {"error": f"{name}: {puzzle}"}
    try:
        return {"name": name, "line": line} | _rated(puzzle, scales, seconds)
    except FarandoleError as error:
        return {"error": f"{name}: line {line}: not rated: {error}"}
    except MemoryError:
        return {"error": f"{name}: line {line}: not rated: there is not enough memory"}


def _rated(puzzle: Puzzle, scales: tuple[str, ...], seconds: float) -> Row:
    from farandole import logic
    from farandole.formats import to_json_value

    rating = logic.rate(puzzle, scales=scales, seconds=seconds)
    row: Row = {"puzzle": to_json_value(puzzle), "verdict": {0: "none", 1: "solved"}.get(rating.n_solutions, "several")}
    score = rating.hodoku if "hodoku" in rating.scales else None
    if "hodoku" in scales:
        row |= {
            "score": score.score if score else None,
            "level": score.level.name.lower() if score else None,
            "hardest": score.hardest.name if score and score.hardest else None,
        }
    if "explainer" in scales:
        row |= _explained(rating.explainer if "explainer" in rating.scales else None)
    if "search" in scales:
        row["guesses"] = rating.guesses if "search" in rating.scales else None
    row["steps"] = {technique.name: n for technique, n in score.steps.items()} if score else {}
    return row


def _explained(rating: ExplainerRating | None) -> Row:
    if rating is None:
        return dict.fromkeys(("er", "ep", "ed"))
    has_digit = any(step.placements for step, _ in rating.path)
    return {
        "er": Difficulty(rating.er, rating.is_least),
        "ep": Difficulty(rating.ep, rating.is_least and not has_digit),
        "ed": Difficulty(rating.ed, rating.is_least and not rating.path),
    }
