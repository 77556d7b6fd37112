"""Frozen classes with fields, which are quick to define: dataclasses whose constructor is compiled at its first call.

`dataclasses` compiles up to six functions for each class, and imports `inspect`. With 200 classes that was nearly half
of the time that a first hint took. A record behaves like ``@dataclass(frozen=True, slots=True)``, and the functions of
`dataclasses` take it for one: a dataclass may inherit from it, and ``dataclasses.replace`` copies it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class _Missing:
    """In place of a default that a field doesn't have."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()


class Field:
    """A field of a record, with what `field` was told.

    Attributes
    ----------
    name, type : str
        The type as the source has it.
    default : object
        `MISSING` if the constructor needs a value.
    default_factory : callable
        What makes the default, or `MISSING`.
    init, repr, compare, hash : bool
        Whether the constructor takes it, ``repr`` shows it, equality heeds it, and hashes do.
    kw_only : bool
        Whether the constructor takes it by name only.
    """

    __slots__ = ("compare", "default", "default_factory", "hash", "init", "kw_only", "name", "repr", "type")

    def __init__(
        self, default: Any, default_factory: Any, init: bool, repr: bool, compare: bool, hash: bool, kw_only: bool
    ) -> None:
        self.name = self.type = ""
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.hash = hash
        self.kw_only = kw_only

    @property
    def is_required(self) -> bool:
        """Whether the constructor needs a value."""
        return self.default is MISSING and self.default_factory is MISSING


def field(
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    hash: bool | None = None,
    kw_only: bool = False,
) -> Any:
    """Describe a field of a record, as `dataclasses.field` does.

    Examples
    --------
    >>> @record
    ... class Named:
    ...     name: str = field(compare=False)
    ...     size: int = 9
    >>> Named("a") == Named("b"), Named("a")
    (True, Named(name='a', size=9))
    """
    return Field(default, default_factory, init, repr, compare, compare if hash is None else hash, kw_only)


@overload
def record(kind: type[T], /) -> type[T]: ...
@overload
def record(
    *, frozen: bool = True, slots: bool = True, eq: bool = True, repr: bool = True
) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: Any = None, /, *, frozen: bool = True, slots: bool = True, eq: bool = True, repr: bool = True) -> Any:
    """Make a class a record: its annotations are the fields of its constructor, and of ``==``, ``hash`` and ``repr``.

    Parameters
    ----------
    frozen : bool
        Whether fields keep their first values. A record that is not frozen has no hash, unless ``eq`` is False.
    slots : bool
        Whether only fields are attributes. The class is then made anew, so that its methods can't use ``super()``.
    eq, repr : bool
        Whether to compare, and to show, all fields; otherwise as the class and its bases do.

    Raises
    ------
    TypeError
        If a field without a default follows one with a default.

    Examples
    --------
    >>> @record
    ... class Point:
    ...     row: int
    ...     column: int = 0
    >>> Point(3), Point(3) == Point(3, 0), replace(Point(3), column=4)
    (Point(row=3, column=0), True, Point(row=3, column=4))
    >>> Point(3).row = 4
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'row'
    """
    return _make(frozen, slots, eq, repr) if kind is None else _make(frozen, slots, eq, repr)(kind)


def fields(kind: Any) -> tuple[Field, ...]:
    """Return the fields of a record or a dataclass (its class, or an instance), in the order of the constructor."""
    kind = kind if isinstance(kind, type) else type(kind)
    known = _describing_class(kind)
    if known is None:
        raise TypeError(f"expected a record or a dataclass, found {kind.__name__}")
    if _FIELDS in known.__dict__:
        own: tuple[Field, ...] = known.__dict__[_FIELDS]
        return own
    import dataclasses

    found = []
    for given in dataclasses.fields(kind):
        default, factory = (
            MISSING if each is dataclasses.MISSING else each for each in (given.default, given.default_factory)
        )
        is_hashed = given.compare if given.hash is None else given.hash
        one = Field(default, factory, given.init, given.repr, given.compare, is_hashed, bool(given.kw_only))
        one.name, one.type = given.name, _text_of(given.type)
        found.append(one)
    return tuple(found)


