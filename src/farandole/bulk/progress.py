"""A bar on standard error, if that is a terminal: the share that is done, the rate, the time taken, the time left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from threading import Event, Thread
from time import perf_counter
from typing import Protocol, TypeVar

from farandole.io.source import Source

Item = TypeVar("Item")

FEW = 10_000
"""Items that are counted before work on the first begins."""

_BLINK = 0.2  # seconds between two looks at a search


class SearchProgress(Protocol):
    """A search that another thread may watch."""

    @property
    def found(self) -> int:
        """What it has found so far."""

    @property
    def share(self) -> float:
        """Which part of it is done, from 0 to 1."""


def show_file_progress(sources: Sequence[Source], stack: ExitStack) -> Callable[[int, int, int], None]:
    """Show a bar until the stack is closed, if standard error is a terminal.

    Returns
    -------
    callable
        To be told how many more puzzles are done, the index of their source, and the position in its file.
    """
    if not sys.stderr.isatty():
        return lambda *_: None
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    sizes = [source.size or len(source.head) for source in sources]
    is_known = all(source.size is not None or source.is_short for source in sources)
    columns = (
        TextColumn("solving"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    bar = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = bar.add_task("solving", total=sum(sizes) if is_known else None, rate="")
    start, n_done = perf_counter(), 0

    def advance(n_puzzles: int, index: int, position: int) -> None:
        nonlocal n_done
        n_done += n_puzzles
        rate = n_done / (perf_counter() - start)
        bar.update(task, completed=sum(sizes[:index]) + position, rate=f"{rate:,.0f} puzzles/s")

    return advance


@contextmanager
def show_item_progress(doing: str, items: Iterable[Item]) -> Iterator[tuple[Iterable[Item], Callable[[], None]]]:
    """Show how many items are done, and for how long it has been at work.

    Yields
    ------
    items, advance
        The items, and what is to be called after each.
    """
    if not sys.stderr.isatty():
        yield items, lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    rest = iter(items)
    first = list(islice(rest, FEW))
    console = Console(stderr=True)
    spinner = SpinnerColumn("line" if console.options.ascii_only else "dots")
    columns = (spinner, TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(doing, total=len(first) if len(first) < FEW else None)
        yield chain(first, rest), lambda: bar.advance(task)


@contextmanager
def show_search_progress(doing: str, search: SearchProgress | None = None, *, unit: str = "found") -> Iterator[None]:
    """Show for how long something has been at work.

    Parameters
    ----------
    doing : str
        What is done.
    search : Watched, optional
        Shows also its share, how long it may take yet, how much it has found, and how much a second.
    unit : str
        What it finds.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    found = TextColumn("{task.fields[found]:,} {task.fields[unit]}, {task.fields[rate]:,.0f}/s")
    share = (BarColumn(), TaskProgressColumn(), found, TimeRemainingColumn()) if search else ()
    console = Console(stderr=True)
    spinner = SpinnerColumn("line" if console.options.ascii_only else "dots")
    columns = (spinner, TextColumn(doing), *share, TimeElapsedColumn())
    is_over = Event()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(doing, total=1 if search else None, found=0, unit=unit, rate=0.0)

        start, before = perf_counter(), search.found if search else 0

        def look() -> None:
            while search and not is_over.wait(_BLINK):
                rate = (search.found - before) / (perf_counter() - start)
                bar.update(task, completed=search.share, found=search.found, rate=rate)

        watcher = Thread(target=look, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_over.set()
            watcher.join()
