"""Text formats: what is written reads back, what others write is read, and what is wrong is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, puzzles, solved_lines

from farandole.errors import FormatError, PuzzleError
from farandole.formats.text import FORMATS, detect_format, read, scan, write
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle, Solution
from farandole.rules import Cage

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
PUZZLE, OTHER = Puzzle.classic(LINE), Puzzle.classic(HARD)
FULL = 511


def glued(line: str) -> str:
    return "".join(line[start : start + 9] + "\n" for start in range(0, 81, 9))


def failure(text: str | bytes) -> str:
    """Read a text that must fail, and say how."""
    with pytest.raises((FormatError, PuzzleError)) as caught:
        read(text)
    return str(caught.value)


GLUED = glued(LINE)
ROWS = GLUED.split()
ZEROS = GLUED.replace(".", "0")


# ── What is written reads back ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("format", FORMATS)
@given(several=st.lists(puzzles(), min_size=1, max_size=3))
@examples(30)
def test_what_is_written_reads_back(format: str, several: list[Puzzle]) -> None:
    assert read(write(several, format)) == several
    assert read(write(several[0], format).encode()) == several[:1]


@given(several=st.lists(puzzles(pencilmarks=True), min_size=1, max_size=3))
@examples(30)
def test_pencilmarks_read_back(several: list[Puzzle]) -> None:
    assert read(write(several, "pencilmarks")) == several


def test_two_puzzles_without_candidates_are_no_large_square() -> None:
    several = [Puzzle(Grid.classic(), (0,) * 81, pencilmarks=(0,) * 81)] * 2
    assert read(write(several, "pencilmarks")) == several


@pytest.mark.parametrize("format", FORMATS)
@given(line=solved_lines())
@examples(10)
def test_a_solution_reads_back_as_givens(format: str, line: str) -> None:
    solution = Solution(Grid.classic(), tuple(map(int, line)))
    assert read(write([solution, solution], format)) == [Puzzle.classic(line)] * 2


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("line", ["." * 81, SOLVED, "." * 80 + "1"])
def test_grids_with_nothing_or_everything_in_them_read_back(format: str, line: str) -> None:
    assert read(write([Puzzle.classic(line)] * 9, format)) == [Puzzle.classic(line)] * 9


def test_a_last_candidate_is_no_given_and_none_left_stays_none() -> None:
    marked = Puzzle(Grid.classic(), (5,) + (0,) * 80, (0b10000, 0b1, 0) + (FULL,) * 78)
    text = write(marked, "pencilmarks")
    assert text.split()[:3] == ["5", "(1)", "()"]
    assert read(text) == [marked]
    assert detect_format(text) == "pencilmarks"


@pytest.mark.parametrize(
    ("format", "detected", "text"),
    [
        ("line", "line", LINE + "\n" + HARD + "\n"),
        ("sdm", "line", (LINE + "\n" + HARD + "\n").replace(".", "0")),
        ("grid", "grid", f"{PUZZLE}\n\n{OTHER}\n"),
        ("rows", "rows", None),
        ("pencilmarks", "pencilmarks", None),
        ("sdk", "sdk", f"[Puzzle]\n{GLUED}\n[Puzzle]\n{glued(HARD)}"),
        ("poj", "poj", f"2\n{ZEROS}{glued(HARD)}".replace(".", "0")),
    ],
)
def test_each_format_looks_as_it_should(format: str, detected: str, text: str | None) -> None:
    written = write([PUZZLE, OTHER], format)
    assert detect_format(written) == detected
    assert text is None or written == text


def test_the_default_format_is_a_line_and_nothing_is_written_for_nothing() -> None:
    assert write(PUZZLE) == LINE + "\n"
    assert write([]) == ""
    assert write([], "poj") == "0\n"


def test_pencilmarks_are_never_lost() -> None:
    marked = Puzzle(Grid.classic(), PUZZLE.givens, (FULL, FULL, 0b1) + (FULL,) * 78)
    for format in set(FORMATS) - {"pencilmarks"}:
        with pytest.raises(PuzzleError, match="puzzle 2: only the format 'pencilmarks' carries"):
            write([PUZZLE, marked], format)


def test_what_can_not_be_written() -> None:
    with pytest.raises(FormatError, match=r"expected one of the formats line, sdm, .*, found 'xml'"):
        write(PUZZLE, "xml")
    small = Grid(((0, 0), (0, 1)), (House("row 1", (0, 1)),), n_digits=2)
    with pytest.raises(PuzzleError, match="puzzle 1: no text format carries its shape so that it reads back"):
        write(Solution(small, (1, 2)))
    six = Puzzle.of(Grid.classic((2, 3)), "." * 36)
    with pytest.raises(PuzzleError, match="puzzle 2: only the formats 'line' and 'grid' carry other than 9x9 puzzles"):
        write([PUZZLE, six], "rows")
    with pytest.raises(PuzzleError, match=r"puzzle 1: no text format carries rules such as Cage r1c1 r1c2"):
        write(Puzzle.of(Grid.classic(), LINE, rules=[Cage((0, 1), 3)]))


# ── What others write is read ───────────────────────────────────────────────────────────────────────────────

FRAMED = """\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
"""
BOXED = """\
╔═══════╤═══════╤═══════╗
║ 5 3 _ │ _ 7 _ │ _ _ _ ║
║ 6 _ _ │ 1 9 5 │ _ _ _ ║
║ _ 9 8 │ _ _ _ │ _ 6 _ ║
╟───────┼───────┼───────╢
║ 8 _ _ │ _ 6 _ │ _ _ 3 ║
║ 4 _ _ │ 8 _ 3 │ _ _ 1 ║
║ 7 _ _ │ _ 2 _ │ _ _ 6 ║
╟───────┼───────┼───────╢
║ _ 6 _ │ _ _ _ │ 2 8 _ ║
║ _ _ _ │ 4 1 9 │ _ _ 5 ║
║ _ _ _ │ _ 8 _ │ _ 7 9 ║
╚═══════╧═══════╧═══════╝
"""
CANDIDATES = """\
.-----------------.----------------.------------------.
| 5    3    124   | 26   7    2468 | 1489 1249  248   |
| 6    247  247   | 1    9    5    | 3478 234   2478  |
| 12   9    8     | 23   34   24   | 1357 6     247   |
:-----------------+----------------+------------------:
| 8    125  1259  | 579  6    147  | 4579 2459  3     |
| 4    25   2569  | 8    5    3    | 579  259   1     |
| 7    15   1359  | 59   2    14   | 4589 459   6     |
:-----------------+----------------+------------------:
| 139  6    134579| 357  35   7    | 2    8     4     |
| 23   278  237   | 4    1    9    | 36   3     5     |
| 123  1245 12345 | 2356 8    26   | 1346 7     9     |
'-----------------'----------------'------------------'
"""
COMMAS = (
    "0,0,0,0,7,0,0,0,8 / 0,2,0,8,0,0,0,0,0 / 8,0,0,0,0,9,5,0,4 / 0,0,4,0,0,5,0,0,1 / 0,0,1,0,0,0,0,0,7 / "
    "0,0,0,6,0,0,0,8,0 / 1,9,0,0,0,0,4,0,0 / 0,0,6,0,5,0,0,0,0 / 5,7,0,0,0,0,3,0,0"
)
OF_COMMAS = Puzzle.classic("....7...8.2.8.....8....95.4..4..5..1..1.....7...6...8.19....4....6.5....57....3..")
CSV = "\n".join(",".join(row.replace(".", "0")) for row in ROWS)
EMPTY_FIELDS = CSV.replace("0", "")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (LINE, "line"),
        (f"# one\n\n{LINE}\n", "line"),
        (f"{LINE} hard one, 7.2", "line"),
        (f"{LINE},{SOLVED}", "line"),
        (f"quizzes,solutions\n{LINE},{SOLVED}\n", "line"),
        (f"  {LINE};x", "line"),
        (f"{LINE}#x", "line"),
        (LINE.replace(".", "*"), "line"),
        (GLUED, "grid"),
        (GLUED.replace("\n", "  # a row\n"), "grid"),
        (GLUED.replace("\n", "\n\n"), "grid"),
        ("\n\n".join("\n".join(ROWS[band : band + 3]) for band in (0, 3, 6)), "grid"),
        (" ".join(ROWS), "grid"),
        (" ".join(LINE), "grid"),
        (f"Grid 01\n{ZEROS}", "grid"),
        (FRAMED + " Simple Sudoku\n  Version 4.2n\n", "grid"),
        (BOXED, "grid"),
        (str(PUZZLE), "grid"),
        (str(PUZZLE).replace("|", ""), "grid"),
        ("\n".join("\t" + " ".join(row) for row in ROWS), "grid"),
        (CSV, "rows"),
        (EMPTY_FIELDS, "rows"),
        (EMPTY_FIELDS.replace(",", ";"), "rows"),
        (EMPTY_FIELDS.replace(",", "\t"), "rows"),
        (CSV.replace(",", ", "), "rows"),
        (CSV.replace("\n", ",\n"), "rows"),
        (CSV.replace("\n", ","), "rows"),
        (CSV.replace("\n", "/"), "rows"),
        (EMPTY_FIELDS.replace("\n", "/"), "rows"),
        ("[[" + CSV.replace("\n", "],\n [") + "]]", "rows"),
        ("{{" + CSV.replace("\n", "}, {") + "}}", "rows"),
        (
            "\n".join(",".join(f'"{cell}"' for cell in row.split(",")) for row in EMPTY_FIELDS.split("\n")),
            "rows",
        ),
        ("/".join(ROWS), "rows"),
        (f"#ARuud\n#DA puzzle\n[Puzzle]\n{GLUED}", "sdk"),
        (f"[puzzle]\n{GLUED}[State]\n{SOLVED[:9]}\n{GLUED[10:]}", "sdk"),
        (f"#ARuud\n{GLUED}", "grid"),
        (f"1\n{ZEROS}", "poj"),
        (f"\n1\n\n{ZEROS}\n\n", "poj"),
        ("1\n" + ZEROS.replace("\n", "\n\n"), "poj"),
    ],
)
def test_one_puzzle_in_many_dresses(text: str, format: str) -> None:
    assert detect_format(text) == format
    assert read(text) == [PUZZLE]
    assert read(text.replace("\n", "\r\n").encode()) == [PUZZLE]
    assert read(text.replace("\n", "\r")) == [PUZZLE]
    assert read("\ufeff" + text) == read(text.encode("utf-8-sig")) == read(text.encode("utf-16")) == [PUZZLE]


def test_the_comma_file() -> None:
    assert read(COMMAS) == read(COMMAS.replace(" / ", "\n")) == [OF_COMMAS]
    assert read(f"{COMMAS}\n{COMMAS}") == [OF_COMMAS] * 2
    assert detect_format(COMMAS) == detect_format(COMMAS.replace(" / ", "\n")) == "rows"


def test_pencilmarks_of_other_programs() -> None:
    [puzzle] = read(CANDIDATES)
    assert detect_format(CANDIDATES) == "pencilmarks"
    assert (puzzle.givens[0], puzzle.givens[2], puzzle.givens[40]) == (5, 0, 5)
    assert puzzle.masks[2] == 0b1011
    bare = [line.replace("|", "") for line in CANDIDATES.split("\n") if line.startswith("|")]
    assert read("\n".join(bare)) == [puzzle]


def test_an_empty_cell_among_pencilmarks_has_all_candidates() -> None:
    words = [*["12"] * 41, *"." * 40]
    text = "\n".join(" ".join(words[start : start + 9]) for start in range(0, 81, 9))
    assert read(text) == [Puzzle(Grid.classic(), (0,) * 81, (0b11,) * 41 + (FULL,) * 40)]
    assert read(" ".join(words)) == read(text)


@pytest.mark.parametrize("gap", ["", "\n", "\n\n", "# next\n", "Grid 02\n", "[Puzzle]\n"])
@pytest.mark.parametrize("text", [GLUED, FRAMED, BOXED, CSV + "\n", str(PUZZLE) + "\n"])
def test_what_parts_two_grids(text: str, gap: str) -> None:
    assert read(text + gap + text) == [PUZZLE] * 2


def test_nine_lines_of_nine_glued_rows_are_nine_puzzles() -> None:
    spaced = " ".join(SOLVED[start : start + 9] for start in range(0, 81, 9))
    assert read("\n".join([spaced] * 9)) == [Puzzle.classic(SOLVED)] * 9


# ── What is wrong is named ──────────────────────────────────────────────────────────────────────────────────

CELL = "a digit or one of . 0 _ * ? - for empty"
FEW_MARKS = "candidates in most empty cells, or in none"
MARKS = "a digit, or candidates in ascending order such as 1239"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no puzzle in it: expected 81 cells, found none"),
        (b"", "no puzzle in it: expected 81 cells, found none"),
        ("\ufeff \n# nothing\nTitle\n+---+\n", "no puzzle in it: expected 81 cells, found none"),
        (f"[State]\n{GLUED}", "no puzzle in it: expected 81 cells, found none"),
        ("0\n", "line 1: expected 81 cells, found 1"),
        (b"\x89PNG\r\n\x1a\n", "byte 1: expected UTF-8 text, found 0x89"),
        (b"5\xff", "byte 2: expected UTF-8 text, found 0xff"),
        (b"\xff\xfe5", "byte 3: expected UTF-16 text, found 0x35"),
        ("\x00", f"line 1, column 1: expected {CELL}, found '\\x00'"),
        # 81 characters a line
        (LINE[:80], "line 1: expected 81 cells, found 80"),
        (f"{LINE}\n# two\n{LINE[:80]}\n", "line 3: expected 81 cells, found 80"),
        (LINE + ".", "line 1: expected 81 cells, found 82"),
        (f"{LINE}\n{LINE[:16]}x{LINE[17:]}", f"line 2, column 17: expected {CELL}, found 'x'"),
        (f"{LINE[:16]}x{LINE[17:]}", f"line 1, column 17: expected {CELL}, found 'x'"),
        (f"  {LINE}x", f"line 1, column 84: expected {CELL}, found 'x'"),
        (f"{LINE}\nEasy,{LINE}", f"line 2, column 1: expected {CELL}, found 'E'"),
        (f"{LINE}\n{LINE[:40]} {LINE[40:]}", "line 2: expected 81 cells, found 40"),
        (f"{LINE}\n\n5..5" + "." * 77, "line 3: row 1 holds 5 twice: r1c1 and r1c4"),
        # rows
        ("\n".join(ROWS[:8]), "line 1: expected 81 cells, found 72"),
        ("\n".join(ROWS + ROWS[:7]), "line 1: expected 81 cells, found 144"),
        ("\n\n" + GLUED.replace("53..7....", "53..7..."), "line 3: expected 9 cells, found 8"),
        (GLUED.replace("6..195...", "6..195...."), "line 2: expected 9 cells, found 10"),
        (GLUED.replace("53..7....", "55..7...."), "line 1: row 1 holds 5 twice: r1c1 and r1c2"),
        (f"{GLUED}\n{GLUED}".replace("8..79", "8..99"), "line 1: row 9 holds 9 twice: r9c8 and r9c9"),
        (GLUED.replace("6..195", "6..l95"), f"line 2, column 4: expected {CELL}, found 'l'"),
        (FRAMED.replace("|53.|", "|5|"), "line 2: expected 9 cells, found 7"),
        (CSV.replace("5,3,0", "5,3"), "line 1: expected 9 cells, found 8"),
        (EMPTY_FIELDS + ",", "line 9: expected 9 cells, found 10"),
        (COMMAS.removesuffix(",0"), "line 1: expected 9 cells, found 8"),
        (COMMAS[: COMMAS.rindex("/")], "line 1: expected 81 cells, found 72"),
        (CSV.replace("5,3,0", "5,10,0"), f"line 1: expected {MARKS}; found '10'"),
        (CSV.replace("5,3", "57,3"), f"line 1: expected {FEW_MARKS}; found '57'"),
        (CSV.replace("5,3,0,0", "5,3,10"), "line 1: expected 9 cells, found 8"),
        (str(PUZZLE).replace("6 . .", "6..", 1), "line 2: expected 9 cells, found 7"),
        ("5\n" * 3, "line 4: expected row 3 of puzzle 1 of 5, found the end"),
        (LINE[:40] + "\n" + LINE[40:], "line 1: expected 81 cells, found 40"),
        (" ".join(LINE[:-1]), "line 1: expected 81 cells, found 80"),
        # pencilmarks
        (CANDIDATES.replace("2468", "2486"), f"line 2: expected {MARKS}; found '2486'"),
        (CANDIDATES.replace("2468", "(24"), f"line 2: expected {MARKS}; found '(24'"),
        (CANDIDATES.replace("2468", "1.34"), f"line 2: expected {MARKS}; found '1.34'"),
        (CANDIDATES.replace("2468", ""), "line 2: expected 9 cells, found 8"),
        (CANDIDATES.replace("5    3 ", "5    5 "), "line 2: row 1 holds 5 twice: r1c1 and r1c2"),
        # sdk
        (f"[Puzzle]\n{GLUED}[Puzzle]\n{GLUED[10:]}", "line 12: expected 81 cells, found 72"),
        # poj
        (f"2\n{ZEROS}", "line 11: expected row 1 of puzzle 2 of 2, found the end"),
        (f"2\n{ZEROS}{ZEROS[:40]}", "line 15: expected row 5 of puzzle 2 of 2, found the end"),
        (f"1\n{ZEROS}{ZEROS}", "line 11: expected the end after 1 puzzle, found another row"),
        (f"0\n{ZEROS}", "line 2: expected the end after 0 puzzles, found another row"),
        ("1\n" + ZEROS.replace("600195000", "60019500"), "line 3: expected 9 cells, found 8"),
        ("1\n" + ZEROS.replace("600195000", "60019x000"), f"line 3, column 6: expected {CELL}, found 'x'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(text: str | bytes, message: str) -> None:
    assert failure(text) == message


def test_a_bad_puzzle_does_not_hide_the_others() -> None:
    bad = "55" + "." * 79
    lines = [(line, str(found)) for line, found in scan(f"{LINE}\n{bad}\n\n{LINE[:9]}\n{HARD}\n")]
    assert lines == [
        (1, str(PUZZLE)),
        (2, "line 2: row 1 holds 5 twice: r1c1 and r1c2"),
        (4, "line 4: expected 81 cells, found 9"),
        (5, str(OTHER)),
    ]
    grids = [(line, str(found)) for line, found in scan(f"{GLUED[10:]}\n{GLUED}\n{GLUED[:-2]}\n\n{FRAMED}")]
    assert grids == [
        (1, "line 1: expected 81 cells, found 72"),
        (10, str(PUZZLE)),
        (20, "line 28: expected 9 cells, found 8"),
        (31, str(PUZZLE)),
    ]
    counted = [(line, str(found)) for line, found in scan(f"3\n55{ZEROS[2:]}{ZEROS}")]
    assert counted == [
        (2, "line 2: row 1 holds 5 twice: r1c1 and r1c2"),
        (11, str(PUZZLE)),
        (20, "line 20: expected row 1 of puzzle 3 of 3, found the end"),
    ]


def test_scan_reads_only_as_far_as_one_asks() -> None:
    assert next(scan(f"{LINE}\n{LINE[:9]}")) == (1, PUZZLE)


@given(text=st.text() | st.text("123456789.0_*?,;/|-+()[]# \t\n\rx") | st.binary())
@examples(500)
def test_rubbish_is_read_or_refused_by_name(text: str | bytes) -> None:
    try:
        assert read(text)
        assert detect_format(text) in FORMATS
    except (FormatError, PuzzleError) as error:
        assert str(error)  # noqa: PT017


@given(data=st.data(), format=st.sampled_from(FORMATS), puzzle=puzzles())
@examples(200)
def test_a_character_lost_is_never_a_wrong_grid(data: st.DataObject, format: str, puzzle: Puzzle) -> None:
    text = write(puzzle, format)
    position = data.draw(st.integers(0, len(text) - 1))
    try:
        found = read(text[:position] + text[position + 1 :])
    except (FormatError, PuzzleError):
        return
    # Nobody misses a dash; but nothing between commas is an empty cell, and a lone candidate is a given.
    if format != "pencilmarks":
        [other] = found
        assert all(lost in (0, kept) for lost, kept in zip(other.givens, puzzle.givens, strict=True))
        assert other == puzzle or format == "rows"


@pytest.mark.parametrize("text", ["-" * 20000 + "x", "a" * 20000 + "1", "a " * 9999 + "1", "(" * 20000, "," * 20000])
def test_long_rubbish_takes_no_longer_than_its_length(text: str) -> None:
    failure(text)


def test_what_is_found_is_quoted_no_longer_than_one_reads() -> None:
    for text in (f"1 {'9' * 5000} 3 4 5 6 7 8 9\n" * 9, f"{'. ' * 8}{'8' * 5000}\n" * 9):
        with pytest.raises(FormatError) as caught:
            read(text)
        assert len(str(caught.value)) < 300
