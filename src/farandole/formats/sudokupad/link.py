"""SudokuPad: its long links, ``https://sudokupad.app/scl...`` and ``.../fpuz...``, read and written.

An ``fpuz`` link holds an f-puzzles document. An ``scl`` (or ``ctc``) link holds SudokuPad's own document: cells,
regions, cages, and a drawing. Other rules are only drawn, so `unknowns` lists drawings, and `read` refuses them unless
``lenient`` is set. `write` draws every rule that has a picture, and adds our own document to the metadata, under
``farandole``, so that our links read back completely. Title, author and rules in words are in the metadata, too; in
older links, in cages without cells.

A short link only names a puzzle on a server.

References
----------
S. Neumann, sudokutools: ``ctcpuzzle``, ``fpuzzlesdecoder``; ``puzzlezipper``, which leaves out quotes and abbreviates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from farandole import rules
from farandole.errors import FormatError, short_repr
from farandole.formats import fpuzzles, json_document
from farandole.formats.about import read_about
from farandole.formats.encoding import unquote_base64
from farandole.formats.fpuzzles.reading import FpuzzlesReader
from farandole.formats.json_value import Node
from farandole.formats.lenient import LenientReader, locate_rule_errors
from farandole.formats.lzstring import compress, decompress
from farandole.formats.sudokupad.drawing import drawing_of
from farandole.formats.sudokupad.shorthand import unzip
from farandole.grid import Cell, Grid, House
from farandole.grid.shapes import square_box
from farandole.puzzle import About, Puzzle
from farandole.sizes import MAX_DIGITS

SITE = "https://sudokupad.app/"
FORMATS = ("scl", "fpuz")

_LONG = re.compile(r"(?:^|[/=?])(scl|ctc|fpuzzles|fpuz)([\w+/%= -]{4,})")

ABOUT = ("title", "author", "rules")
PASSED_OVER = {"id", "hash", "cellSize", "settings", "metadata", "metaData", "cells", "regions", "cages"}
PASSED_OVER_METADATA = {*ABOUT, "source", "solution", "msgcorrect", "farandole"}
DRAWINGS = ("lines", "arrows", "underlays", "overlays")
NOTES = {"centremarks", "cornermarks", "pencilMarks", "candidates"}
CHESS = {"antiknight": rules.anti_knight, "antiking": rules.anti_king}


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a long link, or from the JSON that it holds.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.
    """
    return SudokuPadReader.read(text, lenient=lenient)


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return SudokuPadReader(text).unknown


def write(puzzle: Puzzle, format: str = "scl") -> str:
    """Write a puzzle as a link that SudokuPad opens.

    Parameters
    ----------
    puzzle : Puzzle
    format : str
        ``scl`` for any puzzle, with its rules drawn; or ``fpuz`` for what f-puzzles can express.

    Raises
    ------
    FormatError
        If the format is unknown.
    PuzzleError
        If f-puzzles cannot express the puzzle, or if the class of a rule has no name in `RULES`.
    """
    if format not in FORMATS:
        raise FormatError(f"expected one of the formats {', '.join(FORMATS)}, found {format!r}")
    document = fpuzzles.write(puzzle) if format == "fpuz" else json.dumps(document_of(puzzle), separators=(",", ":"))
    return SITE + format + compress(document)


def _unpack(text: str) -> tuple[str, str]:
    """Return the format of a link, and the text of its document."""
    text = text.strip()
    if text.startswith("{"):
        return "scl", text
    match = _LONG.search(text)
    if not match:
        raise FormatError(
            "expected a long link (scl..., ctc... or fpuz...); a short one only names a puzzle on SudokuPad's server",
            code="short_link",
        )
    return match[1][:4], decompress(unquote_base64(match[2]))


