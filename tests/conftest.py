"""What all tests share: the profiles of Hypothesis, fonts, and what may be absent.

Hypothesis has no deadline because a machine may be busy. Its examples are the same at each run, so that a change is
judged by what it changes; `make explore` draws new ones.
"""

import signal

import pytest
from hypothesis import settings
from strategies import PROFILE

from farandole.render.pieces import fonts
from needs import skip_as_one

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("thorough", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("explore", deadline=None)
settings.load_profile(PROFILE)

# A shell starts what runs in the background without Ctrl-C, and the commands that tests interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
