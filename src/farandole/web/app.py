"""The protocol over HTTP: ``POST /call/{method}`` with an object of JSON, and events come back as they happen.

Server-sent events: ``data: {...}`` and an empty line for each. A call is refused before it begins by a status: 403 who
comes from a strange page, 413 a request that is too large, 422 one that is no object of JSON, 429 too many at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from farandole.errors import ArgumentError
from farandole.web.guard import Guard
from farandole.web.parameters import schema
from farandole.web.protocol import METHODS
from farandole.web.static_files import StaticFiles
from farandole.web.workers import TooManyError, Workers, preload

SECONDS_TO_ASK = 10.0  # for a request to arrive
MOST_SECONDS, QUICK_SECONDS = 60.0, 20.0  # of a search, and of what is no search
N_CORES = os.cpu_count() or 1
HOST, PORT = "127.0.0.1", 8888


class _Refusal(Exception):  # noqa: N818
    """Why a request is not answered: a status, and a sentence."""


def made(host: str = HOST, pools: list[Workers] | None = None) -> FastAPI:
    """Make the server.

    Parameters
    ----------
    host : str
        The name or address where it listens; requests for other names are refused.
    pools : list of Workers, optional
        Filled, while the server runs, with the processes that answer: those for quick calls, and those for long ones.
    """
    preload()
    pools = [] if pools is None else pools

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        quick = Workers(max(4, N_CORES), most_waiting=200, seconds=QUICK_SECONDS)
        long = Workers(max(4, N_CORES), most_waiting=0, seconds=MOST_SECONDS, niceness=5)
        pools[:] = [quick, long]
        warming = [asyncio.create_task(pool.warm()) for pool in pools]
        yield
        for task in warming:
            task.cancel()
        for pool in pools:
            pool.end()

    app = FastAPI(title="Farandole", docs_url=None, redoc_url=None, lifespan=lifespan)
    files = StaticFiles()

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def index(request: Request) -> Response:
        return files.answer("index.html", request)

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        return files.answer(name, request)

    def answers(method: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                params = await _params(request, METHODS[method].most_bytes)
                pool = pools[METHODS[method].may_take_long]
                await pool.admit()
            except _Refusal as refusal:
                status, message = refusal.args
                return JSONResponse({"message": message}, status)
            except TooManyError:
                return JSONResponse({"message": "too many searches at once"}, 429, {"Retry-After": "1"})
            return _Events(pool, method, params)

        return answer

    for method in METHODS:
        app.add_api_route(f"/call/{method}", answers(method), methods=["POST"], **_described(method))
    app.add_middleware(Guard, host=host)
    return app


async def _params(request: Request, most: int) -> dict[str, Any]:
    """Read the parameters of a call, as far as they are not too many."""
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS_TO_ASK):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise _Refusal(413, f"expected at most {most:,} bytes")
    except TimeoutError:
        raise _Refusal(408, f"expected a request within {SECONDS_TO_ASK:g} seconds") from None
    except ClientDisconnect:
        raise _Refusal(400, "expected a whole request") from None
    try:
        params = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        params = None
    if not isinstance(params, dict):
        raise _Refusal(422, "expected an object of JSON")
    return params


class _Events(StreamingResponse):
    """The events of an answer. However it ends, its search ends with it, and its place is free."""

    def __init__(self, pool: Workers, method: str, params: dict[str, Any]) -> None:
        self._pool = pool
        self._answer = pool.answer(method, params)
        super().__init__(self._framed(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._answer.aclose()
            self._pool.leave()

    async def _framed(self) -> AsyncIterator[bytes]:
        async for event in self._answer:
            yield b"data: " + event + b"\n\n"


def _described(method: str) -> dict[str, Any]:
    """Describe a method for OpenAPI."""
    answer = METHODS[method].answer
    body = {"required": True, "content": {"application/json": {"schema": schema(answer)}}}
    refusals = {403: "from a strange page", 413: "too large", 422: "no object of JSON", 429: "too many at once"}
    errors = "an error has a kind, a code, fields and a message"
    events = {
        "description": f"events; the last one is a result or an error: {errors}",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    return {
        "summary": (answer.__doc__ or "").partition("\n")[0],
        "operation_id": method,
        "response_class": Response,
        "responses": {200: events, **{status: {"description": text} for status, text in refusals.items()}},
        "openapi_extra": {"requestBody": body},
    }


# ── A server that runs ──────────────────────────────────────────────────────────────────────────────────────────────


class _Server(uvicorn.Server):
    """A server that tells when it is ready. To end, it ends what is being searched, so that nobody waits for it."""

    def __init__(self, host: str, when_ready: Callable[[], None]) -> None:
        self._pools: list[Workers] = []
        app = made(host, self._pools)
        super().__init__(uvicorn.Config(app, log_level="error", access_log=False, server_header=False, lifespan="on"))
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        for pool in self._pools:
            pool.end()


def listening(host: str = HOST, port: int = PORT) -> socket.socket:
    """Take a port.

    Raises
    ------
    ArgumentError
        If somebody else has it, or if there is no such host.
    """
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ArgumentError(f"host: expected a name or an address of this machine, found {host!r}") from error
    taken = socket.socket(family, kind, protocol)
    if os.name == "posix":  # elsewhere it would let two servers have one port
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(address)
        taken.listen()
    except OSError as error:
        taken.close()
        why = (error.strerror or "").lower()
        raise ArgumentError(f"port: expected one that is free, found {port}: {why}; try another --port") from None
    return taken


def address_of(taken: socket.socket) -> str:
    """Say where a browser finds us."""
    host, port, *_ = taken.getsockname()
    host = {"0.0.0.0": HOST, "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(taken: socket.socket, *, host: str = HOST, when_ready: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C, which is a KeyboardInterrupt in the end."""
    _Server(host, when_ready).run([taken])
