"""Rules made of rules: `Or`, `And`, `Not`."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import COMPOUND, PROFILE, examples

from farandole import _core, rules
from farandole.errors import FormatError, PuzzleError, RuleError
from farandole.formats import json_document
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import RULES, And, Cage, Digits, Greater, Model, Not, Or, Rule, Thermo, Whispers

anything: Any = rules  # what a type checker would refuse


@st.composite
def mixed_names(draw: st.DrawFn) -> list[str]:
    """Draw one to three names of rules, of which one is made of rules."""
    return [draw(st.sampled_from(COMPOUND)), *draw(st.lists(st.sampled_from(sorted(RULES)), max_size=2))]


@settings(max_examples=100 if PROFILE == "quick" else 2000)
@given(puzzle=strategies.small_puzzles(mixed_names()), engine=st.sampled_from(["turns", "simd", "cdcl", "propagation"]))
def test_each_engine_finds_what_holds(puzzle: Puzzle, engine: str) -> None:
    """4x4 and 6x6 grids with any rules, alone and mixed, against all fillings; each solution once."""
    model = Model.on(puzzle.grid)
    for rule in puzzle.rules:
        rule.post(model)
    masks = [mask & allowed for mask, allowed in zip(puzzle.masks, model.masks, strict=True)]
    search = _core.PuzzleSearch(model.network(), masks, switch_after=0, engine=engine)
    found = []
    while (solution := search.next()) is not None:
        found.append(tuple(solution))
    assert search.exhausted
    assert sorted(found) == sorted(solutions_of(puzzle))


CLAUSAL = ("all_different", "allowed", "cage", "consecutive", "greater", "renban", "thermo", "whispers")
"""The names of rules that CDCL knows as clauses."""


def clausal_rules(n_digits: int, n_cells: int) -> st.SearchStrategy[Rule]:
    """Draw rules that CDCL knows as clauses, alternatives of them, and alternatives inside alternatives."""
    simple = st.sampled_from(CLAUSAL).flatmap(lambda name: strategies.rules(name, n_digits, n_cells))
    return st.recursive(
        simple,
        lambda parts: st.one_of(
            st.lists(parts, min_size=2, max_size=3).map(lambda some: Or(tuple(some))),
            st.lists(parts, min_size=2, max_size=2).map(lambda some: And(tuple(some))),
            st.sampled_from(("thermo", "greater", "whispers"))
            .flatmap(lambda name: strategies.rules(name, n_digits, n_cells))
            .map(Not),
        ),
        max_leaves=6,
    )


@examples(500)
@given(data=st.data())
def test_clauses_say_what_holds(data: st.DataObject) -> None:
    """CDCL from the first choice, on grids of 4x4 with few givens: each solution once, and no others."""
    base = data.draw(strategies.small_puzzles(st.just([])))
    some = data.draw(st.lists(clausal_rules(base.grid.n_digits, base.grid.n_cells), min_size=1, max_size=4))
    puzzle = Puzzle(base.grid, base.givens, base.pencilmarks, tuple(some))
    model = Model.on(puzzle.grid)
    for rule in some:
        rule.post(model)
    masks = [mask & allowed for mask, allowed in zip(puzzle.masks, model.masks, strict=True)]
    search = _core.PuzzleSearch(model.network(), masks, switch_after=0, engine="cdcl")
    found = []
    while (solution := search.next()) is not None:
        found.append(tuple(solution))
    assert search.exhausted
    assert sorted(found) == sorted(solutions_of(puzzle))


@pytest.mark.parametrize("engine", ["turns", "simd", "cdcl", "propagation"])
def test_a_grid_in_which_both_alternatives_hold_counts_once(engine: str) -> None:
    model = Model.on(Grid.classic((2, 2)))
    long, short = Thermo((0, 1, 2)), Thermo((0, 1))
    for rule in (long | short, Whispers((4, 5), 1) | Greater((8, 9)) | Greater((9, 8))):
        rule.post(model)
    search = _core.PuzzleSearch(model.network(), model.masks, switch_after=0, engine=engine)
    assert search.count() == 288 // 2


def test_threads_count_each_grid_once() -> None:
    puzzle = Puzzle.of(
        Grid.classic((2, 3)), "123456" + "." * 30, rules=[Greater((a, b)) | Greater((b, a)) for a, b in [(6, 7)] * 3]
    )
    assert puzzle.count(threads=2) == 28_200_960 // 720


def test_a_thermometer_with_its_bulb_at_either_end() -> None:
    """The middle of five digits is 3 in both directions."""
    model = Model(5, 5)
    (Thermo(tuple(range(5))) | Thermo(tuple(range(4, -1, -1)))).post(model)
    assert model.network().propagate(model.masks) == [0b10001, 0b1010, 0b100, 0b1010, 0b10001]


def test_the_last_alternative_that_can_hold_is_posted() -> None:
    model = Model(9, 6)
    (Cage((0, 1, 2), 6) | Cage((3, 4, 5), 24)).post(model)
    every, high = (1 << 9) - 1, 0b111000000
    assert model.network().propagate(model.masks) == [every] * 6
    assert model.network().propagate([0b1000, *[every] * 5]) == [0b1000, every, every, high, high, high]


def test_alternatives_that_cant_hold_leave_no_solution() -> None:
    for rule in (Cage((0, 1), 1) | Cage((0, 1), 99), ~(Greater((0, 1)) | ~Greater((0, 1)))):
        assert Puzzle.of(Grid.latin(4), "." * 16, rules=[rule]).count() == 0


def test_what_always_holds_says_nothing() -> None:
    puzzle = Puzzle.of(Grid.latin(4), "." * 16, rules=[Cage((0, 1), 1) | rules.Entropic((0,)), ~Cage((0, 1), 1)])
    assert puzzle.count() == 576


@pytest.mark.parametrize(
    "rule",
    [
        Thermo((0, 1, 2, 3, 4)),
        Cage((0, 1, 2, 9, 10), 30),
        rules.Sandwich(tuple(range(9)), 10),
        rules.Skyscraper(tuple(range(9)), 4),
        rules.Renban((0, 1, 2, 3, 4, 5)),
        rules.AllDifferent((0, 10, 20, 30, 40, 50, 60, 70, 80)),
        rules.XSum(tuple(range(9)), 20),
    ],
)
def test_a_lie_is_refused_in_a_filled_grid(rule: Rule) -> None:
    solution = [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    for digits in (solution, [10 - digit for digit in solution], solution[::-1]):
        puzzle = Puzzle(Grid.classic(), tuple(digits), rules=(~rule,))
        assert puzzle.count() == int(not rule.holds([digits[cell] for cell in rule.scope]))


# ── Python ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_operators_join_rules_of_their_kind() -> None:
    one, other, third = Thermo((0, 1)), Thermo((1, 0)), Cage((2, 3), 5)
    assert one | other | third == Or((one, other, third))
    assert one & other & third == And((one, other, third))
    assert (one | other) & ~third == And((Or((one, other)), Not(third)))
    assert (one | other).cells == (0, 1)
    assert And((third, one)).scope == (2, 3, 0, 1)
    with pytest.raises(TypeError):
        anything.Cage((0, 1)) | 5
    assert pickle.loads(pickle.dumps(one | ~other)) == one | ~other
    assert len({one | other, other | one, one | other}) == 2


def test_names_become_cells_of_the_grid() -> None:
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2") | (Cage("r2c1", 5) & ~Cage("r3c1", 5))])
    assert puzzle.rules == (Thermo((0, 1)) | (Cage((9,), 5) & ~Cage((18,), 5)),)
    with pytest.raises(PuzzleError, match="Cage: r1c99 lies outside the grid"):
        Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2") | ~Cage("r1c99", 5)])
    with pytest.raises(PuzzleError, match="expected cells 0 to 80, found 81"):
        Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo((0, 1)) | Cage((81,), 5)])


def _nested(n: int) -> Rule:
    rule: Rule = Cage((0, 1), 5)
    for _ in range(n):
        rule = ~rule
    return rule


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Or(()), "Or: expected 1 to 10,000 rules, found 0"),
        (lambda: And((Cage((0, 1)),) * 10_001), "And: expected 1 to 10,000 rules, found 10,001"),
        (lambda: anything.Or((Cage((0, 1)), 5)), r"Or: rules: expected a tuple of rules, found \(Cage"),
        (lambda: anything.Or(Cage((0, 1))), r"Or: rules: expected a tuple of rules, found Cage"),
        (lambda: anything.Not((Cage((0, 1)),)), r"Not: negated: expected a rule, found \(Cage"),
        (lambda: _nested(11), "Not: expected rules inside rules at most 10 deep, found more"),
    ],
)
def test_malformed_rules_are_refused(make: Callable[[], Rule], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        make()


def test_the_deepest_rule() -> None:
    assert Puzzle.of(Grid.latin(4), "." * 16, rules=[_nested(10)]).count() == 192


@dataclass(frozen=True, slots=True)
class Wrong(Rule):
    """A custom rule that posts nothing."""

    def holds(self, digits: Digits) -> bool:
        return digits[0] == 1

    def post(self, model: Model) -> None:
        pass


def test_a_custom_rule_inside_a_rule_is_checked() -> None:
    with pytest.raises(PuzzleError, match="Or r1c1 r1c2: its post allows"):
        for _ in Puzzle.of(Grid.latin(4), "." * 16, rules=[Wrong("r1c1") | Cage("r1c1 r1c2", 99)]).solutions():
            pass


# ── Documents ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_documents_hold_rules_inside_rules() -> None:
    puzzle = Puzzle.of(Grid.classic(), "." * 81, rules=[Thermo("r1c1 r1c2") | (Cage("r2c1", 5) & ~Cage("r3c1", 5))])
    text = json_document.write(puzzle)
    assert '{"rule": "not", "negated": {"rule": "cage", "cells": "r3c1", "total": 5}}' in text
    assert json_document.read(text) == puzzle


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ('{"rule": "or"}', r"rules\[0\]: or has no key 'rules'"),
        ('{"rule": "or", "rules": []}', r"rules\[0\]: Or: expected 1 to 10,000 rules, found 0"),
        ('{"rule": "or", "rules": [{"rule": "rain"}]}', r"rules\[0\].rules\[0\]: unknown rule 'rain'; "),
        ('{"rule": "or", "rules": [{"rule": "cage"}]}', r"rules\[0\].rules\[0\]: cage has no key 'cells'"),
        ('{"rule": "not", "negated": {"rule": "cage", "cells": "r1c1 r1c1"}}', r"rules\[0\].negated: Cage: expected"),
        ('{"rule": "or", "cells": "r1c1", "rules": []}', "unknown key 'cells'"),
    ],
)
def test_documents_name_the_inner_rule_that_is_wrong(inner: str, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=message):
        json_document.read(f'{{"farandole": 1, "grid": {{"size": 4}}, "rules": [{inner}]}}')
