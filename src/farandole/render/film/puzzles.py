"""Film a puzzle solved by backtracking, by dancing links and by logic: boards side by side on one time line.

A move is a digit tried or taken back, an option tried, or a step of logic. All methods make the same number of moves
per second, few at first and then more and more, so the method with the fewest moves finishes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from farandole.cover import dance
from farandole.errors import ArgumentError, PuzzleError, short_repr
from farandole.grid import Cell, Grid
from farandole.i18n import tr
from farandole.logic import explain
from farandole.logic.wording.words import name_step
from farandole.puzzle import Puzzle
from farandole.puzzle.backtrack import backtrack
from farandole.render.film.scene import FRAMES_PER_SECOND, Film, Shape, schedule_moves

MAX_MOVES = 200_000  # of one method
CELL = 30.0
MARGIN, HEAD, FOOT = 14.0, 30.0, 46.0
LARGEST = 16  # digits of a grid whose candidates are legible


class View(NamedTuple):
    """The board after a move.

    Parameters
    ----------
    digits : sequence of int
        The digit of each cell, 0 for none.
    at : mapping
        The ink of each highlighted cell.
    marks : mapping
        A small text for each cell: the number of its candidates, or the candidates.
    said : str
        The line below the board.
    is_done : bool
        Whether this is the end.
    """

    digits: Sequence[int]
    at: Mapping[Cell, str]
    marks: Mapping[Cell, str]
    said: str
    is_done: bool = False


def of_puzzle(puzzle: Puzzle, *, ways: Sequence[str] = ("backtrack", "links", "logic"), seconds: float = 12.0) -> Film:
    """Make a film of a puzzle that several methods solve, until each finds its first solution.

    Parameters
    ----------
    puzzle : Puzzle
        Of any shape, without rules.
    ways : sequence of str
        Keys of `WAYS`, from left to right.
    seconds : float
        The longest duration, without the still at the end. A short search takes less.

    Raises
    ------
    PuzzleError
        If the puzzle has rules.
    ArgumentError
        If a method is unknown.

    Examples
    --------
    >>> film = of_puzzle(Puzzle.of(Grid.classic((2, 2)), "1... .... .... ...2"), ways=["links"])
    >>> film.width, len(film.frames) > 5
    (148.0, True)
    """
    if puzzle.rules:
        raise PuzzleError(f"a film shows puzzles without rules, but this one has {puzzle.rules[0]!r}", code="has_rules")
    for way in ways:
        if way not in WAYS:
            raise ArgumentError(f"way: expected one of {', '.join(WAYS)}; found {short_repr(way)}")
    grid = puzzle.grid
    lengths = {way: sum(1 for _ in islice(WAYS[way](puzzle), MAX_MOVES)) - 1 for way in ways}
    moments = schedule_moves(max(lengths.values()), max(2, round(seconds * FRAMES_PER_SECOND)))
    pitch = grid.width * CELL + MARGIN
    frames: list[list[Shape]] = [[] for _ in moments]
    fixed: list[Shape] = []
    for place, way in enumerate(ways):
        left = MARGIN + place * pitch
        fixed += _board(puzzle, left, _title(way))
        for number, view in enumerate(_views_at(WAYS[way](puzzle), moments, lengths[way])):
            frames[number] += _draw_view(puzzle, view, left)
    height = HEAD + grid.height * CELL + FOOT
    return Film(MARGIN + len(ways) * pitch, height, tuple(fixed), tuple(map(tuple, frames)))


def _title(way: str) -> str:
    return {"backtrack": tr("Backtracking"), "links": tr("Dancing links"), "logic": tr("Logic")}[way]


def _views_at(views: Iterator[View], moments: Sequence[int], last: int) -> Iterator[View]:
    """Yield the view at each moment; the last view stays."""
    number, view = 0, next(views)
    for moment in moments:
        while number < min(moment, last):
            view = next(views)
            number += 1
        yield view


# ── Methods ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _backtracking_views(puzzle: Puzzle) -> Iterator[View]:
    digits, n_tried = list(puzzle.givens), 0

    def make_view(cell: Cell | None, ink: str) -> View:
        return View(tuple(digits), {} if cell is None else {cell: ink}, {}, tr("{n} digits tried", n=f"{n_tried:,}"))

    yield make_view(None, "")
    for move in backtrack(puzzle):
        if move.kind == "solution":
            yield make_view(None, "")._replace(is_done=True)
            return
        if move.kind == "try":
            cell, digits[move.what[0]] = move.what
            n_tried += 1
            yield make_view(cell, "placed")
        elif move.kind == "take back":
            digits[move.what[0]] = 0
            yield make_view(move.what[0], "gone")


def _dancing_links_views(puzzle: Puzzle) -> Iterator[View]:
    grid, n_tried = puzzle.grid, 0
    taken: list[tuple[Cell, int]] = []
    names = {grid.cell_name(cell): cell for cell in range(grid.n_cells)}
    sizes: dict[Cell, str] = {}

    def make_view(at: Mapping[Cell, str]) -> View:
        digits = list(puzzle.givens)
        for cell, digit in taken:
            digits[cell] = digit
        return View(tuple(digits), at, dict(sizes), tr("{n} options tried", n=f"{n_tried:,}"))

    yield make_view({})
    for event in dance(puzzle.cover(), every_node=True):
        if event.kind == "solution":
            yield make_view({})._replace(is_done=True)
            return
        if event.kind == "sizes":
            sizes = {names[item]: str(size) for item, size in event.what.items() if item in names}
        elif event.kind == "try":
            name, _, digit = event.what.partition("=")
            del taken[event.level :]
            taken.append((names[name], int(digit)))
            n_tried += not puzzle.givens[names[name]]
            sizes = {cell: size for cell, size in sizes.items() if cell != names[name]}
            yield make_view({names[name]: "placed"})
        elif event.kind == "dead end":
            cells = [names[event.what]] if event.what in names else [cell for cell, _ in taken[-1:]]
            yield make_view(dict.fromkeys(cells, "gone"))


def _logic_views(puzzle: Puzzle) -> Iterator[View]:
    explanation, said = explain(puzzle), ""
    board = explanation.board
    n = puzzle.grid.n_digits

    def make_view(places: Sequence[tuple[Cell, int]], removes: Sequence[tuple[Cell, int]]) -> View:
        """Show the board after a step, which `explain` applies only when it is asked for the next one."""
        digits, masks = list(board.values), list(board.masks)
        for cell, digit in places:
            digits[cell] = digit
        for cell, digit in removes:
            masks[cell] &= ~(1 << (digit - 1))
        marks = {
            cell: "".join(str(d) if mask >> (d - 1) & 1 else " " for d in range(1, n + 1))
            for cell, mask in enumerate(masks)
            if not digits[cell]
        }
        at = {cell: "gone" for cell, _ in removes} | {cell: "placed" for cell, _ in places}
        return View(digits, at, marks, said)

    yield make_view((), ())
    for number, step in enumerate(explanation, 1):
        said = tr("{n} steps: {technique}", n=f"{number:,}", technique=name_step(step))
        yield make_view(step.placements, step.eliminations)
    said = str(explanation.fault) if explanation.fault else said.partition(":")[0]
    yield make_view((), ())._replace(is_done=not board.n_open)


WAYS: dict[str, Callable[[Puzzle], Iterator[View]]] = {
    "backtrack": _backtracking_views,
    "links": _dancing_links_views,
    "logic": _logic_views,
}
"""The methods by name: each yields the board at the start and after each move."""


# ── Boards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _board(puzzle: Puzzle, left: float, title: str) -> Iterator[Shape]:
    """Draw the fixed shapes: the title, the givens, the lines."""
    grid = puzzle.grid
    yield Shape("text", left + grid.width * CELL / 2, HEAD / 2 + 2, "ink", text=title, size=15)
    for (row, column), given in zip(grid.positions, puzzle.givens, strict=True):
        x, y = left + column * CELL, HEAD + row * CELL
        if given:
            yield Shape("text", x + CELL / 2, y + CELL / 2, "given", text=str(given), size=CELL * 0.62)
    yield from _lines(grid, left, is_thick=False)
    yield from _lines(grid, left, is_thick=True)


def _lines(grid: Grid, left: float, *, is_thick: bool) -> Iterator[Shape]:
    outline, places = grid.outline, set(grid.positions)
    ink, size = ("ink", 2.0) if is_thick else ("grid", 0.7)
    for row in range(grid.height + 1):
        for column in range(grid.width + 1):
            x, y = left + column * CELL, HEAD + row * CELL
            if places & {(row, column), (row - 1, column)} and outline.line_above(row, column) == is_thick:
                yield Shape("line", x, y, ink, width=CELL, size=size)
            if places & {(row, column), (row, column - 1)} and outline.line_left(row, column) == is_thick:
                yield Shape("line", x, y, ink, height=CELL, size=size)


def _draw_view(puzzle: Puzzle, view: View, left: float) -> Iterator[Shape]:
    """Draw the board after a move."""
    grid, n = puzzle.grid, puzzle.grid.n_digits
    for cell, (row, column) in enumerate(grid.positions):
        x, y = left + column * CELL, HEAD + row * CELL
        if cell in view.at:
            yield Shape("box", x + 1, y + 1, view.at[cell], CELL - 2, CELL - 2)
        if puzzle.givens[cell]:
            continue
        if view.digits[cell]:
            yield Shape("text", x + CELL / 2, y + CELL / 2, "found", text=str(view.digits[cell]), size=CELL * 0.62)
        elif (mark := view.marks.get(cell, "")) and len(mark) == 1:
            yield Shape("text", x + CELL / 2, y + CELL / 2, "grid", text=mark, size=CELL * 0.4)
        elif mark and n <= LARGEST:
            side = -(-(n**0.5) // 1)
            for place, sign in enumerate(mark):
                if sign != " ":
                    across, down = (place % side + 0.5) / side, (place // side + 0.5) / side
                    yield Shape("text", x + CELL * across, y + CELL * down, "mark", text=sign, size=CELL / side * 0.82)
    middle = left + grid.width * CELL / 2
    yield Shape(
        "text",
        middle,
        HEAD + grid.height * CELL + FOOT / 2,
        "placed_edge" if view.is_done else "label",
        text=view.said,
        size=13,
    )
