"""Pictures of all kinds are opened or refused: rotated, transparent, animated, damaged, too large, other files."""

import contextlib
import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from farandole.errors import MissingExtraError, PhotoError
from farandole.photo.pictures import open_picture
from needs import needs


def drawn() -> Image.Image:
    """Return a white picture with a black upper left corner."""
    pixels = np.full((80, 120, 3), 255, np.uint8)
    pixels[:20, :20] = 0
    return Image.fromarray(pixels)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def exif(orientation: int) -> Image.Exif:
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags


def is_drawn(content: bytes) -> bool:
    gray = open_picture(content).gray
    return gray.shape == (80, 120) and gray[10, 10] < 40 and gray[10, 100] > 200 and gray[70, 10] > 200


def test_a_camera_held_sideways() -> None:
    assert is_drawn(saved(drawn().transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif(6)))
    assert is_drawn(saved(drawn().transpose(Image.Transpose.ROTATE_180), "JPEG", exif=exif(3)))


MODES = ["1", "L", "P", "LA", "RGBA", "I;16"]


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", mode) for mode in MODES] + [("TIFF", mode) for mode in [*MODES, "CMYK", "YCbCr", "F"]]
)
def test_colors_of_all_kinds(kind: str, mode: str) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.asarray(drawn().convert("L")).astype(np.uint16) * 257)
    else:
        image = drawn().convert(mode)
    assert is_drawn(saved(image, kind))


def test_what_is_transparent_is_paper() -> None:
    pixels = np.zeros((80, 120, 4), np.uint8)
    pixels[:20, :20, 3] = 255
    assert is_drawn(saved(Image.fromarray(pixels), "PNG"))


def test_the_first_frame_of_a_film() -> None:
    black = Image.new("RGB", (120, 80))
    assert is_drawn(saved(drawn(), "GIF", save_all=True, append_images=[black]))


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.uint16, np.int64, np.float32, np.float64])
def test_arrays(dtype: type) -> None:
    most = {np.bool_: 1, np.uint16: 65535, np.float32: 1, np.float64: 1}.get(dtype, 255)
    gray = np.asarray(drawn().convert("L")).astype(float) / 255 * most
    for pixels in (gray, gray[:, :, None], np.stack([gray] * 3, axis=2)):
        assert open_picture(pixels.astype(dtype)).gray[10, [10, 100]].tolist() == [0, 255]


def test_a_large_jpeg_is_decoded_smaller_and_its_places_are_those_of_the_whole() -> None:
    file = io.BytesIO()
    Image.new("L", (6400, 3200), 200).save(file, "JPEG")
    picture = open_picture(file.getvalue())
    assert picture.gray.shape == (800, 1600)
    assert picture.scale == 0.25


def test_a_large_picture_is_scaled_down() -> None:
    picture = open_picture(np.zeros((1000, 4000), np.uint8))
    assert picture.gray.shape == (400, 1600)
    assert picture.scale == 0.4


