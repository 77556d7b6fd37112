"""The command ``farandole serve``: serve the page on this machine."""

from __future__ import annotations

import argparse
import os
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from farandole.cli._arguments import read_port
from farandole.cli._output import SOLVED
from farandole.errors import ArgumentError, MissingExtraError

EXAMPLES = """\
examples:
  farandole serve --open  play, learn, watch and set in the browser
  farandole serve --port 9000
  farandole serve --host 0.0.0.0  for everybody in your network

It needs no network, because the page comes from this machine. Ctrl-C ends it.

exit status: 0 ended by Ctrl-C, 2 bad input, such as a port that is in use
"""

PORT = 8888


def add_serve(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=serve)
    command.add_argument("--open", action="store_true", help="open the page in the browser")
    command.add_argument(
        "--port", type=read_port, metavar="N", default=PORT, help=f"the port to listen on (default: {PORT})"
    )
    text = "the address to listen on (default: 127.0.0.1, which only this machine can reach)"
    command.add_argument("--host", metavar="HOST", default="127.0.0.1", help=text)
    text = "a name under which browsers know the server, such as that of a proxy or NAME.local; may be repeated"
    command.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=text)
    text = "serve a folder that `make site` has built: the page with Python in the browser"
    command.add_argument("--static", type=Path, metavar="FOLDER", help=text)
    text = "a site that may show the page in a frame, such as https://example.org, or * for all; may be repeated"
    command.add_argument("--frame-ancestors", action="append", default=[], metavar="SITE", help=text)


def serve(arguments: argparse.Namespace) -> int:
    """Serve the page; return the exit status."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise MissingExtraError("pip install 'farandole[web]' for the page")
    # Each call runs in its own process. OpenBLAS would start a thread per core in each, and these would compete.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from farandole.web import app
    from farandole.web.policy import read_frame_ancestor, read_name

    sites = [read_frame_ancestor(site) for site in arguments.frame_ancestors]
    names = [read_name(name) for name in arguments.allow_host]
    if sites and arguments.static:
        raise ArgumentError(
            "--frame-ancestors: the pages of --static can be shown in any frame; expected only one of both"
        )
    with app.listen(arguments.host, arguments.port) as taken:
        address = app.get_address(taken)

        def print_address() -> None:
            print(f"Farandole is at {address} (Ctrl-C ends it)", flush=True)
            if not app.is_local(taken):
                print(_tell_others(app.get_others_address(taken)), flush=True)
            if arguments.open:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        try:
            app.run(
                taken,
                host=arguments.host,
                folder=arguments.static,
                when_ready=print_address,
                frame_ancestors=sites,
                names=names,
            )
        except KeyboardInterrupt as stop:
            if type(stop) is not KeyboardInterrupt:  # SIGTERM, for example
                raise
    return SOLVED


def _tell_others(address: str | None) -> str:
    """Say that other machines reach the server, and where."""
    where = f"Others open {address}" if address else "Others need an address of this machine"
    return f"Every machine in your network can use it, without a password. {where} (docs/serve.md says what is safe)"
