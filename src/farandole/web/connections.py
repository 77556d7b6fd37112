"""Bounds on the connections to a server, so that nobody can occupy all of them.

A process can open a few hundred files, and each connection is one. Connections that send nothing or a part of a header,
and those that read nothing, would otherwise stay open until no other client gets in.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from farandole.records import record
from farandole.system import most_files

MOST_CONNECTIONS = 512
_RESERVE = 64  # files for the page, the workers' pipes, and modules
_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"


@record
class Limits:
    """Bounds on connections.

    Parameters
    ----------
    most : int
        How many connections are open at once. Beyond it, the one that has waited for a request the longest is closed.
    most_by_address : int
        How many of them come from one address. More are answered by 503.
    header_seconds : float
        The time for a header to arrive.
    read_seconds : float
        The time that a client may read nothing while an answer waits.
    """

    most: int
    most_by_address: int
    header_seconds: float = 10.0
    read_seconds: float = 30.0

    @classmethod
    def of_machine(cls) -> Limits:
        """Return limits for the number of files that this process may open: half of all for one address."""
        most = max(8, min(MOST_CONNECTIONS, (most_files() - _RESERVE) * 3 // 4))
        return cls(most, most // 2)


def bound_protocol(limits: Limits) -> type[H11Protocol]:
    """Return a protocol of uvicorn that keeps to limits. All its connections are counted together."""

    class Bounded(_Bounded):
        bounds = limits
        counts: ClassVar[Counter[str]] = Counter()
        opened: ClassVar[dict[_Bounded, str]] = {}

    return Bounded


class _Bounded(H11Protocol):
    """HTTP on one connection, which is closed if the client is too slow, or if there are too many."""

    bounds: ClassVar[Limits]
    counts: ClassVar[Counter[str]]  # of connections, by address
    opened: ClassVar[dict[_Bounded, str]]  # their addresses, the oldest connection first
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer: Any = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if self.counts[address] >= self.bounds.most_by_address or not self._make_room():
            transport.write(_REFUSAL)
            transport.close()
            return
        self.opened[self] = address
        self.counts[address] += 1
        self._start_timer(self.bounds.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self not in self.opened:  # it was refused
            return
        super().data_received(data)
        if self._is_answering:
            self._stop_timer()
        elif self._timer is None:  # the header of another request has begun
            self._start_timer(self.bounds.header_seconds)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_timer(self.bounds.read_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_timer()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _make_room(self) -> bool:
        """Close a connection that waits for a request if there are too many; return whether there is room."""
        if len(self.opened) < self.bounds.most:
            return True
        idle = next((one for one in self.opened if not one._is_answering), None)
        if idle is not None:
            idle._forget()
            idle.transport.abort()
        return idle is not None

    def _forget(self) -> None:
        address = self.opened.pop(self, None)
        if address is None:
            return
        self.counts[address] -= 1
        if not self.counts[address]:
            del self.counts[address]

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
