"""Puzzles drawn as SVG, of any shape and with any rules; PNG and PDF are made from the same drawing.

From bottom to top: what rules tint and the lines they draw, the lines between cells, thick around regions, then dots,
cages and clues, candidates and digits. A drawing is small text: a style sheet that says what each color is, and shapes
in hundredths of a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from farandole.errors import MissingExtraError
from farandole.grid import Cell, Grid
from farandole.puzzle import Puzzle, Solution
from farandole.render.inks import checked, style
from farandole.render.marks import CAGES, Area, Box, Curve, Disc, Mark, Point, Stroke, Words, marks

CELL = 100  # units of the drawing
PIXELS = 48  # of a cell, unless whoever shows the drawing scales it
MARGIN = 0.2
THIN, THICK = 0.015, 0.05

Edge: TypeAlias = tuple[int, int]


def draw(
    puzzle: Puzzle, solution: Solution | None = None, *, theme: str = "auto", candidates: bool | None = None
) -> str:
    """Draw a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape, with any rules. Rules that are told in words (anti-knight, negative rules) have no picture.
    solution : Solution, optional
        Its digits are drawn in the empty cells, in another color.
    theme : str
        ``light``, ``dark``, or ``auto``: as the viewer's screen is.
    candidates : bool, optional
        Whether empty cells show their candidates; by default, where the puzzle has pencilmarks.

    Returns
    -------
    str
        An SVG document of its own; it refers to nothing outside itself.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> drawing = draw(puzzle)
    >>> drawing[:52], drawing.count("<text")
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20', 17)
    """
    return compose(puzzle.grid, [*marks(puzzle), *_digits(puzzle, solution, candidates)], theme=theme)


def compose(grid: Grid, drawn: Sequence[Mark], *, theme: str = "auto") -> str:
    """Put marks on a grid: those below its lines, those over them, and words over all; each in the order given.

    Raises
    ------
    ValueError
        If there is no such theme.
    """
    checked(theme)
    words = [mark for mark in drawn if isinstance(mark, Words)]
    body = [
        *_shapes(mark for mark in drawn if not isinstance(mark, Words) and not mark.over),
        *_grid_lines(grid),
        *_shapes(mark for mark in drawn if not isinstance(mark, Words) and mark.over),
        *_texts(words),
    ]
    left, top, width, height = _extent(grid, words)
    box = " ".join(map(_number, (left, top, width, height)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width * PIXELS:.0f}"'
    paper = f'<path class="paper" d="M{_pair((left, top))}h{_number(width)}v{_number(height)}h{_number(-width)}z"/>'
    content = "\n".join([paper, *body])
    head += f' height="{height * PIXELS:.0f}" class="farandole-{theme}"'
    return f"{head}>\n<style>\n{style(content, theme)}\n</style>\n{content}\n</svg>\n"


def png(drawing: str, *, scale: float = 2) -> bytes:
    """Make a PNG of a drawing; 48 pixels a cell, times ``scale``. Needs the extra ``draw``.

    A drawing of the theme ``auto`` becomes a light one, for a PNG does not see the screen; a PDF neither.

    Raises
    ------
    MissingExtraError
        If CairoSVG, or the library Cairo, is not installed.
    """
    made: bytes = _cairo("svg2png")(bytestring=drawing.encode(), scale=scale)
    return made


def pdf(drawing: str) -> bytes:
    """Make a PDF of a drawing: one page of its size. Needs the extra ``draw``; raises as `png` does."""
    made: bytes = _cairo("svg2pdf")(bytestring=drawing.encode())
    return made


def _cairo(name: str) -> Callable[..., bytes]:
    try:
        import cairosvg
    except ImportError:
        raise MissingExtraError("PNG and PDF need CairoSVG: pip install 'farandole[draw]'") from None
    except OSError:
        raise MissingExtraError("PNG and PDF need the library Cairo; on Debian: apt-get install libcairo2") from None
    function: Callable[..., bytes] = getattr(cairosvg, name)
    return function


# ── Digits and candidates ───────────────────────────────────────────────────────────────────────────────────────────


def _digits(puzzle: Puzzle, solution: Solution | None, candidates: bool | None) -> Iterator[Words]:
    grid = puzzle.grid
    size = 0.66 if grid.n_digits <= 9 else 0.52
    shows_candidates = puzzle.pencilmarks is not None if candidates is None else candidates
    has_totals = any(getattr(rule, "total", None) is not None for rule in puzzle.rules if type(rule) in CAGES)
    for cell, (row, column) in enumerate(grid.positions):
        center = column + 0.5, row + 0.5
        if puzzle.givens[cell]:
            yield Words(center, str(puzzle.givens[cell]), size, "given")
        elif solution is not None:
            yield Words(center, str(solution.digits[cell]), size, "found")
        elif shows_candidates:
            yield from _candidates(grid, cell, puzzle.masks[cell], spare_corner=has_totals)


def _candidates(grid: Grid, cell: Cell, mask: int, *, spare_corner: bool) -> Iterator[Words]:
    for digit in range(1, grid.n_digits + 1):
        if mask >> (digit - 1) & 1:
            place, size = place_of(grid, cell, digit, spare_corner=spare_corner)
            yield Words(place, str(digit), size, "mark")


def place_of(grid: Grid, cell: Cell, digit: int, *, spare_corner: bool = False) -> tuple[Point, float]:
    """Find where a candidate is drawn, and its size: in a small grid, 3x3 up to nine digits, then 4x4, 5x5, 6x6."""
    across = next(n for n in range(3, 7) if n * n >= grid.n_digits)
    down = -(-grid.n_digits // across)
    row, column = grid.positions[cell]
    size = (0.72 if grid.n_digits <= 9 else 0.62) / across
    left, top, width, height = (0.12, 0.27, 0.76, 0.63) if spare_corner else (0.08, 0.08, 0.84, 0.84)
    x = column + left + width * ((digit - 1) % across + 0.5) / across
    y = row + top + height * ((digit - 1) // across + 0.5) / down
    return (x, y), 0.86 * size if spare_corner else size


# ── Lines between cells ─────────────────────────────────────────────────────────────────────────────────────────────


def _grid_lines(grid: Grid) -> Iterator[str]:
    """Draw a thin line between cells, a thick one around regions and around the whole."""
    outline = grid.outline
    rows = [(row, column) for row in range(grid.height + 1) for column in range(grid.width)]
    columns = [(column, row) for column in range(grid.width + 1) for row in range(grid.height)]
    across = {(row, column): outline.line_above(row, column) for row, column in rows}
    along = {(column, row): outline.line_left(row, column) for column, row in columns}
    inner_across = [(r, c) for r, c in rows if not across[r, c] and grid.cell(r, c) is not None]
    inner_along = [(c, r) for c, r in columns if not along[c, r] and grid.cell(r, c) is not None]
    for ink, width, some_across, some_along in (
        ("grid", THIN, inner_across, inner_along),
        ("ink", THICK, [edge for edge in rows if across[edge]], [edge for edge in columns if along[edge]]),
    ):
        path = "".join(f"M{_pair((start, row))}H{_number(end)}" for row, start, end in _runs(some_across))
        path += "".join(f"M{_pair((column, start))}V{_number(end)}" for column, start, end in _runs(some_along))
        if path:
            yield f'<path class="{ink}-line" stroke-linecap="square" stroke-width="{_number(width)}" d="{path}"/>'


def _runs(edges: Iterable[Edge]) -> Iterator[tuple[int, int, int]]:
    """Join edges that follow one another on a line: the line, where they start, where they end."""
    runs: list[tuple[int, int, int]] = []
    for at, place in edges:
        if runs and runs[-1][0] == at and runs[-1][2] == place:
            runs[-1] = at, runs[-1][1], place + 1
        else:
            runs.append((at, place, place + 1))
    return iter(runs)


# ── From marks to SVG ───────────────────────────────────────────────────────────────────────────────────────────────


def _shapes(some: Iterable[Mark]) -> Iterator[str]:
    """Write shapes; lines in a row that look the same become one path."""
    for (kind, look), run in groupby(some, key=lambda mark: (type(mark), _look(mark))):
        if kind is Disc:
            yield from (f"<circle {look} {_circle(mark)}/>" for mark in run)
        else:
            yield f'<path {look} d="{"".join(map(_path_of, run))}"/>'


def _look(mark: Mark) -> str:
    """Say the attributes that don't depend on where a mark is."""
    match mark:
        case Stroke() | Curve():
            dash = f' stroke-dasharray="{" ".join(map(_number, mark.dash))}"' if mark.dash else ""
            return f'class="{mark.ink}-line" stroke-width="{_number(mark.width)}"{dash}'
        case Area():
            return f'class="{mark.ink}"'
        case Disc() | Box():
            names = [mark.fill] * bool(mark.fill) + [f"{mark.edge}-line"] * bool(mark.edge)
            return f'class="{" ".join(names)}"' + f' stroke-width="{_number(mark.width)}"' * bool(mark.edge)
        case Words():
            end = ' style="text-anchor:start"' if mark.to_the_right else ""
            return f'class="{mark.ink}" font-size="{_number(mark.size)}"{end}'


