"""Sue de Coq: subsets of a line and of a box that share the cells where the two meet."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Geometry
from farandole.logic.inference.links import intersections
from farandole.logic.inference.sets import eliminations_of
from farandole.logic.step import Level, LockedSet, Part, Reason, Step, technique
from farandole.logic.wording.proofs import candidate_digits
from farandole.logic.wording.words import join_words, name_cells, name_digits, name_houses

IN_LINE = Part("line")  # a candidate of the line, of a digit that is locked there
IN_BOX = Part("box")  # the same for the box


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    line, box = name_houses(geometry, reason.houses)
    in_line, in_box = (join_words(candidate_digits(reason.parts[part], geometry)) for part in (IN_LINE, IN_BOX))
    in_both, along, inside = reason.sets
    yield tr("Where {line} meets {box}, {held}", line=line, box=box, held=_held(in_both, geometry))
    yield tr("In the rest of {house}, {held}", house=line, held=_held(along, geometry))
    yield tr("In the rest of {house}, {held}", house=box, held=_held(inside, geometry))
    yield tr(
        "These are {number} cells for {number} digits: {digits} in {line}, where they see each other, "
        "and {others} in {box}",
        number=sum(locked_set.cells.bit_count() for locked_set in reason.sets),
        digits=in_line,
        line=line,
        others=in_box,
        box=box,
    )
    yield tr("So each digit is in one of these cells, and no other cell that sees all its places there holds it")


def _held(locked_set: LockedSet, geometry: Geometry) -> str:
    return tr_counted(
        "{cells} has {digits}",
        "{cells} have {digits}",
        locked_set.cells.bit_count(),
        cells=join_words(name_cells(geometry, locked_set.cells)),
        digits=join_words(name_digits(geometry, locked_set.digits)),
    )


@technique(
    "Sue de Coq",
    Level.UNFAIR,
    score=250,
    code="1101",
    aliases=("Two-Sector Disjoint Subsets",),
    source="Steve Kurzhal (Sue de Coq), Two-Sector Disjoint Subsets, sudoku.com forum 2005; extended by HoDoKu 2.2",
    describe=_describe,
)
def sue_de_coq(board: Board) -> Iterator[Step]:
    """Cells where a line and a box meet, of the line, and of the box have as many digits as cells.

    So each digit is locked in the line or in the box, because the cells of the two share no digit of the meeting.
    """
    subsets = board.geometry.subsets
    for line, box, _ in intersections(board.geometry):
        for parts, eliminated in subsets.splits(board.masks, line, box):
            (meeting, digits), (in_line, line_digits), (in_box, box_digits) = parts
            reason = Reason(
                digits=digits,
                cells=meeting,
                houses=(line, box),
                parts={
                    IN_LINE: board.candidates_in(in_line | meeting, line_digits),
                    IN_BOX: board.candidates_in(in_box | meeting, box_digits),
                },
                sets=tuple(LockedSet(cells, mask) for cells, mask in parts),
            )
            yield Step(sue_de_coq, (), eliminations_of(eliminated), reason)
