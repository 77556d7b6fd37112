"""What was made: a puzzle, its solution, how hard it is, and the proof that it is what it says."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice

from farandole.generate.givens import QUICK_BUDGET, find_needless_givens
from farandole.generate.symmetries import symmetries_of
from farandole.generate.uniqueness import UniquenessChecker
from farandole.grid import Grid, House
from farandole.logic import Rating
from farandole.puzzle import Puzzle, Solution
from farandole.rules import AllDifferent, Allowed, mask_of

BUDGET = 2_000_000  # nodes of the proof
GIVEN_BUDGET = 400_000  # choices of the search for another solution without one given


@dataclass(frozen=True, slots=True)
class Proof:
    """What was shown of a puzzle, after it was made.

    Parameters
    ----------
    is_unique : bool, optional
        Whether there is no other solution; None if the search was too long.
    engine : str
        What searched for another solution: ``exact cover``, which had no part in making the puzzle; or ``learning
        search``, where an exact cover can't say the rules.
    keeps_rules : bool
        Whether the solution keeps every rule and every house, as each says it in Python.
    is_minimal : bool, optional
        Whether no given may go, each tried alone; None if that isn't known of each.
    needless : tuple of str
        The cells whose givens may go, one at a time.
    symmetries : tuple of str
        Those that the givens have.
    """

    is_unique: bool | None
    engine: str
    keeps_rules: bool
    is_minimal: bool | None
    needless: tuple[str, ...]
    symmetries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle that was made.

    Parameters
    ----------
    puzzle : Puzzle
    solution : Solution
    rating : Rating
        On the scales that know its rules.
    seed : int
        With the same wishes it makes the same puzzle again.
    proof : Proof
    missing : tuple of str
        What is missing of what was wished, if the time was over first; nothing otherwise.
    stopped : str
        What ended the search before that: ``time``, ``cancel`` or ``interrupt``; nothing otherwise.
    """

    puzzle: Puzzle
    solution: Solution
    rating: Rating
    seed: int
    proof: Proof
    missing: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def meets_spec(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def prove(puzzle: Puzzle, solution: Solution, *, is_hasty: bool = False) -> Proof:
    """Show that a solution is the only one, by another engine than that which made it, and try each given.

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
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
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
    """Return whether a solution keeps the givens, the houses and the rules.

    Examples
    --------
    >>> puzzle = Puzzle.classic("." * 81)
    >>> keeps_rules(puzzle, puzzle.solve())
    True
    """
    digits = solution.digits
    houses = (len({digits[cell] for cell in house.cells}) == len(house.cells) for house in puzzle.grid.houses)
    givens = (given in (0, digit) for given, digit in zip(puzzle.givens, digits, strict=True))
    rules = (rule.holds([digits[cell] for cell in rule.scope]) for rule in puzzle.rules)
    return all(chain(houses, givens, rules))


def _is_unique(puzzle: Puzzle) -> tuple[str, bool | None]:
    by_houses = _express_by_houses(puzzle)
    if by_houses is not None:
        search = by_houses.cover().search(budget=BUDGET)
        n_found = sum(1 for _ in islice(search, 2))
        if n_found == 2 or search.exhausted:
            return "exact cover", n_found == 1
    return "learning search", _count_by_cdcl(puzzle)


def _count_by_cdcl(puzzle: Puzzle) -> bool | None:
    """Search again, and learn from the first choice on."""
    count = UniquenessChecker.of(puzzle).count_by_cdcl(puzzle.givens)
    return None if count is None else count == 1


def _express_by_houses(puzzle: Puzzle) -> Puzzle | None:
    """Say a puzzle by houses and pencilmarks alone; None if that can't be."""
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
