"""Killers: the digits that cages can hold, and the rule of 45.

Cages are also houses of the board, because no digit repeats in them. So pairs, triples and chains use them like any
other house. The techniques here use their totals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Cage, CellSet, Digit, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.step import Level, Part, Reason, Step, Technique, technique
from farandole.logic.techniques.totals import FITTING, totals
from farandole.logic.wording.words import group_by_digit, join_words, name_cells

_SOURCE = "Sudopedia, Killer Sudoku"
_MAX_CELLS = 4  # innies and outies that a person can handle
_MAX_HOUSES = 3

_Houses: TypeAlias = tuple[HouseNumber, ...]
_Signs: TypeAlias = tuple[int, ...]  # 1 for a cell that is added, -1 for one that is subtracted
_Filling: TypeAlias = tuple[Digit, ...]  # of cells, in their order

NEEDED = Part("needed")  # a place in a cage for the digit that it must hold


def _describe_needed(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    ((digit, places),) = group_by_digit(reason.parts[NEEDED]).items()
    yield tr(
        "The cage of {cells} adds up to {total}, and whatever it holds, {digit} is in it",
        cells=join_words(name_cells(geometry, reason.cells)),
        total=reason.total,
        digit=digit,
    )
    place_names = join_words(name_cells(geometry, places), "or")
    yield tr("So {digit} is in {cells}, and in no cell that sees all of these", digit=digit, cells=place_names)


@technique("Cage Combinations", Level.MEDIUM, aliases=("Killer Combinations",), source=_SOURCE, describe=totals)
def cage_combinations(board: Board) -> Iterator[Step]:
    """Only a few sets of digits add up to the total of a cage.

    So a candidate that is in none of them can be removed.
    """
    for cage in board.cages:
        cells = tuple(bits(cage.cells))
        step = _cage_step(cage_combinations, board, cells, (1,) * len(cells), cage.total, ())
        if step:
            yield step


@technique("Cage Must Hold", Level.MEDIUM, aliases=("Locked in a Cage",), source=_SOURCE, describe=_describe_needed)
def cage_must_hold(board: Board) -> Iterator[Step]:
    """Every set of digits that a cage can hold has a certain digit.

    So no cell that sees all places of the digit in the cage holds it.
    """
    for cage in board.cages:
        cells = tuple(bits(cage.cells))
        fillings = _fillings(board, cells, (1,) * len(cells), cage.total)
        must = (1 << board.geometry.n_digits) - 1
        for digits in fillings:
            must &= union(map(bit_of, digits))
        for digit in digits_of(must) if fillings else ():
            places = set_of(cell for cell in cells if has_digit(board.masks[cell], digit))
            seen = board.geometry.seen_by_all(bits(places)) & ~cage.cells if places else 0
            if eliminations := board.candidates_by_digit(seen, (digit,)):
                needed = {NEEDED: tuple((cell, digit) for cell in bits(places))}
                reason = Reason(bit_of(digit), cage.cells, parts=needed, total=cage.total)
                yield Step(cage_must_hold, (), eliminations, reason)


@technique("Rule of 45", Level.HARD, aliases=("Innies and Outies",), source=_SOURCE, describe=totals)
def rule_of_45(board: Board) -> Iterator[Step]:
    """The digits of a house have a known sum, and cages cover most of the house.

    So the cells that are left over or stick out have a known sum, too.
    """
    for houses, innies, outies, total in _disagreements(board.geometry, board.cages):
        signs = (1,) * len(innies) + (-1,) * len(outies)
        step = _cage_step(rule_of_45, board, innies + outies, signs, total, houses)
        if step:
            yield step


@lru_cache(maxsize=64)
def _disagreements(
    geometry: Geometry, cages: tuple[Cage, ...]
) -> tuple[tuple[_Houses, tuple[Cell, ...], tuple[Cell, ...], int], ...]:
    """List houses that cages cover up to a few cells: houses, innies, outies, and innies minus outies."""
    house_total = geometry.n_digits * (geometry.n_digits + 1) // 2
    regions: dict[tuple[CellSet, CellSet], tuple[_Houses, int]] = {}
    for houses in _neighboring_houses(geometry):
        region = union(geometry.houses[house] for house in houses)
        for hangs_out in (False, True):
            covered = total = 0
            for cage in cages:
                counts = cage.cells & region and (hangs_out or not cage.cells & ~region)
                if counts and not cage.cells & covered:
                    covered |= cage.cells
                    total += cage.total
            innies, outies = region & ~covered, covered & ~region
            if 1 <= (innies | outies).bit_count() <= _MAX_CELLS:
                regions.setdefault((innies, outies), (houses, house_total * len(houses) - total))
    ordered = sorted(regions.items(), key=lambda entry: (entry[0][0] | entry[0][1]).bit_count())
    return tuple(
        (houses, tuple(bits(innies)), tuple(bits(outies)), total) for (innies, outies), (houses, total) in ordered
    )


def _neighboring_houses(geometry: Geometry) -> Iterator[_Houses]:
    """List full houses, and two or three neighboring rows or columns, or boxes, without a common cell."""
    for size in range(1, _MAX_HOUSES + 1):
        for kind in HouseKind:
            full = [house for house in geometry.of_kind(kind) if geometry.is_full[house]]
            runs = zip(*(full[start:] for start in range(size)), strict=False)
            for houses in runs if kind in (HouseKind.ROW, HouseKind.COLUMN) else combinations(full, size):
                cells = sum(geometry.houses[house].bit_count() for house in houses)
                if set_of(cell for house in houses for cell in geometry.cells[house]).bit_count() == cells:
                    yield houses


def _cage_step(
    technique: Technique,
    board: Board,
    cells: Sequence[Cell],
    signs: _Signs,
    total: int,
    houses: _Houses,
) -> Step | None:
    """Eliminate the candidates with which the signed sum of the cells can't be the total."""
    fillings = _fillings(board, cells, signs, total)
    eliminations, left = [], []
    for n, cell in enumerate(cells):
        if board.values[cell]:
            continue
        fitting = {digits[n] for digits in fillings}
        eliminations += [(cell, digit) for digit in digits_of(board.masks[cell]) if digit not in fitting]
        left += [(cell, digit) for digit in digits_of(board.masks[cell]) if digit in fitting]
    if not eliminations:
        return None
    filled = tuple((cell, board.values[cell]) for cell in cells if board.values[cell])
    reason = Reason(0, set_of(cells), houses, parts={FITTING: tuple(left)}, total=total, filled=filled)
    return Step(technique, (), tuple(eliminations), reason)


