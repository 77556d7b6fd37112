"""What a test needs beside the packages of ``make test``: whether it is here, and what brings it.

A test names what it needs by a mark, ``@needs("scipy")``, and a module by ``pytestmark = needs("pyarrow")``. Where that
is absent, the tests of a folder that need the same things are skipped as one. Its reason says what brings them, and how
many tests it stands for. No other place skips a test, so all reasons have the same form.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data"  # collections of puzzles, which are no part of the repository
NODE = ROOT / "build" / "node" / "node_modules"
PYODIDE = ROOT / "build" / "pyodide" / "node_modules" / "pyodide"
CORE = ROOT / "build" / "pyodide" / "_core.so"  # for Pyodide
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


class Need(NamedTuple):
    """Something that may be absent."""

    title: str
    brought_by: str
    is_here: Callable[[], bool]


def _library(title: str, brought_by: str, *modules: str) -> Need:
    return Need(title, f"pip install {brought_by}", lambda: all(map(_is_installed, modules)))


def _is_installed(module: str) -> bool:
    package = module.partition(".")[0]
    return find_spec(package) is not None and (package == module or find_spec(module) is not None)


def find_program(name: str) -> str | None:
    """Return the path of a program, which may be one for the system."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def _program(name: str) -> Need:
    return Need(name, f"apt-get install {name}", lambda: shutil.which(name) is not None)


def _draws_by_cairo() -> bool:
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError):
        return False
    return True


def _has_chinese() -> bool:
    from farandole.render.pieces.fonts import find_family

    return find_family("数独 1") is not None


def _has_font() -> bool:
    from farandole.render.pieces.fonts import match_font

    return match_font("a") is not None


def _has_objects() -> bool:
    return shutil.which("nm") is not None and any((ROOT / "build" / "dev" / "CMakeFiles" / "engines.dir").rglob("*.o"))


NEEDS = {
    "data": Need("the collections of puzzles", "a folder ../shared/data beside the checkout", SHARED.is_dir),
    "cairo": Need("the library Cairo", "apt-get install libcairo2", _draws_by_cairo),
    "pyarrow": _library("PyArrow", "'farandole[scale]'", "pyarrow", "fsspec"),
    "ray": _library("Ray", "'farandole[ray]'", "pyarrow", "ray"),
    "dask": _library("Dask", "'farandole[dask]'", "pyarrow", "dask", "distributed"),
    "spark": Need(
        "Spark",
        "pip install pyspark pyarrow pandas, apt-get install default-jre",
        lambda: shutil.which("java") is not None and all(map(_is_installed, ("pyspark", "pyarrow", "pandas"))),
    ),
    "dask frames": _library("Dask with frames", "'farandole[dask]' pandas", "pyarrow", "dask.dataframe", "pandas"),
    "babel": _library("Babel", "babel", "babel"),
    "duckdb": _library("DuckDB", "duckdb", "duckdb"),
    "mcp": _library("the SDK of MCP", "'farandole[mcp]'", "mcp", "starlette", "uvicorn"),
    "highs": _library("HiGHS", "highspy", "highspy"),
    "ortools": _library("OR-Tools", "ortools", "ortools"),
    "pysat": _library("PySAT", "python-sat", "pysat"),
    "gymnasium": _library("Gymnasium", "'farandole[gym]'", "gymnasium"),
    "reasoning-gym": _library("reasoning-gym", "reasoning-gym", "reasoning_gym"),
    "verifiers": _library("verifiers", "verifiers, in an environment of its own", "verifiers.v1"),
    "mypy": _library("mypy", "mypy", "mypy"),
    "nanobind": _library("nanobind", "nanobind", "nanobind.stubgen"),
    "notebook": _library("Jupyter", "ipykernel nbclient nbformat", "ipykernel", "nbclient", "nbformat"),
    "pandas": _library("pandas", "pandas", "pandas"),
    "polars": _library("Polars", "polars", "polars"),
    "pyright": _library("pyright", "'pyright[nodejs]'", "pyright"),
    "s3": _library("a store", "'moto[server]' s3fs", "moto.server", "s3fs"),
    "schemathesis": _library("schemathesis", "schemathesis", "schemathesis"),
    "scipy": _library("SciPy", "scipy", "scipy"),
    "yaml": _library("YAML and its schemas", "pyyaml jsonschema", "yaml", "jsonschema"),
    "site": Need(
        "the page with Python in the browser",
        "make site, which needs Emscripten and npm (docs/serve.md)",
        lambda: CORE.is_file() and PYODIDE.is_dir() and shutil.which("node") is not None,
    ),
    "playwright": _library("Playwright", "playwright", "playwright"),
    "chromium": Need("Chromium", "apt-get install chromium, or CHROMIUM=/its/path", lambda: CHROMIUM is not None),
    "axe": Need("axe-core", "make build/node/ready", (NODE / "axe-core").is_dir),
    "typescript": Need("TypeScript", "make build/node/ready", (NODE / "typescript").is_dir),
    "node": Need("Node.js", "apt-get install nodejs", lambda: shutil.which("node") is not None),
    "chinese font": Need("a font with Chinese characters", "apt-get install fonts-wqy-microhei", _has_chinese),
    "font": Need("fontconfig and a font", "apt-get install fonts-dejavu-core", _has_font),
    "groff": _program("groff"),
    "nginx": Need("nginx", "apt-get install nginx-light", lambda: find_program("nginx") is not None),
    "caddy": _program("caddy"),
    "zsh": _program("zsh"),
    "fish": _program("fish"),
    "nm": Need(
        "nm and the objects of a build", "apt-get install binutils, then make .venv/built", lambda: _has_objects()
    ),
    "sphinx": _library(
        "Sphinx with its parts", "--group docs", "sphinx", "myst_parser", "furo", "sphinx_copybutton", "sphinx_design"
    ),
    "subinterpreters": _library("subinterpreters", "Python 3.13 or newer", "_interpreters"),
    "linux": Need("Linux", "a Linux system", lambda: sys.platform == "linux"),
}


