"""Jobs shared out to processes: in order, each with what came of it, and nobody left behind."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count

import pytest

from farandole.bulk.processes import AHEAD, WorkerDied, map_in_processes


def double(n: int) -> int:
    time.sleep(0.01 * (n % 3))
    return 2 * n


def process_of(_: int) -> int:
    return os.getpid()


def die_at_three(n: int) -> int:
    if n == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def leave_at_three(n: int) -> int:
    if n == 3:
        os._exit(7)
    return n


def divide(n: int) -> float:
    return 6 / n


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def test_results_come_in_the_order_of_the_jobs() -> None:
    assert list(map_in_processes(double, range(50), 3)) == [(n, 2 * n) for n in range(50)]
    assert list(map_in_processes(double, (), 3)) == []


def wait_at_zero(n: int) -> int:
    time.sleep(0 if n else 1)
    return n


def test_one_slow_job_holds_up_the_others_and_ends_none() -> None:
    assert [result for _, result in map_in_processes(wait_at_zero, range(5 * AHEAD), 2)] == list(range(5 * AHEAD))


def test_there_are_no_more_processes_than_jobs() -> None:
    assert len({pid for _, pid in map_in_processes(process_of, range(2), 1000)}) <= 2


def test_jobs_are_taken_as_they_are_needed() -> None:
    taken = count()
    with closing(map_in_processes(double, taken, 2)) as done:
        assert next(done) == (0, 0)
    assert next(taken) <= 2 * AHEAD + 2


@pytest.mark.parametrize(
    ("work", "said"), [(die_at_three, "ended by SIGKILL"), (leave_at_three, "ended with status 7")]
)
def test_a_process_that_dies_is_told_and_another_goes_on(work: Callable[[int], int], said: str) -> None:
    outcomes = [outcome for _, outcome in map_in_processes(work, range(10), 2)]
    died = outcomes.pop(3)
    assert outcomes == [0, 1, 2, 4, 5, 6, 7, 8, 9]
    assert isinstance(died, WorkerDied)
    assert str(died) == said


def test_what_the_work_raises_is_raised_in_its_turn() -> None:
    done = map_in_processes(divide, (3, 2, 0, 1), 2)
    assert [next(done), next(done)] == [(3, 2.0), (2, 3.0)]
    with pytest.raises(ZeroDivisionError):
        next(done)


def test_whoever_stops_waits_for_nothing() -> None:
    start = time.perf_counter()
    with closing(map_in_processes(sleep, (0, 60, 60, 60), 2)) as done:
        assert next(done) == (0, None)
    assert time.perf_counter() - start < 20
