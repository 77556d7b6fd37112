"""The dependency rule of docs/architecture.md: which package may import which, and what an import may load."""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

import farandole

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "farandole"
NATIVE = ROOT / "native"

FORBIDDEN = {"utils", "util", "helpers", "common", "types", "config", "base", "misc", "manager"}
HEAVY = {
    "starlette",
    "uvicorn",
    "rich",
    "cv2",
    "onnxruntime",
    "pyarrow",
    "cairosvg",
    "matplotlib",
    "scipy",
    "pandas",
    "textual",
}


def read_rule() -> tuple[list[str], list[str], list[str], set[str]]:
    """Read the order of packages, of modules in logic and of folders in native, and which folders are independent."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    found = re.search(r"```\n(errors < .*)\nlogic:(.*)\nnative:(.*),  and no include between (.*)\n```", page)
    assert found, "docs/architecture.md states the rule in three lines"
    package, logic, native = ([name.strip() for name in line.split("<")] for line in found.groups()[:3])
    return package, logic, native, {name.strip() for name in found[4].split(",")}


PACKAGES, LOGIC, FOLDERS, INDEPENDENT = read_rule()

MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCES = sorted(path for path in NATIVE.rglob("*") if path.is_file())


def dotted(path: Path) -> str:
    """The name of a module, without the package's: "grid.shapes"; a package's own file has the package's name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    return module.split(".")[0]


NAMES = {dotted(path) for path in MODULES} | {"_core"}


@cache
def imported_by(path: Path) -> set[tuple[str, str]]:
    """Every module of ours that a file imports, inside functions and for types too, with the name it takes of it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: a relative import"
            if (node.module or "").split(".")[0] != "farandole":
                continue
            below = ".".join((node.module or "").split(".")[1:])
            for alias in node.names:
                module = f"{below}.{alias.name}".strip(".")
                found.add((module, "") if module in NAMES else (below, alias.name))
        elif isinstance(node, ast.Import):
            found.update((".".join(a.name.split(".")[1:]), "") for a in node.names if a.name.startswith("farandole."))
    return found


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


# All but the package's own file, which offers functions of every package.
WITHIN = [path for path in MODULES if dotted(path) not in ("", "__main__")]


@pytest.mark.parametrize("path", WITHIN, ids=names)
def test_imports_go_left(path: Path) -> None:
    here = dotted(path)
    for module, _ in imported_by(path):
        there = package_of(module)
        assert there in PACKAGES, f"{there or 'farandole'}: expected a package that docs/architecture.md names"
        if there != package_of(here):
            assert PACKAGES.index(there) < PACKAGES.index(package_of(here)), f"{here} may not import {module}"
        elif there == "logic" and here != "logic":
            ours, theirs = (name.split(".")[1] if "." in name else "" for name in (here, module))
            if theirs != ours:
                assert theirs in LOGIC, f"{here} may not import {module}"
                assert LOGIC.index(theirs) < LOGIC.index(ours), f"{here} may not import {module}"


def test_there_are_few_packages_and_few_arrows_between_them() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    arrows = {
        (package_of(dotted(path)), package_of(module))
        for path in WITHIN
        for module, _ in imported_by(path)
        if package_of(module) != package_of(dotted(path)) and {package_of(module), package_of(dotted(path))} <= packages
    }
    assert len(packages) <= 20
    assert len(arrows) <= 110


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Find files that import each other in a circle; nothing if there is none."""
    done: set[str] = set()

    def walk(node: str, above: list[str]) -> list[str]:
        if node in above:
            return above[above.index(node) :]
        if node in done:
            return []
        for following in sorted(edges.get(node, ())):
            if found := walk(following, [*above, node]):
                return found
        done.add(node)
        return []

    for node in sorted(edges):
        if found := walk(node, []):
            return found
    return []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


def test_no_circle_of_modules() -> None:
    # A package's own file offers what its modules hold: who imports a name from it imports the module.
    edges = {dotted(path): {module for module, _ in imported_by(path)} - {dotted(path)} for path in WITHIN}
    assert circle(edges) == []


def includes(path: Path) -> list[str]:
    return re.findall(r'^\s*#include "([^"]+)"', path.read_text(), re.MULTILINE)


def folder_of(name: str) -> str:
    return name.split("/")[0].removesuffix(".hpp").removesuffix(".cpp")


@pytest.mark.parametrize("path", SOURCES, ids=names)
def test_includes_go_left(path: Path) -> None:
    here = folder_of(str(path.relative_to(NATIVE)))
    assert here in FOLDERS or path.suffix == ".md", f"{here}: expected a package that docs/architecture.md names"
    for name in includes(path):
        there = folder_of(name)
        if there != here:
            assert FOLDERS.index(there) < FOLDERS.index(here), f"{here} may not include {name}"
            assert not {here, there} <= INDEPENDENT, f"{here} may not include {name}"


