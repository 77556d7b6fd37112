"""What a setter asks for through the protocol."""

import json
from typing import Any

from farandole import formats
from farandole.web.protocol import call

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def result(method: str, **params: Any) -> dict[str, Any]:
    [*_, last] = json.loads(json.dumps(list(call(method, params))))
    assert last["event"] == "result", last
    return last


def test_a_puzzle_is_completed() -> None:
    told = result("complete", puzzle=EASY[:36] + "." * 45)
    [puzzle] = formats.read(json.dumps(told["document"]))
    assert puzzle.is_unique()
    assert told["done"]
    assert len(told["clues"]) == sum(map(bool, puzzle.givens)) - 36 + EASY[:36].count(".")


def test_a_puzzle_is_minimized() -> None:
    told = result("minimize", puzzle=EASY, symmetry="rotate180")
    assert told["board"]["givens"].count(".") >= EASY.count(".")
    [puzzle] = formats.read(json.dumps(told["document"]))
    assert puzzle.is_unique()


def test_faults_are_told() -> None:
    [error] = call("minimize", {"puzzle": "." * 16})
    assert (error["event"], error["kind"]) == ("error", "PuzzleError")
    [error] = call("complete", {"puzzle": EASY, "symmetry": "odd"})
    assert error["kind"] == "ArgumentError"
