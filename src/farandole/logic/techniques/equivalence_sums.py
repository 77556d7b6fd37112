"""Set equivalence with sums: houses that are added and taken away leave sides whose totals differ by a known amount.

Sums of rules that lie mostly on a side are taken away, too. The few cells that are left then have a known sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bits, set_of
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Geometry, cache_for_geometries
from farandole.logic.inference.equivalences import find_equivalences
from farandole.logic.inference.fillings import group_of
from farandole.logic.inference.rule_groups import eliminations_of
from farandole.logic.inference.sums import RuleSum, remainders_of, sums_of
from farandole.logic.step import Equivalence, Level, Reason, Step, technique
from farandole.logic.techniques.rule_combinations import describe_left
from farandole.logic.techniques.totals import format_sum
from farandole.logic.wording.equivalences import describe_equivalence
from farandole.logic.wording.words import describe_rule
from farandole.rules import Equation, Rule

_MAX_CELLS = 8  # of the sum that is left
_MAX_OPEN = 6
_MAX_RULES = 4  # whose sums are taken away
_MAX_ASKED = 300  # sums of one search

_Rules: TypeAlias = tuple[Rule, ...]


class SideSum(NamedTuple):
    """The sum that an equivalence and the sums of rules leave.

    Parameters
    ----------
    equivalence : Equivalence
    equation : Equation
    rules : tuple of Rule
        Whose sums are taken away from the sides.
    """

    equivalence: Equivalence
    equation: Equation
    rules: _Rules


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    equivalence, equation = reason.equivalence, reason.equation
    assert equivalence is not None
    assert equation is not None
    yield from describe_equivalence(equivalence, geometry)
    if equivalence.surplus:
        more = equivalence.surplus * _total_of_house(geometry)
        yield tr("So the total of A is {total} more than the total of B", total=more)
    else:
        yield tr("So A and B have the same total")
    yield tr("; ").join(describe_rule(rule, geometry) for rule in reason.rules)
    coefficients = dict(zip(equation.cells, equation.coefficients, strict=True))
    yield tr("So {sum} = {total}", sum=format_sum(coefficients, geometry), total=equation.total)
    yield from describe_left(step, group_of(geometry, (equation,)), geometry)


@technique(
    "Set Equivalence with Sums",
    Level.UNFAIR,
    aliases=("SET with Cages",),
    source="Simon Anthony, Cracking the Cryptic, 2021; own",
    describe=_describe,
)
def set_equivalence_with_sums(board: Board) -> Iterator[Step]:
    """Add some houses and take away others: the totals of what is left on both sides differ by a known amount.

    Cages and other sums on a side are taken away, so the cells that are left have a known sum.
    """
    n_asked = 0
    for equivalence, equation, rules in _side_sums(board.geometry, board.rules):
        n_open = (set_of(equation.cells) & board.open).bit_count()
        if not 0 < n_open <= _MAX_OPEN:
            continue
        n_asked += 1
        if n_asked > _MAX_ASKED:
            break
        if eliminations := eliminations_of(board, group_of(board.geometry, (equation,))):
            houses = (*dict.fromkeys((*equivalence.added.houses, *equivalence.taken.houses)),)
            cells = equivalence.added.cells | equivalence.taken.cells | set_of(equation.cells)
            reason = Reason(
                0, cells, houses, equation=equation, equivalence=equivalence, rules=rules, board=board.copy()
            )
            yield Step(set_equivalence_with_sums, (), eliminations, reason)


@cache_for_geometries(64)
def _side_sums(geometry: Geometry, rules: _Rules) -> tuple[SideSum, ...]:
    """List the sums that equivalences leave, those of the fewest cells first, without those of the rule of 45."""
    sums = [each for each in sums_of(geometry, rules) if each.is_plain]
    if not sums:
        return ()
    known = {
        _key(each.equation.cells, each.equation.coefficients, sign)
        for each in remainders_of(geometry, rules)
        for sign in (1, -1)
    }
    found: list[SideSum] = []
    for equivalence in find_equivalences(geometry):
        left = _leave(geometry, equivalence, sums)
        if left is None:
            continue
        key = _key(left.equation.cells, left.equation.coefficients, 1)
        if key not in known:
            known |= {key, _key(left.equation.cells, left.equation.coefficients, -1)}
            found.append(left)
    return tuple(sorted(found, key=lambda each: len(each.equation.cells)))


def _key(cells: Sequence[Cell], coefficients: Sequence[int], sign: int) -> frozenset[tuple[Cell, int]]:
    return frozenset((cell, sign * coefficient) for cell, coefficient in zip(cells, coefficients, strict=True))


def _leave(geometry: Geometry, equivalence: Equivalence, sums: Sequence[RuleSum]) -> SideSum | None:
    """Take sums away from the sides as long as that leaves fewer cells; None if too many are left, or none."""
    layers = {
        1: equivalence.added.cells & ~equivalence.added.twice,
        -1: equivalence.taken.cells & ~equivalence.taken.twice,
    }
    left = {cell: sign for sign, cells in layers.items() for cell in bits(cells)}
    left |= dict.fromkeys(bits(equivalence.added.twice), 2) | dict.fromkeys(bits(equivalence.taken.twice), -2)
    total, used = equivalence.surplus * _total_of_house(geometry), list[Rule]()
    touched = [each for each in sums if each.cells & (layers[1] | layers[-1])]
    while len(used) < _MAX_RULES:
        free: CellSet = ~set_of(left)
        gain, n, sign = (
            max(
                ((each.cells & layers[sign]).bit_count() - (each.cells & free).bit_count(), -n, sign)
                for n, each in enumerate(touched)
                for sign in (1, -1)
            )
            if touched
            else (0, 0, 0)
        )
        if gain <= 0:
            break
        chosen = touched.pop(-n)
        for cell in bits(chosen.cells):
            left[cell] = left.get(cell, 0) - sign
            if not left[cell]:
                del left[cell]
        layers = {each: set_of(cell for cell, times in left.items() if times == each) for each in (1, -1)}
        total -= sign * chosen.equation.total
        used.append(chosen.rule)
    if not used or not 0 < len(left) <= _MAX_CELLS:
        return None
    if total < 0:
        left, total = {cell: -times for cell, times in left.items()}, -total
    return SideSum(equivalence, Equation(tuple(left), tuple(left.values()), total), tuple(dict.fromkeys(used)))


def _total_of_house(geometry: Geometry) -> int:
    return sum(geometry.grid.numbers)


__all__ = ["set_equivalence_with_sums"]
