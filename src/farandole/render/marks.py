"""Draw each rule as strokes, discs, boxes, areas and words, as setters usually do.

`MARKS` has a function for each class of rule. A class without one is drawn as a tint on its cells. To draw your own
class differently, add a function::

    MARKS[Countdown] = lambda grid, rule: [Stroke(line(grid, rule.cells), ink="renban", width=0.2)]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from farandole import rules
from farandole.grid import Cell, Grid, House
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.render.pieces.digits import symbols
from farandole.render.pieces.figures import (
    Area,
    Box,
    Disc,
    Mark,
    Point,
    Stroke,
    Words,
    arrowhead,
    center,
    line,
    loops,
    middle,
    toward,
)
from farandole.render.pieces.gattai import draw_overlaps
from farandole.render.pieces.signs import SIGNS

# With the figures for drawing your own rules.
__all__ = [
    "CAGES",
    "CLUE",
    "MARKS",
    "Area",
    "Box",
    "Disc",
    "Mark",
    "Stroke",
    "Words",
    "center",
    "line",
    "marks",
    "marks_of",
    "marks_of_each",
    "marks_of_houses",
]

Drawer: TypeAlias = Callable[[Grid, Any], Iterable[Mark]]


def marks(puzzle: Puzzle) -> list[Mark]:
    """List the marks of a puzzle, which are all but its grid lines and digits, from bottom to top."""
    return marks_of(puzzle.grid, puzzle.rules)


def marks_of(grid: Grid, rule_list: Sequence[rules.Rule], *, with_signs: bool = False) -> list[Mark]:
    """List the marks of rules and of extra houses, from bottom to top.

    Parameters
    ----------
    grid : Grid
    rule_list : sequence of Rule
        Houses that a rule and the grid both have, as on a `farandole.logic.Board`, are drawn once.
    with_signs : bool
        Whether clues outside the grid have a sign for their kind.
    """
    of_rules = marks_of_each(grid, rule_list, with_signs=with_signs)
    return [*marks_of_houses(grid, rule_list), *(mark for _, drawn in of_rules for mark in drawn)]


def marks_of_houses(grid: Grid, rule_list: Sequence[rules.Rule]) -> list[Mark]:
    """List the marks of the houses that neither lines nor rules show, and of sudokus that overlap."""
    extra = (mark for house in _extra_houses(grid, rule_list) for mark in _house(grid, house))
    return [*draw_overlaps(grid), *extra]


def marks_of_each(
    grid: Grid, rule_list: Sequence[rules.Rule], *, with_signs: bool = False
) -> Iterator[tuple[rules.Rule, list[Mark]]]:
    """Yield each rule with its marks, which may be none."""
    outside = [_diagonal_clue_place(grid, rule.cells) for rule in rule_list if isinstance(rule, rules.LittleKiller)]
    n_clones = 0
    for rule in rule_list:
        if type(rule) in CLUES:
            clue = _clue(grid, rule.cells, str(getattr(rule, CLUES[type(rule)])), outside)
            yield rule, [*(SIGNS[type(rule)](clue.at, 1) if with_signs else ()), clue]
        elif isinstance(rule, rules.Clone):
            yield rule, [*_clone(grid, rule, n_clones)]
            n_clones += 1
        elif rule.parts:
            of_parts = marks_of_each(grid, rule.parts, with_signs=with_signs)
            yield rule, [_uncertain(mark) for _, drawn in of_parts for mark in drawn]
        else:
            yield rule, [*MARKS.get(type(rule), _tint)(grid, rule)]


def _uncertain(mark: Mark) -> Mark:
    """Draw a mark of a rule that may be false: dashed, and with a question mark."""
    if isinstance(mark, Stroke):
        return replace(mark, dash=mark.dash or (0.1, mark.width + 0.1))  # because its ends are round
    if isinstance(mark, Words):
        return mark if mark.text.endswith("?") else replace(mark, text=f"{mark.text}?")
    return mark


# ── Houses beyond rows, columns and regions ───────────────────────────────────────────────────────────────────────────


def _extra_houses(grid: Grid, rule_list: Sequence[rules.Rule]) -> list[House]:
    """Find the houses that neither lines nor rules show; none if their tint would cover the whole grid."""
    shown = set(grid.regions)
    of_rules = {frozenset(rule.cells) for rule in rule_list if isinstance(rule, rules.Cage | rules.AllDifferent)}
    extra = []
    for house in grid.houses:
        rows, columns = ({grid.positions[cell][axis] for cell in house.cells} for axis in (0, 1))
        if house not in shown and frozenset(house.cells) not in of_rules and len(rows) > 1 and len(columns) > 1:
            extra.append(house)
    tinted = {cell for house in extra if not _is_diagonal(grid, house) for cell in house.cells}
    return [house for house in extra if _is_diagonal(grid, house) or len(tinted) < grid.n_cells]


def _is_diagonal(grid: Grid, house: House) -> bool:
    return all(math.isclose(math.dist(a, b), math.sqrt(2)) for a, b in pairwise(line(grid, house.cells))) and (
        len({a[0] - a[1] for a in line(grid, house.cells)}) == 1
        or len({a[0] + a[1] for a in line(grid, house.cells)}) == 1
    )


def _house(grid: Grid, house: House) -> Iterator[Mark]:
    if _is_diagonal(grid, house):
        points = line(grid, house.cells)
        corner = math.sqrt(0.5)
        ends = toward(points[0], points[-1], -corner), toward(points[-1], points[0], -corner)
        yield Stroke(ends, "diagonal", 0.04)
    else:
        yield Area(loops(grid, house.cells), "window")


# ── Rules ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

CAGES = (rules.Cage, rules.Sum)
"""Rules with a total in the corner of a cell."""

CAGE_INSET = 0.07
LABEL = 0.24  # size of a cage's total


def _draw_cage(
    grid: Grid, cells: Sequence[Cell], total: int | str | None, ink: str, dash: tuple[float, ...]
) -> Iterator[Mark]:
    """Draw the border of a cage, except in the corner with its total, or with another short label."""
    first = grid.positions[min(cells)]
    for loop in loops(grid, cells, inset=CAGE_INSET):
        x, y = loop[0]
        if total is None or (math.floor(y), math.floor(x)) != first:
            yield Stroke(loop, ink, 0.025, closed=True, dash=dash)
            continue
        width = 0.62 * LABEL * len(str(total)) + 0.03
        yield Stroke(((x + width, y), *loop[1:], (x, y + LABEL)), ink, 0.025, dash=dash)
        yield Words((x - 0.02, y + LABEL / 2 - 0.015), str(total), LABEL, "total", to_the_right=True, on_paper=True)


def _cage(grid: Grid, rule: rules.Cage) -> Iterator[Mark]:
    return _draw_cage(grid, rule.cells, rule.total, "cage", (0.09, 0.06))


def _sum(grid: Grid, rule: rules.Sum) -> Iterator[Mark]:
    return _draw_cage(grid, rule.cells, rule.total, "sum", (0.01, 0.06))


def _product(grid: Grid, rule: rules.Product) -> Iterator[Mark]:
    return _draw_cage(grid, rule.cells, f"×{rule.total}", "sum", (0.15, 0.05))


def _modified(grid: Grid, rule: rules.Modified) -> Iterator[Mark]:
    """Draw the rule that holds for values; the marks are digits of their layer."""
    return (mark for _, drawn in marks_of_each(grid, (rule.inner,)) for mark in drawn)


def _rellik_cage(grid: Grid, rule: rules.RellikCage) -> Iterator[Mark]:
    """Draw a cage with a crossed-out total."""
    yield from _draw_cage(grid, rule.cells, rule.total, "cage", (0.03, 0.05))
    row, column = grid.positions[min(rule.cells)]
    width = 0.62 * LABEL * len(str(rule.total))
    x, y = column + CAGE_INSET - 0.02, row + CAGE_INSET + LABEL / 2 - 0.015
    yield Stroke(((x, y + 0.09), (x + width, y - 0.09)), "total", 0.02, over=True)


def _lunchbox(grid: Grid, rule: rules.Lunchbox) -> Iterator[Mark]:
    """Draw a cage around a line, because the order of its cells matters."""
    yield Stroke(line(grid, rule.cells), "sum", 0.04)
    yield from _draw_cage(grid, rule.cells, rule.total, "sum", (0.15, 0.05))


def _equality_cage(grid: Grid, rule: rules.EqualityCage) -> Iterator[Mark]:
    yield from _draw_cage(grid, rule.cells, None, "cage", (0.03, 0.05))
    row, column = grid.positions[min(rule.cells)]
    yield Words(
        (column + CAGE_INSET, row + CAGE_INSET + LABEL / 2), "=", LABEL, "total", to_the_right=True, on_paper=True
    )


def _beads(grid: Grid, cells: Sequence[Cell], ink: str) -> Iterator[Mark]:
    """Draw a dot in each cell."""
    return (Disc(point, 0.1, fill=ink) for point in dict.fromkeys(line(grid, cells)))


def _relation(grid: Grid, rule: rules.Relation) -> Iterator[Mark]:
    yield Stroke(line(grid, rule.cells), "between", 0.08)
    yield from _beads(grid, rule.cells, "between")


def _mutual_relation(grid: Grid, rule: rules.MutualRelation) -> Iterator[Mark]:
    yield Stroke(line(grid, rule.cells), "between", 0.04, dash=(0.08, 0.08))
    yield from _beads(grid, rule.cells, "arrow")


def _groups(grid: Grid, rule: rules.EqualSum | rules.SameDigits) -> Iterator[Mark]:
    """Tint each group; where groups overlap, or are many, draw their borders only."""
    groups = rule.groups_of(rule.cells)
    are_apart = len({*rule.cells}) == len(rule.cells) and len(groups) <= 4
    for group in groups:
        for loop in loops(grid, group, inset=0.1):
            if are_apart:
                yield Area((loop,), "clone_2" if isinstance(rule, rules.EqualSum) else "clone_3")
            yield Stroke(loop, "sum", 0.025, closed=True)


def _pointer(grid: Grid, rule: rules.Pointer) -> Iterator[Mark]:
    points = line(grid, rule.cells)
    yield Disc(points[0], 0.14, fill="arrow")
    yield Stroke(points, "arrow", 0.05, dash=(0.12, 0.08))
    yield arrowhead(points[-2], points[-1], "arrow", 0.05, size=0.24, spread=0.6)


COUNT_DASH = (0.15, 0.08)


def _count(grid: Grid, rule: rules.Count) -> Iterator[Mark]:
    """Label the outline with how many cells hold one of which digits, such as 2×35 or ≥1×9."""
    sign = "≥" if rule.most is None else "" if rule.least == rule.most else "≤" if rule.least <= 0 else f"{rule.least}–"
    number = rule.least if rule.most is None else rule.most
    digits = symbols(sorted({digit for digit in rule.digits if digit in grid.numbers}))
    return _draw_cage(grid, rule.cells, f"{sign}{number}×{digits}", "count", COUNT_DASH)


def _counting_circles(grid: Grid, rule: rules.CountingCircles) -> Iterator[Mark]:
    for cell in rule.cells:
        yield Disc(center(grid, cell), CIRCLE, edge="count", width=0.05, over=True)


def _outline_of_counted(grid: Grid, cells: Sequence[Cell]) -> Iterator[Mark]:
    """Outline the cells that a clue in the first cell counts, unless they are its neighbors."""
    (row, column), counted = grid.positions[cells[0]], {*cells[1:]}
    around = {grid.cell(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    if counted and counted | {cells[0]} != around - {None}:
        yield from _draw_cage(grid, sorted(counted), None, "count", COUNT_DASH)


def _minesweeper(grid: Grid, rule: rules.Minesweeper) -> Iterator[Mark]:
    """Draw a square with a dark corner, in which the mines are."""
    x, y = center(grid, rule.cells[0])
    digits = symbols(sorted({digit for digit in rule.digits if digit in grid.numbers}))
    yield from _outline_of_counted(grid, rule.cells)
    yield Box((x, y), 0.84, edge="count", width=0.05)
    yield Area((((x + 0.42, y + 0.42), (x + 0.42, y + 0.14), (x + 0.14, y + 0.42)),), "count")
    yield Words((x - 0.05, y + 0.33), digits, min(0.17, 0.9 / max(len(digits), 1)), "total")


def _parity_count(grid: Grid, rule: rules.ParityCount) -> Iterator[Mark]:
    yield from _outline_of_counted(grid, rule.cells)
    yield Box(center(grid, rule.cells[0]), 0.6, edge="count", width=0.05, is_diamond=True)


def _count_distinct(grid: Grid, rule: rules.CountDistinct) -> Iterator[Mark]:
    if rule.number is not None:
        yield from _draw_cage(grid, rule.cells, f"{rule.number}≠", "count", COUNT_DASH)
        return
    yield from _outline_of_counted(grid, rule.cells)
    for radius in (CIRCLE, CIRCLE - 0.08):
        yield Disc(center(grid, rule.cells[0]), radius, edge="count", width=0.03, over=True)


def _stroke(ink: str, width: float) -> Drawer:
    """Draw a rule as a plain line."""
    return lambda grid, rule: [Stroke(line(grid, rule.cells), ink, width)]


def _whispers(grid: Grid, rule: rules.Whispers) -> Iterator[Mark]:
    ink = "dutch_whispers" if rule.difference <= grid.n_digits // 2 else "whispers"
    yield Stroke(line(grid, rule.cells), ink, 0.2)


def _modular(grid: Grid, rule: rules.Modular) -> Iterator[Mark]:
    dash = () if rule.modulus == 3 else (0.2, 0.1)
    yield Stroke(line(grid, rule.cells), "modular", 0.2, dash=dash)


def _sum_line(grid: Grid, rule: rules.SumLine) -> Iterator[Mark]:
    points = line(grid, rule.cells)
    yield Stroke(points, "region_sum", 0.16, dash=(0.2, 0.1))
    if rule.total != 10:
        yield Words(points[0], str(rule.total), 0.2, "total", on_paper=True)


def _one_of_each(grid: Grid, rule: rules.OneOfEach) -> Iterator[Mark]:
    """Tint the cells; 2x2 squares belong to a rule of the whole grid, which is not drawn."""
    if len(rule.cells) != 4:
        yield Area(loops(grid, rule.cells, inset=0.1), "tint")


def _thermo(grid: Grid, rule: rules.Thermo | rules.SlowThermo) -> Iterator[Mark]:
    points = line(grid, rule.cells)
    yield Disc(points[0], 0.4, fill="thermo")
    yield Stroke(points, "thermo", 0.3)


def _slow_thermo(grid: Grid, rule: rules.SlowThermo) -> Iterator[Mark]:
    yield from _thermo(grid, rule)
    points = line(grid, rule.cells)
    yield Disc(points[0], 0.31, fill="paper")
    yield Stroke(points, "paper", 0.12)


CIRCLE = 0.38  # radius of an arrow's circle, and of those at the ends of a line


def _arrow(
    grid: Grid, cells: Sequence[Cell], *, n_pill: int = 1, ink: str = "arrow", dash: tuple[float, ...] = ()
) -> Iterator[Mark]:
    """Draw an arrow from a circle, or from a pill, whose cells are read as one number."""
    points = line(grid, cells)
    if n_pill == 1:
        yield Disc(points[0], CIRCLE, edge=ink, width=0.05, over=True)
    else:
        yield Stroke(points[:n_pill], ink, 2 * CIRCLE + 0.05)
        yield Stroke(points[:n_pill], "paper", 2 * CIRCLE - 0.05)
    if len(points) > n_pill:
        shaft = (toward(points[n_pill - 1], points[n_pill], CIRCLE), *points[n_pill:])
        yield Stroke(shaft, ink, 0.05, over=True, dash=dash)
        yield arrowhead(shaft[-2], shaft[-1], ink, 0.05, size=0.24, spread=0.6)


def _line_with_ends(grid: Grid, cells: Sequence[Cell], ink: str, *, is_diamond: bool = False) -> Iterator[Mark]:
    """Draw a line between two circles, or between two diamonds."""
    points = line(grid, cells)
    shaft = (toward(points[0], points[1], CIRCLE), *points[1:-1], toward(points[-1], points[-2], CIRCLE))
    yield Stroke(shaft, ink, 0.1)
    for end in (points[0], points[-1]):
        if is_diamond:
            yield Box(end, 0.6, fill="paper", edge=ink, width=0.06, is_diamond=True)
        else:
            yield Disc(end, CIRCLE, fill="paper", edge=ink, width=0.06)


DOT = 0.14


def _dot(grid: Grid, cells: Sequence[Cell], text: str, *, fill: str, ink: str) -> Iterator[Mark]:
    yield Disc(middle(grid, cells), DOT, fill=fill, edge="dot_edge", width=0.03, over=True)
    if text:
        yield Words(middle(grid, cells), text, 0.2, ink)


def _consecutive(grid: Grid, rule: rules.Consecutive) -> Iterator[Mark]:
    text = "" if rule.difference == 1 else str(rule.difference)
    return _dot(grid, rule.cells, text, fill="white_dot", ink="black_dot")


def _ratio(grid: Grid, rule: rules.Ratio) -> Iterator[Mark]:
    return _dot(grid, rule.cells, "" if rule.ratio == 2 else str(rule.ratio), fill="black_dot", ink="white_dot")


def _pair_sum(grid: Grid, rule: rules.PairSum) -> Iterator[Mark]:
    at = middle(grid, rule.cells)
    yield Disc(at, 0.16, fill="paper", over=True)
    yield Words(at, {5: "V", 10: "X"}.get(rule.total, str(rule.total)), 0.32 if rule.total in (5, 10) else 0.24)


def _greater(grid: Grid, rule: rules.Greater) -> Iterator[Mark]:
    """Draw ``>`` on the edge between the cells, open toward the greater digit."""
    (x1, y1), (x2, y2) = line(grid, rule.cells)
    size = math.dist((x1, y1), (x2, y2))
    dx, dy = (x2 - x1) / size, (y2 - y1) / size
    x, y = middle(grid, rule.cells)

    def at(along: float, across: float) -> Point:
        return x + along * dx - across * dy, y + along * dy + across * dx

    yield Area(((at(-0.15, 0.18), at(0.17, 0), at(-0.15, -0.18)),), "paper", over=True)
    yield Stroke((at(-0.08, 0.12), at(0.08, 0), at(-0.08, -0.12)), "ink", 0.035, over=True)


def _quadruple(grid: Grid, rule: rules.Quadruple) -> Iterator[Mark]:
    x, y = middle(grid, rule.cells)
    digits = symbols(rule.digits)
    yield Disc((x, y), 0.27, fill="paper", edge="ink", width=0.025, over=True)
    half = len(digits) if len(digits) <= 2 else -(-len(digits) // 2)
    size = 0.24 if len(digits) <= 2 else 0.21 if len(digits) <= 4 else 0.18
    rows = [digits] if half == len(digits) else [digits[:half], digits[half:]]
    for number, row in enumerate(rows):
        yield Words((x, y + 0.95 * size * (number - (len(rows) - 1) / 2)), " ".join(row), size)


def _allowed(grid: Grid, rule: rules.Allowed) -> Iterator[Mark]:
    """Draw a circle for odd digits, a square for even digits, or else the digits themselves."""
    odd = {number for number in grid.numbers if number % 2}
    for cell in rule.cells:
        if set(rule.digits) == odd:
            yield Disc(center(grid, cell), 0.36, fill="parity")
        elif set(rule.digits) == {*grid.numbers} - odd:
            yield Box(center(grid, cell), 0.72, fill="parity")
        elif rule.digits and {*rule.digits} < {*grid.numbers}:
            x, y = center(grid, cell)
            yield Words((x, y + 0.37), symbols(rule.digits), min(0.2, 1.2 / len(rule.digits)), "mark")


def _clone(grid: Grid, rule: rules.Clone, number: int) -> Iterator[Mark]:
    for cells in (rule.cells, rule.other):
        yield Area(loops(grid, cells), f"clone_{number % 4 + 1}")


def _all_different(grid: Grid, rule: rules.AllDifferent) -> Iterator[Mark]:
    """Draw an extra region. A pair of cells belongs to a rule of the whole grid, which is not drawn."""
    if len(rule.cells) > 2:
        yield Area(loops(grid, rule.cells, inset=0.06), "window")


def _indexer(grid: Grid, rule: rules.Indexer) -> Iterator[Mark]:
    """Tint the indexer. A bar shows that it points along its row or its column; without a bar, in its box."""
    cell = rule.cells[rule.place - 1]
    yield Area(loops(grid, (cell,), inset=0.04), "tint")
    (x, y), ends = center(grid, cell), line(grid, (rule.cells[0], rule.cells[-1]))
    dx, dy = (abs(b - a) > 0 for a, b in zip(*ends, strict=True))
    if dx != dy:
        yield Stroke(((x - 0.4 * dx, y - 0.4 * dy), (x + 0.4 * dx, y + 0.4 * dy)), "nabner", 0.06)


def _index_line(grid: Grid, rule: rules.IndexLine) -> Iterator[Mark]:
    points = line(grid, rule.cells)
    yield Stroke(points, "palindrome", 0.16)
    yield Box(points[0], 0.6, fill="palindrome", is_diamond=True)


def _magic_square(grid: Grid, rule: rules.MagicSquare) -> Iterator[Mark]:
    """Draw the border of the square, and a small cross in a corner of each cell."""
    for loop in loops(grid, rule.cells, inset=0.05):
        yield Stroke(loop, "magic", 0.05, closed=True)
    for cell in rule.cells:
        x, y = center(grid, cell)
        for dx, dy in ((0.08, 0), (0, 0.08)):
            yield Stroke(((x + 0.36 - dx, y - 0.36 - dy), (x + 0.36 + dx, y - 0.36 + dy)), "magic", 0.04)


def _frame(grid: Grid, rule: Any) -> Iterator[Mark]:
    """Draw a dashed border around the rectangle of a rule; none around a whole grid."""
    if len(rule.cells) < grid.n_cells:
        for loop in loops(grid, rule.cells, inset=-0.06):
            yield Stroke(loop, "magic", 0.04, closed=True, dash=(0.25, 0.12))


def _galaxies(grid: Grid, rule: rules.Galaxies) -> Iterator[Mark]:
    """Draw a circle at each center."""
    x, y = center(grid, rule.cells[0])
    for down, right in rule.centers:
        yield Disc((x + right / 2, y + down / 2), 0.13, fill="paper", edge="ink", width=0.03, over=True)


def _nurikabe(grid: Grid, rule: rules.Nurikabe) -> Iterator[Mark]:
    """Draw the numbers of the islands in a corner of their cells, and the border of the rectangle."""
    yield from _frame(grid, rule)
    for cell, number in zip(rule.cells, rule.numbers, strict=True):
        if number:
            x, y = center(grid, cell)
            yield Words((x - 0.3, y - 0.3), str(number), 0.26)


def _star_battle(grid: Grid, rule: rules.StarBattle) -> Iterator[Mark]:
    """Draw the borders of the regions, and that of the rectangle."""
    yield from _frame(grid, rule)
    for region in rule.regions:
        for loop in loops(grid, region, inset=0.04):
            yield Stroke(loop, "magic", 0.05, closed=True)


def _region_run(grid: Grid, rule: rules.RegionRun) -> Iterator[Mark]:
    """Draw a circle around the number, a square around the cell that is looked from, and a line to each arm's end."""
    x, y = center(grid, rule.cells[0])
    yield Disc((x, y), CIRCLE, edge="arrow", width=0.04, over=True)
    for loop in loops(grid, rule.cells[1:2], inset=0.1):
        yield Stroke(loop, "arrow", 0.03, closed=True)
    begin = 2
    for size in rule.sizes:
        points = line(grid, (rule.cells[1], *rule.cells[begin : begin + size]))
        begin += size
        if len(points) > 1:
            yield Stroke(points, "arrow", 0.03)
            yield arrowhead(points[-2], points[-1], "arrow", 0.03, size=0.18, spread=0.6)


