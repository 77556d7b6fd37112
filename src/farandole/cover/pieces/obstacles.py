"""Why pieces can't fill a board: places, areas and colors, before any search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from farandole.cover.conflict import Reasons
from farandole.cover.pieces.board import Board
from farandole.cover.pieces.lattice import HEXAGON, Cell
from farandole.cover.pieces.piece import Piece
from farandole.cover.pieces.tiling import Placement
from farandole.i18n import join_words, tr, tr_counted
from farandole.limits import check_deadline

Uses: TypeAlias = Mapping[str, tuple[int, int] | None]
"""For each piece, how often it may be used, from low to high times; None for any number of times."""


def find_obstacles(
    board: Board, pieces: Sequence[Piece], placements: Sequence[Placement], uses: Uses, *, fill: bool
) -> Reasons | None:
    """Find the plainest reason why pieces can't fill a board, if it needs no search.

    In this order: an area that no choice of pieces has; a piece or a cell without a place; parts of the board that no
    choice of pieces fills; and the chessboard argument, by which 31 dominoes don't cover a chessboard without two
    opposite corners.

    Parameters
    ----------
    board : Board
    pieces : sequence of Piece
    placements : sequence of Placement
        Every place of every piece.
    uses : mapping
    fill : bool
        Whether each cell is to be filled.

    Returns
    -------
    Reasons or None
        Its items are names of pieces, or cells.

    References
    ----------
    S. W. Golomb, Polyominoes, 2nd edition, Princeton 1994, chapters 1 and 6, on proofs by coloring.
    """
    for reason in _find_all(board, pieces, placements, uses, fill):
        return reason
    return None


def _find_all(
    board: Board, pieces: Sequence[Piece], placements: Sequence[Placement], uses: Uses, fill: bool
) -> Iterator[Reasons]:
    by_piece: dict[str, list[Placement]] = {piece.name: [] for piece in pieces}
    for placement in placements:
        by_piece[placement.piece].append(placement)
    areas = {piece.name: [(len(piece), 0)] for piece in pieces}
    n = len(board)
    if fill and not _reach(areas, uses, n)[n]:
        if all(times and times[0] == times[1] for times in uses.values()):
            total = sum(len(piece) * times[0] for piece in pieces if (times := uses[piece.name]))
            text = tr("The board has {n} cells, but the pieces have {total}.", n=n, total=total)
        else:
            text = tr("The board has {n} cells: no choice of these pieces has so many.", n=n)
        yield _because(text, board.cells)
    if lost := [name for name, times in uses.items() if times and times[0] and not by_piece[name]]:
        yield _because(tr("There is no place for {pieces}.", pieces=join_words(lost)), lost)
    if not fill:
        return
    placed = {cell for placement in placements for cell in placement.cells}
    if bare := [cell for cell in board.cells if cell not in placed]:
        yield _because(tr_counted("No piece fits on this cell.", "No piece fits on these cells.", len(bare)), bare)
    optional: Uses = {name: times and (0, times[1]) for name, times in uses.items()}
    for part in _parts(board, placements):
        own = {name: area for name, area in areas.items() if any(at.cells[0] in part for at in by_piece[name])}
        if not _reach(own, optional, len(part))[len(part)]:
            text = tr("This part has {n} cells: no choice of these pieces fills it.", n=len(part))
            yield _because(text, sorted(part))
    if board.lattice is HEXAGON:
        return  # three hexagons touch each other, so two colors can't alternate
    moves = {
        name: sorted({(len(each.cells), _imbalance(each.cells)) for each in own})
        for name, own in by_piece.items()
        if own
    }
    imbalance = _imbalance(board.cells)
    if imbalance not in _reach(moves, uses, n)[n]:
        text = tr(
            "Color the board like a chessboard: it has {dark} dark and {light} light cells. No choice of these pieces "
            "covers so many of each.",
            dark=(n + imbalance) // 2,
            light=(n - imbalance) // 2,
        )
        yield _because(text, board.cells)


def _because(text: str, items: Iterable[object]) -> Reasons:
    return Reasons([text], items, is_smallest=False, is_minimal=False)


def _imbalance(cells: Sequence[Cell]) -> int:
    """Return how many more dark cells than light ones there are."""
    return sum(1 if sum(cell) % 2 else -1 for cell in cells)


def _parts(board: Board, placements: Sequence[Placement]) -> list[set[Cell]]:
    """Split the board into parts that no placement links."""
    part_of = {cell: {cell} for cell in board.cells}
    for placement in placements:
        first, *others = placement.cells
        for cell in others:
            one, other = part_of[first], part_of[cell]
            if one is not other:
                small, large = sorted((one, other), key=len)
                large |= small
                part_of |= dict.fromkeys(small, large)
    return list({id(part): part for part in part_of.values()}.values())


def _reach(moves: Mapping[str, Sequence[tuple[int, int]]], uses: Uses, most: int) -> list[set[int]]:
    """For each area up to ``most``, find the imbalances that a choice of pieces can have.

    Parameters
    ----------
    moves : mapping
        For each piece, its area with each imbalance that it can have.
    uses : mapping
    most : int
    """
    reached: list[set[int]] = [set() for _ in range(most + 1)]
    reached[0].add(0)
    for name, own in moves.items():
        check_deadline()
        times = uses[name]
        if times is None:
            _add(reached, reached, own)
            continue
        low, high = times
        for n in range(min(high, most // own[0][0] + 1)):
            after: list[set[int]] = [set() for _ in reached] if n < low else [set(known) for known in reached]
            _add(reached, after, own)
            reached = after
    return reached


def _add(reached: Sequence[set[int]], after: Sequence[set[int]], own: Sequence[tuple[int, int]]) -> None:
    """Use a piece once more; in place, any number of times, because areas only grow."""
    for area, imbalances in enumerate(reached):
        for size, by in own:
            if imbalances and area + size < len(reached):
                after[area + size].update([imbalance + by for imbalance in imbalances])
