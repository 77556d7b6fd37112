"""Make the pictures of docs/variants.md from its own examples: what a picture is called is a puzzle there."""

import doctest
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from farandole.formats import write
from farandole.render import svg

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "variants.md"


def made() -> dict[Path, str]:
    """Draw each picture of the page, and write down the killer as an example of our own format."""
    text = PAGE.read_text()
    code = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    names: dict[str, Any] = {"__name__": "variants"}
    with redirect_stdout(StringIO()):
        exec(compile(code, PAGE.name, "exec"), names)
    files = {}
    for name in re.findall(r"\]\(pictures/(\w+)\.svg\)", text):
        puzzle = names[name]
        files[PAGE.parent / "pictures" / f"{name}.svg"] = svg.draw(puzzle, puzzle.solve(), theme="auto")
    files[ROOT / "examples" / "killer.json"] = write(names["killer"], "json")
    return files


if __name__ == "__main__":
    for path, content in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        print(path.relative_to(ROOT))
