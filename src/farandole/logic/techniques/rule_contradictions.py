"""Short contradictions through rules: suppose a candidate, and singles, locked digits and rules soon contradict it.

The proof is made as short as it can be: each deduction that the contradiction doesn't need is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from farandole.bitsets import bit_of, bits, digits_of
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Geometry
from farandole.logic.inference import deductions as inference
from farandole.logic.inference.deductions import Clash, Deduction, Trial
from farandole.logic.inference.sums import Remainder
from farandole.logic.step import Level, Reason, Step, Technique, technique
from farandole.logic.techniques.totals import format_sum
from farandole.logic.wording.proofs import describe_eliminations
from farandole.logic.wording.words import describe_houses, describe_rule, join_words, name_cells
from farandole.rules import Rule

_MAX_ROUNDS = 14  # of deductions from a candidate
_MAX_DETAILED = 6  # deductions of a proof in which each single has its reason
_MAX_NAMED = 5  # rules that a house is filled with
_SHORT_PROOF = 2  # deductions of a proof that ends the search for a shorter one
_MAX_WORK = 60_000_000  # of all suppositions together
_MAX_THOROUGH_WORK = 15_000_000  # the same, where houses are filled with their rules
_WORK_OF_SHORTENING = 100  # of each deduction of a proof


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    [(cell, digit)] = step.eliminations
    yield tr(
        "Suppose that {cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit)
    )
    proof = find_proof(step)
    if proof is not None:
        describe = describe_contradiction if step.technique is rule_contradiction else describe_briefly
        yield from describe(*proof, geometry)


def describe_contradiction(deductions: Sequence[Deduction], clash: Clash, geometry: Geometry) -> Iterator[str]:
    """Say what follows, deduction by deduction, up to the clash."""
    for deduction in deductions:
        yield describe_deduction(deduction, geometry)
    yield describe_clash(clash, geometry)


def runs_of_singles(deductions: Sequence[Deduction]) -> Iterator[list[Deduction]]:
    """Yield the deductions in their order: runs of singles, and each other deduction alone."""
    for is_single, run in groupby(deductions, key=lambda deduction: deduction.placed is not None):
        if is_single:
            yield list(run)
        else:
            yield from ([deduction] for deduction in run)


def describe_briefly(deductions: Sequence[Deduction], clash: Clash, geometry: Geometry) -> Iterator[str]:
    """Say what follows up to the clash. In a long proof, a run of singles is one sentence."""
    if len(deductions) <= _MAX_DETAILED:
        yield from describe_contradiction(deductions, clash, geometry)
        return
    for run in runs_of_singles(deductions):
        if len(run) == 1:
            yield describe_deduction(run[0], geometry)
            continue
        placed = [deduction.placed for deduction in run if deduction.placed is not None]
        name = geometry.grid.cell_name
        singles = join_words(
            tr("{cell} is {digit}", cell=name(cell), digit=geometry.grid.digit_name(digit)) for cell, digit in placed
        )
        yield tr("Then singles follow, one from another: {singles}", singles=singles)
    yield describe_clash(clash, geometry)


def describe_deduction(deduction: Deduction, geometry: Geometry) -> str:
    """Say what follows, and from what."""
    gone = describe_eliminations(geometry, deduction.removed)
    if deduction.rules:
        return _describe_rules(deduction, geometry, gone)
    if deduction.placed is None:
        return _describe_locked(deduction, geometry, gone)
    cell, digit = deduction.placed
    name = geometry.grid.cell_name(cell)
    if deduction.house is None:
        return tr("Then {cell} can only be {digit}", cell=name, digit=geometry.grid.digit_name(digit))
    house = describe_houses(geometry, [deduction.house])
    return tr(
        "Then {cell} is the only place for {digit} in {house}",
        cell=name,
        digit=geometry.grid.digit_name(digit),
        house=house,
    )


def _describe_rules(deduction: Deduction, geometry: Geometry, gone: str) -> str:
    said = tr("; ").join(describe_source(rule, geometry) for rule in deduction.rules)
    if deduction.house is not None:
        said = tr("In {houses}: {rules}", houses=describe_houses(geometry, [deduction.house]), rules=said)
    if not deduction.cells:
        return tr("{rule}, so {effects}", rule=said, effects=gone)
    return tr(
        "{rule}, and every way to fill its cells has {digit} in {cells}, so {effects}",
        rule=said,
        digit=geometry.grid.digit_name(deduction.removed[0][1]),
        cells=join_words(name_cells(geometry, deduction.cells), "or"),
        effects=gone,
    )


def _describe_locked(deduction: Deduction, geometry: Geometry, gone: str) -> str:
    cells = name_cells(geometry, deduction.cells)
    if deduction.house is None:
        return tr("Then {cells} have the same two digits left, so {effects}", cells=join_words(cells), effects=gone)
    return tr(
        "Then {digit} of {house} is in {cells}, so {effects}",
        digit=geometry.grid.digit_name(deduction.removed[0][1]),
        house=describe_houses(geometry, [deduction.house]),
        cells=join_words(cells, "or"),
        effects=gone,
    )


def describe_clash(clash: Clash, geometry: Geometry) -> str:
    """Say in which cell, house or rule a contradiction is seen."""
    if clash.cell is not None:
        return tr("Then {cell} has no candidate left", cell=geometry.grid.cell_name(clash.cell))
    if clash.house is not None:
        house = describe_houses(geometry, [clash.house])
        return tr("Then {house} has no place for {digit}", house=house, digit=geometry.grid.digit_name(clash.digit))
    assert clash.rule is not None
    return tr("Then this rule can't hold: {rule}", rule=describe_source(clash.rule, geometry))


def describe_source(source: Rule | Remainder, geometry: Geometry) -> str:
    """Describe a rule, or say what houses and the sums of rules leave."""
    if not isinstance(source, Remainder):
        return describe_rule(source, geometry)
    cells, coefficients, total = source.equation
    sign = -1 if total < 0 else 1
    terms = {cell: sign * coefficient for cell, coefficient in zip(cells, coefficients, strict=True)}
    return tr(
        "In {houses}, the sums of rules leave {sum} = {total}",
        houses=describe_houses(geometry, source.houses),
        sum=format_sum(terms, geometry),
        total=sign * total,
    )


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


class _Effort(NamedTuple):
    """How far contradictions are looked for.

    Parameters
    ----------
    max_rounds : int
        Of deductions from a candidate.
    max_deductions, max_sentences : int
        Of a proof.
    max_proof_work : int
        Cells of rules and houses, for the proofs of candidates that suppositions contradict.
    is_thorough : bool
        Whether rules that must hold digits, and houses with their rules, take part.
    """

    max_rounds: int
    max_deductions: int
    max_sentences: int
    max_proof_work: int
    is_thorough: bool


_SHORT = (
    _Effort(6, 8, 8, 60_000, is_thorough=False),
    _Effort(6, 8, 8, 60_000, is_thorough=True),
)
_LONG = (_Effort(_MAX_ROUNDS, 20, 15, 90_000, is_thorough=True),)


@technique("Rule Contradiction", Level.UNFAIR, difficulty=6.5, source="own; compare Nishio", describe=_describe)
def rule_contradiction(board: Board) -> Iterator[Step]:
    """Suppose a candidate. Singles and rules soon contradict it, so the candidate can be removed."""
    yield from _find(rule_contradiction, board, _SHORT)


@technique("Long Rule Contradiction", Level.EXTREME, difficulty=8.4, source="own; compare Nishio", describe=_describe)
def long_rule_contradiction(board: Board) -> Iterator[Step]:
    """Suppose a candidate. Singles and rules contradict it after a while, so the candidate can be removed."""
    yield from _find(long_rule_contradiction, board, _LONG)


CONTRADICTIONS = (rule_contradiction, long_rule_contradiction)


def _find(technique: Technique, board: Board, efforts: Iterable[_Effort]) -> Iterator[Step]:
    if not board.rules:
        return
    for effort in efforts:
        refuted = board.cached(_thoroughly_refuted if effort.is_thorough else _quickly_refuted)
        best = _find_shortest(board, refuted, effort)
        if best is not None:
            cell, digit = best
            yield Step(technique, (), (best,), Reason(bit_of(digit), 1 << cell, board=board.copy()))
            return


def _quickly_refuted(board: Board) -> list[Candidate]:
    """List the candidates that singles, locked digits, pairs and single rules contradict, the fewest rounds first."""
    return [candidate for n_rounds, _, candidate in sorted(board.cached(_outcomes)) if n_rounds]


def _thoroughly_refuted(board: Board) -> list[Candidate]:
    """List the candidates that thorough rounds contradict, as far as the work allows, the fewest rounds first."""
    start = board.cached(Trial.of)
    refute, placed = start.book.thorough_suppositions.refute, list(bits(start.placed))
    candidates = [candidate for _, _, candidate in sorted(board.cached(_outcomes), key=itemgetter(1))]
    outcomes = refute(start.masks, placed, candidates, _MAX_ROUNDS, _MAX_THOROUGH_WORK)
    refuted = [
        (n_rounds, candidate) for (n_rounds, _), candidate in zip(outcomes, candidates, strict=False) if n_rounds
    ]
    return [candidate for _, candidate in sorted(refuted, key=itemgetter(0))]


def _outcomes(board: Board) -> list[tuple[int, int, Candidate]]:
    """Suppose each candidate; list the round of its contradiction, 0 if there is none, and how much it leaves."""
    start = board.cached(Trial.of)
    candidates = [(cell, digit) for cell in bits(board.open) for digit in digits_of(start.masks[cell])]
    outcomes = start.book.suppositions.refute(start.masks, list(bits(start.placed)), candidates, _MAX_ROUNDS, _MAX_WORK)
    return [(*outcome, candidate) for outcome, candidate in zip(outcomes, candidates, strict=False)]


def _find_shortest(board: Board, candidates: Sequence[Candidate], effort: _Effort) -> Candidate | None:
    """Find the candidate with the shortest contradiction, as far as the work allows; None if there is none."""
    best: Candidate | None = None
    limit, work = effort.max_deductions, 0
    for candidate in candidates:
        supposed, changed = suppose(board.cached(Trial.of), candidate)
        n_rounds = min(effort.max_rounds, limit + 1)
        outcome = inference.deduce(supposed, changed, n_rounds, is_thorough=effort.is_thorough)
        work += outcome.work
        if outcome.clash:
            proof = _shorten(supposed, outcome.deductions, outcome.clash)
            work += _WORK_OF_SHORTENING * len(outcome.deductions)
            if len(proof) <= limit and _is_readable(proof, effort):
                best, limit = candidate, len(proof) - 1
        if limit < _SHORT_PROOF or work > effort.max_proof_work:
            break
    return best


def _is_readable(proof: Sequence[Deduction], effort: _Effort) -> bool:
    """Return whether a proof has few deductions and sentences, none of which names many rules."""
    return (
        len(proof) <= effort.max_deductions
        and len(list(runs_of_singles(proof))) <= effort.max_sentences
        and all(len(deduction.rules) <= _MAX_NAMED for deduction in proof)
    )


def find_proof(step: Step) -> tuple[list[Deduction], Clash] | None:
    """Find the deductions of a step in their order, and the contradiction; None if the step has no board."""
    if step.reason.board is None:
        return None
    supposed, changed = suppose(step.reason.board.cached(Trial.of), step.eliminations[0])
    for effort in _SHORT if step.technique is rule_contradiction else _LONG:
        outcome = inference.deduce(supposed, changed, effort.max_rounds, is_thorough=effort.is_thorough)
        if outcome.clash is not None:
            kept = _shorten(supposed, outcome.deductions, outcome.clash)
            if _is_readable(kept, effort):
                goal = partial(inference.clashes, clash=outcome.clash)
                return inference.trim(supposed, kept, goal), outcome.clash
    return None


def suppose(start: Trial, candidate: Candidate) -> tuple[Trial, set[Cell]]:
    """Place a candidate; return also the cells that changed."""
    supposed = start.copy()
    return supposed, {candidate[0], *(cell for cell, _ in supposed.place(candidate))}


def _shorten(supposed: Trial, deductions: Sequence[Deduction], clash: Clash) -> list[Deduction]:
    needs = inference.cells_of_clash(supposed.geometry, clash)
    return inference.shorten(supposed, deductions, partial(inference.clashes, clash=clash), needs)


def refute(trial: Trial, n_rounds: int, *, is_thorough: bool = False) -> tuple[list[Deduction], Clash] | None:
    """Find a short contradiction if something false is supposed; None if none follows in n rounds.

    If it is to be thorough, rules that must hold digits and houses with their rules take part.
    """
    deductions, clash, *_ = inference.deduce(trial, range(len(trial.masks)), n_rounds, is_thorough=is_thorough)
    if clash is None:
        return None
    kept = _shorten(trial, deductions, clash)
    return inference.trim(trial, kept, partial(inference.clashes, clash=clash)), clash
