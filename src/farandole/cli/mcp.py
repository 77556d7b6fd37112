"""The command ``farandole mcp``: tools for language models, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
import os
from importlib.util import find_spec

from farandole.cli._arguments import read_port
from farandole.cli._output import SOLVED
from farandole.errors import MissingExtraError
from farandole.outputs import print_error

EXAMPLES = """\
examples:
  farandole mcp                what a client starts: it talks through standard input and output
  farandole mcp --http         serve clients at http://127.0.0.1:8889/mcp instead
  farandole mcp --http --host 0.0.0.0 --allow-host NAME.local

In the settings of a client, the command is `farandole` and its argument `mcp`. docs/mcp.md has the tools.

exit status: 0 the client has left, 2 bad input, such as a port that is in use
"""

PORT = 8889


def add_mcp(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=serve)
    command.add_argument("--http", action="store_true", help="serve by streamable HTTP, not by standard streams")
    text = f"the port to listen on, with --http (default: {PORT})"
    command.add_argument("--port", type=read_port, metavar="N", default=PORT, help=text)
    text = "the address to listen on, with --http (default: 127.0.0.1, which only this machine can reach)"
    command.add_argument("--host", metavar="HOST", default="127.0.0.1", help=text)
    text = "a name under which clients know the server, with --http; may be repeated"
    command.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=text)


def serve(arguments: argparse.Namespace) -> int:
    """Serve the tools; return the exit status."""
    if find_spec("mcp") is None or find_spec("starlette") is None:
        raise MissingExtraError("pip install 'farandole[mcp]' for tools of language models")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as for the page: each call has its own process
    from farandole.web import tools

    if not arguments.http:
        asyncio.run(tools.run_stdio())
        return SOLVED
    from farandole.web import app

    with app.listen(arguments.host, arguments.port) as taken:
        address = f"{app.get_address(taken).rstrip('/')}/mcp"
        is_local = app.is_local(taken)

        def say() -> None:
            print_error(f"Farandole's tools are at {address} (Ctrl-C ends it)\n")
            if not is_local:
                print_error("Every machine in your network can use them, without a password (docs/serve.md)\n")

        asyncio.run(tools.run_http(taken, arguments.host, arguments.allow_host, say))
    return SOLVED
