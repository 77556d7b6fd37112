"""Aligned exclusion: the combinations of digits that two or three cells can hold."""

from __future__ import annotations

from collections.abc import Iterator

from farandole import _core
from farandole.bitsets import bit_of, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.limits import check_deadline
from farandole.logic.board import Board, Geometry
from farandole.logic.explainer.order import order_of
from farandole.logic.step import Level, LockedSet, Reason, Step, Technique, technique
from farandole.logic.wording.words import join_words, name_cells, name_digits

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    seen = [
        tr(
            "{cell} ({digits})",
            cell=name_cells(geometry, locked_set.cells)[0],
            digits=join_words(name_digits(geometry, locked_set.digits), "or"),
        )
        for locked_set in reason.sets
    ]
    yield tr(
        "{cells} see {excluders}", cells=join_words(name_cells(geometry, reason.cells)), excluders=join_words(seen)
    )
    by_cell: dict[Cell, list[str]] = {}
    for cell, digit in step.eliminations:
        by_cell.setdefault(cell, []).append(geometry.grid.digit_name(digit))
    for cell, digits in by_cell.items():
        yield tr(
            "With {digits} in {cell}, whatever {others} held, some cell would have no digit left",
            digits=join_words(digits, "or"),
            cell=geometry.grid.cell_name(cell),
            others=join_words(name_cells(geometry, reason.cells & ~(1 << cell))),
        )
    yield tr("So that can't be")


@technique("Aligned Pair Exclusion", Level.UNFAIR, se=6.2, aliases=("APE",), source=_SOURCE, describe=_describe)
def aligned_pair_exclusion(board: Board) -> Iterator[Step]:
    """Two cells can't take all candidates of a cell that both see.

    So a digit is false if every combination with it would do so.
    """
    return _aligned(aligned_pair_exclusion, board, 2)


@technique("Aligned Triplet Exclusion", Level.UNFAIR, se=7.5, aliases=("ATE",), source=_SOURCE, describe=_describe)
def aligned_triplet_exclusion(board: Board) -> Iterator[Step]:
    """Three cells can't take all candidates of a cell that all three see.

    So a digit is false if every combination with it would do so.
    """
    return _aligned(aligned_triplet_exclusion, board, 3)


def _aligned(technique: Technique, board: Board, size: int) -> Iterator[Step]:
    masks = board.masks
    search = _core.AlignedExclusion(order_of(board.geometry).core, masks, size)
    for at in range(len(search)):
        check_deadline()
        for cells, seen, eliminations in search.find(at):
            sets = tuple(LockedSet(1 << cell, masks[cell]) for cell in seen)
            digits = union(bit_of(digit) for _, digit in eliminations)
            yield Step(technique, (), tuple(eliminations), Reason(digits, set_of(cells), sets=sets))
