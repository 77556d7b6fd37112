"""f-puzzles: its JSON, and its links (``https://www.f-puzzles.com/?load=...``), in which the JSON is LZ-string base64.

A document says rules by the names of `LINES`, `PAIRS` and their like, and may hold drawings and colors besides, whose
meaning stands in prose. What isn't understood is listed by `unknowns`; `read` refuses it, unless it is to be lenient.
Passed over are the title, the author, the prose of the rules, the solution, a solver's notes and settings, and the
drawings that belong to a rule.

References
----------
The format has no specification. It was learned from documents, and from how other programs read them: D. Clamage,
SudokuSolver (``FPuzzlesBoard``), and S. Neumann, sudokutools (``fpuzzlesdecoder``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from farandole import rules
from farandole.errors import FormatError, PuzzleError, RuleError, quoted
from farandole.formats.fpuzzles.vocabulary import (
    DIAGONALS,
    DIRECTIONS,
    DRAWINGS,
    INDEXERS,
    LINES,
    NOTES,
    OF_A_RULE,
    OUTSIDE,
    PASSED_OVER,
    STYLE,
    XV,
    differing,
    groups_of,
    indexed,
)
from farandole.formats.json_value import Node, listed
from farandole.formats.lzstring import decompress
from farandole.grid import Cell, Grid, House
from farandole.grid.shapes import square_box
from farandole.puzzle import Puzzle
from farandole.sizes import MAX_DIGITS

_SITE = re.compile(r"(?:https?://)?(?:www\.)?f-puzzles\.com/", re.IGNORECASE)


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a document, a link, or what a link loads.

    Parameters
    ----------
    text : str
        JSON, or a link, or LZ-string base64.
    lenient : bool
        Pass over what isn't understood; else it is refused.

    Raises
    ------
    FormatError
        If the text can't be read; if the document holds what isn't understood: the message lists it.
    PuzzleError
        If there is no such puzzle.
    """
    reader = _Reader(_opened(text))
    if reader.unknown and not lenient:
        raise FormatError(f"not understood: {listed(reader.unknown)}")
    return reader.puzzle


def unknowns(text: str) -> list[str]:
    """List what a document holds that isn't understood, as `read` would refuse it."""
    return _Reader(_opened(text)).unknown


def _opened(text: str) -> Node:
    text = text.strip()
    if not text.startswith("{"):
        load = text.partition("?load=")[2] if "?load=" in text else text
        if load is text and _SITE.match(text):
            raise FormatError(
                "expected a long link to f-puzzles (?load=...), found a short one: it only names a puzzle on a server"
            )
        text = decompress(unquote(load.partition("&")[0]).replace(" ", "+"))
    return Node.parse(text)