def _parse(document: str) -> Node:
    try:
        return Node.parse(document)
    except FormatError:
        return Node.of(unzip(document))


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class SudokuPadReader(LenientReader):
    """Reads SudokuPad's own document, or one of f-puzzles."""

    def parse(self, text: str) -> Puzzle:
        """Read the document by the reader of its format."""
        format, document = _unpack(text)
        if format != "fpuz":
            return self._read_document(_parse(document))
        reader = FpuzzlesReader(document)
        self.unknown += reader.unknown
        return reader.puzzle

    def _read_document(self, node: Node) -> Puzzle:
        self._metadata = next((node[key] for key in ("metadata", "metaData") if node.has(key)), Node({}, "metadata"))
        if self._metadata.has("farandole"):
            puzzle = json_document.read(json.dumps(self._metadata["farandole"].value))
            return replace(puzzle, about=self._about(node) or puzzle.about)
        self._grid = self._read_grid(node)
        givens = tuple(self._given(cell) for row in node["cells"].items() for cell in row.items())
        found = [rule for key, make in CHESS.items() if self._flag(key) for rule in make(self._grid)]
        found += [
            rule for cage in (node["cages"].items() if node.has("cages") else []) for rule in self._read_cage(cage)
        ]
        puzzle = Puzzle(self._grid, givens, rules=tuple(found), about=self._about(node))
        for key in self._metadata.names():
            self.unknown += [f"metadata.{key}"] * (key not in {*PASSED_OVER_METADATA, *CHESS})
        for key in node.names():
            if key in DRAWINGS:
                self.unknown += [f"drawings: {key} ({len(node[key].items())})"] * bool(node[key].value)
            elif key not in PASSED_OVER and node[key].value not in ([], {}, None, ""):
                self.unknown.append(key)
        return puzzle

    def _about(self, node: Node) -> About:
        """Read title, author and rules from the metadata, or from cages without cells."""
        texts: dict[str, Any] = {name: [] for name in ABOUT}
        for cage in node["cages"].items() if node.has("cages") else []:
            if not (cage.has("cells") and cage["cells"].value) and cage.has("value"):
                name, _, text = str(cage["value"].value).partition(":")
                texts.get(name.strip().lower(), []).append(text.strip())
        texts |= {name: self._metadata[name].value for name in ABOUT if self._metadata.has(name)}
        return read_about(texts, self.unknown)

    def _flag(self, key: str) -> bool:
        return self._metadata.has(key) and str(self._metadata[key].value).lower() == "true"

    def _read_grid(self, node: Node) -> Grid:
        rows = node["cells"].items()
        n = len(rows)
        if not 1 <= n <= MAX_DIGITS:
            raise FormatError(f"cells: expected 1 to {MAX_DIGITS} rows, found {n:,}")
        for row in rows:
            row.items(n)
        plain = Grid.latin(n)
        groups = [self._cells(region, plain) for region in (node["regions"].items() if node.has("regions") else [])]
        groups = [cells for cells in groups if cells]
        boxes = Grid.classic(square_box(n))
        if {frozenset(cells) for cells in groups} == {frozenset(box.cells) for box in boxes.regions}:
            return boxes
        regions = tuple(House(f"region {number}", cells) for number, cells in enumerate(groups, 1))
        return Grid(plain.positions, (*plain.houses, *regions), n_digits=n, regions=regions)

    def _cells(self, node: Node, grid: Grid) -> tuple[Cell, ...]:
        """Read cells: each a row and a column from 0."""
        cells = []
        for place in node.items():
            row, column = (number.integer() for number in place.items(2))
            cell = grid.cell(row, column)
            if cell is None:
                raise place.fault("the row and the column of a cell, counted from 0")
            cells.append(cell)
        return tuple(cells)

    def _given(self, node: Node) -> int:
        self.unknown += [f"{node.where}.{key}" for key in node.names() if key not in {"value", *NOTES}]
        if not node.has("value") or node["value"].value in ("", None):
            return 0
        if re.fullmatch(r"\d{1,2}", str(node["value"].value)):
            return int(node["value"].value)
        raise node["value"].fault("a digit")

    def _read_cage(self, node: Node) -> Iterator[Any]:
        with locate_rule_errors(self._grid, node.where):
            yield from self._cage(node)

    def _cage(self, node: Node) -> Iterator[Any]:
        """Read a killer cage, with a sum or without; a cage without cells holds metadata."""
        value = node["value"].value if node.has("value") else ""
        text = value if isinstance(value, str) else short_repr(value)
        cells = self._cells(node["cells"], self._grid) if node.has("cells") else ()
        is_unique = node["unique"].value is not False if node.has("unique") else bool(text)
        if not cells:
            name = text.partition(":")[0].strip().lower()
            self.unknown += [f"{node.where}: {text!r}"] * (name not in PASSED_OVER_METADATA)
        elif text and not re.fullmatch(r"\d{1,9}", text):
            self.unknown.append(f"{node.where}: a cage with {text!r}")
        elif text:
            yield rules.Cage(cells, int(text)) if is_unique else rules.Sum(cells, int(text))
        elif is_unique:
            yield rules.Cage(cells)
        else:
            self.unknown.append(f"{node.where}: a cage without a meaning")


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def document_of(puzzle: Puzzle) -> Mapping[str, Any]:
    """Make SudokuPad's own document for a puzzle."""
    grid = puzzle.grid
    cages = [rule for rule in puzzle.rules if type(rule) is rules.Cage]
    drawn = replace(puzzle, rules=tuple(rule for rule in puzzle.rules if type(rule) is not rules.Cage))
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(grid.width)] for _ in range(grid.height)]
    for (row, column), given in zip(grid.positions, puzzle.givens, strict=True):
        if given:
            cells[row][column] = {"value": given}
    return {
        "cellSize": 64,
        "metadata": puzzle.about.texts | {"farandole": json.loads(json_document.write(replace(puzzle, about=About())))},
        "cells": cells,
        "regions": [[list(grid.positions[cell]) for cell in region.cells] for region in grid.regions],
        "cages": [
            {"cells": [list(grid.positions[cell]) for cell in cage.cells], "unique": True}
            | ({} if cage.total is None else {"value": cage.total, "sum": cage.total})
            for cage in cages
        ],
        **drawing_of(drawn),
    }
