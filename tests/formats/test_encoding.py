"""Base64 and DEFLATE of links: what is packed unpacks, and a link that is cut off is told from a damaged one."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole.errors import FormatError
from farandole.formats import read
from farandole.formats.encoding import deflate_base64, inflate_base64


@given(st.text())
def test_what_is_packed_unpacks(text: str) -> None:
    assert inflate_base64(deflate_base64(text), is_url=True) == text


def test_a_link_cut_off_inside_a_character_is_cut_off() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    cut = packer.compress("square,é".encode()[:-1]) + packer.flush(zlib.Z_SYNC_FLUSH)
    with pytest.raises(FormatError, match=r"Penpa\+: the link is cut off: copy all of it"):
        read(f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={base64.b64encode(cut).decode()}")


@pytest.mark.parametrize("letters", ["!!!!", "AAAA", "A"])
def test_damaged_letters(letters: str) -> None:
    with pytest.raises(FormatError, match=r"the link is (damaged|cut off): copy all of it"):
        inflate_base64(letters)
