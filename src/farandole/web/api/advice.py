"""Advice: hints, the path of steps, ratings, and why a digit can't be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from farandole import logic
from farandole.errors import UnfinishedError
from farandole.grid import Cell
from farandole.i18n import speaking, tr
from farandole.limits import Deadline, within
from farandole.logic import Board, Detail
from farandole.logic.board import Candidate, Digit, digits_of, has_digit
from farandole.logic.inference.contradictions import CaseSplit, Contradiction, find_case_split, find_contradiction
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.wording.nets import describe_case_split
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import text_of
from farandole.web.api.serialize import (
    Event,
    Lang,
    Theme,
    contradiction_lights,
    entries,
    played,
    rating_told,
    step_told,
)
from farandole.web.parameters import Notes


def hint(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    notes: Notes | None = None,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
) -> Iterator[Event]:
    """Tell the next step at all four levels, with its picture; a mistake first, if there is one.

    Where no technique helps, the step is a guess, and says so; ``trial`` has what `why_not` then refutes, so that
    nobody needs to believe it.
    """
    found = logic.hint(puzzle, digits, notes=notes, assume_unique=unique)
    with speaking(lang):
        result: Event = {"event": "result", "levels": [found.describe(detail) for detail in Detail]}
        if found.step:
            result |= step_told(found.step, found.board, theme) | _trial(found)
        else:
            result |= {
                "wrong": entries(puzzle.grid, found.wrong_digits),
                "missed": entries(puzzle.grid, found.missing_candidates),
            }
    yield result


def _trial(found: logic.Hint) -> Event:
    """Say of a hint that is a guess which digits `why_not` has to refute."""
    if found.step is None or found.step.technique is not brute_force:
        return {}
    [(cell, right)] = found.step.placements
    others = [(cell, digit) for digit in digits_of(found.board.masks[cell]) if digit != right]
    return {"trial": entries(found.board.geometry.grid, others)}


def explain(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    pictures: bool = False,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
) -> Iterator[Event]:
    """Tell every step to the solution: an event ``step`` for each; the result tells whether they reach it.

    A puzzle with the digits that were entered must have one solution.
    """
    board = played(puzzle, digits)
    logic.require_one_solution(replace(puzzle, givens=tuple(board.values)))
    for step in logic.explain(board, assume_unique=unique):
        with speaking(lang):
            told = step_told(step, board, theme if pictures else None)
            yield {"event": "step", "proof": logic.describe(step, board), **told}
    yield {"event": "result", "solved": not board.n_open, "digits": text_of(board.values)}


def rate(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Rate a puzzle: an event ``scale`` for each scale as soon as it is known."""
    n_solutions = 0
    for scale in ("search", "hodoku", "explainer"):  # the quick ones first
        rating = logic.rate(puzzle, scales=[scale], seconds=seconds)
        n_solutions = rating.n_solutions
        if scale in rating.scales:
            yield {"event": "scale", "scale": scale, **rating_told(rating, scale)}
    yield {"event": "result", "n_solutions": n_solutions}


# ── Why a digit can't be ────────────────────────────────────────────────────────────────────────────────────────────


def why_not(
    puzzle: Puzzle, *, cell: str, digit: int, digits: str | None = None, seconds: float = 10, lang: Lang = "en"
) -> Iterator[Event]:
    """Tell why a cell can't hold a digit: the shortest contradiction that is found, by singles, else by choices.

    The result says what is so: ``placed``, ``seen``, ``contradiction``, ``possible``, ``wrong`` if digits that were
    entered leave no solution, ``unknown`` if there was no time.
    """
    board, deadline = played(puzzle, digits), Deadline(seconds)
    [number] = puzzle.grid.cells_of(cell)
    lights: Event = {}
    with speaking(lang):
        words = {"cell": cell, "digit": digit}
        if board.values[number]:
            kind, said = "placed", tr("{cell} is {digit}", cell=cell, digit=board.values[number])
        elif not has_digit(board.masks[number], digit):
            kind, said = "seen", tr("{cell} can't be {digit}: it sees that digit", **words)
        elif _has_solution(puzzle, board, deadline, {number: digit}):
            kind, said = "possible", tr("{cell} can be {digit}: no contradiction follows", **words)
        elif _has_solution(puzzle, board, deadline) is False:
            kind, said = "wrong", tr("Some digits are wrong: no solution has them all")
        elif found := _contradiction(board, (number, digit), deadline):
            kind, said = "contradiction", "\n".join(describe_case_split(board.geometry, (number, digit), found))
            lights = {"lights": contradiction_lights(found, (number, digit), puzzle.grid)}
        else:
            kind = "unknown"
            said = tr("A search shows that {cell} can't be {digit}, but no short contradiction was found", **words)
    yield {"event": "result", "kind": kind, "why": said, **lights}


def _has_solution(
    puzzle: Puzzle, board: Board, deadline: Deadline, also: Mapping[Cell, Digit] = MappingProxyType({})
) -> bool | None:
    """Return whether there is a solution with the digits on a board, and some more; None if the time was too short."""
    givens = tuple(also.get(cell, digit) for cell, digit in enumerate(board.values))
    solutions = replace(puzzle, givens=givens).solutions(seconds=deadline.left())
    return True if next(solutions, None) else False if solutions.exhausted else None


def _contradiction(board: Board, candidate: Candidate, deadline: Deadline) -> Contradiction | CaseSplit | None:
    try:
        with within(deadline.left()):
            return find_contradiction(board, candidate) or find_case_split(board, candidate)
    except UnfinishedError:
        return None
