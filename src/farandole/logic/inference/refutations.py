"""Refutations: why a candidate is false, by naked and hidden singles alone, in few steps.

Singles are placed in rounds, all that there are at once, until something contradicts itself. Each knows what it rests
on, and so does what contradicts itself: only what was needed is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    HouseNumber,
    bit_of,
    bits,
    digits_of,
    is_single,
)
from farandole.logic.step import Link, Node

_Placed: TypeAlias = int  # the number of a candidate that was placed; 0 for the one that is supposed
_SomePlaced: TypeAlias = int  # bit n for number n
_Claim: TypeAlias = tuple[Node, bool]  # that a candidate is true, or false


class Refutation(NamedTuple):
    """How a candidate leads to a contradiction.

    Parameters
    ----------
    links : tuple of Link
        What must be placed, each after what it follows from.
    ends : tuple of (Node, bool)
        What can't be together: all places of a digit in a house false, two of them true, and so on.
    """

    links: tuple[Link, ...]
    ends: tuple[_Claim, ...]


class _Single(NamedTuple):
    """A single, or what contradicts itself, and the candidates that had to be struck for it."""

    candidate: Candidate
    house: HouseNumber | None
    struck: tuple[Candidate, ...]


def refutation(board: Board, candidate: Candidate) -> Refutation | None:
    """Find the contradiction that takes the fewest singles, of those that come up first; None if there is none.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("1234567.." + "." * 18 + "........8" + "." * 45))
    >>> found = refutation(board, (7, 9))
    >>> found.ends
    ((Node(digit=9, cells=256, cells_of_set=0), False),)
    """
    return _Supposition(board, candidate).refuted()


class _Supposition:
    """A candidate that is supposed to be true, and the singles that then come up."""

    def __init__(self, board: Board, candidate: Candidate) -> None:
        self.board, self.geometry = board, board.geometry
        self.masks, self.places = board.masks[:], board.places[:]
        self.placed: list[_Single] = []
        self.rests_on: list[_SomePlaced] = []
        self.struck_by: dict[Candidate, _Placed] = {}
        self.digit_of: dict[int, Digit] = {}
        self.found = [_Single(candidate, None, ())]

    def refuted(self) -> Refutation | None:
        """Place singles until something contradicts itself, or none are left."""
        while self.found:
            contradictions = list(self._place_all())
            contradictions += self._emptied()
            if contradictions:
                return self._told(min(contradictions, key=lambda ends: self._needed(ends).bit_count()))
            self.found = self._singles()
        return None

    def _place_all(self) -> Iterator[tuple[_Claim, ...]]:
        """Place what was found; yield what can't be together."""
        for single in self.found:
            cell, digit = single.candidate
            self.placed.append(single)
            number = len(self.placed) - 1
            self.rests_on.append(self._rest(single.struck) | 1 << number)
            if cell in self.digit_of:
                yield (_node((cell, self.digit_of[cell])), True), (_node((cell, digit)), True)
                continue
            for other in bits(self.geometry.peers[cell]):
                if self.digit_of.get(other) == digit:
                    yield (_node((other, digit)), True), (_node((cell, digit)), True)
            self.digit_of[cell] = digit
            for other in digits_of(self.masks[cell] & ~bit_of(digit)):
                self._strike((cell, other), number)
            for peer in bits(self.geometry.peers[cell] & self.places[digit]):
                self._strike((peer, digit), number)

    def _strike(self, candidate: Candidate, number: _Placed) -> None:
        cell, digit = candidate
        self.struck_by.setdefault(candidate, number)
        self.masks[cell] &= ~bit_of(digit)
        self.places[digit] &= ~(1 << cell)

    def _rest(self, struck: Iterable[Candidate]) -> _SomePlaced:
        rest = 0
        for candidate in struck:
            rest |= self.rests_on[self.struck_by[candidate]]
        return rest

    def _emptied(self) -> Iterator[tuple[_Claim, ...]]:
        """List cells without candidates, and houses without a place for a digit: what was struck there."""
        for cell in bits(self.board.open):
            if not self.masks[cell]:
                yield self._false((cell, digit) for digit in digits_of(self.board.masks[cell]))
        for _, digit, before in self._houses():
            if not before & self.places[digit]:
                yield self._false((cell, digit) for cell in bits(before))

    def _false(self, candidates: Iterable[Candidate]) -> tuple[_Claim, ...]:
        return tuple((_node(candidate), False) for candidate in candidates)

    def _houses(self) -> Iterator[tuple[HouseNumber, Digit, CellSet]]:
        """List the full houses, and the places of each digit there before anything was supposed."""
        for house, cells in enumerate(self.geometry.houses):
            if self.geometry.is_full[house]:
                for digit in range(1, self.geometry.n_digits + 1):
                    before = cells & self.board.places[digit]
                    if before:
                        yield house, digit, before

    def _singles(self) -> list[_Single]:
        """Find the singles that are left, each as it rests on the fewest others."""
        best: dict[Candidate, _Single] = {}
        for single in (*self._naked(), *self._hidden()):
            known = best.get(single.candidate)
            if known is None or self._cost(single) < self._cost(known):
                best[single.candidate] = single
        return list(best.values())

    def _cost(self, single: _Single) -> int:
        return self._rest(single.struck).bit_count()

    def _naked(self) -> Iterator[_Single]:
        for cell in bits(self.board.open):
            mask = self.masks[cell]
            if is_single(mask) and cell not in self.digit_of:
                gone: DigitSet = self.board.masks[cell] & ~mask
                yield _Single((cell, mask.bit_length()), None, tuple((cell, digit) for digit in digits_of(gone)))

    def _hidden(self) -> Iterator[_Single]:
        for house, digit, before in self._houses():
            place = before & self.places[digit]
            cell = place.bit_length() - 1
            if is_single(place) and cell not in self.digit_of:
                yield _Single((cell, digit), house, tuple((other, digit) for other in bits(before & ~place)))

    def _needed(self, ends: tuple[_Claim, ...]) -> _SomePlaced:
        """Find what was placed on the way to some claims."""
        needed = 0
        for node, is_right in ends:
            candidate = node.cells.bit_length() - 1, node.digit
            if not is_right:
                needed |= self._rest([candidate])
            else:
                needed |= self.rests_on[next(n for n, one in enumerate(self.placed) if one.candidate == candidate)]
        return needed

    def _told(self, ends: tuple[_Claim, ...]) -> Refutation:
        links: list[Link] = []
        for number in bits(self._needed(ends)):
            candidate, house, struck = self.placed[number]
            causes = struck or [candidate] * bool(number)  # a single of the board itself follows from nothing else
            links += (Link(_node(cause), _node(candidate), True, house=house) for cause in causes)
        return Refutation(tuple(links), ends)


def _node(candidate: Candidate) -> Node:
    cell, digit = candidate
    return Node(digit, 1 << cell)
