"""Data sets of classic puzzles for machine learning: deduplicated, rated, split and documented."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.datasets import dataset as dataset
    from farandole.datasets import dedupe as dedupe
    from farandole.datasets import split as split
    from farandole.datasets import tables as tables

__all__ = ["dataset", "dedupe", "split", "tables"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
