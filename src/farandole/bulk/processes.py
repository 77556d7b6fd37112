"""Work shared out to processes, for Python has one thread of thought. None of them outlives who started it.

Each process has a thread that reads from a pipe into which nobody writes, and whose other end is ours alone. When we
are gone, however we ended (by Ctrl-C, SIGTERM, SIGKILL), the pipe closes, and that thread ends its process at once,
whatever it is at. No signal of a terminal reaches the processes: they are in a session of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from signal import Signals
from typing import Any, Generic, NamedTuple, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 16  # jobs for each process that may wait for their turn: some take a thousand times as long as others

_STANDARD_INPUT = 0
# What a process begins with. The thread comes first, for importing us takes a while. The path is ours, for it may have
# been changed since the interpreter started.
_BEGIN = """
import os, sys, threading
threading.Thread(target=lambda: os.read({alive}, 1) or os._exit(0), daemon=True).start()
sys.path[:] = {path!r}
from farandole.bulk.processes import serve
serve()
"""


@dataclass(frozen=True, slots=True)
class WorkerDied:
    """What there is instead of a result: the process that worked on it is no more.

    Parameters
    ----------
    status : int
        Its exit status; less than 0 the signal that ended it.

    Examples
    --------
    >>> print(WorkerDied(-9))
    ended by SIGKILL
    >>> print(WorkerDied(3))
    ended with status 3
    """

    status: int

    def __str__(self) -> str:
        if self.status >= 0:
            return f"ended with status {self.status}"
        try:
            return f"ended by {Signals(-self.status).name}"
        except ValueError:
            return f"ended by signal {-self.status}"


def map_in_processes(
    work: Callable[[Job], Result], jobs: Iterable[Job], n_processes: int
) -> Generator[tuple[Job, Result | WorkerDied], None, None]:
    """Do jobs in several processes, and yield each with its result, in the order of the jobs.

    No more processes are started than there are jobs. One that dies loses the job it is at, and another takes its
    place. What the work raises is raised here, in its turn. Close the generator to end the processes at once.

    Parameters
    ----------
    work : callable
        A function of a module: processes import it.
    jobs : iterable
        What it is called with; taken as they are needed.
    n_processes : int

    Yields
    ------
    job, result
        `WorkerDied` in place of a result that nobody will give.

    Examples
    --------
    >>> from contextlib import closing
    >>> with closing(map_in_processes(abs, [-1, 2, -3], 2)) as done:
    ...     list(done)
    [(-1, 1), (2, 2), (-3, 3)]
    """
    todo = enumerate(jobs)
    outcomes: dict[int, tuple[Job, Result | Exception | WorkerDied]] = {}
    n_given = n_told = 0
    with closing(Processes(work, n_processes)) as processes:
        while True:
            while processes.n_busy < n_processes and n_given < n_told + AHEAD * n_processes:
                if (entry := next(todo, None)) is None:
                    break
                n_given += 1
                processes.submit(entry)
            if n_told in outcomes:
                job, outcome = outcomes.pop(n_told)
                n_told += 1
                if isinstance(outcome, Exception):
                    raise outcome
                yield job, outcome
                continue  # there is room for another
            if not processes.n_busy:
                return
            for (number, job), outcome in processes.wait():
                outcomes[number] = job, outcome


class Processes(Generic[Job, Result]):
    """Some processes that do jobs; they start as they are needed.

    Parameters
    ----------
    work : callable
        A function of a module: processes import it.
    most : int
        How many processes there are at most.
    """

    def __init__(self, work: Callable[[Job], Result], most: int) -> None:
        self.most = most
        self._work = work
        self._idle: list[_Worker[Job]] = []
        self._busy: dict[object, _Worker[Job]] = {}  # by their connections
        self._alive, self._ours = os.pipe()

    @property
    def n_busy(self) -> int:
        """How many are at work."""
        return len(self._busy)

    def submit(self, entry: tuple[int, Job]) -> None:
        """Begin a job, which has a number; there has to be room for it."""
        worker = self._idle.pop() if self._idle else _Worker(self._work, self._alive)
        self._busy[worker.connection] = worker
        worker.submit(*entry)

    def wait(self, seconds: float | None = None) -> Iterator[tuple[tuple[int, Job], Result | Exception | WorkerDied]]:
        """Wait until some jobs are done; yield them with what they came to."""
        for connection in wait([worker.connection for worker in self._busy.values()], seconds):
            worker = self._busy.pop(connection)
            outcome = worker.outcome()
            if not isinstance(outcome, WorkerDied):
                self._idle.append(worker)
            came_to = outcome if isinstance(outcome, WorkerDied) else outcome.error or outcome.result
            yield (worker.number, worker.job), came_to

    def pids(self) -> list[int]:
        """List the processes there are."""
        return [worker.pid for worker in (*self._idle, *self._busy.values())]

    def close(self) -> None:
        """End all of them at once, whatever they are at."""
        os.close(self._ours)
        os.close(self._alive)
        for worker in (*self._idle, *self._busy.values()):
            worker.end()


class _Outcome(NamedTuple):
    """What a job came to: a result, or what was raised."""

    result: Any
    error: Exception | None


class _Worker(Generic[Job]):
    """A process that does one job after the other, and the job it is at."""

    number: int
    job: Job

    def __init__(self, work: Callable[[Job], object], alive: int) -> None:
        self.connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BEGIN.format(alive=alive, path=sys.path)],
                stdin=theirs.fileno(),
                pass_fds=(alive,),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._send(work)

    @property
    def pid(self) -> int:
        """Its number among processes."""
        return self._process.pid

    def submit(self, number: int, job: Job) -> None:
        """Begin a job."""
        self.number, self.job = number, job
        self._send(job)

    def _send(self, thing: object) -> None:
        with suppress(OSError):  # it died; the outcome will say so
            self.connection.send(thing)

    def outcome(self) -> _Outcome | WorkerDied:
        """Wait for what comes of the job."""
        try:
            outcome: _Outcome = self.connection.recv()
            return outcome
        except (EOFError, OSError):
            self.connection.close()
            return WorkerDied(self._process.wait())

    def end(self) -> None:
        """End it at once, whatever it is at."""
        self._process.kill()
        self._process.wait()
        self.connection.close()


def serve() -> None:
    """Do the jobs that come on standard input, until it is closed: what a process is for."""
    connection = Connection(_STANDARD_INPUT)
    with suppress(EOFError, OSError):  # who wanted results is gone
        work = connection.recv()
        while True:
            job = connection.recv()
            try:
                outcome = _Outcome(work(job), None)
            except Exception as error:
                outcome = _Outcome(None, error)
            connection.send(outcome)
