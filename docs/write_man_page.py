"""Write the man page from the help of the command: ``python docs/write_man_page.py``."""

from __future__ import annotations

import argparse
import os
from importlib.metadata import version
from pathlib import Path

from argparse_manpage.manpage import Manpage

from farandole.command.arguments import parser
from farandole.command.usage.help import lines_of

WIDTH = 72
PAGE = Path(__file__).with_name("farandole.1")

MORE = r"""
.SH LANGUAGE
The variable FARANDOLE_LANG names the language in which the command speaks: en or zh. So does the option \-\-lang.
.SH EXIT STATUS
0 exactly one solution, 1 none or several, 2 bad input, 130 after Ctrl\-C, 143 after SIGTERM. The examples of a command
say what else its status may mean.
"""


def man_page() -> str:
    """Write the page, which is the same at each width of a terminal."""
    os.environ["COLUMNS"] = "80"
    commands = parser()
    others = subcommands(commands)
    examples = "".join(f'.SS "farandole {name}"\n{_as_it_is(below.epilog or "")}' for name, below in others.items())
    first, commands.epilog = commands.epilog, None
    for below in (commands, *others.values()):
        below.formatter_class = argparse.RawDescriptionHelpFormatter  # the page has a width of its own
    for below in others.values():
        below.usage = " ".join(below.format_usage().split()[1:])
    page = Manpage(commands, format="single-commands-section")
    page.date, page.source, page.manual = "2026-11-22", f"farandole {version('farandole')}", "Farandole"
    page.description = "Sudoku of every shape and exact cover"
    page.add_section("synopsis", "=", ".B farandole\nPUZZLE\n.br\n.B farandole\nCOMMAND ...")
    lines = [line.rstrip() for line in str(page).splitlines()]
    lines.insert(1, ".nh\n.ad l")  # words stay whole
    return "\n".join(lines) + f"{MORE}.SH EXAMPLES\n{_as_it_is(first or '')}{examples}"


def subcommands(commands: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Find the parsers of the commands."""
    return {
        name: below
        for action in commands._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, below in action.choices.items()
    }


def _as_it_is(text: str) -> str:
    """Lay a text out for readers that keep its lines."""
    lines = lines_of(text.removeprefix("examples:\n").rstrip(), WIDTH)
    escaped = [line.removeprefix("  ").replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq") for line in lines]
    return "".join([".nf\n", *(f"{line}\n" for line in escaped), ".fi\n"])


if __name__ == "__main__":
    PAGE.write_text(man_page())
