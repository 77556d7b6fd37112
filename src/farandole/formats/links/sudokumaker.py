"""SudokuMaker: its links, ``https://sudokumaker.app/?puzzle=...``, are read.

A link holds a JSON document as LZ-string: the cells, and a list of constraints, each with the number of its type.
Cells, edges, corners and places outside the grid are numbers, too. `unknowns` lists what isn't understood:
programmed constraints, fog, drawings, digits from 0. `read` refuses it unless ``lenient`` is set.

References
----------
The format has no specification. It was derived from links and from two projects: yusitnikov, sudokumaker-mcp (2026),
describes the types; caneff, sudokumaker-custom-constraints (2026), the numbers of edges and corners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from farandole import rules
from farandole.errors import FormatError, short_repr
from farandole.formats.about import read_about
from farandole.formats.encoding import unquote_base64
from farandole.formats.json_value import Node
from farandole.formats.lenient import LenientReader, locate_rule_errors
from farandole.formats.lzstring import decompress
from farandole.formats.square import clue_directions, column_of, look_along, row_of, split_by_region, with_regions
from farandole.grid import Cell, Grid, House
from farandole.grid.shapes import square_box
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.sizes import MAX_DIGITS

_PARAMETER = regex(r"[?&]puzzle=([^&#\s]*)")
_URI = str.maketrans("-$", "/=")  # LZ-string has a second alphabet, for links
_DIAGONALS = {1: ((-1, 1), (1, -1)), -1: ((1, 1), (-1, -1))}

_ABOUT = {"title": "name", "author": "author", "rules": "comment"}

Cells = tuple[Cell, ...]


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a link.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.
    """
    return SudokuMakerReader.read(text, lenient=lenient)


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return SudokuMakerReader(text).unknown


def _unpack(text: str) -> Node:
    match = _PARAMETER.search(text)
    if not match:
        raise FormatError(
            f"expected a long link to SudokuMaker (?puzzle=...), found {short_repr(text)}: "
            "a short one only names a puzzle on a server",
            code="short_link",
        )
    return Node.parse(decompress(unquote_base64(match[1]).translate(_URI)))["puzzle"]


