"""``farandole explain -o``: a lesson with the picture and the proof of each step."""

from pathlib import Path

import pytest

from commands import EASY, WIKIPEDIA, run
from needs import needs


def test_a_page_has_each_step_with_its_picture_and_its_proof(tmp_path: Path) -> None:
    path = tmp_path / "lesson.html"
    done = run("explain", WIKIPEDIA, "-o", str(path), "--title", "Easy & fine")
    assert (done.returncode, done.stderr) == (0, "")
    page = path.read_text()
    assert "<title>Easy &amp; fine</title>" in page
    n_steps = len([line for line in run("explain", WIKIPEDIA).stdout.splitlines() if line[:3].strip().isdigit()])
    assert page.count("<section>") == page.count("data:image/svg+xml;base64,") == n_steps + 1
    assert "<h2>1. " in page
    assert "<p>Naked Single" not in page  # the heading says it
    assert "<script" not in page


def _written(folder: Path, name: str, *options: str) -> str:
    run("explain", EASY, "-o", str(folder / name), *options)
    return (folder / name).read_text()


def test_it_ends_where_it_is_told(tmp_path: Path) -> None:
    assert "Naked Single" not in _written(tmp_path, "none.html", "--until", "naked single")


def test_a_title_needs_a_lesson() -> None:
    done = run("explain", WIKIPEDIA, "--title", "Easy")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--title: expected -o" in done.stderr


@needs("cairo")
def test_a_pdf_has_three_steps_on_a_page(tmp_path: Path) -> None:
    path = tmp_path / "lesson.pdf"
    done = run("explain", "1.....1..2..3..2", "-o", str(path), "--title", "Small")
    assert done.returncode in (0, 1)
    assert path.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["lesson.txt", "lesson", "lesson.docx"])
def test_another_ending_is_refused_at_once(name: str) -> None:
    done = run("explain", WIKIPEDIA, "-o", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected a name that ends in .html, .htm or .pdf" in done.stderr
