"""Searches that a page shows move by move: plain backtracking, dancing links and human logic.

A move is a list: its kind, its level, and its subject. Cells, items and options are numbers, from 0. The first event of
each search says what the numbers stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal

from farandole import logic
from farandole.cover import Cover, dance
from farandole.errors import ArgumentError
from farandole.i18n import use_language
from farandole.logic import Board, Explanation
from farandole.puzzle import Puzzle, backtrack
from farandole.web.api import covers as examples
from farandole.web.api.serialize import (
    Event,
    Lang,
    serialize_changes,
    serialize_masks,
    serialize_matrix,
    serialize_name,
)

Move = list[Any]

MOST_MOVES = 200_000  # of one search
AT_ONCE = 500  # moves in one event


def watch(
    puzzle: Puzzle,
    *,
    way: Literal["backtrack", "links", "logic"],
    choice: Literal["first", "fewest"] = "first",
    most: int = 10_000,
    lang: Lang = "en",
) -> Iterator[Event]:
    """Solve a puzzle move by move up to its first solution: events ``moves``, with many moves in each.

    ``backtrack`` has the moves of `farandole.puzzle.backtrack`, which also explains ``choice``. ``links`` begins
    with an event ``matrix`` and has the moves of `watch_cover`. ``logic`` begins with an event ``board``, the
    candidates of each cell; its moves are steps, each with the candidates of the cells that it changes. If the puzzle
    has no solution, or several, they go as far as logic does, and ``conclusion`` of the result says how they end.
    """
    require_moves(most)
    if way == "links":
        yield from _dance(puzzle.cover(), most=most, is_first=True)
    elif way == "backtrack":
        moves = ([move.kind, move.level, move.what] for move in backtrack.backtrack(puzzle, choice=choice))
        yield from send_moves(moves, most=most, is_first=True)
    else:
        explanation = logic.explain(puzzle)
        yield {"event": "board", "candidates": serialize_masks(explanation.board.masks)}
        for event in send_moves(_explain(explanation, lang), most=most, is_first=True):
            with use_language(lang):
                conclusion = explanation.conclude() if event.get("done") else ""
            yield event | {"conclusion": conclusion} if event["event"] == "result" else event


def watch_cover(cover: Cover, *, every: bool = False, most: int = 10_000) -> Iterator[Event]:
    """Run dancing links on any exact cover move by move; with ``every``, also after the first solution.

    The first event, ``matrix``, names the items, says how many of them are primary, and lists the options, each
    with its name and the numbers of its items. Then come events ``moves``, of `farandole.cover.dance`: a choice
    also has the size of its item, as in ``["choose", level, item, size]``; a hidden node is ``["hide", level,
    option, item]``.
    """
    require_moves(most)
    yield from _dance(cover, most=most, is_first=not every)


def covers() -> Iterator[Event]:
    """List small exact covers: an event ``cover`` for each, with its text."""
    for name, write in examples.EXAMPLES.items():
        yield {"event": "cover", "name": name, "cover": write()}
    yield {"event": "result", "count": len(examples.EXAMPLES)}


def require_moves(most: int) -> None:
    """Check the number of moves that a page asks for."""
    if not 0 < most <= MOST_MOVES:
        raise ArgumentError(f"most: expected a number from 1 to {MOST_MOVES:,}, found {most}")


def send_moves(moves: Iterator[Move], *, most: int, is_first: bool) -> Iterator[Event]:
    """Yield moves, many in each event; the result says whether the search has ended, or has its first solution."""
    count, n_solutions, is_done = 0, 0, False
    while count < most and not is_done:
        block: list[Move] = []
        for move in islice(moves, min(AT_ONCE, most - count)):
            block.append(move)
            n_solutions += move[0] == "solution"
            if is_first and n_solutions:
                break
        is_done = len(block) < min(AT_ONCE, most - count) or (is_first and n_solutions > 0)
        count += len(block)
        if block:
            yield {"event": "moves", "moves": block}
    yield {"event": "result", "count": count, "solved": n_solutions > 0, "solutions": n_solutions, "done": is_done}


def _dance(cover: Cover, *, most: int, is_first: bool) -> Iterator[Event]:
    numbers = {item: number for number, item in enumerate(cover.primary + cover.secondary)}
    yield {"event": "matrix", **serialize_matrix(cover, numbers)}
    yield from send_moves(_links(cover, numbers), most=most, is_first=is_first)


def _links(cover: Cover, numbers: dict[Any, int]) -> Iterator[Move]:
    labels = {label: number for number, label in enumerate(cover.labels)}
    chosen: Any = None  # the item, until its size is known
    for kind, level, what in dance(cover, every_node=True):
        if kind == "choose":
            chosen = what
        elif kind == "sizes":
            yield ["choose", level, numbers[chosen], what[chosen]]
        elif kind in ("hide", "show"):
            label, item = what
            yield [kind, level, labels[label], numbers[item]]
        elif kind == "try":
            yield [kind, level, labels[what]]
        elif kind == "solution":
            yield [kind, level, [labels[label] for label in what]]
        else:
            yield [kind, level, numbers[what]]


def _explain(explanation: Explanation, lang: Lang) -> Iterator[Move]:
    """Yield each step of logic, with the cells that it changes and their candidates before and after."""
    board = explanation.board
    n_steps, before = 0, list(board.masks)
    move: Move | None = None
    for n_steps, step in enumerate(explanation, 1):
        if move:
            yield _add_changes(move, board, before)
        with use_language(lang):
            name = serialize_name(step)
        effects = {"places": list(map(list, step.placements)), "removes": list(map(list, step.eliminations))}
        move = ["step", n_steps, {"name": name, "notation": logic.notation(step, board.geometry), **effects}]
    if move:
        yield _add_changes(move, board, before)
    if not board.n_open:
        yield ["solution", n_steps, list(board.values)]


def _add_changes(move: Move, board: Board, before: list[int]) -> Move:
    """Add the changed cells to a step, which is done on the board only when the next step is asked for."""
    move[2]["changes"] = serialize_changes(board, before)
    before[:] = board.masks
    return move
