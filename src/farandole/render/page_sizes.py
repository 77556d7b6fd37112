"""Sizes and layouts of pages. A command that offers them doesn't have to load what prints."""

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of a page, in points."""

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""For each number of puzzles on a page, how many there are across and down."""
