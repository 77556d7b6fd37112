"""Many inputs tried, each within limits of time and memory, in child processes that may hang or crash.

A child notes the number of an input before it tries it, in memory that it shares with its parent. So whatever happens
to the child, the parent knows which input it was, makes it again from its number, keeps it, and begins another child
after it.
"""

import faulthandler
import mmap
import os
import re
import resource
import select
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from farandole.errors import FarandoleError

ROOT = Path(__file__).parents[2]

SECONDS = 2.0
"""The most time of a processor that an input may take."""

MEGABYTES = 200
"""The most memory that an input may take, and the most by which a child may grow in all."""

_WALL_SECONDS = 15  # after which a child that got no further is killed: other work may slow it down
_NOTABLE = 1 << 14  # kilobytes that are worth measuring anew
_GUARD = 1 << 30  # bytes beyond what it had that no child gets
_BATCH = 50_000  # inputs that a child tries; then another begins afresh
_MINIMIZING = 5  # seconds for making an input small

_NUMBER, _IS_TAKEN, _ANSWERS, _REFUSALS, _FAULTS, _MICROSECONDS, _KILOBYTES = range(7)  # places in the shared memory


class Fault(Exception):  # noqa: N818 (an error is what a reader refuses by)
    """What an answer shows to be wrong; its first argument names the kind, the second tells more."""


class _TooSlow(BaseException):
    pass


@dataclass(slots=True)
class Tally:
    """What came of the inputs of a trial."""

    answers: int = 0
    refusals: int = 0
    faults: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    wall: float = 0.0
    kinds: dict[str, Path] = field(default_factory=dict)

    @property
    def inputs(self) -> int:
        """How many inputs were tried."""
        return self.answers + self.refusals + self.faults


@dataclass(frozen=True)
class Trial:
    """A reader, the inputs to try it on, and where those at which it fails are kept.

    Parameters
    ----------
    name : str
    take : callable
        Takes an input; raises a `FarandoleError` to refuse it, a `Fault` for what is wrong with its answer.
    make : callable
        Makes the input of a number.
    folder : Path
        Where inputs are kept that show a fault: a file each, and beside it what happened.
    repeat : str
        The command that tries a kept input again, but for its name.
    seconds : float
        The most time of a processor that an input may take.
    """

    name: str
    take: Callable[[bytes], object]
    make: Callable[[int], bytes]
    folder: Path
    repeat: str
    seconds: float = SECONDS

    def run(self, n: int, *, seconds: float | None = None, jobs: int = 1, minimize: bool = True) -> Tally:
        """Try the inputs of the numbers below n, or those that fit in the seconds."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        begin = time.monotonic()
        end = begin + (seconds or 1e9)
        children = [_Child(self, first, min(n, first + _BATCH * jobs), jobs, end) for first in range(min(n, jobs))]
        finished: list[_Child] = []
        try:
            while children:
                time.sleep(0.02)
                for child in [child for child in children if child.is_over()]:
                    children.remove(child)
                    finished.append(child)
                    after = child.next_number
                    if after < n and time.monotonic() < end:
                        children.append(_Child(self, after, min(n, after + _BATCH * jobs), jobs, end))
        finally:
            for child in children:
                os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)
        tally = Tally(
            sum(child.shared[_ANSWERS] for child in finished),
            sum(child.shared[_REFUSALS] for child in finished),
            sum(child.shared[_FAULTS] for child in finished),
            max(child.shared[_MICROSECONDS] for child in finished) / 1e6,
            max(child.shared[_KILOBYTES] for child in finished) / 1e3,
            time.monotonic() - begin,
        )
        for kept in sorted(self.folder.glob("*.input")):
            if minimize:
                self._minimize(kept)
            tally.kinds[kept.stem] = kept
        return tally

    def fault_of(self, content: bytes) -> tuple[str, str] | None:
        """Try an input in a child of its own; give the kind of its fault and what happened, if there is one."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            verdict = _Guard(self.take, self.seconds).verdict(content)
            if isinstance(verdict, tuple):
                os.write(write, "\0".join(verdict).encode("utf-8", "backslashreplace")[:60_000])
            os._exit(0)
        os.close(write)
        with open(read, "rb") as file:
            if not select.select([file], [], [], _WALL_SECONDS)[0]:
                os.kill(pid, signal.SIGKILL)
            said = file.read().decode()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if said:
            kind, _, more = said.partition("\0")
            return kind, more
        return (_ending(status), "") if status else None

    def keep(self, content: bytes, kind: str, more: str) -> None:
        """Keep the input that shows a fault, unless a shorter one does."""
        path = self.folder / (re.sub(r"[^\w.-]+", "_", kind)[:100] + ".input")
        if not path.exists() or path.stat().st_size > len(content):
            path.write_bytes(content)
            said = f"{kind}\n{self.repeat} {os.path.relpath(path, ROOT)}\n\n{content[:2000]!r}\n\n{more}\n"
            path.with_suffix(".txt").write_text(said, "utf-8", "backslashreplace")

    def _minimize(self, kept: Path) -> None:
        """Leave out what doesn't matter for a fault, as long as it stays of its kind."""
        content = kept.read_bytes()
        end = time.monotonic() + _MINIMIZING
        fault = self.fault_of(content)
        if fault is None:
            with kept.with_suffix(".txt").open("a") as file:
                file.write("\nAlone it is no fault: in the child others went before it.\n")
            return
        size = len(content) // 2
        while size and time.monotonic() < end:
            start = 0
            while start < len(content) and time.monotonic() < end:
                shorter = content[:start] + content[start + size :]
                if (now := self.fault_of(shorter)) and now[0] == fault[0]:
                    content, fault = shorter, now
                else:
                    start += size
            size //= 2
        self.keep(content, *fault)