def test_no_circle_of_includes() -> None:
    assert circle({str(path.relative_to(NATIVE)): set(includes(path)) for path in SOURCES}) == []


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_core"


def private_names_taken(path: Path) -> Iterator[str]:
    """Yield the private names of other modules that a file uses: imported, or of a module or class that it imported."""
    is_free = PACKAGE not in path.parents  # tests may import private modules, but no private names
    for module, name in imported_by(path):
        is_ours = is_free or package_of(module) == package_of(dotted(path))
        if private(name) or (any(map(private, module.split("."))) and not is_ours):
            yield f"{module}.{name}"
    tree = ast.parse(path.read_text())
    of_others = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "farandole"
        for alias in node.names
    } - {"_core"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr) and getattr(node.value, "id", None) in of_others:
            yield ast.unparse(node)


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))], ids=names)
def test_no_private_names_of_others(path: Path) -> None:
    assert list(private_names_taken(path)) == []


def test_names_say_what_a_module_holds() -> None:
    assert FORBIDDEN.isdisjoint(path.stem for path in [*MODULES, *SOURCES])


def loaded_by(statement: str) -> set[str]:
    script = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    return set(out.split())


def test_import_is_light() -> None:
    loaded = loaded_by("import farandole")
    assert {"numpy", *HEAVY}.isdisjoint(name.split(".")[0] for name in loaded)
    packages = {name.split(".")[1] for name in loaded if name.startswith("farandole.")}
    assert packages <= set(PACKAGES[: PACKAGES.index("puzzle") + 1]) - {"cover"}


def test_a_puzzle_alone_needs_no_numpy() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    loaded = loaded_by(f"from farandole.cli.main import main; main(['solve', '{line}'])")
    assert {"numpy", *HEAVY}.isdisjoint(name.split(".")[0] for name in loaded)


def test_public_names_are_complete_and_sorted() -> None:
    assert farandole.__all__ == sorted(farandole.__all__)
    assert all(hasattr(farandole, name) for name in farandole.__all__)
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in froms if node.module and node.module.split(".")[0] == "farandole"]
    typed = {alias.name for node in ours for alias in node.names if node.module != "farandole.lazy"}
    assert set(farandole.__all__) <= typed - {"display"}
    assert 20 <= len(farandole.__all__) <= 30, "what completion shows is what one looks for"
    assert set(dir(farandole)) == {*farandole.__all__, "__version__"}


PROGRAM = "cli"  # the package that is run, not called
OFFERING = sorted(dotted(path) for path in MODULES if "offered(" in path.read_text() and path.stem == "__init__")


def test_every_package_is_there_after_one_import() -> None:
    packages = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py") if path.parent.name != PROGRAM)
    for name in [*packages, "errors", "sizes"]:
        script = f"import farandole as f; print(f.{name}.__name__); from farandole import {name}"
        out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
        assert out.split() == [f"farandole.{name}"]
    assert farandole.__version__ == version("farandole")


@pytest.mark.parametrize("package", OFFERING)
def test_a_package_offers_to_type_checkers_what_it_offers(package: str) -> None:
    """What is imported for type checkers is loaded at run time, and ``__getattr__`` is hidden from them."""
    tree = ast.parse((PACKAGE / package.replace(".", "/") / "__init__.py").read_text())
    tests = {ast.unparse(node.test): node for node in tree.body if isinstance(node, ast.If)}
    assert set(tests) == {"TYPE_CHECKING", "not TYPE_CHECKING"}
    assert not any(isinstance(node, ast.FunctionDef) and node.name.startswith("__") for node in tree.body)
    typed = [
        alias.name for node in tests["TYPE_CHECKING"].body if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assert len(typed) > 1
    name = f"farandole.{package}".strip(".")
    script = f"""
import farandole, sys
package = eval({name!r})
listed = set(dir(package))
for name in {typed!r}:
    try:
        getattr(package, name)
    except ImportError as error:  # an extra that is not installed; the package offers it all the same
        assert not str(error.name).startswith("farandole"), error
    assert package is farandole or name in listed, name
"""
    subprocess.run([sys.executable, "-c", script], check=True)
    module = importlib.import_module(name)
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'") as caught:
        getattr(module, "no_such_name")  # noqa: B009
    assert (caught.value.name, caught.value.obj) == ("no_such_name", module)
    assert "no_such_name" not in dir(module)


def test_a_typing_error_is_answered_with_the_name_that_was_meant() -> None:
    script = "import farandole; farandole.genrate"
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.stderr.endswith("has no attribute 'genrate'. Did you mean: 'generate'?\n")
