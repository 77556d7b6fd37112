"""Open pictures: photos and screenshots, pages of PDF documents, arrays of pixels."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole.errors import MissingExtraError, PhotoError, short_repr
from farandole.photo.decoding import MAX_PIXELS, MAX_WHOLE, check_pixels, reduce_strips
from farandole.photo.geometry import Gray
from farandole.records import record

if TYPE_CHECKING:
    from PIL import Image

PictureSource: TypeAlias = "str | os.PathLike[str] | bytes | Image.Image | NDArray[Any]"
"""A picture: the name of a file, its bytes, an image of Pillow, or an array of pixels."""

_MAX_BYTES = 1 << 28
_SIDE = 1600  # pixels to which the larger side is scaled down
_MIN = 60  # minimum pixels of the smaller side, for ten lines with digits between them
_PAGE_SIDE = 1600.0
_PDF = b"%PDF-"
_WEIGHTS = np.array([0.25, 0.6, 0.15], np.float32)  # red digits on white are dark in green


@record(slots=False)
class Picture:
    """A decoded picture, scaled down if it is large.

    Attributes
    ----------
    gray : ndarray of uint8, shape (height, width)
    color : ndarray of uint8, shape (height, width, 3)
    scale : float
        The factor by which it was scaled: below 1 if it was large.
    """

    gray: Gray
    color: NDArray[np.uint8]
    scale: float


def open_picture(given: PictureSource, *, page: int | None = None) -> Picture:
    """Open a picture: upright by its EXIF orientation, on white if it is transparent, the first frame of an animation.

    Parameters
    ----------
    given : str, path, bytes, PIL.Image.Image or ndarray
        The name of a file, its bytes, an image, or pixels of shape (height, width) or (height, width, 3 or 4): uint8,
        uint16, bool, or floats from 0 to 1.
    page : int, optional
        The page of a PDF document, from 1; by default the first.

    Raises
    ------
    PhotoError
        If it is not a picture, or damaged, too small, or too large.
    MissingExtraError
        If Pillow, or the library for the format, is not installed.
    OSError
        If the file can't be read.
    """
    _import_pillow()
    if isinstance(given, np.ndarray):
        with name_errors(given):
            return _scale_down(_convert_array(given))
    if not isinstance(given, (str, os.PathLike, bytes)):
        with name_errors(given):
            _check_header(given)
            return _scale_down(_flatten(given))
    if isinstance(given, bytes):
        content = given
    else:
        name = os.fspath(given)
        if os.path.isdir(name):
            raise PhotoError(f"{name}: expected a picture, found a folder")
        with open(name, "rb") as file:
            content = file.read(_MAX_BYTES + 1)
    with name_errors(given):
        if len(content) > _MAX_BYTES:
            raise PhotoError(f"expected a picture of at most {_MAX_BYTES >> 20} MiB, found more")
        if content[:1024].lstrip().startswith(_PDF):
            return _scale_down(_render_page(content, page))
        if page not in (None, 1):
            raise PhotoError(f"expected a PDF document to take page {page} of, found a picture")
        return _decode(content)


@contextmanager
def name_errors(given: PictureSource) -> Iterator[None]:
    """Prefix the name of a picture to errors."""
    name = os.fspath(given) if isinstance(given, (str, os.PathLike)) else "the picture given"
    try:
        yield
    except PhotoError as error:
        error.args = (f"{name}: {error}",)
        raise
    except MissingExtraError as error:
        raise MissingExtraError.from_error(error, f"{name}: {error}") from None
    except MemoryError:
        raise PhotoError(f"{name}: expected a picture that fits into memory, found a larger one") from None


def _import_pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtraError("pip install 'farandole[photo]' to read photos") from None
    return Image


def _decode(content: bytes) -> Picture:
    image_module = _import_pillow()
    if not content:
        raise PhotoError("expected a picture, found an empty file")
    if content[4:8] == b"ftyp" and not _can_read_heif(content):
        raise MissingExtraError("pip install pillow-heif to read HEIC and AVIF pictures")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on sizes, which are checked here, and on odd metadata
        try:
            with image_module.open(io.BytesIO(content)) as image:
                _check_header(image, len(content))
                whole = max(image.size)
                if image.format in ("JPEG", "MPO"):  # decoding at a half, a quarter or an eighth is faster
                    image.draft(None, (_SIDE * image.width // whole, _SIDE * image.height // whole))
                part = max(image.size) / whole
                return _scale_down(_flatten(image), part)
        except (PhotoError, MemoryError):
            raise
        except image_module.DecompressionBombError:
            raise PhotoError(f"expected at most {MAX_PIXELS:,} pixels, found more") from None
        except image_module.UnidentifiedImageError:
            raise PhotoError(f"expected a picture, found {_describe_content(content)}") from None
        except Exception as error:  # decoders raise many kinds of errors
            raise PhotoError(f"expected a picture, found a damaged one: {short_repr(str(error))}") from None


def _describe_content(content: bytes) -> str:
    try:
        text = content[:60].decode()
    except UnicodeDecodeError:
        return "a damaged one, or another kind of file"
    return f"text: {short_repr(text, 40)}"


def _can_read_heif(content: bytes) -> bool:
    """Return whether Pillow can read this container, possibly with pillow-heif."""
    image_module = _import_pillow()
    try:
        import pillow_heif

        pillow_heif.register_heif_opener()
    except ImportError:
        pass
    try:
        with image_module.open(io.BytesIO(content)):
            return True
    except Exception:
        return False


def _check_header(image: Image.Image, n_bytes: int = 0) -> None:
    """Check the size of a picture before it is decoded."""
    check_pixels(image, n_bytes)
    _check_size(*image.size)


def _check_size(width: int, height: int) -> None:
    if min(width, height) < _MIN:
        raise PhotoError(f"expected a picture of {_MIN} x {_MIN} pixels or more, found {width} x {height}")


def _flatten(image: Image.Image) -> NDArray[np.uint8]:
    """Rotate a picture upright, and return its colors on white."""
    from PIL import ImageOps

    image.load()
    white = _find_white(image) if image.mode.startswith(("I", "F")) else None
    if image.width * image.height > MAX_WHOLE and max(image.size) >= 2 * _SIDE:
        image, white = reduce_strips(image, _SIDE, lambda strip: _convert(strip, white)), None
    return _convert(ImageOps.exif_transpose(image) or image, white)


def _find_white(image: Image.Image) -> float:
    """Return the value of white in a picture of whole numbers or floats."""
    extrema: Any = image.getextrema()
    return _white_of(image.mode == "F", extrema[1])


def _convert(image: Image.Image, white: float | None) -> NDArray[np.uint8]:
    """Return the colors of an upright picture on white."""
    if white is not None:
        return _convert_array(np.asarray(image), white)
    if "A" in image.getbands() or "transparency" in image.info:
        image = image.convert("RGBA")
        paper = _import_pillow().new("RGBA", image.size, "white")
        image = _import_pillow().alpha_composite(paper, image)
    return np.asarray(image.convert("RGB"))


def _white_of(is_float: bool, most: float) -> float:
    """Guess the value of white from the greatest value."""
    return 1.0 if is_float and most <= 1 else 255.0 if most <= 255 else 65535.0


def _convert_array(pixels: NDArray[Any], white: float | None = None) -> NDArray[np.uint8]:
    """Convert pixels of any depth to colors; ``white`` is the value of white, if it is known."""
    if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] not in (1, 3, 4)):
        raise PhotoError(f"expected pixels of shape (height, width) or (height, width, 3), found {pixels.shape}")
    if white is None:
        _check_size(pixels.shape[1], pixels.shape[0])
    if pixels.shape[0] * pixels.shape[1] > MAX_PIXELS:
        raise PhotoError(f"expected at most {MAX_PIXELS:,} pixels, found {pixels.shape[1]} x {pixels.shape[0]}")
    if pixels.dtype == np.uint8:
        whole = pixels
    elif pixels.dtype == np.bool_:
        whole = pixels.astype(np.uint8) * np.uint8(255)
    elif pixels.dtype.kind in "iuf":
        values = np.nan_to_num(pixels.astype(np.float32))
        white = white or _white_of(pixels.dtype.kind == "f", float(values.max()))
        whole = (np.clip(values / white, 0, 1) * 255).astype(np.uint8)
    else:
        raise PhotoError(f"expected pixels that are numbers, found {pixels.dtype}")
    if whole.ndim == 2:
        whole = whole[:, :, None]
    if whole.shape[2] == 1:
        return np.repeat(whole, 3, axis=2)
    if whole.shape[2] == 4:
        alpha = whole[:, :, 3:].astype(np.float32) / 255
        return np.asarray(whole[:, :, :3] * alpha + 255 * (1 - alpha), np.uint8)
    return whole


def _render_page(content: bytes, page: int | None) -> NDArray[np.uint8]:
    """Render a page of a PDF document."""
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError("pip install 'farandole[photo]' to read PDF documents") from None
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise PhotoError(f"expected a PDF document, found a damaged or locked one: {short_repr(str(error))}") from None
    try:
        n_pages = len(document)
        number = 1 if page is None else page
        if not 1 <= number <= n_pages:
            raise PhotoError(f"expected a page from 1 to {n_pages}, found {number}")
        drawn = document[number - 1]
        width, height = drawn.get_size()
        if not (0 < width < 1e6 and 0 < height < 1e6 and max(width, height) < 20 * min(width, height)):
            raise PhotoError(f"expected a page of a usual size, found {width:g} x {height:g} points")
        bitmap = drawn.render(scale=_PAGE_SIDE / max(width, height))
        return np.asarray(bitmap.to_pil().convert("RGB"))
    except pypdfium2.PdfiumError as error:
        raise PhotoError(f"expected a PDF document, found a damaged one: {short_repr(str(error))}") from None
    finally:
        document.close()


def _scale_down(color: NDArray[np.uint8], part: float = 1.0) -> Picture:
    """Scale a large picture down, and make it gray; ``part`` is the factor by which it was scaled before."""
    scale = min(1.0, _SIDE / max(color.shape[:2]))
    if scale < 1:
        image_module = _import_pillow()
        size = (max(round(color.shape[1] * scale), 1), max(round(color.shape[0] * scale), 1))
        color = np.asarray(
            image_module.fromarray(np.ascontiguousarray(color)).resize(size, image_module.Resampling.BOX)
        )
        _check_size(color.shape[1], color.shape[0])
    gray = (color.astype(np.float32) @ _WEIGHTS).astype(np.uint8)
    return Picture(np.ascontiguousarray(gray), np.ascontiguousarray(color), scale * part)
