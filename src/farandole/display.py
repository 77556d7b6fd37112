"""How notebooks show an object: as text and, after `set_bundler`, as a picture."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; `typing` would take a while to import

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Bundle: TypeAlias = Callable[[object], dict[str, str]]  # from an object to a text for each MIME type


def _only_text(thing: object) -> dict[str, str]:
    return {"text/plain": repr(thing)}


_bundle: Bundle = _only_text


def set_bundler(bundle: Bundle) -> None:
    """Set the function that makes the representations for notebooks; `farandole` sets that of `farandole.render`."""
    global _bundle
    _bundle = bundle


class RichDisplay:
    """A base class of objects that notebooks show as pictures, in the theme of the page."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG002
        return _bundle(self)
