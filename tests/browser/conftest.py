"""A server and a browser for all tests of a process, and a page for each test. Without a browser, they are skipped.

The browser is Debian's Chromium (``apt-get install chromium``), or the one that CHROMIUM names.
"""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from needs import CHROMIUM, needs

TIMEOUT = 180_000  # milliseconds to wait for a state; few take a second on an idle machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if "visit" in getattr(item, "fixturenames", ()):
                item.add_marker(needs("playwright", "chromium"))


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the page on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "farandole", "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()  # written when it listens
        yield line.split()[3]
        server.send_signal(signal.SIGTERM)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start a browser for a module, not for the session: no other event loop can run beside Playwright's."""
    from playwright import sync_api

    with sync_api.sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        sync_api.expect.set_options(timeout=TIMEOUT)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Open the page as a new visitor. An error in the page fails the test."""
    contexts, faults = [], []

    def open_page(path: str = "", **settings: Any) -> Any:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}, "locale": "en-US"} | settings))
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
        page.goto(address + path)
        page.wait_for_selector("#grid [role=gridcell]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


def _is_fault(message: Any) -> bool:
    """Return whether the message is an error of the page. A server that is out of reach or busy (429) isn't one."""
    return message.type == "error" and not any(text in message.text for text in ("net::ERR_", "status of 429"))
