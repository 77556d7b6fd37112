"""The rules that a step uses: those that its picture lights up while the others fade."""

from __future__ import annotations

from farandole.logic.inference.deductions import rules_of
from farandole.logic.step import Step
from farandole.logic.techniques.rule_contradictions import CONTRADICTIONS, find_proof
from farandole.rules import Rule


def find_used_rules(step: Step) -> tuple[Rule, ...]:
    """Find the rules that a step uses; none if it rests on houses alone.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import Board
    >>> from farandole.logic.techniques.rule_combinations import rule_combinations
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Renban, Thermo
    >>> lines = [Thermo("r1c1 r1c2 r1c3"), Renban("r5c5 r5c6")]
    >>> board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=lines))
    >>> find_used_rules(next(rule_combinations(board)))
    (Thermo(cells=(0, 1, 2)),)
    """
    reason = step.reason
    used = [*reason.rules]
    used += [rule for chain in (*reason.links, *reason.nets) for link in chain for rule in link.rules]
    if step.technique in CONTRADICTIONS and (proof := find_proof(step)):
        deductions, clash = proof
        sources = [source for deduction in deductions for source in deduction.rules]
        sources += [clash.rule] if clash.rule is not None else []
        used += rules_of(sources)
    return tuple(rule for n, rule in enumerate(used) if rule not in used[:n])
