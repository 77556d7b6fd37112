"""Refutations: why a candidate is false, by naked and hidden singles alone, in few steps.

Singles are placed in rounds, all that there are at once, until something contradicts itself. Each knows what it rests
on, and so does what contradicts itself: only what was needed is told. Where singles alone lead to no contradiction,
they may leave two or three choices, each of which leads to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, is_single
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, HouseNumber
from farandole.logic.step import Link, Node

_Placed: TypeAlias = int  # the number of a candidate that was placed; 0 for the one that is supposed
_SomePlaced: TypeAlias = int  # bit n for number n
_Claim: TypeAlias = tuple[Node, bool]  # that a candidate is true, or false


class Contradiction(NamedTuple):
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


class CaseSplit(NamedTuple):
    """How a candidate leads to a contradiction, whichever of a few choices one takes then.

    Parameters
    ----------
    links : tuple of Link
        What must be placed first, each after what it follows from: then only the choices are left.
    house : HouseNumber, optional
        The house in which the choices are all places of a digit; None if they are all digits of a cell.
    choices : tuple of (candidate, Contradiction or CaseSplit)
        Each together with what was supposed before.
    """

    links: tuple[Link, ...]
    house: HouseNumber | None
    choices: tuple[tuple[Candidate, Contradiction | CaseSplit], ...]

    @property
    def n_ends(self) -> int:
        """How many contradictions there are."""
        return sum(why.n_ends if isinstance(why, CaseSplit) else 1 for _, why in self.choices)


class _Single(NamedTuple):
    """A single, or what contradicts itself, and the candidates that had to be struck for it."""

    candidate: Candidate
    house: HouseNumber | None
    eliminated: tuple[Candidate, ...]


class _Choices(NamedTuple):
    """All digits that are left for a cell, or all places of a digit that are left in a house; and what was struck."""

    choices: list[Candidate]
    house: HouseNumber | None
    eliminated: list[Candidate]


def find_contradiction(board: Board, candidate: Candidate) -> Contradiction | None:
    """Find the contradiction that takes the fewest singles, of those that come up first; None if there is none.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("1234567.." + "." * 18 + "........8" + "." * 45))
    >>> found = find_contradiction(board, (7, 9))
    >>> found.ends
    ((Node(digit=9, cells=256, cells_of_set=0), False),)
    """
    return _Supposition(board, candidate).refuted()


MAX_CHOICES = 3


def find_case_split(board: Board, candidate: Candidate) -> CaseSplit | None:
    """Find a short contradiction by choices, of a candidate that singles alone don't refute; None if they do.

    Where two or three choices are not enough, those that lead farthest are divided again. If the candidate is true,
    that leads to a solution: then it is None, too. It heeds the time (see `farandole.limits.time_limit`).

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> found = find_case_split(Board.of(Puzzle.classic(line)), (1, 6))
    >>> found.choices[0][0], found.n_ends
    ((36, 3), 7)
    """
    supposition = _Supposition(board, candidate)
    return None if supposition.refuted() else supposition.find_case_split()


class _Supposition:
    """A candidate that is supposed to be true, and the singles that then come up."""

    def __init__(self, board: Board, candidate: Candidate) -> None:
        self.board, self.geometry = board, board.geometry
        self.masks, self.places = board.masks[:], board.places[:]
        self.placed: list[_Single] = []
        self.find_antecedents: list[_SomePlaced] = []
        self.struck_by: dict[Candidate, _Placed] = {}
        self.digit_of: dict[int, Digit] = {}
        self.supposed = {0}  # the numbers of what follows from nothing
        self.found = [_Single(candidate, None, ())]

    def and_also(self, candidate: Candidate) -> _Supposition:
        """Suppose another candidate, too."""
        supposition = copy(self)
        supposition.masks, supposition.places = self.masks[:], self.places[:]
        supposition.placed, supposition.find_antecedents = self.placed[:], self.find_antecedents[:]
        supposition.struck_by, supposition.digit_of = dict(self.struck_by), dict(self.digit_of)
        supposition.supposed = self.supposed | {len(self.placed)}
        supposition.found = [_Single(candidate, None, ())]
        return supposition

    def find_case_split(self) -> CaseSplit | None:
        """Choose what leads to the shortest contradictions; else what leads farthest, and divide the rest."""
        tried: dict[Candidate, _Supposition | Contradiction] = {}
        best: tuple[float, list[_Supposition | Contradiction], _Choices] | None = None
        for n_choices in range(2, MAX_CHOICES + 1):
            for choices in self._choices(n_choices):
                check_deadline()
                for choice in choices.choices:
                    if choice not in tried:
                        supposition = self.and_also(choice)
                        tried[choice] = supposition.refuted() or supposition
                outcomes = [tried[choice] for choice in choices.choices]
                cost = sum(map(self._cost_of, outcomes))
                if best is None or cost < best[0]:
                    best = cost, outcomes, choices
            if best and all(isinstance(outcome, Contradiction) for outcome in best[1]):
                break
        if best is None:
            return None  # all is placed
        _, outcomes, choices = best
        cases = []
        for choice, outcome in zip(choices.choices, outcomes, strict=True):
            refuted = outcome if isinstance(outcome, Contradiction) else outcome.find_case_split()
            if refuted is None:
                return None
            cases.append((choice, refuted))
        return CaseSplit(self._links(self._rest(choices.eliminated)), choices.house, tuple(cases))

    def _cost_of(self, why: _Supposition | Contradiction) -> float:
        """Guess how long a contradiction is: of one that was not found, by how little is left."""
        return len(why.links) if isinstance(why, Contradiction) else 1000 * 1.1 ** -len(why.placed)

    def _choices(self, n: int) -> Iterator[_Choices]:
        """List the cells and the houses with so many choices left."""
        for cell in bits(self.board.open):
            mask = self.masks[cell]
            if mask.bit_count() == n:
                eliminated = [(cell, digit) for digit in digits_of(self.board.masks[cell] & ~mask)]
                yield _Choices([(cell, digit) for digit in digits_of(mask)], None, eliminated)
        for house, digit, before in self._houses():
            places = before & self.places[digit]
            if places.bit_count() == n:
                eliminated = [(cell, digit) for cell in bits(before & ~places)]
                yield _Choices([(cell, digit) for cell in bits(places)], house, eliminated)

    def refuted(self) -> Contradiction | None:
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
            self.find_antecedents.append(self._rest(single.eliminated) | 1 << number)
            if cell in self.digit_of:
                yield (_node((cell, self.digit_of[cell])), True), (_node((cell, digit)), True)
                continue
            for other_cell in bits(self.geometry.peers[cell]):
                if self.digit_of.get(other_cell) == digit:
                    yield (_node((other_cell, digit)), True), (_node((cell, digit)), True)
            self.digit_of[cell] = digit
            for other_cell in digits_of(self.masks[cell] & ~bit_of(digit)):
                self._eliminate((cell, other_cell), number)
            for peer in bits(self.geometry.peers[cell] & self.places[digit]):
                self._eliminate((peer, digit), number)

    def _eliminate(self, candidate: Candidate, number: _Placed) -> None:
        cell, digit = candidate
        self.struck_by.setdefault(candidate, number)
        self.masks[cell] &= ~bit_of(digit)
        self.places[digit] &= ~(1 << cell)

    def _rest(self, eliminated: Iterable[Candidate]) -> _SomePlaced:
        rest = 0
        for candidate in eliminated:
            rest |= self.find_antecedents[self.struck_by[candidate]]
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
        return self._rest(single.eliminated).bit_count()

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
                yield _Single((cell, digit), house, tuple((other_cell, digit) for other_cell in bits(before & ~place)))

    def _needed(self, ends: tuple[_Claim, ...]) -> _SomePlaced:
        """Find what was placed on the way to some claims."""
        needed = 0
        for node, is_true in ends:
            candidate = node.cells.bit_length() - 1, node.digit
            if not is_true:
                needed |= self._rest([candidate])
            else:
                needed |= self.find_antecedents[
                    next(n for n, single in enumerate(self.placed) if single.candidate == candidate)
                ]
        return needed

    def _told(self, ends: tuple[_Claim, ...]) -> Contradiction:
        return Contradiction(self._links(self._needed(ends)), ends)

    def _links(self, needed: _SomePlaced) -> tuple[Link, ...]:
        links: list[Link] = []
        for number in bits(needed):
            candidate, house, eliminated = self.placed[number]
            # A single of the board itself follows from nothing else.
            causes = eliminated or [candidate] * (number not in self.supposed)
            links += (Link(_node(cause), _node(candidate), True, house=house) for cause in causes)
        return tuple(links)


def _node(candidate: Candidate) -> Node:
    cell, digit = candidate
    return Node(digit, 1 << cell)
