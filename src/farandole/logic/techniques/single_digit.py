"""Skyscraper, 2-string kite, turbot fish, empty rectangle: two strong links of one digit, joined by a weak one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, set_of, union
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_cells,
    cache_by_geometry,
    cache_by_places,
)
from farandole.logic.inference.one_digit import Pair, conjugate_pairs, reducible_digits
from farandole.logic.inference.relations import Relations, candidates_of, relations_of, weak_link
from farandole.logic.step import Level, Link, Node, Part, Reason, Step, Technique, steps_of, technique
from farandole.logic.techniques.short_chains import describe_by_rules, step_of_ends, strong_link
from farandole.logic.wording.proofs import describe_places
from farandole.logic.wording.words import join_words, name_cells, name_houses

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, SingleDigitPatternSolver"

Chain: TypeAlias = tuple[Cell, Cell, Cell, Cell]  # strong, weak, strong

# A box, the line that a strong link starts in, the other line, the link, and the cell of the elimination.
_Corner: TypeAlias = tuple[HouseNumber, HouseNumber, HouseNumber, Pair, Cell]

JOINT = Part("joint")  # a place where the two strong links meet


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    for first, weak, last in reason.links:
        digit = weak.start.digit
        [start], [end] = name_cells(geometry, first.start.cells), name_cells(geometry, last.end.cells)
        for link in (first, last):
            assert link.house is not None
            yield describe_places(geometry, link.house, digit, link.start.cells | link.end.cells)
        joint = weak.start.cells | weak.end.cells
        yield tr(
            "{cells} can't both be {digit}, because both are in {house}",
            cells=join_words(name_cells(geometry, joint)),
            digit=geometry.grid.digit_name(digit),
            house=house_name(geometry.grid, geometry.houses_containing(joint)[0]),
        )
        if start == end:
            yield tr("So {cell} is {digit}", cell=start, digit=geometry.grid.digit_name(digit))
        else:
            yield tr(
                "So {cell} is {digit} or {other} is {digit}",
                cell=start,
                other=end,
                digit=geometry.grid.digit_name(digit),
            )


def _describe_rectangle(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    in_box, box = set_of(cell for cell, _ in reason.parts[JOINT]), reason.houses[0]
    covers = zip(reason.covers[::2], reason.covers[1::2], strict=True)
    for (strong, *_), (line, target) in zip(reason.links, covers, strict=True):
        digit = strong.start.digit
        box_name, line_name, target_name = name_houses(geometry, (box, line, target))
        far, near = name_cells(geometry, strong.start.cells) + name_cells(geometry, strong.end.cells)
        yield tr(
            "In {house}, {digit} can only be in {cells}, and all of these are in {line} or in {other}",
            house=box_name,
            digit=geometry.grid.digit_name(digit),
            cells=join_words(name_cells(geometry, in_box), "or"),
            line=line_name,
            other=target_name,
        )
        assert strong.house is not None
        yield describe_places(geometry, strong.house, digit, strong.start.cells | strong.end.cells)
        yield tr(
            "If {cell} is not {digit}, then {other} is {digit}",
            cell=far,
            digit=geometry.grid.digit_name(digit),
            other=near,
        )
        yield tr("That leaves {house} only its places in {line}", house=box_name, line=target_name)
        yield tr(
            "So {cell} is {digit}, or {house} has its {digit} in {line}",
            cell=far,
            digit=geometry.grid.digit_name(digit),
            house=box_name,
            line=target_name,
        )


def weight(eliminations: tuple[Candidate, ...]) -> tuple[int, int]:
    """Rank steps as HoDoKu does: more eliminations first, then by a weighted sum of their cells and digits."""
    return -len(eliminations), sum(cell * (1 + 80 * n) + digit for n, (cell, digit) in enumerate(eliminations))


@technique(
    "Skyscraper", Level.HARD, score=130, code="0400", se=6.6, source=_SCORED, describe=describe_by_rules(_describe)
)
def skyscraper(board: Board) -> Iterator[Step]:
    """A digit has two places in each of two rows, and one of each is in the same column (or the other way round).

    So one of the other two places holds the digit, and no cell that sees both does.
    """
    for floor, wall in ((HouseKind.ROW, HouseKind.COLUMN), (HouseKind.COLUMN, HouseKind.ROW)):
        for digit, places in board.cached(reducible_digits):
            for chain in _skyscrapers(board.geometry, places, floor, wall):
                yield _step(skyscraper, board, digit, chain)
    yield from steps_of(skyscraper, board.cached(_by_rules))


@cache_by_places
def _skyscrapers(geometry: Geometry, places: CellSet, floor: HouseKind, wall: HouseKind) -> tuple[Chain, ...]:
    pairs = [pair for pair in conjugate_pairs(geometry, places) if geometry.kinds[pair[0]] is floor]
    chains = []
    for (_, *first), (_, *second) in combinations(pairs, 2):
        if set(first) & set(second):  # in some shapes, two rows may overlap
            continue
        # HoDoKu compares the first places, then the last ones, never crosswise.
        if _share(geometry, first[0], second[0], wall):
            foot, roof = 0, 1
        elif _share(geometry, first[1], second[1], wall):
            foot, roof = 1, 0
        else:
            continue
        if not _share(geometry, first[roof], second[roof], wall):
            chains.append((first[roof], first[foot], second[foot], second[roof]))
    return tuple(chain for chain in chains if _seen(geometry, chain) & places)


@technique(
    "2-String Kite",
    Level.HARD,
    score=150,
    code="0401",
    se=6.6,
    aliases=("Two-String Kite",),
    source=_SCORED,
    describe=describe_by_rules(_describe),
)
def two_string_kite(board: Board, *, duals: bool = False) -> Iterator[Step]:
    """A digit has two places in a row and two in a column, and one place of each is in the same box.

    So one of the other two places holds the digit, and no cell that sees both does.
    """
    return steps_of(two_string_kite, kites(board, duals=duals))


@technique(
    "Dual 2-String Kite", Level.HARD, score=150, code="0404", source=_SCORED, describe=describe_by_rules(_describe)
)
def dual_two_string_kite(board: Board, *, duals: bool = True) -> Iterator[Step]:
    """Two 2-string kites share their two places in a box. So the candidates that either of them removes are false."""
    return steps_of(dual_two_string_kite, kites(board, duals=duals))


def kites(board: Board, *, duals: bool = False) -> Iterator[Step]:
    """Find kites, and pairs of them."""
    if duals:
        yield from _add_duals(dual_two_string_kite, list(_kites(board)))
    else:
        yield from _kites(board)
    yield from steps_of(two_string_kite, board.cached(_by_rules))


def _kites(board: Board) -> Iterator[Step]:
    for digit, places in board.cached(reducible_digits):
        for chain, crossing in _strings(board.geometry, places):
            yield _step(two_string_kite, board, digit, chain, crossing)


@cache_by_places
def _strings(geometry: Geometry, places: CellSet) -> tuple[tuple[Chain, CellSet], ...]:
    """List the chains of kites, and the cell where each eliminates the digit."""
    pairs = conjugate_pairs(geometry, places)
    rows = [[first, second] for house, first, second in pairs if geometry.kinds[house] is HouseKind.ROW]
    columns = [[first, second] for house, first, second in pairs if geometry.kinds[house] is HouseKind.COLUMN]
    chains = []
    for row in rows:
        for column in columns:
            # Pairs stay reversed for the next ones: if both places are in the box, HoDoKu's choice depends on it.
            if _meet(geometry, row, column) and not set(row) & set(column):
                crossing = _across(geometry, row[1], HouseKind.COLUMN) & _across(geometry, column[1], HouseKind.ROW)
                if crossing & places:
                    chains.append(((row[1], row[0], column[0], column[1]), crossing))
    return tuple(chains)


def _meet(geometry: Geometry, row: list[Cell], column: list[Cell]) -> bool:
    """Reverse two pairs so that their first places share a box, if any do."""
    for n, m in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if _share(geometry, row[n], column[m], HouseKind.BOX):
            if n:
                row.reverse()
            if m:
                column.reverse()
            return True
    return False


@technique(
    "Turbot Fish",
    Level.HARD,
    score=120,
    code="0403",
    se=6.6,
    source="Nick70, 2005; HoDoKu 2.2, ChainSolver",
    describe=describe_by_rules(_describe),
)
def turbot_fish(board: Board) -> Iterator[Step]:
    """A digit has two places in each of two houses, and a place of one house sees a place of the other.

    So one of the other two places holds the digit, and no cell that sees both does.
    """
    ranked = []
    for digit, places in board.cached(reducible_digits):
        for chain in _turbots(board.geometry, places):
            step = _step(turbot_fish, board, digit, chain)
            ranked.append((weight(step.eliminations), chain[0], digit, step))
    yield from (step for *_, step in sorted(ranked, key=lambda entry: entry[:3]))
    yield from steps_of(turbot_fish, board.cached(_by_rules))


@cache_by_places
def _turbots(geometry: Geometry, places: CellSet) -> tuple[Chain, ...]:
    strong: dict[Cell, list[Cell]] = {}
    for house, first, second in conjugate_pairs(geometry, places):
        # A link in two houses counts in the first of them.
        if _first_house(geometry, first, second) == house:
            strong.setdefault(first, []).append(second)
            strong.setdefault(second, []).append(first)
    chains = []
    for start in sorted(strong):
        for second in strong[start]:
            others = [cell for cell in strong if cell != start and geometry.peers[second] >> cell & 1]
            for third in sorted(others, key=lambda cell: (_first_house(geometry, second, cell), cell)):
                chains += [(start, second, third, end) for end in strong[third] if start <= end != second]
    return tuple(chain for chain in chains if _seen(geometry, chain) & places)


@cache_by_cells
def _first_house(geometry: Geometry, cell: Cell, other: Cell) -> HouseNumber:
    return geometry.houses_containing(1 << cell | 1 << other)[0]


@technique(
    "Empty Rectangle",
    Level.HARD,
    score=120,
    code="0402",
    aliases=("Hinge",),
    source=_SCORED,
    describe=describe_by_rules(_describe_rectangle),
)
def empty_rectangle(board: Board, *, with_two: bool = False, duals: bool = False) -> Iterator[Step]:
    """All places of a digit in a box are in one row and one column, and one end of a strong link sees those in the row.

    So the cell of the column that the other end sees doesn't hold the digit (or the other way round).
    """
    return steps_of(empty_rectangle, empty_rectangles(board, with_two=with_two, duals=duals))


@technique(
    "Dual Empty Rectangle",
    Level.HARD,
    score=120,
    code="0405",
    source=_SCORED,
    describe=describe_by_rules(_describe_rectangle),
)
def dual_empty_rectangle(board: Board, *, with_two: bool = False, duals: bool = True) -> Iterator[Step]:
    """Two empty rectangles share their box. So the candidates that either of them removes are false."""
    return steps_of(dual_empty_rectangle, empty_rectangles(board, with_two=with_two, duals=duals))


def empty_rectangles(board: Board, *, with_two: bool = False, duals: bool = False) -> Iterator[Step]:
    """Find empty rectangles, and optionally those of boxes with two places, and pairs of rectangles."""
    steps = _empty_rectangles(board, with_two)
    yield from _add_duals(dual_empty_rectangle, list(steps)) if duals else steps
    if relations := relations_of(board):
        yield from _rectangles_by_rules(board, relations, with_two)


def _empty_rectangles(board: Board, with_two: bool) -> Iterator[Step]:
    for digit, places in board.cached(reducible_digits):
        for box, line, target, (house, near, far), cell in _corners(board.geometry, places, with_two):
            in_box = places & board.geometry.houses[box]
            inside, outside = in_box & board.geometry.houses[line], in_box & board.geometry.houses[target]
            links = (
                Link(Node(digit, 1 << far), Node(digit, 1 << near), True, house=house),
                Link(Node(digit, 1 << near), Node(digit, inside), False),
                Link(Node(digit, inside & ~outside), Node(digit, outside), True, house=box),
            )
            parts = {JOINT: tuple((place, digit) for place in bits(in_box))}
            cells = in_box | 1 << near | 1 << far
            reason = Reason(bit_of(digit), cells, (box, house), (line, target), parts, (links,))
            yield Step(empty_rectangle, (), ((cell, digit),), reason)


@cache_by_places
def _corners(geometry: Geometry, places: CellSet, with_two: bool) -> tuple[_Corner, ...]:
    """List boxes, the line that a strong link starts in, the other line, the link, and the cell it eliminates."""
    if not conjugate_pairs(geometry, places):
        return ()
    corners: list[_Corner] = []
    for box, row, column in _hinges(geometry):
        in_box = places & geometry.houses[box]
        in_row, in_column = in_box & geometry.houses[row], in_box & geometry.houses[column]
        if in_row | in_column != in_box or in_row == in_box or in_column == in_box:
            continue
        if in_row.bit_count() > 1 or in_column.bit_count() > 1 or with_two:
            for line, target in ((row, column), (column, row)):
                corners.extend(
                    (box, line, target, *link_and_cell)
                    for link_and_cell in _through(geometry, places, box, line, target)
                )
    return tuple(corners)


@cache_by_geometry
def _hinges(geometry: Geometry) -> tuple[tuple[HouseNumber, HouseNumber, HouseNumber], ...]:
    """List boxes with the rows and columns through them, the last ones first: HoDoKu's order."""

    def lines(box: HouseNumber, kind: HouseKind) -> list[HouseNumber]:
        return [line for line in reversed(geometry.of_kind(kind)) if geometry.houses[line] & geometry.houses[box]]

    boxes = [box for box in geometry.of_kind(HouseKind.BOX) if geometry.is_full[box]]
    return tuple(
        (box, *pair) for box in boxes for pair in product(lines(box, HouseKind.ROW), lines(box, HouseKind.COLUMN))
    )


