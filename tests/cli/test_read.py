"""The command ``farandole read``, and photos where other commands take puzzles."""

import json
from pathlib import Path

import pytest
from PIL import Image

from commands import run
from farandole.photo.synthetic import make_puzzle, make_sheet


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "photo.jpg"
    Image.fromarray(make_sheet("classic", 3).picture).save(path, quality=92)
    return path


LINE = make_puzzle("classic", 3).line


def test_a_line_and_how_sure_it_is(photo: Path) -> None:
    done = run("read", str(photo))
    assert (done.returncode, done.stdout) == (0, f"{LINE}\n")
    assert done.stderr.startswith(f"farandole: {photo}: read ")
    assert "% sure" in done.stderr


def test_into_files(photo: Path, tmp_path: Path) -> None:
    text, seen = tmp_path / "puzzle.json", tmp_path / "seen.png"
    assert run("read", str(photo), "-o", str(text), "--overlay", str(seen)).returncode == 0
    assert run("convert", str(text)).stdout == f"{LINE}\n"
    with Image.open(seen) as over, Image.open(photo) as under:
        assert over.size == under.size


def test_many_at_once(photo: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(b"\x89PNG\r\n\x1a\n")
    seen = tmp_path / "seen"
    seen.mkdir()
    words = ("read", str(photo), str(other), str(photo), "--overlay", str(seen))
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, f"{LINE}\n{LINE}\n")
    assert f"{other}: expected a picture" in done.stderr
    assert (seen / "photo.png").exists()
    done = run(*words)
    assert (done.returncode, "found one; --force replaces it" in done.stderr) == (2, True)


def test_a_photo_is_not_drawn_over_by_its_own_picture(photo: Path, tmp_path: Path) -> None:
    mine = tmp_path / "photo.png"
    with Image.open(photo) as picture:
        picture.save(mine)
    content = mine.read_bytes()
    done = run("read", str(mine), "--overlay", str(tmp_path))
    assert (done.returncode, mine.read_bytes()) == (2, content)
    assert "expected a file of its own, found the input" in done.stderr
    (tmp_path / "seen").mkdir()
    done = run("read", str(mine), str(photo), "--overlay", str(tmp_path / "seen"))
    assert (done.returncode, "expected one photo for it, found" in done.stderr) == (2, True)


def test_all_that_is_known(photo: Path) -> None:
    [document] = map(json.loads, run("read", "--json", str(photo)).stdout.splitlines())
    assert (document["photo"], document["line"], document["solutions"]) == (str(photo), LINE, 1)


@pytest.mark.parametrize("command", ["solve", "hint", "check", "convert", "explain"])
def test_every_command_takes_a_photo(photo: Path, command: str) -> None:
    done, expected = run(command, str(photo)), run(command, LINE)
    assert done.returncode == expected.returncode
    assert done.stdout.splitlines()[:5] == expected.stdout.splitlines()[:5]


def test_from_standard_input(photo: Path) -> None:
    content = photo.read_bytes()
    assert run("convert", "-", stdin=content).stdout == run("read", "-", stdin=content).stdout == f"{LINE}\n"


def test_the_photo_is_not_overwritten(photo: Path) -> None:
    done = run("read", str(photo), "--overlay", str(photo))
    assert done.returncode == 2
    assert "expected a file of its own" in done.stderr


def test_one_of_several_on_a_page(tmp_path: Path) -> None:
    made = make_sheet("classic", 5, on="screen", puzzles=2)
    page = tmp_path / "two.png"
    Image.fromarray(made.picture).save(page)
    for index in (1, 2):
        done = run("read", str(page), "--index", str(index))
        assert done.stdout == f"{made.ground_truths[index - 1].puzzle.line}\n"
    done = run("read", str(page))
    assert done.returncode == 2
    assert "found 2: choose by its index" in done.stderr


def test_a_page_of_a_document(tmp_path: Path) -> None:
    name = tmp_path / "two.pdf"
    pages = [Image.fromarray(make_sheet("classic", seed, on="screen").picture) for seed in (1, 4)]
    pages[0].save(name, save_all=True, append_images=pages[1:])
    for page, seed in ((1, 1), (2, 4)):
        assert run("read", str(name), "--page", str(page)).stdout == f"{make_puzzle('classic', seed).line}\n"
