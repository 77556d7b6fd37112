"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it. All techniques here follow from these two facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, union
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry
from farandole.logic.inference.relations import geometry_for, relations_of
from farandole.logic.inference.sets import Als, als_table, eliminations_of
from farandole.logic.step import Level, LockedSet, Part, Reason, Step, Technique, technique
from farandole.logic.techniques.chains import END
from farandole.logic.wording.proofs import SET_NAMES, candidate_digits, describe_sight, rule_sentence
from farandole.logic.wording.words import group_by_digit, join_words, name_cells, name_digits
from farandole.records import replace

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, AlsSolver"

SetNumber: TypeAlias = int  # of an almost locked set of a board

COMMON = Part("restricted common")  # a place of a digit that two sets can't both hold


def describe_sets(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe sets that each have a restricted common with the next one: a digit lost by one forces the next."""
    reason, sets = step.reason, step.reason.sets
    yield describe_set_list(geometry, sets)
    shared = [_commons(reason, first, second, geometry) for first, second in pairwise(sets)]
    for (first, second), commons in zip(pairwise(SET_NAMES), shared, strict=False):
        yield tr(
            "{set} and {other} can't both hold {digits}, because all its places there see each other",
            set=first,
            other=second,
            digits=join_words(map(geometry.grid.digit_name, commons), "or"),
        )
    yield from describe_sight(reason.rules, geometry)
    last, lost = SET_NAMES[len(sets) - 1], candidate_digits(step.eliminations, geometry)
    if len(sets) == 2 and len(shared[0]) == 2:
        digits = join_words(map(geometry.grid.digit_name, shared[0]))
        yield tr(
            "So one of A and B lacks one of {digits}, the other one the other, and neither lacks more", digits=digits
        )
        yield tr(
            "So what sees all places of {digits} in both sets, or of another digit in one, is false", digits=digits
        )
        return
    passed = next(_choose_commons(shared), None)
    if passed is None:
        yield rule_sentence(step)
        return
    sentence = tr("If A lacks {digit}, it holds {other}", digit=lost[0], other=geometry.grid.digit_name(passed[0]))
    names = [*map(geometry.grid.digit_name, passed), lost[0]]
    for name, (digit, following) in zip(SET_NAMES[1:], pairwise(names), strict=False):
        sentence = tr(
            "{way}, so {set} lacks {digit} and holds {other}", way=sentence, set=name, digit=digit, other=following
        )
    yield sentence
    if lost[1:]:
        yield tr("The same is true of {digits}", digits=join_words(lost[1:]))
    yield tr("So A or {set} holds {digits}", set=last, digits=join_words(lost))


def _choose_commons(shared: Sequence[Sequence[Digit]]) -> Iterator[tuple[Digit, ...]]:
    """List choices of a restricted common for each pair of sets, no two in a row the same."""
    for digits in product(*shared):
        if all(first != second for first, second in pairwise(digits)):
            yield digits


def describe_set_list(geometry: Geometry, sets: Iterable[LockedSet]) -> str:
    """Name the cells and digits of the sets, and say that each has one digit more than cells."""
    descriptions = [
        tr(
            "{set} is {cells}, with {digits}",
            set=name,
            cells=join_words(name_cells(geometry, locked_set.cells)),
            digits=join_words(name_digits(geometry, locked_set.digits)),
        )
        for name, locked_set in zip(SET_NAMES, sets, strict=False)
    ]
    return tr_counted(
        "{sets}: it has one digit more than cells, so it can lack only one",
        "{sets}: each has one digit more than cells, so it can lack only one",
        len(descriptions),
        sets=tr("; ").join(descriptions),
    )


def _commons(reason: Reason, first: LockedSet, second: LockedSet, geometry: Geometry) -> list[Digit]:
    """List the restricted commons of two sets."""
    places = group_by_digit(reason.parts[COMMON])
    commons = []
    for digit in digits_of(first.digits & second.digits):
        ours, theirs = places.get(digit, 0) & first.cells, places.get(digit, 0) & second.cells
        seeing = geometry_for(reason.board, digit) if reason.board else geometry
        if ours and theirs and not theirs & ~seeing.seen_by_all(bits(ours)):
            commons.append(digit)
    return commons


@technique(
    "Almost Locked Set XZ-Rule",
    Level.UNFAIR,
    score=300,
    code="0901",
    aliases=("ALS-XZ",),
    source=_SOURCE,
    describe=describe_sets,
)
def als_xz(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """Two almost locked sets have a restricted common digit, so at least one of them is locked.

    A cell that sees all places of another common digit in both sets doesn't hold it; with two restricted commons,
    both sets are locked.
    """
    table = als_table(board, overlap=overlap)
    for first in range(len(table)):
        for second, mask, eliminated in table.pairs(first):
            yield chain_of_sets(als_xz, board, table, (first, second), (digits_of(mask),), eliminated)


@technique(
    "Almost Locked Set XY-Wing",
    Level.UNFAIR,
    score=320,
    code="0902",
    aliases=("ALS-XY-Wing", "ALS-Wing"),
    source=_SOURCE,
    describe=describe_sets,
)
def als_xy_wing(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """An almost locked set has a restricted common digit with each of two others, so one of these two is locked.

    A cell that sees all places of a digit that these two share doesn't hold it.
    """
    table = als_table(board, overlap=overlap)
    for first in range(len(table)):
        for wing, pivot, last, digits, others, eliminated in table.wings(first):
            yield chain_of_sets(
                als_xy_wing, board, table, (wing, pivot, last), (digits_of(digits), digits_of(others)), eliminated
            )


def chain_of_sets(
    technique: Technique,
    board: Board,
    table: _core.AlmostLocked,
    chain: tuple[SetNumber, ...],
    commons: Iterable[tuple[Digit, ...]],
    eliminated: dict[Digit, CellSet],
) -> Step:
    """Make the step of a chain of sets: two sets for the XZ-rule, three for a wing."""
    sets = [Als(*table[number]) for number in chain]
    first, last = sets[0], sets[-1]
    shared: list[Candidate] = []
    for (this_set, next_set), digits in zip(pairwise(sets), commons, strict=True):
        for digit in digits:
            shared += ((cell, digit) for cell in bits(this_set.places[digit] | next_set.places[digit]))
    ends = tuple(
        (cell, digit)
        for digit in sorted(eliminated)
        for cell in bits(first.places.get(digit, 0) | last.places.get(digit, 0))
    )
    reason = Reason(
        digits=union(map(bit_of, eliminated)),
        cells=union(als.cells for als in sets),
        parts={COMMON: tuple(dict.fromkeys(shared)), END: ends},
        sets=tuple(LockedSet(als.cells, als.digits) for als in sets),
    )
    return add_sight(Step(technique, (), eliminations_of(eliminated), reason), board)


def add_sight(step: Step, board: Board) -> Step:
    """Add the rules by which cells of almost locked sets see each other, and what they eliminate."""
    relations = relations_of(board)
    if relations is None or not relations.sights:
        return step
    shared, ends = step.reason.parts[COMMON], step.reason.parts[END]
    pairs = [*combinations(shared, 2), *product((*shared, *ends), step.eliminations)]
    alike = (pair for pair in pairs if pair[0][1] == pair[1][1] and relations.excludes(*pair))
    rules = tuple(dict.fromkeys(rule for pair in alike for rule in relations.why(*pair)))
    return replace(step, reason=replace(step.reason, rules=rules, board=board.copy())) if rules else step
