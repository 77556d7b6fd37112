"""Available memory, for searches that use as much as they can get."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from os.path import dirname, join

UNKNOWN = 1 << 32  # bytes, if the system doesn't tell


def spare_memory(root: str = "/") -> int:
    """Return how many more bytes this process can use, within the machine, its cgroups, and its own limit.

    Parameters
    ----------
    root : str
        The root of the files of Linux: ``proc/meminfo``, and those of the cgroups (of both versions) of the process,
        which containers use.
    """
    limits = [*_of_machine(root), *_of_groups(root), *_of_process(root)]
    return max(0, min(limits)) if limits else UNKNOWN


class MemoryLimit:
    """The number of bytes that a growing structure may use: as given, or half of the available memory.

    Other processes use memory too, so the available memory is measured again after each step of growth.
    """

    STEP = 1 << 26  # bytes

    def __init__(self, given: int | None, *, spare: Callable[[], int] = spare_memory) -> None:
        self._spare = spare
        self._is_given = given is not None
        self._bytes = spare() // 2 if given is None else given
        self._next = self.STEP

    def bytes(self, used: int) -> int:
        """Return how many bytes it may use in total, while it uses ``used``."""
        if not self._is_given and used >= self._next:
            self._next = used + self.STEP
            self._bytes = (used + self._spare()) // 2
        return self._bytes


def _of_machine(root: str) -> Iterator[int]:
    for line in _text(join(root, "proc/meminfo")).splitlines():
        if line.startswith("MemAvailable:"):
            yield int(line.split()[1]) << 10
            return
    if sys.platform != "linux":
        with suppress(AttributeError, ValueError, OSError):  # Windows lacks it
            yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _of_groups(root: str) -> Iterator[int]:
    """Yield the bytes that are left to each cgroup of the process, and to their parents."""
    for line in _text(join(root, "proc/self/cgroup")).splitlines():
        _, kinds, path = line.split(":", 2)
        if kinds == "":
            base, most, used, idle = join(root, "sys/fs/cgroup"), "memory.max", "memory.current", "inactive_file"
        elif "memory" in kinds.split(","):
            base, idle = join(root, "sys/fs/cgroup/memory"), "total_inactive_file"
            most, used = "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        group = path.strip("/")
        for folder in _with_those_around(group):  # a container may see only the top folder, not its own
            limit, taken = (_text(join(base, folder, name)).strip() for name in (most, used))
            if limit.isdecimal() and taken.isdecimal():
                yield int(limit) - int(taken) + _idle(_text(join(base, folder, "memory.stat")), idle)


def _with_those_around(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = dirname(folder)
        yield folder


def _idle(stat: str, name: str) -> int:
    """Return how much memory of a cgroup is page cache, which can be reclaimed."""
    for line in stat.splitlines():
        key, _, number = line.partition(" ")
        if key == name and number.isdecimal():
            return int(number)
    return 0


def _of_process(root: str) -> Iterator[int]:
    try:
        import resource
    except ImportError:  # Windows
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    pages = _text(join(root, "proc/self/statm")).split()
    if limit != resource.RLIM_INFINITY and pages:
        yield limit - int(pages[0]) * resource.getpagesize()


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return ""
