"""SudokuWiki's strings: what is written is read, and what can't be said is named."""

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.errors import FormatError, PuzzleError
from farandole.formats import detect_format, read, sudokuwiki, write
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo


@st.composite
def killers(draw: st.DrawFn) -> Puzzle:
    """Any map of cages that hang together."""
    grid = Grid.classic()
    left = set(range(81))
    cages = []
    while left:
        cage = [min(left)]
        left.remove(cage[0])
        for _ in range(draw(st.integers(0, 5))):
            near = sorted(other for cell in cage for other in grid.neighbors(cell) if other in left)
            if near:
                cage.append(draw(st.sampled_from(near)))
                left.remove(cage[-1])
        if draw(st.booleans()):
            total = draw(st.one_of(st.none(), st.integers(1, 45))) if len(cage) > 1 else draw(st.integers(1, 9))
            cages.append(Cage(tuple(sorted(cage)), total))
    return Puzzle(grid, (0,) * 81, rules=tuple(cages))


@given(killer=killers())
@examples(100)
def test_killers_are_read_as_written(killer: Puzzle) -> None:
    if killer.rules:
        assert read(write(killer, "sudokuwiki")) == [killer]


@given(puzzle=strategies.puzzles(pencilmarks=True))
@examples(50)
def test_classic_puzzles_are_read_as_written(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "sudokuwiki")) == [puzzle]


def test_the_string_alone_is_enough_for_a_killer() -> None:
    killer = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 3), Cage((2, 11), 17)))
    string = write(killer, "sudokuwiki").partition("bd=")[2]
    assert detect_format(string) == "sudokuwiki"
    assert read(string) == [killer]
    assert read(f"https://www.sudokuwiki.org/sudoku.htm?bd={'1' + '.' * 80}") == [Puzzle.classic("1" + "." * 80)]


def test_the_string_of_2024_tells_givens_found_digits_and_candidates() -> None:
    # A given 5, a found 2, the candidates 2 and 9, and all of them elsewhere.
    string = "S9B" + "05" + "0b" + "7o" + "ep" * 78
    [puzzle] = read(f"https://www.sudokuwiki.org/sudoku.htm?bd={string}")
    assert (puzzle.givens[:3], puzzle.masks[1:4]) == ((5, 0, 0), (0b10, 0b100000010, 0b111101111))
    assert detect_format(string) == "sudokuwiki"
    assert read(string) == [puzzle]


@pytest.mark.parametrize(
    ("string", "fault"),
    [
        ("S9B" + "00" * 81, "r1c1: expected a number from 1 to 529, found 0"),
        ("S9B" + "zz" * 81, "r1c1: expected a number from 1 to 529, found 1295"),
        (
            "12",
            "bd: expected 81 cells, 162 characters in base 32, S9B and 162, "
            "or 81 colors, a comma and 162 digits; found 2 ",
        ),
        (
            "1" * 81 + "," + "0301" + "0" * 158,
            "expected one total for each cage, found two in r1c1 and r1c2, which are one cage",
        ),
        ("0ı" * 81, "found 162 characters"),
        ("03" + "07" * 80, "r1c2: expected a given or candidates, found 7"),
    ],
)
def test_bad_strings_are_refused(string: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        sudokuwiki.read(f"https://www.sudokuwiki.org/killersudoku.htm?bd={string}")


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (Puzzle(Grid.samurai(), (0,) * 369), "the classic grid"),
        (Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),)), "only cages"),
        (Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1)), Cage((1, 2)))), "found r1c2 in two"),
        (Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 2)),)), "connected cages"),
        *((Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), total),)), "1 to 99") for total in (-10, 0, 100)),
        (Puzzle(Grid.classic(), (5, *[0] * 80), rules=(Cage((0, 1)),)), "no givens"),
    ],
)
def test_what_it_can_not_say_is_named(puzzle: Puzzle, fault: str) -> None:
    with pytest.raises(PuzzleError, match=fault):
        sudokuwiki.write(puzzle)
