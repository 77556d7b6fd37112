"""The maximum sizes of puzzles. Anything larger is refused by name, before it costs memory or minutes.

The largest puzzles that people set are far smaller: a gattai of twelve grids has 876 cells. Within these limits a
document takes at most a few seconds and a few hundred megabytes to read. The time grows linearly with its size.
"""

from __future__ import annotations

MAX_DIGITS = 32
"""Digits of a grid: a mask has 32 bits."""

MAX_CELLS = 10_000
"""Cells of a grid, and cells of a rule."""

MAX_SIDE = 1_000
"""Rows and columns of the plane, up to the last that has a cell."""

MAX_HOUSES = 20_000
"""Houses of a grid."""

MAX_RULES = 200_000
"""Rules of a puzzle."""

MAX_RULE_CELLS = 1_000_000
"""Cells of all rules of a puzzle: the sum."""

MAX_PARTS = 10_000
"""Rules that a rule combines."""

MAX_NESTING = 10
"""Levels of rules inside rules."""

MAX_STATES = 100_000
"""States of an automaton."""

MAX_ENTRIES = 1_000_000
"""Arcs of an automaton, and ways to fill the cells of a rule that becomes a table."""

MAX_STEPS = 10_000_000
"""Cells of a line times arcs of the automaton that reads it."""

MAX_MODEL = 3_000_000
"""Arcs of automata and numbers in tables: the sum over all different ones of a puzzle."""

MAX_NUMBER = 1_000_000_000
"""Absolute values of totals and other numbers in rules."""

MAX_TEXT = 2_000_000
"""Characters of a JSON document, and of the document that a link unpacks to."""

MAX_DEPTH = 50
"""Nesting of lists and objects in a JSON document."""

MAX_INTEGER = 20
"""Digits of an integer in a JSON document."""

MAX_TITLE = 300
"""Characters of a puzzle's title, and of its author."""

MAX_RULES_TEXT = 10_000
"""Characters of a puzzle's rules in words."""

MAX_LABEL = 200
"""Characters of a text in a drawing."""

MAX_FIGURES = 5_000
"""Lines and shapes of a drawing."""

MAX_POINTS = 50_000
"""Points of all lines of a drawing."""
