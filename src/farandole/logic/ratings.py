"""How hard a puzzle is, on several scales side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import SupportsFloat, TypeVar

from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.logic import explainer
from farandole.logic.board import Board
from farandole.logic.catalog import SEARCHES
from farandole.logic.explainer import ExplainerRating
from farandole.logic.step import Level, Search, Step, Technique
from farandole.logic.techniques.singles import SINGLES, place_singles
from farandole.puzzle import Puzzle

T = TypeVar("T")

# A puzzle is at least of a class if its score exceeds that of the class below. Source: HoDoKu 2.2, Options. It knows
# grids of 81 cells. More cells take more steps, and the limits grow in proportion.
MAX_SCORE = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """HoDoKu's rating: the scores of all steps together, and the class.

    Parameters
    ----------
    score : int
    level : Level
        The hardest step's, raised while the score exceeds what is usual for it in a grid of that size.
    hardest : Technique
        The technique of the highest level and score. Of several, the one that is tried last, as in HoDoKu; of several
        that one search finds, the first on the path.
    steps : dict from Technique to int
        How often each was used.
    path : tuple of Step
        All steps, in order.
    is_solved : bool
        Whether the path reaches the solution.
    """

    score: int
    level: Level
    hardest: Technique | None
    steps: dict[Technique, int] = field(hash=False)
    path: tuple[Step, ...]
    is_solved: bool

    def __repr__(self) -> str:
        hardest = f", hardest {self.hardest.name}" if self.hardest else ""
        end = "" if self.is_solved else ", unsolved"
        return f"<Score: {self.score} {self.level.name}{hardest}, {len(self.path)} steps{end}>"


def score_of(board: Board, searches: Sequence[Search]) -> Score:
    """Walk the path from a board and add up the scores; the board changes.

    Parameters
    ----------
    board : Board
    searches : sequence
        In the order in which they are tried. If full houses, naked and hidden singles come first, the core finds them
        all at once.

    References
    ----------
    B. Hobiger, HoDoKu 2.2, SudokuSolver: the order of techniques, their scores, and the classes.
    """
    path: list[Step] = []
    n_walked = len(SINGLES) if tuple(searches[: len(SINGLES)]) == SINGLES else 0
    turns = {technique: turn for turn, technique in enumerate(SINGLES[:n_walked])}
    while True:
        if n_walked:
            path += place_singles(board)
        finds = ((turn, step) for turn, search in enumerate(searches[n_walked:], n_walked) for step in search(board))
        turn, step = next(finds, (0, None)) if board.n_open else (0, None)
        if step is None:
            break
        turns[step.technique] = turn
        path.append(step)
        step.apply(board)
    counts = Counter(step.technique for step in path)
    score = sum(technique.score * n for technique, n in counts.items())
    level = max((technique.level for technique in counts), default=Level.EASY)
    size = max(1, board.geometry.n_cells / 81)
    while level in MAX_SCORE and score > MAX_SCORE[level] * size:
        level = Level(level + 1)
    hardest = max(counts, key=lambda technique: (technique.level, technique.score, turns[technique]), default=None)
    return Score(score, Level.EXTREME if board.n_open else level, hardest, dict(counts), tuple(path), not board.n_open)


SCALES = ("hodoku", "explainer", "search")


@dataclass(frozen=True, slots=True, repr=False)
class Rating:
    """How hard a puzzle is, on each of the scales asked for.

    Parameters
    ----------
    n_solutions : int
        0, 1, or 2 for several; only a puzzle with one is rated.

    Attributes
    ----------
    scales : tuple of str
        The scales on which the puzzle is rated, of `SCALES`; none unless it has one solution.
    hodoku : Score
        HoDoKu's score and class, and the hardest technique.
    explainer : ExplainerRating
        Sudoku Explainer's ER, EP and ED. It knows no puzzles with totals and such rules.
    guesses : int
        The guesses of the fastest search, to find the solution and to prove that there is no other.

    Raises
    ------
    PuzzleError
        Where one asks for a scale that is not among `scales`: the message says why.

    Examples
    --------
    >>> rating = Rating(2)
    >>> rating.scales
    ()
    >>> rating.hodoku
    Traceback (most recent call last):
    ...
    farandole.errors.PuzzleError: hodoku: expected a puzzle with one solution, found several
    """

    n_solutions: int
    _hodoku: Score | None = None
    _explainer: ExplainerRating | None = None
    _guesses: int | None = None

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales on which the puzzle is rated."""
        results = zip(SCALES, (self._hodoku, self._explainer, self._guesses), strict=True)
        return tuple(scale for scale, rated in results if rated is not None)

    @property
    def hodoku(self) -> Score:
        """HoDoKu's score and class."""
        return self._rated("hodoku", self._hodoku)

    @property
    def explainer(self) -> ExplainerRating:
        """Sudoku Explainer's ER, EP and ED."""
        return self._rated("explainer", self._explainer)

    @property
    def guesses(self) -> int:
        """The guesses of the fastest search."""
        return self._rated("search", self._guesses)

    def _rated(self, scale: str, rated: T | None) -> T:
        if rated is not None:
            return rated
        if self.n_solutions != 1:
            count = "several" if self.n_solutions else "none"
            raise PuzzleError(f"{scale}: expected a puzzle with one solution, found {count}")
        known = ", ".join(self.scales) or "no scale"
        raise PuzzleError(f"{scale}: not asked for, or the puzzle has rules that it doesn't know; rated by {known}")

    def __repr__(self) -> str:
        if self.n_solutions != 1:
            return f"<Rating: {'several solutions' if self.n_solutions else 'no solution'}>"
        parts = []
        if score := self._hodoku:
            parts.append(f"HoDoKu {score.score} {score.level.name}")
        if self._explainer:
            parts.append(f"Sudoku Explainer {' '.join(map(str, self._explainer[:3]))}")
        if self._guesses is not None:
            parts.append(f"{self._guesses} guess{'es' * (self._guesses != 1)}")
        return f"<Rating: {', '.join(parts) or 'one solution'}>"


