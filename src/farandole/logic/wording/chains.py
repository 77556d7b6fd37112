"""Chains in words: what follows from what, claim by claim, and what that comes to.

Sentences have no full stops here; proofs.py sets them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from farandole.logic.board import Candidate, Geometry, bits, set_of
from farandole.logic.step import Because, Link, Node, Step
from farandole.logic.wording.words import cells_named, listed, pattern


def premises(because: Because, geometry: Geometry) -> Iterator[str]:
    """Say of what chains start with that one is true: all candidates of a cell, or all places of a digit in a house."""
    starts = because.starts
    if not starts:
        return
    cells, digits = set_of(cell for node in starts for cell in bits(node.cells)), {node.digit for node in starts}
    names, houses = cells_named(geometry, cells), because.houses or geometry.houses_holding(cells)
    if len(names) == 1:
        yield f"{names[0]} is {listed(map(str, sorted(digits)), 'or')}"
    elif len(digits) == 1 and houses:
        yield f"In {geometry.grid.houses[houses[0]].name}, {digits.pop()} is in {listed(names, 'or')}"


def ways(because: Because, geometry: Geometry) -> Iterator[str]:
    """Say the chains of a step, each as one follows it."""
    followed: set[tuple[Node, bool]] = set()
    supposed = None
    for chain in because.links:
        if chain and chain[0].start in because.starts and chain[0].start != supposed:
            supposed = chain[0].start
            followed.clear()  # what followed from another start is not so now
        yield from _way(geometry, chain, followed)


def ends(step: Step, geometry: Geometry) -> str:
    """Say what a single chain comes to by its two ends; nothing if they are not all that matters."""
    chain, *others = step.because.links
    if others or not chain or _is_ring(chain) or any(link.by for link in chain):
        return ""
    start, end = chain[0].start, chain[-1].end
    is_same = start.cells == end.cells and not start.cells & (start.cells - 1)
    match chain[0].starts_right, chain[-1].is_strong:
        case False, True if start == end:
            return "So it is true in any case"
        case False, True:
            goes = all(excludes(geometry, node, candidate) for node in (start, end) for candidate in step.removes)
            return (
                f"So {listed((_claim(geometry, node, is_right=True) for node in (start, end)), 'or')}" if goes else ""
            )
        case True, False if start == end:
            return "So it can't be as supposed"
        case True, True if is_same:
            return "It can't be both. So it is not as supposed"
        case False, False if is_same:
            return f"And if it is {start.digit}, it is not {end.digit} either. So the result is the same in any case"
    return ""


def excludes(geometry: Geometry, node: Node, candidate: Candidate) -> bool:
    """Whether a candidate can't be true if a node is."""
    cell, digit = candidate
    if digit != node.digit:
        return node.cells == 1 << cell
    return bool(geometry.seen_by_all(bits(node.cells)) >> cell & 1)


def _is_ring(chain: Sequence[Link]) -> bool:
    """Whether these are weak links alone: nothing follows from anything."""
    return len(chain) > 1 and not any(link.is_strong or link.by for link in chain)


def _way(geometry: Geometry, chain: Sequence[Link], followed: set[tuple[Node, bool]]) -> Iterator[str]:
    """Say a chain as one follows it: from a premise, or a branch from what followed before, link by link.

    Where something doesn't follow from what was said last, or not from that alone, a new sentence says from what.
    """
    if _is_ring(chain):
        cells = [name for link in chain for name in cells_named(geometry, link.start.cells)]
        yield f"The ring is {', '.join(cells)} and back to {cells[0]}"
    elif chain:
        last = chain[0].start
        is_right = {last: chain[0].starts_right}
        start = _claim(geometry, last, is_right=is_right[last])
        words = [f"{'And as' if (last, is_right[last]) in followed else 'If'} {start}"]
        for (end, is_strong, by), links in groupby(chain, key=lambda link: (link.end, link.is_strong, link.by)):
            causes = [link.start for link in links]
            follows = all(cause.digit == last.digit and not cause.cells & ~last.cells for cause in causes)
            is_right[end] = is_strong
            followed.add((end, is_strong))
            way = f" by {by.technique.name} ({pattern(by, geometry)})" if by else ""
            if follows:
                same = last.cells == end.cells and not end.cells & (end.cells - 1)
                claim = _claim(geometry, end, is_right=is_strong, subject="it" if same else "")
                then = "so " if len(words) > 1 else "then " if words[0].startswith("If") else ""
                words.append(f"{then}{claim}{way}")
            else:
                yield ", ".join(words)
                is_right = dict.fromkeys(causes, not is_strong and by is None) | is_right
                since = listed(_claim(geometry, cause, is_right=is_right[cause]) for cause in causes)
                words = [f"As {since}, {_claim(geometry, end, is_right=is_strong)}{way}"]
            last = end
        yield ", ".join(words)


def _claim(geometry: Geometry, node: Node, *, is_right: bool, subject: str = "") -> str:
    """Say that a candidate is true or false; of a group, that one of its cells has the digit or none."""
    cells = cells_named(geometry, node.cells)
    if len(cells) == 1:
        return f"{subject or cells[0]} is {'' if is_right else 'not '}{node.digit}"
    if is_right:
        return f"{node.digit} is in {listed(cells, 'or')}"
    return (
        f"{node.digit} is in {f'neither {cells[0]} nor {cells[1]}' if len(cells) == 2 else f'none of {listed(cells)}'}"
    )
