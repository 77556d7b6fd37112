"""The command `farandole draw`, as a user meets it."""

from pathlib import Path

import pytest

from commands import IMPOSSIBLE, WIKIPEDIA, run
from farandole.formats import fpuzzles, write
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Thermo
from needs import needs

THERMO = Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1, 2)),))


def test_a_drawing_goes_to_standard_output_or_into_a_file(tmp_path: Path) -> None:
    done = run("draw", WIKIPEDIA, "--solution")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<svg ")
    assert 'class="found"' in done.stdout
    path = tmp_path / "board.svg"
    assert run("draw", WIKIPEDIA, "--solution", "-o", str(path)).stdout == ""
    assert path.read_text() == done.stdout
    assert 'class="mark"' in run("draw", WIKIPEDIA, "--candidates", "--theme", "dark").stdout
    assert 'class="label"' in run("draw", WIKIPEDIA, "--coordinates").stdout


@needs("cairo")
@pytest.mark.parametrize(("ending", "start"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_png_and_pdf(tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"board{ending}"
    done = run("draw", WIKIPEDIA, "-o", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("argument", [fpuzzles.link(THERMO), write(THERMO, "sudokupad"), "-"])
def test_a_link_is_drawn(argument: str) -> None:
    done = run("draw", argument, stdin=write(THERMO, "json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert 'class="thermo-line"' in done.stdout


def test_what_is_not_understood_is_said() -> None:
    text = fpuzzles.write(THERMO)[:-1] + ',"mystery":["R1C1"]}'
    done = run("draw", "-", stdin=text)
    assert (done.returncode, done.stderr) == (2, "farandole: standard input: not understood: mystery\n")
    done = run("draw", "-", "--lenient", stdin=text)
    assert (done.returncode, done.stderr) == (0, "farandole: standard input: ignored: mystery\n")


def test_no_solution_is_said() -> None:
    done = run("draw", IMPOSSIBLE, "--solution")
    assert (done.returncode, done.stdout[:5]) == (1, "<svg ")
    assert done.stderr == "farandole: no solution: only the puzzle is drawn\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((WIKIPEDIA, "-o", "board.jpg"), "board.jpg: expected a name that ends in .svg, .png, .pdf, .gif or .mp4"),
        (("nowhere.json",), "nowhere.json: No such file or directory"),
        (("examples/thousand.txt",), "examples/thousand.txt: expected one puzzle, found 1000"),
        (("https://sudokupad.app/n4bmmGRBP7",), "a short one only names a puzzle on SudokuPad's server"),
    ],
)
def test_bad_input_is_named(arguments: tuple[str, ...], message: str) -> None:
    done = run("draw", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def size_of(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")  # Source: PNG 1.2, section 4.1.1


@needs("cairo")
def test_a_picture_is_as_wide_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    assert run("draw", WIKIPEDIA, "-o", str(path), "--size", "500").returncode == 0
    assert size_of(path) == (500, 500)
    assert run("draw", WIKIPEDIA, "-o", str(tmp_path / "a.svg"), "--size", "321").returncode == 0
    assert 'width="321" height="321"' in (tmp_path / "a.svg").read_text()
    assert run("draw", WIKIPEDIA, "-o", str(path)).returncode == 0
    assert size_of(path)[0] > 800


@pytest.mark.parametrize("size", ["0", "15", "10001", "-5", "1e3", "big", "9" * 5000])
def test_a_size_out_of_bounds_is_refused(size: str) -> None:
    done = run("draw", WIKIPEDIA, "--size", size)
    assert done.returncode == 2
    assert "--size: expected" in done.stderr


def test_a_film_has_no_size(tmp_path: Path) -> None:
    done = run("draw", WIKIPEDIA, "-o", str(tmp_path / "f.gif"), "--size", "500")
    assert (done.returncode, done.stderr) == (2, "farandole: --size has no effect on a film; leave it out\n")
