"""Games on the disk: a JSON document each, which holds the puzzle, every move, and the time.

::

    {"farandole_game": 1, "title": "easy", "seconds": 754, "puzzle": "..7...934...",
     "start": {}, "moves": [{"r1c1": {"digit": 5}}, {"r1c2": {"center": [1, 2]}}], "undone": 0}

``puzzle`` is a line, or our document of a puzzle. A move says what cells hold after it; ``start`` what they held before
the first.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from farandole import formats, outputs
from farandole.bitsets import bit_of, digits_of
from farandole.errors import FarandoleError, FormatError, MissingExtraError, PuzzleError
from farandole.formats.json_value import Node
from farandole.logic.board import DigitSet
from farandole.puzzle import About, Puzzle
from farandole.sizes import MAX_INTEGER, MAX_TEXT
from farandole.tui.game import BLANK, Entry, Game, Move

VERSION = 1
KEYS = ("farandole_game", "title", "seconds", "puzzle", "start", "moves", "undone")
ENTRY_KEYS = ("digit", "corner", "center")

_BEGINNING = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"farandole_game"')
_LONGEST_TITLE = 1000
_LATEST = 20  # games that a list offers


class Saved(NamedTuple):
    """A game, and the file it lies in."""

    file: str
    game: Game


# ── As a text ───────────────────────────────────────────────────────────────────────────────────────────────────────


def write(game: Game) -> str:
    """Write a game as a text that `read` gives back, with its last moves alone where all would be too long.

    Raises
    ------
    PuzzleError
        If the puzzle has a rule that no document can say.
    """
    start, moves = game.start(), game.moves
    while True:
        text = _written(game, start, moves)
        if len(text) <= MAX_TEXT // 2:
            return text
        n_forgotten = min(max(len(moves) // 2, 1), len(moves) - game.n_undone)
        if not n_forgotten:
            return text
        for move in moves[:n_forgotten]:
            for cell, entry in move.items():
                start[cell] = entry
        moves = moves[n_forgotten:]


def _written(game: Game, start: list[Entry], moves: list[Move]) -> str:
    name = game.given.grid.cell_name

    def named(entries: Mapping[int, Entry]) -> dict[str, Any]:
        return {name(cell): _told(entry) for cell, entry in entries.items()}

    document = {
        "farandole_game": VERSION,
        "title": game.title,
        "seconds": int(game.seconds),
        "puzzle": json.loads(formats.write(game.given, "json"))
        if game.given.about
        else formats.to_json_value(game.given),
        "start": named({cell: entry for cell, entry in enumerate(start) if entry != BLANK}),
        "moves": [named(move) for move in moves],
        "undone": game.n_undone,
    }
    return json.dumps(document) + "\n"


def _told(entry: Entry) -> dict[str, Any]:
    marks = {"corner": list(digits_of(entry.corner)), "center": list(digits_of(entry.center))}
    return ({"digit": entry.digit} if entry.digit else {}) | {key: digits for key, digits in marks.items() if digits}


def read(text: str) -> Game:
    """Read a game.

    Raises
    ------
    FormatError
        If the text is no game, or one of another version.

    Examples
    --------
    >>> from farandole.puzzle import Puzzle
    >>> game = Game(Puzzle.classic("." * 81), title="mine", seconds=3)
    >>> game.write([0], 5)
    >>> again = read(write(game))
    >>> again.title, again.digits[0], again.moves == game.moves
    ('mine', 5, True)
    """
    node = Node.parse(text)
    if (version := node["farandole_game"]).value != VERSION:
        raise version.fault(f"a game of version {VERSION}")
    node.only(KEYS)
    game = Game(_puzzle(node["puzzle"]), title=node["title"].text()[:_LONGEST_TITLE])
    game.seconds = node["seconds"].integer(0, 10**MAX_INTEGER)
    start = [BLANK] * game.given.grid.n_cells
    for cell, entry in _move(node["start"], game).items():
        start[cell] = entry
    moves = [_move(move, game) for move in node["moves"].items()]
    game.replay(start, moves, n_undone=node["undone"].integer(0, len(moves)))
    return game


def _puzzle(node: Node) -> Puzzle:
    content = node.value if isinstance(node.value, str) else json.dumps(node.value)
    try:
        found = formats.read(content)
    except (FormatError, PuzzleError) as error:
        raise FormatError.from_error(error, f"{node.where}: {error}") from None
    if len(found) != 1:
        raise node.fault("one puzzle")
    return found[0]


def _move(node: Node, game: Game) -> Move:
    move: dict[int, Entry] = {}
    for name in node.names():
        held = node[name]
        [cell] = Node([name], node.where).cells(game.given.grid)
        if game.puzzle.givens[cell]:
            raise held.fault(f"nothing, for the puzzle gives {game.puzzle.givens[cell]} there")
        move[cell] = _entry(held.only(ENTRY_KEYS), game.given.grid.n_digits)
    return move


def _entry(node: Node, n_digits: int) -> Entry:
    digit = node["digit"].integer(1, n_digits) if node.has("digit") else 0
    corner, center = (_mask(node[key], n_digits) if node.has(key) else 0 for key in ENTRY_KEYS[1:])
    return Entry(digit, corner, center)


def _mask(node: Node, n_digits: int) -> DigitSet:
    mask = 0
    for digit in node.items():
        mask |= bit_of(digit.integer(1, n_digits))
    return mask


# ── As a file ───────────────────────────────────────────────────────────────────────────────────────────────────────


def folder() -> Path:
    """Return the folder of this user's games: where the system wants what a program is to remember."""
    try:
        from platformdirs import user_state_path
    except ImportError:
        raise MissingExtraError("pip install 'farandole[play]' to play in the terminal") from None
    return user_state_path("farandole") / "games"


