"""Why a digit that a player entered is wrong, or why a crossed-out candidate is needed.

The solution knows that it is a mistake. A player wants to know which rule says so. The shortest reason that is found
here is: a house that has the digit already; a rule that can't be filled, by the digits on the board or by candidates;
two rules, or a house with its rules; a contradiction. A short one is told step by step. Of a long one, the rules and
its end are told. If there is none, the solution is the only reason.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, has_several, is_single, set_of, union
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, Digit, DigitSet, Geometry, HouseNumber
from farandole.logic.inference.deductions import Clash, Deduction, Trial, deduce, rules_of
from farandole.logic.inference.fillings import RuleGroup, group_of
from farandole.logic.techniques.rule_combinations import describe_rules
from farandole.logic.techniques.rule_contradictions import (
    describe_briefly,
    describe_clash,
    describe_source,
    refute,
    runs_of_singles,
)
from farandole.logic.wording.exclusions import explain_in_own_words
from farandole.logic.wording.proofs import describe_eliminations
from farandole.logic.wording.words import describe_rule, join_words, name_digits
from farandole.records import record
from farandole.rules import AllDifferent, Allowed, Cage, Rule

_MAX_GROUP_CELLS = 24  # of rules together, or a house with its rules
_MAX_GROUPS = 60  # that are tried for a mistake
_MAX_ROUNDS = 60  # of deductions, before the needless are dropped
MAX_SENTENCES = 12  # of a contradiction that is told step by step; a run of singles is one
_MAX_DEDUCTIONS = 20  # of it
_FEW_SENTENCES = 2  # of a contradiction that is told step by step in any case
_MAX_EXCLUDED = 4  # candidates that are named
_MAX_TURNS = 6  # of excluding candidates by contradictions of their own
_MAX_TRY_ROUNDS = 14  # of deductions from such a candidate
_MAX_TRY_WORK = 20_000_000  # of all of them in a turn
_MAX_NAMED = 5  # rules of a longer one that are told
_MAX_FACTS = 9  # that are told for one reason
_FEW_DIGITS = 3  # a cell with so few candidates is told by what it can be


@record
class Mistake:
    """A digit that is wrong, or a candidate that is needed.

    Parameters
    ----------
    cell : Cell
    digit : Digit
    is_entered : bool
        Whether the player entered the digit, which is wrong there. Otherwise it is right,
        and the player crossed it out.
    """

    cell: Cell
    digit: Digit
    is_entered: bool

    def supposed(self, full: DigitSet) -> DigitSet:
        """Return what the player says that the cell can hold."""
        return bit_of(self.digit) if self.is_entered else full & ~bit_of(self.digit)


@record
class Repeat:
    """A house has the digit already.

    Parameters
    ----------
    house : HouseNumber
    cell : Cell
        Where the digit is.
    is_wrong : bool
        Whether that digit is wrong, too.
    """

    house: HouseNumber
    cell: Cell
    is_wrong: bool = False


@record
class BrokenRules:
    """The cells of some rules and houses can't be filled.

    Parameters
    ----------
    rules : tuple of Rule
    houses : tuple of HouseNumber
        The houses that take part with all their cells.
    facts : tuple of (Cell, DigitSet)
        What else must be known: the digits or candidates of other cells; for a candidate that was crossed out, also the
        others of its cell.
    wrong : tuple of (Cell, DigitSet)
        Facts that are wrong digits themselves.
    """

    rules: tuple[Rule, ...]
    houses: tuple[HouseNumber, ...] = ()
    facts: tuple[tuple[Cell, DigitSet], ...] = ()
    wrong: tuple[tuple[Cell, DigitSet], ...] = ()


@record
class Proof:
    """A contradiction follows from the mistake.

    Parameters
    ----------
    deductions : tuple of Deduction
    clash : Clash
    is_short : bool
        Whether it is told step by step. Of a longer one, only its rules and its end are told.
    excluded : tuple of (Cell, Digit)
        Candidates that are excluded first, one after another, because each leads to a contradiction of its own.
    """

    deductions: tuple[Deduction, ...]
    clash: Clash
    is_short: bool = True
    excluded: tuple[Candidate, ...] = ()


MistakeReason: TypeAlias = Repeat | BrokenRules | Proof

# ── Reasons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def find_reason(
    board: Board, mistake: Mistake, wrong: Mapping[Cell, Digit] | None = None, *, max_sentences: int = MAX_SENTENCES
) -> MistakeReason | None:
    """Find the shortest reason why something is a mistake.

    Parameters
    ----------
    board : Board
        The player's state, without mistakes.
    mistake : Mistake
    wrong : mapping from Cell to Digit, optional
        All wrong digits of the player: they may break a rule together.
    max_sentences : int
        Of a contradiction that is told step by step, beside what is supposed and the clash.

    Returns
    -------
    MistakeReason or None
        None if only the solution tells.
    """
    if mistake.is_entered and (repeat := _find_repeat(board, mistake, board.values)):
        return repeat
    known: dict[Cell, DigitSet] = {}
    by_one = _best(board, _find_broken(board, mistake, _rules_at(board, mistake.cell), known))
    if by_one and _cost(board, by_one) <= 1:
        return by_one
    others = {cell: digit for cell, digit in (wrong or {}).items() if cell != mistake.cell}
    if mistake.is_entered and others:
        values = [others.get(cell, value) for cell, value in enumerate(board.values)]
        if repeat := _find_repeat(board, mistake, values):
            return repeat
        known = {cell: bit_of(digit) for cell, digit in others.items()}
        together = _best(board, _find_broken(board, mistake, _rules_at(board, mistake.cell), known))
        if together and _cost(board, together) <= 1:
            return together
    reasons: list[MistakeReason] = [by_one] if by_one else []
    proof = _find_proof(board, mistake, max_sentences)
    reasons += [proof] if proof else []
    if not reasons or min(_cost(board, reason) for reason in reasons) > 3:
        by_more = _best(board, _find_broken(board, mistake, _groups_at(board, mistake.cell), {}))
        reasons += [by_more] if by_more else []
    return min(reasons, key=lambda reason: _cost(board, reason), default=None)


def _cost(board: Board, reason: MistakeReason) -> int:
    """Count the thoughts of a reason: rules, cells whose candidates matter, deductions."""
    match reason:
        case Repeat():
            return 1
        case Proof(deductions, clash, excluded=excluded):
            needs_facts = clash.rule is not None  # of the board, which tell why the rule can't hold
            return 2 + 2 * (len(deductions) + len(excluded)) + 4 * needs_facts
        case BrokenRules(rules, houses, facts):
            undecided = sum(not board.values[cell] for cell, _ in facts)
            return 2 * (len(rules) + len(houses)) - 1 + undecided


def _best(board: Board, reasons: Iterator[BrokenRules]) -> BrokenRules | None:
    return min(reasons, key=lambda reason: (_cost(board, reason), len(reason.facts)), default=None)


def _find_repeat(board: Board, mistake: Mistake, values: Sequence[Digit]) -> Repeat | BrokenRules | None:
    """Find a house that has the digit already; if the house is a rule's, the rule is the reason."""
    geometry = board.geometry
    of_rules = {set_of(rule.scope): rule for rule in board.rules if isinstance(rule, AllDifferent | Cage)}
    for house in geometry.houses_of[mistake.cell]:
        for rival in geometry.cells[house]:
            if rival == mistake.cell or values[rival] != mistake.digit:
                continue
            is_wrong = not board.values[rival]
            rule = of_rules.get(geometry.houses[house])
            if rule is None:
                return Repeat(house, rival, is_wrong)
            fact = ((rival, bit_of(mistake.digit)),)
            return BrokenRules((rule,), wrong=fact) if is_wrong else BrokenRules((rule,), facts=fact)
    return None


