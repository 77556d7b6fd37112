"""Set equivalence: what is left of some houses holds the same digits as what is left of others.

Add the digits of some full houses, and take away those of others. Cells that both have cancel out. What is left of the
houses added holds the same digits, equally often, as what is left of the houses taken away; or each digit once or twice
more, if more houses are added. The Law of Leftovers is the case that players of jigsaws know: rows or columns against
as many regions.

Three arguments follow. One counts a digit on both sides: how often a side holds it at least and at most. One compares
the sets of digits that small sides can hold. In the words of the proofs, the side left of the houses added is A, and
that left of the houses taken away is B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Cage, Candidate, CellSet, Digit, DigitSet, Geometry, HouseKind
from farandole.logic.inference.equivalences import find_equivalences
from farandole.logic.step import Equivalence, Level, Reason, Side, Step, Technique, technique
from farandole.logic.wording.words import (
    MAX_CELLS,
    describe_cells,
    describe_houses,
    group_by_digit,
    join_words,
    name_cells,
)

_MAX_SET_CELLS = 4  # of a side whose sets of digits are listed
_MAX_FILLINGS = 600  # of such a side
_MAX_NAMED_SETS = 6  # in a proof
_MAX_EASY_CELLS = 8  # of leftovers that are tried early

_SOURCE = "Phistomefel, Logic Masters Deutschland, 2020; Simon Anthony, Cracking the Cryptic, 2021"
_LINES = frozenset((HouseKind.ROW, HouseKind.COLUMN))

_Accepts: TypeAlias = Callable[[Geometry, Equivalence], bool]
_Filling: TypeAlias = tuple[Digit, ...]

NAME_ADDED, NAME_TAKEN = "A", "B"  # of the sides, in proofs and drawings


# ── Count a digit ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a digit on a board.

    Parameters
    ----------
    geometry : Geometry
    free : CellSet
        The open cells that have it as a candidate.
    held : CellSet
        The cells that hold it.
    needed : tuple of CellSet
        Cells of which at least one holds it: its places in a house or cage that must hold it.
    cages : tuple of CellSet
        The cages that must hold it.
    """

    geometry: Geometry
    free: CellSet
    held: CellSet
    needed: tuple[CellSet, ...]
    cages: tuple[CellSet, ...]

    @classmethod
    def of(cls, board: Board, digit: Digit) -> Places:
        held = set_of(cell for cell, value in enumerate(board.values) if value == digit)
        cages = tuple(cage.cells for cage in board.cages if _needed_digits(board, cage) & bit_of(digit))
        return _places(board.geometry, board.places[digit], held, cages)

    def least(self, side: Side, supposed: CellSet = 0) -> int:
        """Return how often a side holds the digit at least, if a cell is supposed to hold it."""
        known = self.held | supposed
        return _weight(side, known) + sum(
            1 + (not cells & ~side.twice) for cells in self.needed_in(side) if not cells & known
        )

    def needed_in(self, side: Side) -> list[CellSet]:
        """Choose disjoint sets of cells of a side of which at least one each holds the digit."""
        chosen, taken = [], 0
        for cells in self.needed:
            if not cells & ~side.cells and not cells & taken:
                chosen.append(cells)
                taken |= cells
        return chosen

    def can_reach(self, side: Side, n: int, supposed: CellSet = 0, without: CellSet = 0) -> bool:
        """Return whether a side can hold the digit so often, if a cell holds it, and others don't."""
        free = self.free & side.cells & ~without
        if supposed:
            cell = supposed.bit_length() - 1
            free &= ~(supposed | self.geometry.peers[cell])
        n -= _weight(side, self.held | supposed)
        return n <= 0 or (free != 0 if n == 1 else _can_reach(self.geometry, free, free & side.twice, n))

    def most(self, side: Side, supposed: CellSet = 0) -> int:
        """Return how often a side can hold the digit at most."""
        n = 0
        while self.can_reach(side, n + 1, supposed):
            n += 1
        return n


