"""Make puzzles as wished: `make` one, `make_many`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random, SystemRandom
from typing import Any, SupportsFloat, SupportsIndex

from farandole.errors import ArgumentError, PuzzleError, UnfinishedError
from farandole.generate.hard import NeighborhoodSearch
from farandole.generate.local_search import Candidate, LocalSearch
from farandole.generate.progress import CancelCallback, ProgressCallback, ProgressMonitor
from farandole.generate.quality import qualities
from farandole.generate.result import MadePuzzle, prove
from farandole.generate.spec import Spec, make_spec
from farandole.generate.targets import ExplainerTarget, parse_target
from farandole.generate.uniqueness import UniquenessChecker
from farandole.grid import Grid
from farandole.limits import check_int, check_seed
from farandole.logic import Rating, Technique, rate
from farandole.puzzle import Puzzle, Solution
from farandole.rules import AllDifferent, Allowed, Cage, Rule

LARGEST_RATED = 400  # cells, beyond which a puzzle is rated on the path of techniques only if that is wished
MOST_GUESSES = 20  # likewise
SEEDS = 1 << 32
HARD = 8.5  # from this rating on, puzzles are found near each other rather than from full grids


def make(
    *,
    shape: Grid | str | int = "classic",
    rules: Iterable[Rule | str] | Rule | str = (),
    symmetry: str = "none",
    minimal: bool = True,
    givens: int | tuple[int | None, int | None] | None = None,
    pattern: Any = None,
    rating: Any = None,
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
        A grid, ``"16x16"``, ``"jigsaw"`` (with regions at random), ``"samurai"`` or another gattai.
    rules : rules, or their names
        Rules that stand, such as ``"anti_knight"`` or objects of `farandole.rules`; houses, such as ``"windoku"``; and
        rules that are laid over a full grid, such as ``"killer"`` or ``"thermo"``.
    symmetry : str
        Of the givens: ``rotate180``, ``rotate90``, ``mirror``, ``flip``, ``diagonal``, ``antidiagonal``, ``mirrors``,
        ``diagonals``, ``dihedral``.
    minimal : bool
        Whether no given may be needless: each alone, beside a symmetry too.
    givens : int or (int, int), optional
        How many givens, or the least and the greatest number.
    pattern : optional
        Which cells are given, and no others: a character for each cell with ``.`` for empty, truth values, or cells.
    rating : str or mapping, optional
        How hard: a class of HoDoKu's such as ``"hard"``, ``"SE 7.1-8"``, ``"score 800-1000"``, ``"guesses 5+"``, or the
        hardest technique.
    techniques : technique or several, optional
        What the puzzle needs, and nothing harder.
    nice : int
        Make so many puzzles, and choose the nicest: see `Qualities.niceness`.
    seed : int, optional
        The same seed and wishes make the same puzzle, within a version, on every machine. With other wishes, the same
        seed makes a puzzle with another solution.
    seconds : float, optional
        How long to search; then the best so far is returned, and `MadePuzzle.missing` says what it lacks. So it is when
        someone presses Ctrl-C, or cancels.
    progress : callable, optional
        Is told each `Progress`.
    cancel : callable, optional
        Is asked now and then whether to stop.

    Returns
    -------
    MadePuzzle

    Raises
    ------
    ArgumentError
        If no puzzle can be so: before any search.
    PuzzleError
        If the rules have no solution.
    UnfinishedError
        If the time was over before there was any puzzle.

    Examples
    --------
    >>> made = make(rating="easy", symmetry="rotate180", seed=1)
    >>> made.rating.hodoku.level.name, made.proof.is_unique, made.proof.is_minimal
    ('EASY', True, True)
    >>> made.puzzle == make(rating="easy", symmetry="rotate180", seed=1).puzzle
    True
    """
    monitor = ProgressMonitor(seconds, progress, cancel)
    spec = make_spec(shape, rules, symmetry, minimal, givens, pattern, rating, techniques)
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
    techniques: Iterable[Technique | str] | Technique | str | None = None,
    nice: SupportsIndex = 1,
) -> Iterator[MadePuzzle]:
    """Make puzzles one after another, as `make` does: the k-th from 0 has the seed ``seed + k``.

    ``seconds`` are for each of them. The wishes are checked at once.

    Examples
    --------
    >>> [made.seed for made in make_many(2, shape="4x4", seed=7)]
    [7, 8]
    """
    spec = make_spec(shape, rules, symmetry, minimal, givens, pattern, rating, techniques)
    n, first, nice = check_int("n", n), _seed(seed), check_int("nice", nice, least=1)
    ProgressMonitor(seconds, progress, cancel)
    return (_make(spec, first + k, ProgressMonitor(seconds, progress, cancel), nice) for k in range(n))


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
    """Make hard classic puzzles in the neighborhood of some that are known; none is isomorphic to another.

    Parameters
    ----------
    puzzles : sequence of str
        Hard ones, 81 characters each.
    n : int
        How many at most.
    rating : str or mapping
        How hard on Sudoku Explainer's scale, without an upper limit.
    seed : int, optional
        The same seed and the same puzzles make the same ones.
    seconds, progress, cancel
        As for `make`, but for all of them together: when it is over, it ends.
    threads : int, optional
        How many threads search; ratings take one.

    Raises
    ------
    ArgumentError
        If the rating is another one.
    PuzzleError, FormatError
        If one of them is no puzzle with one solution.

    Examples
    --------
    >>> known = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    >>> [made] = make_near([known], 1, rating="SE 3+", seed=1)
    >>> made.rating.explainer.er >= 3, made.proof.is_unique, made.proof.is_minimal
    (True, True, True)
    """
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
    """Take a puzzle that was found otherwise than by a climb."""
    given = frozenset(cell for cell, digit in enumerate(puzzle.givens) if digit)
    solution = puzzle.solve()
    assert solution is not None, "it has one"
    return Candidate(UniquenessChecker.of(puzzle), solution.digits, given)


