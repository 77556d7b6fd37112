"""Puzzles that are read from photos."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.puzzle.solutions import text_of
from farandole.web.answers.told import Event, board_of
from farandole.web.parameters import Photo


def read(photo: Photo, *, index: int | None = None, page: int | None = None) -> Iterator[Event]:
    """Read a puzzle from a photo: with its document and its board, how sure it is, and what someone has written.

    Where a photo has several puzzles, or a document several pages, ``index`` and ``page`` choose one, from 1.
    """
    from farandole.photo import read as read_photo  # it needs NumPy, which no other method does

    reading = read_photo(photo, index=index, page=page)
    told = reading.document()
    entered, document = text_of(reading.entered), told.pop("puzzle")
    yield {"event": "result", **told, "document": document, "board": board_of(reading.puzzle), "digits": entered}
