"""The words in which rules say why a cell can't hold a digit, on boards."""

import pytest

from farandole.grid import Grid
from farandole.logic import Board, describe
from farandole.logic.techniques.rule_combinations import rule_combinations
from farandole.puzzle import Puzzle
from farandole.rules import (
    Arrow,
    Automaton,
    Between,
    Clone,
    Consecutive,
    Count,
    CountDistinct,
    Entropic,
    FrameSum,
    Greater,
    Indexer,
    Lockout,
    Modified,
    Modular,
    MutualRelation,
    Nabner,
    Nfa,
    NotConsecutive,
    NotPairSum,
    NotRatio,
    PairSum,
    Palindrome,
    ParityCount,
    PillArrow,
    Quadruple,
    Ratio,
    RegionSum,
    Relation,
    Renban,
    Rule,
    RuleCandidates,
    SameDigits,
    Sandwich,
    Skyscraper,
    Sum,
    Table,
    Tightrope,
    Whispers,
    XSum,
    Zipper,
)

ROW = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"


def board_of(rule: Rule, marks: dict[str, str]) -> Board:
    """Make an empty board with a rule, on which some cells have only these candidates."""
    board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[rule]))
    for name, digits in marks.items():
        [cell] = board.geometry.grid.cells_of(name)
        for digit in range(1, 10):
            if str(digit) not in digits and board.masks[cell] >> digit - 1 & 1:
                board.eliminate(cell, digit)
    return board


