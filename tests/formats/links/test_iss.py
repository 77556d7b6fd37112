"""Interactive Sudoku Solver's text: each constraint means a rule of ours, and is written as it is read."""

import re
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import rules
from farandole.errors import FarandoleError, FormatError, PuzzleError
from farandole.formats import detect_format, is_link, read, unknowns, write
from farandole.formats.links import iss
from farandole.formats.links.iss import codes
from farandole.formats.links.iss.grids import GRID
from farandole.formats.links.iss.rows import NEGATIVE, OPTIONS, WHOLE_GRID
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle

CLASSIC = Grid.classic()
ROW, COLUMN = tuple(range(9)), tuple(range(0, 81, 9))
MEANINGS: dict[str, list[rules.Rule]] = {
    ".Cage~10~R1C1~R1C2": [rules.Cage((0, 1), 10)],
    ".Cage~0~R1C1~R1C2": [rules.Cage((0, 1), None)],
    ".Sum~10~R1C1~R2C2": [rules.Sum((0, 10), 10)],
    ".Sum~0_=_2_1_-1~R1C1~R2C2~R3C3": [rules.WeightedSum((0, 10, 20), (2, 1, -1), 0)],
    ".AllDifferent~R1C1~R2C2~R3C3": [rules.AllDifferent((0, 10, 20))],
    ".Thermo~R1C1~R1C2~R1C3": [rules.Thermo((0, 1, 2))],
    ".Whisper~4~R1C1~R1C2": [rules.Whispers((0, 1), 4)],
    ".Renban~R1C1~R2C2": [rules.Renban((0, 10))],
    ".Modular~3~R1C1~R1C2~R1C3": [rules.Modular((0, 1, 2))],
    ".Entropic~R1C1~R1C2~R1C3": [rules.Entropic((0, 1, 2))],
    ".RegionSumLine~R1C3~R1C4": [rules.RegionSum((2, 3), ((2,), (3,)))],
    ".Between~R1C1~R1C2~R1C3": [rules.Between((0, 1, 2))],
    ".Lockout~4~R1C1~R1C2~R1C3": [rules.Lockout((0, 1, 2), 4)],
    ".Palindrome~R1C1~R1C2": [rules.Palindrome((0, 1))],
    ".Zipper~R1C1~R1C2~R1C3": [rules.Zipper((0, 1, 2))],
    ".Arrow~R1C1~R1C2~R1C3": [rules.Arrow((0, 1, 2))],
    ".DoubleArrow~R1C1~R1C2~R1C3": [rules.DoubleArrow((0, 1, 2))],
    ".PillArrow~2~R1C1~R1C2~R1C3": [rules.PillArrow((0, 1, 2), 2)],
    ".WhiteDot~R1C1~R1C2": [rules.Consecutive((0, 1))],
    ".BlackDot~R1C1~R2C1": [rules.Ratio((0, 9))],
    ".X~R1C1~R1C2": [rules.PairSum((0, 1), 10)],
    ".V~R1C1~R1C2": [rules.PairSum((0, 1), 5)],
    ".GreaterThan~R1C1~R1C2": [rules.Greater((0, 1))],
    ".Quad~R1C1~1~2": [rules.Quadruple((0, 1, 9, 10), (1, 2))],
    ".LittleKiller~20~R1C4": [rules.LittleKiller((3, 11, 19, 27), 20)],
    ".LittleKiller~20~R9C3": [rules.LittleKiller((74, 66, 58, 50, 42, 34, 26), 20)],
    ".XSum~R1~20~": [rules.XSum(ROW, 20)],
    ".Skyscraper~C1~~3": [rules.Skyscraper(COLUMN[::-1], 3)],
    ".NumberedRoom~R1~~4": [rules.NumberedRoom(ROW[::-1], 4)],
    ".Sandwich~0~C1": [rules.Sandwich(COLUMN, 0)],
    ".Indexing~C~R1C3": [rules.Indexer(ROW, 3)],
    ".Indexing~R~R2C1": [rules.Indexer(COLUMN, 2)],
    ".Or.Thermo~R1C1~R1C2.And.Cage~5~R2C1~R2C2.Or.X~R3C1~R3C2.~R4C1_1_2.End.End.End": [
        rules.Thermo((0, 1)) | (rules.Cage((9, 10), 5) & (rules.PairSum((18, 19), 10) | rules.Allowed((27,), (1, 2))))
    ],
    ".AntiKnight": list(rules.anti_knight(CLASSIC)),
    ".AntiKing": list(rules.anti_king(CLASSIC)),
    ".AntiConsecutive": list(rules.nonconsecutive(CLASSIC)),
    ".AntiTaxicab": list(rules.anti_taxicab(CLASSIC)),
    ".GlobalEntropy": list(rules.global_entropy(CLASSIC)),
    ".GlobalMod": list(rules.global_modular(CLASSIC)),
    ".DutchFlatmates": list(rules.dutch_flatmates(CLASSIC)),
    ".Modular~2~R1C1~R1C2": [rules.Modular((0, 1), 2)],
    ".Pair~CB~_mine%2E~R1C1~R1C2": [rules.Relation((0, 1), ((1, 2), (1, 7)), "mine.")],
    ".PairX~CB~R1C1~R1C2": [rules.MutualRelation((0, 1), ((1, 2), (1, 7)))],
    ".EqualSum~R1C1~-~R2C2~R2C3": [rules.EqualSum((0, 10, 11), (1, 2))],
    ".SameValues~2~R1C1~R2C2~R1C2~R2C3": [rules.SameDigits((0, 10, 1, 11), 2)],
    ".SumLine~10~R1C1~R1C2~R2C2": [rules.SumLine((0, 1, 10))],
    ".SumLine~12~R1C1~R1C2~R2C2~LOOP": [rules.SumLine((0, 1, 10, 0), 12)],
    ".RellikCage~9~R1C1~R1C2": [rules.RellikCage((0, 1), 9)],
    ".EqualityCage~R1C1~R1C2": [rules.EqualityCage((0, 1))],
    ".Lunchbox~5~R1C1~R1C2~R1C3": [rules.Lunchbox((0, 1, 2), 5)],
    ".HiddenSkyscraper~R1~~4": [rules.HiddenSkyscraper(ROW[::-1], 4)],
    ".ContainExact~4_4~R1C1~R1C2~R2C2": [rules.Count((0, 1, 10), (4,), 2, 2)],
    ".ContainAtLeast~4~R1C1~R1C2": [rules.Count((0, 1), (4,), 1)],
    ".LookAndSay~04~R1C1~R1C2": [rules.Count((0, 1), (4,), 0, 0)],
    ".CountingCircles~R1C1~R1C2": [rules.CountingCircles((0, 1))],
    ".CountDistinct~R1C1~R1C2~R2C2": [rules.CountDistinct((0, 1, 10))],
    ".ValueIndexing~R1C1~R1C2~R1C3": [rules.Pointer((0, 1, 2))],
    ".ConnectedValues~~1_2": [rules.Connected(tuple(range(81)), (1, 2), 9)],
    ".FullRank~R1~~4": [rules.FullRank(ROW[::-1], tuple(range(81)), 4)],
}
# Names that are read, but written otherwise or not at all.
READ_ONLY = {"", "Binary", "BinaryX", "NFA", "Regex", "SearchPriority"}


