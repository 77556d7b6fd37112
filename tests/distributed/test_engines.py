"""Engines that can't start: a busy machine is given another chance, and a fault is a sentence with what to do."""

from types import ModuleType
from typing import Any

import pytest

from farandole.distributed import engines
from farandole.distributed.driver import run
from farandole.distributed.engines import start_engine
from farandole.errors import FormatError
from needs import needs

NANNY = "Nanny failed to start."  # Source: distributed 2026.8, nanny.py
NODE = "The current node timed out during startup. This could happen because some of the raylet failed to startup."


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_PAUSE", 0.0)


class FakeRay(ModuleType):
    """Ray, as far as an engine starts it; the first starts fail."""

    def __init__(self, n_faults: int, fault: Exception) -> None:
        super().__init__("ray")
        self.n_faults, self.fault, self.calls = n_faults, fault, list[str]()

    def is_initialized(self) -> bool:
        return False

    def init(self, **_: Any) -> None:
        self.calls.append("init")
        if self.calls.count("init") <= self.n_faults:
            raise self.fault

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def remote(self, **_: Any) -> Any:
        return lambda work: work

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}


def use_ray(monkeypatch: pytest.MonkeyPatch, n_faults: int, fault: Exception | None = None) -> FakeRay:
    fake = FakeRay(n_faults, fault or Exception(NODE))
    monkeypatch.setitem(__import__("sys").modules, "ray", fake)
    return fake


def test_ray_that_starts_late_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = use_ray(monkeypatch, 2)
    assert start_engine("ray", run, workers=2).slots == 2
    assert fake.calls == ["init", "shutdown", "init", "shutdown", "init"]


def test_ray_that_does_not_start_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    use_ray(monkeypatch, 9)
    with pytest.raises(ConnectionError) as caught:
        start_engine("ray", run, workers=2)
    said = str(caught.value)
    assert said.startswith("--engine ray: expected its processes to start on this machine within their time limit, ")
    assert "found after 3 tries: The current node timed out during startup." in said
    assert said.endswith("try fewer --workers, or --engine local, which needs no services")
    assert len(said) < 600


def test_a_wrong_argument_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = use_ray(monkeypatch, 9, ValueError("num_cpus"))
    with pytest.raises(ValueError, match="num_cpus"):
        start_engine("ray", run, workers=2)
    assert fake.calls == ["init"]


def test_a_cluster_that_is_not_there_is_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = use_ray(monkeypatch, 9, ConnectionError("refused"))
    with pytest.raises(FormatError, match="--address: expected a Ray cluster at auto, found none: refused"):
        start_engine("ray", run, address="auto")
    assert fake.calls == ["init"]


@needs("dask")
@pytest.mark.parametrize("n_faults", [2, 9])
def test_dask_that_starts_late(monkeypatch: pytest.MonkeyPatch, n_faults: int) -> None:
    import distributed

    made: list[int] = []

    class Cluster:
        workers = (1, 2)

        def __init__(self, **_: Any) -> None:
            made.append(1)
            if len(made) <= n_faults:
                raise RuntimeError(NANNY)

    class Client:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def nthreads(self) -> dict[str, int]:
            return {"a": 1, "b": 1}

    monkeypatch.setattr(distributed, "LocalCluster", Cluster)
    monkeypatch.setattr(distributed, "Client", Client)
    if n_faults == 2:
        assert start_engine("dask", run, workers=2).slots == 2
        assert len(made) == 3
        return
    with pytest.raises(ConnectionError, match=r"found after 3 tries: Nanny failed to start\.; the machine is busy"):
        start_engine("dask", run, workers=2)
