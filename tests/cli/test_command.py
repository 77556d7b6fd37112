"""The command, as a user meets it: its output, its verdicts, its exit status, its errors."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oracle import is_solution

from commands import CSV, IMPOSSIBLE, MATRIX, THIRTEEN, TWICE, WIKIPEDIA, WIKIPEDIA_SOLVED, in_terminal, run, started
from farandole.cli._commands import each_command, parser


def digits(line: str) -> list[int]:
    return [int(c) if c.isdigit() else 0 for c in line]


def test_one_puzzle_is_drawn() -> None:
    done = started("solve", WIKIPEDIA)
    assert done.returncode == 0
    assert "│ 5 3 4 │ 6 7 8 │ 9 1 2 │" in done.stdout
    assert re.search(r"\nOne solution \([\d.]+ (µs|ms|s)\)\n$", done.stdout)
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_an_ascii_terminal_gets_ascii() -> None:
    done = started("solve", WIKIPEDIA, "--format", "grid", PYTHONIOENCODING="ascii:replace")
    assert "| 5 3 4 | 6 7 8 | 9 1 2 |\n" in done.stdout


def test_several_solutions_show_two_that_differ() -> None:
    done = run("solve", THIRTEEN)
    assert done.returncode == 1
    assert "Several solutions; two of them are shown" in done.stdout
    rows = [line.split("   ") for line in done.stdout.splitlines()[:13]]
    boards = [re.sub(r"\D", "", "".join(row[side] for row in rows)) for side in (0, 1)]
    assert boards[0] != boards[1]
    assert all(is_solution(digits(THIRTEEN), digits(board)) for board in boards)


def test_no_solution_is_an_answer_at_once() -> None:
    start = time.perf_counter()
    done = run("solve", IMPOSSIBLE)
    assert time.perf_counter() - start < 30
    assert done.returncode == 1
    assert "No solution" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "stdout", "status"),
    [
        (["--count", THIRTEEN], "13\n", 1),
        (["--count", "--limit", "5", THIRTEEN], "5\n", 1),
        (["--count", WIKIPEDIA], "1\n", 0),
        (["--count", IMPOSSIBLE], "0\n", 1),
        (["--format", "line", "-q", WIKIPEDIA], WIKIPEDIA_SOLVED + "\n", 0),
        (["--format", "line", "-q", IMPOSSIBLE], "none\n", 1),
        (["--format", "csv", "-q", WIKIPEDIA], CSV, 0),
        (["--all", WIKIPEDIA], WIKIPEDIA_SOLVED + "\n", 0),
        (["--all", IMPOSSIBLE], "", 1),
    ],
)
def test_questions(arguments: list[str], stdout: str, status: int) -> None:
    done = run("solve", *arguments)
    assert (done.stdout, done.returncode) == (stdout, status)


def test_all_solutions() -> None:
    lines = run("solve", "--all", THIRTEEN).stdout.split()
    assert len(set(lines)) == 13
    assert all(is_solution(digits(THIRTEEN), digits(line)) for line in lines)
    assert run("solve", "--all", "--limit", "4", THIRTEEN).stdout.split() == lines[:4]


def test_json_of_one_and_of_many() -> None:
    one = json.loads(run("solve", "--json", THIRTEEN).stdout)
    assert (one["puzzle"], one["verdict"], one["count"], len(set(one["solutions"]))) == (THIRTEEN, "several", 2, 2)
    done = run("solve", "--json", "-", stdin=f"{WIKIPEDIA}\n{IMPOSSIBLE}\nx\n{THIRTEEN}\n")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [document["verdict"] for document in documents] == ["solved", "none", "bad", "several"]
    assert [document["line"] for document in documents] == [1, 2, 3, 4]
    assert documents[0]["solution"] == WIKIPEDIA_SOLVED


def test_the_judges_format() -> None:
    # Source: Peking University Online Judge, problem 2676: a count, then 9 lines each; 9 lines back.
    rows = [WIKIPEDIA.replace(".", "0")[i : i + 9] for i in range(0, 81, 9)]
    solved = [WIKIPEDIA_SOLVED[i : i + 9] for i in range(0, 81, 9)]
    for n in (1, 2):
        done = run("solve", "-", stdin="\n".join([str(n), *rows * n]))
        assert done.stdout.splitlines() == solved * n
        assert done.returncode == 0
    truncated = run("solve", "-", stdin="\n".join(["2", *rows, *rows[:4]]))
    assert truncated.returncode == 2


def test_a_bad_puzzle_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    lines = ["# four puzzles", WIKIPEDIA, WIKIPEDIA[:80], "", TWICE, WIKIPEDIA[:9] + "x" + WIKIPEDIA[10:]]
    lines += [THIRTEEN, WIKIPEDIA]
    path.write_text("\n".join(lines))
    done = run("solve", str(path))
    assert done.returncode == 2
    out = done.stdout.splitlines()
    assert out[0] == out[5] == WIKIPEDIA_SOLVED
    assert out[1] == "bad: expected 81 cells, found 80"
    assert out[2] == "bad: row 1 holds 5 twice: r1c1 and r1c2"
    assert out[3].startswith("bad: column 10: expected a digit or one of")
    assert re.fullmatch(r"several: \d{81}", out[4])
    errors = done.stderr.splitlines()
    assert errors[0] == f"farandole: {path}: line 3: expected 81 cells, found 80"
    assert errors[1] == f"farandole: {path}: line 5: row 1 holds 5 twice: r1c1 and r1c2"
    assert errors[3].startswith("6 puzzles: 2 solved, 1 several, 0 none, 3 bad; ")


def test_a_head_may_end_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    for shift in range(3):
        comments = "#" + "x" * shift + "\u65c5" * 30_000 + "\n"  # three bytes each: the head ends inside of one
        path.write_text(f"{WIKIPEDIA}\n{comments}{WIKIPEDIA}\n", encoding="utf-8")
        assert run("solve", str(path)).stdout.splitlines() == [WIKIPEDIA_SOLVED] * 2


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r"])
def test_many_puzzles_keep_their_order(tmp_path: Path, separator: str) -> None:
    path, target = tmp_path / "puzzles.txt", tmp_path / "solved.txt"
    path.write_bytes(b"\xef\xbb\xbf" + separator.join([WIKIPEDIA, IMPOSSIBLE, WIKIPEDIA]).encode())
    done = run("solve", str(path), "-o", str(target), "--threads", "2")
    assert target.read_text().splitlines() == [WIKIPEDIA_SOLVED, "none", WIKIPEDIA_SOLVED]
    assert (done.returncode, done.stdout) == (1, "")
    assert not (tmp_path / "solved.txt.part").exists()


def test_grids_in_a_file_and_several_sources(tmp_path: Path) -> None:
    grid = "\n".join(WIKIPEDIA[i : i + 9] for i in range(0, 81, 9))
    path = tmp_path / "grids.txt"
    path.write_text(f"{grid}\n\n{grid}\n")
    done = started("solve", str(path), WIKIPEDIA, "-", stdin=WIKIPEDIA)
    assert done.stdout.splitlines() == [WIKIPEDIA_SOLVED] * 4


@pytest.mark.parametrize(
    ("argument", "stdin", "message"),
    [
        (WIKIPEDIA[:80], b"", "the puzzle given: line 1: expected 81 cells, found 80: 1 is missing; "),
        (TWICE, b"", "the puzzle given: line 1: row 1 holds 5 twice: r1c1 and r1c2"),
        ("nowhere.txt", b"", "nowhere.txt: No such file or directory"),
        ("-", b"", "standard input: expected text, found nothing"),
        ("-", b"\x00\xff\xfe\x80" * 999, "standard input: "),
        (".", b"", ".: expected a file, found a folder"),
        ("", b"", "'': No such file or directory"),
        ("/dev/zero", b"", "/dev/zero: byte 1: expected UTF-8 text, found 0x00"),
    ],
)
def test_bad_input_is_one_line(argument: str, stdin: bytes, message: str) -> None:
    done = (started if argument == "-" else run)("solve", argument, stdin=stdin)
    assert done.returncode == 2
    assert done.stderr.startswith(f"farandole: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["solve"], ["solve", "--limit", "0", WIKIPEDIA], ["solve", "--all", "--count", WIKIPEDIA], ["dance"]],
)
def test_bad_usage_is_one_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_the_environment_and_a_full_disk_are_said_in_a_line() -> None:
    done = started("solve", WIKIPEDIA, FARANDOLE_ISA="mmx")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("farandole: FARANDOLE_ISA: expected baseline")
    command = [sys.executable, "-m", "farandole", "solve", WIKIPEDIA]
    for unbuffered in ("", "1"):
        with open("/dev/full", "w") as full:
            environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
            done_full = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False)
        assert (done_full.returncode, done_full.stderr) == (2, b"farandole: No space left on device\n")


def test_help_and_version() -> None:
    assert re.fullmatch(r"farandole \d+\.\d+\.\d+\n", started("--version").stdout)
    for command in ("solve", "cover"):
        assert "examples:" in run(command, "--help").stdout


def test_a_closed_pipe_and_ctrl_c_end_a_stream() -> None:
    # 6.67e21 solutions: the first ones come at once, and nobody waits for the last.
    command = [sys.executable, "-m", "farandole", "solve", "--all", "." * 81]
    for close in (True, False):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert len(process.stdout.readline()) == 82
            if close:
                process.stdout.close()
            else:
                process.send_signal(signal.SIGINT)
                process.stdout.read()
            status = process.wait(timeout=60)
            errors = process.stderr.read().decode()
        assert (status, errors) == ((1, "") if close else (130, "farandole: interrupted\n"))


BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
WRITERS = [
    ["--version"],
    ["--completion", "zsh"],
    ["--help"],
    *([*name.split(), "--help"] for name, _, _ in each_command(parser())),
    ["solve", WIKIPEDIA],
    ["solve", WIKIPEDIA, "--json"],
    ["solve", "--all", THIRTEEN],
    ["solve", "puzzles.txt"],
    ["draw", WIKIPEDIA],
    ["explain", WIKIPEDIA],
    ["hint", WIKIPEDIA],
    ["rate", WIKIPEDIA],
    ["check", WIKIPEDIA],
    ["convert", WIKIPEDIA, "--to", "line"],
    ["make", "--seed", "1"],
    ["make", "-n", "3", "--seed", "1"],
    ["cover", "cover.dlx"],
    ["cover", "cover.dlx", "--count"],
    ["bench", "--seconds", "0.01"],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "puzzles.txt").write_text(f"{WIKIPEDIA}\n" * 3)
    (tmp_path / "cover.dlx").write_text("a b\na\nb\na b\n")
    return tmp_path


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_an_output_that_is_closed_or_full_never_ends_in_a_traceback(folder: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "farandole", *words]
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as unread, open("/dev/full", "wb") as full:
        broken = subprocess.run(command, cwd=folder, stdout=unread, stderr=subprocess.PIPE, env=BUFFERED, check=False)
        no_room = subprocess.run(command, cwd=folder, stdout=full, stderr=subprocess.PIPE, env=BUFFERED, check=False)
    assert (broken.returncode, broken.stderr) == (1, b"")
    assert no_room.returncode == 2
    assert re.fullmatch(rb"farandole: (standard output: )?No space left on device\n", no_room.stderr)


@pytest.mark.parametrize("unbuffered", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["solve", "nowhere.txt"], 2),
        (["solve", "--no-such-option"], 2),
        (["cover", "--cheapest=0"], 2),
        (["make", "--seed", "x"], 2),
        (["solve", "puzzles.txt", "-o", "solved.txt"], 0),
        (["data", "dedupe", "puzzles.txt", "-o", "kept.txt"], 0),
        (["solve", "."], 2),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_the_exit_status_tells_also_where_no_complaint_can_be_written(
    folder: Path, words: list[str], status: int, unbuffered: dict[str, str]
) -> None:
    command, environment = [sys.executable, "-m", "farandole", *words], BUFFERED | unbuffered
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as unread, open("/dev/full", "wb") as full:
        for stream in (full, unread):
            done = subprocess.run(
                command, cwd=folder, stdout=subprocess.DEVNULL, stderr=stream, env=environment, check=False
            )
            assert done.returncode == status
        both = subprocess.run(command, cwd=folder, stdout=full, stderr=full, env=environment, check=False)
    assert both.returncode == status  # these write to a file, or fail before they write


def test_closed_streams_are_nothing_and_no_file_takes_their_place(tmp_path: Path) -> None:
    solved = tmp_path / "solved.txt"
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        command = f'exec "$0" -m farandole solve {WIKIPEDIA} --format line -o "$1" {closed}'
        done = subprocess.run(["sh", "-c", command, sys.executable, str(solved)], capture_output=True, check=False)
        assert done.returncode == 0
        assert b"Traceback" not in done.stderr
        assert solved.read_text() == f"{WIKIPEDIA_SOLVED}\n"
    shown = subprocess.run(
        ["sh", "-c", f'exec "$0" -m farandole hint {WIKIPEDIA} >&-', sys.executable], capture_output=True, check=False
    )
    assert (shown.returncode, shown.stderr) == (0, b"")


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_files(tmp_path: Path, ending: str) -> None:
    plain, packed, unpacked = tmp_path / "p.txt", str(tmp_path / f"s.txt{ending}"), tmp_path / "u.txt"
    plain.write_text(f"{WIKIPEDIA}\n" * 2000)
    assert run("solve", str(plain), "-o", packed).returncode == 0
    assert run("solve", packed, "-o", str(unpacked)).returncode == 0  # solutions are puzzles, too
    assert unpacked.read_text() == f"{WIKIPEDIA_SOLVED}\n" * 2000
    data = Path(packed).read_bytes()
    for damaged in (data[: len(data) // 2], b"no archive"):
        Path(packed).write_bytes(damaged)
        done = run("solve", packed, "-o", str(unpacked))
        assert done.returncode == 2
        assert done.stderr.startswith(f"farandole: {packed}: expected a compressed file, found a damaged one")


def test_columns_and_bad_puzzles(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    done = run(
        "solve", "-", "--columns", "line,solution,guesses", "--bad", str(bad), stdin=f"{WIKIPEDIA}\nx\n{WIKIPEDIA}"
    )
    assert done.stdout.splitlines() == [
        "line,solution,guesses",
        f"1,{WIKIPEDIA_SOLVED},0",
        "2,,0",
        f"3,{WIKIPEDIA_SOLVED},0",
    ]
    assert bad.read_text().startswith("standard input: line 2: ")
    assert run("solve", "--columns", "colour", WIKIPEDIA).returncode == 2


def test_a_terminal_shows_color_and_weight() -> None:
    colored = in_terminal("solve", WIKIPEDIA)
    assert "\x1b[1m5\x1b[m" in colored  # given: bold
    assert "\x1b[36m4\x1b[m" in colored  # found: cyan
    plain = in_terminal("solve", WIKIPEDIA, NO_COLOR="1")
    assert "\x1b[1m5\x1b[m" in plain
    assert "\x1b[36m" not in plain
    assert "\x1b" not in in_terminal("solve", WIKIPEDIA, TERM="dumb")


def test_a_terminal_sees_progress(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{WIKIPEDIA}\n" * 3000)
    assert "solving" in in_terminal("solve", str(path), "-o", str(tmp_path / "out.txt"))
    assert in_terminal("solve", str(path), "-q", "-o", str(tmp_path / "out.txt")) == ""


# ── Exact cover ───────────────────────────────────────────────────────────────────────────────────────────────

KNUTH = "| two items, and one that may stay uncovered\na b | c\na c\nb c\na b\nb\n"
COSTS = "a b\na b |7.5\na |2\nb |3\n"


@pytest.mark.parametrize(
    ("arguments", "text", "stdout", "status"),
    [
        ([], MATRIX, "4 1 5\none cover\n", 0),
        (["--count"], MATRIX, "1\n", 0),
        (["--all"], KNUTH, "a c / b\na b\n", 1),
        (["--count"], KNUTH, "2\n", 1),
        (["--count", "--limit", "1"], KNUTH, "1\n", 0),
        ([], "1 0\n1 0\n", "no cover\n  no option has item 2\n", 1),
        ([], "a b\na b\na b\na\n", "a b\na b\n2 covers, perhaps more\n", 1),
        (["--cheapest"], COSTS, "5: a / b\n", 0),
        (["--cheapest", "3"], COSTS, "5: a / b\n7.5: a b\n", 0),
        (["--cheapest", "--json"], COSTS, '{"cover": ["a", "b"], "cost": 5}\n', 0),
        (["--cheapest"], "a b\na |1\n", "no cover\n  no option has item 'b'\n", 1),
        (["--estimate", "--seed", "1"], "a b\na b\n", "nodes: 1 ± 0\ncovers: 1 ± 0\n", 0),
        (["--count"], "2|a b\na\na b\na\n", "2\n", 1),
        (["--count", "--json"], KNUTH, '{"count": 2, "exhausted": true}\n', 1),
        (["--json", "--all"], "10\n01\n", '{"cover": [1, 2]}\n{"count": 1, "exhausted": true}\n', 0),
    ],
)
def test_cover(arguments: list[str], text: str, stdout: str, status: int) -> None:
    done = run("cover", *arguments, "-", stdin=text)
    assert (done.stdout, done.returncode) == (stdout, status)


def test_an_early_end_is_unknown(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.dlx"
    names = [f"i{n}" for n in range(41)]  # an odd number: no cover, but that takes ages to find out
    options = [f"{a} {b} |{len(a)}" for a in names for b in names if a < b]
    pairs.write_text("\n".join([" ".join(names), *options]))
    done = run("cover", "--cheapest", "--budget", "1000", str(pairs))
    assert (done.stdout, done.returncode) == ("unknown whether there is a cover: the search ended early\n", 1)
    for question in (["--zdd"], ["--sample", "3"]):
        done = run("cover", *question, "--budget", "10", str(pairs))
        assert (done.stdout, done.returncode) == ("unknown: no diagram within a budget of 10 nodes\n", 1)


def test_a_problem_changes_its_format(tmp_path: Path) -> None:
    format, back = tmp_path / "m.dlx.gz", tmp_path / "m.txt"
    assert run("cover", "-", "-o", str(format), stdin=MATRIX).returncode == 0
    assert run("cover", str(format)).stdout == "1 4 / 3 5 6 / 2 7\none cover\n"
    assert run("cover", str(format), "-o", str(back)).returncode == 0
    assert back.read_text() == MATRIX
    done = run("cover", "-", "-o", str(back), stdin=KNUTH)
    assert (done.returncode, done.stderr) == (2, "farandole: a matrix has no place for secondary items\n")


@pytest.mark.parametrize(
    "arguments", [["--estimate", "--budget", "5"], ["--zdd", "--limit", "3"], ["--seed", "1"], ["-o", "x", "--json"]]
)
def test_what_says_nothing_to_a_question_is_refused(arguments: list[str]) -> None:
    done = run("cover", *arguments, "-", stdin=MATRIX)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("has no effect with this question; leave it out\n")


@pytest.mark.parametrize("text", ["", "1 2\n", "a b\na d\n", "110\n012\n", "3:2|a\na\n", b"\xff\x00\x01"])
def test_bad_cover_is_one_line(text: str | bytes) -> None:
    done = run("cover", "-", stdin=text)
    assert done.returncode == 2
    assert done.stderr.startswith("farandole: standard input: ")
    assert done.stderr.count("\n") == 1


# ── Any shape ─────────────────────────────────────────────────────────────────────────────────────────────────────

EXAMPLES = Path(__file__).parents[2] / "examples"
SIX = "1.........2........................."


@pytest.mark.parametrize(
    ("name", "said"), [("samurai", "a samurai, 369 cells: 93 givens"), ("jigsaw", "a 9x9 jigsaw: 18 givens")]
)
def test_other_shapes_are_recognized_and_drawn(name: str, said: str) -> None:
    path = EXAMPLES / f"{name}.txt"
    done = run("solve", str(path))
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0]) == (0, said)
    assert lines[1].startswith("┌───")
    assert lines[-1].startswith("One solution (")
    assert run("solve", "--count", "-", stdin=path.read_text()).stdout == "1\n"


def test_an_argument_of_another_shape() -> None:
    assert run("solve", SIX).stdout.startswith("a 6x6 grid: 2 givens\n")
    jigsaw = "1" + "." * 15 + "AAABCABBCCDBCDDD"
    assert run("solve", "--count", jigsaw).stdout == "24\n"
    document = json.loads(run("solve", "--json", jigsaw).stdout)
    assert (document["verdict"], len(document["solutions"][0])) == ("several", 16)
    assert run("solve", "11" + SIX[2:]).stderr == (
        "farandole: the puzzle given: line 1: row 1 holds 1 twice: r1c1 and r1c2; change one of them\n"
    )


def test_no_solution_says_why_if_that_is_plain() -> None:
    done = run("solve", "12...." + "." * 6 + "..3..." * 1 + "." * 18)
    assert done.returncode == 1
    impossible = "1....." + "...1.." + "....1." + "." * 12 + ".23456"
    done = run("solve", impossible)
    assert re.match(r"No solution: r6c1 has no candidate left \(", done.stdout.splitlines()[-1])


def test_several_puzzles_of_other_shapes_give_a_line_each() -> None:
    bad = "7" + SIX[1:]
    solved = run("solve", "--format", "line", SIX, "--limit", "1").stdout.split()[-1]
    done = run("solve", "-", stdin=f"{SIX}\n{solved}\n{bad}\n")
    lines = done.stdout.splitlines()
    assert done.returncode == 2
    assert lines[0].startswith("several: ")
    assert lines[1] == solved
    assert lines[2].startswith("bad: expected a digit from 1 to 6")
    two = f"{SIX}\n{solved}\n"
    assert run("solve", "--count", "--limit", "5", "-", stdin=two).stdout.split() == ["5", "1"]
    documents = [json.loads(line) for line in run("solve", "--json", "-", stdin=two).stdout.splitlines()]
    assert [document["verdict"] for document in documents] == ["several", "solved"]
    assert run("solve", "--format", "csv", "-", stdin=two).stderr == (
        "farandole: puzzles that are not 9x9: expected the format line, grid or json, found csv\n"
    )
