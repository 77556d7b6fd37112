"""The screens around a game: what to play, a question, the keys, and the pause that hides the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from farandole.i18n import tr
from farandole.tui.words import clock


class Choice(ModalScreen[int]):
    """A question and its answers; it gives the number of the one that is taken, or -1 for none.

    Parameters
    ----------
    question : str
    answers : sequence of str
    """

    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice > Vertical {
        width: 100%; max-width: 64; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Choice OptionList, Choice OptionList:focus {
        height: auto; max-height: 1fr; border: none; background: $surface; padding: 0;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("j", "walk(1)", show=False),
        Binding("k", "walk(-1)", show=False),
    ]

    def __init__(self, question: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """Show the question above its answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield OptionList(*map(Content, self._answers))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take an answer."""
        self.dismiss(event.option_index)

    def action_walk(self, step: int) -> None:
        """Go to the next answer, or the one before."""
        answers = self.query_one(OptionList)
        if step > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()

    def action_leave(self) -> None:
        """Take none."""
        self.dismiss(-1)


class Help(ModalScreen[None]):
    """The keys."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll {
        width: 100%; max-width: 76; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1; background: $surface;
    }
    Help Horizontal { height: auto; }
    Help .key { width: 19; text-style: bold; }
    Help .does { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", show=False),
        Binding("j", "scroll_text(1)", show=False),
        Binding("k", "scroll_text(-1)", show=False),
    ]

    def __init__(self, last_digit: str, hint_key: str) -> None:
        super().__init__()
        self._last_digit, self._hint_key = last_digit, hint_key

    def compose(self) -> ComposeResult:
        """List the keys."""
        with VerticalScroll():
            for key, does in self._keys():
                with Horizontal():
                    yield Static(key, classes="key", markup=False)
                    yield Static(does, classes="does", markup=False)

    def _keys(self) -> Iterator[tuple[str, str]]:
        if self._last_digit.isdigit():
            yield f"1-{self._last_digit}", tr("write a digit; again takes it away")
        else:
            yield f"1-9 A-{self._last_digit}", tr("write a digit, with capital letters from 10 on; again takes it away")
        yield tr("Space"), tr("digits, corner marks, center marks in turn")
        yield "z x v", tr("digits, corner marks, center marks")
        yield tr("Shift+digit"), tr("a corner mark (! @ # ... of US keyboards)")
        yield tr("Ctrl or Alt+digit"), tr("a center mark, where the terminal tells us")
        yield tr("Delete Backspace 0"), tr("clear the cell")
        yield tr("u  Ctrl+Z"), tr("undo")
        yield tr("r  Ctrl+R"), tr("redo")
        yield tr("arrows  h j k l"), tr("move; with Shift an arrow selects several cells, with Ctrl it leaps a region")
        yield tr("Tab  Shift+Tab"), tr("the next region, the one before")
        yield tr("Home End"), tr("the ends of the row; with Ctrl, of the column")
        yield f"{self._hint_key}  F1".removeprefix("F1  "), tr("a hint; each press tells more, in four levels")
        yield tr("Enter"), tr("do the step of the hint")
        yield "c", tr("check what you have written")
        yield "m", tr("write all candidates as center marks")
        yield "p", tr("pause: stop the clock and hide the board")
        yield "s", tr("save; the game saves itself, too")
        yield "+ -", tr("larger, smaller")
        yield "t", tr("dark colors, light ones, those of the terminal")
        yield tr("PageUp PageDown"), tr("scroll the words beside the board")
        yield "q", tr("quit; the game is kept")
        yield "", tr("Hints take center marks for all candidates of their cell. Corner marks are yours alone.")

    def action_scroll_text(self, step: int) -> None:
        """Scroll the list."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)


class Pause(ModalScreen[None]):
    """The pause: it hides the board, so that nobody thinks on while the clock stands."""

    DEFAULT_CSS = """
    Pause { align: center middle; background: $background; }
    Pause Static { width: auto; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("p,enter,space,escape,q", "dismiss", show=False)]

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def compose(self) -> ComposeResult:
        """Say how to go on."""
        yield Static(tr("Paused at {time}. Press p to go on.", time=clock(self._seconds)), markup=False)
