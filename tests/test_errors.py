"""What a program reads of an error: its code and its fields, whatever is added to the message on the way."""

import copy
import pickle

import pytest

from farandole import Grid, Puzzle, errors, formats
from farandole.errors import FarandoleError, FormatError, PhotoError, PuzzleError, RuleError, SeveralPuzzlesError
from farandole.formats.text import classic
from farandole.rules import Cage
from farandole.web.protocol import call

TWICE = "55" + "." * 79
FIELDS = {"house": "row 1", "kind": "row", "number": "1", "digit": 5, "cells": ("r1c1", "r1c2")}


def classes_below(kind: type[FarandoleError]) -> list[type[FarandoleError]]:
    return [kind, *(below for child in kind.__subclasses__() for below in classes_below(child))]


def test_every_class_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in classes_below(FarandoleError)]
    assert len(codes) == len(set(codes)) >= 9


@pytest.mark.parametrize(
    "error",
    [
        FormatError("expected 81 cells, found 80", code="cell_count", expected=81, found=80),
        PuzzleError("no code"),
        RuleError("Cage", "expected each cell once, found {} twice", (3,)),
        SeveralPuzzlesError("expected one puzzle", (((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (3.0, 0.0)))),
        errors.MissingExtraError("pip install it", code="missing_extra", extra="web"),
    ],
)
def test_pickling_and_copying_keep_all_of_an_error(error: FarandoleError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again)) == (type(error), str(error))
        assert (again.code, again.fields) == (error.code, error.fields)
        assert getattr(again, "corners", None) == getattr(error, "corners", None)


def test_another_message_keeps_corners_and_notes() -> None:
    error = SeveralPuzzlesError("expected one puzzle", (((0.0, 0.0), (1.0, 0.0)),))
    error.add_note("a part is kept")
    again = PhotoError.from_error(error, f"a.jpg: {error}")
    assert (again.code, again.fields, again.__notes__) == ("photo", {"found": 1}, ["a part is kept"])
    again = SeveralPuzzlesError.from_error(error, f"a.jpg: {error}")
    assert (again.code, str(again)) == ("several_grids", "a.jpg: expected one puzzle")
    assert again.corners == error.corners


def test_the_code_of_a_class_is_not_carried_to_another() -> None:
    assert FormatError.from_error(PuzzleError("odd"), "there: odd").code == "format"


def test_a_digit_twice_names_house_digit_and_cells() -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle.classic(TWICE)
    assert (caught.value.code, caught.value.fields) == ("repeated_digit", FIELDS)


@pytest.mark.parametrize("text", [TWICE, "\n".join("." * 9 for _ in range(9)).replace(".", "5", 2)])
def test_the_line_of_a_text_is_a_field(text: str) -> None:
    [(_, error)] = classic.scan(text)
    assert isinstance(error, PuzzleError)
    assert (error.code, error.fields) == ("repeated_digit", FIELDS | {"line": 1})


@pytest.mark.parametrize(
    ("text", "code", "fields"),
    [
        ("." * 80, "cell_count", {"line": 1, "expected": 81, "found": 80}),
        ("\n\n" + ".........\n" * 8 + "........", "cell_count", {"line": 11, "expected": 9, "found": 8}),
        ("# a comment only", "no_puzzle", {"expected": 81}),
        ('{"size": 9', "json_syntax", {"line": 1, "column": 11}),
        ('{"farandole": 7}', "version", {}),
        ("http://localhost:8765/#p=2.abc", "version", {}),
        ("http://localhost:8765/#p=1.abc", "damaged_link", {}),
        ("https://sudokupad.app/abc123", "short_link", {}),
        (b"\x00" * 81, "not_text", {}),
    ],
)
def test_a_text_that_can_not_be_read_has_a_code(text: str | bytes, code: str, fields: dict[str, int]) -> None:
    with pytest.raises(FarandoleError) as caught:
        formats.read(text)
    assert (caught.value.code, caught.value.fields) == (code, fields)


def test_a_count_that_is_not_one_number_has_no_such_code() -> None:
    with pytest.raises(FormatError, match="81 cells, or 100 for 10x10, found 99") as caught:
        formats.read("." * 99)
    assert caught.value.code == "format"


def test_a_page_is_told_code_and_fields() -> None:
    [event] = call("parse", {"text": TWICE})
    assert (event["event"], event["kind"], event["code"]) == ("error", "PuzzleError", "repeated_digit")
    assert event["fields"] == FIELDS | {"line": 1}


@pytest.mark.parametrize("way", ["backtrack", "links"])
def test_a_page_is_told_that_a_way_takes_no_rules(way: str) -> None:
    puzzle = formats.json_document.write(Puzzle(Grid.classic(), (0,) * 81, rules=(Cage("r1c1 r1c2", 5),)))
    *_, event = call("watch", {"puzzle": puzzle, "way": way})
    assert (event["kind"], event["code"]) == ("PuzzleError", "has_rules")
