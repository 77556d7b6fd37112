"""Templates: all arrangements of a digit over the whole grid."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import bit_of, bits, set_of, union
from farandole.i18n import tr
from farandole.logic.board import Board, CellSet, Digit, Geometry
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.wording.words import join_words

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, TemplateSolver"
_MOST = 20_000  # tries for a digit; with more, its templates would show little


def _describe_set(step: Step, geometry: Geometry) -> Iterator[str]:
    cells, digit = (geometry.grid.cell_name(cell) for cell, _ in step.placements), step.placements[0][1]
    yield tr(
        "All ways to place every {digit} that are left have one in {cells}",
        digit=geometry.grid.digit_name(digit),
        cells=join_words(cells),
    )


def _describe_delete(step: Step, geometry: Geometry) -> Iterator[str]:
    cells, digit = (geometry.grid.cell_name(cell) for cell, _ in step.eliminations), step.eliminations[0][1]
    yield tr(
        "No way to place every {digit} that is left has one in {cells}",
        digit=geometry.grid.digit_name(digit),
        cells=join_words(cells, "or"),
    )


@technique("Template Set", Level.EXTREME, score=10000, code="1201", se=None, source=_SCORED, describe=_describe_set)
def template_set(board: Board) -> Iterator[Step]:
    """All arrangements of a digit that are still possible have a cell in common. So the digit goes there."""
    for digit, (common, _) in board.cached(_spans).items():
        places = tuple((cell, digit) for cell in bits(common & board.open))
        if places:
            yield Step(template_set, places, (), Reason(bit_of(digit), board.places[digit]))


@technique(
    "Template Delete", Level.EXTREME, score=10000, code="1202", se=None, source=_SCORED, describe=_describe_delete
)
def template_delete(board: Board) -> Iterator[Step]:
    """No arrangement of a digit that is still possible uses a certain cell. So the digit does not go there."""
    for digit, (_, used) in board.cached(_spans).items():
        eliminations = tuple((cell, digit) for cell in bits(board.places[digit] & ~used))
        if eliminations:
            yield Step(template_delete, (), eliminations, Reason(bit_of(digit), board.places[digit]))


def _spans(board: Board) -> dict[Digit, tuple[CellSet, CellSet]]:
    """Return for each digit the cells that all its arrangements use, and those that any uses.

    Arrangements that use a cell which all arrangements of another digit use are removed, until there are none.
    """
    left: dict[Digit, list[CellSet]] = {}
    for digit in range(1, board.geometry.n_digits + 1):
        placed = set_of(cell for cell, value in enumerate(board.values) if value == digit)
        arrangements = _arrangements(board.geometry, board.places[digit] | placed, placed)
        if arrangements is not None:
            left[digit] = arrangements
    everywhere = (1 << board.geometry.n_cells) - 1
    common = dict.fromkeys(left, everywhere)
    is_done = False
    while not is_done:
        is_done = True
        for digit, arrangements in left.items():
            taken = 0
            for other_digit, cells in common.items():
                if other_digit != digit and left[other_digit] and cells != everywhere:
                    taken |= cells
            kept = [cells for cells in arrangements if not cells & taken]
            shared = everywhere
            for cells in kept:
                shared &= cells
            if len(kept) != len(arrangements) or shared != common[digit]:
                left[digit], common[digit], is_done = kept, shared, False
    return {digit: (common[digit], union(arrangements)) for digit, arrangements in left.items() if arrangements}


def _arrangements(geometry: Geometry, places: CellSet, chosen: CellSet) -> list[CellSet] | None:
    """List the ways to have a digit once in each full house, at most once in any other; None if there are too many."""
    houses = [house for house, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full]
    arrangements: list[CellSet] = []
    free = places & ~chosen
    for cell in bits(chosen):
        free &= ~geometry.peers[cell]
    stack = [(chosen, free)]
    n_tries = 0
    while stack:
        n_tries += 1
        if n_tries > _MOST:
            return None
        chosen, free = stack.pop()
        empty = [house & free for house in houses if not house & chosen]
        if not empty:
            arrangements.append(chosen)
            continue
        fewest = min(empty, key=int.bit_count)
        stack += [(chosen | 1 << cell, free & ~geometry.peers[cell] & ~(1 << cell)) for cell in bits(fewest)]
    return arrangements
