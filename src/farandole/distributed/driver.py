"""Tasks are given out until none is left, whatever becomes of those who do them.

A task that is lost, for its process was killed or its machine is gone, is given out again. One that is lost each time
has a row that ends whoever takes it: parts of the task are tried, halves of halves, until each such row is found; then
the task is done without them, and they are named.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from farandole.distributed.engines import Engine, TaskLost
from farandole.errors import FarandoleError

TRIES = 3  # losses of a task, or of one row, of which the last is no bad luck any more
HOPELESS = 100  # losses in a row, and more where more is done at once, after which it can't be the rows

Report = dict[str, Any]


class Task(ABC):
    """A piece of the work. It writes what comes of it, and then its report, where the job looks for it."""

    name: str

    @abstractmethod
    def run(self) -> Report:
        """Do it."""

    def tried(self, rows: range) -> Self | None:  # noqa: ARG002
        """Give a task that does the same for some rows and writes nothing; None if it can't be taken apart."""
        return None

    def without(self, rows: frozenset[int]) -> Self:  # noqa: ARG002
        """Give the task that leaves some rows alone, and says so of them; itself if it can't be taken apart."""
        return self

    @property
    def most_rows(self) -> int:
        """How many rows there may be."""
        return 0


def run(task: Task) -> Report:
    """Do a task: what processes are told to do."""
    return task.run()


class Job(ABC):
    """All tasks of a job, those done and those left."""

    @abstractmethod
    def left(self) -> list[Task]:
        """List the tasks that are to be done now."""

    @abstractmethod
    def take(self, task: Task, report: Report) -> Iterable[Task]:
        """Take what came of a task; give the tasks that follow from it."""

    def end(self) -> None:  # noqa: B027
        """Leave the folder in order when no task is left."""


@dataclass
class _Isolation:
    """The search for rows that end whoever takes them."""

    task: Task
    left: list[range]
    found: set[int] = field(default_factory=set)


def run_job(job: Job, engine: Engine, watch: Callable[[], None] = lambda: None) -> list[tuple[Task, str]]:
    """Give out the tasks of a job until none is left.

    Parameters
    ----------
    job : Job
    engine : Engine
        It runs `run`. It is closed at the end, however that comes.
    watch : callable
        Called now and then.

    Returns
    -------
    list of (Task, str)
        Those that can't be done, with the reasons: a damaged file, or a task that is lost again and again.

    Raises
    ------
    ChildProcessError
        If whoever takes a task is lost, whatever the task.
    """
    waiting = deque(job.left())
    running: dict[int, Task] = {}
    losses: Counter[tuple[str, range | None]] = Counter()
    isolations: dict[str, _Isolation] = {}
    failed: list[tuple[Task, str]] = []
    parts: dict[int, range] = {}  # what is tried of a task
    number = n_in_a_row = 0
    try:
        while waiting or running or isolations:
            for isolation in isolations.values():  # one part at a time of each
                if len(running) >= engine.places:
                    break
                if isolation.left and isolation.task.name not in {running[n].name for n in parts}:
                    part = isolation.task.tried(isolation.left[-1])
                    assert part is not None
                    number += 1
                    running[number], parts[number] = part, isolation.left[-1]
                    engine.begin(number, part)
            while waiting and len(running) < engine.places:
                number += 1
                running[number] = waiting.popleft()
                engine.begin(number, running[number])
            for done, outcome in engine.done():
                task, rows = running.pop(done), parts.pop(done, None)
                n_in_a_row = n_in_a_row + 1 if isinstance(outcome, TaskLost) else 0
                if n_in_a_row > HOPELESS + TRIES * engine.places:
                    raise ChildProcessError(f"{n_in_a_row} tasks in a row were lost: {outcome}")
                if isinstance(outcome, TaskLost):
                    losses[task.name, rows] += 1
                    is_bad_luck = losses[task.name, rows] < (TRIES if rows is None or len(rows) == 1 else 1)
                    if rows is not None:
                        if not is_bad_luck:
                            _take_apart(isolations[task.name], rows)
                    elif is_bad_luck:
                        waiting.appendleft(task)
                    elif task.tried(range(1)) is None or losses[task.name, None] > 3 * TRIES:
                        failed.append((task, f"lost {losses[task.name, None]} times: {outcome}"))
                    else:
                        isolations[task.name] = _Isolation(task, [range(task.most_rows)])
                elif isinstance(outcome, FarandoleError):
                    isolations.pop(task.name, None)
                    failed.append((task, str(outcome)))
                elif isinstance(outcome, BaseException):
                    raise outcome
                elif rows is not None:
                    isolations[task.name].left.remove(rows)
                else:
                    waiting.extend(job.take(task, outcome))
            for isolation in [one for one in isolations.values() if not one.left]:
                del isolations[isolation.task.name]
                waiting.appendleft(isolation.task.without(frozenset(isolation.found)))
            watch()
    finally:
        engine.close()
    job.end()
    return failed


def _take_apart(isolation: _Isolation, rows: range) -> None:
    """Go on with the halves of some rows; of one row it is known now."""
    isolation.left.remove(rows)
    if len(rows) == 1:
        isolation.found.add(rows[0])
        return
    middle = len(rows) // 2
    isolation.left += [rows[:middle], rows[middle:]]


def sort_reports(reports: Sequence[Report]) -> list[Report]:
    """Sort reports by their tasks."""
    return sorted(reports, key=lambda report: [int(part) for part in report["task"].split(".")])
