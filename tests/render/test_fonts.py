"""A picture with a text that no installed font can show is refused, because it would show empty boxes."""

import pytest

from farandole.errors import MissingExtraError
from farandole.render import svg
from farandole.render.film import screen
from farandole.render.lettering import Line
from farandole.render.pieces import fonts
from needs import needs

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" aria-label="数">'
    "<style>svg{{font-family:Helvetica,Arial,sans-serif}}</style><text{}>{}</text></svg>"
)


@needs("cairo")
def test_cairo_itself_is_asked() -> None:
    assert fonts.has_glyph(fonts.LATIN, "a"), "Cairo has letters of its own where no font is installed"
    assert not any(fonts.has_glyph(fonts.LATIN, sign) for sign in "\uffff\ufdd0\U0001fffe"), "which are no characters"
    assert not fonts.has_glyph(fonts.LATIN, "\ud800"), "which is half of one"


@needs("font")
def test_fontconfig_names_fonts_that_have_the_character() -> None:
    font = fonts.match_font("a")
    assert font
    assert font.family
    assert font.file
    assert fonts.match_font("\uffff") is None


def test_without_cairo_and_fontconfig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "measuring_context", lambda: None)
    monkeypatch.setattr(fonts, "_fontconfig", lambda: None)
    fonts.has_glyph.cache_clear()
    fonts.match_font.cache_clear()
    try:
        assert fonts.split_by_font("Größe") == [(fonts.LATIN, "Größe")]
        assert fonts.split_by_font("数独") == [(fonts.CHINESE, "数独")]
        assert fonts.match_font("数") is None
        fonts.check_fonts(["数独"])
    finally:
        fonts.has_glyph.cache_clear()
        fonts.match_font.cache_clear()


@needs("cairo")
@pytest.mark.parametrize("make", [svg.png, svg.pdf])
@pytest.mark.parametrize("text", ["数独", "&#25968;", "<tspan>数</tspan>独"])
@pytest.mark.usefixtures("only_ascii")
def test_pictures_are_refused(make: object, text: str) -> None:
    with pytest.raises(MissingExtraError, match=r"no font here has '数' .* fonts-wqy-microhei"):
        make(DRAWING.format("", text))  # type: ignore[operator]


@pytest.mark.usefixtures("only_ascii")
def test_what_is_not_drawn_needs_no_font() -> None:
    assert fonts.assign_fonts(DRAWING.format("", "a &lt; b")) == DRAWING.format("", "a &lt; b")
    assert fonts.assign_fonts(DRAWING.format("", "a\ufe0fb&#8205;")) == DRAWING.format("", "ab")


def test_each_text_of_a_drawing_has_its_font(some_font: str) -> None:
    assert f'style="font-family:{some_font}">数' in fonts.assign_fonts(DRAWING.format("", "数"))
    own = fonts.assign_fonts(DRAWING.format(' font-family="Helvetica, sans-serif"', "数"))
    assert f'font-family="{some_font}, sans-serif">数' in own
    assert "style=" not in fonts.assign_fonts(DRAWING.format("", "a"))


def test_a_line_in_several_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No font has all characters, so the text is drawn in several runs."""
    monkeypatch.setattr(
        fonts, "has_glyph", lambda family, one: one in {"Helvetica": "ab ", "A": "数", "B": "♥"}[family]
    )
    monkeypatch.setattr(fonts, "_KNOWN", ("A", "B"))
    monkeypatch.setattr(fonts, "match_font", lambda one: fonts.Font({"数": "A"}.get(one, "B"), ""))
    assert fonts.split_by_font("ab 数♥") == [("Helvetica", "ab "), ("A", "数"), ("B", "♥")]
    drawn = [*Line("ab 数♥", 10).draw(100, 0, anchor="middle")]
    assert [">ab <" in drawn[0], ">数<" in drawn[1], ">♥<" in drawn[2]] == [True] * 3
    places = [float(part.split('x="')[1].split('"')[0]) for part in drawn]
    assert places == sorted(places)
    assert places[0] < 100 < places[2] + 10
    fonts.check_fonts(["ab 数♥"])
    with pytest.raises(MissingExtraError):
        fonts.assign_fonts(DRAWING.format("", "ab 数♥"))


@pytest.mark.usefixtures("only_ascii")
def test_films_too() -> None:
    assert screen.find_font("Backtracking 12", 10)
    with pytest.raises(MissingExtraError, match="no font here has '回'"):
        screen.find_font("回溯", 10)


@pytest.mark.parametrize(("character", "package"), [("㐀", "wqy"), ("𠀀", "cjk"), ("ا", "core"), ("👍", "symbola")])
def test_the_package_is_named(character: str, package: str) -> None:
    assert package in str(fonts.missing_font(character))


@pytest.mark.parametrize("character", ["\ue000", "\x07", "\ud800", "\u0378"])
def test_no_package_has_what_is_no_character(character: str) -> None:
    said = str(fonts.missing_font(character))
    assert "apt-get" not in said
    assert said.isprintable()
