"""One big count, by pieces: each is searched for a number of nodes, and what is left of it becomes pieces anew.

    OUT/_job/job.json            the problem's name, the first pieces, how many nodes there may be
    OUT/_job/problem             the problem itself, as it was read
    OUT/_job/0.json, 0.2.json    what came of a piece: its count, and the pieces that are left of it, 0.2.0 and so on
    OUT/part-0.2.parquet         its solutions, where they are wanted

The counts of all pieces add up to the count. Which pieces there are follows from the problem and the number of nodes
alone, whoever searches them and in whatever order; so the reports are all there is to know when it goes on.
"""

from __future__ import annotations

import base64
import shutil
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
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
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import Count

BUDGET = 100_000_000  # nodes of a piece: some seconds
FIRST = 64  # pieces to begin with
LEFT = 4  # pieces that are made of what is left of one
_ROWS = 1 << 16  # solutions written at a time
PROBLEM = "problem"

Piece = str  # as JSON can hold it: numbers of options, packed; or masks, in hexadecimal


@dataclass(frozen=True)
class PieceResult:
    """What came of a piece: how many solutions, nodes, and the pieces that are left."""

    count: int
    nodes: int
    left: list[Piece]


class CoverPieces:
    """The pieces of an exact cover problem. Nothing is searched twice."""

    def __init__(self, cover: Cover) -> None:
        self._problem = cover.problem
        if cover.problem.low:
            raise FormatError("expected items that are covered once, found multiplicities: such a search can't be cut")

    def first(self) -> list[Piece]:
        """Cut the whole search."""
        return [_pack(piece) for piece in Search(self._problem).split(FIRST)]

    def search(self, piece: Piece, budget: int, tell: Callable[[Any], None] | None) -> PieceResult:
        """Search a piece for a number of nodes, and tell its solutions to who wants them."""
        search = Search(self._problem, SearchOptions(budget=budget), pieces=array("i", base64.b64decode(piece)))
        if tell:
            for options in search:
                tell(options)
        search.count()
        left = [] if search.exhausted else [_pack(rest) for rest in search.rest().split(LEFT)]
        return PieceResult(search.found, search.nodes, left)


class PuzzlePieces:
    """The pieces of a puzzle of any shape with any rules. What is not finished is begun anew in smaller pieces."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    def first(self) -> list[Piece]:
        """Cut the whole puzzle."""
        return self._cut(self._puzzle.masks, FIRST)

    def _cut(self, masks: Iterable[int], n: int) -> list[Piece]:
        return [" ".join(f"{mask:x}" for mask in piece) for piece in cut(list(masks), self._puzzle.grid.peers, n)]

    def search(self, piece: Piece, budget: int, tell: Callable[[Any], None] | None) -> PieceResult:
        """Search a piece for a number of nodes; if they are not enough, nothing that was found counts."""
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
        If it is neither.
    """
    try:
        puzzles = formats.read(content)
    except FormatError:
        return CoverPieces(read_cover(content))
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}", code="several_puzzles", found=len(puzzles))
    return PuzzlePieces(puzzles[0])


class _SolutionFile:
    """Solutions on their way to a file: it may have to be thrown away."""

    def __init__(self) -> None:
        self._some: list[Any] = []
        self._folder: TemporaryDirectory[str] | None = None
        self._writer: Any = None

    def add(self, solution: Any) -> None:
        """Take one solution: a line, or the numbers of options."""
        self._some.append(solution)
        if len(self._some) == _ROWS:
            self._write()

    def _write(self) -> None:
        arrow, parquet = import_arrow("solutions")
        kind = arrow.string() if isinstance(self._some[0], str) else arrow.list_(arrow.int32())
        if self._folder is None:
            self._folder = TemporaryDirectory()
            schema = arrow.schema([("solution", kind)])
            self._writer = parquet.ParquetWriter(f"{self._folder.name}/part", schema, compression="zstd")
        self._writer.write_table(arrow.table({"solution": arrow.array(self._some, kind)}))
        self._some.clear()

    def move_to(self, path: str) -> None:
        """Give the file a name."""
        if self._some:
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


@dataclass(frozen=True)
class SearchTask(Task):
    """A piece, and for how many nodes it is searched."""

    name: str
    piece: Piece
    target: Folder
    budget: int
    listed: bool

    def run(self) -> Report:
        """Search it; write its solutions, then its report."""
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
        """Give the tasks for what is left."""
        return (replace(self, name=f"{self.name}.{k}", piece=piece) for k, piece in enumerate(report["left"]))


@dataclass
class SearchJob(Job):
    """All pieces of a count.

    Attributes
    ----------
    first : list of SearchTask
        The pieces to begin with.
    n_nodes : float
        How many nodes there may be in all, as guessed; NaN where nobody knows.
    target : Folder
        Where reports and solutions go.
    reports : dict of str to dict
        Of the pieces that were searched, by their names.
    """

    first: list[SearchTask]
    n_nodes: float
    target: Folder
    reports: dict[str, Report] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many solutions were found."""
        return sum(report["count"] for report in list(self.reports.values()))

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""
        return sum(report["nodes"] for report in list(self.reports.values()))

    @property
    def found(self) -> int:
        """The same as `count`, for the progress bar."""
        return self.count

    @property
    def share(self) -> float:
        """Which part is done, from 0 to 1: by the nodes, where they were guessed; by the pieces, if all were alike."""

        def of(task: SearchTask, part: float) -> float:
            if (report := self.reports.get(task.name)) is None:
                return 0.0
            below = list(task.follow_ups(report))
            return part if not below else sum(of(child, part / len(below)) for child in below)

        by_pieces = sum(of(task, 1 / len(self.first)) for task in self.first) if self.first else 1.0
        return min(1.0, max(by_pieces, self.nodes / self.n_nodes if self.n_nodes > 0 and by_pieces < 1 else 0.0))

    def pending(self) -> list[Task]:
        """List the pieces that were not searched yet."""
        waiting, left = list(self.first), []
        for task in waiting:  # it grows
            if (report := self.reports.get(task.name)) is None:
                left.append(task)
            else:
                waiting += task.follow_ups(report)
        return list(left)

    def clean_up(self) -> None:
        """Remove what was begun and never ended."""
        self.target.sweep()
        self.target.subfolder(NOTES).sweep()

    def record(self, task: Task, report: Report) -> Iterable[Task]:
        """Note what came of a piece; give those that are left of it."""
        assert isinstance(task, SearchTask)
        self.reports[task.name] = report
        return task.follow_ups(report)


def plan_search(source: str, target: str, *, budget: int | None = None, listed: bool = False) -> SearchJob:
    """Plan a count, or take up the one that is in the folder.

    Parameters
    ----------
    source : str
        The file of a puzzle, or of an exact cover problem.
    target : str
        The folder of reports and solutions.
    budget : int, optional
        Nodes of a piece.
    listed : bool
        Whether solutions are written, too.

    Raises
    ------
    FormatError
        If it is no problem that can be cut, or if the folder holds another job.
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
