"""The command in another language: chosen by an argument or the environment, and told where it can't be shown."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import IMPOSSIBLE, WIKIPEDIA, run
from farandole.formats import to_json_value
from farandole.grid import Grid
from farandole.i18n import LANGUAGES
from farandole.puzzle import Puzzle
from farandole.rules import Sandwich, Skyscraper

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARANDOLE_LANG", raising=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hint", WIKIPEDIA], "唯余法：看第5宫"),
        (["hint", WIKIPEDIA, "--detail", "name"], "唯余法"),
        (["hint", WIKIPEDIA, "--detail", "proof"], "所以只剩 5：r5c5 填 5。"),
        (["explain", WIKIPEDIA], "唯余法："),
        (["solve", WIKIPEDIA], "唯一解"),
        (["solve", IMPOSSIBLE], "无解"),
        (["check", WIKIPEDIA], "多余"),
    ],
)
def test_a_language_is_chosen_by_argument_or_environment(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = run(*arguments)
    assert not CHINESE.search(english.stdout)
    chosen = run(*arguments, "--lang", "zh")
    assert said in chosen.stdout
    assert (chosen.returncode, chosen.stderr) == (english.returncode, english.stderr)
    monkeypatch.setenv("FARANDOLE_LANG", "zh_CN.UTF-8")
    assert said in run(*arguments).stdout
    assert not CHINESE.search(run(*arguments, "--lang", "en").stdout)


def test_pages_and_pictures_speak_it_too(tmp_path: Path) -> None:
    """A picture has a legend where it has clues of several kinds outside."""
    clues = Sandwich(tuple(range(9)), 5), Skyscraper(tuple(range(0, 81, 9)), 3)
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=clues)
    assert "三明治" in run("draw", json.dumps(to_json_value(puzzle)), "--lang", "zh").stdout
    page = tmp_path / "page.svg"
    assert run("sheet", WIKIPEDIA, "--no-answers", "--lang", "zh", "-o", str(page)).returncode == 0
    assert "适用标准数独规则" in page.read_text()
    assert "expected en" in run("play", "easy", "--lang", "fr").stderr


def test_an_unknown_language_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("hint", WIKIPEDIA, "--lang", "fr")
    assert done.returncode == 2
    assert all(name in done.stderr for name in LANGUAGES)
    monkeypatch.setenv("FARANDOLE_LANG", "fr")
    done = run("hint", WIKIPEDIA)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "farandole: FARANDOLE_LANG: expected en or zh, found 'fr'\n"


def test_an_output_that_takes_no_chinese_is_told() -> None:
    """It is a process: the encoding of a stream is that of its beginning."""
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "FARANDOLE_LANG": "zh"}
    command = [sys.executable, "-m", "farandole", "hint", WIKIPEDIA]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected an output that takes" in done.stderr
    assert done.stderr.endswith("found one in ascii: set PYTHONIOENCODING=utf-8\n")


def test_files_and_json_stay_english() -> None:
    """A program reads them."""
    for arguments in (["rate", WIKIPEDIA, "--json"], ["solve", WIKIPEDIA, "--format", "json"], ["rate", WIKIPEDIA]):
        assert run(*arguments, "--lang", "zh").stdout.encode().isascii()
