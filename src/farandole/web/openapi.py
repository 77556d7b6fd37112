"""What the server says of its methods: ``/openapi.json``, by OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from farandole import _core
from farandole.web.parameters import schema
from farandole.web.protocol import METHODS

_ANSWERS = {
    "200": "events; the last one is a result or an error: an error has a kind, a code, fields and a message",
    "403": "cross-origin request",
    "413": "too large",
    "422": "not a JSON object",
    "429": "too many calls at once",
}


def describe_methods() -> dict[str, Any]:
    """Describe all methods with their parameters.

    Returns
    -------
    dict
        JSON values.

    References
    ----------
    OpenAPI Initiative, "OpenAPI Specification 3.1.0", 2021.

    Examples
    --------
    >>> described = describe_methods()
    >>> described["openapi"], described["paths"]["/call/count"]["post"]["operationId"]
    ('3.1.0', 'count')
    """
    return {
        "openapi": "3.1.0",
        "info": {"title": "Farandole", "version": _core.VERSION},
        "paths": {f"/call/{method}": {"post": _describe(method)} for method in METHODS},
    }


def _describe(method: str) -> dict[str, Any]:
    answer = METHODS[method].answer
    responses: dict[str, Any] = {status: {"description": text} for status, text in _ANSWERS.items()}
    responses["200"]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "summary": (answer.__doc__ or "").partition("\n")[0],
        "operationId": method,
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema(answer)}}},
        "responses": responses,
    }
