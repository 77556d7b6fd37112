"""Portfolios of searches that take turns, for diagrams and for counting covers."""

from __future__ import annotations

import math
import warnings
from array import array
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Literal

from farandole import _core
from farandole.cover.memory import MemoryLimit
from farandole.cover.problem import Problem
from farandole.cover.search import MultiSearch, Search
from farandole.cover.zdd import Zdd
from farandole.errors import GivenUpWarning, UnfinishedError
from farandole.limits import INT64_MAX, Count, StopToken, check_int_or_none

if TYPE_CHECKING:
    from concurrent.futures import Executor

FIRST_STEPS, MOST_STEPS = 1 << 12, 1 << 19  # of some 10 ns each, between two looks at the clock
FIRST_TURN_SECONDS = 0.002  # seconds
LONG = 100  # a search that expects this many times the time it has used leaves most turns to the diagram
WARN_AFTER_SECONDS = 5  # after the diagram was given up
LEAST_CREDIT = 1 / 8  # of a turn, for a search far behind the other
NO_LIMIT = StopToken()
SETUP_SECONDS = 4e-7  # to set up the search for a diagram, for each entry of an option


class ZddPortfolio:
    """Searches for a diagram with both choices of items, in turns; the first to finish wins.

    The better choice usually shows early: a search with half the progress of the other gets a quarter of its turns.
    Progress is an estimate, so each search always gets some turns.

    Parameters
    ----------
    problem : Problem
    budget : int
        The maximum number of options to try.
    memory : int, optional
        The maximum size of memo and diagram in bytes, by default half of the available memory; when it is full, the
        larger search is given up.
    threads : int
        With several, both searches run at the same time.
    """

    def __init__(
        self, problem: Problem, *, budget: int = INT64_MAX, memory: int | None = None, threads: int = 1
    ) -> None:
        self._allowance = MemoryLimit(memory)
        self._searches = [
            _core.ZddSearch(*problem.numbers, problem.low, problem.high, first=first) for first in (True, False)
        ]
        self._given_up = 0  # nodes of a search that was given up
        self._budget = budget
        self._is_shared = threads > 1
        self._credits = dict.fromkeys(self._searches, 0.0)  # turns that are due to each

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return self._given_up + sum(search.nodes for search in self._searches)

    @property
    def memory(self) -> int:
        """Bytes of memo and diagram that it may use."""
        return self._allowance.bytes(0)

    def run(self, seconds: float) -> Literal["done", "paused", "spent", "full"]:
        """Run for about this long, at least one step, unless the budget is spent or the memory is full."""
        if self._is_shared and len(self._searches) > 1:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(1) as pool:
                return self._run(seconds, pool)
        return self._run(seconds, None)

    def _run(self, seconds: float, pool: Executor | None) -> Literal["done", "paused", "spent", "full"]:
        end = monotonic() + seconds
        steps = FIRST_STEPS
        while True:
            for search, outcome in self._turns(steps, pool):
                match outcome:
                    case "done":
                        self._searches = [search]
                        return "done"
                    case "full" if len(self._searches) == 1:
                        return "full"
                    case "full":
                        greatest = max(self._searches, key=lambda search: search.memory)
                        self._given_up += greatest.nodes
                        self._searches.remove(greatest)
                        break
            if self.nodes >= self._budget:
                return "spent"
            if monotonic() >= end:
                return "paused"
            steps = min(2 * steps, MOST_STEPS)

    def _turns(self, steps: int, pool: Executor | None) -> Iterator[tuple[_core.ZddSearch, str]]:
        if pool is None or len(self._searches) == 1:
            yield from ((search, self._go_on(search, steps)) for search in self._due())
            return
        one, other = self._searches  # each gets half of what is left
        nodes = self._budget - self.nodes
        budget = one.nodes + nodes - nodes // 2, other.nodes + nodes // 2
        free = (self._allowance.bytes(one.memory + other.memory) - one.memory - other.memory) // 2
        memory = one.memory + free, other.memory + free
        running = pool.submit(other.run, steps, budget[1], memory[1])
        outcome = one.run(steps, budget[0], memory[0])
        yield from ((one, outcome), (other, running.result()))

    def _due(self) -> list[_core.ZddSearch]:
        """Return the searches whose turn it is: one that is behind gets fewer turns, down to every eighth."""
        shares = [search.share for search in self._searches]
        most = max(shares)
        due = []
        for search, share in zip(self._searches, shares, strict=True):
            self._credits[search] += max(LEAST_CREDIT, (share / most) ** 2 if most else 1)
            if self._credits[search] >= 1:
                self._credits[search] -= 1
                due.append(search)
        return due

    def _go_on(self, search: _core.ZddSearch, steps: int) -> str:
        others = [other for other in self._searches if other is not search]
        budget = self._budget - self._given_up - sum(other.nodes for other in others)
        used = sum(other.memory for other in others)
        return search.run(steps, budget, self._allowance.bytes(used + search.memory) - used)

    def diagram(self) -> tuple[array[int], int]:
        """Return the nodes and the root of the finished diagram."""
        (search,) = self._searches
        nodes = array("i")
        while some := search.nodes_from(len(nodes) // 3):
            nodes.frombytes(some)
        return nodes, search.root


def search_all(problem: Problem, *, budget: int | None, seconds: float | None, memory: int | None, threads: int) -> Zdd:
    """Search for the diagram of a problem, as `Cover.zdd` does."""
    budget, memory, stop = (
        check_int_or_none("budget", budget),
        check_int_or_none("memory", memory),
        StopToken(seconds),
    )
    portfolio = ZddPortfolio(problem, budget=INT64_MAX if budget is None else budget, memory=memory, threads=threads)
    left = stop.seconds_left()
    match portfolio.run(math.inf if left is None else left):
        case "spent":
            raise UnfinishedError(f"no diagram within a budget of {budget} nodes")
        case "full":
            raise UnfinishedError(f"no diagram within a memory of {portfolio.memory} bytes")
        case "paused":
            raise UnfinishedError(f"no diagram within {seconds} seconds")
    return Zdd(problem.labels, *portfolio.diagram(), problem.costs or None)


def count_either_way(
    problem: Problem,
    search: Search | MultiSearch,
    stop: StopToken = NO_LIMIT,
    *,
    memory: int | None = None,
    threads: int = 1,
) -> Count:
    """Count covers by a search and by a diagram in turns; the first to finish wins.

    The search begins, because most problems are small. Turns are equally long, and double each time. The diagram gets
    at most a tenth of the expected time of the search, but most of the time if that is very long. When memory runs
    out, the search continues alone, with a warning.
    """
    setup = SETUP_SECONDS * len(problem.items)
    portfolio: ZddPortfolio | None = None
    turn, spent, spent_on_diagram = FIRST_TURN_SECONDS, 0.0, 0.0
    while True:
        began = monotonic()
        search.count(seconds=stop.earlier(turn).seconds_left())
        if search.exhausted or stop.is_timed_out:
            return Count(search.found, exhausted=search.exhausted)
        spent += monotonic() - began
        share = search.share
        expected = spent / max(share, 1e-12) if share else 2 * spent
        began = monotonic()
        fair = min(4 * turn if expected > LONG * spent else turn, expected / 10 - spent_on_diagram)
        if fair > (0 if portfolio else setup):
            portfolio = portfolio or ZddPortfolio(problem, memory=memory, threads=threads)
            left = stop.seconds_left()
            outcome = portfolio.run(fair if left is None else min(fair, left))
            if outcome == "done":
                return Count(Zdd(problem.labels, *portfolio.diagram(), None).count(), exhausted=True)
            if outcome == "full":
                given_up, portfolio = portfolio.memory, None
                return _count_alone(search, stop, given_up)
        spent_on_diagram += monotonic() - began
        turn *= 2


def _count_alone(search: Search | MultiSearch, stop: StopToken, memory: int) -> Count:
    """Continue without the diagram, which didn't fit into this many bytes."""
    search.count(seconds=stop.earlier(WARN_AFTER_SECONDS).seconds_left())
    if not (search.exhausted or stop.is_timed_out):
        done = f", {search.share:.2g} of it done by its own estimate" if search.share else ""
        warnings.warn(
            f"count: the diagram was given up because it needs more than {memory} bytes; memory=... would let it have"
            f" more. The search alone goes on{done}",
            GivenUpWarning,
            stacklevel=4,
        )
        search.count(seconds=stop.seconds_left())
    return Count(search.found, exhausted=search.exhausted)
