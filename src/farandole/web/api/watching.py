"""Searches that a page watches: plain backtracking, dancing links and human logic, move by move.

A move is a list: its kind, its level, what it is about. Cells, items and options go by their numbers, from 0; the first
event of each search tells what the numbers stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Literal

from farandole import logic
from farandole.cover import Cover
from farandole.cover.dance import dance
from farandole.errors import ArgumentError
from farandole.formats.knuth import option_names
from farandole.i18n import speaking, tr
from farandole.logic import Board, notation
from farandole.logic.board import digits_of
from farandole.puzzle import Puzzle
from farandole.puzzle.backtrack import backtrack
from farandole.puzzle.solutions import text_of
from farandole.web.api import covers as examples
from farandole.web.api.serialize import Event, Lang

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
    """Solve a puzzle in a way that can be watched, up to its first solution: events ``moves``, many moves in each.

    ``backtrack`` tells the moves of `farandole.puzzle.backtrack`, and ``choice`` is its own. ``links`` begins with an
    event ``matrix`` and tells the moves of `watch_cover`. ``logic`` begins with an event ``board``, the candidates of
    each cell; its moves are steps, each with the candidates of the cells that it changes.
    """
    _require_moves(most)
    if way == "links":
        yield from _danced(puzzle.cover(), most=most, is_first=True)
    elif way == "backtrack":
        moves = ([move.kind, move.level, move.what] for move in backtrack(puzzle, choice=choice))
        yield from _in_parts(moves, most=most, is_first=True)
    else:
        logic.require_one_solution(puzzle)
        board = Board.of(puzzle)
        yield {"event": "board", "candidates": [text_of(digits_of(mask)) for mask in board.masks]}
        yield from _in_parts(_thoughts(board, lang), most=most, is_first=True)


def watch_cover(cover: Cover, *, every: bool = False, most: int = 10_000) -> Iterator[Event]:
    """Watch dancing links on any exact cover; with ``every``, they go on after the first solution.

    The first event, ``matrix``, names the items, tells how many of them are primary, and lists the options, each with
    its name and the numbers of its items. Then come events ``moves``, of `farandole.cover.dance`: a choice has the size
    of its item, too, as ``["choose", level, item, size]``; a node that is hidden is ``["hide", level, option, item]``.
    """
    _require_moves(most)
    yield from _danced(cover, most=most, is_first=not every)


def covers() -> Iterator[Event]:
    """List small exact covers to watch: an event ``cover`` for each, with its text."""
    for name, write in examples.EXAMPLES.items():
        yield {"event": "cover", "name": name, "cover": write()}
    yield {"event": "result", "count": len(examples.EXAMPLES)}


def _require_moves(most: int) -> None:
    if not 0 < most <= MOST_MOVES:
        raise ArgumentError(f"most: expected a number from 1 to {MOST_MOVES:,}, found {most}")


def _in_parts(moves: Iterator[Move], *, most: int, is_first: bool) -> Iterator[Event]:
    """Tell moves, many in each event; the result says whether the search came to its end, or to its first solution."""
    n_told, n_solutions, is_done = 0, 0, False
    while n_told < most and not is_done:
        some: list[Move] = []
        for move in islice(moves, min(AT_ONCE, most - n_told)):
            some.append(move)
            n_solutions += move[0] == "solution"
            if is_first and n_solutions:
                break
        is_done = len(some) < min(AT_ONCE, most - n_told) or (is_first and n_solutions > 0)
        n_told += len(some)
        if some:
            yield {"event": "moves", "moves": some}
    yield {"event": "result", "count": n_told, "solved": n_solutions > 0, "solutions": n_solutions, "done": is_done}


def _danced(cover: Cover, *, most: int, is_first: bool) -> Iterator[Event]:
    items = cover.primary + cover.secondary
    numbers = {item: number for number, item in enumerate(items)}
    options = [
        [numbers[item] for item in sorted(map(_item, option), key=numbers.__getitem__)] for option in cover.options
    ]
    yield {
        "event": "matrix",
        "items": [str(item) for item in items],
        "primary": len(cover.primary),
        "options": [[str(name), held] for name, held in zip(_names(cover), options, strict=True)],
    }
    yield from _in_parts(_links(cover, numbers), most=most, is_first=is_first)


def _links(cover: Cover, numbers: dict[Any, int]) -> Iterator[Move]:
    labels = {label: number for number, label in enumerate(cover.labels)}
    chosen: Any = None  # the item, until the sizes are told
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


def _item(entry: Any) -> Any:
    """Return the item of an entry, which may have a color beside it."""
    return entry[0] if isinstance(entry, tuple) else entry


def _names(cover: Cover) -> Iterable[Any]:
    """Name the options: as the caller called them, or by what is in them."""
    is_numbered = isinstance(cover.labels, range)
    return option_names(cover, cover.labels) if is_numbered else cover.labels


def _thoughts(board: Board, lang: Lang) -> Iterator[Move]:
    """Tell each step of logic, and the candidates of the cells that it changes."""
    n_steps = 0
    before = list(board.masks)
    told: Move | None = None
    for n_steps, step in enumerate(logic.explain(board), 1):
        if told:
            yield _changed(told, board, before)
        with speaking(lang):
            name = tr(step.technique.name)
        told = [
            "step",
            n_steps,
            {
                "name": name,
                "notation": notation(step, board.geometry),
                "places": [list(candidate) for candidate in step.placements],
                "removes": [list(candidate) for candidate in step.eliminations],
            },
        ]
    if told:
        yield _changed(told, board, before)
    if not board.n_open:
        yield ["solution", n_steps, list(board.values)]


def _changed(told: Move, board: Board, before: list[int]) -> Move:
    """Add to a step the cells that it changed, with their candidates before and after."""
    changes = [(cell, mask) for cell, mask in enumerate(board.masks) if mask != before[cell]]
    told[2]["changes"] = [[cell, text_of(digits_of(before[cell])), text_of(digits_of(mask))] for cell, mask in changes]
    before[:] = board.masks
    return told
