"""Equal cells: two cells that hold the same digit have the same candidates, and each sees what the other sees.

A palindrome or a clone makes cells equal. Elimination does, too: if a cell excludes each of its digits from all places
of a house but one, and that place is always the same, the house repeats the digit there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from farandole.bitsets import bit_of, bits, digits_of, is_single
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry, HouseNumber
from farandole.logic.inference.relations import Relations, candidates_of, relations_of
from farandole.logic.step import Level, Reason, Step, technique
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.wording.proofs import describe_places
from farandole.logic.wording.words import describe_houses, describe_rule, join_words, name_cells, name_digits
from farandole.rules import Rule

_SOURCE = "own; equal cells are common among solvers of variants, where clones and palindromes give them"
_MAX_PLACES = 3  # of a digit in a house beside one of the equal cells


class Equality(NamedTuple):
    """Two cells that hold the same digit, and why: by rules, or because of what the first excludes in a house."""

    cell: Cell
    other: Cell
    rules: tuple[Rule, ...]
    house: HouseNumber | None = None


class Finding(NamedTuple):
    """What two equal cells eliminate: what one of them lacks, or what a digit excludes wherever it is in a house."""

    eliminations: tuple[Candidate, ...]
    equality: Equality
    rules: tuple[Rule, ...]
    digit: Digit = 0
    house: HouseNumber | None = None
    places: CellSet = 0


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe_rules(step: Step, geometry: Geometry) -> Iterator[str]:
    yield tr("; ").join(describe_rule(rule, geometry) for rule in step.reason.rules)
    cells = join_words(name_cells(geometry, step.reason.cells))
    yield tr("So {cells} hold the same digit, and neither can be what the other can't be", cells=cells)


def _describe_elimination(step: Step, geometry: Geometry) -> Iterator[str]:
    board = step.reason.board
    assert board is not None
    finding = next(finding for finding in _find_by_elimination(board) if finding.eliminations == step.eliminations)
    equality, name = finding.equality, geometry.grid.cell_name
    assert equality.house is not None
    yield tr(
        "{cell} can be {digits}",
        cell=name(equality.cell),
        digits=join_words(name_digits(geometry, board.masks[equality.cell]), "or"),
    )
    said = tr(
        "Whichever it is, it excludes that digit from {house} everywhere except in {other}",
        house=describe_houses(geometry, (equality.house,)),
        other=name(equality.other),
    )
    yield _add_rules(said, equality.rules, geometry)
    cells = join_words([name(equality.cell), name(equality.other)])
    if finding.house is None:
        yield tr("So {cells} hold the same digit, and neither can be what the other can't be", cells=cells)
        return
    yield tr("So {cells} hold the same digit", cells=cells)
    yield describe_places(geometry, finding.house, finding.digit, finding.places)
    rest = finding.places & ~(1 << equality.cell | 1 << equality.other)
    said = tr(
        "So either {cells} are {digit}, or {digit} is in {others}, and what both cases exclude is false",
        cells=cells,
        digit=geometry.grid.digit_name(finding.digit),
        others=join_words(name_cells(geometry, rest), "or"),
    )
    yield _add_rules(said, finding.rules, geometry)


def _add_rules(said: str, rules: tuple[Rule, ...], geometry: Geometry) -> str:
    if not rules:
        return said
    return tr("{claim} ({reason})", claim=said, reason=tr("; ").join(describe_rule(rule, geometry) for rule in rules))


# ── Techniques ──────────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Equal Cells", Level.MEDIUM, aliases=("Copied Notes", "Clone Cells"), source=_SOURCE, describe=_describe_rules
)
def equal_cells(board: Board) -> Iterator[Step]:
    """A rule makes two cells hold the same digit. So what one of them lacks can be removed from the other."""
    relations = relations_of(board)
    if relations is None:
        return
    for cell, equal in relations.equal.items():
        for other, rules in equal.items():
            if cell < other and (eliminations := _copy_notes(board, cell, other)):
                yield Step(equal_cells, (), eliminations, Reason(0, 1 << cell | 1 << other, rules=rules))


@technique("Equal by Elimination", Level.HARD, source=_SOURCE, describe=_describe_elimination)
def equal_by_elimination(board: Board) -> Iterator[Step]:
    """A cell excludes each of its digits from a house everywhere except in one cell, which then holds the same digit.

    So both have the same candidates, and wherever one of them holds a digit, both exclude it.
    """
    kept: Board | None = None
    for finding in _find_by_elimination(board):
        kept = kept or board.copy()
        equality = finding.equality
        pair = 1 << equality.cell | 1 << equality.other
        houses = tuple(house for house in (equality.house, finding.house) if house is not None)
        digits = bit_of(finding.digit) or board.masks[equality.cell]
        parts = {COLORS[0]: board.candidates_in(pair, digits)}
        if rest := board.candidates_in(finding.places & ~pair, digits):
            parts[COLORS[1]] = rest
        rules = tuple(dict.fromkeys((*equality.rules, *finding.rules)))
        reason = Reason(digits, pair | finding.places, houses, parts=parts, rules=rules, board=kept)
        yield Step(equal_by_elimination, (), finding.eliminations, reason)


def _copy_notes(board: Board, cell: Cell, other: Cell) -> tuple[Candidate, ...]:
    """List what one of two equal cells lacks, from the other."""
    held = {at: bit_of(board.values[at]) or board.masks[at] for at in (cell, other)}
    common = held[cell] & held[other]
    return tuple((at, digit) for at, mask in held.items() if board.masks[at] for digit in digits_of(mask & ~common))


def _find_by_elimination(board: Board) -> Iterator[Finding]:
    relations = relations_of(board)
    if relations is None:
        return
    left = candidates_of(board)
    for equality in _find_equalities(board, relations):
        if copied := _copy_notes(board, equality.cell, equality.other):
            yield Finding(copied, equality, ())
        else:
            yield from _find_seen(board, relations, equality, left)


def _find_equalities(board: Board, relations: Relations) -> Iterator[Equality]:
    """Find cells whose digit a house can only have in one other cell."""
    geometry = board.geometry
    held = [
        {board.values[cell] for cell in bits(cells & ~board.open)} if is_full else None
        for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True)
    ]
    for cell in bits(board.open):
        digits = digits_of(board.masks[cell])
        if len(digits) < 2:
            continue
        for house, cells in enumerate(geometry.houses):
            known = held[house]
            if known is None or cells >> cell & 1 or known.intersection(digits):
                continue
            place = 0
            for digit in digits:
                place |= cells & board.places[digit] & ~relations.geometries[digit].peers[cell]
                if not is_single(place):
                    break
            if is_single(place) and all(board.places[digit] & place for digit in digits):
                other = place.bit_length() - 1
                if other not in relations.equal.get(cell, ()):
                    yield Equality(cell, other, _why_only(board, relations, cell, cells & ~place), house)


def _why_only(board: Board, relations: Relations, cell: Cell, cells: CellSet) -> tuple[Rule, ...]:
    """Return the rules by which a cell excludes its digits from other cells."""
    rules: dict[Rule, None] = {}
    for digit in digits_of(board.masks[cell]):
        for there in bits(cells & board.places[digit]):
            rules.update(dict.fromkeys(relations.why((cell, digit), (there, digit))))
    return tuple(rules)


def _find_seen(board: Board, relations: Relations, equality: Equality, left: int) -> Iterator[Finding]:
    """Find what a digit excludes in each of its places in a house, if it is in both equal cells or in none."""
    geometry, pair = board.geometry, 1 << equality.cell | 1 << equality.other
    for digit in digits_of(board.masks[equality.cell]):
        both = relations.excluded[equality.cell][digit] | relations.excluded[equality.other][digit]
        both &= left & ~relations.candidate_set(pair, digit)
        for house in sorted({*geometry.houses_of[equality.cell], *geometry.houses_of[equality.other]}):
            places = geometry.houses[house] & board.places[digit]
            rest = places & ~pair
            if not geometry.is_full[house] or not places & pair or not 0 < rest.bit_count() <= _MAX_PLACES:
                continue
            others = [(cell, digit) for cell in bits(rest)]
            common = both & relations.excluded_by_all(others)
            if common:
                eliminations = tuple(relations.candidates(common))
                rules = dict.fromkeys(
                    rule for one in others for gone in eliminations for rule in relations.why(one, gone)
                )
                for gone in eliminations:
                    ways: list[tuple[Rule, ...]] = [
                        relations.why((cell, digit), gone)
                        for cell in (equality.cell, equality.other)
                        if relations.excludes((cell, digit), gone)
                    ]
                    fewest = min(ways, key=len)
                    rules |= dict.fromkeys(fewest)
                yield Finding(eliminations, equality, tuple(rules), digit, house, places)
