"""Read a collection: a text of many puzzles, of which a page needs little until one of them is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from farandole import formats
from farandole.errors import FarandoleError
from farandole.i18n import use_language
from farandole.puzzle import Puzzle
from farandole.web.api.serialize import Event, Lang, serialize_document
from farandole.web.parameters import MAX_TEXT, LongText

MOST_PUZZLES = 10_000
BATCH = 200  # puzzles of an event
MOST_FAULTS = 20


def collect(text: LongText, *, lang: Lang = "en") -> Iterator[Event]:
    """Read the puzzles of a text: lines or grids in any format, one JSON document a line, or a JSON list of documents.

    A line may also have a ``puzzle`` and its ``game``, as the page exports them.

    Events ``puzzles`` have a batch each: the ``puzzle`` as a line or a document, its ``title``, the numbers of its
    ``cells`` and ``givens``, and its ``game`` if there is one. What can't be read is left out. The result counts it and
    lists the first faults, and tells whether the text goes on after the last puzzle that a collection may have.
    """
    entries = _scan(text)
    count, n_faults, faults = 0, 0, list[Event]()
    batch: list[Event] = []
    while count < MOST_PUZZLES:
        with use_language(lang):
            line, entry, document = next(entries, (0, None, None))
        if entry is None:
            break
        if isinstance(entry, Puzzle):
            count += 1
            batch.append(_serialize_entry(entry, *_split(document)))
        else:
            n_faults += 1
            if n_faults <= MOST_FAULTS:
                fields = entry.fields | {"line": line}
                faults.append({"code": entry.code, "fields": fields, "message": str(entry)})
        if len(batch) == BATCH:
            yield {"event": "puzzles", "puzzles": batch, "line": line}
            batch = []
    if batch:
        yield {"event": "puzzles", "puzzles": batch, "line": line}
    is_cut = count == MOST_PUZZLES and next(entries, None) is not None
    yield {"event": "result", "count": count, "n_left_out": n_faults, "left_out": faults, "is_cut": is_cut}


def _split(document: Any) -> tuple[Any, dict[str, Any] | None]:
    """Return the puzzle and the game of an exported line; a document has no game."""
    if not isinstance(document, dict) or document.keys() != {"game", "puzzle"}:
        return document, None
    game = document["game"]
    return document["puzzle"], game if isinstance(game, dict) else None


def _serialize_entry(puzzle: Puzzle, document: Any, game: dict[str, Any] | None) -> Event:
    is_plain = puzzle.is_classic and not puzzle.pencilmarks and not puzzle.about.title
    document = document if isinstance(document, dict) and "farandole" in document else None
    return {
        "puzzle": puzzle.line if is_plain else document or serialize_document(puzzle),
        "title": puzzle.about.title,
        "cells": len(puzzle.givens),
        "givens": sum(1 for digit in puzzle.givens if digit),
    } | ({"game": game} if game else {})


def _scan(text: str) -> Iterator[tuple[int, Puzzle | FarandoleError, Any]]:
    """Yield the puzzles and the faults of a text, each with its line, and its document if it was one."""
    documents = _find_documents(text)
    if documents is None:
        yield from ((line, entry, None) for line, entry in formats.open_reader(text).scan(lenient=True))
        return
    for line, part, document in documents:
        puzzle, _ = _split(document)
        if puzzle is not document:
            part = json.dumps(puzzle)
        try:
            if len(part) > MAX_TEXT:
                raise FarandoleError(f"expected a puzzle of at most {MAX_TEXT:,} characters, found {len(part):,}")
            for _, entry in formats.open_reader(part).scan(lenient=True):
                yield line, entry, document
        except FarandoleError as error:
            yield line, error, None


def _find_documents(text: str) -> Iterator[tuple[int, str, Any]] | None:
    """Return the documents of a JSON list, or of lines, each with its line and its text; None if it is another text."""
    start = text.lstrip()[:1]
    if start == "[":
        try:
            listed = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return ((n, json.dumps(part), part) for n, part in enumerate(listed, 1))
    if start != "{":
        return None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2 and _split(_load(text))[1] is None:
        return None
    if not all(line.lstrip().startswith("{") for _, line in islice(lines, 2)):
        return None
    return ((number, line, _load(line)) for number, line in lines)


def _load(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
