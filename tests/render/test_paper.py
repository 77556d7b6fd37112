"""The content of pages, which must fit on them."""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from oracle import is_solution
from strategies import examples_of_each

from commands import EASY, WIKIPEDIA, WIKIPEDIA_SOLVED
from farandole.errors import ArgumentError, MissingExtraError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.render import lettering
from farandole.render.lettering import Line, lines_of, width_of
from farandole.render.page_sizes import PAPERS, PER_PAGE
from farandole.render.paper import MARGIN, Item, Sheet, write_pdf
from farandole.render.rule_sentences import describe_all_rules
from farandole.rules import RULES, Cage, LittleKiller
from needs import needs

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("width", "height")
CLASSIC = Puzzle.classic(WIKIPEDIA)


def forget() -> None:
    for remembers in (lettering.advance, lettering.width_in_ems):
        remembers.cache_clear()


@pytest.fixture(params=["measured", "estimated"], autouse=True)
def text_measure(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without Cairo, widths are estimated, and everything must still fit."""
    forget()
    if request.param == "estimated":
        monkeypatch.setattr(lettering, "measuring_context", lambda: None)
    yield
    forget()


def empty(grid: Grid) -> Puzzle:
    return Puzzle(grid, (0,) * grid.n_cells)


def items(n: int, puzzle: Puzzle = CLASSIC) -> list[Item]:
    return [Item(puzzle, f"Number {number}", puzzle.solve()) for number in range(1, n + 1)]


def drawings(page: str) -> list[ElementTree.Element]:
    """The groups into which drawings are put."""
    return [group for group in ElementTree.fromstring(page) if group.tag == f"{SVG}g" and group.get("transform")]


def codes(page: str) -> list[ElementTree.Element]:
    """The QR codes."""
    return [path for path in ElementTree.fromstring(page) if path.tag == f"{SVG}path" and path.get("transform")]


def placed(group: ElementTree.Element) -> tuple[float, float, float]:
    """Return the offset and the scale of a drawing."""
    match = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", group.get("transform") or "")
    assert match
    x, y, scale = map(float, match.groups())
    return x, y, scale


def boxes(page: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of the paper of each drawing, and of each line of text."""
    found = []
    for group in drawings(page):
        x, y, scale = placed(group)
        paper = next(path for path in group.iter(f"{SVG}path") if path.get("class") == "paper")
        match = re.fullmatch(r"M(-?[\d.]+)[ ]?(-?[\d.]+)h([\d.]+)v([\d.]+)h\S+z", paper.get("d") or "")
        assert match
        left, top, width, height = map(float, match.groups())
        found.append((x + scale * left, y + scale * top, x + scale * (left + width), y + scale * (top + height)))
    for code in codes(page):
        x, y, scale = placed(code)
        rows = [int(row) for row in re.findall(r"M\d+ (\d+)", code.get("d") or "")]
        found.append((x, y, x + scale * (max(rows) + 1), y + scale * (max(rows) + 1)))
    for text in ElementTree.fromstring(page).findall(f"{SVG}text"):
        size, x, y = (float(text.get(name) or 0) for name in ("font-size", "x", "y"))
        width = width_of(text.text or "", size, weight=text.get("font-weight") or "")
        left = x - width / 2 * (text.get("text-anchor") == "middle")
        found.append((left, y - 0.75 * size, left + width, y + 0.25 * size))
    return found


def size_of(page: str) -> tuple[float, float]:
    width, height = (float((ElementTree.fromstring(page).get(name) or "").removesuffix("pt")) for name in SIDES)
    return width, height


def said(page: str) -> str:
    return " ".join(text.text or "" for text in ElementTree.fromstring(page).findall(f"{SVG}text"))


def assert_all_has_room(sheet: Sheet) -> None:
    for page in sheet.pages():
        width, height = size_of(page)
        assert sorted((width, height)) == sorted(PAPERS[sheet.paper])
        some = boxes(page)
        assert some
        for left, top, right, bottom in some:
            assert left > MARGIN - 1
            assert right < width - MARGIN + 1
            assert top > MARGIN - 1
            assert bottom < height - MARGIN + 1
        for (n, one), (k, other) in [(a, b) for a in enumerate(some) for b in enumerate(some) if a[0] < b[0]]:
            apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] - 1 or other[1] >= one[3] - 1
            assert apart, f"{n} and {k} overlap: {one}, {other}"


# ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("n", [1, 2, 6, 13])
def test_so_many_puzzles_stand_on_a_page(per_page: int, n: int) -> None:
    sheet = Sheet(items(n), per_page=per_page)
    pages = [*sheet.pages()]
    n_answers = -(-n // 12)
    assert len(sheet) == len(pages) == -(-n // per_page) + n_answers
    shown = [len(drawings(page)) for page in pages]
    assert sum(shown[:-n_answers]) == sum(shown[-n_answers:]) == n
    assert max(shown[:-n_answers]) <= per_page
    assert all(f"Page {number} of {len(pages)}" in said(page) for number, page in enumerate(pages, 1))


def test_titles_ratings_remarks_and_rules_are_said() -> None:
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 9),))
    item = Item(puzzle, "Cats & dogs", None, "It has several solutions.", 3, "hard, 1,234")
    page, answers = Sheet([item], title="Monday <1>").pages()
    for words in ("Monday <1>", "Cats & dogs", "hard, 1,234", "It has several solutions."):
        assert words in said(page)
    for sentence in describe_all_rules(puzzle):
        assert sentence in said(page)
    stars = [path for path in ElementTree.fromstring(page).findall(f"{SVG}path") if "stroke" in path.get("style", "")]
    assert ["fill:#111" in (star.get("style") or "") for star in stars] == [True] * 3 + [False] * 2
    assert "Answers: Monday <1>" in said(answers)
    assert "Cats & dogs" in said(answers)
    assert "It has several solutions." in said(answers)


def test_drawings_have_their_colors_and_light_ones() -> None:
    """The style sheet of a page names the class of its drawings."""
    for page in Sheet(items(2)).pages():
        assert set(re.findall(r"\.farandole-(\w+)", page)) == {"light"}
        assert '<g class="farandole-light"' in page


def test_answers_are_those_of_the_puzzles() -> None:
    lines = [WIKIPEDIA, EASY]
    puzzles = [Puzzle.classic(line) for line in lines]
    *_, page = Sheet([Item(puzzle, "", puzzle.solve()) for puzzle in puzzles]).pages()
    found = []
    for group in drawings(page):
        digits = [0] * 81
        for text in group.iter(f"{SVG}text"):
            column, row = (int(float(text.get(axis) or 0) / 100) for axis in "xy")
            digits[9 * row + column] = int(text.text or 0)
        found.append(digits)
    assert "".join(map(str, found[0])) == WIKIPEDIA_SOLVED
    assert all(is_solution(puzzle.givens, digits) for puzzle, digits in zip(puzzles, found, strict=True))
    assert len([*Sheet(items(3), answers=False).pages()]) == 1


def test_a_puzzle_without_an_answer_says_so_among_the_answers() -> None:
    none = Item(CLASSIC, "Broken", None, "It has no solution.")
    *_, page = Sheet([*items(1), none]).pages()
    assert len(drawings(page)) == 1
    assert "It has no solution." in said(page)


def test_candidates_are_printed_if_asked_for() -> None:
    with_marks, without = (next(Sheet(items(1), candidates=value).pages()) for value in (True, False))
    assert 'class="mark"' in with_marks
    assert 'class="mark"' not in without


# ── Room ────────────────────────────────────────────────────────────────────────────────────────────────────────────

SHAPES = [
    empty(Grid.classic((2, 2))),
    empty(Grid.classic((2, 3))),
    empty(Grid.jigsaw("AAAB CABB CCDB CDDD")),
    empty(Grid.classic((4, 4))),
    empty(Grid.samurai()),
    empty(Grid.classic((5, 5))),
    empty(Grid.named("shogun")),
    Puzzle(Grid.classic(), (0,) * 81, rules=(LittleKiller(tuple(range(1, 72, 10)), 30),)),
]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_shape_has_room(per_page: int, paper: str) -> None:
    long = "A title that goes on and on, as if the setter were paid by the word, which nobody ever is " * 2
    some = [
        Item(puzzle, f"{n}. {long[: 25 * n]}", None, "It has several solutions.") for n, puzzle in enumerate(SHAPES)
    ]
    assert_all_has_room(Sheet(some, per_page=per_page, title=long, paper=paper))


