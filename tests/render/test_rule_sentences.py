import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples_of_each, rules

from farandole.grid import Grid, House
from farandole.grid.shapes import EXTRA, NAMED
from farandole.puzzle import Puzzle
from farandole.render.rule_sentences import describe_all_rules
from farandole.rules import (
    RULES,
    AllDifferent,
    Allowed,
    Cage,
    Consecutive,
    Entropic,
    FrameSum,
    Model,
    NotConsecutive,
    NotPairSum,
    NotRatio,
    PairSum,
    Ratio,
    Rule,
    Thermo,
    Whispers,
    Zipper,
    anti_king,
    anti_knight,
    negative_kropki,
    negative_xv,
    nonconsecutive,
)
from mistake_boards import BOARDS

CLASSIC = Grid.classic()
NORMAL = "Normal sudoku rules apply."


def said(*some: Rule, grid: Grid = CLASSIC) -> list[str]:
    return describe_all_rules(Puzzle(grid, (0,) * grid.n_cells, rules=some))


# Words that players must not see: names of fields, and terms of mathematics and programming.
STRANGE = re.compile(
    r"\b(cells\[|tuple|mask|scope|index|automaton|machine|total|None|house|peer|candidate)\b|[_{}\[\]]"
)


@pytest.mark.parametrize("name", RULES)
@given(st.data())
@examples_of_each(10)
def test_every_rule_says_a_sentence_of_its_own(name: str, data: st.DataObject) -> None:
    """A player's sentence begins with a capital, ends with a period, and has no word of programmers."""
    rule = data.draw(rules(name, 9, 81))
    sentence = rule.describe(9)
    assert re.fullmatch(r"[A-Z].*[^ .]\.", sentence)
    assert not STRANGE.search(sentence)
    assert "describe" in vars(type(rule)), "else it has no translation"
    if rule.parts:  # whose sentence names the cells instead, because each part may be false
        sentence = rule.describe_at(" ".join(map(Grid.classic().cell_name, rule.scope))) + "."
    assert any(sentence in one for one in said(rule))


def test_sentences_of_two_kinds_of_rules_differ() -> None:
    kinds: dict[str, set[type]] = {}
    for rule in chain.from_iterable(rules_of_a_board for rules_of_a_board, *_ in BOARDS):
        kinds.setdefault(rule.describe(9), set()).add(type(rule))
    assert [same for same in kinds.values() if len(same) > 1] == []


def test_a_kind_of_rule_is_told_once_after_the_grid() -> None:
    cages = Cage((0, 1), 9), Cage((2, 3), 7), Thermo((9, 10)), Cage((4, 5))
    assert said(*cages) == [
        NORMAL,
        "Digits in a cage don't repeat and add up to the number in its corner.",
        "Digits on a thermometer rise from the bulb.",
        "Digits in a cage without a number don't repeat.",
    ]


def test_numbers_of_a_rule_are_told() -> None:
    assert "differ by at least 5" in said(Whispers((0, 1)))[1]
    assert "green" in said(Whispers((0, 1)))[1]
    assert "orange" in said(Whispers((0, 1), 4))[1]
    assert said(PairSum((0, 1), 10), PairSum((1, 2), 5), PairSum((2, 3), 8))[1:] == [
        "Digits with X between them add up to 10.",
        "Digits with V between them add up to 5.",
        "Digits with the number 8 between them add up to it.",
    ]
    assert "one is 3 times the other" in said(Ratio((0, 1), 3))[1]
    assert "sum of the 3 digits nearest" in said(FrameSum(tuple(range(9)), 15))[1]
    assert "1 2 3 / 4 5 6 / 7 8 9" in said(Entropic((0, 1, 2)))[1]
    assert said(Zipper((0, 1, 2)))[1] != said(Zipper((0, 1, 2, 3)))[1]


def test_parity_is_what_the_digits_of_the_grid_make_it() -> None:
    small = Grid.classic((2, 2))
    assert "odd" in said(Allowed((0,), (1, 3)), grid=small)[1]
    assert "even" in said(Allowed((0,), (2, 4)), grid=small)[1]
    assert "small digits" in said(Allowed((0,), (1, 3)))[1]
    assert "odd" in said(Allowed((0,), (1, 3, 5, 7, 9)))[1]


# ── Rules that have no picture ──────────────────────────────────────────────────────────────────────────────────────


