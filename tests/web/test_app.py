"""The server: what it answers, whom it refuses, and that nothing goes on once nobody waits for it."""

import asyncio
import base64
import io
import json
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import hypot
from multiprocessing.connection import Connection
from typing import Any

import httpx
import pytest
from PIL import Image

from farandole.errors import ArgumentError
from farandole.web import app as web
from farandole.web import workers
from farandole.web.policy import read_frame_ancestor, served_policy
from farandole.web.protocol import METHODS
from needs import needs
from served import Running, until

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81  # to count its solutions takes longer than anybody waits


def events(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    *told, end = answer.text.split("\n\n")
    assert not end
    return [json.loads(event.removeprefix("data: ")) for event in told]


# ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_call_is_answered_event_after_event(client: httpx.Client) -> None:
    *solutions, last = events(client.post("/call/solve", json={"puzzle": "1.....1..2..3..2", "limit": 5}))
    assert [event["event"] for event in solutions] == ["solution"] * 2
    assert (last["event"], last["count"]) == ("result", 2)


def test_what_a_puzzle_lacks_is_an_event_too(client: httpx.Client) -> None:
    [error] = events(client.post("/call/solve", json={"puzzle": "..."}))
    assert (error["event"], error["kind"]) == ("error", "FormatError")
    [error] = events(client.post("/call/solve", content=b""))
    assert error["message"] == "solve: expected puzzle, which is missing"


def test_the_language_is_that_of_the_call(client: httpx.Client) -> None:
    [hint] = events(client.post("/call/hint", json={"puzzle": EASY, "lang": "zh"}))
    assert "唯余法" in hint["levels"][0]


def test_the_page_is_sent_once(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = {"Accept-Encoding": "identity"}
    assert client.head("/", headers=plain).headers["content-length"] == str(len(page.content))
    assert "gzip" not in client.get("/", headers=plain).headers.get("content-encoding", "")


def test_the_service_worker_is_at_the_top_so_that_it_may_answer_for_the_page(client: httpx.Client) -> None:
    assert client.get("/worker.js").content == client.get("/static/worker.js").content


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "nothing.js", "%00", "a" * 3000, "..%5capp.py", "", "style"]
)
def test_only_files_of_the_page_are_sent(client: httpx.Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_every_answer_tells_the_browser_to_be_strict(client: httpx.Client) -> None:
    for answer in (client.get("/"), client.get("/nothing"), client.post("/call/count", json=3)):
        assert answer.headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'; style-src 'self'"
        )
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "geolocation=()" in answer.headers["permissions-policy"].split(", ")


def test_only_the_sites_that_are_named_may_show_the_page_in_a_frame() -> None:
    assert served_policy().endswith("frame-ancestors 'none'")
    assert served_policy(["https://a.org", "https://b.org"]).endswith("frame-ancestors https://a.org https://b.org")


@pytest.mark.parametrize("site", ["example.org", "https://a.org; script-src *", "https://a.org/x", "", "https://a b"])
def test_a_site_is_refused_that_would_change_the_policy(site: str) -> None:
    with pytest.raises(ArgumentError, match="expected a site such as"):
        read_frame_ancestor(site)


