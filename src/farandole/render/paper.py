"""Put puzzles on pages, with their rules in words, and the answers at the end.

A page has as many puzzles as leave cells of a comfortable size, or as many as asked for. The last page, which may have
fewer, gets the layout in which these are largest.

A page is an SVG document in points (72 per inch) from its upper left corner, with the drawings of
`farandole.render.svg` scaled into it. A PDF is a sequence of such pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from math import prod
from typing import BinaryIO, NamedTuple, TypeAlias

from farandole.errors import ArgumentError, MissingExtraError
from farandole.i18n import tr
from farandole.lazy import regex
from farandole.puzzle import Puzzle, Solution
from farandole.records import record, replace
from farandole.render import svg
from farandole.render.lettering import LEADING, Line, align_left, lines_of, stack_lines, width_of
from farandole.render.page_sizes import PAPERS, PER_PAGE
from farandole.render.rule_sentences import describe_all_rules

LAYOUTS = [(across, down) for across in (1, 2, 3) for down in (1, 2, 3, 4)]  # of a last page
ALONE = (1, 1)

MARGIN = 36.0  # half an inch, which every printer supports
GAP, GAP_BELOW = 24.0, 14.0  # between puzzles, across and down
HEAD, FOOT = 34.0, 18.0  # for the title and the number of a page
WIDE = 1.2  # a puzzle wider than this, relative to its height, gets a landscape page of its own
LARGEST_CELL = 80.0
# If its cells or the letters of its rules would be smaller, a puzzle gets a page of its own.
MIN_CELL, MIN_ANSWER_CELL, MIN_RULES = 14.0, 6.0, 5.0
COMFORTABLE, COMFORTABLE_ANSWER = 24.0, 9.0  # sizes of cells: to write in, 8.5 mm; to read
LARGEST_ANSWER_CELL = 20.0
PAGE_TITLE, TITLE, SMALL, RULES, ANSWER, NUMBER = 17.0, 11.5, 9.0, 8.5, 8.0, 8.0  # font sizes
LARGER = {1: 1.35, 2: 1.15}  # factor of the font sizes, by the number of puzzles on a page
QR, QR_GAP = 96.0, 12.0  # the side of a QR code, and its distance from the puzzle
MAX_WORDS = 0.4  # share of the height that rules may take
FAINT = "#555"


@record
class Item:
    """A puzzle to print, with its title, answer and rating.

    Parameters
    ----------
    puzzle : Puzzle
    title : str
        Printed above it and above its answer; by default, the puzzle's own title and author.
    solution : Solution, optional
        The answer.
    remark : str
        A remark for the reader, such as that there are several solutions.
    stars : int, optional
        The difficulty, from 1 to 5.
    rating : str
        The difficulty in words.
    link : str
        A link to play it; drawn beside it as a QR code.
    """

    puzzle: Puzzle
    title: str = ""
    solution: Solution | None = None
    remark: str = ""
    stars: int | None = None
    rating: str = ""
    link: str = ""

    @property
    def heading(self) -> str:
        """The heading above the puzzle."""
        return self.title or self.puzzle.about.heading

    @property
    def rules(self) -> str:
        """The rules in words: those of the setter, else ours."""
        said = self.puzzle.about.rules
        return said or " ".join(describe_all_rules(self.puzzle)).replace("。 ", "。")


class Box(NamedTuple):
    """A rectangle on a page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.left + self.width / 2


Layout: TypeAlias = tuple[int, int]  # how many there are across and down


class _Group(NamedTuple):
    """The items of a page, how many fit across and down, and whether the page is landscape."""

    items: list[Item]
    across: int
    down: int
    is_wide: bool = False


