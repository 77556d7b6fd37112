"""What all tests share: Hypothesis without a deadline because a machine may be busy; fonts; what may be absent."""

import pytest
from hypothesis import settings
from strategies import THOROUGH

from farandole.render.pieces import fonts
from needs import skip_as_one

settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("thorough", deadline=None)
settings.load_profile("thorough" if THOROUGH else "quick")


@pytest.fixture
def only_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have fonts with the letters of ASCII, and none with other characters."""
    monkeypatch.setattr(fonts, "measuring_context", lambda: True)
    monkeypatch.setattr(fonts, "has_glyph", lambda _, character: character.isascii())
    monkeypatch.setattr(fonts, "match_font", lambda _: None)


@pytest.fixture
def some_font(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have a font with every character, beside those that have the letters of ASCII; return its name."""
    name = "Some font"
    monkeypatch.setattr(fonts, "has_glyph", lambda family, character: family == name or character.isascii())
    monkeypatch.setattr(fonts, "match_font", lambda _: fonts.Font(name, "no file"))
    return name


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(name, ...): what the test needs beside the packages of `make test`")


@pytest.hookimpl(trylast=True)  # after -m and -k have taken their choice
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if left_out := skip_as_one(items):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
