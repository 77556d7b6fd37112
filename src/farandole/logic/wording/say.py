"""Steps in words, at four levels: the name, where to look, which digits and where, and the whole proof in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from farandole.logic.board import CellSet, Geometry, union
from farandole.logic.step import Link, LockedSet, Step
from farandole.logic.wording.proofs import proof
from farandole.logic.wording.words import candidate_named, cells_named, houses_named, listed, pattern


class Detail(IntEnum):
    """How much is told of a step: each level tells what those before it do, and more."""

    NAME = 1  # the technique
    PLACE = 2  # the houses or cells to look at
    DIGITS = 3  # the pattern and what follows, in one line
    PROOF = 4  # sentences


def say(step: Step, geometry: Geometry, detail: Detail = Detail.PROOF) -> str:
    """Say a step.

    Parameters
    ----------
    step : Step
    geometry : Geometry
        Of the board that it is for.
    detail : Detail
        How much to tell.

    Examples
    --------
    >>> from farandole.logic.board import Board
    >>> from farandole.logic.techniques.subsets import naked_pair
    >>> from farandole.puzzle import Puzzle
    >>> line = "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2"
    >>> board = Board.of(Puzzle.classic(line))
    >>> step = next(naked_pair(board))
    >>> for detail in Detail:
    ...     print(say(step, board.geometry, detail))  # doctest: +NORMALIZE_WHITESPACE
    Naked Pair
    Naked Pair: look at row 9
    Naked Pair: 1 5 in r9c2 r9c7 => r9c1<>1, r9c8<>1
    Naked Pair. In row 9, r9c2 and r9c7 have only 1 and 5 left. So no other cell of the house holds either: 1 can be
    removed from r9c1 and r9c8.
    """
    name = step.technique.name
    match detail:
        case Detail.NAME:
            return name
        case Detail.PLACE:
            return f"{name}: look at {_place(step, geometry)}"
        case Detail.DIGITS:
            return " ".join(
                filter(None, [f"{name}:", pattern(step, geometry), "=>", ", ".join(_effects(step, geometry))])
            )
        case Detail.PROOF:
            return proof(step, geometry)


def _place(step: Step, geometry: Geometry) -> str:
    because = step.because
    if because.houses:
        return listed(houses_named(geometry, because.houses[:4]))
    cells = because.cells or _cells_of_sets(because.sets) or _first_cells(because.links)
    return listed(cells_named(geometry, cells)) if cells else "the whole board"


def _cells_of_sets(sets: Iterable[LockedSet]) -> CellSet:
    return union(some.cells for some in sets)


def _first_cells(chains: Sequence[Sequence[Link]]) -> CellSet:
    return union(chain[0].start.cells | chain[-1].end.cells for chain in chains if chain)


def _effects(step: Step, geometry: Geometry) -> Iterator[str]:
    for one in step.places:
        yield candidate_named(geometry, one)
    for cell, digit in step.removes:
        yield f"{geometry.grid.cell_name(cell)}<>{digit}"
