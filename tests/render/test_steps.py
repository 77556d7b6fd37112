"""Drawn steps: the marks on the board, the arrows, the legend."""

import math
import re
from itertools import islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from farandole.bitsets import bits
from farandole.formats import read
from farandole.grid import Grid
from farandole.logic import EXTRA, TECHNIQUES, Board, Step, explain
from farandole.logic.wording.blockers import find_blockers
from farandole.puzzle import Puzzle
from farandole.render import steps
from farandole.render.pieces.figures import Disc
from farandole.render.pieces.frame import Window, choose_window
from farandole.render.pieces.inks import INKS, THEMES
from farandole.render.pieces.legend import Entry, disc, lay_out_legend
from farandole.render.pieces.lines import break_lines, estimated_width
from farandole.rules import Cage, Sandwich, Skyscraper, Thermo
from order import SIMPLE

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = Path(__file__).parents[2] / "examples"
HARD = ".3.56...7....4.....59..81......7.8......9.4...2...6.7.3.......1.189.3.....7..5..."
PUZZLES = (HARD, *re.findall("[.0-9]{81}", (EXAMPLES / "thousand.txt").read_text())[:12])

Pictured = tuple[Step, Board, str]


@pytest.fixture(scope="module")
def pictures() -> list[Pictured]:
    """Return a step of each technique that these puzzles need, with each kind of chain and of sets."""
    drawn: dict[str, Pictured] = {}
    for line in PUZZLES:
        board = Board.of(Puzzle.classic(line))
        for step in explain(board):
            if step.technique.name not in drawn:
                drawn[step.technique.name] = step, board.copy(), steps.draw(step, board)
    board = Board.of(Puzzle.classic(HARD))
    for _ in explain(board, techniques=SIMPLE):
        pass
    for technique in (*TECHNIQUES, *EXTRA):
        if re.search("Chain|AIC|Loop|Almost|Wing|Color", technique.name) and "Dynamic" not in technique.name:
            for step in islice(technique(board), 2):
                drawn[f"{technique.name} {len(drawn)}"] = step, board, steps.draw(step, board)
    assert len(drawn) > 30
    return list(drawn.values())


def texts(root: ElementTree.Element) -> list[tuple[float, float, float, str, str, str]]:
    """The words of a drawing: x, y, size, ink, anchor, text."""
    found = []
    for group in root.iter(f"{SVG}g"):
        anchor = group.get("text-anchor") or "middle"
        size, ink = float(group.get("font-size") or 0), group.get("class") or ""
        found += [(float(t.get("x") or 0), float(t.get("y") or 0), size, ink, anchor, t.text or "") for t in group]
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_a_step_is_drawn_on_its_board(theme: str) -> None:
    """Eliminations are crossed out, all digits are drawn, rows and columns are numbered."""
    board = Board.of(Puzzle.classic(HARD))
    for step in islice(explain(board), 40):
        drawing = steps.draw(step, board, theme=theme)
        words = texts(ElementTree.fromstring(drawing))
        of_inks = [[word for word in words if word[3] in inks] for inks in (("given", "found"), ("mark", "held"))]
        assert len(of_inks[0]) == sum(map(bool, board.values))
        assert len(of_inks[1]) == sum(map(int.bit_count, board.masks))
        assert [word[5] for word in words if word[3] == "label"] == [*"123456789", *"123456789"]
        strikes = re.findall(r'class="strike-line"[^>]*d="([^"]*)"', drawing)
        assert sum(path.count("M") for path in strikes) == len(step.eliminations)
        assert drawing.count("blocker-line") >= find_blockers(step, board).bit_count()
        assert f'aria-label="{step.technique.name}: ' in drawing


def test_no_word_leaves_the_picture(pictures: list[Pictured]) -> None:
    for step, _, drawing in pictures:
        root = ElementTree.fromstring(drawing)
        left, top, width, height = map(float, str(root.get("viewBox")).split())
        for x, y, size, _, anchor, text in texts(root):
            half = 0.25 * size * len(text)
            center = x + half if anchor == "start" else x
            assert left <= center - half, (step, text)
            assert center + half <= left + width, (step, text)
            assert top <= y - 0.8 * size, (step, text)
            assert y <= top + height, (step, text)


