"""Short contradictions through rules: suppose a candidate, and singles and rules soon leave a cell or a house empty.

The proof is made as short as it can be: each deduction that the contradiction doesn't need is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_digit
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Digit, Geometry, HouseNumber
from farandole.logic.inference.fillings import group_of
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.techniques.rule_combinations import describe_rule, eliminations_of, single_rules
from farandole.logic.wording.proofs import describe_eliminations
from farandole.logic.wording.words import describe_houses
from farandole.rules import Rule

_MOST_TRIED = 12  # deductions from a candidate
_LONGEST_RULE = 12  # cells of a rule that a supposition is followed through
_SHORT = 2  # deductions of a proof that is taken at once


class Deduction(NamedTuple):
    """What follows on a board: a single, or what one rule eliminates.

    Parameters
    ----------
    placed : (cell, digit), optional
    house : HouseNumber, optional
        Of a hidden single.
    rule : Rule, optional
    removed : tuple of (cell, digit)
        What the rule eliminates.
    """

    placed: Candidate | None = None
    house: HouseNumber | None = None
    rule: Rule | None = None
    removed: tuple[Candidate, ...] = ()

    def holds(self, board: Board) -> bool:
        """Return whether it follows on this board."""
        if self.rule is not None:
            group = group_of(board.geometry, (self.rule,))
            gone = dict.fromkeys(eliminations_of(board, group))
            return all(one in gone or not has_digit(board.masks[one[0]], one[1]) for one in self.removed)
        assert self.placed is not None
        cell, digit = self.placed
        if self.house is None:
            return board.masks[cell] == bit_of(digit)
        return board.geometry.houses[self.house] & board.places[digit] == 1 << cell

    def apply(self, board: Board) -> None:
        """Do it."""
        for cell, digit in self.removed:
            board.eliminate(cell, digit)
        if self.placed is not None and not board.values[self.placed[0]]:
            board.place(*self.placed)


class Clash(NamedTuple):
    """A cell without a candidate, or a house without a place for a digit."""

    cell: Cell | None = None
    house: HouseNumber | None = None
    digit: Digit = 0


_Proof: TypeAlias = tuple[list[Deduction], Clash]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    [(cell, digit)], board = step.eliminations, step.reason.board
    name = geometry.grid.cell_name
    yield tr("Suppose that {cell} is {digit}", cell=name(cell), digit=digit)
    proof = _proof(board, (cell, digit), _MOST_TRIED) if board else None
    if proof is None:
        return
    deductions, clash = proof
    for deduction in deductions:
        yield _describe_deduction(deduction, geometry)
    if clash.cell is not None:
        yield tr("Then {cell} has no candidate left", cell=name(clash.cell))
    else:
        yield tr(
            "Then {house} has no place for {digit}",
            house=describe_houses(geometry, [clash.house or 0]),
            digit=clash.digit,
        )


def _describe_deduction(deduction: Deduction, geometry: Geometry) -> str:
    if deduction.rule is not None:
        gone = describe_eliminations(geometry, deduction.removed)
        return tr("{rule}, so {effects}", rule=describe_rule(deduction.rule, geometry), effects=gone)
    cell, digit = deduction.placed or (0, 0)
    name = geometry.grid.cell_name(cell)
    if deduction.house is None:
        return tr("Then {cell} can only be {digit}", cell=name, digit=digit)
    house = describe_houses(geometry, [deduction.house])
    return tr("Then {cell} is the only place for {digit} in {house}", cell=name, digit=digit, house=house)


# ── The technique ───────────────────────────────────────────────────────────────────────────────────────────────────


@technique("Rule Contradiction", Level.UNFAIR, source="own; compare Nishio", describe=_describe)
def rule_contradiction(board: Board) -> Iterator[Step]:
    """Suppose a candidate. Singles and rules soon leave a cell or a house empty, so the candidate can be removed."""
    if not any(True for _ in single_rules(board)):
        return
    best: tuple[int, Candidate] | None = None
    candidates = [(cell, digit) for cell in bits(board.open) for digit in digits_of(board.masks[cell])]
    for candidate in sorted(candidates, key=lambda one: (board.masks[one[0]].bit_count(), one)):
        proof = _proof(board, candidate, best[0] - 1 if best else _MOST_TRIED)
        if proof and (best is None or len(proof[0]) < best[0]):
            best = len(proof[0]), candidate
            if best[0] <= _SHORT:
                break
    if best:
        cell, digit = best[1]
        reason = Reason(bit_of(digit), 1 << cell, board=board.copy())
        yield Step(rule_contradiction, (), (best[1],), reason)


def _proof(board: Board, candidate: Candidate, most: int) -> _Proof | None:
    """Find a contradiction by at most so many deductions, and make it shorter; None if there is none."""
    supposed = board.copy()
    supposed.place(*candidate)
    after = supposed.copy()
    deductions: list[Deduction] = []
    while (clash := _clash(after)) is None:
        deduction = _next(after) if len(deductions) < most else None
        if deduction is None:
            return None
        deductions.append(deduction)
        deduction.apply(after)
    return _shortened(supposed, deductions, clash)


def _next(board: Board) -> Deduction | None:
    """Find the simplest deduction: a single, else what the shortest rule eliminates."""
    while board.naked:
        cell, digit = board.naked.popleft()
        if board.masks[cell] == bit_of(digit):
            return Deduction((cell, digit))
    while board.hidden:
        cell, digit = board.hidden.popleft()
        for house in board.geometry.houses_of[cell]:
            if board.geometry.is_full[house] and board.geometry.houses[house] & board.places[digit] == 1 << cell:
                return Deduction((cell, digit), house)
    for members, group in single_rules(board):
        if len(group.cells) > _LONGEST_RULE:
            break
        if removed := eliminations_of(board, group):
            return Deduction(rule=members[0], removed=removed)
    return None


def _clash(board: Board) -> Clash | None:
    """Find a cell without candidates, or a full house without a place for a digit."""
    for cell in bits(board.open):
        if not board.masks[cell]:
            return Clash(cell)
    for house, cells in enumerate(board.geometry.houses):
        if not board.geometry.is_full[house]:
            continue
        held = {board.values[cell] for cell in board.geometry.cells[house]}
        for digit in range(1, board.geometry.n_digits + 1):
            if digit not in held and not cells & board.places[digit]:
                return Clash(house=house, digit=digit)
    return None


def _shortened(supposed: Board, deductions: Sequence[Deduction], clash: Clash) -> _Proof:
    """Drop deductions, last first, without which the others still follow and the contradiction stays."""
    kept = list(deductions)
    for n in reversed(range(len(kept))):
        fewer = kept[:n] + kept[n + 1 :]
        if _follow(supposed.copy(), fewer, clash):
            kept = fewer
    return kept, clash


def _follow(board: Board, deductions: Sequence[Deduction], clash: Clash) -> bool:
    for deduction in deductions:
        if not deduction.holds(board):
            return False
        deduction.apply(board)
    if clash.cell is not None:
        return not board.masks[clash.cell] and not board.values[clash.cell]
    house = clash.house or 0
    held = {board.values[cell] for cell in board.geometry.cells[house]}
    return clash.digit not in held and not board.geometry.houses[house] & board.places[clash.digit]
