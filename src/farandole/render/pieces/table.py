"""Lay out a small table of digits: a column for each cell, in several blocks side by side if it is narrow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from farandole.records import record
from farandole.render.pieces.figures import Disc, Mark, Point, Stroke, Words
from farandole.render.pieces.legend import SIZE
from farandole.render.pieces.lines import break_lines, estimated_width

DIGIT = 0.34  # font size
PITCH = 0.27  # between digits of a cell
HEADER = 0.27
ROW = 0.44
PADDING = 0.26  # of a column
GAP = 0.6  # between blocks
MIN_ROWS = 3  # of a block


@record
class Table:
    """What a table shows.

    Parameters
    ----------
    title : str
    headers : sequence of str
    rows : sequence of sequence of str
        The digits of each column, as characters.
    labels : sequence of str
        A text after each row, or none at all.
    inks, edges : sequence of str
        The inks of a disc before the label of each row, and of its edge.
    more : str
        A line after the rows.
    gone : sequence of str
        The digits of each column that are crossed out below it; none at all without such a row.
    gone_label : str
        A text after that row.
    marked : collection of str
        Digits with a disc.
    mark : str
        The ink of that disc.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: Sequence[str] = ()
    inks: Sequence[str] = ()
    edges: Sequence[str] = ()
    more: str = ""
    gone: Sequence[str] = ()
    gone_label: str = ""
    marked: Collection[str] = ()
    mark: str = ""


def lay_out_table(table: Table, corner: Point, width: float, *, scale: float = 1) -> Iterator[Mark]:
    """Lay out a table from an upper left corner, as wide as the drawing at most if its columns allow it."""
    left, y = corner
    for text in break_lines(table.title, width / (SIZE * scale)):
        y += 0.5 * ROW * scale
        yield Words((left, y), text, SIZE * scale, "legend", to_the_right=True)
        y += 0.5 * ROW * scale
    columns = _widths(table, scale)
    n_blocks = 1 if table.labels else _n_blocks(len(table.rows), sum(columns), width, scale)
    size = -(-len(table.rows) // n_blocks)
    blocks = [table.rows[start : start + size] for start in range(0, len(table.rows), size)]
    for number, block in enumerate(blocks):
        start = left + number * (sum(columns) + GAP * scale)
        yield from _headers(table.headers, columns, (start, y), scale)
        for n, row in enumerate(block):
            middle = y + (n + 1.55) * ROW * scale
            for text, x in zip(row, _centers(columns, start), strict=True):
                yield from _digits(table, text, (x, middle), scale)
            if table.labels:
                yield from _label(table, n, (start + sum(columns), middle), scale)
    y += (size + 1.55) * ROW * scale
    if table.more:
        yield Words((left + 0.1 * scale, y), table.more, 0.3 * scale, "legend", to_the_right=True)
        y += ROW * scale
    if table.gone:
        line = (left, y - 0.5 * ROW * scale), (left + sum(columns), y - 0.5 * ROW * scale)
        yield Stroke(line, "grid", 0.015 * scale, over=True)
        for text, x in zip(table.gone, _centers(columns, left), strict=True):
            yield from _gone(text, (x, y), scale)
        at = left + sum(columns) + 0.15 * scale, y
        yield Words(at, table.gone_label, 0.3 * scale, "legend", to_the_right=True)


def height_of(table: Table, width: float, *, scale: float = 1) -> float:
    """Return the height of a table that is laid out in a width."""
    n_lines = len(break_lines(table.title, width / (SIZE * scale)))
    n_blocks = 1 if table.labels else _n_blocks(len(table.rows), sum(_widths(table, scale)), width, scale)
    n_rows = -(-len(table.rows) // n_blocks) + bool(table.more) + bool(table.gone)
    return (n_lines + 1.1 + n_rows) * ROW * scale


def _widths(table: Table, scale: float) -> list[float]:
    """Find the width of each column."""
    widths = [HEADER * estimated_width(header) for header in table.headers]
    for row in (*table.rows, *([table.gone] if table.gone else [])):
        widths = [max(width, PITCH * len(text)) for width, text in zip(widths, row, strict=True)]
    return [scale * (width + PADDING) for width in widths]


def _n_blocks(n_rows: int, block: float, width: float, scale: float) -> int:
    fitting = int((width + GAP * scale) / (block + GAP * scale))
    return max(1, min(fitting, -(-n_rows // MIN_ROWS)))


def _centers(columns: Sequence[float], left: float) -> list[float]:
    return [left + sum(columns[:n]) + width / 2 for n, width in enumerate(columns)]


def _headers(headers: Sequence[str], columns: Sequence[float], corner: Point, scale: float) -> Iterator[Mark]:
    left, y = corner
    for header, x in zip(headers, _centers(columns, left), strict=True):
        yield Words((x, y + 0.5 * ROW * scale), header, HEADER * scale, "label")
    below = y + ROW * scale
    yield Stroke(((left, below), (left + sum(columns), below)), "grid", 0.015 * scale, over=True)


def _places(text: str, at: Point, scale: float) -> Iterator[tuple[str, Point]]:
    for n, digit in enumerate(text):
        yield digit, (at[0] + (n - (len(text) - 1) / 2) * PITCH * scale, at[1])


def _digits(table: Table, text: str, at: Point, scale: float) -> Iterator[Mark]:
    for digit, place in _places(text, at, scale):
        if digit in table.marked:
            yield Disc(place, 0.19 * scale, fill=table.mark, over=True)
        yield Words(place, digit, DIGIT * scale, "held" if digit in table.marked else "legend")


def _label(table: Table, number: int, at: Point, scale: float) -> Iterator[Mark]:
    x, y = at
    if table.inks:
        edge = table.edges[number] if table.edges else ""
        yield Disc((x + 0.25 * scale, y), 0.15 * scale, table.inks[number], edge, 0.035 * scale, over=True)
        x += 0.4 * scale
    yield Words((x + 0.12 * scale, y), table.labels[number], 0.3 * scale, "legend", to_the_right=True)


def _gone(text: str, at: Point, scale: float) -> Iterator[Mark]:
    half = 0.15 * scale
    for digit, (x, y) in _places(text, at, scale):
        yield Words((x, y), digit, DIGIT * scale, "legend")
        yield Stroke(((x - half, y + half), (x + half, y - half)), "strike", 0.03 * scale, over=True)