_Houses: TypeAlias = tuple[HouseNumber, ...]
_Group: TypeAlias = tuple[tuple[Rule, ...], _Houses]


def _rules_at(board: Board, cell: Cell) -> Iterator[_Group]:
    """Yield the rules of a cell, each alone."""
    for rule in board.rules:
        if cell in rule.scope:
            yield (rule,), ()


def _groups_at(board: Board, cell: Cell) -> Iterator[_Group]:
    """Yield groups of rules and houses at a cell, the smallest first.

    A house with the rules inside; a house with all rules that have several cells in it; all rules of the cell; two
    rules, of which one has the cell.
    """
    geometry = board.geometry
    known = [(set_of(rule.scope), rule) for rule in board.rules if not isinstance(rule, AllDifferent)]
    groups: dict[_Group, int] = {}

    def add(rules: tuple[Rule, ...], houses: tuple[HouseNumber, ...] = ()) -> None:
        cells = union([*(set_of(rule.scope) for rule in rules), *(geometry.houses[house] for house in houses)])
        if cells.bit_count() <= _MAX_GROUP_CELLS and len(rules) + len(houses) > 1:
            groups.setdefault((rules, houses), cells.bit_count())

    for house in geometry.houses_of[cell]:
        if geometry.is_full[house]:
            inside = [rule for cells, rule in known if not cells & ~geometry.houses[house]]
            across = [rule for cells, rule in known if has_several(cells & geometry.houses[house])]
            for rules in (inside, across):
                add(tuple(rules), (house,))
    add(tuple(rule for cells, rule in known if cells >> cell & 1))
    for cells, rule in known:
        for others, other in known if cells >> cell & 1 else ():
            if other is not rule and (
                cells & others or sum(bool(geometry.peers[one] & others) for one in bits(cells)) > 1
            ):
                is_first = not others >> cell & 1 or board.rules.index(rule) < board.rules.index(other)
                add((rule, other) if is_first else (other, rule))
    yield from sorted(groups, key=groups.__getitem__)[:_MAX_GROUPS]


