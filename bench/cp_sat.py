"""Rules for CP-SAT (OR-tools), as a Python user would say them: one constraint for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from farandole import rules


class UnknownRuleError(Exception):
    """A rule that CP-SAT has no constraint for, or that is not translated here."""


def add_rule(model: Any, rule: rules.Rule, cells: Sequence[Any], n_digits: int, *, largest: int) -> None:
    """Add a rule to a model; one that has no constraint of its own becomes a table.

    Parameters
    ----------
    model : ortools.sat.python.cp_model.CpModel
    rule : Rule
    cells : sequence of cp_model.IntVar
        The variable of each cell of the grid.
    n_digits : int
    largest : int
        How many combinations are tried for a table, at most.

    Raises
    ------
    UnknownRuleError
    """
    ours = [cells[cell] for cell in rule.scope]
    is_plain = len(set(rule.scope)) == len(ours)
    match rule:
        case rules.Cage(_, total):
            model.add_all_different(ours)
            if total is not None:
                model.add(sum(ours) == total)
        case rules.Sum(_, total) if is_plain:
            model.add(sum(ours) == total)
        case rules.Arrow() if is_plain:
            model.add(ours[0] == sum(ours[1:]))
        case rules.Thermo():
            for one, other in pairwise(ours):
                model.add(one < other)
        case rules.AllDifferent():
            model.add_all_different(ours)
        case rules.Allowed(_, digits):
            for cell in ours:
                model.add_allowed_assignments([cell], [[digit] for digit in digits])
        case rules.RegionSum(_, groups):
            for some, others in pairwise(groups):
                model.add(sum(cells[cell] for cell in some) == sum(cells[cell] for cell in others))
        case _ if is_plain and n_digits ** len(ours) <= largest:
            every = product(range(1, n_digits + 1), repeat=len(ours))
            model.add_allowed_assignments(ours, [digits for digits in every if rule.holds(digits)])
        case _:
            raise UnknownRuleError(f"no {type(rule).__name__} among its constraints")