def _circle(mark: Mark) -> str:
    assert isinstance(mark, Disc)
    x, y = mark.center
    return f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(mark.radius)}"'


def _path_of(mark: Mark) -> str:
    match mark:
        case Stroke():
            return _path(mark.points, mark.closed)
        case Area():
            return "".join(_path(loop, True) for loop in mark.loops)
        case Curve():
            return f"M{_pair(mark.start)}Q{_pair(mark.bend)} {_pair(mark.end)}"
        case Box():
            (x, y), half = mark.center, mark.size / 2
            if mark.is_diamond:
                return _path(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), True)
            return _path(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)), True)
        case _:
            raise TypeError(f"expected a shape, found {mark!r}")


def _path(points: Sequence[Point], closed: bool) -> str:
    (x, y), *others = points
    parts = [f"M{_pair((x, y))}"]
    for next_x, next_y in others:
        if next_y == y:
            parts.append(f"H{_number(next_x)}")
        elif next_x == x:
            parts.append(f"V{_number(next_y)}")
        else:
            parts.append(f"L{_pair((next_x, next_y))}")
        x, y = next_x, next_y
    return "".join(parts) + "z" * closed


def _texts(words: Iterable[Words]) -> Iterator[str]:
    """Write words, those that look the same in a group; a third of their size lies below the middle of digits."""
    groups: dict[str, list[Words]] = {}
    for word in words:
        groups.setdefault(_look(word), []).append(word)
    for look, group in groups.items():
        yield f"<g {look}>"
        for word in group:
            x, y = word.at
            yield f'<text x="{_number(x)}" y="{_number(y + 0.355 * word.size)}">{escaped(word.text)}</text>'
        yield "</g>"


