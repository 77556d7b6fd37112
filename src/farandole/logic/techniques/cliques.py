"""Cliques: cells that all see each other, through several houses, cages or rules together, as if in one house."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import bits, digits_of, union
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.wording.words import join_words, name_cells, name_digits

_MAX_SIZE = 5
_MAX_WORK = 20_000  # cliques that are looked at


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    words = {
        "cells": join_words(name_cells(geometry, reason.cells)),
        "digits": join_words(name_digits(reason.digits)),
    }
    yield tr("{cells} all see each other and have only {digits} left", **words)
    yield tr("So each of these digits is in one of them, and in no other cell that sees all its places there")


@technique("Naked Clique", Level.HARD, source="Sudopedia, Disjoint Subset", describe=_describe)
def naked_clique(board: Board) -> Iterator[Step]:
    """Cells that all see each other, though not in one house, have only as many digits as cells.

    So no other cell that sees all places of one of these digits there holds it.
    """
    for cells, digits in _cliques(board) if board.rules else ():
        if board.geometry.houses_containing(cells):
            continue
        if eliminations := tuple(_eliminations(board, cells, digits)):
            yield Step(naked_clique, (), eliminations, Reason(digits, cells))


def _cliques(board: Board) -> Iterator[tuple[CellSet, DigitSet]]:
    """Yield cells that all see each other and have as many digits as cells, few cells first."""
    peers, masks = board.geometry.peers, board.masks
    narrow = [cell for cell in bits(board.open) if masks[cell].bit_count() <= _MAX_SIZE]
    n_looked_at = 0

    def grow(first: int, cells: CellSet, seen: CellSet, digits: DigitSet, size: int) -> Iterator[CellSet]:
        nonlocal n_looked_at
        for n, cell in enumerate(narrow[first:], first):
            more = digits | masks[cell]
            if not seen >> cell & 1 or more.bit_count() > size:
                continue
            n_looked_at += 1
            if n_looked_at > _MAX_WORK:
                return
            wider = cells | 1 << cell
            if wider.bit_count() < size:
                yield from grow(n + 1, wider, seen & peers[cell], more, size)
            else:
                yield wider

    for size in range(3, _MAX_SIZE + 1):
        for cells in grow(0, 0, board.open, 0, size):
            yield cells, union(masks[cell] for cell in bits(cells))


def _eliminations(board: Board, cells: CellSet, digits: DigitSet) -> Iterator[Candidate]:
    for digit in digits_of(digits):
        places = cells & board.places[digit]
        seen = board.geometry.seen_by_all(bits(places)) & ~cells
        yield from board.candidates_by_digit(seen, (digit,))


__all__ = ["naked_clique"]
