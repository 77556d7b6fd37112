"""Exact cover: choose options so that each item is covered once.

An *option* is a set of *items*. A *cover* is a set of options in which each *primary* item is exactly once,
and each *secondary* item at most once, or any number of times in the same *color*. The terms and the search are
Knuth's: Algorithm C. `dance` is the readable implementation, `Cover.solutions` the fast one, in C++.

References
----------
D. E. Knuth, "Dancing Links", Millennial Perspectives in Computer Science, 2000, 187-214.

D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1: Algorithm X (exact cover), Algorithm C (colors),
exercise 9 (the choice of an item).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum
from operator import itemgetter
from typing import Any, SupportsFloat

from farandole import _core
from farandole.cover.conflict import WHY_BUDGET, Reasons, find_reasons
from farandole.cover.matrix import read_matrix
from farandole.cover.options import Bounds, read_options
from farandole.cover.portfolio import count_either_way, search_all
from farandole.cover.problem import Entry, Item, Label, Options, Problem
from farandole.cover.results import Cheapest, Estimate, Priced
from farandole.cover.search import Choice, ChoiceRule, MultiSearch, Search, SearchOptions, takes_first
from farandole.cover.zdd import Zdd
from farandole.display import RichDisplay
from farandole.limits import Count, StopToken, check_int, check_int_or_none, check_seed, check_threads


def _no_classics() -> Any:
    raise NotImplementedError("import farandole.cover")


_classics: Callable[[], Any] = _no_classics


def set_classics(load: Callable[[], Any]) -> None:
    """Set the function that loads the module of the classic problems, which imports this one."""
    global _classics
    _classics = load


class Cover(RichDisplay):
    """An exact cover problem.

    Parameters
    ----------
    options : iterable of options, or mapping from labels to options
        An option is an iterable of items, each once. A secondary item may have a color: the pair ``(item,
        color)``. Items, colors and labels are any hashable values; an entry that is itself an item is that item, so
        tuples can be items. Without labels, the label of an option is its index. An option without primary items is
        in no cover, because no search tries it.
    primary : iterable of items, optional
        Items to cover, in the order in which ties are broken; by default all that are not secondary, in the order of
        first appearance.
    secondary : iterable of items, optional
        Items to cover at most once, or several times in one color.
    multiplicities : mapping from primary items to int or (int, int), optional
        How often to cover an item, exactly or from low to high times, where that is not once. A pandas Series is a
        mapping from its index.
    costs : mapping from labels to numbers, or iterable of numbers, optional
        The cost of each option, for `cheapest`. A pandas Series is a mapping from its index.

    Attributes
    ----------
    primary, secondary : tuple of items
    options : sequence of tuple
        The entries of each option as given, computed on demand.
    labels : sequence
    multiplicities : dict from items to (int, int)
        The bounds of items that are not covered exactly once.
    costs : tuple of float
        The cost of each option.

    Raises
    ------
    CoverError
        If an option is empty, has an item twice or one that is neither primary nor secondary, or colors a
        primary item; if an item is listed twice; if no option has a secondary item, and ``primary`` is left out; if
        something is not hashable; if a multiplicity is not of a primary item, negative, 2**30 or more, or more at
        least than at most; if an option has no cost, or a cost is of no option or not a finite number; or if there are
        2**30 items, options or entries of options.

    Examples
    --------
    >>> cover = Cover({"left": ["a", "b"], "right": ["b", "c"], "ends": ["a", "c"], "middle": ["b"]})
    >>> cover
    <Cover: 3 primary items, 0 secondary items, 4 options>
    >>> cover.solve()
    ('ends', 'middle')

    Two words that share a letter, which is the color of their common cell:

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
            from 0; of a frame, the names of its columns and its index. A row of zeros is dropped: it is in no cover.
        secondary : iterable of items, optional
            Columns to cover at most once.
        multiplicities, costs
            As for `Cover`. Rows of zeros have costs too: a sequence, or a Polars Series, has one for each row, a
            mapping or a pandas Series one for each label.

        Raises
        ------
        CoverError
            If a value is neither 0 nor 1, if rows have different lengths, if a secondary column doesn't exist, if there
            are 2**26 columns or more; and as for `Cover`.

        Examples
        --------
        >>> rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"]
        >>> Cover.from_matrix([[int(digit) for digit in row] for row in rows]).solve()
        (3, 0, 4)
        """
        cover = cls.__new__(cls)
        cover.problem = read_matrix(matrix, secondary=secondary, multiplicities=multiplicities, costs=costs)
        return cover

    @classmethod
    def named(cls, name: str, *sizes: Any) -> Cover:
        """Make a classic problem, such as eight queens; `farandole.cover.named.NAMED` has sources and known counts.

        Parameters
        ----------
        name : str
            One of `names`.
        *sizes : int
            As the problem takes them: ``NAMED[name].usage`` lists them.

        Raises
        ------
        CoverError
            If there is no such problem; the message has the nearest name.
        ArgumentError
            If these are not its sizes.

        Examples
        --------
        >>> Cover.named("queens", 8).count(), Cover.named("langford", 7).count()
        (92, 52)
        >>> Cover.named("lanford", 7)
        Traceback (most recent call last):
        ...
        farandole.errors.CoverError: no problem is called 'lanford'; did you mean langford?
        """
        cover: Cover = _classics().make_named(name, *sizes)
        return cover

    @staticmethod
    def names() -> tuple[str, ...]:
        """List the names of the problems that `named` makes.

        Examples
        --------
        >>> Cover.names()[:4]
        ('aztec', 'costas', 'domination', 'dominoes')
        """
        return tuple(_classics().NAMED)

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
        """The labels of the options."""
        return self.problem.labels

    @property
    def options(self) -> Options:
        """The entries of each option, as given."""
        return Options(self.problem)

    @property
    def multiplicities(self) -> dict[Item, tuple[int, int]]:
        """The minimum and maximum number of times that an item is covered, where that is not exactly once."""
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
        """Yield every cover, computed on demand, in a fixed order; each call starts from the beginning.

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
        """Return a cover; None if there is none."""
        return next(self.solutions(), None)

    def count(
        self,
        *,
        limit: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Count:
        """Count the covers, up to ``limit`` and within ``seconds`` if given.

        Without a limit, a search that counts one by one and a search for the diagram of all covers take turns; the
        first to finish gives the answer. A diagram takes memory: if there is not enough, the other search continues
        alone, which may take very long.

        Parameters
        ----------
        limit : int, optional
            The maximum count.
        seconds : float, optional
            Approximate time limit in seconds.
        memory : int, optional
            The maximum size of the diagram in bytes; by default half of the available memory.
        threads : int
            Number of threads; several pay off if the count takes half a second or more, because each sets up its own
            search. A search with multiplicities uses one, and a diagram two.

        Returns
        -------
        Count
            An int; its ``exhausted`` is True if these are all.

        Warns
        -----
        GivenUpWarning
            If the diagram ran out of memory, and the search continues for more than some seconds.

        Examples
        --------
        >>> people = range(10)
        >>> pairs = Cover((a, b) for a in people for b in people if a < b)
        >>> pairs.count(), pairs.count(limit=100)  # 9 * 7 * 5 * 3 pairings
        (945, 100)
        >>> pairs.count().exhausted, pairs.count(limit=100).exhausted, pairs.count(seconds=0).exhausted
        (True, False, False)
        """
        limit, memory = check_int_or_none("limit", limit), check_int_or_none("memory", memory)
        stop, threads = StopToken(seconds), check_threads(threads)
        search = self._search("smallest", threads=threads)
        if limit is not None:
            found = search.count(limit=limit, seconds=stop.seconds_left())
            return Count(found, exhausted=found < limit and search.exhausted)
        return count_either_way(self.problem, search, stop, memory=memory, threads=threads)

    def zdd(
        self,
        *,
        budget: int | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> Zdd:
        """Find all covers, as a decision diagram that counts, samples, restricts and finds the cheapest.

        Two searches take turns, and the first to finish wins: one covers items in a fixed order with a small frontier,
        the other always the item with the fewest options.

        Parameters
        ----------
        budget : int, optional
            The maximum number of nodes.
        seconds : float, optional
            Approximate time limit in seconds.
        memory : int, optional
            The maximum memory of the search in bytes; by default half of the available memory.
        threads : int
            With two or more, both searches run at the same time; more than two have no effect.

        Raises
        ------
        UnfinishedError
            If the budget, the time or the memory runs out: a partial diagram would be wrong.

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
        """Return whether there is a cover."""
        return self.solve() is not None

    def cheapest(self, k: int = 1, *, budget: int | None = None, seconds: float | None = None) -> Cheapest:
        """Find the k covers that cost least.

        Parameters
        ----------
        k : int
            The number of covers. There may be fewer; ties at the end are broken arbitrarily.
        budget : int, optional
            The maximum number of nodes of the search tree.
        seconds : float, optional
            Approximate time limit in seconds.

        Returns
        -------
        Cheapest
            A list of pairs ``(cost, labels)``, cheapest first. If ``exhausted`` is True, as always without limits, no
            others are cheaper. Costs with up to 9 decimal places are compared exactly, others as if rounded to some
            15 digits of their sum.

        References
        ----------
        See native/cover/cheapest.hpp: branch and bound, with bounds by Lagrangian relaxation.

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
        """Draw n covers uniformly at random, using `zdd`; return an empty list if there are none."""
        n, seed = check_int("n", n), check_seed(seed)
        return self.zdd().sample(n, seed=seed)

    def estimate(self, *, samples: int = 1000, seed: int | None = None) -> Estimate:
        """Estimate the size of the search tree and the number of covers, from random paths.

        Parameters
        ----------
        samples : int
            The number of random paths; a standard error needs at least 2.
        seed : int, optional
            Makes the estimate reproducible.

        Returns
        -------
        Estimate
            The number of ``nodes`` of a search for all covers and the number of ``covers``, each with its standard
            error. Both are unbiased, but most of a tree may lie where paths seldom go: then the error is too small,
            too. The number of covers is NaN, for unknown, if no path met one, unless no path is possible.

        References
        ----------
        D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975,
        121-136.

        Examples
        --------
        >>> people = range(12)
        >>> pairs = Cover((a, b) for a in people for b in people if a < b)
        >>> pairs.estimate(samples=10).covers, pairs.count()  # all paths are alike
        (10395.0, 10395)
        """
        samples, seed = check_int("samples", samples, least=1), check_seed(seed)
        from random import Random

        search = _core.MultiSearch(*self.problem.numbers, self.problem.low, self.problem.high)
        return Estimate.of(search.guess(samples, Random(seed).getrandbits(64)))

    def why(self, *, budget: int | None = WHY_BUDGET, seconds: float | None = None) -> Reasons:
        """Find reasons why there is no cover, among them a smallest set of items that can't be covered together.

        Items can be covered together if some options cover each of them as often as it should be, and no item too
        often. Plain reasons come first: items with fewer options than they need, or else options that are all needed
        but conflict. If there are none, a search finds the set.

        Parameters
        ----------
        budget : int, optional
            The maximum number of nodes of all its searches; None for no limit.
        seconds : float, optional
            Approximate time limit in seconds.

        Returns
        -------
        Reasons
            A list of sentences. It is empty if there is a cover, or if the budget or the time was too short. Its
            ``items`` are the set; ``is_smallest`` and ``is_minimal`` tell whether a smaller set, or a part of this one,
            might do.

        References
        ----------
        A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
        dualization", CP 2015.

        Examples
        --------
        >>> Cover(["ab", "a", "b"], primary="abc").why()
        ["no option has item 'c'"]
        >>> Cover({"left": "ab", "right": "bc"}).why()
        ["needed are option 'left' for 'a' and option 'right' for 'c', but they don't go together: item 'b'"]

        Three lessons, and two hours when they can be:

        >>> lessons = Cover((lesson, hour) for lesson in ("art", "biology", "chemistry") for hour in (8, 9))
        >>> why = lessons.why()
        >>> why
        ["items 'art', 'biology' and 'chemistry' can't be covered together, though any 2 of them can"]
        >>> why.items, why.is_smallest
        (('art', 'biology', 'chemistry'), True)
        """
        return find_reasons(self.problem, check_int_or_none("budget", budget), StopToken(seconds))

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
        """Return a search that can be limited, monitored, distributed and split.

        Parameters
        ----------
        choice : {"smallest", "first", "sharp", "weighted", "random"}
            The item to cover next. ``"smallest"``: one with the fewest options left, the first of them at a tie.
            ``"first"``: the first. ``"sharp"``: the smallest preferred item, unless another has one option or none.
            ``"weighted"``: the item with the fewest options for its weight, which grows each time it has none left.
            ``"random"``: one of the smallest.
        sharp : iterable of items, optional
            The items that the sharp choice prefers; by default those whose names are strings that begin with ``#``.
        seed : int, optional
            Makes random choices reproducible.
        budget : int, optional
            The maximum number of nodes, which are options tried.
        seconds : float, optional
            Time limit in seconds, counted from this call, also while the iterator is idle.
        threads : int
            Number of threads. With several and a limit, the covers that are found depend on timing.
        ordered : bool
            With threads: whether covers come in the order of one thread, or as they are found.

        Returns
        -------
        Search, or MultiSearch for a problem with multiplicities
            An iterator over covers, with ``exhausted`` True if it ended because the search is complete.

        Raises
        ------
        CoverError
            If the choice or a preferred item doesn't exist.
        ArgumentError
            If options don't go together: a seed without ``"random"``, preferred items without ``"sharp"``, or
            multiplicities with threads.

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
