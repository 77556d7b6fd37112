"""Signs of texts: whatever stands for empty, blanks too, reads as the same puzzle; what is unclear is refused."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles

from farandole.batch import read_lines
from farandole.errors import FormatError, PuzzleError
from farandole.formats import read, scan
from farandole.formats.text.signs import LONGEST_LINE, fill_blanks, normalize
from farandole.grid import Grid
from farandole.io.chunks import read_chunks
from farandole.io.source import Source
from farandole.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
PUZZLE = Puzzle.classic(LINE)
SIX = "1.......2.......3.......4......5...6"
GIVENS = "....48......8...5..1.4.....5.....6..1.7....9.43..7.1.........73..4..............."
REGIONS = "ABBBBBBCCABBABFFCCAAAAAAFCCEEEEEEFCHDDDGEEFCHDDIGGEFCHDIIGGGFHHDIIGIGFHHDDIIIGFHH"
JIGSAW = Puzzle.of(Grid.jigsaw(REGIONS), GIVENS)


def rows(line: str, n: int = 9) -> list[str]:
    return [line[start : start + n] for start in range(0, len(line), n)]


def failure(text: str) -> str:
    with pytest.raises((FormatError, PuzzleError)) as caught:
        read(text)
    return str(caught.value)


# ── Drawings ────────────────────────────────────────────────────────────────────────────────────────────────────


def boxes(row: str, gap: str, bar: str) -> str:
    """Write a row in boxes of three."""
    return bar.join(gap.join(row[start : start + 3]) for start in (0, 3, 6))


def banded(lines: list[str], ruling: str) -> str:
    """Write nine rows with a line between bands."""
    return "\n".join([*lines[:3], ruling, *lines[3:6], ruling, *lines[6:]])


def ruled(lines: list[str], ruling: str) -> str:
    return "\n".join([ruling, *(f"{line}\n{ruling}" for line in lines)])


def in_heavy_boxes(lines: list[str]) -> str:
    bodies = ["║ " + " ║ ".join(" │ ".join(row[start : start + 3]) for start in (0, 3, 6)) + " ║" for row in lines]
    heavy, light = "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣", "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢"
    return "\n".join(f"{heavy if number % 3 == 0 else light}\n{body}" for number, body in enumerate(bodies))


def barred(row: str, bar: str = " | ") -> str:
    """Write a row with a bar between any two cells, and at both ends."""
    return f"{bar}{bar.join(row)}{bar}".strip(" ")


def in_double_bars(row: str) -> str:
    return f"|| {' || '.join(' | '.join(row[start : start + 3]) for start in (0, 3, 6))} ||"


def tall(row: str) -> str:
    return f"{'|     ' * 9}|\n|  {'  |  '.join(row)}  |\n{'|     ' * 9}|"


def framed(row: str, gap: str, bar: str) -> str:
    return f"{bar}{boxes(row, gap, bar)}{bar}".strip(" ")


HEAD = "|" + " |" * 9
RULE = "|" + ":-:|" * 9
CROSSED = "├───────┼───────┼───────┤"
DRESSES: dict[str, Callable[[list[str]], str]] = {
    "bars": lambda lines: "\n".join(map(barred, lines)),
    "bars without a frame": lambda lines: "\n".join(" " + " | ".join(row) for row in lines),
    "bars close together": lambda lines: "\n".join(barred(row, "|") for row in lines),
    "nothing between bars": lambda lines: "\n".join(barred(row, "|").replace(" ", "") for row in lines),
    "ruled": lambda lines: ruled(list(map(barred, lines)), "+---" * 9 + "+"),
    "double lines": in_heavy_boxes,
    "double bars": lambda lines: "\n".join(map(in_double_bars, lines)),
    "Markdown": lambda lines: "\n".join([HEAD, RULE, *(barred(row, "|") for row in lines)]),
    "Markdown with a row as head": lambda lines: "\n".join([barred(lines[0]), RULE, *map(barred, lines[1:])]),
    "tall": lambda lines: ruled(list(map(tall, lines)), "+-----" * 9 + "+"),
    "boxes": lambda lines: banded([boxes(row, " ", " | ") for row in lines], "------+-------+------"),
    "boxes in a frame": lambda lines: ruled([framed(row, " ", " | ") for row in lines], "+-------" * 3 + "+"),
    "boxes of characters": lambda lines: banded([framed(row, " ", " │ ") for row in lines], CROSSED),
    "boxes close together": lambda lines: banded([framed(row, "", "|") for row in lines], "+---+---+---+"),
    "boxes, wide": lambda lines: banded([framed(row, "  ", "  |  ") for row in lines], "+-----------" * 3 + "+"),
    "blanks": "\n".join,
    "blanks between": lambda lines: "\n".join(map(" ".join, lines)),
    "blanks in boxes": lambda lines: "\n".join(boxes(row, " ", "  ") for row in lines),
    "tabs": lambda lines: "\n".join(map("\t".join, lines)).replace(" ", ""),
}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("line", [LINE, HARD])
def test_empty_cells_may_be_blank(dress: str, line: str) -> None:
    text = DRESSES[dress](rows(line.replace(".", " ")))
    assert read(text) == [Puzzle.classic(line)]
    assert read(f"My puzzle\n{text}\n# end\n") == [Puzzle.classic(line)]
    assert read(text.replace("|", "｜").replace(" ", "\u00a0")) == [Puzzle.classic(line)]


@pytest.mark.parametrize("dress", sorted(set(DRESSES) - {"tall", "blanks", "blanks between", "blanks in boxes"}))
def test_several_drawings_with_blanks(dress: str) -> None:
    text = DRESSES[dress](rows(LINE.replace(".", " ")))
    assert read(f"{text}\n\nAnother\n{text}\n") == [PUZZLE] * 2


@given(puzzle=puzzles(), dress=st.sampled_from(sorted(DRESSES)))
@examples(300)
def test_blanks_are_never_read_wrongly(puzzle: Puzzle, dress: str) -> None:
    try:
        found = read(DRESSES[dress](rows(puzzle.line.replace(".", " "))))
    except FormatError:  # few digits: blanks leave open where columns are
        return
    assert found == [puzzle]


@given(dress=st.sampled_from(sorted(set(DRESSES) - {"tabs"})), data=st.data())
@examples(300)
def test_a_character_lost_among_blanks_is_never_a_wrong_grid(dress: str, data: st.DataObject) -> None:
    text = DRESSES[dress](rows(LINE.replace(".", " ")))
    place = data.draw(st.integers(0, len(text) - 1))
    try:
        [found] = read(text[:place] + text[place + 1 :])
    except (FormatError, PuzzleError):
        return
    assert all(lost in (0, kept) for lost, kept in zip(found.givens, PUZZLE.givens, strict=True))


def test_blanks_in_other_shapes() -> None:
    six = Puzzle.of(Grid.classic((2, 3)), SIX)
    some = rows(SIX.replace(".", " "), 6)
    assert read("\n".join("| " + " | ".join(row) + " |" for row in some)) == [six]
    assert read(ruled(["| " + " | ".join(row) + " |" for row in some], "+---" * 6 + "+")) == [six]
    line = Puzzle.of(Grid.classic((4, 4)), "A1" + "." * 240 + "9F............").line
    numbers = [str("123456789ABCDEFG".index(cell) + 1) if cell != "." else "" for cell in line]
    table = "\n".join("| " + " | ".join(f"{word:>2}" for word in numbers[i : i + 16]) + " |" for i in range(0, 256, 16))
    assert [puzzle.line for puzzle in read(table)] == [line]


def test_a_drawn_jigsaw_may_have_blanks() -> None:
    assert read(str(JIGSAW).replace(".", " ")) == [JIGSAW]
    other = Puzzle.of(Grid.classic((3, 2)), SIX)
    assert read(str(other).replace(".", " ")) == [other]


def test_heavy_lines_among_light_ones_outline_regions() -> None:
    def wall(one: int, other: int) -> bool:
        return REGIONS[one] != REGIONS[other]

    lines = ["┏" + "━━━┯" * 8 + "━━━┓"]
    for row in range(9):
        cells = range(9 * row, 9 * row + 9)
        bars = ["┃" if cell % 9 == 8 or wall(cell, cell + 1) else "│" for cell in cells]
        digits = GIVENS[cells.start : cells.stop].replace(".", " ")
        lines.append("┃" + "".join(f" {digit} {bar}" for digit, bar in zip(digits, bars, strict=True)))
        if row < 8:
            lines.append("┠" + "┼".join("━━━" if wall(cell, cell + 9) else "───" for cell in cells) + "┨")
    assert read("\n".join([*lines, "┗" + "━━━┷" * 8 + "━━━┛"])) == [JIGSAW]


# ── Signs ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("empty", "-•·∙⋅○□⬜–—−_*?0")
@pytest.mark.parametrize("gap", ["", " "])
def test_signs_for_empty(empty: str, gap: str) -> None:
    line = LINE.replace(".", empty)
    drawn = banded([boxes(row, gap, "|") for row in rows(line)], "---+---+---")
    for text in (line, "\n".join(map(gap.join, rows(line))), drawn, str(PUZZLE).replace(".", empty)):
        assert read(text) == [PUZZLE]
    assert read(f"{line}\n{line}") == [PUZZLE] * 2
    assert read(SIX.replace(".", empty)) == read("\n".join(rows(SIX.replace(".", empty), 6))) == read(SIX)


@pytest.mark.parametrize("zero", "０٠०𝟎")
def test_digits_of_other_scripts(zero: str) -> None:
    line = "".join(chr(ord(zero) + int(digit)) for digit in LINE.replace(".", "0"))
    assert read(line) == read("\n".join(rows(line))) == read("\n".join(map(" ".join, rows(line)))) == [PUZZLE]


def test_what_phones_and_pages_make_of_a_text() -> None:
    assert normalize("5…\u200b｜３\ufeff“，”") == '5...|3","'
    assert read(LINE.replace("...", "…")) == [PUZZLE]
    emoji = "".join("⬜" if cell == "." else f"{cell}\ufe0f\u20e3" for cell in LINE)
    assert read(emoji) == [PUZZLE]
    for before, after in (("```\n", "\n```"), ("[code]\n", "\n[/code]"), ("<pre>\n", "\n</pre>")):
        assert read(before + "\n".join(rows(LINE)) + after) == [PUZZLE]


def test_a_line_of_dashes_is_a_row_where_one_is_missing() -> None:
    line = "1--------" + "-" * 9 + "--2--3---" * 7
    text = "\n".join(rows(line))
    assert fill_blanks(text.split("\n"))[1] == "." * 9
    nine = rows(LINE.replace(".", "-"))
    assert read("\n".join([*nine[:3], "-" * 9, *nine[3:6], "-" * 9, *nine[6:]])) == [PUZZLE]
    both = "\n".join(f"{row}\n---------" for row in nine)
    reason = "a line of dashes may be empty cells or a ruling"
    assert failure(both) == f"line 2: expected . in empty cells, because {reason}; found '---------'"


def test_blanks_that_may_be_in_several_columns() -> None:
    text = "\n".join(" " + row[1:] for row in rows(LINE.replace(".", " ")))  # nothing in the first column
    assert read(text) == [Puzzle.classic("".join("." + row[1:] for row in rows(LINE)))]
    middle = "\n".join(f"  {row[4]} " for row in rows(LINE.replace(".", " ")))
    assert "expected" in failure(middle)


# ── Limits ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_long_line_is_refused_by_name() -> None:
    assert failure("1" * (LONGEST_LINE + 1)) == "line 1: expected at most 8,192 characters; found 8,193"
    assert failure(f"{LINE}\n{'1' * 3_000_000}") == "line 2: expected at most 8,192 characters; found 3,000,000"


RUBBISH = ["'1' * 3_000_000", "'\\n' * 3_000_000", "'1\\n\\n' * 300_000", "'a\\n' * 300_000", "'- ' * 4_000"]


@pytest.mark.slow
@pytest.mark.parametrize("text", RUBBISH)
def test_rubbish_takes_time_and_memory_in_proportion(text: str) -> None:
    """3 MB of newlines took 10 s, a line of 3 MB 857 MB. The bounds are wide: what grows with the square breaks any."""
    program = f"""
