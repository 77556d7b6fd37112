"""Rules about any cells: allowed digits, quadruples, clones; and tables and automata, for custom rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from farandole.bitsets import bit_of, digits_of, has_digit, union
from farandole.errors import RuleError
from farandole.grid import Cell, Cells, CellsMeta, cell_dataclass
from farandole.i18n import join_words, tr, tr_counted
from farandole.records import record
from farandole.rules.exclusions import CELLS, DIGITS, PLACES, RuleCandidates, explain_same
from farandole.rules.model import Digits, Model, mask_of
from farandole.rules.nfa import Nfa
from farandole.rules.rule import Rule, check_distinct, check_rule, label, list_digits
from farandole.sizes import MAX_STATES, MAX_STEPS

_MAX_LOCKED = 3  # cells that take as many digits
_MAX_NEEDS = 3  # digits that a sentence names for a cell


@record
class Quadruple(Rule):
    """The digits of the circle are among those of the four cells around it, as often as they are in it.

    Examples
    --------
    >>> Quadruple((0, 1, 9, 10), (2, 2, 7)).holds((2, 7, 5, 2))
    True
    """

    digit_fields = ("digits",)

    digits: tuple[int, ...]

    def holds(self, digits: Digits) -> bool:
        return Counter(digits) >= Counter(self.digits)

    def post(self, model: Model) -> None:
        if len(self.digits) > len(self.cells):
            model.forbid(self.cells)
        else:
            model.automaton(self.cells, _quadruple(tuple(sorted(self.digits)), model.n_digits))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        needs = Counter(self.digits)
        needs -= Counter(filter(None, (cells.value(n) for n in range(len(cells.masks)) if n != place)))
        needed = sorted(needs.elements())
        others = [n for n in range(len(cells.masks)) if n != place and not cells.value(n)]
        if digit not in needs and len(needed) == len(others) + 1:
            return tr_counted(
                "The circle still needs {needed}, and has one cell left",
                "The circle still needs {needed}, and has {n} cells left",
                len(needed),
                needed=join_words(map(str, needed)),
                n=len(needed),
            )
        for need in needs:
            if need != digit and not any(cells.allows(other, need) for other in others):
                return tr("The circle needs {need}, and no other cell can be it", need=need)
        return None

    def describe(self, n_digits: int) -> str:
        return tr("The digits in a circle are among those of the cells around it, as often as they are in the circle.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Quadruple"), cells, tr("contains {digits}", digits=list_digits(self.digits)))


@record
class Allowed(Rule):
    """Each cell holds one of some digits: even ones, odd ones, pencilmarks.

    Examples
    --------
    >>> Allowed((0,), (2, 4, 6, 8)).holds((6,))
    True
    """

    digit_fields = ("digits",)

    digits: tuple[int, ...]

    def holds(self, digits: Digits) -> bool:
        return set(digits) <= set(self.digits)

    def post(self, model: Model) -> None:
        mask = _mask_within(self.digits, model.n_digits)
        for cell in self.cells:
            model.allow(cell, mask)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        if digit in self.digits:
            return None
        return tr("{cell} can only be {digits}", cell=cells.names[place], digits=list_digits(self.digits))

    def describe(self, n_digits: int) -> str:
        every = range(1, n_digits + 1)
        if set(self.digits) == set(every[::2]):
            return tr("A cell with a gray circle holds an odd digit.")
        if set(self.digits) == set(every[1::2]):
            return tr("A cell with a gray square holds an even digit.")
        return tr("A cell with small digits below its middle holds one of them.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Allowed"), cells, tr("only {digits}", digits=list_digits(self.digits)))


@lru_cache(maxsize=256)
def _quadruple(digits: tuple[int, ...], n_digits: int) -> Nfa:
    """Make the automaton whose states are the digits that are still missing, ascending."""
    numbers, arcs = {digits: 0}, []
    found = [digits]
    for missing in found:  # which grows
        if len(found) > MAX_STATES:
            raise RuleError("Nfa", f"expected at most {MAX_STATES:,} states, found more")
        number, others = numbers[missing], (1 << n_digits) - 1
        for at, digit in enumerate(missing):
            bit = 1 << digit >> 1 if 1 <= digit <= n_digits else 0
            if others & bit:
                others ^= bit
                left = missing[:at] + missing[at + 1 :]
                if left not in numbers:
                    numbers[left] = len(found)
                    found.append(left)
                arcs.append((number, numbers[left], bit))
        arcs.append((number, number, others))
    return Nfa(len(found), tuple(arcs), (numbers[()],) if () in numbers else ())


@lru_cache(maxsize=256)
def _mask_within(digits: tuple[int, ...], n_digits: int) -> int:
    """Make a mask of the digits that the grid has."""
    return mask_of([digit for digit in digits if 1 <= digit <= n_digits])


@cell_dataclass
class Clone(Rule, metaclass=CellsMeta):
    """Two shapes hold the same digits, cell by cell; ``holds`` takes those of one shape, then those of the other.

    The shapes may overlap.

    Examples
    --------
    >>> Clone((0, 1), (40, 41)).holds((3, 7, 3, 7))
    True
    """

    digit_fields = ()
    may_repeat = True

    other: Cells

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, len(self.cells) == len(self.other), "two shapes of as many cells")
        check_distinct(self, self.cells)
        check_distinct(self, self.other)

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of both shapes."""
        return (*self.cells, *self.other)

    def holds(self, digits: Digits) -> bool:
        return list(digits[: len(self.cells)]) == list(digits[len(self.cells) :])

    def post(self, model: Model) -> None:
        for pair in zip(self.cells, self.other, strict=True):
            model.table(pair, equal_pairs(model.n_digits))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        half = len(self.cells)
        places = [(n + half) % len(cells.masks) for n in cells.places_of(place)]
        return explain_same(cells, place, digit, places)

    def describe(self, n_digits: int) -> str:
        return tr("Shapes of the same color hold the same digits in the same places.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Clone"), cells, tr("the second half repeats the first"))


