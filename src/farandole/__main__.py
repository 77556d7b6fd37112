"""``python -m farandole`` is the command ``farandole``."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

_STOPPED = 130  # what a shell says of a command that Ctrl-C ended


def command() -> int:
    """Run the command as a process of its own, and return its exit status: Ctrl-C never ends it with a traceback.

    The command itself says that it was interrupted. But to import it takes a while, and so does the end of Python.
    """
    heeds_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not so behind nohup, for one
    if heeds_interrupts:
        signal.signal(signal.SIGINT, _end)
    _open_streams()
    from farandole.cli.main import main

    try:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:  # before it reads its arguments, or once more while it says so
        return _STOPPED
    finally:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, _end)


def _open_streams() -> None:
    """Open the standard streams that are closed, on nothing: a file would else take the place of one (``>&-``)."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(_STOPPED)


if __name__ == "__main__":
    sys.exit(command())
