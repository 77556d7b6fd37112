"""Locked candidates: all places of a digit in one house are in a second house, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from farandole.bitsets import bit_of, digits_of
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Geometry, HouseKind, HouseNumber, cache_by_geometry, cache_by_places
from farandole.logic.step import Level, Reason, Step, Technique, technique
from farandole.logic.wording.proofs import describe_places
from farandole.logic.wording.words import name_houses

_House: TypeAlias = tuple[HouseNumber, CellSet]
_Crossings: TypeAlias = list[tuple[HouseNumber, CellSet, list[_House]]]  # bases, and the targets of each

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, SimpleSolver"


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    (base,), (cover,), (digit,) = reason.houses, name_houses(geometry, reason.covers), digits_of(reason.digits)
    yield describe_places(geometry, base, digit, reason.cells)
    if reason.cells.bit_count() == 2:
        yield tr("Both are in {house}", house=cover)
    else:
        yield tr("All of these are in {house}", house=cover)
    yield tr("So no other cell of {house} can be {digit}", house=cover, digit=geometry.grid.digit_name(digit))


@technique(
    "Locked Candidates Type 1 (Pointing)",
    Level.MEDIUM,
    score=50,
    code="0100",
    se=2.6,
    aliases=("Pointing", "Intersection Removal"),
    source=_SCORED,
    describe=_describe,
)
def pointing(board: Board) -> Iterator[Step]:
    """All places of a digit in a box are in one row or column. So the digit is nowhere else in that line."""
    return _locked(pointing, board, from_boxes)


@technique(
    "Locked Candidates Type 2 (Claiming)",
    Level.MEDIUM,
    score=50,
    code="0101",
    se=2.8,
    aliases=("Claiming", "Box-Line Reduction"),
    source=_SCORED,
    describe=_describe,
)
def claiming(board: Board) -> Iterator[Step]:
    """All places of a digit in a row or column are in one box. So the digit is nowhere else in that box."""
    return _locked(claiming, board, from_lines)


def _locked(technique: Technique, board: Board, crossings: Callable[[Geometry], _Crossings]) -> Iterator[Step]:
    geometry = board.geometry
    triples = [
        (base, digit, target)
        for digit, places in enumerate(board.places)
        for base, target in _locked_among(geometry, places, crossings)
    ]
    for base, digit, target in sorted(triples, key=lambda triple: triple[:2]):
        house, target_house = geometry.houses[base], geometry.houses[target]
        reason = Reason(bit_of(digit), board.places[digit] & house, (base,), (target,))
        yield Step(technique, (), board.candidates_by_digit(target_house & ~house, (digit,)), reason)


@cache_by_places
def _locked_among(
    geometry: Geometry, places: CellSet, crossings: Callable[[Geometry], _Crossings]
) -> tuple[tuple[HouseNumber, HouseNumber], ...]:
    """List pairs of houses: all places of the base, two or more, are in the target, which has others."""
    pairs = []
    for base, house, targets in crossings(geometry):
        inside = places & house
        if inside & (inside - 1):
            for target, target_cells in targets:
                if not inside & ~target_cells and places & target_cells != inside:
                    pairs.append((base, target))
    return tuple(pairs)


@cache_by_geometry
def from_boxes(geometry: Geometry) -> _Crossings:
    """List the houses where pointing looks, each with the houses where it may eliminate."""
    return _crossings(
        geometry,
        geometry.of_kind(HouseKind.BOX, HouseKind.OTHER),
        geometry.of_kind(HouseKind.ROW, HouseKind.COLUMN, HouseKind.OTHER),
    )


@cache_by_geometry
def from_lines(geometry: Geometry) -> _Crossings:
    """List the houses where claiming looks, each with the houses where it may eliminate."""
    return _crossings(
        geometry, geometry.of_kind(HouseKind.ROW, HouseKind.COLUMN), geometry.of_kind(HouseKind.BOX, HouseKind.OTHER)
    )


def _crossings(geometry: Geometry, bases: tuple[HouseNumber, ...], targets: tuple[HouseNumber, ...]) -> _Crossings:
    """List the full bases with their cells, and the targets that share two or more cells with each."""
    houses = geometry.houses
    return [
        (base, houses[base], [(n, houses[n]) for n in targets if n != base and _share(houses[base], houses[n])])
        for base in bases
        if geometry.is_full[base]
    ]


def _share(first: CellSet, second: CellSet) -> bool:
    return (first & second).bit_count() > 1