def _rossini(grid: Grid, rule: rules.Rossini) -> Iterator[Mark]:
    """Draw the arrow outside the grid; nothing where there is none."""
    if rule.direction:
        (x, y), (dx, dy) = center(grid, rule.cells[0]), _step(grid, rule.cells)
        ends = (x - 1.15 * dx, y - 1.15 * dy), (x - 0.65 * dx, y - 0.65 * dy)
        tail, tip = ends[:: rule.direction]
        yield Stroke((tail, tip), "ink", 0.04, over=True)
        yield arrowhead(tail, tip, "ink", 0.04, size=0.2, spread=0.6)


def _tint(grid: Grid, rule: Any) -> Iterator[Mark]:
    """Draw a rule that has no function of its own."""
    yield Area(loops(grid, rule.scope, inset=0.1), "tint")


def _no_marks(_grid: Grid, _rule: Any) -> Iterator[Mark]:
    """Draw nothing for a negative rule, which is described in words."""
    return iter(())


# ── Clues outside the grid ────────────────────────────────────────────────────────────────────────────────────────────

CLUE = 0.42


def _clue(grid: Grid, cells: Sequence[Cell], text: str, taken: list[Point]) -> Words:
    """Put a clue before the first cell of its line, farther out if another clue has that place."""
    (x, y), (dx, dy) = center(grid, cells[0]), _step(grid, cells)
    place = x - 0.9 * dx, y - 0.9 * dy
    while any(math.dist(place, other) < 0.64 for other in taken):
        place = place[0] - 0.3 * dx, place[1] - 0.3 * dy
    taken.append(place)
    return Words(place, text, CLUE)


