"""Generate rules for a full grid, by name: cages, lines, dots, clues outside the grid."""

from __future__ import annotations

from collections.abc import Mapping

from farandole.generate.variants import cells, lines, outside, pairs
from farandole.generate.variants.rule_generator import RuleGenerator

SUKAKU = "sukaku"
"""A puzzle of pencilmarks alone: it has no rules, but candidates in each cell."""

GENERATORS: Mapping[str, RuleGenerator] = {
    **cells.GENERATORS,
    **lines.GENERATORS,
    **pairs.GENERATORS,
    **outside.GENERATORS,
    SUKAKU: RuleGenerator(lambda grid, solution, random: [], ()),  # noqa: ARG005
}
"""The generators by name."""

__all__ = ["KINDS", "SUKAKU", "Kind", "kind_named"]


def find_generator(name: str) -> str | None:
    """Find the name of a generator, given in the singular or the plural; None if there is none.

    Examples
    --------
    >>> find_generator("thermos"), find_generator("killer"), find_generator("chess")
    ('thermo', 'killer', None)
    """
    return next((known for known in (name, name.removesuffix("s"), name + "s") if known in GENERATORS), None)
