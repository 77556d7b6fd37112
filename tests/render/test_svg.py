import math
import re
import signal
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples_of_each, rules

from farandole.errors import MissingExtraError
from farandole.grid import Grid
from farandole.grid.shapes import NAMED
from farandole.puzzle import Puzzle
from farandole.render import svg
from farandole.render.marks import MARKS, marks, marks_of
from farandole.render.pieces.digits import locate_candidate
from farandole.render.pieces.figures import Area, Stroke, Words, loops
from farandole.render.pieces.inks import THEMES
from farandole.rules import (
    RULES,
    Allowed,
    Cage,
    Clone,
    FrameSum,
    Greater,
    LittleKiller,
    Model,
    NumberedRoom,
    Rule,
    Sandwich,
    Skyscraper,
    Thermo,
    XSum,
    anti_knight,
    nonconsecutive,
)
from needs import needs

CLASSIC = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SVG = "{http://www.w3.org/2000/svg}"


def parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def texts(drawing: str, ink: str) -> list[str]:
    groups = [group for group in parse(drawing).iter(f"{SVG}g") if group.get("class") == ink]
    return [text.text or "" for group in groups for text in group]


def puzzle_with(*some: Rule, grid: Grid | None = None) -> Puzzle:
    grid = grid or Grid.classic()
    return Puzzle(grid, (0,) * grid.n_cells, rules=some)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", RULES)
@given(st.data())
@examples_of_each(4)
def test_every_rule_is_drawn_in_colors_that_the_style_knows(name: str, theme: str, data: st.DataObject) -> None:
    drawing = svg.draw(puzzle_with(data.draw(rules(name, 9, 81))), theme=theme)
    root = parse(drawing)
    style = root.findtext(f"{SVG}style") or ""
    used = {name for element in root.iter() for name in (element.get("class") or "").split()}
    assert root.get("class") == f"farandole-{theme}"
    used.remove(f"farandole-{theme}")
    assert used == set(re.findall(r" \.([\w-]+)\{", style))
    assert not re.search(r"nan|inf|\de[+-]", drawing)


@pytest.mark.parametrize("name", NAMED)
def test_every_shape_is_drawn(name: str) -> None:
    grid = Grid.named(name)
    drawing = svg.draw(puzzle_with(grid=grid))
    assert len(drawing) < 5000
    assert parse(drawing).get("width") == str(round((grid.width + 2 * svg.MARGIN) * svg.PIXELS))


def edges(path: str) -> set[tuple[int, int, int, int]]:
    """The edges of cells that a path of straight lines runs along, from corner to corner."""
    found = set()
    for x, y, way, end in re.findall(r"M(\d+) (\d+)([HV])(\d+)", path):
        column, row, stop = int(x) // 100, int(y) // 100, int(end) // 100
        if way == "H":
            found |= {(row, place, row, place + 1) for place in range(column, stop)}
        else:
            found |= {(place, column, place + 1, column) for place in range(row, stop)}
    return found


@pytest.mark.parametrize("grid", [Grid.classic(), Grid.samurai(), Grid.jigsaw("AAAB ACBB CCDB CDDD")], ids=repr)
def test_lines_are_thick_where_regions_meet(grid: Grid) -> None:
    paths = {
        path.get("class"): path.get("d") or "" for path in parse(svg.draw(puzzle_with(grid=grid))).iter(f"{SVG}path")
    }
    thin, thick = edges(paths["grid-line"]), edges(paths["ink-line"])
    assert not thin & thick
    region_of = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
    for row, column in [(row, column) for row in range(grid.height + 1) for column in range(grid.width + 1)]:
        here = grid.cell(row, column)
        for other, edge in (
            (grid.cell(row - 1, column), (row, column, row, column + 1)),
            (grid.cell(row, column - 1), (row, column, row + 1, column)),
        ):
            if here is None and other is None:
                assert edge not in thin | thick
            elif here is None or other is None or region_of[here] != region_of[other]:
                assert edge in thick
            else:
                assert edge in thin


