"""Rules beyond houses. Each is a frozen record with its cells, its definition, and its constraints for the engine.

``holds`` defines the rule in Python, for the digits of its cells; the checker and the tests use it. ``post`` expresses
the same in the constraints of the engine: houses, sums, sets of digits, tables, automata. A custom rule is one more
such class (see `Rule`), or one of `Sum`, `Table` and `Automaton`.
"""

from __future__ import annotations

from farandole.rules.cages import EqualityCage, RellikCage
from farandole.rules.compound import And, Not, Or
from farandole.rules.connected import Cave, Connected, Loop, Snake, YinYang
from farandole.rules.counts import Count, CountDistinct, CountingCircles, Minesweeper, ParityCount
from farandole.rules.exclusions import RuleCandidates
from farandole.rules.general import AllDifferent, Allowed, Automaton, Clone, Quadruple, Table
from farandole.rules.groups import EqualSum, OneOfEach, SameDigits
from farandole.rules.islands import Nurikabe, StarBattle
from farandole.rules.lines import (
    Between,
    Entropic,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    Renban,
    SlowThermo,
    Thermo,
    Whispers,
)
from farandole.rules.listed import MutualRelation, Relation
from farandole.rules.margin import Battlefield, BrokenXSum, FirstSeen, RisingStreak, Rossini, SumUntil
from farandole.rules.model import Digits, Equation, Model, mask_of
from farandole.rules.moves import (
    anti_camel,
    anti_leaper,
    anti_zebra,
    diagonal_nonconsecutive,
    knightmare,
    negative,
    pairs_apart,
    taxicab,
)
from farandole.rules.named import WHOLE_GRID
from farandole.rules.nfa import Nfa
from farandole.rules.outside import HiddenSkyscraper, Indexer, Lunchbox, NumberedRoom, Sandwich, Skyscraper, XSum
from farandole.rules.pairs import (
    Consecutive,
    Greater,
    NotBoth,
    NotConsecutive,
    NotPairSum,
    NotRatio,
    PairSum,
    Ratio,
)
from farandole.rules.patterns import nfa_of
from farandole.rules.ranks import FullRank
from farandole.rules.regions import ChaosConstruction, Galaxies, RegionRun
from farandole.rules.rule import RULES, Rule, tabulate
from farandole.rules.sequences import (
    ArithmeticSequence,
    AtLeastLine,
    AverageArrow,
    Flatmates,
    IndexLine,
    Oscillator,
    Pointer,
    Tightrope,
)
from farandole.rules.shading import add_layer, are_connected
from farandole.rules.squares import MagicSquare
from farandole.rules.sum_lines import Arrow, DoubleArrow, PillArrow, RegionSum, SumLine, Zipper
from farandole.rules.sums import Cage, FrameSum, LittleKiller, Product, Sum, WeightedSum
from farandole.rules.values import MarkedDifferent, Modified, add_modifiers, modify
from farandole.rules.whole_grid import (
    anti_king,
    anti_knight,
    anti_taxicab,
    dutch_flatmates,
    global_entropy,
    global_modular,
    make_those_present,
    negative_kropki,
    negative_xv,
    nonconsecutive,
)

__all__ = [
    "RULES",
    "WHOLE_GRID",
    "AllDifferent",
    "Allowed",
    "And",
    "ArithmeticSequence",
    "Arrow",
    "AtLeastLine",
    "Automaton",
    "AverageArrow",
    "Battlefield",
    "Between",
    "BrokenXSum",
    "Cage",
    "Cave",
    "ChaosConstruction",
    "Clone",
    "Connected",
    "Consecutive",
    "Count",
    "CountDistinct",
    "CountingCircles",
    "Digits",
    "DoubleArrow",
    "Entropic",
    "EqualSum",
    "EqualityCage",
    "Equation",
    "FirstSeen",
    "Flatmates",
    "FrameSum",
    "FullRank",
    "Galaxies",
    "Greater",
    "HiddenSkyscraper",
    "IndexLine",
    "Indexer",
    "LittleKiller",
    "Lockout",
    "Loop",
    "Lunchbox",
    "MagicSquare",
    "MarkedDifferent",
    "Minesweeper",
    "Model",
    "Modified",
    "Modular",
    "MutualRelation",
    "Nabner",
    "Nfa",
    "Not",
    "NotBoth",
    "NotConsecutive",
    "NotPairSum",
    "NotRatio",
    "NumberedRoom",
    "Nurikabe",
    "OneOfEach",
    "Or",
    "Oscillator",
    "PairSum",
    "Palindrome",
    "ParityCount",
    "PillArrow",
    "Pointer",
    "Product",
    "Quadruple",
    "Ratio",
    "RegionRun",
    "RegionSum",
    "Relation",
    "RellikCage",
    "Renban",
    "RisingStreak",
    "Rossini",
    "Rule",
    "RuleCandidates",
    "SameDigits",
    "Sandwich",
    "Skyscraper",
    "SlowThermo",
    "Snake",
    "StarBattle",
    "Sum",
    "SumLine",
    "SumUntil",
    "Table",
    "Thermo",
    "Tightrope",
    "WeightedSum",
    "Whispers",
    "XSum",
    "YinYang",
    "Zipper",
    "add_layer",
    "add_modifiers",
    "anti_camel",
    "anti_king",
    "anti_knight",
    "anti_leaper",
    "anti_taxicab",
    "anti_zebra",
    "are_connected",
    "diagonal_nonconsecutive",
    "dutch_flatmates",
    "global_entropy",
    "global_modular",
    "knightmare",
    "make_those_present",
    "mask_of",
    "modify",
    "negative",
    "negative_kropki",
    "negative_xv",
    "nfa_of",
    "nonconsecutive",
    "pairs_apart",
    "tabulate",
    "taxicab",
]
