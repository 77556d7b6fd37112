"""SudokuExchange's links: 81 digits, or fewer characters for them."""

import pytest
import strategies
from hypothesis import given
from strategies import examples

from farandole.errors import FormatError, PuzzleError
from farandole.formats import detect_format, read, write
from farandole.formats.links import sudokuexchange
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@given(puzzle=strategies.puzzles())
@examples(30)
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    if puzzle.grid == Grid.classic():
        assert read(write(puzzle, "sudokuexchange")) == [puzzle]


def test_81_cells_are_read_with_whatever_else_the_link_says() -> None:
    for text in (f"https://sudokuexchange.com/play/?s={LINE}", f"sudokuexchange.com/play?d=3&s={LINE}&i=1"):
        assert detect_format(text) == "sudokuexchange"
        assert read(text) == [Puzzle.classic(LINE)]


def test_fewer_characters_are_digits_with_what_is_empty_behind_them() -> None:
    # F is 15: 5 and one empty cell. 3 is a 3. w is 58, an 8 and five empty cells; o is 50, six empty cells.
    [puzzle] = read("https://sudokuexchange.com/play/?s=" + "F3" + "w" + "o" * 12)
    assert puzzle.line == "5.38....." + "." * 72


@pytest.mark.parametrize(
    ("held", "fault"),
    [("s=123", "found 3"), ("s=" + "z" * 99, "found 5"), ("s=1*2", r"character 2: .*'\*'"), ("t=1", r"with \?s=")],
)
def test_bad_links_are_refused(held: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        sudokuexchange.read(f"https://sudokuexchange.com/play/?{held}")


def test_what_it_can_not_say_is_named() -> None:
    for puzzle in (Puzzle(Grid.samurai(), (0,) * 369), Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1)),))):
        with pytest.raises(PuzzleError, match="expected a classic puzzle"):
            sudokuexchange.write(puzzle)
