"""The picture of whatever has one, and what a notebook shows of it."""

from __future__ import annotations

import re
from typing import Any
from zlib import crc32

from farandole.cover import Cover, Zdd
from farandole.errors import ArgumentError
from farandole.grid import Grid
from farandole.logic import Hint, Step
from farandole.puzzle import Puzzle, Solution
from farandole.render import diagram, steps, svg
from farandole.render.pieces.figures import Box, Mark, Words


def picture_of(thing: Any, *, theme: str = "auto") -> str:
    """Draw a puzzle, a solution, a grid, a step, a hint, a small diagram or a small exact cover problem.

    Raises
    ------
    ArgumentError
        If it has no picture, or is too large for one.

    Examples
    --------
    >>> picture_of(Grid.classic(4)).count("<path") > 0
    True
    """
    drawing = _drawn(thing, theme)
    if drawing is None:
        raise ArgumentError(f"expected something with a picture, found {thing!r}")
    return drawing


def bundle(thing: Any) -> dict[str, str]:
    """Give what a notebook may show: its text, and its picture if it has one."""
    shown = {"text/plain": repr(thing)}
    drawing = _drawn(thing, "auto")
    if drawing is not None:
        shown["image/svg+xml"] = confined(drawing)
    return shown


def confined(drawing: str) -> str:
    """Let the style sheet of a drawing reach that drawing alone: a notebook puts many into one page.

    Examples
    --------
    >>> print(confined("<svg><style>\\nsvg{color:red}\\npath,circle{fill:none}\\n</style></svg>"))
    <svg id="f96f1741b"><style>
    #f96f1741b{color:red}
    #f96f1741b path,#f96f1741b circle{fill:none}
    </style></svg>
    """
    name = f"f{crc32(drawing.encode()):08x}"

    def of_this(match: re.Match[str]) -> str:
        if match[0].startswith("@"):
            return match[0]
        return ",".join(f"#{name}" if each == "svg" else f"#{name} {each}" for each in match[0].split(","))

    head, begin, rest = drawing.partition("<style>")
    style, end, body = rest.partition("</style>")
    style = re.sub(r"[^{}\n]+(?=\{)", of_this, style)
    named = head.replace("<svg", f'<svg id="{name}"', 1)
    return f"{named}{begin}{style}{end}{body}"


def _drawn(thing: Any, theme: str) -> str | None:
    match thing:
        case Puzzle():
            return svg.draw(thing, theme=theme)
        case Solution():
            return svg.draw(Puzzle(thing.grid, thing.digits), theme=theme)
        case Grid():
            return svg.draw(Puzzle(thing, (0,) * thing.n_cells), theme=theme)
        case Step():
            return steps.draw(thing, thing.board, theme=theme) if thing.board else None
        case Hint():
            return steps.draw(thing.step, thing.board, theme=theme) if thing.step else _mistakes(thing, theme)
        case Zdd():
            return diagram.draw(thing, theme=theme)
        case Cover():
            return diagram.draw_matrix(thing, theme=theme)
    return None


def _mistakes(hint: Hint, theme: str) -> str | None:
    """Draw the board with the wrong digits, or the cells where a candidate is missing; None if there are none."""
    board, grid = hint.board, hint.board.geometry.grid
    if not hint.wrong and not hint.missed:
        return None
    drawn: list[Mark] = []
    for cell, _ in hint.wrong or hint.missed:
        row, column = grid.positions[cell]
        drawn.append(Box((column + 0.5, row + 0.5), 1, fill="gone"))
    inks = ["given" if board.givens >> cell & 1 else "found" for cell in range(grid.n_cells)]
    digits = dict(enumerate(zip(board.values, inks, strict=True)))
    for cell, (digit, ink) in (digits | {cell: (digit, "strike") for cell, digit in hint.wrong}).items():
        if digit:
            row, column = grid.positions[cell]
            size = 0.66 if grid.n_digits <= 9 else 0.52
            drawn.append(Words((column + 0.5, row + 0.5), str(digit), size, ink))
    return svg.compose(grid, drawn, theme=theme)
