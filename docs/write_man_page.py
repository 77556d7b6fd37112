"""Write the man page from the help of the command: ``python docs/write_man_page.py``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

from farandole.cli._commands import each_command, parser
from farandole.cli._help import Help, lay_out

WIDTH = 72
PAGE = Path(__file__).with_name("farandole.1")

NAMES = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})
"""What roff would print otherwise than it stands."""

TOP = r""".TH FARANDOLE 1 2026\-11\-22 "farandole {version}" Farandole
.nh
.ad l
.SH NAME
farandole \- Sudoku of every shape and exact cover
.SH SYNOPSIS
.B farandole
.I PUZZLE
.br
.B farandole
.I COMMAND
\&...
.SH DESCRIPTION
{description}
"""

MORE = r""".SH LANGUAGE
The variable FARANDOLE_LANG names the language in which the command speaks: en or zh. So does the option \-\-lang.
.SH EXIT STATUS
0 exactly one solution, 1 none or several, 2 bad input, 130 after Ctrl\-C, 143 after SIGTERM. The examples of a command
say what else its status may mean.
"""


class Plain(Help):
    """What the help says in one line, however long and without colors: man breaks lines itself."""

    def __init__(self, prog: str, **_: object) -> None:
        super().__init__(prog)
        self._width = 1 << 20
        getattr(self, "_set_color", bool)(False)  # Python 3.14 has colors

    def usage_of(self, below: argparse.ArgumentParser) -> str:
        """Say how a command is called, without its name."""
        self.add_usage(below.usage, below._actions, below._mutually_exclusive_groups, prefix="")
        return self.format_help().strip().removeprefix(below.prog).strip()

    def names_of(self, action: argparse.Action) -> str:
        """Show an option, or a positional argument, in roff: bold what is typed, italic what stands for a value."""
        value = self._format_args(action, self._default_of(action)) if action.nargs != 0 else ""
        if not action.option_strings:
            return italic(value.removeprefix("[").removesuffix(" ...]"))
        return ", ".join(f"{bold(option)}{' ' * bool(value)}{italic(value)}" for option in action.option_strings)

    def help_of(self, action: argparse.Action) -> str:
        """Say what an option does, its default filled in."""
        return self._expand_help(action)

    def _default_of(self, action: argparse.Action) -> str:
        if action.option_strings:
            return self._get_default_metavar_for_optional(action)
        return self._get_default_metavar_for_positional(action)


def man_page() -> str:
    """Write the page, which is the same at each width of a terminal and for each release of Python."""
    commands = parser()
    lines = [TOP.format(version=escaped(version("farandole")), description=escaped(commands.description or "").strip())]
    lines.append(".SH OPTIONS\n")
    lines += options(commands, [action for action in commands._actions if action.option_strings])
    lines.append(".SH COMMANDS\n")
    for name, below, summary in each_command(commands):
        lines.append(f'.SS "farandole {name}"\n{line_of(summary[:1].upper() + summary[1:])}.\n')
        lines.append(f'.PP\n.B "farandole {name}"\n{line_of(Plain(below.prog).usage_of(below))}\n')
        description = (below.description or "").strip().removesuffix(".")
        if description.lower() != summary.lower():
            lines += (f".PP\n{line_of(' '.join(part.split()))}\n" for part in (below.description or "").split("\n\n"))
        for group in below._action_groups:
            lines += options(below, group._group_actions)
    lines.append(MORE)
    lines.append(f".SH EXAMPLES\n{as_it_is(commands.epilog or '')}")
    for name, below, _ in each_command(commands):
        lines.append(f'.SS "farandole {name}"\n{as_it_is(below.epilog or "")}')
    return "".join(lines)


def options(of: argparse.ArgumentParser, actions: Iterable[argparse.Action]) -> Iterator[str]:
    """List the arguments, each with its help; those that the help hides stay hidden, and the help itself too."""
    shown = Plain(of.prog)
    for action in actions:
        if action.help != argparse.SUPPRESS and not isinstance(
            action, argparse._HelpAction | argparse._SubParsersAction
        ):
            yield f".TP\n{shown.names_of(action)}\n{line_of(shown.help_of(action))}\n"


def bold(text: str) -> str:
    """Show a text in bold."""
    return rf"\fB{escaped(text)}\fR"


def italic(text: str) -> str:
    """Show a text in italics, or underlined."""
    return rf"\fI{escaped(text)}\fR" if text else ""


def escaped(text: str) -> str:
    """Write a text such that roff prints it as it is."""
    return text.translate(NAMES)


def line_of(text: str) -> str:
    """Write a paragraph: a period at the start of a line would make a request of it."""
    return _guarded(escaped(" ".join(text.split())))


def _guarded(line: str) -> str:
    return rf"\&{line}" if line.startswith(".") else line


def as_it_is(text: str) -> str:
    """Lay a text out for readers that keep its lines."""
    lines = lay_out(text.removeprefix("examples:\n").rstrip(), WIDTH)
    return "".join([".nf\n", *(f"{_guarded(escaped(line.removeprefix('  ').rstrip()))}\n" for line in lines), ".fi\n"])


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
