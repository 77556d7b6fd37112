"""The lane kernels: right, equal to the bit on every instruction set, and clear about bad input."""

from __future__ import annotations

import mmap
import os
import re
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import is_solution, solutions_of_classic
from strategies import examples

from farandole import ArgumentError, FormatError, Puzzle, PuzzleError, batch
from needs import SHARED, needs

CLASSIC = SHARED / "classic"
NATIVE = Path(__file__).parents[2] / "native"

# Source: Wikipedia, "Sudoku", first picture.
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

# Solutions of every puzzle of a set at limit 2, as the set's name says.
COUNTS = {
    "17_clue": 1,
    "forum_hardest_1106": 1,
    "forum_hardest_1905_11plus": 1,
    "invalid": 0,
    "kaggle": 1,
    "magictour_top1465": 1,
    "random_minimal": 1,
    "serg_many_solutions": 2,
}


@pytest.fixture(params=batch.isas())
def isa(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("FARANDOLE_ISA", request.param)
    return str(request.param)


def test_lanes_double(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = []
    for name in batch.isas():
        monkeypatch.setenv("FARANDOLE_ISA", name)
        widths.append(batch.lanes())
    assert widths == [8, 16, 16, 32][: len(widths)]


def values_of(name: str) -> batch.Values:
    return batch.read_lines((CLASSIC / f"{name}.txt").read_bytes()).values


def same(one: batch.Answers, other: batch.Answers, limit: int = 2) -> bool:
    """Compare all; but guesses and passes of a puzzle that reaches its limit hang on which lanes share it."""
    is_below = one.counts < limit
    return (
        bool((one.solutions == other.solutions).all() and (one.counts == other.counts).all())
        and bool((one.guesses[is_below] == other.guesses[is_below]).all())
        and bool((one.passes[is_below] == other.passes[is_below]).all())
    )


@pytest.mark.slow
@needs("data")
@pytest.mark.parametrize("name", COUNTS)
def test_every_puzzle_of_the_collections(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(COUNTS) == {path.stem for path in CLASSIC.glob("*.txt")}
    values = values_of(name)
    monkeypatch.setenv("FARANDOLE_ISA", "baseline")
    answers = batch.solve(values)
    assert set(answers.counts.tolist()) == {COUNTS[name]}
    if COUNTS[name]:
        assert all(map(is_solution, values.tolist(), answers.solutions.tolist()))
    else:
        assert not answers.solutions.any()
    for isa in batch.isas()[1:]:
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        assert same(batch.solve(values), answers), isa


@needs("data")
@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("limit", [1, 2, 9])
def test_a_puzzle_alone_has_the_answer_it_has_among_others(name: str, limit: int, isa: str) -> None:
    """One is solved in boxes, many are in lanes; the first solution is the first in the same order of guesses."""
    assert isa == batch.isa()
    values = values_of(name)[:150]
    together = batch.solve(values, limit=limit)
    alone = [batch.solve(puzzle, limit=limit) for puzzle in values]
    assert [int(answers.counts[0]) for answers in alone] == together.counts.tolist()
    assert (np.concatenate([answers.solutions for answers in alone]) == together.solutions).all()


@st.composite
def candidates(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """Candidates around a solution, with many cells settled, so that brute force ends; sometimes one cell altered."""
    random = draw(st.randoms(use_true_random=False))
    rows = [3 * a + b for a in random.sample(range(3), 3) for b in random.sample(range(3), 3)]
    digits = random.sample(range(1, 10), 9)
    solution = [digits[int(WIKIPEDIA_SOLVED[9 * row + column]) - 1] for row in rows for column in range(9)]
    n_open = draw(st.integers(0, 45))
    cells = [(digit,) for digit in solution]
    for cell in random.sample(range(81), n_open):
        extra = random.sample(range(1, 10), draw(st.integers(1, 9)))
        cells[cell] = tuple(sorted({solution[cell], *extra}))  # type: ignore[assignment]
    if draw(st.booleans()):
        cells[random.randrange(81)] = (random.randrange(1, 10),)
    return list(cells)


@pytest.mark.slow
@examples(60)
@given(st.lists(candidates(), min_size=1, max_size=20), st.sampled_from([1, 2, 3, 7]))
def test_brute_force_agrees_on_every_kernel(puzzles: list[list[tuple[int, ...]]], limit: int) -> None:
    masks = np.array([[sum(1 << d - 1 for d in cell) for cell in cells] for cells in puzzles], np.uint16)
    expected = [len(list(islice(solutions_of_classic(cells), limit))) for cells in puzzles]
    all_answers = []
    for isa in batch.isas():
        os.environ["FARANDOLE_ISA"] = isa
        all_answers.append(batch.solve(masks, limit=limit))
    del os.environ["FARANDOLE_ISA"]
    assert all_answers[0].counts.tolist() == expected
    for cells, digits, count in zip(puzzles, all_answers[0].solutions.tolist(), expected, strict=True):
        if count:
            assert is_solution([0] * 81, digits)
            assert all(digit in cell for digit, cell in zip(digits, cells, strict=True))
    assert all(same(answers, all_answers[0], limit) for answers in all_answers)
    # A handful of puzzles is solved in boxes, many are in lanes: the same answers come of both.
    some, many = batch.solve(masks[:8], limit=limit), batch.solve(np.tile(masks, (9, 1)), limit=limit)
    n = len(some.counts)
    assert some.counts.tolist() == many.counts[:n].tolist() == expected[:n]
    assert (some.solutions == many.solutions[:n]).all()
    assert (all_answers[0].solutions == many.solutions[: len(puzzles)]).all()


@examples(40)
@given(st.randoms(use_true_random=False))
def test_symmetries_keep_counts(random: Random) -> None:
    values = np.array([int(c) for c in WIKIPEDIA.replace(".", "0")], np.uint8)
    values[random.sample(range(81), 12)] = 0
    bands = [3 * a + b for a in random.sample(range(3), 3) for b in random.sample(range(3), 3)]
    relabel = np.array([0, *random.sample(range(1, 10), 9)], np.uint8)
    board = values.reshape(9, 9)
    variants = [board, board.T, board[bands], board[:, bands], relabel[board]]
    counts = batch.solve(np.stack([np.ascontiguousarray(v).reshape(81) for v in variants]), limit=500).counts
    assert len(set(counts.tolist())) == 1


def test_variants_keep_counts_and_solutions() -> None:
    lines = [WIKIPEDIA, WIKIPEDIA_SOLVED[:30] + "." * 51, WIKIPEDIA.replace("53.", "531", 1)]
    puzzles = batch.read_lines("\n".join(lines).encode()).values
    variants = batch.variants(puzzles, 20_001, seed=5)  # more than are made at a time
    assert len(np.unique(variants[::3], axis=0)) == 6667
    answers = batch.solve(variants, limit=20)
    expected = batch.solve(puzzles, limit=20).counts
    assert set(expected.tolist()) == {1, 20, 0}
    assert (answers.counts == np.resize(expected, 20_001)).all()
    assert ((variants > 0).sum(axis=1) == np.resize((puzzles > 0).sum(axis=1), 20_001)).all()
    solved = batch.variants(batch.read_lines(WIKIPEDIA_SOLVED.encode()).values, 200)
    assert all(is_solution([0] * 81, digits) for digits in solved.tolist())


def test_variants_are_all_symmetries() -> None:
    # The cell r1c1 goes everywhere, with any digit, and its two neighbors stay in its row, or go to its column.
    values = np.zeros((1, 81), np.uint8)
    values[0, :3] = 1, 2, 3
    variants = batch.variants(values, 3000, seed=1).reshape(-1, 9, 9)
    assert ((variants > 0).any(axis=0)).all()
    assert set(variants.max(axis=(1, 2)).tolist()) == set(range(3, 10))
    lying = ((variants > 0).sum(axis=2) == 3).any(axis=1)
    standing = ((variants > 0).sum(axis=1) == 3).any(axis=1)
    assert (lying ^ standing).all()
    assert 0.4 < lying.mean() < 0.6


def test_variants_are_the_same_for_a_seed() -> None:
    values = batch.read_lines(WIKIPEDIA.encode()).values
    assert (batch.variants(values, 50, seed=3) == batch.variants(values, 50, seed=3)).all()
    assert (batch.variants(values, 50, seed=3) != batch.variants(values, 50, seed=4)).any()
    assert batch.variants(values, 0).shape == (0, 81)
    for n in (-1, 1.5, "x"):
        with pytest.raises(ArgumentError, match=f"^n: expected a whole number of at least 0, found {n!r}$"):
            batch.variants(values, n)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"^n: expected fewer puzzles, found 9223372036854775807: they take "):
        batch.variants(values, 10**30)
    with pytest.raises(ArgumentError, match=r"^seed: expected a whole number of at least 0, found -1$"):
        batch.variants(values, 1, seed=-1)
    wrong: list[tuple[Any, str]] = [
        (values[:0], "expected at least one puzzle, found 0"),
        (values.astype(np.uint16), "expected an array of digits, such as uint8, found uint16"),
    ]
    for array, message in wrong:
        with pytest.raises(PuzzleError, match=f"^{message}$"):
            batch.variants(array, 5)
    values[0, 80] = 10
    with pytest.raises(PuzzleError, match=r"^expected digits from 0 to 9, found 10 in puzzle 1, cell r9c9$"):
        batch.variants(values, 5)


def test_values_and_candidates_are_the_same_puzzle(isa: str) -> None:
    puzzles = [WIKIPEDIA, "." * 81, "1" * 81]
    values = np.array([[int(c) for c in p.replace(".", "0")] for p in puzzles], np.uint8)
    masks = np.where(values > 0, 1 << (values.astype(np.uint16) - (values > 0)), 511).astype(np.uint16)
    assert isa == batch.isa()
    assert same(batch.solve(values, limit=5), batch.solve(masks, limit=5), 5)
    assert batch.solve(values, limit=5).counts.tolist() == [1, 5, 0]


def test_all_forms_of_input() -> None:
    line = WIKIPEDIA.encode()
    expected = batch.solve([WIKIPEDIA] * 3)
    assert "".join(map(str, expected.solutions[2])) == WIKIPEDIA_SOLVED
    text = b"\n".join([line, b"", b"# comment", line.replace(b".", b"0") + b" and a name", line + b"\r"])
    old = batch.read_lines(text.replace(b"\r", b"").replace(b"\n", b"\r"))
    assert (old.numbers.tolist(), old.faults) == ([1, 4, 5], {})
    values = batch.read_lines(text).values
    for puzzles in (text, bytearray(text), memoryview(text), values, values[:, ::-1][:, ::-1]):
        assert same(batch.solve(puzzles), expected)
    assert len(batch.solve(b"").counts) == len(batch.solve([]).counts) == len(batch.solve(values[:0]).counts) == 0


@given(st.data())
def test_a_line_is_the_same_alone_and_among_others(data: st.DataObject) -> None:
    # Alone, it ends with the text: then its end is looked for before its cells are read.
    cells = st.text("123456789.0_*?-", min_size=81, max_size=81)
    others = st.text("1.-x# \t,é", max_size=90)
    lines = data.draw(st.lists(cells | others | st.builds(str.__add__, cells, others), max_size=6))
    ends = [data.draw(st.sampled_from(["\n", "\r\n"])) for _ in lines]
    together = batch.read_lines("".join(map(str.__add__, lines, ends)).encode())
    alone = [batch.read_lines(line.encode(), first_number=number) for number, line in enumerate(lines, 1)]
    assert together.numbers.tolist() == [number for each in alone for number in each.numbers]
    assert together.values.tolist() == [values for each in alone for values in each.values.tolist()]
    assert list(together.faults.values()) == [fault for each in alone for fault in each.faults.values()]


def test_a_memory_map(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(b"\xef\xbb\xbf" + (WIKIPEDIA + "\n").encode() * 5)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        assert batch.solve(text).counts.tolist() == [1] * 5


def test_threads_change_nothing() -> None:
    values = np.tile(batch.read_lines(WIKIPEDIA.encode()).values, (20_000, 1))
    values[::3, :20] = 0
    assert same(batch.solve(values, threads=1), batch.solve(values, threads=3))


def test_counts_have_limits() -> None:
    assert batch.solve(["." * 81] * 3, limit=1234).counts.tolist() == [1234] * 3
    # Source: brute force; two rows' worth of cells emptied.
    emptied = WIKIPEDIA_SOLVED[:18].replace("6", ".").replace("7", ".") + WIKIPEDIA_SOLVED[18:]
    exact = len(list(solutions_of_classic(list(map(list, Puzzle.classic(emptied).candidates())))))
    assert batch.solve([emptied], limit=None).counts.tolist() == [exact]


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ([WIKIPEDIA, WIKIPEDIA[:80]], "puzzle 2: expected a string of 81 characters, found 80"),
        (
            [WIKIPEDIA[:40] + "x" + WIKIPEDIA[41:]],
            "puzzle 1: column 41: expected a digit or one of . 0 _ ",
        ),
        ([WIKIPEDIA, 5], "puzzle 2: expected a string of 81 characters, found 5"),
        (["#" + WIKIPEDIA[1:]], "puzzle 1: column 1: expected a digit"),
        ([" " * 81], "a puzzle is blank"),
        (WIKIPEDIA.encode() + b"\n\n" + WIKIPEDIA[:79].encode(), "line 3: expected 81 cells, found 79"),
        (WIKIPEDIA.encode() + b"1", "line 1: expected 81 cells, found 82"),
        (b"\x00" * 100, "line 1: column 1: expected a digit or one of . 0 _ * ? - for empty, found byte 0"),
    ],
)
def test_bad_text_is_named(puzzles: list[str] | bytes, message: str) -> None:
    with pytest.raises(FormatError, match=f"^{re.escape(message)}"):
        batch.solve(puzzles)


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        (None, "puzzles: expected an array, strings, puzzles or rows of digits, found NoneType"),
        (5, "puzzles: expected an array, strings, puzzles or rows of digits, found int"),
        (WIKIPEDIA, "expected a sequence of strings, found one string: put it in a list"),
        (["\udc80" * 81], "puzzle 1: column 1: expected a digit or one of . 0 _ * ? - for empty"),
        (
            memoryview(WIKIPEDIA.encode()[:80]).cast("i"),
            "expected a text as bytes, found memory of shape (20,) in items of 4",
        ),
        (
            memoryview(b"1" * 81).cast("B", [9, 9]),
            "expected a text as bytes, found memory of shape (9, 9) in items of 1",
        ),
    ],
)
def test_what_is_no_puzzle_is_named(puzzles: Any, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=f"^{re.escape(message)}"):
        batch.solve(puzzles)


