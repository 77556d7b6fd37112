"""Film how a search fills a board of squares with pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from farandole.cover import dance
from farandole.cover.pieces import SQUARE, Packing, Placement
from farandole.errors import CoverError
from farandole.i18n import tr
from farandole.render.diagram import COVER_INKS
from farandole.render.film.scene import FRAMES_PER_SECOND, Film, Shape, schedule_moves

MAX_CELLS = 400
MAX_MOVES = 20_000
MARGIN, HEAD, FOOT = 14.0, 40.0, 34.0
WIDEST, LARGEST = 640.0, 40.0  # pixels of a board, and of a cell


def of_packing(packing: Packing, *, seconds: float = 12.0) -> Film:
    """Make a film of the search for a tiling, until it is found.

    Parameters
    ----------
    packing : Packing
        On a board of squares, with at most `MAX_CELLS` cells.
    seconds : float
        The longest duration, without the still at the end. A short search takes less.

    Raises
    ------
    CoverError
        If the board has other cells, or too many.

    Examples
    --------
    >>> from farandole.cover.pieces import polyominoes
    >>> film = of_packing(Packing("..........\\n..........", polyominoes(4), times=None))
    >>> len(film.frames)
    6
    """
    board = packing.board
    if board.lattice != SQUARE or len(board) > MAX_CELLS:
        raise CoverError(f"a film shows a board of at most {MAX_CELLS} squares, found {board!r}")
    top, left = (min(along) for along in zip(*board.cells, strict=True))
    n_rows, n_columns = (
        max(along) + 1 - first for along, first in zip(zip(*board.cells, strict=True), (top, left), strict=True)
    )
    side = min(LARGEST, WIDEST / max(n_rows, n_columns))
    width = max(n_columns * side, 260.0) + 2 * MARGIN
    corner = (width - n_columns * side) / 2 - left * side, HEAD - top * side
    inks = {piece.name: COVER_INKS[number % len(COVER_INKS)] for number, piece in enumerate(packing.pieces)}
    fixed = [Shape("text", width / 2, 18, "ink", text=tr("Dancing links"), size=15)]
    n_moves = sum(1 for _ in islice(_moves(packing), MAX_MOVES)) - 1
    moments = schedule_moves(n_moves, max(2, round(seconds * FRAMES_PER_SECOND)))
    moves, number, frames = _moves(packing), 0, []
    placed = next(moves)
    for moment in moments:
        while number < moment:
            placed, number = next(moves), number + 1
        said = tr("{tried} options tried, {found} covers found", tried=f"{number:,}", found=int(number == n_moves))
        text = Shape("text", width / 2, HEAD + n_rows * side + FOOT / 2, "label", text=said, size=13)
        free = set(board.cells).difference(*(placement.cells for placement in placed))
        empty = (_box(cell, corner, side, "window") for cell in sorted(free))
        frames.append((text, *empty, *_pieces(placed, corner, side, inks)))
    return Film(width, HEAD + n_rows * side + FOOT, tuple(fixed), tuple(frames))


def _moves(packing: Packing) -> Iterator[tuple[Placement, ...]]:
    """Yield what is placed at the start and after each option that the search tries, until it finds a tiling."""
    placed: list[Placement] = []
    yield ()
    for event in dance(packing.cover):
        if event.kind == "solution":
            return
        if event.kind == "try":
            del placed[event.level :]
            placed.append(event.what)
            yield tuple(placed)


def _pieces(
    placed: tuple[Placement, ...], corner: tuple[float, float], side: float, inks: dict[str, str]
) -> Iterator[Shape]:
    for placement in placed:
        yield from (_box(cell, corner, side, inks[placement.piece]) for cell in placement.cells)
        cells = {*placement.cells}
        for row, column in placement.cells:
            x, y = corner[0] + column * side, corner[1] + row * side
            if (row - 1, column) not in cells:
                yield Shape("line", x, y, "ink", width=side, size=2)
            if (row + 1, column) not in cells:
                yield Shape("line", x, y + side, "ink", width=side, size=2)
            if (row, column - 1) not in cells:
                yield Shape("line", x, y, "ink", height=side, size=2)
            if (row, column + 1) not in cells:
                yield Shape("line", x + side, y, "ink", height=side, size=2)


def _box(cell: tuple[int, ...], corner: tuple[float, float], side: float, ink: str) -> Shape:
    row, column = cell
    return Shape("box", corner[0] + column * side, corner[1] + row * side, ink, side, side)
