"""Collections of classic puzzles as wholes: the same puzzle twice, and data sets to learn from."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.scale.collections import dataset as dataset
    from farandole.scale.collections import dedupe as dedupe
    from farandole.scale.collections import split as split
    from farandole.scale.collections import tables as tables

__all__ = ["dataset", "dedupe", "split", "tables"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
