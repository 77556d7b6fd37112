"""Forcing chains from several assumptions, and contradictions: Sudoku Explainer's 7.5 and more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, bits
from farandole.logic.explainer.chain import Hint, Strand, longer, nested_complexity, nested_in, step_of
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.explainer.patterns import fish, hidden, locked, naked, set_union
from farandole.logic.explainer.propagation import ASSUMED, BY_CELL, Claim, Deeper, Nested, Seen, Thought
from farandole.logic.explainer.simple import easiest, simple_hints
from farandole.logic.step import Level, Rated, Step, Technique
from farandole.logic.techniques.subsets import hidden_pair
from farandole.logic.wording.proofs import chained

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"


class Mode(NamedTuple):
    """A way to think.

    Parameters
    ----------
    name : str
    difficulty : float
        Of the shortest chains.
    is_dynamic : bool
        Whether several claims together may make one follow.
    is_nishio : bool
        Whether only contradictions in the places of one digit are looked for.
    depth : int
        What steps may be taken within a thought: 0 none, 1 locked candidates, pairs and X-wings, 2 forcing chains, 3
        multiple ones, 4 dynamic ones, 5 dynamic ones with forcing chains in them.
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


def multiple_chains(board: Board, mode: Mode) -> Iterator[Rated]:
    """Find the easiest step of a mode first, then all, from the easiest on."""
    search = _Search(board, mode)
    proofs = tuple(search.proofs())
    if proofs:
        first = search.hint(min(proofs, key=lambda proof: proof[:2]))
        yield Rated(step_of(first, board), first.difficulty)
        for hint in easiest([search.hint(proof) for proof in proofs], KEYS)[1:]:
            yield Rated(step_of(hint, board), hint.difficulty)


def multiple_hints(marks: Marks, mode: Mode) -> list[Hint]:
    """List all hints of a mode, the easiest first, one for each set of candidates that goes."""
    search = _Search(marks, mode)
    return easiest([search.hint(proof) for proof in search.proofs()], KEYS)


class _Proof(NamedTuple):
    """That a claim holds, before it is told."""

    complexity: int
    sort_key: int
    claim: Claim
    strands: tuple[Strand, ...]
    root: int


