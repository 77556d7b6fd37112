"""Make minimal classic puzzles by the million, and write them to a file in chunks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from farandole import _core, batch
from farandole.cli._make_options import list_wishes
from farandole.cli._make_progress import ProgressBar
from farandole.cli._output import SOLVED
from farandole.errors import ArgumentError, FormatError
from farandole.io.chunk_writers import AnswerFormat, make_answer_format
from farandole.io.chunks import Chunk
from farandole.io.resumable import Output
from farandole.io.solved import SolvedChunk
from farandole.render.terminal import PLAIN

CHUNK = 1 << 15  # puzzles in a chunk
COLUMNS = ("puzzle", "solution", "guesses")


def write(arguments: argparse.Namespace, options: dict[str, Any], format: str, seed: int) -> int:
    """Make puzzles and write them to the file; return the exit status.

    Each is solved once more, which also proves that it has only one solution.
    """
    _check(arguments, options)
    sampling, n = arguments.sampling, arguments.n or 1
    writes = _choose_writer(arguments, format)
    command = {"make": sampling, "n": n, "seed": seed, "chunk": CHUNK, "format": format}
    target = sys.stdout.fileno() if arguments.output is None else arguments.output
    sys.stdout.flush()
    start = perf_counter()
    with (
        Output(target, bad=None, command=command, resume=arguments.resume, force=arguments.force) as output,
        ProgressBar(n, is_quiet=arguments.quiet) as bar,
    ):
        if not output.progress.is_whole:
            output.begin(writes.begin)
            n_done = sum(output.progress.verdicts)
            bar.advance(n_done)
            for first in range(n_done, n, CHUNK):
                size = min(CHUNK, n - first)
                made = batch.minimal_puzzles(size, seed=seed, first=first, sampling=sampling, threads=arguments.threads)
                solved = _solve(made, first, arguments.threads)
                output.add([writes.write(solved, made.weights)], (), solved.tally, perf_counter() - start)
                bar.advance(size)
        output.finish(writes.finish)
    return SOLVED


class _Writer:
    """How to begin a file, write a chunk, and finish the file."""

    def __init__(self, format: AnswerFormat, write: Callable[[SolvedChunk, Any], Any]) -> None:
        self.begin, self.finish, self.write = format.begin, format.finish, write


def _choose_writer(arguments: argparse.Namespace, format: str) -> _Writer:
    name = arguments.output
    is_weighted = arguments.sampling == "weighted"
    if format not in ("line", "csv", "parquet") or (is_weighted and format == "parquet"):
        known = ".txt or .csv" if is_weighted else ".txt, .csv or .parquet"
        raise FormatError(
            f"{name or 'standard output'}: expected a name that ends in {known} with --sampling; found {format}"
        )
    if format == "line":
        plain = make_answer_format("line", target=name, columns=None, style=PLAIN, fixed=False)
        return _Writer(plain, _write_lines)
    if is_weighted:
        plain = make_answer_format("line", target=name, columns=None, style=PLAIN, fixed=False)
        return _Writer(AnswerFormat(plain.write, b"puzzle,solution,guesses,weight\n", plain.finish), _write_weighted)
    table = make_answer_format(format, target=name, columns=COLUMNS, style=PLAIN, fixed=False)
    return _Writer(table, lambda solved, _: table.write(solved))


def _check(arguments: argparse.Namespace, options: dict[str, Any]) -> None:
    """Refuse options that these puzzles can't have."""
    odd = list_wishes(options)
    odd += [name for name in ("sheet", "booklet", "seconds") if getattr(arguments, name) is not None]
    if odd:
        raise ArgumentError(f"--sampling: makes minimal classic puzzles; expected no {odd[0]} with it")


def _solve(made: Any, first: int, threads: int | None) -> SolvedChunk:
    n = len(made.puzzles)
    answers = batch.solve(made.puzzles, threads=threads)
    numbers = np.arange(first + 1, first + n + 1)
    chunk = Chunk("puzzles that were made", "puzzle", numbers, made.puzzles, None, {}, 0)
    return SolvedChunk.of(chunk, answers)


def _write_lines(solved: SolvedChunk, weights: Any) -> bytes:  # noqa: ARG001
    rows = _core.Rows(len(solved))
    rows.digits(solved.chunk.values, solved.is_readable, ".")
    rows.text("\n")
    return rows.write()


def _write_weighted(solved: SolvedChunk, weights: Any) -> bytes:
    rows = _core.Rows(len(solved))
    for values in (solved.chunk.values, solved.answers.solutions):
        rows.digits(values, solved.is_readable, ".")
        rows.text(",")
    rows.numbers(solved.answers.guesses)
    rows.text(",")
    rows.words(np.arange(len(solved)), [f"{weight:.9g}" for weight in weights])
    rows.text("\n")
    return rows.write()
