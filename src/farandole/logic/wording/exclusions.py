"""Why one rule excludes a candidate, in a player's words: the rule's own sentence, or a second cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, groupby

from farandole.bitsets import bit_of, set_of, union
from farandole.grid import Cell
from farandole.i18n import join_words, tr
from farandole.logic.board import Candidate, Digit, DigitSet, Geometry, cache_for_geometries
from farandole.logic.inference.fillings import group_of
from farandole.logic.inference.relations import Relations
from farandole.logic.wording.words import group_rectangles, name_cells, name_digits
from farandole.rules import Rule, RuleCandidates
from farandole.rules.exclusions import CELLS, DIGITS, PLACES

_MAX_SENTENCES = 4  # of a step
_MAX_NEED = 3  # digits that are named for a cell


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
    cells = _candidates_of(rule, masks, geometry)
    if not all(cells.masks) or geometry.grid.first_digit != 1:  # rules speak of digits from 1
        return [], list(excluded)
    sentences: dict[str, list[Candidate]] = {}  # with what each excludes
    left: list[Candidate] = []
    for cell, candidates in groupby(sorted(excluded), key=lambda candidate: candidate[0]):
        of_cell = list(candidates)
        own: dict[str, list[Candidate]] = {}
        for _, digit in of_cell:
            said = rule.explain_exclusion(cells, rule.scope.index(cell), digit)
            said = said or _explain_in_numbers(rule, masks, (cell, digit))
            own.setdefault(said or "", []).append((cell, digit))
        if "" in own or len({*sentences, *own}) > _MAX_SENTENCES:
            left += of_cell
            continue
        for sentence, explained in own.items():
            sentences[sentence] = sentences.get(sentence, []) + explained
    return [full for each, explained in sentences.items() for full in _complete(each, explained, geometry)], left


def _explain_in_numbers(rule: Rule, masks: Mapping[Cell, DigitSet], excluded: Candidate) -> str | None:
    """Explain what one rule excludes by the numbers that it would get; None if they don't show it."""
    cell, digit = excluded
    supposed = [bit_of(digit) if other == cell else masks[other] for other in rule.scope]
    if not (conflict := rule.describe_conflict(supposed)):
        return None
    return tr("With {digits} in {cell}, {what}", digits=DIGITS, cell=PLACES, what=conflict)


def _complete(sentence: str, explained: Sequence[Candidate], geometry: Geometry) -> list[str]:
    """Name the digits and cells that a sentence excludes where it leaves braces for them."""
    has_digits, has_cells = DIGITS in sentence, CELLS in sentence or PLACES in sentence
    if has_digits and has_cells:
        blocks = group_rectangles(explained)
    else:
        blocks = [(set_of(cell for cell, _ in explained), union(bit_of(digit) for _, digit in explained))]
    return [
        sentence.replace(DIGITS, join_words(name_digits(geometry, digits), "or"))
        .replace(CELLS, join_words(name_cells(geometry, cells)))
        .replace(PLACES, join_words(name_cells(geometry, cells), "or"))
        for cells, digits in blocks
    ]


def _candidates_of(rule: Rule, masks: Mapping[Cell, DigitSet], geometry: Geometry) -> RuleCandidates:
    """Return what a rule is asked about: the candidates of its cells, and which of its cells share a house."""
    scope = rule.scope
    first = {cell: place for place, cell in reversed(list(enumerate(scope)))}
    inside = {frozenset(first[cell] for cell in first if cells >> cell & 1) for cells in geometry.houses}
    houses = [house for house in sorted(inside, key=sorted) if len(house) > 1]
    names = list(map(geometry.grid.cell_name, scope))
    return RuleCandidates([masks[cell] for cell in scope], names, geometry.n_digits, houses)


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
            digits=join_words(map(geometry.grid.digit_name, digits), "or"),
            cell=name(cell),
        )
        for (cell, other), digits in together.items()
    ]
    return (sentences, left) if len(sentences) <= _MAX_SENTENCES else ([], list(excluded))


def explain_by_need(
    rule: Rule, masks: dict[Cell, DigitSet], excluded: Sequence[Candidate], geometry: Geometry
) -> tuple[list[str], list[Candidate]]:
    """Explain what one rule excludes by what another cell would have to be, with the candidates of the rest."""
    group, name = group_of(geometry, (rule,)), geometry.grid.cell_name
    full = (1 << geometry.n_digits) - 1
    place = {cell: n for n, cell in enumerate(group.cells)}

    def find_need(cell: Cell, digit: Digit) -> tuple[Cell, DigitSet] | None:
        """Find the nearest cell that would have to be something else, and what."""
        for other in sorted(group.cells, key=lambda other: abs(place[other] - place[cell]))[1:]:
            supposed = masks | {cell: bit_of(digit), other: full}
            need = group.supports(tuple([supposed[each] for each in group.cells]))[place[other]]
            if 0 < need.bit_count() <= _MAX_NEED and not need & masks[other]:
                return other, need
        return None

    needs: dict[tuple[Cell, Cell, DigitSet], list[Digit]] = {}
    left: list[Candidate] = []
    for cell, digit in excluded:
        if found := find_need(cell, digit):
            needs.setdefault((cell, *found), []).append(digit)
        else:
            left.append((cell, digit))
    sentences = [
        tr(
            "With {digits} in {cell}, {other} would have to be {need}, but can only be {held}",
            digits=join_words(map(geometry.grid.digit_name, digits), "or"),
            cell=name(cell),
            other=name(other),
            need=join_words(name_digits(geometry, need), "or"),
            held=join_words(name_digits(geometry, masks[other]), "or"),
        )
        for (cell, other, need), digits in needs.items()
    ]
    return (sentences, left) if len(sentences) <= _MAX_SENTENCES else ([], list(excluded))


@cache_for_geometries(1 << 10)
def _relations_of(geometry: Geometry, rule: Rule) -> Relations:
    return Relations(geometry, (rule,))
