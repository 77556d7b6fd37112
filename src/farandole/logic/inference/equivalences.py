"""Set equivalences of a grid: houses that are added and taken away so that few cells are left on both sides.

Each full house holds every digit once. So if houses are added and taken away, a cell counts as often as it is in houses
added, less the times it is in houses taken away; and each digit counts as often as there are more houses added. Where
few cells count, this limits their digits.

The search starts from runs of neighboring rows and columns and from pairs of houses. From each start it descends: it
takes away or adds the house that leaves the fewest cells, until no house helps. An equivalence that is the sum of
smaller ones is dropped, because the smaller ones say more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from farandole.bitsets import set_of
from farandole.grid import Cell
from farandole.logic.board import Geometry, HouseKind, HouseNumber
from farandole.logic.step import Equivalence, Side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Numbers: TypeAlias = NDArray[np.int8]

_MAX_CELLS = 32  # left on both sides together, as in Phistomefel's ring
_MAX_EQUIVALENCES = 600
_FEW_CELLS = 12  # Of larger equivalences, only some of each shape are kept:
_MAX_HOUSES = 8
_MAX_BALANCED = 36  # with as many houses added as taken away
_MAX_UNBALANCED = 6  # with more houses added
_MAX_SURPLUS = 2
_MAX_COUNT = 2  # how often a cell may count
_MAX_WORK = 6_000_000  # starts times houses times cells of a round of the descent
_MAX_ROUNDS = 24
_MAX_LINES = 9  # of a grid whose sets of lines are all starts

_Start: TypeAlias = dict[HouseNumber, int]  # how often each house is added; negative if it is taken away


class _FullHouse(NamedTuple):
    number: HouseNumber
    kind: HouseKind
    cells: tuple[Cell, ...]
    places: tuple[tuple[int, int], ...]  # of the cells: row and column

    @property
    def is_line(self) -> bool:
        return self.kind in (HouseKind.ROW, HouseKind.COLUMN)


def find_equivalences(geometry: Geometry) -> tuple[Equivalence, ...]:
    """Find the equivalences of a grid that leave few cells, those with the fewest cells first.

    Only full houses take part. Grids that differ in other houses, such as the cages of killers, share the result.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import geometry_of
    >>> grid = Grid.classic().with_houses("windoku")
    >>> first = find_equivalences(geometry_of(grid))[0]
    >>> [grid.houses[house].name for house in (*first.added.houses, *first.taken.houses)]
    ['row 2', 'row 3', 'row 4', 'window 1', 'window 2']
    """
    positions = geometry.grid.positions
    houses = tuple(
        _FullHouse(number, geometry.kinds[number], cells, tuple(positions[cell] for cell in cells))
        for number, cells in enumerate(geometry.cells)
        if geometry.is_full[number]
    )
    return _equivalences_of(geometry.n_cells, houses)


@lru_cache(maxsize=64)
def _equivalences_of(n_cells: int, houses: tuple[_FullHouse, ...]) -> tuple[Equivalence, ...]:
    return tuple(_Search(n_cells, houses).equivalences()) if len(houses) > 1 else ()


# ── Starts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grids_of_lines(houses: Sequence[_FullHouse], kind: HouseKind) -> list[dict[int, _FullHouse]]:
    """Group the rows or the columns by grid, each with its number in the whole: those with cells side by side."""
    axis = 0 if kind is HouseKind.ROW else 1
    grids: dict[tuple[int, ...], dict[int, _FullHouse]] = {}
    for house in houses:
        if house.kind is kind:
            across = tuple(place[1 - axis] for place in house.places)
            grids.setdefault(across, {})[house.places[0][axis]] = house
    return list(grids.values())


def _runs(houses: Sequence[_FullHouse], kind: HouseKind) -> list[tuple[_FullHouse, ...]]:
    """List the runs of neighboring lines of each grid that lack its last line.

    A run with the last line says the same as the lines before it, because all lines together hold what all regions do.
    """
    runs = []
    for lines in _grids_of_lines(houses, kind):
        for first, end in combinations(sorted(lines), 2):
            if all(number in lines for number in range(first, end)):
                runs.append(tuple(lines[number] for number in range(first, end)))
    return runs


def _starts(houses: Sequence[_FullHouse]) -> Iterator[_Start]:
    """Yield starts, the most useful first: runs of lines, pairs of other houses, runs of rows with runs of columns."""
    rows, columns = _runs(houses, HouseKind.ROW), _runs(houses, HouseKind.COLUMN)
    yield from ({house.number: 1 for house in run} for run in (*rows, *columns))
    yield from ({house.number: 1} for house in houses if not house.is_line)
    for first, second in combinations(houses, 2):
        if first.is_line and second.is_line:
            continue
        yield {first.number: 1, second.number: 1}
        if not set(first.cells).isdisjoint(second.cells):
            yield {first.number: 1, second.number: -1}
    for run, across in product(rows, columns):
        if not set(run[0].cells).isdisjoint(across[0].cells):
            for sign in (1, -1):
                yield {house.number: 1 for house in run} | {house.number: sign for house in across}


def _sets_of_lines(houses: Sequence[_FullHouse]) -> Iterator[_Start]:
    """Yield all sets of rows, and all of columns, of small grids."""
    for kind in (HouseKind.ROW, HouseKind.COLUMN):
        for lines in _grids_of_lines(houses, kind):
            for size in range(2, len(lines) if len(lines) <= _MAX_LINES else 0):
                yield from ({house.number: 1 for house in chosen} for chosen in combinations(lines.values(), size))


# ── Search ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Search:
    """Descends from all starts at once.

    A descent moves houses, and also *derived houses*: cells that hold each digit once by an equivalence, such as the
    rest of three rows without two windows.

    Parameters
    ----------
    n_cells : int
    houses : sequence of _FullHouse
    """

    def __init__(self, n_cells: int, houses: Sequence[_FullHouse]) -> None:
        import numpy as np

        self._np: Any = np
        self._houses = houses
        self._index = {house.number: n for n, house in enumerate(houses)}
        self._members = np.zeros((len(houses), n_cells), np.int8)
        for n, house in enumerate(houses):
            self._members[n, list(house.cells)] = 1
        self._moves = np.eye(len(houses), dtype=np.int8)  # how often each house is in a move

    def equivalences(self) -> Iterator[Equivalence]:
        """Yield what is left of the starts, without repetitions and sums of others."""
        np = self._np
        times = self._descend(_starts(self._houses))
        if self._add_derived_houses(times):
            more = self._descend(_sets_of_lines(self._houses))
            times = self._unique(np.concatenate([times, more]))
        counts = times @ self._members
        sizes = np.count_nonzero(counts, axis=1)
        is_small = (sizes > 0) & (sizes <= _MAX_CELLS) & (np.abs(counts).max(axis=1) <= _MAX_COUNT)
        is_small &= np.abs(times.sum(axis=1)) <= _MAX_SURPLUS
        times = self._with_few_houses(times[is_small], self._relations(times[sizes == 0]))
        counts, sizes, n_houses = counts[is_small], sizes[is_small], np.abs(times).sum(axis=1)
        known = _Known(np, [*self._members, *-self._members])  # houses alone say nothing new
        kept: Counter[tuple[int, ...]] = Counter()
        for n in sorted(range(len(times)), key=lambda n: (sizes[n], n_houses[n])):
            count, surplus = counts[n], abs(int(times[n].sum()))
            shape = int(sizes[n]), surplus, int(n_houses[n])
            most = _MAX_UNBALANCED if surplus else _MAX_BALANCED
            if sizes[n] > _FEW_CELLS and (kept[shape] == most or n_houses[n] > _MAX_HOUSES):
                continue
            if known.has_part_of(count):
                continue
            known.add(count)
            known.add(-count)
            yield self._equivalence(times[n], count)
            kept[shape] += 1
            if kept.total() == _MAX_EQUIVALENCES:
                return

    def _add_derived_houses(self, times: _Numbers) -> bool:
        """Let descents move derived houses, too; return whether there are any."""
        np = self._np
        counts = times @ self._members
        surplus = times.sum(axis=1)
        is_house = (np.abs(surplus) == 1) & (counts * surplus[:, None] >= 0).all(axis=1)
        is_house &= (np.abs(counts).max(axis=1) == 1) & (np.abs(times).sum(axis=1) > 1)
        derived: dict[bytes, _Numbers] = {house.tobytes(): house for house in self._members}
        n_known = len(derived)
        new = np.flatnonzero(is_house)
        for n in new[np.abs(times[new]).sum(axis=1).argsort(kind="stable")]:
            derived.setdefault((counts[n] * surplus[n]).astype(np.int8).tobytes(), times[n] * surplus[n])
        found = list(derived.values())[n_known:][: len(self._houses)]
        if found:
            self._moves = np.concatenate([self._moves, np.array(found, np.int8)])
        return bool(found)

    def _descend(self, starts: Iterator[_Start]) -> _Numbers:
        """Return how often each house is added at the start, the end and between, each sum of houses once."""
        np = self._np
        moved = self._moves @ self._members
        chosen = list(islice(starts, max(1, _MAX_WORK // moved.size)))
        times = np.zeros((len(chosen), len(self._houses)), np.int8)
        is_fixed = np.zeros((len(chosen), len(moved)), bool)  # a house of a start, or a line parallel to it, stays
        parallel = {
            kind: [n for n, house in enumerate(self._houses) if house.kind is kind and house.is_line]
            for kind in HouseKind
        }
        for n, start in enumerate(chosen):
            is_pair = len(start) == 2 and not all(self._houses[self._index[number]].is_line for number in start)
            for number, sign in start.items():
                at = self._index[number]
                times[n, at] = sign
                is_fixed[n, at] = True
                if not is_pair:
                    is_fixed[n, parallel[self._houses[at].kind]] = True
        ends = [times]
        of_move = moved.T.astype(np.float32)
        for _ in range(_MAX_ROUNDS):
            counts = times @ self._members
            # Taken away, a house fills the cells that don't count, and empties those that are added.
            is_free = counts == 0
            filled_less_emptied = (np.subtract(is_free, counts == sign, dtype=np.float32) for sign in (1, -1))
            changes = np.concatenate([each @ of_move for each in filled_less_emptied], axis=1)
            # A house that leaves as many cells is moved if it brings the houses added and taken away into balance.
            balance = 0.1 * np.sign(times.sum(axis=1, dtype=np.float32))[:, None]
            changes += np.repeat(
                np.where(balance == 0, 0.1, np.concatenate([-balance, balance], axis=1)), len(moved), 1
            )
            changes[np.concatenate([is_fixed, is_fixed], axis=1)] = np.inf
            best = changes.argmin(axis=1)
            is_better = changes[np.arange(len(times)), best] < 0
            times, is_fixed, best = times[is_better], is_fixed[is_better], best[is_better]
            if not len(times):
                break
            signs = np.where(best < len(moved), -1, 1).astype(np.int8)
            times = times + signs[:, None] * self._moves[best % len(moved)]
            ends.append(times)
        return self._unique(np.concatenate(ends))

    def _unique(self, rows: _Numbers) -> _Numbers:
        """Return the different rows in order. `numpy.unique` sorts all of them, which takes several times as long."""
        np = self._np
        n = rows.shape[1]
        above_zero = (rows + np.int8(-128)).view(np.uint8)  # so that bytes have the order of the numbers
        texts = sorted(set(above_zero.view(f"V{n}").ravel().tolist()))
        found: _Numbers = np.frombuffer(b"".join(texts), np.int8).reshape(-1, n) + np.int8(-128)
        return found

    def _relations(self, times: _Numbers) -> _Numbers:
        """Choose sums of houses that leave nothing, such as three rows less three boxes."""
        np = self._np
        order = np.abs(times).sum(axis=1).argsort(kind="stable")
        chosen = times[order][: 2 * len(self._houses)]
        both_ways: _Numbers = np.concatenate([chosen, -chosen])
        return both_ways

    def _with_few_houses(self, times: _Numbers, relations: _Numbers) -> _Numbers:
        """Replace houses by others that leave the same cells, if these are fewer."""
        np = self._np
        sizes = np.abs(times).sum(axis=1)
        for relation in (*relations, *relations):
            less = times + relation
            less_sizes = np.abs(less).sum(axis=1)
            is_better = less_sizes < sizes
            times = np.where(is_better[:, None], less, times)
            sizes = np.where(is_better, less_sizes, sizes)
        return times

    def _equivalence(self, times: _Numbers, count: _Numbers) -> Equivalence:
        np = self._np
        sides = []
        for sign in (1, -1):
            houses = Counter({self._houses[n].number: max(0, sign * int(times[n])) for n in np.flatnonzero(times)})
            cells, twice = (set_of(map(int, np.flatnonzero(sign * count >= least))) for least in (1, 2))
            sides.append(Side(tuple(sorted(houses.elements())), cells, twice))
        added, taken = sorted(sides, key=lambda side: (-len(side.houses), side.houses))
        return Equivalence(added, taken)


class _Known:
    """The equivalences that are kept, each as a set of bits: one for each time that a cell is added or taken away.

    Parameters
    ----------
    np : module
        NumPy.
    counts : sequence of array of int8
        For each equivalence, how often each cell counts.
    """

    def __init__(self, np: Any, counts: Sequence[_Numbers]) -> None:
        self._np = np
        self._sets = [self._set_of(count) for count in counts]

    def add(self, count: _Numbers) -> None:
        """Add an equivalence."""
        self._sets.append(self._set_of(count))

    def has_part_of(self, count: _Numbers) -> bool:
        """Return whether an equivalence is part of another, in which each cell counts as often or more often."""
        lacking = ~self._set_of(count)
        return any(not known & lacking for known in self._sets)

    def _set_of(self, count: _Numbers) -> int:
        times = [sign * count >= least for sign in (1, -1) for least in range(1, _MAX_COUNT + 1)]
        return int.from_bytes(self._np.packbits(self._np.concatenate(times)).tobytes(), "big")


__all__ = ["find_equivalences"]
