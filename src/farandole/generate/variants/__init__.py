"""Rules that are laid over a full grid, by name: cages, lines, dots, clues outside."""

from __future__ import annotations

from collections.abc import Mapping

from farandole.generate.variants import cells, lines, outside, pairs
from farandole.generate.variants.kind import Kind

SUKAKU = "sukaku"
"""A puzzle of pencilmarks alone: no rules, but candidates in each cell."""

KINDS: Mapping[str, Kind] = {
    **cells.KINDS,
    **lines.KINDS,
    **pairs.KINDS,
    **outside.KINDS,
    SUKAKU: Kind(lambda grid, solution, random: [], ()),  # noqa: ARG005
}
"""The kinds by name."""

__all__ = ["KINDS", "SUKAKU", "Kind", "kind_named"]


def kind_named(name: str) -> str | None:
    """Find a kind by its name, in the singular or the plural; None if there is none.

    Examples
    --------
    >>> kind_named("thermos"), kind_named("killer"), kind_named("chess")
    ('thermo', 'killer', None)
    """
    return next((known for known in (name, name.removesuffix("s"), name + "s") if known in KINDS), None)
