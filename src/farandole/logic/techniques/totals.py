"""Totals in words: the total of a cage, the difference of cages and houses, and why a digit can't be part of a sum.

If few sets of digits have the sum, the proof lists them, and the digits that have no place. Otherwise it says what a
digit would leave to the other cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf
from typing import TypeAlias

from farandole.bitsets import bit_of, digits_of, has_digit, set_of, union
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import CellSet, Digit, DigitSet, Geometry
from farandole.logic.step import Part, Reason, Step
from farandole.logic.wording.words import describe_houses, describe_rule, join_words, name_cells
from farandole.records import record
from farandole.rules import Cage, Equation

_MAX_SETS = 6  # that a proof lists
_MAX_RULES = 4  # that a proof names one by one
_LONG = 300  # characters: too long to read at once

FITTING = Part("fitting")  # a candidate with which the cells can have their total

# Sentences without their full stops; the effects of the step are added to the last one.
_Sentences = Iterator[str]
_Digits: TypeAlias = tuple[Digit, ...]


def totals(step: Step, geometry: Geometry) -> _Sentences:
    """Say why candidates that are part of no sum can be removed."""
    reason, equation = step.reason, step.reason.equation
    assert equation
    inside = union(geometry.houses[house] for house in reason.houses)
    if not inside:
        cells = join_words(name_cells(geometry, reason.cells))
        yield tr("The cage of {cells} adds up to {total}", cells=cells, total=equation.total)
    elif _takes_away_cages(reason, inside):
        yield from _disagreement(reason, inside, equation.total, geometry)
    else:
        yield from _remainder(reason, equation, geometry)
    sums = _open_part(step, equation, geometry)
    if reason.filled:
        known = join_words(
            tr("{cell} is {digit}", cell=geometry.grid.cell_name(cell), digit=geometry.grid.digit_name(digit))
            for cell, digit in reason.filled
        )
        yield tr("{claims}, so {claim}", claims=known, claim=sums.relation(sums.cells, [sums.total]))
    yield from _reasons(sums)


def _takes_away_cages(reason: Reason, inside: CellSet) -> bool:
    """Return whether each rule of the reason is a cage that is taken away once, and no two have a common cell."""
    covered = 0
    for rule in reason.rules:
        cells = set_of(rule.scope)
        if not isinstance(rule, Cage) or cells & covered:
            return False
        covered |= cells
    assert reason.equation
    return covered ^ inside == reason.cells and set(reason.equation.coefficients) <= {1, -1}


def _remainder(reason: Reason, equation: Equation, geometry: Geometry) -> _Sentences:
    """Say the total of the houses, the other sums, and what is left."""
    yield tr(
        "The digits of {houses} add up to {total}",
        houses=describe_houses(geometry, reason.houses),
        total=_total_of_houses(reason, geometry),
    )
    yield (
        tr("; ").join(describe_rule(rule, geometry) for rule in reason.rules)
        if len(reason.rules) <= _MAX_RULES
        else tr("Count the sums of rules there")
    )
    left = format_sum(dict(zip(equation.cells, equation.coefficients, strict=True)), geometry)
    yield tr("So {sum} = {total}", sum=left, total=equation.total)


def format_sum(coefficients: dict[Cell, int], geometry: Geometry) -> str:
    """Write a sum with coefficients, what is added first, as in 2·r1c1 + r1c2 − r2c2."""
    terms: list[str] = []
    for cell, coefficient in sorted(coefficients.items(), key=lambda term: (term[1] < 0, term[0])):
        times = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
        sign = ("− " if coefficient < 0 else "+ ") if terms else "−" * (coefficient < 0)
        terms.append(f"{sign}{times}{geometry.grid.cell_name(cell)}")
    return " ".join(terms)


def _total_of_houses(reason: Reason, geometry: Geometry) -> int:
    return len(reason.houses) * sum(geometry.grid.numbers)


def _reasons(sums: _Sums) -> list[str]:
    """Say why digits can be removed: by the possible sets if these are few and the text is short."""
    if len(sums.cells) == 1:
        return [tr("So nothing else is there")]
    sets = sums.sets()
    if not 1 <= len(sets) <= _MAX_SETS:
        return list(_by_what_is_left(sums))
    by_sets = list(_by_sets(sums, sets))
    if sum(map(len, by_sets)) <= _LONG:
        return by_sets
    return min(by_sets, list(_by_what_is_left(sums)), key=lambda sentences: sum(map(len, sentences)))


def _disagreement(reason: Reason, inside: CellSet, total: int, geometry: Geometry) -> _Sentences:
    innies, outies = (name_cells(geometry, cells) for cells in (reason.cells & inside, reason.cells & ~inside))
    houses_total = _total_of_houses(reason, geometry)
    yield tr(
        "The digits of {houses} add up to {total}, and those of the cages there to {of_cages}",
        houses=describe_houses(geometry, reason.houses),
        total=houses_total,
        of_cages=houses_total - total,
    )
    words = {"cells": join_words(innies or outies), "others": join_words(outies or innies), "number": abs(total)}
    if not outies:
        yield tr_counted(
            "So {cells}, in none of these cages, has the other {number}",
            "So {cells}, in none of these cages, have the other {number}",
            len(innies),
            **words,
        )
    elif not innies:
        yield tr_counted(
            "So {cells}, outside of them, has the extra {number}",
            "So {cells}, outside of them, have the extra {number}",
            len(outies),
            **words,
        )
    elif total > 0:
        yield tr_counted(
            "So {cells}, in none of these cages, has {number} more than {others}, outside",
            "So {cells}, in none of these cages, have {number} more than {others}, outside",
            len(innies),
            **words,
        )
    elif total < 0:
        yield tr_counted(
            "So {cells}, in none of these cages, has {number} less than {others}, outside",
            "So {cells}, in none of these cages, have {number} less than {others}, outside",
            len(innies),
            **words,
        )
    else:
        yield tr_counted(
            "So {cells}, in none of these cages, has as much as {others}, outside",
            "So {cells}, in none of these cages, have as much as {others}, outside",
            len(innies),
            **words,
        )


@record
class _Sums:
    """Open cells, their candidates, and the sum of their digits, each with its coefficient.

    Parameters
    ----------
    geometry : Geometry
    coefficients : dict from Cell to int
        1 for a cell that is added, -1 for one that is subtracted; arrows and sums that overlap lead to others.
    masks : dict from Cell to DigitSet
        Candidates before the step.
    eliminated : dict from Cell to DigitSet
        The candidates that are removed.
    total : int
    taken : DigitSet
        Digits that none of the cells can hold, because all of them see a cell with that digit.
    """

    geometry: Geometry
    coefficients: dict[Cell, int]
    masks: dict[Cell, DigitSet]
    eliminated: dict[Cell, DigitSet]
    total: int
    taken: DigitSet

    @property
    def cells(self) -> list[Cell]:
        return sorted(self.masks)

    def named(self, cells: Iterable[Cell], last: str = "and") -> str:
        return join_words(name_cells(self.geometry, set_of(cells)), last)

    def addends(self, digits: _Digits) -> str:
        """Write a sum of digits."""
        return "+".join(map(self.geometry.grid.digit_name, digits))

    def term(self, cell: Cell, digit: Digit) -> int:
        """Return what a cell with a digit adds to the sum."""
        return self.coefficients[cell] * self.geometry.grid.number(digit)

    def formula(self, cells: Sequence[Cell]) -> str:
        """Write the sum of some cells with their coefficients."""
        return format_sum({cell: self.coefficients[cell] for cell in cells}, self.geometry)

    def is_simple(self, cells: Sequence[Cell]) -> bool:
        """Return whether each of these cells is added or subtracted once."""
        return all(abs(self.coefficients[cell]) == 1 for cell in cells)

    def relation(self, cells: Sequence[Cell], totals: Sequence[int]) -> str:
        """Say the signed sum of some cells: one total, or one of several."""
        if not self.is_simple(cells):
            return tr("{sum} is {numbers}", sum=self.formula(cells), numbers=join_words(map(str, totals), "or"))
        words, more = self._related(cells, totals)
        match more:
            case None:
                return tr_counted("{cells} is {numbers}", "{cells} add up to {numbers}", len(cells), **words)
            case 0:
                return tr_counted(
                    "{cells} has as much as {others}",
                    "{cells} have as much as {others}",
                    self._n_innies(cells),
                    **words,
                )
        if more > 0:
            return tr_counted(
                "{cells} has {numbers} more than {others}",
                "{cells} have {numbers} more than {others}",
                self._n_innies(cells),
                **words,
            )
        return tr_counted(
            "{cells} has {numbers} less than {others}",
            "{cells} have {numbers} less than {others}",
            self._n_innies(cells),
            **words,
        )

    def relation_if(self, cells: Sequence[Cell], totals: Sequence[int]) -> str:
        """Say what the sum would be."""
        if not self.is_simple(cells) or (len(cells) > 2 and len({self.coefficients[cell] for cell in cells}) > 1):
            return tr("{sum} would be {numbers}", sum=self.formula(cells), numbers=join_words(map(str, totals), "or"))
        words, more = self._related(cells, totals)
        match more:
            case None:
                return tr_counted(
                    "{cells} would be {numbers}", "{cells} would add up to {numbers}", len(cells), **words
                )
            case 0:
                return tr("{cells} would have as much as {others}", **words)
        if more > 0:
            return tr("{cells} would have {numbers} more than {others}", **words)
        return tr("{cells} would have {numbers} less than {others}", **words)

    def _n_innies(self, cells: Sequence[Cell]) -> int:
        return sum(self.coefficients[cell] == 1 for cell in cells)

    def _related(self, cells: Sequence[Cell], totals: Sequence[int]) -> tuple[dict[str, str], int | None]:
        """Name cells and totals; for cells with both signs, also return their difference."""
        innies, outies = ([cell for cell in cells if self.coefficients[cell] == sign] for sign in (1, -1))
        if innies and outies:
            (total,) = totals
            return {"cells": self.named(innies), "others": self.named(outies), "numbers": str(abs(total))}, total
        numbers = join_words((str(total if innies else -total) for total in totals), "or")
        return {"cells": self.named(cells), "numbers": numbers}, None

    def sets(self) -> list[_Digits]:
        """List the sets of digits with the sum; none if the cells don't all see each other."""
        cells, signs = self.cells, set(self.coefficients.values())
        peers = self.geometry.peers
        if len(signs) > 1 or not all(peers[first] >> second & 1 for first, second in combinations(cells, 2)):
            return []
        digits = [digit for digit in range(1, self.geometry.n_digits + 1) if not has_digit(self.taken, digit)]
        return [
            chosen
            for chosen in combinations(digits, len(cells))
            if sum(map(self.geometry.grid.number, chosen)) * min(signs) == self.total
        ]

    def shortage(self, digits: _Digits, cells: Sequence[Cell]) -> tuple[_Digits, tuple[Cell, ...]] | None:
        """Find the fewest digits of a set with too few places in as many cells, and those places.

        None if each digit has a place: then there are no such digits (P. Hall, "On Representatives of Subsets", 1935).
        """
        for size in range(1, len(digits) + 1):
            for chosen in combinations(digits, size):
                mask = union(map(bit_of, chosen))
                places = tuple(cell for cell in cells if self.masks[cell] & mask)
                if len(places) < size:
                    return chosen, places
        return None

    def ends(self, cells: Sequence[Cell]) -> tuple[float, float]:
        """Return the smallest and largest sum of these cells alone; infinite if they can't be filled."""
        return self._least(cells, 1), -self._least(cells, -1)

    def _least(self, cells: Sequence[Cell], sign: int) -> float:
        """Return the smallest sum of these cells, with each coefficient times a sign."""
        peers = self.geometry.peers
        choices = [
            sorted((sign * self.term(cell, digit), digit) for digit in digits_of(self.masks[cell])) for cell in cells
        ]
        rest = [0] * (len(cells) + 1)  # at least, from a cell on
        for n in reversed(range(len(cells))):
            rest[n] = rest[n + 1] + (choices[n][0][0] if choices[n] else 0)
        best = inf

        def fill(digits: _Digits, total: int) -> None:
            nonlocal best
            n = len(digits)
            if total + rest[n] >= best:
                return
            if n == len(cells):
                best = total
                return
            seen = [digit for other, digit in zip(cells, digits, strict=False) if peers[cells[n]] >> other & 1]
            for term, digit in choices[n]:
                if digit not in seen:
                    fill((*digits, digit), total + term)

        fill((), 0)
        return best


