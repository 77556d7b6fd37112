"""What is wrong with a puzzle itself: it has no solution, or several."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from farandole.i18n import tr
from farandole.logic.board import Board, Digit
from farandole.logic.inference.deductions import Trial
from farandole.logic.techniques.rule_contradictions import describe_contradiction, refute
from farandole.logic.wording.proofs import join_sentences
from farandole.logic.wording.words import join_words
from farandole.puzzle import Puzzle
from farandole.records import record

_MAX_ROUNDS = 8  # of deductions
_MAX_DEDUCTIONS = 8  # of a proof that there is no solution


@record
class Fault:
    """What is wrong with a puzzle itself; as a string, a sentence in the current language.

    Parameters
    ----------
    puzzle : Puzzle
    cell : str
        If there are several solutions, the name of a cell in which two of them differ.
    digits : tuple of Digit
        The digits of these two solutions in that cell.
    """

    puzzle: Puzzle
    cell: str = ""
    digits: tuple[Digit, ...] = ()

    def __str__(self) -> str:
        if self.cell:
            return tr(
                "The puzzle has several solutions: {cell} may be {digits}.",
                cell=self.cell,
                digits=join_words(map(str, self.digits), "or"),
            )
        if why := self.puzzle.why():
            return tr("The puzzle has no solution: {why}.", why=why)
        if proof := _describe_proof(self.puzzle):
            return join_sentences(tr("The puzzle has no solution"), *proof)
        return tr("The puzzle has no solution.")


def _describe_proof(puzzle: Puzzle) -> list[str]:
    """Say why a puzzle has no solution, if a few deductions from its givens show it; no sentences otherwise."""
    board = Board.of(puzzle)
    proof = refute(Trial.of(board), _MAX_ROUNDS)
    if proof is None or len(proof[0]) > _MAX_DEDUCTIONS:
        return []
    return list(describe_contradiction(*proof, board.geometry))


@lru_cache(maxsize=64)
def first_solutions(puzzle: Puzzle) -> tuple[tuple[Digit, ...], ...]:
    """Return the first two solutions, or fewer, cached because a player asks for many hints on one puzzle."""
    return tuple(tuple(solution.digits) for solution in islice(puzzle.solutions(), 2))


def find_fault(puzzle: Puzzle) -> Fault | None:
    """Return the fault of a puzzle without a solution, or with several; None if it has exactly one."""
    solutions = first_solutions(puzzle)
    if not solutions:
        return Fault(puzzle)
    if len(solutions) == 1:
        return None
    pairs = zip(*solutions, strict=True)
    cell, different = next((cell, pair) for cell, pair in enumerate(pairs) if pair[0] != pair[1])
    return Fault(puzzle, puzzle.grid.cell_name(cell), tuple(sorted(different)))
