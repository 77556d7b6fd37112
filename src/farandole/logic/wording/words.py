"""Small words: lists as one speaks, and names of cells, digits, houses, patterns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from farandole.logic.board import Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber, bits, digits_of
from farandole.logic.step import Link, LockedSet, Node, Step


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as one speaks.

    Examples
    --------
    >>> listed(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    *others, end = list(words)
    return f"{', '.join(others)} {last} {end}" if others else end


def cells_named(geometry: Geometry, cells: CellSet) -> list[str]:
    """Name the cells of a set."""
    return [geometry.grid.cell_name(cell) for cell in bits(cells)]


def digits_named(mask: DigitSet) -> list[str]:
    """Name the digits of a mask."""
    return list(map(str, digits_of(mask)))


def houses_named(geometry: Geometry, houses: Iterable[HouseNumber]) -> list[str]:
    """Name houses."""
    return [geometry.grid.houses[house].name for house in houses]


def plural(word: str, some: Sequence[object]) -> str:
    """Give a word its plural, unless there is one."""
    return f"{word}{'s' * (len(some) != 1)}"


def by_digit(some: Iterable[Candidate]) -> dict[Digit, CellSet]:
    """Gather candidates by digit, the cells as sets."""
    gathered: dict[Digit, CellSet] = {}
    for cell, digit in some:
        gathered[digit] = gathered.get(digit, 0) | 1 << cell
    return gathered


def candidate_named(geometry: Geometry, candidate: Candidate) -> str:
    """Name a candidate."""
    cell, digit = candidate
    return f"{geometry.grid.cell_name(cell)}={digit}"


def pattern(step: Step, geometry: Geometry) -> str:
    """Write the pattern of a step in one line."""
    because = step.because
    said = []
    if because.shows_cells:
        if because.digits:
            said.append(" ".join(digits_named(because.digits)))
        if because.cells:
            said.append(f"in {' '.join(cells_named(geometry, because.cells))}")
        elif because.houses:
            said.append(f"in {', '.join(houses_named(geometry, because.houses))}")
    said += [_chain(geometry, chain) for chain in because.links if chain]
    for part, candidates in because.parts.items():
        if candidates:
            said.append(f"({part}: {' '.join(candidate_named(geometry, one) for one in candidates)})")
    for some in because.sets:
        said.append(_set(geometry, some))
    return " ".join(said)


def _node(geometry: Geometry, node: Node) -> str:
    return f"{node.digit} in {'/'.join(cells_named(geometry, node.cells))}"


def _set(geometry: Geometry, some: LockedSet) -> str:
    return f"{{{''.join(digits_named(some.digits))}}} in {' '.join(cells_named(geometry, some.cells))}"


def _chain(geometry: Geometry, chain: Sequence[Link]) -> str:
    """Write a chain as solvers do: = is a strong link, - a weak one."""
    words = [_short(geometry, chain[0].start)]
    for link in chain:
        words += ["=" if link.is_strong else "-", _short(geometry, link.end)]
    return " ".join(words)


def _short(geometry: Geometry, node: Node) -> str:
    return f"({node.digit}){'/'.join(cells_named(geometry, node.cells))}"