@pytest.mark.parametrize("text", MEANINGS)
def test_each_constraint_means_a_rule_and_is_written_so(text: str) -> None:
    puzzle = Puzzle(CLASSIC, (0,) * 81, rules=tuple(MEANINGS[text]))
    found = iss.read(text)
    assert set(found.rules) == set(puzzle.rules)
    assert found == puzzle or len(puzzle.rules) > 1
    assert iss.write(puzzle) == text


def test_every_row_has_its_example() -> None:
    of_regions = {"ChaosConstruction", "ChaosArrow", "ChaosCount"}  # these need labels: see below
    assert {text[1:].partition("~")[0] for text in MEANINGS} >= set(iss.ROWS) - READ_ONLY - of_regions


@given(puzzle=strategies.puzzles())
@examples(50)
def test_puzzles_of_cells_are_read_as_written(puzzle: Puzzle) -> None:
    if (puzzle.grid.height, puzzle.grid.width) == (puzzle.grid.n_digits,) * 2:
        assert iss.read(iss.write(puzzle)) == puzzle


def test_candidates_are_given_and_a_single_one_is_a_digit() -> None:
    puzzle = iss.read(".~R1C1_1_2~R1C2_3.~R1C1_2_5")
    assert (puzzle.givens[:2], puzzle.masks[:2]) == ((2, 3), (0b10, 0b100))
    marked = Puzzle(CLASSIC, (0,) * 81, (0b11, *[0b111111111] * 80))
    assert iss.write(marked) == ".~R1C1_1_2"
    assert iss.read(iss.write(marked)) == marked


