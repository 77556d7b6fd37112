"""The rules of f-puzzles: `ROWS` has a row for each key, with its rules, and functions that read and write them.

The value of a key is a list of entries. Global rules have tables of their own: there a key is a flag, or a list of
cells, and stands for many small rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from farandole import rules
from farandole.errors import short_repr
from farandole.formats.fpuzzles.vocabulary import STYLE
from farandole.formats.json_value import Node
from farandole.formats.square import clue_directions, column_of, look_along, row_of, split_by_region
from farandole.grid import Cell, Grid
from farandole.records import record

Cells: TypeAlias = tuple[Cell, ...]
JsonObject: TypeAlias = dict[str, Any]


@record
class Entry:
    """An entry of the list of a key; what isn't understood is added to `unknown`."""

    node: Node
    grid: Grid
    unknown: list[str]

    def only(self, *names: str) -> None:
        """Note the names that aren't understood."""
        others = (name for name in self.node.names() if name not in {*names, *STYLE})
        self.unknown.extend(f"{self.node.where}.{name}" for name in others)

    def number(self) -> int | None:
        """Read the value, a number that is often a text; None if there is none."""
        if not self.node.has("value") or self.node["value"].value in ("", None):
            return None
        value = self.node["value"].value
        number = str(value) if isinstance(value, int | str) else ""
        if re.fullmatch(r"\d{1,4}", number):
            return int(number)
        self.unknown.append(f"{self.node['value'].where}: {short_repr(value)}")
        return None

    def note_value(self) -> None:
        """Note a value in an entry that should have none."""
        if self.number() is not None:
            self.unknown.append(f"{self.node.where}.value")

    def cells(self, name: str = "cells") -> Cells:
        """Read a list of cells."""
        return self.node[name].cells(self.grid)

    def lines(self) -> Iterator[Cells]:
        """Read the lines."""
        return (line.cells(self.grid) for line in self.node["lines"].items())

    def place(self) -> tuple[int, int]:
        """Read a position that may be outside the grid."""
        match = re.fullmatch(r"R(\d{1,4})C(\d{1,4})", self.node["cell"].text())
        if not match:
            raise self.node["cell"].fault("a cell such as R1C1")
        return int(match[1]) - 1, int(match[2]) - 1


class Row(NamedTuple):
    """How the rules of a key are read and written."""

    kinds: tuple[type, ...]
    """The classes of rules that are written with this key."""
    names: tuple[str, ...]
    """The names in an entry, besides its style."""
    read: Callable[[Entry], Iterable[Any]]
    """Make rules from an entry."""
    write: Callable[[Any, Grid], list[JsonObject] | None]
    """Make the entries for a rule; None if this key cannot express it."""


def names_of(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    """Return the names of cells in the style of f-puzzles."""
    return [grid.cell_name(cell).upper() for cell in cells]


def _cells_entry(grid: Grid, cells: Cells, value: int | str | None = None) -> list[JsonObject]:
    return [{"cells": names_of(grid, cells)} | ({} if value is None else {"value": str(value)})]


# ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _line(kind: Any, groups: Callable[[Grid, Cells], Any] | None = None) -> Row:
    """Make the row of a line without a value; `groups` computes its groups, if it has any."""

    def read(entry: Entry) -> Iterator[Any]:
        entry.note_value()
        for cells in entry.lines():
            yield kind(cells, groups(entry.grid, cells)) if groups else kind(cells)

    def write(rule: Any, grid: Grid) -> list[JsonObject] | None:
        is_usual = rule == (kind(rule.cells, groups(grid, rule.cells)) if groups else kind(rule.cells))
        return [{"lines": [names_of(grid, rule.cells)]}] if is_usual else None

    return Row((kind,), ("lines", "value"), read, write)


def _steep_line(kind: type, usual: Callable[[Grid], int]) -> Row:
    """Make the row of a line whose value is a difference, which may be missing."""

    def read(entry: Entry) -> Iterator[Any]:
        difference = entry.number() or usual(entry.grid)
        return (kind(cells, difference) for cells in entry.lines())

    def write(rule: Any, grid: Grid) -> list[JsonObject]:
        return [{"lines": [names_of(grid, rule.cells)], "value": str(rule.difference)}]

    return Row((kind,), ("lines", "value"), read, write)


def _read_arrow(entry: Entry) -> Iterator[Any]:
    pill = entry.cells()
    for line in entry.lines():
        cells = (*pill, *line[1:])
        yield rules.Arrow(cells) if len(pill) == 1 else rules.PillArrow(cells, len(pill))


def _write_arrow(rule: Any, grid: Grid) -> list[JsonObject]:
    names, n_pill = names_of(grid, rule.cells), rule.n_pill if isinstance(rule, rules.PillArrow) else 1
    return [{"lines": [names[n_pill - 1 :]], "cells": names[:n_pill]}]


# ── Clues outside the grid ──────────────────────────────────────────────────────────────────────────────────────────

_DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}


