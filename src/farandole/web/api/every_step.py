"""All steps that could come next, not the simplest alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TypeAlias

from farandole import logic
from farandole.i18n import speaking
from farandole.limits import Deadline
from farandole.logic.board import Candidate
from farandole.logic.catalog import SEARCHES
from farandole.logic.techniques.brute_force import brute_force
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import Event, Lang, entries, step_told
from farandole.web.parameters import Notes

Effects: TypeAlias = tuple[frozenset[Candidate], frozenset[Candidate]]

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
    """Find every step that could come next: an event ``step`` for each, simplest first.

    Steps that do the same are told once, by the simplest technique. The result says how many, and whether all were
    found, which is not so when time was up. A mistake comes first, as in a hint.
    """
    hint = logic.hint(puzzle, digits, notes=notes, assume_unique=unique)
    if not hint.step:
        mistakes = {
            "wrong": entries(puzzle.grid, hint.wrong_digits),
            "missed": entries(puzzle.grid, hint.missing_candidates),
        }
        with speaking(lang):
            yield {"event": "result", "count": 0, "exhausted": True, "said": hint.describe(), **mistakes}
        return
    deadline, board, told = Deadline(seconds), hint.board, set[Effects]()
    for search in SEARCHES:
        if search is brute_force or deadline.has_passed or len(told) >= MOST:
            continue
        for step in islice(search(board.copy()), MOST_OF_ONE):
            effects = frozenset(step.placements), frozenset(step.eliminations)
            if effects in told or (step.technique.assumes_unique and not unique):
                continue
            told.add(effects)
            with speaking(lang):
                yield {"event": "step", "proof": logic.describe(step, board), **step_told(step, board, None)}
    yield {"event": "result", "count": len(told), "exhausted": not deadline.has_passed and len(told) < MOST}
