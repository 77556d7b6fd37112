"""Families of pieces have their known sizes; packings and their symmetries are those of brute force."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import CoverError
from farandole.cover.pieces import (
    CUBE,
    HEXAGON,
    SQUARE,
    TRIANGLE,
    Board,
    Lattice,
    Packing,
    Piece,
    Tiling,
    polycubes,
    polyhexes,
    polyiamonds,
    polyominoes,
)
from farandole.errors import UnfinishedError

# ── Families ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("make", "kind", "sizes"),
    [
        (polyominoes, "free", [1, 1, 2, 5, 12, 35]),  # OEIS A000105
        (polyominoes, "one-sided", [1, 1, 2, 7, 18, 60]),  # A000988
        (polyominoes, "fixed", [1, 2, 6, 19, 63, 216]),  # A001168
        (polyiamonds, "free", [1, 1, 1, 3, 4, 12, 24]),  # A000577
        (polyiamonds, "one-sided", [1, 1, 1, 4, 6, 19, 43]),  # A006534
        (polyiamonds, "fixed", [2, 3, 6, 14, 36, 94]),  # A001420
        (polyhexes, "free", [1, 1, 3, 7, 22, 82]),  # A000228
        (polyhexes, "one-sided", [1, 1, 3, 10, 33, 147]),  # A006535
        (polyhexes, "fixed", [1, 3, 11, 44, 186, 814]),  # A001207
        (polycubes, "free", [1, 1, 2, 7, 23]),  # A038119
        (polycubes, "one-sided", [1, 1, 2, 8, 29]),  # A000162
        (polycubes, "fixed", [1, 3, 15, 86]),  # A001931
    ],
)
def test_sizes_of_families(make: Any, kind: str, sizes: list[int]) -> None:
    families = [make(n, kind) for n in range(1, len(sizes) + 1)]
    assert [len(family) for family in families] == sizes
    assert all(len({piece.name for piece in family}) == len(family) for family in families)


def test_pentominoes_have_golombs_letters() -> None:
    assert "".join(piece.name for piece in polyominoes(5)) == "FILNPTUVWXYZ"


# ── Packings ──────────────────────────────────────────────────────────────────────────────────────────────────────────

LATTICES: dict[Lattice, Any] = {SQUARE: polyominoes, TRIANGLE: polyiamonds, HEXAGON: polyhexes, CUBE: polycubes}


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    """Draw a small board and pieces of up to three cells."""
    lattice: Lattice = draw(st.sampled_from(list(LATTICES)))
    sides = st.integers(1, 3)
    if lattice is CUBE:
        board = Board.box(draw(sides), draw(st.integers(1, 2)), 2)
    else:
        board = Board.rectangle(draw(sides), draw(sides), lattice)
    holes = draw(st.lists(st.sampled_from(board.cells), max_size=2, unique=True))
    if len(holes) < len(board):
        board = board.without(holes)
    kind: Any = draw(st.sampled_from(["free", "one-sided"]))
    known = [
        Piece(f"{n}{piece.name}", piece.form, lattice) for n in (1, 2, 3, 4) for piece in LATTICES[lattice](n, kind)
    ]
    pieces = draw(st.lists(st.sampled_from(known), min_size=1, max_size=4, unique_by=lambda piece: piece.name))
    bounds = st.sampled_from([1, None, (0, 1), (0, 2), 2])
    times = {piece.name: draw(bounds) for piece in pieces}
    mirrors = draw(st.booleans())
    fill = draw(st.booleans() | st.lists(st.sampled_from(board.cells), unique=True))
    return Packing(board, pieces, times=times, turns=draw(st.booleans()), mirrors=mirrors, fill=fill)


def images(tiling: Tiling, kind: str = "symmetries") -> list[frozenset[frozenset[tuple[int, ...]]]]:
    """The cells of the pieces after each symmetry, or each rotation, of the board."""
    return [
        frozenset(frozenset(move[cell] for cell in placement.cells) for placement in tiling.placements)
        for move in getattr(tiling.board, kind)
    ]


@examples(150)
@given(packings())
def test_tilings_up_to_symmetry(packing: Packing) -> None:
    every = []
    for tiling in packing.tilings():
        every.append(tiling)
        if len(every) > 300:
            return
    assert packing.count() == len(every)
    some = list(packing.tilings(up_to_symmetry=True))
    assert packing.count(up_to_symmetry=True) == len(some)
    turned = list(packing.tilings(up_to_symmetry="rotations"))
    assert packing.count(up_to_symmetry="rotations") == len(turned)
    assert {*some} <= {*every}
    assert {*turned} <= {*every}
    assert len(some) <= len(turned) <= len(every)
    if packing.n_symmetries == packing.board.n_symmetries and len({*map(str, every)}) == len(every):
        for kind, found in (("symmetries", some), ("rotations", turned)):
            classes = {min(images(tiling, kind), key=lambda image: sorted(map(sorted, image))) for tiling in every}
            assert len(classes) == len(found)


@examples(150)
@given(packings())
def test_counts_are_those_of_brute_force(packing: Packing) -> None:
    if len(packing.placements) > 30:
        return
    counts = dict.fromkeys(packing.times, 0)

    def count(number: int, free: frozenset[tuple[int, ...]]) -> int:
        if number == len(packing.placements):
            is_right = all(bounds is None or bounds[0] <= counts[name] for name, bounds in packing.times.items())
            return int(is_right and free.isdisjoint(packing.filled))
        name, cells = packing.placements[number]
        found = count(number + 1, free)
        bounds = packing.times[name]
        if free.issuperset(cells) and (bounds is None or counts[name] < bounds[1]):
            counts[name] += 1
            found += count(number + 1, free - {*cells})
            counts[name] -= 1
        return found

    assert packing.count() == count(0, frozenset(packing.board.cells))


@examples(60)
@given(packings())
def test_tilings_cover_the_board_once(packing: Packing) -> None:
    tiling = packing.solve()
    if tiling is None:
        return
    cells = [cell for placement in tiling.placements for cell in placement.cells]
    assert len(set(cells)) == len(cells)
    assert packing.filled <= {*cells} <= {*packing.board.cells}
    for placement in tiling.placements:
        lattice = packing.board.lattice
        form = lattice.form(map(lattice.point, placement.cells))
        [piece] = [piece for piece in packing.pieces if piece.name == placement.piece]
        assert form in lattice.orientations(piece.form)
    near = [(tiling.colors[a], tiling.colors[b]) for a, b in touching(tiling)]
    assert all(a != b for a, b in near)


def touching(tiling: Tiling) -> set[tuple[int, int]]:
    lattice = tiling.board.lattice
    owner = {cell: n for n, placement in enumerate(tiling.placements) for cell in placement.cells}
    pairs = set()
    for cell, number in owner.items():
        for point in lattice.neighbors(lattice.point(cell)):
            other = owner.get(lattice.cell(point), number)
            if other != number:
                pairs.add((number, other))
    return pairs


def test_turns_and_mirrors() -> None:
    ell = {"L": "XX/X."}
    board = Board.rectangle(2, 2)
    counts = [
        Packing(board, ell, turns=turns, mirrors=mirrors, fill=False).count()
        for turns, mirrors in [(True, True), (True, False), (False, True), (False, False)]
    ]
    assert counts == [4, 4, 2, 1]


def test_a_mirror_image_counts_only_where_pieces_may_be_turned_over() -> None:
    board = Board.rectangle(3, 3)
    assert Packing(board, {"S": ".XX/XX."}, fill=False).n_symmetries == 8
    assert Packing(board, {"S": ".XX/XX."}, fill=False, mirrors=False).n_symmetries == 4
    both = {"S": ".XX/XX.", "Z": "XX./.XX"}
    assert Packing(board, both, fill=False, mirrors=False).n_symmetries == 8


def test_a_tiling_in_text() -> None:
    assert str(Packing("...\n.#.\n...", {"C": "XXX/X.X", "I": "XXX"}).solve()) in ("CCC\nC C\nIII", "III\nC C\nCCC")
    assert str(Packing(Board.box(2, 1, 2), polycubes(2), times=2).solve()).count("\n\n") == 1


def test_time_is_limited() -> None:
    packing = Packing(Board.rectangle(8, 8), polyominoes(4), times=None)
    assert not packing.count(seconds=0).exhausted
    with pytest.raises(UnfinishedError):
        packing.count(up_to_symmetry=True, seconds=0)


# For arguments of any type.
BOARD: Any = Board
PACKING: Any = Packing
FAMILY: Any = polyominoes


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BOARD(""), "a board: expected cells, found none"),
        (lambda: BOARD([(0, 0), (0, 0)]), "cell (0, 0) comes twice"),
        (lambda: BOARD([(0, 0), (0, 0, 1)]), "cell (0, 0, 1): expected 2 numbers, found 3"),
        (lambda: BOARD([(0, "a")]), "expected a cell of whole numbers, found (0, 'a')"),
        (lambda: BOARD([5]), "expected a cell such as (0, 1), found 5"),
        (lambda: Board.rectangle(2, 2).without([(5, 5)]), "hole (5, 5): expected a cell of the board"),
        (lambda: Piece.of("A", "..."), "piece 'A': expected cells, found none"),
        (lambda: Packing("..", {}), "pieces: expected at least one, found none"),
        (lambda: Packing("..", polyominoes(2) * 2), "pieces: two are called '1'"),
        (lambda: Packing(Board.box(1, 1, 2), polyominoes(2)), "piece '1': expected a piece of CUBE, found SQUARE"),
        (lambda: PACKING("..", ["XX"]), "pieces: expected a Piece, or a mapping from names to drawings, found 'XX'"),
        (lambda: Packing("..", {"D": "XX"}, times={"E": 1}), "times: no piece is called 'E'"),
        (lambda: Packing("..", {"D": "XX"}, times=(2, 1)), "times of piece 'D': expected a number, a pair"),
        (lambda: PACKING("..", {"D": "XX"}, fill=[(0, 5)]), "fill: expected cells of the board, found (0, 5)"),
        (
            lambda: PACKING("..", {"D": "XX"}).count(up_to_symmetry="mirrors"),
            "up_to_symmetry: expected True, False or 'rotations', found 'mirrors'",
        ),
        (lambda: FAMILY(5, "sided"), "kind: expected 'free', 'one-sided' or 'fixed', found 'sided'"),
        (lambda: polyominoes(0), "n: expected a whole number of at least 1, found 0"),
    ],
)
def test_bad_packings_are_named(make: Any, message: str) -> None:
    with pytest.raises((CoverError, ValueError)) as error:
        make()
    assert str(error.value).startswith(message)
