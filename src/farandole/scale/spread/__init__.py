"""Work spread over processes and machines, that can be stopped anywhere and go on with any engine."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.scale.spread import driver as driver
    from farandole.scale.spread import engines as engines
    from farandole.scale.spread import folder as folder
    from farandole.scale.spread import plans as plans
    from farandole.scale.spread import rows as rows
    from farandole.scale.spread import search as search

__all__ = ["driver", "engines", "folder", "plans", "rows", "search"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
