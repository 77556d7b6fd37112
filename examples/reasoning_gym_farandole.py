"""Farandole's tasks as a data set of reasoning-gym (``pip install reasoning-gym``).

    import reasoning_gym, reasoning_gym_farandole

    data = reasoning_gym.create_dataset("farandole", size=10, seed=1, shape="6x6", rules="thermo", level="medium")
    entry = data[0]
    data.score_answer("r1c1=5", entry)

The curriculum raises the level, then the size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from farandole import tasks

NAME = "farandole"


@dataclass
class FarandoleConfig:
    """What the puzzles are like: the arguments of `farandole.tasks.make_task`."""

    shape: str = "classic"
    rules: str = ""  # names between commas
    level: str = "easy"
    goal: str = "solution"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the arguments."""
        assert self.level in tasks.LEVELS, f"level: expected one of {', '.join(tasks.LEVELS)}; found {self.level!r}"
        assert self.goal in tasks.GOALS, f"goal: expected one of {', '.join(tasks.GOALS)}; found {self.goal!r}"
        assert self.size > 0, f"size: expected at least 1, found {self.size}"


class FarandoleDataset(ProceduralDataset):  # type: ignore[misc]  # its types are skipped
    """Tasks of one level; entry k has the seed ``seed + k``."""

    def __init__(self, config: FarandoleConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Make an entry."""
        rules = [name.strip() for name in self.config.rules.split(",") if name.strip()]
        task = tasks.make_task(
            shape=self.config.shape,
            rules=rules,
            level=self.config.level,
            goal=self.config.goal,
            seed=self.seed + idx,
        )
        difficulty = {"shape": self.config.shape, "level": task.level, "hardest": task.hardest}
        metadata = {"source_dataset": NAME, "source_index": idx, "difficulty": difficulty, "task": task.to_dict()}
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """Judge an answer by the rules: any right solution scores 1."""
        return tasks.Task.from_dict(entry["metadata"]["task"]).score(answer)


class FarandoleCurriculum(BaseCurriculum):  # type: ignore[misc]  # its types are skipped
    """Harder techniques, and larger boards."""

    def __init__(self) -> None:
        super().__init__(FarandoleCurriculum.__name__, FarandoleConfig)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="level", levels=list(tasks.LEVELS[:3]), description="the hardest technique", field_name="level"
            ),
            ScalarAttributeDefinition(
                name="shape", levels=["8x8", "classic", "16x16"], description="the board", field_name="shape"
            ),
        )


register_dataset(NAME, FarandoleDataset, FarandoleConfig, FarandoleCurriculum)
