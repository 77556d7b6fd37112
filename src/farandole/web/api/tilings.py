"""Polyominoes that fill a board: which there are, a film of the search, how many tilings there are, or why none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from farandole.cover import dance
from farandole.cover import pieces as kit
from farandole.errors import ArgumentError, UnfinishedError
from farandole.i18n import use_language
from farandole.limits import StopToken
from farandole.web.api.serialize import Event, Lang, serialize_packing, serialize_piece, serialize_square
from farandole.web.api.watching import Move, require_moves, send_moves

MAX_SIZE = 6
MAX_OPTIONS = 20_000  # of a film
N_SHORT = 0.3  # of the time, for each answer that is only an extra


def pieces(*, size: int = 5, kind: Literal["free", "one-sided"] = "free") -> Iterator[Event]:
    """List the polyominoes of a size from 1 to 6: an event ``piece`` for each, with its name and a drawing."""
    if not 1 <= size <= MAX_SIZE:
        raise ArgumentError(f"size: expected a number from 1 to {MAX_SIZE}, found {size}")
    found = kit.polyominoes(size, kind)
    for piece in found:
        yield {"event": "piece", **serialize_piece(piece)}
    yield {"event": "result", "count": len(found)}


def watch_tiling(packing: kit.Packing, *, most: int = 20_000) -> Iterator[Event]:
    """Fill a board with pieces, move by move, until every tiling is found.

    Events as of ``watch_cover``, but only with the moves of the pieces, and none of the links: ``choose``, ``try``,
    ``dead end`` and ``solution``. The items are names of pieces and of squares.
    """
    require_moves(most)
    if len(packing.placements) > MAX_OPTIONS:
        raise ArgumentError(
            f"packing: a film shows at most {MAX_OPTIONS:,} placements, found {len(packing.placements):,}"
        )
    cover = packing.cover
    numbers = {item: number for number, item in enumerate(cover.primary + cover.secondary)}
    yield {"event": "matrix", **serialize_packing(packing, numbers)}
    yield from send_moves(_place(packing, numbers), most=most, is_first=False)


def _place(packing: kit.Packing, numbers: dict[Any, int]) -> Iterator[Move]:
    labels = {label: number for number, label in enumerate(packing.cover.labels)}
    for kind, level, what in dance(packing.cover):
        if kind in ("choose", "dead end"):
            yield [kind, level, numbers[what]]
        elif kind == "try":
            yield [kind, level, labels[what]]
        elif kind == "solution":
            yield [kind, level, [labels[label] for label in what]]


def count_tilings(packing: kit.Packing, *, seconds: float = 10, lang: Lang = "en") -> Iterator[Event]:
    """Count the tilings, also up to turns and mirror images of the board; or tell why there are none.

    ``classes`` is None if the time was too short for it. If there is no tiling, ``why`` is the reason, or "" if only
    the search shows that there is none; ``cells`` and ``pieces`` can't be covered together.
    """
    stop = StopToken(seconds)
    why = _explain(packing, seconds * N_SHORT, lang)
    if why["why"]:
        yield {"event": "result", "count": "0", "classes": "0", "exhausted": True, **why}
        return
    n = packing.count(seconds=stop.seconds_left())
    classes: int | None = None
    if n.exhausted:
        try:
            classes = packing.count(up_to_symmetry=True, seconds=stop.seconds_left())
        except UnfinishedError:
            classes = None
    yield {
        "event": "result",
        "count": str(n),
        "classes": None if classes is None else str(classes),
        "exhausted": n.exhausted,
        **why,
    }


def _explain(packing: kit.Packing, seconds: float, lang: Lang) -> Event:
    with use_language(lang):
        reasons = packing.why(seconds=seconds)
    return {
        "why": " ".join(reasons),
        "cells": [serialize_square(item) for item in reasons.items if isinstance(item, tuple)],
        "pieces": [item for item in reasons.items if not isinstance(item, tuple)],
    }
