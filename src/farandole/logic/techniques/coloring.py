"""Coloring: candidates joined by strong links take two colors in turn, and all candidates of one color are true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, permutations, product
from operator import itemgetter
from typing import TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry, cache_by_places
from farandole.logic.inference.one_digit import conjugate_pairs, reducible_digits
from farandole.logic.inference.relations import (
    Relations,
    candidates_of,
    relations_of,
    rules_of_links,
    weak_link,
)
from farandole.logic.step import Level, Link, Part, Reason, Step, Technique, steps_of, technique
from farandole.logic.wording.chains import describe_chains
from farandole.logic.wording.words import group_by_digit, join_words, name_cells, name_houses

_SCORED = "Bernhard Hobiger, HoDoKu 2.2, ColoringSolver"

Colors: TypeAlias = tuple[CellSet, CellSet]  # the digit is in all of one and in none of the other

COLORS = (Part("color 1"), Part("color 2"), Part("color 3"), Part("color 4"))


def _describe_trap(step: Step, geometry: Geometry) -> Iterator[str]:
    if step.reason.links:
        yield from _describe_colors_and_links(step, geometry, [0])
        yield tr("So what both colors rule out is false")
        return
    yield _two_colors(step, geometry, 0)
    yield tr("So no cell that sees both colors is {digit}", digit=geometry.grid.digit_name(step.eliminations[0][1]))


def _describe_wrap(step: Step, geometry: Geometry) -> Iterator[str]:
    yield _two_colors(step, geometry, 0)
    parts = step.reason.parts
    color = next(part for part in COLORS if set(parts[part]) & set(step.eliminations))
    if step.reason.links:
        yield from describe_chains(step.reason, geometry)
        yield tr("Both have the same color, so {color} is false", color=tr(color))
        return
    (digit, cells), *_ = group_by_digit(parts[color]).items()
    first, second = next((a, b) for a, b in combinations(bits(cells), 2) if geometry.peers[a] >> b & 1)
    house = name_houses(geometry, geometry.houses_containing(1 << first | 1 << second))[0]
    yield tr(
        "{cells} have the same color, but both are in {house} and can't both be {digit}",
        cells=join_words(name_cells(geometry, 1 << first | 1 << second)),
        house=house,
        digit=geometry.grid.digit_name(digit),
    )
    yield tr("So {color} is false", color=tr(color))


def _describe_colors_and_links(step: Step, geometry: Geometry, starts: Iterable[int]) -> Iterator[str]:
    """Describe pairs of colors, and by which houses and rules their candidates exclude others."""
    for start in starts:
        yield _two_colors(step, geometry, start)
    yield from describe_chains(step.reason, geometry)


def _two_colors(step: Step, geometry: Geometry, start: int) -> str:
    """Describe a pair of colors: the first and second, or the third and fourth."""
    first, second = COLORS[start : start + 2]
    parts = step.reason.parts
    return tr(
        "By strong links, either {claims} ({color}), or else {others} ({other_color})",
        claims=_claims(parts[first], geometry),
        color=tr(first),
        others=_claims(parts[second], geometry),
        other_color=tr(second),
    )


def _claims(candidates: Iterable[Candidate], geometry: Geometry) -> str:
    return join_words(
        tr_counted(
            "{cells} is {digit}",
            "{cells} are {digit}",
            cells.bit_count(),
            cells=join_words(name_cells(geometry, cells)),
            digit=geometry.grid.digit_name(digit),
        )
        for digit, cells in group_by_digit(candidates).items()
    )


def _describe_two_pairs(step: Step, geometry: Geometry) -> Iterator[str]:
    if step.reason.links:
        yield from _describe_two_pairs_by_rules(step, geometry)
        return
    yield _two_colors(step, geometry, 0)
    yield _two_colors(step, geometry, 2)
    parts, ((digit, _), *_) = step.reason.parts, group_by_digit(step.reason.parts[COLORS[0]]).items()
    cells = {false_color: group_by_digit(parts[false_color])[digit] for false_color in COLORS}
    meet = [
        (color, color_seen)
        for color, color_seen in product(COLORS[:2], COLORS[2:])
        if _seen_by(geometry, cells[color]) & cells[color_seen]
    ]
    opposite = dict(zip(COLORS, (COLORS[1], COLORS[0], COLORS[3], COLORS[2]), strict=True))
    if step.technique is multi_colors_2:
        caught = [color for color in COLORS[:2] if all((color, color_seen) in meet for color_seen in COLORS[2:])]
        for false_color in caught:
            yield tr(
                "Places of {color} see places of {first} and of {second}, one of which is true",
                color=tr(false_color),
                first=tr(COLORS[2]),
                second=tr(COLORS[3]),
            )
        yield tr("So {color} is false", color=join_words(map(tr, caught)))
        return
    for color, color_seen in meet:
        yield tr(
            "A place of {color} sees one of {other}, so not both are true, and {first} or {second} is",
            color=tr(color),
            other=tr(color_seen),
            first=tr(opposite[color]),
            second=tr(opposite[color_seen]),
        )
    yield tr("So no cell that sees both of these is {digit}", digit=geometry.grid.digit_name(digit))


def _describe_two_pairs_by_rules(step: Step, geometry: Geometry) -> Iterator[str]:
    yield from _describe_colors_and_links(step, geometry, [0, 2])
    parts = step.reason.parts
    colors = {candidate: color for color in COLORS for candidate in parts[color]}
    if step.technique is multi_colors_2:
        color = colors[step.eliminations[0]]
        yield tr(
            "So {color} excludes both {first} and {second}, one of which is true",
            color=tr(color),
            first=tr(COLORS[2]),
            second=tr(COLORS[3]),
        )
        yield tr("So {color} is false", color=tr(color))
        return
    joint = step.reason.links[0][0]
    seen = [colors[node.cells.bit_length() - 1, node.digit] for node in (joint.start, joint.end)]
    left = [color for color in COLORS if color not in seen]
    yield tr(
        "So {color} and {other} are not both true, {first} or {second} is, and what both of these rule out is false",
        color=tr(seen[0]),
        other=tr(seen[1]),
        first=tr(left[0]),
        second=tr(left[1]),
    )


def _describe_medusa(step: Step, geometry: Geometry) -> Iterator[str]:
    yield _two_colors(step, geometry, 0)
    parts = step.reason.parts
    false = [part for part in COLORS[:2] if set(step.eliminations) <= set(parts[part])]
    if not false:
        yield tr("So what both colors rule out is false")
        return
    (color,) = false
    if clash := next(_clashes(parts[color], geometry), None):
        (first, digit), (second, second_digit) = clash
        if first == second:
            yield tr(
                "{cell} can't be {digits} at once, as {color} has it",
                cell=geometry.grid.cell_name(first),
                digits=join_words(map(geometry.grid.digit_name, sorted((digit, second_digit)))),
                color=tr(color),
            )
        else:
            yield tr(
                "{cells} can't both be {digit}, as {color} has it",
                cells=join_words(name_cells(geometry, 1 << first | 1 << second)),
                digit=geometry.grid.digit_name(digit),
                color=tr(color),
            )
    else:
        yield tr("{color} would leave a cell without a digit, or a house without a place for one", color=tr(color))
    yield tr("So {color} is false", color=tr(color))


def _clashes(candidates: Sequence[Candidate], geometry: Geometry) -> Iterator[tuple[Candidate, Candidate]]:
    """List pairs of candidates that can't both be true."""
    for first, second in combinations(candidates, 2):
        if first[0] == second[0] or (first[1] == second[1] and geometry.peers[first[0]] >> second[0] & 1):
            yield first, second


