"""Pictures and films of tilings."""

import re
from xml.etree import ElementTree

import pytest

from farandole import CoverError
from farandole.cover.pieces import (
    CUBE,
    HEXAGON,
    TRIANGLE,
    Board,
    Packing,
    Piece,
    polycubes,
    polyhexes,
    polyiamonds,
    polyominoes,
)
from farandole.render import draw, film

PACKINGS = {
    "squares": Packing(Board.rectangle(4, 15), polyominoes(5)),
    "triangles": Packing(Board.rectangle(6, 6, TRIANGLE), polyiamonds(6)),
    "hexagons": Packing(Board.rectangle(4, 7, HEXAGON), polyhexes(4)),
    "cubes": Packing(Board.box(2, 4, 4), polycubes(4)),
}


@pytest.mark.parametrize("name", PACKINGS)
def test_a_drawing_has_a_letter_for_each_piece(name: str) -> None:
    packing = PACKINGS[name]
    drawing = draw(packing)
    ElementTree.fromstring(drawing)
    assert sorted(re.findall(r"<text[^>]*>([^<]*)", drawing)) == sorted(piece.name for piece in packing.pieces)
    assert drawing.count("<path") == len(packing.pieces) + 3


@pytest.mark.parametrize("name", PACKINGS)
def test_a_notebook_shows_a_tiling(name: str) -> None:
    tiling = PACKINGS[name].solve()
    assert tiling is not None
    assert "image/svg+xml" in tiling._repr_mimebundle_()


def test_sides_between_pieces_are_thick() -> None:
    drawing = draw(Packing("..", {"1": "X"}, times=None))
    thin, thick = re.findall(r'stroke-width="\d" d="([^"]*)"', drawing)
    assert (thin.count("M"), thick.count("M")) == (0, 7)
    thin, thick = re.findall(r'stroke-width="\d" d="([^"]*)"', draw(Packing("..", {"2": "XX"})))
    assert (thin.count("M"), thick.count("M")) == (1, 6)


def test_boards_and_pieces_have_pictures_too() -> None:
    assert draw(Board("...\n.#.\n...")).count("<path") == 3
    assert draw(Piece.of("T", "XXX/.X.", CUBE)).count('class="color_1"') == 1
    assert draw(Packing("...", {"2": "XX"})).count("color_1") == 0  # without a tiling, the board


def test_a_film_ends_with_a_tiling() -> None:
    made = film.of_packing(PACKINGS["squares"], seconds=2)
    boxes = [shape for shape in made.frames[-1] if shape.kind == "box"]
    assert len({(box.x, box.y) for box in boxes}) == len(boxes) == 60
    assert "<animate" in film.svg(made)
    with pytest.raises(CoverError, match="a film shows a board of at most 400 squares"):
        film.of_packing(PACKINGS["cubes"])
