"""The site of docs/ is built without a warning, and each of its links leads somewhere."""

import re
import runpy
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from farandole.cli._commands import each_command, parser
from farandole.logic import EXTRA, TECHNIQUES
from needs import needs

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.slow, needs("sphinx")]


class Page(HTMLParser):
    """The anchors, the links and the text of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: set[str] = set()
        self.text = ""
        self.feed(file.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src") and value and tag != "base":
                self.links.add(value)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_site(tmp_path: Path) -> None:
    """One test, because each process that runs a part of it would build the site anew."""
    site = build_site(tmp_path.resolve())
    assert broken_links(site) == []
    assert pages_out_of_reach(site) == {"_modules/index.html"}, "only the list of the sources has no link to it"
    check_techniques_and_commands(site)
    check_walks(site)
    check_the_library(site)


def build_site(folder: Path) -> dict[Path, Page]:
    """Build the site, and parse its pages."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", ROOT / "docs", folder / "html"],
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {file: Page(file) for file in sorted((folder / "html").rglob("*.html"))}


def folder_of(site: dict[Path, Page]) -> Path:
    return next(file for file in site if file.name == "genindex.html").parent


def broken_links(site: dict[Path, Page]) -> list[str]:
    broken = []
    for file, page in site.items():
        for link in page.links:
            parts = urlsplit(link)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not parts.scheme and not parts.netloc:
                is_there = target.is_file()
                if not is_there or (target in site and unquote(parts.fragment) not in site[target].anchors):
                    broken.append(f"{file.relative_to(folder_of(site))}: {link}")
    return broken


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "genindex.html").write_text('<a href="other.html#there">1</a><a href="#here">2</a><img src="none.svg">')
    (tmp_path / "other.html").write_text(
        '<p id="here"><a href="genindex.html">3</a><a href="https://example.org/x">4</a>'
    )
    site = {file: Page(file) for file in sorted(tmp_path.glob("*.html"))}
    assert sorted(broken_links(site)) == [
        "genindex.html: #here",
        "genindex.html: none.svg",
        "genindex.html: other.html#there",
    ]


def pages_out_of_reach(site: dict[Path, Page]) -> set[str]:
    """Return the pages to which no links lead from the first page."""
    root = folder_of(site)
    reached, new = set(), {root / "index.html"}
    while new:
        reached |= new
        links = {(file.parent / unquote(urlsplit(link).path)).resolve() for file in new for link in site[file].links}
        new = (links & site.keys()) - reached
    return {str(file.relative_to(root)) for file in site.keys() - reached}


def check_techniques_and_commands(site: dict[Path, Page]) -> None:
    generated = folder_of(site) / "generated"
    families = "".join(site[file].text for file in site if file.parent == generated / "techniques")
    assert {one.name for one in (*TECHNIQUES, *EXTRA) if one.doc not in families} == set()
    assert {
        name
        for name, _, _ in each_command(parser())
        if generated / "commands" / f"{name.replace(' ', '-')}.html" not in site
    } == set()
    assert "--symmetry" in site[generated / "commands" / "make.html"].text


def check_walks(site: dict[Path, Page]) -> None:
    tutorials = folder_of(site) / "generated" / "tutorials"
    assert {file.stem for file in site if file.parent == tutorials} == {
        "i-count-covers",
        "i-play",
        "i-program",
        "i-set",
        "i-teach",
    }


def check_the_library(site: dict[Path, Page]) -> None:
    api = folder_of(site) / "generated" / "api"
    assert {"farandole.Puzzle", "farandole.Puzzle.solve"} <= site[api / "puzzle.html"].anchors
    assert {"farandole.rules.Thermo", "farandole.rules.RULES"} <= site[api / "rules.html"].anchors


def test_the_architecture_takes_three_minutes() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    assert len(page.split()) <= 1000
    terms = re.findall(r"^\| \*(.+?)\* \|", page.partition("## Glossary")[2], re.MULTILINE)
    assert 10 <= len(terms) <= 20
    assert "," not in "".join(terms), "a row defines one term"


def test_the_picture_of_the_architecture_is_that_of_its_script() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "draw_architecture.py"))["draw"]()
    assert (ROOT / "docs" / "pictures" / "architecture.svg").read_text() == drawn, "run docs/draw_architecture.py"
