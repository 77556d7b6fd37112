"""The command `farandole make`, as a user meets it."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdf
import pytest

from commands import in_terminal, run
from farandole import batch
from farandole.cli._make_rows import COLUMNS
from farandole.formats import read
from farandole.puzzle import Puzzle
from needs import needs


def test_a_line_each() -> None:
    done = run("make", "-n", "3", "--rating", "easy", "--seed", "5")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(Puzzle.classic(line).is_unique() for line in lines)
    assert run("make", "--rating", "easy", "--seed", "6").stdout.splitlines() == lines[1:2]


def test_plain_lines_are_made_by_the_million() -> None:
    lines = run("make", "-n", "5", "--seed", "5").stdout
    assert lines == run("make", "-n", "5", "--seed", "5", "--sampling", "top-down").stdout
    assert len(lines.splitlines()) == 5
    assert all(Puzzle.classic(line).is_unique() for line in lines.splitlines())


def test_lines_with_a_wish_are_made_one_by_one() -> None:
    lines = run("make", "-n", "2", "--seed", "5", "--symmetry", "mirror").stdout.splitlines()
    assert [run("make", "--seed", seed, "--symmetry", "mirror").stdout for seed in ("5", "6")] == [
        f"{line}\n" for line in lines
    ]


def test_a_table_and_objects() -> None:
    done = run("make", "-n", "2", "--seed", "4", "--symmetry", "rotate180", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(rows[0]) == list(COLUMNS)
    assert all("rotate180" in row["symmetries"] for row in rows)
    assert [row["seed"] for row in rows] == ["4", "5"]
    assert str(Puzzle.classic(rows[0]["puzzle"]).solve().line) == rows[0]["solution"]  # type: ignore[union-attr]
    done = run("make", "--seed", "4", "--rules", "thermo,diagonals", "--shape", "6x6", "--format", "json")
    made = json.loads(done.stdout)
    [puzzle] = read(json.dumps(made["puzzle"]))
    assert puzzle.is_unique()
    assert made["unique"] is made["minimal"] is True
    assert made["engine"] == "learning search"


def test_a_person_sees_it() -> None:
    seen = in_terminal("make", "--seed", "3", "--rating", "hard")
    assert "hard" in seen
    assert "no given can go" in seen
    assert "seed: 3" in seen


def test_what_is_missing_is_said() -> None:
    done = run("make", "--rating", "SE 11.5+", "--seconds", "10", "--seed", "1")
    assert done.returncode == 1
    assert Puzzle.classic(done.stdout.strip()).is_unique()
    assert done.stderr == "farandole: seed 1: it is not as hard as you asked for: SE 11.5+\n"


def test_no_time_at_all_is_no_bad_wish() -> None:
    done = run("make", "--seconds", "0")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "farandole: timed out\n")


def test_near_the_puzzles_of_a_file(tmp_path: Path) -> None:
    easy = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    known, target = tmp_path / "known.txt", tmp_path / "near.csv"
    known.write_text(f"{easy}\n")
    words = ["make", "--near", str(known), "--rating", "SE 2.5+", "--seed", "1", "-q"]
    assert run(*words, "-o", str(target)).returncode == 0
    [row] = csv.DictReader(io.StringIO(target.read_text()))
    assert float(row["er"]) >= 2.5
    assert Puzzle.classic(row["puzzle"]).is_unique()
    for odd, said in (
        (["--symmetry", "mirror"], "--near: makes hard classic puzzles; expected no symmetry with it"),
        (["--rating", "easy"], "rating: expected one such as 'SE 9+', found 'easy'"),
        (["-o", str(known)], "known.txt"),
    ):
        refused = run(*words, *odd)
        assert refused.returncode == 2
        assert said in refused.stderr
    ended = run(*words, "--seconds", "0", "-n", "2")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "farandole: timed out: expected 2 puzzles, found 0\n"


def test_pattern_of_a_file(tmp_path: Path) -> None:
    pattern = tmp_path / "pattern.txt"
    rows = "xx..x....\nx..xxx...\n.xx....x.\nx...x...x\nx..x.x..x\nx...x...x\n.x....xx.\n...xxx..x\n....x..xx\n"
    pattern.write_text(rows)
    done = run("make", "--pattern", str(pattern), "--not-minimal", "--seed", "1")
    assert [mark == "x" for mark in "".join(rows.split())] == [digit != "." for digit in done.stdout.strip()]


BAD = [
    (("--givens", "16"), "givens: expected at least 17"),
    (("--givens", "many"), "expected a number or a range such as 22-25"),
    (("--rating", "SE 12"), "rating: expected a range within SE"),
    (("--rating", "tricky"), "rating: expected one of easy"),
    (("--shape", "tesseract"), "shape: expected a grid, classic"),
    (("--rules", "chess"), "rules: expected a rule or one of"),
    (("--symmetry", "mirror", "--shape", "windmill"), "symmetry: expected one that the shape has"),
    (("--pattern", "x.."), "pattern: expected 81 characters, found 3"),
    (("--sheet", "sheet.png"), "--sheet sheet.png: expected a name that ends in .pdf"),
    (("-o", "some.pdf"), "some.pdf: expected a name that ends in .txt"),
    (("--resume",), "--resume: expected -o FILE"),
    (("--resume", "-o", "x.txt"), "--resume: expected the --seed"),
    (("--sampling", "top-down", "-o", "x.json"), "x.json: expected a name that ends in .txt, .csv or .parquet"),
    (("-n", "0"), "expected a whole number from 1 to"),
]


@pytest.mark.parametrize(("wish", "said"), BAD, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_bad_wishes(wish: tuple[str, ...], said: str) -> None:
    done = run("make", *wish)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


@pytest.mark.parametrize("sampling", ["top-down", "weighted", "walk"])
def test_by_the_million(tmp_path: Path, sampling: str) -> None:
    file = tmp_path / "many.csv"
    assert run("make", "-n", "300", "--sampling", sampling, "--seed", "2", "-q", "-o", str(file)).returncode == 0
    made = batch.minimal_puzzles(300, seed=2, sampling=sampling)
    rows = [line.split(",") for line in file.read_text().splitlines()]
    assert rows[0] == ["puzzle", "solution", "guesses", "weight"][: len(rows[1])]
    assert len(rows[1]) == 3 + (sampling == "weighted")
    for column, values in enumerate((made.puzzles, made.solutions)):
        assert [row[column].replace(".", "0") for row in rows[1:]] == [
            "".join(map(str, row)) for row in values.tolist()
        ]


@needs("pyarrow")
def test_parquet_is_made_by_the_million(tmp_path: Path) -> None:
    from pyarrow import parquet

    assert run("make", "-n", "50", "--seed", "4", "-q", "-o", str(tmp_path / "some.parquet")).returncode == 0
    table = parquet.read_table(tmp_path / "some.parquet")
    assert (table.num_rows, table.column_names) == (50, ["puzzle", "solution", "guesses"])


def test_a_file_and_its_continuation(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    arguments = ("make", "-n", "40", "--seed", "9", "--shape", "4x4")
    assert run(*arguments, "-o", str(whole)).returncode == 0
    assert len(whole.read_text().splitlines()) == 41
    process = subprocess.Popen(
        [sys.executable, "-m", "farandole", *arguments, "-o", str(cut)], stderr=subprocess.PIPE, text=True
    )
    part = tmp_path / "cut.csv.part"
    while process.poll() is None and not (part.exists() and part.stat().st_size > 500):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    process.communicate()
    if not cut.exists():
        assert process.returncode == 130
        assert run(*arguments, "-o", str(cut), "--resume").returncode == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert sorted(tmp_path.iterdir()) == [cut, whole]


def test_another_command_does_not_continue(tmp_path: Path) -> None:
    done = run("make", "-n", "2", "--seed", "1", "--rating", "SE 11+", "--seconds", "0", "-o", str(tmp_path / "x.txt"))
    assert done.returncode == 1
    assert "timed out" in done.stderr
    assert not list(tmp_path.iterdir())


@needs("cairo")
@pytest.mark.slow
def test_on_paper(tmp_path: Path) -> None:
    sheet, booklet = tmp_path / "sheet.pdf", tmp_path / "booklet.pdf"
    wishes = ("make", "-n", "5", "--shape", "6x6", "--seed", "2", "--title", "Monday")
    assert run(*wishes, "--sheet", str(sheet), "--booklet", str(booklet)).returncode == 0
    pages = [page.extract_text() for page in pypdf.PdfReader(booklet).pages]
    assert len(pages) == 3
    assert pages[0].splitlines()[0] == "Monday"
    scores = [int(word.replace(",", "")) for page in pages for word in page.split() if word.replace(",", "").isdigit()]
    assert scores
    assert len(pypdf.PdfReader(sheet).pages) == 2
    assert run(*wishes, "--sheet", str(sheet), "--per-page", "1").returncode == 0
    assert len(pypdf.PdfReader(sheet).pages) == 6


def test_by_the_million_begins_with_ten(tmp_path: Path) -> None:
    lines, table, weighted = tmp_path / "some.txt", tmp_path / "some.csv", tmp_path / "weighted.csv"
    for out, sampling in ((lines, "top-down"), (table, "top-down"), (weighted, "weighted")):
        assert run("make", "-n", "10", "--sampling", sampling, "--seed", "1", "-o", str(out)).returncode == 0
    puzzles = lines.read_text().splitlines()
    assert all(Puzzle.classic(line).is_unique() for line in puzzles)
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert [row["puzzle"] for row in rows] == puzzles
    assert all(float(row["weight"]) > 0 for row in csv.DictReader(io.StringIO(weighted.read_text())))


def test_by_the_million_is_for_classic_ones(tmp_path: Path) -> None:
    for wish, odd in ((("--rating", "hard"), "rating"), (("--shape", "6x6"), "shape"), (("--seconds", "1"), "seconds")):
        done = run("make", "-n", "10", "--sampling", "top-down", "-o", str(tmp_path / "x.txt"), *wish)
        assert done.returncode == 2
        assert f"expected no {odd} with it" in done.stderr
