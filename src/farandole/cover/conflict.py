"""Why a problem has no cover: items that can't be covered together."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from farandole.bitsets import bits, set_of, smallest_hitting_set
from farandole.cover.problem import Item, Problem
from farandole.cover.search import MultiSearch, Search, SearchOptions
from farandole.errors import UnfinishedError
from farandole.limits import INT64_MAX, StopToken

WHY_BUDGET = 30_000_000
"""Nodes: about a second."""
MOST_ROUNDS = 2000
MOST_NAMED = 12  # items in a sentence


class Reasons(list[str]):
    """Sentences that say why there is no cover.

    Attributes
    ----------
    items : tuple of items
        Items that can't be covered together; none if no reason was found.
    is_smallest : bool
        Whether fewer items can always be covered together. False if that was not found out in time.
    is_minimal : bool
        Whether these items without any one of them can be covered together. False if that was not found out in time.
    """

    def __init__(
        self, sentences: Iterable[str] = (), items: Iterable[Item] = (), *, is_smallest: bool, is_minimal: bool
    ) -> None:
        super().__init__(sentences)
        self.items = tuple(items)
        self.is_smallest = is_smallest
        self.is_minimal = is_minimal


def find_reasons(problem: Problem, budget: int | None, stop: StopToken) -> Reasons:
    """Find reasons as `Cover.why` gives them."""
    plain = list(_plain_reasons(problem))
    conflict = _Conflict(problem, INT64_MAX if budget is None else budget, stop)
    is_smallest = is_minimal = False
    if plain:
        conflict.items = min((set_of(items) for _, items in plain), key=int.bit_count)
        # Where items are covered once, an option for one of them is enough.
        is_smallest = is_minimal = conflict.items.bit_count() <= (1 if problem.high else 2)
    try:
        if not is_minimal:
            if not plain and conflict.solve(conflict.items) is not None:
                return Reasons(is_smallest=False, is_minimal=False)
            conflict.shrink()
            is_minimal = True
            is_smallest = conflict.find_smallest()
    except UnfinishedError:
        if not (plain or conflict.is_proven):
            return Reasons(is_smallest=False, is_minimal=False)
    numbers = list(bits(conflict.items))
    sentences = [sentence for sentence, _ in plain] or [_sentence(problem, numbers, is_minimal)]
    items = [problem.primary[number] for number in numbers]
    return Reasons(sentences, items, is_smallest=is_smallest, is_minimal=is_minimal)


def _sentence(problem: Problem, numbers: Sequence[int], is_minimal: bool) -> str:
    names = [repr(problem.primary[number]) for number in numbers]
    n = len(names)
    if not is_minimal:
        return f"{n} items can't be covered together; a larger budget may tell which of them"
    if n == 1:
        return f"item {names[0]} can't be covered as often as it should be: its options don't go together"
    shown = names if n <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{n - MOST_NAMED + 1} others"]
    others = f"any {n - 1} of them can" if n > 2 else "either of them can"
    return f"items {', '.join(shown[:-1])} and {shown[-1]} can't be covered together, though {others}"


# ── Sets of items ─────────────────────────────────────────────────────────────────────────────────────────────


class _Conflict:
    """Sets of items are masks: bit k for primary item k. ``items`` is the smallest conflicting set so far."""

    def __init__(self, problem: Problem, budget: int, stop: StopToken) -> None:
        self._problem, self._budget, self._stop = problem, budget, stop
        low = problem.low or [1] * len(problem.primary)
        self._needed = set_of(item for item, least in enumerate(low) if least)
        self.items = self._needed
        self.is_proven = False

    def solve(self, items: int) -> int | None:
        """Return which items are covered as they should be when these are; None if these can't be."""
        if not items:
            return 0
        part = _only(self._problem, items)
        self._spend(2 * len(self._problem.items))  # the time to make it
        options = SearchOptions(budget=self._budget, seconds=self._stop.seconds_left())
        search = MultiSearch(part, options) if part.low else Search(part, options)
        cover = next(search, None)
        self._spend(search.nodes)
        if cover is None:
            if not search.exhausted:
                raise UnfinishedError("the conflict was not found in time")
            self.is_proven = True
            return None
        return self._covered_by(cover)

    def _spend(self, nodes: int) -> None:
        self._budget -= nodes
        if self._budget <= 0 or self._stop.is_stopped:
            raise UnfinishedError("the conflict was not found in time")

    def _covered_by(self, options: Iterable[int]) -> int:
        problem, n_primary = self._problem, len(self._problem.primary)
        times = [0] * n_primary
        for option in options:
            for item in problem.items[problem.starts[option] : problem.starts[option + 1]]:
                if item < n_primary:
                    times[item] += 1
        low = problem.low or [1] * n_primary
        return set_of(item for item in bits(self._needed) if times[item] >= low[item])

    def shrink(self) -> None:
        """Leave out items while the rest still conflicts, half of them at once where that is possible."""
        self.items = self._needed_with(0, self.items, is_new=False)

    def _needed_with(self, background: int, items: int, *, is_new: bool) -> int:
        """Return items that conflict together with the background, each of which is needed for that (QuickXplain)."""
        if is_new and self.solve(background) is None:
            return 0
        numbers = list(bits(items))
        if len(numbers) == 1:
            return items
        first = set_of(numbers[: len(numbers) // 2])
        second = items & ~first
        needed = self._needed_with(background | first, second, is_new=True)
        return needed | self._needed_with(background | needed, first, is_new=bool(needed))

    def find_smallest(self) -> bool:
        """Find a smallest conflicting set, by hitting sets as in `farandole.generate.conflicting`."""
        corrections = list[int]()
        for _ in range(MOST_ROUNDS):
            hitting = smallest_hitting_set(corrections, self.items.bit_count(), budget=self._budget // 1000)
            if hitting is None:
                return True
            covered = self.solve(hitting)
            if covered is None:
                self.items = hitting
                return True
            corrections.append(self._correct(covered))
        return False

    def _correct(self, covered: int) -> int:
        """Return a set of items without which the others can be covered, and which can't be smaller."""
        for number in bits(self._needed & ~covered):
            if not covered >> number & 1 and (more := self.solve(covered | 1 << number)) is not None:
                covered = more
        return self._needed & ~covered


def _only(problem: Problem, items: int) -> Problem:
    """Make the problem of covering these items, and the others not too often."""
    n_primary = len(problem.primary)
    # An item that is not among them is secondary, if it is covered once at most.
    is_kept = [bool(items >> item & 1 or (problem.high and problem.high[item] != 1)) for item in range(n_primary)]
    order = [item for item in range(n_primary) if is_kept[item]]
    n_kept = len(order)
    order += [item for item in range(n_primary) if not is_kept[item]]
    order += range(n_primary, n_primary + len(problem.secondary))
    place = array("i", [0]) * len(order)
    for number, item in enumerate(order):
        place[item] = number
    starts, entries, colors, labels = array("i", [0]), array("i"), array("i"), []
    for option in range(len(problem.labels)):
        begin, end = problem.starts[option], problem.starts[option + 1]
        has = problem.items[begin:end]
        if any(item < n_primary and items >> item & 1 for item in has):
            entries.extend(place[item] for item in has)
            colors.extend(problem.colors[begin:end])
            starts.append(len(entries))
            labels.append(option)
    low, high = array("i"), array("i")
    if problem.high and any((problem.low[item], problem.high[item]) != (1, 1) for item in order[:n_kept]):
        low.extend(problem.low[item] if items >> item & 1 else 0 for item in order[:n_kept])
        high.extend(problem.high[item] for item in order[:n_kept])
    names = problem.names
    return Problem(
        tuple(names[item] for item in order[:n_kept]),
        tuple(names[item] for item in order[n_kept:]),
        starts,
        entries,
        colors,
        problem.color_names,
        labels,
        low,
        high,
        array("d"),
    )


# ── Plain reasons ─────────────────────────────────────────────────────────────────────────────────────────────


def _plain_reasons(problem: Problem) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield items with too few options, or else options that are all needed but conflict; each with its items."""
    n_primary = len(problem.primary)
    low = problem.low or array("i", [1]) * n_primary
    sizes = array("i", [0]) * n_primary
    for item in problem.items:
        if item < n_primary:
            sizes[item] += 1
    short = False
    for item, name in enumerate(problem.primary):
        if sizes[item] >= low[item]:
            continue
        short = True
        if sizes[item] == 0:
            yield f"no option has item {name!r}", (item,)
        else:
            yield f"item {name!r} is to be covered {low[item]} times, but only {sizes[item]} options have it", (item,)
    if not short:
        yield from _clashes(problem, low, sizes)


def _clashes(problem: Problem, low: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield options that are needed because an item has no others, but conflict."""
    starts, items, colors, names, labels = problem.starts, problem.items, problem.colors, problem.names, problem.labels
    n_primary, high = len(low), problem.high or low
    # Arrays, because problems are large, and an interrupt must not wait until a million lists are freed.
    forcing = array("i", [-1]) * len(labels)  # by option: an item that needs it
    n_users = array("i", [0]) * len(names)  # by item: how many options that are needed have it,
    shade = array("i", [-1]) * len(names)  # in which color, 0 for none or several
    for option in range(len(labels)):
        entries = range(starts[option], starts[option + 1])
        tight = [
            item for item in items[entries.start : entries.stop] if item < n_primary and 0 < low[item] == sizes[item]
        ]
        if not tight:
            continue
        forcing[option] = min(tight)
        for entry in entries:
            item = items[entry]
            n_users[item] += 1
            shade[item] = colors[entry] if shade[item] in (-1, colors[entry]) else 0
    crowded: dict[int, list[int]] = {}  # items, and the options that need them
    for item, n in enumerate(n_users):
        if n > (high[item] if item < n_primary else n if shade[item] > 0 else 1):
            crowded[item] = []
    for option in range(len(labels)) if crowded else ():
        if forcing[option] >= 0:
            for entry in range(starts[option], starts[option + 1]):
                item, color = items[entry], colors[entry]
                if item not in crowded:
                    continue
                users = crowded[item]
                if len(users) <= high[item] if item < n_primary else not users:
                    users.append(option)
                    shade[item] = color
                elif item >= n_primary and len(users) == 1 and not shade[item] == color > 0:
                    users.append(option)
    for item, users in crowded.items():
        needing = tuple(dict.fromkeys(forcing[option] for option in users))
        who = " and ".join(f"option {labels[option]!r} for {names[forcing[option]]!r}" for option in users)
        yield f"needed are {who}, but they don't go together: item {names[item]!r}", needing
