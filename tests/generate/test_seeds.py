"""A seed makes the same puzzle again, and with other arguments another solution."""

import os
import subprocess
import sys
from typing import Any

import pytest

from farandole.generate import complete, fill, make
from farandole.generate.spec import Spec, make_spec
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Rule, anti_knight

PATTERN = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"

SPECS: list[dict[str, Any]] = [
    {},
    {"rating": "easy"},
    {"rating": "score 0-2000"},
    {"rating": "guesses 0-20"},
    {"rating": "SE 1-9"},
    {"techniques": ["Naked Single"]},
    {"symmetry": "rotate180"},
    {"symmetry": "mirror"},
    {"minimal": False},
    {"givens": (0, 30)},
    {"givens": (0, 31)},
    {"rules": ["killer"]},
    {"rules": ["thermo"]},
    {"rules": ["diagonals"]},
    {"rules": ["windoku"]},
    {"rules": ["anti_knight"]},
    {"rules": [Cage((0, 1), 9)]},
    {"rules": [Cage((0, 1), 10)]},
    {"shape": "6x6"},
    {"shape": "jigsaw"},
    {"shape": Grid.latin(9)},
    {"pattern": PATTERN},
    {"pattern": PATTERN.replace(".", "x", 1)},
]


def spec(
    *,
    shape: Any = "classic",
    rules: Any = (),
    symmetry: str = "none",
    minimal: bool = True,
    givens: Any = None,
    pattern: Any = None,
    rating: Any = None,
    techniques: Any = None,
) -> Spec:
    return make_spec(shape, rules, symmetry, minimal, givens, pattern, rating, techniques)


def test_each_spec_and_each_number_has_its_own_seed() -> None:
    seeds = [spec(**arguments).seed(number) for arguments in SPECS for number in range(5)]
    assert len(set(seeds)) == len(seeds)


def test_a_plain_classic_puzzle_keeps_its_seed() -> None:
    assert spec().seed(7) == spec(shape="9x9").seed(7) == spec(shape=Grid.classic(), rules=[]).seed(7) == 7
    assert make(seed=1).puzzle.line == (
        "..9.41.2.8.......657.9........7.....2.....1..9....36827.3...........4.38....5...4"
    )


def test_equivalent_specs_have_the_same_seed() -> None:
    assert spec(rating="HARD").seed(1) == spec(rating="hard").seed(1)
    assert spec(rules="killer").seed(1) == spec(rules=["Killer"]).seed(1)
    assert spec(rules=[Cage("r1c1 r1c2", 9)]).seed(1) == spec(rules=[Cage((0, 1), 9)]).seed(1)


def test_what_an_object_in_a_rule_is_called_does_not_matter() -> None:
    """Its address changes from run to run."""
    one, other = (f"Own(<function f at 0x{address}>)" for address in ("7f00aa", "7F11BB"))
    assert _named(one).seed(1) == _named(other).seed(1)


def _named(name: str) -> Spec:
    class Own(Cage):
        def __repr__(self) -> str:
            return name

    return spec(rules=[Own((0, 1), 9)])


@pytest.mark.parametrize("seed", [1, 5])
def test_no_puzzle_of_a_sheet_gives_another_away(seed: int) -> None:
    sheet: list[dict[str, Any]] = [
        {},
        {"rating": "easy"},
        {"rating": "medium"},
        {"symmetry": "rotate180"},
        {"symmetry": "mirror"},
        {"minimal": False},
        {"givens": (0, 30)},
        {"rules": ["killer"]},
        {"rules": ["thermo"]},
    ]
    solutions = [make(seed=seed, **arguments).solution.digits for arguments in sheet]
    assert len(set(solutions)) == len(solutions)


def test_complete_and_fill_mix_their_arguments_into_the_seed() -> None:
    empty = Puzzle.classic("." * 81)
    knights: tuple[Rule, ...] = anti_knight(empty.grid)
    changed = [complete(empty), complete(empty, symmetry="rotate180"), complete(empty, seed=1), fill(empty)]
    changed += [fill(empty, PATTERN), complete(Puzzle(empty.grid, empty.givens, rules=knights))]
    solutions = {one.puzzle.solve() for one in changed}
    assert len(solutions) == len(changed)
    assert complete(empty) == complete(empty)


def test_seeds_do_not_depend_on_how_python_hashes() -> None:
    program = "from farandole.generate import make; print(make(rules=['killer'], shape='6x6', seed=3).puzzle.line)"
    lines = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            text=True,
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert lines[0] == lines[1] != ""
