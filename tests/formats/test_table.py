"""The table of formats: a new format is a module and a row, no reader is imported to say no, a text is read once."""

import subprocess
import sys
from pathlib import Path

import pytest

from farandole.cli.main import main
from farandole.formats import table
from farandole.formats.table import FORMATS, Format
from farandole.formats.text import classic

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_a_row_names_functions_of_its_module(row: Format) -> None:
    assert callable(row.reader.read)
    assert row.writes is None or callable(getattr(row.reader, row.writes))
    assert hasattr(row.reader, "unknowns") == row.lenient


@pytest.mark.parametrize("name", ["puzzles_2024.txt", "no/such/puzzle.json", "a" * 40])
def test_a_file_name_loads_no_format(name: str, tmp_path: Path) -> None:
    script = (
        f"import sys; from farandole.io.argument import find_text\nassert not find_text({name!r}); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=tmp_path)
    loaded = {module for module in done.stdout.split() if module.startswith("farandole.formats.")}
    readers = {".".join(row.module.split(".")[:3]) for row in FORMATS}
    assert not [module for module in loaded if ".".join(module.split(".")[:3]) in readers]
    assert not [module for module in loaded if module.endswith((".json_value", ".lzstring"))]


def test_a_puzzle_loads_no_format_either() -> None:
    script = f"import sys; from farandole import formats; formats.read({LINE!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert not {row.module for row in FORMATS} & set(done.stdout.split())


def test_the_command_recognizes_a_text_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called = []
    of_text, find_by_link = classic.open_reader, table.find_by_link

    def counted_text(text: str | bytes) -> classic.TextReader:
        called.append("text")
        return of_text(text)

    def counted_link(text: str) -> Format | None:
        called.append("link")
        return find_by_link(text)

    monkeypatch.setattr("farandole.formats.text.open_reader", counted_text)
    monkeypatch.setattr(table, "find_by_link", counted_link)
    path = tmp_path / "puzzle.txt"
    path.write_text(LINE)
    assert main(["solve", str(path)]) == 0
    assert called.count("text") == 1
    called.clear()
    assert main(["solve", LINE]) == 0
    assert called.count("text") == 1  # a text, and not the name of a file: by its cells
    assert called.count("link") == 2  # is it a link, or the name of a file? then: which format is it?
