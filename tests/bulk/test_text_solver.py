"""Blocks of lines that the core makes rows of: the same as read, solved and written with arrays in between."""

import io
import json
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from farandole import _core, batch
from farandole.bulk.text_solver import TextSolver, WrittenChunk
from farandole.io import chunks
from farandole.io.chunk_writers import AnswerFormat, make_answer_format
from farandole.io.chunks import Block, Chunk, has_lines, read_blocks, read_chunks
from farandole.io.source import Source
from farandole.io.writers import COLUMNS
from farandole.render.terminal import PLAIN

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "53..7....6..195....9.....6.8...6...34..8.3..1....2...6.6....28....419..5....8..79"
NONE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
TWICE = "55" + "." * 79
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

LINES = [
    EASY, EASY, EASY, SEVERAL, NONE, TWICE, EASY[:80], "x" + EASY[1:], "", " ", "# a comment", f"  {EASY} # easy",
    EASY.replace(".", "0"), f"{EASY},{SOLVED}", f"{EASY};name", f"{EASY},{SOLVED[1:]}1", EASY + "5", "\ufeff" + EASY,
    f'7,"{EASY}",easy', f"8,{TWICE}", "9", f"José,{EASY}", EASY.translate({ord(str(n)): 0xFF10 + n for n in range(10)}),
]  # fmt: skip
FORMATS = [("line", None), ("json", None), ("count", None), ("csv", None), ("csv", COLUMNS)]

texts = some.builds(
    lambda lines, end: "".join(line + end for line, end in lines).removesuffix(end).encode(),
    some.lists(some.tuples(some.sampled_from(LINES), some.sampled_from(["\n", "\n", "\r\n", "\r"])), max_size=40),
    some.sampled_from(["", "\n", "\r"]),
)


def make_writer(name: str, columns: tuple[str, ...] | None) -> AnswerFormat:
    return make_answer_format(name, target=None, columns=columns, style=PLAIN, fixed=False)


def write_solved(format: AnswerFormat, chunk: Chunk, limit: int) -> WrittenChunk:
    return WrittenChunk.of(format, chunk, batch.solve(chunk.puzzles, limit=limit))


@given(texts, some.sampled_from(FORMATS), some.sampled_from([None, (0, ","), (1, ",")]), some.integers(1, 5))
@example(f"{EASY}\r{TWICE}\r\n{NONE}".encode(), ("json", None), None, 1)
def test_rows_are_those_of_arrays(
    text: bytes, format: tuple[str, tuple[str, ...] | None], field: tuple[int, str] | None, together: int
) -> None:
    lines = batch.read_lines(text, first_number=7, field=field)
    chunk = Chunk("a file", "line", lines.numbers, lines.values, None, lines.faults, 0)
    writing = make_writer(*format)
    expected = write_solved(writing, chunk, 3)
    layout = [(column.name, column.words) for column in writing.layout or ()]
    place = None if field is None else (field[0], ord(field[1]))
    solver = _core.TextSolver(layout, place, 3, 2, together)
    pieces, bad, tally, next_number = solver.solve(memoryview(text), 7)
    assert next_number == lines.next_number
    rows = iter(b"".join(expected.pieces).splitlines(keepends=True))
    whole = []
    for piece in pieces:
        expected_rows = [next(rows)] if piece is None else [next(rows) for _ in range(bytes(piece).count(b"\n"))]
        whole.append(b"".join(expected_rows) if piece is None else bytes(piece))
        if format[1] is None and piece is not None:  # how many passes a puzzle took hangs on who was beside it
            assert whole[-1] == b"".join(expected_rows)
    assert not list(rows)
    assert [number for number, *_ in bad] == [int(line.split(": ")[1].split()[1]) for line in expected.complaints]
    assert [*tally, len(bad)] == list(expected.tally)


@pytest.mark.parametrize("name", ["puzzles.txt", "puzzles.csv"])
@pytest.mark.parametrize("format", ["line", "json", "count", "csv"])
def test_blocks_are_written_as_chunks_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, format: str
) -> None:
    monkeypatch.setattr(chunks, "BLOCK", 600)
    path = tmp_path / name
    first = ["puzzle,solution"] if name.endswith("csv") else ["# some lines"]
    path.write_text("\n".join([*first, *[EASY] * 20, *LINES, *[EASY] * 20, *reversed(LINES)]))
    writing = make_writer(format, None)
    with closing(Source.open(str(path))) as source:
        assert has_lines(source)
        expected = [write_solved(writing, chunk, 2) for chunk in read_chunks(source)]
    solver, found = TextSolver(writing, limit=2, threads=2), []
    with closing(Source.open(str(path))) as source:
        for block in read_blocks(source):
            assert isinstance(block, Block)
            solved = solver.solve(block)
            found.append(write_solved(writing, solved, 2) if isinstance(solved, Chunk) else solved())
    joined = [written._replace(pieces=[b"".join(written.pieces)]) for written in found]
    assert [(*written[:1], *map(list, written[1:3])) for written in joined] == [
        (*written[:1], *map(list, written[1:3])) for written in expected
    ]


def test_json_of_a_block_is_json() -> None:
    source = Source("a file", io.BytesIO(), f"{EASY}\n{TWICE}\n{NONE}\n".encode() * 300)
    [block] = read_blocks(source)
    assert isinstance(block, Block)
    solved = TextSolver(make_writer("json", None), limit=2, threads=1).solve(block)
    assert callable(solved)
    written = solved()
    rows = [json.loads(row) for row in b"".join(written.pieces).splitlines()]
    assert [row["line"] for row in rows] == list(range(1, 901))
    assert rows[0]["solution"] == SOLVED
    assert list(written.tally) == [300, 300, 0, 300]


def test_columns_that_the_core_does_not_know() -> None:
    layouts: list[list[tuple[str, list[str]]]] = [[("colour", [])], [("text", [])], [("verdict", ["none"])]]
    for layout in layouts:
        with pytest.raises(ValueError, match="expected"):
            _core.TextSolver(layout, None, 2, 1)
    with pytest.raises(ValueError, match="at least one"):
        _core.TextSolver([("solution", [])], None, 2, 1, 0)
