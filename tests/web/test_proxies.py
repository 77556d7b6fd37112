"""The settings for proxies and containers: real proxies pass on what the server needs, and limit each client."""

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from farandole.web import app as web
from needs import ROOT, find_program, needs
from served import Running, until

SERVER = ROOT / "packaging" / "server"
NAME = "sudoku.example.org"


@pytest.fixture(scope="module")
def behind() -> Iterator[Running]:
    server = Running(names=(NAME,))
    yield server
    server.end()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


@contextmanager
def run_proxy(port: int, *words: str) -> Iterator[httpx.Client]:
    """Run a proxy on a port, and yield a client that asks it by the name of the site."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: process.poll() is not None or _answers(port))
        assert process.poll() is None
        base = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=base, headers={"Host": NAME, "Origin": f"http://{NAME}"}, timeout=30) as client:
            yield client
    finally:
        process.terminate()
        process.wait(20)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def check_passes_on(client: httpx.Client) -> None:
    assert client.get("/").headers["content-security-policy"]
    answer = client.post("/call/count", json={"puzzle": "." * 16})
    assert (answer.status_code, '"count":"288"' in answer.text) == (200, True)
    assert client.post("/call/count", json={}, headers={"Origin": "http://evil.example"}).status_code == 403
    with client.stream("POST", "/call/solve", json={"puzzle": "." * 81, "limit": 10**9, "seconds": 30}) as events:
        assert next(events.iter_lines()).startswith("data: ")  # long before the end


@needs("nginx")
def test_nginx_passes_on_and_limits(behind: Running, tmp_path: Path) -> None:
    port = free_port()
    site = (SERVER / "nginx.conf").read_text()
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = site.replace("http://127.0.0.1:8888", behind.address.rstrip("/"))
    site = site.replace("rate=5r/s", "rate=1r/m")  # so that a slow machine meets the limit too
    paths = "".join(
        f"{kind}_temp_path {tmp_path / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off; master_process off; pid {tmp_path / 'pid'}; error_log {tmp_path / 'log'};\nevents {{}}\n"
    settings = tmp_path / "nginx.conf"
    settings.write_text(f"{main}http {{ access_log off;\n{paths}{site}}}\n")
    with run_proxy(port, find_program("nginx") or "", "-c", str(settings), "-p", str(tmp_path)) as client:
        check_passes_on(client)
        statuses = [client.post("/call/shapes", json={}).status_code for _ in range(60)]
        assert statuses[0] == 200
        assert statuses[-1] == 429


@needs("caddy")
def test_caddy_passes_on(behind: Running, tmp_path: Path) -> None:
    port = free_port()
    site = (SERVER / "Caddyfile").read_text()
    site = site.replace("\n{\n", f"\n{{\n\tadmin off\n\thttp_port {port}\n", 1)
    site = site.replace(f"\n{NAME} {{", f"\nhttp://{NAME} {{").replace("127.0.0.1:8888", behind.address[7:-1])
    settings = tmp_path / "Caddyfile"
    settings.write_text(site)
    with run_proxy(port, "caddy", "run", "--config", str(settings), "--adapter", "caddyfile") as client:
        check_passes_on(client)


def test_the_container_has_no_rights() -> None:
    text = (SERVER / "Containerfile").read_text()
    assert "--read-only" in text
    assert "--cap-drop ALL" in text
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text)).splitlines()
    words = [line.split(maxsplit=1) for line in lines if line.strip()]
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"}
    assert {name for name, _ in words} <= known
    last = words[max(place for place, (name, _) in enumerate(words) if name == "FROM") :]
    assert dict(last)["USER"] == "65534:65534"  # the account of nobody
    assert all(":" in rest.split()[0] for name, rest in words if name == "FROM")  # with a version
    assert not [rest for name, rest in last if name == "RUN"]  # nothing is changed in the image that runs


def test_the_address_for_others_is_no_wildcard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "_find_own_address", lambda _: "192.168.1.2")
    with web.listen("0.0.0.0", 0) as taken:
        assert not web.is_local(taken)
        assert web.get_others_address(taken) == f"http://192.168.1.2:{taken.getsockname()[1]}/"
    with web.listen("127.0.0.1", 0) as taken:
        assert web.is_local(taken)
