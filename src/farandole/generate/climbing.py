"""The search for a puzzle as wished: givens are added and taken away, and what comes nearer is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, log2
from random import Random

from farandole.errors import UnfinishedError
from farandole.generate.full_grids import random_solution
from farandole.generate.progress import Watch
from farandole.generate.spec import Wish
from farandole.generate.thinning import grown, marked, needless_among, thin
from farandole.generate.uniqueness import Digits, Ground
from farandole.generate.variants import KINDS, SUKAKU
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.puzzle import Puzzle

PATIENCE = 60  # tries that come no nearer, after which another full grid is drawn
MOST_ADDED = 3  # orbits
MANY = 1_000  # solutions of a pattern, beyond which they are not told apart


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that was tried, and how far it is from what is wished.

    Parameters
    ----------
    ground : Ground
    solution : tuple of int
    given : frozenset of Cell
    undecided : int
        The givens of which it isn't known whether they may go.
    n_solutions : int
        More than 1 only of a pattern that isn't done yet.
    needless : tuple of Cell
        Givens that may go, where none should.
    off : float
        How many givens are too many, or missing.
    far : float
        How far it is from being as hard as wished.
    """

    ground: Ground
    solution: Digits
    given: frozenset[Cell]
    undecided: int = 0
    n_solutions: int = 1
    needless: tuple[Cell, ...] = ()
    off: float = 0
    far: float = 0

    @property
    def distance(self) -> float:
        """How far it is from all that is wished: 0 if it is as wished."""
        several = 1000 + 20 * log2(self.n_solutions) if self.n_solutions > 1 else 0
        return several + 3 * len(self.needless) + 2 * self.off + self.far

    @property
    def needless_set(self) -> frozenset[Cell]:
        """The givens that may go, as a set."""
        return frozenset(self.needless)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.ground.puzzle(self.solution, self.given)

    def missing(self, wish: Wish) -> tuple[str, ...]:
        """Say what is missing."""
        said = []
        if self.n_solutions > 1:
            said.append(tr("it has several solutions"))
        if self.needless and wish.symmetry != "none":
            said.append(
                tr_counted(
                    "{n} given could go alone: it is minimal by groups of symmetric givens only",
                    "{n} givens could go, one at a time: it is minimal by groups of symmetric givens only",
                    len(self.needless),
                    n=len(self.needless),
                )
            )
        elif self.needless:
            n = len(self.needless)
            said.append(tr_counted("{n} given could go", "{n} givens could go", n, n=n))
        if self.undecided and wish.minimal:
            said.append(
                tr_counted(
                    "of {n} given it is not known whether it could go",
                    "of {n} givens it is not known whether they could go",
                    self.undecided,
                    n=self.undecided,
                )
            )
        if self.off:
            low, high = wish.givens
            wanted = f"{low:g}" if low == high else f"{low:g}-{high:g}"
            said.append(tr("it has {n} givens, not {wanted}", n=len(self.given), wanted=wanted))
        if self.far and wish.target:
            said.append(tr("it is not as hard as wished: {wish}", wish=str(wish.target)))
        return tuple(said)


