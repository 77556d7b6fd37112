"""Print new puzzles on paper: sheets, and booklets from easy to hard with a link to each puzzle as a QR code."""

from __future__ import annotations

from collections.abc import Sequence

from farandole import outputs
from farandole.cli._stars import describe_rating
from farandole.errors import PuzzleError
from farandole.formats.titles import clean_title
from farandole.generate import MadePuzzle
from farandole.i18n import tr
from farandole.io.endings import choose_format
from farandole.logic import Level
from farandole.records import replace
from farandole.render.paper import Item, Sheet, write_pdf
from farandole.render.pieces.fonts import check_fonts

LONGEST_LINK = 1_000  # characters; a QR code with more is too fine to be scanned from paper


def expect_pdf(option: str, name: str | None, title: str) -> None:
    """Refuse a name that doesn't end in .pdf, and a title or a language that no installed font can show."""
    if name is None:
        return
    choose_format("booklet", name, prefix=f"--{option} ")
    check_fonts([clean_title(title), tr("Puzzle {number}", number=1)])


def write(made: Sequence[MadePuzzle], name: str, *, title: str, size: str, per_page: int | None) -> None:
    """Print puzzles and their answers."""
    items = [make_item(one, number) for number, one in enumerate(made, 1)]
    _save(Sheet(items, per_page=per_page, title=clean_title(title), paper=size), name)


def write_booklet(made: Sequence[MadePuzzle], name: str, *, title: str, size: str, per_page: int | None) -> None:
    """Print puzzles from easy to hard, with a link to each, and their answers."""
    ordered = sorted(made, key=get_hardness)
    items = [replace(make_item(one, number), link=make_link(one)) for number, one in enumerate(ordered, 1)]
    _save(Sheet(items, per_page=per_page, title=clean_title(title), paper=size), name)


def _save(sheet: Sheet, name: str) -> None:
    with outputs.open_output(name) as file:
        write_pdf(sheet.pages(), file, title=sheet.title)


def get_hardness(made: MadePuzzle) -> tuple[float, ...]:
    """Return a key that sorts puzzles from easy to hard: by level and score or effort if known, then by guesses."""
    scales = made.rating.scales
    guesses = made.rating.guesses if "search" in scales else 0
    if "hodoku" in scales:
        return (made.rating.hodoku.level, made.rating.hodoku.score, guesses)
    if "logic" in scales:
        return (made.rating.logic.level, made.rating.logic.effort, guesses)
    return (Level.EXTREME if guesses else Level.EASY, guesses, guesses)


def make_item(made: MadePuzzle, number: int) -> Item:
    """Return a puzzle with its heading: a number, stars, and the rating in words."""
    title = tr("Puzzle {number}", number=number)
    stars, rating = describe_rating(made.rating)
    return Item(made.puzzle, title, made.solution, stars=stars, rating=rating)


def make_link(made: MadePuzzle) -> str:
    """Make a link for playing the puzzle; empty if its QR code would be too fine to be scanned."""
    from farandole.formats import write as open_output

    for format in ("fpuzzles", "sudokupad"):
        try:
            link = open_output(made.puzzle, format).strip()
        except PuzzleError:
            continue
        if len(link) <= LONGEST_LINK:
            return link
    return ""
