"""Why a step holds, in sentences of this board's own cells and digits: for one who sees the technique the first time.

A proof says what one sees on the board, then why something follows, then what goes or comes. Where only the technique's
rule tells the second, it stands there; just its conclusion, where what one sees is what the rule begins with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from string import ascii_uppercase

from farandole.logic.board import Candidate, Geometry, bits, digits_of, set_of
from farandole.logic.step import Because, LockedSet, Node, Step
from farandole.logic.wording.chains import ends, excludes, premises, walks
from farandole.logic.wording.totals import totals
from farandole.logic.wording.words import by_digit, cells_named, digits_named, houses_named, listed, plural

_NAMES = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]  # of sets
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_TOLD_BY_CHAINS = {"joint", "bridge", "end", "color 1", "color 2"}

# Sentences without their full stops; what follows for the board goes on after the last.
_Sentences = Iterator[str]


def proof(step: Step, geometry: Geometry) -> str:
    """Say a step with its reasons."""
    return f"{'. '.join([step.technique.name, *_teller(step)(step, geometry)])}: {_conclusion(step, geometry)}."


def _teller(step: Step) -> Callable[[Step, Geometry], _Sentences]:
    """Choose how to tell a step, by what it rests on."""
    because, roles = step.because, step.because.roles
    if step.places and because.digits and not (because.links or because.sets or roles or step.removes):
        return _single
    for role, tell in _BY_ROLE.items():
        if role in roles:
            return tell
    if because.total is not None:
        return totals
    if because.is_fish:
        return _fish
    return _chains if because.links else _plain


def _rule(step: Step) -> str:
    return step.technique.doc.removesuffix(".")


def _so(step: Step) -> str:
    """Leave the conclusion of a rule, if it says what it is."""
    return "So " + _rule(step).rpartition(". So ")[2] if ". So " in _rule(step) else _rule(step)


def _conclusion(step: Step, geometry: Geometry) -> str:
    said = []
    for cell, digit in step.places:
        said.append(f"{geometry.grid.cell_name(cell)} is {digit}")
    by_cells: dict[int, list[int]] = {}
    for digit, cells in sorted(by_digit(step.removes).items()):
        by_cells.setdefault(cells, []).append(digit)
    for cells, digits in by_cells.items():
        leaves = "leaves" if len(digits) == 1 else "leave"
        said.append(f"{listed(map(str, digits))} {leaves} {listed(cells_named(geometry, cells))}")
    return listed(said)


# ── Houses ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _single(step: Step, geometry: Geometry) -> _Sentences:
    ((cell, digit), *_), houses = step.places, houses_named(geometry, step.because.houses)
    name = geometry.grid.cell_name(cell)
    yield f"In {houses[0]}, {name} is the only place left for {digit}" if houses else f"{name} has only {digit} left"
    yield _so(step)


def _plain(step: Step, geometry: Geometry) -> _Sentences:
    """Say a subset, or the cells and digits of whatever it is, and the rule."""
    because, cells = step.because, cells_named(geometry, step.because.cells)
    is_subset = because.houses and cells and because.digits and not because.sets and not because.roles
    if is_subset:
        yield _subset(step, geometry)
    elif cells and because.digits:
        digits = digits_named(because.digits)
        yield f"Look at {listed(cells)} and the {plural('digit', digits)} {listed(digits)}"
    if because.covers:
        yield f"Lines across are {listed(houses_named(geometry, sorted(because.covers)))}"
    yield from _roles(because, geometry)
    for name, some in zip(_NAMES, because.sets, strict=False):
        held = cells_named(geometry, some.cells)
        hold = "holds" if len(held) == 1 else "hold"
        yield f"The {plural('cell', held)} {listed(held)} ({name}) {hold} {listed(digits_named(some.digits), 'or')}"
    yield _so(step) if is_subset else _rule(step)


def _subset(step: Step, geometry: Geometry) -> str:
    because = step.because
    houses, cells = houses_named(geometry, because.houses), cells_named(geometry, because.cells)
    digits = digits_named(because.digits)
    there = f"In {listed(houses)}, {listed(cells)}"
    if not because.covers and all(because.digits >> (digit - 1) & 1 for _, digit in step.removes):
        return f"{there} {'has' if len(cells) == 1 else 'have'} only {listed(digits)} left"
    return f"{there} {'is' if len(cells) == 1 else 'are'} the only {plural('place', cells)} for {listed(digits)}"


def _direct(step: Step, geometry: Geometry) -> _Sentences:
    """Say what leaves one place for a digit."""
    because = step.because
    (cell, digit), *_ = because.roles["single"]
    if because.covers:
        houses, places = houses_named(geometry, because.houses), cells_named(geometry, because.cells)
        line, home = houses_named(geometry, because.covers)
        yield f"In {listed(houses)}, all places of {digit} are in {line}: {listed(places)}"
    else:
        home = houses_named(geometry, because.houses)[0]
        yield _subset(step, geometry)
    yield f"So {geometry.grid.cell_name(cell)} is the only place left for {digit} in {home}"


def _digits(candidates: Iterable[Candidate]) -> list[str]:
    return list(map(str, sorted(by_digit(candidates))))


def _roles(because: Because, geometry: Geometry, but: Iterable[str] = ()) -> _Sentences:
    for role, candidates in because.roles.items():
        if candidates and role not in but:
            words = [
                f"{digit} in {listed(cells_named(geometry, cells))}" for digit, cells in by_digit(candidates).items()
            ]
            yield f"{role[:1].upper()}{role[1:]}: {'; '.join(words)}"


# ── Cages ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _needed(step: Step, geometry: Geometry) -> _Sentences:
    because = step.because
    ((digit, places),) = by_digit(because.roles["needed"]).items()
    cells = listed(cells_named(geometry, because.cells))
    yield f"The cage of {cells} adds up to {because.total}, and all that it can hold has a {digit} in it"
    yield f"So {digit} is in {listed(cells_named(geometry, places), 'or')}, and leaves the cells that see all of these"


# ── Fish ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fish(step: Step, geometry: Geometry) -> _Sentences:
    because = step.because
    bases, covers = houses_named(geometry, because.houses), houses_named(geometry, because.covers)
    digit, cells = listed(digits_named(because.digits)), listed(cells_named(geometry, because.cells) or ["none"])
    roles = because.roles
    fins = set_of(cell for role in ("fin", "endo fin") for cell, _ in roles.get(role, ()))
    if len(bases) == 1:
        yield f"In {bases[0]}, all places of {digit} are in {listed(covers)}: {cells}"
        yield _so(step)
        return
    which = f"the {plural('fin', list(bits(fins)))} {listed(cells_named(geometry, fins))}" if fins else ""
    yield f"In {listed(bases)}, all places of {digit}{f' but {which}' if fins else ''} are in {listed(covers)}: {cells}"
    if because.links or len(bases) != len(covers) or set(roles) - {"fin", "endo fin"}:
        yield from _roles(because, geometry, ("fin", "endo fin"))
        yield from walks(because, geometry)
        yield _rule(step)
        return
    n = _NUMBERS[len(bases)]
    full = f"these are {n} {digit}s for {n} houses that take one each, and have it nowhere else"
    if not fins:
        yield f"So {full}"
    else:
        several = fins & (fins - 1)
        yield f"If {'no fin' if several else 'the fin'} is {digit if several else f'not {digit}'}, {full}"
        yield f"If {'a fin' if several else 'it'} is {digit}, what sees {'all fins' if several else 'it'} is not"
        yield "So either way"


# ── Chains ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _chains(step: Step, geometry: Geometry) -> _Sentences:
    because = step.because
    if because.covers:
        yield _subset(step, geometry)
    yield from premises(because, geometry)
    yield from _roles(because, geometry, _TOLD_BY_CHAINS)
    yield from walks(because, geometry)
    yield ends(step, geometry) or _rule(step)


# ── Almost locked sets ──────────────────────────────────────────────────────────────────────────────────────────


def _commons(step: Step, geometry: Geometry) -> _Sentences:
    """Say sets each of which has a restricted common with the next: what one loses goes on to the last."""
    because, sets = step.because, step.because.sets
    if all(not because.cells & some.cells for some in sets):
        yield from _blossom(step, geometry)
        return
    yield _sets(geometry, sets)
    shared = [_restricted(because, one, other, geometry) for one, other in pairwise(sets)]
    apart = (
        f"{one} and {other} can't both hold {listed(map(str, some), 'or')}"
        for (one, other), some in zip(pairwise(_NAMES), shared, strict=False)
    )
    yield f"{', '.join(apart)}, for their places of it all see each other"
    lost = _digits(step.removes)
    if any(len(some) != 1 for some in shared):
        yield _rule(step)
        return
    passed = [str(digit) for (digit,) in shared]
    way = [f"If A lacks {lost[0]}, it holds {passed[0]}"]
    for n, (digit, following) in enumerate(pairwise([*passed, lost[0]]), 1):
        way.append(f"so {_NAMES[n]} lacks {digit} and holds {following}")
    yield ", ".join(way)
    if lost[1:]:
        yield f"It is the same with {listed(lost[1:])}"
    yield f"So A or {_NAMES[len(sets) - 1]} holds {listed(lost)}"


def _blossom(step: Step, geometry: Geometry) -> _Sentences:
    because = step.because
    stem = listed(cells_named(geometry, because.cells))
    digits = [digit for cell, digit in because.roles["restricted common"] if because.cells >> cell & 1]
    lost = _digits(step.removes)
    yield f"{stem} is {listed(map(str, digits), 'or')}"
    yield _sets(geometry, because.sets)
    yield "; ".join(
        f"if {stem} is {digit}, {name} lacks it and holds {listed(lost)}"
        for name, digit in zip(_NAMES, digits, strict=False)
    ).replace("if", "If", 1)
    yield f"So {listed(_NAMES[: len(because.sets)], 'or')} holds {listed(lost)}"


def _sets(geometry: Geometry, sets: Sequence[LockedSet]) -> str:
    said = [
        f"{name} is {listed(cells_named(geometry, some.cells))}, with {listed(digits_named(some.digits))}"
        for name, some in zip(_NAMES, sets, strict=False)
    ]
    return (
        f"{'; '.join(said)}: {'each' if len(said) > 1 else 'it'} has one digit more than cells, so it can lack just one"
    )


def _restricted(because: Because, one: LockedSet, other: LockedSet, geometry: Geometry) -> list[int]:
    """List the restricted commons of two sets."""
    places = by_digit(because.roles["restricted common"])
    found = []
    for digit in digits_of(one.digits & other.digits):
        ours, theirs = places.get(digit, 0) & one.cells, places.get(digit, 0) & other.cells
        if ours and theirs and not theirs & ~geometry.seen_by_all(bits(ours)):
            found.append(digit)
    return found


def _meeting(step: Step, geometry: Geometry) -> _Sentences:
    """Say a Sue de Coq: as many digits as cells, each locked in the line or in the box."""
    because = step.because
    line, box = houses_named(geometry, because.houses)
    in_line, in_box = (_digits(because.roles[role]) for role in ("line", "box"))
    for where, some in zip((f"Where {line} meets {box}", f"In {line}", f"In {box}"), because.sets, strict=True):
        cells, digits = cells_named(geometry, some.cells), digits_named(some.digits)
        yield f"{where}, {listed(cells)} {'has' if len(cells) == 1 else 'have'} {listed(digits)}"
    n = sum(some.cells.bit_count() for some in because.sets)
    yield (
        f"These are {n} cells for {n} digits: {listed(in_line)} in {line}, where they see each other, "
        f"and {listed(in_box)} in {box}"
    )
    yield "So each is in one of them, and leaves what else sees all its places there"


# ── Wings, colors, rectangles ───────────────────────────────────────────────────────────────────────────────────


def _wing(step: Step, geometry: Geometry) -> _Sentences:
    """Say a pivot and its pincers, or cells with as many digits of which one is spread."""
    because = step.because
    cells = listed(cells_named(geometry, because.cells))
    ((z, holders),) = by_digit(because.roles["pincer"]).items()
    ends = listed(cells_named(geometry, holders), "or")
    if "pivot" in because.roles:
        pivot = because.roles["pivot"][0][0]
        name, pincers = geometry.grid.cell_name(pivot), listed(cells_named(geometry, holders & ~(1 << pivot)))
        itself = f", if not {z} itself" if holders >> pivot & 1 else ""
        digits = listed(map(str, (digit for _, digit in because.roles["pivot"])), "or")
        yield f"{name} is {digits}{itself}; {pincers}, which it sees, have one of these each, and {z}"
        yield f"Whatever {name} is, it takes that from one of them, which then is {z}"
    else:
        others = digits_named(because.digits & ~(1 << z >> 1))
        yield f"{cells} have as many digits as cells, {listed(digits_named(because.digits))}"
        yield f"All their places of {listed(others)} see each other, so each of these is there once at most"
    yield f"So {z} is in {ends}"


def _colors(step: Step, geometry: Geometry) -> _Sentences:
    because = step.because
    if because.links or len(because.roles) != 2:
        yield from _chains(step, geometry) if because.links else _plain(step, geometry)
        return
    first, second = (
        listed(
            f"{listed(cells_named(geometry, cells))} {'are' if cells & (cells - 1) else 'is'} {digit}"
            for digit, cells in by_digit(some).items()
        )
        for some in because.roles.values()
    )
    yield f"By strong links, either {first} (color 1), or else {second} (color 2)"
    yield _so(step)


def _rectangle(step: Step, geometry: Geometry) -> _Sentences:
    because, more = step.because, step.because.roles["more"]
    corners = set_of(cell for cell, _ in because.roles["pair"])
    pair = listed(digits_named(because.digits))
    yield (
        f"If {listed(cells_named(geometry, corners))} held nothing but {pair}, these two could be exchanged: "
        "there would be two solutions"
    )
    rich, digits = set_of(cell for cell, _ in more), _digits(more)
    names = cells_named(geometry, rich)
    if all(rich == 1 << cell for cell, _ in step.removes):
        yield f"So {names[0]} is {listed(digits, 'or')}"
    elif all(digits == [str(digit)] for _, digit in step.removes):
        yield f"So one of {listed(names)} is {digits[0]}"
    else:
        yield f"So one of {listed(names)} is another digit, {listed(digits, 'or')}"
        if subset := cells_named(geometry, because.cells & ~corners):
            houses = houses_named(geometry, because.houses)
            yield f"Taken as one cell, they are a naked subset of {listed(houses)} with {listed(subset)}"
            yield "So its digits leave the rest of the house"
        else:
            yield _rule(step)


def _guarded(step: Step, geometry: Geometry) -> _Sentences:
    """Say cells that could exchange their digits, but for some candidates beside these."""
    because, guards = step.because, step.because.roles["guard"]
    of_cell: dict[int, list[str]] = {}
    for cell, digit in guards:
        of_cell.setdefault(cell, []).append(str(digit))
    claims = [f"{geometry.grid.cell_name(cell)} is {listed(digits, 'or')}" for cell, digits in of_cell.items()]
    held, digits = listed(cells_named(geometry, because.cells)), listed(digits_named(because.digits))
    yield f"Unless {listed(claims, 'or')}, {held} could exchange their digits {digits}"
    yield "Then there would be two solutions, or none"
    goes = all(excludes(geometry, Node(digit, 1 << cell), gone) for cell, digit in guards for gone in step.removes)
    yield f"So {listed(claims, 'or')}" if goes else _rule(step)


def _grave(step: Step, geometry: Geometry) -> _Sentences:
    ((cell, digit),) = step.because.roles["extra"]
    name = geometry.grid.cell_name(cell)
    yield f"All open cells but {name} have two digits left"
    yield (
        f"If {name} were not {digit}, each digit would have two places in each house where it is missing: "
        "there would be two solutions, or none"
    )
    yield f"So {name} is {digit}"


_BY_ROLE = {
    "single": _direct,
    "needed": _needed,
    "restricted common": _commons,
    "line": _meeting,
    "pincer": _wing,
    "color 1": _colors,
    "pair": _rectangle,
    "guard": _guarded,
    "extra": _grave,
}