@lru_cache(maxsize=1 << 10)
def _places(geometry: Geometry, free: CellSet, held: CellSet, cages: tuple[CellSet, ...]) -> Places:
    full = [cells for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full]
    needed = {cells & free for cells in (*full, *cages) if not cells & held}
    return Places(
        geometry, free, held, tuple(sorted(needed - {0}, key=lambda cells: (cells.bit_count(), cells))), cages
    )


def _needed_digits(board: Board, cage: Cage) -> DigitSet:
    """Return the digits in every set of digits that a cage can hold."""
    masks = tuple(bit_of(board.values[cell]) or board.masks[cell] for cell in bits(cage.cells))
    return _in_all_sets(masks, cage.total)


@lru_cache(maxsize=1 << 12)
def _in_all_sets(masks: tuple[DigitSet, ...], total: int) -> DigitSet:
    candidates = union(masks)
    needed = candidates
    for digits in combinations(digits_of(candidates), len(masks)):
        if sum(digits) == total:
            chosen = union(map(bit_of, digits))
            if all(mask & chosen for mask in masks):
                needed &= chosen
    return needed


def _weight(side: Side, cells: CellSet) -> int:
    return (side.cells & cells).bit_count() + (side.twice & cells).bit_count()


@lru_cache(maxsize=1 << 14)
def _can_reach(geometry: Geometry, free: CellSet, twice: CellSet, n: int) -> bool:
    """Return whether cells that don't see each other can count so often."""
    if n <= 0:
        return True
    if free.bit_count() + twice.bit_count() < n:
        return False
    low = free & -free
    rest, seen = free ^ low, geometry.peers[low.bit_length() - 1]
    count = 2 if twice & low else 1
    return _can_reach(geometry, rest & ~seen, twice & rest & ~seen, n - count) or _can_reach(
        geometry, rest, twice & rest, n
    )


class _Count(NamedTuple):
    """What follows from counting a digit in an equivalence, given with its number in the order of the search."""

    number: int
    equivalence: Equivalence
    placements: tuple[Cell, ...]
    eliminations: tuple[Cell, ...]


@lru_cache(maxsize=1 << 10)
def _counts(places: Places) -> list[_Count]:
    """Count a digit in every equivalence."""
    counts = []
    pairs = set(_pairs(places.geometry))
    for number, equivalence in enumerate(find_equivalences(places.geometry)):
        if equivalence in pairs:
            continue  # their digits are compared all at once
        count = _Count(number, equivalence, *count_digit(places, equivalence))
        if count.placements or count.eliminations:
            counts.append(count)
    return counts


def count_digit(places: Places, equivalence: Equivalence) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells that hold a digit, and those that don't."""
    added, taken = equivalence
    surplus = equivalence.surplus
    least_added, least_taken = places.least(added), places.least(taken)
    # How often each side has to hold the digit, because the other one does.
    due_added, due_taken = least_taken + surplus, least_added - surplus
    if not places.can_reach(added, due_added) or not places.can_reach(taken, due_taken):
        return (), ()  # the board has no solution
    placements = [
        cell
        for side, due in ((added, due_added), (taken, due_taken))
        if due > _weight(side, places.held)
        for cell in bits(places.free & side.cells)
        if not places.can_reach(side, due, without=1 << cell)
    ]
    if placements:
        return tuple(dict.fromkeys(placements)), ()
    is_due = due_added > _weight(added, places.held) or due_taken > _weight(taken, places.held)
    tried = places.free if is_due else places.free & (added.cells | taken.cells)
    lacking = _lacking_if(places, added, taken, due_added, tried) | _lacking_if(places, taken, added, due_taken, tried)
    return (), tuple(bits(lacking))


