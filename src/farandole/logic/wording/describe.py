"""Steps in words, at four levels: the name, where to look, the digits and cells, and the whole proof."""

from __future__ import annotations

from enum import IntEnum

from farandole.bitsets import bit_of, bits, is_single, union
from farandole.errors import ArgumentError, short_repr
from farandole.i18n import tr, use_language
from farandole.logic.board import Board, CellSet, DigitSet, Geometry, HouseKind
from farandole.logic.step import Step
from farandole.logic.wording.blockers import add_blockers
from farandole.logic.wording.proofs import describe_proof
from farandole.logic.wording.words import (
    MAX_CELLS,
    describe_cells,
    describe_houses,
    join_words,
    name_cells,
    name_digits,
    name_step,
)

_MAX_HOUSES = 4  # that a hint names


class Detail(IntEnum):
    """How much of a step is described; each level adds to those before it."""

    NAME = 1  # the technique
    PLACE = 2  # the house or area to look at
    DIGITS = 3  # the digits and cells of the pattern, but not what follows
    PROOF = 4  # sentences, with what follows

    @classmethod
    def of(cls, detail: Detail | str) -> Detail:
        """Return a level, given by itself or by its name.

        Raises
        ------
        ArgumentError
            If there is no such level.

        Examples
        --------
        >>> Detail.of("place")
        <Detail.PLACE: 2>
        """
        try:
            return cls[detail.upper()] if isinstance(detail, str) else cls(detail)
        except (KeyError, ValueError):
            names = ", ".join(name.lower() for name in cls.__members__)
            raise ArgumentError(f"detail: expected one of {names}, found {short_repr(detail)}") from None


def describe(
    step: Step,
    board: Board | Geometry | None = None,
    detail: Detail | str = Detail.PROOF,
    *,
    lang: str | None = None,
) -> str:
    """Describe a step: its name, where to look, its digits and cells, or (by default) the whole proof.

    Parameters
    ----------
    step : Step
    board : Board or Geometry, optional
        The board before the step; by default the one that `explain` and `hint` store in the step. With only the
        geometry, the proof of a single can't name its blockers.
    detail : Detail, or its name such as ``"place"``
        How much to describe.
    lang : str, optional
        The language; by default the current one.

    Raises
    ------
    ArgumentError
        If there is no board, or the detail or language is unknown.

    Examples
    --------
    >>> from farandole.logic.techniques.subsets import naked_pair
    >>> from farandole.puzzle import Puzzle
    >>> line = "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2"
    >>> board = Board.of(Puzzle.classic(line))
    >>> step = next(naked_pair(board))
    >>> for detail in Detail:
    ...     print(describe(step, board, detail))  # doctest: +NORMALIZE_WHITESPACE
    Naked Pair
    Naked Pair: look at row 9
    Naked Pair: look at 1 and 5 in r9c2 and r9c7
    Naked Pair. In row 9, r9c2 and r9c7 have only 1 and 5 left. So no other cell of row 9 can be 1 or 5: r9c1 and r9c8
    can't be 1.
    """
    if not isinstance(step, Step):
        raise ArgumentError(f"step: expected a step, found {short_repr(step)}")
    board = step.board if board is None else board
    if board is None:
        raise ArgumentError("expected a board, or a step of `explain` or `hint`, found a step without a board")
    geometry = board.geometry if isinstance(board, Board) else board
    with use_language(lang):
        name = name_step(step)
        match Detail.of(detail):
            case Detail.NAME:
                return name
            case Detail.PLACE:
                return tr("{technique}: look at {place}", technique=name, place=_place(step, geometry))
            case Detail.DIGITS:
                return tr("{technique}: look at {pattern}", technique=name, pattern=_pattern(step, geometry))
            case Detail.PROOF:
                return describe_proof(add_blockers(step, board) if isinstance(board, Board) else step, geometry)


def _place(step: Step, geometry: Geometry) -> str:
    """Say where to look: houses, the starts of chains, or the box of a cell."""
    reason = step.reason
    if reason.houses:
        return describe_houses(geometry, reason.houses[:_MAX_HOUSES])
    if starts := union(chain[0].start.cells for chain in reason.links if chain):
        return join_words(name_cells(geometry, _few(union(node.cells for node in reason.starts) or starts)))
    cells = reason.cells or union(locked_set.cells for locked_set in reason.sets)
    boxes = [house for house in geometry.of_kind(HouseKind.BOX) if geometry.houses[house] & cells]
    if 0 < len(boxes) <= _MAX_HOUSES:
        return describe_houses(geometry, boxes)
    if houses := geometry.houses_containing(cells) if cells else ():
        return describe_houses(geometry, houses[:1])
    return tr("the whole board")


def _few(cells: CellSet) -> CellSet:
    return cells if cells.bit_count() <= MAX_CELLS else cells & -cells


def _pattern(step: Step, geometry: Geometry) -> str:
    """Name the digits and cells of the pattern, but not the placements and eliminations."""
    reason = step.reason
    digits, cells = reason.digits, reason.cells
    nodes = [chain[0].start for chain in reason.links if chain]
    gone = {*step.placements, *step.eliminations}
    starts = {(cell, node.digit) for node in nodes for cell in bits(node.cells)}
    if not reason.shows_cells and len(nodes) > 1 and starts <= gone:
        # The assumption is the answer here, so show where the chains lead.
        last = [chain[-1].end for chain in reason.links if chain]
        digits, cells = union(bit_of(node.digit) for node in last), union(node.cells for node in last)
    elif not reason.shows_cells and nodes:
        if len(nodes) == 1:
            nodes += [link.end for chain in reason.links for link in chain]
        elif reason.starts or not 0 < cells.bit_count() <= MAX_CELLS:
            cells = 0
        if len(reason.links) == 1 or not cells:
            digits = union(bit_of(node.digit) for node in nodes)
            cells = union(node.cells for node in reason.starts or nodes)
    elif is_single(cells) and all(cells >> cell & 1 for cell, _ in (*step.placements, *step.eliminations)):
        # Digit and cell together are the answer here, so name only one of them.
        if step.placements and reason.houses:
            houses = describe_houses(geometry, reason.houses)
            return tr("{digit} in {house}", digit=join_words(name_digits(geometry, digits)), house=houses)
        digits = 0
    elif not cells or (not digits and cells.bit_count() > MAX_CELLS):
        of_parts = union(1 << cell for candidates in reason.parts.values() for cell, _ in candidates)
        cells = union(candidates.cells for candidates in reason.sets) or of_parts or cells
    return _in_cells(digits, cells, geometry)


def _in_cells(digits: DigitSet, cells: CellSet, geometry: Geometry) -> str:
    where, named = describe_cells(geometry, cells), join_words(name_digits(geometry, digits)) if digits else ""
    return tr("{digits} in {cells}", digits=named, cells=where) if named and where else named or where
