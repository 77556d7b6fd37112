"""Draw boards in a terminal: box lines, givens in bold, other digits in color."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import TextIO

from farandole.grid import Cell, Grid
from farandole.grid.outline import ASCII, BOX_DRAWING
from farandole.grid.shapes import named_of_size
from farandole.i18n import display_width, tr, tr_counted
from farandole.puzzle import Puzzle
from farandole.records import record

# Select Graphic Rendition of ECMA-48, in the eight colors that every terminal has and every theme keeps readable.
BOLD = "1"
FAINT = "2"
UNDERLINE = "4"
GREEN = "32"
YELLOW = "33"
CYAN = "36"

# A line is not broken within these: blanks; a Chinese character, or 第5行, with its punctuation; a word. The pattern is
# compiled when a line is folded, because that takes as long as solving a puzzle.
_WIDE, _OPENING, _CLOSING = r"\u2e80-\uffef", r"（「“", r"，。；：、？！）」”"
_PIECES = rf"\s+|[{_OPENING}]*(?:第\d+[{_WIDE}]|[{_WIDE}]|[^\s{_WIDE}]+)[{_CLOSING}]*|\S"


@record
class Style:
    """The capabilities of a stream.

    Parameters
    ----------
    weight : bool
        Bold, faint and underlined characters.
    color : bool
        Colored characters.
    lines : bool
        Box-drawing characters; otherwise ``-``, ``|`` and ``+`` are used.
    width : int
        Columns of a line.
    """

    weight: bool = False
    color: bool = False
    lines: bool = True
    width: int = 80

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Find the capabilities of a stream: plain text for a pipe or a file, no color with ``NO_COLOR``."""
        rich = stream.isatty() and os.environ.get("TERM") != "dumb"
        try:
            "─│┼┌┐└┘".encode(stream.encoding or "ascii")
            lines = True
        except (UnicodeEncodeError, LookupError):
            lines = False
        if not rich:
            return cls(lines=lines)
        import shutil

        return cls(
            weight=True,
            color=not os.environ.get("NO_COLOR"),
            lines=lines,
            width=shutil.get_terminal_size().columns,
        )

    def paint(self, text: str, *, weight: str = "", color: str = "") -> str:
        """Put a text between the control sequences that the stream supports."""
        codes = [weight] * bool(weight and self.weight) + [color] * bool(color and self.color)
        return f"\x1b[{';'.join(codes)}m{text}\x1b[m" if codes else text

    def fold(self, text: str, indent: str = "") -> str:
        """Break each line of a text at the width of the terminal; other streams keep whole lines.

        All lines but the first are indented; a continuation is indented like its line. Lines break between words, never
        in one such as XY-Wing, and between Chinese characters.
        """
        first, *others = text.split("\n")
        if not self.weight:
            return "\n".join([first, *(indent + line for line in others)])
        lines = self._break_line(first, indent)
        for line in others:
            lines += self._break_line(indent + line, indent + line[: len(line) - len(line.lstrip())])
        return "\n".join(lines)

    def _break_line(self, line: str, indent: str) -> list[str]:
        lines, n_used = [""], 0
        for piece in re.findall(_PIECES, line):
            n = display_width(piece)
            if n_used + n > self.width and not piece.isspace() and lines[-1].strip():
                lines, n_used = [*lines, indent], display_width(indent)
            if piece.isspace() and lines[-1] == indent and len(lines) > 1:
                continue
            lines[-1] += piece
            n_used += n
        return [line.rstrip() for line in lines]


PLAIN = Style()


def printable(text: str) -> str:
    """Escape characters that aren't printable, as Python does: control sequences, or marks that reverse the text.

    Every text from a file, a link or an argument passes through this before it is written to a terminal. Line feeds are
    escaped too, so that a message stays in one line. Escaping twice changes nothing.

    Examples
    --------
    >>> print(printable("5\\x1b[2J\\u202e3, été"))
    5\\x1b[2J\\u202e3, été
    """
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def printable_lines(text: str) -> str:
    """Escape each line of a text as `printable` does.

    Examples
    --------
    >>> print(printable_lines("5\\x1b[2J\\n3"))
    5\\x1b[2J
    3
    """
    return "\n".join(map(printable, text.split("\n")))


def json_line(value: object) -> str:
    """Write a value as JSON in one line of printable ASCII."""
    import json

    return json.dumps(value).replace("\x7f", "\\u007f")


