"""Steps in words, at four levels: the name, where to look, which digits and where, and the whole proof in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby

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
    Naked Pair. In row 9, the cells r9c2 and r9c7 have only the digits 1 and 5 left. Two cells of a house hold the same
    two digits. So no other cell of the house holds either: 1 leaves r9c1 and r9c8.
    """
    name = step.technique.name
    match detail:
        case Detail.NAME:
            return name
        case Detail.PLACE:
            return f"{name}: look at {_place(step, frame)}"
        case Detail.DIGITS:
            return f"{name}: {_pattern(step, frame)} => {', '.join(_effects(step, frame))}"
        case Detail.PROOF:
            rule = step.technique.doc.removesuffix(".")  # the conclusion goes on where the rule ends
            return " ".join([f"{name}.", *_facts(step, frame), f"{rule}: {_conclusion(step, frame)}."])


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


def _digits(mask: int) -> list[str]:
    return list(map(str, digits_of(mask)))


def _houses(frame: Frame, houses: Iterable[int]) -> list[str]:
    return [frame.grid.houses[house].name for house in houses]


def _plural(word: str, some: Sequence[object]) -> str:
    return f"{word}{'s' * (len(some) != 1)}"


def _candidate(frame: Frame, candidate: Candidate) -> str:
    cell, digit = candidate
    return f"{frame.grid.cell_name(cell)}={digit}"


def _by_digit(some: Iterable[Candidate]) -> dict[int, int]:
    """Gather candidates by digit, the cells as sets."""
    gathered: dict[int, int] = {}
    for cell, digit in some:
        gathered[digit] = gathered.get(digit, 0) | 1 << cell
    return gathered


# ── Where, and in one line ──────────────────────────────────────────────────────────────────────────────────────


def _place(step: Step, frame: Frame) -> str:
    because = step.because
    if because.houses:
        return listed(_houses(frame, because.houses[:4]))
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


def _pattern(step: Step, frame: Frame) -> str:
    because = step.because
    parts = []
    if because.is_fish or not because.links:
        if because.digits:
            parts.append(" ".join(_digits(because.digits)))
        if because.cells:
            parts.append(f"in {' '.join(cells_named(frame, because.cells))}")
        elif because.houses:
            parts.append(f"in {', '.join(_houses(frame, because.houses))}")
    parts += [_chain(frame, chain) for chain in because.links]
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
    return f"{{{''.join(_digits(some.digits))}}} in {' '.join(cells_named(frame, some.cells))}"


def _chain(frame: Frame, chain: Sequence[Link]) -> str:
    """Write a chain as solvers do: = is a strong link, - a weak one."""
    if not chain:
        return ""
    words = [_short(frame, chain[0].start)]
    for link in chain:
        words += ["=" if link.is_strong else "-", _short(frame, link.end)]
    return " ".join(words)


def _short(frame: Frame, node: Node) -> str:
    return f"({node.digit}){'/'.join(cells_named(frame, node.cells))}"


# ── The proof ───────────────────────────────────────────────────────────────────────────────────────────────────


def _facts(step: Step, frame: Frame) -> Iterator[str]:
    """Say what one sees on the board."""
    because = step.because
    if step.places and not (because.links or because.sets or because.roles or step.removes):
        yield _single(step, frame)
        return
    if because.is_fish:
        yield _fish(step, frame)
    elif because.total is not None:
        yield _sum(step, frame)
    elif because.houses and because.cells and because.digits and not because.sets:
        yield _subset(step, frame)
    elif because.cells and because.digits and not because.links:
        cells = cells_named(frame, because.cells)
        digits = _digits(because.digits)
        yield f"Look at {listed(cells)} and the {_plural('digit', digits)} {listed(digits)}."
    if because.covers and not because.houses:
        yield f"Lines across are {listed(_houses(frame, sorted(because.covers)))}."
    for role, candidates in because.roles.items():
        if candidates:
            yield _role(frame, role, candidates)
    for name, some in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", because.sets, strict=False):
        cells, digits = cells_named(frame, some.cells), _digits(some.digits)
        hold = "holds" if len(cells) == 1 else "hold"
        yield f"The {_plural('cell', cells)} {listed(cells)} ({name}) {hold} {listed(digits, 'or')}."
    followed: set[tuple[Node, bool]] = set()
    for chain in because.links:
        yield from _walk(frame, chain, followed)


def _single(step: Step, frame: Frame) -> str:
    ((cell, digit), *_), houses = step.places, _houses(frame, step.because.houses)
    name = frame.grid.cell_name(cell)
    if houses:
        return f"In {houses[0]}, {name} is the only place left for {digit}."
    return f"{name} has only one candidate left: {digit}."


def _subset(step: Step, frame: Frame) -> str:
    because = step.because
    houses, cells = _houses(frame, because.houses), cells_named(frame, because.cells)
    digits = _digits(because.digits)
    there = f"In {listed(houses)}, the {_plural('cell', cells)} {listed(cells)}"
    if not because.covers and all(because.digits >> (digit - 1) & 1 for _, digit in step.removes):
        return (
            f"{there} {'has' if len(cells) == 1 else 'have'} only the {_plural('digit', digits)} {listed(digits)} left."
        )
    return f"{there} {'is' if len(cells) == 1 else 'are'} the only {_plural('place', cells)} for {listed(digits)}."


