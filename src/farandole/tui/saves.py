"""Saved games: JSON documents with the puzzle, all moves, and the time.

::

    {"farandole_game": 1, "title": "easy", "seconds": 754, "puzzle": "..7...934...",
     "start": {}, "moves": [{"r1c1": {"digit": 5}}, {"r1c2": {"center": [1, 2]}}], "undone": 0}

``puzzle`` is a line, or our document of a puzzle. A move has the new entries of cells. ``start`` has the entries before
the first move.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from farandole import formats, outputs
from farandole.bitsets import bit_of, digits_of
from farandole.errors import FarandoleError, FormatError, MissingExtraError, PuzzleError
from farandole.formats.json_value import Node
from farandole.lazy import regex
from farandole.logic.board import DigitSet
from farandole.puzzle import About, Puzzle
from farandole.records import replace
from farandole.sizes import MAX_INTEGER, MAX_TEXT
from farandole.tui.game import BLANK, Entry, Game, Move

VERSION = 1
KEYS = ("farandole_game", "title", "seconds", "puzzle", "start", "moves", "undone")
ENTRY_KEYS = ("digit", "corner", "center")

_BEGINNING = regex(rb'(\xef\xbb\xbf)?\s*\{\s*"farandole_game"')
_LONGEST_TITLE = 1000
_LATEST = 20  # games that a list offers


class Saved(NamedTuple):
    """A game and its file."""

    file: str
    game: Game


# ── Text ───────────────────────────────────────────────────────────────────────────────────────────────────────


def write(game: Game) -> str:
    """Write a game as a text that `read` reads. Drop the first moves if the text would be too long.

    Raises
    ------
    PuzzleError
        If the puzzle has a rule that a document cannot express.
    """
    start, moves = game.start(), game.moves
    while True:
        text = _write(game, start, moves)
        if len(text) <= MAX_TEXT // 2:
            return text
        n_forgotten = min(max(len(moves) // 2, 1), len(moves) - game.n_undone)
        if not n_forgotten:
            return text
        for move in moves[:n_forgotten]:
            for cell, entry in move.items():
                start[cell] = entry
        moves = moves[n_forgotten:]


def _write(game: Game, start: list[Entry], moves: list[Move]) -> str:
    name = game.given.grid.cell_name

    def write_entries(entries: Mapping[int, Entry]) -> dict[str, Any]:
        return {name(cell): _write_entry(entry) for cell, entry in entries.items()}

    document = {
        "farandole_game": VERSION,
        "title": game.title,
        "seconds": int(game.seconds),
        "puzzle": json.loads(formats.write(game.given, "json"))
        if game.given.about
        else formats.to_json_value(game.given),
        "start": write_entries({cell: entry for cell, entry in enumerate(start) if entry != BLANK}),
        "moves": [write_entries(move) for move in moves],
        "undone": game.n_undone,
    }
    return json.dumps(document) + "\n"


def _write_entry(entry: Entry) -> dict[str, Any]:
    marks = {"corner": list(digits_of(entry.corner)), "center": list(digits_of(entry.center))}
    return ({"digit": entry.digit} if entry.digit else {}) | {key: digits for key, digits in marks.items() if digits}


def read(text: str) -> Game:
    """Read a game.

    Raises
    ------
    FormatError
        If the text is not a game, or has another version.

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
    game = Game(_read_puzzle(node["puzzle"]), title=node["title"].text()[:_LONGEST_TITLE])
    game.seconds = node["seconds"].integer(0, 10**MAX_INTEGER)
    start = [BLANK] * game.given.grid.n_cells
    for cell, entry in _read_move(node["start"], game).items():
        start[cell] = entry
    moves = [_read_move(move, game) for move in node["moves"].items()]
    game.replay(start, moves, n_undone=node["undone"].integer(0, len(moves)))
    return game


