"""Sue de Coq: cells where a line meets a box, which cells of the line and cells of the box fill between them."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.logic.board import Board
from farandole.logic.inference.links import meetings
from farandole.logic.inference.sets import removes_of
from farandole.logic.step import Because, Level, LockedSet, Step, technique


@technique(
    "Sue de Coq",
    Level.UNFAIR,
    score=250,
    code="1101",
    aliases=("Two-Sector Disjoint Subsets",),
    source="Steve Kurzhal (Sue de Coq), Two-Sector Disjoint Subsets, sudoku.com forum 2005; extended by HoDoKu 2.2",
)
def sue_de_coq(board: Board) -> Iterator[Step]:
    """Cells where a line meets a box, cells of the line and cells of the box have as many digits as cells in all.

    So each digit is locked in line or box, for the cells of the line and those of the box share none of the meeting.
    """
    subsets = board.geometry.subsets
    for line, box, _ in meetings(board.geometry):
        for parts, struck in subsets.splits(board.masks, line, box):
            (meeting, digits), (in_line, line_digits), (in_box, box_digits) = parts
            because = Because(
                digits=digits,
                cells=meeting,
                houses=(line, box),
                roles={
                    "line": board.candidates_in(in_line | meeting, line_digits),
                    "box": board.candidates_in(in_box | meeting, box_digits),
                },
                sets=tuple(LockedSet(cells, mask) for cells, mask in parts),
            )
            yield Step(sue_de_coq, (), removes_of(struck), because)