def test_grids_and_houses() -> None:
    diagonals = Puzzle(Grid.classic((2, 2)).with_houses("rising_diagonal", "falling_diagonal"), (1, *[0] * 15))
    assert iss.write(diagonals) == ".Shape~4x4.Diagonal~1.Diagonal~-1.~R1C1_1"
    assert read(iss.write(diagonals))[0].count() == diagonals.count()
    jigsaw = Puzzle.of(Grid.jigsaw("AAAB CABB CCDB CDDD"), "1" + "." * 15)
    assert iss.write(jigsaw) == ".Shape~4x4.Jigsaw~0001201122312333.NoBoxes.~R1C1_1"
    assert read(iss.write(jigsaw)) == [jigsaw]
    latin = Puzzle.of(Grid.latin(3), "1" + "." * 8)
    assert read(iss.write(latin))[0].count() == latin.count()
    windoku = Puzzle(Grid.classic().with_houses("windoku", "disjoint_groups"), (0,) * 81)
    assert len(read(iss.write(windoku))[0].grid.houses) == len(windoku.grid.houses)
    large = Puzzle(Grid.classic((4, 4)), (*[0] * 255, 16), rules=(rules.Thermo((0, 17, 255 - 16)),))
    assert ".Thermo~R1C1~R2C2~RfCg" in iss.write(large)
    assert read(iss.write(large)) == [large]


# The kinds of constraints in its source, without Container and End, which are only brackets.
KIND_NAMES = """
AllDifferent And AntiConsecutive AntiKing AntiKnight AntiTaxicab Arrow Between Binary BinaryX BlackDot Cage
ChaosArrow ChaosConstruction ChaosCount ConnectedValues ContainAtLeast ContainExact CountDistinct
CountingCircles Diagonal DisjointSets Doppelganger DoubleArrow DutchFlatmates Entropic EqualSum EqualityCage
FullRank FullRankTies Given GlobalEntropy GlobalMod GreaterThan HiddenSkyscraper Indexing Jigsaw LittleKiller
Lockout LookAndSay Lunchbox Modular NFA NoBoxes NumberedRoom Or Pair PairX Palindrome PillArrow Quad Regex
RegionSameValues RegionSize RegionSumLine RellikCage Renban Replicate SameValues Sandwich SearchPriority Shape
Skyscraper StrictKropki StrictXV Sum SumLine Thermo V ValueIndexing Var Whisper WhiteDot Windoku X XSum Zipper
"""


def test_the_page_of_variants_has_each_kind_and_tells_which_are_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "variants.md").read_text()
    section = page[page.index("## Rules in other programs") : page.index("## Your own rule")]
    known, _, unread = section.partition("doesn't read them:")
    named = {name for line in known.splitlines() for name in re.findall("`([^`]+)`", (line.split("|") + [""] * 3)[2])}
    not_read = set(re.findall("`([^`]+)`", unread))
    assert named | not_read == {*KIND_NAMES.split()}
    assert not named & not_read
    read_here = {*iss.ROWS, *iss.COMPOSITES, *WHOLE_GRID, *NEGATIVE, *GRID, *OPTIONS} - {""} | {"Given"}
    assert read_here == named
    rules_named = {
        name for line in known.splitlines() for name in re.findall("`([^`]+)`", (line.split("|") + [""] * 2)[1])
    }
    assert {kind.__name__ for kind in rules.RULES.values()} <= rules_named


def test_shapes_with_more_digits_or_other_sides() -> None:
    grid = iss.read(".Shape~6x8").grid
    assert (grid.height, grid.width, grid.n_digits, len(grid.regions)) == (6, 8, 8, 6)
    assert {len(house.cells) for house in grid.houses} == {6, 8}
    assert iss.read(".Shape~4x4~~Raw").grid.houses == ()
    assert iss.read(".Shape~2x3~4~Raw").count() == 4**6
    sized = iss.read(".Shape~8x8.RegionSize~4").grid
    assert [len(region.cells) for region in sized.regions] == [4] * 16
    both = iss.read(".Shape~4x4.Jigsaw~1111222233334444").grid
    assert (len(both.houses), len(both.regions)) == (12 + 4, 4)
    partial = iss.read(".Shape~4x4.NoBoxes.Jigsaw~1111222200000000").grid
    assert [len(region.cells) for region in partial.regions] == [4, 4]


