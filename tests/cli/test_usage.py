"""How the command guesses what is meant, and its help at each width."""

import re
from pathlib import Path

import pytest

from commands import EASY, WIKIPEDIA, in_terminal, run, started
from farandole import formats, i18n
from farandole.cli._commands import COMMANDS, each_command, parse, parser
from farandole.cli._route import OLD_COMMANDS, find_command
from farandole.formats import any_format
from farandole.io import argument
from farandole.io.source import Source

FOUR = "1..4..1..2..3..2"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzle.txt").write_text(f"{WIKIPEDIA}\n")
    return tmp_path


def test_a_puzzle_is_solved_without_a_command(folder: Path) -> None:
    for words in (["puzzle.txt"], [WIKIPEDIA], [f"./{folder.name}/../puzzle.txt"], ["--", "puzzle.txt"]):
        if words[0].startswith("./"):
            words = [str(folder / "puzzle.txt")]
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, "")
        assert "One solution (" in done.stdout
    assert run("--count", "puzzle.txt").stdout == "1\n"
    assert run("puzzle.txt", "--count").stdout == "1\n"
    assert run("-", "--count", stdin=WIKIPEDIA).stdout == "1\n"
    assert run(FOUR, "--format", "line").stdout == "1324241342313142\n"
    assert run("-" + EASY[1:], "--count").stdout == "1\n"  # the first cell is empty, and a dash


def test_a_puzzle_without_quotes_is_solved() -> None:
    rows = [FOUR[start : start + 4] for start in range(0, 16, 4)]
    assert run(*rows, "--count").stdout == "1\n"


def test_a_link_is_solved() -> None:
    link = run("convert", WIKIPEDIA, "--to", "sudokupad").stdout.strip()
    assert run(link, "--count").stdout == "1\n"


def test_a_file_called_like_a_command_needs_solve(folder: Path) -> None:
    (folder / "draw").write_text(WIKIPEDIA)
    assert find_command(["draw"]) == ["draw"]
    assert run("solve", "draw", "--count").stdout == "1\n"
    assert run("./draw", "--count").stdout == "1\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["slove", "puzzle.txt"], "solve"),
        (["Explain", "puzzle.txt"], "explain"),
        (["hnit"], "hint"),
        (["difficulty"], "rate"),
        (["dedup", "puzzle.txt"], "data dedupe"),
        (["data", "dedup", "puzzle.txt"], "dedupe"),
        (["gif"], "draw --film"),
        (["puzle.txt"], "puzzle.txt"),
        (["solve", "puzle.txt"], "puzzle.txt"),
        (["--verison"], "--version"),
        (["-V"], "--version"),
        (["solve", "--cuont", "puzzle.txt"], "--count"),
        (["explain", "--detial", "proof", "puzzle.txt"], "--detail"),
        (["rate", "--scale", "hodko", "puzzle.txt"], "hodoku"),
        (["draw", "--theme", "drak", "puzzle.txt"], "dark"),
        (["explain", "--until", "sworfish", "puzzle.txt"], "Swordfish"),
        (["convert", "--to", "f-puzzles", "puzzle.txt"], "fpuzzles"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_typos_are_met_with_did_you_mean(words: list[str], meant: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.search(f"; did you mean {re.escape(meant)}[?, ]", done.stderr), done.stderr


def test_the_command_alone_shows_its_help() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall(r"^  farandole \S", done.stdout, re.MULTILINE)) == 3
    assert done.stdout == run("--help").stdout == run("help").stdout == run("-h").stdout
    for command in COMMANDS:
        assert re.search(rf"^ +{command.name} ", done.stdout, re.MULTILINE)
        assert run("help", command.name).stdout == run(command.name, "--help").stdout != ""
    assert run("help", "data", "scale").stdout == run("data", "scale", "--help").stdout


def test_former_commands_still_work(folder: Path) -> None:
    for old, new in OLD_COMMANDS.items():
        assert run(old, "--help").stdout == run(*new, "--help").stdout != ""
        assert not re.search(rf"^ +{old} ", run().stdout, re.MULTILINE)
    assert run("hint", "puzzle.txt", "--level", "name").stdout == run("hint", "puzzle.txt", "--detail", "name").stdout
    assert "--level" not in run("hint", "--help").stdout
    assert run("dedupe", "puzzle.txt", "-q", "-o", "-").stdout == f"{WIKIPEDIA}\n"
    assert run("film", FOUR, "--way", "logic", "--seconds", "1", "-o", "film.gif").returncode == 0
    assert (folder / "film.gif").read_bytes().startswith(b"GIF")


def test_a_command_of_several_is_asked_for() -> None:
    done = run("data")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "farandole data: expected dedupe, dataset or scale, found nothing (see farandole data --help)\n"
    )


