"""The board in a terminal: a widget that draws a game of any shape, with a cursor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from farandole.bitsets import digits_of
from farandole.grid import DIGITS, Cell
from farandole.logic.board import DigitSet
from farandole.tui.board_layout import BoardLayout, Piece, make_board_layouts
from farandole.tui.game import Game

_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_DIRECTIONS = {"up": _UP, "down": _DOWN, "left": _LEFT, "right": _RIGHT}


FOG = "░"


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """The board, with its cursor and the selected cells.

    Colors only repeat what characters show. A digit that clashes is underlined. A wrong digit has a ``!``, and so
    has a cell whose marks exclude the solution. Givens are bold, and the cursor is in reverse video. Without
    colors, the cursor is a pair of brackets, and selected cells and cells of a hint are in reverse video.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--line",
        "board--total",
        "board--given",
        "board--entered",
        "board--mark",
        "board--clash",
        "board--peer",
        "board--equal",
        "board--hint",
        "board--selected",
    }
    DEFAULT_CSS = """
    Board {
        width: 1fr;
        height: 1fr;
        scrollbar-size: 1 1;
        &> .board--line { color: $foreground 50%; }
        &> .board--total { color: $text-warning; }
        &> .board--given { text-style: bold; }
        &> .board--entered { color: $text-primary; }
        &> .board--mark { color: $foreground 70%; }
        &> .board--clash { color: $text-error; text-style: bold underline; }
        &> .board--peer { background: $foreground 8%; }
        &> .board--equal { background: $primary 35%; }
        &> .board--hint { background: $warning 30%; }
        &> .board--selected { background: $secondary 40%; }
        &:ansi > .board--line { color: ansi_default; }
        &:ansi > .board--mark { color: ansi_default; }
        &:ansi > .board--total { color: ansi_yellow; }
        &:ansi > .board--entered { color: ansi_cyan; }
        &:ansi > .board--clash { color: ansi_red; }
        &:ansi > .board--equal { color: ansi_bright_white; background: ansi_blue; }
        &:ansi > .board--hint { color: ansi_black; background: ansi_yellow; }
        &:ansi > .board--selected { color: ansi_black; background: ansi_cyan; }
        &.-solved > .board--entered { color: $text-success; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{arrow},{letter}", f"move('{arrow}')", show=False)
            for arrow, letter in zip(_DIRECTIONS, "kjhl", strict=True)
        ),
        *(Binding(f"shift+{arrow}", f"extend('{arrow}')", show=False) for arrow in _DIRECTIONS),
        *(Binding(f"ctrl+{arrow}", f"leap('{arrow}')", show=False) for arrow in _DIRECTIONS),
        Binding("home", "end_of_row(0)", show=False),
        Binding("end", "end_of_row(-1)", show=False),
        Binding("ctrl+home", "end_of_column(0)", show=False),
        Binding("ctrl+end", "end_of_column(-1)", show=False),
        Binding("tab", "next_region(1)", show=False),
        Binding("shift+tab", "next_region(-1)", show=False),
        Binding("escape", "select_one", show=False),
    ]

    class Moved(Message):
        """The cursor or the selection has changed."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.board_layouts = make_board_layouts(game.seen)
        self.board_layout = self.board_layouts[0]
        self._seen = game.seen
        self.cursor: Cell = next((cell for cell, digit in enumerate(game.digits) if not digit), 0)
        self.selected: set[Cell] = {self.cursor}
        self.wrong: set[Cell] = set()
        self.hinted: set[Cell] = set()
        self._clashes: set[Cell] = set()
        self._digits = game.digits
        self._mixed_styles: dict[tuple[str, str, bool], Style] = {}

    def on_mount(self) -> None:
        """Draw the game."""
        self.show()

    def use(self, board_layout: BoardLayout) -> None:
        """Draw the board in another size."""
        self.board_layout = board_layout
        self.virtual_size = Size(board_layout.width, board_layout.height)
        self.refresh()
        self.call_after_refresh(self._follow)

    def show(self, *, wrong: Iterable[Cell] = (), hinted: Iterable[Cell] = ()) -> None:
        """Draw the game again; mark wrong cells and the cells of a hint."""
        self.wrong, self.hinted = set(wrong), set(hinted)
        self._digits, self._clashes = self.game.digits, self.game.find_clashes()
        if self.game.seen is not self._seen:
            self._redraw_cages()
        self.set_class(self.game.is_solved, "-solved")
        self.refresh()

    def _redraw_cages(self) -> None:
        """Draw the cages that the fog has uncovered, or covered again."""
        number = self.board_layouts.index(self.board_layout)
        self._seen = self.game.seen
        self.board_layouts = make_board_layouts(self._seen)
        self.use(self.board_layouts[min(number, len(self.board_layouts) - 1)])

    # ── The cursor ──────────────────────────────────────────────────────────────────────────────────────────────

    def go_to(self, cell: Cell, *, extend: bool = False) -> None:
        """Move the cursor to a cell, and select that cell alone, or also that cell."""
        self.cursor = cell
        self.selected = {*self.selected, cell} if extend else {cell}
        self.refresh()
        self._follow()
        self.post_message(self.Moved())

    def _follow(self) -> None:
        """Scroll so that the cursor and its surroundings are visible."""
        x, y = self.board_layout.get_place(self.cursor)
        size = self.board_layout.size
        around = Spacing(size.height + 1, size.width + 1, size.height + 1, size.width + 1)
        self.scroll_to_region(Region(x, y, size.width, size.height), spacing=around, animate=False, force=True)

    def _find_next(self, direction: tuple[int, int], cell: Cell) -> Cell:
        """Find the next cell in a direction; skip holes, and wrap around at the edge."""
        grid = self.game.puzzle.grid
        row, column = grid.positions[cell]
        while True:
            row, column = (row + direction[0]) % grid.height, (column + direction[1]) % grid.width
            if (next_cell := grid.cell(row, column)) is not None:
                return next_cell

    def action_move(self, direction: str) -> None:
        """Move by one cell."""
        self.go_to(self._find_next(_DIRECTIONS[direction], self.cursor))

    def action_extend(self, direction: str) -> None:
        """Move by one cell, and also select it."""
        self.go_to(self._find_next(_DIRECTIONS[direction], self.cursor), extend=True)

    def action_leap(self, direction: str) -> None:
        """Move to the next region in a direction."""
        grid = self.game.puzzle.grid
        home = grid.outline.region(*grid.positions[self.cursor])
        cell = self._find_next(_DIRECTIONS[direction], self.cursor)
        while cell != self.cursor and grid.outline.region(*grid.positions[cell]) == home:
            cell = self._find_next(_DIRECTIONS[direction], cell)
        self.go_to(cell)

    def action_end_of_row(self, end: int) -> None:
        """Move to the first or the last cell of the row."""
        self._go_to_end(0, end)

    def action_end_of_column(self, end: int) -> None:
        """Move to the first or the last cell of the column."""
        self._go_to_end(1, end)

    def _go_to_end(self, axis: int, end: int) -> None:
        positions = self.game.puzzle.grid.positions
        here = positions[self.cursor][axis]
        self.go_to([cell for cell, position in enumerate(positions) if position[axis] == here][end])

    def action_next_region(self, step: int) -> None:
        """Move to the same place in the next region, or in the previous one."""
        regions = self.game.puzzle.grid.regions
        here = next((number for number, region in enumerate(regions) if self.cursor in region.cells), None)
        if here is None:
            self.action_move("right" if step > 0 else "left")
            return
        there = regions[(here + step) % len(regions)].cells
        self.go_to(there[min(regions[here].cells.index(self.cursor), len(there) - 1)])

    def action_select_one(self) -> None:
        """Select only the cell of the cursor."""
        self.go_to(self.cursor)

    def on_click(self, event: Click) -> None:
        """Move to the cell under the mouse; with Shift or Ctrl also keep the selection."""
        place = event.get_content_offset(self)
        if place is None:
            return
        cell = self.board_layout.cell_at(place.x + self.scroll_offset.x, place.y + self.scroll_offset.y)
        if cell is not None:
            self.go_to(cell, extend=event.shift or event.ctrl)

    # ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────

    def render_line(self, y: int) -> Strip:
        """Draw a visible line."""
        x, top = self.scroll_offset
        if top + y >= self.board_layout.height:
            return Strip.blank(self.size.width, self.rich_style)
        strip = Strip([self._segment(piece) for piece in self.board_layout.pieces(top + y)], self.board_layout.width)
        return strip.crop_extend(x, x + self.size.width, self.rich_style)

    def _segment(self, piece: Piece) -> Segment:
        if piece.cell is None:
            return Segment(
                piece.text or " " * piece.width, self._style_of("total" if piece.kind == "total" else "line")
            )
        text, ink = self._text(piece.cell, piece.part)
        text = text.ljust(piece.width)
        is_cursor = piece.cell == self.cursor
        if self.is_plain:
            text = f"[{text[1:-1]}]" if is_cursor else text
            return Segment(text, self._style_of(ink, is_reverse=bool(self._choose_background(piece.cell))))
        return Segment(text, self._style_of(ink, self._choose_background(piece.cell), is_reverse=is_cursor))

    @property
    def is_plain(self) -> bool:
        """Whether the terminal shows no colors, not even grays."""
        return self.app.no_color and self.app.native_ansi_color

    def notify_style_update(self) -> None:
        """Clear the cached styles, because the theme has changed."""
        super().notify_style_update()
        self._mixed_styles.clear()

    def _style_of(self, ink: str, ground: str = "", *, is_reverse: bool = False) -> Style:
        """Combine the styles of characters and background. Terminal colors don't blend, so the background sets both."""
        key = ink, ground, is_reverse
        if key not in self._mixed_styles:
            style = self.get_component_rich_style(f"board--{ink}")
            look = self.rich_style + Style(color=style.color, bold=style.bold, underline=style.underline)
            if ground:
                below = self.get_component_rich_style(f"board--{ground}")
                look += Style(color=below.color if self.app.native_ansi_color else None, bgcolor=below.bgcolor)
            self._mixed_styles[key] = look + Style(reverse=is_reverse)
        return self._mixed_styles[key]

    def _choose_background(self, cell: Cell) -> str:
        """Return the kind of background of a cell; empty for most cells."""
        if len(self.selected) > 1 and cell in self.selected:
            return "selected"
        if cell in self.hinted:
            return "hint"
        if self.is_plain:
            return ""
        digit = self._digits[self.cursor]
        if digit and self._digits[cell] == digit:
            return "equal"
        is_peer = cell in self.game.puzzle.grid.peers[self.cursor] and not self.app.native_ansi_color
        return "peer" if is_peer else ""

    def _text(self, cell: Cell, part: int) -> tuple[str, str]:
        """Return a line of a cell, and the name of its style."""
        width, height, _ = self.board_layout.size
        sign = "!" if cell in self.wrong else ""
        if digit := self._digits[cell]:
            ink = "clash" if cell in self._clashes or sign else self._ink(cell)
            if part != height // 2:
                return "", ink
            return (" " * ((width - 1) // 2) + self.game.puzzle.grid.signs[digit - 1] + sign).ljust(width), ink
        entry = self.game.entries[cell]
        if cell in self.game.hidden and not (entry.corner or entry.center):
            return FOG * width, "mark"
        lines = lay_out_marks(entry.corner, entry.center, width, height, self.game.puzzle.grid.signs)
        if sign and part == 0:
            return lines[0][: width - 1].ljust(width - 1) + sign, "clash"
        return lines[part], "mark"

    def _ink(self, cell: Cell) -> str:
        return "given" if self.game.seen.givens[cell] else "entered"


def lay_out_marks(corner: DigitSet, center: DigitSet, width: int, height: int, signs: str = DIGITS) -> list[str]:
    """Lay out the marks of a cell: corner marks in the first line, center marks in the middle.

    With three lines and no corner marks, each center mark has its place as on a keypad. A long line continues in
    the last line if that is free. In a single line, a slash separates corner and center marks. Text that doesn't
    fit is cut off, and ends in an ellipsis.

    Examples
    --------
    >>> lay_out_marks(0b11, 0b1100, 5, 1), lay_out_marks(0b11111, 0, 3, 1), lay_out_marks(0b11, 0b111111111, 7, 3)
    (['12/34'], ['12…'], ['12', '1234567', '89'])
    >>> lay_out_marks(0, 0b101000110, 7, 3)
    ['   2 3 ', '       ', ' 7   9 ']
    """
    corners, centers = ("".join(signs[digit - 1] for digit in digits_of(mask)) for mask in (corner, center))
    if height == 1:
        both = f"{corners}/{centers}" if corners and centers else corners or centers.center(width)
        return [_cut(both, width)]
    if height == 2 and not corners and len(centers) > width:
        return [centers[:width], _cut(centers[width:], width)]
    if height == 2:
        return [_cut(corners, width), _cut(centers, width).center(width)]
    if not corners and center < 1 << 9:
        rows = ("123", "456", "789")
        return [" ".join(digit if digit in centers else " " for digit in row).center(width) for row in rows]
    if len(corners) > width:
        return [corners[:width], _cut(centers, width).center(width), _cut(corners[width:], width)]
    return [corners, centers[:width].center(width), _cut(centers[width:], width)]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