def png(width: int, height: int) -> bytes:
    """Return the start of a PNG file, up to its pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(100)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (png(50_000, 50_000), "expected at most 150,000,000 pixels, found"),
        (png(12_000, 12_000), "expected at most 73,400,[0-9]+ pixels, found 12000 x 12000"),  # 576 MB in Pillow
        (png(30, 30), "expected a picture of 60 x 60 pixels or more, found 30 x 30"),
        (png(600, 600), "expected a picture, found a damaged one"),
        (saved(drawn(), "JPEG")[:700], "expected a picture, found a damaged one"),
        (b"", "expected a picture, found an empty file"),
        (b"53..7....", "expected a picture, found text: '53..7....'"),
        (b"\xff\xfe\0\1", "expected a picture, found a damaged one, or another kind of file"),
        (b"%PDF-1.7 and no more", "expected a PDF document, found a damaged"),
    ],
)
def test_what_is_no_picture(content: bytes, said: str) -> None:
    with pytest.raises(PhotoError, match=f"the picture given: {said}"):
        open_picture(content)


def test_heic_says_what_to_install() -> None:
    with pytest.raises(MissingExtraError, match="pip install pillow-heif"):
        open_picture(b"\0\0\0\x18ftypheic" + bytes(100))


@pytest.mark.parametrize("pixels", [np.zeros((80, 120, 2)), np.zeros(100), np.full((80, 80), "a"), np.zeros((9, 9))])
def test_arrays_that_are_no_pictures(pixels: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> None:
    with pytest.raises(PhotoError, match="expected"):
        open_picture(pixels)


def test_a_page_of_a_document(tmp_path: Path) -> None:
    path = tmp_path / "two.pdf"
    drawn().save(path, "PDF", save_all=True, append_images=[Image.new("RGB", (120, 80))])
    assert open_picture(path).gray[-1, -1] > 200
    assert open_picture(path, page=2).gray[-1, -1] < 40
    with pytest.raises(PhotoError, match=r"two.pdf: expected a page from 1 to 2, found 3"):
        open_picture(path, page=3)


def test_only_documents_have_pages() -> None:
    with pytest.raises(PhotoError, match="expected a PDF document to take page 2 of"):
        open_picture(saved(drawn(), "PNG"), page=2)


def test_a_folder_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="expected a picture, found a folder"):
        open_picture(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_picture(tmp_path / "none.jpg")


def test_nothing_else_escapes() -> None:
    """Truncated and altered pictures raise our errors, or are opened."""
    random = np.random.default_rng(17)
    for kind in ("PNG", "JPEG", "GIF", "TIFF", "WEBP", "BMP"):
        content = saved(drawn(), kind)
        for _ in range(30):
            altered = bytearray(content[: random.integers(len(content) // 2, len(content) + 1)])
            for at in random.integers(0, len(altered), 4):
                altered[at] = random.integers(256)
            with contextlib.suppress(PhotoError, MissingExtraError):
                open_picture(bytes(altered))


# ── Large pictures ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1", "RGBA", "I;16"])
def test_a_large_picture_is_reduced_strip_after_strip(mode: str) -> None:
    image = drawn().resize((3600, 2400), Image.Resampling.NEAREST)
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257)
    elif mode == "RGBA":
        image.putalpha(image.convert("L").point(lambda value: 255 - value))  # its white is transparent
    else:
        image = image.convert(mode)
    picture = open_picture(saved(image, "PNG", exif=exif(6)))
    assert picture.gray.shape == (1600, 1067)
    assert picture.gray[100, 1000] < 40  # its black corner is on the right
    assert (picture.gray[100, 100], picture.gray[1500, 1000]) == (255, 255)


_PEAK = """
import sys
from farandole.errors import PhotoError
from farandole.photo.pictures import open_picture
try:
    open_picture(sys.argv[1])
except PhotoError as error:
    print(error, file=sys.stderr)
[peak] = (line for line in open("/proc/self/status") if line.startswith("VmHWM:"))  # in KB
print(int(peak.split()[1]) >> 10)
"""


def measure_peak(image: Image.Image, kind: str, name: Path, **options: object) -> tuple[int, str]:
    """Return how many MB it takes to open a picture, or to refuse it, and the error."""
    image.save(name, kind, **options)
    done = subprocess.run([sys.executable, "-c", _PEAK, str(name)], capture_output=True, text=True, check=True)
    return int(done.stdout), done.stderr


@pytest.mark.slow
@needs("linux")
@pytest.mark.parametrize(
    ("mode", "kind", "size", "options"),
    [
        ("L", "PNG", (12_000, 12_000), {"compress_level": 1}),
        ("RGBA", "PNG", (8500, 8500), {"compress_level": 1}),
        ("I;16", "PNG", (12_000, 11_900), {"compress_level": 1}),
        ("RGB", "JPEG", (9800, 9800), {"progressive": True}),
        ("RGB", "BMP", (6300, 6300), {}),
        ("RGB", "WEBP", (4500, 4500), {}),
    ],
)
def test_no_picture_takes_400_mb(
    tmp_path: Path, mode: str, kind: str, size: tuple[int, int], options: dict[str, object]
) -> None:
    peak, error = measure_peak(Image.new(mode, size, 1), kind, tmp_path / "large", **options)
    assert not error
    assert peak < 400