@record
class Sheet:
    """Puzzles, and the layout of their pages.

    Parameters
    ----------
    items : sequence of Item
        In order, except that a puzzle whose cells would be too small gets a page of its own.
    per_page : int, optional
        1, 2, 4, 6 or 12; by default, as many as have cells of at least 8.5 mm.
    title : str
        The title at the top of each page.
    paper : str
        One of `PAPERS`.
    candidates : bool
        Whether empty cells show their candidates.
    answers : bool
        Whether pages with the answers are added.

    Raises
    ------
    ArgumentError
        If ``paper`` or ``per_page`` is not one of these.

    Examples
    --------
    >>> sheet = Sheet([Item(Puzzle.classic("." * 81), "Empty")] * 5, title="Many answers")
    >>> len(sheet), next(sheet.pages())[:4]
    (2, '<svg')
    """

    items: Sequence[Item]
    per_page: int | None = None
    title: str = ""
    paper: str = "a4"
    candidates: bool = False
    answers: bool = True

    def __post_init__(self) -> None:
        if self.per_page is not None and self.per_page not in PER_PAGE:
            raise ArgumentError(f"per_page: expected one of {', '.join(map(str, PER_PAGE))}, found {self.per_page!r}")
        if self.paper not in PAPERS:
            raise ArgumentError(f"paper: expected one of {', '.join(PAPERS)}, found {self.paper!r}")

    def __len__(self) -> int:
        """Count the pages."""
        return len(self._puzzles()) + len(self._answers())

    def pages(self) -> Iterator[str]:
        """Yield the pages as SVG documents."""
        puzzles, answers = self._puzzles(), self._answers()
        n_pages = len(puzzles) + len(answers)
        for number, group in enumerate(puzzles, 1):
            yield self._page(number, n_pages, self.title, group, self._draw_puzzles(group))
        title = tr("Answers: {title}", title=self.title) if self.title else tr("Answers")
        for number, group in enumerate(answers, len(puzzles) + 1):
            yield self._page(number, n_pages, title, group, self._draw_answers(group))

    # ── Assigning puzzles to pages ──────────────────────────────────────────────────────────────────────────────────

    def _puzzles(self) -> list[_Group]:
        """Assign the puzzles to pages."""
        head = HEAD * bool(self.title)

        def cell(item: Item, layout: Layout) -> float:
            return _cell(item, self._box(0, _Group([], *layout), head), has_words=True)

        def is_large(item: Item, layout: Layout) -> bool:
            box = self._box(0, _Group([], *layout), head)
            rules, _ = _rules_of(item, layout, box)
            return cell(item, layout) < MIN_CELL or any(line.size < MIN_RULES for line in rules)

        layout = PER_PAGE[self.per_page] if self.per_page else _choose_layout(self.items, cell, COMFORTABLE)
        return _assign_pages(self.items, layout, cell, is_large)

    def _answers(self) -> list[_Group]:
        """Assign the answers to pages."""
        if not self.answers:
            return []

        def cell(item: Item, layout: Layout) -> float:
            plain = replace(item, link="")
            return min(_cell(plain, self._box(0, _Group([], *layout), HEAD), has_words=False), LARGEST_ANSWER_CELL)

        shown = [item for item in self.items if item.solution or item.remark]
        layout = _choose_layout(shown, cell, COMFORTABLE_ANSWER)
        return _assign_pages(shown, layout, cell, lambda item, layout: cell(item, layout) < MIN_ANSWER_CELL)

    # ── A page ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _size(self, group: _Group) -> tuple[float, float]:
        """Return the width and the height of a page."""
        width, height = PAPERS[self.paper]
        return (height, width) if group.is_wide else (width, height)

    def _box(self, number: int, group: _Group, head: float) -> Box:
        """Return the rectangle of a puzzle on its page."""
        width, height = self._size(group)
        _, across, down, _ = group
        wide = (width - 2 * MARGIN - (across - 1) * GAP) / across
        high = (height - 2 * MARGIN - head - FOOT - (down - 1) * GAP_BELOW) / down
        row, column = divmod(number, across)
        return Box(MARGIN + column * (wide + GAP), MARGIN + head + row * (high + GAP_BELOW), wide, high)

    def _page(self, number: int, n_pages: int, title: str, group: _Group, content: Iterable[str]) -> str:
        """Compose a page: its title, its content, its number."""
        width, height = self._size(group)
        parts: list[str] = []
        parts += stack_lines(_page_title_lines(title, width - 2 * MARGIN), width / 2, MARGIN)
        parts += content
        if n_pages > 1:
            said = tr("Page {number} of {last}", number=number, last=n_pages)
            parts += stack_lines([Line(said, NUMBER, ink=FAINT)], width / 2, height - MARGIN - NUMBER * LEADING)
        return compose_page(parts, width, height)

    def _draw_puzzles(self, group: _Group) -> Iterator[str]:
        """Draw the puzzles of a page, each row in the middle of its room; those in a row start at the same height."""
        layout = group.across, group.down
        larger = LARGER.get(group.across * group.down, 1.0)
        for boxes, row in self._rows(group, HEAD * bool(self.title)):
            aside = (group.across - len(row)) * (boxes[0].width + GAP) / 2
            boxes = [box._replace(left=box.left + aside) for box in boxes]
            heads = [_title_lines(item, larger * TITLE, larger * SMALL, boxes[0].width) for item in row]
            words = [_rules_of(item, layout, box) for item, box in zip(row, boxes, strict=True)]
            head, foot = max(map(_height, heads)), max(foot for _, foot in words)
            blocks = [
                _Block.of(item, self._draw(item), box, rules, head, foot)
                for item, box, (rules, _) in zip(row, boxes, words, strict=True)
            ]
            down = max(0.0, boxes[0].height - head - max(block.height for block in blocks)) / 2
            for block, said in zip(blocks, heads, strict=True):
                yield from stack_lines(said, block.room.middle, block.room.top + down - _height(said))
                yield from block.draw(down)

    def _draw(self, item: Item) -> str:
        return svg.draw(item.puzzle, candidates=True if self.candidates else None, theme="light")

    def _draw_answers(self, group: _Group) -> Iterator[str]:
        """Draw the answers of a page, from its top; those in a row start at the same height."""
        up = 0.0
        for boxes, row in self._rows(group, HEAD):
            plain = [replace(item, rating="", stars=None) for item in row]
            heads = [_title_lines(item, ANSWER, ANSWER, boxes[0].width) for item in plain]
            head = max(map(_height, heads))
            heights = [0.0]
            for item, box, said in zip(row, boxes, heads, strict=True):
                yield from stack_lines(said, box.middle, box.top - up + head - _height(said))
                if item.solution:
                    drawing = svg.draw(item.puzzle, item.solution, theme="light")
                    room = Box(box.left, box.top - up + head, box.width, box.height - head)
                    drawn, height = place_drawing(drawing, room, LARGEST_ANSWER_CELL)
                    heights.append(height)
                    yield drawn
            up += boxes[0].height - head - max(heights)

    def _rows(self, group: _Group, head: float) -> Iterator[tuple[list[Box], list[Item]]]:
        """Yield the rows of a page: the rectangles, and the items in them."""
        for start in range(0, len(group.items), group.across):
            row = group.items[start : start + group.across]
            yield [self._box(start + n, group, head) for n in range(len(row))], row


