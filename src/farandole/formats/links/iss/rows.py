"""Interactive Sudoku Solver: a row for each kind of constraint, how its rules are read and written.

A new kind is a row in `ROWS`. `cells_only` and `with_number` make the rows of most kinds.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from farandole import rules
from farandole.errors import FormatError
from farandole.formats.links.iss.codes import decode_nfa, decode_pairs, encode_nfa, encode_pairs
from farandole.formats.links.iss.grids import region_same_values
from farandole.formats.links.iss.syntax import Context, parse_number
from farandole.formats.square import column_of, look_along, row_of, split_by_region
from farandole.grid import Cell, Grid
from farandole.rules.fields import MAX_TEXT

Cells = tuple[Cell, ...]
_SWAPPED = str.maketrans("-_", "_-")


class Row(NamedTuple):
    """How the rules of a kind are read and written."""

    kinds: tuple[type, ...]
    """The classes of rules that are written with this name."""
    read: Callable[[Context, list[str]], Iterable[Any]]
    """Make rules from arguments."""
    write: Callable[[Context, Any], list[str] | None]
    """Make the arguments for a rule; None if this name cannot express it."""


def cells_only(kind: Any, groups: Callable[[Grid, Cells], Any] | None = None) -> Row:
    """Make the row of a rule with cells only; `groups` computes its groups, if it has any."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        cells = context.cells(arguments)
        yield kind(cells, groups(context.grid, cells)) if groups else kind(cells)

    def write(context: Context, rule: Any) -> list[str] | None:
        is_usual = groups is None or rule.groups == groups(context.grid, rule.cells)
        return context.names(rule.cells) if is_usual else None

    return Row((kind,), read, write)


def with_number(kind: Any, field: str, usual: int | None = None) -> Row:
    """Make the row of a rule with a number and cells; the number may be missing if there is a usual one."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        number, names = usual, arguments
        if usual is None or not (arguments and context.is_cell(arguments[0])):
            number, names = parse_number(arguments[0] if arguments else ""), arguments[1:]
        yield kind(context.cells(names), number)

    def write(context: Context, rule: Any) -> list[str]:
        return [str(getattr(rule, field)), *context.names(rule.cells)]

    return Row((kind,), read, write)


def _cage(context: Context, arguments: list[str]) -> Iterator[Any]:
    total = arguments[0] if arguments else ""
    yield rules.Cage(context.cells(arguments[1:]), parse_number(total) or None if total else None)


def _pill(context: Context, arguments: list[str]) -> Iterator[Any]:
    n_pill, cells = parse_number(arguments[0] if arguments else ""), context.cells(arguments[1:])
    yield rules.PillArrow((*sorted(cells[:n_pill]), *cells[n_pill:]), n_pill)  # in reading order


def _write_pill(context: Context, rule: Any) -> list[str] | None:
    pill = rule.cells[: rule.n_pill]
    return [str(rule.n_pill), *context.names(rule.cells)] if tuple(sorted(pill)) == pill else None


def neighbor_pairs(make: Callable[[tuple[Cell, Cell]], Any], kind: type) -> Row:
    """Make the row of a rule for each pair of neighbors among the cells."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        cells = context.cells(arguments)
        for place, one in enumerate(cells):
            for other in cells[place + 1 :]:
                if other in context.whole.neighbors(one):
                    yield make((one, other))

    def write(context: Context, rule: Any) -> list[str] | None:
        one, other = rule.cells
        return (
            context.names(rule.cells) if other in context.whole.neighbors(one) and make((one, other)) == rule else None
        )

    return Row((kind,), read, write)


def _quad(context: Context, arguments: list[str]) -> Iterator[Any]:
    first = context.cell(arguments[0] if arguments else "")
    yield rules.Quadruple(_square(context, first), tuple(map(parse_number, arguments[1:])))