def rate(
    puzzle: Puzzle,
    *,
    scales: Collection[str] = SCALES,
    seconds: SupportsFloat | None = None,
    enough: float = inf,
) -> Rating:
    """Rate a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape; of its rules, techniques know cages.
    scales : collection of str
        Some of `SCALES`. A hard puzzle takes seconds on the scale of Sudoku Explainer, the hardest take minutes.
    seconds : float, optional
        How long Sudoku Explainer's scale may take; after that, its rating tells how hard the puzzle is at least.
    enough : float
        A rating on that scale which is as good as any above it, as for `farandole.logic.explainer.rate`.

    Returns
    -------
    Rating
        A puzzle that has not exactly one solution gets no more than their number.

    Raises
    ------
    ArgumentError
        If there is no such scale.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> rating = rate(puzzle)
    >>> rating.hodoku.score, rating.hodoku.level.name, rating.explainer[:3], rating.guesses
    (436, 'EASY', (1.5, 1.2, 1.2), 0)
    """
    scales = (scales,) if isinstance(scales, str) else scales
    odd = [scale for scale in scales if scale not in SCALES] if isinstance(scales, Collection) else [scales]
    if odd:
        raise ArgumentError(f"scales: expected some of {', '.join(SCALES)}, found {short_repr(odd[0])}")
    n_solutions = puzzle.count(limit=2)
    if n_solutions != 1:
        return Rating(n_solutions)
    return Rating(
        1,
        score_of(Board.of(puzzle), SEARCHES) if "hodoku" in scales else None,
        explainer.rate(puzzle, seconds=seconds, enough=enough)
        if "explainer" in scales and explainer.supports(puzzle)
        else None,
        _guesses(puzzle) if "search" in scales else None,
    )


def _guesses(puzzle: Puzzle) -> int:
    if not puzzle.is_classic:
        return puzzle.nodes(limit=2)
    import numpy as np

    from farandole import batch

    return int(batch.solve(np.array([puzzle.masks], dtype=np.uint16), limit=2).guesses[0])
