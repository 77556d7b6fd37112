"""``farandole explain``, ``hint`` and ``rate``, as a person calls them."""

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from commands import EASY, in_terminal, run
from farandole.bitsets import digits_of
from farandole.cli._rate_row import Row, rate_row
from farandole.cli._rate_table import Table
from farandole.formats import read, write
from farandole.logic import Board, explain
from farandole.puzzle import Puzzle
from interruptions import COMMANDS, interrupt
from needs import needs

EXAMPLES = Path(__file__).parents[2] / "examples"
SEVERAL = "12" + "." * 79
NONE = "12345678." + "." * 17 + "9" + "." * 54
# Easter Monster: its explainer's rating takes minutes.
HARDEST = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
BUG = "Bivalue Universal Grave + 1"
HARD = "....5.....39.....6...1.9...9......2..7521....2....8.7......64...2..4...836.7..5.."


def test_explain_leads_to_the_solution() -> None:
    done = run("explain", EASY)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "  1  Naked Single: 7 in r7c5 => r7c5=7"
    assert lines[-2] == "│ 2 7 4 │ 8 3 6 │ 1 5 9 │"


def test_explain_stops_before_a_technique_and_draws(tmp_path: Path) -> None:
    done = run("explain", HARD, "--until", "xy wing", "--detail", "name", "--svg", str(tmp_path / "steps"))
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert all("XY-Wing" not in line for line in lines)
    assert len(list((tmp_path / "steps").glob("*.svg"))) == 8
    assert (tmp_path / "steps" / "001.svg").read_text().startswith("<svg")


def test_explain_draws_the_candidates_before_the_technique() -> None:
    board = Board.of(Puzzle.classic(HARD))
    for step in explain(board):
        if step.technique.name == "XY-Wing":
            break
    masks = zip(board.values, board.masks, strict=True)
    expected = [str(digit) if digit else "".join(map(str, digits_of(mask))) for digit, mask in masks]
    command = ("explain", HARD, "--until", "xy wing")
    for shown in (run(*command).stdout, in_terminal(*command)):
        lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
        cells = re.findall(r"\d+", " ".join(line for line in lines if line.startswith("│")))
        assert cells == expected


@pytest.mark.parametrize(
    ("technique", "more", "said"),
    [
        ("x-wing", (), "X-Wing never comes: other techniques find every step."),
        ("unique loop", (), "Unique Loop never comes: explain does not use this technique."),
        ("bug+1", ("--not-unique",), f"{BUG} never comes: it assumes that there is only one solution."),
    ],
)
def test_explain_says_that_a_technique_never_comes(technique: str, more: tuple[str, ...], said: str) -> None:
    done = run("explain", EASY, "--until", technique, *more)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, said)


def test_explain_tells_each_level() -> None:
    for level, said in (
        ("name", "Naked Single"),
        ("place", "Naked Single: look at box 8"),
        ("digits", "Naked Single: look at r7c5"),
        ("proof", "r7c5 is 7."),
    ):
        assert run("explain", EASY, "--detail", level).stdout.splitlines()[0].endswith(said)


def test_explain_tells_a_net_case_by_case_below_its_name() -> None:
    hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    lines = run("explain", hard, "--detail", "proof").stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if "  Forcing Net " in line)
    assert lines[at].endswith(":")
    assert lines[at + 1].startswith("       If r")
    end = next(line for line in lines[at + 1 :] if not line.startswith("       "))
    assert end.startswith(("     The result is the same", "     That is impossible"))


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_puzzle_without_one_solution_is_told(command: str) -> None:
    several, none = run(command, SEVERAL), run(command, NONE)
    assert (several.returncode, none.returncode) == (1, 1)
    assert several.stdout.startswith("The puzzle has several solutions: ")
    assert none.stdout == "The puzzle has no solution: r1c9 has no candidate left.\n"


def test_hint_tells_a_mistake_first(tmp_path: Path) -> None:
    assert run("hint", EASY).stdout == "Naked Single: look at box 8\n"
    assert run("hint", EASY, "--digits", "7" + "." * 80).stdout == "A digit is wrong: look at box 1.\n"
    wrong = run("hint", EASY, "--digits", "7" + "." * 80, "--detail", "digits")
    assert (wrong.returncode, wrong.stdout) == (0, "The digit in r1c1 is wrong.\n")
    game = tmp_path / "game.txt"
    for text in ("7" + "." * 80 + "\n", "7........\n" + ".........\n" * 8):
        game.write_text(text)
        assert run("hint", EASY, "--digits", str(game)).stdout == "A digit is wrong: look at box 1.\n"
    game.write_text("nothing")
    assert run("hint", EASY, "--digits", str(game)).stderr.startswith(
        "farandole: --digits: character 1: expected a digit"
    )
    picture = tmp_path / "hint.svg"
    assert run("hint", EASY, "--svg", str(picture)).returncode == 0
    assert picture.read_text().startswith("<svg")


