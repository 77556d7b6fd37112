"""The command ``farandole``.

Exit status: 0 exactly one solution, 1 none, several, or unknown, 2 bad input, 130 after Ctrl-C, 143 after SIGTERM.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from farandole.cli._commands import COMMANDS, parsed, parser_of, routed
from farandole.cli._output import BAD_INPUT, NOT_ONE, STOPPED, TERMINATED, complain, keep_apart
from farandole.errors import FarandoleError, UnfinishedError
from farandole.i18n import use_language
from farandole.outputs import discard_stream


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default, those of the process); return its exit status."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what may come next
        from farandole.cli._completion import complete

        complete(parser_of, routed)
    try:
        arguments = _parsed(sys.argv[1:] if argv is None else argv)
        with _stoppable():
            keep_apart(arguments)
            with use_language(getattr(arguments, "lang", None)):
                status: int = arguments.run(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        discard_stream(sys.stdout)  # nobody reads on
        return NOT_ONE
    except UnfinishedError as error:
        complain(str(error))
        return NOT_ONE
    except (FarandoleError, OSError, ValueError) as error:  # ValueError: what an environment variable says
        from farandole.cli._advice import advised

        complain(_noted(advised(error, _said(error), [command.name for command in COMMANDS]), error))
        return BAD_INPUT
    except KeyboardInterrupt as stop:
        is_ctrl_c = not isinstance(stop, _Terminated)
        complain(_noted("interrupted" if is_ctrl_c else "terminated", stop))
        return STOPPED if is_ctrl_c else TERMINATED
    return status


def _parsed(words: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; what help and the like print is out before the command ends, or fails while it can say so."""
    try:
        return parsed(words)
    finally:
        sys.stdout.flush()


class _Terminated(KeyboardInterrupt):
    """Another process asks for the end, by SIGTERM: then what Ctrl-C leaves in order is left in order, too."""


@contextmanager
def _stoppable() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C, unless somebody has other plans for it."""
    is_ours = threading.current_thread() is threading.main_thread()
    if not is_ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    process = os.getpid()

    def stop(*_: object) -> None:
        if os.getpid() != process:  # a worker, which inherits this
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        raise _Terminated

    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _said(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        character = error.object[error.start]
        said = f"expected an output that takes {character!r}, found one in {error.encoding}"
        return f"{said}: set PYTHONIOENCODING=utf-8"
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    name = error.filename if str(error.filename).strip() else repr(error.filename)
    return error.strerror if name is None else f"{name}: {error.strerror}"


def _noted(said: str, error: BaseException) -> str:
    """Say also what was noted while an error went up: that a part is kept."""
    return "; ".join([said, *getattr(error, "__notes__", [])])
