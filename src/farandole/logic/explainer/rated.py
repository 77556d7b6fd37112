"""A step with its difficulty."""

from __future__ import annotations

from typing import NamedTuple

from farandole.logic.step import Step


class Rated(NamedTuple):
    """A step, and how hard it is on the scale of Sudoku Explainer.

    Parameters
    ----------
    step : Step
    difficulty : float
        From 1.0, a last cell, to more than 11.
    """

    step: Step
    difficulty: float
