"""``python -m farandole`` is the command ``farandole``."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

_STOPPED = 130  # what a shell says of a command that Ctrl-C ended


def command() -> int:
    """Run the command as a process of its own, and return its exit status: Ctrl-C ends it without a traceback at any time.

    The command itself says that it was interrupted. But importing it takes a while, and so does what Python does at the end.
    """
    heeds_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not so behind nohup, for one
    if heeds_interrupts:
        signal.signal(signal.SIGINT, _end)
    from farandole.cli import main

    try:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:  # before it reads its arguments, or once more while it says so
        return _STOPPED
    finally:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(_STOPPED)


if __name__ == "__main__":
    sys.exit(command())