def test_words_of_the_legend_do_not_overlap(pictures: list[Pictured]) -> None:
    for step, _, drawing in pictures:
        legend = [word for word in texts(ElementTree.fromstring(drawing)) if word[3] == "legend" and word[1] > 900]
        assert legend
        rows: dict[float, list[tuple[float, float]]] = {}
        for x, y, size, _, _, text in legend:
            rows.setdefault(y, []).append((x, x + 0.5 * size * len(text)))
        for ends in rows.values():
            assert all(end < start for (_, end), (start, _) in pairwise(ends)), step
        heights = sorted(rows)
        assert all(b - a > 25 for a, b in pairwise(heights))


def test_the_legend_tells_each_color_that_is_seen(pictures: list[Pictured]) -> None:
    tints = {"base", "cover", "crossing", "set_1", "set_2", "set_3", "set_4"}
    for step, _, drawing in pictures:
        root = ElementTree.fromstring(drawing)
        discs: dict[bool, set[str]] = {False: set(), True: set()}
        for circle in root.iter(f"{SVG}circle"):
            discs[float(circle.get("cy") or 0) > 900].add(str(circle.get("class")))
        badges = {"paper ink-line"}
        assert discs[False] - badges == discs[True], step
        classes = [str(path.get("class")) for path in root.iter(f"{SVG}path")]
        for ink in tints & set(classes):
            assert f"{ink} grid-line" in classes, (step, ink)
        assert ("link-line" in classes) == bool(sum(map(len, step.reason.links)))


def curves(drawing: str) -> list[list[tuple[float, float]]]:
    """Points along each arrow of a drawing, in cells."""
    found = []
    number = r"(-?[\d.]+)"
    for path in re.findall(r'class="link-line"[^>]*d="([^"]*)"', drawing):
        for piece in re.findall(r"M[^M]*C[^M]*", path):
            x = [float(n) / 100 for n in re.findall(number, piece)]
            points = list(zip(x[::2], x[1::2], strict=True))
            assert len(points) == 4
            found.append([bezier(points, n / 40) for n in range(41)])
    return found


def bezier(points: list[tuple[float, float]], share: float) -> tuple[float, float]:
    if len(points) == 1:
        return points[0]
    between = [(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])) for a, b in pairwise(points)]
    return bezier(between, share)


def test_arrows_keep_off_the_digits(pictures: list[Pictured]) -> None:
    n_arrows = 0
    for step, board, drawing in pictures:
        for curve in curves(drawing):
            n_arrows += 1
            for cell, (row, column) in enumerate(board.geometry.grid.positions):
                if board.values[cell]:
                    assert min(math.dist(point, (column + 0.5, row + 0.5)) for point in curve) > 0.25, step
            assert all(-0.15 < x < 9.15 and -0.15 < y < 9.15 for x, y in curve), step
    assert n_arrows > 50


