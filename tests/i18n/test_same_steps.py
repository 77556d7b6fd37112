"""Steps and hints say the same cells and digits in each language, and nothing of another language."""

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from itertools import islice
from pathlib import Path

import pytest

import exemplars
import library
from farandole.formats import read
from farandole.i18n import tr, use_language
from farandole.logic import EXTRA, TECHNIQUES, Board, Detail, Step, describe, explain, explainer, hint
from farandole.puzzle import Puzzle
from farandole.render import steps
from farandole.render.pieces import fonts
from needs import needs
from order import SIMPLE, techniques_to

ROOT = Path(__file__).parents[2]
TECHNIQUES_PAGE = ROOT / "docs" / "techniques.md"
NAMED = {technique.name: technique for technique in (*TECHNIQUES, *EXTRA)}
CELLS = re.compile(r"r[\d\[\],]*\dc?[\d\[\],]*(?<!,)")
WORDS = re.compile(r"[A-Za-z]+")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def named_and_ruled(lang: str) -> list[str]:
    """List the names of all techniques, and the sentences of their rules, longest first."""
    with use_language(lang):
        follows = tr(". So ")
        said = {tr(one.name) for one in NAMED.values()}
        said |= {part for one in NAMED.values() for part in tr(one.doc).removesuffix(tr(".")).split(follows)}
    return sorted(said, key=len, reverse=True)


KNOWN = {lang: named_and_ruled(lang) for lang in ("en", "zh")}
LATIN = {word for some in KNOWN["zh"] for word in WORDS.findall(some)}  # AIC, X, xyz


def bare(said: str, lang: str) -> str:
    """Take names and rules of techniques out: they have numbers of their own, which Chinese writes in words."""
    for some in KNOWN[lang]:
        if some in said:
            said = said.replace(some, "")
    return said


def told(said: str, lang: str) -> tuple[Counter[str], Counter[str]]:
    """Count the cells, and the digits, that a text names."""
    said = bare(said, lang)
    return Counter(CELLS.findall(said)), Counter(re.findall(r"\d+", CELLS.sub(" ", said)))


def foreign(chinese: str) -> set[str]:
    """Find the words of another language, but for sets of cells (A, AB) and parts of techniques' names."""
    words = set(WORDS.findall(CELLS.sub(" ", bare(chinese, "zh")))) - LATIN
    return {word for word in words if len(word) > 2 or not word.isupper()}


def check(speak: Callable[[], str]) -> None:
    """Hear the same in both languages, and each alone."""
    with use_language("en"):
        english = speak()
    with use_language("zh"):
        chinese = speak()
    assert told(english, "en") == told(chinese, "zh"), f"{english}\n{chinese}"
    assert not CHINESE.search(english), english
    assert CHINESE.search(chinese), chinese
    assert foreign(chinese) == set(), chinese
    assert not re.search(r"[\u4e00-\u9fff][,;:.]|[，。；：、]{2}|[，。；：、] ", chinese), chinese


def check_step(step: Step, board: Board) -> None:
    for detail in Detail:
        check(lambda detail=detail: describe(step, board, detail))  # type: ignore[misc]


def check_path(board: Board) -> Counter[str]:
    """Hear each step of a path on the board as it is then; count the techniques."""
    heard: Counter[str] = Counter()
    for step in explain(board):
        heard[step.technique.name] += 1
        if heard[step.technique.name] < 4:
            check_step(step, board)
    return heard


def check_picture(step: Step, board: Board) -> None:
    """Read what is written on a picture: its label, which the caption repeats in lines, and its legend."""
    check(lambda: "\n".join(map(unescape, re.findall(r'aria-label="([^"]*)"', steps.draw(step, board)))))
    with use_language("zh"):
        written = re.findall(r">([^<>]+)</text>", steps.draw(step, board))
    assert foreign("\n".join(map(unescape, written))) == set()


