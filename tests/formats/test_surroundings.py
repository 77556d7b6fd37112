"""A puzzle is found in a text that says something around it; a fault inside a puzzle stays one."""

import pytest

from farandole import formats
from farandole.formats.surroundings import find_candidates
from farandole.puzzle import Puzzle
from farandole.web.protocol import call

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [EASY[at : at + 9] for at in range(0, 81, 9)]
DRAWN = "\n".join(
    ("+---+---+---+\n" if row % 3 == 0 else "") + "|" + "|".join(line[at : at + 3] for at in (0, 3, 6)) + "|"
    for row, line in enumerate(ROWS)
)


def parse(text: str) -> list[dict[str, object]]:
    return list(call("parse", {"text": text, "lenient": True}))


@pytest.mark.parametrize(
    "text",
    [
        f"Try this one: {EASY}",
        f"Hi all,\nI found this in the paper of 12 May 2021:\n\n{EASY}\n\nGood luck!\nAnna",
        f'puzzle = "{EASY.replace(".", "0")}"',
        "Puzzle No. 23, 3 stars\n" + "\n".join(" ".join(row) for row in ROWS) + "\nposted by 1 of 9",
        "> " + "\n> ".join(ROWS),
        f"Here:\n{DRAWN}\nBye",
        f"See {formats.write(Puzzle.classic(EASY), 'fpuzzles')}, it's nice!",
        f"Easy: {EASY.replace('.', '0')}.",
        f"My file:\n{formats.write(Puzzle.classic(EASY), 'json')}\nthanks",
    ],
)
def test_words_around_a_puzzle_are_passed_over(text: str) -> None:
    [puzzle, _] = parse(text)
    board = puzzle["board"]
    assert isinstance(board, dict)
    assert board["givens"] == EASY


@pytest.mark.parametrize(
    "text",
    [
        "\n".join([*ROWS[:6], "6....28a.", *ROWS[7:]]),  # six rows aren't a puzzle of 6x6
        EASY[:36] + "x" + EASY[37:],
        "Nothing here, only 12345.",
        "",
    ],
)
def test_a_fault_inside_a_puzzle_is_still_told(text: str) -> None:
    assert parse(text)[-1]["event"] == "error"


def test_a_hostile_text_is_searched_in_a_moment() -> None:
    assert len(list(find_candidates("http://x " * 8000 + "{" * 8000 + "1. " * 8000))) <= 20
