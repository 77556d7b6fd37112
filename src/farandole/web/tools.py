"""Farandole for language models: the methods of the page as tools of the Model Context Protocol.

Each tool is a method of `farandole.web.protocol`, with its parameters and its limits, and runs in the same worker
processes. `TOOLS` says which methods are tools, and what a model is told of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from socket import socket
from typing import Any, NamedTuple

from farandole._core import VERSION
from farandole.errors import MissingExtraError
from farandole.web.app import MOST_SECONDS, N_CORES, QUICK_SECONDS
from farandole.web.parameters import MAX_PHOTO, schema
from farandole.web.protocol import METHODS
from farandole.web.workers import TooManyError, Workers, preload

try:
    from mcp import types
    from mcp.server.lowlevel import Server
except ImportError:
    raise MissingExtraError("pip install 'farandole[mcp]' for tools of language models") from None

MOST_EVENTS = 1_000  # of an answer: a model can't read more


class Tool(NamedTuple):
    """A method that a model can call.

    Parameters
    ----------
    name : str
        The name of the tool.
    method : str
        The method of `METHODS`.
    does : str
        What a model is told before the description of the method.
    """

    name: str
    method: str
    does: str


TOOLS = (
    Tool("solve", "solve", "Solve a Sudoku of any shape with any rules, or prove that it has no or several solutions."),
    Tool("count", "count", "Count the solutions of a Sudoku."),
    Tool("check", "check", "Judge a player's digits by the solution."),
    Tool("needless", "needless", "Say which clues of a puzzle could go."),
    Tool("conflicting", "conflicting", "Say why a puzzle is impossible: the fewest clues that conflict."),
    Tool("hint", "hint", "Give the next logical step at four levels: its name, its place, its digits, its proof."),
    Tool("explain", "explain", "Solve a puzzle as people do: every step with its proof."),
    Tool("rate", "rate", "Rate how hard a puzzle is, on our scale, HoDoKu's and Sudoku Explainer's."),
    Tool("why_not", "why_not", "Say why a cell can't hold a digit."),
    Tool("make", "make", "Make a puzzle with exactly one solution: shape, rules, symmetry, difficulty, techniques."),
    Tool("draw", "picture", "Draw a puzzle as SVG or PNG."),
    Tool("convert", "write", "Write a puzzle in another format, or as a link of f-puzzles, SudokuPad or others."),
    Tool("read", "parse", "Read the puzzles of a text in any format: lines, drawings, documents, links."),
    Tool("read_photo", "read", "Read a puzzle from a photo, a screenshot or a PDF document."),
    Tool("rules", "rules", "List the rules that a document may have, with their fields; or say those of a puzzle."),
    Tool("cover", "solve_cover", "Solve an exact cover problem."),
)

INSTRUCTIONS = """\
Farandole solves, explains, rates and makes Sudoku of any shape with any rules, and exact covers. A puzzle is a text in
any format, such as 81 characters with . for empty, or a document: {"farandole": 1, "grid": {"size": 9}, "givens":
["53..7....", ...], "rules": [{"rule": "cage", "cells": "r1c1-2", "total": 9}, {"rule": "anti_knight"}]}. Cells are
named by row and column, from r1c1. Digits of all cells are a text, with . for none. If exhausted is false, the time
limit came before the end.
"""


def list_tools() -> list[types.Tool]:
    """List the tools, with the schema of their parameters.

    Examples
    --------
    >>> [tool.name for tool in list_tools()][:3]
    ['solve', 'count', 'check']
    """
    return [
        types.Tool(
            name=tool.name,
            description=f"{tool.does} {' '.join((METHODS[tool.method].answer.__doc__ or '').split())}",
            input_schema=schema(METHODS[tool.method].answer),
        )
        for tool in TOOLS
    ]


@asynccontextmanager
async def open_pools() -> AsyncGenerator[list[Workers]]:
    """Start the two pools of processes, for quick calls and for searches, with the limits of the page's server."""
    preload()
    quick = Workers(max(4, N_CORES), most_waiting=200, seconds=QUICK_SECONDS)
    long = Workers(max(4, N_CORES), most_waiting=0, seconds=MOST_SECONDS, niceness=5)
    try:
        yield [quick, long]
    finally:
        for pool in (quick, long):
            pool.end()