import resource
from farandole.errors import FormatError, PuzzleError
from farandole.formats import read
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
try:
    read(str({text}))
except (FormatError, PuzzleError):
    pass
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_many_small_blocks_after_a_puzzle_of_another_shape() -> None:
    found = [entry for _, entry in scan("12..\n34..\n....\n....\n\n" + "1\n\n" * 3000)]
    assert len(found) == 3001
    assert isinstance(found[0], Puzzle)


# ── By the million ──────────────────────────────────────────────────────────────────────────────────────────────


LINES = [
    LINE,
    LINE.replace(".", "-"),
    "-" * 81,
    f"{LINE} a name",
    f"{LINE} {REGIONS}",
    f"{LINE},{'1' * 81}",
    f"{LINE},{'1' * 81}0",
    f"{LINE} {'534678912672195348198342567859761423426853791713924856961537284287419635345286179'}",
    LINE[:80] + "-",
    LINE[:80],
]


def test_the_fast_reader_of_lines_agrees() -> None:
    """Of the same lines it takes the same ones, and says the same of others."""
    fast = read_lines("\n".join(LINES).encode())
    for number, found in scan("\n".join(LINES)):
        if isinstance(found, Puzzle):
            assert number - 1 not in fast.faults
            assert fast.values[number - 1].tolist() == list(found.givens)
        else:
            assert str(found) == f"line {number}: {fast.faults[number - 1]}"


@pytest.mark.parametrize("empty", "•-０")
def test_files_of_many_lines_may_have_other_signs(empty: str, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{LINE}\n{LINE.replace('.', empty)}\n" * 1000, encoding="utf-8")
    with closing(Source.open(str(path))) as source:
        chunks = list(read_chunks(source))
    assert sum(len(chunk.values) for chunk in chunks) == 2000
    assert all((chunk.values == PUZZLE.givens).all() and not chunk.faults for chunk in chunks)


def test_files_of_utf_16_are_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{LINE}\n" * 1000, encoding="utf-16")
    with closing(Source.open(str(path))) as source:
        [chunk] = read_chunks(source)
    assert (chunk.values == PUZZLE.givens).all()
    assert chunk.values.shape == (1000, 81)
