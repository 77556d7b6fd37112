"""Almost locked sets: cells of a house with one digit more than cells.

If such a set loses a digit, it holds all its others. Two sets that share a digit whose places all see each other (a
*restricted common*) can't both hold it. All techniques here follow from these two sentences.

The sets of a board are numbered; `farandole._core.AlmostLocked` finds them and relates them, once a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, union
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry
from farandole.logic.inference.sets import Als, removes_of, tables
from farandole.logic.step import Level, LockedSet, Part, Reason, Step, Technique, technique
from farandole.logic.techniques.chains import END
from farandole.logic.wording.proofs import SET_NAMES, digits_in, rule
from farandole.logic.wording.words import group_by_digit, join_words, name_cells, name_digits

_SOURCE = "Bernhard Hobiger, HoDoKu 2.2, AlsSolver"

SetNumber: TypeAlias = int  # of an almost locked set of a board

COMMON = Part("restricted common")  # a place of a digit that two sets can't both hold


def tell_sets(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell sets each of which has a restricted common with the next: what one loses goes on to the last."""
    reason, sets = step.reason, step.reason.sets
    yield sets_named(geometry, sets)
    shared = [_commons(reason, one, other, geometry) for one, other in pairwise(sets)]
    for (one, other), some in zip(pairwise(SET_NAMES), shared, strict=False):
        yield tr(
            "{set} and {other} can't both hold {digits}, because all its places there see each other",
            set=one,
            other=other,
            digits=join_words(map(str, some), "or"),
        )
    last, lost = SET_NAMES[len(sets) - 1], digits_in(step.eliminations)
    if len(sets) == 2 and len(shared[0]) == 2:
        digits = join_words(map(str, shared[0]))
        yield tr(
            "So one of A and B lacks one of {digits}, the other one the other, and neither lacks more", digits=digits
        )
        yield tr(
            "So what sees all places of {digits} in both sets, or of another digit in one, is false", digits=digits
        )
        return
    passed = next(_ways_through(shared), None)
    if passed is None:
        yield rule(step)
        return
    way = tr("If A lacks {digit}, it holds {other}", digit=lost[0], other=passed[0])
    for name, (digit, following) in zip(SET_NAMES[1:], pairwise([*passed, lost[0]]), strict=False):
        way = tr("{way}, so {set} lacks {digit} and holds {other}", way=way, set=name, digit=digit, other=following)
    yield way
    if lost[1:]:
        yield tr("It is the same with {digits}", digits=join_words(lost[1:]))
    yield tr("So A or {set} holds {digits}", set=last, digits=join_words(lost))


def _ways_through(shared: Sequence[Sequence[Digit]]) -> Iterator[tuple[Digit, ...]]:
    """List choices of a restricted common for each two sets, no two in a row the same."""
    for digits in product(*shared):
        if all(one != other for one, other in pairwise(digits)):
            yield digits


def sets_named(geometry: Geometry, sets: Iterable[LockedSet]) -> str:
    """Say which cells and digits the sets are, and what they have in common."""
    said = [
        tr(
            "{set} is {cells}, with {digits}",
            set=name,
            cells=join_words(name_cells(geometry, some.cells)),
            digits=join_words(name_digits(some.digits)),
        )
        for name, some in zip(SET_NAMES, sets, strict=False)
    ]
    return tr_counted(
        "{sets}: it has one digit more than cells, so it can lack only one",
        "{sets}: each has one digit more than cells, so it can lack only one",
        len(said),
        sets=tr("; ").join(said),
    )


def _commons(reason: Reason, one: LockedSet, other: LockedSet, geometry: Geometry) -> list[Digit]:
    """List the restricted commons of two sets."""
    places = group_by_digit(reason.parts[COMMON])
    found = []
    for digit in digits_of(one.digits & other.digits):
        ours, theirs = places.get(digit, 0) & one.cells, places.get(digit, 0) & other.cells
        if ours and theirs and not theirs & ~geometry.seen_by_all(bits(ours)):
            found.append(digit)
    return found


@technique(
    "Almost Locked Set XZ-Rule",
    Level.UNFAIR,
    score=300,
    code="0901",
    aliases=("ALS-XZ",),
    source=_SOURCE,
    describe=tell_sets,
)
def als_xz(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """Two almost locked sets have a restricted common, so one of them is locked and holds each other digit.

    What sees all places of another common digit in both is false; with two restricted commons, both sets are locked.
    """
    table = tables(board, overlap=overlap)
    for one in range(len(table)):
        for other, mask, struck in table.pairs(one):
            yield chain_of_sets(als_xz, table, (one, other), (digits_of(mask),), struck)


@technique(
    "Almost Locked Set XY-Wing",
    Level.UNFAIR,
    score=320,
    code="0902",
    aliases=("ALS-XY-Wing", "ALS-Wing"),
    source=_SOURCE,
    describe=tell_sets,
)
def als_xy_wing(board: Board, *, overlap: bool = False) -> Iterator[Step]:
    """A third almost locked set has a restricted common with each of two others, so one of these two is locked.

    What sees all places of a common digit in these two is false.
    """
    table = tables(board, overlap=overlap)
    for one in range(len(table)):
        for wing, pivot, last, digits, others, struck in table.wings(one):
            yield chain_of_sets(als_xy_wing, table, (wing, pivot, last), (digits_of(digits), digits_of(others)), struck)


def chain_of_sets(
    technique: Technique,
    table: _core.AlmostLocked,
    chain: tuple[SetNumber, ...],
    commons: Iterable[tuple[Digit, ...]],
    struck: dict[Digit, CellSet],
) -> Step:
    """Make the step of a chain of sets: two for the XZ-rule, three for a wing."""
    sets = [Als(*table[number]) for number in chain]
    first, last = sets[0], sets[-1]
    shared: list[Candidate] = []
    for (one, other), digits in zip(pairwise(sets), commons, strict=True):
        for digit in digits:
            shared += ((cell, digit) for cell in bits(one.places[digit] | other.places[digit]))
    ends = tuple(
        (cell, digit)
        for digit in sorted(struck)
        for cell in bits(first.places.get(digit, 0) | last.places.get(digit, 0))
    )
    reason = Reason(
        digits=union(map(bit_of, struck)),
        cells=union(als.cells for als in sets),
        parts={COMMON: tuple(dict.fromkeys(shared)), END: ends},
        sets=tuple(LockedSet(als.cells, als.digits) for als in sets),
    )
    return Step(technique, (), removes_of(struck), reason)