def test_digits_and_candidates() -> None:
    solution = CLASSIC.solve()
    drawing = svg.draw(CLASSIC, solution)
    assert texts(drawing, "given") == [str(digit) for digit in CLASSIC.givens if digit]
    assert solution is not None
    found = [str(digit) for digit, given in zip(solution.digits, CLASSIC.givens, strict=True) if not given]
    assert texts(drawing, "found") == found
    assert texts(svg.draw(CLASSIC), "mark") == []
    marked = texts(svg.draw(CLASSIC, candidates=True), "mark")
    assert len(marked) == sum(
        mask.bit_count() for mask, given in zip(CLASSIC.masks, CLASSIC.givens, strict=True) if not given
    )
    assert texts(svg.draw(Puzzle(Grid.classic(), (0,) * 81, (7, *[511] * 80))), "mark")[:4] == ["1", "2", "3", "1"]


def test_themes() -> None:
    light, dark, auto = (svg.draw(CLASSIC, theme=theme) for theme in THEMES)
    assert ".paper{fill:#fff}" in light
    assert ".paper{fill:#fff}" not in dark
    assert "@media(prefers-color-scheme:dark)" in auto
    assert svg.draw(CLASSIC) == auto
    with pytest.raises(ValueError, match="expected one of light, dark, auto; found 'blue'"):
        svg.draw(CLASSIC, theme="blue")


def test_a_style_sheet_says_nothing_of_the_page_around() -> None:
    """A notebook includes drawings unchanged, so each selector begins with the class of the drawing."""
    for theme in THEMES:
        css = parse(svg.draw(CLASSIC, theme=theme)).findtext(f"{SVG}style") or ""
        selectors = re.findall(r"([^{}]+)\{[^{}]*\}", css.replace("@media(prefers-color-scheme:dark){", ""))
        assert len(selectors) > 5
        for selector in ",".join(selectors).split(","):
            assert re.match(rf"\s*\.farandole-{theme}( [.\w-]+)?$", selector), selector


def test_a_cage_leaves_its_corner_to_its_total() -> None:
    [cage, total] = marks(puzzle_with(Cage((0, 1, 9), 12)))
    assert isinstance(cage, Stroke)
    assert isinstance(total, Words)
    assert (total.text, cage.closed) == ("12", False)
    assert cage.points[0][0] > total.at[0] + 0.2
    [whole] = marks(puzzle_with(Cage((0, 1, 9))))
    assert isinstance(whole, Stroke)
    assert whole.closed


@given(st.sets(st.integers(0, 24), min_size=1))
def test_loops_enclose_just_their_cells(cells: set[int]) -> None:
    grid = Grid.latin(5)
    found = loops(grid, cells)
    area = sum(
        (a[0] * b[1] - b[0] * a[1]) / 2 for loop in found for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)
    )
    assert area == len(cells)
    top = min(grid.positions[cell] for cell in cells)
    assert found[0][0] == (top[1], top[0])
    for loop in loops(grid, cells, inset=0.1):
        for x, y in loop:
            assert grid.cell(math.floor(y), math.floor(x)) in cells


def test_rules_told_in_words_have_no_picture() -> None:
    grid = Grid.classic()
    assert marks(puzzle_with(*anti_knight(grid), *nonconsecutive(grid))) == []


def test_clues_stand_outside_and_apart() -> None:
    column = tuple(range(0, 81, 9))
    some = (
        *(
            Sandwich(column, 20),
            XSum(column, 21),
            Skyscraper(column[::-1], 3),
            NumberedRoom(tuple(range(8, -1, -1)), 4),
        ),
        *(LittleKiller((2, 10, 18), 9), LittleKiller((4, 14, 24, 34, 44), 30), LittleKiller((63, 73), 7)),
        *(LittleKiller((0,), 5), LittleKiller((80,), 5), Sandwich((36,), 0)),
    )
    words = [mark for mark in marks(puzzle_with(*some)) if isinstance(mark, Words)]
    assert len(words) == len(some)
    for word in words:
        assert not (0 < word.at[0] < 9 and 0 < word.at[1] < 9)
    for one, other in combinations(words, 2):
        assert math.dist(one.at, other.at) >= 0.45
    left, top, width, height = map(float, str(parse(svg.draw(puzzle_with(*some))).get("viewBox")).split())
    for word in words:
        assert left < 100 * word.at[0] < left + width
        assert top < 100 * word.at[1] < top + height


