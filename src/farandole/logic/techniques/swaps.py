"""Deadly patterns in words: digits that could be swapped, and what keeps a second solution away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.bitsets import bit_of, digits_of, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import CellSet, Digit, Geometry
from farandole.logic.step import Node, Part, Step
from farandole.logic.wording.chains import excludes
from farandole.logic.wording.proofs import digits_in, only_places
from farandole.logic.wording.words import cells_named, cells_said, digits_named, houses_named, houses_said, listed

PAIR = Part("pair")  # a candidate of the two digits that could be exchanged
MORE = Part("more")  # a candidate beside these: one of them is true
EXTRA = Part("extra")  # the candidate without which the board would be a grave
GUARD = Part("guard")  # a candidate without which the pattern would be there: one of them is true
PINNED = Part("pinned")  # a digit of the pattern that must be in one of the guarded cells


def tell_rectangle(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a rectangle whose roof has more digits than the pair: one of these is true."""
    because = step.because
    more, digits = set_of(cell for cell, _ in because.parts[MORE]), digits_in(because.parts[MORE])
    corners = set_of(cell for cell, _ in because.parts[PAIR])
    pair, roof = listed(digits_named(because.digits)), cells_named(geometry, more)
    yield _floor(step, geometry)
    yield tr("If {cells} had nothing else either, {swap}", cells=listed(roof), swap=_swapped(corners, pair, geometry))
    if len(roof) == 1:
        yield tr("So {cell} is {digits}", cell=roof[0], digits=listed(digits, "or"))
    else:
        yield tr("So one of {cells} is {digits}", cells=listed(roof), digits=listed(digits, "or"))
    if subset := because.cells & ~corners:
        yield from as_one_cell(step, geometry, roof, subset)


def _floor(step: Step, geometry: Geometry) -> str:
    """Say which corners have the pair alone."""
    parts = step.because.parts
    corners, roof = (set_of(cell for cell, _ in parts[part]) for part in (PAIR, MORE))
    floor = cells_named(geometry, corners & ~roof)
    return tr_counted(
        "{cells} has nothing but {digits}",
        "{cells} have nothing but {digits}",
        len(floor),
        cells=listed(floor),
        digits=listed(digits_named(step.because.digits)),
    )


def _swapped(corners: CellSet, pair: str, geometry: Geometry) -> str:
    return tr(
        "{digits} could be swapped in {cells}, and there would be a second solution",
        digits=pair,
        cells=listed(cells_named(geometry, corners)),
    )


def as_one_cell(step: Step, geometry: Geometry, guarded: Sequence[str], subset: CellSet) -> Iterator[str]:
    """Say that two cells act as one cell of a naked subset, with other cells of a house."""
    house, digits = houses_named(geometry, step.because.houses)[0], digits_in(step.removes)
    yield tr(
        "In {house}, {cells} count as one cell, which makes a naked subset with {others}",
        house=house,
        cells=listed(guarded),
        others=listed(cells_named(geometry, subset)),
    )
    yield tr("So no other cell of {house} can be {digits}", house=house, digits=listed(digits, "or"))


