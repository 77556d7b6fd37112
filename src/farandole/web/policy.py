"""The content security policy of the page: what a browser may load for it, from the server or from static files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from farandole.errors import ArgumentError, short_repr

_DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def served_policy(frame_ancestors: Iterable[str] = ()) -> str:
    """Return the policy of the page that a server answers.

    Parameters
    ----------
    frame_ancestors : iterable of str
        The sites that may show the page in a frame, such as ``https://example.org``; ``*`` for all. By default none.

    Examples
    --------
    >>> served_policy(["https://example.org"]).split("; ")[-1]
    'frame-ancestors https://example.org'
    """
    return _join({**_DIRECTIVES, "frame-ancestors": " ".join(frame_ancestors) or "'none'"})


def read_frame_ancestor(text: str) -> str:
    """Check a site that may show the page in a frame: a scheme and a host, perhaps with a port; or ``*`` for all.

    Raises
    ------
    ArgumentError
        If it is anything else; it becomes part of a header.
    """
    if text != "*" and not re.fullmatch(r"https?://(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?", text):
        raise ArgumentError(f"--frame-ancestors: expected a site such as https://example.org, found {short_repr(text)}")
    return text


def read_name(text: str) -> str:
    """Check a name under which browsers know the server, without a scheme or a port.

    Raises
    ------
    ArgumentError
        If it is anything else.

    Examples
    --------
    >>> read_name("Sudoku.example.org")
    'sudoku.example.org'
    """
    if not re.fullmatch(r"[A-Za-z0-9._-]+", text):
        raise ArgumentError(f"--allow-host: expected a name such as sudoku.example.org, found {short_repr(text)}")
    return text.lower()


def static_policy(packages: str | None = None) -> str:
    """Return the policy of the page with Python in the browser, for an element of its head.

    Python is WebAssembly, which needs a permission. An element can't forbid frames.

    Parameters
    ----------
    packages : str, optional
        Another address from which Python's packages are loaded.

    Examples
    --------
    >>> "'wasm-unsafe-eval'" in static_policy(), "frame-ancestors" in static_policy()
    (True, False)
    """
    connect = " ".join(filter(None, [_DIRECTIVES["connect-src"], packages]))
    return _join({**_DIRECTIVES, "script-src": "'self' 'wasm-unsafe-eval'", "connect-src": connect})


def _join(directives: dict[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
