"""A progress bar for making puzzles: what was tried, and what the best puzzle so far lacks."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from time import monotonic
from types import TracebackType
from typing import Any, Self

from farandole.generate import Progress

_UPDATE_INTERVAL = 0.1  # seconds


class ProgressBar:
    """A progress bar on standard error, shown only in a terminal.

    Parameters
    ----------
    n : int
        How many puzzles are made.
    is_quiet : bool
    """

    def __init__(self, n: int, *, is_quiet: bool = False) -> None:
        self._n = n
        self._stack = ExitStack()
        self._bar: Any = None
        self._task: Any = None
        self._next = 0.0
        self._missing: tuple[str, ...] = ()
        self._is_shown = not is_quiet and sys.stderr.isatty()

    def __enter__(self) -> Self:
        if not self._is_shown:
            return self
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        spinner = SpinnerColumn("line" if console.options.ascii_only else "dots")
        count = (BarColumn(), MofNCompleteColumn()) if self._n > 1 else ()
        columns = (
            spinner,
            TextColumn("making"),
            *count,
            TextColumn("{task.fields[status]}"),
            TimeElapsedColumn(),
        )
        self._bar = self._stack.enter_context(Bar(*columns, console=console, transient=True))
        self._task = self._bar.add_task("making", total=self._n, status="")
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._stack.close()

    def update(self, progress: Progress) -> None:
        """Show the progress of a search."""
        if self._bar is None:
            return
        if progress.best is not None:
            self._missing = progress.missing
        if monotonic() >= self._next:
            self._next = monotonic() + _UPDATE_INTERVAL
            best = f"; the best so far: {'; '.join(self._missing)}" if self._missing else ""
            self._bar.update(self._task, status=f"{progress.what}, {progress.tries:,} tried{best}")

    def advance(self, n: int = 1) -> None:
        """Add to the number of puzzles that are made."""
        self._missing = ()
        if self._bar is not None:
            self._bar.advance(self._task, n)
