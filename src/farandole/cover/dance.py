"""Dancing links, to be read: `dance` is the search of `Cover.solutions`, and yields each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from farandole.cover.cover import Cover
from farandole.cover.problem import Label, Problem
from farandole.cover.search import Choice, takes_first


class Event(NamedTuple):
    """A step of `dance`."""

    kind: Literal["choose", "cover", "try", "pass", "uncover", "solution"]
    level: int
    what: Any


def dance(cover: Cover, *, choice: Choice = "smallest") -> Iterator[Event]:
    """Search for every cover with dancing links, and tell each step.

    Parameters
    ----------
    cover : Cover
        The problem. A level of the search is one of Python's recursion: this is for covers of a few hundred
        options.
    choice : {"smallest", "first"}
        As in `Cover.solutions`; the covers come in the same order.

    Yields
    ------
    Event
        ``level`` counts the options taken, and ``what`` depends on ``kind``:

        - ``"choose"``: an item was chosen to be covered next, and may have no options left;
        - ``"cover"``: an item, the chosen one or another of the option tried, was covered: what conflicts is
          hidden. An item that has its color already is not covered again;
        - ``"try"``: an option of the chosen item, by its label, is about to cover its other items;
        - ``"pass"``: the chosen item is covered often enough, and none of its other options is taken;
        - ``"solution"``: nothing is left to cover; the labels of the options taken, in order;
        - ``"uncover"``: an item was uncovered; each ``"cover"`` has its own, last covered first uncovered.

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
    return _Dance(cover.problem, takes_first(choice)).search(())


AGREED = -1  # the color of a node whose item has that color already: it conflicts with nothing any more


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

    def __init__(self, problem: Problem, is_first: bool) -> None:
        self.is_first = is_first
        self.names: list[Any] = [None, *problem.names]
        n_open, n_items = len(problem.primary), len(self.names)
        self.left = [n_open, *range(n_open), *range(n_open + 1, n_items)]  # a secondary item is a ring of its own
        self.right = [*range(1, n_open + 1), 0, *range(n_open + 1, n_items)]
        self.top, self.up, self.down = (list(range(n_items)) for _ in range(3))
        self.size, self.color = [0] * n_items, [0] * n_items
        self.row, self.label = [range(0)] * n_items, [None] * n_items  # the nodes of a node's option, and its label
        for label, (start, end) in zip(problem.labels, pairwise(problem.starts), strict=True):
            self._append(label, problem.items[start:end], problem.colors[start:end])
        # How often an item may still be covered; it must be so often but for the slack. Once, but for multiplicities.
        others = [1] * (n_items - n_open - 1)
        low = [1, *(problem.low or [1] * n_open), *others]
        self.most = [1, *(problem.high or [1] * n_open), *others]
        self.slack = [high - least for high, least in zip(self.most, low, strict=True)]
        self.hide, self.unhide = self._hiding()
        for item in range(1, n_items):
            if self.most[item] == 0:
                self.cover(item)

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

    def search(self, taken: tuple[Label, ...]) -> Iterator[Event]:
        """Choose an item, cover it, and try each of its options; then undo all that, last done first undone."""
        level, names, most, top = len(taken), self.names, self.most, self.top
        if self.right[0] == 0:
            yield Event("solution", level, taken)
            return
        item = self.right[0] if self.is_first else min(_around(self.right, 0), key=self.rank)
        yield Event("choose", level, names[item])
        may_pass = most[item] <= self.slack[item]
        most[item] -= 1
        is_last = most[item] == 0
        if is_last:
            self.cover(item)
            yield Event("cover", level, names[item])
        dropped = []
        node = self.down[item]
        while node != item and (is_last or self.size[item] > most[item] - self.slack[item]):
            if not is_last:  # no other branch takes this option, so no cover comes twice
                self.drop(node)
                dropped.append(node)
            yield Event("try", level, self.label[node])
            others = self.take(node)
            covered = [names[top[other]] for other in others if most[top[other]] == 0]
            for name in covered:
                yield Event("cover", level, name)
            yield from self.search((*taken, self.label[node]))
            self.give_back(others)
            for name in reversed(covered):
                yield Event("uncover", level, name)
            node = self.down[node]
        if may_pass:
            yield Event("pass", level, names[item])
            if not is_last:
                self.cover(item)
            yield from self.search(taken)
            if not is_last:
                self.uncover(item)
        for node in reversed(dropped):
            self.pick_up(node)
        if is_last:
            self.uncover(item)
            yield Event("uncover", level, names[item])
        most[item] += 1

    def rank(self, item: int) -> tuple[int, int, int]:
        """Rank an item by the number of its branches; at a tie the stricter one comes first, then the longer list."""
        size, most = self.size[item], self.most[item]
        spare = min(self.slack[item], most)
        return size - most + spare, spare, -size

    # ── Try ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, node: int) -> list[int]:
        """Take the option of a node: cover its other items, those that this fills. Return their nodes."""
        color, most, top = self.color, self.most, self.top
        others = [other for other in self.row[node] if other != node and color[other] != AGREED]
        for other in others:
            most[top[other]] -= 1
            if most[top[other]] == 0:
                self.cover(other)
        return others

    def give_back(self, others: list[int]) -> None:
        """Undo `take`."""
        most, top = self.most, self.top
        for other in reversed(others):
            if most[top[other]] == 0:
                self.uncover(other)
            most[top[other]] += 1

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

        def hide(node: int) -> None:
            for other in row[node]:
                if other != node and color[other] != AGREED:
                    above, below = up[other], down[other]
                    down[above], up[below] = below, above
                    size[top[other]] -= 1

        def unhide(node: int) -> None:
            for other in reversed(row[node]):
                if other != node and color[other] != AGREED:
                    down[up[other]] = up[down[other]] = other
                    size[top[other]] += 1

        return hide, unhide

    def drop(self, node: int) -> None:
        """Hide an option and take the node itself out too, where its item stays open."""
        self.hide(node)
        up, down = self.up, self.down
        down[up[node]], up[down[node]] = down[node], up[node]
        self.size[self.top[node]] -= 1

    def pick_up(self, node: int) -> None:
        """Undo `drop`."""
        up, down = self.up, self.down
        down[up[node]] = up[down[node]] = node
        self.size[self.top[node]] += 1
        self.unhide(node)


def _around(links: Sequence[int], start: int) -> Iterator[int]:
    """Go once around a ring, from what follows ``start`` until that is next."""
    node = links[start]
    while node != start:
        yield node
        node = links[node]
