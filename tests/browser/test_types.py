"""TypeScript checks the types in the comments of the page's JavaScript."""

import subprocess
from pathlib import Path

from needs import NODE, needs

STATIC = Path(__file__).parents[2] / "src" / "farandole" / "web" / "static"
TSC = NODE / "typescript" / "bin" / "tsc"


@needs("node", "typescript")
def test_types_of_the_page() -> None:
    done = subprocess.run(
        ["node", str(TSC), "-p", str(STATIC / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_page_is_small_and_comes_from_nowhere_else() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    for path in files:
        text = path.read_text()
        for address in ("cdn.", "unpkg", "googleapis", "jsdelivr"):
            assert address not in text, path
