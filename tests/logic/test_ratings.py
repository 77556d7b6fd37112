"""HoDoKu's scores and classes, exactly; what other puzzles get; ratings of a shape."""

import csv
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import PuzzleError, UnfinishedError, batch
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import SEARCHES, Board, Level, explain, explainer, rate, ratings
from farandole.logic.path import path
from farandole.logic.ratings import score_of
from farandole.puzzle import Puzzle
from farandole.rules import Allowed
from needs import SHARED, needs

# Source: HoDoKu 2.2, its batch mode with its own defaults.
FOLDER = SHARED / "logic"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # by A. Inkala
HARD = "1...8.5...5....24.....24.31..583....6......7....16...23..45.6....8.1.....9......."


def rows(name: str) -> list[dict[str, str]]:
    file = FOLDER / f"ratings-hodoku-{name}.csv"
    with file.open() as lines:
        return list(csv.DictReader(lines))


@needs("data")
@pytest.mark.parametrize(("name", "n"), [("easy", 200), ("interm", 200), ("17", 200), ("top1465", 12), ("hard", 6)])
def test_scores_and_steps_are_those_of_hodoku(name: str, n: int) -> None:
    for row in rows(name)[:n]:
        score = score_of(Board.of(Puzzle.classic(row["puzzle"])), SEARCHES)
        parts = (part.rsplit(" x", 1) for part in row["steps"].split("; "))
        expected = {technique: int(times) for technique, times in parts}
        assert {technique.name: times for technique, times in score.steps.items()} == expected, row["puzzle"]
        assert (score.score, score.level.name) == (int(row["score"]), row["level"].upper()), row["puzzle"]
        assert score.hardest is not None
        assert score.hardest.name == row["hardest_technique"], row["puzzle"]


def test_a_locked_pair_strikes_house_by_house_and_so_singles_come_up_in_their_order() -> None:
    """HoDoKu strikes in the row first, then in the box, and gives the singles that this leaves one order."""
    line = ".2..5......6..9..17..3.....2...6.8....8..4.1.....3.6....4..81..5......9..7.....4."
    assert score_of(Board.of(Puzzle.classic(line)), SEARCHES).score == 29066


def test_a_hidden_single_that_lost_its_place_is_none_in_a_net() -> None:
    """Where an assumption contradicts itself, this decides what else follows from it: HoDoKu needs two nets more."""
    line = "1..6......7.3.9.4...4.7...2.1.7....9.37...2..5.......6.....59....2.3....78..1...."
    assert score_of(Board.of(Puzzle.classic(line)), SEARCHES).score == 12710  # Source: HoDoKu 2.2


def test_techniques_may_be_tried_in_any_order() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    full_house, naked_single, hidden_single, *others = SEARCHES
    for first in ((hidden_single, full_house, naked_single), (naked_single,), (others[2], full_house, naked_single)):
        searches = (*first, *(search for search in SEARCHES if search not in first))
        score = score_of(Board.of(Puzzle.classic(line)), searches)
        assert score.is_solved
        assert score.path == tuple(path(Board.of(Puzzle.classic(line)), searches))
        assert sum(score.steps.values()) == len(score.path)


@needs("data")
def test_a_rating_holds_the_steps_of_the_path() -> None:
    for values in batch.variants(np.array([Puzzle.classic(HARD).givens], dtype=np.uint8), 2, seed=5):
        puzzle = Puzzle.classic(values.tolist())
        score = rate(puzzle, scales=["hodoku"]).hodoku
        assert score.is_solved
        assert score.path == tuple(explain(puzzle))
        assert score.steps == Counter(step.technique for step in score.path)


@needs("data")
@pytest.mark.parametrize(("line", "n"), [("12" + "." * 79, 2), ("12345678." + "." * 17 + "9" + "." * 54, 0)])
def test_a_puzzle_without_one_solution_is_not_rated(line: str, n: int) -> None:
    rating = rate(Puzzle.classic(line))
    assert (rating.n_solutions, rating.scales) == (n, ())
    assert repr(rating) == f"<Rating: {'several solutions' if n else 'no solution'}>"
    message = f"expected a puzzle with one solution, found {'several' if n else 'none'}"
    for name in ("hodoku", "explainer", "guesses"):
        with pytest.raises(PuzzleError, match=message):
            getattr(rating, name)


