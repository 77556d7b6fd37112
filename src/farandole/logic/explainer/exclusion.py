"""Aligned exclusion: the combinations of digits that two or three cells can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, has_several, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry
from farandole.logic.explainer.order import order_of
from farandole.logic.step import Level, LockedSet, Reason, Step, Technique, technique
from farandole.logic.wording.words import join_words, name_cells, name_digits

_Filled: TypeAlias = tuple[Cell, DigitSet]  # a cell, and the mask of the digit in it

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    seen = [
        tr(
            "{cell} ({digits})",
            cell=name_cells(geometry, locked_set.cells)[0],
            digits=join_words(name_digits(locked_set.digits), "or"),
        )
        for locked_set in reason.sets
    ]
    yield tr(
        "{cells} see {excluders}", cells=join_words(name_cells(geometry, reason.cells)), excluders=join_words(seen)
    )
    by_cell: dict[Cell, list[str]] = {}
    for cell, digit in step.eliminations:
        by_cell.setdefault(cell, []).append(str(digit))
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
    for cells, seen in _bases(board, size):
        eliminations = _find_excluded(board, cells, [masks[cell] for cell in bits(seen)])
        if eliminations:
            sets = tuple(LockedSet(1 << cell, masks[cell]) for cell in bits(seen))
            digits = union(bit_of(digit) for _, digit in eliminations)
            yield Step(technique, (), eliminations, Reason(digits, set_of(cells), sets=sets))


def _bases(board: Board, size: int) -> Iterator[tuple[tuple[Cell, ...], CellSet]]:
    """List pairs or triples of cells that see at least two cells with few candidates, with these cells."""
    excluders = _excluders(board, size)
    cells = list(excluders)
    done = set()
    for later, second in enumerate(cells):
        for first in cells[:later]:
            check_deadline()
            common = excluders[first] & excluders[second]
            if not common & (common - 1):
                continue
            if size == 2:
                yield (first, second), common
                continue
            for third in _thirds(board, excluders, first, second):
                seen = common & excluders[third]
                triple = 1 << first | 1 << second | 1 << third
                if seen & (seen - 1) and triple not in done:
                    done.add(triple)
                    yield (first, second, third), seen


def _excluders(board: Board, size: int) -> dict[Cell, CellSet]:
    """Find the cells with few candidates that each open cell sees, except for open cells that see a naked single."""
    small = singles = 0
    for cell, mask in enumerate(board.masks):
        n_digits = mask.bit_count()
        if n_digits == 1:
            singles |= 1 << cell
        elif 2 <= n_digits <= size:
            small |= 1 << cell
    peers = board.geometry.peers
    return {
        cell: peers[cell] & small
        for cell, mask in enumerate(board.masks)
        if has_several(mask) and not peers[cell] & singles and peers[cell] & small
    }


def _thirds(board: Board, excluders: dict[Cell, CellSet], first: Cell, second: Cell) -> Iterator[Cell]:
    """List the cells that may join two others, those near the first one first."""
    neighbors = order_of(board.geometry).neighbors
    near = excluders[first]
    for cell in neighbors[first]:
        if near >> cell & 1 and cell != second and cell in excluders:
            yield cell
    for cell in neighbors[second]:
        if (excluders[second] & ~near) >> cell & 1 and cell != first and cell in excluders:
            yield cell


def _find_excluded(board: Board, cells: tuple[Cell, ...], excluders: list[DigitSet]) -> tuple[Candidate, ...]:
    """List the candidates that no filling of the cells uses if each excluder has to keep a candidate."""
    possible = [0] * len(cells)
    excluded = []
    for number, cell in enumerate(cells):
        others = (*cells[:number], *cells[number + 1 :])
        mask = board.masks[cell]
        while mask:
            bit = mask & -mask
            mask ^= bit
            if possible[number] & bit:
                continue
            filling = _find_filling(board, ((cell, bit),), others, excluders)
            if filling is None:
                excluded.append((cell, bit.bit_length()))
                continue
            for filled, other_bit in filling:
                possible[cells.index(filled)] |= other_bit
    return tuple(excluded)


def _find_filling(
    board: Board, filled: tuple[_Filled, ...], cells: tuple[Cell, ...], excluders: list[DigitSet]
) -> tuple[_Filled, ...] | None:
    """Find a filling of all cells that leaves each excluder a candidate."""
    cell, bit = filled[-1]
    left = [mask & ~bit for mask in excluders]
    if 0 in left:
        return None
    if not cells:
        return filled
    mask, sees = board.masks[cells[0]], board.geometry.peers[cells[0]]
    for cell, bit in filled:
        if sees >> cell & 1:
            mask &= ~bit
    while mask:
        bit = mask & -mask
        mask ^= bit
        filling = _find_filling(board, (*filled, (cells[0], bit)), cells[1:], left)
        if filling is not None:
            return filling
    return None
