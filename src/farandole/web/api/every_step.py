"""All steps that are possible next, not only the simplest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from farandole import logic
from farandole.i18n import use_language
from farandole.limits import StopToken
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import GUESS, Event, Lang, serialize_mistakes, serialize_proof
from farandole.web.parameters import Notes

MOST_OF_ONE = 20  # steps of one search
MOST = 300


def steps_now(
    puzzle: Puzzle,
    *,
    digits: str | None = None,
    notes: Notes | None = None,
    seconds: float = 5,
    lang: Lang = "en",
    unique: bool = True,
) -> Iterator[Event]:
    """Find every step that is possible next: an event ``step`` for each, simplest first.

    Of steps with the same effect only the simplest is returned. The result says how many steps there are, and whether
    all were found before the time was up. If the player has made mistakes, these are the answer, as in a hint.
    """
    hint = logic.hint(puzzle, digits, notes=notes, assume_unique=unique)
    if not hint.step:
        with use_language(lang):
            mistakes = {"said": hint.describe(), **serialize_mistakes(hint)}
        yield {"event": "result", "count": 0, "exhausted": True, **mistakes}
        return
    stop, board, seen = StopToken(seconds), hint.board, set[object]()
    for search in logic.SEARCHES:
        if search is GUESS or stop.is_stopped or len(seen) >= MOST:
            continue
        for step in islice(search(board.copy()), MOST_OF_ONE):
            effects = frozenset(step.placements), frozenset(step.eliminations)
            if effects in seen or (step.technique.assumes_unique and not unique):
                continue
            seen.add(effects)
            with use_language(lang):
                yield {"event": "step", **serialize_proof(step, board)}
    yield {"event": "result", "count": len(seen), "exhausted": not stop.is_stopped and len(seen) < MOST}
