"""W-wing, XY-wing, XYZ-wing, and the wings of four to nine digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, set_of
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseKind, HouseNumber
from farandole.logic.inference.one_digit import Pair, conjugate_pairs
from farandole.logic.inference.relations import Relations, candidates_of, relations_of
from farandole.logic.step import Level, Link, Node, Part, Reason, Step, Technique, technique
from farandole.logic.techniques.short_chains import (
    describe_by_rules,
    links_of,
    step_of_cases,
    step_of_ends,
    strong_link,
)
from farandole.logic.wording.proofs import describe_places
from farandole.logic.wording.words import group_by_digit, join_words, name_cells, name_digits, name_houses

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, WingSolver"
_BENT = "http://www.sudopedia.org/wiki/Bent_Naked_Subset"

PIVOT = Part("pivot")  # a digit of the pivot that it shares with a pincer
PINCER = Part("pincer")  # a place of z: one of them is true
BRIDGE = Part("bridge")  # an end of the strong link between the two cells of a W-wing


def _describe_pivot(step: Step, geometry: Geometry) -> Iterator[str]:
    parts = step.reason.parts
    ((z, holders),) = group_by_digit(parts[PINCER]).items()
    pivot = parts[PIVOT][0][0]
    name, pincers = geometry.grid.cell_name(pivot), join_words(name_cells(geometry, holders & ~(1 << pivot)))
    digits = join_words((geometry.grid.digit_name(digit) for _, digit in parts[PIVOT]), "or")
    sees = tr(
        "It sees {cells}, which have one of these digits each, and {digit}",
        cells=pincers,
        digit=geometry.grid.digit_name(z),
    )
    if holders >> pivot & 1:
        yield tr(
            "{cell} is {digits}, if it is not {other} itself",
            cell=name,
            digits=digits,
            other=geometry.grid.digit_name(z),
        )
        yield sees
        yield tr(
            "If {cell} is not {digit}, one of them loses its digit and is {digit}",
            cell=name,
            digit=geometry.grid.digit_name(z),
        )
    else:
        yield tr("{cell} is {digits}", cell=name, digits=digits)
        yield sees
        yield tr(
            "Whatever {cell} is, one of them loses its digit and is {digit}",
            cell=name,
            digit=geometry.grid.digit_name(z),
        )
    yield tr(
        "So {digit} is in {cells}",
        digit=geometry.grid.digit_name(z),
        cells=join_words(name_cells(geometry, holders), "or"),
    )


def _describe_bent(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    ((z, holders),) = group_by_digit(reason.parts[PINCER]).items()
    digits, others = name_digits(geometry, reason.digits), name_digits(geometry, reason.digits & ~bit_of(z))
    cells = name_cells(geometry, reason.cells)
    yield tr(
        "{cells} have as many digits as cells, {digits}",
        cells=join_words(cells),
        digits=join_words(digits),
    )
    yield tr(
        "All places of each of {digits} there see each other, so it is there at most once", digits=join_words(others)
    )
    yield tr(
        "So {digit} is in {cells}",
        digit=geometry.grid.digit_name(z),
        cells=join_words(name_cells(geometry, holders), "or"),
    )


def _describe_bridge(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    (start, _, bridge, _, end), (house,) = reason.links[0], name_houses(geometry, reason.houses)
    x, y = start.start.digit, bridge.start.digit
    first, near, far, second = (
        name_cells(geometry, node.cells)[0] for node in (start.start, bridge.start, bridge.end, end.end)
    )
    digits = join_words(name_digits(geometry, reason.digits))
    yield tr("{cell} and {other} have only {digits} left", cell=first, other=second, digits=digits)
    yield describe_places(geometry, reason.houses[0], y, bridge.start.cells | bridge.end.cells)
    yield tr(
        "{cell} sees {place} and {other} sees {other_place}",
        cell=first,
        place=near,
        other=second,
        other_place=far,
    )
    yield tr("If both were {digit}, {house} would have no place for it", digit=geometry.grid.digit_name(y), house=house)
    yield tr("So {cell} is {digit} or {other} is {digit}", cell=first, other=second, digit=geometry.grid.digit_name(x))


@technique(
    "XY-Wing",
    Level.HARD,
    score=160,
    code="0800",
    se=4.2,
    aliases=("Y-Wing", "Bent Triple"),
    source=_SCORED,
    describe=describe_by_rules(_describe_pivot),
)
def xy_wing(board: Board) -> Iterator[Step]:
    """A pivot xy sees a pincer xz and a pincer yz. So one pincer is z, and no cell that sees both is z."""
    masks, peers = board.masks, board.geometry.peers
    holders = board.cached(_bivalue)
    cells = board.cached(_with_two)
    for n, first in enumerate(cells):
        for second in cells[n + 1 :]:
            if not masks[first] & masks[second] or masks[first] == masks[second]:
                continue
            for third in bits(holders.get(masks[first] ^ masks[second], 0) >> second << second):
                for pivot, wing, other_wing in ((first, second, third), (second, first, third), (third, second, first)):
                    if peers[pivot] >> wing & peers[pivot] >> other_wing & 1:
                        z = masks[wing] & masks[other_wing]
                        eliminations = board.candidates_by_digit(peers[wing] & peers[other_wing], (z.bit_length(),))
                        if eliminations:
                            reason = wing_reason(masks[pivot] | z, pivot, (wing, other_wing), z)
                            yield Step(xy_wing, (), eliminations, reason)
    if relations := relations_of(board):
        yield from _xy_by_rules(board, relations)


@technique(
    "XYZ-Wing",
    Level.HARD,
    score=180,
    code="0801",
    se=4.4,
    source=_SCORED,
    describe=describe_by_rules(_describe_pivot),
)
def xyz_wing(board: Board) -> Iterator[Step]:
    """A pivot xyz sees a pincer xz and a pincer yz. So one of the three is z, and no cell that sees all three is z."""
    masks, peers = board.masks, board.geometry.peers
    cells = board.cached(_with_two)
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != 3:
            continue
        pincers = [cell for cell in cells if peers[pivot] >> cell & 1 and not masks[cell] & ~mask]
        for n, first in enumerate(pincers):
            for second in pincers[n + 1 :]:
                if masks[first] == masks[second]:
                    continue
                z = masks[first] & masks[second]
                seen = peers[pivot] & peers[first] & peers[second]
                eliminations = board.candidates_by_digit(seen, (z.bit_length(),))
                if eliminations:
                    yield Step(xyz_wing, (), eliminations, wing_reason(mask, pivot, (pivot, first, second), z))
    if relations := relations_of(board):
        yield from _xyz_by_rules(board, relations)


@technique(
    "W-Wing",
    Level.HARD,
    score=150,
    code="0803",
    aliases=("Semi-Remote Naked Pair",),
    source=_SCORED,
    describe=describe_by_rules(_describe_bridge),
)
def w_wing(board: Board) -> Iterator[Step]:
    """Two cells have the same candidates xy, and each sees one end of a strong link of y.

    So one of the two cells is x, and no cell that sees both is x.
    """
    masks, peers = board.masks, board.geometry.peers
    holders = board.cached(_bivalue)
    for first in board.cached(_with_two):
        mask = masks[first]
        low = mask & -mask
        for second in bits(holders[mask] >> first + 1 << first + 1):
            for x, y in ((low, mask ^ low), (mask ^ low, low)):
                eliminations = board.candidates_by_digit(peers[first] & peers[second], (x.bit_length(),))
                if eliminations:
                    for house, near, far in _find_bridges(board, first, second, y.bit_length()):
                        yield Step(w_wing, (), eliminations, _w_wing_reason(house, (first, near, far, second), x, y))
    if relations := relations_of(board):
        yield from _w_by_rules(board, relations)


# A pincer: the candidate that the pivot's excludes, and the one that the pincer then holds.
_Pincer: TypeAlias = tuple[Candidate, Candidate]


def _xy_by_rules(board: Board, relations: Relations) -> Iterator[Step]:
    """Find XY-wings where the pivot sees a pincer by a rule, or the pincers exclude a candidate by rules."""
    left = candidates_of(board)
    for pivot in board.cached(_with_two):
        starts = [(pivot, digit) for digit in digits_of(board.masks[pivot])]
        for (lost, end), (other_lost, other_end) in product(*(_pincers(board, relations, start) for start in starts)):
            if end[0] == other_end[0]:
                continue
            excluded = relations.excluded_by_all((end, other_end)) & left
            if _are_in_houses(relations, ((starts[0], lost), (starts[1], other_lost))):
                excluded &= ~relations.excluded_by_all((end, other_end), relations.by_houses)
            if excluded:
                chain = list(
                    links_of(relations, [end, lost, starts[0], starts[1], other_lost, other_end], is_strong=True)
                )
                parts = {PIVOT: tuple(starts), PINCER: (end, other_end)}
                if step := step_of_ends(xy_wing, board, relations, chain, excluded, parts):
                    yield step


def _xyz_by_rules(board: Board, relations: Relations) -> Iterator[Step]:
    """Find XYZ-wings where the pivot sees a pincer by a rule, or all three exclude a candidate by rules."""
    left = candidates_of(board)
    for pivot, mask in enumerate(board.masks):
        if mask.bit_count() != 3:
            continue
        starts = [(pivot, digit) for digit in digits_of(mask)]
        pincers = {start: _pincers(board, relations, start) for start in starts}
        for own in starts:
            first, second = (start for start in starts if start != own)
            reach = relations.excluded[pivot][own[1]] & left
            for (lost, end), (other_lost, other_end) in product(pincers[first], pincers[second]):
                excluded = relations.excluded_by_all((end, other_end)) & reach
                if end[0] == other_end[0] or not excluded:
                    continue
                if _are_in_houses(relations, ((first, lost), (second, other_lost))):
                    excluded &= ~relations.excluded_by_all((own, end, other_end), relations.by_houses)
                if excluded:
                    cases = [[own], [first, lost, end], [second, other_lost, other_end]]
                    parts = {PIVOT: tuple(starts), PINCER: (own, end, other_end)}
                    if step := step_of_cases(xyz_wing, board, relations, cases, excluded, parts):
                        yield step


def _pincers(board: Board, relations: Relations, start: Candidate) -> list[_Pincer]:
    """List the cells with two candidates of which a candidate excludes one."""
    pincers = []
    for cell in board.cached(_with_two):
        candidates = [(cell, digit) for digit in digits_of(board.masks[cell])]
        lost = [candidate for candidate in candidates if relations.excludes(start, candidate)]
        if cell != start[0] and len(lost) == 1:
            candidates.remove(lost[0])
            pincers.append((lost[0], candidates[0]))
    return pincers


def _are_in_houses(relations: Relations, pairs: Iterable[tuple[Candidate, Candidate]]) -> bool:
    """Return whether the candidates of each pair exclude each other by a house."""
    return all(relations.by_houses[cell][digit] >> relations.index(other) & 1 for (cell, digit), other in pairs)


def _w_by_rules(board: Board, relations: Relations) -> Iterator[Step]:
    """Find W-wings where a cell sees an end of the strong link by a rule, or both exclude a candidate by rules."""
    left, holders = candidates_of(board), board.cached(_bivalue)
    for first in board.cached(_with_two):
        digits = digits_of(board.masks[first])
        for second, (x, y) in product(
            bits(holders[board.masks[first]] >> first + 1 << first + 1), permutations(digits)
        ):
            ends = [(first, x), (second, x)]
            by_houses = relations.excluded_by_all(ends, relations.by_houses)
            reach = relations.excluded_by_all(ends) & left
            for house, *cells in conjugate_pairs(board.geometry, board.places[y]) if reach else ():
                if set(cells) & {first, second}:
                    continue
                for near, far in (cells, cells[::-1]):
                    pairs = ((first, y), (near, y)), ((second, y), (far, y))
                    if not all(relations.excludes(*pair) for pair in pairs):
                        continue
                    excluded = reach & ~by_houses if _are_in_houses(relations, pairs) else reach
                    if excluded:
                        chain = [
                            *links_of(relations, [ends[0], *pairs[0]], is_strong=True),
                            strong_link(y, 1 << near, 1 << far, house),
                            *links_of(relations, [(far, y), (second, y), ends[1]]),
                        ]
                        parts = {BRIDGE: ((near, y), (far, y))}
                        if step := step_of_ends(w_wing, board, relations, chain, excluded, parts):
                            yield step


def _find_bridges(board: Board, first: Cell, second: Cell, digit: Digit) -> Iterator[Pair]:
    """Find strong links with a place that the first cell sees and one that the second sees."""
    near_first, near_second = board.geometry.peers[first], board.geometry.peers[second] & ~board.geometry.peers[first]
    for house, a, b in conjugate_pairs(board.geometry, board.places[digit]):
        if {a, b} & {first, second}:
            continue
        # HoDoKu uses a place that both cells see only for the first.
        if near_first >> a & near_second >> b & 1:
            yield house, a, b
        elif near_first >> b & near_second >> a & 1:
            yield house, b, a


def _w_wing_reason(house: HouseNumber, chain: tuple[Cell, Cell, Cell, Cell], x: DigitSet, y: DigitSet) -> Reason:
    places = [(cell, y.bit_length()) for cell in chain]
    a, b, c, d = (Node(digit, 1 << cell) for cell, digit in places)
    start, end = (Node(x.bit_length(), 1 << cell) for cell in (chain[0], chain[3]))
    bridge = Link(b, c, True, house=house)
    links = Link(start, a, True), Link(a, b, False), bridge, Link(c, d, False), Link(d, end, True)
    return Reason(x | y, set_of(chain), (house,), parts={BRIDGE: tuple(places[1:3])}, links=(links,))


def wing_reason(digits: DigitSet, pivot: Cell, holders: tuple[Cell, ...], z: DigitSet) -> Reason:
    """Make the reason of a wing: a pivot, and the cells that may be z, perhaps including the pivot."""
    parts = {
        PIVOT: tuple((pivot, digit) for digit in digits_of(digits & ~z)),
        PINCER: tuple((cell, z.bit_length()) for cell in holders),
    }
    return Reason(digits, set_of((pivot, *holders)), parts=parts)


def _bivalue(board: Board) -> dict[DigitSet, CellSet]:
    """Return for each pair of digits the cells with exactly these candidates."""
    holders: dict[DigitSet, CellSet] = {}
    for cell in board.cached(_with_two):
        holders[board.masks[cell]] = holders.get(board.masks[cell], 0) | 1 << cell
    return holders


def _with_two(board: Board) -> list[Cell]:
    return [cell for cell, mask in enumerate(board.masks) if mask.bit_count() == 2]


@technique(
    "WXYZ-Wing", Level.HARD, code="0804", source="http://www.sudopedia.org/wiki/WXYZ-Wing", describe=_describe_pivot
)
def wxyz_wing(board: Board) -> Iterator[Step]:
    """A pivot wxy or wxyz sees three pincers wz, xz and yz.

    So one of the four is z, and no cell that sees all of them that may be z is z.
    """
    masks, peers = board.masks, board.geometry.peers
    for pivot, mask in enumerate(masks):
        size = mask.bit_count()
        if size not in (3, 4):
            continue
        wings = [cell for cell in bits(peers[pivot]) if masks[cell].bit_count() == 2 and masks[cell] & mask]
        for pincers in combinations(wings, 3):
            z = masks[pincers[0]] & masks[pincers[1]] & masks[pincers[2]]
            held = masks[pincers[0]] | masks[pincers[1]] | masks[pincers[2]]
            if z.bit_count() != 1 or held.bit_count() != 4 or held & ~z != mask & ~z:
                continue
            if all(peers[a] >> b & 1 for a, b in combinations(pincers, 2)):
                continue  # a naked quadruple
            holders = (*pincers, pivot) if mask & z else pincers
            eliminations = board.candidates_by_digit(board.geometry.seen_by_all(holders), (z.bit_length(),))
            if eliminations:
                yield Step(wxyz_wing, (), eliminations, wing_reason(held, pivot, holders, z))


@technique("Bent Quadruple", Level.HARD, code="0802", aliases=("Bent Quad",), source=_BENT, describe=_describe_bent)
def bent_quadruple(board: Board) -> Iterator[Step]:
    """Four cells of a line and a box have four digits, and only z has places there that don't all see each other.

    So one of these places is z, and no cell that sees all of them is z.
    """
    return _bent(bent_quadruple, board, 4)


def _larger(size: int) -> Technique:
    """Make the technique for a number of cells: the VWXYZ-wing has five."""
    name = f"{'RSTUVWXYZ'[9 - size :]}-Wing"

    def find(board: Board) -> Iterator[Step]:
        return _bent(made, board, size)

    find.__doc__ = (
        f"{size} cells of a line and a box have {size} digits, and only z has places there "
        "that don't all see each other. So one of these places is z, and no cell that sees all of them is z."
    )
    made = technique(name, Level.UNFAIR, code=f"080{size}", source=_BENT, describe=_describe_bent)(find)
    return made


vwxyz_wing = _larger(5)
uvwxyz_wing = _larger(6)
tuvwxyz_wing = _larger(7)
stuvwxyz_wing = _larger(8)
rstuvwxyz_wing = _larger(9)


def _bent(technique: Technique, board: Board, size: int) -> Iterator[Step]:
    """Find cells of a line and a box with as many digits; only the places of one digit don't all see each other."""
    geometry = board.geometry
    lines = geometry.of_kind(HouseKind.ROW, HouseKind.COLUMN)
    for box in geometry.of_kind(HouseKind.BOX):
        for line in lines:
            common = geometry.houses[box] & geometry.houses[line]
            if common.bit_count() < 2 or common == geometry.houses[line]:
                continue
            cells = list(bits((geometry.houses[box] | geometry.houses[line]) & board.open))
            for chosen, digits, z in _gather(board, cells, size):
                spread = chosen & board.places[z]
                eliminations = board.candidates_by_digit(geometry.seen_by_all(bits(spread)) & ~chosen, (z,))
                if eliminations:
                    parts = {PINCER: tuple((cell, z) for cell in bits(spread))}
                    yield Step(technique, (), eliminations, Reason(digits, chosen, (box, line), parts=parts))


def _gather(board: Board, cells: list[Cell], size: int) -> Iterator[tuple[CellSet, DigitSet, Digit]]:
    """Choose cells with as many digits as cells; the places of one digit don't all see each other."""
    masks, peers, places = board.masks, board.geometry.peers, board.places

    def grow(
        start: int, chosen: CellSet, left: int, digits: DigitSet, spread: DigitSet
    ) -> Iterator[tuple[CellSet, DigitSet, Digit]]:
        if not left:
            if spread:
                yield chosen, digits, spread.bit_length()
            return
        for n in range(start, len(cells) - left + 1):
            cell = cells[n]
            held = digits | masks[cell]
            if held.bit_count() > size:
                continue
            apart = spread
            far = chosen & ~peers[cell]
            if far:
                for digit in digits_of(masks[cell] & ~spread):
                    if far & places[digit]:
                        apart |= 1 << digit >> 1
                if apart & (apart - 1):
                    continue
            yield from grow(n + 1, chosen | 1 << cell, left - 1, held, apart)

    for chosen, digits, spread in grow(0, 0, size, 0, 0):
        if digits.bit_count() == size:
            yield chosen, digits, spread