def test_a_prime_side_has_no_boxes_and_its_regions_are_outlined() -> None:
    assert iss.read(".Shape~5x5").grid.regions == ()
    puzzle = iss.read(".Shape~5x5.Jigsaw~1111122222333334444455555.RegionSumLine~R1C1~R1C2~R2C2")
    assert puzzle.rules == (rules.RegionSum((0, 1, 6), ((0, 1), (6,))),)


def test_further_houses_of_grids_with_more_digits() -> None:
    grid = iss.read(".Shape~4x4~6.Diagonal~1.Diagonal~-1.DisjointSets.Windoku").grid
    window, *disjoint, rising, falling = [house.cells for house in grid.houses[12:]]
    assert window == (5, 6, 9, 10)
    assert disjoint == [(0, 2, 8, 10), (1, 3, 9, 11), (4, 6, 12, 14), (5, 7, 13, 15)]
    assert (rising, falling) == ((3, 6, 9, 12), (0, 5, 10, 15))


def test_the_largest_regions_hold_the_same_of_more_digits() -> None:
    [rule] = iss.read(".Shape~2x2~3.NoBoxes.RegionSameValues").rules
    assert rule == rules.SameDigits((0, 1, 2, 3, 0, 2, 1, 3), 4)
    assert iss.read(".Shape~2x2~3.NoBoxes.RegionSameValues").count() == 6
    assert iss.read(".Shape~2x2.NoBoxes.RegionSameValues").rules == ()


def test_marks_that_are_all_there_make_the_others_false() -> None:
    puzzle = iss.read(".WhiteDot~R1C1~R1C2.StrictKropki.V~R2C1~R2C2.StrictXV")
    made: tuple[rules.Rule, ...] = (rules.Consecutive((0, 1)), rules.PairSum((9, 10), 5))
    made += (*rules.negative_kropki(CLASSIC, made), *rules.negative_xv(CLASSIC, made))
    assert set(puzzle.rules) == set(made)
    assert set(iss.read(iss.write(puzzle)).rules) == set(made)


def test_digits_that_cells_contain_are_counted_each() -> None:
    cells = (0, 1, 2)
    exact, least = (
        iss.read(".ContainExact~1_2_1~R1C1~R1C2~R1C3").rules,
        iss.read(".LookAndSay~2112~R1C1~R1C2~R1C3").rules,
    )
    assert exact == least == (rules.Count(cells, (1,), 2, 2), rules.Count(cells, (2,), 1, 1))


def test_a_relation_has_a_name_for_each_group_of_cells() -> None:
    pairs = ((1, 2), (1, 7))
    assert iss.read(".Pair~CB~_a~R1C1~R1C2~~R2C1~R2C2~_b~R3C1~R3C2").rules == (
        rules.Relation((0, 1), pairs, "a"),
        rules.Relation((9, 10), pairs, "a"),
        rules.Relation((18, 19), pairs, "b"),
    )
    legacy = iss.read(".Binary~--~_x~R1C1~R1C2").rules[0]
    assert legacy == iss.read(".Pair~__~_x~R1C1~R1C2").rules[0] != iss.read(".Pair~--~_x~R1C1~R1C2").rules[0]


@given(machine=strategies.machines(6), digits=st.lists(st.integers(1, 6), max_size=6))
@examples(200)
def test_an_automaton_is_read_as_written(machine: rules.Nfa, digits: list[int]) -> None:
    code = codes.encode_nfa(machine, 6)
    assert code is not None
    assert codes.decode_nfa(code, 6).accepts(digits) == machine.accepts(digits)
    assert codes.encode_nfa(codes.decode_nfa(code, 6), 6) == code


def test_states_that_no_arc_reaches_are_not_written() -> None:
    assert codes.encode_nfa(rules.Nfa(3, (), ()), 6) == codes.encode_nfa(rules.Nfa(1, (), ()), 6)


def test_digits_too_long_for_a_number_are_refused() -> None:
    with pytest.raises(FormatError, match="expected digits from 1 to 9, found 'R1C1_999"):
        iss.read(f".~R1C1_{'9' * 5000}")


