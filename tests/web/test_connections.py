"""Connections that only wait: they end, and they keep nobody out."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

import httpx
import pytest

from farandole.web.connections import Limits
from served import Running, until

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "


@contextmanager
def serve(limits: Limits) -> Iterator[Running]:
    server = Running(limits)
    try:
        yield server
    finally:
        server.end()


def connect(server: Running, address: str = "127.0.0.1") -> socket.socket:
    url = httpx.URL(server.address)
    return socket.create_connection((url.host, url.port or 0), timeout=20, source_address=(address, 0))


def read_end(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    told = b""
    try:
        while part := client.recv(1 << 16):
            told += part
    except ConnectionResetError:
        pass
    return told


@pytest.mark.parametrize("sent", [b"", HALF])
def test_a_header_has_a_time_to_arrive(sent: bytes) -> None:
    with serve(Limits(9, 9, header_seconds=0.2)) as server, connect(server) as client:
        start = monotonic()
        client.sendall(sent)
        assert read_end(client) == b""
        assert monotonic() - start < 5


def test_a_header_that_drips_gets_no_more_time() -> None:
    with serve(Limits(9, 9, header_seconds=0.2)) as server, connect(server) as client:
        client.sendall(HALF)
        client.settimeout(0.05)
        start = monotonic()
        while monotonic() - start < 10:
            try:
                client.sendall(b"x")
                if not client.recv(1):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert monotonic() - start < 5


def test_the_header_of_a_second_request_has_a_time_too() -> None:
    with serve(Limits(9, 9, header_seconds=0.2)) as server, connect(server) as client:
        client.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 200")
        client.sendall(HALF)
        start = monotonic()
        assert read_end(client) == b""
        assert monotonic() - start < 3  # before an idle connection would end


def test_a_search_may_take_longer_than_a_header() -> None:
    with serve(Limits(9, 9, header_seconds=0.1)) as server:
        answer = httpx.post(f"{server.address}call/count", json={"puzzle": "." * 81, "seconds": 0.5}, timeout=30)
        assert '"event":"result"' in answer.text


def test_hundreds_of_half_sent_headers_keep_nobody_out() -> None:
    with serve(Limits(40, 20)) as server, ExitStack() as stack:
        for number in range(300):  # from many addresses, so that only the limit of all connections helps
            client = stack.enter_context(connect(server, f"127.0.1.{1 + number % 50}"))
            client.sendall(HALF)
        assert httpx.get(server.address, timeout=20).status_code == 200


def test_one_address_has_a_share_of_the_connections() -> None:
    with serve(Limits(40, 3)) as server, ExitStack() as stack:
        held = [stack.enter_context(connect(server, "127.0.1.1")) for _ in range(3)]
        with connect(server, "127.0.1.1") as refused:
            assert read_end(refused).startswith(b"HTTP/1.1 503 ")
        assert httpx.get(server.address, timeout=20).status_code == 200
        for client in held:  # and once they have gone, the address is let in
            client.close()
        with connect(server, "127.0.1.1") as again:
            again.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_end(again).startswith(b"HTTP/1.1 200")


@pytest.mark.slow
def test_a_client_that_reads_nothing_is_left() -> None:
    with serve(Limits(9, 9, read_seconds=0.3)) as server, connect(server) as client:
        empty = b'{"puzzle": "%s", "limit": 100000000, "seconds": 60}' % (b"." * 81)
        head = b"POST /call/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(empty)
        client.sendall(head + empty)
        _, long = server.pools
        until(lambda: bool(long.busy_pids))
        until(lambda: not long.busy_pids)
