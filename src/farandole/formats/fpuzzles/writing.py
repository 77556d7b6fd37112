"""From a puzzle to f-puzzles' document; see `farandole.formats.fpuzzles`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.fpuzzles.vocabulary import (
    DIAGONALS,
    DIRECTIONS,
    INDEXERS,
    LINES,
    OUTSIDE,
    XV,
    differing,
    groups_of,
    indexed,
)
from farandole.formats.lzstring import compress
from farandole.grid import Cell, Grid
from farandole.grid.shapes import square_box
from farandole.puzzle import Puzzle
from farandole.render.marks import CLUES

LINK = "https://www.f-puzzles.com/?load="


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as JSON.

    Names of extra houses get lost, and rules may come back as others that mean the same: `AllDifferent` as a cage.

    Raises
    ------
    PuzzleError
        If f-puzzles has no way to say the grid or a rule; the message lists all that it can't say.
    """
    return json.dumps(document_of(puzzle), separators=(",", ":"))


def link(puzzle: Puzzle) -> str:
    """Write a puzzle as a link that f-puzzles opens; raises as `write` does."""
    return LINK + compress(write(puzzle))


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Say a puzzle; raise a `PuzzleError` that lists what f-puzzles can't say."""
    return _Writer(puzzle).document


class _Writer:
    """Writes a document rule by rule, and notes what can't be said."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._grid = grid = puzzle.grid
        n = grid.n_digits
        if (grid.height, grid.width, grid.n_cells) != (n, n, n * n):
            raise PuzzleError("f-puzzles can't say: a grid that is no square with as many rows as digits")
        self._unsayable: list[str] = []
        self.document: dict[str, Any] = {"size": n, "grid": self._cells_of(puzzle)}
        self._say_houses()
        for rule in self._without_whole(puzzle.rules):
            self._say(rule)
        if self._unsayable:
            raise PuzzleError(f"f-puzzles can't say: {'; '.join(self._unsayable)}")

    def _add(self, key: str, entry: dict[str, Any]) -> None:
        self.document.setdefault(key, []).append(entry)

    def _names(self, cells: Iterable[Cell]) -> list[str]:
        return [self._grid.cell_name(cell).upper() for cell in cells]

    # ── The grid and its cells ──────────────────────────────────────────────────────────────────────────────────────

    def _cells_of(self, puzzle: Puzzle) -> list[list[dict[str, Any]]]:
        grid, n = self._grid, self._grid.n_digits
        has_boxes = grid.regions == Grid.classic(square_box(n)).regions
        regions = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
        cells: list[dict[str, Any]] = []
        for cell, given in enumerate(puzzle.givens):
            said: dict[str, Any] = {} if has_boxes else {"region": regions.get(cell)}
            if given:
                said |= {"value": given, "given": True}
            elif puzzle.pencilmarks is not None:
                mask = puzzle.pencilmarks[cell]
                said["givenPencilMarks"] = [digit for digit in range(1, n + 1) if mask >> (digit - 1) & 1]
                if not mask:
                    self._unsayable.append(f"{grid.cell_name(cell)} without candidates")
            cells.append(said)
        return [cells[start : start + n] for start in range(0, n * n, n)]

    def _say_houses(self) -> None:
        """Say every house that is no row, column or region."""
        grid = self._grid
        usual = {frozenset(house.cells) for house in (*Grid.latin(grid.n_digits).houses, *grid.regions)}
        missing = {frozenset(house.cells) for house in Grid.latin(grid.n_digits).houses}
        missing -= {frozenset(house.cells) for house in grid.houses}
        self._unsayable += ["rows or columns that may repeat digits"] * bool(missing)
        left = [house for house in grid.houses if frozenset(house.cells) not in usual]
        for key, name in (*DIAGONALS.items(), ("disjointgroups", "disjoint_groups")):
            made = self._extra(name)
            if made and {frozenset(house.cells) for house in left} >= made:
                self.document[key] = True
                left = [house for house in left if frozenset(house.cells) not in made]
        for house in left:
            self._add("extraregion", {"cells": self._names(house.cells)})

    def _extra(self, name: str) -> set[frozenset[Cell]]:
        plain = Grid(self._grid.positions, self._grid.regions, n_digits=self._grid.n_digits, regions=self._grid.regions)
        try:
            return {frozenset(house.cells) for house in plain.with_houses(name).houses[len(plain.houses) :]}
        except PuzzleError:
            return set()

    # ── Rules of the whole grid ─────────────────────────────────────────────────────────────────────────────────────

    def _without_whole(self, every: Sequence[Any]) -> list[Any]:
        """Say the rules of the whole grid; the others are left."""
        grid = self._grid
        negative = {*rules.negative_kropki(grid, every)}
        flags: dict[str, set[Any]] = {
            "antiknight": {*rules.anti_knight(grid)},
            "antiking": {*rules.anti_king(grid)},
            "nonconsecutive": {rule for rule in negative if isinstance(rule, rules.NotConsecutive)},
            "ratio": {rule for rule in negative if isinstance(rule, rules.NotRatio)},
            "xv": {*rules.negative_xv(grid, every)},
        }
        left = list(every)
        for key, made in flags.items():
            if made and made <= {*left}:
                if key in ("ratio", "xv"):
                    self.document.setdefault("negative", []).append(key)
                else:
                    self.document[key] = True
                left = [rule for rule in left if rule not in made]
        return self._without_extremes(left)

    def _without_extremes(self, every: list[Any]) -> list[Any]:
        """Say the cells that are less, or greater, than all their neighbors."""
        left = {rule.cells for rule in every if isinstance(rule, rules.Greater)}
        for key in ("minimum", "maximum"):
            for cell in range(self._grid.n_cells):
                around = self._grid.neighbors(cell)
                pairs = {(other, cell) if key == "minimum" else (cell, other) for other in around}
                if pairs <= left:
                    self._add(key, {"cell": self._names([cell])[0]})
                    left -= pairs
        return [rule for rule in every if not isinstance(rule, rules.Greater) or rule.cells in left]

    # ── Rules one by one ────────────────────────────────────────────────────────────────────────────────────────────

    def _say(self, rule: Any) -> None:
        lines = {kind: key for key, kind in LINES.items()}
        outside = {kind: key for key, kind in OUTSIDE.items()}
        names = self._names(rule.cells)
        match rule:
            case rules.Cage():
                self._add("killercage", {"cells": names} | ({} if rule.total is None else {"value": str(rule.total)}))
            case rules.AllDifferent():
                self._add("killercage", {"cells": names})
            case rules.LittleKiller():
                self._say_little_killer(rule)
            case rules.Arrow():
                self._add("arrow", {"lines": [names], "cells": names[:1]})
            case rules.PillArrow():
                self._add("arrow", {"lines": [names[rule.n_pill - 1 :]], "cells": names[: rule.n_pill]})
            case rules.Whispers() | rules.Lockout():
                self._add(lines[type(rule)], {"lines": [names], "value": str(rule.difference)})
            case rules.Consecutive():
                self._add("difference", {"cells": names})
            case rules.Ratio():
                self._add("ratio", {"cells": names} | ({} if rule.ratio == 2 else {"value": str(rule.ratio)}))
            case rules.PairSum():
                value = {total: letter for letter, total in XV.items()}.get(rule.total, str(rule.total))
                self._add("xv", {"cells": names, "value": value})
            case rules.Table() if (difference := self._difference(rule)) is not None:
                self._add("difference", {"cells": names, "value": str(difference)})
            case rules.Quadruple() if rule.digits:  # one without is not drawn there
                self._add("quadruple", {"cells": names, "values": list(rule.digits)})
            case rules.Clone():
                self._add("clone", {"cells": names, "cloneCells": self._names(rule.other)})
            case rules.Allowed() if (key := self._parity(rule)) is not None:
                for name in names:
                    self._add(key, {"cell": name})
            case _ if type(rule) in lines and self._is_usual(rule):
                self._add(lines[type(rule)], {"lines": [names]})
            case _ if type(rule) in outside and (cell := self._outside(rule.cells)) is not None:
                self._add(outside[type(rule)], {"cell": cell, "value": str(getattr(rule, CLUES[type(rule)]))})
            case rules.Indexer() if (key := self._indexer(rule)) is not None:
                self._add(key, {"cells": [names[rule.place - 1]]})
            case _:
                self._unsayable.append(f"{type(rule).__name__} on {' '.join(names[:9])}{' ...' * (len(names) > 9)}")

    def _difference(self, rule: rules.Table) -> int | None:
        if len(rule.cells) != 2 or not rule.tuples:
            return None
        difference = abs(rule.tuples[0][0] - rule.tuples[0][1])
        is_plain = difference > 1 and set(rule.tuples) == set(differing(self._grid.n_digits, difference))
        return difference if is_plain else None

    def _is_usual(self, rule: Any) -> bool:
        """Return whether f-puzzles would read the same groups: the regions a line crosses; low, middle, high digits."""
        if isinstance(rule, rules.RegionSum):
            return rule.groups == groups_of(self._grid, rule.cells)
        return not isinstance(rule, rules.Entropic) or rule == rules.Entropic(rule.cells)

    def _indexer(self, rule: rules.Indexer) -> str | None:
        cell = rule.cells[rule.place - 1]
        return next((key for key in INDEXERS if indexed(self._grid, key, cell) == rule.cells), None)

    def _parity(self, rule: rules.Allowed) -> str | None:
        every = range(1, self._grid.n_digits + 1)
        return {frozenset(every[::2]): "odd", frozenset(every[1::2]): "even"}.get(frozenset(rule.digits))

    def _say_little_killer(self, rule: rules.LittleKiller) -> None:
        (row, column), *_ = (self._grid.positions[cell] for cell in rule.cells)
        for direction, (down, right) in DIRECTIONS.items():
            if self._whole_way(row - down, column - right, down, right) == rule.cells:
                cell = f"R{row - down + 1}C{column - right + 1}"
                names = self._names(rule.cells)
                said = {"cell": cell, "cells": names, "direction": direction, "value": str(rule.total)}
                self._add("littlekillersum", said)
                return
        self._unsayable.append(f"a little killer on {' '.join(self._names(rule.cells))}, no whole diagonal")

    def _outside(self, cells: Sequence[Cell]) -> str | None:
        """Name the place outside the grid from where one sees these cells, if they are a whole line."""
        row, column = self._grid.positions[cells[0]]
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if self._whole_way(row - down, column - right, down, right) == tuple(cells):
                return f"R{row - down + 1}C{column - right + 1}"
        return None

    def _whole_way(self, row: int, column: int, down: int, right: int) -> tuple[Cell, ...]:
        """List the cells that one sees from a place outside; none if it is inside."""
        cells: list[Cell] = []
        if self._grid.cell(row, column) is None:
            while (cell := self._grid.cell(row := row + down, column := column + right)) is not None:
                cells.append(cell)
        return tuple(cells)