@technique(
    "Simple Colors Trap",
    Level.HARD,
    score=150,
    code="0500",
    aliases=("Color Trap",),
    source=_SCORED,
    describe=_describe_trap,
)
def simple_colors_trap(board: Board) -> Iterator[Step]:
    """The places of a digit, joined by strong links, take two colors in turn.

    So no cell that sees both colors holds it.
    """
    return steps_of(simple_colors_trap, simple_colors(board))


@technique(
    "Simple Colors Wrap",
    Level.HARD,
    score=150,
    code="0501",
    aliases=("Color Wrap",),
    source=_SCORED,
    describe=_describe_wrap,
)
def simple_colors_wrap(board: Board) -> Iterator[Step]:
    """The places of a digit, joined by strong links, take two colors in turn, and two of one color see each other.

    So no place of that color holds the digit.
    """
    return steps_of(simple_colors_wrap, simple_colors(board))


def simple_colors(board: Board) -> Iterator[Step]:
    """Find wraps and traps of one pair of colors."""
    for digit, places in board.cached(reducible_digits):
        for colors in _colors(board.geometry, places):
            wrapped = sum(color for color in colors if _seen_by(board.geometry, color) & color)
            yield from _color_step(simple_colors_wrap, board, digit, wrapped, colors)
            yield from _color_step(simple_colors_trap, board, digit, _seen_by_both(board.geometry, *colors), colors)
    if relations := relations_of(board):
        for digit, colors in _all_colors(board):
            yield from _simple_by_rules(board, relations, digit, colors)


