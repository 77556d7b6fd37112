"""Target difficulties on several scales, and the distance of a puzzle from them."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf, log2
from typing import Any

from farandole.errors import ArgumentError, short_repr
from farandole.lazy import regex
from farandole.logic import SEARCHES, Board, Level, Technique, explainer, find_technique
from farandole.logic.catalog import GROUPS
from farandole.logic.ratings import MAX_SCORE
from farandole.logic.step import Search
from farandole.logic.techniques.singles import SINGLES, place_singles
from farandole.puzzle import Puzzle
from farandole.records import record

Range = tuple[float, float]

FAR = 1000.0
"""The distance of a puzzle that is far too hard."""

HARDEST_EXPLAINER = 11.9  # the hardest known puzzles
EASIEST_EXPLAINER = 1.0
BEYOND = 60.0  # the distance of a puzzle that is too hard; less for each cell that can be solved


@record
class Target:
    """A target difficulty."""

    @property
    @abstractmethod
    def scale(self) -> str:
        """The scale of `farandole.logic.rate`."""

    @abstractmethod
    def distance(self, puzzle: Puzzle) -> float:
        """Measure the distance of a puzzle from the target: 0 if the puzzle meets it."""

    @abstractmethod
    def __str__(self) -> str:
        """Write the target as the command reads it."""


@record
class RangeTarget(Target):
    """A range of numbers on a scale."""

    low: float
    high: float

    @property
    @abstractmethod
    def label(self) -> str:
        """The name of the scale as the command reads it."""

    def __str__(self) -> str:
        return f"{self.label} {_range(self.low, self.high)}"


# ── HoDoKu's path ─────────────────────────────────────────────────────────────────────────────────────────────────────


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
        return sum(technique.score * n for technique, n in self.steps.items())

    @property
    def level(self) -> Level:
        """The level of the hardest step."""
        return max((technique.level for technique in self.steps), default=Level.EASY)


def walk_path(
    puzzle: Puzzle, searches: Sequence[Search], allowed: Collection[Technique], most: float = inf
) -> PathResult:
    """Walk the path of a puzzle until it is solved, stuck, over a score, or at a step that isn't allowed."""
    board = Board.of(puzzle)
    steps: Counter[Technique] = Counter()
    score = 0
    while True:
        for step in place_singles(board):
            steps[step.technique] += 1
            score += step.technique.score
        if not board.n_open or score > most:
            break
        found = next((step for search in searches for step in search(board)), None)
        if found is None or found.technique not in allowed:
            break
        steps[found.technique] += 1
        score += found.technique.score
        found.apply(board)
    return PathResult(steps, board.n_open)


def _techniques_of(search: Search) -> tuple[Technique, ...]:
    return (search,) if isinstance(search, Technique) else GROUPS[search]


AFTER_SINGLES: tuple[Search, ...] = tuple(search for search in SEARCHES if search not in SINGLES)


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

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the level is, and how many cells the steps of the target level leave open."""
        searches = AFTER_SINGLES[: _last(self.level)]
        allowed = {one for search in searches for one in _techniques_of(search) if one.level <= self.level}
        size = max(1, puzzle.grid.n_cells / 81)
        most = MAX_SCORE.get(self.level, inf) * size
        result = walk_path(puzzle, searches, allowed, most if self.level < Level.EXTREME else inf)
        if self.level == Level.EXTREME:
            over = MAX_SCORE[Level.UNFAIR] * size
            is_there = result.left > 0 or result.level == Level.EXTREME or result.score > over
            return 0.0 if is_there else 10.0 * (5 - result.level) - min(9.0, 9 * result.score / over)
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


def _last(level: Level) -> int:
    """Count the searches that find every step up to a level."""
    return max(
        (n for n, search in enumerate(AFTER_SINGLES, 1) if any(one.level <= level for one in _techniques_of(search))),
        default=0,
    )


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


# ── Sudoku Explainer's, and guesses ───────────────────────────────────────────────────────────────────────────────────


@record
class ExplainerTarget(RangeTarget):
    """A range of Sudoku Explainer's rating."""

    @property
    def label(self) -> str:
        """``SE``."""
        return "SE"

    @property
    def scale(self) -> str:
        """The scale of Sudoku Explainer."""
        return "explainer"

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the hardest step is, 10 for each point; harder steps than the target are not searched."""
        guesses = _guesses(puzzle)
        if self.low >= 8 and guesses < 4:
            return 40 - 5.0 * guesses
        board = Board.of(puzzle)
        is_open = self.high >= HARDEST_EXPLAINER  # then it is enough that easier steps don't solve the puzzle
        turns = [
            search for search, least in explainer.SEARCHES if least < self.low or not (is_open or least > self.high)
        ]
        hardest = 0.0
        while board.n_open:
            rated = next((found for search in turns if (found := next(search(board), None))), None)
            if rated is None:
                return 0.0 if is_open else BEYOND * board.n_open / puzzle.grid.n_cells + 1
            hardest = max(hardest, round(rated.difficulty, 1))
            if hardest > self.high:
                return BEYOND * board.n_open / puzzle.grid.n_cells + 1
            rated.step.apply(board)
        return 10 * (self.low - hardest) + 3 / (1 + guesses) if hardest < self.low else 0.0


@record
class GuessTarget(RangeTarget):
    """A range of guesses of the fastest search."""

    @property
    def label(self) -> str:
        """``guesses``."""
        return "guesses"

    @property
    def scale(self) -> str:
        """The guesses of the search."""
        return "search"

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the guesses are, in powers of two."""
        guesses = _guesses(puzzle)
        if guesses < self.low:
            return log2((1 + self.low) / (1 + guesses)) + 0.01
        return log2((1 + guesses) / (1 + self.high)) + 0.01 if guesses > self.high else 0.0


