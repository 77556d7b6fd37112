"""The page: the calls that it makes, and the server that answers them."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.web import app as app
    from farandole.web import protocol as protocol

__all__ = ["app", "protocol"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
