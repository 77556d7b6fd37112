"""Mails, numbered lines, boards of programs and tables of pages; what was read without this is read as before."""

import json
from collections.abc import Callable

import pytest
import strategies
from fuzz import originals
from hypothesis import given
from hypothesis import strategies as st

from farandole import formats
from farandole.errors import FormatError
from farandole.formats import text, wrapped
from farandole.grid import Grid
from farandole.puzzle import Puzzle

# Source: Wikipedia, "Sudoku", first picture.
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLE = Puzzle.classic(LINE)
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
# Source: LeetCode, problem 37, "Sudoku Solver": how it prints a board.
LEETCODE = "[" + "\n,".join(json.dumps(list(row), separators=(",", ":")) for row in ROWS) + "]"


def number_lines(lines: list[str], mark: str, first: int = 1) -> str:
    return "\n".join(f"{number}{mark}{line}" for number, line in enumerate(lines, first))


def draw_table(rows: list[str], empty: str = "", inside: str = "{}") -> str:
    fields = ["".join(f"<td>{inside.format(cell if cell != '.' else empty)}</td>" for cell in row) for row in rows]
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in fields) + "\n</table>"


def draw_nested_table(rows: list[str]) -> str:
    boxes = [
        [draw_table([row[x : x + 3] for row in rows[y : y + 3]], "&nbsp;") for x in range(0, 9, 3)]
        for y in range(0, 9, 3)
    ]
    return "<TABLE>" + "".join(f"<TR>{''.join(f'<TD>{box}</TD>' for box in band)}</TR>" for band in boxes) + "</TABLE>"