def file_of(puzzle: Puzzle) -> str:
    """Name the file of the game of a puzzle: always the same, so that it is found again.

    Raises
    ------
    PuzzleError
        If the puzzle has a rule that no document can say.
    """
    content = json.dumps(formats.to_json_value(replace(puzzle, about=About())), sort_keys=True)
    return str(folder() / f"{sha256(content.encode()).hexdigest()[:16]}.json")


def is_game(name: str) -> bool:
    """Return whether a file begins as a game does; whether it can be read is for `load` to say."""
    try:
        with open(name, "rb") as file:
            return bool(_BEGINNING.match(file.read(1000)))
    except (OSError, ValueError):
        return False


def load(name: str) -> Game:
    """Read the game of a file.

    Raises
    ------
    FormatError
        If it holds none, or one of another version; the message names the file.
    OSError
        If it can't be read.
    """
    with open(name, "rb") as file:
        content = file.read(4 * MAX_TEXT + 1)  # the longest text in the longest characters, and more
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError(f"{name}: byte {error.start + 1}: expected UTF-8 text") from None
    except FormatError as error:
        raise FormatError.from_error(error, f"{name}: {error}") from None


def load_of(name: str, puzzle: Puzzle) -> Game | None:
    """Read the game of a puzzle from the file where it is to be kept; None if there is no such file.

    Raises
    ------
    FormatError
        If the file holds something else: then it is not for us to write it.
    OSError
        If it can't be read.
    """
    if not os.path.exists(name):
        return None
    try:
        game = load(name)
        if game.given != puzzle:
            raise FormatError(f"{name}: expected a game of this puzzle, found one of another")
    except FormatError as error:
        raise FormatError(f"{error}; it is not replaced: move it away, or keep the game elsewhere by --save") from None
    return game


def save(game: Game, name: str) -> None:
    """Write a game to a file, which has the old game until the new one is whole.

    Raises
    ------
    FormatError
        If the name is none for a file, or another command is writing it.
    OSError
        If it can't be written.
    """
    if os.path.dirname(name) == str(folder()):
        os.makedirs(folder(), exist_ok=True)
    text = write(game)
    with outputs.open_output(name) as file:
        file.write(text.encode())


def latest() -> list[Saved]:
    """List this user's games that are not over, the last one played first; what can't be read is passed over."""
    try:
        files = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return []
    found = []
    for file in files[:_LATEST]:
        try:
            game = load(str(file))
        except (FarandoleError, OSError):
            continue
        if game.is_begun and not game.is_solved:
            found.append(Saved(str(file), game))
    return found
