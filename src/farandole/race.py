"""Searches that take turns, where nobody knows beforehand which is quick: for diagrams, and for counting covers."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from time import monotonic
from typing import Literal, Protocol, TypeAlias

from farandole import _core
from farandole.errors import UnfinishedError
from farandole.zdd import Label, Zdd

# A problem as `_core.ZddSearch` takes it: n_primary, n_items, starts, items, colors, low, high.
Numbers: TypeAlias = "tuple[int, int, array[int], array[int], array[int], array[int], array[int]]"

MOST_NODES = (1 << 63) - 1
FIRST_STEPS, MOST_STEPS = 1 << 12, 1 << 19  # of some 10 ns: between two looks at the clock
MEMORY = 1 << 32  # bytes, for a diagram that was asked for
COUNT_MEMORY = 1 << 29  # bytes, for one that only counts
FIRST_TURN = 0.002  # seconds
SETUP = 4e-7  # seconds to set up the search for a diagram, for each entry of an option


class ZddRace:
    """The search for a diagram by both rules in turn; the first one done wins.

    Parameters
    ----------
    numbers
        The problem as `_core.ZddSearch` wants it, without the rule.
    budget : int
        How many options to try at most.
    memory : int
        How many bytes of memo and diagram to use at most; the search that has more of them goes first.
    """

    def __init__(self, numbers: Numbers, *, budget: int = MOST_NODES, memory: int) -> None:
        self._searches = [_core.ZddSearch(*numbers, first=first) for first in (True, False)]
        self._given_up = 0  # nodes of a search that went
        self._budget, self._memory = budget, memory

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return self._given_up + sum(search.nodes for search in self._searches)

    def run(self, seconds: float) -> Literal["done", "paused", "spent", "full"]:
        """Go on for about so long, unless the budget is spent or the memory full."""
        end = monotonic() + seconds
        steps = FIRST_STEPS
        while (now := monotonic()) < end or steps == FIRST_STEPS:
            for search in tuple(self._searches):
                match self._go_on(search, steps):
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
            steps = min(2 * steps, MOST_STEPS) if now < end else steps
        return "paused"

    def _go_on(self, search: _core.ZddSearch, steps: int) -> str:
        others = [other for other in self._searches if other is not search]
        budget = self._budget - self._given_up - sum(other.nodes for other in others)
        return search.run(steps, budget, self._memory - sum(other.memory for other in others))

    def diagram(self) -> tuple[array[int], int]:
        """Give the nodes and the root, once done."""
        nodes, root = self._searches[0].diagram()
        return array("i", nodes), root


def search_all(
    numbers: Numbers,
    labels: Sequence[Label],
    costs: Sequence[float] | None,
    *,
    budget: int | None,
    seconds: float | None,
    memory: int | None,
) -> Zdd:
    """Search for the diagram of a problem, as `Cover.zdd` says it."""
    budget, memory = MOST_NODES if budget is None else budget, MEMORY if memory is None else memory
    began = monotonic()
    race = ZddRace(numbers, budget=budget, memory=memory)
    match race.run(math.inf if seconds is None else began + seconds - monotonic()):
        case "spent":
            raise UnfinishedError(f"no diagram within a budget of {budget} nodes")
        case "full":
            raise UnfinishedError(f"no diagram within a memory of {memory} bytes")
        case "paused":
            raise UnfinishedError(f"no diagram within {seconds} seconds")
    return Zdd(labels, *race.diagram(), costs)


class Counting(Protocol):
    """A search that counts covers one by one."""

    def advance(self, seconds: float) -> int | None:
        """Go on for about so long; give the count once it is known."""
        ...

    def share(self) -> float | None:
        """Tell which part of the search lies behind, from 0 to 1, if that can be guessed."""
        ...


def count_either_way(search: Counting, numbers: Numbers) -> int:
    """Count covers by a search and by diagram in turn, whichever is done first.

    The search begins, for most problems are small. Then each has turns of the same length, twice as long each time,
    but the diagram gets no more than a tenth of the time that the search will take in all, as far as it can tell.
    """
    _, _, starts, items, *_ = numbers
    setup = SETUP * len(items)
    race: ZddRace | None = None
    is_open, turn, spent, spent_on_diagram = True, FIRST_TURN, 0.0, 0.0
    while True:
        began = monotonic()
        if (found := search.advance(turn if is_open else math.inf)) is not None:
            return found
        spent += monotonic() - began
        share = search.share()
        expected = 2 * spent if share is None else spent / max(share, 1e-12)
        began = monotonic()
        fair = min(turn, expected / 10 - spent_on_diagram)
        if fair > (0 if race else setup):
            race = race or ZddRace(numbers, memory=COUNT_MEMORY)
            outcome = race.run(fair)
            if outcome == "done":
                return Zdd(range(len(starts) - 1), *race.diagram(), None).count()
            if outcome == "full":
                race, is_open = None, False
        spent_on_diagram += monotonic() - began
        turn *= 2
