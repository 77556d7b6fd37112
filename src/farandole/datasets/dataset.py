"""A data set to learn from: what is known of each puzzle, in two tables, with a card that tells what they hold.

What is known of a puzzle is a line of JSON in a part that can be continued. When all are there, it is known which of
them are for the test, and the part becomes two tables. In memory there are some bytes a puzzle: a number for its grid,
one for its form, and how hard it is.
"""

from __future__ import annotations

import json
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from math import factorial
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

from farandole import batch
from farandole.datasets.card import LEVELS, Tally, card
from farandole.datasets.dedupe import drop_bad
from farandole.datasets.split import choose, hash_grid
from farandole.datasets.tables import Row, Table
from farandole.errors import FormatError
from farandole.io.chunks import import_arrow, read_chunks
from farandole.io.resumable import Output, Progress, fingerprint
from farandole.io.source import Source
from farandole.io.writers import SOLVED, tally_of
from farandole.outputs import JOURNAL, PART

FORMATS = ("parquet", "csv", "jsonl")

PIECE = 100  # puzzles rated, written and counted at a time

N_SYMMETRIES = factorial(9) * 3_359_232


@dataclass(frozen=True, slots=True)
class Dataset:
    """What a data set is to be.

    Parameters
    ----------
    folder : Path
        Where its files go.
    format : str
        parquet, csv or jsonl.
    test : float
        The part of the grids that is kept for a test.
    seed : int
        For the choice of these.
    """

    folder: Path
    format: str
    test: float
    seed: int


Rate: TypeAlias = "Callable[[Iterable[batch.Values]], Iterator[Row]]"
"""Tells of puzzles, in order, the columns that are not worked out here: ``se`` to ``hardest``, and the steps."""


def write(
    spec: Dataset,
    sources: Sequence[Source],
    rate: Rate,
    made_by: str,
    *,
    command: dict[str, Any],
    resume: bool,
    force: bool = False,
    complain: Callable[[str], None],
) -> dict[str, int]:
    """Write train and test, and the card; return how many puzzles are in each.

    Parameters
    ----------
    wish : Dataset
        Where, and how.
    sources : sequence of Source
        Where the puzzles are read: classic ones. Those without exactly one solution are left out.
    rate : callable
        Rates them, or not.
    made_by : str
        The command, for the card.
    command : dict
        What the ratings depend on, as JSON can say it.
    resume : bool
        Go on with the part that an earlier call left.
    force : bool
        Begin anew although an earlier call left a part.
    complain : callable
        Told of what is left out.

    Raises
    ------
    FormatError
        If a file can't be read, if there is no puzzle with one solution, if the part is of another command, or if the
        folder holds anything but the part of such a data set.
    MissingExtraError
        If Parquet is asked for and pyarrow is not installed.
    OSError
        If a file can't be written.
    """
    if spec.format == "parquet":
        import_arrow(str(spec.folder))  # before the ratings take their time
    expect_new(spec)
    new = [folder for folder in (spec.folder, *spec.folder.parents) if not folder.exists()]
    spec.folder.mkdir(parents=True, exist_ok=True)
    try:
        return _write(spec, sources, rate, made_by, command=command, resume=resume, force=force, complain=complain)
    finally:
        with suppress(OSError):  # one isn't empty
            for folder in new:
                folder.rmdir()


def expect_new(spec: Dataset) -> None:
    """Refuse a folder in which something is that we didn't leave there when we were stopped.

    Hidden files don't count: none of ours has such a name.

    Raises
    ------
    FormatError
        If there is something.
    """
    if not spec.folder.is_dir():
        return
    names = {path.name for path in spec.folder.iterdir() if not path.name.startswith(".")}
    whole = {"README.md", *(f"{name}.{format}" for name in ("train", "test") for format in FORMATS)}
    part = f"train.{spec.format}{PART}"
    if part in names and not names & whole:
        return  # it was being rated
    if f"train.{spec.format}{JOURNAL}" in names and _is_whole(spec):
        return  # all was rated, and the tables were being written
    if names:
        expected = f"{spec.folder}: expected a new folder or an empty one for a data set"
        raise FormatError(f"{expected}, found {min(names & whole or names)} in it")


def _is_whole(spec: Dataset) -> bool:
    """Return whether a journal says that all was rated."""
    try:
        journal = json.loads((spec.folder / f"train.{spec.format}{JOURNAL}").read_text(encoding="utf-8"))
        return "dataset" in journal["command"] and bool(journal["progress"]["is_whole"])
    except (OSError, ValueError, LookupError, TypeError):
        return False


def _write(
    spec: Dataset,
    sources: Sequence[Source],
    rate: Rate,
    made_by: str,
    *,
    command: dict[str, Any],
    resume: bool,
    force: bool,
    complain: Callable[[str], None],
) -> dict[str, int]:
    command = {"dataset": 1, "inputs": [fingerprint(source) for source in sources], "piece": PIECE} | command
    command |= {"format": spec.format, "test": spec.test, "seed": spec.seed}
    counts: dict[str, int] = {}
    target = str(spec.folder / f"train.{spec.format}")
    with Output(target, bad=None, command=command, resume=resume, force=force) as output:
        done = output.progress
        start = perf_counter() - done.seconds
        if not done.is_whole:
            for rows in _rate_pieces(_pieces(sources, done, complain), rate):
                text = "".join(f"{json.dumps(row)}\n" for row in rows)
                output.add([text.encode()], (), tally_of(SOLVED, len(rows)), perf_counter() - start)
            if not done.chunks:
                raise FormatError(f"{sources[0].name}: expected puzzles with one solution, found none")
        output.finish(lambda part, *_: counts.update(_write_tables(Path(part), spec, made_by)))
    return counts


