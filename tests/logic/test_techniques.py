"""What each technique tells of itself."""

import pydoc
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from farandole.logic import EXTRA, TECHNIQUES, Board, Detail, Technique, explain, say
from farandole.logic.board import Geometry, bit_of, bits, digits_of
from farandole.logic.step import Because, Level, Part, Step, technique
from farandole.logic.wording.words import cells_named, houses_named, listed
from farandole.puzzle import Puzzle
from farandole.render.steps import draw

ALL = (*TECHNIQUES, *EXTRA)

# ── A new technique, as CONTRIBUTING.md shows it: all of it stands here ───────────────────────────────────────────

OTHER = Part("other")  # what the cell that lacks the digit holds instead


def _tell(step: Step, geometry: Geometry) -> Iterator[str]:
    ((cell, digit),), cells = step.places, step.because.cells
    [house] = houses_named(geometry, step.because.houses)
    [other] = cells_named(geometry, cells & ~(1 << cell))
    yield f"In {house}, only {listed(cells_named(geometry, cells))} are open"
    yield f"So {digit} is in one of them, and {other} can't hold it"


@technique("Two Left", Level.EASY, source="CONTRIBUTING.md", tell=_tell)
def two_left(board: Board) -> Iterator[Step]:
    """Two cells of a house are open, and one of them can't hold one of the two digits left. So the other one does."""
    geometry = board.geometry
    for number, house in enumerate(geometry.houses):
        cells = house & board.open
        if geometry.is_full[number] and cells.bit_count() == 2:
            one, other = bits(cells)
            for cell, without in ((one, other), (other, one)):
                for digit in digits_of(board.masks[cell] & ~board.masks[without]):
                    parts = {OTHER: board.candidates_in(1 << without, ~0)}
                    because = Because(bit_of(digit), cells, (number,), parts=parts)
                    yield Step(two_left, ((cell, digit),), (), because)


# ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_technique_is_a_file_of_its_own() -> None:
    board = Board.of(Puzzle.classic("1234567.." + "." * 25 + "8" + "." * 46))
    step = next(two_left(board))
    assert say(step, board.geometry, Detail.DIGITS) == "Two Left: 8 in r1c8 r1c9 (other: r1c8=9) => r1c9=8"
    assert say(step, board.geometry) == (
        "Two Left. In row 1, only r1c8 and r1c9 are open. So 8 is in one of them, and r1c8 can't hold it: r1c9 is 8."
    )
    assert ">other<" in draw(step, board)
    assert next(explain(board, techniques=(two_left, *TECHNIQUES))).technique is two_left
    assert (two_left.__doc__ or "").endswith("Source: CONTRIBUTING.md.")


@pytest.mark.parametrize("technique", ALL, ids=lambda technique: technique.name)
def test_what_is_known_of_a_technique_is_told(technique: Technique) -> None:
    assert len(re.findall(r"\.(?= |$)", technique.doc)) == 2, "two sentences"
    assert technique.source
    told = technique.__doc__ or ""
    assert told.startswith(f"{technique.doc}\n")
    lines = dict(line.removesuffix(".").split(": ", 1) for line in told.splitlines() if ": " in line[:20])
    assert lines["Other names"] == (", ".join(technique.aliases) or "none known")
    level = technique.level.name
    assert lines["HoDoKu"] == (f"{technique.score}, {level}" if technique.score else f"doesn't know it; here {level}")
    assert lines["Sudoku Explainer"] == (f"{technique.se:.1f}" if technique.se else "doesn't know it")
    assert lines["Source"] == technique.source
    assert technique.doc[:40] in pydoc.plain(pydoc.render_doc(technique))


def test_names_are_of_one_technique() -> None:
    names = Counter(name.lower() for technique in ALL for name in {technique.name, *technique.aliases})
    assert [name for name, n in names.items() if n > 1] == []


def test_codes_are_of_one_technique() -> None:
    codes = Counter(technique.code for technique in ALL if technique.code)
    assert [code for code, n in codes.items() if n > 1] == []
