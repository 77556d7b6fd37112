"""Progress bars on standard error, if that is a terminal: the share done, the rate, the time taken, the time left."""

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
"""Iterables of up to this many items are counted before the work begins, to show a total."""

_REFRESH_INTERVAL = 0.2  # seconds


class SearchProgress(Protocol):
    """A search whose progress another thread may read."""

    @property
    def found(self) -> int:
        """How much it has found so far."""

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""


def show_file_progress(sources: Sequence[Source], stack: ExitStack) -> Callable[[int, int, int], None]:
    """Show a bar until the stack is closed, if standard error is a terminal.

    Returns
    -------
    callable
        Call it with the number of puzzles done since the last call, the index of their source, and the position in its
        file.
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
    """Show how many items are done, and the time taken.

    Yields
    ------
    items, advance
        The items, and a function to call after each of them.
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
    """Show the time that a search has taken.

    Parameters
    ----------
    doing : str
        The activity, such as ``counting``.
    search : Watched, optional
        Show also its share, the estimated time left, how much it has found, and how much per second.
    unit : str
        The unit of what it finds.
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

        def refresh() -> None:
            while search and not is_over.wait(_REFRESH_INTERVAL):
                rate = (search.found - before) / (perf_counter() - start)
                bar.update(task, completed=search.share, found=search.found, rate=rate)

        refresher = Thread(target=refresh, daemon=True)
        refresher.start()
        try:
            yield
        finally:
            is_over.set()
            refresher.join()
