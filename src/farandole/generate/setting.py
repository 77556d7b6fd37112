"""Edit a puzzle as a setter does: make it unique, remove what it doesn't need, fill a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any, SupportsFloat, SupportsIndex

from farandole.errors import PuzzleError, UnfinishedError
from farandole.generate.clues import Clue, clues_of
from farandole.generate.full_grids import random_completion
from farandole.generate.givens import add_givens, remove_givens
from farandole.generate.local_search import LocalSearch
from farandole.generate.progress import CancelCallback, ProgressCallback, ProgressMonitor
from farandole.generate.spec import Spec, hash_seed, parse_pattern
from farandole.generate.symmetries import Orbit, orbits_of
from farandole.generate.uniqueness import Digits, Masks, UniquenessChecker, given_cells
from farandole.grid import Cell
from farandole.limits import check_seed
from farandole.puzzle import Puzzle, check_puzzle
from farandole.records import record, replace


@record
class ChangedPuzzle:
    """A puzzle after clues were added or removed.

    Parameters
    ----------
    puzzle : Puzzle
    clues : tuple of Clue
        The clues that were added or removed.
    is_done : bool
        Whether everything was tried; False if it timed out, or if a search did not finish.
    """

    puzzle: Puzzle
    clues: tuple[Clue, ...]
    is_done: bool = True


def complete(
    puzzle: Puzzle,
    *,
    symmetry: str = "none",
    seed: SupportsIndex | None = 0,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> ChangedPuzzle:
    """Add givens until a puzzle has one solution; every added given is needed.

    Parameters
    ----------
    puzzle : Puzzle
        With at least one solution.
    symmetry : str
        The symmetry of the added givens, as for `make`.
    seed : int, optional
        Decides which solution, and which cells.
    seconds, progress, cancel
        As for `make`, but there is no partial result.

    Raises
    ------
    PuzzleError
        If there is no solution.
    UnfinishedError
        If it timed out or was cancelled.

    Examples
    --------
    >>> changed = complete(Puzzle.classic("53..7....6..195....98....6." + "." * 54))
    >>> changed.puzzle.is_unique(), len(changed.clues) > 0
    (True, True)
    """
    monitor, checker = ProgressMonitor(seconds, progress, cancel), UniquenessChecker.of(check_puzzle(puzzle))
    random = _random(seed, "complete", puzzle, symmetry)
    given = given_cells(puzzle)
    monitor.report("complete", 0)
    solution = random_completion(checker, _masks(checker, puzzle), random, monitor)
    if solution is None:
        raise PuzzleError("expected a puzzle with a solution, found one with none")
    orbits = [orbit for orbit in _shuffle_orbits(puzzle, symmetry, random) if not given.issuperset(orbit)]
    needed = add_givens(checker, solution, given, orbits, random, monitor)
    assert needed is not None, "all cells together have one solution"
    added = [tuple(cell for cell in orbit if cell not in given) for orbit in orbits]
    result = remove_givens(checker, solution, added, needed, monitor=monitor)
    done = puzzle.with_givens(_givens(solution, result.given))
    return ChangedPuzzle(done, _clues_at(done, result.given - given), is_done=not result.undecided)


def minimize(
    puzzle: Puzzle,
    *,
    symmetry: str = "none",
    rules: bool = False,
    seed: SupportsIndex | None = 0,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> ChangedPuzzle:
    """Remove givens one at a time until every one that is left is needed.

    Parameters
    ----------
    puzzle : Puzzle
        With one solution.
    symmetry : str
        Givens that the symmetry maps to each other are removed together.
    rules : bool
        Whether needless rules are removed too, after the givens.
    seed : int, optional
        Decides in which order the givens are tried.
    seconds, progress, cancel
        As for `make`; the result has the removals until then.

    Raises
    ------
    PuzzleError
        If there is not exactly one solution.

    Examples
    --------
    >>> full = Puzzle.classic("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
    >>> changed = minimize(full)
    >>> changed.puzzle.is_unique(), len(changed.clues) > 40, changed.is_done
    (True, True, True)
    """
    monitor, random, checker = (
        ProgressMonitor(seconds, progress, cancel),
        _random(seed),
        UniquenessChecker.of(check_puzzle(puzzle)),
    )
    solution = _only_solution(checker, puzzle)
    given: frozenset[Cell] | set[Cell] = given_cells(puzzle)
    now, is_done = puzzle, True
    try:
        for tries, orbit in enumerate(_shuffle_orbits(puzzle, symmetry, random)):
            cells = tuple(cell for cell in orbit if cell in given)
            if cells:
                monitor.report("minimize", tries, now)
                result = remove_givens(checker, solution, [cells], given, monitor=monitor)
                given, is_done = result.given, is_done and not result.undecided
                now = puzzle.with_givens(_givens(solution, given))
        if rules:
            now = _without_rules(now, monitor)
    except (UnfinishedError, KeyboardInterrupt):
        is_done = False
    kept = {clue.in_words for clue in clues_of(now)}
    return ChangedPuzzle(now, tuple(clue for clue in clues_of(puzzle) if clue.in_words not in kept), is_done)


def fill(
    puzzle: Puzzle,
    pattern: Any = None,
    *,
    minimal: bool = False,
    seed: SupportsIndex | None = 0,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> ChangedPuzzle:
    """Fill the cells of a pattern so that the puzzle has one solution; or fill all cells at random.

    Parameters
    ----------
    puzzle : Puzzle
        Its givens and rules are kept.
    pattern : optional
        The cells to fill, as for `make`; by default, all empty cells, with the digits of some solution.
    minimal : bool
        Whether every given must be needed.
    seed : int, optional
        Decides which digits.
    seconds, progress, cancel
        As for `make`.

    Raises
    ------
    PuzzleError
        If there is no solution.
    UnfinishedError
        If it timed out before it found digits that leave one solution.

    Examples
    --------
    >>> pattern = "xx..x....x..xxx....xx....x.x...x...xx..x.x..xx...x...x.x....xx....xxx..x....x..xx"
    >>> changed = fill(Puzzle.classic("." * 81), pattern)
    >>> changed.puzzle.is_unique(), changed.puzzle.line.count(".") == pattern.count(".")
    (True, True)
    """
    monitor, checker = ProgressMonitor(seconds, progress, cancel), UniquenessChecker.of(check_puzzle(puzzle))
    given = given_cells(puzzle)
    pattern_cells = None if pattern is None else sorted(parse_pattern(puzzle.grid, pattern))
    random = _random(seed, "fill", puzzle, pattern_cells, minimal)
    if pattern_cells is None:
        solution = random_completion(checker, _masks(checker, puzzle), random, monitor)
        if solution is None:
            raise PuzzleError("expected a puzzle with a solution, found one with none")
        return _make_filled(puzzle, solution, frozenset(range(puzzle.grid.n_cells)))
    cells = given.union(pattern_cells)
    spec = Spec(
        shape=puzzle.grid,
        grid=puzzle.grid,
        rules=puzzle.rules,
        kinds=(),
        orbits=tuple((cell,) for cell in sorted(cells)),
        symmetry="none",
        minimal=minimal,
        givens=(0, inf),
        pattern=cells,
        target=None,
        marks=tuple(_masks(checker, puzzle)),
    )
    search = LocalSearch(spec, random, monitor)
    found = search.run()
    if found is None:
        raise PuzzleError("expected a puzzle with a solution, found one with none")
    return _make_filled(puzzle, found.solution, cells)


def _make_filled(puzzle: Puzzle, solution: Digits, cells: frozenset[int]) -> ChangedPuzzle:
    done = puzzle.with_givens(_givens(solution, cells))
    return ChangedPuzzle(done, _clues_at(done, {cell for cell in cells if not puzzle.givens[cell]}))


def _without_rules(puzzle: Puzzle, monitor: ProgressMonitor) -> Puzzle:
    """Remove rules, in order, while the solution stays unique."""
    at = 0
    while at < len(puzzle.rules):
        monitor.check()
        trial = replace(puzzle, rules=(*puzzle.rules[:at], *puzzle.rules[at + 1 :]))
        if trial.is_unique(seconds=monitor.stop.seconds_left()):
            puzzle = trial
        else:
            at += 1
    return puzzle


def _random(seed: SupportsIndex | None, *arguments: object) -> Random:
    """Seed a generator; the arguments are mixed in, so that other arguments lead to other solutions."""
    number = check_seed(seed)
    return Random(number if number is None or not arguments else hash_seed(repr((number, *arguments))))


def _masks(checker: UniquenessChecker, puzzle: Puzzle) -> Masks:
    return checker.masks({cell: digit for cell, digit in enumerate(puzzle.givens) if digit})


def _givens(solution: Sequence[int], given: frozenset[int] | set[int]) -> tuple[int, ...]:
    return tuple(digit if cell in given else 0 for cell, digit in enumerate(solution))


def _shuffle_orbits(puzzle: Puzzle, symmetry: str, random: Random) -> list[Orbit]:
    orbits = orbits_of(puzzle.grid, symmetry)
    return random.sample(orbits, len(orbits))


def _clues_at(puzzle: Puzzle, cells: set[int]) -> tuple[Clue, ...]:
    names = {puzzle.grid.cell_name(cell) for cell in cells}
    return tuple(clue for clue in clues_of(puzzle) if clue.kind == "given" and clue.cells in names)


def _only_solution(checker: UniquenessChecker, puzzle: Puzzle) -> Digits:
    masks = _masks(checker, puzzle)
    solution = checker.solve(masks)
    if solution is None or checker.find_other(masks, solution) is not None:
        found = "none" if solution is None else "several"
        raise PuzzleError(f"expected a puzzle with one solution, found {found}")
    return solution
