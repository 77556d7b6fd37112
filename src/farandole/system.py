"""What operating systems do differently: cores, locks, folders on the disk. Only this module asks for the system.

macOS lacks the mask of cores that Linux has. Windows has no `fcntl`: there, a lock is a locked byte far behind the end
of the file, a folder can't be synced, and an open file can't be renamed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager
from errno import ELOOP

try:
    import fcntl
    import resource
except ImportError:  # Windows
    fcntl = resource = None  # type: ignore[assignment]

TYPE_CHECKING = False  # as type checkers know it; `typing` would take a while to import

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEHIND = 1 << 42  # where a byte is locked: behind the end of any file

RENAMES_OPEN_FILES = fcntl is not None
"""Whether a file can be renamed while it is open."""

HAS_THREADS = sys.platform not in ("emscripten", "wasi")
"""Whether a process can start threads. In a browser, it can't."""

PASSES_DESCRIPTORS = fcntl is not None
"""Whether a process can pass open files to its children by number."""

TERMINAL = "/dev/tty" if fcntl is not None else "CONIN$"
"""The file from which the keys of the terminal can be read, also if standard input is a pipe."""

ENDING_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
"""The signals that ask a program to end, as far as the system has them."""


def count_cores() -> int:
    """Return how many cores this process may use.

    Examples
    --------
    >>> count_cores() >= 1
    True
    """
    if not HAS_THREADS:
        return 1
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def hold_signals() -> Iterator[None]:
    """Let Ctrl-C, and the other signals that ask a program to end, wait until the block has ended.

    A library in C may call Python back, and drop what such a call raises. There, Ctrl-C would be lost, or come out as
    some other error. The block should take a second at most. In other threads than the main one, which get no signals,
    this does nothing.

    Examples
    --------
    >>> with hold_signals():
    ...     pass
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    came: list[int] = []
    held = [number for number, handler in handlers.items() if callable(handler)]
    for number in held:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, handlers[number])
        if came:
            signal.raise_signal(came[0])


def open_to_write(name: str) -> int:
    """Open a file to write, or make it; return its descriptor. Its content stays.

    Raises
    ------
    OSError
        With ``ELOOP`` if it is a link; if it can't be opened.
    """
    refuses_links = hasattr(os, "O_NOFOLLOW")
    if not refuses_links and os.path.islink(name):
        raise OSError(ELOOP, os.strerror(ELOOP), name)
    flags = os.O_WRONLY | os.O_CREAT | (os.O_NOFOLLOW if refuses_links else 0)
    return os.open(name, flags | getattr(os, "O_BINARY", 0), 0o666)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; return whether no other process has it locked.

    Parameters
    ----------
    descriptor : int
        Of a file that is open to write.
    """
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
    return _lock_byte(descriptor)


def _lock_byte(descriptor: int) -> bool:
    import msvcrt  # Windows only

    position = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _BEHIND, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        os.lseek(descriptor, position, os.SEEK_SET)
    return True


def sync_file(name: str) -> None:
    """Wait until the content of a file is on the disk."""
    _sync(name, os.O_RDONLY if RENAMES_OPEN_FILES else os.O_RDWR)  # Windows syncs only what is open to write


def sync_folder(name: str) -> None:
    """Wait until the names in a folder are on the disk, so that they survive a power failure.

    Windows can't open a folder; there, names are written when the system does it.
    """
    if RENAMES_OPEN_FILES:
        _sync(name, os.O_RDONLY)


def _sync(name: str, flags: int) -> None:
    descriptor = os.open(name, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def most_files() -> int:
    """Return how many files this process may have open, sockets included.

    Examples
    --------
    >>> most_files() > 20
    True
    """
    if resource is None:
        return 512  # of the C library of Windows; its sockets don't count
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 20 if soft == resource.RLIM_INFINITY else int(soft)


def limit_memory(more: int) -> None:
    """Let this process take only some more memory; then it gets MemoryError. Only Linux can.

    Parameters
    ----------
    more : int
        Bytes of address space beyond those that the process has now.
    """
    if resource is None or not sys.platform.startswith("linux"):
        return
    with open("/proc/self/statm") as file:
        n_pages = int(file.read().split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = n_pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
