"""The errors that Farandole raises.

::

    * FarandoleError                  the root, never raised itself
      - FormatError       (ValueError)   a text or a document can't be read: where, what was expected, what was found
        - PhotoError                     a picture can't be opened, or holds no readable puzzle
        - SeveralReadingsError           a drawing can stand for several sets of rules
      - PuzzleError       (ValueError)   a puzzle or a rule is malformed: names the rule and its cells
        - RuleError                      a rule is malformed, before it has a grid
      - CoverError        (ValueError)   an exact cover problem is malformed: names the item or the option
      - ArgumentError     (ValueError)   a limit, a time or another argument is not valid: names it
      - UnfinishedError   (RuntimeError) the budget, time or memory ran out, and a partial answer is useless
      - MissingExtraError (ImportError)  a library that only some uses need is not installed

    * GivenUpWarning  (RuntimeWarning) a fast method was given up; the answer may take much longer

No solution is an answer (``None``, an empty iterator, the count 0), never an error.

The message of an error is for people. A program reads `FarandoleError.code` and `FarandoleError.fields` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Self, TypeAlias

Field: TypeAlias = str | int | float | tuple[str, ...]


class FarandoleError(Exception):
    """The root of Farandole's errors; never raised itself.

    Parameters
    ----------
    *args
        The message.
    code : str, optional
        What went wrong, as a word that stays the same when the message is reworded. By default, that of the class.
    **fields : str, int, float or tuple of str
        The parts of the message that vary, such as the line, the cells, what was expected and what was found.

    Attributes
    ----------
    code : str
    fields : dict

    Examples
    --------
    >>> error = FormatError("expected 81 cells, found 80", code="cell_count", expected=81, found=80)
    >>> error.code, error.fields, FormatError("expected text").code
    ('cell_count', {'expected': 81, 'found': 80}, 'format')
    """

    code: str = "error"

    def __init__(self, *args: object, code: str | None = None, **fields: Field) -> None:
        super().__init__(*args)
        if code is not None:
            self.code = code
        self.fields = fields

    @classmethod
    def from_error(cls, error: FarandoleError, message: str, **fields: Field) -> Self:
        """Make an error of this class with another message that keeps the code, the fields and the notes.

        Parameters
        ----------
        error : FarandoleError
        message : str
            Usually the place, and then the message of the error.
        **fields
            Fields to add.

        Examples
        --------
        >>> error = PuzzleError("row 1 holds 5 twice", code="repeated_digit", digit=5)
        >>> again = FormatError.from_error(error, f"line 3: {error}", line=3)
        >>> str(again), again.code, again.fields
        ('line 3: row 1 holds 5 twice', 'repeated_digit', {'digit': 5, 'line': 3})
        """
        new = cls(message)
        vars(new).update(vars(error))
        new.fields = error.fields | fields
        return new


class FormatError(FarandoleError, ValueError):
    """A text or a document can't be read.

    The message says where (line and column, counted from 1), what was expected and what was found.
    """

    code = "format"


class PhotoError(FormatError):
    """A picture can't be opened, or no puzzle can be read from it; the message says why, and what would help."""

    code = "photo"


class SeveralPuzzlesError(PhotoError):
    """A picture shows several puzzles, and no index was given.

    Attributes
    ----------
    corners : tuple of tuple of (float, float)
        Where the corners of each are in the picture, as `farandole.photo.Reading` has them.
    """

    code = "several_grids"

    def __init__(self, message: str, corners: tuple[tuple[tuple[float, float], ...], ...] = ()) -> None:
        super().__init__(message, found=len(corners))
        self.corners = corners


