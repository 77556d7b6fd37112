"""Read puzzles from photos."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.errors import SeveralPuzzlesError
from farandole.web.api.serialize import Event, round_points, serialize_reading
from farandole.web.parameters import Photo


def read(photo: Photo, *, index: int | None = None, page: int | None = None) -> Iterator[Event]:
    """Read a puzzle from a photo: its document and board, how sure the reading is, and the digits written by hand.

    ``index`` chooses one of several puzzles, counted from 1. Without it, the result is ``several``: the corners of
    each. ``page`` chooses a page of a document. ``nodes`` are the places in the photo where the lines cross.
    """
    from farandole.photo import read as read_photo  # it needs NumPy, which no other method does

    try:
        reading = read_photo(photo, index=index, page=page)
    except SeveralPuzzlesError as error:
        yield {"event": "result", "several": round_points(error.corners)}
        return
    yield {"event": "result", **serialize_reading(reading)}
