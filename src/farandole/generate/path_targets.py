"""Target difficulties on HoDoKu's path, and the distance of a puzzle from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from math import inf

from farandole.generate.targets import BEYOND, RangeTarget, Target
from farandole.logic import SEARCHES, Board, Level, Technique
from farandole.logic.basics import BASICS, apply_basics, count_basics
from farandole.logic.board import geometry_of
from farandole.logic.catalog import GROUPS
from farandole.logic.ratings import MAX_SCORE
from farandole.logic.step import Search
from farandole.logic.techniques.singles import SINGLES, place_singles
from farandole.puzzle import Puzzle
from farandole.records import record

FAR = 1000.0
"""The distance of a puzzle that is far too hard."""


@record(frozen=False)
class PathResult:
    """The steps of a path, up to where it ended.

    Parameters
    ----------
    steps : Counter of Technique
    left : int
        The number of open cells: 0 if the puzzle was solved.
    """

    steps: Counter[Technique]
    left: int

    @property
    def score(self) -> int:
        """HoDoKu's score of the steps."""
        return _score(self.steps)

    @property
    def level(self) -> Level:
        """The level of the hardest step."""
        return max((technique.level for technique in self.steps), default=Level.EASY)


def _score(steps: Counter[Technique]) -> int:
    return sum(technique.score * n for technique, n in steps.items())


def walk_path(
    puzzle: Puzzle,
    searches: tuple[Search, ...],
    allowed: Collection[Technique],
    most: float = inf,
    *,
    enough: Level | float = inf,
) -> PathResult:
    """Walk the path of a puzzle until it is solved, stuck, over a score, at a step of a level, or at one barred."""
    has_basics = (
        puzzle.is_classic
        and puzzle.pencilmarks is None
        and _BASIC.issubset(allowed)
        and searches[: len(_BASIC_SEARCHES)] == _BASIC_SEARCHES
    )
    if has_basics:
        result = PathResult(*count_basics(puzzle, most))
        if not result.left or result.score > most:
            return result
        searches = searches[len(_BASIC_SEARCHES) :]
    elif solved := _solve_by_singles(puzzle):
        return solved
    board = Board.of(puzzle)
    steps: Counter[Technique] = Counter()
    score = 0
    while True:
        simple = (
            apply_basics(board, most - score)
            if has_basics
            else Counter(step.technique for step in place_singles(board))
        )
        steps += simple
        score += _score(simple)
        if not board.n_open or score > most:
            break
        found = next((step for search in searches for step in search(board)), None)
        if found is None or found.technique not in allowed:
            break
        steps[found.technique] += 1
        score += found.technique.score
        if found.technique.level >= enough:
            break
        found.apply(board)
    return PathResult(steps, board.n_open)


def _solve_by_singles(puzzle: Puzzle) -> PathResult | None:
    """Count the steps if they are all singles, as those of nearly half of all random puzzles are; None if not."""
    if puzzle.rules or puzzle.pencilmarks is not None or puzzle.grid.first_digit != 1:
        return None
    *numbers, left = geometry_of(puzzle.grid).singles.tally(puzzle.givens)
    steps = Counter({single: n for single, n in zip(SINGLES, numbers, strict=True) if n})
    return None if left else PathResult(steps, left)


def _techniques_of(search: Search) -> tuple[Technique, ...]:
    return (search,) if isinstance(search, Technique) else GROUPS[search]


# Of 4,000 random minimal puzzles, lanes guess in each of the 1,588 that are harder than medium, and twice in 80 % of
# the extreme ones.
FEWEST_GUESSES = {Level.HARD: 1, Level.UNFAIR: 1, Level.EXTREME: 2}

AFTER_SINGLES: tuple[Search, ...] = tuple(search for search in SEARCHES if search not in SINGLES)

# The searches that find no other steps of classic puzzles than the basic ones, which the core counts.
_BASIC = frozenset(BASICS) - {*SINGLES}
_BASIC_SEARCHES = AFTER_SINGLES[: 1 + max(map(AFTER_SINGLES.index, _BASIC))]


