"""Puzzles with rules as clauses: an encoding for each kind of constraint of the engine, whatever rule posts it.

Variable ``n * cell + digit`` is true if the cell, from 0, holds the digit, from 1, of n. All others depend on these, so
there are as many models as solutions.

================  ====================================================================================================
houses            at most one cell for each digit, by the encoding chosen; one at least if the house is full
pairs             a clause for each digit of one cell: those that the other may hold (support clauses)
tables            a variable for each row
sums, automata,   layers of states: what has to be known after each cell (a sum, a count, a set of digits)
sets, counts
ranks             lines are compared in layers; a counter says how many are less
connected cells   a variable for each cell and number of steps from the first one of them
regions           a variable for each cell, label and digit; counters
or, and, not      a variable for each part (Tseitin)
================  ====================================================================================================

References
----------
I. P. Gent, "Arc consistency in SAT", ECAI 2002 (support clauses).
F. Bacchus, "GAC via unit propagation", CP 2007 (tables and automata).
C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

from farandole.errors import PuzzleError
from farandole.formats.clauses import ENCODINGS, TRUE, Clauses, Encoding
from farandole.formats.line_machines import MACHINES, Reading, read_order, read_sandwich
from farandole.formats.solver_rows import read_literals
from farandole.grid import Cell
from farandole.puzzle import Puzzle, Solution
from farandole.rules import Model, Rule
from farandole.rules.model import Constraint

NOTES = (
    "variable {n} * cell + digit is true if the cell (from 0, row by row) holds the digit (from 1)",
    "encodings: {encoding} (at most one), support clauses (pairs), a variable for each row (tables), layers of states",
    "(sums, automata, counts), Tseitin (or, and, not); all other variables depend on those of the cells",
)


def write_puzzle_cnf(puzzle: Puzzle, *, encoding: Encoding = "sequential") -> str:
    """Write a puzzle as clauses; it has as many solutions as these have models.

    Parameters
    ----------
    puzzle : Puzzle
    encoding : {"sequential", "pairwise"}
        How to say that a digit is at most once in a house: by a counter, or by a clause for each pair of cells.

    Raises
    ------
    PuzzleError
        If a rule is about islands or trees, which have no natural clauses, or there would be too many of them.

    Examples
    --------
    >>> from farandole import Grid
    >>> from farandole.rules import Thermo
    >>> puzzle = Puzzle.of(Grid.classic(4), "." * 16, rules=[Thermo("r1c1-3"), Thermo("r2c1-3")])
    >>> text = write_puzzle_cnf(puzzle, encoding="pairwise")
    >>> text.splitlines()[0]
    'c variable 4 * cell + digit is true if the cell (from 0, row by row) holds the digit (from 1)'
    """
    if encoding not in ENCODINGS:
        raise PuzzleError(f"encoding: expected 'pairwise' or 'sequential', found {encoding!r}")
    model = Model.on(puzzle.grid)
    for rule in puzzle.rules:
        model.add(rule)
    masks = [mask & own for mask, own in zip(model.masks, puzzle.masks, strict=True)]
    writer = _Writer(model.n_digits, masks, encoding)
    for constraint in model.constraints():
        try:
            writer.require(constraint)
        except _UnknownError:
            raise PuzzleError(f"clauses can't say the rule {_find_rule(puzzle, constraint.kind)}") from None
    n = model.n_digits
    return writer.clauses.text(*(note.format(n=n, encoding=encoding) for note in NOTES))


def read_solution(puzzle: Puzzle, solution: str | Iterable[int]) -> Solution:
    """Return the solution that a SAT solver found.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle that was written.
    solution : str, or iterable of int
        What a solver prints (lines that begin with ``v``), or literals: numbers of variables, negative for false ones.

    Raises
    ------
    FormatError
        If the text has no such line, or something else in it.
    PuzzleError
        If a cell has no digit or several, or the digits break a rule.

    Examples
    --------
    >>> from farandole import Grid
    >>> puzzle = Puzzle.of(Grid.latin(2), "1...")
    >>> read_solution(puzzle, "v 1 -2 -3 4 -5 6 7 -8 0").line
    '1221'
    """
    n = puzzle.grid.n_digits
    digits = [0] * puzzle.grid.n_cells
    literals = read_literals(solution) if isinstance(solution, str) else solution
    for literal in literals:
        if 0 < literal <= n * len(digits):
            cell, digit = divmod(literal - 1, n)
            if digits[cell]:
                raise PuzzleError(f"{puzzle.grid.cell_name(cell)}: expected one digit, found several")
            digits[cell] = digit + 1
    if not all(digits):
        raise PuzzleError(f"{puzzle.grid.cell_name(digits.index(0))}: expected a digit, found none")
    found = Puzzle(puzzle.grid, tuple(digits), None, puzzle.rules).solve()
    if found is None:
        raise PuzzleError("expected a solution, found digits that break a rule")
    return found


class _UnknownError(Exception):
    """A kind of constraint has no encoding."""


class _Writer:
    """The clauses of a puzzle."""

    def __init__(self, n_digits: int, masks: Sequence[int], encoding: Encoding) -> None:
        self.clauses = Clauses(n_digits * len(masks), encoding)
        self._n = n_digits
        self._masks = masks
        for cell in range(len(masks)):
            own = range(n_digits * cell + 1, n_digits * (cell + 1) + 1)
            for variable, literal in zip(own, self._symbols(cell), strict=True):
                if literal == -TRUE:
                    self.clauses.rows.append([-variable])
            self.clauses.add(self._symbols(cell))
            self.clauses.at_most_one(self._symbols(cell))

    def _is(self, cell: Cell, digit: int) -> int:
        """Return the literal that a cell holds a digit."""
        return self._n * cell + digit if self._masks[cell] >> (digit - 1) & 1 else -TRUE

    def _symbols(self, cell: Cell) -> list[int]:
        return [self._is(cell, digit) for digit in range(1, self._n + 1)]

    def _within(self, cell: Cell, mask: int) -> int:
        """Return a literal for the cell holding a digit of a mask."""
        return self.clauses.any_of(self._is(cell, digit) for digit in range(1, self._n + 1) if mask >> (digit - 1) & 1)

    def require(self, constraint: Constraint) -> None:
        """Say that a constraint holds."""
        kind, values = constraint
        if kind == "all_different":
            [cells] = values
            for digit in range(1, self._n + 1):
                holders = [self._is(cell, digit) for cell in cells]
                self.clauses.at_most_one(holders)
                if len(cells) == self._n:
                    self.clauses.add(holders)
        elif kind == "pair":
            one, other, partners = values
            for digit, mask in enumerate(partners, 1):
                self.clauses.add(
                    [
                        -self._is(one, digit),
                        *(self._is(other, partner) for partner in range(1, self._n + 1) if mask >> (partner - 1) & 1),
                    ]
                )
        elif reading := self._find_reading(kind, values):
            self.clauses.add(self._run(reading).values())
        else:
            self.clauses.add([self._literal(constraint)])

    def _find_reading(self, kind: str, values: tuple[Any, ...]) -> Reading | None:
        if kind == "sandwich":
            cells, total = values
            return read_sandwich(cells, total, self._n)
        return MACHINES[kind](*values) if kind in MACHINES else None

    def _run(self, reading: Reading) -> dict[Any, int]:
        cells, machine = reading
        return self.clauses.read(machine, [self._symbols(cell) for cell in cells])

    # ── Constraints as literals ───────────────────────────────────────────────────────────────────────────────────────

    def _literal(self, constraint: Constraint) -> int:
        """Return a literal that is true if and only if a constraint holds."""
        kind, values = constraint
        if reading := self._find_reading(kind, values):
            return self.clauses.any_of(self._run(reading).values())
        method = getattr(self, f"_{kind}", None)
        if method is None:
            raise _UnknownError
        literal: int = method(*values)
        return literal

    def _all_different(self, cells: Sequence[Cell]) -> int:
        return self.clauses.all_of(
            -self.clauses.count([self._is(cell, digit) for cell in cells], 2)[1] for digit in range(1, self._n + 1)
        )

    def _pair(self, one: Cell, other: Cell, partners: Sequence[int]) -> int:
        return self.clauses.all_of(
            self.clauses.any_of([-self._is(one, digit), self._within(other, mask)])
            for digit, mask in enumerate(partners, 1)
        )

    def _table(self, cells: Sequence[Cell], rows: Sequence[Sequence[int]]) -> int:
        """Each row is a mask for each cell."""
        known = dict.fromkeys(map(tuple, rows))
        return self.clauses.any_of(
            self.clauses.all_of(self._within(cell, mask) for cell, mask in zip(cells, row, strict=True))
            for row in known
        )

    def _at_least_one(self, branches: Sequence[Model]) -> int:
        return self.clauses.any_of(map(self._branch, branches))

    def _not_all(self, branch: Model) -> int:
        return -self._branch(branch)

    def _branch(self, branch: Model) -> int:
        """Return a literal that is true if and only if everything in a branch holds."""
        every = (1 << self._n) - 1
        masks = [self._within(cell, mask) for cell, mask in enumerate(branch.masks) if mask != every]
        return self.clauses.all_of([*masks, *map(self._literal, branch.constraints())])

    def _rank(self, lines: Sequence[Sequence[Cell]], ranked: int, rank: int, ties: int) -> int:
        if rank < 1:
            return -TRUE
        own = lines[ranked]
        orders = [self._run(read_order(line, own)) for number, line in enumerate(lines) if number != ranked]
        less = [order.get("<", -TRUE) for order in orders]
        equal = [order.get("=", -TRUE) for order in orders]
        n_less = self.clauses.count(less, len(lines))
        parts = [-n_less[rank - 1] if rank <= len(lines) else TRUE]  # fewer than rank
        if ties == 2:
            either = [self.clauses.any_of(pair) for pair in zip(less, equal, strict=True)]
            parts += [self.clauses.count(either, rank)[rank - 2]] if rank > 1 else []
        else:
            parts += [n_less[rank - 2]] if 1 < rank <= len(lines) + 1 else [-TRUE] if rank > 1 else []
            parts += [-literal for literal in equal]
        if ties == 0:
            others = [line for number, line in enumerate(lines) if number != ranked]
            parts += [-self._run(read_order(*pair)).get("=", -TRUE) for pair in combinations(others, 2)]
        return self.clauses.all_of(parts)

    def _connected(self, cells: Sequence[Cell], width: int, digits: int, size: int, outside: bool, tree: bool) -> int:
        """Say by how many steps cells are reached from the first one, or from outside."""
        if tree:
            raise _UnknownError
        inside = [self._within(cell, digits) for cell in cells]
        n = len(cells)
        near = [
            [
                other
                for other in (place - width, place - 1, place + 1, place + width)
                if 0 <= other < n and (abs(other - place) == width or other // width == place // width)
            ]
            for place in range(n)
        ]
        if outside:
            edge = [len(others) < 4 for others in near]
            reached = [inside[place] if edge[place] else -TRUE for place in range(n)]
        else:
            before = [-TRUE, *(self.clauses.any_of(inside[:place]) for place in range(1, n))]
            reached = [self.clauses.all_of([inside[place], -before[place]]) for place in range(n)]
        for _ in range(n - 1):
            reached = [
                self.clauses.all_of([
                    inside[place], self.clauses.any_of([reached[place], *(reached[other] for other in near[place])]),
                ])
                for place in range(n)
            ]  # fmt: skip
        parts = [self.clauses.any_of([-inside[place], reached[place]]) for place in range(n)]
        if size >= 0:
            counts = [TRUE, *self.clauses.count(inside, size + 1)]
            parts += [counts[size], -counts[size + 1]]
        elif not outside:
            parts.append(self.clauses.any_of(inside))
        return self.clauses.all_of(parts)

    def _regions(self, both: Sequence[Cell], mask: int, is_full: bool) -> int:
        cells, labels = both[: len(both) // 2], both[len(both) // 2 :]
        parts = []
        for label, digit in product(range(1, self._n + 1), repeat=2):
            if mask >> (label - 1) & 1:
                holders = [
                    self.clauses.all_of([self._is(place, label), self._is(cell, digit)])
                    for cell, place in zip(cells, labels, strict=True)
                ]
                counts = self.clauses.count(holders, 2)
                parts += [-counts[1], counts[0]] if is_full else [-counts[1]]
        return self.clauses.all_of(parts)


def _find_rule(puzzle: Puzzle, kind: str) -> str:
    """Name the rule that posts a kind of constraint."""

    def posts(rule: Rule) -> bool:
        model = Model.on(puzzle.grid)
        model.add(rule)
        return any(constraint.kind == kind for constraint in model.constraints())

    return next((type(rule).__name__ for rule in puzzle.rules if posts(rule)), kind)
