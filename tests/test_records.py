"""Records are dataclasses, but for the time that their definition takes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from farandole.records import field, fields, record, replace


def described(frozen: bool) -> tuple[Any, Any]:
    """Make one class twice: as a record, and as a dataclass."""

    def make(decorate: Any, field: Any) -> Any:
        @decorate
        class Pair:
            count: ClassVar[int] = 0
            first: int
            second: str = "b"
            found: list[int] = field(default_factory=list, hash=False)
            note: str = field(default="", compare=False, repr=False)
            size: int = field(init=False)
            named: bool = field(default=False, kw_only=True)

            def __post_init__(self) -> None:
                object.__setattr__(self, "size", self.first + 1)

        return Pair

    return make(record(frozen=frozen), field), make(dataclasses.dataclass(frozen=frozen, slots=True), dataclasses.field)


ARGUMENTS = [
    ((1,), {}),
    ((1, "c", [2]), {}),
    ((1,), {"named": True, "note": "x"}),
    ((), {}),
    ((1, 2, 3, 4, 5), {}),
    ((1,), {"size": 2}),
]


@pytest.mark.parametrize("frozen", [True, False])
@pytest.mark.parametrize(("values", "named"), ARGUMENTS)
def test_a_record_is_made_as_a_dataclass(frozen: bool, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = described(frozen)
    try:
        expected = theirs(*values, **named)
    except TypeError:
        with pytest.raises(TypeError, match="__init__"):
            ours(*values, **named)
        return
    made = ours(*values, **named)
    assert repr(made) == repr(expected)
    assert dataclasses.astuple(made) == dataclasses.astuple(expected)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs)).replace("<factory>", "MISSING")


def test_equality_and_hashes_heed_the_fields_that_say_so() -> None:
    ours, _ = described(frozen=True)
    one = ours(1, "b", [1], "x")
    assert one == ours(1, "b", [1], "y")
    assert one != ours(1, "b", [2], "x")
    assert hash(one) == hash(ours(1, "b", [2], "x"))
    assert one != (1, "b", [1])
    changing, _ = described(frozen=False)
    with pytest.raises(TypeError, match="unhashable"):
        hash(changing(1))


def test_a_frozen_record_keeps_its_values() -> None:
    ours, _ = described(frozen=True)
    one = ours(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'first'"):
        one.first = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'first'"):
        del one.first
    with pytest.raises(AttributeError):
        one.other = 2


@record
class Point:
    row: int
    column: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Marked(Point):
    mark: str = "x"


@record
class Named(Point):
    column: int = 5
    name: str = ""


def test_dataclasses_takes_a_record_for_its_own() -> None:
    assert [each.name for each in dataclasses.fields(Point)] == ["row", "column"]
    assert dataclasses.replace(Point(1), column=2) == Point(1, 2)
    assert dataclasses.asdict(Point(1)) == {"row": 1, "column": 0}
    assert list(inspect.signature(Point).parameters) == ["row", "column"]
    assert dataclasses.is_dataclass(Point)


def test_classes_inherit_fields() -> None:
    assert repr(Marked(1, 2, "y")) == "Marked(row=1, column=2, mark='y')"
    assert [each.name for each in fields(Marked(1))] == ["row", "column", "mark"]
    assert repr(Named(1)) == "Named(row=1, column=5, name='')"
    assert not hasattr(Named(1), "__dict__")
    assert Named(1, 0) != Point(1)


@pytest.mark.parametrize("value", [Point(1, 2), Marked(1, 2), Named(3)])
def test_copies_are_equal(value: Point) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == value
    assert replace(value, row=7).row == 7


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        replace(Point(1), colour=1)
    with pytest.raises(TypeError, match="expected a record or a dataclass, found int"):
        fields(3)


def test_a_field_without_a_default_comes_first() -> None:
    with pytest.raises(TypeError, match="Wrong: expected a default of 'after', because 'before' has one"):

        @record
        class Wrong:
            before: int = 0
            after: int  # type: ignore[misc]  # mypy sees it, too


def test_records_load_without_dataclasses() -> None:
    script = "import sys, farandole; farandole.rules.Cage, farandole.logic.hint; print('dataclasses' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout == "False\n"
