"""The path of steps to the solution, simplest first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from farandole.i18n import tr
from farandole.limits import check_deadline
from farandole.logic.board import Board
from farandole.logic.catalog import select_techniques
from farandole.logic.faults import Fault, find_fault
from farandole.logic.inference.deductions import Clash, Deduction, Trial
from farandole.logic.step import Search, Step, Technique
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.techniques.rule_contradictions import describe_contradiction, refute
from farandole.logic.wording.proofs import join_sentences
from farandole.puzzle import Puzzle, check_puzzle
from farandole.records import replace

_MAX_DEDUCTIONS = 2  # of a contradiction that a player sees at a glance


def path(board: Board, searches: Sequence[Search], techniques: Collection[Technique] | None = None) -> Iterator[Step]:
    """Yield steps and apply each, until the board is full or no search finds a step.

    Each step is the first one of the first search that finds any. If `techniques` is given, only their steps count.
    """
    while board.n_open:
        for search in searches:
            check_deadline()
            steps = search(board)
            if techniques is not None:
                steps = (step for step in steps if step.technique in techniques)
            step = next(steps, None)
            if step is not None:
                yield step
                step.apply(board)
                break
        else:
            return


class Explanation(Iterator[Step]):
    """The steps from a puzzle toward its solution, one after another, and how they end.

    Attributes
    ----------
    board : Board
        The board before the next step.
    fault : Fault or None
        Why the steps can't reach a solution: the puzzle has none, or several. None for a puzzle with one solution, and
        for a board, which is not checked.

    Examples
    --------
    >>> from farandole.logic import explain
    >>> puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.")
    >>> explanation = explain(puzzle)
    >>> sum(len(step.placements) for step in explanation), explanation.conclude()
    (52, '')
    """

    def __init__(
        self, board: Board, searches: Sequence[Search], techniques: Collection[Technique], fault: Fault | None = None
    ) -> None:
        self.board, self.fault = board, fault
        if fault:  # then neither guesses nor steps that assume one solution prove anything
            searches = [search for search in searches if search is not brute_force]
            techniques = {technique for technique in techniques if not technique.assumes_unique}
        self._searches, self._techniques = searches, techniques
        self._last: Step | None = None
        self._has_steps = False
        self._clash: tuple[list[Deduction], Clash] | None = None

    def __next__(self) -> Step:
        if self._last:
            self._last.apply(self.board)
            self._last = None
        if self._is_refuted():
            raise StopIteration
        self._last = next(path(self.board, self._searches, self._techniques), None)
        if self._last is None:
            raise StopIteration
        self._has_steps = True
        return replace(self._last, board=self.board.copy())

    def _is_refuted(self) -> bool:
        """Return whether the puzzle has no solution, and a glance at the board shows it."""
        if self._clash or not self.fault or self.fault.cell:
            return self._clash is not None
        if not self._has_steps and self.fault.puzzle.why():
            return True
        proof = refute(Trial.of(self.board), 1)
        if proof and len(proof[0]) <= _MAX_DEDUCTIONS:
            self._clash = proof
        return self._clash is not None

    def conclude(self) -> str:
        """Say how the steps end, in the current language: "" if the board is full.

        For an impossible puzzle this is the contradiction. For a puzzle with several solutions it names a cell in which
        two of them differ.
        """
        if self._clash and self._has_steps:
            said = describe_contradiction(*self._clash, self.board.geometry)
            return join_sentences(*said, tr("So the puzzle has no solution"))
        if not self.fault:
            return tr("No technique finds another step.") if self.board.n_open else ""
        if not self._has_steps:
            return str(self.fault)
        return tr("{sentence} {next}", sentence=tr("No technique finds another step."), next=self.fault)


def explain(
    start: Puzzle | Board, *, techniques: Sequence[Technique | str] | None = None, assume_unique: bool = True
) -> Explanation:
    """Yield the steps to the solution, simplest first.

    Each step keeps a copy of the board before it, so `farandole.describe` and `farandole.draw` need nothing else.

    Parameters
    ----------
    start : Puzzle or Board
        For a puzzle without a solution, the steps lead to a contradiction, and for one with several solutions to where
        logic ends, without guesses and without techniques that assume one solution; ``fault`` of the result says so.
        A board is not checked, and it changes: each step is applied to it when the next one is asked for. On a board
        with several solutions, a guess or a technique that assumes one solution may place digits that are not forced.
    techniques : sequence of Technique or of their names, optional
        The techniques to use, simplest first; by default `TECHNIQUES`, in HoDoKu's order.
    assume_unique : bool
        Whether to use techniques that hold only because the puzzle has one solution.

    Returns
    -------
    Explanation
        An iterator of the steps. Its ``conclude`` says how they end.

    Raises
    ------
    ArgumentError
        If a technique is unknown.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> steps = list(explain(puzzle))
    >>> len(steps), steps[0].technique, steps[0].placements
    (64, <Naked Single>, ((58, 7),))
    >>> impossible = explain(Puzzle.classic("12345678." + "." * 17 + "9" + "." * 54))
    >>> list(impossible), impossible.conclude()
    ([], 'The puzzle has no solution: r1c9 has no candidate left.')
    """
    searches, usable = select_techniques(techniques, assume_unique=assume_unique)
    if isinstance(start, Board):
        return Explanation(start, searches, usable)
    return Explanation(Board.of(check_puzzle(start)), searches, usable, find_fault(start))
