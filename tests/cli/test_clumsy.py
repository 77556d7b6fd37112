"""Sixty clumsy commands, and what their answers must say: what was expected, what was found, what to do."""

from pathlib import Path

import pytest

from commands import MATRIX, WIKIPEDIA, run

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
FILES = {
    "puzzle.txt": WIKIPEDIA.encode(),
    "half.txt": WIKIPEDIA[:40].encode(),
    "empty.txt": b"",
    "photo.png": PNG,
    "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "data.bin": bytes(range(255, -1, -1)) * 9,
    "letter.txt": b"Dear aunt, this is not a puzzle.\n",
    "broken.json": b'{"farandole": 1, "grid": {"size": 9}',
    "two.txt": f"{WIKIPEDIA}\n{WIKIPEDIA}\n".encode(),
    "scan.pdf": b"%PDF-1.7\n",
    "-dash.txt": WIKIPEDIA.encode(),
    "matrix.txt": MATRIX.encode(),
    "folder/one.txt": WIKIPEDIA.encode(),
}

CELLS_80 = WIKIPEDIA[:80]
TWO_FIVES = "55" + "." * 79

# The words of a command, and what its answer says.
CLUMSY = [
    # Which command, which file?
    (["slove", "puzzle.txt"], ["expected a command", "found 'slove'", "did you mean solve?"]),
    (["SOLVE", "puzzle.txt"], ["did you mean solve?"]),
    (["explian", "puzzle.txt"], ["did you mean explain?"]),
    (["picture", "puzzle.txt"], ["did you mean draw?"]),
    (["count", "puzzle.txt"], ["did you mean solve --count?"]),
    (["xyzzy"], ["expected a command, a file, a link or the cells", "no command and no file has that name", "--help"]),
    ([""], ["expected a command", "found ''"]),
    (["puzle.txt"], ["found 'puzle.txt'", "did you mean puzzle.txt?"]),
    (["solve", "puzle.txt"], ["puzle.txt: No such file", "did you mean puzzle.txt?"]),
    (["solve", "nowhere.txt"], ["nowhere.txt: No such file", "give a file, a link, or the cells"]),
    (["solve", ""], ["'': No such file", "give a file"]),
    (["folder"], ["folder: expected a file, found a folder", "such as folder/one.txt"]),
    (["hint", "folder"], ["found a folder", "such as folder/one.txt"]),
    (["solve", "hint", "puzzle.txt"], ["found 'hint', which is a command", "one command at a time"]),
    (["--json", "solve", "puzzle.txt"], ["expected the command first: farandole solve --json", "found --json"]),
    (["help", "slove"], ["did you mean solve?"]),
    (["--verison"], ["found --verison", "did you mean --version?"]),
    (["-v"], ["did you mean --version?"]),
    (["completion"], ["found 'completion'", "did you mean --completion bash?"]),
    (["solve", "-dash.txt"], ["found -dash.txt", "for the file of that name write ./-dash.txt"]),
    (["solve", " "], ["' ': No such file", "give a file"]),
    (["--completion", "tcsh"], ["expected bash, zsh or fish", "'tcsh'"]),
    # What is in the file?
    (["solve", "half.txt"], ["half.txt: line 1: expected 81 cells, found 40", "41 are missing", "a dot or 0"]),
    (["empty.txt"], ["empty.txt: expected text, found nothing", "the file is empty"]),
    (["solve", "/dev/null"], ["found nothing", "empty"]),
    (["photo.png"], ["photo.png: expected a picture, found a damaged one"]),
    (["draw", "photo.jpg"], ["photo.jpg: expected a picture, found a damaged one"]),
    (["hint", "scan.pdf"], ["scan.pdf: expected a PDF document, found a damaged"]),
    (["read", "puzzle.txt"], ["puzzle.txt: expected a picture, found text"]),
    (["read", "nowhere.jpg"], ["nowhere.jpg: No such file"]),
    (["read", "photo.png", "scan.pdf", "--overlay", "out.png"], ["expected a folder for the pictures of 2 photos"]),
    (["solve", "data.bin"], ["data.bin: ", "expected UTF-16 text", "save the puzzle as plain text"]),
    (["solve", "letter.txt"], ["letter.txt: ", "no puzzle in it", "a digit for each given"]),
    (["solve", "broken.json"], ["broken.json: ", "JSON", "cut off or mistyped"]),
    (["hint", "two.txt"], ["two.txt: expected one puzzle, found 2", "solve, rate and convert take many"]),
    (["cover", "puzzle.txt"], ["expected an option", "farandole solve is for puzzles"]),
    # What is a puzzle?
    ([CELLS_80], ["expected 81 cells, found 80", "1 is missing", "a dot or 0"]),
    ([WIKIPEDIA + "1"], ["expected 81 cells, found 82", "1 is too many"]),
    (["solve", CELLS_80 + "x"], ["column 81", "expected a digit or one of . 0", "found 'x'"]),
    (["12345"], ["no file is called '12345'", "expected 81 cells, found 5"]),
    ([TWO_FIVES], ["row 1 holds 5 twice: r1c1 and r1c2", "change one of them"]),
    (["check", TWO_FIVES], ["holds 5 twice", "change one of them"]),
    (["5", "3", ".", ".", "7", ".", "."], ["expected a puzzle in quotes, found 7 pieces", "put quotes around"]),
    (["hint", "53.", ".7.", "...", "6.."], ["expected a puzzle in quotes", "put quotes around"]),
    (["https://example.com/sudoku/42"], ["expected a link that holds its puzzle", "example.com", "export a long link"]),
    (["solve", "sudokupad.app/abc"], ["expected a long link", "export a long link"]),
    (["hint", "puzzle.txt", "two.txt"], ["expected one puzzle, found 2 files", "take many"]),
    (["hint", "puzzle.txt", "--digits", "12"], ["--digits: expected 81 cells, found 2"]),
    (["solve"], ["standard input: expected text, found nothing", "give a file or cells in quotes"]),
    # Which option, which value?
    (["solve", "--cuont", "puzzle.txt"], ["found --cuont", "did you mean --count?"]),
    (["solve", "--co", "puzzle.txt"], ["--co: expected one option", "--count, --columns, --column"]),
    (["solve", "-x", "puzzle.txt"], ["expected an option of this command, found -x", "farandole solve --help"]),
    (["solve", "--limit", "0", "puzzle.txt"], ["--limit: expected a whole number from 1 to", "found '0'"]),
    (["solve", "--threads", "many", "puzzle.txt"], ["--threads: expected a whole number from 1 to 1024", "'many'"]),
    (["solve", "--count", "--all", "puzzle.txt"], ["--all and --count don't go together", "give one of them"]),
    (["solve", "--count=3", "puzzle.txt"], ["--count takes no value, found '3'"]),
    (["solve", "puzzle.txt", "-o"], ["--output: expected a value after it, found nothing"]),
    (["solve", "--format", "gird", "puzzle.txt"], ["expected line, grid,", "found 'gird'", "did you mean grid?"]),
    (["solve", "--columns", "puzzel", "puzzle.txt"], ["expected names among line, puzzle", "did you mean puzzle?"]),
    (
        ["explain", "--until", "xwign", "puzzle.txt"],
        ["--until: expected the name of a technique", "did you mean X-Wing"],
    ),
    (["explain", "--until", "", "puzzle.txt"], ["--until: expected the name of a technique", "docs/techniques.md"]),
    (["explain", "--detail", "prof", "puzzle.txt"], ["--detail: expected line, name, ", "did you mean proof?"]),
    (["hint", "--lang", "fr", "puzzle.txt"], ["--lang: expected en (English), zh (中文)", "found 'fr'"]),
    (
        ["rate", "--scale", "hodku", "puzzle.txt"],
        ["expected logic, hodoku, explainer or search", "did you mean hodoku?"],
    ),
    (["rate", "--seconds", "soon", "puzzle.txt"], ["--seconds: expected a number of seconds, found 'soon'"]),
    (["cover", "--cheapest", "0", "matrix.txt"], ["--cheapest: expected a whole number from 1 to"]),
    (["cover", "--memory", "lots", "matrix.txt"], ["expected a number of bytes such as 500M or 8G", "'lots'"]),
    (
        ["cover", "--threads", "2", "--zdd", "matrix.txt"],
        ["--threads has no effect with this question", "leave it out"],
    ),
    (["cover", "--seed", "x", "--sample", "1", "matrix.txt"], ["--seed: expected a whole number, found 'x'"]),
    (["cover"], ["expected FILE, or --named and a name"]),
    (["bench", "--sceonds", "1"], ["did you mean --seconds?"]),
    (["explain", "--step"], ["--step", "expected a file or cells"]),
    # Where to?
    (["solve", "puzzle.txt", "-o", "folder"], ["folder: expected the name of a file, found a folder"]),
    (["solve", "puzzle.txt", "-o", "puzzle.txt"], ["found the input puzzle.txt", "give another name"]),
    (["solve", "puzzle.txt", "-o", "no/x.txt"], ["expected a folder no, found none", "mkdir no"]),
    (["explain", "puzzle.txt", "--svg", "two.txt"], ["two.txt: expected a folder for the pictures, found a file"]),
    (["solve", "puzzle.txt", "--resume"], ["--resume: expected -o FILE"]),
    (["draw", "puzzle.txt", "-o", "x.jpg"], ["expected a name that ends in .svg, .png, .pdf, .gif or .mp4"]),
    (["check", "puzzle.txt", "-o", "x.gif"], ["expected a name that ends in .svg, .png or .pdf"]),
    (["convert", "puzzle.txt", "--to", "sodukupad"], ["found 'sodukupad'", "did you mean sudokupad?"]),
    (["convert", "puzzle.txt", "-o", "x.svg"], ["found .svg, which farandole draw writes"]),
    (["convert", "puzzle.txt", "-o", "x.xyz"], ["expected a name that ends in .txt", "(or --to)", "found .xyz"]),
    (["convert", "two.txt", "--to", "sdk"], ["sdk: expected one puzzle", "found 2"]),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_sixty() -> None:
    assert len({tuple(words) for words, _ in CLUMSY}) == len(CLUMSY) >= 60


@pytest.mark.parametrize(("words", "said"), CLUMSY, ids=[" ".join(words)[:60] or "nothing" for words, _ in CLUMSY])
def test_a_clumsy_command_gets_an_answer_that_helps(words: list[str], said: list[str], folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("farandole")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) <= 280
    for part in said:
        assert part in done.stderr
    assert sorted(folder.rglob("*")) == before  # nothing is written, and no part is left
    assert (folder / "puzzle.txt").read_bytes() == FILES["puzzle.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "examples:"),
        (["help"], "examples:"),
        (["help", "solve"], "farandole solve puzzle.txt"),
        (["solve", "-h"], "farandole solve puzzle.txt"),
        (["--version"], "farandole "),
        (["puzzle.txt"], "One solution"),
        (["--", "puzzle.txt"], "One solution"),
        (["puzzle.txt", "--coun"], "1\n"),
        ([*(WIKIPEDIA[start : start + 9] for start in range(0, 81, 9))], "One solution"),
    ],
)
def test_a_command_that_is_only_odd_is_done(words: list[str], said: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_a_puzzle_without_a_clue_is_an_answer() -> None:
    done = run("." * 81)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Several solutions; two of them are shown" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "-q"),
        ("rate", "--scale", "search"),
        ("convert",),
        ("minimize",),
        ("data", "dedupe", "-o", "{folder}/once.txt", "-q"),
        ("data", "dataset", "-o", "{folder}/set", "--scale", "none", "--format", "csv", "-q"),
        ("data", "dataset", "-o", "{folder}/set", "--variants", "--format", "csv", "-q"),
    ],
    ids=" ".join,
)
def test_many_bad_rows_are_ten_lines_and_a_count(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{WIKIPEDIA}\n" * 50 + f"{WIKIPEDIA[:80]}x\n" * 40)
    done = run(*(word.format(folder=tmp_path) for word in words), str(path))
    lines = done.stderr.splitlines()
    assert (done.returncode, len(lines)) == (2, 12)
    assert all(line.startswith(f"farandole: {path}: line ") for line in lines[:10])
    assert lines[10].startswith("farandole: more errors are only counted")
    assert lines[11] == "farandole: 40 errors in all"


@pytest.mark.parametrize("command", ["rate", "convert", "solve"])
def test_a_file_without_puzzles_is_named_once(command: str, tmp_path: Path) -> None:
    path = tmp_path / "none.txt"
    path.write_text(f"{WIKIPEDIA[:80]}x\n" * 40)
    done = run(command, str(path))
    assert (done.returncode, done.stderr.count(str(path))) == (2, 1)


def test_a_line_is_named_once(tmp_path: Path) -> None:
    path = tmp_path / "near.txt"
    path.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:80]}x\n")
    done = run("make", "--near", str(path), "--seconds", "1", "-o", str(tmp_path / "out.txt"))
    assert (done.returncode, done.stderr.count("line 2")) == (2, 1)
