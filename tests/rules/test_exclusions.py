"""Why a cell can't hold a digit, in the words of its rule: each sentence against all fillings of the cells."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples_of_each, rules

from farandole.bitsets import digits_of
from farandole.rules import RULES, Rule, RuleCandidates

CELL = r"r\d+c\d+"
CELLS = rf"{CELL}(?:, {CELL})*(?: (?:and|or) {CELL})?"


@st.composite
def boards(draw: st.DrawFn, name: str) -> tuple[Rule, RuleCandidates]:
    """Draw a rule, candidates of its cells, and houses among them."""
    n_digits = draw(st.sampled_from([4, 6]))
    n_cells = draw(st.integers(2, 5 if n_digits == 4 else 4))
    rule = draw(rules(name, n_digits, n_cells))
    few = st.integers(1, (1 << n_digits) - 1)
    masks = draw(st.lists(st.one_of(st.just((1 << n_digits) - 1), few), min_size=n_cells, max_size=n_cells))
    scope = rule.scope
    firsts = sorted({scope.index(cell) for cell in scope})
    houses = [frozenset(firsts)] * draw(st.booleans()) + draw(
        st.lists(st.frozensets(st.sampled_from(firsts), min_size=2), max_size=2) if len(firsts) > 1 else st.just([])
    )
    sizes = [house for house in houses if 1 < len(house) <= n_digits]
    return rule, RuleCandidates([masks[cell] for cell in scope], [f"r1c{cell + 1}" for cell in scope], n_digits, sizes)


def fillings(rule: Rule, cells: RuleCandidates) -> Iterator[tuple[int, ...]]:
    """Fill the cells in every way that the rule and the houses allow."""
    for digits in product(*map(digits_of, cells.masks)):
        held = dict(zip(cells.names, digits, strict=True))
        if (
            all(held[name] == digit for name, digit in zip(cells.names, digits, strict=True))
            and all(len({digits[n] for n in house}) == len(house) for house in cells.houses)
            and rule.holds(digits)
        ):
            yield digits


@pytest.mark.parametrize("name", RULES)
@examples_of_each(200)
@given(data=st.data())
def test_what_a_rule_says_is_true(name: str, data: st.DataObject) -> None:
    rule, cells = data.draw(boards(name))
    ways = list(fillings(rule, cells))
    left = [{way[place] for way in ways} for place in range(len(cells.masks))]
    for place in {rule.scope.index(cell) for cell in rule.scope}:
        for digit in cells.digits(place):
            said = rule.explain_exclusion(cells, place, digit)
            if said is not None:
                assert digit not in left[place], said
                if rule.parts:  # whose sentences are about one of its parts at a time
                    continue
                full = said.replace("{digits}", str(digit))
                judge(full.replace("{cells}", cells.names[place]).replace("{places}", cells.names[place]), left, cells)


def judge(said: str, left: Sequence[set[int]], cells: RuleCandidates) -> None:
    """Judge what a sentence says in numbers: of candidates, of sums of cells, and of what is left to a cell."""
    place_of = {name: place for place, name in reversed(list(enumerate(cells.names)))}

    def places(names: str) -> list[int]:
        return [place_of[name] for name in re.findall(CELL, names)]

    for names, word, limit in re.findall(rf"({CELLS}) can't be (more|less) than (-?\d+)", said):
        for place in places(names):
            assert all(digit <= int(limit) if word == "more" else digit >= int(limit) for digit in left[place])
    for cell, word, limit in re.findall(rf"({CELL})(?: comes \w+ and|, which)? is at (most|least) (\d+)", said):
        assert (cells.highest if word == "most" else cells.lowest)(place_of[cell]) == int(limit)
    for names, word, limit in re.findall(rf"({CELLS}) add up to at (most|least) (\d+)", said):
        for digits in product(*(cells.digits(place) for place in places(names))):
            held = dict(zip(places(names), digits, strict=True))
            if all(len({held[n] for n in house & held.keys()}) == len(house & held.keys()) for house in cells.houses):
                assert sum(digits) <= int(limit) if word == "most" else sum(digits) >= int(limit)
