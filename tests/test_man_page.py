"""The man page says what the help says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from farandole.command.arguments import COMMANDS

pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed")

DOCS = Path(__file__).parents[1] / "docs"


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_man_page", DOCS / "write_man_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("columns", ["60", "120"])
def test_the_man_page_is_that_of_the_help(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    # Releases of argparse part the words of a usage in different lines.
    page = (DOCS / "farandole.1").read_text()
    assert writer().man_page().split() == page.split(), "run: python docs/write_man_page.py"


def test_the_man_page_has_each_command() -> None:
    page = (DOCS / "farandole.1").read_text()
    for command in COMMANDS:
        assert f'.SS "farandole {command.name}"' in page
        assert f".SS \\fBfarandole {command.name}" in page.replace("\\-", "-")
