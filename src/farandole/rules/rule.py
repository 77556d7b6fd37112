"""The base class of rules, and what rules share: labels, checks, tables of all digits that hold."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, ClassVar, Self, cast

from farandole import _core
from farandole.errors import PuzzleError, RuleError
from farandole.grid import SIGNS, Cell, Cells, CellsMeta, Grid, cell_dataclass
from farandole.i18n import tr
from farandole.lazy import regex
from farandole.records import fields, replace
from farandole.rules.exclusions import RuleCandidates
from farandole.rules.fields import Check, check_fields, checks_of, fields_of_cells
from farandole.rules.model import Digits, Equation, Model
from farandole.sizes import MAX_CELLS, MAX_ENTRIES, MAX_NUMBER

RULES: dict[str, type[Rule]] = {}
"""Rules by their names in documents: `AllDifferent` is "all_different". Each class adds itself when it is defined."""

WORD = regex("(?<=.)(?=[A-Z])")  # the beginning of each word but the first in the name of a class


@cell_dataclass
class Rule(metaclass=CellsMeta):
    """A rule about the digits of some cells.

    A custom rule is a frozen dataclass with two methods: ``holds`` defines the rule, ``post`` gives the engine its
    constraints. For two or three cells, `tabulate` makes a table from ``holds``.

    Every solution of a puzzle is checked by ``holds`` of its custom rules, and one that breaks it is a PuzzleError. (Of
    solutions that are only counted, the first 1,000 are checked.) If ``post`` allows less than ``holds``, solutions are
    missing, without an error.

    Parameters
    ----------
    cells : tuple of int, or names
        Each cell at most once, unless ``may_repeat`` of the class is True. Names such as ``"r1c1 r1c2"``, or a list of
        names, stay names until a puzzle puts the rule on its grid (`on`).

    Raises
    ------
    RuleError
        If the cells don't fit the rule, or if something is not a number.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Coprime(Rule):
    ...     def holds(self, digits):
    ...         return math.gcd(*digits) == 1
    ...
    ...     def post(self, model):
    ...         model.table(self.cells, tabulate(self, model.n_digits))
    >>> import math
    >>> model = Model(6, 2)
    >>> Coprime((0, 1)).post(model)
    >>> model.search().count()
    23
    """

    may_repeat: ClassVar[bool] = False
    """Whether a cell may come twice in the scope."""

    digit_fields: ClassVar[tuple[str, ...] | None] = None
    """The fields that hold digits. None if the rule needs digits from 1.

    If the digits of a grid begin with 0, ``holds`` takes these numbers, and ``post`` gets a rule with digits from 1 in
    these fields (see `shifted`). A rule that counts with digits asks `Model.numbers`.
    """

    cells: Cells

    def __init_subclass__(cls) -> None:
        """Register a rule of this package under its name in documents; custom rules have no such name."""
        is_base = getattr(cls.holds, "__isabstractmethod__", False)
        # By name, so that the class with slots, which `dataclass` creates, replaces the one without.
        if cls.__module__.startswith(f"{__package__}.") and not is_base:
            RULES[WORD.sub("_", cls.__name__).lower()] = cls

    def __post_init__(self) -> None:
        is_simple, others = _plan(type(self))
        if is_simple and _core.are_cells(self.cells, -MAX_NUMBER, MAX_NUMBER):
            if others:
                check_fields(self, others)
            return
        check_fields(self)
        own, cells = self.cells, self.scope
        if not own:
            raise RuleError(type(self).__name__, "expected at least one cell")
        if len(cells) > MAX_CELLS or len(own) > MAX_CELLS:
            raise RuleError(type(self).__name__, f"expected at most {MAX_CELLS:,} cells, found {len(own):,}")
        if not self.may_repeat and len(set(cells)) < len(cells):
            check_distinct(self, cells)

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells whose digits ``holds`` takes, in order."""
        return self.cells

    @property
    def parts(self) -> tuple[Rule, ...]:
        """The rules that it is made of, if it is an `Or`, an `And` or a `Not`."""
        return ()

    def __or__(self, other: Rule) -> Rule:
        """Return the rule that this one or the other holds, or both: an `Or`.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage((0, 1), 5) | Cage((0, 1), 9)
        Or(rules=(Cage(cells=(0, 1), total=5), Cage(cells=(0, 1), total=9)))
        """
        return self._join("or", other)

    def __and__(self, other: Rule) -> Rule:
        """Return the rule that this one and the other hold: an `And`."""
        return self._join("and", other)

    def __invert__(self) -> Rule:
        """Return the rule that this one does not hold: a `Not`."""
        make: Any = RULES["not"]
        return cast("Rule", make(self))

    def _join(self, name: str, other: Rule) -> Rule:
        if not isinstance(other, Rule):
            return NotImplemented
        kind: Any = RULES[name]
        return cast("Rule", kind(tuple(part for rule in (self, other) for part in _parts_of_kind(rule, kind))))

    def on(self, grid: Grid) -> Self:
        """Return the rule with numbers in place of names of cells; itself, if there are no names.

        Raises
        ------
        PuzzleError
            If the grid has no cell of such a name, or if the rule may not have such cells.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage("r1c1 r2c1", 3).on(Grid.classic())
        Cage(cells=(0, 9), total=3)
        """
        if set(map(type, self.scope)) <= {int}:
            return self
        try:
            return self.with_cells(grid.cells_of)
        except RuleError:
            raise
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"{type(self).__name__}: {error}") from None

    def with_cells(self, convert: Callable[[Any], tuple[Any, ...]]) -> Self:
        """Return the rule with other cells in place of its own.

        Parameters
        ----------
        convert : callable
            From a tuple of cells to a tuple of as many.

        Examples
        --------
        >>> from farandole.rules import Thermo
        >>> Thermo((0, 1, 2)).with_cells(lambda cells: tuple(9 * cell for cell in cells))
        Thermo(cells=(0, 9, 18))
        """
        numbered: dict[str, Any] = {}
        for name, is_group in fields_of_cells(type(self)):
            given = getattr(self, name)
            numbered[name] = tuple(map(convert, given)) if is_group else convert(given)
        return replace(self, **numbered)

    @abstractmethod
    def holds(self, digits: Digits) -> bool:
        """Return whether the digits of the cells, in order, satisfy the rule."""

    @abstractmethod
    def post(self, model: Model) -> None:
        """Add the constraints of the rule to a model."""

    def shifted(self, first: int) -> Self:
        """Return the rule with digits from 1 in its fields, in place of numbers from ``first`` on.

        Raises
        ------
        RuleError
            If the rule needs digits from 1.

        Examples
        --------
        >>> from farandole.rules import Allowed
        >>> Allowed((0,), (0, 2)).shifted(0)
        Allowed(cells=(0,), digits=(1, 3))
        """
        if self.digit_fields is None:
            name = type(self).__name__
            raise RuleError(name, f"expected a grid with digits from 1, found one with digits from {first}")
        fields: dict[str, Any] = {name: _shifted(getattr(self, name), 1 - first) for name in self.digit_fields}
        return replace(self, **fields) if fields else self

    def equations(self, grid: Grid) -> tuple[Equation, ...]:
        """List the sums that the rule fixes, so that the rule of 45 can count them.

        By default, these are the sums with one total that ``post`` adds to a model.

        Parameters
        ----------
        grid : Grid
            The grid that has the cells.

        Examples
        --------
        >>> from farandole.grid import Grid
        >>> from farandole.rules import Arrow, Cage
        >>> Cage((0, 1), 9).equations(Grid.classic())
        (Equation(cells=(0, 1), coefficients=(1, 1), total=9),)
        >>> Arrow((0, 1, 2)).equations(Grid.classic())
        (Equation(cells=(0, 1, 2), coefficients=(1, -1, -1), total=0),)
        """
        model = Model.on(grid)
        model.add(self)
        return model.equations

    def describe(self, n_digits: int) -> str:
        """Return the sentence for players that a setter writes below a puzzle.

        It is the same for all rules of a kind, so that a puzzle prints each sentence once. By default it is the first
        paragraph of the docstring of the class.

        Parameters
        ----------
        n_digits : int
            The digits of the grid are 1 to ``n_digits``.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage((0, 1), 9).describe(9)
        "Digits in a cage don't repeat and add up to the number in its corner."
        """
        kind = type(self)
        from inspect import cleandoc  # not for a hint, because it takes 7 ms to import

        said = cleandoc(kind.__doc__ or "").partition("\n\n")[0]
        is_written = said and not said.startswith(f"{kind.__name__}(")  # as a dataclass does it
        return " ".join(said.split()) if is_written else WORD.sub(" ", kind.__name__).capitalize() + "."

    def describe_at(self, cells: str) -> str:
        """Return a short line about this one rule, for players who don't see it drawn: in a terminal, or by ear.

        By default it is the name of the class and the cells.

        Parameters
        ----------
        cells : str
            The names of its cells in order, for display; "" omits them.

        Examples
        --------
        >>> from farandole.rules import Cage
        >>> Cage((0, 1), 9).describe_at("r1c1 r1c2"), Cage((0, 1), 9).describe_at("")
        ('Cage r1c1 r1c2: no repeats, sum 9', 'Cage: no repeats, sum 9')
        """
        return f"{type(self).__name__} {cells}".rstrip()

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        """Say in numbers why candidates break the rule: a sum that is too high, a count that is too low.

        A hint calls it for candidates that are known to break the rule, and says more than the rule itself.

        Parameters
        ----------
        candidates : sequence of int
            The mask of the candidates of each cell of the scope, in order.

        Returns
        -------
        str
            A clause that follows from these candidates alone; "" if the rule has no numbers, or none that show it.

        Examples
        --------
        >>> from farandole.rules import Cage, mask_of
        >>> Cage((0, 1), 9).describe_conflict([mask_of([8]), mask_of([2, 3])])
        'the cage would add up to at least 10, not 9'
        """
        return ""

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        """Say in a player's words why a cell of the rule can't hold a digit, without a full stop.

        By default there is no such sentence. Logic then lists what is left to the cells.

        Parameters
        ----------
        cells : RuleCandidates
            The candidates of the cells of `scope`, their names, and which of them differ.
        place : int
            Which cell of `scope`, from 0.
        digit : int

        Returns
        -------
        str or None
            A sentence that is true by the rule and these candidates. ``{digits}`` in it stands for the digit, so that
            one sentence can name several. None if there is no short reason.

        Examples
        --------
        >>> from farandole.rules import Thermo, RuleCandidates
        >>> cells = RuleCandidates([0b1111] * 3, ["r1c1", "r1c2", "r1c3"], 4)
        >>> Thermo((0, 1, 2)).explain_exclusion(cells, 0, 4)
        "r1c1 can't be more than 2, because r1c3 comes later and is at most 4"
        """
        return None