def _lacking_if(places: Places, side: Side, other: Side, due: int, tried: CellSet) -> CellSet:
    """Return the cells that would leave a side without a place that is due, as `find_lacking` says of a single cell.

    Parameters
    ----------
    places : Places
    side : Side
        It can hold the digit as often as it has to.
    other : Side
        Where a cell holds the digit, the side may have to hold it more often.
    due : int
        How often the side has to hold the digit.
    tried : CellSet
        Free cells.
    """
    due -= _weight(side, places.held)
    if due < -1:
        return 0  # a cell counts twice at most
    more = {-2: side.twice, -1: side.cells & ~side.twice, 1: other.cells & ~other.twice, 2: other.twice}
    for cells in places.needed_in(other):  # one of these cells has been counted
        more[1] = more[1] & ~cells | (cells & other.twice if cells & ~other.twice else 0)
        more[2] &= ~cells
    more[0] = tried & ~union(more.values())
    free = places.free & side.cells
    lacking = 0
    for change, cells in more.items():
        n = due + change
        if n == 1 and change >= 0:  # the cells are outside of the side
            lacking |= cells & tried & places.geometry.seen_by_all(bits(free))
        elif n >= 1:
            lacking |= set_of(cell for cell in bits(cells & tried) if not _can_reach_with(places, side, n, cell))
    return lacking


def _can_reach_with(places: Places, side: Side, n: int, cell: Cell) -> bool:
    """Return whether a side can hold the digit n times beside a cell that holds it."""
    free = places.free & side.cells & ~(places.geometry.peers[cell] | 1 << cell)
    return _can_reach(places.geometry, free, free & side.twice, n)


def find_lacking(places: Places, equivalence: Equivalence, cell: Cell) -> Side | None:
    """Return the side that could not hold a digit often enough if a cell held it; None if there is none."""
    added, taken = equivalence
    supposed = 1 << cell
    if not places.can_reach(added, places.least(taken, supposed) + equivalence.surplus, supposed):
        return added
    if not places.can_reach(taken, places.least(added, supposed) - equivalence.surplus, supposed):
        return taken
    return None


def _count_steps(board: Board, accepts: _Accepts, find: Technique | None) -> Iterator[Step]:
    """Yield what follows from counting digits, in the order of the equivalences."""
    geometry = board.geometry
    counts = [
        (count.number, digit, count)
        for digit in range(1, geometry.n_digits + 1)
        if board.places[digit]
        for count in _counts(Places.of(board, digit))
        if accepts(geometry, count.equivalence)
    ]
    for _, digit, count in sorted(counts):
        yield Step(
            find or _technique_of(geometry, count.equivalence),
            tuple((cell, digit) for cell in count.placements),
            tuple((cell, digit) for cell in count.eliminations),
            _reason(board, count.equivalence, bit_of(digit)),
        )


def _reason(board: Board, equivalence: Equivalence, digits: DigitSet = 0) -> Reason:
    added, taken = equivalence
    houses = (*dict.fromkeys((*added.houses, *taken.houses)),)
    return Reason(digits, added.cells | taken.cells, houses, equivalence=equivalence, board=board.copy())


# ── Compare sets of digits ──────────────────────────────────────────────────────────────────────────────────────────


def _set_steps(
    board: Board, equivalences: Sequence[Equivalence], accepts: _Accepts, find: Technique | None
) -> Iterator[Step]:
    """Yield what follows from the sets of digits that both sides can hold."""
    geometry = board.geometry
    for equivalence in equivalences:
        if not accepts(geometry, equivalence) or not (equivalence.added.cells | equivalence.taken.cells) & board.open:
            continue
        fillings = [_fillings(board, side.cells) for side in equivalence]
        if not all(fillings):
            continue
        common = _sets(fillings[0]) & _sets(fillings[1])
        eliminations: list[Candidate] = []
        for side, ways in zip(equivalence, fillings, strict=True):
            fitting = [way for way in ways if tuple(sorted(way)) in common]
            for n, cell in enumerate(bits(side.cells)):
                left = {way[n] for way in fitting}
                eliminations += [(cell, digit) for digit in digits_of(board.masks[cell]) if digit not in left]
        if common and eliminations:
            by = find or _technique_of(geometry, equivalence)
            yield Step(by, (), tuple(sorted(set(eliminations))), _reason(board, equivalence))