def test_an_automaton_of_several_segments_reads_a_sign_between_them() -> None:
    """The first cell of each segment is the same odd digit as that of the one before: states 1, 2, and 0 between."""
    arcs = ((0, 1, 0b01), (0, 2, 0b10), (1, 1, 0b11), (2, 2, 0b11), (1, 3, 0b100), (2, 4, 0b100))
    code = codes.encode_nfa(rules.Nfa(5, (*arcs, (3, 1, 0b01), (4, 2, 0b10)), (1, 2)), 3)
    [rule] = iss.read(f".Shape~2x2.NoBoxes.NFA~{code}~_same~R1C1~R1C2~-~R2C1~R2C2").rules
    assert rule.cells == (0, 1, 2, 3)
    kept = [digits for digits in product((1, 2), repeat=4) if rule.holds(digits)]
    assert kept == [digits for digits in product((1, 2), repeat=4) if digits[0] == digits[2]]


def test_what_is_replicated_is_shifted_from_its_origin() -> None:
    assert iss.read(".Replicate~CI.Thermo~R1C1~R2C2.~R1C1_1_2.End").rules == (
        rules.Thermo((1, 11)),
        rules.Allowed((1,), (1, 2)),
        rules.Thermo((9, 19)),
        rules.Allowed((9,), (1, 2)),
    )


def test_several_lines_a_link_and_comments() -> None:
    text = "# a comment\n.Cage~10~R1C1\n  ~R1C2\n.~R1C3_5\n"
    expected = Puzzle(CLASSIC, (0, 0, 5, *[0] * 78), rules=(rules.Cage((0, 1), 10),))
    assert iss.read(text.removeprefix("# a comment\n")) == expected
    assert detect_format(text.removeprefix("# a comment\n")) == "iss"
    link = write(expected, "iss")
    assert link.startswith("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.")
    assert (is_link(link), read(link)) == (True, [expected])
    assert is_link(".AntiKnight.~R1C1_5")
    assert not is_link("." * 81)
    assert not is_link(".hidden~")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (".Snow.Cage~1~R1C1", "not understood: Snow"),
        (".And.Cage~1~R1C1", "constraint 1, And: expected an .End, found the end of the text"),
        (".Cage~1~R1C1.End", "constraint 2: expected no End here"),
        (".And.Cage~x~R1C1.End", "constraint 2, Cage: expected a whole number, found 'x'"),
        (".Cage~x~R1C1", "constraint 1, Cage: expected a whole number, found 'x'"),
        (".Cage~5~R1C1~R0C1", "expected a cell such as R1C1, found 'R0C1'"),
        (".Cage~5~RzC1", "found 'RzC1'"),
        (".~R1C1_12", "constraint 1, givens: expected digits from 1 to 9, found 'R1C1_12'"),
        (".Shape~9", "Shape: expected at most 32 rows and columns"),
        (".Shape~9x9~8", "and at least as many digits, such as 9x9~12, found '9x9~8'"),
        (".Shape~9x9~0-7", "and at least as many digits, such as 9x9~12, found '9x9~0-7'"),
        (".Shape~4x4.Doppelganger", "Doppelganger: expected digits from 0 to the number of rows, found 1234"),
        (".Shape~2x2.Jigsaw~1123", "Jigsaw: expected regions of 2 cells, found one of 1"),
        (".Jigsaw~123", "Jigsaw: expected 81 cells, found 3"),
        (".Modular~0~R1C1~R1C2~R1C3", "a modulus from 1 to"),
        (".Pair~!~R1C1~R1C2", "expected a code of letters, digits, - and _, found '!' in it"),
        (".NFA~A~R1C1", "expected a longer code of an automaton"),
        (".Regex~WzE~R1C1", r"pattern '\[1', sign 3: expected a digit from 1 to 9, found its end"),
        (".Regex~*~R1C1", r"expected a pattern in base 64, found '\*'"),
        (".LookAndSay~123~R1C1", "expected pairs of a count and a digit, such as 2315, found '123'"),
        (".SumLine~10~R1C1~R1C2~LOOP", "expected a loop of three cells or more, found 2"),
        (".Replicate~_.Thermo~R1C9~R2C9.End", "constraint 2, Thermo: expected a cell"),
        (".Shape~4x4.DutchFlatmates", "expected an odd number of digits, found 4"),
        (".LittleKiller~5~R5C5", "expected a cell at the margin, found R5C5"),
        (".XSum~X1~5~", "expected a row or a column such as R1"),
        (".Indexing~B~R1C1", "expected R or C"),
        (".Quad~R9C9~1", "the upper left cell of four, found R9C9"),
        (".Diagonal~2", "expected 1 or -1"),
        ("x.Cage~5~R1C1", "expected a link"),
    ],
)
def test_bad_texts_are_refused(text: str, fault: str) -> None:
    with pytest.raises(FarandoleError, match=fault):
        iss.read(text)


