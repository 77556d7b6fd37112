"""Solve puzzles in chunks, from files to a file, in order.

One thread prefetches chunks, the main thread solves them (with one native thread per core, and it notices Ctrl-C), and
one thread writes. If lines become rows of text, the core converts bytes to bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from time import perf_counter
from typing import Any

from farandole import batch
from farandole.bulk.progress import show_file_progress
from farandole.bulk.text_solver import TextSolver, WrittenChunk
from farandole.bulk.threads import BackgroundWriter, prefetch
from farandole.errors import FormatError
from farandole.i18n import tr_counted
from farandole.io import chunks
from farandole.io.chunk_writers import AnswerFormat, make_answer_format
from farandole.io.chunks import Block, Chunk, has_lines, read_blocks, read_chunks
from farandole.io.column_copier import ColumnCopier
from farandole.io.resumable import Output, Progress, fingerprint
from farandole.io.source import FORMATS_BY_ENDING, Source, ending
from farandole.io.writers import BAD, JSON_NAMES, NONE, SEVERAL, USUAL_COLUMNS, VERDICTS
from farandole.outputs import print_error
from farandole.records import replace
from farandole.render.terminal import PLAIN, Style

LIMITS = {"poj": 1, "count": None}  # solutions to search for; 2 for other formats


def solve(
    sources: Sequence[Source],
    target: str | None = None,
    *,
    format: str | None = None,
    columns: Sequence[str] | None = None,
    limit: int | None = None,
    threads: int | None = None,
    bad: str | None = None,
    resume: bool = False,
    force: bool = False,
    quiet: bool = False,
    complain: Callable[[str], None],
) -> int:
    """Solve every puzzle of some files and write the answers in their order.

    Parameters
    ----------
    sources : sequence of Source
        The puzzles.
    target : str, optional
        The file for the answers; by default, standard output. Until it is complete, its name ends in ``.part``.
    format : str, optional
        line, grid, poj, csv, json, count, npy or parquet. By default, it follows from the extension of
        the target, or else from the first source: poj for poj, line for all others.
    columns : sequence of str, optional
        For csv and parquet: some of line, puzzle, verdict, count, solution, reason, guesses, passes. By default, the
        second to the sixth.
    limit : int, optional
        Solutions to search for in each puzzle: by default 2; 1 for poj, where any solution will do; all for count.
    threads : int, optional
        By default, one per core.
    bad : str, optional
        A file for the complaints about bad puzzles.
    resume : bool
        Continue the part that an earlier call left.
    force : bool
        Start over even if an earlier call left a part.
    quiet : bool
        No progress bar and no summary.
    complain : callable
        Called with a message for each bad puzzle: its file, its line and the reason.

    Returns
    -------
    int
        0 if every puzzle has exactly one solution, 2 if one is bad, else 1.

    Raises
    ------
    FormatError
        If a file can't be read, can't be written in this format, or can't be continued.
    MissingExtraError
        If a file needs a library that is not installed.
    OSError
        If a file can't be opened or written.
    """
    format = format or FORMATS_BY_ENDING.get(ending(target or "")) or ("poj" if sources[0].format == "poj" else "line")
    limit = limit or LIMITS.get(format, 2)
    style = Style.of(sys.stdout) if target is None else PLAIN
    fixed = format == "parquet" and chunks.is_fixed(sources[0])
    copier = None
    if format in ("csv", "json", "parquet") and not columns:
        # Only JSON has the number of the line.
        taken = JSON_NAMES if format == "json" else USUAL_COLUMNS
        copier = ColumnCopier.of(sources, taken, typed=format == "parquet") or None
    writing = make_answer_format(format, target=target, columns=columns, style=style, fixed=fixed, copier=copier)
    command: dict[str, Any] = {
        "inputs": [fingerprint(source) for source in sources],
        "column": sources[0].column,
        "format": format,
    }
    command |= {"kept": list(copier.names) if copier else None}
    command |= {"columns": columns, "limit": limit, "bad": bad, "chunks": [chunks.BLOCK, chunks.ROWS, chunks.GROUP]}
    has_bar = not quiet and (target is not None or not sys.stdout.isatty())
    sys.stdout.flush()
    place = sys.stdout.fileno() if target is None else target
    with Output(place, bad=bad, command=command, resume=resume, force=force) as output:
        if not output.progress.is_whole:
            _solve(
                sources, output, writing,
                keeps=copier is not None, limit=limit, threads=threads, has_bar=has_bar, complain=complain,
            )  # fmt: skip
        output.finish(writing.finish)
    done = output.progress
    if not quiet:
        print_error(f"{_summary(done)}\n")
    return 2 if done.verdicts[BAD] else 1 if done.verdicts[SEVERAL] or done.verdicts[NONE] else 0


def _solve(
    sources: Sequence[Source],
    output: Output,
    writing: AnswerFormat,
    *,
    keeps: bool,
    limit: int | None,
    threads: int | None,
    has_bar: bool,
    complain: Callable[[str], None],
) -> None:
    done = output.progress
    start = perf_counter() - done.seconds
    output.begin(writing.begin)
    with ExitStack() as stack:
        advance = show_file_progress(sources, stack) if has_bar else lambda *_: None

        def write(done: tuple[int, Callable[[], WrittenChunk]]) -> None:
            index, written = done[0], done[1]()
            for complaint in written.complaints:
                complain(complaint)
            output.add(written.pieces, written.complaints, written.tally, perf_counter() - start)
            advance(sum(written.tally), index, written.position)

        by_blocks = writing.layout is not None
        read = stack.enter_context(closing(prefetch(_chunks(sources, done, by_blocks=by_blocks, keeps=keeps))))
        writer = stack.enter_context(BackgroundWriter(write))
        solver = TextSolver(writing, limit=limit, threads=threads)
        for index, item in read:
            found = solver.solve(item) if isinstance(item, Block) else item
            if isinstance(found, Chunk):
                answers = batch.solve(found.puzzles, limit=limit, threads=threads)
                writer.put((index, partial(WrittenChunk.of, writing, found, answers)))
            else:
                writer.put((index, found))


def _chunks(
    sources: Sequence[Source], done: Progress, *, by_blocks: bool, keeps: bool
) -> Iterator[tuple[int, Chunk | Block]]:
    """Yield the unsolved chunks of all sources, each with the index of its source.

    Chunks of lines may be blocks that are not parsed yet.
    """
    n_chunks, n_puzzles = done.chunks, sum(done.verdicts)  # copies, because the originals change while this runs
    passed = 0
    for index, source in enumerate(sources):
        with closing(source):
            number: int | None = None  # of a block's first line, if only this thread knows it
            read: Iterator[Chunk | Block]
            read = read_blocks(source) if by_blocks and has_lines(source) else read_chunks(source, keeps=keeps)
            for item in read:
                if n_chunks:
                    if isinstance(item, Block):
                        chunk, number = item.read(item.number or number or 1)
                    n_chunks -= 1
                    passed += len(chunk.values if isinstance(item, Block) else item.values)
                    continue
                if passed != n_puzzles:
                    break
                if isinstance(item, Block) and number:
                    item, number = replace(item, number=number, is_first=False), None
                yield index, item
    if n_chunks or passed != n_puzzles:
        expected = f"expected {n_puzzles:,} puzzles, as when it began"
        raise FormatError(f"{expected}; found {passed:,}; --force starts over")


def _summary(done: Progress) -> str:
    n = sum(done.verdicts)
    return tr_counted(
        "{n} puzzle: {solved} solved, {several} several, {none} none, {bad} bad; {seconds} s, {rate} puzzles/s",
        "{n} puzzles: {solved} solved, {several} several, {none} none, {bad} bad; {seconds} s, {rate} puzzles/s",
        n,
        n=f"{n:,}",
        **{name: f"{count:,}" for name, count in zip(VERDICTS, done.verdicts, strict=True)},
        seconds=f"{done.seconds:.3g}",
        rate=f"{n / max(done.seconds, 1e-9):,.0f}",
    )