class _Reader:
    """Reads a document from key to key, and notes what isn't understood."""

    def __init__(self, node: Node) -> None:
        self.unknown: list[str] = []
        self._node = node
        self._rules: list[Any] = []
        self._grid = self._read_grid(node["grid"])
        givens, pencilmarks = self._read_cells(node["grid"])
        for key in node.names():
            try:
                self._read(key, node[key])
            except RuleError as error:
                raise PuzzleError(f"{key}: {error.in_grid(self._grid.cell_name)}") from None
        self._rules += self._negative()
        self.puzzle = Puzzle(self._grid, givens, pencilmarks, tuple(self._rules))

    # ── The grid and its cells ──────────────────────────────────────────────────────────────────────────────────────

    def _read_grid(self, node: Node) -> Grid:
        rows = node.items()
        n = len(rows)
        if not 1 <= n <= MAX_DIGITS:
            raise FormatError(f"{node.where}: expected 1 to {MAX_DIGITS} rows, found {n:,}")
        places = [cell for row in rows for cell in row.items(n)]
        grid = Grid.classic(square_box(n))
        if any(cell.has("region") for cell in places):
            boxes = {cell: number for number, box in enumerate(grid.regions) for cell in box.cells}
            grid = self._with_regions(grid, [_region(place, boxes[cell]) for cell, place in enumerate(places)], boxes)
        return grid.with_houses(*self._extra_houses(grid))

    def _with_regions(self, grid: Grid, numbers: Sequence[int | None], boxes: dict[Cell, int]) -> Grid:
        """Make a grid of numbered regions, where those of the boxes are usual; None for none."""
        if numbers == [boxes[cell] for cell in range(grid.n_cells)]:
            return grid
        plain = Grid.latin(grid.n_digits)
        cells: dict[int, list[Cell]] = {}
        for cell, number in enumerate(numbers):
            if number is not None:
                cells.setdefault(number, []).append(cell)
        regions = tuple(House(f"region {k}", tuple(some)) for k, some in enumerate(cells.values(), 1))
        for region in regions:
            if len(region.cells) != grid.n_digits:
                raise PuzzleError(f"{region.name}: expected {grid.n_digits} cells, found {len(region.cells)}")
        return Grid(plain.positions, (*plain.houses, *regions), n_digits=grid.n_digits, regions=regions)

    def _extra_houses(self, grid: Grid) -> Iterator[House | str]:
        node = self._node
        for key, name in DIAGONALS.items():
            if node.has(key) and node[key].value:
                yield name
        if node.has("disjointgroups") and node["disjointgroups"].value:
            yield "disjoint_groups"
        for number, entry in enumerate(node["extraregion"].items() if node.has("extraregion") else [], 1):
            yield House(f"extra region {number}", self._cells(entry["cells"], grid))

    def _read_cells(self, node: Node) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        n = self._grid.n_digits
        givens, masks, n_colored = [0] * n * n, [(1 << n) - 1] * n * n, 0
        for cell, place in enumerate(entry for row in node.items() for entry in row.items()):
            n_colored += place.has("c") or place.has("cArray")
            if place.has("given") and place["given"].value:
                givens[cell] = place["value"].integer(1, n)
                masks[cell] = 1 << givens[cell] - 1
            elif place.has("givenPencilMarks") and place["givenPencilMarks"].value:
                masks[cell] = rules.mask_of(mark.integer(1, n) for mark in place["givenPencilMarks"].items())
            if place.has("parity"):
                self._rules.append(self._allowed((cell,), place["parity"]))
            for key in place.names():
                if key not in {"value", "given", "givenPencilMarks", "region", "parity", "c", "cArray", *NOTES}:
                    self.unknown.append(f"{place.where}.{key}")
        if n_colored:
            self.unknown.append(f"drawings: cell color ({n_colored})")
        return tuple(givens), tuple(masks)

    # ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, key: str, node: Node) -> None:
        single: dict[str, Callable[[Node], Any]] = {
            "killercage": self._killer_cage,
            "littlekillersum": self._little_killer,
            "clone": self._clone,
            "quadruple": self._quadruple,
            "odd": lambda entry: self._parity(entry, "odd"),
            "even": lambda entry: self._parity(entry, "even"),
            "difference": self._difference,
            "ratio": self._ratio,
            "xv": self._xv,
        }
        done = {*PASSED_OVER, *DIAGONALS, "grid", "disjointgroups", "extraregion", "nonconsecutive", "negative"}
        if key in done or (key not in {"antiknight", "antiking"} and not node.value):
            return
        if key in DRAWINGS:
            own = [entry for entry in node.items() if not any(map(entry.has, OF_A_RULE))]
            self.unknown += [f"drawings: {key} ({len(own)})"] * bool(own)
        elif key in ("antiknight", "antiking"):
            make = rules.anti_knight if key == "antiknight" else rules.anti_king
            self._rules += make(self._grid) if node.value else ()
        elif key in ("minimum", "maximum"):
            self._rules += self._extremes(node, is_minimum=key == "minimum")
        elif key in LINES:
            self._rules += [rule for entry in node.items() for rule in self._lines(entry, LINES[key])]
        elif key == "arrow":
            self._rules += [rule for entry in node.items() for rule in self._arrows(entry)]
        elif key in OUTSIDE:
            self._rules += [rule for entry in node.items() if (rule := self._outside(entry, OUTSIDE[key]))]
        elif key in INDEXERS:
            self._rules += [rule for entry in node.items() for rule in self._indexers(entry, key)]
        elif key in single:
            self._rules += [rule for entry in node.items() if (rule := single[key](entry))]
        else:
            self.unknown.append(key)

    def _only(self, entry: Node, *keys: str) -> None:
        """Note the keys of an entry that aren't understood."""
        self.unknown += [f"{entry.where}.{key}" for key in entry.names() if key not in {*keys, *STYLE}]

    def _number(self, entry: Node, key: str = "value") -> int | None:
        """Read a number, which is often a text; None where there is none."""
        if not entry.has(key) or entry[key].value in ("", None):
            return None
        number = str(entry[key].value) if isinstance(entry[key].value, int | str) else ""
        if re.fullmatch(r"\d{1,4}", number):
            return int(number)
        self.unknown.append(f"{entry[key].where}: {quoted(entry[key].value)}")
        return None

    def _cells(self, node: Node, grid: Grid | None = None) -> tuple[Cell, ...]:
        return node.cells(grid or self._grid)

    def _lines(self, entry: Node, kind: type) -> Iterator[Any]:
        self._only(entry, "lines", "value")
        value = self._number(entry)
        if value is not None and kind not in (rules.Whispers, rules.Lockout):
            self.unknown.append(f"{entry.where}.value")
        for line in entry["lines"].items():
            cells = self._cells(line)
            if kind is rules.Whispers:
                yield rules.Whispers(cells, value or (self._grid.n_digits + 1) // 2)
            elif kind is rules.Lockout:
                yield rules.Lockout(cells, value or 4)
            elif kind is rules.RegionSum:
                yield rules.RegionSum(cells, groups_of(self._grid, cells))
            else:
                yield kind(cells)

    def _arrows(self, entry: Node) -> Iterator[Any]:
        self._only(entry, "lines", "cells")
        pill = self._cells(entry["cells"])
        for line in entry["lines"].items():
            cells = (*pill, *self._cells(line)[1:])
            yield rules.Arrow(cells) if len(pill) == 1 else rules.PillArrow(cells, len(pill))

    def _indexers(self, entry: Node, key: str) -> Iterator[Any]:
        self._only(entry, "cells", "value")
        if self._number(entry) is not None:
            self.unknown.append(f"{entry.where}.value")
        for cell in self._cells(entry["cells"]):
            line = indexed(self._grid, key, cell)
            if line is None:
                raise entry["cells"].fault("cells that lie in boxes")
            yield rules.Indexer(line, line.index(cell) + 1)

    def _killer_cage(self, entry: Node) -> Any:
        self._only(entry, "cells", "value")
        return rules.Cage(self._cells(entry["cells"]), self._number(entry))

    def _little_killer(self, entry: Node) -> Any:
        self._only(entry, "cell", "cells", "direction", "value")
        total = self._number(entry)
        if not total:
            return None
        row, column = self._place(entry["cell"])
        if entry["direction"].text() not in DIRECTIONS:
            raise entry["direction"].fault(f"one of {', '.join(DIRECTIONS)}")
        cells = self._way(row, column, *DIRECTIONS[entry["direction"].value])
        return rules.LittleKiller(cells, total)

    def _outside(self, entry: Node, kind: type) -> Any:
        self._only(entry, "cell", "value")
        value, (row, column) = self._number(entry), self._place(entry["cell"])
        if value is None:
            return None
        n = self._grid.n_digits
        step = {(-1, column): (1, 0), (n, column): (-1, 0), (row, -1): (0, 1), (row, n): (0, -1)}.get((row, column))
        if step is None:
            raise entry["cell"].fault("a cell just outside the grid")
        return kind(self._way(row, column, *step), value)

    def _place(self, node: Node) -> tuple[int, int]:
        match = re.fullmatch(r"R(\d{1,4})C(\d{1,4})", node.text())
        if not match:
            raise node.fault("a cell such as R1C1")
        return int(match[1]) - 1, int(match[2]) - 1

    def _way(self, row: int, column: int, down: int, right: int) -> tuple[Cell, ...]:
        """List the cells that one sees from a place, in one direction."""
        cells = []
        while (cell := self._grid.cell(row := row + down, column := column + right)) is not None:
            cells.append(cell)
        return tuple(cells)

    def _clone(self, entry: Node) -> Any:
        self._only(entry, "cells", "cloneCells")
        return rules.Clone(self._cells(entry["cells"]), self._cells(entry["cloneCells"]))

    def _quadruple(self, entry: Node) -> Any:
        self._only(entry, "cells", "values")
        digits = tuple(digit.integer(1, self._grid.n_digits) for digit in entry["values"].items())
        return rules.Quadruple(self._cells(entry["cells"]), digits) if digits else None

    def _parity(self, entry: Node, parity: str) -> Any:
        self._only(entry, "cell")
        return self._allowed(self._cells(Node([entry["cell"].value], entry.where)), Node(parity))

    def _allowed(self, cells: Sequence[Cell], parity: Node) -> Any:
        first = {"odd": 1, "even": 2}.get(parity.text().lower())
        if first is None:
            raise parity.fault("odd or even")
        return rules.Allowed(tuple(cells), tuple(range(first, self._grid.n_digits + 1, 2)))

    def _difference(self, entry: Node) -> Any:
        self._only(entry, "cells", "value")
        difference = self._number(entry)
        cells = self._cells(entry["cells"])
        if difference in (None, 1):
            return rules.Consecutive(cells)
        return rules.Table(cells, differing(self._grid.n_digits, difference or 0))

    def _ratio(self, entry: Node) -> Any:
        self._only(entry, "cells", "value")
        return rules.Ratio(self._cells(entry["cells"]), self._number(entry) or 2)

    def _xv(self, entry: Node) -> Any:
        self._only(entry, "cells", "value")
        value = entry["value"].value if entry.has("value") else ""
        text = str(value).upper() if isinstance(value, int | str) else "?"
        if not text:
            return None
        if text not in XV and not re.fullmatch(r"\d{1,4}", text):
            self.unknown.append(f"{entry.where}: {quoted(value)}")
            return None
        return rules.PairSum(self._cells(entry["cells"]), XV.get(text) or int(text))

    def _extremes(self, node: Node, *, is_minimum: bool) -> Iterator[Any]:
        """Compare each cell of a list with its neighbors, but not those of the list with each other."""
        for entry in node.items():
            self._only(entry, "cell")
        listed = self._cells(Node([entry["cell"].value for entry in node.items()], node.where))
        for cell in listed:
            for neighbor in self._grid.neighbors(cell):
                if neighbor not in listed:
                    yield rules.Greater((neighbor, cell) if is_minimum else (cell, neighbor))

    def _negative(self) -> list[Any]:
        """What is not marked is not so, as far as the document says it."""
        node, grid = self._node, self._grid
        names = [name.text() for name in node["negative"].items()] if node.has("negative") else []
        self.unknown += [f"negative: {name}" for name in names if name not in ("ratio", "xv")]
        if "ratio" in names and any(isinstance(rule, rules.Ratio) and rule.ratio != 2 for rule in self._rules):
            self.unknown.append("negative: ratio, with ratios other than 2")
        kinds: list[type] = [rules.NotRatio] * ("ratio" in names)
        kinds += [rules.NotConsecutive] * bool(node.has("nonconsecutive") and node["nonconsecutive"].value)
        made: list[Any] = []
        if kinds:
            made += (rule for rule in rules.negative_kropki(grid, self._rules) if type(rule) in kinds)
        if "xv" in names:
            made += rules.negative_xv(grid, self._rules)
        return made


def _region(place: Node, usual: int) -> int | None:
    """Read the number of a cell's region: -1 and no number at all are the usual one, null is none."""
    if not place.has("region"):
        return usual
    if place["region"].value is None:
        return None
    number = place["region"].integer()
    return usual if number == -1 else number
