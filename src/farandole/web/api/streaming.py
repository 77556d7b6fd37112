"""Questions that tell how far they are while they are at work: what they tell becomes events."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextvars import copy_context
from queue import SimpleQueue
from typing import Any, TypeVar

from farandole.web.api.serialize import Event

Answer = TypeVar("Answer")


class _NobodyHearsError(Exception):
    """Who asked has left."""


def heard(work: Callable[[Callable[[Event], None]], Answer]) -> Generator[Event, None, Answer]:
    """Yield the events that some work tells, and return what comes of it; what it raises is raised here.

    Parameters
    ----------
    work : callable
        Gets a function to be called with each event; if nobody listens any more, that ends the work.

    Examples
    --------
    >>> def count(tell):
    ...     for n in range(2):
    ...         tell({"event": "progress", "n": n})
    ...     return "done"
    >>> events = heard(count)
    >>> next(events), next(events)
    ({'event': 'progress', 'n': 0}, {'event': 'progress', 'n': 1})
    >>> next(events)
    Traceback (most recent call last):
    ...
    StopIteration: done
    """
    told: SimpleQueue[Event | None] = SimpleQueue()
    outcome: list[Any] = []
    has_left = threading.Event()

    def tell(event: Event) -> None:
        if has_left.is_set():
            raise _NobodyHearsError
        told.put(event)

    def run() -> None:
        try:
            outcome[:] = [work(tell), None]
        except BaseException as error:
            outcome[:] = [None, error]
        told.put(None)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    try:
        while (event := told.get()) is not None:
            yield event
    finally:
        has_left.set()
    answer, error = outcome
    if error is not None:
        raise error
    result: Answer = answer
    return result