def _through(
    geometry: Geometry, places: CellSet, box: HouseNumber, line: HouseNumber, target: HouseNumber
) -> Iterator[tuple[Pair, Cell]]:
    """List the strong links that start in the line outside the box, and the cells where they eliminate the digit."""
    houses = geometry.houses
    for near in bits(places & houses[line] & ~houses[box]):
        for house, first, second in conjugate_pairs(geometry, places):
            if geometry.kinds[house] is geometry.kinds[target] and near in (first, second):
                far = second if near == first else first
                seen = _across(geometry, far, geometry.kinds[line]) & houses[target] & ~houses[box] & ~(1 << far)
                for cell in bits(seen & places):
                    yield (house, near, far), cell


def _by_rules(board: Board) -> list[Step]:
    """Find two strong links of a digit that a rule joins, or whose ends exclude a candidate by rules."""
    relations = relations_of(board)
    if relations is None:
        return []
    geometry, left, steps = board.geometry, candidates_of(board), []
    for digit, places in enumerate(board.places):
        pairs = [pair for pair in conjugate_pairs(geometry, places) if _first_house(geometry, *pair[1:]) == pair[0]]
        for first, second in combinations(pairs, 2):
            if set(first[1:]) & set(second[1:]):
                continue
            for (start, joint), (other_joint, end) in product((first[1:], first[:0:-1]), (second[1:], second[:0:-1])):
                joints, ends = [(joint, digit), (other_joint, digit)], [(start, digit), (end, digit)]
                if not relations.excludes(*joints):
                    continue
                excluded = relations.excluded_by_all(ends) & left
                if relations.by_houses[joint][digit] >> relations.index(joints[1]) & 1:
                    excluded &= ~relations.excluded_by_all(ends, relations.by_houses)
                if excluded:
                    chain = [
                        strong_link(digit, 1 << start, 1 << joint, first[0]),
                        weak_link(relations, *joints),
                        strong_link(digit, 1 << other_joint, 1 << end, second[0]),
                    ]
                    technique = _kind_of(geometry, first[0], second[0], 1 << joint | 1 << other_joint)
                    steps.append(step_of_ends(technique, board, relations, chain, excluded, {JOINT: tuple(joints)}))
    return [step for step in steps if step]


