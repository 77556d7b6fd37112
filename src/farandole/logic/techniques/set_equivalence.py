"""Set equivalence: what is left of some houses holds the same digits as what is left of others.

Add the digits of some full houses, and take away those of others. Cells that both have cancel out. What is left of the
houses added holds the same digits, equally often, as what is left of the houses taken away; or each digit once or twice
more, if more houses are added. The Law of Leftovers is the case that players of jigsaws know: rows or columns against
as many regions.

Two arguments follow. One counts a digit on both sides: how often a side holds it at least and at most. The other
compares the sets of digits that small sides can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, union
from farandole.logic.board import Board, Candidate, DigitSet, Geometry, HouseKind, cache_for_geometries
from farandole.logic.inference.equivalent_sides import (
    Places,
    counts_of,
    equivalent_pairs,
    sets_of,
    side_fillings,
    small_equivalences,
)
from farandole.logic.step import Equivalence, Level, Reason, Side, Step, Technique, technique
from farandole.logic.wording.equivalences import describe_equivalence_step

_MAX_EASY_CELLS = 8  # of leftovers that are tried early

_SOURCE = "Phistomefel, Logic Masters Deutschland, 2020; Simon Anthony, Cracking the Cryptic, 2021"
_LINES = frozenset((HouseKind.ROW, HouseKind.COLUMN))

_Accepts: TypeAlias = Callable[[Geometry, Equivalence], bool]


# ── What follows from equivalences ──────────────────────────────────────────────────────────────────────────────────


def _count_steps(board: Board, accepts: _Accepts, find: Technique | None) -> Iterator[Step]:
    """Yield what follows from counting digits, in the order of the equivalences."""
    geometry = board.geometry
    counts = [
        (count.number, digit, count)
        for digit in range(1, geometry.n_digits + 1)
        if board.places[digit]
        for count in counts_of(Places.of(board, digit))
        if accepts(geometry, count.equivalence)
    ]
    for _, digit, count in sorted(counts):
        yield Step(
            find or _technique_of(geometry, count.equivalence),
            tuple((cell, digit) for cell in count.placements),
            tuple((cell, digit) for cell in count.eliminations),
            _reason(board, count.equivalence, bit_of(digit)),
        )


def _reason(board: Board, equivalence: Equivalence, digits: DigitSet = 0) -> Reason:
    added, taken = equivalence
    houses = (*dict.fromkeys((*added.houses, *taken.houses)),)
    return Reason(digits, added.cells | taken.cells, houses, equivalence=equivalence, board=board.copy())


def _set_steps(
    board: Board, equivalences: Sequence[Equivalence], accepts: _Accepts, find: Technique | None
) -> Iterator[Step]:
    """Yield what follows from the sets of digits that both sides can hold."""
    geometry = board.geometry
    for equivalence in equivalences:
        if not accepts(geometry, equivalence) or not (equivalence.added.cells | equivalence.taken.cells) & board.open:
            continue
        fillings = [side_fillings(board, side.cells) for side in equivalence]
        if not all(fillings):
            continue
        common = sets_of(fillings[0]) & sets_of(fillings[1])
        eliminations: list[Candidate] = []
        for side, ways in zip(equivalence, fillings, strict=True):
            fitting = [way for way in ways if tuple(sorted(way)) in common]
            for n, cell in enumerate(bits(side.cells)):
                left = {way[n] for way in fitting}
                eliminations += [(cell, digit) for digit in digits_of(board.masks[cell]) if digit not in left]
        if common and eliminations:
            by = find or _technique_of(geometry, equivalence)
            yield Step(by, (), tuple(sorted(set(eliminations))), _reason(board, equivalence))


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


@cache_for_geometries(1 << 14)
def is_leftovers(geometry: Geometry, equivalence: Equivalence) -> bool:
    """Return whether rows alone, or columns alone, are compared with as many other houses."""
    lines, others = equivalence
    if not _are_parallel_lines(geometry, lines):
        lines, others = others, lines
    is_apart = (
        sum(geometry.houses[house].bit_count() for house in others.houses)
        == union(geometry.houses[house] for house in others.houses).bit_count()
    )
    has_lines = any(geometry.kinds[house] in _LINES for house in others.houses)
    return _are_parallel_lines(geometry, lines) and is_apart and not has_lines and not equivalence.surplus


def _are_parallel_lines(geometry: Geometry, side: Side) -> bool:
    kinds = {geometry.kinds[house] for house in side.houses}
    return len(kinds) == 1 and kinds <= _LINES and len(set(side.houses)) == len(side.houses)


@cache_for_geometries(256)
def _is_irregular(geometry: Geometry) -> bool:
    """Return whether there are full houses beyond rows, columns and rectangular boxes."""
    positions = geometry.grid.positions
    for house, cells in enumerate(geometry.cells):
        if geometry.is_full[house] and geometry.kinds[house] not in _LINES:
            rows, columns = zip(*(positions[cell] for cell in cells), strict=True)
            n_around = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
            if geometry.kinds[house] is HouseKind.OTHER or n_around > len(cells):
                return True
    return False


@technique(
    "Law of Leftovers",
    Level.MEDIUM,
    aliases=("Leftovers", "LoL"),
    source="Bob Hanson, Sudoku Assistant; Sudopedia, Law of Leftovers",
    describe=describe_equivalence_step,
)
def law_of_leftovers(board: Board) -> Iterator[Step]:
    """Some rows, or some columns, hold the same digits as the same number of regions.

    So the cells that stick out on one side hold the same digits as those that stick out on the other side.
    """
    # With boxes alone, locked candidates say the same.
    return _steps(board, is_leftovers) if _is_irregular(board.geometry) else iter(())


@technique("Set Equivalence", Level.HARD, source=_SOURCE, describe=describe_equivalence_step)
def set_equivalence(board: Board) -> Iterator[Step]:
    """Add some houses and take away others; cells that are in both cancel out.

    So what is left of the houses added holds the same digits as what is left of the houses taken away.
    """
    # With rows, columns and boxes alone, fish say the same.
    if not board.rules and not _is_irregular(board.geometry):
        return iter(())
    return _steps(board, lambda geometry, equivalence: not is_leftovers(geometry, equivalence))


@technique(
    "Set Equivalence Theory",
    Level.UNFAIR,
    aliases=("SET", "Phistomefel Ring", "Phistomefel"),
    source=_SOURCE,
    describe=describe_equivalence_step,
)
def set_equivalence_theory(board: Board) -> Iterator[Step]:
    """On any grid, add some houses and take away others; cells that are in both cancel out.

    So what is left of the houses added holds the same digits as what is left of the houses taken away.
    """
    return _steps(board, lambda *_: True, set_equivalence_theory)


def _steps(board: Board, accepts: _Accepts, find: Technique | None = None) -> Iterator[Step]:
    """Yield the steps of equivalences: first of two cells, then by counting, then by sets of digits.

    They belong to the technique `find`, or else to the Law of Leftovers or Set Equivalence.
    """
    yield from _set_steps(board, equivalent_pairs(board.geometry), accepts, find)
    yield from _count_steps(board, accepts, find)
    yield from _set_steps(board, small_equivalences(board.geometry), accepts, find)


def _technique_of(geometry: Geometry, equivalence: Equivalence) -> Technique:
    return law_of_leftovers if is_leftovers(geometry, equivalence) else set_equivalence


def _is_easy(geometry: Geometry, equivalence: Equivalence) -> bool:
    n_left = (equivalence.added.cells | equivalence.taken.cells).bit_count()
    return n_left <= _MAX_EASY_CELLS and is_leftovers(geometry, equivalence)


def small_leftovers(board: Board) -> Iterator[Step]:
    """Find leftovers of few cells."""
    return _steps(board, _is_easy) if _is_irregular(board.geometry) else iter(())


def larger_equivalences(board: Board) -> Iterator[Step]:
    """Find the other leftovers and equivalences, on the boards where `set_equivalence` finds any."""
    if not board.rules and not _is_irregular(board.geometry):
        return iter(())
    return _steps(board, lambda geometry, equivalence: not _is_easy(geometry, equivalence))


__all__ = [
    "larger_equivalences",
    "law_of_leftovers",
    "set_equivalence",
    "set_equivalence_theory",
    "small_leftovers",
]
