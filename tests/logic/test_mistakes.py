"""Mistakes: a hint names the rule that a wrong digit breaks, or that needs a crossed-out candidate."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each, rules, small_puzzles

from farandole.bitsets import bit_of, digits_of
from farandole.errors import RuleError
from farandole.grid import Grid
from farandole.logic import Board, hint
from farandole.logic.mistakes import BrokenRules, Mistake, MistakeReason, Proof, Repeat, describe_mistake, find_reason
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Allowed,
    ArithmeticSequence,
    Arrow,
    AtLeastLine,
    AverageArrow,
    Battlefield,
    Between,
    BrokenXSum,
    Cage,
    Cave,
    ChaosConstruction,
    Clone,
    Connected,
    Consecutive,
    Count,
    CountDistinct,
    CountingCircles,
    DoubleArrow,
    Entropic,
    EqualityCage,
    EqualSum,
    FirstSeen,
    Flatmates,
    FrameSum,
    FullRank,
    Galaxies,
    Greater,
    HiddenSkyscraper,
    Indexer,
    IndexLine,
    LittleKiller,
    Lockout,
    Loop,
    Lunchbox,
    MagicSquare,
    MarkedDifferent,
    Minesweeper,
    Modified,
    Modular,
    MutualRelation,
    Nabner,
    NotBoth,
    NotConsecutive,
    NotPairSum,
    NotRatio,
    NumberedRoom,
    Nurikabe,
    OneOfEach,
    Oscillator,
    PairSum,
    Palindrome,
    ParityCount,
    PillArrow,
    Pointer,
    Product,
    Quadruple,
    Ratio,
    RegionRun,
    RegionSum,
    Relation,
    RellikCage,
    Renban,
    RisingStreak,
    Rossini,
    Rule,
    SameDigits,
    Sandwich,
    Skyscraper,
    SlowThermo,
    Snake,
    StarBattle,
    Sum,
    SumLine,
    SumUntil,
    Table,
    Thermo,
    Tightrope,
    WeightedSum,
    Whispers,
    XSum,
    YinYang,
    Zipper,
)

# A puzzle with one solution, so that any rule that its solution keeps can be added.
LINE = "..............1..2..3....4.........5..637.....2......1....6.87....4...3.59......."

PAIRS = tuple(product(range(1, 10), repeat=2))
TWO_APART = tuple(pair for pair in PAIRS if abs(pair[0] - pair[1]) >= 2)
OTHER_REMAINDER = tuple((first, second) for first, second in PAIRS if first % 3 != second % 3 and second > first - 3)

# Rules, digits that are right, a wrong digit (=) or a crossed-out candidate (-), and the first sentence about it.
BOARDS: list[tuple[list[Rule], str, str, str]] = [
    (
        [Sum("r1c1 r1c2 r2c1", 24)],
        "r1c2=8 r2c1=7",
        "r1c1=4",
        "r1c1 can't be 4, because the cells of the sum would add up to 19, not 24",
    ),
    (
        [LittleKiller("r3c4 r4c3 r5c2 r6c1", 23)],
        "r3c4=5 r4c3=9 r5c2=5",
        "r6c1=3",
        "r6c1 can't be 3, because the diagonal would add up to 22, not 23",
    ),
    (
        [Cage("r1c9 r2c8 r2c7", 20)],
        "r1c9=3 r2c8=8",
        "r2c7=6",
        "r2c7 can't be 6, because the cage would add up to 17, not 20",
    ),
    (
        [FrameSum("r9c1 r8c1 r7c1 r6c1 r5c1 r4c1 r3c1 r2c1 r1c1", 14)],
        "r1c1=9 r2c1=7 r3c1=2 r4c1=8 r8c1=6",
        "r7c1-3",
        "r7c1 still needs the candidate 3, because r9c1 is 5 and r8c1 is 6",
    ),
    (
        [Arrow("r5c4 r4c4 r4c5")],
        "r4c5=2",
        "r4c4=9",
        "r4c4 can't be 9, because the line would add up to at least 11, and the circle to at most 3",
    ),
    (
        [PillArrow("r7c2 r7c1 r6c2 r5c3 r5c2", 2)],
        "r5c2=5 r7c1=3",
        "r7c2=4",
        "r7c2 can't be 4, because the line would add up to at most 13, and the pill to at least 43",
    ),
    (
        [RegionSum("r1c1 r2c2 r1c2 r2c3", ("r1c1 r2c2", "r1c2 r2c3"))],
        "r1c1=9 r2c2=4 r2c3=5",
        "r1c2-8",
        "r1c2 still needs the candidate 8, because r1c1 is 9, r2c2 is 4 and r2c3 is 5",
    ),
    (
        [Zipper("r3c4 r2c5 r1c6 r1c5 r1c4")],
        "r1c4=2 r1c5=4 r2c5=3 r3c4=5",
        "r1c6=9",
        "r1c6 can't be 9, because r3c4 is 5 and r1c5 is 4",
    ),
    ([Thermo("r3c3 r3c2 r2c1 r1c1")], "r1c1=9 r2c1=7", "r3c2=1", "r3c2 can't be 1, because of this rule"),
    ([SlowThermo("r4c4 r4c5 r4c6 r4c7")], "r4c4=1 r4c5=2", "r4c6=9", "r4c6 can't be 9, because of this rule"),
    (
        [Whispers("r3c6 r2c5 r3c5 r4c6")],
        "r2c5=3 r4c6=4",
        "r3c6-8",
        "r3c6 still needs the candidate 8, because r2c5 is 3 and r4c6 is 4",
    ),
    ([Palindrome("r9c8 r9c7 r8c6 r8c5")], "r8c6=2 r9c7=2 r9c8=1", "r8c5=9", "r8c5 can't be 9, because r9c8 is 1"),
    ([Renban("r4c2 r3c1 r2c2 r1c3")], "r1c3=1 r2c2=4 r4c2=3", "r3c1=8", "r3c1 can't be 8, because r4c2 is 3"),
    ([Nabner("r7c8 r6c8 r5c7")], "r5c7=4", "r6c8=6", "r6c8 can't be 6, because r7c8 is 7"),
    (
        [Between("r8c5 r9c6 r8c6 r9c5")],
        "r8c5=1 r9c6=3",
        "r9c5-8",
        "r9c5 still needs the candidate 8, because r8c5 is 1 and without it r9c5 can only be 2",
    ),
    ([Lockout("r3c4 r3c5 r2c4 r1c3")], "r1c3=1 r2c4=6 r3c5=9", "r3c4=7", "r3c4 can't be 7, because r2c4 is 6"),
    ([Entropic("r5c1 r5c2 r4c3 r3c3")], "r5c2=5", "r4c3=4", "r4c3 can't be 4, because r5c2 is 5"),
    ([Modular("r6c6 r5c5 r6c5 r5c4")], "r6c6=6", "r6c5=4", "r6c5 can't be 4, because r5c5 is 7"),
    (
        [Consecutive("r8c2 r8c3")],
        "r8c2=7",
        "r8c3-8",
        "r8c3 still needs the candidate 8, because r8c2 is 7 and without it r8c3 can only be 1 or 2",
    ),
    ([NotConsecutive("r4c1 r4c2")], "r4c1=8", "r4c2=7", "r4c2 can't be 7, because r4c1 is 8"),
    ([Ratio("r9c7 r9c8")], "r9c8=1", "r9c7=6", "r9c7 can't be 6, because r9c8 is 1"),
    ([NotRatio("r7c3 r7c4")], "r7c3=2", "r7c4=1", "r7c4 can't be 1, because r7c3 is 2"),
    ([PairSum("r8c6 r9c6", 5)], "r9c6=3", "r8c6-2", "r8c6 still needs the candidate 2, because r9c6 is 3"),
    ([NotPairSum("r8c3 r9c3", 10)], "r8c3=8", "r9c3=2", "r9c3 can't be 2, because r8c3 is 8"),
    ([Greater("r5c7 r6c7")], "r5c7=4", "r6c7=6", "r6c7 can't be 6, because r5c7 is 4"),
    (
        [Sandwich("r1c1 r2c1 r3c1 r4c1 r5c1 r6c1 r7c1 r8c1 r9c1", 17)],
        "r1c1=9 r3c1=2 r4c1=8 r5c1=1 r7c1=3 r8c1=6",
        "r2c1=4",
        "r2c1 can't be 4, because the digits of the sandwich would add up to 14, not 17",
    ),
    (
        [XSum("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", 45)],
        "r1c2=8 r1c3=1 r1c4=2 r1c5=4 r1c7=6 r1c8=5 r1c9=3",
        "r1c1-9",
        "r1c1 still needs the candidate 9, because of this rule",
    ),
    (
        [NumberedRoom("r1c3 r2c3 r3c3 r4c3 r5c3 r6c3 r7c3 r8c3 r9c3", 1)],
        "r4c3=9 r6c3=7 r7c3=2",
        "r9c3=8",
        "r9c3 can't be 8, because r8c3 can only be 1 or 8",
    ),
    (
        [Indexer("r6c1 r6c2 r6c3 r6c4 r6c5 r6c6 r6c7 r6c8 r6c9", 6)],
        "r6c4=8 r6c5=5 r6c7=3",
        "r6c6=4",
        "r6c6 can't be 4, because r6c4 is 8",
    ),
    (
        [Quadruple("r4c4 r4c5 r5c4 r5c5", (1, 2, 3))],
        "r4c5=2",
        "r4c4-1",
        "r4c4 still needs the candidate 1, because r4c5 is 2, r5c4 is 3 and r5c5 is 7",
    ),
    ([Clone("r8c2 r8c3", "r9c4 r9c5")], "r8c2=7 r8c3=8 r9c4=7", "r9c5=2", "r9c5 can't be 2, because r8c3 is 8"),
    (
        [Consecutive("r6c3 r6c4"), Consecutive("r6c5 r7c5")],
        "",
        "r6c3=4",
        "r6c3 can't be 4, because r6c4 can't be 3, r6c5 can't be 7 and r7c5 is 6",
    ),
    (
        [Cage("r2c5 r1c5", 7), Renban("r5c7 r6c6 r5c5 r6c5")],
        "r5c7=4",
        "r1c5=2",
        "r1c5 can't be 2, because r5c7 is 4 and r6c5 can't be 1, 3, 6 or 7",
    ),
    (
        [Thermo("r9c8 r9c7 r8c7 r7c7"), Greater("r9c6 r9c7")],
        "r9c6=3",
        "r9c8-1",
        "r9c8 still needs the candidate 1, because r9c6 is 3",
    ),
    (
        [Quadruple("r6c6 r6c7 r7c6 r7c7", (3, 5, 6)), Cage("r6c6 r6c7", 9)],
        "",
        "r6c6-6",
        "r6c6 still needs the candidate 6, because r7c7 is 8 and without it r6c6 can only be 4, 5, 8 or 9",
    ),
    (
        [Skyscraper("r1c8 r2c8 r3c8 r4c8 r5c8 r6c8 r7c8 r8c8 r9c8", 3)],
        "r5c8=2 r9c8=1",
        "r1c8=9",
        "r1c8 can't be 9, because of this rule",
    ),
    (
        [FrameSum("r9c9 r8c9 r7c9 r6c9 r5c9 r4c9 r3c9 r2c9 r1c9", 19)],
        "r7c9=4 r9c9=6",
        "r3c9-7",
        "r3c9 still needs the candidate 7, because r5c9 can only be 8 or 9 and without it r3c9 can only be 8 or 9",
    ),
    (
        [Cage("r3c3 r3c2 r2c1", 16), Cage("r2c2 r1c2 r2c1 r1c1", 28)],
        "r1c2=8 r3c2=6",
        "r2c2-4",
        "r2c2 still needs the candidate 4, because r3c3 is 3, r3c2 is 6 and without it r2c2 can only be 5 or 7",
    ),
    ([DoubleArrow("r8c1 r7c1 r6c2 r5c3 r5c2")], "r7c1=3", "r5c2=8", "r5c2 can't be 8, because r6c2 is 2 and r5c3 is 6"),
    (
        [FrameSum("r9c9 r8c9 r7c9 r6c9 r5c9 r4c9 r3c9 r2c9 r1c9", 19)],
        "r7c9=4 r9c9=6",
        "r3c9-7",
        "r3c9 still needs the candidate 7, because r5c9 can only be 8 or 9 and without it r3c9 can only be 8 or 9",
    ),
    (
        [Cage("r2c5 r1c6 r1c7", 16), Cage("r1c6 r1c5 r2c5 r2c6", 15)],
        "r1c7=6 r2c5=3",
        "r1c5=9",
        "r1c5 can't be 9, because of these rules",
    ),
    ([Allowed("r1c1", (1, 3, 5, 7, 9))], "", "r1c1=4", "r1c1 can't be 4, because of this rule"),
    ([AllDifferent("r1c1 r2c2 r3c3 r4c4")], "r1c1=9", "r4c4=9", "r4c4 can't be 9, because r1c1 is 9"),
    (
        [Thermo("r1c1 r1c2 r1c3") | Cage("r2c1 r2c2", 11)],
        "r1c1=9 r2c2=4",
        "r2c1=8",
        "r2c1 can't be 8, because r1c1 is 9 and r2c2 is 4",
    ),
    ([Thermo("r1c2 r1c1") & Greater("r2c1 r2c2")], "r1c2=8", "r1c1=4", "r1c1 can't be 4, because r1c2 is 8"),
    ([~Cage("r1c1 r1c2", 14)], "r1c1=9", "r1c2=5", "r1c2 can't be 5, because r1c1 is 9"),
    (
        [Count("r1c1 r1c2 r2c2 r3c2", (6, 8, 9), 3, 3)],
        "r1c1=9 r2c2=4",
        "r1c2=7",
        "r1c2 can't be 7, because at most 2 cells would hold 6 8 9, not 3",
    ),
    (
        [CountingCircles("r1c3 r1c4 r4c5 r3c3 r4c2 r2c5")],
        "r1c4=2 r4c5=2",
        "r4c2=1",
        "r4c2 can't be 1, because r4c5 is 2",
    ),
    (
        [Minesweeper("r1c4 r1c2 r2c2 r2c4 r2c5", (1, 3, 8))],
        "r1c4=2 r2c2=4 r2c5=3",
        "r1c2=7",
        "Suppose that r1c2 is 7",
    ),
    (
        [ParityCount("r1c4 r1c2 r1c3 r2c4 r2c5")],
        "r1c4=2 r1c2=8 r2c4=6",
        "r2c5=4",
        "r2c5 can't be 4, because at least 3 cells would hold 2 4 6 8, not 2",
    ),
    (
        [CountDistinct("r1c4 r4c1 r1c2 r3c6 r2c4")],
        "r1c4=2 r1c2=8 r2c4=6",
        "r4c1=3",
        "r4c1 can't be 3, because there would be at least 3 different digits, not 2",
    ),
    (
        [WeightedSum("r1c1 r1c2 r2c2", (2, 1, -3), 14)],
        "r1c1=9 r2c2=4",
        "r1c2=7",
        "r1c2 can't be 7, because the weighted sum would be at most 13, not 14",
    ),
    ([Table("r1c1 r1c2", ((9, 8), (4, 7)))], "r1c1=9", "r1c2=7", "r1c2 can't be 7, because r1c1 is 9"),
    (
        [Flatmates("r7c9 r7c8 r7c7 r7c6 r7c5 r7c4 r7c3 r7c2 r7c1", 6, 4, 9)],
        "",
        "r7c3=4",
        "r7c3 can't be 4, because r7c9 can only be 4 or 9 and r7c5 is 6",
    ),
    ([RellikCage("r5c6 r5c5 r4c6 r3c7", 15)], "r5c6=9", "r3c7=7", "r3c7 can't be 7, because r5c5 is 7"),
    (
        [EqualityCage("r8c1 r7c1 r6c2 r5c2", ((1, 3, 5, 7, 9), (2, 4, 6, 8)))],
        "r5c2=5 r7c1=3",
        "r8c1=2",
        "r8c1 can't be 2, because r6c2 is 2",
    ),
    (
        [Connected("r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6", (1, 2, 3, 4), 3)],
        "",
        "r5c6=2",
        "r5c6 can't be 2, because r5c4 is 3 and r5c5 is 7",
    ),
    (
        [YinYang("r7c6 r7c7 r7c8 r8c6 r8c7 r8c8 r9c6 r9c7 r9c8", (1, 2, 3, 4), 3)],
        "r9c6=3",
        "r8c7=1",
        "r8c7 can't be 1, because r8c8 is 3 and r9c6 is 3",
    ),
    (
        [Cave("r5c2 r5c3 r5c4 r6c2 r6c3 r6c4 r7c2 r7c3 r7c4", (1, 2, 3, 4), 3)],
        "r6c4=8",
        "r6c3=4",
        "r6c3 can't be 4, because r5c4 is 3, r6c2 is 2 and r6c4 is 8",
    ),
    (
        [Loop("r3c2 r3c3 r3c4 r4c2 r4c3 r4c4 r5c2 r5c3 r5c4", (1, 2, 3, 4, 5, 6), 3)],
        "r4c3=9 r4c4=1",
        "r4c2=7",
        "r4c2 can't be 7, because r4c3 is 9",
    ),
    (
        [Snake("r4c3 r4c4 r4c5 r5c3 r5c4 r5c5 r6c3 r6c4 r6c5", (1, 2, 3, 4), 3)],
        "r4c5=2",
        "r6c5=4",
        "r6c5 can't be 4, because r4c5 is 2 and r5c4 is 3",
    ),
    ([EqualSum("r4c8 r4c9 r3c8 r3c9", (2, 2))], "", "r4c8=9", "r4c8 can't be 9, because r4c9 is 5 and r3c8 is 4"),
    ([SameDigits("r4c5 r3c4 r2c3 r1c4", 2)], "r2c3=5", "r3c4=6", "r3c4 can't be 6, because r2c3 is 5"),
    (
        [OneOfEach("r1c2 r1c3 r2c4", ((1, 2, 3), (4, 5, 6), (7, 8, 9)))],
        "r1c2=8 r2c4=6",
        "r1c3=9",
        "r1c3 can't be 9, because r1c2 is 8",
    ),
    ([Relation("r2c1 r1c1 r1c2", OTHER_REMAINDER)], "r1c1=9", "r1c2=6", "r1c2 can't be 6, because r1c1 is 9"),
    ([MutualRelation("r4c4 r5c5 r4c6", TWO_APART)], "", "r4c4=8", "r4c4 can't be 8, because r5c5 is 7"),
    (
        [FirstSeen("r9c9 r9c8 r9c7 r9c6 r9c5 r9c4 r9c3 r9c2 r9c1", 6)],
        "r9c4=7",
        "r9c7=6",
        "r9c7 can't be 6, because r9c9 can only be 4 or 6",
    ),
    ([Rossini("r1c9 r1c8 r1c7", 1)], "r1c7=6 r1c9=3", "r1c8=8", "r1c8 can't be 8, because r1c7 is 6"),
    (
        [RisingStreak("r8c1 r8c2 r8c3 r8c4 r8c5 r8c6 r8c7 r8c8 r8c9", 3)],
        "r8c1=6 r8c7=5",
        "r8c6=7",
        "r8c6 can't be 7, because r8c7 is 5 and r8c8 is 3",
    ),
    (
        [SumUntil("r9c3 r8c3 r7c3 r6c3 r5c3 r4c3 r3c3 r2c3 r1c3", 14, 2)],
        "",
        "r9c3=7",
        "r9c3 can't be 7, because r8c3 can't be 5 and r6c3 can't be 2",
    ),
    (
        [BrokenXSum("r6c1 r6c2 r6c3 r6c4 r6c5 r6c6 r6c7 r6c8 r6c9", 26)],
        "r6c3=7",
        "r6c4=9",
        "r6c4 can't be 9, because r6c3 is 7 and r6c9 is 1",
    ),
    (
        [Battlefield("r9c9 r9c8 r9c7 r9c6 r9c5 r9c4 r9c3 r9c2 r9c1", 15)],
        "r9c9=6",
        "r9c3=8",
        "r9c3 can't be 8, because r9c9 is 6 and r9c2 is 9",
    ),
    ([NotBoth("r6c3 r7c4", 9)], "r7c4=9", "r6c3=9", "r6c3 can't be 9, because r7c4 is 9"),
    ([Lunchbox("r3c8 r4c9 r3c9 r4c8 r3c7", 6)], "r4c8=6", "r3c7=6", "r3c7 can't be 6, because r4c9 is 5"),
    (
        [HiddenSkyscraper("r1c3 r2c3 r3c3 r4c3 r5c3 r6c3 r7c3 r8c3 r9c3", 3)],
        "r2c3=5 r6c3=7 r9c3=4",
        "r1c3=8",
        "r1c3 can't be 8, because r2c3 is 5",
    ),
    (
        [Oscillator("r9c3 r9c4 r8c4 r9c5", ((1, 2, 3, 4), (6, 7, 8, 9)))],
        "r9c3=4 r9c4=7",
        "r9c5=2",
        "r9c5 can't be 2, because r9c4 is 7",
    ),
    ([ArithmeticSequence("r9c2 r8c1 r7c1")], "r7c1=3", "r8c1=7", "r8c1 can't be 7, because r7c1 is 3"),
    ([AtLeastLine("r8c3 r9c3 r9c2 r8c1", 9)], "r9c3=4", "r8c3=1", "r8c3 can't be 1, because r9c3 is 4"),
    ([Tightrope("r3c1 r4c2 r5c3 r6c2")], "r4c2=3", "r3c1=6", "r3c1 can't be 6, because r6c2 is 2"),
    (
        [AverageArrow("r2c3 r2c4 r3c3 r3c2")],
        "",
        "r2c4=7",
        "r2c4 can't be 7, because r2c3 can't be 6, r3c3 is 3 and r3c2 can't be 2",
    ),
    ([SumLine("r8c1 r7c1 r6c2 r5c1", 12)], "r5c1=1 r7c1=3", "r8c1=8", "r8c1 can't be 8, because r7c1 is 3"),
    ([Pointer("r1c8 r1c9 r2c9 r3c8 r4c9 r4c8")], "", "r1c8=8", "r1c8 can't be 8, because r4c9 is 5"),
    ([IndexLine("r8c6 r8c5 r7c1")], "r8c5=1 r8c6=2", "r7c1=2", "r7c1 can't be 2, because r8c6 is 2"),
    (
        [MagicSquare("r5c8 r3c9 r5c3 r3c5 r2c3 r4c4 r2c2 r3c3 r6c4")],
        "r2c2=4",
        "r4c4=2",
        "r4c4 can't be 2, because r5c3 is 6",
    ),
    ([Galaxies("r8c5 r6c9 r3c1 r2c9", 2, ((0, 1), (2, 1)))], "", "r8c5=8", "r8c5 can't be 8, because of this rule"),
    (
        [ChaosConstruction("r6c2 r6c1 r5c2 r2c4", "r4c4 r7c2 r7c3 r1c4", 2, 2)],
        "",
        "r5c2=1",
        "r5c2 can't be 1, because r6c2 is 2",
    ),
    ([RegionRun("r3c3 r2c6 r6c9 r8c6 r4c4", (2, 1))], "", "r4c4=9", "r4c4 can't be 9, because r3c3 is 3 and r6c9 is 1"),
    (
        [Nurikabe("r6c3 r4c1 r9c6 r4c5", (1, 2, 3, 4), 2, (2, 0, 0, 0))],
        "r4c5=2 r6c3=7 r9c6=3",
        "r4c1=4",
        "r4c1 can't be 4, because r9c6 is 3",
    ),
    (
        [StarBattle("r2c2 r8c9 r3c8 r5c7 r8c3 r3c4 r9c8 r6c8 r4c3 r6c1 r3c3 r1c7 r2c5 r6c9 r2c7 r3c2", (9,), 4)],
        "",
        "r2c7=5",
        "r2c7 can't be 5, because r3c8 is 4 and r3c3 is 3",
    ),
    ([FullRank("r4c8 r7c1", "r4c8 r7c1 r6c2 r9c5", 6)], "", "r4c8=9", "r4c8 can't be 9, because r6c2 is 2"),
    ([Product("r4c2 r3c3 r3c2", 54)], "", "r4c2=1", "r4c2 can't be 1, because r3c3 is 3"),
    ([Modified("r2c9 r5c1", Cage("r1c8 r2c8", 18))], "r5c1=1", "r1c8=8", "r1c8 can't be 8, because r5c1 is 1"),
    (
        [MarkedDifferent("r6c8 r7c7 r7c8", "r9c7 r4c5 r1c3")],
        "r4c5=2 r9c7=2",
        "r6c8=8",
        "r6c8 can't be 8, because r7c7 is 8, r9c7 is 2 and r4c5 is 2",
    ),
]


@pytest.mark.parametrize(("rules_added", "right", "wrong", "sentence"), BOARDS)
def test_a_mistake_is_told_in_the_words_of_its_rule(
    rules_added: list[Rule], right: str, wrong: str, sentence: str
) -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=rules_added)
    digits = {cell: int(digit) for cell, digit in (entry.split("=") for entry in right.split())}
    cell, sign, digit = wrong.partition("=") if "=" in wrong else wrong.partition("-")
    if sign == "=":
        told = hint(puzzle, digits | {cell: int(digit)})
    else:
        told = hint(puzzle, digits, notes={cell: set(range(1, 10)) - {int(digit)}})
    said = told.describe()
    assert said.startswith(f"{sentence}. "), said
    lines = [rule.describe_at(" ".join(map(puzzle.grid.cell_name, rule.scope))) for rule in puzzle.rules]
    assert all(line in said for line in lines), said


def test_there_are_forty_boards_and_every_kind_of_rule() -> None:
    assert len(BOARDS) >= 40
    assert {type(rule) for rules_added, *_ in BOARDS for rule in rules_added} == {
        kind for name, kind in RULES.items() if name != "automaton"
    }


# ── By brute force ──────────────────────────────────────────────────────────────────────────────────────────────────

Fillings = list[tuple[int, ...]]
MAX_CELLS = 8  # that are filled by brute force


def fill(
    board: Board, cells: Sequence[int], masks: dict[int, int], members: Sequence[Rule]
) -> Iterator[dict[int, int]]:
    """Fill cells in every way that the rules and the houses among the cells allow."""
    for filling in product(*(digits_of(masks[cell]) for cell in cells)):
        held = dict(zip(cells, filling, strict=True))
        if all(
            held[one] != held[other] or not board.geometry.peers[one] >> other & 1
            for one in cells
            for other in cells
            if one < other
        ) and all(rule.holds(tuple(held[cell] for cell in rule.scope)) for rule in members):
            yield held


def judge(board: Board, mistake: Mistake, reason: BrokenRules, said: str) -> None:
    """Fill the cells of rules with no more than the facts: nothing may be left."""
    full = (1 << board.geometry.n_digits) - 1
    own = bit_of(mistake.digit) if mistake.is_entered else full & ~bit_of(mistake.digit)
    facts = dict(reason.facts)
    for cell, mask in reason.facts:
        now = bit_of(board.values[cell]) or board.masks[cell]
        if cell == mistake.cell:
            now &= ~bit_of(mistake.digit)
        assert not now & ~mask, said
    cells = [cell for rule in reason.rules for cell in rule.scope]
    cells += [cell for house in reason.houses for cell in board.geometry.cells[house]]
    cells = list(dict.fromkeys(cells))
    if len(cells) > MAX_CELLS:
        return
    masks = {cell: facts.get(cell, own if cell == mistake.cell else full) for cell in cells}
    assert not any(fill(board, cells, masks, reason.rules)), said
    for name, need, can in re.findall(r"(r\d+c\d+) would have to be ([\d, or]+), but can only be ([\d, or]+)", said):
        cell = board.geometry.grid.cells_of([name])[0]
        assert {int(digit) for digit in re.findall(r"\d+", can)} == set(digits_of(board.masks[cell])), said
        ways = fill(board, cells, masks | {cell: full}, reason.rules)
        assert {int(digit) for digit in re.findall(r"\d+", need)} == {way[cell] for way in ways}, said


def judge_all(puzzle: Puzzle, data: st.DataObject) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    right = data.draw(st.sampled_from(solutions))
    for cell in data.draw(st.sets(st.integers(0, puzzle.grid.n_cells - 1), max_size=puzzle.grid.n_cells // 2)):
        if not board.values[cell]:
            board.place(cell, right[cell])
    left = [
        solution
        for solution in solutions
        if all(value in (0, digit) for value, digit in zip(board.values, solution, strict=True))
    ]
    opens = [cell for cell, value in enumerate(board.values) if not value]
    if not opens:
        return
    for cell in data.draw(st.lists(st.sampled_from(opens), min_size=1, max_size=4, unique=True)):
        for digit in range(1, puzzle.grid.n_digits + 1):
            for is_entered in (True, False):
                mistake = Mistake(cell, digit, is_entered)
                reason: MistakeReason | None = find_reason(board, mistake)
                if reason is None:
                    continue
                said = ". ".join(describe_mistake(board, mistake, reason))
                assert all((solution[cell] == digit) is not is_entered for solution in left), said
                match reason:
                    case Repeat(house, rival):
                        assert board.values[rival] == digit, said
                        assert {cell, rival} <= set(board.geometry.cells[house]), said
                    case BrokenRules():
                        judge(board, mistake, reason, said)
                    case Proof():
                        assert len(reason.deductions) <= 12, said


@pytest.mark.parametrize("name", RULES)
@examples_of_each(25)
@given(data=st.data())
def test_reasons_of_each_rule_are_true(name: str, data: st.DataObject) -> None:
    judge_all(data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2))), data)


@examples(150)
@given(data=st.data())
def test_reasons_of_mixed_rules_are_true(data: st.DataObject) -> None:
    judge_all(data.draw(small_puzzles(st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4))), data)


def sum_of(rule: Rule, digits: Sequence[int], what: str) -> int:
    """Add up the digits that a clause is about."""
    match rule, what:
        case PillArrow(), "the pill":
            return int("".join(map(str, digits[: rule.n_pill])))
        case PillArrow(), "the line":
            return sum(digits[rule.n_pill :])
        case _, "the line":
            return sum(digits[1:])
        case _, "the circle":
            return digits[0]
        case _, "the circles":
            return digits[0] + digits[-1]
        case _, "the cells between the circles":
            return sum(digits[1:-1])
        case Sandwich(), _:
            first, last = sorted((digits.index(1), digits.index(len(digits))))
            return sum(digits[first + 1 : last])
    if n := re.match(r"the first (\d+ )?digit", what):
        return sum(digits[: int(n[1] or 1)])
    return sum(digits)


def part_that_says(rule: Rule, said: str, masks: dict[int, int]) -> Rule:
    """Find the part of a rule whose numbers a clause is about; the rule itself, if no part says it."""
    parts = (part_that_says(part, said, masks) for part in rule.parts)
    return next((part for part in parts if part.describe_conflict([masks[cell] for cell in part.scope]) == said), rule)


@pytest.mark.parametrize("name", RULES)
@examples_of_each(200)
@given(data=st.data())
def test_numbers_of_a_broken_rule_are_true(name: str, data: st.DataObject) -> None:
    try:
        rule = data.draw(rules(name, 6, 6))
    except RuleError:
        return
    masks = {cell: data.draw(st.integers(1, 63) | st.sampled_from([1, 4, 32])) for cell in dict.fromkeys(rule.scope)}
    said = rule.describe_conflict([masks[cell] for cell in rule.scope])
    if not said:
        return
    rule = part_that_says(rule, said, masks)
    masks = {cell: masks[cell] for cell in rule.scope}
    for filling in product(*map(digits_of, masks.values())):
        held = dict(zip(masks, filling, strict=True))
        digits = [held[cell] for cell in rule.scope]
        if isinstance(rule, Cage | Sandwich) and len(set(digits)) < len(digits):
            continue  # houses
        assert not rule.holds(tuple(digits)), said
        for what, bound, number in re.findall(r"(the [\w ]*?) would add up to (?:at (least|most) )?(\d+)", said):
            total = sum_of(rule, digits, what)
            assert total >= int(number) if bound == "least" else total <= int(number) if bound else total == int(number)
        for what, bound, number in re.findall(r"and (the [\w ]*?) to at (least|most) (\d+)", said):
            total = sum_of(rule, digits, what)
            assert total >= int(number) if bound == "least" else total <= int(number), said


# ── Several mistakes, other puzzles ─────────────────────────────────────────────────────────────────────────────────


def test_two_wrong_digits_break_a_rule_together() -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Cage("r1c2 r1c3 r1c4", 11)])
    cage = "Cage r1c2 r1c3 r1c4: no repeats, sum 11."
    assert hint(puzzle, {"r1c2": 6, "r1c3": 4, "r1c4": 2}).describe() == (
        f"r1c2 can't be 6 while r1c3 is 4, because the cage would add up to 12, not 11. {cage} "
        f"r1c3 can't be 4 while r1c2 is 6, because the cage would add up to 12, not 11. {cage}"
    )


def test_two_wrong_digits_are_in_one_house() -> None:
    assert hint(Puzzle.classic(LINE), {"r1c1": 1, "r1c2": 1}).describe() == (
        "r1c1 can't be 1 while r1c2 is 1, because both are in row 1. "
        "r1c2 can't be 1 while r1c1 is 1, because both are in row 1."
    )


def test_notes_that_are_right_help_to_explain() -> None:
    """Notes that have lost their digit are a mistake, and say nothing about the others."""
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Consecutive("r1c1 r1c2")])
    said = hint(puzzle, {"r1c1": 2}, notes={"r1c2": {5, 8}, "r1c3": {2, 3}}).describe()
    assert said.startswith("r1c1 can't be 2, because r1c2 would have to be 1 or 3, but can only be 5 or 8. White dot")


def test_without_rules_a_house_or_a_short_proof_is_the_reason() -> None:
    puzzle = Puzzle.classic(LINE)
    said = hint(puzzle, {"r1c1": 4}).describe()
    assert said.startswith("Suppose that r1c1 is 4. Then r")
    assert said.endswith("Then row 2 has no place for 3, so r1c1 can't be 4.")
    said = hint(puzzle, notes={"r9c9": {2, 4}}).describe()
    assert said.startswith("Suppose that r9c9 isn't 6. Then r9c9 can only be 4. Then")
    assert said.endswith(", so r9c9 still needs the candidate 6.")


def test_a_mistake_is_told_in_chinese() -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Cage("r1c1 r1c2", 17)])
    said = hint(puzzle, {"r1c1": 7}).describe(lang="zh")
    assert not re.search(r"(?![rc]\d)[A-Za-z]{3}", said), said


@pytest.mark.parametrize(
    ("rule", "digits", "said"),
    [
        (
            Thermo("r3c3 r3c2 r2c1 r1c1"),
            {"r1c1": 9, "r2c1": 7, "r3c2": 1},
            "r3c2 can't be 1, because of this rule. Thermometer r3c3 r3c2 r2c1 r1c1: digits increase. r3c2 can't be "
            "less than 2, because r3c3 comes before and is at least 1.",
        ),
        (
            Nabner("r7c8 r6c8 r5c7"),
            {"r5c7": 4, "r6c8": 6},
            "r6c8 can't be 6, because r7c8 is 7. Nabner r7c8 r6c8 r5c7: no two are equal or consecutive. Each "
            "candidate of r7c8 is equal or next to 6.",
        ),
        (
            Cage("r1c9 r2c8 r2c7", 20),
            {"r1c9": 3, "r2c8": 8, "r2c7": 6},
            "r2c7 can't be 6, because the cage would add up to 17, not 20. Cage r1c9 r2c8 r2c7: no repeats, sum 20.",
        ),
    ],
)
def test_a_rule_without_numbers_says_in_its_own_words_why(rule: Rule, digits: dict[str, int], said: str) -> None:
    assert hint(Puzzle.of(Grid.classic(), LINE, rules=[rule]), digits).describe() == said


def test_a_candidate_that_nothing_excludes_is_told_so() -> None:
    puzzle = Puzzle.of(Grid.classic(), LINE, rules=[Greater("r5c7 r6c7")])
    solution = puzzle.solve()
    assert solution is not None
    for cell, right in enumerate(solution.digits):
        others = set(range(1, 10)) - {right}
        said = hint(puzzle, notes={cell: others}).describe() if not puzzle.givens[cell] else ""
        name = puzzle.grid.cell_name(cell)
        if said.startswith(f"{name} still needs the candidate {right}, because no house"):
            assert said.endswith(f"because no house of the cell has a {right} and no rule excludes it.")
            return
    pytest.fail("expected a candidate without a shorter reason")
