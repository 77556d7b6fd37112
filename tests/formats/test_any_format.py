import json

import pytest

from farandole.errors import FormatError
from farandole.formats import detect_format, fpuzzles, is_link, read, sudokupad, to_json_value, unknowns, write
from farandole.formats.any_format import WRITABLE
from farandole.grid import Grid
from farandole.puzzle import Puzzle, Solution
from farandole.rules import Cage

PUZZLE = Puzzle(Grid.classic(), (7, *[0] * 80), rules=(Cage((9, 10), 9),))
TEXTS = {
    "json": write(PUZZLE, "json"),
    "fpuzzles": fpuzzles.write(PUZZLE),
    "sudokupad": sudokupad.write(PUZZLE),
}


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("make", [str, str.encode, lambda text: b"\xef\xbb\xbf" + text.encode()])
def test_a_puzzle_is_read_whatever_its_format(format: str, make: type) -> None:
    content = make(f"\n{TEXTS[format]}\n")
    assert detect_format(content) == format
    assert read(content) == [PUZZLE]
    assert unknowns(content) == []


@pytest.mark.parametrize("format", sorted(set(WRITABLE) - {"sudokuwiki", "sudokuexchange"}))
def test_what_is_written_is_read(format: str) -> None:
    assert read(write([PUZZLE], format)) == [PUZZLE]
    solved = Solution(Grid.classic((1, 1)), (1,))
    assert read(write(solved, format)) == [Puzzle(solved.grid, solved.digits)]


def test_texts_are_texts() -> None:
    line = "." * 80 + "5"
    assert (detect_format(line), detect_format(write(read(line), "rows"))) == ("line", "rows")
    assert read(line.encode()) == [Puzzle.classic(line)]
    assert unknowns(line) == []


def test_links() -> None:
    assert is_link(fpuzzles.link(PUZZLE))
    assert is_link(sudokupad.write(PUZZLE))
    assert is_link("https://sudokupad.app/n4bmmGRBP7")
    assert not is_link("examples/puzzle.json")
    assert not is_link("." * 81)


@pytest.mark.parametrize("text", ["{", '{"farandole": 1}', '{"a": 1}', b"{\xff}", "nothing"])
def test_bad_texts_are_refused(text: str | bytes) -> None:
    with pytest.raises(FormatError):
        read(text)


def test_the_whole_of_a_puzzle_is_a_line_or_a_document_and_reads_back() -> None:
    classic, jigsaw = Puzzle.classic("1" + "." * 80), Puzzle.of(Grid.jigsaw("AAAB CABB CCDB CDDD"), "1" + "." * 15)
    killer = Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1), 5)])
    assert to_json_value(classic) == classic.line
    for puzzle in (classic, jigsaw, killer, Puzzle.of(Grid.samurai(), "1" + "." * 368)):
        said = to_json_value(puzzle)
        assert read(said if isinstance(said, str) else json.dumps(said)) == [puzzle]
    assert isinstance(to_json_value(jigsaw), str)
    assert isinstance(to_json_value(killer), dict)
