"""The command's own measurements: sets that hold what they claim, and counters that no machine changes."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO

import numpy as np
import pytest

from farandole import batch
from farandole.cli import bench


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "farandole", "bench", "--seconds", "0.001", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.fixture
def small_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "N_PUZZLES", 640)


def reported(*, threads: int, as_json: bool = False) -> str:
    output = StringIO()
    bench.report(output, threads=threads, seconds=0.001, as_json=as_json)
    return output.getvalue()


def is_minimal(puzzle: batch.Values) -> bool:
    """Whether it has several solutions without any one of its givens."""
    givens = np.flatnonzero(puzzle)
    without = np.tile(puzzle, (len(givens), 1))
    without[np.arange(len(givens)), givens] = 0
    return bool((batch.solve(without).counts == 2).all())


def test_easy_puzzles_need_no_guess() -> None:
    answers = batch.solve(bench.make_puzzles("easy"))
    assert (answers.counts == 1).all()
    assert not answers.guesses.any()


@pytest.mark.parametrize("name", ["minimal", "hard"])
def test_puzzles_are_minimal(name: str) -> None:
    puzzles = bench.make_puzzles(name)
    assert (batch.solve(puzzles).counts == 1).all()
    assert all(map(is_minimal, puzzles[:64]))


def test_hard_puzzles_need_guesses() -> None:
    # A lucky way to write a puzzle may need fewer.
    guesses = batch.solve(bench.make_puzzles("hard")).guesses.reshape(-1, 64)
    assert guesses.mean(axis=0).min() >= 15
    assert np.quantile(guesses, 0.01) >= 10


def test_open_puzzles_have_a_thousand_solutions() -> None:
    assert (batch.solve(bench.make_puzzles("open")[:64], limit=1000).counts == 1000).all()


@pytest.mark.usefixtures("small_sets")
def test_counters_are_those_of_every_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = []
    for isa in batch.isas():
        monkeypatch.setenv("FARANDOLE_ISA", isa)
        reports.append(json.loads(reported(threads=1, as_json=True)))
    assert [report["kernel"] for report in reports] == batch.isas() == reports[0]["kernels"]
    assert [report["lanes"] for report in reports] == [8, 16, 16, 32][: len(reports)]
    # Of puzzles that reach the limit, each kernel sees its own part: open ones.
    counters = [
        [(of_set["guesses"], of_set["passes"]) for of_set in report["sets"] if of_set["name"] != "open"]
        for report in reports
    ]
    assert all(of_kernel == counters[0] for of_kernel in counters)
    assert len(set(counters[0])) == len(bench.SETS) - 1


@pytest.mark.usefixtures("small_sets")
def test_the_table_fits_a_terminal() -> None:
    lines = reported(threads=2).splitlines()
    assert max(map(len, lines)) <= 80
    head = next(index for index, line in enumerate(lines) if line.startswith("puzzles/s"))
    assert lines[head].split() == ["puzzles/s", "1", "thread", "2", "threads", "ratio", "guesses", "passes"]
    rows = lines[head + 1 : head + 5]
    assert [row.split()[0] for row in rows] == list(bench.SETS)
    assert {len(row) for row in rows} == {len(lines[head])}
    assert "ratio" not in reported(threads=1)


def test_the_command() -> None:
    done = run("--json", "--threads", "1")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert (report["threads"], report["kernel"], report["lanes"]) == (1, batch.isa(), batch.lanes())
    assert [of_set["name"] for of_set in report["sets"]] == list(bench.SETS)
    assert all(of_set["one_thread"] == of_set["all_threads"] > 0 for of_set in report["sets"])


@pytest.mark.parametrize("wrong", [["--seconds", "0"], ["--seconds", "nan"], ["--threads", "0"], ["puzzle.txt"]])
def test_bad_settings_are_named(wrong: list[str]) -> None:
    done = run(*wrong)
    assert done.returncode == 2
    assert done.stderr.startswith("farandole")
    assert done.stderr.count("\n") == 1
