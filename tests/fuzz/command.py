"""The command tried on arguments that Hypothesis draws: real options, strange values, files that are none.

Whatever it is asked, it ends with the status 0, 1, 2 or 130, without a traceback; Ctrl-C ends it soon; no control
character of a puzzle, a column or a file's name reaches a terminal; and no file is touched but those that were named,
no input ever.

    PYTHONPATH=tests python -m fuzz.command --seconds 600
    PYTHONPATH=tests python -m fuzz.command --repeat build/faults/command/traceback.input
"""

import argparse
import gc
import gzip
import io
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from fuzz import originals
from fuzz.drawn import Drawn
from fuzz.mutations import CHARACTERS
from fuzz.readers import FAULTS, SCRATCH, parser, tried
from fuzz.trials import Fault, Trial
from hypothesis import strategies as st

from farandole.cli import _commands as command_table
from farandole.cli import main as the_command

STATUSES = (0, 1, 2, 130)

PATIENCE = 1.0
"""Seconds after which the command is interrupted, as by Ctrl-C."""

STOPPING = 0.5
"""Seconds of a processor in which it then has to end."""

_STARTING = 5.0  # seconds that Python may take before our code runs; till then Ctrl-C is its own affair
_WAITING = 10.0  # seconds in which another process has to, for nobody knows what else is at work

BEL, ESCAPE, CSI = "\x07", "\x1b]0;title\x07", "\x9b5;7H"
"""What a terminal obeys, and what the command itself never writes."""

_ONE_IN_PROCESS, _ONE_IN_TERMINAL = 100, 10  # cases for one that has a process of its own, or a terminal