def test_the_manifest_names_files_that_are_there(client: httpx.Client) -> None:
    answer = client.get("/static/app.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert all(client.get(f"/static/{icon['src']}").status_code == 200 for icon in manifest["icons"])
    assert manifest["start_url"] == manifest["scope"] == "../"


def test_the_icons_are_as_large_as_the_manifest_says(client: httpx.Client) -> None:
    icons = client.get("/static/app.webmanifest").json()["icons"]
    for icon in (one for one in icons if one["type"] == "image/png"):
        picture = Image.open(io.BytesIO(client.get(f"/static/{icon['src']}").content)).convert("RGBA")
        assert icon["sizes"] == f"{picture.width}x{picture.height}"
        is_opaque = picture.getchannel("A").getextrema() == (255, 255)
        assert is_opaque == (icon["purpose"] == "maskable")  # a system cuts the corners of those


def test_what_a_system_cuts_off_a_maskable_icon_is_plain(client: httpx.Client) -> None:
    for name in ("maskable", "apple-touch"):
        picture = Image.open(io.BytesIO(client.get(f"/static/icons/{name}.png").content)).convert("RGB")
        middle, ground = picture.width / 2, picture.getpixel((0, 0))
        beyond = [
            picture.getpixel((x, y))
            for x in range(picture.width)
            for y in range(picture.height)
            if hypot(x - middle, y - middle) > 0.4 * picture.width
        ]
        assert {*beyond} == {ground}


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:8888"}, 403),
        ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Host": "127.0.0.1@evil.example"}, 403),
        ({"Host": "evil.example@127.0.0.1"}, 403),
        ({"Host": "evil.example:1@127.0.0.1:2"}, 403),
        ({"Host": "127.0.0.1/evil.example"}, 403),
        ({"Host": "[::1"}, 403),
        ({"Host": ""}, 403),
        ({"Host": "localhost:1"}, 200),
        ({"Host": "[::1]:1"}, 200),
        ({"Host": "192.168.1.2"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Host": "localhost:1", "Origin": "http://localhost:1"}, 200),
        ({"Host": "localhost:1", "Origin": "http://localhost:2"}, 403),
    ],
)
def test_strangers_are_refused(client: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert client.get("/", headers=headers).status_code == status
    assert client.post("/call/shapes", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b"[1]", 422),
        (b"null", 422),
        (b"[" * 60_000, 422),
        (b'{"puzzle": ' + b"1" * 60_000 + b"}", 422),
        (b"\xff", 422),
        (b'{"text": "' + b"x" * (1 << 16) + b'"}', 413),
    ],
)
def test_what_is_no_call_is_refused(client: httpx.Client, body: bytes, status: int) -> None:
    assert client.post("/call/parse", content=body).status_code == status
    assert client.post("/call/parse", content=iter([body])).status_code == status  # in chunks, of no length told


def test_there_is_nothing_else(client: httpx.Client) -> None:
    assert client.post("/call/jump", json={}).status_code == 404
    assert client.get("/call/solve").status_code == 405
    assert client.get("/docs").status_code == 404


def test_the_port_of_another_is_refused() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(ArgumentError, match=r"port: expected one that is free, found \d+"):
            web.listen(port=other.getsockname()[1])
    with pytest.raises(ArgumentError, match="host: expected a name or an address"):
        web.listen("no.invalid", 0)


# ── Long searches ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_long_searches_are_few_and_hinder_nobody_and_end_with_who_asked(running: Running) -> None:
    _, long = running.pools
    with httpx.Client(base_url=running.address, timeout=60) as client:
        leaving = [_Asking(running.address) for _ in range(long.most)]
        until(lambda: len(long.busy_pids) == long.most)
        refused = client.post("/call/count", json={"puzzle": EMPTY})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        [hint] = events(client.post("/call/hint", json={"puzzle": EASY}))
        assert hint["technique"] == "Naked Single"
        for one in leaving:
            one.leave()
        until(lambda: not long.busy_pids)
        [counted] = events(client.post("/call/count", json={"puzzle": "." * 16}))
        assert counted["count"] == "288"


class _Asking:
    """Somebody who asks for more than anybody waits for."""

    def __init__(self, address: str, by: str = "127.0.0.1") -> None:
        url = httpx.URL(address)
        self._socket = socket.create_connection((url.host, url.port))
        body = json.dumps({"puzzle": EMPTY, "seconds": 60}).encode()
        headers = f"Host: {url.host}\r\nX-Forwarded-For: {by}\r\nContent-Length: {len(body)}"
        self._socket.sendall(f"POST /call/count HTTP/1.1\r\n{headers}\r\n\r\n".encode() + body)

    def leave(self) -> None:
        self._socket.close()