def _find_broken(
    board: Board, mistake: Mistake, groups: Iterable[_Group], wrong: Mapping[Cell, DigitSet]
) -> Iterator[BrokenRules]:
    """Yield the groups that can't be filled, with the facts that are needed for it."""
    for rules, houses in groups:
        if not _is_broken(board, mistake, rules, houses, wrong):
            continue
        cells = group_of(board.geometry, rules, houses).cells
        if not houses and _is_broken(board, mistake, (_any_digits(board.geometry, cells),), (), wrong):
            continue  # the houses alone say it
        kept = rules
        for rule in rules if len(rules) > 2 or houses else ():
            fewer = tuple(other for other in kept if other is not rule)
            if fewer and _is_broken(board, mistake, fewer, houses, wrong):
                kept = fewer
        facts = _needed_facts(board, mistake, group_of(board.geometry, kept, houses), wrong)
        if len(facts) <= _MAX_FACTS and all(mask for _, mask in facts):
            right = tuple((cell, mask) for cell, mask in facts if cell not in wrong)
            yield BrokenRules(kept, houses, right, tuple((cell, mask) for cell, mask in facts if cell in wrong))


def _is_broken(
    board: Board, mistake: Mistake, rules: tuple[Rule, ...], houses: _Houses, wrong: Mapping[Cell, DigitSet]
) -> bool:
    group = group_of(board.geometry, rules, houses)
    return group.cannot_be_filled(tuple(_candidates(board, mistake, group.cells, wrong).values()))


def _any_digits(geometry: Geometry, cells: tuple[Cell, ...]) -> Rule:
    """Return a rule that says nothing about some cells, so that a group has only what their houses say."""
    return Allowed(cells, tuple(geometry.grid.numbers))


def _candidates(
    board: Board, mistake: Mistake, cells: Sequence[Cell], wrong: Mapping[Cell, DigitSet]
) -> dict[Cell, DigitSet]:
    """Return what each cell may hold, with the mistake."""
    found = {cell: wrong.get(cell) or bit_of(board.values[cell]) or board.masks[cell] for cell in cells}
    if mistake.cell in found:
        full = (1 << board.geometry.n_digits) - 1
        found[mistake.cell] = mistake.supposed(full if mistake.is_entered else board.masks[mistake.cell])
    return found


def _needed_facts(
    board: Board, mistake: Mistake, group: RuleGroup, wrong: Mapping[Cell, DigitSet]
) -> list[tuple[Cell, DigitSet]]:
    """Drop each fact without which the cells still can't be filled: candidates first, then digits."""
    full = (1 << board.geometry.n_digits) - 1
    candidates = _candidates(board, mistake, group.cells, wrong)
    needed = dict(candidates)

    def weaken(cell: Cell, mask: DigitSet) -> None:
        before = needed[cell]
        needed[cell] = mask
        if not group.cannot_be_filled(tuple(needed.values())):
            needed[cell] = before

    for cell in sorted(group.cells, key=lambda cell: (-candidates[cell].bit_count(), cell)):
        weaken(cell, mistake.supposed(full) if cell == mistake.cell else full)
    for cell in group.cells:
        if cell != mistake.cell and not is_single(needed[cell]) and needed[cell].bit_count() > _FEW_DIGITS:
            for digit in digits_of(full & ~needed[cell]):
                weaken(cell, needed[cell] | bit_of(digit))
    return [
        (cell, mask)
        for cell, mask in needed.items()
        if mask != full and (cell != mistake.cell or mask != mistake.supposed(full))
    ]