def test_each_kind_that_is_not_understood_is_named_once_with_a_count() -> None:
    with pytest.raises(FormatError, match=r"not understood: Fog \(2 times\); Rain$"):
        iss.read(".Fog~1.Rain~R1C1.Fog~2")


def test_what_a_constraint_holds_is_not_taken_for_the_puzzle_when_it_is_not_understood() -> None:
    text = ".And.Cage~5~R1C1~R1C2.~R1C3_4_5.End.Thermo~R2C1~R2C2"
    assert iss.read(text).rules == (
        rules.Cage((0, 1), 5),
        rules.Allowed((2,), (4, 5)),
        rules.Thermo((9, 10)),
    )
    made = iss.read(text.replace("And", "Or")).rules
    assert made == (rules.Cage((0, 1), 5) | rules.Allowed((2,), (4, 5)), rules.Thermo((9, 10)))
    unknown = text.replace("And.Cage", "Or.Rain")
    assert iss.read(unknown, lenient=True).rules == (rules.Thermo((9, 10)),)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (".Or.X~R1C1~R1C2.End", (rules.PairSum((0, 1), 10),)),
        (".Or.End", (rules.Allowed((0,), ()),)),
        (".Or.X~R1C1~R1C2.And.End.End", ()),  # an And of nothing holds
        (
            ".Or.~R1C1_1~R1C2_2.X~R1C1~R1C2.End",  # givens together are one alternative
            ((rules.Allowed((0,), (1,)) & rules.Allowed((1,), (2,))) | rules.PairSum((0, 1), 10),),
        ),
        (
            ".Or.Skyscraper~C1~2~3.X~R1C1~R1C2.End",  # so are the clues at both ends of a line
            ((rules.Skyscraper(COLUMN, 2) & rules.Skyscraper(COLUMN[::-1], 3)) | rules.PairSum((0, 1), 10),),
        ),
    ],
)
def test_alternatives_are_what_the_constraints_mean(text: str, meaning: tuple[rules.Rule, ...]) -> None:
    assert iss.read(text).rules == meaning


SUM, ORDER, LINE = rules.PairSum((0, 1), 10), rules.Thermo((2, 3)), rules.Palindrome((9, 10, 11))


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (rules.And((SUM,)), ".X~R1C1~R1C2"),
        (rules.Or((rules.And((SUM,)),)), ".X~R1C1~R1C2"),
        (SUM & ORDER, ".X~R1C1~R1C2.Thermo~R1C3~R1C4"),
        (rules.Or((SUM & ORDER,)), ".X~R1C1~R1C2.Thermo~R1C3~R1C4"),
        (rules.And((SUM,)) | ORDER, ".Or.X~R1C1~R1C2.Thermo~R1C3~R1C4.End"),
        (
            rules.Or((SUM & (ORDER & LINE), ORDER | LINE)),
            ".Or.And.X~R1C1~R1C2.Thermo~R1C3~R1C4.Palindrome~R2C1~R2C2~R2C3.End"
            ".Or.Thermo~R1C3~R1C4.Palindrome~R2C1~R2C2~R2C3.End.End",
        ),
    ],
)
def test_what_holds_alone_or_together_is_written_as_it_is_read(rule: rules.Rule, text: str) -> None:
    written = iss.write(Puzzle.of(rules=[rule]))
    assert written == text
    assert iss.write(iss.read(written)) == written


@pytest.mark.parametrize(
    "text",
    [".Cage~~R4C1~R4C4", ".Or.Cage~1~R1C1.End", ".And", ".NoBoxes\n.~R1C1_2", "# mine\n\n# yours\n.Thermo~R1C1~R1C2"],
)
def test_any_first_constraint_is_recognized(text: str) -> None:
    assert detect_format(text) == "iss"


def test_lenient_reading_passes_over_what_is_not_understood() -> None:
    text = ".Snow~9~R1C1~R1C2.Cage~5~R1C1~R1C2"
    assert unknowns(text) == ["Snow"]
    assert read(text, lenient=True)[0].rules == (rules.Cage((0, 1), 5),)


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (Puzzle(Grid.samurai(), (0,) * 369), "not a rectangle"),
        (Puzzle(CLASSIC, (0,) * 81, rules=(rules.Nabner((0, 1, 2)),)), "Nabner"),
        (Puzzle(CLASSIC, (0,) * 81, rules=(rules.Ratio((0, 1), 3),)), "Ratio"),
        (Puzzle(CLASSIC.with_houses(House("mine", tuple(range(0, 81, 10)))), (0,) * 81), None),
    ],
)
def test_what_it_can_not_say_is_named(puzzle: Puzzle, fault: str | None) -> None:
    if fault is None:
        assert read(write(puzzle, "iss"))[0].count(limit=5) == 5
        return
    with pytest.raises(PuzzleError, match=fault):
        iss.write(puzzle)


