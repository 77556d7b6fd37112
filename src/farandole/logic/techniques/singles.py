"""Full houses, naked singles, hidden singles: one place left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from farandole.bitsets import bit_of, set_of
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, Digit, Geometry, HouseNumber
from farandole.logic.step import Level, Reason, Step, Technique, technique
from farandole.logic.wording.blockers import BLOCKER, RULED_OUT
from farandole.logic.wording.proofs import candidate_digits, conclusion_sentence
from farandole.logic.wording.words import join_words, name_cells, name_houses

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, SimpleSolver"


def _describe_full_house(step: Step, geometry: Geometry) -> Iterator[str]:
    (cell, _), house = step.placements[0], name_houses(geometry, step.reason.houses)[0]
    yield tr("In {house}, only {cell} is empty", house=house, cell=geometry.grid.cell_name(cell))
    yield tr("So it takes the digit that {house} lacks", house=house)


def _describe_naked(step: Step, geometry: Geometry) -> Iterator[str]:
    ((cell, digit),), parts = step.placements, step.reason.parts
    name = geometry.grid.cell_name(cell)
    if BLOCKER not in parts:
        yield tr("{cell} has only {digit} left", cell=name, digit=geometry.grid.digit_name(digit))
        yield conclusion_sentence(step)
        return
    if parts[BLOCKER]:
        seen = tr("; ").join(
            tr("{digits} in {house}", digits=join_words(digits), house=house)
            for house, digits in _by_house(cell, parts[BLOCKER], geometry)
        )
        yield tr("{cell} sees {digits_in_houses}", cell=name, digits_in_houses=seen)
    if parts[RULED_OUT]:
        digits = candidate_digits(parts[RULED_OUT], geometry)
        yield tr_counted(
            "{digits} is ruled out there already",
            "{digits} are ruled out there already",
            len(digits),
            digits=join_words(digits),
        )
    yield tr("So only {digit} is left", digit=geometry.grid.digit_name(digit))


def _by_house(cell: Cell, blockers: Iterable[Candidate], geometry: Geometry) -> Iterator[tuple[str, list[str]]]:
    """Group the blockers of a cell by house, starting with the house that holds most of them."""
    left = dict(blockers)
    while left:
        house = max(geometry.houses_of[cell], key=lambda house: (geometry.houses[house] & set_of(left)).bit_count())
        there = [left.pop(other) for other in geometry.cells[house] if other in left]
        yield name_houses(geometry, (house,))[0], list(map(geometry.grid.digit_name, sorted(there)))


def _describe_hidden(step: Step, geometry: Geometry) -> Iterator[str]:
    ((cell, digit),), parts = step.placements, step.reason.parts
    name, house = geometry.grid.cell_name(cell), name_houses(geometry, step.reason.houses)[0]
    blockers, eliminated = (
        name_cells(geometry, set_of(cell for cell, _ in parts.get(part, ()))) for part in (BLOCKER, RULED_OUT)
    )
    if blockers and not eliminated:
        yield tr_counted(
            "The {digit} in {cells} blocks the rest of {house}",
            "The {digit}s in {cells} block the rest of {house}",
            len(blockers),
            digit=geometry.grid.digit_name(digit),
            cells=join_words(blockers),
            house=house,
        )
    elif blockers:
        yield tr_counted(
            "The {digit} in {cells} blocks other cells of {house}",
            "The {digit}s in {cells} block other cells of {house}",
            len(blockers),
            digit=geometry.grid.digit_name(digit),
            cells=join_words(blockers),
            house=house,
        )
    if eliminated:
        yield tr(
            "{digit} is ruled out already in {cells}",
            digit=geometry.grid.digit_name(digit),
            cells=join_words(eliminated),
        )
    if blockers or eliminated:
        yield tr(
            "So {cell} is the only place left for {digit} in {house}",
            cell=name,
            digit=geometry.grid.digit_name(digit),
            house=house,
        )
    else:
        yield tr(
            "In {house}, {cell} is the only place left for {digit}",
            cell=name,
            digit=geometry.grid.digit_name(digit),
            house=house,
        )
        yield conclusion_sentence(step)


@technique(
    "Full House",
    Level.EASY,
    difficulty=1.0,
    score=4,
    code="0000",
    se=1.0,
    aliases=("Last Digit",),
    source=_SCORED,
    describe=_describe_full_house,
)
def full_house(board: Board) -> Iterator[Step]:
    """All cells of a house but one are filled. So the last one takes the missing digit."""
    for cell, digit in board.naked:
        if board.values[cell]:
            continue
        for house in board.geometry.houses_of[cell]:
            counts = board.counts[house]
            if board.geometry.is_full[house] and sum(counts) - counts[0] == counts[digit]:  # no other digit has a place
                yield _placed(full_house, cell, digit, house)
                break


@technique(
    "Naked Single",
    Level.EASY,
    difficulty=1.5,
    score=4,
    code="0003",
    se=2.3,
    aliases=("Sole Candidate",),
    source=_SCORED,
    describe=_describe_naked,
)
def naked_single(board: Board) -> Iterator[Step]:
    """A cell has one candidate left. So that is its digit."""
    for cell, digit in board.naked:
        if not board.values[cell]:
            yield _placed(naked_single, cell, digit)


@technique(
    "Hidden Single",
    Level.EASY,
    difficulty=1.2,
    score=14,
    code="0002",
    se=1.2,
    aliases=("Unique Candidate",),
    source=_SCORED,
    describe=_describe_hidden,
)
def hidden_single(board: Board) -> Iterator[Step]:
    """A digit has one place left in a house. So it goes there."""
    for cell, digit in board.hidden:
        if board.values[cell]:
            continue
        for house in board.geometry.houses_of[cell]:
            if board.counts[house][digit] == 1 and board.geometry.is_full[house]:
                yield _placed(hidden_single, cell, digit, house)
                break


SINGLES = (full_house, naked_single, hidden_single)  # in the order of the path


def place_singles(board: Board) -> list[Step]:
    """Place singles until there are none left, in the order of the path."""
    return [
        _placed(SINGLES[kind], cell, digit) if house < 0 else _placed(SINGLES[kind], cell, digit, house)
        for kind, cell, digit, house in board.place_singles()
    ]


@lru_cache(maxsize=1 << 14)  # a grid has few different ones, and most steps of a path are singles
def _placed(technique: Technique, cell: Cell, digit: Digit, *houses: HouseNumber) -> Step:
    reason = Reason(digits=bit_of(digit), cells=1 << cell, houses=houses)
    return Step(technique, ((cell, digit),), (), reason)
