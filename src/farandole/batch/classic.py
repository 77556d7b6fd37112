"""Classic puzzles by the million: one puzzle in each lane of a SIMD register, with backtracking.

A kernel keeps one puzzle in each 16-bit lane of a vector (8, 16 or 32 of them), applies the rules to all of them in
step, and gives a lane that is done the next puzzle. Up to eight puzzles come one after the other, each with a vector
for itself. The widest kernel that the machine can run is chosen at first use; the environment variable
``FARANDOLE_ISA`` forces one of `isas`. All of them give the same answers, to the bit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from mmap import mmap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from farandole import _core
from farandole.errors import ArgumentError, FormatError, PuzzleError, short_repr
from farandole.limits import INT64_MAX, check_int, check_int_or_none, check_threads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values: TypeAlias = NDArray[np.uint8]
    Candidates: TypeAlias = NDArray[np.uint16]
    Numbers: TypeAlias = NDArray[np.int64]

_LAST_FIELD = (1 << 31) - 1  # no line has as many
_BAD = "!"  # a line that can't be read, in the place of what is none

# numpy is imported inside the functions: the command solves a puzzle alone without it, in a third of the time.


class Answers(NamedTuple):
    """What is known of n puzzles.

    Attributes
    ----------
    solutions : ndarray of uint8, shape (n, 81)
        The first solution found; zeros where there is none.
    counts : ndarray of int64, shape (n,)
        Solutions found: exact below ``limit``, and ``limit`` for that many or more; -1 for what is no puzzle, with
        ``errors="mark"``.
    guesses : ndarray of int64, shape (n,)
        Branches that the search took: 0 where the rules alone sufficed. After 2,000 without a solution a search that
        learns takes over, and its own are added. Of a puzzle that reaches ``limit``, guesses and passes depend on the
        kernel, and on the puzzles beside. Of up to eight puzzles at once, a hard one may take a guess or two more or
        fewer than among many.
    passes : ndarray of int64, shape (n,)
        Times the rules were applied to the whole puzzle. Up to eight puzzles at once are solved in another way, and
        take other passes than among many.
    """

    solutions: Values
    counts: Numbers
    guesses: Numbers
    passes: Numbers

    def lines(self) -> list[str]:
        """Write each solution as 81 characters; 81 dots where there is none.

        Examples
        --------
        >>> solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]).lines()
        ['534678912672195348198342567859761423426853791713924856961537284287419635345286179']
        """
        import numpy as np

        text: str = (self.solutions + np.where(self.solutions, ord("0"), ord(".")).astype(np.uint8)).tobytes().decode()
        return [text[start : start + 81] for start in range(0, len(text), 81)]


class Lines(NamedTuple):
    """Puzzles read from lines of 81 characters.

    Attributes
    ----------
    values : ndarray of uint8, shape (n, 81)
        Digits, 0 for empty; a line that can't be read has 255 everywhere.
    numbers : ndarray of int64, shape (n,)
        The number of each puzzle's line, counted from 1; blank lines and ``#`` comments count too.
    faults : dict of int to str
        For the index of each line that can't be read, the reason.
    next_number : int
        The number of the line after the text.
    """

    values: Values
    numbers: Numbers
    faults: dict[int, str]
    next_number: int


def solve(
    puzzles: NDArray[np.integer[Any]] | Sequence[str] | bytes | bytearray | memoryview | mmap,
    *,
    limit: int | None = 2,
    threads: int | None = None,
    errors: str = "raise",
) -> Answers:
    """Solve many classic puzzles at once.

    Parameters
    ----------
    puzzles
        One of: an array of any integers but uint16, shape (n, 81) or (n, 9, 9), digits with 0 for empty; an array of
        uint16, masks of candidates with bit d - 1 for digit d; a sequence or an array of n strings of 81 characters;
        bytes or a memory map of a file of such lines. An array of shape (81,) or (9, 9) is one puzzle.
    limit : int, optional
        Stop at this many solutions of a puzzle: 2 proves uniqueness, 1 finds a solution, None counts them all.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.
    errors : {"raise", "mark"}
        What comes of a puzzle that can't be read, or that holds something that is no digit: an error, or the count -1,
        so that the others are solved.

    Returns
    -------
    Answers
        In the order of the puzzles, the same for any kernel and any number of threads. A puzzle that breaks a rule
        from the start (two equal digits in a house) has the count 0.

    Raises
    ------
    FormatError
        If a string or a line can't be read: its number (from 1), what was expected and what was found.
    PuzzleError
        If an array has another shape or dtype, or holds something that is no digit; or if there is nothing of the kind.
    ArgumentError
        If the limit or the threads are no whole number from 1, or if ``errors`` is neither of the two.

    Examples
    --------
    >>> answers = solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> answers.counts
    array([1])
    >>> "".join(map(str, answers.solutions[0]))
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

    A bad one among others:

    >>> solve(["1" + "." * 80, "53..7...."], errors="mark").counts
    array([ 2, -1])
    """
    import numpy as np

    if errors not in ("raise", "mark"):
        raise ArgumentError(f"errors: expected 'raise' or 'mark', found {short_repr(errors)}")
    marks = errors == "mark"
    limit = check_int_or_none("limit", limit, least=1)
    if threads is not None:
        threads = check_threads(threads)
    if not isinstance(puzzles, np.ndarray) and hasattr(puzzles, "shape") and not isinstance(puzzles, memoryview):
        puzzles = np.asarray(puzzles)  # a column or a table of another library
    if isinstance(puzzles, np.ndarray) and puzzles.ndim == 1 and puzzles.dtype.kind in "OSTU":
        puzzles = [text.decode("latin-1") if isinstance(text, bytes) else text for text in puzzles.tolist()]
    if isinstance(puzzles, np.ndarray):
        array: Values | Candidates = _usable(puzzles, marks=marks)
    elif isinstance(puzzles, (bytes, bytearray, memoryview, mmap)):
        lines = read_lines(puzzles)
        array = lines.values if marks else _sound_values(lines, "line")
    else:
        array = _values_of_strings(puzzles, marks=marks)
    if marks:
        is_sound = np.asarray((array <= _most(array)).all(axis=1))
        if not is_sound.all():
            return _spread(solve(array[is_sound], limit=limit, threads=threads), is_sound)
    n = len(array)
    solutions, numbers = np.empty((n, 81), np.uint8), np.empty((3, n), np.int64)
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if n > 1000 else 1
    bad = _core.solve(array, INT64_MAX if limit is None else limit, threads, solutions, numbers)
    if bad is not None:
        raise _too_great(array, bad)
    return Answers(solutions, numbers[0], numbers[1], numbers[2])  # quicker than unpacking


def read_lines(
    text: bytes | bytearray | memoryview | mmap, *, first_number: int = 1, field: tuple[int, str] | None = None
) -> Lines:
    """Read puzzles from lines of 81 characters, fast, without stopping at a bad one.

    Parameters
    ----------
    text : bytes-like
        A puzzle a line: digits, and ``. 0 _ * ? -`` for empty. White space, a comma, a semicolon or a tab after the 81
        characters ends the puzzle, and what follows is passed over, as are blank lines and lines that begin with
        ``#``. A byte order mark and any ends of lines are fine.
    first_number : int
        The number of the first line.
    field : tuple of int and str, optional
        For a table: the index, from 0, of the field that holds the puzzle, and the character that parts fields. A
        field may stand in double quotes, and a ``#`` begins no comment.

    Raises
    ------
    FormatError
        If the text is no memory of single bytes.
    ArgumentError
        If the number is no whole number, or the field none.

    Examples
    --------
    >>> lines = read_lines(b"# two lines\\n" + b"1" + b"." * 80 + b"\\n" + b"12x" + b"." * 78)
    >>> lines.numbers, lines.faults
    (array([2, 3]), {1: "column 3: expected a digit or one of . 0 _ * ? - for empty, found 'x'"})
    >>> read_lines(b'7,"' + b"1" + b"." * 80 + b'",easy', field=(1, ",")).values[0, :3]
    array([1, 0, 0], dtype=uint8)
    """
    import numpy as np

    first_number = check_int("first_number", first_number)
    place = None if field is None else _place(*field)
    with _bytes_of(text) as view:
        flat = np.frombuffer(view, np.uint8)
        capacity = _core.count_lines(flat)
        values = np.empty((capacity, 81), np.uint8)
        numbers = np.empty(capacity, np.int64)
        n, next_number, faults = _core.read_lines(flat, first_number, values, numbers, place)
        # The text must outlive `flat`, and a memory map can't be closed before.
        del flat
    return Lines(values[:n], numbers[:n], dict(faults), next_number)


def isas() -> list[str]:
    """Name the kernels that this machine can run, widest last: of baseline, avx2, avx512vl, avx512."""
    return _core.isas()


def isa() -> str:
    """Name the kernel in use: the widest, or the one that ``FARANDOLE_ISA`` forces."""
    return _core.isa()


def lanes() -> int:
    """Count the puzzles that the kernel in use solves side by side."""
    return _core.lanes()


def _place(index: int, separator: str) -> tuple[int, int]:
    """Write a field as the core takes it."""
    if not (isinstance(separator, str) and len(separator) == 1 and separator.isascii()):
        raise ArgumentError(f"field: expected one ASCII character that separates fields, found {separator!r}")
    return min(check_int("field", index), _LAST_FIELD), ord(separator)


def _bytes_of(text: bytes | bytearray | memoryview | mmap) -> memoryview:
    """Look at the bytes of a text, which lie one after the other."""
    try:
        view = memoryview(text)
    except (TypeError, ValueError) as error:
        raise FormatError(f"expected a text as bytes, found {type(text).__name__}: {error}") from None
    if view.ndim != 1 or view.itemsize != 1:
        shape, itemsize = view.shape, view.itemsize
        view.release()
        raise FormatError(f"expected a text as bytes, found memory of shape {shape} in items of {itemsize} bytes")
    return view if view.contiguous else memoryview(view.tobytes())


def _sound_values(lines: Lines, place: str) -> Values:
    if lines.faults:
        index, fault = next(iter(lines.faults.items()))
        raise FormatError(f"{place} {lines.numbers[index]}: {fault}")
    return lines.values


def _values_of_strings(puzzles: Sequence[str], *, marks: bool) -> Values:
    if isinstance(puzzles, str):
        raise FormatError("expected a sequence of strings, found one string: put it in a list")
    try:
        puzzles = list(puzzles)
    except TypeError:
        expected = "an array, strings or bytes"
        raise PuzzleError(f"puzzles: expected {expected}, found {type(puzzles).__name__}") from None
    for number, puzzle in enumerate(puzzles, 1):
        # What ends a puzzle in a line of a file is a fault here.
        if isinstance(puzzle, str) and len(puzzle) == 81 and not puzzle.startswith("#"):
            continue
        if marks:
            puzzles[number - 1] = _BAD
        elif isinstance(puzzle, str) and len(puzzle) == 81:
            raise FormatError(f"puzzle {number}: column 1: expected a digit or one of . 0 _ * ? - for empty, found '#'")
        else:
            found = f"{len(puzzle)}" if isinstance(puzzle, str) else short_repr(puzzle)
            raise FormatError(f"puzzle {number}: expected a string of 81 characters, found {found}")
    if marks:
        puzzles = [puzzle if len(puzzle.split()) == 1 else _BAD for puzzle in puzzles]
    lines = read_lines("\n".join(puzzles).encode(errors="surrogatepass"))
    if len(lines.values) != len(puzzles):
        raise FormatError("a puzzle is blank, or has an end of line in it")
    return lines.values if marks else _sound_values(lines, "puzzle")


def _usable(array: NDArray[Any], *, marks: bool = False) -> Values | Candidates:
    """Make a puzzle a row, of uint8 or uint16; what no byte holds becomes 255 where it is to be marked."""
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise PuzzleError(f"expected an array of shape (n, 81), found {type(array).__name__}")
    shape, code = array.shape, array.dtype.char
    if len(shape) == 2 and shape[1] == 81 and (code == "B" or code == "H") and array.flags.c_contiguous:
        return array  # at once: a puzzle alone takes less time than what follows
    if shape[-1:] != (81,) and shape[-2:] != (9, 9):
        raise PuzzleError(f"expected an array of shape (n, 81) or (n, 9, 9), found {shape}")
    array = array.reshape(-1, 81)
    if array.dtype.kind not in "iu":
        expected = "an array of integers (digits) or uint16 (masks of candidates)"
        raise PuzzleError(f"expected {expected}, found {array.dtype}")
    if array.dtype not in (np.uint8, np.uint16):
        is_digit = (array >= 0) & (array <= 9)
        if not marks and not is_digit.all():
            raise _too_great(array, int(is_digit.argmin()))
        array = array.astype(np.uint8)  # a copy
        array[~is_digit] = 255
    return np.ascontiguousarray(array)


def _most(array: Values | Candidates) -> int:
    """Return the greatest value of a sound puzzle: a digit, or a mask."""
    return 9 if array.dtype == "uint8" else (1 << 9) - 1


def _spread(answers: Answers, is_sound: NDArray[np.bool_]) -> Answers:
    """Put the answers of sound puzzles into their places, and mark the others."""
    import numpy as np

    solutions = np.zeros((len(is_sound), 81), np.uint8)
    solutions[is_sound] = answers.solutions
    counts, guesses, passes = np.full(len(is_sound), -1), *np.zeros((2, len(is_sound)), np.int64)
    for whole_of, part in zip((counts, guesses, passes), answers[1:], strict=True):
        whole_of[is_sound] = part
    return Answers(solutions, counts, guesses, passes)


def _too_great(array: NDArray[Any], index: int) -> PuzzleError:
    puzzle, cell = divmod(index, 81)
    what = "masks of 9 bits" if array.dtype == "uint16" else "digits from 0 to 9"
    place = f"puzzle {puzzle}, cell r{cell // 9 + 1}c{cell % 9 + 1}"
    return PuzzleError(f"expected {what}, found {array[puzzle, cell]} in {place}")
