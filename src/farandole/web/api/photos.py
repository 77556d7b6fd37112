"""Puzzles that are read from photos."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from farandole.errors import SeveralPuzzlesError
from farandole.puzzle.solutions import format_digits
from farandole.web.api.serialize import Event, board_of
from farandole.web.parameters import Photo

Rows: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]


def read(photo: Photo, *, index: int | None = None, page: int | None = None) -> Iterator[Event]:
    """Read a puzzle from a photo: with its document and its board, how sure it is, and what someone has written.

    Where a photo has several puzzles, and no ``index`` chooses one, from 1, the answer is ``several``: the corners of
    each. ``page`` chooses a page of a document. ``nodes`` are where the lines cross in the photo.
    """
    from farandole.photo import read as read_photo  # it needs NumPy, which no other method does

    try:
        reading = read_photo(photo, index=index, page=page)
    except SeveralPuzzlesError as error:
        yield {"event": "result", "several": _rounded(error.corners)}
        return
    told = reading.document()
    entered, document = format_digits(reading.entered), told.pop("puzzle")
    yield {
        "event": "result",
        **told,
        "document": document,
        "board": board_of(reading.puzzle),
        "digits": entered,
        "nodes": _rounded(reading.nodes),
    }


def _rounded(rows: Rows) -> list[list[list[float]]]:
    return [[[round(x, 1), round(y, 1)] for x, y in row] for row in rows]