def _open_part(step: Step, equation: Equation, geometry: Geometry) -> _Sums:
    """Subtract the filled cells: return the open cells and their sum."""
    reason = step.reason
    masks: dict[Cell, DigitSet] = {}
    eliminated: dict[Cell, DigitSet] = {}
    for cell, digit in (*reason.parts[FITTING], *step.eliminations):
        masks[cell] = masks.get(cell, 0) | bit_of(digit)
    for cell, digit in step.eliminations:
        eliminated[cell] = eliminated.get(cell, 0) | bit_of(digit)
    coefficients = dict(zip(equation.cells, equation.coefficients, strict=True))
    total = equation.total - sum(coefficients[cell] * geometry.grid.number(digit) for cell, digit in reason.filled)
    seen = geometry.seen_by_all(masks)
    taken = union(bit_of(digit) for cell, digit in reason.filled if seen >> cell & 1)
    left = {cell: coefficients[cell] for cell in sorted(masks)}
    return _Sums(geometry, left, masks, eliminated, total, taken)


# ── By the sets of digits that have the sum ─────────────────────────────────────────────────────────────────────


def _by_sets(sums: _Sums, sets: list[_Digits]) -> _Sentences:
    """List the sets; say which have no place for a digit, and what each removed digit would leave without a place."""
    yield tr("That is {sums}", sums=join_words(map(sums.addends, sets), "or"))
    lacking: dict[tuple[_Digits, tuple[Cell, ...]], list[_Digits]] = {}
    for digits_of_sum in sets:
        if shortage := sums.shortage(digits_of_sum, sums.cells):
            lacking.setdefault(shortage, []).append(digits_of_sum)
    for (digits, places), of_sets in lacking.items():
        yield _lacks(sums, of_sets, digits, places)
    left = [digits_of_sum for digits_of_sum in sets if all(digits_of_sum not in others for others in lacking.values())]
    can_be = union(bit_of(digit) for digits_of_sum in left for digit in digits_of_sum)
    for cell, mask in sums.eliminated.items():
        reasons: dict[str, list[Digit]] = {}
        for digit in digits_of(mask & can_be):
            reasons.setdefault(_without_place(sums, left, cell, digit), []).append(digit)
        for reason, without in reasons.items():
            yield _with(sums, cell, without, reason)
    if not any(mask & can_be for mask in sums.eliminated.values()):
        yield tr("So nothing else is there")
    elif any(mask & ~can_be for mask in sums.eliminated.values()):
        yield tr("So that can't be, and no other digit is there")
    else:
        yield tr("So that can't be")