def label(name: str, cells: str, text: str) -> str:
    """Compose the line that `Rule.describe_at` returns.

    Examples
    --------
    >>> label("Cage", "r1c1 r1c2", "sum 9"), label("Cage", "", "sum 9")
    ('Cage r1c1 r1c2: sum 9', 'Cage: sum 9')
    """
    if not cells:
        return tr("{name}: {text}", name=name, text=text)
    return tr("{name} {cells}: {text}", name=name, cells=cells, text=text)


def name_rule(rule: Rule) -> str:
    """Name the kind of a rule for players, as its line from `Rule.describe_at` begins.

    Examples
    --------
    >>> from farandole.rules import Whispers
    >>> name_rule(Whispers((0, 1)))
    'Whispers'
    """
    mark = tr("{name}: {text}", name="", text="").strip()
    return rule.describe_at("").partition(mark)[0]


def describe_wrong_sum(what: str, bounds: tuple[int, int], total: int) -> str:
    """Say that a sum is too high or too low; "" if the bounds don't show it."""
    low, high = bounds
    if low == high != total:
        return tr("{what} would add up to {sum}, not {total}", what=what, sum=low, total=total)
    if low > total:
        return tr("{what} would add up to at least {sum}, not {total}", what=what, sum=low, total=total)
    if high < total:
        return tr("{what} would add up to at most {sum}, not {total}", what=what, sum=high, total=total)
    return ""


