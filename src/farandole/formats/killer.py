"""Killers as texts of one line: those of SumoCue and Perfect Sudoku, and the short ones of forums.

SumoCue begins with ``SumoCueV1``, then ``D`` if both diagonals are houses. Each cell is ``=`` and the sum of its cage,
or ``+`` and the number of the first cell of its cage, counted from 0. ``J`` and a number after a cell name its region.
A sum of 0 stands for no cage. Perfect Sudoku begins with ``3x3::k:``, or ``3x3:d:k:`` with diagonals; each cell is 256
times the sum of its cage plus the number of the cage. A short text has a sign for each cell: ``<``, ``>``, ``^`` and
``v`` point to the next cell of the same cage; a grave accent, an apostrophe, a comma and a dot do so diagonally. Digits
and letters are sums: A is 10, a is 36.

References
----------
Ruud, quoted in http://www.sudocue.net/forum/viewtopic.php?f=1&t=519; "Understandable snarfable killer cages",
http://forum.enjoysudoku.com/understandable-snarfable-killer-cages-t6119.html.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from farandole import rules
from farandole.errors import FormatError, PuzzleError, shorten
from farandole.formats.lenient import locate_rule_errors
from farandole.formats.square import list_extra_houses, with_regions
from farandole.grid import Cell, Grid
from farandole.grid.shapes import square_box
from farandole.puzzle import Puzzle

_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_SIDE = 9


def read(text: str) -> Puzzle:
    """Read a killer.

    Raises
    ------
    FormatError
        If the text is damaged; the message says where.
    PuzzleError
        If there is no such puzzle.

    Examples
    --------
    >>> puzzle = read("9<" + "0" * 79)
    >>> puzzle.rules
    (Cage(cells=(0, 1), total=9),)
    >>> read(write(puzzle)) == puzzle
    True
    """
    text = re.sub(r"\s", "", text)
    if text[:9].lower() == "sumocuev1":
        return _read_sumocue(text[9:])
    return _read_perfect(text) if text.startswith("3x3:") else _read_short(text)


def _read_sumocue(text: str) -> Puzzle:
    has_diagonals = text[:1].upper() == "D"
    cells = re.findall(r"([=+])(\d{1,4})(?:J(\d{1,2}))?", text[has_diagonals:], re.IGNORECASE)
    if "".join(f"{sign}{number}" + (f"J{region}" if region else "") for sign, number, region in cells) != (
        text[has_diagonals:].replace("j", "J")
    ):
        raise FormatError("SumoCue: expected cells such as =12J0 and +3J0, found other signs")
    n = round(len(cells) ** 0.5)
    if not cells or n * n != len(cells):
        raise FormatError(f"SumoCue: expected the cells of a square, found {len(cells)}", code="cell_count")
    grid = Grid.classic(square_box(n))
    regions = [region for _, _, region in cells]
    if all(regions):
        grid = with_regions(grid, regions)
    first: list[Cell] = []
    for cell, (sign, number, _) in enumerate(cells):
        first.append(cell if sign == "=" else int(number))
        if first[-1] > len(cells) - 1 or cells[first[-1]][0] != "=":
            raise FormatError(f"SumoCue: {grid.cell_name(cell)}: expected the first cell of a cage, found {number}")
    totals = {cell: int(number) for cell, (sign, number, _) in enumerate(cells) if sign == "="}
    return _make(grid, first, totals, has_diagonals=has_diagonals)


def _read_perfect(text: str) -> Puzzle:
    _, diagonals, _, *numbers = text.split(":")
    if numbers and not numbers[-1]:
        numbers.pop()
    grid = Grid.classic()
    if len(numbers) != grid.n_cells:
        raise FormatError(f"Perfect Sudoku: expected 81 numbers, found {len(numbers)}", code="cell_count")
    for cell, number in enumerate(numbers):
        if not re.fullmatch(r"[0-9]{1,6}", number):
            name = grid.cell_name(cell)
            raise FormatError(f"Perfect Sudoku: {name}: expected a number, found {shorten(number)!r}")
    values = [int(number) for number in numbers]
    totals = {value % 256: value // 256 for value in values}
    return _make(grid, [value % 256 for value in values], totals, has_diagonals=diagonals == "d")


def _read_short(text: str) -> Puzzle:
    grid = Grid.classic()
    if len(text) != grid.n_cells:
        raise FormatError(f"a short killer: expected 81 signs, found {len(text)}", code="cell_count")
    first = [_follow(grid, text, cell) for cell in range(grid.n_cells)]
    return _make(grid, first, {cell: _SUMS.index(text[cell]) for cell in set(first)}, has_diagonals=False)


def _follow(grid: Grid, text: str, cell: Cell) -> Cell:
    """Follow the signs of a cage to the cell with its sum."""
    start = cell
    for _ in range(grid.n_cells):
        if text[cell] in _SUMS and text[cell] not in _STEPS:
            return cell
        down, right = _STEPS.get(text[cell], (0, 0))
        row, column = grid.positions[cell]
        after = grid.cell(row + down, column + right)
        if after is None or after == cell:
            name = grid.cell_name(cell)
            raise FormatError(
                f"a short killer: {name}: expected a sign that points into the grid, found {text[cell]!r}"
            )
        cell = after
    raise FormatError(f"a short killer: {grid.cell_name(start)}: expected signs that lead to a sum, found a circle")


def _make(grid: Grid, cage_of: Sequence[int], totals: dict[int, int], *, has_diagonals: bool) -> Puzzle:
    """Make a puzzle of the number of each cell's cage, and the totals of the cages; 0 is no cage."""
    members: dict[int, list[Cell]] = defaultdict(list)
    for cell, cage in enumerate(cage_of):
        members[cage].append(cell)
    givens = [0] * grid.n_cells
    cages = []
    for cage, cells in members.items():
        total = totals[cage]
        if len(cells) == 1 and 0 < total <= grid.n_digits:
            givens[cells[0]] = total
        elif total:
            with locate_rule_errors(grid, f"cage {cage}"):
                cages.append(rules.Cage(tuple(cells), total))
    if has_diagonals:
        grid = grid.with_houses("diagonals")
    return Puzzle(grid, tuple(givens), rules=tuple(cages))