def _without_place(sums: _Sums, sets: list[_Digits], cell: Cell, digit: Digit) -> str:
    """Say for each set with a digit which digits would have no place if the digit were in a cell."""
    reasons = []
    for addends in sets:
        if digit in addends:
            others = tuple(other for other in addends if other != digit)
            shortage = sums.shortage(others, [other for other in sums.cells if other != cell])
            assert shortage, "a candidate that is part of a sum can't be removed"
            reasons.append(_lacks(sums, [addends] if len(sets) > 1 else [], *shortage))
    return tr("; ").join(reasons)


def _lacks(sums: _Sums, sets: Sequence[_Digits], digits: _Digits, places: Sequence[Cell]) -> str:
    """Say that sets have too few places for digits."""
    words = {
        "sums": join_words(map(sums.addends, sets)),
        "cells": sums.named(places),
        "digits": join_words(map(sums.geometry.grid.digit_name, digits)),
    }
    words = {name: text for name, text in words.items() if text}
    match bool(sets), bool(places):
        case True, True:
            return tr_counted(
                "{sums} has only {cells} for {digits}", "{sums} have only {cells} for {digits}", len(sets), **words
            )
        case True, False:
            return tr_counted(
                "{sums} has no place for {digits}", "{sums} have no place for {digits}", len(sets), **words
            )
        case False, True:
            return tr("there is only {cells} for {digits}", **words)
    return tr("there is no place for {digits}", **words)