def _square(context: Context, first: Cell) -> Cells:
    row, column = context.grid.positions[first]
    cells = [context.grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    if None in cells:
        raise FormatError(f"expected the upper left cell of four, found {context.name(first)}")
    return tuple(cell for cell in cells if cell is not None)


def _write_quad(context: Context, rule: Any) -> list[str] | None:
    first = min(rule.cells)
    row, column = context.grid.positions[first]
    grid = context.grid
    is_square = row + 1 < grid.height and column + 1 < grid.width and sorted(rule.cells) == [*_square(context, first)]
    return [context.name(first), *map(str, rule.digits)] if is_square and rule.digits else None


def _line_of(context: Context, name: str, *, is_back: bool) -> Cells:
    """List the cells of a row or a column such as R1, from either end."""
    match = re.fullmatch(r"([RC])([1-9][0-9]?)", name)
    grid = context.grid
    if not match or not 1 <= int(match[2]) <= (grid.height if match[1] == "R" else grid.width):
        raise FormatError(f"expected a row or a column such as R1, found {name[:20]!r}")
    k = int(match[2]) - 1
    cells = look_along(grid, k, -1, 0, 1) if match[1] == "R" else look_along(grid, -1, k, 1, 0)
    return cells[::-1] if is_back else cells


def _line_name(context: Context, cells: Cells) -> tuple[str, bool] | None:
    """Return the name of the row or column of the cells, and whether they start at its end."""
    for letter, line, place in (("R", row_of(context.grid, cells[0]), 0), ("C", column_of(context.grid, cells[0]), 1)):
        if cells in (line, line[::-1]):
            return f"{letter}{context.grid.positions[cells[0]][place] + 1}", cells != line
    return None


def outside(kind: Any, field: str) -> Row:
    """Make the row of clues at both ends of a line; the second argument is the clue at the first end."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        for is_back, value in enumerate(arguments[1:3]):
            if value:
                yield kind(_line_of(context, arguments[0], is_back=bool(is_back)), parse_number(value))

    def write(context: Context, rule: Any) -> list[str] | None:
        found = _line_name(context, rule.cells)
        value = str(getattr(rule, field))
        return None if found is None else [found[0], "", value] if found[1] else [found[0], value, ""]

    return Row((kind,), read, write)


def _sandwich(context: Context, arguments: list[str]) -> Iterator[Any]:
    total, name = [*arguments, "", ""][:2]
    line = _line_of(context, name, is_back=False)
    is_full = len(line) == context.grid.n_digits and context.grid.first_digit == 1
    yield (rules.Sandwich if is_full else rules.Lunchbox)(line, parse_number(total))


def _write_sandwich(context: Context, rule: Any) -> list[str] | None:
    found = _line_name(context, rule.cells)
    return [str(rule.total), found[0]] if found and not found[1] else None


def _diagonals(context: Context) -> dict[Cell, Cells]:
    """Map the cell that names a diagonal to the cells of the diagonal."""
    height, width = context.grid.height, context.grid.width
    starts = [(row, -1, 1, 1) for row in range(-1, height - 2)]
    starts += [(row + 1, width, -1, -1) for row in range(1, height - 1)]
    starts += [(-1, column + 1, 1, -1) for column in range(1, width)]
    starts += [(height, column - 1, -1, 1) for column in range(1, width - 1)]
    lines = [look_along(context.grid, *start) for start in starts]
    return {line[0]: line for line in lines if line}


def _little_killer(context: Context, arguments: list[str]) -> Iterator[Any]:
    total, name = [*arguments, "", ""][:2]
    cells = _diagonals(context).get(context.cell(name))
    if cells is None:
        raise FormatError(f"expected a cell at the margin, found {name}")
    yield rules.LittleKiller(cells, parse_number(total))


def _write_little_killer(context: Context, rule: Any) -> list[str] | None:
    for first, cells in _diagonals(context).items():
        if set(cells) == set(rule.cells):
            return [str(rule.total), context.name(first)]
    return None


def _indexing(context: Context, arguments: list[str]) -> Iterator[Any]:
    among = {"R": column_of, "C": row_of}.get(arguments[0] if arguments else "")
    if among is None:
        raise FormatError(f"expected R or C, found {(arguments or [''])[0][:20]!r}")
    for cell in context.cells(arguments[1:]):
        line = among(context.grid, cell)
        yield rules.Indexer(line, line.index(cell) + 1)


def _write_indexing(context: Context, rule: Any) -> list[str] | None:
    cell = rule.cells[rule.place - 1]
    for letter, among in (("R", column_of), ("C", row_of)):
        if among(context.grid, cell) == rule.cells:
            return [letter, context.name(cell)]
    return None


def _named_groups(arguments: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield groups of cells, which an empty argument or a name after an underscore divides, each with its name."""
    name, group = "", list[str]()
    for argument in [*arguments, ""]:
        if argument and not argument.startswith("_"):
            group.append(argument)
            continue
        if group:
            yield name, group
            group = []
        if argument:
            name = unquote(argument[1:])[:MAX_TEXT]


def _name_of(name: str) -> list[str]:
    """Return the argument for a name, which has neither dots nor tildes."""
    return ["_" + quote(name, safe="").replace(".", "%2E").replace("~", "%7E")] if name else []


def _relation(kind: Any, *, is_swapped: bool = False) -> Row:
    """Make the row of a relation of two digits; `is_swapped` if its code has - for _ and _ for -."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        code = arguments[0] if arguments else ""
        grid = context.grid
        pairs = decode_pairs(code.translate(_SWAPPED) if is_swapped else code, grid.n_digits, grid.first_digit)
        for name, group in _named_groups(arguments[1:]):
            yield kind(context.cells(group), pairs, name)

    def write(context: Context, rule: Any) -> list[str] | None:
        if is_swapped:
            return None
        grid = context.grid
        pairs = [pair for pair in rule.pairs if {*pair} <= {*grid.numbers}]
        code = encode_pairs(pairs, grid.n_digits, grid.first_digit)
        return [code, *_name_of(rule.name), *context.names(rule.cells)]

    return Row((kind,), read, write)


def _automaton(context: Context, arguments: list[str]) -> Iterator[Any]:
    for name, group in _named_groups(arguments[1:]):
        segments = [segment.split("~") for segment in "~".join(group).split("~-~")] if "-" in group else [group]
        segments = [[argument for argument in segment if argument not in ("", "-")] for segment in segments]
        sizes = tuple(map(len, segments)) if len(segments) > 1 else (0,)
        machine = decode_nfa(arguments[0], context.grid.n_digits, sizes, context.grid.first_digit)
        yield rules.Automaton(context.cells(chain.from_iterable(segments)), machine, name)


def _write_automaton(context: Context, rule: Any) -> list[str] | None:
    if rule.machine.first_digit != context.grid.first_digit:
        return None
    code = encode_nfa(rule.machine, context.grid.n_digits)
    return None if code is None else [code, *_name_of(rule.name), *context.names(rule.cells)]


def _pattern(context: Context, arguments: list[str]) -> Iterator[Any]:
    code = arguments[0] if arguments else ""
    try:
        text = unquote(code) if "%" in code else b64decode(code + "=" * (-len(code) % 4), "-_", True).decode("latin-1")
    except ValueError:
        raise FormatError(f"expected a pattern in base 64, found {code[:20]!r}") from None
    machine = rules.nfa_of(text, context.grid.n_digits, context.grid.first_digit)
    for _, group in _named_groups(arguments[1:]):
        yield rules.Automaton(context.cells(group), machine, text[:MAX_TEXT])


def _equal_sum(context: Context, arguments: list[str]) -> Iterator[Any]:
    groups: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "-":
            groups.append([])
        else:
            groups[-1].append(argument)
    groups = [group for group in groups if group]
    yield rules.EqualSum(context.cells(chain.from_iterable(groups)), tuple(map(len, groups)))


def _write_equal_sum(context: Context, rule: Any) -> list[str]:
    first, *others = rule.groups_of(rule.cells)
    return [*context.names(first), *(name for group in others for name in ("-", *context.names(group)))]


def _sum_line(context: Context, arguments: list[str]) -> Iterator[Any]:
    total, *names = arguments or [""]
    is_loop = names[-1:] == ["LOOP"]
    cells = context.cells(names[:-1] if is_loop else names)
    if is_loop and len(cells) < 3:
        raise FormatError(f"expected a loop of three cells or more, found {len(cells)}")
    yield rules.SumLine((*cells, *cells[:is_loop]), parse_number(total))


def _write_sum_line(context: Context, rule: Any) -> list[str] | None:
    cells = rule.cells[:-1] if rule.is_loop else rule.cells
    return [str(rule.total), *context.names(cells), *(["LOOP"] if rule.is_loop else [])] if rule.total <= 30 else None


def _halves(grid: Grid) -> tuple[tuple[int, ...], ...]:
    half = grid.n_digits // 2
    return tuple(grid.numbers[:half]), tuple(grid.numbers[-half:])


def _equality_cage(context: Context, arguments: list[str]) -> Iterator[Any]:
    yield rules.EqualityCage(context.cells(arguments), _halves(context.grid))


def _write_equality_cage(context: Context, rule: Any) -> list[str] | None:
    return context.names(rule.cells) if rule.halves == _halves(context.grid) else None


def _contain(*, is_exact: bool) -> Row:
    """Make the row of digits that cells hold as often as they are listed, or at least so often."""

    def read(context: Context, arguments: list[str]) -> Iterator[Any]:
        digits = Counter(map(parse_number, arguments[0].split("_") if arguments else ()))
        cells = context.cells(arguments[1:])
        for digit, n in digits.items():
            yield rules.Count(cells, (digit,), n, n if is_exact else None)

    def write(context: Context, rule: Any) -> list[str] | None:
        if len(rule.digits) != 1 or rule.least < 1 or rule.most != (rule.least if is_exact else None):
            return None
        return ["_".join([str(rule.digits[0])] * rule.least), *context.names(rule.cells)]

    return Row((rules.Count,), read, write)


def _look_and_say(context: Context, arguments: list[str]) -> Iterator[Any]:
    clue = arguments[0] if arguments else ""
    if not re.fullmatch("([0-9][0-9])+", clue):
        raise FormatError(f"expected pairs of a count and a digit, such as 2315, found {clue[:20]!r}")
    cells = context.cells(arguments[1:])
    for count, digit in zip(clue[::2], clue[1::2], strict=True):
        yield rules.Count(cells, (int(digit),), int(count), int(count))


def _write_look_and_say(context: Context, rule: Any) -> list[str] | None:
    """Write a digit that doesn't come; the others are written as ContainExact."""
    is_without = len(rule.digits) == 1 and rule.most == 0 >= rule.least and rule.digits[0] <= 9
    return [f"0{rule.digits[0]}", *context.names(rule.cells)] if is_without else None


def _write_count_distinct(context: Context, rule: Any) -> list[str] | None:
    return context.names(rule.cells) if rule.number is None else None


def _nothing(context: Context, arguments: list[str]) -> Iterator[Any]:  # noqa: ARG001
    """Read what only guides the search."""
    return iter(())


def _sum(context: Context, arguments: list[str]) -> Iterator[Any]:
    total, *others = (arguments[0] if arguments else "").split("_")
    cells = context.cells(arguments[1:])
    if others[:1] == ["="]:
        yield rules.WeightedSum(cells, tuple(map(parse_number, others[1:])), parse_number(total))
    else:
        yield rules.Sum(cells, parse_number(total))


def _write_sum(context: Context, rule: Any) -> list[str] | None:
    factors = rule.coefficients if isinstance(rule, rules.WeightedSum) else ()
    if any(abs(factor) > 100 for factor in factors):
        return None
    return ["_".join(map(str, [rule.total, *(["=", *factors] if factors else [])])), *context.names(rule.cells)]


def _givens(context: Context, arguments: list[str]) -> Iterator[Any]:
    first, last = context.grid.numbers[0], context.grid.numbers[-1]
    for argument in arguments:
        name, *digits = argument.split("_")
        cell = context.cell(name)
        if not all(re.fullmatch("[0-9]{1,3}", digit) and first <= int(digit) <= last for digit in digits):
            raise FormatError(f"expected digits from {first} to {last}, found {argument[:20]!r}")
        yield rules.Allowed((cell,), tuple(map(int, digits)))


def _write_givens(context: Context, rule: Any) -> list[str]:
    return ["_".join([name, *map(str, rule.digits)]) for name in context.names(rule.cells)]


def _connected(context: Context, arguments: list[str]) -> Iterator[Any]:
    prefix, values, size = [*arguments, "", "", ""][:3]
    cells = context.group(prefix) if prefix else tuple(range(context.grid.n_cells))
    digits = tuple(map(parse_number, values.split("_")))
    width = min(context.grid.width, len(cells))
    yield rules.Connected(cells, digits, width, parse_number(size) if size else None)


def _write_connected(context: Context, rule: Any) -> list[str] | None:
    size = [] if rule.size is None else [str(rule.size)]
    values = "_".join(map(str, rule.digits))
    groups = {"": tuple(range(context.grid.n_cells)), **context.groups()}
    for prefix, cells in groups.items():
        if cells == rule.cells and values and rule.width == min(context.grid.width, len(cells)):
            return [prefix, values, *size]
    return None


def _chaos(context: Context, arguments: list[str]) -> Iterator[Any]:  # noqa: ARG001
    grid = context.grid
    yield rules.ChaosConstruction(tuple(range(grid.n_cells)), context.labels(), grid.width, context.region_size)


def _write_chaos(context: Context, rule: Any) -> list[str] | None:
    grid = context.grid
    is_whole = rule.cells == tuple(range(grid.n_cells)) and rule.width == grid.width == rule.size
    return [] if is_whole and context.has_labels() and rule.labels == context.labels() else None


def _labels_of(context: Context, names: Iterable[str]) -> list[Cell]:
    """List the labels of names, which may be those of the cells that they mark."""
    labels, n = context.labels(), context.grid.n_cells
    return [labels[cell] if cell < n else cell for cell in context.cells(names)]


def _chaos_arrow(context: Context, arguments: list[str]) -> Iterator[Any]:
    name, offset, *names = [*arguments, "", ""][: max(2, len(arguments))]
    control, labels = context.cell(name), context.labels()
    groups: list[list[Cell]] = [[]]
    for argument in names:
        if argument == "-":
            groups.append([])
        elif argument:
            groups[-1] += _labels_of(context, [argument])
    if groups == [[]]:
        row, column = context.grid.positions[control]
        ways = [look_along(context.grid, row, column, *way) for way in ((0, -1), (0, 1), (-1, 0), (1, 0))]
        groups = [[labels[control], *(labels[cell] for cell in way)] for way in ways]
    groups = [group for group in groups if group]
    if len({group[0] for group in groups}) > 1:
        raise FormatError("expected arms that begin in the same cell")
    arms = [group[1:] for group in groups if len(group) > 1]
    yield rules.RegionRun(
        (control, groups[0][0], *chain.from_iterable(arms)), tuple(map(len, arms)), parse_number(offset or "0")
    )


def _chaos_count(context: Context, arguments: list[str]) -> Iterator[Any]:
    name, offset, *names = [*arguments, "", ""][: max(2, len(arguments))]
    control, grid = context.cell(name), context.grid
    if any(names):
        counted = _labels_of(context, filter(None, names))
    else:
        row, column = grid.positions[control]
        near = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
        cells = [control, *(cell for at in near if (cell := grid.cell(*at)) is not None)]
        counted = [context.labels()[cell] for cell in cells]
    yield rules.RegionRun((control, *counted), (1,) * (len(counted) - 1), parse_number(offset or "0"))


def _write_run(context: Context, rule: Any) -> list[str] | None:
    """Write the arms, each with the cell that it begins in."""
    if not context.has_labels() or rule.offset > 1 or not {*rule.cells[1:]} <= {*context.labels()}:
        return None
    control, start, *others = context.names(rule.cells)
    arguments = [control, str(rule.offset or ""), start]
    begin = 0
    for size in rule.sizes:
        arguments += ["-", start, *others[begin : begin + size]]
        begin += size
    return arguments if rule.cells[0] < context.grid.n_cells else None


def _full_rank(context: Context, arguments: list[str]) -> Iterator[Any]:
    grid = context.grid
    if grid.height != grid.width:
        raise FormatError(f"expected as many rows as columns, found {grid.height} and {grid.width}")
    for is_back, value in enumerate(arguments[1:3]):
        if value:
            line = _line_of(context, arguments[0], is_back=bool(is_back))
            yield rules.FullRank(line, tuple(range(grid.n_cells)), parse_number(value), context.ties)


def _write_full_rank(context: Context, rule: Any) -> list[str] | None:
    found = _line_name(context, rule.cells)
    if found is None or rule.square != tuple(range(context.grid.n_cells)) or rule.ties != context.ties:
        return None
    return [found[0], "", str(rule.rank)] if found[1] else [found[0], str(rule.rank), ""]


TIES = {"none": "none", "only-unclued": "unclued", "any": "any"}
"""What FullRankTies says, and how `rules.FullRank` says it."""

OPTIONS = frozenset({"FullRankTies"})
"""Kinds that say how others are meant."""

ROWS: dict[str, Row] = {
    "": Row((rules.Allowed,), _givens, _write_givens),
    "Cage": Row((rules.Cage,), _cage, lambda context, rule: [str(rule.total or 0), *context.names(rule.cells)]),
    "Sum": Row((rules.Sum, rules.WeightedSum), _sum, _write_sum),
    "AllDifferent": cells_only(rules.AllDifferent),
    "Thermo": cells_only(rules.Thermo),
    "Whisper": with_number(rules.Whispers, "difference", 5),
    "Renban": cells_only(rules.Renban),
    "Modular": with_number(rules.Modular, "modulus"),
    "Entropic": cells_only(rules.Entropic, lambda _, cells: rules.Entropic(cells).groups),
    "RegionSumLine": cells_only(rules.RegionSum, split_by_region),
    "Between": cells_only(rules.Between),
    "Lockout": with_number(rules.Lockout, "difference", 4),
    "Palindrome": cells_only(rules.Palindrome),
    "Zipper": cells_only(rules.Zipper),
    "Arrow": cells_only(rules.Arrow),
    "DoubleArrow": cells_only(rules.DoubleArrow),
    "PillArrow": Row((rules.PillArrow,), _pill, _write_pill),
    "WhiteDot": neighbor_pairs(rules.Consecutive, rules.Consecutive),
    "BlackDot": neighbor_pairs(rules.Ratio, rules.Ratio),
    "X": neighbor_pairs(lambda cells: rules.PairSum(cells, 10), rules.PairSum),
    "V": neighbor_pairs(lambda cells: rules.PairSum(cells, 5), rules.PairSum),
    "GreaterThan": neighbor_pairs(rules.Greater, rules.Greater),
    "Quad": Row((rules.Quadruple,), _quad, _write_quad),
    "LittleKiller": Row((rules.LittleKiller,), _little_killer, _write_little_killer),
    "XSum": outside(rules.XSum, "total"),
    "Skyscraper": outside(rules.Skyscraper, "count"),
    "NumberedRoom": outside(rules.NumberedRoom, "digit"),
    "Sandwich": Row((rules.Sandwich,), _sandwich, _write_sandwich),
    "Pair": _relation(rules.Relation),
    "PairX": _relation(rules.MutualRelation),
    "Binary": _relation(rules.Relation, is_swapped=True),
    "BinaryX": _relation(rules.MutualRelation, is_swapped=True),
    "NFA": Row((rules.Automaton,), _automaton, _write_automaton),
    "Regex": Row((), _pattern, lambda *_: None),
    "EqualSum": Row((rules.EqualSum,), _equal_sum, _write_equal_sum),
    "SameValues": with_number(rules.SameDigits, "n_groups"),
    "SumLine": Row((rules.SumLine,), _sum_line, _write_sum_line),
    "RellikCage": with_number(rules.RellikCage, "total"),
    "EqualityCage": Row((rules.EqualityCage,), _equality_cage, _write_equality_cage),
    "Lunchbox": with_number(rules.Lunchbox, "total"),
    "HiddenSkyscraper": outside(rules.HiddenSkyscraper, "digit"),
    "ValueIndexing": cells_only(rules.Pointer),
    "ContainExact": _contain(is_exact=True),
    "ContainAtLeast": _contain(is_exact=False),
    "LookAndSay": Row((rules.Count,), _look_and_say, _write_look_and_say),
    "CountingCircles": cells_only(rules.CountingCircles),
    "CountDistinct": Row((rules.CountDistinct,), cells_only(rules.CountDistinct).read, _write_count_distinct),
    "ConnectedValues": Row((rules.Connected,), _connected, _write_connected),
    "ChaosConstruction": Row((rules.ChaosConstruction,), _chaos, _write_chaos),
    "ChaosArrow": Row((rules.RegionRun,), _chaos_arrow, _write_run),
    "ChaosCount": Row((), _chaos_count, lambda *_: None),
    "FullRank": Row((rules.FullRank,), _full_rank, _write_full_rank),
    "SearchPriority": Row((), _nothing, lambda *_: None),
    "Indexing": Row((rules.Indexer,), _indexing, _write_indexing),
}
"""A row for each kind with arguments."""

WHOLE_GRID: dict[str, Callable[[Grid], tuple[Any, ...]]] = {
    "AntiKnight": rules.anti_knight,
    "AntiKing": rules.anti_king,
    "AntiConsecutive": rules.nonconsecutive,
    "AntiTaxicab": rules.anti_taxicab,
    "GlobalEntropy": rules.global_entropy,
    "GlobalMod": rules.global_modular,
    "DutchFlatmates": rules.dutch_flatmates,
    "RegionSameValues": region_same_values,
}
"""Kinds without arguments that make rules for the whole grid."""

NEGATIVE: dict[str, Callable[[Grid, Sequence[Any]], tuple[Any, ...]]] = {
    "StrictKropki": rules.negative_kropki,
    "StrictXV": rules.negative_xv,
}
"""Kinds without arguments whose rules follow from the other rules of the puzzle."""
