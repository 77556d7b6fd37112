"""Classic puzzles by the million: one puzzle in each lane of a SIMD register, with backtracking.

A kernel keeps one puzzle in each 16-bit lane of a vector (8, 16 or 32 lanes), applies the rules to all of them in
lockstep, and gives the next puzzle to each lane that is done. Up to eight puzzles are solved one after another, each in
a whole vector. The widest kernel that the machine supports is chosen at first use; the environment variable
``FARANDOLE_ISA`` selects one of `isas`. All kernels give the same answers, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from mmap import mmap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from farandole import _core
from farandole.batch.inputs import to_plain
from farandole.errors import ArgumentError, FormatError, PuzzleError, short_repr
from farandole.limits import INT64_MAX, check_int, check_int_or_none, check_threads
from farandole.system import count_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values: TypeAlias = NDArray[np.uint8]
    Candidates: TypeAlias = NDArray[np.uint16]
    Numbers: TypeAlias = NDArray[np.int64]

PuzzlesLike: TypeAlias = "NDArray[Any] | Iterable[Any] | bytes | bytearray | memoryview | mmap"
"""What `solve` and the other functions of `batch` take: see `solve`."""

_LAST_FIELD = (1 << 31) - 1  # more fields than any line has
_BAD = "!"  # stands for a line that can't be read

# NumPy is imported inside the functions: the command solves a single puzzle without it, in a third of the time.


class Answers(NamedTuple):
    """The answers to n puzzles.

    Attributes
    ----------
    solutions : ndarray of uint8, shape (n, 81)
        The first solution found; zeros where there is none.
    counts : ndarray of int64, shape (n,)
        Solutions found: exact below ``limit``, and ``limit`` for that many or more; with ``errors="mark"``, -1 for what
        is not a puzzle.
    guesses : ndarray of int64, shape (n,)
        Branches of the search: 0 if the rules alone sufficed. After 2,000 without a solution, a CDCL search takes over,
        and its guesses are added. If a puzzle reaches ``limit``, guesses and passes depend on the kernel and on
        neighboring puzzles. With up to eight puzzles at once, a hard one may take slightly more or fewer guesses than
        among many.
    passes : ndarray of int64, shape (n,)
        Times that the rules were applied to the whole puzzle. Up to eight puzzles at once are solved by another method,
        with other numbers of passes.
    """

    solutions: Values
    counts: Numbers
    guesses: Numbers
    passes: Numbers

    def lines(self) -> list[str]:
        """Write each solution as 81 characters, or 81 dots if there is none.

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
        The reason for each line that can't be read, by its index.
    next_number : int
        The number of the line after the text.
    """

    values: Values
    numbers: Numbers
    faults: dict[int, str]
    next_number: int


def solve(
    puzzles: PuzzlesLike,
    *,
    limit: int | None = 2,
    threads: int | None = None,
    errors: str = "raise",
) -> Answers:
    """Solve many classic puzzles at once.

    Parameters
    ----------
    puzzles
        One of: an array of any integers but uint16, or of floats, shape (n, 81) or (n, 9, 9), digits with 0 or NaN for
        empty; an array of uint16, masks of candidates with bit d - 1 for digit d; a sequence, a column or an array of n
        strings of 81 characters; a sequence of `Puzzle`, or of lists of digits, where None is empty too; a frame of 81
        columns; bytes or a memory map of a file of lines. An array of shape (81,) or (9, 9) is one puzzle.
    limit : int, optional
        Stop at this many solutions of a puzzle: 2 proves uniqueness, 1 finds a solution, None counts them all.
    threads : int, optional
        How many threads share the work; by default, one for each core that this process may use.
    errors : {"raise", "mark"}
        What to do about a puzzle that can't be read, or has a value that is not a digit: raise an error, or give it the
        count -1 and solve the others.

    Returns
    -------
    Answers
        In the order of the puzzles, the same for any kernel and any number of threads, except for the guesses and the
        passes of puzzles that reach ``limit``. A puzzle with two equal digits in a house has the count 0.

    Raises
    ------
    FormatError
        If a puzzle or a line can't be read: its number (from 1), what was expected and what was found.
    PuzzleError
        If an array has the wrong shape or dtype, or a value that is not a digit; or if it is not an array at all.
    ArgumentError
        If the limit or the threads are not a positive integer, or if ``errors`` is neither of the two.

    Examples
    --------
    >>> answers = solve(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> answers.counts
    array([1])
    >>> "".join(map(str, answers.solutions[0]))
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

    A bad puzzle among others:

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
    array = read_puzzles(puzzles, marks=marks)
    if marks:
        is_sound = np.asarray((array <= _most(array)).all(axis=1))
        if not is_sound.all():
            return _spread(solve(array[is_sound], limit=limit, threads=threads), is_sound)
    n = len(array)
    solutions, numbers = np.empty((n, 81), np.uint8), np.empty((3, n), np.int64)
    if threads is None:
        threads = count_cores() if n > 1000 else 1
    bad = _core.solve(array, INT64_MAX if limit is None else limit, threads, solutions, numbers)
    if bad is not None:
        raise _too_great(array, bad)
    return Answers(solutions, numbers[0], numbers[1], numbers[2])  # quicker than unpacking


def read_puzzles(puzzles: PuzzlesLike, *, marks: bool = False) -> Values | Candidates:
    """Read puzzles in any of the forms that `solve` takes: an array with a puzzle in each row, digits or masks.

    Parameters
    ----------
    puzzles
        As for `solve`.
    marks : bool
        Give a puzzle that can't be read impossible values in place of an error.
    """
    import numpy as np

    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "iu":
        return _usable(puzzles, marks=marks)  # a shortcut
    if type(puzzles) is list:
        values = np.empty((len(puzzles), 81), np.uint8)
        if _core.read_strings(puzzles, values):
            return values  # a shortcut, too
    if isinstance(puzzles, (bytes, bytearray, memoryview, mmap)):
        lines = read_lines(puzzles)
        return lines.values if marks else _sound_values(lines, "line")
    if not isinstance(puzzles, list) or not all(isinstance(puzzle, str) for puzzle in puzzles):
        puzzles = to_plain(puzzles, marks=marks)
    if isinstance(puzzles, np.ndarray):
        return _usable(puzzles, marks=marks)
    return _values_of_strings(puzzles, marks=marks)


def read_lines(
    text: bytes | bytearray | memoryview | mmap, *, first_number: int = 1, field: tuple[int, str] | None = None
) -> Lines:
    """Read puzzles from lines of 81 characters, without stopping at a bad line.

    Parameters
    ----------
    text : bytes-like
        One puzzle per line: digits, and ``. 0 _ * ? -`` for empty. White space, a comma, a semicolon or a tab after the
        81 characters ends the puzzle, and the rest of the line is ignored. So are blank lines and lines that begin with
        ``#``. A byte order mark and any line endings are accepted.
    first_number : int
        The number of the first line.
    field : tuple of int and str, optional
        For a table: the index, from 0, of the field with the puzzle, and the character that separates fields. A field
        may be in double quotes, and ``#`` doesn't begin a comment.

    Raises
    ------
    FormatError
        If the text is not a buffer of single bytes.
    ArgumentError
        If the number is not an integer, or the field is not valid.

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
        # The text must outlive `flat`; a memory map can't be closed before.
        del flat
    return Lines(values[:n], numbers[:n], dict(faults), next_number)


def isas() -> list[str]:
    """List the kernels that this machine supports, widest last: baseline, avx2, avx512vl, avx512."""
    return _core.isas()


def isa() -> str:
    """Return the name of the kernel in use: the widest, or that of ``FARANDOLE_ISA``."""
    return _core.isa()


def lanes() -> int:
    """Return the number of puzzles that the kernel in use solves side by side."""
    return _core.lanes()


def _place(index: int, separator: str) -> tuple[int, int]:
    """Check a field, and convert it for the core."""
    if not (isinstance(separator, str) and len(separator) == 1 and separator.isascii()):
        raise ArgumentError(f"field: expected one ASCII character that separates fields, found {separator!r}")
    return min(check_int("field", index), _LAST_FIELD), ord(separator)


def _bytes_of(text: bytes | bytearray | memoryview | mmap) -> memoryview:
    """Return a contiguous view of the bytes of a text."""
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
    puzzles = list(puzzles)
    for number, puzzle in enumerate(puzzles, 1):
        # Characters that end a puzzle in a line of a file are errors here.
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
    """Return an array with a puzzle per row, of uint8 or uint16; with ``marks``, other values become 255."""
    import numpy as np

    shape, code = array.shape, array.dtype.char
    if len(shape) == 2 and shape[1] == 81 and (code == "B" or code == "H") and array.flags.c_contiguous:
        return array  # a shortcut: a single puzzle takes less time than what follows
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
    """Return the greatest valid value of a cell: a digit, or a mask."""
    return 9 if array.dtype == "uint8" else (1 << 9) - 1


def _spread(answers: Answers, is_sound: NDArray[np.bool_]) -> Answers:
    """Expand the answers of valid puzzles to all puzzles, and mark the others."""
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
    place = f"puzzle {puzzle + 1}, cell r{cell // 9 + 1}c{cell % 9 + 1}"
    return PuzzleError(f"expected {what}, found {array[puzzle, cell]} in {place}")
