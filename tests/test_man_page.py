"""The man page says what the help says, and is well-formed."""

import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

from farandole.cli._commands import each_command, parser
from needs import needs

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "farandole.1").read_text(encoding="utf-8")
REQUESTS = {"TH", "nh", "ad", "SH", "SS", "PP", "TP", "B", "I", "br", "nf", "fi"}


def writer() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "write_man_page.py"))


@pytest.mark.parametrize("columns", ["40", "60", "120"])
def test_the_man_page_is_that_of_the_help(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert writer()["man_page"]() == PAGE, "run: python docs/write_man_page.py"


def test_the_man_page_has_each_command_and_each_option() -> None:
    described = PAGE.partition(".SH LANGUAGE")[0].split('\n.SS "')[1:]
    sections = {name: text for name, _, text in (section.partition('"\n') for section in described)}
    assert sections.keys() >= {f"farandole {name}" for name, _, _ in each_command(parser())}
    for name, below, _ in each_command(parser()):
        section = sections[f"farandole {name}"].replace("\\-", "-")
        for action in below._actions:
            if action.help != "==SUPPRESS==" and "--help" not in action.option_strings:
                assert all(rf"\fB{option}\fR" in section for option in action.option_strings), action
    assert "\n.TP\n\\fB\\-o\\fR \\fIFILE\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\n" in PAGE


def test_the_man_page_is_well_formed() -> None:
    requests = re.findall(r"^[.'](\w*)", PAGE, re.MULTILINE)
    assert set(requests) <= REQUESTS, set(requests) - REQUESTS
    assert [name for name in requests if name in ("nf", "fi")] == ["nf", "fi"] * requests.count("nf")
    assert set(re.findall(r"\\(\(..|f.|.)", PAGE)) <= {"fB", "fI", "fR", "-", "e", "&", "(aq", "(ga", "(ha", "(ti"}
    assert PAGE.count(r"\fB") + PAGE.count(r"\fI") == PAGE.count(r"\fR")
    assert all(line == line.rstrip() for line in PAGE.splitlines())


def test_what_roff_would_take_for_something_else_is_guarded() -> None:
    made = writer()
    assert made["line_of"](".SH is\n no request") == r"\&.SH is no request"
    assert made["line_of"](r"a\b --x 'y'") == r"a\eb \-\-x \(aqy\(aq"


@needs("groff")
def test_groff_has_nothing_to_warn_of() -> None:
    groff = ["groff", "-man", "-ww", "-z", "-Kutf8", "-Tutf8", "farandole.1"]
    done = subprocess.run(groff, cwd=DOCS, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
