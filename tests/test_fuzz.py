"""A short fuzzing of every reader and of the command; `make fuzz` takes twenty minutes."""

import faulthandler
import json
import signal
import time
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from fuzz import command, originals, readers
from fuzz.mutations import LONGEST, Mutations
from fuzz.trials import MEGABYTES, Fault, Tally, Trial

from farandole import batch
from farandole.errors import FormatError

SEED = 13

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


def faults(tally: Tally) -> str:
    return "\n".join(path.with_suffix(".txt").read_text() for path in tally.kinds.values())


def test_arrays_of_digits_and_of_masks_hold_the_same_puzzles() -> None:
    arrays = [np.load(BytesIO(content)) for content in originals.tables() if content.startswith(b"\x93NUMPY")]
    [masks] = [array for array in arrays if array.dtype == np.uint16 and (array == 511).any()]
    counts = batch.solve(arrays[0]).counts
    assert batch.solve(masks).counts.tolist() == counts.tolist()
    assert {1, 2} <= set(counts.tolist())


@pytest.mark.slow
@pytest.mark.parametrize("name", readers.READERS)
def test_readers_answer_or_refuse(name: str, tmp_path: Path) -> None:
    trial = readers.trial(name, SEED, tmp_path)
    tally = trial.run(250, minimize=False)
    assert tally.inputs == 250
    assert not tally.faults, faults(tally)


@pytest.mark.slow
def test_the_command_answers_or_refuses(tmp_path: Path) -> None:
    tally = command.trial(SEED, tmp_path).run(150, minimize=False)
    assert tally.inputs == 150
    assert not tally.faults, faults(tally)


def test_the_same_number_gives_the_same_input() -> None:
    one, other = (readers.inputs("knuth", SEED) for _ in range(2))
    made = [one(number) for number in range(60)]
    assert [other(number) for number in range(59, -1, -1)] == made[::-1]
    assert len(set(made)) > 50
    assert max(map(len, made)) <= LONGEST


def test_documents_are_put_back_after_a_change() -> None:
    original = b'{"a": [1, {"b": "r1c1"}], "c": 2}'
    mutations = Mutations([original])
    for number in range(300):
        mutations[number]
    assert mutations._documents == [json.loads(original)]


def failing(content: bytes) -> None:
    match content:
        case _ if b"error" in content:
            raise IndexError
        case _ if b"wrong" in content:
            raise Fault("wrong", "more")
        case _ if b"long" in content:
            raise FormatError("x" * 10_000)
        case _ if b"slow" in content:
            while True:
                pass
        case _ if b"memory" in content:
            _ = b"x" * (1_100_000 * MEGABYTES)
        case _ if b"crash" in content:
            faulthandler.disable()  # this crash is meant: nobody wants to read of it
            signal.raise_signal(signal.SIGSEGV)
        case _ if b"hang" in content:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])
            time.sleep(60)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "kind"),
    [
        (b"error", "IndexError elsewhere"), (b"wrong", "wrong"), (b"slow", "slow elsewhere"), (b"memory", "memory"),
        (b"crash", "crash SIGSEGV"), (b"hang", "hang"), (b"long", "a message of too many characters elsewhere"),
    ],
)  # fmt: skip
def test_faults_are_found_kept_and_made_small(
    word: bytes, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fuzz.trials._WALL_SECONDS", 3)
    takes_its_time = word in (b"slow", b"hang", b"memory")
    monkeypatch.setattr("fuzz.trials._MINIMIZING", 1 if takes_its_time else 30)
    inputs = [b"fine", b"before before " + word + b" after after", b"fine"]
    seconds = 5 if word == b"memory" else 0.2
    tally = Trial("made", failing, inputs.__getitem__, tmp_path / "made", "repeat", seconds).run(3)
    assert (tally.answers, tally.faults) == (2, 1)
    [kept] = tally.kinds.values()
    assert word in kept.read_bytes()
    assert len(kept.read_bytes()) <= len(inputs[1])
    assert takes_its_time or kept.read_bytes() == word
    first, second, *_ = kept.with_suffix(".txt").read_text().split("\n")
    assert first == kind or (
        word == b"hang" and first.startswith("hang ")
    )  # where it hung, if there was time to see it
    assert second.startswith("repeat ")


@pytest.mark.parametrize(
    ("argv", "way", "stdin"),
    [
        (["solve", "classic.txt"], "call", ""), (["solve", "classic.txt"], "terminal", ""),
        (["solve", "classic.txt"], "process", ""), (["solve", "-"], "call", "5" + "." * 80),
        (["solve", "table.csv", "-o", "out.csv"], "call", ""), (["help"], "terminal", ""),
        (["solve", "--count", "." * 81], "call", ""), (["solve", "--count", "." * 81], "terminal", ""),
    ],
)  # fmt: skip
def test_calls_that_are_in_order(argv: list[str], way: str, stdin: str, tmp_path: Path) -> None:
    call = json.dumps({"argv": argv, "way": way, "stdin": stdin}).encode()
    assert command.trial(SEED, tmp_path).fault_of(call) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("raise IndexError", "IndexError"), ("return 3", "status 3"), ("return 2", "bad input without a word"),
        ("open('left', 'w').close(); return 0", "a file that was not named"),
        ("open('classic.txt', 'a').write(' '); return 0", "an input is changed"),
        ("print('\\x07'); return 0", "a control character 07"),
        ("for _ in iter(int, 1): pass", "does not stop"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("way", ["call", "terminal"])
def test_what_the_command_must_not_do_is_seen(
    script: str, kind: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def main(_: list[str]) -> int:
        scope: dict[str, object] = {}
        exec(f"def run():\n  {script}", scope)
        while True:
            try:
                status: int = scope["run"]()  # type: ignore[operator]
                return status
            except KeyboardInterrupt:
                continue

    monkeypatch.setattr("farandole.cli.main.main", main)
    monkeypatch.setattr("fuzz.command.PATIENCE", 0.2)
    monkeypatch.setattr("fuzz.command._WAITING", 0.5)
    monkeypatch.setattr("fuzz.trials._WALL_SECONDS", 3)
    found = command.trial(SEED, tmp_path).fault_of(
        json.dumps({"argv": ["solve", "classic.txt"], "way": way, "stdin": ""}).encode()
    )
    if way == "call" and kind.startswith("a control"):
        assert found is None  # what is no terminal may be told anything
        return
    assert found
    seen = {("terminal", "IndexError"): "traceback IndexError", ("call", "does not stop"): "hang"}
    assert found[0].startswith(seen.get((way, kind), kind)), found
