"""Equivalences in words: which houses are compared, what is left of them, and what follows for a digit or for sets.

The side left of the houses added is A, and that left of the houses taken away is B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from farandole.bitsets import bits, digits_of, set_of
from farandole.grid.house_names import house_name
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, CellSet, Digit, Geometry
from farandole.logic.inference.equivalent_sides import Filling, Places, find_lacking, sets_of, side_fillings, weight
from farandole.logic.step import Equivalence, Side, Step
from farandole.logic.wording.words import (
    MAX_CELLS,
    describe_cells,
    describe_houses,
    group_by_digit,
    join_words,
    name_cells,
)

_MAX_NAMED_SETS = 6  # in a proof

_NAME_ADDED, _NAME_TAKEN = "A", "B"  # of the sides; drawings have the same letters


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
        max(weight(side, side.cells) for side in equivalence),
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


def describe_equivalence_step(step: Step, geometry: Geometry) -> Iterator[str]:
    """Yield the sentences of a step: the equivalence, then what follows from it."""
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
            digit=geometry.grid.digit_name(digit),
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
    names = (_NAME_ADDED, _NAME_TAKEN) if is_added else (_NAME_TAKEN, _NAME_ADDED)
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
        (added, taken, _NAME_ADDED, _NAME_TAKEN, equivalence.surplus),
        (taken, added, _NAME_TAKEN, _NAME_ADDED, -equivalence.surplus),
    ):
        if not surplus and not gone & ~side.cells and not other.cells & (places.free | places.held):
            yield tr("{side} has no place for {digit}", side=other_name, digit=geometry.grid.digit_name(digit))
            yield tr("So {side} can't hold it", side=name)
            return
        free = places.free & side.cells
        is_seen = all(not free & ~geometry.peers[cell] for cell in bits(gone))
        if is_seen and not gone & other.cells and places.least(other) + surplus == 1 + weight(side, places.held):
            yield from _describe_least(places, other, other_name, digit)
            if held := side.cells & places.held:
                names = join_words(name_cells(geometry, held))
                yield tr("{side} has it only in {cells} so far", side=name, cells=names)
            yield tr(
                "So {digit} is in {cells}, and in no cell that sees all of these",
                digit=geometry.grid.digit_name(digit),
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
        other, name = (taken, _NAME_TAKEN) if lacks_added else (added, _NAME_ADDED)
        yield from _describe_least(places, other, name, digit)
    for (lacks_added, least, most), cells in supposed.items():
        yield _describe_lack(
            tr(
                "With {digit} in {cells}",
                digit=geometry.grid.digit_name(digit),
                cells=join_words(name_cells(geometry, cells), "or"),
            ),
            equivalence,
            (_NAME_ADDED, _NAME_TAKEN) if lacks_added else (_NAME_TAKEN, _NAME_ADDED),
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
    fillings = [sets_of(side_fillings(board, side.cells)) for side in equivalence]
    common = fillings[0] & fillings[1]
    if len(common) <= _MAX_NAMED_SETS or equivalence.added.cells.bit_count() == 1:
        yield tr("With their candidates, A and B can both hold only {sets}", sets=_name_sets(common, board.geometry))
        yield tr("So nothing else is there")
        return
    for digit, cells in group_by_digit(step.eliminations).items():
        yield tr(
            "No set of digits that A and B can both hold has {digit} in {cells}",
            digit=board.geometry.grid.digit_name(digit),
            cells=join_words(name_cells(board.geometry, cells), "or"),
        )


def _name_sets(sets: set[Filling], geometry: Geometry) -> str:
    return join_words(("-".join(map(geometry.grid.digit_name, digits)) for digits in sorted(sets)), "or")
