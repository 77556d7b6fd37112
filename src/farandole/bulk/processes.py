"""Work in several processes, because of the GIL. No worker outlives the process that started it.

Each worker has a thread that reads from a pipe whose other end only the parent holds. When the parent ends for any
reason (Ctrl-C, SIGTERM, SIGKILL), the pipe closes, and the thread ends its process at once. Signals from a terminal
don't reach the workers, because they run in a session of their own. Windows has neither such pipes nor sessions: there,
multiprocessing starts the workers, and they watch its sentinel of the parent.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.context import SpawnProcess
from signal import Signals
from typing import Any, Generic, NamedTuple, TypeVar

from farandole import system
from farandole.records import record

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD = 16  # results per process that may wait for their turn: some jobs take a thousand times as long as others

_STANDARD_INPUT = 0
# What a worker runs first. The thread comes first, because the import takes a while. The path is that of the parent,
# which may have changed it since its interpreter started.
_BEGIN = """
import os, sys, threading
threading.Thread(target=lambda: os.read({alive}, 1) or os._exit(0), daemon=True).start()
sys.path[:] = {path!r}
from farandole.bulk.processes import serve
serve()
"""


@record
class WorkerDied:
    """The outcome of a job whose worker process died.

    Parameters
    ----------
    status : int
        The exit status of the worker; a negative number is the signal that ended it.

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
    """Run jobs in several processes, and yield each job with its result, in the order of the jobs.

    At most one process per job is started. A process that dies loses its job, and a new process replaces it. Exceptions
    of the work are raised here, in their turn. Close the generator to end the processes at once.

    Parameters
    ----------
    work : callable
        A function at the top level of a module, because workers import it.
    jobs : iterable
        The arguments of the calls, consumed as needed.
    n_processes : int

    Yields
    ------
    job, result
        `WorkerDied` in place of a result that was lost.

    Examples
    --------
    >>> from contextlib import closing
    >>> with closing(map_in_processes(abs, [-1, 2, -3], 2)) as done:
    ...     list(done)
    [(-1, 1), (2, 2), (-3, 3)]
    """
    todo = enumerate(jobs)
    outcomes: dict[int, tuple[Job, Result | Exception | WorkerDied]] = {}
    n_given = n_yielded = 0
    with closing(Processes(work, n_processes)) as processes:
        while True:
            while processes.n_busy < n_processes and n_given < n_yielded + AHEAD * n_processes:
                if (entry := next(todo, None)) is None:
                    break
                n_given += 1
                processes.submit(entry)
            if n_yielded in outcomes:
                job, outcome = outcomes.pop(n_yielded)
                n_yielded += 1
                if isinstance(outcome, Exception):
                    raise outcome
                yield job, outcome
                continue  # there is room for another job
            if not processes.n_busy:
                return
            for (number, job), outcome in processes.wait():
                outcomes[number] = job, outcome


class Processes(Generic[Job, Result]):
    """A pool of processes that run jobs; they start when they are needed.

    Parameters
    ----------
    work : callable
        A function at the top level of a module, because workers import it.
    most : int
        Upper bound of the number of processes.
    """

    def __init__(self, work: Callable[[Job], Result], most: int) -> None:
        self.most = most
        self._work = work
        self._idle: list[_Worker[Job]] = []
        self._busy: dict[object, _Worker[Job]] = {}  # by their connections
        self._alive, self._ours = os.pipe()

    @property
    def n_busy(self) -> int:
        """How many processes are busy."""
        return len(self._busy)

    def submit(self, entry: tuple[int, Job]) -> None:
        """Start a job, given with its number; at most `most` may run."""
        worker = self._idle.pop() if self._idle else _Worker(self._work, self._alive)
        self._busy[worker.connection] = worker
        worker.submit(*entry)

    def wait(self, seconds: float | None = None) -> Iterator[tuple[tuple[int, Job], Result | Exception | WorkerDied]]:
        """Wait until some jobs end; yield them with their outcomes."""
        for connection in wait([worker.connection for worker in self._busy.values()], seconds):
            worker = self._busy.pop(connection)
            outcome = worker.outcome()
            if not isinstance(outcome, WorkerDied):
                self._idle.append(worker)
            result = outcome if isinstance(outcome, WorkerDied) else outcome.error or outcome.result
            yield (worker.number, worker.job), result

    def pids(self) -> list[int]:
        """List the ids of the processes."""
        return [worker.pid for worker in (*self._idle, *self._busy.values())]

    def close(self) -> None:
        """Kill all processes."""
        os.close(self._ours)
        os.close(self._alive)
        for worker in (*self._idle, *self._busy.values()):
            worker.end()


class _Outcome(NamedTuple):
    """The outcome of a job: a result or an exception."""

    result: Any
    error: Exception | None


class _Worker(Generic[Job]):
    """A process that runs one job after the other, and its current job."""

    number: int
    job: Job

    def __init__(self, work: Callable[[Job], object], alive: int) -> None:
        self.connection, theirs = Pipe()
        with theirs:
            self._process = _start(theirs, alive) if system.PASSES_DESCRIPTORS else _spawn(theirs)
        self._send(work)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid or 0

    def submit(self, number: int, job: Job) -> None:
        """Start a job."""
        self.number, self.job = number, job
        self._send(job)

    def _send(self, message: object) -> None:
        with suppress(OSError):  # the process died; `outcome` will notice
            self.connection.send(message)

    def outcome(self) -> _Outcome | WorkerDied:
        """Wait for the outcome of the job."""
        try:
            outcome: _Outcome = self.connection.recv()
            return outcome
        except (EOFError, OSError):
            self.connection.close()
            return WorkerDied(self._wait())

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._wait()
        self.connection.close()

    def _wait(self) -> int:
        """Wait until the process has ended; return its status."""
        if isinstance(self._process, SpawnProcess):
            self._process.join()
            return self._process.exitcode or 0
        return self._process.wait()


def _start(connection: Connection, alive: int) -> subprocess.Popen[bytes]:
    """Start a worker that has a connection as its standard input, and ends when a pipe closes."""
    return subprocess.Popen(
        [sys.executable, "-c", _BEGIN.format(alive=alive, path=sys.path)],
        stdin=connection.fileno(),
        pass_fds=(alive,),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _spawn(connection: Connection) -> SpawnProcess:
    """Start a worker by multiprocessing."""
    process = get_context("spawn").Process(target=_serve_spawned, args=(connection,), daemon=True)
    process.start()
    return process


def _serve_spawned(connection: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _answer_jobs(connection)


def _end_with_parent() -> None:
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(0)


def serve() -> None:
    """Run the jobs that arrive on standard input, until it is closed: the main loop of a worker."""
    _answer_jobs(Connection(_STANDARD_INPUT))


def _answer_jobs(connection: Connection) -> None:
    with suppress(EOFError, OSError):  # the parent is gone
        work = connection.recv()
        while True:
            job = connection.recv()
            try:
                outcome = _Outcome(work(job), None)
            except Exception as error:
                outcome = _Outcome(None, error)
            connection.send(outcome)
