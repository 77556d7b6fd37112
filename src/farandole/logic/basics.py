"""The basic steps of a path, counted by the core: singles, locked candidates, pairs and triples.

Where only the numbers of the steps matter, as when puzzles of a level are made, this is many times as fast as finding
the same steps with their reasons.
"""

from __future__ import annotations

from collections import Counter

from farandole import _core
from farandole.logic.board import Board, Geometry, HouseKind, cache_by_geometry, geometry_of
from farandole.logic.step import Technique
from farandole.logic.techniques import locked, subsets
from farandole.logic.techniques.singles import SINGLES
from farandole.puzzle import Puzzle

# In the order of the path, and of the core's counts.
BASICS: tuple[Technique, ...] = (
    *SINGLES,
    subsets.locked_pair,
    subsets.locked_triple,
    locked.pointing,
    locked.claiming,
    subsets.naked_pair,
    subsets.naked_triple,
    subsets.hidden_pair,
    subsets.hidden_triple,
)

_WEIGHTS = [technique.score for technique in BASICS]


def count_basics(puzzle: Puzzle, most: float) -> tuple[Counter[Technique], int]:
    """Count the steps of a classic puzzle until there are none, or until their scores add up to more than ``most``.

    Returns
    -------
    tuple of Counter and int
        How often each technique was used, and how many cells stay open.

    Examples
    --------
    >>> puzzle = Puzzle.classic("4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2")
    >>> steps, left = count_basics(puzzle, 10_000)
    >>> sum(steps.values()), left
    (3, 21)
    """
    counts, left = _core_of(geometry_of(puzzle.grid)).tally(puzzle.givens, _WEIGHTS, most)
    return _counter(counts), left


def apply_basics(board: Board, most: float) -> Counter[Technique]:
    """Apply such steps to the board of a classic puzzle, and count them."""
    core = _core_of(board.geometry)
    counts, state = core.walk(board.values, board.masks, list(board.naked), list(board.hidden), _WEIGHTS, most)
    board.take(state)
    return _counter(counts)


def _counter(counts: list[int]) -> Counter[Technique]:
    return Counter({technique: n for technique, n in zip(BASICS, counts, strict=True) if n})


@cache_by_geometry
def _core_of(geometry: Geometry) -> _core.BasicSteps:
    from_boxes, from_lines = (
        [(base, [target for target, _ in targets]) for base, _, targets in crossings]
        for crossings in (locked.from_boxes(geometry), locked.from_lines(geometry))
    )
    boxes = [kind is HouseKind.BOX for kind in geometry.kinds]
    order = geometry.of_kind(*subsets.ORDER)
    return _core.BasicSteps(geometry.n_digits, geometry.n_cells, geometry.cells, order, boxes, from_boxes, from_lines)
