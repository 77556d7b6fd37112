"""A program in bench/ reports what it can't measure, and measures the rest."""

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import collection
import pytest

BENCH = Path(__file__).parents[1] / "bench"
GOOD = {"id": "good", "n": 4, "givens": ["1...", "..3.", ".1..", "...3"], "unique": None}


def test_faulty_documents_are_left_out_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {"id": "odd", "constraints": [{"type": "unheard of", "cells": [[0, 0]]}]}
    wrong = {"id": "wrong", "solution": ["1234", "3412", "2143", "4321"], "unique": True}
    records = [GOOD, GOOD | odd, GOOD | wrong, {"id": "bare"}]
    (tmp_path / "mine.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    monkeypatch.setattr(collection, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["variants.py", "mine"])
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.delenv("FARANDOLE_ISS", raising=False)
    assert runpy.run_path(str(BENCH / "variants.py"))["main"]() == 1
    printed = capsys.readouterr().out
    assert "mine                        1  built before" in printed
    assert [line.split(":")[1].strip() for line in printed.splitlines() if "left out" in line] == [
        "mine, line 4",
        "mine odd",
        "mine wrong",
    ]


@pytest.mark.slow
def test_every_program_starts_as_its_first_line_says(tmp_path: Path) -> None:
    """From any folder, and with no path set for its modules."""
    programs = [path for path in sorted(BENCH.glob("*.py")) if "argparse" in path.read_text()]
    assert len(programs) > 20
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    failed = {}
    for program in programs:
        command: list[str | Path] = [sys.executable, program, "--help"]
        done = subprocess.run(command, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False)
        if done.returncode or not done.stdout.startswith("usage: "):
            failed[program.name] = done.stderr
    assert failed == {}