@record
class ClassTarget(Target):
    """A level of HoDoKu: that of the hardest step, with a score within the limit of the level.

    Examples
    --------
    >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> ClassTarget(Level.EASY).distance(puzzle)
    0.0
    """

    level: Level

    @property
    def scale(self) -> str:
        """The scale of HoDoKu."""
        return "hodoku"

    @property
    def fewest_guesses(self) -> int:
        """None for easy and medium puzzles."""
        return FEWEST_GUESSES.get(self.level, 0)

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the level is, and how many cells the steps of the target level leave open."""
        searches, allowed = _up_to(self.level)
        size = max(1, puzzle.grid.n_cells / 81)
        most = MAX_SCORE.get(self.level, inf) * size
        if self.level == Level.EXTREME:
            over = MAX_SCORE[Level.UNFAIR] * size
            result = walk_path(puzzle, searches, allowed, over, enough=Level.EXTREME)
            is_there = result.left > 0 or result.level == Level.EXTREME or result.score > over
            return 0.0 if is_there else 10.0 * (5 - result.level) - min(9.0, 9 * result.score / over)
        result = walk_path(puzzle, searches, allowed, most)
        if result.left:
            return BEYOND * result.left / puzzle.grid.n_cells + 1
        if result.score > most:
            return 1 + (result.score - most) / 100
        if result.level == self.level:
            return 0.0
        below = MAX_SCORE.get(Level(self.level - 1), 0) * size
        if result.score > below and result.level < self.level:
            return 0.0  # its steps are easier, but too many for the level below
        return 10.0 * (self.level - result.level) - min(9.0, 9 * result.score / below)

    def __str__(self) -> str:
        return self.level.name.lower()


@cache
def _up_to(level: Level) -> tuple[tuple[Search, ...], frozenset[Technique]]:
    """Return the searches that find every step up to a level, and the techniques of these steps."""
    last = max(
        (n for n, search in enumerate(AFTER_SINGLES, 1) if any(one.level <= level for one in _techniques_of(search))),
        default=0,
    )
    searches = AFTER_SINGLES[:last]
    return searches, frozenset(one for search in searches for one in _techniques_of(search) if one.level <= level)


@record
class ScoreTarget(RangeTarget):
    """A range of HoDoKu's score."""

    @property
    def label(self) -> str:
        """``score``."""
        return "score"

    @property
    def scale(self) -> str:
        """The scale of HoDoKu."""
        return "hodoku"

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the score is, in hundreds."""
        every = {one for search in AFTER_SINGLES for one in _techniques_of(search)}
        result = walk_path(puzzle, AFTER_SINGLES, every, self.high)
        if result.score > self.high:
            return 1 + (result.score - self.high) / 100 + BEYOND * result.left / puzzle.grid.n_cells
        if result.left:
            return FAR
        return 0.0 if result.score >= self.low else (self.low - result.score) / 100


@record
class NeedsTarget(Target):
    """The puzzle needs these techniques, and none that comes after the last of them on the path.

    Examples
    --------
    >>> from farandole.logic import find_technique
    >>> NeedsTarget((find_technique("X-Wing"),)).distance(Puzzle.classic(
    ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")) > 0
    True
    """

    techniques: tuple[Technique, ...]

    @property
    def scale(self) -> str:
        """The scale of HoDoKu."""
        return "hodoku"

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how many of the techniques are missing, and how far the path is from needing them."""
        searches = self._searches()
        allowed = {one for search in searches for one in _techniques_of(search)}
        result = walk_path(puzzle, searches, allowed)
        missing = sum(one not in result.steps for one in self.techniques)
        n = puzzle.grid.n_cells
        if result.left:
            return 10.0 * missing + 2 + BEYOND * result.left / n
        if not missing:
            return 0.0
        return (
            10.0 * missing
            + 10 / (1 + result.score / 300)
            + 2.0 * max(0, max(one.level for one in self.techniques) - result.level)
        )

    def _searches(self) -> tuple[Search, ...]:
        """Return the searches up to the last technique; a technique off the path follows those of its difficulty."""
        places = []
        for one in self.techniques:
            if one in SINGLES:
                places.append(0)
            on_path = [n for n, search in enumerate(AFTER_SINGLES, 1) if one in _techniques_of(search)]
            places += on_path
        tried = list(AFTER_SINGLES[: max(places, default=0)])
        for one in self.techniques:
            if one not in SINGLES and all(one not in _techniques_of(search) for search in tried):
                at = sum((other.level, other.score) <= (one.level, one.score) for other in map(_hardest, AFTER_SINGLES))
                tried = list(AFTER_SINGLES[: max(at, len(tried))])
                tried.append(one)
        return tuple(tried)

    def __str__(self) -> str:
        return f"needs {', '.join(one.name for one in self.techniques)}, nothing harder"


def _hardest(search: Search) -> Technique:
    return max(_techniques_of(search), key=lambda one: (one.level, one.score))
