"""Cliques: cells that all see each other, through several houses, cages or rules together, as if in one house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from farandole.bitsets import bits, digits_of, union
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, DigitSet, Geometry
from farandole.logic.inference.relations import Relations, relations_of
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.wording.proofs import describe_sight
from farandole.logic.wording.words import join_words, name_cells, name_digits
from farandole.rules import Rule

_MAX_SIZE = 5
_MAX_WORK = 20_000  # cliques that are looked at


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    words = {
        "cells": join_words(name_cells(geometry, reason.cells)),
        "digits": join_words(name_digits(geometry, reason.digits)),
    }
    if reason.cells.bit_count() == 2:
        yield tr("{cells} see each other and have only {digits} left", **words)
    else:
        yield tr("{cells} all see each other and have only {digits} left", **words)
    yield from describe_sight(reason.rules, geometry)
    yield tr("So each of these digits is in one of them, and in no other cell that sees all its places there")


@technique("Naked Clique", Level.HARD, source="Sudopedia, Disjoint Subset", describe=_describe)
def naked_clique(board: Board) -> Iterator[Step]:
    """Cells that all see each other, by houses or rules but not in one house, have only as many digits as cells.

    So no other cell that sees all places of one of these digits there holds it.
    """
    if not board.rules:
        return
    relations = relations_of(board)
    geometries = relations.geometries if relations else [board.geometry] * (board.geometry.n_digits + 1)
    for cells, digits in _cliques(board, geometries):
        if board.geometry.houses_containing(cells):
            continue
        if eliminations := tuple(_eliminations(board, geometries, cells, digits)):
            rules = _why(board, relations, cells, eliminations) if relations else ()
            yield Step(naked_clique, (), eliminations, Reason(digits, cells, rules=rules))


def _cliques(board: Board, geometries: Sequence[Geometry]) -> Iterator[tuple[CellSet, DigitSet]]:
    """Yield cells of which no two can hold the same digit, with as many digits as cells, few cells first."""
    masks, by_rules = board.masks, any(geometry is not board.geometry for geometry in geometries)
    narrow = [cell for cell in bits(board.open) if masks[cell].bit_count() <= _MAX_SIZE]
    seen_from = {cell: _seen_from(board, geometries, cell) for cell in narrow}
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
                yield from grow(n + 1, wider, seen & seen_from[cell], more, size)
            else:
                yield wider

    for size in range(2 if by_rules else 3, _MAX_SIZE + 1):
        for cells in grow(0, 0, board.open, 0, size):
            yield cells, union(masks[cell] for cell in bits(cells))


def _seen_from(board: Board, geometries: Sequence[Geometry], cell: Cell) -> CellSet:
    """Return the cells that can't hold a digit of a cell if that does."""
    seen = board.geometry.peers[cell]
    if all(geometry is board.geometry for geometry in geometries):
        return seen
    common = board.open
    for digit in digits_of(board.masks[cell]):
        common &= geometries[digit].peers[cell] | ~board.places[digit]
    return (seen | common) & ~(1 << cell)


def _eliminations(
    board: Board, geometries: Sequence[Geometry], cells: CellSet, digits: DigitSet
) -> Iterator[Candidate]:
    for digit in digits_of(digits):
        places = cells & board.places[digit]
        seen = geometries[digit].seen_by_all(bits(places)) & ~cells
        yield from board.candidates_by_digit(seen, (digit,))


def _why(board: Board, relations: Relations, cells: CellSet, eliminations: Iterable[Candidate]) -> tuple[Rule, ...]:
    """Return the rules by which cells see each other and what they eliminate."""
    pairs = [
        ((cell, digit), (other, digit))
        for cell, other in combinations(bits(cells), 2)
        for digit in digits_of(board.masks[cell] & board.masks[other])
    ]
    pairs += [
        ((cell, digit), (other, digit)) for other, digit in eliminations for cell in bits(cells & board.places[digit])
    ]
    return tuple(dict.fromkeys(rule for pair in pairs for rule in relations.why(*pair)))


__all__ = ["naked_clique"]
