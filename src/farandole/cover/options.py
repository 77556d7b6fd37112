"""Options of an exact cover problem, converted from names to numbers."""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from math import isfinite
from operator import index
from typing import Any, NamedTuple, SupportsFloat, TypeAlias, TypeGuard

from farandole.cover.problem import Entry, Item, Label, Problem
from farandole.errors import CoverError

Bounds: TypeAlias = int | tuple[int, int]
Multiplicities: TypeAlias = Mapping[Any, Bounds]
Costs: TypeAlias = Mapping[Any, SupportsFloat] | Iterable[SupportsFloat]

MOST_TIMES = 1 << 30  # times that an item is covered


def read_options(
    options: Iterable[Iterable[Entry]] | Mapping[Label, Iterable[Entry]],
    *,
    primary: Iterable[Item] | None,
    secondary: Iterable[Item],
    multiplicities: Multiplicities | None,
    costs: Costs | None,
) -> Problem:
    """Read a problem as `Cover` takes it."""
    labeled: Iterable[tuple[Label, Iterable[Entry]]]
    if isinstance(options, Mapping):
        labeled = options.items()
    elif isinstance(options, Iterable):
        labeled = enumerate(options)
    else:
        raise CoverError(f"options: expected an iterable of options, or a mapping to them, found {options!r}")
    table = tabulate(labeled, primary, secondary)
    labels = tuple(options) if isinstance(options, Mapping) else range(len(table.starts) - 1)
    return Problem(
        *table,
        labels,
        *read_bounds(multiplicities, table.primary, table.secondary),
        read_costs(costs, labels),
    )


class OptionTable(NamedTuple):
    """Options as numbers, and their names: the first fields of a `Problem`."""

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    starts: array[int]
    items: array[int]
    colors: array[int]
    color_names: tuple[Hashable, ...]


def tabulate(
    options: Iterable[tuple[Label, Iterable[Entry]]],
    primary: Iterable[Item] | None,
    secondary: Iterable[Item],
) -> OptionTable:
    """Number the items and colors of labeled options.

    Options are read one by one and not kept; everything of their total length is an array.
    """
    secondary = check_unique_items(secondary, "secondary")
    late = set(secondary)
    by_appearance = primary is None
    first = () if primary is None else check_unique_items(primary, "primary")
    # Secondary items are numbered down from -1 until the number of primary items is known.
    numbers = {item: number for number, item in enumerate(first)}
    _require_apart(numbers, secondary)
    numbers.update((item, -1 - number) for number, item in enumerate(secondary))
    starts, items, colors = array("i", [0]), array("i"), array("i")
    color_numbers: dict[Hashable, int] = {}
    for label, given in options:
        option = _entries(label, given)
        seen: dict[int, int] = {}
        for entry in option:
            item, color = entry, 0
            number = numbers.get(entry)
            if number is None:
                if _is_pair(entry) and entry[0] in (late if by_appearance else numbers):
                    item = entry[0]
                    number = numbers[item]
                    color = color_numbers.setdefault(entry[1], len(color_numbers) + 1)
                    if number >= 0:
                        raise CoverError(f"option {label!r}: {entry!r} gives a primary item a color")
                elif by_appearance:
                    number = numbers[entry] = len(numbers) - len(secondary)
                else:
                    raise CoverError(f"option {label!r}: {entry!r} is not one of the items")
            if number in seen:
                how = "in two colors" if 0 != color != seen[number] != 0 else "twice"
                raise CoverError(f"option {label!r} has item {item!r} {how}")
            seen[number] = color
        items.extend(seen.keys())
        colors.extend(seen.values())
        starts.append(len(items))
    if by_appearance:
        _require_used(secondary, items)
        first = tuple(item for item, number in numbers.items() if number >= 0)
    if secondary:
        n_first = len(first)
        items = array("i", (item if item >= 0 else n_first - 1 - item for item in items))
    return OptionTable(first, secondary, starts, items, colors, tuple(color_numbers))


def _entries(label: Label, given: Iterable[Entry]) -> tuple[Entry, ...]:
    """Read the entries of an option, and check that they are hashable."""
    try:
        entries = iter(given)
    except TypeError:
        raise CoverError(f"option {label!r}: expected an iterable of items, found {given!r}") from None
    option = tuple(entries)
    if not option:
        raise CoverError(f"option {label!r} has no items")
    _require_hashable(option, f"option {label!r}")
    return option


def _require_apart(primary: Container[Item], secondary: Iterable[Item]) -> None:
    for item in secondary:
        if item in primary:
            raise CoverError(f"item {item!r} is both primary and secondary")


def _require_used(secondary: Sequence[Item], items: array[int]) -> None:
    """Refuse a secondary item that no option has. It may be a slip, unless the primary items are listed too."""
    used = set(items)
    for number, item in enumerate(secondary):
        if -1 - number not in used:
            hint = "pass primary= too if that is meant"
            raise CoverError(f"secondary: expected items of the options, found {item!r}, which is not an item ({hint})")