class SudokuMakerReader(LenientReader):
    """Reads a document, constraint by constraint."""

    def parse(self, text: str) -> Puzzle:
        """Read the cells and the constraints."""
        node = _unpack(text)
        self._rules: list[Any] = []
        self._houses: list[House | str] = []
        if self._word(node, "type", "sudoku") != "sudoku":
            self.unknown.append("a custom puzzle, whose rows and columns may repeat digits")
        cells, places = node["cells"].items(), node["constraints"].items()
        width, height = self._number(node, "width", 9), self._number(node, "height", 9)
        low, high = self._number(node, "minDigit", 1), self._number(node, "maxDigit", width)
        if width != height or not 1 <= width <= MAX_DIGITS or (low, high) != (1, width):
            raise FormatError(
                f"expected a square of at most {MAX_DIGITS} rows with digits from 1 to its size, "
                f"found {height} rows, {width} columns and digits from {low} to {high}"
            )
        if len(cells) != width * height:
            raise node["cells"].fault(f"a list of {width * height} cells")
        self._n = width
        self._grid = self._read_grid([place for place in places if self._type(place) == 1])
        givens = tuple(self._given(cell) for cell in cells)
        for place in places:
            self._read(place)
        self._rules += self._negative(places)
        grid = self._grid.with_houses(*self._houses) if self._houses else self._grid
        texts = {name: node.value.get(key) for name, key in _ABOUT.items()}
        return Puzzle(grid, givens, rules=tuple(self._rules), about=read_about(texts, self.unknown))

    # ── The grid and its cells ──────────────────────────────────────────────────────────────────────────────────────

    def _number(self, node: Node, key: str, usual: int) -> int:
        return node[key].integer() if node.has(key) else usual

    def _word(self, node: Node, key: str, usual: str) -> str:
        return node[key].text() if node.has(key) else usual

    def _type(self, node: Node) -> int:
        return node["type"].integer()

    def _read_grid(self, places: list[Node]) -> Grid:
        if not places:
            return Grid.latin(self._n)
        if len(places) > 1:
            self.unknown.append("regions twice")
        numbers = [number.integer() for number in places[0]["regions"].items(self._n**2)]
        return with_regions(Grid.classic(square_box(self._n)), [None if number < 0 else number for number in numbers])

    def _given(self, cell: Node) -> int:
        is_given = cell.has("given") and cell["given"].value is True
        return cell["value"].integer(1, self._n) if is_given else 0

    # ── Constraints ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, node: Node) -> None:
        kind = self._type(node)
        if kind in (0, 1):
            return
        if kind in _WHOLE:
            self._rules += _WHOLE[kind](self._grid)
        elif kind in _HOUSES:
            self._houses.append(_HOUSES[kind])
        elif kind in _READERS:
            with locate_rule_errors(self._grid, node.where):
                self._rules += _READERS[kind](self, node)
        elif kind == 305:
            if cells := self.cells(node["cells"]):
                self._houses.append(House(f"extra region {len(self._houses) + 1}", cells))
        elif any(node.has(key) and node[key].value for key in _CONTENTS) or kind not in _NAMES:
            name = node["name"].value if node.has("name") else ""
            self.unknown.append(_NAMES.get(kind, f"type {kind}") + (f" {short_repr(name)}" if name else ""))

    def _cell(self, node: Node) -> Cell:
        return node.integer(0, self._n**2 - 1)

    def cells(self, node: Node) -> Cells:
        """Read a list of cells."""
        return tuple(map(self._cell, node.items()))

    def lines(self, node: Node, key: str = "lines") -> Iterator[Cells]:
        """Read lines, each a list of cells."""
        return map(self.cells, node[key].items() if node.has(key) else [])

    def single(self, node: Node) -> Iterator[Cell]:
        """Read single marked cells."""
        return map(self._cell, node["cells"].items() if node.has("cells") else [])

    def clues(self, node: Node, key: str = "clues") -> list[Node]:
        """List clues."""
        return node[key].items() if node.has(key) else []

    def value(self, clue: Node) -> int | None:
        """Read the value of a clue, if it has one."""
        return clue["value"].integer() if clue.has("value") and clue["value"].value is not None else None

    def edge(self, clue: Node) -> tuple[Cell, Cell]:
        """Read the two cells at an edge: the left edges of a row of cells come first, then the lower ones."""
        n, edge = self._n, clue["edge"].integer(0, 2 * self._n**2 - 1)
        line, column = divmod(edge, n)
        row, is_lower = divmod(line, 2)
        if (row == n - 1) if is_lower else (column == 0):
            raise clue["edge"].fault("an edge between two cells")
        cell = row * n + column
        return (cell, cell + n) if is_lower else (cell - 1, cell)

    def corner(self, clue: Node) -> Cells:
        """Read the four cells around a corner."""
        n = self._n
        row, column = divmod(clue["corner"].integer(0, (n + 1) ** 2 - 1), n + 1)
        if not (0 < row < n and 0 < column < n):
            raise clue["corner"].fault("a corner where four cells meet")
        first = (row - 1) * n + column - 1
        return first, first + 1, first + n, first + n + 1

    def outer(self, clue: Node) -> tuple[int, int]:
        """Read a place in the ring around the grid, as a position."""
        row, column = divmod(clue["outerCell"].integer(0, (self._n + 2) ** 2 - 1), self._n + 2)
        return row - 1, column - 1

    @property
    def grid(self) -> Grid:
        """The grid, without its extra houses."""
        return self._grid

    def _negative(self, places: list[Node]) -> list[Any]:
        """Make the rules for unmarked pairs, for constraints that are negative."""
        made: list[Any] = []
        for node in places:
            items = node["negative"].items() if node.has("negative") else []
            values = sorted(item.integer() for item in items)
            kinds, usual = _NEGATIVE.get(self._type(node), ((), []))
            overrides = all(node[key].value is True for key in _OVERRIDES if node.has(key))
            if values and (values != usual or not overrides):
                self.unknown.append(f"{_NAMES.get(self._type(node), 'type')} with negative {values}")
            elif values:
                every = (*rules.negative_kropki(self._grid, self._rules), *rules.negative_xv(self._grid, self._rules))
                made += [rule for rule in every if type(rule) in kinds]
        return made


# ── The types ───────────────────────────────────────────────────────────────────────────────────────────────────────

_Read = Callable[[SudokuMakerReader, Node], Iterator[Any]]


def _line(kind: type, key: str = "lines") -> _Read:
    return lambda reader, node: map(kind, reader.lines(node, key))


