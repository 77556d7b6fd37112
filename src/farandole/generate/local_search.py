"""Local search for a puzzle that meets a spec: add and remove givens, and keep what comes nearer to it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log2
from random import Random

from farandole.errors import UnfinishedError
from farandole.generate.full_grids import random_solution
from farandole.generate.givens import add_givens, find_needless_givens, maximize_candidates, remove_givens
from farandole.generate.progress import ProgressMonitor
from farandole.generate.spec import Spec
from farandole.generate.uniqueness import Digits, UniquenessChecker
from farandole.generate.variants import GENERATORS, SUKAKU
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.puzzle import Puzzle
from farandole.records import record

MAX_IDLE = 60  # steps without improvement, after which another full grid is drawn
MAX_ADDED = 3  # orbits
MAX_SOLUTIONS = 1_000  # solutions of a pattern are counted up to this limit


@record
class Candidate:
    """A puzzle that was tried, and its distance from the spec.

    Parameters
    ----------
    checker : UniquenessChecker
    solution : tuple of int
    given : frozenset of Cell
    undecided : int
        The number of givens that may be needless, because a search did not finish.
    n_solutions : int
        More than 1 only for a pattern that isn't unique yet.
    needless : tuple of Cell
        Givens that could be removed although the puzzle should be minimal.
    givens_off : float
        How many givens there are too many or too few.
    target_distance : float
        The distance of its difficulty from the target.
    """

    checker: UniquenessChecker
    solution: Digits
    given: frozenset[Cell]
    undecided: int = 0
    n_solutions: int = 1
    needless: tuple[Cell, ...] = ()
    givens_off: float = 0
    target_distance: float = 0

    @property
    def distance(self) -> float:
        """The distance from the spec: 0 if the puzzle meets it."""
        several = 1000 + 20 * log2(self.n_solutions) if self.n_solutions > 1 else 0
        return several + 3 * len(self.needless) + 2 * self.givens_off + self.target_distance

    @property
    def needless_set(self) -> frozenset[Cell]:
        """The needless givens as a set."""
        return frozenset(self.needless)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of this candidate."""
        return self.checker.make_puzzle(self.solution, self.given)

    def describe_missing(self, spec: Spec) -> tuple[str, ...]:
        """List the requirements that are not met, in the current language."""
        parts = []
        if self.n_solutions > 1:
            parts.append(tr("it has several solutions"))
        if self.needless and spec.symmetry != "none":
            parts.append(
                tr_counted(
                    "{n} given could be removed alone; the puzzle is minimal only by groups of symmetric givens",
                    "{n} givens could each be removed; the puzzle is minimal only by groups of symmetric givens",
                    len(self.needless),
                    n=len(self.needless),
                )
            )
        elif self.needless:
            n = len(self.needless)
            parts.append(tr_counted("{n} given could be removed", "{n} givens could each be removed", n, n=n))
        if self.undecided and spec.minimal:
            parts.append(
                tr_counted(
                    "it is not known whether {n} given is needed",
                    "it is not known whether {n} givens are needed",
                    self.undecided,
                    n=self.undecided,
                )
            )
        if self.givens_off:
            low, high = spec.givens
            wanted = f"{low:g}" if low == high else f"{low:g}-{high:g}"
            parts.append(tr("it has {n} givens, not {wanted}", n=len(self.given), wanted=wanted))
        if self.target_distance and spec.target:
            parts.append(tr("it is not as hard as you asked for: {target}", target=str(spec.target)))
        return tuple(parts)


