"""Oddagons: patterns that can't be filled, so that one of the candidates outside the pattern, the guardians, is true.

A ring of an odd number of cells can't be filled with one digit in every second cell, nor with two digits in turn; cells
of four boxes can't be filled with three digits if an odd number of the boxes has an odd arrangement.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.inference.derivations import derivations_of
from farandole.logic.inference.sets import has_too_many_candidates
from farandole.logic.inference.tables import group_tables
from farandole.logic.step import Level, Link, Node, Part, Reason, Step, Technique, technique
from farandole.logic.wording.nets import describe_agreement
from farandole.logic.wording.proofs import describe_candidates
from farandole.logic.wording.words import describe_cells, describe_houses, join_words, name_cells, name_digits

_MAX_GUARDIANS = 8  # of an edge: only grids larger than 9x9 have more in a house
_MAX_WORK = 100_000  # beginnings of rings that are looked at

GUARDIAN = Part("guardian")  # a candidate without which the pattern would be there: one of them is true


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    ring = [link.start.cells for link in reason.links[0]]
    cells = [name for node_cells in (*ring, ring[0]) for name in name_cells(geometry, node_cells)]
    digits = name_digits(geometry, reason.digits)
    yield tr("The ring {cells} has an odd number of cells, and each sees the next", cells=" - ".join(cells))
    if len(digits) == 1:
        yield tr(
            "So {digit} can't be in every second cell, but elsewhere in a house that two of these share",
            digit=digits[0],
        )
    else:
        yield tr(
            "Two digits, {digits}, can't take turns in it, so one of the others there is true",
            digits=join_words(digits),
        )
    yield describe_guardians(reason.parts[GUARDIAN], geometry)


def describe_guardians(guardians: tuple[Candidate, ...], geometry: Geometry) -> str:
    """Say that one of the guardians is true."""
    if len(guardians) == 1:
        ((cell, digit),) = guardians
        return tr("So {cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit))
    return tr("So one of these is true: {candidates}", candidates=describe_candidates(guardians, geometry))


def _describe_tridagon(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    boxes = [house for house in geometry.of_kind(HouseKind.BOX) if geometry.houses[house] & reason.cells]
    yield tr(
        "In {boxes}, {cells} all may hold {digits}",
        boxes=describe_houses(geometry, boxes),
        cells=describe_cells(geometry, reason.cells),
        digits=join_words(name_digits(geometry, reason.digits)),
    )
    yield tr("With nothing else in them, three digits alone could not fill these four times three cells")
    yield describe_guardians(reason.parts[GUARDIAN], geometry)


def _describe_tridagon_guardians(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    guardians, digits = reason.parts[GUARDIAN], join_words(name_digits(geometry, reason.digits))
    boxes = [house for house in geometry.of_kind(HouseKind.BOX) if geometry.houses[house] & reason.cells]
    yield tr(
        "In {boxes}, {cells} hold nothing but {digits} and a few other candidates",
        boxes=describe_houses(geometry, boxes),
        cells=describe_cells(geometry, reason.cells),
        digits=digits,
    )
    yield tr("With nothing else in them, three digits alone could not fill these four times three cells")
    yield describe_guardians(guardians, geometry)
    if len(guardians) > 1:
        yield from describe_agreement(step, geometry)


# A set of candidates: bit `digit * n_cells + cell`.
_CandidateSet: TypeAlias = int
# The cell that an edge leads to, its house, its guardians, and the candidates that clash with all of these.
_Edge: TypeAlias = tuple[Cell, HouseNumber, _CandidateSet, _CandidateSet]
_Edges: TypeAlias = dict[Cell, list[_Edge]]  # by the start of the edges
_Ring: TypeAlias = tuple[Cell, ...]


@technique(
    "Broken Wing",
    Level.HARD,
    code="1400",
    aliases=("Guardians", "Oddagon"),
    source="Rod Hagglund, Broken Wings, sudoku.com forum 2005; Sudopedia, Broken Wing",
    describe=_describe,
)
def broken_wing(board: Board, *, max_length: int = 9) -> Iterator[Step]:
    """In a ring of an odd number of cells, each in a house with the next, a digit can't be in every second cell.

    So it is in one of the other places of these houses, the guardians, and no cell that sees all guardians holds
    it.
    """
    geometry, guard = board.geometry, _Guard(board)
    for digit in range(1, geometry.n_digits + 1):
        places = board.places[digit]
        edges: _Edges = {}
        for number, house in enumerate(geometry.houses):
            if geometry.is_full[number] and (places & house).bit_count() - 2 <= _MAX_GUARDIANS:
                for first, second in combinations(bits(places & house), 2):
                    guardians = (places & house & ~(1 << first | 1 << second)) << digit * geometry.n_cells
                    guard.add(edges, first, second, number, guardians)
                    guard.add(edges, second, first, number, guardians)
        yield from _rings(broken_wing, board, guard, edges, bit_of(digit), max_length)


@technique(
    "Bivalue Oddagon",
    Level.HARD,
    code="1401",
    aliases=("Bivalue Oddagon Guardians",),
    source="New Sudoku Players' Forum, Bivalue oddagons",
    describe=_describe,
)
def bivalue_oddagon(board: Board, *, max_length: int = 9) -> Iterator[Step]:
    """In a ring of an odd number of cells, each in a house with the next, two digits can't alternate.

    So one of the other candidates of these cells, the guardians, is true, and a candidate that contradicts all
    guardians is false.
    """
    geometry, guard = board.geometry, _Guard(board)
    small = set_of(cell for cell in bits(board.open) if board.masks[cell].bit_count() <= 2 + _MAX_GUARDIANS)
    for first, second in combinations(range(1, geometry.n_digits + 1), 2):
        pair = bit_of(first) | bit_of(second)
        cells = board.places[first] & board.places[second] & small
        edges: _Edges = {}
        for number, house in enumerate(geometry.houses):
            for a, b in combinations(bits(cells & house), 2):
                guard.add(edges, a, b, number, guard.others(b, pair))
                guard.add(edges, b, a, number, guard.others(a, pair))
        yield from _rings(bivalue_oddagon, board, guard, edges, pair, max_length)


class _Guard:
    """Guardians and their eliminations: one is true, so candidates that clash with each of them are false."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.n_cells = board.geometry.n_cells
        self.n_left = _MAX_WORK
        self._clashing: dict[int, _CandidateSet] = {}

    def others(self, cell: Cell, mask: DigitSet) -> _CandidateSet:
        """Return the candidates of a cell, except for some digits."""
        return sum(1 << digit * self.n_cells + cell for digit in digits_of(self.board.masks[cell] & ~mask))

    def clashing(self, guardians: _CandidateSet) -> _CandidateSet:
        """Return the candidates that clash with every guardian; -1, for all, if there are no guardians."""
        clashing = -1
        for guardian in bits(guardians):
            if guardian not in self._clashing:
                digit, cell = divmod(guardian, self.n_cells)
                seen = self.board.geometry.peers[cell] & self.board.places[digit]
                self._clashing[guardian] = seen << digit * self.n_cells | self.others(cell, bit_of(digit))
            clashing &= self._clashing[guardian]
        return clashing

    def named(self, candidates: _CandidateSet) -> tuple[Candidate, ...]:
        """List a set of candidates, digit by digit."""
        return tuple((cell, digit) for digit, cell in (divmod(bit, self.n_cells) for bit in bits(candidates)))

    def add(self, edges: _Edges, start: Cell, end: Cell, number: HouseNumber, guardians: _CandidateSet) -> None:
        """Add an edge, if its guardians are few and may be part of a step."""
        if guardians.bit_count() > _MAX_GUARDIANS:
            return
        clashing = self.clashing(guardians)
        if clashing or not guardians & (guardians - 1):
            edges.setdefault(start, []).append((end, number, guardians, clashing))


