import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.errors import FormatError
from farandole.formats.lzstring import compress, decompress

COLLECTION = Path(__file__).parents[2] / "shared" / "data" / "variants" / "fpuzzles_dclamage.jsonl"


@given(st.text())
def test_decompressing_gives_back_what_was_compressed(text: str) -> None:
    assert decompress(compress(text)) == text


@given(st.text("ab", max_size=400))
def test_repetition_gives_it_back_too(text: str) -> None:
    assert decompress(compress(text)) == text


def test_a_long_text_gets_shorter() -> None:
    assert len(compress("cell " * 1000)) < 300


@pytest.mark.skipif(not COLLECTION.exists(), reason="needs the collection of f-puzzles links")
def test_links_of_others_are_met_to_the_letter() -> None:
    # Source: links that f-puzzles itself wrote.
    for line in COLLECTION.read_text().splitlines():
        entry = json.loads(line)
        text = decompress(entry["fpuzzles_b64"])
        assert json.loads(text) == entry["fpuzzles"]
        assert compress(text) == entry["fpuzzles_b64"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it breaks off after 0 characters"),
        ("N4Ig", "it breaks off after 4 characters"),
        ("N4Ig!", "character 5: a character of base64 expected, '!' found"),
        ("////", "word 3 is used before it is known"),
    ],
)
def test_damage_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        decompress(text)
