"""The text beside the board: the time, the cell under the cursor, and the progress of a game."""

from __future__ import annotations

from farandole.bitsets import digits_of
from farandole.grid import DIGITS, Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import DigitSet
from farandole.render.terminal import describe, printable
from farandole.tui import built_in
from farandole.tui.game import Game


def format_time(seconds: float) -> str:
    """Format a time as hours, minutes and seconds.

    Examples
    --------
    >>> format_time(754.9), format_time(3661)
    ('12:34', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def describe_title(game: Game) -> str:
    """Return the title of a game, in the current language if it is built-in, or else the kind of puzzle."""
    if game.title in built_in.NAMES:
        return built_in.get_title(game.title)
    return printable(game.title) or describe(game.puzzle)


def format_digits(mask: DigitSet, signs: str = DIGITS) -> str:
    """Write the digits of a mask as on the board, in the signs of its grid.

    Examples
    --------
    >>> format_digits(0b1000000101)
    '1 3 A'
    """
    return " ".join(signs[digit - 1] for digit in digits_of(mask))


def describe_cell(game: Game, cell: Cell) -> str:
    """Describe a cell.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> game = Game(Puzzle.classic("5" + "." * 80))
    >>> describe_cell(game, 0), describe_cell(game, 1)
    ('r1c1: 5, given', 'r1c2: empty')
    """
    name, entry = game.puzzle.grid.cell_name(cell), game.entries[cell]
    signs = game.puzzle.grid.signs
    if given := game.seen.givens[cell]:
        return tr("{cell}: {digit}, given", cell=name, digit=signs[given - 1])
    if entry.digit:
        return tr("{cell}: {digit}", cell=name, digit=signs[entry.digit - 1])
    corner, center = format_digits(entry.corner, signs), format_digits(entry.center, signs)
    if corner and center:
        return tr("{cell}: corner marks {corner}, center marks {center}", cell=name, corner=corner, center=center)
    if corner:
        return tr("{cell}: corner marks {corner}", cell=name, corner=corner)
    if cell in game.hidden and not center:
        return tr("{cell}: fog", cell=name)
    return tr("{cell}: center marks {center}", cell=name, center=center) if center else tr("{cell}: empty", cell=name)


def describe_digits_left(game: Game) -> str:
    """List the digits that are not yet complete, each with the number of its missing cells.

    Return an empty text for grids in which a digit need not occur exactly once per row.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> describe_digits_left(Game(Puzzle.of(Grid.classic((2, 2)), "1234 3412 214. ....")))
    'Left: 1×1 2×1 3×2 4×1'
    """
    grid, digits = game.puzzle.grid, game.digits
    n = grid.n_digits
    if (grid.height, grid.width, grid.n_cells) != (n, n, n * n):
        return ""
    left = {digit: n - digits.count(digit) for digit in range(1, n + 1)}
    listed = " ".join(f"{grid.signs[digit - 1]}×{count}" for digit, count in left.items() if count > 0)
    return tr("Left: {digits}", digits=listed) if listed else ""


def describe_progress(game: Game) -> str:
    """Describe the progress of a game."""
    n = game.n_open
    return tr_counted("{n} cell to go", "{n} cells to go", n, n=n) if n else tr("No cell is empty.")
