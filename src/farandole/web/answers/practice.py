"""Puzzles that need a technique at the next step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from farandole import generate, logic
from farandole.language import speaking, tr
from farandole.limits import Deadline
from farandole.logic import Board
from farandole.logic.catalog import TECHNIQUES, technique_named
from farandole.logic.techniques.brute_force import brute_force
from farandole.puzzle import Puzzle
from farandole.web.answers.told import Event, Lang, board_of, document

MOST_SEEDS = 1 << 32


def techniques(*, lang: Lang = "en") -> Iterator[Event]:
    """List the techniques that one can practice, easiest first: the name, what players call it, and its level."""
    with speaking(lang):
        some = [
            {"technique": one.name, "name": tr(one.name), "level": one.level.name.lower()}
            for one in dict.fromkeys(TECHNIQUES)
            if one is not brute_force
        ]
    yield {"event": "result", "techniques": some}


def practice(technique: str, *, seed: int = 0, seconds: float = 15, lang: Lang = "en") -> Iterator[Event]:
    """Make a puzzle, and solve it up to where it needs a technique: the result has what is left as a puzzle.

    Its givens are the digits so far, and its pencilmarks the candidates. ``found`` is false where time was up first.
    """
    wanted, deadline = technique_named(technique), Deadline(seconds)
    while not deadline.has_passed:
        made = generate.make(techniques=[wanted], seed=seed % MOST_SEEDS, seconds=deadline.left())
        seed += 1
        yield {"event": "progress", "seed": seed}
        board = Board.of(made.puzzle)
        for step in logic.explain(board):
            if step.technique is wanted:
                with speaking(lang):
                    yield {"event": "result", "found": True, "name": tr(wanted.name), **_at(made.puzzle, board)}
                return
    yield {"event": "result", "found": False}


def _at(puzzle: Puzzle, board: Board) -> Event:
    """Give the puzzle that is left on a board."""
    left = replace(puzzle, givens=tuple(board.values))
    masks = tuple(mask or own for mask, own in zip(board.masks, left.masks, strict=True))
    left = replace(left, pencilmarks=masks)
    return {"document": document(left), "board": board_of(left)}
