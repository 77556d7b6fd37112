"""Killers as texts of one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import formats
from farandole.errors import FormatError, PuzzleError
from farandole.formats.killer import read, write
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo

EMPTY = (0,) * 81


@st.composite
def killers(draw: st.DrawFn) -> Puzzle:
    """Draw a killer, perhaps a jigsaw or with diagonals, with some cells in no cage."""
    jigsaw = "AAAAAABBB AAABBBBBB CCCDDDEEE CCCDDDEEE CCCDDDEEE FFFGGGHHH FFFGGGHHH FFFGGGHHH IIIIIIIII"
    grid = draw(st.sampled_from([Grid.classic(), Grid.jigsaw(jigsaw), Grid.classic().with_houses("diagonals")]))
    order, cages, givens = draw(st.permutations(range(81))), [], [0] * 81
    while len(order) > 8 and draw(st.booleans()):
        size = draw(st.integers(2, 5))
        cells, order = order[:size], order[size:]
        cages.append(Cage(tuple(sorted(cells)), draw(st.integers(3, 35))))
    givens[order[0]] = draw(st.integers(0, 9))
    return Puzzle(grid, tuple(givens), rules=tuple(sorted(cages, key=lambda cage: cage.cells[0])))


@given(killers())
@examples(30)
def test_a_killer_comes_back(puzzle: Puzzle) -> None:
    again = read(write(puzzle))
    assert (again.givens, {*again.rules}) == (puzzle.givens, {*puzzle.rules})
    assert {*map(frozenset, (house.cells for house in again.grid.houses))} == {
        *map(frozenset, (house.cells for house in puzzle.grid.houses))
    }
    [found] = formats.read(write(puzzle))
    assert found == again


def test_a_short_text() -> None:
    text = "A<v" + "000000" + "0>J" + "0" * 69
    puzzle = read(text)
    assert puzzle.rules == (Cage((0, 1), 10), Cage((2, 10, 11), 19))
    assert formats.detect_format(text) == "sumocue"
    assert formats.read(text) == [puzzle]


def test_perfect_sudoku() -> None:
    numbers = [str(10 * 256), str(10 * 256), *["1"] * 79]
    text = "3x3:d:k:" + ":".join(numbers) + ":"
    puzzle = read(text)
    assert puzzle.rules == (Cage((0, 1), 10),)
    assert len(puzzle.grid.houses) == 29
    assert formats.read(text) == [puzzle]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SumoCueV1=5=4", "SumoCue: expected the cells of a square, found 2"),
        ("SumoCueV1" + "=0" * 80 + "+3x", "expected cells such as =12J0"),
        ("SumoCueV1" + "=0" * 80 + "+90", "r9c9: expected the first cell of a cage, found 90"),
        ("3x3::k:1:2", "Perfect Sudoku: expected 81 numbers, found 2"),
        ("3x3::k:" + ":".join(["x"] * 81), "r1c1: expected a number, found 'x'"),
        ("<" + "0" * 80, "r1c1: expected a sign that points into the grid, found '<'"),
        ("><" + "0" * 79, "r1c1: expected signs that lead to a sum, found a circle"),
        ("9>" + "0" * 70, "expected 81 signs, found 72"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(Grid.classic(), EMPTY, rules=(Thermo((0, 1)),)), "SumoCue cannot express: Thermo r1c1 r1c2"),
        (Puzzle(Grid.classic(), EMPTY, rules=(Cage((0, 1)),)), "SumoCue cannot express: Cage r1c1 r1c2"),
        (Puzzle(Grid.classic(), (1, *EMPTY[1:]), rules=(Cage((0, 1), 5),)), "and other clues in its cells"),
        (Puzzle(Grid.classic().with_houses("windoku"), EMPTY), "houses other than both diagonals"),
        (Puzzle(Grid.latin(4), (0,) * 16), "cells without a region"),
    ],
)
def test_what_cant_be_written_is_named(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        write(puzzle)
