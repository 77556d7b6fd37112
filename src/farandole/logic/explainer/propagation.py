"""Propagation: the consequences of a candidate being true, or false, in the order of Sudoku Explainer.

The number of a candidate is its digit times the number of cells, plus its cell. A claim is twice that number, and one
more if it says that the candidate is true ("on").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from farandole import _core
from farandole.logic.board import Candidate, CellSet, DigitSet, Geometry, HouseNumber
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.step import Step

CandidateNumber: TypeAlias = int
Claim: TypeAlias = int

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
    cause : Cause
    nested : Nested, optional
        The step within the propagation that gave the claim.
    """

    parents: tuple[Claim, ...]
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
    """A candidate that would be both true and false.

    Parameters
    ----------
    on, off : (Claim, Justification)
        That it is true, and that it is false.
    complexity : int
        The number of claims that one or the other follows from, directly or indirectly, and both.
    nested : tuple of Nested
        The nested steps by which they follow.
    """

    on: tuple[Claim, Justification]
    off: tuple[Claim, Justification]
    complexity: int
    nested: tuple[Nested, ...]


class WorkingMarks:
    """The pencilmarks during a propagation, and those at its start."""

    __slots__ = ("geometry", "masks", "open", "places", "start")

    def __init__(self, start: Marks, core: _core.ClaimPropagation) -> None:
        self.geometry: Geometry = start.geometry
        self.start = start
        self.masks: list[DigitSet] = core.masks()
        self.places: list[CellSet] = core.places()
        self.open: CellSet = start.open


NestedSearch = Callable[[WorkingMarks], Iterable[Nested]]


class Propagation:
    """All consequences of a claim, in the order in which they are found, up to the first conflict.

    ``propagation[claim]`` is the justification of a claim that follows.

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
    """

    __slots__ = ("_core", "_nested")

    def __init__(
        self,
        marks: Marks,
        start: Claim,
        *,
        cells: bool = True,
        dynamic: bool,
        nested_search: NestedSearch | None = None,
    ) -> None:
        self._core = _core.ClaimPropagation(order_of(marks.geometry).core, marks.masks, start, cells, dynamic)
        self._nested: list[Nested] = []
        if nested_search is not None:
            while not self._core.has_conflict and self._apply_nested(nested_search(WorkingMarks(marks, self._core))):
                self._core.run()

    def _apply_nested(self, steps: Iterable[Nested]) -> bool:
        """Take nested steps; return whether they gave new claims."""
        is_new = False
        for nested in steps:
            is_new |= self._core.add_nested(len(self._nested), nested.claims, nested.parents)
            self._nested.append(nested)
        return is_new

    def __getitem__(self, claim: Claim) -> Justification:
        return self._justify(self._core.reason(claim))

    def _justify(self, reason: tuple[Cause, int, Sequence[Claim]]) -> Justification:
        cause, nested, parents = reason
        return Justification(tuple(parents), cause, self._nested[nested] if nested >= 0 else None)

    @property
    def conflict(self) -> Conflict | None:
        """The first candidate that would be both true and false."""
        if not self._core.has_conflict:
            return None
        claim, on, off, complexity, nested = self._core.conflict()
        steps = tuple(self._nested[number] for number in nested)
        return Conflict((claim, self._justify(on)), (claim - 1, self._justify(off)), complexity, steps)

    def nested(self, claim: Claim) -> Sequence[Nested]:
        """List the nested steps by which a claim follows, directly or indirectly."""
        return [self._nested[number] for number in self._core.nested(claim)] if self._nested else ()


def find_common(some: Iterable[Propagation]) -> list[tuple[Claim, int]]:
    """List the claims that follow in each propagation, with the number of claims that they follow from in all.

    True candidates come first, then the order is that of the first propagation.
    """
    return _core.ClaimPropagation.common([one._core for one in some])
