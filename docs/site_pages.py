"""The pages of the site that are made from other sources, in ``docs/generated``; `conf.py` calls `write`.

The walks of start.md and the families of techniques.md get a page each. The reference of the API comes from docstrings,
and that of the command from its parser. Files of the repository that pages link to become pages, too.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import runpy
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sphinx.pycode import ModuleAnalyzer

import farandole
from farandole.cli._commands import each_command, parser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PARTED = {"start": "tutorials", "techniques": "techniques"}  # a page, and the folder for the pages of its sections
PROJECT = {"CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog", "bench/README.md": "bench"}
API = ("puzzle", "grid", "rules", "formats", "logic", "render", "generate", "cover", "batch", "photo", "errors")
EXAMPLE = re.compile(r"^```python\n((?:(?!^```).*\n)*)```\n\n(!\[.*\]\(.*\))$", re.MULTILINE)
LINK = re.compile(r"\[([^]\[]*)\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")


def write(docs: Path) -> None:
    """Write the generated pages, each only if it has changed, and delete those that are no longer made."""
    folder = docs / "generated"
    pages = dict(_pages())
    for path, text in pages.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    for file in folder.rglob("*.*"):
        if str(file.relative_to(folder)) not in pages:
            file.unlink()


def _pages() -> Iterator[tuple[str, str]]:
    for page, folder in PARTED.items():
        yield from _section_pages(page, folder)
    yield from _project_pages()
    yield from _source_pages()
    yield from _command_pages()
    yield from _api_pages()


def turned(name: str, text: str) -> str:
    """Turn the links of a page so that they lead to pages of the site; leave the sections out that have their own."""
    if name in PARTED:
        text = _overview(name, text)
    return _relinked(text, f"{name}.md") if not name.startswith("generated/") else text


# ── Links ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _relinked(text: str, path: str, origin: str | None = None) -> str:
    """Turn the links of a page that lies at ``path`` below docs, and was written to lie at ``origin``."""
    origin = origin or path

    def turn(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        there = os.path.normpath(os.path.join(os.path.dirname(origin), target)) if target else origin
        there, anchor = _place(there, anchor)
        is_here = there == path and anchor
        link = "" if is_here else os.path.relpath(there, os.path.dirname(path) or ".")
        if text.endswith(".md") and not is_here:
            text = ""  # the title of the page takes the place of the file's name
        return f"[{text}]({link}#{anchor})" if anchor else f"[{text}]({link})"

    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)  # code has no links
    pieces[::2] = [LINK.sub(turn, piece) for piece in pieces[::2]]
    return "".join(pieces)


def _place(path: str, anchor: str) -> tuple[str, str]:
    """Find where a file of the repository, named by its path from docs, is on the site."""
    page = path.removesuffix(".md")
    if page in PARTED and anchor in dict(_parts(page)):
        return f"generated/{PARTED[page]}/{anchor}.md", ""
    outside = path.removeprefix("../")
    if outside in PROJECT:
        return f"generated/project/{PROJECT[outside]}.md", anchor
    if path.startswith("../") and path.endswith(".py"):
        return f"generated/source/{Path(path).name}.md", ""
    return {"../README.md": "index.md", "../README.zh.md": "zh.md"}.get(path, path), anchor


def slug(title: str) -> str:
    """Name the anchor of a heading, as GitHub does."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


# ── Pages from pages ────────────────────────────────────────────────────────────────────────────────────────────