def test_one_client_gets_half_of_the_long_searches(running: Running) -> None:
    _, long = running.pools
    with httpx.Client(base_url=running.address, timeout=60) as client:
        greedy = [_Asking(running.address, "192.0.2.1") for _ in range(long.most // 2)]
        until(lambda: len(long.busy_pids) == long.most // 2)
        headers = {"X-Forwarded-For": "192.0.2.1"}
        assert client.post("/call/count", json={"puzzle": "." * 16}, headers=headers).status_code == 429
        headers = {"X-Forwarded-For": "192.0.2.2"}
        assert client.post("/call/count", json={"puzzle": "." * 16}, headers=headers).status_code == 200
        for one in greedy:
            one.leave()
        until(lambda: not long.busy_pids)


def test_a_process_that_dies_is_replaced(running: Running) -> None:
    _, long = running.pools
    with httpx.Client(base_url=running.address, timeout=60) as client:

        def kill() -> None:
            until(lambda: bool(long.busy_pids))
            os.kill(long.busy_pids[0], signal.SIGKILL)

        killing = threading.Thread(target=kill)
        killing.start()
        [error] = events(client.post("/call/count", json={"puzzle": EMPTY, "seconds": 60}))
        killing.join()
        assert (error["event"], error["kind"]) == ("error", "Ended")
        [counted] = events(client.post("/call/count", json={"puzzle": "." * 16}))
        assert counted["count"] == "288"


def test_a_search_gets_no_more_time_than_the_server_gives() -> None:
    from farandole.web.protocol import call

    [*_, counted] = call("count", {"puzzle": EMPTY, "seconds": 1e9}, most_seconds=0.1)
    assert counted["exhausted"] is False
    [*_, counted] = call("count", {"puzzle": EMPTY}, most_seconds=0.1)
    assert counted["exhausted"] is False


@pytest.mark.parametrize(
    ("method", "params", "seconds"),
    [("shapes", {}, 0.0), ("explain", {"puzzle": "." * 1024, "seconds": 0.0}, 60.0)],
)
def test_what_keeps_to_no_time_is_ended(
    monkeypatch: pytest.MonkeyPatch, method: str, params: dict[str, Any], seconds: float
) -> None:
    monkeypatch.setattr(workers, "GRACE", 0.0)

    async def asked() -> list[bytes]:
        pool = workers.Workers(1, most_waiting=0, seconds=seconds)
        await pool.admit()
        told = [event async for event in pool.answer(method, params)]
        assert not pool.busy_pids
        pool.leave()
        pool.end()
        return told

    with ThreadPoolExecutor(1) as elsewhere:  # a browser that other tests have opened may hold the loop of this thread
        [error] = elsewhere.submit(lambda: asyncio.run(asked())).result()
    told = {"event": "error", "kind": "UnfinishedError", "code": "timed_out", "fields": {}, "message": "timed out"}
    assert json.loads(error) == told


@needs("linux")
def test_a_call_that_takes_too_much_memory_is_told_so() -> None:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve_with_little_memory, args=(theirs,))
    process.start()
    ours.send(("solve", {"puzzle": EASY}, 10.0))
    is_last, event = ours.recv()
    ours.send(("count", {"puzzle": "." * 16}, 10.0))
    assert is_last
    assert json.loads(event)["code"] == "memory"
    assert json.loads(ours.recv()[1])["count"] == "288"  # the worker lives on
    ours.close()
    process.join(20)


def _serve_with_little_memory(connection: Connection) -> None:
    def take_memory(puzzle: str) -> Iterator[dict[str, Any]]:
        yield {"event": "result", "size": len(bytearray(2 * workers.MEMORY)), "puzzle": puzzle}

    METHODS["solve"] = METHODS["solve"]._replace(answer=take_memory)
    workers.serve(connection, 0)


def test_a_photo_may_be_larger_than_anything_else(client: httpx.Client) -> None:
    no_picture = base64.b64encode(b"no picture" * 10_000).decode()
    [error] = events(client.post("/call/read", json={"photo": no_picture}))
    assert (error["event"], error["kind"]) == ("error", "PhotoError")
    assert client.post("/call/read", json={"photo": "A" * (13 << 20)}).status_code == 413
