"""Variables below the grid, and more digits than the houses have cells."""

import pytest

from farandole import Grid, Puzzle
from farandole.errors import PuzzleError
from farandole.formats import read, write
from farandole.rules import WeightedSum, anti_knight


def test_variables_follow_the_cells_in_groups() -> None:
    grid = Grid.classic(4).with_variables(6, (2, 3)).with_variables(1)
    assert list(grid.variables) == list(range(16, 29))
    assert grid.positions[16:22] == ((6, 0), (6, 1), (6, 2), (6, 3), (7, 0), (7, 1))
    assert grid.positions[22:28] == ((9, 0), (9, 1), (9, 2), (10, 0), (10, 1), (10, 2))
    assert grid.positions[28] == (12, 0)
    assert grid.houses == Grid.classic(4).houses
    assert not Grid.classic(4).variables
    assert not Grid.samurai().variables


def test_no_move_leads_from_the_grid_to_a_variable() -> None:
    pairs = {rule.cells for rule in anti_knight(Grid.classic(4).with_variables(1))}
    assert pairs == {rule.cells for rule in anti_knight(Grid.classic(4))}


def test_a_variable_is_a_value() -> None:
    grid = Grid.latin(4).with_variables(2)
    total, double = grid.variables
    rules = [WeightedSum((0, 5, total), (1, 1, -1)), WeightedSum((total, double), (2, -1))]
    puzzle = Puzzle.of(grid, "1" + "." * 17, rules=rules)
    solution = next(puzzle.solutions())
    assert solution[total] == solution[0] + solution[5]
    assert solution[double] == 2 * solution[total]
    plain = Puzzle.of(Grid.latin(4), "1" + "." * 15)
    expected = sum(2 * (solution[0] + solution[5]) <= 4 for solution in plain.solutions())
    assert puzzle.count() == expected > 0
    assert read(write(puzzle, "json")) == [puzzle]


@pytest.mark.parametrize("size", [0, -1, (2, 0), (1, 2, 3), ()])
def test_groups_of_variables_have_a_size(size: int | tuple[int, int]) -> None:
    with pytest.raises(PuzzleError, match="size: expected a number of variables, or rows and columns, found"):
        Grid.classic(4).with_variables(size)


def test_houses_hold_different_digits_of_more() -> None:
    grid = Grid.latin(2).with_digits(3)
    puzzle = Puzzle.of(grid, "....")
    expected = sum(
        a != b and c != d and a != c and b != d for a in range(3) for b in range(3) for c in range(3) for d in range(3)
    )
    assert puzzle.count() == expected == 18
    assert read(write(puzzle, "json")) == [puzzle]
    with pytest.raises(PuzzleError, match="row 1: expected 1 to 1 cells, found 2"):
        Grid.latin(2).with_digits(1)
