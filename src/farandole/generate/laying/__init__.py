"""Rules that are laid over a full grid, by name: cages, lines, dots, clues outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple, TypeAlias

from farandole.grid import Grid
from farandole.rules import Rule

Digits: TypeAlias = tuple[int, ...]


class Kind(NamedTuple):
    """A kind of rule that can be laid.

    Parameters
    ----------
    lay : callable
        From a grid, a solution and a source of random numbers to rules that the solution keeps.
    makes : set of str
        The names of the classes of these rules.
    """

    lay: Callable[[Grid, Digits, Random], list[Rule]]
    makes: frozenset[str]


KINDS: Mapping[str, Kind] = {}
"""The kinds by name."""


def kind_named(name: str) -> str | None:
    """Find a kind by its name; None if there is none."""
    return name if name in KINDS else None
