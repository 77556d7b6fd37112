"""Cycles and forcing chains, claim after claim: Sudoku Explainer's 6.5 to 7.9."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from farandole.logic.board import Board, Candidate, bits
from farandole.logic.explainer.chain import Hint, Strand, longer, step_of
from farandole.logic.explainer.order import Marks, order_of
from farandole.logic.explainer.propagation import ASSUMED, BY_CELL, Claim, Reason
from farandole.logic.step import Find, Level, Rated, Step, Technique
from farandole.logic.wording.proofs import chained

_SOURCE = "Nicolas Juillerat, Sudoku Explainer 1.2.1"
_NO_LIMIT = 1 << 30


class Over(Enum):
    """What chains run over."""

    DIGIT = 2  # the places of one digit: X
    CELLS = 3  # cells with two candidates: Y
    BOTH = 4  # XY


def forcing_chains(board: Board) -> Iterator[Rated]:
    """Find the easiest cycle or forcing chain first, then all, from the easiest on."""
    first = _Search(board).first()
    if first is not None:
        yield Rated(step_of(first, board), first.difficulty)
        for hint in simple_hints(board)[1:]:
            yield Rated(step_of(hint, board), hint.difficulty)


def simple_hints(marks: Marks) -> list[Hint]:
    """List all cycles and forcing chains, the easiest first, one for each set of candidates that goes."""
    hints = [hint for over in Over for hint in _Search(marks).all(over)]
    return easiest(hints, SORT_KEYS)


def easiest(hints: list[Hint], keys: dict[Technique, int]) -> list[Hint]:
    """Sort hints, and keep the first of those that strike the same."""
    hints.sort(key=lambda hint: (hint.difficulty, hint.complexity, keys[hint.technique]))
    found: dict[frozenset[Candidate], Hint] = {}
    for hint in hints:
        found.setdefault(frozenset(hint.removes), hint)
    return list(found.values())


class _Links:
    """What follows from each candidate being true or not, over some links.

    Attributes
    ----------
    sources : list of int
        The candidates from which chains start, in order.
    weak, strong : dict from candidate to set of candidates
        What is false if it is true; what is true if it is false.
    """

    def __init__(self, marks: Marks, over: Over) -> None:
        self.marks, self.over = marks, over
        geometry, masks, places = marks.geometry, marks.masks, marks.places
        self.n = n = geometry.n_cells
        self.order = order_of(geometry)
        self._ons: dict[int, list[tuple[int, int]]] = {}
        self._offs: dict[int, list[tuple[int, int]]] = {}
        self.weak: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        self.sources: list[int] = []
        for cell, mask in enumerate(masks):
            n_digits = mask.bit_count()
            for digit in bits(mask):
                number = digit * n + cell
                if n_digits > 1 and (n_digits == 2 or over is not Over.CELLS):
                    self.sources.append(number)
                weak = (places[digit + 1] & geometry.peers[cell]) << digit * n
                if over is not Over.DIGIT:
                    for other in bits(mask & ~(1 << digit)):
                        weak |= 1 << other * n + cell
                self.weak[number] = weak
                strong = self._ons[number] = list(self._strong(number).items())
                if strong:
                    self.strong[number] = sum(1 << other for other, _ in strong)
        self.live = sum(1 << number for number in self.strong)

    def offs(self, number: int) -> list[tuple[int, int]]:
        """List what is false if a candidate is true, and leads on, each with its cause, in order."""
        found = self._offs.get(number)
        if found is None:
            found = self._offs[number] = self._in_order(number, self.weak[number] & self.live)
        return found

    def ons(self, number: int) -> list[tuple[int, int]]:
        """List what is true if a candidate is not, each with its cause, in order."""
        return self._ons[number]

    def _strong(self, number: int) -> dict[int, int]:
        digit, cell = divmod(number, self.n)
        marks, found = self.marks, {}
        if self.over is not Over.DIGIT and marks.masks[cell].bit_count() == 2:
            other = (marks.masks[cell] & ~(1 << digit)).bit_length() - 1
            found[other * self.n + cell] = BY_CELL
        if self.over is not Over.CELLS:
            for home in self.order.strong_homes[cell]:
                place = marks.places[digit + 1] & marks.geometry.houses[home] & ~(1 << cell)
                if place and not place & (place - 1):
                    found.setdefault(digit * self.n + place.bit_length() - 1, home)
        return found

    def _in_order(self, number: int, some: int) -> list[tuple[int, int]]:
        digit, cell = divmod(number, self.n)
        here = some >> digit * self.n & ((1 << self.n) - 1)
        found = [(other, BY_CELL) for other in bits(some ^ here << digit * self.n)]
        for home, part in zip(self.order.houses_of[cell], self.order.parts[cell], strict=True):
            found += [(digit * self.n + other, home) for other in bits(here & part)]
        return found


class _Search:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.n = marks.geometry.n_cells

    def all(self, over: Over) -> Iterator[Hint]:
        """Find all hints."""
        links = _Links(self.marks, over)
        for source in links.sources:
            yield from self._cycles(links, source, _NO_LIMIT)
            if over is not Over.CELLS:
                for start in (2 * source + 1, 2 * source):
                    if _length(links, start, _NO_LIMIT):
                        yield self._forced(links, start)

    def first(self) -> Hint | None:
        """Find the easiest hint."""
        best: Hint | None = None
        for over in Over:
            links = _Links(self.marks, over)
            for source in links.sources:
                limit = _below(best, CYCLES[over], 7.0 if over is Over.BOTH else 6.5)
                if limit >= 4:
                    for hint in self._cycles(links, source, limit):
                        if best is None or _key(hint) < _key(best):
                            best = hint
                if over is Over.CELLS:
                    continue
                for start in (2 * source + 1, 2 * source):
                    limit = _below(best, CHAINS[over], 7.0 if over is Over.BOTH else 6.6)
                    if limit >= 4 and _length(links, start, limit):
                        best = self._forced(links, start)
        return best

    def _forced(self, links: _Links, start: Claim) -> Hint:
        """Tell the chain from a claim to its contrary, which is known to be there."""
        over, marks = links.over, self.marks
        end = start ^ 1
        reasons = {start: Reason((), 0, ASSUMED)}
        layer = [start]
        while end not in reasons:
            later = []
            for claim in layer:
                number = claim >> 1
                if claim & 1 and links.weak[number] >> (end >> 1) & 1 and not end & 1:
                    follow = links._in_order(number, links.weak[number] & (links.live | 1 << (end >> 1)))
                else:
                    follow = links.offs(number) if claim & 1 else links.ons(number)
                for other, cause in follow:
                    new = 2 * other + 1 - (claim & 1)
                    if new not in reasons:
                        reasons[new] = Reason((claim,), 0, cause)
                        later.append(new)
            layer = later
        strand = Strand(end, reasons)
        complexity = sum(1 for _ in strand.claims())
        digit, cell = divmod(end >> 1, self.n)
        base = 7.0 if over is Over.BOTH else 6.6
        if end & 1:
            removes = tuple((cell, other + 1) for other in bits(marks.masks[cell] & ~(1 << digit)))
            place = (cell, digit + 1)
        else:
            removes, place = ((cell, digit + 1),), None
        return Hint(CHAINS[over], base + longer(complexity), complexity, removes, place, (strand,))

    def _cycles(self, links: _Links, source: int, limit: int) -> Iterator[Hint]:
        """Find the cycles that come back to a candidate, by some shortest way to each claim, up to some length."""
        before: dict[int, tuple[int, int, int, int]] = {}  # for a true candidate: true, false; their causes
        without = {source: 0}  # the false ones on the way
        layer = [source]
        length = 2
        while layer and length <= limit:
            later = []
            for claim in layer:
                way = without[claim]
                for off, cause_off in links.offs(claim):
                    if way >> off & 1:
                        continue
                    for on, cause_on in links.ons(off):
                        if on == source and length >= 4:
                            hint = self._cycle(links, source, before, (claim, off, cause_off, cause_on))
                            if hint is not None:
                                yield hint
                        if on not in without:
                            without[on] = way | 1 << off
                            before[on] = (claim, off, cause_off, cause_on)
                            later.append(on)
            layer = later
            length += 2

    def _cycle(
        self,
        links: _Links,
        source: int,
        before: dict[int, tuple[int, int, int, int]],
        last: tuple[int, int, int, int],
    ) -> Hint | None:
        marks, n, peers = self.marks, self.n, self.marks.geometry.peers
        if_on, if_off = [0] * marks.geometry.n_digits, [0] * marks.geometry.n_digits
        cells, way = 0, last
        links_back = []
        number = source
        while True:
            links_back.append((number, way))
            digit, cell = divmod(number, n)
            cells |= 1 << cell
            if_on[digit] |= peers[cell]
            digit, cell = divmod(way[1], n)
            cells |= 1 << cell
            if_off[digit] |= peers[cell]
            number = way[0]
            if number == source:
                break
            way = before[number]
        removes = tuple(
            (cell, digit + 1)
            for digit in range(marks.geometry.n_digits)
            for cell in bits(if_on[digit] & if_off[digit] & marks.places[digit + 1] & ~cells)
        )
        if not removes:
            return None
        forward, back = {}, {}
        for on, (earlier, off, cause_off, cause_on) in links_back:
            forward[2 * on + 1] = Reason((2 * off,), 0, cause_on)
            forward[2 * off] = Reason((2 * earlier + 1,), 0, cause_off)
            back[2 * earlier] = Reason((2 * off + 1,), 0, ASSUMED if earlier == source else before[earlier][3])
            back[2 * off + 1] = Reason((2 * on,), 0, cause_off)
        strands = (Strand(2 * source + 1, forward), Strand(2 * source, back))
        over, complexity = links.over, len(forward)
        difficulty = (7.0 if over is Over.BOTH else 6.5) + longer(complexity)
        return Hint(CYCLES[over], difficulty, complexity, removes, None, strands)


def _length(links: _Links, start: Claim, limit: int) -> int:
    """Count the claims of the shortest chain from a claim to its contrary; 0 if it has more than some."""
    weak, strong, live = links.weak, links.strong, links.live
    end = 1 << (start >> 1)
    seen_on = seen_off = 0
    length = 2
    layer = end
    if start & 1:
        seen_on = end
    else:
        seen_off = end
        layer = 0
        for other in bits(end & live):
            layer |= strong[other]
        seen_on = layer
        length = 3
    while layer and length <= limit:
        off = 0
        for other in bits(layer):
            off |= weak[other]
        if start & 1 and off & end:
            return length
        off &= live & ~seen_off
        seen_off |= off
        layer = 0
        for other in bits(off):
            layer |= strong[other]
        if not start & 1 and layer & end:
            return length + 1 if length < limit else 0
        layer &= ~seen_on
        seen_on |= layer
        length += 2
    return 0


def _key(hint: Hint) -> tuple[float, int, int]:
    return hint.difficulty, hint.complexity, SORT_KEYS[hint.technique]


def _below(best: Hint | None, technique: Technique, base: float) -> int:
    """Find how complex a chain may be to be easier than the easiest so far."""
    if best is None:
        return _NO_LIMIT
    limit, wanted = 0, _key(best)
    while (base + longer(limit + 2), limit + 2, SORT_KEYS[technique]) < wanted:
        limit += 2
    return limit


def _technique(name: str, se: float, doc: str) -> Technique:
    def find(technique: Technique, board: Board) -> Iterator[Step]:
        return (step for step, _ in forcing_chains(board) if step.technique is technique)

    found: list[Technique] = []
    search: Find = lambda board: find(found[0], board)  # noqa: E731
    found.append(Technique(name, search, doc, Level.UNFAIR, se=se, source=_SOURCE, tell=chained))
    return found[0]


CYCLES = {
    Over.DIGIT: _technique(
        "Bidirectional X-Cycle",
        6.5,
        "The places of a digit make up a ring of which every other is true. So no cell that sees both kinds holds it.",
    ),
    Over.CELLS: _technique(
        "Bidirectional Y-Cycle",
        6.5,
        "Cells of two digits make up a ring that turns one way or the other. What is removed either way is false.",
    ),
    Over.BOTH: _technique(
        "Bidirectional Cycle",
        7.0,
        "Candidates make up a ring of which every other is true. What is removed either way is false.",
    ),
}
CHAINS = {
    Over.DIGIT: _technique(
        "Forcing X-Chain",
        6.6,
        "If a place held a digit, or not, the contrary would follow. So the contrary is true.",
    ),
    Over.BOTH: _technique(
        "Forcing Chain", 7.0, "If a candidate were true, or false, the contrary would follow. So the contrary is true."
    ),
}
SORT_KEYS = {technique: over.value for some in (CYCLES, CHAINS) for over, technique in some.items()}
