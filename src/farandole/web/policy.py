"""The content security policy of the page: what a browser may load for it, from the server or from static files."""

from __future__ import annotations

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


def served_policy() -> str:
    """Return the policy of the page that a server answers."""
    return _join({**_DIRECTIVES, "frame-ancestors": "'none'"})


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
