"""Data sets of any shape and rules: nothing leaks between tables, steps are right, and wrong steps are wrong."""

import csv
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import examples

import commands
from farandole import Grid, Puzzle, make, read, rules
from farandole.datasets import sudoku_bench, variants
from farandole.datasets.canonical import canonical_grid
from farandole.datasets.dataset import Dataset
from farandole.datasets.split import choose_parts
from farandole.datasets.variants import make_row, read_lines
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import json_document, write
from farandole.tasks import Task

KINDS = [
    {"shape": "4x4", "rules": "killer"},
    {"shape": "6x6", "rules": "thermo"},
    {"shape": "6x6", "rules": "anti_knight"},
    {"shape": "jigsaw 5x5"},
    {"shape": "6x6", "rules": ["diagonals", "arrow"]},
]


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [make(**kind, seed=seed).puzzle for kind in KINDS for seed in range(6)]  # type: ignore[arg-type]


def test_a_row_tells_the_truth(puzzles: list[Puzzle]) -> None:
    n_wrong = 0
    for puzzle in puzzles[::3]:
        row = make_row(puzzle)
        assert json_document.read(row["document"]) == puzzle
        [solution] = puzzle.solutions()
        assert row["solution"] == solution.line
        assert row["givens"] == sum(map(bool, puzzle.givens))
        board = list(puzzle.givens)
        boards = []
        for step in json.loads(row["steps_json"]):
            boards.append(list(board))
            assert step["why"]
            for cell, digit in step["placements"]:
                assert digit == solution.values[cell]
                board[cell] = digit
            assert all(digit != solution.values[cell] for cell, digit in step["eliminations"])
        assert tuple(board) == solution.values
        for wrong in json.loads(row["wrong_json"]):
            n_wrong += 1
            [cell] = puzzle.grid.cells_of(wrong["cell"])
            assert not boards[wrong["after"]][cell]
            assert puzzle.grid.signs[solution.values[cell] - 1] != wrong["digit"]
            assert wrong["cell"] in wrong["why"]
            assert wrong["digit"] in wrong["why"]
    assert n_wrong > 15


def test_no_solution_is_in_two_tables(tmp_path: Path, puzzles: list[Puzzle]) -> None:
    same = [turned(puzzle) for puzzle in puzzles if not puzzle.rules and puzzle.grid.regions]
    file = tmp_path / "variants.jsonl"
    file.write_text("".join(json.dumps(json.loads(write(puzzle, "json"))) + "\n" for puzzle in [*puzzles, *same]))
    folder = tmp_path / "data"
    words = ["data", "dataset", str(file), "-o", str(folder), "--variants", "--format", "jsonl", "--test", ".3"]
    done = commands.run(*words, "--validation", ".2", "--seed", "3")
    assert done.returncode == 0, done.stderr
    tables = {
        part: [json.loads(line) for line in (folder / f"{part}.jsonl").read_text().splitlines()]
        for part in ("train", "validation", "test")
    }
    assert sum(map(len, tables.values())) == len(puzzles) + len(same)
    assert all(tables.values())
    grids = [{row["canonical_grid"] for row in rows} for rows in tables.values()]
    assert not grids[0] & grids[1] | grids[0] & grids[2] | grids[1] & grids[2]
    card = (folder / "README.md").read_text()
    assert all(f"| {name} |" in card for name in tables["train"][0])


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_stopped_call_goes_on_to_the_same_bytes(tmp_path: Path, puzzles: list[Puzzle]) -> None:
    """It is stopped at every puzzle; a bad one among them is counted once, and told once."""
    entries: list[tuple[str, Puzzle | FarandoleError]] = [(str(n), puzzle) for n, puzzle in enumerate(puzzles[:9])]
    entries.insert(4, ("bad", Puzzle.of(Grid.classic(4), "." * 16)))
    told: list[str] = []

    def until(stop: int) -> Iterator[tuple[str, Puzzle | FarandoleError]]:
        yield from entries[:stop]
        if stop <= len(entries):
            raise KeyboardInterrupt

    whole = variants.write(Dataset(tmp_path / "whole", "jsonl", 0.3, 1), iter(entries), "made", validation=0.2)
    spec = Dataset(tmp_path / "stopped", "jsonl", 0.3, 1)
    for stop in range(len(entries) + 1):
        with pytest.raises(KeyboardInterrupt):
            variants.write(spec, until(stop), "made", validation=0.2, resume=True, complain=told.append)
    with pytest.raises(FormatError, match="--resume"):
        variants.write(spec, iter(entries), "made", validation=0.2)
    with pytest.raises(FormatError, match="--force starts over"):
        variants.write(spec, iter(entries), "made", validation=0.1, resume=True)
    done = variants.write(spec, iter(entries), "made", validation=0.2, resume=True, complain=told.append)
    assert done == whole
    assert (done.n_bad, told) == (1, ["bad: expected exactly one solution"])
    assert files_of(tmp_path / "stopped") == files_of(tmp_path / "whole")
    assert set(files_of(tmp_path / "whole")) == {"README.md", "train.jsonl", "validation.jsonl", "test.jsonl"}


