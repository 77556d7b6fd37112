"""The command ``farandole``.

Exit status: 0 exactly one solution, 1 none, several, or unknown, 2 bad input, 130 after Ctrl-C, 143 after SIGTERM.
"""

from __future__ import annotations

import argparse
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from farandole.cli._commands import parse
from farandole.cli._output import BAD_INPUT, NOT_ONE, STOPPED, TERMINATED, check_distinct_files, report_error
from farandole.cli._route import NAMES, OLD_COMMANDS, find_command
from farandole.errors import FarandoleError, UnfinishedError
from farandole.i18n import use_language
from farandole.outputs import discard_stream


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default, those of the process); return its exit status."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks for completions
        from farandole.cli._completion import complete

        complete()
    try:
        arguments = _parse(sys.argv[1:] if argv is None else argv)
        with _stoppable():
            check_distinct_files(arguments)
            with use_language(getattr(arguments, "lang", None)):
                status: int = arguments.run(arguments)
            sys.stdout.flush()
    except BrokenPipeError:
        discard_stream(sys.stdout)  # the reader has closed it
        return NOT_ONE
    except UnfinishedError as error:
        report_error(str(error))
        return NOT_ONE
    except (FarandoleError, OSError, ValueError) as error:  # ValueError: a bad environment variable
        from farandole.cli._advice import add_advice

        report_error(_add_notes(add_advice(error, _describe(error), (*NAMES, *OLD_COMMANDS)), error))
        return BAD_INPUT
    except KeyboardInterrupt as stop:
        is_ctrl_c = not isinstance(stop, _Terminated)
        report_error(_add_notes("interrupted" if is_ctrl_c else "terminated", stop))
        return STOPPED if is_ctrl_c else TERMINATED
    return status


def _parse(words: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; flush what help prints before the command ends, while an error can still be reported."""
    try:
        return parse(find_command(words or _words_for_pipe()))
    finally:
        sys.stdout.flush()


def _words_for_pipe() -> list[str]:
    """Return the words that solve what is piped into the command alone; none without a pipe or a file."""
    try:
        status = os.fstat(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # there is no standard input
        return []
    has_puzzles = stat.S_ISFIFO(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_size > 0)
    return ["solve", "-"] if has_puzzles else []


class _Terminated(KeyboardInterrupt):
    """SIGTERM, handled like Ctrl-C, so that files and processes are left in the same order."""


@contextmanager
def _stoppable() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C, unless a handler is already installed."""
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


def _describe(error: Exception) -> str:
    """Describe an error in one line."""
    if isinstance(error, UnicodeEncodeError):
        character = error.object[error.start]
        message = f"expected an output that takes {character!r}, found one in {error.encoding}"
        return f"{message}: set PYTHONIOENCODING=utf-8"
    if not isinstance(error, OSError) or not error.strerror or not isinstance(error.strerror, str):  # Cairo: a number
        return str(error)
    name = error.filename if str(error.filename).strip() else repr(error.filename)
    return error.strerror if name is None else f"{name}: {error.strerror}"


def _add_notes(message: str, error: BaseException) -> str:
    """Add the notes of an error, for example that a partial file is kept."""
    return "; ".join([message, *getattr(error, "__notes__", [])])
