"""Steps of human logic drawn on their board: where to look, what the pattern is, what follows.

The houses that a step stands on are blue, those from which something goes yellow. Discs lie under the candidates of
the pattern, in a color for each part that they play, which is told below the grid; what goes is red and struck out,
what comes is green. Chains are bows from candidate to candidate, solid for strong links and dashed for weak ones; a
group's candidates are joined.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import cycle, product

from farandole.grid import Cell
from farandole.logic.board import Board, Candidate, bits, digits_of
from farandole.logic.step import Because, Link, Node, Part, Step
from farandole.logic.techniques.coloring import COLORS
from farandole.logic.techniques.fish import ENDO_FIN, FIN
from farandole.render.marks import MARKS, Box, Curve, Disc, Mark, Point, Stroke, Words
from farandole.render.svg import compose, place_of
from farandole.rules import Cage

SET_INKS = ("set_1", "set_2", "set_3", "set_4")
PART_INKS = {FIN: "fin", ENDO_FIN: "endo_fin", COLORS[0]: "color_1", COLORS[1]: "color_2"}
OTHER_INKS = ("wrong", "fin", "color_2", "endo_fin", "color_1")
LEGEND = 0.3  # size of its words


def draw(step: Step, board: Board, *, theme: str = "auto") -> str:
    """Draw a step on the board as it is before the step.

    Parameters
    ----------
    step : Step
    board : Board
        All its candidates are drawn.
    theme : str
        ``light``, ``dark``, or ``auto``: as the viewer's screen is.

    Returns
    -------
    str
        An SVG document.

    Examples
    --------
    >>> from farandole.logic.techniques.singles import naked_single
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("12345678." + "." * 72))
    >>> draw(next(naked_single(board)), board)[:52]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20'
    """
    because = step.because
    marks = [*_tints(because, board), *_cages(board), *_discs(step, board), *_bows(because, board)]
    words = [*_texts(board), *_legend(step, board)]
    return compose(board.geometry.grid, [*marks, *_strikes(step, board), *words], theme=theme)


def _tints(because: Because, board: Board) -> Iterator[Mark]:
    houses = board.geometry.houses
    bases = covers = 0
    for house in because.houses:
        bases |= houses[house]
    for house in because.covers:
        covers |= houses[house]
    inks = dict.fromkeys(bits(because.cells | bases), "base") | dict.fromkeys(bits(covers), "cover")
    inks |= dict.fromkeys(bits(bases & covers), "crossing")
    for n, some in enumerate(because.sets):
        inks |= dict.fromkeys(bits(some.cells), SET_INKS[n % len(SET_INKS)])
    for cell, ink in sorted(inks.items()):
        row, column = board.geometry.grid.positions[cell]
        yield Box((column + 0.5, row + 0.5), 1, fill=ink)


def _cages(board: Board) -> Iterator[Mark]:
    for cage in board.cages:
        rule = Cage(tuple(bits(cage.cells)), cage.total)
        yield from MARKS[Cage](board.geometry.grid, rule)


def _place(board: Board, cell: Cell, digit: int) -> tuple[Point, float]:
    """Find where a candidate is drawn, and its size."""
    return place_of(board.geometry.grid, cell, digit, spare_corner=bool(board.cages))


def _discs(step: Step, board: Board) -> Iterator[Mark]:
    """Lay discs under candidates: of the pattern and its parts, of what goes and what comes; join those of groups."""
    for chain in step.because.links:
        for node, is_right in _states(chain):
            yield from _group(node, board, "right" if is_right else "wrong")
    for (cell, digit), ink in _inks(step, board).items():
        if not board.values[cell]:
            at, size = _place(board, cell, digit)
            yield Disc(at, 0.58 * size, fill=ink)


def _inks(step: Step, board: Board) -> dict[Candidate, str]:
    """Choose a color for each candidate that tells something."""
    because = step.because
    inks: dict[Candidate, str] = {}
    for chain in because.links:
        for node, is_right in _states(chain):
            inks |= dict.fromkeys(((cell, node.digit) for cell in bits(node.cells)), "right" if is_right else "wrong")
    # Of a fish with chains, its own candidates and fins are to be seen; of other chains, right and wrong.
    inks = inks | _inks_of_pattern(because, board) if because.leads_on else _inks_of_pattern(because, board) | inks
    return inks | dict.fromkeys(step.removes, "gone") | dict.fromkeys(step.places, "right")


def _inks_of_pattern(because: Because, board: Board) -> dict[Candidate, str]:
    inks: dict[Candidate, str] = {}
    if because.shows_cells and not because.sets:
        inks |= dict.fromkeys(board.candidates_in(because.cells, because.digits), "right")
    for ink, candidates in zip(_part_inks(because).values(), filter(None, because.parts.values()), strict=True):
        inks |= dict.fromkeys(candidates, ink)
    return inks


def _part_inks(because: Because) -> dict[Part, str]:
    """Choose a color for each part of the pattern."""
    others = cycle(OTHER_INKS)
    return {part: PART_INKS.get(part) or next(others) for part, some in because.parts.items() if some}


def _legend(step: Step, board: Board) -> Iterator[Mark]:
    """Say below the grid what the colors of parts mean, of those that are seen: chains have their own."""
    grid, parts = board.geometry.grid, step.because.parts
    shown = {*step.removes, *step.places}
    for chain in step.because.links:
        shown.update((cell, node.digit) for node, _ in _states(chain) for cell in bits(node.cells))
    x, y = 0.15, grid.height + 0.35
    for part, ink in _part_inks(step.because).items():
        if shown.issuperset(parts[part]):
            continue
        yield Disc((x, y), 0.14, fill=ink)
        yield Words((x + 0.22, y), part, LEGEND, to_the_right=True)
        x += 0.6 + 0.6 * LEGEND * len(part)


def _states(chain: tuple[Link, ...]) -> Iterator[tuple[Node, bool]]:
    """Say of each node of a chain whether it is right or wrong, as one follows the chain."""
    if chain:
        yield chain[0].start, chain[0].starts_right
        for link in chain:
            yield link.end, link.is_strong


def _group(node: Node, board: Board, ink: str) -> Iterator[Mark]:
    """Join the candidates of a group by a band under them."""
    points = _places(node, board)
    if len(points) > 1 and not node.cells_of_set:
        size = _place(board, 0, 1)[1]
        yield Stroke(tuple(points), ink, 0.6 * size)


def _bows(because: Because, board: Board) -> Iterator[Mark]:
    radius = 0.62 * _place(board, 0, 1)[1]
    for chain in because.links:
        for link in chain:
            starts, ends = _places(link.start, board), _places(link.end, board)
            start, end = min(product(starts, ends), key=lambda pair: math.dist(*pair))
            length = math.dist(start, end)
            if length == 0:
                continue
            across = (start[1] - end[1]) / length, (end[0] - start[0]) / length
            bow = 0.16 * min(length, 2)
            bend = (start[0] + end[0]) / 2 + bow * across[0], (start[1] + end[1]) / 2 + bow * across[1]
            dash = () if link.is_strong else (0.06, 0.06)
            yield Curve(_toward(start, bend, radius), bend, _toward(end, bend, radius), "link", 0.035, dash)


def _places(node: Node, board: Board) -> list[Point]:
    return [_place(board, cell, node.digit)[0] for cell in bits(node.cells)]


def _toward(point: Point, other: Point, way: float) -> Point:
    length = math.dist(point, other)
    part = min(way / length, 0.45) if length else 0
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])


def _strikes(step: Step, board: Board) -> Iterator[Mark]:
    for cell, digit in step.removes:
        (x, y), size = _place(board, cell, digit)
        half = 0.42 * size
        yield Stroke(((x - half, y + half), (x + half, y - half)), "strike", 0.03, over=True)


def _texts(board: Board) -> Iterator[Words]:
    grid = board.geometry.grid
    for cell, (row, column) in enumerate(grid.positions):
        if digit := board.values[cell]:
            size = 0.66 if grid.n_digits <= 9 else 0.52
            ink = "given" if board.givens >> cell & 1 else "found"
            yield Words((column + 0.5, row + 0.5), str(digit), size, ink)
        for digit in digits_of(board.masks[cell]):
            at, size = _place(board, cell, digit)
            yield Words(at, str(digit), size, "mark")
