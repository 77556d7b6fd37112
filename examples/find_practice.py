"""Find positions to practice on, in puzzles of ours: writes src/farandole/web/practice.txt.

::

    python examples/find_practice.py [N] [SEEDS]

It walks the paths of the first N puzzles of thousand.txt, and keeps a few positions for each technique whose step comes
next there. It does the same with variants made from the seeds, for the techniques of rules and the ideas of variants.
Each line has the name of the technique or the idea, the puzzle, the digits so far and the candidates; the easiest
positions come first. A board stays what it is when the path to it changes.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from farandole import Puzzle, generate, logic
from farandole.errors import UnfinishedError
from farandole.limits import time_limit
from farandole.logic import Board, Step
from farandole.logic.catalog import GROUPS
from farandole.web.api.ideas import Idea, list_ideas
from farandole.web.api.lessons import Position, list_candidates
from farandole.web.api.serialize import serialize_document

EXAMPLES = Path(__file__).parent
FILE = EXAMPLES.parent / "src" / "farandole" / "web" / "practice.txt"
MOST = 6  # positions of a technique
MOST_OF_IDEA = 5
MOST_OF_RULES = 3  # positions of a technique of rules
FEW = 4  # eliminations that a drill asks for
SECONDS = 10  # for a puzzle, and for its path
LEFT_OUT = {"Brute Force"}


def positions(lines: list[str]) -> Iterator[Position]:
    """Yield the positions of classic puzzles that are worth keeping, one of a technique in each."""
    found: Counter[str] = Counter(dict.fromkeys(LEFT_OUT, MOST))
    for line in lines:
        seen = set()
        for step in logic.explain(Board.of(Puzzle.classic(line))):
            name = step.technique.name
            if name in seen or found[name] >= MOST or step.board is None:
                continue
            position = Position.of(name, line, step.board)
            if _is_next(position):
                seen.add(name)
                found[name] += 1
                yield position


def positions_with_rules(seeds: Iterable[int]) -> Iterator[Position]:
    """Yield positions of variants: of each idea, and of the techniques that use rules; few of each puzzle."""
    found: Counter[str] = Counter()
    for seed in seeds:
        for idea in list_ideas():
            for position in _positions_of(idea, seed, found):
                found[position.lesson] += 1
                yield position


def _positions_of(idea: Idea, seed: int, found: Counter[str]) -> Iterator[Position]:
    """Yield the positions of a variant: one of the idea, and one of each technique."""
    puzzle = generate.make(rules=idea.kind, seed=seed, seconds=SECONDS).puzzle
    text = json.dumps(serialize_document(puzzle), separators=(",", ":"))
    seen: set[str] = set()
    for step, board in reversed(list(_path(idea, puzzle))):  # the fewer candidates are left, the easier
        for name, most in ((idea.key, MOST_OF_IDEA), (step.technique.name, MOST_OF_RULES)):
            position = Position.of(name, text, board)
            if name not in seen and found[name] < most and _is_next(position):
                seen.add(name)
                yield position


def _path(idea: Idea, puzzle: Puzzle) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path that drills can ask for, each with the board before it."""
    explanation = logic.explain(Board.of(puzzle))
    try:
        with time_limit(SECONDS):
            for step in explanation:
                board = explanation.board.copy()
                if idea.is_in(step) and _is_clear(step) and _is_only(idea, step, board):
                    yield step, board
    except UnfinishedError:
        pass


def _is_clear(step: Step) -> bool:
    """Return whether a drill can ask for a step: it enters a digit, or has few eliminations."""
    return bool(step.placements) or 1 <= len(step.eliminations) <= FEW


def _is_only(idea: Idea, step: Step, board: Board) -> bool:
    """Return whether the technique of a step finds no other step that uses rules of the idea."""
    searches = [search for search in logic.SEARCHES if step.technique in GROUPS.get(search, (search,))]
    found = (other for search in searches for other in search(board) if idea.is_in(other))
    return len({(tuple(other.placements), tuple(other.eliminations)) for other in islice(found, 9)}) == 1


def _is_next(position: Position) -> bool:
    """Return whether a hint tells the technique or the idea to somebody who has noted all candidates there."""
    puzzle, board = position.read()
    step = logic.hint(puzzle, board.values, notes=list_candidates(board)).step
    idea = next((idea for idea in list_ideas() if idea.key == position.lesson), None)
    return step is not None and (idea.is_in(step) if idea else step.technique.name == position.lesson)


def _count_candidates(position: Position) -> int:
    """Return how many candidates there are to look at."""
    _, board = position.read()
    return sum(mask.bit_count() for mask in list_candidates(board).values())


def main() -> None:
    """Find positions, and write them down in the order of the techniques and ideas."""
    n_puzzles, n_seeds = (int(sys.argv[k]) if len(sys.argv) > k else default for k, default in ((1, 1000), (2, 8)))
    text = (EXAMPLES / "thousand.txt").read_text().splitlines()
    lines = [line[:81] for line in text if len(line) >= 81 and not line.startswith("#")][:n_puzzles]
    known: defaultdict[str, list[Position]] = defaultdict(list)
    for position in positions(lines):
        known[position.lesson].append(position)
    of_classics = {*known}
    for position in positions_with_rules(range(1, n_seeds + 1)):
        if position.lesson not in of_classics:
            known[position.lesson].append(position)
    names = [*(technique.name for technique in logic.TECHNIQUES), *(idea.key for idea in list_ideas())]
    some = [one for name in dict.fromkeys(names) for one in sorted(known[name], key=_count_candidates)]
    FILE.write_text("".join("\t".join(one) + "\n" for one in some))
    print(f"{len(some)} positions of {len({one.lesson for one in some})} techniques and ideas")


if __name__ == "__main__":
    main()
