"""Measure what makes a puzzle pleasant: how many steps are open, where it is hardest, where its givens are."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import bits, is_single
from farandole.errors import PuzzleError
from farandole.generate.symmetries import symmetries_of
from farandole.generate.uniqueness import given_cells
from farandole.logic import SEARCHES, Board, Step, explainer, rate
from farandole.logic.path import path
from farandole.logic.techniques.singles import SINGLES
from farandole.puzzle import Puzzle
from farandole.records import record
from farandole.rules import AllDifferent, Allowed, Cage

MANY_OPENINGS = 12  # more openings don't make a puzzle nicer


@record
class Qualities:
    """Measures of a puzzle, besides its difficulty.

    Parameters
    ----------
    givens : int
    fewest, most : int
        Givens in the region with the fewest, and in the region with the most.
    symmetries : tuple of str
    guesses : int
        Guesses of the fastest search.
    score, level : int, str, optional
        HoDoKu's score, None if the puzzle has rules, and the level. The level and the rest are None if it has other
        rules than cages and restricted cells.
    hardest : str, optional
        The hardest technique.
    hardest_at : float, optional
        Where it is first needed on the path: 0 at the start, 1 at the end.
    openings : int, optional
        Digits that singles can place at the start.
    bottleneck : int, optional
        The fewest such digits at any step of the path that places one.
    spikes : int, optional
        How often the path leaves the singles for a harder technique.
    er : float, optional
        Sudoku Explainer's rating, if it was asked for.
    """

    givens: int
    fewest: int
    most: int
    symmetries: tuple[str, ...]
    guesses: int
    score: int | None = None
    level: str | None = None
    hardest: str | None = None
    hardest_at: float | None = None
    openings: int | None = None
    bottleneck: int | None = None
    spikes: int | None = None
    er: float | None = None

    @property
    def niceness(self) -> float:
        """A score for choosing among equally hard puzzles: more is nicer.

        A nice puzzle opens in several places, never narrows to one, is hardest neither at the start nor at the end, has
        one climax rather than many, and spreads its givens evenly.
        """
        nice = 1 - (self.most - self.fewest) / max(1, self.most)
        if self.openings is None or self.bottleneck is None or self.spikes is None or self.hardest_at is None:
            return nice
        nice += min(self.openings, MANY_OPENINGS) / MANY_OPENINGS + min(self.bottleneck, 4) / 4
        return nice + 1 - abs(self.hardest_at - 0.6) + 1 / (1 + self.spikes)


def qualities(puzzle: Puzzle, *, er: bool = False) -> Qualities:
    """Measure the qualities of a puzzle with one solution.

    Parameters
    ----------
    puzzle : Puzzle
    er : bool
        Whether to rate it on Sudoku Explainer's scale too, which takes long for a hard puzzle.

    Raises
    ------
    PuzzleError
        If there is not exactly one solution.

    Examples
    --------
    >>> found = qualities(Puzzle.classic(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    >>> found.givens, found.fewest, found.most, found.symmetries, found.openings, found.bottleneck, found.spikes
    (30, 1, 5, ('rotate180',), 16, 10, 0)
    """
    is_known = all(isinstance(rule, AllDifferent | Allowed | Cage) for rule in puzzle.rules)
    rating = rate(puzzle, scales=["logic", "hodoku", "search"] if is_known else ["search"])
    if rating.n_solutions != 1:
        raise PuzzleError(f"expected a puzzle with one solution, found {'several' if rating.n_solutions else 'none'}")
    given = given_cells(puzzle)
    counts = [len(given.intersection(region.cells)) for region in puzzle.grid.regions] or [len(given)]
    plain = (len(given), min(counts), max(counts), symmetries_of(puzzle.grid, given), rating.guesses)
    if not is_known:
        return Qualities(*plain)
    score = rating.hodoku if "hodoku" in rating.scales else None
    rated, er_of = score or rating.logic, explainer.rate(puzzle).er if er and explainer.supports(puzzle) else None
    steps, openings = _walk(puzzle)
    hardest = rated.hardest
    at = next((n for n, step in enumerate(steps) if step.technique is hardest), 0)
    placing = [n for n, step in zip(openings, steps, strict=True) if step.technique in SINGLES]
    is_hard = [step.technique not in SINGLES for step in steps]
    return Qualities(
        *plain,
        score=score.score if score else None,
        level=rated.level.name.lower(),
        hardest=hardest.name if hardest else None,
        hardest_at=round(at / max(1, len(steps) - 1), 3),
        openings=openings[0] if openings else 0,
        bottleneck=min(_before_the_end(placing), default=0),
        spikes=sum(hard and not before for before, hard in zip([False, *is_hard], is_hard, strict=False)),
        er=er_of,
    )


def _walk(puzzle: Puzzle) -> tuple[list[Step], list[int]]:
    """Walk the path; return the steps, and how many digits singles could place before each."""
    board = Board.of(puzzle)
    steps: list[Step] = []
    openings: list[int] = []
    for step in path(board, SEARCHES):
        steps.append(step)
        openings.append(len(set(_singles(board))))
    return steps, openings


def _singles(board: Board) -> Iterator[tuple[int, int]]:
    """Yield the digits that a single could place: cell and digit, possibly twice."""
    for cell in bits(board.open):
        if is_single(board.masks[cell]):
            yield cell, board.masks[cell].bit_length()
    for number, house in enumerate(board.geometry.houses):
        if board.geometry.is_full[number]:
            for digit, places in enumerate(board.places):
                if digit and is_single(places & house & board.open):
                    yield (places & house & board.open).bit_length() - 1, digit


LAST = 10  # steps at the end, where few digits are left


def _before_the_end(openings: list[int]) -> list[int]:
    return openings[:-LAST] or openings
