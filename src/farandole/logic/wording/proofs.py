"""Proofs: why a step holds, with the cells and digits of the board, for a player who is new to the technique.

A proof describes the pattern, then why something follows, then the placements and eliminations. The rule of the
technique stands for the second part if there is nothing more specific to say.

A family with more to say describes its steps itself (`Technique.describe`). What several share is here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import product
from string import ascii_uppercase

from farandole.bitsets import has_digit, is_single
from farandole.grid.house_names import house_name
from farandole.i18n import tr, tr_counted
from farandole.logic.board import Candidate, CellSet, Digit, Geometry, HouseNumber
from farandole.logic.step import Part, Reason, Step
from farandole.logic.wording.chains import describe_chains, describe_ends, describe_premises
from farandole.logic.wording.words import (
    describe_houses,
    describe_rule,
    group_by_digit,
    group_rectangles,
    join_words,
    name_cells,
    name_digits,
    name_step,
)
from farandole.rules import Rule

SET_NAMES = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]


def describe_proof(step: Step, geometry: Geometry) -> str:
    """Describe a step with its proof."""
    describe = step.technique.describe or describe_pattern
    *before, last = describe(step, geometry)
    effects = describe_effects(step, geometry)
    if step.placements or last.rpartition(tr(". "))[2].startswith(tr("So ")):
        end = tr("{reason}: {effects}", reason=last, effects=effects)
    else:
        end = tr("{reason}, so {effects}", reason=last, effects=effects)
    return join_sentences(name_step(step), *before, end)


def join_sentences(*sentences: str) -> str:
    """Add full stops to sentences; a sentence that begins with a line break stands on its own line."""
    text = tr(". ").join(sentences) + tr(".")
    return text.replace(tr(". ") + "\n", tr(".") + "\n")


def describe_effects(step: Step, geometry: Geometry) -> str:
    """Describe the placements and eliminations."""
    effects = [
        tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit))
        for cell, digit in step.placements
    ]
    filled = {cell for cell, _ in step.placements}  # their other candidates need no mention
    effects += _describe_eliminations(geometry, [one for one in step.eliminations if one[0] not in filled])
    return tr("; ").join(effects)


def describe_eliminations(geometry: Geometry, candidates: Iterable[Candidate]) -> str:
    """Say what can't be."""
    return tr("; ").join(_describe_eliminations(geometry, candidates))


def _describe_eliminations(geometry: Geometry, candidates: Iterable[Candidate]) -> Iterator[str]:
    for cells, mask in group_rectangles(candidates):
        names, digits = join_words(name_cells(geometry, cells)), join_words(name_digits(geometry, mask), "or")
        yield tr("{cells} can't be {digits}", cells=names, digits=digits)


def rule_sentence(step: Step) -> str:
    """Return the rule of the technique, without its full stop."""
    return tr(step.technique.doc).removesuffix(tr("."))


def conclusion_sentence(step: Step) -> str:
    """Return the conclusion of the technique's rule, from its last "So"; the whole rule if it has none."""
    _, follows, end = rule_sentence(step).rpartition(tr(". So "))
    return tr("So ") + end if follows else end


