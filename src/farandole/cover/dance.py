"""Dancing links, to be read: `dance` is the search of `Cover.solutions`, and tells each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from farandole.cover.cover import Cover
from farandole.cover.problem import Label
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
    is_first = takes_first(choice)
    names: list[Any] = [None, *cover.primary, *cover.secondary]

    # Node 0 is the root, then comes a header for each item, then a node for each entry of each option. Two
    # kinds of rings run through them: the root and the open items, left and right; and each item with its
    # options, up and down. A node that leaves a ring keeps its links: they show where it goes back.
    #
    #     root <-> a <-> b           a leaves:                        and comes back:
    #              |     |
    #     ab:      o     o           right[left[a]] = right[a]        right[left[a]] = a
    #     b:       |     o           left[right[a]] = left[a]         left[right[a]] = a
    n_open, n_items = len(cover.primary), len(names)
    left = [n_open, *range(n_open), *range(n_open + 1, n_items)]  # a secondary item is a ring of its own
    right = [*range(1, n_open + 1), 0, *range(n_open + 1, n_items)]
    top, up, down = list(range(n_items)), list(range(n_items)), list(range(n_items))
    size, color = [0] * n_items, [0] * n_items
    row, label = [range(0)] * n_items, [None] * n_items  # the nodes of a node's option, and its label
    for index, start in enumerate(cover.problem.starts[:-1]):
        entries = slice(start, cover.problem.starts[index + 1])
        nodes = range(len(top), len(top) + entries.stop - entries.start)
        for node, number, paint in zip(nodes, cover.problem.items[entries], cover.problem.colors[entries], strict=True):
            item = number + 1
            top.append(item)
            up.append(up[item])
            down.append(item)
            down[up[item]] = up[item] = node
            size[item] += 1
            color.append(paint)
            row.append(nodes)
            label.append(cover.labels[index])
    agreed = -1  # the color of a node whose item has that color already: it conflicts with nothing any more
    # How often an item may still be covered; it must be so often but for the slack. Once, but for multiplicities.
    multiplicities = cover.multiplicities
    bounds = [multiplicities.get(name, (1, 1)) for name in names]
    most, slack = [high for _, high in bounds], [high - low for low, high in bounds]

    def hide(node: int) -> None:
        for other in row[node]:
            if other != node and color[other] != agreed:
                unlink(other)

    def unhide(node: int) -> None:
        for other in reversed(row[node]):
            if other != node and color[other] != agreed:
                link(other)

    def unlink(node: int) -> None:
        down[up[node]], up[down[node]] = down[node], up[node]
        size[top[node]] -= 1

    def link(node: int) -> None:
        down[up[node]] = up[down[node]] = node
        size[top[node]] += 1

    def commit(node: int) -> None:
        """Cover the item of a node for the last time, in the color of the node if it has one."""
        item = top[node]
        right[left[item]], left[right[item]] = right[item], left[item]
        for other in _around(down, item):
            if color[node] and color[other] == color[node]:
                color[other] = agreed
            else:
                hide(other)

    def uncommit(node: int) -> None:
        item = top[node]
        for other in _around(up, item):
            if color[other] == agreed:
                color[other] = color[node]
            else:
                unhide(other)
        right[left[item]] = left[right[item]] = item

    def rank(item: int) -> tuple[int, int, int]:
        """Rank an item by the number of its branches; at a tie the stricter one comes first, then the longer list."""
        spare = min(slack[item], most[item])
        return size[item] - most[item] + spare, spare, -size[item]

    def search(taken: tuple[Label, ...]) -> Iterator[Event]:
        level = len(taken)
        if right[0] == 0:
            yield Event("solution", level, taken)
            return
        item = right[0] if is_first else min(_around(right, 0), key=rank)
        yield Event("choose", level, names[item])
        may_pass = most[item] <= slack[item]
        most[item] -= 1
        is_last = most[item] == 0
        if is_last:
            commit(item)
            yield Event("cover", level, names[item])
        tried = []
        node = down[item]
        while node != item and (is_last or size[item] > most[item] - slack[item]):
            if not is_last:  # no other branch takes this option, so no cover comes twice
                hide(node)
                unlink(node)
                tried.append(node)
            yield Event("try", level, label[node])
            others = [other for other in row[node] if other != node and color[other] != agreed]
            for other in others:
                most[top[other]] -= 1
                if most[top[other]] == 0:
                    commit(other)
                    yield Event("cover", level, names[top[other]])
            yield from search((*taken, label[node]))
            for other in reversed(others):
                if most[top[other]] == 0:
                    uncommit(other)
                    yield Event("uncover", level, names[top[other]])
                most[top[other]] += 1
            node = down[node]
        if may_pass:
            yield Event("pass", level, names[item])
            if not is_last:
                commit(item)
            yield from search(taken)
            if not is_last:
                uncommit(item)
        for node in reversed(tried):
            link(node)
            unhide(node)
        if is_last:
            uncommit(item)
            yield Event("uncover", level, names[item])
        most[item] += 1

    for item in range(1, n_items):
        if most[item] == 0:
            commit(item)
    return search(())


def _around(links: Sequence[int], start: int) -> Iterator[int]:
    """Go once around a ring, from what follows ``start`` until that is next."""
    node = links[start]
    while node != start:
        yield node
        node = links[node]
