"""Where cells and lines lie in a terminal."""

import unicodedata

import pytest

from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from farandole.tui import built_in
from farandole.tui.lattice import SIZES, Lattice, all_junctions, sizes


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
    puzzle = built_in.puzzle_called(name)
    for lattice in sizes(puzzle):
        for cell in range(puzzle.grid.n_cells):
            x, y = lattice.place_of(cell)
            assert lattice.cell_at(x, y) == cell
            assert lattice.cell_at(x + lattice.size.width - 1, y + lattice.size.height - 1) == cell
        for y in range(lattice.height):
            pieces = lattice.pieces(y)
            assert sum(piece.width for piece in pieces) == lattice.width
            assert all(len(piece.text) in (0, piece.width) for piece in pieces)


def test_a_cage_that_crosses_a_box_is_seen() -> None:
    lattice = Lattice(Puzzle.of(Grid.classic((2, 2)), "." * 16, rules=[Cage((1, 2), 5), Cage((6, 10))]), SIZES[0])
    lines = ["".join(piece.text or " " * piece.width for piece in lattice.pieces(y)) for y in range(lattice.height)]
    assert lines[1:4] == ["   ┏━━━┯5━━┳━━━┯━━━┓", " 1 ┃   │   ╏   │   ┃", "   ┠───┼───╂───┼───┨"]
    assert lines[5] == "   ┣━━━┿━━━╋╍╍╍┿━━━┫"
