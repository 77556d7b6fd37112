"""Puzzles that are made: as wished, or of what a setter has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic

from farandole import generate
from farandole.generate import Changed, Progress
from farandole.i18n import use_language
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import Event, Lang, board_of, document, rating_told
from farandole.web.api.streaming import heard
from farandole.web.parameters import Names

PAUSE = 0.2  # seconds between two events


def make(
    *,
    shape: str = "classic",
    rules: Names | None = None,
    symmetry: str = "none",
    minimal: bool = True,
    givens: int | None = None,
    rating: str | None = None,
    techniques: Names | None = None,
    seed: int | None = None,
    seconds: float = 10,
    lang: Lang = "en",
) -> Iterator[Event]:
    """Make a puzzle: an event ``progress`` now and then; the result says what it lacks if the time was too short."""

    question = partial(
        generate.make,
        shape=shape,
        rules=rules or (),
        symmetry=symmetry,
        minimal=minimal,
        givens=givens,
        rating=rating,
        techniques=techniques,
        seed=seed,
        seconds=seconds,
    )

    def work(tell: Callable[[Event], None]) -> generate.Made:
        with use_language(lang):
            return question(progress=_Telling(tell))

    made = yield from heard(work)
    yield {
        "event": "result",
        **_puzzle_told(made.puzzle),
        "seed": str(made.seed),
        "solution": made.solution.line,
        "unique": made.proof.is_unique,
        "minimal": made.proof.is_minimal,
        "falls_short": list(made.falls_short),
        "ratings": [{"scale": scale, **rating_told(made.rating, scale)} for scale in made.rating.scales],
    }


def complete(puzzle: Puzzle, *, symmetry: str = "none", seed: int = 0, seconds: float = 10) -> Iterator[Event]:
    """Add the givens that a puzzle needs to have one solution; the result lists them."""
    question = partial(generate.complete, puzzle, symmetry=symmetry, seed=seed, seconds=seconds)
    changed = yield from heard(lambda tell: question(progress=_Telling(tell)))
    yield _change_told(changed)


def minimize(
    puzzle: Puzzle, *, symmetry: str = "none", rules: bool = False, seed: int = 0, seconds: float = 10
) -> Iterator[Event]:
    """Take away the givens, and if wished the rules, that a puzzle doesn't need; the result lists them."""
    question = partial(generate.minimize, puzzle, symmetry=symmetry, rules=rules, seed=seed, seconds=seconds)
    changed = yield from heard(lambda tell: question(progress=_Telling(tell)))
    yield _change_told(changed)


class _Telling:
    """Turns what a maker tells into events, not too many of them."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        if monotonic() - self._last < PAUSE:
            return
        self._last = monotonic()
        told: Event = {"event": "progress", "what": progress.what, "tries": progress.tries}
        if progress.best is not None:
            told |= {"document": document(progress.best), "missing": list(progress.missing)}
        self._tell(told)


def _change_told(changed: Changed) -> Event:
    clues = [{**clue.plain, "in_words": clue.in_words} for clue in changed.clues]
    return {"event": "result", **_puzzle_told(changed.puzzle), "clues": clues, "exhausted": changed.is_done}


def _puzzle_told(puzzle: Puzzle) -> Event:
    return {"document": document(puzzle), "board": board_of(puzzle)}
