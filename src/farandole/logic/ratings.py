"""Ratings: how hard a puzzle is, on several scales."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import inf
from typing import Any, SupportsFloat, TypeVar

from farandole import _core
from farandole.errors import ArgumentError, PuzzleError, UnfinishedError, short_repr
from farandole.limits import check_deadline, check_seconds, time_limit
from farandole.logic import explainer
from farandole.logic.board import Board
from farandole.logic.catalog import SEARCHES
from farandole.logic.explainer import ExplainerRating
from farandole.logic.step import BANDS, MAX_DIFFICULTY, Level, Search, Step, Technique, end_of_band
from farandole.logic.techniques.rule_contradictions import CONTRADICTIONS, find_proof
from farandole.logic.techniques.rule_forcing import find_cases, rule_forcing
from farandole.logic.techniques.singles import SINGLES, place_singles
from farandole.puzzle import Puzzle, check_puzzle
from farandole.records import field, record

T = TypeVar("T")

_MAX_GUESSES = 10_000_000  # to count solutions; minutes
_LEAST_SECONDS = 1.0  # to count solutions, however short the time for the scales is

# The highest score of each level; a higher score raises the level. Source: HoDoKu 2.2, Options, for grids of 81 cells.
# The limits of larger grids grow in proportion, because more cells take more steps.
MAX_SCORE = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}


@record(repr=False)
class Score:
    """HoDoKu's rating: the sum of the scores of all steps, and the level.

    Parameters
    ----------
    score : int
    level : Level
        The level of the hardest step, raised while the score exceeds the limit of the level.
    hardest : Technique
        The technique of the highest level and score. If there are several, the one that is tried last, as in HoDoKu;
        among those of one search, the first on the path.
    steps : dict from Technique to int
        How often each technique was used.
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
    """Solve a board and add up the scores of the steps; the board changes.

    Parameters
    ----------
    board : Board
    searches : sequence
        The searches in order. If full houses, naked singles and hidden singles come first, the core places them.

    References
    ----------
    B. Hobiger, HoDoKu 2.2, SudokuSolver: the order of techniques, their scores, and the classes.
    """
    turns: dict[Technique, int] = {}
    path = []
    for turn, step in walk(board, searches):
        turns[step.technique] = turn
        path.append(step)
    counts = Counter(step.technique for step in path)
    score = sum(technique.score * n for technique, n in counts.items())
    level = max((technique.level for technique in counts), default=Level.EASY)
    size = max(1, board.geometry.n_cells / 81)
    while level in MAX_SCORE and score > MAX_SCORE[level] * size:
        level = Level(level + 1)
    hardest = max(counts, key=lambda technique: (technique.level, technique.score, turns[technique]), default=None)
    return Score(score, Level.EXTREME if board.n_open else level, hardest, dict(counts), tuple(path), not board.n_open)


def walk(board: Board, searches: Sequence[Search]) -> Iterator[tuple[int, Step]]:
    """Yield the steps to the solution, each with the index of its search, and apply each before the next one."""
    n_walked = len(SINGLES) if tuple(searches[: len(SINGLES)]) == SINGLES else 0
    turns = {technique: turn for turn, technique in enumerate(SINGLES[:n_walked])}
    while True:
        if n_walked:
            yield from ((turns[step.technique], step) for step in place_singles(board))
        finds = ((turn, step) for turn, search in enumerate(searches[n_walked:], n_walked) for step in search(board))
        turn, step = next(finds, (0, None)) if board.n_open else (0, None)
        if step is None:
            return
        yield turn, step
        step.apply(board)


# ── Our own scale ───────────────────────────────────────────────────────────────────────────────────────────────────


