"""What stands beside the board, in words: the time, the cell under the cursor, and how a game went."""

from __future__ import annotations

from farandole.bitsets import digits_of
from farandole.grid import DIGITS, Cell
from farandole.i18n import tr, tr_counted
from farandole.logic.board import DigitSet
from farandole.render.terminal import describe, printable
from farandole.tui import built_in
from farandole.tui.game import Game


def clock(seconds: float) -> str:
    """Write a time as clocks do.

    Examples
    --------
    >>> clock(754.9), clock(3661)
    ('12:34', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def title_of(game: Game) -> str:
    """Say what is played: the game's title, or what kind of puzzle it is; one of ours in the language of now."""
    if game.title in built_in.NAMES:
        return built_in.title_of(game.title)
    return printable(game.title) or describe(game.puzzle)


def written(mask: DigitSet) -> str:
    """Write the digits of a mask as the board does.

    Examples
    --------
    >>> written(0b1000000101)
    '1 3 A'
    """
    return " ".join(DIGITS[digit - 1] for digit in digits_of(mask))


def describe_cell(game: Game, cell: Cell) -> str:
    """Say what a cell holds.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> game = Game(Puzzle.classic("5" + "." * 80))
    >>> describe_cell(game, 0), describe_cell(game, 1)
    ('r1c1: 5, given', 'r1c2: empty')
    """
    name, entry = game.puzzle.grid.cell_name(cell), game.entries[cell]
    if given := game.puzzle.givens[cell]:
        return tr("{cell}: {digit}, given", cell=name, digit=DIGITS[given - 1])
    if entry.digit:
        return tr("{cell}: {digit}", cell=name, digit=DIGITS[entry.digit - 1])
    corner, center = written(entry.corner), written(entry.center)
    if corner and center:
        return tr("{cell}: corner marks {corner}, center marks {center}", cell=name, corner=corner, center=center)
    if corner:
        return tr("{cell}: corner marks {corner}", cell=name, corner=corner)
    return tr("{cell}: center marks {center}", cell=name, center=center) if center else tr("{cell}: empty", cell=name)


def digits_left(game: Game) -> str:
    """List the digits that are not yet written everywhere, each with how often it is to come.

    Nothing is said of grids where a digit may come more or less often than there are rows.

    Examples
    --------
    >>> from farandole.grid import Grid
    >>> from farandole.puzzle import Puzzle
    >>> digits_left(Game(Puzzle.of(Grid.classic((2, 2)), "1234 3412 214. ....")))
    'Left: 1×1 2×1 3×2 4×1'
    """
    grid, digits = game.puzzle.grid, game.digits
    n = grid.n_digits
    if (grid.height, grid.width, grid.n_cells) != (n, n, n * n):
        return ""
    left = {digit: n - digits.count(digit) for digit in range(1, n + 1)}
    listed = " ".join(f"{DIGITS[digit - 1]}×{count}" for digit, count in left.items() if count > 0)
    return tr("Left: {digits}", digits=listed) if listed else ""


def describe_progress(game: Game) -> str:
    """Say how far a game is."""
    n = game.n_open
    return tr_counted("{n} cell to go", "{n} cells to go", n, n=n) if n else tr("No cell is empty.")


def printable_lines(text: str) -> str:
    """Escape what a terminal takes for commands, line by line.

    Examples
    --------
    >>> printable_lines("one\\ntwo\\x1b[2J")
    'one\\ntwo\\\\x1b[2J'
    """
    return "\n".join(map(printable, text.split("\n")))
