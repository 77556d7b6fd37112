"""Hints, steps, ratings, and why a cell can't hold a digit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from farandole import logic
from farandole.bitsets import has_digit, set_of
from farandole.errors import UnfinishedError
from farandole.grid import Cell
from farandole.i18n import tr, use_language
from farandole.limits import StopToken, time_limit
from farandole.logic import Board, Step
from farandole.logic.inference.contradictions import CaseSplit, Contradiction, find_case_split, find_contradiction
from farandole.logic.mistakes import Mistake, find_reason
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.web.api.lessons import prefer_lesson
from farandole.web.api.serialize import (
    Event,
    Lang,
    Theme,
    serialize_contradiction,
    serialize_digits,
    serialize_hint,
    serialize_proof,
    serialize_rating,
    serialize_reason,
)
from farandole.web.parameters import Names, Notes, read_board, read_candidate, read_seen


def hint(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    notes: Notes | None = None,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
    lesson: str = "",
) -> Iterator[Event]:
    """Return the next step at all four levels of detail, with its picture; or the player's mistakes, if there are any.

    Where no technique helps, the step is a guess. Then ``trial`` lists the other digits of the cell, which `why_not`
    refutes. Under fog, a hint uses only what the player sees. With the name of a ``lesson``, a technique or an idea of
    variants, a step of the lesson comes first.
    """
    seen = read_seen(puzzle, digits)
    has_fog = puzzle.about.fog is not None  # a part of the puzzle may have several solutions
    found = logic.hint(seen, digits, notes=notes, assume_unique=unique and not has_fog)
    if lesson:
        found = prefer_lesson(found, lesson)
    with use_language(lang):
        yield {"event": "result", **serialize_hint(found, theme)}


def explain(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    pictures: bool = False,
    seconds: float = 30,
    lang: Lang = "en",
    theme: Theme = "auto",
    unique: bool = True,
) -> Iterator[Event]:
    """Return every step to the solution: an event ``step`` for each. The result says whether they reach it.

    ``exhausted`` of the result says whether there was time for all of them.
    If the puzzle with the digits that were entered has no solution, or several, the steps lead as far as logic does.
    Then ``conclusion`` of the result says what they end with.
    """
    position = replace(puzzle, givens=tuple(read_board(puzzle, digits).values))
    explanation, stop, is_timed_out = logic.explain(position, assume_unique=unique), StopToken(seconds), False
    board = explanation.board
    try:
        while (step := _next_step(explanation, stop)) is not None:
            with use_language(lang):
                yield {"event": "step", **serialize_proof(step, board, theme if pictures else None)}
    except UnfinishedError:
        is_timed_out = True
    with use_language(lang):
        conclusion = tr("Timed out before the next step was found.") if is_timed_out else explanation.conclude()
    is_solved = not board.n_open and not explanation.fault
    yield {
        "event": "result",
        "solved": is_solved,
        "digits": serialize_digits(board.values),
        "conclusion": conclusion,
        "exhausted": not is_timed_out,
    }


def _next_step(explanation: logic.Explanation, stop: StopToken) -> Step | None:
    """Return the next step of an explanation, None after the last; UnfinishedError if the time is up."""
    with time_limit(stop.seconds_left()):
        return next(explanation, None)


def rate(puzzle: Puzzle, *, seconds: float = 10, scales: Names | None = None) -> Iterator[Event]:
    """Rate a puzzle on some scales, or all: an event ``scale`` for each scale as soon as it is known."""
    n_solutions, stop = 0, StopToken(seconds)
    groups: list[Sequence[str]] = [("search",), ("logic", "hodoku"), ("explainer",)]  # the quick ones first
    for group in [scales] if scales else groups:
        rating = logic.rate(puzzle, scales=group, seconds=stop.seconds_left())
        n_solutions = rating.n_solutions
        for scale in rating.scales:
            yield {"event": "scale", "scale": scale, **serialize_rating(rating, scale)}
    yield {"event": "result", "n_solutions": n_solutions}


# ── Why a digit can't be ────────────────────────────────────────────────────────────────────────────────────────────


def why_not(
    puzzle: Puzzle, *, cell: str, digit: int, digits: str | None = None, seconds: float = 10, lang: Lang = "en"
) -> Iterator[Event]:
    """Say why a cell can't hold a digit: by rules, by the shortest contradiction by singles, or else by choices.

    The ``kind`` of the result is ``placed``, ``seen``, ``contradiction``, ``possible``, ``wrong`` if the digits that
    were entered leave no solution, or ``unknown`` if the time was too short.
    """
    puzzle = read_seen(puzzle, digits)
    board, stop = read_board(puzzle, digits), StopToken(seconds)
    number, digit = candidate = read_candidate(puzzle, cell, digit)
    with use_language(lang):
        words: Event = {"cell": cell, "digit": puzzle.grid.digit_name(digit)}
        if board.values[number]:
            answer = {
                "kind": "placed",
                "why": tr("{cell} is {digit}", cell=cell, digit=puzzle.grid.digit_name(board.values[number])),
            }
        elif board.geometry.peers[number] & set_of(n for n, held in enumerate(board.values) if held == digit):
            answer = {"kind": "seen", "why": tr("{cell} can't be {digit}: it sees that digit", **words)}
        elif puzzle.pencilmarks and not has_digit(puzzle.pencilmarks[number], digit):
            why = tr("{cell} can't be {digit}: the pencilmarks of the puzzle leave it out", **words)
            answer = {"kind": "seen", "why": why}
        elif _has_solution(puzzle, board, stop, {number: digit}):
            answer = {"kind": "possible", "why": tr("{cell} can be {digit}: no contradiction follows", **words)}
        elif _has_solution(puzzle, board, stop) is False:
            answer = {"kind": "wrong", "why": tr("Some digits are wrong: no solution has them all")}
        elif board.rules and (reason := find_reason(board, Mistake(number, digit, is_entered=True))):
            answer = {"kind": "contradiction", **serialize_reason(reason, Mistake(number, digit, True), board)}
        elif contradiction := _find_contradiction(board, candidate, stop):
            answer = {"kind": "contradiction", **serialize_contradiction(contradiction, candidate, board)}
        else:
            why = tr("A search shows that {cell} can't be {digit}, but no short contradiction was found", **words)
            answer = {"kind": "unknown", "why": why}
    yield {"event": "result", **answer}


def _has_solution(
    puzzle: Puzzle, board: Board, stop: StopToken, more: Mapping[Cell, int] = MappingProxyType({})
) -> bool | None:
    """Return whether a solution has the digits on a board and some more; None if the time was too short."""
    givens = tuple(more.get(cell, digit) for cell, digit in enumerate(board.values))
    solutions = replace(puzzle, givens=givens).solutions(seconds=stop.seconds_left())
    return True if next(solutions, None) else False if solutions.exhausted else None


def _find_contradiction(board: Board, candidate: tuple[Cell, int], stop: StopToken) -> Contradiction | CaseSplit | None:
    try:
        with time_limit(stop.seconds_left()):
            return find_contradiction(board, candidate) or find_case_split(board, candidate)
    except UnfinishedError:
        return None
