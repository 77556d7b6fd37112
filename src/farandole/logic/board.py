"""The board that techniques search: the digit or the candidates of each cell, and the singles that are known.

A set of cells is an integer with bit c for cell c. So the places of a digit, the cells of a house and the peers of a
cell are integers, and most tests of a technique are an AND and a comparison.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import _lru_cache_wrapper, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from farandole import _core, rules
from farandole.bitsets import bits, digits_of, set_of, union
from farandole.grid import Cell, Grid, House

if TYPE_CHECKING:
    from farandole.puzzle import Puzzle

T = TypeVar("T")

# What an integer is.
Digit: TypeAlias = int  # from 1; 0 for none
CellSet: TypeAlias = int  # bit c for cell c
DigitSet: TypeAlias = int  # a mask: bit d - 1 for digit d
HouseNumber: TypeAlias = int  # in the order of `Grid.houses`
HouseSet: TypeAlias = int  # bit h for house h
AnySet: TypeAlias = int  # one of these sets, or one of other numbers

Candidate: TypeAlias = tuple[Cell, Digit]

# A board as `_core.Singles` returns it: values, masks, places, counts, naked and hidden singles.
_State: TypeAlias = tuple[list[Digit], list[DigitSet], list[bytes], list[list[int]], list[Candidate], list[Candidate]]

# A process that lives long may see any number of grids. So after each `_MAX_GEOMETRIES` new ones, all that is cached
# for geometries goes: a killer whose path was found keeps half a megabyte.
_MAX_GEOMETRIES = 16
_caches: list[_lru_cache_wrapper[Any]] = []


def cache_for_geometries(maxsize: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Return a decorator that caches a function of a geometry, until many other geometries were made."""

    def decorate(find: Callable[..., T]) -> _lru_cache_wrapper[T]:
        cached = lru_cache(maxsize=maxsize)(find)
        _caches.append(cached)
        return cached

    return decorate


cache_by_geometry = cache_for_geometries(_MAX_GEOMETRIES)
cache_by_cells = cache_for_geometries(1 << 14)  # functions of a geometry and some of its cells or houses

# A function of the places of one digit can be cached across steps, because a step changes the places of few digits.
cache_by_places = cache_for_geometries(1 << 14)


class HouseKind(Enum):
    """The kind of a house, for techniques that distinguish lines and boxes."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"  # a region of any form
    OTHER = "other"  # a diagonal, a window


class Geometry:
    """The houses and peers of a grid, as sets of cells; `geometry_of` makes one for each grid.

    Attributes
    ----------
    cells : tuple of tuple of Cell
        The cells of each house, in the order of ``grid.houses``.
    houses : tuple of CellSet
        The same cells, as sets.
    kinds : tuple of HouseKind
        Of each house.
    is_full : tuple of bool
        Whether a house holds each digit: it has as many cells.
    houses_of : tuple of tuple of HouseNumber
        For each cell, the numbers of its houses.
    peers : tuple of CellSet
        For each cell, its peers.
    sees_by_rules : bool
        Whether it is the geometry of one digit, in which rules add to the peers.
    singles : _core.Singles
        Sets up boards and places singles.
    subsets : _core.Subsets
        Finds subsets of the cells of a house.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.n_cells = grid.n_cells
        self.n_digits = grid.n_digits
        self.cells: tuple[tuple[Cell, ...], ...] = grid.house_cells
        self.houses: tuple[CellSet, ...] = tuple(map(set_of, self.cells))
        self.kinds = tuple(_kind_of(grid, n) for n in range(len(grid.houses)))
        self.is_full = tuple(len(cells) == grid.n_digits for cells in self.cells)
        self.houses_of: tuple[tuple[HouseNumber, ...], ...] = tuple(
            tuple(house for house, cells in enumerate(self.houses) if cells >> cell & 1) for cell in range(grid.n_cells)
        )
        self.peers: tuple[CellSet, ...] = tuple(map(set_of, grid.peers))
        self.sees_by_rules = False
        self._of_kinds: dict[tuple[HouseKind, ...], tuple[HouseNumber, ...]] = {}
        houses = [list(cells) for cells in self.cells]
        self.singles = _core.Singles(grid.n_digits, grid.n_cells, houses)
        self.subsets = _core.Subsets(grid.n_digits, grid.n_cells, houses)

    def __reduce__(self) -> tuple[Callable[[Grid], Geometry], tuple[Grid]]:
        """Pickle only the grid, because there is one geometry for each."""
        return geometry_of, (self.grid,)

    def of_kind(self, *kinds: HouseKind) -> tuple[HouseNumber, ...]:
        """List the houses of these kinds, in the order of the kinds."""
        if kinds not in self._of_kinds:
            self._of_kinds[kinds] = tuple(
                house for kind in kinds for house, house_kind in enumerate(self.kinds) if house_kind is kind
            )
        return self._of_kinds[kinds]

    def seen_by_all(self, cells: Iterable[Cell]) -> CellSet:
        """Return the cells that see all of these."""
        seen = (1 << self.n_cells) - 1
        for cell in cells:
            seen &= self.peers[cell]
        return seen

    def houses_containing(self, cells: CellSet) -> tuple[HouseNumber, ...]:
        """List the houses that hold all cells of a set."""
        first = (cells & -cells).bit_length() - 1
        return tuple([house for house in self.houses_of[first] if not cells & ~self.houses[house]])


