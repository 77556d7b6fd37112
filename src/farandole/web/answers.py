"""The methods that a page calls; each yields events, the last of which is a result: see `farandole.web.protocol`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from farandole import formats, logic
from farandole.errors import ArgumentError
from farandole.grid import Cell, Grid
from farandole.language import speaking, tr
from farandole.logic import Board, Detail, Step, notation
from farandole.logic.board import Candidate, digits_of, has_digit
from farandole.logic.inference.refutations import refutation
from farandole.logic.wording.nets import refuted
from farandole.play.advice import verdict_of
from farandole.puzzle import Puzzle, Solution, digits_in
from farandole.puzzle.solutions import text_of
from farandole.render import steps, svg
from farandole.web.parameters import Notes

Event = dict[str, Any]
Lang = Literal["en", "zh"]
Theme = Literal["light", "dark", "auto"]

MOST_PUZZLES = 100  # of one text


def parse(text: str, *, lenient: bool = False) -> Iterator[Event]:
    """Read a text of any form: an event ``puzzle`` for each puzzle, with its board; the result tells the form."""
    recognized, n_found = formats.recognize(text), 0
    for line, found in islice(recognized.scan(lenient=lenient), MOST_PUZZLES):
        if not isinstance(found, Puzzle):
            raise found
        n_found += 1
        yield {"event": "puzzle", "line": line, "document": _document(found), "board": _board(found)}
    yield {"event": "result", "form": recognized.form, "count": n_found, "unknowns": formats.unknowns(text)}


def write(puzzle: Puzzle, *, form: str) -> Iterator[Event]:
    """Write a puzzle in another form; some are links."""
    yield {"event": "result", "text": formats.write(puzzle, form)}


def draw(puzzle: Puzzle, *, theme: Theme = "auto") -> Iterator[Event]:
    """Draw a puzzle."""
    yield {"event": "result", "svg": svg.draw(puzzle, theme=theme)}


# ── Solutions ───────────────────────────────────────────────────────────────────────────────────────────────────────


def solve(puzzle: Puzzle, *, limit: int = 2, seconds: float = 10) -> Iterator[Event]:
    """Find solutions: an event ``solution`` for each; the result tells how many, whether all, and where they differ."""
    solutions, found = puzzle.solutions(seconds=seconds), list[Solution]()
    for solution in islice(solutions, limit + 1):  # one more tells whether there are others
        if len(found) == limit:
            break
        found.append(solution)
        yield {"event": "solution", "digits": solution.line}
    yield {
        "event": "result",
        "count": len(found),
        "exhausted": solutions.exhausted,
        "differ": _names(puzzle.grid, _differing(found)),
        "why": None if found else puzzle.why(),
    }


def count(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Count the solutions, as far as the time reaches."""
    counted = puzzle.count(seconds=seconds)
    yield {"event": "result", "count": str(counted), "exhausted": counted.exhausted}


def candidates(puzzle: Puzzle, *, limit: int = 1, seconds: float = 10) -> Iterator[Event]:
    """Find the true candidates: for each cell the digits that it holds in some solution, and in how many of them."""
    found = puzzle.candidates(limit=limit, seconds=seconds)
    tallies = [{text_of([digit]): n for digit, n in tally.items()} for tally in found]
    yield {"event": "result", "candidates": tallies, "exhausted": found.exhausted}


# ── A player's questions ────────────────────────────────────────────────────────────────────────────────────────────


def check(puzzle: Puzzle, *, digits: str, seconds: float = 10, lang: Lang = "en") -> Iterator[Event]:
    """Compare what a player has entered with the solution: the cells that are wrong, and whether all is done.

    A puzzle that has not exactly one solution, or none that is found in time, has a ``fault`` in place of them.
    """
    entered = digits_in(digits, puzzle.grid)
    with speaking(lang):
        verdict = verdict_of(puzzle, seconds=seconds)
    if verdict.solution is None:
        yield {"event": "result", "fault": verdict.fault}
        return
    pairs = enumerate(zip(entered, verdict.solution, strict=True))
    wrong = [cell for cell, (digit, right) in pairs if digit not in (0, right)]
    yield {"event": "result", "wrong": _names(puzzle.grid, wrong), "solved": tuple(entered) == verdict.solution}


def hint(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    notes: Notes | None = None,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
) -> Iterator[Event]:
    """Tell the next step at all four levels, with its picture; a mistake first, if there is one."""
    found = logic.hint(puzzle, digits, notes=notes, assume_unique=unique)
    with speaking(lang):
        result: Event = {"event": "result", "levels": [found.say(detail) for detail in Detail]}
        if found.step:
            result |= _told(found.step, found.board, theme)
        else:
            result |= {"wrong": _entries(puzzle.grid, found.wrong), "missed": _entries(puzzle.grid, found.missed)}
    yield result


