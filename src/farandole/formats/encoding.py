"""Base64 and DEFLATE, as links of several sites hold them."""

from __future__ import annotations

import base64
import zlib
from urllib.parse import unquote

from farandole.errors import FormatError
from farandole.sizes import MAX_TEXT

_RAW = -15  # zlib's number for DEFLATE without a header (RFC 1951), with the largest window


def unquote_base64(text: str) -> str:
    """Unquote a parameter of a link that holds base64: a blank there was a plus sign.

    Examples
    --------
    >>> unquote_base64("N4Ig a%2Bb")
    'N4Ig+a+b'
    """
    return unquote(text).replace(" ", "+")


def deflate_base64(text: str) -> str:
    """Pack a text as DEFLATE without a header, in the letters of base64url (RFC 4648) without padding.

    Examples
    --------
    >>> inflate_base64(deflate_base64("four banana"), is_url=True)
    'four banana'
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def inflate_base64(letters: str, *, is_url: bool = False, site: str = "") -> str:
    """Unpack a text that is DEFLATE without a header, in base64.

    Parameters
    ----------
    letters : str
        With padding or without.
    is_url : bool
        Whether the letters are those of base64url.
    site : str
        Put before the message of an error.

    Raises
    ------
    FormatError
        If the letters are not base64, if the data is damaged or cut off, or if the text has more than `MAX_TEXT` bytes.
    """
    prefix = f"{site}: " if site else ""
    unpacker = zlib.decompressobj(_RAW)
    padded = letters + "=" * (-len(letters) % 4)
    try:
        packed = base64.urlsafe_b64decode(padded) if is_url else base64.b64decode(padded, validate=True)
        content = unpacker.decompress(packed, MAX_TEXT + 1)
    except (ValueError, zlib.error):
        raise FormatError(f"{prefix}the link is damaged: copy all of it", code="damaged_link") from None
    if len(content) > MAX_TEXT:
        raise FormatError(f"{prefix}the link unpacks to more than {MAX_TEXT:,} bytes")
    if not unpacker.eof:
        raise FormatError(f"{prefix}the link is cut off: copy all of it", code="damaged_link")
    try:
        return content.decode()
    except ValueError:
        raise FormatError(f"{prefix}the link is damaged: copy all of it", code="damaged_link") from None