def _is_hard_target(spec: Spec) -> bool:
    """Return whether a puzzle is best looked for in the vicinity of hard ones."""
    target = spec.target
    is_plain = spec.symmetry == "none" and spec.minimal and spec.pattern is None and spec.givens == (0, inf)
    is_classic = not (spec.rules or spec.kinds) and spec.grid == Grid.classic() and spec.marks is None
    return is_plain and is_classic and isinstance(target, ExplainerTarget) and target.low >= HARD and target.high == inf


def _seed(seed: SupportsIndex | None) -> int:
    number = check_seed(seed)
    return SystemRandom().randrange(SEEDS) if number is None else number


class _HardSearch:
    """The same as a `LocalSearch`, for a puzzle that is as hard as few are."""

    def __init__(self, spec: Spec, seed: int, monitor: ProgressMonitor) -> None:
        assert isinstance(spec.target, ExplainerTarget)
        self._search = NeighborhoodSearch(spec.target.low, seed, seeds=None, monitor=monitor, threads=1)
        self._found = self._search.run()

    @property
    def best(self) -> Candidate | None:
        """The most promising so far."""
        return replace(_candidate(self._search.most_promising), target_distance=1) if self.tries else None

    @property
    def tries(self) -> int:
        """How many were looked at."""
        return self._search.tries

    def run(self) -> Candidate:
        """Search until a puzzle is as hard."""
        return _candidate(next(self._found).puzzle)


def _make(spec: Spec, seed: int, monitor: ProgressMonitor, nice: int) -> MadePuzzle:
    mixed = spec.seed(seed)
    search = _HardSearch(spec, mixed, monitor) if _is_hard_target(spec) else LocalSearch(spec, Random(mixed), monitor)
    candidates: list[Candidate] = []
    stopped = ""
    try:
        while len(candidates) < nice:
            found = search.run()
            if found is None:
                raise PuzzleError("rules: expected some that have a solution, found none")
            candidates.append(found)
    except (UnfinishedError, KeyboardInterrupt) as stop:
        if search.best is None:
            raise
        candidates = candidates or [search.best]
        stopped = "interrupt" if isinstance(stop, KeyboardInterrupt) else monitor.stop_reason
    found = candidates[0] if nice == 1 else max(candidates, key=lambda one: qualities(one.puzzle).niceness)
    monitor.report("prove", search.tries, found.puzzle)
    # How hard exactly a hard one is takes minutes to find out.
    enough = spec.target.low if isinstance(search, _HardSearch) and isinstance(spec.target, ExplainerTarget) else inf
    return _finish(found, spec, seed, stopped, enough=enough)


def _finish(found: Candidate, spec: Spec, seed: int, stopped: str = "", *, enough: float) -> MadePuzzle:
    """Prove and rate what was found."""
    puzzle, solution = found.puzzle, Solution(found.checker.grid, found.solution)
    proof = prove(puzzle, solution, is_hasty=bool(stopped))
    rating = _rate(puzzle, spec, is_short=bool(stopped), enough=enough)
    if proof.is_minimal:  # the proof took its time, where the search had none
        found = replace(found, undecided=0)
    return MadePuzzle(puzzle, solution, rating, seed, proof, found.describe_missing(spec), stopped)


def _rate(puzzle: Puzzle, spec: Spec, *, is_short: bool, enough: float) -> Rating:
    """Rate on the scales that know the rules, and that don't take longer than making the puzzle."""
    scales = {"search"}
    if spec.target:
        scales.add(spec.target.scale)
    is_known = all(isinstance(rule, AllDifferent | Allowed | Cage) for rule in puzzle.rules)
    if is_known and (puzzle.is_classic or _is_quick_to_rate(puzzle)):
        scales.add("hodoku")
    if is_short:
        scales.discard("explainer")
    return rate(puzzle, scales=sorted(scales), enough=enough)


def _is_quick_to_rate(puzzle: Puzzle) -> bool:
    """Return whether a puzzle of any shape is small and easy enough for the path of techniques."""
    guesses = rate(puzzle, scales=["search"]).guesses
    return puzzle.grid.n_cells <= LARGEST_RATED and guesses <= MOST_GUESSES