def test_extra_houses() -> None:
    diagonals = marks(puzzle_with(grid=Grid.classic().with_houses("diagonals")))
    ends = [
        tuple(round(size, 9) for point in mark.points for size in point)
        for mark in diagonals
        if isinstance(mark, Stroke)
    ]
    assert ends == [(0, 0, 9, 9), (9, 0, 0, 9)]
    windows = marks(puzzle_with(grid=Grid.classic().with_houses("windoku")))
    assert [type(mark) for mark in windows] == [Area] * 4
    assert marks(puzzle_with(grid=Grid.classic().with_houses("disjoint_groups"))) == []  # they tint every cell


@pytest.mark.parametrize("name", NAMED)
def test_overlaps_of_sudokus_are_tinted_and_each_sudoku_is_framed(name: str) -> None:
    grid = Grid.named(name)
    tint, *frames = marks(puzzle_with(grid=grid))
    squares = [{(top + k // 9, left + k % 9) for k in range(81)} for top, left in NAMED[name]]
    shared = [cell for cell, place in enumerate(grid.positions) if sum(place in square for square in squares) > 1]
    assert isinstance(tint, Area)
    assert tint.loops == loops(grid, shared)
    assert len(frames) == len(squares)


def test_tints_of_houses_are_a_group_of_their_own() -> None:
    drawn = svg.layers(puzzle_with(grid=Grid.samurai()))
    assert drawn.below.startswith('<g><g class="ground"><path class="overlap"')
    assert drawn.below.count("<path") == 1
    assert drawn.above.count('class="frame-line"') == 1


def test_clones_differ_from_one_another() -> None:
    drawn = marks(puzzle_with(Clone((0,), (80,)), Clone((1,), (70,))))
    assert [mark.ink for mark in drawn if isinstance(mark, Area)] == ["clone_1", "clone_1", "clone_2", "clone_2"]


def test_rules_that_may_be_false_are_dashed_and_questioned() -> None:
    sure = marks_of(Grid.classic(), [Thermo((0, 1)), Cage((9, 10), 5)])
    unsure = marks_of(Grid.classic(), [Thermo((0, 1)) | ~Cage((9, 10), 5)])
    assert [type(mark) for mark in unsure] == [type(mark) for mark in sure]
    assert all(mark.dash for mark in unsure if isinstance(mark, Stroke))
    assert [mark.text for mark in unsure if isinstance(mark, Words)] == ["5?"]


def test_parity() -> None:
    odd, even, three = (Allowed((0,), digits) for digits in ((1, 3, 5, 7, 9), (2, 4, 6, 8), (1, 2, 3)))
    assert [type(mark).__name__ for mark in marks(puzzle_with(odd, even, three))] == ["Disc", "Box", "Words"]


def test_a_sign_opens_toward_the_greater_digit() -> None:
    [_, sign] = marks(puzzle_with(Greater((1, 0))))
    assert isinstance(sign, Stroke)
    assert sign.points[1][0] < sign.points[0][0]


@dataclass(frozen=True, slots=True)
class Mine(Thermo):
    """A custom rule."""

    def post(self, model: Model) -> None:
        super().post(model)


def test_a_rule_of_ones_own_is_tinted_until_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_with(Mine((0, 1, 2)))
    assert [type(mark) for mark in marks(puzzle)] == [Area]
    monkeypatch.setitem(MARKS, Mine, MARKS[Thermo])
    assert marks(puzzle) == marks(puzzle_with(Thermo((0, 1, 2))))


@needs("cairo")
def test_png_and_pdf() -> None:
    drawing = svg.draw(CLASSIC)
    png = svg.png(drawing, scale=1)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == int(parse(drawing).get("width") or 0)
    assert svg.pdf(drawing).startswith(b"%PDF")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cairosvg", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'farandole\[draw\]'"):
        svg.png("")


def test_rows_and_columns_have_numbers_beyond_the_clues() -> None:
    column = tuple(range(0, 81, 9))
    puzzle = puzzle_with(Sandwich(column, 20), Sandwich(column, 2), Sandwich(tuple(range(9)), 3))
    assert texts(svg.draw(puzzle), "label") == []
    drawing = svg.draw(puzzle, coordinates=True)
    assert texts(drawing, "label") == [*"123456789", *"123456789"]
    [labels] = [group for group in parse(drawing).iter(f"{SVG}g") if group.get("class") == "label"]
    [clues] = [group for group in parse(drawing).iter(f"{SVG}g") if group.get("class") == "ink"]
    assert max(float(label.get("x") or 0) for label in labels[:9]) < min(float(clue.get("x") or 0) for clue in clues)
    assert max(float(label.get("y") or 0) for label in labels[9:]) < min(float(clue.get("y") or 0) for clue in clues)


def test_kinds_of_outside_clues_are_told_apart_and_explained() -> None:
    line = tuple(range(9))
    some = Sandwich(line, 20), XSum(line, 21), Skyscraper(line, 3), NumberedRoom(line, 4), FrameSum(line[:3], 15)
    looks = set()
    for rule in some:
        signs = marks_of(Grid.classic(), [rule], with_signs=True)
        assert len(signs) > len(marks(puzzle_with(rule))) == 1
        looks.add(repr(signs[:-1]))
        assert texts(svg.draw(puzzle_with(rule)), "legend") == []
        assert len(texts(svg.draw(puzzle_with(rule), legend=True), "legend")) >= 1
    assert len(looks) == len(some)
    told = " ".join(texts(svg.draw(puzzle_with(*some, LittleKiller((2, 10, 18), 9))), "legend"))
    for name in ("Sandwich", "X-sum", "Skyscraper", "Numbered room", "Frame", "Little killer"):
        assert f"{name}: " in told
    assert texts(svg.draw(puzzle_with(*some), legend=False), "legend") == []


def test_a_total_stands_on_paper_over_every_line() -> None:
    drawing = svg.draw(puzzle_with(Cage((0, 1), 12), Thermo((0, 1, 2))))
    paths = [str(path.get("class")) for path in parse(drawing).iter(f"{SVG}path")]
    assert paths[0] == paths[-1] == "paper"
    assert texts(drawing, "total") == ["12"]


def test_digits_above_nine_are_letters() -> None:
    grid = Grid.classic((4, 4))
    assert texts(svg.draw(Puzzle(grid, (16, *[0] * 255))), "given") == ["G"]
    marked = texts(svg.draw(puzzle_with(grid=grid), candidates=True), "mark")
    assert marked[:16] == [*"123456789ABCDEFG"]


@pytest.mark.parametrize("n", [4, 9, 12, 16, 25, 32])
def test_candidates_do_not_overlap(n: int) -> None:
    grid = Grid.latin(n)
    for spare_corner in (False, True):
        spots = [locate_candidate(grid, 0, digit, spare_corner=spare_corner) for digit in range(1, n + 1)]
        for ((x1, y1), size), ((x2, y2), _) in combinations(spots, 2):
            assert abs(x1 - x2) > 0.72 * size or abs(y1 - y2) > 0.8 * size
        assert all(size / 2 < x < 1 - size / 2 and size / 2 < y < 1 - size / 2 for (x, y), size in spots)


@pytest.mark.parametrize("make", [svg.png, svg.pdf])
@needs("cairo")
def test_ctrl_c_while_cairo_draws_is_kept(make: Callable[[str], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    class Output(BytesIO):
        def write(self, content: object) -> int:  # Cairo calls it, and drops what it raises
            signal.raise_signal(signal.SIGINT)
            return super().write(content)  # type: ignore[arg-type]

    drawing = svg.draw(Puzzle.classic("." * 81))
    monkeypatch.setattr("cairosvg.surface.io", SimpleNamespace(BytesIO=Output))
    with pytest.raises(KeyboardInterrupt):
        make(drawing)
