"""Cells by name: the names of a grid and its numbers are two ways to say the same."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import Grid, House, Puzzle, PuzzleError
from farandole.grid import Cell, normalize_cells
from farandole.rules import (
    RULES,
    AllDifferent,
    Arrow,
    Cage,
    Clone,
    Consecutive,
    RegionSum,
    Renban,
    Rule,
    Thermo,
    negative_kropki,
)

GRIDS = [Grid.classic(), Grid.classic(12), Grid.samurai(), Grid.classic(4).with_holes("r1c1", "r2c3")]


def named(grid: Grid, cells: tuple[Cell, ...]) -> list[str]:
    return [grid.cell_name(cell) for cell in cells]


@examples(50)
@given(grid=st.sampled_from(GRIDS), data=st.data())
def test_names_become_the_numbers_that_they_came_from(grid: Grid, data: st.DataObject) -> None:
    cells = tuple(data.draw(st.lists(st.integers(0, grid.n_cells - 1), min_size=1, max_size=9)))
    names = named(grid, cells)
    assert grid.cells_of(names) == grid.cells_of(" ".join(names)) == grid.cells_of(",".join(names).upper()) == cells
    mixed = [name if data.draw(st.booleans()) else cell for name, cell in zip(names, cells, strict=True)]
    assert grid.cells_of(mixed) == cells


@examples(50)
@given(grid=st.sampled_from(GRIDS), data=st.data())
def test_a_rule_of_names_is_the_rule_of_their_numbers(grid: Grid, data: st.DataObject) -> None:
    cells = tuple(data.draw(st.lists(st.integers(0, grid.n_cells - 1), min_size=4, max_size=4, unique=True)))
    names = named(grid, cells)
    pairs: list[tuple[Rule, Rule]] = [
        (Cage(" ".join(names), 20), Cage(cells, 20)),
        (Cage(names), Cage(cells)),
        (Thermo(names), Thermo(cells)),
        (Arrow(names), Arrow(cells)),
        (Consecutive(names[:2]), Consecutive(cells[:2])),
        (Renban([*names, names[0]]), Renban((*cells, cells[0]))),
        (Clone(names[:2], " ".join(names[2:])), Clone(cells[:2], cells[2:])),
        (RegionSum(names, [names[0], names[1:]]), RegionSum(cells, (cells[:1], cells[1:]))),
    ]
    for by_name, by_number in pairs:
        assert by_name.on(grid) == by_number
        assert by_name.on(grid).on(grid) == by_number
        assert by_number.on(grid) is by_number
        assert eval(repr(by_name), {kind.__name__: kind for kind in RULES.values()}) == by_name
        assert pickle.loads(pickle.dumps(by_name)) == by_name
    line = "." * grid.n_cells
    assert Puzzle.of(grid, line, rules=[rule for rule, _ in pairs]).rules == tuple(rule for _, rule in pairs)


def test_a_puzzle_with_rules_by_name_is_solved() -> None:
    rules = [Cage("r1c1 r1c2", 3), Thermo(["r2c1", "r2c2"]), Cage(("r4c4",), 4)]
    puzzle = Puzzle.of(Grid.classic(4), "." * 16, rules=rules)
    solution = puzzle.solve()
    assert solution is not None
    assert solution["r1c1"] + solution["r1c2"] == 3
    assert solution["r2c1"] < solution["r2c2"]
    assert solution["r4c4"] == 4
    assert replace(puzzle, rules=()).rules == ()


def test_dots_by_name_are_no_missing_dots() -> None:
    grid = Grid.classic()
    assert negative_kropki(grid, [Consecutive("r1c1 r1c2")]) == negative_kropki(grid, [Consecutive((0, 1))])


def test_a_house_takes_names() -> None:
    house = House("center", "r2c2 r2c3 r3c2 r3c3")
    grid = Grid.classic(4).with_houses(house)
    assert grid.houses[-1].cells == (5, 6, 9, 10)
    assert eval(repr(grid)) == grid
    assert house.on(grid).on(grid) == house.on(grid) == House("center", (5, 6, 9, 10))
    with pytest.raises(PuzzleError, match="center: r2c5 lies outside the grid of 4 rows and 4 columns"):
        Grid.classic(4).with_houses(House("center", "r2c2 r2c5"))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Cage("r1c1 r10c1", 3), "Cage: r10c1 lies outside the grid of 9 rows and 9 columns"),
        (AllDifferent(["r1c1", "r1c10"]), "AllDifferent: r1c10 lies outside the grid"),
        (Cage(["r1c1", 0]), "Cage: expected each cell once, found cell 0 twice"),
        (Cage(["r1c1", 81]), "Cage: expected cells 0 to 80, found 81"),
    ],
)
def test_a_name_that_the_grid_lacks_is_told_with_its_rule(rule: Rule, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle.of(Grid.classic(), "." * 81, rules=[rule])


@pytest.mark.parametrize("odd", ["", "r1", "c1r1", "r0c1", "1,1", "a1", "r1c1-r1c3", "r1c1r1c2"])
def test_what_is_no_name_is_told_where_the_rule_is_made(odd: str) -> None:
    with pytest.raises(PuzzleError, match="expected a"):
        Cage(odd)


def test_a_cell_twice_is_told_by_its_name() -> None:
    with pytest.raises(PuzzleError, match="Cage: expected each cell once, found r1c1 twice"):
        Cage("r1c1 R1C1", 3)


def test_names_have_one_spelling() -> None:
    assert normalize_cells("R01C1,r1c2") == ("r1c1", "r1c2")
