"""Exact cover: problems, searches and decision diagrams."""

from farandole.cover.cover import Cover
from farandole.cover.dance import Event, dance
from farandole.cover.search import Choice
from farandole.cover.zdd import Zdd

__all__ = [
    "Choice",
    "Cover",
    "Event",
    "Zdd",
    "dance",
]
