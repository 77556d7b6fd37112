"""Interactive Sudoku Solver: a puzzle as a text, by the rows of `farandole.formats.links.iss.rows`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from farandole import rules
from farandole.errors import FormatError, PuzzleError
from farandole.formats.json_value import join_limited
from farandole.formats.links.iss.grids import HOUSES, make_grid
from farandole.formats.links.iss.rows import NEGATIVE, ROWS, TIES, WHOLE_GRID
from farandole.formats.links.iss.syntax import LABELS, SIGNS, Context, name_variables, parse
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.rules import make_those_present

SITE = "https://sigh.github.io/Interactive-Sudoku-Solver/"


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as a text.

    Raises
    ------
    PuzzleError
        If the format cannot express the grid or a rule; the message lists all of them.
    """
    return "".join(_Writer(puzzle).parts)


def link(puzzle: Puzzle) -> str:
    """Write a puzzle as a link; raises as `write` does."""
    return f"{SITE}?q={quote(write(puzzle), safe='~.-_')}"


_CANNOT = "Interactive Sudoku Solver cannot express"


MOST_GROUPS = 26
"""Groups of variables that have a letter of their own."""


def _without_variables(grid: Grid) -> Grid:
    n = grid.variables.start
    if n == grid.n_cells:
        return grid
    return replace(grid, positions=grid.positions[:n], recipe="")


def _group_sizes(grid: Grid, width: int) -> Iterator[int | tuple[int, int]]:
    """Yield the sizes of the groups of variables below a grid of some width, as `Grid.with_variables` takes them."""
    rows = Counter(grid.positions[cell][0] for cell in grid.variables)
    groups: list[tuple[int, list[int]]] = []  # the last row, and how many variables are in each row
    for row, n in rows.items():
        if groups and groups[-1][0] == row - 1:
            groups[-1] = row, [*groups[-1][1], n]
        else:
            groups.append((row, [n]))
    for _, sizes in groups:
        yield (len(sizes), sizes[0]) if len(set(sizes)) == 1 or set(sizes[:-1]) != {width} else sum(sizes)


def _constraints_of(rule: Any) -> list[Any]:
    """Return what holds together, without an And or an Or that changes nothing: the reader leaves them out, too."""
    if isinstance(rule, rules.And) or (isinstance(rule, rules.Or) and len(rule.rules) == 1):
        return [constraint for part in rule.rules for constraint in _constraints_of(part)]
    return [rule]


