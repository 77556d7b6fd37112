"""Count the solutions of a hard problem in pieces. A piece gets a budget of nodes; the rest of it becomes new pieces.

    OUT/_job/job.json            the digest of the problem, the first pieces, the estimated number of nodes
    OUT/_job/problem             the problem itself, as it was given
    OUT/_job/0.json, 0.2.json    the report of a piece: its count, and the pieces that remain of it, 0.2.0 and so on
    OUT/part-0.2.parquet         its solutions, if they are wanted

The counts of all pieces add up to the total. The pieces are determined by the problem and the budget, regardless of the
engine and the order. So the reports suffice to continue.
"""

from __future__ import annotations

import base64
import shutil
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Self

from farandole import formats
from farandole.cover import Cover
from farandole.cover.search import Search, SearchOptions
from farandole.distributed.cutting import cut
from farandole.distributed.driver import Job, Report, Task
from farandole.distributed.folder import Folder
from farandole.distributed.plans import NOTES, PLAN, load_plan
from farandole.errors import FormatError
from farandole.formats.knuth import read_cover
from farandole.io.chunks import import_arrow
from farandole.limits import Count
from farandole.puzzle import Puzzle
from farandole.records import field, record, replace

BUDGET = 100_000_000  # nodes per piece: some seconds
FIRST = 64  # pieces at the start
LEFT = 4  # pieces made from the rest of one
_ROWS = 1 << 16  # solutions written at a time
PROBLEM = "problem"

Piece = str  # as a string for JSON: packed option numbers, or masks in hexadecimal


@record(slots=False)
class PieceResult:
    """The result of a piece: the number of solutions, of nodes, and the pieces that remain."""

    count: int
    nodes: int
    left: list[Piece]


class CoverPieces:
    """The pieces of an exact cover problem. No node is searched twice."""

    def __init__(self, cover: Cover) -> None:
        self._problem = cover.problem
        if cover.problem.low:
            raise FormatError(
                "expected items that are covered once, found multiplicities: such a search can't be split"
            )

    def first(self) -> list[Piece]:
        """Split the whole search."""
        return [_pack(piece) for piece in Search(self._problem).split(FIRST)]

    def search(self, piece: Piece, budget: int, tell: Callable[[Any], None] | None) -> PieceResult:
        """Search a piece within a budget of nodes; call `tell` with each solution."""
        search = Search(self._problem, SearchOptions(budget=budget), pieces=array("i", base64.b64decode(piece)))
        if tell:
            for options in search:
                tell(options)
        search.count()
        left = [] if search.exhausted else [_pack(rest) for rest in search.rest().split(LEFT)]
        return PieceResult(search.found, search.nodes, left)


