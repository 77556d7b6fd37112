"""Steps in words, at four levels: the name, where to look, which digits and where, and the whole proof in sentences.

The proofs are told in proofs.py, with the small words of this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from farandole.logic.board import Candidate, Frame, bits, digits_of
from farandole.logic.step import Link, LockedSet, Node, Step


class Detail(IntEnum):
    """How much is told of a step: each level tells what those before it do, and more."""

    NAME = 1  # the technique
    PLACE = 2  # the houses or cells to look at
    DIGITS = 3  # the pattern and what follows, in one line
    PROOF = 4  # sentences


def say(step: Step, frame: Frame, detail: Detail = Detail.PROOF) -> str:
    """Say a step.

    Parameters
    ----------
    step : Step
    frame : Frame
        Of the board that it is for.
    detail : Detail
        How much to tell.

    Examples
    --------
    >>> from farandole.logic.board import Board
    >>> from farandole.logic.subsets import naked_pair
    >>> from farandole.puzzle import Puzzle
    >>> line = "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2"
    >>> board = Board.of(Puzzle.classic(line))
    >>> step = next(naked_pair(board))
    >>> for detail in Detail:
    ...     print(say(step, board.frame, detail))  # doctest: +NORMALIZE_WHITESPACE
    Naked Pair
    Naked Pair: look at row 9
    Naked Pair: 1 5 in r9c2 r9c7 => r9c1<>1, r9c8<>1
    Naked Pair. In row 9, r9c2 and r9c7 have only 1 and 5 left. So no other cell of the house holds either: 1 leaves
    r9c1 and r9c8.
    """
    name = step.technique.name
    match detail:
        case Detail.NAME:
            return name
        case Detail.PLACE:
            return f"{name}: look at {_place(step, frame)}"
        case Detail.DIGITS:
            return " ".join(filter(None, [f"{name}:", pattern(step, frame), "=>", ", ".join(_effects(step, frame))]))
        case Detail.PROOF:
            from farandole.logic.proofs import proof  # it has its words from here

            return proof(step, frame)


# ── Small words ─────────────────────────────────────────────────────────────────────────────────────────────────


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as one speaks.

    Examples
    --------
    >>> listed(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    *others, end = list(words)
    return f"{', '.join(others)} {last} {end}" if others else end


def cells_named(frame: Frame, some: int) -> list[str]:
    """Name the cells of a set."""
    return [frame.grid.cell_name(cell) for cell in bits(some)]


def digits_named(mask: int) -> list[str]:
    """Name the digits of a mask."""
    return list(map(str, digits_of(mask)))


def houses_named(frame: Frame, houses: Iterable[int]) -> list[str]:
    """Name houses."""
    return [frame.grid.houses[house].name for house in houses]


def plural(word: str, some: Sequence[object]) -> str:
    """Give a word its plural, unless there is one."""
    return f"{word}{'s' * (len(some) != 1)}"


def _candidate(frame: Frame, candidate: Candidate) -> str:
    cell, digit = candidate
    return f"{frame.grid.cell_name(cell)}={digit}"


def by_digit(some: Iterable[Candidate]) -> dict[int, int]:
    """Gather candidates by digit, the cells as sets."""
    gathered: dict[int, int] = {}
    for cell, digit in some:
        gathered[digit] = gathered.get(digit, 0) | 1 << cell
    return gathered


# ── Where, and in one line ──────────────────────────────────────────────────────────────────────────────────────


def _place(step: Step, frame: Frame) -> str:
    because = step.because
    if because.houses:
        return listed(houses_named(frame, because.houses[:4]))
    cells = because.cells or _cells_of_sets(because.sets) or _first_cells(because.links)
    return listed(cells_named(frame, cells)) if cells else "the whole board"


def _cells_of_sets(sets: Iterable[LockedSet]) -> int:
    union = 0
    for some in sets:
        union |= some.cells
    return union


def _first_cells(chains: Sequence[Sequence[Link]]) -> int:
    union = 0
    for chain in chains:
        union |= chain[0].start.cells | chain[-1].end.cells if chain else 0
    return union


def pattern(step: Step, frame: Frame) -> str:
    """Write the pattern of a step in one line."""
    because = step.because
    parts = []
    if because.is_fish or not because.links:
        if because.digits:
            parts.append(" ".join(digits_named(because.digits)))
        if because.cells:
            parts.append(f"in {' '.join(cells_named(frame, because.cells))}")
        elif because.houses:
            parts.append(f"in {', '.join(houses_named(frame, because.houses))}")
    parts += [_chain(frame, chain) for chain in because.links if chain]
    for role, candidates in because.roles.items():
        if candidates:
            parts.append(f"({role}: {' '.join(_candidate(frame, one) for one in candidates)})")
    for some in because.sets:
        parts.append(_set(frame, some))
    return " ".join(parts)


def _effects(step: Step, frame: Frame) -> Iterator[str]:
    for one in step.places:
        yield _candidate(frame, one)
    for cell, digit in step.removes:
        yield f"{frame.grid.cell_name(cell)}<>{digit}"


def _node(frame: Frame, node: Node) -> str:
    return f"{node.digit} in {'/'.join(cells_named(frame, node.cells))}"


def _set(frame: Frame, some: LockedSet) -> str:
    return f"{{{''.join(digits_named(some.digits))}}} in {' '.join(cells_named(frame, some.cells))}"


def _chain(frame: Frame, chain: Sequence[Link]) -> str:
    """Write a chain as solvers do: = is a strong link, - a weak one."""
    words = [_short(frame, chain[0].start)]
    for link in chain:
        words += ["=" if link.is_strong else "-", _short(frame, link.end)]
    return " ".join(words)


def _short(frame: Frame, node: Node) -> str:
    return f"({node.digit}){'/'.join(cells_named(frame, node.cells))}"
