"""Forcing chains from several assumptions, and contradictions: Sudoku Explainer's 7.5 and above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from farandole.bitsets import bit_of, bits, digits_of, has_several, is_single, union
from farandole.grid import Cell
from farandole.limits import check_deadline
from farandole.logic.board import Board, Candidate, Digit, DigitSet
from farandole.logic.explainer.chain import Chain, Proof, length_difficulty, nest_proof, nested_complexity, step_of
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.explainer.patterns import fish, hidden, locked, naked
from farandole.logic.explainer.propagation import (
    ASSUMED,
    BY_CELL,
    Cause,
    Claim,
    Nested,
    NestedSearch,
    Propagation,
    WorkingMarks,
    false_claims,
    find_common,
)
from farandole.logic.explainer.simple import simple_proofs, sort_proofs
from farandole.logic.step import Level, RatedStep, Step, Technique
from farandole.logic.techniques.subsets import hidden_pair
from farandole.logic.wording.nets import describe_nets

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"


class Mode(NamedTuple):
    """A kind of forcing chains.

    Parameters
    ----------
    name : str
    difficulty : float
        The difficulty of the shortest chains.
    is_dynamic : bool
        Whether several claims together may imply another.
    is_nishio : bool
        Whether to search only for contradictions in the places of one digit.
    depth : int
        The nested steps within a propagation: 0 none, 1 locked candidates, pairs and X-wings, 2 forcing chains,
        3 multiple ones, 4 dynamic ones, 5 dynamic ones with forcing chains in them.
    """

    name: str
    difficulty: float
    is_dynamic: bool
    is_nishio: bool = False
    depth: int = 0


NISHIO = Mode("Nishio", 7.5, True, is_nishio=True)
MULTIPLE = Mode("", 8.0, False)
DYNAMIC = Mode("Dynamic", 8.5, True)
PLUS = Mode("Dynamic (+)", 9.0, True, depth=1)
NESTED = tuple(
    Mode(f"Dynamic (+ {inner})", 9.5 + 0.5 * (depth - 2), True, depth=depth)
    for depth, inner in enumerate(
        (
            "Forcing Chains",
            "Multiple Forcing Chains",
            "Dynamic Forcing Chains",
            "Dynamic Forcing Chains (+ Forcing Chains)",
        ),
        2,
    )
)


def multiple_chains(board: Board, mode: Mode) -> Iterator[RatedStep]:
    """Find the easiest step of a mode first, then all, from the easiest on."""
    search = _Search(board, mode)
    conclusions = tuple(search.conclusions())
    if conclusions:
        first = search.proof(min(conclusions, key=lambda conclusion: conclusion[:2]))
        yield RatedStep(step_of(first, board), first.difficulty)
        for proof in sort_proofs([search.proof(conclusion) for conclusion in conclusions], KEYS)[1:]:
            yield RatedStep(step_of(proof, board), proof.difficulty)


def multiple_proofs(marks: Marks, mode: Mode) -> list[Proof]:
    """List all proofs of a mode, the easiest first, one for each set of eliminations."""
    search = _Search(marks, mode)
    return sort_proofs([search.proof(conclusion) for conclusion in search.conclusions()], KEYS)


class _Conclusion(NamedTuple):
    """A claim that chains prove, before its eliminations and difficulty are worked out."""

    complexity: int
    sort_key: int
    claim: Claim
    chains: tuple[Chain, ...]
    root: Cause


class _Search:
    def __init__(self, marks: Marks, mode: Mode) -> None:
        self.marks, self.mode = marks, mode
        self.n = marks.geometry.n_cells
        self.propagations: dict[Claim, Propagation] = {}
        self.nested_search: NestedSearch | None = None if mode.depth == 0 else NestedSteps(mode.depth).find

    def propagate(self, claim: Claim) -> Propagation:
        """Return all consequences of a claim, cached."""
        propagation = self.propagations.get(claim)
        if propagation is None:
            check_deadline()
            propagation = self.propagations[claim] = Propagation(
                self.marks,
                claim,
                cells=not self.mode.is_nishio,
                dynamic=self.mode.is_dynamic,
                nested_search=self.nested_search,
            )
        return propagation

    def proof(self, conclusion: _Conclusion) -> Proof:
        """Work out the eliminations, the placement and the difficulty of a conclusion."""
        complexity, sort_key, claim, chains, root = conclusion
        digit, cell = divmod(claim >> 1, self.n)
        place: Candidate | None = None
        eliminations: tuple[Candidate, ...] = ((cell, digit),)
        if claim & 1:
            place = (cell, digit)
            eliminations = tuple(
                (cell, other_digit) for other_digit in digits_of(self.marks.masks[cell] & ~bit_of(digit))
            )
        difficulty = self.mode.difficulty + length_difficulty(complexity)
        return Proof(TECHNIQUES[self.mode, sort_key], difficulty, complexity, eliminations, place, chains, root)

    def conclusions(self) -> Iterator[_Conclusion]:
        """Find all conclusions, cell by cell."""
        for cell, mask in enumerate(self.marks.masks):
            n_digits = mask.bit_count()
            if n_digits > 2 or (n_digits == 2 and self.mode.is_dynamic):
                yield from self._at(cell, mask)

    def _at(self, cell: Cell, mask: DigitSet) -> Iterator[_Conclusion]:
        mode, propagations = self.mode, []
        for digit in digits_of(mask):
            claim = 2 * (digit * self.n + cell)
            on = self.propagate(claim + 1)
            propagations.append(on)
            if mode.is_dynamic:
                off = self.propagate(claim)
                yield from self._describe_conflict(claim, on)
                yield from self._describe_conflict(claim + 1, off)
                if mask.bit_count() > 2 and not mode.is_nishio:
                    yield from self._find_common((on, off), DOUBLE, ASSUMED)
            if not mode.is_nishio:
                yield from self._in_houses(cell, digit)
        if not mode.is_nishio:
            yield from self._find_common(tuple(propagations), CELL, BY_CELL)

    def _describe_conflict(self, contrary: Claim, propagation: Propagation) -> Iterator[_Conclusion]:
        if conflict := propagation.conflict:
            chains = tuple(Chain(claim, propagation, last) for claim, last in (conflict.on, conflict.off))
            yield self._conclusion(conflict.complexity, ABSURD, contrary, chains, ASSUMED, conflict.nested)

    def _in_houses(self, cell: Cell, digit: Digit) -> Iterator[_Conclusion]:
        for house in order_of(self.marks.geometry).full_houses_of[cell]:
            places = self.marks.places[digit] & self.marks.geometry.houses[house]
            if has_several(places) and places & -places == 1 << cell:
                base = 2 * digit * self.n + 1
                propagations = tuple(self.propagate(base + 2 * place) for place in bits(places))
                yield from self._find_common(propagations, HOUSE, house)

    def _find_common(self, propagations: tuple[Propagation, ...], sort_key: int, root: Cause) -> Iterator[_Conclusion]:
        """Find the common consequences of several propagations."""
        for claim, complexity in find_common(propagations):
            if claim & 1 and is_single(self.marks.masks[(claim >> 1) % self.n]):
                continue
            chains = tuple([Chain(claim, propagation) for propagation in propagations])
            nested = [step for propagation in propagations for step in propagation.nested(claim)]
            yield self._conclusion(complexity, sort_key, claim, chains, root, nested)

    def _conclusion(
        self,
        complexity: int,
        sort_key: int,
        claim: Claim,
        chains: tuple[Chain, ...],
        root: Cause,
        nested: Sequence[Nested],
    ) -> _Conclusion:
        if self.mode.depth > 1:
            complexity += nested_complexity(nested)
        return _Conclusion(complexity, sort_key, claim, chains, root)


class NestedSteps:
    """The search for nested steps within a propagation, by depth."""

    def __init__(self, depth: int) -> None:
        inner = {
            2: (simple_proofs,),
            3: (simple_proofs, _multiple),
            4: (_dynamic,),
            5: (_dynamic, _nested),
        }
        self.chains = inner.get(depth, ())

    def find(self, seen: WorkingMarks) -> list[Nested]:
        """Find the simplest steps that the pencilmarks allow now, but did not allow at the start."""
        for rule in (locked, _hidden_pairs, _naked_pairs, _x_wings):
            steps = [nested for step in rule(seen) if (nested := _as_nested(step, seen)).parents]
            if steps:
                return steps
        for chains in self.chains:
            steps = [nested for proof in chains(seen) if (nested := nest_proof(proof, seen)).parents]
            if steps:
                return steps
        return []


def _hidden_pairs(seen: WorkingMarks) -> Iterator[Step]:
    return hidden(seen, 2)


def _naked_pairs(seen: WorkingMarks) -> Iterator[Step]:
    return naked(seen, 2)


def _x_wings(seen: WorkingMarks) -> Iterator[Step]:
    return fish(seen, 2)


def _multiple(marks: Marks) -> list[Proof]:
    return multiple_proofs(marks, MULTIPLE)


def _dynamic(marks: Marks) -> list[Proof]:
    return multiple_proofs(marks, DYNAMIC)


def _nested(marks: Marks) -> list[Proof]:
    return multiple_proofs(marks, NESTED[0])


def _as_nested(step: Step, seen: WorkingMarks) -> Nested:
    """Make a nested step of a step without chains, with the eliminations that it rests on."""
    geometry, before = seen.geometry, seen.start
    reason, n = step.reason, seen.geometry.n_cells
    parents = []
    if reason.covers:
        region = union(geometry.houses[base] for base in reason.houses)
        region &= ~union(geometry.houses[cover] for cover in reason.covers)
        digits = reason.digits
    elif step.technique is hidden_pair:
        region = geometry.houses[reason.houses[0]] & ~reason.cells
        digits = reason.digits
    else:
        region = reason.cells
        digits = ((1 << geometry.n_digits) - 1) & ~reason.digits
    for digit in digits_of(digits):
        gone = before.places[digit] & ~seen.places[digit] & region
        parents += [2 * (digit * n + cell) for cell in bits(gone)]
    return Nested(step, false_claims(step.eliminations, n), tuple(parents))


DOUBLE, CELL, HOUSE, ABSURD = 1, 5, 6, 7
"""Sudoku Explainer's order of preference among equally complex ones."""


