"""The base of readers of formats that hold more than a puzzle: drawings, colors, rules that only one site knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Self, TypeVar

from farandole.errors import ArgumentError, FormatError, PuzzleError, RuleError, SeveralReadingsError, shorten
from farandole.formats.drawings.decide import Outcome
from farandole.formats.json_value import join_limited
from farandole.grid import Grid
from farandole.i18n import current_language
from farandole.puzzle import Puzzle

_MOST_LISTED = 900  # characters of the readings that a message lists; `SeveralReadingsError.choices` has all


class LenientReader(ABC):
    """Reads one puzzle, and notes what it doesn't understand. Subclasses implement `parse`.

    Parameters
    ----------
    text : str
        A document, a link, or what a link holds.
    reading : int, optional
        Which reading of a drawing to take, from 1. By default, the one that the solver decides for.

    Attributes
    ----------
    puzzle : Puzzle
    unknown : list of str
        What isn't understood, in the order of the text.
    outcome : Outcome, optional
        The readings of the drawing, if the text has one.

    Raises
    ------
    FormatError
        If the text can't be read.
    PuzzleError
        If there is no such puzzle.
    """

    def __init__(self, text: str, reading: int | None = None) -> None:
        self.unknown: list[str] = []
        self.outcome: Outcome | None = None
        self.reading = reading
        self.puzzle = self.parse(text)

    @property
    def described(self) -> str:
        """What the drawing stands for, if that was decided; "" if there is none."""
        is_decided = self.outcome is not None and self.outcome.is_decided
        return self.outcome.readings[0].describe() if self.outcome and is_decided else ""

    @classmethod
    def open(cls, text: str, reading: int | None = None) -> Self:
        """Return a reader of a text. The last readers are kept, because a drawing is costly to read."""
        return _open(cls, text, reading, current_language())

    @abstractmethod
    def parse(self, text: str) -> Puzzle:
        """Read the puzzle; add what isn't understood to `unknown`."""

    @classmethod
    def read(cls, text: str, *, lenient: bool = False, reading: int | None = None) -> Puzzle:
        """Read a puzzle.

        Parameters
        ----------
        text : str
            A document, a link, or what a link holds.
        lenient : bool
            Ignore what isn't understood. By default, it is refused.
        reading : int, optional
            Which reading of a drawing to take, from 1. By default, the one that the solver decides for.

        Raises
        ------
        FormatError
            If the text can't be read, or if it holds something that isn't understood: the message lists it.
        SeveralReadingsError
            If the text is a drawing, and the solver can't decide which rules it stands for: the error lists them.
        ArgumentError
            If there is no such reading.
        PuzzleError
            If there is no such puzzle.
        """
        reader = cls.open(text, reading)
        reader._check_reading()
        if reader.unknown and not lenient:
            raise FormatError(f"not understood: {join_limited(reader.unknown)}")
        return reader.puzzle

    def _check_reading(self) -> None:
        """Raise an error if the drawing is not decided, or if there is no reading of the number that was asked for."""
        n_readings = len(self.outcome.readings) if self.outcome else 0
        if self.reading is not None and not 1 <= self.reading <= max(n_readings, 1):
            raise ArgumentError(f"reading: expected a number from 1 to {max(n_readings, 1)}, found {self.reading}")
        if self.outcome is None or self.outcome.is_decided or self.reading is not None:
            return
        choices = self.outcome.describe()
        message = f"the drawing can stand for several sets of rules: {_list_choices(choices)}"
        raise SeveralReadingsError(message, choices, rules=self.puzzle.about.rules)


def _list_choices(choices: Sequence[str]) -> str:
    """Number the choices that fit in a message, and count the others."""
    listed: list[str] = []
    left = _MOST_LISTED
    for number, choice in enumerate(choices, 1):
        item = f"{number}) {shorten(choice, 200)}"
        if len(item) > left:
            return "; ".join([*listed, f"and {len(choices) - number + 1} more"])
        listed.append(item)
        left -= len(item) + 2
    return "; ".join(listed)


_Reader = TypeVar("_Reader", bound=LenientReader)


@lru_cache(maxsize=4)
def _read(cls: type[LenientReader], text: str, reading: int | None, _lang: str) -> LenientReader:
    return cls(text, reading)


def _open(cls: type[_Reader], text: str, reading: int | None, lang: str) -> _Reader:
    reader = _read(cls, text, reading, lang)
    assert isinstance(reader, cls)
    return reader


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
