"""Files that are not what they should be: damaged, of another kind, full of control characters."""

import gzip
import io
import json
import random
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from backports import zstd

from commands import CSV, MATRIX, THIRTEEN, TWICE, WIKIPEDIA, WIKIPEDIA_SOLVED, run
from farandole import formats
from farandole.errors import FarandoleError, FormatError, MissingExtraError
from farandole.formats import write
from farandole.grid import Grid
from farandole.io import chunks
from farandole.io.file_types import identify, is_picture
from farandole.io.source import Source, looks_like_puzzles
from farandole.puzzle import Puzzle
from farandole.render import svg
from farandole.render.terminal import json_line, printable
from farandole.rules import Cage
from needs import is_here

LINES = f"{WIKIPEDIA}\n"

# ── Of another kind ───────────────────────────────────────────────────────────────────────────────────────────────


def zipped(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return file.getvalue()


FOREIGN = {
    "a.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    "a.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
    "a.webp": (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP image"),
    "a.heic": (b"\0\0\0\x18ftypheic", "an image or a film (HEIC, AVIF, MP4)"),
    "a.bmp": (b"BM\x36\x30\0\0\0\0\0\0\x36\0\0\0", "a BMP image"),
    "a.pdf": (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
    "a.xlsx": (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook; save its sheet as CSV"),
    "a.docx": (zipped("[Content_Types].xml", "word/document.xml"), "a Word document; save it as plain text"),
    "a.npz": (zipped("puzzles.npy"), "a NumPy archive (.npz); save one array as .npy"),
    "a.zip": (zipped("puzzles.txt"), "a zip archive; unpack it first"),
    "a.txt": (gzip.compress(b"x"), "data compressed by gzip; a file of it needs a name that ends in .gz"),
    "a.tar": (b"p.txt".ljust(257, b"\0") + b"ustar\0", "a tar archive; unpack it first"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_text_is_named(tmp_path: Path, name: str) -> None:
    content, kind = FOREIGN[name]
    assert identify(content) == kind
    path = tmp_path / name
    path.write_bytes(content)
    said = f"{path}: expected text or a table, found {kind}"
    if is_picture(content):  # which is read, but for this one
        said = f"{path}: pip install pillow-heif" if name == "a.heic" else f"{path}: expected a "
    with pytest.raises((FormatError, MissingExtraError), match=re.escape(said)):
        Source.open(str(path))


@pytest.mark.parametrize("command", ["solve", "rate", "draw", "explain", "hint", "cover"])
def test_every_command_says_what_is_no_text(tmp_path: Path, command: str) -> None:
    image, empty, array = (tmp_path / name for name in ("a.png", "empty.txt", "a.npy"))
    image.write_bytes(FOREIGN["a.png"][0])
    empty.touch()
    np.save(array, np.zeros((2, 81), np.uint8))
    for path, said in (
        (image, f"{image}: expected a picture, found a damaged one"),
        (empty, f"{empty}: expected text, found nothing; the file is empty\n"),
        (tmp_path, f"{tmp_path}: expected a file, found a folder; give one of its files, such as {tmp_path}/a.npy\n"),
        (array, f"{array}: expected text, found a NumPy array, which only solve can read"),
    ):
        if (command, path) != ("solve", array):
            done = run(command, str(path))
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert done.stderr.startswith(f"farandole: {said}")


def test_nothing_is_solved_where_a_later_file_is_none(tmp_path: Path) -> None:
    image = tmp_path / "a.png"
    image.write_bytes(FOREIGN["a.png"][0])
    done = run("solve", WIKIPEDIA, str(image), "-o", str(tmp_path / "s.txt"))
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [image])


# ── No puzzles, or some ───────────────────────────────────────────────────────────────────────────────────────────

PROSE = "".join(f"{number} dancers hold hands, and wind through the town.\n" for number in range(805))


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--all"], ["solve", "--json"], ["rate"]], ids=" ".join)
@pytest.mark.parametrize("more", ["", f"{WIKIPEDIA}\n"])
@pytest.mark.parametrize("ending", [".txt", ".csv", ".txt.gz"])
def test_a_file_without_puzzles_gets_a_line(tmp_path: Path, arguments: list[str], more: str, ending: str) -> None:
    path, text = tmp_path / f"prose{ending}", PROSE + more
    if ending == ".csv":
        text = "name,puzzle\n" + "".join(f"{number},none of them\n" for number in range(804)) + f"x,{more or 'x'}\n"
    path.write_bytes(gzip.compress(text.encode()) if ending == ".txt.gz" else text.encode())
    done = run(*arguments, str(path), "-o", str(tmp_path / "s"))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) <= 3
    assert done.stderr.startswith(f"farandole: {path}: ")
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("more", [[], ["-o", "out.csv"], ["--column", "puzzle"]])
def test_a_file_of_a_byte_order_mark_is_empty(tmp_path: Path, more: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mark.txt").write_bytes(b"\xef\xbb\xbf")
    done = run("solve", "mark.txt", *more)
    assert done.returncode == 2
    assert done.stderr.startswith("farandole: mark.txt: ")
    assert "expected" in done.stderr


def test_a_large_file_without_puzzles_is_left_soon(tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_text(f"{'1' * 40}\n" * 1_000_000)
    done = run("solve", str(path))
    said = "expected puzzles, found none or hardly any in the first 1,000 lines; line 1: expected 81 cells, found 40"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"farandole: {path}: {said}\n")


@pytest.mark.parametrize("order", ["first", "last", "spread"])
def test_a_file_of_puzzles_names_ten_bad_lines_and_counts_them_all(tmp_path: Path, order: str) -> None:
    path = tmp_path / "puzzles.txt"
    lines = [WIKIPEDIA] * 20 + [WIKIPEDIA[:80]] * 300
    lines = lines[::-1] if order == "first" else lines
    if order == "spread":
        random.Random(1).shuffle(lines)
    path.write_text("\n".join(lines))
    for arguments in (["solve"], ["solve", "--all"]):
        done = run(*arguments, str(path))
        named = [int(number) for number in re.findall(r": line (\d+)", done.stderr)]
        assert named == [number for number, line in enumerate(lines, 1) if len(line) == 80][:10]
        assert "more errors are only counted" in done.stderr
        assert "300 bad" in done.stderr or "300 errors in all" in done.stderr
    three = run("solve", "-", stdin="x" * 81 + "\n" + WIKIPEDIA[:80] + "\n" + TWICE)
    assert three.stderr.count(": line ") == 3


def test_one_in_a_hundred_tells() -> None:
    assert looks_like_puzzles([False] * 990 + [True] * 10)
    assert not looks_like_puzzles([False] * 991 + [True] * 9)
    assert looks_like_puzzles([True] + [False] * 999)
    taken = iter([False, True, True, *[False] * 9])
    assert looks_like_puzzles(taken)
    assert len(list(taken)) == 10  # a stream is not held up


# ── Damaged ───────────────────────────────────────────────────────────────────────────────────────────────────────


def npy_with(header: bytes) -> bytes:
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(162)


@pytest.mark.parametrize(
    "header",
    [b"{'descr': '|u1', 'fortran_order': False, 'shape': (2, 81), }"[:cut] for cut in (0, 10, 30, 59)]
    + [b"{'descr': \xff", b"(" * 9000, b"{'descr':\n  \n x", b"\\", b"{" + b"1" * 2000]
    + [b"{'descr': '|u1', 'fortran_order': False, 'shape': (%s, 81), }" % n for n in (b"1" * 31, b"-1", b"3L", b"1.5")]
    + [b"{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (2, 81), }", b"{'descr': 7}", b"7", b"'\\d'"],
)
def test_a_damaged_header_of_npy_is_said(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "a.npy"
    path.write_bytes(npy_with(header))
    done = run("solve", str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"farandole: {path}: ")
    assert len(done.stderr) < 1000


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("tables")
    lines = [WIKIPEDIA] * 40 + [THIRTEEN, "x"]
    np.save(folder / "digits.npy", np.zeros((30, 81), np.uint8))
    np.save(folder / "masks.npy", np.full((30, 81), 511, np.uint16))
    (folder / "a.csv").write_text("id,puzzle\n" + "".join(f'{id(line)},"{line}"\n' for line in lines))
    (folder / "a.txt.gz").write_bytes(gzip.compress(LINES.encode() * 40))
    (folder / "a.txt.zst").write_bytes(zstd.compress(LINES.encode() * 40))
    if is_here("pyarrow"):
        write_parquets(folder, lines)
    return sorted(folder.iterdir())


def write_parquets(folder: Path, lines: list[str]) -> None:
    import pyarrow as arrow
    from pyarrow import parquet

    parquet.write_table(arrow.table({"puzzle": [*lines, None]}), folder / "strings.parquet")
    parquet.write_table(arrow.table({"puzzle": lines}), folder / "zstd.parquet", compression="zstd", row_group_size=9)
    fixed = arrow.array([line.encode() for line in lines[:41]], arrow.binary(81))
    parquet.write_table(arrow.table({"puzzle": fixed}), folder / "fixed.parquet", compression="gzip")


def test_damage_of_any_kind_is_said_of_its_file(tmp_path: Path, tables: list[Path]) -> None:
    dice = random.Random(1)
    n_refused = 0
    for turn in range(1500):
        whole = tables[turn % len(tables)]
        data = bytearray(whole.read_bytes())
        reach = 128 if whole.suffix == ".npy" else len(data)
        for _ in range(dice.choice([1, 2, 20])):
            place = min(dice.randrange(reach), len(data))
            match dice.randrange(4):
                case 0:
                    data[place : place + 1] = bytes([dice.choice([0, 255, dice.randrange(256)])])
                case 1:
                    data[place:place] = dice.randbytes(dice.randrange(9))
                case 2:
                    del data[place : place + dice.randrange(9)]
                case _:
                    del data[max(place, 9) :]
        path = tmp_path / whole.name
        path.write_bytes(data)
        fault = fault_of(path)
        n_refused += bool(fault)
        assert not fault or str(path) in fault
    assert n_refused > 500


def fault_of(path: Path) -> str:
    """Read all of a file; say what it is refused for, if it is."""
    source = None
    try:
        source = Source.open(str(path))
        chunks.is_fixed(source)
        for chunk in chunks.read_chunks(source):
            assert len(chunk.values) == len(chunk.numbers)
    except FarandoleError as error:
        return str(error)
    finally:
        if source:
            source.close()
    return ""


@pytest.mark.parametrize("header", ['id,"puzzle', '"id,puzzle', '"', '"""', 'id,"puz""zle'])
def test_a_first_line_may_leave_a_quote_open(header: str) -> None:
    done = run("solve", "-", "-q", stdin=f"{header}\n1,{WIKIPEDIA}\n")
    assert done.stderr.count("\n") <= 1
    if header == 'id,"puzzle':
        assert (done.returncode, done.stdout) == (0, f"{WIKIPEDIA_SOLVED}\n")


@pytest.mark.parametrize("option", ["--limit", "--threads"])
@pytest.mark.parametrize("number", [10**30, 1 << 63, "9" * 5000])
def test_numbers_have_a_limit(option: str, number: int | str) -> None:
    for command in ("solve", "solve --count"):
        done = run(*command.split(), "-", option, str(number), stdin=LINES * 2)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert f"{option}: expected a whole number from 1 " in done.stderr
        assert len(done.stderr) < 200
    assert run("solve", "-", "-q", "--limit", str((1 << 63) - 1), stdin=LINES * 2).returncode == 0
    assert run("cover", "-", "--limit", str(1 << 63), stdin=MATRIX).returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_compressed_files_cut_anywhere(tmp_path: Path, ending: str) -> None:
    pack = gzip.compress if ending == ".gz" else zstd.compress
    path = tmp_path / f"p.txt{ending}"
    lines = "".join(f"{WIKIPEDIA},{random.Random(number).random()}\n" for number in range(3000))
    data = pack(lines.encode())
    for cut in (3, 20, len(data) // 3, len(data) - 9, len(data) - 1):
        path.write_bytes(data[:cut])
        done = run("solve", str(path), "-o", str(tmp_path / "s.txt"))
        assert done.returncode == 2
        assert done.stderr.startswith(f"farandole: {path}: expected a compressed file, found a damaged one: ")
        assert done.stderr.count("\n") == 1
    path.with_name(f"P.TXT{ending.upper()}").write_bytes(data)
    assert run("solve", str(path.with_name(f"P.TXT{ending.upper()}")), "-q").returncode == 0


def test_bombs_are_refused_or_cost_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "MOST", 1 << 20)
    path = tmp_path / "bomb.gz"
    grid = "\n".join(WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)) + "\n\n"
    path.write_bytes(gzip.compress(grid.encode() * 20_000))
    assert "expected at most 1 MiB where a puzzle takes several lines, found more" in fault_of(path)
    path.write_bytes(gzip.compress(b"." * (30 << 20)))  # one line, of which only the beginning counts
    assert "line 1: expected at most 8,192 characters; found " in fault_of(path)


# ── Control characters ────────────────────────────────────────────────────────────────────────────────────────────

EVIL = "\x1b[31m\x07\x7f\x9b\u202e\u2066"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def test_what_is_printable_stays_and_what_is_not_is_escaped() -> None:
    assert printable("Café 数独 ½ │ 'x' \\n") == "Café 数独 ½ │ 'x' \\n"
    assert printable(EVIL + "\n\udce9") == r"\x1b[31m\x07\x7f\x9b\u202e\u2066\n\udce9"
    assert printable(printable(EVIL)) == printable(EVIL)
    assert json.loads(json_line({EVIL: EVIL})) == {EVIL: EVIL}
    assert not RAW.search(json_line({EVIL: EVIL}))


@pytest.mark.slow
def test_no_control_character_reaches_a_terminal(tmp_path: Path) -> None:
    path, table, bad = tmp_path / f"p{EVIL}\n.txt", tmp_path / "t.csv", tmp_path / "bad"
    path.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:80]}{EVIL}\n{EVIL}{WIKIPEDIA}\n")
    table.write_text(f"id{EVIL},b\n1,{WIKIPEDIA}\n")
    rows = [WIKIPEDIA[start : start + 9] for start in range(0, 81, 9)]
    document = {"farandole": 1, "grid": {"size": 9, "houses": [{"name": EVIL, "cells": "r1c1 r1c5"}]}, "givens": rows}
    twice = document | {"givens": ["53..5....", *rows[1:]]}
    link = json.dumps({"size": 9, "grid": [[{}] * 9] * 9, EVIL: [1], "text": [{"cells": ["R1C1"], "value": EVIL}]})
    options = f"a{EVIL} b\na{EVIL} b |1\n"
    commands: list[tuple[list[str], str]] = [
        *((["solve", str(path), "--format", format], "") for format in ("line", "grid", "csv", "json")),
        (["solve", str(path), "--bad", str(bad)], ""),
        *(([command, str(path)], "") for command in ("rate", "draw", "cover")),
        *((["solve", "-", option], json.dumps(text)) for option in ("--json", "-q") for text in (document, twice)),
        (["solve", "-"], link),
        (["solve", "--lenient", "-"], link),
        (["draw", "--lenient", "-"], link),
        (["explain", "-"], json.dumps(document)),
        (["solve", str(table)], ""),
        (["solve", str(table), "--column", EVIL], ""),
        (["solve", EVIL], ""),
        (["solve", WIKIPEDIA, "-o", f"{tmp_path}/{EVIL}/s"], ""),
        (["solve", WIKIPEDIA, f"--{EVIL}"], ""),
        ([EVIL], ""),
        (["explain", WIKIPEDIA, "--until", EVIL], ""),
        *((["cover", "-", *question], options) for question in ([], ["--all"], ["--json"], ["--cheapest"])),
        (["cover", "-"], f"a{EVIL} b\nb\n"),
    ]
    for arguments, text in commands:
        done = run(*arguments, stdin=text)
        assert not RAW.search(done.stdout + done.stderr), arguments
        assert done.stdout + done.stderr
    assert bad.read_text().count("\n") == 2
    assert not RAW.search(bad.read_text())


def test_drawings_hold_no_raw_control_characters() -> None:
    assert svg.escape_xml("<a\x1b\x85\u202e>") == "&lt;a\ufffd&#133;&#8238;&gt;"


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    name = f"{tmp_path}/caf\udce9"
    Path(f"{name}.txt").write_text(f"{LINES}x\n{LINES}")
    tables = [f"{name}.csv", *([f"{name}.parquet"] if is_here("pyarrow") else [])]
    for more in (["--format", "grid"], ["--bad", f"{name}.bad"], *(["-o", table] for table in tables)):
        done = run("solve", f"{name}.txt", *more)
        assert done.returncode == 2
        assert "caf\\udce9.txt: line 2: " in done.stderr
    assert Path(f"{name}.csv").read_text().startswith(CSV)
    said = "farandole: the puzzle given: byte 82: expected UTF-8 text, found 0xe9; this is not text: "
    assert run("solve", f"{WIKIPEDIA}\udce9").stderr.startswith(said)


# ── All of a puzzle ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("more", [[], ["--all", "--limit", "1"]])
def test_json_says_all_of_a_puzzle(more: list[str]) -> None:
    killer = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 3), Cage((2, 3, 4), 24)))
    jigsaw = Puzzle.of(Grid.jigsaw("AAAB CABB CCDB CDDD"), "1" + "." * 15)
    samurai = Puzzle.of(Grid.samurai(), WIKIPEDIA_SOLVED[:9] + "." * 360)
    for puzzle in (killer, jigsaw, samurai, Puzzle.classic(WIKIPEDIA)):
        [line, *_] = run("solve", "--json", *more, "-", stdin=write(puzzle, "json")).stdout.splitlines()
        said = json.loads(line)["puzzle"]
        assert formats.read(said if isinstance(said, str) else json.dumps(said)) == [puzzle]
    assert isinstance(said, str)
