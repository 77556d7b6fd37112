"""Real inputs: the examples, those of the tests, what is written in every format, and the puzzle collections."""

import ast
import gzip
import io
import json
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import collection
import numpy as np
import strategies
from hypothesis import HealthCheck, given, settings
from numpy.typing import NDArray

from farandole.cover.pieces import Board, Packing, polycubes, polyiamonds
from farandole.errors import FarandoleError
from farandole.formats import burrtools, fpuzzles, json_document, knuth, lzstring, sudokupad, sudokuwiki, text
from farandole.formats.links import iss, own, sudokuexchange
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Cage, Rule

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"

_LONGEST = 6000  # characters of an original; a collection is cut at a line

_SHORT = 2000  # bytes
_N_LONG = 4
_MOST_CELLS = 400

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def _cut(content: str) -> str:
    return content if len(content) <= _LONGEST else content[:_LONGEST].rpartition("\n")[0]


def _files(folder: Path, *patterns: str) -> Iterator[str]:
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            with path.open(encoding="utf-8") as file:
                yield _cut(file.read(4 * _LONGEST))


def _of_test(name: str) -> Iterator[str]:
    """Yield the texts that a test file holds, but for words."""
    for node in ast.walk(ast.parse((ROOT / "tests" / "formats" / f"test_{name}.py").read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and len(node.value) >= 16:
            yield node.value if isinstance(node.value, str) else node.value.decode("utf-8", "replace")


@cache
def _drawn_rules() -> tuple[Rule, ...]:
    """Rules of every kind, as Hypothesis draws them."""
    drawn: list[Rule] = []
    for name in RULES:

        @settings(max_examples=1, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        @given(strategies.rules(name, 9, 81))
        def draw(rule: Rule) -> None:
            drawn.append(rule)

        draw()
    return tuple(drawn)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Puzzles of every shape and with every rule."""
    classic = Puzzle.classic(WIKIPEDIA)
    grids = [
        *(Grid.classic((2, 2)), Grid.classic((2, 3)), Grid.classic((4, 4)), Grid.classic((5, 5)), Grid.latin(7)),
        *(Grid.jigsaw("AAAB ACBB CCDB CDDD"), Grid.samurai(), Grid.gattai([(0, 0), (2, 2)], box=(2, 2))),
        *(Grid.classic().with_houses("diagonals", "windoku"), Grid.classic((2, 2)).with_holes("r1c1", "r4c4")),
        Grid(((0, 1), (1, 0), (1, 2)), (House("all", (0, 1, 2)),), n_digits=3),
    ]
    marked = Puzzle(Grid.classic(), classic.givens, tuple(1 << given >> 1 or 0b101110 for given in classic.givens))
    killer = Puzzle(Grid.classic(), (0,) * 81, rules=tuple(Cage((cell, cell + 9), 10) for cell in range(9)))
    shaped = [Puzzle(grid, (1, *[0] * (grid.n_cells - 1))) for grid in grids]
    ruled = [Puzzle(Grid.classic(), (7, *[0] * 80), rules=(rule,)) for rule in _drawn_rules()]
    return classic, marked, killer, *shaped, *ruled, *_collected()


def _collected() -> Iterator[Puzzle]:
    """Yield a puzzle of each family of the collection."""
    if not collection.FOLDER.exists():
        return
    for family in collection.families():
        case = next(collection.read(family))
        houses = tuple(House(f"house {index}", cells) for index, cells in enumerate(case.houses, 1))
        grid = Grid(case.places, houses, n_digits=case.n_digits)
        yield Puzzle(grid, case.givens, rules=tuple(case.rules()))


def _written(write: Callable[[Puzzle], str]) -> Iterator[str]:
    for puzzle in puzzles():
        if puzzle.grid.n_cells > _MOST_CELLS:
            continue
        try:
            yield write(puzzle)
        except FarandoleError:
            continue  # this format can't say it


def _encoded(*groups: Iterable[str]) -> list[bytes]:
    """Encode texts, each once; of the long ones a few, for they take the most time and show the least."""
    said = dict.fromkeys(content for group in groups for content in group)
    encoded = sorted((content.encode("utf-8", "surrogatepass") for content in said if content), key=len)
    n_short = bisect(encoded, _SHORT, key=len)
    return encoded[:n_short] + encoded[n_short :: max(1, (len(encoded) - n_short) // _N_LONG)]


@cache
def texts() -> list[bytes]:
    """Texts of puzzles of any shape."""
    formats = (_written(lambda puzzle, format=format: text.write(puzzle, format)) for format in text.FORMATS)  # type: ignore[misc]
    return _encoded(
        _files(ROOT / "examples", "*.txt"), _of_test("text"), _of_test("shaped"), *formats,
        _files(DATA / "classic", "*.txt"),
    )  # fmt: skip


@cache
def documents() -> list[bytes]:
    """Documents of our own."""
    return _encoded(_files(ROOT / "examples", "*.json"), _of_test("json_document"), _written(json_document.write))


@cache
def fpuzzles_documents() -> list[bytes]:
    """Documents and links of f-puzzles."""
    path = DATA / "variants" / "fpuzzles_dclamage.jsonl"
    entries = list(map(json.loads, path.read_text().splitlines())) if path.exists() else []
    said = (json.dumps(entry["fpuzzles"]) for entry in entries)
    return _encoded(
        _written(fpuzzles.write), _written(fpuzzles.link), said, _of_test("fpuzzles"),
        (fpuzzles.LINK + entry["fpuzzles_b64"] for entry in entries),
    )  # fmt: skip


@cache
def sudokupad_documents() -> list[bytes]:
    """Links of SudokuPad, and the documents they hold."""
    held = [
        json.dumps(sudokupad.link.document_of(puzzle)) for puzzle in puzzles() if puzzle.grid.n_cells <= _MOST_CELLS
    ]
    links = [f"{sudokupad.SITE}scl{lzstring.compress(said)}" for said in held[::8]]
    return _encoded(held, links, _of_test("sudokupad"), map(_in_sudokupad, fpuzzles_documents()[::8]))


def _in_sudokupad(document: bytes) -> str:
    return f"{sudokupad.SITE}fpuz{lzstring.compress(document.decode('utf-8', 'replace'))}"


@cache
def sudokuwiki_strings() -> list[bytes]:
    """Strings and links of SudokuWiki."""
    return _encoded(_written(sudokuwiki.write), _of_test("sudokuwiki"))


@cache
def links() -> list[bytes]:
    """Links of other sites and our own, and the text of one of them."""
    return _encoded(_written(own.write), _written(iss.write), _written(iss.link), _written(sudokuexchange.write))


@cache
def packed() -> list[bytes]:
    """Texts in LZ-string, and what they hold."""
    plain = [WIKIPEDIA, "banana " * 50, json.dumps({"size": 9, "grid": [[{}] * 9] * 9}), "é🙂\u2028" * 9]
    return _encoded(_of_test("lzstring"), map(lzstring.compress, plain), iter(plain))


@cache
def covers() -> list[bytes]:
    """Exact cover problems: Knuth's format, and matrices."""
    small = [cover for cover in map(_cover, _files(DATA / "cover", "*.dlx")) if cover]
    return _encoded(
        _files(ROOT / "examples", "matrix.txt"), _of_test("knuth"), iter(small),
        iter(["a b c | x y\na b x:1\nb c y\nc x:1 |5\na |$-2\n", "2|a 0:3|b c\na b\na c |1.5\nb c\n"]),
    )  # fmt: skip


@cache
def packings() -> list[bytes]:
    """Files of BurrTools, packed and plain."""
    made = [
        Packing(Board.rectangle(2, 5), {"P": "XXX/XX.", "U": "X.X/XXX"}, times=(0, 2)),
        Packing(Board.triangle(3), polyiamonds(3), times=3, fill=False),
        Packing(Board.box(2, 2, 2), polycubes(4), times=(0, 1)),
    ]
    texts = [burrtools.write_xmpuzzle(packing, "one").encode() for packing in made]
    return [*texts, *map(_gzip, texts)]


def _gzip(content: bytes) -> bytes:
    """Compress without the time, so that a seed gives the same bytes on another day."""
    return gzip.compress(content, mtime=0)


def _cover(content: str) -> str:
    """Take what is left of a problem that was cut, if it is one."""
    try:
        knuth.read_cover(content)
    except FarandoleError:
        return ""
    return content


@cache
def tables() -> list[bytes]:
    """Files of many puzzles: lines, CSV, .npy, Parquet; compressed ones too."""
    lines = [WIKIPEDIA, *("." * cell + WIKIPEDIA[cell:] for cell in range(0, 60, 9)), "." * 81]
    rows = "".join(f"{number},{line},easy\n" for number, line in enumerate(lines))
    plain = "\n".join(lines).encode()
    csv = f"id,puzzle,level\n{rows}".encode()
    values = np.array([[int(cell) if cell.isdecimal() else 0 for cell in line] for line in lines], np.uint8)
    masks = np.where(values, 1 << values.astype(np.uint16) >> 1, 511).astype(np.uint16)
    quoted = "".join(f'"{line}";"{line}"\n' for line in lines)
    found = [
        *(plain, plain.replace(b".", b"0"), csv, f"quizzes;solutions\n{quoted}".encode(), csv.replace(b",", b"\t")),
        *(_npy(values), _npy(masks), _npy(values.astype(">u2")), _npy(values[:0]), _npy(np.asfortranarray(values))),
        *_parquets(lines),
    ]
    for pack in ("gzip", "backports.zstd"):
        try:
            compress = _gzip if pack == "gzip" else import_module(pack).compress
        except ImportError:
            continue
        found += [compress(content) for content in (plain, csv, found[5])]
    return found + texts()[:40]


def _npy(values: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, values)
    return file.getvalue()


def _parquets(lines: list[str]) -> Iterator[bytes]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return
    fixed = pyarrow.array([line.encode() for line in lines], pyarrow.binary(81))
    for column in (pyarrow.array(lines), fixed, pyarrow.array([*lines, None]).dictionary_encode()):
        for compression in ("none", "snappy", "zstd"):
            file = io.BytesIO()
            table = pyarrow.table({"id": range(len(column)), "puzzle": column})
            parquet.write_table(table, file, compression=compression)
            yield file.getvalue()