def _rings(
    technique: Technique, board: Board, guard: _Guard, edges: _Edges, digits: DigitSet, max_length: int
) -> Iterator[Step]:
    """Find rings of an odd number of cells, at least five, with two cells in each house; shortest first."""
    houses = board.geometry.houses
    known: set[tuple[tuple[Candidate, ...], ...]] = set()

    def extend(
        ring: _Ring,
        length: int,
        used: CellSet,
        crossed: CellSet,
        guardians: _CandidateSet,
        clashing: _CandidateSet,
    ) -> Iterator[Step]:
        last = len(ring) == length
        guard.n_left -= 1
        for cell, number, more, eliminated in edges.get(ring[-1], ()):
            if last != (cell == ring[0]) or (not last and (used | crossed) >> cell & 1) or cell < ring[0]:
                continue
            all_guardians, left = guardians | more, clashing & eliminated
            if not left and all_guardians & (all_guardians - 1):
                continue
            if (houses[number] & used).bit_count() != 1 + last:
                continue
            if not last:
                if guard.n_left < 0:
                    return
                yield from extend(
                    (*ring, cell), length, used | 1 << cell, crossed | houses[number], all_guardians, left
                )
            elif ring[1] < ring[-1]:
                step = _guarded(technique, guard, digits, ring, all_guardians)
                if step is not None and (step.placements, step.eliminations) not in known:
                    known.add((step.placements, step.eliminations))
                    yield step

    for length in range(5, max_length + 1, 2):
        for start in sorted(edges):
            if guard.n_left < 0:
                return
            yield from extend((start,), length, 1 << start, 0, 0, -1)


