"""Draw puzzles of any shape and with any rules as SVG; PNG and PDF are made from the same drawing.

The layers, from bottom to top: tints and lines of rules; the grid lines, thick around regions; dots, cages and clues;
candidates and digits. A drawing is small: a style sheet that defines the colors, and shapes in hundredths of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from farandole import system
from farandole.errors import ArgumentError, MissingExtraError, short_repr
from farandole.grid import Grid
from farandole.lazy import regex
from farandole.puzzle import Puzzle, Solution
from farandole.puzzle.figures import Figure
from farandole.render.marks import CAGES, CLUE, marks_of, marks_of_each, marks_of_houses
from farandole.render.pieces import legend as legends
from farandole.render.pieces.digits import across, locate_candidate, write_digit
from farandole.render.pieces.drawn import draw_figures, room_for
from farandole.render.pieces.figures import Area, Box, Curve, Disc, Mark, Point, Stroke, Words
from farandole.render.pieces.fonts import assign_fonts
from farandole.render.pieces.frame import BEYOND, Window, draw_map, full_window, number_lines
from farandole.render.pieces.inks import check_theme, style
from farandole.render.pieces.lines import estimated_width
from farandole.render.pieces.signs import clue_entries

CELL = 100  # units of the drawing
PIXELS = 48  # of a cell, unless the viewer scales the drawing
MARGIN = 0.2
THIN, THICK = 0.015, 0.05
FADED = 0.28  # opacity of what has no part in a step
GROUND = "ground"  # the class of tints of whole cells, which a page draws below its own colors

Edge: TypeAlias = tuple[int, int]

MOST_PIXELS = 100_000_000
"""The largest picture that `resize` allows; it takes 400 MB."""

_SIZE = regex(r' width="([0-9.]+)" height="([0-9.]+)"')


def draw(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    theme: str = "auto",
    candidates: bool | None = None,
    coordinates: bool = False,
    legend: bool | None = None,
) -> str:
    """Draw a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape, with any rules. Some rules (anti-knight, negative rules) are not drawn.
    solution : Solution, optional
        Its digits are drawn in the empty cells, in another color.
    theme : str
        ``light``, ``dark``, or ``auto``: as the viewer's system is set.
    candidates : bool, optional
        Whether empty cells show their candidates; by default, if the puzzle has pencilmarks.
    coordinates : bool
        Whether rows and columns are numbered.
    legend : bool, optional
        Whether clues outside the grid are explained below it; by default, if there are several kinds.

    Returns
    -------
    str
        A self-contained SVG document.

    Raises
    ------
    ArgumentError
        If the theme is unknown, or if the solution is for another grid.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> drawing = draw(puzzle)
    >>> drawing[:52], drawing.count("<text")
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20', 17)
    """
    grid = puzzle.grid
    if solution is not None and not (isinstance(solution, Solution) and solution.grid == grid):
        raise ArgumentError(f"solution: expected a solution of this grid, found {short_repr(solution)}")
    drawn = [*marks_of(grid, puzzle.rules, with_signs=True), *_digits(puzzle, solution, candidates)]
    clues = [mark for mark in drawn if isinstance(mark, Words) and not full_window(grid).shows(mark.at)]
    around: list[Mark] = list(number_lines(full_window(grid), clues)) if coordinates else []
    entries = clue_entries(grid, puzzle.rules)
    if len(entries) > 1 if legend is None else legend:
        low = max([grid.height, *(clue.at[1] + 0.3 for clue in clues)])
        around += legends.lay_out_legend(entries, (0, low + 0.15), max(grid.width, 6), scale=max(1, grid.width / 14))
    rim = [Box(clue.at, 2 * CLUE) for clue in clues]  # room for the signs
    return compose(
        grid,
        drawn,
        around=[*around, *rim, *room_for(grid, puzzle.about.drawing)],
        figures=puzzle.about.drawing,
        theme=theme,
        label=puzzle.about.heading,
    )


def compose(
    grid: Grid,
    drawn: Sequence[Mark],
    *,
    around: Sequence[Mark] = (),
    faded: Sequence[Mark] = (),
    figures: Sequence[Figure] = (),
    window: Window | None = None,
    theme: str = "auto",
    label: str = "",
) -> str:
    """Compose a drawing: marks below the grid lines, marks over them, then words; each in the order given.

    Parameters
    ----------
    grid : Grid
    drawn : sequence of Mark
        The marks on the grid.
    around : sequence of Mark
        The marks beside it: numbers of rows, captions, legends.
    faded : sequence of Mark
        Marks on the grid, under the others, that are hardly visible: rules without a part in a step.
    figures : sequence of Figure
        What the setter drew beside the rules.
    window : Window, optional
        The part of the grid to show; by default, all of it.
    theme : str
    label : str
        A description for screen readers.

    Raises
    ------
    ArgumentError
        If the theme is unknown.
    """
    check_theme(theme)
    is_part = window is not None and window != full_window(grid)
    if window is not None and is_part:
        drawn, faded = ([mark for mark in marks if _is_near(mark, window)] for marks in (drawn, faded))
        around = [*around, *draw_map(grid, window)]
    words, pale, captions = ([mark for mark in marks if isinstance(mark, Words)] for marks in (drawn, faded, around))
    inside = [] if is_part else [*words, *pale]
    left, top, width, height = _extent(window or full_window(grid), [*inside, *captions], around)
    box = f"M{_pair((left, top))}h{format_number(width)}v{format_number(height)}h{format_number(-width)}z"
    content = "\n".join(
        [
            f'<path class="paper" d="{box}"/>',
            *draw_figures(grid, figures, is_over=False),
            *_fade(_shapes(mark for mark in faded if not isinstance(mark, Words) and not mark.over)),
            *_shapes(mark for mark in drawn if not isinstance(mark, Words) and not mark.over),
            *_grid_lines(grid, window or full_window(grid)),
            *_fade([*_shapes(mark for mark in faded if not isinstance(mark, Words) and mark.over), *_texts(pale)]),
            *_shapes(mark for mark in drawn if not isinstance(mark, Words) and mark.over),
            *draw_figures(grid, figures, is_over=True),
            *_texts(words),
            *([f'<path class="paper" fill-rule="evenodd" d="{box}{_hole(window)}"/>'] if window and is_part else []),
            *_shapes(mark for mark in around if not isinstance(mark, Words)),
            *_texts(captions),
        ]
    )
    pixels = PIXELS * (across(grid) / 3 if any(word.ink == "mark" for word in words) else 1)
    view_box = " ".join(map(format_number, (left, top, width, height)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}"'
    head += f' width="{width * pixels:.0f}" height="{height * pixels:.0f}" class="farandole-{theme}"'
    head += f' role="img" aria-label="{escape_xml(label).replace(chr(34), "&quot;")}"' if label else ""
    return f"{head}>\n<style>\n{style(content, theme)}\n</style>\n{content}\n</svg>\n"


class Layers(NamedTuple):
    """The parts of a board that a page shows below and above its own digits and colors.

    Parameters
    ----------
    below : str
        The SVG group of the marks below the grid lines, with a group for each rule: ``data-rule`` is its number. The
        first group may be of the class ``ground``: tints of whole cells, which belong below the colors of a page.
    above : str
        The SVG group of the grid lines, dots, cages and clues, likewise.
    view_box : tuple of float
        Left, top, width and height, in hundredths of a cell.
    """

    below: str
    above: str
    view_box: tuple[float, float, float, float]


def layers(puzzle: Puzzle) -> Layers:
    """Draw the layers below and above the digits of a puzzle.

    Examples
    --------
    >>> drawn = layers(Puzzle.classic("." * 81))
    >>> drawn.below, drawn.above[:24], drawn.view_box
    ('<g></g>', '<g><path class="grid-lin', (-20.0, -20.0, 940.0, 940.0))
    """
    grid = puzzle.grid
    of_rules = [marks for _, marks in marks_of_each(grid, puzzle.rules, with_signs=True)]
    words = [mark for marks in of_rules for mark in marks if isinstance(mark, Words)]
    clues = [Box(word.at, 2 * CLUE) for word in words if not full_window(grid).shows(word.at)]
    figures = puzzle.about.drawing
    of_houses = marks_of_houses(grid, puzzle.rules)
    tints = "".join(_shapes(mark for mark in of_houses if isinstance(mark, Area)))
    lines = [mark for mark in of_houses if not isinstance(mark, Area)]
    below = [f'<g class="{GROUND}">{tints}</g>'] if tints else []
    below += [*draw_figures(grid, figures, is_over=False), *_shapes(mark for mark in lines if not mark.over)]
    above = [*_grid_lines(grid, full_window(grid)), *_shapes(mark for mark in lines if mark.over)]
    for number, marks in enumerate(of_rules):
        shapes = [mark for mark in marks if not isinstance(mark, Words)]
        texts = [mark for mark in marks if isinstance(mark, Words)]
        below += _group(number, _shapes(mark for mark in shapes if not mark.over))
        above += _group(number, [*_shapes(mark for mark in shapes if mark.over), *_texts(texts)])
    above += draw_figures(grid, figures, is_over=True)
    around = [*clues, *room_for(grid, figures)]
    left, top, width, height = (round(CELL * size, 1) for size in _extent(full_window(grid), words, around))
    return Layers(f"<g>{''.join(below)}</g>", f"<g>{''.join(above)}</g>", (left, top, width, height))


def _group(number: int, shapes: Iterable[str]) -> list[str]:
    """Group the shapes of a rule, so that a page can fade them."""
    inside = "".join(shapes)
    return [f'<g data-rule="{number}">{inside}</g>'] if inside else []


def _fade(shapes: Iterable[str]) -> list[str]:
    """Group shapes that are hardly visible."""
    inside = [*shapes]
    return [f'<g opacity="{FADED}">', *inside, "</g>"] if inside else []


def _is_near(mark: Mark, window: Window) -> bool:
    """Return whether a mark is visible in a window or at its edge."""
    match mark:
        case Words():
            return window.shows(mark.at)
        case Disc() | Box():
            (x, y), near = mark.center, 1
        case _:
            return True
    return window.left - near <= x <= window.right + near and window.top - near <= y <= window.bottom + near


def _hole(window: Window) -> str:
    """Return the path around a window, a little outside it, because the board continues there."""
    top, left, bottom, right = window
    a, b, c, d = left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND
    return _path(((a, b), (c, b), (c, d), (a, d)), True)


def resize(drawing: str, width: float) -> str:
    """Give a drawing another width in pixels; the height changes with it.

    Raises
    ------
    ArgumentError
        If the picture would have more than `MOST_PIXELS`.

    Examples
    --------
    >>> small = draw(Puzzle.classic("." * 81), theme="light")
    >>> resize(small, 900).partition(" class=")[0].partition(" width=")[2]
    '"900" height="900"'
    """
    head, end, body = drawing.partition(">")
    found = _SIZE.search(head)
    assert found, "a drawing has a width and a height"
    height = float(found[2]) * width / float(found[1])
    if width * height > MOST_PIXELS:
        most = int((MOST_PIXELS * float(found[1]) / float(found[2])) ** 0.5)
        raise ArgumentError(f"expected a width of at most {most:,} pixels for this picture, found {width:g}")
    return _SIZE.sub(f' width="{width:.0f}" height="{height:.0f}"', head, count=1) + end + body


def png(drawing: str, *, scale: float = 2) -> bytes:
    """Make a PNG of a drawing: 48 pixels per cell, times ``scale``. Needs the extra ``draw``.

    A drawing with the theme ``auto`` becomes light.

    Raises
    ------
    MissingExtraError
        If CairoSVG, or the library Cairo, is not installed.
    """
    return _draw_by_cairo("svg2png", drawing, scale=scale)


def pdf(drawing: str) -> bytes:
    """Make a PDF of a drawing: one page of its size. Needs the extra ``draw``; raises the same errors as `png`."""
    return _draw_by_cairo("svg2pdf", drawing)


def _draw_by_cairo(name: str, drawing: str, **options: float) -> bytes:
    try:
        import cairosvg
    except ImportError:
        raise MissingExtraError("PNG and PDF need CairoSVG: pip install 'farandole[draw]'") from None
    except OSError:
        raise MissingExtraError("PNG and PDF need the library Cairo; on Debian: apt-get install libcairo2") from None
    with system.hold_signals():  # Cairo writes through Python, and takes Ctrl-C there for a disk that is full
        made: bytes = getattr(cairosvg, name)(bytestring=assign_fonts(drawing).encode(), **options)
    return made


# ── Digits and candidates ─────────────────────────────────────────────────────────────────────────────────────────────


def _digits(puzzle: Puzzle, solution: Solution | None, candidates: bool | None) -> Iterator[Words]:
    grid = puzzle.grid
    shows_candidates = puzzle.pencilmarks is not None if candidates is None else candidates
    masks = (puzzle.pencilmarks or puzzle.masks) if shows_candidates else ()
    has_totals = any(getattr(rule, "total", None) is not None for rule in puzzle.rules if type(rule) in CAGES)
    for cell in range(grid.n_cells):
        if puzzle.givens[cell]:
            yield write_digit(grid, cell, puzzle.givens[cell], "given")
        elif solution is not None:
            yield write_digit(grid, cell, solution.digits[cell], "found")
        elif shows_candidates:
            for digit in range(1, grid.n_digits + 1):
                if masks[cell] >> (digit - 1) & 1:
                    at, size = locate_candidate(grid, cell, digit, spare_corner=has_totals)
                    yield Words(at, grid.signs[digit - 1], size, "mark")


# ── Lines between cells ───────────────────────────────────────────────────────────────────────────────────────────────


def _grid_lines(grid: Grid, window: Window) -> Iterator[str]:
    """Draw thin lines between cells, thick lines around regions and around the grid."""
    outline = grid.outline
    top, left, bottom, right = window
    down = range(max(top - 1, 0), min(bottom + 1, grid.height) + 1)
    aside = range(max(left - 1, 0), min(right + 1, grid.width) + 1)
    rows = [(row, column) for row in down for column in aside[:-1]]
    columns = [(column, row) for column in aside for row in down[:-1]]
    across = {(row, column): outline.line_above(row, column) for row, column in rows}
    along = {(column, row): outline.line_left(row, column) for column, row in columns}
    inner_across = [(r, c) for r, c in rows if not across[r, c] and grid.cell(r, c) is not None]
    inner_along = [(c, r) for c, r in columns if not along[c, r] and grid.cell(r, c) is not None]
    for ink, width, edges_across, edges_along in (
        ("grid", THIN, inner_across, inner_along),
        ("ink", THICK, [edge for edge in rows if across[edge]], [edge for edge in columns if along[edge]]),
    ):
        path = "".join(f"M{_pair((start, row))}H{format_number(end)}" for row, start, end in _runs(edges_across))
        path += "".join(f"M{_pair((column, start))}V{format_number(end)}" for column, start, end in _runs(edges_along))
        if path:
            yield f'<path class="{ink}-line" stroke-linecap="square" stroke-width="{format_number(width)}" d="{path}"/>'


def _runs(edges: Iterable[Edge]) -> Iterator[tuple[int, int, int]]:
    """Join consecutive edges of a line; yield the line, the start and the end."""
    runs: list[tuple[int, int, int]] = []
    for at, place in edges:
        if runs and runs[-1][0] == at and runs[-1][2] == place:
            runs[-1] = at, runs[-1][1], place + 1
        else:
            runs.append((at, place, place + 1))
    return iter(runs)


# ── From marks to SVG ─────────────────────────────────────────────────────────────────────────────────────────────────


def _shapes(marks: Iterable[Mark]) -> Iterator[str]:
    """Write shapes; consecutive ones with the same look become one path."""
    for (kind, look), run in groupby(marks, key=lambda mark: (type(mark), _look(mark))):
        if kind is Disc:
            yield from (f"<circle {look} {_circle(mark)}/>" for mark in run)
        else:
            yield f'<path {look} d="{"".join(map(_path_of, run))}"/>'


def _look(mark: Mark) -> str:
    """Write the attributes that don't depend on the place of a mark."""
    match mark:
        case Stroke() | Curve():
            dash = f' stroke-dasharray="{" ".join(map(format_number, mark.dash))}"' if mark.dash else ""
            return f'class="{mark.ink}-line" stroke-width="{format_number(mark.width)}"{dash}'
        case Area():
            return f'class="{mark.ink}"'
        case Disc() | Box():
            names = [mark.fill] * bool(mark.fill) + [f"{mark.edge}-line"] * bool(mark.edge)
            return f'class="{" ".join(names)}"' + f' stroke-width="{format_number(mark.width)}"' * bool(mark.edge)
        case Words():
            end = ' text-anchor="start"' if mark.to_the_right else ""
            bold = ' font-weight="bold"' if mark.is_bold else ""
            return f'class="{mark.ink}" font-size="{format_number(mark.size)}"{bold}{end}'