@technique("Multi Colors 1", Level.HARD, score=200, code="0502", source=_SCORED, describe=_describe_two_pairs)
def multi_colors_1(board: Board) -> Iterator[Step]:
    """A digit has two pairs of colors, and a color of one pair sees a color of the other.

    So one of the remaining two colors is true, and no cell that sees both of them holds the digit.
    """
    return steps_of(multi_colors_1, multi_colors(board))


@technique("Multi Colors 2", Level.HARD, score=200, code="0503", source=_SCORED, describe=_describe_two_pairs)
def multi_colors_2(board: Board) -> Iterator[Step]:
    """A digit has two pairs of colors, and a color of one pair sees both colors of the other.

    So no place of that color holds the digit.
    """
    return steps_of(multi_colors_2, multi_colors(board))


def multi_colors(board: Board) -> Iterator[Step]:
    """Find the steps of two pairs of colors together."""
    geometry = board.geometry
    for digit, places in board.cached(reducible_digits):
        for first, second in permutations(_colors(geometry, places), 2):
            caught = sum(color for color in first if all(_seen_by(geometry, other) & color for other in second))
            yield from _color_step(multi_colors_2, board, digit, caught, first + second)
            seen = 0
            for n in (0, 1):
                for m in (0, 1):
                    if _seen_by(geometry, first[n]) & second[m]:
                        seen |= _seen_by_both(geometry, first[1 - n], second[1 - m])
            yield from _color_step(multi_colors_1, board, digit, seen, first + second)
    if relations := relations_of(board):
        of_digit = groupby(_all_colors(board), key=itemgetter(0))
        for digit, pairs in of_digit:
            for (_, first), (_, second) in permutations(list(pairs), 2):
                yield from _multi_by_rules(board, relations, digit, (*first, *second))


def _all_colors(board: Board) -> Iterator[tuple[Digit, Colors]]:
    for digit, places in enumerate(board.places):
        yield from ((digit, colors) for colors in _colors(board.geometry, places))


def _simple_by_rules(board: Board, relations: Relations, digit: Digit, colors: Colors) -> Iterator[Step]:
    """Find what a pair of colors excludes by rules, beyond what houses do."""
    first, second = ([(cell, digit) for cell in bits(color)] for color in colors)
    for color in (first, second):
        clashes = [pair for pair in combinations(color, 2) if relations.excludes(*pair)]
        links = [weak_link(relations, *pair) for pair in clashes]
        if links and all(link.rules for link in links):
            yield from _step_by_rules(simple_colors_wrap, tuple(color), colors, digit, [links[:1]])
    for target in _excluded_by_colors(board, relations, first, second):
        links = [_link_from(relations, color, target) for color in (first, second)]
        yield from _step_by_rules(simple_colors_trap, (target,), colors, digit, [[link] for link in links])


