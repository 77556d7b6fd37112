"""SudokuWiki: the string of a killer, the packed string of a classic puzzle with candidates, and links with them.

A killer is 81 characters, a comma and 162 digits. The characters are colors: neighbors of one color are a cage. The
digits are totals, two digits per cell: the total of a cage is at its first cell; 00 is at the others, and for no total.

A packed puzzle is 162 characters, two per cell: a number in base 32. Its lowest bit marks a given; the other bits are
the candidates, or the digit of the cell.

Since 2024, the packed string is S9B and 162 characters, two per cell: a number in base 36. 1 to 9 is a given, 10 to 18
a digit that the player placed, and higher numbers are 18 plus the candidates as bits.

References
----------
A. Stuart, SudokuWiki.org, "Killer String Definitions" and "Sudoku String Definitions" (2023).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from farandole.errors import FormatError, PuzzleError
from farandole.grid import Cell, Grid
from farandole.lazy import regex
from farandole.puzzle import Puzzle
from farandole.rules import Cage

LINK = "https://www.sudokuwiki.org/"

_SITE = regex(r"(?:https?://)?(?:www\.)?sudokuwiki\.org/[^?]*\?(?:[^#]*&)?bd=([^&#\s]*)", re.IGNORECASE)
_KILLER = regex(r"([0-9A-Za-z]{81}),([0-9]{162})")
_PACKED = regex(r"[0-9a-vA-V]{162}")
_PACKED_S9B = regex(r"S9B([0-9a-z]{162})", re.IGNORECASE)
_N_DIGITS = 9
_COLORS = "1234"


def read(text: str) -> Puzzle:
    """Read a puzzle from a link, or from the string in it.

    Raises
    ------
    FormatError
        If the text can't be read.
    PuzzleError
        If the puzzle is malformed.

    Examples
    --------
    >>> killer = Puzzle(Grid.classic(), (0,) * 81, rules=tuple(Cage((cell, cell + 9), 10) for cell in range(9)))
    >>> read(write(killer)) == killer
    True
    """
    match = _SITE.match(text.strip())
    string = match[1] if match else text.strip()
    if killer := _KILLER.fullmatch(string):
        return Puzzle(Grid.classic(), (0,) * 81, rules=tuple(_cages(*killer.groups())))
    if _PACKED.fullmatch(string):
        return _unpack(string)
    if packed := _PACKED_S9B.fullmatch(string):
        return _unpack_s9b(packed[1])
    if len(string) == 81:
        return Puzzle.classic(string)
    expected = "81 cells, 162 characters in base 32, S9B and 162, or 81 colors, a comma and 162 digits"
    raise FormatError(f"bd: expected {expected}; found {len(string)} characters: {string[:40]!r}")


def write(puzzle: Puzzle) -> str:
    """Write a killer, or a classic puzzle with its candidates, as a link that SudokuWiki opens.

    Raises
    ------
    PuzzleError
        If the grid is not the classic one, if a rule is not a cage, if cages overlap or a cage is not connected, or if
        a killer has givens.
    """
    if puzzle.grid != Grid.classic():
        raise PuzzleError(f"SudokuWiki's strings: expected the classic grid, found {puzzle.grid!r}")
    if not puzzle.rules:
        bits = [
            2 * mask + bool(digit)
            for mask, digit in zip(puzzle.pencilmarks or puzzle.masks, puzzle.givens, strict=True)
        ]
        return f"{LINK}sudoku.htm?bd={''.join(_ALPHABET[number // 32] + _ALPHABET[number % 32] for number in bits)}"
    if any(puzzle.givens) or puzzle.pencilmarks:
        raise PuzzleError("SudokuWiki's killer string has no givens and no pencilmarks")
    colors, clues = _paint_cages(puzzle)
    return f"{LINK}killersudoku.htm?bd={colors},{clues}"


_ALPHABET = "0123456789abcdefghijklmnopqrstuv"


def _unpack(string: str) -> Puzzle:
    numbers = [int(string[start : start + 2], 32) for start in range(0, 162, 2)]
    grid = Grid.classic()
    for cell, number in enumerate(numbers):
        if number >> 10 or (number & 1 and (number >> 1).bit_count() != 1):
            raise FormatError(f"{grid.cell_name(cell)}: expected a given or candidates, found {number}")
    givens = tuple((number >> 1).bit_length() if number & 1 else 0 for number in numbers)
    return Puzzle(grid, givens, tuple(number >> 1 for number in numbers))


def _unpack_s9b(string: str) -> Puzzle:
    """Read one number per cell; a digit that the player placed becomes the only candidate."""
    numbers = [int(string[start : start + 2], 36) for start in range(0, 162, 2)]
    grid = Grid.classic()
    n, most = _N_DIGITS, (1 << _N_DIGITS) - 1
    masks = [1 << (number - 1) % n if number <= 2 * n else number - 2 * n for number in numbers]
    for cell, (number, mask) in enumerate(zip(numbers, masks, strict=True)):
        if not number or mask > most:
            raise FormatError(f"{grid.cell_name(cell)}: expected a number from 1 to {2 * n + most}, found {number}")
    return Puzzle(grid, tuple(number if number <= n else 0 for number in numbers), tuple(masks))


def _cages(colors: str, clues: str) -> Iterator[Cage]:
    """Find the cages, in the order of their first cells."""
    grid = Grid.classic()
    for cells in _regions(grid, colors):
        totals = {cell: int(clues[2 * cell : 2 * cell + 2]) for cell in cells}
        with_total = [cell for cell in cells if totals[cell]]
        if len(with_total) > 1:
            names = " and ".join(map(grid.cell_name, with_total[:2]))
            raise FormatError(f"expected one total for each cage, found two in {names}, which are one cage")
        if with_total or len(cells) > 1:
            yield Cage(cells, totals[with_total[0]] if with_total else None)


def _regions(grid: Grid, colors: str) -> Iterator[tuple[Cell, ...]]:
    """Find groups of neighbors with the same color."""
    left = set(range(81))
    while left:
        region = [min(left)]
        left.remove(region[0])
        for cell in region:  # grows while we iterate
            for other in grid.neighbors(cell):
                if other in left and colors[other] == colors[cell]:
                    left.remove(other)
                    region.append(other)
        yield tuple(sorted(region))


def _paint_cages(puzzle: Puzzle) -> tuple[str, str]:
    """Color the cages so that neighbors differ; a cell without a cage is colored like a cage of one cell."""
    grid = puzzle.grid
    owner: dict[Cell, int] = {}
    clues = ["00"] * 81
    for number, rule in enumerate(puzzle.rules):
        if not isinstance(rule, Cage):
            raise PuzzleError(f"SudokuWiki's killer string: expected only cages, found {rule!r}")
        if twice := [cell for cell in rule.cells if cell in owner]:
            raise PuzzleError(
                f"SudokuWiki's killer string: expected each cell in one cage, found {grid.cell_name(twice[0])} in two"
            )
        if rule.total is not None and not 1 <= rule.total <= 99:
            raise PuzzleError(f"SudokuWiki's killer string: expected totals from 1 to 99, found {rule.total}")
        owner.update(dict.fromkeys(rule.cells, number))
        clues[min(rule.cells)] = f"{rule.total or 0:02}"
    for cell in range(81):
        owner.setdefault(cell, len(puzzle.rules) + cell)
    groups = [tuple(cell for cell in range(81) if owner[cell] == number) for number in sorted(set(owner.values()))]
    groups.sort()
    colors = [""] * 81
    if not _color_groups(grid, groups, colors):
        raise PuzzleError(f"SudokuWiki's killer string has {len(_COLORS)} colors; these cages need more")
    line = "".join(colors)
    if list(_regions(grid, line)) != groups:
        raise PuzzleError("SudokuWiki's killer string: expected connected cages")
    return line, "".join(clues)


def _color_groups(grid: Grid, groups: list[tuple[Cell, ...]], colors: list[str]) -> bool:
    """Color the groups by backtracking; four colors suffice for any map."""
    choices: list[Iterator[str]] = []
    while len(choices) < len(groups):
        group = groups[len(choices)]
        near = {colors[other] for cell in group for other in grid.neighbors(cell)}
        choices.append(iter([color for color in _COLORS if color not in near]))
        while (color := next(choices[-1], None)) is None:
            choices.pop()
            if not choices:
                return False
            for cell in groups[len(choices) - 1]:
                colors[cell] = ""
        for cell in groups[len(choices) - 1]:
            colors[cell] = color
    return True