@pytest.mark.parametrize(
    ("rule", "marks", "said"),
    [
        (
            Whispers("r1c1 r1c2 r2c2"),
            {},
            "No digit differs from 5 by at least 5. With 4 in r1c2, r1c1 and r2c2 would both be 9, and they "
            "see each other. With 6 in r1c2, r1c1 and r2c2 would both be 1, and they see each other",
        ),
        (
            Whispers("r1c1 r1c2 r1c3"),
            {},
            "No digit differs from 5 by at least 5. With 4 in r1c2, r1c1 and r1c3 would both be 9, and they "
            "see each other. With 6 in r1c2, r1c1 and r1c3 would both be 1, and they see each other",
        ),
        (
            Greater("r1c1 r2c5") | Greater("r1c1 r3c9"),
            {"r2c5": "56", "r3c9": "89"},
            "With “Sign r1c1 r2c5: the first is greater”, r1c1 is greater than r2c5, which is at least 5. "
            "With “Sign r1c1 r3c9: the first is greater”, r1c1 is greater than r3c9, which is at least 8",
        ),
        (
            Greater("r1c1 r2c5") | Palindrome("r4c1 r5c5"),
            {"r2c5": "56", "r4c1": "12", "r5c5": "34"},
            "With “Sign r1c1 r2c5: the first is greater”, r1c1 is greater than r2c5, which is at least 5. "
            "“Palindrome r4c1 r5c5: the same from both ends” can't hold here",
        ),
        (
            Count("r1c1 r2c2 r3c4 r4c5", (2, 4), 2, 2),
            {"r1c1": "24", "r2c2": "24"},
            "With 2 or 4 in r3c4 or r4c5, at least 3 cells would hold 2 4, not 2",
        ),
        (
            ParityCount("r1c1 r1c2 r3c4 r2c5 r9c9"),
            {"r1c1": "2", "r1c2": "24", "r3c4": "46"},
            "With 2, 4, 6 or 8 in r2c5 or r9c9, at least 3 cells would hold 2 4 6 8, not 2. In every way to fill its "
            "cells, 2 is in r1c1",
        ),
        (
            CountDistinct("r1c2 r3c4 r2c1 r9c9 r5c5", 2),
            {"r1c2": "1", "r2c1": "3", "r9c9": "1357"},
            "With 2, 4, 5, 6, 7, 8 or 9 in r3c4 or r5c5, there would be at least 3 different digits, not 2. With 5 or "
            "7 in r9c9, there would be at least 3 different digits, not 2",
        ),
        (
            Tightrope("r1c1 r1c2 r3c3 r5c5"),
            {"r1c1": "12", "r1c2": "345", "r5c5": "2345"},
            "r1c1 and r5c5 hold the same digit, and r5c5 can't be 1. "
            "r5c5 and r1c1 hold the same digit, and r1c1 can't be 3, 4 or 5. "
            "With 2 in r3c3, r5c5 would have to be 1, but can only be 2, 3, 4 or 5",
        ),
        (
            Palindrome("r1c1 r2c4 r3c9"),
            {"r1c1": "12"},
            "r3c9 and r1c1 hold the same digit, and r1c1 can't be 3, 4, 5, 6, 7, 8 or 9",
        ),
        (
            Renban("r1c1 r1c2 r1c3"),
            {"r1c1": "12", "r1c2": "1256", "r1c3": "1256"},
            "3 consecutive digits with 1 or 2 in r1c1, r1c2 or r1c3 need a digit that no other cell of the "
            "line can be. No digit is more than 4, because r1c1 is at most 2 and the digits are consecutive",
        ),
        (
            Nabner("r1c1 r1c2 r2c3"),
            {"r1c1": "45"},
            "Each candidate of r1c1 is equal or next to 4 or 5",
        ),
        (
            Between("r1c1 r2c4 r3c9"),
            {"r2c4": "3", "r3c9": "12"},
            "With 1, 2 or 3 in r1c1, r2c4 would not be between the circles",
        ),
        (
            Lockout("r1c1 r2c4 r3c9"),
            {},
            "5 would be between the diamonds r1c1 and r3c9, or equal to one of them",
        ),
        (
            Entropic("r1c1 r2c4 r3c7 r4c1"),
            {"r1c1": "12"},
            "r1c1 is from the group 1-2-3, and any three neighbors are from different groups. r4c1 is three "
            "cells from r1c1, so both are from the same group, and r1c1 is not from 4-5-6. r4c1 is three "
            "cells from r1c1, so both are from the same group, and r1c1 is not from 7-8-9",
        ),
        (
            Entropic("r1c1 r2c4 r3c7 r4c1"),
            {"r1c1": "124", "r2c4": "456"},
            "r2c4 is from the group 4-5-6, and any three neighbors are from different groups. r1c1 and r2c4 "
            "are from two different groups, and one of these is 1-2-3. r4c1 is three cells from r1c1, so both "
            "are from the same group, and r1c1 is not from 7-8-9",
        ),
        (
            Modular("r1c1 r2c4 r3c7 r4c1"),
            {"r1c1": "14"},
            "r1c1 is from the group 1-4-7, and any three neighbors are from different groups. r4c1 is three "
            "cells from r1c1, so both are from the same group, and r1c1 is not from 2-5-8. r4c1 is three "
            "cells from r1c1, so both are from the same group, and r1c1 is not from 3-6-9",
        ),
        (
            FrameSum(ROW, 8),
            {},
            "The other cells of the sum add up to at least 3, so r1c1, r1c2 and r1c3 can't be more than 5. In "
            "every way to fill its cells, 1 is in r1c1, r1c2 or r1c3",
        ),
        (
            Arrow("r1c1 r1c2 r1c3 r1c4"),
            {},
            "The cells of the arrow add up to at least 6 and at most 24. The circle is at most 9, and the "
            "other cells of the arrow add up to at least 3, so r1c2, r1c3 and r1c4 can't be more than 6",
        ),
        (
            PillArrow("r1c1 r1c2 r2c1 r2c2 r2c3", 2),
            {},
            "The cells of the arrow add up to at least 6 and at most 24. With the candidates of its cells, "
            "r2c1, r2c2 and r2c3 are at least 2",
        ),
        (
            RegionSum("r1c3 r1c4 r1c5", ("r1c3", "r1c4 r1c5")),
            {},
            "r1c4 and r1c5 add up to at least 3, so r1c3 can't be less than 3. r1c3 is at most 9, and r1c5 is "
            "at least 1, so r1c4 can't be more than 8. r1c3 is at most 9, and r1c4 is at least 1, so r1c5 "
            "can't be more than 8",
        ),
        (
            Zipper("r1c1 r1c2 r1c3"),
            {},
            "r1c2 is at most 9, and r1c3 is at least 1, so r1c1 can't be more than 8. r1c1 and r1c3 add up to "
            "at least 3, so r1c2 can't be less than 3. r1c2 is at most 9, and r1c1 is at least 1, so r1c3 "
            "can't be more than 8",
        ),
        (
            NotConsecutive("r1c1 r1c2"),
            {"r1c1": "46"},
            "Each candidate of r1c1 is consecutive with 5",
        ),
        (
            Ratio("r1c1 r1c2"),
            {},
            "No digit is in the ratio 1:2 with 5, 7 or 9",
        ),
        (
            NotRatio("r1c1 r1c2"),
            {"r1c1": "14"},
            "Each candidate of r1c1 is in the ratio 1:2 with 2",
        ),
        (
            PairSum("r1c1 r1c2", 10),
            {},
            "No candidate of r1c2 makes 10 with 5. No candidate of r1c1 makes 10 with 5",
        ),
        (
            Consecutive("r1c1 r1c2"),
            {"r1c1": "12789"},
            "No candidate of r1c1 is consecutive with 4 or 5",
        ),
        (
            Sum("r1c1 r1c2 r2c4", 24),
            {"r1c1": "123"},
            "The other cells of the sum add up to at most 18, so r1c1 can't be less than 6. The other cells "
            "of the sum add up to at most 12, so r1c2 and r2c4 can't be less than 12",
        ),
        (
            NotPairSum("r1c1 r1c2", 10),
            {"r1c1": "4", "r1c2": "1569"},
            "Each candidate of r1c1 makes 10 with 6",
        ),
        (
            Greater("r1c1 r1c2"),
            {},
            "r1c1 is greater than r1c2, which is at least 1. r1c2 is less than r1c1, which is at most 9",
        ),
        (
            Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2, 3, 4)),
            {},
            "The circle still needs 1, 2, 3 and 4, and has 4 cells left",
        ),
        (
            Sandwich(ROW, 0),
            {"r1c2": "1"},
            "With 1 in r1c1, wherever the other of 1 and 9 is, the digits between them don't add up to 0. In "
            "every way to fill its cells, 1 is in r1c2. In every way to fill its cells, 9 is in r1c1 or r1c3",
        ),
        (
            Sandwich(ROW, 10),
            {"r1c2": "1", "r1c5": "9"},
            "With 1 or 9 in r1c1, r1c3, r1c4 or r1c7, wherever the other of 1 and 9 is, the digits between "
            "them don't add up to 10. No candidate of r1c4 makes 10 with 5. No candidate of r1c3 makes 10 "
            "with 5. In every way to fill its cells, 1 is in r1c2. In every way to fill its cells, 9 is in "
            "r1c5",
        ),
        (
            XSum(ROW, 10),
            {"r1c1": "3"},
            "With 3 or 4 in r1c2 or r1c3, the other cells of the sum can't make it 10. The other cells of the "
            "sum add up to at least 4, so r1c2 and r1c3 can't be more than 6. In every way to fill its cells, "
            "3 is in r1c1",
        ),
        (
            Skyscraper(ROW, 4),
            {},
            "Up to r1c1, at most 1 building is seen, so at least 3 higher must follow. Up to r1c2, at most 2 "
            "buildings are seen, so at least 2 higher must follow. Up to r1c3, at most 3 buildings are seen, "
            "so at least 1 higher must follow",
        ),
        (
            Skyscraper(ROW, 1),
            {},
            "Only the first building is seen, so it hides all others and is 9",
        ),
        (
            Indexer(ROW, 4),
            {"r1c3": "12"},
            "With 3 in r1c4, 4 would be in a cell that can't hold it",
        ),
        (
            Clone("r1c1 r1c2", "r4c5 r4c6"),
            {"r1c1": "12"},
            "r4c5 and r1c1 hold the same digit, and r1c1 can't be 3, 4, 5, 6, 7, 8 or 9",
        ),
        (
            Table("r1c1 r2c5", tuple((a, b) for a in (1, 2, 3) for b in range(1, 10) if a < 3 or b == 9)),
            {"r2c5": "12345678"},
            "The rule allows 3 in r1c1 only with 9 in r2c5. No combination of the rule has 4, 5, 6, 7, 8 or 9 in r1c1",
        ),
        (
            Automaton("r1c1 r2c5", Nfa(3, ((0, 1, 0b11111), (1, 2, 0b111111110)), (2,))),
            {},
            "The pattern can't begin with 6, 7, 8 or 9. After the cells before r2c5, the pattern can't go on with 1",
        ),
        (
            SameDigits("r1c1 r1c2 r1c3 r5c5 r5c6 r5c7"),
            {"r5c5": "4", "r1c1": "1234", "r1c2": "1235", "r1c3": "1235", "r5c6": "12356", "r5c7": "12356"},
            "r5c5 is 4, and in another group only r1c1 can be 4. No cell of the group from r1c1 to r1c3 can be 6, and "
            "each group holds the same digits",
        ),
        (
            ~Greater("r1c1 r2c5"),
            {"r2c5": "34"},
            "With 5, 6, 7, 8 or 9 in r1c1, “Sign r1c1 r2c5: the first is greater” would be true",
        ),
        (
            Relation("r1c1 r2c5", tuple((a, b) for a in range(1, 9) for b in range(1, 10) if (a + b) % 2)),
            {"r1c1": "1357"},
            "No candidate of r1c1 makes a pair of the rule with 1, 3, 5, 7 or 9",
        ),
        (
            MutualRelation("r1c1 r2c5", tuple((a, b) for a in range(1, 9) for b in range(1, 9))),
            {},
            "No digit makes a pair of the rule with 9",
        ),
    ],
)
def test_what_a_rule_says(rule: Rule, marks: dict[str, str], said: str) -> None:
    board = board_of(rule, marks)
    proof = describe(next(rule_combinations(board)), board)
    assert f". {said}, so " in proof


def test_words_in_chinese() -> None:
    board = board_of(Whispers("r1c1 r1c2 r1c3"), {})
    said = describe(next(rule_combinations(board)), board, lang="zh")
    assert "没有数字与 5 至少相差 5。如果 r1c2 是 4，r1c1 和 r1c3 就都是 9，但它们互相看见。" in said


def test_a_rule_about_values_names_them() -> None:
    """The first of three cells is doubled, the mark of the last is unknown."""
    rule = Modified((3, 4, 5), Sum((0, 1, 2), 8))
    cells = RuleCandidates([0b111111111] * 3 + [0b10, 0b1, 0b11], ["r1c1", "r2c5", "r3c9", "m1", "m2", "m3"], 9)
    assert rule.explain_exclusion(cells, 0, 4) == (
        "The other cells of the sum add up to at least 2, so r1c1's value can't be more than 6"
    )
    assert rule.explain_exclusion(cells, 1, 6) == (
        "The other cells of the sum add up to at least 3, so r2c5 can't be more than 5"
    )
    assert rule.explain_exclusion(cells, 0, 3) is None
