"""Every example in the README, the docs and the docstrings runs, and gives what it says."""

import doctest
import importlib
import json
import os
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path

import pytest

import farandole
from farandole.cli import _commands
from farandole.rules import rule as rule_module
from needs import is_here, needs, skip

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *(ROOT / name for name in ("README.md", "README.zh.md", "CONTRIBUTING.md")),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "docs").glob("[di]*/*.md"),
    ]
)
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(farandole.__path__, "farandole.")
    if module.name not in ("farandole._core", "farandole.__main__")
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture(autouse=True)
def rules_of_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that an example makes is forgotten afterwards."""
    monkeypatch.setattr(rule_module, "RULES", dict(rule_module.RULES))


# Modules whose examples make tables.
WITH_TABLES = {
    "farandole.bulk.adapters": needs("pyarrow", "pandas"),
    "farandole.bulk.frames": needs("pyarrow", "pandas", "polars", "duckdb"),
    "farandole.bulk.row_kernels": needs("pyarrow"),
    "farandole.tasks.environment": needs("gymnasium"),
    "farandole.web.tools": needs("mcp"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=WITH_TABLES[name]) if name in WITH_TABLES else name for name in MODULES]
)
def test_docstrings(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert results.failed == 0


# Libraries that a page may show at work, and Cairo, which makes a PDF.
GUESTS = {
    "cairo": r"\bwrite_pdf\b|\.pdf\b",
    **{
        name: rf"^(?:>>> )?(?:from|import) {name}\b"
        for name in ("duckdb", "mcp", "pandas", "polars", "pyarrow", "scipy")
    },
}


def absent_of(code: str) -> list[str]:
    """What an example needs that is not here."""
    return [name for name, mention in GUESTS.items() if re.search(mention, code, re.MULTILINE) and not is_here(name)]


def skip_those(passed_over: dict[int, list[str]], page: Path) -> None:
    """Skip what is left of a test, which is nothing, so that the examples that did not run are told."""
    if passed_over:
        places = ", ".join(map(str, passed_over))
        skip(*sorted({name for names in passed_over.values() for name in names}), where=f"{page.name}, line {places}")


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language, each with its line."""
    text = page.read_text()
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in found]


@needs()
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    passed_over: dict[int, list[str]] = {}
    names: dict[str, object] = {}  # a page is read from top to bottom: later examples use earlier names
    for line, code in blocks(page, "python"):
        if lacking := absent_of(code):
            passed_over[line] = lacking
            continue
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            runner.run(test, clear_globs=False)
            assert runner.summarize(verbose=False).failed == 0
            names = test.globs
        else:
            exec(compile(code, f"{page.name}:{line}", "exec"), names)
    skip_those(passed_over, page)


@pytest.mark.parametrize("page", sorted(ROOT.glob("README*.md")), ids=lambda page: page.name)
def test_the_first_page_is_short(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= 200
    assert page.read_text().lstrip().startswith("<p"), "it opens with a picture"


def test_each_visitor_has_a_short_walk() -> None:
    walks = re.split(r"^## ", (ROOT / "docs" / "start.md").read_text(), flags=re.MULTILINE)[1:]
    assert [walk.partition("\n")[0] for walk in walks] == ["I play", "I set", "I teach", "I program", "I count covers"]
    assert all(len(walk.splitlines()) <= 60 and "```console" in walk for walk in walks)


def test_pictures_are_those_of_the_examples() -> None:
    made = runpy.run_path(str(ROOT / "examples" / "make_pictures.py"))["made"]()
    assert {path.name for path in made} >= {"samurai.svg", "killer.json"}
    for path, content in made.items():
        assert path.read_text() == content, f"{path.name}: run examples/make_pictures.py"


def test_the_atlas_is_what_its_boards_show() -> None:
    atlas = runpy.run_path(str(ROOT / "docs" / "draw_atlas.py"))
    made = atlas["make_page"]()
    for path, content in made.items():
        assert path.read_text() == content, f"{path.name}: run docs/draw_atlas.py"
    assert {path.name for path in made} == {"atlas.md", *(path.name for path in atlas["PICTURES"].iterdir())}


def test_the_atlas_shows_each_technique_for_rules() -> None:
    atlas = runpy.run_path(str(ROOT / "docs" / "draw_atlas.py"))
    shown = {json.loads(line)["technique"] for line in atlas["BOARDS"].read_text().splitlines()}
    missing = [one.name for one in atlas["TECHNIQUES"] if atlas["is_shown"](one) and one.name not in shown]
    assert not missing, "run docs/draw_atlas.py --find"


def test_an_atlas_of_published_puzzles_names_their_authors(tmp_path: Path) -> None:
    rows = [{"title": "Cages & more", "author": "A. Setter", "iss": ".Cage~15~R1C5~R2C5"}, {"title": "None"}]
    file, folder = tmp_path / "published.jsonl", tmp_path / "atlas"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    command = [sys.executable, str(ROOT / "docs" / "draw_atlas.py"), "--published", str(file), "-o"]
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=True)
    assert "published.jsonl, line 2: expected a puzzle" in done.stderr
    page = (folder / "index.html").read_text()
    assert "Cages &amp; more, by A. Setter" in page
    assert "<svg" in (folder / "cage_combinations.svg").read_text()
    inside = subprocess.run([*command, str(ROOT / "docs" / "x")], capture_output=True, text=True, check=False)
    assert "outside the repository" in inside.stderr
    assert inside.returncode


