"""Checks of the fields of rules, by their declared types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from operator import index, is_
from typing import Any, TypeAlias

from farandole import _core
from farandole.errors import PuzzleError, RuleError, short_repr
from farandole.grid import normalize_cells
from farandole.records import fields
from farandole.sizes import MAX_DIGITS, MAX_NUMBER

Check: TypeAlias = tuple[str, Callable[[Any], Any], str]  # name of the field, check, expected value in words


def check_fields(owner: object, checks: Iterable[Check] | None = None) -> None:
    """Check the fields of known types, and convert them to plain integers and tuples."""
    kind: Any = type(owner)
    for name, check, expected in checks_of(kind) if checks is None else checks:
        value = getattr(owner, name)
        try:
            checked = check(value)
        except PuzzleError as error:
            raise RuleError(kind.__name__, f"{name}: {error}") from None
        except (TypeError, ValueError, OverflowError):
            is_large = isinstance(value, int) and abs(value) > MAX_NUMBER
            found = "a number beyond that" if is_large else short_repr(value, 100)
            raise RuleError(kind.__name__, f"{name}: expected {expected}, found {found}") from None
        if checked is not value:
            object.__setattr__(owner, name, checked)


def _number(value: Any) -> int:
    if type(value) is not int:
        if isinstance(value, bool):
            raise TypeError
        value = index(value)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise ValueError
    return int(value)


def _mask(value: Any) -> int:
    if isinstance(value, bool) or not 0 <= index(value) < 1 << MAX_DIGITS:
        raise TypeError
    return index(value)


def _tuple_of(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def checked(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str | bytes):
            raise TypeError
        found = tuple(map(check, value))
        is_plain = type(value) is tuple and all(map(is_, value, found))
        return value if is_plain else found

    return checked


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    if len(value) > MAX_TEXT:
        raise ValueError
    return value


def _arc(before: Any, after: Any, mask: Any) -> tuple[int, int, int]:
    return _number(before), _number(after), _mask(mask)


_any_numbers = _tuple_of(_number)


def _numbers(value: Any) -> Any:
    return value if _core.are_numbers(value, -MAX_NUMBER, MAX_NUMBER) else _any_numbers(value)


def _cells(value: Any) -> Any:
    """Check numbers of cells, the common case, or names."""
    if _core.are_numbers(value, -MAX_NUMBER, MAX_NUMBER):
        return value
    try:
        return _any_numbers(value)
    except TypeError:
        return tuple(cell if isinstance(cell, str) else _number(cell) for cell in normalize_cells(value))


MAX_TEXT = 200
_CELLS = "cells such as 'r1c1 r1c2' or (0, 1)"
_WHOLE = f"a whole number from {-MAX_NUMBER:,} to {MAX_NUMBER:,}"
FIELD_TYPES: dict[Any, tuple[Callable[[Any], Any], str]] = {
    "Cells": (_cells, _CELLS),
    "CellGroups": (_tuple_of(_cells), f"groups of {_CELLS}"),
    "tuple[Cell, ...]": (_cells, _CELLS),
    "tuple[tuple[Cell, ...], ...]": (_tuple_of(_cells), f"groups of {_CELLS}"),
    "int": (_number, _WHOLE),
    "int | None": (lambda value: None if value is None else _number(value), f"{_WHOLE}, or None"),
    "str": (_text, f"a text of at most {MAX_TEXT} characters"),
    "tuple[int, ...]": (_numbers, "a tuple of whole numbers"),
    "tuple[tuple[int, ...], ...]": (_tuple_of(_numbers), "tuples of whole numbers"),
    "tuple[tuple[int, int, int], ...]": (
        _tuple_of(lambda arc: _arc(*arc)),
        "arcs of two states and a mask",
    ),
}
"""The check of a field and the expected value in words, by its declared type."""


@cache
def checks_of(kind: Any) -> list[Check]:
    """List the checks of a class by the declared types of its fields."""
    return [(field.name, *FIELD_TYPES[field.type]) for field in fields(kind) if field.type in FIELD_TYPES]


@cache
def fields_of_cells(kind: Any) -> list[tuple[str, bool]]:
    """List the fields that hold cells, and whether they hold groups of them."""
    kinds = {"Cells": False, "tuple[Cell, ...]": False, "CellGroups": True, "tuple[tuple[Cell, ...], ...]": True}
    return [(field.name, kinds[field.type]) for field in fields(kind) if field.type in kinds]
