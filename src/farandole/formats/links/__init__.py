"""Links of other sites, and our own: one module per site, with a row in `farandole.formats.table`."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.formats.links import iss as iss
    from farandole.formats.links import own as own
    from farandole.formats.links import penpa as penpa
    from farandole.formats.links import sudokuexchange as sudokuexchange
    from farandole.formats.links import sudokumaker as sudokumaker

__all__ = ["iss", "own", "penpa", "sudokuexchange", "sudokumaker"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