def _viewpoint(grid: Grid, cells: Cells, down: int, right: int) -> str | None:
    """Return the name of the position outside the grid from which a direction has exactly these cells, or None."""
    row, column = grid.positions[cells[0]]
    row, column = row - down, column - right
    is_outside = grid.cell(row, column) is None
    return f"R{row + 1}C{column + 1}" if is_outside and look_along(grid, row, column, down, right) == cells else None


def _outside(kind: type, field: str) -> Row:
    """Make the row of a clue for a row or a column; `field` of the rule is the value of the clue."""

    def read(entry: Entry) -> Iterator[Any]:
        value, (row, column) = entry.number(), entry.place()
        if value is None:
            return
        way = clue_directions(entry.grid.n_digits).get((row, column))
        if way is None:
            raise entry.node["cell"].fault("a cell just outside the grid")
        yield kind(look_along(entry.grid, row, column, *way), value)

    def write(rule: Any, grid: Grid) -> list[JsonObject] | None:
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if cell := _viewpoint(grid, rule.cells, down, right):
                return [{"cell": cell, "value": str(getattr(rule, field))}]
        return None

    return Row((kind,), ("cell", "value"), read, write)


def _read_little_killer(entry: Entry) -> Iterator[Any]:
    total = entry.number()
    if not total:
        return
    place, direction = entry.place(), entry.node["direction"]
    if direction.text() not in _DIRECTIONS:
        raise direction.fault(f"one of {', '.join(_DIRECTIONS)}")
    yield rules.LittleKiller(look_along(entry.grid, *place, *_DIRECTIONS[direction.value]), total)


def _write_little_killer(rule: Any, grid: Grid) -> list[JsonObject] | None:
    for direction, way in _DIRECTIONS.items():
        if cell := _viewpoint(grid, rule.cells, *way):
            names = names_of(grid, rule.cells)
            return [{"cell": cell, "cells": names, "direction": direction, "value": str(rule.total)}]
    return None


# ── Cells ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_cage(entry: Entry) -> Iterator[Any]:
    yield rules.Cage(entry.cells(), entry.number())


def _write_cage(rule: Any, grid: Grid) -> list[JsonObject]:
    return _cells_entry(grid, rule.cells, rule.total if isinstance(rule, rules.Cage) else None)


def _read_clone(entry: Entry) -> Iterator[Any]:
    yield rules.Clone(entry.cells(), entry.cells("cloneCells"))


def _write_clone(rule: Any, grid: Grid) -> list[JsonObject]:
    return [{"cells": names_of(grid, rule.cells), "cloneCells": names_of(grid, rule.other)}]


def _read_quadruple(entry: Entry) -> Iterator[Any]:
    if digits := tuple(digit.integer(1, entry.grid.n_digits) for digit in entry.node["values"].items()):
        yield rules.Quadruple(entry.cells(), digits)


def _write_quadruple(rule: Any, grid: Grid) -> list[JsonObject] | None:
    if not rule.digits:  # f-puzzles has no quadruples without digits
        return None
    return [{"cells": names_of(grid, rule.cells), "values": list(rule.digits)}]


def digits_of(parity: str, grid: Grid) -> tuple[int, ...]:
    """List the digits that are odd, or even."""
    return tuple(range(1 if parity == "odd" else 2, grid.n_digits + 1, 2))


def _parity(parity: str) -> Row:
    """Make the row of odd or even cells, with one entry per cell."""

    def read(entry: Entry) -> Iterator[Any]:
        cells = Node([entry.node["cell"].value], entry.node.where).cells(entry.grid)
        yield rules.Allowed(cells, digits_of(parity, entry.grid))

    def write(rule: Any, grid: Grid) -> list[JsonObject] | None:
        if set(rule.digits) != {*digits_of(parity, grid)}:
            return None
        return [{"cell": name} for name in names_of(grid, rule.cells)]

    return Row((rules.Allowed,), ("cell",), read, write)


def _indexer(among: Callable[[Grid, Cell], Cells | None]) -> Row:
    """Make the row of indexer cells, whose digit is a position in a line of cells."""

    def read(entry: Entry) -> Iterator[Any]:
        entry.note_value()
        for cell in entry.cells():
            line = among(entry.grid, cell)
            if line is None:
                raise entry.node["cells"].fault("cells that lie in boxes")
            yield rules.Indexer(line, line.index(cell) + 1)

    def write(rule: Any, grid: Grid) -> list[JsonObject] | None:
        cell = rule.cells[rule.place - 1]
        return _cells_entry(grid, (cell,)) if among(grid, cell) == rule.cells else None

    return Row((rules.Indexer,), ("cells", "value"), read, write)


def _box(grid: Grid, cell: Cell) -> Cells | None:
    return next((region.cells for region in grid.regions if cell in region.cells), None)


