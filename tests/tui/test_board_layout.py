"""Where cells and lines lie in a terminal."""

import unicodedata

import pytest

from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from farandole.tui import built_in
from farandole.tui.board_layout import SIZES, BoardLayout, all_junctions, make_board_layouts


def test_every_junction_has_its_character() -> None:
    """The weights of the arms are those in the names of Unicode."""
    for (up, right, down, left), character in all_junctions().items():
        name = unicodedata.name(character)
        weights = {weight for weight in (up, right, down, left) if weight}
        assert ("HEAVY" in name) == (2 in weights)
        if weights == {1, 2}:
            assert "LIGHT" in name or "LEFT" in name or "RIGHT" in name or "UP" in name or "DOWN" in name
        has_all = ("HORIZONTAL" in name, "VERTICAL" in name)
        assert not has_all[0] or (left and right)
        assert not has_all[1] or (up and down)
        assert ("UP" in name) <= bool(up)
        assert ("DOWN" in name) <= bool(down)
        assert ("LEFT" in name) <= bool(left)
        assert ("RIGHT" in name) <= bool(right)


@pytest.mark.parametrize("name", built_in.NAMES)
def test_each_cell_is_found_where_it_is_drawn(name: str) -> None:
    puzzle = built_in.load_puzzle(name)
    for layout in make_board_layouts(puzzle):
        for cell in range(puzzle.grid.n_cells):
            x, y = layout.get_place(cell)
            assert layout.cell_at(x, y) == cell
            assert layout.cell_at(x + layout.size.width - 1, y + layout.size.height - 1) == cell
        for y in range(layout.height):
            pieces = layout.pieces(y)
            assert sum(piece.width for piece in pieces) == layout.width
            assert all(len(piece.text) in (0, piece.width) for piece in pieces)


def test_a_cage_that_crosses_a_box_is_seen() -> None:
    layout = BoardLayout(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((1, 2), 5), Cage((6, 10))]), SIZES[0])
    lines = ["".join(piece.text or " " * piece.width for piece in layout.pieces(y)) for y in range(layout.height)]
    assert lines[1:4] == ["   ┏━━━┯5━━┳━━━┯━━━┓", " 1 ┃   │   ╏   │   ┃", "   ┠───┼───╂───┼───┨"]
    assert lines[5] == "   ┣━━━┿━━━╋╍╍╍┿━━━┫"