def draw(
    grid: Grid,
    digits: Sequence[int],
    *,
    givens: Sequence[int] = (),
    marked: Collection[Cell] = (),
    candidates: Sequence[int] = (),
    style: Style = PLAIN,
) -> list[str]:
    """Draw a board: its lines from top to bottom, all of the same visible width.

    Regions are outlined if the width suffices; otherwise, gaps separate the boxes. Candidates make all cells as wide as
    the cell with the most of them.

    Parameters
    ----------
    grid : Grid
        The cells and the regions.
    digits : sequence of int
        The digit of each cell, 0 for empty.
    givens : sequence of int, optional
        The givens, which are bold. Other digits are colored or, without color, plain.
    marked : collection of int, optional
        Cells to mark, such as those that differ from another drawing.
    candidates : sequence of int, optional
        For each cell, a mask of the candidates to show if it is empty; all are drawn, however wide that is.
    style : Style
        The capabilities of the stream.

    Examples
    --------
    >>> print(draw(Grid.classic(), [5, 3, *[0] * 79])[1])
    │ 5 3 · │ · · · │ · · · │
    >>> print(draw(Grid.classic((1, 2)), [1, 0, 0, 0], candidates=[0, 2, 2, 3])[1])
    │ 1  2  │
    """
    size = max(map(int.bit_count, candidates), default=1) or 1

    def faint(text: str) -> str:
        return style.paint(text, weight=FAINT)

    def text(cell: Cell) -> str:
        if digits[cell]:
            return digit_of(cell) + " " * (size - 1)
        if not candidates:
            return faint("·" if style.lines else ".")
        return "".join(grid.signs[n] for n in range(grid.n_digits) if candidates[cell] >> n & 1).ljust(size)

    def digit_of(cell: Cell) -> str:
        character = grid.signs[digits[cell] - 1]
        if givens and givens[cell]:
            return style.paint(character, weight=BOLD)
        if cell in marked:
            return style.paint(character, weight=UNDERLINE, color=YELLOW)
        return style.paint(character, color=CYAN)

    outline = grid.outline
    texts = [text(cell) for cell in range(grid.n_cells)]
    if outline.width > style.width and not candidates:
        return outline.compact(texts)
    return outline.boxed(texts, size=size, lines=BOX_DRAWING if style.lines else ASCII, is_framed=True, paint=faint)


def describe(puzzle: Puzzle) -> str:
    """Describe a puzzle in a line: its shape, its givens, its rules.

    Examples
    --------
    >>> from farandole.rules import Cage, Thermo
    >>> describe(Puzzle.of(Grid.samurai(), "1" + "." * 368))
    'a samurai, 369 cells: 1 given'
    >>> describe(Puzzle.of(Grid.classic((2, 3)).with_houses("diagonals"), "1" + "." * 35))
    'a 6x6 grid with 2 extra houses: 1 given'
    >>> describe(Puzzle.of(Grid.latin(4), "." * 16, rules=[Thermo((0, 1)), Thermo((4, 5)), Cage((2, 3), 5)]))
    'a 4x4 Latin square: 0 givens; rules: Thermo (2), Cage (1)'
    """
    n_given = sum(map(bool, puzzle.givens))
    said = tr_counted("{n} given", "{n} givens", n_given, n=n_given)
    if not n_given and puzzle.pencilmarks is not None:
        said = tr("{n} candidates", n=sum(map(int.bit_count, puzzle.masks)))
    kinds = Counter(type(rule).__name__ for rule in puzzle.rules)
    rules = tr(", ").join(f"{kind} ({n})" for kind, n in kinds.items())
    shape = _shape(puzzle.grid)
    if rules:
        return printable(tr("{shape}: {givens}; rules: {rules}", shape=shape, givens=said, rules=rules))
    return printable(tr("{shape}: {givens}", shape=shape, givens=said))


def _shape(grid: Grid) -> str:
    n = grid.n_digits
    if (grid.height, grid.width, grid.n_cells) == (n, n, n * n):
        if not grid.outline.has_boxes:
            said = tr("a {n}x{n} jigsaw", n=n)
        else:
            said = tr("a {n}x{n} grid", n=n) if grid.regions else tr("a {n}x{n} Latin square", n=n)
        extra = len(grid.houses) - len(grid.regions) - 2 * n
        if extra <= 0:
            return said
        return tr_counted("{grid} with {n} extra house", "{grid} with {n} extra houses", extra, grid=said, n=extra)
    known = (name for name in named_of_size(grid.height, grid.width) if Grid.named(name) == grid)
    if name := next(known, None):
        return tr("a {name}, {n} cells", name=tr(name), n=grid.n_cells)
    return tr("{n} cells", n=grid.n_cells)


def join_side_by_side(drawings: Iterable[Sequence[str]], *, gap: int = 3) -> list[str]:
    """Put drawings of equal height side by side."""
    return [(" " * gap).join(lines) for lines in zip_longest(*drawings, fillvalue="")]