@needs("polars")
def test_a_lazy_frame_is_named() -> None:
    import polars

    with pytest.raises(
        PuzzleError, match=r"^puzzles: expected an array, strings, puzzles or rows of digits, found LazyFrame$"
    ):
        batch.solve(polars.LazyFrame({"puzzle": [WIKIPEDIA]}))  # type: ignore[arg-type]
    series: Any = polars.Series([WIKIPEDIA])
    assert batch.solve(series).counts.tolist() == [1]


def test_puzzles_come_from_anywhere() -> None:
    spread = bytes(byte for pair in zip(WIKIPEDIA.encode(), b"x" * 81, strict=True) for byte in pair)
    values = batch.read_lines(WIKIPEDIA.encode()).values
    wide = np.zeros((2, 200), np.uint8)
    wide[1, 10:172:2] = values
    forms: list[Any] = [memoryview(spread)[::2], (line for line in [WIKIPEDIA]), wide[1:, 10:172:2], {WIKIPEDIA: 1}]
    for puzzles in forms:
        assert batch.solve(puzzles).counts.tolist() == [1]


WRONG_PLACES: list[dict[str, Any]] = [
    {"first_number": -1},
    {"first_number": "x"},
    {"field": (-1, ",")},
    {"field": (0, "")},
    {"field": (0, "é")},
]