def _kind_of(geometry: Geometry, house: HouseNumber, other: HouseNumber, joints: CellSet) -> Technique:
    """Return the technique of two strong links in these houses, by the house that joins them."""
    kinds = {geometry.kinds[house], geometry.kinds[other]}
    joining = {geometry.kinds[number] for number in geometry.houses_containing(joints)}
    lines = {HouseKind.ROW, HouseKind.COLUMN}
    if kinds == lines:
        return two_string_kite if HouseKind.BOX in joining else turbot_fish
    return skyscraper if len(kinds) == 1 and kinds < lines and lines - kinds & joining else turbot_fish


def _rectangles_by_rules(board: Board, relations: Relations, with_two: bool) -> Iterator[Step]:
    """Find empty rectangles where a rule joins a strong link and the places in a box, or excludes a candidate."""
    geometry, left = board.geometry, candidates_of(board)
    for digit, places in enumerate(board.places):
        pairs = conjugate_pairs(geometry, places)
        for box, row, column in _hinges(geometry) if pairs else ():
            in_box = places & geometry.houses[box]
            in_row, in_column = in_box & geometry.houses[row], in_box & geometry.houses[column]
            if in_row | in_column != in_box or in_row == in_box or in_column == in_box:
                continue
            if in_row.bit_count() == in_column.bit_count() == 1 and not with_two:
                continue
            for target, (house, *cells) in product((in_row, in_column), pairs):
                if set_of(cells) & in_box:
                    continue
                rest = relations.candidate_set(in_box & ~target, digit)
                for near, far in (cells, cells[::-1]):
                    if rest & ~relations.excluded[near][digit]:
                        continue
                    ends = [(far, digit), *((cell, digit) for cell in bits(target))]
                    excluded = relations.excluded_by_all(ends) & left
                    if not rest & ~relations.by_houses[near][digit]:
                        excluded &= ~relations.excluded_by_all(ends, relations.by_houses)
                    if excluded:
                        inside = Node(digit, in_box & ~target)
                        why = relations.why_nodes(Node(digit, 1 << near), inside)
                        chain = [
                            strong_link(digit, 1 << far, 1 << near, house),
                            Link(Node(digit, 1 << near), inside, is_strong=False, rules=why),
                            strong_link(digit, inside.cells, target, box),
                        ]
                        parts = {JOINT: tuple((cell, digit) for cell in bits(in_box))}
                        if step := step_of_ends(empty_rectangle, board, relations, chain, excluded, parts):
                            yield step


