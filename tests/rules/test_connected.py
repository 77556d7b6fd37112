"""Rules of cells that are joined side by side: both searches, and the propagation, against all fillings."""

import time
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import check_rule
from strategies import examples

from farandole.errors import PuzzleError, RuleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import (
    Cave,
    ChaosConstruction,
    Connected,
    Galaxies,
    Loop,
    Model,
    Rule,
    Snake,
    YinYang,
    add_layer,
    anti_knight,
    are_connected,
)

SHAPES = [(2, 3), (3, 3), (1, 6), (3, 4), (4, 3), (2, 5)]


@pytest.mark.parametrize("make", [Connected, YinYang, Cave, Loop, Snake])
@pytest.mark.parametrize("shape", SHAPES)
@given(data=st.data())
@examples(60)
def test_what_is_found_is_what_holds(make: Callable[..., Rule], shape: tuple[int, int], data: st.DataObject) -> None:
    """The count, and what propagation leaves, with any candidates to begin with."""
    height, width = shape
    cells = tuple(range(height * width))
    size = (data.draw(st.none() | st.integers(1, len(cells))),) if make is Connected else ()
    rule = make(cells, (2,), width, *size)
    masks = data.draw(st.lists(st.sampled_from([1, 2, 3, 3, 3]), min_size=len(cells), max_size=len(cells)))
    check_rule(rule, masks, 2)


def propagated(shaded: str, width: int, **options: object) -> str | None:
    """What propagation leaves of a picture: # in, . out, ? open."""
    cells = [sign for sign in shaded if sign in "#.?"]
    model = Model(2, len(cells))
    for cell, sign in enumerate(cells):
        model.allow(cell, {"#": 2, ".": 1, "?": 3}[sign])
    model.connected(range(len(cells)), width, 2, **options)  # type: ignore[arg-type]
    left = model.network().propagate(model.masks)
    return None if left is None else "".join(".1#?"[mask] if mask > 1 else "." for mask in left)


@pytest.mark.parametrize(
    ("before", "width", "options", "after"),
    [
        ("#.? ?.? ?.?", 3, {}, "#..?..?.."),  # the right column can't be reached
        ("#.# ?.? ???", 3, {}, "#.##.####"),  # there is a single way
        ("#.# ?.? .??", 3, {}, None),
        ("#?? ??? ???", 3, {"size": 2}, "#?.?....."),
        ("#?? ??? ??#", 3, {"size": 4}, None),
        ("??? ??? ???", 3, {"size": 9}, "#########"),
        ("... .?. ...", 3, {}, "....#...."),
        ("... .?. ...", 3, {"outside": True}, "........."),
        ("??? ?#? ???", 3, {"outside": True}, "????#????"),
        (".?. .#. ...", 3, {"outside": True}, ".#..#...."),
        ("##. #?? ???", 3, {"tree": True}, "##.#.????"),
        ("## ##", 2, {"tree": True}, None),
        ("##? ?..", 3, {"size": 3}, "##??.."),
    ],
)
def test_what_must_belong_and_what_cannot(
    before: str, width: int, options: dict[str, object], after: str | None
) -> None:
    assert propagated(before, width, **options) == after


def test_a_set_of_digits_is_connected_in_a_grid() -> None:
    """Of all 288 grids of 4x4, those whose digits below 4 hang together."""
    grid = Grid.classic((2, 2))
    rule = Connected(tuple(range(16)), (1, 2, 3), 4)
    puzzle = Puzzle.of(grid, "." * 16, rules=[rule])
    every = [solution.digits for solution in Puzzle.of(grid, "." * 16).solutions()]
    expected = {digits for digits in every if rule.holds(digits)}
    assert {solution.digits for solution in puzzle.solutions()} == expected
    assert 0 < len(expected) < 288


def test_chaos_is_every_division_with_every_grid() -> None:
    """The 4x4 squares of digits, divided into four regions in all ways: against a search for tetrominoes."""
    grid, layer, marks = add_layer(Grid.latin(4), 4)
    cells = tuple(range(16))
    rule = ChaosConstruction(cells, layer, 4, 4)
    found = {tuple(s.digits) for s in Puzzle.of(grid, "1234" + "." * 28, rules=[rule, marks]).solutions()}
    divisions = list(divide(4, 4))
    assert len(divisions) == 117
    latin = [s.digits for s in Puzzle.of(Grid.latin(4), "1234" + "." * 12).solutions()]
    expected = {(*digits, *labels) for digits in latin for labels in divisions if rule.holds((*digits, *labels))}
    assert found == expected
    assert all(
        len({digits[place] for place in range(16) if digits[16 + place] == number}) == 4
        for digits in found
        for number in (1, 2, 3, 4)
    )


