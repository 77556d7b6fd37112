"""Our own link: any puzzle goes and comes back; what is damaged, too new or a bomb is refused."""

import base64
import zlib
from contextlib import suppress

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.errors import FormatError, PuzzleError
from farandole.formats import detect_format, json_document, read, write
from farandole.formats.links import own
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from farandole.sizes import MAX_TEXT

PUZZLE = Puzzle(Grid.samurai(), (0,) * 369, rules=(Cage((0, 1), 9),))


def packed(held: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#p=1." + base64.urlsafe_b64encode(packer.compress(held) + packer.flush()).decode().rstrip("=")


@given(puzzle=strategies.puzzles(pencilmarks=True))
@examples(30)
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    assert read(write(puzzle, "link")) == [puzzle]


def test_any_site_may_stand_before_it_and_parameters_behind() -> None:
    link = own.write(PUZZLE)
    held = link[link.index("#") :]
    for text in (held, f"https://example.org/page{held}", f"localhost:1234/{held}&digits=1"):
        assert detect_format(text) == "link"
        assert read(text) == [PUZZLE]
    assert len(link) < 300


def test_what_someone_wrote_may_stand_beside_the_puzzle_and_the_document_alone() -> None:
    said = json_document.write(PUZZLE)
    assert own.read(packed(f'{{"puzzle": {said}, "digits": "12", "game": {{}}}}'.encode())) == PUZZLE
    assert own.read(packed(said.encode())) == PUZZLE


@pytest.mark.parametrize(
    ("held", "fault"),
    [
        ("#p=2.abc", "expected version 1, found 2"),
        ("#p=1.a*b", r"character 2: expected a letter of base64url, found '\*'"),
        ("#p=1.", "cut off"),
        ("#p=1.abc", "damaged|cut off"),
        (own.write(PUZZLE)[:-9], "cut off|damaged"),
        (packed(b"\xff\xfe"), "damaged"),
        (packed(b'{"farandole": 1}'), "grid"),
        (packed(b" " * (MAX_TEXT + 1)), "unpacks to more than 2,000,000 bytes"),
        ("#p=1." + "A" * MAX_TEXT, "at most 2,000,000 characters"),
    ],
)
def test_bad_links_are_refused(held: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        own.read(held)


@given(place=st.integers(22, 200), letter=st.sampled_from("Aa0_-"))
@examples(60)
def test_a_changed_letter_is_an_error_or_another_puzzle(place: int, letter: str) -> None:
    link = own.write(PUZZLE)
    with suppress(FormatError, PuzzleError):
        own.read(link[:place] + letter + link[place + 1 :])
