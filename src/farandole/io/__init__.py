"""Read puzzles from files, standard input and arguments; write answers to files."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.io import argument as argument
    from farandole.io import chunk_writers as chunk_writers
    from farandole.io import chunks as chunks
    from farandole.io import file_types as file_types
    from farandole.io import source as source
    from farandole.io import titled_puzzles as titled_puzzles
    from farandole.io import writers as writers

__all__ = ["argument", "chunk_writers", "chunks", "file_types", "source", "titled_puzzles", "writers"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
