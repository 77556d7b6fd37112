"""Why a step holds, in sentences of this board's own cells and digits: for one who sees the technique the first time.

A proof says what one sees on the board, then why something follows, then what goes or comes. Where only the technique's
rule tells the second, it stands there; just its conclusion, where what one sees is what the rule begins with.

A family that has more to say tells its steps itself (`Technique.tell`). Here is what several share.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import product
from string import ascii_uppercase

from farandole.logic.board import Candidate, CellSet, Digit, Geometry, has_digit
from farandole.logic.step import Because, Part, Step
from farandole.logic.wording.chains import ends, premises, ways
from farandole.logic.wording.words import by_digit, cells_named, digits_named, houses_named, listed, plural

SET_NAMES = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]


def proof(step: Step, geometry: Geometry) -> str:
    """Say a step with its reasons."""
    tell = step.technique.tell or plain
    *before, last = [step.technique.name, *tell(step, geometry)]
    follows = ": " if step.places or last.rpartition(". ")[2].startswith("So ") else ", so "
    return f"{'. '.join([*before, last])}{follows}{_effects(step, geometry)}.".replace(". \n", ".\n")


def _effects(step: Step, geometry: Geometry) -> str:
    said = [f"{geometry.grid.cell_name(cell)} is {digit}" for cell, digit in step.places]
    by_cells: dict[CellSet, list[Digit]] = {}
    for digit, cells in sorted(by_digit(step.removes).items()):
        by_cells.setdefault(cells, []).append(digit)
    can_be = " can be removed"  # said once
    for cells, digits in by_cells.items():
        said.append(f"{listed(map(str, digits))}{can_be} from {listed(cells_named(geometry, cells))}")
        can_be = ""
    *others, end = said
    return f"{', '.join(others)}, and {end}" if others else end


def rule(step: Step) -> str:
    """Tell the rule of the technique."""
    return step.technique.doc.removesuffix(".")


def conclusion(step: Step) -> str:
    """Tell what the rule of the technique concludes, if it says so; else all of it."""
    return "So " + rule(step).rpartition(". So ")[2] if ". So " in rule(step) else rule(step)


def plain(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell the cells, digits, parts and sets of whatever it is, and the rule."""
    because, cells = step.because, cells_named(geometry, step.because.cells)
    if cells and because.digits:
        digits = digits_named(because.digits)
        yield f"Look at {listed(cells)} and the {plural('digit', digits)} {listed(digits)}"
    if because.covers:
        yield f"The lines across are {listed(houses_named(geometry, sorted(because.covers)))}"
    yield from parts_named(because, geometry)
    for name, some in zip(SET_NAMES, because.sets, strict=False):
        held = cells_named(geometry, some.cells)
        hold = "holds" if len(held) == 1 else "hold"
        yield f"The {plural('cell', held)} {listed(held)} ({name}) {hold} {listed(digits_named(some.digits), 'or')}"
    yield rule(step)


def seen_in_house(step: Step, geometry: Geometry) -> Iterator[str]:
    """Tell which cells of a house have only some digits, or are the only places for them, and the conclusion."""
    yield subset(step, geometry)
    yield conclusion(step)


def subset(step: Step, geometry: Geometry) -> str:
    """Say that cells have only some digits, or that they are the only places for them."""
    because = step.because
    houses, cells = houses_named(geometry, because.houses), cells_named(geometry, because.cells)
    digits = digits_named(because.digits)
    there = f"In {listed(houses)}, {listed(cells)}"
    if not because.covers and all(has_digit(because.digits, digit) for _, digit in step.removes):
        return f"{there} {'has' if len(cells) == 1 else 'have'} only {listed(digits)} left"
    return f"{there} {'is' if len(cells) == 1 else 'are'} the only {plural('place', cells)} for {listed(digits)}"


def chained(step: Step, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Tell chains: what they start from, how they go, and what their ends come to, or else the rule.

    Parameters
    ----------
    but : parts
        Those that the chains tell already.
    """
    because = step.because
    yield from premises(because, geometry)
    yield from parts_named(because, geometry, but=but)
    yield from ways(because, geometry)
    yield ends(step, geometry) or rule(step)


def parts_named(because: Because, geometry: Geometry, *, but: Container[Part] = ()) -> Iterator[str]:
    """Name the candidates of each part, digit by digit."""
    for part, candidates in because.parts.items():
        if candidates and part not in but:
            words = [
                f"{digit} in {listed(cells_named(geometry, cells))}" for digit, cells in by_digit(candidates).items()
            ]
            yield f"{part[:1].upper()}{part[1:]}: {'; '.join(words)}"


def digits_in(candidates: Iterable[Candidate]) -> list[str]:
    """Name the digits of some candidates, each once."""
    return list(map(str, sorted(by_digit(candidates))))