@lru_cache(maxsize=64)
def _pairs(geometry: Geometry) -> list[Equivalence]:
    """List the equivalences of two cells."""
    return [each for each in _small_equivalences(geometry) if (each.added.cells | each.taken.cells).bit_count() == 2]


@lru_cache(maxsize=64)
def _small_equivalences(geometry: Geometry) -> list[Equivalence]:
    """List the equivalences whose sides are compared as sets of digits."""
    return [
        equivalence
        for equivalence in find_equivalences(geometry)
        if not equivalence.surplus
        and not any(side.twice or side.cells.bit_count() > _MAX_SET_CELLS for side in equivalence)
    ]


def _fillings(board: Board, cells: CellSet) -> tuple[_Filling, ...]:
    """List how cells can be filled so that those that see each other differ; none if there are too many ways."""
    chosen = tuple(bits(cells))
    masks = tuple(bit_of(board.values[cell]) or board.masks[cell] for cell in chosen)
    if not all(masks) or prod(mask.bit_count() for mask in masks) > _MAX_FILLINGS:
        return ()
    return _fill(board.geometry, chosen, masks)


@lru_cache(maxsize=1 << 12)
def _fill(geometry: Geometry, cells: tuple[Cell, ...], masks: tuple[DigitSet, ...]) -> tuple[_Filling, ...]:
    ways: list[_Filling] = [()]
    for n, (cell, mask) in enumerate(zip(cells, masks, strict=True)):
        rivals = [m for m in range(n) if geometry.peers[cell] >> cells[m] & 1]
        ways = [(*way, digit) for way in ways for digit in digits_of(mask) if all(way[m] != digit for m in rivals)]
    return tuple(ways)


def _sets(fillings: Sequence[_Filling]) -> set[_Filling]:
    return {tuple(sorted(filling)) for filling in fillings}


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def describe_equivalence(equivalence: Equivalence, geometry: Geometry) -> Iterator[str]:
    """Say which houses are added and taken away, and what is left."""
    added, taken = equivalence
    n_added, n_taken = len(added.houses), len(taken.houses)
    houses = {"added": _name_houses(added, geometry), "taken": _name_houses(taken, geometry)}
    if n_added == n_taken:
        yield tr("Compare {added} with {taken}: both hold each digit {times}", **houses, times=_times(n_added))
    else:
        yield tr(
            "Compare {added} with {taken}: the first hold each digit {times}, the others {fewer}",
            **houses,
            times=_times(n_added),
            fewer=_times(n_taken),
        )
    yield _describe_remainder(equivalence, geometry)


def _describe_remainder(equivalence: Equivalence, geometry: Geometry) -> str:
    added, taken = equivalence
    words = {"cells": _name_side(added, geometry), "others": _name_side(taken, geometry)}
    if not taken.cells:
        return tr(
            "Without the cells that they share, {cells} (A) are left and hold each digit {times}",
            cells=words["cells"],
            times=_times(equivalence.surplus),
        )
    if equivalence.surplus:
        return tr(
            "Without the cells that they share, {cells} (A) hold what {others} (B) hold, and each digit {times} more",
            **words,
            times=_times(equivalence.surplus),
        )
    return tr_counted(
        "Without the cells that they share, {cells} (A) and {others} (B) are left and hold the same digit",
        "Without the cells that they share, {cells} (A) hold the same digits as {others} (B)",
        max(_weight(side, side.cells) for side in equivalence),
        **words,
    )


