"""Every rule: what it posts to the engine is what it holds, by counting all grids."""

import math
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from oracle import count_of_rules
from strategies import examples, examples_of_each

from farandole import rules as kinds
from farandole.errors import PuzzleError, RuleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Arrow,
    Automaton,
    Between,
    Cage,
    Clone,
    Consecutive,
    Count,
    CountDistinct,
    CountingCircles,
    Entropic,
    Indexer,
    Lockout,
    Minesweeper,
    Model,
    Modular,
    Nabner,
    Nfa,
    PairSum,
    ParityCount,
    PillArrow,
    Quadruple,
    RegionSum,
    Renban,
    Rule,
    Sum,
    Thermo,
    Whispers,
    anti_king,
    anti_knight,
    negative_kropki,
    negative_xv,
    nfa_of,
    nonconsecutive,
    tabulate,
)

anything: Any = kinds  # what a type checker would refuse


def engine_count(n_digits: int, n_cells: int, houses: list[tuple[int, ...]], rules: list[Rule]) -> int:
    model = Model(n_digits, n_cells)
    for house in houses:
        model.all_different(house)
    for rule in rules:
        rule.post(model)
    search = model.search()
    count = search.count()
    assert search.exhausted
    return count


@pytest.mark.parametrize("name", RULES)
@examples_of_each(25)
@given(data=st.data())
def test_post_is_holds_on_a_few_cells(name: str, data: st.DataObject) -> None:
    """Free cells, and perhaps a house among them: the whole truth, digits that repeat and impossible rules too."""
    n_digits = data.draw(st.sampled_from([4, 6]))
    n_cells = data.draw(st.integers(2, 5 if n_digits == 4 else 4))
    rules = [data.draw(strategies.rules(name, n_digits, n_cells))]
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 2, min(n_cells, n_digits)), max_size=2))
    assert engine_count(n_digits, n_cells, houses, rules) == count_of_rules(n_digits, n_cells, houses, rules)


# All 288 grids of 4x4, by what each cell holds.
LATIN = [
    tuple(digit for row in rows for digit in row)
    for rows in product(permutations(range(1, 5)), repeat=4)
    if all(len(set(column)) == 4 for column in zip(*rows, strict=True))
]
BOXED = [
    digits
    for digits in LATIN
    if all(len({digits[4 * r + c] for r in (a, a + 1) for c in (b, b + 1)}) == 4 for a in (0, 2) for b in (0, 2))
]


def houses_of_four() -> Iterator[tuple[int, ...]]:
    for i in range(4):
        yield tuple(range(4 * i, 4 * i + 4))
        yield tuple(range(i, 16, 4))
    for corner in (0, 2, 8, 10):
        yield (corner, corner + 1, corner + 4, corner + 5)


@examples(200)
@given(data=st.data())
def test_post_is_holds_in_a_grid(data: st.DataObject) -> None:
    """A few rules of any kinds together, in a 4x4 grid with its boxes."""
    names = data.draw(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4))
    rules = [data.draw(strategies.rules(name, 4, 16)) for name in names]
    expected = sum(all(rule.holds([digits[c] for c in rule.scope]) for rule in rules) for digits in BOXED)
    assert engine_count(4, 16, list(houses_of_four()), rules) == expected


def test_values_of_a_rule_that_posts_an_automaton() -> None:
    """A nabner line of values from 1 to 18 has too many sets of digits to list them."""
    rule = kinds.Modified((3, 4, 5), Nabner((0, 1, 2)))
    filled = product(product(range(1, 10), repeat=3), product((1, 2), repeat=3))
    assert engine_count(9, 6, [], [rule]) == sum(rule.holds(digits + marks) for digits, marks in filled)


