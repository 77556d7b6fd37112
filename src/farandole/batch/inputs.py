"""Puzzles in any of the forms that people have them in, as one array: lists, frames, Arrow, floats with NaN.

`to_plain` converts a form to an array of integers or to a list of strings, which the readers of `batch` then check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from farandole.errors import FormatError, PuzzleError, short_repr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXPECTED = "an array, strings, puzzles or rows of digits"
UNREADABLE = 255  # in each cell of a row that is not a puzzle
_NUMBERS = "biufO"  # kinds of NumPy's types


def to_plain(puzzles: Any, *, marks: bool = False) -> NDArray[Any] | list[str]:
    """Return an array of integers with a puzzle in each row, or a list of strings.

    Parameters
    ----------
    puzzles : object
        An array, a frame or a table of numbers; a column of strings; or a sequence of strings, of `Puzzle` and
        `Solution`, or of digits in lists. None and NaN are empty cells.
    marks : bool
        Let a row that is not a puzzle hold `UNREADABLE`, and a text that is none stay as it is, instead of an error.

    Raises
    ------
    FormatError
        If a row is not a puzzle: its number, from 1.
    PuzzleError
        If the form as a whole is not one of these.

    Examples
    --------
    >>> to_plain([[None, 2] + 79 * [0.0], 81 * [0]]).shape
    (2, 81)
    """
    import numpy as np

    if isinstance(puzzles, str):
        raise FormatError("expected a sequence of strings, found one string: put it in a list")
    if hasattr(puzzles, "to_pylist") and not hasattr(puzzles, "column_names"):
        puzzles = puzzles.to_pylist()  # a column of Arrow
    elif hasattr(puzzles, "shape") and not isinstance(puzzles, np.ndarray):
        puzzles = _of_frame(puzzles)
    elif getattr(type(puzzles), "__array__", None) and not isinstance(puzzles, np.ndarray):
        puzzles = [puzzles]  # a puzzle
    if isinstance(puzzles, np.ndarray):
        return _of_array(puzzles, marks=marks)
    try:
        rows = list(puzzles)
    except TypeError:
        raise PuzzleError(f"puzzles: expected {EXPECTED}, found {type(puzzles).__name__}") from None
    return _of_rows(rows, marks=marks)


def _of_frame(frame: Any) -> NDArray[Any]:
    """Convert a frame or a column of another library; refuse a frame of texts, which has other columns too."""
    import numpy as np

    array = np.asarray(frame)
    if array.ndim == 2 and array.shape[1] not in (9, 81):
        known = [str(name) for name in getattr(frame, "column_names", getattr(frame, "columns", ()))]
        column = next((name for name in known if name in ("puzzle", "quizzes", "question", "sudoku")), None)
        if column:
            advice = f"pass the column of puzzles, as in table[{column!r}]"
            raise PuzzleError(f"expected 81 columns of digits, found {', '.join(known)[:60]}: {advice}")
    return array


def _of_array(array: NDArray[Any], *, marks: bool) -> NDArray[Any] | list[str]:
    """Convert floats, objects and characters to integers, or to strings."""

    kind = array.dtype.kind
    if array.ndim == 1 and kind in "OSTU" and not _is_digits(array):
        return _of_rows(array.tolist(), marks=marks)
    if kind in "iu":
        return array
    if kind in "SUT" or (kind == "O" and any(isinstance(value, str) and value for value in array.flat)):
        return _of_characters(array)
    if kind not in "fO":
        return array
    try:
        numbers = array.astype(float)
    except (TypeError, ValueError):
        raise PuzzleError(f"expected digits, found an array of {array.dtype}") from None
    return _whole(numbers, marks=marks)


def _is_digits(array: NDArray[Any]) -> bool:
    """Return whether an array of objects is one puzzle of 81 numbers, not a column of texts."""
    return array.dtype.kind == "O" and len(array) == 81 and not any(isinstance(value, str) for value in array)


def _whole(numbers: NDArray[np.float64], *, marks: bool) -> NDArray[np.int64]:
    """Convert floats to integers, NaN to 0; what is not whole is refused, or becomes `UNREADABLE`."""
    import numpy as np

    numbers = np.where(np.isnan(numbers), 0, numbers)
    is_odd = (numbers != np.floor(numbers)) | (np.abs(numbers) > UNREADABLE)
    if is_odd.any() and not marks:
        index = int(is_odd.argmax())
        puzzle, cell = divmod(index, 81)
        place = f"puzzle {puzzle + 1}, cell r{cell // 9 + 1}c{cell % 9 + 1}"
        raise PuzzleError(f"expected digits from 0 to 9, found {numbers.flat[index]} in {place}")
    return np.where(is_odd, UNREADABLE, numbers).astype(np.int64)


def _of_characters(array: NDArray[Any]) -> list[str]:
    """Join the characters of cells, as of a board that is a list of lists of ``"5"`` and ``"."``."""
    rows = array.reshape(-1, array.shape[-1] if array.shape[-2:] != (9, 9) else 81).tolist()
    return ["".join(map(_character, row)) for row in rows]


def _character(value: Any) -> str:
    text = value.decode("latin-1") if isinstance(value, bytes) else "" if value is None else str(value)
    return text.strip() or "."


def _of_rows(rows: list[Any], *, marks: bool) -> NDArray[Any] | list[str]:
    """Convert a list: of strings, of objects that are arrays, of lists of digits, or of 81 digits."""
    import numpy as np

    if rows and all(isinstance(row, str | bytes) for row in rows):
        if len(rows) == 81 and all(len(row) <= 1 for row in rows):
            return ["".join(map(_character, rows))]
        return [row.decode("latin-1") if isinstance(row, bytes) else row for row in rows]
    if any(isinstance(row, str) for row in rows):
        return rows  # its reader says which is not a string
    if any(getattr(row, "pencilmarks", None) is not None for row in rows):
        return np.array([_masks_of(number, row) for number, row in enumerate(rows, 1)], np.uint16)
    if len(rows) in (9, 81) and all(row is None or isinstance(row, int | float | np.number) for row in rows):
        rows = [rows]
    if len(rows) == 9 and all(_length(row) == 9 for row in rows):
        rows = [rows]  # nine rows of one puzzle
    found = [_of_row(number, row, marks=marks) for number, row in enumerate(rows, 1)]
    if any(isinstance(row, str) for row in found):
        return [row if isinstance(row, str) else "".join(map(str, row.tolist())) for row in found]
    return np.array(found, np.int64).reshape(-1, 81)


def _length(row: Any) -> int:
    return len(row) if hasattr(row, "__len__") and not isinstance(row, str) else -1


def _masks_of(number: int, puzzle: Any) -> Sequence[int]:
    if not hasattr(puzzle, "masks"):
        raise FormatError(f"puzzle {number}: expected a Puzzle like the others, found {short_repr(puzzle)}")
    _check_classic(number, puzzle)
    masks: Sequence[int] = puzzle.masks
    return masks


def _check_classic(number: int, puzzle: Any) -> None:
    if not getattr(puzzle, "is_classic", True) or not getattr(getattr(puzzle, "grid", None), "is_classic", True):
        message = "expected a classic 9x9 puzzle without rules; other puzzles have a method solve()"
        raise PuzzleError(f"puzzle {number}: {message}")


def _of_row(number: int, row: Any, *, marks: bool) -> NDArray[np.int64] | str:
    """Convert the digits of one puzzle; a text stays one."""
    import numpy as np

    _check_classic(number, row)
    try:
        flat = np.asarray(row if hasattr(row, "__array__") else _listed(row)).reshape(-1)
        if len(flat) != 81:
            raise FormatError(f"puzzle {number}: expected 81 digits, found {_count_of(row, len(flat))}")
        if flat.dtype.kind in "SU" or any(isinstance(value, str) for value in flat.tolist()):
            return "".join(map(_character, flat.tolist()))
        return _whole(flat.astype(float), marks=marks)
    except PuzzleError as error:
        text = str(error).replace("puzzle 1,", f"puzzle {number},")
        raise PuzzleError(text) from None
    except (TypeError, ValueError) as error:
        if marks:
            return np.full(81, UNREADABLE)
        if isinstance(error, FormatError):
            raise
        raise FormatError(f"puzzle {number}: expected a string of 81 characters, found {short_repr(row)}") from None


def _listed(row: Any) -> list[Any]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise TypeError
    values = list(row)
    if any(isinstance(value, Iterable) and not isinstance(value, str) for value in values):
        return [value for part in values for value in part]
    return values


def _count_of(row: Any, n: int) -> str:
    return f"{n}" if n > 1 else short_repr(row)
