"""Chains of almost locked sets, and death blossoms: a cell and an almost locked set for each of its digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, has_digit, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, DigitSet, Geometry
from farandole.logic.inference.sets import Als, als_table, eliminations_of, find_als
from farandole.logic.step import Level, LockedSet, Reason, Step, technique
from farandole.logic.techniques.als import COMMON, SetNumber, add_sight, chain_of_sets, describe_set_list, describe_sets
from farandole.logic.techniques.chains import END, index_sum
from farandole.logic.wording.proofs import SET_NAMES, candidate_digits, describe_sight
from farandole.logic.wording.words import join_words, name_cells

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, AlsSolver"


def _describe_blossom(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    stem, lost = (
        join_words(name_cells(geometry, reason.cells)),
        join_words(candidate_digits(step.eliminations, geometry)),
    )
    digits = [digit for cell, digit in reason.parts[COMMON] if reason.cells >> cell & 1]
    yield tr("{cell} is {digits}", cell=stem, digits=join_words(map(geometry.grid.digit_name, digits), "or"))
    yield describe_set_list(geometry, reason.sets)
    yield from describe_sight(reason.rules, geometry)
    for name, digit in zip(SET_NAMES, digits, strict=False):
        yield tr(
            "If {cell} is {digit}, {set} lacks it and holds {others}",
            cell=stem,
            digit=geometry.grid.digit_name(digit),
            set=name,
            others=lost,
        )
    yield tr("So {sets} holds {digits}", sets=join_words(SET_NAMES[: len(reason.sets)], "or"), digits=lost)


@technique(
    "Almost Locked Set Chain",
    Level.UNFAIR,
    score=340,
    code="0903",
    aliases=("ALS-XY-Chain", "ALS Chain"),
    source=_SOURCE,
    describe=describe_sets,
)
def als_chain(
    board: Board, *, overlap: bool = False, ascending: bool = True, max_links: int | None = None
) -> Iterator[Step]:
    """Each of several almost locked sets has a restricted common digit with the next, another one each time.

    If the first set doesn't hold a digit that it shares with the last, the last one does; a cell that sees all its
    places in both doesn't hold it.
    """
    table = als_table(board, overlap=overlap)
    walk = _Walk(table, ascending, max_links or len(table))
    chains: dict[_Eliminated, list[tuple[_Start, _Spot]]] = {}
    for start, digit, end, digits, cells in table.chains(ascending, walk.max_links):
        chains.setdefault(tuple(cells.items()), []).append(((start, digit), (end, digits)))
    groups: dict[tuple[int, int], list[_Eliminated]] = {}
    for eliminated in chains:
        eliminations = eliminations_of(dict(eliminated))
        groups.setdefault((-len(eliminations), index_sum(eliminations)), []).append(eliminated)
    for _, group in sorted(groups.items()):
        if len(group) > 1 and ascending:
            group.sort(key=lambda eliminated: walk.first_seen(chains[eliminated]))
        for eliminated in group:
            path = walk.shortest(chains[eliminated])
            if path:
                chain = tuple(number for number, _ in path)
                yield chain_of_sets(
                    als_chain, board, table, chain, [digits_of(mask) for _, mask in path[1:]], dict(eliminated)
                )


@technique("Death Blossom", Level.UNFAIR, score=360, code="0904", source=_SOURCE, describe=_describe_blossom)
def death_blossom(board: Board, *, overlap: bool = False, max_petals: int = 100) -> Iterator[Step]:
    """Whichever digit the stem cell holds, an almost locked set, its petal, loses that digit and is locked.

    A cell that sees all places of a digit that all petals have doesn't hold it.
    """
    table = als_table(board, overlap=overlap)
    sets = board.cached(find_als)
    every = range(1, board.geometry.n_digits + 1)
    watching = {digit: table.watching(digit) for digit in every}
    for stem, mask in enumerate(board.masks):
        digits = digits_of(mask)
        petals = [list(bits(watching[digit][stem]))[:max_petals] for digit in digits]
        if digits and all(petals):
            others = [digit for digit in every if digit not in digits]
            for chosen, eliminated in _choose_petals(sets, petals, others, stem, overlap):
                yield add_sight(_make_blossom(sets, stem, digits, chosen, eliminated), board)


_Cells: TypeAlias = dict[Digit, CellSet]  # for each digit, cells
_SomeSets: TypeAlias = int  # bit n for set n

# The end of a chain so far: a set, and the mask of the restricted commons with the set before it that are in effect.
_Spot: TypeAlias = tuple[SetNumber, DigitSet]
_Start: TypeAlias = tuple[SetNumber, Digit]  # a set, and its restricted common with the next
_Bloom: TypeAlias = tuple[tuple[SetNumber, ...], _Cells]  # the petals, and their eliminations
_Eliminated: TypeAlias = tuple[tuple[Digit, CellSet], ...]  # digits, and the cells where each is eliminated


class _Walk:
    """Chains of sets, in ascending order of their numbers or in any order."""

    def __init__(self, table: _core.AlmostLocked, ascending: bool, max_links: int) -> None:
        self.table = table
        self.n = len(table)
        self.ascending, self.max_links = ascending, max_links

    @cached_property
    def onward(self) -> list[list[_Spot]]:
        """For each set, the sets to which a chain may continue, with the restricted commons."""
        onward = [self.table.onward(number) for number in range(self.n)]
        return onward if self.ascending else _both_ways(onward)

    @cached_property
    def sizes(self) -> list[int]:
        """The number of cells of each set."""
        return [Als(*self.table[number]).cells.bit_count() for number in range(self.n)]

    def _hops(self, here: SetNumber, lost: DigitSet) -> Iterator[_Spot]:
        """List the spots to which a chain may continue, in order."""
        for there, mask in self.onward[here]:
            if mask & ~lost:
                yield there, mask & ~lost

    def first_seen(self, ends: list[tuple[_Start, _Spot]]) -> tuple[_Spot, ...]:
        """Find the first chain of a depth-first search, set by set."""
        least = min(start for (start, _), _ in ends)
        goals = {(digit, spot) for (start, digit), spot in ends if start == least}
        seen: set[tuple[Digit, SetNumber, DigitSet, int]] = set()

        def search(path: tuple[_Spot, ...], first: Digit) -> tuple[_Spot, ...] | None:
            there, mask = path[-1]
            n_links = min(len(path) - 1, 3)
            if (first, there, mask, n_links) in seen:
                return None
            seen.add((first, there, mask, n_links))
            if n_links == 3 and (first, path[-1]) in goals:
                return path
            for spot in self._hops(there, mask & -mask):
                longer = search((*path, spot), first)
                if longer:
                    return longer
            return None

        for there, mask in self.onward[least]:
            for digit in digits_of(mask):
                path = search(((least, 0), (there, bit_of(digit))), digit)
                if path:
                    return path
        return ((self.n, 0),)

    def shortest(self, ends: list[tuple[_Start, _Spot]]) -> tuple[_Spot, ...]:
        """Find the chain with the fewest sets, then the fewest cells; no set occurs twice; empty if there is none."""
        for n_links in range(3, self.max_links + 1):
            paths = (path for start, goal in ends for path in self._find_joins(start, goal, n_links))
            best = min(paths, key=lambda path: sum(self.sizes[number] for number, _ in path), default=())
            if best:
                return best
        return ()

    def _find_joins(self, start: _Start, goal: _Spot, n_links: int) -> Iterator[tuple[_Spot, ...]]:
        """List the chains of `n_links` links from a start to a spot."""
        leading = [1 << goal[0]]  # the sets from which 0, 1, 2 ... links lead to the goal
        for _ in range(n_links - 1):
            before = 0
            for number in bits(leading[-1]):
                partners = self.table.partners(number)
                before |= partners & (1 << number) - 1 if self.ascending else partners
            leading.append(before)

        def extend(path: tuple[_Spot, ...], used: _SomeSets) -> Iterator[tuple[_Spot, ...]]:
            there, mask = path[-1]
            left = n_links - len(path)
            if left < 0:
                if path[-1] == goal:
                    yield path
                return
            for spot in self._hops(there, mask & -mask):
                if (leading[left] & ~used) >> spot[0] & 1:
                    yield from extend((*path, spot), used | 1 << spot[0])

        first, digit = start
        for there, mask in self.onward[first]:
            if has_digit(mask, digit) and leading[n_links - 1] >> there & 1:
                yield from extend(((first, 0), (there, bit_of(digit))), 1 << first | 1 << there)


def _both_ways(onward: list[list[_Spot]]) -> list[list[_Spot]]:
    both = [list(links) for links in onward]
    for first, links in enumerate(onward):
        for second, mask in links:
            both[second].append((first, mask))
    return [sorted(links) for links in both]


def _choose_petals(
    sets: list[Als], petals: list[list[SetNumber]], digits: Iterable[Digit], stem: Cell, overlap: bool
) -> Iterator[_Bloom]:
    """Choose a petal for each digit of the stem so that together they eliminate one of these digits elsewhere."""

    def choose(chosen: tuple[SetNumber, ...], cells: CellSet, eliminated: _Cells) -> Iterator[_Bloom]:
        if len(chosen) == len(petals):
            yield chosen, eliminated
            return
        for number in petals[len(chosen)]:
            als = sets[number]
            if als.cells & cells and not overlap:
                continue
            covered = als.cells | cells
            left = {z: seen & als.seen[z] & ~covered for z, seen in eliminated.items() if z in als.seen}
            left = {z: seen for z, seen in left.items() if seen}
            if left:
                yield from choose((*chosen, number), covered, left)

    return choose((), 0, dict.fromkeys(digits, ~(1 << stem)))


def _make_blossom(
    sets: list[Als], stem: Cell, digits: Iterable[Digit], petals: tuple[SetNumber, ...], eliminated: _Cells
) -> Step:
    sets = [sets[number] for number in petals]
    shared = [
        (cell, digit) for digit, als in zip(digits, sets, strict=True) for cell in (stem, *bits(als.places[digit]))
    ]
    reason = Reason(
        digits=union(map(bit_of, eliminated)),
        cells=1 << stem,
        parts={
            COMMON: tuple(shared),
            END: tuple((cell, z) for z in sorted(eliminated) for als in sets for cell in bits(als.places[z])),
        },
        sets=tuple(LockedSet(als.cells, als.digits) for als in sets),
    )
    return Step(death_blossom, (), eliminations_of(eliminated), reason)