@examples(50)
@given(cuts=st.lists(st.sampled_from(range(1, 16)), max_size=12, unique=True), answer=st.sampled_from(BOXED))
def test_cages_that_cover_the_grid(cuts: list[int], answer: tuple[int, ...]) -> None:
    """Here the rule of 45 has most to say; it must not say too much."""
    snake = [4 * r + c if r % 2 == 0 else 4 * r + 3 - c for r in range(4) for c in range(4)]
    ends = [0, *sorted(cuts), 16]
    parts = [tuple(snake[a:b]) for a, b in pairwise(ends)]
    rules = [Sum(part, sum(answer[cell] for cell in part)) for part in parts]
    expected = sum(all(rule.holds([digits[c] for c in rule.cells]) for rule in rules) for digits in BOXED)
    assert expected >= 1
    assert engine_count(4, 16, list(houses_of_four()), [*rules]) == expected


@pytest.mark.parametrize(
    ("pattern", "accepted", "refused"),
    [
        ("12|3*", ["12", "", "333"], ["1", "13", "31"]),
        ("[1-3]{2}", ["13", "33"], ["1", "123", "14"]),
        ("[^1-3]+", ["4", "54"], ["", "43"]),
        ("(12){1,2}4?", ["12", "1212", "124"], ["4", "121212"]),
        ("1{2,}.", ["112", "1111"], ["11", "12"]),
        ("(1{2}){2}", ["1111"], ["11", "111"]),
        ("(1|23)*4{0}", ["", "1231"], ["12", "4"]),
    ],
)
def test_a_pattern_accepts_what_it_says(pattern: str, accepted: list[str], refused: list[str]) -> None:
    machine = nfa_of(pattern, 6)
    assert all(machine.accepts(tuple(map(int, digits))) for digits in accepted)
    assert not any(machine.accepts(tuple(map(int, digits))) for digits in refused)


ATOMS = st.sampled_from(["1", "2", ".", "[12]", "[^1]", "[2-3]"])
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,}", "{0,2}"])).map(
            lambda pair: f"({pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)


@examples(200)
@given(pattern=PATTERNS)
def test_patterns_are_those_of_python(pattern: str) -> None:
    machine = nfa_of(pattern, 3)
    python = re.compile(pattern)
    for length in range(5):
        for digits in product((1, 2, 3), repeat=length):
            assert machine.accepts(digits) == bool(python.fullmatch("".join(map(str, digits))))


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("(12", r"sign 4: expected \), found its end"),
        ("12)", r"sign 3: expected the end, found '\)'"),
        ("1{x}", "sign 3: expected a number, found 'x'"),
        ("1{3,2}", "expected a number from 3 on before it"),
        ("7", "sign 1: expected a digit from 1 to 6, found '7'"),
        ("[]", "expected digits before it"),
        ("[3-1]", "expected a digit from 3 on"),
        ("*1", r"expected a digit from 1 to 6, found '\*'"),
        ("1" * 2000, "expected a pattern of at most 1,000 signs, found 2,000"),
        ("(1{999}){999}", "expected at most 100,000 states, found more"),
    ],
)
def test_malformed_patterns_say_where(pattern: str, fault: str) -> None:
    with pytest.raises(PuzzleError, match=fault):
        nfa_of(pattern, 6)


def test_a_pattern_with_too_many_sets_of_states_is_read_all_the_same() -> None:
    machine = nfa_of(".*1.{12}", 2)
    assert machine.accepts((2, 1, *[2] * 12))
    assert not machine.accepts((1, 2, *[2] * 12))


@examples(100)
@given(data=st.data())
def test_counts_of_many_cells(data: st.DataObject) -> None:
    """Here cliques tighten the counts, and the counts of all digits add up."""
    cells = tuple(data.draw(st.permutations(range(16)))[: data.draw(st.integers(4, 16))])
    answer = data.draw(st.sampled_from(BOXED))
    held = [answer[cell] for cell in cells]
    digits = tuple(data.draw(st.sets(st.integers(1, 4), min_size=1, max_size=3)))
    n = sum(digit in digits for digit in held)
    more, fewer = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
    choices: list[list[Rule]] = [
        [Count(cells, digits, n, n)],
        [Count(cells, digits, n + more), Count(cells[:9], digits, most=fewer + 2)],
        [Count(cells, digits, n - fewer, n + more), CountDistinct(cells[:3], len({*held[:3]}))],
        [CountingCircles(cells), Count(cells, digits, n - fewer)],
        [Minesweeper(cells[:7], digits), ParityCount((cells[8 % len(cells)], *cells[:7]))],
        [CountDistinct(cells[:5])],
        [CountDistinct((cells[0], *cells[:4])), CountDistinct(cells[2:6], 2)],
    ]
    rules = data.draw(st.sampled_from(choices))
    expected = sum(all(rule.holds([digits[c] for c in rule.cells]) for rule in rules) for digits in BOXED)
    assert engine_count(4, 16, list(houses_of_four()), rules) == expected


