"""Make the pictures of docs/variants.md and docs/techniques.md from their examples, by their names there."""

import doctest
import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from farandole.formats import write
from farandole.render import steps, svg

ROOT = Path(__file__).parents[1]
PAGES = tuple(ROOT / "docs" / name for name in ("variants.md", "techniques.md"))


def made() -> dict[Path, str]:
    """Draw each picture of the pages, and write down the killer as an example of our own format."""
    files = {}
    for page in PAGES:
        names = _names_of(page)
        for name in re.findall(r"\]\(pictures/(\w+)\.svg\)", page.read_text()):
            drawn = names[name]
            path = page.parent / "pictures" / f"{name}.svg"
            if isinstance(drawn, tuple):
                files[path] = steps.draw(*drawn, theme="auto")
            else:
                files[path] = svg.draw(drawn, drawn.solve(), theme="auto")
        if "killer" in names:
            files[ROOT / "examples" / "killer.json"] = write(names["killer"], "json")
    return files


def _names_of(page: Path) -> dict[str, Any]:
    """Run the examples of a page."""
    code = "".join(example.source for example in doctest.DocTestParser().get_examples(page.read_text()))
    names: dict[str, Any] = {"__name__": page.stem}
    with redirect_stdout(StringIO()):
        exec(compile(code, page.name, "exec"), names)
    return names


if __name__ == "__main__":
    for path, content in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        print(path.relative_to(ROOT))
