"""Two threads beside the main one: to read ahead, and to write behind. Neither outlives an error or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

T = TypeVar("T")

DEPTH = 1  # items that wait between two threads: each is some ten megabytes
# Seconds that a thread may take to notice that nothing counts any more. One that is in native code when Python ends
# would abort the process; one that waits for a pipe won't, and is left behind.
PATIENCE = 0.5

_END = object()


def prefetch(items: Iterable[T]) -> Generator[T, None, None]:
    """Yield items that another thread computes some ahead; what it raises is raised here, in its place.

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

    # A daemon: it may wait for input that never comes.
    thread = Thread(target=run, name="reader", daemon=True)
    thread.start()
    try:
        while (found := waiting.get()) is not _END:
            item, error = found
            if error is not None:
                raise error
            yield item
    finally:
        stop.set()
        _empty(waiting)
        thread.join(PATIENCE)


def _empty(waiting: Queue[Any]) -> None:
    with suppress(Empty):
        while True:
            waiting.get_nowait()


class BackgroundWriter(Generic[T]):
    """A thread that does something with each item, in their order; what it raises is raised by `put` or at the end.

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
        # A daemon: it may wait for a pipe that nobody empties.
        self._thread = Thread(target=self._run, name="writer", daemon=True)

    def _run(self) -> None:
        while (item := self._waiting.get()) is not _END:
            if self._error or self._stop:
                continue  # so that `put` never waits for ever
            try:
                self._work(item)
            except BaseException as error:
                self._error = error

    def put(self, item: T) -> None:
        """Hand over an item; wait while several are waiting."""
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
        _empty(self._waiting)  # what waits is not to be done
        self._waiting.put(_END)
        self._thread.join(PATIENCE)