def _find_proof(board: Board, mistake: Mistake, most: int) -> Proof | None:
    supposed = board.copy()
    if mistake.is_entered:
        supposed.place(mistake.cell, mistake.digit)
    else:
        supposed.eliminate(mistake.cell, mistake.digit)
    trial = Trial.of(supposed)
    for is_thorough in (False, True):
        if proof := refute(trial, _MAX_ROUNDS, is_thorough=is_thorough):
            return _proof_of(*proof, most)
    excluded = _exclude_by_contradictions(trial)
    if excluded:
        trial.remove(excluded)
        if proof := refute(trial, _MAX_ROUNDS, is_thorough=True):
            return _proof_of(*proof, most, excluded)
    return None


def _proof_of(deductions: Sequence[Deduction], clash: Clash, most: int, excluded: Sequence[Candidate] = ()) -> Proof:
    n_sentences = sum(1 for _ in runs_of_singles(deductions))
    is_short = n_sentences <= max(most, _FEW_SENTENCES) and len(deductions) <= _MAX_DEDUCTIONS
    return Proof(tuple(deductions), clash, is_short, tuple(excluded))


def _exclude_by_contradictions(start: Trial) -> list[Candidate]:
    """Find candidates without which a contradiction follows, while each of them leads to one of its own.

    In the last turn, as few as possible are taken, those with the quickest contradictions first. None if that isn't
    enough.
    """
    excluded: list[Candidate] = []
    trial = start
    for _ in range(_MAX_TURNS):
        trial = deduce(trial, range(len(trial.masks)), _MAX_ROUNDS, is_thorough=True).trial
        refuted = _refuted(trial)
        if not refuted:
            return []
        if _clashes_without(trial, refuted):
            n = bisect_left(range(len(refuted)), True, key=lambda n: _clashes_without(trial, refuted[:n]))
            return excluded + refuted[:n]
        excluded += refuted
        trial.remove(refuted)
    return []


def _refuted(trial: Trial) -> list[Candidate]:
    """List the candidates that lead to contradictions, those with the fewest rounds first."""
    cells = [cell for cell in range(len(trial.masks)) if not trial.placed >> cell & 1]
    candidates = [(cell, digit) for cell in cells for digit in digits_of(trial.masks[cell])]
    placed = list(bits(trial.placed))
    outcomes = trial.book.suppositions.refute(trial.masks, placed, candidates, _MAX_TRY_ROUNDS, _MAX_TRY_WORK)
    # There are fewer outcomes than candidates if the work was too much.
    refuted = [(n, candidate) for (n, _), candidate in zip(outcomes, candidates, strict=False) if n]
    return [candidate for _, candidate in sorted(refuted)]


