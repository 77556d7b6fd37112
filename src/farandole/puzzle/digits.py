"""Digits of a puzzle from a text, a list, rows, or an array of NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias, Union

from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMPTY = ".0_*?-"  # all are read as an empty cell; the first one is written
NO_CELL = "#"  # stands where a grid has no cell

Row: TypeAlias = Iterable[SupportsIndex | float | str | None]
ByCell: TypeAlias = Mapping[str, SupportsIndex] | Mapping[int, SupportsIndex]
DigitsLike: TypeAlias = Union[str, bytes, Row, Iterable[Row], Iterable[str], "NDArray[np.integer[Any]]", ByCell]
"""What `Puzzle.of` takes: a text, digits, rows of digits, rows of text, an array, digits by cell."""


def parse_digits(given: DigitsLike, grid: Grid) -> tuple[int, ...]:
    """Return a digit for each cell, 0 for empty, from anything that `Puzzle.of` takes; the errors are the same.

    Examples
    --------
    >>> parse_digits("1... ..2. .... ...3", Grid.classic((2, 2)))
    (1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3)
    >>> parse_digits([[1, 0], [None, 2]], Grid.latin(2))
    (1, 0, 0, 2)
    """
    if isinstance(given, str | bytes):
        return _digits_of_text(given if isinstance(given, str) else given.decode("latin-1"), grid)
    if isinstance(given, Mapping):
        return _digits_by_cell(given, grid)
    given = _without_frame(given)
    try:
        parts = [_plain(part) for part in given]
    except (TypeError, NotImplementedError):  # the latter for memory of two dimensions
        raise FormatError(f"expected a text, digits or rows of digits, found {short_repr(given)}") from None
    if parts and all(isinstance(part, str) for part in parts):
        return _digits_of_text(_joined(parts) if len(parts) == grid.n_cells else "".join(parts), grid)
    if len(parts) == 1 and isinstance(parts[0], list):
        parts = parts[0]  # an array of one puzzle
    if any(isinstance(part, list) for part in parts):
        return _digits_of_rows(parts, grid)
    return _numbers(parts)


def _without_frame(given: Any) -> Any:
    """Convert a frame, whose iteration yields columns, and a column of Arrow."""
    if hasattr(given, "to_pylist") and not hasattr(given, "column_names"):
        return given.to_pylist()
    if hasattr(given, "columns") and hasattr(given, "__array__"):
        return given.__array__()
    return given


def _plain(part: Any) -> Any:
    """Convert a sequence, such as a row of an array, to a list of texts, numbers or None."""
    if part is None or isinstance(part, str | int) or not hasattr(part, "__iter__"):
        return part
    some = list(part)
    return _joined(some) if some and all(isinstance(one, str) for one in some) else some


def _joined(cells: Sequence[str]) -> str:
    """Join the texts of cells; a blank text is an empty cell, as in a table."""
    return "".join(cell.strip() or EMPTY[0] for cell in cells)


def _digits_by_cell(given: Mapping[Any, Any], grid: Grid) -> tuple[int, ...]:
    """Read a mapping from cells, by name or number, to digits; the other cells are empty."""
    digits = [0] * grid.n_cells
    for name, digit in given.items():
        try:
            cell = grid.parse_cell(name) if isinstance(name, str) else grid.cells_of([name])[0]
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"digits: {error}") from None
        try:
            digits[cell] = 0 if digit is None else index(digit)
        except TypeError:
            expected = f"a digit from 0 to {grid.n_digits}"
            raise PuzzleError(f"{grid.cell_name(cell)}: expected {expected}, found {short_repr(digit)}") from None
    return tuple(digits)


def _numbers(values: Sequence[Any], where: str = "") -> tuple[int, ...]:
    try:
        if any(isinstance(value, bool) for value in values):
            raise TypeError
        return tuple([_number(value) for value in values])
    except TypeError:
        raise PuzzleError(f"{where or 'digits'}: expected whole numbers, found {short_repr(list(values))}") from None


def _number(value: Any) -> int:
    """Return a digit; None, NaN and a blank text are 0."""
    try:
        return index(value)
    except TypeError:
        if value is None or type(value).__name__ == "NAType" or (isinstance(value, str) and value.strip() in EMPTY):
            return 0
        if not hasattr(value, "is_integer"):  # not a float
            raise
        if value != value:
            return 0
        if not value.is_integer():
            raise
        return int(value)


def _digits_of_rows(rows: Sequence[Any], grid: Grid) -> tuple[int, ...]:
    """Read a list for each row: of its cells, or of all columns."""
    if len(rows) != grid.height:
        raise FormatError(f"expected {grid.height} rows, found {len(rows)}")
    digits: list[int] = []
    for number, row in enumerate(rows, 1):
        places = [grid.cell(number - 1, column) for column in range(grid.width)]
        n_cells = sum(cell is not None for cell in places)
        values = _numbers(row, f"row {number}") if isinstance(row, list) else ()
        if not isinstance(row, list) or len(values) not in (n_cells, grid.width):
            found = len(values) if isinstance(row, list) else short_repr(row)
            raise FormatError(f"row {number}: expected {n_cells} digits, found {found}")
        if len(values) == n_cells:
            digits += values
            continue
        for column, (cell, digit) in enumerate(zip(places, values, strict=True), 1):
            if cell is not None:
                digits.append(digit)
            elif digit:
                raise FormatError(f"r{number}c{column} is not a cell: expected 0 there, found {digit}")
    return tuple(digits)


@cache
def _values_of_characters(signs: str) -> dict[str, int]:
    return dict.fromkeys(EMPTY, 0) | {sign: digit for digit, sign in enumerate(signs, 1)}


_NO_VALUE = 255


@cache
def _values_of_bytes(signs: str) -> bytes:
    values = _values_of_characters(signs)
    return bytes(values.get(chr(code), _NO_VALUE) for code in range(256))


def _digits_of_text(text: str, grid: Grid) -> tuple[int, ...]:
    # Nearly all texts have a character for each cell, and nothing else.
    if len(text) == grid.n_cells and text.isascii():
        plain = text.encode("ascii").translate(_values_of_bytes(grid.signs))
        if _NO_VALUE not in plain:
            return tuple(plain)
    values = _values_of_characters(grid.signs)
    characters = [(n, character) for n, character in enumerate(text, 1) if not character.isspace()]
    if grid.n_cells < len(characters) == grid.height * grid.width:
        places = product(range(grid.height), range(grid.width))
        cells = (grid.cell(*place) for place in places)
        blank = {NO_CELL, *EMPTY}
        characters = [
            (n, character)
            for (n, character), cell in zip(characters, cells, strict=True)
            if cell is not None or character not in blank
        ]
    characters = [(n, character) for n, character in characters if character != NO_CELL]
    givens = []
    for position, character in characters:
        if character not in values:
            digit = "a digit" if grid.signs == "123456789" else f"a digit from {grid.signs[0]} to {grid.signs[-1]}"
            empty = [sign for sign in EMPTY if sign not in grid.signs]
            expected = f"{digit} or one of {' '.join(empty)} for empty"
            raise FormatError(f"character {position}: expected {expected}, found {character!r}")
        givens.append(values[character])
    if len(givens) != grid.n_cells:
        message = f"expected {grid.n_cells} cells, found {len(givens)}"
        raise FormatError(message, code="cell_count", expected=grid.n_cells, found=len(givens))
    return tuple(givens)


# ── Rows, arrays, cells by name: of puzzles and solutions alike ─────────────────────────────────────────────────────


class DigitGrid:
    """Digits in the cells of a grid, accessible by cell, by row, or as an array."""

    __slots__ = ()

    grid: Grid

    @property
    def values(self) -> tuple[int, ...]:
        """The digit of each cell; 0 for none."""
        raise NotImplementedError

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row, each as wide as the grid: 0 for an empty cell, and where the grid has no cell.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> Puzzle.of(Grid.classic(4), "1... ..2. .... ...3").rows
        ((1, 0, 0, 0), (0, 0, 2, 0), (0, 0, 0, 0), (0, 0, 0, 3))
        """
        grid, rows = self.grid, [[0] * self.grid.width for _ in range(self.grid.height)]
        for (row, column), digit in zip(grid.positions, self.values, strict=True):
            rows[row][column] = digit
        return tuple(map(tuple, rows))

    def __len__(self) -> int:
        """Return the number of cells."""
        return self.grid.n_cells

    def __getattr__(self, name: str) -> NoReturn:
        """Raise AttributeError, which says where to find what people look for here."""
        from farandole.elsewhere import describe_missing

        raise AttributeError(describe_missing(type(self).__name__, name), name=name, obj=self)

    def to_dict(self) -> dict[str, int]:
        """Return the digit of each cell by its name; 0 if it is empty. `Puzzle.of` reads it back.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> Puzzle.of(Grid.latin(2), "1...").to_dict()
        {'r1c1': 1, 'r1c2': 0, 'r2c1': 0, 'r2c2': 0}
        """
        return {self.grid.cell_name(cell): value for cell, value in enumerate(self.values)}

    def __getitem__(self, cell: str | SupportsIndex | tuple[SupportsIndex, SupportsIndex]) -> int:
        """Return the digit of a cell, given by name, by number, or by row and column from 0; 0 if it is empty.

        As in a list, negative numbers count from the end.

        Examples
        --------
        >>> from farandole import Puzzle
        >>> puzzle = Puzzle.of(Grid.classic(4), "1... ..2. .... ...3")
        >>> puzzle["r1c1"], puzzle["r1c2"], puzzle[15], puzzle[3, 3], puzzle[-1]
        (1, 0, 3, 3, 3)
        """
        if isinstance(cell, str):
            return self.values[self.grid.parse_cell(cell)]
        try:
            if isinstance(cell, tuple):
                row, column = map(index, cell)
                return self._digit_at(row, column)
            number = index(cell)
        except (TypeError, ValueError):
            expected = "a cell such as 'r1c1', 0 or (0, 0)"
            message = f"expected {expected}, found {short_repr(cell)}; for parts, use numpy.array(...) or .rows"
            raise TypeError(message) from None
        n = len(self.values)
        if not -n <= number < n:
            raise IndexError(f"expected a cell from 0 to {n - 1}, found {number}")
        return self.values[number]

    def _digit_at(self, row: int, column: int) -> int:
        height, width = self.grid.height, self.grid.width
        cell = None
        if -height <= row < height and -width <= column < width:
            cell = self.grid.cell(row % height, column % width)
        if cell is None:
            raise IndexError(f"expected a cell of {height} rows and {width} columns, from 0; found {row, column}")
        return self.values[cell]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.uint8]:
        """Return `rows` as an array, of uint8 by default."""
        import numpy as np

        if copy is False:
            raise ValueError("an array of a puzzle is always a new one")
        return np.array(self.rows, dtype=np.uint8 if dtype is None else dtype)
