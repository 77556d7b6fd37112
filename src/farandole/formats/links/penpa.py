"""Penpa+: its links, ``https://swaroopg92.github.io/penpa-edit/#m=...&p=...``, are read.

A link holds lines of text, packed as DEFLATE without a header in base64. The first line describes the grid, the fourth
the puzzle: a JSON object with abbreviated keys. Penpa+ draws puzzles of any kind and has no rules. So we read drawings
with a conventional meaning in Sudoku: digits, thick lines around regions, thermometers, arrows, killer cages with their
totals, dots, odd and even cells, diagonals. Title, author and rules in words are in the first line. `unknowns` lists
everything else, and `read` refuses it.

Points are numbers, row after row of a grid with two more cells on each side: first the centers of the cells, then their
lower right corners, then the middles of their lower edges, then those of their right ones.

References
----------
The format has no specification. It was learned from M. Bocirnea, sudoku_formats (``penpa``), and S. Gaddipati,
penpa-edit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from farandole import rules
from farandole.errors import FormatError
from farandole.formats.about import read_about
from farandole.formats.encoding import inflate_base64, unquote_base64
from farandole.formats.json_value import Node
from farandole.formats.lenient import LenientReader, locate_rule_errors
from farandole.formats.square import with_regions
from farandole.grid import Cell, Grid
from farandole.grid.shapes import square_box
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.sizes import MAX_DIGITS, MAX_TEXT

_PARAMETER = regex(r"[#?&]p=([^&#\s]*)")
_MARGIN = 2  # extra cells on each side
_THICK = 2  # the style of lines around regions
_SIGNS = {
    "z9": "qa",
    "zQ": "pu_q",
    "zA": "pu_a",
    "zG": "grid",
    "zM": "edit_mode",
    "zS": "surface",
    "zL": "line",
    "zE": "lineE",
    "zW": "wall",
    "zC": "cage",
    "zN": "number",
    "zY": "symbol",
    "zP": "special",
    "zB": "board",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
    "z1": "numberS",
    "zF": "freeline",
    "z2": "freelineE",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "direction",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deletelineE",
    "z6": "killercages",
    "z7": "nobulbthermo",
    "z_": "__a",
}
_PASSED_OVER = {"command_redo", "command_undo", "command_replay", "cage", "version", "__a"}
_READ = {"number", "numberS", "symbol", "thermo", "arrows", "killercages", "lineE"}
_DOTS = {1: rules.Consecutive, 8: rules.Consecutive, 2: rules.Ratio}  # white ones, black ones
_PARITIES = {"circle_L": 1, "square_L": 2}


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a link.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.
    """
    return PenpaReader.read(text, lenient=lenient)


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return PenpaReader(text).unknown


def _unpack(text: str) -> list[str]:
    """Unpack the lines of a link."""
    match = _PARAMETER.search(text)
    if not match:
        raise FormatError(
            "expected a long link to Penpa+ (#m=...&p=...); a short one only names a puzzle on a server",
            code="short_link",
        )
    letters = unquote_base64(match[1])
    if len(letters) > MAX_TEXT:
        raise FormatError(f"expected a link of at most {MAX_TEXT:,} characters, found {len(letters):,}")
    lines = inflate_base64(letters, site="Penpa+").split("\n")
    if len(lines) < 4:
        raise FormatError("Penpa+: the link is cut off: copy all of it", code="damaged_link")
    return lines


def _expand_signs(line: str) -> str:
    """Replace the abbreviations of keys outside of strings."""
    parts = re.split(r'("(?:[^"\\]|\\.)*")', line)
    for place in range(0, len(parts), 2):
        parts[place] = re.sub(r"z[\w]", lambda sign: _word(sign[0]), parts[place])
    return "".join(parts)


def _word(sign: str) -> str:
    return "null" if sign == "zO" else json.dumps(_SIGNS.get(sign, sign))


