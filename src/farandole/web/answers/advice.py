"""Advice: hints, the path of steps, ratings, and why a digit can't be."""

from __future__ import annotations

from collections.abc import Iterator

from farandole import logic
from farandole.language import speaking, tr
from farandole.logic import Detail
from farandole.logic.board import has_digit
from farandole.logic.inference.refutations import refutation
from farandole.logic.wording.nets import refuted
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import text_of
from farandole.web.answers.told import Event, Lang, Theme, entries, played, step_told
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
    """Tell the next step at all four levels, with its picture; a mistake first, if there is one."""
    found = logic.hint(puzzle, digits, notes=notes, assume_unique=unique)
    with speaking(lang):
        result: Event = {"event": "result", "levels": [found.say(detail) for detail in Detail]}
        if found.step:
            result |= step_told(found.step, found.board, theme)
        else:
            result |= {"wrong": entries(puzzle.grid, found.wrong), "missed": entries(puzzle.grid, found.missed)}
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
    board = played(puzzle, digits)
    for step in logic.explain(board, assume_unique=unique):
        with speaking(lang):
            told = step_told(step, board, theme if pictures else None)
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
    board = played(puzzle, digits)
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
