"""Fish: all places of a digit in the base houses, except fins, are in as many cover houses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from farandole.bitsets import bit_of, bits, set_of
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry, HouseKind
from farandole.logic.inference.one_digit import impossible_places, reducible_digits
from farandole.logic.inference.relations import Relations, geometry_for, relations_of
from farandole.logic.step import Level, Part, Reason, Step, Technique, steps_of, technique
from farandole.logic.techniques.fish_search import MAX_STEPS, Fish, Shape, all_fish
from farandole.logic.wording.proofs import describe_parts, describe_sight
from farandole.logic.wording.words import describe_cells, describe_houses, join_words, name_cells, name_digits

_SOURCE = "The Ultimate Fish Guide, http://forum.enjoysudoku.com/the-ultimate-fish-guide-t4993.html"
_SCORED = f"{_SOURCE}; HoDoKu 2.2, FishSolver"

_NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish", 5: "Squirmbag", 6: "Whale", 7: "Leviathan"}
_SE = {2: 3.2, 3: 3.8, 4: 5.2}

# For each kind: the digit of its code, its scores from size 2 on, and the first sizes that are Unfair and Extreme.
_KINDS = {
    "": (0, (140, 150, 160, 470, 470, 470), 5, 8),
    "Finned": (1, (130, 200, 250, 470, 470, 470), 3, 8),
    "Sashimi": (2, (150, 240, 260, 470, 470, 470), 3, 8),
    "Franken": (3, (300, 350, 370, 470, 470, 470), 0, 5),
    "Finned Franken": (4, (390, 410, 430, 470, 470, 470), 0, 5),
    "Mutant": (5, (450, 450, 450, 470, 470, 470), 0, 0),
    "Finned Mutant": (6, (470, 470, 470, 470, 470, 470), 0, 0),
}
_WORDS = {
    Shape.BASIC: ("rows", "columns (or the other way round)", "those columns"),
    Shape.FRANKEN: ("rows and boxes", "columns and boxes (or with columns for rows)", "those houses"),
    Shape.MUTANT: ("houses of any kind", "other houses", "those houses"),
}

FIN = Part("fin")  # a place of a base that is in no cover
ENDO_FIN = Part("endo fin")  # a place in two bases
CANNIBAL = Part("cannibal")  # a place in two covers, which the fish eliminates
_PARTS = (FIN, ENDO_FIN, CANNIBAL)


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    if len(reason.houses) != len(reason.covers):
        yield from _describe_siamese(reason, geometry)
        return
    yield describe_fish(reason, geometry)
    covers, fins = describe_houses(geometry, reason.covers), name_cells(geometry, _fins(reason))
    (digit,) = name_digits(geometry, reason.digits)
    if cannibals := name_cells(geometry, set_of(cell for cell, _ in reason.parts.get(CANNIBAL, ()))):
        yield tr(
            "If {digit} were in {cells}, it would count for two of {covers}, and too few would be left for {bases}",
            digit=digit,
            cells=join_words(cannibals, "or"),
            covers=covers,
            bases=describe_houses(geometry, reason.houses),
        )
    if not fins:
        yield tr("So {houses} have their {digit}s in these cells, and in no others", houses=covers, digit=digit)
    elif len(fins) == 1:
        yield tr(
            "If the fin {cell} is not {digit}, {houses} have their {digit}s in these cells, and in no others",
            cell=fins[0],
            houses=covers,
            digit=digit,
        )
        yield tr("If it is {digit}, no cell that sees it is", digit=digit)
        yield from describe_sight(reason.rules, geometry)
        yield tr("So the result is the same either way")
    else:
        yield tr(
            "If no fin is {digit}, {houses} have their {digit}s in these cells, and in no others",
            houses=covers,
            digit=digit,
        )
        yield tr("If a fin is {digit}, no cell that sees all fins is", digit=digit)
        yield from describe_sight(reason.rules, geometry)
        yield tr("So the result is the same either way")


def _describe_siamese(reason: Reason, geometry: Geometry) -> Iterator[str]:
    n_bases = len(reason.houses)
    bases, covers, others = (
        describe_houses(geometry, houses)
        for houses in (reason.houses, reason.covers[:n_bases], reason.covers[n_bases:])
    )
    (digit,) = name_digits(geometry, reason.digits)
    yield tr("Two fish stand on {bases}, with the places of {digit} there", bases=bases, digit=digit)
    yield tr("In one, all of these but its fins are in {covers}", covers=covers)
    yield tr("In the other, all of these but its fins are in {covers}", covers=others)
    yield from describe_parts(reason, geometry)
    yield from describe_sight(reason.rules, geometry)
    yield tr("So no other cell of the covers that sees all fins of its fish is {digit}", digit=digit)


def describe_fish(reason: Reason, geometry: Geometry) -> str:
    """Say that all places of the bases, except the fins, are in the covers."""
    bases, covers = (describe_houses(geometry, houses) for houses in (reason.houses, reason.covers))
    digit, fins = join_words(name_digits(geometry, reason.digits)), name_cells(geometry, _fins(reason))
    cells = describe_cells(geometry, reason.cells) or tr("none")
    words = {"bases": bases, "digit": digit, "covers": covers, "cells": cells}
    if not fins:
        return tr("In {bases}, all places of {digit} are in {covers}: {cells}", **words)
    return tr_counted(
        "In {bases}, all places of {digit} but the fin {fins} are in {covers}: {cells}",
        "In {bases}, all places of {digit} but the fins {fins} are in {covers}: {cells}",
        len(fins),
        fins=join_words(fins),
        **words,
    )


def _fins(reason: Reason) -> CellSet:
    return set_of(cell for part in (FIN, ENDO_FIN) for cell, _ in reason.parts.get(part, ()))


def fish(
    board: Board,
    size: int,
    shape: Shape,
    *,
    with_fins: bool,
    max_fins: int = 5,
    max_endo_fins: int = 2,
    siamese: bool = False,
) -> Iterator[Step]:
    """Find the fish of a size, either those with fins or those without.

    Basic fish with fins are finned or sashimi. Franken and mutant fish include the fish of simpler shapes.
    """
    if not siamese:
        return _fish(board, size, shape, with_fins, max_fins, max_endo_fins)
    steps = list(_fish(board, size, shape, with_fins, max_fins, max_endo_fins))
    pairs = [_siamese(first, second) for first, second in combinations(steps, 2) if _are_siamese(first, second)]
    return iter(sorted(steps + pairs, key=_rank))


def _fish(board: Board, size: int, shape: Shape, with_fins: bool, max_fins: int, max_endo_fins: int) -> Iterator[Step]:
    n_steps, relations = 0, relations_of(board)
    for digit, places in board.cached(_reducible_by_rules) if relations else board.cached(reducible_digits):
        search = all_fish(geometry_for(board, digit), places, size, shape, with_fins, max_fins, max_endo_fins)
        for found_fish in search:
            yield _step(board, relations, digit, found_fish)
        n_steps += search.n_steps
        if n_steps > MAX_STEPS:
            return


def _reducible_by_rules(board: Board) -> list[tuple[Digit, CellSet]]:
    """List the digits with an impossible place, by houses and by rules; each with all its places."""
    return [
        (digit, places)
        for digit, places in enumerate(board.places)
        if places and impossible_places(geometry_for(board, digit), places)
    ]


def _step(board: Board, relations: Relations | None, digit: Digit, fish: Fish) -> Step:
    geometry = board.geometry

    def in_cells(cells: CellSet) -> tuple[Candidate, ...]:
        return tuple((cell, digit) for cell in bits(cells))

    cannibals = in_cells(fish.eliminated & fish.twice)
    parts = {FIN: in_cells(fish.fins & ~fish.endo), ENDO_FIN: in_cells(fish.endo), CANNIBAL: cannibals}
    bases, covers = (tuple(house for house, _ in houses) for houses in (fish.bases, fish.covers))
    parts = {part: candidates for part, candidates in parts.items() if candidates}
    eliminations = (*in_cells(fish.eliminated & ~fish.twice), *cannibals)
    pairs = product(in_cells(fish.fins), eliminations) if relations else ()
    why = tuple(dict.fromkeys(rule for pair in pairs if relations for rule in relations.why(*pair)))
    reason = Reason(bit_of(digit), fish.body, bases, covers, parts, rules=why)
    return Step(FISH[kind_of(geometry, fish), len(bases)], (), eliminations, reason)


def kind_of(geometry: Geometry, fish: Fish) -> str:
    """Return the kind of a fish, by its houses and fins."""
    bases, covers = ({_LINES.get(geometry.kinds[house]) for house, _ in houses} for houses in (fish.bases, fish.covers))
    if len(bases) == len(covers) == 1 and None not in bases | covers and bases != covers:
        if not fish.fins:
            return ""
        return "Sashimi" if any((cells & ~fish.fins).bit_count() < 2 for _, cells in fish.bases) else "Finned"
    is_franken = len(bases - {None}) == len(covers - {None}) == 1 and bases - {None} != covers - {None}
    return ("Finned " if fish.fins else "") + ("Franken" if is_franken else "Mutant")


_LINES = {HouseKind.ROW: HouseKind.ROW, HouseKind.COLUMN: HouseKind.COLUMN}


def _are_siamese(first: Step, second: Step) -> bool:
    """Return whether two fish have the same bases and different eliminations; finned and sashimi are one family."""
    first_reason, second_reason = first.reason, second.reason
    return (
        first_reason.digits == second_reason.digits
        and first_reason.houses == second_reason.houses
        and _family(first) == _family(second)
        and first.eliminations[0] != second.eliminations[0]
    )


def _family(step: Step) -> int:
    code = int(step.technique.code[2])
    return 1 if code == 2 else code


def _siamese(first: Step, second: Step) -> Step:
    first_reason, second_reason = first.reason, second.reason
    parts = {
        part: tuple(dict.fromkeys(first_reason.parts.get(part, ()) + second_reason.parts.get(part, ())))
        for part in _PARTS
    }
    reason = Reason(
        first_reason.digits,
        first_reason.cells | second_reason.cells,
        first_reason.houses,
        first_reason.covers + second_reason.covers,
        parts,
        rules=tuple(dict.fromkeys(first_reason.rules + second_reason.rules)),
    )
    return Step(first.technique, (), tuple(dict.fromkeys(first.eliminations + second.eliminations)), reason)


def _rank(step: Step) -> tuple[int, ...]:
    """Rank as HoDoKu does: most eliminations first, then simpler shapes, fewer cannibals, endo fins and fins."""
    counts = [len(step.reason.parts.get(part, ())) for part in reversed(_PARTS)]
    return -len(step.eliminations), int(step.technique.code), *counts, step.reason.digits


def _make(kind: str, size: int) -> Technique:
    number, scores, n_hard, n_unfair = _KINDS[kind]
    shape = Shape.MUTANT if "Mutant" in kind else Shape.FRANKEN if "Franken" in kind else Shape.BASIC
    with_fins = kind.startswith(("Finned", "Sashimi"))
    level = Level.HARD if size < n_hard else Level.UNFAIR if size < n_unfair else Level.EXTREME

    def find(board: Board, *, max_fins: int = 5, max_endo_fins: int = 2, siamese: bool = False) -> Iterator[Step]:
        options = {"max_fins": max_fins, "max_endo_fins": max_endo_fins}
        return steps_of(made, fish(board, size, shape, with_fins=with_fins, siamese=siamese, **options))

    bases, covers, targets = _WORDS[shape]
    places = "all places of a digit except some fins" if with_fins else "all places of a digit"
    end = _ENDS[kind.split(" ")[0]] if with_fins else "So the digit is nowhere else in {targets}."
    find.__doc__ = f"In {size} {bases}, {places} are in {size} {covers}. {end.format(targets=targets)}"
    made = technique(
        f"{kind} {_NAMES[size]}".strip(),
        level,
        score=scores[size - 2],
        code=f"03{number}{size - 2}",
        se=None if kind else _SE.get(size),
        source=_SCORED,
        describe=_describe,
    )(find)
    return made


_ENDS = {
    "Finned": "So no other cell of {targets} that sees all fins holds the digit.",
    "Sashimi": (
        "So no other cell of {targets} that sees all fins holds the digit; without the fins, a base has one place left."
    ),
}

FISH = {(kind, size): _make(kind, size) for kind in _KINDS for size in _NAMES}