class _Search:
    def __init__(self, marks: Marks, mode: Mode) -> None:
        self.marks, self.mode = marks, mode
        self.n = marks.geometry.n_cells
        self.thoughts: dict[Claim, Thought] = {}
        self.deeper: Deeper | None = None if mode.depth == 0 else Steps(mode.depth).taken

    def think(self, claim: Claim) -> Thought:
        """Think a claim through, once."""
        found = self.thoughts.get(claim)
        if found is None:
            found = self.thoughts[claim] = Thought(
                self.marks, claim, cells=not self.mode.is_nishio, dynamic=self.mode.is_dynamic, deeper=self.deeper
            )
        return found

    def hint(self, proof: _Proof) -> Hint:
        """Tell what a proof strikes and places."""
        digit, cell = divmod(proof.claim >> 1, self.n)
        place: Candidate | None = None
        removes: tuple[Candidate, ...] = ((cell, digit + 1),)
        if proof.claim & 1:
            place = (cell, digit + 1)
            removes = tuple((cell, other + 1) for other in bits(self.marks.masks[cell] & ~(1 << digit)))
        difficulty = self.mode.difficulty + longer(proof.complexity)
        technique = TECHNIQUES[self.mode, proof.sort_key]
        return Hint(technique, difficulty, proof.complexity, removes, place, proof.strands, proof.root)

    def proofs(self) -> Iterator[_Proof]:
        """Find all there is to prove, cell by cell."""
        for cell, mask in enumerate(self.marks.masks):
            n_digits = mask.bit_count()
            if n_digits > 2 or (n_digits == 2 and self.mode.is_dynamic):
                yield from self._at(cell, mask)

    def _at(self, cell: Cell, mask: int) -> Iterator[_Proof]:
        mode, thoughts = self.mode, []
        for digit in bits(mask):
            claim = 2 * (digit * self.n + cell)
            on = self.think(claim + 1)
            thoughts.append(on)
            if mode.is_dynamic:
                off = self.think(claim)
                yield from self._contradiction(claim, on)
                yield from self._contradiction(claim + 1, off)
                if mask.bit_count() > 2 and not mode.is_nishio:
                    yield from self._agreed((on, off), DOUBLE, ASSUMED)
            if not mode.is_nishio:
                yield from self._in_houses(cell, digit + 1)
        if not mode.is_nishio:
            yield from self._agreed(tuple(thoughts), CELL, BY_CELL)

    def _contradiction(self, contrary: Claim, thought: Thought) -> Iterator[_Proof]:
        if thought.conflict:
            (on, on_reason), (off, off_reason) = thought.conflict
            strands = (Strand(on, thought.reasons, on_reason), Strand(off, thought.reasons, off_reason))
            complexity = on_reason.line.bit_count() + off_reason.line.bit_count()
            yield self._proof(complexity, ABSURD, contrary, strands, ASSUMED)

    def _in_houses(self, cell: Cell, digit: int) -> Iterator[_Proof]:
        for home in order_of(self.marks.geometry).strong_homes[cell]:
            places = self.marks.places[digit] & self.marks.geometry.houses[home]
            if places & (places - 1) and places & -places == 1 << cell:
                base = 2 * (digit - 1) * self.n + 1
                thoughts = tuple(self.think(base + 2 * other) for other in bits(places))
                yield from self._agreed(thoughts, HOUSE, home)

    def _agreed(self, thoughts: tuple[Thought, ...], sort_key: int, root: int) -> Iterator[_Proof]:
        """Find what follows in all of some thoughts."""
        on, off = thoughts[0].on, thoughts[0].off
        for other in thoughts[1:]:
            on = [one & two for one, two in zip(on, other.on, strict=True)]
            off = [one & two for one, two in zip(off, other.off, strict=True)]
        if not any(on) and not any(off):
            return
        order = {claim: number for number, claim in enumerate(thoughts[0].reasons)}
        claims = [
            2 * (digit * self.n + cell) + is_on
            for is_on, some in ((1, on), (0, off))
            for digit, cells in enumerate(some[1:])
            for cell in bits(cells)
            if not is_on or self.marks.masks[cell].bit_count() > 1
        ]
        claims.sort(key=lambda claim: (not claim & 1, order[claim]))
        for claim in claims:
            complexity = 0
            for thought in thoughts:
                complexity += thought.reasons[claim].line.bit_count()
            strands = tuple(Strand(claim, thought.reasons) for thought in thoughts)
            yield self._proof(complexity, sort_key, claim, strands, root)

    def _proof(self, complexity: int, sort_key: int, claim: Claim, strands: tuple[Strand, ...], root: int) -> _Proof:
        if self.mode.depth > 1:
            complexity += nested_complexity(strands)
        return _Proof(complexity, sort_key, claim, strands, root)


class Steps:
    """The steps that a thought may take, by depth."""

    def __init__(self, depth: int) -> None:
        inner = {
            2: (simple_hints,),
            3: (simple_hints, _multiple),
            4: (_dynamic,),
            5: (_dynamic, _nested),
        }
        self.chains = inner.get(depth, ())

    def taken(self, seen: Seen) -> list[Nested]:
        """Find the simplest steps that the pencilmarks of a thought allow and those at its start didn't."""
        for rule in (locked, _hidden_pairs, _naked_pairs, _x_wings):
            found = [nested for step in rule(seen) if (nested := _as_nested(step, seen)).parents]
            if found:
                return found
        for chains in self.chains:
            found = [nested for hint in chains(seen) if (nested := nested_in(hint, seen)).parents]
            if found:
                return found
        return []


def _hidden_pairs(seen: Seen) -> Iterator[Step]:
    return hidden(seen, 2)


def _naked_pairs(seen: Seen) -> Iterator[Step]:
    return naked(seen, 2)