def test_a_proof_is_followed_by_the_combinations_that_are_left() -> None:
    killer = str(EXAMPLES / "killer.json")
    table = [
        "2 combinations are left:",
        "  r1c5 r2c5",
        "     6 9",
        "     7 8",
        "    12345     in none",
    ]
    assert run("hint", killer, "--detail", "proof").stdout.splitlines()[1:] == table
    assert "combination" not in run("hint", killer, "--detail", "digits").stdout
    path = run("explain", killer, "--detail", "proof").stdout.splitlines()
    assert [f"     {line}" for line in table] in [path[n : n + 5] for n in range(len(path))]
    assert not any("combinations are left" in line for line in run("explain", killer).stdout.splitlines())


@needs("cairo")
def test_a_hint_is_drawn_as_what_the_name_ends_in(tmp_path: Path) -> None:
    picture = tmp_path / "hint.png"
    assert run("hint", EASY, "--svg", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    refused = run("hint", EASY, "--svg", "hint")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "expected a name that ends in .svg, .png or .pdf" in refused.stderr
    mistake = tmp_path / "mistake.svg"
    told = run("hint", EASY, "--digits", "7" + "." * 80, "--svg", str(mistake))
    assert (told.returncode, mistake.exists()) == (0, False)
    assert "nothing is drawn, because the hint is not a step" in told.stderr


def test_pencilmarks_are_notes() -> None:
    puzzle = Puzzle.classic(EASY)
    masks = list(puzzle.masks)
    masks[0] &= ~(1 << 6 - 1)  # its digit is 6
    marked = write(Puzzle(puzzle.grid, puzzle.givens, tuple(masks)), "pencilmarks")
    done = run("hint", "-", "--detail", "digits", stdin=marked)
    assert done.stdout == "r1c1 needs a candidate back.\n"


def test_rate_writes_a_table_or_json() -> None:
    done = run("rate", "-", stdin=f"{EASY}\n{HARD}\n")
    easy, hard = csv.DictReader(StringIO(done.stdout))
    assert done.returncode == 0
    assert (easy["score"], easy["level"], easy["er"], easy["guesses"]) == ("436", "easy", "1.5", "0")
    assert (hard["score"], hard["level"], hard["hardest"]) == ("1408", "unfair", "Sue de Coq")
    rows = run("rate", "-", "--json", "--scale", "hodoku", "--threads", "2", stdin=f"{EASY}\n{HARD}\n").stdout
    first, second = map(json.loads, rows.splitlines())
    assert (first["puzzle"], first["score"], second["score"]) == (EASY, 436, 1408)
    assert sum(second["steps"].values()) == 65
    assert "er" not in first


@pytest.mark.parametrize("name", ["killer.json", "jigsaw.txt", "samurai.txt"])
def test_rate_says_the_whole_puzzle(name: str) -> None:
    path = Path(__file__).parents[2] / "examples" / name
    puzzles = read(path.read_text())
    table = run("rate", str(path), "--scale", "search").stdout
    assert [read(row["puzzle"]) for row in csv.DictReader(StringIO(table))] == [[puzzle] for puzzle in puzzles]
    rows = map(json.loads, run("rate", str(path), "--scale", "search", "--json").stdout.splitlines())
    found = [row["puzzle"] for row in rows]
    assert [read(one if isinstance(one, str) else json.dumps(one)) for one in found] == [[one] for one in puzzles]


def test_rate_says_what_is_wrong() -> None:
    done = run("rate", "-", "--scale", "hodoku", stdin=f"{SEVERAL}\n{EASY[:-1]}x\n{NONE}\n")
    rows = list(csv.DictReader(StringIO(done.stdout)))
    assert done.returncode == 2
    assert [row["verdict"] for row in rows] == ["several", "none"]
    assert "line 2" in done.stderr


def test_a_puzzle_with_rules_has_a_difficulty_and_no_score_of_hodoku() -> None:
    killer = str(Path(__file__).parents[2] / "examples" / "killer.json")
    [row] = [json.loads(line) for line in run("rate", killer, "--json").stdout.splitlines()]
    assert (row["score"], row["er"], row["level"], row["hardest"]) == (None, None, "hard", "Rule of 45")
    assert 4 <= row["difficulty"] < 6 < row["effort"]
    assert row["steps"]["Rule of 45"] >= 1
    [heading, line] = run("rate", killer, "--scale", "logic").stdout.splitlines()
    assert heading == "puzzle,verdict,difficulty,effort,level,hardest"
    assert line.endswith(f",solved,{row['difficulty']},{row['effort']},hard,Rule of 45")


def test_an_unknown_technique_is_named() -> None:
    done = run("explain", EASY, "--until", "swordfisch")
    assert done.returncode == 2
    expected = "farandole: --until: expected the name of a technique, found 'swordfisch'; did you mean Swordfish, "
    assert done.stderr.startswith(expected)
    for name, nearest in (("swordfis", "Swordfish"), ("uniq rectangle", "Unique Rectangle"), ("skycraper", "Sky")):
        assert nearest in run("explain", EASY, "--until", name).stderr
    assert "docs/techniques.md" in run("explain", EASY, "--until", "").stderr
    assert len(run("explain", EASY, "--until", "x" * 100_000).stderr) < 240


def test_absurd_numbers_are_refused() -> None:
    for number in ("-1", "0", "1.5", "2000", str(10**30), "9" * 5000):
        done = run("rate", EASY, "--threads", number)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "--threads" in done.stderr
        assert len(done.stderr) < 200


@pytest.mark.slow
@needs("linux")
@pytest.mark.parametrize(
    ("number", "n_runs"), [(signal.SIGINT, 6), (signal.SIGTERM, 2), (signal.SIGKILL, 2)], ids=["int", "term", "kill"]
)
def test_an_interrupted_rating_leaves_nothing_behind(number: signal.Signals, n_runs: int) -> None:
    chance = random.Random(int(number))
    for _ in range(n_runs):
        run = interrupt(chance.choice(COMMANDS), chance.uniform(0, 1.5), number)
        assert not run.faults(number), run


def test_a_rating_that_nobody_reads_ends() -> None:
    command = [sys.executable, "-m", "farandole", "rate", "-", "--threads", "2", "--scale", "search"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{EASY}\n".encode() * 1000)
        process.stdin.close()
        assert process.stdout.readline().startswith(b"puzzle,")
        process.stdout.close()
        assert (process.wait(60), process.stderr.read()) == (1, b"")


def test_a_puzzle_whose_process_dies_is_told_and_the_others_are_rated(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(f"{EASY}\n{HARDEST}\n{EASY}\n")
    command = [sys.executable, "-m", "farandole", "rate", str(puzzles), "--threads", "2", "--scale", "explainer"]
    command += ["--seconds", "1000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert [process.stdout.readline()[:6] for _ in range(2)] == ["puzzle", EASY[:6]]
        time.sleep(0.5)
        busiest = max(children_of(process.pid), key=seconds_used)
        os.kill(busiest, signal.SIGKILL)
        rest, errors = process.communicate(timeout=60)
    assert (process.returncode, rest[:6], rest.count("\n")) == (2, EASY[:6], 1)
    assert errors == f"farandole: {puzzles}: line 2: not rated: its process ended by SIGKILL\n"


def children_of(process: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def seconds_used(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def test_what_memory_does_not_suffice_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("farandole.logic.rate", fail)
    said = rate_row(("p.txt", 7, Puzzle.classic(EASY), ("hodoku",), 10.0))
    assert said == {"error": "p.txt: line 7: not rated: out of memory"}


def test_rate_ends_in_time_and_says_so() -> None:
    start = time.perf_counter()
    done = run("rate", "-", "--scale", "explainer", "--seconds", "1.5", stdin=f"{HARDEST}\n{EASY}\n")
    assert time.perf_counter() - start < 30
    hardest, easy = csv.DictReader(StringIO(done.stdout))
    assert done.returncode == 0
    assert re.fullmatch(r"> \d+\.\d", hardest["er"])
    assert (easy["er"], easy["ep"], easy["ed"]) == ("1.5", "1.2", "1.2")
    [row] = map(
        json.loads, run("rate", HARDEST, "--scale", "explainer", "--seconds", "0", "--json").stdout.splitlines()
    )
    assert row["er_is_least"]
    assert 1.0 <= row["er"] <= 11.9


def test_rate_with_processes_says_what_is_least() -> None:
    done = run("rate", HARDEST, "--scale", "explainer", "--seconds", "0.1", "--threads", "2")
    [row] = csv.DictReader(StringIO(done.stdout))
    assert row["er"].startswith("> ")


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    scales = ("logic", "hodoku", "explainer", "search")
    entries = ((EASY, 10.0), (SEVERAL, 10.0), (HARD, 0.0))
    return [
        rate_row(("puzzles.txt", n, Puzzle.classic(line), scales, seconds))
        for n, (line, seconds) in enumerate(entries, 1)
    ]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_table_of_ratings_fits_the_terminal(rows: list[Row], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    output = StringIO()
    with Table(output) as table:
        for row in rows:
            table.add(row)
    lines = output.getvalue().splitlines()
    assert max(map(len, lines)) <= columns
    end = next(n for n, line in enumerate(lines) if line.startswith(" ─"))
    head, body = " ".join(lines[:end]), lines[end + 1 :]
    assert "difficulty" in head
    assert ("effort" in head) == (columns > 80)
    assert ("EP" in head) == (columns > 60)
    assert ("puzzle" in head) == (columns > 80)
    assert re.search(r"^ +1 .* easy +Hidden Single +1\.5 ", body[0])
    assert re.search(r"several +(– +)*solutions", " ".join(body[1:3])) or "several solutions" in body[1]
    assert any(re.search(r"unfair +Sue de Coq +> \d+\.\d", line) for line in body)
    assert "--seconds" in " ".join(lines[-2:])


def test_a_table_of_files_with_one_puzzle_each_names_no_lines(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    output = StringIO()
    with Table(output) as table:
        for row, name in zip(rows[:2], ("one.txt", "two.txt"), strict=True):
            table.add({**row, "name": name})
    head = " ".join(output.getvalue().splitlines()[:3])
    assert re.search(r"file +difficulty +score +level +(hardest )?technique +ER", head)


def test_an_interrupted_rating_shows_what_is_done(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    output = StringIO()
    with suppress(KeyboardInterrupt), Table(output) as table:
        table.add(rows[0])
        raise KeyboardInterrupt
    assert "Hidden Single" in output.getvalue()


def test_a_table_without_the_techniques_tells_the_verdict(rows: list[Row]) -> None:
    output = StringIO()
    with Table(output) as table:
        for row in rows:
            table.add({name: row[name] for name in ("name", "line", "puzzle", "verdict", "guesses")})
    assert "one solution" in output.getvalue()
    assert "several solutions" in output.getvalue()


def test_rate_draws_a_table_in_a_terminal() -> None:
    shown = in_terminal("rate", EASY, NO_COLOR="1")
    assert re.search(r" easy +.* 1\.5 +1\.2 +1\.2 +0", shown)
    assert "rating" in shown  # for as long as it takes


def test_rate_in_a_terminal_can_write_json() -> None:
    shown = in_terminal("rate", EASY, "--json", "--scale", "search")
    assert json.loads(shown) == {"puzzle": EASY, "verdict": "solved", "guesses": 0, "steps": {}}


def test_explain_goes_step_by_step() -> None:
    done = run("explain", EASY, "--step", stdin="\n\nq\n\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    steps = re.findall(r"^ +(\d+)  (.*)$", done.stdout, re.MULTILINE)
    assert [number for number, _ in steps] == ["1", "2", "3"]
    boards = [
        "".join(re.findall(r"[1-9]+", "".join(line for line in board.splitlines() if line.startswith("│"))))
        for board in done.stdout.split("┌")[1:]
    ]
    assert len(boards) == 3
    assert len(set(boards)) == 3
    whole = run("explain", EASY, "--step", stdin="\n" * 100)
    assert (whole.returncode, whole.stdout.splitlines()[-2]) == (0, "│ 2 7 4 │ 8 3 6 │ 1 5 9 │")
    assert run("explain", EASY, "--step").returncode == 0  # nobody is there to press Enter


@pytest.mark.slow
def test_step_by_step_in_a_terminal() -> None:
    shown = in_terminal("explain", EASY, "--step", typed=b"\nQ\n", LINES="40")
    assert shown.count("Enter: the next step") == 2
    assert len(re.findall(r"^ +[12]  ", shown, re.MULTILINE)) == 2
    narrow = in_terminal("explain", EASY, "--step", typed=b"q\n", COLUMNS="60")
    assert max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in narrow.splitlines()) <= 60