def _clashes_without(trial: Trial, candidates: Sequence[Candidate]) -> bool:
    fewer = trial.copy()
    fewer.remove(candidates)
    return deduce(fewer, {cell for cell, _ in candidates}, _MAX_ROUNDS, is_thorough=True).clash is not None


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def describe_mistake(board: Board, mistake: Mistake, reason: MistakeReason | None) -> Iterator[str]:
    """Yield the sentences that say why something is a mistake, without full stops."""
    geometry = board.geometry
    words = {"cell": geometry.grid.cell_name(mistake.cell), "digit": geometry.grid.digit_name(mistake.digit)}
    match reason:
        case Repeat(house, rival, True):
            yield tr(
                "{claim} while {others}, because both are in {house}",
                claim=_claim(mistake, geometry),
                others=tr(
                    "{cell} is {digit}",
                    cell=geometry.grid.cell_name(rival),
                    digit=geometry.grid.digit_name(mistake.digit),
                ),
                house=house_name(geometry.grid, house),
            )
        case Repeat(house, rival):
            yield tr(
                "{cell} can't be {digit}, because {house} has its {digit} in {other}",
                **words,
                house=house_name(geometry.grid, house),
                other=geometry.grid.cell_name(rival),
            )
        case BrokenRules(rules, houses):
            yield _describe_broken(board, mistake, reason)
            yield describe_rules(rules, houses, geometry)
            yield from _explain_exclusion(board, mistake, reason)
        case Proof((), clash, excluded=()):
            yield _describe_at_once(mistake, clash, geometry)
        case Proof():
            if mistake.is_entered:
                yield tr("Suppose that {cell} is {digit}", **words)
            else:
                yield tr("Suppose that {cell} isn't {digit}", **words)
            *before, last = _describe_proof(reason, geometry)
            yield from before
            end = _claim(mistake, geometry)
            yield tr("{reason}, so {effects}", reason=last, effects=end)
        case None if mistake.is_entered:
            yield tr("{cell} can't be {digit}, because the solution has another digit there", **words)
        case None if board.rules:
            yield tr(
                "{claim}, because no house of the cell has a {digit} and no rule excludes it",
                claim=_claim(mistake, geometry),
                digit=geometry.grid.digit_name(mistake.digit),
            )
        case None:
            yield tr(
                "{claim}, because no house of the cell has a {digit}",
                claim=_claim(mistake, geometry),
                digit=geometry.grid.digit_name(mistake.digit),
            )


def _describe_proof(proof: Proof, geometry: Geometry) -> Iterator[str]:
    """Describe a contradiction step by step; or the rules by which a long one follows, and its end."""
    if 0 < len(proof.excluded) <= _MAX_EXCLUDED:
        gone = describe_eliminations(geometry, proof.excluded)
        yield tr("Then {effects}, because each of these would lead to a contradiction", effects=gone)
    elif proof.excluded:
        yield tr(
            "Then {number} candidates can be excluded, because each of them leads to a contradiction",
            number=len(proof.excluded),
        )
    if proof.is_short:
        yield from describe_briefly(proof.deductions, proof.clash, geometry)
        return
    n, rules = len(proof.deductions), rules_of(rule for deduction in proof.deductions for rule in deduction.rules)
    if rules:
        named = [describe_rule(rule, geometry) for rule in rules[:_MAX_NAMED]]
        if (more := len(rules) - _MAX_NAMED) > 0:
            named.append(tr_counted("{number} more rule", "{number} more rules", more, number=more))
        yield tr("Then {number} steps follow by houses and these rules: {rules}", number=n, rules=tr("; ").join(named))
    else:
        yield tr("Then {number} steps follow by houses alone", number=n)
    yield describe_clash(proof.clash, geometry)


def _claim(mistake: Mistake, geometry: Geometry) -> str:
    words = {"cell": geometry.grid.cell_name(mistake.cell), "digit": geometry.grid.digit_name(mistake.digit)}
    if mistake.is_entered:
        return tr("{cell} can't be {digit}", **words)
    return tr("{cell} still needs the candidate {digit}", **words)


def _describe_at_once(mistake: Mistake, clash: Clash, geometry: Geometry) -> str:
    """Say that a cell would have no candidate, or a house no place, at once."""
    claim = _claim(mistake, geometry)
    if clash.cell == mistake.cell:
        return tr("{claim}, because every other digit is ruled out there", claim=claim)
    if clash.cell is not None:
        what = tr("{cell} would have no candidate left", cell=geometry.grid.cell_name(clash.cell))
    elif clash.rule is not None:
        what = tr("a rule couldn't hold: {rule}", rule=describe_source(clash.rule, geometry))
    else:
        house = house_name(geometry.grid, clash.house or 0)
        what = tr("{house} would have no place for {digit}", house=house, digit=geometry.grid.digit_name(clash.digit))
    if mistake.is_entered:
        return tr("{claim}, because then {what}", claim=claim, what=what)
    return tr("{claim}, because otherwise {what}", claim=claim, what=what)