def _sum(step: Step, frame: Frame) -> str:
    """Say the total of a cage, or by how much cages and houses disagree."""
    because, total = step.because, step.because.total or 0
    inside = 0
    for home in because.houses:
        inside |= frame.houses[home]
    cells = cells_named(frame, because.cells)
    if not inside:
        return f"The cage of {listed(cells)} has the total {total}."
    innies, outies = cells_named(frame, because.cells & inside), cells_named(frame, because.cells & ~inside)
    whole = len(because.houses) * frame.n_digits * (frame.n_digits + 1) // 2
    houses = listed(_houses(frame, because.houses))
    said = f"In {houses}, the digits add up to {whole}, those of the cages there to {whole - total}."
    have = "has" if len(cells) == 1 else "have"
    if not outies:
        return f"{said} So {listed(innies)} {have} the other {total}."
    if not innies:
        return f"{said} So {listed(outies)}, outside, {have} the {-total} too many."
    more = f"{abs(total)} {'more' if total > 0 else 'less'} than" if total else "as much as"
    return f"{said} So {listed(innies)} inside and {listed(outies)} outside differ: the former hold {more} the latter."


def _fish(step: Step, frame: Frame) -> str:
    because = step.because
    bases, covers = _houses(frame, because.houses), _houses(frame, because.covers)
    digits, cells = _digits(because.digits), cells_named(frame, because.cells)
    said = (
        f"In {listed(bases)}, all places of {listed(digits)} are {listed(cells)}"
        if cells
        else f"Look at {listed(bases)}"
    )
    if because.roles.get("single"):  # a direct step: off the first cover, the second has one place left
        return f"{said}, all of them in {covers[0]}; that leaves one place in {listed(covers[1:])}."
    cover = listed(covers)
    tail = f", all of them in {cover}" if not because.roles else f" but for fins; the cover is {cover}"
    return f"{said}{tail}."


def _role(frame: Frame, role: str, candidates: Sequence[Candidate]) -> str:
    words = [f"{digit} in {listed(cells_named(frame, cells))}" for digit, cells in _by_digit(candidates).items()]
    return f"{role[:1].upper()}{role[1:]}: {'; '.join(words)}."


def _walk(frame: Frame, chain: Sequence[Link], followed: set[tuple[Node, bool]]) -> Iterator[str]:
    """Say a chain as one follows it: from a premise, or a branch from what followed before, link by link.

    Where something doesn't follow from what was said last, or not from that alone, a new sentence says from what.
    """
    if len(chain) > 1 and not any(link.is_strong or link.by for link in chain):
        yield _ring(frame, chain)
    elif chain:
        last = chain[0].start
        is_right = {last: chain[0].starts_right}
        start = _claim(frame, last, is_right)
        words = [f"And as {start}" if (last, is_right[last]) in followed else f"Suppose that {start}"]
        for (end, is_strong, by), links in groupby(chain, key=lambda link: (link.end, link.is_strong, link.by)):
            causes = [link.start for link in links]
            follows = all(cause.digit == last.digit and not cause.cells & ~last.cells for cause in causes)
            is_right[end] = is_strong
            followed.add((end, is_strong))
            way = f" by {by.technique.name} ({_pattern(by, frame)})" if by else ""
            if follows:
                words.append(f"then {_claim(frame, end, is_right)}{way}")
            else:
                yield f"{', '.join(words)}."
                is_right = dict.fromkeys(causes, not is_strong and by is None) | is_right
                since = listed(_claim(frame, cause, is_right) for cause in causes)
                words = [f"As {since}, {_claim(frame, end, is_right)}{way}"]
            last = end
        yield f"{', '.join(words)}."


def _claim(frame: Frame, node: Node, is_right: Mapping[Node, bool]) -> str:
    return f"{_node(frame, node)} is {'right' if is_right[node] else 'wrong'}"


def _ring(frame: Frame, chain: Sequence[Link]) -> str:
    """Say a ring of weak links, in which nothing follows from anything: each two neighbors see each other."""
    cells = [name for link in chain for name in cells_named(frame, link.start.cells)]
    return f"The ring is {', '.join(cells)} and back to {cells[0]}."


def _conclusion(step: Step, frame: Frame) -> str:
    said = []
    for cell, digit in step.places:
        said.append(f"{frame.grid.cell_name(cell)} is {digit}")
    by_cells: dict[int, list[int]] = {}
    for digit, cells in sorted(_by_digit(step.removes).items()):
        by_cells.setdefault(cells, []).append(digit)
    for cells, digits in by_cells.items():
        leaves = "leaves" if len(digits) == 1 else "leave"
        said.append(f"{listed(map(str, digits))} {leaves} {listed(cells_named(frame, cells))}")
    return listed(said)
