"""Drawings as SudokuPad stores them, written for these tests; which rules do they stand for?"""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from farandole import rules
from farandole.errors import ArgumentError, FormatError, SeveralReadingsError
from farandole.formats import sudokupad
from farandole.formats.drawings import RulesText
from farandole.formats.square import look_along, split_by_region
from farandole.formats.sudokupad.link import SudokuPadReader, document_of
from farandole.grid import Grid
from farandole.puzzle import About, Puzzle
from farandole.rules import Rule

GRID = Grid.classic()
SOLUTION = tuple(map(int, "693784512487512936125963874932651487568247391741398625319475268856129743274836159"))
BOXES = [[[row + i, column + j] for i in range(3) for j in range(3)] for row in (0, 3, 6) for column in (0, 3, 6)]


def cells(names: str) -> tuple[int, ...]:
    return tuple(GRID.parse_cell(name) for name in names.split())


def clued(made: Sequence[Rule]) -> tuple[int, ...]:
    """Give as many digits as the rules need for a single solution."""
    for rule in made:
        assert rule.holds(tuple(SOLUTION[cell] for cell in rule.scope)), rule
    givens = list(SOLUTION)
    scope = {cell for rule in made for cell in rule.scope}
    for cell in sorted(range(81), key=lambda cell: (cell not in scope, cell)):
        tried = [*givens[:cell], 0, *givens[cell + 1 :]]
        if Puzzle(GRID, tuple(tried), rules=tuple(made)).is_unique():
            givens = tried
    return tuple(givens)


def document(made: Sequence[Rule], text: str = "", *, has_solution: bool = True, **drawn: Any) -> str:
    """Make a document whose givens leave one solution under the rules, and in which they are only drawn."""
    givens = clued(made)
    board = [
        [{"value": givens[9 * row + column]} if givens[9 * row + column] else {} for column in range(9)]
        for row in range(9)
    ]
    metadata: dict[str, Any] = {"title": "A drawing", "rules": text}
    if has_solution:
        metadata["solution"] = "".join(map(str, SOLUTION))
    return json.dumps({"cells": board, "regions": BOXES, "metadata": metadata} | drawn)


def line(names: str, color: str, width: float = 10) -> dict[str, Any]:
    points = [[GRID.positions[cell][0] + 0.5, GRID.positions[cell][1] + 0.5] for cell in cells(names)]
    return {"wayPoints": points, "color": color, "thickness": width}


def shape(row: float, column: float, size: float, **look: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, **look}


def read(text: str) -> tuple[Rule, ...]:
    return sudokupad.read(text).rules


