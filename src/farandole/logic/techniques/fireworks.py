"""Fireworks: outside a box, a row and a column have only one cell each for certain digits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from farandole.bitsets import bits, digits_of, set_of, union
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.step import Level, Part, Reason, Step, Technique, technique
from farandole.logic.wording.words import describe_houses, join_words, name_cells, name_digits

_SOURCE = "shye, Fireworks, New Sudoku Players' Forum 2021 (t39513)"

_Firework: TypeAlias = tuple[Cell, CellSet, DigitSet]  # the stem, its two wings, digits


STEM = Part("stem")  # a digit in the cell where the row and the column cross


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason, digits = step.reason, join_words(name_digits(geometry, step.reason.digits))
    stems = {
        cell: [digit for other_cell, digit in reason.parts[STEM] if other_cell == cell]
        for cell, _ in reason.parts[STEM]
    }
    wings = reason.cells & ~set_of(stems)
    cells = join_words(name_cells(geometry, reason.cells))
    for stem, stem_digits in stems.items():
        box = next(house for house in geometry.houses_of[stem] if geometry.kinds[house] is HouseKind.BOX)
        lines = [geometry.houses_containing(1 << stem | 1 << wing)[0] for wing in bits(wings)]
        yield tr(
            "Outside {box}, {lines} have room for {digits} only in {cells}",
            box=house_name(geometry.grid, box),
            lines=describe_houses(geometry, lines),
            digits=join_words(map(geometry.grid.digit_name, stem_digits)),
            cells=join_words(name_cells(geometry, wings)),
        )
        yield tr(
            "If one of {digits} were neither there nor in {cell}, {box} would hold it twice",
            digits=join_words(map(geometry.grid.digit_name, stem_digits)),
            cell=geometry.grid.cell_name(stem),
            box=house_name(geometry.grid, box),
        )
    yield tr("So {cells} hold {digits}, and nothing else", cells=cells, digits=digits)


@technique("Triple Firework", Level.UNFAIR, aliases=("Firework Triple",), source=_SOURCE, describe=_describe)
def triple_firework(board: Board) -> Iterator[Step]:
    """Outside the box of a cell, its row and its column each have only one cell for the same three digits.

    So these three cells hold the three digits, and nothing else.
    """
    for stem, wings, mask in _fireworks(board, 3):
        step = _filled(triple_firework, board, {stem: mask}, wings)
        if step is not None:
            yield step


@technique("Quadruple Firework", Level.UNFAIR, aliases=("Firework Quad",), source=_SOURCE, describe=_describe)
def quadruple_firework(board: Board) -> Iterator[Step]:
    """Two digits are a firework of a cell and two wings, two other digits are one of a fourth cell and the same wings.

    So the four cells hold the four digits, and nothing else.
    """
    by_wings: dict[CellSet, list[tuple[Cell, DigitSet]]] = {}
    for stem, wings, mask in _fireworks(board, 2):
        by_wings.setdefault(wings, []).append((stem, mask))
    for wings, stems in by_wings.items():
        for (first_stem, first), (second_stem, second) in combinations(stems, 2):
            if first_stem == second_stem or first & second or wings >> first_stem & 1 or wings >> second_stem & 1:
                continue
            step = _filled(quadruple_firework, board, {first_stem: first, second_stem: second}, wings)
            if step is not None:
                yield step


def _fireworks(board: Board, size: int) -> Iterator[_Firework]:
    """List stems, their two wings as a set, and digits that must be in these three cells."""
    geometry = board.geometry
    for row in geometry.of_kind(HouseKind.ROW):
        for column in geometry.of_kind(HouseKind.COLUMN):
            crossing = geometry.houses[row] & geometry.houses[column]
            if not crossing or not (geometry.is_full[row] and geometry.is_full[column]):
                continue
            stem = crossing.bit_length() - 1
            for box in geometry.houses_of[stem]:
                if geometry.kinds[box] is HouseKind.BOX and board.masks[stem]:
                    yield from _from_stem(board, stem, (row, column), box, size)


def _from_stem(
    board: Board, stem: Cell, lines: tuple[HouseNumber, HouseNumber], box: HouseNumber, size: int
) -> Iterator[_Firework]:
    houses = board.geometry.houses
    along, down = (houses[line] & ~houses[box] for line in lines)
    bursting = []
    for digit in range(1, board.geometry.n_digits + 1):
        if not all(board.counts[line][digit] for line in lines):
            continue
        right, below = board.places[digit] & along, board.places[digit] & down
        if right.bit_count() < 2 and below.bit_count() < 2:
            bursting.append((right, below, 1 << digit >> 1))
    for chosen in combinations(bursting, size):
        right = below = mask = 0
        for to_right, to_below, bit in chosen:
            right, below, mask = right | to_right, below | to_below, mask | bit
        if right.bit_count() == below.bit_count() == 1:
            yield stem, right | below, mask


def _filled(technique: Technique, board: Board, stems: dict[Cell, DigitSet], wings: CellSet) -> Step | None:
    """Eliminate other candidates: stems keep their own digits, wings the digits of all stems."""
    mask = union(stems.values())
    allowed = {**stems, **dict.fromkeys(bits(wings), mask)}
    eliminations: tuple[Candidate, ...] = tuple(
        (cell, digit) for cell, digits in sorted(allowed.items()) for digit in digits_of(board.masks[cell] & ~digits)
    )
    parts = {STEM: tuple((cell, digit) for cell, digits in stems.items() for digit in digits_of(digits))}
    return Step(technique, (), eliminations, Reason(mask, set_of(allowed), parts=parts)) if eliminations else None
