"""The base of readers of formats that hold more than a puzzle: drawings, colors, rules that only one site knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from farandole.errors import FormatError, PuzzleError, RuleError
from farandole.formats.json_value import join_limited
from farandole.grid import Grid
from farandole.puzzle import Puzzle


class LenientReader(ABC):
    """Reads one puzzle, and notes what it doesn't understand. Subclasses implement `parse`.

    Parameters
    ----------
    text : str
        A document, a link, or what a link holds.

    Attributes
    ----------
    puzzle : Puzzle
    unknown : list of str
        What isn't understood, in the order of the text.

    Raises
    ------
    FormatError
        If the text can't be read.
    PuzzleError
        If there is no such puzzle.
    """

    def __init__(self, text: str) -> None:
        self.unknown: list[str] = []
        self.puzzle = self.parse(text)

    @abstractmethod
    def parse(self, text: str) -> Puzzle:
        """Read the puzzle; add what isn't understood to `unknown`."""

    @classmethod
    def read(cls, text: str, *, lenient: bool = False) -> Puzzle:
        """Read a puzzle.

        Parameters
        ----------
        text : str
            A document, a link, or what a link holds.
        lenient : bool
            Ignore what isn't understood. By default, it is refused.

        Raises
        ------
        FormatError
            If the text can't be read, or if it holds something that isn't understood: the message lists it.
        PuzzleError
            If there is no such puzzle.
        """
        reader = cls(text)
        if reader.unknown and not lenient:
            raise FormatError(f"not understood: {join_limited(reader.unknown)}")
        return reader.puzzle


@contextmanager
def locate_rule_errors(grid: Grid, where: str = "") -> Iterator[None]:
    """Add to the error of a rule where it stands and the names of its cells.

    Examples
    --------
    >>> from farandole.rules import Cage
    >>> with locate_rule_errors(Grid.classic(), "cages[2]"):
    ...     Cage((0, 0), 5)
    Traceback (most recent call last):
    ...
    farandole.errors.PuzzleError: cages[2]: Cage: r1c1 comes twice
    """
    try:
        yield
    except RuleError as error:
        named = error.in_grid(grid.cell_name)
        raise PuzzleError.from_error(named, f"{where}: {named}" if where else str(named)) from None
