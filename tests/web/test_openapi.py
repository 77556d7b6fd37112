"""Whatever may be asked, as the description of the server says it, is answered without a fault of the server."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from farandole.web.protocol import METHODS
from needs import needs
from served import Running


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@needs("schemathesis")
def test_no_call_is_a_fault_of_the_server(running: Running, method: str) -> None:
    described = _described(running)
    operation = described[f"/call/{method}"]["POST"]

    @settings(
        max_examples=6, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None
    )
    @given(case=operation.as_strategy())
    def try_some(case: Any) -> None:
        answer = case.call(timeout=90)
        assert answer.status_code < 500
        if answer.status_code == 200:
            assert answer.text.startswith("data: ")

    try_some()


_known: dict[str, Any] = {}


def _described(running: Running) -> Any:
    import schemathesis

    if running.address not in _known:
        _known[running.address] = schemathesis.openapi.from_url(f"{running.address}openapi.json")
    return _known[running.address]