def _name_houses(side: Side, geometry: Geometry) -> str:
    houses = describe_houses(geometry, dict.fromkeys(side.houses))
    if repeated := [house for house, n in Counter(side.houses).items() if n > 1]:
        return tr("{houses}, with {others} twice,", houses=houses, others=describe_houses(geometry, repeated))
    return houses


def _name_side(side: Side, geometry: Geometry) -> str:
    once = side.cells & ~side.twice
    names = name_cells(geometry, once) if once.bit_count() <= MAX_CELLS else [describe_cells(geometry, once)]
    return join_words([*names, *(tr("twice {cell}", cell=name) for name in name_cells(geometry, side.twice))])


def _times(n: int) -> str:
    match n:
        case 1:
            return tr("once")
        case 2:
            return tr("twice")
    return tr("{number} times", number=n)


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    equivalence, board = reason.equivalence, reason.board
    assert equivalence is not None
    assert board is not None
    yield from describe_equivalence(equivalence, geometry)
    if not reason.digits:
        yield from _describe_sets(step, equivalence, board)
        return
    [digit] = digits_of(reason.digits)
    places = Places.of(board, digit)
    if step.placements:
        yield from _describe_placements(step, equivalence, places, digit)
    else:
        yield from _describe_eliminations(step, equivalence, places, digit)


def _describe_least(places: Places, side: Side, name: str, digit: Digit) -> Iterator[str]:
    """Say where a side holds a digit for certain, if it does."""
    if n := places.least(side):
        geometry = places.geometry
        where = [geometry.grid.cell_name(cell) for cell in bits(places.held & side.cells)]
        where += [_name_needed(places, cells) for cells in places.needed_in(side)]
        yield tr(
            "{side} holds {digit} at least {times}, in {places}",
            side=name,
            digit=digit,
            times=_times(n),
            places=join_words(where),
        )


def _name_needed(places: Places, cells: CellSet) -> str:
    """Name cells of which one holds a digit, and the house or cage that needs it."""
    geometry = places.geometry
    names = join_words(name_cells(geometry, cells), "or")
    for house, members in enumerate(geometry.houses):
        if members & places.free == cells and (geometry.is_full[house] or members in places.cages):
            return tr("{cells} ({house})", cells=names, house=house_name(geometry.grid, house))
    return names


def _describe_placements(step: Step, equivalence: Equivalence, places: Places, digit: Digit) -> Iterator[str]:
    cells = set_of(cell for cell, _ in step.placements)
    is_added = not cells & ~equivalence.added.cells
    other = equivalence.taken if is_added else equivalence.added
    names = (NAME_ADDED, NAME_TAKEN) if is_added else (NAME_TAKEN, NAME_ADDED)
    yield from _describe_least(places, other, names[1], digit)
    surplus = equivalence.surplus if is_added else -equivalence.surplus
    due = places.least(other) + surplus
    yield tr(
        "So {side} holds it at least {times}, and can't without {cells}",
        side=names[0],
        times=_times(due),
        cells=join_words(name_cells(places.geometry, cells)),
    )


