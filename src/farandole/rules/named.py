"""Rules of the whole grid by their names, and lists of rules as people write them.

One word such as ``anti_knight`` stands for many small rules. The negative ones say that unmarked pairs have no such
relation, so they depend on the other rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

from farandole.errors import PuzzleError, short_repr
from farandole.grid import Grid
from farandole.grid.shapes import EXTRA
from farandole.rules import moves, whole_grid
from farandole.rules.pairs import NotConsecutive, NotRatio
from farandole.rules.rule import RULES, Rule

Rules: TypeAlias = tuple[Any, ...]
Make: TypeAlias = Callable[[Grid], Rules]
MakeNegative: TypeAlias = Callable[[Grid, Rules], Rules]

EVERYWHERE: dict[str, Make] = {
    "anti_knight": whole_grid.anti_knight,
    "anti_king": whole_grid.anti_king,
    "nonconsecutive": whole_grid.nonconsecutive,
    "anti_taxicab": whole_grid.anti_taxicab,
    "global_entropy": whole_grid.global_entropy,
    "global_modular": whole_grid.global_modular,
    "dutch_flatmates": whole_grid.dutch_flatmates,
    "diagonal_nonconsecutive": moves.diagonal_nonconsecutive,
    "anti_camel": moves.anti_camel,
    "anti_zebra": moves.anti_zebra,
    "knightmare": moves.knightmare,
}
NEGATIVE: dict[str, MakeNegative] = {
    "negative_kropki": whole_grid.negative_kropki,
    "negative_consecutive": lambda grid, marked: _of(NotConsecutive, whole_grid.negative_kropki(grid, marked)),
    "negative_ratio": lambda grid, marked: _of(NotRatio, whole_grid.negative_kropki(grid, marked)),
    "negative_xv": whole_grid.negative_xv,
}
WHOLE_GRID = (*EVERYWHERE, *NEGATIVE)
"""The names of rules of the whole grid."""


def _of(kind: type, some: Rules) -> Rules:
    return tuple(rule for rule in some if type(rule) is kind)


def flatten(rules: Iterable[Any], grid: Grid) -> tuple[Rule, ...]:
    """Return the rules of a list that may have names in it, the functions of `farandole.rules`, and lists in lists.

    Raises
    ------
    PuzzleError
        If there is something else, or a name that no rule of the whole grid has.

    Examples
    --------
    >>> from farandole.rules import Cage
    >>> len(flatten(["anti_king", [[Cage("r1c1-2", 3)]]], Grid.classic((2, 2))))
    43
    """
    parts = list(_parts_of(rules, grid))
    marked = tuple(part for part in parts if isinstance(part, Rule))
    made = ((part,) if isinstance(part, Rule) else part(grid, marked) for part in parts)
    return tuple(chain.from_iterable(made))


def _parts_of(rules: Iterable[Any], grid: Grid) -> Iterator[Rule | MakeNegative]:
    """Yield the rules of a list, and the functions of negative ones, which need all others."""
    for part in rules:
        if isinstance(part, Rule):
            yield part
        elif isinstance(part, str):
            plain = part.strip().lower().replace("-", "_").replace(" ", "_")
            if plain in NEGATIVE:
                yield NEGATIVE[plain]
            elif plain in EVERYWHERE:
                yield from EVERYWHERE[plain](grid)
            else:
                raise PuzzleError(f"rules: {_explain(part, plain)}")
        elif callable(part) and part in EVERYWHERE.values():
            yield from part(grid)
        elif isinstance(part, Iterable) and not isinstance(part, bytes):
            yield from _parts_of(part, grid)
        else:
            raise PuzzleError(f"rules: expected a tuple of rules, found {short_repr(part)}")


def _explain(name: str, plain: str) -> str:
    """Say why a name is not one of a rule of the whole grid."""
    if plain in RULES:
        return f"{short_repr(name)} needs cells: write farandole.rules.{RULES[plain].__name__}(cells, ...)"
    if plain in EXTRA:
        return f"{short_repr(name)} is a set of houses: write grid.with_houses({plain!r})"
    return f"unknown rule {short_repr(name)}; {suggest_rule(name, WHOLE_GRID)}"


def suggest_rule(name: str, known: Collection[str]) -> str:
    """Name the rules that are nearest to a name, because a list of all would hide the fault.

    Examples
    --------
    >>> suggest_rule("antiknight", EVERYWHERE)
    'did you mean anti_knight or anti_king?'
    """
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    nearest = get_close_matches(name[:40].lower(), known, n=2)
    return f"did you mean {' or '.join(nearest)}?" if nearest else "expected a name such as cage, thermo or anti_knight"
