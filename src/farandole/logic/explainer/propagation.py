"""What follows if a candidate is true, or is not: a thought, claim by claim, as Sudoku Explainer thinks it.

A claim is an integer: twice the number of a candidate, and one more if it says that the candidate is true ("on"). The
number of a candidate is its digit, less one, times the number of cells, plus its cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from farandole.logic.board import Geometry, bits
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.step import Step

Claim = int

BY_CELL = -1  # a claim follows since its cell has one candidate left; otherwise a house is named
ASSUMED = -2


class Reason(NamedTuple):
    """Why a claim follows.

    Parameters
    ----------
    parents : tuple of int
        The claims that it follows from, all of them together.
    line : int
        Those, and what they follow from, and so on, and itself: bit i for claim i.
    cause : int
        The house in which a place was left or taken, `BY_CELL`, or `ASSUMED`.
    nested : Nested, optional
        The step that was taken in the thought.
    """

    parents: tuple[Claim, ...]
    line: int
    cause: int
    nested: Nested | None = None


class Nested(NamedTuple):
    """A step that is taken within a thought.

    Parameters
    ----------
    step : Step
    claims : tuple of int
        What it strikes: claims that those candidates are false.
    parents : tuple of int
        The claims without which the step couldn't be taken.
    complexity : int
        Of a chain; 0 for what is none.
    identity : object
        Equal for chains that say the same; None for what is no chain.
    """

    step: Step
    claims: tuple[Claim, ...]
    parents: tuple[Claim, ...]
    complexity: int = 0
    identity: object = None


class Conflict(NamedTuple):
    """A candidate that would be true and false."""

    on: tuple[Claim, Reason]
    off: tuple[Claim, Reason]


class Seen:
    """The pencilmarks at some point of a thought, and those at its start."""

    __slots__ = ("geometry", "masks", "open", "places", "start")

    def __init__(self, start: Marks) -> None:
        self.geometry: Geometry = start.geometry
        self.start = start
        self.masks = start.masks[:]
        self.places = start.places[:]
        self.open = start.open


Deeper = Callable[[Seen], Iterable[Nested]]


class Thought:
    """All that follows from a claim, in the order in which it is found, until a conflict if there is one.

    Parameters
    ----------
    marks : Marks
    start : Claim
    cells : bool
        Whether cells tell something; otherwise the thought is about one digit.
    dynamic : bool
        Whether candidates found to be false are struck, so that several claims together make one follow.
    deeper : callable, optional
        Tells what else follows, when nothing more does: steps within the thought, on its pencilmarks.

    Attributes
    ----------
    reasons : dict from claim to Reason
        In order.
    on, off : list of int
        For each digit, the cells where it is true, or is not, as a set.
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
        "off",
        "on",
        "reasons",
        "seen",
    )

    def __init__(
        self, marks: Marks, start: Claim, *, cells: bool = True, dynamic: bool, deeper: Deeper | None = None
    ) -> None:
        n = marks.geometry.n_digits
        self._n = marks.geometry.n_cells
        self._cells, self._dynamic = cells, dynamic
        self._order = order_of(marks.geometry)
        self.seen = Seen(marks)
        self.on, self.off = [0] * (n + 1), [0] * (n + 1)
        self.reasons: dict[Claim, Reason] = {start: Reason((), 1 << start, ASSUMED)}
        self.conflict: Conflict | None = None
        digit, cell = divmod(start >> 1, self._n)
        (self.on if start & 1 else self.off)[digit + 1] |= 1 << cell
        self._pending_on, self._pending_off = deque[Claim](), deque[Claim]()
        (self._pending_on if start & 1 else self._pending_off).append(start)
        while True:
            self._follow()
            if self.conflict or deeper is None or not self._deepen(deeper):
                break

    def _follow(self) -> None:
        pending_on, pending_off = self._pending_on, self._pending_off
        while not self.conflict:
            if pending_on:
                self._from_on(pending_on.popleft())
            elif pending_off:
                self._from_off(pending_off.popleft())
            else:
                return

    def _from_on(self, claim: Claim) -> None:
        """Find what is false as a candidate is true."""
        digit, cell = divmod(claim >> 1, self._n)
        digit += 1
        masks, places, on, off = self.seen.masks, self.seen.places, self.on, self.off
        line = self.reasons[claim].line
        reasons, pending = self.reasons, self._pending_off
        parents = (claim,)
        if self._cells:
            here, base, step = 1 << cell, 2 * cell, 2 * self._n
            for other in bits(masks[cell] & ~(1 << digit >> 1)):
                if on[other + 1] & here:
                    self._clash_off(base + step * other, parents, line, BY_CELL)
                    return
                if not off[other + 1] & here:
                    off[other + 1] |= here
                    new = base + step * other
                    reasons[new] = Reason(parents, line | 1 << new, BY_CELL)
                    pending.append(new)
        true_elsewhere = places[digit] & self.seen.geometry.peers[cell] & on[digit]
        fresh = places[digit] & ~off[digit]
        base = 2 * (digit - 1) * self._n
        for home, part in zip(self._order.houses_of[cell], self._order.parts[cell], strict=False):
            for other in bits(part & (fresh | true_elsewhere)):
                new = base + 2 * other
                if true_elsewhere >> other & 1:
                    self._clash_off(new, parents, line, home)
                    return
                off[digit] |= 1 << other
                reasons[new] = Reason(parents, line | 1 << new, home)
                pending.append(new)

    def _from_off(self, claim: Claim) -> None:
        """Find what is true as a candidate is not, and strike it."""
        digit, cell = divmod(claim >> 1, self._n)
        digit += 1
        seen, start = self.seen, self.seen.start
        found: list[tuple[Claim, tuple[Claim, ...], int]] = []
        if self._cells:
            mask = seen.masks[cell]
            if mask.bit_count() == 2:
                base, step = 2 * cell, 2 * self._n
                other = (mask & ~(1 << digit >> 1)).bit_length() - 1
                struck = start.masks[cell] & ~mask
                parents = (claim, *(base + step * gone for gone in bits(struck))) if struck else (claim,)
                found.append((base + step * other + 1, parents, BY_CELL))
        places, before = seen.places[digit], start.places[digit]
        here, base = 1 << cell, 2 * (digit - 1) * self._n
        known = 0
        for home in self._order.strong_homes[cell]:
            house = seen.geometry.houses[home]
            place = places & house & ~here
            if place and not place & (place - 1) and not place & known:
                known |= place
                struck = before & house & ~places
                parents = (claim, *(base + 2 * gone for gone in bits(struck))) if struck else (claim,)
                found.append((base + 2 * place.bit_length() - 1, parents, home))
        if self._dynamic:
            seen.masks[cell] &= ~(1 << digit >> 1)
            seen.places[digit] &= ~here
        for new, parents, cause in found:
            self._add_on(new, parents, cause)
            if self.conflict:
                return

    def _add_on(self, claim: Claim, parents: tuple[Claim, ...], cause: int) -> None:
        reasons = self.reasons
        digit, cell = divmod(claim >> 1, self._n)
        digit += 1
        if not self.off[digit] >> cell & 1:
            if self.on[digit] >> cell & 1:
                return
            line = 1 << claim
            for parent in parents:
                line |= reasons[parent].line
            self.on[digit] |= 1 << cell
            reasons[claim] = Reason(parents, line, cause)
            self._pending_on.append(claim)
            return
        line = 1 << claim
        for parent in parents:
            line |= reasons[parent].line
        self.conflict = Conflict((claim, Reason(parents, line, cause)), (claim - 1, reasons[claim - 1]))

    def _clash_off(self, claim: Claim, parents: tuple[Claim, ...], line: int, cause: int) -> None:
        new = Reason(parents, line | 1 << claim, cause)
        self.conflict = Conflict((claim + 1, self.reasons[claim + 1]), (claim, new))

    def _deepen(self, deeper: Deeper) -> bool:
        """Take the steps that the pencilmarks allow now; say whether that told something new."""
        is_new = False
        for nested in deeper(self.seen):
            line = 0
            for parent in nested.parents:
                line |= self.reasons[parent].line
            for claim in nested.claims:
                digit, cell = divmod(claim >> 1, self._n)
                if not self.off[digit + 1] >> cell & 1:
                    self.off[digit + 1] |= 1 << cell
                    self.reasons[claim] = Reason(nested.parents, line | 1 << claim, BY_CELL, nested)
                    self._pending_off.append(claim)
                    is_new = True
        return is_new
