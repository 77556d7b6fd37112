"""What a command writes is what the name of its file says; and nothing that was there is lost."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import MATRIX, WIKIPEDIA, WIKIPEDIA_SOLVED, run, started
from farandole.cli._commands import each_command, parser
from farandole.errors import FormatError
from farandole.io.endings import FOREIGN, WRITTEN, choose_format
from needs import needs

# How each command with -o is called, on a small puzzle.
CALLS = {
    "solve": ["solve", "{input}", "-q"], "rate": ["rate", "{input}", "--scale", "hodoku"],
    "make": ["make", "--seed", "1", "-q"], "data dedupe": ["data", "dedupe", "{input}", "-q"],
    "convert": ["convert", "{input}"], "cover": ["cover", "{input}"], "draw": ["draw", "{input}"],
    "check": ["check", "{input}"],
    "draw --film": ["draw", "{input}", "--film", "--seconds", "1", "--way", "logic"],
    "sheet": ["sheet", "{input}", "--no-answers"], "explain": ["explain", "{input}"],
    "minimize": ["minimize", "{input}", "--seed", "1"], "complete": ["complete", "{input}", "--seed", "1"],
}  # fmt: skip


def call(command: str, folder: Path, output: str) -> subprocess.CompletedProcess[str]:
    given = folder / "given.txt"
    if not given.exists():
        given.write_text(MATRIX if command == "cover" else f"{WIKIPEDIA}\n")
    return run(*(word.format(input=given) for word in CALLS[command]), "-o", output)


def test_every_command_with_an_output_has_a_row() -> None:
    with_output = {name for name, below, _ in each_command(parser()) if "-o" in below._option_string_actions}
    assert with_output <= {*WRITTEN, "data dataset"}
    assert set(CALLS) == with_output - {"data dataset", "read"} | {"draw --film"}
    assert not {ending for row in WRITTEN.values() for ending in row.formats} & set(FOREIGN)


def test_the_page_lists_every_ending() -> None:
    page = Path(__file__).parents[2] / "docs" / "command.md"
    for command, row in WRITTEN.items():
        if command not in ("bad", "booklet", "overlay", "picture"):
            list_endings = f"`{command}` | {' '.join(f'`{ending}`' for ending in row.formats)} |"
            assert f"\n| {list_endings}" in page.read_text()


@pytest.mark.parametrize("command", CALLS)
@pytest.mark.parametrize("ending", [".xlsx", ".xyz", ".txt.bz2"])
def test_an_ending_that_is_not_written_is_refused_by_its_name(tmp_path: Path, command: str, ending: str) -> None:
    target = tmp_path / f"out{ending}"
    done = call(command, tmp_path, str(target))
    assert (done.returncode, done.stdout) == (2, "")
    last = ending.rpartition(".")[2]
    assert done.stderr.startswith(f"farandole: {target}: expected a name that ends in .")
    assert f"; found .{last}" in done.stderr
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["given.txt"]


@pytest.mark.parametrize(
    ("words", "name", "said"),
    [
        (["rate"], "r.parquet", "expected a name that ends in .csv, .json or .jsonl; found .parquet"),
        (["rate", "--json"], "r.csv", "expected a name that ends in .json or .jsonl for the format json; found .csv"),
        (["data", "dedupe"], "d.parquet", "expected a name that ends in .txt, .sdm or .csv; found .parquet"),
        (["solve", "--json"], "s.csv", "expected a name that ends in .json or .jsonl for --format json; found .csv"),
        (["solve", "--format", "npy"], "s.txt", "expected a name that ends in .npy for --format npy; found .txt"),
        (["solve", "--format", "line"], "s.xlsx", "expected a name that ends in .txt for --format line; found .xlsx"),
        (["solve"], "s.npy.gz", "expected no compression in the format npy"),
        (["convert"], "c.svg", "found .svg, which farandole draw writes"),
        (["draw"], ".pdf", "found .pdf, an ending alone"),
        (["draw"], "picture", "expected a name that ends in .svg, .png, .pdf, .gif or .mp4; found none"),
        (["solve", "--bad", "bad.parquet"], "s.txt", "--bad bad.parquet: expected a name that ends in .txt"),
    ],
)
def test_an_ending_and_a_format_agree(tmp_path: Path, words: list[str], name: str, said: str) -> None:
    done = run(*words, WIKIPEDIA, "-o", str(tmp_path / name))
    assert done.returncode == 2
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


def test_formats_by_name() -> None:
    assert choose_format("solve", "x.dat", asked="csv") == "csv"  # an ending that means nothing
    assert choose_format("make", "x.sdm", asked="line") == "line"
    with pytest.raises(FormatError, match=r"\.csv for --format csv; found \.tsv"):
        choose_format("solve", "x.tsv", asked="csv")


def test_what_an_ending_says_is_written(tmp_path: Path) -> None:
    assert call("rate", tmp_path, str(tmp_path / "r.json")).returncode == 0
    assert json.loads((tmp_path / "r.json").read_text())["verdict"] == "solved"
    assert call("data dedupe", tmp_path, str(tmp_path / "d.csv")).returncode == 0
    with open(tmp_path / "d.csv") as file:
        assert list(csv.DictReader(file)) == [{"puzzle": WIKIPEDIA}]


# ── Standard output ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", CALLS)
def test_a_dash_is_standard_output(tmp_path: Path, command: str) -> None:
    given = tmp_path / "given.txt"
    given.write_text(MATRIX if command == "cover" else f"{WIKIPEDIA}\n")
    words = [word.format(input=given) for word in CALLS[command]]
    target = tmp_path / "out"
    with open(target, "wb") as file:
        done = subprocess.run(started_words(*words, "-o", "-"), stdout=file, stderr=-1, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    head = {"sheet": b"%PDF", "draw --film": b"GIF8", "draw": b"<svg", "check": b"<svg"}.get(command, b"")
    assert target.read_bytes().startswith(head)
    assert target.stat().st_size
    assert {path.name for path in tmp_path.iterdir()} == {"given.txt", "out"}


def started_words(*words: str) -> list[str]:
    return [sys.executable, "-m", "farandole", *words]


def test_a_pdf_goes_into_a_pipe() -> None:
    done = subprocess.run(
        started_words("sheet", WIKIPEDIA, "--no-answers", "-o", "-"), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.rstrip().endswith(b"%%EOF")


def test_many_are_made_on_standard_output() -> None:
    done = started("make", "--sampling", "top-down", "-n", "3", "-q", "-o", "-")
    assert (done.returncode, len(done.stdout.split())) == (0, 3)


def test_a_data_set_is_no_stream() -> None:
    done = run("data", "dataset", WIKIPEDIA, "-o", "-")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected the name of a folder" in done.stderr
    assert not os.path.exists("-")


@pytest.mark.parametrize("command", CALLS)
def test_a_full_device_is_told(tmp_path: Path, command: str) -> None:
    done = call(command, tmp_path, "/dev/full")
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(Path("/dev").glob("full.*"))


# ── What a stopped command left ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "name", "advice"),
    [
        (["solve", WIKIPEDIA + "\n" + WIKIPEDIA], "s.txt", "--resume continues it, --force starts over"),
        (["make", "--seed", "1"], "m.txt", "--resume continues it, --force starts over"),
        (["make", "--seed", "1", "--sampling", "walk"], "m.txt", "--resume continues it, --force starts over"),
        (["solve", "--all", WIKIPEDIA], "s.txt", "--force starts over"),
        (["rate", WIKIPEDIA, "--scale", "hodoku"], "r.csv", "--resume continues it, --force starts over"),
        (["convert", WIKIPEDIA], "c.txt", "--force starts over"),
        (["data", "dedupe", WIKIPEDIA], "d.txt", "--force starts over"),
    ],
    ids=lambda value: " ".join(value)[:12] if isinstance(value, list) else None,
)
def test_a_part_is_not_written_over(tmp_path: Path, words: list[str], name: str, advice: str) -> None:
    target, part = tmp_path / name, tmp_path / f"{name}.part"
    part.write_text("an hour of work")
    done = run(*words, "-o", str(target))
    assert done.returncode == 2
    assert done.stderr.endswith(f"farandole: {part}: an earlier command was stopped and left it; {advice}\n")
    assert part.read_text() == "an hour of work"
    assert not target.exists()
    assert run(*words, "-o", str(target), "--force").returncode == 0
    assert target.exists()
    assert not part.exists()


# ── Folders ───────────────────────────────────────────────────────────────────────────────────────────────────────

DATASET = ("data", "dataset", WIKIPEDIA, "--scale", "none", "-q", "-o")


@needs("pyarrow")
def test_a_data_set_spares_what_is_in_a_folder(tmp_path: Path) -> None:
    for name in ("README.md", "train.parquet"):
        (tmp_path / name).write_text("precious")
        for more in ((), ("--force",), ("--resume",), ("--format", "csv")):
            done = run(*DATASET, str(tmp_path), *more)
            assert (done.returncode, done.stderr.count("\n")) == (2, 1)
            assert (
                f"{tmp_path}: expected a new folder or an empty one for a data set, found {name} in it" in done.stderr
            )
        assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]
        (tmp_path / name).unlink()
    (tmp_path / "photos").mkdir()
    assert run(*DATASET, str(tmp_path)).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["photos"]


def test_a_data_set_goes_on_with_its_own_part_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / ".hidden").touch()
    part = folder / "train.csv.part"
    part.write_text("half of it")
    words = (*DATASET, str(folder), "--format", "csv")
    done = run(*words)
    assert (done.returncode, part.read_text()) == (2, "half of it")
    assert done.stderr.endswith("left it; --resume continues it, --force starts over\n")
    (folder / "README.md").write_text("precious")
    assert run(*words, "--force").returncode == 2
    assert (folder / "README.md").read_text() == "precious"
    (folder / "README.md").unlink()
    assert run(*words, "--force").returncode == 0
    assert WIKIPEDIA_SOLVED in (folder / "train.csv").read_text() + (folder / "test.csv").read_text()
    done = run(*words)  # it is whole, and stays as it is
    assert (done.returncode, "found README.md in it" in done.stderr) == (2, True)


def test_a_data_set_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    assert run("data", "dataset", "." * 81, "-q", "-o", str(tmp_path / "new" / "data")).returncode == 2
    assert not list(tmp_path.iterdir())


def test_pictures_of_steps_are_not_mixed_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "001.svg").write_text("precious")
    done = run("explain", WIKIPEDIA, "--svg", str(tmp_path))
    assert (done.returncode, (tmp_path / "001.svg").read_text()) == (2, "precious")
    assert "expected an empty folder for the pictures, found 001.svg in it; --force draws there" in done.stderr
    assert run("explain", WIKIPEDIA, "--svg", str(tmp_path), "--force").returncode == 0
    assert (tmp_path / "001.svg").read_text().startswith("<svg")
