"""Graded tasks for models that learn to reason: a prompt in words, and a judge of answers."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports
from farandole.tasks.answers import Answer, read_answer
from farandole.tasks.making import LEVELS, make_task, make_tasks
from farandole.tasks.task import GOALS, Task, Verdict

if TYPE_CHECKING:
    from farandole.tasks import environment as environment

__all__ = ["GOALS", "LEVELS", "Answer", "Task", "Verdict", "environment", "make_task", "make_tasks", "read_answer"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, ("environment",))
