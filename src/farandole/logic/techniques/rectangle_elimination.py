"""Rectangle elimination: a place of a digit that would leave the box at the fourth corner of a rectangle no place."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import bit_of, bits, union
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Geometry, HouseKind
from farandole.logic.inference.one_digit import conjugate_pairs, reducible_digits
from farandole.logic.step import Level, Part, Reason, Step, technique
from farandole.logic.wording.proofs import describe_places
from farandole.logic.wording.words import join_words, name_cells

HINGE = Part("hinge")  # a place in whose line there is only one other place, the wing
WING = Part("wing")


def _describe_elimination(step: Step, geometry: Geometry) -> Iterator[str]:
    reason, [(target, digit)] = step.reason, step.eliminations
    box, line = reason.houses
    ((hinge, _),), ((wing, _),) = reason.parts[HINGE], reason.parts[WING]
    name = geometry.grid.cell_name
    yield describe_places(geometry, line, digit, 1 << hinge | 1 << wing)
    yield tr(
        "If {cell} were {digit}, {hinge} would not be {digit}, so {wing} would be {digit}",
        cell=name(target),
        digit=geometry.grid.digit_name(digit),
        hinge=name(hinge),
        wing=name(wing),
    )
    yield tr(
        "Then {house} would have no place for {digit}, because {cells} see {one} or {two}",
        house=house_name(geometry.grid, box),
        digit=geometry.grid.digit_name(digit),
        cells=join_words(name_cells(geometry, reason.cells & geometry.houses[box])),
        one=name(target),
        two=name(wing),
    )
    yield tr("So that can't be")


@technique(
    "Rectangle Elimination",
    Level.HARD,
    source="Ken Reek; Andrew Stuart, https://www.sudokuwiki.org/Rectangle_Elimination, 2023",
    describe=_describe_elimination,
)
def rectangle_elimination(board: Board) -> Iterator[Step]:
    """A line has two places of a digit, a hinge and a wing; another cell sees the hinge along the line across.

    If that cell held the digit, the wing would, too, and if the box at the fourth corner of the rectangle had no place
    left, the cell can't hold the digit.
    """
    geometry = board.geometry
    for digit, places in board.cached(reducible_digits):
        boxes = [
            (box, places & geometry.houses[box])
            for box in geometry.of_kind(HouseKind.BOX)
            if geometry.is_full[box] and places & geometry.houses[box]
        ]
        for line, first, second in conjugate_pairs(geometry, places):
            kind = geometry.kinds[line]
            if kind is HouseKind.BOX:
                continue
            for hinge, wing in ((first, second), (second, first)):
                across = HouseKind.COLUMN if kind is HouseKind.ROW else HouseKind.ROW
                for cell in bits(places & _line(geometry, hinge, across) & ~(1 << hinge)):
                    if geometry.peers[cell] >> wing & 1:
                        continue
                    seen = geometry.peers[cell] | geometry.peers[wing]
                    for box, in_box in boxes:
                        is_corner = in_box & ~geometry.peers[cell] and in_box & ~geometry.peers[wing]
                        if is_corner and not in_box & (~seen | 1 << hinge):
                            cells = 1 << hinge | 1 << wing | in_box
                            parts = {HINGE: ((hinge, digit),), WING: ((wing, digit),)}
                            reason = Reason(bit_of(digit), cells, (box, line), parts=parts)
                            yield Step(rectangle_elimination, (), ((cell, digit),), reason)
                            break


def _line(geometry: Geometry, cell: Cell, kind: HouseKind) -> CellSet:
    """Return the cells of all houses of a kind that hold a cell."""
    return union(geometry.houses[house] for house in geometry.houses_of[cell] if geometry.kinds[house] is kind)