# ── Two cells ───────────────────────────────────────────────────────────────────────────────────────────────────────

_XV = {"X": 10, "V": 5}


def _read_difference(entry: Entry) -> Iterator[Any]:
    difference = entry.number()
    yield rules.Consecutive(entry.cells(), 1 if difference is None else difference)


def _write_difference(rule: Any, grid: Grid) -> list[JsonObject]:
    return _cells_entry(grid, rule.cells, None if rule.difference == 1 else rule.difference)


def _read_ratio(entry: Entry) -> Iterator[Any]:
    yield rules.Ratio(entry.cells(), entry.number() or 2)


def _write_ratio(rule: Any, grid: Grid) -> list[JsonObject]:
    return _cells_entry(grid, rule.cells, None if rule.ratio == 2 else rule.ratio)


def _read_xv(entry: Entry) -> Iterator[Any]:
    value = entry.node["value"].value if entry.node.has("value") else ""
    text = str(value).upper() if isinstance(value, int | str) else "?"
    if text in _XV or re.fullmatch(r"\d{1,4}", text):
        yield rules.PairSum(entry.cells(), _XV.get(text) or int(text))
    elif text:
        entry.unknown.append(f"{entry.node.where}: {short_repr(value)}")


def _write_xv(rule: Any, grid: Grid) -> list[JsonObject]:
    letters = {total: letter for letter, total in _XV.items()}
    return _cells_entry(grid, rule.cells, letters.get(rule.total, rule.total))


# ── The tables ──────────────────────────────────────────────────────────────────────────────────────────────────────

ROWS: dict[str, Row] = {
    "thermometer": _line(rules.Thermo),
    "slowthermometer": _line(rules.SlowThermo),
    "palindrome": _line(rules.Palindrome),
    "renban": _line(rules.Renban),
    "betweenline": _line(rules.Between),
    "zipperline": _line(rules.Zipper),
    "modularline": _line(rules.Modular),
    "doublearrow": _line(rules.DoubleArrow),
    "nabner": _line(rules.Nabner),
    "regionsumline": _line(rules.RegionSum, split_by_region),
    "entropicline": _line(rules.Entropic, lambda _, cells: rules.Entropic(cells).groups),
    "whispers": _steep_line(rules.Whispers, lambda grid: (grid.n_digits + 1) // 2),
    "lockout": _steep_line(rules.Lockout, lambda _: 4),
    "arrow": Row((rules.Arrow, rules.PillArrow), ("lines", "cells"), _read_arrow, _write_arrow),
    "sandwichsum": _outside(rules.Sandwich, "total"),
    "xsum": _outside(rules.XSum, "total"),
    "skyscraper": _outside(rules.Skyscraper, "count"),
    "numberedroom": _outside(rules.NumberedRoom, "digit"),
    "littlekillersum": Row(
        (rules.LittleKiller,), ("cell", "cells", "direction", "value"), _read_little_killer, _write_little_killer
    ),
    "killercage": Row((rules.Cage, rules.AllDifferent), ("cells", "value"), _read_cage, _write_cage),
    "clone": Row((rules.Clone,), ("cells", "cloneCells"), _read_clone, _write_clone),
    "quadruple": Row((rules.Quadruple,), ("cells", "values"), _read_quadruple, _write_quadruple),
    "odd": _parity("odd"),
    "even": _parity("even"),
    "rowindexer": _indexer(column_of),  # its digit is the row in which its column has the number of its own row
    "columnindexer": _indexer(row_of),
    "boxindexer": _indexer(_box),
    "difference": Row((rules.Consecutive,), ("cells", "value"), _read_difference, _write_difference),
    "ratio": Row((rules.Ratio,), ("cells", "value"), _read_ratio, _write_ratio),
    "xv": Row((rules.PairSum,), ("cells", "value"), _read_xv, _write_xv),
}

EVERYWHERE: dict[str, Callable[[Grid], tuple[Any, ...]]] = {
    "antiknight": rules.anti_knight,
    "antiking": rules.anti_king,
}
NEGATIVE: dict[str, type] = {"nonconsecutive": rules.NotConsecutive, "ratio": rules.NotRatio, "xv": rules.NotPairSum}
"""Rules for unmarked pairs: the first is a key, the others are in the list of the key ``negative``."""

EXTREMES: dict[str, Callable[[Cell, Cell], tuple[Cell, Cell]]] = {
    "minimum": lambda cell, neighbor: (neighbor, cell),
    "maximum": lambda cell, neighbor: (cell, neighbor),
}
"""Cells less, or greater, than all their neighbors: the functions order a cell and a neighbor, greater first."""


def negative(grid: Grid, marked: Iterable[Any]) -> tuple[Any, ...]:
    """Make the rules for all unmarked pairs, given the marked ones."""
    given = tuple(marked)
    return (*rules.negative_kropki(grid, given), *rules.negative_xv(grid, given))
