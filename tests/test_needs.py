"""What a test needs: told in one form, and once for each folder; nothing else skips."""

import re
from pathlib import Path
from typing import Any

import pytest

from needs import NEEDS, ROOT, Need, is_here, needs, reason, skip_as_one


class Item:
    """A test, as far as the choice of tests asks."""

    def __init__(self, file: str, *named: str) -> None:
        self.path = ROOT / "tests" / file
        self.marks = [needs(*named).mark] if named else []
        self.reasons: list[str] = []

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [mark for mark in self.marks if mark.name == name]

    def add_marker(self, mark: pytest.MarkDecorator, append: bool = True) -> None:
        assert not append, "an earlier mark would give its own reason"
        self.reasons.append(mark.kwargs["reason"])


def test_tests_of_a_folder_that_lack_the_same_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NEEDS, "this", Need("this", "make this", lambda: False))
    monkeypatch.setitem(NEEDS, "that", Need("that", "make that", lambda: False))
    monkeypatch.setitem(NEEDS, "what is here", Need("it", "nothing", lambda: True))
    is_here.cache_clear()
    items: list[Any] = [
        *(Item("logic/test_a.py", "this"), Item("logic/test_b.py", "this", "what is here"), Item("logic/test_b.py")),
        *(Item("logic/test_b.py", "that"), Item("cover/test_c.py", "this"), Item("cover/test_c.py", "what is here")),
    ]
    assert skip_as_one(items) == [items[1]]
    assert [item.reasons for item in items] == [
        ["needs this: make this (2 tests of tests/logic)"],
        *([], []),
        *(["needs that: make that"], ["needs this: make this"]),
        [],
    ]
    is_here.cache_clear()


def test_every_need_says_what_brings_it() -> None:
    for name, need in NEEDS.items():
        assert re.fullmatch(r"(pip install|apt-get install|make|a) \S.*", need.brought_by), name
        assert reason([name]) == f"needs {need.title}: {need.brought_by}"
        assert isinstance(is_here(name), bool)


def test_no_test_skips_by_itself() -> None:
    for file in Path(__file__).parent.rglob("*.py"):
        if file.name != "needs.py":
            wrong = re.findall(r"importorskip|skipif|pytest\.skip\b|mark\.skip\b", file.read_text(encoding="utf-8"))
            assert not wrong or file == Path(__file__), (
                f"{file.name}: {wrong}: say it by the mark of tests/oracles/needs.py"
            )
