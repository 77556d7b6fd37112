"""Report progress, and stop on a time limit or when the caller cancels."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, SupportsFloat, TypeAlias

from farandole.errors import ArgumentError, short_repr
from farandole.limits import StopToken
from farandole.puzzle import Puzzle


class Progress(NamedTuple):
    """The state of a running search.

    Parameters
    ----------
    what : str
        The current phase: ``fill``, ``rules``, ``search``, ``complete``, ``minimize``, ``needless`` or ``done``.
    tries : int
        The number of puzzles, or clues, tried so far.
    best : Puzzle, optional
        The best puzzle so far if it has changed, otherwise None.
    missing : tuple of str
        The requirements that the best puzzle does not meet yet.
    """

    what: str
    tries: int
    best: Puzzle | None = None
    missing: tuple[str, ...] = ()


ProgressCallback: TypeAlias = Callable[[Progress], object]
CancelCallback: TypeAlias = Callable[[], bool]


class ProgressMonitor:
    """Reports progress to a callback, and says when to stop.

    Parameters
    ----------
    seconds : float, optional
    progress : callable, optional
        Called with each `Progress`.
    cancel : callable, optional
        Called without arguments; returns whether to stop.

    Raises
    ------
    ArgumentError
        If ``seconds`` is not a number of at least 0, or a callback is not callable.
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
        """Why the search stops: ``time`` or ``cancel``."""
        return "time" if self.stop.is_timed_out else "cancel"

    @property
    def should_stop(self) -> bool:
        """Whether to stop."""
        return self.stop.is_stopped

    def check(self) -> None:
        """Raise UnfinishedError if it is time to stop."""
        self.stop.check()

    def report(self, what: str, tries: int, best: Puzzle | None = None, missing: tuple[str, ...] = ()) -> None:
        """Pass the progress to the callback."""
        if self._progress is not None:
            self._progress(Progress(what, tries, best, missing))
