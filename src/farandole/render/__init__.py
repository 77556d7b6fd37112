"""Draw puzzles, solutions and steps. Each module is loaded when it is first used."""

from typing import TYPE_CHECKING

from farandole.lazy import lazy_exports

if TYPE_CHECKING:
    from farandole.render import diagram as diagram
    from farandole.render import film as film
    from farandole.render import lettering as lettering
    from farandole.render import marks as marks
    from farandole.render import paper as paper
    from farandole.render import picture as picture
    from farandole.render import rule_sentences as rule_sentences
    from farandole.render import steps as steps
    from farandole.render import svg as svg
    from farandole.render import terminal as terminal
    from farandole.render import tilings as tilings
    from farandole.render.picture import draw

__all__ = [
    "diagram",
    "draw",
    "film",
    "lettering",
    "marks",
    "paper",
    "picture",
    "rule_sentences",
    "steps",
    "svg",
    "terminal",
    "tilings",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, __all__, {"draw": "picture"})
