"""Interactive Sudoku Solver: a puzzle from a text, by the rows of `farandole.formats.links.iss.rows`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from farandole import rules
from farandole.errors import FormatError, PuzzleError, RuleError
from farandole.formats.lenient import LenientReader
from farandole.formats.links.iss.codes import decode_bits
from farandole.formats.links.iss.grids import (
    GRID,
    doppelganger,
    doppelganger_groups,
    make_grid,
    region_size,
    variables_of,
)
from farandole.formats.links.iss.rows import NEGATIVE, OPTIONS, ROWS, TIES, WHOLE_GRID
from farandole.formats.links.iss.syntax import Constraint, Context, name_variables, parse
from farandole.puzzle import Puzzle

Make: TypeAlias = Callable[[Context, Constraint], list[Any]]


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a text, or a link with ``?q=``.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.

    Examples
    --------
    >>> from farandole.formats.links.iss import write
    >>> puzzle = read(".Shape~4x4.~R1C1_3.Cage~5~R1C2~R2C2.Thermo~R3C1~R3C2~R3C3")
    >>> puzzle.givens[:2], puzzle.rules
    ((3, 0), (Cage(cells=(1, 5), total=5), Thermo(cells=(8, 9, 10))))
    >>> read(write(puzzle)) == puzzle
    True
    """
    return IssReader.read(text, lenient=lenient)


def unknowns(text: str) -> list[str]:
    """List the kinds that aren't understood, each once, and that `read` refuses unless it is lenient.

    Examples
    --------
    >>> unknowns(".AntiKing.Fog~1.Fog~2.Rain")
    ['Fog (2 times)', 'Rain']
    """
    return IssReader(text).unknown


def _all(context: Context, constraint: Constraint, make: Make) -> Iterator[Any]:
    """Make the rules of all constraints of an And."""
    for part in constraint.parts:
        yield from make(context, part)


def _replicate(context: Context, constraint: Constraint, make: Make) -> Iterator[Any]:
    """Make the rules of all constraints as often as said, each time shifted from the origin to another cell."""
    code, origin, *_ = [*constraint.arguments, "", ""][:3]
    first = context.cell(origin or "R1C1")
    row, column = context.grid.positions[first]
    for bit in decode_bits(code):
        if first + bit >= context.grid.n_cells:
            raise FormatError(f"expected cells of the grid, found one {bit} after {context.name(first)}")
        its_row, its_column = context.grid.positions[first + bit]
        shifted = context.shifted(its_row - row, its_column - column)
        for part in constraint.parts:
            yield from make(shifted, part)


def _at_least_one(context: Context, constraint: Constraint, make: Make) -> Iterator[Any]:
    """Make the rule of an Or. A constraint that means several rules is one alternative, which holds all of them.

    An alternative without rules always holds, so that the Or says nothing. An Or of no constraints never holds.
    """
    alternatives = [make(context, part) for part in constraint.parts]
    if not alternatives:
        yield rules.Allowed((0,), ())
    elif len(alternatives) == 1:
        yield from alternatives[0]
    elif all(alternatives):
        yield rules.Or(tuple([made[0] if len(made) == 1 else rules.And(tuple(made)) for made in alternatives]))


COMPOSITES: dict[str, Callable[[Context, Constraint, Make], Iterable[Any]]] = {
    "And": _all,
    "Or": _at_least_one,
    "Replicate": _replicate,
}
"""A function for each kind that holds other constraints. It calls `make` for the rules of each of them."""


def _ties_of(constraints: Iterable[Constraint]) -> str:
    """Return which lines of a text may be equal, as `rules.FullRank` says it."""
    for constraint in constraints:
        if constraint.name == "FullRankTies":
            ties = TIES.get("~".join(constraint.arguments))
            if ties is None:
                raise FormatError(f"{constraint.where}: expected one of {', '.join(TIES)}")
            return ties
    return "unclued"


class IssReader(LenientReader):
    """Reads constraint after constraint."""

    def parse(self, text: str) -> Puzzle:
        """Read the grid, then the constraints, then what follows from all of them."""
        constraints = parse(text)
        self._unknown: Counter[str] = Counter()
        plain = make_grid(constraints)
        groups = variables_of(constraints, plain)
        names = [name for prefix, size in groups.items() for name in name_variables(prefix, size)]
        grid = plain.with_variables(*groups.values()) if groups else plain
        size, ties = region_size(constraints, plain), _ties_of(constraints)
        context = Context(plain, names, grid, region_size=size, ties=ties)
        self._masks = [(1 << grid.n_digits) - 1] * grid.n_cells
        made: list[Any] = []
        for constraint in constraints:
            made += self._make(context, constraint)
        present = {constraint.name for constraint in constraints}
        if "Doppelganger" in present:
            own = {prefix: name_variables(prefix, size) for prefix, size in doppelganger_groups(plain).items()}
            made += doppelganger(plain, {prefix: context.cells(names) for prefix, names in own.items()})
        for name, make in NEGATIVE.items():
            if name in present:
                made += make(plain, made)
        self.unknown = [name if n == 1 else f"{name} ({n} times)" for name, n in self._unknown.items()]
        givens = tuple(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in self._masks)
        return Puzzle(grid, givens, tuple(self._masks), tuple(made))

    def _make(self, context: Context, constraint: Constraint) -> list[Any]:
        """Make the rules of a constraint of the text, or note the digits that it gives."""
        if constraint.name:
            return self._make_inside(context, constraint)
        for allowed in self._make_inside(context, constraint):
            for cell in allowed.cells:
                up = 1 - context.grid.first_digit
                self._masks[cell] &= rules.mask_of(digit + up for digit in allowed.digits)
        return []

    def _make_inside(self, context: Context, constraint: Constraint) -> list[Any]:
        """Make the rules of a constraint, of the text or of another constraint."""
        name, arguments = constraint.name, constraint.arguments
        try:
            if row := ROWS.get(name):
                return list(row.read(context, arguments))
            if composite := COMPOSITES.get(name):
                return list(composite(context, constraint, self._make_inside))
            if name in WHOLE_GRID:
                return list(WHOLE_GRID[name](context.grid))
        except IndexError:  # a variable has no place
            raise FormatError(f"{constraint.where}: expected cells of the grid, found a variable") from None
        except RuleError as error:
            named = error.in_grid(context.name)
            raise PuzzleError.from_error(named, f"{name}: {named}") from None
        except (FormatError, PuzzleError) as error:
            if isinstance(error, PuzzleError) or str(error).startswith("constraint "):
                raise
            raise FormatError.from_error(error, f"{constraint.where}: {error}") from None
        if name not in GRID and name not in NEGATIVE and name not in OPTIONS:
            self._unknown[name] += 1
        return []
