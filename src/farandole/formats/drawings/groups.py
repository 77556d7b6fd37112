"""Sort a drawing into groups of the same look, and list the rules that each group can stand for, most likely first.

The weights are how often setters mean a rule by a look: nearly every green line is a German whisper. What the rules in
words name weighs more, and the color beside it more still. `decide` has the last word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.drawings.clues import clue_spots, outside_choices, ray_rules
from farandole.formats.drawings.colors import hue_of
from farandole.formats.drawings.sketch import Sketch, Spot, Stroke, sketch
from farandole.formats.drawings.words import RulesText
from farandole.formats.square import split_by_region
from farandole.grid import Cell, Grid, House
from farandole.i18n import tr
from farandole.puzzle.figures import DrawnShape, Figure
from farandole.records import record, replace
from farandole.rules import Rule

Cells = tuple[Cell, ...]
MAX_CHOICES = 8  # of a group
WEIGHTS = (1.0, 50.0, 200.0)  # of a kind that the words don't name, name, name with the color
UNNAMED = 0.2  # of a kind that the words don't name, though there are words
BESIDE_NAMED = 0.05  # of such a kind where the words name another one


@record
class Choice:
    """What a group can stand for: rules and houses; or only a drawing, without either.

    Attributes
    ----------
    kind : str
        A key of `words.KINDS` or `words.WHOLE_GRID`; "" for only a drawing.
    rules : tuple of Rule
    weight : float
        How likely it is beside the other choices.
    is_named : bool
        Whether the rules in words name it.
    houses : tuple of House or str
    negative : bool
        Whether it says something of all unmarked pairs, which follows from the other rules.
    label : str
        In words, for players.
    """

    kind: str
    rules: tuple[Rule, ...] = ()
    weight: float = 1.0
    is_named: bool = False
    houses: tuple[House | str, ...] = ()
    negative: bool = False
    label: str = ""


@record
class Group:
    """Figures of the same look.

    Attributes
    ----------
    name : str
        In words, for players.
    choices : tuple of Choice
        Most likely first.
    figures : tuple of Figure
    """

    name: str
    choices: tuple[Choice, ...]
    figures: tuple[Figure, ...] = ()


LINES: dict[tuple[str, str], dict[str, float]] = {
    ("plain", "green"): {"whispers": 0.98, "renban": 0.005, "palindrome": 0.005},
    ("plain", "purple"): {"renban": 0.93, "zipper": 0.03, "palindrome": 0.01},
    ("plain", "blue"): {"region_sum": 0.8, "renban": 0.05, "modular": 0.03, "zipper": 0.02, "palindrome": 0.02},
    ("plain", "teal"): {"modular": 0.5, "region_sum": 0.35, "whispers": 0.05},
    ("plain", "orange"): {"dutch_whispers": 0.79, "entropic": 0.08, "nabner": 0.03, "whispers": 0.04},
    ("plain", "peach"): {"entropic": 0.75, "dutch_whispers": 0.15},
    ("plain", "yellow"): {"nabner": 0.5, "renban": 0.1, "palindrome": 0.05, "dutch_whispers": 0.05},
    ("plain", "brown"): {"dutch_whispers": 0.3, "palindrome": 0.2, "entropic": 0.1},
    ("plain", "gray"): {"palindrome": 0.75, "renban": 0.08, "region_sum": 0.02, "whispers": 0.02},
    ("plain", "red"): {"palindrome": 0.1, "renban": 0.1, "whispers": 0.1, "entropic": 0.1},
    ("bulb", ""): {"thermo": 0.96, "slow_thermo": 0.03},
    ("hollow", ""): {"slow_thermo": 0.8, "thermo": 0.15},
    ("circles", ""): {"between": 0.7, "double_arrow": 0.25, "lockout": 0.01, "palindrome": 0.01},
    ("diamonds", ""): {"lockout": 0.95, "between": 0.03},
    ("arrow", ""): {"arrow": 0.97, "average_arrow": 0.01},
    ("pill", ""): {"arrow": 0.97},
}
"""How often a line of a form and a hue stands for a rule; without a hue, for any hue."""

RARE = 0.004  # of every other rule of a line
LINE_DRAWING = 0.02  # of a line that is only a drawing


def _dutch(grid: Grid) -> int:
    return max(grid.n_digits // 2, 1)


def _german(grid: Grid) -> int:
    return (grid.n_digits + 1) // 2


def _whispers(grid: Grid, stroke: Stroke, said: RulesText) -> Rule:
    return rules.Whispers(stroke.cells, said.difference(hue_of(stroke.color)) or _german(grid))


def _arrow(_: Grid, stroke: Stroke, __: RulesText) -> Rule:
    if stroke.form == "pill":
        return rules.PillArrow(stroke.cells, stroke.n_pill)
    return rules.Arrow(stroke.cells)


def _entropic(grid: Grid, stroke: Stroke, _: RulesText) -> Rule:
    n = grid.n_digits
    third = -(-n // 3)
    digits = tuple(range(1, n + 1))
    return rules.Entropic(stroke.cells, tuple(digits[k : k + third] for k in range(0, n, third)))


def _plain(kind: Callable[[Cells], Rule]) -> Callable[[Grid, Stroke, RulesText], Rule]:
    return lambda _, stroke, __: kind(stroke.cells)


OF_LINES: dict[str, Callable[[Grid, Stroke, RulesText], Rule]] = {
    "whispers": _whispers,
    "dutch_whispers": lambda grid, stroke, _: rules.Whispers(stroke.cells, _dutch(grid)),
    "renban": _plain(rules.Renban),
    "nabner": _plain(rules.Nabner),
    "region_sum": lambda grid, stroke, _: rules.RegionSum(stroke.cells, split_by_region(grid, stroke.cells)),
    "palindrome": _plain(rules.Palindrome),
    "thermo": _plain(rules.Thermo),
    "slow_thermo": _plain(rules.SlowThermo),
    "arrow": _arrow,
    "between": _plain(rules.Between),
    "lockout": lambda grid, stroke, _: rules.Lockout(stroke.cells, max(grid.n_digits // 2, 1)),
    "double_arrow": _plain(rules.DoubleArrow),
    "zipper": _plain(rules.Zipper),
    "entropic": _entropic,
    "modular": _plain(rules.Modular),
    "sum_line": _plain(rules.SumLine),
    "parity_line": _plain(rules.Oscillator),
    "sequence": _plain(rules.ArithmeticSequence),
    "tightrope": _plain(rules.Tightrope),
    "index_line": _plain(rules.IndexLine),
    "average_arrow": _plain(rules.AverageArrow),
}
"""How the rules of lines are made."""

_NEEDS_FORM = {
    "arrow": ("arrow", "pill"),
    "average_arrow": ("arrow",),
    "thermo": ("bulb", "hollow"),
    "slow_thermo": ("bulb", "hollow"),
}
_ONLY_NAMED = ("sum_line", "parity_line", "sequence", "tightrope", "index_line")  # too rare to be guessed
_NEEDS_ENDS = ("between", "lockout", "double_arrow")


def group_figures(grid: Grid, figures: Sequence[Figure], said: RulesText) -> tuple[list[Group], list[Figure]]:
    """Sort the figures of a drawing into groups; return the figures that are in none, too.

    Examples
    --------
    >>> from farandole.puzzle.figures import DrawnLine
    >>> line = DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067", 0.2)
    >>> [group], rest = group_figures(Grid.classic(), [line], RulesText(""))
    >>> group.name, group.choices[0].rules
    ('green lines (1)', (Whispers(cells=(0, 1, 2), difference=5),))
    """
    made = sketch(grid, figures)
    grouper = _Grouper(grid, made, said)
    return grouper.groups, grouper.rest


def name_hue(hue: str) -> str:
    """Name a hue for players."""
    names = {
        "red": tr("red"),
        "orange": tr("orange"),
        "peach": tr("peach"),
        "brown": tr("brown"),
        "yellow": tr("yellow"),
        "green": tr("green"),
        "teal": tr("teal"),
        "blue": tr("blue"),
        "purple": tr("purple or pink"),
        "gray": tr("gray"),
        "black": tr("black"),
        "white": tr("white"),
    }
    return names.get(hue, tr("colorless"))


def weigh(said: RulesText, kind: str, hue: str, prior: float) -> tuple[float, bool]:
    """Return the weight of a kind, and whether the words name it."""
    strength = said.strength("whispers" if kind == "dutch_whispers" else kind, hue)
    if not strength:
        return prior * (UNNAMED if said.text else 1), False
    return prior * WEIGHTS[strength], True


class _Grouper:
    def __init__(self, grid: Grid, drawn: Sketch, said: RulesText) -> None:
        self.grid, self.drawn, self.said = grid, drawn, said
        self.groups: list[Group] = []
        self.rest: list[Figure] = list(drawn.rest)
        self._group_lines()
        outside = clue_spots(grid, drawn)
        self._group_outside(outside.clues)
        self._group_rays(outside.rays)
        self._group_spots([spot for spot in drawn.spots if id(spot) not in outside.used])
        self._group_signs()
        self._group_diagonals()

    def _add(self, name: str, choices: Sequence[Choice], figures: Sequence[Figure], *, drawing: float) -> None:
        """Add a group; its last resort is that it is only a drawing."""
        if any(choice.is_named for choice in choices):
            choices = [one if one.is_named else replace(one, weight=BESIDE_NAMED * one.weight) for one in choices]
        kept = sorted(choices, key=lambda choice: -choice.weight)[: MAX_CHOICES - 1]
        if not kept:
            self.rest += figures
            return
        nothing = Choice("", weight=drawing, label=tr("only a drawing"))
        ordered = sorted([*kept, nothing], key=lambda choice: -choice.weight)
        self.groups.append(Group(name, tuple(ordered), tuple(figures)))

    def _choice(self, kind: str, hue: str, prior: float, made: Sequence[Rule], label: str = "") -> Choice:
        weight, is_named = weigh(self.said, kind, hue, prior)
        return Choice(kind, tuple(made), weight, is_named, label=label or made[0].describe_at(""))

    # ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _group_lines(self) -> None:
        looks: dict[tuple[str, str], list[Stroke]] = defaultdict(list)
        for stroke in self.drawn.strokes:
            form = "arrow" if stroke.form == "pill" else stroke.form
            looks[form, "" if form == "arrow" else stroke.color].append(stroke)
        for (form, color), strokes in looks.items():
            figures = [figure for stroke in strokes for figure in stroke.figures]
            hue = hue_of(color)
            choices = list(self._line_choices("plain" if form == "head" else form, hue, strokes))
            self._add(_name_lines(form, hue, len(strokes)), choices, figures, drawing=LINE_DRAWING)

    def _line_choices(self, form: str, hue: str, strokes: Sequence[Stroke]) -> Iterator[Choice]:
        priors = LINES.get((form, hue)) or LINES.get((form, "")) or {}
        for kind, make in OF_LINES.items():
            if form not in _NEEDS_FORM.get(kind, (form,)) or (
                kind in _NEEDS_ENDS and form not in ("circles", "diamonds")
            ):
                continue
            if form == "arrow" and kind not in ("arrow", "average_arrow"):
                continue
            if kind in ("average_arrow", *_ONLY_NAMED) and not self.said.strength(kind, hue):
                continue
            try:
                made = [make(self.grid, stroke, self.said) for stroke in strokes]
            except PuzzleError:
                continue  # such a rule can't have these cells
            if kind == "region_sum" and all(
                isinstance(rule, rules.RegionSum) and len(rule.groups) == 1 for rule in made
            ):
                continue  # it would say nothing
            if kind == "dutch_whispers" and self.said.difference(hue) not in (None, _dutch(self.grid)):
                continue
            yield self._choice(kind, hue, priors.get(kind, RARE), made)

    # ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _group_spots(self, spots: Sequence[Spot]) -> None:
        looks: dict[tuple[str, ...], list[Spot]] = defaultdict(list)
        for spot in spots:
            if spot.place in ("odd", "outside"):
                self.rest += spot.figures
            else:
                looks[_look_of(spot)].append(spot)
        for (place, look, color), alike in looks.items():
            figures = [figure for spot in alike for figure in spot.figures]
            hue = hue_of(color) or "white"
            make = _SPOTS.get(look if place != "cell" else f"cell {look}")
            if make is None:
                self.rest += figures
                continue
            name, options, drawing = make(self.grid, hue, alike)
            choices = []
            for kind, prior, rule_maker, *label in options:
                try:
                    made = rule_maker()
                except PuzzleError:
                    continue
                if made:
                    choices.append(self._choice(kind, hue, prior, made, *label))
            self._add(name, choices, figures, drawing=drawing)

    def _group_signs(self) -> None:
        if self.drawn.signs:
            made = [rules.Greater((more, less)) for more, less, _ in self.drawn.signs]
            figures = [figure for _, _, figure in self.drawn.signs]
            choice = self._choice("greater", "", 0.9, made)
            self._add(tr("signs between cells ({n})", n=len(made)), [choice], figures, drawing=0.03)

    def _group_diagonals(self) -> None:
        if self.drawn.diagonals:
            names = sorted({name for name, _ in self.drawn.diagonals})
            weight, is_named = weigh(self.said, "diagonals", "", 0.9)
            label = tr("no digit repeats on a diagonal")
            houses = tuple(f"{name}_diagonal" for name in names)
            choice = Choice("diagonals", weight=weight, is_named=is_named, houses=houses, label=label)
            figures = [figure for _, figure in self.drawn.diagonals]
            self._add(tr("diagonal lines ({n})", n=len(names)), [choice], figures, drawing=0.05)

    # ── Outside ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _group_outside(self, clues: Sequence[tuple[Spot, Cells, int]]) -> None:
        if clues:
            choices = [self._choice(kind, "", prior, made) for kind, prior, made in outside_choices(self.grid, clues)]
            figures = [figure for spot, _, _ in clues for figure in spot.figures]
            self._add(tr("numbers outside the grid ({n})", n=len(clues)), choices, figures, drawing=0.02)

    def _group_rays(self, rays: Sequence[tuple[Cells, int, tuple[Figure, ...]]]) -> None:
        if rays:
            made = ray_rules(rays)
            figures = [figure for _, _, drawn in rays for figure in drawn]
            choice = self._choice("little_killer", "", 0.97, made)
            self._add(tr("arrows outside the grid ({n})", n=len(rays)), [choice], figures, drawing=0.02)


def _name_lines(form: str, hue: str, n: int) -> str:
    color = name_hue(hue)
    match form:
        case "bulb" | "hollow":
            return tr("{color} lines with a bulb ({n})", color=color, n=n)
        case "circles":
            return tr("{color} lines with circles at their ends ({n})", color=color, n=n)
        case "diamonds":
            return tr("{color} lines with diamonds at their ends ({n})", color=color, n=n)
        case "arrow":
            return tr("arrows with a circle ({n})", n=n)
        case "head":
            return tr("arrows without a circle ({n})", n=n)
    return tr("{color} lines ({n})", color=color, n=n)


# ── Looks of shapes ─────────────────────────────────────────────────────────────────────────────────────────────────

_SIGNS = {
    "<": False,
    ">": True,
    "∧": False,
    "^": False,
    "∨": True,
    "˄": False,
    "˅": True,
}  # whether the first is greater


def _look_of(spot: Spot) -> tuple[str, str, str]:
    """Return the place, the look and the color by which shapes are grouped."""
    text = spot.text.strip()
    if spot.place == "edge":
        if text.upper() in ("X", "V", "XV"):
            return "edge", "xv", ""
        if text in _SIGNS:
            return "edge", "sign", ""
        if spot.look == "text":
            return "edge", "number" if text.isascii() and text.isdecimal() else "text", ""
        is_number = text.isascii() and text.isdecimal()
        return "edge", "numbered dot" if is_number else "dot" if not text else "text", spot.fill or "#ffffff"
    if spot.place == "corner":
        digits = text.replace(" ", "").replace("\n", "").replace(",", "")
        return "corner", "quadruple" if digits.isascii() and digits.isdecimal() else "text", ""
    if text:
        return "cell", "text", ""
    return "cell", spot.look, spot.fill


Option = tuple[Any, ...]  # a kind, how often it is meant, a function that makes its rules, and perhaps a label
Spots = Callable[[Grid, str, Sequence[Spot]], tuple[str, list[Option], float]]


def _dots(_: Grid, hue: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    white, black = {"white": (0.95, 0.01), "black": (0.01, 0.95)}.get(hue, (0.1, 0.1))
    options: list[Option] = [
        ("white_dot", white, lambda: [rules.Consecutive(_two(spot)) for spot in spots]),
        ("black_dot", black, lambda: [rules.Ratio(_two(spot)) for spot in spots]),
    ]
    return tr("{color} dots ({n})", color=name_hue(hue), n=len(spots)), options, 0.03 if white + black > 0.5 else 0.3


def _numbered_dots(grid: Grid, hue: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    numbers = [_number(spot) for spot in spots]

    def differences() -> list[Rule]:
        return [_difference(grid, spot, number) for spot, number in zip(spots, numbers, strict=True)]

    def ratios() -> list[Rule]:
        return [rules.Ratio(_two(spot), number) for spot, number in zip(spots, numbers, strict=True)]

    def sums() -> list[Rule]:
        return [rules.PairSum(_two(spot), number) for spot, number in zip(spots, numbers, strict=True)]

    is_black = hue == "black"
    options: list[Option] = [
        ("white_dot", 0.05 if is_black else 0.6, differences, tr("the difference")),
        ("black_dot", 0.9 if is_black else 0.02, ratios, tr("the ratio")),
        ("xv", 0.02 if is_black else 0.2, sums, tr("the sum")),
    ]
    return tr("{color} dots with a number ({n})", color=name_hue(hue), n=len(spots)), options, 0.02


def _numbers_on_edges(grid: Grid, _: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    options, drawing = _numbered_dots(grid, "white", spots)[1:]
    return tr("numbers between cells ({n})", n=len(spots)), options, drawing


def _letters(_: Grid, __: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    totals = {"X": 10, "V": 5, "XV": 15}

    def sums() -> list[Rule]:
        return [rules.PairSum(_two(spot), totals[spot.text.strip().upper()]) for spot in spots]

    options: list[Option] = [("xv", 0.97, sums, tr("X: the sum is 10; V: the sum is 5"))]
    return tr("letters X and V ({n})", n=len(spots)), options, 0.01


def _text_signs(_: Grid, __: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    def greater() -> list[Rule]:
        made: list[Rule] = []
        for spot in spots:
            first, second = _two(spot)
            is_turned = 135 <= _angle(spot) % 360 < 315
            is_first = _SIGNS[spot.text.strip()] is not is_turned
            made.append(rules.Greater((first, second) if is_first else (second, first)))
        return made

    return tr("signs between cells ({n})", n=len(spots)), [("greater", 0.9, greater)], 0.03


def _quadruples(grid: Grid, _: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    def quadruples() -> list[Rule]:
        made: list[Rule] = []
        for spot in spots:
            digits = tuple(int(sign) for sign in spot.text if sign.isascii() and sign.isdecimal())
            if not 0 < len(digits) <= 4 or max(digits) > grid.n_digits:
                return []
            made.append(rules.Quadruple(spot.cells, digits))
        return made

    return tr("digits on corners ({n})", n=len(spots)), [("quadruple", 0.95, quadruples)], 0.02


def _circles(grid: Grid, hue: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    odd, even = (0.85, 0.03) if hue == "gray" else (0.15, 0.05)
    options = _parities(grid, spots, odd, even)
    cells = tuple(dict.fromkeys(spot.cells[0] for spot in spots))
    options.append(("counting_circles", 0.03, lambda: [rules.CountingCircles(cells)]))
    return tr("{color} circles ({n})", color=name_hue(hue), n=len(spots)), options, 0.1 if hue == "gray" else 0.6


def _boxes(grid: Grid, hue: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    odd, even = (0.03, 0.85) if hue == "gray" else (0.05, 0.15)
    options = _parities(grid, spots, odd, even)
    return tr("{color} squares ({n})", color=name_hue(hue), n=len(spots)), options, 0.1 if hue == "gray" else 0.6


def _fills(grid: Grid, hue: str, spots: Sequence[Spot]) -> tuple[str, list[Option], float]:
    cells = tuple(dict.fromkeys(spot.cells[0] for spot in spots))
    options = _parities(grid, spots, 0.02, 0.05)
    if len(cells) == grid.n_digits:
        options.append(("extra_region", 0.2, lambda: [rules.AllDifferent(cells)], tr("an extra region")))
    return tr("{color} cells ({n})", color=name_hue(hue), n=len(cells)), options, 0.75


def _parities(grid: Grid, spots: Sequence[Spot], odd: float, even: float) -> list[Option]:
    cells = tuple(dict.fromkeys(spot.cells[0] for spot in spots))
    n = grid.n_digits
    return [
        ("odd", odd, lambda: [rules.Allowed(cells, tuple(range(1, n + 1, 2)))], tr("odd digits")),
        ("even", even, lambda: [rules.Allowed(cells, tuple(range(2, n + 1, 2)))], tr("even digits")),
    ]


_SPOTS: Mapping[str, Spots] = {
    "dot": _dots,
    "numbered dot": _numbered_dots,
    "number": _numbers_on_edges,
    "xv": _letters,
    "sign": _text_signs,
    "quadruple": _quadruples,
    "cell circle": _circles,
    "cell box": _boxes,
    "cell fill": _fills,
}
"""What shapes of a look can stand for."""


def _two(spot: Spot) -> tuple[Cell, Cell]:
    first, second = spot.cells
    return first, second


def _angle(spot: Spot) -> float:
    return next((one.angle for one in spot.figures if isinstance(one, DrawnShape) and one.text), 0)


def _number(spot: Spot) -> int:
    return int(spot.text.strip()[:6])


def _difference(grid: Grid, spot: Spot, number: int) -> Rule:
    if number == 1:
        return rules.Consecutive(_two(spot))
    digits = range(1, grid.n_digits + 1)
    return rules.Table(_two(spot), tuple((a, b) for a in digits for b in digits if abs(a - b) == number))
