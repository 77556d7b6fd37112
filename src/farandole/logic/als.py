"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it. All techniques here follow from these two sentences.

The sets of a board are numbered, and a set of sets is an integer; so that two sets have a restricted common, or that
one cell sees all places of a digit in both, are bits of a table (`Tables`), which is made once a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from farandole.logic.board import Board, Candidate, Frame, bits, digits_of, for_house, for_places
from farandole.logic.step import Because, Level, LockedSet, Step, Technique, technique

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, AlsSolver"


@technique(
    "Almost Locked Set XZ-Rule", Level.UNFAIR, score=300, code="0901", se=7.5, aliases=("ALS-XZ",), source=_SOURCE
)
def als_xz(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """Two almost locked sets have a restricted common, so one of them is locked and holds each other digit.

    What sees all places of another common digit in both goes; with two restricted commons both sets are locked.
    """
    table = tables(board, overlap=overlap)
    for one, commons in enumerate(table.commons):
        promising = twice = once = 0
        for x, partners in commons.items():
            twice |= once & partners
            once |= partners
            for z, mates in table.mates[one].items():
                if z != x:
                    promising |= partners & mates
        for other in bits((promising | twice) >> one + 1):
            other += one + 1
            digits = table.digits(one, other)
            struck = table.struck(one, other, digits if len(digits) == 1 else ())
            if len(digits) == 2:
                _lock(table, one, other, digits, struck)
                _lock(table, other, one, digits, struck)
            if struck:
                yield told(als_xz, table, (one, other), (digits,), struck)


@technique(
    "Almost Locked Set XY-Wing",
    Level.UNFAIR,
    score=320,
    code="0902",
    se=8.0,
    aliases=("ALS-XY-Wing", "ALS-Wing"),
    source=_SOURCE,
)
def als_xy_wing(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """A third almost locked set has a restricted common with each of two others, so one of these two is locked.

    What sees all places of a common digit in these two goes.
    """
    table = tables(board, overlap=overlap)
    mates, commons = cache(partial(_but_one, table.mates)), cache(partial(_but_one, table.commons))
    for one, onward in enumerate(table.onward):
        for other, mask in onward:
            digits = digits_of(mask)
            x = digits[0] if len(digits) == 1 else 0
            for pivot, wing, ahead in ((one, other, -2 << other), (other, one, -2 << one)):
                hopeful = mates(wing, x) & commons(pivot, x) & ahead & ~(1 << wing)
                if hopeful and not overlap:
                    hopeful &= ~table.overlap[wing]
                for last in bits(hopeful):
                    step = _wing(table, wing, pivot, last, digits)
                    if step is not None:
                        yield step


class Als(NamedTuple):
    """An almost locked set.

    Parameters
    ----------
    cells : int
        As a set.
    digits : int
        As a mask.
    places : dict from int to int
        For each of its digits, the cells of the set that have it.
    seen : dict from int to int
        For each of its digits, the cells that have it and see all these places.
    """

    cells: int
    digits: int
    places: dict[int, int]
    seen: dict[int, int]


def alses(board: Board) -> list[Als]:
    """List the almost locked sets of a board, house by house, each once; a cell with two candidates is one."""
    frame, masks, places = board.frame, board.masks, board.places
    found: dict[int, Als] = {}
    for home, masks_of in enumerate(frame.masks_of):
        for some, mask, own, watched in _sets_in(frame, home, masks_of(masks)):
            if some not in found:
                seen = {digit: cells & places[digit] for digit, cells in watched.items()}
                found[some] = Als(some, mask, own, seen)
    return list(found.values())


@for_house
def _sets_in(frame: Frame, home: int, masks: tuple[int, ...]) -> list[tuple[int, int, dict[int, int], dict[int, int]]]:
    """List cells and digits of the sets of a house; for each digit, its places in the set, and what sees all these."""
    cells = frame.cells[home]
    parts = [(1 << cell, mask) for cell, mask in zip(cells, masks, strict=True) if mask]
    places = [0] * (frame.n_digits + 1)
    for bit, mask in parts:
        for digit in digits_of(mask):
            places[digit] |= bit
    sets = []
    for some, mask in _almost_locked(parts, min(len(cells), frame.n_digits) - 1):
        own = {digit: places[digit] & some for digit in digits_of(mask)}
        sets.append((some, mask, own, {digit: _watched(frame, cells) for digit, cells in own.items()}))
    return sets


@for_places
def _watched(frame: Frame, cells: int) -> int:
    """Find what sees all of some cells."""
    return frame.seen_by_all(bits(cells))


def _almost_locked(cells: list[tuple[int, int]], max_size: int) -> Iterator[tuple[int, int]]:
    """List the subsets that have one digit more than cells, each before those that begin with it."""
    n = len(cells)
    stack = [(0, 0, 0, 0)]  # next cell to try, size, cells, digits
    while stack:
        at, size, some, digits = stack.pop()
        while at < n:
            bit, mask = cells[at]
            at += 1
            together = digits | mask
            excess = together.bit_count() - size - 1
            if excess == 1:
                yield some | bit, together
            if excess - 1 <= n - at and size + 1 < max_size:
                stack.append((at, size, some, digits))
                size, some, digits = size + 1, some | bit, together


class Tables:
    """What a board's almost locked sets have to do with each other; sets of sets are integers.

    Attributes
    ----------
    sets : list of Als
    overlap : list of set of sets
        For each set, those that share a cell with it.
    commons : list of dict from digit to set of sets
        For each set and digit, those with which it has this restricted common.
    mates : list of dict from digit to set of sets
        For each set and digit, those with which it strikes this digit somewhere.
    watching : list of dict from cell to set of sets
        For each digit and cell, the sets of which the cell sees all places of the digit; a cell as a set of one.
    """

    def __init__(self, board: Board, *, overlap: bool) -> None:
        self.sets = sets = board.once(alses)
        containing: dict[int, int] = {}
        members: list[dict[int, int]] = [{} for _ in board.places]  # for each digit, the sets with these places
        seen: list[dict[int, int]] = [{} for _ in board.places]
        for number, als in enumerate(sets):
            bit = 1 << number
            _add(containing, als.cells, bit)
            for digit, places in als.places.items():
                alike = members[digit]
                alike[places] = alike.get(places, 0) | bit
                seen[digit][places] = als.seen[digit]
        self.overlap = [gather(containing, als.cells) for als in sets]
        linked, mates, self.watching = zip(*map(_relations, board.places, members, seen), strict=True)
        self.mates = [{digit: mates[digit][some] for digit, some in als.seen.items()} for als in sets]
        self.commons: list[dict[int, int]] = []
        for als, shared in zip(sets, self.overlap, strict=True):
            apart = -1 if overlap else ~shared
            commons = ((digit, linked[digit][some] & apart) for digit, some in als.seen.items())
            self.commons.append({digit: partners for digit, partners in commons if partners})

    @cached_property
    def onward(self) -> list[list[tuple[int, int]]]:
        """For each set, those with a greater number and their restricted commons with it, as a mask."""
        onward = []
        for one, commons in enumerate(self.commons):
            masks: dict[int, int] = {}
            for digit, partners in commons.items():
                for other in bits(partners >> one + 1):
                    masks[other + one + 1] = masks.get(other + one + 1, 0) | 1 << digit >> 1
            onward.append(sorted(masks.items()))
        return onward

    def digits(self, one: int, other: int) -> tuple[int, ...]:
        """List the restricted commons of two sets, two at most."""
        digits = [digit for digit, some in self.commons[one].items() if some >> other & 1]
        return tuple(digits) if len(digits) < 2 else (digits[0], digits[-1])

    def struck(self, one: int, other: int, spared: Iterable[int]) -> dict[int, int]:
        """Find what sees all places of a digit in two sets, digit by digit, some of these spared."""
        found = {}
        seen = self.sets[other].seen
        for digit, cells in self.sets[one].seen.items():
            if digit in seen and digit not in spared and cells & seen[digit]:
                found[digit] = cells & seen[digit]
        return found


def _add(table: dict[int, int], cells: int, some: int) -> None:
    """Join something to the entry of each cell."""
    while cells:
        cell = cells & -cells
        cells ^= cell
        table[cell] = table.get(cell, 0) | some


def gather(table: dict[int, int], cells: int) -> int:
    """Join the entries of cells."""
    together = 0
    while cells:
        cell = cells & -cells
        cells ^= cell
        together |= table.get(cell, 0)
    return together


def _relations(
    places: int, members: dict[int, int], seen: dict[int, int]
) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Relate the sets that have a digit: by what sees all its places, the commons and the mates; and who watches.

    A set has the digit as a restricted common with another if it sees all places of the other; that is, if the other
    has none that it doesn't see.
    """
    by_seen: dict[int, int] = {}
    holding: dict[int, int] = {}
    watching: dict[int, int] = {}
    everyone = 0
    for some, sets in members.items():
        everyone |= sets
        by_seen[seen[some]] = by_seen.get(seen[some], 0) | sets
        _add(holding, some, sets)
    for watched, sets in by_seen.items():
        _add(watching, watched, sets)
    linked = {watched: everyone & ~gather(holding, places & ~watched) if watched else 0 for watched in by_seen}
    mates = {watched: gather(watching, watched) for watched in by_seen}
    return linked, mates, watching


def _apart(board: Board) -> Tables:
    return Tables(board, overlap=False)


def _overlapping(board: Board) -> Tables:
    return Tables(board, overlap=True)


def tables(board: Board, *, overlap: bool = False) -> Tables:
    """Make the tables of a board, once a state; whether sets with a restricted common may overlap."""
    return board.once(_overlapping if overlap else _apart)


def _lock(table: Tables, one: int, other: int, digits: tuple[int, ...], struck: dict[int, int]) -> None:
    """Strike what a set does that is locked, for it has two restricted commons with another."""
    for digit, cells in table.sets[one].seen.items():
        if digit not in digits and cells & ~table.sets[other].cells:
            struck[digit] = struck.get(digit, 0) | cells & ~table.sets[other].cells


def _but_one(entries: list[dict[int, int]], number: int, x: int) -> int:
    """Join the entries of a set for all digits but one."""
    return union(some for digit, some in entries[number].items() if digit != x)


def _wing(table: Tables, wing: int, pivot: int, last: int, digits: tuple[int, ...]) -> Step | None:
    """Make a step of two wings and a pivot, if they strike something; the digits are those of pivot and first wing."""
    one, other = table.sets[wing].cells, table.sets[last].cells
    if one | other in (one, other):
        return None
    others = table.digits(pivot, last)
    struck = table.struck(wing, last, digits + others)
    return told(als_xy_wing, table, (wing, pivot, last), (digits, others), struck) if struck else None


def union(some: Iterable[int]) -> int:
    """Join sets."""
    together = 0
    for one in some:
        together |= one
    return together


def removes_of(struck: dict[int, int]) -> tuple[Candidate, ...]:
    """List what is struck, digit by digit."""
    return tuple((cell, digit) for digit in sorted(struck) for cell in bits(struck[digit]))


def told(
    technique: Technique,
    table: Tables,
    chain: tuple[int, ...],
    commons: Iterable[tuple[int, ...]],
    struck: dict[int, int],
) -> Step:
    """Tell of a chain of sets: two for the XZ-rule, three for a wing."""
    sets = [table.sets[number] for number in chain]
    first, last = sets[0], sets[-1]
    shared: list[Candidate] = []
    for (one, other), digits in zip(pairwise(sets), commons, strict=True):
        for digit in digits:
            shared += ((cell, digit) for cell in bits(one.places[digit] | other.places[digit]))
    ends = tuple(
        (cell, digit)
        for digit in sorted(struck)
        for cell in bits(first.places.get(digit, 0) | last.places.get(digit, 0))
    )
    because = Because(
        digits=union(1 << digit >> 1 for digit in struck),
        cells=union(als.cells for als in sets),
        roles={"restricted common": tuple(dict.fromkeys(shared)), "end": ends},
        sets=tuple(LockedSet(als.cells, als.digits) for als in sets),
    )
    return Step(technique, (), removes_of(struck), because)
