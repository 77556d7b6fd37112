"""The command ``farandole data``: commands for many puzzles at once."""

from __future__ import annotations

import argparse

from farandole.cli._commands import Command, add_commands

COMMANDS = (
    Command("dedupe", "keep each puzzle once, up to isomorphism", "farandole.cli.dedupe"),
    Command(
        "dataset",
        "make a data set for training: ratings, canonical forms, a fair split",
        "farandole.cli.dataset",
    ),
    Command("scale", "work on folders of puzzles, or on one big count, on many machines", "farandole.cli.scale"),
)

EXAMPLES = """\
examples:
  farandole data dedupe puzzles.txt -o once.txt   of isomorphic puzzles only the first is kept
  farandole data dataset puzzles.txt -o data      tables for training and testing, with a data card
  farandole data scale solve in/ out/             a folder of puzzles, on all cores, on Ray or on Dask

Each command has its own help with examples: farandole data dedupe --help
"""


def add_data(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    add_commands(command, COMMANDS, COMMANDS)
