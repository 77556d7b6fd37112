"""Who does the jobs: processes of this machine, Ray or Dask. What they do is the same, and so is what comes out."""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from time import monotonic
from typing import Any, TypeAlias

from farandole.bulk.processes import Processes, WorkerDied
from farandole.errors import FormatError, MissingExtraError

Job: TypeAlias = Any
ENGINES = ("local", "ray", "dask")
_GLANCE = 0.2  # seconds after which Ctrl-C is looked for
_LOOK = 5.0  # seconds between two looks whether a cluster is still there
_NO_SCHEDULER = "--engine dask: expected the scheduler to stay; it is gone"


class TaskLost(Exception):  # noqa: N818 - no error of ours
    """Who was at a job is no more: a process was killed, or its machine is gone."""


class Engine(ABC):
    """Jobs are begun, and done in any order.

    Attributes
    ----------
    places : int
        How many jobs may be begun at once.
    """

    places: int

    @abstractmethod
    def begin(self, number: int, job: Job) -> None:
        """Begin a job; its number tells it apart.

        Raises
        ------
        ConnectionError
            If the whole cluster is gone.
        """

    @abstractmethod
    def done(self) -> Iterator[tuple[int, Any]]:
        """Wait a moment for jobs to end; yield the number of each, and its result, or what it raised, or `TaskLost`.

        Raises
        ------
        ConnectionError
            If the whole cluster is gone, so that nobody could do another job.
        """

    @abstractmethod
    def close(self) -> None:
        """End all jobs at once."""


def start_engine(
    name: str, work: Callable[[Job], Any], *, workers: int | None = None, address: str | None = None
) -> Engine:
    """Start an engine, or connect to one.

    Parameters
    ----------
    name : str
        One of `ENGINES`.
    work : callable
        A function of a module that does a job.
    workers : int, optional
        How many jobs are done at once: by default one for each core, of all machines.
    address : str, optional
        Where the cluster is: ``auto`` or ``ray://host:port`` for Ray, ``tcp://host:port`` for Dask.

    Raises
    ------
    MissingExtraError
        If its library is not installed.
    FormatError
        If an address is given that the engine can't have.
    """
    match name:
        case "ray":
            return Ray(work, workers, address)
        case "dask":
            return Dask(work, workers, address)
        case _:
            if address is not None:
                raise FormatError(f"--address: expected the engine ray or dask, found {name}")
            return Local(work, workers)


class Local(Engine):
    """Processes of this machine."""

    def __init__(self, work: Callable[[Job], Any], workers: int | None = None) -> None:
        self.places = workers or len(os.sched_getaffinity(0))
        self.processes: Processes[Job, Any] = Processes(work, self.places)

    def begin(self, number: int, job: Job) -> None:
        """Begin a job in a process that is idle."""
        self.processes.begin((number, job))

    def done(self) -> Iterator[tuple[int, Any]]:
        """Wait for processes."""
        for (number, _), outcome in self.processes.wait(_GLANCE):
            yield number, TaskLost(str(outcome)) if isinstance(outcome, WorkerDied) else outcome

    def close(self) -> None:
        """End the processes."""
        self.processes.close()


