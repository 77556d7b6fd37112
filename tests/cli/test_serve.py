"""The command that serves the page: where it is, that Ctrl-C ends it at once, and what it says where it can't begin."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import webbrowser

import pytest

import commands
from farandole.web import app


def test_ctrl_c_ends_it_with_all_that_it_is_at() -> None:
    words = [sys.executable, "-m", "farandole", "serve", "--port", str(_free_port())]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout
    line = server.stdout.readline()
    assert line.startswith("Farandole is at http://127.0.0.1:")
    assert line.endswith("/ (Ctrl-C ends it)\n")
    asked = threading.Event()
    told: list[str] = []

    def ask() -> None:
        body = json.dumps({"puzzle": "." * 81, "seconds": 60}).encode()
        with urllib.request.urlopen(f"{line.split()[3]}call/count", body) as answer:
            asked.set()
            told.append(answer.read().decode())

    asking = threading.Thread(target=ask)
    asking.start()
    assert asked.wait(60)
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=60)
    asking.join(60)
    assert (server.returncode, out, err) == (0, "", "")
    assert '"kind":"Ended"' in told[0]


def test_a_port_in_use_is_one_line() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = commands.run("serve", "--port", str(port))
    assert refused.returncode == 2
    assert refused.stderr == (
        f"farandole: port: expected one that is free, found {port}: address already in use; try another --port\n"
    )


def test_a_server_for_the_network_says_so() -> None:
    words = [sys.executable, "-m", "farandole", "serve", "--host", "0.0.0.0", "--port", str(_free_port())]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    assert server.stdout.readline().startswith("Farandole is at http://127.0.0.1:")
    said = server.stdout.readline()
    assert said.startswith("Every machine in your network can use it, without a password. Others ")
    if found := re.search(r"Others open (http://\S+)", said):  # a machine without a network has no such address
        assert "127.0.0.1" not in found[1]
        with urllib.request.urlopen(found[1]) as answer:
            assert b"<title>farandole" in answer.read()
        stranger = urllib.request.Request(found[1], headers={"Host": "example.org"})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(stranger)
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=60)


@pytest.mark.parametrize("name", ["", "https://a.org", "a.org:80", "a@b", "a b"])
def test_a_name_of_the_server_is_a_name(name: str) -> None:
    refused = commands.run("serve", f"--allow-host={name}")
    assert refused.returncode == 2
    assert "--allow-host: expected a name such as sudoku.example.org" in refused.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http"])
def test_a_port_is_a_number(port: str) -> None:
    refused = commands.run("serve", f"--port={port}")
    assert refused.returncode == 2
    assert "a whole number from 1 to 65535" in refused.stderr


def test_the_browser_opens_once_the_page_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    is_open = threading.Event()

    def open_it(address: str) -> bool:
        opened.append(address)
        is_open.set()
        return True

    def run(*_: object, when_ready: object, **__: object) -> None:
        assert callable(when_ready)
        when_ready()

    monkeypatch.setattr(webbrowser, "open", open_it)
    monkeypatch.setattr(app, "run", run)
    port = _free_port()
    done = commands.run("serve", "--open", "--port", str(port))
    assert is_open.wait(60)
    assert (done.returncode, opened) == (0, [f"http://127.0.0.1:{port}/"])


def _free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        port: int = some.getsockname()[1]
        return port
