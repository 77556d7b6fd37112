"""A data set for machine learning: the tables train and test, with ratings, and a data card.

Each puzzle is first a line of JSON in a part file that can be continued. When all puzzles are rated, the test set is
chosen, and the part is split into the two tables. Memory holds some bytes per puzzle: a hash of its grid, a hash of its
canonical form, and its difficulty.
"""

from __future__ import annotations

import json
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
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
from farandole.records import record

FORMATS = ("parquet", "csv", "jsonl")
TABLES = ("train", "validation", "test")

PIECE = 100  # puzzles that are rated and written together

N_SYMMETRIES = factorial(9) * 3_359_232


@record
class Dataset:
    """The specification of a data set.

    Parameters
    ----------
    folder : Path
        The folder of its files.
    format : str
        parquet, csv or jsonl.
    test : float
        The share of the grids for the test set.
    seed : int
        The seed of the choice of the test set.
    """

    folder: Path
    format: str
    test: float
    seed: int


Rate: TypeAlias = "Callable[[Iterable[batch.Values]], Iterator[Row]]"
"""Yields for each puzzle, in order, the columns that are not computed here: ``er`` to ``hardest``, and the steps."""


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
    """Write train, test and the card; return the numbers of puzzles in each table.

    Parameters
    ----------
    spec : Dataset
    sources : sequence of Source
        Classic puzzles. Those without exactly one solution are skipped.
    rate : callable
        Rates the puzzles.
    made_by : str
        The command, for the card.
    command : dict
        All that the ratings depend on, as JSON values.
    resume : bool
        Continue the part that an earlier call left.
    force : bool
        Start over even if an earlier call left a part.
    complain : callable
        Called with a message for each skipped puzzle.

    Raises
    ------
    FormatError
        If a file can't be read, if no puzzle has exactly one solution, if the part belongs to another command, or if
        the folder holds other files.
    MissingExtraError
        If Parquet is asked for and pyarrow is not installed.
    OSError
        If a file can't be written.
    """
    with new_folder(spec):
        return _write(spec, sources, rate, made_by, command=command, resume=resume, force=force, complain=complain)


@contextmanager
def new_folder(spec: Dataset) -> Iterator[None]:
    """Make the folder of a data set, or take that of a stopped call; remove it if it stays empty.

    Raises
    ------
    FormatError
        If the folder has other files.
    MissingExtraError
        If Parquet is asked for and pyarrow is not installed.
    """
    if spec.format == "parquet":
        import_arrow(str(spec.folder))  # fail before the ratings, which take long
    expect_new(spec)
    new = [folder for folder in (spec.folder, *spec.folder.parents) if not folder.exists()]
    spec.folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        with suppress(OSError):  # a folder that is not empty stays
            for folder in new:
                folder.rmdir()


def expect_new(spec: Dataset) -> None:
    """Refuse a folder with files other than the part of a stopped call.

    Hidden files are ignored.

    Raises
    ------
    FormatError
        If the folder has such files.
    """
    if not spec.folder.is_dir():
        return
    names = {path.name for path in spec.folder.iterdir() if not path.name.startswith(".")}
    whole = {"README.md", *(f"{name}.{format}" for name in TABLES for format in FORMATS)}
    part = f"train.{spec.format}{PART}"
    if part in names and not names & whole:
        return  # the call was stopped while it rated
    if f"train.{spec.format}{JOURNAL}" in names and _is_whole(spec):
        return  # the call was stopped while it wrote the tables
    if names:
        expected = f"{spec.folder}: expected a new folder or an empty one for a data set"
        raise FormatError(f"{expected}, found {min(names & whole or names)} in it")


def _is_whole(spec: Dataset) -> bool:
    """Return whether the journal says that all puzzles were rated."""
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


# ── Rating puzzles ────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(sources: Sequence[Source], done: Progress, complain: Callable[[str], None]) -> Iterator[batch.Values]:
    """Yield pieces of puzzles with one solution, without those that are done; complain about the others."""
    n_pieces, n_rows = done.chunks, sum(done.verdicts)  # copies, because the originals change while this runs
    for source in sources:
        with closing(source):
            for chunk in read_chunks(source):
                values = drop_bad(chunk, complain)
                is_one = batch.solve(values).counts == 1
                if (n_other := int((~is_one).sum())) > 0:
                    complain(f"{chunk.name}: skipped {n_other:,} puzzles without exactly one solution")
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
        raise FormatError("expected the same puzzles as when it began, found different ones; --force starts over")


def _rate_pieces(pieces: Iterable[batch.Values], rate: Rate) -> Iterator[list[Row]]:
    """Yield the rows of each piece, in order, while later pieces are being rated."""
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
    givens, guesses = (puzzles > 0).sum(axis=1).tolist(), answers.guesses.tolist()
    for index, rating in enumerate(ratings):
        row: Row = {"puzzle": texts[0][index], "solution": texts[1][index]}
        row |= {"givens": givens[index], "guesses": guesses[index]} | rating
        row |= {"canonical_puzzle": texts[2][index], "canonical_grid": texts[3][index], "orbit_size": orbits[index]}
        yield row


def _texts(values: batch.Values) -> list[str]:
    signs = np.frombuffer(b".123456789", np.uint8)
    text = signs[values].tobytes().decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


# ── From the part to two tables ───────────────────────────────────────────────────────────────────────────────


def _write_tables(part: Path, spec: Dataset, made_by: str) -> dict[str, int]:
    """Write both tables and the card; return the numbers of puzzles in each table."""
    grids, forms, strata = array("Q"), array("Q"), array("b")
    for row in read_part(part):
        grids.append(hash_grid(row["canonical_grid"].encode(), spec.seed))
        forms.append(hash_grid(row["canonical_puzzle"].encode()))
        strata.append(_stratum(row))
    is_test = choose(np.frombuffer(grids, np.uint64), np.frombuffer(strata, np.int8), spec.test)
    n_different = {"grids": len(set(grids)), "forms": len(set(forms))}
    columns = list(next(read_part(part)))
    tally = Tally()
    names = [spec.folder / f"{name}.{spec.format}" for name in ("test", "train")]
    with ExitStack() as stack:
        test, train = (stack.enter_context(Table(name, spec.format, columns)) for name in names)
        for row, is_for_test in zip(read_part(part), is_test.tolist(), strict=True):
            (test if is_for_test else train).add(row)
            tally.add(row, is_for_test)
    made = card(tally, columns, n_different, format=spec.format, share=spec.test, made_by=made_by)
    (spec.folder / "README.md").write_text(made, encoding="utf-8")
    for table in (test, train):
        table.rename()
    return {"train": train.n, "test": test.n}


def read_part(part: Path) -> Iterator[Row]:
    """Yield the rows of a part."""
    with open(part, encoding="utf-8") as file:
        yield from map(json.loads, file)


def _stratum(row: Row) -> int:
    """Return a number for the difficulty of a puzzle: by class, or else by SE rating, or else by guesses."""
    if row.get("level") is not None:
        return LEVELS.index(row["level"]) if row["level"] in LEVELS else len(LEVELS)
    if row.get("er") is not None:
        return int(row["er"])
    return min(int(row["guesses"]), 5)
