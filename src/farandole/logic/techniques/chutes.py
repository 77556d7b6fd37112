"""Chute remote pairs: two cells with the same two candidates in two boxes of a chute, three boxes side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from farandole.bitsets import bits, digits_of
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, Geometry, HouseKind, HouseNumber
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.techniques.chains import END
from farandole.logic.wording.words import describe_cells, join_words, name_cells, name_digits


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    (box,) = reason.houses
    ends = 0
    for cell, _ in reason.parts[END]:
        ends |= 1 << cell
    names, rest = name_cells(geometry, ends), reason.cells & ~ends
    both = name_digits(geometry, reason.digits)
    kept = {geometry.grid.digit_name(digit) for _, digit in step.eliminations}
    missing = [digit for digit in both if digit not in kept or len(kept) == 2]
    yield tr("{cells} have only {digits} left", cells=join_words(names), digits=join_words(both))
    for digit in missing:
        yield tr(
            "If both were {digit}, {house} would have no place for {digit}, because {cells} can't hold it",
            digit=digit,
            house=house_name(geometry.grid, box),
            cells=describe_cells(geometry, rest),
        )
    if len(missing) == 2:
        yield tr("So one of them is {one} and the other one is {two}", one=both[0], two=both[1])
    else:
        yield tr("So one of {cells} is {digits}", cells=join_words(names), digits=kept.pop())


@technique(
    "Chute Remote Pair",
    Level.HARD,
    aliases=("Chute Remote Pairs",),
    source="Andy Potvin; Andrew Stuart, https://www.sudokuwiki.org/Chute_Remote_Pairs, 2025",
    describe=_describe,
)
def chute_remote_pair(board: Board) -> Iterator[Step]:
    """Two cells with the same two candidates are on two lines through a box, where one digit has no place elsewhere.

    If both cells held that digit, the box would have no place for it, so one of them holds the other digit, and no
    cell that sees both does.
    """
    geometry = board.geometry
    pairs = [cell for cell in bits(board.open) if board.masks[cell].bit_count() == 2]
    for first, second in combinations(pairs, 2):
        mask = board.masks[first]
        if board.masks[second] != mask or geometry.peers[first] >> second & 1:
            continue
        common = geometry.peers[first] & geometry.peers[second]
        if not any(common & board.places[digit] for digit in digits_of(mask)):
            continue
        for box, rest in _third_boxes(geometry, first, second):
            missing = [digit for digit in digits_of(mask) if _lacks(board, box, rest, digit)]
            gone = [digit for digit in digits_of(mask) if missing and (len(missing) == 2 or digit not in missing)]
            eliminations = board.candidates_by_digit(common, gone)
            if eliminations:
                ends = tuple((cell, digit) for cell in (first, second) for digit in digits_of(mask))
                cells = 1 << first | 1 << second | rest
                yield Step(chute_remote_pair, (), eliminations, Reason(mask, cells, (box,), parts={END: ends}))


def _third_boxes(geometry: Geometry, first: Cell, second: Cell) -> Iterator[tuple[HouseNumber, CellSet]]:
    """List the boxes that meet a line of each cell, and their cells on neither line."""
    for kind in (HouseKind.ROW, HouseKind.COLUMN):
        for box in geometry.of_kind(HouseKind.BOX):
            inside = geometry.houses[box]
            if not geometry.is_full[box] or inside >> first & 1 or inside >> second & 1:
                continue
            lines = (
                [geometry.houses[house] for house in geometry.houses_of[cell] if geometry.kinds[house] is kind]
                for cell in (first, second)
            )
            for one, other in product(*lines):
                if one & inside and other & inside:
                    yield box, inside & ~one & ~other


def _lacks(board: Board, box: HouseNumber, rest: CellSet, digit: Digit) -> bool:
    """Return whether a box still needs a digit, and has no place for it in some of its cells."""
    places = board.geometry.houses[box] & board.places[digit]
    return bool(places) and not places & rest