@pytest.mark.parametrize("per_page", [*PER_PAGE, None])
def test_qr_codes_have_room(per_page: int | None) -> None:
    """They are beside the puzzle or below it, where they leave larger cells."""
    link = "https://sudokupad.app/" + "x" * 300
    some = [Item(puzzle, "A puzzle", None, link=link) for puzzle in SHAPES]
    some += [Item(Puzzle(puzzle.grid, puzzle.givens, rules=(Cage((0, 1), 3),)), link=link) for puzzle in SHAPES]
    sheet = Sheet(some, per_page=per_page, title="Links", answers=False)
    assert_all_has_room(sheet)
    assert sum(len(codes(page)) for page in sheet.pages()) == len(some)
    assert {placed(code)[2] > 0.8 for page in sheet.pages() for code in codes(page)} == {True}, "no smaller for room"


@pytest.mark.parametrize(
    ("grid", "n"),
    [
        (Grid.classic((2, 2)), 12),
        (Grid.classic((2, 3)), 6),
        (Grid.classic(), 4),
        (Grid.classic((3, 4)), 2),
        (Grid.classic((4, 4)), 1),
        (Grid.samurai(), 1),
    ],
)
def test_as_many_as_can_be_written_in(grid: Grid, n: int) -> None:
    sheet = Sheet([Item(empty(grid))] * 24, answers=False)
    assert len(sheet) == 24 // n


@pytest.mark.parametrize("per_page", [2, 4, 6, 12])
def test_the_last_page_is_filled(per_page: int) -> None:
    """Fewer puzzles are larger, or at least as large."""
    for n in range(1, per_page):
        first, last = Sheet(items(per_page + n), per_page=per_page, answers=False).pages()
        [usual, *_], shown = ([placed(group)[2] for group in drawings(page)] for page in (first, last))
        assert len(shown) == n
        assert min(shown) >= usual
        room = sum(9 * 9 * (100 * scale) ** 2 for scale in shown)
        assert room > 0.25 * (595.28 - 2 * MARGIN) * (841.89 - 2 * MARGIN)


def test_answers_are_no_larger_than_needed() -> None:
    for n in (1, 2, 5, 12):
        *_, page = Sheet(items(n)).pages()
        assert {placed(group)[2] <= 0.2 for group in drawings(page)} == {True}
        below = max(bottom for _, _, _, bottom in boxes(page)[:n])
        assert n > 2 or below < 400, "they begin at the top"


def test_large_puzzles_get_a_page_alone_and_the_others_close_up() -> None:
    some = [Item(puzzle) for puzzle in (CLASSIC, SHAPES[4], CLASSIC, CLASSIC, SHAPES[4], CLASSIC)]
    sheet = Sheet(some, per_page=4, answers=False)
    widths = [[placed(group)[2] for group in drawings(page)] for page in sheet.pages()]
    assert [len(page) for page in widths] == [4, 1, 1]
    [alone] = widths[1]
    assert alone > 14 / 100


def test_a_wide_puzzle_alone_lies_on_its_side() -> None:
    shogun = empty(Grid.named("shogun"))
    some = [Item(puzzle, "", None, "It has several solutions.") for puzzle in (CLASSIC, shogun, empty(Grid.samurai()))]
    sheet = Sheet(some)
    assert [width > height for width, height in map(size_of, sheet.pages())] == [False, True, False, False, True]
    assert_all_has_room(sheet)


@pytest.mark.slow
@given(st.data())
@examples_of_each(8)
def test_a_puzzle_with_every_rule_has_room(data: st.DataObject) -> None:
    rules = tuple(data.draw(strategies.rules(name, 9, 81)) for name in RULES)
    some = [Item(Puzzle(Grid.classic(), (0,) * 81, rules=rules), "Everything"), *items(2)]
    sheet = Sheet(some, per_page=6, answers=False)
    assert_all_has_room(sheet)
    words = " ".join(" ".join(map(said, sheet.pages())).replace("- ", "-").split())
    assert all(" ".join(sentence.split()) in words for sentence in describe_all_rules(some[0].puzzle))