def _thermometers(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    is_slow = node.has("slow") and node["slow"].value is True
    return map(rules.SlowThermo if is_slow else rules.Thermo, reader.lines(node, "thermometers"))


def _whispers(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    usual = (reader.grid.n_digits + 1) // 2
    difference = node["minDifference"].integer() if node.has("minDifference") else usual
    return (rules.Whispers(cells, difference) for cells in reader.lines(node))


def _region_sums(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    if node.has("singleRegionTotals") and node["singleRegionTotals"].value:
        reader.unknown.append("region sum lines with a total for each region")
    return (rules.RegionSum(cells, split_by_region(reader.grid, cells)) for cells in reader.lines(node))


def _digit_groups(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    sets = [item.integer(0) for item in node["groups"].items()]
    groups = tuple(tuple(d for d in range(1, reader.grid.n_digits + 1) if bits >> d & 1) for bits in sets)
    return (rules.Entropic(cells, groups) for cells in reader.lines(node))


def _arrows(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    for clue in reader.clues(node, "bulbsWithArrows"):
        bulb = reader.cells(clue["bulbCells"])[::-1]  # the last digit comes first
        for line in reader.lines(clue, "arrows"):
            cells = (*bulb, *line[1:])
            yield rules.Arrow(cells) if len(bulb) == 1 else rules.PillArrow(cells, len(bulb))


def _cages(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    for clue in reader.clues(node, "cages"):
        yield rules.Cage(reader.cells(clue["cells"]), reader.value(clue) or None)


def _quadruples(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    for clue in reader.clues(node):
        yield rules.Quadruple(reader.corner(clue), tuple(item.integer() for item in clue["digits"].items()))


def _differences(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    return (rules.Consecutive(reader.edge(clue), reader.value(clue) or 1) for clue in reader.clues(node))


def _ratios(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    return (rules.Ratio(reader.edge(clue), reader.value(clue) or 2) for clue in reader.clues(node))


def _pair_sums(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    return (rules.PairSum(reader.edge(clue), clue["value"].integer()) for clue in reader.clues(node))


def _parity(first: int) -> _Read:
    def read_cells(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
        digits = tuple(range(first, reader.grid.n_digits + 1, 2))
        return (rules.Allowed((cell,), digits) for cell in reader.single(node))

    return read_cells


def _extremes(*, is_greater: bool) -> _Read:
    def read_cells(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
        marked = [*reader.single(node)]
        for cell in marked:
            for other in reader.grid.neighbors(cell):
                if other not in marked:
                    yield rules.Greater((cell, other) if is_greater else (other, cell))

    return read_cells


def _outside(kind: Any) -> _Read:
    def read_clues(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
        for clue in reader.clues(node):
            place, value = reader.outer(clue), reader.value(clue)
            way = clue_directions(reader.grid.n_digits).get(place)
            if way is None or clue.has("diagonal"):
                raise clue.fault("a clue for a row or a column")
            if value is not None:
                yield kind(look_along(reader.grid, *place, *way), value)

    return read_clues


def _little_killers(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
    for clue in reader.clues(node):
        place, total, diagonal = reader.outer(clue), reader.value(clue), clue["diagonal"].integer(-1, 1)
        lines = [look_along(reader.grid, *place, *way) for way in _DIAGONALS.get(diagonal, ())]
        cells = next(filter(None, lines), None)
        if cells is None:
            raise clue.fault("a clue that points at cells")
        if total is not None:
            yield rules.LittleKiller(cells, total)


def _indexers(among: Callable[[Grid, Cell], Cells]) -> _Read:
    def read_cells(reader: SudokuMakerReader, node: Node) -> Iterator[Any]:
        for cell in reader.single(node):
            line = among(reader.grid, cell)
            yield rules.Indexer(line, line.index(cell) + 1)

    return read_cells


_HOUSES = {10: "falling_diagonal", 11: "rising_diagonal", 14: "disjoint_groups"}
_WHOLE: dict[int, Callable[[Grid], tuple[Any, ...]]] = {
    12: rules.anti_king,
    13: rules.anti_knight,
    15: rules.nonconsecutive,
}
_READERS: dict[int, _Read] = {
    100: _parity(2),
    101: _parity(1),
    102: _extremes(is_greater=True),
    103: _extremes(is_greater=False),
    200: _differences,
    201: _ratios,
    202: _pair_sums,
    300: _thermometers,
    301: _cages,
    303: _quadruples,
    400: _line(rules.Renban),
    401: _whispers,
    402: _line(rules.Palindrome),
    403: _line(rules.Between),
    404: _region_sums,
    406: _digit_groups,
    407: _line(rules.Lockout),
    408: _arrows,
    409: _line(rules.DoubleArrow),
    500: _little_killers,
    501: _outside(rules.Sandwich),
    502: _outside(rules.XSum),
    503: _outside(rules.Skyscraper),
    504: _outside(rules.NumberedRoom),
    600: _indexers(column_of),  # its digit is the row in which its column has the number of its own row
    601: _indexers(row_of),
}
_NEGATIVE: dict[int, tuple[tuple[type, ...], list[int]]] = {
    200: ((rules.NotConsecutive,), [1]),
    201: ((rules.NotRatio,), [2]),
    202: ((rules.NotPairSum,), [5, 10]),
}
_NAMES = {
    16: "global entropy",
    200: "differences",
    201: "ratios",
    202: "XV",
    302: "clones",
    304: "look-and-say cages",
    405: "sequence lines",
    1000: "a programmed constraint",
    2000: "drawings: lines",
    2001: "drawings: cages",
    2002: "drawings: symbols",
    2003: "rows and columns of some areas",
    4000: "fog",
    4001: "fog",
}
_OVERRIDES = ("overrideNegativeRatios", "overrideNegativeDifferences")
_CONTENTS = ("groups", "cages", "lines", "symbols", "definition", "areas", "lightCells", "triggers", "effects")
