"""What is so of a puzzle: its solutions, its true candidates, its clues; and what a player's digits are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from time import perf_counter

from farandole.generate import clues_of
from farandole.grid import Cell
from farandole.grid.house_names import house_name
from farandole.i18n import tr, use_language
from farandole.limits import Deadline
from farandole.logic.board import Digit
from farandole.puzzle import Puzzle, Solution, parse_digits
from farandole.puzzle.solutions import Candidates, format_digits
from farandole.tui.advice import verdict_of
from farandole.tui.game import Game, broken, repeated
from farandole.tui.rule_text import rule_told
from farandole.web.api.serialize import Event, Lang, names
from farandole.web.api.streaming import heard

COUNTED_AT_ONCE = 1 << 17


def solve(puzzle: Puzzle, *, limit: int = 2, seconds: float = 10) -> Iterator[Event]:
    """Find solutions: an event ``solution`` for each; the result tells how many, whether all, and where they differ.

    Its ``seconds`` are those of the search, without the way here and back.
    """
    begin = perf_counter()
    solutions, found = puzzle.solutions(seconds=seconds), list[Solution]()
    for solution in islice(solutions, limit + 1):  # one more tells whether there are others
        if len(found) == limit:
            break
        found.append(solution)
        yield {"event": "solution", "digits": solution.line}
    taken = perf_counter() - begin
    yield {
        "event": "result",
        "count": len(found),
        "exhausted": solutions.exhausted,
        "seconds": round(taken, 6),
        "differ": names(puzzle.grid, _differing(found)),
        "why": None if found else puzzle.why(),
    }


def _differing(found: Sequence[Solution]) -> list[Cell]:
    return [cell for cell, held in enumerate(zip(*(one.digits for one in found), strict=True)) if len(set(held)) > 1]


def count(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Count the solutions, as far as the time reaches; an event ``progress`` tells how many there are so far."""
    solutions, n_found = puzzle.solutions(seconds=seconds), 0
    while n := solutions.skip(COUNTED_AT_ONCE):
        n_found += n
        if n == COUNTED_AT_ONCE:
            yield {"event": "progress", "count": str(n_found)}
    yield {"event": "result", "count": str(n_found), "exhausted": solutions.exhausted}


def candidates(puzzle: Puzzle, *, limit: int = 1, seconds: float = 10) -> Iterator[Event]:
    """Find the true candidates: for each cell the digits that it holds in some solution, and in how many of them.

    An event ``cell`` for each cell as soon as it is known; the result has them all.
    """

    def work(tell: Callable[[Event], None]) -> Candidates:
        def tell_cell(cell: Cell, tally: Mapping[Digit, int]) -> None:
            tell({"event": "cell", "cell": puzzle.grid.cell_name(cell), "candidates": _tally_told(tally)})

        return puzzle.candidates(limit=limit, seconds=seconds, progress=tell_cell)

    found = yield from heard(work)
    yield {"event": "result", "candidates": [*map(_tally_told, found)], "exhausted": found.exhausted}


def _tally_told(tally: Mapping[Digit, int]) -> Event:
    return {format_digits([digit]): n for digit, n in sorted(tally.items())}


def needless(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Find clues that may go, one at a time: an event ``clue`` for each; the result tells whether all were tried.

    A puzzle that has not exactly one solution needs every clue it has.
    """
    deadline, n_found, n_undecided = Deadline(seconds), 0, 0
    is_unique = puzzle.is_unique(seconds=deadline.left())
    for clue in clues_of(puzzle) if is_unique else ():
        is_needless = clue.without.is_unique(seconds=deadline.left())
        n_undecided += is_needless is None
        if is_needless:
            n_found += 1
            yield {"event": "clue", **clue.plain, "in_words": clue.in_words}
    exhausted = is_unique is not None and not n_undecided
    yield {"event": "result", "unique": is_unique, "count": n_found, "exhausted": exhausted}


# ── A player's digits ───────────────────────────────────────────────────────────────────────────────────────────────


def check(puzzle: Puzzle, *, digits: str, seconds: float = 10, lang: Lang = "en") -> Iterator[Event]:
    """Compare what a player has entered with the solution: the cells that are wrong, and whether all is done.

    A puzzle that has not exactly one solution, or none that is found in time, has a ``fault`` in place of them.
    """
    entered = parse_digits(digits, puzzle.grid)
    with use_language(lang):
        verdict = verdict_of(puzzle, seconds=seconds)
    if verdict.solution is None:
        yield {"event": "result", "fault": verdict.fault}
        return
    pairs = enumerate(zip(entered, verdict.solution, strict=True))
    wrong = [cell for cell, (digit, right) in pairs if digit not in (0, right)]
    yield {"event": "result", "wrong": names(puzzle.grid, wrong), "solved": tuple(entered) == verdict.solution}


def conflicts(puzzle: Puzzle, *, digits: str, lang: Lang = "en") -> Iterator[Event]:
    """Find digits that can't stand together: which cells, and the house or the rule that they break."""
    grid, entered = puzzle.grid, parse_digits(digits, puzzle.grid)
    held = [given or digit for given, digit in zip(puzzle.givens, entered, strict=True)]
    game, found = Game(puzzle), list[Event]()
    with use_language(lang):
        for number, house in enumerate(grid.houses):
            for digit in sorted({held[cell] for cell in repeated(house.cells, held)}):
                cells = [cell for cell in house.cells if held[cell] == digit]
                said = tr("{house} has {digit} more than once", house=house_name(grid, number), digit=digit)
                found.append({"cells": names(grid, cells), "said": said})
        for rule in puzzle.rules:
            if cells := sorted(broken(rule, held)):
                found.append({"cells": names(grid, cells), "said": rule_told(rule, game)})
    yield {"event": "result", "conflicts": found}
