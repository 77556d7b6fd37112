"""The rules that a step uses: those that its picture lights up while the others fade."""

from __future__ import annotations

from farandole import rules
from farandole.bitsets import set_of, union
from farandole.logic.board import Board
from farandole.logic.step import Step
from farandole.logic.techniques.rule_contradictions import find_proof, rule_contradiction
from farandole.rules import Rule


def find_used_rules(step: Step, board: Board) -> tuple[Rule, ...]:
    """Find the rules that a step uses; none if it rests on houses alone.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.techniques.rule_combinations import rule_combinations
    >>> from farandole.puzzle import Puzzle
    >>> lines = [rules.Thermo("r1c1 r1c2 r1c3"), rules.Renban("r5c5 r5c6")]
    >>> board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=lines))
    >>> find_used_rules(next(rule_combinations(board)), board)
    (Thermo(cells=(0, 1, 2)),)
    """
    reason = step.reason
    if reason.rules:
        return reason.rules
    if step.technique is rule_contradiction:
        proof = find_proof(step)
        known = [*(deduction.rule for deduction in proof[0]), proof[1].rule] if proof else []
        used = [rule for rule in known if rule is not None]
        return tuple(rule for n, rule in enumerate(used) if rule not in used[:n])
    return _find_cages(step, board) if reason.total is not None else ()


def _find_cages(step: Step, board: Board) -> tuple[Rule, ...]:
    """Find the cage of a step, or those that innies and outies are left over from."""
    reason = step.reason
    cages = [rule for rule in board.rules if isinstance(rule, rules.Cage | rules.Sum) and rule.total is not None]
    if not reason.houses:
        return tuple(cage for cage in cages if set_of(cage.cells) == reason.cells)[:1]
    region = union(board.geometry.houses[house] for house in reason.houses)
    inside = tuple(cage for cage in cages if not set_of(cage.cells) & ~region)
    if not region & ~union(set_of(cage.cells) for cage in inside) & ~reason.cells and not reason.cells & ~region:
        return inside
    innies = reason.cells & region
    return tuple(cage for cage in cages if set_of(cage.cells) & region and not set_of(cage.cells) & innies)