class PuzzlePieces:
    """The pieces of any puzzle. A piece that exceeds its budget is split and searched again from the start."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    def first(self) -> list[Piece]:
        """Split the whole puzzle."""
        return self._cut(self._puzzle.masks, FIRST)

    def _cut(self, masks: Iterable[int], n: int) -> list[Piece]:
        return [" ".join(f"{mask:x}" for mask in piece) for piece in cut(list(masks), self._puzzle.grid.peers, n)]

    def search(self, piece: Piece, budget: int, tell: Callable[[Any], None] | None) -> PieceResult:
        """Search a piece within a budget of nodes; if the budget is exceeded, its solutions are discarded."""
        masks = tuple(int(mask, 16) for mask in piece.split())
        puzzle = replace(self._puzzle, pencilmarks=masks)
        if tell:
            solutions, n = puzzle.solutions(budget=budget), 0
            for solution in solutions:
                tell(solution.line)
                n += 1
            count = Count(n, exhausted=solutions.exhausted)
        else:
            count = puzzle.count(budget=budget)
        if count.exhausted:
            return PieceResult(int(count), 0, [])
        return PieceResult(0, budget, self._cut(masks, LEFT))


def _pack(search: Search) -> Piece:
    return base64.b64encode(search.left()).decode()


@lru_cache(maxsize=1)
def _pieces_of(folder: Folder) -> CoverPieces | PuzzlePieces:
    with folder.open_to_read(PROBLEM) as file:
        return pieces_of(file.read())


def pieces_of(content: bytes) -> CoverPieces | PuzzlePieces:
    """Read a problem: one puzzle in any format, or else an exact cover problem.

    Raises
    ------
    FormatError
        If the content is neither.
    """
    try:
        puzzles = formats.read(content)
    except FormatError:
        return CoverPieces(read_cover(content))
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}", code="several_puzzles", found=len(puzzles))
    return PuzzlePieces(puzzles[0])


class _SolutionFile:
    """A temporary file of solutions, which is discarded unless it is moved."""

    def __init__(self) -> None:
        self._rows: list[Any] = []
        self._folder: TemporaryDirectory[str] | None = None
        self._writer: Any = None

    def add(self, solution: Any) -> None:
        """Add a solution: a line, or the numbers of options."""
        self._rows.append(solution)
        if len(self._rows) == _ROWS:
            self._write()

    def _write(self) -> None:
        arrow, parquet = import_arrow("solutions")
        kind = arrow.string() if isinstance(self._rows[0], str) else arrow.list_(arrow.int32())
        if self._folder is None:
            self._folder = TemporaryDirectory()
            schema = arrow.schema([("solution", kind)])
            self._writer = parquet.ParquetWriter(f"{self._folder.name}/part", schema, compression="zstd")
        self._writer.write_table(arrow.table({"solution": arrow.array(self._rows, kind)}))
        self._rows.clear()

    def move_to(self, path: str) -> None:
        """Close the file and move it."""
        if self._rows:
            self._write()
        assert self._folder is not None
        self._writer.close()
        shutil.move(f"{self._folder.name}/part", path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._writer.close()
            self._folder.cleanup()


@record(slots=False)
class SearchTask(Task):
    """Searches a piece."""

    name: str
    piece: Piece
    target: Folder
    budget: int
    listed: bool

    def run(self) -> Report:
        """Search the piece; write its solutions, then its report."""
        started = perf_counter()
        notes = self.target.subfolder(NOTES)
        with _SolutionFile() as solutions:
            result = _pieces_of(notes).search(self.piece, self.budget, solutions.add if self.listed else None)
            if self.listed and result.count:
                with self.target.open_to_write(f"part-{self.name}.parquet") as path:
                    solutions.move_to(path)
        report = {
            "task": self.name, "count": result.count, "nodes": result.nodes, "left": result.left,
            "seconds": round(perf_counter() - started, 3),
        }  # fmt: skip
        notes.write_json(f"{self.name}.json", report)
        return report

    def follow_ups(self, report: Report) -> Iterator[SearchTask]:
        """Yield the tasks for the pieces that remain."""
        return (replace(self, name=f"{self.name}.{k}", piece=piece) for k, piece in enumerate(report["left"]))


@record(frozen=False, slots=False)
class SearchJob(Job):
    """All pieces of a count.

    Attributes
    ----------
    first : list of SearchTask
        The pieces at the start.
    n_nodes : float
        The estimated number of nodes; NaN if unknown.
    target : Folder
        The folder of reports and solutions.
    reports : dict of str to dict
        The reports of finished pieces, by the names of their tasks.
    """

    first: list[SearchTask]
    n_nodes: float
    target: Folder
    reports: dict[str, Report] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of solutions so far."""
        return sum(report["count"] for report in list(self.reports.values()))

    @property
    def nodes(self) -> int:
        """The number of nodes so far."""
        return sum(report["nodes"] for report in list(self.reports.values()))

    @property
    def found(self) -> int:
        """The same as `count`, for the progress bar."""
        return self.count

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1: by estimated nodes, or by pieces as if all had the same size."""

        def of(task: SearchTask, part: float) -> float:
            if (report := self.reports.get(task.name)) is None:
                return 0.0
            below = list(task.follow_ups(report))
            return part if not below else sum(of(child, part / len(below)) for child in below)

        by_pieces = sum(of(task, 1 / len(self.first)) for task in self.first) if self.first else 1.0
        return min(1.0, max(by_pieces, self.nodes / self.n_nodes if self.n_nodes > 0 and by_pieces < 1 else 0.0))

    def pending(self) -> list[Task]:
        """List the pieces without a report."""
        waiting, left = list(self.first), []
        for task in waiting:  # grows while we iterate
            if (report := self.reports.get(task.name)) is None:
                left.append(task)
            else:
                waiting += task.follow_ups(report)
        return list(left)

    def clean_up(self) -> None:
        """Remove temporary files of writers that were killed."""
        self.target.sweep()
        self.target.subfolder(NOTES).sweep()

    def record(self, task: Task, report: Report) -> Iterable[Task]:
        """Record the report of a piece; return the tasks for what remains of it."""
        assert isinstance(task, SearchTask)
        self.reports[task.name] = report
        return task.follow_ups(report)


def plan_search(source: str, target: str, *, budget: int | None = None, listed: bool = False) -> SearchJob:
    """Plan a count, or continue the count in the output folder.

    Parameters
    ----------
    source : str
        The file of a puzzle, or of an exact cover problem.
    target : str
        The folder of reports and solutions.
    budget : int, optional
        Nodes per piece.
    listed : bool
        Also write the solutions.

    Raises
    ------
    FormatError
        If the problem can't be split, or if the folder holds another job.
    """
    budget = budget or BUDGET
    folder, name = Folder(source.rpartition("/")[0] or "."), source.rpartition("/")[2]
    with folder.open_to_read(name) as file:
        content = file.read()
    out = Folder(target)
    notes = out.subfolder(NOTES)
    command = {"what": "search", "problem": _digest(content), "budget": budget, "listed": listed}
    plan = load_plan(out, command)
    if plan is None:
        try:
            pieces = pieces_of(content)
        except FormatError as error:
            raise FormatError.from_error(error, f"{source}: {error}") from None
        plan = {**command, "pieces": pieces.first(), "nodes": _estimate_nodes(content)}
        with notes.open_to_write(PROBLEM) as path, open(path, "wb") as copy:
            copy.write(content)
        notes.write_json(PLAN, plan)
    first = [SearchTask(str(k), piece, out, budget, listed) for k, piece in enumerate(plan["pieces"])]
    job = SearchJob(first, float(plan["nodes"] or "nan"), out)
    for file_name in notes.files():
        if file_name != PLAN and file_name.endswith(".json"):
            job.reports[file_name.removesuffix(".json")] = notes.read_json(file_name)
    return job


def _digest(content: bytes) -> str:
    from hashlib import sha256

    return sha256(content).hexdigest()


def _estimate_nodes(content: bytes) -> float | None:
    pieces = pieces_of(content)
    if not isinstance(pieces, CoverPieces):
        return None
    return read_cover(content).estimate(samples=1000, seed=1).nodes