def _multi_by_rules(board: Board, relations: Relations, digit: Digit, colors: tuple[CellSet, ...]) -> Iterator[Step]:
    """Find what two pairs of colors exclude by rules, beyond what houses do."""
    of_color = [[(cell, digit) for cell in bits(color)] for color in colors]
    meet = {
        (n, m): pair
        for n, m in product((0, 1), (2, 3))
        if (pair := _first_pair(relations, of_color[n], of_color[m])) is not None
    }
    for n in (0, 1):
        if (n, 2) in meet and (n, 3) in meet:
            links = [[weak_link(relations, *meet[n, m])] for m in (2, 3)]
            yield from _step_by_rules(multi_colors_2, tuple(of_color[n]), colors, digit, links)
    for (n, m), pair in meet.items():
        first, second = of_color[1 - n], of_color[5 - m]
        joint = weak_link(relations, *pair)
        for target in _excluded_by_colors(board, relations, first, second, by_houses=bool(joint.rules)):
            links = [[_link_from(relations, color, target)] for color in (first, second)]
            yield from _step_by_rules(multi_colors_1, (target,), colors, digit, [[joint], *links])


def _excluded_by_colors(
    board: Board,
    relations: Relations,
    first: Sequence[Candidate],
    second: Sequence[Candidate],
    *,
    by_houses: bool = False,
) -> list[Candidate]:
    """List what one of each color excludes, with or without what houses alone give."""
    excluded = relations.excluded_by_one(first) & relations.excluded_by_one(second) & candidates_of(board)
    if not by_houses:
        table = relations.by_houses
        excluded &= ~(relations.excluded_by_one(first, table) & relations.excluded_by_one(second, table))
    return relations.candidates(excluded)


def _first_pair(
    relations: Relations, first: Sequence[Candidate], second: Sequence[Candidate]
) -> tuple[Candidate, Candidate] | None:
    """Return candidates of two colors that exclude each other, by a house if there are such."""
    pairs = [pair for pair in product(first, second) if relations.excludes(*pair)]
    return min(pairs, key=lambda pair: len(relations.why(*pair)), default=None)


def _link_from(relations: Relations, color: Iterable[Candidate], target: Candidate) -> Link:
    """Link a candidate of a color to one that it excludes, by a house if possible."""
    links = [weak_link(relations, candidate, target) for candidate in color if relations.excludes(candidate, target)]
    return min(links, key=lambda link: len(link.rules))


def _step_by_rules(
    technique: Technique,
    eliminations: tuple[Candidate, ...],
    colors: tuple[CellSet, ...],
    digit: Digit,
    chains: Iterable[Sequence[Link]],
) -> Iterator[Step]:
    """Yield a step of colors, if a rule takes part."""
    links = tuple(map(tuple, chains))
    if rules := rules_of_links(link for chain in links for link in chain):
        parts = {
            part: tuple((cell, digit) for cell in bits(color)) for part, color in zip(COLORS, colors, strict=False)
        }
        digits = union(bit_of(node.digit) for chain in links for link in chain for node in (link.start, link.end))
        reason = Reason(digits, sum(colors), parts=parts, links=links, rules=rules, extends_pattern=True)
        yield Step(technique, (), eliminations, reason)


@cache_by_places
def _colors(geometry: Geometry, places: CellSet) -> tuple[Colors, ...]:
    """Color the places of a digit, each chain of strong links in two colors, the lowest cell in the first."""
    partners: dict[Cell, list[Cell]] = {}
    for _, first, second in conjugate_pairs(geometry, places):
        partners.setdefault(first, []).append(second)
        partners.setdefault(second, []).append(first)
    pairs, known = [], set()

    def paint(cell: Cell, turn: int) -> None:
        known.add(cell)
        colors[turn] |= 1 << cell
        for partner in partners[cell]:
            if partner not in known:
                paint(partner, 1 - turn)

    for start in sorted(partners):
        if start not in known:
            colors = [0, 0]
            paint(start, 0)
            pairs.append((colors[0], colors[1]))
    return tuple(pairs)


@cache_by_places
def _seen_by(geometry: Geometry, cells: CellSet) -> CellSet:
    """Return the cells that see one of these."""
    return union(geometry.peers[cell] for cell in bits(cells))


def _seen_by_both(geometry: Geometry, first: CellSet, second: CellSet) -> CellSet:
    return _seen_by(geometry, first) & _seen_by(geometry, second)