def _parts(page: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of a page that have pages of their own: the anchor of each, and its text."""
    for text in re.split(r"^(?=## )", (DOCS / f"{page}.md").read_text(), flags=re.MULTILINE)[1:]:
        title = text.partition("\n")[0].removeprefix("## ")
        if title != "All techniques":
            yield slug(title), text


def _section_pages(page: str, folder: str) -> Iterator[tuple[str, str]]:
    for anchor, text in _parts(page):
        path = f"generated/{folder}/{anchor}.md"
        turned = _relinked(text, path, origin=f"{page}.md").replace("## ", "# ", 1)
        if page == "techniques":
            turned = EXAMPLE.sub(_in_prose, turned)
        yield f"{folder}/{anchor}.md", turned + (_members(turned) if page == "techniques" else "")


def _in_prose(example: re.Match[str]) -> str:
    """Put an example's output into a sentence below its title, its picture next, and its code where one may open it."""
    code, picture = example.groups()
    told = " ".join(line for line in code.splitlines() if line and not line.startswith((">>>", "...")))
    return f"> {told}\n\n{picture}\n\n::::{{dropdown}} In Python\n```python\n{code}```\n::::"


def _members(text: str) -> str:
    """List the techniques of a family, with what is known of each."""
    lists = runpy.run_path(str(DOCS / "list_techniques.py"))
    title = text.partition("\n")[0].removeprefix("# ")
    told = [
        "\nIn Python, `first` finds the first step of a technique: [Techniques](../../techniques.md) defines it.\n",
        "## Techniques of this family\n",
    ]
    for technique in lists["ALL"]:
        if lists["section"](technique) == title:
            facts = [
                f"also called {', '.join(technique.aliases)}" if technique.aliases else "",
                f"HoDoKu: {technique.score}, {technique.level.name.lower()}" if technique.score else "",
                "" if technique.se is None else f"Sudoku Explainer: {technique.se:.1f}",
                f"source: {technique.source}" if technique.source else "",
            ]
            known = "; ".join(filter(None, facts))
            unique = (
                " Valid only if the puzzle has one solution and no rules except its houses." * technique.assumes_unique
            )
            told.append(f"### {technique.name}\n\n{technique.doc}{unique}\n\n*{known}.*\n")
    return "\n".join(told)


def _overview(page: str, text: str) -> str:
    """Put cards that lead to the pages of the sections in their place."""
    first, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    kept = "".join(section for section in sections if section.startswith("## All techniques"))
    cards = "\n".join(_card(page, anchor, section) for anchor, section in _parts(page))
    contents = "\n".join(f"generated/{PARTED[page]}/{anchor}" for anchor, _ in _parts(page))
    columns = "2 2 3 4" if page == "techniques" else "1 1 2 2"
    grid = f":::::{{grid}} {columns}\n:gutter: 3\n\n{cards}\n:::::\n"
    before, _, after = first.partition("<!-- index -->")
    after = after.partition("<!-- /index -->")[2]
    return f"{before}\n{grid}\n{after}\n{kept}\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n"


def _card(page: str, anchor: str, section: str) -> str:
    """Make a card for a section: its first picture, or what the card on the first page says of it."""
    heading, _, text = section.partition("\n")
    link = f":link: generated/{PARTED[page]}/{anchor}\n:link-type: doc\n"
    if picture := re.search(r"!\[([^]]*)\]\((pictures/[^)]*)\)", text if page == "techniques" else ""):
        body = f"```{{image}} {picture[2]}\n:alt: {picture[1]}\n:class: family\n```"
    else:
        body = (DOCS / "index.md").read_text().partition(link)[2].partition("\n:::")[0]
    return f"::::{{grid-item-card}} {heading.removeprefix('## ')}\n{link}\n{body}\n::::\n"


def _project_pages() -> Iterator[tuple[str, str]]:
    for file, name in PROJECT.items():
        path = f"generated/project/{name}.md"
        yield f"project/{name}.md", _relinked((ROOT / file).read_text(), path, origin=f"../{file}")


def _source_pages() -> Iterator[tuple[str, str]]:
    """Make a page for each Python file that a page links to."""
    texts = "".join(page.read_text() for page in sorted(DOCS.glob("*.md")))
    for file in sorted(set(re.findall(r"\]\(\.\./(\S+\.py)\)", texts))):
        code = os.path.relpath(ROOT / file, DOCS / "generated" / "source")
        page = f"# {Path(file).name}\n\n```{{literalinclude}} {code}\n:language: python\n```\n"
        yield f"source/{Path(file).name}.md", f"---\norphan: true\n---\n\n{page}"


# ── The command ─────────────────────────────────────────────────────────────────────────────────────────────────


def _command_pages() -> Iterator[tuple[str, str]]:
    os.environ["COLUMNS"] = "80"
    commands = parser()
    pages = [(name.replace(" ", "-"), name, command, does) for name, command, does in each_command(commands)]
    contents = "".join(f"   {page}\n" for page, *_ in pages)
    rows = _table((f":doc:`{name} <{page}>`", _escaped(does)) for page, name, _, does in pages)
    yield (
        "commands/index.rst",
        (
            f"{_heading('All commands and options')}\n{rows}\n{_options('farandole', commands)}\n"
            f".. toctree::\n   :hidden:\n\n{contents}"
        ),
    )
    for page, name, command, _ in pages:
        yield f"commands/{page}.rst", _command_page(f"farandole {name}", command)


def _command_page(name: str, command: argparse.ArgumentParser) -> str:
    examples = "".join(
        f"``{match[1]}``\n   {_escaped(match[2] or ' ')}\n\n" if match[2] else f"``{match[1]}``\n\n"
        for match in re.finditer(r"^  (\S.*?)(?: {2,}(.*))?$", command.epilog or "", re.MULTILINE)
    )
    status = re.search(r"exit status: (.*)", command.epilog or "", re.DOTALL)
    usage = textwrap.dedent(command.format_usage().replace("usage: ", " " * 7))
    return "\n".join(
        [
            _heading(name),
            f"{_escaped(command.description or '')}\n",
            f".. code-block:: text\n\n{_indented(usage)}\n",
            _options(name, command),
            f"{_heading('Examples', '-')}\n{examples}" if examples else "",
            f"{_heading('Exit status', '-')}\n{_escaped(' '.join(status[1].split()))}\n" if status else "",
        ]
    )


def _options(name: str, command: argparse.ArgumentParser) -> str:
    """List the arguments and options of a parser, group for group."""
    formatter = command._get_formatter()
    told = [f".. program:: {name}\n"]
    for group in command._action_groups:
        actions = [action for action in group._group_actions if not isinstance(action, argparse._SubParsersAction)]
        if shown := [action for action in actions if action.help is not argparse.SUPPRESS]:
            told.append(_heading((group.title or "options").capitalize(), "-"))
            for action in shown:
                value = "" if action.nargs == 0 else formatter._format_args(action, action.dest.upper())
                names = ", ".join(f"{option} {value}".strip() for option in action.option_strings) or value
                told.append(f".. option:: {names}\n\n   {_escaped(formatter._expand_help(action))}\n")
    return "\n".join(told)


# ── The API ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _api_pages() -> Iterator[tuple[str, str]]:
    modules = {name: import_module(f"farandole.{name}") for name in API}
    rows = _table((f":doc:`farandole.{name} <{name}>`", _first_line(module)) for name, module in modules.items())
    top = _table(_row("farandole", name, farandole) for name in sorted(farandole.__all__, key=str.lower))
    contents = "".join(f"   farandole.{name} <{name}>\n" for name in modules)
    elsewhere = {id(getattr(module, name)) for module in modules.values() for name in _public(module)}
    only_here = [
        name for name in farandole.__all__ if id(getattr(farandole, name)) not in elsewhere and name not in modules
    ]
    introduction = "``import farandole`` is quick: each name is loaded when it is first used."
    told = [
        _heading("The Python library"),
        f"{introduction} :doc:`/library` explains it step by step.\n",
        rows,
        _heading("Names in farandole itself", "-"),
        top,
        *(_documented(farandole, name) for name in only_here),
        f".. toctree::\n   :hidden:\n\n{contents}",
    ]
    yield "api/index.rst", "\n".join(told)
    for name, module in modules.items():
        yield f"api/{name}.rst", _api_page(module)


def _api_page(module: ModuleType) -> str:
    """Document the public names of a package."""
    names = sorted(_public(module), key=lambda name: _order(module, name))
    title = f"{_heading(module.__name__)}\n.. automodule:: {module.__name__}\n   :no-members:\n"
    table = _table(_row(_home(module, name), name, module) for name in names)
    return "\n".join([title, table, *(_documented(module, name) for name in names)])


def _public(module: ModuleType) -> list[str]:
    return getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if inspect.isclass(value) and value.__module__ == module.__name__
    ]


