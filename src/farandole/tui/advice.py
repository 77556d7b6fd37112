"""What a player is told who asks: whether the puzzle is sound, and a hint, one level after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from farandole import logic
from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic import Detail, Hint
from farandole.logic.board import Digit, bits
from farandole.puzzle import Puzzle
from farandole.tui.game import Game

SECONDS = 10.0
"""The longest that one looks for the solutions of a puzzle."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a puzzle: its solution, or why there isn't just one.

    Parameters
    ----------
    solution : tuple of Digit, optional
        The digit of each cell, if there is one solution.
    fault : str
        Else, what is wrong, in a sentence.
    """

    solution: tuple[Digit, ...] | None
    fault: str = ""


def verdict_of(puzzle: Puzzle, *, seconds: float = SECONDS) -> Verdict:
    """Look for two solutions of a puzzle.

    Examples
    --------
    >>> verdict_of(Puzzle.classic("." * 81)).fault
    'The puzzle has several solutions: r7c6 may be 4 or 7.'
    """
    solutions = puzzle.solutions(seconds=seconds)
    found = list(islice(solutions, 2))
    if len(found) < 2 and not solutions.exhausted:
        return Verdict(None, tr("Nobody knows yet whether this puzzle has one solution: to find out takes too long."))
    if len(found) == 1:
        return Verdict(found[0].digits)
    return Verdict(None, str(logic.find_fault(puzzle)))


class Advice:
    """A hint, of which the player has heard some levels.

    Parameters
    ----------
    hint : Hint

    Attributes
    ----------
    level : Detail
        The last level heard.
    """

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self.level = Detail.NAME

    def go_on(self) -> None:
        """Go on to the next level, if there is one."""
        self.level = Detail(min(self.level + 1, Detail.PROOF))

    @property
    def words(self) -> str:
        """What is said at this level."""
        return self.hint.describe(self.level)

    @property
    def is_step(self) -> bool:
        """Whether there is a step to do, and not a mistake, or nothing."""
        return self.hint.step is not None

    @property
    def cells(self) -> set[Cell]:
        """The cells to look at, as far as this level tells them."""
        step, geometry = self.hint.step, self.hint.board.geometry
        if step is None:
            mistakes: Sequence[tuple[Cell, Digit]] = (*self.hint.wrong_digits, *self.hint.missing_candidates)
            return {cell for cell, _ in mistakes} if self.level >= Detail.DIGITS else set()
        if self.level == Detail.NAME:
            return set()
        reason = step.reason
        pattern, ends = set(bits(reason.cells)), {cell for cell, _ in (*step.placements, *step.eliminations)}
        if self.level == Detail.PROOF:
            return pattern | ends
        is_answer = pattern <= ends  # the cell of a single: with its digit, it would tell all
        if reason.houses and (self.level == Detail.PLACE or is_answer):
            return {cell for number in reason.houses for cell in geometry.grid.houses[number].cells}
        return pattern


def advice_on(game: Game) -> Advice:
    """Find a hint for a game whose puzzle has one solution: center marks count as all candidates of their cell."""
    return Advice(logic.hint(game.puzzle, game.digits, notes=game.notes))
