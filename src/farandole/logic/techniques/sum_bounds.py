"""Bounds of sums: sums of rules and houses leave cells that can hardly have the total that is left.

Rules and houses are added and taken away. What is left has a known total. Its cells are split into parts, each inside a
house, where digits differ; so each part has a least and a most sum. If these nearly use up the total, a candidate that
would need more is false. The core finds such sums by a linear program, and checks the proof in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    HouseNumber,
    cache_for_geometries,
)
from farandole.logic.inference.sums import RuleSum, sums_of
from farandole.logic.step import Bound, Level, Reason, Step, technique
from farandole.logic.techniques.totals import format_sum
from farandole.logic.wording.words import describe_houses, describe_rule, group_rectangles, join_words, name_cells
from farandole.rules import Equation, Rule

_MAX_WORK = 150_000_000  # numbers that are changed, about
_GOOD_COST = 20  # of a proof that ends the search for a simpler one: three for each sum, two for each part
_MAX_SUMS = 30  # of a proof, those of houses among them
_MAX_FACTOR = 4  # of a sum or a part
_MAX_CELLS_NAMED = 16  # of a sum that a proof writes out

_Sum: TypeAlias = tuple[list[Cell], list[int], int]  # cells, coefficients, total


class _Sums(NamedTuple):
    """The sums of a geometry and its rules, for the core.

    Parameters
    ----------
    of_rules : tuple of RuleSum
    full : tuple of HouseNumber
    sums : list of (cells, coefficients, total)
        Those of the rules, then those of the full houses, with digits from 1.
    """

    of_rules: tuple[RuleSum, ...]
    full: tuple[HouseNumber, ...]
    sums: list[_Sum]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    equation, board = reason.equation, reason.board
    assert equation is not None
    assert board is not None
    sums = known_sums(geometry, board.rules)
    assert sums is not None
    added = [(number, times) for number, times in reason.counted if times > 0]
    taken = [(number, -times) for number, times in reason.counted if times < 0]
    if added:
        yield tr("Add up {sums}", sums=_name_sums(added, sums, geometry))
    if taken:
        yield tr("Take away {sums}", sums=_name_sums(taken, sums, geometry))
    terms = dict(zip(equation.cells, equation.coefficients, strict=True))
    if len(terms) <= _MAX_CELLS_NAMED:
        yield tr("What is left of open cells is {sum} = {total}", sum=format_sum(terms, geometry), total=equation.total)
    else:
        yield tr("What is left of open cells has a total of {total}", total=equation.total)
    yield join_words(_describe_bounds(reason.bounds, geometry))
    is_least = bounds_below(reason.bounds)
    if is_least:
        yield tr("So what is left is at least {number}", number=end_of(reason.bounds))
    else:
        yield tr("So what is left is at most {number}", number=end_of(reason.bounds))
    grouped: dict[int, list[Candidate]] = {}
    for candidate in step.eliminations:
        grouped.setdefault(end_with(board, reason.bounds, candidate), []).append(candidate)
    for number, candidates in sorted(grouped.items()):
        for cells, mask in group_rectangles(candidates):
            digits = join_words(map(geometry.grid.digit_name, digits_of(mask)), "or")
            names = join_words(name_cells(geometry, cells), "or")
            words = {"digits": digits, "cells": names, "number": number}
            if is_least:
                yield tr("With {digits} in {cells}, it would be at least {number}", **words)
            else:
                yield tr("With {digits} in {cells}, it would be at most {number}", **words)
    yield tr("So that can't be")


def _name_sums(counted: Iterable[tuple[int, int]], sums: _Sums, geometry: Geometry) -> str:
    """Name rules, and houses that count equally often together."""
    n_rules = len(sums.of_rules)
    rules: list[str] = []
    houses: dict[int, list[HouseNumber]] = {}
    for number, times in counted:
        if number < n_rules:
            rules.append(_times(_name_sum(sums.of_rules[number], geometry), times))
        else:
            houses.setdefault(times, []).append(sums.full[number - n_rules])
    total = sum(geometry.grid.numbers)
    said: list[str] = []
    for times, chosen in houses.items():
        names = describe_houses(geometry, chosen)
        name = tr_counted(
            "{houses}, which has {total}", "{houses}, which have {total} each", len(chosen), houses=names, total=total
        )
        said.append(_times(name, times))
    return tr("; ").join(said + rules)


def _name_sum(of_rule: RuleSum, geometry: Geometry) -> str:
    """Describe a rule, with the equation that it gives if that is not just the sum of its cells."""
    said = describe_rule(of_rule.rule, geometry)
    if of_rule.is_plain:
        return said
    cells, coefficients, total = of_rule.equation
    written = format_sum(dict(zip(cells, coefficients, strict=True)), geometry)
    return tr("{rule}, so {sum} = {total}", rule=said, sum=written, total=total)


def _times(name: str, times: int) -> str:
    return name if times == 1 else tr("{times} times {name}", times=times, name=name)


def _describe_bounds(bounds: Iterable[Bound], geometry: Geometry) -> Iterator[str]:
    """Say the bounds of parts; single cells with the same bound are said together."""
    cells_of: dict[Bound, CellSet] = {}
    for bound in bounds:
        if bound.cells.bit_count() == 1:
            key = bound._replace(cells=0)
            cells_of[key] = cells_of.get(key, 0) | bound.cells
        else:
            cells = join_words(name_cells(geometry, bound.cells))
            if bound.is_least:
                said = tr("{cells} together have at least {number}", cells=cells, number=bound.number)
            else:
                said = tr("{cells} together have at most {number}", cells=cells, number=bound.number)
            yield _say_times(said, bound)
    for bound, chosen in cells_of.items():
        cells, n, digit = join_words(name_cells(geometry, chosen)), chosen.bit_count(), bound.number
        if bound.is_least:
            said = tr_counted(
                "{cells} is at least {digit}", "{cells} are at least {digit}", n, cells=cells, digit=digit
            )
        else:
            said = tr_counted("{cells} is at most {digit}", "{cells} are at most {digit}", n, cells=cells, digit=digit)
        yield _say_times(said, bound)


def _say_times(said: str, bound: Bound) -> str:
    times = abs(bound.times)
    return said if times == 1 else tr("{claim} (this counts {times} times)", claim=said, times=times)


def bounds_below(bounds: Sequence[Bound]) -> bool:
    """Return whether the bounds say what their sum is at least, rather than at most."""
    return (bounds[0].times > 0) == bounds[0].is_least


def end_of(bounds: Iterable[Bound]) -> int:
    """Return what the parts together are at least or at most."""
    return sum(bound.times * bound.number for bound in bounds)


def end_with(board: Board, bounds: Iterable[Bound], candidate: Candidate) -> int:
    """Return what the parts together would be at least or at most, if a candidate were true."""
    cell, digit = candidate
    end, up = 0, board.geometry.grid.number(0)
    for bound in bounds:
        masks = []
        for other in bits(bound.cells):
            mask = board.masks[other]
            if other == cell:
                mask = bit_of(digit)
            elif board.geometry.peers[cell] >> other & 1:
                mask &= ~bit_of(digit)
            masks.append(mask)
        end += bound.times * (extreme_sum(masks, is_least=bound.is_least) + up * len(masks))
    return end


def extreme_sum(masks: Sequence[DigitSet], *, is_least: bool) -> int:
    """Return the least or the most sum of different digits of cells.

    The sets of digits that can be put into the cells are a matroid. So it takes the smallest or largest digit that can
    still be put there (J. Edmonds, "Matroids and the Greedy Algorithm", 1971).

    Examples
    --------
    >>> extreme_sum([0b11, 0b11, 0b111], is_least=True), extreme_sum([0b1001, 0b1001], is_least=False)
    (6, 5)
    """
    held: dict[int, Digit] = {}

    def put(digit: Digit, met: set[int]) -> bool:
        for n, mask in enumerate(masks):
            if has_digit(mask, digit) and n not in met:
                met.add(n)
                if n not in held or put(held[n], met):
                    held[n] = digit
                    return True
        return False

    digits = digits_of(union(masks))
    for digit in digits if is_least else reversed(digits):
        if len(held) < len(masks):
            put(digit, set())
    return sum(held.values())


# ── The technique ───────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Bounds of Sums",
    Level.UNFAIR,
    aliases=("Minimum and Maximum of Sums",),
    source="own",
    describe=_describe,
)
def bounds_of_sums(board: Board) -> Iterator[Step]:
    """Sums of rules and houses leave cells that can hardly have the total that is left.

    So a candidate that would make them too large or too small can be removed.
    """
    geometry = board.geometry
    sums = known_sums(geometry, board.rules)
    if sums is None:
        return
    masks = [bit_of(value) or mask for value, mask in zip(board.values, board.masks, strict=True)]
    if not all(masks):  # a contradiction, which others tell
        return
    limits = _MAX_WORK, _GOOD_COST, _MAX_SUMS, _MAX_FACTOR
    found = _core.find_sum_bounds(geometry.n_digits, geometry.cells, sums.sums, masks, *limits)
    if found is not None:
        times, parts, candidates = found
        yield Step(bounds_of_sums, (), tuple(candidates), _make_reason(board, sums, times, parts))


def _make_reason(
    board: Board, sums: _Sums, times: Sequence[tuple[int, int]], parts: Sequence[tuple[int, Sequence[Cell], int]]
) -> Reason:
    """Put together what sums leave of open cells, and the bounds of its parts, so that most cells are added."""
    total, coefficients = 0, dict[Cell, int]()
    for number, factor in times:
        cells, own, of_sum = sums.sums[number]
        total += factor * of_sum
        for cell, coefficient in zip(cells, own, strict=True):
            coefficients[cell] = coefficients.get(cell, 0) + factor * coefficient
    total -= sum(board.values[cell] * coefficient for cell, coefficient in coefficients.items())
    left = {cell: times for cell, times in sorted(coefficients.items()) if times and not board.values[cell]}
    total += board.geometry.grid.number(0) * sum(left.values())
    sign = -1 if sum(left.values()) < 0 else 1
    n_rules = len(sums.of_rules)
    rules = tuple(dict.fromkeys(sums.of_rules[number].rule for number, _ in times if number < n_rules))
    houses = tuple(sums.full[number - n_rules] for number, _ in times if number >= n_rules)
    equation = Equation(tuple(left), tuple(sign * coefficient for coefficient in left.values()), sign * total)
    return Reason(
        *(0, set_of(left), houses),
        equation=equation,
        rules=rules,
        bounds=tuple(_bounds(board, parts, sign)),
        counted=tuple((number, sign * factor) for number, factor in times),
        board=board.copy(),
    )


def _bounds(board: Board, parts: Iterable[tuple[int, Sequence[Cell], int]], sign: int) -> Iterator[Bound]:
    """Yield the bounds of the open cells of parts."""
    up = board.geometry.grid.number(0)
    for times, cells, number in parts:
        if inside := set_of(cells) & board.open:
            number += up * inside.bit_count() - sum(board.values[cell] for cell in cells)
            yield Bound(inside, sign * times, number, times > 0)


@cache_for_geometries(64)
def known_sums(geometry: Geometry, rules: tuple[Rule, ...]) -> _Sums | None:
    """List the sums of rules and the full houses; None if no rule has a sum."""
    of_rules = sums_of(geometry, rules)
    if not of_rules:
        return None
    full = tuple(house for house in range(len(geometry.houses)) if geometry.is_full[house])
    sums: list[_Sum] = [
        ([*cells], [*coefficients], total - geometry.grid.number(0) * sum(coefficients))
        for cells, coefficients, total in (each.equation for each in of_rules)
    ]
    of_house = geometry.n_digits * (geometry.n_digits + 1) // 2
    sums += [([*geometry.cells[house]], [1] * geometry.n_digits, of_house) for house in full]
    return _Sums(of_rules, full, sums)


__all__ = ["bounds_below", "bounds_of_sums", "end_of", "end_with", "extreme_sum", "known_sums"]
