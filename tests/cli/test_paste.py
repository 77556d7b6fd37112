"""What is pasted into a terminal, or piped in, where a command is given no puzzle."""

import os
import sys

import pytest

from commands import EASY, WIKIPEDIA, in_terminal, run
from farandole.cli._input import read_paste

DRAWN = "\n".join(
    " ".join(WIKIPEDIA[start : start + 9]) + ("\n" if start in (18, 45) else "") for start in range(0, 81, 9)
)
ASKED = "Paste a puzzle, then press Enter twice"


def test_a_pipe_needs_no_dash() -> None:
    for command in ("solve", "explain", "hint", "rate", "draw", "check", "convert"):
        assert run(command, stdin=EASY).stdout == run(command, "-", stdin=EASY).stdout != "" or command == "solve"
    assert run("solve", "--count", stdin=EASY).stdout == "1\n"


@pytest.mark.parametrize("puzzle", [EASY, DRAWN, WIKIPEDIA.replace(".", "0")], ids=["line", "drawn", "zeros"])
def test_a_pasted_puzzle_is_solved(puzzle: str) -> None:
    shown = in_terminal("solve", typed=f"{puzzle}\n\n".encode(), TERM="dumb")
    assert ASKED in shown
    assert "One solution (" in shown


@pytest.mark.slow
def test_a_link_of_many_characters_is_pasted_whole() -> None:
    document = run("convert", EASY, "--to", "json").stdout
    link = run("convert", EASY, "--to", "sudokupad").stdout.strip()
    assert "One solution (" in in_terminal("solve", typed=f"{link}\n\n".encode(), TERM="dumb")
    long = " ".join(document.split()).replace("{", "{" + " " * 5000, 1)
    assert "One solution (" in in_terminal("solve", typed=f"{long}\n\n".encode(), TERM="dumb")


def test_half_a_puzzle_is_told_after_two_empty_lines() -> None:
    shown = in_terminal("solve", typed=f"{EASY[:40]}\n\n\n".encode(), TERM="dumb")
    assert "the pasted text: line 1: expected 81 cells, found 40: 41 are missing" in shown


@pytest.mark.parametrize("more", ["", "more"])
def test_who_waits_behind_half_a_puzzle_is_told_what_to_do(
    more: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter([EASY[:40], "", ""])
    reader, writer = os.pipe()
    with open(reader) as terminal, open(writer, "w") as keys:
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr("builtins.input", lambda: next(lines))
        keys.write(more)
        keys.flush()
        assert read_paste() == f"{EASY[:40]}\n\n"
    assert ("The puzzle is not complete: go on, or press Enter once more." in capsys.readouterr().err) == (not more)


@pytest.mark.slow
def test_the_end_of_what_is_pasted() -> None:
    assert "One solution (" in in_terminal("solve", typed=f"{EASY}\n\x04".encode(), TERM="dumb")
    assert "expected a puzzle to be pasted, found nothing" in in_terminal("solve", typed=b"\n\x04", TERM="dumb")
    assert "interrupted" in in_terminal("solve", typed=b"53..7\n\x03", TERM="dumb")


def test_a_hint_for_what_is_pasted() -> None:
    assert "Naked Single: look at box 8" in in_terminal("hint", typed=f"{EASY}\n\n".encode(), TERM="dumb")
