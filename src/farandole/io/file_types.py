"""Identify binary files by their first bytes, for errors about files that were given by mistake."""

from __future__ import annotations

# The first bytes of files. Source: the specifications of these formats.
_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"%PDF-", "a PDF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Office (.xls, .doc); save a table as CSV"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first"),
    (b"\x1f\x8b", "data compressed by gzip; a file of it needs a name that ends in .gz"),
    (b"\x28\xb5\x2f\xfd", "data compressed by zstd; a file of it needs a name that ends in .zst"),
    (b"\xfd7zXZ\x00", "data compressed by xz; unpack it first"),
    (b"BZh", "data compressed by bzip2; unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database; export a table as CSV"),
    (b"ARROW1\x00\x00", "an Arrow file; write it as Parquet"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file; write an array as .npy"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
)
_ZIP = b"PK\x03\x04"
# Names of files in a zip archive, which are not compressed.
_PACKED = (
    (b"xl/", "an Excel workbook; save its sheet as CSV"),
    (b"word/", "a Word document; save it as plain text"),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a spreadsheet; save it as CSV"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "a text document; save it as plain text"),
    (b".npy", "a NumPy archive (.npz); save one array as .npy"),
)


def is_picture(head: bytes) -> bool:
    """Return whether a file is an image or a PDF document, by its first bytes.

    Examples
    --------
    >>> is_picture(b"%PDF-1.7 ..."), is_picture(b"PK\\x03\\x04")
    (True, False)
    """
    kind = identify(head) or ""
    return "image" in kind or kind == "a PDF document"


def identify(head: bytes) -> str | None:
    """Name the type of a binary file by its first bytes; None if it is unknown, or text.

    Examples
    --------
    >>> identify(b"%PDF-1.7 ...")
    'a PDF document'
    >>> identify(b"53..7....") is None
    True
    """
    if head.startswith(_ZIP):
        return next((kind for name, kind in _PACKED if name in head), "a zip archive; unpack it first")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "a WebP image"
    if head[4:8] == b"ftyp":
        return "an image or a film (HEIC, AVIF, MP4)"
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "a BMP image"
    if head[257:262] == b"ustar":
        return "a tar archive; unpack it first"
    return next((kind for beginning, kind in _BEGINNINGS if head.startswith(beginning)), None)
