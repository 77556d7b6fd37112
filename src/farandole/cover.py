"""Exact cover: choose options so that each item is covered once.

An *option* is a set of *items*. A *cover* is a set of options in which each *primary* item is exactly once,
and each *secondary* item at most once, or any number of times in the same *color*. The words are Knuth's, and
so is the search: Algorithm C, of which `dance` is the text to read, and `Cover.solutions` the quick form, in
C++.

References
----------
D. E. Knuth, "Dancing Links", Millennial Perspectives in Computer Science, 2000, 187-214.

D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1: Algorithm X (exact cover), Algorithm C (colors),
exercise 9 (the choice of an item).
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias, TypeGuard

from farandole import _core
from farandole.errors import CoverError

Item: TypeAlias = Hashable
Entry: TypeAlias = Hashable  # an item, or a pair (item, color)
Label: TypeAlias = Any  # hashable; what the caller chose to call an option
Choice: TypeAlias = Literal["smallest", "first"]


class Cover:
    """An exact cover problem.

    Parameters
    ----------
    options : iterable of options, or mapping from labels to options
        An option is an iterable of items, each once. A secondary item may have a color: the pair ``(item,
        color)``. Names of items, colors and labels are any hashable values; an entry that is itself the name
        of an item is that item, so tuples can be names. Without labels an option is called by its index. An
        option without primary items is in no cover, for no search has a reason to try it.
    primary : iterable of items, optional
        What to cover exactly once, in the order in which ties are broken. By default all that is not
        secondary, in the order of first appearance.
    secondary : iterable of items, optional
        What to cover at most once, or several times in one color.

    Attributes
    ----------
    primary, secondary : tuple of items
    options : tuple of tuple
        The entries of each option as they were given.
    labels : tuple

    Raises
    ------
    CoverError
        If an option is empty, has an item twice or one that is neither primary nor secondary, or colors a
        primary item; if an item is listed twice; or if something is not hashable.

    Examples
    --------
    >>> cover = Cover({"left": ["a", "b"], "right": ["b", "c"], "ends": ["a", "c"], "middle": ["b"]})
    >>> cover
    <Cover: 3 primary items, 0 secondary items, 4 options>
    >>> cover.solve()
    ('ends', 'middle')

    Two words that cross in a letter, which is the color of their common cell:

    >>> across, down = ["cat", "dog"], ["old", "tea"]
    >>> words = {word: ["across", ("cell", word[1])] for word in across} | {
    ...     word: ["down", ("cell", word[0])] for word in down}
    >>> list(Cover(words, secondary=["cell"]).solutions())
    [('dog', 'old')]
    """

    __slots__ = ("_colors", "_items", "_starts", "labels", "options", "primary", "secondary")

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    options: tuple[tuple[Entry, ...], ...]
    labels: tuple[Label, ...]

    def __init__(
        self,
        options: Iterable[Iterable[Entry]] | Mapping[Label, Iterable[Entry]],
        *,
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
    ) -> None:
        if isinstance(options, Mapping):
            self.labels = tuple(options)
            options = options.values()
            self.options = tuple(map(tuple, options))
        else:
            self.options = tuple(map(tuple, options))
            self.labels = tuple(range(len(self.options)))
        for label, option in zip(self.labels, self.options, strict=True):
            if not option:
                raise CoverError(f"option {label!r} has no items")
            _require_hashable(option, f"option {label!r}")
        self.secondary = _items_once(secondary)
        self.primary = self._uncolored() if primary is None else _items_once(primary)
        known = set(self.primary)
        for item in self.secondary:
            if item in known:
                raise CoverError(f"item {item!r} is both primary and secondary")
        self._number()

    def _uncolored(self) -> tuple[Item, ...]:
        """Find the items that are not secondary, in order of first appearance."""
        secondary = set(self.secondary)
        return tuple(
            entry
            for entry in dict.fromkeys(chain.from_iterable(self.options))
            if entry not in secondary and not (_is_pair(entry) and entry[0] in secondary)
        )

    def _number(self) -> None:
        """Turn names into numbers, as `_core.CoverSearch` wants them: items in order, colors from 1."""
        self._starts, self._items, self._colors = array("i", [0]), array("i"), array("i")
        numbers = {item: number for number, item in enumerate(self.primary + self.secondary)}
        color_numbers: dict[Hashable, int] = {}
        for label, option in zip(self.labels, self.options, strict=True):
            seen: dict[int, int] = {}
            for entry in option:
                item, color = entry, 0
                if entry not in numbers:
                    if _is_pair(entry):
                        item = entry[0]
                        color = color_numbers.setdefault(entry[1], len(color_numbers) + 1)
                    if item not in numbers:
                        raise CoverError(f"option {label!r}: {entry!r} is no item, primary or secondary")
                    if numbers[item] < len(self.primary):
                        raise CoverError(f"option {label!r}: {entry!r} gives a primary item a color")
                number = numbers[item]
                if number in seen:
                    how = "in two colors" if 0 != color != seen[number] != 0 else "twice"
                    raise CoverError(f"option {label!r} has item {item!r} {how}")
                seen[number] = color
            self._items.extend(seen.keys())
            self._colors.extend(seen.values())
            self._starts.append(len(self._items))

    @classmethod
    def from_matrix(cls, rows: Iterable[Sequence[int]]) -> Cover:
        """Make the problem of a matrix of zeros and ones: choose rows with exactly one 1 in each column.

        Parameters
        ----------
        rows : sequence of sequences of int, shape (n_options, n_items)
            Each 0 or 1; a NumPy array will do. Items are the numbers of the columns and labels those of the
            rows, both counted from 0. A row of zeros is in no cover and left out.

        Raises
        ------
        CoverError
            If a value is neither 0 nor 1, or if the rows have different lengths.

        Examples
        --------
        >>> rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]
        >>> Cover.from_matrix([[int(digit) for digit in row] for row in rows]).solve()
        (3, 0, 4)
        """
        options: dict[int, list[int]] = {}
        width: int | None = None
        for number, row in enumerate(rows):
            if width is None:
                width = len(row)
            if len(row) != width:
                raise CoverError(f"row {number}: {width} columns expected as in row 0, {len(row)} found")
            for column, value in enumerate(row):
                if value == 1:
                    options.setdefault(number, []).append(column)
                elif value != 0:
                    raise CoverError(f"row {number}, column {column}: 0 or 1 expected, {value!r} found")
        return cls(options, primary=range(width or 0))

    def solutions(self, *, choice: Choice = "smallest") -> Iterator[tuple[Label, ...]]:
        """Yield every cover, each computed when it is asked for, in a fixed order; each call starts afresh.

        Parameters
        ----------
        choice : {"smallest", "first"}
            The item to cover next: the one with the fewest options left, at a tie the first of them; or the
            first.

        Yields
        ------
        tuple
            The labels of the options, in the order in which they were chosen.

        Examples
        --------
        >>> pairs = Cover(["ab", "cd", "ac", "bd", "ad"])
        >>> list(pairs.solutions())  # b and c have two options each, a and d have three
        [(0, 1), (3, 2)]
        >>> list(pairs.solutions(choice="first"))
        [(0, 1), (2, 3)]
        """
        search = self._search(choice)
        labels = self.labels
        return (tuple(labels[option] for option in found) for found in iter(search.next, None))

    def solve(self) -> tuple[Label, ...] | None:
        """Find one cover, or None if there is none."""
        return next(self.solutions(), None)

    def count(self, *, limit: int | None = None) -> int:
        """Count the covers, up to ``limit`` of them if given.

        Examples
        --------
        >>> people = range(10)
        >>> pairs = Cover((a, b) for a in people for b in people if a < b)
        >>> pairs.count(), pairs.count(limit=100)  # 9 * 7 * 5 * 3 pairings
        (945, 100)
        """
        if limit is not None and limit < 0:
            raise ValueError(f"limit: at least 0 expected, {limit} found")
        # No search gets as far as 64 bits, so a greater limit is none.
        return self._search("smallest").count(limit if limit is None or limit < 1 << 63 else None)

    def _search(self, choice: Choice) -> _core.CoverSearch:
        n_primary, n_secondary = len(self.primary), len(self.secondary)
        arrays = self._starts, self._items, self._colors
        return _core.CoverSearch(n_primary, n_primary + n_secondary, *arrays, _is_first(choice))

    def _key(self) -> tuple[Hashable, ...]:
        return self.primary, self.secondary, self.options, self.labels

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Cover) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        items = f"{len(self.primary)} primary items, {len(self.secondary)} secondary items"
        return f"<Cover: {items}, {len(self.options)} options>"


class Event(NamedTuple):
    """A step of `dance`."""

    kind: Literal["choose", "cover", "try", "uncover", "solution"]
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
        - ``"solution"``: nothing is left to cover; the labels of the options taken, in order;
        - ``"uncover"``: an item was uncovered; each ``"cover"`` has its own, last covered first uncovered.

    References
    ----------
    D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm C; his fields LLINK, RLINK, TOP,
    ULINK, DLINK, LEN and COLOR are ``left``, ``right``, ``top``, ``up``, ``down``, ``size`` and ``color``.

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
    is_first = _is_first(choice)
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
    for index, start in enumerate(cover._starts[:-1]):
        entries = slice(start, cover._starts[index + 1])
        nodes = range(len(top), len(top) + entries.stop - entries.start)
        for node, number, paint in zip(nodes, cover._items[entries], cover._colors[entries], strict=True):
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

    def hide(node: int) -> None:
        for other in row[node]:
            if other != node and color[other] != agreed:
                down[up[other]], up[down[other]] = down[other], up[other]
                size[top[other]] -= 1

    def unhide(node: int) -> None:
        for other in reversed(row[node]):
            if other != node and color[other] != agreed:
                down[up[other]] = up[down[other]] = other
                size[top[other]] += 1

    def commit(node: int) -> None:
        """Cover the item of a node, in the color of the node if it has one."""
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

    def search(taken: tuple[Label, ...]) -> Iterator[Event]:
        level = len(taken)
        if right[0] == 0:
            yield Event("solution", level, taken)
            return
        item = right[0] if is_first else min(_around(right, 0), key=size.__getitem__)
        yield Event("choose", level, names[item])
        commit(item)
        yield Event("cover", level, names[item])
        for node in _around(down, item):
            yield Event("try", level, label[node])
            others = [other for other in row[node] if other != node and color[other] != agreed]
            for other in others:
                commit(other)
                yield Event("cover", level, names[top[other]])
            yield from search((*taken, label[node]))
            for other in reversed(others):
                uncommit(other)
                yield Event("uncover", level, names[top[other]])
        uncommit(item)
        yield Event("uncover", level, names[item])

    return search(())


def _around(links: Sequence[int], start: int) -> Iterator[int]:
    """Go once around a ring, from what follows ``start`` until that is next."""
    node = links[start]
    while node != start:
        yield node
        node = links[node]


def _is_first(choice: Choice) -> bool:
    if choice not in ("smallest", "first"):
        raise CoverError(f"choice: 'smallest' or 'first' expected, {choice!r} found")
    return choice == "first"


def _is_pair(entry: object) -> TypeGuard[tuple[Hashable, Hashable]]:
    return isinstance(entry, tuple) and len(entry) == 2


def _require_hashable(values: Iterable[Any], where: str) -> None:
    for value in values:
        try:
            hash(value)
        except TypeError:
            raise CoverError(f"{where}: {value!r} is not hashable") from None


def _items_once(items: Iterable[Item]) -> tuple[Item, ...]:
    items = tuple(items)
    _require_hashable(items, "items")
    seen: set[Item] = set()
    for item in items:
        if item in seen:
            raise CoverError(f"item {item!r} is listed twice")
        seen.add(item)
    return items
