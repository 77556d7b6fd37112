"""Make puzzles to order: `make`, `make_many`, and `make_near` known hard puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import inf
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

from farandole.errors import ArgumentError, PuzzleError, UnfinishedError, short_repr
from farandole.generate.local_search import Candidate, LocalSearch
from farandole.generate.progress import CancelCallback, ProgressCallback, ProgressMonitor
from farandole.generate.result import MadePuzzle, prove
from farandole.generate.sampling import SampleSearch, is_plain, is_sampled
from farandole.generate.spec import Spec, make_spec
from farandole.generate.targets import ExplainerTarget
from farandole.generate.uniqueness import UniquenessChecker, given_cells
from farandole.grid import Grid
from farandole.limits import check_int, check_seed
from farandole.logic import Level
from farandole.puzzle import Puzzle, Solution
from farandole.records import replace
from farandole.rules import Rule

if TYPE_CHECKING:
    from farandole.generate.hard import NeighborhoodSearch
    from farandole.logic import Technique

SEEDS = 1 << 32
HARD = 8.5  # from this rating on, a search near hard puzzles is faster than one from full grids


def make(
    *,
    shape: Grid | str | int = "classic",
    rules: Iterable[Rule | str] | Rule | str = (),
    symmetry: str = "none",
    minimal: bool = True,
    givens: int | tuple[int | None, int | None] | None = None,
    pattern: Any = None,
    rating: Any = None,
    level: Level | str | None = None,
    techniques: Iterable[Technique | str] | Technique | str | None = None,
    nice: SupportsIndex = 1,
    seed: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> MadePuzzle:
    """Make a puzzle with exactly one solution.

    Parameters
    ----------
    shape : Grid, str or int
        A grid, ``"16x16"``, ``"jigsaw"`` (with random regions), ``"samurai"`` or another gattai.
    rules : rules, or their names
        Fixed rules, such as ``"anti_knight"`` or objects of `farandole.rules`; houses, such as ``"windoku"``; and
        rules that are generated for a full grid, such as ``"killer"`` or ``"thermo"``.
    symmetry : str
        The symmetry of the givens: ``rotate180``, ``rotate90``, ``mirror``, ``flip``, ``diagonal``, ``antidiagonal``,
        ``mirrors``, ``diagonals``, ``dihedral``.
    minimal : bool
        Whether every given must be needed; with a symmetry, too, each given is tried alone.
    givens : int or (int, int), optional
        The number of givens, or its minimum and maximum.
    pattern : optional
        The cells that are given: a character for each cell with ``.`` for empty, truth values, or cells.
    rating : str or mapping, optional
        The difficulty: a level of HoDoKu such as ``"hard"``, ``"SE 7.1-8"``, ``"score 800-1000"``, ``"guesses 5+"``,
        or the hardest technique.
    level : Level or str, optional
        The same as ``rating`` with a level.
    techniques : technique or several, optional
        The techniques that the puzzle needs; it needs none that is harder.
    nice : int
        Make this many puzzles and choose the nicest: see `Qualities.niceness`.
    seed : int, optional
        Within a version, the same seed and arguments make the same puzzle on every machine. With other arguments, the
        same seed makes a puzzle with another solution.
    seconds : float, optional
        Time limit. After it, or after Ctrl-C or a cancellation, the best puzzle so far is returned, and
        `MadePuzzle.missing` lists the requirements that it does not meet.
    progress : callable, optional
        Called with each `Progress`.
    cancel : callable, optional
        Called now and then; returns whether to stop.

    Returns
    -------
    MadePuzzle

    Raises
    ------
    ArgumentError
        If an argument is invalid, or if no puzzle can meet all of them. This is checked before any search.
    PuzzleError
        If the rules have no solution.
    UnfinishedError
        If it timed out before it found any puzzle.

    Examples
    --------
    >>> made = make(rating="easy", symmetry="rotate180", seed=1)
    >>> made.rating.hodoku.level.name, made.proof.is_unique, made.proof.is_minimal
    ('EASY', True, True)
    >>> made.puzzle == make(rating="easy", symmetry="rotate180", seed=1).puzzle
    True
    """
    monitor = ProgressMonitor(seconds, progress, cancel)
    spec = make_spec(shape, rules, symmetry, minimal, givens, pattern, _choose_rating(rating, level), techniques)
    return _make(spec, _seed(seed), monitor, check_int("nice", nice, least=1))


def make_many(
    n: SupportsIndex,
    *,
    seed: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
    shape: Grid | str | int = "classic",
    rules: Iterable[Rule | str] | Rule | str = (),
    symmetry: str = "none",
    minimal: bool = True,
    givens: int | tuple[int | None, int | None] | None = None,
    pattern: Any = None,
    rating: Any = None,
    level: Level | str | None = None,
    techniques: Iterable[Technique | str] | Technique | str | None = None,
    nice: SupportsIndex = 1,
) -> Iterator[MadePuzzle]:
    """Make puzzles one after another, as `make` does: puzzle k, from 0, has the seed ``seed + k``.

    ``seconds`` limits each puzzle. The arguments are checked at once.

    Examples
    --------
    >>> [made.seed for made in make_many(2, shape="4x4", seed=7)]
    [7, 8]
    """
    spec = make_spec(shape, rules, symmetry, minimal, givens, pattern, _choose_rating(rating, level), techniques)
    n, first, nice = check_int("n", n), _seed(seed), check_int("nice", nice, least=1)
    ProgressMonitor(seconds, progress, cancel)
    return (_make(spec, first + k, ProgressMonitor(seconds, progress, cancel), nice) for k in range(n))


def _choose_rating(rating: Any, level: Level | str | None) -> Any:
    """Return the rating, or the level as one."""
    if level is None:
        return rating
    if rating is not None:
        raise ArgumentError(f"level: expected no level beside a rating, found {short_repr(level)}")
    if not isinstance(level, Level) and str(level).upper() not in Level.__members__:
        expected = ", ".join(one.name.lower() for one in Level)
        raise ArgumentError(f"level: expected one of {expected}, found {short_repr(level)}")
    return level if isinstance(level, Level) else str(level).lower()


def make_near(
    puzzles: Sequence[str],
    n: SupportsIndex,
    *,
    rating: Any = "SE 9+",
    seed: SupportsIndex | None = None,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
    threads: int | None = 1,
) -> Iterator[MadePuzzle]:
    """Make hard classic puzzles in the neighborhood of known ones; no two are isomorphic.

    Parameters
    ----------
    puzzles : sequence of str
        Known hard puzzles, 81 characters each.
    n : int
        The maximum number of puzzles.
    rating : str or mapping
        A minimum on Sudoku Explainer's scale, without an upper limit.
    seed : int, optional
        The same seed and known puzzles make the same puzzles.
    seconds, progress, cancel
        As for `make`, but for all puzzles together; the iteration then ends.
    threads : int, optional
        Threads of the search; ratings use one.

    Raises
    ------
    ArgumentError
        If the rating is on another scale, or has an upper limit.
    PuzzleError, FormatError
        If a known puzzle doesn't have exactly one solution.

    Examples
    --------
    >>> known = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> [made] = make_near([known], 1, rating="SE 3+", seed=1)
    >>> made.rating.explainer.er >= 3, made.proof.is_unique, made.proof.is_minimal
    (True, True, True)
    """
    from farandole.generate.hard import NeighborhoodSearch
    from farandole.generate.target_parser import parse_target

    target = parse_target(rating)
    if not isinstance(target, ExplainerTarget) or target.high != inf:
        raise ArgumentError(f"rating: expected one such as 'SE 9+', found {rating!r}")
    monitor, first, n = ProgressMonitor(seconds, progress, cancel), _seed(seed), check_int("n", n)
    spec = make_spec("classic", (), "none", True, None, None, target, None)
    mixed = spec.seed(first, "near", tuple(puzzles))
    search = NeighborhoodSearch(target.low, mixed, seeds=puzzles, monitor=monitor, threads=threads)
    return _make_each_near(search, n, spec, first)


def _make_each_near(search: NeighborhoodSearch, n: int, spec: Spec, seed: int) -> Iterator[MadePuzzle]:
    try:
        for found in islice(search.run(), n):
            yield _finish(_candidate(found.puzzle), spec, seed, enough=search.least)
    except UnfinishedError:
        return


def _candidate(puzzle: Puzzle) -> Candidate:
    """Make a candidate of a puzzle that a `NeighborhoodSearch` found."""
    solution = puzzle.solve()
    assert solution is not None, "every puzzle of the search has a solution"
    return Candidate(UniquenessChecker.of(puzzle), solution.digits, given_cells(puzzle))


def _is_hard_target(spec: Spec) -> bool:
    """Return whether a search near hard puzzles is the best one."""
    target = spec.target
    return is_plain(spec) and isinstance(target, ExplainerTarget) and target.low >= HARD and target.high == inf


def _seed(seed: SupportsIndex | None) -> int:
    number = check_seed(seed)
    return SystemRandom().randrange(SEEDS) if number is None else number


class _HardSearch:
    """The interface of a `LocalSearch`, for puzzles so hard that few are."""

    def __init__(self, spec: Spec, seed: int, monitor: ProgressMonitor) -> None:
        from farandole.generate.hard import NeighborhoodSearch

        assert isinstance(spec.target, ExplainerTarget)
        self._search = NeighborhoodSearch(spec.target.low, seed, seeds=None, monitor=monitor, threads=1)
        self._found = self._search.run()

    @property
    def best(self) -> Candidate | None:
        """The most promising candidate so far."""
        return replace(_candidate(self._search.most_promising), target_distance=1) if self.tries else None

    @property
    def tries(self) -> int:
        """The number of puzzles tried."""
        return self._search.tries

    def run(self) -> Candidate:
        """Search until a puzzle reaches the rating."""
        return _candidate(next(self._found).puzzle)


def _search_for(spec: Spec, seed: int, monitor: ProgressMonitor) -> _HardSearch | SampleSearch | LocalSearch:
    if _is_hard_target(spec):
        return _HardSearch(spec, seed, monitor)
    return SampleSearch(spec, seed, monitor) if is_sampled(spec) else LocalSearch(spec, Random(seed), monitor)


def _make(spec: Spec, seed: int, monitor: ProgressMonitor, nice: int) -> MadePuzzle:
    mixed = spec.seed(seed)
    search = _search_for(spec, mixed, monitor)
    candidates: list[Candidate] = []
    stopped = ""
    try:
        while len(candidates) < nice:
            found = search.run()
            if found is None:
                raise PuzzleError("rules: expected rules with a solution, found none")
            candidates.append(found)
    except (UnfinishedError, KeyboardInterrupt) as stop:
        if search.best is None:
            raise
        candidates = candidates or [search.best]
        stopped = "interrupt" if isinstance(stop, KeyboardInterrupt) else monitor.stop_reason
    found = candidates[0] if nice == 1 else _nicest(candidates)
    monitor.report("done", search.tries, found.puzzle)
    # The exact rating of a hard puzzle takes seconds.
    enough = spec.target.low if isinstance(search, _HardSearch) and isinstance(spec.target, ExplainerTarget) else inf
    return _finish(found, spec, seed, stopped, enough=enough)


def _nicest(candidates: Iterable[Candidate]) -> Candidate:
    from farandole.generate.quality import qualities

    return max(candidates, key=lambda candidate: qualities(candidate.puzzle).niceness)


def _finish(found: Candidate, spec: Spec, seed: int, stopped: str = "", *, enough: float) -> MadePuzzle:
    """Make the result of a candidate."""
    puzzle, solution = found.puzzle, Solution(found.checker.grid, found.solution)
    proven = None
    if found.undecided:  # the proof has no time limit, so it may decide more
        proven = prove(puzzle, solution, is_hasty=bool(stopped))
        found = replace(found, undecided=0) if proven.is_minimal else found
    scale = spec.target.scale if spec.target else None
    return MadePuzzle(puzzle, solution, seed, found.describe_missing(spec), stopped, scale, enough, proven)
