"""How long something is made: until it is done, the time is over, or someone cancels it; and who hears of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, SupportsFloat, TypeAlias

from farandole.errors import ArgumentError, short_repr
from farandole.limits import StopToken
from farandole.puzzle import Puzzle


class Progress(NamedTuple):
    """How far something is that is being made.

    Parameters
    ----------
    what : str
        What is being done: ``fill``, ``lay``, ``search``, ``complete``, ``minimize``, ``prove``.
    tries : int
        How many puzzles, or clues, were tried.
    best : Puzzle, optional
        The best so far, when it changed; otherwise None.
    missing : tuple of str
        What the best so far lacks of what is wanted.
    """

    what: str
    tries: int
    best: Puzzle | None = None
    missing: tuple[str, ...] = ()


ProgressCallback: TypeAlias = Callable[[Progress], object]
CancelCallback: TypeAlias = Callable[[], bool]


class ProgressMonitor:
    """Tells a listener how far something is, and ends it: by time, or when asked.

    Parameters
    ----------
    seconds : float, optional
    progress : callable, optional
        Is told each `Progress`.
    cancel : callable, optional
        Returns whether to stop.

    Raises
    ------
    ArgumentError
        If the time is no number from 0, or what should be called can't be.
    """

    def __init__(
        self,
        seconds: SupportsFloat | None = None,
        progress: ProgressCallback | None = None,
        cancel: CancelCallback | None = None,
    ) -> None:
        for name, called in (("progress", progress), ("cancel", cancel)):
            if called is not None and not callable(called):
                raise ArgumentError(f"{name}: expected a function, found {short_repr(called)}")
        self.stop = StopToken(seconds, cancel)
        self._progress = progress

    @property
    def stop_reason(self) -> str:
        """What ended it: ``time`` or ``cancel``."""
        return "time" if self.stop.is_timed_out else "cancel"

    @property
    def should_stop(self) -> bool:
        """Whether to stop."""
        return self.stop.is_stopped

    def check(self) -> None:
        """Raise UnfinishedError if it is time to stop."""
        self.stop.check()

    def report(self, what: str, tries: int, best: Puzzle | None = None, missing: tuple[str, ...] = ()) -> None:
        """Tell how far it is."""
        if self._progress is not None:
            self._progress(Progress(what, tries, best, missing))
