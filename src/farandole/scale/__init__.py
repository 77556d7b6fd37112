"""Many puzzles, from files to a file: `pipeline` solves them, `writers` and `chunk_writers` say the answers."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.scale import chunk_writers as chunk_writers
    from farandole.scale import collections as collections
    from farandole.scale import pipeline as pipeline
    from farandole.scale import rows as rows
    from farandole.scale import spread as spread
    from farandole.scale import writers as writers

__all__ = ["chunk_writers", "collections", "pipeline", "rows", "spread", "writers"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
