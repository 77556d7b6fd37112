"""Events from a function that reports its progress by a callback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from queue import SimpleQueue
from typing import Any, TypeVar

from farandole.web.api.serialize import Event

Answer = TypeVar("Answer")
Send = Callable[[Event], None]

_receiver: ContextVar[Send | None] = ContextVar("receiver", default=None)


class _AbandonedError(Exception):
    """The caller has closed the generator."""


@contextmanager
def send_directly(receiver: Send) -> Iterator[None]:
    """Let `stream_events` start no thread: a receiver gets the events, and none is yielded."""
    token = _receiver.set(receiver)
    try:
        yield
    finally:
        _receiver.reset(token)


def stream_events(work: Callable[[Send], Answer]) -> Generator[Event, None, Answer]:
    """Run a function in a thread, yield the events that it sends, and return its result.

    Within `send_directly`, the function runs in this thread.

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
    receiver = _receiver.get()
    if receiver is not None:
        return work(receiver)
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