class Climb:
    """A search for a puzzle as wished.

    Parameters
    ----------
    wish : Wish
    random : Random
    watch : Watch

    Attributes
    ----------
    best : Candidate, optional
        The nearest so far.
    tries : int
    """

    def __init__(self, wish: Wish, random: Random, watch: Watch) -> None:
        self.wish = wish
        self.random = random
        self.watch = watch
        self.best: Candidate | None = None
        self.tries = 0
        self._ground: Ground | None = None

    def run(self) -> Candidate | None:
        """Search until a puzzle is as wished; None if the rules have no solution.

        Raises
        ------
        UnfinishedError
            If the time is over, or someone cancels; `best` is the nearest until then.
        """
        while True:
            start = self._start()
            if start is None:
                return None
            for candidate in self._walk(start):
                if candidate.distance == 0:
                    return candidate

    def _walk(self, start: Candidate) -> Iterator[Candidate]:
        """Yield candidates, each not farther than the one before; end where it goes on no more."""
        now, idle = start, 0
        self._note(now)
        yield now
        while idle < PATIENCE:
            self.watch.heed()
            trial = self._changed(now)
            self.tries += 1
            if self.tries % 16 == 0:
                self.watch.tell("search", self.tries)
            idle += 1
            if trial is None or trial.distance > now.distance:
                continue
            if trial.distance < now.distance:
                idle = 0
            now = trial
            self._note(now)
            yield now

    def _note(self, candidate: Candidate) -> None:
        if self.best is None or candidate.distance < self.best.distance:
            self.best = candidate
            self.watch.tell("search", self.tries, candidate.puzzle, candidate.missing(self.wish))

    # ── Where a walk begins ─────────────────────────────────────────────────────────────────────────────────────

    def _start(self) -> Candidate | None:
        """Draw a full grid, lay the rules over it, and take givens away."""
        self.watch.heed()
        wish = self.wish.drawn(self.random)
        if self._ground is None or wish is not self.wish:
            self._ground = Ground(wish.grid, wish.rules, wish.marks)
        ground = self._ground
        self.watch.tell("fill", self.tries)
        solution = self._solution(ground, wish)
        if solution is None:
            return None if wish is self.wish else self._start()  # regions without a solution: draw others
        if wish.kinds:
            ground = self._laid(ground, wish, solution)
        self.tries += 1
        if wish.pattern is not None:
            return self._judged(ground, solution, wish.pattern)
        every = range(wish.grid.n_cells)
        orbits = self.random.sample(wish.orbits, len(wish.orbits))
        thinned = thin(ground, solution, orbits, every, least=self._least(), watch=self.watch)
        return self._judged(ground, solution, thinned.given, n_undecided=len(thinned.undecided))

    def _laid(self, ground: Ground, wish: Wish, solution: Digits) -> Ground:
        """Lay the rules over a full grid."""
        self.watch.tell("lay", self.tries)
        laid = [rule for kind in wish.kinds for rule in KINDS[kind].lay(wish.grid, solution, self.random)]
        ground = Ground(wish.grid, (*wish.rules, *laid), wish.marks) if laid else ground
        if SUKAKU in wish.kinds:
            ground = Ground(wish.grid, ground.rules, marked(ground, solution, self.random, self.watch))
        return ground

    def _solution(self, ground: Ground, wish: Wish) -> Digits | None:
        for _ in range(20):
            try:
                return random_solution(ground, self.random, self.watch)
            except UnfinishedError:
                self.watch.heed()
                if wish is not self.wish:
                    return None
        raise UnfinishedError("no full grid was found: the rules leave few or none")

    def _least(self) -> int:
        """How many givens to keep: more than a minimal puzzle has, if that is wished."""
        low, high = self.wish.givens
        if low == 0 and not self.wish.minimal:
            return round(0.42 * self.wish.grid.n_cells)
        if self.wish.minimal:
            return 0
        return int(low if high == inf else self.random.randint(int(low), int(high)))

    # ── A step of it ────────────────────────────────────────────────────────────────────────────────────────────

    def _changed(self, now: Candidate) -> Candidate | None:
        try:
            return self._repatterned(now) if self.wish.pattern is not None else self._exchanged(now)
        except UnfinishedError:
            self.watch.heed()
            return None

    def _exchanged(self, now: Candidate) -> Candidate | None:
        """Add some orbits and take others away, as long as the solution stays the only one."""
        free = [orbit for orbit in self.wish.orbits if orbit[0] not in now.given]
        held = [orbit for orbit in self.wish.orbits if orbit[0] in now.given]
        random = self.random
        given = set(now.given)
        added = random.sample(free, min(len(free), random.randint(1, MOST_ADDED)))
        loose = [orbit for orbit in held if not now.needless_set.isdisjoint(orbit)]
        if held and (loose or random.random() < 0.5):  # take some away first, and add what tells the solutions apart
            several = loose if loose and random.random() < 0.8 else held
            gone = random.sample(several, min(len(several), random.randint(1, 2)))
            given.difference_update(cell for orbit in gone for cell in orbit)
            away = set(gone)
            rest = [orbit for orbit in self.wish.orbits if orbit not in away]
            more = grown(now.ground, now.solution, given, rest, random, self.watch)
            if more is None:
                return None
            given = more
            added = [orbit for orbit in rest if orbit[0] in given and orbit[0] not in now.given]
        given.update(cell for orbit in added for cell in orbit)
        new = set(added)
        old = [orbit for orbit in self.wish.orbits if orbit[0] in given and orbit not in new]
        order = random.sample(old, len(old)) + added
        thinned = thin(now.ground, now.solution, order, given, least=self._least(), watch=self.watch)
        if thinned.given == now.given:
            return None
        return self._judged(
            now.ground, now.solution, thinned.given, n_undecided=len(thinned.undecided), most=now.distance
        )

    def _repatterned(self, now: Candidate) -> Candidate | None:
        """Draw other digits for some cells of the pattern."""
        pattern = sorted(now.given)
        most = 4 if now.n_solutions > 1 else 3
        away = set(self.random.sample(pattern, min(len(pattern), self.random.randint(1, most))))
        masks = now.ground.masks_of(now.solution, [cell for cell in pattern if cell not in away])
        for cell in away:  # the digits there first, then the rest of the grid
            options = self._options(now.ground, masks, cell)
            if not options:
                return None
            masks[cell] = 1 << (self.random.choice(options) - 1)
        solution = now.ground.solve(masks)
        if solution is None or all(solution[cell] == now.solution[cell] for cell in pattern):
            return None
        return self._judged(now.ground, solution, now.given, most=now.distance)

    @staticmethod
    def _options(ground: Ground, masks: list[int], cell: Cell) -> list[int]:
        taken = {masks[peer] for peer in ground.grid.peers[cell]}
        start = ground.start[cell]
        return [d for d in range(1, ground.grid.n_digits + 1) if start >> (d - 1) & 1 and 1 << (d - 1) not in taken]

    # ── How far it is ───────────────────────────────────────────────────────────────────────────────────────────

    def _judged(
        self,
        ground: Ground,
        solution: Digits,
        given: frozenset[Cell] | set[Cell],
        *,
        n_undecided: int = 0,
        most: float = inf,
    ) -> Candidate:
        """Tell how far a puzzle is; what is farther than ``most`` anyway isn't rated."""
        wish, given = self.wish, frozenset(given)
        several = 1
        if wish.pattern is not None:
            several = ground.count(ground.masks_of(solution, given), limit=MANY)
        low, high = wish.givens
        off = max(0, low - len(given), len(given) - high) if len(given) else max(0, low)
        needless: tuple[Cell, ...] = ()
        if several == 1 and wish.minimal and (wish.pattern is not None or wish.symmetry != "none"):
            needless = tuple(needless_among(ground, solution, given)[0])
        judged = Candidate(ground, solution, given, n_undecided, several, needless, off)
        if wish.target is None or several > 1 or judged.distance > most:
            return judged
        far = wish.target.distance(judged.puzzle)
        return Candidate(ground, solution, given, n_undecided, several, needless, off, far)
