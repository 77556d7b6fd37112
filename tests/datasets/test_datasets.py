"""The same puzzle twice, and data sets whose test gives nothing away."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import commands
from farandole import batch
from farandole.batch import grids
from farandole.datasets.split import split
from needs import needs


def written(path: Path, puzzles: batch.Values) -> Path:
    text = puzzles.astype(str)
    path.write_text("\n".join("".join(row) for row in text) + "\n")
    return path


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return commands.run(*map(str, words))


def lines_of(path: Path) -> list[str]:
    return path.read_text().replace(".", "0").split()


def test_dedupe_keeps_the_first_of_each(tmp_path: Path) -> None:
    some = batch.minimal_puzzles(200, seed=3).puzzles
    file = written(tmp_path / "some.txt", np.concatenate([some, batch.variants(some, 300, seed=1), some[:7]]))
    done = run("data", "dedupe", file, "-o", tmp_path / "once.txt")
    assert done.returncode == 0
    assert done.stderr == "507 puzzles: 200 kept, 307 duplicate, 0 bad\n"
    assert lines_of(tmp_path / "once.txt") == lines_of(file)[:200]
    assert {path.name for path in tmp_path.iterdir()} == {"some.txt", "once.txt"}


def test_dedupe_writes_canonical_forms(tmp_path: Path) -> None:
    some = batch.minimal_puzzles(20, seed=4).puzzles
    file = written(tmp_path / "some.txt", some)
    assert run("data", "dedupe", file, file, "-q", "--canonical", "-o", tmp_path / "forms.txt").returncode == 0
    assert lines_of(tmp_path / "forms.txt") == lines_of(written(tmp_path / "expected.txt", batch.canonical(some)))


def test_dedupe_leaves_out_what_is_no_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"{'.' * 81}\n12x{'.' * 78}\n{'.' * 79}55\n{'0' * 81}\n")
    done = run("data", "dedupe", file, "-o", tmp_path / "once.txt")
    assert done.returncode == 2
    assert "line 2: column 3: expected a digit" in done.stderr
    assert "line 3: expected no digit twice in a house" in done.stderr
    assert done.stderr.endswith("4 puzzles: 1 kept, 1 duplicate, 2 bad\n")


@given(st.integers(0, 10**6), st.floats(0, 1))
@examples(20)
def test_a_split_parts_no_grid(seed: int, share: float) -> None:
    random = np.random.default_rng(seed)
    forms = batch.canonical(grids.draw(30, seed=seed))[random.integers(30, size=120)]
    is_test = split(forms, random.integers(3, size=120), share, seed)
    sides: dict[bytes, set[bool]] = {}
    for format, side in zip(forms, is_test.tolist(), strict=True):
        sides.setdefault(format.tobytes(), set()).add(side)
    assert all(len(side) == 1 for side in sides.values())
    order = random.permutation(120)
    alone = np.zeros(120, np.int64)
    assert (split(forms[order], alone, share, seed) == split(forms, alone, share, seed)[order]).all()
    n_test = sum(True in side for side in sides.values())
    assert abs(n_test - share * len(sides)) <= 2


def test_dataset(tmp_path: Path) -> None:
    some = batch.minimal_puzzles(20, seed=5).puzzles
    file = written(tmp_path / "some.txt", np.concatenate([some, batch.variants(some, 20)]))
    done = run("data", "dataset", file, "-o", tmp_path / "data", "--scale", "none", "--format", "csv", "--test", ".25")
    assert done.returncode == 0
    assert done.stderr == "40 puzzles: 30 for training, 10 for testing\n"
    parts = {
        name: list(csv.DictReader((tmp_path / "data" / f"{name}.csv").read_text().splitlines()))
        for name in ("train", "test")
    }
    forms = {name: {row["canonical_grid"] for row in rows} for name, rows in parts.items()}
    assert not forms["train"] & forms["test"]
    for row in (*parts["train"], *parts["test"]):
        answers = batch.solve([row["puzzle"]])
        assert answers.lines() == [row["solution"]]
        assert int(row["guesses"]) == answers.guesses[0]
        assert int(row["givens"]) == 81 - row["puzzle"].count(".")
        assert int(row["orbit_size"]) == 1_218_998_108_160
    card = (tmp_path / "data" / "README.md").read_text()
    assert "40 classic puzzles, each with one solution: 30 in `train.csv`, 10 in `test.csv`." in card
    assert "20 of them are pairwise non-isomorphic" in card


@pytest.mark.parametrize("format", ["jsonl", pytest.param("parquet", marks=needs("pyarrow"))])
def test_dataset_with_ratings_and_steps(tmp_path: Path, format: str) -> None:
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (tmp_path / "easy.txt").write_text(easy)
    folder = tmp_path / "data"
    done = run(
        "data", "dataset", tmp_path / "easy.txt", "-o", folder, "--format", format, "--steps", "-q", "--test", "0"
    )
    assert done.returncode == 0, done.stderr
    if format == "parquet":
        from pyarrow import parquet

        [row] = parquet.read_table(folder / "train.parquet").to_pylist()
    else:
        [row] = map(json.loads, (folder / "train.jsonl").read_text().splitlines())
    assert (row["er"], row["score"], row["level"], row["hardest"]) == (1.2, 204, "easy", "Naked Single")
    steps = json.loads(row["steps_json"])
    assert len(steps) == len(row["steps"].splitlines()) == 51
    assert steps[0] == {
        "technique": "Naked Single",
        "notation": "Naked Single: 5 in r5c5 => r5c5=5",
        "placements": [[40, 5]],
        "eliminations": [],
    }


# The command, but with pieces so small that there are many of them.
SMALL_PIECES = """
import sys
from farandole.datasets import dataset
from farandole.cli import _make_bulk
dataset.PIECE, _make_bulk.CHUNK = 5, 500
from farandole.cli.main import main
sys.exit(main())
"""


def killed(*words: object, journal: Path) -> int:
    """Start the command, kill it when it has counted something, and tell how many puzzles are sure."""
    with subprocess.Popen([sys.executable, "-c", SMALL_PIECES, *map(str, words)]) as process:
        while process.poll() is None and not journal.exists():
            time.sleep(0.001)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    return sum(json.loads(journal.read_text())["progress"]["verdicts"])


def with_small_pieces(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SMALL_PIECES, *map(str, words)], capture_output=True, check=False, text=True
    )


@pytest.mark.slow
def test_a_killed_dataset_goes_on(tmp_path: Path) -> None:
    file = written(tmp_path / "some.txt", batch.minimal_puzzles(60, seed=6).puzzles)
    words = ("data", "dataset", file, "--scale", "hodoku", "--format", "jsonl", "-q", "-o")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    n_done = killed(*words, broken, journal=broken / "train.jsonl.part.json")
    assert 0 < n_done < 60
    assert {path.name for path in broken.iterdir()} == {"train.jsonl.part", "train.jsonl.part.json"}
    other = with_small_pieces(*words, broken, "--resume", "--test", ".5")
    assert other.returncode == 2
    assert "expected test 0.1, as when it began; found 0.5" in other.stderr
    for folder in (broken, whole):
        done = with_small_pieces(*words, folder, "--resume")
        assert (done.returncode, done.stderr) == (0, "")
        assert {path.name for path in folder.iterdir()} == {"train.jsonl", "test.jsonl", "README.md"}
    for name in ("train.jsonl", "test.jsonl", "README.md"):
        assert (broken / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sampling"), [("many.csv", "weighted"), ("many.txt", "walk")])
def test_a_killed_sampling_goes_on(tmp_path: Path, name: str, sampling: str) -> None:
    words = ("make", "--sampling", sampling, "-n", 6_000, "--seed", 1, "-q", "-o")
    (tmp_path / "whole").mkdir()
    assert 0 < killed(*words, tmp_path / name, journal=tmp_path / f"{name}.part.json") < 6_000
    for path in (tmp_path / name, tmp_path / "whole" / name):
        assert with_small_pieces(*words, path, "--resume").returncode == 0
    assert (tmp_path / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert len(lines_of(tmp_path / name)) == 6_000 + name.endswith("csv")


def test_bad_wishes_are_told(tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("." * 81)
    done = run("data", "dataset", tmp_path / "none.txt", "-o", tmp_path / "data", "--format", "csv")
    assert done.returncode == 2
    assert "skipped 1 puzzles without exactly one solution" in done.stderr
    assert "expected puzzles with one solution, found none" in done.stderr
    (tmp_path / "file").write_text("")
    done = run("data", "dataset", tmp_path / "none.txt", "-o", tmp_path / "file")
    assert "expected the name of a folder, found a file" in done.stderr
    assert "expected a number from 0 to 1, found '2'" in run("data", "dataset", "x", "-o", "y", "--test", "2").stderr
    assert "expected -o/--output, found nothing" in run("data", "dedupe", tmp_path / "none.txt").stderr