def _step(grid: Grid, cells: Sequence[Cell]) -> tuple[int, int]:
    """Find the direction of a line; a single cell is seen from the nearer of the left and right sides."""
    if len(cells) > 1:
        (row, column), (next_row, next_column) = (grid.positions[cell] for cell in cells[:2])
        return (next_column > column) - (next_column < column), (next_row > row) - (next_row < row)
    return (1 if grid.positions[cells[0]][1] < grid.width / 2 else -1), 0


def _diagonal_step(grid: Grid, cells: Sequence[Cell]) -> tuple[int, int]:
    """Find the direction of a diagonal; for a single cell in a corner, from outside the grid."""
    dx, dy = _step(grid, cells)
    return (dx, dy) if dy else (dx, -1 if grid.positions[cells[0]][0] < grid.height / 2 else 1)


def _diagonal_clue_place(grid: Grid, cells: Sequence[Cell]) -> Point:
    """Find the place of a diagonal clue: outside the grid, near the corner where the diagonal begins."""
    (x, y), (dx, dy) = center(grid, cells[0]), _diagonal_step(grid, cells)
    is_beside = grid.cell(math.floor(y), math.floor(x) - dx) is None
    return (x - 1.06 * dx, y - 0.76 * dy) if is_beside else (x - 0.76 * dx, y - 1.02 * dy)