def _guarded(
    technique: Technique, guard: _Guard, digits: DigitSet, ring: _Ring, guardians: _CandidateSet
) -> Step | None:
    """Make the step: the only guardian is true, or candidates that clash with every guardian are false."""
    candidates = guard.named(guardians)
    places: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    if len(candidates) == 1:
        cell, digit = candidates[0]
        if has_digit(digits, digit):
            places = candidates
        else:
            eliminations = guard.board.candidates_in(1 << cell, ~bit_of(digit))
    elif candidates:
        clashing = guard.clashing(guardians)
        if technique is broken_wing:  # only outside the ring, as the proof says
            clashing &= ~(set_of(ring) << (digits.bit_length() * guard.n_cells))
        eliminations = guard.named(clashing)
    if not places and not eliminations:
        return None
    links = tuple(
        Link(Node(digit, 1 << a), Node(digit, 1 << b), is_strong=False)
        for digit in digits_of(digits)[:1]
        for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)
    )
    reason = Reason(digits, set_of(ring), parts={GUARDIAN: candidates}, links=(links,))
    return Step(technique, places, eliminations, reason)


@technique(
    "Tridagon",
    Level.EXTREME,
    code="1402",
    aliases=("Thor's Hammer", "Trivalue Oddagon"),
    source="mith (Philip Newman), Loki, New Sudoku Players' Forum 2022; Denis Berthier, Tridagons, 2022",
    describe=_describe_tridagon,
)
def tridagon(board: Board) -> Iterator[Step]:
    """Four boxes in a rectangle have the same three digits in three cells each, one in each line of the box.

    If one or three of the four arrangements are odd, these digits alone can't fill the cells: one of the other
    candidates is true, and a candidate that contradicts all of them is false.
    """
    geometry = board.geometry
    blocks = [box for number in geometry.of_kind(HouseKind.BOX) if (box := block(board, number)) is not None]
    squares = list(rectangles(board, blocks))
    for triple in combinations(range(1, geometry.n_digits + 1), 3):
        cells = -1
        for digit in triple:
            cells &= board.places[digit]
        chosen = {box: list(transversals(box, cells)) for box in blocks} if cells else {}
        for rectangle in squares:
            for parts in product(*(chosen.get(box, ()) for box in rectangle)):
                if sum(is_odd for _, is_odd in parts) % 2:
                    step = _tridagon(board, triple, tuple(cell for cells_of_box, _ in parts for cell in cells_of_box))
                    if step is not None:
                        yield step


@technique(
    "Tridagon Guardians",
    Level.EXTREME,
    aliases=("Tridagon Forcing Chains",),
    source="Denis Berthier, Tridagons and OR-k forcing whips, New Sudoku Players' Forum 2022",
    describe=_describe_tridagon_guardians,
)
def tridagon_guardians(board: Board, *, max_guardians: int = 5) -> Iterator[Step]:
    """As in a tridagon, three digits alone can't fill twelve cells of four boxes, so one of the guardians is true.

    Whatever chains from all guardians lead to is true, and a cell may lack one of the three digits.
    """
    geometry, guard = board.geometry, _Guard(board)
    blocks = [box for number in geometry.of_kind(HouseKind.BOX) if (box := block(board, number)) is not None]
    squares = list(rectangles(board, blocks))
    for triple in combinations(range(1, geometry.n_digits + 1), 3) if squares else ():
        mask = union(map(bit_of, triple))
        holding = set_of(cell for cell in bits(board.open) if (board.masks[cell] & mask).bit_count() > 1)
        chosen: dict[_Block, list[tuple[int, tuple[Cell, ...], bool]]] = {}
        for box in blocks:
            parts = list(transversals(box, holding))
            counts = [sum((board.masks[cell] & ~mask).bit_count() for cell in cells) for cells, _ in parts]
            chosen[box] = sorted((n, *part) for n, part in zip(counts, parts, strict=True) if n <= max_guardians)
        for rectangle in squares:
            for cells in _choose_odd([chosen[box] for box in rectangle], max_guardians):
                guardians = guard.named(sum(guard.others(cell, mask) for cell in cells))
                if guardians:
                    yield from _agreeing(board, mask, set_of(cells), guardians)


