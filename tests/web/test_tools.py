"""The tools for language models, as a client of the official SDK sees them."""

from __future__ import annotations

import asyncio
import base64
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest

from needs import needs

if TYPE_CHECKING:
    from mcp import Client

pytestmark = needs("mcp")

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
KILLER = {"farandole": 1, "grid": {"size": 4}, "rules": [{"rule": "cage", "cells": "r1c1-2", "total": 3}]}


def ask(talk: Callable[[Client], Awaitable[Any]]) -> Any:
    """Talk to a server in this process."""
    from mcp import Client

    from farandole.web import tools

    async def connect() -> Any:
        async with tools.open_pools() as pools, Client(tools.make_server(pools)) as client:
            return await talk(client)

    return asyncio.run(connect())


def call(name: str, **arguments: Any) -> Any:
    return ask(lambda client: client.call_tool(name, arguments))


def test_every_tool_has_a_schema_and_a_description() -> None:
    from farandole.web.tools import TOOLS

    listed = ask(lambda client: client.list_tools()).tools
    assert [tool.name for tool in listed] == [tool.name for tool in TOOLS]
    for tool in listed:
        assert tool.input_schema["type"] == "object"
        assert len(tool.description) > 20


def test_solve() -> None:
    answer = call("solve", puzzle=LINE).structured_content
    assert (answer["solutions"], answer["count"], answer["exhausted"]) == ([{"digits": SOLVED}], 1, True)
    assert call("solve", puzzle=KILLER).structured_content["count"] == 2


def test_a_hint_has_four_levels() -> None:
    answer = call("hint", puzzle=LINE).structured_content
    assert len(answer["levels"]) == 4
    assert all(answer["levels"])


def test_every_step_and_why_not() -> None:
    answer = call("explain", puzzle=LINE).structured_content
    assert answer["solved"]
    assert len(answer["steps"]) == LINE.count(".")
    assert call("why_not", puzzle=LINE, cell="r1c3", digit=5).structured_content["kind"] == "seen"


def test_a_puzzle_is_made_rated_and_converted() -> None:
    made = call("make", shape="4x4", seed=1).structured_content["document"]
    assert call("count", puzzle=made).structured_content["count"] == "1"
    assert {rating["scale"] for rating in call("rate", puzzle=LINE).structured_content["scales"]} >= {"hodoku", "logic"}
    text = call("convert", puzzle=LINE, form="grid").structured_content["text"]
    assert call("read", text=text).structured_content["count"] == 1


def test_check() -> None:
    answer = call("check", puzzle=LINE, digits=f"{SOLVED[:-1]}8").structured_content
    assert (answer["wrong"], answer["solved"]) == (["r9c9"], False)


def test_a_cover() -> None:
    answer = call("cover", cover="1 0 1\n0 1 0\n1 1 1\n").structured_content
    assert (answer["count"], answer["exhausted"]) == (2, True)


def test_needless_clues_are_listed() -> None:
    puzzle = f"{SOLVED[:60]}{LINE[60:]}"
    answer = call("needless", puzzle=puzzle).structured_content
    assert (answer["unique"], answer["exhausted"]) == (True, True)
    assert answer["count"] == len(answer["clues"]) > 30
    assert call("needless", puzzle="." * 81).structured_content["unique"] is False


def test_conflicting_clues_are_the_fewest() -> None:
    answer = call(
        "conflicting", puzzle={"farandole": 1, "grid": {"size": 4}, "givens": ["12..", "...3", "...4", "...."]}
    )
    clues = answer.structured_content["clues"]
    assert answer.structured_content["smallest"]
    assert {clue["in_words"] for clue in clues} == {"r1c1=1", "r1c2=2", "r2c4=3"}
    assert call("conflicting", puzzle=LINE).structured_content["clues"] is None


def test_rules_are_listed_and_told() -> None:
    from farandole.rules import RULES

    answer = call("rules").structured_content
    named = {rule["rule"]: rule for rule in answer["rules"]}
    assert {*RULES, "anti_knight"} <= set(named)
    assert [field["name"] for field in named["cage"]["fields"]] == ["cells", "total"]
    assert any("cage" in sentence for sentence in call("rules", puzzle=KILLER).structured_content["told"])


@needs("cairo")
def test_a_photo_is_read() -> None:
    [image, _] = call("draw", puzzle=LINE, form="png").content
    answer = call("read_photo", photo=image.data).structured_content
    assert (answer["line"], answer["solutions"]) == (LINE, 1)
    assert answer["confidence"] > 0.9
    refused = call("read_photo", photo="bm8gcGljdHVyZQ==")
    assert refused.is_error
    assert "picture" in refused.content[0].text


@needs("cairo")
def test_a_drawing_is_svg_or_a_picture() -> None:
    assert call("draw", puzzle=LINE).structured_content["svg"].startswith("<svg")
    [image, _] = call("draw", puzzle=LINE, form="png").content
    assert image.mime_type == "image/png"
    assert base64.b64decode(image.data).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("solve", {"puzzle": LINE[:80]}, "expected 81 cells, found 80"),
        ("solve", {}, "solve: expected puzzle, which is missing"),
        ("solve", {"puzle": LINE}, "found 'puzle'"),
        ("sove", {}, "tool: expected one of solve, count"),
        ("solve", {"puzzle": "." * 100_000}, "expected arguments of at most 65,536 characters"),
    ],
)
def test_a_fault_is_an_answer(name: str, arguments: dict[str, Any], message: str) -> None:
    answer = call(name, **arguments)
    assert answer.is_error
    assert message in answer.content[0].text


def test_a_long_search_ends_at_its_limit() -> None:
    answer = call("count", puzzle="." * 81, seconds=0.2).structured_content
    assert answer["exhausted"] is False


@pytest.mark.slow
def test_standard_input_and_output() -> None:
    from mcp import Client, StdioServerParameters

    async def connect() -> Any:
        server = StdioServerParameters(command=sys.executable, args=["-m", "farandole", "mcp"])
        async with Client(server) as client:
            return await client.call_tool("solve", {"puzzle": LINE})

    assert asyncio.run(connect()).structured_content["solutions"] == [{"digits": SOLVED}]


@pytest.mark.slow
def test_http() -> None:
    from mcp import Client

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "farandole", "mcp", "--http", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            address = server.stderr.readline().split()[4]

            async def connect() -> Any:
                async with Client(address) as client:
                    return await client.call_tool("solve", {"puzzle": LINE})

            assert asyncio.run(connect()).structured_content["solutions"] == [{"digits": SOLVED}]
        finally:
            server.terminate()
