"""Values that differ from digits: doublers, negators and other modifiers, and the marks that say where they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Self

from farandole.bitsets import bit_of, digits_of
from farandole.errors import PuzzleError
from farandole.grid import Cell, Cells, CellsMeta, Grid, cell_dataclass
from farandole.i18n import tr
from farandole.records import record, replace
from farandole.rules.compound import And, Not, Or
from farandole.rules.counts import Count
from farandole.rules.exclusions import CELLS, DIGITS, PLACES, RuleCandidates, suppose
from farandole.rules.general import AllDifferent, Clone
from farandole.rules.groups import EqualSum
from farandole.rules.lines import Between, Lockout, Nabner, Palindrome, Renban, SlowThermo, Thermo, Whispers
from farandole.rules.listed import MutualRelation, Relation
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.pairs import Consecutive, Greater, NotConsecutive, NotPairSum, NotRatio, PairSum, Ratio
from farandole.rules.rule import Rule, check_distinct, check_rule, label
from farandole.rules.sequences import ArithmeticSequence, AtLeastLine, AverageArrow
from farandole.rules.shading import add_layer
from farandole.rules.sum_lines import Arrow, DoubleArrow, RegionSum, Zipper
from farandole.rules.sums import Cage, FrameSum, LittleKiller, Product, Sum, WeightedSum
from farandole.sizes import MAX_DIGITS

MODIFIABLE: frozenset[type[Rule]] = frozenset(
    (
        AllDifferent,
        And,
        ArithmeticSequence,
        Arrow,
        AtLeastLine,
        AverageArrow,
        Between,
        Cage,
        Clone,
        Consecutive,
        DoubleArrow,
        EqualSum,
        FrameSum,
        Greater,
        LittleKiller,
        Lockout,
        MutualRelation,
        Nabner,
        Not,
        NotConsecutive,
        NotPairSum,
        NotRatio,
        Or,
        PairSum,
        Palindrome,
        Product,
        Ratio,
        RegionSum,
        Relation,
        Renban,
        SlowThermo,
        Sum,
        Thermo,
        WeightedSum,
        Whispers,
        Zipper,
    )
)
"""The kinds of rules that can be about values: sums, and those that compare numbers."""

MARK = 2
"""What a cell of the layer holds below a cell whose value differs; 1 is below the others."""

_MARKS = mask_of([1, MARK])


@record
class Modified(Rule):
    """A rule holds for values: a digit with a mark counts ``factor`` times, and ``plus`` more.

    Parameters
    ----------
    cells : tuple of int
        For each cell of the rule, the cell with its mark: 1, or 2 if the value differs.
    inner : Rule
        A rule of one of the kinds of `MODIFIABLE`.
    factor : int
        2 for doublers, -1 for negators.
    plus : int

    Examples
    --------
    The first of two cells is a doubler:

    >>> Modified((2, 3), Cage((0, 1), 8)).holds((3, 2, 2, 1)), Modified((2, 3), Cage((0, 1), 8)).holds((3, 5, 2, 1))
    (True, False)
    """

    may_repeat = True
    inner: Rule
    factor: int = 2
    plus: int = 0

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.cells) == len(self.inner.scope), "a mark for each cell of its rule")
        _check_kind(self, self.inner)
        check_rule(self, -9 <= self.factor <= 9 and -99 <= self.plus <= 99, "a factor of at most 9 and at most 99 more")

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of the rule, then their marks."""
        return (*self.inner.scope, *self.cells)

    def with_cells(self, convert: Callable[[Any], tuple[Any, ...]]) -> Self:
        """Return the rule with other cells in place of its own and of their marks."""
        return replace(self, cells=convert(self.cells), inner=self.inner.with_cells(convert))

    def _value(self, number: int, mark: int) -> int:
        return number * self.factor + self.plus if mark == MARK else number

    def holds(self, digits: Digits) -> bool:
        n = len(self.cells)
        are_marks = {*digits[n:]} <= {1, MARK}
        return are_marks and self.inner.holds(tuple(map(self._value, digits[:n], digits[n:])))

    def post(self, model: Model) -> None:
        numbers = range(1, model.n_digits + 1)
        values = tuple(tuple(self._value(number, mark) for number in numbers) for mark in (1, MARK))
        least = min(1, *map(min, values))
        n_values = max(map(max, values)) - least + 1
        check_rule(self, n_values <= MAX_DIGITS, f"values that span at most {MAX_DIGITS} numbers (not {n_values})")
        number = {cell: place for place, cell in reversed(list(enumerate(self.inner.scope)))}
        of_values = Model(n_values, len(self.inner.scope), least)
        of_values.add(self.inner.with_cells(lambda own: tuple([number[cell] for cell in own])))
        for mark in self.cells:
            model.allow(mark, _MARKS)
        places = [(mark, cell) for cell, mark in zip(self.inner.scope, self.cells, strict=True)]
        bits = tuple(tuple(1 << value - least for value in of_mark) for of_mark in values)
        model.substitute(of_values, places, bits)

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        masks = self._masks_of_values(candidates)
        return self.inner.describe_conflict(masks) if masks else ""

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        own = cells.places_of(place)
        if own[-1] >= len(self.cells) and digit > MARK:
            return tr("A mark is 1 or 2")
        said = self._explain_values(cells, place, digit) if own[-1] == place < len(self.cells) else None
        masks = [bit_of(digit) if at in own else mask for at, mask in enumerate(cells.masks)]
        return said or suppose(cells, place, self.describe_conflict(masks))

    def _explain_values(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        """Let the rule say of values why a cell can't hold a digit, whatever its mark."""
        if (values := self._values_of(cells)) is None:
            return None
        said: dict[str, None] = {}
        for mark in digits_of(cells.masks[len(self.cells) + place] & _MARKS):
            value = self._value(digit, mark)
            if not (reason := self.inner.explain_exclusion(values, place, value)):
                return None
            for brace, text in ((CELLS, values.names[place]), (PLACES, values.names[place]), (DIGITS, str(value))):
                reason = reason.replace(brace, text)
            said[reason] = None
        return ". ".join(said)

    def _values_of(self, cells: RuleCandidates) -> RuleCandidates | None:
        """Return what the values of the cells can be; None if masks can't hold them."""
        n, masks = len(self.cells), self._masks_of_values(cells.masks)
        if not masks:
            return None
        plain = [mask & _MARKS == bit_of(1) for mask in cells.masks[n:]]
        names = [
            name if is_plain else tr("{cell}'s value", cell=name)
            for name, is_plain in zip(cells.names, plain, strict=False)
        ]
        # Digits of a house differ, but their values may be equal.
        houses = [frozenset(at for at in house if at < n and plain[at]) for house in cells.houses]
        return RuleCandidates(masks, names, max(masks).bit_length(), [house for house in houses if len(house) > 1])

    def _masks_of_values(self, candidates: Sequence[int]) -> list[int]:
        """Return the mask of the values of each cell; none if a value is not positive, or too large."""
        n = len(self.cells)
        values = [
            {self._value(digit, mark) for digit in digits_of(held) for mark in digits_of(marks & _MARKS)}
            for held, marks in zip(candidates[:n], candidates[n:], strict=True)
        ]
        if not all(values) or not 1 <= min(map(min, values)) <= max(map(max, values)) <= MAX_DIGITS:
            return []
        return [mask_of(some) for some in values]

    def describe(self, n_digits: int) -> str:
        return tr("{rule} Here, {how}.", rule=self.inner.describe(n_digits), how=self._how)

    def describe_at(self, cells: str) -> str:
        names = cells.split()[: len(self.inner.scope)]
        return label(
            tr("Modified"), "", tr("{rule} ({how})", rule=self.inner.describe_at(" ".join(names)), how=self._how)
        )

    @property
    def _how(self) -> str:
        if (self.factor, self.plus) == (2, 0):
            return tr("a marked digit counts double")
        if (self.factor, self.plus) == (-1, 0):
            return tr("a marked digit counts as negative")
        if self.factor == 1:
            return tr("a marked digit counts {plus} more", plus=self.plus)
        return tr("a marked digit counts {factor} times, and {plus} more", factor=self.factor, plus=self.plus)


def _check_kind(rule: Modified, inner: Rule) -> None:
    name = type(inner).__name__
    check_rule(rule, type(inner) in MODIFIABLE, f"a rule that compares or adds numbers (not {name})")
    for part in inner.parts:
        _check_kind(rule, part)


@cell_dataclass
class MarkedDifferent(Rule, metaclass=CellsMeta):
    """No two cells with a mark hold the same digit: each digit is doubled at most once.

    Parameters
    ----------
    cells : tuple of int
    marks : tuple of int
        The cells with the marks, 1 or 2, of the cells in their order. 2 is a mark.

    Examples
    --------
    >>> MarkedDifferent((0, 1), (2, 3)).holds((5, 5, 2, 1)), MarkedDifferent((0, 1), (2, 3)).holds((5, 5, 2, 2))
    (True, False)
    """

    marks: Cells

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.marks) == len(self.cells), "a mark for each cell")
        check_distinct(self, self.scope)

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells, then their marks."""
        return (*self.cells, *self.marks)

    def holds(self, digits: Digits) -> bool:
        n = len(self.cells)
        marked = [digit for digit, mark in zip(digits[:n], digits[n:], strict=True) if mark == MARK]
        return len({*marked}) == len(marked)

    def post(self, model: Model) -> None:
        if model.n_digits >= MARK:
            cells = tuple(cell for pair in zip(self.marks, self.cells, strict=True) for cell in pair)
            for digit in range(1, model.n_digits + 1):
                model.automaton(cells, _marked_once(digit, model.n_digits))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        n = len(self.cells)
        own, is_mark = place % n, place >= n
        mark, number = (digit, cells.value(own)) if is_mark else (cells.value(own + n), digit)
        if mark != MARK or not number:
            return None
        for other in range(n):
            if other != own and cells.value(other) == number and cells.value(other + n) == MARK:
                return tr("{other} is marked and holds {digit}, too", other=cells.names[other], digit=number)
        return None

    def describe(self, n_digits: int) -> str:
        return tr("Marked cells hold different digits.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Marks"), "", tr("marked cells hold different digits"))


@lru_cache(maxsize=64)
def _marked_once(digit: int, n_digits: int) -> Nfa:
    """Make the automaton that reads a mark and its digit in turn; states 0 and 1: how often the digit was marked."""
    every, own, mark = (1 << n_digits) - 1, 1 << digit >> 1, 1 << MARK >> 1
    arcs = [(1, 5, mark), (5, 1, every & ~own), (0, 3, mark), (3, 1, own), (3, 0, every & ~own)]
    for seen, free in ((0, 2), (1, 4)):
        arcs += [(seen, free, every & ~mark), (free, seen, every)]
    return Nfa(6, tuple(arcs), (0, 1))


def add_modifiers(grid: Grid) -> tuple[Grid, tuple[Cell, ...], tuple[Rule, ...]]:
    """Add a layer of marks for cells whose values differ: one in each row, column and box, and each digit once.

    Returns
    -------
    grid, layer, rules
        The grid with the layer; the cell of the layer for each cell; the rules of the marks.

    Raises
    ------
    PuzzleError
        If there are too many cells, or digits from 0.

    Examples
    --------
    >>> grid, layer, marks = add_modifiers(Grid.classic(4))
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Allowed, Cage
    >>> puzzle = Puzzle.of(grid, "." * 32, rules=[*marks, modify(Cage((0, 1), 8), layer), Allowed((0,), (2,))])
    >>> solution = puzzle.solve()
    >>> [solution[cell] for cell in (0, 1, layer[0], layer[1])]
    [2, 3, 1, 2]
    """
    if grid.first_digit != 1:
        raise PuzzleError("modifiers: expected digits from 1, but the grid has them from 0")
    wider, layer, allowed = add_layer(grid, MARK)
    once = [Count(tuple(layer[cell] for cell in house.cells), (MARK,), 1, 1) for house in grid.houses]
    return wider, layer, (allowed, *once, MarkedDifferent(tuple(range(len(layer))), layer))


def modify(rule: Rule, layer: Sequence[Cell], *, factor: int = 2, plus: int = 0) -> Modified:
    """Make a rule hold for values: with the layer of `add_modifiers`, whose marks say where they differ from digits.

    Examples
    --------
    >>> from farandole.rules import Thermo
    >>> modify(Thermo((1, 2)), (9, 10, 11), factor=-1)
    Modified(cells=(10, 11), inner=Thermo(cells=(1, 2)), factor=-1, plus=0)
    """
    return Modified(tuple(layer[cell] for cell in rule.scope), rule, factor, plus)
