"""Find positions to practice techniques on, in puzzles of ours: writes src/farandole/web/practice.txt.

::

    python examples/find_practice.py [N]

It walks the paths of the first N puzzles of thousand.txt, and keeps a few positions for each technique whose step comes
next there: a line with the name of the technique, the givens, and how many steps lead there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from farandole import Puzzle, logic
from farandole.logic import Board
from farandole.web.api.practice import Position, solve_to

EXAMPLES = Path(__file__).parent
FILE = EXAMPLES.parent / "src" / "farandole" / "web" / "practice.txt"
MOST = 6  # positions of a technique
LEFT_OUT = {"Brute Force"}


def positions(lines: list[str]) -> Iterator[Position]:
    """Yield the positions that are worth keeping, puzzle after puzzle, one of a technique in each."""
    found: Counter[str] = Counter(dict.fromkeys(LEFT_OUT, MOST))
    for line in lines:
        seen = set()
        for n_steps, step in enumerate(logic.explain(Board.of(Puzzle.classic(line)))):
            name = step.technique.name
            if name in seen or found[name] >= MOST:
                continue
            position = Position(name, line, n_steps)
            if _is_next(position):
                seen.add(name)
                found[name] += 1
                yield position


def _is_next(position: Position) -> bool:
    """Return whether a hint tells the technique to somebody who has noted all candidates there."""
    puzzle, digits, notes = solve_to(position)
    step = logic.hint(puzzle, digits, notes=notes).step
    return step is not None and step.technique.name == position.technique


def main() -> None:
    """Find positions, and write them down in the order of the techniques."""
    n_puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    text = (EXAMPLES / "thousand.txt").read_text().splitlines()
    lines = [line[:81] for line in text if len(line) >= 81 and not line.startswith("#")][:n_puzzles]
    order = [technique.name for technique in logic.TECHNIQUES]
    some = sorted(positions(lines), key=lambda position: order.index(position.technique))
    FILE.write_text("".join(f"{one.technique}\t{one.givens}\t{one.n_steps}\n" for one in some))
    print(f"{len(some)} positions of {len({one.technique for one in some})} techniques")


if __name__ == "__main__":
    main()
