"""The app: choose a game, or continue an earlier one; and end in order after a signal."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from farandole import system
from farandole.i18n import tr, tr_counted
from farandole.render.terminal import printable_lines
from farandole.tui import built_in, describe, saves
from farandole.tui.game import Game
from farandole.tui.game_screen import GameScreen
from farandole.tui.screens import Choice

THEMES = {"dark": "textual-dark", "light": "textual-light", "terminal": "ansi-dark"}
"""Textual's themes by our names; ``terminal`` has the terminal's own few colors, dark or light."""


class GameApp(App[None]):
    """The app for playing in the terminal.

    Parameters
    ----------
    game : Game, optional
        The game to play. By default, the player chooses one.
    file : str, optional
        The file of the game. By default, it lies in the user's folder of games.
    earlier : Game, optional
        An earlier game of the same puzzle in the same file. The player is asked whether to continue it.
    theme : str, optional
        One of `THEMES`. By default ``dark``, or ``terminal`` if the terminal has 16 colors or none.

    Attributes
    ----------
    game_screen : GameScreen or None
        The screen of the game, once one is open.
    ended_by : int
        The signal that ended the app; 0 if the player did.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    GameApp:nocolor OptionList > .option-list--option-highlighted { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)]

    def __init__(
        self, game: Game | None = None, *, file: str = "", earlier: Game | None = None, theme: str | None = None
    ) -> None:
        is_plain = "NO_COLOR" in os.environ and theme in (None, "terminal")
        super().__init__(ansi_color=is_plain or None)  # Textual decides here whether grays are colors
        has_few_colors = is_plain or self.console.color_system in (None, "standard", "windows")
        self.theme = THEMES[theme or ("terminal" if has_few_colors else "dark")]
        self.game, self.file, self.earlier = game, file, earlier
        self.game_screen: GameScreen | None = None
        self.ended_by = 0

    def on_mount(self) -> None:
        """Open the game, or ask which one."""
        self.title = "Farandole"
        if self.game is None:
            self._ask_what()
        elif self.earlier is not None and self.earlier.has_started and not self.earlier.is_solved:
            self._ask_whether(self.game, self.earlier)
        else:
            self._open_game(self.game)

    def _ask_what(self) -> None:
        """Offer earlier games, the latest first, and the built-in puzzles."""
        saved = [] if self.file else saves.list_recent()
        answers = [tr("Continue: {game}", game=_summarize(game)) for _, game in saved]
        answers += [built_in.get_title(name) for name in built_in.NAMES]

        def take_answer(number: int | None) -> None:
            if number is None or number < 0:
                self.exit()
            elif number < len(saved):
                self._open_game(saved[number].game, saved[number].file)
            else:
                name = built_in.NAMES[number - len(saved)]
                self._start_game(Game(built_in.load_puzzle(name), title=name))

        self.push_screen(Choice(tr("What do you want to play?"), answers), take_answer)

    def _start_game(self, game: Game) -> None:
        """Start a built-in puzzle; ask first if there is an earlier game of it."""
        file = self.file or saves.name_file(game.given)
        try:
            earlier = None if self.file else saves.load_game_of(file, game.given)
        except (OSError, ValueError) as error:
            self.exit(message=printable_lines(str(error)), return_code=2)
            return
        if earlier is not None and earlier.has_started and not earlier.is_solved:
            self._ask_whether(game, earlier, file)
        else:
            self._open_game(game, file)

    def _ask_whether(self, game: Game, earlier: Game, file: str = "") -> None:
        """Ask whether to continue an earlier game of the same puzzle."""
        question = tr("You have played this puzzle before: {game}", game=_summarize(earlier))

        def take_answer(number: int | None) -> None:
            if number is None or number < 0:
                self.exit()
            else:
                self._open_game(earlier if number == 0 else game, file)

        self.push_screen(Choice(question, [tr("Continue"), tr("Start again")]), take_answer)

    def _open_game(self, game: Game, file: str = "") -> None:
        self.game_screen = GameScreen(game, file or self.file or saves.name_file(game.given))
        self.push_screen(self.game_screen)

    def action_change_theme(self) -> None:
        """Change to the next theme, if there are colors."""
        if self.no_color:
            return
        names = list(THEMES.values())
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_leave(self) -> None:
        """Save and quit, from any screen."""
        if self.game_screen is None or self.screen is not self.game_screen:
            self.end(0)
        else:
            self.game_screen.action_leave()

    def end(self, number: int) -> None:
        """Save, and end at once, after a signal or Ctrl-C."""
        self.ended_by = number
        if self.game_screen is not None:
            self.game_screen.save_quietly()
        self.exit()


def _summarize(game: Game) -> str:
    """Describe a game and its progress."""
    title, time = describe.describe_title(game), describe.format_time(game.seconds)
    n = game.n_open
    return tr_counted(
        "{title}, {n} cell to go, {time}", "{title}, {n} cells to go, {time}", n, title=title, n=n, time=time
    )


def run(player: GameApp) -> None:
    """Run the app in this terminal until it ends; SIGTERM, SIGHUP and SIGINT save the game first."""

    async def play() -> None:
        with _handle_signals(player):
            await player.run_async()

    asyncio.run(play())


@contextmanager
def _handle_signals(player: GameApp) -> Iterator[None]:
    """Save the game and end when a signal comes."""
    loop = asyncio.get_running_loop()
    known = {number: signal.getsignal(number) for number in system.ENDING_SIGNALS}
    for number in known:
        try:
            loop.add_signal_handler(number, player.end, number)
        except NotImplementedError:  # Windows: the loop wakes up for the handler only at the next event
            signal.signal(number, lambda signum, _: loop.call_soon_threadsafe(player.end, signum))
    try:
        yield
    finally:
        for number, handler in known.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