def _circle(mark: Mark) -> str:
    assert isinstance(mark, Disc)
    x, y = mark.center
    return f'cx="{format_number(x)}" cy="{format_number(y)}" r="{format_number(mark.radius)}"'


def _path_of(mark: Mark) -> str:
    match mark:
        case Stroke():
            return _path(mark.points, mark.closed)
        case Area():
            return "".join(_path(loop, True) for loop in mark.loops)
        case Curve():
            return f"M{_pair(mark.start)}C{' '.join(map(_pair, (*mark.bends, mark.end)))}"
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
            parts.append(f"H{format_number(next_x)}")
        elif next_x == x:
            parts.append(f"V{format_number(next_y)}")
        else:
            parts.append(f"L{_pair((next_x, next_y))}")
        x, y = next_x, next_y
    return "".join(parts) + "z" * closed


def _texts(words: Sequence[Words]) -> Iterator[str]:
    """Write words, those with the same look in one group. The baseline is a third of the size below the middle."""
    if papers := "".join(_patch(word) for word in words if word.on_paper):
        yield f'<path class="paper" d="{papers}"/>'
    groups: dict[str, list[Words]] = {}
    for word in words:
        groups.setdefault(_look(word), []).append(word)
    for look, group in groups.items():
        yield f"<g {look}>"
        for word in group:
            x, y = map(format_number, (word.at[0], word.at[1] + 0.355 * word.size))
            yield f'<text x="{x}" y="{y}">{escape_xml(word.text)}</text>'
        yield "</g>"


