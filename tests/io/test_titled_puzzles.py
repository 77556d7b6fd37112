"""Puzzles of a source, with their titles."""

from contextlib import closing

from farandole.io.source import Source
from farandole.io.titled_puzzles import TitledPuzzle, read_titled
from farandole.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def found(text: str, most: int = 10) -> list[TitledPuzzle]:
    with closing(Source.of(text)) as source:
        return [*read_titled(source, most)]


def test_a_text() -> None:
    assert found(f"{LINE} one\n{OTHER} two") == [
        (1, "one", Puzzle.classic(LINE)),
        (2, "two", Puzzle.classic(OTHER)),
    ]


def test_a_table_has_its_titles_in_a_column() -> None:
    table = f'id,puzzle,solution,name\n17,{LINE},{LINE},"Cats, dogs"\n\n18,{OTHER},{OTHER},\n'
    assert found(table) == [(2, "Cats, dogs", Puzzle.classic(LINE)), (4, "18", Puzzle.classic(OTHER))]
    named = table.replace("id,", "n,")
    assert [title for _, title, _ in found(named)] == ["Cats, dogs", ""]
    assert [title for _, title, _ in found(named.replace("name", "rating"))] == ["", ""]


def test_a_row_that_is_no_puzzle_is_named() -> None:
    table = f"id;quiz\na;{LINE}\nb;{LINE[:80]}\nc\nd;55{LINE[2:]}\n"
    faults = [(line, title, str(fault)) for line, title, fault in found(table) if not isinstance(fault, Puzzle)]
    assert [line for line, _, _ in faults] == [3, 4, 5]
    assert faults[0] == (3, "b", "line 3: expected 81 cells, found 80")
    assert faults[2][2].startswith("line 5: row 1 holds 5 twice")


def test_no_more_than_asked_for() -> None:
    assert len(found("\n".join([LINE] * 9), 4)) == 4
    assert len(found("puzzle\n" + "\n".join([LINE] * 9), 4)) == 4
