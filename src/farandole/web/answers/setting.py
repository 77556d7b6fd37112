"""What a setter asks for: the clues that are missing, and those that can go."""

from __future__ import annotations

from collections.abc import Iterator

from farandole import generate
from farandole.generate import Changed
from farandole.puzzle import Puzzle
from farandole.web.answers.told import Event, board_of, document


def complete(puzzle: Puzzle, *, symmetry: str = "none", seed: int = 0, seconds: float = 10) -> Iterator[Event]:
    """Add the givens that a puzzle needs to have one solution: the result has its document, and what was added."""
    yield _changed(generate.complete(puzzle, symmetry=symmetry, seed=seed, seconds=seconds))


def minimize(
    puzzle: Puzzle, *, symmetry: str = "none", rules: bool = False, seed: int = 0, seconds: float = 10
) -> Iterator[Event]:
    """Take givens away that a puzzle with one solution doesn't need; with ``rules``, these too."""
    yield _changed(generate.minimize(puzzle, symmetry=symmetry, rules=rules, seed=seed, seconds=seconds))


def _changed(changed: Changed) -> Event:
    return {
        "event": "result",
        "document": document(changed.puzzle),
        "board": board_of(changed.puzzle),
        "clues": [clue.plain for clue in changed.clues],
        "done": changed.is_done,
    }
