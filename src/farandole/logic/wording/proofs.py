"""Why a step holds, in sentences of this board's own cells and digits: for one who sees the technique the first time.

A proof says what one sees on the board, then why something follows, then what goes or comes. Where only the technique's
rule tells the second, it stands there; just its conclusion, where what one sees is what the rule begins with.

A family that has more to say tells its steps itself (`Technique.describe`). Here is what several share.
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
from farandole.logic.wording.chains import ends, premises, ways
from farandole.logic.wording.words import (
    describe_houses,
    group_by_digit,
    join_words,
    name_cells,
    name_digits,
    rectangles,
)

SET_NAMES = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]


def proof(step: Step, geometry: Geometry) -> str:
    """Say a step with its reasons."""
    describe = step.technique.describe or plain
    *before, last = describe(step, geometry)
    effects = effects_named(step, geometry)
    if step.placements or last.rpartition(tr(". "))[2].startswith(tr("So ")):
        end = tr("{reason}: {effects}", reason=last, effects=effects)
    else:
        end = tr("{reason}, so {effects}", reason=last, effects=effects)
    return in_sentences(tr(step.technique.name), *before, end)


def in_sentences(*sentences: str) -> str:
    """Put full stops after sentences; one that begins with a line break stands on its own line."""
    said = tr(". ").join(sentences) + tr(".")
    return said.replace(tr(". ") + "\n", tr(".") + "\n")


def effects_named(step: Step, geometry: Geometry) -> str:
    """Say what comes, and what can't be."""
    said = [tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=digit) for cell, digit in step.placements]
    filled = {cell for cell, _ in step.placements}  # that these hold nothing else goes without saying
    said += _eliminations(geometry, [one for one in step.eliminations if one[0] not in filled])
    return tr("; ").join(said)


def name_eliminations(geometry: Geometry, candidates: Iterable[Candidate]) -> str:
    """Say what can't be."""
    return tr("; ").join(_eliminations(geometry, candidates))


def _eliminations(geometry: Geometry, candidates: Iterable[Candidate]) -> Iterator[str]:
    for cells, mask in rectangles(candidates):
        names, digits = join_words(name_cells(geometry, cells)), join_words(name_digits(mask), "or")
        yield tr("{cells} can't be {digits}", cells=names, digits=digits)


def rule(step: Step) -> str:
    """Tell the rule of the technique."""
    return tr(step.technique.doc).removesuffix(tr("."))


def conclusion(step: Step) -> str:
    """Tell what the rule of the technique concludes, if it says so; else all of it."""
    _, follows, end = rule(step).rpartition(tr(". So "))
    return tr("So ") + end if follows else end


def plain(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell the cells, digits, parts and sets of whatever it is, and the rule."""
    reason, cells = step.reason, name_cells(geometry, step.reason.cells)
    if cells and reason.digits:
        digits = join_words(name_digits(reason.digits))
        if is_single(reason.digits):
            yield tr("Look at {cells} and the digit {digit}", cells=join_words(cells), digit=digits)
        else:
            yield tr("Look at {cells} and the digits {digits}", cells=join_words(cells), digits=digits)
    if reason.covers:
        yield tr("The lines across are {houses}", houses=describe_houses(geometry, sorted(reason.covers)))
    yield from parts_named(reason, geometry)
    for name, some in zip(SET_NAMES, reason.sets, strict=False):
        held = name_cells(geometry, some.cells)
        digits = join_words(name_digits(some.digits), "or")
        yield tr_counted(
            "The cell {cells} ({name}) holds {digits}",
            "The cells {cells} ({name}) hold {digits}",
            len(held),
            cells=join_words(held),
            name=name,
            digits=digits,
        )
    yield rule(step)


def seen_in_house(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell which cells of a house have only some digits, or are the only places for them, and what follows."""
    reason = step.reason
    digits = name_digits(reason.digits)
    yield subset(step, geometry)
    if _is_naked(step):
        houses = describe_houses(geometry, reason.houses, "or")
        yield tr("So no other cell of {houses} can be {digits}", houses=houses, digits=join_words(digits, "or"))
    else:
        yield tr("So these cells hold {digits}, and nothing else", digits=join_words(digits))


def subset(step: Step, geometry: Geometry) -> str:
    """Say that cells have only some digits, or that they are the only places for them."""
    reason = step.reason
    names = name_digits(reason.digits)
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


def only_places(geometry: Geometry, house: HouseNumber, digit: Digit, cells: CellSet) -> str:
    """Say the places of a digit in a house: why a link of two is strong, or why candidates are locked."""
    names = join_words(name_cells(geometry, cells), "or")
    return tr(
        "In {house}, {digit} can only be in {cells}", house=house_name(geometry.grid, house), digit=digit, cells=names
    )


def _is_naked(step: Step) -> bool:
    reason = step.reason
    return not reason.covers and all(has_digit(reason.digits, digit) for _, digit in step.eliminations)


def chained(step: Step, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Tell chains: what they start from, how they go, and what their ends come to, or else the rule.

    Parameters
    ----------
    but : parts
        Those that the chains tell already.
    """
    reason = step.reason
    yield from premises(reason, geometry)
    yield from parts_named(reason, geometry, but=but)
    yield from ways(reason, geometry)
    yield ends(step, geometry) or rule(step)


def parts_named(reason: Reason, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Name the candidates of each part, digit by digit."""
    for part, candidates in reason.parts.items():
        if candidates and part not in but:
            said = tr(part)
            yield tr(
                "{part}: {candidates}", part=said[:1].upper() + said[1:], candidates=in_cells(candidates, geometry)
            )


def in_cells(candidates: Iterable[Candidate], geometry: Geometry) -> str:
    """Name candidates digit by digit: 5 in r1c1 and r1c2; 6 in r1c3."""
    return tr("; ").join(
        tr("{digit} in {cells}", digit=digit, cells=join_words(name_cells(geometry, cells)))
        for digit, cells in sorted(group_by_digit(candidates).items())
    )


def digits_in(candidates: Iterable[Candidate]) -> list[str]:
    """Name the digits of some candidates, each once."""
    return list(map(str, sorted(group_by_digit(candidates))))
