"""Play in the terminal: a game, where it is kept, and the screens that show it by Textual."""

from typing import TYPE_CHECKING

from farandole.lazy import offered

if TYPE_CHECKING:
    from farandole.play import app as app
    from farandole.play import built_in as built_in
    from farandole.play import game as game
    from farandole.play import saves as saves

__all__ = ["app", "built_in", "game", "saves"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = offered(__name__, __all__)
