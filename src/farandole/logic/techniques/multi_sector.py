"""Multi-sector locked sets and multifish: as many digits as cells, or places, over several rows and columns.

In both, some sets of candidates, each with exactly one that is true, are covered by as many sets with at most one. So
each of the covers has its true candidate there, and its other candidates are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr
from farandole.logic.board import (
    Board,
    Candidate,
    DigitSet,
    Geometry,
    HouseKind,
    HouseNumber,
    cache_by_cells,
    cache_by_geometry,
)
from farandole.logic.step import Level, Part, Reason, Step, technique
from farandole.logic.wording.words import cell_notation, describe_houses, join_words, name_digits

_MAX_SIZE = 9  # rows of a grid: all subsets of its rows and columns are tried

IN_ROW = Part("counted in its row")
IN_COLUMN = Part("counted in its column")
IN_CELL = Part("counted in its cell")
ACROSS = Part("counted in the line across")

_Lines: TypeAlias = tuple[HouseNumber, ...]
_Cells: TypeAlias = tuple[tuple[Cell, ...], ...]  # for each line, its cells, one for each line across


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe_set(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    rows, columns = _lines_of(geometry)
    number = reason.cells.bit_count()
    counted = [*_count(geometry, rows, reason.parts[IN_ROW]), *_count(geometry, columns, reason.parts[IN_COLUMN])]
    yield tr(
        "Look at the {number} open cells where {houses} meet: {cells}",
        number=number,
        houses=describe_houses(geometry, reason.houses),
        cells=cell_notation(geometry, reason.cells),
    )
    yield tr("Each of these digits is in them at most once: {digits}", digits=tr("; ").join(counted))
    yield tr("That is all that the cells may hold, and just {number} digits", number=number)
    yield from _describe_double(step)
    yield tr("So each of these digits is in these cells, and nowhere else in its house")


def _describe_multifish(step: Step, geometry: Geometry) -> Iterator[str]:
    reason = step.reason
    rows, columns = _lines_of(geometry)
    across = columns if reason.houses[0] in rows else rows
    cells = set_of(cell for cell, _ in reason.parts[IN_CELL])
    counted = list(_count(geometry, across, reason.parts[ACROSS]))
    number = sum(
        geometry.houses[house] & board_places != 0 for house in reason.houses for board_places in _places(step)
    )
    digits = join_words(name_digits(geometry, reason.digits))
    yield tr(
        "In {houses}, {number} digits among {digits} are missing, counted house by house",
        houses=describe_houses(geometry, reason.houses),
        number=number,
        digits=digits,
    )
    if cells:
        yield tr("In {cells}, there is at most one digit in each cell", cells=cell_notation(geometry, cells))
    if counted:
        yield tr(
            "Each of these digits has its other places there in one house: {digits}", digits=tr("; ").join(counted)
        )
    yield tr("So there is room for just {number} digits", number=number)
    yield from _describe_double(step)
    if cells and counted:
        yield tr("So each of the cells holds one of the digits, and each of these digits is nowhere else in its house")
    elif cells:
        yield tr("So each of the cells holds one of the digits")
    else:
        yield tr("So each of these digits is nowhere else in its house")


def _places(step: Step) -> list[int]:
    """Return the places of each digit in the pattern."""
    found: dict[int, int] = {}
    for candidates in step.reason.parts.values():
        for cell, digit in candidates:
            found[digit] = found.get(digit, 0) | 1 << cell
    return list(found.values())


def _count(geometry: Geometry, lines: _Lines, candidates: Iterable[Candidate]) -> Iterator[str]:
    """Name the digits of some candidates, house by house."""
    digits: dict[HouseNumber, DigitSet] = {}
    for cell, digit in candidates:
        [line] = [house for house in geometry.houses_of[cell] if house in lines]
        digits[line] = digits.get(line, 0) | bit_of(digit)
    for house in sorted(digits):
        names = join_words(name_digits(geometry, digits[house]))
        yield tr("{digits} in {cells}", digits=names, cells=house_name(geometry.grid, house))


def _describe_double(step: Step) -> Iterator[str]:
    first, second = step.reason.parts.values()
    if set(first) & set(second) & set(step.eliminations):
        yield tr("A candidate that counts for two of them would leave too few")


# ── The techniques ──────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Multi-Sector Locked Set",
    Level.EXTREME,
    aliases=("MSLS", "Multi-Sector Naked Set"),
    source="David P. Bird, Using Multi-Sector Locked Sets, New Sudoku Players' Forum; Allan Barker, ranks",
    describe=_describe_set,
)
def multi_sector_locked_set(board: Board) -> Iterator[Step]:
    """Where some rows and columns meet, there is room for just as many digits as cells, counted by rows and columns.

    So each of the counted digits is in these cells, and nowhere else in the row or column in which it is counted.
    """
    geometry = board.geometry
    rows, columns = _lines_of(geometry)
    if not rows:
        return
    cells = _cells_of(geometry, rows, columns)
    for of_rows, of_columns, _, covers in _core.find_locked_sets(
        [[board.masks[cell] for cell in row] for row in cells]
    ):
        inside = {(r, c) for r in bits(of_rows) for c in bits(of_columns) if board.masks[cells[r][c]]}
        in_row, in_column, gone = [], [], []
        for digit, (row_covers, column_covers) in enumerate(covers, 1):
            for r, row in enumerate(cells):
                for c, cell in enumerate(row):
                    by_row, by_column = row_covers >> r & 1, column_covers >> c & 1
                    if not has_digit(board.masks[cell], digit) or not (by_row or by_column):
                        continue
                    is_inside = (r, c) in inside
                    if is_inside:
                        in_row += [(cell, digit)] * by_row
                        in_column += [(cell, digit)] * by_column
                    if not is_inside or (by_row and by_column):
                        gone.append((cell, digit))
        houses = (*(rows[r] for r in bits(of_rows)), *(columns[c] for c in bits(of_columns)))
        parts = {IN_ROW: tuple(sorted(in_row)), IN_COLUMN: tuple(sorted(in_column))}
        held = set_of(cells[r][c] for r, c in inside)
        digits = set_of(digit - 1 for _, digit in in_row + in_column)
        yield Step(multi_sector_locked_set, (), tuple(sorted(gone)), Reason(digits, held, houses, parts=parts))


@technique(
    "Multifish",
    Level.EXTREME,
    aliases=("Multi-Fish",),
    source="David P. Bird, Using Multi-Sector Locked Sets: finding multi-fish, New Sudoku Players' Forum",
    describe=_describe_multifish,
)
def multifish(board: Board) -> Iterator[Step]:
    """Some digits are missing in some rows just as often as there is room for them, counted by cells and by columns.

    So each counted cell holds one of the digits, and each counted digit is nowhere else in its column (or rows and
    columns change places).
    """
    geometry = board.geometry
    rows, columns = _lines_of(geometry)
    for lines, across in ((rows, columns), (columns, rows)) if rows else ():
        cells = _cells_of(geometry, lines, across)
        cube = [
            [
                set_of(c for c, cell in enumerate(line) if has_digit(board.masks[cell], digit))
                for digit in range(1, geometry.n_digits + 1)
            ]
            for line in cells
        ]
        for of_lines, of_digits, _, covers in _core.find_locked_sets(cube):
            in_cell, on_line, gone = [], [], []
            for c, (cell_covers, digit_covers) in enumerate(covers):
                for number, line in enumerate(cells):
                    cell = line[c]
                    for digit in digits_of(board.masks[cell]):
                        by_cell, by_line = cell_covers >> number & 1, digit_covers >> digit - 1 & 1
                        is_inside = of_lines >> number & 1 and has_digit(of_digits, digit)
                        if is_inside:
                            in_cell += [(cell, digit)] * by_cell
                            on_line += [(cell, digit)] * by_line
                        if (by_cell or by_line) and (not is_inside or (by_cell and by_line)):
                            gone.append((cell, digit))
            parts = {IN_CELL: tuple(sorted(in_cell)), ACROSS: tuple(sorted(on_line))}
            held = set_of(cell for cell, _ in in_cell + on_line)
            houses = tuple(lines[number] for number in bits(of_lines))
            yield Step(multifish, (), tuple(sorted(gone)), Reason(of_digits, held, houses, parts=parts))


@cache_by_geometry
def _lines_of(geometry: Geometry) -> tuple[_Lines, _Lines]:
    """Return the rows and the columns of a square grid of at most nine rows; none of another grid."""
    rows, columns = geometry.of_kind(HouseKind.ROW), geometry.of_kind(HouseKind.COLUMN)
    n = geometry.n_digits
    is_square = len(rows) == len(columns) == n <= _MAX_SIZE and geometry.n_cells == n * n
    is_square = is_square and all(geometry.is_full[line] for line in (*rows, *columns))
    return (rows, columns) if is_square else ((), ())


@cache_by_cells
def _cells_of(geometry: Geometry, lines: _Lines, across: _Lines) -> _Cells:
    return tuple(
        tuple((geometry.houses[line] & geometry.houses[other]).bit_length() - 1 for other in across) for line in lines
    )
