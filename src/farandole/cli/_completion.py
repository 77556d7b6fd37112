"""Completion in bash, zsh and fish by argcomplete: commands, options, choices, techniques and files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable

from farandole.cli._commands import parser_of
from farandole.cli._route import find_command
from farandole.i18n import LANGUAGES


def complete() -> None:
    """Answer a shell that asks for completions, and end."""
    import argcomplete

    commands = parser_of(_find_command_of_line())
    for action in _list_actions(commands):
        if names := COMPLETIONS.get(action.dest):
            action.completer = names  # type: ignore[attr-defined]
        elif isinstance(action, argparse._SubParsersAction):
            action.completer = argcomplete.FilesCompleter()  # type: ignore[attr-defined]
    argcomplete.autocomplete(commands)


def _list_actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _list_actions(below)


def _find_command_of_line() -> str:
    """Find the command of the line that is being typed; insert ``solve`` into a line that begins with a puzzle."""
    line, point = os.environ.get("COMP_LINE", ""), os.environ.get("COMP_POINT", "")
    program, *words = line.split(" ")
    is_file = len(words) > 1 and os.path.isfile(words[0])
    if is_file and find_command(words[:1])[0] == "solve" and point.isdecimal():
        os.environ["COMP_LINE"] = " ".join([program, "solve", *words])
        os.environ["COMP_POINT"] = str(int(point) + len("solve "))
        return "solve"
    return words[0] if words else ""


def list_techniques(**_: object) -> list[str]:
    """List the names of all techniques."""
    from farandole import logic

    return [technique.name for technique in logic.TECHNIQUES]


def list_languages(**_: object) -> list[str]:
    """List the languages."""
    return list(LANGUAGES)


COMPLETIONS: dict[str, Callable[..., list[str]]] = {"until": list_techniques, "lang": list_languages}
"""The completions of an argument without choices, by its name."""