class _Block(NamedTuple):
    """A puzzle on a page: where it is drawn, with its QR code beside or below it, and its rules below."""

    drawing: str
    room: Box
    link: str
    code: Box
    rules: list[Line]
    words: Box

    @classmethod
    def of(cls, item: Item, drawing: str, box: Box, rules: list[Line], head: float, foot: float) -> _Block:
        """Arrange a puzzle in a box: titles take its head, and rules, perhaps with a QR code, its foot."""
        is_below = _is_code_below(item, box)
        aside = (QR + QR_GAP) * (bool(item.link) and not is_below)
        room = Box(box.left + aside, box.top + head, box.width - 2 * aside, box.height - head - foot)
        _, height = place_drawing(drawing, room)
        words = _beside_code(item, box)._replace(top=room.top + height)
        code = Box(box.left + box.width - QR, room.top, QR, QR)
        if is_below:
            code = Box(box.left, words.top + QR_GAP, QR, QR)
            width = max((line.width for line in rules), default=0.0)
            words = words._replace(top=code.top + max(0.0, QR - _height(rules)) / 2, width=width)
        return cls(drawing, room, item.link, code, rules, words)

    @property
    def height(self) -> float:
        """The height, without the titles."""
        code = self.code.top + QR if self.link else 0.0
        return max(self.words.top + _height(self.rules), code) - self.room.top

    def draw(self, down: float) -> Iterator[str]:
        """Draw it, so much further down."""
        yield place_drawing(self.drawing, self.room._replace(top=self.room.top + down))[0]
        if self.link:
            yield _draw_qr_code(self.link, self.code._replace(top=self.code.top + down))
        yield from align_left(self.rules, self.words.middle, self.words.top + down)