def test_rules_of_the_whole_grid_are_a_sentence_each() -> None:
    assert said(*anti_king(CLASSIC), *anti_knight(CLASSIC)) == [
        NORMAL,
        "Cells a knight's move apart hold different digits.",
        "Cells that touch, even if only at a corner, hold different digits.",
    ]
    assert said(*nonconsecutive(CLASSIC)) == [NORMAL, "Digits side by side are never consecutive."]
    dots = Consecutive((0, 1)), Ratio((1, 10))
    assert said(*dots, *negative_kropki(CLASSIC, dots))[-2:] == [
        NotConsecutive((0, 1)).describe(9),
        NotRatio((0, 1)).describe(9),
    ]
    letters = (PairSum((0, 1), 10),)
    negative = {NotPairSum((0, 1), total).describe(9) for total in (5, 10)}
    assert {*said(*letters, *negative_xv(CLASSIC, letters))[-2:]} == negative


def test_rules_of_some_pairs_name_them() -> None:
    [_, sentence] = said(AllDifferent((0, 40)))
    assert sentence.endswith("only for these cells: r1c1-r5c5.")
    [_, sentence] = said(*nonconsecutive(CLASSIC)[1:])
    assert sentence.count("-") == 8
    assert sentence.endswith(" ....")
    [_, knight, other] = said(AllDifferent((1, 80)), *anti_knight(CLASSIC))
    assert "knight" in knight
    assert other.endswith("only for these cells: r1c2-r9c9.")


def test_a_rule_of_ones_own_says_its_docstring_or_its_name() -> None:
    @dataclass(frozen=True, slots=True)
    class Falling(Rule):
        """Digits never rise
        along the line.

        More about it.
        """

        def holds(self, digits: Sequence[int]) -> bool:
            return list(digits) == sorted(digits, reverse=True)

        def post(self, model: Model) -> None: ...

    @dataclass(frozen=True, slots=True)
    class OddSum(Falling): ...

    assert said(Falling((0, 1)), OddSum((0, 1))) == [NORMAL, "Digits never rise along the line.", "Odd sum."]


# ── The grid ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (Grid.classic(), NORMAL),
        (Grid.classic((2, 3)), "Normal sudoku rules apply, with the digits 1 to 6."),
        (Grid.classic((4, 4)), "Normal sudoku rules apply, with the digits 1 to 16."),
        (Grid.latin(5), "Every row and every column holds the digits 1 to 5."),
        (Grid.classic((1, 5)), "Every row and every column holds the digits 1 to 5."),
        (
            Grid.jigsaw("AAAB CABB CCDB CDDD"),
            "Every row, every column and every region with a thick border holds the digits 1 to 4.",
        ),
        (
            Grid.classic().with_holes("r1c1"),
            "Digits are 1 to 9, and don't repeat in a row, a column or an outlined region.",
        ),
    ],
)
def test_the_grid_comes_first(grid: Grid, sentence: str) -> None:
    assert said(grid=grid) == [sentence]


@pytest.mark.parametrize("name", NAMED)
def test_a_gattai_says_how_many_grids_overlap(name: str) -> None:
    n, rest = len(NAMED[name]), " sudokus overlap. In each, every row, column and box holds the digits 1 to 9."
    assert said(grid=Grid.named(name)) == [f"{n}{rest}"]


@pytest.mark.parametrize("name", EXTRA)
def test_extra_houses_have_a_sentence(name: str) -> None:
    assert len(said(grid=CLASSIC.with_houses(name))) == 2


def test_houses_of_ones_own() -> None:
    sentences = said(grid=CLASSIC.with_houses(House("some", (0, 10, 23)), House("all", tuple(range(4, 81, 9))[::-1])))
    assert sentences == [NORMAL, "Digits in a shaded area don't repeat."]
    [_, more] = said(grid=CLASSIC.with_houses(House("nine", (0, 10, 23, 33, 43, 53, 63, 73, 80))))
    assert more == "Every shaded area of 9 cells holds the digits 1 to 9."


def test_pencilmarks_are_told() -> None:
    marks = (3, *(511,) * 80)
    assert describe_all_rules(Puzzle(CLASSIC, (0,) * 81, marks))[1] == (
        "Where a cell shows small digits, one of them is its digit."
    )


def test_a_rule_made_of_rules_names_their_cells() -> None:
    first = Thermo((0, 1)) | (Cage((9, 10), 5) & ~Cage((18, 19), 5))
    assert said(first, Thermo((2, 3)))[1:] == [
        "Digits on a thermometer rise from the bulb.",
        "At least one of these: Thermometer r1c1 r1c2: digits increase; "
        "(All of these: Cage r2c1 r2c2: no repeats, sum 5; Not true: Cage r3c1 r3c2: no repeats, sum 5).",
    ]


def test_the_digits_of_a_grid_may_begin_at_zero() -> None:
    grid = Grid.classic().with_digits(9, first=0)
    assert describe_all_rules(Puzzle(grid, (0,) * 81)) == ["Normal sudoku rules apply, with the digits 0 to 8."]
