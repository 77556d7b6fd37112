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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum, inf
from operator import itemgetter
from typing import Any, Literal, SupportsFloat, TypeAlias

from farandole import _core
from farandole.cover.multi import MultiSearch
from farandole.cover.options import (
    MOST_ENTRIES,
    Bounds,
    Entry,
    Item,
    Label,
    Options,
    Table,
    by_label,
    items_once,
    join_items,
    listed_costs,
    read_bounds,
    read_costs,
    read_matrix,
    tabulate,
)
from farandole.cover.portfolio import count_either_way, search_all
from farandole.cover.results import Cheapest, Estimate, Needs, Priced, contradictions
from farandole.cover.search import ChoiceRule, Search, require_spoken_to
from farandole.cover.zdd import Zdd
from farandole.errors import ArgumentError, CoverError
from farandole.limits import Deadline, some_seed, some_threads, whole, whole_or_none

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
        What to cover, in the order in which ties are broken. By default all that is not secondary, in the order
        of first appearance.
    secondary : iterable of items, optional
        What to cover at most once, or several times in one color.
    multiplicities : mapping from primary items to int or (int, int), optional
        How often an item is to be covered, exactly or from low to high times, where that is not once. A pandas Series
        is a mapping from its index.
    costs : mapping from labels to numbers, or iterable of numbers, optional
        What an option costs, 0 where a mapping doesn't say; `cheapest` asks for it. A pandas Series goes by its index,
        whatever its order, and has a cost for each label.

    Attributes
    ----------
    primary, secondary : tuple of items
    options : sequence of tuple
        The entries of each option as they were given; each is made when it is asked for.
    labels : sequence
    multiplicities : dict from items to (int, int)
        Of the items that are not to be covered exactly once.
    costs : tuple of float
        Of each option.

    Raises
    ------
    CoverError
        If an option is empty, has an item twice or one that is neither primary nor secondary, or colors a
        primary item; if an item is listed twice; if something is not hashable; if a multiplicity is not of a
        primary item, negative, 2**30 or more, or more at least than at most; if a cost is of no option or not a finite
        number; or if there are 2**30 items, options or entries of options.

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

    __slots__ = (
        "_color_names",
        "_colors",
        "_costs",
        "_high",
        "_items",
        "_low",
        "_starts",
        "labels",
        "primary",
        "secondary",
    )

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    labels: Sequence[Label]

    def __init__(
        self,
        options: Iterable[Iterable[Entry]] | Mapping[Label, Iterable[Entry]],
        *,
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        multiplicities: Mapping[Any, Bounds] | None = None,
        costs: Mapping[Any, SupportsFloat] | Iterable[SupportsFloat] | None = None,
    ) -> None:
        labeled: Iterable[tuple[Label, Iterable[Entry]]]
        if isinstance(options, Mapping):
            labeled = options.items()
        elif isinstance(options, Iterable):
            labeled = enumerate(options)
        else:
            raise CoverError(f"options: an iterable of options, or a mapping to them, expected, {options!r} found")
        n_primary, table = tabulate(labeled, primary, secondary)
        labels = tuple(options) if isinstance(options, Mapping) else range(len(table.starts) - 1)
        self._set(n_primary, table, labels, multiplicities, costs)

    def _set(
        self,
        n_primary: int,
        table: Table,
        labels: Sequence[Label],
        multiplicities: Mapping[Any, Bounds] | None,
        costs: Mapping[Any, SupportsFloat] | Iterable[SupportsFloat] | None,
    ) -> None:
        for what, number in (("items", len(table.names)), ("entries", len(table.items)), ("options", len(labels))):
            if number >= MOST_ENTRIES:
                raise CoverError(f"{what}: less than {MOST_ENTRIES} expected, {number} found")
        # Numbers as `_core` wants them: items in order, primary ones first; colors from 1.
        self._starts, self._items, self._colors = table.starts, table.items, table.colors
        self._color_names = table.color_names
        self.primary, self.secondary = table.names[:n_primary], table.names[n_primary:]
        self.labels = labels
        bounds = read_bounds(multiplicities, self.primary, self.secondary)
        self._low: array[int] | None
        self._high: array[int] | None
        self._low, self._high = bounds or (None, None)  # by primary item; None where each is covered once
        self._costs = read_costs(costs, labels)  # by option; None where all are 0

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        secondary: Iterable[Item] = (),
        multiplicities: Mapping[Any, Bounds] | None = None,
        costs: Mapping[Any, SupportsFloat] | Iterable[SupportsFloat] | None = None,
    ) -> Cover:
        """Make the problem of a matrix of zeros and ones: choose rows with exactly one 1 in each column.

        Parameters
        ----------
        matrix : matrix of zeros and ones, shape (n_options, n_items)
            A sequence of sequences, a NumPy array, a SciPy sparse matrix or array (which stays sparse), a pandas
            or Polars frame. Items are the numbers of the columns and labels those of the rows, both counted
            from 0; of a frame, the names of its columns and its index. A row of zeros is in no cover and left out.
        secondary : iterable of items, optional
            Columns to cover at most once.
        multiplicities, costs
            As for `Cover`. Costs are of all rows, those of zeros too: a sequence, or a Polars Series, has one for each,
            a pandas Series one for each label, and a mapping says what is not 0.

        Raises
        ------
        CoverError
            If a value is neither 0 nor 1, if the rows have different lengths, if there is no such column as a
            secondary one, or if there are 2**26 columns; and as said of `Cover`.

        Examples
        --------
        >>> rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]
        >>> Cover.from_matrix([[int(digit) for digit in row] for row in rows]).solve()
        (3, 0, 4)
        """
        found = read_matrix(matrix)
        secondary = items_once(secondary, "secondary")
        ones, names = found.ones, found.columns
        if secondary:
            late, columns = set(secondary), set(names)
            for item in secondary:
                if item not in columns:
                    raise CoverError(f"secondary: a column expected, {item!r} is none")
            names = join_items(tuple(name for name in names if name not in late), secondary)
            numbers = {name: number for number, name in enumerate(names)}
            ones = array("i", [numbers[found.columns[column]] for column in ones])
        if costs is not None and by_label(costs, "costs") is None:
            costs = listed_costs(costs)
            if len(costs) != len(found.every_row):
                raise CoverError(f"costs: {len(found.every_row)} expected, one for each row, {len(costs)} found")
        prices = read_costs(costs, found.every_row)
        if prices and len(found.kept) < len(prices):
            prices = array("d", (prices[row] for row in found.kept))
        table = Table(names, (), found.starts, ones, array("i", bytes(4 * len(ones))))
        cover = cls.__new__(cls)
        cover._set(len(names) - len(secondary), table, found.rows, multiplicities, prices)
        return cover

    @property
    def options(self) -> Options:
        """The entries of each option, as they were given."""
        return Options(self._table())

    @property
    def multiplicities(self) -> dict[Item, tuple[int, int]]:
        """How often at least and at most an item is covered, where that is not exactly once."""
        if self._low is None or self._high is None:
            return {}
        bounds = zip(self.primary, self._low, self._high, strict=True)
        return {item: (low, high) for item, low, high in bounds if (low, high) != (1, 1)}

    @property
    def costs(self) -> tuple[float, ...]:
        """The cost of each option."""
        return tuple(self._costs or [0.0] * len(self.labels))

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
        takes_first(choice)
        return self._search(choice)

    def solve(self) -> tuple[Label, ...] | None:
        """Find one cover, or None if there is none."""
        return next(self.solutions(), None)

    def count(self, *, limit: int | None = None, memory: int | None = None) -> int:
        """Count the covers, up to ``limit`` of them if given.

        Without a limit a search that counts them one by one and a search for the diagram of all of them take turns, and
        the first one done answers. A diagram takes memory. If there is not enough of it, the other search goes on
        alone, which may be too long to wait for.

        Parameters
        ----------
        limit : int, optional
            How many to count at most.
        memory : int, optional
            How many bytes the diagram may take; by default half of what the machine has to spare.

        Warns
        -----
        GivenUpWarning
            If the diagram was given up for want of memory, and the search goes on for more than some seconds.

        Examples
        --------
        >>> people = range(10)
        >>> pairs = Cover((a, b) for a in people for b in people if a < b)
        >>> pairs.count(), pairs.count(limit=100)  # 9 * 7 * 5 * 3 pairings
        (945, 100)
        """
        limit, memory = whole_or_none("limit", limit), whole_or_none("memory", memory)
        if limit is not None:
            return self._search("smallest").count(limit=limit)
        numbers = (*self._numbers(), *self._bounds())
        return count_either_way(_SearchInTurns(self._search("smallest")), numbers, memory=memory)

    def zdd(self, *, budget: int | None = None, seconds: float | None = None, memory: int | None = None) -> Zdd:
        """Find every cover at once, as a decision diagram that counts, samples, restricts and finds the cheapest.

        Two searches take turns, and the first one done wins: one covers items in an order in which few of them are
        half done at a time, the other always the item with the fewest options.

        Parameters
        ----------
        budget : int, optional
            How many nodes to search at most.
        seconds : float, optional
            How long to search, about.
        memory : int, optional
            How many bytes to use at most while searching; by default half of what the machine has to spare.

        Raises
        ------
        UnfinishedError
            If the budget, the time or the memory is spent before the diagram is done: a part of it would be wrong.

        Examples
        --------
        >>> people = range(20)
        >>> pairings = Cover((a, b) for a in people for b in people if a < b).zdd()
        >>> pairings.count()
        654729075
        """
        numbers = (*self._numbers(), *self._bounds())
        return search_all(numbers, self.labels, self._costs, budget=budget, seconds=seconds, memory=memory)

    def is_solvable(self) -> bool:
        """Whether there is a cover."""
        return self.solve() is not None

    def cheapest(self, k: int = 1, *, budget: int | None = None, seconds: float | None = None) -> Cheapest:
        """Find the k covers that cost least.

        Parameters
        ----------
        k : int
            How many covers are wanted. There may be fewer; of several that cost the same, any may be left out.
        budget : int, optional
            How many nodes of the search tree to visit at most.
        seconds : float, optional
            How long to take, about.

        Returns
        -------
        Cheapest
            A list of pairs ``(cost, labels)``, cheapest first. If its ``exhausted`` is true, it is proven that
            no others are cheaper; it always is without budget and seconds. Costs are compared exactly where they
            are decimals of up to 9 places, otherwise as if rounded to some 15 digits of their sum.

        References
        ----------
        See native/cover/cheapest.hpp: branch and bound, with bounds by Lagrange's relaxation.

        Examples
        --------
        >>> prices = {"ab": 3, "cd": 4, "ac": 2, "bd": 2.5, "ad": 6, "bc": 2}
        >>> cover = Cover({pair: pair for pair in prices}, costs=prices)
        >>> cover.cheapest(2)
        [Priced(cost=4.5, labels=('ac', 'bd')), Priced(cost=7.0, labels=('ab', 'cd'))]
        """
        k, budget, deadline = whole("k", k), whole_or_none("budget", budget), Deadline(seconds)
        costs = self._costs if self._costs is not None else array("d")
        search = _core.CheapestSearch(*self._numbers(), *self._bounds(), costs, min(k, 1 << 62))
        exhausted = search.run(budget, deadline.left())
        found: list[Priced] = []
        numbers, at = array("i", search.covers), 0
        while at < len(numbers):
            options = numbers[at + 1 : at + 1 + numbers[at]]
            cost = fsum(costs[option] for option in options) if costs else 0.0
            found.append(Priced(cost, tuple(self.labels[option] for option in options)))
            at += 1 + len(options)
        return Cheapest(sorted(found, key=itemgetter(0)), exhausted=exhausted, nodes=search.nodes)

    def sample(self, n: int, *, seed: int | None = None) -> list[tuple[Label, ...]]:
        """Draw n covers, each from all of them with the same chance, by way of `zdd`; none if there are none."""
        n, seed = whole("n", n), some_seed(seed)
        return self.zdd().sample(n, seed=seed)

    def estimate(self, *, samples: int = 1000, seed: int | None = None) -> Estimate:
        """Estimate how large the search tree is, and how many covers there are, from random ways down.

        Parameters
        ----------
        samples : int
            How many ways to take, at least 2 for an error.
        seed : int, optional
            Makes the estimate repeatable.

        Returns
        -------
        Estimate
            The ``nodes`` that a search of all covers would visit and the number of ``covers``, each with its
            standard error. Both are right on average, but a tree may hide most of itself in a place that is
            seldom met: then the error is too small as well. The covers are unknown, NaN, if no way met one, unless
            there is no way at all.

        References
        ----------
        D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975,
        121-136.

        Examples
        --------
        >>> people = range(12)
        >>> pairs = Cover((a, b) for a in people for b in people if a < b)
        >>> pairs.estimate(samples=10).covers, pairs.count()  # every way down is like any other
        (10395.0, 10395)
        """
        samples, seed = whole("samples", samples, least=1), some_seed(seed)
        from random import Random

        search = _core.MultiSearch(*self._numbers(), *self._bounds())
        return Estimate.of(search.guess(samples, Random(seed).getrandbits(64)))

    def why(self) -> list[str]:
        """Say why there can't be a cover, where that is plain to see; an empty list says nothing.

        Named are items that have fewer options than they need; or else options that are all needed but don't
        go together.

        Examples
        --------
        >>> Cover(["ab", "a", "b"], primary="abc").why()
        ["no option has item 'c'"]
        >>> Cover({"left": "ab", "right": "bc"}).why()
        ["needed are option 'left' for 'a' and option 'right' for 'c', but they don't go together: item 'b'"]
        """
        once = [1] * len(self.primary)
        return list(contradictions(Needs(self._table(), self.labels, self._low or once, self._high or once)))

    def search(
        self,
        *,
        choice: ChoiceRule = "smallest",
        sharp: Iterable[Item] | None = None,
        seed: int | None = None,
        budget: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        ordered: bool = True,
    ) -> Search | MultiSearch:
        """Begin a search that can be limited, watched, shared out and cut into pieces.

        Parameters
        ----------
        choice : {"smallest", "first", "sharp", "weighted", "random"}
            The item to cover next. ``"smallest"``: the one with the fewest options left, at a tie the first of
            them. ``"first"``: the first. ``"sharp"``: the smallest of those preferred, unless another has one
            option or none. ``"weighted"``: the one with the fewest options for its weight, which grows each time
            it is left without any. ``"random"``: one of the smallest.
        sharp : iterable of items, optional
            What the sharp choice prefers; by default the items whose names are strings that begin with ``#``.
        seed : int, optional
            Makes random choices the same again.
        budget : int, optional
            The most nodes to visit: options to try.
        seconds : float, optional
            How long the search may last, from now on; what the caller does between covers counts.
        threads : int
            Share the search out. With a budget or a time, which covers are found then depends on chance.
        ordered : bool
            With threads: whether to give the covers in the order of one thread, or as they come.

        Returns
        -------
        Search, or MultiSearch for a problem with multiplicities
            An iterator over covers. It says whether it ended because all was searched.

        Raises
        ------
        CoverError
            If there is no such choice, or no such item to prefer.
        ArgumentError
            If the search can't do as asked: a seed without a random choice, items to prefer without a sharp one, or,
            with multiplicities, threads or any other choice than the first two.

        References
        ----------
        D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, exercise 10 (sharp preference).

        F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting systematic search by weighting constraints,
        ECAI 2004, 146-150 (weights).

        Examples
        --------
        >>> search = Cover(["ab", "cd", "ac", "bd", "ad"]).search(threads=2)
        >>> list(search), search.exhausted
        ([(0, 1), (3, 2)], True)
        """
        if self._low is not None:
            if choice not in ("smallest", "first"):
                raise CoverError(f"choice: with multiplicities 'smallest' or 'first' expected, {choice!r} found")
            if some_threads(threads) != 1:
                raise ArgumentError(f"threads: with multiplicities 1 expected, {threads} found")
            require_spoken_to(choice, sharp, seed)
            return MultiSearch(self, first=choice == "first", budget=budget, seconds=seconds)
        limits: dict[str, Any] = {"budget": budget, "seconds": seconds, "threads": threads, "ordered": ordered}
        return Search(self, choice=choice, sharp=sharp, seed=seed, **limits)

    def _search(self, choice: ChoiceRule, *, bits: bool = True) -> Search | MultiSearch:
        return self.search(choice=choice) if self._low is not None else Search(self, choice=choice, bits=bits)

    def _numbers(self) -> tuple[int, int, array[int], array[int], array[int]]:
        n_primary, n_secondary = len(self.primary), len(self.secondary)
        return n_primary, n_primary + n_secondary, self._starts, self._items, self._colors

    def _bounds(self) -> tuple[array[int], array[int]]:
        return self._low or array("i"), self._high or array("i")

    def _table(self) -> Table:
        names = self.primary + self.secondary
        return Table(names, self._color_names, self._starts, self._items, self._colors)

    def _key(self) -> tuple[object, ...]:
        arrays = self._starts, self._items, self._colors, self._low, self._high, self._costs
        numbers = (None if numbers is None else numbers.tobytes() for numbers in arrays)
        return self.primary, self.secondary, self._color_names, tuple(self.labels), *numbers

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Cover) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        items = f"{len(self.primary)} primary items, {len(self.secondary)} secondary items"
        return f"<Cover: {items}, {len(self.labels)} options>"


class _SearchInTurns:
    """A search that counts covers for a while each time."""

    def __init__(self, search: Search | MultiSearch) -> None:
        self._search = search

    def advance(self, seconds: float) -> int | None:
        self._search.count(seconds=None if seconds == inf else seconds)
        return self._search.found if self._search.exhausted else None

    def share(self) -> float | None:
        return self._search.share or None


def takes_first(choice: Choice) -> bool:
    """Whether to cover the first item next, not the one with the fewest options."""
    if choice not in ("smallest", "first"):
        raise CoverError(f"choice: 'smallest' or 'first' expected, {choice!r} found")
    return choice == "first"