@record(repr=False)
class LogicRating:
    """Our own rating, for puzzles with any rules: how hard the hardest step is, and how much work all steps are.

    Parameters
    ----------
    difficulty : float
        That of the hardest step, from 1.0, a last cell, to 10.0, a guess (`difficulty_of`).
    effort : int
        The sum over all steps of ``2 ** (difficulty - 1)``: a step that is harder by 1 counts twice as much.
    level : Level
        Of the hardest step.
    hardest : Technique or None
        Of the hardest step; None if there are no steps.
    steps : dict from Technique to int
        How often each technique was used.
    path : tuple of Step
        All steps, in order.
    is_solved : bool
        Whether the path reaches the solution.
    is_least : bool
        Whether the time was up, so that the numbers are lower bounds.
    """

    difficulty: float
    effort: int
    level: Level
    hardest: Technique | None
    steps: dict[Technique, int] = field(hash=False)
    path: tuple[Step, ...]
    is_solved: bool
    is_least: bool = False

    @classmethod
    def of(cls, path: Sequence[Step], *, is_solved: bool, is_least: bool = False) -> LogicRating:
        """Rate a path."""
        rated = [(difficulty_of(step), step.technique) for step in path]
        difficulty, hardest = max(rated, key=lambda entry: entry[0], default=(BANDS[Level.EASY], None))
        effort = round(sum(2 ** (difficulty - 1) for difficulty, _ in rated))
        steps = dict(Counter(step.technique for step in path))
        level = hardest.level if hardest else Level.EASY
        if not (is_solved or is_least):  # no technique finds a step
            difficulty, level = MAX_DIFFICULTY, Level.EXTREME
        return cls(difficulty, effort, level, hardest, steps, tuple(path), is_solved, is_least)

    def __repr__(self) -> str:
        hardest = f", hardest {self.hardest.name}" if self.hardest else ""
        least = "at least " if self.is_least else ""
        end = "" if self.is_solved or self.is_least else ", unsolved"
        numbers = f"{least}{self.difficulty} {self.level.name}, effort {self.effort}"
        return f"<LogicRating: {numbers}{hardest}, {len(self.path)} steps{end}>"


_EASY_CELLS = 2  # of a rule: more make a step harder
_EASY_LINKS = 4  # of a chain


def difficulty_of(step: Step) -> float:
    """Return how hard a step is on our own scale: its technique's difficulty, and more if it is large.

    Each open cell of a rule beyond two and each link of a chain beyond four adds 0.1, and each deduction of a
    contradiction 0.2; but a step never leaves the level of its technique.

    Examples
    --------
    >>> from farandole.logic.techniques.subsets import naked_pair
    >>> line = "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2"
    >>> difficulty_of(next(naked_pair(Board.of(Puzzle.classic(line)))))
    3.3
    """
    reason, technique = step.reason, step.technique
    size = 0
    if reason.rules:
        cells = reason.cells & reason.board.open if reason.board else reason.cells
        size += max(0, cells.bit_count() - _EASY_CELLS)
    if technique in CONTRADICTIONS and (proof := find_proof(step)):
        size += 2 * len(proof[0])
    if technique is rule_forcing:
        size += 2 * sum(map(len, find_cases(step).values()))
    size += max(0, sum(map(len, reason.links)) - _EASY_LINKS)
    return min(end_of_band(technique.level), round(technique.difficulty + size / 10, 1))


def _rate_logic(puzzle: Puzzle, seconds: SupportsFloat | None) -> LogicRating:
    board, path = Board.of(puzzle), list[Step]()
    try:
        with time_limit(seconds):
            for _, step in walk(board, SEARCHES):
                path.append(step)
                check_deadline()
    except UnfinishedError:
        return LogicRating.of(path, is_solved=False, is_least=True)
    return LogicRating.of(path, is_solved=not board.n_open)


# ── All scales ──────────────────────────────────────────────────────────────────────────────────────────────────────

SCALES = ("logic", "hodoku", "explainer", "search")


