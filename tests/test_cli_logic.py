"""``farandole explain``, ``hint`` and ``rate``, as a person calls them."""

import csv
import json
from concurrent.futures import Executor, Future
from io import StringIO
from pathlib import Path

import pytest

from farandole import cli_logic
from farandole.puzzle import Puzzle
from test_cli import run

EASY = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
SEVERAL = "12" + "." * 79
NONE = "12345678." + "." * 17 + "9" + "." * 54
HARD = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."


def test_explain_leads_to_the_solution() -> None:
    done = run("explain", EASY)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "  1  Naked Single: 7 in r7c5 => r7c5=7"
    assert lines[-2] == "│ 2 7 4 │ 8 3 6 │ 1 5 9 │"


def test_explain_stops_before_a_technique_and_draws(tmp_path: Path) -> None:
    done = run("explain", HARD, "--until", "xy wing", "--level", "name", "--svg", str(tmp_path / "steps"))
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert all("XY-Wing" not in line for line in lines)
    assert len(list((tmp_path / "steps").glob("*.svg"))) == 8
    assert (tmp_path / "steps" / "001.svg").read_text().startswith("<svg")


def test_explain_tells_each_level() -> None:
    for level, said in (("name", "Naked Single"), ("place", "Naked Single: look at r7c5"), ("proof", "r7c5 is 7.")):
        assert run("explain", EASY, "--level", level).stdout.splitlines()[0].endswith(said)


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_puzzle_without_one_solution_is_told(command: str) -> None:
    several, none = run(command, SEVERAL), run(command, NONE)
    assert (several.returncode, none.returncode) == (1, 1)
    assert several.stdout.startswith("The puzzle has several solutions: ")
    assert none.stdout == "The puzzle has no solution: r1c9 has no candidate left.\n"


def test_hint_tells_a_mistake_first(tmp_path: Path) -> None:
    assert run("hint", EASY).stdout == "Naked Single: look at r7c5\n"
    assert run("hint", EASY, "--digits", "7" + "." * 80).stdout == "A digit is wrong.\n"
    wrong = run("hint", EASY, "--digits", "7" + "." * 80, "--level", "digits")
    assert (wrong.returncode, wrong.stdout) == (0, "A digit is wrong: 7 in r1c1.\n")
    picture = tmp_path / "hint.svg"
    assert run("hint", EASY, "--svg", str(picture)).returncode == 0
    assert picture.read_text().startswith("<svg")


def test_pencilmarks_are_notes() -> None:
    from farandole.formats import write
    from farandole.puzzle import Puzzle

    puzzle = Puzzle.classic(EASY)
    masks = list(puzzle.masks)
    masks[0] &= ~(1 << 6 - 1)  # its digit is 6
    marked = write(Puzzle(puzzle.grid, puzzle.givens, tuple(masks)), "pencilmarks")
    done = run("hint", "-", "--level", "digits", stdin=marked)
    assert done.stdout == "A candidate is missing: 6 in r1c1.\n"


def test_rate_writes_a_table_or_json() -> None:
    done = run("rate", "-", stdin=f"{EASY}\n{HARD}\n")
    easy, hard = csv.DictReader(StringIO(done.stdout))
    assert done.returncode == 0
    assert (easy["score"], easy["level"], easy["er"], easy["guesses"]) == ("436", "easy", "1.5", "0")
    assert (hard["score"], hard["level"], hard["hardest"]) == ("1408", "unfair", "Sue de Coq")
    rows = run("rate", "-", "--json", "--scale", "hodoku", "--threads", "2", stdin=f"{EASY}\n{HARD}\n").stdout
    first, second = map(json.loads, rows.splitlines())
    assert (first["puzzle"], first["score"], second["score"]) == (EASY, 436, 1408)
    assert sum(second["steps"].values()) == 65
    assert "er" not in first


def test_rate_says_what_is_wrong() -> None:
    done = run("rate", "-", "--scale", "hodoku", stdin=f"{SEVERAL}\n{EASY[:-1]}x\n{NONE}\n")
    rows = list(csv.DictReader(StringIO(done.stdout)))
    assert done.returncode == 2
    assert [row["verdict"] for row in rows] == ["several", "none"]
    assert "line 2" in done.stderr


def test_an_unknown_technique_is_named() -> None:
    done = run("explain", EASY, "--until", "swordfisch")
    assert done.returncode == 2
    assert "--until: the name of a technique expected, 'swordfisch' found" in done.stderr
    assert "Swordfish" in run("explain", EASY, "--until", "swordfis").stderr


def test_who_stops_rating_does_not_wait_for_what_has_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    pools = []

    class Idle(Executor):
        """Takes jobs and does the first."""

        def __init__(self, _: int) -> None:
            self.futures: list[Future[object]] = []
            self.is_cancelled = False
            pools.append(self)

        def submit(self, *_: object) -> Future[object]:  # type: ignore[override]
            self.futures.append(Future())
            if len(self.futures) == 1:
                self.futures[0].set_result({"puzzle": EASY})
            return self.futures[-1]

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
            self.is_cancelled = cancel_futures

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Idle)
    rows = cli_logic._rows([("", Puzzle.classic(EASY))] * 100, ("hodoku",), 2)
    assert next(rows) == {"puzzle": EASY}
    rows.close()
    [pool] = pools
    assert pool.is_cancelled
    assert len(pool.futures) < 100
