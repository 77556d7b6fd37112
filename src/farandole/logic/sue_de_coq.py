"""Sue de Coq: cells where a line meets a box, which cells of the line and cells of the box fill between them."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.logic.board import Board, Frame, Kind, bits, digits_of, for_house
from farandole.logic.step import Because, Level, LockedSet, Step, technique

_Part = tuple[int, int]  # a cell, as a set, and its mask
_Split = tuple[tuple[int, int, int], tuple[int, int, int]]  # cells of the meeting, the line and the box; their digits


@technique(
    "Sue de Coq",
    Level.UNFAIR,
    score=250,
    code="1101",
    se=5.0,
    aliases=("Two-Sector Disjoint Subsets",),
    source="Steve Kurzhal (Sue de Coq), Two-Sector Disjoint Subsets, sudoku.com forum 2005; extended by HoDoKu 2.2",
)
def sue_de_coq(board: Board) -> Iterator[Step]:
    """Cells where a line meets a box, cells of the line and cells of the box have as many digits as cells in all.

    The cells of the line and those of the box share no digit of the meeting. So each digit is locked in line or box.
    """
    frame = board.frame
    for line in frame.of_kind(Kind.ROW, Kind.COLUMN, Kind.OTHER):
        for box in frame.of_kind(Kind.BOX):
            yield from _at_meeting(board, line, box)


def _at_meeting(board: Board, line: int, box: int) -> Iterator[Step]:
    frame = board.frame
    line_masks, box_masks = frame.masks_of[line](board.masks), frame.masks_of[box](board.masks)
    for sets, digits in _splits(frame, line, box, line_masks, box_masks):
        step = _sue_de_coq(board, (line, box), sets, digits)
        if step is not None:
            yield step


@for_house
def _splits(
    frame: Frame, line: int, box: int, line_masks: tuple[int, ...], box_masks: tuple[int, ...]
) -> tuple[_Split, ...]:
    """Find cells of the meeting, of the line and of the box that have as many digits as cells; whatever they strike."""
    across, along = frame.houses[box], frame.houses[line]
    masks = dict(zip(frame.cells[line] + frame.cells[box], line_masks + box_masks, strict=True))
    parts = [(1 << cell, mask) for cell, mask in sorted(masks.items()) if mask]
    found: list[_Split] = []
    for some, digits, size in _subsets([part for part in parts if part[0] & across & along], 0, max_size=3):
        # Cells of the line and of the box have to take up this many digits: at least one each.
        excess = digits.bit_count() - size
        if size >= 2 and excess >= 2:
            in_box = [part for part in parts if part[0] & across & ~some]
            in_line = [part for part in parts if part[0] & along & ~some]
            found += _around(some, digits, excess, in_line, in_box)
    return tuple(found)


def _around(some: int, digits: int, excess: int, in_line: list[_Part], in_box: list[_Part]) -> Iterator[_Split]:
    box_sets: dict[int, list[tuple[int, int]]] = {}  # by how many digits are left to the line
    for of_box, box_digits, taken in _subsets(in_box, digits):
        if taken < excess:
            box_sets.setdefault(excess - taken, []).append((of_box, box_digits))
    if not box_sets:
        return
    for of_line, line_digits, taken in _subsets(in_line, digits):
        clash = line_digits & digits
        for of_box, box_digits in box_sets.get(taken, ()):
            if not box_digits & clash and not of_box & of_line:
                yield (some, of_line, of_box), (digits, line_digits, box_digits)


def _subsets(parts: list[_Part], within: int, *, max_size: int = 32) -> Iterator[tuple[int, int, int]]:
    """List subsets of cells that take up some digits, each subset before those that begin with it.

    Yields the cells, their digits, and how many of the digits within they take up: one for each cell, less one for
    each digit that isn't within. With no digits within, it is just the number of cells.
    """
    outside = ~within if within else 0
    n = len(parts)
    stack = [(0, 0, 0, 0)]
    while stack:
        at, some, digits, size = stack.pop()
        while at < n:
            bit, mask = parts[at]
            at += 1
            together = digits | mask
            taken = size + 1 - (together & outside).bit_count()
            if taken > 0 and (together & within or not within):
                yield some | bit, together, taken
            if taken + n - at > 0 and size + 1 < max_size:
                stack.append((at, some, digits, size))
                some, digits, size = some | bit, together, size + 1


def _sue_de_coq(
    board: Board, houses: tuple[int, int], sets: tuple[int, int, int], digits: tuple[int, int, int]
) -> Step | None:
    line, box = (board.frame.houses[house] for house in houses)
    meeting, in_line, in_box = sets
    own, line_digits, box_digits = digits
    both = line_digits & box_digits  # digits that aren't in the meeting: locked in each of the two
    struck: dict[int, int] = {}
    for where, what in (
        (box & ~in_box & ~meeting, (own | box_digits) & ~line_digits | both),
        (line & ~in_line & ~meeting, (own | line_digits) & ~box_digits | both),
    ):
        for digit in digits_of(what):
            struck[digit] = struck.get(digit, 0) | where & board.places[digit]
    removes = tuple((cell, digit) for digit in sorted(struck) for cell in bits(struck[digit]))
    if not removes:
        return None
    because = Because(
        digits=own,
        cells=meeting,
        houses=houses,
        roles={
            "line": board.candidates_in(in_line | meeting, line_digits),
            "box": board.candidates_in(in_box | meeting, box_digits),
        },
        sets=tuple(LockedSet(cells, mask) for cells, mask in zip(sets, digits, strict=True)),
    )
    return Step(sue_de_coq, (), removes, because)
