"""Runs the tasks of a job on an engine until none is left, even if processes or machines die.

A task is lost if its process was killed or its machine is gone. A lost task is submitted again. A task that is lost
every time probably has a row that crashes each worker. Such rows are isolated by bisection: halves of the task are
probed, then halves of halves. In the end the task runs without these rows, and its report names them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple, Self

from farandole.distributed.engines import Engine, TaskLost
from farandole.errors import FarandoleError
from farandole.records import field, record

MAX_LOSSES = 3
"""A task, or a single row, that is lost this often is not lost by accident."""
MAX_LOST_IN_A_ROW = 100
"""After this many losses without a result between them, and `MAX_LOSSES` more per slot, the rows can't be the cause."""

Report = dict[str, Any]


class Task(ABC):
    """A unit of work. It writes its output, and then its report, where the job looks for it."""

    name: str

    @abstractmethod
    def run(self) -> Report:
        """Do the work."""

    def probe(self, rows: range) -> Self | None:  # noqa: ARG002
        """Return a task that does the same for some rows and writes nothing; None if the task can't be split."""
        return None

    def excluding(self, rows: frozenset[int]) -> Self:  # noqa: ARG002
        """Return a task that skips some rows and reports them; the task itself if it can't be split."""
        return self

    @property
    def max_rows(self) -> int:
        """Upper bound of the number of rows."""
        return 0


def run(task: Task) -> Report:
    """Run a task: the function that worker processes import."""
    return task.run()


class Job(ABC):
    """All tasks of a job, finished and unfinished."""

    @abstractmethod
    def pending(self) -> list[Task]:
        """List the tasks to run now."""

    @abstractmethod
    def record(self, task: Task, report: Report) -> Iterable[Task]:
        """Record the report of a task; return the tasks that follow from it."""

    def clean_up(self) -> None:  # noqa: B027
        """Tidy the output folder when no task is left."""


def run_job(job: Job, engine: Engine, update: Callable[[], None] = lambda: None) -> list[tuple[Task, str]]:
    """Run the tasks of a job until none is left.

    Parameters
    ----------
    job : Job
    engine : Engine
        It runs `run`. It is closed at the end, also after an error.
    update : callable
        Called several times a second while tasks run.

    Returns
    -------
    list of (Task, str)
        The tasks that failed, with the reasons: a damaged file, or a task that was lost every time.

    Raises
    ------
    ChildProcessError
        If every task is lost, whatever it contains.
    """
    return Scheduler(job, engine).run(update)


class _Attempt(NamedTuple):
    """A task that is running; `rows` are those that a probe covers, None for the task itself."""

    task: Task
    rows: range | None


@record(frozen=False, slots=False)
class _Isolation:
    """The search for the rows of a task that crash every worker: those found, and the ranges still to probe."""

    task: Task
    suspects: list[range]
    crashing: set[int] = field(default_factory=set)

    def narrow(self, rows: range) -> None:
        """Replace a range that crashed a worker by its halves; a single row is found."""
        self.suspects.remove(rows)
        if len(rows) == 1:
            self.crashing.add(rows[0])
            return
        middle = len(rows) // 2
        self.suspects += [rows[:middle], rows[middle:]]


class Scheduler:
    """Keeps an engine busy with the tasks of a job; see `run_job`."""

    def __init__(self, job: Job, engine: Engine) -> None:
        self._job, self._engine = job, engine
        self._waiting = deque(job.pending())
        self._running: dict[int, _Attempt] = {}
        self._numbers = count(1)
        self._losses: Counter[tuple[str, range | None]] = Counter()
        self._n_lost_in_a_row = 0
        self._isolations: dict[str, _Isolation] = {}
        self._failed: list[tuple[Task, str]] = []

    def run(self, update: Callable[[], None]) -> list[tuple[Task, str]]:
        """Run all tasks; return those that failed, with the reasons."""
        try:
            while self._waiting or self._running or self._isolations:
                self._submit_probes()
                self._submit_tasks()
                for number, outcome in self._engine.wait():
                    self._process(self._running.pop(number), outcome)
                self._end_isolations()
                update()
        finally:
            self._engine.close()
        self._job.clean_up()
        return self._failed

    @property
    def _is_full(self) -> bool:
        return len(self._running) >= self._engine.slots

    def _submit(self, task: Task, rows: range | None) -> None:
        number = next(self._numbers)
        self._running[number] = _Attempt(task, rows)
        self._engine.submit(number, task)

    def _submit_probes(self) -> None:
        """Probe one range at a time of each task whose crashing rows are being isolated."""
        probed = {attempt.task.name for attempt in self._running.values() if attempt.rows is not None}
        for isolation in self._isolations.values():
            if self._is_full:
                return
            if isolation.suspects and isolation.task.name not in probed:
                rows = isolation.suspects[-1]
                probe = isolation.task.probe(rows)
                assert probe is not None
                self._submit(probe, rows)

    def _submit_tasks(self) -> None:
        while self._waiting and not self._is_full:
            self._submit(self._waiting.popleft(), None)

    def _process(self, attempt: _Attempt, outcome: Any) -> None:
        """Act on the outcome of an attempt: a report, an error, or a loss."""
        task, rows = attempt
        if isinstance(outcome, TaskLost):
            self._count_loss(attempt, outcome)
            self._process_loss(attempt, outcome)
            return
        self._n_lost_in_a_row = 0
        if isinstance(outcome, FarandoleError):
            self._isolations.pop(task.name, None)
            self._failed.append((task, str(outcome)))
        elif isinstance(outcome, BaseException):
            raise outcome
        elif rows is not None:
            self._isolations[task.name].suspects.remove(rows)
        else:
            self._waiting.extend(self._job.record(task, outcome))

    def _count_loss(self, attempt: _Attempt, loss: TaskLost) -> None:
        self._losses[attempt.task.name, attempt.rows] += 1
        self._n_lost_in_a_row += 1
        if self._n_lost_in_a_row > MAX_LOST_IN_A_ROW + MAX_LOSSES * self._engine.slots:
            raise ChildProcessError(f"{self._n_lost_in_a_row} tasks in a row were lost: {loss}")

    def _process_loss(self, attempt: _Attempt, loss: TaskLost) -> None:
        task, rows = attempt
        n_losses = self._losses[task.name, rows]
        if rows is not None:
            if n_losses >= (MAX_LOSSES if len(rows) == 1 else 1):
                self._isolations[task.name].narrow(rows)
        elif n_losses < MAX_LOSSES:
            self._waiting.appendleft(task)
        elif task.probe(range(1)) is None or n_losses > 3 * MAX_LOSSES:
            self._failed.append((task, f"lost {n_losses} times: {loss}"))
        else:
            self._isolations[task.name] = _Isolation(task, [range(task.max_rows)])

    def _end_isolations(self) -> None:
        """Submit the tasks whose crashing rows are all known, without these rows."""
        for isolation in [isolation for isolation in self._isolations.values() if not isolation.suspects]:
            del self._isolations[isolation.task.name]
            self._waiting.appendleft(isolation.task.excluding(frozenset(isolation.crashing)))


def sort_reports(reports: Sequence[Report]) -> list[Report]:
    """Sort reports by the numbers of their tasks."""
    return sorted(reports, key=lambda report: [int(part) for part in report["task"].split(".")])