# ── By what is left to the others ───────────────────────────────────────────────────────────────────────────────


def _by_what_is_left(sums: _Sums) -> _Sentences:
    """Say what each digit would leave to the other cells: too little, too much, or an impossible sum."""
    for cell, mask in sums.eliminated.items():
        others = [other for other in sums.cells if other != cell]
        left_by = {digit: sums.total - sums.term(cell, digit) for digit in digits_of(mask)}
        signs = {sums.coefficients[other] for other in others}
        if len(others) == 1:
            yield _with(sums, cell, list(left_by), sums.relation_if(others, list(left_by.values())))
            continue
        if len(others) == 2 and signs == {1, -1}:
            for digit, left in left_by.items():
                yield _with(sums, cell, [digit], sums.relation_if(others, [left]))
            continue
        least, most = sums.ends(others)
        few = [digit for digit, left in left_by.items() if left < least]
        many = [digit for digit, left in left_by.items() if left > most]
        between = [digit for digit in left_by if digit not in few and digit not in many]
        if signs == {-1}:  # said without their sign
            few, many, least, most = many, few, -most, -least
        sign = -1 if signs == {-1} else 1
        if few:
            yield _with(sums, cell, few, _too_few(sums, others, max(sign * left_by[digit] for digit in few), least))
        if many:
            yield _with(sums, cell, many, _too_many(sums, others, min(sign * left_by[digit] for digit in many), most))
        if between:
            yield _with(sums, cell, between, sums.relation_if(others, [left_by[digit] for digit in between]))
    yield tr("So that can't be")


def _too_few(sums: _Sums, cells: Sequence[Cell], number: int, least: float) -> str:
    if {sums.coefficients[cell] for cell in cells} in ({1}, {-1}):
        return tr(
            "{cells} would have at most {number}, and that is less than the {least} that they need",
            cells=sums.named(cells),
            number=number,
            least=least,
        )
    return tr(
        "{sum} would be at most {number}, but it is at least {least}",
        sum=sums.formula(cells),
        number=number,
        least=least,
    )


def _too_many(sums: _Sums, cells: Sequence[Cell], number: int, most: float) -> str:
    if {sums.coefficients[cell] for cell in cells} in ({1}, {-1}):
        return tr(
            "{cells} would need at least {number}, and that is more than the {most} that they can have",
            cells=sums.named(cells),
            number=number,
            most=most,
        )
    return tr(
        "{sum} would be at least {number}, but it is at most {most}", sum=sums.formula(cells), number=number, most=most
    )


def _with(sums: _Sums, cell: Cell, digits: Sequence[Digit], then: str) -> str:
    listed_digits = join_words(map(sums.geometry.grid.digit_name, digits), "or")
    return tr("With {digits} in {cell}, {claim}", digits=listed_digits, cell=sums.named([cell]), claim=then)
