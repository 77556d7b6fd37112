"""Advice for a player: whether the puzzle has one solution, what contradicts it, and hints, one level after another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from farandole import logic
from farandole.bitsets import bits
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic import Detail, Hint
from farandole.logic.board import Digit
from farandole.puzzle import Puzzle
from farandole.records import record
from farandole.render.combinations import describe_combinations
from farandole.tui.game import Game, find_broken, find_repeated
from farandole.tui.rule_text import describe_rule

SECONDS = 10.0
"""Time limit for the search for the solutions of a puzzle."""


@record
class Verdict:
    """The solution of a puzzle, or why it doesn't have exactly one.

    Parameters
    ----------
    solution : tuple of Digit, optional
        The digit of each cell, if there is exactly one solution.
    fault : str
        Otherwise, what is wrong, in a sentence.
    """

    solution: tuple[Digit, ...] | None
    fault: str = ""


def judge(puzzle: Puzzle, *, seconds: float = SECONDS) -> Verdict:
    """Find out whether a puzzle has exactly one solution.

    Examples
    --------
    >>> judge(Puzzle.classic("." * 81)).fault
    'The puzzle has several solutions: r7c6 may be 4 or 7.'
    """
    solutions = puzzle.solutions(seconds=seconds)
    known = list(islice(solutions, 2))
    if len(known) < 2 and not solutions.exhausted:
        return Verdict(None, tr("Unknown whether this puzzle has exactly one solution: the search takes too long."))
    if len(known) == 1:
        return Verdict(known[0].digits)
    return Verdict(None, str(logic.find_fault(puzzle)))


def find_conflicts(puzzle: Puzzle, digits: Sequence[Digit]) -> list[tuple[list[Cell], str]]:
    """Find the digits that contradict a house or a rule: their cells, and what they break in a sentence.

    Examples
    --------
    >>> find_conflicts(Puzzle.classic("5" + "." * 80), (0, 5) + (0,) * 79)
    [([0, 1], 'row 1 has 5 more than once'), ([0, 1], 'box 1 has 5 more than once')]
    """
    grid, game = puzzle.grid, Game(puzzle)
    values = [given or digit for given, digit in zip(puzzle.givens, digits, strict=True)]
    conflicts: list[tuple[list[Cell], str]] = []
    for number, house in enumerate(grid.houses):
        for digit in sorted({values[cell] for cell in find_repeated(house.cells, values)}):
            name = house_name(grid, number)
            cells = [cell for cell in house.cells if values[cell] == digit]
            conflicts.append((cells, tr("{house} has {digit} more than once", house=name, digit=grid.signs[digit - 1])))
    of_rules = ((sorted(find_broken(rule, values, puzzle.grid)), rule) for rule in puzzle.rules)
    return conflicts + [(cells, describe_rule(rule, game)) for cells, rule in of_rules if cells]


class Advice:
    """A hint, and the level up to which the player has seen it.

    Parameters
    ----------
    hint : Hint

    Attributes
    ----------
    level : Detail
        The last level shown.
    """

    def __init__(self, hint: Hint) -> None:
        self.hint = hint
        self.level = Detail.NAME

    def go_on(self) -> None:
        """Go on to the next level, if there is one."""
        self.level = Detail(min(self.level + 1, Detail.PROOF))

    @property
    def words(self) -> str:
        """The words of the hint at this level; with a proof, the table of combinations if it has one."""
        said, step = self.hint.describe(self.level), self.hint.step
        return said + describe_combinations(step, self.hint.board) if step and self.level == Detail.PROOF else said

    @property
    def is_step(self) -> bool:
        """Whether the hint is a step, and not a mistake."""
        return self.hint.step is not None

    @property
    def cells(self) -> set[Cell]:
        """The cells to light up at this level."""
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
        is_answer = pattern <= ends  # the cell of a single would give the answer away
        if reason.houses and (self.level == Detail.PLACE or is_answer):
            return {cell for number in reason.houses for cell in geometry.grid.houses[number].cells}
        return pattern


def find_advice(game: Game) -> Advice:
    """Find a hint for a game whose puzzle has one solution. Center marks are taken for all candidates of their cell."""
    has_fog = game.puzzle.about.fog is not None  # a part of the puzzle may have several solutions
    return Advice(logic.hint(game.seen, game.digits, notes=game.notes, assume_unique=not has_fog))
