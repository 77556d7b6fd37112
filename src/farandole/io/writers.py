"""Write the answer to a puzzle of any shape as a line, a drawing, CSV or JSON.

This module is for single puzzles, and needs no NumPy. `chunk_writers` writes thousands of classic ones at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farandole.i18n import tr
from farandole.puzzle import Puzzle, Solution
from farandole.records import record
from farandole.render.terminal import PLAIN, Style, describe, draw, join_side_by_side, json_line, printable

if TYPE_CHECKING:
    from farandole.formats.text import Entry

FORMATS = ("line", "grid", "poj", "csv", "json", "npy", "parquet")
"""The formats of answers."""
COLUMNS = ("line", "puzzle", "verdict", "count", "solution", "reason", "guesses", "passes")
"""The columns that a table of answers may have."""
USUAL_COLUMNS = ("puzzle", "verdict", "count", "solution", "reason")
JSON_NAMES = ("line", *USUAL_COLUMNS)
"""The keys of an answer in JSON."""

VERDICTS = ("none", "solved", "several", "bad")
"""The verdicts, by index: the number of solutions found (2 for several), and 3 for bad puzzles."""
NONE, SOLVED, SEVERAL, BAD = range(4)


def tally_of(verdict: int, n: int = 1) -> list[int]:
    """Return the tally of n puzzles that all have the same verdict.

    Examples
    --------
    >>> tally_of(SOLVED, 5)
    [0, 5, 0, 0]
    """
    return [n if index == verdict else 0 for index in range(len(VERDICTS))]


@record
class Answer:
    """A puzzle and the solutions found.

    Parameters
    ----------
    puzzle : Puzzle
    solutions : sequence of Solution
        At most ``limit``.
    limit : int
        How many solutions were searched for.
    seconds : float
        The time that the search took.
    """

    puzzle: Puzzle
    solutions: Sequence[Solution]
    limit: int
    seconds: float

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        return VERDICTS[min(len(self.solutions), SEVERAL)]


def write_answer(answer: Answer, format: str) -> str:
    """Write the answer to one of several puzzles: its first solution, or ``none``; in JSON, all solutions."""
    if format == "json":
        return _write_json(answer)
    if not answer.solutions:
        return VERDICTS[NONE]
    first = write_solution(answer.puzzle, answer.solutions[0], format)
    return first if len(answer.solutions) == 1 else f"{VERDICTS[SEVERAL]}: {first}"


def write_bad(entry: Entry) -> str:
    """Write the line for a puzzle that can't be read."""
    return f"{VERDICTS[BAD]}: {printable(str(entry[1]).partition(': ')[2])}"


def write_solution(puzzle: Puzzle, solution: Solution, format: str | None) -> str:
    """Write one solution: by default, as a line."""
    match format:
        case "json":
            from farandole import formats

            return json_line({"puzzle": formats.to_json_value(puzzle), "solution": solution.line})
        case "csv":
            return f"{puzzle.line},{solution.line}"
        case "poj":
            return "\n".join(solution.line[start : start + 9] for start in range(0, 81, 9))
        case "grid":
            return f"{solution}\n"
        case _:
            return solution.line


def _write_json(answer: Answer) -> str:
    from farandole import formats

    return json_line(
        {
            "puzzle": formats.to_json_value(answer.puzzle),
            "verdict": answer.verdict,
            "count": len(answer.solutions),
            "limit": answer.limit,
            "solutions": [solution.line for solution in answer.solutions],
            "seconds": round(answer.seconds, 6),
        }
    )


# ── The answer to a single puzzle ───────────────────────────────────────────────────────────────────────────────


def draw_answer(answer: Answer, style: Style = PLAIN) -> str:
    """Draw an answer, with its verdict and the time in words."""
    puzzle = answer.puzzle
    is_plain = puzzle.is_classic and (not puzzle.pencilmarks or any(puzzle.givens))
    title = [] if is_plain else [describe(puzzle)]
    verdict = _verdict_in_words(len(answer.solutions), answer.limit)
    if not answer.solutions and (why := puzzle.why()):
        verdict = tr("No solution: {reason}", reason=printable(why))
    summary = tr("{verdict} ({duration})", verdict=verdict, duration=_duration(answer.seconds))
    return "\n".join([*title, *_draw_solutions(answer, style), summary])


def _draw_solutions(answer: Answer, style: Style) -> list[str]:
    """Draw the solution; or two of several, with their differences marked; or the puzzle if it has none."""
    puzzle = answer.puzzle
    shown = [solution.digits for solution in answer.solutions[:2]] or [puzzle.givens]
    differing = {cell for cell, digits in enumerate(zip(*shown, strict=True)) if len(set(digits)) > 1}
    drawings = [draw(puzzle.grid, digits, givens=puzzle.givens, marked=differing, style=style) for digits in shown]
    fits = len(drawings) * (puzzle.grid.outline.width + 3) <= style.width
    return join_side_by_side(drawings) if fits else "\n\n".join(map("\n".join, drawings)).split("\n")


def _verdict_in_words(n_solutions: int, limit: int) -> str:
    if n_solutions == 0:
        return tr("No solution")
    if n_solutions == limit and limit == 1:
        return tr("A solution; others were not looked for")
    if n_solutions == limit == 2:
        return tr("Several solutions; two of them are shown")
    if n_solutions == limit:
        return tr("At least {count} solutions; two of them are shown", count=limit)
    return tr("One solution") if n_solutions == 1 else tr("{count} solutions; two of them are shown", count=n_solutions)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
