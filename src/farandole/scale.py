"""Many puzzles: from files to a file, a chunk at a time, in order."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TextIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from farandole import batch
from farandole.errors import PuzzleError
from farandole.formats.source import Source
from farandole.grid import Grid
from farandole.puzzle import EMPTY, Puzzle
from farandole.render.terminal import Style, draw

BLOCK = 1 << 22  # bytes of lines read at a time: some 50,000 puzzles
GROUP = 1 << 12  # puzzles of other forms taken at a time

VERDICTS = ("none", "solved", "several", "bad")  # by number: the solutions found, two for more
NONE, SOLVED, SEVERAL, BAD = range(4)

Verdicts: TypeAlias = NDArray[np.int64]

HOUSES = np.array([house.cells for house in Grid.classic().houses])


@dataclass(slots=True)
class Chunk:
    """Puzzles, their answers, and what is wrong with some of them.

    Parameters
    ----------
    name : str
        The file they are from.
    lines : sequence of int
        The line on which each begins.
    values : ndarray of uint8, shape (n, 81)
        Their givens, 0 for empty; 255 where there is no puzzle.
    answers : Answers
        As `batch.solve` gives them.
    faults : dict of int to str
        By index, why a puzzle is bad.
    n_bytes : int
        How much of the file they take.
    """

    name: str
    lines: Sequence[int]
    values: batch.Values
    answers: batch.Answers
    faults: dict[int, str]
    n_bytes: int

    def verdicts(self) -> Verdicts:
        """Say of each puzzle, by a number of `VERDICTS`, whether it has no solution, one, several, or is bad."""
        verdicts = np.minimum(self.answers.counts, SEVERAL)
        verdicts[list(self.faults)] = BAD
        return verdicts

    def puzzle_line(self, index: int) -> str:
        """The givens in 81 characters, nothing where there is no puzzle."""
        values = self.values[index]
        return "" if values[0] == 255 else "".join(map(str, values)).replace("0", EMPTY[0])

    def solution_line(self, index: int) -> str:
        """The first solution in 81 digits; nothing if none was found."""
        return "".join(map(str, self.answers.solutions[index])) if self.answers.counts[index] else ""


def solve(
    sources: Sequence[Source],
    output: TextIO,
    *,
    form: str | None = None,
    columns: Sequence[str] | None = None,
    limit: int | None = None,
    threads: int | None = None,
    quiet: bool = False,
    complain: Callable[[str], None],
) -> int:
    """Solve every puzzle of some files and write the answers in their order.

    Parameters
    ----------
    sources : sequence of Source
        Where the puzzles are read.
    output : text file
        Where the answers go.
    form : str, optional
        line, grid, poj, csv, json or count. By default, what the first source asks for: poj, or else line.
    columns : sequence of str, optional
        Of csv: of line, puzzle, verdict, count, solution, guesses, passes; by default the second to the fifth.
    limit : int, optional
        Solutions looked for in each puzzle: by default 2, 1 for poj (any solution will do), and all to count them.
    threads : int, optional
        By default, one for each core.
    quiet : bool
        No progress bar and no summary.
    complain : callable
        Told of each bad puzzle: its file, its line and the reason.

    Returns
    -------
    int
        0 if every puzzle has exactly one solution, 2 if one is bad, else 1.
    """
    if form is None:
        form = "poj" if sources[0].form == "poj" else "line"
    if limit is None:
        limit = {"poj": 1, "count": None}.get(form, 2)
    write = WRITERS[form]
    if form == "csv":
        columns = columns or ("puzzle", "verdict", "count", "solution")
        output.write(",".join(columns) + "\n")
        write = partial(_write_csv, columns=columns)
    tally = np.zeros(len(VERDICTS), np.int64)
    with ExitStack() as stack:
        advance = (lambda _: None) if quiet or output.isatty() else _progress(sources, stack)
        start = perf_counter()
        for source in sources:
            for chunk in _chunks(source, limit=limit, threads=threads):
                for index, fault in sorted(chunk.faults.items()):
                    complain(f"{chunk.name}: line {chunk.lines[index]}: {fault}")
                verdicts = chunk.verdicts()
                write(chunk, verdicts, output)
                tally += np.bincount(verdicts, minlength=len(VERDICTS))
                advance(chunk.n_bytes)
    if not quiet:
        output.flush()  # where both go to one place, the summary comes last
        print(_summary(tally, perf_counter() - start), file=sys.stderr)
    if tally[BAD]:
        return 2
    return 1 if tally[SEVERAL] or tally[NONE] else 0


def _summary(tally: Verdicts, seconds: float) -> str:
    n = int(tally.sum())
    counts = ", ".join(f"{tally[verdict]:,} {VERDICTS[verdict]}" for verdict in (SOLVED, SEVERAL, NONE, BAD))
    return f"{n:,} {'puzzle' if n == 1 else 'puzzles'}: {counts}; {seconds:.3g} s, {n / seconds:,.0f} puzzles/s"


def _progress(sources: Sequence[Source], stack: ExitStack) -> Callable[[int], None]:
    """Show a bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return lambda _: None
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    sizes = [source.size for source in sources]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    columns = (TextColumn("solving"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    progress = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = progress.add_task("solving", total=total)
    return lambda n_bytes: progress.update(task, advance=n_bytes)


# ── Reading ───────────────────────────────────────────────────────────────────────────────────────────────────


def _chunks(source: Source, *, limit: int | None, threads: int | None) -> Iterator[Chunk]:
    if source.form == "line":
        yield from _line_chunks(source, limit=limit, threads=threads)
    else:
        yield from _entry_chunks(source, limit=limit, threads=threads)


def _line_chunks(source: Source, *, limit: int | None, threads: int | None) -> Iterator[Chunk]:
    number = 1
    for block in source.blocks(BLOCK):
        lines = batch.read_lines(block, first_number=number)
        number += block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
        # Where a line can't be read, nines everywhere: nothing that a house allows, so no time is spent on it.
        values = np.minimum(lines.values, 9) if lines.faults else lines.values
        answers = batch.solve(values, limit=limit, threads=threads)
        faults = lines.faults | _clashes(lines.values, answers.counts)
        yield Chunk(source.name, lines.numbers.tolist(), lines.values, answers, faults, len(block))


def _entry_chunks(source: Source, *, limit: int | None, threads: int | None) -> Iterator[Chunk]:
    entries = source.scan()
    while group := list(islice(entries, GROUP)):
        values = np.full((len(group), 81), 255, np.uint8)
        masks = np.zeros((len(group), 81), np.uint16)
        faults = {}
        for index, (line, found) in enumerate(group):
            if isinstance(found, Puzzle):
                values[index] = found.givens
                masks[index] = found.masks
            else:
                faults[index] = str(found).removeprefix(f"line {line}: ")
        answers = batch.solve(masks, limit=limit, threads=threads)
        yield Chunk(source.name, [line for line, _ in group], values, answers, faults, 0)


def _clashes(values: batch.Values, counts: batch.Numbers) -> dict[int, str]:
    """Name the puzzles without a solution in which a house holds a digit twice: they are malformed."""
    suspects = np.nonzero((counts == 0) & (values[:, 0] != 255))[0]
    bits = np.where(values[suspects] > 0, 1 << values[suspects].astype(np.int32), 0)[:, HOUSES]
    twice = (bits.sum(axis=2) != np.bitwise_or.reduce(bits, axis=2)).any(axis=1)
    faults = {}
    for index in suspects[twice].tolist():
        try:
            Puzzle.classic(values[index].tolist())
        except PuzzleError as error:
            faults[index] = str(error)
    return faults


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────


def _write_lines(chunk: Chunk, verdicts: Verdicts, output: TextIO) -> None:
    solutions = np.full((len(verdicts), 82), ord("\n"), np.uint8)
    np.add(chunk.answers.solutions, ord("0"), out=solutions[:, :81])
    done = 0
    for index in np.nonzero(verdicts != SOLVED)[0].tolist():
        output.write(solutions[done:index].tobytes().decode("ascii"))
        detail = chunk.faults.get(index) or chunk.solution_line(index)
        verdict = VERDICTS[verdicts[index]]
        output.write(f"{verdict}: {detail}\n" if detail else f"{verdict}\n")
        done = index + 1
    output.write(solutions[done:].tobytes().decode("ascii"))


def _write_csv(chunk: Chunk, verdicts: Verdicts, output: TextIO, *, columns: Sequence[str]) -> None:
    cells: dict[str, Callable[[int], object]] = {
        "line": lambda index: chunk.lines[index],
        "puzzle": chunk.puzzle_line,
        "verdict": lambda index: f"bad: {chunk.faults[index]}" if index in chunk.faults else VERDICTS[verdicts[index]],
        "count": lambda index: chunk.answers.counts[index],
        "solution": chunk.solution_line,
        "guesses": lambda index: chunk.answers.guesses[index],
        "passes": lambda index: chunk.answers.passes[index],
    }
    wanted = [cells[name] for name in columns]
    rows = csv.writer(output, lineterminator="\n")
    rows.writerows([cell(index) for cell in wanted] for index in range(len(verdicts)))


def _write_json(chunk: Chunk, verdicts: Verdicts, output: TextIO) -> None:
    for index, verdict in enumerate(verdicts):
        document: dict[str, object] = {"line": int(chunk.lines[index]), "puzzle": chunk.puzzle_line(index)}
        document |= {"verdict": VERDICTS[verdict], "count": int(chunk.answers.counts[index])}
        document |= {"reason": chunk.faults[index]} if verdict == BAD else {"solution": chunk.solution_line(index)}
        output.write(json.dumps(document) + "\n")


def _write_counts(chunk: Chunk, _: Verdicts, output: TextIO) -> None:
    counts = chunk.answers.counts.tolist()
    lines = [
        f"bad: {chunk.faults[index]}" if index in chunk.faults else str(count) for index, count in enumerate(counts)
    ]
    output.writelines(f"{line}\n" for line in lines)


def _write_poj(chunk: Chunk, verdicts: Verdicts, output: TextIO) -> None:
    """Write nine rows for each puzzle: of a solution, or of what was given, so that the rows keep their places."""
    for index, verdict in enumerate(verdicts):
        line = chunk.solution_line(index) or chunk.puzzle_line(index).replace(EMPTY[0], "0")
        rows = [line[start : start + 9] for start in range(0, 81, 9)] if line else [VERDICTS[verdict]] * 9
        output.write("\n".join(rows) + "\n")


def _write_grids(chunk: Chunk, verdicts: Verdicts, output: TextIO) -> None:
    style = Style.of(output)
    for index, verdict in enumerate(verdicts):
        output.write(f"{chunk.name}, line {chunk.lines[index]}: {VERDICTS[verdict]}\n")
        if verdict == BAD:
            output.write(f"{chunk.faults[index]}\n\n")
            continue
        givens = chunk.values[index].tolist()
        digits = chunk.answers.solutions[index].tolist() if chunk.answers.counts[index] else givens
        output.write("\n".join(draw(Grid.classic(), digits, givens=givens, style=style)) + "\n\n")


WRITERS: dict[str, Callable[..., None]] = {
    "line": _write_lines,
    "csv": _write_csv,
    "json": _write_json,
    "count": _write_counts,
    "poj": _write_poj,
    "grid": _write_grids,
}
