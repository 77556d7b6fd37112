"""The table of ratings in a terminal."""

from __future__ import annotations

import os
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from farandole.cli._rate_row import Difficulty, Row
from farandole.i18n import tr
from farandole.render.terminal import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

_WIDE, _NARROW = 100, 72  # characters: a terminal from here has room for all; one below has none for EP, ED and guesses
_BEGINNING = 14


class Table:
    """Rows that are shown together at the end, when their widths are known, also if the command is stopped."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._rows: list[Row] = []

    def __enter__(self) -> Table:
        return self

    def add(self, row: Row) -> None:
        """Add a row."""
        self._rows.append(row)

    def __exit__(self, kind: type[BaseException] | None, _error: object, _traceback: TracebackType | None) -> None:
        if self._rows and not (kind and issubclass(kind, BrokenPipeError)):
            self._show()

    def _show(self) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable

        console = Console(file=self._output, highlight=False, markup=False, emoji=False)
        titles = {name: title for name, title in self._titles().items() if name in self._rows[0]}
        for name in (
            *(("puzzle",) if console.width < _WIDE or len(self._rows) == 1 else ()),
            *(("effort",) if console.width < _WIDE else ()),
            *(("guesses", "ep", "ed") if console.width < _NARROW else ()),
        ):
            titles.pop(name, None)
        dash = "-" if console.options.ascii_only else "–"
        if "hardest" not in titles and any(row["verdict"] != "solved" for row in self._rows):
            titles["verdict"] = tr("verdict")
        shape = box.ASCII2 if console.options.ascii_only else box.SIMPLE_HEAD
        table = RichTable(box=shape, padding=(0, 1, 0, 0), pad_edge=False)
        for name, title in titles.items():
            is_text = name in ("puzzle", "name", "level", "hardest", "verdict")
            table.add_column(title, justify="left" if is_text else "right", no_wrap=name != "hardest")
        for row in self._rows:
            table.add_row(*(_cell(row, name, dash) for name in titles))
        console.print(table)
        if any(isinstance(value, Difficulty) and value.is_least for row in self._rows for value in row.values()):
            note = tr("> marks a lower bound, because the time for a puzzle was up. Raise it by --seconds.")
            console.print(note, soft_wrap=False)

    def _titles(self) -> dict[str, str]:
        n_files = len({row["name"] for row in self._rows})
        return {
            **({"name": tr("file")} if n_files > 1 else {}),
            **({"line": tr("in line")} if len(self._rows) > n_files else {}),
            "puzzle": tr("puzzle"),
            "difficulty": tr("difficulty"),
            "effort": tr("effort"),
            "score": tr("score"),
            "level": tr("level"),
            "hardest": tr("hardest technique"),
            "er": "ER",
            "ep": "EP",
            "ed": "ED",
            "guesses": tr("guesses"),
        }


def _cell(row: Row, name: str, dash: str) -> RenderableType:
    from rich.text import Text

    value = row[name]
    if row["verdict"] != "solved" and name in ("hardest", "verdict"):
        value = tr("no solution") if row["verdict"] == "none" else tr("several solutions")
        return Text(value, style="yellow")
    if value is None:
        return Text(dash, style="dim")
    match name:
        case "name":
            return Text(printable(os.path.basename(str(value))))
        case "verdict":
            return Text(tr("one solution"))
        case "puzzle":
            return Text(_shorten(value))
        case "level":
            return Text(translate_level(str(value)))
        case "hardest":
            return Text(tr(str(value)))
    return Text(str(value))


def _shorten(puzzle: object) -> str:
    """Shorten a puzzle; of a document, take the givens."""
    if isinstance(puzzle, dict):
        puzzle = "".join(map(str, puzzle.get("givens", ())))
    text = str(puzzle)
    return text if len(text) <= _BEGINNING else f"{text[: _BEGINNING - 3]}..."


def translate_level(level: str) -> str:
    """Translate a level of difficulty.

    Examples
    --------
    >>> translate_level("unfair")
    'unfair'
    """
    words = {
        "easy": tr("easy"),
        "medium": tr("medium"),
        "hard": tr("hard"),
        "unfair": tr("unfair"),
        "extreme": tr("extreme"),
    }
    return words.get(level, level)
