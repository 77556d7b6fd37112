"""Type checkers accept every example of README and docs: what one copies from a page is sound in one's own project."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
# Libraries of others that examples show, whose types are not installed or not complete.
UNTYPED = ("cairosvg", "pandas", "polars", "scipy", "scipy.*")


def script_of(page: Path) -> str:
    """The examples of a page as one script, in its lines: a page is read from top to bottom."""
    lines = [""] * (page.read_text().count("\n") + 1)
    for match in re.finditer(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
        first = page.read_text().count("\n", 0, match.start()) + 1
        block = match[1].splitlines()
        is_session = any(line.startswith(">>>") for line in block)
        for number, line in enumerate(block, first):
            if not is_session:
                lines[number] = line
            elif re.match(r"(>>>|\.\.\.)( |$)", line) and not line.startswith("... ..."):
                lines[number] = re.sub(r"  # doctest:.*", "", line[4:])
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for page in PAGES:
        (folder / f"{page.stem.lower()}.py").write_text(script_of(page))
    return folder


def test_a_page_becomes_a_script_in_its_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\n>>> for n in (1, 2):\n...     print(n)\n1\n2\n```\n\n```python\nx = 1\n```\n")
    assert script_of(page).rstrip() == "\n\n\nfor n in (1, 2):\n    print(n)\n\n\n\n\n\nx = 1"


@pytest.mark.slow
def test_mypy_accepts_the_examples(scripts: Path) -> None:
    (scripts / "mypy.ini").write_text(
        "[mypy]\nstrict = True\n" + "".join(f"[mypy-{name}]\nignore_missing_imports = True\n" for name in UNTYPED)
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *sorted(map(str, scripts.glob("*.py")))],
        cwd=scripts,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_pyright_accepts_the_examples(scripts: Path) -> None:
    settings = {"reportMissingModuleSource": False, "reportMissingImports": False}
    (scripts / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson", "-p", str(scripts)]
    done = subprocess.run(command, cwd=scripts, text=True, capture_output=True, check=False)
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not run here, it may need the network: {(done.stdout + done.stderr)[-200:]}")
    found = json.loads(done.stdout)
    faults = [
        f"{Path(fault['file']).stem}, line {fault['range']['start']['line'] + 1}: {fault['message']}"
        for fault in found["generalDiagnostics"]
        if fault["severity"] == "error"
    ]
    assert found["summary"]["filesAnalyzed"] == len(PAGES)
    assert not faults, "\n".join(faults)