def _kind_of(grid: Grid, number: HouseNumber) -> HouseKind:
    house = grid.houses[number]
    if house in grid.regions:
        return HouseKind.BOX
    rows, columns = zip(*(grid.positions[cell] for cell in house.cells), strict=True)
    if len(set(rows)) == 1:
        return HouseKind.ROW
    return HouseKind.COLUMN if len(set(columns)) == 1 else HouseKind.OTHER


def _with_rules(puzzle: Puzzle) -> Grid:
    """Add houses for the rules whose cells hold different digits."""
    known = {*puzzle.grid.house_cells}
    houses: dict[tuple[Cell, ...], House] = {}
    taken: Counter[str] = Counter()
    for rule in puzzle.rules:
        if isinstance(rule, rules.Cage | rules.AllDifferent) and 1 < len(rule.cells) <= puzzle.grid.n_digits:
            cells = tuple(sorted(rule.cells))
            name = f"{'cage' if isinstance(rule, rules.Cage) else 'cells'} {puzzle.grid.cell_name(cells[0])}"
            if cells not in known and cells not in houses:
                taken[name] += 1
                houses[cells] = House(name if taken[name] == 1 else f"{name} ({taken[name]})", cells)
    return puzzle.grid.with_houses(*houses.values()) if houses else puzzle.grid


def geometry_of(grid: Grid) -> Geometry:
    """Return the geometry of a grid, cached for equal grids whose houses have the same names."""
    return _named_alike(grid, tuple(house.name for house in grid.houses))


# A geometry is kept as long as a board has it, so that equal grids share it, and for a while longer.
_in_use: WeakValueDictionary[tuple[Grid, tuple[str, ...]], Geometry] = WeakValueDictionary()
_numbers = count(1)


@lru_cache(maxsize=_MAX_GEOMETRIES)
def _named_alike(grid: Grid, names: tuple[str, ...]) -> Geometry:
    geometry = _in_use.get((grid, names))
    if geometry is None:
        geometry = _in_use[grid, names] = Geometry(grid)
        if next(_numbers) % _MAX_GEOMETRIES == 0:
            for cached in _caches:
                cached.cache_clear()
    return geometry


class Cage(NamedTuple):
    """Cells whose digits, counted from 1, have a total."""

    cells: CellSet
    total: int


