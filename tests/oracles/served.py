"""A server in a thread, for tests."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic, sleep

import uvicorn

from farandole.web import app as web
from farandole.web.connections import Limits
from farandole.web.workers import Workers


class Running:
    """A server in a thread."""

    def __init__(self, limits: Limits | None = None, names: Sequence[str] = ()) -> None:
        self.pools: list[Workers] = []
        taken = web.listen(port=0)
        self.address = web.get_address(taken)
        self._server = uvicorn.Server(web.make_config(web.make_app(pools=self.pools, names=names), limits))
        self._thread = threading.Thread(target=self._server.run, args=([taken],))
        self._thread.start()
        until(lambda: self._server.started)

    def end(self) -> None:
        self._server.should_exit = True
        self._thread.join()


def until(is_so: Callable[[], bool], seconds: float = 30) -> float:
    """Wait until something is so; return how long it took."""
    start = monotonic()
    while not is_so():
        assert monotonic() - start < seconds
        sleep(0.01)
    return monotonic() - start
