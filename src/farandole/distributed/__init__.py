"""Jobs on many processes and machines. A job can be stopped at any time and continued with any engine."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.distributed import driver as driver
    from farandole.distributed import engines as engines
    from farandole.distributed import folder as folder
    from farandole.distributed import plans as plans
    from farandole.distributed import rows as rows
    from farandole.distributed import search as search

__all__ = ["driver", "engines", "folder", "plans", "rows", "search"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