def _color_step(
    technique: Technique, board: Board, digit: Digit, cells: CellSet, colors: tuple[CellSet, ...]
) -> Iterator[Step]:
    eliminations = board.candidates_by_digit(cells, (digit,))
    if eliminations:
        parts = {
            part: tuple((cell, digit) for cell in bits(color)) for part, color in zip(COLORS, colors, strict=False)
        }
        yield Step(technique, (), eliminations, Reason(bit_of(digit), sum(colors), parts=parts))


@technique(
    "3D Medusa",
    Level.UNFAIR,
    code="0507",
    aliases=("Ultracoloring",),
    source="http://www.sudopedia.org/wiki/3D_Medusa",
    describe=_describe_medusa,
)
def medusa_3d(board: Board) -> Iterator[Step]:
    """Candidates of all digits, joined by strong links and by cells with two candidates, take two colors in turn.

    A candidate that both colors would remove is false; a color that would remove one of its own candidates, all
    candidates of a cell, or the last place of a digit in a house is false itself.
    """
    for colors in _networks(board):
        eliminated = [_kills(board, color) for color in colors]
        for color, kills in zip(colors, eliminated, strict=True):
            if _fails(board, color, kills):
                yield from _medusa(board, color, colors)
        yield from _medusa(board, [first & second for first, second in zip(*eliminated, strict=True)], colors)


Network: TypeAlias = list[CellSet]  # for each digit


def _networks(board: Board) -> Iterator[tuple[Network, Network]]:
    """Color the candidates of all digits."""
    n_digits = board.geometry.n_digits
    partners: dict[Candidate, list[Candidate]] = {}
    links = [
        ((first, digit), (second, digit))
        for digit in range(1, n_digits + 1)
        for _, first, second in conjugate_pairs(board.geometry, board.places[digit])
    ]
    for cell, mask in enumerate(board.masks):
        if mask.bit_count() == 2:
            low, high = digits_of(mask)
            links.append(((cell, low), (cell, high)))
    for start_of_link, end_of_link in links:
        partners.setdefault(start_of_link, []).append(end_of_link)
        partners.setdefault(end_of_link, []).append(start_of_link)
    known = set()
    for start in sorted(partners):
        if start in known:
            continue
        known.add(start)
        colors = [0] * (n_digits + 1), [0] * (n_digits + 1)
        queue = [(start, 0)]
        for (cell, digit), turn in queue:
            colors[turn][digit] |= 1 << cell
            for end_of_link in partners[cell, digit]:
                if end_of_link not in known:
                    known.add(end_of_link)
                    queue.append((end_of_link, 1 - turn))
        yield colors


def _kills(board: Board, color: Network) -> Network:
    """Return the candidates that are false if all candidates of a color are true."""
    colored, shared = 0, 0
    for cells in color:
        shared |= colored & cells
        colored |= cells
    kills = [0]
    for digit, cells in enumerate(color[1:], 1):
        kills.append((_seen_by(board.geometry, cells) | colored & ~cells | shared & cells) & board.places[digit])
    return kills


def _fails(board: Board, color: Network, kills: Network) -> bool:
    if any(cells & killed for cells, killed in zip(color, kills, strict=True)):
        return True
    left = [places & ~killed for places, killed in zip(board.places, kills, strict=True)]
    if board.open & ~union(left):
        return True
    return any(
        board.counts[number][digit] and not house & left[digit]
        for number, house in enumerate(board.geometry.houses)
        if board.geometry.is_full[number]
        for digit in range(1, board.geometry.n_digits + 1)
    )


def _medusa(board: Board, eliminated: Network, colors: tuple[Network, Network]) -> Iterator[Step]:
    eliminations = tuple(
        (cell, digit) for digit, cells in enumerate(eliminated) for cell in bits(cells & board.places[digit])
    )
    if eliminations:
        parts = {
            part: tuple((cell, digit) for digit, cells in enumerate(color) for cell in bits(cells))
            for part, color in zip(COLORS, colors, strict=False)
        }
        digits = union(bit_of(digit) for digit in range(1, len(eliminated)) if colors[0][digit] | colors[1][digit])
        yield Step(medusa_3d, (), eliminations, Reason(digits, parts=parts))
