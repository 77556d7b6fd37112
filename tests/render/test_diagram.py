"""Drawn ZDDs and matrices have each node and option once, without overlaps; large ones are not drawn."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import Cover
from farandole.render import diagram

SVG = "{http://www.w3.org/2000/svg}"


def boxes(drawing: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right, bottom of each rectangle but the paper."""
    found = []
    for shape in ElementTree.fromstring(drawing).iter(f"{SVG}rect"):
        x, y, width, height = (float(shape.get(name, "")) for name in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found[1:]


small_covers = st.lists(st.sets(st.sampled_from("abcdef"), min_size=1, max_size=3), min_size=1, max_size=14).map(Cover)


@examples(60)
@given(small_covers)
def test_each_node_is_drawn_once_and_none_on_another(cover: Cover) -> None:
    zdd = cover.zdd()
    drawing = diagram.draw(zdd)
    if not zdd or zdd.size > diagram.MAX_NODES:
        assert drawing is None
        return
    assert drawing is not None
    places = boxes(drawing)
    assert len(places) == zdd.size + 1
    for n, (left, top, right, bottom) in enumerate(places):
        for other in places[:n]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    nodes = list(zdd.nodes())
    n_lines = sum(bool(lo) + bool(hi) for _, lo, hi in nodes)
    assert drawing.count("link-line") - drawing.count(".link-line") == n_lines
    assert drawing.count("stroke-dasharray") == sum(bool(lo) for _, lo, _ in nodes)


@examples(60)
@given(small_covers)
def test_a_matrix_has_a_square_for_each_entry_and_colors_one_cover(cover: Cover) -> None:
    drawing = diagram.draw_matrix(cover)
    assert drawing is not None
    assert len(boxes(drawing)) == sum(map(len, cover.options))
    colored = sum(drawing.count(f'class="{ink}" rx') for ink in diagram.COVER_INKS)
    assert colored == sum(len(cover.options[label]) for label in cover.solve() or ())


def test_what_is_large_has_no_picture() -> None:
    assert diagram.draw_matrix(Cover([[n] for n in range(diagram.MAX_OPTIONS + 1)])) is None
    options = [(n, part) for n in range(9) for part in "ab"]
    several = Cover(options, primary=range(9), secondary="ab", multiplicities={0: (0, 1)})
    assert diagram.draw_matrix(several) is not None
    cells = [(x, y) for x in range(6) for y in range(6)]
    pairs = [((x, y), (x + a, y + b)) for x, y in cells for a, b in [(0, 1), (1, 0)] if x + a < 6 and y + b < 6]
    assert diagram.draw(Cover(pairs).zdd()) is None


def test_labels_are_text_and_long_ones_are_cut() -> None:
    cover = Cover({"<b> & 'c'": ["<a>"], "x" * 50: ["<a>"]})
    for drawing in (diagram.draw(cover.zdd()), diagram.draw_matrix(cover)):
        assert drawing is not None
        texts = [element.text or "" for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
        assert "<b> & 'c'" in texts
        assert max(map(len, texts)) == diagram.LONGEST


def test_colors_of_secondary_items_are_written() -> None:
    words = Cover({"cat": ["across", ("cell", "a")], "old": ["down", ("cell", "o")]}, secondary=["cell"])
    drawing = diagram.draw_matrix(words, theme="light")
    assert drawing is not None
    assert {"cat", "old", "a", "o"} <= {element.text for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")}


@pytest.mark.parametrize(("theme", "n"), [("light", 0), ("dark", 0), ("auto", 1)])
def test_themes(theme: str, n: int) -> None:
    drawing = diagram.draw(Cover(["ab", "a", "b"]).zdd(), theme=theme)
    assert drawing is not None
    assert len(re.findall("prefers-color-scheme", drawing)) == n