@cache
def equal_pairs(n_digits: int) -> tuple[tuple[int, int], ...]:
    """List the pairs of a digit and itself."""
    return tuple((digit, digit) for digit in range(1, n_digits + 1))


@record
class AllDifferent(Rule):
    """No digit repeats; as many cells as digits hold each of them.

    Examples
    --------
    >>> AllDifferent((0, 40, 80)).holds((1, 2, 1))
    False
    """

    digit_fields = ()

    def holds(self, digits: Digits) -> bool:
        return len(set(digits)) == len(digits)

    def post(self, model: Model) -> None:
        model.all_different(self.cells)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        others = [n for n in range(len(cells.masks)) if n != place and cells.masks[n].bit_count() <= _MAX_LOCKED]
        for size in range(1, _MAX_LOCKED + 1):
            for some in combinations(others, size):
                held = union(cells.masks[n] for n in some)
                if has_digit(held, digit) and held.bit_count() <= size:
                    return _say_taken(cells, some, held)
        if len(cells.masks) == cells.n_digits:
            for need in range(1, cells.n_digits + 1):
                places = [n for n in range(len(cells.masks)) if cells.allows(n, need)]
                if need != digit and places == [place]:
                    return tr("No other cell of the area can be {digit}", digit=need)
        return None

    def describe(self, n_digits: int) -> str:
        if len(self.cells) == 2:
            return tr("Some pairs of cells hold different digits.")
        return tr("Digits in a shaded area don't repeat.")

    def describe_at(self, cells: str) -> str:
        return label(tr("All different"), cells, tr("no repeats"))


def _say_taken(cells: RuleCandidates, places: Sequence[int], held: int) -> str:
    """Say that a few cells take as many digits, and no digit repeats."""
    if len(places) == 1:
        return tr("{other} is {digits}, and no digit repeats", other=cells.names[places[0]], digits=DIGITS)
    return tr(
        "{others} hold {held} in some order, and no digit repeats",
        others=cells.join(places),
        held=join_words(map(str, digits_of(held))),
    )


