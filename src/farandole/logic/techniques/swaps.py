"""Deadly patterns in words: digits that could be swapped, and the candidates that prevent it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.bitsets import bit_of, digits_of, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import CellSet, Digit, Geometry
from farandole.logic.step import Node, Part, Step
from farandole.logic.wording.chains import excludes
from farandole.logic.wording.proofs import candidate_digits, describe_places
from farandole.logic.wording.words import (
    describe_cells,
    describe_houses,
    join_words,
    name_cells,
    name_digits,
    name_houses,
)

PAIR = Part("pair")  # a candidate of the two digits that could be swapped
MORE = Part("more")  # a candidate outside the pair: one of them is true
EXTRA = Part("extra")  # the candidate without which the board would be a bivalue universal grave
GUARD = Part("guard")  # a candidate that prevents the pattern: one of them is true
PINNED = Part("pinned")  # a digit of the pattern that must be in one of the guarded cells


def describe_rectangle(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a rectangle whose roof has extra digits, one of which is true."""
    reason = step.reason
    more, digits = set_of(cell for cell, _ in reason.parts[MORE]), candidate_digits(reason.parts[MORE], geometry)
    corners = set_of(cell for cell, _ in reason.parts[PAIR])
    pair, roof = join_words(name_digits(geometry, reason.digits)), name_cells(geometry, more)
    yield _floor(step, geometry)
    yield tr(
        "If {cells} had no other candidates either, {swap}",
        cells=join_words(roof),
        swap=_swapped(corners, pair, geometry),
    )
    if len(roof) == 1:
        yield tr("So {cell} is {digits}", cell=roof[0], digits=join_words(digits, "or"))
    else:
        yield tr("So one of {cells} is {digits}", cells=join_words(roof), digits=join_words(digits, "or"))
    if subset := reason.cells & ~corners:
        yield from as_one_cell(step, geometry, roof, subset)


def _floor(step: Step, geometry: Geometry) -> str:
    """Name the corners that have only the pair."""
    parts = step.reason.parts
    corners, roof = (set_of(cell for cell, _ in parts[part]) for part in (PAIR, MORE))
    floor = name_cells(geometry, corners & ~roof)
    return tr_counted(
        "{cells} has nothing but {digits}",
        "{cells} have nothing but {digits}",
        len(floor),
        cells=join_words(floor),
        digits=join_words(name_digits(geometry, step.reason.digits)),
    )


def _swapped(corners: CellSet, pair: str, geometry: Geometry) -> str:
    return tr(
        "{digits} could be swapped in {cells}, and there would be a second solution",
        digits=pair,
        cells=join_words(name_cells(geometry, corners)),
    )


def as_one_cell(step: Step, geometry: Geometry, guarded: Sequence[str], subset: CellSet) -> Iterator[str]:
    """Say that two cells act as one cell of a naked subset, with other cells of a house."""
    house, digits = name_houses(geometry, step.reason.houses)[0], candidate_digits(step.eliminations, geometry)
    yield tr(
        "In {house}, {cells} count as one cell, which makes a naked subset with {others}",
        house=house,
        cells=join_words(guarded),
        others=join_words(name_cells(geometry, subset)),
    )
    yield tr("So no other cell of {house} can be {digits}", house=house, digits=join_words(digits, "or"))


