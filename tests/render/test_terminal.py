"""Boards in a terminal have lines if they fit, otherwise gaps; descriptions of puzzles."""

import re

import pytest

from farandole.grid import Grid, House
from farandole.grid.outline import ASCII, BOX_DRAWING, Outline
from farandole.i18n import display_width
from farandole.puzzle import Puzzle
from farandole.render.terminal import Style, describe, draw, join_side_by_side
from farandole.rules import Cage, Thermo

GRIDS = [Grid.classic(), Grid.classic((2, 3)), Grid.classic((4, 4)), Grid.samurai(), Grid.named("sumo")]
JIGSAW = Grid.jigsaw("AAAB CABB CCDB CDDD")


def plain(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]


@pytest.mark.parametrize("grid", [*GRIDS, JIGSAW, Grid.latin(3)], ids=repr)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_lines_have_one_width_that_fits(grid: Grid, width: int) -> None:
    style = Style(weight=True, color=True, width=width)
    lines = plain(draw(grid, [1] * grid.n_cells, givens=[0, 1] * grid.n_cells, marked=[0], style=style))
    widths = set(map(len, lines))
    assert len(widths) == 1
    assert max(widths) <= max(width, grid.width * 4 // 3)
    assert sum(line.count("1") for line in lines) == grid.n_cells
    is_boxed = "┌" in lines[0]
    assert is_boxed == (grid.outline.width <= width)
    assert not is_boxed or max(widths) == grid.outline.width


def test_a_samurai_has_lines_in_80_columns_and_none_in_40() -> None:
    lines = draw(Grid.samurai(), [1] * 369)
    assert lines[0] == "┌───────┬───────┬───────┐       ┌───────┬───────┬───────┐"
    assert lines[12] == "└───────┴───────┼───────┼───────┼───────┼───────┴───────┘"
    compact = draw(Grid.samurai(), [1] * 369, style=Style(width=40))
    assert compact[0] == "111 111 111     111 111 111"
    assert compact[9] == "        111 111 111        "


def test_a_jigsaw_is_outlined_with_or_without_box_drawing() -> None:
    assert draw(JIGSAW, [0] * 16)[:3] == ["┌───────────┬───┐", "│ ·   ·   · │ · │", "├───┐   ┌───┘   │"]
    assert draw(JIGSAW, [0] * 16, style=Style(lines=False))[:3] == [
        "+-----------+---+",
        "| .   .   . | . |",
        "+---+   +---+   |",
    ]


def test_digits_beyond_nine() -> None:
    assert draw(Grid.classic((4, 4)), [9, 10, 16, *[0] * 253])[1].startswith("│ 9 A G · │ · · · · │")


def test_every_corner_has_the_arms_of_its_lines() -> None:
    outline = Outline([(0, 0), (0, 1), (1, 0), (1, 1)], [[0], [1], [2], [3]])
    assert outline.boxed("1234", lines=BOX_DRAWING, is_framed=True)[2] == "├───┼───┤"
    assert outline.boxed("1234", lines=ASCII)[1] == "--+--"
    assert outline.compact("1234") == ["1 2", "3 4"]
    diagonal = Outline([(0, 0), (1, 1)], [[0], [1]])
    assert diagonal.boxed("12", lines=BOX_DRAWING, is_framed=True) == [
        "┌───┐    ",
        "│ 1 │    ",
        "└───┼───┐",
        "    │ 2 │",
        "    └───┘",
    ]


def test_drawings_side_by_side() -> None:
    assert join_side_by_side([["ab", "cd"], ["ef", "gh"]]) == ["ab   ef", "cd   gh"]


def test_long_lines_are_folded_in_a_terminal_alone() -> None:
    text = "  9  XY-Wing. r7c5 is 2 or 3"
    assert Style(weight=True, width=20).fold(text, " " * 5) == "  9  XY-Wing. r7c5\n     is 2 or 3"
    assert Style(weight=True, width=10).fold(text, " " * 5) == "  9\n     XY-Wing.\n     r7c5\n     is 2\n     or 3"
    assert Style(width=20).fold(text, " " * 5) == text


def test_lines_of_a_text_keep_their_indentation_where_they_are_folded() -> None:
    text = "  9  In each case:\n  If r1c1 is 5, then r1c2 is 6\nSo r7c5 is 2"
    indented = "  9  In each case:\n       If r1c1 is 5, then r1c2 is 6\n     So r7c5 is 2"
    assert Style(width=20).fold(text, " " * 5) == indented
    assert Style(weight=True, width=25).fold(text, " " * 5) == (
        "  9  In each case:\n       If r1c1 is 5, then\n       r1c2 is 6\n     So r7c5 is 2"
    )


def test_lines_of_chinese_are_folded_between_characters() -> None:
    """Punctuation stays with its character, and so does the number of a house."""
    text = "唯余法。r7c4 看到第8宫的 1、3（都在第8宫）。"
    folded = Style(weight=True, width=18).fold(text, "  ").split("\n")
    assert folded == ["唯余法。r7c4 看到", "  第8宫的 1、3（都", "  在第8宫）。"]
    assert all(display_width(line) <= 18 for line in folded)


def test_the_lines_of_a_text_stay_apart() -> None:
    text = "In each case r1c1 can't be 5:\n  If r2c2 is 3, then\nIt is the same"
    assert Style().fold(text, "   ") == text.replace("\n", "\n   ")
    assert Style(weight=True, width=16).fold(text, "   ").split("\n") == [
        "In each case",
        "   r1c1 can't be",
        "   5:",
        "     If r2c2 is",
        "     3, then",
        "   It is the",
        "   same",
    ]


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (Puzzle.of(JIGSAW, "1" + "." * 15), "a 4x4 jigsaw: 1 given"),
        (Puzzle.of(Grid.named("sumo"), "." * 909), "a sumo, 909 cells: 0 givens"),
        (Puzzle.of(Grid.latin(3), "12......."), "a 3x3 Latin square: 2 givens"),
        (Puzzle(Grid.classic(), (0,) * 81, (1, *[511] * 80)), "a 9x9 grid: 721 candidates"),
        (
            Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1)), Cage((2, 3)), Thermo((4, 5))]),
            "a 9x9 grid: 0 givens; rules: Cage (2), Thermo (1)",
        ),
        (Puzzle.of(Grid(((0, 0), (5, 5)), (House("x", (0, 1)),), n_digits=3), ".."), "2 cells: 0 givens"),
    ],
)
def test_what_was_recognized(puzzle: Puzzle, said: str) -> None:
    assert describe(puzzle) == said
