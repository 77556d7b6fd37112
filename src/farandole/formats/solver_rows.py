"""Exact cover as rows of variables that are 0 or 1: what solvers for SAT, pseudo-Boolean and integer programs read.

Variable k from 1 is the k-th option; it is 1 if the option is in the cover. Behind them is a variable for each color of
a secondary item: it is 1 if one of the options with that color is in the cover. So each cover is one solution.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from farandole.cover import Cover
from farandole.cover.problem import Label
from farandole.errors import FormatError


class Row(NamedTuple):
    """From low to high of these variables are 1; without a high, any number from low."""

    low: int
    high: int | None
    variables: list[int]


class Rows(NamedTuple):
    """A problem as rows.

    Attributes
    ----------
    n_variables : int
    rows : list of Row
    colors : list of (int, list of int)
        A variable of a color, and the options that have it: it is 1 if and only if one of them is.
    costs : tuple of float
        The cost of each option.
    """

    n_variables: int
    rows: list[Row]
    colors: list[tuple[int, list[int]]]
    costs: tuple[float, ...]


def make_rows(cover: Cover) -> Rows:
    """Write a problem as rows.

    Examples
    --------
    >>> make_rows(Cover(["ab", "b", "a"])).rows
    [Row(low=1, high=1, variables=[1, 3]), Row(low=1, high=1, variables=[1, 2])]
    """
    problem = cover.problem
    n_primary, n_options = len(problem.primary), len(problem.labels)
    users: list[list[int]] = [[] for _ in problem.names]
    colored: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    unused = []
    for option in range(n_options):
        entries = range(problem.starts[option], problem.starts[option + 1])
        if all(problem.items[entry] >= n_primary for entry in entries):
            unused.append(option + 1)  # an option without primary items is in no cover
        for entry in entries:
            item, color = problem.items[entry], problem.colors[entry]
            (colored[item][color] if color else users[item]).append(option + 1)
    low, high = problem.low or [1] * n_primary, problem.high or [1] * n_primary
    rows = [Row(low[item], high[item], users[item]) for item in range(n_primary)]
    colors: list[tuple[int, list[int]]] = []
    number = n_options
    for item in range(n_primary, len(users)):
        at_most_one = users[item]
        for options in colored[item].values():
            number += 1
            colors.append((number, options))
            at_most_one.append(number)
        if len(at_most_one) > 1:
            rows.append(Row(0, 1, at_most_one))
    rows += [Row(0, 0, [option]) for option in unused]
    return Rows(number, rows, colors, cover.costs)


def labels_of(cover: Cover, solution: str | Iterable[int]) -> tuple[Label, ...]:
    """Return the cover that a solver found.

    Parameters
    ----------
    cover : Cover
        The problem that was written.
    solution : str, or iterable of int
        What a solver prints (lines that begin with ``v``, with ``x3`` or ``3`` for a variable that is 1 and ``-x3`` or
        ``-3`` for one that is 0), or the numbers of variables, negative for 0.

    Raises
    ------
    FormatError
        If the text has no such line, or something else in it.

    Examples
    --------
    >>> labels_of(Cover({"left": "ab", "right": "cd", "no": "a"}), "s SATISFIABLE\\nv 1 2 -3 0\\n")
    ('left', 'right')
    """
    numbers = list(read_literals(solution)) if isinstance(solution, str) else list(solution)
    labels = cover.labels
    return tuple(labels[number - 1] for number in numbers if 0 < number <= len(labels))


def read_literals(text: str) -> Iterable[int]:
    """Yield the literals of the lines of a solver that begin with ``v``."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.startswith("v ")]
    if not lines:
        raise FormatError("expected a line of values that begins with v, found none")
    for number, line in lines:
        for word in line.split()[1:]:
            try:
                yield int(word.replace("x", "", 1))
            except ValueError:
                raise FormatError(f"line {number}: expected a variable such as 3 or -x3, found {word!r}") from None
