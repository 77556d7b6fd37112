"""Tasks, and how answers are judged: by the rules, not by a stored text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from farandole.bitsets import has_digit
from farandole.errors import ArgumentError, PuzzleError, UnfinishedError, short_repr
from farandole.formats import json_document
from farandole.grid import Cell
from farandole.limits import check_seed
from farandole.puzzle import Puzzle, Solution
from farandole.puzzle.puzzle import check_puzzle
from farandole.records import field, record
from farandole.tasks.answers import read_answer
from farandole.tasks.prompts import write_prompt

GOALS = ("solution", "step")
"""What a task asks for: the whole solution, or a digit that follows."""

MAX_N = 16
BUDGET = 100_000  # guesses of the search for a solution that holds a partial answer


@record
class Verdict:
    """What an answer is worth, and why.

    Parameters
    ----------
    score : float
        From 0 to 1; 1 only for a right solution or right steps.
    reason : str
        ``right``, ``partial`` (some cells are empty), ``wrong``, ``contradiction`` (with a given, a house or a rule),
        or ``nothing`` (no grid and no move was found).
    n_right, n_wrong : int
        The numbers of right and of wrong digits among the cells that the puzzle leaves empty.
    where : tuple of str
        The cells of the first contradiction or of the wrong digits, at most nine.
    """

    score: float
    reason: str
    n_right: int = 0
    n_wrong: int = 0
    where: tuple[str, ...] = ()


@record
class Task:
    """A puzzle, what is asked, and a judge of answers.

    `make_task` makes one of a level; any puzzle with a solution and a square grid can be one.

    Parameters
    ----------
    puzzle : Puzzle
        What the solver sees. For a step, the digits found before are givens.
    goal : str
        ``solution`` or ``step``.
    level : str
        The class of the hardest technique that the puzzle needs; "" if it wasn't rated.
    hardest : str
        The name of that technique; for a step, the technique that finds it.
    seed : int, optional
        Of `make_task`.
    move : str
        For a step, a digit that the hardest technique leads to, such as ``"r2c3=1"``; "" if it isn't known.
    seconds : float, optional
        Time limit in seconds of the search for a solution, and for a second one; None for no limit.

    Raises
    ------
    ArgumentError
        If the goal is unknown.
    PuzzleError
        If the grid is not a square of 4x4 to 16x16 with digits from 1, or if there is no solution; for a step, if there
        are several solutions.
    UnfinishedError
        If the time was too short to find a solution, or for a step, to know that it is the only one.

    Examples
    --------
    >>> from farandole import Grid, Puzzle
    >>> task = Task(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"))
    >>> task.score("Answer:\\n1324\\n4231\\n2413\\n3142")
    1.0
    >>> task.judge("r1c2=3")
    Verdict(score=0.0833..., reason='partial', n_right=1, n_wrong=0, where=())
    >>> task.judge("r1c2=1")
    Verdict(score=0.0, reason='contradiction', n_right=0, n_wrong=1, where=('r1c1', 'r1c2'))
    """

    puzzle: Puzzle
    goal: str = "solution"
    level: str = ""
    hardest: str = ""
    seed: int | None = None
    move: str = ""
    seconds: float | None = field(kw_only=True, default=10.0, compare=False)
    solution: Solution = field(init=False, compare=False)
    is_unique: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        puzzle = check_puzzle(self.puzzle)
        if self.goal not in GOALS:
            raise ArgumentError(f"goal: expected one of {', '.join(GOALS)}; found {short_repr(self.goal)}")
        grid = puzzle.grid
        n = grid.n_digits
        square = [(row, column) for row in range(n) for column in range(n)]
        if not 4 <= n <= MAX_N or list(grid.positions) != square or grid.first_digit != 1:
            raise PuzzleError(f"a task: expected a square of 4x4 to {MAX_N}x{MAX_N} with digits from 1, found {grid!r}")
        found = puzzle.solutions(seconds=self.seconds)
        solution, other = next(found, None), next(found, None)
        is_known = found.exhausted or other is not None
        if not is_known and (solution is None or self.goal == "step"):
            raise UnfinishedError(f"a task: not solved within {self.seconds} seconds", code="timed_out")
        if solution is None:
            raise PuzzleError("a task: expected a puzzle with a solution, found none")
        object.__setattr__(self, "solution", solution)
        object.__setattr__(self, "is_unique", is_known and other is None)
        if self.goal == "step" and not self.is_unique:
            raise PuzzleError("a step: expected a puzzle with one solution, found several")

    @property
    def prompt(self) -> str:
        """The task in words: rules, board, notation, and how to answer."""
        return write_prompt(self.puzzle, self.goal)

    @property
    def answer(self) -> str:
        """A right answer, in the layout that the prompt asks for."""
        grid, n = self.puzzle.grid, self.puzzle.grid.n_digits
        line = self.solution.line
        if self.goal == "solution":
            return "Answer:\n" + "\n".join(" ".join(line[k : k + n]) for k in range(0, n * n, n))
        if self.move or all(self.puzzle.givens):
            return f"Answer: {self.move}"
        cell = self.puzzle.givens.index(0)
        return f"Answer: {grid.cell_name(cell)}={line[cell]}"

    def score(self, answer: object) -> float:
        """Return what an answer is worth, from 0 to 1: see `judge`."""
        return self.judge(answer).score

    def judge(self, answer: object) -> Verdict:
        """Judge an answer by the rules.

        For a solution, every grid that keeps all rules and givens scores 1, and a contradiction with a given, a house
        or a rule scores 0. An incomplete answer scores the share of the empty cells that it fills right, less the share
        that it fills wrong, but at least 0. For a step, right digits score 1; one wrong digit makes it 0.

        Parameters
        ----------
        answer : str
            In any layout that `farandole.tasks.read_answer` reads. Whatever it is, no error is raised.

        Returns
        -------
        Verdict
        """
        read = read_answer(answer, self.puzzle.grid)
        digits = read.digits
        if self.goal == "step":
            moves = dict(read.last)
            digits = tuple(moves.get(cell, 0) for cell in range(len(digits)))
        givens = self.puzzle.givens
        added = [cell for cell, digit in enumerate(digits) if digit and not givens[cell]]
        wrong = [cell for cell in added if digits[cell] != self.solution.values[cell]]
        if wrong and not self.is_unique and self._can_end(digits):
            wrong = []
        counts = (len(added) - len(wrong), len(wrong))
        clash = self._contradiction(digits)
        if clash is not None:
            return Verdict(0.0, "contradiction", *counts, self._names(clash))
        if not added:
            return Verdict(1.0, "right") if all(givens) and all(digits) else Verdict(0.0, "nothing")
        if self.goal == "step":
            return Verdict(float(not wrong), "wrong" if wrong else "right", *counts, self._names(wrong))
        n_open = givens.count(0)
        if len(added) == n_open and not wrong:
            return Verdict(1.0, "right", *counts)
        share = max(0, counts[0] - counts[1]) / n_open
        return Verdict(share, "wrong" if wrong else "partial", *counts, self._names(wrong))

    def _names(self, cells: Sequence[Cell]) -> tuple[str, ...]:
        return tuple(map(self.puzzle.grid.cell_name, cells[:9]))

    def _contradiction(self, digits: Sequence[int]) -> tuple[Cell, ...] | None:
        """Find cells whose digits contradict a given, a house or a rule; None if there are none."""
        puzzle, grid = self.puzzle, self.puzzle.grid
        for cell, given in enumerate(puzzle.givens):
            if given and digits[cell] not in (0, given):
                return (cell,)
        board = [digit or given for digit, given in zip(digits, puzzle.givens, strict=True)]
        for cell, mask in enumerate(puzzle.pencilmarks or ()):
            if board[cell] and not has_digit(mask, board[cell]):
                return (cell,)
        for house in grid.houses:
            holder: dict[int, Cell] = {}
            for cell in house.cells:
                if board[cell] and holder.setdefault(board[cell], cell) != cell:
                    return holder[board[cell]], cell
        for rule in puzzle.rules:
            held = [board[cell] for cell in rule.scope]
            if all(held) and not rule.holds(held):
                return rule.scope
        return None

    def _can_end(self, digits: Sequence[int]) -> bool:
        """Return whether a solution holds all these digits, as far as a search finds out."""
        puzzle = self.puzzle
        board = tuple(given or digit for digit, given in zip(digits, puzzle.givens, strict=True))
        try:
            filled = Puzzle(puzzle.grid, board, puzzle.pencilmarks, puzzle.rules)
        except PuzzleError:
            return False
        return filled.solve(budget=BUDGET) is not None

    # ── As JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def to_dict(self) -> dict[str, Any]:
        """Return the task as JSON values; `from_dict` makes it again.

        Examples
        --------
        >>> from farandole import Grid, Puzzle
        >>> task = Task(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"), seed=7)
        >>> Task.from_dict(task.to_dict()) == task
        True
        >>> list(task.to_dict())
        ['prompt', 'answer', 'goal', 'puzzle', 'solution', 'givens', 'level', 'hardest', 'move', 'seed', 'document']
        """
        return {
            "prompt": self.prompt,
            "answer": self.answer,
            "goal": self.goal,
            "puzzle": self.puzzle.line,
            "solution": self.solution.line,
            "givens": sum(map(bool, self.puzzle.givens)),
            "level": self.level,
            "hardest": self.hardest,
            "move": self.move,
            "seed": self.seed,
            "document": json.loads(json_document.write(self.puzzle)),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Task:
        """Make the task that `to_dict` returned; only ``document`` is required.

        Raises
        ------
        ArgumentError
            If there is no ``document``, or if a value is not as expected.
        FormatError
            If the document can't be read.
        PuzzleError
            If its puzzle is no task.
        """
        if not isinstance(values, Mapping) or not isinstance(values.get("document"), Mapping):
            raise ArgumentError(f"a task: expected a mapping with the key 'document', found {short_repr(values)}")
        words = {name: values.get(name, "") for name in ("level", "hardest", "move")}
        for name, word in words.items():
            if not isinstance(word, str):
                raise ArgumentError(f"{name}: expected a text, found {short_repr(word)}")
        seed: SupportsIndex | None = values.get("seed")
        puzzle = json_document.read(json.dumps(values["document"]))
        return cls(
            puzzle, values.get("goal", "solution"), words["level"], words["hardest"], check_seed(seed), words["move"]
        )