def test_names_are_those_of_the_classes() -> None:
    for name, rule in RULES.items():
        assert rule.__name__.lower() == name.replace("_", "")


@pytest.mark.parametrize(
    ("make", "moves"),
    [
        (anti_king, {(0, 1), (1, 0), (1, 1)}),
        (anti_knight, {(1, 2), (2, 1)}),
        (nonconsecutive, {(0, 1), (1, 0)}),
    ],
)
def test_rules_for_the_whole_grid(make: Callable[[Grid], tuple[Rule, ...]], moves: set[tuple[int, int]]) -> None:
    rules = make(Grid.classic((2, 2)))
    pairs = [(a, b) for a in range(16) for b in range(a) if (abs(a // 4 - b // 4), abs(a % 4 - b % 4)) in moves]
    assert sorted(tuple(sorted(rule.cells, reverse=True)) for rule in rules) == sorted(pairs)


@pytest.mark.parametrize(
    "rules",
    [
        [Consecutive("r1c1-2"), "Negative Kropki"],
        [["negative-kropki"], [Consecutive((0, 1))]],
        ["negative_kropki", [[Consecutive((1, 0))]]],
    ],
)
def test_a_negative_rule_knows_the_marks_wherever_they_stand(rules: list[Any]) -> None:
    made = Puzzle.of(Grid.classic(4), "." * 16, rules=rules).rules
    assert len(made) == 1 + 2 * 23
    assert kinds.NotConsecutive((0, 1)) not in made


def test_negative_rules_leave_out_what_is_marked() -> None:
    grid = Grid.classic((2, 2))
    kropki = negative_kropki(grid, [Consecutive((1, 0))])
    assert len(kropki) == 2 * 23
    assert all(set(rule.cells) != {0, 1} for rule in kropki)
    assert len(negative_xv(grid, [PairSum((0, 1), 5), Cage((2, 3))])) == 2 * 23


def test_a_cage_without_an_answer() -> None:
    assert engine_count(9, 2, [], [Cage((0, 1), 18)]) == 0
    assert engine_count(4, 5, [], [AllDifferent(tuple(range(5)))]) == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cage((3, 3), 5), "Cage: expected each cell once, found cell 3 twice"),
        (lambda: Arrow(()), "Arrow: expected at least one cell"),
        (lambda: Consecutive((1, 2, 3)), "Consecutive: expected two cells, found cell 1 cell 2 cell 3"),
        (lambda: Clone((0, 1, 0), (1, 2, 3)), "found cell 0 twice"),
        (lambda: Clone((0, 1), (2,)), "expected two shapes of as many cells"),
        (lambda: RegionSum((0, 1), ((0,), (2,))), "expected the cells of the groups in their order"),
        (lambda: Thermo((0, 1, 2, 0)), "expected each cell once, found cell 0 twice"),
        (lambda: Whispers((0, 1, 1, 2)), "expected a line that goes on, found cell 1 twice in a row"),
        (lambda: Arrow((0, 1, 2, 0)), "expected the circle once, found cell 0 again on the line"),
        (lambda: PillArrow((0, 1, 2, 1), 2), "expected each cell of the pill once, found cell 1 again on the line"),
        (lambda: Between((0, 1, 2, 0)), "expected each circle once, found cell 0 again on the line"),
        (lambda: Lockout((0, 1, 2, 1, 3, 0)), "expected each diamond once, found cell 0 again on the line"),
        (lambda: Indexer((0, 1, 2), 4), "a place from 1 to 3"),
        (lambda: CountDistinct((0, 1, 1)), "CountDistinct: expected each cell once, found cell 1 twice"),
        (lambda: CountDistinct((0, 0, 1), 2), "CountDistinct: expected each cell once, found cell 0 twice"),
        (lambda: CountingCircles(tuple(range(256))), "CountingCircles: expected at most 255 cells"),
    ],
)
def test_malformed_rules_are_named(make: Callable[[], Rule], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: anything.Cage((0, 1), 7.5), "Cage: total: expected a whole number from .*, or None, found 7.5"),
        (lambda: anything.Cage((0, 1), "7"), "Cage: total: expected a whole number from .* found '7'"),
        (lambda: anything.Cage((0, 1), True), "Cage: total: .* found True"),
        (lambda: anything.Cage((0, 1), 10**30), "Cage: total: .* found a number beyond that"),
        (lambda: anything.Cage((0, 1), math.nan), "Cage: total: .* found nan"),
        (lambda: Cage("c1r1 r1c2", 7), "Cage: cells: expected a cell such as r1c1, .*, found 'c1r1'"),
        (lambda: Cage(("r1c1", "r1"), 7), "Cage: cells: expected a cell such as r1c1, .*, found 'r1'"),
        (lambda: anything.Cage(5, 7), "Cage: cells: expected cells such as .*, found 5"),
        (lambda: anything.Cage((0.0, 1.0)), "Cage: cells: expected cells such as"),
        (lambda: anything.Allowed((0,), None), "Allowed: digits: expected a tuple of whole numbers, found None"),
        (lambda: anything.Table((0, 1), ((1, 2), 3)), "Table: tuples: expected tuples of whole numbers"),
        (lambda: anything.RegionSum((0, 1), (0, 1)), "RegionSum: groups: expected cells such as"),
        (lambda: anything.Entropic((0, 1), "abc"), "Entropic: groups"),
        (lambda: anything.Automaton((0,), "machine"), "Automaton: machine: expected an Nfa, found 'machine'"),
        (lambda: anything.Nfa(10**30, (), ()), "Nfa: n_states: expected a whole number"),
        (lambda: anything.Nfa(10**8, (), (0,)), "Nfa: expected 1 to 100,000 states, found 100,000,000"),
        (lambda: anything.Nfa(0, (), ()), "Nfa: expected 1 to 100,000 states, found 0"),
        (
            lambda: anything.Nfa(2, ((0, 2, 1),), ()),
            r"expected arcs of two states below 2 and a mask, found \(0, 2, 1\)",
        ),
        (lambda: anything.Nfa(2, ((0, 1),), ()), "Nfa: arcs: expected arcs of two states and a mask"),
        (lambda: anything.Nfa(2, (), (2,)), "expected accepting states below 2, found 2"),
        (lambda: anything.Sum(tuple(range(10_001)), 5), "Sum: expected at most 10,000 cells, found 10,001"),
    ],
)
def test_what_is_no_cell_and_no_number_is_named_where_the_rule_is_made(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        make()


def test_what_stands_for_cells_and_numbers_becomes_them() -> None:
    cage = anything.Cage(np.array([0, 1]), np.int16(7))
    assert cage == anything.Cage([0, 1], 7) == Cage((0, 1), 7)
    assert [type(number) for number in (*cage.cells, cage.total)] == [int, int, int]
    assert hash(cage) == hash(Cage((0, 1), 7))


@pytest.mark.parametrize(
    ("rule", "digits", "holds"),
    [
        (Whispers((0, 1, 2, 0)), (1, 6, 1, 1), False),
        (Entropic((0, 1, 2, 3, 0)), (1, 4, 7, 4, 1), False),  # the last two and the second are no three kinds
        (Entropic((0, 1, 2, 3, 4, 5, 0)), (1, 4, 7, 2, 5, 8, 1), True),
        (Modular((0, 1, 2, 3, 0)), (1, 2, 3, 1, 1), False),
        (Renban((0, 1, 2, 3, 1)), (4, 3, 5, 6), True),
        (Nabner((0, 1, 2, 0)), (4, 9, 1), True),
        (RegionSum((0, 1, 2, 0), ((2, 0), (1,))), (3, 4, 7), True),
        (Sum((0, 1, 0), 7), (2, 3, 2), True),
        (Arrow((0, 1, 2, 3, 1)), (9, 2, 1, 4, 2), True),
        (Clone((0, 1), (1, 2)), (5, 5, 5, 5), True),
    ],
)
def test_lines_that_loop_or_cross_themselves(rule: Rule, digits: tuple[int, ...], holds: bool) -> None:
    assert rule.holds(digits) == holds


def test_a_rule_is_named_by_the_cells_of_its_grid() -> None:
    with pytest.raises(RuleError) as caught:
        Cage((0, 40, 40), 9)
    assert str(caught.value.in_grid(Grid.classic().cell_name)) == "Cage: expected each cell once, found r5c5 twice"
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again.in_grid(Grid.classic().cell_name)) == str(caught.value.in_grid(Grid.classic().cell_name))