def _describe_broken(board: Board, mistake: Mistake, reason: BrokenRules) -> str:
    """Say which digits and candidates break the rules, and by what numbers."""
    geometry = board.geometry
    claim = _claim(mistake, geometry)
    if reason.wrong:
        others = join_words(_describe_fact(cell, mask, geometry, is_decided=True) for cell, mask in reason.wrong)
        claim = tr("{claim} while {others}", claim=claim, others=others)
    numbers = _describe_numbers(board, mistake, reason)
    needed = "" if numbers else _describe_need(board, mistake, reason)
    facts: list[str] = []
    ends: list[str] = [needed] if needed else []
    for cell, mask in reason.facts:
        is_decided = bool(board.values[cell])
        if (numbers and is_decided) or (needed and not is_decided and cell != mistake.cell):
            continue  # the numbers count what the board shows
        said = ends if cell == mistake.cell else facts
        said.append(_describe_fact(cell, mask, geometry, is_decided=is_decided))
    ends += [numbers] if numbers else []
    if ends and not mistake.is_entered:
        ends = [tr("without it {what}", what=join_words(ends))]
    if not facts and not ends:
        n = len(reason.rules) + len(reason.houses)
        return tr_counted("{claim}, because of this rule", "{claim}, because of these rules", n, claim=claim)
    return tr("{claim}, because {facts}", claim=claim, facts=join_words([*facts, *ends]))


def _describe_numbers(board: Board, mistake: Mistake, reason: BrokenRules) -> str:
    """Let a rule that stands alone say the numbers that it gets, given the digits on the board and the facts."""
    if len(reason.rules) > 1 or reason.houses or board.geometry.grid.first_digit != 1:
        return ""  # rules count with digits from 1 there
    full = (1 << board.geometry.n_digits) - 1
    known = {mistake.cell: mistake.supposed(full), **dict(reason.facts), **dict(reason.wrong)}
    [rule] = reason.rules
    return rule.describe_conflict([known.get(cell) or bit_of(board.values[cell]) or full for cell in rule.scope])


def _explain_exclusion(board: Board, mistake: Mistake, reason: BrokenRules) -> Iterator[str]:
    """Let a rule that stands alone say in its own words why it excludes a wrong digit, if no numbers say it."""
    if not mistake.is_entered or len(reason.rules) > 1 or reason.houses or _describe_numbers(board, mistake, reason):
        return
    [rule] = reason.rules
    if isinstance(rule, Allowed):  # its line says it all
        return
    full = (1 << board.geometry.n_digits) - 1
    known = {**dict(reason.facts), **dict(reason.wrong)}
    masks = {cell: known.get(cell, full) for cell in rule.scope}
    yield from explain_in_own_words(rule, masks, [(mistake.cell, mistake.digit)], board.geometry)[0]


def _describe_need(board: Board, mistake: Mistake, reason: BrokenRules) -> str:
    """Say what the only undecided cell would have to be, if that is short; "" if several cells are undecided."""
    geometry = board.geometry
    undecided = [(cell, mask) for cell, mask in reason.facts if not board.values[cell] and cell != mistake.cell]
    if len(undecided) != 1:
        return ""
    [(cell, mask)] = undecided
    full = (1 << geometry.n_digits) - 1
    group = group_of(geometry, reason.rules, reason.houses)
    known = {mistake.cell: mistake.supposed(full), **dict(reason.facts), **dict(reason.wrong), cell: full}
    supports = group.supports(tuple([known.get(each, full) for each in group.cells]))
    need = supports[group.cells.index(cell)]
    if not 0 < need.bit_count() <= _FEW_DIGITS or need & mask:
        return ""
    return tr(
        "{cell} would have to be {need}, but can only be {digits}",
        cell=geometry.grid.cell_name(cell),
        need=join_words(name_digits(geometry, need), "or"),
        digits=join_words(name_digits(geometry, board.masks[cell]), "or"),
    )


def _describe_fact(cell: Cell, mask: DigitSet, geometry: Geometry, *, is_decided: bool) -> str:
    """Say what a cell holds, or can hold, or can't hold, whichever is shortest."""
    name, digits = geometry.grid.cell_name(cell), digits_of(mask)
    if is_decided:
        return tr("{cell} is {digit}", cell=name, digit=geometry.grid.digit_name(digits[0]))
    lost = (1 << geometry.n_digits) - 1 & ~mask
    if len(digits) <= max(_FEW_DIGITS, lost.bit_count()):
        return tr("{cell} can only be {digits}", cell=name, digits=join_words(name_digits(geometry, mask), "or"))
    return tr("{cells} can't be {digits}", cells=name, digits=join_words(name_digits(geometry, lost), "or"))
