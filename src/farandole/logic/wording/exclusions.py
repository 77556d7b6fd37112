"""Why one rule excludes a candidate, in a player's words: the rule's own sentence, or a second cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, groupby

from farandole.grid import Cell
from farandole.i18n import tr
from farandole.logic.board import Candidate, Digit, DigitSet, Geometry
from farandole.logic.inference.relations import Relations
from farandole.logic.wording.words import join_words
from farandole.rules import Rule

_MAX_SENTENCES = 4  # of a step


def explain_in_own_words(
    rule: Rule, masks: Mapping[Cell, DigitSet], excluded: Sequence[Candidate], geometry: Geometry
) -> tuple[list[str], list[Candidate]]:
    """Explain what one rule excludes by its own sentences, if a few of them explain all candidates of a cell.

    Parameters
    ----------
    rule : Rule
    masks : mapping from Cell to DigitSet
        The candidates of its cells.
    excluded : sequence of (cell, digit)
    geometry : Geometry

    Returns
    -------
    sentences, left
        The sentences, and the candidates that they don't explain.
    """
    held = [masks[cell] for cell in rule.scope]
    names = list(map(geometry.grid.cell_name, rule.scope))
    sentences: dict[str, None] = {}
    left: list[Candidate] = []
    for cell, candidates in groupby(sorted(excluded), key=lambda candidate: candidate[0]):
        of_cell = list(candidates)
        said = [rule.explain_exclusion(held, rule.scope.index(cell), digit, names) for _, digit in of_cell]
        own = dict.fromkeys(sentence for sentence in said if sentence is not None)
        if None in said or len(sentences | own) > _MAX_SENTENCES:
            left += of_cell
        else:
            sentences |= own
    return list(sentences), left


def explain_by_pairs(
    rule: Rule, masks: Mapping[Cell, DigitSet], excluded: Sequence[Candidate], geometry: Geometry
) -> tuple[list[str], list[Candidate]]:
    """Explain what one rule excludes by a second cell, no candidate of which goes with the excluded one."""
    allowed, name = _relations_of(geometry, rule).allowed, geometry.grid.cell_name
    together: dict[tuple[Cell, Cell], list[Digit]] = {}
    left: list[Candidate] = []
    for cell, digit in excluded:
        at = rule.scope.index(cell)
        for other, _ in sorted(zip(rule.scope, count(), strict=False), key=lambda entry: abs(entry[1] - at)):
            fits = allowed.get((cell, other))
            if fits is not None and not fits[digit - 1] & masks[other]:
                together.setdefault((cell, other), []).append(digit)
                break
        else:
            left.append((cell, digit))
    sentences = [
        tr(
            "No candidate of {other} goes with {digits} in {cell}",
            other=name(other),
            digits=join_words(map(str, digits), "or"),
            cell=name(cell),
        )
        for (cell, other), digits in together.items()
    ]
    return (sentences, left) if len(sentences) <= _MAX_SENTENCES else ([], list(excluded))


@lru_cache(maxsize=1 << 10)
def _relations_of(geometry: Geometry, rule: Rule) -> Relations:
    return Relations(geometry, (rule,))