# ── What is known of each puzzle ──────────────────────────────────────────────────────────────────────────────


def _pieces(sources: Sequence[Source], done: Progress, complain: Callable[[str], None]) -> Iterator[batch.Values]:
    """Read puzzles with one solution; pass over what is done, and complain of the others."""
    n_pieces, n_rows = done.chunks, sum(done.verdicts)  # they go up while this runs
    for source in sources:
        with closing(source):
            for chunk in read_chunks(source):
                values = drop_bad(chunk, complain)
                is_one = batch.solve(values).counts == 1
                if (n_other := int((~is_one).sum())) > 0:
                    complain(f"{chunk.name}: left out {n_other:,} puzzles that have not exactly one solution")
                values = values[is_one]
                for first in range(0, len(values), PIECE):
                    piece = values[first : first + PIECE]
                    if n_pieces:
                        n_pieces, n_rows = n_pieces - 1, n_rows - len(piece)
                    elif n_rows:
                        break
                    else:
                        yield piece
    if n_pieces or n_rows:
        raise FormatError("expected the same puzzles as when it began; found others; --force begins anew")


def _rate_pieces(pieces: Iterable[batch.Values], rate: Rate) -> Iterator[list[Row]]:
    """Yield the rows of each piece. Of the next ones some puzzles are being rated by then."""
    waiting: deque[batch.Values] = deque()

    def each() -> Iterator[batch.Values]:
        for piece in pieces:
            waiting.append(piece)
            yield from piece

    ratings: list[Row] = []
    for rating in rate(each()):
        ratings.append(rating)
        if len(ratings) == len(waiting[0]):
            yield list(_rows(waiting.popleft(), ratings))
            ratings = []


def _rows(puzzles: batch.Values, ratings: Iterable[Row]) -> Iterator[Row]:
    answers = batch.solve(puzzles)
    grids, forms = batch.canonical(answers.solutions), batch.canonical(puzzles)
    orbits = (N_SYMMETRIES // batch.automorphisms(puzzles)).tolist()
    texts = [_texts(array) for array in (puzzles, answers.solutions, forms, grids)]
    clues, guesses = (puzzles > 0).sum(axis=1).tolist(), answers.guesses.tolist()
    for index, rating in enumerate(ratings):
        row: Row = {"puzzle": texts[0][index], "solution": texts[1][index]}
        row |= {"clues": clues[index], "guesses": guesses[index]} | rating
        row |= {"canonical_puzzle": texts[2][index], "canonical_grid": texts[3][index], "orbit_size": orbits[index]}
        yield row


def _texts(values: batch.Values) -> list[str]:
    signs = np.frombuffer(b".123456789", np.uint8)
    text = signs[values].tobytes().decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


# ── From the part to two tables ───────────────────────────────────────────────────────────────────────────────


def _write_tables(part: Path, spec: Dataset, made_by: str) -> dict[str, int]:
    """Write both tables and the card; return how many puzzles are in each table."""
    grids, forms, strata = array("Q"), array("Q"), array("b")
    for row in _read(part):
        grids.append(hash_grid(row["canonical_grid"].encode(), spec.seed))
        forms.append(hash_grid(row["canonical_puzzle"].encode()))
        strata.append(_stratum(row))
    is_test = choose(np.frombuffer(grids, np.uint64), np.frombuffer(strata, np.int8), spec.test)
    n_different = {"grids": len(set(grids)), "forms": len(set(forms))}
    columns = list(next(_read(part)))
    tally = Tally()
    names = [spec.folder / f"{name}.{spec.format}" for name in ("test", "train")]
    with ExitStack() as stack:
        test, train = (stack.enter_context(Table(name, spec.format, columns)) for name in names)
        for row, is_for_test in zip(_read(part), is_test.tolist(), strict=True):
            (test if is_for_test else train).add(row)
            tally.add(row, is_for_test)
    made = card(tally, columns, n_different, format=spec.format, share=spec.test, made_by=made_by)
    (spec.folder / "README.md").write_text(made, encoding="utf-8")
    for table in (test, train):
        table.rename()
    return {"train": train.n, "test": test.n}


def _read(part: Path) -> Iterator[Row]:
    with open(part, encoding="utf-8") as file:
        yield from map(json.loads, file)


def _stratum(row: Row) -> int:
    """Number a puzzle by how hard it is: by class, or else by difficulty, or else by guesses."""
    if row.get("level") is not None:
        return LEVELS.index(row["level"]) if row["level"] in LEVELS else len(LEVELS)
    if row.get("se") is not None:
        return int(row["se"])
    return min(int(row["guesses"]), 5)
