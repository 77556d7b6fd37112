"""The help of a command, laid out for the width of the terminal: no word is broken, however narrow that is.

The examples of a command are a text: two blanks, what to type, two blanks or more, what it does. Here they become a
table, or, where there is no room for one, lines below each other.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

WIDEST = 100
"""Characters of a line: the eye loses its way back in longer ones."""

_NARROWEST_COMMENT = 34
_MOST_CHOICES = 20  # characters
_LONGEST_COMMAND = 48  # what is longer has a line of its own, also in a table
_EXAMPLE = re.compile(r"  (\S.*?)(?: {2,}(.*))?")


class Example(NamedTuple):
    """What to type, and what it does."""

    command: str
    does: str


class Help(argparse.RawDescriptionHelpFormatter):
    """The layout of the help."""

    def __init__(self, prog: str, **_: object) -> None:
        import shutil

        width = min(shutil.get_terminal_size().columns - 1, WIDEST)
        super().__init__(prog, max_help_position=24 if width < 80 else 30, width=width)

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        if _has_many_choices(action):
            return lambda size: (action.dest.upper(),) * size
        return super()._metavar_formatter(action, default_metavar)

    def _expand_help(self, action: argparse.Action) -> str:
        said = super()._expand_help(action)
        return f"{said}: {', '.join(map(str, action.choices or ()))}" if _has_many_choices(action) else said

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "".join(f"{indent}{line}".rstrip() + "\n" for line in lines_of(text, width))


def _has_many_choices(action: argparse.Action) -> bool:
    """Return whether the choices of an option are too many for its name: they stand in its help instead."""
    is_option = bool(action.option_strings) and action.metavar is None
    return is_option and len(",".join(map(str, action.choices or ()))) > _MOST_CHOICES


def lines_of(text: str, width: int) -> list[str]:
    """Lay a text out that may hold examples.

    Examples
    --------
    >>> lines_of("examples:\\n  farandole -h  help", 60)
    ['examples:', '  farandole -h   help']
    """
    lines: list[str] = []
    for is_example, group in groupby(text.splitlines(), lambda line: line.startswith("  ")):
        if is_example:
            lines += laid_out([_example(line) for line in group], width)
        else:
            lines += [part for line in group for part in _wrapped(line, width)]
    return lines


def _example(line: str) -> Example:
    match = _EXAMPLE.fullmatch(line)
    return Example(match[1], match[2] or "") if match else Example(line.strip(), "")


def laid_out(examples: Sequence[Example], width: int) -> list[str]:
    """Lay examples out as a table, or below each other where comments would get too narrow.

    Examples
    --------
    >>> some = [Example("farandole puzzle.txt", "solve it"), Example("farandole -h", "help")]
    >>> print("\\n".join(laid_out(some, 80)))
      farandole puzzle.txt   solve it
      farandole -h           help
    >>> print("\\n".join(laid_out(some, 40)))
      farandole puzzle.txt
          solve it
      farandole -h
          help
    """
    column = 5 + max((len(one.command) for one in examples if len(one.command) <= _LONGEST_COMMAND), default=0)
    if width - column < _NARROWEST_COMMENT:
        return list(_below_each_other(examples, width))
    lines: list[str] = []
    for command, does in examples:
        first, *others = _wrapped(does, width - column) or [""]
        if len(command) + 4 < column:
            lines.append(f"  {command}".ljust(column) + first)
        else:
            lines += [*_command(command, width), *([" " * column + first] if does else [])]
        lines += [" " * column + other for other in others]
    return lines


def _below_each_other(examples: Sequence[Example], width: int) -> Iterator[str]:
    for command, does in examples:
        yield from _command(command, width)
        yield from (" " * 6 + line for line in _wrapped(does, width - 6) if does)


def _command(command: str, width: int) -> list[str]:
    """Break a command as a shell takes it: a backslash at the end of a line that goes on."""
    parts = _wrapped(command, width - 6)
    first, *others = [*(f"{part} \\" for part in parts[:-1]), parts[-1]]
    return [f"  {first}", *(f"    {other}" for other in others)]


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text between words only: not at a hyphen, and not within what is longer than a line."""
    import textwrap

    return textwrap.wrap(text, max(width, 11), break_long_words=False, break_on_hyphens=False) or [""]