_DOCS = {
    DOUBLE: "The same conclusion follows whether a candidate is true or false{way}. So it holds.",
    CELL: "The same conclusion follows from each candidate of a cell{way}. So it holds.",
    HOUSE: "The same conclusion follows from each place of a digit in a house{way}. So it holds.",
    ABSURD: "An assumption makes a candidate both true and false{way}. So the assumption is wrong.",
}
_NAMES = {DOUBLE: "Double", CELL: "Cell", HOUSE: "Region", ABSURD: "Contradiction"}
_ALIASES = {"Nishio Forcing Chains": ("Nishio",), "Region Forcing Chains": ("Unit Forcing Chains",)}


def _describe_mode(mode: Mode) -> str:
    """Describe the chains of a mode."""
    if mode.is_nishio:
        return ", by chains of one digit that branch and join"
    if not mode.is_dynamic:
        return ""
    inner = mode.name.partition("(+")[2].removesuffix(")").strip() or "locked candidates, pairs and X-wings"
    find = f" and use {inner} on the way" if mode.depth else ""
    return f", by chains that branch and join{find}"


def _technique(mode: Mode, sort_key: int) -> Technique:
    def find(board: Board, /) -> Iterator[Step]:
        technique = TECHNIQUES[mode, sort_key]
        return (step_of(proof, board) for proof in board.cached(PROOFS[mode]) if proof.technique is technique)

    prefix, _, suffix = mode.name.partition(" ")
    kind = "Nishio" if mode.is_nishio else f"{prefix} {_NAMES[sort_key]}".strip()
    name = f"{kind} Forcing Chains {suffix}".strip()
    doc, aliases = _DOCS[sort_key].format(way=_describe_mode(mode)), _ALIASES.get(name, ())
    return Technique(
        name, find, doc, Level.EXTREME, se=mode.difficulty, aliases=aliases, source=_SOURCE, describe=describe_nets
    )


MODES = (NISHIO, MULTIPLE, DYNAMIC, PLUS, *NESTED)
PROOFS = {mode: partial(multiple_proofs, mode=mode) for mode in MODES}
TECHNIQUES = {
    (mode, sort_key): _technique(mode, sort_key)
    for mode in MODES
    for sort_key in (DOUBLE, CELL, HOUSE, ABSURD)
    if (not mode.is_nishio or sort_key == ABSURD) and (mode is not MULTIPLE or sort_key in (CELL, HOUSE))
}
KEYS = {technique: sort_key for (_, sort_key), technique in TECHNIQUES.items()}