def _step(technique: Technique, board: Board, digit: Digit, chain: Chain, targets: CellSet = -1) -> Step:
    """Make the step of two strong links and a weak one."""
    eliminations = board.candidates_by_digit(_seen(board.geometry, chain) & targets, (digit,))
    nodes = [Node(digit, 1 << cell) for cell in chain]
    houses = tuple(_strong(board, digit, cell, other) for cell, other in (chain[:2], chain[2:]))
    in_houses = (houses[0], None, houses[1])
    links = tuple(Link(nodes[n], nodes[n + 1], n != 1, house=house) for n, house in enumerate(in_houses))
    parts = {JOINT: ((chain[1], digit), (chain[2], digit))}
    return Step(technique, (), eliminations, Reason(bit_of(digit), set_of(chain), houses, parts=parts, links=(links,)))


def _strong(board: Board, digit: Digit, cell: Cell, other: Cell) -> HouseNumber:
    """Find a house in which a digit has these two places."""
    geometry = board.geometry
    shared = geometry.houses_containing(1 << cell | 1 << other)
    return next(house for house in shared if geometry.is_full[house] and board.counts[house][digit] == 2)


def _seen(geometry: Geometry, chain: Chain) -> CellSet:
    return geometry.peers[chain[0]] & geometry.peers[chain[3]]


