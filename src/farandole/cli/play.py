"""The command ``farandole play``: a game in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from farandole import system
from farandole.cli._arguments import add_language, add_reading
from farandole.cli._input import read_puzzle_and_photo
from farandole.cli._nearest import nearest
from farandole.cli._output import BAD_INPUT, SOLVED, report_error
from farandole.errors import FormatError, MissingExtraError
from farandole.i18n import tr
from farandole.outputs import check_output_path, parse_file_name
from farandole.render.terminal import printable

if TYPE_CHECKING:
    from farandole.photo import Reading
    from farandole.tui.app import GameApp
    from farandole.tui.game import Entry, Game

EXAMPLES = """\
examples:
  farandole play                                asks what to play: an earlier game, or a built-in puzzle
  farandole play easy                           built-in: mini easy medium hard expert jigsaw killer letters samurai
  farandole play puzzle.txt                     any shape, any rules, any format, also a link
  farandole play photo.jpg                      with the digits written on it (needs farandole[photo])
  farandole play puzzle.txt --save mine.json    saves the game in this file; play mine.json continues it

Games are saved automatically. Press ? for the keys.

exit status: 0 played, 2 bad input, 128 + N if signal N ended it
"""


def add_play(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=play)
    command.add_argument(
        "game",
        nargs="*",
        metavar="PUZZLE",
        help="cells, a link, a file, a saved game, - for standard input, or a name such as easy",
    )
    add_reading(command)
    command.add_argument("--save", type=parse_file_name, metavar="FILE", help="save the game in FILE")
    command.add_argument(
        "--theme",
        choices=["dark", "light", "terminal"],
        help="colors (default: dark, or the terminal's own if it has only 16)",
    )
    add_language(command)


def play(arguments: argparse.Namespace) -> int:
    """Play; return the exit status."""
    if find_spec("textual") is None:
        raise MissingExtraError("pip install 'farandole[play]' to play in the terminal")
    from farandole.tui import app

    player = _make_player(arguments)
    _expect_terminal()
    app.run(player)
    status = _say_goodbye(player)
    if player.game_screen is not None and player.game_screen.is_busy:
        sys.stdout.flush()
        os._exit(status)  # Python would kill the thread inside a C++ function, which may crash
    return status


def _make_player(arguments: argparse.Namespace) -> GameApp:
    """Find the game, and the file in which it is saved."""
    from farandole.tui import saves
    from farandole.tui.app import GameApp

    if arguments.save:
        check_output_path(arguments.save)
    if len(arguments.game) == 1 and saves.is_game(arguments.game[0]):
        [name] = arguments.game
        game = saves.load(name)
        if arguments.save:
            saves.load_game_of(arguments.save, game.given)  # fails before it is replaced, if it holds another game
        return GameApp(game, file=arguments.save or name, theme=arguments.theme)
    if not arguments.game:
        saved = saves.load(arguments.save) if arguments.save and os.path.exists(arguments.save) else None
        return GameApp(saved, file=arguments.save or "", theme=arguments.theme)
    game = _start_game(arguments.game, arguments.reading)
    file = arguments.save or saves.name_file(game.given)
    return GameApp(game, file=file, earlier=saves.load_game_of(file, game.given), theme=arguments.theme)


def _start_game(words: list[str], reading_number: int | None) -> Game:
    """Start a game of the puzzle that is given, or of the built-in puzzle of that name."""
    from farandole.tui import built_in
    from farandole.tui.game import Game

    [name, *rest] = words
    if name in built_in.NAMES and not rest and not os.path.exists(name):
        return Game(built_in.load_puzzle(name), title=name)
    title = os.path.basename(name) if not rest and os.path.isfile(name) else ""
    try:
        puzzle, reading = read_puzzle_and_photo(words, reading=reading_number)
        return Game(puzzle, title=puzzle.about.title or title, entries=_read_entries(reading) if reading else None)
    except FileNotFoundError as error:
        if near := nearest(name, built_in.NAMES):
            error.add_note(f"did you mean {near}?")
        raise


def _read_entries(reading: Reading) -> list[Entry]:
    """Return what was written by hand on the puzzle of a photo; small digits become center marks."""
    from farandole.tui.game import Entry

    return [Entry(digit, center=marks) for digit, marks in zip(reading.entered, reading.candidates, strict=True)]


def _expect_terminal() -> None:
    """Require a terminal. If the puzzle came from standard input, read keys from the terminal itself."""
    if not sys.stdin.isatty():
        try:
            os.dup2(os.open(system.TERMINAL, os.O_RDONLY), 0)
        except OSError:
            raise FormatError("play: expected a terminal to read keys from, found none") from None
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":  # Textual draws there
        raise FormatError("play: expected a terminal that can draw, found none")


def _say_goodbye(player: GameApp) -> int:
    """Print where the game is saved, or that it is lost; return the exit status."""
    game_screen = player.game_screen
    has_started = game_screen is not None and game_screen.game.has_started
    if game_screen is not None and has_started and game_screen.why_not_saved:
        report_error(f"not saved: {game_screen.why_not_saved}")
    elif game_screen is not None and has_started and not player.ended_by:
        print(tr("Saved in {file}", file=printable(game_screen.file)))
    if player.ended_by:
        return 128 + player.ended_by
    return BAD_INPUT if player.return_code else SOLVED