class SeveralReadingsError(FormatError):
    """A drawing can stand for several sets of rules, and nothing decides between them.

    Pass the number of the right one, from 1, as ``reading`` to `farandole.formats.read`.

    Parameters
    ----------
    message : str
    choices : sequence of str
        Each reading in words, the most likely first.
    rules : str
        The rules of the puzzle in words.

    Examples
    --------
    >>> error = SeveralReadingsError("two ways", ["gray lines (1): Palindrome", "gray lines (1): Renban"])
    >>> error.code, error.choices
    ('several_readings', ('gray lines (1): Palindrome', 'gray lines (1): Renban'))
    """

    code = "several_readings"

    def __init__(self, message: str, choices: Sequence[str] = (), rules: str = "") -> None:
        super().__init__(message, choices=tuple(choices), rules=rules)

    @property
    def choices(self) -> tuple[str, ...]:
        """Each reading in words, the most likely first."""
        choices = self.fields.get("choices", ())
        return choices if isinstance(choices, tuple) else ()


class PuzzleError(FarandoleError, ValueError):
    """A puzzle or a rule is malformed; the message names the rule and its cells."""

    code = "puzzle"


class RuleError(PuzzleError):
    """A rule is malformed, before it has a grid.

    Its message has the numbers of cells; `in_grid` returns the same error with their names.

    Parameters
    ----------
    rule : str
        The name of its class.
    fault : str
        What was expected and what was found, with ``{}`` for each of the cells.
    cells : sequence of Cell or str
        The cells that the fault mentions, or their names.

    Examples
    --------
    >>> error = RuleError("Cage", "expected each cell once, found {} twice", (3,))
    >>> print(error)
    Cage: expected each cell once, found cell 3 twice
    >>> error.in_grid(lambda cell: f"r1c{cell + 1}")
    PuzzleError('Cage: expected each cell once, found r1c4 twice')
    """

    code = "rule"

    def __init__(self, rule: str, fault: str, cells: Sequence[int | str] = ()) -> None:
        super().__init__(rule, fault, cells)
        self._rule, self._fault, self._cells = rule, fault, cells

    def __str__(self) -> str:
        return str(self.in_grid(lambda cell: f"cell {cell}"))

    def in_grid(self, name: Callable[[int], str]) -> PuzzleError:
        """Return the error with the names of its cells, in the message and in the fields."""
        names = tuple(cell if isinstance(cell, str) else name(cell) for cell in self._cells)
        fault = self._fault.format(*names) if names else self._fault
        return PuzzleError(f"{self._rule}: {fault}", code=self.code, rule=self._rule, cells=names)


class CoverError(FarandoleError, ValueError):
    """An exact cover problem is malformed; the message names the item or the option."""

    code = "cover"


class ArgumentError(FarandoleError, ValueError):
    """An argument, such as a limit, is not valid; the message names it."""

    code = "argument"


class UnfinishedError(FarandoleError, RuntimeError):
    """A search ended early, and a partial answer would be useless.

    The message names the budget, time or memory that ran out. Where a partial answer is useful, it is returned
    instead, and its ``exhausted`` is False.
    """

    code = "unfinished"


class GivenUpWarning(RuntimeWarning):
    """A fast method was given up; the message says why. The answer may take very long."""


class MissingExtraError(FarandoleError, ImportError):
    """A library that only some uses need is not installed; the message gives the command that installs it."""

    code = "missing_extra"


def shorten(text: str, most: int = 60) -> str:
    """Cut a text to a length that fits in a message.

    Examples
    --------
    >>> shorten("a long line", 8), shorten("a line", 8)
    ('a lon...', 'a line')
    """
    return text if len(text) <= most else f"{text[: most - 3]}..."


def short_repr(found: object, most: int = 60) -> str:
    """Return the ``repr`` of a value, cut to a length that fits in a message.

    Examples
    --------
    >>> short_repr("x" * 100, 10), short_repr(10**5000)
    ("'xxxxxx...", 'a huge number')
    """
    try:
        text = repr(found)
    except ValueError:  # Python doesn't write integers of thousands of digits
        text = f"a huge number in {type(found).__name__}" if isinstance(found, Collection) else "a huge number"
    return shorten(text, most)
