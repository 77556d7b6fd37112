"""Let the solver decide which rules a drawing stands for.

A drawing has many readings: a choice for each of its groups. A reading fits if the stored solution satisfies it and is
its only one; without a stored solution, if it has exactly one. Of several readings that fit, the most likely is taken
if it is far more likely than the next, by what setters usually mean and what the rules in words say. A rule that the
solution would satisfy by chance counts less. Else, the reading is taken whose rules are in all the others, because it
has the same solution. What can't be decided so is left to the caller.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Iterator, Sequence
from enum import Enum

from farandole.errors import PuzzleError
from farandole.formats.drawings.groups import Choice, Group
from farandole.formats.drawings.whole_grid import negative_rules
from farandole.grid import House
from farandole.i18n import tr
from farandole.puzzle import Puzzle
from farandole.puzzle.figures import Figure
from farandole.records import record, replace
from farandole.rules import Rule

FAR_MORE_LIKELY = 20.0
MAX_READINGS = 9  # that are listed
MAX_TRIES = 24  # readings that the solver tries
BUDGET, SMALL_BUDGET = 20_000, 5_000  # guesses for the first three readings, and for the others
_SAMPLES = 100  # random digits that estimate how often a rule holds by chance
_MOST_SAMPLED = 40  # rules of a choice
_LEAST_CHANCE = 1e-5


class Fit(Enum):
    """How a reading fits the solution.

    ``ONE``: it has exactly one solution, the stored one if there is one. ``UNKNOWN``: the solver has given up.
    ``SEVERAL``: it has several solutions. ``NONE``: it has none, or the stored one breaks it.
    """

    ONE = "one"
    UNKNOWN = "unknown"
    SEVERAL = "several"
    NONE = "none"


_ORDER = {Fit.ONE: 0, Fit.UNKNOWN: 1, Fit.SEVERAL: 1, Fit.NONE: 2}


@record
class Reading:
    """A choice for each group.

    Attributes
    ----------
    puzzle : Puzzle
    choices : tuple of (Group, Choice)
    weight : float
        How likely it is beside other readings.
    fit : Fit
    """

    puzzle: Puzzle
    choices: tuple[tuple[Group, Choice], ...]
    weight: float
    fit: Fit

    def describe(self, places: Sequence[int] | None = None) -> str:
        """Say what each group stands for, or only the groups at some places."""
        chosen = self.choices if places is None else [self.choices[k] for k in places]
        text = "; ".join(f"{group.name}: {choice.label}" for group, choice in chosen)
        notes = {Fit.SEVERAL: tr("several solutions"), Fit.NONE: tr("not the stored solution, or none")}
        return f"{text} ({notes[self.fit]})" if self.fit in notes else text

    @property
    def only_drawn(self) -> tuple[Figure, ...]:
        """The figures that stand for no rule."""
        return tuple(figure for group, choice in self.choices if not choice.kind for figure in group.figures)


@record
class Outcome:
    """The readings of a drawing.

    Attributes
    ----------
    readings : tuple of Reading
        Those that fit best, and of these the most likely, first.
    is_decided : bool
        Whether the first is the right one.
    """

    readings: tuple[Reading, ...]
    is_decided: bool

    def describe(self) -> tuple[str, ...]:
        """Say what each reading is, without what all have in common."""
        n_groups = len(self.readings[0].choices) if self.readings else 0
        kinds = [{reading.choices[k][1].label for reading in self.readings} for k in range(n_groups)]
        differing = [k for k in range(n_groups) if len(kinds[k]) > 1] or list(range(n_groups))
        return tuple(reading.describe(differing) for reading in self.readings)


def decide(base: Puzzle, groups: Sequence[Group], solution: Sequence[int] | None = None) -> Outcome:
    """Decide what the groups of a drawing stand for.

    Parameters
    ----------
    base : Puzzle
        The puzzle without them.
    groups : sequence of Group
    solution : sequence of int, optional
        The stored solution; 0 for a digit that is not stored.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.rules import Thermo
    >>> group = Group("gray lines", (Choice("thermo", (Thermo((0, 1, 2, 3)),)), Choice("")))
    >>> base = Puzzle.of(Grid.classic((2, 2)), ".... .... .... 4..1")
    >>> outcome = decide(base, [group])
    >>> outcome.is_decided, [reading.fit.value for reading in outcome.readings]
    (True, ['one', 'several'])
    """
    if solution is not None and not _satisfies(base, solution):
        solution = None
    weighed = [_weigh(group, solution) for group in groups]
    tried: list[Reading] = []
    for number, (weight, choices) in enumerate(_best_first(weighed)):
        best = max((one.weight for one in tried if one.fit is Fit.ONE), default=0.0)
        if number >= MAX_TRIES or weight * FAR_MORE_LIKELY < best:
            break
        pairs = tuple(zip(groups, choices, strict=True))
        reading = _try(base, pairs, weight, solution, BUDGET if number < 3 else SMALL_BUDGET)
        if reading is not None:
            tried.append(reading)
    tried.sort(key=lambda one: (_ORDER[one.fit], -one.weight))
    is_decided = _is_decided(tried, has_solution=solution is not None)
    if not is_decided and (least := _find_least(tried)):
        tried.remove(least)
        tried.insert(0, least)
        is_decided = True
    return Outcome(tuple(tried[:MAX_READINGS]), is_decided)


def _find_least(tried: Sequence[Reading]) -> Reading | None:
    """Find the reading that has one solution, and whose rules are in all others that may be right; None if none is."""
    fitting = [reading for reading in tried if reading.fit is Fit.ONE]
    most = max((reading.weight for reading in fitting), default=0.0)
    likely = [one for one in tried if one.fit in (Fit.ONE, Fit.UNKNOWN) and one.weight * FAR_MORE_LIKELY >= most]
    for reading in fitting:
        if reading in likely and all(_rules_of(reading) <= _rules_of(other) for other in likely):
            return reading
    return None


def _rules_of(reading: Reading) -> set[object]:
    return {*reading.puzzle.rules, *reading.puzzle.grid.houses}


def _is_decided(tried: Sequence[Reading], *, has_solution: bool) -> bool:
    fitting = [reading for reading in tried if reading.fit is Fit.ONE]
    if len(fitting) == 1 or (len(fitting) > 1 and fitting[0].weight >= FAR_MORE_LIKELY * fitting[1].weight):
        # A reading that the solver has given up may fit, too.
        unknown = max((reading.weight for reading in tried if reading.fit is Fit.UNKNOWN), default=0.0)
        return fitting[0].weight >= FAR_MORE_LIKELY * unknown or (fitting[0].weight > unknown and has_solution)
    if fitting or not tried or not has_solution:
        return False
    first, rest = tried[0], tried[1:]
    is_named = all(choice.is_named or not choice.kind for _, choice in first.choices)
    return (
        first.fit is Fit.UNKNOWN
        and is_named
        and all(first.weight >= FAR_MORE_LIKELY * reading.weight for reading in rest if reading.fit is not Fit.NONE)
    )


def _satisfies(puzzle: Puzzle, solution: Sequence[int]) -> bool:
    """Return whether a solution satisfies the houses, the givens and the rules, as far as its digits are known."""
    if any(given and digit and given != digit for given, digit in zip(puzzle.givens, solution, strict=True)):
        return False
    for house in puzzle.grid.houses:
        digits = [solution[cell] for cell in house.cells if solution[cell]]
        if len(set(digits)) < len(digits):
            return False
    return _all_hold(puzzle.rules, solution)


def _all_hold(made: Sequence[Rule], solution: Sequence[int]) -> bool:
    return all(
        rule.holds(tuple(solution[cell] for cell in rule.scope))
        for rule in made
        if all(solution[cell] for cell in rule.scope)
    )


def _weigh(group: Group, solution: Sequence[int] | None) -> list[tuple[float, Choice]]:
    """List the choices of a group that the solution satisfies, with their weights."""
    if solution is None:
        return [(choice.weight, choice) for choice in group.choices]
    kept = [choice for choice in group.choices if _all_hold(choice.rules, solution)]
    n_digits = max(solution)
    return sorted(((choice.weight / _chance(choice, n_digits), choice) for choice in kept), key=lambda pair: -pair[0])


def _chance(choice: Choice, n_digits: int) -> float:
    """Estimate how likely random digits satisfy the rules of a choice."""
    numbers = random.Random(0)
    chance = 1.0
    for rule in choice.rules[:_MOST_SAMPLED]:
        size = len(rule.scope)
        n_held = sum(rule.holds(numbers.choices(range(1, n_digits + 1), k=size)) for _ in range(_SAMPLES))
        chance *= (n_held + 1) / (_SAMPLES + 2)
    return max(chance, _LEAST_CHANCE)


def _best_first(weighed: Sequence[Sequence[tuple[float, Choice]]]) -> Iterator[tuple[float, tuple[Choice, ...]]]:
    """Yield a choice for each group, the most likely combinations first."""
    if not all(weighed):
        return
    sorted_groups = [sorted(choices, key=lambda pair: -pair[0]) for choices in weighed]

    def score(places: tuple[int, ...]) -> float:
        return sum(math.log(choices[place][0]) for choices, place in zip(sorted_groups, places, strict=True))

    first = (0,) * len(sorted_groups)
    top = score(first)
    heap, seen = [(0.0, first)], {first}
    while heap:
        loss, places = heapq.heappop(heap)
        yield math.exp(-loss), tuple(choices[place][1] for choices, place in zip(sorted_groups, places, strict=True))
        for k, choices in enumerate(sorted_groups):
            if places[k] + 1 < len(choices):
                following = (*places[:k], places[k] + 1, *places[k + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(heap, (top - score(following), following))


def _try(
    base: Puzzle,
    choices: tuple[tuple[Group, Choice], ...],
    weight: float,
    solution: Sequence[int] | None,
    budget: int,
) -> Reading | None:
    """Make a reading, and let the solver look for a second solution; None if the puzzle is malformed."""
    made = [rule for _, choice in choices for rule in choice.rules]
    houses: list[House | str] = list(dict.fromkeys(house for _, choice in choices for house in choice.houses))
    try:
        grid = base.grid.with_houses(*houses)
        for _, choice in choices:
            if choice.negative:
                made += negative_rules(grid, choice.kind, [*base.rules, *made])
        puzzle = Puzzle(grid, base.givens, base.pencilmarks, (*base.rules, *made), base.about)
    except PuzzleError:
        return None
    reading = Reading(puzzle, choices, weight, Fit.NONE)
    if solution is not None and not _satisfies(puzzle, solution):
        return reading
    count = puzzle.count(limit=2, budget=budget)
    fit = Fit.SEVERAL if count == 2 else Fit.UNKNOWN if not count.exhausted else Fit.ONE if count == 1 else Fit.NONE
    return replace(reading, fit=fit)
