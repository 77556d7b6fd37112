"""Sort the figures of a drawing by their place on the grid: lines through cells, shapes in cells, on edges, outside."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from farandole.formats.drawings.colors import hue_of
from farandole.grid import Cell, Grid
from farandole.puzzle.figures import DrawnLine, DrawnShape, Figure, Point
from farandole.records import field, record, replace

Cells = tuple[Cell, ...]
_Line = tuple[DrawnLine, tuple[Figure, ...]]  # a line as it is read, and the figures that draw it

_NEAR = 0.46  # how far a point of a line may be from the center of its cell, along each axis
_BULB = 0.5  # least width of a circle that belongs to a line
_WHOLE_CELL = 0.95  # least width of a shape that fills its cell


@record
class Stroke:
    """A line through cells, with the shapes at its ends.

    Attributes
    ----------
    cells : tuple of Cell
        From the bulb or circle, if only one end has one.
    color : str
    form : str
        ``plain``, ``bulb`` (at its first cell), ``hollow`` (such a bulb, and white inside), ``circles`` or ``diamonds``
        (at both ends), ``arrow`` (from a circle to a head), ``pill`` (an arrow from a pill).
    figures : tuple of Figure
    n_pill : int
        The number of cells of a pill.
    """

    cells: Cells
    color: str
    form: str = "plain"
    figures: tuple[Figure, ...] = ()
    n_pill: int = 1
    width: float = 0.1


@record
class Spot:
    """A shape or a text at a place of the grid.

    Attributes
    ----------
    place : str
        ``cell``, ``edge``, ``corner``, ``outside``, or ``odd`` for any other place.
    cells : tuple of Cell
        The cells that it touches.
    at : (int, int)
        The row and the column of the square that holds its center, perhaps outside the grid.
    look : str
        ``circle``, ``box``, ``diamond``, ``fill`` for a whole cell, or ``text``.
    fill : str
    text : str
    figures : tuple of Figure
    """

    place: str
    cells: Cells
    at: tuple[int, int]
    look: str
    fill: str
    text: str
    figures: tuple[Figure, ...]


@record(frozen=False)
class Sketch:
    """The figures of a drawing, sorted.

    Attributes
    ----------
    strokes : list of Stroke
    spots : list of Spot
    signs : list of (Cell, Cell, Figure)
        Inequality signs drawn as lines: the cell with the greater digit first.
    rays : list of (Point, Point, tuple of Figure)
        Arrows outside the grid: their first and last point.
    diagonals : list of (str, Figure)
        Lines from corner to corner: ``rising`` or ``falling``.
    rest : list of Figure
        All others.
    """

    strokes: list[Stroke] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    signs: list[tuple[Cell, Cell, Figure]] = field(default_factory=list)
    rays: list[tuple[Point, Point, tuple[Figure, ...]]] = field(default_factory=list)
    diagonals: list[tuple[str, Figure]] = field(default_factory=list)
    rest: list[Figure] = field(default_factory=list)


def sketch(grid: Grid, figures: Sequence[Figure]) -> Sketch:
    """Sort the figures of a drawing.

    Examples
    --------
    >>> made = sketch(Grid.classic(), [DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067")])
    >>> [(stroke.form, stroke.cells) for stroke in made.strokes]
    [('plain', (0, 1, 2))]
    """
    return _Sketcher(grid, figures).sketch


class _Sketcher:
    def __init__(self, grid: Grid, figures: Sequence[Figure]) -> None:
        self.grid = grid
        self.sketch = Sketch()
        shapes = [figure for figure in figures if isinstance(figure, DrawnShape)]
        self.sketch.spots = [self._spot(group) for group in _stack(shapes)]
        strokes = self._lines([figure for figure in figures if isinstance(figure, DrawnLine)])
        self._attach(_join(strokes))

    # ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _spot(self, group: Sequence[DrawnShape]) -> Spot:
        """Make a spot of the shapes that share a center, from bottom to top."""
        body = next((shape for shape in reversed(group) if shape.fill or shape.edge), group[-1])
        (x, y), text = body.center, next((shape.text for shape in reversed(group) if shape.text), "")
        place, cells = self._place(x, y)
        return Spot(place, cells, (math.floor(y), math.floor(x)), _look(group, body), body.fill, text, tuple(group))

    def _place(self, x: float, y: float) -> tuple[str, Cells]:
        cell_at = self.grid.cell
        own = cell_at(math.floor(y), math.floor(x))
        columns, rows = (_sides(x), _sides(y))
        if own is None and len(columns) == len(rows) == 1:
            return "outside", ()
        cells = tuple(cell for row in rows for column in columns if (cell := cell_at(row, column)) is not None)
        place = {1: "cell", 2: "edge", 4: "corner"}[len(columns) * len(rows)]
        if len(cells) < len(columns) * len(rows):
            return ("odd", cells) if cells else ("outside", ())
        if place == "cell" and max(abs(x % 1 - 0.5), abs(y % 1 - 0.5)) > 0.15:
            return "odd", cells
        return place, cells

    # ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _lines(self, lines: Sequence[DrawnLine]) -> list[Stroke]:
        """Put signs, rays and diagonals into the sketch; return the lines through cells, each path once."""
        paths: dict[Cells, list[_Line]] = defaultdict(list)
        for of_line in _with_heads(lines):
            line, drawn = of_line
            cells = self.trace(line.points)
            if sign := self._sign(line):
                self.sketch.signs.append(sign)
            elif cells is not None and len(cells) > 1:
                paths[min(cells, cells[::-1]) if not line.has_head else cells].append(of_line)
            elif line.has_head and self._is_outside(line.points[0]):
                self.sketch.rays.append((line.points[0], line.points[-1], drawn))
            elif name := self._diagonal(line.points):
                self.sketch.diagonals.append((name, line))
            else:
                self.sketch.rest += drawn
        return [self._stroke(of_path) for of_path in paths.values()]

    def _stroke(self, of_path: Sequence[_Line]) -> Stroke:
        """Make a stroke of the lines along a path, from bottom to top."""
        lines = [line for line, _ in of_path]
        first = next((line for line in lines if hue_of(line.color) not in ("", "white")), lines[0])
        is_hollow = len(lines) > 1 and hue_of(lines[-1].color) == "white"
        form = "head" if any(line.has_head for line in lines) else "hollow" if is_hollow else "plain"
        figures = tuple(figure for _, drawn in of_path for figure in drawn)
        return Stroke(self.trace(first.points) or (), first.color, form, figures, width=first.width)

    def trace(self, points: Sequence[Point]) -> Cells | None:
        """List the cells that a line goes through; None if it doesn't go from cell to cell."""
        cells: list[Cell] = []
        places = [(math.floor(y), math.floor(x)) for x, y in points]
        for (row, column), (x, y) in zip(places, points, strict=True):
            if max(abs(x - column - 0.5), abs(y - row - 0.5)) > _NEAR or self.grid.cell(row, column) is None:
                return None
        for start, end in zip(places, [*places[1:], places[-1]], strict=True):
            down, right = end[0] - start[0], end[1] - start[1]
            n_steps = math.gcd(down, right) or 1
            for k in range(n_steps):
                cell = self.grid.cell(start[0] + k * down // n_steps, start[1] + k * right // n_steps)
                if cell is None:
                    return None
                if not cells or cells[-1] != cell:
                    cells.append(cell)
        last = self.grid.cell(*places[-1])
        if last is not None and cells[-1] != last:
            cells.append(last)
        return tuple(cells)

    def _sign(self, line: DrawnLine) -> tuple[Cell, Cell, Figure] | None:
        """Read a small angle at an edge, which points at the lesser digit."""
        if len(line.points) != 3 or line.has_head:
            return None
        (ax, ay), (tx, ty), (bx, by) = line.points
        x, y = (ax + tx + bx) / 3, (ay + ty + by) / 3
        if max(math.dist(a, b) for a in line.points for b in line.points) > 0.6:
            return None
        place, cells = self._place(*_nearest_edge((ax + bx) / 4 + tx / 2, (ay + by) / 4 + ty / 2))
        if place != "edge":
            return None
        first, second = cells
        dx, dy = tx - (ax + bx) / 2, ty - (ay + by) / 2
        is_beside = self.grid.positions[first][0] == self.grid.positions[second][0]
        along, across = (dx, dy) if is_beside else (dy, dx)
        if abs(along) <= 2 * abs(across) or math.hypot(x % 1 - 0.5, y % 1 - 0.5) < 0.2:
            return None
        return (first, second, line) if along > 0 else (second, first, line)

    def _is_outside(self, point: Point) -> bool:
        return self.grid.cell(math.floor(point[1]), math.floor(point[0])) is None

    def _diagonal(self, points: Sequence[Point]) -> str:
        (x1, y1), (x2, y2) = points[0], points[-1]
        width, height = self.grid.width, self.grid.height
        ends = {(round(x1), round(y1)), (round(x2), round(y2))}
        is_near = max(abs(number - round(number)) for number in (x1, y1, x2, y2)) < 0.1
        if is_near and ends == {(0, 0), (width, height)}:
            return "falling"
        return "rising" if is_near and ends == {(0, height), (width, 0)} else ""

    # ── Lines with the shapes at their ends ─────────────────────────────────────────────────────────────────────────

    def _attach(self, strokes: list[Stroke]) -> None:
        """Give each line the shapes at its ends, and keep the other shapes."""
        circles = {spot.cells[0]: spot for spot in self.sketch.spots if _is_bulb(spot)}
        pills = self._pills(strokes)
        used: set[Cell] = set()
        for stroke in strokes:
            if stroke.form == "pill":
                continue
            ends = [circles.get(stroke.cells[0]), circles.get(stroke.cells[-1])]
            made, n_used = self._with_ends(stroke, ends, pills)
            self.sketch.strokes.append(made)
            used |= {made.cells[0], made.cells[-1]} if n_used == 2 else {made.cells[0]} if n_used else set()
        taken = {id(circles[cell]) for cell in used if cell in circles}
        taken |= {id(pill) for pill, _ in pills.values() if isinstance(pill, Spot)}
        self.sketch.spots = [spot for spot in self.sketch.spots if id(spot) not in taken]

    def _with_ends(
        self, stroke: Stroke, ends: list[Spot | None], pills: dict[Cells, tuple[Spot | None, tuple[Figure, ...]]]
    ) -> tuple[Stroke, int]:
        """Return a line with what its ends make of it, and the number of ends that have a circle."""
        first, last = ends
        if stroke.form == "head":
            for cells, (_, figures) in pills.items():
                if stroke.cells[0] in cells:
                    ordered = (*sorted(cells), *stroke.cells[1:])
                    drawn = (*figures, *stroke.figures)
                    return replace(stroke, cells=ordered, form="pill", n_pill=len(cells), figures=drawn), 0
            if first:
                return replace(stroke, form="arrow", figures=(*first.figures, *stroke.figures)), 1
            return stroke, 0
        if first and last and first is not last:
            is_own = [hue_of(one.fill) == hue_of(stroke.color) for one in (first, last)]
            if not any(is_own):
                form = "diamonds" if first.look == "diamond" else "circles"
                return replace(stroke, form=form, figures=(*first.figures, *last.figures, *stroke.figures)), 2
            if all(is_own):
                return stroke, 0
            first, last = (first, None) if is_own[0] else (None, last)
        if last and not first:
            stroke, first = replace(stroke, cells=stroke.cells[::-1]), last
        if not first or first.look != "circle":
            return stroke, 0
        fills = {hue_of(figure.fill) for figure in first.figures if isinstance(figure, DrawnShape)}
        if hue_of(stroke.color) not in fills and stroke.form != "hollow":
            return stroke, 0
        form = "hollow" if stroke.form == "hollow" or "white" in fills else "bulb"
        return replace(stroke, form=form, figures=(*first.figures, *stroke.figures)), 1

    def _pills(self, strokes: list[Stroke]) -> dict[Cells, tuple[Spot | None, tuple[Figure, ...]]]:
        """Find the pills: long round shapes, and thick lines that are white inside."""
        pills: dict[Cells, tuple[Spot | None, tuple[Figure, ...]]] = {}
        for spot in self.sketch.spots:
            body = next((one for one in spot.figures if isinstance(one, DrawnShape) and one.edge), None)
            is_long = spot.look == "circle" and body is not None and max(body.width, body.height) > 1.3
            if is_long and body and len(cells := self._cells_within(body)) > 1:
                pills[cells] = (spot, spot.figures)
        for k, stroke in enumerate(strokes):
            if stroke.form == "hollow" and stroke.width >= _BULB:
                pills[stroke.cells] = (None, stroke.figures)
                strokes[k] = replace(stroke, form="pill")
        return pills

    def _cells_within(self, shape: DrawnShape) -> Cells:
        (x, y), half_width, half_height = shape.center, shape.width / 2, shape.height / 2
        if max(half_width, half_height) > 16:
            return ()
        return tuple(
            cell
            for row in range(math.floor(y - half_height), math.ceil(y + half_height))
            for column in range(math.floor(x - half_width), math.ceil(x + half_width))
            if abs(row + 0.5 - y) < half_height and abs(column + 0.5 - x) < half_width
            if (cell := self.grid.cell(row, column)) is not None
        )


def _sides(number: float) -> tuple[int, ...]:
    """Return the rows or columns that a coordinate touches: two near an edge."""
    nearest = round(number)
    return (nearest - 1, nearest) if abs(number - nearest) < 0.13 else (math.floor(number),)


def _nearest_edge(x: float, y: float) -> Point:
    """Move a point to the middle of the nearest edge between two cells."""
    if abs(x - round(x)) < abs(y - round(y)):
        return round(x), math.floor(y) + 0.5
    return math.floor(x) + 0.5, round(y)


def _look(group: Sequence[DrawnShape], body: DrawnShape) -> str:
    if not any(shape.fill or shape.edge for shape in group):
        return "text"
    if body.is_round:
        return "circle"
    if min(body.width, body.height) >= _WHOLE_CELL:
        return "fill"
    return "diamond" if body.angle % 90 == 45 else "box"


def _is_bulb(spot: Spot) -> bool:
    size = max((figure.width for figure in spot.figures if isinstance(figure, DrawnShape)), default=0)
    return spot.place == "cell" and spot.look in ("circle", "diamond") and _BULB <= size < 1.3


def _stack(shapes: Sequence[DrawnShape]) -> Iterator[list[DrawnShape]]:
    """Group the shapes that share a center; those that fill a cell stay alone."""
    stacks: dict[tuple[int, int], list[DrawnShape]] = defaultdict(list)
    for shape in shapes:
        x, y = shape.center
        is_alone = min(shape.width, shape.height) >= _WHOLE_CELL and not shape.is_round and not shape.text
        if is_alone:
            yield [shape]
        else:
            stacks[round(10 * x), round(10 * y)].append(shape)
    yield from stacks.values()


def _with_heads(lines: Sequence[DrawnLine]) -> Iterator[_Line]:
    """Yield each line, and the figures that draw it; a line that ends in the tip of an angle becomes an arrow."""
    angles = {(round(20 * line.points[1][0]), round(20 * line.points[1][1])): line for line in lines if _is_angle(line)}
    of_arrow: set[int] = set()
    for line in lines:
        if _is_angle(line):
            continue
        for points in (line.points, line.points[::-1]):
            angle = angles.get((round(20 * points[-1][0]), round(20 * points[-1][1])))
            if angle is not None and not line.has_head and _comes_from(points, angle.points):
                of_arrow.add(id(angle))
                yield replace(line, points=points, has_head=True), (line, angle)
                break
        else:
            yield line, (line,)
    yield from ((line, (line,)) for line in lines if _is_angle(line) and id(line) not in of_arrow)


def _is_angle(line: DrawnLine) -> bool:
    if len(line.points) != 3 or line.has_head:
        return False
    first, tip, last = line.points
    return math.dist(first, tip) < 0.45 and math.dist(tip, last) < 0.45 and math.dist(first, last) > 0.05


def _comes_from(points: Sequence[Point], angle: Sequence[Point]) -> bool:
    """Return whether a line enters an angle from its open side."""
    (bx, by), (tx, ty) = points[-2], points[-1]
    ax, ay = (angle[0][0] + angle[2][0]) / 2, (angle[0][1] + angle[2][1]) / 2
    return (bx - tx) * (ax - tx) + (by - ty) * (ay - ty) > 0


def _join(strokes: Iterable[Stroke]) -> list[Stroke]:
    """Join lines of one color that meet at their ends, where no other line ends."""
    kept = list(strokes)
    while True:
        ends: dict[tuple[str, float, Cell], list[int]] = defaultdict(list)
        for k, stroke in enumerate(kept):
            if stroke.form == "plain" and stroke.cells[0] != stroke.cells[-1] and len(stroke.cells) == 2:
                for end in (stroke.cells[0], stroke.cells[-1]):
                    ends[stroke.color, stroke.width, end].append(k)
        # Only pieces of two cells: a whole line that touches another one is a line of its own.
        pair = next((pair for pair in ends.values() if len(pair) == 2), None)
        chain = _chain(kept, ends) if pair else None
        if chain is None:
            return kept
        members, joined = chain
        kept = [stroke for k, stroke in enumerate(kept) if k not in members] + [joined]


def _chain(strokes: Sequence[Stroke], ends: dict[tuple[str, float, Cell], list[int]]) -> tuple[set[int], Stroke] | None:
    """Join the pieces of one line; None if there are none."""
    for pair in ends.values():
        if len(pair) != 2:
            continue
        first = strokes[pair[0]]
        members, cells = {pair[0]}, list(first.cells)
        for _ in range(2):  # along both ends
            while True:
                touching = ends[first.color, first.width, cells[-1]]
                more = [k for k in touching if k not in members] if len(touching) == 2 else []
                if not more:
                    break
                members.add(more[0])
                one, other = strokes[more[0]].cells
                cells.append(other if one == cells[-1] else one)
            cells.reverse()
        if len(members) > 1:
            figures = tuple(figure for k in sorted(members) for figure in strokes[k].figures)
            return members, replace(first, cells=tuple(cells), figures=figures)
    return None
