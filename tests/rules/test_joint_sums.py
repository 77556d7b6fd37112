"""Sums that lie side by side: what the engine concludes from all of them together."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import _core
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Sum

ENGINES = ("turns", "propagation", "simd")  # the SIMD search does without joint sums


def diagonal(n: int, start: int) -> tuple[int, ...]:
    """List the cells from one of the first row or column of a square, down to the right."""
    row, column = divmod(start, n)
    return tuple(n * (row + step) + column + step for step in range(n - max(row, column)))


def search(grid: Grid, sums: dict[int, int], engine: str, switch_after: int = 10) -> _core.PuzzleSearch:
    """Begin a search with these totals of diagonals, by their first cells."""
    n = grid.n_digits
    puzzle = Puzzle(grid, (0,) * n * n, rules=tuple(Sum(diagonal(n, start), total) for start, total in sums.items()))
    return _core.PuzzleSearch(puzzle._network()[0], puzzle.masks, switch_after=switch_after, engine=engine)


def test_five_diagonals_that_need_too_much_together() -> None:
    sums = {1: 21, 12: 16, 0: 26, 3: 12, 6: 22}
    for engine in ENGINES:
        refuted = search(Grid.classic((2, 3)), sums, engine)
        assert (refuted.count(), refuted.exhausted, refuted.nodes) == (0, True, 0)


def test_propagation_and_the_simd_search_take_turns() -> None:
    """No solution comes twice, and each is one, when both search for so long that each has its turn."""
    lines = [diagonal(9, start) for start in (0, 1, 9)]
    lines += [tuple(72 - 9 * (cell // 9) + cell % 9 for cell in line) for line in lines]  # upside down
    rules = tuple(Sum(line, round(6 * len(line))) for line in lines)
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=rules)
    found = _core.PuzzleSearch(puzzle._network()[0], puzzle.masks)
    solutions: list[tuple[int, ...]] = []
    while len(solutions) < 30 and (digits := found.next()):
        solutions.append(tuple(digits))
        assert all(rule.holds([digits[cell] for cell in rule.cells]) for rule in rules)
    assert len(set(solutions)) == len(solutions) == 30
    assert found.nodes > 8_300  # a turn of each


SQUARES = tuple(Puzzle(Grid.classic(4), (0,) * 16).solutions())


@examples(300)
@given(totals=st.dictionaries(st.sampled_from([0, 1, 2, 4, 8]), st.integers(3, 16), min_size=2))
def test_counts_of_small_grids_are_those_of_all_grids(totals: dict[int, int]) -> None:
    expected = sum(
        all(sum(square[cell] for cell in diagonal(4, start)) == total for start, total in totals.items())
        for square in SQUARES
    )
    for engine in ENGINES:
        for switch_after in (0, 10):
            assert search(Grid.classic(4), totals, engine, switch_after).count() == expected, engine


@examples(100)
@given(starts=st.sets(st.sampled_from([0, 1, 2, 3, 6, 12, 18]), min_size=2), seed=st.integers(0, 1000))
def test_engines_count_the_same_solutions_of_tight_diagonals(starts: set[int], seed: int) -> None:
    random = Random(seed)
    middle = random.choice((2.0, 5.0))  # near one of the bounds: 3.5 would be in the middle
    sums = {start: round(random.uniform(middle - 0.3, middle + 0.3) * len(diagonal(6, start))) for start in starts}
    counts = {search(Grid.classic((2, 3)), sums, engine, after).count(500) for engine in ENGINES for after in (0, 10)}
    assert len(counts) == 1
