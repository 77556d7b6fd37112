"""Interactive Sudoku Solver: its text, ``.Cage~10~R1C1~R1C2.Thermo~R2C1~R3C1``, and the links that hold it.

A text is one constraint after another: a dot, a name, and its arguments, each after a tilde. Cells are R1C1; from 10 on
rows and columns are letters, a to z. A dot and a tilde without a name begin the givens: ``.~R1C1_5~R2C2_1_2``.

`ROWS` has a row for each name that stands for one of our rules. `unknowns` lists what isn't understood: alternatives
(Or), custom state machines, cells outside the grid. `read` refuses it unless ``lenient`` is set.

References
----------
C. Sigh, Interactive-Sudoku-Solver (2020-2026), ``sudoku_parser``, ``sudoku_constraint``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from farandole import rules
from farandole.errors import FormatError, PuzzleError, RuleError
from farandole.formats.json_value import join_limited
from farandole.formats.lenient import LenientReader
from farandole.formats.square import column_of, list_extra_houses, look_along, row_of, split_by_region
from farandole.grid import Cell, Grid
from farandole.grid.shapes import square_box
from farandole.puzzle import Puzzle
from farandole.sizes import MAX_DIGITS, MAX_RULES

SITE = "https://sigh.github.io/Interactive-Sudoku-Solver/"

Cells = tuple[Cell, ...]
_PARAMETER = re.compile(r"[?&]q=([^&#\s]*)")
_CELL = re.compile(r"[Rr]([1-9a-zA-Z])[Cc]([1-9a-zA-Z])", re.ASCII)
_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Row(NamedTuple):
    """How the rules of a name are read and written."""

    kinds: tuple[type, ...]
    """The classes of rules that are written with this name."""
    read: Callable[[Grid, list[str]], Iterable[Any]]
    """Make rules from arguments."""
    write: Callable[[Grid, Any], list[str] | None]
    """Make the arguments for a rule; None if this name cannot express it."""


def read(text: str, *, lenient: bool = False) -> Puzzle:
    """Read a puzzle from a text, or a link with ``?q=``.

    Parameters and errors are those of `farandole.formats.lenient.LenientReader.read`.

    Examples
    --------
    >>> puzzle = read(".Shape~4x4.~R1C1_3.Cage~5~R1C2~R2C2.Thermo~R3C1~R3C2~R3C3")
    >>> puzzle.givens[:2], puzzle.rules
    ((3, 0), (Cage(cells=(1, 5), total=5), Thermo(cells=(8, 9, 10))))
    >>> read(write(puzzle)) == puzzle
    True
    """
    return IssReader.read(text, lenient=lenient)


def unknowns(text: str) -> list[str]:
    """List what a text holds that isn't understood, and that `read` refuses unless it is lenient."""
    return IssReader(text).unknown


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as a text.

    Raises
    ------
    PuzzleError
        If the format cannot express the grid or a rule; the message lists all of them.
    """
    return "".join(_Writer(puzzle).parts)


def link(puzzle: Puzzle) -> str:
    """Write a puzzle as a link; raises as `write` does."""
    return f"{SITE}?q={quote(write(puzzle), safe='~.-_')}"


def _split(text: str) -> list[list[str]]:
    """Split a text into constraints, each a name and its arguments."""
    text = text.strip()
    if not text.startswith(".") and text:
        match = _PARAMETER.search(text)
        if not match:
            raise FormatError("expected a link with ?q= and a puzzle, or a text such as .Cage~10~R1C1~R1C2")
        text = unquote(match[1])
    text = "".join(line for line in text.split("\n") if not line.startswith("#"))
    first, *items = re.sub(r"\s+", "", text).split(".") if text else [""]
    if first:
        raise FormatError(f"expected a dot and a constraint, found {first[:20]!r}")
    if len(items) > MAX_RULES:
        raise FormatError(f"expected at most {MAX_RULES:,} constraints, found {len(items):,}")
    return [item.split("~") for item in items]


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class IssReader(LenientReader):
    """Reads constraint after constraint."""

    def parse(self, text: str) -> Puzzle:
        """Read the grid, then the constraints, then what follows from all of them."""
        items = _split(text)
        self._grid = grid = self._with_houses(items)
        self._masks = [(1 << grid.n_digits) - 1] * grid.n_cells
        made: list[Any] = []
        names = {item[0] for item in items}
        for number, (name, *arguments) in enumerate(items, 1):
            try:
                made += self._read(name, arguments)
            except RuleError as error:
                named = error.in_grid(grid.cell_name)
                raise PuzzleError.from_error(named, f"{name}: {named}") from None
            except (FormatError, PuzzleError) as error:
                message = f"constraint {number}, {name or 'givens'}: {error}"
                raise FormatError.from_error(error, message) from None
        for name, make in _NEGATIVE.items():
            if name in names:
                made += make(grid, made)
        givens = tuple(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in self._masks)
        return Puzzle(grid, givens, tuple(self._masks), tuple(made))

    def _with_houses(self, items: list[list[str]]) -> Grid:
        arguments: dict[str, list[list[str]]] = {}
        for name, *rest in items:
            arguments.setdefault(name, []).append(rest)
        n = _size_of(arguments.get("Shape", [["9x9"]])[0])
        grid = Grid.latin(n) if "NoBoxes" in arguments else Grid.classic(square_box(n))
        if layouts := arguments.get("Jigsaw"):
            if "NoBoxes" not in arguments or len(layouts) > 1:
                self.unknown.append("regions beside boxes, or other regions")
            grid = _jigsaw(n, layouts[0])
        houses = [house for name, house in _HOUSES.items() if name in arguments]
        for way in arguments.get("Diagonal", []):
            if way[:1] not in (["1"], ["-1"]):
                raise FormatError(f"Diagonal: expected 1 or -1, found {'~'.join(way)[:20]!r}")
            houses.append("rising_diagonal" if way[0] == "1" else "falling_diagonal")
        return grid.with_houses(*dict.fromkeys(houses)) if houses else grid

    def _read(self, name: str, arguments: list[str]) -> Iterable[Any]:
        if name in ("", "Given"):
            self._note_givens(arguments)
        elif name in _WHOLE:
            return _WHOLE[name](self._grid)
        elif name in ROWS:
            return list(ROWS[name].read(self._grid, [argument for argument in arguments if argument != "LOOP"]))
        elif name not in {"Shape", "NoBoxes", "Jigsaw", "Diagonal", "End", *_HOUSES, *_NEGATIVE}:
            self.unknown.append(name)
        return ()

    def _note_givens(self, arguments: list[str]) -> None:
        for argument in arguments:
            name, *digits = argument.split("_")
            cell, n = _cell(self._grid, name), self._grid.n_digits
            if not all(digit.isascii() and digit.isdecimal() and 1 <= int(digit) <= n for digit in digits):
                raise FormatError(f"expected digits from 1 to {n}, found {argument[:20]!r}")
            self._masks[cell] &= rules.mask_of(map(int, digits))


def _size_of(arguments: list[str]) -> int:
    match = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})(~(1-)?([0-9]{1,2}))?", "~".join(arguments))
    if not match or match[1] != match[2] or match[5] not in (None, match[1]) or not 1 <= int(match[1]) <= MAX_DIGITS:
        raise FormatError(
            f"Shape: expected a square of at most {MAX_DIGITS} rows with as many digits, "
            f"found {'~'.join(arguments)[:30]!r}"
        )
    return int(match[1])


def _jigsaw(n: int, arguments: list[str]) -> Grid:
    layout = arguments[-1] if arguments else ""
    if len(layout) != n * n:
        raise FormatError(f"Jigsaw: expected {n * n} cells, found {len(layout)}")
    if len(set(layout)) == 1:
        return Grid.latin(n)
    names = {sign: chr(ord("A") + number) for number, sign in enumerate(dict.fromkeys(layout))}
    return Grid.jigsaw(" ".join("".join(names[sign] for sign in layout[k : k + n]) for k in range(0, n * n, n)))


def _cell(grid: Grid, name: str) -> Cell:
    match = _CELL.fullmatch(name)
    place = [_SIGNS.index(sign.lower()) - 1 for sign in match.groups()] if match else []
    cell = grid.cell(*place) if place else None
    if cell is None:
        raise FormatError(f"expected a cell such as R1C1, found {name[:20]!r}")
    return cell


def _cells(grid: Grid, names: Iterable[str]) -> Cells:
    return tuple(_cell(grid, name) for name in names)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise FormatError(f"expected a whole number, found {text[:20]!r}")
    return int(text)


def _name(grid: Grid, cell: Cell) -> str:
    row, column = grid.positions[cell]
    return f"R{_SIGNS[row + 1]}C{_SIGNS[column + 1]}"


def _names(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    return [_name(grid, cell) for cell in cells]


# ── Rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cells_only(kind: Any, groups: Callable[[Grid, Cells], Any] | None = None) -> Row:
    """Make the row of a rule with cells only; `groups` computes its groups, if it has any."""

    def read(grid: Grid, arguments: list[str]) -> Iterator[Any]:
        cells = _cells(grid, arguments)
        yield kind(cells, groups(grid, cells)) if groups else kind(cells)

    def write(grid: Grid, rule: Any) -> list[str] | None:
        is_usual = groups is None or rule.groups == groups(grid, rule.cells)
        return _names(grid, rule.cells) if is_usual else None

    return Row((kind,), read, write)


def _with_number(kind: Any, field: str, usual: int | None = None) -> Row:
    """Make the row of a rule with a number and cells; the number may be missing if there is a usual one."""

    def read(grid: Grid, arguments: list[str]) -> Iterator[Any]:
        number, names = usual, arguments
        if usual is None or not (arguments and _CELL.fullmatch(arguments[0])):
            number, names = _number(arguments[0] if arguments else ""), arguments[1:]
        yield kind(_cells(grid, names), number)

    def write(grid: Grid, rule: Any) -> list[str]:
        return [str(getattr(rule, field)), *_names(grid, rule.cells)]

    return Row((kind,), read, write)


def _cage(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    total = arguments[0] if arguments else ""
    yield rules.Cage(_cells(grid, arguments[1:]), _number(total) or None if total else None)


def _modular(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    if arguments[:1] != ["3"]:
        raise FormatError(f"expected 3, found {(arguments or [''])[0][:20]!r}")
    yield rules.Modular(_cells(grid, arguments[1:]))


def _pill(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    n_pill, cells = _number(arguments[0] if arguments else ""), _cells(grid, arguments[1:])
    yield rules.PillArrow((*sorted(cells[:n_pill]), *cells[n_pill:]), n_pill)  # in reading order


def _write_pill(grid: Grid, rule: Any) -> list[str] | None:
    pill = rule.cells[: rule.n_pill]
    return [str(rule.n_pill), *_names(grid, rule.cells)] if tuple(sorted(pill)) == pill else None


def _pairs(make: Callable[[tuple[Cell, Cell]], Any], kind: type) -> Row:
    """Make the row of a rule for each pair of neighbors among the cells."""

    def read(grid: Grid, arguments: list[str]) -> Iterator[Any]:
        cells = _cells(grid, arguments)
        for place, one in enumerate(cells):
            for other in cells[place + 1 :]:
                if other in grid.neighbors(one):
                    yield make((one, other))

    def write(grid: Grid, rule: Any) -> list[str] | None:
        one, other = rule.cells
        return _names(grid, rule.cells) if other in grid.neighbors(one) and make((one, other)) == rule else None

    return Row((kind,), read, write)


def _quad(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    first = _cell(grid, arguments[0] if arguments else "")
    yield rules.Quadruple(_square(grid, first), tuple(map(_number, arguments[1:])))


def _square(grid: Grid, first: Cell) -> Cells:
    row, column = grid.positions[first]
    cells = [grid.cell(row + down, column + right) for down in (0, 1) for right in (0, 1)]
    if None in cells:
        raise FormatError(f"expected the upper left cell of four, found {_name(grid, first)}")
    return tuple(cell for cell in cells if cell is not None)


def _write_quad(grid: Grid, rule: Any) -> list[str] | None:
    first = min(rule.cells)
    row, column = grid.positions[first]
    is_square = row + 1 < grid.n_digits and column + 1 < grid.n_digits and sorted(rule.cells) == [*_square(grid, first)]
    return [_name(grid, first), *map(str, rule.digits)] if is_square and rule.digits else None


def _line_of(grid: Grid, name: str, *, is_back: bool) -> Cells:
    """List the cells of a row or a column such as R1, from either end."""
    match = re.fullmatch(r"([RC])([1-9][0-9]?)", name)
    if not match or int(match[2]) > grid.n_digits:
        raise FormatError(f"expected a row or a column such as R1, found {name[:20]!r}")
    k = int(match[2]) - 1
    cells = look_along(grid, k, -1, 0, 1) if match[1] == "R" else look_along(grid, -1, k, 1, 0)
    return cells[::-1] if is_back else cells


def _line_name(grid: Grid, cells: Cells) -> tuple[str, bool] | None:
    """Return the name of the row or column of the cells, and whether they start at its end."""
    for letter, line, place in (("R", row_of(grid, cells[0]), 0), ("C", column_of(grid, cells[0]), 1)):
        if cells in (line, line[::-1]):
            return f"{letter}{grid.positions[cells[0]][place] + 1}", cells != line
    return None


def _outside(kind: Any, field: str) -> Row:
    """Make the row of clues at both ends of a line; the second argument is the clue at the first end."""

    def read(grid: Grid, arguments: list[str]) -> Iterator[Any]:
        for is_back, value in enumerate(arguments[1:3]):
            if value:
                yield kind(_line_of(grid, arguments[0], is_back=bool(is_back)), _number(value))

    def write(grid: Grid, rule: Any) -> list[str] | None:
        found = _line_name(grid, rule.cells)
        value = str(getattr(rule, field))
        return None if found is None else [found[0], "", value] if found[1] else [found[0], value, ""]

    return Row((kind,), read, write)


def _sandwich(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    total, name = [*arguments, "", ""][:2]
    yield rules.Sandwich(_line_of(grid, name, is_back=False), _number(total))


def _write_sandwich(grid: Grid, rule: Any) -> list[str] | None:
    found = _line_name(grid, rule.cells)
    return [str(rule.total), found[0]] if found and not found[1] else None


def _diagonals(grid: Grid) -> dict[Cell, Cells]:
    """Map the cell that names a diagonal to the cells of the diagonal."""
    n = grid.n_digits
    starts = [(row, -1, 1, 1) for row in range(-1, n - 2)]
    starts += [(row + 1, n, -1, -1) for row in range(1, n - 1)]
    starts += [(-1, column + 1, 1, -1) for column in range(1, n)]
    starts += [(n, column - 1, -1, 1) for column in range(1, n - 1)]
    lines = [look_along(grid, *start) for start in starts]
    return {line[0]: line for line in lines if line}


def _little_killer(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    total, name = [*arguments, "", ""][:2]
    cells = _diagonals(grid).get(_cell(grid, name))
    if cells is None:
        raise FormatError(f"expected a cell at the margin, found {name}")
    yield rules.LittleKiller(cells, _number(total))


def _write_little_killer(grid: Grid, rule: Any) -> list[str] | None:
    for first, cells in _diagonals(grid).items():
        if set(cells) == set(rule.cells):
            return [str(rule.total), _name(grid, first)]
    return None


def _indexing(grid: Grid, arguments: list[str]) -> Iterator[Any]:
    among = {"R": column_of, "C": row_of}.get(arguments[0] if arguments else "")
    if among is None:
        raise FormatError(f"expected R or C, found {(arguments or [''])[0][:20]!r}")
    for cell in _cells(grid, arguments[1:]):
        line = among(grid, cell)
        yield rules.Indexer(line, line.index(cell) + 1)


def _write_indexing(grid: Grid, rule: Any) -> list[str] | None:
    cell = rule.cells[rule.place - 1]
    for letter, among in (("R", column_of), ("C", row_of)):
        if among(grid, cell) == rule.cells:
            return [letter, _name(grid, cell)]
    return None


ROWS: dict[str, Row] = {
    "Cage": Row((rules.Cage,), _cage, lambda grid, rule: [str(rule.total or 0), *_names(grid, rule.cells)]),
    "Sum": _with_number(rules.Sum, "total"),
    "AllDifferent": _cells_only(rules.AllDifferent),
    "Thermo": _cells_only(rules.Thermo),
    "Whisper": _with_number(rules.Whispers, "difference", 5),
    "Renban": _cells_only(rules.Renban),
    "Modular": Row((rules.Modular,), _modular, lambda grid, rule: ["3", *_names(grid, rule.cells)]),
    "Entropic": _cells_only(rules.Entropic, lambda _, cells: rules.Entropic(cells).groups),
    "RegionSumLine": _cells_only(rules.RegionSum, split_by_region),
    "Between": _cells_only(rules.Between),
    "Lockout": _with_number(rules.Lockout, "difference", 4),
    "Palindrome": _cells_only(rules.Palindrome),
    "Zipper": _cells_only(rules.Zipper),
    "Arrow": _cells_only(rules.Arrow),
    "DoubleArrow": _cells_only(rules.DoubleArrow),
    "PillArrow": Row((rules.PillArrow,), _pill, _write_pill),
    "WhiteDot": _pairs(rules.Consecutive, rules.Consecutive),
    "BlackDot": _pairs(rules.Ratio, rules.Ratio),
    "X": _pairs(lambda cells: rules.PairSum(cells, 10), rules.PairSum),
    "V": _pairs(lambda cells: rules.PairSum(cells, 5), rules.PairSum),
    "GreaterThan": _pairs(rules.Greater, rules.Greater),
    "Quad": Row((rules.Quadruple,), _quad, _write_quad),
    "LittleKiller": Row((rules.LittleKiller,), _little_killer, _write_little_killer),
    "XSum": _outside(rules.XSum, "total"),
    "Skyscraper": _outside(rules.Skyscraper, "count"),
    "NumberedRoom": _outside(rules.NumberedRoom, "digit"),
    "Sandwich": Row((rules.Sandwich,), _sandwich, _write_sandwich),
    "Indexing": Row((rules.Indexer,), _indexing, _write_indexing),
}

_HOUSES = {"Windoku": "windoku", "DisjointSets": "disjoint_groups"}
_WHOLE: dict[str, Callable[[Grid], tuple[Any, ...]]] = {
    "AntiKnight": rules.anti_knight,
    "AntiKing": rules.anti_king,
    "AntiConsecutive": rules.nonconsecutive,
}
_NEGATIVE: dict[str, Callable[[Grid, Sequence[Any]], tuple[Any, ...]]] = {
    "StrictKropki": rules.negative_kropki,
    "StrictXV": rules.negative_xv,
}


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


_CANNOT = "Interactive Sudoku Solver cannot express"


class _Writer:
    """Writes constraint after constraint, and notes what the format cannot express."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._grid = grid = puzzle.grid
        n = grid.n_digits
        if (grid.height, grid.width, grid.n_cells) != (n, n, n * n) or n >= len(_SIGNS):
            raise PuzzleError(
                "Interactive Sudoku Solver cannot express: a grid that is not a square with as many rows as digits"
            )
        self.parts: list[str] = []
        unsupported: list[str] = []
        if n != 9:
            self._add("Shape", f"{n}x{n}")
        self._write_grid(unsupported)
        self._write_cells(puzzle)
        unsupported += [
            repr(rule)[:120] for rule in self._write_global_rules(puzzle.rules) if not self._write_rule(rule)
        ]
        if unsupported:
            raise PuzzleError(f"{_CANNOT}: {join_limited(unsupported)}")

    def _add(self, name: str, *arguments: str) -> None:
        self.parts.append("." + "~".join((name, *arguments)))

    def _write_grid(self, unsupported: list[str]) -> None:
        """Write the regions, and every house that is not a row, a column or a region."""
        grid = self._grid
        plain = {frozenset(house.cells) for house in Grid.latin(grid.n_digits).houses}
        boxes = Grid.classic(square_box(grid.n_digits)).regions
        left = {frozenset(house.cells) for house in grid.houses}
        unsupported += ["rows or columns that may repeat digits"] * bool(plain - left)
        regions = {frozenset(region.cells) for region in grid.regions}
        if regions != {frozenset(box.cells) for box in boxes}:
            if grid.regions:
                number = {cell: place for place, region in enumerate(grid.regions) for cell in region.cells}
                if len(number) < grid.n_cells:
                    unsupported.append("cells without a region")
                self._add("Jigsaw", "".join(_SIGNS[number.get(cell, 0)] for cell in range(grid.n_cells)))
            self._add("NoBoxes")
        left -= plain | regions
        known: dict[str, tuple[str, ...]] = {house: (name,) for name, house in _HOUSES.items()}
        known |= {"rising_diagonal": ("Diagonal", "1"), "falling_diagonal": ("Diagonal", "-1")}
        base = Grid(grid.positions, grid.regions, n_digits=grid.n_digits, regions=grid.regions)
        for house, words in known.items():
            made = {frozenset(extra.cells) for extra in list_extra_houses(base, house)}
            if made and made <= left:
                self._add(*words)
                left -= made
        for cells in sorted(map(sorted, left)):
            self._add("AllDifferent", *_names(grid, cells))
            if len(cells) == grid.n_digits:
                unsupported.append("a further house that holds every digit")

    def _write_cells(self, puzzle: Puzzle) -> None:
        grid, full = self._grid, (1 << self._grid.n_digits) - 1
        masks = puzzle.pencilmarks or [full] * grid.n_cells
        # Raises if the singles are malformed as givens.
        Puzzle(grid, tuple(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in puzzle.masks))
        digits = [
            (cell, [given] if given else [d for d in range(1, grid.n_digits + 1) if mask >> (d - 1) & 1])
            for cell, (given, mask) in enumerate(zip(puzzle.givens, masks, strict=True))
            if given or mask != full
        ]
        if digits:
            self._add("", *("_".join([_name(grid, cell), *map(str, values)]) for cell, values in digits))

    def _write_global_rules(self, every: Sequence[Any]) -> list[Any]:
        """Write the global rules; return the others."""
        left = list(every)
        flags: dict[str, set[Any]] = {name: {*make(self._grid)} for name, make in _WHOLE.items()}
        flags |= {name: {*make(self._grid, every)} for name, make in _NEGATIVE.items()}
        for name, made in flags.items():
            if made and made <= {*left}:
                self._add(name)
                left = [rule for rule in left if rule not in made]
        return left

    def _write_rule(self, rule: Any) -> bool:
        for name, row in ROWS.items():
            if type(rule) in row.kinds and (arguments := row.write(self._grid, rule)) is not None:
                self._add(name, *arguments)
                return True
        return False
