"""Tables: all consequences of each candidate that is true, and of each that is false.

The links of a board are a graph, which `farandole._core.Tables` searches breadth first from every node.
"""

from __future__ import annotations

from functools import cached_property

from farandole import _core
from farandole.bitsets import bits, digits_of, has_several
from farandole.logic.board import Board
from farandole.logic.inference.links import (
    CandidateIndex,
    Links,
    NodeNumber,
    NodeSet,
    alternatives,
    cell_links,
    find_groups,
    group_links,
    rows_of,
    set_links,
)
from farandole.records import record

_LIMIT = 1000  # most entries of a table: HoDoKu's
_ROUNDS = 4  # of singles that a net looks ahead: HoDoKu's


@record(frozen=False, slots=False, eq=False)
class Tables:
    """All consequences of each candidate, as sets of nodes.

    Attributes
    ----------
    links : Links
    core : farandole._core.Tables
    rows : list of NodeSet
        For each candidate that is true, then for each that is false, the nodes that follow, itself among them.
    """

    links: Links
    core: _core.Tables

    @cached_property
    def rows(self) -> list[NodeSet]:
        """The consequences as sets of nodes."""
        return rows_of(self.core.reached(), len(self.links.nodes))


def _walk(links: Links) -> Tables:
    core = _core.Tables(links.n, len(links.nodes), _LIMIT)
    core.link(links.core)
    core.expand()
    return Tables(links, core)


def cell_tables(board: Board) -> Tables:
    """Follow links of single cells."""
    return _walk(board.cached(cell_links))


def group_tables(board: Board) -> Tables:
    """Follow links of cells and groups."""
    return _walk(board.cached(group_links))


def set_tables(board: Board) -> Tables:
    """Follow links of cells, groups and almost locked sets."""
    return _walk(set_links(board))


def net_tables(board: Board) -> Tables:
    """Follow singles for a few rounds, and links of cells and groups."""
    return Tables(*_look_ahead(board))


def deep_net_tables(board: Board) -> Tables:
    """Follow singles, links of cells and groups, and consequences of several of these together."""
    links, core = _look_ahead(board)
    core.deduce(
        [candidates for candidates in board.cached(strong_inference_sets) if len(candidates) > 2],
        _group_complements(board, links),
    )
    return Tables(links, core)


def _look_ahead(board: Board) -> tuple[Links, _core.Tables]:
    geometry = board.geometry
    links = board.cached(group_links)
    core = _core.Tables(links.n, len(links.nodes), _LIMIT)
    core.look_ahead(
        geometry.n_digits, board.masks, [list(cells) for cells in geometry.cells], list(geometry.is_full), _ROUNDS
    )
    core.link(links.core, beyond_cells=True)
    core.expand()
    return links, core


def strong_inference_sets(board: Board) -> list[list[CandidateIndex]]:
    """List sets of candidates one of which is true: for each digit and house, then for each cell."""
    links = board.cached(group_links)
    return [
        [links.number[cell, digit] for cell in bits(cells)]
        if digit
        else [links.number[where, other_digit] for other_digit in digits_of(board.masks[where])]
        for digit, where, cells in alternatives(board)
    ]


def _group_complements(board: Board, links: Links) -> list[tuple[NodeNumber, list[CandidateIndex]]]:
    """List for each group, and each of its houses, the other places there, if there are several."""
    geometry, rests = board.geometry, []
    for k, group in enumerate(board.cached(find_groups)):
        for house in (group.box, group.line):
            rest = geometry.houses[house] & board.places[group.digit] & ~group.cells
            if has_several(rest) and geometry.is_full[house]:
                rests.append((links.group_node(k), [links.number[cell, group.digit] for cell in bits(rest)]))
    return rests
