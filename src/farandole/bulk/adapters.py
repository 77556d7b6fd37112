"""Kernels on the tables of other libraries: each function takes such a table and returns it with the new columns.

Except for Spark, data is passed as Arrow without a copy, or nearly so.
"""

from __future__ import annotations

from typing import Any

from farandole.bulk.row_kernels import Kernel
from farandole.io.chunks import import_arrow


def to_pandas(frame: Any, kernel: Kernel) -> Any:
    """Call a kernel on a pandas data frame; its index stays.

    Examples
    --------
    >>> import pandas
    >>> from farandole.bulk.row_kernels import Count
    >>> to_pandas(pandas.DataFrame({"puzzle": ["." * 80 + "1"]}), Count(limit=5))["count"].tolist()
    [5]
    """
    arrow, _ = import_arrow("")
    done = kernel(arrow.Table.from_pandas(frame, preserve_index=False)).to_pandas()
    done.index = frame.index
    return done


def to_polars(frame: Any, kernel: Kernel) -> Any:
    """Call a kernel on a Polars data frame, or on a lazy one, which stays lazy and is streamed."""
    import polars

    if not isinstance(frame, polars.LazyFrame):
        return polars.from_arrow(kernel(frame.to_arrow()))
    schema = kernel.schema(frame.collect_schema().to_frame().to_arrow().schema)
    result = polars.from_arrow(schema.empty_table())
    assert isinstance(result, polars.DataFrame)
    return frame.map_batches(
        lambda rows: to_polars(rows, kernel),
        streamable=True,
        schema=result.schema,
        predicate_pushdown=False,
        projection_pushdown=False,
        slice_pushdown=False,
    )


def to_duckdb(relation: Any, kernel: Kernel) -> Any:
    """Call a kernel on a DuckDB relation, batch by batch; return a reader that DuckDB can query."""
    arrow, _ = import_arrow("")
    reader = relation.fetch_arrow_reader(1 << 16)
    schema = kernel.schema(reader.schema)
    batches = (done for rows in reader for done in kernel(arrow.Table.from_batches([rows])).to_batches())
    return arrow.RecordBatchReader.from_batches(schema, batches)


def to_dask(frame: Any, kernel: Kernel) -> Any:
    """Call a kernel on each partition of a Dask data frame, when it is computed."""
    arrow, _ = import_arrow("")
    given = arrow.Schema.from_pandas(frame._meta_nonempty, preserve_index=False)
    return frame.map_partitions(to_pandas, kernel, meta=kernel.schema(given).empty_table().to_pandas())


def to_ray(dataset: Any, kernel: Kernel, **options: Any) -> Any:
    """Call a kernel on each block of a Ray dataset; options are those of `map_batches`, such as ``concurrency``."""
    return dataset.map_batches(kernel.__call__, batch_format="pyarrow", zero_copy_batch=True, **options)


def to_spark(frame: Any, kernel: Kernel) -> Any:
    """Call a kernel on each batch of rows of a Spark data frame, by ``mapInArrow``."""
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    arrow, _ = import_arrow("")

    def each(batches: Any) -> Any:
        for rows in batches:
            yield from kernel(arrow.Table.from_batches([rows])).to_batches()

    return frame.mapInArrow(each, from_arrow_schema(kernel.schema(to_arrow_schema(frame.schema))))
