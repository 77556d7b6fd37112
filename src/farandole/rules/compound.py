"""Rules made of rules: at least one of them holds, all of them hold, one does not hold.

In Python, ``one | other``, ``one & other`` and ``~one`` make them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Self

from farandole.errors import RuleError
from farandole.grid import Cells, Grid, cell_dataclass
from farandole.i18n import tr
from farandole.records import field, record, replace
from farandole.rules.exclusions import DIGITS, PLACES, RuleCandidates
from farandole.rules.fields import FIELD_TYPES, check_fields, checks_of
from farandole.rules.model import Digits, Model
from farandole.rules.rule import Rule
from farandole.sizes import MAX_NESTING, MAX_PARTS

_MAX_WAYS = 1_000  # to fill the cells of a rule that does not hold, for a reason in words


@cell_dataclass
class Compound(Rule):
    """A rule made of other rules. Its cells are theirs, each once."""

    cells: Cells = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_fields(self, [check for check in checks_of(type(self)) if check[0] != "cells"])
        name, parts = type(self).__name__, self.parts
        if not 1 <= len(parts) <= MAX_PARTS:
            raise RuleError(name, f"expected 1 to {MAX_PARTS:,} rules, found {len(parts):,}")
        if _depth(parts) > MAX_NESTING:
            raise RuleError(name, f"expected rules inside rules at most {MAX_NESTING} deep, found more")
        cells = tuple(dict.fromkeys(cell for part in parts for cell in part.scope))
        object.__setattr__(self, "cells", cells)
        Rule.__post_init__(self)

    def on(self, grid: Grid) -> Self:
        if set(map(type, self.cells)) <= {int}:
            return self
        return self._with_parts([part.on(grid) for part in self.parts])

    def with_cells(self, convert: Callable[[Any], tuple[Any, ...]]) -> Self:
        return self._with_parts([part.with_cells(convert) for part in self.parts])

    @abstractmethod
    def _with_parts(self, parts: Sequence[Rule]) -> Self:
        """Return the rule with other parts."""

    def _hold_each(self, digits: Digits) -> Iterator[bool]:
        """Yield whether each part holds."""
        held = dict(zip(self.cells, digits, strict=True))
        for part in self.parts:
            yield part.holds(tuple([held[cell] for cell in part.scope]))

    def _masks_of(self, part: Rule, masks: Sequence[int]) -> list[int]:
        held = dict(zip(self.cells, masks, strict=True))
        return [held[cell] for cell in part.scope]

    def _describe_parts_at(self, cells: str) -> list[str]:
        """Return the line of each part, with the names of its cells."""
        names: Mapping[Any, str] = dict(zip(self.cells, cells.split(), strict=False))
        return [
            tr("({rules})", rules=line) if isinstance(part, Or | And) else line
            for part in self.parts
            for line in [part.describe_at(" ".join(names[cell] for cell in part.scope if cell in names))]
        ]


@record
class Or(Compound):
    """At least one of the rules holds.

    Parameters
    ----------
    rules : tuple of Rule
        Rules of any kinds and cells.

    Examples
    --------
    A thermometer whose bulb may be at either end:

    >>> from farandole.rules import Thermo
    >>> either = Thermo((0, 1, 2)) | Thermo((2, 1, 0))
    >>> either.holds((2, 5, 8)), either.holds((8, 5, 2)), either.holds((2, 8, 5))
    (True, True, False)
    """

    digit_fields = ()

    rules: tuple[Rule, ...]

    @property
    def parts(self) -> tuple[Rule, ...]:
        """The alternatives."""
        return self.rules

    def _with_parts(self, parts: Sequence[Rule]) -> Self:
        return replace(self, rules=tuple(parts))

    def holds(self, digits: Digits) -> bool:
        return any(self._hold_each(digits))

    def post(self, model: Model) -> None:
        branches = [model.branch() for _ in self.rules]
        for rule, branch in zip(self.rules, branches, strict=True):
            branch.add(rule)
        model.at_least_one(branches)

    def describe(self, n_digits: int) -> str:
        sentences = _describe_kinds(self, n_digits)
        if len(sentences) == 1:
            return tr("Of several clues, at least one is true: {rule}", rule=sentences[0])
        return tr("At least one of these is true: {rules}", rules=" ".join(sentences))

    def describe_at(self, cells: str) -> str:
        return tr("At least one of these: {rules}", rules="; ".join(self._describe_parts_at(cells)))

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        sentences = []
        for part in self.rules:
            inner = _candidates_of(self, part, cells)
            rule = part.describe_at(" ".join(inner.names))
            if reason := _explain_part(self, part, inner, place, digit):
                sentences.append(tr("With “{rule}”, {reason}", rule=rule, reason=reason))
            elif _is_impossible(part, inner):
                sentences.append(tr("“{rule}” can't hold here", rule=rule))
            else:
                return None
        return ". ".join(sentences)


@record
class And(Compound):
    """All of the rules hold: an alternative of several rules.

    Parameters
    ----------
    rules : tuple of Rule
        Rules of any kinds and cells.

    Examples
    --------
    >>> from farandole.rules import Cage, Greater
    >>> both = Cage((0, 1), 7) & Greater((0, 1))
    >>> both.holds((4, 3)), both.holds((3, 4))
    (True, False)
    """

    digit_fields = ()

    rules: tuple[Rule, ...]

    @property
    def parts(self) -> tuple[Rule, ...]:
        """The rules."""
        return self.rules

    def _with_parts(self, parts: Sequence[Rule]) -> Self:
        return replace(self, rules=tuple(parts))

    def holds(self, digits: Digits) -> bool:
        return all(self._hold_each(digits))

    def post(self, model: Model) -> None:
        for rule in self.rules:
            model.add(rule)

    def describe(self, n_digits: int) -> str:
        return tr("All of these are true: {rules}", rules=" ".join(_describe_kinds(self, n_digits)))

    def describe_at(self, cells: str) -> str:
        return tr("All of these: {rules}", rules="; ".join(self._describe_parts_at(cells)))

    def describe_conflict(self, candidates: Sequence[int]) -> str:
        conflicts = (part.describe_conflict(self._masks_of(part, candidates)) for part in self.rules)
        return next(filter(None, conflicts), "")

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        reasons = (_explain_part(self, part, _candidates_of(self, part, cells), place, digit) for part in self.rules)
        return next(filter(None, reasons), None)


@record
class Not(Compound):
    """The rule does not hold: a clue that is a lie.

    Parameters
    ----------
    negated : Rule
        A rule of any kind.

    Examples
    --------
    >>> from farandole.rules import Thermo
    >>> (~Thermo((0, 1, 2))).holds((2, 5, 4)), (~Thermo((0, 1, 2))).holds((2, 4, 5))
    (True, False)
    """

    digit_fields = ()

    negated: Rule

    @property
    def parts(self) -> tuple[Rule, ...]:
        """The rule that does not hold."""
        return (self.negated,)

    def _with_parts(self, parts: Sequence[Rule]) -> Self:
        return replace(self, negated=parts[0])

    def holds(self, digits: Digits) -> bool:
        return not any(self._hold_each(digits))

    def post(self, model: Model) -> None:
        branch = model.branch()
        branch.add(self.negated)
        model.not_all(branch)

    def explain_exclusion(self, cells: RuleCandidates, place: int, digit: int) -> str | None:
        choices = [(digit,) if n == place else cells.digits(n) for n in range(len(cells.masks))]
        if prod(map(len, choices)) > _MAX_WAYS:
            return None
        ways = [way for way in product(*choices) if cells.are_apart(way)]
        if not ways or self._can_fail(ways):
            return None
        inner = _candidates_of(self, self.negated, cells)
        rule = self.negated.describe_at(" ".join(inner.names))
        return tr("With {digits} in {places}, “{rule}” would be true", digits=DIGITS, places=PLACES, rule=rule)

    def _can_fail(self, ways: Sequence[Digits]) -> bool:
        return any(not any(self._hold_each(way)) for way in ways)

    def describe(self, n_digits: int) -> str:
        return tr("This is not true: {rule}", rule=self.negated.describe(n_digits))

    def describe_at(self, cells: str) -> str:
        return tr("Not true: {rule}", rule=self._describe_parts_at(cells)[0])


def _depth(rules: Sequence[Rule]) -> int:
    """Count the levels of rules inside rules, up to one more than allowed."""
    depth = 0
    while rules and depth <= MAX_NESTING:
        rules = [part for rule in rules for part in rule.parts]
        depth += 1
    return depth


def _describe_kinds(rule: Compound, n_digits: int) -> list[str]:
    """Return the different sentences of the parts."""
    return list(dict.fromkeys(part.describe(n_digits) for part in rule.parts))


def _candidates_of(rule: Compound, part: Rule, cells: RuleCandidates) -> RuleCandidates:
    """Return what the cells of a part can hold."""
    places = {rule.cells[place]: place for place in range(len(rule.cells))}
    scope = [places[cell] for cell in part.scope]
    first = {place: at for at, place in reversed(list(enumerate(scope)))}
    inside = {frozenset(first[place] for place in house if place in first) for house in cells.houses}
    return RuleCandidates(
        [cells.masks[place] for place in scope],
        [cells.names[place] for place in scope],
        cells.n_digits,
        [house for house in sorted(inside, key=sorted) if len(house) > 1],
    )


def _explain_part(rule: Compound, part: Rule, inner: RuleCandidates, place: int, digit: int) -> str | None:
    """Explain why a part excludes a digit; None if it is not about the cell, or has no short reason."""
    cell, scope = rule.cells[place], part.scope
    return part.explain_exclusion(inner, scope.index(cell), digit) if cell in scope else None


def _is_impossible(part: Rule, inner: RuleCandidates) -> bool:
    """Return whether propagation shows that a part can't hold."""
    number = {cell: place for place, cell in reversed(list(enumerate(part.scope)))}
    model = Model(inner.n_digits, len(part.scope))
    for house in inner.houses:
        model.all_different(sorted(house))
    part.with_cells(lambda own: tuple([number[cell] for cell in own])).post(model)
    masks = [mask & allowed for mask, allowed in zip(inner.masks, model.masks, strict=True)]
    return not all(masks) or model.network().propagate(masks) is None


def _check_rule(value: Any) -> Rule:
    if not isinstance(value, Rule):
        raise TypeError
    return value


def _check_rules(value: Any) -> tuple[Rule, ...]:
    if isinstance(value, Rule | str):
        raise TypeError
    return tuple(map(_check_rule, value))


FIELD_TYPES["Rule"] = (_check_rule, "a rule")
FIELD_TYPES["tuple[Rule, ...]"] = (_check_rules, "a tuple of rules")