def find_path(kind: type, *rest: object, n: int = 4) -> tuple[int, ...]:
    """Find a path on which the solution satisfies a rule of lines."""

    def extend(path: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(path) == n:
            rule = kind(path, *rest) if kind is not rules.RegionSum else kind(path, split_by_region(GRID, path))
            groups = getattr(rule, "groups", None)
            if kind is rules.RegionSum and len(groups or ()) < 2:
                return None
            return path if rule.holds(tuple(SOLUTION[cell] for cell in rule.scope)) else None
        for cell in GRID.neighbors(path[-1]):
            if cell not in path and (found := extend((*path, cell))):
                return found
        return None

    for start in range(81):
        if found := extend((start,)):
            return found
    raise AssertionError(f"no path for {kind.__name__}")


def names(path: tuple[int, ...]) -> str:
    return " ".join(map(GRID.cell_name, path))


@pytest.mark.parametrize(
    ("color", "kind", "fields", "text"),
    [
        ("#67f067", rules.Whispers, (5,), ""),
        ("#67F067", rules.Whispers, (5,), "Adjacent digits along a green line differ by at least 5."),
        ("#f067f0", rules.Renban, (), ""),
        ("#2ecbff", rules.RegionSum, (), "Box borders divide blue lines into segments of the same sum."),
        ("#ff9900", rules.Whispers, (4,), "Orange lines are Dutch whispers."),
        ("#cfcfcf", rules.Palindrome, (), ""),
        ("#ff0000", rules.Nabner, (), "No two digits on a red line are consecutive or the same."),
        ("#0000ff", rules.Renban, (), "Blue lines hold a set of consecutive digits in any order."),
        ("#33bbbb", rules.Modular, (), ""),
        ("#ffccaa", rules.Entropic, (), "Any three cells on a peach line have a low, a middle and a high digit."),
        ("#c4a1fb", rules.Zipper, (), "Purple lines are zipper lines."),
        ("#ff0000", rules.Oscillator, (), "Digits on red lines alternate between odd and even."),
        ("#ffff00", rules.SumLine, (), "Yellow lines can be divided into groups that sum to 10."),
    ],
)
def test_a_line_by_its_color_and_the_words(color: str, kind: type, fields: tuple[int, ...], text: str) -> None:
    path = find_path(kind, *fields, n=5 if kind in (rules.Zipper, rules.Palindrome) else 4)
    made = rules.RegionSum(path, split_by_region(GRID, path)) if kind is rules.RegionSum else kind(path, *fields)
    assert read(document([made], text, lines=[line(names(path), color)])) == (made,)


def test_the_words_win_over_the_color() -> None:
    path = find_path(rules.Renban)
    text = document(
        [rules.Renban(path)],
        "Digits on green lines form a set of consecutive digits in any order.",
        lines=[line(names(path), "#67f067")],
    )
    assert read(text) == (rules.Renban(path),)


def test_the_solution_wins_over_the_color() -> None:
    path = find_path(rules.Renban)
    made = rules.Renban(path)
    assert not rules.Whispers(path).holds([SOLUTION[cell] for cell in path])
    assert read(document([made], lines=[line(names(path), "#67f067")])) == (made,)


def test_a_difference_in_words() -> None:
    path = find_path(rules.Whispers, 3)
    text = document(
        [rules.Whispers(path, 3)],
        "Neighbours on the green line differ by at least three.",
        lines=[line(names(path), "#00ff00")],
    )
    assert read(text) == (rules.Whispers(path, 3),)


def test_a_thermometer_begins_at_its_bulb() -> None:
    path = find_path(rules.Thermo)
    drawn = line(names(path[::-1]), "#CFCFCF", 21)
    row, column = GRID.positions[path[0]]
    bulb = shape(row + 0.5, column + 0.5, 0.85, rounded=True, backgroundColor="#CFCFCF", borderColor="#CFCFCF")
    text = document([rules.Thermo(path)], "Digits increase from the bulb.", lines=[drawn], underlays=[bulb])
    assert read(text) == (rules.Thermo(path),)


def test_an_arrow() -> None:
    path = find_path(rules.Arrow)
    shaft = line(names(path), "#a1a1a1", 5) | {"headLength": 0.3}
    first, second = shaft["wayPoints"][:2]
    shaft["wayPoints"][0] = [round(a + 0.4 * (b - a), 2) for a, b in zip(first, second, strict=True)]
    row, column = GRID.positions[path[0]]
    circle = shape(
        row + 0.5, column + 0.5, 0.83, rounded=True, backgroundColor="#ffffff", borderColor="#a1a1a1", text=""
    )
    text = document([rules.Arrow(path)], "Digits on arrows sum to their circle.", arrows=[shaft], overlays=[circle])
    assert read(text) == (rules.Arrow(path),)


def test_counting_circles() -> None:
    circles = (SOLUTION.index(1), *[cell for cell in range(81) if SOLUTION[cell] == 2][:2])
    underlays = [
        shape(GRID.positions[cell][0] + 0.5, GRID.positions[cell][1] + 0.5, 0.8, rounded=True, borderColor="#000000")
        for cell in circles
    ]
    made = rules.CountingCircles(circles)
    words = "A digit in a circle is the number of circles that contain that digit."
    assert read(document([made], words, underlays=underlays)) == (made,)


def test_dots_letters_and_signs() -> None:
    ratio = next(
        (a, a + 1) for a in range(80) if a % 9 < 8 and max(SOLUTION[a : a + 2]) == 2 * min(SOLUTION[a : a + 2])
    )
    step = next((a, a + 9) for a in range(72) if abs(SOLUTION[a] - SOLUTION[a + 9]) == 1)
    ten = next((a, a + 1) for a in range(80) if a % 9 < 8 and SOLUTION[a] + SOLUTION[a + 1] == 10)
    sign = (0, 1) if SOLUTION[0] > SOLUTION[1] else (1, 0)

    def between(pair: tuple[int, int], **look: Any) -> dict[str, Any]:
        (r, c), (r2, c2) = (GRID.positions[cell] for cell in pair)
        return shape((r + r2 + 1) / 2, (c + c2 + 1) / 2, 0.3, **look)

    made = [rules.Ratio(ratio), rules.Consecutive(step), rules.PairSum(ten, 10), rules.Greater(sign)]
    overlays = [
        between(ratio, rounded=True, backgroundColor="#000000", borderColor="#000000"),
        between(step, rounded=True, backgroundColor="#FFFFFF", borderColor="#000000"),
        between(ten, backgroundColor="#FFFFFF", text="X", fontSize=21),
        between((0, 1), text=">" if sign == (0, 1) else "<"),
    ]
    words = "White dots: consecutive. Black dots: ratio 1:2. X joins cells that sum to 10. Not all dots are given."
    assert {*read(document(made, words, overlays=overlays))} == {*made}


def test_odd_circles_and_even_squares() -> None:
    odd = tuple(cell for cell in range(81) if SOLUTION[cell] % 2)[:6]
    even = tuple(cell for cell in range(81) if SOLUTION[cell] % 2 == 0)[:6]
    made: list[Rule] = [rules.Allowed(odd, (1, 3, 5, 7, 9)), rules.Allowed(even, (2, 4, 6, 8))]
    underlays = [
        shape(
            GRID.positions[cell][0] + 0.5,
            GRID.positions[cell][1] + 0.5,
            0.7,
            rounded=cell in odd,
            backgroundColor="#CFCFCF",
        )
        for cell in (*odd, *even)
    ]
    assert {*read(document(made, "Circles are odd, squares are even.", underlays=underlays))} == {*made}


@pytest.mark.parametrize("kind", [rules.Sandwich, rules.XSum, rules.Skyscraper, rules.NumberedRoom])
def test_numbers_outside_by_the_words_and_the_solution(kind: type) -> None:
    words: dict[type, str] = {
        rules.Sandwich: "Numbers outside are sandwich sums.",
        rules.XSum: "An outside clue is the sum of the first X digits, where X is the first digit.",
        rules.Skyscraper: "Digits are skyscrapers: clues count the visible buildings.",
        rules.NumberedRoom: "Clues are the digit in the Xth cell, where X is the first digit.",
    }
    made, overlays = [], []
    for row in range(5):
        path = look_along(GRID, row, -1, 0, 1)
        value = next(v for v in range(46) if _fits(kind, path, v))
        made.append(kind(path, value))
        overlays.append(shape(row + 0.5, -0.5, 0.25, backgroundColor="#FFFFFF", text=value, fontSize=32))
    assert read(document(made, words[kind], overlays=overlays)) == tuple(made)


def _fits(kind: type, path: tuple[int, ...], value: int) -> bool:
    try:
        return bool(kind(path, value).holds([SOLUTION[cell] for cell in path]))
    except Exception:
        return False


def test_little_killers() -> None:
    path = look_along(GRID, 3, -1, 1, 1)
    total = sum(SOLUTION[cell] for cell in path)
    arrow = {"wayPoints": [[3.8, -0.2], [3.98, -0.02]], "color": "#000000", "thickness": 2}
    number = shape(3.5, -0.5, 0.25, text=total, fontSize=28)
    text = document([rules.LittleKiller(path, total)], "Arrows show diagonal sums.", arrows=[arrow], overlays=[number])
    assert read(text) == (rules.LittleKiller(path, total),)


def test_digits_on_a_corner() -> None:
    square = (0, 1, 9, 10)
    digits = tuple(sorted(SOLUTION[cell] for cell in square))[:2]
    circle = shape(
        1, 1, 0.7, rounded=True, backgroundColor="#FFFFFF", borderColor="#000000", text=f"{digits[0]} {digits[1]}"
    )
    made = rules.Quadruple(square, digits)
    assert read(document([made], overlays=[circle])) == (made,)


def test_a_rule_in_words_only() -> None:
    text = document([], "Cells a knight's move apart can't hold the same digit.")
    puzzle = sudokupad.read(text)  # with the givens alone it has one solution; the stored one breaks the knights
    assert puzzle.rules == ()


def test_two_readings_are_asked_and_not_guessed() -> None:
    board = {"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES}
    text = json.dumps(board | {"lines": [line("r1c1 r1c2 r1c3", "#67f067")]})
    with pytest.raises(SeveralReadingsError) as caught:
        sudokupad.read(text)
    assert caught.value.choices[0].startswith("green lines (1): Whispers: neighbors differ by at least 5")
    assert sudokupad.read(text, reading=1).rules == (rules.Whispers((0, 1, 2)),)
    last = len(caught.value.choices)
    assert sudokupad.read(text, reading=last) is not None
    with pytest.raises(ArgumentError, match=f"reading: expected a number from 1 to {last}, found {last + 1}"):
        sudokupad.read(text, reading=last + 1)


def test_a_message_lists_the_readings_that_fit_and_counts_the_others() -> None:
    board = {"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES}
    circle = shape(0.5, 0.5, 0.76, rounded=True, backgroundColor="#ffffff")
    drawn = {"lines": [line("r1c1 r1c2 r1c3", "#bdb2da")], "underlays": [circle]}
    with pytest.raises(SeveralReadingsError) as caught:
        sudokupad.read(json.dumps(board | drawn))
    listed = [
        choice for number, choice in enumerate(caught.value.choices, 1) if f"{number}) {choice}" in str(caught.value)
    ]
    assert 1 < len(listed) < len(caught.value.choices)
    assert str(caught.value).endswith(f"; and {len(caught.value.choices) - len(listed)} more")
    assert len(str(caught.value)) <= 1000


def test_what_stands_for_no_rule_is_kept_as_a_drawing() -> None:
    path = find_path(rules.Whispers, 5)
    star = shape(4.5, 4.5, 0.5, text="★", fontSize=30, color="#ff0000")
    text = document(
        [rules.Whispers(path)],
        "Green lines are German whispers.",
        lines=[line(names(path), "#67f067")],
        overlays=[star],
    )
    puzzle = sudokupad.read(text)
    assert puzzle.rules == (rules.Whispers(path),)
    [kept] = puzzle.about.drawing
    assert (kept.text, kept.ink, kept.center) == ("★", "#ff0000", (4.5, 4.5))  # type: ignore[union-attr]
    assert Puzzle.of(GRID, puzzle.line, about=puzzle.about).about == puzzle.about


KINDS = [
    (rules.Whispers, ()),
    (rules.Renban, ()),
    (rules.RegionSum, ()),
    (rules.Palindrome, ()),
    (rules.Thermo, ()),
    (rules.Arrow, ()),
    (rules.Between, ()),
    (rules.Lockout, (4,)),
    (rules.DoubleArrow, ()),
    (rules.Zipper, ()),
    (rules.Entropic, ()),
    (rules.Modular, ()),
    (rules.Nabner, ()),
]


@pytest.mark.parametrize(("kind", "fields"), KINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_our_own_drawing_is_read_without_our_document(kind: type, fields: tuple[int, ...]) -> None:
    path = find_path(kind, *fields, n=5)
    rule = rules.RegionSum(path, split_by_region(GRID, path)) if kind is rules.RegionSum else kind(path, *fields)
    puzzle = Puzzle(GRID, clued([rule]), rules=(rule,), about=About(rules=rule.describe(9)))
    drawn = json.loads(json.dumps(document_of(puzzle)))
    del drawn["metadata"]["farandole"]
    drawn["metadata"]["solution"] = "".join(map(str, SOLUTION))
    assert sudokupad.read(json.dumps(drawn)).rules == (rule,)


@pytest.mark.parametrize(
    ("text", "kind", "hue", "strength"),
    [
        ("Digits along green lines must have a difference of at least five.", "whispers", "green", 2),
        ("Pink lines are Renban lines.", "renban", "purple", 2),
        ("Pink lines are Renban lines.", "renban", "gray", 0),
        ("Digits along arrows sum to the digit in the circle.", "arrow", "", 1),
        ("Cages show their sums.", "killer", "", 1),
        ("Normal sudoku rules apply.", "killer", "", 0),
    ],
)
def test_the_words(text: str, kind: str, hue: str, strength: int) -> None:
    assert RulesText(text).strength(kind, hue) == strength


def test_negative_constraints_need_to_be_said() -> None:
    assert RulesText("All dots are given.").names_whole_grid("negative_kropki")
    assert not RulesText("Not all dots are given.").names_whole_grid("negative_kropki")


@pytest.mark.parametrize(
    "drawn",
    [
        {"lines": [{"wayPoints": [[0.5, 0.5], [1e308, 3]], "color": "#fff", "thickness": 3}]},
        {"lines": [{"wayPoints": [[0.5, 0.5]] * 3, "color": "#f00"}]},
        {"lines": [{"wayPoints": "r1c1", "color": "#f00"}]},
        {"overlays": [{"center": ["a", 1], "text": "x"}]},
        {"overlays": [{"center": [1, 1], "width": -5, "height": 1, "backgroundColor": "red"}]},
        {"overlays": [{"center": [1, 1], "width": 1e9, "height": 1, "backgroundColor": "red"}]},
        {"overlays": [7, None, [[]]]},
    ],
)
def test_strange_figures_are_named(drawn: dict[str, Any]) -> None:
    text = json.dumps({"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES} | drawn)
    with pytest.raises(FormatError, match="not understood: drawings: "):
        sudokupad.read(text)


def test_too_many_figures_are_refused() -> None:
    text = json.dumps({"cells": [[{}]], "lines": [line("r1c1 r1c2", "#f00")] * 5_001})
    with pytest.raises(FormatError, match="lines: expected at most 5,000 figures"):
        sudokupad.read(text)


def test_many_colors_are_refused() -> None:
    """Each color may stand for another rule, and the number of readings is a product over the colors."""
    pieces = [line(f"r{1 + k % 8}c{1 + k % 9} r{2 + k % 8}c{1 + k % 9}", f"#{k:06x}") for k in range(1_000)]
    reader = SudokuPadReader(
        json.dumps({"cells": [[{} for _ in range(9)] for _ in range(9)], "regions": BOXES, "lines": pieces})
    )
    assert reader.puzzle.grid == GRID
    assert any("looks of figures beyond 40" in unknown for unknown in reader.unknown)
