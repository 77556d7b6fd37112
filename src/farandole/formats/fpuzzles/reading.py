"""f-puzzles: its JSON, and its links (``https://www.f-puzzles.com/?load=...``), in which the JSON is LZ-string base64.

The keys of `ROWS` are rules. A document may also hold drawings and colors, which only the rules in words explain.
`unknowns` lists what isn't understood, and `read` refuses it unless ``lenient`` is set. Title, author, ruleset, message
and fog become `Puzzle.about`. So do drawings, unless they stand for rules: see `farandole.formats.drawings`. A solver's
notes, settings, and drawings that belong to a rule are ignored.

References
----------
The format has no specification. It was derived from documents and from programs that read them: D. Clamage,
SudokuSolver (``FPuzzlesBoard``), and S. Neumann, sudokutools (``fpuzzlesdecoder``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from farandole import rules
from farandole.errors import FormatError
from farandole.formats.about import read_about
from farandole.formats.drawings.reader import DrawingReader
from farandole.formats.encoding import unquote_base64
from farandole.formats.fpuzzles.drawing import read_figures, read_fog, read_outlines, read_solution
from farandole.formats.fpuzzles.rows import EVERYWHERE, EXTREMES, NEGATIVE, ROWS, Entry, digits_of, negative
from farandole.formats.fpuzzles.vocabulary import ABOUT, DRAWINGS, HOUSES, NOTES, PASSED_OVER
from farandole.formats.json_value import Node
from farandole.formats.lenient import locate_rule_errors
from farandole.formats.lzstring import decompress
from farandole.formats.square import with_regions
from farandole.grid import Grid, House
from farandole.grid.shapes import square_box
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.sizes import MAX_DIGITS

_SITE = regex(r"(?:https?://)?(?:www\.)?f-puzzles\.com/", re.IGNORECASE)


def read(text: str, *, lenient: bool = False, reading: int | None = None) -> Puzzle:
    """Read a puzzle from a document, a link, or what a link loads.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.
    """
    return FpuzzlesReader.read(text, lenient=lenient, reading=reading)


def describe_reading(text: str) -> str:
    """Say which rules the drawing of a text was taken for, if the solver has decided; "" if it has none."""
    return FpuzzlesReader.open(text).described


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return FpuzzlesReader.open(text).unknown


def _open(text: str) -> Node:
    text = text.strip()
    if not text.startswith("{"):
        load = text.partition("?load=")[2] if "?load=" in text else text
        if load is text and _SITE.match(text):
            raise FormatError(
                "expected a long link to f-puzzles (?load=...), found a short one: it only names a puzzle on a server"
            )
        text = decompress(unquote_base64(load.partition("&")[0]))
    return Node.parse(text)


class FpuzzlesReader(DrawingReader):
    """Reads a document, key by key."""

    def parse(self, text: str) -> Puzzle:
        """Read the grid and its cells, then all other keys."""
        self._node = node = _open(text)
        self._rules: list[Any] = []
        self._grid = self._read_grid(node["grid"])
        givens, pencilmarks = self._read_cells(node["grid"])
        for key in node.names():
            with locate_rule_errors(self._grid, key):
                self._read(key, node[key])
        self._rules += self._negative()
        about = read_about({name: node.value.get(key) for name, key in ABOUT.items()}, self.unknown)
        puzzle = Puzzle(
            self._grid, givens, pencilmarks, tuple(self._rules), replace(about, fog=read_fog(node, self._grid))
        )
        figures, outlines = read_figures(node, self.unknown), read_outlines(node, self._grid)
        if not figures and not outlines:
            return puzzle
        return self.read_drawing(puzzle, figures, read_solution(node, self._grid), outlines)

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
            grid = with_regions(grid, [_region(place, boxes[cell]) for cell, place in enumerate(places)])
        return grid.with_houses(*self._extra_houses(grid))

    def _extra_houses(self, grid: Grid) -> Iterator[House | str]:
        node = self._node
        for key, name in HOUSES.items():
            if node.has(key) and node[key].value:
                yield name
        for number, entry in enumerate(node["extraregion"].items() if node.has("extraregion") else [], 1):
            yield House(f"extra region {number}", entry["cells"].cells(grid))

    def _read_cells(self, node: Node) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        n = self._grid.n_digits
        givens, masks = [0] * n * n, [(1 << n) - 1] * n * n
        for cell, place in enumerate(entry for row in node.items() for entry in row.items()):
            if place.has("given") and place["given"].value:
                givens[cell] = place["value"].integer(1, n)
                masks[cell] = 1 << givens[cell] - 1
            elif place.has("givenPencilMarks") and place["givenPencilMarks"].value:
                masks[cell] = rules.mask_of(mark.integer(1, n) for mark in place["givenPencilMarks"].items())
            if place.has("parity"):
                self._rules.append(rules.Allowed((cell,), self._parity(place["parity"])))
            for key in place.names():
                if key not in {"value", "given", "givenPencilMarks", "region", "parity", "c", "cArray", *NOTES}:
                    self.unknown.append(f"{place.where}.{key}")
        return tuple(givens), tuple(masks)

    def _parity(self, node: Node) -> tuple[int, ...]:
        parity = node.text().lower()
        if parity not in ("odd", "even"):
            raise node.fault("odd or even")
        return digits_of(parity, self._grid)

    # ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, key: str, node: Node) -> None:
        read_elsewhere = {*HOUSES, "grid", "extraregion", "nonconsecutive", "negative"}
        if key in PASSED_OVER or key in DRAWINGS or key in read_elsewhere or not node.value:
            return
        if key in EVERYWHERE:
            self._rules += EVERYWHERE[key](self._grid)
        elif key in EXTREMES:
            self._rules += self._extremes(key, node)
        elif key in ROWS:
            for entry in self._entries(node, *ROWS[key].names):
                self._rules += ROWS[key].read(entry)
        else:
            self.unknown.append(key)

    def _entries(self, node: Node, *names: str) -> Iterator[Entry]:
        for item in node.items():
            entry = Entry(item, self._grid, self.unknown)
            entry.only(*names)
            yield entry

    def _extremes(self, key: str, node: Node) -> Iterator[Any]:
        """Compare each listed cell with its neighbors, but not listed cells with each other."""
        names = [entry.node["cell"].value for entry in [*self._entries(node, "cell")]]
        join_limited = Node(names, node.where).cells(self._grid)
        for cell in join_limited:
            for neighbor in self._grid.neighbors(cell):
                if neighbor not in join_limited:
                    yield rules.Greater(EXTREMES[key](cell, neighbor))

    def _negative(self) -> list[Any]:
        """Make the rules for unmarked pairs, as far as the document has them."""
        node = self._node
        names = [name.text() for name in node["negative"].items()] if node.has("negative") else []
        self.unknown += [f"negative: {name}" for name in names if name not in ("ratio", "xv")]
        if "ratio" in names and any(isinstance(rule, rules.Ratio) and rule.ratio != 2 for rule in self._rules):
            self.unknown.append("negative: ratio, with ratios other than 2")
        if node.has("nonconsecutive") and node["nonconsecutive"].value:
            names.append("nonconsecutive")
        kinds = {NEGATIVE[name] for name in names if name in NEGATIVE}
        return [rule for rule in negative(self._grid, self._rules) if type(rule) in kinds] if kinds else []


def _region(place: Node, usual: int) -> int | None:
    """Read the region of a cell: -1 and a missing key stand for the usual box, null for no region."""
    if not place.has("region"):
        return usual
    if place["region"].value is None:
        return None
    number = place["region"].integer()
    return usual if number == -1 else number