TEXTS = {
    "quoted rows": ("quoted", "\n".join(f"> {row}" for row in ROWS)),
    "quoted line": ("quoted", f"> {LINE}"),
    "quoted twice": ("quoted", "\n".join(f">> {row}" for row in ROWS)),
    "quoted twice, with blanks": ("quoted", "\n".join(f"> > {row}" for row in ROWS)),
    "a mail": ("quoted", "Anna wrote:\n> Can you solve it?\n>\n> " + "\n> ".join(ROWS) + "\n>\n> Best, Anna\n"),
    "quoted and numbered": ("quoted", "\n".join(f"> {line}" for line in number_lines(ROWS, ". ").split("\n"))),
    "rows after 1:": ("numbered", number_lines(ROWS, ": ")),
    "rows after 1)": ("numbered", number_lines(ROWS, ") ")),
    "rows after 1.": ("numbered", number_lines(ROWS, ". ")),
    "rows after 1.)": ("numbered", number_lines(ROWS, ".) ")),
    "rows after 01:": ("numbered", "\n".join(f"{number:02}: {row}" for number, row in enumerate(ROWS, 1))),
    "rows after a tab": ("numbered", "\n".join(f"     {number}\t{row}" for number, row in enumerate(ROWS, 1))),
    "a line after 1.": ("numbered", f"1. {LINE}"),
    "a line after 17:": ("numbered", f"17: {LINE}"),
    "cells after 1.": ("numbered", number_lines([" ".join(row) for row in ROWS], ". ")),
    "LeetCode": ("board", LEETCODE),
    "LeetCode's task": ("board", f"Input: board = \n{LEETCODE}\nOutput: \n{LEETCODE.replace('.', '1')}\n"),
    "Python": ("board", "board = " + str([[int(cell.replace(".", "0")) for cell in row] for row in ROWS])),
    "Python with None": ("board", "x = " + str([[None if cell == "." else int(cell) for cell in row] for row in ROWS])),
    "C": (
        "board",
        "int board[9][9] = {" + ",\n".join("{" + ",".join(row.replace(".", "0")) + "}" for row in ROWS) + "};",
    ),
    "Java": ("board", "char[][] b = {" + ",".join("{" + str(list(row))[1:-1] + "}" for row in ROWS) + "};"),
    "NumPy": ("board", f"array([{', '.join(str([int(c.replace('.', '0')) for c in row]) for row in ROWS)}])"),
    "a quoted board": ("board", "\n".join(f"> {line}" for line in LEETCODE.split("\n"))),
    "a table": ("html", draw_table(ROWS)),
    "a table with &nbsp;": ("html", f"<p>Sudoku of the day</p>{draw_table(ROWS, '&nbsp;')}<p>(c) 2020</p>"),
    "a table with inner marks": ("html", draw_table(ROWS, " ", "<span class='x'><b>{}</b></span>")),
    "entry fields": ("html", draw_table(ROWS, "", '<input maxlength="1" value="{}">')),
    "a table of tables": ("html", draw_nested_table(ROWS)),
    "an open table": ("html", draw_table(ROWS).replace("</td>", "").replace("</tr>", "").replace("</table>", "")),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("make", [str, str.encode, lambda content: content.replace("\n", "\r\n").encode("utf-16")])
def test_it_is_read(name: str, make: Callable[[str], str | bytes]) -> None:
    format, content = TEXTS[name]
    assert formats.read(make(content)) == [PUZZLE]
    assert formats.detect_format(make(content)) == format


def test_lines_keep_their_numbers() -> None:
    content = "Puzzles\n\n" + number_lines([LINE, "1" * 80, LINE], ") ")
    (first, _), (second, error), (third, _) = formats.scan(content)
    assert (first, second, third) == (3, 4, 5)
    assert str(error) == "line 4: expected 81 cells, found 80"


def test_numbers_begin_again_for_the_next_puzzle() -> None:
    rows = number_lines(ROWS, ": ")
    assert formats.read(f"{rows}\n\n{rows}\n") == [PUZZLE] * 2


def test_several_tables_are_several_puzzles() -> None:
    found = list(formats.scan(f"<html>\n<body>\n{draw_table(ROWS)}\n{draw_table(ROWS)}</body></html>"))
    assert found == [(3, PUZZLE), (14, PUZZLE)]


def test_a_bad_cell_is_named() -> None:
    content = draw_table(ROWS).replace("<td>6</td>", "<td>66</td>", 1)
    with pytest.raises(FormatError, match="expected"):
        formats.read(content)
    found = list(formats.scan(content + draw_table(ROWS)))
    assert str(found[0][1]) == "line 1: expected a digit from 1 to 9, or nothing, in r2c1; found '66'"
    assert found[1][1] == PUZZLE


@pytest.mark.parametrize(
    "content",
    [
        "> Anna wrote nothing",
        "1. first\n2. second\n3. third",
        "<table><tr><td>1</td><td>2</td></tr></table>",
        "<table>" * 2000 + "<tr><td>" * 2000,
        "[[[[[[[[" * 500,
        "x = [[1, 2], [3, 4]]",
        number_lines(ROWS[:4], ": ") + "\n9: " + ROWS[4],
    ],
)
def test_what_is_no_puzzle_is_refused(content: str) -> None:
    with pytest.raises(FormatError):
        formats.read(content)


@pytest.mark.parametrize("content", originals.texts(), ids=range(len(originals.texts())))
def test_what_was_read_before_is_read_as_before(content: bytes) -> None:
    try:
        plain = list(text.scan(content))
    except FormatError:
        return
    if any(not isinstance(entry, FormatError) for _, entry in plain) and not content.lstrip().startswith(b"{"):
        assert list(map(str, formats.scan(content))) == list(map(str, plain))


@given(st.lists(st.sampled_from([*ROWS, "1: ", "1) ", "> ", ". ", "\t", "\n", "\n1: ", "\n2. ", LINE]), max_size=30))
def test_mixtures_are_read_as_before(parts: list[str]) -> None:
    content = "".join(parts)
    try:
        plain = list(text.scan(content))
    except FormatError:
        return
    if any(not isinstance(entry, FormatError) for _, entry in plain):
        assert list(map(str, formats.scan(content))) == list(map(str, plain))


@given(strategies.puzzles())
def test_any_text_of_rows_can_be_quoted_and_numbered(puzzle: Puzzle) -> None:
    try:
        rows = formats.write(puzzle, "grid").rstrip("\n").split("\n")
        if formats.read("\n".join(rows)) != [puzzle]:
            return
    except (FormatError, ValueError):
        return
    assert formats.read("\n".join(f"> {row}" for row in rows)) == [puzzle]


def test_larger_boards() -> None:
    puzzle = Puzzle.of(Grid.classic((4, 4)), "1" + "." * 254 + "G")
    cells = [[str(digit or ".") for digit in puzzle.givens[start : start + 16]] for start in range(0, 256, 16)]
    assert formats.read("board = " + json.dumps(cells)) == [puzzle]
    assert wrapped.read_wrapped("<table>" + "".join(f"<tr><td>{'<td>'.join(row)}" for row in cells)) == (
        "html",
        [(1, puzzle)],
    )
