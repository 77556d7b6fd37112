"""What is wrong with a puzzle itself: it has no solution, or several."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from farandole.i18n import tr
from farandole.logic.board import Board, Digit
from farandole.logic.inference.deductions import Trial
from farandole.logic.techniques.rule_contradictions import describe_contradiction, refute
from farandole.logic.wording.proofs import join_sentences
from farandole.logic.wording.words import join_words
from farandole.puzzle import Puzzle
from farandole.records import record
from farandole.rules import SameDigits

_MAX_ROUNDS = 8  # of deductions
_MAX_DEDUCTIONS = 8  # of a proof that there is no solution
_MAX_NODES = 60_000  # of the search before a hint, on 81 cells; about a tenth of a second
_MAX_SLOW_NODES = 60  # where each node compares sets of digits, which takes a thousand times as long


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
    is_of_player : bool
        Whether the pencilmarks of the puzzle hold what the player has entered.
    """

    puzzle: Puzzle
    cell: str = ""
    digits: tuple[Digit, ...] = ()
    is_of_player: bool = False

    def __str__(self) -> str:
        if self.is_of_player:
            if why := self.puzzle.why():
                return tr("No solution has all that you entered: {why}.", why=why)
            return join_sentences(tr("No solution has all that you entered"), *_describe_proof(self.puzzle))
        if self.cell:
            return tr(
                "The puzzle has several solutions: {cell} may be {digits}.",
                cell=self.cell,
                digits=join_words(map(self.puzzle.grid.digit_name, self.digits), "or"),
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


class Known(NamedTuple):
    """What a search knows of the solutions of a puzzle.

    Attributes
    ----------
    solutions : tuple of tuple of Digit
        The first two solutions, or fewer.
    is_sure : bool
        Whether there are two, or no others. Otherwise the search was cut short.
    """

    solutions: tuple[tuple[Digit, ...], ...]
    is_sure: bool


def budget_of(puzzle: Puzzle) -> int | None:
    """Return how many nodes of a search take about a tenth of a second; None for a classic puzzle, which needs few."""
    if puzzle.is_classic and puzzle.pencilmarks is None:
        return None
    is_slow = any(isinstance(rule, SameDigits) for rule in puzzle.rules)
    return (_MAX_SLOW_NODES if is_slow else _MAX_NODES) * 81 // max(81, puzzle.grid.n_cells)


@lru_cache(maxsize=64)
def search_solutions(puzzle: Puzzle) -> Known:
    """Look for two solutions with bounded work, cached because a player asks for many hints on one puzzle.

    The bound is a number of nodes, so the answer doesn't depend on the machine.
    """
    found = puzzle.solutions(budget=budget_of(puzzle))
    solutions = tuple(tuple(solution.digits) for solution in islice(found, 2))
    return Known(solutions, len(solutions) == 2 or found.exhausted)


def find_fault(puzzle: Puzzle) -> Fault | None:
    """Return the fault of a puzzle without a solution, or with several; None if it has exactly one."""
    known = search_solutions(puzzle)
    return fault_of(puzzle, known.solutions if known.is_sure else _first_solutions(puzzle))


def fault_of(puzzle: Puzzle, solutions: tuple[tuple[Digit, ...], ...]) -> Fault | None:
    """Return the fault of a puzzle whose first two solutions, or fewer, are known."""
    if not solutions:
        return Fault(puzzle)
    if len(solutions) == 1:
        return None
    pairs = zip(*solutions, strict=True)
    cell, different = next((cell, pair) for cell, pair in enumerate(pairs) if pair[0] != pair[1])
    return Fault(puzzle, puzzle.grid.cell_name(cell), tuple(sorted(different)))


@lru_cache(maxsize=64)
def _first_solutions(puzzle: Puzzle) -> tuple[tuple[Digit, ...], ...]:
    return tuple(tuple(solution.digits) for solution in islice(puzzle.solutions(), 2))