def replace(value: T, /, **changes: Any) -> T:
    """Return a copy of a record or a dataclass in which some fields have other values.

    Raises
    ------
    TypeError
        If there is no such field, or the constructor doesn't take it.
    """
    kept = {each.name: getattr(value, each.name) for each in fields(value) if each.init and each.name not in changes}
    return type(value)(**kept, **changes)


_FIELDS = "__record_fields__"
_OWN = object.__setattr__  # sets a field of a frozen record, too


def _make(frozen: bool, slots: bool, eq: bool, is_shown: bool) -> Callable[[Any], Any]:
    def decorate(kind: Any) -> Any:
        own = dict(kind.__dict__)
        found = _find_fields(kind)
        kind = _with_slots(kind, found) if slots else _with_defaults(kind, found)
        methods: dict[str, Any] = {"__init__": _late_constructor(kind, found)}
        if is_shown:
            methods["__repr__"] = _shown([each.name for each in found if each.repr])
        if eq:
            methods |= _comparison(kind, found, frozen)
        if frozen:
            methods |= _frozen(kind, frozenset(each.name for each in found))
            if slots:
                methods |= _pickled([each.name for each in found])
        for name, method in methods.items():
            if own.get(name) is None:  # the class has none of its own (a hash of None comes with its own __eq__)
                setattr(kind, name, method)
                if method is not None:
                    method.__name__, method.__qualname__ = name, f"{kind.__qualname__}.{name}"
        setattr(kind, "__match_args__", tuple(each.name for each in found if each.init and not each.kw_only))  # noqa: B010
        kind.__replace__ = replace
        if "__init__" not in own:
            kind.__signature__ = _Signature(kind)
        twin = _Late(lambda: _dataclass_like(kind, found, frozen))
        setattr(kind, _FIELDS, found)
        kind.__dataclass_fields__ = _Late(lambda: twin.value.__dataclass_fields__)
        kind.__dataclass_params__ = _Late(lambda: twin.value.__dataclass_params__)
        return kind

    return decorate


