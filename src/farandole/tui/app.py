"""The app: what to play, whether to go on with an earlier game, the table; and the signals that end it in order."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from farandole.i18n import tr, tr_counted
from farandole.tui import built_in, saves, words
from farandole.tui.game import Game
from farandole.tui.screens import Choice
from farandole.tui.table import Table

THEMES = {"dark": "textual-dark", "light": "textual-light", "terminal": "ansi-dark"}
"""Textual's themes by our names: ``terminal`` has the terminal's own colors, few but dark or light as it is."""


class Player(App[None]):
    """A player's seat.

    Parameters
    ----------
    game : Game, optional
        What to play; by default, the player is asked.
    file : str, optional
        Where the game is kept; by default, in the user's folder of games.
    earlier : Game, optional
        An earlier game of the same puzzle, in the same file: the player is asked whether to go on with it.
    theme : str, optional
        One of `THEMES`; by default dark; the terminal's own where it has 16 colors, or shall show none.

    Attributes
    ----------
    table : Table or None
        Where a game is played, once one is.
    ended_by : int
        The signal that ended all; 0 if the player did.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Player:nocolor OptionList > .option-list--option-highlighted { text-style: reverse; }
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
        self.table: Table | None = None
        self.ended_by = 0

    def on_mount(self) -> None:
        """Begin, or ask with what."""
        self.title = "Farandole"
        if self.game is None:
            self._ask_what()
        elif self.earlier is not None and self.earlier.is_begun and not self.earlier.is_solved:
            self._ask_whether(self.game, self.earlier)
        else:
            self._play(self.game)

    def _ask_what(self) -> None:
        """Offer earlier games, the last one first, and a few puzzles of ours."""
        saved = [] if self.file else saves.latest()
        answers = [tr("Go on: {game}", game=_told(one.game)) for one in saved]
        answers += [built_in.title_of(name) for name in built_in.NAMES]

        def answered(number: int | None) -> None:
            if number is None or number < 0:
                self.exit()
            elif number < len(saved):
                self._play(saved[number].game, saved[number].file)
            else:
                name = built_in.NAMES[number - len(saved)]
                self._play_anew(Game(built_in.puzzle_called(name), title=name))

        self.push_screen(Choice(tr("What do you want to play?"), answers), answered)

    def _play_anew(self, game: Game) -> None:
        """Play a puzzle of ours, unless there is a game of it."""
        file = self.file or saves.file_of(game.given)
        try:
            earlier = None if self.file else saves.load_of(file, game.given)
        except (OSError, ValueError) as error:
            self.exit(message=words.printable_lines(str(error)), return_code=2)
            return
        if earlier is not None and earlier.is_begun and not earlier.is_solved:
            self._ask_whether(game, earlier, file)
        else:
            self._play(game, file)

    def _ask_whether(self, game: Game, earlier: Game, file: str = "") -> None:
        """Ask whether to go on with an earlier game of the same puzzle."""
        question = tr("You have played this puzzle before: {game}", game=_told(earlier))

        def answered(number: int | None) -> None:
            if number is None or number < 0:
                self.exit()
            else:
                self._play(earlier if number == 0 else game, file)

        self.push_screen(Choice(question, [tr("Go on"), tr("Begin anew")]), answered)

    def _play(self, game: Game, file: str = "") -> None:
        self.table = Table(game, file or self.file or saves.file_of(game.given))
        self.push_screen(self.table)

    def action_change_theme(self) -> None:
        """Change to the next theme, if there is a choice."""
        if self.no_color:
            return
        names = list(THEMES.values())
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_leave(self) -> None:
        """Save and quit, from wherever one is."""
        if self.table is None or self.screen is not self.table:
            self.end(0)
        else:
            self.table.action_leave()

    def end(self, number: int) -> None:
        """Save, and end at once; a signal asks for that, or a player who is in a hurry."""
        self.ended_by = number
        if self.table is not None:
            self.table.save_quietly()
        self.exit()


def _told(game: Game) -> str:
    """Say what a game is and how far it is."""
    title, time = words.title_of(game), words.clock(game.seconds)
    n = game.n_open
    return tr_counted(
        "{title}, {n} cell to go, {time}", "{title}, {n} cells to go, {time}", n, title=title, n=n, time=time
    )


def run(player: Player) -> None:
    """Let a player play in this terminal, until the end; SIGTERM, SIGHUP and SIGINT save the game first."""

    async def play() -> None:
        with _heeding_signals(player):
            await player.run_async()

    asyncio.run(play())


@contextmanager
def _heeding_signals(player: Player) -> Iterator[None]:
    """End the game in order when a signal comes."""
    loop = asyncio.get_running_loop()
    known = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    for number in known:
        loop.add_signal_handler(number, player.end, number)
    try:
        yield
    finally:
        for number, handler in known.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
