"""What can go wrong, and how it is said.

::

    * FarandoleError                  never raised itself
      - FormatError       (ValueError)   a text or a document can't be read: where, what was expected, what was found
      - PuzzleError       (ValueError)   a puzzle or a rule is malformed: names the rule and its cells
        - RuleError                      a rule is, before it is known in which grid it lies
      - CoverError        (ValueError)   an exact cover problem is malformed: names the item or the option
      - ArgumentError     (ValueError)   a limit, a time or another argument is none: names it
      - UnfinishedError   (RuntimeError) what can't be given in part was not finished within a budget, time or memory
      - MissingExtraError (ImportError)  a library that only some uses need is not installed

    * GivenUpWarning  (RuntimeWarning) what would have been quicker was given up; the answer may come much later

No solution is an answer (``None``, an empty iterator, the count 0), never an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence


class FarandoleError(Exception):
    """The root of Farandole's errors; never raised itself."""


class FormatError(FarandoleError, ValueError):
    """A text or a document can't be read.

    The message says where (line and column, counted from 1), what was expected and what was found.
    """


class PuzzleError(FarandoleError, ValueError):
    """A puzzle or a rule is malformed; the message names the rule and its cells."""


class RuleError(PuzzleError):
    """A rule is malformed. It does not know its grid yet: whoever does says the same `in_grid`, by the names of cells.

    Parameters
    ----------
    rule : str
        The name of its class.
    fault : str
        What was expected and what was found, with ``{}`` for each of the cells.
    cells : sequence of int
        The cells of which the fault speaks.

    Examples
    --------
    >>> error = RuleError("Cage", "each cell once expected, {} found twice", (3,))
    >>> str(error), error.in_grid(lambda cell: f"r1c{cell + 1}")
    ('Cage: each cell once expected, cell 3 found twice', 'Cage: each cell once expected, r1c4 found twice')
    """

    def __init__(self, rule: str, fault: str, cells: Sequence[int] = ()) -> None:
        super().__init__(rule, fault, cells)
        self._rule, self._fault, self._cells = rule, fault, cells

    def __str__(self) -> str:
        return self.in_grid(lambda cell: f"cell {cell}")

    def in_grid(self, name: Callable[[int], str]) -> str:
        """Give the message, with cells named so."""
        fault = self._fault.format(*map(name, self._cells)) if self._cells else self._fault
        return f"{self._rule}: {fault}"


class CoverError(FarandoleError, ValueError):
    """An exact cover problem is malformed; the message names the item or the option."""


class ArgumentError(FarandoleError, ValueError):
    """An argument that says how much, how long or which way is none; the message names it."""


class UnfinishedError(FarandoleError, RuntimeError):
    """What can't be given in part was not finished; the message names the budget, time or memory that was spent.

    Where a part is of use, a spent limit is an answer instead, whose ``exhausted`` is False.
    """


class GivenUpWarning(RuntimeWarning):
    """What would have been quicker was given up, and why; the answer may take much longer than somebody waits."""


class MissingExtraError(FarandoleError, ImportError):
    """A library that only some uses need is not installed; the message gives the command that installs it."""


def shortened(text: str, most: int = 60) -> str:
    """Cut a text so that a message can hold it.

    Examples
    --------
    >>> shortened("a long line", 8), shortened("a line", 8)
    ('a lon...', 'a line')
    """
    return text if len(text) <= most else f"{text[: most - 3]}..."


def quoted(found: object, most: int = 60) -> str:
    """Write what was found, or how it begins: whatever it is.

    Examples
    --------
    >>> quoted("x" * 100, 10), quoted(10**5000)
    ("'xxxxxx...", 'a huge number')
    """
    try:
        text = repr(found)
    except ValueError:  # Python doesn't write integers of thousands of digits
        text = f"a huge number in {type(found).__name__}" if isinstance(found, Collection) else "a huge number"
    return shortened(text, most)
