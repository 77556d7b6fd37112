"""Completion in bash, zsh and fish, by argcomplete: commands, options, choices, techniques, files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence

from farandole.i18n import LANGUAGES

NAME = "farandole"


def script(shell: str) -> str:
    """Write what a shell has to run once, in its startup file: ``eval "$(farandole --completion bash)"``."""
    from argcomplete.shell_integration import shellcode

    return shellcode([NAME], shell=shell)


def complete(parser: Callable[[str], argparse.ArgumentParser], routed: Callable[[Sequence[str]], list[str]]) -> None:
    """Answer a shell that asks what may come next, and end.

    Parameters
    ----------
    parser : callable
        Makes the parser that knows a command.
    routed : callable
        Finds the command that words ask for, as `farandole.cli._commands.routed` does.
    """
    import argcomplete

    commands = parser(_command(routed))
    for action in _actions(commands):
        if names := NAMES.get(action.dest):
            action.completer = names  # type: ignore[attr-defined]
        elif isinstance(action, argparse._SubParsersAction):
            action.completer = argcomplete.FilesCompleter()  # type: ignore[attr-defined]
    argcomplete.autocomplete(commands)


def _actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


def _command(routed: Callable[[Sequence[str]], list[str]]) -> str:
    """Find the command of the line; where it begins with a puzzle, write the one that is meant: solve."""
    line, point = os.environ.get("COMP_LINE", ""), os.environ.get("COMP_POINT", "")
    program, *words = line.split(" ")
    if len(words) > 1 and os.path.isfile(words[0]) and routed(words[:1])[0] == "solve" and point.isdecimal():
        os.environ["COMP_LINE"] = " ".join([program, "solve", *words])
        os.environ["COMP_POINT"] = str(int(point) + len("solve "))
        return "solve"
    return words[0] if words else ""


def techniques(**_: object) -> list[str]:
    """List the names of all techniques that a path may have."""
    from farandole import logic

    return [technique.name for technique in logic.TECHNIQUES]


def languages(**_: object) -> list[str]:
    """List the languages."""
    return list(LANGUAGES)


NAMES: dict[str, Callable[..., list[str]]] = {"until": techniques, "lang": languages}
"""What an argument may be, if it has no choices of its own."""