def _add_duals(technique: Technique, steps: list[Step]) -> Iterator[Step]:
    """Add the pairs of steps with the same places in a box and different eliminations."""
    pairs = []
    for first, second in combinations(steps, 2):
        a, b = first.reason, second.reason
        # HoDoKu compares cells, not digits: each of a pair may have its own.
        if _box_cells(first) == _box_cells(second) and first.eliminations != second.eliminations:
            cells, houses = a.cells | b.cells, tuple(dict.fromkeys(a.houses + b.houses))
            reason = Reason(a.digits, cells, houses, a.covers + b.covers, a.parts, a.links + b.links)
            pairs.append(Step(technique, (), first.eliminations + second.eliminations, reason))
    yield from sorted(steps + pairs, key=lambda step: weight(step.eliminations))


def _box_cells(step: Step) -> set[Cell]:
    return {cell for cell, _ in step.reason.parts[JOINT]}


@cache_by_cells
def _share(geometry: Geometry, cell: Cell, other: Cell, kind: HouseKind) -> bool:
    return bool(_across(geometry, cell, kind) >> other & 1)


@cache_by_cells
def _across(geometry: Geometry, cell: Cell, kind: HouseKind) -> CellSet:
    """Return the cells of all houses of a kind that hold a cell."""
    return union(geometry.houses[house] for house in geometry.houses_of[cell] if geometry.kinds[house] is kind)
