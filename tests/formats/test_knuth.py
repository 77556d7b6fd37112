"""Texts of exact cover problems: what is written is read again, and what can't be read is located."""

import pytest
from hypothesis import given
from strategies import covers

from farandole import Cover, CoverError, FormatError
from farandole.formats.knuth import option_text, read_cover, write_cover, write_matrix
from needs import SHARED, needs

DATA = SHARED / "cover"


@given(covers(multiplicities=True, costs=True))
def test_read_after_write_is_identity(cover: Cover) -> None:
    assert read_cover(write_cover(cover)) == cover


@pytest.mark.parametrize("name", ["0", "01", "1,0", "#", "#1", "é", "☃", "a'b\"c"])
def test_any_name_survives(name: str) -> None:
    cover = Cover([[name, ("x", name)], ["1"]], primary=[name, "1"], secondary=["x"])
    assert read_cover(write_cover(cover)) == cover


def test_names_that_are_no_strings_are_spelled() -> None:
    cover = Cover({"left": [1, ("x", None)], "right": [2]}, secondary=["x"])
    assert write_cover(cover) == "| 2 primary items, 1 secondary items, 2 options\n1 2 | x\n1 x:None\n2\n"


@pytest.mark.parametrize(
    ("cover", "message"),
    [
        (Cover([["a b"]]), "item 'a b': expected printable characters"),
        (Cover([["a:b"]]), "item 'a:b': expected printable characters"),
        (Cover([["|"]]), "item '|': expected printable characters"),
        (Cover([[""]]), "item '': expected printable characters"),
        (Cover([["a\t"]]), "item 'a\\t': expected printable characters"),
        (
            Cover([["a", ("x", "")]], secondary="x"),
            "color '': expected printable characters",
        ),
        (Cover([[1, "1"]]), "items 1 and '1' are both written 1"),
        (Cover([["a", ("x", 1)], ["a", ("x", "1")]], secondary="x"), "colors 1 and '1' are both written 1"),
        (Cover(["x"], primary=[], secondary="x"), "Knuth's format has no place for a problem without primary items"),
        (Cover([], primary="x"), "Knuth's format has no place for a problem without primary items or without options"),
    ],
)
def test_what_cannot_be_written_is_named(cover: Cover, message: str) -> None:
    with pytest.raises(CoverError) as error:
        write_cover(cover)
    assert str(error.value).startswith(message)


def test_knuths_format() -> None:
    lines = ["\ufeff| a comment", "  ", " a  b | x y", "a x:1", "\t| another", "b  x:1 y", ""]
    cover = read_cover("\r\n".join(lines))
    assert cover == Cover([["a", ("x", "1")], ["b", ("x", "1"), "y"]], primary="ab", secondary="xy")
    assert cover.solve() == (0, 1)
    assert read_cover("| so no matrix\n1 0\n1 0\n").options == (("1", "0"),)
    assert read_cover("0 2\n0\n2").count() == 1
    assert read_cover("# 0\n#\n0\n| so no matrix").primary == ("#", "0")


@pytest.mark.parametrize(
    "text",
    [
        "110\n011\n001",
        "1 1 0\n0 1 1\n0 0 1\n",
        "1,1,0\r\n0,1,1\r\n0,0,1\r\n",
        "\ufeff# three columns\n\n 1, 1, 0  # the first row\n\n011\n \t\n0 0\t1",
        "110\n011\n001".encode("utf-16"),
    ],
)
def test_matrices(text: str | bytes) -> None:
    cover = read_cover(text)
    assert cover == Cover({1: [1, 2], 2: [2, 3], 3: [3]}, primary=[1, 2, 3])
    assert cover.solve() == (1, 3)