@pytest.mark.parametrize("settings_", WRONG_PLACES)
def test_bad_places_in_lines_are_named(settings_: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"^{next(iter(settings_))}: expected .*, found .*$"):
        batch.read_lines(WIKIPEDIA.encode(), **settings_)


def test_fields_beyond_any_line() -> None:
    lines = batch.read_lines(WIKIPEDIA.encode(), field=(10**30, ","), first_number=10**30)
    assert list(lines.faults) == [0]


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 80), np.uint8), "expected an array of shape (n, 81) or (n, 9, 9), found (3, 80)"),
        (np.zeros(80, np.int64), "expected an array of shape (n, 81) or (n, 9, 9), found (80,)"),
        (np.full((1, 81), 0.5), "expected digits from 0 to 9, found 0.5 in puzzle 1, cell r1c1"),
        (np.full((2, 81), 10, np.uint8), "expected digits from 0 to 9, found 10 in puzzle 1, cell r1c1"),
        (np.full((2, 81), -1), "expected digits from 0 to 9, found -1 in puzzle 1, cell r1c1"),
        (np.full((2, 9, 9), 256), "expected digits from 0 to 9, found 256 in puzzle 1, cell r1c1"),
        (np.full((2, 81), 512, np.uint16), "expected masks of 9 bits, found 512 in puzzle 1, cell r1c1"),
    ],
)
def test_bad_arrays_are_named(array: batch.Values, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}$"):
        batch.solve(array)


