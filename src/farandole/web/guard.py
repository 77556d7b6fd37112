"""Which requests the server accepts, and what a browser may do with its answers.

A page from another site must not reach a server on this machine. The header ``Origin`` says which site a page comes
from, and ``Host`` says under which name the browser looks for the server. An unknown name may be an attack by DNS
rebinding. A numeric address can't be.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import MutableMapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farandole.lazy import regex

_FORBIDDEN = (
    "accelerometer",
    "bluetooth",
    "browsing-topics",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""What the page never asks a browser for."""

_HOST = regex(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)
"""A name or an address, perhaps with a port; nothing else, such as the name of a user before an ``@``."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _FORBIDDEN),
}


class Guard:
    """Refuses requests for unknown names and from other sites, and adds strict security headers to every answer.

    Parameters
    ----------
    app
        The application that answers accepted requests.
    host : str
        The name or address that the server listens on.
    policy : str, optional
        The content security policy of every answer.
    names : sequence of str
        Other names under which browsers know the server, such as that of a proxy.
    """

    def __init__(self, app: ASGIApp, host: str, policy: str | None = None, names: Sequence[str] = ()) -> None:
        self._app = app
        self._headers = HEADERS if policy is None else {"Content-Security-Policy": policy, **HEADERS}
        self._names = {name.lower() for name in ("localhost", socket.gethostname(), host, *names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=_headers_of(message)).update(self._headers)
            await send(message)

        headers = Headers(scope=scope)
        if self._is_allowed(headers.get("host", ""), headers.get("origin")):
            await self._app(scope, receive, send_strictly)
        else:
            await PlainTextResponse("This server answers its own page only.\n", 403)(scope, receive, send_strictly)

    def _is_allowed(self, host: str, origin: str | None) -> bool:
        return self._is_ours(host) and (origin is None or _host_of(origin) == host.lower())

    def _is_ours(self, host: str) -> bool:
        if not (found := _HOST.fullmatch(host)):
            return False
        name = found[1].strip("[]").lower()
        return name in self._names or _is_address(name)


def _headers_of(message: Message) -> MutableMapping[str, Any]:
    message.setdefault("headers", [])
    return message


def _host_of(origin: str) -> str:
    """Return the name and the port of an origin; empty if it has none, as for ``null``."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