# ── Files in the folder where the command runs ───────────────────────────────────────────────────────────────────


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each: puzzles, covers and tables, some with what terminals obey."""
    for path in sorted((originals.ROOT / "examples").glob("*.*")):
        if path.suffix in (".txt", ".json") and path.name != "thousand.txt":
            yield path.name, path.read_bytes()
    line = originals.WIKIPEDIA
    yield "cover.dlx", b"a b c | x\na b x:1 |2\nb c\nc x:1 |$5\na\n"
    yield "table.csv", f"id,puzzle\n1,{line}\n2,{line[::-1]}\n3,x\n".encode()
    yield "columns.csv", f"id{ESCAPE},name{CSI}\n1,{line}\n".encode()
    yield "keys.json", json.dumps({"farandole": 1, f"key{ESCAPE}": BEL, "grid": {"size": 9}}).encode()
    empty: list[list[dict[str, int]]] = [[{} for _ in range(9)] for _ in range(9)]
    yield "drawing.json", json.dumps({"size": 9, "grid": empty, f"rule{ESCAPE}": [{"cells": [f"R{CSI}"]}]}).encode()
    yield "cages.json", json.dumps({"size": 9, "grid": empty, "cage": [{"cells": ["R1C1"], "value": ESCAPE}]}).encode()
    yield f"odd{ESCAPE}.txt", f"53..7{ESCAPE}{CSI}\n{line[:-1]}{BEL}\n".encode()
    yield f"odd{CSI}.dlx", f"a b{ESCAPE}\na\nb{ESCAPE}\n".encode()
    yield "-dash.txt", line.encode()
    yield "two\nlines.txt", f"{line}\n{line}".encode()
    yield os.fsdecode(b"b\xffd.txt"), b"\xff\xfe\xfd"
    yield "empty.txt", b""
    yield "zeros.txt", bytes(1000)
    yield "table.csv.gz", gzip.compress(f"id,puzzle\n1,{line}\n".encode())
    yield "cut.csv.gz", gzip.compress(line.encode())[:-9]
    for number, content in enumerate(one for one in originals.tables() if one[:4] in (b"\x93NUM", b"PAR1")):
        yield f"table{number}{'.npy' if content[0] == 0x93 else '.parquet'}", content


FILES = dict(_files())
_LINKS = {"link.txt": "classic.txt", "gone.txt": "nowhere.txt", "round.txt": "round.txt"}
_FOLDER = "folder"
_OUTPUTS = (
    *("out.txt", "out.csv", "out.json", "out.npy", "out.parquet", "out.csv.gz", "out.txt.zst", "out.svg", "out.dlx"),
    *(f"out{ESCAPE}.txt", "missing/out.txt", "out.pdf", "", "-", "/dev/null", "/dev/full", _FOLDER, *_LINKS),
)


def _lay_out() -> None:
    """Put the files where they belong, as they are to be."""
    for name in os.listdir():
        if os.path.isdir(name) and not os.path.islink(name):
            shutil.rmtree(name)
        else:
            os.unlink(name)
    for name, content in FILES.items():
        Path(name).write_bytes(content)
    for name, target in _LINKS.items():
        os.symlink(target, name)
    os.mkdir(_FOLDER)


def _seen() -> dict[str, tuple[int, ...] | str]:
    """What is in the folder, in such detail that a change shows."""
    found: dict[str, tuple[int, ...] | str] = {}
    with os.scandir() as entries:
        for entry in entries:
            status = entry.stat(follow_symlinks=False)
            what = (status.st_ino, status.st_size, status.st_mtime_ns)
            found[entry.name] = os.readlink(entry.name) if entry.is_symlink() else what
    return found


# ── What is drawn ────────────────────────────────────────────────────────────────────────────────────────────────


def _commands() -> dict[str, list[argparse.Action]]:
    """Take the commands and what each takes from the parser itself, so that none is forgotten."""
    return {name: below._actions for name, below, _ in command_table.each_command(command_table.parser())}


COMMANDS = _commands()
COMMANDS.pop("serve")  # it never ends and handles Ctrl-C in its own way; tests/web tests it
COMMANDS.pop("data")  # its commands are here
UNASKED = {"help", "engine", "address"}  # a cluster for each input would take minutes

_NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "00",
    "1.5",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "",
    " ",
    "٣",
    "²",
    "1_000",
    "0x1",
    "x",
)
_HUGE = ("2147483648", "9223372036854775808", "1" + "0" * 30, "9" * 5000)


def _strange() -> st.SearchStrategy[str]:
    pieces = st.sampled_from(
        [*(os.fsdecode(each) for each in CHARACTERS), "--", "-", "=", "%s", "{}", ESCAPE, "1" * 40]
    )
    return st.lists(pieces | st.text("0123456789.ab", max_size=9), max_size=6).map("".join)


def _puzzles() -> st.SearchStrategy[str]:
    line = originals.WIKIPEDIA
    links = [one.decode() for one in originals.sudokuwiki_strings()[:8] if one.isascii()]
    files = st.sampled_from([*FILES, *_LINKS, _FOLDER, "missing.txt"])
    given = st.sampled_from([line, line[:-1], f"{line}5", line[::-1], "." * 81, "1" * 81, "1..." * 4, *links])
    changed = st.builds(lambda at, new: line[:at] + new + line[at + 1 :], st.integers(0, 80), _strange())
    return st.one_of(files, files, files, given, changed, st.just("-"))


def _value_of(action: argparse.Action, command: str) -> st.SearchStrategy[str]:
    """Draw a value for an option: mostly one that it may take."""
    if action.choices:
        return st.sampled_from([*map(str, action.choices), "", "LINE"]) | _strange()
    match action.dest:
        case "output" | "bad" | "svg":
            return st.sampled_from([*_OUTPUTS, *FILES])
        case "threads" if command == "rate":
            return st.sampled_from(_NUMBERS)  # each is a process
        case "limit" | "threads" | "budget" | "seconds" | "seed" | "cheapest" | "sample":
            return st.sampled_from([*_NUMBERS, *_HUGE]) | _strange()
        case "columns" | "column":
            return st.sampled_from(["puzzle", "line,verdict", "id", "puzzle,puzzle", ",", f"a{ESCAPE}"]) | _strange()
        case "digits":
            return st.sampled_from([originals.WIKIPEDIA, "1", "." * 81]) | _strange()
        case "until":
            return st.sampled_from(["x-wing", "naked single", "Hidden Pair", "wing", ""]) | _strange()
        case _:
            return _puzzles() | _strange()


@st.composite
def _argv(draw: st.DrawFn) -> list[str]:
    command = draw(st.sampled_from([*COMMANDS] * 4 + ["", "help", "--help", "--version", "solv"]))
    if command not in COMMANDS:
        return [command, *draw(st.lists(_strange(), max_size=2))]
    options = [action for action in COMMANDS[command] if action.option_strings and action.dest not in UNASKED]
    words: list[list[str]] = []
    for action in draw(st.lists(st.sampled_from(options), max_size=4)):
        name = draw(st.sampled_from(list(action.option_strings)))
        if action.nargs == 0:
            words.append([name])
            continue
        value = draw(_value_of(action, command))
        glued = f"{name}={value}" if name.startswith("--") else f"{name}{value}"
        words.append([glued] if draw(st.booleans()) else [name, value])
    for action in COMMANDS[command]:
        if not action.option_strings:
            n = draw(st.sampled_from([1] * 8 + [0, 2])) if action.nargs == "+" else draw(st.sampled_from([1] * 9 + [0]))
            given = draw(st.lists(_puzzles(), min_size=n, max_size=n))
            words.insert(draw(st.integers(0, len(words))), given)
    if command == "bench":
        words.append(["--seconds", "0.001"])
    if draw(st.integers(0, 19)) == 0:
        words.append([draw(_strange())])
    return [*command.split(), *(word for group in words for word in group)]


def _as_given(word: str) -> str:
    """Make of a word what a shell can hand over, and no path that leads out of the folder."""
    said = os.fsdecode(word.encode("utf-8", "surrogateescape" if _is_escaped(word) else "replace")).replace("\0", "")
    known = said in _OUTPUTS or any(said.endswith(f"={name}") or said == f"-o{name}" for name in _OUTPUTS if name)
    return said if known or "://" in said or not said.startswith(("-", "/", ".")) else said.replace("/", "_")


def _is_escaped(word: str) -> bool:
    return not any("\ud800" <= character < "\udc80" or "\udcff" < character <= "\udfff" for character in word)


def cases() -> st.SearchStrategy[bytes]:
    """Draw calls of the command: arguments, standard input, and whether it writes to a terminal."""
    contents = [content.decode("latin-1") for content in FILES.values() if len(content) < 4000]
    said = st.sampled_from(contents) | _strange() | st.binary(max_size=100).map(lambda data: data.decode("latin-1"))
    ways = ["call"] * (_ONE_IN_PROCESS - _ONE_IN_PROCESS // _ONE_IN_TERMINAL - 1)
    ways += ["terminal"] * (_ONE_IN_PROCESS // _ONE_IN_TERMINAL) + ["process"]
    call = st.fixed_dictionaries(
        {"argv": _argv().map(lambda words: list(map(_as_given, words))), "stdin": said, "way": st.sampled_from(ways)}
    )
    return call.map(lambda case: json.dumps(case).encode())


# ── How it is run ────────────────────────────────────────────────────────────────────────────────────────────────


def take(content: bytes) -> object:
    """Call the command as an input says, and look at all that it leaves."""
    try:
        case = json.loads(content)
        argv, stdin, way = list(map(_as_given, case["argv"])), case["stdin"].encode("latin-1"), case["way"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None  # made by leaving out, while it is made small
    with _place() as before:
        status, output, errors = {"call": _call, "process": _process, "terminal": _in_terminal}[way](argv, stdin)
        _require_order(argv, status, errors)
        if way == "terminal":
            _require_clean(argv, output)
        _require_untouched(argv, status, before)
    return status


def shown(argv: list[str]) -> str:
    """Write a call as one would type it."""
    return ascii(shlex.join(["farandole", *argv]))


_homes: dict[int, tuple[str, str]] = {}


@contextmanager
def _place() -> Iterator[dict[str, tuple[int, ...] | str]]:
    """Go to the folder of this process, where the files are; put back afterwards what was changed."""
    if os.getpid() not in _homes:
        _homes[os.getpid()] = tempfile.mkdtemp(dir=SCRATCH), tempfile.mkdtemp(dir=SCRATCH)
        os.chdir(_homes[os.getpid()][0])
        _lay_out()
    before = _seen()
    try:
        yield before
    finally:
        if _seen() != before:
            _lay_out()


def _call(argv: list[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Call it in this process."""
    folder = Path(_homes[os.getpid()][1])
    (folder / "0").write_bytes(stdin)
    kept = [os.dup(number) for number in range(3)]
    streams = sys.stdout, sys.stderr
    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        opened = os.open(folder / str(number), mode | (os.O_CREAT | os.O_TRUNC if number else 0))
        os.dup2(opened, number)
        os.close(opened)
    try:
        sys.stdout, sys.stderr = _stream(1, "strict"), _stream(2, "backslashreplace")
        with _interrupted(argv):
            status = _main(argv)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
    finally:
        sys.stdout, sys.stderr = streams
        for number, before in enumerate(kept):
            os.dup2(before, number)
            os.close(before)
    return status, (folder / "1").read_bytes(), (folder / "2").read_bytes()


