"""The digits that a few rules and houses allow in their cells together, by exact search.

A person fills in one line, one arrow or one row with its clues, and sees which candidates take part in a filling. Here
the native search does it: it looks for a filling for each candidate, and marks all digits of a filling as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of
from farandole.grid import Cell
from farandole.logic.board import Board, Digit, DigitSet, Geometry, HouseNumber
from farandole.logic.inference.sums import Remainder
from farandole.rules import Equation, Model, Rule

Source: TypeAlias = Rule | Equation | Remainder  # what limits the cells of a group
Masks: TypeAlias = tuple[DigitSet, ...]  # of the cells of a group, in their order

_MAX_CHOICES = 50  # of a search for one filling; where they don't suffice, a candidate stays
_LONG = 12  # cells: a longer group gets fewer choices
_MAX_CHOICES_IF_LONG = 4
_MAX_CACHED = 1 << 10  # supports of a group


class RuleGroup:
    """Some rules and houses of a board, alone: the digits of their cells, and no others.

    Parameters
    ----------
    geometry : Geometry
    rules : sequence of Rule, Equation or Remainder
    houses : sequence of HouseNumber
        Houses that take part with all of their cells. What any house says among the cells of the group always counts.

    Attributes
    ----------
    cells : tuple of Cell
        The cells of the rules in their order, then those of the houses.

    Examples
    --------
    >>> from farandole.bitsets import digits_of
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Thermo
    >>> board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2 r2c2")]))
    >>> group = group_of(board.geometry, board.rules)
    >>> [digits_of(mask) for mask in group.supports(group.masks(board))]
    [(1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7, 8), (3, 4, 5, 6, 7, 8, 9)]
    """

    def __init__(self, geometry: Geometry, rules: Sequence[Source], houses: Sequence[HouseNumber] = ()) -> None:
        of_rules = dict.fromkeys(cell for rule in rules for cell in rule.scope)
        of_houses = dict.fromkeys(cell for house in houses for cell in geometry.cells[house])
        self.cells: tuple[Cell, ...] = tuple(of_rules | of_houses)
        self._n_cells = geometry.n_cells
        model = Model(geometry.n_digits, geometry.n_cells)
        inside = set(self.cells)
        for house in geometry.cells:
            common = [cell for cell in house if cell in inside]
            if len(common) > 1:
                model.all_different(common)
        for rule in rules:
            rule.post(model)
        self._network, self._allowed = model.network(), model.masks
        self._max_choices = _MAX_CHOICES if len(self.cells) <= _LONG else _MAX_CHOICES_IF_LONG
        self._known: dict[Masks, Masks] = {}

    def masks(self, board: Board) -> Masks:
        """Return what each cell may hold; a cell with a digit holds that digit."""
        return tuple([bit_of(board.values[cell]) or board.masks[cell] for cell in self.cells])

    def cannot_be_filled(self, masks: Masks) -> bool:
        """Return whether a short search proves that there is no filling."""
        search = self._search(self._start(masks))
        return search.next() is None and search.exhausted

    def supports(self, masks: Masks) -> Masks:
        """Return the candidates of each cell that take part in a filling of all cells."""
        if masks not in self._known:
            if len(self._known) >= _MAX_CACHED:
                self._known.clear()
            self._known[masks] = self._supports(masks)
        return self._known[masks]

    def _supports(self, masks: Masks) -> Masks:
        supported = self._network.supports(self._start(masks), self._max_choices)
        return tuple([supported[cell] for cell in self.cells])

    def fillings(self, masks: Masks, limit: int, *, max_choices: int | None = None) -> list[tuple[Digit, ...]] | None:
        """List the fillings, smallest first; None if there are more, or perhaps more.

        Parameters
        ----------
        masks : tuple of DigitSet
            Of the cells, in their order.
        limit : int
            The most fillings that are listed.
        max_choices : int, optional
            Choices of the search; by default as few as for the support of one candidate.
        """
        search = self._search(self._start(masks), max_choices)
        found: list[tuple[Digit, ...]] = []
        while (filling := search.next()) is not None:
            if len(found) == limit:
                return None
            found.append(tuple(filling[cell] for cell in self.cells))
        return sorted(found) if search.exhausted else None

    def must_hold(self, masks: Masks) -> Iterator[Digit]:
        """Yield the digits that each filling has somewhere; none if there is no filling."""
        first = self._search(self._start(masks)).next()
        for digit in sorted({first[cell] for cell in self.cells}) if first else ():
            without = tuple(mask & ~bit_of(digit) for mask in masks)
            if not all(without):
                yield digit
                continue
            search = self._search(self._start(without))
            if search.next() is None and search.exhausted:
                yield digit

    def _start(self, masks: Masks) -> list[DigitSet]:
        start = [1] * self._n_cells  # the other cells take no part
        for cell, mask in zip(self.cells, masks, strict=True):
            start[cell] = mask & self._allowed[cell]
        return start

    def _search(self, masks: list[DigitSet], max_choices: int | None = None) -> _core.PuzzleSearch:
        return _core.PuzzleSearch(self._network, masks, max_choices or self._max_choices)


@lru_cache(maxsize=1 << 13)
def group_of(geometry: Geometry, rules: tuple[Source, ...], houses: tuple[HouseNumber, ...] = ()) -> RuleGroup:
    """Make a group, once for each geometry."""
    return RuleGroup(geometry, rules, houses)
