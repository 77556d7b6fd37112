"""Kernels: a row for a row, whoever calls them; and tables cut into parts anywhere."""

import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import Puzzle, batch
from farandole.bulk import adapters
from farandole.bulk.row_kernels import KERNELS, Canonical, Count, Kernel, Make, Rate, Read, Solve
from farandole.cli.main import main
from farandole.distributed.folder import Folder
from farandole.distributed.tables import Part, parts_of, tables
from farandole.errors import FormatError
from needs import needs, skip_module_without

pytestmark = skip_module_without("pyarrow")
import pyarrow  # noqa: E402
import pyarrow.parquet  # noqa: E402

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWICE = "55" + "." * 79
ROWS = [EASY, "." * 81, TWICE, "5", None, SOLVED]


def table_of(rows: list[Any], kind: Any = None) -> pyarrow.Table:
    return pyarrow.table({"id": list(range(len(rows))), "puzzle": pyarrow.array(rows, kind or pyarrow.string())})


def test_each_row_keeps_its_place_and_says_what_is_wrong_with_it() -> None:
    done = Solve()(table_of(ROWS))
    assert done["id"].to_pylist() == list(range(len(ROWS)))
    assert done["verdict"].to_pylist() == [
        "solved", "several", "bad", "bad", "bad", "solved",
    ]  # fmt: skip
    assert done["reason"].to_pylist() == [
        None, None, "row 1 holds 5 twice: r1c1 and r1c2", "expected 81 cells, found 1",
        "expected 81 cells, found null", None,
    ]  # fmt: skip
    solutions = done["solution"].to_pylist()
    assert [solutions[0], *solutions[2:]] == [SOLVED, None, None, None, SOLVED]
    assert solutions[1] is not None


@pytest.mark.parametrize(
    "kind", [pyarrow.large_string(), pyarrow.binary(), pyarrow.large_binary(), pyarrow.string_view()]
)
def test_every_type_of_text_is_read(kind: Any) -> None:
    assert Solve()(table_of(ROWS, kind))["count"].to_pylist() == Solve()(table_of(ROWS))["count"].to_pylist()


def test_fixed_texts_stay_fixed() -> None:
    done = Solve()(table_of([EASY.encode(), SOLVED.encode(), None], pyarrow.binary(81)))
    assert done.schema.field("solution").type == pyarrow.binary(81)
    assert done["solution"].to_pylist() == [SOLVED.encode(), SOLVED.encode(), None]


@pytest.mark.parametrize("kernel", [Solve(), Count(limit=7), Canonical(), Rate(), Make(), Make(sampling="weighted")])
def test_the_schema_is_known_before_and_pieces_make_the_whole(kernel: Kernel) -> None:
    table = pyarrow.table({"index": [5, 6, 7, 100, 101]}) if isinstance(kernel, Make) else table_of(ROWS)
    done = pickle.loads(pickle.dumps(kernel))(table)
    assert done.schema == kernel.schema(table.schema)
    pieces = [kernel(table.slice(row, 1)) for row in range(len(table))]
    assert pyarrow.concat_tables(pieces).combine_chunks() == done.combine_chunks()
    assert kernel(table.slice(0, 0)).schema == done.schema


def test_counts_and_forms_are_those_of_batch() -> None:
    values = batch.read_lines(f"{EASY}\n{SOLVED}\n".encode()).values
    done = Canonical()(table_of([EASY, SOLVED]))
    forms = ["".join(".123456789"[digit] for digit in row) for row in batch.canonical(values).tolist()]
    assert done["canonical"].to_pylist() == forms
    assert Count(limit=9)(table_of(["." * 81]))["count"].to_pylist() == [9]


def test_what_is_made_follows_from_the_index_alone() -> None:
    made = Make(seed=3)(pyarrow.table({"index": [0, 1, 2, 900]}))
    expected = batch.minimal_puzzles(901, seed=3).puzzles[[0, 1, 2, 900]]
    lines = [row.decode() for row in made["puzzle"].to_pylist()]
    assert [list(Puzzle.classic(line).givens) for line in lines] == expected.tolist()


def test_photos_are_rows_too(tmp_path: Path) -> None:
    (tmp_path / "no.txt").write_text("no picture")
    done = Read()(pyarrow.table({"photo": [str(tmp_path / "no.txt"), str(tmp_path / "absent.png")]}))
    assert set(done["verdict"].to_pylist()) == {"bad"}
    assert all(done["reason"].to_pylist())


def test_a_column_that_is_missing_or_in_the_way() -> None:
    with pytest.raises(FormatError, match="expected a column 'puzzle', found id"):
        Solve()(pyarrow.table({"id": [1]}))
    with pytest.raises(FormatError, match="expected no column 'count'"):
        Solve()(table_of([EASY]).append_column("count", pyarrow.array([1])))


def test_every_word_has_a_kernel() -> None:
    assert set(KERNELS) == {"solve", "count", "rate", "canonical", "make", "read"}


# ── Other engines ─────────────────────────────────────────────────────────────────────────────────────────────


def by_pandas(table: pyarrow.Table, kernel: Kernel) -> pyarrow.Table:
    return pyarrow.Table.from_pandas(adapters.to_pandas(table.to_pandas(), kernel), preserve_index=False)


def by_polars(table: pyarrow.Table, kernel: Kernel) -> pyarrow.Table:
    import polars

    frame = polars.from_arrow(table)
    assert isinstance(frame, polars.DataFrame)
    lazily = adapters.to_polars(frame.lazy(), kernel).collect()
    assert lazily.equals(adapters.to_polars(frame, kernel))
    return lazily.to_arrow()


