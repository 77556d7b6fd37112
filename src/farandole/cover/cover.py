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
from math import fsum
from operator import itemgetter
from typing import Any, SupportsFloat

from farandole import _core
from farandole.cover.matrix import read_matrix
from farandole.cover.options import Bounds, read_options
from farandole.cover.portfolio import count_either_way, search_all
from farandole.cover.problem import Entry, Item, Label, Options, Problem
from farandole.cover.results import Cheapest, Estimate, Priced, contradictions
from farandole.cover.search import Choice, ChoiceRule, MultiSearch, Search, SearchOptions, takes_first
from farandole.cover.zdd import Zdd
from farandole.display import RichDisplay
from farandole.limits import StopToken, check_int, check_int_or_none, check_seed, check_threads


class Cover(RichDisplay):
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

    __slots__ = ("problem",)

    problem: Problem

    def __init__(
        self,
        options: Iterable[Iterable[Entry]] | Mapping[Label, Iterable[Entry]],
        *,
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        multiplicities: Mapping[Any, Bounds] | None = None,
        costs: Mapping[Any, SupportsFloat] | Iterable[SupportsFloat] | None = None,
    ) -> None:
        self.problem = read_options(
            options, primary=primary, secondary=secondary, multiplicities=multiplicities, costs=costs
        )

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
        cover = cls.__new__(cls)
        cover.problem = read_matrix(matrix, secondary=secondary, multiplicities=multiplicities, costs=costs)
        return cover

    @property
    def primary(self) -> tuple[Item, ...]:
        """The items to cover."""
        return self.problem.primary

    @property
    def secondary(self) -> tuple[Item, ...]:
        """The items to cover at most once, or several times in one color."""
        return self.problem.secondary

    @property
    def labels(self) -> Sequence[Label]:
        """What the options are called."""
        return self.problem.labels

    @property
    def options(self) -> Options:
        """The entries of each option, as they were given."""
        return Options(self.problem)

    @property
    def multiplicities(self) -> dict[Item, tuple[int, int]]:
        """How often at least and at most an item is covered, where that is not exactly once."""
        problem = self.problem
        if not problem.low:
            return {}
        bounds = zip(problem.primary, problem.low, problem.high, strict=True)
        return {item: (low, high) for item, low, high in bounds if (low, high) != (1, 1)}

    @property
    def costs(self) -> tuple[float, ...]:
        """The cost of each option."""
        return tuple(self.problem.costs or [0.0] * len(self.labels))

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

    def count(self, *, limit: int | None = None, memory: int | None = None, threads: int = 1) -> int:
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
        threads : int
            Share the count out; that pays where it takes half a second or more, for each thread sets up a search of its
            own. A search with multiplicities takes one of them, and a diagram two.

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
        limit, memory, threads = (
            check_int_or_none("limit", limit),
            check_int_or_none("memory", memory),
            check_threads(threads),
        )
        search = self._search("smallest", threads=threads)
        if limit is not None:
            return search.count(limit=limit)
        return count_either_way(self.problem, search, memory=memory, threads=threads)

    def zdd(
        self,
        *,
        budget: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Zdd:
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
        threads : int
            With several, both searches go on at the same time; no more than two are of use.

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
        threads = check_threads(threads)
        return search_all(self.problem, budget=budget, seconds=seconds, memory=memory, threads=threads)

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
        k, budget, stop = check_int("k", k), check_int_or_none("budget", budget), StopToken(seconds)
        problem = self.problem
        costs, labels = problem.costs, problem.labels
        search = _core.CheapestSearch(*problem.numbers, problem.low, problem.high, costs, min(k, 1 << 62))
        exhausted = search.run(budget, stop.seconds_left())
        found: list[Priced] = []
        numbers, at = array("i", search.covers), 0
        while at < len(numbers):
            options = numbers[at + 1 : at + 1 + numbers[at]]
            cost = fsum(costs[option] for option in options) if costs else 0.0
            found.append(Priced(cost, tuple(labels[option] for option in options)))
            at += 1 + len(options)
        return Cheapest(sorted(found, key=itemgetter(0)), exhausted=exhausted, nodes=search.nodes)

    def sample(self, n: int, *, seed: int | None = None) -> list[tuple[Label, ...]]:
        """Draw n covers, each from all of them with the same chance, by way of `zdd`; none if there are none."""
        n, seed = check_int("n", n), check_seed(seed)
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
        samples, seed = check_int("samples", samples, least=1), check_seed(seed)
        from random import Random

        search = _core.MultiSearch(*self.problem.numbers, self.problem.low, self.problem.high)
        return Estimate.of(search.guess(samples, Random(seed).getrandbits(64)))

    def why(self) -> list[str]:
        """List reasons why there can't be a cover, where they are plain to see. An empty list means none was seen.

        Named are items that have fewer options than they need; or else options that are all needed but don't
        go together.

        Examples
        --------
        >>> Cover(["ab", "a", "b"], primary="abc").why()
        ["no option has item 'c'"]
        >>> Cover({"left": "ab", "right": "bc"}).why()
        ["needed are option 'left' for 'a' and option 'right' for 'c', but they don't go together: item 'b'"]
        """
        return list(contradictions(self.problem))

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
        options = SearchOptions(choice, sharp, seed, budget, seconds, threads, ordered)
        return MultiSearch(self.problem, options) if self.problem.low else Search(self.problem, options)

    def _search(self, choice: Choice, threads: int = 1) -> Search | MultiSearch:
        if self.problem.low:
            return MultiSearch(self.problem, SearchOptions(choice))
        return Search(self.problem, SearchOptions(choice, threads=threads, ordered=threads == 1))

    def __eq__(self, other: object) -> bool:
        return self.problem == other.problem if isinstance(other, Cover) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.problem)

    def __repr__(self) -> str:
        items = f"{len(self.primary)} primary items, {len(self.secondary)} secondary items"
        return f"<Cover: {items}, {len(self.labels)} options>"