# ── Layouts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _choose_layout(items: Sequence[Item], cell: Callable[[Item, Layout], float], comfortable: float) -> Layout:
    """Choose the layout with the most puzzles in which most of them have cells of a comfortable size."""
    for layout in sorted(PER_PAGE.values(), key=prod, reverse=True):
        if 2 * sum(cell(item, layout) >= comfortable for item in items) > len(items):
            return layout
    return ALONE


def _assign_pages(
    items: Iterable[Item],
    layout: Layout,
    cell: Callable[[Item, Layout], float],
    is_large: Callable[[Item, Layout], bool],
) -> list[_Group]:
    """Assign items to pages. A large item gets a page of its own; later items still fill the page before it."""
    groups: list[_Group] = []
    filling: _Group | None = None
    for item in items:
        if layout == ALONE or is_large(item, layout):
            groups.append(_Group([item], *ALONE, item.puzzle.grid.width > WIDE * item.puzzle.grid.height))
            continue
        if filling is None or len(filling.items) == prod(layout):
            filling = _Group([], *layout)
            groups.append(filling)
        filling.items.append(item)
    if filling is not None and len(filling.items) < prod(layout):
        last = filling.items
        fitting = [other for other in (layout, *LAYOUTS) if len(last) <= prod(other) <= prod(layout)]
        best = max(fitting, key=lambda other: (min(cell(item, other) for item in last), other[0]))
        groups[groups.index(filling)] = _Group(last, *best)
    return groups


def _is_code_below(item: Item, box: Box) -> bool:
    """Return whether the cells are larger if the QR code is below the puzzle, and not beside it."""
    return bool(item.link) and _cell_above(item, box) > _cell_beside(item, box)


def _cell(item: Item, box: Box, *, has_words: bool) -> float:
    """Estimate the size of a cell in a box."""
    if item.link:
        return max(_cell_above(item, box), _cell_beside(item, box))
    return _fit(item, box.width, (0.85 if has_words else 0.93) * box.height)


def _cell_above(item: Item, box: Box) -> float:
    return _fit(item, box.width, 0.9 * box.height - QR - QR_GAP)


def _cell_beside(item: Item, box: Box) -> float:
    return _fit(item, box.width - 2 * (QR + QR_GAP), 0.85 * box.height)


def _fit(item: Item, width: float, height: float) -> float:
    grid = item.puzzle.grid
    return min(width / (grid.width + 1), height / (grid.height + 1))


def _beside_code(item: Item, box: Box) -> Box:
    """Return the room for rules: beside a QR code below the puzzle, else the whole width."""
    by = QR + QR_GAP if _is_code_below(item, box) else 0.0
    return box._replace(left=box.left + by, width=box.width - by)


def _rules_of(item: Item, layout: Layout, box: Box) -> tuple[list[Line], float]:
    """Break the rules of a puzzle into lines; return the height below the puzzle, too, with a QR code there."""
    rules = _rule_lines(item.rules, LARGER.get(prod(layout), 1.0) * RULES, _beside_code(item, box))
    return rules, max(_height(rules), (QR + QR_GAP) * _is_code_below(item, box))


# ── Lines of text ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _page_title_lines(title: str, width: float) -> list[Line]:
    """Fit the title of a page into a line: with smaller letters if it is long, cut if it is still too long."""
    share = width / max(width, width_of(title, PAGE_TITLE, weight="bold"))
    size = max(TITLE, share * PAGE_TITLE)
    lines = lines_of(title, size, width - 2 * size, weight="bold") if size == TITLE else [title] * bool(title.strip())
    return [Line(lines[0] + " ..." * (len(lines) > 1), size, weight="bold")] if lines else []


def _height(lines: Iterable[Line]) -> float:
    return sum(line.height for line in lines)


