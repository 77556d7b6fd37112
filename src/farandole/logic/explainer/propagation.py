"""Propagation: the consequences of a candidate being true, or false, in the order of Sudoku Explainer.

The number of a candidate is its digit times the number of cells, plus its cell. A claim is twice that number, and one
more if it says that the candidate is true ("on").
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bits, digits_of, union
from farandole.logic.board import Candidate, CellSet, DigitSet, Geometry, HouseNumber
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.step import Step

CandidateNumber: TypeAlias = int
CandidateSet: TypeAlias = int  # bit k for candidate k
Claim: TypeAlias = int
ClaimSet: TypeAlias = int  # bit i for claim i

# Why a claim follows: a house, or one of two other causes.
Cause: TypeAlias = HouseNumber
BY_CELL: Cause = -1  # its cell has one candidate left, or holds another digit
ASSUMED: Cause = -2  # the claim is the assumption


def false_claims(candidates: Iterable[Candidate], n_cells: int) -> tuple[Claim, ...]:
    """List the claims that these candidates are false, by cells and digits."""
    return tuple(2 * (digit * n_cells + cell) for cell, digit in sorted(candidates))


class Justification(NamedTuple):
    """Why a claim follows.

    Parameters
    ----------
    parents : tuple of Claim
        The claims that it follows from, all of them together.
    ancestors : ClaimSet
        All claims that it follows from, directly or indirectly, and itself.
    cause : Cause
    nested : Nested, optional
        The step within the propagation that gave the claim.
    """

    parents: tuple[Claim, ...]
    ancestors: ClaimSet
    cause: Cause
    nested: Nested | None = None


class Nested(NamedTuple):
    """A step that is taken within a propagation.

    Parameters
    ----------
    step : Step
    claims : tuple of Claim
        The claims that the eliminated candidates are false.
    parents : tuple of Claim
        The claims that the step rests on.
    complexity : int
        The complexity of a chain; 0 for other steps.
    identity : object
        Equal for equivalent chains; None for other steps.
    """

    step: Step
    claims: tuple[Claim, ...]
    parents: tuple[Claim, ...]
    complexity: int = 0
    identity: object = None


class Conflict(NamedTuple):
    """A candidate that would be both true and false."""

    on: tuple[Claim, Justification]
    off: tuple[Claim, Justification]


class WorkingMarks:
    """The pencilmarks during a propagation, and those at its start."""

    __slots__ = ("geometry", "masks", "open", "places", "start")

    def __init__(self, start: Marks) -> None:
        self.geometry: Geometry = start.geometry
        self.start = start
        self.masks: list[DigitSet] = start.masks[:]
        self.places: list[CellSet] = start.places[:]
        self.open: CellSet = start.open


NestedSearch = Callable[[WorkingMarks], Iterable[Nested]]


class Propagation:
    """All consequences of a claim, in the order in which they are found, up to the first conflict.

    Parameters
    ----------
    marks : Marks
    start : Claim
    cells : bool
        Whether to use that a cell holds exactly one digit; otherwise only the places of one digit count.
    dynamic : bool
        Whether to eliminate false candidates, so that several claims together may imply another.
    nested_search : callable, optional
        Finds nested steps on the pencilmarks of the propagation when nothing else follows.

    Attributes
    ----------
    justifications : dict from claim to Justification
        In order.
    on, off : list of CellSet
        For each digit, the cells where it is true, or is not.
    conflict : Conflict or None
    """

    __slots__ = (
        "_cells",
        "_dynamic",
        "_n",
        "_order",
        "_pending_off",
        "_pending_on",
        "conflict",
        "justifications",
        "off",
        "on",
        "seen",
    )

    def __init__(
        self,
        marks: Marks,
        start: Claim,
        *,
        cells: bool = True,
        dynamic: bool,
        nested_search: NestedSearch | None = None,
    ) -> None:
        n = marks.geometry.n_digits
        self._n = marks.geometry.n_cells
        self._cells, self._dynamic = cells, dynamic
        self._order = order_of(marks.geometry)
        self.seen = WorkingMarks(marks)
        self.on: list[CellSet] = [0] * (n + 1)
        self.off: list[CellSet] = [0] * (n + 1)
        self.justifications: dict[Claim, Justification] = {start: Justification((), 1 << start, ASSUMED)}
        self.conflict: Conflict | None = None
        digit, cell = divmod(start >> 1, self._n)
        (self.on if start & 1 else self.off)[digit] |= 1 << cell
        self._pending_on, self._pending_off = deque[Claim](), deque[Claim]()
        (self._pending_on if start & 1 else self._pending_off).append(start)
        while True:
            self._propagate()
            if self.conflict or nested_search is None or not self._apply_nested(nested_search):
                break

    def _propagate(self) -> None:
        pending_on, pending_off = self._pending_on, self._pending_off
        while not self.conflict:
            if pending_on:
                self._from_on(pending_on.popleft())
            elif pending_off:
                self._from_off(pending_off.popleft())
            else:
                return

    def _from_on(self, claim: Claim) -> None:
        """Find the candidates that are false because one is true."""
        digit, cell = divmod(claim >> 1, self._n)
        masks, places, on, off = self.seen.masks, self.seen.places, self.on, self.off
        ancestors = self.justifications[claim].ancestors
        justifications, pending = self.justifications, self._pending_off
        parents = (claim,)
        if self._cells:
            here, base, step = 1 << cell, 2 * cell, 2 * self._n
            for other_digit in digits_of(masks[cell] & ~(1 << digit >> 1)):
                if on[other_digit] & here:
                    self._clash_off(base + step * other_digit, parents, ancestors, BY_CELL)
                    return
                if not off[other_digit] & here:
                    off[other_digit] |= here
                    new = base + step * other_digit
                    justifications[new] = Justification(parents, ancestors | 1 << new, BY_CELL)
                    pending.append(new)
        true_elsewhere = places[digit] & self.seen.geometry.peers[cell] & on[digit]
        fresh = places[digit] & ~off[digit]
        base = 2 * digit * self._n
        for house, part in zip(self._order.houses_of[cell], self._order.parts[cell], strict=False):
            for elsewhere in bits(part & (fresh | true_elsewhere)):
                new = base + 2 * elsewhere
                if true_elsewhere >> elsewhere & 1:
                    self._clash_off(new, parents, ancestors, house)
                    return
                off[digit] |= 1 << elsewhere
                justifications[new] = Justification(parents, ancestors | 1 << new, house)
                pending.append(new)

    def _from_off(self, claim: Claim) -> None:
        """Find the candidates that are true because one is false, and eliminate that one."""
        digit, cell = divmod(claim >> 1, self._n)
        seen, start = self.seen, self.seen.start
        consequences: list[tuple[Claim, tuple[Claim, ...], Cause]] = []
        if self._cells:
            mask = seen.masks[cell]
            if mask.bit_count() == 2:
                base, step = 2 * cell, 2 * self._n
                other_digit = (mask & ~(1 << digit >> 1)).bit_length()
                eliminated = start.masks[cell] & ~mask
                parents = (claim, *(base + step * gone for gone in digits_of(eliminated))) if eliminated else (claim,)
                consequences.append((base + step * other_digit + 1, parents, BY_CELL))
        places, before = seen.places[digit], start.places[digit]
        here, base = 1 << cell, 2 * digit * self._n
        known = 0
        for house in self._order.full_houses_of[cell]:
            cells = seen.geometry.houses[house]
            place = places & cells & ~here
            if place and not place & (place - 1) and not place & known:
                known |= place
                emptied = before & cells & ~places
                parents = (claim, *(base + 2 * gone for gone in bits(emptied))) if emptied else (claim,)
                consequences.append((base + 2 * place.bit_length() - 1, parents, house))
        if self._dynamic:
            seen.masks[cell] &= ~(1 << digit >> 1)
            seen.places[digit] &= ~here
        for new, parents, cause in consequences:
            self._add_on(new, parents, cause)
            if self.conflict:
                return

    def _add_on(self, claim: Claim, parents: tuple[Claim, ...], cause: Cause) -> None:
        justifications = self.justifications
        digit, cell = divmod(claim >> 1, self._n)
        is_off = self.off[digit] >> cell & 1
        if not is_off and self.on[digit] >> cell & 1:
            return
        ancestors = 1 << claim
        for parent in parents:
            ancestors |= justifications[parent].ancestors
        justification = Justification(parents, ancestors, cause)
        if is_off:
            self.conflict = Conflict((claim, justification), (claim - 1, justifications[claim - 1]))
            return
        self.on[digit] |= 1 << cell
        justifications[claim] = justification
        self._pending_on.append(claim)

    def _clash_off(self, claim: Claim, parents: tuple[Claim, ...], ancestors: ClaimSet, cause: Cause) -> None:
        new = Justification(parents, ancestors | 1 << claim, cause)
        self.conflict = Conflict((claim + 1, self.justifications[claim + 1]), (claim, new))

    def _apply_nested(self, nested_search: NestedSearch) -> bool:
        """Take the nested steps that the pencilmarks allow now; return whether they gave new claims."""
        is_new = False
        for nested in nested_search(self.seen):
            ancestors = union(self.justifications[parent].ancestors for parent in nested.parents)
            for claim in nested.claims:
                digit, cell = divmod(claim >> 1, self._n)
                if not self.off[digit] >> cell & 1:
                    self.off[digit] |= 1 << cell
                    self.justifications[claim] = Justification(nested.parents, ancestors | 1 << claim, BY_CELL, nested)
                    self._pending_off.append(claim)
                    is_new = True
        return is_new
