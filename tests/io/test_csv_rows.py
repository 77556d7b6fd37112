"""CSV as other programs write it: ends of lines in quotes, quotes left open, columns beside the puzzles."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from strategies import examples

from commands import EASY, WIKIPEDIA, WIKIPEDIA_SOLVED, run
from farandole.io import chunks
from farandole.io.csv_rows import MOST, read_rows
from needs import needs

TWICE = "55" + "." * 79

cells = some.text('ab,"\n\r;é ', max_size=6)
tables = some.integers(2, 4).flatmap(lambda n: some.lists(some.lists(cells, min_size=n, max_size=n), min_size=1))


@examples(200)
@given(tables, some.sampled_from([",", ";"]), some.sampled_from(["\n", "\r\n"]))
def test_what_python_writes_is_read(table: list[list[str]], separator: str, end: str) -> None:
    table = [[f"x{fields[0]}", *fields[1:]] for fields in table]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(table)
    text = file.getvalue()
    rows = list(read_rows(io.StringIO(text, newline=""), separator, len(table[0])))
    assert [row.fields for row in rows] == table
    assert "".join(line for row in rows for line in row.lines) == text
    n_lines = [len(row.lines) for row in rows]
    assert [row.number for row in rows] == [1 + sum(n_lines[:index]) for index in range(len(rows))]


def test_a_quote_left_open_ends_with_its_line() -> None:
    lines = ['1,"open\n', '2,"a\n', 'b"\n', "3,c\n", '4,"never closed\n', "5,d\n"]
    # The first quote is closed by the second one: that row would have as many fields as it should have.
    found = [(row.number, row.fields) for row in read_rows(lines[1:], ",", 2, 2)]
    assert found == [(2, ["2", "a\nb"]), (4, ["3", "c"]), (5, ["4", "never closed"]), (6, ["5", "d"])]
    found = [(row.number, row.fields) for row in read_rows(['1,"open,x\n', '2,"y",z\n', "3,4,5\n"], ",", 3)]
    assert found == [(1, ["1", "open,x"]), (2, ["2", "y", "z"]), (3, ["3", "4", "5"])]


def test_an_open_quote_reads_no_whole_file() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        yield '"open\n'
        for _ in range(10):
            taken += 1
            yield "x" * (MOST // 2) + "\n"

    first = next(iter(read_rows(lines(), ",", 1)))
    assert (first.fields, len(first.lines)) == (["open"], 1)
    assert taken <= 3


# ── The command ───────────────────────────────────────────────────────────────────────────────────────────────────


def written(path: Path, rows: list[list[str]]) -> Path:
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    rows = [["id", "note", "puzzle"], ["1", 'two\nlines, "q"', WIKIPEDIA], ["2", "", EASY], ["3", "\n\n", TWICE]]
    return written(tmp_path / "notes.csv", [*rows, ["4", "é", WIKIPEDIA]])


def test_line_breaks_in_quotes_are_read(notes: Path, tmp_path: Path) -> None:
    done = run("solve", str(notes), "-q")
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines), lines[0], lines[3]) == (2, 4, WIKIPEDIA_SOLVED, WIKIPEDIA_SOLVED)
    # By the lines that an editor shows: the names are the first, the first puzzle takes two, the third one three.
    assert done.stderr == f"farandole: {notes}: line 5: row 1 holds 5 twice: r1c1 and r1c2\n"
    for command in (["data", "dedupe", "-q", "-o", "-"], ["rate", "--scale", "hodoku"], ["convert"]):
        done = run(*command, str(notes))
        assert WIKIPEDIA in done.stdout
        fault = "expected no digit twice in a house" if command[0] == "data" else "row 1 holds 5 twice: r1c1 and r1c2"
        fault += "; change one of them" if command[0] == "convert" else ""
        assert done.stderr.endswith(f"{notes}: line 5: {fault}\n")
    assert run("sheet", str(notes), "-o", str(tmp_path / "sheet.svg"), "--no-answers").returncode == 2
    assert (tmp_path / "sheet.svg").exists()


def test_a_puzzle_of_nine_lines_in_quotes(tmp_path: Path) -> None:
    rows = [WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)]
    path = written(tmp_path / "nine.csv", [["puzzle", "id"], ["\n".join(rows), "7"], [WIKIPEDIA, "8"]])
    assert run("solve", str(path), "-q").stdout == f"{WIKIPEDIA_SOLVED}\n" * 2


def test_blocks_before_a_row_of_several_lines_are_read_as_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "BLOCK", 500)
    rows = [[str(number), "plain", WIKIPEDIA] for number in range(40)]
    rows[25][1] = "one\ntwo"
    rows[35][2] = TWICE
    path = written(tmp_path / "late.csv", [["id", "note", "puzzle"], *rows])
    done = run("solve", str(path), "-q")
    assert done.stdout.splitlines() == [
        WIKIPEDIA_SOLVED if at != 35 else "bad: row 1 holds 5 twice: r1c1 and r1c2" for at in range(40)
    ]
    assert f"{path}: line {2 + 35 + 1}: row 1 holds 5 twice" in done.stderr


def test_our_own_data_set_is_solved(tmp_path: Path) -> None:
    puzzles = tmp_path / "p.txt"
    puzzles.write_text(f"{WIKIPEDIA}\n{EASY}\n")
    folder = tmp_path / "data"
    words = ("--steps", "--format", "csv", "--scale", "hodoku", "--test", "0", "-q")
    assert run("data", "dataset", str(puzzles), "-o", str(folder), *words).returncode == 0
    target = tmp_path / "solved.csv"
    assert run("solve", str(folder / "train.csv"), "-q", "-o", str(target)).returncode == 0
    with open(folder / "train.csv", newline="") as given, open(target, newline="") as solved:
        before, after = list(csv.DictReader(given)), list(csv.DictReader(solved))
    assert all("\n" in row["steps"] for row in before)
    assert [row["solution"] for row in after] == [row["input_solution"] for row in after]
    for row, other in zip(before, after, strict=True):
        assert {**other, "solution": other["input_solution"]}.items() >= row.items()


@pytest.mark.parametrize("name", ["s.csv", "s.jsonl", pytest.param("s.parquet", marks=needs("pyarrow")), "s.csv.gz"])
def test_other_columns_are_kept(notes: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    assert run("solve", str(notes), "-q", "-o", str(target)).returncode == 2
    if name == "s.parquet":
        from pyarrow import parquet

        rows = parquet.read_table(target).to_pylist()
    elif name == "s.jsonl":
        rows = [json.loads(line) for line in target.read_text().splitlines()]
        assert [row["line"] for row in rows] == [2, 4, 5, 8]
    else:
        content = target.read_bytes()
        if name.endswith(".gz"):
            import gzip

            content = gzip.decompress(content)
        rows = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    assert [row["id"] for row in rows] == ["1", "2", "3", "4"]
    assert [row["note"] for row in rows] == ['two\nlines, "q"', "", "\n\n", "é"]
    assert [row["verdict"] for row in rows] == ["solved", "solved", "bad", "solved"]
    assert [row.get("reason") or "" for row in rows] == ["", "", "row 1 holds 5 twice: r1c1 and r1c2", ""]
    assert rows[3]["solution"] == WIKIPEDIA_SOLVED


@needs("pyarrow")
@pytest.mark.parametrize("name", ["s.csv", "s.jsonl", "s.parquet"])
def test_columns_of_parquet_are_kept_with_their_types(tmp_path: Path, name: str) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    columns = {"id": [7, 8], "quizzes": [WIKIPEDIA, EASY], "solution": [None, "mine"], "share": [0.5, None]}
    parquet.write_table(arrow.table(columns), tmp_path / "p.parquet")
    target = tmp_path / name
    assert run("solve", str(tmp_path / "p.parquet"), "-q", "-o", str(target)).returncode == 0
    if name == "s.csv":
        with open(target, newline="") as file:
            rows = list(csv.DictReader(file))
        assert [(row["id"], row["input_solution"], row["share"]) for row in rows] == [
            ("7", "", "0.5"),
            ("8", "mine", ""),
        ]
        return
    rows = (
        parquet.read_table(target).to_pylist()
        if name == "s.parquet"
        else [json.loads(line) for line in target.read_text().splitlines()]
    )
    assert [(row["id"], row["input_solution"], row["share"]) for row in rows] == [(7, None, 0.5), (8, "mine", None)]
    assert rows[0]["solution"] == WIKIPEDIA_SOLVED


@needs("pyarrow")
def test_columns_of_several_files_are_put_together(tmp_path: Path) -> None:
    first = written(tmp_path / "a.csv", [["puzzle", "id", "id"], [WIKIPEDIA, "1", "2"]])
    second = written(tmp_path / "b.csv", [["name", "puzzle"], ["José", EASY]])
    lines = tmp_path / "c.txt"
    lines.write_text(f"{WIKIPEDIA}\n")
    done = run("solve", str(first), str(second), str(lines), "--format", "csv", "-q")
    header, *rows = csv.reader(io.StringIO(done.stdout))
    assert header[-3:] == ["id", "id_2", "name"]
    assert [row[-3:] for row in rows] == [["1", "2", ""], ["", "", "José"], ["", "", ""]]
    import pyarrow as arrow
    from pyarrow import parquet

    parquet.write_table(arrow.table({"puzzle": [WIKIPEDIA], "id": [3]}), tmp_path / "d.parquet")
    done = run("solve", str(first), str(tmp_path / "d.parquet"), "-o", str(tmp_path / "s.parquet"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected the column 'id' of text, as in the file before; found int64; choose with --columns" in done.stderr


def test_columns_that_are_chosen_are_all(notes: Path) -> None:
    done = run("solve", str(notes), "--columns", "line,reason", "-q")
    assert done.stdout.splitlines()[0] == "line,reason"
    assert "note" not in done.stdout


@needs("pyarrow")
def test_bytes_that_are_no_text_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes(f"name,puzzle\nJos\xe9,{WIKIPEDIA}\n".encode("latin-1"))
    assert run("solve", str(path), "-q", "-o", str(tmp_path / "s.csv")).returncode == 0
    assert b",Jos\xe9\n" in (tmp_path / "s.csv").read_bytes()
    assert run("solve", str(path), "-q", "-o", str(tmp_path / "s.parquet")).returncode == 0
