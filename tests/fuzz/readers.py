"""Every reader tried on inputs that nobody meant: real ones changed, and others that Hypothesis draws.

Each input ends in an answer or in one of our errors, whose message is no longer than one reads, in 2 seconds of a
processor and 200 MB. A puzzle that was read is written and read back equal. What falls short is kept, small, in
``build/faults``, with the command that tries it again.

    PYTHONPATH=tests python -m fuzz.readers --inputs 1000000 --jobs 8
    PYTHONPATH=tests python -m fuzz.readers text document --seconds 600
    PYTHONPATH=tests python -m fuzz.readers knuth --repeat build/faults/knuth/crash.input
"""

import argparse
import atexit
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fuzz import originals
from fuzz.drawn import Drawn, strategy
from fuzz.mutations import Mutations
from fuzz.trials import Fault, Tally, Trial

from farandole import formats
from farandole.bulk import pipeline
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import (
    burrtools,
    fpuzzles,
    json_document,
    json_value,
    knuth,
    lzstring,
    sudokupad,
    sudokuwiki,
    table,
    text,
)
from farandole.formats.text import shaped
from farandole.io import chunks, source
from farandole.puzzle import Puzzle

FAULTS = originals.ROOT / "build" / "faults"

SCRATCH = tempfile.mkdtemp(prefix="farandole-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
"""Where files are written and read again: in memory, if there is such a place."""

atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)

DRAWN_ONE_IN = 50
"""How many inputs there are for one that Hypothesis draws; the others are real ones, changed."""


def _one_in(n: int, content: bytes) -> bool:
    """Choose some inputs, the same ones whenever they are tried."""
    return zlib.crc32(content) % n == 0


def _said(content: bytes) -> str | bytes:
    """Give half of the inputs as text; also what is no text to Python: surrogates."""
    return content.decode("utf-8", "surrogateescape") if _one_in(2, content) else content