@pytest.mark.slow
def test_a_killed_command_goes_on_to_the_same_bytes(tmp_path: Path, puzzles: list[Puzzle]) -> None:
    file = tmp_path / "variants.jsonl"
    file.write_text("".join(json.dumps(json.loads(write(puzzle, "json"))) + "\n" for puzzle in puzzles))
    words = ["data", "dataset", str(file), "--variants", "--format", "csv", "-q", "-o"]
    assert commands.run(*words, str(tmp_path / "whole")).returncode == 0
    stopped = tmp_path / "stopped"
    for _ in range(3):
        command = [sys.executable, "-m", "farandole", *words, str(stopped), "--resume"]
        with subprocess.Popen(command) as process:
            part = stopped / "train.csv.part"
            before = part.stat().st_size if part.exists() else 0
            while process.poll() is None and not (part.exists() and part.stat().st_size > before):
                time.sleep(0.01)
            process.kill()
    assert commands.run(*words, str(stopped), "--resume").returncode == 0
    card = (stopped / "README.md").read_text().replace(f"{stopped} --resume", str(tmp_path / "whole"))
    assert {**files_of(stopped), "README.md": card.encode()} == files_of(tmp_path / "whole")


def turned(puzzle: Puzzle) -> Puzzle:
    """The puzzle, rotated by a quarter, with other digits: its solution reveals the other."""
    n = puzzle.grid.n_digits
    letters = {cell: chr(65 + k) for k, region in enumerate(puzzle.grid.regions) for cell in region.cells}
    order = np.rot90(np.arange(n * n).reshape(n, n)).ravel().tolist()
    text = "".join(letters[cell] for cell in order)
    grid = Grid.jigsaw(" ".join(text[k : k + n] for k in range(0, n * n, n)))
    return Puzzle(grid, tuple(n + 1 - digit if (digit := puzzle.givens[cell]) else 0 for cell in order))


BOXES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (2, 5), (3, 4), (4, 4), (5, 5)]


