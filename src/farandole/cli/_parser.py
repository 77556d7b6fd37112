"""An argument parser whose errors say what was expected, what was found, and what was probably meant."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from farandole.cli._help import Help
from farandole.cli._output import BAD_INPUT
from farandole.errors import shorten
from farandole.outputs import print_error
from farandole.render.terminal import printable

# Messages of argparse, and the messages that replace them.
_MESSAGES = (
    (r"argument (\S+): not allowed with argument (\S+)", "{0} and {1} don't go together: give one of them"),
    (r"argument (\S+): ignored explicit argument (.*)", "{0} takes no value, found {1}"),
    (r"ambiguous option: (\S+) could match (.*)", "{0}: expected one option, found the beginning of several: {1}"),
    (
        r"argument (?:-\w/)?(\S+): (?:expected (?:one|at least one) argument)",
        "{0}: expected a value after it, found nothing",
    ),
    (r"argument (?:-\w/)?(\S+): (.*)", "{0}: {1}"),
)


class Parser(argparse.ArgumentParser):
    """An argument parser that prints errors in one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": Help} | options)
        self._positionals.title = "arguments"

    def error(self, message: str) -> NoReturn:
        """Print an error, and exit."""
        if missing := re.fullmatch(r"the following arguments are required: (.*)", message):
            message = f"expected {self._describe_argument(missing[1])}, found nothing"
        for pattern, ours in _MESSAGES:
            if match := re.fullmatch(pattern, message, re.DOTALL):
                message = ours.format(*match.groups())
                break
        self.exit(BAD_INPUT, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help. Unlike argparse, report a full disk and a closed pipe."""
        if file is sys.stdout:
            file.write(message)
        else:
            print_error(message)

    def _describe_argument(self, name: str) -> str:
        """Describe an argument."""
        action = next((action for action in self._actions if action.metavar == name), None)
        if isinstance(action, argparse._SubParsersAction):
            return _either(list(action.choices))
        return f"{name}: {action.help}" if action and action.help else name

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read arguments, and refuse unknown ones. Puzzles may also follow after options."""
        arguments, others = super().parse_known_args(args, namespace)
        puzzles = getattr(arguments, self._several or "", None)
        if puzzles is not None:
            puzzles += [word for word in others if not word.startswith("-")]
            others = [word for word in others if word.startswith("-")]
        if others:
            self._refuse(others)
        return arguments, []

    @property
    def _several(self) -> str | None:
        """The name of the argument that takes any number of words."""
        return next((action.dest for action in self._actions if action.nargs in ("*", "+")), None)

    def _refuse(self, words: Sequence[str]) -> NoReturn:
        from farandole.cli._nearest import did_you_mean

        word = words[0].partition("=")[0]
        if not word.startswith("-"):
            self.error(f"expected nothing more, found {shorten(word)!r}")
        known = [option for action in self._actions for option in action.option_strings]
        is_file = os.path.exists(words[0])
        meant = f"; for the file of that name write ./{words[0]}" if is_file else did_you_mean(word, known)
        self.error(f"expected an option of this command, found {shorten(word)}{meant}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            from farandole.cli._nearest import did_you_mean

            names = [str(choice) for choice in action.choices]
            expected = _either(names)
            found = f"found {shorten(str(value))!r}{did_you_mean(str(value), names)}"
            raise argparse.ArgumentError(action, f"expected {expected}; {found}")


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
