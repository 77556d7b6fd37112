"""Find needless clues: givens and rules without which a puzzle still has one solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, SupportsFloat

from farandole.generate.progress import CancelCallback, ProgressCallback, ProgressMonitor
from farandole.grid import SIGNS
from farandole.puzzle import Puzzle
from farandole.records import record, replace


@record
class Clue:
    """A clue, and the puzzle without it.

    Parameters
    ----------
    kind : str
        ``given``, or the name of a rule.
    cells : str
        The names of the cells.
    number : int, optional
        The digit as people write it, or the total.
    without : Puzzle
    """

    kind: str
    cells: str
    number: int | None
    without: Puzzle

    @property
    def plain(self) -> dict[str, object]:
        """The clue as a JSON object."""
        return {"clue": self.kind, "cells": self.cells, "number": self.number}

    @property
    def in_words(self) -> str:
        """The clue as text: ``r1c1=5``, ``Cage r1c1 r1c2 (7)``."""
        if self.kind == "given":
            return f"{self.cells}={SIGNS[self.number or 0]}"
        number = "" if self.number is None else f" ({self.number})"
        return f"{self.kind} {self.cells}".rstrip() + number


class NeedlessClues(NamedTuple):
    """The clues that can each be removed alone.

    Parameters
    ----------
    clues : tuple of Clue
    undecided : tuple of Clue
        The clues that were not tried because of the time limit.
    """

    clues: tuple[Clue, ...]
    undecided: tuple[Clue, ...]


def clues_of(puzzle: Puzzle) -> Iterator[Clue]:
    """List the givens and the rules of a puzzle.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Cage
    >>> puzzle = Puzzle.of(Grid.latin(2), "1...", rules=[Cage((0, 1), 3)])
    >>> [clue.in_words for clue in clues_of(puzzle)]
    ['r1c1=1', 'Cage r1c1 r1c2 (3)']
    """
    name = puzzle.grid.cell_name
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            left = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
            yield Clue("given", name(cell), puzzle.grid.numbers[digit - 1], puzzle.with_givens(left))
    for number, rule in enumerate(puzzle.rules):
        other_rules = (*puzzle.rules[:number], *puzzle.rules[number + 1 :])
        cells = " ".join(map(name, rule.scope))
        yield Clue(type(rule).__name__, cells, getattr(rule, "total", None), replace(puzzle, rules=other_rules))


def needless(
    puzzle: Puzzle,
    *,
    seconds: SupportsFloat | None = None,
    progress: ProgressCallback | None = None,
    cancel: CancelCallback | None = None,
) -> NeedlessClues:
    """Find the clues that can each be removed alone from a puzzle with one solution.

    Parameters
    ----------
    puzzle : Puzzle
    seconds : float, optional
        Time limit; clues that are not tried within it are returned as undecided.
    progress, cancel : callable, optional
        As for `farandole.generate.make`.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> found = needless(Puzzle.of(Grid.latin(3), "123 ... 3.."))
    >>> [clue.in_words for clue in found.clues]
    ['r1c1=1', 'r1c2=2', 'r1c3=3']
    """
    monitor = ProgressMonitor(seconds, progress, cancel)
    clues: list[Clue] = []
    undecided: list[Clue] = []
    for tries, clue in enumerate(clues_of(puzzle)):
        monitor.report("needless", tries)
        is_unique = None if monitor.should_stop else clue.without.is_unique(seconds=monitor.stop.seconds_left())
        if is_unique is None:
            undecided.append(clue)
        elif is_unique:
            clues.append(clue)
    return NeedlessClues(tuple(clues), tuple(undecided))
