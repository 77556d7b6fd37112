"""Film dancing links on a small exact cover: a matrix whose columns are covered and whose rows are tried and hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from farandole.cover import Cover, dance
from farandole.errors import CoverError
from farandole.i18n import tr
from farandole.render.film.scene import FRAMES_PER_SECOND, Film, Shape, schedule_moves

MAX_OPTIONS, MAX_ITEMS = 80, 60  # more would be too small
MAX_MOVES = 200_000
MARGIN, HEAD, FOOT = 14.0, 46.0, 34.0
WIDEST = 900.0


class View(NamedTuple):
    """The matrix after a move."""

    taken: tuple[int, ...]
    hidden: frozenset[int]
    covered: frozenset[Any]
    chosen: Any
    n_covers: int
    n_tried: int
    kind: str


def of_cover(cover: Cover, *, seconds: float = 12.0) -> Film:
    """Make a film of dancing links on an exact cover, until the search ends.

    Parameters
    ----------
    cover : Cover
        With at most `MAX_OPTIONS` options and `MAX_ITEMS` items.
    seconds : float
        The longest duration, without the still at the end. A short search takes less.

    Raises
    ------
    CoverError
        If there are too many options or items.

    Examples
    --------
    >>> film = of_cover(Cover(["ab", "b", "a"]))
    >>> len(film.frames) > 5
    True
    """
    items = [*cover.primary, *cover.secondary]
    if len(cover.options) > MAX_OPTIONS or len(items) > MAX_ITEMS:
        raise CoverError(
            f"a film shows at most {MAX_OPTIONS} options and {MAX_ITEMS} items, "
            f"found {len(cover.options)} and {len(items)}"
        )
    side = min(30.0, WIDEST / max(1, len(items)), 640 / max(1, len(cover.options)))
    width = max(len(items) * side, 260.0) + 2 * MARGIN
    left = (width - len(items) * side) / 2
    n_moves = sum(1 for _ in islice(_moves(cover), MAX_MOVES)) - 1
    moments = schedule_moves(n_moves, max(2, round(seconds * FRAMES_PER_SECOND)))
    views, frames, number = _moves(cover), [], 0
    view = next(views)
    for moment in moments:
        while number < moment:
            view, number = next(views), number + 1
        frames.append(tuple(_draw_view(cover, items, view, left, side, width)))
    height = HEAD + len(cover.options) * side + FOOT
    return Film(width, height, tuple(_draw_background(cover, items, left, side)), tuple(frames))


def _moves(cover: Cover) -> Iterator[View]:
    """Yield the matrix at the start and after each move."""
    numbers = {label: number for number, label in enumerate(cover.problem.labels)}
    taken: list[int] = []
    covered: set[Any] = set()
    hidden: Counter[int] = Counter()
    chosen: Any = None
    n_covers = n_tried = 0

    def view(kind: str) -> View:
        gone = frozenset(number for number, times in hidden.items() if times)
        return View(tuple(taken), gone, frozenset(covered), chosen, n_covers, n_tried, kind)

    yield view("begin")
    for event in dance(cover, every_node=True):
        match event.kind:
            case "choose":
                chosen = event.what
                del taken[event.level :]
                yield view("choose")
            case "cover":
                covered.add(event.what)
            case "uncover":
                covered.discard(event.what)
            case "hide" | "show":
                hidden[numbers[event.what[0]]] += 1 if event.kind == "hide" else -1
            case "try":
                del taken[event.level :]
                taken.append(numbers[event.what])
                n_tried += 1
                yield view("try")
            case "solution":
                n_covers += 1
                yield view("solution")
            case "dead end":
                yield view("dead end")
    taken.clear()
    chosen = None
    yield view("end")


def _draw_background(cover: Cover, items: Sequence[Any], left: float, side: float) -> Iterator[Shape]:
    for place, item in enumerate(items):
        name = str(item)
        if len(name) * 6 <= side + 8:
            yield Shape("text", left + (place + 0.5) * side, HEAD - 12, "label", text=name, size=min(13, side * 0.6))
    low = len(cover.options) * side
    for place in range(len(items) + 1):
        yield Shape("line", left + place * side, HEAD, "grid", height=low, size=0.5)
    for row in range(len(cover.options) + 1):
        yield Shape("line", left, HEAD + row * side, "grid", width=len(items) * side, size=0.5)


def _draw_view(
    cover: Cover, items: Sequence[Any], view: View, left: float, side: float, width: float
) -> Iterator[Shape]:
    """Draw the remaining options, those that are taken, and the chosen item."""
    column = {item: place for place, item in enumerate(items)}
    if view.chosen in column and view.kind != "end":
        ink = "gone" if view.kind == "dead end" else "cover"
        yield Shape("box", left + column[view.chosen] * side, HEAD, ink, side, len(cover.options) * side)
    is_solved = view.kind == "solution"
    for row, option in enumerate(cover.options):
        is_taken = row in view.taken
        ink = "placed" if is_taken and is_solved else "found" if is_taken else "ink"
        for item in option:
            name = item[0] if isinstance(item, tuple) and item not in column else item
            is_gone = not is_taken and (row in view.hidden or name in view.covered)
            inset = side * 0.16
            x, y = left + column[name] * side + inset, HEAD + row * side + inset
            yield Shape("box", x, y, "sign" if is_gone else ink, side - 2 * inset, side - 2 * inset)
    said = tr("{tried} options tried, {found} covers found", tried=f"{view.n_tried:,}", found=f"{view.n_covers:,}")
    yield Shape("text", width / 2, HEAD + len(cover.options) * side + FOOT / 2, "label", text=said, size=13)
    yield Shape("text", width / 2, 16, "ink", text=tr("Dancing links"), size=15)