class Ray(Engine):
    """Ray's tasks. Ray itself never tries again: we count how often a job was lost."""

    def __init__(self, work: Callable[[Job], Any], workers: int | None = None, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise MissingExtraError("--engine ray: pip install 'farandole[ray]'") from None
        self._ray = ray
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            logging.getLogger("ray").setLevel(logging.ERROR)  # it tells at length how it starts
            own = {} if address else {"num_cpus": workers, "include_dashboard": False}
            try:
                ray.init(
                    address=address or "local",
                    log_to_driver=False,
                    logging_level="ERROR",
                    configure_logging=False,
                    **own,
                )
            except ConnectionError as error:
                raise FormatError(f"--address: expected a Ray cluster at {address}, found none: {error}") from None
        self._work = ray.remote(max_retries=0, num_cpus=1)(work)
        self._begun: dict[Any, int] = {}
        self._next_look = monotonic() + _LOOK
        cores = workers or int(ray.cluster_resources().get("CPU", 1))
        self.places = cores if workers else cores + max(2, cores // 4)  # some wait at hand

    def begin(self, number: int, job: Job) -> None:
        """Begin a task."""
        self._begun[self._work.remote(job)] = number

    def done(self) -> Iterator[tuple[int, Any]]:
        """Wait for tasks."""
        if not self._begun:
            return
        ready, _ = self._ray.wait(list(self._begun), num_returns=1, timeout=_GLANCE)
        if not ready:
            self._look_for_machines()
        for reference in ready:
            number = self._begun.pop(reference)
            try:
                yield number, self._ray.get(reference)
            except self._ray.exceptions.RayTaskError as error:
                yield number, error.cause if isinstance(error.cause, Exception) else error
            except self._ray.exceptions.RayError as error:
                yield number, TaskLost(type(error).__name__)

    def _look_for_machines(self) -> None:
        """Ray waits for ever for the tasks of a cluster whose machines are all gone."""
        if monotonic() > self._next_look:
            self._next_look = monotonic() + _LOOK
            if not any(node["Alive"] for node in self._ray.nodes()):
                raise ConnectionError("--engine ray: expected a machine that is alive, found none; the cluster is gone")

    def close(self) -> None:
        """Cancel the tasks; end Ray, if it was begun here."""
        for reference in self._begun:
            with suppress(Exception):
                self._ray.cancel(reference, force=True)
        if self._is_ours:
            self._ray.shutdown()


class Dask(Engine):
    """Dask's tasks, by its scheduler for machines."""

    def __init__(self, work: Callable[[Job], Any], workers: int | None = None, address: str | None = None) -> None:
        try:
            import dask
            import distributed
        except ImportError:
            raise MissingExtraError("--engine dask: pip install 'farandole[dask]'") from None
        self._distributed, self._work = distributed, work
        self._cluster = None
        dask.config.set(
            {"distributed.scheduler.allowed-failures": 0, "distributed.admin.large-graph-warning-threshold": "1GB"}
        )
        try:
            if address is None:
                self._cluster = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
                )
                self._n_own = len(self._cluster.workers)
            self._client = distributed.Client(self._cluster or address, timeout=10)
        except OSError as error:
            raise FormatError(f"--address: expected a Dask scheduler at {address}, found none: {error}") from None
        threads = self._client.nthreads()
        self.places = workers or sum(threads.values()) + max(2, sum(threads.values()) // 4)
        self._begun: dict[Any, int] = {}
        self._next_look = monotonic() + _LOOK

    def begin(self, number: int, job: Job) -> None:
        """Begin a task."""
        try:
            self._begun[self._client.submit(self._work, job, pure=False, retries=0)] = number
        except self._distributed.client.ClosedClientError:
            raise ConnectionError(_NO_SCHEDULER) from None

    def done(self) -> Iterator[tuple[int, Any]]:
        """Wait for tasks."""
        if not self._begun:
            return
        try:
            ended = self._distributed.wait(list(self._begun), timeout=_GLANCE, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            self._replace_lost()
            return
        except CancelledError:
            raise ConnectionError(_NO_SCHEDULER) from None
        for future in ended:
            number = self._begun.pop(future)
            try:
                outcome = future.result()
            except (self._distributed.KilledWorker, CancelledError) as lost:
                outcome = TaskLost(type(lost).__name__)
            except Exception as error:  # what is done is lost, too, if nobody is there any more to hand it over
                outcome = error if future.status == "error" else TaskLost(type(error).__name__)
            yield number, outcome

    def _replace_lost(self) -> None:
        """Dask gives up a worker of its own that is slow to start again, and waits for ever when all are given up."""
        if self._cluster is not None and monotonic() > self._next_look:
            self._next_look = monotonic() + _LOOK
            self._cluster.scale(self._n_own)

    def close(self) -> None:
        """Cancel the tasks; end the cluster, if it was begun here."""
        self._client.cancel(list(self._begun), force=True)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
