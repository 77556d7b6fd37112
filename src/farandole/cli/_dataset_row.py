"""The ratings of a puzzle in a data set. They are computed in worker processes."""

from __future__ import annotations

import json
from typing import Any

from farandole.puzzle import Puzzle

Row = dict[str, Any]
Job = tuple[str, tuple[str, ...], float, bool]  # the puzzle, scales, seconds for one of them, whether to list the steps


def make_row(job: Job) -> Row:
    """Rate a puzzle, and list its steps if asked to."""
    from farandole import logic
    from farandole.logic.board import Board
    from farandole.logic.wording.words import notation

    line, scales, seconds, with_steps = job
    puzzle = Puzzle.classic(line)
    rating = logic.rate(puzzle, scales=scales, seconds=seconds)
    row: Row = {}
    if "explainer" in scales:
        row |= {"er": float(rating.explainer.er), "er_is_least": rating.explainer.is_least}
    if "hodoku" in scales:
        score = rating.hodoku
        hardest = score.hardest.name if score.hardest else None
        row |= {"score": score.score, "level": score.level.name.lower(), "hardest": hardest}
    if with_steps:
        geometry, steps = Board.of(puzzle).geometry, list(logic.explain(puzzle))
        records = [
            {
                "technique": step.technique.name,
                "notation": notation(step, geometry),
                "placements": [list(candidate) for candidate in step.placements],
                "eliminations": [list(candidate) for candidate in step.eliminations],
            }
            for step in steps
        ]
        row |= {"steps": "\n".join(logic.describe(step) for step in steps), "steps_json": json.dumps(records)}
    return row
