"""Files, standard input and arguments: where puzzles come from."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.files import argument as argument
    from farandole.files import chunks as chunks
    from farandole.files import foreign as foreign
    from farandole.files import outputs as outputs
    from farandole.files import source as source
    from farandole.files import titled as titled

__all__ = ["argument", "chunks", "foreign", "outputs", "source", "titled"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