def describe_pattern(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe the cells, digits, parts and sets of any step, and the rule."""
    reason, cells = step.reason, name_cells(geometry, step.reason.cells)
    if cells and reason.digits:
        digits = join_words(name_digits(geometry, reason.digits))
        if is_single(reason.digits):
            yield tr("Look at {cells} and the digit {digit}", cells=join_words(cells), digit=digits)
        else:
            yield tr("Look at {cells} and the digits {digits}", cells=join_words(cells), digits=digits)
    if reason.covers:
        yield tr("The lines across are {houses}", houses=describe_houses(geometry, sorted(reason.covers)))
    yield from describe_parts(reason, geometry)
    for name, locked_set in zip(SET_NAMES, reason.sets, strict=False):
        held = name_cells(geometry, locked_set.cells)
        digits = join_words(name_digits(geometry, locked_set.digits), "or")
        yield tr_counted(
            "The cell {cells} ({name}) holds {digits}",
            "The cells {cells} ({name}) hold {digits}",
            len(held),
            cells=join_words(held),
            name=name,
            digits=digits,
        )
    yield rule_sentence(step)


def describe_subset_step(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe a naked or hidden subset, and what follows."""
    reason = step.reason
    digits = name_digits(geometry, reason.digits)
    yield subset_sentence(step, geometry)
    if _is_naked(step):
        houses = describe_houses(geometry, reason.houses, "or")
        yield tr("So no other cell of {houses} can be {digits}", houses=houses, digits=join_words(digits, "or"))
    else:
        yield tr("So these cells hold {digits}, and nothing else", digits=join_words(digits))


def subset_sentence(step: Step, geometry: Geometry) -> str:
    """Say that cells have only certain digits, or that they are the only places for these digits."""
    reason = step.reason
    names = name_digits(geometry, reason.digits)
    cells, digits = name_cells(geometry, reason.cells), join_words(names)
    houses = describe_houses(geometry, reason.houses)
    if not _is_naked(step):
        return tr_counted(
            "In {houses}, {digits} can only be in {cells}",
            "In {houses}, {digits} can only be in {cells}",
            len(names),
            houses=houses,
            digits=digits,
            cells=join_words(cells, "or" if len(names) == 1 else "and"),
        )
    if len(cells) > 2:
        return tr(
            "In {houses}, {cells} have only {digits} left between them",
            houses=houses,
            cells=join_words(cells),
            digits=digits,
        )
    return tr_counted(
        "In {houses}, {cells} has only {digits} left",
        "In {houses}, {cells} have only {digits} left",
        len(cells),
        houses=houses,
        cells=join_words(cells),
        digits=digits,
    )


def describe_places(geometry: Geometry, house: HouseNumber, digit: Digit, cells: CellSet) -> str:
    """Name the only places of a digit in a house, as the reason for a strong link or locked candidates."""
    names = join_words(name_cells(geometry, cells), "or")
    return tr(
        "In {house}, {digit} can only be in {cells}",
        house=house_name(geometry.grid, house),
        digit=geometry.grid.digit_name(digit),
        cells=names,
    )


def _is_naked(step: Step) -> bool:
    reason = step.reason
    return not reason.covers and all(has_digit(reason.digits, digit) for _, digit in step.eliminations)


def describe_chain_step(step: Step, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Describe the chains of a step: their starts, their links, and what follows from their ends, or the rule.

    Parameters
    ----------
    but : parts
        The parts to leave out, because the chains describe them.
    """
    reason = step.reason
    yield from describe_premises(reason, geometry)
    yield from describe_parts(reason, geometry, but=but)
    yield from describe_chains(reason, geometry)
    yield describe_ends(step, geometry) or rule_sentence(step)
    yield from describe_excluded(reason, geometry)


def describe_excluded(reason: Reason, geometry: Geometry) -> Iterator[str]:
    """Say by which rules two candidates, one of which is true, exclude the same candidates."""
    if reason.rules:
        rules = tr("; ").join(describe_rule(rule, geometry) for rule in reason.rules)
        yield tr("What both exclude is false ({rules})", rules=rules)


def describe_sight(rules: Iterable[Rule], geometry: Geometry) -> Iterator[str]:
    """Name the rules by which cells see each other, if there are such."""
    if said := [describe_rule(rule, geometry) for rule in rules]:
        yield tr("Cells that share no house see each other by rules ({rules})", rules=tr("; ").join(said))


def describe_parts(reason: Reason, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Name the candidates of each part, digit by digit."""
    for part, candidates in reason.parts.items():
        if candidates and part not in but:
            name = tr(part)
            yield tr(
                "{part}: {candidates}",
                part=name[:1].upper() + name[1:],
                candidates=describe_candidates(candidates, geometry),
            )


def describe_candidates(candidates: Iterable[Candidate], geometry: Geometry) -> str:
    """Name candidates digit by digit: 5 in r1c1 and r1c2; 6 in r1c3."""
    return tr("; ").join(
        tr("{digit} in {cells}", digit=geometry.grid.digit_name(digit), cells=join_words(name_cells(geometry, cells)))
        for digit, cells in sorted(group_by_digit(candidates).items())
    )


def candidate_digits(candidates: Iterable[Candidate], geometry: Geometry) -> list[str]:
    """Name the digits of some candidates, each once."""
    return list(map(geometry.grid.digit_name, sorted(group_by_digit(candidates))))
