"""Files to files: every format there and back, their errors, and whatever may interrupt them."""

import gzip
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from backports import zstd

from farandole import batch
from farandole.bulk.threads import BackgroundWriter, prefetch
from farandole.cli.main import main
from farandole.errors import FormatError
from farandole.io.chunks import read_chunks
from farandole.io.source import Source
from killed import main as killed_runs
from needs import needs

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
THIRTEEN = "53..7....6..195....9.....6.8...6...34..8.3..1....2...6.6....28....419..5....8..79"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
TWICE = "55" + "." * 79
PARQUET = pytest.param("s.parquet", marks=needs("pyarrow"))
FOUR = [WIKIPEDIA, THIRTEEN, IMPOSSIBLE, TWICE]

# The command, but with chunks so small that there are many of them.
SMALL_CHUNKS = """
import sys
from farandole.io import chunks
chunks.BLOCK, chunks.ROWS, chunks.GROUP = 1 << 12, 50, 50
from farandole.cli.main import main
sys.exit(main())
"""


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", SMALL_CHUNKS, "solve", *map(str, arguments)]


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command(*arguments), input=stdin, capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def puzzles(n: int, *, seed: int = 1) -> list[str]:
    """One puzzle with its digits relabeled n times, and now and then one that is broken, or has several solutions."""
    dice = random.Random(seed)
    lines = []
    for _ in range(n):
        digits = "".join(dice.sample("123456789", 9))
        lines.append(dice.choice(FOUR[:1] * 40 + FOUR).translate(str.maketrans("123456789", digits)))
        if dice.random() < 0.02:
            lines[-1] = dice.choice(["x", lines[-1][:80], lines[-1].replace(".", "x", 1)])
    return lines


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("many") / "puzzles.txt"
    path.write_text("\n".join(puzzles(12_000)))
    return path


def tallied(stderr: str) -> str:
    """What the summary says but for the time."""
    return stderr.splitlines()[-1].partition(";")[0]


def content(path: Path) -> bytes:
    """What a file holds, whatever its compression."""
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else zstd.decompress(data) if path.suffix == ".zst" else data


# ── Interruptions ─────────────────────────────────────────────────────────────────────────────────────────────


def chunks_done(target: Path) -> int:
    try:
        return int(json.loads(Path(f"{target}.part.json").read_text())["progress"]["chunks"])
    except FileNotFoundError:
        return 0


def killed(arguments: Sequence[str | Path], target: Path, dice: random.Random, stdin: Path) -> bool:
    """Start the command, kill it a moment after it got on, and say whether it was still at work."""
    before = chunks_done(target)
    with (
        stdin.open("rb") as puzzles,
        subprocess.Popen(command(*arguments), stdin=puzzles, stdout=-3, stderr=-3) as process,
    ):
        while process.poll() is None and chunks_done(target) == before:
            time.sleep(0.001)
        time.sleep(dice.random() * 0.02)
        process.kill()
        return process.wait() == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("name", ["s.txt", "s.txt.gz", "s.csv.zst", "s.npy", PARQUET, "stdin.json"])
