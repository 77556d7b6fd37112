"""A Gymnasium environment: fill a puzzle cell by cell, with a mask of the legal moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from farandole.errors import ArgumentError, MissingExtraError, short_repr
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import format_digits
from farandole.tasks.making import make_task
from farandole.tasks.moves import legal_moves
from farandole.tasks.task import Task

try:
    import gymnasium
except ImportError:
    raise MissingExtraError("pip install 'farandole[gym]' for an environment of Gymnasium") from None

Observation = NDArray[np.int8]

ID = "Farandole/Sudoku-v0"
"""For ``gymnasium.make``, after this module is imported."""


class SudokuEnv(gymnasium.Env):  # type: ignore[misc]  # Gymnasium is not installed where types are checked
    """Fill a puzzle cell by cell.

    An observation is the board: int8 of shape (n, n), 0 for an empty cell. Action ``cell * n + digit - 1`` puts a digit
    into a cell; digits can't be removed. The reward is 1 for the move that solves the puzzle, -1 for an illegal move,
    and 0 otherwise. An episode ends when the puzzle is solved, and also when a cell has no legal move left, or after an
    illegal move.

    Parameters
    ----------
    puzzle : Puzzle, optional
        The puzzle of every episode. Without it, each episode has a new one.
    arguments : optional
        Of `make_task`, such as ``shape="4x4"`` and ``level="easy"``. Puzzles depend on the seed given to ``reset``.
    render_mode : str, optional
        ``"ansi"``: ``render`` returns the board as text.

    Attributes
    ----------
    task : Task
        The task of this episode, after ``reset``.

    Raises
    ------
    ArgumentError
        If there is a puzzle and arguments as well, or if an argument is invalid.
    PuzzleError
        If the puzzle is no task, as `Task` has it.
    MissingExtraError
        When this module is imported: if Gymnasium is not installed.

    Examples
    --------
    An agent that draws from the legal moves::

        env = SudokuEnv(shape="4x4")
        board, info = env.reset(seed=1)
        ended = False
        while not ended:
            action = env.action_space.sample(info["action_mask"])
            board, reward, ended, _, info = env.step(action)
    """

    metadata: ClassVar[Mapping[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, puzzle: Puzzle | None = None, *, render_mode: str | None = None, **arguments: Any) -> None:
        if puzzle is not None and arguments:
            raise ArgumentError(f"puzzle: expected a puzzle or arguments of make_task, found both: {list(arguments)}")
        if render_mode not in (None, "ansi"):
            raise ArgumentError(f"render_mode: expected 'ansi' or None, found {short_repr(render_mode)}")
        if "goal" in arguments or "seed" in arguments:
            raise ArgumentError("arguments: expected neither goal nor seed; the seed is for reset")
        self.render_mode = render_mode
        self._arguments = arguments
        self._own = None if puzzle is None else Task(puzzle)
        self.task = self._own or make_task(seed=0, **arguments)
        n = self.task.puzzle.grid.n_digits
        self.observation_space = gymnasium.spaces.Box(0, n, (n, n), np.int8)
        self.action_space = gymnasium.spaces.Discrete(n**3)
        self._digits = list(self.task.puzzle.givens)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; return the board, and ``info`` with the ``action_mask``.

        Parameters
        ----------
        seed : int, optional
            The same seed gives the same puzzles from here on.
        options : optional
            Not used.
        """
        super().reset(seed=seed, options=options)
        if self._own is None:
            self.task = make_task(seed=int(self.np_random.integers(2**48)), **self._arguments)
        self._digits = list(self.task.puzzle.givens)
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Put a digit into a cell; return the board, the reward, whether the episode ended, False, and ``info``.

        Raises
        ------
        ArgumentError
            If the action is not from 0 to n**3 - 1.
        """
        n = self.task.puzzle.grid.n_digits
        if not 0 <= action < n**3:
            raise ArgumentError(f"action: expected 0 to {n**3 - 1}, found {short_repr(action)}")
        cell, digit = divmod(int(action), n)
        if (cell, digit + 1) not in legal_moves(self.task.puzzle, self._digits):
            return self._observe(), -1.0, True, False, self._info()
        self._digits[cell] = digit + 1
        is_full = all(self._digits)
        info = self._info()
        open_cells = {cell for cell, held in enumerate(self._digits) if not held}
        movable = {place // n for place in np.flatnonzero(info["action_mask"]).tolist()}
        is_solved = is_full and self.task.score(format_digits(self._digits)) == 1
        return self._observe(), float(is_solved), is_full or movable != open_cells, False, info

    def render(self) -> str | None:
        """Return the board as text, if the render mode is ``"ansi"``."""
        if self.render_mode is None:
            return None
        n, line = self.task.puzzle.grid.n_digits, format_digits(self._digits)
        return "\n".join(" ".join(line[k : k + n]) for k in range(0, n * n, n))

    def _observe(self) -> Observation:
        n = self.task.puzzle.grid.n_digits
        return np.array(self._digits, np.int8).reshape(n, n)

    def _info(self) -> dict[str, Any]:
        n = self.task.puzzle.grid.n_digits
        mask = np.zeros(n**3, np.int8)
        for cell, digit in legal_moves(self.task.puzzle, self._digits):
            mask[cell * n + digit - 1] = 1
        return {"action_mask": mask}


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=SudokuEnv)
