"""Call a kernel on all rows of a folder, part by part: each part of the input becomes a file of the output.

    OUT/part-00000.parquet ...        the results, in the order of the input
    OUT/_job/job.json                 the plan: the kernel, the input, its parts
    OUT/_job/00000.json ...           a report for each finished part

The report of a part is written last. So a job can be stopped at any time, and to continue is to process the parts
without a report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from farandole.bulk.row_kernels import FEW_BAD, KERNELS, Kernel
from farandole.distributed.driver import Job, Report, Task, sort_reports
from farandole.distributed.folder import Folder
from farandole.distributed.plans import NOTES, PLAN, load_plan
from farandole.distributed.tables import Part, numbers, parts_of, tables
from farandole.errors import FormatError, shorten
from farandole.io.chunks import import_arrow
from farandole.records import field, record, replace

if TYPE_CHECKING:
    import pyarrow
    from numpy.typing import NDArray

CRASHING = "it crashes every worker"
# Rows per part, so that a part takes more than a second, but its loss costs little.
ROWS = {"solve": 2_000_000, "count": 200_000, "rate": 2_000, "canonical": 1_000_000, "make": 500_000, "read": 32}


@record(slots=False)
class RowsTask(Task):
    """Calls the kernel on a part of the input."""

    name: str
    part: Part
    kernel: Kernel
    target: Folder
    skipped: frozenset[int] = frozenset()
    only: range | None = None

    @property
    def max_rows(self) -> int:
        """Upper bound of the number of rows."""
        return self.part.n_rows

    def probe(self, rows: range) -> RowsTask:
        """Return a task that calls the kernel on some rows and writes nothing."""
        return replace(self, only=rows)

    def excluding(self, rows: frozenset[int]) -> RowsTask:
        """Return a task that skips some rows."""
        return replace(self, skipped=rows)

    def run(self) -> Report:
        """Call the kernel on all rows; write the result, then the report."""
        if self.only is not None:
            self._try(self.only)
            return {}
        _, parquet = import_arrow(self.name)
        started, n_rows, n_lines = perf_counter(), 0, 0
        verdicts: Counter[str] = Counter()
        bad: list[tuple[int, str]] = []
        file = f"part-{self.name}.parquet"
        with self.target.open_to_write(file) as path:
            writer = None
            for table, lines in tables(self.part):
                done = self._done(table, n_rows)
                summary = self.kernel.summarize(done)
                verdicts.update(summary["verdicts"])
                bad += [(int(lines[row]), shorten(reason, 200)) for row, reason in summary["bad"]]
                writer = writer or _writer(parquet, path, done.schema)
                writer.write_table(done)
                n_rows, n_lines = n_rows + len(table), max(n_lines, int(lines[-1]) if len(lines) else 0)
            if writer is None:
                arrow, _ = import_arrow(self.name)
                empty = arrow.table({name: arrow.array([], arrow.string()) for name in self.part.names or ("puzzle",)})
                writer = _writer(parquet, path, self.kernel.schema(empty.schema))
            writer.close()
        report = {
            "task": self.name, "input": self.part.file, "output": file, "rows": n_rows, "lines": n_lines,
            "verdicts": dict(sorted(verdicts.items())), "bad": bad[:FEW_BAD], "deadly": sorted(self.skipped),
            "seconds": round(perf_counter() - started, 3),
        }  # fmt: skip
        self.target.subfolder(NOTES).write_json(f"{self.name}.json", report)
        return report

    def _try(self, rows: range) -> None:
        begin = 0
        for table, _ in tables(self.part):
            some = range(max(rows.start - begin, 0), min(rows.stop - begin, len(table)))
            if some:
                self.kernel(table.slice(some.start, len(some)))
            begin += len(table)
            if begin >= rows.stop:
                return

    def _done(self, table: pyarrow.Table, begin: int) -> pyarrow.Table:
        """Call the kernel on a table; skipped rows get the verdict ``bad``."""
        crashing = sorted(row - begin for row in self.skipped if begin <= row < begin + len(table))
        if not crashing:
            return self.kernel(table)
        arrow, _ = import_arrow(self.name)
        alive: NDArray[np.int64] = np.delete(np.arange(len(table)), crashing)
        done = self.kernel(table.take(alive))
        left = table.take(crashing)
        for field_ in list(done.schema)[len(table.schema) :]:
            word = {"verdict": "bad", "reason": CRASHING}.get(field_.name)
            filler = arrow.array([word] * len(crashing)) if word else arrow.nulls(len(crashing), field_.type)
            left = left.append_column(field_, filler)
        both = arrow.concat_tables([done, left.cast(done.schema)])
        return both.take(np.argsort(np.concatenate([alive, crashing]), kind="stable"))


def _writer(parquet: Any, path: str, schema: pyarrow.Schema) -> Any:
    return parquet.ParquetWriter(path, schema, compression="zstd", use_dictionary=["verdict", "level", "hardest"])


@record(frozen=False, slots=False)
class RowsJob(Job):
    """All parts of the input.

    Attributes
    ----------
    tasks : list of RowsTask
    reports : dict of str to dict
        The reports of finished parts, by the names of the tasks.
    """

    tasks: list[RowsTask]
    target: Folder
    reports: dict[str, Report] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """The number of finished rows, for the progress bar."""
        return sum(report["rows"] for report in list(self.reports.values()))

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        whole = sum(task.part.n_rows for task in self.tasks)
        done = sum(task.part.n_rows for task in self.tasks if task.name in self.reports)
        return done / whole if whole else 1.0

    def pending(self) -> list[Task]:
        """List the parts without a report."""
        return [task for task in self.tasks if task.name not in self.reports]

    def record(self, task: Task, report: Report) -> Iterable[Task]:
        """Record a finished part."""
        self.reports[task.name] = report
        return ()

    def clean_up(self) -> None:
        """Remove temporary files of writers that were killed."""
        self.target.sweep()
        self.target.subfolder(NOTES).sweep()

    def verdicts(self) -> dict[str, int]:
        """Add up the verdicts of all rows."""
        counts: Counter[str] = Counter()
        for report in self.reports.values():
            counts.update(report["verdicts"])
        return dict(sorted(counts.items()))

    def bad(self) -> list[str]:
        """List the first bad rows of each part, with their file, and their line or row."""
        messages, before, file = [], 0, None
        for task, report in zip(self.tasks, sort_reports(list(self.reports.values())), strict=True):
            if report["input"] != file:
                before, file = 0, report["input"]
            unit = "row" if task.part.format in ("parquet", "number") else "line"
            name = task.part.folder.path(file) if file else "numbers"
            n_before = before + (task.part.format in ("csv", "quoted"))  # the first line has the names of the columns
            messages += [f"{name}: {unit} {n_before + line}: {reason}" for line, reason in report["bad"]]
            before += report["lines"]
        return messages


def plan(
    what: str,
    source: str | None,
    target: str,
    *,
    parameters: dict[str, Any],
    column: str | None = None,
    n: int = 0,
    n_rows: int | None = None,
) -> RowsJob:
    """Plan a job, or continue the job in the output folder.

    Parameters
    ----------
    what : str
        One of `KERNELS`.
    source : str, optional
        A folder of Parquet, CSV or lines, or one file: a path or an address that fsspec knows. None for numbers.
    target : str
        The output folder.
    parameters : dict
        The parameters of the kernel, without its column.
    column : str, optional
        The column of puzzles; by default, the first column with a usual name.
    n : int
        The number of rows if there is no source.
    n_rows : int, optional
        Approximate number of rows per part; by default, as many as take some seconds.

    Raises
    ------
    FormatError
        If there is nothing to read, or if the output folder holds another job.
    """
    out = Folder(target)
    n_rows = n_rows or ROWS[what]
    inputs: dict[str, int] = {}
    folder = Folder(".")
    if source is None:
        parts, found = numbers(n, n_rows), "index"
    else:
        folder, inputs = _inputs(source)
        parts, found = parts_of(folder, inputs, n_rows)
    kernel = KERNELS[what](column or found, **parameters)
    command = {"what": what, "kernel": vars(kernel), "inputs": inputs, "n": n, "rows": n_rows}
    notes = out.subfolder(NOTES)
    if load_plan(out, command) is None:
        notes.write_json(PLAN, command)
    known = notes.files()
    width = max(5, len(str(len(parts))))
    job = RowsJob([RowsTask(f"{k:0{width}}", part, kernel, out) for k, part in enumerate(parts)], out)
    for task in job.tasks:
        if f"{task.name}.json" in known:
            with suppress(FormatError):
                job.reports[task.name] = notes.read_json(f"{task.name}.json")
    return job


def _inputs(source: str) -> tuple[Folder, dict[str, int]]:
    folder = Folder(source)
    files = {name: size for name, size in folder.files().items() if name[0] not in "._"}
    if list(files) == [source.rpartition("/")[2]]:  # a file, not a folder
        folder = Folder(source.rpartition("/")[0] or ".")
    if not files:
        raise FormatError(f"{source}: expected a folder of Parquet, CSV or lines, found no file")
    return folder, files
