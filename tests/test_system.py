"""The package runs where Linux's own modules and functions are missing. What macOS and Windows lack is taken away here.

That is no test of those systems, but of every place that would fail on import or on call there.
"""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from commands import EASY
from farandole import system

ROOT = Path(__file__).parents[1]

MACOS = """
import os
del os.sched_getaffinity
"""

# A stand-in for `msvcrt` locks by fcntl, which is then taken away. A folder can't be opened, an open file not renamed.
WINDOWS = """
import asyncio, fcntl, os, signal, sys, types
real = types.SimpleNamespace(**vars(fcntl))
crt = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
crt.LK_NBLCK = 2
def locking(descriptor, mode, size):
    assert mode == crt.LK_NBLCK
    real.lockf(descriptor, real.LOCK_EX | real.LOCK_NB, size, os.lseek(descriptor, 0, os.SEEK_CUR))
crt.locking = locking
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
for module, names in {
    os: ("sched_getaffinity", "O_NOFOLLOW", "O_DIRECTORY", "geteuid", "getuid", "fchmod", "nice", "killpg", "getpgid"),
    signal: ("SIGHUP", "SIGALRM", "setitimer", "pthread_sigmask"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
def no_handler(*_):
    raise NotImplementedError
asyncio.unix_events._UnixSelectorEventLoop.add_signal_handler = no_handler
opened, replace, remove = os.open, os.replace, os.remove
def open_file(name, *arguments, **more):
    if os.path.isdir(name):
        raise PermissionError(13, "Permission denied", name)
    return opened(name, *arguments, **more)
def check_closed(name):
    status = os.stat(name)
    for number in os.listdir("/proc/self/fd"):
        try:
            is_open = os.path.samestat(os.fstat(int(number)), status)
        except OSError:  # the descriptor of the listing itself
            continue
        if is_open:
            raise PermissionError(13, "The process cannot access the file because it is being used", name)
def replace_file(source, target):
    check_closed(source)
    return replace(source, target)
def remove_file(name):
    check_closed(name)
    return remove(name)
os.open, os.replace, os.remove = open_file, replace_file, remove_file
"""


def run(fake: str, tmp_path: Path, program: str) -> str:
    """Run a program on a fake system; return what it prints. Its child processes run on that system too."""
    (tmp_path / "sitecustomize.py").write_text(fake)
    code = "import sys\nfrom pathlib import Path\n" + textwrap.dedent(program)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    (tmp_path / "program.py").write_text(f"if __name__ == '__main__':\n{textwrap.indent(code, '    ')}")
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


FAKES = pytest.mark.parametrize("fake", [pytest.param(MACOS, id="macos"), pytest.param(WINDOWS, id="windows")])


@FAKES
def test_python_solves_hints_draws_and_makes(fake: str, tmp_path: Path) -> None:
    program = f"""
        from farandole import Puzzle, batch, draw, generate, logic
        puzzle = Puzzle.classic({EASY!r})
        print(puzzle.solve().line)
        print(logic.hint(puzzle).step.technique)
        print(len(batch.solve([{EASY!r}] * 2000).counts))
        print(generate.make(seed=1).puzzle.is_unique())
        draw(puzzle, "board.svg")
        print(Path("board.svg").read_text()[:4])
    """
    solution, technique, count, is_unique, head = run(fake, tmp_path, program).splitlines()
    assert len(solution) == 81
    assert technique
    assert (count, is_unique, head) == ("2000", "True", "<svg")


@FAKES
def test_the_command_writes_files_and_uses_processes(fake: str, tmp_path: Path) -> None:
    for name, n in {"in": 300, "few": 3, "one": 1}.items():
        (tmp_path / f"{name}.txt").write_text(f"{EASY}\n" * n)
    program = """
        from farandole.cli.main import main
        for call in (
            "solve in.txt -o out.csv", "solve in.txt -o again.txt --resume", "rate few.txt --threads 2 -o rated.csv",
            "make -n 2 --seed 1 -o made.txt", "convert in.txt --to json -o in.json", "draw one.txt -o one.svg",
        ):
            print(call, main(call.split()))
    """
    answered = run(fake, tmp_path, program)
    assert [line[-1] for line in answered.splitlines()] == ["0"] * 6
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 301
    assert len((tmp_path / "again.txt").read_text().splitlines()) == 300
    assert len((tmp_path / "made.txt").read_text().splitlines()) == 2
    assert not list(tmp_path.glob("*.part*"))


def test_spawned_workers_say_how_they_died(tmp_path: Path) -> None:
    program = """
        import os
        from contextlib import closing
        from farandole.bulk.processes import map_in_processes
        with closing(map_in_processes(abs, [-1, 2, -3], 2)) as done:
            print(list(done))
        with closing(map_in_processes(os._exit, [3], 1)) as done:
            print(list(done)[0][1])
    """
    assert run(WINDOWS, tmp_path, program).splitlines() == ["[(-1, 1), (2, 2), (-3, 3)]", "ended with status 3"]


@pytest.mark.parametrize("fake", ["", WINDOWS], ids=["here", "windows"])
def test_a_file_is_written_by_one_process_at_a_time(fake: str, tmp_path: Path) -> None:
    program = """
        import subprocess
        from farandole import outputs
        with outputs.open_exclusive("part") as file:
            file.write(b"text")
            code = "from farandole import outputs; print(outputs.try_open_exclusive('part'))"
            print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip())
        print(Path("part").read_text())
        Path("link").symlink_to("part")
        try:
            outputs.open_exclusive("link")
        except outputs.FormatError as error:
            print(error)
    """
    assert run(fake, tmp_path, program).splitlines() == ["None", "text", "link: expected a file, found a link"]


def test_only_one_module_asks_for_the_system() -> None:
    needed = ("fcntl", "msvcrt", "sched_getaffinity", "O_NOFOLLOW", "cpu_count(", "/dev/tty")
    asking = {
        path.name
        for path in (ROOT / "src" / "farandole").rglob("*.py")
        if any(word in path.read_text() for word in needed)
    }
    assert asking == {"system.py"}


def test_cores_are_those_that_this_process_may_use() -> None:
    program = """
        import os
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        from farandole import system
        print(system.count_cores())
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True)
    assert int(done.stdout) == (1 if hasattr(os, "sched_setaffinity") else system.count_cores())
