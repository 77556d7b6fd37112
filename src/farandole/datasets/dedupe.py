"""Remove isomorphic duplicates, for files of any size.

The canonical form of each puzzle is written to one of `N_PARTS` files, chosen by a hash of the form. Isomorphic puzzles
are in the same file, so one file at a time is loaded into memory. The result is one bit per puzzle: whether it is the
first of its class.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from farandole import _core, batch
from farandole.bulk.progress import show_file_progress
from farandole.errors import FormatError
from farandole.io.chunks import Chunk, read_chunks
from farandole.io.resumable import Output
from farandole.io.source import Source
from farandole.io.writers import SOLVED, tally_of
from farandole.outputs import is_stream, rename

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_PARTS = 64  # memory holds about a 64th of the canonical forms at a time

_ROWS = 50_000  # puzzles per write
_ENTRY = np.dtype([("form", "V41"), ("index", "<i8")])  # two digits per byte


class DedupeResult(NamedTuple):
    """The numbers of puzzles read, kept, and bad."""

    n: int
    kept: int
    bad: int


def dedupe(
    sources: Sequence[Source],
    target: str | None = None,
    *,
    format: str = "line",
    force: bool = False,
    canonical: bool = False,
    threads: int | None = None,
    quiet: bool = False,
    complain: Callable[[str], None],
) -> DedupeResult:
    """Write the first puzzle of each isomorphism class, in the order of the input, one per line.

    Parameters
    ----------
    sources : sequence of Source
        Classic puzzles.
    target : str, optional
        The output file; by default, standard output. Temporary files of twice the size of the input are in the same
        folder, or in the folder for temporary files.
    format : {"line", "csv"}
        CSV has the header ``puzzle``.
    force : bool
        Start over even if a stopped call left a part.
    canonical : bool
        Write canonical forms instead of the puzzles.
    threads : int, optional
        By default, one per core.
    quiet : bool
        No progress bar.
    complain : callable
        Called with a message for each bad puzzle, which is skipped.

    Raises
    ------
    FormatError
        If a file can't be read.
    OSError
        If a file can't be opened or written.
    """
    command: dict[str, Any] = {"dedupe": canonical}
    sys.stdout.flush()
    place = sys.stdout.fileno() if target is None else target
    # The folder of a device is no place for files.
    beside = None if target is None or is_stream(target) else Path(target).resolve().parent
    with (
        Output(place, bad=None, command=command, resume=False, force=force, can_resume=False) as output,
        TemporaryDirectory(prefix=".farandole-", dir=beside) as folder,
    ):
        start = perf_counter()
        output.begin(b"puzzle\n" if format == "csv" else b"")
        n, bad = _split_by_hash(
            sources, Path(folder), canonical=canonical, threads=threads, quiet=quiet, complain=complain
        )
        is_first = np.zeros(n, bool)
        for part in range(N_PARTS):
            entries = np.fromfile(_part_path(Path(folder), part), _ENTRY)
            # The first of equal entries, because indices ascend and `np.unique` is stable.
            _, firsts = np.unique(entries["form"], return_index=True)
            is_first[entries["index"][firsts]] = True
        for values in _read_first(Path(folder), is_first):
            rows = _core.Rows(len(values))
            rows.digits(values, np.ones(len(values), bool), ".")
            rows.text("\n")
            output.add([rows.write()], (), tally_of(SOLVED, len(values)), perf_counter() - start)
        output.finish(lambda part, name, _: rename(part, name))
    return DedupeResult(n + bad, int(is_first.sum()), bad)


def _part_path(folder: Path, part: int) -> Path:
    return folder / f"forms-{part}"


def _split_by_hash(
    sources: Sequence[Source],
    folder: Path,
    *,
    canonical: bool,
    threads: int | None,
    quiet: bool,
    complain: Callable[[str], None],
) -> tuple[int, int]:
    """Copy all puzzles to one file, and their forms to files by hash; return the numbers of sound and bad puzzles."""
    n = n_bad = 0
    with ExitStack() as stack:
        advance = (lambda *_: None) if quiet else show_file_progress(sources, stack)
        puzzles = stack.enter_context(open(folder / "puzzles", "wb"))
        parts = [stack.enter_context(open(_part_path(folder, part), "wb")) for part in range(N_PARTS)]
        for index, source in enumerate(sources):
            stack.callback(source.close)
            for chunk in read_chunks(source):
                values = drop_bad(chunk, complain)
                forms = batch.canonical(values, threads=threads)
                puzzles.write((forms if canonical else values).tobytes())
                entries = np.empty(len(values), _ENTRY)
                packed = _pack(forms)
                entries["form"] = packed.view("V41").reshape(-1)
                entries["index"] = np.arange(n, n + len(values))
                # The hash uses the last cells, because forms begin alike.
                which = packed[:, -9:].astype(np.uint64) @ (
                    np.uint64(0x9E3779B97F4A7C15) * np.arange(1, 18, 2, dtype=np.uint64)
                )
                chosen = (which >> np.uint64(58)).astype(np.int64)
                for part in range(N_PARTS):
                    parts[part].write(entries[chosen == part].tobytes())
                n += len(values)
                n_bad += len(chunk.values) - len(values)
                advance(len(chunk.values), index, chunk.position)
    return n, n_bad


def _pack(forms: batch.Values) -> NDArray[np.uint8]:
    """Pack two digits into each byte, shape (n, 41)."""
    even = np.zeros((len(forms), 82), np.uint8)
    even[:, :81] = forms
    packed: NDArray[np.uint8] = even[:, ::2] * np.uint8(16) + even[:, 1::2]
    return packed


def _read_first(folder: Path, is_first: NDArray[np.bool_]) -> Iterator[batch.Values]:
    with open(folder / "puzzles", "rb") as file:
        for start in range(0, len(is_first), _ROWS):
            chosen = is_first[start : start + _ROWS]
            values = np.fromfile(file, np.uint8, 81 * len(chosen)).reshape(-1, 81)
            yield values[chosen]


def drop_bad(chunk: Chunk, complain: Callable[[str], None]) -> batch.Values:
    """Return the puzzles of a chunk without malformed ones, and complain about those.

    Raises
    ------
    FormatError
        If there are pencilmarks, because the canonical form covers givens only.
    """
    if chunk.masks is not None:
        is_plain = (chunk.masks == _masks_of(chunk.values)).all(axis=1) | (chunk.values[:, 0] > 9)
        if not is_plain.all():
            number = chunk.numbers[int(is_plain.argmin())]
            raise FormatError(f"{chunk.name}: {chunk.unit} {number}: expected givens alone, found pencilmarks")
    faults = dict(chunk.faults)
    values = np.minimum(chunk.values, 9)
    repeats = batch.have_repeats(values)
    faults |= {
        index: "expected no digit twice in a house" for index in np.flatnonzero(repeats).tolist() if index not in faults
    }
    for index in sorted(faults):
        complain(f"{chunk.name}: {chunk.unit} {chunk.numbers[index]}: {faults[index]}")
    is_sound = np.ones(len(values), bool)
    is_sound[list(faults)] = False
    return values[is_sound]


def _masks_of(values: batch.Values) -> NDArray[np.uint16]:
    """Return the candidate masks of givens, and full masks for empty cells."""
    masks: NDArray[np.uint16] = np.where(values == 0, 511, 1 << (values.astype(np.int32) - 1) % 16).astype(np.uint16)
    return masks
