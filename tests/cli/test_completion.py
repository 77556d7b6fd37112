"""Completion, in the shells themselves."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands import WIKIPEDIA, run
from needs import needs

COMPLETED = [
    ("farandole so", ["solve"]),
    ("farandole puz", ["puzzle.txt"]),
    ("farandole solve puz", ["puzzle.txt"]),
    ("farandole explain --det", ["--detail"]),
    ("farandole explain --detail pr", ["proof"]),
    ("farandole explain --until Jel", ["Jellyfish"]),
    ("farandole convert puzzle.txt --to su", ["sudokupad", "sudokuwiki", "sudokuexchange", "sumocue"]),
    ("farandole hint --lang z", ["zh"]),
    ("farandole puzzle.txt --cou", ["--count"]),
    ("farandole --comp", ["--completion"]),
]


@pytest.fixture
def shell_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a puzzle, and a command of this very Python in the path."""
    (tmp_path / "puzzle.txt").write_text(WIKIPEDIA)
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "farandole"
    # argcomplete looks for this mark in the program's text.
    code = "# PYTHON_ARGCOMPLETE_OK\nimport sys\nfrom farandole.__main__ import command\nsys.exit(command())\n"
    program.write_text(f"#!{sys.executable}\n{code}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.slow
@pytest.mark.usefixtures("shell_folder")
def test_bash_completes() -> None:
    lines = ['eval "$(farandole --completion bash)"']
    for line, _ in COMPLETED:
        lines += [
            f"COMP_LINE='{line}' COMP_POINT={len(line)} COMP_TYPE=9 COMPREPLY=()",
            "_python_argcomplete farandole",
            'echo "${COMPREPLY[*]}"',
        ]
    said = answer("bash", "-c", "\n".join(lines)).splitlines()
    assert [line.split() for line in said] == [found for _, found in COMPLETED]


@needs("fish")
@pytest.mark.slow
@pytest.mark.usefixtures("shell_folder")
def test_fish_completes() -> None:
    lines = ["farandole --completion fish | source"]
    lines += [f"complete -C '{line}'; echo ---" for line, _ in COMPLETED]
    said = answer("fish", "--no-config", "-c", "\n".join(lines)).split("---\n")[:-1]
    found = [[line.partition("\t")[0] for line in part.splitlines()] for part in said]
    assert found == [words for _, words in COMPLETED]


@needs("zsh")
@pytest.mark.slow
@pytest.mark.usefixtures("shell_folder")
def test_zsh_completes() -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "dumb", "PS1": "% "}
        os.execvp("zsh", ["zsh", "-f", "-i"])
    try:
        said = typed(
            terminal,
            'autoload -U compinit; compinit -u -D; eval "$(farandole --completion zsh)"; echo RE""ADY\n',
            "READY",
        )
        assert "READY" in said
        assert "explain" in typed(terminal, "farandole expl\t", "explain ")
        assert "--detail" in typed(terminal, "--det\t", "--detail ")
        assert "proof" in typed(terminal, "pr\t", "proof ")
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def typed(terminal: int, text: str, wanted: str) -> str:
    """Type into a shell, and return what it shows up to what is wanted, or for twenty seconds."""
    os.write(terminal, text.encode())
    shown, end = "", time.monotonic() + 20
    while wanted not in re.sub("[\b\x07]", "", shown) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


def test_each_shell_has_its_script() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "farandole" in run("--completion", shell).stdout
    assert run("--completion", "tcsh").returncode == 2


def test_a_start_without_a_shell_that_asks_loads_nothing_of_it() -> None:
    script = "import sys; from farandole.cli.main import main; main(['1..4..1..2..3..2']); print(*sys.modules)"
    loaded = answer(sys.executable, "-c", script).splitlines()[-1].split()
    late = {
        "argcomplete",
        "rich",
        "difflib",
        "farandole.cli._nearest",
        "farandole.cli._advice",
        "numpy",
        "readline",
        "farandole.logic",
        "farandole.cli.explain",
    }
    assert late.isdisjoint(loaded)
