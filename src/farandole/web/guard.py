"""Which requests the server accepts, and what a browser may do with its answers.

A page from another site must not reach a server on this machine. The header ``Origin`` says which site a page comes
from, and ``Host`` says under which name the browser looks for the server. An unknown name may be an attack by DNS
rebinding. A numeric address can't be.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
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
    """

    def __init__(self, app: ASGIApp, host: str, policy: str | None = None) -> None:
        self._app = app
        self._headers = HEADERS if policy is None else {"Content-Security-Policy": policy, **HEADERS}
        self._names = {"localhost", socket.gethostname().lower(), host.lower()}

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
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
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
