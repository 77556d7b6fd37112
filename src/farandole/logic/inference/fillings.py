"""The digits that a few rules and houses allow in their cells together, by exact search.

A person fills in one line, one arrow or one row with its clues, and sees which candidates take part in a filling. Here
the native search does it: it looks for a filling for each candidate, and marks all digits of a filling as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, digits_of, has_digit, union
from farandole.grid import Cell
from farandole.logic.board import Board, Digit, DigitSet, Geometry, HouseNumber, cache_for_geometries
from farandole.logic.inference.sums import Remainder
from farandole.logic.inference.windows import WindowModel, choose_windows
from farandole.rules import Equation, Model, Rule

Source: TypeAlias = Rule | Equation | Remainder  # what limits the cells of a group
Masks: TypeAlias = tuple[DigitSet, ...]  # of the cells of a group, in their order

_MAX_CHOICES = 50  # of a search for one filling; where they don't suffice, a candidate stays
_LONG = 12  # cells: a longer group gets fewer choices
_MAX_CHOICES_IF_LONG = 4
_QUICK_CHOICES = 6
_MAX_SEARCHED = 30  # cells of a group whose candidates are searched one by one; of a longer one, windows are
_MAX_CACHED = 1 << 10  # supports of a group
_WINDOW = 8  # cells of a part of a longer group that is searched exactly
_SMALL_WINDOW = 4  # a digit that such a part must hold has few places
_MAX_WINDOWS = 40
_MAX_ROUNDS = 4  # of all windows, as long as each round excludes something


class RuleGroup:
    """Some rules and houses of a board, alone: the digits of their cells, and no others.

    Parameters
    ----------
    geometry : Geometry
    rules : sequence of Rule, Equation or Remainder
    houses : sequence of HouseNumber
        Houses that take part with all of their cells. What any house says among the cells of the group always counts.
    window : sequence of Cell, optional
        If given, only what rules and houses say of these cells alone counts.

    Attributes
    ----------
    cells : tuple of Cell
        The cells of the rules in their order, then those of the houses.
    core : _core.Fillings
        Searches for fillings.

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

    def __init__(
        self,
        geometry: Geometry,
        rules: Sequence[Source],
        houses: Sequence[HouseNumber] = (),
        window: Sequence[Cell] | None = None,
    ) -> None:
        of_rules = dict.fromkeys(cell for rule in rules for cell in rule.scope)
        of_houses = dict.fromkeys(cell for house in houses for cell in geometry.cells[house])
        self.cells: tuple[Cell, ...] = tuple(of_rules | of_houses) if window is None else tuple(window)
        self._geometry, self._rules = geometry, rules
        n_digits, n_cells, first = geometry.n_digits, geometry.n_cells, geometry.grid.first_digit
        model = Model(n_digits, n_cells, first) if window is None else WindowModel(n_digits, n_cells, window, first)
        for common in self._common_cells():
            model.all_different(common)
        for rule in rules:
            _add(rule, model)
        self._network = model.network(self.cells)
        self._allowed = [model.masks[cell] for cell in self.cells]
        self._max_choices = _MAX_CHOICES if len(self.cells) <= _LONG else _MAX_CHOICES_IF_LONG
        self.core = _core.Fillings(self._network, self._allowed, self._max_choices)
        self._known: dict[Masks, Masks] = {}
        self._needed: dict[Masks, tuple[Digit, ...]] = {}

    @cached_property
    def quick(self) -> _core.Fillings:
        """Searches for fillings with fewer choices, for the many suppositions that lead nowhere."""
        return _core.Fillings(self._network, self._allowed, _QUICK_CHOICES, _QUICK_CHOICES)

    @cached_property
    def windows(self) -> list[RuleGroup]:
        """The parts of a long group that are searched exactly: a few cells, with what is said of these alone."""
        return self._make_windows(_WINDOW)

    @cached_property
    def small_windows(self) -> list[RuleGroup]:
        """Parts of a long group of even fewer cells."""
        return self._make_windows(_SMALL_WINDOW)

    def _make_windows(self, size: int) -> list[RuleGroup]:
        if len(self.cells) <= _WINDOW:
            return []
        whole = WindowModel(self._geometry.n_digits, self._geometry.n_cells, (), self._geometry.grid.first_digit)
        for rule in self._rules:
            _add(rule, whole)
        windows = choose_windows(whole.scopes, self._common_cells(), size)[:_MAX_WINDOWS]
        return [RuleGroup(self._geometry, self._rules, window=window) for window in windows]

    def _common_cells(self) -> list[list[Cell]]:
        """List what houses have in common with the group, if that is more than a cell."""
        inside = set(self.cells)
        common = ([cell for cell in house if cell in inside] for house in self._geometry.cells)
        return [cells for cells in common if len(cells) > 1]

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
        if len(self.cells) > _LONG:
            masks = self._supports_in_windows(masks)
        if len(self.cells) > _MAX_SEARCHED:
            return tuple(self._network.propagate(self._start(masks)) or [0] * len(masks))
        return tuple(self.core.supports(masks))

    def _supports_in_windows(self, masks: Masks) -> Masks:
        """Return the candidates that take part in a filling of each window."""
        left = dict(zip(self.cells, masks, strict=True))
        changed = set(self.cells)
        for _ in range(_MAX_ROUNDS):
            again: set[Cell] = set()
            for window in self.windows:
                if not changed.isdisjoint(window.cells):
                    held = tuple([left[cell] for cell in window.cells])
                    for cell, before, after in zip(window.cells, held, window.supports(held), strict=True):
                        if after != before:
                            left[cell] = after
                            again.add(cell)
            changed = again
            if not changed:
                break
        return tuple(left.values())

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
            found.append(tuple(filling))
        return sorted(found) if search.exhausted else None

    def must_hold(self, masks: Masks) -> tuple[Digit, ...]:
        """List the digits that each filling has somewhere; none if there is no filling."""
        if masks not in self._needed:
            if len(self._needed) >= _MAX_CACHED:
                self._needed.clear()
            self._needed[masks] = tuple(self._must_hold(masks))
        return self._needed[masks]

    def _must_hold(self, masks: Masks) -> Iterator[Digit]:
        needed = self.core.must_hold(masks)
        for digit in digits_of(union(masks)):
            if has_digit(needed, digit):
                yield digit
            elif len(self.cells) > _LONG:
                without = tuple([mask & ~bit_of(digit) for mask in masks])
                if all(without) and not all(self._supports_in_windows(without)):
                    yield digit

    def _start(self, masks: Masks) -> list[DigitSet]:
        return [mask & allowed for mask, allowed in zip(masks, self._allowed, strict=True)]

    def _search(self, masks: list[DigitSet], max_choices: int | None = None) -> _core.PuzzleSearch:
        return _core.PuzzleSearch(self._network, masks, max_choices or self._max_choices)


def _add(source: Source, model: Model) -> None:
    if isinstance(source, Rule):
        model.add(source)
    else:
        source.post(model)  # sums are of numbers, whatever the first digit is


@cache_for_geometries(1 << 13)
def group_of(geometry: Geometry, rules: tuple[Source, ...], houses: tuple[HouseNumber, ...] = ()) -> RuleGroup:
    """Make a group, once for each geometry."""
    return RuleGroup(geometry, rules, houses)