def _guesses(puzzle: Puzzle) -> int:
    from farandole.logic import rate

    return rate(puzzle, scales=("search",)).guesses


# ── Reading a target ──────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBERS = regex(r"([0-9]+(?:\.[0-9]+)?)\s*(?:(-|–|to|\.\.)\s*([0-9]+(?:\.[0-9]+)?)|(\+))?")
_SCALES = {
    "se": ExplainerTarget,
    "er": ExplainerTarget,
    "explainer": ExplainerTarget,
    "score": ScoreTarget,
    "hodoku": ScoreTarget,
    "guesses": GuessTarget,
}


def parse_target(rating: Any, techniques: Any = None) -> Target | None:
    """Read a target difficulty.

    Parameters
    ----------
    rating : str, mapping, Level, Target, or None
        A level such as ``"hard"``; ``"SE 7.1-8.0"``, ``"SE 9+"``, ``"score 800-1000"``, ``"guesses 5+"``; the name of
        the hardest technique; or the same as ``{"explainer": (7.1, 8.0)}``.
    techniques : iterable of Technique or str, optional
        The techniques that the puzzle needs; it needs none that is harder.

    Raises
    ------
    ArgumentError
        If the rating is none of these, or if no puzzle is so hard or so easy.

    Examples
    --------
    >>> [str(parse_target(text)) for text in ("hard", "SE 7.1-8", "score 800-1000", "SE 9+", "x wing")]
    ['hard', 'SE 7.1-8', 'score 800-1000', 'SE 9+', 'needs X-Wing, nothing harder']
    """
    if techniques is not None:
        if rating is not None:
            raise ArgumentError("rating: expected no rating with techniques, which already set the difficulty")
        return _parse_techniques(techniques)
    if rating is None or isinstance(rating, Target):
        return rating
    if isinstance(rating, Level):
        return ClassTarget(rating)
    if isinstance(rating, Technique):
        return NeedsTarget((rating,))
    if isinstance(rating, Mapping) and len(rating) == 1:
        [(scale, numbers)] = rating.items()
        return _make_range(scale, numbers)
    if isinstance(rating, str):
        return _parse_text(rating)
    raise ArgumentError(f"rating: expected a level, a range on a scale or a technique, found {short_repr(rating)}")


def _parse_techniques(techniques: Any) -> NeedsTarget:
    given = (techniques,) if isinstance(techniques, str | Technique) else techniques
    if not isinstance(given, Iterable) or not (given := tuple(given)):
        raise ArgumentError(f"techniques: expected a list of techniques, found {short_repr(techniques)}")
    try:
        named = tuple(one if isinstance(one, Technique) else find_technique(one) for one in given)
    except ArgumentError as error:
        raise ArgumentError.from_error(error, f"techniques: {error}") from None
    return NeedsTarget(tuple(dict.fromkeys(named)))


def _parse_text(text: str) -> Target:
    plain = text.strip().lower()
    if plain.upper() in Level.__members__:
        return ClassTarget(Level[plain.upper()])
    scale, _, rest = plain.partition(" ")
    if scale in _SCALES:
        found = _NUMBERS.fullmatch(rest.strip())
        if not found:
            raise ArgumentError(
                f"rating: expected a range such as '{scale} 3-5' or '{scale} 5+', found {short_repr(text)}"
            )
        low = float(found[1])
        return _make_range(scale, (low, inf if found[4] else float(found[3]) if found[3] else low))
    try:
        return NeedsTarget((find_technique(text),))
    except ArgumentError:
        levels = ", ".join(level.name.lower() for level in Level)
        expected = f"one of {levels}, 'SE 7.1-8', 'score 800-1000', 'guesses 3+', or the name of a technique"
        raise ArgumentError(f"rating: expected {expected}; found {short_repr(text)}") from None


def _make_range(scale: Any, numbers: Any) -> Target:
    maker = _SCALES.get(scale) if isinstance(scale, str) else None
    if maker is None:
        raise ArgumentError(f"rating: expected a scale of {', '.join(_SCALES)}, found {short_repr(scale)}")
    if isinstance(numbers, int | float):
        numbers = (numbers, numbers)
    try:
        low, high = (float(inf if number is None else number) for number in numbers)
    except (TypeError, ValueError):
        raise ArgumentError(f"rating: expected two numbers, found {short_repr(numbers)}") from None
    if not 0 <= low <= high:
        raise ArgumentError(f"rating: expected a minimum and a maximum, found {short_repr(numbers)}")
    if maker is ExplainerTarget and (low > HARDEST_EXPLAINER or high < EASIEST_EXPLAINER):
        known = f"{EASIEST_EXPLAINER} to {HARDEST_EXPLAINER}, because no harder puzzle is known"
        raise ArgumentError(f"rating: expected a range within SE {known}; found {_range(low, high)}")
    return maker(low, high)  # type: ignore[abstract]


def _range(low: float, high: float) -> str:
    if high == inf:
        return f"{low:g}+"
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"