def _little_killer(grid: Grid, rule: rules.LittleKiller) -> Iterator[Mark]:
    """Put an arrow where the diagonal begins, with its sum behind it."""
    (x, y), (dx, dy) = center(grid, rule.cells[0]), _diagonal_step(grid, rule.cells)
    yield Words(_diagonal_clue_place(grid, rule.cells), str(rule.total), 0.36)
    tip = x - 0.56 * dx, y - 0.56 * dy
    yield Stroke(((tip[0] - 0.2 * dx, tip[1] - 0.2 * dy), tip), "ink", 0.03, over=True)
    yield Stroke(((tip[0] - 0.12 * dx, tip[1]), tip, (tip[0], tip[1] - 0.12 * dy)), "ink", 0.03, over=True)


CLUES: dict[type, str] = {
    rules.Sandwich: "total",
    rules.XSum: "total",
    rules.Skyscraper: "count",
    rules.NumberedRoom: "digit",
    rules.FrameSum: "total",
    rules.HiddenSkyscraper: "digit",
    rules.FirstSeen: "digit",
    rules.RisingStreak: "count",
    rules.SumUntil: "total",
    rules.BrokenXSum: "total",
    rules.Battlefield: "total",
    rules.FullRank: "rank",
}
"""Clues outside the grid, each with the field that it shows."""