@record(repr=False)
class Rating:
    """The ratings of a puzzle on the requested scales.

    Parameters
    ----------
    n_solutions : int
        0, 1, or 2 for several; only a puzzle with one solution is rated.

    Attributes
    ----------
    scales : tuple of str
        The scales on which the puzzle is rated, from `SCALES`; empty unless it has one solution.
    logic : LogicRating
        The difficulty of the hardest step and the effort of all steps, for puzzles with any rules.
    hodoku : Score
        HoDoKu's score and class, and the hardest technique, for puzzles without rules.
    explainer : ExplainerRating
        Sudoku Explainer's ER, EP and ED, for puzzles without rules.
    guesses : int
        The guesses of the fastest search to find the solution and to prove that it is the only one.

    Raises
    ------
    PuzzleError
        When reading a scale that is not in `scales`; the message says why.

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
    _logic: LogicRating | None = None
    _hodoku: Score | None = None
    _explainer: ExplainerRating | None = None
    _guesses: int | None = None

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales on which the puzzle is rated."""
        results = zip(SCALES, (self._logic, self._hodoku, self._explainer, self._guesses), strict=True)
        return tuple(scale for scale, rated in results if rated is not None)

    @property
    def logic(self) -> LogicRating:
        """Our own difficulty and effort."""
        return self._rated("logic", self._logic)

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
        if logic := self._logic:
            parts.append(f"Farandole {'at least ' * logic.is_least}{logic.difficulty} {logic.level.name}")
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
        A puzzle of any shape, with any rules.
    scales : collection of str
        Scales from `SCALES`. Sudoku Explainer's scale takes seconds for the hardest puzzles.
    seconds : float, optional
        Time limit for Sudoku Explainer's scale, and for ours if the puzzle has rules. If it is reached, the rating is a
        lower bound. Counting the solutions has the same limit, but at least a second; and always a limit of guesses.
    enough : float
        Stop at this rating on Sudoku Explainer's scale, as in `farandole.logic.explainer.rate`.

    Returns
    -------
    Rating
        A puzzle with no solution or several only has `n_solutions`.

    Raises
    ------
    ArgumentError
        If there is no such scale.
    UnfinishedError
        If a limit is reached before it is known whether the puzzle has one solution.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> rating = rate(puzzle)
    >>> rating.hodoku.score, rating.hodoku.level.name, rating.explainer[:3], rating.guesses
    (436, 'EASY', (1.5, 1.2, 1.2), 0)
    >>> rating.logic.difficulty, rating.logic.effort
    (1.5, 77)
    """
    scales = (scales,) if isinstance(scales, str) else scales
    odd = [scale for scale in scales if scale not in SCALES] if isinstance(scales, Collection) else [scales]
    if odd:
        raise ArgumentError(f"scales: expected some of {', '.join(SCALES)}, found {short_repr(odd[0])}")
    n_solutions = _count_solutions(check_puzzle(puzzle), seconds)
    if n_solutions != 1:
        return Rating(n_solutions)
    logic = score = None
    if has_only_houses(puzzle):
        if "hodoku" in scales or "logic" in scales:
            score = score_of(Board.of(puzzle), SEARCHES)
            logic = LogicRating.of(score.path, is_solved=score.is_solved)
    elif "logic" in scales:
        logic = _rate_logic(puzzle, seconds)
    return Rating(
        1,
        logic if "logic" in scales else None,
        score if "hodoku" in scales else None,
        explainer.rate(puzzle, seconds=seconds, enough=enough)
        if "explainer" in scales and explainer.supports(puzzle)
        else None,
        _guesses(puzzle) if "search" in scales else None,
    )


def has_only_houses(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has only givens and the houses of its grid, so that HoDoKu's scale means something."""
    return not puzzle.rules and puzzle.pencilmarks is None


def _count_solutions(puzzle: Puzzle, seconds: SupportsFloat | None) -> int:
    """Count the solutions, up to 2."""
    seconds = check_seconds(seconds)
    if puzzle.is_classic and puzzle.pencilmarks is None:
        return puzzle.count(limit=2)  # by lanes, which take microseconds and no limits
    n = puzzle.count(limit=2, budget=_MAX_GUESSES, seconds=None if seconds is None else max(_LEAST_SECONDS, seconds))
    if n < 2 and not n.exhausted:
        raise UnfinishedError("rate: the search ended before it knew whether there is one solution", code="timed_out")
    return n


def _guesses(puzzle: Puzzle) -> int | None:
    """Count the guesses of the fastest search; None if they are too many."""
    if not puzzle.is_classic:
        try:
            return puzzle.nodes(limit=2, budget=_MAX_GUESSES)
        except UnfinishedError:
            return None
    # Buffers in place of arrays, because NumPy may be absent.
    masks: Any = memoryview(array("H", puzzle.masks)).cast("B").cast("H", (1, 81))
    solutions: Any = memoryview(bytearray(81)).cast("B", (1, 81))
    numbers: Any = memoryview(bytearray(24)).cast("q", (3, 1))
    _core.solve(masks, 2, 1, solutions, numbers)
    guesses: int = numbers[1, 0]
    return guesses
