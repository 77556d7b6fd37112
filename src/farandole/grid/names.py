"""Names of cells: every parameter for cells also takes ``"r1c1 r1c2"``, or ``"r1c1-2"`` for both.

A rule or a house doesn't know its grid when it is made, so it keeps the names until a grid converts them to numbers
(`Grid.cells_of`). For type checkers, a field of cells takes numbers and names, and returns numbers.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar, dataclass_transform

from farandole.errors import PuzzleError, short_repr
from farandole.grid.shapes import parse_position, position_name
from farandole.lazy import regex
from farandole.records import field, record
from farandole.sizes import MAX_CELLS

T = TypeVar("T")

_RANGE = regex(r"[rR]([0-9]{1,6})(?:-([0-9]{1,6}))?[cC]([0-9]{1,6})(?:-([0-9]{1,6}))?")

CellsLike: TypeAlias = str | Iterable[str | SupportsIndex]
"""Cells as people give them: ``"r1c1 r1c2"``, ``"r1c1-2"``, ``["r1c1", "r1c2"]`` or ``(0, 1)``."""


def normalize_cells(cells: CellsLike) -> tuple[int | str, ...]:
    """Return cells as a tuple of plain numbers and names in one spelling; they need not exist in a grid.

    Raises
    ------
    PuzzleError
        If one of them is neither a whole number nor a name such as ``r1c1``.

    Examples
    --------
    >>> normalize_cells("R1C1, r1c2"), normalize_cells(["r1c1", 5])
    (('r1c1', 'r1c2'), ('r1c1', 5))
    >>> normalize_cells("r1c7-9 r3-2c1")
    ('r1c7', 'r1c8', 'r1c9', 'r3c1', 'r2c1')
    """
    if isinstance(cells, str):
        cells = _split(cells)
    try:
        cells = list(cells)
        if any(isinstance(cell, str) and "-" in cell for cell in cells):
            cells = [part for cell in cells for part in (_split(cell) if isinstance(cell, str) else (cell,))]
        return tuple([_plain(cell) for cell in cells])
    except TypeError:
        raise PuzzleError(f"expected cells such as 'r1c1 r1c2' or (0, 1), found {short_repr(cells)}") from None


def _split(names: str) -> list[str]:
    """Split a text into names, and a range such as ``r1c7-9`` into its cells, in the order of the range."""
    found = []
    for name in names.replace(",", " ").split():
        match = _RANGE.fullmatch(name) if "-" in name else None
        if not match:
            found.append(name)
            continue
        rows, columns = (_numbers(match[first], match[first + 1]) for first in (1, 3))
        if len(rows) * len(columns) > MAX_CELLS:
            raise PuzzleError(f"expected at most {MAX_CELLS:,} cells, found {short_repr(name)}")
        found += [f"r{row}c{column}" for row in rows for column in columns]
    return found


def _numbers(first: str, last: str | None) -> range:
    begin, end = int(first), int(last or first)
    return range(begin, end + 1) if begin <= end else range(begin, end - 1, -1)


def _plain(cell: str | SupportsIndex) -> int | str:
    if not isinstance(cell, str):
        if isinstance(cell, bool):
            raise TypeError
        return index(cell)
    place = parse_position(cell)
    if place is None or min(place) < 0:
        raise PuzzleError(f"expected a cell such as r1c1, its row and column counted from 1, found {short_repr(cell)}")
    return position_name(place)


# ── What a type checker sees ────────────────────────────────────────────────────────────────────────────────────────

if TYPE_CHECKING:

    class Cells:
        """A field of cells that takes numbers and names, and returns numbers."""

        def __get__(self, owner: object, kind: Any = None) -> tuple[int, ...]: ...

        def __set__(self, owner: object, cells: CellsLike) -> None: ...

    class CellGroups:
        """A field of groups of cells, each as `Cells`."""

        def __get__(self, owner: object, kind: Any = None) -> tuple[tuple[int, ...], ...]: ...

        def __set__(self, owner: object, groups: Iterable[CellsLike]) -> None: ...

else:
    Cells = CellGroups = tuple


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class CellsMeta(ABCMeta):
    """The type of a frozen dataclass whose own fields may be `Cells`; fields of a plain dataclass may not."""


def cell_dataclass(kind: type[T]) -> type[T]:
    """Make a frozen dataclass, which type checkers know by its type `CellsMeta`."""
    return record(kind)