def _x_wings(seen: Seen) -> Iterator[Step]:
    return fish(seen, 2)


def _multiple(marks: Marks) -> list[Hint]:
    return multiple_hints(marks, MULTIPLE)


def _dynamic(marks: Marks) -> list[Hint]:
    return multiple_hints(marks, DYNAMIC)


def _nested(marks: Marks) -> list[Hint]:
    return multiple_hints(marks, NESTED[0])


def _as_nested(step: Step, seen: Seen) -> Nested:
    """Find what had to be struck before a step without chains could be taken."""
    geometry, before = seen.geometry, seen.start
    because, n = step.because, seen.geometry.n_cells
    parents = []
    if because.covers:
        region = set_union(geometry.houses, because.houses) & ~set_union(geometry.houses, because.covers)
        digits = because.digits
    elif step.technique is hidden_pair:
        region = geometry.houses[because.houses[0]] & ~because.cells
        digits = because.digits
    else:
        region = because.cells
        digits = ((1 << geometry.n_digits) - 1) & ~because.digits
    for digit in bits(digits):
        gone = before.places[digit + 1] & ~seen.places[digit + 1] & region
        parents += [2 * (digit * n + cell) for cell in bits(gone)]
    claims = tuple(2 * ((digit - 1) * n + cell) for cell, digit in sorted(step.removes))
    return Nested(step, claims, tuple(parents))


DOUBLE, CELL, HOUSE, ABSURD = 1, 5, 6, 7
"""Sudoku Explainer prefers them in this order, if they are equally complex."""


_DOCS = {
    DOUBLE: "The same follows if a candidate is true and if it is false{way}. So it holds.",
    CELL: "The same follows from each candidate of a cell{way}. So it holds.",
    HOUSE: "The same follows from each place of a digit in a house{way}. So it holds.",
    ABSURD: "If a candidate were true, or false, another would be both{way}. So the contrary holds.",
}
_NAMES = {DOUBLE: "Double", CELL: "Cell", HOUSE: "Region", ABSURD: "Contradiction"}
_ALIASES = {"Nishio Forcing Chains": ("Nishio",), "Region Forcing Chains": ("Unit Forcing Chains",)}


def _way(mode: Mode) -> str:
    """Say how the chains of a mode come to their ends."""
    if mode.is_nishio:
        return ", by chains of one digit that branch and join"
    if not mode.is_dynamic:
        return ""
    inner = mode.name.partition("(+")[2].rstrip(")").strip() or "locked candidates, pairs and X-wings"
    taken = f" and take {inner} on the way" if mode.depth else ""
    return f", by chains that branch and join{taken}"


def _technique(mode: Mode, sort_key: int) -> Technique:
    def find(board: Board, /) -> Iterator[Step]:
        found = TECHNIQUES[mode, sort_key]
        return (step_of(hint, board) for hint in board.once(HINTS[mode]) if hint.technique is found)

    prefix, _, suffix = mode.name.partition(" ")
    kind = "Nishio" if mode.is_nishio else f"{prefix} {_NAMES[sort_key]}".strip()
    name = f"{kind} Forcing Chains {suffix}".strip()
    doc, aliases = _DOCS[sort_key].format(way=_way(mode)), _ALIASES.get(name, ())
    return Technique(name, find, doc, Level.EXTREME, se=mode.difficulty, aliases=aliases, source=_SOURCE, tell=chained)


MODES = (NISHIO, MULTIPLE, DYNAMIC, PLUS, *NESTED)
HINTS = {mode: partial(multiple_hints, mode=mode) for mode in MODES}
TECHNIQUES = {
    (mode, sort_key): _technique(mode, sort_key)
    for mode in MODES
    for sort_key in (DOUBLE, CELL, HOUSE, ABSURD)
    if (not mode.is_nishio or sort_key == ABSURD) and (mode is not MULTIPLE or sort_key in (CELL, HOUSE))
}
KEYS = {technique: sort_key for (_, sort_key), technique in TECHNIQUES.items()}
