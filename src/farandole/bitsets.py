"""Sets of small numbers as the bits of an integer: cells from bit 0, digits from bit 0 for digit 1.

Most questions about a set are then an AND and a comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from farandole.errors import UnfinishedError


def bits(members: int) -> Iterator[int]:
    """Yield the members of a set, ascending.

    Examples
    --------
    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while members:
        low = members & -members
        yield low.bit_length() - 1
        members ^= low


def set_of(members: Iterable[int]) -> int:
    """Make a set.

    Examples
    --------
    >>> bin(set_of((1, 4)))
    '0b10010'
    """
    result = 0
    for member in members:
        result |= 1 << member
    return result


def union(sets: Iterable[int]) -> int:
    """Return the union of sets.

    Examples
    --------
    >>> bin(union([0b10, 0b110]))
    '0b110'
    """
    result = 0
    for members in sets:
        result |= members
    return result


def is_single(members: int) -> bool:
    """Return whether a set has exactly one member."""
    return members != 0 and not members & members - 1


def has_several(members: int) -> bool:
    """Return whether a set has two members or more."""
    return members & members - 1 != 0


# ── Masks: sets of digits ───────────────────────────────────────────────────────────────────────────────────────────


def bit_of(digit: int) -> int:
    """Make the mask of a digit; 0 for digit 0.

    Examples
    --------
    >>> bin(bit_of(4))
    '0b1000'
    """
    return 1 << digit >> 1


@cache
def digits_of(mask: int) -> tuple[int, ...]:
    """List the digits of a mask, ascending.

    Examples
    --------
    >>> digits_of(0b10011)
    (1, 2, 5)
    """
    return tuple(bit + 1 for bit in bits(mask))


def has_digit(mask: int, digit: int) -> bool:
    """Return whether a mask has a digit."""
    return bool(mask >> digit - 1 & 1)


def smallest_hitting_set(sets: Sequence[int], fewer_than: int, *, budget: int | None = None) -> int | None:
    """Find a smallest set that has a member of each of these sets, by branch and bound.

    Returns None if it would not have fewer members than this number.

    Raises
    ------
    UnfinishedError
        If that takes more branches than the budget.

    Examples
    --------
    >>> smallest_hitting_set([0b011, 0b110], 3), smallest_hitting_set([0b01, 0b10], 2)
    (2, None)
    """
    best: int | None = None
    branches = 0

    def choose(chosen: int, barred: int) -> None:
        nonlocal best, fewer_than, branches
        branches += 1
        if budget is not None and branches > budget:
            raise UnfinishedError(f"no smallest set within {budget} branches")
        left = [members & ~barred for members in sets if not members & chosen]
        if not left:
            if chosen.bit_count() < fewer_than:
                best, fewer_than = chosen, chosen.bit_count()
            return
        disjoint, n_disjoint = 0, 0
        for members in sorted(left, key=int.bit_count):
            if not members & disjoint:
                disjoint, n_disjoint = disjoint | members, n_disjoint + 1
        if chosen.bit_count() + n_disjoint >= fewer_than:
            return
        for number in bits(min(left, key=int.bit_count)):
            choose(chosen | 1 << number, barred)
            barred |= 1 << number

    choose(union(members for members in sets if members.bit_count() == 1), 0)
    return best
