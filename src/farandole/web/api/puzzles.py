"""Puzzles as they are: read, written, drawn, opened elsewhere; ours, and the rules that one may draw."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from itertools import islice

from farandole import formats
from farandole.errors import FarandoleError
from farandole.formats import fpuzzles
from farandole.formats.json_document import EVERYWHERE, NEGATIVE
from farandole.i18n import tr, use_language
from farandole.puzzle import Puzzle, parse_digits
from farandole.render import svg
from farandole.render.in_words import rules_in_words
from farandole.render.pieces.inks import page_style
from farandole.rules import RULES
from farandole.tui import built_in
from farandole.web.api.serialize import Event, Lang, Theme, board_of, document

MOST_PUZZLES = 100  # of one text

# Who opens which form.
SITES = {
    "f-puzzles": "fpuzzles",
    "SudokuPad": "sudokupad",
    "SudokuWiki": "sudokuwiki",
    "SudokuExchange": "sudokuexchange",
    "Interactive Sudoku Solver": "iss",
}


def parse(text: str, *, lenient: bool = False) -> Iterator[Event]:
    """Read a text of any form: an event ``puzzle`` for each puzzle, with its board; the result tells the form."""
    recognized, n_found = formats.recognize(text), 0
    for line, found in islice(recognized.scan(lenient=lenient), MOST_PUZZLES):
        if not isinstance(found, Puzzle):
            raise found
        n_found += 1
        yield {"event": "puzzle", "line": line, "document": document(found), "board": board_of(found)}
    yield {"event": "result", "form": recognized.form, "count": n_found, "unknowns": formats.unknowns(text)}


def write(puzzle: Puzzle, *, form: str) -> Iterator[Event]:
    """Write a puzzle in another form; some are links."""
    yield {"event": "result", "text": formats.write(puzzle, form)}


def draw(puzzle: Puzzle, *, theme: Theme = "auto") -> Iterator[Event]:
    """Draw a puzzle: a whole picture, and the layers that a page puts its own digits between."""
    layers = svg.layers(puzzle)
    yield {
        "event": "result",
        "svg": svg.draw(puzzle, theme=theme),
        "layers": {"below": layers.below, "above": layers.above},
        "view_box": layers.view_box,
        "cell": svg.CELL,
        "class": "farandole-auto",
        "style": page_style(),
    }


def open_in(puzzle: Puzzle, *, digits: str | None = None) -> Iterator[Event]:
    """Give links that open a puzzle elsewhere; for a site that can't show it, why not.

    What someone entered goes along where the form has a place for it: as a digit in f-puzzles, as the only candidate of
    its cell in SudokuWiki.
    """
    filled = parse_digits(digits, puzzle.grid) if digits else puzzle.givens
    entered = [0 if given else digit for given, digit in zip(puzzle.givens, filled, strict=True)]
    masks = tuple(1 << (digit - 1) if digit else mask for digit, mask in zip(entered, puzzle.masks, strict=True))
    played = dataclasses.replace(puzzle, pencilmarks=masks) if any(entered) and not puzzle.rules else puzzle
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
    """List puzzles of ours, of every shape."""
    with use_language(lang):
        titles = {name: built_in.title_of(name) for name in built_in.NAMES}
    some = [
        {"name": name, "title": title, "document": document(built_in.puzzle_called(name))}
        for name, title in titles.items()
    ]
    yield {"event": "result", "shapes": some}


def rules(*, puzzle: Puzzle | None = None, lang: Lang = "en") -> Iterator[Event]:
    """List the rules that documents can say: each with its fields, and what it is; those of a puzzle, in sentences.

    The setter's own words come first.
    """
    with use_language(lang):
        told = [*filter(None, puzzle.about.rules.split("\n")), *rules_in_words(puzzle)] if puzzle else []
        kinds: list[Event] = [
            {
                "rule": name,
                "said": tr(" ".join(inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].split())),
                "fields": [
                    {"name": field.name, "type": str(field.type), "required": field.default is dataclasses.MISSING}
                    for field in dataclasses.fields(kind)
                ],
            }
            for name, kind in RULES.items()
        ]
    kinds += [{"rule": name, "said": "", "fields": []} for name in (*EVERYWHERE, *NEGATIVE)]
    yield {"event": "result", "rules": kinds, "told": told}
