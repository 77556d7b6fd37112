"""Grids: cells anywhere on the plane, the houses that hold each digit once, and their names.

A *cell* is its index, row-major from 0 over the cells that exist; people read it as ``r1c1``, its row and column. A
*house* is a set of cells that hold no digit twice: a row, a column, a box, a region; one that has as many cells as
there are digits holds each once. The *peers* of a cell are the other cells of its houses.

    >>> Grid.classic()              # and Grid.classic((2, 3)), Grid.classic((4, 4)) ...
    Grid.classic()
    >>> Grid.samurai().n_cells      # and Grid.named("shogun"), or Grid.gattai() by any corners
    369
    >>> Grid.jigsaw("AAAB CABB CCDB CDDD").houses[-1]
    House(name='region D', cells=(10, 13, 14, 15))
    >>> Grid.classic().with_houses("diagonals").houses[-1].name
    'rising diagonal'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import isqrt
from operator import index
from typing import Generic, SupportsIndex, TypeAlias, TypeVar

from farandole import _core
from farandole.display import RichDisplay
from farandole.errors import PuzzleError, short_repr
from farandole.grid import shapes
from farandole.grid.names import Cells, CellsLike, CellsMeta, cell_dataclass, normalize_cells
from farandole.grid.outline import ASCII, BOX_DRAWING, Outline, Position
from farandole.grid.shapes import EXTRA, NAMED
from farandole.limits import INT64_MAX
from farandole.records import field, record, replace
from farandole.sizes import MAX_CELLS, MAX_DIGITS, MAX_HOUSES, MAX_SIDE

Cell: TypeAlias = int
T = TypeVar("T")

VARIABLE_GAP = 2
"""The empty rows between a grid and its variables: no king's or knight's move leads over them."""

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVW"
"""The character of each number from 0 on: A is 10, G is 16, P is 25."""

DIGITS = SIGNS[1:]
"""The character of each digit from 1 on. `Grid.signs` has those of a grid, which may begin with 0."""


def check_ints(values: Iterable[SupportsIndex], what: str) -> tuple[int, ...]:
    """Return integers, such as those of NumPy, as a tuple of ints; raise a PuzzleError for anything else.

    Examples
    --------
    >>> check_ints([1, 2.5], "givens")
    Traceback (most recent call last):
    ...
    farandole.errors.PuzzleError: givens: expected whole numbers, found [1, 2.5]
    """
    if _core.are_numbers(values, -INT64_MAX, INT64_MAX):
        return values  # type: ignore[return-value]  # it is such a tuple
    try:
        values = values if isinstance(values, Sequence) else tuple(values)
        if isinstance(values, str | bytes) or any(isinstance(value, bool) for value in values):
            raise TypeError
        return tuple(map(index, values))
    except TypeError:
        raise PuzzleError(f"{what}: expected whole numbers, found {short_repr(values)}") from None


class Lazy(Generic[T]):
    """A value that is computed at first use, and not pickled with its owner."""

    __slots__ = ("_value",)

    def value(self, make: Callable[[], T]) -> T:
        """Return the value; compute it at first use."""
        try:
            return self._value
        except AttributeError:
            pass  # computed below, so that an error of `make` has no context
        self._value: T = make()
        return self._value

    def __reduce__(self) -> tuple[type[Lazy[T]], tuple[()]]:
        return type(self), ()


@cell_dataclass
class House(metaclass=CellsMeta):
    """Cells that hold no digit twice, with a name; houses with the same cells are equal.

    Cells may be given by name. The names stay until a grid takes the house.

    Examples
    --------
    >>> Grid.classic().houses[9]
    House(name='column 1', cells=(0, 9, 18, 27, 36, 45, 54, 63, 72))
    >>> Grid.classic().with_houses(House("corners", "r1c1 r1c9 r9c1 r9c9")).houses[-1]
    House(name='corners', cells=(0, 8, 72, 80))
    """

    name: str = field(compare=False)
    cells: Cells

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise PuzzleError(f"a house: expected a name, found {short_repr(self.name)}")
        if _core.are_numbers(self.cells, -INT64_MAX, INT64_MAX):
            return
        try:
            object.__setattr__(self, "cells", normalize_cells(self.cells))
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"{self.name}: {error}") from None

    def on(self, grid: Grid) -> House:
        """Return the house with numbers in place of names of cells; itself, if there are no names.

        Raises
        ------
        PuzzleError
            If the grid has no cell of such a name.
        """
        if _core.are_numbers(self.cells, -INT64_MAX, INT64_MAX):
            return self
        try:
            return House(self.name, grid.cells_of(self.cells))
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"{self.name}: {error}") from None


@record(repr=False)
class Grid(RichDisplay):
    """Cells, and houses over them.

    Parameters
    ----------
    positions : tuple of (int, int)
        Row and column of each cell, from 0, row after row: a cell is its index in here.
    houses : tuple of House
        In the usual order. A house with ``n_digits`` cells holds each digit once, a smaller one
        none twice.
    n_digits : int
        Digits are 1 to ``n_digits``, at most 32.
    first_digit : int
        1; or 0 if people write the digits from 0 on, and rules count with these numbers. Digit 1 is then written 0.
    regions : tuple of House
        The houses that a drawing outlines, such as boxes; no cell is in two of them.
    recipe : str
        A short expression that makes the grid, used as its ``repr``.

    Attributes
    ----------
    height, width : int
        Rows and columns from the first to the last with a cell; they begin at 0.
    peers : tuple of tuple of int
        For each cell, ascending, the cells that share a house with it.

    Raises
    ------
    PuzzleError
        If positions are not in order; if a house has an unknown cell, a cell twice, or more cells than there are
        digits; if two houses have the same name; or if regions overlap or are not houses.

    Examples
    --------
    >>> grid = Grid.classic()
    >>> len(grid.houses), len(grid.peers[0]), grid.cell_name(40)
    (27, 20, 'r5c5')

    A custom shape, a ring of eight cells with three digits around a hole:

    >>> ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    >>> sides = {"top": (0, 1, 2), "left": (0, 3, 5), "right": (2, 4, 7), "bottom": (5, 6, 7)}
    >>> grid = Grid(tuple(ring), tuple(House(*side) for side in sides.items()), n_digits=3)
    >>> grid.cell(1, 1) is None, grid.peers[0]
    (True, (1, 2, 3, 5))
    """

    positions: tuple[Position, ...]
    houses: tuple[House, ...]
    n_digits: int = field(kw_only=True)
    first_digit: int = field(kw_only=True, default=1)
    regions: tuple[House, ...] = field(kw_only=True, default=())
    recipe: str = field(kw_only=True, default="", compare=False)
    height: int = field(init=False, compare=False)
    width: int = field(init=False, compare=False)
    _cells: Mapping[Position, Cell] = field(init=False, compare=False)
    _network: Lazy[_core.Network] = field(init=False, compare=False, default_factory=Lazy)
    _house_cells: Lazy[tuple[tuple[Cell, ...], ...]] = field(init=False, compare=False, default_factory=Lazy)
    _given_check: Lazy[_core.GivenCheck] = field(init=False, compare=False, default_factory=Lazy)
    _full_houses: Lazy[frozenset[frozenset[Cell]]] = field(init=False, compare=False, default_factory=Lazy)
    _peers: Lazy[tuple[tuple[Cell, ...], ...]] = field(init=False, compare=False, default_factory=Lazy)
    _hash: Lazy[int] = field(init=False, compare=False, default_factory=Lazy)

    def __post_init__(self) -> None:
        self._take_plain()
        if not 1 <= self.n_digits <= MAX_DIGITS:
            raise PuzzleError(f"n_digits: expected 1 to {MAX_DIGITS}, found {self.n_digits}")
        if self.first_digit not in (0, 1):
            raise PuzzleError(f"first_digit: expected 0 or 1, found {short_repr(self.first_digit)}")
        for what, value in zip(("height", "width", "_cells"), _numbered(self.positions), strict=True):
            object.__setattr__(self, what, value)
        if len(self.houses) > MAX_HOUSES:
            raise PuzzleError(f"expected at most {MAX_HOUSES:,} houses, found {len(self.houses):,}")
        if not self._has_sound_houses():
            object.__setattr__(self, "houses", tuple(house.on(self) for house in self.houses))
            object.__setattr__(self, "regions", tuple(region.on(self) for region in self.regions))
            self._find_fault()
            self._find_fault_of_regions()

    def _take_plain(self) -> None:
        """Convert the fields to plain numbers and tuples."""
        [n_digits] = check_ints((self.n_digits,), "n_digits")
        object.__setattr__(self, "n_digits", n_digits)
        if not _core.are_pairs(self.positions, -INT64_MAX, INT64_MAX):
            try:
                positions = tuple(position(*place) for place in self.positions)
            except TypeError:
                found = short_repr(self.positions)
                raise PuzzleError(f"positions: expected pairs of a row and a column, found {found}") from None
            object.__setattr__(self, "positions", positions)
        for what in ("houses", "regions"):
            houses = getattr(self, what)
            if type(houses) is tuple and set(map(type, houses)) <= {House}:
                continue
            try:
                houses = tuple(houses)
            except TypeError:
                houses = (None,)
            if odd := [house for house in houses if not isinstance(house, House)]:
                raise PuzzleError(f"{what}: expected houses, found {short_repr(odd[0])}")
            object.__setattr__(self, what, houses)

    def _has_sound_houses(self) -> bool:
        """Return whether houses and regions are sound, as they nearly always are."""
        lists = [house.cells for house in self.houses]
        outlined = tuple(chain.from_iterable(region.cells for region in self.regions))
        return (
            len({house.name for house in self.houses}) == len(lists)
            and _core.are_houses(lists, self.n_cells, self.n_digits)
            and set(map(id, self.regions)) <= set(map(id, self.houses))
            and (not outlined or _core.are_houses([outlined], self.n_cells, self.n_cells))
        )

    def _find_fault(self) -> None:
        names: set[str] = set()
        n_cells = self.n_cells
        for house in self.houses:
            if house.name in names:
                raise PuzzleError(f"two houses have the name {house.name!r}")
            names.add(house.name)
            if not 1 <= len(house.cells) <= self.n_digits and len(set(house.cells)) == len(house.cells):
                raise PuzzleError(f"{house.name}: expected 1 to {self.n_digits} cells, found {len(house.cells)}")
            if min(house.cells) < 0 or max(house.cells) >= n_cells:
                odd = next(cell for cell in house.cells if not 0 <= cell < n_cells)
                raise PuzzleError(f"{house.name}: expected cells 0 to {n_cells - 1}, found {odd}")
            if len(set(house.cells)) < len(house.cells):
                known: set[Cell] = set()
                twice = next(cell for cell in house.cells if cell in known or known.add(cell))  # type: ignore[func-returns-value]
                raise PuzzleError(f"{house.name} has {self.cell_name(twice)} twice")

    def _find_fault_of_regions(self) -> None:
        owners: dict[Cell, House] = {}
        houses = set(self.houses)
        for region in self.regions:
            if region not in houses:
                raise PuzzleError(f"{region.name}: expected one of the houses, because regions are houses")
            for cell in region.cells:
                if (owner := owners.setdefault(cell, region)) is not region:
                    raise PuzzleError(f"{owner.name} and {region.name} overlap in {self.cell_name(cell)}")

    def __hash__(self) -> int:
        return self._hash.value(lambda: hash((self.positions, self.houses, self.n_digits)))

    def __repr__(self) -> str:
        if self.recipe:
            return self.recipe
        first = f", first_digit={self.first_digit}" if self.first_digit != 1 else ""
        return f"Grid({self.positions}, {self.houses}, n_digits={self.n_digits}{first}, regions={self.regions})"

    # ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────

    @staticmethod
    def classic(size: int | tuple[int, int] = 9) -> Grid:
        """Make a square grid of rows, columns and boxes; always the same object.

        Parameters
        ----------
        size : int or (int, int)
            The number of digits: 4, 6, 8, 9, 10, 12, 15, 16, 20, 25 ... Boxes are then as square as possible, and wider
            than high: 2x3 for 6 digits, 2x4 for 8, 3x4 for 12. Or the height and the width of a box.

        Raises
        ------
        PuzzleError
            If there are no boxes of this size, as for 7 digits, or if there are more than 32 digits.

        Examples
        --------
        >>> Grid.classic(6), Grid.classic(16), Grid.classic((3, 2))
        (Grid.classic((2, 3)), Grid.classic((4, 4)), Grid.classic((3, 2)))
        """
        return _classic(*_box_of(size))

    @staticmethod
    def latin(n: int) -> Grid:
        """Make a square grid of rows and columns, without boxes.

        Examples
        --------
        >>> len(Grid.latin(5).houses)
        10
        """
        [n] = check_ints((n,), "n")
        return _overlapped([(0, 0)], n, {}, recipe=f"Grid.latin({n})")

    @staticmethod
    def jigsaw(text: str) -> Grid:
        """Make a square grid of rows, columns, and regions of any shape.

        Parameters
        ----------
        text : str
            A letter, or another character, for each cell: its region. White space is ignored.

        Raises
        ------
        PuzzleError
            If the cells don't form a square, or if a region and a row have different sizes.

        Examples
        --------
        >>> print(Grid.jigsaw("AAAB CABB CCDB CDDD").draw("1234341221434321"))
        ┌───────────┬───┐
        │ 1   2   3 │ 4 │
        ├───┐   ┌───┘   │
        │ 3 │ 4 │ 1   2 │
        │   └───┼───┐   │
        │ 2   1 │ 4 │ 3 │
        │   ┌───┘   └───┤
        │ 4 │ 3   2   1 │
        └───┴───────────┘
        """
        if not isinstance(text, str):
            raise PuzzleError(f"a jigsaw: expected a text, found {short_repr(text)}")
        letters = "".join(text.split())
        n = isqrt(len(letters))
        if not letters or n * n != len(letters):
            raise PuzzleError(f"a jigsaw: expected letters for a square such as 9x9, found {len(letters)} letters")
        rows = "\n".join(letters[start : start + n] for start in range(0, n * n, n))
        return _overlapped([(0, 0)], n, shapes.regions_of(rows, n), recipe=f"Grid.jigsaw({' '.join(rows.split())!r})")

    @staticmethod
    def gattai(
        corners: Iterable[Position], *, box: tuple[int, int] = (3, 3), regions: str | None = None, recipe: str = ""
    ) -> Grid:
        """Make a grid of several grids that overlap or lie side by side: *gattai* is Japanese for merged.

        Parameters
        ----------
        corners : iterable of (int, int)
            Row and column, from 0, of the upper left corner of each grid.
        box : (int, int)
            Height and width of a box.
        regions : str, optional
            Regions in place of boxes: rows of letters, one for each cell, with ``.`` or ``#`` for none.

        Raises
        ------
        PuzzleError
            If two grids have the same corner, or overlap so that a cell is in two boxes; if a region and a row have
            different sizes, or if a region lies outside the grids.

        Examples
        --------
        >>> grid = Grid.gattai([(0, 0), (2, 2)], box=(2, 2))
        >>> grid.n_cells, len(grid.houses), grid.houses[8].name
        (28, 23, 'row 1 of grid 2')
        >>> print(grid.draw("." * 28))
        +-----+-----+
        | . . | . . |
        | . . | . . |
        +-----+-----+-----+
        | . . | . . | . . |
        | . . | . . | . . |
        +-----+-----+-----+
              | . . | . . |
              | . . | . . |
              +-----+-----+
        """
        box = _box(box)
        n = box[0] * box[1]
        try:
            corners = [position(*corner) for corner in corners]
        except TypeError:
            found = short_repr(corners)
            raise PuzzleError(f"corners: expected pairs of a row and a column, found {found}") from None
        if not corners:
            raise PuzzleError("corners: expected at least one, found none")
        if len(corners) * 2 * n > MAX_HOUSES:
            most = MAX_HOUSES // (2 * n)
            raise PuzzleError(f"corners: expected at most {most:,} grids of {n} rows, found {len(corners):,}")
        for corner in corners:
            if min(corner) < 0:
                raise PuzzleError(f"positions: expected rows and columns from 0 on, found {corner}")
            if max(corner) + n > MAX_SIDE:
                raise PuzzleError(
                    f"corners: expected at most {MAX_SIDE:,} rows and columns, "
                    f"found a grid of {n} rows at {shapes.position_name(corner)}"
                )
        if regions is not None and not isinstance(regions, str):
            raise PuzzleError(f"regions: expected rows of letters, found {short_repr(regions)}")
        if not recipe:
            parts = [repr(corners), f"box={box}" * (box != (3, 3)), f"regions={regions!r}" * (regions is not None)]
            recipe = f"Grid.gattai({', '.join(filter(None, parts))})"
        named = shapes.boxes_of(corners, box) if regions is None else shapes.regions_of(regions, n)
        return _overlapped(corners, n, named, recipe=recipe)

    @staticmethod
    def named(name: str) -> Grid:
        """Make a gattai by its name, one of `NAMED`; always the same object.

        Examples
        --------
        >>> {name: Grid.named(name).n_cells for name in ("twodoku", "butterfly", "shogun")}
        {'twodoku': 153, 'butterfly': 144, 'shogun': 783}
        """
        name = name.lower() if isinstance(name, str) else name
        if not isinstance(name, str) or name not in NAMED:
            raise PuzzleError(f"expected one of the gattai {', '.join(NAMED)}, found {short_repr(name)}")
        return _named(name)

    @staticmethod
    def samurai() -> Grid:
        """Make the best known gattai: four grids, and one over their inner corners; 369 cells, 131 houses."""
        return Grid.named("samurai")

    def with_houses(self, *houses: House | str) -> Grid:
        """Return the grid with more houses: `House` objects, or names of `EXTRA`.

        Raises
        ------
        PuzzleError
            If a name is unknown, or if its houses don't fit the grid; and as for `Grid`.

        Examples
        --------
        >>> grid = Grid.classic().with_houses("windoku", House("center", (30, 31, 32, 39, 40, 41, 48, 49, 50)[::2]))
        >>> len(grid.houses), grid.houses[27].name, grid.houses[31].cells
        (32, 'window 1', (30, 32, 40, 48, 50))
        """
        if not houses:
            return self
        more: list[House] = []
        for house in houses:
            if isinstance(house, House):
                more.append(house)
            elif isinstance(house, str) and house in EXTRA:
                more += self._extra(house)
            else:
                raise PuzzleError(f"expected a house, or one of {', '.join(EXTRA)}, found {short_repr(house)}")
        recipe = f"{self.recipe}.with_houses({', '.join(map(repr, houses))})" if self.recipe else ""
        return replace(self, houses=(*self.houses, *more), recipe=recipe)

    def _extra(self, name: str) -> list[House]:
        """Make the extra houses of a name."""
        n = self.n_digits
        try:
            if (self.height, self.width, self.n_cells) != (n, n, n * n):
                raise PuzzleError(f"expected a full square of {n}x{n} cells")
            divisors = [height for height in range(1, n + 1) if n % height == 0]
            boxes = ((height, n // height) for height in divisors)
            box = next((box for box in boxes if self.regions == Grid.classic(box).regions), None)
            houses = EXTRA[name](n, box)
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"{name}: {error}, found {self!r}") from None
        return [House(title, tuple(n * row + column for row, column in places)) for title, places in houses.items()]

    def with_holes(self, *cells: CellsLike | SupportsIndex) -> Grid:
        """Return the grid without some cells, such as ``"r1c1 r1c2"``; their houses become smaller.

        Examples
        --------
        >>> grid = Grid.classic((2, 2)).with_holes("r1c1", "r4c4")
        >>> print(grid.draw("." * 14))
            ┌───┬───────┐
            │ . │ .   . │
        ┌───┘   │       │
        │ .   . │ .   . │
        ├───────┼───────┤
        │ .   . │ .   . │
        │       │   ┌───┘
        │ .   . │ . │
        └───────┴───┘
        """
        taken = [self.cells_of(some if isinstance(some, Iterable) else [some]) for some in cells]
        holes = dict.fromkeys(chain.from_iterable(taken))
        kept = [cell for cell in range(self.n_cells) if cell not in holes]
        numbers = {cell: number for number, cell in enumerate(kept)}

        def left(houses: Iterable[House]) -> tuple[House, ...]:
            cells = ((house.name, tuple(numbers[cell] for cell in house.cells if cell in numbers)) for house in houses)
            return tuple(House(name, some) for name, some in cells if some)

        names = ", ".join(repr(self.cell_name(cell)) for cell in holes)
        return replace(
            self,
            positions=tuple(self.positions[cell] for cell in kept),
            houses=left(self.houses),
            regions=left(self.regions),
            recipe=f"{self.recipe}.with_holes({names})" if self.recipe else "",
        )

    def with_digits(self, n_digits: int, *, first: int = 1) -> Grid:
        """Return the grid with other digits: more than its houses have cells, or written from 0 on.

        Houses with fewer cells than digits hold no digit twice, but not each of them.

        Parameters
        ----------
        n_digits : int
            How many digits there are.
        first : int
            The number of the first of them, 0 or 1.

        Raises
        ------
        PuzzleError
            If there are fewer digits than cells of a house, or more than 32.

        Examples
        --------
        >>> Grid.latin(2).with_digits(3)
        Grid.latin(2).with_digits(3)
        >>> len(Grid.latin(2).with_digits(3).full_houses)
        0
        >>> Grid.classic().with_digits(9, first=0).signs
        '012345678'
        """
        n_digits, first = check_ints((n_digits, first), "n_digits and first")
        said = f"{n_digits}, first={first}" if first != 1 else f"{n_digits}"
        recipe = f"{self.recipe}.with_digits({said})" if self.recipe else ""
        return replace(self, n_digits=n_digits, first_digit=first, recipe=recipe)

    def with_variables(self, *sizes: int | tuple[int, int]) -> Grid:
        """Return the grid with more cells, below it and in no house: variables, whose values only rules restrict.

        Their numbers are greater than those of all other cells. `variables` lists them.

        Parameters
        ----------
        *sizes : int or (int, int)
            The number of cells of each group, or its rows and columns. Without columns, rows are as wide as the grid.
            A row is empty between two groups.

        Raises
        ------
        PuzzleError
            If a size is not positive, or if there are too many cells.

        Examples
        --------
        >>> grid = Grid.latin(4).with_variables(1)
        >>> [grid.cell_name(cell) for cell in grid.variables]
        ['r7c1']
        """
        positions = list(self.positions)
        top = self.height + (1 if self.variables else VARIABLE_GAP)
        for size in sizes:
            sides = check_ints(size, "size") if isinstance(size, tuple) else check_ints((size,), "size")
            if len(sides) not in (1, 2) or min(sides) < 1 or max(sides) > MAX_CELLS:
                raise PuzzleError(
                    f"size: expected a number of variables, or rows and columns, found {short_repr(size)}"
                )
            n, width = (sides[0], self.width) if len(sides) == 1 else (sides[0] * sides[1], sides[1])
            positions += [(top + place // width, place % width) for place in range(min(n, MAX_CELLS + 1))]
            top = positions[-1][0] + 2
        recipe = f"{self.recipe}.with_variables({', '.join(map(repr, sizes))})" if self.recipe else ""
        return replace(self, positions=tuple(positions), recipe=recipe)

    # ── Cells and their names ───────────────────────────────────────────────────────────────────────────────────

    @property
    def is_classic(self) -> bool:
        """Whether this is the grid of 9x9 cells in rows, columns and boxes."""
        return self.n_digits == 9 and (self is (classic := _classic(3, 3)) or self == classic)

    @property
    def variables(self) -> range:
        """The cells below a gap of two rows, as `with_variables` adds them; empty if there is no such gap.

        Examples
        --------
        >>> Grid.latin(4).variables, Grid.latin(4).with_variables(3).variables
        (range(16, 16), range(16, 19))
        """
        n = len(self.positions)
        if n <= 1 or self.height <= self.positions[0][0] + VARIABLE_GAP:
            return range(n, n)
        gaps = (cell for cell in range(1, n) if self.positions[cell][0] - self.positions[cell - 1][0] > VARIABLE_GAP)
        return range(next(gaps, n), n)

    @property
    def house_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each house, in the order of `houses`."""
        return self._house_cells.value(lambda: tuple(house.cells for house in self.houses))

    def allows(self, givens: object) -> bool:
        """Return whether this is a tuple with a digit, or 0, for each cell, and no house holds a digit twice.

        Examples
        --------
        >>> grid = Grid.latin(2)
        >>> grid.allows((1, 0, 0, 1)), grid.allows((1, 1, 0, 0)), grid.allows((1, 0, 0, 3)), grid.allows("1..1")
        (True, False, False, False)
        """
        return self._given_check.value(self._make_given_check).allows(givens)

    def _make_given_check(self) -> _core.GivenCheck:
        return _core.GivenCheck(self.house_cells, self.n_cells, self.n_digits)

    @property
    def signs(self) -> str:
        """The character of each digit, in order: ``123456789``, or ``012345678`` if they are written from 0 on."""
        return SIGNS[self.first_digit : self.first_digit + self.n_digits]

    @property
    def numbers(self) -> range:
        """The number that people write for each digit, and with which rules count.

        Examples
        --------
        >>> Grid.latin(3).numbers, Grid.latin(3).with_digits(3, first=0).numbers
        (range(1, 4), range(0, 3))
        """
        return range(self.first_digit, self.first_digit + self.n_digits)

    def numbers_of(self, digits: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers that people write for digits, as `Rule.holds` takes them.

        Examples
        --------
        >>> Grid.latin(3).with_digits(3, first=0).numbers_of((1, 3))
        (0, 2)
        """
        if self.first_digit == 1:
            return tuple(digits)
        return tuple([digit + self.first_digit - 1 for digit in digits])

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.positions)

    def cell(self, row: int, column: int) -> Cell | None:
        """Return the cell at a row and a column, counted from 0; None if there is none."""
        return self._cells.get((row, column))

    def neighbors(self, cell: Cell) -> list[Cell]:
        """List the cells that share an edge with one: above, left, right, below.

        Examples
        --------
        >>> grid = Grid.classic()
        >>> [grid.cell_name(cell) for cell in grid.neighbors(0)]
        ['r1c2', 'r2c1']
        """
        row, column = self.positions[cell]
        beside = (self.cell(row + down, column + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)))
        return [other for other in beside if other is not None]

    def number(self, digit: int) -> int:
        """Return the number that people write for a digit.

        Examples
        --------
        >>> Grid.classic().number(3), Grid.classic().with_digits(9, first=0).number(3)
        (3, 2)
        """
        return digit + self.first_digit - 1

    def digit_name(self, digit: int) -> str:
        """Return the number of a digit as text: what a sentence calls the digit."""
        return str(self.number(digit))

    def cell_name(self, cell: Cell) -> str:
        """Name a cell by its row and column, counted from 1: ``r1c1``."""
        return shapes.position_name(self.positions[cell])

    def parse_cell(self, name: str) -> Cell:
        """Return the cell with a name such as ``r1c1``: the inverse of `cell_name`.

        Raises
        ------
        PuzzleError
            If the text is not such a name, or if there is no such cell.
        """
        place = shapes.parse_position(name) if isinstance(name, str) else None
        if place is None:
            raise PuzzleError(f"expected a cell such as r1c1, found {short_repr(name)}")
        if not (0 <= place[0] < self.height and 0 <= place[1] < self.width):
            raise PuzzleError(f"{name} lies outside the grid of {self.height} rows and {self.width} columns")
        cell = self.cell(*place)
        if cell is None:
            raise PuzzleError(f"{name} is not a cell: the grid has a hole there")
        return cell

    def cells_of(self, cells: CellsLike) -> tuple[Cell, ...]:
        """Return the numbers of cells, given by names or numbers.

        Raises
        ------
        PuzzleError
            If there is no such cell.

        Examples
        --------
        >>> Grid.classic().cells_of("r1c1 r9c9"), Grid.classic().cells_of(["r5c5", 0])
        ((0, 80), (40, 0))
        """
        found = tuple(self.parse_cell(cell) if isinstance(cell, str) else cell for cell in normalize_cells(cells))
        if odd := [cell for cell in found if not 0 <= cell < self.n_cells]:
            raise PuzzleError(f"expected cells 0 to {self.n_cells - 1}, found {odd[0]}")
        return found

    @property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell, ascending, the cells that share a house with it; computed at first use."""
        return self._peers.value(self._make_peers)

    def _make_peers(self) -> tuple[tuple[Cell, ...], ...]:
        seen: list[set[Cell]] = [set() for _ in self.positions]
        for house in self.houses:
            for cell in house.cells:
                seen[cell].update(house.cells)
        return tuple(tuple(sorted(cells - {cell})) for cell, cells in enumerate(seen))

    @property
    def full_houses(self) -> frozenset[frozenset[Cell]]:
        """The cells of each house that holds every digit; computed at first use."""
        return self._full_houses.value(
            lambda: frozenset(frozenset(house.cells) for house in self.houses if len(house.cells) == self.n_digits)
        )

    @property
    def network(self) -> _core.Network:
        """The houses for the engine of any shape; computed at first use."""
        return self._network.value(
            lambda: _core.Network(self.n_digits, self.n_cells, [house.cells for house in self.houses])
        )

    # ── Drawing ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def outline(self) -> Outline:
        """The lines around the regions."""
        return Outline(self.positions, [region.cells for region in self.regions])

    def draw(self, texts: Sequence[str], *, compact: bool = False) -> str:
        """Draw the grid with a text for each cell, all padded to the longest.

        Boxes are separated by ASCII characters; other regions are outlined with box-drawing characters.

        Parameters
        ----------
        texts : sequence of str
            The text of each cell.
        compact : bool
            No lines, but gaps between boxes.

        Examples
        --------
        >>> digits = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        >>> print(Grid.classic().draw(digits))
        5 3 4 | 6 7 8 | 9 1 2
        6 7 2 | 1 9 5 | 3 4 8
        1 9 8 | 3 4 2 | 5 6 7
        ------+-------+------
        8 5 9 | 7 6 1 | 4 2 3
        4 2 6 | 8 5 3 | 7 9 1
        7 1 3 | 9 2 4 | 8 5 6
        ------+-------+------
        9 6 1 | 5 3 7 | 2 8 4
        2 8 7 | 4 1 9 | 6 3 5
        3 4 5 | 2 8 6 | 1 7 9
        """
        if len(texts) != self.n_cells:
            raise PuzzleError(f"expected a text for each of {self.n_cells} cells, found {len(texts)}")
        size = max(map(len, texts))
        padded = [text.ljust(size) for text in texts]
        outline = self.outline
        if compact:
            drawing = outline.compact(padded, size=size)
        else:
            is_framed = self.n_cells < self.height * self.width or not outline.has_boxes
            lines = ASCII if outline.has_boxes else BOX_DRAWING
            drawing = outline.boxed(padded, size=size, lines=lines, is_framed=is_framed)
        return "\n".join(line.rstrip() for line in drawing)


@lru_cache(maxsize=16)
def _numbered(positions: tuple[Position, ...]) -> tuple[int, int, Mapping[Position, Cell]]:
    """Check positions, and find height, width, and the cell at each of them: the same for all grids of a shape."""
    if not positions:
        raise PuzzleError("positions: expected at least one cell, found none")
    if len(positions) > MAX_CELLS:
        raise PuzzleError(f"positions: expected at most {MAX_CELLS:,} cells, found {len(positions):,}")
    if max(map(max, positions)) >= MAX_SIDE:
        far = next(place for place in positions if max(place) >= MAX_SIDE)
        raise PuzzleError(
            f"positions: expected at most {MAX_SIDE:,} rows and columns, found {shapes.position_name(far)}"
        )
    if min(map(min, positions)) < 0:
        off = next(position for position in positions if min(position) < 0)
        raise PuzzleError(f"positions: expected rows and columns from 0 on, found {off}")
    for before, after in pairwise(positions):
        if before >= after:
            fault = "is there twice" if before == after else f"is out of order, after {shapes.position_name(before)}"
            raise PuzzleError(f"positions: {shapes.position_name(after)} {fault}")
    width = max(column for _, column in positions) + 1
    return positions[-1][0] + 1, width, {position: cell for cell, position in enumerate(positions)}


def position(row: SupportsIndex, column: SupportsIndex) -> Position:
    """Convert a row and a column to a position."""
    place = row, column
    if type(row) is int and type(column) is int:
        return row, column
    row, column = check_ints(place, "a row and a column")
    return row, column


def _box_of(size: int | tuple[int, int]) -> tuple[int, int]:
    """Return the box for a number of digits; or check the box that is given."""
    try:
        n = index(size)  # type: ignore[arg-type]
    except TypeError:
        return _box(size)  # type: ignore[arg-type]
    height, width = shapes.square_box(n) if 1 <= n <= MAX_DIGITS else (1, n)
    if height == 1:
        expected = "a number of digits with boxes, such as 4, 6, 9, 12, 16 or 25"
        raise PuzzleError(
            f"size: expected {expected}, found {short_repr(size)}; a Latin square or a jigsaw needs no boxes"
        )
    return height, width


def _box(box: tuple[int, int]) -> tuple[int, int]:
    """Check the height and the width of a box."""
    sides = check_ints(box, "box")
    if len(sides) != 2 or min(sides) < 1 or sides[0] * sides[1] > MAX_DIGITS:
        found = short_repr(box)
        raise PuzzleError(f"box: expected height and width with a product of 1 to {MAX_DIGITS}, found {found}")
    return sides[0], sides[1]


@cache
def _named(name: str) -> Grid:
    return Grid.gattai(NAMED[name], recipe="Grid.samurai()" if name == "samurai" else f"Grid.named({name!r})")


@cache
def _classic(height: int, width: int) -> Grid:
    recipe = "Grid.classic()" if (height, width) == (3, 3) else f"Grid.classic({(height, width)})"
    return Grid.gattai([(0, 0)], box=(height, width), recipe=recipe)


def _overlapped(corners: Sequence[Position], n: int, regions: shapes.Houses, *, recipe: str) -> Grid:
    """Merge square grids: rows, columns and regions; of houses with equal cells, the first one stays."""
    if not 1 <= n <= MAX_DIGITS:
        raise PuzzleError(f"expected 1 to {MAX_DIGITS} digits, found {n}")
    positions, cells, lines = _lines(tuple(corners), n)
    houses = dict(lines)
    outlined: list[House] = []
    for name, places in regions.items():
        try:
            some = tuple([cells[place] for place in places])
        except KeyError as error:
            raise PuzzleError(f"{name}: {shapes.position_name(error.args[0])} lies off the grid") from None
        house = houses.get(some)
        if house is None:
            house = houses[some] = House(name, some)
        outlined.append(house)
    return Grid(positions, tuple(houses.values()), n_digits=n, regions=tuple(outlined), recipe=recipe)


@lru_cache(maxsize=16)
def _lines(
    corners: tuple[Position, ...], n: int
) -> tuple[tuple[Position, ...], dict[Position, Cell], dict[tuple[Cell, ...], House]]:
    """Return positions, their numbers, and rows and columns as cells, which are the same for any regions."""
    lines = shapes.lines_of(corners, n)
    positions = tuple(sorted({position for places in lines.values() for position in places}))
    cells = {position: cell for cell, position in enumerate(positions)}
    houses: dict[tuple[Cell, ...], House] = {}
    for name, places in lines.items():
        some = tuple(map(cells.__getitem__, places))
        houses.setdefault(some, House(name, some))
    return positions, cells, houses
