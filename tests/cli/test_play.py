"""The command ``farandole play``, without a terminal and in one of its own."""

import json
import os
import pty
import re
import shlex
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image

from commands import in_terminal, run
from farandole.cli import play as command
from farandole.photo import read
from farandole.photo.synthetic import make_sheet
from farandole.tui import saves

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of these tests are kept apart from the user's."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_without_a_terminal_it_says_so() -> None:
    ran = run("play", LINE)
    assert ran.returncode == 2
    assert ran.stderr.startswith("farandole: play: expected a terminal")


def test_without_textual_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    ran = run("play", LINE)
    assert ran.returncode == 2
    assert ran.stderr == "farandole: pip install 'farandole[play]' to play in the terminal\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (f'{{"farandole_game": 1, "puzzle": "{LINE}"', "JSON"),
        ('{"farandole_game": 2}', "farandole_game: expected a game of version 1, found 2"),
        ("hello", "no puzzle in it"),
        (f"{LINE}\n{SOLVED}", "expected one puzzle, found 2"),
    ],
)
def test_bad_files_are_named_and_kept(content: str, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    for arguments in (["play", str(file)], ["play", LINE, "--save", str(file)], ["play", "--save", str(file)]):
        ran = run(*arguments)
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1
        assert "game.json" in ran.stderr
        assert fault in ran.stderr or arguments[-2] == "--save"
        assert file.read_text() == content


def test_a_name_of_ours_that_is_mistyped_is_guessed() -> None:
    ran = run("play", "eassy")
    assert ran.returncode == 2
    assert ran.stderr.startswith("farandole: eassy: No such file or directory; ")
    assert ran.stderr.endswith("; did you mean easy?\n")


def test_a_folder_to_save_in_that_is_not_there_is_named_at_once(tmp_path: Path) -> None:
    ran = run("play", "easy", "--save", str(tmp_path / "none" / "game.json"))
    assert ran.returncode == 2
    assert "expected a folder" in ran.stderr


@pytest.mark.slow
def test_a_terminal_that_cannot_draw_is_refused() -> None:
    assert "expected a terminal that can draw" in in_terminal("play", LINE, TERM="dumb")


def started_in_terminal(*arguments: str, folder: Path, given: str = "", **environment: str) -> tuple[int, int, bytes]:
    """Start the command in a terminal; return its process, the terminal, and what it drew until it read keys.

    What is given comes from a pipe instead of the terminal.
    """
    command = [sys.executable, "-m", "farandole", "play", *arguments]
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "XDG_STATE_HOME": str(folder)}
        os.environ |= environment
        if given:
            command = ["sh", "-c", f"echo {shlex.quote(given)} | exec {shlex.join(command)}"]
        os.execvp(command[0], command)
    seen = b""
    while "quit" not in seen.decode(errors="ignore"):
        seen += os.read(terminal, 4096)
    return pid, terminal, seen


def drained(terminal: int) -> Thread:
    """Read what the terminal is sent, so that nobody waits for us."""

    def read() -> None:
        try:
            while os.read(terminal, 4096):
                pass
        except OSError:
            pass

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_saves_the_game(number: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    pid, terminal, _ = started_in_terminal("easy", "--save", str(file), folder=tmp_path)
    thread = drained(terminal)
    os.write(terminal, b"5")
    time.sleep(0.5)
    os.kill(pid, number)
    _, status = os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 128 + number
    assert json.loads(file.read_text())["moves"]


@pytest.mark.slow
def test_a_terminal_that_goes_away_saves_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    pid, terminal, _ = started_in_terminal("easy", "--save", str(file), folder=tmp_path)
    os.write(terminal, b"5")
    time.sleep(1.5)  # an ssh connection ends
    os.close(terminal)
    os.waitpid(pid, 0)
    assert json.loads(file.read_text())["moves"]


@pytest.mark.slow
def test_a_game_that_is_lost_is_not_lost_in_silence(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    pid, terminal, _ = started_in_terminal("easy", "--save", str(folder / "game.json"), folder=tmp_path)
    folder.rmdir()
    os.write(terminal, b"5")
    time.sleep(0.5)
    os.kill(pid, signal.SIGTERM)
    seen = b""
    with suppress(OSError):
        while block := os.read(terminal, 4096):
            seen += block
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 143
    assert b"farandole: not saved: " in seen


@pytest.mark.slow
def test_a_puzzle_from_a_pipe_is_played_by_keys_of_the_terminal_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    pid, terminal, _ = started_in_terminal("-", "--save", str(file), folder=tmp_path, given=LINE)
    thread = drained(terminal)
    os.write(terminal, b"4")
    time.sleep(0.5)
    os.write(terminal, b"q")
    _, status = os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert saves.load(str(file)).digits[2] == 4
    pid, terminal, _ = started_in_terminal(str(file), folder=tmp_path)  # and goes on from the file
    thread = drained(terminal)
    os.write(terminal, b"u")
    time.sleep(0.5)
    os.write(terminal, b"\x03")
    os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    assert saves.load(str(file)).n_undone == 1


@pytest.mark.slow
def test_what_was_written_on_a_photo_is_there(tmp_path: Path) -> None:
    photo, file = tmp_path / "photo.png", tmp_path / "game.json"
    made = make_sheet("classic", 1000, on="screen", filled=True)
    Image.fromarray(made.picture).save(photo)
    pid, terminal, _ = started_in_terminal(str(photo), "--save", str(file), folder=tmp_path)
    thread = drained(terminal)
    for digit in b"123456789":  # one of them is a move, wherever the cursor is
        os.write(terminal, bytes([digit]) + b"\x1b[C")
    time.sleep(0.5)
    os.write(terminal, b"q")
    os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    start, reading = saves.load(str(file)).start(), read(made.picture)
    assert any(reading.entered)
    assert any(reading.candidates)
    assert [(entry.digit, entry.center) for entry in start] == list(
        zip(reading.entered, reading.candidates, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "xterm"}, {"TERM": "screen"}])
def test_terminals_of_few_colors(environment: dict[str, str], tmp_path: Path) -> None:
    pid, terminal, seen = started_in_terminal("easy", folder=tmp_path, **environment)
    thread = drained(terminal)
    os.write(terminal, b"q")
    os.waitpid(pid, 0)
    thread.join(5)
    os.close(terminal)
    codes = {code for found in re.findall(rb"\x1b\[([\d;]*)m", seen) for code in found.split(b";")}
    assert not codes & {b"38", b"48"}  # colors that such a terminal doesn't have
    if "NO_COLOR" in environment:
        assert not codes & {str(code).encode() for code in (*range(30, 38), *range(40, 48), *range(90, 108))}
