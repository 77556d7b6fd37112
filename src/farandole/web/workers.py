"""Worker processes that answer calls, one call at a time. They don't block the server, and they can be killed.

If the client of a call leaves, its process is killed. That stops anything at once: a loop in Python as well as a search
in C++. A new process takes its place. It is forked from one that has loaded everything, so it starts in a few
milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from farandole.errors import UnfinishedError
from farandole.system import limit_memory
from farandole.web.protocol import call, error_event, limit_seconds

_CONTEXT: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
GRACE = 3.0  # seconds after the time limit, for code that rarely looks at the clock
MEMORY = 1 << 30  # bytes that a call may take
_LAST = ("result", "error")


class TooManyError(Exception):
    """Too many calls are running to accept another."""


class Workers:
    """A pool of processes, which start when they are needed.

    Parameters
    ----------
    most : int
        The maximum number of processes.
    most_waiting : int
        The number of calls that may wait for a process.
    seconds : float
        An upper bound on the time limit of a search.
    niceness : int
        The niceness of the processes for the scheduler.
    """

    def __init__(self, most: int, *, most_waiting: int, seconds: float, niceness: int = 0) -> None:
        self.most = most
        self._most_waiting = most_waiting
        self._seconds, self._niceness = seconds, niceness
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._is_over = False
        self._places = asyncio.Semaphore(most)
        self._n_waiting = 0
        self._calls = Counter[str]()  # by client
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="answers")

    @property
    def busy_pids(self) -> list[int]:
        """The process ids of the busy workers."""
        return [worker.pid for worker in self._busy]

    async def admit(self, client: str = "") -> None:
        """Wait for a place in the pool. Every call of this must be followed by `leave`.

        Parameters
        ----------
        client : str
            Who calls. A client, unless it is "", gets half of what all get.

        Raises
        ------
        TooManyError
            If too many calls are waiting, or if too many are from this client.
        """
        if self._places.locked() and self._n_waiting >= self._most_waiting:
            raise TooManyError
        if client and self._calls[client] >= (self.most + self._most_waiting) // 2:
            raise TooManyError
        self._n_waiting += 1
        self._calls[client] += 1
        try:
            await self._places.acquire()
        except BaseException:
            self._forget(client)
            raise
        finally:
            self._n_waiting -= 1

    async def answer(self, method: str, params: Mapping[str, Any]) -> AsyncGenerator[bytes]:
        """Answer an admitted call: yield each event as JSON. Close the generator to end the search."""
        loop, worker = asyncio.get_running_loop(), None
        try:
            worker = self._idle.pop() if self._idle else await loop.run_in_executor(self._threads, self._start_worker)
            self._busy.add(worker)
            if self._is_over:  # the pool has ended while the worker was starting
                worker.kill()
            worker.begin(method, params, self._seconds)
            is_last, ends = False, loop.time() + limit_seconds(method, params, self._seconds) + GRACE
            while not is_last:
                is_last, receive = await self._wait_for_event(worker, ends - loop.time())
                if is_last:
                    self._release(worker)
                yield receive
        finally:
            if worker in self._busy:  # the caller has left
                worker.kill()
                self._release(worker)

    async def _wait_for_event(self, worker: _Worker, seconds: float) -> tuple[bool, bytes]:
        """Wait for an event; kill a process that exceeds its time limit."""
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(self._threads, worker.receive), seconds
            )
        except TimeoutError:
            worker.kill()
            return True, encode_event(error_event(UnfinishedError("timed out", code="timed_out")))

    def leave(self, client: str = "") -> None:
        """Release the place of a client in the pool."""
        self._forget(client)
        self._places.release()

    def _forget(self, client: str) -> None:
        self._calls[client] -= 1
        if not self._calls[client]:
            del self._calls[client]

    def _release(self, worker: _Worker) -> None:
        self._busy.discard(worker)
        if worker.is_alive:
            self._idle.append(worker)

    def _start_worker(self) -> _Worker:
        return _Worker(self._niceness)

    async def warm(self) -> None:
        """Start a process, so that the first call need not wait for it."""
        self._idle.append(await asyncio.get_running_loop().run_in_executor(self._threads, self._start_worker))

    def end(self) -> None:
        """Kill all processes; the running calls end with an error."""
        self._is_over = True
        for worker in (*self._idle, *self._busy):
            worker.kill()


class _Worker:
    """A worker process, and the pipe to it."""

    def __init__(self, niceness: int) -> None:
        self.is_alive = True
        self._connection, theirs = _CONTEXT.Pipe()
        with theirs:
            self._process = _CONTEXT.Process(target=serve, args=(theirs, niceness), daemon=True)
            self._process.start()

    def begin(self, method: str, params: Mapping[str, Any], seconds: float) -> None:
        with suppress(OSError):  # it has died; `receive` reports that
            self._connection.send((method, params, seconds))

    def receive(self) -> tuple[bool, bytes]:
        """Wait for the next event; return whether it is the last one, and the event."""
        try:
            is_last, receive = self._connection.recv()
        except (EOFError, OSError):
            self.is_alive = False
            message = "the search ended before it had an answer"
            return True, encode_event(
                {"event": "error", "kind": "Ended", "code": "ended", "fields": {}, "message": message}
            )
        return is_last, receive

    @property
    def pid(self) -> int:
        number: int = self._process.pid
        return number

    def kill(self) -> None:
        self.is_alive = False
        self._process.kill()


def serve(connection: Connection, niceness: int) -> None:
    """Answer the calls that come through a pipe until it is closed. This runs in the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # SIGINT goes to the parent, which then stops us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    limit_memory(MEMORY)
    with suppress(EOFError, OSError):  # the server has closed the pipe
        while True:
            method, params, seconds = connection.recv()
            for receive in call(method, params, most_seconds=seconds):
                connection.send((receive["event"] in _LAST, encode_event(receive)))


def _end_with_parent() -> None:
    """End this process, even in the middle of a search, when the server has ended."""
    if parent := multiprocessing.parent_process():
        wait([parent.sentinel])
        os._exit(0)


def encode_event(receive: Mapping[str, Any]) -> bytes:
    """Encode an event as a line of JSON."""
    return json.dumps(receive, ensure_ascii=False, separators=(",", ":")).encode()


def preload() -> None:
    """Fork workers from a process that has loaded everything."""
    if _CONTEXT.get_start_method() == "forkserver":
        _CONTEXT.set_forkserver_preload(["farandole.web.warm"])
