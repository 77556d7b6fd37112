"""Trace the lines of a grid, even on curved paper, and measure how visible they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from farandole import _core
from farandole.photo.geometry import Gray, Points, homography, lattice, rectify, transform_points
from farandole.records import record

MARGIN = 1 / 9  # margin around a quadrilateral, relative to its side, because its corners may be a little off
_SIDE = 16  # pixels of an eighteenth of the side, or more if cells would be smaller than `_CELL`
_CELL = 20
_SQUARES = 22  # squares per side of the mesh for rectification: 18, and a margin of 2 on each side
_WALL = 0.04  # minimum contrast of a wall against the cells beside it
_PARTS = 4  # of a wall, each of which must be dark
_MAX_NOISE = 0.08  # a limit, because digits in most cells are not noise
_STRIPS = 4  # steps per cell in which a line is traced
_VISIBLE, _OFF = 0.02, 0.1  # minimum response of a visible line, and how far it may be off a smooth surface, in cells
_REGULAR = 0.3  # minimum share of such places in a grid that is worth a closer look
_BENT = 1 / 15  # maximum curvature of paper, relative to the side
_MANY = 12  # cells per side of a grid in which such a curvature is nearly a cell
_HELD, _STEEP = 0.3, 0.06  # maximum offset at the ends of a line, and how much it grows per strip, in cells
_BESIDE = 2  # neighboring lines on each side that support a line on bent paper
_FAINT = 0.05  # darkness at which a line is saturated, because digits are darker
_SOME, _CLEAR = 0.5, 0.97  # range of the share of visible walls in which bent paper is tried

Response = NDArray[np.float32]


@record(frozen=False, slots=False)
class Fit:
    """A mesh fitted to the lines of a grid.

    Attributes
    ----------
    mesh : ndarray, shape (n + 1, n + 1, 2)
        The nodes.
    down, across : ndarray of float32, shapes (n, n + 1) and (n + 1, n)
        The darkness of the wall to the left of each cell, or above it, and behind the last: 0 paper, near 1 ink.
    score : float
        The share of visible walls.
    """

    mesh: Points
    down: Response
    across: Response
    score: float

    @property
    def size(self) -> int:
        """The number of cells per side."""
        return len(self.mesh) - 1


def box_mean(values: Response, radius: int, axis: int) -> Response:
    """Return the moving average along an axis, with windows truncated at the ends."""
    length = values.shape[axis]
    sums = np.concatenate([np.zeros_like(np.take(values, [0], axis)), np.cumsum(values, axis, dtype=np.float32)], axis)
    ends = np.minimum(np.arange(length) + radius + 1, length)
    starts = np.maximum(np.arange(length) - radius, 0)
    shape = [1] * values.ndim
    shape[axis] = length
    mean: Response = np.take(sums, ends, axis) - np.take(sums, starts, axis)
    mean /= (ends - starts).astype(np.float32).reshape(shape)
    return mean


def measure_darkness(picture: Gray, radius: int) -> Response:
    """Measure how much darker each pixel is than the paper around it, from 0 to 1."""
    dark = np.empty(picture.shape, np.float32)
    _core.darkness(np.ascontiguousarray(picture), radius, dark)
    return dark


class RectifiedView:
    """A rectified quadrilateral, with the response of each place to a line down or across."""

    def __init__(self, picture: Gray, mesh: Points, *, side: int, margin: int) -> None:
        self.side, self.margin = side, margin
        self.image = rectify(picture, mesh, (side + 2 * margin) // (len(mesh) - 1))
        self.ink = measure_darkness(self.image, side // 12)

    def response(self, axis: int, strips: int) -> Response:
        """Measure the response to lines down (axis 0) or across (axis 1): an array of strips by places."""
        ink = self.ink if axis == 0 else self.ink.T
        inner = ink[self.margin : self.margin + self.side]
        step = self.side // strips
        profile = inner[: step * strips].reshape(strips, step, -1).mean(axis=1)
        beside = max(self.side // 60, 3)
        padded = np.pad(profile, ((0, 0), (beside, beside)), mode="edge")
        around = np.maximum(padded[:, : -2 * beside], padded[:, 2 * beside :])
        profile = box_mean(profile, 1, 1)
        line: Response = np.clip(profile - around, 0, 0.3).astype(np.float32)
        return line


def trace_lines(response: Response, places: NDArray[np.float64], reach: int, stiffness: float) -> NDArray[np.float64]:
    """Trace lines through strips by dynamic programming: the darkest paths that bend little.

    Parameters
    ----------
    response : ndarray, shape (strips, width)
    places : ndarray, shape (lines, strips)
        Where each line is expected.
    reach : int
        The maximum offset from there in pixels.
    stiffness : float
        The cost of a bend per pixel.

    Returns
    -------
    ndarray, shape (lines, strips)
        Where each line is found.
    """
    return np.rint(places) + _best_offsets(_neighborhood(response, places, reach), stiffness)


def _neighborhood(response: Response, places: NDArray[np.float64], reach: int) -> Response:
    """Return the response around places (lines by strips), for each offset: an array of strips by lines by offsets."""
    strips = np.arange(places.shape[1])[None, :, None]
    index = np.rint(places).astype(int)[:, :, None] + np.arange(-reach, reach + 1)
    found: Response = response[strips, np.clip(index, 0, response.shape[1] - 1)].swapaxes(0, 1)
    return found


def _best_offsets(gain: Response, stiffness: float) -> NDArray[np.float64]:
    """Find the path with the most gain and little bending for each line: an array of lines by strips."""
    strips, lines, _ = gain.shape
    found = np.empty((lines, strips))
    _core.best_offsets(np.ascontiguousarray(gain), stiffness, found)
    return found


def _fit_surface(found: NDArray[np.float64], regular: NDArray[np.float64], weight: Response) -> NDArray[np.float64]:
    """Fit a smooth surface robustly to the offsets of lines from their regular places.

    A line may bend along its way; the offsets change less from line to line, because paper seldom bends both ways.
    """
    lines, strips = found.shape
    u, v = np.meshgrid(np.linspace(-1, 1, lines), np.linspace(-1, 1, strips), indexing="ij")
    powers = [(i, j) for i in range(3) for j in range(5 - i)]
    terms = np.stack([u**i * v**j for i, j in powers], axis=-1).reshape(-1, len(powers))
    off = (found - regular).ravel()
    plain = weight.ravel().astype(float) + 1e-3
    weights = plain
    smooth = np.zeros_like(off)
    for _ in range(4):
        ridge = 1e-3 * weights.sum() * np.eye(len(powers))
        ridge[0, 0] = 0
        weighted = terms * weights[:, None]
        smooth = terms @ np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ off)
        weights = plain / (1 + ((off - smooth) / 2.0) ** 2)
    places: NDArray[np.float64] = regular + smooth.reshape(lines, strips)
    return places


def _trace_bent(response: Response, regular: NDArray[np.float64], cell: float) -> NDArray[np.float64]:
    """Trace lines roughly on paper that is bent so much that a line comes near the place of its neighbor.

    A line is traced from its two ends, which are where they are expected, together with its neighbors, which bend
    alike. So digits, which are at different places beside each line, don't mislead it.
    """
    reach = int(_BENT * cell * (len(regular) - 1))
    gain = box_mean(np.minimum(_neighborhood(response, regular, reach), _FAINT), _BESIDE, 1)
    strips = np.arange(len(gain))
    most = cell * (_HELD + _STEEP * np.minimum(strips, strips[::-1]))
    offsets = np.abs(np.arange(-reach, reach + 1))
    gain -= (offsets > most[:, None])[:, None]
    found = np.rint(regular) + _best_offsets(gain, 0.02)
    return _fit_surface(found, regular, np.minimum(_sample(response, found), _FAINT))


def _trace(
    view: RectifiedView, axis: int, n: int, walls: NDArray[np.bool_], *, is_bent: bool = False
) -> NDArray[np.float64] | None:
    """Trace the lines down or across of an n x n grid: an array of lines by strips.

    None if few of its walls are at regular places. ``walls`` are those that there are, by line and cell.
    """
    strips = _STRIPS * n
    response = view.response(axis, strips)
    cell = view.side / n
    regular = view.margin + np.arange(n + 1)[:, None] * cell + np.zeros((1, strips)) - 0.5
    if is_bent:
        first = trace_lines(response, _trace_bent(response, regular, cell), int(0.3 * cell), 0.02)
    else:
        first = trace_lines(response, regular, int(0.4 * cell), 0.02)
    smooth = _fit_surface(first, regular, _sample(response, first))
    if not is_bent:
        is_regular = (np.abs(first - smooth) < _OFF * cell) & (_sample(response, first) > _VISIBLE)
        if is_regular[np.repeat(walls, _STRIPS, axis=1)].mean() < _REGULAR:
            return None
    second = trace_lines(response, smooth, max(int(0.16 * cell), 2), 0.02)
    smooth = _fit_surface(second, regular, _sample(response, second))
    second = trace_lines(response, smooth, max(int(0.1 * cell), 2), 0.02)
    # An invisible part stays on the smooth surface.
    seen = np.clip(_sample(response, second) / 0.05, 0, 1)
    places: NDArray[np.float64] = smooth + box_mean(((second - smooth) * seen).astype(np.float32), 2, 1)
    return places


def _sample(response: Response, places: NDArray[np.float64]) -> Response:
    index = np.clip(np.rint(places).astype(int), 0, response.shape[1] - 1)
    there: Response = response[np.arange(response.shape[0])[None, :], index]
    return there


def _nodes(down: NDArray[np.float64], across: NDArray[np.float64], view: RectifiedView) -> Points:
    """Intersect lines down and across: the nodes in the pixels of the view."""
    n = len(down) - 1
    strips = down.shape[1]
    centers = view.margin + (np.arange(strips) + 0.5) * (view.side / strips) - 0.5
    x = np.tile(view.margin + np.arange(n + 1) * view.side / n, (n + 1, 1))
    y = x.T.copy()
    for _ in range(3):
        x = np.stack([_extrapolate(y[:, j], centers, down[j]) for j in range(n + 1)], axis=1)
        y = np.stack([_extrapolate(x[i], centers, across[i]) for i in range(n + 1)], axis=0)
    return np.stack([x, y], axis=-1)


def _extrapolate(
    at: NDArray[np.float64], centers: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Interpolate linearly, and extrapolate beyond the ends."""
    slope = (values[1] - values[0]) / (centers[1] - centers[0]), (values[-1] - values[-2]) / (centers[-1] - centers[-2])
    inner = np.interp(at, centers, values)
    beyond: NDArray[np.float64] = (
        inner + np.minimum(at - centers[0], 0) * slope[0] + np.maximum(at - centers[-1], 0) * slope[1]
    )
    return beyond


