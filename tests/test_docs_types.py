"""Type checkers accept every example of README and docs: what one copies from a page is sound in one's own project."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from needs import needs, skip

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
# Libraries of others that examples show, whose types are not installed or not complete.
UNTYPED = ("cairosvg", "duckdb", "pandas", "polars", "pyarrow", "scipy", "scipy.*")

# What people write first. A complaint that belongs there is ignored by name, and both checkers see to it that it comes.
SIMPLE = """
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import farandole
from farandole import Cover, Grid, Puzzle, Solution, batch
from farandole.grid import House
from farandole.rules import Cage, Clone, Digits, Model, RegionSum, Rule, Thermo, tabulate


@dataclass(frozen=True, slots=True)
class Mine(Rule):
    least: int

    def holds(self, digits: Digits) -> bool:
        return sum(digits) >= self.least

    def post(self, model: Model) -> None:
        model.table(self.cells, tabulate(self, model.n_digits))


rules: list[Rule] = [Cage("r1c1 r1c2", 3), Cage(["r1c1", "r1c2"], 3), Cage((0, 1)), Mine("r1c1 r1c2", 3)]
rules += [Clone("r1c1", ["r9c9"]), RegionSum("r1c1 r2c2", ["r1c1", ["r2c2"]]), Cage(np.array([0, 1]))]
Cage(3)  # type: ignore[arg-type]
first: int = rules[0].cells[0] + Clone("r1c1", "r2c2").other[0] + House("mine", "r1c1").cells[0]
puzzle = Puzzle.of(Grid.classic(9).with_houses(House("corners", "r1c1 r9c9")), np.zeros((9, 9), int), rules=rules)
for given in ("." * 81, [0] * 81, [[0] * 9] * 9, ["." * 9] * 9, np.zeros(81, np.uint8), puzzle.rows, [[None] * 9] * 9):
    Puzzle.classic(given)
number: int = puzzle["r1c1"] + puzzle[0] + puzzle.rows[0][0]
solution = puzzle.solve()
solution["r1c1"]  # type: ignore[index]
if solution:
    total: int = solution["r1c1"] + int(np.array(solution).sum())
hint = farandole.hint(puzzle, digits={"r1c3": 4}, notes={"r1c3": {1, 2}, "r1c4": {5}})
farandole.hint(puzzle, [0] * 81, notes={0: 511})
farandole.hint(puzzle, puzzle.rows, notes={"r1c1": "12"})
text: str = hint.describe() + farandole.draw(puzzle) + "".join(map(farandole.describe, farandole.explain(puzzle)))
farandole.draw(puzzle, "x.svg")
farandole.draw(puzzle, Path("x.svg"), candidates=True, theme="dark")
score: int = farandole.rate(puzzle).hodoku.score + farandole.rate(puzzle).guesses
er: float = farandole.rate(puzzle).explainer.er
answers = batch.solve(np.zeros((5, 81), int), errors="mark")
lines: list[str] = answers.lines() + batch.solve(["." * 81]).lines()
puzzles = farandole.read(lines[0])
drawing: str = farandole.render.svg.draw(puzzles[0])
farandole.rules.Cage("r1c1", 3)
farandole.logic.rate(puzzles[0])
farandole.minimize(farandole.complete(puzzle).puzzle).puzzle.is_unique()
needless: int = len(farandole.needless(puzzle).clues) + len(farandole.write(puzzle, "fpuzzles"))
version: str = farandole.__version__
cover = next(Cover({"a": [1]}).solutions())
made: Puzzle = farandole.make().puzzle
document: str = farandole.formats.json_document.write(puzzle)
link: str = farandole.formats.sudokupad.write(puzzle)
caption: str = farandole.render.rule_sentences.describe_all_rules(puzzle)[0]
kernel = farandole.bulk.row_kernels.Solve()
events = list(farandole.web.protocol.call("shapes", {}))
reading = farandole.photo.read(np.zeros((300, 300), np.uint8))
said: str = farandole.i18n.tr("Hidden Single")
largest: int = farandole.sizes.MAX_DIGITS
try:
    farandole.logic.hint(puzzle)
except farandole.errors.PuzzleError:
    pass
# Type checkers report a name that isn't there.
farandole.genrate  # type: ignore[attr-defined]
farandole.render.svgg  # type: ignore[attr-defined]
farandole.bulk.row_kernel  # type: ignore[attr-defined]
farandole.formats.documents  # type: ignore[attr-defined]
farandole.formats.links.is_link  # type: ignore[attr-defined]
farandole.io.sources  # type: ignore[attr-defined]
farandole.tui.games  # type: ignore[attr-defined]
farandole.web.protocols  # type: ignore[attr-defined]
"""


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
            elif re.match(r"(>>>|\.\.\.)( |$)", line):
                lines[number] = re.sub(r"  # doctest:.*", "", line[4:])
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for page in PAGES:
        (folder / f"page_{page.stem.lower()}.py").write_text(script_of(page))  # `mcp.py` would hide the package mcp
    (folder / "simple.py").write_text(SIMPLE)
    return folder


def test_a_page_becomes_a_script_in_its_lines(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\n>>> for n in (1, 2):\n...     print(n)\n1\n2\n```\n\n```python\nx = 1\n```\n")
    assert script_of(page).rstrip() == "\n\n\nfor n in (1, 2):\n    print(n)\n\n\n\n\n\nx = 1"


@pytest.mark.slow
@needs("mypy")
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
@needs("pyright")
def test_pyright_accepts_the_examples(scripts: Path) -> None:
    settings = {"reportMissingModuleSource": False, "reportMissingImports": False}
    settings["reportUnnecessaryTypeIgnoreComment"] = True
    (scripts / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson", "-p", str(scripts)]
    done = subprocess.run(command, cwd=scripts, text=True, capture_output=True, check=False)
    if not done.stdout.startswith("{"):
        skip("pyright", where=f"pyright says {(done.stdout + done.stderr)[-200:]!r}")
    found = json.loads(done.stdout)
    faults = [
        f"{Path(fault['file']).stem}, line {fault['range']['start']['line'] + 1}: {fault['message']}"
        for fault in found["generalDiagnostics"]
        if fault["severity"] == "error"
    ]
    assert found["summary"]["filesAnalyzed"] == len(PAGES) + 1
    assert not faults, "\n".join(faults)
