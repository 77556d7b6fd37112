"""Play in the terminal: games, their files, and the screens, which use Textual."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.tui import app, built_in, game, saves

__all__ = ["app", "built_in", "game", "saves"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__)
