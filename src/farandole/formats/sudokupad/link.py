"""SudokuPad: its long links, ``https://sudokupad.app/scl...`` and ``.../fpuz...``, read and written.

An ``fpuz`` link holds an f-puzzles document. An ``scl`` (or ``ctc``) link holds SudokuPad's own document: cells,
regions, cages, and a drawing. Other rules are only drawn, so `farandole.formats.drawings` finds out which rules the
drawing stands for. `write` draws every rule that has a picture, and adds our own document to the metadata, under
``farandole``, so that our links read back completely. Title, author, rules in words, message and solution are in the
metadata, too; in older links, in cages without cells.

A short link only names a puzzle on a server.

References
----------
S. Neumann, sudokutools: ``ctcpuzzle``, ``fpuzzlesdecoder``; ``puzzlezipper``, which leaves out quotes and abbreviates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from farandole import rules
from farandole.errors import FormatError, short_repr
from farandole.formats import fpuzzles, json_document
from farandole.formats.about import read_about
from farandole.formats.drawings.reader import DrawingReader, Outline
from farandole.formats.encoding import unquote_base64
from farandole.formats.fpuzzles.reading import FpuzzlesReader
from farandole.formats.json_value import Node
from farandole.formats.lenient import locate_rule_errors
from farandole.formats.lzstring import compress, decompress
from farandole.formats.sudokupad.drawing import drawing_of, figures_of
from farandole.formats.sudokupad.figures import FEATURES, read_figures
from farandole.formats.sudokupad.shorthand import unzip
from farandole.grid import Cell, Grid, House
from farandole.grid.shapes import square_box
from farandole.i18n import use_language
from farandole.lazy import regex
from farandole.puzzle import About, Fog, Puzzle
from farandole.records import replace
from farandole.render.rule_sentences import describe_all_rules
from farandole.sizes import MAX_DIGITS

SITE = "https://sudokupad.app/"
FORMATS = ("scl", "fpuz")
SOLUTION_BUDGET = 2_000  # guesses

_LONG = regex(r"(?:^|[/=?])(scl|ctc|fpuzzles|fpuz)([\w+/%= -]{4,})")

ABOUT = {"title": "title", "author": "author", "rules": "rules", "message": "msgcorrect"}
PASSED_OVER = {"id", "hash", "cellSize", "settings", "metadata", "metaData", "cells", "regions", "cages", "duration"}
PASSED_OVER |= {"global", "foglight", "triggereffect", "videos", *FEATURES}
PASSED_OVER_METADATA = {*ABOUT.values(), "source", "solution", "farandole"}
NOTES = {"centremarks", "cornermarks", "pencilMarks", "candidates"}
CHESS = {"antiknight": rules.anti_knight, "antiking": rules.anti_king, "nonconsecutive": rules.nonconsecutive}


def read(text: str, *, lenient: bool = False, reading: int | None = None) -> Puzzle:
    """Read a puzzle from a long link, or from the JSON that it holds.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.
    """
    return SudokuPadReader.read(text, lenient=lenient, reading=reading)


def describe_reading(text: str) -> str:
    """Say which rules the drawing of a text was taken for, if the solver has decided; "" if it has none."""
    return SudokuPadReader.open(text).described


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return SudokuPadReader.open(text).unknown


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


class SudokuPadReader(DrawingReader):
    """Reads SudokuPad's own document, or one of f-puzzles."""

    def parse(self, text: str) -> Puzzle:
        """Read the document by the reader of its format."""
        format, document = _unpack(text)
        if format != "fpuz":
            return self._read_document(_parse(document))
        reader = FpuzzlesReader(document, self.reading)
        self.unknown += reader.unknown
        self.outcome = reader.outcome
        return reader.puzzle

    def _read_document(self, node: Node) -> Puzzle:
        self._metadata = next((node[key] for key in ("metadata", "metaData") if node.has(key)), Node({}, "metadata"))
        about = self._about(node)
        if self._metadata.has("farandole"):
            puzzle = json_document.read(json.dumps(self._metadata["farandole"].value))
            known = about.texts
            if known.get("rules") == _describe(puzzle):  # we wrote them, not the setter
                del known["rules"]
            return replace(puzzle, about=puzzle.about.with_texts(known))
        self._grid = self._read_grid(node)
        self._outlines: list[Outline] = []
        givens = tuple(self._given(cell) for row in node["cells"].items() for cell in row.items())
        certain = [rule for key, make in CHESS.items() if self._flag(node, key) for rule in make(self._grid)]
        entries = node["cages"].items() if node.has("cages") else []
        certain += [rule for cage in entries for rule in self._read_cage(cage)]
        about = replace(about, fog=self._read_fog(node))
        puzzle = Puzzle(self._grid, givens, rules=tuple(certain), about=about)
        for key in self._metadata.names():
            self.unknown += [f"metadata.{key}"] * (key not in {*PASSED_OVER_METADATA, *CHESS})
        for key in node.names():
            if key not in PASSED_OVER and node[key].value not in ([], {}, None, ""):
                self.unknown.append(key)
        return self.read_drawing(puzzle, read_figures(node, self.unknown), self._solution(entries), self._outlines)

    def _about(self, node: Node) -> About:
        """Read title, author and rules from the metadata, or from cages without cells."""
        texts: dict[str, Any] = {name: [] for name in ABOUT}
        for cage in node["cages"].items() if node.has("cages") else []:
            if not (cage.has("cells") and cage["cells"].value) and cage.has("value"):
                name, _, text = str(cage["value"].value).partition(":")
                texts.get(name.strip().lower(), []).append(text.strip())
        texts |= {name: self._metadata[key].value for name, key in ABOUT.items() if self._metadata.has(key)}
        return read_about(texts, self.unknown)

    def _flag(self, node: Node, key: str) -> bool:
        is_global = node.has("global") and isinstance(node["global"].value, list) and key in node["global"].value
        return is_global or (self._metadata.has(key) and str(self._metadata[key].value).lower() == "true")

    def _solution(self, cages: Sequence[Node]) -> tuple[int, ...] | None:
        """Read the stored solution, a digit for each cell; None if there is none of this length."""
        texts = [self._metadata["solution"].value] if self._metadata.has("solution") else []
        for cage in cages:
            name, _, text = str(cage["value"].value if cage.has("value") else "").partition(":")
            texts += [text.strip()] * (name.strip().lower() == "solution")
        for text in texts:
            if isinstance(text, str) and len(text) == self._grid.n_cells and any(map(str.isdecimal, text)):
                digits = [int(sign) if sign.isascii() and sign.isdecimal() else 0 for sign in text]
                return tuple(digit if digit <= self._grid.n_digits else 0 for digit in digits)
        return None

    def _read_fog(self, node: Node) -> Fog | None:
        """Read the cells that are clear from the start, and those that right digits clear."""
        if not node.has("foglight") and not node.has("triggereffect"):
            return None
        lamps: list[Cell] = []
        for place in node["foglight"].items() if node.has("foglight") and node["foglight"].value else []:
            lamps += self._named(place) if isinstance(place.value, str) else self._cells_near([place])
        links = []
        for link in node["triggereffect"].items() if node.has("triggereffect") and node["triggereffect"].value else []:
            trigger, effect = link["trigger"], link["effect"]
            if trigger["type"].value == "cellvalue" and effect["type"].value == "foglight":
                links.append((self._named(trigger["cell"]), self._named(effect["cells"])))
            else:
                self.unknown.append(f"{link.where}: a trigger that isn't fog")
        digits = self._solution(node["cages"].items() if node.has("cages") else []) or ()
        return Fog(tuple(dict.fromkeys(lamps)), tuple(links), digits)

    def _named(self, node: Node) -> tuple[Cell, ...]:
        """Read the cells of a text such as ``r1c1r1c2``; those outside the grid light nothing."""
        places = re.findall(r"r(\d{1,4})c(\d{1,4})", node.text(), re.IGNORECASE)
        cells = (self._grid.cell(int(row) - 1, int(column) - 1) for row, column in places)
        return tuple(cell for cell in cells if cell is not None)

    def _cells_near(self, places: Sequence[Node]) -> tuple[Cell, ...]:
        cells = (self._grid.cell(*(number.integer() for number in place.items(2))) for place in places)
        return tuple(cell for cell in cells if cell is not None)

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
        is_hidden = node.has("hidden") and node["hidden"].value is True
        is_region = node.has("style") and node["style"].value == "extraregion"
        if not cells:
            name = text.partition(":")[0].strip().lower()
            self.unknown += [f"{node.where}: {text!r}"] * (name not in PASSED_OVER_METADATA)
        elif is_region:
            yield rules.AllDifferent(cells)
        elif is_hidden:
            return  # it marks cells that the grid doesn't have, or fog
        elif text and not re.fullmatch(r"\d{1,9}", text):
            self._outlines.append(Outline(cells, text))
        elif text:
            yield rules.Cage(cells, int(text)) if is_unique else rules.Sum(cells, int(text))
        elif is_unique:
            yield rules.Cage(cells)
        else:
            self._outlines.append(Outline(cells))


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
    drawing = drawing_of(drawn)
    for feature, entries in figures_of(puzzle.about.drawing).items():
        drawing[feature] = [*drawing.get(feature, []), *entries]
    return {
        "cellSize": 64,
        "metadata": _metadata(puzzle),
        "cells": cells,
        "regions": [[list(grid.positions[cell]) for cell in region.cells] for region in grid.regions],
        "cages": [
            {"cells": [list(grid.positions[cell]) for cell in cage.cells], "unique": True}
            | ({} if cage.total is None else {"value": cage.total, "sum": cage.total})
            for cage in cages
        ],
        **drawing,
        **_fog(puzzle),
    }