@cache
def solved(grid: Grid, seed: int) -> NDArray[np.int64]:
    """Fill a grid whose first row depends on the seed."""
    n = grid.n_digits
    first = np.random.default_rng(seed).permutation(n)
    givens = tuple(int(first[cell]) + 1 if cell < n else 0 for cell in range(n * n))
    marks = np.random.default_rng(seed).permutation(n * n)[: n // 2]
    puzzle = Puzzle(grid, givens)
    for cell in marks.tolist():  # and some cells of others
        if not puzzle.givens[cell]:
            digits = tuple(int(n - seed % n) if k == cell else digit for k, digit in enumerate(puzzle.givens))
            with suppress(PuzzleError):
                if Puzzle(grid, digits).solve(budget=1000):
                    puzzle = Puzzle(grid, digits)
    solution = puzzle.solve()
    assert solution
    return np.array(solution.values).reshape(n, n)


def shuffled(board: NDArray[np.int64], height: int, width: int, random: Any) -> NDArray[np.int64]:
    """Permute bands, rows, stacks, columns and digits, and transpose where boxes are square."""
    n = len(board)

    def lines(size: int) -> list[int]:
        return [
            size * band + k
            for band in random.sample(range(n // size), n // size)
            for k in random.sample(range(size), size)
        ]

    names = np.array([0, *random.sample(range(1, n + 1), n)])
    other = names[board[lines(height)][:, lines(width)]]
    return np.asarray(other.T if height == width and random.random() < 0.5 else other)


@given(st.sampled_from([*BOXES, 4, 7]), st.integers(0, 4), st.randoms(use_true_random=False))
@examples(60)
def test_isomorphic_solutions_have_one_canonical_grid(box: Any, seed: int, random: object) -> None:
    grid = Grid.latin(box) if isinstance(box, int) else Grid.classic(box)
    height, width = (box, box) if isinstance(box, int) else box
    board = solved(grid, seed)
    other = shuffled(board, height, width, random)
    assert canonical_grid(grid, other.ravel().tolist()) == canonical_grid(grid, board.ravel().tolist())


@pytest.mark.parametrize("box", [(2, 4), (3, 4), (4, 4)])
def test_fingerprints_of_others_differ(box: tuple[int, int]) -> None:
    grid = Grid.classic(box)
    boards = {tuple(solved(grid, seed).ravel().tolist()) for seed in range(8)}
    assert len(boards) == 8
    assert len({canonical_grid(grid, board) for board in boards}) == 8


def test_solutions_that_are_not_isomorphic_differ() -> None:
    grid = Grid.classic(4)  # Source: 288 grids of 4x4 in 2 classes, OEIS A109741
    every = {canonical_grid(grid, solution.values) for solution in Puzzle.of(grid, "." * 16).solutions()}
    assert len(every) == 2


@given(st.integers(0, 10**6), st.floats(0, 0.5), st.floats(0, 0.5))
@examples(30)
def test_parts_have_their_shares(seed: int, test: float, validation: float) -> None:
    random = np.random.default_rng(seed)
    numbers = random.permutation(200).astype(np.uint64)[random.integers(200, size=600)]
    parts = choose_parts(numbers, np.zeros(600, np.int64), {"test": test, "validation": validation})
    of_grid: dict[int, set[str]] = {}
    for number, part in zip(numbers.tolist(), parts, strict=True):
        of_grid.setdefault(number, set()).add(part)
    assert all(len(held) == 1 for held in of_grid.values())
    n = len(of_grid)
    counts = [sum(name in held for held in of_grid.values()) for name in ("test", "validation")]
    assert counts == pytest.approx([test * n, validation * n], abs=1.6)


def test_rows_of_sudoku_bench_are_written_and_read(puzzles: list[Puzzle]) -> None:
    for number, puzzle in enumerate(puzzles):
        row = sudoku_bench.write_row(puzzle, f"p{number}")
        assert tuple(row) == sudoku_bench.COLUMNS
        assert row["encoded_puzzle"].startswith("scl")
        again = sudoku_bench.read_row(json.loads(json.dumps(row)))
        assert (again.grid.n_cells, again.givens) == (puzzle.grid.n_cells, puzzle.givens)
        assert [solution.line for solution in again.solutions()] == [row["solution"]]
        assert len(row["initial_board"]) == row["rows"] * row["cols"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": "x"}, "rows: expected a number from 1 to 32, found 'x'"),
        ({"cols": None}, "cols: expected a number from 1 to 32, found None"),
        ({"initial_board": "12"}, "initial_board: expected 16 characters for 4 rows of 4, found '12'"),
        ({"initial_board": "x" * 16, "encoded_puzzle": ""}, "initial_board: expected a digit or . in r1c1, found 'x'"),
        ({"encoded_puzzle": "sclxx"}, "encoded_puzzle: "),
        ({"encoded_puzzle": "", "visual_elements": '[{"type": "lines"}]'}, "encoded_puzzle: expected a puzzle"),
    ],
    ids=str,
)
def test_bad_rows_of_sudoku_bench_are_told(change: dict[str, object], message: str) -> None:
    row = sudoku_bench.write_row(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"))
    with pytest.raises(FormatError) as caught:
        sudoku_bench.read_row(row | change)
    assert str(caught.value).startswith(message)


def test_what_is_no_row_is_told() -> None:
    with pytest.raises(PuzzleError, match="expected a puzzle with exactly one solution"):
        sudoku_bench.write_row(Puzzle.of(Grid.classic(4), "." * 16))
    with pytest.raises(PuzzleError, match="expected a rectangle without holes"):
        sudoku_bench.write_row(Puzzle.of(Grid.samurai(), "." * 369))


def test_the_command_refuses_what_does_not_fit(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("12..............\n1.....3..4.....2\n")
    words = ["data", "dataset", str(file), "-o", str(tmp_path / "data")]
    done = commands.run(*words, "--validation", ".1")
    assert (done.returncode, "--validation: expected --variants" in done.stderr) == (2, True)
    for option in (["--column", "x"], ["--steps"], ["--scale", "none"]):
        done = commands.run(*words, "--variants", *option)
        assert (done.returncode, f"expected no {option[0]} with --variants" in done.stderr) == (2, True)
    done = commands.run(*words, "--variants", "--test", ".7", "--validation", ".7")
    assert "expected shares of at most 1 in all, found 1.4" in done.stderr
    done = commands.run(*words, "--variants", "--format", "csv")
    assert done.returncode == 2  # the first puzzle has several solutions
    assert "line 1: expected exactly one solution" in done.stderr
    assert "line 2" not in done.stderr
    texts = [(tmp_path / "data" / f"{name}.csv").read_text() for name in ("train", "test")]
    assert sum(len(list(csv.DictReader(StringIO(text)))) for text in texts) == 1
    assert commands.run(*words, "--variants").returncode == 2  # the folder is not empty


def test_rules_of_a_user_are_written_as_documents() -> None:
    puzzle = Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2", rules=[rules.Cage("r1c1-2", 4)])
    row = make_row(puzzle)
    assert read(row["document"]) == [puzzle]
    assert "Cage r1c1 r1c2" in row["rules"]


def test_lines_of_many_kinds_are_read() -> None:
    puzzle = Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2")
    document = json.loads(write(puzzle, "json"))
    objects = [
        document,
        {"puzzle": document},
        {"document": json.dumps(document)},
        Task(puzzle).to_dict(),
        make_row(puzzle),
        sudoku_bench.write_row(puzzle),
        {"puzzle": puzzle.line},
    ]
    text = "\n".join(json.dumps(value) for value in objects)
    read_back = [each for _, each in read_lines(text.splitlines(), "some.jsonl")]
    assert read_back[:5] == [puzzle] * 5
    assert [each.givens for each in read_back if isinstance(each, Puzzle)] == [puzzle.givens] * 7
    [(where, error)] = read_lines(["\n", "[1]"], "some.jsonl")
    assert (where, str(error)) == ("some.jsonl: line 2", "expected an object of JSON in each line, found [1]")
    [(_, error)] = read_lines(["{"], "some.jsonl")
    assert isinstance(error, FormatError)
