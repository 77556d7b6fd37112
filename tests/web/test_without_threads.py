"""Calls where there are neither threads nor NumPy, as in a browser: each but that for photos has the same answer."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from farandole.web.protocol import METHODS, call

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1..4..1..2..3..2"
KILLER = {"farandole": 1, "grid": {"size": 4}, "rules": [{"rule": "cage", "cells": "r1c1 r1c2 r2c1", "total": 6}]}
EQUIVALENT = json.loads((Path(__file__).parents[2] / "examples" / "killer.json").read_text())  # sets of houses help
DOMINOES = {"board": "....\n....", "pieces": {"D": "XX"}, "times": None}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("parse", {"text": EASY}),
    ("write", {"puzzle": EASY, "form": "json"}),
    ("draw", {"puzzle": KILLER}),
    ("picture", {"puzzle": KILLER}),
    ("solve_cover", {"cover": "1 0 1\n0 1 0\n1 1 1"}),
    ("open_in", {"puzzle": EASY}),
    ("collect", {"text": f"{EASY}\n{EASY}"}),
    ("shapes", {}),
    ("rules", {"puzzle": KILLER}),
    ("solve", {"puzzle": HARD}),
    ("solve", {"puzzle": KILLER, "limit": 9}),
    ("count", {"puzzle": KILLER}),
    ("candidates", {"puzzle": SMALL, "limit": 3}),
    ("needless", {"puzzle": SMALL}),
    ("conflicting", {"puzzle": "14....2..3.....1"}),
    ("check", {"puzzle": EASY, "digits": EASY}),
    ("conflicts", {"puzzle": KILLER, "digits": "44.............."}),
    ("hint", {"puzzle": EASY}),
    ("hint", {"puzzle": HARD}),
    ("explain", {"puzzle": KILLER}),
    ("explain", {"puzzle": EASY}),
    ("explain", {"puzzle": EQUIVALENT}),
    ("rate", {"puzzle": EASY}),
    ("rate", {"puzzle": KILLER}),
    ("why_not", {"puzzle": EASY, "cell": "r1c3", "digit": 2}),
    ("steps_now", {"puzzle": EASY, "seconds": 600}),
    ("techniques", {}),
    ("practice", {"technique": "X-Wing", "seed": 1}),
    ("make", {"seed": 1}),
    ("make", {"seed": 2, "shape": "6x6", "rules": ["killer"]}),
    ("daily", {"day": "2026-11-28", "level": "easy"}),
    ("complete", {"puzzle": "." * 81, "seed": 3}),
    ("minimize", {"puzzle": SMALL}),
    ("watch", {"puzzle": SMALL, "way": "links"}),
    ("watch_cover", {"cover": "A B C\n\nA\nB C\n"}),
    ("covers", {}),
    ("pieces", {"size": 4, "kind": "one-sided"}),
    ("watch_tiling", {"packing": DOMINOES, "most": 100}),
    ("count_tilings", {"packing": DOMINOES}),
]
ALONE = """
import json, sys, threading
sys.modules["numpy"] = None
def start(_):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
from farandole.web.protocol import answer_to
for method, params in json.load(sys.stdin):
    events = []
    answer_to(events.append, method, params)
    print(json.dumps(events))
"""


@pytest.fixture(scope="module")
def answers() -> list[list[dict[str, Any]]]:
    """Answer all calls in a process without threads and NumPy."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE], input=json.dumps(CALLS), text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_method_but_that_for_photos_is_called() -> None:
    assert {method for method, _ in CALLS} == METHODS.keys() - {"read"}


@pytest.mark.parametrize("n", range(len(CALLS)), ids=[f"{method}-{n}" for n, (method, _) in enumerate(CALLS)])
def test_the_answer_is_the_same(answers: list[list[dict[str, Any]]], n: int) -> None:
    method, params = CALLS[n]
    *_, found = answers[n]
    *_, expected = json.loads(json.dumps(list(call(method, params))))
    assert found["event"] == "result", found
    assert {**found, "seconds": 0} == {**expected, "seconds": 0}
