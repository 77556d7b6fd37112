"""Contradictions: why a candidate is false, by naked and hidden singles alone, in few steps.

Singles are placed in rounds, all of them at once, until there is a contradiction. Each single records what it rests on,
so only those that the contradiction needs are described. If singles alone lead to no contradiction, they may leave two
or three choices, each of which leads to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of, is_single
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, HouseNumber
from farandole.logic.step import Link, Node

_Placed: TypeAlias = int  # the number of a placed candidate; 0 for the assumption
_SomePlaced: TypeAlias = int  # bit n for number n
_Claim: TypeAlias = tuple[Node, bool]  # that a candidate is true, or false


class Contradiction(NamedTuple):
    """How a candidate leads to a contradiction by singles.

    Parameters
    ----------
    links : tuple of Link
        The singles that must be placed, each after those that it follows from.
    ends : tuple of (Node, bool)
        Claims that contradict each other: all places of a digit in a house are false, two of them are true, and so on.
    """

    links: tuple[Link, ...]
    ends: tuple[_Claim, ...]


class CaseSplit(NamedTuple):
    """How a candidate leads to a contradiction by cases: each of a few choices leads to one.

    Parameters
    ----------
    links : tuple of Link
        The singles that must be placed first, each after those that it follows from; then only the choices are left.
    house : HouseNumber, optional
        The house if the choices are all places of a digit there; None if they are all digits of a cell.
    choices : tuple of (candidate, Contradiction or CaseSplit)
        Each choice, with the contradiction that it leads to.
    """

    links: tuple[Link, ...]
    house: HouseNumber | None
    choices: tuple[tuple[Candidate, Contradiction | CaseSplit], ...]

    @property
    def n_ends(self) -> int:
        """The number of contradictions."""
        return sum(why.n_ends if isinstance(why, CaseSplit) else 1 for _, why in self.choices)


class _Single(NamedTuple):
    """A single, and the candidates whose elimination leaves it."""

    candidate: Candidate
    house: HouseNumber | None
    eliminated: tuple[Candidate, ...]


class _Choices(NamedTuple):
    """All digits left for a cell, or all places left for a digit in a house, and the other candidates there."""

    choices: list[Candidate]
    house: HouseNumber | None
    eliminated: list[Candidate]


def find_contradiction(board: Board, candidate: Candidate) -> Contradiction | None:
    """Find a contradiction by singles: of those that appear in the first round, the one with the fewest singles.

    None if singles lead to no contradiction.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("1234567.." + "." * 18 + "........8" + "." * 45))
    >>> found = find_contradiction(board, (7, 9))
    >>> found.ends
    ((Node(digit=9, cells=256, cells_of_set=0), False),)
    """
    return _Supposition(board, candidate).find_contradiction()


MAX_CHOICES = 3


def find_case_split(board: Board, candidate: Candidate) -> CaseSplit | None:
    """Find a short contradiction by cases, for a candidate that singles alone don't contradict; None if they do.

    Choices that lead to no contradiction are split again. The result is also None if the candidate is true, because it
    then leads to a solution. The search keeps to `farandole.limits.time_limit`.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> found = find_case_split(Board.of(Puzzle.classic(line)), (1, 6))
    >>> found.choices[0][0], found.n_ends
    ((36, 3), 7)
    """
    supposition = _Supposition(board, candidate)
    return None if supposition.find_contradiction() else supposition.find_case_split()


class _Supposition:
    """A candidate that is assumed to be true, and the singles that follow."""

    def __init__(self, board: Board, candidate: Candidate) -> None:
        self.board, self.geometry = board, board.geometry
        self.masks, self.places = board.masks[:], board.places[:]
        self.placed: list[_Single] = []
        self.find_antecedents: list[_SomePlaced] = []
        self.eliminated_by: dict[Candidate, _Placed] = {}
        self.digit_of: dict[int, Digit] = {}
        self.supposed = {0}  # the numbers of the assumptions
        self.found = [_Single(candidate, None, ())]

    def and_also(self, candidate: Candidate) -> _Supposition:
        """Assume another candidate, too."""
        supposition = copy(self)
        supposition.masks, supposition.places = self.masks[:], self.places[:]
        supposition.placed, supposition.find_antecedents = self.placed[:], self.find_antecedents[:]
        supposition.eliminated_by, supposition.digit_of = dict(self.eliminated_by), dict(self.digit_of)
        supposition.supposed = self.supposed | {len(self.placed)}
        supposition.found = [_Single(candidate, None, ())]
        return supposition

    def find_case_split(self) -> CaseSplit | None:
        """Choose the cell or house with the shortest contradictions; split the choices that lead to none again."""
        tried: dict[Candidate, _Supposition | Contradiction] = {}
        best: tuple[float, list[_Supposition | Contradiction], _Choices] | None = None
        for n_choices in range(2, MAX_CHOICES + 1):
            for choices in self._choices(n_choices):
                check_deadline()
                for choice in choices.choices:
                    if choice not in tried:
                        supposition = self.and_also(choice)
                        tried[choice] = supposition.find_contradiction() or supposition
                outcomes = [tried[choice] for choice in choices.choices]
                cost = sum(map(self._cost_of, outcomes))
                if best is None or cost < best[0]:
                    best = cost, outcomes, choices
            if best and all(isinstance(outcome, Contradiction) for outcome in best[1]):
                break
        if best is None:
            return None  # everything is placed
        _, outcomes, choices = best
        cases = []
        for choice, outcome in zip(choices.choices, outcomes, strict=True):
            contradiction = outcome if isinstance(outcome, Contradiction) else outcome.find_case_split()
            if contradiction is None:
                return None
            cases.append((choice, contradiction))
        return CaseSplit(self._links(self._rest(choices.eliminated)), choices.house, tuple(cases))

    def _cost_of(self, why: _Supposition | Contradiction) -> float:
        """Estimate the length of a contradiction; of one not found yet, by how much is placed."""
        return len(why.links) if isinstance(why, Contradiction) else 1000 * 1.1 ** -len(why.placed)

    def _choices(self, n: int) -> Iterator[_Choices]:
        """List the cells and houses with `n` choices left."""
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

    def find_contradiction(self) -> Contradiction | None:
        """Place singles until there is a contradiction, or none are left."""
        while self.found:
            contradictions = list(self._place_all())
            contradictions += self._emptied()
            if contradictions:
                return self._make_contradiction(min(contradictions, key=lambda ends: self._needed(ends).bit_count()))
            self.found = self._singles()
        return None

    def _place_all(self) -> Iterator[tuple[_Claim, ...]]:
        """Place the singles found; yield claims that contradict each other."""
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
        self.eliminated_by.setdefault(candidate, number)
        self.masks[cell] &= ~bit_of(digit)
        self.places[digit] &= ~(1 << cell)

    def _rest(self, eliminated: Iterable[Candidate]) -> _SomePlaced:
        rest = 0
        for candidate in eliminated:
            rest |= self.find_antecedents[self.eliminated_by[candidate]]
        return rest

    def _emptied(self) -> Iterator[tuple[_Claim, ...]]:
        """List the candidates of cells without any left, and of digits without a place left in a house."""
        for cell in bits(self.board.open):
            if not self.masks[cell]:
                yield self._false((cell, digit) for digit in digits_of(self.board.masks[cell]))
        for _, digit, before in self._houses():
            if not before & self.places[digit]:
                yield self._false((cell, digit) for cell in bits(before))

    def _false(self, candidates: Iterable[Candidate]) -> tuple[_Claim, ...]:
        return tuple((_node(candidate), False) for candidate in candidates)

    def _houses(self) -> Iterator[tuple[HouseNumber, Digit, CellSet]]:
        """List the full houses, and the places of each digit there before the assumption."""
        for house, cells in enumerate(self.geometry.houses):
            if self.geometry.is_full[house]:
                for digit in range(1, self.geometry.n_digits + 1):
                    before = cells & self.board.places[digit]
                    if before:
                        yield house, digit, before

    def _singles(self) -> list[_Single]:
        """Find the singles that are left, each with the reason that rests on the fewest others."""
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
        """Return the placed candidates that some claims rest on."""
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

    def _make_contradiction(self, ends: tuple[_Claim, ...]) -> Contradiction:
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
