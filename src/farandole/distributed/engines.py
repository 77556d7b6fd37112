"""The engines that run tasks: processes of this machine, Ray, or Dask. All give the same results."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, TypeAlias, TypeVar

from farandole.bulk.processes import Processes, WorkerDied
from farandole.errors import FormatError, MissingExtraError, shorten
from farandole.system import count_cores

Job: TypeAlias = Any
T = TypeVar("T")
ENGINES = ("local", "ray", "dask")
_POLL_INTERVAL = 0.2  # seconds that an engine waits for results, so that Ctrl-C is noticed
_HEALTH_INTERVAL = 5.0  # seconds between two checks that the cluster is alive
_STARTS, _PAUSE = 3, 2.0  # how often a cluster of this machine is started, and seconds between two starts
_NO_SCHEDULER = "--engine dask: expected the scheduler to stay; it is gone"


class TaskLost(Exception):  # noqa: N818 - an outcome, not an error of ours
    """The worker of a job died: its process was killed, or its machine is gone."""


class Engine(ABC):
    """Runs jobs, which end in any order.

    Attributes
    ----------
    slots : int
        How many jobs may be submitted at once.
    """

    slots: int

    @abstractmethod
    def submit(self, number: int, job: Job) -> None:
        """Start a job, which is identified by its number.

        Raises
        ------
        ConnectionError
            If the whole cluster is gone.
        """

    @abstractmethod
    def wait(self) -> Iterator[tuple[int, Any]]:
        """Wait a moment for jobs to end; yield the number of each, and its result, its exception, or `TaskLost`.

        Raises
        ------
        ConnectionError
            If the whole cluster is gone, so that no further job can run.
        """

    @abstractmethod
    def close(self) -> None:
        """Stop all jobs at once."""


def start_engine(
    name: str, work: Callable[[Job], Any], *, workers: int | None = None, address: str | None = None
) -> Engine:
    """Start an engine, or connect to one.

    Parameters
    ----------
    name : str
        One of `ENGINES`.
    work : callable
        The function that runs a job. Workers import it, so it must be at the top level of a module.
    workers : int, optional
        How many jobs run at once: by default, one per core of all machines.
    address : str, optional
        Address of the cluster: ``auto`` or ``ray://host:port`` for Ray, ``tcp://host:port`` for Dask.

    Raises
    ------
    MissingExtraError
        If the library of the engine is not installed.
    FormatError
        If an address is given to an engine that has none, or if no cluster answers there.
    ConnectionError
        If the engine can't start its processes on this machine, after three tries.
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


def _start_own(name: str, start: Callable[[], T], clean_up: Callable[[], object] = lambda: None) -> T:
    """Start a cluster of this machine; try again after a fault, such as the time limit of a busy machine.

    Each library raises what it likes: Dask a RuntimeError ("Nanny failed to start"), Ray a bare Exception ("The current
    node timed out during startup").
    """
    for attempt in range(1, _STARTS + 1):
        try:
            return start()
        except (TypeError, ValueError, ImportError):  # not a matter of luck
            raise
        except Exception as error:
            with suppress(Exception):
                clean_up()
            if attempt == _STARTS:
                found = shorten(" ".join(str(error).split()) or type(error).__name__, 200)
                expected = f"--engine {name}: expected its processes to start on this machine within their time limit"
                advice = "the machine is busy, or short of memory or of room in /tmp and /dev/shm"
                remedy = "try fewer --workers, or --engine local, which needs no services"
                message = f"{expected}, found after {_STARTS} tries: {found}; {advice}: {remedy}"
                raise ConnectionError(message) from error
            sleep(_PAUSE)
    raise AssertionError("the last try returns or raises")


class Local(Engine):
    """Processes of this machine."""

    def __init__(self, work: Callable[[Job], Any], workers: int | None = None) -> None:
        self.slots = workers or count_cores()
        self.processes: Processes[Job, Any] = Processes(work, self.slots)

    def submit(self, number: int, job: Job) -> None:
        """Start a job in an idle process."""
        self.processes.submit((number, job))

    def wait(self) -> Iterator[tuple[int, Any]]:
        """Wait for results of processes."""
        for (number, _), outcome in self.processes.wait(_POLL_INTERVAL):
            yield number, TaskLost(str(outcome)) if isinstance(outcome, WorkerDied) else outcome

    def close(self) -> None:
        """Stop the processes."""
        self.processes.close()


