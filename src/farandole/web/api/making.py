"""Make puzzles, and complete or minimize the draft of a setter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic

from farandole import generate
from farandole.generate import Progress
from farandole.i18n import use_language
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import Event, Lang, serialize_changed, serialize_made, serialize_progress
from farandole.web.api.streaming import stream_events
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

    def work(send: Callable[[Event], None]) -> generate.MadePuzzle:
        with use_language(lang):
            return question(progress=_Progress(send))

    made = yield from stream_events(work)
    with use_language(lang):
        event = {"event": "result", **serialize_made(made)}
    yield event


def daily(*, day: str, level: str, seconds: float = 60) -> Iterator[Event]:
    """Make a puzzle of the day: the same for everybody with the same version."""
    made = yield from stream_events(lambda send: generate.daily(day, level, seconds=seconds, progress=_Progress(send)))
    yield {"event": "result", **serialize_made(made)}


def complete(
    puzzle: Puzzle, *, symmetry: str = "none", seed: int = 0, seconds: float = 10, lang: Lang = "en"
) -> Iterator[Event]:
    """Add the givens that a puzzle needs to have one solution; the result lists them."""
    question = partial(generate.complete, puzzle, symmetry=symmetry, seed=seed, seconds=seconds)
    changed = yield from stream_events(lambda send: question(progress=_Progress(send)))
    with use_language(lang):
        event = {"event": "result", **serialize_changed(changed)}
    yield event


def minimize(
    puzzle: Puzzle,
    *,
    symmetry: str = "none",
    rules: bool = False,
    seed: int = 0,
    seconds: float = 10,
    lang: Lang = "en",
) -> Iterator[Event]:
    """Remove the givens, and with ``rules`` also the rules, that a puzzle doesn't need; the result lists them."""
    question = partial(generate.minimize, puzzle, symmetry=symmetry, rules=rules, seed=seed, seconds=seconds)
    changed = yield from stream_events(lambda send: question(progress=_Progress(send)))
    with use_language(lang):
        event = {"event": "result", **serialize_changed(changed)}
    yield event


class _Progress:
    """Turns the progress of a search into events, at most one for each `PAUSE`."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._last = 0.0

    def __call__(self, progress: Progress) -> None:
        if monotonic() - self._last >= PAUSE:
            self._last = monotonic()
            self._send({"event": "progress", **serialize_progress(progress)})
