"""Solutions, true candidates, needless and conflicting clues of a puzzle; and whether a player's digits are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from time import perf_counter

from farandole import generate
from farandole.cover import Cover
from farandole.generate import clues_of
from farandole.grid import Cell
from farandole.i18n import use_language
from farandole.limits import StopToken
from farandole.puzzle import Candidates, Puzzle, Solution, parse_digits
from farandole.tui import advice
from farandole.web.api.serialize import Event, Lang, name_cells, serialize_clue, serialize_counts
from farandole.web.api.streaming import stream_events
from farandole.web.parameters import read_seen

COUNTED_AT_ONCE = 1 << 17


def solve(puzzle: Puzzle, *, limit: int = 2, seconds: float = 10) -> Iterator[Event]:
    """Find solutions: an event ``solution`` for each. The result says how many, whether all, and where they differ.

    Its ``seconds`` are those of the search alone.
    """
    begin = perf_counter()
    solutions, known = puzzle.solutions(seconds=seconds), list[Solution]()
    for solution in islice(solutions, limit + 1):  # the one after the limit shows that there are more
        if len(known) == limit:
            break
        known.append(solution)
        yield {"event": "solution", "digits": solution.line}
    taken = perf_counter() - begin
    columns = zip(*(solution.digits for solution in known), strict=True)
    yield {
        "event": "result",
        "count": len(known),
        "exhausted": solutions.exhausted,
        "seconds": round(taken, 6),
        "differ": name_cells(puzzle.grid, [cell for cell, digits in enumerate(columns) if len(set(digits)) > 1]),
        "why": None if known else puzzle.why(),
    }


def solve_cover(cover: Cover, *, limit: int = 10, seconds: float = 10) -> Iterator[Event]:
    """Find exact covers: an event ``cover`` with the options of each. The result says how many, and whether all."""
    search, n = cover.search(seconds=seconds), 0
    for chosen in islice(search, limit):
        n += 1
        yield {"event": "cover", "options": [str(option) for option in chosen]}
    is_all = n < limit and search.exhausted
    if n == limit:
        is_all = next(search, None) is None and search.exhausted
    yield {"event": "result", "count": n, "exhausted": is_all}


def count(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Count the solutions until the time is up; an event ``progress`` now and then has the count so far."""
    solutions, total = puzzle.solutions(seconds=seconds), 0
    while n := solutions.skip(COUNTED_AT_ONCE):
        total += n
        if n == COUNTED_AT_ONCE:
            yield {"event": "progress", "count": str(total)}
    yield {"event": "result", "count": str(total), "exhausted": solutions.exhausted}


def candidates(puzzle: Puzzle, *, limit: int = 1, seconds: float = 10) -> Iterator[Event]:
    """Find the true candidates: for each cell the digits that it has in some solution, and in how many solutions.

    An event ``cell`` for each cell as soon as it is known; the result has them all.
    """

    def work(send: Callable[[Event], None]) -> Candidates:
        def send_cell(cell: Cell, counts: Mapping[int, int]) -> None:
            send(
                {
                    "event": "cell",
                    "cell": puzzle.grid.cell_name(cell),
                    "candidates": serialize_counts(puzzle.grid, counts),
                }
            )

        return puzzle.candidates(limit=limit, seconds=seconds, progress=send_cell)

    found = yield from stream_events(work)
    yield {
        "event": "result",
        "candidates": [serialize_counts(puzzle.grid, counts) for counts in found],
        "exhausted": found.exhausted,
    }


def needless(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Find the clues without which a puzzle still has one solution: an event ``clue`` for each.

    The result says whether all were tried. Each clue is needless alone, not together with the others. A puzzle without
    a solution, or with several, has no needless clue.
    """
    stop, count, n_undecided = StopToken(seconds), 0, 0
    is_unique = puzzle.is_unique(seconds=stop.seconds_left())
    for clue in clues_of(puzzle) if is_unique else ():
        is_needless = clue.without.is_unique(seconds=stop.seconds_left())
        n_undecided += is_needless is None
        if is_needless:
            count += 1
            yield {"event": "clue", **serialize_clue(clue)}
    exhausted = is_unique is not None and not n_undecided
    yield {"event": "result", "unique": is_unique, "count": count, "exhausted": exhausted}


def conflicting(puzzle: Puzzle, *, seconds: float = 10) -> Iterator[Event]:
    """Find the fewest clues of an impossible puzzle that no solution has together.

    The result says whether no fewer clues conflict. If there is a solution, ``clues`` is null.
    """
    stop = StopToken(seconds)
    solutions = puzzle.solutions(seconds=stop.seconds_left())
    if next(solutions, None) or not solutions.exhausted:
        yield {"event": "result", "clues": None, "smallest": False}
        return
    found = generate.conflicting(puzzle, seconds=stop.seconds_left())
    yield {"event": "result", "clues": [*map(serialize_clue, found.clues)], "smallest": found.is_smallest}


# ── A player's digits ───────────────────────────────────────────────────────────────────────────────────────────────


def check(puzzle: Puzzle, *, digits: str, seconds: float = 10, lang: Lang = "en") -> Iterator[Event]:
    """Compare a player's digits with the solution: the result lists the wrong cells and says whether all is solved.

    If the puzzle has no solution or several, or if the search takes too long, the result has a ``fault`` instead.
    """
    entered = parse_digits(digits, puzzle.grid)
    with use_language(lang):
        verdict = advice.judge(puzzle, seconds=seconds)
    if verdict.solution is None:
        yield {"event": "result", "fault": verdict.fault}
        return
    pairs = enumerate(zip(entered, verdict.solution, strict=True))
    wrong = [cell for cell, (digit, right) in pairs if digit not in (0, right)]
    yield {"event": "result", "wrong": name_cells(puzzle.grid, wrong), "solved": tuple(entered) == verdict.solution}


def conflicts(puzzle: Puzzle, *, digits: str, lang: Lang = "en") -> Iterator[Event]:
    """Find digits that contradict each other: the cells, and the house or the rule that they break."""
    with use_language(lang):
        found = advice.find_conflicts(read_seen(puzzle, digits), parse_digits(digits, puzzle.grid))
    listed = [{"cells": name_cells(puzzle.grid, cells), "said": sentence} for cells, sentence in found]
    yield {"event": "result", "conflicts": listed}