def _title_lines(item: Item, size: float, small: float, width: float) -> list[Line]:
    """Return the lines above a puzzle: its title, its difficulty, its remark."""
    lines = [Line(line, size, weight="bold") for line in lines_of(item.heading, size, width, weight="bold")[:3]]
    if item.rating or item.stars is not None:
        lines.append(Line(item.rating, small, ink=FAINT, stars=item.stars))
    return lines + [Line(line, small, ink=FAINT) for line in lines_of(item.remark, small, width)]


def _rule_lines(text: str, size: float, box: Box) -> list[Line]:
    """Break the rules of a puzzle into lines, with smaller letters if there are many."""
    while True:
        # An empty line separates paragraphs, so it is kept.
        lines = [line for part in text.split("\n") for line in lines_of(part, size, box.width) or [""]]
        if len(lines) * size * LEADING <= MAX_WORDS * box.height:
            return [Line(line, size) for line in lines]
        size *= 0.95


# ── Drawings on a page ────────────────────────────────────────────────────────────────────────────────────────────────

_STYLE = regex(r"<style>\n(.*?)\n</style>\n", re.DOTALL)
_DRAWING = regex(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>(.*)</svg>\s*', re.DOTALL)


def compose_page(parts: Sequence[str], width: float, height: float) -> str:
    """Compose a page of drawings and texts, whose style sheets are joined."""
    sheets = [sheet for part in parts for sheet in _STYLE.findall(part)]
    style = dict.fromkeys(rule for sheet in sheets for rule in ([sheet] if "@" in sheet else sheet.split("\n")))
    body = "\n".join(_STYLE.sub("", part) for part in parts)
    size = f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
    white = f'<path style="fill:#fff" d="M0 0H{width}V{height}H0z"/>'
    look = "\n".join(filter(None, style))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>\n{look}\n</style>\n{white}\n{body}\n</svg>\n'


def place_drawing(drawing: str, box: Box, largest_cell: float = LARGEST_CELL) -> tuple[str, float]:
    """Scale a drawing into a box, centered at its top; return it with its height."""
    match = _DRAWING.fullmatch(drawing)
    assert match, "a drawing is one SVG document"
    left, top, width, height = map(float, match[1].split())
    scale = min(box.width / width, box.height / height, largest_cell / svg.CELL)
    x, y = box.middle - scale * (left + width / 2), box.top - scale * top
    placed = f'<g class="farandole-light" transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{match[2]}</g>'
    return placed, scale * height


def _draw_qr_code(link: str, box: Box) -> str:
    """Draw a link as a QR code. Needs the extra ``draw``.

    Raises
    ------
    MissingExtraError
        If segno is not installed.
    """
    try:
        import segno
    except ImportError:
        raise MissingExtraError("a link as QR code needs segno: pip install 'farandole[draw]'") from None
    rows = segno.make(link, micro=False, error="l", boost_error=False).matrix
    scale = box.width / len(rows)
    runs = ((y, x, len(run)) for y, row in enumerate(rows) for x, run in _dark_runs(row))
    path = "".join(f"M{x} {y}h{n}v1h-{n}z" for y, x, n in runs)
    place = f"translate({box.left:.3f} {box.top:.3f}) scale({scale:.5f})"
    return f'<path style="fill:#000;stroke:none" transform="{place}" d="{path}"/>'


def _dark_runs(row: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the runs of dark modules: where each begins, and its modules."""
    x = 0
    for is_dark, run in groupby(row):
        modules = list(run)
        if is_dark:
            yield x, modules
        x += len(modules)


# ── PDF ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_pdf(pages: Iterable[str], file: BinaryIO, *, title: str = "") -> None:
    """Write pages as a PDF. Needs the extra ``draw``.

    Raises
    ------
    MissingExtraError
        If CairoSVG, the library Cairo, or pypdf is not installed.
    """
    try:
        from pypdf import PdfReader, PdfWriter
    except ImportError:
        raise MissingExtraError("a PDF of several pages needs pypdf: pip install 'farandole[draw]'") from None
    writer = PdfWriter()
    for page in pages:
        writer.add_page(PdfReader(BytesIO(svg.pdf(page))).pages[0])
    writer.add_metadata({"/Producer": "Farandole"} | ({"/Title": title} if title else {}))
    buffer = BytesIO()
    writer.write(buffer)  # it seeks, which a pipe can't do
    file.write(buffer.getvalue())
