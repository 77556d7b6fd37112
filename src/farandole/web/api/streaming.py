"""Events from a function that reports its progress by a callback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextvars import copy_context
from queue import SimpleQueue
from typing import Any, TypeVar

from farandole.web.api.serialize import Event

Answer = TypeVar("Answer")


class _AbandonedError(Exception):
    """The caller has closed the generator."""


def stream_events(work: Callable[[Callable[[Event], None]], Answer]) -> Generator[Event, None, Answer]:
    """Run a function in a thread, yield the events that it sends, and return its result.

    Parameters
    ----------
    work : callable
        Gets a function that sends an event. After the generator is closed, that function raises an error, which ends
        the work.

    Raises
    ------
    BaseException
        What the function raises.

    Examples
    --------
    >>> def count(send):
    ...     for n in range(2):
    ...         send({"event": "progress", "n": n})
    ...     return "done"
    >>> events = stream_events(count)
    >>> next(events), next(events)
    ({'event': 'progress', 'n': 0}, {'event': 'progress', 'n': 1})
    >>> next(events)
    Traceback (most recent call last):
    ...
    StopIteration: done
    """
    queue: SimpleQueue[Event | None] = SimpleQueue()
    outcome: list[Any] = []
    is_closed = threading.Event()

    def send(event: Event) -> None:
        if is_closed.is_set():
            raise _AbandonedError
        queue.put(event)

    def run() -> None:
        try:
            outcome[:] = [work(send), None]
        except BaseException as error:
            outcome[:] = [None, error]
        queue.put(None)

    threading.Thread(target=copy_context().run, args=(run,), daemon=True).start()
    try:
        while (event := queue.get()) is not None:
            yield event
    finally:
        is_closed.set()
    answer, error = outcome
    if error is not None:
        raise error
    result: Answer = answer
    return result