def test_the_pages_examples_of_all_families() -> None:
    heard = set()
    found = re.findall(r'first\("([^"]+)", "([^"]+)"(?:, after="([^"]+)")?\)', TECHNIQUES_PAGE.read_text())
    for line, name, after in found:
        board = Board.of(Puzzle.classic(line))
        usable = (*techniques_to(after or "X-Wing"), NAMED[name])
        step = next(one for one in explain(board, techniques=usable) if one.technique is NAMED[name])
        check_step(step, board)
        check_picture(step, board)
        heard.add(name)
    assert len(heard) > 30


@pytest.mark.parametrize("name", ["samurai.txt", "jigsaw.txt", "killer.json"])
def test_boards_of_any_shape(name: str) -> None:
    [puzzle] = read((ROOT / "examples" / name).read_text())
    assert check_path(Board.of(puzzle))


@pytest.mark.parametrize("name", ["hardest.txt", pytest.param("thousand.txt", marks=pytest.mark.slow)])
def test_paths_of_puzzles(name: str) -> None:
    for puzzle in islice(read((ROOT / "examples" / name).read_text()), 3 if name == "hardest.txt" else 40):
        assert check_path(Board.of(puzzle)).total() > 50


def test_the_way_of_sudoku_explainer() -> None:
    heard: set[str] = set()
    for puzzle in islice(read((ROOT / "examples" / "thousand.txt").read_text()), 5):
        for step, _ in explainer.rate(puzzle).path:
            if step.technique.name not in heard:
                heard.add(step.technique.name)
                check_step(step, Board.of(puzzle))
    assert len(heard) > 4


@needs("data")
@pytest.mark.slow
def test_a_case_of_each_technique_of_the_library() -> None:
    heard: Counter[str] = Counter()
    for case in library.read():
        technique = library.TECHNIQUE_OF.get(case.code)
        if technique and not case.is_empty and heard[technique.name] < 3:
            heard[technique.name] += 1
            for step in islice(technique(case.board(), **case.options), 2):
                check_step(step, case.board())
    assert len(heard) > 60


@needs("data")
@pytest.mark.slow
def test_an_exemplar_of_each_technique() -> None:
    heard = set()
    for name, line, techniques in exemplars.read():
        if name not in heard and techniques:
            board = exemplars.board_of(line)
            for step in explain(board, techniques=(*SIMPLE, *techniques)):
                if step.technique in techniques:
                    check_step(step, board)
                    heard.add(name)
                    break
    assert len(heard) > 50


def test_hints_of_all_kinds_at_all_levels() -> None:
    puzzle = next(iter(read((ROOT / "examples" / "classic.txt").read_text())))
    solution = puzzle.solve()
    assert solution is not None
    right = list(solution.digits)
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    one, other = empty[:2]
    wrong = [digit if puzzle.givens[cell] else 0 for cell, digit in enumerate(right)]
    wrong[one] = right[one] % 9 + 1
    both = list(wrong)
    both[other] = right[other] % 9 + 1
    states = [
        hint(puzzle),
        hint(puzzle, wrong),
        hint(puzzle, both),
        hint(puzzle, right),
        hint(puzzle, notes={one: 0x1FF & ~(1 << right[one] - 1)}),
        hint(puzzle, notes={cell: 0x1FF & ~(1 << right[cell] - 1) for cell in (one, other)}),
        hint(next(iter(read((ROOT / "examples" / "none.txt").read_text())))),
        hint(next(iter(read((ROOT / "examples" / "two.txt").read_text())))),
        hint(puzzle, techniques=["Forcing Net Verity"]),
    ]
    for state in states:
        for detail in Detail:
            check(lambda state=state, detail=detail: state.describe(detail))  # type: ignore[misc]


def test_cairo_is_told_of_a_font_with_the_characters(some_font: str) -> None:
    """It looks for a character in the first font alone."""
    puzzle = Puzzle.classic("12345678." + "." * 72)
    board = Board.of(puzzle)
    step = next(iter(explain(board)))
    with use_language("zh"):
        assert f"font-family:{some_font}" in fonts.assign_fonts(steps.draw(step, Board.of(puzzle)))
    english = steps.draw(step, Board.of(puzzle))
    assert fonts.assign_fonts(english) == english
