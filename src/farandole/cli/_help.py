"""The help of a command, laid out for the width of the terminal. It never breaks a word.

The examples of a command are a text: two blanks, the command, two or more blanks, and what it does. Here they become a
table, or lines below each other in a narrow terminal.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from farandole.lazy import regex

WIDEST = 100
"""Characters of the longest line; longer ones are hard to read."""

_NARROWEST_COMMENT = 34
_MOST_CHOICES = 20  # characters
_LONGEST_COMMAND = 48  # a longer one has a line of its own, also in a table
_EXAMPLE = regex(r"  (\S.*?)(?: {2,}(.*))?")


class Example(NamedTuple):
    """An example: a command, and what it does."""

    command: str
    does: str


class Help(argparse.RawDescriptionHelpFormatter):
    """The layout of the help."""

    def __init__(self, prog: str, **_: object) -> None:
        super().__init__(prog, width=WIDEST)  # a parser makes a layout for each option that it is told

    def format_help(self) -> str:
        """Lay out the help for the width that the terminal has now."""
        import shutil

        self._width = min(shutil.get_terminal_size().columns - 1, WIDEST)
        self._max_help_position = 24 if self._width < 80 else 30
        return super().format_help()

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        if _has_many_choices(action):
            return lambda size: (action.dest.upper(),) * size
        return super()._metavar_formatter(action, default_metavar)

    def _expand_help(self, action: argparse.Action) -> str:
        text = super()._expand_help(action)
        return f"{text}: {', '.join(map(str, action.choices or ()))}" if _has_many_choices(action) else text

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "".join(f"{indent}{line}".rstrip() + "\n" for line in lay_out(text, width))


def _has_many_choices(action: argparse.Action) -> bool:
    """Return whether an option has too many choices to list after its name; they are listed in its help instead."""
    is_option = bool(action.option_strings) and action.metavar is None
    return is_option and len(",".join(map(str, action.choices or ()))) > _MOST_CHOICES


def lay_out(text: str, width: int) -> list[str]:
    """Lay out a text that may contain examples.

    Examples
    --------
    >>> lay_out("examples:\\n  farandole -h  help", 60)
    ['examples:', '  farandole -h   help']
    """
    lines: list[str] = []
    for is_example, group in groupby(text.splitlines(), lambda line: line.startswith("  ")):
        if is_example:
            lines += lay_out_examples([_read_example(line) for line in group], width)
        else:
            lines += [part for line in group for part in _wrap(line, width)]
    return lines


def _read_example(line: str) -> Example:
    match = _EXAMPLE.fullmatch(line)
    return Example(match[1], match[2] or "") if match else Example(line.strip(), "")


def lay_out_examples(examples: Sequence[Example], width: int) -> list[str]:
    """Lay out examples as a table, or below each other where the second column would be too narrow.

    Examples
    --------
    >>> examples = [Example("farandole puzzle.txt", "solve it"), Example("farandole -h", "help")]
    >>> print("\\n".join(lay_out_examples(examples, 80)))
      farandole puzzle.txt   solve it
      farandole -h           help
    >>> print("\\n".join(lay_out_examples(examples, 40)))
      farandole puzzle.txt
          solve it
      farandole -h
          help
    """
    column = 5 + max((len(command) for command, _ in examples if len(command) <= _LONGEST_COMMAND), default=0)
    if width - column < _NARROWEST_COMMENT:
        return list(_stack(examples, width))
    lines: list[str] = []
    for command, does in examples:
        first, *others = _wrap(does, width - column) or [""]
        if len(command) + 4 < column:
            lines.append(f"  {command}".ljust(column) + first)
        else:
            lines += [*_break_command(command, width), *([" " * column + first] if does else [])]
        lines += [" " * column + other for other in others]
    return lines


def _stack(examples: Sequence[Example], width: int) -> Iterator[str]:
    for command, does in examples:
        yield from _break_command(command, width)
        yield from (" " * 6 + line for line in _wrap(does, width - 6) if does)


def _break_command(command: str, width: int) -> list[str]:
    """Break a command into lines for a shell: a line that continues ends in a backslash."""
    parts = _wrap(command, width - 6)
    first, *rest = [*(f"{part} \\" for part in parts[:-1]), parts[-1]]
    return [f"  {first}", *(f"    {line}" for line in rest)]


def _wrap(text: str, width: int) -> list[str]:
    """Break a text only between words: not at hyphens, and not within a word that is longer than a line."""
    import textwrap

    return textwrap.wrap(text, max(width, 11), break_long_words=False, break_on_hyphens=False) or [""]
