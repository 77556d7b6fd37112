"""Target difficulties, and the distance of a puzzle from them. `path_targets` has those of HoDoKu's path."""

from __future__ import annotations

from abc import abstractmethod
from math import ceil, inf, log2

from farandole.puzzle import Puzzle
from farandole.records import record

HARDEST_EXPLAINER = 11.9  # the hardest known puzzles
EASIEST_EXPLAINER = 1.0
RARE = 8.0  # from this rating on, so few random puzzles qualify that drawing them is slower than a search
BEYOND = 60.0  # the distance of a puzzle that is too hard; less for each cell that can be solved


@record
class Target:
    """A target difficulty."""

    @property
    @abstractmethod
    def scale(self) -> str:
        """The scale of `farandole.logic.rate`."""

    @property
    def fewest_guesses(self) -> int:
        """The guesses that nearly every puzzle which meets the target takes in lanes: others need no rating."""
        return 0

    @property
    def is_rare(self) -> bool:
        """Whether hardly any random puzzle meets the target."""
        return False

    @abstractmethod
    def distance(self, puzzle: Puzzle) -> float:
        """Measure the distance of a puzzle from the target: 0 if the puzzle meets it."""

    @abstractmethod
    def __str__(self) -> str:
        """Write the target as the command reads it."""


@record
class RangeTarget(Target):
    """A range of numbers on a scale."""

    low: float
    high: float

    @property
    @abstractmethod
    def label(self) -> str:
        """The name of the scale as the command reads it."""

    def __str__(self) -> str:
        return f"{self.label} {write_range(self.low, self.high)}"


@record
class ExplainerTarget(RangeTarget):
    """A range of Sudoku Explainer's rating."""

    @property
    def label(self) -> str:
        """``SE``."""
        return "SE"

    @property
    def scale(self) -> str:
        """The scale of Sudoku Explainer."""
        return "explainer"

    @property
    def is_rare(self) -> bool:
        """Whether it is harder than nearly all random puzzles."""
        return self.low >= RARE

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the hardest step is, 10 for each point; harder steps than the target are not searched."""
        from farandole.logic import Board, explainer

        guesses = _guesses(puzzle)
        if self.is_rare and guesses < 4:
            return 40 - 5.0 * guesses
        board = Board.of(puzzle)
        is_open = self.high >= HARDEST_EXPLAINER  # then it is enough that easier steps don't solve the puzzle
        turns = [
            search for search, least in explainer.SEARCHES if least < self.low or not (is_open or least > self.high)
        ]
        hardest = 0.0
        while board.n_open:
            rated = next((found for search in turns if (found := next(search(board), None))), None)
            if rated is None:
                return 0.0 if is_open else BEYOND * board.n_open / puzzle.grid.n_cells + 1
            hardest = max(hardest, round(rated.difficulty, 1))
            if hardest > self.high:
                return BEYOND * board.n_open / puzzle.grid.n_cells + 1
            rated.step.apply(board)
        return 10 * (self.low - hardest) + 3 / (1 + guesses) if hardest < self.low else 0.0


@record
class GuessTarget(RangeTarget):
    """A range of guesses of the fastest search."""

    @property
    def label(self) -> str:
        """``guesses``."""
        return "guesses"

    @property
    def scale(self) -> str:
        """The guesses of the search."""
        return "search"

    @property
    def fewest_guesses(self) -> int:
        """The lower end of the range."""
        return ceil(self.low)

    def distance(self, puzzle: Puzzle) -> float:
        """Measure how far the guesses are, in powers of two."""
        guesses = _guesses(puzzle)
        if guesses < self.low:
            return log2((1 + self.low) / (1 + guesses)) + 0.01
        return log2((1 + guesses) / (1 + self.high)) + 0.01 if guesses > self.high else 0.0


def _guesses(puzzle: Puzzle) -> int:
    from farandole.logic import rate

    return rate(puzzle, scales=("search",)).guesses


def write_range(low: float, high: float) -> str:
    """Write a range of numbers as the command reads it."""
    if high == inf:
        return f"{low:g}+"
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"
