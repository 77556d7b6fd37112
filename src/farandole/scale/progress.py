"""A bar on standard error: the share that is done, the rate, the time left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from time import perf_counter

from farandole.files.source import Source


def show_progress(sources: Sequence[Source], stack: ExitStack) -> Callable[[int, int, int], None]:
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
