"""Dancing links, written for reading: `dance` is the search of `Cover.solutions`, and yields each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from farandole.cover.cover import Cover
from farandole.cover.problem import Label, Problem
from farandole.cover.search import Choice, takes_first

Kind = Literal[
    "choose", "cover", "uncover", "commit", "release", "try", "pass", "dead end", "solution", "sizes", "hide", "show"
]


class Event(NamedTuple):
    """A step of `dance`."""

    kind: Kind
    level: int
    what: Any


def dance(cover: Cover, *, choice: Choice = "smallest", every_node: bool = False) -> Iterator[Event]:
    """Search for every cover with dancing links, and yield each step.

    Parameters
    ----------
    cover : Cover
        The problem. This search is for reading and animation, with a few hundred options.
    choice : {"smallest", "first"}
        As in `Cover.solutions`; the covers come in the same order.
    every_node : bool
        Whether to yield also what a picture of the links needs: each node that is hidden or shown again, and the sizes
        of open items at each choice.

    Yields
    ------
    Event
        ``level`` counts the options taken, and ``what`` depends on ``kind``:

        - ``"choose"``: an item was chosen to be covered next;
        - ``"sizes"``: with ``every_node``, after it, how many options each open item has left, as a dictionary;
        - ``"dead end"``: the item chosen has too few options left to be covered as often as it must;
        - ``"cover"``: an item, the chosen one or another of the option tried, was covered: what conflicts is
          hidden. An item that has its color already is not covered again;
        - ``"try"``: an option of the chosen item, by its label, is about to cover its other items;
        - ``"pass"``: the chosen item is covered often enough, and none of its other options is taken;
        - ``"solution"``: nothing is left to cover; the labels of the options taken, in order;
        - ``"uncover"``: an item was uncovered; each ``"cover"`` has its own, last covered first uncovered;
        - ``"commit"``, ``"release"``: an item that may be covered several times was covered once more, but stays open;
          and that was undone;
        - ``"hide"``, ``"show"``: with ``every_node``, an option left the list of an item, or came back: the label of
          the option and the item.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithms C and M; his fields LLINK, RLINK, TOP,
    ULINK, DLINK, LEN, COLOR, BOUND and SLACK are ``left``, ``right``, ``top``, ``up``, ``down``, ``size``,
    ``color``, ``most`` and ``slack``.

    Examples
    --------
    >>> for event in dance(Cover(["ab", "b", "a"])):
    ...     print("    " * event.level, event.kind, event.what)
     choose a
     cover a
     try 0
     cover b
         solution (0,)
     uncover b
     try 2
         choose b
         cover b
         try 1
             solution (2, 1)
         uncover b
     uncover a
    """
    return _Dance(cover.problem, takes_first(choice), every_node=every_node).search()


AGREED = -1  # the color of a node whose item already has its color: it conflicts with nothing any more


class _Dance:
    """The items and options of a problem as rings of nodes, which the search takes apart and puts together again.

    Node 0 is the root, then comes a header for each item, then a node for each entry of each option. Two kinds of
    rings run through them: the root and the open items, left and right; and each item with its options, up and down. A
    node that leaves a ring keeps its links: they show where it goes back::

        root <-> a <-> b           a leaves:                        and comes back:
                 |     |
        ab:      o     o           right[left[a]] = right[a]        right[left[a]] = a
        b:       |     o           left[right[a]] = left[a]         left[right[a]] = a
    """

    def __init__(self, problem: Problem, is_first: bool, *, every_node: bool) -> None:
        self.is_first, self.every_node = is_first, every_node
        self.moved: list[tuple[Kind, int]] = []  # the nodes that were hidden or shown since the last event
        self.names: list[Any] = [None, *problem.names]
        n_open, n_items = len(problem.primary), len(self.names)
        self.left = [n_open, *range(n_open), *range(n_open + 1, n_items)]  # a secondary item is a ring of its own
        self.right = [*range(1, n_open + 1), 0, *range(n_open + 1, n_items)]
        self.top, self.up, self.down = (list(range(n_items)) for _ in range(3))
        self.size, self.color = [0] * n_items, [0] * n_items
        self.row, self.label = [range(0)] * n_items, [None] * n_items  # the nodes of a node's option, and its label
        for label, (start, end) in zip(problem.labels, pairwise(problem.starts), strict=True):
            self._append(label, problem.items[start:end], problem.colors[start:end])
        # The number of times that an item may still be covered, and how many of these are optional: 1 and 0 by default.
        others = [1] * (n_items - n_open - 1)
        low = [1, *(problem.low or [1] * n_open), *others]
        self.most = [1, *(problem.high or [1] * n_open), *others]
        self.slack = [high - least for high, least in zip(self.most, low, strict=True)]
        self.hide, self.unhide = self._hiding()
        for item in range(1, n_items):
            if self.most[item] == 0:
                self.cover(item)
        self.moved.clear()

    def _append(self, label: Label, items: Iterable[int], colors: Iterable[int]) -> None:
        """Add an option: each of its nodes goes to the bottom of the ring of its item."""
        up, down, colors = self.up, self.down, list(colors)
        nodes = range(len(self.top), len(self.top) + len(colors))
        for node, number in zip(nodes, items, strict=True):
            item = number + 1
            up.append(up[item])
            down.append(item)
            down[up[item]] = up[item] = node
            self.top.append(item)
            self.size[item] += 1
        self.color += colors
        self.row += [nodes] * len(nodes)
        self.label += [label] * len(nodes)

    def search(self) -> Iterator[Event]:
        """Go down through the levels and back. They wait in a list: Python's own recursion ends at a thousand."""
        levels = [self.level(())]
        while levels:
            step = next(levels[-1], None)
            if step is None:
                levels.pop()
            elif isinstance(step, Event):
                yield step
            else:
                levels.append(self.level(step))

    def level(self, taken: tuple[Label, ...]) -> Iterator[Event | tuple[Label, ...]]:
        """Choose an item, cover it, and try each of its options; then undo all that, last done first undone.

        Where the search goes down a level, this yields the options taken so far.
        """
        level, names, most = len(taken), self.names, self.most
        if self.right[0] == 0:
            yield Event("solution", level, taken)
            return
        item = self.right[0] if self.is_first else min(_around(self.right, 0), key=self.rank)
        yield Event("choose", level, names[item])
        if self.every_node:
            yield Event("sizes", level, {names[one]: self.size[one] for one in _around(self.right, 0)})
        may_pass = most[item] <= self.slack[item]
        if not may_pass and self.size[item] < most[item] - self.slack[item]:
            yield Event("dead end", level, names[item])
        most[item] -= 1
        is_last = most[item] == 0
        if is_last:
            self.cover(item)
        yield from self.report(level, "cover" if is_last else "commit", item)
        dropped = []
        node = self.down[item]
        while node != item and (is_last or self.size[item] > most[item] - self.slack[item]):
            if not is_last:  # no other branch takes this option, so no cover comes twice
                self.drop(node)
                dropped.append(node)
            yield from self.report(level)
            yield Event("try", level, self.label[node])
            others = [other for other in self.row[node] if other != node and self.color[other] != AGREED]
            yield from self.take(others, level)
            yield (*taken, self.label[node])
            yield from self.give_back(others, level)
            node = self.down[node]
        if may_pass:
            yield Event("pass", level, names[item])
            if not is_last:
                self.cover(item)
                yield from self.report(level)
            yield taken
            if not is_last:
                self.uncover(item)
                yield from self.report(level)
        for node in reversed(dropped):
            self.pick_up(node)
        if is_last:
            self.uncover(item)
        yield from self.report(level, "uncover" if is_last else "release", item)
        most[item] += 1

    def report(self, level: int, kind: Kind | None = None, item: int = 0) -> Iterator[Event]:
        """Yield what was done to an item, and the nodes that moved for it."""
        if kind:
            yield Event(kind, level, self.names[item])
        for way, node in self.moved:
            yield Event(way, level, (self.label[node], self.names[self.top[node]]))
        self.moved.clear()

    def rank(self, item: int) -> tuple[int, int, int]:
        """Rank an item by the number of its branches; at a tie the stricter one comes first, then the longer list."""
        size, most = self.size[item], self.most[item]
        spare = min(self.slack[item], most)
        return size - most + spare, spare, -size

    # ── Try ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, others: list[int], level: int) -> Iterator[Event]:
        """Take an option: cover its other items, those that this fills."""
        most, top = self.most, self.top
        for other in others:
            item = top[other]
            most[item] -= 1
            if is_full := most[item] == 0:
                self.cover(other)
            yield from self.report(level, "cover" if is_full else "commit", item)

    def give_back(self, others: list[int], level: int) -> Iterator[Event]:
        """Undo `take`."""
        most, top = self.most, self.top
        for other in reversed(others):
            item = top[other]
            if is_full := most[item] == 0:
                self.uncover(other)
            most[item] += 1
            yield from self.report(level, "uncover" if is_full else "release", item)

    # ── Cover ───────────────────────────────────────────────────────────────────────────────────────────────────

    def cover(self, node: int) -> None:
        """Take the item of a node out of the open ones, and hide its options; but not those of the node's color."""
        item, color, down, hide, left, right = self.top[node], self.color, self.down, self.hide, self.left, self.right
        right[left[item]], left[right[item]] = right[item], left[item]
        paint = color[node]
        other = down[item]
        while other != item:
            if paint and color[other] == paint:
                color[other] = AGREED
            else:
                hide(other)
            other = down[other]

    def uncover(self, node: int) -> None:
        """Undo `cover`."""
        item, color, up, unhide, left, right = self.top[node], self.color, self.up, self.unhide, self.left, self.right
        paint = color[node]
        other = up[item]
        while other != item:
            if color[other] == AGREED:
                color[other] = paint
            else:
                unhide(other)
            other = up[other]
        right[left[item]] = left[right[item]] = item

    # ── Hide ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _hiding(self) -> tuple[Callable[[int], None], Callable[[int], None]]:
        """Make `hide`, which takes the other nodes of an option out of their rings, and `unhide`, which undoes it.

        An option that is hidden can't be taken any more. The two are the inner loop, so they hold what they need.
        """
        up, down, top, size, color, row = self.up, self.down, self.top, self.size, self.color, self.row
        moved = self.moved if self.every_node else None

        def hide(node: int) -> None:
            for other in row[node]:
                if other != node and color[other] != AGREED:
                    above, below = up[other], down[other]
                    down[above], up[below] = below, above
                    size[top[other]] -= 1
                    if moved is not None:
                        moved.append(("hide", other))

        def unhide(node: int) -> None:
            for other in reversed(row[node]):
                if other != node and color[other] != AGREED:
                    down[up[other]] = up[down[other]] = other
                    size[top[other]] += 1
                    if moved is not None:
                        moved.append(("show", other))

        return hide, unhide

    def drop(self, node: int) -> None:
        """Hide an option and take the node itself out too, where its item stays open."""
        self.hide(node)
        if self.every_node:
            self.moved.append(("hide", node))
        up, down = self.up, self.down
        down[up[node]], up[down[node]] = down[node], up[node]
        self.size[self.top[node]] -= 1

    def pick_up(self, node: int) -> None:
        """Undo `drop`."""
        up, down = self.up, self.down
        down[up[node]] = up[down[node]] = node
        self.size[self.top[node]] += 1
        if self.every_node:
            self.moved.append(("show", node))
        self.unhide(node)


def _around(links: Sequence[int], start: int) -> Iterator[int]:
    """Go once around a ring, from what follows ``start`` until that is next."""
    node = links[start]
    while node != start:
        yield node
        node = links[node]