def test_a_bad_value_far_in_is_found() -> None:
    for dtype, bad in ((np.uint8, 10), (np.uint16, 512)):
        array = np.zeros((1000, 81), dtype)
        array[[987, 999], [80, 3]] = bad
        with pytest.raises(PuzzleError, match=f"found {bad} in puzzle 988, cell r9c9$"):
            batch.solve(array)


def test_bad_settings_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("limit", "threads"):
        for value in (0, -1, 1.5, "x", float("nan"), -(10**30), True):
            settings_: dict[str, Any] = {name: value}
            with pytest.raises(ArgumentError, match=f"^{name}: expected a whole number of at least 1, found {value!r}"):
                batch.solve([WIKIPEDIA], **settings_)
    assert batch.solve([WIKIPEDIA], limit=10**30, threads=10**30).counts.tolist() == [1]
    monkeypatch.setenv("FARANDOLE_ISA", "mmx")
    with pytest.raises(ValueError, match=r"^FARANDOLE_ISA: expected baseline.* on this machine, found 'mmx'$"):
        batch.solve([WIKIPEDIA] * 3)


# Puzzles without a solution that no rule sees: a digit twice in a box of a grid that is nearly empty, by givens and by
# candidates; too many cells for too few digits; too few cells for too many digits.
FAULTS = """
def masks(cells, mask, others=511):
    array = np.full((1, 81), others, np.uint16)
    array[0, cells] = mask
    return array

def values(**digits):
    array = np.zeros((1, 81), np.uint8)
    for name, digit in digits.items():
        array[0, 9 * int(name[1]) + int(name[3]) - 10] = digit
    return array

faults = {
    "two in a box": values(r1c3=2, r5c8=2, r6c7=2),
    "two in a minirow": values(r1c3=2, r5c8=2, r5c7=2),
    "two in a minicolumn": values(r1c3=2, r4c7=2, r5c7=2),
    "candidates twice in a box": masks([0, 10], 4),
    "4 cells of 3 digits in a column": masks([3, 12, 39, 48], 0o340),
    "6 cells of 5 digits in a box": masks([0, 1, 2, 9, 10, 20], 0o37),
    "6 digits in 5 cells of a row": masks([0, 3, 4, 6, 8], 511) & masks([1, 2, 5, 7], 0o700),
}
"""


