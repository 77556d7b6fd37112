"""Cells, their names, their houses, and the drawing of a grid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.errors import PuzzleError
from farandole.grid import Grid, House

CLASSIC = Grid.classic()


def test_classic_is_always_the_same_object() -> None:
    assert Grid.classic() is CLASSIC
    assert (CLASSIC.height, CLASSIC.width, CLASSIC.n_digits, CLASSIC.n_cells) == (9, 9, 9, 81)


def test_houses_in_the_order_in_which_people_count_them() -> None:
    names = [house.name for house in CLASSIC.houses]
    assert names == [f"{kind} {number}" for kind in ("row", "column", "box") for number in range(1, 10)]
    assert CLASSIC.houses[8].cells == tuple(range(72, 81))
    assert CLASSIC.houses[17].cells == tuple(range(8, 81, 9))
    assert CLASSIC.houses[18 + 5].cells == (33, 34, 35, 42, 43, 44, 51, 52, 53)


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
    grid = Grid(1, 4, 2, (House("left", (0, 1)), House("right", (1, 2))), (1, 2))
    assert grid.peers == ((1,), (0, 2), (1,), ())


@given(st.integers(0, 80))
def test_a_name_finds_its_cell(cell: int) -> None:
    name = CLASSIC.cell_name(cell)
    assert CLASSIC.parse_cell(name) == CLASSIC.parse_cell(name.upper()) == cell


def test_names_count_from_one() -> None:
    assert [CLASSIC.cell_name(cell) for cell in (0, 8, 9, 80)] == ["r1c1", "r1c9", "r2c1", "r9c9"]


@pytest.mark.parametrize("name", ["", "r1", "c1r1", "r1c1 ", "r-1c1", "A1", "r1c1\n"])
def test_a_name_of_another_form(name: str) -> None:
    with pytest.raises(PuzzleError, match="a cell such as r1c1 expected"):
        CLASSIC.parse_cell(name)


@pytest.mark.parametrize("name", ["r0c1", "r1c0", "r10c1", "r1c10"])
def test_a_name_outside_the_grid(name: str) -> None:
    with pytest.raises(PuzzleError, match=f"{name} lies outside the grid of 9 rows and 9 columns"):
        CLASSIC.parse_cell(name)


def test_a_drawing_pads_every_text_to_the_longest() -> None:
    grid = Grid(2, 4, 4, (), (1, 2))
    assert grid.draw(["1", "234", "", "4", "1", "2", "3", "4"]) == (
        "1   234 |     4\n--------+--------\n1   2   | 3   4"
    )


def test_a_drawing_of_the_classic_grid() -> None:
    lines = CLASSIC.draw("." * 81).split("\n")
    assert len(lines) == 11
    assert lines[3] == lines[7] == "------+-------+------"
    assert set(lines) - {lines[3]} == {". . . | . . . | . . ."}
