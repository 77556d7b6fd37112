"""Puzzles are unique, minimal, symmetric and as hard as asked for; impossible specs are refused at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farandole import logic
from farandole.errors import ArgumentError, UnfinishedError
from farandole.generate import SYMMETRIES, Progress, make, make_many, shape_names
from farandole.generate.full_grids import random_solution
from farandole.generate.shapes import HOUSES, grid_of, rules_everywhere
from farandole.generate.symmetries import orbits_of
from farandole.generate.uniqueness import UniquenessChecker
from farandole.generate.variants import GENERATORS
from farandole.grid import Grid
from farandole.logic import Rating, rate
from farandole.puzzle import Puzzle
from farandole.rules import Cage

SEEDS = st.integers(0, 10**6)


def givens_of(puzzle: Puzzle) -> set[int]:
    return {cell for cell, digit in enumerate(puzzle.givens) if digit}


def is_minimal(puzzle: Puzzle) -> bool:
    """Try each given alone with `Puzzle.is_unique`."""
    for cell in givens_of(puzzle):
        without = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        if Puzzle(puzzle.grid, without, puzzle.pencilmarks, puzzle.rules).is_unique():
            return False
    return True


LONG = {"mirrors", "dihedral", "rotate90"}  # these take a second


@settings(max_examples=12)
@given(seed=SEEDS, symmetry=st.sampled_from(sorted(set(SYMMETRIES) - LONG)))
def test_minimal_and_symmetric(seed: int, symmetry: str) -> None:
    made = make(symmetry=symmetry, seed=seed)
    assert not made.missing
    assert made.meets_spec
    assert made.puzzle.solve() == made.solution
    assert made.puzzle.is_unique()
    assert is_minimal(made.puzzle)
    held = givens_of(made.puzzle)
    assert all(held.issuperset(orbit) or held.isdisjoint(orbit) for orbit in orbits_of(made.puzzle.grid, symmetry))
    assert made.proof.is_unique
    assert made.proof.is_minimal
    assert made.proof.keeps_rules
    assert made.proof.engine == "exact cover"
    assert not made.proof.needless
    assert symmetry == "none" or symmetry in made.proof.symmetries


@settings(max_examples=10)
@given(seed=SEEDS, level=st.sampled_from(["easy", "medium", "hard", "unfair", "extreme"]))
def test_level_is_met(seed: int, level: str) -> None:
    made = make(rating=level, seed=seed)
    assert (
        rate(made.puzzle, scales=["hodoku"]).hodoku.level.name.lower() == level == made.rating.hodoku.level.name.lower()
    )
    assert made.puzzle.is_unique()
    assert is_minimal(made.puzzle)


@settings(max_examples=5)
@given(seed=SEEDS)
def test_ranges_are_met(seed: int) -> None:
    assert 800 <= make(rating="score 800-1000", seed=seed).rating.hodoku.score <= 1000
    assert 6 <= make(rating={"guesses": (6, 9)}, seed=seed).rating.guesses <= 9
    assert 3.0 <= make(rating="SE 3-4.4", seed=seed).rating.explainer.er <= 4.4


@settings(max_examples=4)
@given(seed=SEEDS, name=st.sampled_from(["XY-Wing", "X-Wing", "Naked Pair", "Hidden Single"]))
def test_needs_a_technique_and_nothing_harder(seed: int, name: str) -> None:
    score = make(techniques=name, seed=seed).rating.hodoku
    assert score.is_solved
    assert name in {technique.name for technique in score.steps}


@settings(max_examples=8)
@given(seed=SEEDS, bounds=st.tuples(st.integers(22, 25), st.integers(25, 40)), minimal=st.booleans())
def test_as_many_givens(seed: int, bounds: tuple[int, int], minimal: bool) -> None:
    made = make(givens=bounds, minimal=minimal, seed=seed)
    assert bounds[0] <= len(givens_of(made.puzzle)) <= bounds[1]
    assert not minimal or is_minimal(made.puzzle)


CROSS = "x..x..x.. .x..x..x. ..x..x..x x..x..x.. .x..x..x. ..x..x..x x..x..x.. .x..x..x. ..x..x..x"


@settings(max_examples=3)
@given(seed=SEEDS)
def test_pattern(seed: int) -> None:
    made = make(pattern=CROSS, minimal=False, seed=seed)
    marks = "".join(CROSS.split())
    assert givens_of(made.puzzle) == {cell for cell, mark in enumerate(marks) if mark == "x"}
    assert made.puzzle.is_unique()


SHAPES = ("4x4", "6x6", "8x8", "10x10", "jigsaw 5x5", "jigsaw 7x7", "twodoku", "butterfly", "latin 5")


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str) -> None:
    made = make(shape=shape, seed=2, symmetry="rotate180" if shape != "jigsaw 5x5" else "none")
    assert made.puzzle.is_unique()
    assert made.proof.is_unique
    assert is_minimal(made.puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["12x12", "samurai"])
def test_large_shapes(shape: str) -> None:
    made = make(shape=shape, seed=2)
    assert made.proof.is_unique
    assert made.proof.is_minimal


@pytest.mark.parametrize(
    "rule", [*HOUSES, "anti_knight", "anti_king", *sorted(set(GENERATORS) - {"sukaku", "little_killer"})]
)
def test_rules_by_name(rule: str) -> None:
    made = make(rules=rule, seed=3)
    assert made.proof.is_unique
    assert made.proof.keeps_rules
    assert made.puzzle.is_unique()
    assert is_minimal(made.puzzle)


@pytest.mark.slow
def test_a_full_samurai_of_a_strict_rule() -> None:
    grid = grid_of("samurai", Random(0))
    checker = UniquenessChecker(grid, rules_everywhere(grid, "nonconsecutive"))
    solution = random_solution(checker, Random(1))
    assert solution
    assert all(rule.holds([solution[cell] for cell in rule.scope]) for rule in checker.rules)
    assert all(len({solution[cell] for cell in house.cells}) == 9 for house in grid.houses)


def test_rules_together_and_as_objects() -> None:
    cage = Cage("r1c1 r1c2", 10)
    made = make(rules=["diagonals", cage, "thermo"], seed=1)
    assert made.puzzle.rules[0] == cage.on(Grid.classic())
    assert len(made.puzzle.rules) > 1
    assert made.solution["r1c1"] + made.solution["r1c2"] == 10
    assert made.puzzle.is_unique()


def test_killer_without_givens() -> None:
    made = make(rules="killer", givens=0, seed=1)
    assert not givens_of(made.puzzle)
    assert made.puzzle.is_unique()


@pytest.mark.slow
def test_sukaku() -> None:
    made = make(shape="6x6", rules="sukaku", seed=1)
    assert not givens_of(made.puzzle)
    assert made.puzzle.pencilmarks
    assert made.puzzle.is_unique()


@settings(max_examples=5)
@given(seed=SEEDS)
def test_same_seed_same_puzzle(seed: int) -> None:
    assert make(seed=seed, rating="hard") == make(seed=seed, rating="hard")
    [first, second] = make_many(2, seed=seed)
    assert (first.puzzle, second.puzzle) == (make(seed=seed).puzzle, make(seed=seed + 1).puzzle)


# If these change, say so in the changelog.
def test_a_puzzle_is_rated_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Puzzle] = []

    def rate_noting(puzzle: Puzzle, **options: Any) -> Rating:
        asked.append(puzzle)
        return rate(puzzle, **options)

    monkeypatch.setattr(logic, "rate", rate_noting)
    made = make(seed=3)
    assert not asked
    assert made.rating is made.rating
    assert asked == [made.puzzle]
    assert made.rating == rate(made.puzzle, scales=["search", "logic", "hodoku"])


def test_seeds_hold_within_a_version() -> None:
    assert make(seed=1).puzzle.line.count(".") == 81 - len(givens_of(make(seed=1).puzzle))


# ── Bad specs ───────────────────────────────────────────────────────────────────────────────────────────────────────

BAD = [
    ({"givens": 16}, "at least 17, because fewer leave several solutions; found 16"),
    ({"givens": (30, 20)}, "givens: expected a minimum and a maximum"),
    ({"givens": "many"}, "givens: expected a number"),
    ({"givens": 50}, "a minimal puzzle has at most 40"),
    ({"rating": "SE 12"}, "because no harder puzzle is known"),
    ({"rating": "tricky"}, "rating: expected one of easy, medium"),
    ({"rating": "SE low"}, "rating: expected a range such as"),
    ({"rating": 7}, "rating: expected a level"),
    ({"rating": "easy", "techniques": "X-Wing"}, "expected no rating with techniques"),
    ({"rating": "easy", "rules": "thermo"}, "can't rate thermo; expected a range of guesses"),
    ({"techniques": "Y-Fling"}, "techniques: expected the name of a technique"),
    ({"symmetry": "spiral"}, "symmetry: expected one of none, rotate180"),
    ({"symmetry": "mirror", "shape": "windmill"}, "symmetry: expected one that the shape has"),
    ({"symmetry": "diagonal", "pattern": CROSS}, "symmetry: expected no symmetry with a pattern"),
    ({"shape": "tesseract"}, "shape: expected a grid, classic"),
    ({"shape": "7x7"}, "shape: size: expected a number of digits with boxes"),
    ({"rules": "chess"}, "rules: expected a rule or one of"),
    ({"rules": "windoku", "shape": "samurai"}, "rules: windoku: expected a full square"),
    ({"rules": "sandwich", "shape": "samurai"}, "rules: sandwich needs a shape with"),
    ({"pattern": "x" * 16 + "." * 65}, "pattern: expected at least 17 givens, found 16"),
    ({"pattern": "." * 18 + "x" * 63}, "row 1 and row 2 empty, which can be exchanged"),
    ({"pattern": "x.."}, "pattern: expected 81 characters, found 3"),
    ({"minimal": "yes"}, "minimal: expected True or False"),
    ({"seconds": -1}, "seconds: expected a number of at least 0"),
    ({"seed": "one"}, "seed: expected a whole number"),
    ({"progress": 1}, "progress: expected a function"),
]


@pytest.mark.parametrize(("spec", "said"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_specs(spec: dict[str, object], said: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        make(**spec)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_names_of_shapes_are_known() -> None:
    assert {"classic", "samurai", "jigsaw", "16x16"} <= set(shape_names())


# ── Until when ──────────────────────────────────────────────────────────────────────────────────────────────────────

NEVER = {"rating": "SE 11.9", "seed": 1}


def test_cancel_gives_the_best_so_far() -> None:
    heard: list[Progress] = []
    made = make(**NEVER, progress=heard.append, cancel=lambda: len(heard) > 5)  # type: ignore[arg-type]
    assert made.puzzle.is_unique()
    assert made.missing == ("it is not as hard as you asked for: SE 11.9",)
    assert heard[0].what == "fill"
    assert any(progress.best for progress in heard)


def test_an_interruption_gives_the_best_so_far() -> None:
    def press(progress: Progress) -> None:
        if progress.what == "search" and progress.tries > 1:
            raise KeyboardInterrupt

    made = make(**NEVER, progress=press)  # type: ignore[arg-type]
    assert made.puzzle.is_unique()
    assert made.missing


def test_no_time_at_all() -> None:
    with pytest.raises(UnfinishedError):
        make(seconds=0)


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", sorted(LONG))
def test_long_symmetries(symmetry: str) -> None:
    made = make(symmetry=symmetry, seed=0)
    assert made.puzzle.is_unique()
    assert is_minimal(made.puzzle)
    assert symmetry in made.proof.symmetries
