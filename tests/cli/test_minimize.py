"""``farandole minimize`` and ``complete``: givens that are removed and added."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, solved_lines

from commands import IMPOSSIBLE, THIRTEEN, WIKIPEDIA, WIKIPEDIA_SOLVED, in_terminal, run
from farandole import formats
from farandole.generate import needless
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage

TWO = THIRTEEN  # it has thirteen solutions
MINIMAL = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."


def is_minimal(puzzle: Puzzle) -> bool:
    """Try each given alone."""
    lefts = (
        puzzle.with_givens((*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
        for cell, digit in enumerate(puzzle.givens)
        if digit
    )
    return puzzle.count(limit=2) == 1 and all(left.count(limit=2) == 2 for left in lefts)


def test_every_given_that_is_left_is_needed() -> None:
    done = run("minimize", WIKIPEDIA)
    assert (done.returncode, done.stderr) == (0, "")
    line = done.stdout.strip()
    assert is_minimal(Puzzle.classic(line))
    assert all(new in (".", old) for new, old in zip(line, WIKIPEDIA, strict=True))
    assert run("minimize", WIKIPEDIA, "--seed", "5").stdout != done.stdout
    assert run("minimize", WIKIPEDIA).stdout == done.stdout


def test_a_minimal_puzzle_stays() -> None:
    assert run("minimize", MINIMAL).stdout == f"{MINIMAL}\n"


@given(solved_lines(), st.integers(0, 9))
@examples(10)
def test_any_solved_grid_becomes_minimal(line: str, seed: int) -> None:
    made = Puzzle.classic(run("minimize", line, "--seed", str(seed)).stdout.strip())
    assert is_minimal(made)
    assert made.solve() is not None
    assert made.solve().line == line  # type: ignore[union-attr]


def test_symmetric_givens_are_removed_together() -> None:
    made = Puzzle.classic(run("minimize", WIKIPEDIA_SOLVED, "--symmetry", "rotate180").stdout.strip())
    assert [digit > 0 for digit in made.givens] == [digit > 0 for digit in reversed(made.givens)]
    assert made.is_unique()


def test_needless_rules_are_removed_on_request() -> None:
    puzzle = Puzzle.of(Grid.classic((2, 2)), "12..34..2..14..2", rules=[Cage((0, 1), 3)])
    if puzzle.count(limit=2) != 1:
        puzzle = Puzzle.of(Grid.classic((2, 2)), "1234341221434321", rules=[Cage((0, 1), 3)])
    text = formats.write(puzzle, "json")
    kept = json.loads(run("minimize", "-", stdin=text).stdout)
    assert "rules" in kept
    assert isinstance(formats.read(run("minimize", "-", "--rules", stdin=text).stdout)[0], Puzzle)
    [without] = formats.read(run("minimize", "-", "--rules", stdin=text).stdout)
    assert not needless(without).clues


@pytest.mark.parametrize("puzzle", [TWO, "1" + "." * 80, "1..............2"])
def test_givens_are_added_until_one_solution_is_left(puzzle: str) -> None:
    done = run("complete", puzzle)
    assert (done.returncode, done.stderr) == (0, "")
    [old], [new] = formats.read(puzzle), formats.read(done.stdout)
    assert new.count(limit=2) == 1
    added = [cell for cell in range(old.grid.n_cells) if new.givens[cell] != old.givens[cell]]
    assert added
    for cell in added:
        assert old.givens[cell] == 0
        without = new.with_givens((*new.givens[:cell], 0, *new.givens[cell + 1 :]))
        assert without.count(limit=2) == 2


def test_a_puzzle_with_one_solution_stays() -> None:
    assert run("complete", WIKIPEDIA).stdout == f"{WIKIPEDIA}\n"


def test_many_puzzles_stay_in_order_and_bad_ones_are_named(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    text = "\n".join([WIKIPEDIA, "53..7", MINIMAL, TWO, IMPOSSIBLE])
    done = run("minimize", "-", "-o", str(out), stdin=text)
    assert done.returncode == 2
    assert len(out.read_text().splitlines()) == 2
    assert out.read_text().splitlines()[1] == MINIMAL
    errors = done.stderr.splitlines()
    assert errors[0] == "farandole: standard input: line 2: expected 81 cells, found 5"
    assert errors[1].endswith(
        "line 4: expected a puzzle with one solution, found several; farandole complete adds givens"
    )
    assert "line 5: expected a puzzle with one solution, found none; farandole check" in errors[2]


def test_an_impossible_puzzle_is_refused() -> None:
    done = run("complete", IMPOSSIBLE)
    assert (done.returncode, done.stdout) == (1, "")
    assert "expected a puzzle with a solution, found one with none; farandole check names the clues" in done.stderr


@pytest.mark.parametrize(
    ("to", "beginning"), [("grid", ". . ."), ("json", "{"), ("sudokupad", "https://sudokupad.app/"), ("sdm", "0")]
)
def test_any_format_is_written(to: str, beginning: str) -> None:
    assert run("minimize", MINIMAL, "--to", to).stdout.startswith(beginning)


def test_in_a_terminal_it_is_drawn_with_what_has_changed() -> None:
    said = in_terminal("minimize", WIKIPEDIA)
    assert "needless clues are removed: r1c" in said
    assert "givens are added" in in_terminal("complete", TWO) or "given is added" in in_terminal("complete", TWO)
    assert "个" in in_terminal("minimize", WIKIPEDIA, "--lang", "zh")
    assert "Nothing is removed: every clue is needed." in in_terminal("minimize", MINIMAL)
    assert "Nothing is added: there is one solution already." in in_terminal("complete", MINIMAL)


def test_other_words_lead_to_them() -> None:
    assert "did you mean minimize?" in run("reduce").stderr
    assert "did you mean complete?" in run("fill").stderr