def make_server(pools: list[Workers]) -> Server[Any]:
    """Make a server of the tools, whose transport is the caller's choice."""

    async def list_all(context: Any, params: Any) -> types.ListToolsResult:  # noqa: ARG001
        return types.ListToolsResult(tools=list_tools())

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:  # noqa: ARG001
        return await answer(pools, params.name, params.arguments or {})

    return Server(
        "farandole",
        version=VERSION,
        title="Farandole",
        instructions=INSTRUCTIONS,
        on_list_tools=list_all,
        on_call_tool=call_tool,
    )


async def run_stdio() -> None:
    """Serve one client through standard input and output, until it closes them."""
    from mcp.server.stdio import stdio_server

    async with open_pools() as pools, stdio_server() as (receive, send):
        server = make_server(pools)
        await server.run(receive, send, server.create_initialization_options())


async def run_http(listening: socket, host: str, names: Sequence[str], when_ready: Callable[[], None]) -> None:
    """Serve clients by streamable HTTP, at ``/mcp``.

    Parameters
    ----------
    listening : socket
        A socket that listens.
    host : str
        The name or address that it was told to listen on.
    names : sequence of str
        More names under which clients know the server; requests for others are refused.
    when_ready : callable
        Called when clients can connect.
    """
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    known = [f"{name}:*" for name in ("127.0.0.1", "localhost", "[::1]", host, *names)]
    security = TransportSecuritySettings(
        allowed_hosts=[*known, *names],
        allowed_origins=[f"{scheme}://{name}" for scheme in ("http", "https") for name in known],
    )
    async with open_pools() as pools:
        app = make_server(pools).streamable_http_app(
            host=host, transport_security=security, max_request_body_size=MAX_PHOTO + (1 << 20)
        )

        class _Server(uvicorn.Server):
            async def startup(self, sockets: Any = None) -> None:
                await super().startup(sockets)
                if self.started:
                    when_ready()

        await _Server(uvicorn.Config(_end_quietly(app), log_level="warning")).serve([listening])


def _end_quietly(app: Any) -> Any:
    """Shut an app down where Ctrl-C cancels its life: uvicorn would log how that ended."""

    async def answer_call(scope: Any, receive: Any, send: Any) -> None:
        async def receive_or_end() -> Any:
            try:
                return await receive()
            except asyncio.CancelledError:
                return {"type": "lifespan.shutdown"}

        await app(scope, receive_or_end if scope["type"] == "lifespan" else receive, send)

    return answer_call


async def answer(pools: list[Workers], name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
    """Answer a call of a tool, in a worker process; errors are results that say so."""
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    if tool is None:
        return _fail(f"tool: expected one of {', '.join(tool.name for tool in TOOLS)}; found {name!r}")
    method = METHODS[tool.method]
    if len(json.dumps(arguments)) > method.most_bytes:
        return _fail(f"{name}: expected arguments of at most {method.most_bytes:,} characters")
    pool = pools[method.may_take_long]
    try:
        await pool.admit()
    except TooManyError:
        return _fail("too many searches at once: try again in a second")
    try:
        return _collect([json.loads(event) async for event in pool.answer(tool.method, arguments)])
    finally:
        pool.leave()


def _collect(events: list[dict[str, Any]]) -> types.CallToolResult:
    """Make one answer of the events of a call: the result, with lists of the events before it."""
    result = dict(events[-1])
    if result.pop("event") == "error":
        return _fail(**result)
    for event in events[:-1][:MOST_EVENTS]:
        kind = event.pop("event")
        if kind != "progress":
            result.setdefault(f"{kind}s", []).append(event)
    content: list[Any] = []
    if image := result.pop("png", None):
        content.append(types.ImageContent(data=image, mime_type="image/png"))
    content.append(types.TextContent(text=json.dumps(result, ensure_ascii=False)))
    return types.CallToolResult(content=content, structured_content=result)


def _fail(message: str, **fields: Any) -> types.CallToolResult:
    content: list[Any] = [types.TextContent(text=message)]
    return types.CallToolResult(content=content, structured_content={"message": message} | fields, is_error=True)