@cache
def is_here(name: str) -> bool:
    """Say whether something that may be absent is here, by its name in NEEDS."""
    return NEEDS[name].is_here()


def needs(*names: str) -> pytest.MarkDecorator:
    """Mark a test, or a module, that needs these; none, where a test finds out as it runs."""
    assert set(names) <= set(NEEDS), names
    return pytest.mark.needs(*names)


def reason(names: Iterable[str]) -> str:
    """Say what is needed, and what brings it."""
    return "; ".join(f"needs {NEEDS[name].title}: {NEEDS[name].brought_by}" for name in names)


def skip(*names: str, where: str = "") -> NoReturn:
    """Skip the test that runs: as the mark does, where it shows only now what is needed."""
    pytest.skip(f"{where}{': ' * bool(where)}{reason(names)}")


def skip_module_without(*names: str) -> pytest.MarkDecorator:
    """Skip the module that is imported, where its imports alone need what is absent; return the mark of its tests."""
    if absent := [name for name in names if not is_here(name)]:
        pytest.skip(reason(absent), allow_module_level=True)
    return needs(*names)


def skip_as_one(items: list[pytest.Item]) -> list[pytest.Item]:
    """Let one test in each folder stand for all that need the same absent things; return the others."""

    def group(item: pytest.Item) -> tuple[str, tuple[str, ...]]:
        return str(item.path.parent), absent[item]

    absent = {item: _absent(item) for item in items}
    left_out = []
    for (folder, names), members in groupby(sorted((item for item in items if absent[item]), key=group), key=group):
        first, *others = members
        name = Path(folder).relative_to(ROOT).as_posix()
        stands_for = f" ({1 + len(others)} tests of {name})" if others else ""
        first.add_marker(pytest.mark.skip(reason=reason(names) + stands_for), append=False)
        left_out += others
    return left_out


def _absent(item: pytest.Item) -> tuple[str, ...]:
    named = {name for mark in item.iter_markers("needs") for name in mark.args}
    return tuple(sorted(name for name in named if not is_here(name)))
