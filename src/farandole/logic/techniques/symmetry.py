"""Gurth's symmetrical placement: what maps the givens to each other maps the solution to itself, if there is only one.

An automorphism moves the cells so that houses stay houses, and exchanges digits, and maps each given to a given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, permutations
from typing import NamedTuple, TypeAlias

from farandole.bitsets import bit_of, bits, digits_of
from farandole.grid import Cell, Grid
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, Digit, Geometry, cache_by_geometry, geometry_of
from farandole.logic.step import Level, Part, Reason, Step, technique
from farandole.logic.wording.words import join_words

_MAX_SYMMETRIES = 24  # of a puzzle
_MAX_MOVES = 2000  # of the cells, which map those with givens to each other

MOVED = Part("candidate at the image")  # what an eliminated candidate goes to

_Order: TypeAlias = tuple[int, ...]  # where each row goes, or each column


class Automorphism(NamedTuple):
    """Where the cells go, and what the digits become.

    Parameters
    ----------
    cells : tuple of Cell
        For each cell, where it goes.
    digits : tuple of Digit
        For each digit, from 1, what it becomes; ``digits[0]`` is 0.
    """

    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]

    def image(self, candidate: Candidate) -> Candidate:
        """Return where a candidate goes."""
        cell, digit = candidate
        return self.cells[cell], self.digits[digit]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    board = step.reason.board
    assert board is not None
    name, digit_name = geometry.grid.cell_name, geometry.grid.digit_name
    images = step.reason.parts[MOVED]
    automorphism = next(
        one
        for one in automorphisms(geometry.grid, _givens_of(board))
        if all(one.image(gone) == image for gone, image in zip(step.eliminations, images, strict=True))
    )
    yield tr(
        "{move}, and exchange the digits: {digits}",
        move=_describe_move(automorphism.cells, geometry.grid),
        digits=", ".join(
            f"{digit_name(digit)}→{digit_name(image)}" for digit, image in enumerate(automorphism.digits) if digit
        ),
    )
    yield tr("Then the givens are the same as before")
    yield tr("There is only one solution, so it is the same as before, too")
    (cell, digit), (image, image_digit) = step.eliminations[0], images[0]
    if cell == image:
        fixed = [digit_name(one) for one, other in enumerate(automorphism.digits) if one == other != 0]
        yield tr(
            "A cell that stays where it is holds a digit that stays the same: {digits}", digits=join_words(fixed, "or")
        )
    elif _clash(geometry, step.eliminations[0], images[0]):
        yield tr(
            "If {cell} were {digit}, {image} would be {digit}, too, but they see each other",
            cell=name(cell),
            digit=geometry.grid.digit_name(digit),
            image=name(image),
        )
    else:
        yield tr(
            "If {cell} were {digit}, {image} would be {other}, which is already excluded",
            cell=name(cell),
            digit=geometry.grid.digit_name(digit),
            image=name(image),
            other=geometry.grid.digit_name(image_digit),
        )
    if cell != image and len(images) > 1:
        yield tr("It is the same with the other candidates")
    yield tr("So that can't be")


def _describe_move(cells: Sequence[Cell], grid: Grid) -> str:
    """Say how the cells move."""
    said = (
        tr("Turn the grid by half a turn"),
        tr("Turn the grid by a quarter turn to the right"),
        tr("Turn the grid by a quarter turn to the left"),
        tr("Mirror the grid from left to right"),
        tr("Mirror the grid from top to bottom"),
        tr("Mirror the grid in its diagonal from the top left"),
        tr("Mirror the grid in its diagonal from the top right"),
    )
    for number, turned in _turns(grid):
        if turned == tuple(cells):
            return said[number]
    order = range(1, grid.width + 1)
    rows = [grid.positions[cells[cell]] for cell in range(0, grid.n_cells, grid.width)]
    columns = [grid.positions[cells[cell]] for cell in range(grid.width)]
    is_flipped = len({row for row, _ in rows}) == 1
    for_rows, for_columns = [1 + place[is_flipped] for place in rows], [1 + place[not is_flipped] for place in columns]
    if is_flipped:
        return tr(
            "Move rows {order} to columns {columns}, and columns {order} to rows {rows}",
            order=_numbers(order),
            columns=_numbers(for_rows),
            rows=_numbers(for_columns),
        )
    return tr(
        "Move rows {order} to rows {rows}, and columns {order} to columns {columns}",
        order=_numbers(order),
        rows=_numbers(for_rows),
        columns=_numbers(for_columns),
    )


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


# ── The technique ───────────────────────────────────────────────────────────────────────────────────────────────────


@technique(
    "Gurth's Symmetrical Placement",
    Level.HARD,
    aliases=("Symmetrical Placement", "Gurth's Theorem"),
    source="Gurth, sudoku.com forum 2006; http://sudopedia.enjoysudoku.com/Gurth%27s_Symmetrical_Placement.html",
    assumes_unique=True,
    describe=_describe,
)
def symmetrical_placement(board: Board) -> Iterator[Step]:
    """A symmetry of the cells and digits maps each given to a given, so it maps the only solution to itself.

    So a candidate is false if its image is false, or if both can't be true.
    """
    geometry = board.geometry
    for automorphism in automorphisms(geometry.grid, _givens_of(board)):
        kinds: dict[str, list[Candidate]] = {"own": [], "seen": [], "false": []}
        for cell in bits(board.open):
            for digit in digits_of(board.masks[cell]):
                image, image_digit = automorphism.image((cell, digit))
                if image == cell and digit != image_digit:
                    kinds["own"].append((cell, digit))
                elif _clash(geometry, (cell, digit), (image, image_digit)):
                    kinds["seen"].append((cell, digit))
                elif not (board.values[image] == image_digit or board.masks[image] & bit_of(image_digit)):
                    kinds["false"].append((cell, digit))
        for gone in kinds.values():
            if gone:
                parts = {MOVED: tuple(map(automorphism.image, gone))}
                yield Step(symmetrical_placement, (), tuple(gone), Reason(parts=parts, board=board.copy()))


def _clash(geometry: Geometry, candidate: Candidate, image: Candidate) -> bool:
    """Return whether a candidate and its image are the same digit in cells that see each other."""
    return candidate[1] == image[1] and bool(geometry.peers[candidate[0]] >> image[0] & 1)


def _givens_of(board: Board) -> tuple[Digit, ...]:
    return tuple(board.values[cell] * (board.givens >> cell & 1) for cell in range(board.geometry.n_cells))


@lru_cache(maxsize=256)
def automorphisms(grid: Grid, givens: tuple[Digit, ...]) -> tuple[Automorphism, ...]:
    """List the automorphisms of a puzzle: turns and mirrors, and in a classic grid all others; not the identity.

    Examples
    --------
    >>> line = "2.7.....8..1....5.49.28....8......2....9.6....1......3....31.67.5....2..3.....4.1"
    >>> [one.digits[1:] for one in automorphisms(Grid.classic(), tuple(int(c) for c in line.replace(".", "0")))]
    [(2, 1, 8, 7, 5, 9, 4, 3, 6)]
    """
    if len({*givens} - {0}) < grid.n_digits - 1:  # two digits could change places, so there are more solutions
        return ()
    moves = {cells: None for _, cells in _turns(grid)}
    if grid == Grid.classic():
        moves |= dict.fromkeys(islice(_moves_of(givens), _MAX_MOVES))
    found: list[Automorphism] = []
    for cells in moves:
        digits = _exchange(givens, cells, grid.n_digits)
        if digits is not None:
            found.append(Automorphism(cells, digits))
    return tuple(found[:_MAX_SYMMETRIES])


def _exchange(givens: Sequence[Digit], cells: Sequence[Cell], n_digits: int) -> tuple[Digit, ...] | None:
    """Find what the digits become, if a move maps the givens to givens."""
    to, back = [0] * (n_digits + 1), [0] * (n_digits + 1)
    for cell, digit in enumerate(givens):
        image = givens[cells[cell]]
        if bool(digit) != bool(image) or to[digit] not in (0, image) or back[image] not in (0, digit):
            return None
        to[digit], back[image] = image, digit
    missing = [digit for digit in range(1, n_digits + 1) if not to[digit]]
    for digit in missing:  # at most one, which no other digit becomes
        to[digit] = next(image for image in range(1, n_digits + 1) if not back[image])
    return tuple(to)


@cache_by_geometry
def _turns(grid: Grid) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """List the turns and mirrors that map the houses of a grid to houses: their numbers, and the moves of the cells."""
    at = {position: cell for cell, position in enumerate(grid.positions)}
    bottom, right = grid.height - 1, grid.width - 1
    turned = (
        [(bottom - r, right - c) for r, c in grid.positions],
        [(c, bottom - r) for r, c in grid.positions],
        [(right - c, r) for r, c in grid.positions],
        [(r, right - c) for r, c in grid.positions],
        [(bottom - r, c) for r, c in grid.positions],
        [(c, r) for r, c in grid.positions],
        [(right - c, bottom - r) for r, c in grid.positions],
    )
    houses = set(geometry_of(grid).houses)
    moves = ((number, tuple(at.get(position, -1) for position in places)) for number, places in enumerate(turned))
    return tuple((number, cells) for number, cells in moves if -1 not in cells and _keeps(houses, cells))


def _keeps(houses: set[int], cells: Sequence[Cell]) -> bool:
    return all(sum(1 << cells[cell] for cell in bits(house)) in houses for house in houses)


# ── The classic grid ────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _orders() -> tuple[_Order, ...]:
    """List the orders of nine rows that keep the bands together."""
    thirds = list(permutations(range(3)))
    return tuple(
        tuple(3 * bands[band] + inside[row] for band, inside in enumerate((first, second, third)) for row in range(3))
        for bands in thirds
        for first in thirds
        for second in thirds
        for third in thirds
    )


def _moves_of(givens: Sequence[Digit]) -> Iterator[tuple[Cell, ...]]:
    """List the moves of the classic grid that map cells with a given to such cells, except the identity."""
    identity = tuple(range(81))
    known = [[bool(givens[9 * row + column]) for column in range(9)] for row in range(9)]
    in_row = [sum(row) for row in known]
    columns = [sum(known[row][column] << row for row in range(9)) for column in range(9)]
    for is_flipped in (False, True):
        start = [list(row) for row in zip(*known, strict=True)] if is_flipped else known
        counts = [sum(row) for row in start]
        for order in _orders():
            if any(in_row[to] != count for to, count in zip(order, counts, strict=True)):
                continue
            moved = [sum(start[row][column] << order[row] for row in range(9)) for column in range(9)]
            for across in _match(moved, columns):
                cells = (
                    9 * order[c if is_flipped else r] + across[r if is_flipped else c]
                    for r in range(9)
                    for c in range(9)
                )
                move = tuple(cells)
                if move != identity:
                    yield move


def _match(moved: Sequence[int], columns: Sequence[int]) -> Iterator[_Order]:
    """List the orders that map columns to equal ones and keep the stacks together."""

    def extend(order: _Order) -> Iterator[_Order]:
        n = len(order)
        if n == 9:
            yield order
            return
        stack = order[n - n % 3] // 3 if n % 3 else None
        for column in range(9):
            is_free = column not in order and (
                column // 3 == stack if stack is not None else all(column // 3 != other // 3 for other in order)
            )
            if is_free and columns[column] == moved[n]:
                yield from extend((*order, column))

    return extend(())
