"""Check an installation: ``python -m farandole.selftest`` asks each engine questions with known answers.

It needs no extra, no network and no compiler, and takes a few seconds. An answer is known from elsewhere, or a second
engine gives it too. The exit status is 0 if all answers are right.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator

from farandole import _core, batch
from farandole.cover import Cover
from farandole.formats import read, write
from farandole.generate import make
from farandole.grid import Grid
from farandole.logic import explain, rate
from farandole.puzzle import Puzzle
from farandole.render import draw
from farandole.system import count_cores

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"


def _require(is_right: bool, fault: str) -> None:
    if not is_right:
        raise AssertionError(fault)  # not `assert`, which `python -O` leaves out


def check_lanes() -> Iterator[str]:
    """Solve classic puzzles, one and many."""
    for line, solution in ((LINE, SOLUTION), (HARD, HARD_SOLUTION)):
        solved = Puzzle.classic(line).solve()
        _require(solved is not None and solved.line == solution, f"wrong solution of {line}")
    yield f"two classic puzzles are solved (kernel: {batch.isa()}; this machine can run {', '.join(batch.isas())})"
    puzzles = batch.minimal_puzzles(500, seed=1, threads=1).puzzles
    answers = batch.solve(puzzles, limit=2, threads=1)
    _require(bool((answers.counts == 1).all()), "a minimal puzzle has another number of solutions than 1")
    network = Grid.classic().network
    for puzzle, solution in zip(puzzles[:50].tolist(), answers.solutions[:50].tolist(), strict=True):
        masks = [511 if digit == 0 else 1 << digit >> 1 for digit in puzzle]
        _require(_core.PuzzleSearch(network, masks).next() == solution, "the two engines disagree")
    yield "500 puzzles are made and solved in lanes; the engine of any shape agrees on 50"


def check_search() -> Iterator[str]:
    """Count the solutions of grids whose number is known."""
    for grid, count, name in (
        (Grid.latin(4), 576, "Latin squares of order 4"),
        (Grid.latin(5), 161_280, "Latin squares of order 5"),
        (Grid.classic((2, 2)), 288, "Sudoku grids of 4x4"),
    ):
        found = Puzzle.of(grid, "." * grid.n_cells).count()
        _require(found == count, f"expected {count} {name}, found {found}")
        yield f"{count:,} {name} are counted"
    search = _core.PuzzleSearch(Grid.latin(4).network, [15] * 16, switch_after=0, engine="cdcl")
    _require(search.count() == 576, "clause learning finds another number of Latin squares")
    yield "clause learning counts the same Latin squares of order 4"


def check_covers() -> Iterator[str]:
    """Place queens."""
    queens = _queens(8)
    _require(queens.count() == 92, "expected 92 ways to place 8 queens")
    _require(sum(1 for _ in queens.solutions()) == 92, "the list of covers and their number differ")
    _require(queens.zdd().count() == 92, "the diagram holds another number of covers")
    yield "92 ways to place 8 queens: counted, listed, and held in a diagram"


def _queens(n: int) -> Cover:
    options = {
        (row, column): [f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"]
        for row in range(n)
        for column in range(n)
    }
    secondary = [*(f"a{k}" for k in range(2 * n - 1)), *(f"b{k}" for k in range(1 - n, n))]
    return Cover(options, secondary=secondary)


def check_isomorphism() -> Iterator[str]:
    """Bring variants of a puzzle to their canonical form."""
    puzzles = batch.variants(batch.read_lines(LINE.encode()).values, 20, seed=1)
    forms = {bytes(form) for form in batch.canonical(puzzles)}
    _require(len(forms) == 1, "variants of a puzzle have different canonical forms")
    yield "20 variants of a puzzle have one canonical form"


def check_logic() -> Iterator[str]:
    """Explain, rate and make puzzles."""
    puzzle = Puzzle.classic(LINE)
    path = explain(puzzle)
    n_steps = sum(1 for _ in path)
    _require(path.board.n_open == 0, "the easy puzzle is not solved by logic")
    yield f"an easy puzzle is solved in {n_steps} steps, and rated {rate(puzzle).hodoku.level.name}"
    made = make(seed=1).puzzle
    _require(made.is_unique() is True, "a new puzzle has several solutions")
    yield f"a new puzzle of {sum(map(bool, made.givens))} givens has one solution"


def check_formats() -> Iterator[str]:
    """Write puzzles, read them again, and draw one."""
    puzzle = Puzzle.classic(LINE)
    for name in ("line", "json", "fpuzzles"):
        _require(
            [again.givens for again in read(write(puzzle, name))] == [puzzle.givens], f"{name} is read differently"
        )
    _require(draw(puzzle).startswith("<svg"), "the drawing is not an SVG")
    yield "a puzzle is written and read in three formats, and drawn"


CHECKS: tuple[Callable[[], Iterator[str]], ...] = (
    check_lanes,
    check_search,
    check_covers,
    check_isomorphism,
    check_logic,
    check_formats,
)


def main() -> int:
    """Print what was checked, and what failed; return the exit status, 0 if nothing did."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {platform.system()} {platform.machine()}, {count_cores()} cores, {_core.__file__}")
    failed = 0
    for check in CHECKS:
        try:
            for sentence in check():
                print("ok     ", sentence)
        except Exception as error:  # whatever is wrong with this installation, the other checks go on
            failed += 1
            print("FAILED ", check.__name__.removeprefix("check_"), f"{type(error).__name__}: {error}", sep=" ")
    print("FAILED: please report the lines above" if failed else "Everything is right.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
