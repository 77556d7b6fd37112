"""Tasks: of the level that was asked for, the same on every machine, and judged by the rules."""

import json
import os
import subprocess
import sys

import pytest

from farandole import Grid, Puzzle, logic, rules
from farandole.errors import ArgumentError, FarandoleError, PuzzleError, UnfinishedError
from farandole.tasks import LEVELS, Task, make_task, make_tasks
from farandole.tasks.prompts import list_rules

KINDS = [
    {"shape": "4x4"},
    {"shape": "6x6", "level": "hard"},
    {"shape": "6x6", "rules": "killer", "level": "medium"},
    {"level": "medium"},
    {"rules": ["anti_knight"], "level": "easy"},
    {"shape": "jigsaw 6x6"},
    {"rules": "arrow", "level": "medium"},
    {"shape": "16x16", "level": "medium"},
]


@pytest.mark.parametrize("goal", ["solution", "step"])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_task_has_the_level_asked_for(kind: dict[str, object], goal: str) -> None:
    task = make_task(**kind, goal=goal, seed=5)  # type: ignore[arg-type]
    assert task.level == kind.get("level", "easy")
    assert logic.find_technique(task.hardest).level.name.lower() == task.level
    assert task.puzzle.is_unique()
    assert task.score(task.answer) == 1
    usable = [each for each in logic.TECHNIQUES if each.level.name.lower() in LEVELS[: LEVELS.index(task.level) + 1]]
    board = logic.Board.of(task.puzzle)
    path = list(logic.explain(board, techniques=usable))
    assert not board.n_open
    if goal == "solution":
        assert max(step.technique.level for step in path).name.lower() == task.level


def test_the_same_seed_makes_the_same_task_whatever_the_hashes() -> None:
    script = (
        "from farandole.tasks import make_task; import json;"
        "print(json.dumps([make_task(shape='6x6', rules='thermo', level='medium', seed=3).to_dict(),"
        "make_task(shape='jigsaw 6x6', seed=3, goal='step').to_dict(), make_task(level='medium', seed=3).to_dict()]))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "FARANDOLE_ISA": isa},
        ).stdout
        for seed, isa in (("0", "baseline"), ("77", "baseline"), ("1", ""))
    }
    [text] = texts
    assert len({task["puzzle"] for task in json.loads(text)}) == 3


def test_other_seeds_make_other_tasks() -> None:
    assert len({task.puzzle.line for task in make_tasks(20, shape="6x6", seed=1)}) == 20


def test_a_task_by_rating_and_by_technique() -> None:
    assert make_task(techniques="X-Wing", seed=1).hardest == "X-Wing"
    rated = make_task(rating="score 800-1000", seed=1)
    assert 800 <= logic.rate(rated.puzzle, scales=["hodoku"]).hodoku.score <= 1000


def test_a_step_is_judged_by_its_digits() -> None:
    task = make_task(goal="step", level="medium", seed=4)
    grid, solution, givens = task.puzzle.grid, task.solution.values, task.puzzle.givens
    empty = [cell for cell, given in enumerate(givens) if not given]
    names = [grid.cell_name(cell) for cell in empty]
    assert task.move.partition("=")[0] in names
    for cell, name in zip(empty, names, strict=True):
        assert task.score(f"So {name}={solution[cell]}") == 1
        assert task.score(f"So {name}={solution[cell] % 9 + 1}") == 0
    both = f"{names[0]}={solution[empty[0]]}, {names[1]}={solution[empty[1]] % 9 + 1}"
    assert task.score(both) == 0
    assert (
        task.score(f"{names[0]}={solution[empty[0]] % 9 + 1} would clash.\nAnswer: {names[1]}={solution[empty[1]]}")
        == 1
    )
    given = next(cell for cell, digit in enumerate(givens) if digit)
    assert task.judge(f"{grid.cell_name(given)}={givens[given]}").reason == "nothing"


def test_a_contradiction_scores_nothing() -> None:
    task = Task(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2", rules=[rules.Cage("r1c2-3", 5)]))
    assert task.judge("r1c1=2, r1c2=3").reason == "contradiction"  # with the given
    assert task.judge("r1c2=1").where == ("r1c1", "r1c2")
    assert task.judge("r1c2=3, r1c3=4").where == ("r1c2", "r1c3")  # 7, not 5
    assert task.score("r1c2=3, r1c3=2") == pytest.approx(2 / 12)


def test_rules_are_told_with_their_cells() -> None:
    puzzle = Puzzle.of(Grid.classic(4).with_houses("diagonals"), "." * 16, rules=[rules.Cage("r1c1-2", 3)])
    told = "\n".join(list_rules(puzzle))
    assert "Cage r1c1 r1c2" in told
    assert "sum 3" in told
    assert "r1c1 r2c2 r3c3 r4c4" in told
    some = rules.anti_knight(Grid.classic())[:50]
    told = "\n".join(list_rules(Puzzle.of(rules=some)))
    assert "..." not in told
    assert all(Grid.classic().cell_name(rule.cells[1]) in told for rule in some)


def test_a_task_is_the_same_after_json() -> None:
    for kind in KINDS[:6]:
        task = make_task(**kind, seed=1)  # type: ignore[arg-type]
        again = Task.from_dict(json.loads(json.dumps(task.to_dict())))
        assert again == task
        assert again.prompt == task.prompt


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"level": "evil"}, "level: expected one of easy, medium, hard, unfair, extreme; found 'evil'"),
        ({"goal": "win"}, "goal: expected one of solution, step; found 'win'"),
        ({"shape": "samurai"}, "a task: expected a square"),
        ({"shape": "25x25", "seed": 1}, "shape: expected 4x4 to 16x16, found '25x25'"),
        (
            {"rules": "arrow", "level": "extreme", "seconds": 0},
            "no task of this shape, these rules and this level",
        ),
        ({"seconds": -1}, "seconds: expected"),
        ({"shape": "4x4", "level": "hard"}, "none of 200 puzzles was hard"),
        ({"seed": "x"}, "seed: expected a whole number"),
    ],
    ids=str,
)
def test_bad_arguments_are_told(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(FarandoleError, match=message.replace("(", "\\(")):
        make_task(**arguments)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_level_beyond_hard_with_rules() -> None:
    task = make_task(rules="thermo", level="unfair", seed=1)
    assert task.level == "unfair"
    assert task.puzzle.rules
    assert task.score(task.answer) == 1


def test_a_task_without_an_end_is_told() -> None:
    """Nobody knows whether so large a puzzle has another solution within no time."""
    puzzle = Puzzle.of(Grid.classic(16), "." * 256)
    with pytest.raises(UnfinishedError, match="a task: not solved within 0 seconds"):
        Task(puzzle, seconds=0)
    given = Task(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"), seconds=None)
    assert given == Task(given.puzzle)
    assert given.is_unique


def test_bad_tasks_are_told() -> None:
    with pytest.raises(PuzzleError, match="expected a puzzle with a solution, found none"):
        Task(Puzzle.of(Grid.latin(4), "1... .1.. ..1. ...2"))
    with pytest.raises(PuzzleError, match="expected a puzzle with one solution, found several"):
        Task(Puzzle.of(Grid.classic(4), "." * 16), "step")
    with pytest.raises(ArgumentError, match="expected a mapping with the key 'document'"):
        Task.from_dict({})
