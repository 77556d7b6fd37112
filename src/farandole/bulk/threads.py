"""Two helper threads, one to prefetch and one to write. Neither outlives an error or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")

DEPTH = 1  # items that wait between two threads: each has some ten megabytes
# Seconds that a thread gets to notice that it should stop. A thread in native code when Python exits would abort the
# process; a thread that waits for a pipe would not, so it is left alone after this time.
JOIN_TIMEOUT = 0.5

_END = object()


def prefetch(items: Iterable[T]) -> Generator[T, None, None]:
    """Yield items that another thread computes in advance; its exceptions are raised here, in their turn.

    Examples
    --------
    >>> list(prefetch(range(3)))
    [0, 1, 2]
    """
    waiting: Queue[Any] = Queue(DEPTH)
    stop = Event()

    def put(item: object) -> None:
        while not stop.is_set():
            try:
                waiting.put(item, timeout=0.1)
                break
            except Full:
                pass

    def run() -> None:
        try:
            for item in items:
                put((item, None))
                if stop.is_set():
                    return
            put(_END)
        except BaseException as error:
            put((None, error))

    # A daemon, because it may wait for input that never comes.
    thread = Thread(target=run, name="reader", daemon=True)
    thread.start()
    try:
        while (entry := waiting.get()) is not _END:
            item, error = entry
            if error is not None:
                raise error
            yield item
    finally:
        stop.set()
        _empty(waiting)
        thread.join(JOIN_TIMEOUT)


def _empty(waiting: Queue[Any]) -> None:
    with suppress(Empty):
        while True:
            waiting.get_nowait()


class BackgroundWriter(Generic[T]):
    """A thread that processes items in order; its exceptions are raised by `put` or at the end.

    Examples
    --------
    >>> with BackgroundWriter(print) as printer:
    ...     printer.put(1)
    1
    """

    def __init__(self, work: Callable[[T], object]) -> None:
        self._work = work
        self._waiting: Queue[Any] = Queue(DEPTH)
        self._error: BaseException | None = None
        self._stop = False
        # A daemon, because it may wait for a pipe whose reader is stuck.
        self._thread = Thread(target=self._run, name="writer", daemon=True)

    def _run(self) -> None:
        while (item := self._waiting.get()) is not _END:
            if self._error or self._stop:
                continue  # so that `put` never blocks forever
            try:
                self._work(item)
            except BaseException as error:
                self._error = error

    def put(self, item: T) -> None:
        """Hand over an item; wait while the queue is full."""
        if self._error:
            raise self._error
        self._waiting.put(item)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None:
            self._waiting.put(_END)
            self._thread.join()
            if self._error:
                raise self._error
            return
        self._stop = True
        _empty(self._waiting)  # drop what waits
        self._waiting.put(_END)
        self._thread.join(JOIN_TIMEOUT)
