"""Search random minimal classic puzzles for one that meets a target; a local search goes on if few of them do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, repeat
from math import inf
from random import Random
from typing import Any

from farandole import _core
from farandole.generate.local_search import Candidate, LocalSearch
from farandole.generate.progress import ProgressMonitor
from farandole.generate.spec import Spec
from farandole.generate.uniqueness import Digits, UniquenessChecker, given_cells
from farandole.grid import Grid
from farandole.puzzle import Puzzle

DRAWN = (8, 16, 32, 64)  # puzzles at a time: few at first, because half of them may be easy
MAX_DRAWN = 20_000  # puzzles in a row, after which a local search is faster
MAX_MISSES = 200  # the same for puzzles that were rated


def is_plain(spec: Spec) -> bool:
    """Return whether a spec asks for any minimal classic puzzle, but for its target."""
    is_bare = not (spec.rules or spec.kinds) and spec.marks is None and spec.pattern is None
    is_free = spec.symmetry == "none" and spec.minimal and spec.givens == (0, inf)
    return is_bare and is_free and spec.grid == Grid.classic()


def is_sampled(spec: Spec) -> bool:
    """Return whether random minimal puzzles may meet a spec."""
    return is_plain(spec) and spec.target is not None and not spec.target.is_rare


class SampleSearch:
    """Searches random minimal puzzles, then their neighbors, for one that meets a target.

    A tenth of all random puzzles has the level that is asked for, and the core draws thousands in the time that a local
    search needs for one. So a target that isn't rare is found sooner in this way.

    Parameters
    ----------
    spec : Spec
        One that `is_sampled`.
    seed : int
    monitor : ProgressMonitor
    """

    def __init__(self, spec: Spec, seed: int, monitor: ProgressMonitor) -> None:
        self._spec, self._monitor = spec, monitor
        self._local = LocalSearch(spec, Random(seed), monitor)
        self._checker = UniquenessChecker(spec.grid)
        self._samples = self._draw(seed)
        self._nearest: Candidate | None = None
        self._drawn = 0

    @property
    def best(self) -> Candidate | None:
        """The nearest candidate so far."""
        found = [candidate for candidate in (self._nearest, self._local.best) if candidate is not None]
        return min(found, key=lambda candidate: candidate.distance, default=None)

    @property
    def tries(self) -> int:
        """The number of puzzles tried."""
        return self._drawn + self._local.tries

    def run(self) -> Candidate | None:
        """Search until a puzzle meets the target; see `LocalSearch.run`."""
        n_missed = 0
        for candidate in islice(self._samples, MAX_DRAWN):
            if candidate is None:
                continue
            if candidate.distance == 0:
                return candidate
            n_missed += 1
            if n_missed == MAX_MISSES:
                break
        return self._local.run()

    def _draw(self, seed: int) -> Iterator[Candidate | None]:
        """Draw minimal puzzles: each with its distance from the target, None for one that isn't rated."""
        target = self._spec.target
        assert target is not None, "a spec that is sampled has a target"
        first = 0
        for n in chain(DRAWN, repeat(DRAWN[-1])):
            for solution, digits, guesses in _minimal_puzzles(seed, first, n):
                self._monitor.check()
                self._drawn += 1
                if self._drawn % 16 == 0:
                    self._monitor.report("search", self.tries)
                if guesses < target.fewest_guesses:
                    yield None
                    continue
                puzzle = Puzzle(self._spec.grid, digits)
                candidate = Candidate(
                    self._checker, solution, given_cells(puzzle), target_distance=target.distance(puzzle)
                )
                self._note(candidate)
                yield candidate
            first += n

    def _note(self, candidate: Candidate) -> None:
        if self._nearest is None or candidate.distance < self._nearest.distance:
            self._nearest = candidate
            missing = candidate.describe_missing(self._spec)
            self._monitor.report("search", self.tries, candidate.puzzle, missing)


def _minimal_puzzles(seed: int, first: int, n: int) -> Iterator[tuple[Digits, Digits, int]]:
    """Draw minimal puzzles: the solution, the givens, and the guesses of lanes."""
    # In place of arrays, because NumPy may be absent.
    tables: list[Any] = [memoryview(bytearray(81 * n)).cast("B", (n, 81)) for _ in range(3)]
    _core.make_minimal(seed, first, 1, *tables)
    solutions, puzzles, _ = tables
    numbers: Any = memoryview(bytearray(3 * 8 * n)).cast("q", (3, n))
    _core.solve(puzzles, 2, 1, solutions, numbers)
    _counts, guesses, _passes = numbers.tolist()
    return zip(_rows(solutions), _rows(puzzles), guesses, strict=True)


def _rows(table: memoryview) -> Iterator[Digits]:
    digits = table.tobytes()
    return (tuple(digits[start : start + 81]) for start in range(0, len(digits), 81))
