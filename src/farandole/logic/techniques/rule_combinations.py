"""What rules beyond cages say: one rule alone, all rules of a house, and two rules together.

No technique here knows a kind of rule. Each asks which candidates take part in a filling of the cells (`RuleGroup`). So
a new rule, or a rule of a user's own, is explained from the first day. Rules describe themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from farandole import rules
from farandole.bitsets import bit_of, bits, digits_of, has_digit, is_single, set_of
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber
from farandole.logic.inference.fillings import Masks, RuleGroup, group_of
from farandole.logic.inference.rule_groups import (
    Together,
    eliminations_of,
    pairs_of_rules,
    rules_across_houses,
    rules_inside_houses,
    shrink,
    triples_of_rules,
)
from farandole.logic.step import Level, Part, Reason, Step, Technique, technique
from farandole.logic.wording.exclusions import explain_by_need, explain_by_pairs, explain_in_own_words
from farandole.logic.wording.words import (
    describe_cells,
    describe_houses,
    describe_rule,
    group_by_digit,
    group_rectangles,
    join_words,
    name_cells,
    name_digits,
)
from farandole.rules import Rule

_SOURCE = "R. Mohr and G. Masini, Good Old Discrete Relaxation, ECAI 1988, pages 651 to 656"
_MAX_FILLINGS = 6  # that are listed in a proof
_MAX_DIGITS = 3  # that are listed for a cell
_MAX_PLACES = 4  # of a digit that each filling has
_MAX_EXPLAINED = 30  # cells of a rule of which a second one is sought that excludes a candidate
_MAX_NAMED = 3  # rules that a proof names one by one

NEEDED = Part("needed")  # a place in a rule or cage for the digit that it must hold

_Rules: TypeAlias = tuple[Rule, ...]
_Houses: TypeAlias = tuple[HouseNumber, ...]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def describe_rules(members: _Rules, houses: _Houses, geometry: Geometry) -> str:
    """Name rules and houses, the rules one by one if they are few."""
    if len(members) > _MAX_NAMED:
        return tr("Look at {houses} and the rules inside", houses=describe_houses(geometry, houses))
    said = tr("; ").join(describe_rule(rule, geometry) for rule in members)
    return tr("In {houses}: {rules}", houses=describe_houses(geometry, houses), rules=said) if houses else said


def describe_fillings(step: Step, geometry: Geometry) -> Iterator[str]:
    """Say the rules, then their fillings if they are few, else what is left to the cells that lose candidates."""
    reason = step.reason
    yield describe_rules(reason.rules, reason.houses, geometry)
    yield from describe_left(step, group_of(geometry, reason.rules, reason.houses), geometry)


def describe_left(step: Step, group: RuleGroup, geometry: Geometry) -> Iterator[str]:
    """Say the fillings of a group if they are few, else what is left to the cells that lose candidates."""
    reason = step.reason
    if reason.board is None:
        return
    masks = group.masks(reason.board)
    undecided = [n for n, mask in enumerate(masks) if not is_single(mask)]
    names = [geometry.grid.cell_name(group.cells[n]) for n in undecided]
    fillings = group.fillings(masks, _MAX_FILLINGS) if 1 < len(undecided) <= geometry.n_digits else None
    if fillings:
        choices = dict.fromkeys(
            "-".join(geometry.grid.digit_name(filling[n]) for n in undecided) for filling in fillings
        )
        fitting = join_words(choices, "or")
        yield tr("With their candidates, {cells} can only be {fillings}", cells=join_words(names), fillings=fitting)
        return
    supports = dict(zip(group.cells, group.supports(masks), strict=True))
    unclear: list[Candidate] = []
    excluded: Sequence[Candidate] = step.eliminations
    held = dict(zip(group.cells, masks, strict=True))
    rule = reason.rules[0] if len(reason.rules) == 1 and not reason.houses else None
    if rule is not None:
        sentences, excluded = explain_in_own_words(rule, held, excluded, geometry)
        yield from sentences
    excluded = sorted(excluded)
    for digits, places, explained in _find_musts(group, masks, supports, excluded, geometry):
        yield tr_counted(
            "In every way to fill its cells, {digits} is in {cells}",
            "In every way to fill its cells, {digits} are in {cells}",
            len(digits),
            digits=join_words(map(geometry.grid.digit_name, digits)),
            cells=join_words(name_cells(geometry, places), "or"),
        )
        excluded = [candidate for candidate in excluded if candidate not in explained]
    claims: dict[tuple[str, tuple[Digit, ...]], list[Cell]] = {}
    for cell in sorted({cell for cell, _ in excluded}):
        if claim := _range(supports[cell], reason.board.masks[cell]):
            claims.setdefault(claim, []).append(cell)
        else:
            unclear += [candidate for candidate in excluded if candidate[0] == cell]
    if claims:
        said = (_describe_range(kind, digits, cells, geometry) for (kind, digits), cells in claims.items())
        yield tr("With the candidates of its cells, {claims}", claims=join_words(said))
    if rule is not None and len(group.cells) <= _MAX_EXPLAINED:
        for explain in (explain_by_pairs, explain_by_need):
            sentences, unclear = explain(rule, held, unclear, geometry)
            yield from sentences
    for block, mask in group_rectangles(unclear):
        where = join_words(name_cells(geometry, block), "or")
        yield tr(
            "No way to fill its cells has {digit} in {cells}",
            digit=join_words(name_digits(geometry, mask), "or"),
            cells=where,
        )


def _find_musts(
    group: RuleGroup, masks: Masks, supports: Mapping[Cell, DigitSet], excluded: Sequence[Candidate], geometry: Geometry
) -> Iterator[tuple[list[Digit], CellSet, set[Candidate]]]:
    """Find digits that each filling has in some cells, all of which see an excluded candidate of the digit."""
    places_of: dict[Digit, CellSet] = {}
    gone, seen = group_by_digit(excluded), {}
    for digit in group.must_hold(masks) if gone else ():
        places = set_of(cell for cell, mask in supports.items() if has_digit(mask, digit))
        if places.bit_count() <= _MAX_PLACES:
            places_of[digit] = places
            seen[digit] = gone.get(digit, 0) & geometry.seen_by_all(bits(places))
    # A cell of which only some candidates are explained so, is described by what is left to it.
    unclear = set_of(cell for cell, digit in excluded if not seen.get(digit, 0) >> cell & 1)
    of_places: dict[CellSet, tuple[list[Digit], set[Candidate]]] = {}
    for digit, places in places_of.items():
        if explained := seen[digit] & ~unclear:
            digits, candidates = of_places.setdefault(places, ([], set()))
            digits.append(digit)
            candidates.update((cell, digit) for cell in bits(explained))
    for places, (digits, candidates) in of_places.items():
        yield digits, places, candidates


def _range(left: DigitSet, before: DigitSet) -> tuple[str, tuple[Digit, ...]] | None:
    """Say in a few words what a cell can still be, as a word and digits; None if that takes more."""
    digits = digits_of(left)
    if len(digits) > 2 and digits == tuple(digit for digit in digits_of(before) if digit >= digits[0]):
        return "least", digits[:1]
    if len(digits) > 2 and digits == tuple(digit for digit in digits_of(before) if digit <= digits[-1]):
        return "most", digits[-1:]
    return ("only", digits) if 1 <= len(digits) <= _MAX_DIGITS else None


def _describe_range(kind: str, digits: tuple[Digit, ...], cells: Sequence[Cell], geometry: Geometry) -> str:
    n, names = len(cells), join_words(name_cells(geometry, set_of(cells)))
    match kind:
        case "least":
            return tr_counted(
                "{cells} is at least {digit}",
                "{cells} are at least {digit}",
                n,
                cells=names,
                digit=geometry.grid.digit_name(digits[0]),
            )
        case "most":
            return tr_counted(
                "{cells} is at most {digit}",
                "{cells} are at most {digit}",
                n,
                cells=names,
                digit=geometry.grid.digit_name(digits[0]),
            )
    return tr("{cell} can only be {digits}", cell=names, digits=join_words(map(geometry.grid.digit_name, digits), "or"))


def _describe_needed(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    [(digit, places)] = group_by_digit(reason.parts[NEEDED]).items()
    yield describe_rules(reason.rules, reason.houses, geometry)
    cells = describe_cells(geometry, reason.cells)
    if set_of(reason.rules[0].scope) & ~reason.cells:
        yield tr(
            "Every way to fill {cells} has a {digit}, whatever the rest of it is",
            cells=cells,
            digit=geometry.grid.digit_name(digit),
        )
    else:
        yield tr("Every way to fill its cells has a {digit}", digit=geometry.grid.digit_name(digit))
    names = join_words(name_cells(geometry, places), "or")
    yield tr(
        "So {digit} is in {cells}, and in no cell that sees all of these",
        digit=geometry.grid.digit_name(digit),
        cells=names,
    )


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Rule Combinations",
    Level.MEDIUM,
    difficulty=3.0,
    aliases=("One Rule",),
    source=_SOURCE,
    describe=describe_fillings,
    names_rules=True,
)
def rule_combinations(board: Board) -> Iterator[Step]:
    """A rule allows only some fillings of its cells. So a candidate that is in none of them can be removed."""
    for rule, group in single_rules(board):
        if eliminations := eliminations_of(board, group):
            reason = Reason(0, set_of(group.cells), rules=(rule,), board=board.copy())
            yield Step(rule_combinations, (), eliminations, reason)


@technique(
    "Rule Must Hold",
    Level.MEDIUM,
    difficulty=3.4,
    aliases=("Locked in a Rule",),
    source=_SOURCE,
    describe=_describe_needed,
    names_rules=True,
)
def rule_must_hold(board: Board) -> Iterator[Step]:
    """Every filling of a rule, or of a few cells of a long one, has a certain digit.

    So no cell that sees all places of the digit there holds it.
    """
    for rule, whole in single_rules(board):
        for group in [whole, *whole.small_windows, *whole.windows]:
            if len(group.cells) < 3:
                continue
            for digit, places, eliminations in find_needed(board, group):
                parts = {NEEDED: places}
                reason = Reason(bit_of(digit), set_of(group.cells), parts=parts, rules=(rule,), board=board.copy())
                yield Step(rule_must_hold, (), eliminations, reason)


def find_needed(board: Board, group: RuleGroup) -> Iterator[tuple[Digit, tuple[Candidate, ...], tuple[Candidate, ...]]]:
    """Yield each digit that all fillings have, with its places and the candidates elsewhere that see all of these."""
    masks = group.masks(board)
    for digit in group.must_hold(masks):
        places = set_of(cell for cell, mask in zip(group.cells, masks, strict=True) if has_digit(mask, digit))
        if places & ~board.open:
            continue
        seen = board.geometry.seen_by_all(bits(places)) & ~set_of(group.cells)
        if eliminations := board.candidates_by_digit(seen, (digit,)):
            yield digit, tuple((cell, digit) for cell in bits(places)), eliminations


@technique("House and Rules", Level.HARD, difficulty=5.0, source=_SOURCE, describe=describe_fillings, names_rules=True)
def house_and_rules(board: Board) -> Iterator[Step]:
    """A house holds each digit once, and rules limit its cells. So a candidate in no filling of both can be removed."""
    geometry, all_rules = board.geometry, board.rules
    yield from _eliminate_together(house_and_rules, board, rules_inside_houses(geometry, all_rules), len(all_rules))
    for least in (2, 1):
        crossing = rules_across_houses(geometry, all_rules, least)
        yield from _eliminate_together(house_and_rules, board, crossing, _MAX_NAMED)


@technique(
    "Two Rules Together", Level.HARD, difficulty=5.0, source=_SOURCE, describe=describe_fillings, names_rules=True
)
def two_rules(board: Board) -> Iterator[Step]:
    """Two rules share cells, or their cells see each other. So a candidate in no filling of both can be removed."""
    yield from _eliminate_together(two_rules, board, pairs_of_rules(board.geometry, board.rules), 2)


@technique("Three Rules Together", Level.HARD, source=_SOURCE, describe=describe_fillings, names_rules=True)
def three_rules(board: Board) -> Iterator[Step]:
    """A rule meets two others, in cells or where cells see each other.

    So a candidate in no filling of all three can be removed.
    """
    yield from _eliminate_together(three_rules, board, triples_of_rules(board.geometry, board.rules), 3)


def _eliminate_together(
    technique: Technique, board: Board, groups: Iterable[Together], max_rules: int
) -> Iterator[Step]:
    """Yield what groups eliminate, without the rules and houses that aren't needed for it."""
    for together in groups:
        group = together.group(board.geometry)
        if not set_of(group.cells) & board.open or not (eliminations := eliminations_of(board, group)):
            continue
        if len(together.rules) + len(together.houses) > 2:  # what a rule alone says, is found before
            together, eliminations = shrink(board, together, eliminations)
        if len(together.rules) <= max_rules:
            group = together.group(board.geometry)
            reason = Reason(0, set_of(group.cells), together.houses, rules=together.rules, board=board.copy())
            yield Step(technique, (), eliminations, reason)


# ── Which rules ─────────────────────────────────────────────────────────────────────────────────────────────────────


def single_rules(board: Board) -> Iterator[tuple[Rule, RuleGroup]]:
    """Yield the rules with open cells that are more than houses, candidates and cages, short ones first."""
    for cells, rule in _sort_by_length(board.rules):
        if cells & board.open:
            yield rule, group_of(board.geometry, (rule,))


@lru_cache(maxsize=256)
def _sort_by_length(all_rules: _Rules) -> list[tuple[CellSet, Rule]]:
    known = rules.AllDifferent | rules.Allowed | rules.Cage
    scopes = [(set_of(rule.scope), rule) for rule in all_rules if not isinstance(rule, known)]
    return sorted(scopes, key=lambda entry: entry[0].bit_count())
