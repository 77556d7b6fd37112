"""Links to other sites: each opens the puzzle, and what was entered goes along where there is a place for it."""

import json

from farandole import formats
from farandole.formats import json_document
from farandole.formats.lzstring import decompress
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Thermo
from farandole.web import protocol

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def links_of(puzzle: str, digits: str | None = None) -> dict[str, str]:
    [told] = protocol.call("open_in", {"puzzle": puzzle} | ({"digits": digits} if digits else {}))
    return {one["site"]: one["link"] for one in told["links"] if "link" in one}


def test_each_link_is_read_back() -> None:
    links = links_of(EASY)
    assert set(links) >= {"f-puzzles", "SudokuPad", "SudokuWiki", "SudokuExchange", "Interactive Sudoku Solver"}
    for link in links.values():
        [puzzle] = formats.read(link)
        assert puzzle.line == EASY


def test_what_was_entered_goes_along() -> None:
    links = links_of(EASY, EASY[:2] + "4" + EASY[3:])
    said = json.loads(decompress(links["f-puzzles"].partition("?load=")[2]))
    assert said["grid"][0][2] == {"value": 4}
    assert said["grid"][0][0] == {"value": 5, "given": True}
    [puzzle] = formats.read(links["SudokuWiki"])
    assert (puzzle.givens[2], puzzle.masks[2]) == (0, 0b1000)


def test_a_site_that_can_not_say_a_rule_is_left_out() -> None:
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo((0, 1, 2))])
    links = links_of(json_document.write(puzzle))
    assert "SudokuWiki" not in links
    assert formats.read(links["Interactive Sudoku Solver"]) == [puzzle]