def _fillings(board: Board, cells: Sequence[Cell], signs: _Signs, total: int) -> list[_Filling]:
    """List the fillings of the cells; cells that see each other hold different digits."""
    masks = tuple(1 << board.values[cell] >> 1 if board.values[cell] else board.masks[cell] for cell in cells)
    peers = board.geometry.peers
    rivals = tuple(tuple(m for m in range(n) if peers[cell] >> cells[m] & 1) for n, cell in enumerate(cells))
    return _filled(masks, signs, rivals, total)


@lru_cache(maxsize=1 << 14)
def _filled(
    masks: tuple[DigitSet, ...], signs: _Signs, rivals: tuple[tuple[int, ...], ...], total: int
) -> list[_Filling]:
    choices = [digits_of(mask) for mask in masks]
    least, most = [0], [0]
    for sign, digits in zip(reversed(signs), reversed(choices), strict=True):
        ends = [sign * digit for digit in digits] or [0]
        least.insert(0, least[0] + min(ends))
        most.insert(0, most[0] + max(ends))
    fillings: list[_Filling] = []

    def fill(digits: _Filling, left: int) -> None:
        n = len(digits)
        if n == len(masks):
            fillings.append(digits)
            return
        for digit in choices[n]:
            rest = left - signs[n] * digit
            if least[n + 1] <= rest <= most[n + 1] and all(digits[m] != digit for m in rivals[n]):
                fill((*digits, digit), rest)

    if least[0] <= total <= most[0]:
        fill((), total)
    return fillings


__all__ = ["Cage", "cage_combinations", "cage_must_hold", "rule_of_45"]