class Ray(Engine):
    """Tasks of Ray. Ray's own retries are off, because the scheduler counts how often a job is lost."""

    def __init__(self, work: Callable[[Job], Any], workers: int | None = None, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise MissingExtraError("--engine ray: pip install 'farandole[ray]'") from None
        self._ray = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            logging.getLogger("ray").setLevel(logging.ERROR)  # else it logs each step of its start
            own = {} if address else {"num_cpus": workers, "include_dashboard": False}

            def start() -> None:
                ray.init(
                    address=address or "local",
                    log_to_driver=False,
                    logging_level="ERROR",
                    configure_logging=False,
                    **own,
                )

            if address is None:
                _start_own("ray", start, ray.shutdown)
            else:
                try:
                    start()
                except ConnectionError as error:
                    raise FormatError(f"--address: expected a Ray cluster at {address}, found none: {error}") from None
        self._work = ray.remote(max_retries=0, num_cpus=1)(work)
        self._running: dict[Any, int] = {}
        self._next_check = monotonic() + _HEALTH_INTERVAL
        cores = workers or int(ray.cluster_resources().get("CPU", 1))
        self.slots = cores if workers else cores + max(2, cores // 4)  # a few queued tasks, so that no core waits

    def submit(self, number: int, job: Job) -> None:
        """Submit a task."""
        self._running[self._work.remote(job)] = number

    def wait(self) -> Iterator[tuple[int, Any]]:
        """Wait for results of tasks."""
        if not self._running:
            return
        ready, _ = self._ray.wait(list(self._running), num_returns=1, timeout=_POLL_INTERVAL)
        if not ready:
            self._check_nodes()
        for reference in ready:
            number = self._running.pop(reference)
            try:
                yield number, self._ray.get(reference)
            except self._ray.exceptions.RayTaskError as error:
                yield number, error.cause if isinstance(error.cause, Exception) else error
            except self._ray.exceptions.RayError as error:
                yield number, TaskLost(type(error).__name__)

    def _check_nodes(self) -> None:
        """Raise if all machines are gone: Ray itself would wait forever."""
        if monotonic() > self._next_check:
            self._next_check = monotonic() + _HEALTH_INTERVAL
            if not any(node["Alive"] for node in self._ray.nodes()):
                raise ConnectionError("--engine ray: expected a machine that is alive, found none; the cluster is gone")

    def close(self) -> None:
        """Cancel the tasks; shut Ray down if it was started here."""
        for reference in self._running:
            with suppress(Exception):
                self._ray.cancel(reference, force=True)
        if self._is_own:
            self._ray.shutdown()


class Dask(Engine):
    """Tasks of Dask, on its distributed scheduler."""

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
        if address is None:
            self._cluster = _start_own(
                "dask",
                lambda: distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
                ),
            )
            self._n_own = len(self._cluster.workers)
            self._client = _start_own("dask", lambda: distributed.Client(self._cluster, timeout=10))
        else:
            try:
                self._client = distributed.Client(address, timeout=10)
            except OSError as error:
                raise FormatError(f"--address: expected a Dask scheduler at {address}, found none: {error}") from None
        threads = self._client.nthreads()
        self.slots = workers or sum(threads.values()) + max(2, sum(threads.values()) // 4)
        self._running: dict[Any, int] = {}
        self._next_check = monotonic() + _HEALTH_INTERVAL

    def submit(self, number: int, job: Job) -> None:
        """Submit a task."""
        try:
            self._running[self._client.submit(self._work, job, pure=False, retries=0)] = number
        except self._distributed.client.ClosedClientError:
            raise ConnectionError(_NO_SCHEDULER) from None

    def wait(self) -> Iterator[tuple[int, Any]]:
        """Wait for results of tasks."""
        if not self._running:
            return
        try:
            finished = self._distributed.wait(
                list(self._running), timeout=_POLL_INTERVAL, return_when="FIRST_COMPLETED"
            ).done
        except TimeoutError:
            self._replace_lost()
            return
        except CancelledError:
            raise ConnectionError(_NO_SCHEDULER) from None
        for future in finished:
            number = self._running.pop(future)
            try:
                outcome = future.result()
            except (self._distributed.KilledWorker, CancelledError) as lost:
                outcome = TaskLost(type(lost).__name__)
            except Exception as error:  # a finished result is lost, too, if its worker died before sending it
                outcome = error if future.status == "error" else TaskLost(type(error).__name__)
            yield number, outcome

    def _replace_lost(self) -> None:
        """Replace workers that Dask gave up because they restarted too slowly: it would wait forever."""
        if self._cluster is not None and monotonic() > self._next_check:
            self._next_check = monotonic() + _HEALTH_INTERVAL
            self._cluster.scale(self._n_own)

    def close(self) -> None:
        """Cancel the tasks; close the cluster if it was started here."""
        self._client.cancel(list(self._running), force=True)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
