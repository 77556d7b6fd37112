"""The result of making a puzzle: the puzzle, its solution, its rating, and an independent proof."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate, chain
from math import inf
from typing import TYPE_CHECKING

from farandole import _core
from farandole.bitsets import digits_of
from farandole.generate.givens import QUICK_BUDGET, find_needless_givens
from farandole.generate.symmetries import symmetries_of
from farandole.generate.uniqueness import UniquenessChecker, given_cells
from farandole.grid import Grid, House, Lazy
from farandole.puzzle import Puzzle, Solution
from farandole.records import field, record
from farandole.rules import AllDifferent, Allowed, Cage, mask_of

if TYPE_CHECKING:
    from farandole.logic import Rating

# A puzzle with more cells or guesses gets a HoDoKu rating only if its target needs one.
LARGEST_RATED, MAX_GUESSES = 400, 20
COVER_BUDGET = 2_000_000  # nodes of the proof by exact cover
GIVEN_BUDGET = 400_000  # choices of the search for a second solution without one of the givens


@record
class Proof:
    """What was proved of a puzzle after it was made.

    Parameters
    ----------
    is_unique : bool, optional
        Whether there is no other solution; None if the search did not finish.
    engine : str
        The engine that searched for another solution: ``exact cover``, which had no part in making the puzzle, or
        ``learning search`` (CDCL) if an exact cover can't express the rules.
    keeps_rules : bool
        Whether the solution satisfies every house, and every rule by its ``holds``.
    is_minimal : bool, optional
        Whether no given can be removed, each tried alone; None if a search did not finish.
    needless : tuple of str
        The cells whose givens can each be removed alone.
    symmetries : tuple of str
        The symmetries that the givens have.
    """

    is_unique: bool | None
    engine: str
    keeps_rules: bool
    is_minimal: bool | None
    needless: tuple[str, ...]
    symmetries: tuple[str, ...]


@record
class MadePuzzle:
    """A puzzle made by `make`, with its proof.

    Parameters
    ----------
    puzzle : Puzzle
    solution : Solution
    seed : int
        With the same arguments, it makes the same puzzle again.
    missing : tuple of str
        The requirements that the puzzle does not meet, because the search was stopped.
    stopped : str
        Why the search was stopped: ``time``, ``cancel`` or ``interrupt``; empty if it finished.
    scale : str, optional
        The scale of the difficulty that was asked for.
    enough : float
        The rating on Sudoku Explainer's scale from which on it doesn't matter how much harder the puzzle is.
    proven : Proof, optional
        The proof, if it was needed while the puzzle was made.

    Attributes
    ----------
    proof : Proof
        By an engine that had no part in making the puzzle. It is made when first asked for, because it can take as
        long as making the puzzle.
    rating : Rating
        On the scales that know the rules of the puzzle. It is found when it is first asked for, because that can take
        longer than making the puzzle.
    """

    puzzle: Puzzle
    solution: Solution
    seed: int
    missing: tuple[str, ...] = ()
    stopped: str = ""
    scale: str | None = None
    enough: float = inf
    proven: Proof | None = field(default=None, repr=False, compare=False)
    _proof: Lazy[Proof] = field(init=False, repr=False, compare=False, default_factory=Lazy)
    _rating: Lazy[Rating] = field(init=False, repr=False, compare=False, default_factory=Lazy)

    @property
    def proof(self) -> Proof:
        """The proof that there is one solution."""
        return self.proven or self._proof.value(self._prove)

    def _prove(self) -> Proof:
        return prove(self.puzzle, self.solution, is_hasty=bool(self.stopped))

    @property
    def rating(self) -> Rating:
        """The rating, on the scales that know the rules of the puzzle."""
        return self._rating.value(self._rate)

    def _rate(self) -> Rating:
        """Rate on the scales that don't take longer than making the puzzle."""
        from farandole.logic import rate

        puzzle = self.puzzle
        scales = {"search"}
        if self.scale:
            scales |= {self.scale, "logic"} if self.scale == "hodoku" else {self.scale}
        is_known = all(isinstance(rule, AllDifferent | Allowed | Cage) for rule in puzzle.rules)
        if is_known and (puzzle.is_classic or _is_quick_to_rate(puzzle)):
            scales |= {"logic", "hodoku"}
        if self.stopped:
            scales.discard("explainer")
        return rate(puzzle, scales=sorted(scales), enough=self.enough)

    @property
    def meets_spec(self) -> bool:
        """Whether the puzzle meets every requirement."""
        return not self.missing


def _is_quick_to_rate(puzzle: Puzzle) -> bool:
    """Return whether a puzzle of any shape is small and easy enough to be rated by its steps."""
    from farandole.logic import rate

    guesses = rate(puzzle, scales=["search"]).guesses
    return puzzle.grid.n_cells <= LARGEST_RATED and guesses <= MAX_GUESSES