class LocalSearch:
    """Searches for a puzzle that meets a spec.

    Parameters
    ----------
    spec : Spec
    random : Random
    monitor : ProgressMonitor

    Attributes
    ----------
    best : Candidate, optional
        The nearest candidate so far.
    tries : int
    """

    def __init__(self, spec: Spec, random: Random, monitor: ProgressMonitor) -> None:
        self.spec = spec
        self.random = random
        self.monitor = monitor
        self.best: Candidate | None = None
        self.tries = 0
        self._checker: UniquenessChecker | None = None

    def run(self) -> Candidate | None:
        """Search until a puzzle meets the spec; None if the rules have no solution.

        Raises
        ------
        UnfinishedError
            If the search times out or is cancelled; `best` is the nearest candidate until then.
        """
        while True:
            start = self._start()
            if start is None:
                return None
            for candidate in self._walk(start):
                if candidate.distance == 0:
                    return candidate

    def _walk(self, start: Candidate) -> Iterator[Candidate]:
        """Yield candidates, none farther than the one before; end after `MAX_IDLE` steps without improvement."""
        now, idle = start, 0
        self._record(now)
        yield now
        while idle < MAX_IDLE:
            self.monitor.check()
            trial = self._propose(now)
            self.tries += 1
            if self.tries % 16 == 0:
                self.monitor.report("search", self.tries)
            idle += 1
            if trial is None or trial.distance > now.distance:
                continue
            if trial.distance < now.distance:
                idle = 0
            now = trial
            self._record(now)
            yield now

    def _record(self, candidate: Candidate) -> None:
        if self.best is None or candidate.distance < self.best.distance:
            self.best = candidate
            self.monitor.report("search", self.tries, candidate.puzzle, candidate.describe_missing(self.spec))

    # ── The start of a walk ─────────────────────────────────────────────────────────────────────────────────────────

    def _start(self) -> Candidate | None:
        """Draw a full grid, generate the rules for it, and remove givens."""
        self.monitor.check()
        spec = self.spec.with_random_regions(self.random)
        if self._checker is None or spec is not self.spec:
            self._checker = UniquenessChecker(spec.grid, spec.rules, spec.marks)
        checker = self._checker
        self.monitor.report("fill", self.tries)
        solution = self._solution(checker, spec)
        if solution is None:
            return None if spec is self.spec else self._start()  # these regions have no solution: draw others
        if spec.kinds:
            checker = self._generate_rules(checker, spec, solution)
        self.tries += 1
        if spec.pattern is not None:
            return self._evaluate(checker, solution, spec.pattern)
        every = range(spec.grid.n_cells)
        orbits = self.random.sample(spec.orbits, len(spec.orbits))
        result = remove_givens(checker, solution, orbits, every, least=self._fewest_givens(), monitor=self.monitor)
        return self._evaluate(checker, solution, result.given, n_undecided=len(result.undecided))

    def _generate_rules(self, checker: UniquenessChecker, spec: Spec, solution: Digits) -> UniquenessChecker:
        """Generate the rules for a full grid."""
        self.monitor.report("rules", self.tries)
        generated = [
            rule for kind in spec.kinds for rule in GENERATORS[kind].generate(spec.grid, solution, self.random)
        ]
        checker = UniquenessChecker(spec.grid, (*spec.rules, *generated), spec.marks) if generated else checker
        if SUKAKU in spec.kinds:
            checker = UniquenessChecker(
                spec.grid, checker.rules, maximize_candidates(checker, solution, self.random, self.monitor)
            )
        return checker

    def _solution(self, checker: UniquenessChecker, spec: Spec) -> Digits | None:
        for _ in range(20):
            try:
                return random_solution(checker, self.random, self.monitor)
            except UnfinishedError:
                self.monitor.check()
                if spec is not self.spec:
                    return None
        raise UnfinishedError("found no full grid: the rules allow few or none")

    def _fewest_givens(self) -> int:
        """Return how many givens to keep: more than a minimal puzzle has, if the spec allows that."""
        low, high = self.spec.givens
        if low == 0 and not self.spec.minimal:
            return round(0.42 * self.spec.grid.n_cells)
        if self.spec.minimal:
            return 0
        return int(low if high == inf else self.random.randint(int(low), int(high)))

    # ── A step of the walk ──────────────────────────────────────────────────────────────────────────────────────────

    def _propose(self, now: Candidate) -> Candidate | None:
        try:
            return self._change_digits(now) if self.spec.pattern is not None else self._exchange_givens(now)
        except UnfinishedError:
            self.monitor.check()
            return None

    def _exchange_givens(self, now: Candidate) -> Candidate | None:
        """Add some orbits and remove others, while the solution stays unique."""
        free = [orbit for orbit in self.spec.orbits if orbit[0] not in now.given]
        present = [orbit for orbit in self.spec.orbits if orbit[0] in now.given]
        random = self.random
        given = set(now.given)
        added = random.sample(free, min(len(free), random.randint(1, MAX_ADDED)))
        loose = [orbit for orbit in present if not now.needless_set.isdisjoint(orbit)]
        if present and (loose or random.random() < 0.5):  # remove some first, then exclude other solutions
            several = loose if loose and random.random() < 0.8 else present
            removed = random.sample(several, min(len(several), random.randint(1, 2)))
            given.difference_update(cell for orbit in removed for cell in orbit)
            away = set(removed)
            rest = [orbit for orbit in self.spec.orbits if orbit not in away]
            more = add_givens(now.checker, now.solution, given, rest, random, self.monitor)
            if more is None:
                return None
            given = more
            added = [orbit for orbit in rest if orbit[0] in given and orbit[0] not in now.given]
        given.update(cell for orbit in added for cell in orbit)
        new = set(added)
        old = [orbit for orbit in self.spec.orbits if orbit[0] in given and orbit not in new]
        order = random.sample(old, len(old)) + added
        result = remove_givens(
            now.checker, now.solution, order, given, least=self._fewest_givens(), monitor=self.monitor
        )
        if result.given == now.given:
            return None
        return self._evaluate(
            now.checker, now.solution, result.given, n_undecided=len(result.undecided), most=now.distance
        )

    def _change_digits(self, now: Candidate) -> Candidate | None:
        """Draw new digits for some cells of the pattern."""
        pattern = sorted(now.given)
        most = 4 if now.n_solutions > 1 else 3
        away = set(self.random.sample(pattern, min(len(pattern), self.random.randint(1, most))))
        masks = now.checker.masks_of(now.solution, [cell for cell in pattern if cell not in away])
        for cell in away:  # these digits first, then the rest of the grid
            options = self._options(now.checker, masks, cell)
            if not options:
                return None
            masks[cell] = 1 << (self.random.choice(options) - 1)
        solution = now.checker.solve(masks)
        if solution is None or all(solution[cell] == now.solution[cell] for cell in pattern):
            return None
        return self._evaluate(now.checker, solution, now.given, most=now.distance)

    @staticmethod
    def _options(checker: UniquenessChecker, masks: list[int], cell: Cell) -> list[int]:
        taken = {masks[peer] for peer in checker.grid.peers[cell]}
        start = checker.start[cell]
        return [d for d in range(1, checker.grid.n_digits + 1) if start >> (d - 1) & 1 and 1 << (d - 1) not in taken]

    # ── The distance ────────────────────────────────────────────────────────────────────────────────────────────────

    def _evaluate(
        self,
        checker: UniquenessChecker,
        solution: Digits,
        given: frozenset[Cell] | set[Cell],
        *,
        n_undecided: int = 0,
        most: float = inf,
    ) -> Candidate:
        """Measure the distance of a puzzle; it isn't rated if it is farther than ``most`` anyway."""
        spec, given = self.spec, frozenset(given)
        several = 1
        if spec.pattern is not None:
            several = checker.count(checker.masks_of(solution, given), limit=MAX_SOLUTIONS)
        low, high = spec.givens
        givens_off = max(0, low - len(given), len(given) - high) if len(given) else max(0, low)
        needless: tuple[Cell, ...] = ()
        if several == 1 and spec.minimal and (spec.pattern is not None or spec.symmetry != "none"):
            needless = tuple(find_needless_givens(checker, solution, given)[0])
        candidate = Candidate(checker, solution, given, n_undecided, several, needless, givens_off)
        if spec.target is None or several > 1 or candidate.distance > most:
            return candidate
        target_distance = spec.target.distance(candidate.puzzle)
        return Candidate(checker, solution, given, n_undecided, several, needless, givens_off, target_distance)
