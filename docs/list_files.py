"""Write docs/internals/every-file.md: each source file with its purpose, from its first docstring or comment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "internals" / "every-file.md"
PYTHON = ROOT / "src" / "farandole"
NATIVE = ROOT / "native"
STATIC = PYTHON / "web" / "static"


def purpose_of(path: Path) -> str:
    """Return the first sentence of a file's docstring, or of the comment at its start; "" if it has neither."""
    text = path.read_text()
    if path.suffix == ".py":
        text = ast.get_docstring(ast.parse(text)) or ""
    else:
        head = re.match(r"\s*(?:#pragma once\s*)?((?://[^\n]*\n)+|/\*.*?\*/)", text, re.DOTALL)
        text = re.sub(r"(?m)^\s*(?://|/\*+|\*/|\*)[ ]?|\*/\s*$", "", head[1]) if head else ""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    sentence = re.match(r"(.*?[.:])(?: [A-Z]|$)", paragraph)
    return (sentence[1] if sentence else paragraph).rstrip(".:")


def rows(folder: Path, endings: tuple[str, ...], leave_out: Path | None = None) -> Iterator[str]:
    """Yield a table for each folder, with a row for each file that says what it is for."""
    for each in [folder, *sorted(path for path in folder.rglob("*") if path.is_dir())]:
        if leave_out and (each == leave_out or leave_out in each.parents):
            continue
        files = sorted(path for path in each.iterdir() if path.suffix in endings and path.is_file())
        lines = [
            f"| `{path.name}` | {text.replace('|', chr(92) + '|')} |" for path in files if (text := purpose_of(path))
        ]
        if lines:
            yield f"## {each.relative_to(ROOT)}\n\n| file | purpose |\n|---|---|\n" + "\n".join(lines) + "\n"


def page() -> str:
    """Return the page."""
    tables = [
        *rows(PYTHON, (".py",), leave_out=STATIC),
        *rows(STATIC, (".js",)),
        *rows(NATIVE, (".hpp", ".cpp", ".inl")),
    ]
    note = "Each source file with its purpose, from its first lines. `docs/list_files.py` writes this page."
    return "\n".join([f"# Every file\n\n{note}\n", *tables])


if __name__ == "__main__":
    PAGE.write_text(page())
