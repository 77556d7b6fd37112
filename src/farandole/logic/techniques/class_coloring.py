"""Coloring by kinds of digits: odd and even, low and high, thirds, remainders.

A white dot joins an odd and an even digit, whispers join a low and a high one, the cells of an entropic line repeat
every three cells. So the kind of one cell decides those of all cells that such relations join. How many digits of each
kind a house has, and what both colors exclude, then decides between the kinds. The relations are those of any rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, is_single, set_of
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber
from farandole.logic.inference.relations import Relations, candidates_of, relations_of
from farandole.logic.step import Level, Reason, Step, Technique, technique
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.wording.words import describe_houses, describe_rule_briefly, join_words, name_cells, name_digits
from farandole.rules import Rule

_SOURCE = "own; parity and high-low coloring are common among solvers of variants"
_MAX_NAMED = 4  # rules that a proof names one by one
_MIN_CELLS = 2  # of a component

_Kind: TypeAlias = int  # in the order of the masks of a partition
_Option: TypeAlias = dict[Cell, _Kind]


class Partition(NamedTuple):
    """A partition of the digits into kinds, with a word for each; digits of no kind are apart."""

    masks: tuple[DigitSet, ...]
    words: tuple[str, ...]


class Unit(NamedTuple):
    """Cells whose kinds are decided together: the first one, and those that relations join to it.

    Parameters
    ----------
    cells : tuple of Cell
    options : tuple of dict from Cell to kind
        The kinds of all cells, for each kind of the first that doesn't contradict itself.
    broken : tuple of (kind, Cell)
        A kind of the first cell with which a cell would have two kinds.
    came : dict from Cell to (Cell, tuple of Rule)
        For each cell but the first, the cell before it and the rules that join them.
    """

    cells: tuple[Cell, ...]
    options: tuple[_Option, ...]
    broken: tuple[tuple[_Kind, Cell], ...]
    came: dict[Cell, tuple[Cell, tuple[Rule, ...]]]

    def rules_to(self, cell: Cell) -> list[Rule]:
        """List the rules along the way from the first cell to another one."""
        along: list[Rule] = []
        while cell in self.came:
            cell, rules = self.came[cell]
            along = [*rules, *along]
        return list(dict.fromkeys(along))

    def rules_to_all(self, cells: CellSet) -> list[Rule]:
        """List the rules that join some of the cells."""
        return list(dict.fromkeys(rule for cell in self.cells if cells >> cell & 1 for rule in self.rules_to(cell)))


class Finding(NamedTuple):
    """What is eliminated, and the sentences that prove it."""

    eliminations: tuple[Candidate, ...]
    unit: Unit
    rules: tuple[Rule, ...]
    houses: tuple[HouseNumber, ...]
    sentences: tuple[str, ...]


# ── Partitions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _parity(numbers: range) -> Partition:
    odd = sum(bit_of(digit) for digit, number in enumerate(numbers, 1) if number % 2)
    return Partition((odd, (1 << len(numbers)) - 1 & ~odd), (tr("odd"), tr("even")))


def _halves(numbers: range) -> Partition:
    n_digits = len(numbers)
    half = n_digits // 2
    low = (1 << half) - 1
    masks = (low, low << n_digits - half)
    middle = (1 << n_digits) - 1 & ~masks[0] & ~masks[1]
    words = (tr("low"), tr("high"))
    return Partition((*masks, middle), (*words, str(numbers[half]))) if middle else Partition(masks, words)


def _thirds(numbers: range) -> Partition:
    n_digits = len(numbers)
    third = (1 << n_digits // 3) - 1
    masks = tuple(third << at * (n_digits // 3) for at in range(3))
    return Partition(masks, (tr("low"), tr("middle"), tr("high")))


def _remainders(numbers: range) -> Partition:
    masks = tuple(sum(bit_of(digit) for digit in range(first, len(numbers) + 1, 3)) for first in (1, 2, 3))
    return Partition(masks, ("A", "B", "C"))


def _introduce(partition: Partition, geometry: Geometry) -> Iterator[str]:
    """Say which digits the words stand for, unless they are odd and even."""
    if tr("odd") not in partition.words:
        kinds = [
            tr("{digits} {kind}", digits=join_words(name_digits(geometry, mask)), kind=word)
            for mask, word in zip(partition.masks, partition.words, strict=True)
            if not word.isdigit()
        ]
        yield tr("Call {kinds}", kinds=tr("; ").join(kinds))


# ── Units ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _kinds_of(partition: Partition, mask: DigitSet) -> list[_Kind]:
    return [kind for kind, digits in enumerate(partition.masks) if mask & digits]


def _join(
    board: Board, relations: Relations, partition: Partition
) -> dict[Cell, dict[Cell, tuple[dict[_Kind, _Kind], tuple[Rule, ...]]]]:
    """Find the pairs of cells in which the kind of one decides that of the other, and the other way round."""
    joined: dict[Cell, dict[Cell, tuple[dict[_Kind, _Kind], tuple[Rule, ...]]]] = {}
    for (cell, other), fits in relations.allowed.items():
        mask, other_mask = board.masks[cell], board.masks[other]
        kinds = _kinds_of(partition, mask)
        if len(kinds) < 2 or len(kinds) != len(_kinds_of(partition, other_mask)):
            continue
        follows: dict[_Kind, _Kind] = {}
        for kind in kinds:
            fitting = 0
            for digit in digits_of(mask & partition.masks[kind]):
                fitting |= fits[digit - 1] & other_mask
            found = _kinds_of(partition, fitting)
            if len(found) != 1:
                break
            follows[kind] = found[0]
        else:
            if len(set(follows.values())) == len(kinds):
                joined.setdefault(cell, {})[other] = follows, relations.rules_of(cell, other)
    return joined


def _find_units(board: Board, relations: Relations, partition: Partition) -> list[Unit]:
    """List the components of joined cells, and each other open cell on its own."""
    joined = _join(board, relations, partition)
    units: list[Unit] = []
    known: set[Cell] = set()
    for start in bits(board.open):
        if start in known:
            continue
        cells, came = [start], {}
        known.add(start)
        for cell in cells:
            for other, (_, rules) in joined.get(cell, {}).items():
                if other not in known:
                    known.add(other)
                    cells.append(other)
                    came[other] = cell, rules
        options, broken = [], []
        for kind in _kinds_of(partition, board.masks[start]):
            option, clash = {start: kind}, None
            for cell in cells:
                for other, (follows, _) in joined.get(cell, {}).items():
                    wanted = follows.get(option[cell])
                    if wanted is None or option.setdefault(other, wanted) != wanted:
                        clash = other
                        break
                if clash is not None:
                    break
            if clash is None:
                options.append(option)
            else:
                broken.append((kind, clash))
        units.append(Unit(tuple(cells), tuple(options), tuple(broken), came))
    return units


# ── Deductions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def find_all(board: Board, make: Callable[[range], Partition]) -> Iterator[Finding]:
    """Find what the kinds of digits eliminate: by rings of relations, by houses, and by both colors."""
    relations = relations_of(board)
    n_digits = board.geometry.n_digits
    if relations is None or n_digits < 4 or (make in (_thirds, _remainders) and n_digits % 3):
        return
    partition = make(board.geometry.grid.numbers)
    units = _find_units(board, relations, partition)
    if not any(len(unit.cells) >= _MIN_CELLS for unit in units):
        return
    search = _Search(board, relations, partition, units)
    known: set[tuple[Candidate, ...]] = set()
    for finding in chain(search.by_rings(), search.by_houses(), search.by_all_colors()):
        if finding.eliminations not in known:
            known.add(finding.eliminations)
            yield finding


class _Search:
    def __init__(self, board: Board, relations: Relations, partition: Partition, units: Sequence[Unit]) -> None:
        self.board, self.relations, self.partition, self.units = board, relations, partition, units
        self.geometry = board.geometry

    def by_rings(self) -> Iterator[Finding]:
        """A kind of the first cell would give a cell two kinds."""
        for unit in self.units:
            for kind, clash in unit.broken:
                cell = unit.cells[0]
                said = tr(
                    "If {cell} is {kind}, then {other} has two kinds at once ({rules})",
                    cell=self._name(cell),
                    kind=self.partition.words[kind],
                    other=self._name(clash),
                    rules=self._name_rules(unit.rules_to_all(set_of(unit.cells))),
                )
                gone = self._of_kind(cell, kind)
                if gone:
                    yield self._finding(gone, unit, unit.rules_to_all(set_of(unit.cells)), (), [said])

    def by_houses(self) -> Iterator[Finding]:
        """A house would have too many or too few digits of a kind."""
        for house, cells in enumerate(self.geometry.houses):
            if not cells & self.board.open or len(self.geometry.cells[house]) < 3:
                continue
            inside = [unit for unit in self.units if set_of(unit.cells) & cells]
            if not any(_size(unit, cells) >= _MIN_CELLS for unit in inside):
                continue
            for kind, digits in enumerate(self.partition.masks):
                if is_single(digits):
                    continue
                yield from self._in_house(house, kind, digits, inside)

    def _in_house(self, house: HouseNumber, kind: _Kind, digits: DigitSet, inside: Sequence[Unit]) -> Iterator[Finding]:
        cells, n_digits = self.geometry.houses[house], self.geometry.n_digits
        n_cells, size = cells.bit_count(), digits.bit_count()
        held = sum(bool(bit_of(self.board.values[cell]) & digits) for cell in bits(cells & ~self.board.open))
        least, most = max(0, n_cells - (n_digits - size)), min(size, n_cells)
        counts = [[_count(option, cells, kind) for option in unit.options] for unit in inside]
        for at, unit in enumerate(inside):
            if len(unit.options) < 2 or len(set(counts[at])) < 2:
                continue
            reach = 1 << held
            for other_counts in counts[:at] + counts[at + 1 :]:
                reach = _add(reach, other_counts)
            for option, count in zip(unit.options, counts[at], strict=True):
                possible = [total + count for total in bits(reach)]
                if any(least <= total <= most for total in possible) or not possible:
                    continue
                gone = tuple(candidate for cell in unit.cells for candidate in self._of_kind(cell, option[cell]))
                yield self._finding(gone, unit, *self._explain_house(house, kind, inside, counts, at, option, possible))

    def _explain_house(
        self,
        house: HouseNumber,
        kind: _Kind,
        inside: Sequence[Unit],
        counts: Sequence[list[int]],
        at: int,
        option: _Option,
        possible: Sequence[int],
    ) -> tuple[list[Rule], tuple[HouseNumber, ...], list[str]]:
        cells, words, unit = self.geometry.houses[house], self.partition.words, inside[at]
        size, n_cells = self.partition.masks[kind].bit_count(), cells.bit_count()
        house_name = describe_houses(self.geometry, (house,))
        least = max(0, n_cells - (self.geometry.n_digits - size))
        if self.geometry.is_full[house]:
            limit = tr("In {house}, {n} digits are {kind}", house=house_name, n=size, kind=words[kind])
        elif min(possible) > min(size, n_cells):
            limit = tr("In {house}, at most {n} digits are {kind}", house=house_name, n=size, kind=words[kind])
        else:
            limit = tr("In {house}, at least {n} digits are {kind}", house=house_name, n=least, kind=words[kind])
        said, rules = [limit], []
        for number, (other, other_counts) in enumerate(zip(inside, counts, strict=True)):
            if number == at or _size(other, cells) < _MIN_CELLS:
                continue
            there = set_of(other.cells) & cells
            along = other.rules_to_all(there)
            rules += along
            numbers = sorted(set(other_counts))
            said.append(
                tr_counted(
                    "Of {cells}, {numbers} is {kind} ({rules})",
                    "Of {cells}, {numbers} are {kind} ({rules})",
                    numbers[-1],
                    cells=join_words(name_cells(self.geometry, there)),
                    numbers=join_words(map(str, numbers), "or"),
                    kind=words[kind],
                    rules=self._name_rules(along),
                )
            )
        certain = set_of(
            cell
            for cell in bits(cells)
            if not (self.board.masks[cell] or bit_of(self.board.values[cell])) & ~self.partition.masks[kind]
        ) & ~set_of(unit.cells)
        if certain:
            names = name_cells(self.geometry, certain)
            said.append(
                tr_counted(
                    "{cells} is {kind} already",
                    "{cells} are {kind} already",
                    len(names),
                    cells=join_words(names),
                    kind=words[kind],
                )
            )
        along = unit.rules_to_all(cells)
        rules += along
        start = unit.cells[0]
        supposed = tr("{cell} is {kind}", cell=self._name(start), kind=words[option[start]])
        claims = []
        for number, word in enumerate(words):
            here = set_of(cell for cell in unit.cells[1:] if option[cell] == number) & cells
            if here:
                names = name_cells(self.geometry, here)
                claims.append(
                    tr_counted(
                        "{cells} is {kind}", "{cells} are {kind}", len(names), cells=join_words(names), kind=word
                    )
                )
        if claims:
            then = tr("If {claim}, then {claims}", claim=supposed, claims=join_words(claims))
            said.append(tr("{claim} ({reason})", claim=then, reason=self._name_rules(along)))
        else:
            said.append(tr("Suppose that {claim}", claim=supposed))
        low, high = min(possible), max(possible)
        if low > min(size, n_cells):
            said.append(
                tr("That makes at least {n} {kind} digits in {house}", n=low, kind=words[kind], house=house_name)
            )
        elif high < least:
            said.append(
                tr("That makes at most {n} {kind} digits in {house}", n=high, kind=words[kind], house=house_name)
            )
        else:
            totals = join_words(map(str, possible), "or")
            said.append(tr("That makes {n} {kind} digits in {house}", n=totals, kind=words[kind], house=house_name))
        return list(dict.fromkeys(rules)), (house,), said

    def by_all_colors(self) -> Iterator[Finding]:
        """Whatever the kind of the first cell, some cell excludes the same candidate."""
        left = candidates_of(self.board)
        for unit in self.units:
            if len(unit.cells) < _MIN_CELLS or len(unit.options) < 2:
                continue
            common = left
            for option in unit.options:
                excluded = 0
                for cell, kind in option.items():
                    excluded |= self.relations.excluded_by_all(self._of_kind(cell, kind))
                common &= excluded
            for gone in self.relations.candidates(common):
                if gone[0] not in unit.cells:
                    yield self._explain_colors(unit, gone)

    def _explain_colors(self, unit: Unit, gone: Candidate) -> Finding:
        words, start = self.partition.words, unit.cells[0]
        rules: list[Rule] = []
        cases: dict[tuple[str, str], list[str]] = {}  # kinds of the first cell with the same consequence and reason
        for option in unit.options:
            cell = next(
                cell
                for cell in unit.cells
                if self._of_kind(cell, option[cell])
                and self.relations.excluded_by_all(self._of_kind(cell, option[cell])) >> self.relations.index(gone) & 1
            )
            along = unit.rules_to(cell)
            last = [rule for one in self._of_kind(cell, option[cell]) for rule in self.relations.why(one, gone)]
            used = list(dict.fromkeys([*along, *last]))
            rules += used
            effect = tr(
                "{cell} can't be {digit}", cell=self._name(gone[0]), digit=self.geometry.grid.digit_name(gone[1])
            )
            then = tr("{cell} is {kind}", cell=self._name(cell), kind=words[option[cell]])
            effects = effect if cell == start else tr("{reason}, so {effects}", reason=then, effects=effect)
            cases.setdefault((effects, self._name_rules(used)), []).append(words[option[start]])
        said = []
        for (effects, reason), kinds in cases.items():
            claim = tr("{cell} is {kind}", cell=self._name(start), kind=join_words(kinds, "or"))
            text = tr("If {claim}, then {claims}", claim=claim, claims=effects)
            said.append(tr("{claim} ({reason})", claim=text, reason=reason) if reason else text)
        said.append(tr("So in any case"))
        return self._finding((gone,), unit, list(dict.fromkeys(rules)), (), said)

    def _finding(
        self,
        gone: Sequence[Candidate],
        unit: Unit,
        rules: Sequence[Rule],
        houses: tuple[HouseNumber, ...],
        sentences: Sequence[str],
    ) -> Finding:
        return Finding(
            tuple(sorted(gone)), unit, tuple(rules), houses, (*_introduce(self.partition, self.geometry), *sentences)
        )

    def _of_kind(self, cell: Cell, kind: _Kind) -> tuple[Candidate, ...]:
        digits: tuple[Digit, ...] = digits_of(self.board.masks[cell] & self.partition.masks[kind])
        return tuple((cell, digit) for digit in digits)

    def _name(self, cell: Cell) -> str:
        return self.geometry.grid.cell_name(cell)

    def _name_rules(self, rules: Sequence[Rule]) -> str:
        if len(rules) > _MAX_NAMED:
            return tr_counted("by {n} rule", "by {n} rules", len(rules), n=len(rules))
        return tr("; ").join(describe_rule_briefly(rule, self.geometry) for rule in rules)


def _size(unit: Unit, cells: CellSet) -> int:
    return sum(cells >> cell & 1 for cell in unit.cells)


def _count(option: _Option, cells: CellSet, kind: _Kind) -> int:
    return sum(cells >> cell & 1 for cell, held in option.items() if held == kind)


def _add(reach: int, counts: Sequence[int]) -> int:
    """Add one of some counts to each total; a set of totals is an integer."""
    totals = 0
    for count in set(counts):
        totals |= reach << count
    return totals


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry, *, make: Callable[[range], Partition]) -> Iterator[str]:  # noqa: ARG001
    board = step.reason.board
    assert board is not None
    yield from next(finding for finding in find_all(board, make) if finding.eliminations == step.eliminations).sentences


def _steps(technique: Technique, board: Board, make: Callable[[range], Partition]) -> Iterator[Step]:
    kept: Board | None = None
    for finding in find_all(board, make):
        kept = kept or board.copy()
        parts = {
            color: tuple(
                (cell, digit)
                for cell, kind in option.items()
                for digit in digits_of(board.masks[cell] & make(board.geometry.grid.numbers).masks[kind])
            )
            for color, option in zip(COLORS, finding.unit.options, strict=False)
        }
        cells = set_of(finding.unit.cells)
        reason = Reason(0, cells, finding.houses, parts=parts, rules=finding.rules, board=kept)
        yield Step(technique, (), finding.eliminations, reason)


@technique("Parity Coloring", Level.HARD, source=_SOURCE, describe=partial(_describe, make=_parity))
def parity_coloring(board: Board) -> Iterator[Step]:
    """Relations join cells that are odd and even in turn, or alike, so that one of two colors is odd.

    A house has a fixed number of odd digits, which decides between them, and what both colors exclude is false.
    """
    return _steps(parity_coloring, board, _parity)


@technique("High-Low Coloring", Level.HARD, source=_SOURCE, describe=partial(_describe, make=_halves))
def high_low_coloring(board: Board) -> Iterator[Step]:
    """Relations join cells that are low and high in turn, or alike, so that one of two colors is low.

    A house has a fixed number of low digits, which decides between them, and what both colors exclude is false.
    """
    return _steps(high_low_coloring, board, _halves)


@technique("Entropy Coloring", Level.HARD, source=_SOURCE, describe=partial(_describe, make=_thirds))
def entropy_coloring(board: Board) -> Iterator[Step]:
    """Relations decide which cells are low, middle and high, once one of them is known.

    A house has a fixed number of each, which decides between the colors, and what all colors exclude is false.
    """
    return _steps(entropy_coloring, board, _thirds)


@technique("Modular Coloring", Level.HARD, source=_SOURCE, describe=partial(_describe, make=_remainders))
def modular_coloring(board: Board) -> Iterator[Step]:
    """Relations decide which remainders cells leave when divided by 3, once one of them is known.

    A house has a fixed number of each, which decides between the colors, and what all colors exclude is false.
    """
    return _steps(modular_coloring, board, _remainders)
