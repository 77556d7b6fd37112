"""The screen of a game: the board, and the text beside or below it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import copy_context
from threading import Thread
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from farandole.errors import FarandoleError
from farandole.grid import DIGITS
from farandole.i18n import tr, tr_counted
from farandole.logic import Detail
from farandole.render.terminal import printable_lines
from farandole.tui import describe, saves
from farandole.tui.advice import Advice, Verdict, find_advice, judge
from farandole.tui.board import Board
from farandole.tui.game import Entry, Game, Mode
from farandole.tui.rule_text import describe_rules
from farandole.tui.screens import Choice, Help, Pause

T = TypeVar("T")

_SHIFTED = "!@#$%^&*("  # the digits of a US keyboard, with Shift
_LEAST_BESIDE, _LEAST_BELOW = 18, 6  # columns and rows of the text
_EASY_TO_READ = 30  # columns of the text
_LONGEST_TICK = 5.0  # seconds; a longer one means that the process was suspended


class GameScreen(Screen[None]):
    """A game that is played.

    Parameters
    ----------
    game : Game
    file : str
        The file in which the game is saved.
    """

    DEFAULT_CSS = """
    GameScreen #head { height: 1; background: $panel; padding: 0 1; }
    GameScreen #title { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    GameScreen #time { width: auto; }
    GameScreen #foot { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GameScreen #middle { layout: vertical; height: 1fr; }
    GameScreen.-beside #middle { layout: horizontal; }
    GameScreen #words { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    GameScreen #message { text-style: bold; height: auto; }
    GameScreen #state { height: auto; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next_mode", show=False),
        Binding("z", "mode('digit')", show=False),
        Binding("x", "mode('corner')", show=False),
        Binding("v", "mode('center')", show=False),
        Binding("delete,backspace,0", "clear", show=False),
        Binding("u,ctrl+z", "undo", show=False),
        Binding("r,ctrl+r,ctrl+y", "redo", show=False),
        Binding("f1", "hint", show=False),
        Binding("enter", "take_step", show=False),
        Binding("c", "check", show=False),
        Binding("m", "note_candidates", show=False),
        Binding("p", "pause", show=False),
        Binding("s", "save", show=False),
        Binding("plus,equals_sign", "zoom(1)", show=False),
        Binding("minus", "zoom(-1)", show=False),
        Binding("t", "app.change_theme", show=False),
        Binding("question_mark", "help", show=False),
        Binding("pageup", "scroll_words(-1)", show=False),
        Binding("pagedown", "scroll_words(1)", show=False),
        Binding("q", "leave", show=False),
    ]

    class Result(Message):
        """The result of a function that ran in another thread."""

        def __init__(self, take: Callable[[], None]) -> None:
            super().__init__()
            self.take = take

    def __init__(self, game: Game, file: str) -> None:
        super().__init__()
        self.game, self.file = game, file
        self.mode = Mode.DIGIT
        self.verdict: Verdict | None = None
        self.advice: Advice | None = None
        self._thread: Thread | None = None
        self.is_saved = True
        self.why_not_saved = ""
        self._message = ""
        self._zoom: int | None = None  # the number of the size, if the player chose one
        self._ticked = time.monotonic()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(id="head"):
            yield Static(describe.describe_title(self.game), id="title", markup=False)
            yield Static(id="time", markup=False)
        with Container(id="middle"):
            yield Board(self.game)
            with VerticalScroll(id="words", can_focus=False):
                yield Static(id="message", markup=False)
                yield Static(id="state", markup=False)
        foot = tr("? keys   {H} hint   c check   u undo   p pause   q quit", H=self.hint_key)
        yield Static(foot, id="foot", markup=False)

    def on_mount(self) -> None:
        """Start the clock, and find out whether the puzzle has one solution."""
        self.board.focus()
        self.set_interval(1.0, self.tick)
        self.show()
        self._run_in_thread(lambda: judge(self.game.puzzle), self._set_verdict)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def hint_key(self) -> str:
        """The key that asks for a hint: H, unless that is a digit."""
        return "H" if "H" not in self.game.puzzle.grid.signs else "F1"

    # ── Showing ───────────────────────────────────────────────────────────────────────────────────────────

    def show(self) -> None:
        """Show the time and the texts."""
        game = self.game
        mode = {Mode.DIGIT: tr("digits"), Mode.CORNER: tr("corner marks"), Mode.CENTER: tr("center marks")}[self.mode]
        self.query_one("#time", Static).update(f"[{mode}]  {describe.format_time(game.seconds)}")
        lines = [
            describe.describe_cell(game, self.board.cursor),
            describe.describe_progress(game),
            describe.describe_digits_left(game),
            *describe_rules(game, self.board.cursor),
        ]
        message = self.query_one("#message", Static)
        message.update(self._message)
        message.display = bool(self._message)
        self.query_one("#state", Static).update("\n".join(filter(None, lines)))

    def show_message(self, sentence: str) -> None:
        """Show a message in the place of the previous one."""
        self._message = printable_lines(sentence)
        self.query_one("#words").scroll_home(animate=False)
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Choose the size of the board and the place of the text."""
        self._fit(event.size.width, event.size.height - 2)

    def _fit(self, width: int, height: int) -> None:
        """Choose the largest board that leaves room for the text beside or below it, or else a board that scrolls."""
        board_layouts = self.board.board_layouts
        beside = [layout.width + _LEAST_BESIDE < width and layout.height <= height for layout in board_layouts]
        below = [layout.width <= width and layout.height + _LEAST_BELOW <= height for layout in board_layouts]
        best = max((number for number in range(len(board_layouts)) if beside[number] or below[number]), default=0)
        number = best if self._zoom is None else self._zoom
        board_layout = board_layouts[number]
        rest = width - board_layout.width - 1
        is_beside = not below[number] or rest >= _EASY_TO_READ
        if rest < _LEAST_BESIDE:  # otherwise it scrolls
            is_beside, rest = not below[number] and width > 2 * _EASY_TO_READ, _LEAST_BESIDE + 4
        self.set_class(is_beside, "-beside")
        self.board.styles.width = min(board_layout.width + 1, width - rest) if is_beside else "1fr"
        self.board.styles.height = (
            "1fr" if is_beside else min(board_layout.height + 1, max(height - _LEAST_BELOW, height // 2))
        )
        self.board.use(board_layout)

    def on_board_moved(self) -> None:
        """Describe the cell under the cursor."""
        self.show()

    def tick(self) -> None:
        """Advance the clock, and save changes."""
        now = time.monotonic()
        passed, self._ticked = min(now - self._ticked, _LONGEST_TICK), now
        if self.app.screen is self and not self.game.is_solved:
            self.game.seconds += passed
            self.show()
        if not self.is_saved:
            self.save()

    # ── Threads ────────────────────────────────────────────────────────────────────────────────────────────────

    def _run_in_thread(self, find: Callable[[], T], take: Callable[[T], None]) -> None:
        """Run a slow function in another thread, and then pass its result to a function in this one."""
        context = copy_context()  # it holds the language

        def run() -> None:
            result = context.run(find)
            self.post_message(self.Result(lambda: take(result)))

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether a function is running in another thread."""
        return self._thread is not None and self._thread.is_alive()

    def on_game_screen_result(self, message: Result) -> None:
        """Use the result of another thread."""
        message.take()

    def _set_verdict(self, verdict: Verdict) -> None:
        self.verdict = verdict
        if verdict.fault:
            self.show_message(f"{verdict.fault} {tr('You can keep playing, without hints.')}")

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def on_key(self, event: Key) -> None:
        """Write digits and marks; H asks for a hint unless it is a digit of the puzzle."""
        character, name = event.character or "", event.key.rpartition("+")
        signs = self.game.puzzle.grid.signs
        if name[0] in ("ctrl", "alt") and name[2] in signs:
            self._write(signs.index(name[2]) + 1, Mode.CENTER)
        elif name[0] == "shift" and name[2] in signs[:9]:
            self._write(signs.index(name[2]) + 1, Mode.CORNER)
        elif character and character in signs:
            self._write(signs.index(character) + 1, self.mode)
        elif character and character in _SHIFTED and (sign := DIGITS[_SHIFTED.index(character)]) in signs:
            self._write(signs.index(sign) + 1, Mode.CORNER)
        elif character == "H":
            self.action_hint()
        else:
            return
        event.stop()

    def _write(self, digit: int, mode: Mode) -> None:
        self._change(lambda: self.game.write(self.board.selected, digit, mode))

    def _change(self, move: Callable[[], object]) -> None:
        """Change the game, and show the result."""
        was_solved = self.game.is_solved
        before = list(self.game.entries)
        move()
        if before == list(self.game.entries):
            return
        self.advice, self.is_saved = None, False
        self.board.show()
        is_over = self.game.is_solved and not was_solved
        self.show_message(
            tr("Solved in {time}.", time=describe.format_time(self.game.seconds)) if is_over else self._explain_clash()
        )

    def _explain_clash(self) -> str:
        """Return a message if all cells are full but some digits clash."""
        return "" if self.game.n_open else tr("Every cell is full, but some digits clash.")

    def action_next_mode(self) -> None:
        """Switch to the next mode of the digit keys."""
        modes = list(Mode)
        self.action_mode(modes[(modes.index(self.mode) + 1) % len(modes)].value)

    def action_mode(self, name: str) -> None:
        """Choose the mode of the digit keys."""
        self.mode = Mode(name)
        self.show()

    def action_clear(self) -> None:
        """Clear the selected cells."""
        self._change(lambda: self.game.clear(self.board.selected))

    def action_undo(self) -> None:
        """Undo the last move."""
        self._change(self.game.undo)

    def action_redo(self) -> None:
        """Repeat the move that was undone last."""
        self._change(self.game.redo)

    def action_note_candidates(self) -> None:
        """Write all candidates."""
        self._change(self.game.note_candidates)

    # ── Help ────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_check(self) -> None:
        """Mark the wrong cells, or the clashes if the solution is unknown."""
        if self.verdict is None:
            self.show_message(tr("Still thinking ..."))
            return
        find_clashes = self.game.find_clashes()
        wrong = find_clashes if self.verdict.solution is None else self.game.wrong(self.verdict.solution)
        self.board.show(wrong=wrong)
        n = len(wrong)
        if n:
            self.show_message(tr_counted("{n} cell is wrong: see the !", "{n} cells are wrong: see the !", n, n=n))
        elif self.verdict.solution is None:
            self.show_message(tr("No digits clash so far."))
        else:
            self.show_message(tr("Everything is right so far."))

    def action_hint(self) -> None:
        """Show a hint, or the next level of the current hint."""
        if self.game.is_solved:
            self.show_message(tr("Solved: there is nothing left to do."))
        elif self.verdict is None or self.is_busy:
            self.show_message(tr("Still thinking ..."))
        elif self.verdict.fault:
            self.show_message(self.verdict.fault)
        elif self.advice:
            self.advice.go_on()
            self._show_advice()
        else:
            self.show_message(tr("Thinking ..."))
            entries = list(self.game.entries)
            self._run_in_thread(self._find_advice, lambda found: self._set_advice(found, entries))

    def _find_advice(self) -> Advice | str:
        try:
            return find_advice(self.game)
        except FarandoleError as error:
            return str(error)

    def _set_advice(self, found: Advice | str, entries: list[Entry]) -> None:
        if entries != list(self.game.entries):  # the player has made a move in the meantime
            return
        if isinstance(found, str):
            self.show_message(found)
            return
        self.advice = found
        self._show_advice()

    def _show_advice(self) -> None:
        assert self.advice
        self.board.show(hinted=self.advice.cells)
        said = self.advice.words
        if self.advice.level < Detail.PROOF:
            said = f"{said}\n{tr('Press {H} for more.', H=self.hint_key)}"
        elif self.advice.is_step:
            said = f"{said}\n{tr('Press Enter to apply it.')}"
        self.show_message(tr("Hint {level} of 4: {words}", level=int(self.advice.level), words=said))

    def action_take_step(self) -> None:
        """Apply the step whose proof is shown."""
        if self.advice and self.advice.hint.step and self.advice.level == Detail.PROOF:
            step, masks = self.advice.hint.step, self.advice.hint.board.masks
            self._change(lambda: self.game.take(step, masks))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(self.game.puzzle.grid.signs, self.hint_key))

    def action_scroll_words(self, step: int) -> None:
        """Scroll the text."""
        self.query_one("#words").scroll_relative(y=3 * step, animate=False)

    def action_zoom(self, step: int) -> None:
        """Make the board larger or smaller."""
        board_layouts = self.board.board_layouts
        self._zoom = min(max(board_layouts.index(self.board.board_layout) + step, 0), len(board_layouts) - 1)
        self._fit(self.size.width, self.size.height - 2)

    # ── Time, saving, quitting ───────────────────────────────────────────────────────────────────────────────────

    def action_pause(self) -> None:
        """Stop the clock and hide the board."""
        self.app.push_screen(Pause(self.game.seconds))

    def save(self) -> bool:
        """Save the game; return whether that succeeded, and show the error if not."""
        try:
            saves.save(self.game, self.file)
        except (FarandoleError, OSError) as error:
            if str(error) != self.why_not_saved:
                self.why_not_saved = str(error)
                self.show_message(tr("Not saved: {why}", why=self.why_not_saved))
            return False
        self.is_saved, self.why_not_saved = True, ""
        return True

    def save_quietly(self) -> None:
        """Save the game at the end, if a move was made."""
        if self.game.has_started:
            self.save()

    def action_save(self) -> None:
        """Save, and show the name of the file."""
        if self.save():
            self.show_message(tr("Saved in {file}", file=self.file))

    def action_leave(self) -> None:
        """Save and quit; ask first if the game can't be saved."""
        self.tick()
        if not self.game.has_started or self.save():
            self.app.exit()
            return

        def take_answer(number: int | None) -> None:
            if number == 0:
                self.app.exit()

        question = tr("The game can't be saved: {why}", why=printable_lines(self.why_not_saved))
        self.app.push_screen(Choice(question, [tr("Quit anyway"), tr("Keep playing")]), take_answer)
