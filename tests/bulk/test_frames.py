"""Accessors of Polars and pandas, functions of DuckDB: nulls, bad rows, chunks, slices, lazy frames."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farandole import batch
from farandole.bulk import frames
from farandole.bulk.row_kernels import ROWS, Canonical, Count, Rate, Solve
from farandole.errors import FormatError
from needs import needs, skip_module_without

pytestmark = skip_module_without("pyarrow")
import pyarrow  # noqa: E402

# Source: Wikipedia, "Sudoku", first picture.
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWICE = "55" + "." * 79
COLUMN = [EASY, None, "." * 81, TWICE, "5", None, SOLVED]
VERDICTS = ["solved", None, "several", "bad", "bad", None, "solved"]
COUNTS = [1, None, 2, None, None, None, 1]
UNIQUE = [True, None, False, None, None, None, True]

KINDS = {
    "string": pyarrow.string(),
    "large_string": pyarrow.large_string(),
    "string_view": pyarrow.string_view(),
    "binary": pyarrow.binary(),
    "large_binary": pyarrow.large_binary(),
    "dictionary": pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
}


def column_of(kind: pyarrow.DataType) -> pyarrow.Array:
    text = pyarrow.array(COLUMN, pyarrow.string())
    return text.dictionary_encode() if pyarrow.types.is_dictionary(kind) else text.cast(kind)


# ── The kernel itself ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", KINDS)
def test_each_row_keeps_its_place_and_nulls_stay_null(kind: str) -> None:
    done = frames.apply(column_of(KINDS[kind]), Solve())
    assert done["verdict"].to_pylist() == VERDICTS
    assert done["solution"][0].as_py() == SOLVED
    assert done["reason"].to_pylist() == [
        None, None, None, "row 1 holds 5 twice: r1c1 and r1c2", "expected 81 cells, found 1", None, None,
    ]  # fmt: skip


@given(st.lists(st.sampled_from(COLUMN), max_size=12), st.integers(0, 12), st.integers(0, 12), st.integers(1, 5))
def test_slices_and_chunks_are_rows_like_others(rows: list[str | None], begin: int, n: int, width: int) -> None:
    whole = pyarrow.array(rows, pyarrow.string())
    expected = frames.apply(whole, Solve(limit=3), threads=1).combine_chunks().to_pylist()
    assert len(expected) == len(rows)
    assert frames.apply(whole.slice(begin, n), Solve(limit=3)).to_pylist() == expected[begin : begin + n]
    chunks = [whole.slice(start, width) for start in range(0, len(rows), width)]
    chunked = pyarrow.chunked_array([pyarrow.array([], pyarrow.string()), *chunks])
    assert frames.apply(chunked, Solve(limit=3), threads=3).to_pylist() == expected
    for row, found in zip(rows, expected, strict=True):
        assert found == frames.apply(pyarrow.array([row], pyarrow.string()), Solve(limit=3)).to_pylist()[0]


def test_many_rows_are_solved_on_several_threads_in_order() -> None:
    puzzles = batch.minimal_puzzles(300, seed=3).puzzles
    lines = ["".join(map(str, row)) for row in puzzles.tolist()]
    rows = (lines * (ROWS // 300 + 2))[: ROWS + 500]
    done = frames.apply(rows, Solve(), threads=2)
    expected = batch.solve(puzzles).lines()
    assert done["solution"].to_pylist() == (expected * (ROWS // 300 + 2))[: ROWS + 500]


@pytest.mark.parametrize("kernel", [Solve(), Count(limit=5), Canonical(), Rate()])
def test_an_empty_column_and_one_of_nulls(kernel: Any) -> None:
    empty = frames.apply(pyarrow.array([], pyarrow.string()), kernel)
    nulls = frames.apply(pyarrow.nulls(3), kernel)
    assert (len(empty), len(nulls)) == (0, 3)
    assert empty.schema == nulls.schema
    assert all(value is None for row in nulls.to_pylist() for value in row.values())


@pytest.mark.parametrize("column", [[1, 2], [1.5], [[EASY]], pyarrow.array([1, None])])
def test_what_is_no_column_of_texts_is_refused(column: Any) -> None:
    with pytest.raises(FormatError, match="expected a column of puzzles as strings"):
        frames.apply(column, Solve())


# ── Polars ──────────────────────────────────────────────────────────────────────────────────────────────────────


@needs("polars")
def test_polars() -> None:
    import polars as pl

    frames.extend_polars()
    frames.extend_polars()  # again changes nothing
    frame = pl.DataFrame({"id": range(7), "puzzle": COLUMN})
    column: Any = pl.col("puzzle")
    done = frame.with_columns(column.sudoku.solve().alias("s"), column.sudoku.count(limit=2).alias("n"))
    assert done["s"].struct.field("verdict").to_list() == VERDICTS
    assert done["s"].is_null().to_list() == [row is None for row in COLUMN]
    assert done["n"].to_list() == COUNTS
    assert frame.select(column.sudoku.is_unique())["puzzle"].to_list() == UNIQUE
    assert frame.select(column.sudoku.solution())["puzzle"].to_list()[::6] == [SOLVED, SOLVED]
    series: Any = frame["puzzle"]
    assert series.sudoku.is_unique().to_list() == UNIQUE
    assert series.sudoku.is_unique().name == "puzzle"


@needs("polars")
def test_polars_lazily_and_streamed() -> None:
    import polars as pl

    frames.extend_polars()
    column: Any = pl.col("puzzle")
    frame = pl.DataFrame({"puzzle": COLUMN * 50})
    lazy = frame.lazy().with_columns(column.sudoku.solve().alias("s"), column.sudoku.rate().alias("r"))
    schema = lazy.collect_schema()
    assert schema["s"] == pl.Struct(
        {"verdict": pl.String, "count": pl.Int64, "solution": pl.String, "reason": pl.String}
    )
    for engine in ("in-memory", "streaming"):
        done = lazy.filter(pl.col("s").struct.field("verdict") == "solved").collect(engine=engine)
        assert done.schema == schema
        assert len(done) == 100
        assert done["r"].struct.field("level").to_list() == ["easy", "easy"] * 50
    with pytest.raises(Exception, match="expected a column of puzzles as strings"):
        pl.DataFrame({"puzzle": [1]}).select(column.sudoku.solve())


@needs("polars")
def test_polars_chunks_slices_categories_and_groups() -> None:
    import polars as pl

    frames.extend_polars()
    parts = pl.concat([pl.Series("puzzle", COLUMN[:3]), pl.Series("puzzle", COLUMN[3:])], rechunk=False)
    column: Any = parts
    assert parts.n_chunks() == 2
    assert column.sudoku.is_unique().to_list() == UNIQUE
    assert column.slice(2, 3).sudoku.is_unique().to_list() == UNIQUE[2:5]
    assert parts.cast(pl.Categorical).sudoku.is_unique().to_list() == UNIQUE  # type: ignore[attr-defined]
    frame = pl.DataFrame({"g": [1, 1, 2], "puzzle": [EASY, SOLVED, "." * 81]})
    expression: Any = pl.col("puzzle")
    grouped = frame.group_by("g").agg(expression.sudoku.count(limit=2).sum()).sort("g")
    assert grouped["puzzle"].to_list() == [2, 2]


# ── pandas ──────────────────────────────────────────────────────────────────────────────────────────────────────


@needs("pandas")
@pytest.mark.parametrize("dtype", ["object", "str", "string", "category", "string[pyarrow]"])
def test_pandas(dtype: str) -> None:
    import pandas as pd

    frames.extend_pandas()
    frames.extend_pandas()
    series: Any = pd.Series(COLUMN, index=list("abcdefg"), name="puzzle").astype(dtype)
    done = series.sudoku.solve()
    assert list(done.columns) == ["verdict", "count", "solution", "reason"]
    assert list(done.index) == list("abcdefg")
    assert [None if pd.isna(verdict) else verdict for verdict in done["verdict"]] == VERDICTS
    counts = series.sudoku.count(limit=2)
    assert (counts.name, str(counts.dtype), list(counts.index)) == ("puzzle", "Int64", list("abcdefg"))
    assert [None if pd.isna(count) else count for count in counts] == COUNTS
    unique = series.sudoku.is_unique()
    assert str(unique.dtype) == "boolean"
    assert list(series[unique.fillna(False)].index) == ["a", "g"]
    assert series.iloc[2:5].sudoku.is_unique().isna().tolist() == [False, True, True]
    assert series.sudoku.rate()["level"].dropna().tolist() == ["easy", "easy"]


@needs("pandas")
def test_pandas_refuses_numbers() -> None:
    import pandas as pd

    frames.extend_pandas()
    for values in ([1, 2], [EASY, 5]):
        series: Any = pd.Series(values)
        with pytest.raises(FormatError, match="expected a column of puzzles as strings"):
            series.sudoku.solve()


# ── DuckDB ──────────────────────────────────────────────────────────────────────────────────────────────────────


@needs("duckdb")
def test_duckdb() -> None:
    import duckdb

    connection = duckdb.connect()
    frames.extend_duckdb(connection)
    table = pyarrow.table({"id": range(7), "puzzle": COLUMN})
    connection.register("puzzles", table)
    rows = connection.sql("SELECT sudoku_solve(puzzle).verdict FROM puzzles ORDER BY id").fetchall()
    assert [row[0] for row in rows] == VERDICTS
    rows = connection.sql("SELECT sudoku_is_unique(puzzle), sudoku_count(puzzle) FROM puzzles ORDER BY id").fetchall()
    assert [row[0] for row in rows] == UNIQUE
    assert rows[0][1] == 1
    assert connection.sql("SELECT sudoku_solution(puzzle) FROM puzzles WHERE id = 0").fetchall() == [(SOLVED,)]
    same = "SELECT sudoku_canonical(puzzle) = sudoku_canonical(reverse(puzzle)) FROM puzzles WHERE id = 0"
    assert connection.sql(same).fetchall() == [(True,)]
    assert connection.sql("SELECT sudoku_solve(puzzle) IS NULL FROM puzzles ORDER BY id").fetchall()[1] == (True,)


@needs("duckdb")
def test_duckdb_with_more_rows_than_a_vector() -> None:
    import duckdb

    connection = duckdb.connect()
    frames.extend_duckdb(connection)
    connection.register("puzzles", pyarrow.table({"puzzle": [EASY, None, TWICE] * 3000}))
    counted = connection.sql(
        "SELECT sudoku_is_unique(puzzle) u, count(*) FROM puzzles GROUP BY u ORDER BY u"
    ).fetchall()
    assert counted == [(True, 3000), (None, 6000)]
