"""Title, author and rules in words survive wherever a format has a place for them."""

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farandole
from commands import WIKIPEDIA, run
from farandole import formats
from farandole.errors import FormatError, PuzzleError
from farandole.formats import fpuzzles, json_document, sudokupad
from farandole.formats.table import FORMATS
from farandole.generate import fill
from farandole.grid import Grid
from farandole.io.source import Source
from farandole.io.titled_puzzles import read_titled
from farandole.puzzle import About, Puzzle
from farandole.render.paper import Item, Sheet
from farandole.rules import Cage, Thermo
from farandole.sizes import MAX_RULES_TEXT, MAX_TITLE
from farandole.tui import saves
from farandole.tui.game import Game
from farandole.web.protocol import call

SNAKE = About('Snake <i>Eyes</i> & "more" 数独', "Ada", "Normal sudoku rules apply.\n\n<script>alert(1)</script> A & B")
PUZZLE = Puzzle.of(Grid.classic(), WIKIPEDIA, rules=[Cage((2, 11)), Thermo((79, 78))], about=SNAKE)
HOLDING = [row.name for row in FORMATS if row.has_about]
HOSTILE = st.text(st.one_of(st.characters(), st.sampled_from("\x00\x1b\r\n\t\u202e\u2028\ufeff\ufffe<&>\"':{}\\%")))


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts as they come, with what nobody should have to see, and long ones."""
    return st.one_of(HOSTILE.map(lambda text: text[:most]), st.just("\u6570" * most))


abouts = st.builds(About, texts(MAX_TITLE), texts(MAX_TITLE), texts(MAX_RULES_TEXT))


# ── What a puzzle carries ───────────────────────────────────────────────────────────────────────────────────────────


def test_it_takes_no_part_in_equality() -> None:
    bare = replace(PUZZLE, about=About())
    assert bare == PUZZLE
    assert hash(bare) == hash(PUZZLE)
    assert len({bare, PUZZLE}) == 1
    assert PUZZLE.count() == bare.count()


def test_a_repr_is_pasted_back() -> None:
    for puzzle in (PUZZLE, Puzzle.classic(WIKIPEDIA, about=SNAKE), Puzzle.of(Grid.latin(2), "1...", about=SNAKE)):
        names = {"Puzzle": Puzzle, "Grid": Grid, "About": About, "Cage": Cage, "Thermo": Thermo}
        again = eval(repr(puzzle), names)
        assert (again, again.about) == (puzzle, SNAKE)
    assert "about" not in repr(Puzzle.classic(WIKIPEDIA))
    assert pickle.loads(pickle.dumps(PUZZLE)).about == SNAKE


def test_what_changes_a_puzzle_keeps_it() -> None:
    few = Puzzle.classic(WIKIPEDIA[:60] + "." * 21, about=SNAKE)
    assert farandole.complete(few, seed=1).puzzle.about == SNAKE
    assert farandole.minimize(Puzzle.classic(WIKIPEDIA, about=SNAKE), seed=1).puzzle.about == SNAKE
    assert fill(Puzzle.classic(WIKIPEDIA, about=SNAKE), seed=1).puzzle.about == SNAKE


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"title": 7}, "title: expected a text, found 7"),
        ({"author": "a" * (MAX_TITLE + 1)}, "author: expected at most 300 characters, found 301"),
        ({"rules": "a" * (MAX_RULES_TEXT + 1)}, "rules: expected at most 10,000 characters, found 10,001"),
    ],
)
def test_malformed(said: dict[str, str], fault: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(fault)):
        About(**dict[str, Any](said))
    text = json.dumps({"farandole": 1, "grid": {"size": 4}, "about": said})
    with pytest.raises(FormatError, match=rf"about\.{re.escape(fault)}"):
        json_document.read(text)


def test_about_is_an_about() -> None:
    with pytest.raises(PuzzleError, match="about: expected an About, found 'Ada'"):
        Puzzle.classic(WIKIPEDIA, about="Ada")  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="about: unknown key 'name'; expected one of title, author, rules"):
        json_document.read('{"farandole": 1, "grid": {"size": 4}, "about": {"name": "x"}}')


@given(abouts)
def test_texts_are_harmless(about: About) -> None:
    for text in (about.title, about.author, *about.rules.split("\n")):
        assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u202e\ud800-\udfff\ufffe\uffff]", text)
    assert About().with_texts(about.texts) == about
    ElementTree.fromstring(farandole.draw(Puzzle.of(Grid.latin(2), "1...", about=about)))


# ── Formats ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_formats_that_hold_it() -> None:
    assert HOLDING == ["json", "fpuzzles", "sudokupad", "link"]


@pytest.mark.parametrize("format", HOLDING)
@given(about=abouts)
def test_read_of_write(format: str, about: About) -> None:
    puzzle = replace(PUZZLE, about=about)
    [again] = formats.read(formats.write(puzzle, format))
    assert again.about == about
    assert {*again.rules} == {*puzzle.rules}


@given(about=abouts)
def test_read_of_write_of_other_functions(about: About) -> None:
    puzzle = replace(PUZZLE, about=about)
    assert fpuzzles.read(fpuzzles.write(puzzle)).about == about
    assert sudokupad.read(sudokupad.write(puzzle, "fpuz")).about == about


def test_sudokupad_shows_it() -> None:
    """Its own keys hold the texts, and what somebody changes there counts."""
    held = dict(sudokupad.link.document_of(PUZZLE))
    assert {key: held["metadata"][key] for key in ("title", "author", "rules")} == SNAKE.texts
    held["metadata"]["title"] = "Renamed"
    assert sudokupad.read(json.dumps(held)).about == replace(SNAKE, title="Renamed")


def test_sudokupad_in_cages_and_lists() -> None:
    held = {"cells": [[{}] * 4] * 4, "regions": [], "cages": [{"value": f"{key}: {key}!"} for key in SNAKE.texts]}
    held["cages"].append({"value": "rules: and: more"})  # type: ignore[attr-defined]
    assert sudokupad.read(json.dumps(held)).about == About("title!", "author!", "rules!\nand: more")
    held["metadata"] = {"rules": ["One.", 7, "Two."]}
    assert sudokupad.read(json.dumps(held)).about.rules == "One.\nTwo."


def test_too_long_a_text_is_refused_or_cut() -> None:
    text = json.dumps(json.loads(fpuzzles.write(PUZZLE)) | {"title": "t" * 5000})
    with pytest.raises(FormatError, match="not understood: title: more than 300 characters"):
        formats.read(text)
    [puzzle] = formats.read(text, lenient=True)
    assert puzzle.about == replace(SNAKE, title="t" * 300)


def test_schema() -> None:
    said = json_document.schema()["properties"]["about"]
    assert {*said["properties"]} == {*SNAKE.texts, "message", "drawing", "fog"}


# ── What shows it ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_convert_keeps_it() -> None:
    link = formats.write(PUZZLE, "fpuzzles")
    for format in HOLDING:
        done = run("convert", link, "--to", format)
        assert (done.returncode, done.stderr) == (0, "")
        [again] = formats.read(done.stdout)
        assert again.about == SNAKE


def test_convert_says_what_is_dropped() -> None:
    link = formats.write(Puzzle.classic(WIKIPEDIA, about=SNAKE), "fpuzzles")
    done = run("convert", link, "--to", "line")
    assert (done.returncode, done.stdout) == (0, f"{WIKIPEDIA}\n")
    assert done.stderr.endswith("dropped: the `line` format has no place for title, author, rules\n")
    assert done.stderr.count("\n") == 1
    assert run("convert", WIKIPEDIA, "--to", "line").stderr == ""


def test_a_drawing_says_it_to_those_who_cannot_see() -> None:
    root = ElementTree.fromstring(farandole.draw(PUZZLE))
    assert root.attrib["aria-label"] == SNAKE.heading
    assert "aria-label" not in ElementTree.fromstring(farandole.draw(Puzzle.classic(WIKIPEDIA))).attrib


def test_a_sheet_prints_it() -> None:
    [page] = Sheet([Item(PUZZLE)], per_page=1, answers=False).pages()
    said = [node.text for node in ElementTree.fromstring(page).iter("{http://www.w3.org/2000/svg}text")]
    assert "".join(map(str, said)).startswith(SNAKE.heading)
    assert [line for line in SNAKE.rules.split("\n") if line] == said[-2:]
    assert "Digits in a cage" not in page, "the setter's words are there"
    [write_entries] = Sheet([Item(PUZZLE, "Mine")], per_page=1, answers=False).pages()
    assert "Snake" not in "".join(ElementTree.fromstring(write_entries).itertext())


def test_long_rules_get_a_page_alone() -> None:
    long = replace(PUZZLE, about=About(rules="Digits along a line don't repeat. " * 250))
    sheet = Sheet([Item(PUZZLE), Item(long), Item(PUZZLE)], per_page=6, answers=False)
    first, second = sheet.pages()
    assert ("along" in first, "along" in second) == (False, True)
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"[^>]*>Digits along', second)]
    assert min(sizes) >= 4.5


def test_the_sheet_command_prints_it(tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    link = formats.write(PUZZLE, "sudokupad")
    done = run("sheet", link, "-o", str(out), "--per-page", "1", "--no-answers")
    assert done.stderr.count("\n") <= 1, "that it has several solutions"
    printed = "".join(ElementTree.fromstring(out.read_text()).itertext())
    assert f"1. {SNAKE.heading}".replace(" ", "") in re.sub(r"\s", "", printed), "in one font or in several"
    assert "<script>alert(1)</script> A & B" in printed


def test_titles_of_sources() -> None:
    [one] = read_titled(Source.of(formats.write(PUZZLE, "json")), 9)
    assert one.title == SNAKE.heading


def test_a_saved_game_keeps_it() -> None:
    again = saves.read(saves.write(Game(PUZZLE)))
    assert again.given.about == SNAKE
    assert saves.name_file(PUZZLE) == saves.name_file(replace(PUZZLE, about=About()))


def test_the_page_keeps_it() -> None:
    """What it reads, it shows, and gives to others."""
    [puzzle, _] = call("parse", {"text": formats.write(PUZZLE, "fpuzzles")})
    assert puzzle["document"]["about"] == SNAKE.texts
    [told] = call("rules", {"puzzle": puzzle["document"]})
    assert told["told"][:2] == [line for line in SNAKE.rules.split("\n") if line]
    [written] = call("write", {"puzzle": puzzle["document"], "form": "sudokupad"})
    assert sudokupad.read(written["text"]).about == SNAKE