def _describe_eliminations(step: Step, equivalence: Equivalence, places: Places, digit: Digit) -> Iterator[str]:
    added, taken = equivalence
    geometry = places.geometry
    gone = set_of(cell for cell, _ in step.eliminations)
    for side, other, name, other_name, surplus in (
        (added, taken, NAME_ADDED, NAME_TAKEN, equivalence.surplus),
        (taken, added, NAME_TAKEN, NAME_ADDED, -equivalence.surplus),
    ):
        if not surplus and not gone & ~side.cells and not other.cells & (places.free | places.held):
            yield tr("{side} has no place for {digit}", side=other_name, digit=digit)
            yield tr("So {side} can't hold it", side=name)
            return
        free = places.free & side.cells
        is_seen = all(not free & ~geometry.peers[cell] for cell in bits(gone))
        if is_seen and not gone & other.cells and places.least(other) + surplus == 1 + _weight(side, places.held):
            yield from _describe_least(places, other, other_name, digit)
            if held := side.cells & places.held:
                names = join_words(name_cells(geometry, held))
                yield tr("{side} has it only in {cells} so far", side=name, cells=names)
            yield tr(
                "So {digit} is in {cells}, and in no cell that sees all of these",
                digit=digit,
                cells=join_words(name_cells(geometry, free), "or"),
            )
            return
    supposed: dict[tuple[bool, int, int], CellSet] = {}
    for cell in bits(gone):
        lacks_added = find_lacking(places, equivalence, cell) is added
        side, other = equivalence if lacks_added else reversed(equivalence)
        numbers = places.least(other, 1 << cell), places.most(side, 1 << cell)
        supposed[lacks_added, *numbers] = supposed.get((lacks_added, *numbers), 0) | 1 << cell
    for lacks_added in sorted({lacks_added for lacks_added, *_ in supposed}):
        other, name = (taken, NAME_TAKEN) if lacks_added else (added, NAME_ADDED)
        yield from _describe_least(places, other, name, digit)
    for (lacks_added, least, most), cells in supposed.items():
        yield _describe_lack(
            tr("With {digit} in {cells}", digit=digit, cells=join_words(name_cells(geometry, cells), "or")),
            equivalence,
            (NAME_ADDED, NAME_TAKEN) if lacks_added else (NAME_TAKEN, NAME_ADDED),
            least,
            most,
        )
    yield tr("So that can't be")


def _describe_lack(start: str, equivalence: Equivalence, names: tuple[str, str], least: int, most: int) -> str:
    """Say that a side would lack a digit, because the other holds it too often."""
    if not equivalence.taken.cells:
        return tr("{start}, A would hold it at least {times}", start=start, times=_times(least))
    words = {"start": start, "side": names[0], "other": names[1], "least": _times(least), "most": _times(most)}
    match bool(least), bool(most):
        case True, True:
            return tr("{start}, {other} would hold it at least {least}, and {side} at most {most}", **words)
        case True, False:
            return tr("{start}, {other} would hold it at least {least}, and {side} would have no place for it", **words)
        case False, True:
            return tr("{start}, {side} would hold it at most {most}", start=start, side=names[0], most=words["most"])
    return tr("{start}, {side} would have no place for it", start=start, side=names[0])


def _describe_sets(step: Step, equivalence: Equivalence, board: Board) -> Iterator[str]:
    fillings = [_sets(_fillings(board, side.cells)) for side in equivalence]
    common = fillings[0] & fillings[1]
    if len(common) <= _MAX_NAMED_SETS or equivalence.added.cells.bit_count() == 1:
        yield tr("With their candidates, A and B can both hold only {sets}", sets=_name_sets(common))
        yield tr("So nothing else is there")
        return
    for digit, cells in group_by_digit(step.eliminations).items():
        yield tr(
            "No set of digits that A and B can both hold has {digit} in {cells}",
            digit=digit,
            cells=join_words(name_cells(board.geometry, cells), "or"),
        )


def _name_sets(sets: set[_Filling]) -> str:
    return join_words(("-".join(map(str, digits)) for digits in sorted(sets)), "or")


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1 << 14)
def is_leftovers(geometry: Geometry, equivalence: Equivalence) -> bool:
    """Return whether rows alone, or columns alone, are compared with as many other houses."""
    lines, others = equivalence
    if not _are_parallel_lines(geometry, lines):
        lines, others = others, lines
    is_apart = (
        sum(geometry.houses[house].bit_count() for house in others.houses)
        == union(geometry.houses[house] for house in others.houses).bit_count()
    )
    has_lines = any(geometry.kinds[house] in _LINES for house in others.houses)
    return _are_parallel_lines(geometry, lines) and is_apart and not has_lines and not equivalence.surplus


