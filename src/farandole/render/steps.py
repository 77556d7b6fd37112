"""Steps of human logic drawn on their board: where to look, what the pattern is, what follows.

The houses that a step stands on are blue, those from which something goes yellow. Discs lie under the candidates of
the pattern, in a color for each part that they play; what goes is red and struck out, what comes is green. Chains are
bows from candidate to candidate, solid for strong links and dashed for weak ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from farandole.logic.board import Board, Candidate, bits, digits_of
from farandole.logic.step import Because, Link, Node, Step
from farandole.render.marks import Box, Curve, Disc, Mark, Point, Stroke, Words
from farandole.render.svg import compose, place_of

SET_INKS = ("set_1", "set_2", "set_3", "set_4")
ROLE_INKS = {"fin": "fin", "endo fin": "endo_fin", "color 1": "color_1", "color 2": "color_2"}
OTHER_ROLES = ("wrong", "fin", "color_2", "endo_fin", "color_1")


def draw(step: Step, board: Board, *, theme: str = "light") -> str:
    """Draw a step on the board as it is before the step.

    Parameters
    ----------
    step : Step
    board : Board
        All its candidates are drawn.
    theme : str
        ``light``, ``dark``, or ``auto``: dark where the viewer's system is.

    Returns
    -------
    str
        An SVG document.

    Examples
    --------
    >>> from farandole.logic.singles import naked_single
    >>> from farandole.puzzle import Puzzle
    >>> board = Board.of(Puzzle.classic("12345678." + "." * 72))
    >>> draw(next(naked_single(board)), board)[:52]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20'
    """
    marks = [*_tints(step.because, board), *_discs(step, board), *_bows(step.because, board)]
    return compose(board.frame.grid, [*marks, *_strikes(step, board), *_texts(board)], theme=theme)


def _tints(because: Because, board: Board) -> Iterator[Mark]:
    houses = board.frame.houses
    bases = covers = 0
    for house in because.houses:
        bases |= houses[house]
    for house in because.covers:
        covers |= houses[house]
    inks = dict.fromkeys(bits(bases), "base") | dict.fromkeys(bits(covers), "cover")
    inks |= dict.fromkeys(bits(bases & covers), "crossing")
    for n, some in enumerate(because.sets):
        inks |= dict.fromkeys(bits(some.cells), SET_INKS[n % len(SET_INKS)])
    if not inks:
        inks |= dict.fromkeys(bits(because.cells), "base")
    for cell, ink in sorted(inks.items()):
        row, column = board.frame.grid.positions[cell]
        yield Box((column + 0.5, row + 0.5), 1, fill=ink)


def _discs(step: Step, board: Board) -> Iterator[Mark]:
    """Lay discs under candidates: of the pattern, of each role, of what goes and what comes."""
    inks: dict[Candidate, str] = {}
    because = step.because
    if not (because.sets or because.links):
        for cell in bits(because.cells):
            inks |= dict.fromkeys(((cell, digit) for digit in digits_of(board.masks[cell] & because.digits)), "right")
    others = iter(OTHER_ROLES * (1 + len(because.roles)))
    for role, candidates in because.roles.items():
        ink = ROLE_INKS.get(role) or next(others)
        inks |= dict.fromkeys(candidates, ink)
    for chain in because.links:
        for node, is_right in _states(chain):
            inks |= dict.fromkeys(((cell, node.digit) for cell in bits(node.cells)), "right" if is_right else "wrong")
    inks |= dict.fromkeys(step.removes, "gone")
    inks |= dict.fromkeys(step.places, "right")
    for (cell, digit), ink in inks.items():
        if not board.values[cell]:
            at, size = place_of(board.frame.grid, cell, digit)
            yield Disc(at, 0.58 * size, fill=ink)


def _states(chain: tuple[Link, ...]) -> Iterator[tuple[Node, bool]]:
    """Say of each node of a chain whether it is right or wrong, as one follows the chain."""
    if chain:
        yield chain[0].start, not chain[0].is_strong
        for link in chain:
            yield link.end, link.is_strong


def _bows(because: Because, board: Board) -> Iterator[Mark]:
    for chain in because.links:
        for link in chain:
            start, end = _middle(link.start, board), _middle(link.end, board)
            length = math.dist(start, end)
            if length == 0:
                continue
            radius = 0.62 * place_of(board.frame.grid, 0, 1)[1]
            across = (start[1] - end[1]) / length, (end[0] - start[0]) / length
            bow = 0.16 * min(length, 2)
            bend = (start[0] + end[0]) / 2 + bow * across[0], (start[1] + end[1]) / 2 + bow * across[1]
            dash = () if link.is_strong else (0.06, 0.06)
            yield Curve(_toward(start, bend, radius), bend, _toward(end, bend, radius), "link", 0.035, dash)


def _middle(node: Node, board: Board) -> Point:
    places = [place_of(board.frame.grid, cell, node.digit)[0] for cell in bits(node.cells)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _toward(point: Point, other: Point, way: float) -> Point:
    length = math.dist(point, other)
    part = min(way / length, 0.45) if length else 0
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])


def _strikes(step: Step, board: Board) -> Iterator[Mark]:
    for cell, digit in step.removes:
        (x, y), size = place_of(board.frame.grid, cell, digit)
        half = 0.42 * size
        yield Stroke(((x - half, y + half), (x + half, y - half)), "strike", 0.03, over=True)


def _texts(board: Board) -> Iterator[Words]:
    grid = board.frame.grid
    for cell, (row, column) in enumerate(grid.positions):
        if digit := board.values[cell]:
            size = 0.66 if grid.n_digits <= 9 else 0.52
            ink = "given" if board.givens >> cell & 1 else "found"
            yield Words((column + 0.5, row + 0.5), str(digit), size, ink)
        for digit in digits_of(board.masks[cell]):
            at, size = place_of(grid, cell, digit)
            yield Words(at, str(digit), size, "mark")