def test_killed_again_and_again(tmp_path: Path, many: Path, name: str) -> None:
    source = "-" if name.startswith("stdin") else many
    whole, whole_bad = tmp_path / f"whole_{name}", tmp_path / "whole_bad"
    expected = run(source, "-o", whole, "--bad", whole_bad, stdin=many.read_bytes())
    assert expected.returncode == 2
    target, bad = tmp_path / name, tmp_path / "bad"
    arguments = [source, "-o", target, "--bad", bad, "--resume"]
    dice = random.Random(name)
    kills = [killed(arguments, target, dice, many) for _ in range(2)]
    assert kills[0]  # it hit in the middle
    assert not target.exists() or not all(kills)
    done = run(*arguments, stdin=many.read_bytes())
    assert (done.returncode, tallied(done.stderr)) == (2, tallied(expected.stderr))
    assert content(target) == content(whole)
    assert bad.read_bytes() == whole_bad.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["bad", "whole_bad", name, whole.name])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "moment"),
    [("s.npy", "before"), ("s.npy", "after"), pytest.param("s.parquet", "before", marks=needs("pyarrow"))],
)
def test_a_kill_when_the_file_gets_its_name(tmp_path: Path, many: Path, name: str, moment: str) -> None:
    target, journal = tmp_path / name, tmp_path / f"{name}.part.json"
    expected = run(many, "-o", target)
    whole = target.read_bytes()
    target.unlink()
    stopping = command(many, "-o", target)
    stopping[2] = f"""
import os
from farandole.io import resumable as part
finish = part.Output.finish
def stop(output, write_final):
    def then_stop(*arguments):
        if {moment!r} == "after":
            write_final(*arguments)
        os._exit(9)
    finish(output, then_stop)
part.Output.finish = stop
""" + stopping[2]
    assert subprocess.run(stopping, capture_output=True, timeout=60, check=False).returncode == 9
    assert journal.exists()
    assert target.exists() == (moment == "after")
    done = run(many, "-o", target, "--resume")
    assert (done.returncode, tallied(done.stderr)) == (2, tallied(expected.stderr))
    assert target.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path, many: Path) -> None:
    whole, target = tmp_path / "whole.txt", tmp_path / "s.txt"
    run(many, "-o", whole)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    done = subprocess.run(
        command(many, "-o", target), capture_output=True, preexec_fn=limit, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    kept = f"{target}.part is kept: run the command again with --resume to continue"
    assert done.stderr.splitlines()[-1] == f"farandole: {target}.part: File too large; {kept}"
    assert not target.exists()
    assert run(many, "-o", target, "--resume").returncode == 2
    assert target.read_bytes() == whole.read_bytes()
    for _ in range(4):  # at the end a thread may still be in native code, which must not abort the process
        with open("/dev/full", "w") as full:
            done = subprocess.run(command(many), stdout=full, stderr=-1, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr.splitlines()[-1][-23:]) == (2, "No space left on device")
    done = run(many, "-o", "/dev/full")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "farandole: /dev/full: No space left on device")
    assert not Path("/dev/full.part").exists()


def test_ctrl_c(tmp_path: Path, many: Path) -> None:
    target = tmp_path / "s.txt"
    run(many, "-o", tmp_path / "whole.txt")
    with subprocess.Popen(command(many, "-o", target), stderr=subprocess.PIPE, text=True) as process:
        while not chunks_done(target):
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        _, errors = process.communicate(timeout=60)
    assert time.perf_counter() - start < 20
    kept = f"{target}.part is kept: run the command again with --resume to continue"
    assert (process.returncode, errors.splitlines()[-1]) == (130, f"farandole: interrupted; {kept}")
    assert run(many, "-o", target, "--resume").returncode == 2
    assert target.read_bytes() == (tmp_path / "whole.txt").read_bytes()


@pytest.mark.parametrize("stalled", ["input", "output"])
def test_ctrl_c_where_nothing_moves(many: Path, stalled: str) -> None:
    arguments = command("-") if stalled == "input" else command(many, "-q")
    with subprocess.Popen(arguments, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        assert process.stdout is not None
        if stalled == "input":
            process.stdin.write(f"{WIKIPEDIA}\n".encode() * 810)  # more than the head
            process.stdin.flush()
        assert process.stdout.read(82) if stalled == "input" else process.stderr.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        process.stdout.close()
        assert process.stderr.read().endswith(b"farandole: interrupted\n")


def test_a_closed_pipe(many: Path) -> None:
    with subprocess.Popen(command(many), stdout=-1, stderr=-1) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(82)
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(timeout=60), b"Broken" in errors) == (1, False)