def _order(module: ModuleType, name: str) -> tuple[bool, int]:
    """What `farandole` itself offers comes first, and constants come last."""
    kinds = ["automodule", "autoclass", "autoexception", "autofunction", "py:data"]
    return _home(module, name) != "farandole", kinds.index(_directive(getattr(module, name)))


def _documented(module: ModuleType, name: str) -> str:
    """Document a name under the shortest name that a user may import it by."""
    kind = _directive(getattr(module, name))
    if kind == "py:data":
        return f".. py:data:: {name}\n   :module: {module.__name__}\n\n{_indented(_comment(module, name))}"
    return f".. {kind}:: {_home(module, name)}.{name}\n"


def _row(home: str, name: str, module: ModuleType) -> tuple[str, str]:
    value = getattr(module, name)
    about = _comment(module, name).partition("\n\n")[0] if _directive(value) == "py:data" else _first_line(value)
    return f":py:obj:`~{home}.{name}`", about.replace("\n", " ")


def _home(module: ModuleType, name: str) -> str:
    is_on_top = name in farandole.__all__ and getattr(farandole, name) is getattr(module, name)
    return "farandole" if is_on_top else module.__name__


def _directive(value: object) -> str:
    kinds: list[tuple[str, Callable[[object], bool]]] = [
        ("automodule", inspect.ismodule),
        ("autoexception", lambda value: inspect.isclass(value) and issubclass(value, BaseException)),
        ("autoclass", inspect.isclass),
        ("autofunction", inspect.isroutine),
    ]
    return next((kind for kind, is_kind in kinds if is_kind(value)), "py:data")


def _comment(package: ModuleType, name: str) -> str:
    """Find what a comment or a string beside an assignment says about a constant, in whichever module it is."""
    value = getattr(package, name)
    for module in [module for module in sys.modules if f"{module}.".startswith(f"{package.__name__}.")]:
        if getattr(sys.modules[module], name, None) is value:
            analyzer = ModuleAnalyzer.for_module(module)
            analyzer.analyze()
            if comment := analyzer.attr_docs.get(("", name)):
                return "\n".join(comment)
    return f"``{value!r}``" if isinstance(value, int | str) else ""


def _first_line(value: object) -> str:
    return (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")


# ── reStructuredText ────────────────────────────────────────────────────────────────────────────────────────────


def _heading(title: str, line: str = "=") -> str:
    return f"{title}\n{line * len(title)}\n"


def _escaped(text: str) -> str:
    escaped = re.sub(r"([\\*`_|<>])", r"\\\1", text)
    return re.sub(r"(?<!\S)--\w[\w-]*", r"``\g<0>``", escaped)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    return ".. list-table::\n   :widths: 30 70\n\n" + "".join(f"   * - {one}\n     - {two}\n" for one, two in rows)


def _indented(text: str) -> str:
    return "".join(f"   {line}\n" for line in text.splitlines())