@record
class Table(Rule):
    """The digits are one of the given tuples: a custom rule as a table.

    Parameters
    ----------
    cells : tuple of int
    tuples : tuple of tuple of int
    name : str
        What the setter calls the rule, such as ``a + b = 2c``.

    Examples
    --------
    >>> Table((0, 1, 2), ((3, 4, 5), (6, 8, 10))).holds((3, 4, 5))
    True
    """

    digit_fields = ("tuples",)
    may_repeat = True

    tuples: tuple[tuple[int, ...], ...]
    name: str = ""

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        check_rule(self, all(len(digits) == len(self.cells) for digits in self.tuples), "a digit a cell in each tuple")
        most = 32  # what the engine takes at once
        check_rule(self, len(set(self.cells)) <= most, f"at most {most} different cells")

    def holds(self, digits: Digits) -> bool:
        return tuple(digits) in self.tuples

    def post(self, model: Model) -> None:
        model.table(self.cells, self.tuples)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        own = cells.places_of(place)
        numbers = range(1, cells.n_digits + 1)
        ways = [way for way in self.tuples if all(way[n] == digit for n in own) and all(n in numbers for n in way)]
        if not ways:
            return tr("No combination of the rule has {digits} in {places}", digits=DIGITS, places=PLACES)
        for other in range(len(cells.masks)):
            needs = sorted({way[other] for way in ways})
            if len(needs) <= _MAX_NEEDS and not any(cells.allows(other, need) for need in needs):
                return tr(
                    "The rule allows {digits} in {cell} only with {need} in {other}",
                    digits=DIGITS,
                    cell=cells.names[place],
                    need=join_words(map(str, needs), "or"),
                    other=cells.names[other],
                )
        if any(all(cells.allows(n, held) for n, held in enumerate(way)) for way in ways):
            return None
        return tr(
            "No combination of the rule with {digits} in {places} fits the other cells", digits=DIGITS, places=PLACES
        )

    def describe(self, n_digits: int) -> str:
        if self.name:
            return tr("Tinted cells, in order, obey a rule of the setter: {name}.", name=self.name)
        return tr("Tinted cells hold one of the combinations of digits that the setter lists.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Combinations"), cells, self.name or tr("one of those that the setter lists"))


@record
class Automaton(Rule):
    """An automaton accepts the digits in order: a custom rule about a line.

    Examples
    --------
    An even number of odd digits:

    >>> even = Nfa.explore(0, lambda odds, digit: (odds + digit) % 2, lambda odds: odds == 0, n_digits=9, length=3)
    >>> Automaton((0, 1, 2), even).holds((3, 4, 5))
    True
    """

    digit_fields = ()
    may_repeat = True

    machine: Nfa
    name: str = ""

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        n_steps = len(self.cells) * len(self.machine.arcs)
        check_rule(self, n_steps <= MAX_STEPS, f"at most {MAX_STEPS:,} cells times arcs (not {n_steps:,})")

    def holds(self, digits: Digits) -> bool:
        return self.machine.accepts(digits)

    def post(self, model: Model) -> None:
        model.automaton(self.cells, self.machine.on_digits(model.first_digit))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        own = cells.places_of(place)
        states = {0}
        for n, mask in enumerate(cells.masks):
            held = bit_of(digit) if n in own else mask
            states = {
                after for before, after, read in self.machine.on_digits(1).arcs if before in states and read & held
            }
            if not states:
                return self._say_stuck(cells, place, n) if n >= own[0] else None
        if not states.isdisjoint(self.machine.accepting):
            return None
        return tr("With {digits} in {places}, the digits can't end the pattern", digits=DIGITS, places=PLACES)

    @staticmethod
    def _say_stuck(cells: RuleCandidates, place: int, stuck: int) -> str:
        """Say at which cell the pattern can't go on."""
        if stuck == 0:
            return tr("The pattern can't begin with {digits}", digits=DIGITS)
        if stuck in cells.places_of(place):
            return tr("After the cells before {cell}, the pattern can't go on with {digits}", cell=CELLS, digits=DIGITS)
        return tr(
            "With {digits} in {cell}, no candidate of {other} continues the pattern",
            digits=DIGITS,
            cell=cells.names[place],
            other=cells.names[stuck],
        )

    def describe(self, n_digits: int) -> str:
        if self.name:
            return tr(
                "The digits of tinted cells, read in order, follow a pattern of the setter: {name}.", name=self.name
            )
        return tr("The digits of tinted cells, read in order, follow a pattern of the setter.")

    def describe_at(self, cells: str) -> str:
        return label(tr("Pattern"), cells, self.name or tr("the digits match it in order"))