def describe_unequal_sums(what: str, bounds: tuple[int, int], other: str, bounds_of_other: tuple[int, int]) -> str:
    """Say that one sum is greater than another that it should equal; "" if the bounds don't show it."""
    (low, high), (low_of_other, high_of_other) = bounds, bounds_of_other
    if low > high_of_other:
        return tr(
            "{what} would add up to at least {low}, and {other} to at most {high}",
            what=what,
            low=low,
            other=other,
            high=high_of_other,
        )
    if high < low_of_other:
        return tr(
            "{what} would add up to at most {high}, and {other} to at least {low}",
            what=what,
            high=high,
            other=other,
            low=low_of_other,
        )
    return ""


def list_digits(digits: Iterable[int]) -> str:
    """List digits in characters, as in `SIGNS`."""
    return " ".join(SIGNS[digit] for digit in digits if 0 <= digit < len(SIGNS))


def custom_rules(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """List the custom rules, whose ``post`` is not tested against their ``holds`` here, and rules made of them."""
    return tuple([rule for rule in rules if _is_custom(rule)])


def check_from_zero(rules: Iterable[Rule], grid: Grid) -> None:
    """Raise a PuzzleError if a grid with digits from 0 can't have one of these rules."""
    for rule in rules:
        if rule.digit_fields is None:
            names = " ".join(map(grid.cell_name, rule.scope[:9]))
            raise PuzzleError(f"{type(rule).__name__} {names}: expected digits from 1, but the grid has them from 0")
        check_from_zero(rule.parts, grid)


def _is_custom(rule: Rule) -> bool:
    return not type(rule).__module__.startswith(f"{__package__}.") or any(map(_is_custom, rule.parts))


def _parts_of_kind(rule: Rule, kind: type[Rule]) -> tuple[Rule, ...]:
    """Return the parts of a rule of this kind, else the rule alone."""
    return rule.parts if type(rule) is kind else (rule,)


def check_solution(rules: Iterable[Rule], digits: Digits, grid: Grid) -> None:
    """Raise a PuzzleError if a solution of the engine breaks one of these rules.

    Parameters
    ----------
    rules : iterable of Rule
    digits : sequence of int
        The digit of each cell.
    grid : Grid
        Gives the names of cells for the message.
    """
    for rule in rules:
        held = grid.numbers_of(map(digits.__getitem__, rule.scope))
        if not rule.holds(held):
            names, found = " ".join(map(grid.cell_name, rule.scope)), " ".join(map(str, held))
            raise PuzzleError(f"{type(rule).__name__} {names}: its post allows {found}, which its holds refuses")


def check_rule(rule: Rule, holds: bool, expected: str) -> None:
    """Raise a RuleError that names the rule, its cells and the expectation, unless ``holds`` is true."""
    if not holds:
        cells = rule.scope[:9]
        names = " ".join(["{}"] * len(cells)) + " ..." * (len(rule.scope) > 9)
        raise RuleError(type(rule).__name__, f"expected {expected}, found {names}", cells)


def check_distinct(rule: Rule, cells: Sequence[Cell]) -> None:
    """Raise a RuleError if a cell comes twice."""
    if len(set(cells)) < len(cells):
        known: set[Cell] = set()
        twice = next(cell for cell in cells if cell in known or known.add(cell))  # type: ignore[func-returns-value]
        raise RuleError(type(rule).__name__, "expected each cell once, found {} twice", (twice,))


@cache
def _plan(kind: Any) -> tuple[bool, list[Check]]:
    """Return whether a kind of rule only needs each cell once, and its other checks."""
    is_simple = kind.scope is Rule.scope and not kind.may_repeat
    return is_simple, [check for check in checks_of(kind) if check[0] != "cells"]


# ── Tables of what holds ────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=256)
def _shifted(numbers: Any, up: int) -> Any:
    return tuple(_shifted(some, up) for some in numbers) if isinstance(numbers, tuple) else numbers + up


def tabulate(rule: Rule, n_digits: int, n_cells: int | None = None) -> tuple[tuple[int, ...], ...]:
    """List all digits that satisfy a rule of a few cells, or a rule of its kind on `n_cells` cells.

    Raises
    ------
    RuleError
        If there are too many combinations to try.
    """
    n_cells = len(rule.cells) if n_cells is None else n_cells
    if n_digits**n_cells > MAX_ENTRIES:
        raise RuleError(type(rule).__name__, f"expected a rule of fewer cells to tabulate, found {n_cells} cells")
    return _tabulate(type(rule), _own(rule), n_digits, n_cells, 1)


def partner_masks(rule: Rule, n_digits: int, first: int = 1) -> tuple[int, ...]:
    """For each digit of the first of two cells, return the mask of digits that the second may hold, for `Model.pair`.

    The rule holds for numbers from ``first`` on.

    Examples
    --------
    >>> from farandole.rules import Greater
    >>> [bin(mask) for mask in partner_masks(Greater((0, 1)), 4)]
    ['0b0', '0b1', '0b11', '0b111']
    """
    return _partners(type(rule), _own(rule), n_digits, first)


def _own(rule: Rule) -> tuple[Any, ...]:
    """List the values of a rule's fields beside its cells."""
    return tuple([getattr(rule, name) for name in _own_fields(type(rule))])


@cache
def _own_fields(kind: Any) -> tuple[str, ...]:
    """Name the fields of a rule beside its cells."""
    return tuple(field.name for field in fields(kind) if field.init and field.name != "cells")


@lru_cache(maxsize=256)
def _tabulate(kind: Any, own: tuple[Any, ...], n_digits: int, n_cells: int, first: int) -> tuple[tuple[int, ...], ...]:
    """Tabulate a rule on cells 0, 1, ..., so that rules of a kind share a table."""
    rule = kind(cells=tuple(range(n_cells)), **dict(zip(_own_fields(kind), own, strict=True)))
    return tuple(filter(rule.holds, product(range(first, first + n_digits), repeat=n_cells)))


@lru_cache(maxsize=256)
def _partners(kind: Any, own: tuple[Any, ...], n_digits: int, first: int) -> tuple[int, ...]:
    masks = [0] * n_digits
    for one, other in _tabulate(kind, own, n_digits, 2, first):
        masks[one - first] |= 1 << other - first
    return tuple(masks)
