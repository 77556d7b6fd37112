"""Films by ``farandole draw``: a file of the kind its name says, or one line that says what is wrong."""

from pathlib import Path

import pytest

from commands import WIKIPEDIA, run

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = "1.....3..2.....4"


def test_films_of_a_puzzle_and_of_a_cover(tmp_path: Path) -> None:
    gif, svg = tmp_path / "film.gif", tmp_path / "film.svg"
    done = run("draw", SMALL, "-o", str(gif), "--seconds", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert gif.read_bytes().startswith(b"GIF89a")
    assert run("draw", SMALL, "--way", "links", "--theme", "dark", "-o", str(svg)).returncode == 0
    assert svg.read_text().startswith("<svg")
    assert run("draw", "--cover", str(EXAMPLES / "matrix.txt"), "-o", str(svg)).returncode == 0
    assert "Dancing links" in svg.read_text()


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ([WIKIPEDIA, "--film"], "expected -o and a name that ends in .gif, .mp4 or .svg"),
        ([WIKIPEDIA, "--film", "-o", "film.avi"], "film.avi: expected a name that ends in .gif, .mp4 or .svg"),
        ([WIKIPEDIA, "-o", "film.avi"], "film.avi: expected a name that ends in .svg, .png, .pdf, .gif or .mp4"),
        ([WIKIPEDIA, "--way", "links", "-o", "film.png"], "film.png: expected a name that ends in .gif, .mp4 or .svg"),
        ([WIKIPEDIA, "--solution", "-o", "film.gif"], "--solution has no effect on a film"),
        ([WIKIPEDIA, "-o", "film.svg", "--seconds", "1000"], "--seconds: expected 1 to 120, found 1000"),
        ([str(EXAMPLES / "killer.json"), "--film", "-o", "film.svg"], "without rules"),
        (["--cover", str(EXAMPLES / "matrix.txt"), "--way", "links", "-o", "film.svg"], "no effect with --cover"),
        (["--cover", "no-such-file", "-o", "film.svg"], "no-such-file"),
    ],
)
def test_bad_input_is_one_line(words: list[str], fault: str) -> None:
    done = run("draw", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert fault in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_ending_or_an_option_asks_for_a_film(tmp_path: Path) -> None:
    picture, film = tmp_path / "picture.svg", tmp_path / "film.svg"
    assert run("draw", SMALL, "-o", str(picture)).returncode == 0
    for words in (["draw", "--film"], ["draw", "--seconds", "12"], ["film"]):
        assert run(*words, SMALL, "-o", str(film)).returncode == 0
        assert "<animate" in film.read_text() or "@keyframes" in film.read_text()
    assert "<animate" not in picture.read_text()
    assert "@keyframes" not in picture.read_text()
