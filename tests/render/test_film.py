"""Films: their events and pace, the content of each frame, and valid SVG, GIF and MP4 files."""

import io
import itertools
import shutil
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from farandole.cover import Cover, dance
from farandole.errors import ArgumentError, CoverError, MissingExtraError, PuzzleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.puzzle.backtrack import backtrack
from farandole.render import film
from farandole.render.film.scene import FRAMES_PER_SECOND, REST, schedule_moves
from farandole.rules import Cage

SMALL = Puzzle.of(Grid.classic((2, 2)), "1... ..3. .2.. ...4")
MATRIX = Cover(["cef", "adg", "bcf", "ad", "bg", "deg"])


def texts(frame: tuple[film.Shape, ...]) -> set[str]:
    return {shape.text for shape in frame if shape.kind == "text"}


@pytest.mark.parametrize("way", film.WAYS)
def test_a_way_ends_with_the_solution_and_says_how_many_moves_it_took(way: str) -> None:
    made = film.of_puzzle(SMALL, ways=[way])
    solution = SMALL.solve()
    assert solution is not None
    shown = [shape for shape in made.frames[-1] if shape.ink == "found"]
    given = sum(map(bool, SMALL.givens))
    assert sorted(shape.text for shape in shown) == sorted(
        str(digit) for digit, fixed in zip(solution.digits, SMALL.givens, strict=True) if not fixed
    )
    assert len(shown) == 16 - given
    if way == "backtrack":
        moves = itertools.takewhile(lambda move: move.kind != "solution", backtrack(SMALL))
        n_tried = sum(move.kind == "try" for move in moves)
        assert f"{n_tried} digits tried" in texts(made.frames[-1])
    if way == "links":
        events = itertools.takewhile(lambda event: event.kind != "solution", dance(SMALL.cover()))
        cells = {event.what.partition("=")[0] for event in events if event.kind == "try"}
        assert len(cells) >= 12


def test_all_ways_stand_side_by_side_and_take_the_seconds_asked_for() -> None:
    puzzle = Puzzle.classic("." * 80 + "1")
    made = film.of_puzzle(puzzle, ways=["backtrack", "links"], seconds=2)
    assert len(made.frames) == 2 * FRAMES_PER_SECOND
    assert made.seconds == 2 + REST
    one = film.of_puzzle(puzzle, ways=["links"], seconds=2)
    assert made.width > 1.9 * one.width - 20
    assert {"Backtracking", "Dancing links"} <= {shape.text for shape in made.fixed}


@pytest.mark.parametrize(("n_moves", "n_frames"), [(0, 2), (1, 2), (5, 9), (99, 12), (200_000, 144), (143, 144)])
def test_the_pace_begins_slowly_and_comes_to_the_end(n_moves: int, n_frames: int) -> None:
    moments = schedule_moves(n_moves, n_frames)
    assert (moments[0], moments[-1]) == (0, n_moves)
    assert len(moments) <= n_frames
    assert moments == sorted(moments)
    if n_moves:
        assert moments[1] == 1 or n_frames == 2


def test_links_on_a_small_cover_show_each_cover_that_they_find() -> None:
    made = film.of_cover(MATRIX)
    solved = [frame for frame in made.frames if any(shape.ink == "placed" for shape in frame)]
    [frame] = solved
    assert sum(shape.ink == "placed" for shape in frame) == 7
    assert any("1 covers found" in text for text in texts(made.frames[-1]))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_svg_is_well_formed_and_its_times_are_in_order(theme: str) -> None:
    root = ET.fromstring(film.svg(film.of_puzzle(SMALL), theme=theme))
    found = root.findall(".//{*}animate")
    assert found
    for one in found:
        times = [float(time) for time in one.attrib["keyTimes"].split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert len(times) == len(one.attrib["values"].split(";"))
    assert film.svg(film.of_cover(Cover([["<&", "b"]]))).count("&lt;&amp;") <= 1


def test_a_gif_has_its_frames_and_rests_at_its_end() -> None:
    made = film.of_puzzle(SMALL)
    with Image.open(io.BytesIO(film.gif(made, theme="dark"))) as picture:
        assert picture.size == (round(made.width), round(made.height))
        assert 2 < getattr(picture, "n_frames", 1) <= len(made.frames)
        picture.seek(getattr(picture, "n_frames", 1) - 1)
        assert picture.info["duration"] >= 1000 * REST


def test_an_mp4_needs_ffmpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    made = film.of_puzzle(SMALL, ways=["links"])
    if shutil.which("ffmpeg"):
        assert film.mp4(made)[4:8] == b"ftyp"
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(MissingExtraError, match="MP4 needs the program ffmpeg"):
        film.mp4(made)


def test_what_can_not_be_filmed_is_refused() -> None:
    with pytest.raises(PuzzleError, match="without rules"):
        film.of_puzzle(Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1), 3)]))
    with pytest.raises(ArgumentError, match="way: expected one of backtrack, links, logic"):
        film.of_puzzle(SMALL, ways=["luck"])
    with pytest.raises(ArgumentError, match="theme"):
        film.svg(film.of_cover(MATRIX), theme="red")
    with pytest.raises(CoverError, match="at most 80 options"):
        film.of_cover(Cover([[number] for number in range(81)]))


def test_a_puzzle_without_solution_and_one_without_empty_cells_are_filmed_too() -> None:
    none = film.of_puzzle(Puzzle.of(Grid.classic((2, 2)), "12.. ..3. .... ...4"))
    assert len(none.frames) > 1
    solution = SMALL.solve()
    assert solution is not None
    full = film.of_puzzle(Puzzle(SMALL.grid, solution.digits))
    assert ET.fromstring(film.svg(full)) is not None
    assert film.gif(full)[:3] == b"GIF"