def _read_puzzle(node: Node) -> Puzzle:
    content = node.value if isinstance(node.value, str) else json.dumps(node.value)
    try:
        puzzles = formats.read(content)
    except (FormatError, PuzzleError) as error:
        raise FormatError.from_error(error, f"{node.where}: {error}") from None
    if len(puzzles) != 1:
        raise node.fault("one puzzle")
    return puzzles[0]


def _read_move(node: Node, game: Game) -> Move:
    move: dict[int, Entry] = {}
    for name in node.names():
        entry = node[name]
        [cell] = Node([name], node.where).cells(game.given.grid)
        if game.puzzle.givens[cell]:
            raise entry.fault(f"no entry, because the puzzle gives {game.puzzle.givens[cell]} there")
        move[cell] = _read_entry(entry.only(ENTRY_KEYS), game.given.grid.n_digits)
    return move


def _read_entry(node: Node, n_digits: int) -> Entry:
    digit = node["digit"].integer(1, n_digits) if node.has("digit") else 0
    corner, center = (_read_mask(node[key], n_digits) if node.has(key) else 0 for key in ENTRY_KEYS[1:])
    return Entry(digit, corner, center)


def _read_mask(node: Node, n_digits: int) -> DigitSet:
    mask = 0
    for digit in node.items():
        mask |= bit_of(digit.integer(1, n_digits))
    return mask


# ── Files ───────────────────────────────────────────────────────────────────────────────────────────────────────


def get_folder() -> Path:
    """Return the folder of this user's games, in the system's place for the state of programs."""
    try:
        from platformdirs import user_state_path
    except ImportError:
        raise MissingExtraError("pip install 'farandole[play]' to play in the terminal") from None
    return user_state_path("farandole") / "games"


def name_file(puzzle: Puzzle) -> str:
    """Return the name of the file for the game of a puzzle; it depends only on the puzzle.

    Raises
    ------
    PuzzleError
        If the puzzle has a rule that a document cannot express.
    """
    content = json.dumps(formats.to_json_value(replace(puzzle, about=About())), sort_keys=True)
    return str(get_folder() / f"{sha256(content.encode()).hexdigest()[:16]}.json")


def is_game(name: str) -> bool:
    """Return whether a file begins like a game; `load` finds out whether it can be read."""
    try:
        with open(name, "rb") as file:
            return bool(_BEGINNING.match(file.read(1000)))
    except (OSError, ValueError):
        return False


def load(name: str) -> Game:
    """Read a game from a file.

    Raises
    ------
    FormatError
        If the file is not a game, or has another version. The message names the file.
    OSError
        If it can't be read.
    """
    with open(name, "rb") as file:
        content = file.read(4 * MAX_TEXT + 1)  # the longest text, four bytes a character, and one more
    try:
        return read(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError(f"{name}: byte {error.start + 1}: expected UTF-8 text") from None
    except FormatError as error:
        raise FormatError.from_error(error, f"{name}: {error}") from None


def load_game_of(name: str, puzzle: Puzzle) -> Game | None:
    """Read the game of a puzzle from the file in which it will be saved; None if there is no such file.

    Raises
    ------
    FormatError
        If the file holds something else, which must not be overwritten.
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
        raise FormatError(f"{error}; it is not replaced: move it away, or save the game elsewhere by --save") from None
    return game


def save(game: Game, name: str) -> None:
    """Write a game to a file. The file keeps the old game until the new one is complete.

    Raises
    ------
    FormatError
        If the name is not valid for a file, or another command is writing the file.
    OSError
        If it can't be written.
    """
    if os.path.dirname(name) == str(get_folder()):
        os.makedirs(get_folder(), exist_ok=True)
    text = write(game)
    with outputs.open_output(name) as file:
        file.write(text.encode())


def list_recent() -> list[Saved]:
    """List this user's unfinished games, the latest first; ignore files that can't be read."""
    try:
        files = sorted(get_folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return []
    games = []
    for file in files[:_LATEST]:
        try:
            game = load(str(file))
        except (FarandoleError, OSError):
            continue
        if game.has_started and not game.is_solved:
            games.append(Saved(str(file), game))
    return games