def measure_walls(picture: Gray, mesh: Points, cell: int = 24) -> tuple[Response, Response, float]:
    """Measure the contrast of the walls between cells against the cells beside them.

    Returns
    -------
    down, across : ndarray of float32, shapes (n, n + 1) and (n + 1, n)
    noise : float
        The contrast a quarter of a cell beside a wall, at walls with the least: the others may have digits there.
    """
    n = len(mesh) - 1
    wide = extend_mesh(mesh)
    ink = measure_darkness(rectify(picture, wide, cell), cell)
    turned = np.ascontiguousarray(ink.T)
    down, across = (_measure_walls_down(seen, n, cell) for seen in (ink, turned))
    beside = [_measure_walls_down(seen, n, cell, cell // 4)[:, :-1] for seen in (ink, turned)]
    return down, across.T, min(float(np.quantile(beside, 0.25)), _MAX_NOISE)


def _measure_walls_down(ink: Response, n: int, cell: int, shift: int = 0) -> Response:
    # Only the middle of each wall, because its ends belong to the lines that cross it.
    rows = ink[cell : cell * (n + 1)].reshape(n, cell, -1)[:, cell // 5 : cell - cell // 5]
    rows = rows[:, : rows.shape[1] // _PARTS * _PARTS]
    profile = rows.reshape(n, _PARTS, -1, rows.shape[2]).mean(axis=2)  # n, parts, width
    near = max(cell // 10, 1)
    out = np.empty((n, n + 1), np.float32)
    for line in range(n + 1):
        at = cell * (line + 1) + shift
        peak = profile[:, :, at - near - 1 : at + near + 1].max(axis=2)
        far = max(cell // 5, near + 2)
        side = np.minimum(
            profile[:, :, at - far - 2 : at - far].mean(axis=2), profile[:, :, at + far - 1 : at + far + 1].mean(axis=2)
        )
        # A wall is as long as a cell; a digit isn't, so its least dark parts count.
        out[:, line] = np.partition(peak - side, 1, axis=1)[:, :2].mean(axis=1)
    return out


def extend_mesh(mesh: Points, by: int = 1) -> Points:
    """Extend a mesh by cells on each side."""
    for _ in range(by):
        mesh = np.concatenate([2 * mesh[:1] - mesh[1:2], mesh, 2 * mesh[-1:] - mesh[-2:-1]], axis=0)
        mesh = np.concatenate([2 * mesh[:, :1] - mesh[:, 1:2], mesh, 2 * mesh[:, -1:] - mesh[:, -2:-1]], axis=1)
    return mesh


class Frame:
    """A quadrilateral that may enclose a grid.

    Parameters
    ----------
    picture : ndarray of uint8, shape (height, width)
    quad : ndarray, shape (4, 2)
    """

    def __init__(self, picture: Gray, quad: Points) -> None:
        self.picture, self.quad = picture, quad
        self._views: dict[int, RectifiedView] = {}

    def fit(self, n: int, cells: NDArray[np.bool_] | None = None) -> Fit | None:
        """Fit the mesh of an n x n grid; None if the quadrilateral is degenerate, or has few lines of such a grid.

        Parameters
        ----------
        n : int
            The number of cells per side.
        cells : ndarray of bool, shape (n, n), optional
            The cells of the grid: only their walls count. By default, all cells.
        """
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
        try:
            matrix = homography(unit, self.quad)
        except np.linalg.LinAlgError:
            return None
        view = self._view(matrix, max(_SIDE, -(-_CELL * n // (_SQUARES - 4))))
        fitted = self._fit(view, matrix, n, cells)
        if fitted and _SOME < fitted.score < _CLEAR and n >= _MANY:
            bent = self._fit(view, matrix, n, cells, is_bent=True)
            return max(fitted, bent, key=lambda fit: fit.score) if bent else fitted
        return fitted

    def _fit(
        self, view: RectifiedView, matrix: Points, n: int, cells: NDArray[np.bool_] | None, *, is_bent: bool = False
    ) -> Fit | None:
        padded = np.pad(np.ones((n, n), np.bool_) if cells is None else cells, 1)
        beside, above = padded[1:-1, 1:] | padded[1:-1, :-1], padded[1:, 1:-1] | padded[:-1, 1:-1]
        lines_down = _trace(view, 0, n, beside.T, is_bent=is_bent)
        lines_across = None if lines_down is None else _trace(view, 1, n, above, is_bent=is_bent)
        if lines_down is None or lines_across is None:
            return None
        nodes = _nodes(lines_down, lines_across, view)
        found = transform_points(matrix, (nodes + 0.5 - view.margin) / view.side)
        down, across, noise = measure_walls(self.picture, found)
        dark = np.concatenate([down[beside], across[above]])
        return Fit(found, down, across, float(np.mean(dark > max(_WALL, 2 * noise))))

    def _view(self, matrix: Points, part: int) -> RectifiedView:
        """Rectify it to squares of this many pixels; most sizes of grids share a view."""
        if part not in self._views:
            side, margin = (_SQUARES - 4) * part, 2 * part
            mesh = transform_points(matrix, lattice(_SQUARES, _SQUARES, margin / side))
            self._views[part] = RectifiedView(self.picture, mesh, side=side, margin=margin)
        return self._views[part]
