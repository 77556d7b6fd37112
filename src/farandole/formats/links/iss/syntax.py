"""Interactive Sudoku Solver: a text as constraints, and the names of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from farandole.errors import FormatError
from farandole.grid import Cell, Grid
from farandole.lazy import regex
from farandole.sizes import MAX_RULES

SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
HOLDERS = frozenset({"And", "Or", "Replicate"})
"""The names of the constraints that hold others."""

LABELS = "CC"
"""The prefix of the labels of regions to be found, whose names begin with it alone."""
OWN_GROUPS = frozenset({LABELS, "DGR", "DGC", "DGB"})
"""The prefixes of the variables that a kind of constraint has."""

_PARAMETER = regex(r"[?&]q=([^&#\s]*)")
_MOST_DEEP = 50


class Constraint(NamedTuple):
    """A constraint of a text."""

    number: int
    """Its place among the constraints, from 1."""
    name: str
    """Its name; "" for givens."""
    arguments: list[str]
    parts: list[Constraint]
    """The constraints that it holds."""

    @property
    def where(self) -> str:
        """How a message calls it."""
        return f"constraint {self.number}, {self.name or 'givens'}"


def parse(text: str) -> list[Constraint]:
    """Split a text, or a link, into its constraints.

    Raises
    ------
    FormatError
        If it doesn't begin with a dot, if it has too many constraints, or if an ``.End`` is missing or too much.

    Examples
    --------
    >>> parse(".Or.X~R1C1~R1C2.V~R1C1~R1C2.End.AntiKing")[0].parts[1]
    Constraint(number=3, name='V', arguments=['R1C1', 'R1C2'], parts=[])
    """
    text = text.strip()
    if text and not text.startswith((".", "#")):
        match = _PARAMETER.search(text)
        if not match:
            raise FormatError("expected a link with ?q= and a puzzle, or a text such as .Cage~10~R1C1~R1C2")
        text = unquote(match[1])
    if "#" in text:
        text = "".join(line for line in text.split("\n") if not line.startswith("#"))
    first, *items = "".join(text.split()).split(".")
    if first:
        raise FormatError(f"expected a dot and a constraint, found {first[:20]!r}")
    if len(items) > MAX_RULES:
        raise FormatError(f"expected at most {MAX_RULES:,} constraints, found {len(items):,}")
    return _nest(items)


def _nest(items: list[str]) -> list[Constraint]:
    """Put constraints into those that hold them."""
    top: list[Constraint] = []
    holders: list[Constraint] = []
    for number, item in enumerate(items, 1):
        name, *arguments = item.split("~")
        if name == "End":
            if not holders:
                raise FormatError(f"constraint {number}: expected no End here, because no Or, And or Replicate is open")
            holders.pop()
            continue
        constraint = Constraint(number, "" if name == "Given" else name, arguments, [])
        (holders[-1].parts if holders else top).append(constraint)
        if name in HOLDERS:
            holders.append(constraint)
            if len(holders) > _MOST_DEEP:
                raise FormatError(f"{constraint.where}: expected at most {_MOST_DEEP} constraints inside each other")
    if holders:
        raise FormatError(f"{holders[-1].where}: expected an .End, found the end of the text")
    return top


class Context:
    """What the arguments of a constraint are about: the grid, and its cells and variables by their names.

    Parameters
    ----------
    grid : Grid
        Without the variables.
    variables : sequence of str
        Their names. Their numbers follow those of the cells.
    whole : Grid, optional
        The grid with the variables, which may be neighbors of each other.
    region_size : int
        How many cells a region to be found has.
    ties : str
        Which lines may be equal, as `farandole.rules.FullRank` says it.
    """

    def __init__(
        self,
        grid: Grid,
        variables: Sequence[str] = (),
        whole: Grid | None = None,
        *,
        region_size: int = 0,
        ties: str = "unclued",
    ) -> None:
        self.grid, self.whole = grid, whole or grid
        self.region_size = region_size
        self.ties = ties
        self._by_name: Mapping[str, Cell] = _cells_of(grid)
        self._variables = variables
        if variables:
            self._by_name = {**self._by_name, **{name: cell for cell, name in enumerate(variables, grid.n_cells)}}

    def has_labels(self) -> bool:
        """Return whether there are labels of regions to be found."""
        return f"{LABELS}1" in self._by_name

    def groups(self) -> dict[str, tuple[Cell, ...]]:
        """Map the prefix of each group of variables to its cells."""
        found: dict[str, tuple[Cell, ...]] = {}
        for cell, name in enumerate(self._variables, self.grid.n_cells):
            stem = name.rstrip("0123456789")
            prefix = stem if stem == LABELS else stem[1:]
            found[prefix] = (*found.get(prefix, ()), cell)
        return found

    def labels(self) -> tuple[Cell, ...]:
        """Return the labels of regions to be found, one for each cell of the grid; raise a FormatError without them."""
        if not self.has_labels():
            raise FormatError("expected a ChaosConstruction, whose regions this is about")
        return tuple(self._by_name[f"{LABELS}{number}"] for number in range(1, self.grid.n_cells + 1))

    def group(self, prefix: str) -> tuple[Cell, ...]:
        """Return the variables of a group; raise a FormatError if there is no such group."""
        cells = self.groups().get(prefix)
        if not cells:
            raise FormatError(f"expected the prefix of a group of variables, found {prefix[:20]!r}")
        return cells

    def shifted(self, down: int, right: int) -> Context:
        """Return a context in which each name stands for the cell so much farther down and to the right."""
        other = Context(self.grid, self._variables, self.whole, region_size=self.region_size, ties=self.ties)
        grid, positions = self.grid, self.grid.positions
        places = ((name, positions[cell]) for name, cell in self._by_name.items() if cell < grid.n_cells)
        shifted = {name: grid.cell(row + down, column + right) for name, (row, column) in places}
        other._by_name = {name: cell for name, cell in shifted.items() if cell is not None}
        return other

    def cell(self, name: str) -> Cell:
        """Return the cell of a name; raise a FormatError if there is none."""
        found = self._by_name.get(name)
        if found is None:
            found = self._by_name.get(name.upper()[:1] + name[1:2].lower() + name[2:3].upper() + name[3:].lower())
        if found is None:
            raise FormatError(f"expected a cell such as R1C1, found {name[:20]!r}")
        return found

    def cells(self, names: Iterable[str]) -> tuple[Cell, ...]:
        """Return the cells of names; raise a FormatError if there is no such cell."""
        try:
            return tuple(map(self._by_name.__getitem__, names))
        except KeyError:
            return tuple(map(self.cell, names))

    def is_cell(self, name: str) -> bool:
        """Return whether a cell has this name."""
        return name in self._by_name

    def name(self, cell: Cell) -> str:
        """Return the name of a cell."""
        if cell >= self.grid.n_cells:
            return self._variables[cell - self.grid.n_cells]
        row, column = self.grid.positions[cell]
        return f"R{SIGNS[row + 1]}C{SIGNS[column + 1]}"

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of cells."""
        return list(map(self.name, cells))


def name_variables(prefix: str, size: int | tuple[int, int]) -> list[str]:
    """Name the variables of a group: VA for a single one, VA1, VA2 ...

    The groups that belong to a kind of constraint have no V, and a number in any case.

    Examples
    --------
    >>> name_variables("A", 1), name_variables("SUM", (1, 2)), name_variables("DGR", 2)
    (['VA'], ['VSUM1', 'VSUM2'], ['DGR1', 'DGR2'])
    """
    n = size if isinstance(size, int) else size[0] * size[1]
    if prefix in OWN_GROUPS:
        return [f"{prefix}{number}" for number in range(1, n + 1)]
    return [f"V{prefix}"] if n == 1 else [f"V{prefix}{number}" for number in range(1, n + 1)]


@lru_cache(maxsize=64)
def _cells_of(grid: Grid) -> Mapping[str, Cell]:
    return {f"R{SIGNS[row + 1]}C{SIGNS[column + 1]}": cell for cell, (row, column) in enumerate(grid.positions)}


def parse_number(text: str) -> int:
    """Parse a whole number; raise a FormatError if it is none."""
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise FormatError(f"expected a whole number, found {text[:20]!r}")
    return int(text)