MARKS: dict[type, Drawer] = {
    rules.Cage: _cage,
    rules.Sum: _sum,
    rules.LittleKiller: _little_killer,
    rules.Arrow: lambda grid, rule: _arrow(grid, rule.cells),
    rules.PillArrow: lambda grid, rule: _arrow(grid, rule.cells, n_pill=rule.n_pill),
    rules.DoubleArrow: lambda grid, rule: _line_with_ends(grid, rule.cells, "double_arrow"),
    rules.Thermo: _thermo,
    rules.SlowThermo: _slow_thermo,
    rules.Palindrome: _stroke("palindrome", 0.25),
    rules.Whispers: _whispers,
    rules.Renban: _stroke("renban", 0.2),
    rules.Nabner: _stroke("nabner", 0.2),
    rules.Indexer: _indexer,
    rules.Between: lambda grid, rule: _line_with_ends(grid, rule.cells, "between"),
    rules.Lockout: lambda grid, rule: _line_with_ends(grid, rule.cells, "lockout", is_diamond=True),
    rules.RegionSum: _stroke("region_sum", 0.16),
    rules.Zipper: _stroke("zipper", 0.16),
    rules.Entropic: _stroke("entropic", 0.2),
    rules.Modular: _modular,
    rules.SumLine: _sum_line,
    rules.Pointer: _pointer,
    rules.Relation: _relation,
    rules.MutualRelation: _mutual_relation,
    rules.Product: _product,
    rules.Modified: _modified,
    rules.MarkedDifferent: _no_marks,
    rules.RellikCage: _rellik_cage,
    rules.EqualityCage: _equality_cage,
    rules.Lunchbox: _lunchbox,
    rules.EqualSum: _groups,
    rules.SameDigits: _groups,
    rules.OneOfEach: _one_of_each,
    rules.Oscillator: _stroke("oscillator", 0.16),
    rules.ArithmeticSequence: _stroke("sequence", 0.16),
    rules.AtLeastLine: _stroke("at_least", 0.16),
    rules.IndexLine: _index_line,
    rules.Tightrope: lambda grid, rule: _line_with_ends(grid, rule.cells, "ink"),
    rules.AverageArrow: lambda grid, rule: _arrow(grid, rule.cells, dash=(0.14, 0.08)),
    rules.MagicSquare: _magic_square,
    rules.Rossini: _rossini,
    rules.Connected: _frame,
    rules.YinYang: _frame,
    rules.Cave: _frame,
    rules.Loop: _frame,
    rules.Snake: _frame,
    rules.Nurikabe: _nurikabe,
    rules.StarBattle: _star_battle,
    rules.RegionRun: _region_run,
    rules.ChaosConstruction: _frame,
    rules.Galaxies: _galaxies,
    rules.Modular: _stroke("modular", 0.2),
    rules.Consecutive: _consecutive,
    rules.Ratio: _ratio,
    rules.PairSum: _pair_sum,
    rules.Greater: _greater,
    rules.Quadruple: _quadruple,
    rules.Count: _count,
    rules.CountingCircles: _counting_circles,
    rules.Minesweeper: _minesweeper,
    rules.ParityCount: _parity_count,
    rules.CountDistinct: _count_distinct,
    rules.Allowed: _allowed,
    rules.AllDifferent: _all_different,
    rules.NotConsecutive: _no_marks,
    rules.NotRatio: _no_marks,
    rules.NotPairSum: _no_marks,
    rules.NotBoth: _no_marks,
    rules.Flatmates: _no_marks,
}
"""The function that draws each class of rule, except `Clone`, whose color depends on its number: see `marks_of`."""
