"""Find the fewest clues of an impossible puzzle that no solution has together."""

from __future__ import annotations

from typing import NamedTuple, SupportsFloat

from farandole.bitsets import bits, set_of, smallest_hitting_set
from farandole.errors import PuzzleError, UnfinishedError
from farandole.generate.clues import Clue, clues_of
from farandole.generate.progress import CancelCallback, ProgressCallback, ProgressMonitor
from farandole.puzzle import Puzzle, Solution
from farandole.records import replace

MOST_ROUNDS = 2000
"""Rounds of the search for a smallest set. It limits rounds, so that the answer is the same on a slow machine."""


class ConflictingClues(NamedTuple):
    """Clues that no solution has together, though it may have any of them but one.

    Parameters
    ----------
    clues : tuple of Clue
        None if the grid and the pencilmarks alone have no solution.
    is_smallest : bool
        Whether no fewer clues conflict. False if that was not found out in time.
    is_minimal : bool
        Whether each of the clues is needed for the conflict. False if that was not found out in time.
    """

    clues: tuple[Clue, ...]
    is_smallest: bool
    is_minimal: bool


def conflicting(
    puzzle: Puzzle,
    *,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> ConflictingClues:
    """Find a smallest set of givens and rules that no solution has together. Houses and pencilmarks always hold.

    A *correction* is a set of clues without which there is a solution. Every conflicting set has a clue of each
    correction. So the smallest set that hits all known corrections either conflicts, and no smaller one does, or it has
    a solution, which gives another correction (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction
    with minimal hitting set dualization", CP 2015).

    Parameters
    ----------
    puzzle : Puzzle
        Without a solution.
    seconds : float, optional
        Time limit. What was found by then conflicts, but may be larger than needed.
    progress, cancel : callable, optional
        As for `farandole.generate.make`.

    Raises
    ------
    PuzzleError
        If there is a solution.
    UnfinishedError
        If the time was too short to know whether there is one.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> conflict = conflicting(Puzzle.of(Grid.classic((2, 2)), "14.. ..2. .3.. ...1"))
    >>> [clue.in_words for clue in conflict.clues], conflict.is_smallest
    (['r1c1=1', 'r3c2=3', 'r4c4=1'], True)
    """
    search = _Search(puzzle, ProgressMonitor(seconds, progress, cancel))
    if search.solve(search.conflict) is not None:
        raise PuzzleError("expected a puzzle without a solution, found one with a solution")
    is_minimal = is_smallest = False
    try:
        search.shrink()
        is_minimal = True
        is_smallest = search.find_smallest()
    except UnfinishedError:
        pass
    return ConflictingClues(tuple(search.clues[number] for number in bits(search.conflict)), is_smallest, is_minimal)


class _Search:
    """Sets of clues are masks: bit k for clue k. ``conflict`` is the smallest conflicting set so far."""

    def __init__(self, puzzle: Puzzle, monitor: ProgressMonitor) -> None:
        self.clues = tuple(clues_of(puzzle))
        self.conflict = set_of(range(len(self.clues)))
        self._puzzle, self._monitor, self._tries = puzzle, monitor, 0
        self._cells = tuple(cell for cell, digit in enumerate(puzzle.givens) if digit)

    def solve(self, clues: int) -> Solution | None:
        """Return a solution that keeps these clues, or None if there is none."""
        self._tries += 1
        self._monitor.report("conflict", self._tries)
        n_givens = len(self._cells)
        givens = [0] * self._puzzle.grid.n_cells
        for number in bits(clues & ((1 << n_givens) - 1)):
            givens[self._cells[number]] = self._puzzle.givens[self._cells[number]]
        rules = tuple(self._puzzle.rules[number] for number in bits(clues >> n_givens))
        solutions = replace(self._puzzle.with_givens(tuple(givens)), rules=rules).solutions(
            seconds=self._monitor.stop.seconds_left()
        )
        solution = next(solutions, None)
        if solution is None and not solutions.exhausted:
            raise UnfinishedError("timed out before the conflict was known")
        self._monitor.check()
        return solution

    def shrink(self) -> None:
        """Leave out clue after clue while the rest still conflicts. Then each that is left is needed."""
        for number in bits(self.conflict):
            if self.solve(self.conflict & ~(1 << number)) is None:
                self.conflict &= ~(1 << number)

    def find_smallest(self) -> bool:
        """Find a smallest conflicting set. Returns False if that took too many rounds."""
        corrections = list[int]()
        for _ in range(MOST_ROUNDS):
            hitting = smallest_hitting_set(corrections, self.conflict.bit_count())
            if hitting is None:
                return True
            solution = self.solve(hitting)
            if solution is None:
                self.conflict = hitting
                return True
            corrections.append(self._correct(solution))
        return False

    def _correct(self, solution: Solution) -> int:
        """Return a smallest correction among the clues that a solution breaks."""
        everything = set_of(range(len(self.clues)))
        kept = self._kept_by(solution)
        for number in bits(everything & ~kept):
            if not kept >> number & 1 and (more := self.solve(kept | 1 << number)):
                kept = self._kept_by(more)
        return everything & ~kept

    def _kept_by(self, solution: Solution) -> int:
        """Return the clues that a solution keeps."""
        digits = solution.digits
        kept = [digits[cell] == self._puzzle.givens[cell] for cell in self._cells]
        kept += [rule.holds([solution[cell] for cell in rule.scope]) for rule in self._puzzle.rules]
        return set_of(number for number, is_kept in enumerate(kept) if is_kept)