def _metadata(puzzle: Puzzle) -> dict[str, Any]:
    """Write the texts, the solution, and our own document. Without rules in words, the rules are described."""
    texts = {ABOUT[name]: text for name, text in puzzle.about.texts.items()}
    solution = _find_solution(puzzle)
    return {
        **texts,
        "rules": puzzle.about.rules or _describe(puzzle),
        **({"solution": solution} if solution else {}),
        "farandole": json.loads(json_document.write(puzzle)),
    }


def _describe(puzzle: Puzzle) -> str:
    with use_language("en"):
        return "\n".join(describe_all_rules(puzzle))


def _find_solution(puzzle: Puzzle) -> str:
    """Return the digits of the only solution; "" if there isn't one, if it is hard to find, or if it has letters."""
    grid = puzzle.grid
    if grid.n_digits > 9 or grid.n_cells != grid.width * grid.height:
        return ""
    solutions = puzzle.solutions(budget=SOLUTION_BUDGET)
    known = [solution.line for solution in islice(solutions, 2)]
    return known[0] if len(known) == 1 and solutions.exhausted else ""


def _fog(puzzle: Puzzle) -> dict[str, Any]:
    fog, grid = puzzle.about.fog, puzzle.grid
    if fog is None:
        return {}
    links = [
        {
            "trigger": {"type": "cellvalue", "cell": "".join(map(grid.cell_name, trigger))},
            "effect": {"type": "foglight", "cells": "".join(map(grid.cell_name, cells))},
        }
        for trigger, cells in fog.links
    ]
    return {"foglight": [list(grid.positions[cell]) for cell in fog.lamps]} | (
        {"triggereffect": links} if links else {}
    )
