"""The protocol over HTTP: ``POST /call/{method}`` with a JSON object, answered by server-sent events.

Each event is ``data: {...}`` and an empty line. A call can be refused by a status: 403 for a cross-origin request, 413
for a request that is too large, 422 for one that is not a JSON object, 429 for too many calls at once.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from farandole.errors import ArgumentError
from farandole.system import count_cores
from farandole.web.connections import Limits, bound_protocol
from farandole.web.guard import Guard
from farandole.web.openapi import describe_methods
from farandole.web.policy import served_policy
from farandole.web.protocol import METHODS
from farandole.web.static_files import StaticFiles
from farandole.web.workers import TooManyError, Workers, preload

REQUEST_SECONDS = 10.0  # for a request to arrive
MOST_SECONDS, QUICK_SECONDS = 60.0, 20.0  # time limits of calls that search, and of quick calls
N_CORES = count_cores()
HOST, PORT = "127.0.0.1", 8888


class _RefusedError(Exception):
    """A request is refused, with a status and a message."""


def make_app(
    host: str = HOST,
    pools: list[Workers] | None = None,
    *,
    frame_ancestors: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Starlette:
    """Make the server.

    Parameters
    ----------
    host : str
        The name or address to listen on. Requests for other names are refused.
    pools : list of Workers, optional
        Filled, while the server runs, with two pools of worker processes: for quick calls, and for long ones.
    frame_ancestors : sequence of str
        The sites that may show the page in a frame.
    names : sequence of str
        More names that are accepted: those under which browsers know the server, behind a proxy for example.
    """
    preload()
    pools = [] if pools is None else pools

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        quick = Workers(max(4, N_CORES), most_waiting=200, seconds=QUICK_SECONDS)
        long = Workers(max(4, N_CORES), most_waiting=0, seconds=MOST_SECONDS, niceness=5)
        pools[:] = [quick, long]
        warming = [asyncio.create_task(pool.warm()) for pool in pools]
        yield
        for task in warming:
            task.cancel()
        for pool in pools:
            pool.end()

    files = StaticFiles()

    async def index(request: Request) -> Response:
        return files.answer("index.html", request)

    async def worker(request: Request) -> Response:
        return files.answer("worker.js", request)  # at the top, so that it may answer for the page

    async def static(request: Request) -> Response:
        return files.answer(request.path_params["name"], request)

    async def openapi(_: Request) -> Response:
        return JSONResponse(describe_methods())

    def make_answer(method: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                params = await _read_params(request, METHODS[method].most_bytes)
                pool = pools[METHODS[method].may_take_long]
                client = _name_client(request)
                await pool.admit(client)
            except _RefusedError as refusal:
                status, message = refusal.args
                return JSONResponse({"message": message}, status)
            except TooManyError:
                return JSONResponse({"message": "too many searches at once"}, 429, {"Retry-After": "1"})
            return _Events(pool, method, params, client)

        return answer

    return Starlette(
        routes=[
            Route("/", index),
            Route("/worker.js", worker),
            Route("/static/{name:path}", static),
            Route("/openapi.json", openapi),
            *(Route(f"/call/{method}", make_answer(method), methods=["POST"]) for method in METHODS),
        ],
        middleware=[Middleware(Guard, host=host, policy=served_policy(frame_ancestors), names=names)],
        lifespan=lifespan,
    )


def make_static_app(folder: Path, host: str = HOST, *, names: Sequence[str] = ()) -> Starlette:
    """Make a server of static files, for the page with Python in the browser.

    Parameters
    ----------
    folder : Path
        The folder that ``make site`` has built.
    host : str
        The name or address to listen on. Requests for other names are refused.
    names : sequence of str
        More names that are accepted.

    Raises
    ------
    ArgumentError
        If it is not such a folder.
    """
    if not (folder / "index.html").is_file() or not (folder / "python").is_dir():
        raise ArgumentError(f"static: expected a folder that `make site` has built, found {str(folder)!r}")
    files = StaticFiles(folder)

    async def static(request: Request) -> Response:
        return files.answer(request.path_params["name"] or "index.html", request)

    # The page has its own policy.
    return Starlette(routes=[Route("/{name:path}", static)], middleware=[Middleware(Guard, host=host, names=names)])


async def _read_params(request: Request, most: int) -> dict[str, Any]:
    """Read the parameters of a call, up to a number of bytes."""
    body = bytearray()
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise _RefusedError(413, f"expected at most {most:,} bytes")
    except TimeoutError:
        raise _RefusedError(408, f"expected a request within {REQUEST_SECONDS:g} seconds") from None
    except ClientDisconnect:
        raise _RefusedError(400, "expected a complete request") from None
    try:
        params = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        params = None
    if not isinstance(params, dict):
        raise _RefusedError(422, "expected a JSON object")
    return params


def _name_client(request: Request) -> str:
    """Return the address of a client; "" for this machine. uvicorn takes it from a proxy that runs here."""
    host = request.client.host if request.client else ""
    return "" if host in ("127.0.0.1", "::1") else host


class _Events(StreamingResponse):
    """The events of an answer. When it ends in any way, its search is stopped and its place is released."""

    def __init__(self, pool: Workers, method: str, params: dict[str, Any], client: str) -> None:
        self._pool, self._client = pool, client
        self._answer = pool.answer(method, params)
        super().__init__(self._frame_events(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._answer.aclose()
            self._pool.leave(self._client)

    async def _frame_events(self) -> AsyncIterator[bytes]:
        async for event in self._answer:
            yield b"data: " + event + b"\n\n"


# ── Running the server ──────────────────────────────────────────────────────────────────────────────────────────────


def make_config(app: Starlette, limits: Limits | None = None) -> uvicorn.Config:
    """Return the settings of a server, whose connections are limited."""
    limits = limits or Limits.of_machine()
    return uvicorn.Config(
        app,
        http=bound_protocol(limits),
        ws="none",
        backlog=128,  # asyncio accepts as many at once, before any is counted
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
    )


class _Server(uvicorn.Server):
    """A server that calls a function when it is ready. On exit, it kills running searches, so that it ends at once."""

    def __init__(
        self,
        host: str,
        folder: Path | None,
        when_ready: Callable[[], None],
        frame_ancestors: Sequence[str],
        names: Sequence[str],
    ) -> None:
        self._pools: list[Workers] = []
        app = (
            make_app(host, self._pools, frame_ancestors=frame_ancestors, names=names)
            if folder is None
            else make_static_app(folder, host, names=names)
        )
        super().__init__(make_config(app))
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        for pool in self._pools:
            pool.end()


def listen(host: str = HOST, port: int = PORT) -> socket.socket:
    """Listen on a port.

    Raises
    ------
    ArgumentError
        If the port is in use, or if there is no such host.
    """
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ArgumentError(f"host: expected a name or an address of this machine, found {host!r}") from error
    server_socket = socket.socket(family, kind, protocol)
    if os.name == "posix":  # on Windows it would let two servers share a port
        server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server_socket.bind(address)
        server_socket.listen()
    except OSError as error:
        server_socket.close()
        why = (error.strerror or "").lower()
        raise ArgumentError(f"port: expected one that is free, found {port}: {why}; try another --port") from None
    return server_socket


def get_address(server_socket: socket.socket) -> str:
    """Return the address of the server for a browser."""
    host, port, *_ = server_socket.getsockname()
    host = {"0.0.0.0": HOST, "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def is_local(server_socket: socket.socket) -> bool:
    """Return whether only this machine reaches the server."""
    return ipaddress.ip_address(server_socket.getsockname()[0].partition("%")[0]).is_loopback


def get_others_address(server_socket: socket.socket) -> str | None:
    """Return the address that other machines use; None if this machine has no network."""
    host, port, *_ = server_socket.getsockname()
    if ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
        host = _find_own_address(server_socket.family)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/" if host else None


def _find_own_address(family: int) -> str:
    """Return the address from which this machine would send to others; "" without a network. Nothing is sent."""
    elsewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"  # kept for documentation
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return ""
        host: str = probe.getsockname()[0]
    return host


def run(
    server_socket: socket.socket,
    *,
    host: str = HOST,
    folder: Path | None = None,
    when_ready: Callable[[], None] = lambda: None,
    frame_ancestors: Sequence[str] = (),
    names: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C, which raises KeyboardInterrupt: the page, or the static files in a folder."""
    _Server(host, folder, when_ready, frame_ancestors, names).run([server_socket])
