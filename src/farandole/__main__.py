"""``python -m farandole`` is the command ``farandole``."""

from __future__ import annotations

import gc
import os
import signal
import sys

TYPE_CHECKING = False  # as type checkers know it; `typing` would take a while to import

if TYPE_CHECKING:
    from types import FrameType

_STOPPED = 130  # the exit status that shells use after Ctrl-C


def command() -> int:
    """Run the command as a process, and return its exit status; Ctrl-C never ends it with a traceback.

    The command itself reports an interrupt. This covers the time while Python imports it, and while Python exits.
    """
    heeds_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # nohup, for example, ignores it
    if heeds_interrupts:
        signal.signal(signal.SIGINT, _end)
    _open_streams()
    if sys.argv[1:] == ["--version"] and _print_version():
        return 0
    gc.set_threshold(50_000)  # modules are no garbage: looking at them again and again takes a tenth of a first hint
    from farandole.cli.main import main

    try:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main()
    except KeyboardInterrupt:  # before it reads its arguments, or a second time while it reports the first
        return _STOPPED
    finally:
        if heeds_interrupts:
            signal.signal(signal.SIGINT, _end)


def _print_version() -> bool:
    """Print the version without the parser, which takes a while to import; return whether that worked."""
    from farandole._core import VERSION

    try:
        print(f"farandole {VERSION}", flush=True)
    except OSError:  # `main` meets it again, and reports it
        return False
    return True


def _open_streams() -> None:
    """Open closed standard streams (``>&-``) on /dev/null: otherwise a file would get the descriptor of one."""
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