def _read_head(head: list[str]) -> dict[str, str]:
    """Read title, author and rules in the first line, where separators are escaped."""
    title, author, _, words = [*head[15:19], *[""] * 4][:4]
    for sign, character in {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}.items():
        words = words.replace(sign, character)
    return {
        "title": title.removeprefix("Title: ").replace("%2C", ","),
        "author": author.removeprefix("Author: ").replace("%2C", ","),
        "rules": words,
    }


class PenpaReader(LenientReader):
    """Reads a drawing."""

    def parse(self, text: str) -> Puzzle:
        """Read the digits, the regions and the rules."""
        lines = _unpack(text)
        head = lines[0].split(",")
        if head[0] not in ("square", "sudoku"):
            raise FormatError(f"Penpa+: expected a grid of squares, found {head[0][:20]!r}")
        width, height = (_whole(part) for part in (*head[1:3], "", "")[:2])
        above, below, left, right = [*_numbers(lines[1]), 0, 0, 0, 0][:4]
        n = width - left - right
        if n != height - above - below or not 1 <= n <= MAX_DIGITS:
            raise FormatError(
                f"Penpa+: expected a square of at most {MAX_DIGITS} rows, "
                f"found {height - above - below} rows and {n} columns"
            )
        self._n, self._across, self._top, self._left = n, width + 2 * _MARGIN, _MARGIN + above, _MARGIN + left
        self._size = self._across * (height + 2 * _MARGIN)  # the number of points of each kind
        node = Node.parse(_expand_signs(lines[3]))
        for key in node.names():
            if key not in _PASSED_OVER | _READ and node[key].value not in ({}, [], None):
                self.unknown.append(f"drawings: {key}")
        grid = self._with_borders(node)
        diagonals = [_whole(part) for part in head[11:15]]
        houses = ["falling_diagonal"] * bool(diagonals[:1] > [0]) + ["rising_diagonal"] * bool(diagonals[3:] > [0])
        self._grid = grid.with_houses(*houses) if houses else grid
        givens = self._givens(node)
        with locate_rule_errors(self._grid):
            made = (*self._lines(node), *self._cages(node), *self._symbols(node))
        return Puzzle(self._grid, givens, rules=made, about=read_about(_read_head(head), self.unknown))

    # ── Points ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _cell_at(self, point: int) -> Cell | None:
        row, column = divmod(point, self._across)
        row, column = row - self._top, column - self._left
        return row * self._n + column if 0 <= row < self._n and 0 <= column < self._n else None

    def _cell(self, point: Node) -> Cell:
        cell = self._cell_at(point.integer(0, self._size - 1))
        if cell is None:
            raise point.fault("a point in the grid")
        return cell

    def _corner(self, row: int, column: int) -> int:
        """Return the point at the upper left corner of a cell, which is the lower right one of another cell."""
        return self._size + (row + self._top - 1) * self._across + column + self._left - 1

    def _each(self, node: Node, key: str) -> list[tuple[int, Node]]:
        """List the entries at points, with the numbers of the points."""
        if not node.has(key):
            return []
        return [(_whole(name), node[key][name]) for name in node[key].names()]

    # ── The grid and its cells ──────────────────────────────────────────────────────────────────────────────────────

    def _with_borders(self, node: Node) -> Grid:
        """Find the regions between thick lines; without any line, there are none."""
        n, lines = self._n, node["lineE"] if node.has("lineE") else Node({})
        drawn = {name for name in lines.names() if lines[name].value == _THICK}
        borders = {f"{self._corner(*a)},{self._corner(*b)}" for a, b in self._edges()}
        if odd := [name for name in lines.names() if name not in borders and lines[name].value != 12]:
            self.unknown.append(f"drawings: lineE ({len(odd)})")
        regions: dict[Cell, Cell] = {}
        for first in range(n * n):
            reached = [first] if first not in regions else []
            for cell in reached:  # grows while we go
                regions[cell] = first
                reached += [
                    other
                    for other in self._connected_neighbors(cell, drawn)
                    if other not in regions and other not in reached
                ]
        if drawn.isdisjoint(borders):
            return Grid.latin(n)
        return with_regions(Grid.classic(square_box(n)), [regions[cell] for cell in range(n * n)])

    def _edges(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the ends of each edge of each cell."""
        for row in range(self._n + 1):
            for column in range(self._n + 1):
                yield (row, column), (row, column + 1)
                yield (row, column), (row + 1, column)

    def _connected_neighbors(self, cell: Cell, drawn: set[str]) -> Iterator[Cell]:
        """Yield the neighbors of a cell that no line separates from it."""
        n, (row, column) = self._n, divmod(cell, self._n)
        right, low = column + 1, row + 1
        sides = [
            (row > 0, cell - n, (row, column), (row, right)),
            (low < n, cell + n, (low, column), (low, right)),
            (column > 0, cell - 1, (row, column), (low, column)),
            (right < n, cell + 1, (row, right), (low, right)),
        ]
        for is_inside, other, a, b in sides:
            if is_inside and f"{self._corner(*a)},{self._corner(*b)}" not in drawn:
                yield other

    def _givens(self, node: Node) -> tuple[int, ...]:
        givens = [0] * self._n**2
        for point, entry in self._each(node, "number"):
            cell, text = self._cell_at(point), str(entry.items()[0].value).strip()
            if cell is None or not re.fullmatch(r"[0-9]{1,2}", text):
                self.unknown.append(f"a text: {text[:20]!r}")
            else:
                givens[cell] = Node(int(text), entry.where).integer(1, self._n)
        return tuple(givens)

    # ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _paths(self, node: Node, key: str) -> Iterator[tuple[Cell, ...]]:
        for path in node[key].items() if node.has(key) else []:
            if len(path.items()) > 1:
                yield tuple(map(self._cell, path.items()))

    def _lines(self, node: Node) -> Iterator[Any]:
        yield from map(rules.Thermo, self._paths(node, "thermo"))
        yield from map(rules.Arrow, self._paths(node, "arrows"))

    def _cages(self, node: Node) -> Iterator[Any]:
        """Yield each cage with the small number in the corner of one of its cells."""
        totals: dict[Cell, int] = {}
        for point, entry in self._each(node, "numberS"):
            cell, text = self._cell_at(point // 4 - self._size), str(entry.items()[0].value).strip()
            if cell is None or not re.fullmatch(r"[0-9]{1,4}", text):
                self.unknown.append(f"a small text: {text[:20]!r}")
            else:
                totals[cell] = int(text)
        for cells in self._paths(node, "killercages"):
            yield rules.Cage(cells, next((totals.pop(cell) for cell in cells if cell in totals), None))
        self.unknown += [f"a small text: {total}" for total in totals.values()]

    def _symbols(self, node: Node) -> Iterator[Any]:
        n = self._n
        for point, entry in self._each(node, "symbol"):
            style, name, *_ = (item.value for item in entry.items())
            kind, place = divmod(point, self._size)
            cell = self._cell_at(place)
            if kind == 0 and cell is not None and name in _PARITIES:
                yield rules.Allowed((cell,), tuple(range(_PARITIES[name], n + 1, 2)))
            elif kind in (2, 3) and cell is not None and name in ("circle_SS", "circle_S") and style in _DOTS:
                other = cell + n if kind == 2 else cell + 1
                if other >= n * n or (kind == 3 and other % n == 0):
                    raise entry.fault("a dot between two cells")
                yield _DOTS[style]((cell, other))
            else:
                self.unknown.append(f"drawings: symbol {str(name)[:20]!r}")


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text.strip()):
        raise FormatError(f"Penpa+: expected a whole number, found {text[:20]!r}")
    return int(text)


def _numbers(line: str) -> list[int]:
    return [item.integer(0, 1000) for item in Node.parse(line or "[]").items()]
