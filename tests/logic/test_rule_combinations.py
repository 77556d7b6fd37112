"""Steps through rules: what they eliminate and what their sentences say, by brute force of the rules that they name."""

import re
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, small_puzzles

from farandole.bitsets import bit_of, bits, digits_of
from farandole.grid import Grid
from farandole.grid.house_names import house_name
from farandole.logic import Board, Step, Technique, describe, explain
from farandole.logic.inference.fillings import RuleGroup
from farandole.logic.techniques.cages import cage_combinations
from farandole.logic.techniques.crossing_rules import house_and_crossing_rules
from farandole.logic.techniques.rule_combinations import (
    house_and_rules,
    rule_combinations,
    rule_must_hold,
    three_rules,
    two_rules,
)
from farandole.logic.techniques.rule_contradictions import rule_contradiction
from farandole.logic.wording.exclusions import explain_in_own_words
from farandole.puzzle import Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Arrow,
    Between,
    Cage,
    Consecutive,
    NotConsecutive,
    Renban,
    Rule,
    Thermo,
    Whispers,
    nonconsecutive,
)

TECHNIQUES = (
    *(rule_combinations, rule_must_hold, house_and_rules, two_rules, three_rules),
    *(house_and_crossing_rules, rule_contradiction),
)
MIXED = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=4)
Cells = tuple[int, ...]
Masks = dict[int, set[int]]
NAMES = r"r\d+c\d+(?:(?:, | and | or )r\d+c\d+)*"
MOST_CELLS = 9  # that are tried by brute force


def candidates_of(board: Board) -> Masks:
    return {
        cell: {board.values[cell]} if board.values[cell] else set(digits_of(board.masks[cell]))
        for cell in range(board.geometry.n_cells)
    }


def fillings(board: Board, masks: Masks, cells: Cells, rules: tuple[Rule, ...]) -> Iterator[dict[int, int]]:
    """Fill cells in every way that the rules and the houses among the cells allow."""

    def fill(held: dict[int, int]) -> Iterator[dict[int, int]]:
        if len(held) == len(cells):
            if all(rule.holds(tuple(held[cell] for cell in rule.scope)) for rule in rules):
                yield dict(held)
            return
        cell = cells[len(held)]
        for digit in masks[cell]:
            if all(digit != other or not board.geometry.peers[cell] >> peer & 1 for peer, other in held.items()):
                yield from fill(held | {cell: digit})

    return fill({})


def cells_of(step: Step) -> Cells:
    return tuple(bits(step.reason.cells))


def numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"(?<![rc\d])\d+", text)}


