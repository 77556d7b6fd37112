"""Data sets for machine learning: deduplicated, rated, explained, split and documented."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.datasets import canonical as canonical
    from farandole.datasets import dataset as dataset
    from farandole.datasets import dedupe as dedupe
    from farandole.datasets import split as split
    from farandole.datasets import sudoku_bench as sudoku_bench
    from farandole.datasets import tables as tables
    from farandole.datasets import variants as variants

__all__ = ["canonical", "dataset", "dedupe", "split", "sudoku_bench", "tables", "variants"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
