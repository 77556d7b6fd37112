"""Files that a command writes: never one that it reads, by one command at a time, whole or not at all."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import EASY, MATRIX, WIKIPEDIA, WIKIPEDIA_SOLVED, run, started
from farandole import outputs, system
from farandole.cli import _commands, _output
from farandole.cli import main as the_command
from farandole.errors import FormatError

PUZZLES = f"{WIKIPEDIA}\n{WIKIPEDIA}\n"

# ── What is read is never written ─────────────────────────────────────────────────────────────────────────────────

NAMES: dict[str, Callable[[Path], Path]] = {
    "itself": lambda path: path,
    "by another way": lambda path: path.parent / "." / ".." / path.parent.name / path.name,
    "a link": lambda path: linked(path, os.symlink),
    "a hard link": lambda path: linked(path, os.link),
}


def linked(path: Path, link: Callable[[Path, Path], None]) -> Path:
    other = path.with_name("other.txt")
    link(path, other)
    return other


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "command",
    [
        ["solve", "-o"],
        ["solve", "--bad"],
        ["solve", "--count", "-o"],
        ["solve", "--all", "-o"],
        ["solve", "--all", "--bad"],
        ["rate", "-o"],
        ["cover", "-o"],
        ["draw", "-o"],
        ["hint", "--svg"],
    ],
    ids=" ".join,
)
def test_an_input_is_no_output(tmp_path: Path, command: list[str], name: str) -> None:
    text = MATRIX if command[0] == "cover" else PUZZLES if command[0] in ("solve", "rate") else EASY
    path = tmp_path / ("p.svg" if command[0] == "draw" else "p.txt")
    path.write_text(text)
    other = NAMES[name](path)
    done = run(*command[:-1], str(path), command[-1], str(other))
    assert done.returncode == 2
    assert (
        done.stderr
        == f"farandole: {command[-1]} {other}: expected a file of its own, found the input {path}; give another name\n"
    )
    assert path.read_text() == text
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("suffix", [".part", ".part.json", ".part.json.new", ".part.parquet"])
def test_an_input_is_no_part(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / "s.txt"
    path = tmp_path / f"s.txt{suffix}"
    path.write_text(PUZZLES)
    for command in ("solve", "rate"):
        done = run(command, str(path), "-o", str(target))
        said = f"-o {target}: expected a file of its own in {path}, found the input {path}; give another name"
        assert (done.returncode, done.stderr) == (2, f"farandole: {said}\n")
    assert path.read_text() == PUZZLES


@pytest.mark.parametrize("suffix", ["", ".part", ".part.json"])
def test_bad_puzzles_have_a_file_of_their_own(tmp_path: Path, suffix: str) -> None:
    path, target = tmp_path / "p.txt", tmp_path / "s.txt"
    path.write_text(PUZZLES)
    done = run("solve", str(path), "-o", str(target), "--bad", f"{target}{suffix}")
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [path])
    place = f" in {target}{suffix}" if suffix else ""
    said = f"-o {target}: expected a file of its own{place}, found --bad {target}{suffix}"
    assert done.stderr == f"farandole: {said}\n"


def test_standard_streams_are_files_too(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(PUZZLES)
    program = f"{shlex.quote(sys.executable)} -m farandole"
    for command, said in (
        ("solve - -o p.txt < p.txt", "-o p.txt: expected a file of its own, found standard input"),
        (
            "solve p.txt >> p.txt",
            "standard output: expected a file of its own, found the input p.txt; give another name",
        ),
        ("solve - >> p.txt < p.txt", "standard output: expected a file of its own, found standard input"),
        ("solve p.txt --bad b.txt > b.txt", "standard output: expected a file of its own, found --bad b.txt"),
    ):
        done = subprocess.run(f"{program} {command}", shell=True, cwd=tmp_path, stderr=-1, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, f"farandole: {said}\n")
    assert path.read_text() == PUZZLES


def test_drawings_of_steps_are_no_inputs(tmp_path: Path) -> None:
    path = tmp_path / "002.svg"
    path.write_text(EASY)
    done = run("explain", str(path), "--svg", str(tmp_path))
    assert (done.returncode, path.read_text()) == (2, EASY)
    assert done.stderr.endswith(f"found the input {path}; give another name\n")


def test_streams_may_be_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text(PUZZLES)
    assert run("solve", str(path), "-o", "/dev/null", "--bad", "/dev/null", "-q").returncode == 0
    done = started("solve", "-", "-o", "/dev/stdout", "-q", stdin=PUZZLES)
    assert done.stdout == f"{WIKIPEDIA_SOLVED}\n" * 2


@pytest.mark.parametrize("command", ["solve", "rate", "cover", "draw", "explain", "hint", "bench"])
def test_every_option_that_names_a_file_is_looked_at(command: str) -> None:
    [parser] = [below for name, below, _ in _commands.each_command(_commands.parser()) if name == command]
    options = [each for each in parser._actions if each.metavar in ("FILE", "DIR")]
    for option in (each for each in options if each.option_strings):
        assert option.type in (outputs.parse_file_name, outputs.parse_output)
        written = argparse.Namespace(**{option.dest: "somewhere"})
        assert "somewhere" in [
            name for _, name in (*_output.list_replaced(written), *_output.list_written_in_place(written))
        ]
        done = run(command, EASY, option.option_strings[-1], "")
        assert done.returncode == 2
        assert "expected the name of a file, found ''" in done.stderr


# ── Links, folders ────────────────────────────────────────────────────────────────────────────────────────────────


ENDINGS = {"solve": ".txt", "solve --json": ".json", "rate": ".csv", "draw": ".svg", "cover": ".dlx"}


@pytest.mark.parametrize("command", ENDINGS)
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_one_and_its_target_is_written(tmp_path: Path, command: str, exists: bool) -> None:
    folder = tmp_path / "far"
    folder.mkdir()
    ending = ENDINGS[command]
    target, link = folder / f"target{ending}", tmp_path / f"link{ending}"
    link.symlink_to(target)
    if exists:
        target.write_text("old")
    done = run(*command.split(), "-", "-o", str(link), stdin=MATRIX if command == "cover" else WIKIPEDIA)
    assert (done.returncode, link.is_symlink(), target.is_symlink()) == (0, True, False)
    assert target.read_text() not in ("", "old")
    assert sorted(tmp_path.rglob("*")) == sorted([folder, link, target])


def test_the_file_of_bad_puzzles_may_be_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    run("solve", "-", "--bad", str(link), stdin=f"{WIKIPEDIA}\nx\n")
    assert link.is_symlink()
    assert "line 2" in target.read_text()


def test_a_part_that_is_a_link_is_left_alone(tmp_path: Path) -> None:
    precious, part = tmp_path / "precious", tmp_path / "s.txt.part"
    precious.write_text("precious")
    part.symlink_to(precious)
    done = run("solve", "-", "-o", str(tmp_path / "s.txt"), stdin=PUZZLES)
    assert (done.returncode, done.stderr) == (2, f"farandole: {part}: expected a file, found a link\n")
    assert precious.read_text() == "precious"


@pytest.mark.parametrize("command", ["solve", "rate", "draw", "solve --all"])
def test_a_folder_that_is_missing_and_one_in_place_of_a_file(tmp_path: Path, command: str) -> None:
    ending = ENDINGS[command.partition(" --all")[0]]
    (tmp_path / f"folder{ending}").mkdir()
    (tmp_path / "file").touch()
    for name, said in (
        (
            f"{tmp_path}/nowhere/s{ending}",
            f"expected a folder {tmp_path}/nowhere, found none; make it first: mkdir {tmp_path}/nowhere",
        ),
        (f"{tmp_path}/file/s{ending}", f"expected a folder {tmp_path}/file, found a file"),
        (f"{tmp_path}/folder{ending}", "expected the name of a file, found a folder"),
    ):
        done = run(*command.split(), "-", "-o", name, stdin=WIKIPEDIA)
        assert (done.returncode, done.stderr) == (2, f"farandole: {name}: {said}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", f"folder{ending}"]


# ── One command at a time ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_that_got_its_name_meanwhile_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment between opening and locking, in which another command ends."""
    part, target = tmp_path / "s.part", tmp_path / "s"
    part.write_text("all of it")
    lock = system.try_lock

    def late(descriptor: int) -> bool:
        if part.exists() and part.read_text():
            os.replace(part, target)
        return lock(descriptor)

    monkeypatch.setattr(system, "try_lock", late)
    with outputs.open_exclusive(str(part)) as file:
        assert os.path.samestat(os.fstat(file.fileno()), part.stat())
        file.write(b"another")
    assert target.read_text() == "all of it"


