"""Exocets: two base cells of a box, whose digits must be in two target cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TypeAlias

from farandole.bitsets import bits, digits_of, is_single, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, Geometry, HouseKind, HouseNumber
from farandole.logic.step import Level, Part, Reason, Step, Technique, steps_of, technique
from farandole.logic.wording.words import describe_houses, join_words, name_cells, name_digits

_SOURCE = "champagne, Exotic patterns, and David P. Bird, JExocet Compendium, New Sudoku Players' Forum 2012-2013"

_Base: TypeAlias = tuple[Cell, Cell]

BASE = Part("base")
TARGET = Part("target")


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    base, targets = (
        join_words(name_cells(geometry, set_of(cell for cell, _ in reason.parts[part]))) for part in (BASE, TARGET)
    )
    digits, lines = join_words(name_digits(geometry, reason.digits)), describe_houses(geometry, reason.covers)
    yield tr("The base, {cells}, holds two of the digits {digits}", cells=base, digits=digits)
    yield tr(
        "In {lines}, each of these has places only in two houses, and in the targets {cells}",
        lines=lines,
        cells=targets,
    )
    yield tr("The three lines need each digit of the base three times, and the two houses hold it only twice")
    yield tr("So the targets hold the two digits of the base, and nothing else")


@technique("Junior Exocet", Level.EXTREME, aliases=("JExocet", "Exocet"), source=_SOURCE, describe=_describe)
def junior_exocet(board: Board) -> Iterator[Step]:
    """In three lines across, each digit of two base cells has places only in two houses and two target cells.

    Three lines hold it three times, but two houses only twice: the targets, one in each of the other two boxes
    along the base, hold the two digits of the base and nothing else.
    """
    return steps_of(junior_exocet, exocets(board))


@technique("Senior Exocet", Level.EXTREME, source=_SOURCE, describe=_describe)
def senior_exocet(board: Board) -> Iterator[Step]:
    """As in a junior exocet, three lines across force the digits of two base cells into two target cells.

    One target is in a box along the base, the other anywhere else on the three lines.
    """
    return steps_of(senior_exocet, exocets(board))


def exocets(board: Board, *, max_digits: int = 4) -> Iterator[Step]:
    """Find exocets whose base cells have at least three digits and at most `max_digits`."""
    geometry, masks = board.geometry, board.masks
    for kind, across in ((HouseKind.ROW, HouseKind.COLUMN), (HouseKind.COLUMN, HouseKind.ROW)):
        for line in geometry.of_kind(kind):
            for box in geometry.of_kind(HouseKind.BOX):
                meeting = geometry.houses[line] & geometry.houses[box]
                for base in combinations(bits(meeting), 2):
                    first, second = base
                    digits = masks[first] | masks[second]
                    if masks[first] and masks[second] and 3 <= digits.bit_count() <= max_digits:
                        yield from _from_base(board, base, line, box, across)


def _from_base(board: Board, base: _Base, line: HouseNumber, box: HouseNumber, across: HouseKind) -> Iterator[Step]:
    """Choose three lines across: through the rest of the box, and through each of two other boxes along the line."""
    geometry = board.geometry
    rest = geometry.houses[line] & geometry.houses[box] & ~(1 << base[0] | 1 << base[1])
    if not is_single(rest):
        return
    crossing = [
        house
        for house in geometry.of_kind(across)
        if geometry.is_full[house] and geometry.houses[house] & geometry.houses[line]
    ]
    first = [house for house in crossing if geometry.houses[house] & rest]
    boxes = [
        house
        for house in geometry.of_kind(HouseKind.BOX)
        if house != box and geometry.houses[house] & geometry.houses[line]
    ]
    for left, right in combinations(boxes, 2):
        through = (
            [house for house in crossing if geometry.houses[house] & geometry.houses[side_box]]
            for side_box in (left, right)
        )
        for lines in product(first, *through):
            if len(set(lines)) == 3:
                yield from _on_lines(board, base, lines, (left, right))


def _on_lines(
    board: Board, base: _Base, lines: tuple[HouseNumber, ...], boxes: tuple[HouseNumber, HouseNumber]
) -> Iterator[Step]:
    geometry, masks = board.geometry, board.masks
    digits = digits_of(masks[base[0]] | masks[base[1]])
    where = union(geometry.houses[house] for house in lines)
    where &= ~(geometry.peers[base[0]] & geometry.peers[base[1]])
    if where & (1 << base[0] | 1 << base[1]):
        return
    places = {digit: where & (board.places[digit] | _placed(board, digit)) for digit in digits}
    inside = geometry.houses[boxes[0]] | geometry.houses[boxes[1]]
    if not all(_in_two_houses(board, cells & ~inside) for cells in places.values()):
        yield from _senior(board, base, lines, places, inside)
        return
    along = [cell for cell in bits(where & inside) if any(board.places[digit] >> cell & 1 for digit in digits)]
    for first, second in combinations(along, 2):
        if (geometry.houses[boxes[0]] >> first & 1) != (geometry.houses[boxes[0]] >> second & 1):
            targets = 1 << first | 1 << second
            if all(_in_two_houses(board, cells & ~targets) for cells in places.values()):
                yield from _exocet(junior_exocet, board, base, targets, lines)


def _senior(
    board: Board,
    base: _Base,
    lines: tuple[HouseNumber, ...],
    places: dict[Digit, CellSet],
    inside: CellSet,
) -> Iterator[Step]:
    """Choose a target in the boxes along the base, and one elsewhere that some digit needs."""
    for first in bits(union(places.values()) & inside):
        needed = [cells & ~inside for cells in places.values() if not _in_two_houses(board, cells & ~(1 << first))]
        if not board.masks[first] or not needed:
            continue
        for second in bits(needed[0]):
            targets = 1 << first | 1 << second
            if board.masks[second] and all(_in_two_houses(board, cells & ~targets) for cells in places.values()):
                yield from _exocet(senior_exocet, board, base, targets, lines)


def _placed(board: Board, digit: Digit) -> CellSet:
    """Return the cells that hold a digit."""
    return set_of(cell for cell, value in enumerate(board.values) if value == digit)


def _in_two_houses(board: Board, cells: CellSet) -> bool:
    """Return whether at most two houses hold all cells of a set."""
    geometry = board.geometry
    if not cells:
        return True
    for house in geometry.houses_of[(cells & -cells).bit_length() - 1]:
        left = cells & ~geometry.houses[house]
        if not left or geometry.houses_containing(left):
            return True
    return False


def _exocet(
    technique: Technique, board: Board, base: _Base, targets: CellSet, lines: tuple[HouseNumber, ...]
) -> Iterator[Step]:
    digits = board.masks[base[0]] | board.masks[base[1]]
    reached = union(board.masks[cell] for cell in bits(targets))
    cells = 1 << base[0] | 1 << base[1]
    eliminations = board.candidates_in(targets, ~digits) + board.candidates_in(cells, digits & ~reached)
    if eliminations:
        parts = {BASE: board.candidates_in(cells, digits), TARGET: board.candidates_in(targets, digits)}
        yield Step(technique, (), eliminations, Reason(digits, cells | targets, covers=lines, parts=parts))