def _text_of(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape" if _one_in(2, content) else "replace")


def _require_written(puzzle: Puzzle, format: str = "json") -> None:
    """Require that a puzzle is read back as it was written, unless it can't be."""
    try:
        said = formats.write(puzzle, format)
    except PuzzleError as error:
        if format == "json":
            raise Fault("not written as json", str(error)) from None
        return
    try:
        again = formats.read(said)
    except FarandoleError as error:
        raise Fault(f"written as {format} but refused", str(error), said[:4000]) from None
    # Two formats have one word for some rules that are one: a pill of one cell is an arrow, a candidate alone a digit.
    if again != [puzzle] and not (format in ("fpuzzles", "iss") and formats.write(again, format) == said):
        raise Fault(f"written as {format} but read back another", said[:4000])


def _require_entries(entries: Iterable[text.Entry], content: bytes) -> list[text.Entry]:
    """Require puzzles or our errors, each of a line that there is; write a few of them."""
    found = list(entries)
    n_lines = content.count(b"\n") + content.count(b"\r") + 1
    puzzles = []
    for line, entry in found:
        if not isinstance(entry, Puzzle | FormatError | PuzzleError):
            raise Fault("neither a puzzle nor an error", repr(entry))
        if not 1 <= line <= n_lines:
            raise Fault("a line that there is not", f"{line} of {n_lines}")
        if isinstance(entry, Puzzle):
            puzzles.append(entry)
        elif not str(entry) or len(str(entry)) > 1000:
            raise Fault("a message of too many characters", str(entry)[:1000])
    if puzzles and _one_in(4, content):
        writable = [*formats.any_format.WRITABLE, *text.FORMATS]
        _require_written(puzzles[-1], writable[zlib.crc32(content) // 4 % len(writable)])
        _require_written(puzzles[0])
    return found


def _take_text(content: bytes) -> object:
    said = _said(content)
    entries = _require_entries(text.scan(said), content)
    if _one_in(8, content):
        errors = [entry for _, entry in entries if not isinstance(entry, Puzzle)]
        try:
            if text.read(said) != [entry for _, entry in entries] or not text.detect_format(said):
                raise Fault("read and scan differ")
        except FarandoleError as error:
            if not errors or str(errors[0]) != str(error):
                raise Fault("read and scan differ", str(error), *map(str, errors[:1])) from None
    return entries


def _take_shaped(content: bytes) -> object:
    found = list(shaped.find_puzzles(shaped.strip_comments(text.classic.normalize_lines(_said(content)))))
    _require_entries(((number, entry) for _, number, entry in found), content)
    return found


def _take_any(content: bytes) -> object:
    said = _said(content)
    lenient = _one_in(3, content)
    if isinstance(said, str):
        formats.is_link(said)
    format = formats.detect_format(said)
    unknowns = formats.unknowns(said)
    entries = _require_entries(formats.scan(said, lenient=lenient), content)
    if unknowns and not lenient and any(isinstance(entry, Puzzle) for _, entry in entries):
        raise Fault("what is not understood is passed over", format, *unknowns)
    if lenient:
        formats.read(said, lenient=True)
    return entries


def _take_document(content: bytes) -> object:
    puzzle = json_document.read(_text_of(content))
    if _one_in(4, content):
        _require_written(puzzle)
    return puzzle


def _take_fpuzzles(content: bytes) -> object:
    said = _text_of(content)
    lenient = _one_in(2, content)
    unknowns = fpuzzles.unknowns(said)
    puzzle = fpuzzles.read(said, lenient=lenient)
    if unknowns and not lenient:
        raise Fault("what is not understood is passed over", *unknowns)
    if _one_in(4, content):
        _require_written(puzzle)
    return puzzle


def _take_sudokupad(content: bytes) -> object:
    said = _text_of(content)
    lenient = _one_in(2, content)
    unknowns = sudokupad.unknowns(said)
    puzzle = sudokupad.read(said, lenient=lenient)
    if unknowns and not lenient:
        raise Fault("what is not understood is passed over", *unknowns)
    if _one_in(4, content):
        _require_written(puzzle)
        _require_written(puzzle, "sudokupad")
    return puzzle


def _take_sudokuwiki(content: bytes) -> object:
    said = _text_of(content)
    puzzle = sudokuwiki.read(said)
    _require_written(puzzle)
    _require_written(puzzle, "sudokuwiki")
    return puzzle


def _take_links(content: bytes) -> object:
    said = _text_of(content)
    lenient = _one_in(2, content)
    row = table.find_by_link(said) or table.FORMATS[-1]
    options = {"lenient": lenient} if row.lenient else {}
    puzzle = row.reader.read(said, **options)
    if _one_in(4, content) and row.writes and not (row.name == "iss" and puzzle.pencilmarks):  # alone: a digit
        _require_written(puzzle, row.name)
    return puzzle


def _take_packed(content: bytes) -> object:
    said = _text_of(content)
    if _one_in(8, content) and len(said) < 10_000:
        whole = said.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        if lzstring.decompress(lzstring.compress(said)) != whole:
            raise Fault("compressed but read back another")
    return lzstring.decompress(said)


def _take_node(content: bytes) -> object:
    found = json_value.Node.parse(_text_of(content))
    stack = [found]
    for _ in range(1000):
        if not stack:
            break
        one = stack.pop()
        if isinstance(one.value, dict):
            stack += [one[key] for key in one.names()]
        elif isinstance(one.value, list):
            stack += one.items()
        else:
            _ = one.fault("something else")
    return found


def _take_cover(content: bytes) -> object:
    cover = knuth.read_cover(_said(content))
    if _one_in(4, content) and len(content) < 100_000 and cover.primary and cover.options:  # it is read twice again
        try:
            again = knuth.read_cover(knuth.write_cover(cover))
        except FarandoleError as error:
            if "printable" in str(error):
                return cover
            raise Fault("written but refused", str(error)) from None
        if knuth.write_cover(again) != knuth.write_cover(cover):
            raise Fault("written but read back another", repr(cover)[:2000])
    return cover


def _take_burrtools(content: bytes) -> object:
    packing = burrtools.read_xmpuzzle(content)
    if _one_in(4, content) and burrtools.read_xmpuzzle(burrtools.write_xmpuzzle(packing)).times != packing.times:
        raise Fault("written but read back another", repr(packing.times)[:2000])
    return packing


_MAGIC = {b"\x93NUM": ".npy", b"PAR1": ".parquet", b"\x1f\x8b\x08": ".txt.gz", b"\x28\xb5\x2f\xfd": ".csv.zst"}
_ENDINGS = (*_MAGIC.values(), ".txt", ".csv", ".json", ".csv.gz")


@contextmanager
def _opened(content: bytes, **how: str | None) -> Iterator[source.Source]:
    """Write an input to a file, whose name mostly ends as what it holds; open that, and leave the folder empty."""
    ending = next((ending for magic, ending in _MAGIC.items() if content.startswith(magic)), ".txt")
    if _one_in(8, content):
        ending = _ENDINGS[zlib.crc32(content) // 8 % len(_ENDINGS)]
    Path(f"input{ending}").write_bytes(content)
    try:
        with closing(source.Source.open(f"input{ending}", **how)) as opened:
            yield opened
    finally:
        for name in os.listdir():
            os.unlink(name)


def _take_chunks(content: bytes) -> object:
    with _opened(content, column="puzzle" if _one_in(5, content) else None) as opened:
        n = 0
        for chunk in chunks.read_chunks(opened):
            if not len(chunk.numbers) == len(chunk.values) == len(chunk.puzzles) or chunk.values.shape[1:] != (81,):
                raise Fault("a chunk of uneven sides")
            if not chunk.faults.keys() <= set(range(len(chunk.values))):
                raise Fault("a fault of no puzzle")
            n += len(chunk.values)
        return n


_TARGETS = ("out.txt", "out.csv", "out.json", "out.npy", "out.parquet", "out.csv.gz", "out.csv.zst")


def _take_many(content: bytes) -> object:
    target = _TARGETS[zlib.crc32(content) // 2 % len(_TARGETS)]
    complaints: list[str] = []
    with _opened(content) as opened:
        status = pipeline.solve([opened], target, threads=1, bad="bad.txt", quiet=True, complain=complaints.append)
        left = set(os.listdir()) - {opened.name, target, "bad.txt"}
        if status not in (0, 1, 2) or (status == 2) != bool(complaints):
            raise Fault("a status that does not fit the complaints", str(status), *complaints[:3])
        if left or not os.path.exists(target):
            raise Fault("files that are left over, or missing", str(sorted(left)))
    return status


def _take_argument(content: bytes) -> object:
    argument = os.fsdecode(content[:4000])
    if argument == "-":
        return None
    try:
        opened = source.Source.of(argument)
    except OSError:
        return None  # a file that there is not
    with closing(opened):
        return _require_entries(opened.scan(), content)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, and the real inputs that others are made from."""

    take: Callable[[bytes], object]
    originals: Callable[[], list[bytes]]
    wrap: Sequence[Callable[[str], str]] = (str,)


def _as_fpuzzles(said: str) -> str:
    return fpuzzles.LINK + lzstring.compress(said[:1500])


def _as_sudokupad(said: str) -> str:
    return f"{sudokupad.SITE}scl{lzstring.compress(said[:1500])}"


def _as_quoted(said: str) -> str:
    return "\n".join(f"> {line}" for line in said[:4000].split("\n"))


def _as_numbered(said: str) -> str:
    return "\n".join(f"{number}: {line}" for number, line in enumerate(said[:4000].split("\n"), 1))


def _as_board(said: str) -> str:
    return "[" + ",\n".join(str(list(line)) for line in said[:1000].split("\n")) + "]"


def _as_table(said: str) -> str:
    rows = ("".join(f"<td>{cell}</td>" for cell in line) for line in said[:1000].split("\n"))
    return "<table>" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _any() -> list[bytes]:
    mixed = (originals.documents, originals.fpuzzles_documents, originals.sudokupad_documents)
    return originals.texts() + originals.sudokuwiki_strings() + [one for group in mixed for one in group()[::8]]


READERS = {
    "text": Reader(_take_text, originals.texts),
    "shaped": Reader(_take_shaped, originals.texts),
    "recognize": Reader(_take_any, _any, (str, str, str, _as_fpuzzles, _as_quoted, _as_numbered, _as_board, _as_table)),
    "document": Reader(_take_document, originals.documents),
    "fpuzzles": Reader(_take_fpuzzles, originals.fpuzzles_documents, (str,) * 15 + (_as_fpuzzles,)),
    "sudokupad": Reader(_take_sudokupad, originals.sudokupad_documents, (str,) * 15 + (_as_sudokupad,)),
    "sudokuwiki": Reader(_take_sudokuwiki, originals.sudokuwiki_strings),
    "links": Reader(_take_links, originals.links),
    "lzstring": Reader(_take_packed, originals.packed),
    "node": Reader(_take_node, originals.documents),
    "knuth": Reader(_take_cover, originals.covers),
    "burrtools": Reader(_take_burrtools, originals.packings),
    "argument": Reader(_take_argument, _any),
    "chunks": Reader(_take_chunks, originals.tables),
    "scale": Reader(_take_many, originals.tables),
}


def inputs(name: str, seed: int) -> Callable[[int], bytes]:
    """Make the inputs of a reader: most are real ones, changed; some are drawn."""
    reader = READERS[name]
    mutations = Mutations(reader.originals(), reader.wrap, seed)
    drawn = Drawn(strategy(reader.originals()), seed)
    return lambda number: mutations[number] if number % DRAWN_ONE_IN else drawn[number // DRAWN_ONE_IN]


def trial(name: str, seed: int, folder: Path = FAULTS) -> Trial:
    """Prepare the trial of a reader."""
    repeat = f"PYTHONPATH=tests python -m fuzz.readers {name} --repeat"
    return Trial(name, _in_folder(READERS[name].take), inputs(name, seed), folder / name, repeat)


def _in_folder(take: Callable[[bytes], object]) -> Callable[[bytes], object]:
    """Read in an empty folder, where no file has a name like an input; each child has one of its own."""
    here: dict[int, str] = {}

    def taken(content: bytes) -> object:
        if os.getpid() not in here:
            here[os.getpid()] = tempfile.mkdtemp(prefix="farandole-", dir=SCRATCH)
            os.chdir(here[os.getpid()])
        return take(content)

    return taken


def told(name: str, tally: Tally) -> str:
    """Say on a line what came of a trial."""
    rate = tally.inputs / max(tally.wall, 1e-9)
    faults = f"{tally.faults:,} faults of {len(tally.kinds)} kinds" if tally.faults else "no fault"
    most = f"at most {tally.seconds:.2f} s and {tally.megabytes:.0f} MB"
    said = f"{tally.answers:,} answers, {tally.refusals:,} refusals, {faults}; {most}; {rate:,.0f}/s"
    kept = (str(path.with_suffix(".txt").relative_to(originals.ROOT)) for path in tally.kinds.values())
    return "\n    ".join([f"{name}: {tally.inputs:,} inputs: {said}", *kept])


def parser(about: str | None) -> argparse.ArgumentParser:
    """Make the parser of a program that tries inputs."""
    found = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--inputs", type=int, default=10_000, metavar="N", help="inputs to try of each")
    found.add_argument("--seconds", type=float, metavar="S", help="or as many as fit in so many seconds, all together")
    found.add_argument("--seed", type=int, default=1, help="another seed, other inputs")
    found.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    found.add_argument("--repeat", type=Path, metavar="FILE", help="try one input that was kept")
    return found


def tried(trials: Sequence[Trial], arguments: Any) -> int:
    """Run trials one after the other, or repeat an input; return an exit status."""
    if arguments.repeat:
        [each] = trials
        fault = each.fault_of(arguments.repeat.read_bytes())
        print("no fault" if fault is None else "\n".join(fault))
        return int(fault is not None)
    status = 0
    n, seconds = arguments.inputs, arguments.seconds
    if seconds:
        n, seconds = 1 << 40, seconds / len(trials)
    for each in trials:
        tally = each.run(n, seconds=seconds, jobs=arguments.jobs)
        print(told(each.name, tally), flush=True)
        status |= bool(tally.faults)
    return status


def main() -> int:
    """Try the readers that are named, or all of them."""
    arguments_parser = parser(__doc__)
    arguments_parser.add_argument("readers", nargs="*", metavar="READER", help=f"of {', '.join(READERS)}")
    arguments = arguments_parser.parse_args()
    if unknown := set(arguments.readers) - set(READERS):
        arguments_parser.error(f"no readers: {', '.join(unknown)}")
    return tried([trial(name, arguments.seed) for name in arguments.readers or READERS], arguments)


if __name__ == "__main__":
    sys.exit(main())