def write(puzzle: Puzzle) -> str:
    """Write a killer or a jigsaw as a text of SumoCue.

    Raises
    ------
    PuzzleError
        If SumoCue cannot express it; the message lists why.
    """
    grid = puzzle.grid
    n = grid.n_digits
    faults = list(_find_faults(puzzle))
    if faults:
        raise PuzzleError(f"SumoCue cannot express: {'; '.join(faults)}")
    entries = ["=0" if not given else f"={given}" for given in puzzle.givens]
    for cage in puzzle.rules:
        first, *others = sorted(cage.cells)
        entries[first] = f"={getattr(cage, 'total', 0)}"
        for cell in others:
            entries[cell] = f"+{first}"
    regions = {cell: number for number, region in enumerate(grid.regions) for cell in region.cells}
    if {house.cells for house in grid.regions} != {house.cells for house in Grid.classic(square_box(n)).regions}:
        entries = [f"{entry}J{regions[cell]}" for cell, entry in enumerate(entries)]
    has_diagonals = any("diagonal" in house.name for house in grid.houses)
    return f"SumoCueV1{'D' * has_diagonals}{''.join(entries)}"


def _find_faults(puzzle: Puzzle) -> Iterator[str]:
    """List what a text of SumoCue can't express."""
    grid, n = puzzle.grid, puzzle.grid.n_digits
    if (grid.height, grid.width, grid.n_cells) != (n, n, n * n):
        yield "a grid that is not a square with as many rows as digits"
        return
    if sum(len(region.cells) for region in grid.regions) != n * n:
        yield "cells without a region"
    plain = {frozenset(house.cells) for house in (*Grid.latin(n).houses, *grid.regions)}
    extra = {frozenset(house.cells) for house in grid.houses} - plain
    base = Grid(grid.positions, grid.regions, n_digits=n, regions=grid.regions)
    if extra and extra != {frozenset(house.cells) for house in list_extra_houses(base, "diagonals")}:
        yield "houses other than both diagonals"
    if puzzle.pencilmarks is not None:
        yield "pencilmarks"
    seen: set[Cell] = set()
    for rule in puzzle.rules:
        name = f"{type(rule).__name__} {' '.join(map(grid.cell_name, rule.scope[:9]))}"
        if type(rule) is not rules.Cage or not rule.total or len(rule.cells) == 1:
            yield name
        elif seen & {*rule.cells} or any(puzzle.givens[cell] for cell in rule.cells):
            yield f"{name} and other clues in its cells"
        seen |= {*rule.scope}
