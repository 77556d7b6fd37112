"""Draw tilings: pieces in colors and letters, with thick lines between them; layers of cubes side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from farandole.cover.pieces import HEXAGON, SQUARE, TRIANGLE, Board, Packing, Piece, Placement, Tiling
from farandole.render.diagram import COVER_INKS, document
from farandole.render.svg import escape_xml, format_number

MAX_CELLS = 4000
MARGIN = 0.2
HEIGHT = sqrt(3) / 2  # of a triangle with sides of length 1, and of a step from a row of hexagons to the next
LONGEST = 2  # characters of a name
SECONDS = 1  # to find a tiling for a picture

Point = tuple[float, float]
Side = tuple[Point, Point]


def draw(thing: Tiling | Packing | Board | Piece, *, theme: str = "auto") -> str | None:
    """Draw a tiling, the first tiling of a packing, an empty board or a piece. None if it has too many cells.

    Examples
    --------
    >>> from farandole.cover.pieces import polyominoes
    >>> drawing = draw(Packing(Board.rectangle(3, 20), polyominoes(5)))
    >>> drawing.count("<text"), drawing.count('class="color_1"') > 0
    (12, True)
    """
    tiling = _tiling_of(thing)
    board = tiling.board
    if len(board) > MAX_CELLS:
        return None
    outlines = dict(zip(board.cells, _outlines(board), strict=True))
    body = [f'<path class="window" d="{"".join(map(_loop, outlines.values()))}"/>']
    for placement, color in zip(tiling.placements, tiling.colors, strict=True):
        path = "".join(_loop(outlines[cell]) for cell in placement.cells)
        body.append(f'<path class="{COVER_INKS[color % len(COVER_INKS)]}" d="{path}"/>')
    thin, thick = _lines(tiling, outlines)
    body.append(f'<path class="grid-line" stroke-width="2" d="{thin}"/>')
    body.append(f'<path class="ink-line" stroke-width="5" d="{thick}"/>')
    if not isinstance(thing, Piece):
        body += _letters(tiling, outlines)
    xs, ys = zip(*(point for outline in outlines.values() for point in outline), strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    return document(body, (left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top), theme)


def _tiling_of(thing: Tiling | Packing | Board | Piece) -> Tiling:
    match thing:
        case Tiling():
            return thing
        case Piece():
            return Tiling(Board(thing.cells, thing.lattice), [Placement(thing.name, thing.cells)])
        case Board():
            return Tiling(thing, [])
    labels = next(iter(thing.cover.search(seconds=SECONDS)), ())
    return Tiling(thing.board, labels)


def _outlines(board: Board) -> Iterator[tuple[Point, ...]]:
    """Yield the corners of each cell; x grows to the right, y down."""
    if board.lattice == SQUARE:
        return ((_square(column, row)) for row, column in board.cells)
    if board.lattice == HEXAGON:
        return (_hexagon(column + row / 2, HEIGHT * row) for row, column in board.cells)
    if board.lattice == TRIANGLE:
        return (_triangle(row, column) for row, column in board.cells)
    columns = [column for _, _, column in board.cells]
    step = max(columns) - min(columns) + 2  # a column between layers
    return (_square(step * layer + column, row) for layer, row, column in board.cells)


def _square(x: float, y: float) -> tuple[Point, ...]:
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _triangle(row: int, column: int) -> tuple[Point, ...]:
    x, high, low = column / 2, HEIGHT * row, HEIGHT * (row + 1)
    if (row + column) % 2:
        return (x, high), (x + 1, high), (x + 0.5, low)
    return (x, low), (x + 0.5, high), (x + 1, low)


def _hexagon(x: float, y: float) -> tuple[Point, ...]:
    short, long = 1 / sqrt(12), 1 / sqrt(3)
    return (
        (x, y - long),
        (x + 0.5, y - short),
        (x + 0.5, y + short),
        (x, y + long),
        (x - 0.5, y + short),
        (x - 0.5, y - short),
    )


def _lines(tiling: Tiling, outlines: dict[tuple[int, ...], tuple[Point, ...]]) -> tuple[str, str]:
    """Write the sides within pieces, and those between pieces."""
    every: dict[Side, Side] = {}
    within: Counter[Side] = Counter()
    groups = [placement.cells for placement in tiling.placements]
    covered = {cell for cells in groups for cell in cells}
    for cells in (*groups, tuple(cell for cell in outlines if cell not in covered)):
        own: Counter[Side] = Counter()
        for cell in cells:
            corners = outlines[cell]
            for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
                first, second = sorted(((round(start[0], 3), round(start[1], 3)), (round(end[0], 3), round(end[1], 3))))
                own[first, second] += 1
                every[first, second] = (start, end)
        within.update({side: 1 for side, times in own.items() if times == 2})
    thin = "".join(f"M{_at(start)}L{_at(end)}" for side, (start, end) in every.items() if within[side])
    thick = "".join(f"M{_at(start)}L{_at(end)}" for side, (start, end) in every.items() if not within[side])
    return thin, thick


def _letters(tiling: Tiling, outlines: dict[tuple[int, ...], tuple[Point, ...]]) -> Iterator[str]:
    """Write the name of each piece, if it is short, or else its sign into the cell that is nearest to its middle."""
    names = [placement.piece for placement in tiling.placements]
    are_names = len(set(names)) == len(names) and all(len(name) <= LONGEST for name in names)
    centers = {cell: _middle(list(outline)) for cell, outline in outlines.items()}
    size = 30 if tiling.board.lattice == TRIANGLE else 44
    for placement, sign in zip(tiling.placements, names if are_names else tiling.signs, strict=True):
        x, y = _middle([centers[cell] for cell in placement.cells])
        cell = min(placement.cells, key=lambda each: (centers[each][0] - x) ** 2 + (centers[each][1] - y) ** 2)
        at = f'x="{format_number(centers[cell][0])}" y="{format_number(centers[cell][1] + size * 0.0036)}"'
        yield f'<text class="ink" font-size="{size}" {at}>{escape_xml(sign)}</text>'


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _loop(points: tuple[Point, ...]) -> str:
    return f"M{'L'.join(map(_at, points))}Z"


def _at(point: Point) -> str:
    return f"{format_number(point[0])} {format_number(point[1])}"