def _ending(status: int) -> str:
    """Name how a child came to its end."""
    return "hang" if status == -signal.SIGKILL else f"crash {signal.Signals(-status).name}"


class _Child:
    """A child process that tries every so many-th input from a first one on."""

    def __init__(self, trial: Trial, first: int, last: int, step: int, end: float) -> None:
        self.shared = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("q")
        self.shared[_NUMBER] = first
        self._trial, self._last, self._step = trial, last, step
        self._seen, self._since = -1, time.monotonic()
        self._crash = trial.folder / f"crash-{first}"
        self.pid = os.fork()
        if self.pid == 0:
            self._try_all(end)

    def _try_all(self, end: float) -> NoReturn:
        # Ctrl-C is for the parent, which takes its children along; what a child starts must not inherit that.
        signal.signal(signal.SIGINT, lambda *_: None)
        shared, trial, parent = self.shared, self._trial, os.getppid()
        status = 0
        with open(self._crash, "w") as crash:
            faulthandler.enable(crash)
            faulthandler.register(signal.SIGUSR1, crash)
            try:
                guard = _Guard(trial.take, trial.seconds)
                for number in range(shared[_NUMBER], self._last, self._step):
                    shared[_NUMBER] = number
                    content = trial.make(number)
                    shared[_IS_TAKEN] = 1
                    verdict = guard.verdict(content)
                    shared[_IS_TAKEN] = 0
                    if isinstance(verdict, tuple):
                        shared[_FAULTS] += 1
                        trial.keep(content, *verdict)
                    else:
                        shared[_ANSWERS if verdict else _REFUSALS] += 1
                    shared[_MICROSECONDS] = max(shared[_MICROSECONDS], int(guard.seconds * 1e6))
                    shared[_KILOBYTES] = max(shared[_KILOBYTES], guard.kilobytes)
                    if number % 1000 == 0 and guard.growth > 1000 * MEGABYTES:
                        shared[_FAULTS] += 1
                        trial.keep(content, "growth", "Inputs before it left something behind.")
                        break
                    if time.monotonic() > end or os.getppid() != parent:
                        break
            except BaseException:
                traceback.print_exc()  # a fault of this program
                status = 70
        os._exit(status)

    @property
    def next_number(self) -> int:
        """The first number that it has not tried."""
        return self.shared[_NUMBER] + self._step

    def is_over(self) -> bool:
        """Say whether it has ended, of its own or because it got no further; keep the input that it ended at."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        now = time.monotonic()
        if pid == 0:
            if self.shared[_NUMBER] != self._seen or not self.shared[_IS_TAKEN]:
                self._seen, self._since = self.shared[_NUMBER], now
            if now - self._since < _WALL_SECONDS:
                return False
            os.kill(self.pid, signal.SIGUSR1)  # faulthandler says where it is
            time.sleep(0.2)
            os.kill(self.pid, signal.SIGKILL)
            status = os.waitpid(self.pid, 0)[1]
        code = os.waitstatus_to_exitcode(status)
        if code > 0:
            raise SystemExit(f"{self._trial.name}: a child could not try input {self.shared[_NUMBER]}")
        if code < 0:
            self.shared[_FAULTS] += 1
            stack = self._crash.read_text()
            at = re.search(r"farandole/(\S+?)\.py\", line \d+ in (\w+)", stack)
            where = f" {at[1]}.{at[2]}" if at else ""
            self._trial.keep(self._trial.make(self.shared[_NUMBER]), _ending(code) + where, stack)
        self._crash.unlink()
        return True


class _Guard:
    """Tries inputs in this process, one by one, and measures what each takes."""

    def __init__(self, take: Callable[[bytes], object], most_seconds: float) -> None:
        self._take = take
        self._most_seconds = most_seconds
        self.seconds = 0.0
        self.kilobytes = 0
        self._first = _resident()
        signal.signal(signal.SIGPROF, _stop)
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_DATA, (_data_bytes() + _GUARD, resource.RLIM_INFINITY))

    @property
    def growth(self) -> int:
        """Kilobytes that this process has more than when it began."""
        return _resident() - self._first

    def verdict(self, content: bytes) -> bool | tuple[str, str]:
        """Say whether an input was answered or refused; or the kind of its fault, and what happened."""
        before = _resident()
        if _peak() > before + _NOTABLE:
            _forget_peak()
        start = time.process_time()
        fault = None
        answered = True
        try:
            signal.setitimer(signal.ITIMER_PROF, self._most_seconds)
            try:
                self._take(content)
            except FarandoleError as error:
                answered = False
                _require_message(error)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except Fault as found:
            fault = found.args[0], "\n".join(found.args[1:])
        except _TooSlow as slow:
            fault = f"slow {_place(slow, lines=False)}", _told(slow)
        except Exception as error:
            fault = f"{type(error).__name__} {_place(error)}", _told(error)
        self.seconds = time.process_time() - start
        self.kilobytes = max(0, _peak() - before)
        if fault is None and self.kilobytes > 1000 * MEGABYTES:
            fault = "memory", f"{self.kilobytes / 1000:.0f} MB"
        return fault or answered


def _stop(*_: object) -> NoReturn:
    raise _TooSlow


_LONGEST_MESSAGE = 1000


def _require_message(error: FarandoleError) -> None:
    """Refuse an error that says nothing, or more than anybody reads."""
    message = str(error)
    if not message.strip():
        raise Fault("an empty message", _told(error))
    if len(message) > _LONGEST_MESSAGE:
        raise Fault(f"a message of too many characters {_place(error)}", message[:_LONGEST_MESSAGE])


def _place(error: BaseException, *, lines: bool = True) -> str:
    """Name the place in the package where something was raised."""
    found = "elsewhere"
    for frame in _frames(error):
        module = frame.filename.rpartition("farandole/")[2].removesuffix(".py").replace("/", ".")
        found = f"{module}-{frame.lineno}" if lines else module
    return found


def _frames(error: BaseException) -> Iterator[traceback.FrameSummary]:
    summary = traceback.extract_tb(error.__traceback__)
    yield from (frame for frame in summary if "/farandole/" in frame.filename and "/src/" in frame.filename)


def _told(error: BaseException) -> str:
    return "".join(traceback.format_exception(error, limit=-12))


# Linux says how much memory a process has, and forgets how much it had at most; elsewhere a peak stays.

_PAGE = resource.getpagesize() // 1024


def _resident() -> int:
    """Kilobytes of memory that this process has."""
    try:
        with open("/proc/self/statm", "rb", 0) as file:
            return int(file.read().split()[1]) * _PAGE
    except FileNotFoundError:
        return _peak()


def _peak() -> int:
    """Kilobytes of memory that this process had at most since that was forgotten."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most


def _forget_peak() -> None:
    with suppress(FileNotFoundError), open("/proc/self/clear_refs", "wb", 0) as file:
        file.write(b"5")


def _data_bytes() -> int:
    found = re.search(r"VmData:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) * 1024 if found else 0
