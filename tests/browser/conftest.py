"""A server and a browser for all tests of a process, and a page for each test. Without a browser, they are skipped.

The tests of the page run twice: with a server that answers its calls, and as static files, with Python in the browser.
The latter needs a core that `make site` has built. A test that looks at the requests of calls is marked ``server``.

The browser is Debian's Chromium (``apt-get install chromium``), or the one that CHROMIUM names.
"""

import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from needs import CHROMIUM, CORE, PYODIDE, ROOT, needs

TIMEOUT = 180_000  # milliseconds to wait for a state; few take a second on an idle machine


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "server: the test needs the server that answers the calls of the page")
    config.addinivalue_line("markers", "site: the test needs Python in the browser")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "carrier" in metafunc.fixturenames:
        site = pytest.param("site", marks=needs("site"))
        is_alone = {name: any(metafunc.definition.iter_markers(name)) for name in ("server", "site")}
        carriers = [site] if is_alone["site"] else ["server"] if is_alone["server"] else ["server", site]
        metafunc.parametrize("carrier", carriers, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if "visit" in getattr(item, "fixturenames", ()):
                item.add_marker(needs("playwright", "chromium"))


@pytest.fixture(scope="session")
def address(carrier: str, request: pytest.FixtureRequest) -> str:
    """The address of the page, with each carrier of its calls."""
    address: str = request.getfixturevalue(f"{carrier}_address")
    return address


@pytest.fixture(scope="session")
def server_address() -> Iterator[str]:
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


@pytest.fixture(scope="session")
def site_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the page as static files with the core of the last `make site`, and serve it under a path."""
    folder = tmp_path_factory.mktemp("static")
    make: list[str | Path] = [sys.executable, ROOT / "packaging" / "site" / "make_site.py", folder / "under/a/path"]
    subprocess.run([*make, "--core", CORE, "--pyodide", PYODIDE], check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/under/a/path/"
        server.shutdown()
    shutil.rmtree(folder)


class _Silent(SimpleHTTPRequestHandler):
    """Python's own server of files, without a line for each request."""

    def log_message(self, *_: Any) -> None:
        pass


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

    def open_page(path: str = "", block: str = "", script: str = "", **settings: Any) -> Any:
        """Open a path of the page, after a script. Requests that match a pattern are never answered."""
        if block:
            settings["service_workers"] = "block"
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 800}, "locale": "en-US"} | settings))
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        if block:
            context.route(block, lambda _: None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if _is_fault(message) else None)
        if script:
            page.add_init_script(script)
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
