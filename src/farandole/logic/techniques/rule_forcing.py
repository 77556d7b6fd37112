"""Rule forcing: a cell has a few candidates, or a digit a few places in a house, and each leads to the same conclusion.

Each of them is supposed in turn. Singles, locked digits, pairs and rules follow, as in a Rule Contradiction. A
candidate that none of the cases leaves is false. Each case is made as short as it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Geometry, HouseNumber
from farandole.logic.inference import deductions as inference
from farandole.logic.inference.deductions import Deduction, Outcome, Trial
from farandole.logic.inference.links import alternatives
from farandole.logic.step import Level, Node, Reason, Step, technique
from farandole.logic.techniques.rule_contradictions import describe_deduction, suppose
from farandole.logic.wording.claims import describe_consequence
from farandole.logic.wording.nets import describe_choices, describe_immediate_case, format_cases
from farandole.rules import Rule

_MAX_CASES = 3
_MAX_ROUNDS = 3  # of deductions from a candidate
_MAX_DEDUCTIONS = 8  # of all cases together
_SHORT_PROOF = 3  # deductions of all cases that end the search for a shorter proof
_MAX_TRIED = 12  # conclusions whose proofs are shortened
_MAX_WORK = 300_000  # cells of rules and houses, for all candidates together

_Cases: TypeAlias = tuple[Candidate, ...]


class _Agreement(NamedTuple):
    """What a few cases have in common.

    Parameters
    ----------
    size : int
        Deductions of all cases that may matter.
    cases : tuple of (cell, digit)
    house : HouseNumber, optional
        The house of the digit's places; None for the candidates of a cell.
    eliminated : (cell, digit)
    """

    size: int
    cases: _Cases
    house: HouseNumber | None
    eliminated: Candidate


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    cases = [(node.cells.bit_length() - 1, node.digit) for node in step.reason.starts]
    [(cell, digit)] = step.eliminations
    yield describe_choices(geometry, cases, step.reason.houses[0] if step.reason.houses else None)
    claim = describe_consequence(geometry, Node(digit, 1 << cell), is_true=False)
    proofs = find_cases(step)
    yield format_cases(
        tr("In each case {claim}", claim=claim),
        [
            [
                tr(
                    "Suppose that {cell} is {digit}",
                    cell=geometry.grid.cell_name(case[0]),
                    digit=geometry.grid.digit_name(case[1]),
                ),
                *(describe_deduction(deduction, geometry) for deduction in proofs[case]),
            ]
            if proofs[case]
            else describe_immediate_case(geometry, Node(case[1], 1 << case[0]))
            for case in cases
        ],
    )
    yield "\n" + tr("The result is the same in each case")


# ── The technique ───────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Rule Forcing",
    Level.UNFAIR,
    difficulty=6.6,
    source="own; compare Cell and Region Forcing Chains",
    describe=_describe,
)
def rule_forcing(board: Board) -> Iterator[Step]:
    """Each candidate of a cell, or each place of a digit in a house, excludes the same candidate by singles and rules.

    One of them is true, so the candidate that all of them exclude can be removed.
    """
    if not board.rules:
        return
    start = board.cached(Trial.of)
    best: tuple[_Agreement, tuple[Rule, ...]] | None = None
    limit = _MAX_DEDUCTIONS
    for agreement in sorted(_agreements(board, start))[:_MAX_TRIED]:
        shortened = _shorten_cases(start, agreement.cases, agreement.eliminated).values()
        rules = inference.rules_of(rule for case in shortened for deduction in case for rule in deduction.rules)
        length = sum(map(len, shortened))
        if length <= limit and rules:  # without rules, a chain says it
            best, limit = (agreement, rules), length - 1
        if limit < _SHORT_PROOF:
            break
    if best is not None:
        agreement, rules = best
        reason = Reason(
            set_of(digit - 1 for _, digit in agreement.cases),
            set_of(cell for cell, _ in agreement.cases),
            () if agreement.house is None else (agreement.house,),
            starts=tuple(Node(digit, 1 << cell) for cell, digit in agreement.cases),
            rules=rules,
            board=board.copy(),
        )
        yield Step(rule_forcing, (), (agreement.eliminated,), reason)


def _agreements(board: Board, start: Trial) -> Iterator[_Agreement]:
    """Yield what all candidates of a cell, or all places of a digit in a house, exclude."""
    outcomes: dict[Candidate, tuple[Trial, Outcome]] = {}
    work = 0
    for cases, house in _alternatives(board):
        for case in cases:
            if case not in outcomes:
                supposed, changed = suppose(start, case)
                outcome = inference.deduce(supposed, changed, _MAX_ROUNDS)
                outcomes[case] = supposed, outcome
                work += outcome.work
        if work > _MAX_WORK:
            return
        if any(outcomes[case][1].clash for case in cases):
            continue  # a contradiction, which is said in fewer words
        for digit in range(1, board.geometry.n_digits + 1):
            common = board.places[digit]
            for case in cases:
                common &= ~outcomes[case][1].trial.places[digit]
            for cell in bits(common):
                size = sum(
                    len(inference.leading_to(board.geometry, outcome.deductions, 1 << cell))
                    for supposed, outcome in (outcomes[case] for case in cases)
                    if has_digit(supposed.masks[cell], digit)
                )
                if size:  # else houses alone say it
                    yield _Agreement(size, cases, house, (cell, digit))


def _alternatives(board: Board) -> list[tuple[_Cases, HouseNumber | None]]:
    """List candidates of which one is true: those of a cell, or the places of a digit in a house, the fewest first."""
    found: dict[_Cases, HouseNumber | None] = {}
    for digit, where, cells in alternatives(board):
        cases = (
            tuple((cell, digit) for cell in bits(cells))
            if digit
            else tuple((where, held) for held in digits_of(board.masks[where]))
        )
        if 1 < len(cases) <= _MAX_CASES:
            found.setdefault(cases, where if digit else None)
    return sorted(found.items(), key=lambda entry: len(entry[0]))


def find_cases(step: Step) -> dict[Candidate, list[Deduction]]:
    """Find the deductions of each case of a step; none if the step has no board."""
    cases = tuple((node.cells.bit_length() - 1, node.digit) for node in step.reason.starts)
    if step.reason.board is None:
        return {case: [] for case in cases}
    start = step.reason.board.cached(Trial.of)
    shortened = _shorten_cases(start, cases, step.eliminations[0])
    goal = partial(_lacks, candidate=step.eliminations[0])
    return {case: inference.trim(suppose(start, case)[0], kept, goal) for case, kept in shortened.items()}


def _shorten_cases(start: Trial, cases: Sequence[Candidate], eliminated: Candidate) -> dict[Candidate, list[Deduction]]:
    goal = partial(_lacks, candidate=eliminated)
    shortened: dict[Candidate, list[Deduction]] = {}
    for case in cases:
        supposed, changed = suppose(start, case)
        if goal(supposed):
            shortened[case] = []
            continue
        outcome = inference.deduce(supposed, changed, _MAX_ROUNDS)
        shortened[case] = inference.shorten(supposed, outcome.deductions, goal, 1 << eliminated[0])
    return shortened


def _lacks(trial: Trial, candidate: Candidate) -> bool:
    return not trial.masks[candidate[0]] & bit_of(candidate[1])


__all__ = ["find_cases", "rule_forcing"]
