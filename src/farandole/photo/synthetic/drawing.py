"""Draw puzzles with Pillow, in one of many looks: faster than SVG, and in the styles of newspapers and apps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw, ImageFont

from farandole.grid import Cell, Grid
from farandole.photo.synthetic.cages import border_dashes, color_cages
from farandole.photo.synthetic.looks import Color, Look
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Pair = tuple[float, float]


@lru_cache(maxsize=512)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(file, size) if file else ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(maxsize=512)
def _font_of_height(file: str, tall: int) -> ImageFont.FreeTypeFont:
    """Return a font whose digits have this height in pixels."""
    _, top, _, bottom = _font(file, 100).getbbox("8")
    return _font(file, max(4, round(tall * 100 / (bottom - top))))


def name_of(digit: int, n_digits: int, letters: str) -> str:
    """Return the name of a digit, as it is written.

    Examples
    --------
    >>> name_of(12, 16, "numbers"), name_of(12, 16, "letters"), name_of(12, 16, "all"), name_of(7, 9, "all")
    ('12', 'C', 'L', '7')
    """
    if n_digits <= 9 or (letters != "all" and digit <= 9):
        return str(digit)
    return {"numbers": str(digit), "letters": LETTERS[(digit - 10) % 26], "all": LETTERS[digit - 1]}[letters]


class Drawing:
    """Draws a puzzle on a page of its own: the picture is `page`.

    Parameters
    ----------
    puzzle : Puzzle
    look : Look
    entered : mapping of Cell to int
        The digits that somebody entered.
    marks : mapping of Cell to set of int
        The pencilmarks.
    random : Random
        Source of the variation of handwriting.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        look: Look,
        entered: Mapping[Cell, int],
        marks: Mapping[Cell, Iterable[int]],
        random: Random,
    ) -> None:
        self.puzzle, self.look, self.random = puzzle, look, random
        grid, side = puzzle.grid, look.cell
        self.margin = round(side * 0.6)
        size = (grid.width * side + 2 * self.margin, grid.height * side + 2 * self.margin)
        self.page = Image.new("RGB", size, look.paper)
        self.pen = ImageDraw.Draw(self.page)
        self.cages = [rule for rule in puzzle.rules if isinstance(rule, Cage)]
        self._cells()
        self._lines()
        for cage in self.cages:
            self._cage(cage)
        for cell, digit in enumerate(puzzle.givens):
            if digit:
                self._digit(cell, digit, look.font, look.ink, 0.0)
        for cell, digit in entered.items():
            self._digit(cell, digit, look.hand, look.entered, 0.04 if look.hand != look.font else 0.0)
        for cell, digits in marks.items():
            self._marks(cell, sorted(digits))

    @property
    def corners(self) -> list[Pair]:
        """The corners of the grid: upper left, upper right, lower right, lower left."""
        left, top, right, bottom = (
            self.margin,
            self.margin,
            self.page.width - self.margin,
            self.page.height - self.margin,
        )
        return [(left, top), (right, top), (right, bottom), (left, bottom)]

    def font(self, tall: float) -> ImageFont.FreeTypeFont:
        """Return the font of the givens, with a height relative to a cell."""
        return _font_of_height(self.look.font, round(tall * self.look.cell))

    def _corner(self, cell: Cell) -> Pair:
        row, column = self.puzzle.grid.positions[cell]
        return self.margin + column * self.look.cell, self.margin + row * self.look.cell

    def _cells(self) -> None:
        grid, look = self.puzzle.grid, self.look
        colors: dict[Cell, Color] = {}
        if look.shade is not None:
            for number, region in enumerate(grid.regions):
                if number % 2:
                    colors.update(dict.fromkeys(region.cells, look.shade))
        if look.chosen is not None:
            cell = self.random.randrange(grid.n_cells)
            colors.update(dict.fromkeys([cell, *grid.peers[cell]], look.chosen))
        if look.cages.shades and self.cages:
            colors = color_cages(grid, self.cages, look.cages.shades)
        for cell, color in colors.items():
            x, y = self._corner(cell)
            self.pen.rectangle((x, y, x + look.cell, y + look.cell), fill=color)

    def _lines(self) -> None:
        """Draw thin lines first, so that thick ones cover them."""
        grid, look = self.puzzle.grid, self.look
        for is_thick in (False, True):
            width = max(1, round((look.thick if is_thick else look.thin) * look.cell))
            color = look.lines if is_thick else look.faint
            for row in range(grid.height + 1):
                for column in range(grid.width + 1):
                    for line, step in ((grid.outline.line_above, (0, 1)), (grid.outline.line_left, (1, 0))):
                        if not _touches_cell(grid, row, column, step) or line(row, column) != is_thick:
                            continue
                        x, y = self.margin + column * look.cell, self.margin + row * look.cell
                        low, high = (width - 1) // 2, width // 2
                        box = (x - low, y - low, x + step[1] * look.cell + high, y + step[0] * look.cell + high)
                        self.pen.rectangle(box, fill=color)

    def _text(self, text: str, middle: Pair, file: str, tall: float, color: Color) -> None:
        font = _font_of_height(file, max(3, round(tall)))
        left, top, right, bottom = font.getbbox(text)
        self.pen.text((middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2), text, font=font, fill=color)

    def _digit(self, cell: Cell, digit: int, file: str, color: Color, stray: float) -> None:
        x, y = self._corner(cell)
        side = self.look.cell
        text = name_of(digit, self.puzzle.grid.n_digits, self.look.letters)
        tall = (
            self.look.tall * side * (1 if len(text) == 1 else 0.8) * self.random.uniform(1 - 3 * stray, 1 + 2 * stray)
        )
        low = 0.1 if self.cages else 0
        if low:
            tall *= 0.8
        middle = x + side * (0.5 + self.random.gauss(0, stray)), y + side * (0.5 + low + self.random.gauss(0, stray))
        self._text(text, middle, file, tall, color)

    def _marks(self, cell: Cell, digits: list[int]) -> None:
        """Draw pencilmarks, each at the place of its digit or in rows."""
        x, y = self._corner(cell)
        look, n = self.look, self.puzzle.grid.n_digits
        wide = 3 if n <= 9 else 4
        names = [name_of(digit, n, look.letters) for digit in digits]
        tall = 0.72 / wide
        if look.packed and any(len(name) > 1 for name in names):
            self._flow(names, x, y, tall)
            return
        if n > 9 and look.letters == "numbers":  # a number must fit its place
            left, _, right, _ = self.font(tall).getbbox(str(n))
            tall *= min(1.0, 0.78 / wide * look.cell / (right - left))
        for number, (digit, name) in enumerate(zip(digits, names, strict=True)):
            row, column = divmod(number if look.packed else digit - 1, wide)
            across, down = (column + 0.5 + 0.15 * (1 - column)) / wide, (row + 0.5 + 0.1 * (1 - row)) / wide
            if self.cages:
                across, down, tall = self._below_total(across, row)
            self._text(name, (x + look.cell * across, y + look.cell * down), look.font, look.cell * tall, look.marks)

    def _below_total(self, across: float, row: int) -> tuple[float, float, float]:
        """Return the place and the height of a mark below a total and inside a border, relative to a cell."""
        top = max(0.35, self._total_place()[1] / self.look.cell + 0.03)
        tall = 0.28 * (0.87 - top)
        return 0.5 + 0.75 * (across - 0.5), top + tall / 2 + row * (0.87 - top - tall) / 2, tall

    def _flow(self, names: list[str], x: float, y: float, tall: float) -> None:
        """Draw numbers in rows, with a new row at the end of the cell."""
        side, font = self.look.cell, self.font(tall)
        edge = 0.04 + self.look.thick / 2
        gap, left, right = 0.5 * tall * side, x + edge * side, x + (1 - edge) * side
        at, middle = left, y + side * (edge + tall / 2)
        for name in names:
            width = font.getlength(name)
            if at + width > right:
                at, middle = left, middle + 1.35 * tall * side
            self._text(name, (at + width / 2, middle), self.look.font, tall * side, self.look.marks)
            at += width + gap

    def _cage(self, cage: Cage) -> None:
        """Draw the border of a cage inside its cells, and its total in the corner of the first cell."""
        look, side = self.look.cages, self.look.cell
        if look.dash:
            places = {self.puzzle.grid.positions[cell] for cell in cage.cells}
            for segment in border_dashes(places, look, side):
                moved = [place + self.margin for place in segment]
                self.pen.line(moved, fill=look.color, width=max(1, round(look.width * side)))
        if cage.total is not None:
            self._total(min(cage.cells), str(cage.total))

    def _total_place(self) -> Pair:
        """Return the distance of a total from the corner of its cell, and its lower end, in pixels."""
        look, side = self.look.cages, self.look.cell
        inset = max(2, round(look.inset * side))
        off = inset + round(look.width * side) + 1 if look.is_inside and look.dash else inset // 2 + 1
        _, top, _, bottom = self._total_font().getbbox("8")
        return off, off + 1 + bottom - top

    def _total_font(self) -> ImageFont.FreeTypeFont:
        return _font_of_height(self.look.font, max(6, round(self.look.cell * self.look.cages.tall)))

    def _total(self, cell: Cell, text: str) -> None:
        look, font = self.look.cages, self._total_font()
        left, top, right, bottom = font.getbbox(text)
        off, _ = self._total_place()
        x, y = (place + off for place in self._corner(cell))
        if look.dash and not look.is_inside:
            self.pen.rectangle((x, y, x + right - left + 2, y + bottom - top + 2), fill=self._paper(cell))
        self.pen.text((x + 1 - left, y + 1 - top), text, font=font, fill=look.ink)

    def _paper(self, cell: Cell) -> tuple[int, ...]:
        x, y = self._corner(cell)
        found = self.page.getpixel((int(x + self.look.cell * 0.3), int(y + self.look.cell * 0.3)))
        assert isinstance(found, tuple)
        return found


def _touches_cell(grid: Grid, row: int, column: int, step: tuple[int, int]) -> bool:
    """Return whether the line from the upper left corner of a place is at a cell."""
    beside = (row - 1, column) if step[1] else (row, column - 1)
    return grid.cell(row, column) is not None or grid.cell(*beside) is not None
