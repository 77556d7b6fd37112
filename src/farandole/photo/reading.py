"""The result of reading a picture, and how it is shown: over the photo, as JSON, in a notebook."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole.photo.cages.outline import outline_cage
from farandole.photo.geometry import Points
from farandole.photo.pictures import Picture
from farandole.puzzle import Puzzle
from farandole.records import field, record
from farandole.rules.sums import Cage

if TYPE_CHECKING:
    from PIL import Image

DOUBT = 0.95  # a cell with a lower confidence is shown as doubtful
_GREEN, _RED, _BLUE, _ORANGE = (16, 140, 70), (205, 40, 30), (40, 90, 200), (215, 105, 0)
_FEW = 8  # cells that are listed in a line
_SHOWN = 1000  # pixels of the larger side in a notebook


def corners_of(mesh: Points, scale: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a mesh in the original picture, which was scaled by this factor."""
    corners = mesh[[0, 0, -1, -1], [0, -1, -1, 0]] / scale
    return tuple((float(x), float(y)) for x, y in corners)


def _few(texts: Sequence[str]) -> str:
    """Join the first texts, and say how many more there are."""
    more = f" and {len(texts) - _FEW} more" if len(texts) > _FEW else ""
    return f"{', '.join(texts[:_FEW])}{more}"


@record(slots=False)
class Repair:
    """A cell that was read differently than it looks, so that the puzzle has one solution.

    Attributes
    ----------
    cell : str
        The name of the cell, such as ``r1c1``.
    seen, taken : int
        The digit that it looks like, and the digit that was read; 0 for none.
    is_total : bool
        Whether this is the total of the cage that begins in the cell.

    Examples
    --------
    >>> print(Repair("r1c1", 6, 8)), print(Repair("r1c1", 0, 16, is_total=True))
    r1c1: looks like 6, read as 8
    total at r1c1: looks like nothing, read as 16
    (None, None)
    """

    cell: str
    seen: int
    taken: int
    is_total: bool = False

    def __str__(self) -> str:
        names = [f"{number}" if number else "nothing" for number in (self.seen, self.taken)]
        where = f"total at {self.cell}" if self.is_total else self.cell
        return f"{where}: looks like {names[0]}, read as {names[1]}"


