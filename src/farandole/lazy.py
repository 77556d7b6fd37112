"""What is made when it is first used: the exports of a package, and regular expressions.

A package calls `lazy_exports` where type checkers don't look, and imports the same names for them. They then know every
name and its type, and report a name that isn't there. A ``__getattr__`` that they see would hide it.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it; `typing` would take a while to import

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Mapping
    from typing import Any, AnyStr


def lazy_exports(
    package: str, modules: Collection[str], names: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and the ``__dir__`` of a package.

    Parameters
    ----------
    package : str
        Its ``__name__``.
    modules : collection of str
        The modules and packages in it that it offers.
    names : mapping of str to str, optional
        What else it offers, each with the module in it that defines it.

    Returns
    -------
    tuple of two functions
        The first raises AttributeError for a name that the package doesn't offer.

    Examples
    --------
    >>> getattr_of, dir_of = lazy_exports("farandole", ["grid"], {"Zdd": "cover.zdd"})
    >>> getattr_of("grid").Grid.__name__, getattr_of("Zdd").__name__
    ('Grid', 'Zdd')
    """
    names = names or {}

    def get(name: str) -> Any:
        if name in names:
            return getattr(import_module(f"{package}.{names[name]}"), name)
        if name in modules:
            return import_module(f"{package}.{name}")
        # Python adds "Did you mean ...?" because it knows the name and the module.
        message = f"module {package!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[package])

    def list_names() -> list[str]:
        defined = vars(sys.modules[package])
        return sorted({name for name in defined if name.startswith("__")} | {*defined["__all__"], *modules, *names})

    return get, list_names


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression that is compiled when it is first used.

    Compiling those of all formats takes longer than solving a puzzle.

    Examples
    --------
    >>> import re
    >>> regex(r"r(\\d)c(\\d)", re.IGNORECASE).fullmatch("R4C5").groups()
    ('4', '5')
    """
    return _Regex(pattern, flags)  # type: ignore[return-value]


class _Regex:
    """Looks like a `re.Pattern`, and gets the attributes that are asked for from a real one."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments

    def __getattr__(self, name: str) -> Any:
        import re

        found = getattr(re.compile(*self._arguments), name)  # `re` keeps what it compiles
        setattr(self, name, found)
        return found
