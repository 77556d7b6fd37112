"""Draw films as pictures with Pillow: a GIF, or an MP4 that the program ffmpeg makes of the same frames."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from farandole.errors import MissingExtraError
from farandole.render.film.scene import FRAMES_PER_SECOND, REST, Film, Shape
from farandole.render.pieces import fonts
from farandole.render.pieces.inks import INKS, check_theme

if TYPE_CHECKING:
    from PIL.Image import Image

_NO_DITHER: Any = 0  # a constant of Pillow, which is imported only when it is needed
SCALE = 2  # pictures are drawn larger and then reduced, for smooth edges


def gif(film: Film, *, theme: str = "auto") -> bytes:
    """Draw a film as a GIF that plays in a loop; needs the extra ``draw``.

    Parameters
    ----------
    film : Film
    theme : str
        ``light`` or ``dark``; ``auto`` is light.

    Raises
    ------
    MissingExtraError
        If Pillow isn't installed, or if no installed font has the characters of a text.
    ArgumentError
        If the theme is unknown.
    """
    check_theme(theme)
    pictures = list(_pictures(film, theme))
    palette = _side_by_side([pictures[0], pictures[len(pictures) // 2], pictures[-1]]).quantize(48)
    # With one palette for all frames, each frame stores only what changes.
    first, *others = (picture.quantize(palette=palette, dither=_NO_DITHER) for picture in pictures)
    made = io.BytesIO()
    rests = [1000 // FRAMES_PER_SECOND // 10 * 10] * len(others) + [round(1000 * REST)]
    first.save(made, "GIF", save_all=True, append_images=others, duration=rests, loop=0, optimize=True)
    return made.getvalue()


def mp4(film: Film, *, theme: str = "auto") -> bytes:
    """Draw a film as an MP4 (H.264); needs the extra ``draw`` and the program ffmpeg.

    Parameters
    ----------
    film : Film
    theme : str
        As for `gif`.

    Raises
    ------
    MissingExtraError
        If Pillow or ffmpeg isn't installed, if ffmpeg can't write H.264, or if no installed font has the characters.
    ArgumentError
        If the theme is unknown.
    """
    check_theme(theme)
    program = shutil.which("ffmpeg")
    if program is None:
        raise MissingExtraError("MP4 needs the program ffmpeg; on Debian: apt-get install ffmpeg. GIF and SVG don't")
    pictures = list(_pictures(film, theme))
    pictures += pictures[-1:] * round(REST * FRAMES_PER_SECOND)
    width, height = (side - side % 2 for side in pictures[0].size)  # H.264 needs even sides
    raw = b"".join(picture.crop((0, 0, width, height)).tobytes() for picture in pictures)
    shape = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(FRAMES_PER_SECOND), "-i", "-"]
    coded = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"]
    target = ["-movflags", "frag_keyframe+empty_moov", "-f", "mp4", "-"]  # a pipe can't seek
    done = subprocess.run(
        [program, "-v", "error", *shape, *coded, *target], input=raw, capture_output=True, check=False
    )
    if done.returncode:
        raise MissingExtraError(f"ffmpeg can't write it: {done.stderr.decode(errors='replace').strip()[-200:]}")
    return done.stdout


def _side_by_side(pictures: list[Image]) -> Image:
    from PIL import Image

    width, height = pictures[0].size
    joined = Image.new("RGB", (width * len(pictures), height))
    for place, picture in enumerate(pictures):
        joined.paste(picture, (place * width, 0))
    return joined


def _pictures(film: Film, theme: str) -> Iterator[Image]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingExtraError("films in GIF and MP4 need Pillow: pip install 'farandole[draw]'") from None
    inks = {name: colors[theme == "dark"] for name, colors in INKS.items()}
    size = round(film.width * SCALE), round(film.height * SCALE)
    known: dict[tuple[str, float], Any] = {}

    def draw(shapes: tuple[Shape, ...], pen: Any) -> None:
        for shape in shapes:
            x, y, w, h = (SCALE * number for number in (shape.x, shape.y, shape.width, shape.height))
            if shape.kind == "box":
                pen.rectangle((x, y, x + w, y + h), fill=inks[shape.ink])
            elif shape.kind == "line":
                pen.line((x, y, x + w, y + h), fill=inks[shape.ink], width=max(1, round(shape.size * SCALE)))
            elif shape.text:
                look = shape.text, shape.size
                if look not in known:
                    known[look] = find_font(*look)
                pen.text((x, y), shape.text, fill=inks[shape.ink], font=known[look], anchor="mm")

    for frame in film.frames:
        picture = Image.new("RGB", size, inks["paper"])
        pen = ImageDraw.Draw(picture)
        draw(tuple(shape for shape in frame if shape.kind == "box"), pen)
        draw(film.fixed, pen)
        draw(tuple(shape for shape in frame if shape.kind != "box"), pen)
        yield picture.resize((round(film.width * SCALE / 2), round(film.height * SCALE / 2)))


def find_font(text: str, size: float) -> Any:
    """Find a font for a text: that of Pillow if it has all characters, else an installed one.

    Raises
    ------
    MissingExtraError
        If no font has all characters.
    """
    from PIL import ImageFont

    own = ImageFont.load_default(size * SCALE)
    lacking = [character for character in dict.fromkeys(text) if not _has_glyph(own, character)]
    if not lacking:
        return own
    for character in lacking:
        match = fonts.match_font(character)
        if match is None:
            raise fonts.missing_font(character)
        font = ImageFont.truetype(match.file, size * SCALE, match.place)
        if all(_has_glyph(font, other) for other in text):
            return font
    raise fonts.missing_font(lacking[-1])


def _has_glyph(font: Any, character: str) -> bool:
    """Return whether a font has a glyph for a character: it is drawn otherwise than a character that can't exist."""
    if character.isspace():
        return True
    drawn, box = (font.getmask(sign) for sign in (character, "\uffff"))
    return (drawn.size, bytes(drawn)) != (box.size, bytes(box))