@record(slots=False)
class Reading:
    """A puzzle read from a picture.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle, with the cages of a killer.
    confidence : float
        The probability that the whole puzzle is right: all givens, and their cages.
    entered_confidence : float
        The probability that all digits entered and all pencilmarks are right; 1 if there are none.
    cell_confidences : tuple of float
        The same for each cell and the total in it.
    corners : tuple of (float, float)
        The corners of the grid in the original picture (upright by its EXIF orientation): x and y in pixels, clockwise
        from the upper left as the puzzle is read.
    rotation : int
        The clockwise rotation, in degrees, that brings the picture upright: 0, 90, 180 or 270.
    repairs : tuple of Repair
        The cells that were read differently than they look.
    n_solutions : int
        The number of solutions: 0, 1, or 2 for more.
    entered : tuple of int
        The digit that somebody entered into each cell, 0 for none; it is not a given.
    dropped : tuple of int
        The digit of each cell that the puzzle can't hold, because the same one is in a house of it; 0 for none.
    candidates : tuple of int
        The pencilmarks of each cell as a mask: bit d - 1 for digit d.
    """

    puzzle: Puzzle
    confidence: float
    cell_confidences: tuple[float, ...]
    corners: tuple[tuple[float, float], ...]
    rotation: int
    repairs: tuple[Repair, ...]
    n_solutions: int
    entered: tuple[int, ...]
    dropped: tuple[int, ...]
    candidates: tuple[int, ...]
    entered_confidence: float
    mesh: Points = field(repr=False, compare=False)
    picture: Picture = field(repr=False, compare=False)

    @property
    def nodes(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The nodes of the grid, row by row, in the original picture: x and y in pixels."""
        return tuple(tuple((float(x), float(y)) for x, y in row) for row in self.mesh / self.picture.scale)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The names of the cells that should be checked."""
        names = (self.puzzle.grid.cell_name(cell) for cell, sure in enumerate(self.cell_confidences) if sure < DOUBT)
        return tuple(names)

    def __str__(self) -> str:
        """Summarize the reading in a line: its confidence, doubtful cells, repairs."""
        n_givens, n_entered = (sum(map(bool, digits)) for digits in (self.puzzle.givens, self.entered))
        n_marked = sum(map(bool, self.candidates))
        rest = [f"{n_entered} digits entered"] * bool(n_entered) + [f"notes in {n_marked} cells"] * bool(n_marked)
        solutions = {0: "; no solution", 1: "", 2: "; several solutions"}[self.n_solutions]
        n_cages = len(self._cages())
        cages = f" and {n_cages} cages" if n_cages else ""
        parts = [f"{n_givens} givens{cages}, {int(100 * self.confidence)} % sure{solutions}"]
        if rest:
            parts.append(f"{' and '.join(rest)}, {int(100 * self.entered_confidence)} % sure")
        if dropped := self._name_digits(self.dropped):
            clashing = [f"{digit} in {cell}" for cell, digit in dropped.items()]
            parts.append(f"left out, because the same digit is in a row, column or region: {_few(clashing)}")
        if self.doubtful:
            parts.append(f"doubtful: {_few(self.doubtful)}")
        if self.repairs:
            parts.append(_few([str(repair) for repair in self.repairs]))
        return "; ".join(parts)

    def document(self) -> dict[str, Any]:
        """Return the reading as a JSON object.

        ``puzzle`` is the puzzle in our JSON format; ``line`` has its givens in a line.
        """
        from farandole import formats

        grid = self.puzzle.grid
        marks = {
            grid.cell_name(cell): [digit + 1 for digit in range(grid.n_digits) if mask >> digit & 1]
            for cell, mask in enumerate(self.candidates)
            if mask
        }
        return {
            "puzzle": json.loads(formats.write(self.puzzle, "json")),
            "line": self.puzzle.line,
            "confidence": round(self.confidence, 4),
            "entered_confidence": round(self.entered_confidence, 4),
            "cell_confidences": [round(sure, 4) for sure in self.cell_confidences],
            "doubtful": list(self.doubtful),
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "rotation": self.rotation,
            "repairs": [
                {"cell": repair.cell, "seen": repair.seen, "taken": repair.taken}
                | ({"total": True} if repair.is_total else {})
                for repair in self.repairs
            ],
            "solutions": self.n_solutions,
            "entered": self._name_digits(self.entered),
            "dropped": self._name_digits(self.dropped),
            "candidates": marks,
        }

    def overlay(self, path: str | PathLike[str] | None = None) -> Image.Image:
        """Draw the grid and the reading over the photo, with doubtful cells in red; save it if there is a path.

        Parameters
        ----------
        path : str or path, optional
            A file with an extension that Pillow knows, such as .png or .jpg.

        Raises
        ------
        ValueError
            If Pillow doesn't know the extension.
        """
        from PIL import Image, ImageDraw

        image = Image.fromarray(self.picture.color)
        pen = ImageDraw.Draw(image)
        line = max(round(max(image.size) / 600), 1)
        for nodes in (*self.mesh, *self.mesh.swapaxes(0, 1)):
            pen.line([(float(x), float(y)) for x, y in nodes], fill=_GREEN, width=line)
        for (x, y), (u, v) in self._outlines():
            pen.line((float(x), float(y), float(u), float(v)), fill=_ORANGE, width=2 * line)
        totals = self._totals()
        for cell, (x, y, side) in self._places().items():
            color = self._color(cell)
            if total := totals.get(cell):
                at = (x - side * 0.28, y - side * 0.3)
                pen.text(
                    at, total, fill=_ORANGE, anchor="mm", font_size=side * 0.28, stroke_width=2, stroke_fill="white"
                )
            if self.cell_confidences[cell] < DOUBT:
                reach = side * 0.45
                pen.rectangle((x - reach, y - reach, x + reach, y + reach), outline=_RED, width=2 * line)
            if text := self._text(cell):
                at = (x + side * 0.32, y - side * 0.3)
                pen.text(at, text, fill=color, anchor="mm", font_size=side * 0.36, stroke_width=2, stroke_fill="white")
        if path is not None:
            image.save(path)
        return image

    def _text(self, cell: int) -> str:
        digit = self.puzzle.givens[cell] or self.entered[cell] or self.dropped[cell]
        return str(digit) if digit else ""

    def _name_digits(self, digits: Sequence[int]) -> dict[str, int]:
        return {self.puzzle.grid.cell_name(cell): digit for cell, digit in enumerate(digits) if digit}

    def _cages(self) -> list[Cage]:
        return [rule for rule in self.puzzle.rules if isinstance(rule, Cage)]

    def _totals(self) -> dict[int, str]:
        return {min(cage.cells): str(cage.total or "?") for cage in self._cages()}

    def _outlines(self) -> Iterator[Points]:
        positions = self.puzzle.grid.positions
        for cage in self._cages():
            yield from outline_cage(self.mesh, [positions[cell] for cell in cage.cells])

    def _color(self, cell: int) -> tuple[int, int, int]:
        if self.cell_confidences[cell] < DOUBT:
            return _RED
        return _GREEN if self.puzzle.givens[cell] else _BLUE

    def _places(self) -> dict[int, tuple[float, float, float]]:
        """Return the center and the width of each cell in the scaled picture."""
        places = {}
        for cell, (row, column) in enumerate(self.puzzle.grid.positions):
            nodes = self.mesh[row : row + 2, column : column + 2].reshape(4, 2)
            x, y = nodes.mean(axis=0)
            places[cell] = (float(x), float(y), float(np.hypot(*(nodes[3] - nodes[0]))) / 1.414)
        return places

    def _repr_svg_(self) -> str:
        """Show the photo with the grid over it in a notebook."""
        from PIL import Image

        image = Image.fromarray(self.picture.color)
        width, height = image.size
        image.thumbnail((_SHOWN, _SHOWN))
        file = io.BytesIO()
        image.save(file, "JPEG", quality=80)
        photo = base64.b64encode(file.getvalue()).decode()
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{image.size[0] * 0.6:.0f}" role="img">',
            f'<image href="data:image/jpeg;base64,{photo}" width="{width}" height="{height}"/>',
        ]
        for nodes in (*self.mesh, *self.mesh.swapaxes(0, 1)):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in nodes)
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="rgb{_GREEN}" stroke-width="{width / 500:.1f}"/>'
            )
        for (x, y), (u, v) in self._outlines():
            parts.append(
                f'<path d="M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}" stroke="rgb{_ORANGE}" stroke-width="{width / 300:.1f}"/>'
            )
        totals = self._totals()
        for cell, (x, y, side) in self._places().items():
            if total := totals.get(cell):
                parts.append(
                    f'<text x="{x - side * 0.28:.1f}" y="{y - side * 0.2:.1f}" font-size="{side * 0.28:.1f}" '
                    f'text-anchor="middle" font-family="sans-serif" font-weight="bold" fill="rgb{_ORANGE}" '
                    f'stroke="white" stroke-width="{side / 18:.1f}" paint-order="stroke">{total}</text>'
                )
            if text := self._text(cell):
                parts.append(
                    f'<text x="{x + side * 0.3:.1f}" y="{y - side * 0.15:.1f}" font-size="{side * 0.36:.1f}" '
                    f'text-anchor="middle" font-family="sans-serif" font-weight="bold" fill="rgb{self._color(cell)}" '
                    f'stroke="white" stroke-width="{side / 14:.1f}" paint-order="stroke">{text}</text>'
                )
            if self.cell_confidences[cell] < DOUBT:
                parts.append(
                    f'<rect x="{x - side * 0.45:.1f}" y="{y - side * 0.45:.1f}" width="{side * 0.9:.1f}" '
                    f'height="{side * 0.9:.1f}" fill="none" stroke="rgb{_RED}" stroke-width="{side / 14:.1f}"/>'
                )
        return "".join([*parts, "</svg>"])
