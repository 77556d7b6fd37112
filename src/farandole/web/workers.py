"""Processes that answer calls, each one at a time: so none blocks the server, and whatever it is at, it can be ended.

A call runs until its end, or until nobody wants to know: then its process is killed, for that stops anything at once,
a loop in Python as well as a search in C++. Another process takes its place. It is forked from one that has loaded
everything already, and begins in some milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from farandole.errors import UnfinishedError
from farandole.web.protocol import call, error_event

_CONTEXT: Any = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
GRACE = 5.0  # seconds after the time is over, for what doesn't look at the clock often
_LAST = ("result", "error")


class TooManyError(Exception):
    """So many calls are being answered that another one has to be refused."""


class Workers:
    """Some processes; they start as they are needed.

    Parameters
    ----------
    most : int
        How many there are at most.
    most_waiting : int
        How many calls may wait for one of them.
    seconds : float
        The most time that a search is given, whatever its caller allows it.
    niceness : int
        How far these processes stand back behind others that want to run.
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
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="answers")

    @property
    def at_work(self) -> list[int]:
        """The processes that are at work, by their numbers in the system."""
        return [worker.pid for worker in self._busy]

    async def admit(self) -> None:
        """Wait for a place among those who get an answer; `leave` must follow in any case.

        Raises
        ------
        TooManyError
            If too many calls are waiting already.
        """
        if self._places.locked() and self._n_waiting >= self._most_waiting:
            raise TooManyError
        self._n_waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._n_waiting -= 1

    async def answer(self, method: str, params: Mapping[str, Any]) -> AsyncGenerator[bytes]:
        """Answer a call that was admitted: each event as JSON. Close it to end the search."""
        loop, worker = asyncio.get_running_loop(), None
        try:
            worker = self._idle.pop() if self._idle else await loop.run_in_executor(self._threads, self._started)
            self._busy.add(worker)
            if self._is_over:  # while it was being started
                worker.kill()
            worker.begin(method, params, self._seconds)
            is_last, ends = False, loop.time() + self._seconds + GRACE
            while not is_last:
                is_last, event = await self._next(worker, ends - loop.time())
                if is_last:
                    self._rest(worker)
                yield event
        finally:
            if worker in self._busy:  # nobody waits for the rest
                worker.kill()
                self._rest(worker)

    async def _next(self, worker: _Worker, seconds: float) -> tuple[bool, bytes]:
        """Wait for an event; end a process that keeps to no time."""
        try:
            return await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(self._threads, worker.event), seconds
            )
        except TimeoutError:
            worker.kill()
            return True, told(error_event(UnfinishedError("timed out", code="timed_out")))

    def leave(self) -> None:
        """Give the place to another one."""
        self._places.release()

    def _rest(self, worker: _Worker) -> None:
        self._busy.discard(worker)
        if worker.is_alive:
            self._idle.append(worker)

    def _started(self) -> _Worker:
        return _Worker(self._niceness)

    async def warm(self) -> None:
        """Start a process, so that the first call needn't wait for it."""
        self._idle.append(await asyncio.get_running_loop().run_in_executor(self._threads, self._started))

    def end(self) -> None:
        """End all processes at once; whoever waits for an answer is told so."""
        self._is_over = True
        for worker in (*self._idle, *self._busy):
            worker.kill()


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self, niceness: int) -> None:
        self.is_alive = True
        self._connection, theirs = _CONTEXT.Pipe()
        with theirs:
            self._process = _CONTEXT.Process(target=serve, args=(theirs, niceness), daemon=True)
            self._process.start()

    def begin(self, method: str, params: Mapping[str, Any], seconds: float) -> None:
        with suppress(OSError):  # it died; the first event will say so
            self._connection.send((method, params, seconds))

    def event(self) -> tuple[bool, bytes]:
        """Wait for the next event; say whether it is the last one."""
        try:
            is_last, event = self._connection.recv()
        except (EOFError, OSError):
            self.is_alive = False
            message = "the search ended before it had an answer"
            return True, told({"event": "error", "kind": "Ended", "code": "ended", "fields": {}, "message": message})
        return is_last, event

    @property
    def pid(self) -> int:
        number: int = self._process.pid
        return number

    def kill(self) -> None:
        self.is_alive = False
        self._process.kill()


def serve(connection: Connection, niceness: int) -> None:
    """Answer the calls that come through a pipe, until it is closed: what a process is for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us, and who ends us then
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    with suppress(EOFError, OSError):  # nobody asks any more
        while True:
            method, params, seconds = connection.recv()
            for event in call(method, params, most_seconds=seconds):
                connection.send((event["event"] in _LAST, told(event)))


def _end_with_parent() -> None:
    """End this process as soon as the server is no more, however it ended and whatever is being searched here."""
    if parent := multiprocessing.parent_process():
        wait([parent.sentinel])
        os._exit(0)


def told(event: Mapping[str, Any]) -> bytes:
    """Write an event as JSON in one line."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def preload() -> None:
    """Let the processes be forked from one that has loaded everything."""
    if _CONTEXT.get_start_method() == "forkserver":
        _CONTEXT.set_forkserver_preload(["farandole.web.warm"])
