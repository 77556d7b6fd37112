"""The command `farandole sheet`, as a user meets it."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdf
import pytest

from commands import EASY, IMPOSSIBLE, TWICE, WIKIPEDIA, in_terminal, run
from farandole.cli import sheet as module
from farandole.formats import fpuzzles, write
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage, Thermo
from needs import needs

pytestmark = needs("cairo")

SEVERAL = "." * 81


def texts(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "sheet.pdf"


def test_puzzles_and_their_answers(out: Path, tmp_path: Path) -> None:
    collection = tmp_path / "some.sdm"
    collection.write_text(f"{WIKIPEDIA} From Wikipedia\n{EASY}\n" + f"{WIKIPEDIA}\n" * 3)
    done = run("sheet", str(collection), "-o", str(out), "--title", "  Monday\nmorning ")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    one, two, answers = texts(out)
    assert one.splitlines()[0] == two.splitlines()[0] == "Monday morning"
    assert "1. From Wikipedia" in one
    assert "Puzzle 4" in one
    assert one.count("Normal sudoku rules apply.") == 4
    assert "Puzzle 5" in two
    assert answers.splitlines()[0] == "Answers: Monday morning"
    assert all(title in answers for title in ("1. From Wikipedia", "Puzzle 5"))
    assert "Page 3 of 3" in answers
    metadata = pypdf.PdfReader(out).metadata
    assert metadata
    assert metadata.title == "Monday morning"


def test_pages_as_asked_for(out: Path) -> None:
    arguments = ("sheet", WIKIPEDIA, EASY, "-o", str(out), "--no-answers", "--per-page")
    assert [run(*arguments, n).returncode for n in "1246"] == [0] * 4
    assert len(texts(out)) == 1
    run(*arguments, "1", "--paper", "letter", "--candidates")
    pages = pypdf.PdfReader(out).pages
    assert [(page.mediabox.width, page.mediabox.height) for page in pages] == [(612, 792)] * 2
    assert "1 2" in pages[0].extract_text()
    assert run(*arguments, "3").returncode == 2


def test_any_shape_and_any_rules(out: Path, tmp_path: Path) -> None:
    killer = tmp_path / "killer.json"
    killer.write_text(write(Puzzle(Grid.classic((2, 2)), (1, *(0,) * 15), rules=(Cage((0, 1, 2, 3)),)), "json"))
    samurai = tmp_path / "samurai.json"
    samurai.write_text(write(Puzzle(Grid.samurai(), (0,) * 369), "json"))
    done = run("sheet", str(killer), str(samurai), WIKIPEDIA, "-o", str(out), "--no-answers")
    assert done.returncode == 1, "they have several solutions"
    one, two = texts(out)
    assert "with the digits 1 to 4. Digits in a cage" in one.replace("\n", " ")
    assert "Puzzle 3" in one
    assert "5 sudokus overlap." in two


def test_a_link_has_its_title(out: Path) -> None:
    document = fpuzzles.write(Puzzle(Grid.classic(), (0,) * 81, rules=(Thermo((0, 1)),)))
    done = run("sheet", "-", "-o", str(out), stdin=document[:-1] + ',"title":"Hot","author":"Ada","mystery":["R1C1"]}')
    assert (done.returncode, done.stderr[:10]) == (2, "farandole:")
    assert not out.exists()
    text = document[:-1] + ',"title":"Hot","author":"Ada","mystery":["R1C1"]}'
    done = run("sheet", "-", "-o", str(out), "--lenient", stdin=text)
    assert (done.returncode, done.stderr.splitlines()[0]) == (1, "farandole: standard input: ignored: mystery")
    assert "1. Hot (Ada)" in texts(out)[0]


# ── What is wrong with some ─────────────────────────────────────────────────────────────────────────────────────────


def test_puzzles_without_one_solution_are_marked(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(f"{WIKIPEDIA}\n{IMPOSSIBLE}\n{SEVERAL}\n")
    done = run("sheet", str(file), "-o", str(out))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"farandole: {file}: line 2: no solution",
        f"farandole: {file}: line 3: several solutions: the answer shows one of them",
    ]
    for page in texts(out):
        page = page.replace("\n", " ")
        assert "It has no solution." in page
        assert "It has several solutions: the answer shows one of them." in page


def test_a_puzzle_that_takes_too_long_is_marked(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.0)
    done = run("sheet", WIKIPEDIA, "-o", str(out))
    assert (done.returncode, done.stderr) == (1, "farandole: the puzzle given: line 1: not solved within 0 seconds\n")
    assert all("It was not solved within 0 seconds." in page.replace("\n", " ") for page in texts(out))


def test_what_is_no_puzzle_does_not_stop_the_others(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(f"{WIKIPEDIA}\n{TWICE}\n{EASY}\n")
    done = run("sheet", str(file), "-o", str(out))
    assert done.returncode == 2
    assert done.stderr.startswith(f"farandole: {file}: line 2: row 1 holds 5 twice")
    assert "Puzzle 2" in texts(out)[0]
    assert "Puzzle 3" not in texts(out)[0]
    out.unlink()
    file.write_text(f"{TWICE}\n")
    done = run("sheet", str(file), "-o", str(out))
    assert (done.returncode, done.stderr.count("\n")) == (2, 2)
    assert done.stderr.endswith("expected at least one puzzle to print, found none\n")
    assert not out.exists()


def test_many_faults_of_a_file_are_counted(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(f"{WIKIPEDIA}\n" + f"{TWICE}\n" * 30)
    done = run("sheet", str(file), "-o", str(out))
    assert (done.returncode, done.stderr.count("\n")) == (2, 11)
    assert done.stderr.endswith(f"farandole: {file}: 20 more that can't be read\n")


# ── Ratings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ratings_if_asked_for(out: Path) -> None:
    assert run("sheet", EASY, "-o", str(out)).returncode == 0
    assert "easy" not in texts(out)[0]
    assert run("sheet", EASY, "-o", str(out), "--rate").returncode == 0
    page, answers = texts(out)
    assert "easy, 436" in page
    assert "easy" not in answers


def test_a_puzzle_with_rules_has_a_difficulty_and_no_score(out: Path) -> None:
    puzzle = Puzzle(Grid.classic(), Puzzle.classic(EASY).givens, rules=(Thermo((0, 1)),))
    done = run("sheet", "-", "-o", str(out), "--rate", stdin=write(puzzle, "json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"easy, 1\.\d", texts(out)[0])


# ── The output ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<svg "), (".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_a_page_alone_may_be_a_picture(tmp_path: Path, ending: str, start: bytes) -> None:
    path = tmp_path / f"page{ending}"
    done = run("sheet", WIKIPEDIA, "--no-answers", "-o", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes().startswith(start)


def test_several_pages_are_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "page.svg"
    done = run("sheet", WIKIPEDIA, "-o", str(path))
    assert (done.returncode, done.stderr) == (
        2, f"farandole: {path}: expected a name that ends in .pdf for 2 pages, found .svg\n",
    )  # fmt: skip
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "-o: expected a name that ends in .pdf, found none"),
        (("-o", "sheet.txt"), "sheet.txt: expected a name that ends in .pdf, .svg or .png; found .txt"),
        (("-o", "x"), "x: expected a name that ends in .pdf, .svg or .png; found none"),
        (("-o", ".pdf"), ".pdf: expected a name that ends in .pdf, .svg or .png; found .pdf, an ending alone"),
    ],
)
def test_an_output_is_needed(arguments: tuple[str, ...], said: str) -> None:
    done = run("sheet", WIKIPEDIA, *arguments)
    assert (done.returncode, done.stderr) == (2, f"farandole: {said}\n")


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.pdf"
    path.write_text(WIKIPEDIA)
    done = run("sheet", str(path), "-o", str(path))
    assert (done.returncode, path.read_text()) == (2, WIKIPEDIA)
    assert "expected a file of its own" in done.stderr


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    folder = tmp_path / "folder.pdf"
    folder.mkdir()
    for path in (folder, tmp_path / "none" / "sheet.pdf"):
        done = run("sheet", WIKIPEDIA, "-o", str(path))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert str(path) in done.stderr


@needs("linux")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / "full.pdf").symlink_to("/dev/full")
    done = run("sheet", WIKIPEDIA, "-o", str(tmp_path / "full.pdf"))
    assert (done.returncode, done.stderr) == (2, f"farandole: {tmp_path / 'full.pdf'}: No space left on device\n")


def test_too_many_pages(out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAGES", 2)
    file = tmp_path / "many.txt"
    file.write_text(f"{WIKIPEDIA}\n" * 3)
    assert run("sheet", str(file), "-o", str(out), "--per-page", "2").returncode == 0
    done = run("sheet", str(file), "-o", str(out), "--per-page", "1")
    expected = f"farandole: {file}: expected at most 2 puzzles (2 pages of 1), found more\n"
    assert (done.returncode, done.stderr) == (2, expected)
    file.write_text(f"{TWICE}\n" + f"{WIKIPEDIA}\n" * 2)
    done = run("sheet", str(file), "-o", str(out), "--per-page", "1")
    assert done.stderr.endswith(expected), "none is left out in silence"


def test_the_extra_is_named(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    done = run("sheet", WIKIPEDIA, "-o", str(out))
    assert done.returncode == 2
    assert "pip install 'farandole[draw]'" in done.stderr


# ── Letters ─────────────────────────────────────────────────────────────────────────────────────────────────────────


MISSING = "farandole: no font here has '{}' (U+{}): on Debian, apt-get install {}; an SVG needs no font\n"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--title", "数独"), MISSING.format("数", "6570", "fonts-wqy-microhei")),
        (("--title", "數독"), MISSING.format("數", "6578", "fonts-wqy-microhei")),
        (("--title", "ก"), MISSING.format("ก", "0E01", "fonts-noto-core")),
        (("--title", "☂"), MISSING.format("☂", "2602", "fonts-symbola")),
        (("--title", "é"), MISSING.format("é", "00E9", "fonts-dejavu-core")),
        (("--lang", "zh"), MISSING.format("答", "7B54", "fonts-wqy-microhei")),
    ],
)
@pytest.mark.usefixtures("only_ascii")
def test_a_title_without_a_font_is_refused(options: tuple[str, ...], complaint: str, out: Path) -> None:
    """It would be printed as empty boxes."""
    done = run("sheet", WIKIPEDIA, "-o", str(out), *options)
    assert (done.returncode, done.stderr) == (2, complaint)
    assert not out.exists()
    picture = out.with_suffix(".png")
    assert run("sheet", WIKIPEDIA, "-o", str(picture), "--no-answers", *options).returncode == 2
    assert not picture.exists()


@pytest.mark.usefixtures("only_ascii")
def test_an_svg_needs_no_font(out: Path) -> None:
    """The viewer has its own."""
    drawing = out.with_suffix(".svg")
    done = run("sheet", WIKIPEDIA, "-o", str(drawing), "--title", "数独", "--lang", "zh", "--no-answers")
    assert (done.returncode, done.stderr) == (0, "")
    assert "数独" in drawing.read_text()


def test_a_title_takes_a_font_that_has_it(out: Path, some_font: str) -> None:
    done = run("sheet", WIKIPEDIA, "-o", str(out), "--title", "数独 1")
    assert (done.returncode, done.stderr) == (0, "")
    drawing = out.with_suffix(".svg")
    assert run("sheet", WIKIPEDIA, "-o", str(drawing), "--title", "数独 1", "--no-answers").returncode == 0
    assert f'font-family="{some_font}, sans-serif"' in drawing.read_text()


@needs("chinese font")
def test_chinese_titles_are_text(out: Path) -> None:
    assert run("sheet", WIKIPEDIA, "-o", str(out), "--title", "数独 1").returncode == 0
    assert "数独 1" in texts(out)[0]


# ── While it works ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_bar_is_shown_in_a_terminal_alone(out: Path) -> None:
    shown = in_terminal("sheet", WIKIPEDIA, "-o", str(out))
    assert "drawing" in shown
    assert out.exists()


@pytest.mark.slow
def test_ctrl_c_leaves_no_sheet(out: Path, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{WIKIPEDIA}\n" * 900)
    command = [sys.executable, "-m", "farandole", "sheet", str(file), "-o", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "sheet.pdf.part").exists():
            assert process.poll() is None
        time.sleep(0.3)  # until it draws
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)  # the latter where it passed through `exec`, as in an import
    assert said == "farandole: interrupted\n"
    assert [path.name for path in tmp_path.iterdir()] == ["many.txt"]
