"""Arguments: what looks like a puzzle or a link is no name of a file; a file that is there always is one."""

from pathlib import Path

import pytest

from farandole.cli import main as the_command
from farandole.errors import FormatError
from farandole.io.argument import find_text, join_pieces, nearest_name, replace_dashes
from farandole.io.source import Source

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]


@pytest.mark.parametrize(
    "argument",
    [
        LINE, LINE[:80], LINE[:40], LINE[:9], f"{LINE[:20]}o{LINE[21:]}",
        LINE.replace(".", "•"), LINE.replace(".", "-"),
        "5 3 . | . 7", "1234", '{"size": 9', "https://sudokupad.app/abcde", "sudokupad.app/abcde", "tinyurl.com/abc",
        "https://www.example.com/sudoku", "f-puzzles.com/?id=abc", "53..7x...", "1,2,3,4\n3,4,1,2\n",
    ],
)  # fmt: skip
def test_what_looks_like_a_puzzle_or_a_link_is_no_name(argument: str) -> None:
    assert find_text(argument)


@pytest.mark.parametrize(
    "argument",
    ["-", "", ".", "..", "../12345", "./1234", "puzle.txt", "17_clue.txt", "2024-01-01.csv", "puzzles", "a.b.c",
     "/tmp/1234", "~/12345", "2024-01-01_0001_0002_0003_0004.txt.gz", "sudoku.com.txt", "my puzzle 12.txt"],
)  # fmt: skip
def test_what_looks_like_a_name_is_one(argument: str) -> None:
    assert not find_text(argument)


@pytest.mark.parametrize("name", [LINE, "1234", "53..7....", "5•3"])
def test_a_file_that_is_there_wins(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("." * 81)
    assert not find_text(name)
    assert Source.of(name).name == name


def test_a_puzzle_that_a_shell_took_apart_is_one() -> None:
    assert join_pieces(ROWS) == ["\n".join(ROWS)]
    assert join_pieces(list(LINE)) == ["\n".join(LINE)] or join_pieces(list(LINE)) == [" ".join(LINE)]
    assert join_pieces([" ".join(LINE)]) == [" ".join(LINE)]
    assert join_pieces([LINE] * 9) == [LINE] * 9
    assert join_pieces(["a.txt", "b.txt", "c.txt", "d.txt"]) == ["a.txt", "b.txt", "c.txt", "d.txt"]
    with pytest.raises(FormatError, match="expected a puzzle in quotes, found 8 pieces with 72 cells in all"):
        join_pieces(ROWS[:8])


def test_a_dash_at_the_beginning_is_an_empty_cell_and_no_option() -> None:
    options = ["-q", "--json", "-o", "-", "--limit", "-1"]
    assert replace_dashes(["solve", "-98----6-", *options]) == ["solve", ".98----6-", *options]


def test_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").touch()
    assert nearest_name(str(tmp_path / "puzle.txt")) == str(tmp_path / "puzzle.txt")
    assert nearest_name(str(tmp_path / "other")) is None
    assert nearest_name(str(tmp_path / "nowhere" / "puzle.txt")) is None
    assert nearest_name("\0") is None


SITES = "SudokuPad, f-puzzles and SudokuWiki"
SHORT_LINK = f"expected a link that holds its puzzle, as the long ones of {SITES} do; found one that"
X_FOUND = "line 1, column 81: expected a digit or one of . 0 _ * ? - for empty, found 'x'"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["53..7...."], "the puzzle given (no file is called '53..7....'): line 1: expected 81 cells, found 9"),
        ([LINE[:80]], "the puzzle given: line 1: expected 81 cells, found 80"),
        ([LINE[:80] + "x"], f"the puzzle given: {X_FOUND}"),
        (["https://tinyurl.com/abc"], f"the puzzle given: {SHORT_LINK} only names a puzzle at tinyurl.com: open it"),
        (
            ["f-puzzles.com/?id=abc"],
            "the puzzle given: expected a long link to f-puzzles (?load=...), found a short one",
        ),
        (["puzle.txt"], "puzle.txt: No such file or directory; did you mean puzzle.txt?"),
        (ROWS[:8], "expected a puzzle in quotes, found 8 pieces with 72 cells in all"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "explain", "draw", "rate"])
def test_messages(
    command: str, arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzle.txt").touch()
    assert the_command.main([command, *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"farandole: {message}")


@pytest.mark.parametrize("command", ["solve", "explain", "hint", "draw", "rate"])
def test_unquoted_puzzles_are_taken(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for rows in (ROWS, [row.replace(".", "-") for row in ROWS]):
        assert the_command.main([command, *rows]) == 0
        assert capsys.readouterr().err == ""