def test_a_second_command_touches_nothing(tmp_path: Path) -> None:
    path, target = tmp_path / "p.txt", tmp_path / "s.txt"
    path.write_text(PUZZLES)
    part, journal, bad = (tmp_path / name for name in ("s.txt.part", "s.txt.part.json", "bad"))
    for file in (journal, bad):
        file.write_text("precious")
    with outputs.open_exclusive(str(part)) as held:
        held.write(b"precious")
        for more in ([], ["--resume"], ["--all"]):
            done = run("solve", str(path), "-o", str(target), *(["--bad", str(bad)] if not more else []), *more)
            assert (done.returncode, done.stderr) == (2, f"farandole: {part}: another command is writing it\n")
        with pytest.raises(FormatError, match="another command"), outputs.open_output(str(target)):
            pass
    assert {file.read_text() for file in (part, journal, bad)} == {"precious"}


# It waits a moment between opening and locking, where another one may end, and between the end and the last cleaning.
RACER = """
import random, sys, time
from pathlib import Path
from farandole import outputs, system
from farandole.cli.main import main
from farandole.io import chunks
chunks.BLOCK = 1 << 12
lock = system.try_lock
def late(descriptor):
    time.sleep(random.random() * 0.02)
    return lock(descriptor)
system.try_lock = late
source, target, n = sys.argv[1:]
answers = len(Path(source).read_text())  # as many as puzzles
refused = 0
for i in range(int(n)):
    status = main(["solve", source, "-q", "-o", target, *(["--resume"] if i % 2 else [])])
    assert status in (0, 2), status
    refused += status == 2
    found = Path(target).read_bytes() if Path(target).exists() else None
    assert found is None or len(found) == answers, (i, len(found), answers)
print(refused)
"""


