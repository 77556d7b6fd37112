"""Positions for practice, in each of which a given technique comes next."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from farandole import generate, logic
from farandole.errors import UnfinishedError
from farandole.i18n import tr, use_language
from farandole.limits import StopToken
from farandole.logic import Technique
from farandole.rules import RULES
from farandole.web.api.ideas import list_ideas
from farandole.web.api.lessons import Position, find_steps, list_candidates, read_positions
from farandole.web.api.serialize import (
    GUESS,
    Event,
    Lang,
    serialize_candidates,
    serialize_digits,
    serialize_notes,
    serialize_puzzle,
)

MOST_SEEDS = 1 << 32
IDEAS = "ideas"  # the group of lessons about rules of variants


def techniques(*, lang: Lang = "en") -> Iterator[Event]:
    """List the techniques to practice, easiest first, then the ideas of variants, each with its group (the level, or
    ``ideas``), and in the language its name and what it is.

    For those that are ``ready``, `practice` has positions; for the others it makes puzzles, which takes a while.
    """
    with use_language(lang):
        listed = [
            {
                "technique": technique.name,
                "name": tr(technique.name),
                "about": tr(technique.doc),
                "level": technique.level.name.lower(),
                "ready": technique.name in read_positions(),
            }
            for technique in dict.fromkeys(logic.TECHNIQUES)
            if technique is not GUESS
        ]
        listed += [
            {
                "technique": idea.key,
                "name": idea.name,
                "about": idea.about,
                "level": IDEAS,
                "ready": idea.key in read_positions(),
                "rules": [name for name, rule in RULES.items() if rule in idea.rules],
            }
            for idea in list_ideas()
        ]
    yield {"event": "result", "techniques": listed}


def practice(
    technique: str, *, seed: int = 0, nth: int | None = None, seconds: float = 15, lang: Lang = "en"
) -> Iterator[Event]:
    """Return a position in which a technique, or an idea of variants, comes next: a stored one, or one in a puzzle that
    is made for it.

    Of several stored ones, ``nth`` is the place of one, the easiest first; without it, ``seed`` chooses. Place 0 is for
    an example: after the last one comes 1 again. The result has the puzzle, the digits so far, and the candidates as
    notes. Its ``steps`` say what each step of the lesson enters and eliminates. ``found`` is false if the time was up.
    """
    with use_language(lang):
        idea = next((idea for idea in list_ideas() if idea.key == technique), None)
        target = None if idea else logic.find_technique(technique)
        key, name = (idea.key, idea.name) if idea else (target.name, tr(target.name)) if target else ("", "")
    known = read_positions().get(key, [])
    position = _choose(known, seed, nth) if known else None
    stop = StopToken(seconds)
    while position is None and target is not None and not stop.is_stopped:
        yield {"event": "progress", "seed": seed}
        position = _make_position(target, seed % MOST_SEEDS, stop)
        seed += 1
    if position is None:
        yield {"event": "result", "found": False}
        return
    puzzle, board = position.read()
    steps = [
        {
            "places": serialize_candidates(puzzle.grid, step.placements),
            "removes": serialize_candidates(puzzle.grid, step.eliminations),
        }
        for step in find_steps(board, key)
    ]
    with use_language(lang):
        names = {"technique": key, "name": name, "steps": steps}
        marks = serialize_notes(puzzle.grid, list_candidates(board))
        entered = {"digits": serialize_digits(board.values), "notes": marks}
        yield {"event": "result", "found": True, **names, **entered, **serialize_puzzle(puzzle)}


def _choose(known: list[Position], seed: int, nth: int | None) -> Position:
    if nth is None:
        return Random(seed).choice(known)
    return known[1 + (nth - 1) % (len(known) - 1) if nth > 0 and len(known) > 1 else 0]


def _make_position(target: Technique, seed: int, stop: StopToken) -> Position | None:
    """Make a puzzle that needs a technique, and find the position; None if the puzzle doesn't need it after all."""
    try:
        puzzle = generate.make(techniques=[target], seed=seed, seconds=stop.seconds_left()).puzzle
    except UnfinishedError:
        return None
    for step in logic.explain(puzzle):
        if step.technique is target and step.board is not None:
            return Position.of(target.name, puzzle.line, step.board)
    return None