def test_lists_of_techniques_are_true() -> None:
    lists = runpy.run_path(str(ROOT / "docs" / "list_techniques.py"))
    page = (ROOT / "docs" / "techniques.md").read_text()
    assert lists["filled"](page) == page, "run docs/list_techniques.py"


def test_the_list_of_files_is_true() -> None:
    lists = runpy.run_path(str(ROOT / "docs" / "list_files.py"))
    assert lists["PAGE"].read_text() == lists["page"](), "run docs/list_files.py"


def test_each_source_file_says_what_it_is_for() -> None:
    purpose_of = runpy.run_path(str(ROOT / "docs" / "list_files.py"))["purpose_of"]
    assert [path for path in (ROOT / "src").rglob("*.py") if not purpose_of(path)] == []


def test_each_family_shows_an_example_with_its_picture() -> None:
    lists = runpy.run_path(str(ROOT / "docs" / "list_techniques.py"))
    sections = re.split(r"^## ", (ROOT / "docs" / "techniques.md").read_text(), flags=re.MULTILINE)
    shown_in = {title: text for title, _, text in (section.partition("\n") for section in sections)}
    for title in lists["SECTIONS"].values():
        names = [one.name for one in lists["ALL"] if lists["section"](one) == title]
        pictures = re.findall(r"!\[(.+)\]\(pictures/\w+\.svg\)", shown_in[title])
        assert pictures, title
        assert set(pictures) <= set(names), title
        assert all(f', "{name}"' in shown_in[title] for name in pictures)


def shown(text: str) -> str:
    """Output as a page may show it: times and rates are those of one machine, on one day."""
    text = re.sub(r"[\d.,]+ (?=µs|ms\b|s\b|puzzles/s|秒|道$)", "N ", text, flags=re.MULTILINE)
    return re.sub(r"\b(µs|ms|s)\b", "TIME", text).strip()


@needs()
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples(page: Path) -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    passed_over: dict[int, list[str]] = {}
    for line, session in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE):
            words = shlex.split(command, comments=True)
            if words[0] in ("git", "make", "cd", "pip") or words[:2] in (["farandole", "serve"], ["farandole", "mcp"]):
                continue  # set-up: what .ci/run does; the page, which tests/browser visits
            written = [after for word, after in pairwise(words) if word == "-o"]
            assert all(name.startswith("build/") for name in written), f"{page.name}, line {line}: it litters"
            if lacking := absent_of(command):
                passed_over[line] = lacking
                continue
            done = subprocess.run(
                command,
                shell=True,
                cwd=ROOT,
                env=environment,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                check=False,
            )
            assert shown(done.stdout) == shown(expected), f"{page.name}, line {line}: {command}"
    skip_those(passed_over, page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_of_the_library_are_there_after_one_import(page: Path) -> None:
    made_there = {
        "farandole.formats.backwards",
        "farandole.rules.Coprime",
        "farandole.rules.coprime",
    }  # CONTRIBUTING.md has the reader write them
    names = set(re.findall(r"(?<![\w/.-])farandole(?:\.[A-Za-z_]\w*)+(?![\w/-])", page.read_text())) - made_there
    lines = [f"with suppress(MissingExtraError): {name}" for name in sorted(names)]  # a module may need another package
    script = "\n".join(
        [
            "from contextlib import suppress",
            "import farandole",
            "from farandole.errors import MissingExtraError",
            *lines,
        ]
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def unknown_words(text: str) -> list[str]:
    """List what follows ``farandole`` in code and is neither a command, nor an option, nor a puzzle."""
    code = re.findall(r"^```(?:console|sh|text|bash)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    code += re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)
    names = {command.name: _commands.parser_of(command.name) for command in _commands.COMMANDS}
    unknown = []
    for line in "\n".join(code).replace("\\\n", " ").splitlines():
        for call in re.findall(r"(?:^|[|;&$(] *)farandole +([^|;&>)]*)", line.strip()):
            words = call.split()
            if not words or words[0] in ("PUZZLE", "COMMAND", "help"):
                continue
            first = words[0]
            is_command = first in names
            if not is_command and re.fullmatch(r"[a-z]+", first):
                unknown.append(first)
                continue
            known = options_of(names[first] if is_command else names["solve"])
            if not is_command and first.startswith("-"):
                known |= {"--help", "-h", "--version", "--completion"}
            found = [re.split(r"[=\]]", word.strip("[]"))[0] for word in words if word.strip("[").startswith("--")]
            unknown += [f"{first} {option}" for option in found if option not in known]
    return unknown


def options_of(parser: ArgumentParser) -> set[str]:
    """Name the options of a command."""
    options: set[str] = set()
    for action in parser._actions:
        options.update(action.option_strings)
        if isinstance(action.choices, dict):
            for below in action.choices.values():
                options |= options_of(below)
    return options


def test_a_command_that_is_not_there_is_noticed() -> None:
    text = "`farandole completion bash` `farandole hint x` `farandole --completion zsh`, `farandole p.txt --count`\n"
    text += "```console\n$ cat x | farandole slove - | farandole rate --jsn\n```\n"
    assert unknown_words(text) == ["slove", "rate --jsn", "completion"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_and_option_of_a_page_is_there(page: Path) -> None:
    assert unknown_words(page.read_text()) == []
