"""The plan of the house (docs/design.md): who may import whom, and what an import may load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import farandole

PACKAGE = Path(__file__).parents[1] / "src" / "farandole"

FLOORS = [
    {"errors", "limits", "memory", "sizes"},
    {"_core", "options", "answers", "search", "multi", "zdd", "race", "cover", "links", "batch", "gpu"},
    {"outline", "shapes", "grid", "rules", "solutions", "pieces", "puzzle"},
    {"logic", "generate"},
    {"formats", "render"},
    {"cli", "cli_cover", "cli_logic", "workers", "web", "scale", "bench", "outputs"},
]
# Within a floor; everything else there is a stranger.
NEIGHBORS = {
    ("limits", "errors"),
    ("cover", "options"), ("cover", "answers"), ("cover", "multi"), ("multi", "_core"),
    ("cover", "search"), ("search", "_core"), ("search", "options"),
    ("answers", "options"), ("cover", "zdd"), ("cover", "race"), ("race", "zdd"), ("race", "_core"), ("cover", "_core"),
    ("links", "cover"), ("links", "options"),
    ("zdd", "_core"), ("batch", "_core"), ("batch", "gpu"),
    ("shapes", "outline"), ("grid", "shapes"), ("grid", "outline"),
    ("solutions", "grid"), ("rules", "grid"), ("puzzle", "solutions"), ("puzzle", "pieces"),
    ("puzzle", "rules"), ("puzzle", "grid"), ("puzzle", "shapes"),
    ("generate", "logic"),
    ("formats", "render"),  # a link to SudokuPad holds a drawing
    ("cli", "web"), ("cli", "scale"), ("cli", "bench"), ("cli", "cli_cover"), ("cli", "cli_logic"),
    ("cli", "outputs"), ("cli_cover", "outputs"), ("cli_logic", "outputs"), ("scale", "outputs"),
    ("cli_logic", "workers"),
}  # fmt: skip
FORBIDDEN = {"utils", "util", "helpers", "common", "types", "config", "base", "misc", "manager"}
HEAVY = {"fastapi", "uvicorn", "rich", "cv2", "onnxruntime", "pyarrow", "cairosvg", "matplotlib", "scipy", "pandas"}


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def rooms_imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "farandole":
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("farandole."):
            names.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            names.update(a.name.split(".")[1] for a in node.names if a.name.startswith("farandole."))
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path.name}: a relative import"
    return names - {room(path)}


def floor(name: str) -> int:
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or not path.name.startswith("__"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    here = room(path)
    for name in rooms_imported(path):
        assert floor(name) < floor(here) or (here, name) in NEIGHBORS, f"{here} may not import {name}"


def test_rooms_have_names_of_the_field() -> None:
    assert FORBIDDEN.isdisjoint(path.stem for path in PACKAGE.rglob("*.py"))


def loaded_by(statement: str) -> set[str]:
    script = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    return {name.split(".")[0] for name in out.split()}


def test_import_is_light() -> None:
    assert HEAVY.isdisjoint(loaded_by("import farandole"))


def test_a_puzzle_alone_needs_no_numpy() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert {"numpy", *HEAVY}.isdisjoint(loaded_by(f"from farandole.cli import main; main(['solve', '{line}'])"))


def test_public_names_are_complete_and_sorted() -> None:
    assert farandole.__all__ == sorted(farandole.__all__)
    assert all(hasattr(farandole, name) for name in farandole.__all__)
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert imported == set(farandole.__all__)