def _stream(number: int, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(number, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", errors, line_buffering=number == 2)


def _main(argv: list[str]) -> int:
    try:
        return the_command.main(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)


@contextmanager
def _interrupted(argv: list[str]) -> Iterator[None]:
    """Interrupt what takes long, as Ctrl-C does, and see how soon it ends."""
    gc.callbacks.clear()  # Hypothesis measures there; an exception that came up just then would be lost
    at = []

    def interrupt(_: int, frame: FrameType | None) -> None:
        at.append((time.process_time(), "".join(traceback.format_stack(frame, 12))))
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if at and (late := time.process_time() - at[0][0]) > STOPPING:
        raise Fault("slow to stop", f"{late:.1f} s after Ctrl-C", shown(argv), at[0][1])


def _process(argv: list[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Run it as a shell does."""
    start = [sys.executable, "-m", "farandole", *argv]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with suppress(subprocess.TimeoutExpired):
            return _ended(process, *process.communicate(stdin, _STARTING + PATIENCE))
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return _ended(process, *process.communicate(timeout=_WAITING))
        process.kill()
        process.communicate()
    raise Fault("does not stop", shown(argv))


def _ended(process: subprocess.Popen[bytes], output: bytes, errors: bytes) -> tuple[int, bytes, bytes]:
    is_stopped = process.returncode == -signal.SIGINT  # in Python's own last moments; a shell calls that 130, too
    return 130 if is_stopped else process.returncode, output, errors


def _in_terminal(argv: list[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Call it in a fork whose output is a terminal."""
    folder = Path(_homes[os.getpid()][1])
    (folder / "0").write_bytes(stdin)
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.dup2(os.open(folder / "0", os.O_RDONLY), 0)
        sys.stdout, sys.stderr = _stream(1, "strict"), _stream(2, "backslashreplace")
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = 70
        try:
            status = _main(argv)
        except BaseException:
            traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            os._exit(status)
    output = b""
    end = time.monotonic() + PATIENCE
    interrupted = False
    try:
        while True:
            ready = select.select([terminal], [], [], max(0, end - time.monotonic()))[0]
            if not ready and interrupted:
                raise Fault("does not stop", shown(argv))
            if not ready:
                os.kill(pid, signal.SIGINT)
                interrupted, end = True, end + _WAITING
                continue
            try:
                block = os.read(terminal, 1 << 16)
            except OSError:  # the other side is closed
                block = b""
            if not block:
                break
            output = (output + block)[-1 << 20 :]
    finally:
        os.close(terminal)
        if sys.exc_info()[0]:
            os.kill(pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status, output, output


# ── What is required ─────────────────────────────────────────────────────────────────────────────────────────────


def _require_order(argv: list[str], status: int, errors: bytes) -> None:
    said = errors.decode("utf-8", "backslashreplace")
    if "Traceback (most recent call last)" in said:
        lines = said.strip().splitlines()
        places = re.findall(r'farandole/(\S+?)\.py", line (\d+)', said)
        where = "-".join(places[-1]).replace("/", ".") if places else "elsewhere"
        raise Fault(f"traceback {lines[-1].partition(':')[0][:40]} {where}", shown(argv), said[-3000:])
    if status not in STATUSES:
        raise Fault(f"status {status}", shown(argv), said[-3000:])
    if status == 2 and not said.strip():
        raise Fault("bad input without a word", shown(argv))


_OURS = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[2K|\x1b\[1?A|[\r\n\t]")


def _require_clean(argv: list[str], output: bytes) -> None:
    """Require that a terminal was told nothing but characters and our own colors."""
    said = _OURS.sub("", output.decode("utf-8", "replace"))
    if stranger := next((each for each in said if unicodedata.category(each) == "Cc"), ""):
        at = said.index(stranger)
        raise Fault(f"a control character {ord(stranger):02x}", shown(argv), repr(said[max(0, at - 200) : at + 50]))


_KEPT = (".part.json", ".part")


def _require_untouched(argv: list[str], status: int, before: dict[str, tuple[int, ...] | str]) -> None:
    """Require that each input is as it was, and that no file came up whose name wasn't said."""
    changed = {name for name, what in _seen().items() if before.get(name) != what} | before.keys() - _seen().keys()
    inputs = {os.path.realpath(word) for word in _inputs(argv)}
    named = {part for word in argv for part in (word, word.partition("=")[2], word[2:])} - {""}
    named |= {os.path.basename(os.path.realpath(name)) for name in named}
    for name in changed:
        if name in FILES and os.path.realpath(name) in inputs:
            raise Fault("an input is changed", repr(name), shown(argv))
        stem = next((name.removesuffix(kept) for kept in _KEPT if name.endswith(kept)), name)
        if name not in named and (stem not in named or status in (0, 1)):
            raise Fault("a file that was not named", repr(name), str(status), shown(argv))


def _inputs(argv: list[str]) -> list[str]:
    """List the words that are no values of options."""
    outputs = ("-o", "--output", "--bad", "--svg")
    return [word for previous, word in zip(["", *argv], argv, strict=False) if previous not in outputs]


def trial(seed: int, folder: Path = FAULTS) -> Trial:
    """Prepare the trial of the command."""
    drawn = Drawn(cases(), seed, at_once=500)
    repeat = "PYTHONPATH=tests python -m fuzz.command --repeat"
    return Trial("command", take, drawn.__getitem__, folder / "command", repeat, seconds=30)


def main() -> int:
    """Try the command."""
    arguments = parser(__doc__).parse_args()
    return tried([trial(arguments.seed)], arguments)


if __name__ == "__main__":
    sys.exit(main())
