import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.errors import FormatError
from farandole.formats.lzstring import ALPHABET, compress, decompress
from needs import SHARED, needs

COLLECTION = SHARED / "variants" / "fpuzzles_dclamage.jsonl"


@given(st.text())
def test_decompressing_gives_back_what_was_compressed(text: str) -> None:
    assert decompress(compress(text)) == text


@given(st.text("ab", max_size=400))
def test_repetition_gives_it_back_too(text: str) -> None:
    assert decompress(compress(text)) == text


def test_a_long_text_gets_shorter() -> None:
    assert len(compress("cell " * 1000)) < 300


@needs("data")
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
        ("", "the link is cut off after 0 characters: copy all of it"),
        ("N4Ig", "the link is cut off after 4 characters"),
        ("N4Ig!", "character 5: expected a character of base64, found '!'"),
        ("////", "word 3 is used before it is known"),
    ],
)
def test_damage_is_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        decompress(text)


def test_a_few_bytes_that_tell_a_long_text() -> None:
    """A text of one character grows with the square of its link: 30 kB would be 100 MB."""
    n_words, known = 24_000, 4
    bits = [*_lowest_first(0, 2), *_lowest_first(ord("a"), 8)]
    for _ in range(n_words):  # each time the word that the reader is about to learn
        bits += _lowest_first(known, known.bit_length())
        known += 1
    bits += [0] * (-len(bits) % 6)
    sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
    link = "".join(ALPHABET[int("".join(map(str, six)), 2)] for six in sixes)
    with pytest.raises(FormatError, match="the link unpacks to more than 2,000,000 characters"):
        decompress(link)


def _lowest_first(value: int, width: int) -> list[int]:
    return [value >> place & 1 for place in range(width)]


def test_a_link_without_end() -> None:
    with pytest.raises(FormatError, match="expected a link of at most 2,000,000 characters, found 2,000,001"):
        decompress("A" * 2_000_001)
