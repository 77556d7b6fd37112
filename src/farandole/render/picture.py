"""Draw any object that has a picture, to a file or in a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable
from os import PathLike, fspath
from os.path import splitext
from typing import TypeAlias, overload
from zlib import crc32

from farandole.cover import Cover, Zdd
from farandole.cover.pieces import Board, Packing, Piece, Tiling
from farandole.errors import ArgumentError, FormatError, short_repr
from farandole.grid import Grid
from farandole.logic import Hint, Step
from farandole.outputs import open_output
from farandole.puzzle import Puzzle, Solution
from farandole.render import diagram, steps, svg, tilings
from farandole.render.pieces.figures import Box, Mark, Words

Drawable: TypeAlias = Puzzle | Solution | Grid | Step | Hint | Cover | Zdd | Tiling | Packing | Board | Piece


@overload
def draw(
    thing: Drawable, *, solution: Solution | None = ..., candidates: bool | None = ..., theme: str = ...
) -> str: ...


@overload
def draw(
    thing: Drawable,
    path: str | PathLike[str],
    *,
    solution: Solution | None = ...,
    candidates: bool | None = ...,
    theme: str = ...,
) -> None: ...


def draw(
    thing: Drawable,
    path: str | PathLike[str] | None = None,
    *,
    solution: Solution | None = None,
    candidates: bool | None = None,
    theme: str = "light",
) -> str | None:
    """Draw a puzzle, a solution, a grid, a step, a hint, a tiling, or a small exact cover problem or diagram.

    Parameters
    ----------
    thing : Puzzle, Solution, Grid, Step, Hint, Cover, Zdd, Tiling, Packing, Board or Piece
        A step must have its board, as those of `explain` and `hint` do. Of a packing, a tiling is drawn.
    path : str or path, optional
        The file to write: its name ends in .svg, .png or .pdf. PNG and PDF need the extra ``draw``.
    solution : Solution, optional
        For a puzzle: its digits are drawn in the empty cells, in another color.
    candidates : bool, optional
        For a puzzle: whether empty cells show their candidates; by default, if the puzzle has pencilmarks.
    theme : str
        ``light``, ``dark``, or ``auto``: as the viewer's system is set.

    Returns
    -------
    str or None
        The SVG document if there is no path.

    Raises
    ------
    ArgumentError
        If the object has no picture or is too large for one, or if an option doesn't apply to it.
    FormatError
        If the path has another extension.
    MissingExtraError
        If the extra ``draw`` is needed and not installed.

    See Also
    --------
    farandole.render.svg.draw : with coordinates, a legend and more.

    Examples
    --------
    >>> draw(Grid.classic(4)).count("<path") > 0
    True
    """
    if isinstance(thing, Puzzle):
        drawing: str | None = svg.draw(thing, solution, theme=theme, candidates=candidates)
    elif solution is not None or candidates is not None:
        option = "candidates" if solution is None else "solution"
        raise ArgumentError(f"{option}: expected a puzzle to draw them in, found {short_repr(thing)}")
    else:
        drawing = _draw(thing, theme)
    if drawing is None:
        advice = "; of a text, draw Puzzle.classic(text)" if isinstance(thing, str) else ""
        raise ArgumentError(f"expected an object with a picture, found {thing!r}{advice}")
    if path is None:
        return drawing
    _save(drawing, fspath(path))
    return None


def _save(drawing: str, path: str) -> None:
    """Write a drawing to a file, in the format of its extension."""
    makers: dict[str, Callable[[str], bytes]] = {".svg": str.encode, ".png": svg.png, ".pdf": svg.pdf}
    ending = splitext(path)[1].lower()
    if ending not in makers:
        raise FormatError(f"{path or short_repr(path)}: expected a name that ends in .svg, .png or .pdf")
    content = makers[ending](drawing)
    with open_output(path) as file:
        file.write(content)


def bundle(thing: object) -> dict[str, str]:
    """Make the MIME bundle of an object for a notebook: its text, and its picture if it has one."""
    shown = {"text/plain": repr(thing)}
    drawing = _draw(thing, "auto")
    if drawing is not None:
        shown["image/svg+xml"] = scope_style(drawing)
    return shown


def scope_style(drawing: str) -> str:
    """Restrict the style sheet of a drawing to that drawing, because a notebook puts many drawings into one page.

    Examples
    --------
    >>> print(scope_style("<svg><style>\\nsvg{color:red}\\npath,circle{fill:none}\\n</style></svg>"))
    <svg id="f96f1741b"><style>
    #f96f1741b{color:red}
    #f96f1741b path,#f96f1741b circle{fill:none}
    </style></svg>
    """
    name = f"f{crc32(drawing.encode()):08x}"

    def scope_selectors(match: re.Match[str]) -> str:
        if match[0].startswith("@"):
            return match[0]
        return ",".join(f"#{name}" if each == "svg" else f"#{name} {each}" for each in match[0].split(","))

    head, begin, rest = drawing.partition("<style>")
    style, end, body = rest.partition("</style>")
    style = re.sub(r"[^{}\n]+(?=\{)", scope_selectors, style)
    named = head.replace("<svg", f'<svg id="{name}"', 1)
    return f"{named}{begin}{style}{end}{body}"


def _draw(thing: object, theme: str) -> str | None:
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
            return steps.draw(thing.step, thing.board, theme=theme) if thing.step else _draw_mistakes(thing, theme)
        case Zdd():
            return diagram.draw(thing, theme=theme)
        case Cover():
            return diagram.draw_matrix(thing, theme=theme)
        case Tiling() | Packing() | Board() | Piece():
            return tilings.draw(thing, theme=theme)
    return None


def _draw_mistakes(hint: Hint, theme: str) -> str | None:
    """Draw the board with its wrong digits, or the cells with a missing candidate; None if there are neither."""
    board, grid = hint.board, hint.board.geometry.grid
    if not hint.wrong_digits and not hint.missing_candidates:
        return None
    marks: list[Mark] = []
    for cell, _ in hint.wrong_digits or hint.missing_candidates:
        row, column = grid.positions[cell]
        marks.append(Box((column + 0.5, row + 0.5), 1, fill="gone"))
    inks = ["given" if board.givens >> cell & 1 else "found" for cell in range(grid.n_cells)]
    digits = dict(enumerate(zip(board.values, inks, strict=True)))
    for cell, (digit, ink) in (digits | {cell: (digit, "strike") for cell, digit in hint.wrong_digits}).items():
        if digit:
            row, column = grid.positions[cell]
            size = 0.66 if grid.n_digits <= 9 else 0.52
            marks.append(Words((column + 0.5, row + 0.5), str(digit), size, ink))
    return svg.compose(grid, marks, theme=theme)