def check_unique_items(items: Iterable[Item], what: str, kind: str = "item") -> tuple[Item, ...]:
    """Return items as a tuple, after a check that they are hashable and unique."""
    try:
        names = iter(items)
    except TypeError:
        raise CoverError(f"{what}: expected an iterable of {kind}s, found {items!r}") from None
    found: dict[Item, None] = {}
    for item in names:
        _require_hashable((item,), f"{kind}s")
        if item in found:
            raise CoverError(f"{kind} {item!r} is listed twice")
        found[item] = None
    return tuple(found)


def _is_pair(entry: object) -> TypeGuard[tuple[Hashable, Hashable]]:
    return isinstance(entry, tuple) and len(entry) == 2


def _require_hashable(values: Iterable[Any], where: str) -> None:
    for value in values:
        try:
            hash(value)
        except TypeError:
            raise CoverError(f"{where}: {value!r} is not hashable") from None


# ── Multiplicities and costs ──────────────────────────────────────────────────────────────────────────────────


def read_bounds(
    multiplicities: Any, primary: Sequence[Item], secondary: Sequence[Item]
) -> tuple[array[int], array[int]]:
    """Read the minimum and maximum of each primary item: two arrays, empty if each is covered once."""
    once = array("i"), array("i")
    if multiplicities is None:
        return once
    by_item = by_label(multiplicities, "multiplicities")
    if by_item is None:
        wanted = "a mapping from items, or a Series with their names"
        raise CoverError(f"multiplicities: expected {wanted}, found {type(multiplicities).__name__}")
    if not by_item:
        return once
    numbers = {item: number for number, item in enumerate(primary)}
    low, high = (array("i", [1]) * len(primary) for _ in range(2))
    for item, bounds in by_item.items():
        if item not in numbers:
            kind = "a secondary item" if item in secondary else "not an item"
            raise CoverError(f"multiplicities: expected a primary item, found {item!r}, which is {kind}")
        where = f"multiplicity of item {item!r}"
        try:
            least, most = map(index, bounds if isinstance(bounds, Sequence) else (bounds, bounds))
        except (TypeError, ValueError):
            raise CoverError(f"{where}: expected a whole number or a pair of them, found {bounds!r}") from None
        if not 0 <= least <= most:
            raise CoverError(f"{where}: expected 0 <= low <= high, found {bounds!r}")
        if most >= MOST_TIMES:
            raise CoverError(f"{where}: expected fewer than {MOST_TIMES} times, found more")
        low[numbers[item]], high[numbers[item]] = least, most
    return (low, high) if min(low, default=1) != 1 or max(high, default=1) != 1 else once


def read_costs(costs: Any, labels: Sequence[Label]) -> array[float]:
    """Read the cost of each option: an array, empty if all cost nothing."""
    if costs is None:
        return array("d")
    named = by_label(costs, "costs")
    if named is not None:
        known = labels if isinstance(labels, range) else set(labels)
        for label in named:
            if label not in known:
                raise CoverError(f"costs: no option has the label {label!r}")
        require_all_costs(named, labels)
        given: Iterable[Any] = (named[label] for label in labels)
    else:
        given = listed_costs(costs)
        if len(given) != len(labels):
            raise CoverError(f"costs: expected {len(labels)}, one for each option, found {len(given)}")
    numbers = array("d", (_cost(label, cost) for label, cost in zip(labels, given, strict=True)))
    if not isfinite(sum(abs(number) for number in numbers)):
        raise CoverError("costs: expected a finite sum")
    return numbers if any(numbers) else array("d")


def by_label(values: Any, what: str) -> Mapping[Any, Any] | None:
    """Return a mapping from labels to values for a mapping or a Series; None for anything else."""
    if isinstance(values, Mapping):
        return values
    if not (hasattr(values, "index") and hasattr(values, "items")):
        return None
    if getattr(values, "ndim", 1) != 1:
        raise CoverError(f"{what}: expected a value for each label, found a {type(values).__name__}")
    found: dict[Any, Any] = {}
    for label, value in values.items():
        if label in found:
            raise CoverError(f"{what}: label {label!r} is listed twice")
        found[label] = value
    return found


def listed_costs(costs: Any) -> tuple[Any, ...]:
    """Read costs by position."""
    if isinstance(costs, str | bytes) or not isinstance(costs, Iterable):
        raise CoverError(f"costs: expected numbers, found {costs!r}")
    return tuple(costs)


def require_all_costs(named: Mapping[Any, Any], labels: Iterable[Label]) -> None:
    """Refuse costs that lack one of the labels: a missing cost may be a slip, and 0 says what is meant."""
    for label in labels:
        if label not in named:
            raise CoverError(f"costs: expected one for each option, found none for {label!r}")


def _cost(label: Label, cost: object) -> float:
    try:
        number = float("nan") if isinstance(cost, str | bytes) else float(cost)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise CoverError(f"cost of option {label!r}: expected a finite number, found {cost!r}")
    return number
