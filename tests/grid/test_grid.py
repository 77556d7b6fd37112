"""Cells, their names, their houses, shapes, and the drawing of a grid."""

import json
import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.errors import PuzzleError
from farandole.grid import DIGITS, Grid, House
from farandole.grid.shapes import EXTRA, NAMED
from needs import SHARED, needs

CLASSIC = Grid.classic()
VARIANTS = SHARED / "variants"
JIGSAW = "AAAB CABB CCDB CDDD"


def square(n: int) -> tuple[tuple[int, int], ...]:
    return tuple(product(range(n), range(n)))


def test_classic_is_always_the_same_object() -> None:
    assert Grid.classic() is Grid.classic((3, 3)) is Grid.classic(size=9) is CLASSIC
    assert (CLASSIC.height, CLASSIC.width, CLASSIC.n_digits, CLASSIC.n_cells) == (9, 9, 9, 81)


def test_houses_in_the_order_in_which_people_count_them() -> None:
    names = [house.name for house in CLASSIC.houses]
    assert names == [f"{kind} {number}" for kind in ("row", "column", "box") for number in range(1, 10)]
    assert CLASSIC.houses[8].cells == tuple(range(72, 81))
    assert CLASSIC.houses[17].cells == tuple(range(8, 81, 9))
    assert CLASSIC.houses[18 + 5].cells == (33, 34, 35, 42, 43, 44, 51, 52, 53)
    assert CLASSIC.regions == CLASSIC.houses[18:]


def test_each_cell_is_in_three_houses() -> None:
    for kind in range(3):
        cells = [cell for house in CLASSIC.houses[9 * kind : 9 * kind + 9] for cell in house.cells]
        assert sorted(cells) == list(range(81))


def test_peers_share_a_house_and_come_ascending() -> None:
    for cell in range(81):
        expected = {peer for house in CLASSIC.houses if cell in house.cells for peer in house.cells} - {cell}
        assert CLASSIC.peers[cell] == tuple(sorted(expected))
        assert len(expected) == 20


def test_peers_of_houses_that_are_no_rectangle() -> None:
    grid = Grid(((0, 0), (0, 1), (0, 2), (0, 3)), (House("left", (0, 1)), House("right", (1, 2))), n_digits=2)
    assert grid.peers == ((1,), (0, 2), (1,), ())


# ── Names ───────────────────────────────────────────────────────────────────────────────────────────────────────


@given(st.integers(0, 80))
def test_a_name_finds_its_cell(cell: int) -> None:
    name = CLASSIC.cell_name(cell)
    assert CLASSIC.parse_cell(name) == CLASSIC.parse_cell(name.upper()) == cell


def test_names_count_from_one() -> None:
    assert [CLASSIC.cell_name(cell) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]


@pytest.mark.parametrize("name", ["", "r1", "c1r1", "r1c1 ", "r-1c1", "A1", "r1c1\n"])
def test_a_name_of_another_form(name: str) -> None:
    with pytest.raises(PuzzleError, match="expected a cell such as r1c1"):
        CLASSIC.parse_cell(name)


@pytest.mark.parametrize("name", ["r0c1", "r1c0", "r10c1", "r1c10"])
def test_a_name_outside_the_grid(name: str) -> None:
    with pytest.raises(PuzzleError, match=f"{name} lies outside the grid of 9 rows and 9 columns"):
        CLASSIC.parse_cell(name)


def test_names_are_places_and_a_hole_has_none() -> None:
    samurai = Grid.samurai()
    assert [samurai.cell_name(cell) for cell in (8, 9, 18, 368)] == ["r1c9", "r1c13", "r2c1", "r21c21"]
    assert all(samurai.parse_cell(samurai.cell_name(cell)) == cell for cell in range(369))
    assert (samurai.cell(0, 12), samurai.cell(0, 9), samurai.cell(-1, 0)) == (9, None, None)
    with pytest.raises(PuzzleError, match="r1c10 is not a cell: the grid has a hole there"):
        samurai.parse_cell("r1c10")


# ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (2, 4), (3, 4), (4, 4), (5, 5), (4, 8), (1, 5)])
def test_a_square_with_boxes(box: tuple[int, int]) -> None:
    grid, n = Grid.classic(box), box[0] * box[1]
    assert grid.positions == square(n)
    assert len(grid.houses) == (3 * n if min(box) > 1 else 2 * n)
    places = [{(r // box[0], c // box[1]) for r, c in (grid.positions[x] for x in b.cells)} for b in grid.regions]
    assert all(len(place) == 1 for place in places)
    assert len(set.union(*places)) == n


def test_latin_and_jigsaw_differ_from_classic_in_the_regions_only() -> None:
    assert Grid.latin(4).houses == Grid.classic((2, 2)).houses[:8]
    assert Grid.latin(4).regions == ()
    jigsaw = Grid.jigsaw(JIGSAW)
    assert jigsaw == Grid.jigsaw(JIGSAW.replace(" ", "\n")) == Grid.jigsaw(JIGSAW.replace(" ", ""))
    assert jigsaw.houses[:8] == Grid.latin(4).houses
    assert [house.cells for house in jigsaw.regions] == [
        tuple(n for n, letter in enumerate(JIGSAW.replace(" ", "")) if letter == region) for region in "ABCD"
    ]
    boxes = Grid.jigsaw("1122 1122 3344 3344")
    assert [house.cells for house in boxes.houses] == [house.cells for house in Grid.classic((2, 2)).houses]


# Cells of each gattai, counted by hand: 81 a grid, less 9 for each box that two grids share (once more for each more).
N_CELLS = {
    "twodoku": 153, "triple": 207, "butterfly": 144, "sohei": 288, "flower": 189, "cross": 297, "windmill": 333,
    "samurai": 369, "gattai8": 576, "shogun": 783, "sumo": 909,
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_named_gattai(name: str) -> None:
    grid = Grid.named(name)
    assert grid is Grid.named(name)
    assert grid.n_cells == N_CELLS[name]
    assert len(grid.houses) == len({frozenset(house.cells) for house in grid.houses})
    assert 9 * len(grid.regions) == grid.n_cells
    for top, left in NAMED[name]:
        corner = {grid.cell(top + row, left + column) for row, column in square(9)}
        inside = [house for house in grid.houses if corner.issuperset(house.cells)]
        assert len(inside) >= 27


@needs("data")
def test_the_named_gattai_are_those_of_the_collection() -> None:
    for name in ("samurai", "butterfly", "windmill", "sohei", "gattai8", "shogun", "sumo"):
        document = json.loads((VARIANTS / f"{name}_janko.jsonl").read_text().split("\n")[0])
        grid = Grid.named(name)
        rows = document["givens"]
        assert (grid.height, grid.width) == (document["rows"], document["cols"])
        places = [(r, c) for r, row in enumerate(rows) for c, text in enumerate(row) if text != "#"]
        assert list(grid.positions) == places
        assert {frozenset(grid.positions[cell] for cell in house.cells) for house in grid.houses} == houses_of(document)


def houses_of(document: dict[str, Any]) -> set[frozenset[tuple[int, int]]]:
    """The houses of a puzzle of the collection, by its description."""
    houses = {frozenset(map(tuple, cells)) for cells in document.get("extra", [])}
    for top, left in document["grids"]:
        rows = [[(top + i, left + j) for j in range(9)] for i in range(9)]
        houses |= {frozenset(row) for row in rows} | {frozenset(column) for column in zip(*rows, strict=True)}
        houses |= {
            frozenset(cell for row in rows[a : a + 3] for cell in row[b : b + 3])
            for a, b in product((0, 3, 6), repeat=2)
        }
    return houses


def test_a_gattai_with_regions_in_place_of_boxes() -> None:
    boxes = Grid.gattai([(0, 0), (2, 2)], box=(2, 2))
    text = "AABB.. AABB.. CCDDEE CCDDEE ..FFGG ..FFGG"
    same = Grid.gattai([(0, 0), (2, 2)], box=(2, 2), regions=text)
    assert {house.cells for house in same.houses} == {house.cells for house in boxes.houses}
    apart = Grid.gattai([(0, 0), (0, 5)], box=(2, 2))
    assert (apart.n_cells, apart.width, len(apart.houses)) == (32, 9, 24)


def test_holes_make_houses_smaller() -> None:
    grid = Grid.classic((2, 2)).with_holes("r1c1", "r1c2")
    assert grid.positions == square(4)[2:]
    assert [len(house.cells) for house in grid.houses] == [2, 4, 4, 4, 3, 3, 4, 4, 2, 4, 4, 4]
    assert grid.houses[8] == House("box 1", (2, 3))
    assert "row 1" not in {house.name for house in Grid.latin(2).with_holes("r1c1", "r1c2").houses}


# ── Extra houses ────────────────────────────────────────────────────────────────────────────────────────────────


def extra(name: str, grid: Grid = CLASSIC) -> list[list[str]]:
    houses = grid.with_houses(name).houses[len(grid.houses) :]
    return [[grid.cell_name(cell) for cell in house.cells] for house in houses]


def test_extra_houses() -> None:
    assert extra("diagonals")[1] == [f"r{n}c{10 - n}" for n in range(1, 10)]
    assert extra("windoku")[3][::4] == ["r6c6", "r7c7", "r8c8"]
    assert extra("disjoint_groups")[8][:4] == ["r3c3", "r3c6", "r3c9", "r6c3"]
    assert extra("center_dot") == [extra("disjoint_groups")[4]]
    assert extra("asterisk")[0][::4] == ["r2c5", "r5c5", "r8c5"]
    assert sorted(map(len, extra("argyle"))) == [5] * 4 + [8] * 4
    assert sum(map(len, extra("argyle"))) == 52


@pytest.mark.parametrize(("box", "windows"), [((2, 3), 1), ((4, 4), 9), ((5, 5), 16), ((2, 2), 1)])
def test_windows_of_other_sizes(box: tuple[int, int], windows: int) -> None:
    assert len(extra("windoku", Grid.classic(box))) == windows


@pytest.mark.parametrize("name", EXTRA)
def test_extra_houses_are_symmetric(name: str) -> None:
    """All of them keep their form when the grid is turned: no cell is written down wrongly."""
    houses = {frozenset(cells) for cells in extra(name)}
    if not name.endswith("diagonal"):
        assert houses == {frozenset(f"r{cell[3]}c{10 - int(cell[1])}" for cell in house) for house in houses}


@pytest.mark.parametrize(
    ("grid", "name", "message"),
    [
        (Grid.samurai(), "diagonals", "diagonals: expected a full square of 9x9 cells, found Grid.samurai()"),
        (Grid.jigsaw(JIGSAW), "windoku", f"windoku: expected a grid with boxes, found Grid.jigsaw({JIGSAW!r})"),
        (
            Grid.classic((2, 3)),
            "center_dot",
            "center_dot: expected boxes with a cell in their center, found Grid.classic((2, 3))",
        ),
        (Grid.latin(5), "asterisk", "asterisk: expected a 9x9 grid, found Grid.latin(5)"),
        (Grid.latin(5), "argyle", "argyle: expected a 9x9 grid, found Grid.latin(5)"),
        (CLASSIC, "spiral", f"expected a house, or one of {', '.join(EXTRA)}, found 'spiral'"),
    ],
)
def test_extra_houses_that_do_not_fit(grid: Grid, name: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        grid.with_houses(name)
    assert str(caught.value) == message


# ── What is refused ─────────────────────────────────────────────────────────────────────────────────────────────

PLACES = square(2)
TOP, LEFT = House("top", (0, 1)), House("left", (0, 2))


@pytest.mark.parametrize(
    ("positions", "houses", "regions", "message"),
    [
        ((), (), (), "positions: expected at least one cell, found none"),
        (((0, 0), (0, -1)), (), (), "positions: expected rows and columns from 0 on, found (0, -1)"),
        (((0, 1), (0, 0)), (), (), "positions: r1c1 is out of order, after r1c2"),
        (((0, 1), (0, 1)), (), (), "positions: r1c2 is there twice"),
        (PLACES, (House("all", (0, 4)),), (), "all: expected cells 0 to 3, found 4"),
        (PLACES, (House("all", (0, -1)),), (), "all: expected cells 0 to 3, found -1"),
        (PLACES, (House("all", (3, 3)),), (), "all has r2c2 twice"),
        (PLACES, (House("all", (0, 1, 2)),), (), "all: expected 1 to 2 cells, found 3"),
        (PLACES, (House("none", ()),), (), "none: expected 1 to 2 cells, found 0"),
        (PLACES, (TOP, House("top", (2, 3))), (), "two houses have the name 'top'"),
        (PLACES, (TOP, LEFT), (TOP, LEFT), "top and left overlap in r1c1"),
        (PLACES, (TOP,), (LEFT,), "left: expected one of the houses, because regions are houses"),
    ],
)
def test_malformed_grids(
    positions: tuple[tuple[int, int], ...], houses: tuple[House, ...], regions: tuple[House, ...], message: str
) -> None:
    with pytest.raises(PuzzleError) as caught:
        Grid(positions, houses, n_digits=2, regions=regions)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Grid(PLACES, (), n_digits=33), "n_digits: expected 1 to 32, found 33"),
        (lambda: Grid.latin(0), "expected 1 to 32 digits, found 0"),
        (lambda: Grid.classic((6, 6)), "box: expected height and width with a product of 1 to 32, found (6, 6)"),
        (lambda: Grid.classic((-1, -2)), "box: expected height and width with a product of 1 to 32, found (-1, -2)"),
        (lambda: Grid.jigsaw("AAB"), "a jigsaw: expected letters for a square such as 9x9, found 3 letters"),
        (lambda: Grid.jigsaw("AAAB"), "region A: expected 2 cells, found 3"),
        (lambda: Grid.named("ninja"), f"expected one of the gattai {', '.join(NAMED)}, found 'ninja'"),
        (lambda: Grid.gattai([]), "corners: expected at least one, found none"),
        (lambda: Grid.gattai([(0, 0), (0, 0)]), "two grids have the corner r1c1"),
        (lambda: Grid.gattai([(0, 0), (-6, 0)]), "positions: expected rows and columns from 0 on, found (-6, 0)"),
        (lambda: Grid.gattai([(0, 0), (5, 6)]), "r6c7 is in two boxes: box 6 of grid 1 and box 1 of grid 2"),
        (lambda: Grid.gattai([(0, 0), (0, 8)]), "r1c9 is in two boxes: box 3 of grid 1 and box 1 of grid 2"),
        (lambda: Grid.gattai([(0, 0)], box=(1, 2), regions="A.A"), "region A: r1c3 lies off the grid"),
        (
            lambda: CLASSIC.with_holes("r0c0"),
            "expected a cell such as r1c1, its row and column counted from 1, found 'r0c0'",
        ),
        (lambda: CLASSIC.with_houses(House("row 1", (0,))), "two houses have the name 'row 1'"),
    ],
)
def test_malformed_shapes(make: Any, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        make()
    assert str(caught.value) == message


def test_two_grids_that_share_part_of_a_box_beyond_its_first_cell() -> None:
    with pytest.raises(PuzzleError, match="is in two boxes"):
        Grid.gattai([(3, 3), (0, 1)])


# ── Drawings and repr ───────────────────────────────────────────────────────────────────────────────────────────

GRIDS = [
    CLASSIC,
    Grid.classic((2, 3)),
    Grid.latin(5),
    Grid.jigsaw(JIGSAW),
    Grid.samurai(),
    Grid.named("sumo"),
    Grid.gattai([(0, 0), (2, 2)], box=(2, 2)),
    Grid.gattai([(0, 0)], box=(2, 2), regions=JIGSAW),
    CLASSIC.with_houses("diagonals", House("nook", (0, 1))).with_holes("r5c5"),
    Grid(PLACES, (TOP,), n_digits=2),
]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_repr_pastes_back_and_grids_are_pickled(grid: Grid) -> None:
    assert eval(repr(grid), {"Grid": Grid, "House": House}) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert hash(grid) == hash(pickle.loads(pickle.dumps(grid)))


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_drawings_show_every_cell_in_its_place(grid: Grid) -> None:
    texts = [DIGITS[cell % 9] for cell in range(grid.n_cells)]
    for compact in (False, True):
        lines = grid.draw(texts, compact=compact).split("\n")
        shown = ["".join(character for character in line if character in DIGITS) for line in lines]
        expected = [
            "".join(t for t, (r, _) in zip(texts, grid.positions, strict=True) if r == row)
            for row in range(grid.height)
        ]
        assert [row for row in shown if row] == [row for row in expected if row]


def test_a_drawing_pads_every_text_to_the_longest() -> None:
    halves = House("left", (0, 1)), House("right", (2, 3)), House("lower left", (4, 5)), House("lower right", (6, 7))
    places = tuple((row, column) for row in range(2) for column in range(4))
    grid = Grid(places, halves, n_digits=2, regions=halves)
    assert grid.draw(["1", "234", "", "4", "1", "2", "3", "4"]) == (
        "1   234 |     4\n--------+--------\n1   2   | 3   4"
    )


def test_a_drawing_of_the_classic_grid() -> None:
    lines = CLASSIC.draw("." * 81).split("\n")
    assert len(lines) == 11
    assert lines[3] == lines[7] == "------+-------+------"
    assert set(lines) - {lines[3]} == {". . . | . . . | . . ."}


def test_a_drawing_of_a_gattai_is_framed() -> None:
    drawing = Grid.samurai().draw("." * 369).split("\n")
    assert drawing[0] == "+-------+-------+-------+       +-------+-------+-------+"
    assert drawing[13] == " " * 16 + "| . . . | . . . | . . . |"
    assert Grid.samurai().draw("." * 369, compact=True).split("\n")[10] == " " * 8 + "... ... ..."


anything: Any = Grid  # what a type checker would refuse


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Grid.classic((1000, 1000)), "box: expected height and width with a product of 1 to 32"),
        (lambda: anything.classic("9"), "box: expected whole numbers, found '9'"),
        (lambda: Grid.classic(7), "size: expected a number of digits with boxes, such as 4, .*, found 7; a Latin"),
        (lambda: Grid.classic(100), "size: expected a number of digits with boxes, such as 4, .*, found 100"),
        (lambda: anything.classic((3.0, 3)), r"box: expected whole numbers, found \(3.0, 3\)"),
        (lambda: anything.classic((3, 3, 3)), "box: expected height and width .*"),
        (lambda: anything.latin("9"), "n: expected whole numbers, found"),
        (lambda: anything.latin(None), "n: expected whole numbers"),
        (lambda: Grid.latin(10**30), "expected 1 to 32 digits"),
        (lambda: anything.jigsaw(["AB", "AB"]), "a jigsaw: expected a text"),
        (lambda: Grid.jigsaw("A" * 10**6), "region A: expected 1000 cells"),
        (lambda: anything.named([]), r"expected one of the gattai .*, found \[\]"),
        (lambda: anything.gattai([(0,)]), "corners: expected pairs of a row and a column"),
        (lambda: anything.gattai(["r1c1"]), "corners: expected pairs of a row and a column"),
        (lambda: anything.gattai([("0", "0")]), "a row and a column: expected whole numbers"),
        (lambda: anything.gattai([(0, 0)], regions=[]), "regions: expected rows of letters"),
        (
            lambda: Grid.gattai([(0, 0), (0, 10**9)]),
            "at most 1,000 rows and columns, found a grid of 9 rows at r1c1000000001",
        ),
        (lambda: Grid.gattai([(0, 9 * n) for n in range(2_000)]), "at most 1,111 grids of 9 rows, found 2,000"),
        (
            lambda: Grid.gattai([(9 * i, 9 * j) for i in range(30) for j in range(30)]),
            "at most 10,000 cells, found 72,900",
        ),
        (
            lambda: Grid(tuple((n // 500, n % 500) for n in range(10_001)), (), n_digits=9),
            "at most 10,000 cells, found 10,001",
        ),
        (lambda: Grid(((0, 0), (0, 5_000)), (), n_digits=9), "at most 1,000 rows and columns, found r1c5001"),
        (
            lambda: Grid(((0, 0),), tuple(House(str(n), (0,)) for n in range(20_001)), n_digits=1),
            "at most 20,000 houses",
        ),
        (lambda: anything(((0, 0),), (), n_digits="9"), "n_digits: expected whole numbers"),
        (lambda: anything(((0, 0),), ("row",), n_digits=9), "houses: expected houses, found 'row'"),
        (lambda: anything(((0, 0),), 5, n_digits=9), "houses: expected houses, found"),
        (lambda: anything(((0.5, 0),), (), n_digits=9), "a row and a column: expected whole numbers"),
        (lambda: anything(5, (), n_digits=9), "positions: expected pairs of a row and a column, found 5"),
        (lambda: House("mine", ("c1r1",)), r"mine: expected a cell such as r1c1, .* found 'c1r1'"),
        (lambda: House("mine", (0.5,)), r"mine: expected cells such as 'r1c1 r1c2' or \(0, 1\), found"),  # type: ignore[arg-type]
        (lambda: Grid.classic().with_houses(House("mine", "r1c10")), "mine: r1c10 lies outside the grid"),
        (lambda: House(5, (0,)), "a house: expected a name, found 5"),  # type: ignore[arg-type]
        (
            lambda: Grid.classic().with_houses(House("long", (0,) * 10**6)),
            "long has r1c1 twice",
        ),
        (lambda: anything.classic().with_houses([]), r"expected a house, or one of .*, found \[\]"),
        (lambda: anything.classic().with_holes(5.0), "expected cells such as 'r1c1 r1c2' .*, found .5.0."),
        (lambda: anything.classic().with_holes(81), "expected cells 0 to 80, found 81"),
        (lambda: Grid.classic().with_holes("r1c" + "1" * 5000), "expected a cell such as r1c1, .*, found 'r1c111"),
    ],
)
def test_what_is_no_grid_is_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        make()


def test_numbers_of_numpy_are_numbers() -> None:
    grid = Grid.gattai(np.array([(0, 0), (2, 2)]), box=np.array([2, 2]))  # type: ignore[arg-type]
    assert grid == Grid.gattai([(0, 0), (2, 2)], box=(2, 2))
    assert grid.recipe == "Grid.gattai([(0, 0), (2, 2)], box=(2, 2))"
    assert House("mine", np.array([0, 1])) == House("other", (0, 1))