def tell_pinned(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a rectangle of which two corners in a line must hold one digit of the pair."""
    yield _floor(step, geometry)
    because, corners = step.because, set_of(cell for cell, _ in step.because.parts[PAIR])
    gone = step.removes[0][1]
    (locked,) = digits_of(because.digits & ~bit_of(gone))
    yield only_places(geometry, because.houses[0], locked, set_of(cell for cell, _ in because.parts[MORE]))
    swap = _swapped(corners, listed(digits_named(because.digits)), geometry)
    yield tr("One of these is {digit}", digit=locked)
    yield tr("If the other one were {digit}, {swap}", digit=gone, swap=swap)
    yield tr("So that can't be")


def tell_crossed(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a rectangle whose lines have a digit of the pair only in its corners."""
    yield _floor(step, geometry)
    roof = cells_named(geometry, set_of(cell for cell, _ in step.because.parts[MORE]))
    because, corners = step.because, set_of(cell for cell, _ in step.because.parts[PAIR])
    gone = step.removes[0][1]
    yield _only_corners(step, geometry, gone)
    swap = _swapped(corners, listed(digits_named(because.digits)), geometry)
    yield tr("If one of {cells} were {digit}, both would be, and {swap}", cells=listed(roof), digit=gone, swap=swap)
    yield tr("So that can't be")


def tell_hidden(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a rectangle of which two lines have a digit of the pair only in its corners."""
    yield _floor(step, geometry)
    because, corners = step.because, set_of(cell for cell, _ in step.because.parts[PAIR])
    ((opposite, gone),) = step.removes
    (locked,) = digits_of(because.digits & ~bit_of(gone))
    beside = corners & union(geometry.houses[house] for house in because.houses)
    name = geometry.grid.cell_name(opposite)
    yield _only_corners(step, geometry, locked)
    yield tr(
        "If {cell} were {digit}, {others} would be {other_digit}",
        cell=name,
        digit=gone,
        others=listed(cells_named(geometry, beside & ~(1 << opposite))),
        other_digit=locked,
    )
    swap = _swapped(corners, listed(digits_named(because.digits)), geometry)
    yield tr("Then {swap}", swap=swap)
    yield tr("So that can't be")


def _only_corners(step: Step, geometry: Geometry, digit: Digit) -> str:
    return tr(
        "In {houses}, {digit} can only be in corners of the rectangle",
        houses=houses_said(geometry, step.because.houses),
        digit=digit,
    )


def tell_avoidable(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a rectangle of which two corners, or three, are solved."""
    because = step.because
    known = [tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=digit) for cell, digit in because.filled]
    yield tr("{claims}, and none of these is a given", claims=tr(", ").join(known))
    wanted = [
        tr("{cell} were {digit}", cell=geometry.grid.cell_name(cell), digit=digit)
        for cell, digit in because.parts[PAIR]
    ]
    swap = _swapped(because.cells, listed(digits_named(because.digits)), geometry)
    yield tr("If {claims}, {swap}", claims=listed(wanted), swap=swap)
    if MORE in because.parts:
        cells = cells_named(geometry, set_of(cell for cell, _ in because.parts[MORE]))
        yield tr("So one of {cells} is {digits}", cells=listed(cells), digits=because.parts[MORE][0][1])
    else:
        yield tr("So that can't be")


def tell_one_more(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a grave but for one cell."""
    because = step.because
    (cell, _), *_ = because.parts[EXTRA]
    name, digits = geometry.grid.cell_name(cell), listed(digits_in(because.parts[EXTRA]), "or")
    yield tr("All open cells but {cell} have two digits left", cell=name)
    yield tr(
        "In {houses}, {digits} has more than two places",
        houses=houses_said(geometry, geometry.houses_of[cell]),
        digits=digits,
    )
    yield tr(
        "If {cell} were not {digits}, each digit would have two places in each house where it is missing",
        cell=name,
        digits=digits,
    )
    yield tr("Then there would be two solutions or none")
    yield tr("So {cell} is {digits}", cell=name, digits=digits)


def tell_guarded(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell which candidates keep a deadly pattern away, and what follows from that one of them is true."""
    because = step.because
    yield tr(
        "Unless {claims}, the digits {digits} could be swapped in {cells}",
        claims=_claimed(step, geometry),
        digits=listed(digits_named(because.digits)),
        cells=cells_said(geometry, because.cells),
    )
    yield tr("Then there would be a second solution")
    yield from _so(step, geometry)


def tell_grave(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell which candidates keep a grave away, and what follows from that one of them is true."""
    yield tr(
        "Unless {claims}, all open cells have two digits left, "
        "and each digit has two places in each house where it is missing",
        claims=_claimed(step, geometry),
    )
    yield tr("Then there would be two solutions or none")
    yield from _so(step, geometry)


def _claimed(step: Step, geometry: Geometry) -> str:
    """Say that one of the guards is true."""
    of_cell: dict[Cell, list[str]] = {}
    for cell, digit in step.because.parts[GUARD]:
        of_cell.setdefault(cell, []).append(str(digit))
    return listed(
        (
            tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=listed(digits, "or"))
            for cell, digits in of_cell.items()
        ),
        "or",
    )


def _so(step: Step, geometry: Geometry) -> Iterator[str]:
    because = step.because
    guards = [Node(digit, 1 << cell) for cell, digit in because.parts[GUARD]]
    yield tr("So {claims}", claims=_claimed(step, geometry))
    if all(excludes(geometry, guard, gone) for guard in guards for gone in step.removes):
        return
    guarded = set_of(cell for cell, _ in because.parts[GUARD])
    names = cells_named(geometry, guarded)
    if pinned := because.parts.get(PINNED):
        digit = pinned[0][1]
        yield only_places(geometry, because.houses[0], digit, guarded)
        others = listed(digits_in(because.parts[GUARD]), "or")
        yield tr(
            "So one of {cells} is {digit}, and the other one is {digits}",
            cells=listed(names),
            digit=digit,
            digits=others,
        )
    elif any(because.sets[0].cells >> cell & 1 for cell, _ in step.removes):
        yield tr(
            "In {house}, {digits} can only be in {cells} and in one of {others}",
            house=houses_named(geometry, because.houses)[0],
            digits=listed(digits_named(because.sets[0].digits)),
            cells=listed(cells_named(geometry, because.sets[0].cells)),
            others=listed(names),
        )
        yield tr("So nothing else is in {cells}", cells=listed(cells_named(geometry, because.sets[0].cells)))
    else:
        yield from as_one_cell(step, geometry, names, because.sets[0].cells)


def tell_reverse(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell a digit that would close a pattern of solved cells."""
    because, ((cell, digit), *_) = step.because, step.removes
    known, name = listed(cells_named(geometry, because.cells & ~(1 << cell))), geometry.grid.cell_name(cell)
    digits, either = (listed(digits_named(because.digits), last) for last in ("and", "or"))
    yield tr("{cells} are all {digits}, and none of these is a given", cells=known, digits=either)
    yield tr(
        "With {digit} in {cell}, {digits} could be swapped in all these cells", digit=digit, cell=name, digits=digits
    )
    yield tr("Then there would be a second solution")
    yield tr("So that can't be")
