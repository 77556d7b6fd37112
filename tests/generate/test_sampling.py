"""Random puzzles are tried first for a target, and the proof by an exact cover of numbers is that of `Puzzle.cover`."""

from __future__ import annotations

from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.errors import UnfinishedError
from farandole.generate import make, make_many, sampling
from farandole.generate.progress import ProgressMonitor
from farandole.generate.result import cover_search
from farandole.generate.sampling import SampleSearch, is_sampled
from farandole.generate.spec import Spec, make_spec
from farandole.generate.symmetries import SYMMETRIES, orbits_of, symmetries_of
from farandole.grid import Grid
from farandole.logic import rate
from farandole.puzzle import Puzzle


def spec_of(rating: str | None, symmetry: str = "none", *, shape: str = "classic", minimal: bool = True) -> Spec:
    return make_spec(shape, (), symmetry, minimal, None, None, rating, None)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "unfair", "extreme"])
def test_each_level_is_the_level_of_the_rating(level: str) -> None:
    for made in make_many(6, rating=level, seed=20):
        assert rate(made.puzzle, scales=("hodoku",)).hodoku.level.name == level.upper()
        assert made.proof.is_unique
        assert made.proof.is_minimal
        assert made.meets_spec


def test_a_seed_makes_the_same_puzzle_alone_and_among_many() -> None:
    many = [made.puzzle for made in make_many(4, rating="hard", seed=8)]
    assert many == [make(rating="hard", seed=seed).puzzle for seed in range(8, 12)]
    assert len(set(many)) == 4


def test_the_nicest_of_several_meets_the_target() -> None:
    assert make(rating="medium", nice=5, seed=3).rating.hodoku.level.name == "MEDIUM"


def test_a_wish_beside_the_target_needs_a_local_search() -> None:
    assert is_sampled(spec_of("hard"))
    assert not is_sampled(spec_of(None))
    assert not is_sampled(spec_of("hard", "rotate180"))
    assert not is_sampled(spec_of("hard", minimal=False))
    assert not is_sampled(spec_of("hard", shape="6x6"))


def test_a_local_search_goes_on_after_too_many_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "MAX_MISSES", 1)
    search = SampleSearch(spec_of("unfair"), 1, ProgressMonitor())
    found = search.run()
    assert found is not None
    assert rate(found.puzzle, scales=("hodoku",)).hodoku.level.name == "UNFAIR"
    assert search.best == found


def test_a_rare_target_is_left_to_other_searches() -> None:
    assert is_sampled(spec_of("SE 7-7.5"))
    assert not is_sampled(spec_of("SE 8-8.3"))


def test_puzzles_with_too_few_guesses_are_not_rated() -> None:
    search = SampleSearch(spec_of("guesses 4+"), 4, ProgressMonitor())
    found = search.run()
    assert found is not None
    assert rate(found.puzzle, scales=("search",)).guesses >= 4


def test_a_search_that_rates_nothing_can_be_cancelled() -> None:
    calls = count()
    search = SampleSearch(spec_of("guesses 99+"), 1, ProgressMonitor(cancel=lambda: next(calls) > 9))
    with pytest.raises(UnfinishedError):
        search.run()
    assert search.tries < 1000


@examples(40)
@given(st.data())
def test_the_cover_of_numbers_has_the_solutions_of_the_cover_of_names(data: st.DataObject) -> None:
    grid = data.draw(
        st.sampled_from([Grid.classic(4), Grid.latin(4), Grid.classic(4).with_houses("diagonals"), Grid.classic(6)])
    )
    solution = Puzzle.of(grid, "." * grid.n_cells).solve()
    assert solution is not None
    given_cells = data.draw(st.sets(st.integers(0, grid.n_cells - 1), min_size=grid.n_cells // 4))
    puzzle = Puzzle(grid, tuple(digit if cell in given_cells else 0 for cell, digit in enumerate(solution.digits)))
    by_names = sum(1 for _ in islice(puzzle.cover().search(), 50))
    assert cover_search(puzzle).count(50) == by_names


def test_the_cover_of_numbers_has_secondary_items_for_small_houses() -> None:
    samurai = Puzzle.of(Grid.samurai(), "." * 369)
    few = Puzzle(Grid.latin(3).with_houses(), (1, 0, 0, 0, 0, 0, 0, 0, 0))
    assert cover_search(samurai).count(2) == 2
    assert cover_search(few).count(None) == few.count()


def test_symmetries_are_those_of_their_orbits() -> None:
    grid = Grid.classic()
    for symmetry in SYMMETRIES:
        if symmetry != "none":
            orbit = orbits_of(grid, symmetry)[0]
            assert symmetry in symmetries_of(grid, orbit)
    assert symmetries_of(grid, {0}) == ("diagonal",)
