"""An exact cover problem for the engines: numbers in arrays, and the names of the numbers.

An option is a slice of two arrays, the numbers of its items and of their colors::

    options    ("a", "b"), ("b", ("x", "red"))        items a b x have the numbers 0 1 2
    starts     0         2             4              option o is items[starts[o]:starts[o + 1]]
    items      0    1    1    2
    colors     0    0    0    1                       0 is no color, 1 the first one that appears

A million options of ten items are 80 MB this way; as tuples they would be ten times that.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias, overload

from farandole.errors import CoverError
from farandole.records import record

Item: TypeAlias = Hashable
Entry: TypeAlias = Any  # hashable: an item, or a pair (item, color)
Label: TypeAlias = Any  # hashable: the caller's name of an option

MOST_ENTRIES = 1 << 30  # items, options and entries of options: the core counts them in 32 bits, and adds two of them


@record(eq=False)
class Problem:
    """Items, options, multiplicities and costs. It is immutable, and all searches share its arrays.

    Attributes
    ----------
    primary, secondary : tuple of items
        The names of items by number, primary items first.
    starts, items, colors : array of int32
        The options, as drawn above. A primary item has no color.
    color_names : tuple
        The names of colors by number, from 1.
    labels : sequence
        The names of options.
    low, high : array of int32
        The minimum and maximum number of times that each primary item is covered; empty if each is covered once.
    costs : array of float64
        The cost of each option; empty if all are 0.

    Raises
    ------
    CoverError
        If there are 2**30 items, options or entries of options.
    """

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    starts: array[int]
    items: array[int]
    colors: array[int]
    color_names: tuple[Hashable, ...]
    labels: Sequence[Label]
    low: array[int]
    high: array[int]
    costs: array[float]

    def __post_init__(self) -> None:
        n_items = len(self.primary) + len(self.secondary)
        for what, number in (("items", n_items), ("entries", len(self.items)), ("options", len(self.labels))):
            if number >= MOST_ENTRIES:
                raise CoverError(f"{what}: expected fewer than {MOST_ENTRIES}, found {number}")

    @property
    def names(self) -> tuple[Item, ...]:
        """The items in the order of their numbers."""
        return self.primary + self.secondary

    @property
    def numbers(self) -> tuple[int, int, array[int], array[int], array[int]]:
        """The first arguments of each engine of `_core`: n_primary, n_items, starts, items and colors."""
        n_primary = len(self.primary)
        return n_primary, n_primary + len(self.secondary), self.starts, self.items, self.colors

    def _key(self) -> tuple[object, ...]:
        arrays = self.starts, self.items, self.colors, self.low, self.high, self.costs
        return (
            self.primary,
            self.secondary,
            self.color_names,
            tuple(self.labels),
            *(numbers.tobytes() for numbers in arrays),
        )

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Problem) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())


class Options(Sequence[tuple[Entry, ...]]):
    """The options of a problem by name, computed on demand."""

    __slots__ = ("_names", "_problem")

    def __init__(self, problem: Problem) -> None:
        self._problem, self._names = problem, problem.names

    def __len__(self) -> int:
        return len(self._problem.labels)

    @overload
    def __getitem__(self, at: int) -> tuple[Entry, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[Entry, ...], ...]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, ...]:
        if isinstance(at, slice):
            return tuple(self[number] for number in range(*at.indices(len(self))))
        problem, names = self._problem, self._names
        number = range(len(self))[at]
        entries = slice(problem.starts[number], problem.starts[number + 1])
        return tuple(
            (names[item], problem.color_names[color - 1]) if color else names[item]
            for item, color in zip(problem.items[entries], problem.colors[entries], strict=True)
        )

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} options>"
