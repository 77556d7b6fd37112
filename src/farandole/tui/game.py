"""A game: a puzzle, the digits and marks of a player, and all moves. It is independent of the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from farandole.bitsets import bit_of, has_digit
from farandole.grid import Cell, Grid
from farandole.logic import Step
from farandole.logic.board import Digit, DigitSet
from farandole.puzzle import Puzzle
from farandole.puzzle.visible import find_right_digits, visible_part
from farandole.records import record, replace
from farandole.rules import AllDifferent, Cage, Rule


class Mode(Enum):
    """What the key of a digit writes."""

    DIGIT = "digit"
    CORNER = "corner"
    CENTER = "center"


@record
class Entry:
    """The digit and the marks of a player in a cell.

    Parameters
    ----------
    digit : Digit
        0 for none.
    corner, center : DigitSet
        Small digits in the corners and in the middle. A digit hides them until it is removed.
    """

    digit: Digit = 0
    corner: DigitSet = 0
    center: DigitSet = 0


BLANK = Entry()

Move: TypeAlias = Mapping[Cell, Entry]
"""The new entries of the cells that a move changes."""


class Game:
    """A puzzle, its entries, and the moves that wrote them.

    If a puzzle has givens and pencilmarks, the pencilmarks are the first center marks of the player, and may be wrong.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle as it was given.
    title : str, optional
        The title of the game, such as the name of its file.
    seconds : float, optional
        The time played so far.
    entries : sequence of Entry, optional
        The first entries of the cells, for example those on the photo of a puzzle that was started on paper.

    Attributes
    ----------
    given : Puzzle
        The puzzle as it was given.
    puzzle : Puzzle
        The puzzle to solve: without pencilmarks, if these belong to the player.
    entries : sequence of Entry
        The entries of all cells; a given is not an entry.
    seen : Puzzle
        The part of the puzzle that the player sees: all of it, unless there is fog.
    hidden : frozenset of Cell
        The cells under fog.

    Examples
    --------
    >>> game = Game(Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    >>> game.write([2], 3)
    >>> sorted(game.find_clashes())
    [1, 2]
    >>> game.undo(), game.digits[2], game.undo()
    (True, 0, False)
    """

    def __init__(
        self, puzzle: Puzzle, *, title: str = "", seconds: float = 0.0, entries: Sequence[Entry] | None = None
    ) -> None:
        self.given = puzzle
        self.puzzle = replace(puzzle, pencilmarks=None) if puzzle.pencilmarks and any(puzzle.givens) else puzzle
        self.title = title
        self.seconds = seconds
        has_fog = puzzle.about.fog is not None
        # Under fog, a mark that a cage removes would tell where the cage is.
        self._others = _find_others(replace(self.puzzle, rules=()) if has_fog else self.puzzle)
        self._right = find_right_digits(puzzle) if has_fog else ()
        self._seen: tuple[tuple[Digit, ...], Puzzle, frozenset[Cell]] | None = None
        self._entries = self._first_entries() if entries is None else list(entries)
        self._moves: list[tuple[Move, Move]] = []  # entries before, and after
        self._undone: list[tuple[Move, Move]] = []

    def _first_entries(self) -> list[Entry]:
        marks = self.given.pencilmarks
        if marks is None:
            return [BLANK] * self.given.grid.n_cells
        full = (1 << self.given.grid.n_digits) - 1
        known = zip(self.given.givens, marks, strict=True)
        return [BLANK if given or mask == full else Entry(center=mask) for given, mask in known]

    # ── State ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries of all cells; a given is not an entry."""
        return self._entries

    @property
    def seen(self) -> Puzzle:
        """The part of the puzzle that the player sees: all of it, unless there is fog."""
        return self._look()[0]

    @property
    def hidden(self) -> frozenset[Cell]:
        """The cells under fog."""
        return self._look()[1]

    def _look(self) -> tuple[Puzzle, frozenset[Cell]]:
        """Return what the player sees, and the cells under fog."""
        puzzle, fog = self.puzzle, self.puzzle.about.fog
        if fog is None:
            return puzzle, frozenset()
        entered = tuple(entry.digit for entry in self._entries)
        if self._seen is None or self._seen[0] != entered:
            clear = fog.clear_cells(puzzle.grid, entered, self._right, puzzle.givens)
            hidden = frozenset(range(puzzle.grid.n_cells)) - clear
            self._seen = entered, visible_part(puzzle, clear), hidden
        return self._seen[1:]

    @property
    def digits(self) -> list[Digit]:
        """The digit of each cell, given or entered; 0 for none."""
        return [given or entry.digit for given, entry in zip(self.seen.givens, self._entries, strict=True)]

    @property
    def notes(self) -> dict[Cell, DigitSet]:
        """The center marks of cells without a digit. The player takes them for all candidates of the cell."""
        digits = self.digits
        return {cell: entry.center for cell, entry in enumerate(self._entries) if entry.center and not digits[cell]}

    @property
    def n_open(self) -> int:
        """The number of cells without a digit."""
        return self.digits.count(0)

    @property
    def has_started(self) -> bool:
        """Whether a move was made."""
        return bool(self._moves or self._undone)

    @property
    def moves(self) -> list[Move]:
        """All moves, followed by the undone ones in the order in which `redo` would repeat them."""
        return [after for _, after in (*self._moves, *reversed(self._undone))]

    @property
    def n_undone(self) -> int:
        """The number of moves that `redo` can repeat."""
        return len(self._undone)

    def candidates(self, cell: Cell) -> DigitSet:
        """Return the digits that the puzzle allows in a cell, without those of its peers and its cages."""
        digits = self.digits
        taken = 0
        for other in self._others[cell]:
            taken |= bit_of(digits[other])
        return self.seen.masks[cell] & ~taken

    def find_clashes(self) -> set[Cell]:
        """Find the cells whose digits repeat in a house or break a rule."""
        digits, puzzle = self.digits, self.seen
        clashes = {cell for house in puzzle.grid.houses for cell in find_repeated(house.cells, digits)}
        for rule in puzzle.rules:
            clashes.update(find_broken(rule, digits, puzzle.grid))
        masks = puzzle.pencilmarks or ()
        return clashes.union(
            cell for cell, mask in enumerate(masks) if digits[cell] and not has_digit(mask, digits[cell])
        )

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a digit, and no digit clashes."""
        return not self.n_open and not self.find_clashes()

    def wrong(self, solution: Sequence[Digit]) -> set[Cell]:
        """Find the cells whose digit differs from the solution, or whose center marks exclude it."""
        wrong = {cell for cell, digit in enumerate(self.digits) if digit and digit != solution[cell]}
        return wrong | {cell for cell, mask in self.notes.items() if not has_digit(mask, solution[cell])}

    # ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, cells: Iterable[Cell], digit: Digit, mode: Mode = Mode.DIGIT) -> None:
        """Write a digit or a mark in cells; if all of them have it already, remove it.

        A digit removes its marks from its peers and from the cells of its cages. Givens never change, and a cell with a
        digit takes no marks.
        """
        open_cells = [cell for cell in cells if not self.puzzle.givens[cell]]
        if mode is Mode.DIGIT:
            self._do(self._with_digit(open_cells, digit))
            return
        empty = [cell for cell in open_cells if not self._entries[cell].digit]
        masks = [getattr(self._entries[cell], mode.value) for cell in empty]
        bit = bit_of(digit)
        change: Callable[[DigitSet], DigitSet]
        if all(has_digit(mask, digit) for mask in masks):
            change = lambda mask: mask & ~bit  # noqa: E731
        else:
            change = lambda mask: mask | bit  # noqa: E731
        marked = {cell: change(mask) for cell, mask in zip(empty, masks, strict=True)}
        self._do({cell: replace(self._entries[cell], **{mode.value: mask}) for cell, mask in marked.items()})

    def _with_digit(self, cells: Sequence[Cell], digit: Digit) -> Move:
        if all(self._entries[cell].digit == digit for cell in cells):
            return {cell: replace(self._entries[cell], digit=0) for cell in cells}
        move = {cell: replace(self._entries[cell], digit=digit) for cell in cells}
        for cell in cells:
            for other in self._others[cell]:
                if other not in move:
                    entry, kept = self._entries[other], ~bit_of(digit)
                    move[other] = replace(entry, corner=entry.corner & kept, center=entry.center & kept)
        return move

    def clear(self, cells: Iterable[Cell]) -> None:
        """Remove the digits of cells, or their marks if none has a digit."""
        cells = list(cells)
        if any(self._entries[cell].digit for cell in cells):
            self._do({cell: replace(self._entries[cell], digit=0) for cell in cells})
        else:
            self._do(dict.fromkeys(cells, BLANK))

    def note_candidates(self) -> None:
        """Write the candidates of each empty cell without center marks as center marks."""
        digits = self.digits
        empty = (cell for cell, digit in enumerate(digits) if not digit and not self._entries[cell].center)
        self._do({cell: replace(self._entries[cell], center=self.candidates(cell)) for cell in empty})

    def take(self, step: Step, masks: Sequence[DigitSet]) -> None:
        """Apply the step of a hint: write its digits, and remove its eliminations from the center marks.

        Parameters
        ----------
        step : Step
        masks : sequence of DigitSet
            The candidates of each cell before the step, from the board of the hint.
        """
        move: dict[Cell, Entry] = {}
        for cell, digit in step.placements:
            move |= self._with_digit([cell], digit) if self._entries[cell].digit != digit else {}
        for cell, digit in step.eliminations:
            entry = move.get(cell, self._entries[cell])
            before = entry.center or masks[cell]
            move[cell] = replace(entry, center=before & ~bit_of(digit))
        self._do(move)

    def undo(self) -> bool:
        """Undo the last move; return whether there was one."""
        if not self._moves:
            return False
        before, after = self._moves.pop()
        self._put(before)
        self._undone.append((before, after))
        return True

    def redo(self) -> bool:
        """Repeat the move that was undone last; return whether there was one."""
        if not self._undone:
            return False
        before, after = self._undone.pop()
        self._put(after)
        self._moves.append((before, after))
        return True

    def replay(self, start: Sequence[Entry], moves: Iterable[Move], *, n_undone: int = 0) -> None:
        """Start with these entries, make the moves, and undo the last ``n_undone`` of them."""
        self._entries = list(start)
        self._moves.clear()
        self._undone.clear()
        for move in moves:
            self._moves.append(({cell: self._entries[cell] for cell in move}, dict(move)))
            self._put(move)
        for _ in range(n_undone):
            self.undo()

    def start(self) -> list[Entry]:
        """Return the entries of all cells before the first move."""
        start = list(self._entries)
        for before, _ in reversed(self._moves):
            for cell, entry in before.items():
                start[cell] = entry
        return start

    def _do(self, move: Move) -> None:
        """Make a move if it changes something; it clears the undone moves."""
        after = {cell: entry for cell, entry in move.items() if entry != self._entries[cell]}
        if after:
            self._moves.append(({cell: self._entries[cell] for cell in after}, after))
            self._undone.clear()
            self._put(after)

    def _put(self, move: Move) -> None:
        for cell, entry in move.items():
            self._entries[cell] = entry


def _find_others(puzzle: Puzzle) -> list[set[Cell]]:
    """Find for each cell the cells that can't have its digit: its peers, and the cells of its cages."""
    others = [set(peers) for peers in puzzle.grid.peers]
    for rule in puzzle.rules:
        if isinstance(rule, Cage | AllDifferent) and len(rule.cells) <= puzzle.grid.n_digits:
            for cell in rule.cells:
                others[cell].update(set(rule.cells) - {cell})
    return others


def find_repeated(cells: Iterable[Cell], digits: Sequence[Digit]) -> set[Cell]:
    """Find the cells whose digit occurs more than once among them."""
    holders: dict[Digit, list[Cell]] = {}
    for cell in cells:
        if digits[cell]:
            holders.setdefault(digits[cell], []).append(cell)
    return {cell for same in holders.values() if len(same) > 1 for cell in same}


def find_broken(rule: Rule, digits: Sequence[Digit], grid: Grid) -> set[Cell]:
    """Find the cells that break a rule: by a repeated digit, or, once all cells of the rule are filled, in any way."""
    if isinstance(rule, Cage | AllDifferent) and (twice := find_repeated(rule.cells, digits)):
        return twice
    held = [digits[cell] for cell in rule.scope]
    return set() if 0 in held or rule.holds(grid.numbers_of(held)) else set(rule.scope)
