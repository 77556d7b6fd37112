"""Text formats of other shapes: what is written or printed reads back, and what has two meanings is refused."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import examples

from farandole.errors import FormatError, PuzzleError
from farandole.formats.text import detect_format, read, scan, write
from farandole.grid import DIGITS, Grid
from farandole.grid.shapes import NAMED
from farandole.puzzle import Puzzle
from needs import SHARED, needs

VARIANTS = SHARED / "variants"
GRIDS = [
    *map(Grid.classic, [(2, 2), (2, 3), (2, 4), (4, 4), (5, 5)]),
    Grid.jigsaw("AAAB CABB CCDB CDDD"),
    Grid.jigsaw("112233 112233 112233 445566 445566 445566"),
    Grid.jigsaw("AAABB ACABB CCCBD CEEDD EEEDD"),
    *map(Grid.named, NAMED),
]
SAMURAI = Grid.samurai()
SIX = "1.......2.......3.......4......5...."


def lay_out(puzzle: Puzzle, outside: str, gap: str = "") -> str:
    """Write the cells of a puzzle row by row, with something where there is no cell."""
    grid = puzzle.grid
    rows = [[grid.cell(row, column) for column in range(grid.width)] for row in range(grid.height)]
    return "\n".join(gap.join(outside if cell is None else puzzle.line[cell] for cell in row).rstrip() for row in rows)


@st.composite
def shaped(draw: st.DrawFn, grids: list[Grid]) -> Puzzle:
    """Draw a puzzle with a few givens: digits that no peer of their cell holds."""
    grid = draw(st.sampled_from(grids))
    givens = [0] * grid.n_cells
    for cell in draw(st.sets(st.integers(0, grid.n_cells - 1), max_size=12)):
        held = {givens[peer] for peer in grid.peers[cell]}
        givens[cell] = draw(st.sampled_from([0, *sorted(set(range(1, grid.n_digits + 1)) - held)]))
    return Puzzle(grid, tuple(givens))


def failure(text: str) -> str:
    with pytest.raises((FormatError, PuzzleError)) as caught:
        read(text)
    return str(caught.value)


# ── What is written or printed reads back ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("format", ["line", "grid"])
@given(several=st.lists(shaped(GRIDS), min_size=1, max_size=2))
def test_what_is_written_reads_back(format: str, several: list[Puzzle]) -> None:
    for puzzle in several:
        try:
            text = write(puzzle, format)
        except PuzzleError:  # a gattai in a line; a 12x12 that might be a butterfly, a 16x16 sixteen 4x4
            may_fail = puzzle.grid.width in (12, 16) or (format == "line" and puzzle.grid.width > 9)
            assert may_fail, (puzzle.grid.recipe, puzzle.line)
        else:
            assert read(text) == [puzzle]


@given(several=st.lists(shaped(GRIDS[:2]), min_size=2, max_size=4))
def test_several_puzzles_of_a_shape(several: list[Puzzle]) -> None:
    for format in ("line", "grid"):
        assert read(write(several, format)) == several


@given(puzzle=shaped([*GRIDS[:8], *map(Grid.named, ["samurai", "windmill", "shogun"])]))
def test_what_is_printed_reads_back(puzzle: Puzzle) -> None:
    if set(puzzle.line).isdisjoint("ABCDEFGHIJKLMNOP") or not set(puzzle.line).isdisjoint("123456789"):
        assert read(str(puzzle)) == [puzzle]


@pytest.mark.parametrize("outside", ["#", " "])
@pytest.mark.parametrize("gap", ["", " "])
@settings(deadline=None, max_examples=20)
@given(puzzle=shaped([Grid.named(name) for name in NAMED if name != "butterfly"]))
def test_gattai_with_blanks_or_marks_outside(outside: str, gap: str, puzzle: Puzzle) -> None:
    text = lay_out(puzzle, outside, gap)
    assert detect_format(text) == "gattai"
    assert read(text) == [puzzle]
    assert read(f"# a comment\n\nSamurai 1\n{text}\n\n{text}\n") == [puzzle] * 2


def cases(family: str, n: int) -> Iterator[dict[str, list[str]]]:
    lines = (VARIANTS / f"{family}.jsonl").read_text().splitlines()
    return islice(map(json.loads, lines), n)


@needs("data")
@pytest.mark.parametrize(
    "family", ["samurai_janko", "butterfly_janko", "windmill_janko", "gattai8_janko", "sumo_janko"]
)
def test_gattai_of_the_collection_with_dots_outside(family: str) -> None:
    for case in cases(family, 10):
        puzzle = Puzzle.of(Grid.named(family.removesuffix("_janko")), "".join(case["givens"]))
        assert read(lay_out(puzzle, ".")) == read(lay_out(puzzle, " ")) == [puzzle]


@needs("data")
def test_jigsaws_of_the_collection() -> None:
    for case in cases("jigsaw_janko", 50):
        givens, letters = "".join(case["givens"]), "".join(case["regions"])
        puzzle = Puzzle.of(Grid.jigsaw(letters), givens)
        grids = "\n".join(case["givens"]), "\n".join(case["regions"])
        for text in (
            givens + letters,
            f"{givens} {letters}",
            f"{givens},{letters}",
            "\n\n".join(grids),
            "\n".join(grids),
        ):
            assert read(text) == [puzzle]
            assert detect_format(text) == "jigsaw"


@needs("data")
@pytest.mark.parametrize(("family", "box"), [("sudoku16_janko", (4, 4)), ("sudoku25_gecode", (5, 5))])
def test_large_squares_of_the_collection(family: str, box: tuple[int, int]) -> None:
    grid = Grid.classic(box)
    n = grid.n_digits
    for case in cases(family, 5):
        line = "".join(case["givens"])
        puzzle = Puzzle.of(grid, line)
        values = puzzle.givens
        rows = [values[start : start + n] for start in range(0, n * n, n)]
        numbers = [" ".join(str(value or ".") for value in row) for row in rows]
        letters = "".join(chr(64 + value) if value else "." for value in values)
        texts = [
            "\n".join(numbers),
            " ".join(numbers),
            "\n".join(numbers).replace(" ", ","),
            letters,
            line,
            line.lower(),
        ]
        if n == 16:
            hexadecimal = "".join("0123456789ABCDEF"[value - 1] if value else "." for value in values)
            texts += ["\n".join(hexadecimal[start : start + 16] for start in range(0, 256, 16))]
        for text in texts:
            assert read(text) == [puzzle]
            assert detect_format(text) == "square"


# ── One by one ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_six_by_six_and_a_drawing_that_says_otherwise() -> None:
    [puzzle] = read(SIX)
    assert puzzle == Puzzle.of(Grid.classic((2, 3)), SIX)
    other = Puzzle.of(Grid.classic((3, 2)), SIX)
    assert read(str(other)) == [other]
    assert read("\n".join(SIX[start : start + 6] for start in range(0, 36, 6))) == [puzzle]


def test_bands_of_a_large_grid_may_be_parted_by_blank_lines() -> None:
    puzzle = Puzzle.of(Grid.classic((4, 4)), "12" + "." * 253 + "G")
    rows = lay_out(puzzle, "#").split("\n")
    assert read("\n\n".join("\n".join(rows[start : start + 4]) for start in range(0, 16, 4))) == [puzzle]


def test_sukaku() -> None:
    cells = ["123456789"] * 81
    cells[0], cells[1] = "1........", "020000080"
    text = "".join(cells)
    [puzzle] = read(text)
    assert detect_format(text) == "sukaku"
    assert puzzle.grid is Grid.classic()
    assert puzzle.pencilmarks is not None
    assert puzzle.pencilmarks[:3] == (1, 0b10000010, 511)
    assert failure(text[:3] + "5" + text[4:]) == "line 1, column 4: expected 4 or one of . 0 _ * ? -, found '5'"


def test_a_jigsaw_whose_regions_are_digits_is_no_solution() -> None:
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert detect_format(f"{'.' * 81} {solved}") == "line"
    letters = "".join(chr(65 + 3 * (row // 3) + column // 3) for row in range(9) for column in range(9))
    [puzzle] = read(f"{'.' * 81}{letters}")
    assert puzzle.grid == Grid.classic()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 144, None),
        (
            "\n".join(["." * 12] * 12),
            "line 1: 12x12 with boxes of 3x4 or a butterfly? Write # where there is no cell",
        ),
        (
            "\n".join(["." * 21] * 21),
            "line 1: 21x21 with boxes of 3x7 or a sohei or a cross or a windmill or a samurai? "
            "Write # where there is no cell",
        ),
        (
            "A" + "." * 255,
            "line 1: 16x16 with boxes of 4x4, where A is 10 or 16x16 with boxes of 4x4, where A is 1? "
            "Write digits as numbers",
        ),
        ("11" + "." * 34, "line 1: row 1 holds 1 twice: r1c1 and r1c2"),
        ("7" + "." * 35, "line 1: expected a digit from 1 to 6 or one of . 0 _ * ? - for empty, found '7'"),
        ("1" + "." * 35 + "\n" + "." * 35, "line 2: expected a puzzle in a line, found 35 cells"),
        (
            lay_out(Puzzle.of(SAMURAI, "." * 369), "#").replace(".", "x", 1),
            "line 1: expected a digit from 1 to 9 or one of . 0 _ * ? - for empty, found 'x'",
        ),
        (
            lay_out(Puzzle.of(SAMURAI, "." * 369), "#") + "\n\n1234\n",
            "line 23: expected another puzzle of a known shape, found 1 line",
        ),
    ],
)
def test_what_is_wrong_or_has_two_meanings(text: str, message: str | None) -> None:
    if message is None:
        assert read(text) == [Puzzle.of(Grid.classic((3, 4)), text)]
    else:
        assert failure(text) == message


def test_outlines_that_tell_no_regions() -> None:
    apart = Puzzle.of(Grid.jigsaw("AAAB CCAB CBDB CDDD"), "." * 16)  # B is in two pieces
    assert failure(str(apart)).startswith("line 2: expected regions of 4 cells each")


def test_a_bad_puzzle_does_not_hide_the_others() -> None:
    found = [(number, type(entry).__name__) for number, entry in scan(f"{SIX}\n7{SIX[1:]}\n\n{SIX}")]
    assert found == [(1, "Puzzle"), (2, "FormatError"), (4, "Puzzle")]


@examples(300)
@given(st.text(alphabet="12A.# \n|-+", max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(FormatError, PuzzleError):
        assert all(isinstance(puzzle, Puzzle) for puzzle in read(text))


def test_a_character_for_each_digit() -> None:
    assert len(set(DIGITS)) == 32


GIVENS = "....48......8...5..1.4.....5.....6..1.7....9.43..7.1.........73..4..............."
REGIONS = "ABBBBBBCCABBABFFCCAAAAAAFCCEEEEEEFCHDDDGEEFCHDDIGGEFCHDIIGGGFHHDIIGIGFHHDDIIIGFHH"


def in_rows(line: str) -> str:
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9))


@pytest.mark.parametrize(
    "text",
    [
        f"{GIVENS}{REGIONS}",
        f"{GIVENS} {REGIONS}",
        f"{GIVENS}\n{REGIONS}",
        f"{in_rows(GIVENS)}\n\n{in_rows(REGIONS)}",
        f"{in_rows(GIVENS)}\n{in_rows(REGIONS)}",
    ],
)
def test_a_jigsaw_with_its_regions(text: str) -> None:
    """On the same line, on the next, or as a second grid; and a region too large is named in each format."""
    expected = Puzzle.of(Grid.jigsaw(REGIONS), GIVENS)
    assert [found for _, found in scan(text)] == [expected]
    assert [found for _, found in scan(f"{text}\n\n{text}\n")] == [expected, expected]
    wrong = text.replace(REGIONS, REGIONS.replace("D", "A", 1)).replace("DDDGEEFCH", "ADDGEEFCH")
    [(number, fault)] = scan(wrong)
    assert (number, str(fault)) == (1, "line 1: region A: expected 9 cells, found 10")


SPACED = "\n".join(map(" ".join, in_rows(REGIONS).split()))


@pytest.mark.parametrize(
    "text",
    [
        f"{REGIONS}{GIVENS}",
        f"{REGIONS} {GIVENS}",
        f"{REGIONS},{GIVENS}",
        f"{REGIONS}\n{GIVENS}",
        f"{REGIONS.lower()}\n\n{GIVENS}",
        f"{in_rows(REGIONS)}\n\n{in_rows(GIVENS)}",
        f"{in_rows(REGIONS)}\n{in_rows(GIVENS)}",
        f"{SPACED}\n\n{in_rows(GIVENS)}",
        f"Jigsaw 5\n{in_rows(REGIONS)}\n\nGivens\n{in_rows(GIVENS)}",
        "".join(str("ABCDEFGHI".index(letter) + 1) for letter in REGIONS) + "\n" + GIVENS,
    ],
)
def test_regions_may_stand_before_their_givens(text: str) -> None:
    """They were dropped as a title, and a classic puzzle was solved."""
    expected = Puzzle.of(Grid.jigsaw(REGIONS), GIVENS)
    assert read(text) == [expected]
    assert read(f"{text}\n\n{text}\n") == [expected] * 2


CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SHORT = in_rows(REGIONS).replace("ABBABFFCC", "ABBABFFC")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"{in_rows(CLASSIC)}\n\n{SHORT}",
            "before or after the givens; found 'ABBBBBBCC'",
        ),
        (
            f"{SHORT}\n\n{in_rows(CLASSIC)}",
            "before or after the givens; found 'ABBBBBBCC'",
        ),
        (
            f"{CLASSIC}\n{REGIONS[:-1]}",
            "before or after the givens; found 'ABBBBBBCCABBABFFCCAAAAAAFCCEEEEEEFCHD...'",
        ),
        (f"{CLASSIC} {REGIONS[:-1]}", "expected a name, a solution or nothing after 81 cells; found 'ABBBBBBCCABB"),
        (f"{CLASSIC}\n{CLASSIC} {REGIONS}", "line 2: expected a name, a solution or nothing after 81 cells; found"),
        (f"{CLASSIC}\n{CLASSIC} {'1' * 81}", "line 2: expected each digit once in row 1 of the solution"),
        (f"{CLASSIC}\n{REGIONS}\n{CLASSIC}", "unclear which grid the middle regions belong to; found three in a row"),
        (
            f"{in_rows(CLASSIC)}\n\n{in_rows(REGIONS)}\n\n{in_rows(CLASSIC)}",
            "unclear which grid the middle regions belong to",
        ),
        (f"{in_rows(CLASSIC)}\nKiller cage r1c1 r1c2 = 8", "line 10: expected cells or a title"),
        (f"[Puzzle]\n{in_rows('.' * 81)}\n[Cages]\n12", "line 11: expected [Puzzle] or [State], found [Cages]"),
    ],
)
def test_what_may_mean_something_is_not_dropped(text: str, message: str) -> None:
    faults = []
    with suppress(FormatError):
        for _, found in scan(text):
            if not isinstance(found, Puzzle):
                faults.append(str(found))
    assert message in "\n".join([*faults, failure(text)])


@pytest.mark.parametrize("title", ["Difficult", "Sudoku of the day, no. 5", "Medium", "Very hard puzzle\nBy somebody"])
def test_titles_are_titles(title: str) -> None:
    assert read(f"{title}\n{in_rows(CLASSIC)}") == read(f"{title}\n{CLASSIC}") == [Puzzle.classic(CLASSIC)]
    six = "\n".join(SIX[start : start + 6] for start in range(0, 36, 6))
    assert read(f"{title}\n{six}\n") == read(SIX)


def test_a_wrong_solution_tells_no_regions() -> None:
    wrong = list("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    wrong[0], wrong[9] = wrong[9], wrong[0]  # as many of each digit, but not each in one piece
    assert len(list(scan(f"{in_rows(''.join(wrong))}\n\n{in_rows(CLASSIC)}"))) == 2


TOO_LARGE = "line 1: expected a puzzle of at most 32x32; found 36 rows of 36 cells"
NO_ROWS = "no puzzle in it: expected rows of digits, with . in empty cells; found"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(["." * 36] * 36), TOO_LARGE),
        ("\n".join([" ".join(["."] * 36)] * 36), TOO_LARGE),
        ("\n".join(["9" + "." * 15] * 15), "line 1: expected 16 rows of 16 cells, found 15"),
        ("\n".join([*["9" + "." * 15] * 15, "." * 15]), "line 16: expected 16 cells, found 15"),
        ("." * 255, "line 1: expected 81 cells, or 256 for 16x16, found 255"),
        ("." * 1296, "line 1: expected 81 cells, or at most 1,024 for 32x32, found 1296"),
        (CLASSIC[:40], "line 1: expected 81 cells, found 40"),
        ("<html>\n<body>Sudoku 1 to 9</body>\n", NO_ROWS),
        ("x = [i for i in words]\ny = max(x, 1)\n", NO_ROWS),
    ],
)
def test_what_is_no_puzzle_is_said_for_people(text: str, message: str) -> None:
    assert failure(text).startswith(message)
