"""Practice: positions in which a technique is what comes next, of puzzles of ours or of one made for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import islice
from random import Random
from typing import NamedTuple

from farandole import generate, logic
from farandole.language import speaking, tr
from farandole.limits import Deadline
from farandole.logic import Board
from farandole.logic.catalog import TECHNIQUES, technique_named
from farandole.logic.step import Technique
from farandole.logic.techniques.brute_force import brute_force
from farandole.puzzle import Puzzle
from farandole.web.answers.told import Event, Lang, board_of, document

MOST_SEEDS = 1 << 32


class Position(NamedTuple):
    """A position of a puzzle.

    Parameters
    ----------
    technique : str
        Its step comes next.
    givens : str
    n_steps : int
        How many steps of the path lead there.
    """

    technique: str
    givens: str
    n_steps: int


def at_position(position: Position) -> tuple[Puzzle, Board]:
    """Walk to a position: its puzzle, and the board there.

    Examples
    --------
    >>> puzzle, board = at_position(Position("Naked Single", "12345678." + "." * 72, 0))
    >>> puzzle.line[:9], board.masks[8]
    ('12345678.', 256)
    """
    puzzle = Puzzle.classic(position.givens)
    board = Board.of(puzzle)
    steps = logic.explain(board)
    for _ in islice(steps, position.n_steps + 1):  # a step is done when the next one is asked for
        pass
    return puzzle, board


def left_on(puzzle: Puzzle, board: Board) -> Puzzle:
    """Give what is left as a puzzle: its givens are the digits so far, its pencilmarks the candidates."""
    left = replace(puzzle, givens=tuple(board.values))
    masks = tuple(mask or own for mask, own in zip(board.masks, left.masks, strict=True))
    return replace(left, pencilmarks=masks)


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
    """Give a position that needs a technique, as a puzzle: givens are the digits so far, pencilmarks the candidates.

    Of a technique that comes in no puzzle of ours, one is made; ``found`` is false where time was up first.
    """
    wanted = technique_named(technique)
    if known := _positions().get(wanted.name):
        puzzle, board = at_position(Random(seed).choice(known))
        yield _given(wanted, puzzle, board, lang)
        return
    deadline = Deadline(seconds)
    while not deadline.has_passed:
        made = generate.make(techniques=[wanted], seed=seed % MOST_SEEDS, seconds=deadline.left())
        seed += 1
        yield {"event": "progress", "seed": seed}
        board = Board.of(made.puzzle)
        for step in logic.explain(board):
            if step.technique is wanted:
                yield _given(wanted, made.puzzle, board, lang)
                return
    yield {"event": "result", "found": False}


@cache
def _positions() -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = {}
    for line in files("farandole.web").joinpath("practice.txt").read_text("utf-8").splitlines():
        technique, givens, n_steps = line.split("\t")
        found.setdefault(technique, []).append(Position(technique, givens, int(n_steps)))
    return found


def _given(technique: Technique, puzzle: Puzzle, board: Board, lang: Lang) -> Event:
    left = left_on(puzzle, board)
    with speaking(lang):
        name = tr(technique.name)
    return {"event": "result", "found": True, "name": name, "document": document(left), "board": board_of(left)}