class _Writer:
    """Writes constraint after constraint, and notes what the format cannot express."""

    def __init__(self, puzzle: Puzzle) -> None:
        variables = puzzle.grid.variables
        if any(set(house.cells) & set(variables) for house in puzzle.grid.houses):
            raise PuzzleError(f"{_CANNOT}: houses of variables")
        self._grid = grid = _without_variables(puzzle.grid)
        every = [constraint for rule in puzzle.rules for constraint in _constraints_of(rule)]
        groups = self._name_groups(puzzle, every)
        names = [name for group in groups.items() for name in name_variables(*group)]
        ranks = [rule for rule in every if isinstance(rule, rules.FullRank)]
        self._context = Context(grid, names, puzzle.grid, ties=ranks[0].ties if ranks else "unclued")
        most = max(grid.height, grid.width)
        if grid.n_cells != grid.height * grid.width or not most <= grid.n_digits < len(SIGNS):
            raise PuzzleError(f"{_CANNOT}: a grid that is not a rectangle with at least as many digits as rows")
        self.parts: list[str] = []
        unsupported: list[str] = []
        self._shape = f"{grid.height}x{grid.width}"
        if grid.first_digit != 1 or grid.n_digits != most:
            self._shape += f"~{grid.numbers[0]}-{grid.numbers[-1]}" if grid.first_digit != 1 else f"~{grid.n_digits}"
        if self._shape != "9x9":
            self._add("Shape", self._shape)
        self._write_grid(unsupported)
        for prefix, size in groups.items():
            if prefix == LABELS:
                continue
            self._add("Var", prefix, "", str(size) if isinstance(size, int) else f"{size[0]}x{size[1]}")
        if ranks and self._context.ties != "unclued":
            self._add("FullRankTies", next(name for name, ties in TIES.items() if ties == self._context.ties))
        self._write_cells(puzzle)
        unsupported += [repr(rule)[:120] for rule in self._write_global_rules(every) if not self._write_rule(rule)]
        if unsupported:
            raise PuzzleError(f"{_CANNOT}: {join_limited(unsupported)}")

    def _name_groups(self, puzzle: Puzzle, every: Sequence[Any]) -> dict[str, int | tuple[int, int]]:
        """Name each group of variables by a letter; the labels of regions to be found have a name of their own."""
        firsts = {rule.labels[0] for rule in every if isinstance(rule, rules.ChaosConstruction)}
        groups: dict[str, int | tuple[int, int]] = {}
        first = self._grid.n_cells
        for place, size in enumerate(_group_sizes(puzzle.grid, self._grid.width)):
            is_label = first in firsts and size == (self._grid.height, self._grid.width) and LABELS not in groups
            groups[LABELS if is_label else chr(ord("A") + place)] = size
            first += size if isinstance(size, int) else size[0] * size[1]
        if len(groups) > MOST_GROUPS:
            raise PuzzleError(f"{_CANNOT}: more than {MOST_GROUPS} groups of variables")
        return groups

    def _add(self, name: str, *arguments: str) -> None:
        self.parts.append("." + "~".join((name, *arguments)))

    def _write_grid(self, unsupported: list[str]) -> None:
        """Write the regions, and every house that is not a row, a column or a region."""
        grid = self._grid
        usual = self._make_grid("")
        boxes = {frozenset(box.cells) for box in usual.regions}
        plain = {frozenset(house.cells) for house in usual.houses} - boxes
        left = {frozenset(house.cells) for house in grid.houses}
        unsupported += ["rows or columns that may repeat digits"] * bool(plain - left)
        regions = {frozenset(region.cells) for region in grid.regions}
        if regions != boxes:
            if grid.regions:
                self._write_regions(unsupported)
            if boxes:
                self._add("NoBoxes")
        left -= plain | regions
        for words in (*((name,) for name in HOUSES), ("Diagonal", "1"), ("Diagonal", "-1")):
            made = {frozenset(house.cells) for house in self._make_grid(f".{'~'.join(words)}").houses} - plain - boxes
            if made and made <= left:
                self._add(*words)
                left -= made
        for cells in sorted(map(sorted, left)):
            self._add("AllDifferent", *self._context.names(cells))
            if len(cells) == grid.n_digits:
                unsupported.append("a further house that holds every digit")

    def _make_grid(self, more: str) -> Grid:
        """Make the grid of this shape with more constraints; without houses if they don't fit it."""
        try:
            return make_grid(parse(f".Shape~{self._shape}{more}"))
        except (FormatError, PuzzleError):
            return make_grid(parse(f".Shape~{self._shape}"))

    def _write_regions(self, unsupported: list[str]) -> None:
        grid = self._grid
        sizes = {len(region.cells) for region in grid.regions}
        number = {cell: place for place, region in enumerate(grid.regions) for cell in region.cells}
        if len(sizes) > 1 or len(grid.regions) >= len(SIGNS):
            unsupported.append("regions of different sizes")
        elif grid.n_cells - len(number) in sizes:
            unsupported.append("cells without a region, as many as in a region")
        else:
            if {*sizes} != {max(grid.height, grid.width)}:
                self._add("RegionSize", str(*sizes))
            self._add("Jigsaw", "".join(SIGNS[number.get(cell, len(grid.regions))] for cell in range(grid.n_cells)))

    def _write_cells(self, puzzle: Puzzle) -> None:
        grid, full = puzzle.grid, (1 << puzzle.grid.n_digits) - 1
        masks = puzzle.pencilmarks or [full] * grid.n_cells
        # Raises if the singles are malformed as givens.
        Puzzle(grid, tuple(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in puzzle.masks))
        digits = [
            (cell, [grid.numbers[given - 1]] if given else [n for d, n in enumerate(grid.numbers) if mask >> d & 1])
            for cell, (given, mask) in enumerate(zip(puzzle.givens, masks, strict=True))
            if given or mask != full
        ]
        if digits:
            self._add("", *("_".join([self._context.name(cell), *map(str, values)]) for cell, values in digits))

    def _write_global_rules(self, every: Sequence[Any]) -> list[Any]:
        """Write the global rules; return the others."""
        left = list(every)
        flags: dict[str, set[Any]] = {
            name: {*make_those_present(make, self._grid, every)} for name, make in WHOLE_GRID.items()
        }
        flags |= {name: {*make(self._grid, every)} for name, make in NEGATIVE.items()}
        for name, made in flags.items():
            if made and made <= {*left}:
                self._add(name)
                left = [rule for rule in left if rule not in made]
        return left

    def _write_rule(self, rule: Any) -> bool:
        items = self._items_of(rule)
        self.parts += items or []
        return items is not None

    def _items_of(self, rule: Any) -> list[str] | None:
        """Make the constraints of a rule, in order; None if the format cannot express it."""
        if isinstance(rule, rules.Or):
            written = [".Or"]
            for part in rule.rules:
                items = [self._items_of(constraint) for constraint in _constraints_of(part)]
                if None in items:
                    return None
                alternative = [item for each in items for item in each or []]
                written += [".And", *alternative, ".End"] if len(items) > 1 else alternative
            return [*written, ".End"]
        for name, row in ROWS.items():
            if type(rule) in row.kinds and (arguments := row.write(self._context, rule)) is not None:
                return ["." + "~".join((name, *arguments))]
        return None