@given(text=st.text(".~R1C23xSumCageThermo_-\n", max_size=60))
@examples(100)
def test_any_text_is_answered_or_refused(text: str) -> None:
    with suppress(FarandoleError):
        iss.read("." + text)


def test_digits_from_zero_are_read_and_written() -> None:
    text = ".Shape~9x9~0-8.~R1C1_0.Cage~3~R2C1~R2C2.Quad~R3C3~0~1"
    puzzle = iss.read(text)
    assert puzzle.grid == Grid.classic().with_digits(9, first=0)
    assert puzzle.givens[0] == 1
    assert iss.read(".Shape~9x9~0-8.~R1C2_1_8").masks[1] == 0b100000010
    assert puzzle.rules == (rules.Cage((9, 10), 3), rules.Quadruple((20, 21, 29, 30), (0, 1)))
    assert iss.write(puzzle) == text
    assert iss.read(".Shape~9x9~0-8.Sandwich~5~R1").rules == (rules.Lunchbox(tuple(range(9)), 5),)


@given(pairs=strategies.relations(4, 0), machine=strategies.machines(4, 0))
@examples(50)
def test_codes_of_digits_from_zero_are_read_as_written(pairs: tuple[tuple[int, int], ...], machine: rules.Nfa) -> None:
    grid = Grid.classic(4).with_digits(4, first=0)
    read_back = iss.read(iss.write(Puzzle(grid, (0,) * 16, rules=(rules.Relation((0, 5), pairs),))))
    assert set(read_back.rules[0].pairs) == set(pairs)  # type: ignore[attr-defined]
    written = Puzzle(grid, (0,) * 16, rules=(rules.Automaton((0, 5, 10), machine),))
    assert iss.read(iss.write(written)).count() == written.count()


def test_a_pattern_may_have_the_digit_zero() -> None:
    assert rules.nfa_of("0[1-3]", 4, 0).accepts((0, 3))
    with pytest.raises(PuzzleError, match="sign 1: expected a digit from 0 to 3"):
        rules.nfa_of("4", 4, 0)


@pytest.mark.parametrize("shape", ["6x8", "4x4~6", "4x7~0-6", "5x5~0-8", "4x4~0-3"])
def test_shapes_are_written_as_they_are_read(shape: str) -> None:
    square = (".Diagonal~1", ".DisjointSets") if shape[0] == shape[2] else ()
    for more in ("", ".RegionSize~4", ".NoBoxes", *square):
        grid = iss.read(f".Shape~{shape}{more}").grid
        assert iss.read(iss.write(Puzzle(grid, (0,) * grid.n_cells))).grid == grid, more


def test_a_doppelganger_lacks_another_digit_in_each_house() -> None:
    puzzle = iss.read(".Shape~4x4~0-4.Doppelganger.Whisper~2~DGR1~DGR2.~R1C1_0")
    solution = puzzle.solve()
    assert solution is not None
    rows = solution.rows[:4]
    lacks = [{*range(5)} - {*row[:4]} for row in rows]
    assert all(0 in row[:4] for row in rows)
    assert len(set.union(*lacks)) == 4
    columns = [min({*range(5)} - {row[place] for row in rows}) for place in range(4)]
    assert abs(columns[0] - columns[1]) >= 2


