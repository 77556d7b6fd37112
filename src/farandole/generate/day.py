"""The puzzles of the day: the date is the seed, so everybody with the same version gets the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, SupportsFloat

from farandole.errors import ArgumentError, UnfinishedError
from farandole.generate.making import make
from farandole.generate.progress import ProgressCallback
from farandole.generate.result import MadePuzzle

DAILY_LEVELS = ("easy", "medium", "hard", "unfair", "variant")
"""The puzzles of a day: four difficulties of the classic puzzle, and one variant."""

_VARIANTS: tuple[Mapping[str, Any], ...] = tuple(
    MappingProxyType(arguments)
    for arguments in (
        {"rules": ["killer"]},
        {"rules": ["thermo"], "rating": "guesses 0"},
        {"shape": "jigsaw"},
        {"rules": ["arrow"], "rating": "guesses 0"},
        {"rules": ["anti_knight"]},
        {"rules": ["kropki"], "rating": "guesses 0"},
        {"rules": ["renban"], "rating": "guesses 0"},
    )
)
"""One for each day of the week, from Monday."""


def daily(
    day: str, level: str, *, seconds: SupportsFloat | None = None, progress: ProgressCallback | None = None
) -> MadePuzzle:
    """Make a puzzle of the day.

    Parameters
    ----------
    day : str
        An ISO date, such as ``"2026-11-28"``.
    level : str
        One of `DAILY_LEVELS`.
    seconds : float, optional
        Time limit. A puzzle that isn't finished is not returned, because it would not be everybody's.
    progress : callable, optional
        Called with each `Progress`.

    Raises
    ------
    ArgumentError
        If an argument is invalid.
    UnfinishedError
        If it timed out.

    Examples
    --------
    >>> daily("2026-11-28", "easy").puzzle == daily("2026-11-28", "easy").puzzle
    True
    """
    try:
        when = date.fromisoformat(day)
    except (TypeError, ValueError):
        raise ArgumentError(f"day: expected a date such as '2026-11-28', found {day!r}") from None
    if level not in DAILY_LEVELS:
        raise ArgumentError(f"level: expected one of {', '.join(DAILY_LEVELS)}; found {level!r}")
    classic = {"rating": level, "symmetry": "rotate180"}
    arguments = _VARIANTS[when.weekday()] if level == "variant" else classic
    made = make(**arguments, seed=when.toordinal(), seconds=seconds, progress=progress)
    if made.stopped:
        raise UnfinishedError("timed out", code="timed_out")
    return made