def _are_parallel_lines(geometry: Geometry, side: Side) -> bool:
    kinds = {geometry.kinds[house] for house in side.houses}
    return len(kinds) == 1 and kinds <= _LINES and len(set(side.houses)) == len(side.houses)


@lru_cache(maxsize=256)
def _is_irregular(geometry: Geometry) -> bool:
    """Return whether there are full houses beyond rows, columns and rectangular boxes."""
    positions = geometry.grid.positions
    for house, cells in enumerate(geometry.cells):
        if geometry.is_full[house] and geometry.kinds[house] not in _LINES:
            rows, columns = zip(*(positions[cell] for cell in cells), strict=True)
            n_around = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
            if geometry.kinds[house] is HouseKind.OTHER or n_around > len(cells):
                return True
    return False


@technique(
    "Law of Leftovers",
    Level.MEDIUM,
    aliases=("Leftovers", "LoL"),
    source="Bob Hanson, Sudoku Assistant; Sudopedia, Law of Leftovers",
    describe=_describe,
)
def law_of_leftovers(board: Board) -> Iterator[Step]:
    """Some rows, or some columns, hold the same digits as the same number of regions.

    So the cells that stick out on one side hold the same digits as those that stick out on the other side.
    """
    # With boxes alone, locked candidates say the same.
    return _steps(board, is_leftovers) if _is_irregular(board.geometry) else iter(())


@technique("Set Equivalence", Level.HARD, source=_SOURCE, describe=_describe)
def set_equivalence(board: Board) -> Iterator[Step]:
    """Add some houses and take away others; cells that are in both cancel out.

    So what is left of the houses added holds the same digits as what is left of the houses taken away.
    """
    # With rows, columns and boxes alone, fish say the same.
    if not board.rules and not _is_irregular(board.geometry):
        return iter(())
    return _steps(board, lambda geometry, equivalence: not is_leftovers(geometry, equivalence))


@technique(
    "Set Equivalence Theory",
    Level.UNFAIR,
    aliases=("SET", "Phistomefel Ring", "Phistomefel"),
    source=_SOURCE,
    describe=_describe,
)
def set_equivalence_theory(board: Board) -> Iterator[Step]:
    """On any grid, add some houses and take away others; cells that are in both cancel out.

    So what is left of the houses added holds the same digits as what is left of the houses taken away.
    """
    return _steps(board, lambda *_: True, set_equivalence_theory)


def _steps(board: Board, accepts: _Accepts, find: Technique | None = None) -> Iterator[Step]:
    """Yield the steps of equivalences: first of two cells, then by counting, then by sets of digits.

    They belong to the technique `find`, or else to the Law of Leftovers or Set Equivalence.
    """
    yield from _set_steps(board, _pairs(board.geometry), accepts, find)
    yield from _count_steps(board, accepts, find)
    yield from _set_steps(board, _small_equivalences(board.geometry), accepts, find)


def _technique_of(geometry: Geometry, equivalence: Equivalence) -> Technique:
    return law_of_leftovers if is_leftovers(geometry, equivalence) else set_equivalence


def _is_easy(geometry: Geometry, equivalence: Equivalence) -> bool:
    n_left = (equivalence.added.cells | equivalence.taken.cells).bit_count()
    return n_left <= _MAX_EASY_CELLS and is_leftovers(geometry, equivalence)


def small_leftovers(board: Board) -> Iterator[Step]:
    """Find leftovers of few cells."""
    return _steps(board, _is_easy) if _is_irregular(board.geometry) else iter(())


def larger_equivalences(board: Board) -> Iterator[Step]:
    """Find the other leftovers and equivalences, on the boards where `set_equivalence` finds any."""
    if not board.rules and not _is_irregular(board.geometry):
        return iter(())
    return _steps(board, lambda geometry, equivalence: not _is_easy(geometry, equivalence))


__all__ = [
    "larger_equivalences",
    "law_of_leftovers",
    "set_equivalence",
    "set_equivalence_theory",
    "small_leftovers",
]