@pytest.mark.slow
def test_two_commands_with_one_output(tmp_path: Path) -> None:
    path, target = tmp_path / "p.txt", tmp_path / "s.txt"
    path.write_text(f"{WIKIPEDIA}\n" * 150)
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, str(path), str(target), "60"], stdout=-1, stderr=-1, text=True)
        for _ in range(2)
    ]
    for racer in racers:
        _, errors = racer.communicate(timeout=100)
        assert racer.returncode == 0, errors
        allowed = ("another command is writing it", "as when it began", "is kept")
        assert all(any(part in line for part in allowed) for line in errors.splitlines()), errors
    assert target.read_text() == f"{WIKIPEDIA_SOLVED}\n" * 150
    assert sorted(tmp_path.iterdir()) == [path, target]


# ── The end comes early ───────────────────────────────────────────────────────────────────────────────────────────


def test_sigterm_is_said_and_leaves_the_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-m", "farandole", "solve", "--all", "." * 81, "-o", "s.txt"]
    with subprocess.Popen(command, stderr=-1, text=True) as process:
        part = tmp_path / "s.txt.part"
        while not (part.exists() and part.stat().st_size):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    said = "farandole: terminated; s.txt.part is kept: it holds what was written\n"
    assert (process.returncode, errors) == (143, said)
    assert list(tmp_path.iterdir()) == [part]
    assert part.read_text().endswith("\n")


def test_sigterm_of_others_is_left_to_them() -> None:
    seen = []

    def note(*_: object) -> None:
        seen.append(signal.getsignal(signal.SIGTERM))

    before = signal.signal(signal.SIGTERM, note)
    try:
        the_command.main(["solve", "--count", WIKIPEDIA])
        assert signal.getsignal(signal.SIGTERM) is note
    finally:
        signal.signal(signal.SIGTERM, before)
    thread = threading.Thread(target=the_command.main, args=(["solve", "--count", WIKIPEDIA],))
    thread.start()  # only the main thread may set handlers
    thread.join()
