"""Draw exact covers: a small ZDD as nodes and lines, a small problem as a matrix with the rows of a cover colored.

A ZDD is read from the top. A solid line takes the option of its node, a dashed line skips it. Each path down to the
black square at the bottom is a cover; paths that end without a cover are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from farandole.cover import Cover, Zdd
from farandole.errors import shorten
from farandole.records import field, record
from farandole.render.pieces.inks import style
from farandole.render.svg import PIXELS, escape_xml, format_number

MAX_NODES = 60
MAX_OPTIONS, MAX_ITEMS = 40, 40
LONGEST = 14  # characters of a label, before it is shortened

EM = 0.22  # width of a character, in cells
GAP, ROW_GAP = 0.45, 1.15  # between adjacent nodes of a row, and between rows
ROUNDS = 12
BUDGET = 100_000  # search nodes, to find the cover that a matrix shows
COVER_INKS = ("color_1", "color_4", "color_3", "color_2", "endo_fin", "renban", "whispers", "zipper")


# ── Diagrams ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@record(frozen=False, slots=False, eq=False)
class Spot:
    """A place in a row of the drawing: a node, or a bend of a line that passes the row."""

    row: int
    text: str | None
    ups: list[Spot] = field(default_factory=list)
    downs: list[Spot] = field(default_factory=list)
    x: float = 0.0

    @property
    def width(self) -> float:
        """The width, in cells."""
        return 0.1 if self.text is None else max(0.7, 0.3 + EM * len(self.text))


def draw(zdd: Zdd, *, theme: str = "auto") -> str | None:
    """Draw a ZDD; None if it has no cover, or more than `MAX_NODES` nodes.

    Examples
    --------
    >>> drawing = draw(Cover({"blue": "ab", "red": "bc", "tan": "cd", "sky": "ad"}).zdd())
    >>> drawing.count("<rect"), drawing.count("stroke-dasharray")
    (6, 1)
    """
    if not zdd or zdd.size > MAX_NODES:
        return None
    links, spots = _lay_out(zdd)
    rows = [[spot for spot in spots if spot.row == row] for row in range(1 + max(spot.row for spot in spots))]
    _order_rows(rows)
    _place_spots(rows)
    body = [_draw_path(link, is_taken=is_taken) for link, is_taken in links]
    body += [_draw_node(spot) for spot in spots if spot.text is not None]
    left = min(spot.x - spot.width / 2 for spot in spots) - 0.3
    right = max(spot.x + spot.width / 2 for spot in spots) + 0.3
    return document(body, (left, -0.6, right - left, ROW_GAP * (len(rows) - 1) + 1.2), theme)


def _lay_out(zdd: Zdd) -> tuple[list[tuple[list[Spot], bool]], list[Spot]]:
    """Give each node a row below all its parents, and each line its bends; drop lines that lead to no cover."""
    nodes = dict(enumerate(zdd.nodes(), 2))
    row_of: dict[int, int] = {max(nodes, default=1): 0}
    for number, (_, lo, hi) in sorted(nodes.items(), reverse=True):
        for below in (lo, hi):
            if below:
                row_of[below] = max(row_of.get(below, 0), row_of[number] + 1)
    spots = {
        number: Spot(row, shorten(str(zdd.labels[nodes[number][0]]), LONGEST) if number > 1 else "")
        for number, row in row_of.items()
    }
    links, bends = [], []
    for number, (_, lo, hi) in sorted(nodes.items(), reverse=True):
        for below, is_taken in ((lo, False), (hi, True)):
            if below:
                start, end = spots[number], spots[below]
                between = [Spot(row, None) for row in range(start.row + 1, end.row)]
                bends += between
                link = [start, *between, end]
                for upper, lower in pairwise(link):
                    upper.downs.append(lower)
                    lower.ups.append(upper)
                links.append((link, is_taken))
    return links, [*spots.values(), *bends]


def _order_rows(rows: list[list[Spot]]) -> None:
    """Order each row so that few lines cross: sort its spots by the mean of those they are joined to."""
    for turn in range(ROUNDS):
        for row in rows if turn % 2 == 0 else reversed(rows):
            for place, spot in enumerate(row):
                others = spot.ups if turn % 2 == 0 else spot.downs
                spot.x = _mean([other.x for other in others]) if others else place
            row.sort(key=lambda spot: spot.x)
            for place, spot in enumerate(row):
                spot.x = place


def _place_spots(rows: list[list[Spot]]) -> None:
    """Place spots near those above and below, and apart from those beside them."""
    for row in rows:
        _push_apart(row)
    for _ in range(ROUNDS):
        for row in (*rows, *reversed(rows)):
            for spot in row:
                spot.x = _mean([other.x for other in (*spot.ups, *spot.downs)] or [spot.x])
            _push_apart(row)


def _push_apart(row: Sequence[Spot]) -> None:
    """Keep the order and the least distances, then shift the row back so that its mean stays."""
    wanted = [spot.x for spot in row]
    for left, right in pairwise(row):
        right.x = max(right.x, left.x + (left.width + right.width) / 2 + GAP)
    shift = _mean([spot.x - x for spot, x in zip(row, wanted, strict=True)])
    for spot in row:
        spot.x -= shift


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _draw_path(link: Iterable[Spot], *, is_taken: bool) -> str:
    points = [(spot.x, ROW_GAP * spot.row) for spot in link]
    path = f"M{_pair(*points[0])}"
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (y1 + y2) / 2
        path += f"C{_pair(x1, middle)} {_pair(x2, middle)} {_pair(x2, y2)}"
    dash = "" if is_taken else ' stroke-dasharray="7 7"'
    return f'<path class="link-line" stroke-width="3.5"{dash} d="{path}"/>'


def _draw_node(spot: Spot) -> str:
    assert spot.text is not None
    if not spot.text:  # the end of every path
        return f'<rect class="ink" {_box(spot.x - 0.2, ROW_GAP * spot.row - 0.2, 0.4, 0.4)}/>'
    shape = _box(spot.x - spot.width / 2, ROW_GAP * spot.row - 0.3, spot.width, 0.6)
    at = f'x="{format_number(spot.x)}" y="{format_number(ROW_GAP * spot.row + 0.12)}"'
    words = f'<text class="ink" font-size="34" {at}>{escape_xml(spot.text)}</text>'
    return f'<rect class="base grid-line" rx="30" {shape}/>{words}'


# ── Matrices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def draw_matrix(cover: Cover, *, theme: str = "auto") -> str | None:
    """Draw a problem as a matrix with a row for each option; color the rows of its first cover. None if too large.

    Examples
    --------
    >>> draw_matrix(Cover({"blue": "ab", "red": "bc", "tan": "cd", "sky": "ad"})).count("<rect")
    9
    """
    items = (*cover.primary, *cover.secondary)
    if not (0 < len(cover.labels) <= MAX_OPTIONS and 0 < len(items) <= MAX_ITEMS):
        return None
    first_cover = next(iter(cover.search(budget=BUDGET)), ())
    chosen = {label: COVER_INKS[n % len(COVER_INKS)] for n, label in enumerate(first_cover)}
    known = {item: column for column, item in enumerate(items)}
    rows = [shorten(str(label), LONGEST) for label in cover.labels]
    columns = [shorten(str(item), LONGEST) for item in items]
    left, above = 0.3 + EM * max(map(len, rows)), 0.4 + EM * max(map(len, columns))
    body = [*_lines(len(items), len(rows)), *_columns(columns, len(cover.primary))]
    for row, (label, option) in enumerate(zip(cover.labels, cover.options, strict=True)):
        look = f'class="{"given" if label in chosen else "mark"}" text-anchor="end" font-size="34"'
        body.append(f'<text {look} x="-15" y="{format_number(row + 0.62)}">{escape_xml(rows[row])}</text>')
        for entry in option:
            column, color = known.get(entry, 0), ""
            if entry not in known and isinstance(entry, tuple):
                column, color = known[entry[0]], str(entry[1])
            square = _box(column + 0.1, row + 0.1, 0.8, 0.8)
            body.append(f'<rect class="{chosen.get(label, "between")}" rx="12" {square}/>')
            if color:
                at = f'x="{format_number(column + 0.5)}" y="{format_number(row + 0.62)}"'
                body.append(f'<text class="ink" font-size="34" {at}>{escape_xml(shorten(color, 4))}</text>')
    return document(body, (-left, -above, left + len(items) + 0.2, above + len(rows) + 0.2), theme)


def _lines(n_columns: int, n_rows: int) -> Iterator[str]:
    path = "".join(f"M0 {100 * row}H{100 * n_columns}" for row in range(n_rows + 1))
    path += "".join(f"M{100 * column} 0V{100 * n_rows}" for column in range(n_columns + 1))
    yield f'<path class="grid-line" stroke-width="1.5" d="{path}"/>'


def _columns(texts: Sequence[str], n_primary: int) -> Iterator[str]:
    """Write the names of items above their columns, turned; those of secondary items are italic."""
    for column, text in enumerate(texts):
        turned = f'transform="translate({format_number(column + 0.62)} -15)rotate(-90)"'
        slant = ' font-style="italic"' if column >= n_primary else ""
        yield f'<text class="ink" text-anchor="start" font-size="34"{slant} {turned}>{escape_xml(text)}</text>'


# ── SVG ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def document(body: Sequence[str], box: tuple[float, float, float, float], theme: str) -> str:
    """Write an SVG document with a background; the box is its left, top, width and height in cells."""
    _, _, width, height = box
    content = "\n".join([f'<rect class="paper" {_box(*box)}/>', *body])
    size = f'viewBox="{" ".join(map(format_number, box))}" width="{width * PIXELS:.0f}" height="{height * PIXELS:.0f}"'
    sheet = f"<style>\n{style(content, theme)}\n</style>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="farandole-{theme}">\n{sheet}\n{content}\n</svg>\n'


def _box(x: float, y: float, width: float, height: float) -> str:
    left, top, across, down = map(format_number, (x, y, width, height))
    return f'x="{left}" y="{top}" width="{across}" height="{down}"'


def _pair(x: float, y: float) -> str:
    return f"{format_number(x)} {format_number(y)}"