def test_rows_of_zeros_are_counted() -> None:
    assert read_cover("00\n11\n00").labels == (2,)
    assert read_cover("00").count() == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a line that names the items, found the end of the text"),
        ("| only\n| comments", "line 2, column 11: expected a line that names the items, found the end of the text"),
        ("a b\n", "line 2, column 1: expected an option, found the end of the text"),
        ("a b\n\na  c", "line 3, column 4: expected an item of the first line, found 'c'"),
        ("a b\na a", "line 2, column 3: expected each item once, found 'a' again"),
        ("a | x\na x x:1", "line 2, column 5: expected each item once, found 'x' again"),
        ("a b a\na", "line 1, column 5: expected each item once, found 'a' again"),
        ("a | a\na", "line 1, column 5: expected each item once, found 'a' again"),
        ("a | x | y\na", "line 1, column 7: expected an item, found a second bar"),
        ("a b:1\na", "line 1, column 3: expected an item without a color, found 'b:1'"),
        ("a b\nb a:1", "line 2, column 3: expected a primary item without a color, found 'a:1'"),
        ("a | x\na x:", "line 2, column 3: expected a color after the colon, found 'x:'"),
        ("a | x\na x:1:2", "line 2, column 3: expected a color after the colon, found 'x:1:2'"),
        ("a | x\na :1", "line 2, column 3: expected an item of the first line, found ''"),
        ("a 3:2|b\na", "line 1, column 3: expected low:high with low <= high, found '3:2'"),
        ("a -1|b\na", "line 1, column 3: expected a multiplicity such as 2 or 0:3, found '-1'"),
        ("a x|b\na", "line 1, column 3: expected a multiplicity such as 2 or 0:3, found 'x'"),
        ("a 2|\na", "line 1, column 3: expected an item after the bar, found '2|'"),
        ("a | 2|b\na", "line 1, column 5: expected a secondary item without a multiplicity, found '2|b'"),
        ("a\na |twelve", "line 2, column 3: expected a cost such as |12 or |$12, found '|twelve'"),
        ("a\na |$nan", "line 2, column 3: expected a cost such as |12 or |$12, found '|$nan'"),
        ("a\na |", "line 2, column 3: expected a cost such as |12 or |$12, found '|'"),
        ("a | x\na x:r|3", "line 2, column 3: expected a color after the colon, found 'x:r|3'"),
        ("110\n012", "line 2, column 3: expected 0 or 1, found '2'"),
        ("1 1 0\n0 -1 1", "line 2, column 3: expected 0 or 1, found '-'"),
        ("110\n01", "line 2, column 2: expected 3 columns as in the first row, found 2"),
        ("# two\n11\n0 1 1 # three", "line 3, column 5: expected 2 columns as in the first row, found 3"),
        (b"a\xff", "byte 2: expected UTF-8 text, found 0xff"),
    ],
)
def test_where_a_text_goes_wrong(text: str | bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read_cover(text)
    assert str(error.value) == message


def test_covers_on_a_line() -> None:
    knuth, matrix = read_cover("a b | x\na x:1\nb"), read_cover("10\n01")
    assert [option_text(knuth, labels) for labels in knuth.solutions()] == ["a x:1 / b"]
    assert [option_text(matrix, labels) for labels in matrix.solutions()] == ["1 2"]


def test_multiplicities_and_costs() -> None:
    cover = read_cover("2|a 0:3|b c | x\na c x:r |5 |$2\na b |0.5\nb")
    assert cover.multiplicities == {"a": (2, 2), "b": (0, 3)}
    assert cover.costs == (7, 0.5, 0)
    assert write_cover(cover).splitlines()[1:] == ["2|a 0:3|b c | x", "a c x:r |7", "a b |0.5", "b"]


def test_matrix_after_matrix_is_identity() -> None:
    for text in ("110\n011\n001\n", "1\n"):
        assert write_matrix(read_cover(text)) == text
        assert write_matrix(read_cover(write_cover(read_cover(text)))) == text


@pytest.mark.parametrize(
    ("cover", "what"),
    [
        (Cover(["ax"], secondary="x"), "secondary items"),
        (Cover(["a"], multiplicities={"a": 0}), "multiplicities"),
        (Cover(["a"], costs=[1]), "costs"),
        (Cover([], primary="a"), "a problem without primary items or without options"),
    ],
)
def test_what_a_matrix_has_no_place_for(cover: Cover, what: str) -> None:
    with pytest.raises(CoverError, match=f"a matrix has no place for {what}"):
        write_matrix(cover)


@pytest.mark.slow
@needs("data")
def test_the_collection() -> None:
    for path in sorted(DATA.glob("*.dlx")):
        cover = read_cover(path.read_text())
        assert read_cover(write_cover(cover)) == cover
