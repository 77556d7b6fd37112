"""The screen on which a game is played: the board, and the words beside it."""

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
from farandole.tui import saves, words
from farandole.tui.advice import Advice, Verdict, find_advice, judge
from farandole.tui.board import Board
from farandole.tui.game import Entry, Game, Mode
from farandole.tui.rule_text import describe_rules
from farandole.tui.screens import Choice, Help, Pause

T = TypeVar("T")

_SHIFTED = "!@#$%^&*("  # the digits of a US keyboard, with Shift
_LEAST_BESIDE, _LEAST_BELOW = 18, 6  # columns and rows of the words
_EASY_TO_READ = 30  # columns of words
_LONGEST_TICK = 5.0  # seconds: more have passed only if the process slept


class Table(Screen[None]):
    """A game being played.

    Parameters
    ----------
    game : Game
    file : str
        Where the game is kept.
    """

    DEFAULT_CSS = """
    Table #head { height: 1; background: $panel; padding: 0 1; }
    Table #title { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    Table #time { width: auto; }
    Table #foot { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Table #middle { layout: vertical; height: 1fr; }
    Table.-beside #middle { layout: horizontal; }
    Table #words { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    Table #told { text-style: bold; height: auto; }
    Table #state { height: auto; color: $text-muted; }
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

    class Thought(Message):
        """What another thread has found out."""

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
        self._told = ""
        self._zoom: int | None = None  # by its number, where the player chose
        self._ticked = time.monotonic()

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        with Horizontal(id="head"):
            yield Static(words.title_of(self.game), id="title", markup=False)
            yield Static(id="time", markup=False)
        with Container(id="middle"):
            yield Board(self.game)
            with VerticalScroll(id="words", can_focus=False):
                yield Static(id="told", markup=False)
                yield Static(id="state", markup=False)
        foot = tr("? keys   {H} hint   c check   u undo   p pause   q quit", H=self.hint_key)
        yield Static(foot, id="foot", markup=False)

    def on_mount(self) -> None:
        """Begin to play."""
        self.board.focus()
        self.set_interval(1.0, self.tick)
        self.show()
        self._think(lambda: judge(self.game.puzzle), self._take_verdict)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def hint_key(self) -> str:
        """The key that asks for a hint: H, unless that is a digit."""
        return "H" if "H" not in DIGITS[: self.game.puzzle.grid.n_digits] else "F1"

    # ── What is shown ───────────────────────────────────────────────────────────────────────────────────────────

    def show(self) -> None:
        """Show the time, and what is to be said."""
        game = self.game
        mode = {Mode.DIGIT: tr("digits"), Mode.CORNER: tr("corner marks"), Mode.CENTER: tr("center marks")}[self.mode]
        self.query_one("#time", Static).update(f"[{mode}]  {words.clock(game.seconds)}")
        lines = [
            words.describe_cell(game, self.board.cursor),
            words.describe_progress(game),
            words.digits_left(game),
            *describe_rules(game, self.board.cursor),
        ]
        told = self.query_one("#told", Static)
        told.update(self._told)
        told.display = bool(self._told)
        self.query_one("#state", Static).update("\n".join(filter(None, lines)))

    def tell(self, sentence: str) -> None:
        """Say something, in the place of what was said before."""
        self._told = words.printable_lines(sentence)
        self.query_one("#words").scroll_home(animate=False)
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Choose how large the board is, and where the words stand."""
        self._fit(event.size.width, event.size.height - 2)

    def _fit(self, width: int, height: int) -> None:
        """Take the largest board that leaves room for the words, beside or below; else one that scrolls."""
        lattices = self.board.lattices
        beside = [one.width + _LEAST_BESIDE < width and one.height <= height for one in lattices]
        below = [one.width <= width and one.height + _LEAST_BELOW <= height for one in lattices]
        best = max((number for number in range(len(lattices)) if beside[number] or below[number]), default=0)
        number = best if self._zoom is None else self._zoom
        lattice = lattices[number]
        rest = width - lattice.width - 1
        is_beside = not below[number] or rest >= _EASY_TO_READ
        if rest < _LEAST_BESIDE:  # else it scrolls
            is_beside, rest = not below[number] and width > 2 * _EASY_TO_READ, _LEAST_BESIDE + 4
        self.set_class(is_beside, "-beside")
        self.board.styles.width = min(lattice.width + 1, width - rest) if is_beside else "1fr"
        self.board.styles.height = (
            "1fr" if is_beside else min(lattice.height + 1, max(height - _LEAST_BELOW, height // 2))
        )
        self.board.use(lattice)

    def on_board_moved(self) -> None:
        """Tell the cell under the cursor."""
        self.show()

    def tick(self) -> None:
        """Let the clock go on, and save what is new."""
        now = time.monotonic()
        passed, self._ticked = min(now - self._ticked, _LONGEST_TICK), now
        if self.app.screen is self and not self.game.is_solved:
            self.game.seconds += passed
            self.show()
        if not self.is_saved:
            self.save()

    # ── Thinking ────────────────────────────────────────────────────────────────────────────────────────────────

    def _think(self, find: Callable[[], T], take: Callable[[T], None]) -> None:
        """Find something out in a thread of its own, for that may take a while; then take it in this one."""
        context = copy_context()  # for the language

        def run() -> None:
            found = context.run(find)
            self.post_message(self.Thought(lambda: take(found)))

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()

    @property
    def is_thinking(self) -> bool:
        """Whether something is still to be found out."""
        return self._thread is not None and self._thread.is_alive()

    def on_table_thought(self, message: Thought) -> None:
        """Take what was found out."""
        message.take()

    def _take_verdict(self, verdict: Verdict) -> None:
        self.verdict = verdict
        if verdict.fault:
            self.tell(f"{verdict.fault} {tr('You can play on, without hints.')}")

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def on_key(self, event: Key) -> None:
        """Write digits and marks; H is a digit where there are so many, else it asks for a hint."""
        character, name = event.character or "", event.key.rpartition("+")
        n_digits = self.game.puzzle.grid.n_digits
        if name[0] in ("ctrl", "alt") and name[2] in DIGITS[:n_digits]:
            self._write(DIGITS.index(name[2]) + 1, Mode.CENTER)
        elif name[0] == "shift" and name[2] in DIGITS[:9]:
            self._write(DIGITS.index(name[2]) + 1, Mode.CORNER)
        elif character and character in DIGITS[:n_digits]:
            self._write(DIGITS.index(character) + 1, self.mode)
        elif character and character in _SHIFTED[:n_digits]:
            self._write(_SHIFTED.index(character) + 1, Mode.CORNER)
        elif character == "H":
            self.action_hint()
        else:
            return
        event.stop()

    def _write(self, digit: int, mode: Mode) -> None:
        self._play(lambda: self.game.write(self.board.selected, digit, mode))

    def _play(self, move: Callable[[], object]) -> None:
        """Do something to the game, and show what became of it."""
        was_solved = self.game.is_solved
        before = list(self.game.entries)
        move()
        if before == list(self.game.entries):
            return
        self.advice, self.is_saved = None, False
        self.board.show()
        is_over = self.game.is_solved and not was_solved
        self.tell(tr("Solved in {time}.", time=words.clock(self.game.seconds)) if is_over else self._clash())

    def _clash(self) -> str:
        """Say that all cells are full, and still something is wrong."""
        return "" if self.game.n_open else tr("Every cell is full, but some digits clash.")

    def action_next_mode(self) -> None:
        """Change what a digit's key writes."""
        modes = list(Mode)
        self.action_mode(modes[(modes.index(self.mode) + 1) % len(modes)].value)

    def action_mode(self, name: str) -> None:
        """Choose what a digit's key writes."""
        self.mode = Mode(name)
        self.show()

    def action_clear(self) -> None:
        """Clear the cells that are selected."""
        self._play(lambda: self.game.clear(self.board.selected))

    def action_undo(self) -> None:
        """Take the last move back."""
        self._play(self.game.undo)

    def action_redo(self) -> None:
        """Do it again."""
        self._play(self.game.redo)

    def action_note_candidates(self) -> None:
        """Write all candidates."""
        self._play(self.game.note_candidates)

    # ── Help ────────────────────────────────────────────────────────────────────────────────────────────────────

    def action_check(self) -> None:
        """Mark what is wrong; where the solution isn't known, what clashes."""
        if self.verdict is None:
            self.tell(tr("Still thinking ..."))
            return
        clashes = self.game.clashes()
        wrong = clashes if self.verdict.solution is None else self.game.wrong(self.verdict.solution)
        self.board.show(wrong=wrong)
        n = len(wrong)
        if n:
            self.tell(tr_counted("{n} cell is wrong: see the !", "{n} cells are wrong: see the !", n, n=n))
        elif self.verdict.solution is None:
            self.tell(tr("No digits clash so far."))
        else:
            self.tell(tr("So far all is right."))

    def action_hint(self) -> None:
        """Give a hint, or more of the one that was given."""
        if self.game.is_solved:
            self.tell(tr("Solved: nothing is left to do."))
        elif self.verdict is None or self.is_thinking:
            self.tell(tr("Still thinking ..."))
        elif self.verdict.fault:
            self.tell(self.verdict.fault)
        elif self.advice:
            self.advice.go_on()
            self._tell_advice()
        else:
            self.tell(tr("Thinking ..."))
            entries = list(self.game.entries)
            self._think(self._find_advice, lambda found: self._take_advice(found, entries))

    def _find_advice(self) -> Advice | str:
        try:
            return find_advice(self.game)
        except FarandoleError as error:
            return str(error)

    def _take_advice(self, found: Advice | str, entries: list[Entry]) -> None:
        if entries != list(self.game.entries):  # the player went on in the meantime
            return
        if isinstance(found, str):
            self.tell(found)
            return
        self.advice = found
        self._tell_advice()

    def _tell_advice(self) -> None:
        assert self.advice
        self.board.show(hinted=self.advice.cells)
        said = self.advice.words
        if self.advice.level < Detail.PROOF:
            said = f"{said}\n{tr('{H} tells more.', H=self.hint_key)}"
        elif self.advice.is_step:
            said = f"{said}\n{tr('Enter does it.')}"
        self.tell(tr("Hint {level} of 4: {words}", level=int(self.advice.level), words=said))

    def action_take_step(self) -> None:
        """Do the step that was told in full."""
        if self.advice and self.advice.hint.step and self.advice.level == Detail.PROOF:
            step, masks = self.advice.hint.step, self.advice.hint.board.masks
            self._play(lambda: self.game.take(step, masks))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Help(DIGITS[self.game.puzzle.grid.n_digits - 1], self.hint_key))

    def action_scroll_words(self, step: int) -> None:
        """Scroll the words."""
        self.query_one("#words").scroll_relative(y=3 * step, animate=False)

    def action_zoom(self, step: int) -> None:
        """Make the board larger or smaller."""
        lattices = self.board.lattices
        self._zoom = min(max(lattices.index(self.board.lattice) + step, 0), len(lattices) - 1)
        self._fit(self.size.width, self.size.height - 2)

    # ── Time, saving, leaving ───────────────────────────────────────────────────────────────────────────────────

    def action_pause(self) -> None:
        """Stop the clock."""
        self.app.push_screen(Pause(self.game.seconds))

    def save(self) -> bool:
        """Save the game; return whether that went well, and say why not."""
        try:
            saves.save(self.game, self.file)
        except (FarandoleError, OSError) as error:
            if str(error) != self.why_not_saved:
                self.why_not_saved = str(error)
                self.tell(tr("Not saved: {why}", why=self.why_not_saved))
            return False
        self.is_saved, self.why_not_saved = True, ""
        return True

    def save_quietly(self) -> None:
        """Save the game when all ends, unless nothing was written."""
        if self.game.is_begun:
            self.save()

    def action_save(self) -> None:
        """Save, and say where."""
        if self.save():
            self.tell(tr("Saved in {file}", file=self.file))

    def action_leave(self) -> None:
        """Save and quit; ask first if the game can't be saved."""
        self.tick()
        if not self.game.is_begun or self.save():
            self.app.exit()
            return

        def answered(number: int | None) -> None:
            if number == 0:
                self.app.exit()

        question = tr("The game can't be saved: {why}", why=words.printable_lines(self.why_not_saved))
        self.app.push_screen(Choice(question, [tr("Quit anyway"), tr("Play on")]), answered)