def brightness(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    shares = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colors as WCAG 2 measures it."""
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_words_can_be_read(theme: int) -> None:
    tints = ("paper", "base", "cover", "crossing", "set_1", "set_2", "set_3", "set_4")
    pairs = [(ink, tint) for ink in ("given", "found", "mark", "ink") for tint in tints]
    pairs += [(ink, "paper") for ink in ("label", "legend", "total", "strike")]
    discs = (*steps.COLOR_INKS, *steps.OTHER_INKS, "fin", "right", "wrong", "pattern", "placed", "gone")
    pairs += [("held", ink) for ink in discs]
    faint = {pair: contrast(*(INKS[ink][theme] for ink in pair)) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in faint.items() if ratio < 4.5} == {}


def test_a_large_board_is_drawn_where_the_step_is() -> None:
    [samurai] = read((EXAMPLES / "samurai.txt").read_text())
    board = Board.of(samurai)
    for step in islice(explain(board), 25):
        drawing = steps.draw(step, board)
        words = texts(ElementTree.fromstring(drawing))
        columns = {int(word[5]) for word in words if word[3] == "label" and word[1] < 0}
        rows = {int(word[5]) for word in words if word[3] == "label"}
        touched = [cell for cell, _ in (*step.placements, *step.eliminations)] + list(bits(step.reason.cells))
        for row, column in (board.geometry.grid.positions[cell] for cell in touched):
            assert row + 1 in rows
            assert column + 1 in columns | rows
        assert "map_edge-line" in drawing
        assert ">visible part<" in drawing
        assert len(drawing) < 60_000


def test_a_step_is_drawn_among_the_rules() -> None:
    """Thermos, cages without a total, diagonals and clues outside are there, each once."""
    grid, column = Grid.classic().with_houses("diagonals"), tuple(range(0, 81, 9))
    rules = (Thermo((1, 2, 11)), Cage((40, 41, 50)), Sandwich(column, 20), Skyscraper(column[::-1], 3))
    board = Board.of(Puzzle(grid, tuple(map(int, "12345678" + "0" * 73)), rules=rules))
    drawing = steps.draw(next(iter(explain(board))), board)
    classes = re.findall(r'class="([\w -]+)"', drawing)
    assert {"thermo", "cage-line", "diagonal-line", "sign-line"} <= set(classes)
    assert "window" not in classes
    words = texts(ElementTree.fromstring(drawing))
    assert {"20", "3"} <= {word[5] for word in words if word[3] == "ink"}
    [clue] = [word for word in words if word[5] == "20"]
    assert all(word[1] < clue[1] for word in words if word[3] == "label" and word[0] > 0 and word[1] < 0)
    assert any(word[5].startswith("Sandwich: ") for word in words)


def test_windows() -> None:
    samurai = Grid.samurai()
    cell = {place: number for number, place in enumerate(samurai.positions)}
    assert choose_window(samurai, [cell[13, 20], cell[20, 12]]) == Window(12, 12, 21, 21)
    assert choose_window(samurai, [cell[7, 7]]) in {Window(0, 0, 9, 9), Window(6, 6, 15, 15)}
    assert choose_window(samurai, [cell[0, 0], cell[7, 7], cell[10, 10]]) == Window(0, 0, 15, 15)
    assert choose_window(Grid.classic((5, 5)), [0, 26]) == Window(0, 0, 5, 5)
    assert choose_window(Grid.classic((5, 5)), range(25)) == Window(0, 0, 5, 25)
    assert choose_window(Grid.classic((4, 4)), [0]) == Window(0, 0, 16, 16)
    assert choose_window(samurai, []) == Window(0, 0, 21, 21)


def test_digits_above_nine_are_letters_that_the_legend_tells() -> None:
    grid = Grid.classic((3, 4))
    solution = Puzzle(grid, (0,) * 144).solve()
    assert solution is not None
    board = Board.of(Puzzle(grid, (0, *solution.digits[1:])))
    words = [word[5] for word in texts(ElementTree.fromstring(steps.draw(next(iter(explain(board))), board)))]
    assert "A to C: 10 to 12" in words
    assert {"A", "B", "C"} <= set(words)


@pytest.mark.parametrize("text", ["one two three four five six", "一二三四五六七八九十一二三四五六七八九十", "word"])
def test_a_text_is_broken_where_the_line_ends(text: str) -> None:
    lines = break_lines(text, 6)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(estimated_width(line) <= 6 for line in lines)


def test_a_legend_is_as_wide_as_it_may_be() -> None:
    entries = [Entry(disc("fin"), f"entry number {n}") for n in range(9)]
    marks = list(lay_out_legend(entries, (1, 2), 8))
    centers = [mark.center for mark in marks if isinstance(mark, Disc)]
    assert len(centers) == 9
    assert all(1 < x < 9 for x, _ in centers)
    assert len({y for _, y in centers}) > 2