class Board:
    """The digit or the candidates of each cell, and the known singles, in the order in which they appeared.

    Placing a digit eliminates it from the peers. Each naked or hidden single that this leaves is appended to a queue at
    once, so that no search for singles is needed. HoDoKu does the same, and its paths depend on the order.

    Attributes
    ----------
    values : list of Digit
        The digit of each cell, 0 for none.
    givens : CellSet
        The cells of the puzzle's givens.
    masks : list of DigitSet
        The candidates of each cell; 0 where it has a digit.
    places : list of CellSet
        For each digit, 1 to n, the cells that have it as a candidate; ``places[0]`` is empty.
    counts : list of list of int
        For each house, and each digit, 1 to n, how many of its cells have that candidate.
    naked, hidden : deque of (cell, digit)
        Singles in the order in which they appeared; some may already be placed.
    open : CellSet
        The cells that have no digit.
    n_open : int
        How many open cells there are.
    cages : tuple of Cage
        The cages of a killer, which are also houses.
    rules : tuple of Rule
        The rules of the puzzle.
    only_houses : bool
        Whether only houses and givens restrict the solution. Otherwise a swap of digits that the houses allow may
        break another rule, or a candidate may be missing from the start.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("1234567.." + "." * 72))
    >>> board.masks[7:9], list(board.naked)
    ([384, 384], [])
    >>> board.eliminate(7, 9)
    >>> list(board.naked), list(board.hidden)
    ([(7, 8)], [(8, 9)])
    """

    __slots__ = (
        *("_memo", "cages", "counts", "geometry", "givens", "hidden", "masks"),
        *("n_open", "naked", "only_houses", "open", "places", "rules", "values"),
    )

    def __init__(self, grid: Grid) -> None:
        self.geometry = geometry = geometry_of(grid)
        full: DigitSet = (1 << geometry.n_digits) - 1
        everywhere: CellSet = (1 << geometry.n_cells) - 1
        self.values: list[Digit] = [0] * geometry.n_cells
        self.givens: CellSet = 0
        self.masks: list[DigitSet] = [full] * geometry.n_cells
        self.places: list[CellSet] = [0] + [everywhere] * geometry.n_digits
        self.counts = [[len(cells)] * (geometry.n_digits + 1) for cells in geometry.cells]
        self.naked: deque[Candidate] = deque()
        self.hidden: deque[Candidate] = deque()
        self.open: CellSet = everywhere
        self.n_open = geometry.n_cells
        self.cages: tuple[Cage, ...] = ()
        self.rules: tuple[rules.Rule, ...] = ()
        self.only_houses = True
        self._memo: dict[Any, Any] = {}

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        """Set up a puzzle: place its givens and keep its pencilmarks; cages and other cells that differ become houses.

        Of other rules, only the digits that they allow in a single cell are used.
        """
        board = cls(_with_rules(puzzle) if puzzle.rules else puzzle.grid)
        board.take(board.geometry.singles.begin(puzzle.givens))
        if puzzle.grid.n_digits == 1:  # no candidate is eliminated, which is when the core notes a single
            board.naked.extend((cell, 1) for cell, value in enumerate(board.values) if not value)
        board.givens = set_of(cell for cell, digit in enumerate(puzzle.givens) if digit)
        if not puzzle.rules and puzzle.pencilmarks is None:
            return board
        board.rules = puzzle.rules
        board.only_houses = puzzle.pencilmarks is None and all(
            isinstance(rule, rules.AllDifferent) for rule in puzzle.rules
        )
        masks = list(puzzle.masks)
        for rule in puzzle.rules:
            if isinstance(rule, rules.Allowed):
                for cell in rule.cells:
                    masks[cell] &= rules.mask_of(rule.shifted(puzzle.grid.first_digit).digits)
            elif isinstance(rule, rules.Cage) and rule.total is not None:
                up = (1 - puzzle.grid.first_digit) * len(rule.cells)
                board.cages += (Cage(set_of(rule.cells), rule.total + up),)
        for cell, mask in enumerate(masks):
            for digit in digits_of(board.masks[cell] & ~mask):
                board.eliminate(cell, digit)
        return board

    def take(self, state: _State) -> None:
        """Take over a state from the core."""
        self.values, self.masks, places, self.counts, naked, hidden = state
        self.places = [0, *(int.from_bytes(cells, "little") for cells in places)]
        self.naked, self.hidden = deque(naked), deque(hidden)
        self.open = union(self.places)
        self.n_open = self.open.bit_count()
        self._memo.clear()

    def place_singles(self) -> list[tuple[int, Cell, Digit, HouseNumber]]:
        """Place full houses, naked singles and hidden singles until there are none left, in the order of the path.

        Returns
        -------
        list of (kind, cell, digit, house)
            Kind 0 is a full house, 1 a naked single, 2 a hidden single. The house of a naked single is -1.
        """
        steps, state = self.geometry.singles.walk(self.values, self.masks, list(self.naked), list(self.hidden))
        self.take(state)
        return steps

    def copy(self) -> Board:
        """Copy the board."""
        board = object.__new__(Board)
        board.geometry, board.givens, board.cages = self.geometry, self.givens, self.cages
        board.rules, board.only_houses = self.rules, self.only_houses
        board.open, board.n_open = self.open, self.n_open
        board.values, board.masks, board.places = self.values[:], self.masks[:], self.places[:]
        board.counts = [counts[:] for counts in self.counts]
        board.naked, board.hidden = self.naked.copy(), self.hidden.copy()
        board._memo = {}
        return board

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Pickle everything except the cache."""
        return None, {name: {} if name == "_memo" else getattr(self, name) for name in self.__slots__}

    def place(self, cell: Cell, digit: Digit) -> None:
        """Put a digit into a cell, and eliminate it from the peers."""
        geometry, masks = self.geometry, self.masks
        held = masks[cell]
        self.values[cell] = digit
        masks[cell] = 0
        self.open ^= 1 << cell
        self.n_open -= 1
        candidates = digits_of(held)
        for candidate in candidates:
            self.places[candidate] ^= 1 << cell
        for peer in bits(geometry.peers[cell] & self.places[digit]):
            self.eliminate(peer, digit)
        for candidate in candidates:
            for house in geometry.houses_of[cell]:
                counts = self.counts[house]
                counts[candidate] -= 1
                if counts[candidate] == 1 and candidate != digit:
                    self._note_hidden(house, candidate)
        self._memo.clear()

    def eliminate(self, cell: Cell, digit: Digit) -> None:
        """Eliminate a candidate, if it is there."""
        bit = 1 << digit >> 1
        mask = self.masks[cell]
        if not mask & bit:
            return
        self.masks[cell] = mask = mask ^ bit
        self.places[digit] ^= 1 << cell
        if mask and not mask & (mask - 1):
            self.naked.append((cell, mask.bit_length()))
        for house in self.geometry.houses_of[cell]:
            counts = self.counts[house]
            counts[digit] -= 1
            if counts[digit] == 1:
                self._note_hidden(house, digit)
        self._memo.clear()

    def _note_hidden(self, house: HouseNumber, digit: Digit) -> None:
        place = self.geometry.houses[house] & self.places[digit]
        if self.geometry.is_full[house] and place:
            self.hidden.append((place.bit_length() - 1, digit))

    def cached(self, find: Callable[[Board], T]) -> T:
        """Return the result of a function on this board, cached until the board changes."""
        if find not in self._memo:
            self._memo[find] = find(self)
        result: T = self._memo[find]
        return result

    def candidates_in(self, cells: CellSet, digits: DigitSet) -> tuple[Candidate, ...]:
        """List the candidates of these digits in these cells, cell by cell."""
        return tuple((cell, digit) for cell in bits(cells) for digit in digits_of(self.masks[cell] & digits))

    def candidates_by_digit(self, cells: CellSet, digits: Sequence[Digit]) -> tuple[Candidate, ...]:
        """List the candidates of these digits in these cells, digit by digit."""
        return tuple((cell, digit) for digit in digits for cell in bits(cells & self.places[digit]))
