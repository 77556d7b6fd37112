"""Choose fonts for PNG and PDF: a browser looks for a character in all its fonts, but Cairo in only one.

If that font lacks a character, Cairo silently draws an empty box. So each text of a PNG or a PDF gets a font that has
all its characters. A text that no installed font can show is an error, which names a package with a font for it.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from html import unescape
from typing import Any, NamedTuple

from farandole.errors import MissingExtraError
from farandole.lazy import regex

LATIN = "Helvetica"
FAMILY = "Helvetica,Arial,sans-serif"  # in a drawing
CHINESE = "Noto Sans CJK SC"  # named in an SVG if no installed font has the characters: the viewer may have it

# Fonts of systems that have no fontconfig, such as macOS and Windows.
_KNOWN = (CHINESE, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "SimSun", "Arial Unicode MS")
_FONTCONFIG = ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll")

_TEXT = regex(r"(<text\b[^>]*)>(.*?)(?=</text>)", re.DOTALL)
_OWN_FAMILY = regex(r'font-family="([^",]*)')
# Invisible characters that would be drawn as boxes: joiners, directional marks, variation selectors; also escaped.
_IGNORED = regex("[\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]|&#(?:820[3-7]|8288|65279);")
_CJK = regex("CJK|IDEOGRAPHIC|HIRAGANA|KATAKANA|HANGUL|BOPOMOFO|FULLWIDTH|HALFWIDTH|KANGXI")


class Font(NamedTuple):
    """An installed font: its family, its file, and its index in that file."""

    family: str
    file: str
    place: int = 0


# ── Installed fonts ───────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def measuring_context() -> Any:
    """Open a Cairo context that measures texts as CairoSVG draws them; None if Cairo isn't installed."""
    try:
        import cairocffi
    except (ImportError, OSError):
        return None
    return cairocffi.Context(cairocffi.PDFSurface(None, 1, 1))


@lru_cache(maxsize=1 << 14)
def has_glyph(family: str, character: str) -> bool:
    """Ask Cairo whether its font for a family has a glyph for a character.

    Both weights are checked, because they may come from different files. Without Cairo, every family is assumed to have
    all characters but the wide ones.
    """
    context = measuring_context()
    if context is None:
        return not has_wide(character)
    code = ord(character)
    if (
        0xD800 <= code < 0xE000 or 0xFDD0 <= code < 0xFDF0 or code & 0xFFFE == 0xFFFE
    ):  # noncharacters, for which Cairo raises
        return False
    for weight in (0, 1):
        context.select_font_face(family, 0, weight)
        glyphs = context.get_scaled_font().text_to_glyphs(0, 0, character, with_clusters=False)
        if any(glyph[0] == 0 for glyph in glyphs):  # by convention, glyph 0 is the empty box
            return False
    return True


@lru_cache(maxsize=1 << 12)
def match_font(character: str) -> Font | None:
    """Ask fontconfig for a font with a character; None if no font has it, or without fontconfig."""
    library = _fontconfig()
    if library is None:
        return None
    pattern = ctypes.c_void_p(library.FcNameParse(f"sans-serif:charset={ord(character):x}".encode()))
    library.FcConfigSubstitute(None, pattern, 0)
    library.FcDefaultSubstitute(pattern)
    result = ctypes.c_int()
    match = ctypes.c_void_p(library.FcFontMatch(None, pattern, ctypes.byref(result)))
    library.FcPatternDestroy(pattern)
    if not match:
        return None
    family, file, index = ctypes.c_char_p(), ctypes.c_char_p(), ctypes.c_int()
    characters = ctypes.c_void_p()
    is_known = (
        library.FcPatternGetString(match, b"family", 0, ctypes.byref(family)) == 0
        and library.FcPatternGetString(match, b"file", 0, ctypes.byref(file)) == 0
        and library.FcPatternGetCharSet(match, b"charset", 0, ctypes.byref(characters)) == 0
        and library.FcCharSetHasChar(characters, ctypes.c_uint32(ord(character)))
    )
    library.FcPatternGetInteger(match, b"index", 0, ctypes.byref(index))
    font = Font((family.value or b"").decode(), (file.value or b"").decode(), index.value) if is_known else None
    library.FcPatternDestroy(match)
    return font


@cache
def _fontconfig() -> Any:
    """Open fontconfig, which Cairo uses on Linux."""
    for name in _FONTCONFIG:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        library.FcNameParse.restype = library.FcFontMatch.restype = ctypes.c_void_p
        return library
    return None


# ── Choosing a font ───────────────────────────────────────────────────────────────────────────────────────────────────


