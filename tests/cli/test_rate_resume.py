"""``farandole rate --resume``: a stopped command continues, and the file is the same as at one go."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands import EASY, THIRTEEN, WIKIPEDIA, run
from farandole.cli import _rate_row, rate

LINES = [EASY, WIKIPEDIA, "53..7", THIRTEEN, WIKIPEDIA, EASY, WIKIPEDIA, "5" * 81, EASY]


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.csv.gz"])
@pytest.mark.parametrize("after", [0, 1, 2, 4, 7, 8])
def test_a_stopped_command_continues(
    puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, after: int
) -> None:
    whole, part = tmp_path / f"whole-{name}", tmp_path / name
    assert run("rate", str(puzzles), "--scale", "hodoku", "-o", str(whole)).returncode == 2
    calls: list[int] = []

    def stop(job: _rate_row.Job) -> _rate_row.Row:
        calls.append(1)
        if len(calls) > after:
            raise KeyboardInterrupt
        return _rate_row.rate_row(job)

    monkeypatch.setattr(rate, "ROWS_PACKED", 2)
    monkeypatch.setattr(rate, "rate_row", stop)
    stopped = run("rate", str(puzzles), "--scale", "hodoku", "-o", str(part))
    assert stopped.returncode == 130
    assert not part.exists()
    monkeypatch.setattr(rate, "rate_row", _rate_row.rate_row)
    done = run("rate", str(puzzles), "--scale", "hodoku", "-o", str(part), "--resume")
    assert done.returncode == 2
    unpack = gzip.decompress if name.endswith(".gz") else bytes
    assert unpack(part.read_bytes()) == unpack(whole.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, puzzles.name, whole.name])


def test_another_command_is_not_continued(puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = str(tmp_path / "out.csv")

    def stop(job: _rate_row.Job) -> _rate_row.Row:
        if job[1] > 2:
            raise KeyboardInterrupt
        return _rate_row.rate_row(job)

    monkeypatch.setattr(rate, "rate_row", stop)
    assert run("rate", str(puzzles), "--scale", "hodoku", "-o", out).returncode == 130
    again = run("rate", str(puzzles), "--scale", "hodoku", "-o", out)
    assert (again.returncode, "--resume continues it" in again.stderr) == (2, True)
    other = run("rate", str(puzzles), "--scale", "search", "-o", out, "--resume")
    assert other.returncode == 2
    assert 'expected scales ["hodoku"], as when it began; found ["search"]' in other.stderr
    assert "--resume: expected -o FILE" in run("rate", str(puzzles), "--resume").stderr


@pytest.mark.slow
def test_a_killed_command_continues(tmp_path: Path) -> None:
    path, whole, part = tmp_path / "puzzles.txt", tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    path.write_text("\n".join([EASY, WIKIPEDIA, THIRTEEN] * 60) + "\n")
    options = [str(path), "--scale", "hodoku", "--scale", "logic", "-o"]
    assert run("rate", *options, str(whole)).returncode == 1
    command = [sys.executable, "-m", "farandole", "rate", *options, str(part), "--resume"]
    for _ in range(30):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        began = time.monotonic()
        while process.poll() is None and time.monotonic() < began + 1.5:
            time.sleep(0.05)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            break
    else:
        assert run("rate", *options, str(part), "--resume").returncode == 1
    assert part.read_bytes() == whole.read_bytes()
    assert len([json.loads(line) for line in part.read_text().splitlines()]) == 180
