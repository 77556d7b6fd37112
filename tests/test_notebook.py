"""The welcome notebook runs in a real kernel of Jupyter, and shows its pictures."""

import asyncio
from pathlib import Path
from xml.etree import ElementTree

import pytest

from needs import needs

pytestmark = needs("notebook")

NOTEBOOK = Path(__file__).parents[1] / "examples" / "welcome.ipynb"
# What the last line of a cell is, and whether a picture shows it.
SHOWN = {
    "puzzle": True,
    "puzzle.is_unique()": False,
    "solution": True,
    "hint": True,
    'farandole.hint(puzzle, digits={"r1c1": 9}, notes={"r5c2": {2, 9}})': True,
    "step": True,
    "farandole.rate(puzzle)": False,
    "samurai": True,
    "samurai.solve()": True,
    "teams.zdd()": True,
    "teams": True,
}


def test_the_notebook_is_kept_without_outputs() -> None:
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)


@pytest.mark.slow
def test_the_notebook_runs_and_shows_pictures() -> None:
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    asyncio.run(client.async_execute())
    shown = {}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            assert output["output_type"] != "error"
            if output["output_type"] == "execute_result":
                shown[cell.source.splitlines()[-1]] = output["data"]
    assert {line: "image/svg+xml" in data for line, data in shown.items()} == SHOWN
    for data in shown.values():
        assert data["text/plain"]
        if "image/svg+xml" in data:
            assert ElementTree.fromstring(data["image/svg+xml"]).tag.endswith("svg")
            assert "prefers-color-scheme:dark" in data["image/svg+xml"]