def test_indexers_know_their_places() -> None:
    """A 7 in the third cell of a row: its seventh cell holds 3."""
    model = Model(9, 9)
    Indexer(tuple(range(9)), 3).post(model)
    model.all_different(tuple(range(9)))
    model.allow(2, 1 << 6)
    assert model.search().next() == [1, 2, 7, 4, 5, 6, 3, 8, 9]


# ── What is large ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_many_rules_share_their_tables() -> None:
    """Without sharing, these would take gigabytes: 32,768 triples for each of 30,000 places."""
    model = Model(32, 10_000)
    for n in range(0, 10_000, 2_000):
        Modular(tuple(range(n, n + 2_000))).post(model)
        Between(tuple(range(n, n + 2_000))).post(model)
    assert model.network()


@pytest.mark.slow
def test_what_grows_beyond_the_limits_is_refused_by_name() -> None:
    with pytest.raises(PuzzleError, match="Nfa: expected at most 100,000 states, found more"):
        Quadruple(tuple(range(81)), (1, 2, 3, 4, 5, 6, 7, 8, 9) * 9).post(Model(9, 81))
    with pytest.raises(PuzzleError, match="Cage: expected a rule of fewer cells to tabulate, found 9 cells"):
        tabulate(Cage(tuple(range(9))), 9)
    everywhere = Nfa(500, tuple((a, b, 1) for a in range(500) for b in range(500)), (0,))
    with pytest.raises(PuzzleError, match="Automaton: expected at most 10,000,000 cells times arcs"):
        Automaton(tuple(range(100)), everywhere)
    model = Model(9, 1)
    for n in range(12):
        Automaton((0,), replace(everywhere, accepting=(n,))).post(model)
    with pytest.raises(PuzzleError, match="at most 3,000,000 entries in all rules, found more"):
        Automaton((0,), replace(everywhere, accepting=(12,))).post(model)
    arcs = tuple((state, (9 * state + bit) % 5_000, 1 << bit) for state in range(5_000) for bit in range(9))
    mixed = Nfa(5_000, arcs, tuple(n for n in range(5_000) if n * n % 7 < 2))
    with pytest.raises(PuzzleError, match="expected automata with fewer arcs along their lines"):
        _network_of(Automaton(tuple(range(220)), mixed))


def _network_of(rule: Rule) -> object:
    model = Model(9, 1_000)
    rule.post(model)
    return model.network()


def test_a_machine_may_be_in_several_states() -> None:
    """Some digit comes twice in a row: from state 0 a 3 leads on or stays."""
    machine = Nfa(3, ((0, 0, 0b1111), (0, 1, 0b100), (1, 2, 0b100), (2, 2, 0b1111)), (2,))
    accepted = [digits for digits in product(range(1, 5), repeat=4) if machine.accepts(digits)]
    assert accepted == [digits for digits in product(range(1, 5), repeat=4) if (3, 3) in pairwise(digits)]
    model = Model(4, 4)
    model.automaton((0, 1, 2, 3), machine)
    assert model.search().count() == len(accepted)
