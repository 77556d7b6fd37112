"""Write documents of f-puzzles; see `farandole.formats.fpuzzles`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.fpuzzles.cosmetics import entries_of, fog_entries
from farandole.formats.fpuzzles.rows import EVERYWHERE, EXTREMES, NEGATIVE, ROWS, names_of, negative
from farandole.formats.fpuzzles.vocabulary import ABOUT, HOUSES
from farandole.formats.lzstring import compress
from farandole.formats.square import list_extra_houses
from farandole.grid import Grid
from farandole.grid.shapes import square_box
from farandole.puzzle import DrawnLine, Puzzle

LINK = "https://www.f-puzzles.com/?load="


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as JSON.

    Names of extra houses are lost, and a rule may read back as an equivalent one: `AllDifferent` as a cage.

    Raises
    ------
    PuzzleError
        If f-puzzles cannot express the grid or a rule; the message lists all of them.
    """
    return json.dumps(document_of(puzzle), separators=(",", ":"))


def link(puzzle: Puzzle, entered: Sequence[int] = ()) -> str:
    """Write a puzzle as a link that f-puzzles opens; raises as `write` does.

    Parameters
    ----------
    puzzle : Puzzle
    entered : sequence of int, optional
        The digits that a player placed, 0 for none. `read` ignores them.
    """
    document = document_of(puzzle)
    cells = [cell for row in document["grid"] for cell in row]
    for cell, digit in zip(cells, entered, strict=False):
        if digit and "value" not in cell:
            cell["value"] = digit
    return LINK + compress(json.dumps(document, separators=(",", ":")))


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Make the document; raise a `PuzzleError` that lists what f-puzzles cannot express."""
    return _Writer(puzzle).document


class _Writer:
    """Writes a document rule by rule, and notes what f-puzzles cannot express."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._grid = grid = puzzle.grid
        n = grid.n_digits
        if (grid.height, grid.width, grid.n_cells) != (n, n, n * n):
            raise PuzzleError("f-puzzles cannot express: a grid that is not a square with as many rows as digits")
        self._unsupported: list[str] = []
        about = {ABOUT[name]: text for name, text in puzzle.about.texts.items()}
        self.document: dict[str, Any] = {"size": n, **about, "grid": self._cells_of(puzzle)}
        self._write_cosmetics(puzzle)
        self._write_houses()
        for rule in self._write_global_rules(puzzle.rules):
            self._write_rule(rule)
        if self._unsupported:
            raise PuzzleError(f"f-puzzles cannot express: {'; '.join(self._unsupported)}")

    def _add(self, key: str, entry: dict[str, Any]) -> None:
        self.document.setdefault(key, []).append(entry)

    def _write_cosmetics(self, puzzle: Puzzle) -> None:
        """Write the drawing, the fog and its solution."""
        about = puzzle.about
        for figure, entry in zip(about.drawing, entries_of(about.drawing), strict=True):
            if entry is None:
                kind = "a line" if isinstance(figure, DrawnLine) else "a shape"
                self._unsupported.append(f"{kind} of the drawing that is not in the middle of cells, edges or corners")
            else:
                self._add(*entry)
        if about.fog is not None:
            self.document |= fog_entries(about.fog, self._grid)
            if about.fog.solution:
                self.document["solution"] = list(about.fog.solution)

    # ── The grid and its cells ──────────────────────────────────────────────────────────────────────────────────────

    def _cells_of(self, puzzle: Puzzle) -> list[list[dict[str, Any]]]:
        grid, n = self._grid, self._grid.n_digits
        has_boxes = grid.regions == Grid.classic(square_box(n)).regions
        regions = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
        cells: list[dict[str, Any]] = []
        for cell, given in enumerate(puzzle.givens):
            entry: dict[str, Any] = {} if has_boxes else {"region": regions.get(cell)}
            if given:
                entry |= {"value": given, "given": True}
            elif puzzle.pencilmarks is not None:
                mask = puzzle.pencilmarks[cell]
                entry["givenPencilMarks"] = [digit for digit in range(1, n + 1) if mask >> (digit - 1) & 1]
                if not mask:
                    self._unsupported.append(f"{grid.cell_name(cell)} without candidates")
            cells.append(entry)
        return [cells[start : start + n] for start in range(0, n * n, n)]

    def _write_houses(self) -> None:
        """Write every house that is not a row, a column or a region."""
        grid = self._grid
        usual = {frozenset(house.cells) for house in (*Grid.latin(grid.n_digits).houses, *grid.regions)}
        missing = {frozenset(house.cells) for house in Grid.latin(grid.n_digits).houses}
        missing -= {frozenset(house.cells) for house in grid.houses}
        self._unsupported += ["rows or columns that may repeat digits"] * bool(missing)
        left = [house for house in grid.houses if frozenset(house.cells) not in usual]
        plain = Grid(grid.positions, grid.regions, n_digits=grid.n_digits, regions=grid.regions)
        for key, name in HOUSES.items():
            made = {frozenset(house.cells) for house in list_extra_houses(plain, name)}
            if made and {frozenset(house.cells) for house in left} >= made:
                self.document[key] = True
                left = [house for house in left if frozenset(house.cells) not in made]
        for house in left:
            self._add("extraregion", {"cells": names_of(grid, house.cells)})

    # ── Rules of the whole grid ─────────────────────────────────────────────────────────────────────────────────────

    def _write_global_rules(self, every: Sequence[Any]) -> list[Any]:
        """Write the global rules; return the others."""
        grid = self._grid
        not_marked = negative(grid, every)
        flags: dict[str, set[Any]] = {key: {*make(grid)} for key, make in EVERYWHERE.items()}
        flags |= {key: {rule for rule in not_marked if type(rule) is kind} for key, kind in NEGATIVE.items()}
        left = list(every)
        for key, made in flags.items():
            if made and made <= {*left}:
                if key in ("ratio", "xv"):
                    self.document.setdefault("negative", []).append(key)
                else:
                    self.document[key] = True
                left = [rule for rule in left if rule not in made]
        return self._write_extremes(left)

    def _write_extremes(self, every: list[Any]) -> list[Any]:
        """Write the cells that are less, or greater, than all their neighbors; return the other rules."""
        left = {rule.cells for rule in every if isinstance(rule, rules.Greater)}
        for key, ordered in EXTREMES.items():
            for cell in range(self._grid.n_cells):
                pairs = {ordered(cell, neighbor) for neighbor in self._grid.neighbors(cell)}
                if pairs <= left:
                    self._add(key, {"cell": names_of(self._grid, [cell])[0]})
                    left -= pairs
        return [rule for rule in every if not isinstance(rule, rules.Greater) or rule.cells in left]

    # ── Rules one by one ────────────────────────────────────────────────────────────────────────────────────────────

    def _write_rule(self, rule: Any) -> None:
        """Write a rule with the first of its keys that can express it."""
        for key, row in ROWS.items():
            if type(rule) in row.kinds and (entries := row.write(rule, self._grid)) is not None:
                for entry in entries:
                    self._add(key, entry)
                return
        names = names_of(self._grid, rule.cells)
        if isinstance(rule, rules.LittleKiller):
            self._unsupported.append(f"a little killer on {' '.join(names)} that is not a whole diagonal")
        else:
            self._unsupported.append(f"{type(rule).__name__} on {' '.join(names[:9])}{' ...' * (len(names) > 9)}")