HEX = "0123456789ABCDEF"


@pytest.mark.parametrize(
    "words",
    [
        [WIKIPEDIA],
        [FOUR[start : start + 4] for start in range(0, 16, 4)],
        [f"{HEX[:9]} {'. ' * 7}" * 16],
    ],
)
def test_a_puzzle_is_recognized_once(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str | bytes] = []

    def open_reader(text: str | bytes) -> formats.PuzzleReader:
        calls.append(text)
        return any_format.open_reader(text)

    for module in (argument, formats):
        monkeypatch.setattr(module, "open_reader", open_reader)
    arguments = parse(find_command(words))
    [source] = Source.each_of(arguments.puzzles)
    assert list(source.scan())
    assert len(calls) == 1


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("name", ["", *(name for name, _, _ in each_command(parser()))])
def test_the_help_breaks_no_word(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    help_of = [*name.split(), "--help"]
    monkeypatch.setenv("COLUMNS", "1000")
    words = set(run(*help_of).stdout.split())
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = run(*help_of).stdout
    assert max(map(len, narrow.splitlines())) < columns
    assert {word for word in narrow.split() if word != "\\"} <= words
    assert all(line == line.rstrip() for line in narrow.splitlines())


def test_examples_are_a_table_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert re.search(r"^  farandole hint puzzle.txt  .* look", run("hint", "--help").stdout, re.MULTILINE)
    monkeypatch.setenv("COLUMNS", "60")
    assert "\n  farandole hint puzzle.txt\n      which technique" in run("hint", "--help").stdout


def test_puzzles_may_follow_options(folder: Path) -> None:
    (folder / "b.txt").write_text(f"{EASY}\n")
    assert run("solve", "puzzle.txt", "--count", "b.txt").stdout == "1\n1\n"


@pytest.mark.parametrize("words", [("--lang", "zh"), ("--lang", "zh_CN.UTF-8"), ("--lang=en",)])
def test_commands_speak_another_language(words: tuple[str, ...]) -> None:
    for command in ("solve", "explain", "hint", "rate", "check"):
        assert run(command, EASY, *words).returncode == 0


def test_the_language_of_a_verdict_is_that_of_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:

    class Catalog:
        def gettext(self, sentence: str) -> str:
            return f"<{sentence}>"

        def ngettext(self, one: str, several: str, number: int) -> str:
            return f"<{one if number == 1 else several}>"

    monkeypatch.setattr(i18n, "_catalog", lambda _: Catalog())
    assert "<One solution>" in run("solve", EASY, "--lang", "zh").stdout
    assert "<One solution>" in run("check", EASY, "--lang", "zh").stdout
    assert "<One solution>" not in run("check", EASY).stdout
    assert run("solve", "-", "--lang", "zh", stdin=f"{EASY}\n{EASY}\n").stderr.startswith("<2 puzzles: 2 solved")


def test_an_unknown_language_is_named() -> None:
    done = run("hint", EASY, "--lang", "fr")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "expected en (English), zh (中文); found 'fr'" in done.stderr
    done = started("hint", EASY, FARANDOLE_LANG="klingon")
    assert (done.returncode, done.stderr) == (2, "farandole: FARANDOLE_LANG: expected en or zh, found 'klingon'\n")


def test_the_help_fits_a_terminal() -> None:
    shown = in_terminal("solve", "--help", COLUMNS="60")
    assert max(map(len, shown.splitlines())) < 60


def test_a_pipe_into_the_command_alone_is_solved() -> None:
    done = run(stdin=f"{WIKIPEDIA}\n")
    assert done.returncode == 0
    assert "5 3 4" in done.stdout


def test_many_bad_rows_give_ten_lines_and_a_count(folder: Path) -> None:
    rows = [WIKIPEDIA, *["53..7...."] * 25] + [WIKIPEDIA] * 25
    (folder / "rows.txt").write_text("\n".join(rows))
    done = run("solve", "rows.txt", "-q", "-o", "out.txt")
    assert done.returncode == 2
    *errors, more, number = done.stderr.splitlines()
    assert len(errors) == 10
    assert more == "farandole: more errors are only counted: --bad FILE lists them all"
    assert number == "farandole: 25 errors in all"
    assert run("solve", "rows.txt", "-q", "-o", "out.txt", "--force", "--bad", "bad.txt").returncode == 2
    assert len((folder / "bad.txt").read_text().splitlines()) == 25