def test_variables_are_cells_below_the_grid() -> None:
    text = ".Shape~4x4.Var~SUM~a%20label.Var~B~~2x3.~R1C1_2~VB2_3_4.Sum~0_=_1_1_-1~R1C2~R2C1~VSUM.AntiKnight"
    puzzle = iss.read(text)
    assert puzzle.grid == Grid.classic(4).with_variables((2, 3), 1)
    assert puzzle.givens[:1] == (2,)
    assert puzzle.masks[17] == 0b1100
    assert puzzle.rules == (rules.WeightedSum((1, 4, 22), (1, 1, -1)), *rules.anti_knight(Grid.classic(4)))
    written = iss.write(puzzle)
    assert written.startswith(".Shape~4x4.Var~A~~2x3.Var~B~~1x1.~R1C1_2~")
    assert written.endswith("~VA2_3_4.AntiKnight.Sum~0_=_1_1_-1~R1C2~R2C1~VB")
    assert set(iss.read(written).rules) == set(puzzle.rules)
    assert iss.read(written).grid == puzzle.grid
    assert iss.read(".Var~A~~2.WhiteDot~VA1~VA2").rules == (rules.Consecutive((81, 82)),)
    for sizes in ((6,), (3, (3, 1), 5), ((1, 7), 2)):
        grid = Grid.classic(4).with_variables(*sizes)
        assert iss.read(iss.write(Puzzle(grid, (0,) * grid.n_cells))).grid == grid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".Var~a", "constraint 1, Var: expected a new prefix of letters and a size, found 'a'"),
        (".Var~A.Var~A~~2", "constraint 2, Var: expected a new prefix of letters and a size, found 'A~~2'"),
        (".Var~A~~0x3", "constraint 1, Var: expected a new prefix of letters and a size, found 'A~~0x3'"),
        (".Var~A~~2.Cage~5~VA3", "constraint 2, Cage: expected a cell such as R1C1, found 'VA3'"),
        (".Var~A~~2.Quad~VA1~2", "constraint 2, Quad: expected cells of the grid, found a variable"),
        (".Sum~0_=_1~R1C1~R1C2", "Sum: WeightedSum: expected a coefficient for each cell"),
    ],
)
def test_malformed_variables_are_named(text: str, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError)) as caught:
        iss.read(text)
    assert str(caught.value).startswith(message)


CHAOS = ".Shape~4x4.ChaosConstruction.NoBoxes"


def test_regions_to_be_found_and_how_far_they_are_seen() -> None:
    runs = ".ChaosArrow~R1C1.ChaosArrow~R2C2~1~CC6~CC7~CC8~-~CC6~CC10.ChaosCount~R4C4~~CC16~CC15~CC12"
    puzzle = iss.read(CHAOS + runs)
    grid = puzzle.grid
    layer = tuple(grid.variables)
    assert len(layer) == 16
    chaos, arrow, second, count = puzzle.rules
    assert chaos == rules.ChaosConstruction(tuple(range(16)), layer, 4, 4)
    assert arrow == rules.RegionRun((0, layer[0], *layer[1:4], *(layer[4], layer[8], layer[12])), (3, 3))
    assert second == rules.RegionRun((5, layer[5], layer[6], layer[7], layer[9]), (2, 1), 1)
    assert count == rules.RegionRun((15, layer[15], layer[14], layer[11]), (1, 1))
    assert iss.read(iss.write(puzzle)) == puzzle
    solution = puzzle.solve()
    assert solution is not None
    whole = iss.read(f"{CHAOS}.ChaosCount~R2C1")
    assert whole.rules[1].cells[:2] == (4, layer[4])
    assert sorted(whole.rules[1].cells[2:]) == sorted(layer[cell] for cell in (0, 1, 5, 8, 9))


def test_connected_values_of_the_grid_and_of_variables() -> None:
    puzzle = iss.read(".Shape~4x4.Var~A~~4x4.ConnectedValues~~1_2.ConnectedValues~A~2~5")
    layer = tuple(puzzle.grid.variables)
    assert puzzle.rules == (
        rules.Connected(tuple(range(16)), (1, 2), 4),
        rules.Connected(layer, (2,), 4, 5),
    )
    assert iss.read(iss.write(puzzle)) == puzzle
    with pytest.raises(FormatError, match="expected the prefix of a group of variables, found 'B'"):
        iss.read(".ConnectedValues~B~1")


def test_full_rank_and_its_ties() -> None:
    puzzle = iss.read(".Shape~4x4.FullRank~R1~3~14.FullRank~C2~~7.FullRankTies~any")
    square = tuple(range(16))
    assert puzzle.rules == (
        rules.FullRank((0, 1, 2, 3), square, 3, "any"),
        rules.FullRank((3, 2, 1, 0), square, 14, "any"),
        rules.FullRank((13, 9, 5, 1), square, 7, "any"),
    )
    assert iss.read(iss.write(puzzle)) == puzzle
    assert iss.read(".Shape~4x4.FullRank~R1~3~").rules == (rules.FullRank((0, 1, 2, 3), square, 3),)
    with pytest.raises(FormatError, match="expected one of none, only-unclued, any"):
        iss.read(".FullRankTies~some")