def describe_pinned(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a rectangle in which one of two corners in a line must hold a digit of the pair."""
    yield _floor(step, geometry)
    reason, corners = step.reason, set_of(cell for cell, _ in step.reason.parts[PAIR])
    gone = step.eliminations[0][1]
    (locked,) = digits_of(reason.digits & ~bit_of(gone))
    yield describe_places(geometry, reason.houses[0], locked, set_of(cell for cell, _ in reason.parts[MORE]))
    swap = _swapped(corners, join_words(name_digits(geometry, reason.digits)), geometry)
    yield tr("One of these is {digit}", digit=geometry.grid.digit_name(locked))
    yield tr("If the other one were {digit}, {swap}", digit=geometry.grid.digit_name(gone), swap=swap)
    yield tr("So that can't be")


def describe_crossed(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a rectangle whose lines have a digit of the pair only in its corners."""
    yield _floor(step, geometry)
    roof = name_cells(geometry, set_of(cell for cell, _ in step.reason.parts[MORE]))
    reason, corners = step.reason, set_of(cell for cell, _ in step.reason.parts[PAIR])
    gone = step.eliminations[0][1]
    yield _only_corners(step, geometry, gone)
    swap = _swapped(corners, join_words(name_digits(geometry, reason.digits)), geometry)
    yield tr(
        "If one of {cells} were {digit}, both would be, and {swap}",
        cells=join_words(roof),
        digit=geometry.grid.digit_name(gone),
        swap=swap,
    )
    yield tr("So that can't be")


def describe_hidden(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a rectangle of which two lines have a digit of the pair only in its corners."""
    yield _floor(step, geometry)
    reason, corners = step.reason, set_of(cell for cell, _ in step.reason.parts[PAIR])
    ((opposite, gone),) = step.eliminations
    (locked,) = digits_of(reason.digits & ~bit_of(gone))
    beside = corners & union(geometry.houses[house] for house in reason.houses)
    name = geometry.grid.cell_name(opposite)
    yield _only_corners(step, geometry, locked)
    yield tr(
        "If {cell} were {digit}, {others} would be {other_digit}",
        cell=name,
        digit=geometry.grid.digit_name(gone),
        others=join_words(name_cells(geometry, beside & ~(1 << opposite))),
        other_digit=geometry.grid.digit_name(locked),
    )
    swap = _swapped(corners, join_words(name_digits(geometry, reason.digits)), geometry)
    yield tr("Then {swap}", swap=swap)
    yield tr("So that can't be")


def _only_corners(step: Step, geometry: Geometry, digit: Digit) -> str:
    return tr(
        "In {houses}, {digit} can only be in corners of the rectangle",
        houses=describe_houses(geometry, step.reason.houses),
        digit=geometry.grid.digit_name(digit),
    )


def describe_avoidable(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a rectangle with two or three solved corners."""
    reason = step.reason
    known = [
        tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit))
        for cell, digit in reason.filled
    ]
    yield tr("{claims}, and none of these is a given", claims=tr(", ").join(known))
    assumptions = [
        tr("{cell} were {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit))
        for cell, digit in reason.parts[PAIR]
    ]
    swap = _swapped(reason.cells, join_words(name_digits(geometry, reason.digits)), geometry)
    yield tr("If {claims}, {swap}", claims=join_words(assumptions), swap=swap)
    if MORE in reason.parts:
        cells = name_cells(geometry, set_of(cell for cell, _ in reason.parts[MORE]))
        yield tr(
            "So one of {cells} is {digits}",
            cells=join_words(cells),
            digits=geometry.grid.digit_name(reason.parts[MORE][0][1]),
        )
    else:
        yield tr("So that can't be")


def describe_bug_plus_1(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a board that is a bivalue universal grave except for one cell."""
    reason = step.reason
    (cell, _), *_ = reason.parts[EXTRA]
    name, digits = geometry.grid.cell_name(cell), join_words(candidate_digits(reason.parts[EXTRA], geometry), "or")
    yield tr("All open cells but {cell} have two digits left", cell=name)
    yield tr(
        "In {houses}, {digits} has more than two places",
        houses=describe_houses(geometry, geometry.houses_of[cell]),
        digits=digits,
    )
    yield tr(
        "If {cell} were not {digits}, each digit would have two places in each house where it is missing",
        cell=name,
        digits=digits,
    )
    yield tr("Then there would be two solutions or none")
    yield tr("So {cell} is {digits}", cell=name, digits=digits)


def describe_guarded(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe which candidates prevent a deadly pattern, and what follows because one of them is true."""
    reason = step.reason
    yield tr(
        "Unless {claims}, the digits {digits} could be swapped in {cells}",
        claims=_claimed(step, geometry),
        digits=join_words(name_digits(geometry, reason.digits)),
        cells=describe_cells(geometry, reason.cells),
    )
    yield tr("Then there would be a second solution")
    yield from describe_consequences_of_guards(step, geometry)


def describe_grave(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe which candidates prevent a bivalue universal grave, and what follows because one is true."""
    yield tr(
        "Unless {claims}, all open cells have two digits left, "
        "and each digit has two places in each house where it is missing",
        claims=_claimed(step, geometry),
    )
    yield tr("Then there would be two solutions or none")
    yield from describe_consequences_of_guards(step, geometry)


def _claimed(step: Step, geometry: Geometry) -> str:
    """Say that one of the guards is true."""
    of_cell: dict[Cell, list[str]] = {}
    for cell, digit in step.reason.parts[GUARD]:
        of_cell.setdefault(cell, []).append(geometry.grid.digit_name(digit))
    return join_words(
        (
            tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=join_words(digits, "or"))
            for cell, digits in of_cell.items()
        ),
        "or",
    )


def describe_consequences_of_guards(step: Step, geometry: Geometry) -> Iterator[str]:
    """Say that one of the guards is true, and what follows."""
    reason = step.reason
    guards = [Node(digit, 1 << cell) for cell, digit in reason.parts[GUARD]]
    yield tr("So {claims}", claims=_claimed(step, geometry))
    if all(excludes(geometry, guard, gone) for guard in guards for gone in step.eliminations):
        return
    guarded = set_of(cell for cell, _ in reason.parts[GUARD])
    names = name_cells(geometry, guarded)
    if pinned := reason.parts.get(PINNED):
        digit = pinned[0][1]
        yield describe_places(geometry, reason.houses[0], digit, guarded)
        others = join_words(candidate_digits(reason.parts[GUARD], geometry), "or")
        yield tr(
            "So one of {cells} is {digit}, and the other one is {digits}",
            cells=join_words(names),
            digit=geometry.grid.digit_name(digit),
            digits=others,
        )
    elif any(reason.sets[0].cells >> cell & 1 for cell, _ in step.eliminations):
        yield tr(
            "In {house}, {digits} can only be in {cells} and in one of {others}",
            house=name_houses(geometry, reason.houses)[0],
            digits=join_words(name_digits(geometry, reason.sets[0].digits)),
            cells=join_words(name_cells(geometry, reason.sets[0].cells)),
            others=join_words(names),
        )
        yield tr("So nothing else is in {cells}", cells=join_words(name_cells(geometry, reason.sets[0].cells)))
    else:
        yield from as_one_cell(step, geometry, names, reason.sets[0].cells)


def describe_reverse(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a digit that would complete a pattern of solved cells."""
    reason, ((cell, digit), *_) = step.reason, step.eliminations
    known, name = join_words(name_cells(geometry, reason.cells & ~(1 << cell))), geometry.grid.cell_name(cell)
    digits, either = (join_words(name_digits(geometry, reason.digits), last) for last in ("and", "or"))
    yield tr("{cells} are all {digits}, and none of these is a given", cells=known, digits=either)
    yield tr(
        "With {digit} in {cell}, {digits} could be swapped in all these cells",
        digit=geometry.grid.digit_name(digit),
        cell=name,
        digits=digits,
    )
    yield tr("Then there would be a second solution")
    yield tr("So that can't be")
