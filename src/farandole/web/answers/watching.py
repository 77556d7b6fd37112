"""Searches that are watched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

from farandole import logic
from farandole.cover.dance import dance
from farandole.errors import ArgumentError
from farandole.logic import Board, notation
from farandole.puzzle import Puzzle
from farandole.puzzle.backtrack import backtrack
from farandole.web.answers.told import Event

MOST_EVENTS = 100_000  # of one search that is watched
AT_ONCE = 200  # events of a search in one message


def watch(puzzle: Puzzle, *, way: Literal["backtrack", "links", "logic"], most: int = 10_000) -> Iterator[Event]:
    """Solve a puzzle in a way that can be watched, up to its first solution: events ``moves``, many moves in each."""
    if not 0 < most <= MOST_EVENTS:
        raise ArgumentError(f"most: expected a number from 1 to {MOST_EVENTS:,}, found {most}")
    moves, n_told, is_solved = _moves(puzzle, way), 0, False
    while n_told < most and not is_solved:
        some = list(islice(moves, min(AT_ONCE, most - n_told)))
        if not some:
            break
        ends = [n for n, move in enumerate(some, 1) if move[0] == "solution"]
        some, is_solved = some[: ends[0]] if ends else some, bool(ends)
        n_told += len(some)
        yield {"event": "moves", "moves": some}
    yield {"event": "result", "count": n_told, "solved": is_solved}


def _moves(puzzle: Puzzle, way: str) -> Iterator[list[Any]]:
    """Give each move as a list that JSON can hold: its kind, its level, what it is about."""
    if way == "backtrack":
        return ([move.kind, move.level, move.what] for move in backtrack(puzzle))
    if way == "links":
        return ([event.kind, event.level, event.what] for event in dance(puzzle.cover(), every_node=True))
    return _thoughts(puzzle)


def _thoughts(puzzle: Puzzle) -> Iterator[list[Any]]:
    board = Board.of(puzzle)
    n_steps = 0
    for n_steps, step in enumerate(logic.explain(board), 1):
        yield ["step", n_steps, notation(step, board.geometry)]
    if not board.n_open:
        yield ["solution", n_steps, list(board.values)]
