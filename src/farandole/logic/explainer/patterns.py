"""Locked candidates, subsets, fishes and wings, in the order of Sudoku Explainer: the families' techniques."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.logic.board import Candidate, Kind, bit_of, bits, digits_of
from farandole.logic.explainer.order import Lines, Marks, order_of, some_of
from farandole.logic.step import Because, Step, Technique
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
from farandole.logic.techniques.wings import winged, xy_wing, xyz_wing

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
                kind = pointing if geometry.kinds[base] is Kind.BOX else claiming
                removes = tuple((cell, digit) for cell in bits(places & only_cover))
                yield Step(kind, (), removes, Because(1 << digit >> 1, inside, (base,), (cover,)))


def naked(marks: Marks, size: int) -> Iterator[Step]:
    """Find naked subsets, each in one house at a time."""
    geometry, masks = marks.geometry, marks.masks
    for home in order_of(geometry).sets:
        if (marks.open & geometry.houses[home]).bit_count() < 2 * size:
            continue
        cells = [cell for cell in geometry.cells[home] if 2 <= masks[cell].bit_count() <= size]
        if len(cells) < size:
            continue
        for some in some_of(cells, size):
            union = together = 0
            for cell in some:
                union |= masks[cell]
                together |= 1 << cell
            if union.bit_count() == size:
                others = marks.open & geometry.houses[home] & ~together
                removes = _candidates(marks, others, union)
                if removes:
                    yield Step(NAKED[size], (), removes, Because(union, together, (home,)))


def hidden(marks: Marks, size: int) -> Iterator[Step]:
    """Find hidden subsets."""
    geometry, places = marks.geometry, marks.places
    for home in order_of(geometry).sets:
        house = geometry.houses[home]
        if not geometry.is_full[home] or (marks.open & house).bit_count() <= 2 * size:
            continue
        digits = [
            digit for digit in range(1, geometry.n_digits + 1) if 2 <= (places[digit] & house).bit_count() <= size
        ]
        if len(digits) < size:
            continue
        for some in some_of(digits, size):
            together = mask = 0
            for digit in some:
                together |= places[digit]
                mask |= 1 << digit >> 1
            together &= house
            if together.bit_count() == size:
                removes = _candidates(marks, together, ~mask)
                if removes:
                    yield Step(HIDDEN[size], (), removes, Because(mask, together, (home,)))


def _candidates(marks: Marks, cells: int, mask: int) -> tuple[Candidate, ...]:
    return tuple((cell, digit) for cell in bits(cells) for digit in digits_of(marks.masks[cell] & mask))


def fish(marks: Marks, size: int) -> Iterator[Step]:
    """Find basic fishes, columns as bases first."""
    for lines in order_of(marks.geometry).lines:
        found = [one for digit in range(1, marks.geometry.n_digits + 1) for one in _fish(marks, size, digit, lines)]
        found.sort(key=lambda one: one[0])
        yield from (step for _, step in found)


def _fish(marks: Marks, size: int, digit: int, lines: Lines) -> Iterator[tuple[tuple[int, ...], Step]]:
    """Find the fishes of a digit, each with what to sort it by: its bases, the last one first."""
    houses, places = marks.geometry.houses, marks.places[digit]
    n_open, spans = 0, []
    for number, base in enumerate(lines.bases):
        inside = places & houses[base]
        if inside:
            n_open += 1
            at = [lines.at[cell] for cell in bits(inside)]
            span = 0
            for met in at:
                span |= met
            if 2 <= span.bit_count() <= size and 0 not in at:
                spans.append((number, span))
    if n_open < 2 * size or len(spans) < size:
        return
    for some in some_of(spans, size):
        union = 0
        for _, span in some:
            union |= span
        if union.bit_count() != size:
            continue
        covers = tuple(lines.covers[number] for number in bits(union))
        bases = tuple(lines.bases[number] for number, _ in some)
        under = set_union(houses, bases)
        struck = places & set_union(houses, covers) & ~under
        if struck:
            because = Because(1 << digit >> 1, places & under, bases, covers)
            removes = tuple((cell, digit) for cell in bits(struck))
            yield tuple(number for number, _ in reversed(some)), Step(FISH[size], (), removes, because)


def set_union(houses: tuple[int, ...], some: tuple[int, ...]) -> int:
    """Join houses."""
    union = 0
    for home in some:
        union |= houses[home]
    return union


def wings(marks: Marks, size: int) -> Iterator[Step]:
    """Find XY-wings (pivots of size 2) or XYZ-wings (pivots of size 3)."""
    geometry, masks = marks.geometry, marks.masks
    neighbors = order_of(geometry).neighbors
    pairs = [mask.bit_count() == 2 for mask in masks]
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != size:
            continue
        pincers = [cell for cell in neighbors[pivot] if pairs[cell] and (mask & ~masks[cell]).bit_count() == 1]
        for one in pincers:
            for other in neighbors[pivot]:
                union, shared = mask | masks[one] | masks[other], masks[one] & masks[other]
                if not pairs[other] or union.bit_count() != 3 or (mask & shared).bit_count() != size - 2:
                    continue
                seen = geometry.peers[one] & geometry.peers[other] & ~(1 << pivot)
                if size == 3:
                    seen &= geometry.peers[pivot]
                digit = (shared & -shared).bit_length()
                removes = tuple((cell, digit) for cell in bits(seen & marks.places[digit]))
                if removes:
                    yield _wing(WING[size], removes, pivot, one, other, union)


def _wing(kind: Technique, removes: tuple[Candidate, ...], *cells: int) -> Step:
    pivot, one, other, union = cells
    digit = removes[0][1]
    holders = (one, other) if kind is WING[2] else (pivot, one, other)
    return Step(kind, (), removes, winged(union, pivot, holders, bit_of(digit)))