def escaped(text: str) -> str:
    """Write a text so that an XML document may hold it."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text if text.isprintable() else "".join(map(_plain, text))


def _plain(character: str) -> str:
    """Write what does not show as XML wants it, or what XML has no place for as a question mark in a diamond."""
    if character.isprintable():
        return character
    code = ord(character)
    is_in_xml = character in "\t\n\r" or (code >= 0x7F and not 0xD800 <= code < 0xE000 and code & 0xFFFE != 0xFFFE)
    return f"&#{code};" if is_in_xml else "\ufffd"


def _extent(grid: Grid, words: Iterable[Words]) -> tuple[float, float, float, float]:
    """Find the left, the top, the width and the height of what is drawn: the grid, and clues around it."""
    xs, ys = [0.0, grid.width], [0.0, grid.height]
    for word in words:
        half = 0.3 * word.size * len(word.text)
        x = word.at[0] + half * word.to_the_right
        xs += (x - half, x + half)
        ys += (word.at[1] - word.size / 2, word.at[1] + word.size / 2)
    left, right, top, bottom = min(xs) - MARGIN, max(xs) + MARGIN, min(ys) - MARGIN, max(ys) + MARGIN
    return left, top, right - left, bottom - top


def _number(size: float) -> str:
    """Write a size in cells as units of the drawing, as short as it goes."""
    return f"{round(CELL * size, 1) or 0:g}"


def _pair(point: tuple[float, float]) -> str:
    x, y = map(_number, point)
    return f"{x}{'' if y.startswith('-') else ' '}{y}"
