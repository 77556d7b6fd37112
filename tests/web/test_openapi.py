"""Whatever may be asked, as the description of the server says it, is answered without a fault of the server."""

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from farandole.web import app as web

served = web.made()
described = schemathesis.openapi.from_asgi("/openapi.json", served, headers={"Host": "localhost"})


def test_the_description_names_every_method() -> None:
    assert len(described.raw_schema["paths"]) == len(web.METHODS)
