"""Many puzzles at once: solved from files to a file, or row by row in tables."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.bulk import adapters as adapters
    from farandole.bulk import pipeline as pipeline
    from farandole.bulk import row_kernels as row_kernels

__all__ = ["adapters", "pipeline", "row_kernels"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