class _Late:
    """An attribute of a class whose value is made when it is first asked for."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def value(self) -> Any:
        return self._make()

    def __get__(self, _instance: object, _kind: type) -> Any:
        return self.value


def _describing_class(kind: type) -> type | None:
    """Find the class whose fields a class has, without asking `dataclasses`, which is slow to import."""
    names = (_FIELDS, "__dataclass_fields__")
    return next((each for each in kind.__mro__ if any(name in each.__dict__ for name in names)), None)


def _find_fields(kind: Any) -> tuple[Field, ...]:
    """Find the fields of a class and its bases; a field keeps its place when a class gives it another default."""
    found = {each.name: each for base in kind.__bases__ if _describing_class(base) for each in fields(base)}
    for name, type_ in kind.__dict__.get("__annotations__", {}).items():  # noqa: RUF063  # `inspect` is slow to import
        type_ = _text_of(type_)
        if type_.startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = kind.__dict__.get(name, MISSING)
        one = default if isinstance(default, Field) else field(default=default)
        one.name, one.type = name, type_
        found[name] = one
    taken = [each for each in found.values() if each.init and not each.kw_only]
    for before, after in pairwise(taken):
        if after.is_required and not before.is_required:
            raise TypeError(f"{kind.__name__}: expected a default of {after.name!r}, because {before.name!r} has one")
    return tuple(found.values())


def _text_of(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def _with_defaults(kind: Any, found: Iterable[Field]) -> Any:
    for each in found:
        if isinstance(kind.__dict__.get(each.name), Field):
            if each.default is MISSING:
                delattr(kind, each.name)
            else:
                setattr(kind, each.name, each.default)
    return kind


def _with_slots(kind: Any, found: Iterable[Field]) -> Any:
    """Make the class anew, because Python makes slots only with a class."""
    inherited = {name for base in kind.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    names = [each.name for each in found]
    left_out = {*names, "__dict__", "__weakref__"}
    content = {name: value for name, value in kind.__dict__.items() if name not in left_out}
    content["__slots__"] = tuple(name for name in names if name not in inherited)
    made = type(kind)(kind.__name__, kind.__bases__, content)
    made.__qualname__ = kind.__qualname__
    return made


def _late_constructor(kind: Any, found: Iterable[Field]) -> Any:
    def construct(self: Any, *values: Any, **named: Any) -> None:
        kind.__init__ = _compile_constructor(kind, found)
        kind.__init__(self, *values, **named)

    return construct


def _compile_constructor(kind: Any, found: Iterable[Field]) -> Any:
    known: dict[str, Any] = {"_MISSING": MISSING, "_OWN": _OWN}
    takes: dict[bool, list[str]] = {False: [], True: []}
    sets = []
    for k, each in enumerate(found):
        default, make, is_made = f"_default_{k}", f"_make_{k}", each.default_factory is not MISSING
        known |= {default: each.default, make: each.default_factory}
        if each.init:
            takes[each.kw_only].append(
                each.name if each.is_required else f"{each.name}={'_MISSING' if is_made else default}"
            )
            value = f"{make}() if {each.name} is _MISSING else {each.name}" if is_made else each.name
        elif each.is_required:
            continue  # `__post_init__` sets it
        else:
            value = f"{make}()" if is_made else default
        sets.append(f"_OWN(self, {each.name!r}, {value})")
    if hasattr(kind, "__post_init__"):
        sets.append("self.__post_init__()")
    names = ["self", *takes[False], *(["*", *takes[True]] if takes[True] else [])]
    # Only names of fields, which Python has accepted, come into the text.
    exec(f"def __init__({', '.join(names)}):\n " + "\n ".join(sets or ["pass"]), known)
    made: Any = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__module__ = kind.__module__
    made.__annotations__ = {each.name: each.type for each in found if each.init} | {"return": None}
    return made


def _shown(names: Iterable[str]) -> Any:
    @recursive_repr()
    def show(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return show


def _comparison(kind: Any, found: Iterable[Field], frozen: bool) -> dict[str, Any]:
    compared = _values_of([each.name for each in found if each.compare])
    hashed_values = _values_of([each.name for each in found if each.hash])

    def equals(self: Any, other: Any) -> Any:
        return compared(self) == compared(other) if type(self) is type(other) else NotImplemented

    def hashed(self: Any) -> int:
        return hash((kind, hashed_values(self)))

    return {"__eq__": equals, "__hash__": hashed} if frozen else {"__eq__": equals, "__hash__": None}


def _values_of(names: Sequence[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


def _frozen(kind: Any, names: Container[str]) -> dict[str, Any]:
    def refuse_value(self: Any, name: str, value: object) -> None:
        if type(self) is kind or name in names:
            raise _frozen_error(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    def refuse_removal(self: Any, name: str) -> None:
        if type(self) is kind or name in names:
            raise _frozen_error(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    return {"__setattr__": refuse_value, "__delattr__": refuse_removal}


def _frozen_error(message: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)


def _pickled(names: Iterable[str]) -> dict[str, Any]:
    def state(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def take_state(self: Any, values: Iterable[Any]) -> None:
        for name, value in zip(names, values, strict=True):
            _OWN(self, name, value)

    return {"__getstate__": state, "__setstate__": take_state}


class _Signature:
    """What `inspect.signature` asks a record for; a class that inherits from one has a constructor of its own."""

    def __init__(self, owner: type) -> None:
        self._owner = owner

    def __get__(self, instance: object, kind: type) -> Any:
        if instance is not None or kind is not self._owner:
            raise AttributeError("__signature__")
        from inspect import signature

        made = signature(_compile_constructor(kind, fields(kind)))
        return made.replace(parameters=list(made.parameters.values())[1:])


def _dataclass_like(kind: Any, found: Iterable[Field], frozen: bool) -> Any:
    """Make a dataclass with the same fields, whose description `dataclasses` and classes that inherit take."""
    import dataclasses

    describe: Any = dataclasses.field  # no overload of it takes both kinds of defaults
    options = ("init", "repr", "compare", "hash", "kw_only")

    def described(each: Field) -> Any:
        given: dict[str, Any] = {name: getattr(each, name) for name in options}
        for name in ("default", "default_factory"):
            if getattr(each, name) is not MISSING:
                given[name] = getattr(each, name)
        return describe(**given)

    given = [(each.name, each.type, described(each)) for each in found]
    return dataclasses.make_dataclass(kind.__name__, given, frozen=frozen)
