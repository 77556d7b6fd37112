"""What can go wrong, and how it is said.

::

    * FarandoleError                  never raised itself
      - FormatError       (ValueError)   a text or a document can't be read: where, what was expected, what was found
      - PuzzleError       (ValueError)   a puzzle or a rule is malformed: names the rule and its cells
      - CoverError        (ValueError)   an exact cover problem is malformed: names the item or the option
      - ArgumentError     (ValueError)   a limit, a time or another argument is none: names it
      - UnfinishedError   (RuntimeError) what can't be given in part was not finished within a budget, time or memory
      - MissingExtraError (ImportError)  a library that only some uses need is not installed

    * GivenUpWarning  (RuntimeWarning) what would have been quicker was given up; the answer may come much later

No solution is an answer (``None``, an empty iterator, the count 0), never an error.
"""


class FarandoleError(Exception):
    """The root of Farandole's errors; never raised itself."""


class FormatError(FarandoleError, ValueError):
    """A text or a document can't be read.

    The message says where (line and column, counted from 1), what was expected and what was found.
    """


class PuzzleError(FarandoleError, ValueError):
    """A puzzle or a rule is malformed; the message names the rule and its cells."""


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
