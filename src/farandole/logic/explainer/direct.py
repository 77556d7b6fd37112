"""Direct steps: a pattern together with the hidden single that it leaves."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import bit_of, digits_of, is_single
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.explainer.order import order_of
from farandole.logic.explainer.patterns import hidden_among
from farandole.logic.step import Level, Part, Reason, Step, steps_of, technique
from farandole.logic.wording.proofs import describe_places, subset_sentence
from farandole.logic.wording.words import join_words, name_digits, name_houses

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"

SINGLE = Part("single")  # the place that is left


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    (cell, digit), *_ = reason.parts[SINGLE]
    if reason.covers:
        line, house = name_houses(geometry, reason.covers)
        yield describe_places(geometry, reason.houses[0], digit, reason.cells)
        yield tr(
            "These are in {line}, so no other cell of {line} can be {digit}",
            line=line,
            digit=geometry.grid.digit_name(digit),
        )
    else:
        house = name_houses(geometry, reason.houses)[0]
        yield subset_sentence(step, geometry)
        yield tr(
            "So these cells hold {digits}, and not {digit}",
            digits=join_words(name_digits(geometry, reason.digits)),
            digit=geometry.grid.digit_name(digit),
        )
    name = geometry.grid.cell_name(cell)
    yield tr(
        "So {cell} is the only place left for {digit} in {house}",
        cell=name,
        digit=geometry.grid.digit_name(digit),
        house=house,
    )


@technique("Direct Pointing", Level.EASY, se=1.7, source=_SOURCE, describe=_describe)
def direct_pointing(board: Board) -> Iterator[Step]:
    """All places of a digit in a box are in one line.

    Without the rest of that line, the digit has one place left in another box.
    """
    return steps_of(direct_pointing, direct_locked(board))


@technique("Direct Claiming", Level.EASY, se=1.9, source=_SOURCE, describe=_describe)
def direct_claiming(board: Board) -> Iterator[Step]:
    """All places of a digit in a line are in one box.

    Without the rest of that box, the digit has one place left in another line.
    """
    return steps_of(direct_claiming, direct_locked(board))


@technique("Direct Hidden Pair", Level.EASY, se=2.0, source=_SOURCE, describe=_describe)
def direct_hidden_pair(board: Board) -> Iterator[Step]:
    """Two digits of a house have the same two places.

    Without these places, another digit of the house has one place left.
    """
    return direct_hidden(board, 2)


@technique("Direct Hidden Triplet", Level.EASY, se=2.5, source=_SOURCE, describe=_describe)
def direct_hidden_triplet(board: Board) -> Iterator[Step]:
    """Three digits of a house have the same three places.

    Without these places, another digit of the house has one place left.
    """
    return direct_hidden(board, 3)


def direct_locked(board: Board) -> Iterator[Step]:
    """Find direct pointing and claiming in the order of Sudoku Explainer: box and column, box and row, and back."""
    geometry, houses = board.geometry, board.geometry.houses
    digits = [(digit, places) for digit, places in enumerate(board.places) if places]
    for crossing in order_of(geometry).crossings:
        shared, only_base, only_cover = crossing.shared, crossing.only_base, crossing.only_cover
        for digit, places in digits:
            if places & only_base or not places & only_cover:
                continue
            inside = places & shared
            if not inside & (inside - 1):
                continue
            for sibling in crossing.siblings:
                left = places & houses[sibling] & ~only_cover  # it may cross the base, as a diagonal crosses another
                if left and not left & (left - 1) and places & houses[sibling] & only_cover:
                    kind = direct_pointing if geometry.kinds[crossing.base] is HouseKind.BOX else direct_claiming
                    place = (left.bit_length() - 1, digit)
                    eliminations = board.candidates_by_digit(only_cover, (digit,))
                    reason = Reason(
                        bit_of(digit), inside, (crossing.base,), (crossing.cover, sibling), {SINGLE: (place,)}
                    )
                    yield Step(kind, (place,), eliminations, reason)


def direct_hidden(board: Board, size: int) -> Iterator[Step]:
    """Find direct hidden subsets in the order of Sudoku Explainer: in boxes, columns, rows."""
    geometry = board.geometry
    kind = direct_hidden_pair if size == 2 else direct_hidden_triplet
    for house in order_of(geometry).sets:
        counts = board.counts[house]
        if not geometry.is_full[house] or (board.open & geometry.houses[house]).bit_count() <= size:
            continue
        digits = [digit for digit in range(1, geometry.n_digits + 1) if 2 <= counts[digit] <= size]
        for mask, subset in hidden_among(board, house, digits, size):
            single = _single_without(board, house, subset, mask)
            if single:
                eliminations = board.candidates_in(subset, ~mask)
                reason = Reason(mask, subset, (house,), parts={SINGLE: (single,)})
                yield Step(kind, (single,), eliminations, reason)


def _single_without(board: Board, house: HouseNumber, taken: CellSet, mask: DigitSet) -> Candidate | None:
    """Find another digit with one place in a house outside the taken cells, and more inside them."""
    cells, counts = board.geometry.houses[house], board.counts[house]
    for digit in digits_of(~mask & ((1 << board.geometry.n_digits) - 1)):
        if counts[digit] > 1:
            left = board.places[digit] & cells & ~taken
            if is_single(left):
                return left.bit_length() - 1, digit
    return None
