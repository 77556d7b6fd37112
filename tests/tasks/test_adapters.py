"""The examples for reasoning-gym, verifiers and Gymnasium, against the real packages."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from needs import needs

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


@needs("reasoning-gym")
@pytest.mark.filterwarnings("default")  # of its own imports
def test_reasoning_gym_makes_and_scores_our_tasks() -> None:
    import reasoning_gym

    if "reasoning_gym_farandole" not in sys.modules:
        import reasoning_gym_farandole  # noqa: F401
    words = {"size": 5, "seed": 3, "shape": "6x6", "rules": "thermo", "level": "medium"}
    data, again = (reasoning_gym.create_dataset("farandole", **words) for _ in range(2))
    entries = list(data)
    assert len(entries) == len(data) == 5
    assert entries == list(again)
    for entry in entries:
        assert {"question", "answer", "metadata"} <= entry.keys()
        assert data.score_answer(entry["answer"], entry) == 1
        assert data.score_answer(None, entry) == data.score_answer(entry["question"], entry) == 0
        assert entry["metadata"]["difficulty"]["level"] == "medium"
    score = reasoning_gym.get_score_answer_fn("farandole")
    assert score(entries[0]["answer"], entries[0]) == 1


@needs("reasoning-gym")
@pytest.mark.filterwarnings("default")
def test_the_curriculum_of_reasoning_gym_becomes_harder() -> None:
    from reasoning_gym.factory import create_curriculum, create_dataset

    if "reasoning_gym_farandole" not in sys.modules:
        import reasoning_gym_farandole  # noqa: F401
    curriculum = create_curriculum("farandole")
    first = curriculum.generate_configuration({"seed": 1, "size": 2})
    curriculum.increment_attr_level("level")
    second = curriculum.generate_configuration({"seed": 1, "size": 2})
    assert (first.level, second.level) == ("easy", "medium")
    assert create_dataset("farandole", **vars(second))[0]["metadata"]["difficulty"]["level"] == "medium"


@needs("verifiers")
@pytest.mark.filterwarnings("default")
def test_verifiers_makes_and_scores_our_tasks() -> None:
    import verifiers.v1 as vf
    from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

    config = taskset_config_type("verifiers-farandole")(id="verifiers-farandole", n=3, seed=3, shape="6x6")
    taskset: Any = load_taskset(config)
    tasks = list(taskset)
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    assert [task.data.prompt for task in tasks] == [task.data.prompt for task in taskset]
    for task in tasks:
        for answer, score in ((task.data.task["answer"], 1.0), ("I don't know.", 0.0)):
            trace: Any = vf.Trace(
                task=vf.TraceTask(type="FarandoleTask", data=task.data), agent=vf.AgentInfo(config=vf.AgentConfig())
            )
            trace.root_reply = answer
            asyncio.run(task.score(trace))
            assert trace.rewards["score_answer"].value == score


@needs("gymnasium")
@pytest.mark.parametrize("words", [{"shape": "4x4"}, {"shape": "6x6", "rules": "killer", "level": "medium"}], ids=str)
def test_gymnasium_accepts_the_environment(words: dict[str, Any]) -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    from farandole.tasks.environment import ID

    check_env(gymnasium.make(ID, **words, render_mode="ansi").unwrapped)


@needs("gymnasium")
def test_an_agent_that_knows_the_solution_is_rewarded() -> None:
    from farandole.tasks.environment import SudokuEnv

    env = SudokuEnv(shape="6x6", rules="thermo", level="medium", render_mode="ansi")
    board, info = env.reset(seed=5)
    same, _ = SudokuEnv(shape="6x6", rules="thermo", level="medium").reset(seed=5)
    assert (board == same).all()
    total = 0.0
    empty = [cell for cell, digit in enumerate(board.ravel()) if not digit]
    for count, cell in enumerate(empty, 1):
        action = cell * 6 + env.task.solution.values[cell] - 1
        assert info["action_mask"][action]
        board, reward, ended, cut, info = env.step(action)
        total += reward
        assert (ended, cut) == (count == len(empty), False)
    assert total == 1
    assert str(env.render()).replace(" ", "").replace("\n", "") == env.task.solution.line


@needs("gymnasium")
def test_an_illegal_move_and_a_dead_end_end_the_episode() -> None:
    from farandole import Grid, Puzzle
    from farandole.errors import ArgumentError
    from farandole.tasks.environment import SudokuEnv

    env = SudokuEnv(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"))
    env.reset()
    assert env.step(0)[1:4] == (-1.0, True, False)  # r1c1 is given
    env.reset()
    for outside in (64, -1):
        with pytest.raises(ArgumentError, match="action: expected 0 to 63"):
            env.step(outside)
    _, reward, ended, _, info = env.step(1 * 4 + 2 - 1)  # r1c2=2 is legal, and wrong
    assert reward == 0
    while not ended:
        _, reward, ended, _, info = env.step(int(info["action_mask"].argmax()))
    assert reward == 0
