"""Read, write and draw puzzles, open them on other sites; list the built-in puzzles and the rules."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from farandole import formats
from farandole.errors import FarandoleError, SeveralReadingsError
from farandole.formats import drawings, fpuzzles, surroundings
from farandole.i18n import tr, use_language
from farandole.puzzle import Puzzle, parse_digits
from farandole.records import fields, replace
from farandole.render import rule_sentences, svg
from farandole.rules import RULES, WHOLE_GRID
from farandole.tui import built_in
from farandole.web.api.serialize import Event, Lang, Theme, serialize_document, serialize_drawing, serialize_puzzle

MOST_PUZZLES = 100  # of one text

# The format of the links that each site opens.
SITES = {
    "f-puzzles": "fpuzzles",
    "SudokuPad": "sudokupad",
    "SudokuWiki": "sudokuwiki",
    "SudokuExchange": "sudokuexchange",
    "Interactive Sudoku Solver": "iss",
}


def parse(text: str, *, lenient: bool = False, reading: int | None = None, lang: Lang = "en") -> Iterator[Event]:
    """Read a text in any format: an event ``puzzle`` for each puzzle, with its board; the result names the format.

    If a drawing can stand for several sets of rules, the error has the code ``several_readings``, and lists them as
    ``choices``; ``reading`` takes one of them, from 1. If it is ``lenient``, words around a puzzle are passed over.
    """
    if lenient and not _is_readable(text, reading):
        text = next((part for part in surroundings.find_candidates(text) if _is_readable(part, reading)), text)
    reader, count = formats.open_reader(text), 0
    entries = islice(reader.scan(lenient=lenient, reading=reading), MOST_PUZZLES)
    while True:
        with use_language(lang):
            line, entry = next(entries, (0, None))
        if entry is None:
            break
        if not isinstance(entry, Puzzle):
            raise entry
        count += 1
        with use_language(lang):
            event = {"event": "puzzle", "line": line, **serialize_puzzle(entry)}
        yield event
    with use_language(lang):
        unknowns, taken_for = formats.unknowns(text), formats.describe_reading(text) if reading is None else ""
    result = {"form": reader.format, "count": count, "unknowns": unknowns, "drawing": taken_for}
    yield {"event": "result", **result}


def _is_readable(text: str, reading: int | None) -> bool:
    """Return whether a text begins with a puzzle."""
    try:
        [(_, entry)] = islice(formats.open_reader(text).scan(lenient=True, reading=reading), 1)
    except SeveralReadingsError:
        return True
    except (FarandoleError, ValueError):
        return False
    return isinstance(entry, Puzzle | SeveralReadingsError)


def write(puzzle: Puzzle, *, form: str) -> Iterator[Event]:
    """Write a puzzle in another format; some are links."""
    yield {"event": "result", "text": formats.write(puzzle, form)}


def draw(puzzle: Puzzle, *, theme: Theme = "auto") -> Iterator[Event]:
    """Draw a puzzle: a whole picture, and the layers between which a page puts its own digits."""
    yield {"event": "result", **serialize_drawing(puzzle, theme)}


def picture(puzzle: Puzzle, *, form: Literal["svg", "png"] = "svg", theme: Theme = "light") -> Iterator[Event]:
    """Draw a puzzle as a picture of its own: the result has ``svg``, or ``png`` in base64."""
    drawing = svg.draw(puzzle, theme=theme)
    if form == "png":
        yield {"event": "result", "png": base64.b64encode(svg.png(drawing)).decode()}
    else:
        yield {"event": "result", "svg": drawing}


def open_in(puzzle: Puzzle, *, digits: str | None = None) -> Iterator[Event]:
    """Return links that open a puzzle on other sites; for a site that can't show it, the reason.

    The digits of a player are kept where the format has a place for them: as digits in f-puzzles, as the only candidate
    of each cell in SudokuWiki.
    """
    filled = parse_digits(digits, puzzle.grid) if digits else puzzle.givens
    entered = [0 if given else digit for given, digit in zip(puzzle.givens, filled, strict=True)]
    masks = tuple(1 << (digit - 1) if digit else mask for digit, mask in zip(entered, puzzle.masks, strict=True))
    played = replace(puzzle, pencilmarks=masks) if any(entered) and not puzzle.rules else puzzle
    links: list[Event] = []
    for site, form in SITES.items():
        try:
            if form == "fpuzzles":
                link = fpuzzles.link(puzzle, entered)
            else:
                link = formats.write(played if form == "sudokuwiki" else puzzle, form)
            links.append({"site": site, "link": link})
        except FarandoleError as error:
            links.append({"site": site, "why_not": str(error)})
    yield {"event": "result", "links": links}


def shapes(*, lang: Lang = "en") -> Iterator[Event]:
    """List the built-in puzzles, of every shape."""
    with use_language(lang):
        titles = {name: built_in.get_title(name) for name in built_in.NAMES}
    listed = [
        {"name": name, "title": title, "document": serialize_document(built_in.load_puzzle(name))}
        for name, title in titles.items()
    ]
    yield {"event": "result", "shapes": listed}


def rules(*, puzzle: Puzzle | None = None, lang: Lang = "en") -> Iterator[Event]:
    """List the rules that a document can hold, each with its fields and a description; those of a puzzle in sentences.

    The setter's own words come first. A sentence that they hold isn't said again, nor are the usual rules
    that they state in other words.
    """
    with use_language(lang):
        told: list[str] = []
        if puzzle:
            told = [*filter(None, puzzle.about.rules.split("\n"))]
            if not (told and puzzle.about.fog):  # fog hides which rules there are
                own = puzzle.about.rules
                said = {tr("Normal sudoku rules apply.")} if drawings.RulesText(own).is_normal else set()
                told += [
                    sentence
                    for sentence in rule_sentences.describe_all_rules(puzzle)
                    if sentence not in said and sentence.rstrip(".。").casefold() not in own.casefold()
                ]
        kinds: list[Event] = [
            {
                "rule": name,
                "said": tr(" ".join(inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].split())),
                "fields": [
                    {"name": field.name, "type": str(field.type), "required": field.is_required}
                    for field in fields(kind)
                    if field.init
                ],
            }
            for name, kind in RULES.items()
        ]
    kinds += [{"rule": name, "said": "", "fields": []} for name in WHOLE_GRID]
    yield {"event": "result", "rules": kinds, "told": told}