def _choose_odd(
    choices: list[list[tuple[int, tuple[Cell, ...], bool]]], left: int, *, is_odd: bool = False
) -> Iterator[tuple[Cell, ...]]:
    """Choose three cells of each box, so that an odd number of the arrangements is odd, with few guardians."""
    if not choices:
        if is_odd:
            yield ()
        return
    for n, cells, is_odd_here in choices[0]:
        if n <= left:
            for others in _choose_odd(choices[1:], left - n, is_odd=is_odd != is_odd_here):
                yield cells + others


def _agreeing(board: Board, digits: DigitSet, cells: CellSet, guardians: tuple[Candidate, ...]) -> Iterator[Step]:
    """Make the steps of what chains from all guardians lead to: placements first, then the shortest chains."""
    if has_too_many_candidates(board):
        return
    tables = board.cached(group_tables)
    links, derive = tables.links, derivations_of(tables)
    starts = [links.number[candidate] for candidate in guardians]
    common = (1 << 2 * links.n) - 1
    for start in starts:
        common &= tables.rows[start]
    proofs = [(node, [derive(start, node) for start in starts]) for node in bits(common)]
    for node, proof in sorted(proofs, key=lambda item: (item[0] >= links.n, sum(one.length for one in item[1]))):
        if not any(derivation.is_net for derivation in proof):
            what, is_on = (links.candidates[node % links.n],), node < links.n
            reason = Reason(
                digits,
                cells,
                parts={GUARDIAN: guardians},
                links=tuple(links.chain(derivation.path) for derivation in proof),
                starts=tuple(links.nodes[start] for start in starts),
                extends_pattern=True,
            )
            yield Step(tridagon_guardians, what if is_on else (), () if is_on else what, reason)


_Block: TypeAlias = tuple[tuple[Cell, ...], ...]  # a box of three rows and columns, row by row


def block(board: Board, number: HouseNumber) -> _Block | None:
    """Return a box as three rows of three cells; None if it has another shape."""
    positions = board.geometry.grid.positions
    cells = sorted(board.geometry.cells[number], key=lambda cell: positions[cell])
    rows = tuple(tuple(cells[n : n + 3]) for n in (0, 3, 6))
    columns = [tuple(positions[cell][1] for cell in row) for row in rows]
    is_square = all(len({positions[cell][0] for cell in row}) == 1 for row in rows) and len(set(columns)) == 1
    return rows if len(cells) == 9 and is_square else None


def rectangles(board: Board, blocks: list[_Block]) -> Iterator[tuple[_Block, ...]]:
    """List four boxes in a rectangle; neighbors share rows or columns."""
    peers = board.geometry.peers

    def beside(first: _Block, second: _Block) -> bool:
        return all(peers[a[0]] >> b[0] & 1 and peers[a[0]] >> b[2] & 1 for a, b in zip(first, second, strict=True))

    def above(first: _Block, second: _Block) -> bool:
        return beside(tuple(zip(*first, strict=True)), tuple(zip(*second, strict=True)))

    for a, b in combinations(blocks, 2):
        if beside(a, b):
            for c, d in combinations(blocks, 2):
                if c > a and {a, b}.isdisjoint((c, d)) and beside(c, d) and above(a, c) and above(b, d):
                    yield a, b, c, d


def transversals(block: _Block, cells: CellSet) -> Iterator[tuple[tuple[Cell, ...], bool]]:
    """List sets of three of these cells, one in each row and column of a box, and whether each is odd."""
    for order in permutations(range(3)):
        chosen = tuple(block[row][column] for row, column in enumerate(order))
        if all(cells >> cell & 1 for cell in chosen):
            yield chosen, order in ((0, 2, 1), (1, 0, 2), (2, 1, 0))


def _tridagon(board: Board, triple: tuple[Digit, ...], cells: tuple[Cell, ...]) -> Step | None:
    mask = union(map(bit_of, triple))
    guard = _Guard(board)
    step = _guarded(tridagon, guard, mask, cells, sum(guard.others(cell, mask) for cell in cells))
    if step is None:
        return None
    reason = Reason(mask, set_of(cells), parts=step.reason.parts)
    return Step(tridagon, step.placements, step.eliminations, reason)
