"""Short contradictions through rules: suppose a candidate, and singles and rules soon leave a cell or a house empty.

The proof is made as short as it can be: each deduction that the contradiction doesn't need is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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

_MAX_DEDUCTIONS = 12  # from one candidate
_MAX_RULE_CELLS = 12  # longer rules are not used in a proof
_SHORT_PROOF = 2  # deductions of a proof that ends the search for a shorter one
_MAX_WORK = 40_000  # cells of the board times deductions, for all candidates together


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


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    [(cell, digit)] = step.eliminations
    yield tr("Suppose that {cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=digit)
    proof = find_proof(step)
    if proof is None:
        return
    yield from describe_contradiction(*proof, geometry)


def describe_contradiction(deductions: Sequence[Deduction], clash: Clash, geometry: Geometry) -> Iterator[str]:
    """Say what follows, deduction by deduction, up to the clash."""
    for deduction in deductions:
        yield _describe_deduction(deduction, geometry)
    if clash.cell is not None:
        yield tr("Then {cell} has no candidate left", cell=geometry.grid.cell_name(clash.cell))
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
    if not any(single_rules(board)):
        return
    best: Candidate | None = None
    limit, work = _MAX_DEDUCTIONS, _MAX_WORK // board.geometry.n_cells
    candidates = [(cell, digit) for cell in bits(board.open) for digit in digits_of(board.masks[cell])]
    for candidate in sorted(candidates, key=lambda candidate: (board.masks[candidate[0]].bit_count(), candidate)):
        supposed = suppose(board, candidate)
        deductions, clash = deduce(supposed, limit)
        work -= 1 + len(deductions)
        if clash:
            best, limit = candidate, len(shorten(supposed, deductions, clash)) - 1
        if limit < _SHORT_PROOF or work < 0:
            break
    if best:
        cell, digit = best
        yield Step(rule_contradiction, (), (best,), Reason(bit_of(digit), 1 << cell, board=board.copy()))


def find_proof(step: Step) -> tuple[list[Deduction], Clash] | None:
    """Find the deductions of a step in their order, and the contradiction; None if the step has no board."""
    board, [candidate] = step.reason.board, step.eliminations
    if board is None:
        return None
    supposed = suppose(board, candidate)
    deductions, clash = deduce(supposed, _MAX_DEDUCTIONS)
    return (shorten(supposed, deductions, clash), clash) if clash else None


def suppose(board: Board, candidate: Candidate) -> Board:
    """Place a candidate on a copy of the board."""
    supposed = board.copy()
    supposed.place(*candidate)
    return supposed


def deduce(supposed: Board, limit: int) -> tuple[list[Deduction], Clash | None]:
    """Deduce from a supposed board, which stays as it is, until a contradiction, the limit or the end."""
    supposed = supposed.copy()
    deductions: list[Deduction] = []
    while (clash := _find_clash(supposed)) is None and len(deductions) < limit:
        deduction = _next_deduction(supposed)
        if deduction is None:
            break
        deductions.append(deduction)
        deduction.apply(supposed)
    return deductions, clash


def _next_deduction(board: Board) -> Deduction | None:
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
    for rule, group in single_rules(board):
        if len(group.cells) > _MAX_RULE_CELLS:
            break
        if removed := eliminations_of(board, group):
            return Deduction(rule=rule, removed=removed)
    return None


def _find_clash(board: Board) -> Clash | None:
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


def shorten(supposed: Board, deductions: Sequence[Deduction], clash: Clash) -> list[Deduction]:
    """Drop each deduction, last first, without which the others still follow and the contradiction stays."""
    kept = list(deductions)
    for n in reversed(range(len(kept))):
        fewer = kept[:n] + kept[n + 1 :]
        if _is_proof(supposed.copy(), fewer, clash):
            kept = fewer
    return kept


def _is_proof(board: Board, deductions: Sequence[Deduction], clash: Clash) -> bool:
    """Return whether each deduction follows from those before it, and the contradiction from all."""
    for deduction in deductions:
        if not deduction.holds(board):
            return False
        deduction.apply(board)
    if clash.cell is not None:
        return not board.masks[clash.cell] and not board.values[clash.cell]
    house = clash.house or 0
    held = {board.values[cell] for cell in board.geometry.cells[house]}
    return clash.digit not in held and not board.geometry.houses[house] & board.places[clash.digit]
