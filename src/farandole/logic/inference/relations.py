"""Relations: which candidates of two cells exclude each other, by a house or by a rule.

No kind of rule is known here. Each rule is projected on the pairs of its cells: a candidate excludes another one if no
filling of the rule's cells has both. So dots, lines, chess moves, clones and rules of a user's own feed the same
chains, colors and fish. It is done once for the rules of a puzzle, and does not depend on the candidates that are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import TypeAlias

from farandole import rules
from farandole.bitsets import bit_of, bits, digits_of, set_of, union
from farandole.grid import Cell, Grid
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, cache_for_geometries
from farandole.logic.inference.windows import WindowModel
from farandole.logic.step import Link, Node
from farandole.rules import Model, Rule
from farandole.rules.rule import custom_rules

CandidateSet: TypeAlias = int  # bit c * n_digits + d - 1 for digit d in cell c
Pair: TypeAlias = tuple[int, int]
# For each pair of places, and each digit of the first, the digits of the second that fit.
Projection: TypeAlias = dict[Pair, tuple[DigitSet, ...]]

_MAX_CHOICES = 50  # of a search for one filling; where they don't suffice, the pair is allowed
_MAX_CELLS = 8  # of a rule whose pairs are all looked at; of a longer one, only those that are near on it, or mirrored
_NEAR = 4


class Relations:
    """What each candidate of a board excludes elsewhere, by houses and by rules.

    Parameters
    ----------
    geometry : Geometry
    all_rules : sequence of Rule

    Attributes
    ----------
    allowed : dict from (cell, cell) to tuple of DigitSet
        For each pair of cells that some rule relates, in both orders, and each digit of the first, 1 to n, the digits
        that the second may hold then.
    excluded : list of list of CandidateSet
        For each cell and digit, the candidates that it excludes, those of its own cell among them.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> from farandole.rules import Thermo
    >>> board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2 r2c3")]))
    >>> relations = relations_of(board)
    >>> relations.excludes((0, 6), (1, 5)), relations.excludes((0, 6), (1, 7))
    (True, False)
    >>> relations.why((0, 6), (1, 5))
    (Thermo(cells=(0, 1, 11)),)
    """

    def __init__(self, geometry: Geometry, all_rules: Sequence[Rule]) -> None:
        self.geometry = geometry
        self.n_digits = geometry.n_digits
        self.allowed: dict[Pair, tuple[DigitSet, ...]] = {}
        self._by_rule: dict[Pair, list[tuple[Rule, tuple[DigitSet, ...]]]] = {}
        self._apart: dict[Pair, Rule] = {}  # cells that differ by a rule of their own, as a chess move
        for rule in all_rules:
            if isinstance(rule, rules.AllDifferent) and len(rule.cells) == 2:
                one, two = rule.cells
                self._apart[one, two] = self._apart[two, one] = rule
            for pair, fits in _relations_of_rule(geometry, rule):
                self._by_rule.setdefault(pair, []).append((rule, fits))
                known = self.allowed.get(pair)
                self.allowed[pair] = fits if known is None else tuple(a & b for a, b in zip(known, fits, strict=True))
        self.equal = self._find_equal()
        self.excluded = self._find_excluded()

    def excludes(self, candidate: Candidate, other: Candidate) -> bool:
        """Return whether two candidates can't both be true, by their cell, a house or a rule."""
        cell, digit = candidate
        return bool(self.excluded[cell][digit] >> self.index(other) & 1)

    def index(self, candidate: Candidate) -> int:
        """Return the bit of a candidate in a `CandidateSet`."""
        return candidate[0] * self.n_digits + candidate[1] - 1

    def candidates(self, chosen: CandidateSet) -> list[Candidate]:
        """List the candidates of a set, cell by cell."""
        return [(at // self.n_digits, at % self.n_digits + 1) for at in bits(chosen)]

    def excluded_by_all(
        self, candidates: Iterable[Candidate], excluded: list[list[CandidateSet]] | None = None
    ) -> CandidateSet:
        """Return the candidates that each of these excludes, by `excluded` or by the table given."""
        common = -1
        for cell, digit in candidates:
            common &= (excluded or self.excluded)[cell][digit]
        return common

    def excluded_by_one(
        self, candidates: Iterable[Candidate], excluded: list[list[CandidateSet]] | None = None
    ) -> CandidateSet:
        """Return the candidates that at least one of these excludes, by `excluded` or by the table given."""
        table = excluded or self.excluded
        return union(table[cell][digit] for cell, digit in candidates)

    def candidate_set_of(self, candidates: Iterable[Candidate]) -> CandidateSet:
        """Return candidates as a set."""
        return union(1 << self.index(candidate) for candidate in candidates)

    def why(self, candidate: Candidate, other: Candidate) -> tuple[Rule, ...]:
        """Return the rules by which two candidates exclude each other; none if their cell does, or a house."""
        (cell, digit), (other_cell, other_digit) = candidate, other
        if cell == other_cell:
            return ()
        if digit == other_digit and self.geometry.peers[cell] >> other_cell & 1:
            houses = self.geometry.houses_containing(1 << cell | 1 << other_cell)
            is_own = all(len(self.geometry.cells[house]) == 2 for house in houses)
            return (self._apart[cell, other_cell],) if is_own and (cell, other_cell) in self._apart else ()
        for rule, fits in self._by_rule.get((cell, other_cell), ()):
            if not fits[digit - 1] & bit_of(other_digit):
                return (rule,)
        for alike, equal in self._equal_to(cell):
            for other_alike, other_equal in self._equal_to(other_cell):
                if (alike, other_alike) != (cell, other_cell) and self._is_direct(
                    (alike, digit), (other_alike, other_digit)
                ):
                    between = self.why((alike, digit), (other_alike, other_digit))
                    return tuple(dict.fromkeys((*equal, *other_equal, *between)))
        return ()

    def why_nodes(self, node: Node, other: Node) -> tuple[Rule, ...]:
        """Return the rules by which two nodes exclude each other: each cell of one, each cell of the other."""
        pairs = product(bits(node.cells), bits(other.cells))
        why = (self.why((one, node.digit), (two, other.digit)) for one, two in pairs)
        return tuple(dict.fromkeys(rule for rules_of_pair in why for rule in rules_of_pair))

    def why_both(self, node: Node, other: Node, candidates: Iterable[Candidate]) -> tuple[Rule, ...]:
        """Return the rules by which each of two nodes excludes candidates."""
        excluded = [Node(digit, 1 << cell) for cell, digit in candidates]
        why = (self.why_nodes(one, two) for one, two in product((node, other), excluded))
        return tuple(dict.fromkeys(rule for rules_of_pair in why for rule in rules_of_pair))

    def excludes_by(self, node: Node, candidate: Candidate) -> bool:
        """Return whether a node excludes a candidate."""
        return bool(self.excluded_by_node(node) >> self.index(candidate) & 1)

    def rules_of(self, cell: Cell, other: Cell) -> tuple[Rule, ...]:
        """List the rules that relate two cells directly."""
        return tuple(rule for rule, _ in self._by_rule.get((cell, other), ()))

    def excluded_by_node(self, node: Node) -> CandidateSet:
        """Return the candidates that a node excludes: each of its cells does."""
        return self.excluded_by_all((cell, node.digit) for cell in bits(node.cells))

    def candidate_set(self, cells: CellSet, digit: Digit) -> CandidateSet:
        """Return a digit in some cells as a set of candidates."""
        return sum(1 << cell * self.n_digits + digit - 1 for cell in bits(cells))

    @cached_property
    def by_rules(self) -> list[list[CandidateSet]]:
        """For each cell and digit, the candidates that it excludes by rules alone."""
        return [
            [excluded & ~direct for excluded, direct in zip(row, direct_row, strict=True)]
            for row, direct_row in zip(self.excluded, self.by_houses, strict=True)
        ]

    @cached_property
    def by_houses(self) -> list[list[CandidateSet]]:
        """For each cell and digit, the candidates that it excludes by its cell and its houses."""
        n_digits = self.n_digits
        full = (1 << n_digits) - 1
        by_houses = []
        for cell, peers in enumerate(self.geometry.peers):
            first = sum(1 << peer * n_digits for peer in bits(peers))
            own = (((full & ~bit_of(digit)) << cell * n_digits) for digit in range(1, n_digits + 1))
            by_houses.append([0, *(first << digit | other for digit, other in enumerate(own))])
        return by_houses

    @cached_property
    def geometries(self) -> list[Geometry]:
        """For each digit, from 1, the geometry in which cells that can't both hold it see each other."""
        return [self.geometry, *(self._geometry_of(digit) for digit in range(1, self.n_digits + 1))]

    @cached_property
    def sights(self) -> list[tuple[Digit, Cell, Cell]]:
        """The pairs of cells that can't both hold a digit, though no house says so."""
        return [
            (digit, cell, other)
            for digit, geometry in enumerate(self.geometries)
            if geometry is not self.geometry
            for cell, (seen, peers) in enumerate(zip(geometry.peers, self.geometry.peers, strict=True))
            for other in bits(seen & ~peers)
            if cell < other
        ]

    def _geometry_of(self, digit: Digit) -> Geometry:
        places = sum(1 << cell * self.n_digits + digit - 1 for cell in range(self.geometry.n_cells))
        peers = tuple(
            seen | set_of(at // self.n_digits for at in bits(row[digit] & places))
            for seen, row in zip(self.geometry.peers, self.excluded, strict=True)
        )
        if peers == self.geometry.peers:
            return self.geometry
        geometry = object.__new__(Geometry)  # `copy` would return the shared one
        vars(geometry).update(vars(self.geometry), peers=peers, sees_by_rules=True)
        return geometry

    def _is_direct(self, candidate: Candidate, other: Candidate) -> bool:
        (cell, digit), (other_cell, other_digit) = candidate, other
        if cell == other_cell:
            return digit != other_digit
        if digit == other_digit and self.geometry.peers[cell] >> other_cell & 1:
            return True
        fits = self.allowed.get((cell, other_cell))
        return fits is not None and not fits[digit - 1] & bit_of(other_digit)

    def _find_equal(self) -> dict[Cell, dict[Cell, tuple[Rule, ...]]]:
        """Find for each cell those that hold the same digit, and the rules that say so."""
        joined: dict[Cell, dict[Cell, Rule]] = {}
        for (cell, other), entries in self._by_rule.items():
            for rule, fits in entries:
                if all(not mask & ~bit_of(digit) for digit, mask in enumerate(fits, 1)):
                    joined.setdefault(cell, {}).setdefault(other, rule)
        equal: dict[Cell, dict[Cell, tuple[Rule, ...]]] = {}
        for start in joined:
            reached: dict[Cell, tuple[Rule, ...]] = {start: ()}
            todo = [start]
            for cell in todo:
                for other, rule in joined[cell].items():
                    if other not in reached:
                        reached[other] = tuple(dict.fromkeys((*reached[cell], rule)))
                        todo.append(other)
            equal[start] = reached
        return equal

    def _equal_to(self, cell: Cell) -> Iterable[tuple[Cell, tuple[Rule, ...]]]:
        return self.equal.get(cell, {cell: ()}).items()

    def _find_excluded(self) -> list[list[CandidateSet]]:
        n_digits, excluded = self.n_digits, [row[:] for row in self.by_houses]
        for (cell, other), fits in self.allowed.items():
            possible = 0
            for mask in fits:
                possible |= mask
            for digit, mask in enumerate(fits, 1):
                if mask:  # otherwise the rule alone eliminates the digit
                    excluded[cell][digit] |= (possible & ~mask) << other * n_digits
        if self.equal:
            self._share(excluded)
        return excluded

    def _share(self, excluded: list[list[CandidateSet]]) -> None:
        """Let equal cells exclude the same candidates, and be excluded by the same."""
        n_digits = self.n_digits
        full = (1 << n_digits) - 1
        direct = [row[:] for row in excluded]
        for cell, row in enumerate(excluded):
            for digit in range(1, n_digits + 1):
                for other in self.equal.get(cell, ()):
                    row[digit] |= direct[other][digit]
                for target, equal in self.equal.items():
                    mask = row[digit] >> target * n_digits & full
                    for other in equal if mask else ():
                        row[digit] |= mask << other * n_digits
                row[digit] &= ~(1 << self.index((cell, digit)))


def relations_of(board: Board) -> Relations | None:
    """Return the relations of a board; None if it has no rules beyond its grid and candidates."""
    return board.cached(_find_relations) if board.rules else None


def _find_relations(board: Board) -> Relations | None:
    return _make_relations(board.geometry, board.rules)


@cache_for_geometries(64)
def _make_relations(geometry: Geometry, all_rules: tuple[Rule, ...]) -> Relations | None:
    used = [rule for rule in all_rules if not isinstance(rule, rules.Allowed)]
    return Relations(geometry, used) if used else None


def candidates_of(board: Board) -> CandidateSet:
    """Return the candidates that are left on a board."""
    n_digits = board.geometry.n_digits
    left = 0
    for cell in bits(board.open):
        left |= board.masks[cell] << cell * n_digits
    return left


def geometry_for(board: Board, digit: Digit) -> Geometry:
    """Return the geometry of a board in which cells that can't both hold a digit see each other.

    Without rules, it is the board's own.
    """
    relations = relations_of(board)
    return relations.geometries[digit] if relations else board.geometry


def weak_link(relations: Relations, start: Candidate, end: Candidate) -> Link:
    """Link a candidate to one that it excludes, with the rules that say so."""
    return Link(_node_of(start), _node_of(end), is_strong=False, rules=relations.why(start, end))


def rules_of_links(links: Iterable[Link]) -> tuple[Rule, ...]:
    """List the rules by which links hold, each once."""
    return tuple(dict.fromkeys(rule for link in links for rule in link.rules))


def _node_of(candidate: Candidate) -> Node:
    return Node(candidate[1], 1 << candidate[0])


# ── The relations of one rule ───────────────────────────────────────────────────────────────────────────────────────


def _relations_of_rule(geometry: Geometry, rule: Rule) -> Iterator[tuple[Pair, tuple[DigitSet, ...]]]:
    """Yield the pairs of cells in which a digit of one excludes some of the other that the rule allows there."""
    if isinstance(rule, rules.AllDifferent):
        return  # a house
    cells = tuple(dict.fromkeys(rule.scope))
    number = {cell: n for n, cell in enumerate(cells)}
    houses = (tuple(number[cell] for cell in house if cell in number) for house in geometry.cells)
    inside = tuple(sorted({house for house in houses if len(house) > 1}))
    for (first, second), fits in _project_rule(rule, cells, inside, geometry.grid).items():
        yield (cells[first], cells[second]), fits


def _project_rule(rule: Rule, cells: tuple[Cell, ...], houses: tuple[tuple[int, ...], ...], grid: Grid) -> Projection:
    """Project a rule on pairs of its cells; rules of the same shape share the result."""
    numbers = grid.numbers
    if custom_rules([rule]):  # whose constraints may depend on where its cells are
        return _project(rule, numbers, max(cells) + 1, cells, houses)
    number = {cell: n for n, cell in enumerate(cells)}
    renumbered = rule.with_cells(lambda own: tuple([number[cell] for cell in own]))
    return _project_alike(renumbered, len(cells), houses, numbers)


@lru_cache(maxsize=1 << 10)
def _project_alike(rule: Rule, n_cells: int, houses: tuple[tuple[int, ...], ...], numbers: range) -> Projection:
    return _project(rule, numbers, n_cells, tuple(range(n_cells)), houses)


def _project(
    rule: Rule, numbers: range, n_cells: int, cells: tuple[Cell, ...], houses: tuple[tuple[int, ...], ...]
) -> Projection:
    """Project a rule on pairs of its cells, all at once if it is short, else by windows."""
    found: Projection = {}
    for window in _windows(len(cells)):
        chosen = [cells[n] for n in window]
        model = WindowModel(len(numbers), n_cells, chosen, numbers[0])
        model.add(rule)
        places = {n: at for at, n in enumerate(window)}
        within = (tuple(places[n] for n in house if n in places) for house in houses)
        for (first, second), fits in project_within(model, chosen, {house for house in within if house[1:]}).items():
            pair = window[first], window[second]
            known = found.get(pair, fits)
            found[pair] = tuple(a & b for a, b in zip(known, fits, strict=True))
    return found


def _windows(n_cells: int) -> list[tuple[int, ...]]:
    """List places of a rule to look at together: all, else near ones, mirrored ones, and those of two halves."""
    if n_cells <= _MAX_CELLS:
        return [tuple(range(n_cells))]
    near = [tuple(range(first, first + _NEAR)) for first in range(n_cells - _NEAR + 1)]
    mirrored = [(n, n_cells - 1 - n) for n in range(n_cells // 2)]
    halves = [(n, n + n_cells // 2) for n in range(n_cells // 2)] if n_cells % 2 == 0 else []
    return near + mirrored + halves


def project_within(model: Model, cells: Sequence[Cell], houses: Iterable[tuple[int, ...]]) -> Projection:
    """Find for each pair of cells, and each digit of the first, the digits of the second, if that says anything."""
    for house in houses:
        model.all_different([cells[n] for n in house])
    network, n_digits = model.network(), model.n_digits
    allowed = [1] * model.n_cells  # the other cells take no part
    for cell in cells:
        allowed[cell] = model.masks[cell]
    pairs = {pair: [0] * n_digits for pair in combinations(range(len(cells)), 2)}
    is_peer = {pair for house in houses for pair in combinations(sorted(house), 2)}
    followers: dict[int, list[int]] = {}
    for first, second in pairs:
        followers.setdefault(first, []).append(second)
    for first, seconds in followers.items():
        for digit in digits_of(allowed[cells[first]]):
            masks = list(allowed)
            masks[cells[first]] = bit_of(digit)
            supported = network.supports(masks, _MAX_CHOICES)
            for second in seconds:
                pairs[first, second][digit - 1] = supported[cells[second]]
    found: Projection = {}
    for (first, second), fits in pairs.items():
        inverse = [0] * n_digits
        for digit, mask in enumerate(fits, 1):
            for other in digits_of(mask):
                inverse[other - 1] |= bit_of(digit)
        if _says_more(fits, is_peer=(first, second) in is_peer):
            found[first, second], found[second, first] = tuple(fits), tuple(inverse)
    return found


def _says_more(fits: Sequence[DigitSet], *, is_peer: bool) -> bool:
    """Return whether a digit excludes another, beyond a house and beyond what no filling of the rule has at all."""
    possible = 0
    for mask in fits:
        possible |= mask
    own = (possible & ~bit_of(digit) if is_peer else possible for digit in range(1, len(fits) + 1))
    return any(mask and mask != expected for mask, expected in zip(fits, own, strict=True))
