"""Nurikabe, star battle, region runs and full rank: the search and the propagation, against all fillings."""

from collections.abc import Callable
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import check_rule
from strategies import examples

from farandole.errors import RuleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import FullRank, Model, Nurikabe, RegionRun, Rule, StarBattle, add_layer

SHAPES = [(2, 3), (3, 3), (1, 6), (3, 4)]


def masks_of(data: st.DataObject, n_cells: int, n_digits: int) -> list[int]:
    """Draw the candidates of cells, more often all."""
    every = (1 << n_digits) - 1
    masks: list[int] = data.draw(st.lists(st.integers(1, every) | st.just(every), min_size=n_cells, max_size=n_cells))
    return masks


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@examples(100)
def test_islands_are_what_holds(shape: tuple[int, int], data: st.DataObject) -> None:
    n = shape[0] * shape[1]
    numbers = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=n, max_size=n))
    check_rule(Nurikabe(tuple(range(n)), (2,), shape[1], tuple(numbers)), masks_of(data, n, 2), 2)


@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@examples(100)
def test_stars_are_what_holds(shape: tuple[int, int], data: st.DataObject) -> None:
    n = shape[0] * shape[1]
    regions = data.draw(st.lists(st.lists(st.integers(0, n - 1), min_size=1, unique=True).map(tuple), max_size=2))
    rule = StarBattle(tuple(range(n)), (2,), shape[1], data.draw(st.integers(0, 2)), tuple(regions))
    check_rule(rule, masks_of(data, n, 2), 2)


@given(data=st.data())
@examples(200)
def test_region_runs_are_what_holds(data: st.DataObject) -> None:
    sizes = tuple(data.draw(st.lists(st.integers(0, 3), max_size=3)))[:2]
    n = sum(sizes) + 2
    rule = RegionRun(tuple(range(n)), sizes, data.draw(st.integers(0, 1)))
    check_rule(rule, masks_of(data, n, 3)[:n], 3)


@given(data=st.data())
@examples(300)
def test_full_ranks_are_what_holds(data: st.DataObject) -> None:
    """In a square of any digits, where lines may be equal."""
    side = data.draw(st.sampled_from([1, 2, 3]))
    square = tuple(data.draw(st.permutations(range(side * side))))
    line = data.draw(st.sampled_from([square[:side], square[:side][::-1], square[::side], square[::side][::-1]]))
    rule = FullRank(
        line, square, data.draw(st.integers(0, 4 * side + 1)), data.draw(st.sampled_from(["none", "unclued", "any"]))
    )
    n_digits = 2 if side == 3 else 3
    check_rule(rule, masks_of(data, side * side, n_digits), n_digits)


@pytest.mark.parametrize("ties", ["none", "unclued", "any"])
def test_each_rank_of_a_line_in_the_grids_of_four(ties: str) -> None:
    """Of the 288 grids, each has a rank for a row; with ties, it may have several or none."""
    grid = Grid.classic((2, 2))
    every = [solution.digits for solution in Puzzle.of(grid, "." * 16).solutions()]
    line, square = (4, 5, 6, 7), tuple(range(16))
    for rank in (1, 6, 9, 16):
        rule = FullRank(line, square, rank, ties)
        assert Puzzle.of(grid, "." * 16, rules=[rule]).count() == sum(map(rule.holds, every))


def test_a_nurikabe_of_a_puzzle() -> None:
    """A layer of a 6x6 grid, where the first row of a known sea is given."""
    picture = ["#.####", "#.#..#", "####.#", ".#.###", ".###.#", "##.###"]
    grid, layer, marks = add_layer(Grid.classic((2, 3)), 2)
    numbers = [0] * 36
    for place, size in ((1, 2), (9, 3), (18, 2), (20, 1), (28, 1), (32, 1)):
        numbers[place] = size
    rule = Nurikabe(layer, (2,), 6, tuple(numbers))
    shading = "".join(picture).translate(str.maketrans("#.", "21"))
    assert rule.holds(tuple(map(int, shading)))
    puzzle = Puzzle.of(grid, "." * 36 + shading[:6] + "." * 30, rules=[rule, marks])
    found = puzzle.solve()
    assert found is not None
    assert rule.holds(found.digits[36:])


def test_stars_in_a_layer_of_six() -> None:
    """One star in each row, column and box of 6x6, none touching: against all permutations."""
    _, layer, marks = add_layer(Grid.classic((2, 3)), 2)
    boxes = tuple(tuple(layer[cell] for cell in box.cells) for box in Grid.classic((2, 3)).regions)
    rule = StarBattle(layer, (2,), 6, 1, boxes)
    model = Model(2, 72)
    rule.post(model)
    for cell in range(36):
        model.allow(cell, 1)
    marks.post(model)

    columns = [
        order
        for order in permutations(range(6))
        if all(abs(one - other) > 1 for one, other in pairwise(order))
        and all(order[row] // 3 != order[row + 1] // 3 for row in (0, 2, 4))
    ]
    assert model.search().count() == len(columns) > 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Nurikabe((0, 1), (2,), 2, (1,)), "a number from 0 to 2 for each cell"),
        (lambda: StarBattle((0, 1), (2,), 2, 1, ((5,),)), "regions of some of its cells"),
        (lambda: RegionRun((0, 1, 2), (2,)), "two cells and arms"),
        (lambda: FullRank((0, 3), (0, 1, 2, 3), 1), "a row or a column of the square"),
        (lambda: FullRank((0, 1), (0, 1, 2, 3), 1, "some"), "ties that are one of none, unclued, any"),
        (lambda: FullRank((0, 1), (0, 1, 2), 1), "the cells of a square"),
    ],
)
def test_malformed_rules_are_named(make: Callable[[], Rule], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        make()