def by_duckdb(table: pyarrow.Table, kernel: Kernel) -> pyarrow.Table:
    import duckdb

    reader = adapters.to_duckdb(duckdb.from_arrow(table), kernel)
    return reader.read_all()


def by_dask(table: pyarrow.Table, kernel: Kernel) -> pyarrow.Table:
    import dask.dataframe as frames

    frame = frames.from_pandas(table.to_pandas(), npartitions=2)
    done = adapters.to_dask(frame, kernel).compute(scheduler="synchronous")
    return pyarrow.Table.from_pandas(done, preserve_index=False)


def by_spark(table: pyarrow.Table, kernel: Kernel) -> pyarrow.Table:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        return adapters.to_spark(session.createDataFrame(table), kernel).toArrow()
    finally:
        session.stop()


@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(by_pandas, marks=needs("pandas")),
        pytest.param(by_polars, marks=needs("polars")),
        pytest.param(by_duckdb, marks=needs("duckdb")),
        pytest.param(by_dask, marks=needs("dask frames")),
        pytest.param(by_spark, marks=[pytest.mark.slow, needs("spark")]),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_each_engine_gives_the_same_rows(engine: Callable[[pyarrow.Table, Kernel], pyarrow.Table]) -> None:
    table = table_of([EASY, "." * 81, TWICE, SOLVED])
    expected = Solve()(table)
    done = engine(table, Solve())
    assert done.column_names == expected.column_names
    for name in ("id", "verdict", "count", "solution"):
        assert [value or None for value in done[name].to_pylist()] == [
            value or None for value in expected[name].to_pylist()
        ]


# ── Parts ─────────────────────────────────────────────────────────────────────────────────────────────────────


def read_parts(parts: list[Part]) -> Iterator[tuple[str, int]]:
    for part in parts:
        for table, numbers in tables(part):
            assert len(table) == len(numbers)
            yield from zip(table.column(0).to_pylist(), numbers.tolist(), strict=True)


@given(
    lines=st.lists(st.sampled_from([EASY, "", "# a comment", "12", "ä" * 5]), max_size=12),
    ends=st.lists(st.integers(0, 1000), max_size=5),
    is_whole=st.booleans(),
)
def test_text_is_cut_anywhere_and_each_line_is_read_once(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], ends: list[int], is_whole: bool
) -> None:
    folder = tmp_path_factory.mktemp("lines")
    content = ("\n".join(lines) + ("\n" if is_whole and lines else "")).encode()
    (folder / "a.txt").write_bytes(content)
    cuts = sorted({0, len(content), *(end for end in ends if end < len(content))})
    parts = [Part(Folder(str(folder)), "a.txt", "line", begin, end, end - begin) for begin, end in pairwise(cuts)]
    found = [line for line, _ in read_parts(parts)]
    assert found == [line for line in lines if line and not line.startswith("#")]


def test_numbers_are_those_of_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"# puzzles\n\n{EASY}\n12\n")
    parts, column = parts_of(Folder(str(tmp_path)), {"a.txt": 100}, 1000)
    assert list(read_parts(parts)) == [(EASY, 3), ("12", 4)]
    assert column == "puzzle"


@pytest.mark.parametrize("end", ["", ".gz"])
def test_tables_with_more_columns(tmp_path: Path, end: str) -> None:
    import gzip

    content = f"id,quizzes\n1,{EASY}\n2,{SOLVED}\n".encode()
    (tmp_path / f"a.csv{end}").write_bytes(gzip.compress(content) if end else content)
    parts, column = parts_of(Folder(str(tmp_path)), {f"a.csv{end}": len(content)}, 1)
    assert column == "quizzes"
    rows = [row for part in parts for table, _ in tables(part) for row in table["quizzes"].to_pylist()]
    assert rows == [EASY, SOLVED]


def test_parquet_is_cut_by_row_groups(tmp_path: Path) -> None:
    table = table_of([EASY] * 10)
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=3)
    parts, _ = parts_of(Folder(str(tmp_path)), {"a.parquet": 1}, 4)
    assert [(part.begin, part.end, part.n_rows) for part in parts] == [(0, 2, 6), (2, 4, 4)]
    assert [int(row) for row, _ in read_parts(parts)] == list(range(10))


@pytest.mark.parametrize("content", [b"PAR1 and no more", b""])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(FormatError, match=r"a\.parquet: expected a Parquet file"):
        parts_of(Folder(str(tmp_path)), {"a.parquet": len(content)}, 10)


def test_a_table_without_puzzles(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.table({"x": [1]}), tmp_path / "a.parquet")
    with pytest.raises(FormatError, match="expected a column called puzzle"):
        parts_of(Folder(str(tmp_path)), {"a.parquet": 1}, 10)


@pytest.mark.parametrize(("n", "others"), [(25, "5 more rows are bad"), (21, "1 more row is bad")])
def test_the_command_names_some_bad_rows_and_counts_others(
    n: int, others: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(f"{EASY}\n" + "rubbish\n" * n)
    command = ["data", "scale", "solve", str(tmp_path / "in"), str(tmp_path / "out")]
    assert main(command) == 2
    said = capsys.readouterr().err.splitlines()
    assert sum("expected 81 cells, found 7" in line for line in said) == 20
    assert said[-2] == f"farandole: {others}"
    assert said[-1].startswith(f"{n + 1} rows: {n} bad, 1 solved; ")
    assert main(command) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"{n + 1} rows: {n} bad, 1 solved; everything was done before"
