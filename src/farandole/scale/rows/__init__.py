"""Puzzles as rows of tables: what is done to a table, a row for a row, and how other engines call it."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.scale.rows import adapters as adapters
    from farandole.scale.rows import kernels as kernels

__all__ = ["adapters", "kernels"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
