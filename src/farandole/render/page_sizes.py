"""Sizes of paper. A command that offers them doesn't have to load what prints."""

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of a page, in points."""