def test_puzzles_of_a_row_begin_at_the_same_height() -> None:
    some = [Item(CLASSIC, "Short"), Item(CLASSIC, "A title that is much too long for a line in so narrow a place")]
    [page, _] = Sheet([*some, *items(3)], per_page=4, answers=False).pages()
    (_, one, scale), (_, other, same) = map(placed, drawings(page)[:2])
    assert (one, scale) == (other, same)


def test_a_long_title_is_smaller_and_a_longer_one_is_cut() -> None:
    sizes, is_cut = [], []
    for title in ("Monday morning " * n for n in (1, 3, 4, 5, 6, 50)):
        [page] = Sheet(items(1), title=title, answers=False).pages()
        text = next(ElementTree.fromstring(page).iter(f"{SVG}text"))
        sizes.append(float(text.get("font-size") or 0))
        is_cut.append((text.text or "").endswith("..."))
        assert_all_has_room(Sheet(items(1), title=title))
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) >= 3
    assert is_cut == sorted(is_cut)
    assert (is_cut[0], is_cut[-1]) == (False, True)
    assert len([*Sheet(items(1), title=" ").pages()]) == 2


@pytest.mark.parametrize(("name", "value"), [("per_page", 3), ("per_page", 0), ("paper", "b5")])
def test_what_there_is_not(name: str, value: Any) -> None:
    with pytest.raises(ArgumentError, match=f"{name}: expected one of .*, found {value!r}"):
        Sheet([], **{name: value})


# ── Lines of text ───────────────────────────────────────────────────────────────────────────────────────────────────

TEXT = "Digits in a cage don't repeat and add up to the number in its corner. 笼中数字不重复，总和为角上的数。"


@pytest.mark.parametrize("width", [60, 100, 200, 1000])
def test_lines_have_room_and_lose_nothing(width: float) -> None:
    lines = lines_of(TEXT, 10, width)
    assert all(
        width_of(line, 10) <= width + 10 for line in lines
    )  # punctuation that can't start a line may exceed the width
    assert "".join("".join(lines).split()) == "".join(TEXT.split())
    assert not any(line.startswith(("，", "。", ".", ",")) for line in lines)
    for one, other in pairwise(lines):
        assert width_of(f"{one} {other}", 10) > width


def test_a_word_longer_than_a_line_is_broken() -> None:
    lines = lines_of("x" * 100, 10, 50)
    assert len(lines) > 5
    assert "".join(lines) == "x" * 100


@needs("cairo")
def test_estimates_are_no_less_than_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = {rule for puzzle in SHAPES for rule in describe_all_rules(puzzle)}
    measured = {sentence: width_of(sentence, 10) for sentence in sentences}
    monkeypatch.setattr(lettering, "measuring_context", lambda: None)
    forget()
    assert all(measured[sentence] <= width_of(sentence, 10) for sentence in sentences)


def test_lines_are_drawn_as_they_are_said() -> None:
    [text] = Line("a < b", 10).draw(5, 20)
    assert "a &lt; b</text>" in text
    stars, rating = Line("hard", 10, stars=2).draw(100, 20, anchor="middle")
    assert stars.count("fill:#111") == 2
    assert stars.count("fill:none") == 3
    assert ">hard<" in rating


# ── PDF ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@needs("cairo")
def test_a_pdf_has_the_pages_and_their_text() -> None:
    sheet = Sheet(items(5), title="Monday", paper="letter")
    file = BytesIO()
    write_pdf(sheet.pages(), file, title="Monday")
    pdf = pypdf.PdfReader(file)
    assert pdf.metadata
    assert pdf.metadata.title == "Monday"
    assert len(pdf.pages) == len(sheet) == 3
    assert all((page.mediabox.width, page.mediabox.height) == (612, 792) for page in pdf.pages)
    texts = [page.extract_text() for page in pdf.pages]
    assert "Number 4" in texts[0]
    assert "Normal sudoku rules apply." in texts[0]
    assert "Number 5" in texts[1]
    assert "Answers: Monday" in texts[2]
    assert "7 2 3 4 8" in texts[2], "the digits of the second row that were not given"


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'farandole\[draw\]'"):
        write_pdf(Sheet(items(1)).pages(), BytesIO())
