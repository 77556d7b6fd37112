"""A server for all tests of a process, and a client of it."""

from collections.abc import Iterator

import httpx
import pytest

from served import Running


@pytest.fixture(scope="session")
def running() -> Iterator[Running]:
    server = Running()
    yield server
    server.end()


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.address, timeout=30) as client:
        yield client
