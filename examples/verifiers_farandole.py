"""Farandole's tasks as a taskset of verifiers, from version 0.4 on (``pip install verifiers``).

``load_taskset`` of verifiers finds the class by the name of this module: copy the file, or put its folder on
``PYTHONPATH``. The reward is the score of the last reply, judged by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from farandole import tasks


class FarandoleConfig(vf.TasksetConfig):  # type: ignore[misc]  # its types are skipped
    """What the puzzles are like: the arguments of `farandole.tasks.make_task`."""

    shape: str = "classic"
    rules: tuple[str, ...] = ()
    level: str = "easy"
    goal: str = "solution"
    n: int = 100
    seed: int = 0


class FarandoleData(vf.TaskData):  # type: ignore[misc]  # its types are skipped
    """A task as JSON values."""

    task: dict[str, Any]


class FarandoleTask(vf.Task[FarandoleData, vf.State, vf.TaskConfig]):  # type: ignore[misc]  # its types are skipped
    """A puzzle, and its judge."""

    @vf.reward  # type: ignore[untyped-decorator]  # its types are skipped
    async def score_answer(self, trace: vf.Trace) -> float:
        """Judge the last reply by the rules."""
        return tasks.Task.from_dict(self.data.task).score(trace.last_reply)


class FarandoleTaskset(vf.Taskset[FarandoleTask, FarandoleConfig]):  # type: ignore[misc]  # its types are skipped
    """Tasks of one level; task k has the seed ``seed + k``."""

    def load(self) -> Iterator[FarandoleTask]:
        """Yield the tasks."""
        config = self.config
        made = tasks.make_tasks(
            config.n, seed=config.seed, shape=config.shape, rules=config.rules, level=config.level, goal=config.goal
        )
        for task in made:
            data = FarandoleData(
                name=f"{config.shape} {task.level} {task.seed}", prompt=task.prompt, task=task.to_dict()
            )
            yield FarandoleTask(data, config.task)


__all__ = ["FarandoleTaskset"]