@pytest.mark.usefixtures("isa")
@pytest.mark.parametrize("limit", [1, 2, None])
def test_no_fault_is_searched_for_ever(limit: int | None) -> None:
    script = f"""
import numpy as np
from farandole import batch
{FAULTS}
for name, puzzle in faults.items():
    answers = batch.solve(np.concatenate([puzzle] * 40), limit={limit})
    print(name, set(answers.counts.tolist()), answers.solutions.any(), answers.guesses.max() < 5000, sep=";")
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=os.environ, check=True
    )
    lines = [line.split(";")[1:] for line in run.stdout.splitlines()]
    assert lines == [["{0}", "False", "True"]] * 7


def test_a_search_that_takes_over_finds_what_there_is(isa: str) -> None:
    # Cells of some houses hold the digits of a solution and perhaps one more: nearly empty grids, just not impossible.
    random, solution = Random(5), [int(digit) for digit in WIKIPEDIA_SOLVED]
    houses = [house.cells for house in Puzzle.classic("." * 81).grid.houses]
    puzzles = []
    for _ in range(1000):
        masks = [511] * 81
        for _ in range(random.randint(1, 4)):
            cells = random.sample(random.choice(houses), random.randint(2, 6))
            few = {solution[cell] for cell in cells} | set(random.sample(range(1, 10), random.randint(0, 1)))
            for cell in cells:
                masks[cell] &= sum(1 << digit - 1 for digit in few)
        puzzles.append(masks)
    answers = batch.solve(np.array(puzzles, np.uint16), limit=300)
    taken_over = answers.guesses >= 2000
    assert isa == batch.isa()
    assert taken_over.sum() > 10
    for masks, count, digits in zip(puzzles, answers.counts, answers.solutions.tolist(), strict=True):
        assert count == 300
        assert is_solution([0] * 81, digits)
        assert all(mask >> digit - 1 & 1 for mask, digit in zip(masks, digits, strict=True))


@pytest.mark.parametrize("call", ["batch.solve(['.' * 81] * 3, limit=None)", "Puzzle.classic('.' * 81).count()"])
def test_ctrl_c_ends_a_search(call: str) -> None:
    script = f"from farandole import Puzzle, batch\nimport numpy\nprint('go', flush=True)\n{call}"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert b"KeyboardInterrupt" in errors


BUILT = Path(__file__).parents[2] / "build" / "dev" / "CMakeFiles" / "engines.dir" / "native"
KERNELS = sorted(path for isa in ("baseline", "avx2", "avx512", "avx512vl") for path in BUILT.rglob(f"*_{isa}.cpp.o"))
OUTSIDE = {"memcpy", "memset", "memmove", "__popcountdi2", "_GLOBAL_OFFSET_TABLE_"}
THROWS = {"_Unwind_Resume", "__gxx_personality_v0", "DW.ref.__gxx_personality_v0", "free", "realloc"}


@needs("nm")
def test_kernels_share_no_symbol() -> None:
    # A weak symbol of a wide kernel could be the one the linker keeps for everybody: an illegal instruction later.
    assert len(KERNELS) >= 4
    for kernel in KERNELS:
        name_of_kernel, isa = kernel.name.removesuffix(".cpp.o").rsplit("_", 1)
        listing = subprocess.run(["nm", "-C", kernel], check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            kind, name = line[17:18], line[19:]
            own = f"farandole::{isa}::" in name or name == f"farandole::{name_of_kernel}_{isa}"
            known = name in OUTSIDE | THROWS or name.startswith((".L", "GCC_except_table"))
            assert known or (kind not in "UVWvwu" and own), f"{kernel.name}: {line}"


LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64])
@pytest.mark.parametrize("shape", [(81,), (9, 9), (1, 81), (1, 9, 9)])
def test_arrays_of_any_integers_and_shapes_are_taken(dtype: type, shape: tuple[int, ...]) -> None:
    values: Any = batch.read_lines(LINE.encode()).values.astype(dtype).reshape(shape)
    assert batch.solve(values).lines() == [SOLVED]


def test_solutions_are_written_as_lines() -> None:
    answers = batch.solve([LINE, "11" + "." * 79, LINE])
    assert answers.lines() == [SOLVED, "." * 81, SOLVED]
    assert batch.solve(answers.lines()).counts.tolist() == [1, 2, 1]
    assert batch.solve([]).lines() == []


ODD: list[object] = ["", "1", "x" * 81, "#" + "." * 80, "." * 40 + "\n" + "." * 40, "é" * 81, 5, None, "." * 82]


LETTERS = st.sampled_from("0123456789._*?-" * 40 + "# \n\t,;xé１\ud800\0")


@examples(300)
@given(st.lists(st.text(LETTERS, min_size=81, max_size=81) | st.text(LETTERS, max_size=90), max_size=3))
def test_a_list_of_strings_is_read_as_any_other_sequence_of_strings(puzzles: list[str]) -> None:
    def read(some: Any) -> Any:
        try:
            return batch.solve(some, limit=1).counts.tolist()
        except FormatError as error:
            return str(error)

    assert read(puzzles) == read(tuple(puzzles))  # a list has a road of its own


@examples(50)
@given(st.lists(st.sampled_from([LINE, "." * 81, "11" + "." * 79, *ODD]), max_size=12))
def test_bad_strings_are_marked_and_the_others_solved(puzzles: list[Any]) -> None:
    is_sound = np.array([puzzle not in ODD for puzzle in puzzles], bool)
    answers = batch.solve(puzzles, errors="mark")
    expected = batch.solve([puzzle for puzzle in puzzles if puzzle not in ODD])
    for name in ("solutions", "counts", "guesses", "passes"):
        found, wanted = getattr(answers, name), getattr(expected, name)
        assert found[is_sound].tolist() == wanted.tolist()
        assert found.dtype == wanted.dtype
    assert (answers.counts[~is_sound] == -1).all()
    assert not answers.solutions[~is_sound].any()


def test_bad_lines_and_rows_are_marked() -> None:
    text = f"{LINE}\n# a comment\n12x\n{LINE}\n".encode()
    assert batch.solve(text, errors="mark").counts.tolist() == [1, -1, 1]
    rows = np.array([batch.read_lines(LINE.encode()).values[0]] * 3, dtype=np.int64)
    rows[1, 5] = -3
    rows[2, 80] = 300
    before = rows.copy()
    assert batch.solve(rows, errors="mark").counts.tolist() == [1, -1, -1]
    assert (rows == before).all()
    bytes_of_rows = rows.clip(-128, 127).astype(np.int8)  # 255, the mark, is no int8
    assert batch.solve(bytes_of_rows, errors="mark").counts.tolist() == [1, -1, -1]
    masks = np.full((2, 81), 511, np.uint16)
    masks[0, 0] = 512
    assert batch.solve(masks, errors="mark").counts.tolist() == [-1, 2]
    with pytest.raises(ArgumentError, match="errors: expected 'raise' or 'mark', found 'ignore'"):
        batch.solve([LINE], errors="ignore")


class Column:
    """A column or a table as a library of tables has them: no array, but it makes one."""

    def __init__(self, values: Any) -> None:
        self.values = np.array(values)
        self.shape = self.values.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.values if dtype is None else self.values.astype(dtype)


@pytest.mark.parametrize(
    "make", [np.array, Column, lambda lines: np.array(lines, object)], ids=["str", "table", "object"]
)
def test_strings_may_be_an_array(make: Any) -> None:
    lines = ["1" + "." * 80, "." * 81]
    expected = batch.solve(lines)
    for some in (make(lines), make([line.encode() for line in lines])):
        answers = batch.solve(some)
        assert answers.lines() == expected.lines()
        assert answers.counts.tolist() == [2, 2]
    assert batch.solve(make([*lines, "x"]), errors="mark").counts.tolist() == [2, 2, -1]
    with pytest.raises(FormatError, match="puzzle 3: expected a string of 81 characters, found 1"):
        batch.solve(make([*lines, "x"]))


def test_a_table_of_digits_is_an_array() -> None:
    assert batch.solve(Column(np.zeros((2, 81), int))).counts.tolist() == [2, 2]  # type: ignore[arg-type]
    assert batch.solve(Column(np.full((2, 81), np.nan))).counts.tolist() == [2, 2]  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="expected an array of integers"):
        batch.solve(Column(np.zeros((2, 81), bool)))  # type: ignore[arg-type]
