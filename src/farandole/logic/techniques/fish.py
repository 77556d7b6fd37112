"""Fish: in so many base houses, a digit is only in as many cover houses, perhaps but for some fins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from farandole.logic.board import Board, Candidate, Geometry, Kind, bits
from farandole.logic.inference.one_digit import doubtful
from farandole.logic.step import Because, Level, Step, Technique, only, technique
from farandole.logic.techniques.fish_search import Fish, Shape, shoal

_SOURCE = "The Ultimate Fish Guide, http://forum.enjoysudoku.com/the-ultimate-fish-guide-t4993.html"
_SCORED = f"{_SOURCE}; HoDoKu 2.2, FishSolver"

_NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish", 5: "Squirmbag", 6: "Whale", 7: "Leviathan"}
_SE = {2: 3.2, 3: 3.8, 4: 5.2}

# For each kind: its name, the digit of its code, its scores, those of size 2 first, and the sizes below Unfair and
# below Extreme.
_KINDS = {
    "": (0, (140, 150, 160, 470, 470, 470), 5, 8),
    "Finned": (1, (130, 200, 250, 470, 470, 470), 3, 8),
    "Sashimi": (2, (150, 240, 260, 470, 470, 470), 3, 8),
    "Franken": (3, (300, 350, 370, 470, 470, 470), 0, 5),
    "Finned Franken": (4, (390, 410, 430, 470, 470, 470), 0, 5),
    "Mutant": (5, (450, 450, 450, 470, 470, 470), 0, 0),
    "Finned Mutant": (6, (470, 470, 470, 470, 470, 470), 0, 0),
}
_ABOUT = {
    Shape.BASIC: "rows has a digit only in as many columns (or the other way round)",
    Shape.FRANKEN: "rows and boxes has a digit only in as many columns and boxes (or with columns for rows)",
    Shape.MUTANT: "houses of any kind has a digit only in as many other houses",
}


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
    """Find fish of a size with fins, or those without.

    Those with fins of a basic shape are finned or sashimi; of another shape, fish of a lesser shape are among them.
    """
    if not siamese:
        return _fish(board, size, shape, with_fins, max_fins, max_endo_fins)
    found = list(_fish(board, size, shape, with_fins, max_fins, max_endo_fins))
    pairs = [_siamese(first, second) for first, second in combinations(found, 2) if _are_siamese(first, second)]
    return iter(sorted(found + pairs, key=_rank))


def _fish(board: Board, size: int, shape: Shape, with_fins: bool, max_fins: int, max_endo_fins: int) -> Iterator[Step]:
    geometry = board.geometry
    for digit, places in board.once(doubtful):
        for one in shoal(geometry, places, size, shape, with_fins, max_fins, max_endo_fins):
            yield _step(geometry, digit, one)


def _step(geometry: Geometry, digit: int, one: Fish) -> Step:
    def role(cells: int) -> tuple[Candidate, ...]:
        return tuple((cell, digit) for cell in bits(cells))

    roles = {"fin": role(one.fins & ~one.endo), "endo fin": role(one.endo), "cannibal": role(one.struck & one.twice)}
    houses, covers = (tuple(home for home, _ in some) for some in (one.bases, one.covers))
    because = Because(1 << digit >> 1, one.body, houses, covers, {key: some for key, some in roles.items() if some})
    removes = (*role(one.struck & ~one.twice), *role(one.struck & one.twice))
    return Step(FISH[kind_of(geometry, one), len(houses)], (), removes, because)


def kind_of(geometry: Geometry, one: Fish) -> str:
    """Say what kind of fish it is, by its houses and its fins."""
    bases, covers = ({_LINES.get(geometry.kinds[home]) for home, _ in some} for some in (one.bases, one.covers))
    if len(bases) == len(covers) == 1 and None not in bases | covers and bases != covers:
        if not one.fins:
            return ""
        return "Sashimi" if any((cells & ~one.fins).bit_count() < 2 for _, cells in one.bases) else "Finned"
    is_franken = len(bases - {None}) == len(covers - {None}) == 1 and bases - {None} != covers - {None}
    return ("Finned " if one.fins else "") + ("Franken" if is_franken else "Mutant")


_LINES = {Kind.ROW: Kind.ROW, Kind.COLUMN: Kind.COLUMN}


def _are_siamese(first: Step, second: Step) -> bool:
    """Whether two fish have the same bases and strike differently; finned and sashimi fish may go together."""
    one, other = first.because, second.because
    return (
        one.digits == other.digits
        and one.houses == other.houses
        and _family(first) == _family(second)
        and first.removes[0] != second.removes[0]
    )


def _family(step: Step) -> int:
    code = int(step.technique.code[2])
    return 1 if code == 2 else code


def _siamese(first: Step, second: Step) -> Step:
    one, other = first.because, second.because
    roles = {key: tuple(dict.fromkeys(one.roles.get(key, ()) + other.roles.get(key, ()))) for key in _ROLES}
    because = Because(one.digits, one.cells | other.cells, one.houses, one.covers + other.covers, roles)
    return Step(first.technique, (), tuple(dict.fromkeys(first.removes + second.removes)), because)


_ROLES = ("fin", "endo fin", "cannibal")


def _rank(step: Step) -> tuple[int, ...]:
    """Rank as HoDoKu does: what strikes most first, then simpler shapes, fewer cannibals, endo fins, fins."""
    counts = [len(step.because.roles.get(role, ())) for role in reversed(_ROLES)]
    return -len(step.removes), int(step.technique.code), *counts, step.because.digits


def _make(kind: str, size: int) -> Technique:
    number, scores, n_hard, n_unfair = _KINDS[kind]
    shape = Shape.MUTANT if "Mutant" in kind else Shape.FRANKEN if "Franken" in kind else Shape.BASIC
    with_fins = kind.startswith(("Finned", "Sashimi"))
    level = Level.HARD if size < n_hard else Level.UNFAIR if size < n_unfair else Level.EXTREME

    def find(board: Board, *, max_fins: int = 5, max_endo_fins: int = 2, siamese: bool = False) -> Iterator[Step]:
        options = {"max_fins": max_fins, "max_endo_fins": max_endo_fins}
        return only(made, fish(board, size, shape, with_fins=with_fins, siamese=siamese, **options))

    find.__doc__ = f"A set of {size} {_ABOUT[shape]}{_ENDS[kind.split(' ')[0]]}"
    made = technique(
        f"{kind} {_NAMES[size]}".strip(),
        level,
        score=scores[size - 2],
        code=f"03{number}{size - 2}",
        se=None if kind else _SE.get(size),
        source=_SCORED,
    )(find)
    return made


_FINS = ", but for some fins. So the digit leaves the rest of these where it sees all fins"
_ENDS = {
    "Finned": f"{_FINS}.",
    "Sashimi": f"{_FINS}; without them, a base would have one place left.",
    **dict.fromkeys(("", "Franken", "Mutant"), ". So the digit leaves the rest of these."),
}

FISH = {(kind, size): _make(kind, size) for kind in _KINDS for size in _NAMES}