def has_wide(text: str) -> bool:
    """Return whether a text has wide characters, such as Chinese ones, which the usual fonts lack."""
    return any(unicodedata.east_asian_width(character) in "WF" for character in text)


def shows(family: str, text: str) -> bool:
    """Return whether a font has every visible character of a text."""
    return all(character.isspace() or has_glyph(family, character) for character in _IGNORED.sub("", text))


def find_family(text: str) -> str | None:
    """Find a font that has all characters of a text, preferably the usual one; None if there is none."""
    if shows(LATIN, text):
        return LATIN
    lacking = [character for character in dict.fromkeys(text) if not shows(LATIN, character)]
    matches = (match_font(character) for character in lacking)
    families = [*(font.family for font in matches if font), *_KNOWN]
    return next((family for family in dict.fromkeys(families) if shows(family, text)), None)


def split_by_font(text: str) -> list[tuple[str, str]]:
    """Split a text into runs of one font; into a single run if one font has all of it.

    Returns
    -------
    list of (str, str)
        The family and the text of each run. A character that no installed font has joins the run before it, or starts
        one in `CHINESE`.

    Examples
    --------
    >>> split_by_font("Monday")
    [('Helvetica', 'Monday')]
    """
    family = find_family(text)
    if family is not None:
        return [(family, text)]
    found: list[tuple[str, str]] = []
    for character in text:
        last = found[-1][0] if found else ""
        if last and shows(last, character):
            family = last
        else:
            family = find_family(character) or (CHINESE if has_wide(character) or not last else last)
        if family == last:
            found[-1] = (last, found[-1][1] + character)
        else:
            found.append((family, character))
    return found


# ── Characters without a font ─────────────────────────────────────────────────────────────────────────────────────────


def check_fonts(texts: Iterable[str]) -> None:
    """Raise an error if no installed font has a character of the texts, before they are drawn.

    Without Cairo, nothing is checked, because drawing will raise an error.

    Raises
    ------
    MissingExtraError
        With the character, and a Debian package that has a font for it.
    """
    for text in texts if measuring_context() else ():
        for character in dict.fromkeys(text):
            if find_family(character) is None:
                raise missing_font(character)


def missing_font(character: str) -> MissingExtraError:
    """Make the error for a character without a font, with a remedy.

    Examples
    --------
    >>> print(missing_font("数"))
    no font here has '数' (U+6570): on Debian, apt-get install fonts-wqy-microhei; an SVG needs no font
    """
    package = _package(character)
    remedy = f"on Debian, apt-get install {package}; an SVG needs no font" if package else "an SVG needs no font"
    shown = f"{character!r} (U+{ord(character):04X})" if character.isprintable() else f"U+{ord(character):04X}"
    return MissingExtraError(f"no font here has {shown}: {remedy}")


def _package(character: str) -> str | None:
    """Return a Debian package with a font for a character; None if no font has it."""
    code = ord(character)
    if unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs"):
        return None
    if _CJK.match(unicodedata.name(character, "")):
        return "fonts-wqy-microhei" if code < 0x10000 else "fonts-noto-cjk"
    if code < 0x0530:
        return "fonts-dejavu-core"
    return "fonts-symbola" if unicodedata.category(character)[0] == "S" else "fonts-noto-core"


def assign_fonts(drawing: str) -> str:
    """Assign a font to each text of a drawing that the usual font can't show.

    Raises
    ------
    MissingExtraError
        If no installed font has all characters of a text.

    Examples
    --------
    >>> assign_fonts("<style>svg{font-family:Helvetica,Arial,sans-serif}</style>")
    '<style>svg{font-family:Helvetica,Arial,sans-serif}</style>'
    """
    return _TEXT.sub(_assign_font, drawing)


def _assign_font(element: re.Match[str]) -> str:
    """Rewrite a text up to its end tag."""
    head, content = element[1], _IGNORED.sub("", element[2])
    text = unescape(re.sub(r"<[^>]*>", "", content))
    own = _OWN_FAMILY.search(head)
    if shows(own[1] if own else LATIN, text):
        return f"{head}>{content}"
    family = find_family(text)
    if family is None:
        check_fonts([text])
        nearest = find_family(next(character for character in text if not shows(LATIN, character))) or LATIN
        raise missing_font(next(character for character in text if not shows(nearest, character)))
    if own:
        return f"{head[: own.start(1)]}{family}{head[own.end(1) :]}>{content}"
    # A style sheet overrides an attribute, but not the style of the element itself.
    return f'{head} style="font-family:{family}">{content}'