@pytest.mark.slow
def test_resume_refuses_what_is_not_the_same(tmp_path: Path, many: Path) -> None:
    source, target = tmp_path / "puzzles.txt", tmp_path / "s.txt"
    source.write_bytes(many.read_bytes())
    assert killed([source, "-o", target], target, random.Random(1), many)
    part = f"{target}.part"
    done = run(source, "-o", target, "--resume", "--limit", "3")
    assert done.stderr == f"farandole: {part}: expected limit 2, as when it began; found 3; --force starts over\n"
    os.utime(source, (1, 1))
    done = run(source, "-o", target, "--resume")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"farandole: {part}: expected inputs ")
    assert run(source, "--resume").stderr == "farandole: --resume: expected -o FILE, the file to continue; found none\n"
    assert run(source, "-o", target, "--force").returncode == 2  # afresh
    assert len(target.read_text().splitlines()) == 12_000
    assert not Path(part).exists()
    again = tmp_path / "again.txt"
    assert run(source, "-o", again, "--resume").returncode == 2  # there is nothing to go on with
    assert again.read_bytes() == target.read_bytes()


def test_threads_hand_over_in_order_and_raise() -> None:
    def broken(n: int) -> object:
        return 1 // (n - 5)

    done: list[int] = []
    with BackgroundWriter(done.append) as appender:
        for item in prefetch(range(100)):
            appender.put(item)
    assert done == list(range(100))
    with pytest.raises(ZeroDivisionError):
        list(prefetch(map(broken, range(10))))
    behind = BackgroundWriter(broken)
    with pytest.raises(ZeroDivisionError), behind:
        any(map(behind.put, range(1000)))


# ── Formats ─────────────────────────────────────────────────────────────────────────────────────────────────────


def is_readable(line: str) -> bool:
    return len(line) == 81 and "x" not in line


def solutions_of(lines: Sequence[str]) -> list[str]:
    answers = batch.solve(lines)
    return [
        "".join(map(str, row)) if count else "" for row, count in zip(answers.solutions, answers.counts, strict=True)
    ]


def write_input(path: Path, lines: Sequence[str], *, kind: str) -> None:
    match kind:
        case "csv":
            path.write_text("id,Quizzes,solutions\n" + "".join(f'{i},"{line}",\n' for i, line in enumerate(lines)))
        case "semicolons":
            path.write_text("hint;puzzle\n" + "".join(f'"a ;b";{line}\n' for line in lines))
        case "values":
            np.save(path, batch.read_lines("\n".join(lines).encode()).values)
        case "masks":
            values = batch.read_lines("\n".join(lines).encode()).values
            np.save(path, np.where(values > 0, (1 << values.astype(np.uint16)) >> 1, 511).astype(">u2"))
        case "strings":
            import pyarrow as arrow
            from pyarrow import parquet

            parquet.write_table(arrow.table({"n": range(len(lines)), "puzzle": lines}), path)
        case "fixed":
            import pyarrow as arrow
            from pyarrow import parquet

            cells = arrow.array([line.encode() for line in lines], arrow.binary(81))
            parquet.write_table(arrow.table({"puzzle": cells}), path, row_group_size=77)


@pytest.mark.parametrize(
    "kind",
    [
        "csv",
        "semicolons",
        "values",
        "masks",
        *(pytest.param(kind, marks=needs("pyarrow")) for kind in ("strings", "fixed")),
    ],
)
def test_tables_in(tmp_path: Path, kind: str) -> None:
    endings = {"csv": "csv", "semicolons": "csv", "values": "npy", "masks": "npy"}
    path = tmp_path / f"puzzles.{endings.get(kind, 'parquet')}"
    lines = [*puzzles(200, seed=2), *FOUR[:3]]
    lines = list(filter(is_readable, lines))
    write_input(path, lines, kind=kind)
    done = run(path, "--columns", "line,puzzle,solution", "-q")
    rows = [line.split(",") for line in done.stdout.splitlines()[1:]]
    first = 2 if path.suffix == ".csv" else 1
    assert [int(row[0]) for row in rows] == list(range(first, first + len(lines)))
    assert [row[1] for row in rows] == lines
    assert [row[2] for row in rows] == solutions_of(lines)
    if kind in ("csv", "values"):
        packed = tmp_path / f"{path.name}.gz"
        packed.write_bytes(gzip.compress(path.read_bytes()))
        assert run(packed, "--columns", "line,puzzle,solution", "-q").stdout == done.stdout