def _patch(word: Words) -> str:
    """Draw the paper behind a word."""
    left, right = _ends(word)
    top, bottom = word.at[1] - 0.5 * word.size, word.at[1] + 0.5 * word.size
    return _path(((left - 0.02, top), (right + 0.03, top), (right + 0.03, bottom), (left - 0.02, bottom)), True)


def _ends(word: Words) -> tuple[float, float]:
    width = word.size * estimated_width(word.text)
    left = word.at[0] - (0 if word.to_the_right else width / 2)
    return left, left + width


def escape_xml(text: str) -> str:
    """Escape a text for XML."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text if text.isprintable() else "".join(map(_plain, text))


def _plain(character: str) -> str:
    """Escape a character that isn't printable; replace it if XML doesn't allow it."""
    if character.isprintable():
        return character
    code = ord(character)
    is_in_xml = character in "\t\n\r" or (code >= 0x7F and not 0xD800 <= code < 0xE000 and code & 0xFFFE != 0xFFFE)
    return f"&#{code};" if is_in_xml else "\ufffd"


def _extent(window: Window, words: Iterable[Words], around: Iterable[Mark]) -> tuple[float, float, float, float]:
    """Find the left, top, width and height of a drawing: a part of the grid, and the marks around it."""
    xs, ys = [float(window.left), float(window.right)], [float(window.top), float(window.bottom)]
    for word in words:
        xs += _ends(word)
        ys += (word.at[1] - word.size / 2, word.at[1] + word.size / 2)
    for mark in around:
        match mark:
            case Stroke():
                xs += (x for x, _ in mark.points)
                ys += (y for _, y in mark.points)
            case Disc() | Box():
                half = mark.radius if isinstance(mark, Disc) else mark.size / 2
                xs += (mark.center[0] - half, mark.center[0] + half)
                ys += (mark.center[1] - half, mark.center[1] + half)
    left, right, top, bottom = min(xs) - MARGIN, max(xs) + MARGIN, min(ys) - MARGIN, max(ys) + MARGIN
    return left, top, right - left, bottom - top


def format_number(size: float) -> str:
    """Write a size in cells as units of the drawing, as short as possible."""
    return f"{round(CELL * size, 1) or 0:g}"


def _pair(point: tuple[float, float]) -> str:
    x, y = map(format_number, point)
    return f"{x}{'' if y.startswith('-') else ' '}{y}"