def divide(side: int, size: int) -> list[tuple[int, ...]]:
    """All divisions of a square into regions of a size, numbered in the order of their first cells."""
    done: list[tuple[int, ...]] = []

    def grow(labels: list[int], number: int, region: frozenset[int], tried: set[frozenset[int]]) -> None:
        if region in tried:
            return
        tried.add(region)
        if len(region) == size:
            filled = [number if place in region else label for place, label in enumerate(labels)]
            if 0 not in filled:
                done.append(tuple(filled))
            else:
                grow(filled, number + 1, frozenset([filled.index(0)]), set())
            return
        for place in range(side * side):
            is_beside = any(
                abs(place // side - other // side) + abs(place % side - other % side) == 1 for other in region
            )
            if not labels[place] and place not in region and is_beside:
                grow(labels, number, region | {place}, tried)

    grow([0] * (side * side), 1, frozenset([0]), set())
    return done


@given(data=st.data())
@examples(60)
def test_galaxies_are_what_holds(data: st.DataObject) -> None:
    height, width = data.draw(st.sampled_from([(2, 3), (3, 3), (2, 4)]))
    center = st.tuples(st.integers(0, 2 * height - 2), st.integers(0, 2 * width - 2))
    centers = tuple(data.draw(st.lists(center, min_size=1, max_size=3, unique=True)))
    rule = Galaxies(tuple(range(height * width)), width, centers)
    model = Model(3, height * width)
    rule.post(model)
    expected = sum(map(rule.holds, product((1, 2, 3), repeat=height * width)))
    assert model.search().count() == expected


def test_a_layer_keeps_the_numbers_of_the_cells() -> None:
    grid, layer, marks = add_layer(Grid.classic(), 2)
    assert grid.positions[:81] == Grid.classic().positions
    assert layer == tuple(range(81, 162)) == tuple(grid.variables)
    assert marks.cells == layer
    plain = Grid.classic()
    assert [rule.cells for rule in anti_knight(grid) if rule.cells[1] < 81] == [r.cells for r in anti_knight(plain)]
    assert not any(rule.cells[0] < 81 <= rule.cells[1] for rule in anti_knight(grid))
    with pytest.raises(PuzzleError, match="expected 1 to 9 marks, found 10"):
        add_layer(Grid.classic(), 10)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Connected((0, 1, 2), (1,), 2), "Connected: expected rows of 2 cells"),
        (lambda: ChaosConstruction((0, 1), (1, 2), 2, 2), "expected each cell once, found cell 1 twice"),
        (lambda: ChaosConstruction((0, 1), (2, 3), 2, 3), "expected cells for regions of 3"),
        (lambda: Galaxies((0, 1), 2, ((0, 3),)), "expected centers within the cells"),
    ],
)
def test_malformed_rules_are_named(make: Callable[[], Rule], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        make()


def test_nothing_is_not_connected() -> None:
    assert not are_connected(set(), 9, 3)


ALL = tuple(range(81))


@pytest.mark.parametrize(
    ("rule", "is_possible"),
    [
        (Connected(ALL, (1, 2, 3, 4), 9), True),
        (Connected(ALL, (1, 2, 3), 9), False),
        (Connected(ALL, (4, 5, 6), 9), False),
        (YinYang(ALL, (1, 2, 3, 4), 9), False),
        (YinYang(ALL, (1, 3, 5, 7, 9), 9), False),
        (Cave(ALL, (1, 2, 3, 4, 5), 9), True),
        (Loop(ALL, (1, 2, 3, 4, 5), 9), False),
        (Snake(ALL, (1, 2, 3, 4), 9), False),
    ],
)
def test_shading_by_digits_is_decided_soon(rule: Rule, is_possible: bool) -> None:
    """On an empty grid: the search learns what keeps regions apart. Without that, it finds nothing in minutes."""
    model = Model.on(Grid.classic())
    rule.post(model)
    search = model.search(budget=50_000)
    found = search.next()
    assert (found is not None) == is_possible
    assert search.exhausted != is_possible
    assert found is None or rule.holds(found)


def test_a_layer_of_each_kind_is_found_soon() -> None:
    for make in (Connected, YinYang, Cave, Loop, Snake):
        grid, layer, marks = add_layer(Grid.classic(), 2)
        rule = make(layer, (2,), 9)
        solution = Puzzle.of(grid, "." * 162, rules=[rule, marks]).solve(seconds=10)
        assert solution is not None
        assert rule.holds(solution.digits[81:])


def test_regions_are_found_soon() -> None:
    grid, layer, marks = add_layer(Grid.latin(9), 9)
    rule = ChaosConstruction(ALL, layer, 9, 9)
    solution = Puzzle.of(grid, "." * 162, rules=[rule, marks]).solve(seconds=10)
    assert solution is not None
    assert rule.holds(solution.digits)


def test_a_search_stops_in_time() -> None:
    """While the constraints explain themselves: a count that would take very long."""
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Cave(ALL, (1, 2, 3, 4), 9)])
    begin = time.monotonic()
    assert not puzzle.count(limit=10**9, seconds=0.3).exhausted
    assert time.monotonic() - begin < 5
