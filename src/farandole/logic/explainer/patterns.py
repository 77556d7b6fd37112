"""Locked candidates, subsets, fish and wings, in the order of Sudoku Explainer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Cell
from farandole.logic.board import (
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_places,
)
from farandole.logic.explainer.order import CoverSet, Marks, order_of, subsets_of
from farandole.logic.step import Reason, Step, Technique
from farandole.logic.techniques.fish import FISH as BASIC
from farandole.logic.techniques.locked import claiming, pointing
from farandole.logic.techniques.subsets import (
    hidden_pair,
    hidden_quadruple,
    hidden_triple,
    naked_pair,
    naked_quadruple,
    naked_triple,
)
from farandole.logic.techniques.wings import wing_reason, xy_wing, xyz_wing

FISH = {size: BASIC["", size] for size in (2, 3, 4)}
WING = {2: xy_wing, 3: xyz_wing}
NAKED = {2: naked_pair, 3: naked_triple, 4: naked_quadruple}
HIDDEN = {2: hidden_pair, 3: hidden_triple, 4: hidden_quadruple}


def locked(marks: Marks) -> Iterator[Step]:
    """Find pointing and claiming."""
    geometry = marks.geometry
    digits = [(digit, places) for digit, places in enumerate(marks.places) if places]
    for base, cover, shared, only_base, only_cover, _ in order_of(geometry).crossings:
        for digit, places in digits:
            if places & only_base or not places & only_cover:
                continue
            inside = places & shared
            if inside & (inside - 1):
                kind = pointing if geometry.kinds[base] is HouseKind.BOX else claiming
                eliminations = tuple((cell, digit) for cell in bits(places & only_cover))
                yield Step(kind, (), eliminations, Reason(bit_of(digit), inside, (base,), (cover,)))


def naked(marks: Marks, size: int) -> Iterator[Step]:
    """Find naked subsets, each in one house at a time."""
    geometry, masks = marks.geometry, marks.masks
    for house in order_of(geometry).sets:
        open_cells = marks.open & geometry.houses[house]
        if open_cells.bit_count() < 2 * size:
            continue
        cells = [cell for cell in geometry.cells[house] if 2 <= masks[cell].bit_count() <= size]
        for chosen in subsets_of(cells, size):
            digits = union([masks[cell] for cell in chosen])
            if digits.bit_count() == size:
                subset = set_of(chosen)
                eliminations = _candidates(marks, open_cells & ~subset, digits)
                if eliminations:
                    yield Step(NAKED[size], (), eliminations, Reason(digits, subset, (house,)))


def hidden(marks: Marks, size: int) -> Iterator[Step]:
    """Find hidden subsets."""
    geometry, places = marks.geometry, marks.places
    for house in order_of(geometry).sets:
        cells = geometry.houses[house]
        if not geometry.is_full[house] or (marks.open & cells).bit_count() <= 2 * size:
            continue
        digits = [
            digit for digit in range(1, geometry.n_digits + 1) if 2 <= (places[digit] & cells).bit_count() <= size
        ]
        for mask, subset in hidden_among(marks, house, digits, size):
            eliminations = _candidates(marks, subset, ~mask)
            if eliminations:
                yield Step(HIDDEN[size], (), eliminations, Reason(mask, subset, (house,)))


def hidden_among(
    marks: Marks, house: HouseNumber, digits: Sequence[Digit], size: int
) -> Iterator[tuple[DigitSet, CellSet]]:
    """List the sets of these digits that have no more places in a house than digits, and these places."""
    if len(digits) < size:
        return
    cells, places = marks.geometry.houses[house], marks.places
    for chosen in subsets_of([(digit, places[digit] & cells) for digit in digits], size):
        subset = 0
        for _, inside in chosen:
            subset |= inside
        if subset.bit_count() == size:
            yield union(bit_of(digit) for digit, _ in chosen), subset


def _candidates(marks: Marks, cells: CellSet, digits: DigitSet) -> tuple[Candidate, ...]:
    return tuple((cell, digit) for cell in bits(cells) for digit in digits_of(marks.masks[cell] & digits))


def fish(marks: Marks, size: int) -> Iterator[Step]:
    """Find basic fish, columns as bases first."""
    for turn in range(2):
        ranked = [pair for digit in range(1, marks.geometry.n_digits + 1) for pair in _fish(marks, size, digit, turn)]
        ranked.sort(key=lambda pair: pair[0])
        yield from (step for _, step in ranked)


def _fish(marks: Marks, size: int, digit: Digit, turn: int) -> Iterator[tuple[tuple[int, ...], Step]]:
    """Find the fish of a digit, each with its sort key: its bases, the last one first."""
    geometry, houses, places = marks.geometry, marks.geometry.houses, marks.places[digit]
    lines = order_of(geometry).lines[turn]
    n_open = 0
    spans: list[tuple[int, CoverSet]] = []
    for number, base in enumerate(lines.bases):
        inside = places & houses[base]
        if inside:
            n_open += 1
            span = _span(geometry, turn, inside)
            if 2 <= span.bit_count() <= size:
                spans.append((number, span))
    if n_open < 2 * size or len(spans) < size:
        return
    for chosen in subsets_of(spans, size):
        crossed = union([span for _, span in chosen])
        if crossed.bit_count() != size:
            continue
        covers = tuple(lines.covers[number] for number in bits(crossed))
        bases = tuple(lines.bases[number] for number, _ in chosen)
        under = union(houses[base] for base in bases)
        eliminated = places & union(houses[cover] for cover in covers) & ~under
        if eliminated:
            reason = Reason(bit_of(digit), places & under, bases, covers)
            eliminations = tuple((cell, digit) for cell in bits(eliminated))
            yield tuple(number for number, _ in reversed(chosen)), Step(FISH[size], (), eliminations, reason)


@cache_by_places
def _span(geometry: Geometry, turn: int, cells: CellSet) -> CoverSet:
    """Return the covers of some cells; none if one of the cells has none."""
    at = [order_of(geometry).lines[turn].at[cell] for cell in bits(cells)]
    return union(at) if all(at) else 0


def wings(marks: Marks, size: int) -> Iterator[Step]:
    """Find XY-wings (pivots of size 2) or XYZ-wings (pivots of size 3)."""
    geometry, masks = marks.geometry, marks.masks
    neighbors = order_of(geometry).neighbors
    pairs = [mask.bit_count() == 2 for mask in masks]
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != size:
            continue
        pincers = [cell for cell in neighbors[pivot] if pairs[cell] and (mask & ~masks[cell]).bit_count() == 1]
        for first in pincers:
            for second in neighbors[pivot]:
                digits, shared = mask | masks[first] | masks[second], masks[first] & masks[second]
                if not pairs[second] or digits.bit_count() != 3 or (mask & shared).bit_count() != size - 2:
                    continue
                seen = geometry.peers[first] & geometry.peers[second] & ~(1 << pivot)
                if size == 3:
                    seen &= geometry.peers[pivot]
                digit = (shared & -shared).bit_length()
                eliminations = tuple((cell, digit) for cell in bits(seen & marks.places[digit]))
                if eliminations:
                    yield _wing(WING[size], eliminations, (pivot, first, second), digits)


def _wing(
    kind: Technique, eliminations: tuple[Candidate, ...], cells: tuple[Cell, Cell, Cell], digits: DigitSet
) -> Step:
    digit = eliminations[0][1]
    holders = cells[1:] if kind is WING[2] else cells  # an XY-wing's pivot doesn't have the digit
    return Step(kind, (), eliminations, wing_reason(digits, cells[0], holders, bit_of(digit)))
