"""Words for lists, cells, digits and houses, and the notation of a step in one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from farandole.bitsets import bit_of, bits, digits_of
from farandole.grid.house_names import HouseName, house_name, with_grid
from farandole.i18n import join_words as join_words
from farandole.i18n import tr
from farandole.logic.board import Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber
from farandole.logic.step import Link, LockedSet, Step
from farandole.rules import Rule
from farandole.rules.rule import name_rule

MAX_CELLS = 8  # named one by one
_MAX_CELLS_OF_RULE = 4  # named one by one
_MAX_KINDS = 3  # of rules that a title names

# ── Words ───────────────────────────────────────────────────────────────────────────────────────────────


def name_cells(geometry: Geometry, cells: CellSet) -> list[str]:
    """Name the cells of a set."""
    return [geometry.grid.cell_name(cell) for cell in bits(cells)]


def describe_cells(geometry: Geometry, cells: CellSet) -> str:
    """Name a few cells one by one, or many cells in notation."""
    names = name_cells(geometry, cells)
    return cell_notation(geometry, cells) if not 0 < len(names) <= MAX_CELLS else join_words(names)


def name_digits(geometry: Geometry, mask: DigitSet) -> list[str]:
    """Name the digits of a mask."""
    return list(map(geometry.grid.digit_name, digits_of(mask)))


def name_houses(geometry: Geometry, houses: Iterable[HouseNumber]) -> list[str]:
    """Name houses."""
    return [house_name(geometry.grid, house) for house in houses]


def describe_houses(geometry: Geometry, houses: Iterable[HouseNumber], last: str = "and") -> str:
    """Name houses in a sentence: those of a kind together, and their grid only once.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.logic.board import geometry_of
    >>> describe_houses(geometry_of(Grid.classic()), (1, 4, 9))
    'rows 2 and 5 and column 1'
    """
    grids = []
    names = (HouseName.of(geometry.grid, house) for house in houses)
    for grid, of_one in groupby(names, key=lambda name: name.grid):
        alike = [list(houses_of_kind) for _, houses_of_kind in groupby(of_one, key=lambda name: name.kind)]
        kinds = [
            houses_of_kind[0].with_others(join_words((name.number for name in houses_of_kind), last))
            if len(houses_of_kind) > 1
            else houses_of_kind[0].said()
            for houses_of_kind in alike
        ]
        grids.append(with_grid(geometry.grid, join_words(kinds, last), grid))
    return join_words(grids, last)


def describe_rule(rule: Rule, geometry: Geometry) -> str:
    """Describe a rule with its cells."""
    return rule.describe_at(" ".join(map(geometry.grid.cell_name, rule.scope)))


def describe_rule_briefly(rule: Rule, geometry: Geometry) -> str:
    """Name the kind of a rule and its cells; of a long one, only the first and the last cell."""
    names = list(map(geometry.grid.cell_name, rule.scope))
    if len(names) > _MAX_CELLS_OF_RULE:
        names = [names[0], "...", names[-1]]
    return tr("{name} {cells}", name=name_rule(rule), cells=" ".join(names))


def name_step(step: Step) -> str:
    """Name a step for players: its technique, and first the rules, if the technique is one for rules of any kind."""
    name = tr(step.technique.name)
    kinds = dict.fromkeys(map(name_rule, step.reason.rules)) if step.technique.names_rules else {}
    if not 0 < len(kinds) <= _MAX_KINDS:
        return name
    return tr("{rules} ({technique})", rules=join_words(kinds), technique=name)


def group_by_digit(candidates: Iterable[Candidate]) -> dict[Digit, CellSet]:
    """Group candidates by digit, with their cells as sets."""
    gathered: dict[Digit, CellSet] = {}
    for cell, digit in candidates:
        gathered[digit] = gathered.get(digit, 0) | 1 << cell
    return gathered


def group_rectangles(candidates: Iterable[Candidate]) -> list[tuple[CellSet, DigitSet]]:
    """Group candidates into sets of cells with the same digits: by cells or by digits, whichever gives fewer groups.

    Examples
    --------
    >>> group_rectangles([(0, 1), (0, 2), (5, 1), (5, 2), (7, 2)])
    [(33, 3), (128, 2)]
    """
    by_cell: dict[int, DigitSet] = {}
    for cell, digit in candidates:
        by_cell[cell] = by_cell.get(cell, 0) | bit_of(digit)
    of_digits: dict[DigitSet, CellSet] = {}
    for cell, mask in by_cell.items():
        of_digits[mask] = of_digits.get(mask, 0) | 1 << cell
    of_cells: dict[CellSet, DigitSet] = {}
    for digit, cells in group_by_digit(
        (cell, digit) for cell, mask in by_cell.items() for digit in digits_of(mask)
    ).items():
        of_cells[cells] = of_cells.get(cells, 0) | bit_of(digit)
    if len(of_cells) < len(of_digits):
        return list(of_cells.items())
    return [(cells, mask) for mask, cells in of_digits.items()]


# ── Notation ────────────────────────────────────────────────────────────────────────────────────────────


def name_candidate(geometry: Geometry, candidate: Candidate) -> str:
    """Name a candidate."""
    cell, digit = candidate
    return f"{geometry.grid.cell_name(cell)}={geometry.grid.digit_name(digit)}"


def cell_notation(geometry: Geometry, cells: CellSet) -> str:
    """Write cells in notation: rows with the same columns, or columns with the same rows, together.

    In grids with more than 9 rows or columns, several numbers are in brackets, because r12c3 is one cell there.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.bitsets import set_of
    >>> from farandole.logic.board import geometry_of
    >>> cell_notation(geometry_of(Grid.classic()), set_of([0, 10, 11, 28, 29]))
    'r1c1,r24c23'
    >>> cell_notation(geometry_of(Grid.classic((4, 4))), set_of([0, 10, 11]))
    'r1c[1,11,12]'
    """
    by_row: dict[int, list[int]] = {}
    by_column: dict[int, list[int]] = {}
    for row, column in (geometry.grid.positions[cell] for cell in bits(cells)):
        by_row.setdefault(row, []).append(column)
        by_column.setdefault(column, []).append(row)
    is_small = max(geometry.grid.height, geometry.grid.width) <= 9
    across = [(rows, columns) for columns, rows in _group_lines(by_row)]
    down = _group_lines(by_column)
    blocks = across if len(across) <= len(down) else down
    return ",".join(
        f"r{_numbers(rows, is_small)}c{_numbers(columns, is_small)}"
        for rows, columns in sorted((tuple(rows), tuple(columns)) for rows, columns in blocks)
    )


def _group_lines(lines: dict[int, list[int]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Group the lines that hold the same."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for line, held in lines.items():
        alike.setdefault(tuple(sorted(held)), []).append(line)
    return list(alike.items())


def _numbers(lines: Iterable[int], is_small: bool) -> str:
    numbers = [str(line + 1) for line in sorted(lines)]
    if is_small or len(numbers) == 1:
        return "".join(numbers)
    return f"[{','.join(numbers)}]"


def digit_notation(geometry: Geometry, mask: DigitSet) -> str:
    """Write digits in notation: 159, or 1,5,10 if digits may have two figures."""
    return ("" if geometry.n_digits <= 9 else ",").join(name_digits(geometry, mask))


def notation(step: Step, geometry: Geometry) -> str:
    """Write a step in one line of the usual notation: its pattern, and what follows.

    Examples
    --------
    >>> from farandole.logic.board import Board
    >>> from farandole.logic.techniques.subsets import naked_pair
    >>> from farandole.puzzle import Puzzle
    >>> line = "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2"
    >>> board = Board.of(Puzzle.classic(line))
    >>> notation(next(naked_pair(board)), board.geometry)
    'Naked Pair: 15 in r9c27 => r9c18<>1'
    """
    outcomes = [
        f"{cell_notation(geometry, 1 << cell)}={geometry.grid.digit_name(digit)}" for cell, digit in step.placements
    ]
    for cells, mask in group_rectangles(step.eliminations):
        outcomes.append(f"{cell_notation(geometry, cells)}<>{','.join(name_digits(geometry, mask))}")
    return tr(
        "{technique}: {pattern} => {effects}",
        technique=name_step(step),
        pattern=pattern_notation(step, geometry),
        effects="; ".join(outcomes),
    )


def pattern_notation(step: Step, geometry: Geometry) -> str:
    """Write the pattern of a step in one line."""
    reason = step.reason
    items = []
    if reason.shows_cells:
        digits = digit_notation(geometry, reason.digits)
        where = cell_notation(geometry, reason.cells) if reason.cells else describe_houses(geometry, reason.houses)
        items += [tr("{digits} in {cells}", digits=digits, cells=where) if digits and where else digits or where]
    items += [_chain(geometry, chain) for chain in reason.links if chain]
    for part, candidates in reason.parts.items():
        if candidates:
            items.append(tr("({part}: {candidates})", part=tr(part), candidates=_candidates(geometry, candidates)))
    for locked_set in reason.sets:
        items.append(_set(geometry, locked_set))
    return " ".join(filter(None, items))


def _candidates(geometry: Geometry, candidates: Iterable[Candidate]) -> str:
    return " ".join(
        f"{cell_notation(geometry, cells)}={digit_notation(geometry, mask)}"
        for cells, mask in group_rectangles(candidates)
    )


def _set(geometry: Geometry, locked_set: LockedSet) -> str:
    digits, cells = digit_notation(geometry, locked_set.digits), cell_notation(geometry, locked_set.cells)
    return tr("{digits} in {cells}", digits=f"{{{digits}}}", cells=cells)


def _chain(geometry: Geometry, chain: Sequence[Link]) -> str:
    """Write a chain in notation: = is a strong link, - a weak one."""
    nodes = [chain[0].start, *(link.end for link in chain)]
    names = [f"({geometry.grid.digit_name(node.digit)}){cell_notation(geometry, node.cells)}" for node in nodes]
    signs = ["=" if link.is_strong else "-" for link in chain]
    return " ".join(part for pair in zip(names, [*signs, ""], strict=True) for part in pair if part)
