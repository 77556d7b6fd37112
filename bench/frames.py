"""Compare the accessors of Polars, pandas and DuckDB with the bare kernel, on a column of random minimal puzzles.

    python bench/frames.py [--rows N] [--rounds N]

Wall time, because all use several threads; the ways take turns, and the best of the rounds counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow

from farandole import batch
from farandole.bulk import frames
from farandole.bulk.row_kernels import Solve


def ways(values: Any) -> dict[str, Callable[[], Any]]:
    """Return each way to solve the puzzles."""
    signs = np.frombuffer(b".123456789", np.uint8)
    text = signs[values].tobytes().decode()
    column = pyarrow.array([text[start : start + 81] for start in range(0, len(text), 81)])
    frame, series = polars.DataFrame({"puzzle": polars.from_arrow(column)}), pandas.Series(column.to_pylist())
    connection = duckdb.connect()
    connection.register("puzzles", pyarrow.table({"puzzle": column}))
    frames.extend_polars()
    frames.extend_pandas()
    frames.extend_duckdb(connection)
    puzzle: Any = polars.col("puzzle")
    given: Any = series
    query = "SELECT count(*) FROM (SELECT sudoku_solve(puzzle) s FROM puzzles) WHERE s.verdict = 'solved'"
    return {
        "`batch.solve` on digits": lambda: batch.solve(values),
        "the kernel on an Arrow table, one thread": lambda: Solve()(pyarrow.table({"puzzle": column})),
        "`frames.apply` on an Arrow array": lambda: frames.apply(column, Solve()),
        "Polars": lambda: frame.select(puzzle.sudoku.solve()),
        "Polars, lazy, streaming": lambda: frame.lazy().select(puzzle.sudoku.solve()).collect(engine="streaming"),
        "pandas": lambda: given.sudoku.solve(),
        "DuckDB": lambda: connection.sql(query).fetchall(),
    }


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=500_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    options = parser.parse_args()
    some = ways(np.array(batch.minimal_puzzles(options.rows, seed=1).puzzles))
    best = dict.fromkeys(some, float("inf"))
    for _ in range(options.rounds):
        for name, solve in some.items():
            began = time.perf_counter()
            solve()
            best[name] = min(best[name], time.perf_counter() - began)
    bare = next(iter(best.values()))
    print("| way | rows per second | relative to the bare kernel |\n|---|--:|--:|")
    for name, seconds in best.items():
        print(f"| {name} | {options.rows / seconds:,.0f} | {100 * bare / seconds:.0f} % |")


if __name__ == "__main__":
    main()