def judge(step: Step, board: Board) -> None:
    """Compare a step and its sentences with all fillings of its cells."""
    cells, name = cells_of(step), board.geometry.grid.cell_name
    number_of = {name(cell): cell for cell in range(board.geometry.n_cells)}
    ways = list(fillings(board, candidates_of(board), cells, step.reason.rules))
    left = {cell: {way[cell] for way in ways} for cell in cells}
    said = describe(step, board)
    n_judged = 0
    for claims in re.findall(r"With the candidates of its cells, (.*?)(?:\. |, so )", said):
        for names, limit, digit in re.findall(r"((?:r\d+c\d+|, | and )+) (?:is|are) at (least|most) (\d+)", claims):
            for cell in re.findall(r"r\d+c\d+", names):
                end = min(left[number_of[cell]]) if limit == "least" else max(left[number_of[cell]])
                assert end == int(digit), said
        n_judged += 1
    for names, listed in re.findall(r"With their candidates, ((?:r\d+c\d+|, | and )+) can only be ([\d\- or,]+)", said):
        known = [number_of[each] for each in re.findall(r"r\d+c\d+", names)]
        assert set(re.findall(r"[\d-]+", listed)) == {"-".join(str(way[cell]) for cell in known) for way in ways}, said
        n_judged += 1
    for names, listed in re.findall(rf"({NAMES}) can only be (\d+(?:(?:, | or )\d+)*)(?![-\d])", said):
        if not re.search(r"\d-\d", said):
            assert all(numbers(listed) == left[number_of[cell]] for cell in re.findall(r"r\d+c\d+", names)), said
            n_judged += 1
    for digits, names in re.findall(r"No way to fill its cells has ([\d, or]+) in ((?:r\d+c\d+|, | or )+)", said):
        assert all(numbers(digits).isdisjoint(left[number_of[each]]) for each in re.findall(r"r\d+c\d+", names)), said
        n_judged += 1
    for digits, names in re.findall(rf"In every way to fill its cells, ([\d, and]+) (?:is|are) in ({NAMES})", said):
        places = {number_of[each] for each in re.findall(r"r\d+c\d+", names)}
        for digit in numbers(digits):
            assert all(digit in {way[cell] for cell in places} for way in ways), said
        n_judged += 1
    n_judged += judge_own_words(step, board)
    for digit, names, cell in re.findall(r"No candidate of (r\d+c\d+) goes with ([\d, or]+) in (r\d+c\d+)", said):
        other, masks = number_of[digit], candidates_of(board)
        every = set(range(1, board.geometry.n_digits + 1))
        free = {one: masks[one] if one in (other, number_of[cell]) else every for one in masks}
        at_all = fillings(board, free, cells, step.reason.rules) if len(cells) <= 4 else iter(ways)
        assert numbers(names).isdisjoint({way[number_of[cell]] for way in at_all}), said
        n_judged += 1
    for digit in re.findall(r"Every way to fill its cells has a (\d+)", said):
        assert all(int(digit) in way.values() for way in ways), said
        n_judged += 1
    assert n_judged, said
    if step.technique is not rule_must_hold:
        expected = {
            (cell, d) for cell in cells if not board.values[cell] for d in candidates_of(board)[cell] - left[cell]
        }
        assert set(step.eliminations) == expected, said


def judge_own_words(step: Step, board: Board) -> int:
    """Return how many sentences of a rule a step has; their truth is tested with the rules."""
    rules = step.reason.rules
    if step.technique is rule_must_hold or len(rules) > 1 or step.reason.houses:
        return 0
    masks = {cell: bit_of(board.values[cell]) or board.masks[cell] for cell in rules[0].scope}
    return len(explain_in_own_words(rules[0], masks, step.eliminations, board.geometry)[0])


@pytest.mark.parametrize("marks", [{5: 14}, {2: 14}])
def test_a_house_that_a_rule_makes_is_judged(marks: dict[int, int]) -> None:
    cells = (0, 1, 2, 13) if 5 in marks else (0, 1, 2, 4)
    masks = tuple(marks.get(cell, 15) for cell in range(16))
    are_steps_right(Puzzle(Grid.classic((2, 2)), (0,) * 16, masks, (AllDifferent(cells),)))