def explain(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    pictures: bool = False,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
) -> Iterator[Event]:
    """Tell every step to the solution: an event ``step`` for each; the result tells whether they reach it."""
    board = Board.of(puzzle)
    for cell, digit in enumerate(digits_in(digits, puzzle.grid) if digits else ()):
        if digit and not board.values[cell]:
            if not has_digit(board.masks[cell], digit):
                raise ArgumentError(f"digits: {puzzle.grid.cell_name(cell)} can't be {digit} beside the others")
            board.place(cell, digit)
    for step in logic.explain(board, assume_unique=unique):
        with speaking(lang):
            told = _told(step, board, theme if pictures else None)
            yield {"event": "step", "proof": logic.say(step, board), **told}
    yield {"event": "result", "solved": not board.n_open, "digits": text_of(board.values)}


def rate(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Rate a puzzle: an event ``scale`` for each scale as soon as it is known."""
    n_solutions = 0
    for scale in ("search", "hodoku", "explainer"):  # the quick ones first
        rating = logic.rate(puzzle, scales=[scale], seconds=seconds)
        n_solutions = rating.n_solutions
        if scale not in rating.scales:
            continue
        told: Event = {"event": "scale", "scale": scale}
        if scale == "search":
            told["guesses"] = rating.guesses
        elif scale == "hodoku":
            told |= {"score": rating.hodoku.score, "level": rating.hodoku.level.name.lower()}
            told["hardest"] = rating.hodoku.hardest.name if rating.hodoku.hardest else None
        else:
            er, ep, ed, *_ = rating.explainer
            told |= {"er": er, "ep": ep, "ed": ed, "is_least": rating.explainer.is_least}
        yield told
    yield {"event": "result", "n_solutions": n_solutions}


def why_not(puzzle: Puzzle, *, cell: str, digit: int, digits: str | None = None, lang: Lang = "en") -> Iterator[Event]:
    """Tell why a cell can't hold a digit: the contradiction that singles lead to; or that they lead to none."""
    board = Board.of(puzzle)
    for placed, entered in enumerate(digits_in(digits, puzzle.grid) if digits else ()):
        if entered and not board.values[placed] and has_digit(board.masks[placed], entered):
            board.place(placed, entered)
    [number] = puzzle.grid.cells_of(cell)
    with speaking(lang):
        if board.values[number]:
            said = tr("{cell} is {digit}", cell=cell, digit=board.values[number])
        elif not has_digit(board.masks[number], digit):
            said = tr("{cell} can't be {digit}: it sees that digit", cell=cell, digit=digit)
        elif found := refutation(board, (number, digit)):
            said = "\n".join(refuted(board.geometry, (number, digit), *found))
        else:
            said = tr("Singles alone don't show that {cell} can't be {digit}", cell=cell, digit=digit)
    yield {"event": "result", "why": said}


# ── What events hold ────────────────────────────────────────────────────────────────────────────────────────────────


def _document(puzzle: Puzzle) -> Any:
    return json.loads(formats.write(puzzle, "json"))


def _board(puzzle: Puzzle) -> Event:
    """Tell what a page wants to know of a grid: where its cells are, and which share a house."""
    grid = puzzle.grid
    return {
        "cells": [{"name": grid.cell_name(cell), "at": list(place)} for cell, place in enumerate(grid.positions)],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in grid.houses],
        "digits": text_of(range(1, grid.n_digits + 1)),
        "givens": puzzle.line,
        "marks": [list(digits_of(mask)) for mask in puzzle.pencilmarks or ()],
        "size": [grid.height, grid.width],
        "classic": puzzle.is_classic,
    }


def _told(step: Step, board: Board, theme: Theme | None) -> Event:
    grid = board.geometry.grid
    told: Event = {
        "technique": step.technique.name,
        "name": tr(step.technique.name),
        "notation": notation(step, board.geometry),
        "places": _entries(grid, step.places),
        "removes": _entries(grid, step.removes),
    }
    return told | {"svg": steps.draw(step, board, theme=theme)} if theme else told


def _entries(grid: Grid, some: Iterable[Candidate]) -> list[list[Any]]:
    return [[grid.cell_name(cell), digit] for cell, digit in some]


def _names(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    return [grid.cell_name(cell) for cell in cells]


def _differing(found: Sequence[Solution]) -> list[Cell]:
    return [cell for cell, held in enumerate(zip(*(one.digits for one in found), strict=True)) if len(set(held)) > 1]