def test_ratings_are_read_as_they_are_printed() -> None:
    rating = rate(Puzzle.classic(HARD), scales=["hodoku", "search"])
    assert re.fullmatch(r"<Rating: HoDoKu \d+ [A-Z]+, \d+ guesses>", repr(rating))
    assert re.fullmatch(r"<Score: \d+ [A-Z]+, hardest .*, \d+ steps>", repr(rating.hodoku))
    easy = rate(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"))
    assert repr(easy).endswith("0 guesses>")
    assert re.fullmatch(r"<ExplainerRating: ER 1.\d, EP 1.\d, ED 1.\d, 12 steps>", repr(easy.explainer))
    assert re.fullmatch(r"<[\w ]+: cell \d+ is \d>", repr(easy.hodoku.path[0]))


def test_a_class_is_that_of_the_steps_in_a_large_grid_too() -> None:
    [samurai] = read((Path(__file__).parents[2] / "examples" / "samurai.txt").read_text())
    score = rate(samurai, scales=["hodoku"]).hodoku
    assert score.score > 1800
    assert score.level is max(step.technique.level for step in score.path) is Level.UNFAIR


@needs("data")
def test_other_grids_are_rated() -> None:
    rating = rate(Puzzle.of(Grid.classic((2, 2)), "1... ..3. .4.. ...2"))
    assert rating.n_solutions == 1
    assert rating.hodoku.is_solved
    assert rating.scales == ("logic", "hodoku", "explainer", "search")


def test_scales_are_chosen() -> None:
    rating = rate(Puzzle.of(Grid.classic((2, 2)), "1... ..3. .4.. ...2"), scales=["search"])
    assert (rating.scales, rating.guesses) == (("search",), 0)
    with pytest.raises(PuzzleError, match=r"hodoku: not asked for, .* rated by search"):
        rating.hodoku  # noqa: B018
    with pytest.raises(ValueError, match="expected some of logic, hodoku, explainer, search, found 'HoDoKu'"):
        rate(Puzzle.of(Grid.classic((2, 2)), "1... ..3. .4.. ...2"), scales=["HoDoKu"])


def test_a_search_without_an_end_in_sight_ends_the_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    """This one needs guesses; with none allowed, it isn't known whether it has one solution."""
    puzzle = Puzzle.of(Grid.classic(), HARDEST, rules=[Allowed((0,), tuple(range(1, 10)))])
    assert rate(puzzle, scales=["search"]).guesses > 0
    monkeypatch.setattr(ratings, "_MAX_GUESSES", 0)
    with pytest.raises(UnfinishedError, match="before it knew whether there is one solution"):
        rate(puzzle, scales=["search"])


EXAMPLES = [
    line
    for line in (Path(__file__).parents[2] / "examples" / "thousand.txt").read_text().splitlines()
    if line[0] != "#"
]


@needs("data")
@pytest.mark.slow
@examples(20)
@given(st.sampled_from(EXAMPLES[:300]), st.integers(0, 2**32 - 1))
def test_ratings_of_a_variant_are_those_of_the_puzzle(line: str, seed: int) -> None:
    """What symmetry keeps: ER, EP and ED; and where singles do, the class and how many steps there are."""
    puzzle = Puzzle.classic(line)
    [digits] = batch.variants(batch.read_lines(line.encode()).values, 1, seed=seed)
    of_puzzle, of_variant = (rate(one, scales=("hodoku", "explainer")) for one in (puzzle, Puzzle.classic(digits)))
    assert of_puzzle.explainer[:3] == of_variant.explainer[:3]
    if all(technique in SEARCHES[:3] for technique in of_puzzle.hodoku.steps):
        assert of_puzzle.hodoku.level == of_variant.hodoku.level
        assert sum(of_puzzle.hodoku.steps.values()) == sum(of_variant.hodoku.steps.values())


def test_even_and_odd_cells_have_no_rating_of_programs_without_them() -> None:
    """Sudoku Explainer and HoDoKu know only houses; our own scale knows any rule."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = Puzzle.of(Grid.classic(), line, rules=[Allowed("r1c3", (2, 4, 6, 8))])
    assert rate(puzzle).scales == ("logic", "search")
    assert explainer.rate(puzzle).er == explainer.UNSOLVED
    assert "explainer" in rate(Puzzle.of(Grid.classic(), line)).scales
