"""The screens around a game: a question with answers, the help on keys, and the pause."""

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
from farandole.tui.describe import format_time


class Choice(ModalScreen[int]):
    """A question with answers. Its result is the number of the chosen answer, or -1 for none.

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
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, question: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        """Show the question and its answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield OptionList(*map(Content, self._answers))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose an answer."""
        self.dismiss(event.option_index)

    def action_move(self, step: int) -> None:
        """Go to the next or the previous answer."""
        answers = self.query_one(OptionList)
        if step > 0:
            answers.action_cursor_down()
        else:
            answers.action_cursor_up()

    def action_leave(self) -> None:
        """Choose no answer."""
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

    def __init__(self, signs: str, hint_key: str) -> None:
        super().__init__()
        self._signs, self._hint_key = signs, hint_key

    def compose(self) -> ComposeResult:
        """List the keys."""
        with VerticalScroll():
            for key, does in self._keys():
                with Horizontal():
                    yield Static(key, classes="key", markup=False)
                    yield Static(does, classes="does", markup=False)

    def _keys(self) -> Iterator[tuple[str, str]]:
        if self._signs.isdigit():
            yield f"{self._signs[0]}-{self._signs[-1]}", tr("write a digit; press it again to remove it")
        else:
            yield (
                f"{self._signs[0]}-9 A-{self._signs[-1]}",
                tr("write a digit, or a letter from 10 on; press it again to remove it"),
            )
        yield tr("Space"), tr("switch between digits, corner marks and center marks")
        yield "z x v", tr("digits, corner marks, center marks")
        yield tr("Shift+digit"), tr("write a corner mark (! @ # ... on US keyboards)")
        yield tr("Ctrl or Alt+digit"), tr("write a center mark, if the terminal supports it")
        yield tr("Delete Backspace 0"), tr("clear the cell")
        yield tr("u  Ctrl+Z"), tr("undo")
        yield tr("r  Ctrl+R"), tr("redo")
        yield (
            tr("arrows  h j k l"),
            tr("move; arrows with Shift select several cells, with Ctrl jump to the next region"),
        )
        yield tr("Tab  Shift+Tab"), tr("the next region, the previous region")
        yield tr("Home End"), tr("the ends of the row; with Ctrl, of the column")
        yield f"{self._hint_key}  F1".removeprefix("F1  "), tr("a hint; press again for more, in four levels")
        yield tr("Enter"), tr("apply the step of the hint")
        yield "c", tr("check your digits and marks")
        yield "m", tr("write all candidates as center marks")
        yield "p", tr("pause: stop the clock and hide the board")
        yield "s", tr("save; games are also saved automatically")
        yield "+ -", tr("larger, smaller")
        yield "t", tr("switch between dark colors, light colors and those of the terminal")
        yield tr("PageUp PageDown"), tr("scroll the text beside the board")
        yield "q", tr("quit; the game is saved")
        yield "", tr("Hints take your center marks for all candidates of a cell. They ignore corner marks.")

    def action_scroll_text(self, step: int) -> None:
        """Scroll the list."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)


class Pause(ModalScreen[None]):
    """The pause: it stops the clock and hides the board."""

    DEFAULT_CSS = """
    Pause { align: center middle; background: $background; }
    Pause Static { width: auto; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("p,enter,space,escape,q", "dismiss", show=False)]

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def compose(self) -> ComposeResult:
        """Say how to continue."""
        yield Static(tr("Paused at {time}. Press p to continue.", time=format_time(self._seconds)), markup=False)
