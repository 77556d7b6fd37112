"""Exact cover: problems, searches and decision diagrams; pieces that fill a board."""

from typing import TYPE_CHECKING, Any

from farandole.cover.cover import Cover, set_classics
from farandole.cover.dance import Event, dance
from farandole.cover.search import Choice
from farandole.cover.zdd import Zdd
from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.cover import named as named
    from farandole.cover import pieces as pieces

__all__ = [
    "Choice",
    "Cover",
    "Event",
    "Zdd",
    "dance",
    "named",
    "pieces",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, ["named", "pieces"])


def _load_classics() -> Any:
    from farandole.cover import named

    return named


set_classics(_load_classics)
