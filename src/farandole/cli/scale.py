"""The command ``farandole data scale``: folders of puzzles, or one big count, on all cores, on Ray or on Dask."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from farandole.bulk.progress import show_search_progress
from farandole.cli._arguments import add_language, read_count, read_seconds, read_small_count
from farandole.cli._output import BAD_INPUT, SOLVED, report_error
from farandole.errors import CoverError, FormatError
from farandole.i18n import tr, tr_counted
from farandole.outputs import print_error

if TYPE_CHECKING:
    from farandole.distributed.rows import RowsJob
    from farandole.distributed.search import SearchJob

EXAMPLES = """\
examples:
  farandole data scale solve in/ out/                         a folder of Parquet, CSV or lines, on all cores
  farandole data scale solve s3://in s3://out --engine ray --address auto
  farandole data scale rate puzzles.parquet out/ --engine dask
  farandole data scale make out/ -n 1000000000 --seed 1       minimal puzzles by the billion
  farandole data scale count queens.dlx                       one big count; its pieces are kept in queens.dlx.count/

Run the same command again to continue after a stop, also on another engine. Finished parts are kept.

exit status: 0 done, 2 some rows are bad, or a part failed
"""

WORDS = ("solve", "count", "rate", "canonical", "make", "read")
_MOST_NAMED = 20  # bad rows


def add_scale(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=scale)
    command.add_argument("what", choices=WORDS, metavar="WHAT", help=f"what to do: {', '.join(WORDS)}")
    text = (
        "the input, a folder or a file, and the folder for the output; paths, or addresses such as s3://bucket/folder"
    )
    command.add_argument("folders", nargs="+", metavar="FOLDER", help=text)
    engines = command.add_argument_group("engines")
    text = "processes of this machine, Ray or Dask (default: local)"
    engines.add_argument("--engine", choices=("local", "ray", "dask"), default="local", help=text)
    text = "the cluster: auto or ray://host:port for Ray, tcp://host:port for Dask"
    engines.add_argument("--address", metavar="ADDRESS", help=text)
    engines.add_argument(
        "--workers", type=read_small_count, metavar="N", help="parts at a time (default: one for each core)"
    )
    command.add_argument("--column", metavar="NAME", help="the column of a table that holds the puzzles")
    command.add_argument("--rows", type=read_count, metavar="N", help="rows of a part (default: a few seconds of work)")
    command.add_argument("--limit", type=read_count, metavar="N", help="stop after N solutions of each puzzle")
    command.add_argument("--explainer", action="store_true", help="rate: also on Sudoku Explainer's scale")
    text = "rate: time limit of that scale for each puzzle (default: 10)"
    command.add_argument("--seconds", type=read_seconds, metavar="S", help=text)
    command.add_argument("-n", type=read_count, metavar="N", help="make: the number of puzzles")
    command.add_argument("--seed", type=int, metavar="SEED", help="make: the same seed makes the same puzzles")
    ways = ("top-down", "weighted")
    text = f"make: {' or '.join(ways)}; weighted puzzles come with their weights (default: {ways[0]})"
    command.add_argument("--sampling", choices=ways, metavar="WAY", help=text)
    text = "count: nodes of a piece (default: a few seconds of work)"
    command.add_argument("--budget", type=read_count, metavar="NODES", help=text)
    command.add_argument("--solutions", action="store_true", help="count: also write the solutions, as Parquet")
    add_language(command)
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress and no summary")


_TAKEN = {
    "limit": ("solve", "count"), "explainer": ("rate",), "seconds": ("rate",), "n": ("make",), "seed": ("make",),
    "sampling": ("make",), "budget": ("count",), "solutions": ("count",),
}  # fmt: skip


def scale(arguments: argparse.Namespace) -> int:
    """Start a job, or continue it; return the exit status."""
    for name, words in _TAKEN.items():
        if getattr(arguments, name) not in (None, False) and arguments.what not in words:
            raise FormatError(
                f"{'-n' if name == 'n' else f'--{name}'}: expected with {' or '.join(words)}, found {arguments.what}"
            )
    if arguments.what == "count" and _is_one(*arguments.folders):
        return _run_count(arguments)
    return _run_rows(arguments)


def _is_one(name: str, *others: str) -> bool:
    """Return whether a file contains one problem, and not one per line."""
    path = Path(name)
    if not others and "://" not in name:
        path.stat()  # raises an error if there is no such file
    if "://" in name or not path.is_file() or path.suffix in (".parquet", ".csv", ".gz", ".zst"):
        return False
    if path.stat().st_size > 1 << 26:
        return path.suffix == ".dlx"
    from farandole.distributed.search import pieces_of
    from farandole.formats.knuth import read_cover

    is_cover = path.suffix == ".dlx"
    try:
        (read_cover if is_cover else pieces_of)(path.read_bytes())
    except (FormatError, CoverError) as error:
        if others and not is_cover:
            return False
        more = "" if is_cover else "; to count the solutions of each puzzle of a file, name a folder for the output"
        raise FormatError(f"{name}: {error}{more}") from None
    return True


def _expect_two(arguments: argparse.Namespace) -> tuple[str, str]:
    if len(arguments.folders) != 2:
        raise FormatError(f"expected the input and the folder for the output, found {' '.join(arguments.folders)}")
    return arguments.folders[0], arguments.folders[1]


def _run_rows(arguments: argparse.Namespace) -> int:
    from farandole.distributed.rows import plan

    parameters: dict[str, Any] = {
        name: getattr(arguments, name)
        for name, words in _TAKEN.items()
        if arguments.what in words and name not in ("n", "budget", "solutions") and getattr(arguments, name) is not None
    }
    source: str | None
    if arguments.what == "make":
        if len(arguments.folders) != 1 or arguments.n is None:
            raise FormatError("make: expected one folder, and -n N, how many puzzles")
        source, target = None, arguments.folders[0]
    else:
        source, target = _expect_two(arguments)
    job = plan(
        arguments.what, source, target,
        parameters=parameters, column=arguments.column, n=arguments.n or 0, n_rows=arguments.rows,
    )  # fmt: skip
    before, started = job.found, perf_counter()
    failed = _run_job(job, arguments, f"{arguments.what}: rows")
    seconds = perf_counter() - started
    verdicts = job.verdicts()
    if not failed:
        named = job.bad()[:_MOST_NAMED]
        for fault in named:
            report_error(fault)
        if (n_more := verdicts.get("bad", 0) - len(named)) > 0:
            report_error(tr_counted("{n} more row is bad", "{n} more rows are bad", n_more, n=f"{n_more:,}"))
    if not arguments.quiet:
        counts = ", ".join(f"{count:,} {verdict}" for verdict, count in verdicts.items())
        summary = tr_counted("{n} row: {told}", "{n} rows: {told}", job.found, n=f"{job.found:,}", told=counts or "0")
        print_error(f"{summary}; {_format_pace(job.found - before, seconds, '')}\n")
    return BAD_INPUT if failed or verdicts.get("bad") else SOLVED


def _run_count(arguments: argparse.Namespace) -> int:
    from farandole.distributed.search import plan_search

    source, *rest = arguments.folders
    if len(rest) > 1:
        raise FormatError(f"expected the problem and the folder for its pieces, found {' '.join(arguments.folders)}")
    target = rest[0] if rest else f"{source}.count"
    job = plan_search(source, target, budget=arguments.budget, listed=arguments.solutions)
    before, started = job.nodes, perf_counter()
    failed = _run_job(job, arguments, "counting", unit="solutions")
    seconds = perf_counter() - started
    if failed:
        return BAD_INPUT
    print(job.count)
    if not arguments.quiet:
        pace = _format_pace(job.nodes - before, seconds, " nodes")
        print_error(f"{len(job.reports):,} pieces, {job.nodes:,} nodes; {pace}\n")
    return SOLVED


def _format_pace(n_done: int, seconds: float, unit: str) -> str:
    if not n_done:
        return tr("everything was done before")
    return f"{seconds:.3g} s, {n_done / max(seconds, 1e-9):,.0f}{unit}/s"


def _run_job(job: RowsJob | SearchJob, arguments: argparse.Namespace, doing: str, unit: str = "rows") -> bool:
    """Run all remaining tasks; print those that fail, and return whether any fails."""
    from farandole.distributed.driver import run, run_job
    from farandole.distributed.engines import start_engine

    if not job.pending():
        return False
    try:
        with nullcontext() if arguments.quiet else show_search_progress(doing.partition(":")[0], job, unit=unit):
            engine = start_engine(arguments.engine, run, workers=arguments.workers, address=arguments.address)
            failed = run_job(job, engine)
    except (KeyboardInterrupt, OSError) as stop:
        stop.add_note("finished parts are kept: run it again to continue")
        raise
    for task, reason in failed:
        report_error(f"part {task.name}: {reason}")
    return bool(failed)