@pytest.mark.parametrize("name", RULES)
@examples(25)
@given(data=st.data())
def test_steps_of_each_rule_are_those_of_brute_force(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(small_puzzles(st.lists(st.just(name), min_size=1, max_size=2)))
    are_steps_right(puzzle)


@examples(150)
@given(puzzle=small_puzzles(MIXED))
def test_steps_of_mixed_rules_are_those_of_brute_force(puzzle: Puzzle) -> None:
    are_steps_right(puzzle)


def are_steps_right(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    if not solutions:
        return
    board = Board.of(puzzle)
    for technique in TECHNIQUES:
        for step in technique(board):
            for cell, digit in step.eliminations:
                assert all(solution[cell] != digit for solution in solutions), describe(step, board)
            if step.technique is rule_contradiction:
                judge_contradiction(step, board)
            elif len(cells_of(step)) <= MOST_CELLS:
                judge(step, board)


def judge_contradiction(step: Step, board: Board) -> None:
    """Follow a proof sentence by sentence: each has to hold on the board that those before it leave."""
    grid, masks = board.geometry.grid, candidates_of(board)
    number_of = {grid.cell_name(cell): cell for cell in range(grid.n_cells)}
    rule_of = {rule.describe_at(" ".join(map(grid.cell_name, rule.scope))): rule for rule in board.rules}
    houses = {house_name(grid, number): house.cells for number, house in enumerate(grid.houses)}

    def place(cell: int, digit: int) -> None:
        masks[cell] = {digit}
        for peer in bits(board.geometry.peers[cell]):
            masks[peer].discard(digit)

    said = describe(step, board)
    [(wrong, digit)] = step.eliminations
    _, supposed, *sentences, last = said.removesuffix(".").split(". ")
    assert supposed == f"Suppose that {grid.cell_name(wrong)} is {digit}"
    place(wrong, digit)

    def cells_in(names: str) -> list[int]:
        return [number_of[each] for each in re.findall(r"r\d+c\d+", names)]

    def left_by(rule: Rule) -> Masks:
        """The digits of the rule's fillings; all of them if it has too many cells to try."""
        cells = tuple(dict.fromkeys(rule.scope))
        if len(cells) > MOST_CELLS:
            return {cell: masks[cell] for cell in cells}
        left: Masks = {cell: set() for cell in cells}
        for way in fillings(board, masks, cells, (rule,)):
            for cell, held in way.items():
                left[cell].add(held)
        return left

    def exclude(effects: str, is_excluded: Callable[[int, int], bool]) -> None:
        for names, digits in re.findall(r"((?:r\d+c\d+(?:, | and )?)+) can't be ([\d, or]+)", effects):
            for cell in cells_in(names):
                assert all(is_excluded(cell, digit) for digit in numbers(digits)), said
                masks[cell] -= numbers(digits)

    def see(cell: int, others: Iterable[int]) -> bool:
        return all(board.geometry.peers[cell] >> other & 1 for other in others)

    for sentence in sentences:
        text, _, effects = sentence.rpartition(", so ")
        if match := re.fullmatch(r"Then (r\d+c\d+) can only be (\d+)", sentence):
            cell, only = number_of[match[1]], int(match[2])
            assert masks[cell] == {only}, said
            place(cell, only)
        elif match := re.fullmatch(r"Then (r\d+c\d+) is the only place for (\d+) in (.*)", sentence):
            cell, only = number_of[match[1]], int(match[2])
            assert [each for each in houses[match[3]] if only in masks[each]] == [cell], said
            place(cell, only)
        elif match := re.fullmatch(r"Then (\d+) of (.*) is in (.*)", text):
            locked, places = int(match[1]), cells_in(match[3])
            assert [each for each in houses[match[2]] if locked in masks[each]] == places, said
            exclude(effects, lambda cell, digit: digit == locked and see(cell, places))  # noqa: B023
        elif match := re.fullmatch(r"Then (.*) have the same two digits left", text):
            one, other = cells_in(match[1])
            assert len(masks[one]) == 2, said
            assert masks[one] == masks[other], said
            assert see(one, [other]), said
            exclude(effects, lambda cell, digit: digit in masks[one] and see(cell, (one, other)))  # noqa: B023
        else:
            left = left_by(rule_of[text])
            exclude(effects, lambda cell, digit: digit not in left[cell])  # noqa: B023
    if match := re.match(r"Then (r\d+c\d+) has no candidate left", last):
        assert not masks[number_of[match[1]]], said
    elif match := re.match(r"Then (.*) has no place for (\d+)", last):
        assert all(int(match[2]) not in masks[cell] for cell in houses[match[1]]), said
    else:
        match = re.match(r"Then this rule can't hold: (.*), so ", last)
        assert match, said
        left = left_by(rule_of[match[1]])
        assert len(left) > MOST_CELLS or not any(left.values()), said


@pytest.mark.parametrize(
    ("rule", "given", "technique", "said"),
    [
        (
            Thermo("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8"),
            ".",
            rule_combinations,
            "more than 2, because r1c8 comes later and is at most 9.",
        ),
        (
            Renban("r1c1 r1c2 r1c3 r1c4"),
            "2",
            rule_combinations,
            "No digit is more than 5, because r1c1 is at most 2 and",
        ),
        (
            Between("r2c1 r2c2 r2c3"),
            ".",
            rule_combinations,
            "r2c2 is less than one of the circles, and these are at most 9",
        ),
        (
            Arrow("r2c4 r3c5 r4c6"),
            ".",
            rule_combinations,
            "The cells of the arrow add up to at least 2 and at most 18.",
        ),
        (
            Arrow("r1c1 r1c2 r1c3 r1c4"),
            ".",
            rule_combinations,
            "The cells of the arrow add up to at least 6 and at most 24. The circle is at most 9, and the other cells "
            "of the arrow add up to at least 3, so r1c2, r1c3 and r1c4 can't be more than 6, so",
        ),
        (
            Consecutive("r1c1 r2c1"),
            "1",
            rule_combinations,
            "No candidate of r1c1 is consecutive with 3, 4, 5, 6, 7, 8 or 9, so",
        ),
        (Whispers("r1c1 r1c2"), ".", rule_combinations, "No digit differs from 5 by at least 5, so r1c1 and"),
        (Renban("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6"), ".", rule_must_hold, "its cells has a 4. So 4 is in r1c1, r1c2"),
    ],
)
def test_one_rule_in_words(rule: Rule, given: str, technique: Technique, said: str) -> None:
    board = Board.of(Puzzle.of(Grid.classic(), given + "." * 80, rules=[rule]))
    assert said in describe(next(technique(board)), board)


def test_a_house_names_only_the_crossing_rules_that_it_needs() -> None:
    """With what the cage of r1c4 left, that of r1c1 settles where 6 to 9 are in row 1; the last two don't matter."""
    cages = [("r1c1 r1c2 r2c1", 24), ("r1c4 r1c5 r2c5", 23), ("r1c7 r2c7", 10), ("r1c8 r1c9 r2c9", 8)]
    board = Board.of(Puzzle.of(Grid.classic(), "." * 81, rules=[Cage(*cage) for cage in cages]))
    for step in cage_combinations(board):
        step.apply(board)
    assert describe(next(house_and_crossing_rules(board)), board) == (
        "Cage (House and Crossing Rules). In row 1: Cage r1c1 r1c2 r2c1: no repeats, sum 24. In every way to "
        "fill its cells, 7 is in r1c1 or r1c2. With the candidates of its cells, r1c3 and r1c6 are at most 5 and "
        "r1c7 is at most 4, so r2c1 can't be 7; r1c3, r1c6 and r1c7 can't be 6, 7, 8 or 9."
    )


def test_a_classic_board_has_no_such_steps() -> None:
    board = Board.of(Puzzle.classic("." * 81))
    for technique in TECHNIQUES:
        assert not list(technique(board))


@pytest.mark.parametrize(("technique", "limit"), [(two_rules, 1200), (three_rules, 1800), (rule_contradiction, 20_000)])
def test_many_rules_take_no_longer_than_a_few_hundred(
    technique: Technique, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 16x16 grid without consecutive neighbors has 480 rules, and 20,000 pairs of them that meet."""
    grid = Grid.classic(16)
    board = Board.of(Puzzle.of(grid, "3" + "." * 255, rules=nonconsecutive(grid)))
    n_asked = 0
    supports = RuleGroup.supports

    def count(group: RuleGroup, masks: tuple[int, ...]) -> tuple[int, ...]:
        nonlocal n_asked
        n_asked += 1
        return supports(group, masks)

    monkeypatch.setattr(RuleGroup, "supports", count)
    list(technique(board))
    assert 0 < n_asked <= limit


def test_dots_alone_are_explained_to_the_end() -> None:
    """A consecutive puzzle, in which pairs without a dot aren't consecutive, needs no guess."""
    grid = Grid.classic()
    line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    pairs = [(cell, cell + 1) for cell in range(81) if cell % 9 < 8] + [(cell, cell + 9) for cell in range(72)]
    rules = [
        (Consecutive if abs(int(line[one]) - int(line[other])) == 1 else NotConsecutive)((one, other))
        for one, other in pairs
    ]
    puzzle = Puzzle(grid, (0, 3, *[0] * 79), rules=tuple(rules))  # without the 3, d and 10 - d could be swapped
    assert puzzle.is_unique()
    names = {step.technique.name for step in explain(puzzle)}
    assert "Brute Force" not in names
    assert "Rule Combinations" in names
