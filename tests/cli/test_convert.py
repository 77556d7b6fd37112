"""``farandole convert``: any format to any format."""

import json
from pathlib import Path

import pytest

from commands import EASY, WIKIPEDIA, run
from farandole.cli.convert import FORMATS
from farandole.formats import read, write
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Between, Cage, Thermo

EXAMPLES = Path(__file__).parents[2] / "examples"
CAGED = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 3), Cage((9, 10), 17)))


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("source", FORMATS)
def test_any_form_becomes_any_format(source: str, format: str) -> None:
    puzzle = Puzzle.classic(WIKIPEDIA)
    done = run("convert", "-", "--to", format, stdin=write(puzzle, source))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == write(puzzle, format).rstrip("\n") + "\n"
    assert read(done.stdout) == [puzzle]


@pytest.mark.parametrize("format", ["json", "fpuzzles", "sudokupad"])
def test_rules_go_along(format: str) -> None:
    link = write(CAGED, "fpuzzles")
    assert read(run("convert", link, "--to", format).stdout) == [CAGED]


@pytest.mark.parametrize(
    ("ending", "format"), [(".txt", "line"), (".sdm", "sdm"), (".sdk", "sdk"), (".json", "json"), (".txt.gz", "line")]
)
def test_the_ending_tells_the_format(ending: str, format: str, tmp_path: Path) -> None:
    output = tmp_path / f"out{ending}"
    assert run("convert", WIKIPEDIA, "-o", str(output)).returncode == 0
    if not ending.endswith(".gz"):
        assert output.read_text() == write(Puzzle.classic(WIKIPEDIA), format).rstrip("\n") + "\n"
    assert run("solve", "--count", str(output)).stdout == "1\n"


def test_many_puzzles_and_several_files(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.json"
    first.write_text(f"{WIKIPEDIA}\n{EASY}\n")
    second.write_text(write(Puzzle.classic(EASY), "json"))
    both = [Puzzle.classic(line) for line in (WIKIPEDIA, EASY, EASY)]
    for format in ("line", "sdm", "grid", "pencilmarks"):
        assert read(run("convert", str(first), str(second), "--to", format).stdout) == both
    lines = run("convert", str(first), str(second), "--to", "json").stdout.splitlines()
    assert [read(line) for line in lines] == [[puzzle] for puzzle in both]
    assert all(json.loads(line)["farandole"] for line in lines)
    links = run("convert", str(first), "--to", "fpuzzles").stdout.splitlines()
    assert [read(line) for line in links] == [[puzzle] for puzzle in both[:2]]


def test_what_a_format_cannot_say_is_told() -> None:
    done = run("convert", "-", "--to", "line", stdin=write(CAGED, "json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Cage" in done.stderr
    assert "--lossy drops that, --to json keeps all" in done.stderr
    done = run("convert", "-", "--to", "line", "--lossy", stdin=write(CAGED, "json"))
    assert (done.returncode, done.stdout) == (0, "." * 81 + "\n")
    assert done.stderr.endswith("dropped: the `line` format cannot express Cage r1c1 r1c2, Cage r2c1 r2c2\n")
    done = run("convert", str(EXAMPLES / "killer.json"), "--to", "line", "--lossy")
    assert "and 22 more" in done.stderr


def test_only_what_cannot_be_said_is_left_out() -> None:
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 3), Between((9, 10, 11))))
    done = run("convert", "-", "--to", "sudokuwiki", "--lossy", stdin=write(puzzle, "json"))
    kept = read(done.stdout)[0].rules if done.returncode == 0 else ()
    assert "Between" in done.stderr
    assert all(isinstance(rule, Cage) for rule in kept)


def test_a_shape_that_a_format_cannot_say_is_told() -> None:
    done = run("convert", str(EXAMPLES / "samurai.txt"), "--to", "sudokuwiki")
    assert (done.returncode, done.stdout) == (2, "")
    assert "samurai" in done.stderr
    assert "--to json can express any puzzle" in done.stderr


def test_bad_puzzles_do_not_stop_the_others(tmp_path: Path) -> None:
    done = run("convert", "-", "--to", "sdm", stdin=f"{EASY}\n{EASY[:80]}\n{WIKIPEDIA}\n")
    assert done.returncode == 2
    assert done.stdout.split() == [EASY.replace(".", "0"), WIKIPEDIA.replace(".", "0")]
    assert "line 2: expected 81 cells, found 80" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_clauses_for_sat_solvers(tmp_path: Path) -> None:
    path = tmp_path / "killer.cnf"
    puzzle = Puzzle(Grid.classic(4), (0,) * 16, rules=(Cage((0, 1), 3), Thermo((0, 4, 8))))
    done = run("convert", "-", "-o", str(path), stdin=write(puzzle, "json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\np cnf " in path.read_text()
    done = run("convert", "-", "--to", "cnf", stdin=f"{WIKIPEDIA}\n{WIKIPEDIA}\n")
    assert (done.returncode, "cnf: expected one puzzle" in done.stderr) == (2, True)
    assert run("minimize", WIKIPEDIA, "-o", str(tmp_path / "x.cnf")).returncode == 2
