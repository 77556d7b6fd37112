"""Drawings of puzzles, solutions and steps; each module is loaded when it is first used."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from farandole.render import diagram as diagram
    from farandole.render import picture as picture
    from farandole.render import steps as steps
    from farandole.render import svg as svg
    from farandole.render import terminal as terminal

__all__ = ["diagram", "picture", "steps", "svg", "terminal"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
