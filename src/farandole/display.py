"""What a notebook shows of an object: its text and, once `set_bundler` was called, its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Bundle: TypeAlias = Callable[[object], dict[str, str]]  # makes a text for each MIME type


def _only_text(thing: object) -> dict[str, str]:
    return {"text/plain": repr(thing)}


_bundle: Bundle = _only_text


def set_bundler(bundle: Bundle) -> None:
    """Set the function that makes what notebooks show; `farandole` itself sets the one of `farandole.render`."""
    global _bundle
    _bundle = bundle


class RichDisplay:
    """A class whose objects a notebook shows as pictures, light or dark as the page is."""

    __slots__ = ()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG002
        return _bundle(self)
