"""Make tasks of a level: by the technique that a puzzle needs, by its rating, by its shape and its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random, SystemRandom
from typing import Any, SupportsFloat, SupportsIndex

from farandole.errors import ArgumentError, UnfinishedError, short_repr
from farandole.generate import make
from farandole.generate.shapes import grid_of, has_random_regions
from farandole.grid import Grid
from farandole.limits import check_deadline, check_int, check_seconds, check_seed, time_limit
from farandole.logic import TECHNIQUES, Board, Level, Step, Technique, explain
from farandole.puzzle import Puzzle
from farandole.records import replace
from farandole.rules import Rule
from farandole.tasks.task import GOALS, MAX_N, Task

LEVELS = tuple(level.name.lower() for level in Level)
"""easy, medium, hard, unfair, extreme: the class of the hardest technique that a puzzle needs."""

SECONDS = 60.0
ATTEMPTS = 200  # puzzles that are tried until one is of the level

_USABLE = {
    level: [technique for technique in TECHNIQUES if technique.level <= level and technique.name != "Brute Force"]
    for level in Level
}


def make_task(
    *,
    shape: Grid | str | int = "classic",
    rules: Iterable[Rule | str] | Rule | str = (),
    level: str = "easy",
    rating: Any = None,
    techniques: Iterable[Technique | str] | Technique | str | None = None,
    goal: str = "solution",
    seed: SupportsIndex | None = None,
    seconds: SupportsFloat | None = SECONDS,
) -> Task:
    """Make a task.

    Parameters
    ----------
    shape : Grid, str or int
        ``"4x4"`` to ``"16x16"``, ``"jigsaw"``, or a square grid.
    rules : rules, or their names
        As for `farandole.make`: ``"killer"``, ``"thermo"``, ``"anti_knight"``, ``"diagonals"`` ...
    level : str
        One of `LEVELS`. The puzzle can be solved by techniques up to this level, and needs one of this level. *Unfair*
        and *extreme* are quick up to 9x9 without rules beyond houses; others may exist, but take long to find.
    rating : optional
        Instead of the level, a difficulty as `farandole.make` takes it: ``"SE 7.1-8"``, ``"score 800-1000"``.
    techniques : optional
        Instead of the level, the techniques that the puzzle needs, such as ``"X-Wing"``.
    goal : str
        ``solution`` for the whole solution; ``step`` for a digit that follows. For a step, the board is the one on
        which the hardest technique is needed.
    seed : int, optional
        Within a version, the same seed and arguments make the same task on every machine.
    seconds : float, optional
        Time limit in seconds; None for no limit.

    Returns
    -------
    Task

    Raises
    ------
    ArgumentError
        If an argument is invalid, or if no puzzle of this shape with these rules was of this level.
    UnfinishedError
        If the time was too short.

    Examples
    --------
    >>> task = make_task(shape="6x6", rules="thermo", level="medium", seed=1)
    >>> task.level, task.is_unique, task.score(task.answer)
    ('medium', True, 1.0)
    >>> task == make_task(shape="6x6", rules="thermo", level="medium", seed=1)
    True
    """
    wanted = _check_level(level)
    if goal not in GOALS:
        raise ArgumentError(f"goal: expected one of {', '.join(GOALS)}; found {short_repr(goal)}")
    number = check_seed(seed)
    number = SystemRandom().getrandbits(48) if number is None else number
    given = (rules,) if isinstance(rules, str | Rule) else tuple(rules)
    if not has_random_regions(shape) and grid_of(shape, Random(0)).n_digits > MAX_N:
        raise ArgumentError(f"shape: expected 4x4 to {MAX_N}x{MAX_N}, found {short_repr(shape)}")
    try:
        with time_limit(check_seconds(seconds)):
            return _make(shape, given, wanted, rating, techniques, goal, number)
    except UnfinishedError:
        raise UnfinishedError(
            f"no task of this shape, these rules and this level within {seconds} seconds", code="timed_out"
        ) from None


def _make(
    shape: Any, given: tuple[Any, ...], wanted: Level, rating: Any, techniques: Any, goal: str, number: int
) -> Task:
    if rating is not None or techniques is not None:
        made = make(shape=shape, rules=given, rating=rating, techniques=techniques, seed=number)
        path = _path(made.puzzle, Level.EXTREME, is_checked=False)
        return _make_task(made.puzzle, path, goal, number)
    random = Random(f"farandole.tasks {number}")
    for _ in range(ATTEMPTS):
        check_deadline()
        puzzle, path = _try(shape, given, wanted, random.getrandbits(48))
        if _hardest(path).level == wanted:
            return _make_task(puzzle, path, goal, number)
    raise ArgumentError(
        f"level: expected one that this shape and these rules have; none of {ATTEMPTS} puzzles was"
        f" {wanted.name.lower()}"
    )


def make_tasks(n: SupportsIndex, *, seed: SupportsIndex | None = None, **arguments: Any) -> Iterator[Task]:
    """Make tasks one after another: task k, from 0, has the seed ``seed + k``.

    Examples
    --------
    >>> [task.seed for task in make_tasks(2, shape="4x4", seed=7)]
    [7, 8]
    """
    n, first = check_int("n", n), check_seed(seed)
    first = SystemRandom().getrandbits(48) if first is None else first
    return (make_task(seed=first + k, **arguments) for k in range(n))


def _check_level(level: object) -> Level:
    if not isinstance(level, str) or level not in LEVELS:
        raise ArgumentError(f"level: expected one of {', '.join(LEVELS)}; found {short_repr(level)}")
    return Level[level.upper()]


def _try(shape: Any, rules: tuple[Any, ...], level: Level, seed: int) -> tuple[Puzzle, list[Step]]:
    """Make a puzzle that techniques up to a level solve: a minimal one, and as few more givens as they need."""
    made = make(shape=shape, rules=rules, seed=seed)
    puzzle, values = made.puzzle, made.solution.values
    spare = [cell for cell, given in enumerate(puzzle.givens) if not given]
    Random(seed).shuffle(spare)

    def with_more(n: int) -> Puzzle:
        extra = set(spare[:n])
        givens = (values[cell] if cell in extra else given for cell, given in enumerate(puzzle.givens))
        return replace(puzzle, givens=tuple(givens))

    low, high = 0, len(spare)  # with all of them it is solved
    while low < high:
        middle = (low + high) // 2
        if _path(with_more(middle), level):
            high = middle
        else:
            low = middle + 1
    found = with_more(low)
    return found, _path(found, level)


def _path(puzzle: Puzzle, level: Level, *, is_checked: bool = True) -> list[Step]:
    """Return the steps to the solution by techniques up to a level; none if they don't reach it."""
    board = Board.of(puzzle)
    steps = list(explain(board, techniques=_USABLE[level]))
    return steps if not is_checked or not board.n_open else []


def _hardest(path: list[Step]) -> Technique:
    return max((step.technique for step in path), key=lambda technique: (technique.level, technique.score))


def _make_task(puzzle: Puzzle, path: list[Step], goal: str, seed: int) -> Task:
    """Make the task: of the whole puzzle, or of the board on which its hardest technique is needed."""
    hardest, move = _hardest(path), ""
    if goal == "step":
        first = next(k for k, step in enumerate(path) if step.technique is hardest)
        givens = list(puzzle.givens)
        for cell, digit in (placement for step in path[:first] for placement in step.placements):
            givens[cell] = digit
        cell, digit = next(placement for step in path[first:] for placement in step.placements)
        move = f"{puzzle.grid.cell_name(cell)}={puzzle.grid.signs[digit - 1]}"
        puzzle = replace(puzzle, givens=tuple(givens))
    return Task(puzzle, goal, hardest.level.name.lower(), hardest.name, seed, move)
