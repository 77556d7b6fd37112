"""The calls that a page can make, and the events that answer them, independent of the transport.

A call has the name of a method and its parameters. The answer is a stream of events: dictionaries that JSON can hold.
The last one is a result or an error::

    {"event": "progress", ...}      the progress so far
    {"event": "solution", ...}      a part of the answer; each method has its own kinds of events
    {"event": "result", ...}        the end
    {"event": "error", "kind": "FormatError", "code": "cell_count", "fields": {"expected": 81, ...}, "message": "..."}

``code`` and ``fields`` are those of `farandole.errors.FarandoleError`, so that a page can translate the most common
errors. ``fields`` has ``line`` where a text of several lines has the fault. The codes that the page translates are::

    no_puzzle         expected: the text holds no puzzle
    cell_count        expected, found: numbers of cells
    repeated_digit    kind, number, digit, cells: a house holds a digit twice (kind is "" for a house without a number)
    damaged_link      a link is damaged or cut off
    json, json_syntax line, column for json_syntax: a document is not valid JSON, or too large
    version           a newer Farandole wrote the document
    no_grid           a photo shows no grid
    blurred, cut_off, too_flat
                      a photo is blurred, or shows a part of a grid, or a grid at too flat an angle
    has_rules         a way to solve only takes puzzles without rules
    timed_out         the time limit was reached
    memory            the call needed too much memory
    ended             the process that answers ended

A puzzle is sent as a text of any format, or as the document of `farandole.formats.json_document`, and returned as that
document. A cell is its name, ``r1c1``. Digits of all cells are a text, row after row, with a character
a cell and ``.`` for none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from math import inf, isnan
from typing import Any, NamedTuple, get_type_hints

from farandole.errors import ArgumentError, FarandoleError, UnfinishedError
from farandole.web.api import (
    advice,
    collection,
    every_step,
    making,
    photos,
    practice,
    puzzles,
    solutions,
    tilings,
    watching,
)
from farandole.web.api.streaming import send_directly
from farandole.web.parameters import MAX_LONG_TEXT, MAX_PHOTO, MAX_TEXT, read

Event = dict[str, Any]


class Method(NamedTuple):
    """A method that a page can call.

    Parameters
    ----------
    answer : callable
        Takes parameters, whose types are its annotations, and yields the events of the answer.
    may_take_long : bool
        Whether it searches up to its time limit. Few such calls run at once.
    most_bytes : int
        The maximum size of its parameters, as JSON.
    """

    answer: Callable[..., Iterator[Event]]
    may_take_long: bool = False
    most_bytes: int = MAX_TEXT


METHODS: dict[str, Method] = {
    method.answer.__name__: method
    for method in (
        Method(puzzles.parse),
        Method(collection.collect, may_take_long=True, most_bytes=2 * MAX_LONG_TEXT),
        Method(photos.read, may_take_long=True, most_bytes=MAX_PHOTO + 1000),
        Method(puzzles.write),
        Method(puzzles.draw),
        Method(puzzles.picture, may_take_long=True),
        Method(puzzles.open_in),
        Method(puzzles.shapes),
        Method(puzzles.rules),
        Method(solutions.solve, may_take_long=True),
        Method(solutions.count, may_take_long=True),
        Method(solutions.candidates, may_take_long=True),
        Method(solutions.needless, may_take_long=True),
        Method(solutions.conflicting, may_take_long=True),
        Method(solutions.check),
        Method(solutions.conflicts),
        Method(advice.hint),
        Method(advice.explain, may_take_long=True),
        Method(advice.rate, may_take_long=True),
        Method(advice.why_not),
        Method(every_step.steps_now, may_take_long=True),
        Method(practice.techniques),
        Method(practice.practice, may_take_long=True),
        Method(making.make, may_take_long=True),
        Method(making.daily, may_take_long=True),
        Method(making.complete, may_take_long=True),
        Method(making.minimize, may_take_long=True),
        Method(watching.watch, may_take_long=True),
        Method(watching.watch_cover, may_take_long=True),
        Method(watching.covers),
        Method(tilings.pieces),
        Method(tilings.watch_tiling, may_take_long=True),
        Method(tilings.count_tilings, may_take_long=True),
        Method(solutions.solve_cover, may_take_long=True),
    )
}


def call(method: str, params: Mapping[str, Any], *, most_seconds: float = inf) -> Iterator[Event]:
    """Answer a call, event after event.

    Errors are events too, because a page can't catch an exception.

    Parameters
    ----------
    method : str
    params : mapping
    most_seconds : float
        An upper bound on the time limit of a search.

    Examples
    --------
    >>> list(call("count", {"puzzle": "1..............."}))
    [{'event': 'result', 'count': '72', 'exhausted': True}]
    >>> list(call("count", {"puzle": "1..............."}))
    [{'event': 'error', 'kind': 'ArgumentError', 'code': 'argument', 'fields': {}, 'message': "count: expected ..."}]
    """
    try:
        if method not in METHODS:
            raise ArgumentError(f"method: expected one of {', '.join(METHODS)}; found {method!r}")
        yield from METHODS[method].answer(**_arguments(method, params, most_seconds))
    except FarandoleError as error:
        yield error_event(error)
    except MemoryError:
        yield error_event(UnfinishedError("out of memory", code="memory"))


def answer_to(
    receiver: Callable[[Event], None], method: str, params: Mapping[str, Any], *, most_seconds: float = inf
) -> None:
    """Answer a call without starting a thread, as is needed in a browser: a receiver gets each event at once.

    Parameters
    ----------
    receiver : callable
    method : str
    params : mapping
    most_seconds : float
        An upper bound on the time limit of a search.

    Examples
    --------
    >>> answer_to(print, "count", {"puzzle": "1..............."})
    {'event': 'result', 'count': '72', 'exhausted': True}
    """
    with send_directly(receiver):
        for event in call(method, params, most_seconds=most_seconds):
            receiver(event)


def error_event(error: FarandoleError) -> Event:
    """Tell an error as the last event of an answer."""
    kind = type(error).__name__
    return {"event": "error", "kind": kind, "code": error.code, "fields": error.fields, "message": str(error)}


def _arguments(method: str, params: Mapping[str, Any], most_seconds: float) -> dict[str, Any]:
    """Read the parameters of a method according to its annotations."""
    answer = METHODS[method].answer
    signature, kinds = inspect.signature(answer), get_type_hints(answer, include_extras=True)
    if odd := next((name for name in params if name not in signature.parameters), None):
        raise ArgumentError(f"{method}: expected {', '.join(signature.parameters)}; found {odd!r}")
    for name, parameter in signature.parameters.items():
        if parameter.default is parameter.empty and name not in params:
            raise ArgumentError(f"{method}: expected {name}, which is missing")
    arguments = {name: read(name, kinds[name], value) for name, value in params.items()}
    if "seconds" in kinds:
        arguments["seconds"] = min(arguments.get("seconds", signature.parameters["seconds"].default), most_seconds)
    return arguments


def limit_seconds(method: str, params: Mapping[str, Any], most_seconds: float) -> float:
    """Return the time limit of a call: what it asks for, or what its method sets, up to a bound.

    Examples
    --------
    >>> limit_seconds("rate", {"seconds": 2}, 60), limit_seconds("rate", {}, 60), limit_seconds("rate", {}, 1)
    (2, 10, 1)
    """
    parameter = inspect.signature(METHODS[method].answer).parameters.get("seconds")
    seconds = params.get("seconds", parameter.default) if parameter else inf
    is_number = type(seconds) in (int, float) and not isnan(seconds)
    return min(max(seconds, 0), most_seconds) if is_number else most_seconds
