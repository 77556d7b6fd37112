"""A small share of the steps that bench/judge_steps.py judges: those on full grids with generated rules."""

import subprocess
import sys

import pytest

from needs import ROOT


@pytest.mark.slow
def test_steps_on_generated_rules_keep_the_solution() -> None:
    options = ["--tasks", "20", "--steps", "400", "--processes", "1", "--family", "generated"]
    done = subprocess.run(
        [sys.executable, "bench/judge_steps.py", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" different steps")[0].split()[-1].replace(",", "")) >= 400
    assert "0 faults" in done.stdout