def prove(puzzle: Puzzle, solution: Solution, *, is_hasty: bool = False) -> Proof:
    """Prove by an independent engine that a solution is unique, and try to remove each given.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> puzzle = Puzzle.of(Grid.classic(4), "1... ..2. .1.. ...3")
    >>> proof = prove(puzzle, puzzle.solve())
    >>> proof.is_unique, proof.engine, proof.needless
    (True, 'exact cover', ())
    """
    engine, is_unique = _is_unique(puzzle)
    checker = UniquenessChecker.of(puzzle)
    given = given_cells(puzzle)
    needless, undecided = find_needless_givens(
        checker, solution.digits, given, budget=QUICK_BUDGET if is_hasty else GIVEN_BUDGET
    )
    name = puzzle.grid.cell_name
    is_minimal = False if needless else None if undecided else True
    return Proof(
        is_unique,
        engine,
        keeps_rules(puzzle, solution),
        is_minimal,
        tuple(map(name, needless)),
        symmetries_of(puzzle.grid, given),
    )


def keeps_rules(puzzle: Puzzle, solution: Solution) -> bool:
    """Return whether a solution satisfies the givens, the houses and the rules.

    Examples
    --------
    >>> puzzle = Puzzle.classic("." * 81)
    >>> keeps_rules(puzzle, puzzle.solve())
    True
    """
    digits = solution.digits
    houses = (len({digits[cell] for cell in house.cells}) == len(house.cells) for house in puzzle.grid.houses)
    givens = (given in (0, digit) for given, digit in zip(puzzle.givens, digits, strict=True))
    rules = (rule.holds([solution[cell] for cell in rule.scope]) for rule in puzzle.rules)
    return all(chain(houses, givens, rules))


def _is_unique(puzzle: Puzzle) -> tuple[str, bool | None]:
    by_houses = _express_by_houses(puzzle)
    if by_houses is not None:
        search = cover_search(by_houses)
        n_found = search.count(2)
        if n_found == 2 or search.exhausted:
            return "exact cover", n_found == 1
    return "learning search", _is_unique_by_cdcl(puzzle)


def cover_search(puzzle: Puzzle) -> _core.CoverSearch:
    """Search the cover of `Puzzle.cover`, whose items are numbers here, because it is not shown to anybody."""
    n_primary, n_items, options = _number_options(puzzle.grid)
    some = [
        of_cell[digit - 1] for of_cell, mask in zip(options, puzzle.masks, strict=True) for digit in digits_of(mask)
    ]
    items = array("i", b"".join(some))
    starts = array("i", accumulate((len(option) // items.itemsize for option in some), initial=0))
    colors = array("i", bytes(items.itemsize * len(items)))
    return _core.CoverSearch(n_primary, n_items, starts, items, colors, budget=COVER_BUDGET)


@lru_cache(maxsize=8)
def _number_options(grid: Grid) -> tuple[int, int, tuple[tuple[bytes, ...], ...]]:
    """Number the items: cells, then the digits of each house, those of full houses first, because they are primary.

    Returns
    -------
    n_primary, n_items, options
        For each cell, and each digit, the items of the option as an array of bytes.
    """
    n_digits, number = grid.n_digits, grid.n_cells
    items_of: list[list[int]] = [[] for _ in range(grid.n_cells)]
    houses = sorted(grid.houses, key=lambda house: len(house.cells) < n_digits)
    for house in houses:
        for cell in house.cells:
            items_of[cell].append(number)
        number += n_digits
    n_full = sum(len(house.cells) == n_digits for house in houses)
    options = tuple(
        tuple(array("i", (cell, *(item + digit for item in items))).tobytes() for digit in range(n_digits))
        for cell, items in enumerate(items_of)
    )
    return grid.n_cells + n_full * n_digits, number, options


def _is_unique_by_cdcl(puzzle: Puzzle) -> bool | None:
    """Count the solutions by CDCL: whether there is exactly one; None if the budget is spent."""
    count = UniquenessChecker.of(puzzle).count_by_cdcl(puzzle.givens)
    return None if count is None else count == 1


def _express_by_houses(puzzle: Puzzle) -> Puzzle | None:
    """Express the rules of a puzzle by houses and pencilmarks; None if that is impossible."""
    if not puzzle.rules:
        return puzzle
    grid: Grid = puzzle.grid
    masks = list(puzzle.masks)
    known = {frozenset(house.cells) for house in grid.houses}
    houses: list[House] = []
    for rule in puzzle.rules:
        if isinstance(rule, AllDifferent) and len(rule.cells) <= grid.n_digits:
            if frozenset(rule.cells) not in known:
                known.add(frozenset(rule.cells))
                houses.append(House(f"rule {len(houses) + 1}", rule.cells))
        elif isinstance(rule, Allowed):
            for cell in rule.cells:
                masks[cell] &= mask_of(rule.digits)
        else:
            return None
    return Puzzle(grid.with_houses(*houses), puzzle.givens, tuple(masks))