@pytest.mark.parametrize("name", ["s.csv", "s.jsonl", "s.npy", PARQUET, "s.csv.gz", "s.json.zst"])
def test_tables_out(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / "p.txt", tmp_path / name
    lines = [*puzzles(300, seed=3), *FOUR]
    source.write_text("\n".join(lines))
    assert run(source, "-o", target).returncode == 2
    if name.endswith(".npy"):
        found = ["".join(map(str, row)) if row.any() else "" for row in np.load(target)]
    elif name.endswith(".parquet"):
        from pyarrow import parquet

        table = parquet.read_table(target)
        assert table.column_names == ["puzzle", "verdict", "count", "solution", "reason"]
        found = [solution or "" for solution in table["solution"].to_pylist()]
        assert table["puzzle"].to_pylist()[-4:] == FOUR
        assert table["verdict"].to_pylist()[-1] == "bad"
        assert table["reason"].to_pylist()[-2:] == [None, "row 1 holds 5 twice: r1c1 and r1c2"]
    elif ".csv" in name:
        header, *rows = content(target).decode().splitlines()
        assert header == "puzzle,verdict,count,solution,reason"
        found = [row.split(",")[3] for row in rows]
        assert rows[-1].endswith(",bad,0,,row 1 holds 5 twice: r1c1 and r1c2")
    else:
        documents = [json.loads(line) for line in content(target).splitlines()]
        assert [document["line"] for document in documents] == list(range(1, 305))
        assert {document.get("reason", "") for document in documents[-4:-1]} == {""}
        found = [document.get("solution", "") for document in documents]
    readable = [line if is_readable(line) else TWICE for line in lines]
    assert found == solutions_of(readable)
    assert found[-4] == WIKIPEDIA_SOLVED


@needs("pyarrow")
def test_a_parquet_of_fixed_size_gives_one(tmp_path: Path) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    source, target = tmp_path / "p.parquet", tmp_path / "s.parquet"
    write_input(source, FOUR, kind="fixed")
    run(source, "-o", target)
    table = parquet.read_table(target)
    assert table.schema.field("solution").type == arrow.binary(81)
    assert table["solution"].to_pylist()[0] == WIKIPEDIA_SOLVED.encode()
    assert table["solution"].to_pylist()[2:] == [None, None]


@needs("pyarrow")
def test_what_is_no_puzzle_keeps_its_row(tmp_path: Path) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    path, values = tmp_path / "p.npy", batch.read_lines(f"{WIKIPEDIA}\n".encode() * 3).values.copy()
    values[1, 10] = 12
    np.save(path, values)
    done = run(path, "-q")
    fault = "expected digits from 0 to 9, found 12 in cell r2c2"
    assert done.stdout.splitlines() == [WIKIPEDIA_SOLVED, f"bad: {fault}", WIKIPEDIA_SOLVED]
    assert done.stderr == f"farandole: {path}: row 2: {fault}\n"
    path = tmp_path / "p.parquet"
    cells = [WIKIPEDIA, None, WIKIPEDIA[:80], WIKIPEDIA.replace(".", "x", 1), WIKIPEDIA]
    parquet.write_table(arrow.table({"quiz": cells}), path)
    lines = run(path, "-q").stdout.splitlines()
    assert lines[0] == lines[4] == WIKIPEDIA_SOLVED
    assert lines[1:3] == ["bad: expected 81 cells, found null", "bad: expected 81 cells, found 80"]
    assert lines[3].startswith("bad: column 3: expected a digit or one of")
    path = tmp_path / "p.csv"
    path.write_text(f"id,puzzle\n1,{WIKIPEDIA}\n2\n3,\n4,{WIKIPEDIA}\n")
    lines = run(path, "-q").stdout.splitlines()
    assert lines[1:3] == ["bad: expected 2 fields, found 1", "bad: expected 81 cells, found 0"]
    assert lines[0] == lines[3] == WIKIPEDIA_SOLVED


@needs("pyarrow")
def test_tables_that_hold_something_else(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    def fault(name: str, *arguments: str) -> str:
        assert main(["solve", str(tmp_path / name), *arguments]) == 2
        said = capfd.readouterr().err
        assert said.count("\n") == 1
        return said.removeprefix(f"farandole: {tmp_path / name}: ")

    np.save(tmp_path / "a.npy", np.zeros((2, 9, 8), np.uint8))
    np.save(tmp_path / "b.npy", np.zeros((2, 81), bool))
    np.save(tmp_path / "c.npy", np.zeros((81, 2), np.uint8).T)
    (tmp_path / "d.npy").write_bytes((tmp_path / "b.npy").read_bytes().replace(b"|b1", b"|u1")[:200])
    assert fault("a.npy") == "expected an array of shape (n, 81) or (n, 9, 9), found (2, 9, 8)\n"
    assert fault("b.npy") == "expected an array of digits, such as uint8, or uint16 (masks of candidates), found bool\n"
    assert fault("c.npy") == "expected an array in C order, found one in Fortran order\n"
    assert fault("d.npy") == "expected 2 rows, found the end after 0\n"
    parquet.write_table(arrow.table({"a": [1], "puzzle": [2]}), tmp_path / "a.parquet")
    assert fault("a.parquet").startswith(
        "expected a column of strings or of FixedSizeBinary(81), found 'puzzle' of int64"
    )
    assert fault("a.parquet", "--column", "b") == "expected a column 'b', found a, puzzle\n"
    (tmp_path / "b.parquet").write_bytes(b"PAR1 and no more")
    assert fault("b.parquet").startswith("expected a Parquet file, found one that can't be read: ")
    (tmp_path / "a.csv").write_text(f"id,start,end\n1,{WIKIPEDIA},{WIKIPEDIA_SOLVED}\n")
    assert fault("a.csv").endswith("or unsolved (or --column); found id, start, end\n")
    assert fault("a.csv", "--column", "middle") == "expected a column 'middle', found id, start, end\n"
    assert run(tmp_path / "a.csv", "--column", "start", "-q").stdout == WIKIPEDIA_SOLVED + "\n"


def test_formats_that_do_not_go_together(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def fault(*arguments: str) -> str:
        assert main(["solve", WIKIPEDIA, *arguments]) == 2
        said = capfd.readouterr().err
        assert said.count("\n") == 1
        return said.removeprefix("farandole: ")

    npy = str(tmp_path / "s.npy")
    assert (
        fault("--format", "npy") == "standard output: expected a text format, found npy; name a file for it with -o\n"
    )
    assert fault("-o", f"{npy}.gz").endswith("s.npy.gz: expected no compression in the format npy\n")
    assert fault("-o", npy, "--count").endswith("s.npy: expected the name of a text file with --count, found .npy\n")
    assert fault("-o", npy, "--columns", "line") == "--columns: expected the format csv or parquet, found npy\n"
    assert fault("--all", "--columns", "line") == "--columns can't be used with --all\n"
    assert fault("--all", "-o", npy) == "--all: expected a text format, found npy\n"
    assert list(tmp_path.iterdir()) == []


def test_a_lone_bad_puzzle_goes_to_the_bad(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    for arguments in ([], ["--all"], ["--json"]):
        done = run(TWICE, "--bad", str(bad), *arguments)
        fault = "the puzzle given: line 1: row 1 holds 5 twice: r1c1 and r1c2\n"
        assert (done.returncode, done.stderr, bad.read_text()) == (2, f"farandole: {fault}", fault)
        bad.unlink()


@pytest.mark.slow
def test_runs_killed_at_any_stage_end_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """A short run of what `tests/oracles/killed.py` does a thousand times."""
    assert killed_runs(["--runs", "8", "--puzzles", "1500"]) == 0, capsys.readouterr().out


def test_puzzles_of_another_shape_are_told_not_taken_for_classic_ones(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("1...............\n")
    with closing(Source.open(str(tmp_path / "small.txt"))) as source:
        [chunk] = read_chunks(source)
    assert chunk.faults == {0: "expected a classic puzzle like those before it, found one on Grid.classic((2, 2))"}


def test_blocks_part_between_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    lines = [b"%d" % number * (number % 40) for number in range(200)]
    lines[77] = b"x" * 900  # longer than blocks: only its beginning counts
    path.write_bytes(b"\n".join(lines))
    with closing(Source.open(str(path))) as source:
        blocks = [bytes(block) for block in source.blocks(200)]
    assert all(block.endswith(b"\n") for block in blocks[:-1])
    found = b"".join(blocks).split(b"\n")
    assert found[:77] + found[78:] == lines[:77] + lines[78:]
    assert 200 < len(found[77]) <= 600


@pytest.mark.parametrize("name", ["é", "７"])
def test_lines_of_any_script(tmp_path: Path, name: str) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{WIKIPEDIA} {name}\n{WIKIPEDIA.replace('7', '７').replace('.', '•')}\n{WIKIPEDIA[1:]}é\n")
    done = run(path, "--bad", tmp_path / "bad")
    assert done.stdout.splitlines()[:2] == [WIKIPEDIA_SOLVED] * 2
    assert "line 3" in (tmp_path / "bad").read_text()


def test_a_name_with_a_zero_is_refused() -> None:
    with pytest.raises(FormatError, match="expected the name of a file"):
        Source.open("a\0b")


@pytest.mark.parametrize("name", ["s.npy", "s.csv", PARQUET])
def test_a_table_without_rows_becomes_one_without_solutions(tmp_path: Path, name: str) -> None:
    np.save(tmp_path / "none.npy", np.empty((0, 81), np.uint8))
    assert main(["solve", str(tmp_path / "none.npy"), "-q", "-o", str(tmp_path / name)]) == 0
    if name == "s.npy":
        assert np.load(tmp_path / name).shape == (0, 81)


@pytest.mark.parametrize(
    ("shape", "kind"), [((-1, 81), "int64"), ((-1, 9, 9), "uint8"), ((-1, 9, 9), ">i4"), ((-1, 81), "float64")]
)
def test_arrays_of_every_shape_and_type_of_digits(tmp_path: Path, shape: tuple[int, ...], kind: str) -> None:
    digits = np.array([[int(cell) if cell != "." else 0 for cell in WIKIPEDIA]] * 3).reshape(shape).astype(kind)
    if digits.dtype.kind == "f":
        digits[digits == 0] = np.nan
        digits[-1, 0] = 4.5
    np.save(tmp_path / "a.npy", digits)
    lines = run(tmp_path / "a.npy", "-q").stdout.splitlines()
    assert lines[:2] == [WIKIPEDIA_SOLVED] * 2
    assert lines[2] == (
        "bad: expected digits from 0 to 9, found 4.5 in cell r1c1" if kind == "float64" else WIKIPEDIA_SOLVED
    )


def test_a_saved_puzzle_of_nine_rows(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    digits = np.array([int(cell) if cell != "." else 0 for cell in WIKIPEDIA]).reshape(9, 9)
    np.save(tmp_path / "a.npy", digits)
    assert run(tmp_path / "a.npy", "-q").stdout == f"{WIKIPEDIA_SOLVED}\n"
    np.save(tmp_path / "b.npy", np.asfortranarray(digits))
    assert main(["solve", str(tmp_path / "b.npy")]) == 2
    assert "Fortran order" in capfd.readouterr().err
