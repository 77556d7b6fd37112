"""Parity: houses and sums together tell whether a cell, or the sum of two cells, is even or odd."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry, HouseNumber, cache_for_geometries
from farandole.logic.inference.sums import sums_of
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.wording.words import describe_houses, describe_rule, join_words, name_cells
from farandole.rules import Rule

_MAX_SOURCES = 4  # houses and sums that a proof adds up
_MAX_LEFT = 2  # cells that may be even or odd
_MAX_WORK = 20_000  # sets of houses and sums that are looked at


class _Source(NamedTuple):
    """A sum that is known: of a full house, or of a rule.

    Parameters
    ----------
    cells : CellSet
        Those with an odd coefficient.
    total : int
    house : HouseNumber, optional
    rule : Rule, optional
    """

    cells: CellSet
    total: int
    house: HouseNumber | None = None
    rule: Rule | None = None


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason, board = step.reason, step.reason.board
    if board is None:
        return
    sources = [source for source in _sources(geometry, board.rules) if _is_used(source, reason)]
    if reason.houses:
        yield tr(
            "The digits of {houses} add up to {total}",
            houses=describe_houses(geometry, reason.houses),
            total=sum(source.total for source in sources if source.house is not None),
        )
    if reason.rules:
        yield tr("; ").join(describe_rule(rule, geometry) for rule in reason.rules)
    odd = 0
    for source in sources:
        odd ^= source.cells
    even_digits, _ = _parities(geometry)
    n_odd = sum(not _mask(board, cell) & even_digits for cell in bits(odd & ~reason.cells))
    cells = join_words(name_cells(geometry, reason.cells))
    yield tr("All of that adds up to {total}", total=sum(source.total for source in sources))
    yield (
        tr("Each cell but {cells} comes an even number of times there, or has only even digits left", cells=cells)
        if not n_odd
        else tr_counted(
            "Each cell but {cells} comes an even number of times there, or has only even or only odd digits left; "
            "{number} of the latter has only odd ones",
            "Each cell but {cells} comes an even number of times there, or has only even or only odd digits left; "
            "{number} of the latter have only odd ones",
            n_odd,
            cells=cells,
            number=n_odd,
        )
    )
    is_odd = (sum(source.total for source in sources) - n_odd) % 2
    if reason.cells.bit_count() == 1:
        yield tr("So {cell} is odd", cell=cells) if is_odd else tr("So {cell} is even", cell=cells)
    elif is_odd:
        yield tr("So one of {cells} is even, the other odd", cells=cells)
    else:
        yield tr("So {cells} are both even or both odd", cells=cells)


@technique("Parity", Level.UNFAIR, aliases=("Region Parity",), source="own; compare the rule of 45", describe=_describe)
def parity(board: Board) -> Iterator[Step]:
    """Houses and sums together count each cell an even number of times, except for a few.

    So it is known whether what is left of these few is even or odd.
    """
    even_digits, odd_digits = _parities(board.geometry)
    unknown = set_of(
        cell for cell in bits(board.open) if board.masks[cell] & even_digits and board.masks[cell] & odd_digits
    )
    odd = set_of(cell for cell in range(board.geometry.n_cells) if not _mask(board, cell) & even_digits)
    for used in _small_sums(_sources(board.geometry, board.rules), unknown):
        counted, total = 0, 0
        for source in used:
            counted ^= source.cells
            total += source.total
        left = counted & unknown
        remainder = (total - (counted & odd).bit_count()) % 2
        if eliminations := tuple(_eliminations(board, tuple(bits(left)), remainder)):
            houses = tuple(source.house for source in used if source.house is not None)
            rules = tuple(source.rule for source in used if source.rule is not None)
            yield Step(parity, (), eliminations, Reason(0, left, houses, rules=rules, board=board.copy()))


def _mask(board: Board, cell: Cell) -> DigitSet:
    return bit_of(board.values[cell]) or board.masks[cell]


@cache_for_geometries(64)
def _parities(geometry: Geometry) -> tuple[DigitSet, DigitSet]:
    """Return the even and the odd digits."""
    odd = sum(bit_of(digit) for digit, number in enumerate(geometry.grid.numbers, 1) if number % 2)
    return (1 << geometry.n_digits) - 1 & ~odd, odd


@cache_for_geometries(64)
def _sources(geometry: Geometry, rules: tuple[Rule, ...]) -> tuple[_Source, ...]:
    """List the sums of rules with one sum, and the full houses; none without rules."""
    sources = []
    for of_rule in sums_of(geometry, rules):
        cells, coefficients, total = of_rule.equation
        odd = set_of(cell for cell, coefficient in zip(cells, coefficients, strict=True) if coefficient % 2)
        if len(of_rule.rule.equations(geometry.grid)) == 1:
            sources.append(_Source(odd, total, rule=of_rule.rule))
    if not sources:
        return ()
    total = sum(geometry.grid.numbers)
    full = [house for house in range(len(geometry.houses)) if geometry.is_full[house]]
    return (*sources, *(_Source(geometry.houses[house], total, house=house) for house in full))


def _is_used(source: _Source, reason: Reason) -> bool:
    return source.house in reason.houses if source.house is not None else source.rule in reason.rules


def _small_sums(sources: tuple[_Source, ...], unknown: CellSet) -> Iterator[tuple[_Source, ...]]:
    """Yield sets of sources that leave at most two cells of unknown parity, with few sources first."""
    cells = [source.cells & unknown for source in sources]
    meets = [set_of(m for m, others in enumerate(cells) if m != n and mine & others) for n, mine in enumerate(cells)]
    frontier = [(1 << n, mine, meets[n]) for n, mine in enumerate(cells) if mine]
    seen = {chosen for chosen, *_ in frontier}
    for size in range(1, _MAX_SOURCES + 1):
        wider = []
        for chosen, left, near in frontier:
            if 0 < left.bit_count() <= _MAX_LEFT:
                yield tuple(sources[n] for n in bits(chosen))
            if size == _MAX_SOURCES:
                continue
            for n in bits(near & ~chosen):
                more = chosen | 1 << n
                if more not in seen and len(seen) < _MAX_WORK:
                    seen.add(more)
                    wider.append((more, left ^ cells[n], near | meets[n]))
        frontier = wider


def _eliminations(board: Board, cells: tuple[Cell, ...], remainder: int) -> Iterator[Candidate]:
    """Yield the candidates with which the sum of one or two cells can't have its remainder modulo 2."""
    fitting: set[Candidate] = set()
    sees = len(cells) == 2 and board.geometry.peers[cells[0]] >> cells[1] & 1
    for digits in product(*(digits_of(board.masks[cell]) for cell in cells)):
        if sum(map(board.geometry.grid.number, digits)) % 2 == remainder and not (sees and digits[0] == digits[1]):
            fitting.update(zip(cells, digits, strict=True))
    for cell in cells:
        for digit in digits_of(board.masks[cell]):
            if (cell, digit) not in fitting:
                yield cell, digit


__all__ = ["parity"]
