"""A game: what a player has written on a puzzle, and every move back to its beginning. It knows no screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from farandole.bitsets import bit_of, has_digit
from farandole.grid import Cell
from farandole.logic import Step
from farandole.logic.board import Digit, DigitSet
from farandole.puzzle import Puzzle
from farandole.rules import AllDifferent, Cage, Rule


class Mode(Enum):
    """What a digit's key writes."""

    DIGIT = "digit"
    CORNER = "corner"
    CENTER = "center"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player has written in a cell.

    Parameters
    ----------
    digit : Digit
        0 for none.
    corner, center : DigitSet
        Small digits in the corners, and in the middle. A digit hides them, and they come back when it goes.
    """

    digit: Digit = 0
    corner: DigitSet = 0
    center: DigitSet = 0


BLANK = Entry()

Move: TypeAlias = Mapping[Cell, Entry]
"""What some cells hold after a move."""


class Game:
    """A puzzle, what is written on it, and the moves that wrote it.

    A puzzle's pencilmarks, where it has givens too, are where the player begins: center marks that may be wrong.

    Parameters
    ----------
    puzzle : Puzzle
        As it was given.
    title : str, optional
        What the player calls it, such as the name of its file.
    seconds : float, optional
        How long it has been played.
    entries : sequence of Entry, optional
        What each cell held before, as on the photo of a puzzle that somebody has begun.

    Attributes
    ----------
    given : Puzzle
        As it was given.
    puzzle : Puzzle
        What is solved: without pencilmarks, if these are the player's.
    entries : sequence of Entry
        What each cell holds besides its given.

    Examples
    --------
    >>> game = Game(Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    >>> game.write([2], 3)
    >>> sorted(game.clashes())
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
        self._others = _others(self.puzzle)
        self._entries = self._first_entries() if entries is None else list(entries)
        self._moves: list[tuple[Move, Move]] = []  # what cells held before, and after
        self._undone: list[tuple[Move, Move]] = []

    def _first_entries(self) -> list[Entry]:
        marks = self.given.pencilmarks
        if marks is None:
            return [BLANK] * self.given.grid.n_cells
        full = (1 << self.given.grid.n_digits) - 1
        known = zip(self.given.givens, marks, strict=True)
        return [BLANK if given or mask == full else Entry(center=mask) for given, mask in known]

    # ── What is there ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def entries(self) -> Sequence[Entry]:
        """What each cell holds besides its given."""
        return self._entries

    @property
    def digits(self) -> list[Digit]:
        """The digit of each cell, given or entered; 0 for none."""
        return [given or entry.digit for given, entry in zip(self.puzzle.givens, self._entries, strict=True)]

    @property
    def notes(self) -> dict[Cell, DigitSet]:
        """The center marks of cells without a digit, which are what a player takes for all their candidates."""
        digits = self.digits
        return {cell: entry.center for cell, entry in enumerate(self._entries) if entry.center and not digits[cell]}

    @property
    def n_open(self) -> int:
        """How many cells have no digit."""
        return self.digits.count(0)

    @property
    def is_begun(self) -> bool:
        """Whether there was a move."""
        return bool(self._moves or self._undone)

    @property
    def moves(self) -> list[Move]:
        """All moves, and after them those that were undone, in the order in which redoing would do them."""
        return [after for _, after in (*self._moves, *reversed(self._undone))]

    @property
    def n_undone(self) -> int:
        """How many moves were undone, and can be done again."""
        return len(self._undone)

    def candidates(self, cell: Cell) -> DigitSet:
        """Find the digits that no peer holds, and no cell of a cage, of those that the puzzle allows."""
        digits = self.digits
        taken = 0
        for other in self._others[cell]:
            taken |= bit_of(digits[other])
        return self.puzzle.masks[cell] & ~taken

    def clashes(self) -> set[Cell]:
        """Find the cells whose digits can't stand together: a digit twice in a house, a rule that is broken."""
        digits, puzzle = self.digits, self.puzzle
        found = {cell for house in puzzle.grid.houses for cell in repeated(house.cells, digits)}
        for rule in puzzle.rules:
            found.update(broken(rule, digits))
        masks = puzzle.pencilmarks or ()
        return found.union(
            cell for cell, mask in enumerate(masks) if digits[cell] and not has_digit(mask, digits[cell])
        )

    @property
    def is_solved(self) -> bool:
        """Whether each cell has its digit, and no rule is broken."""
        return not self.n_open and not self.clashes()

    def wrong(self, solution: Sequence[Digit]) -> set[Cell]:
        """Find the cells with another digit than the solution, and those whose center marks leave it out."""
        wrong = {cell for cell, digit in enumerate(self.digits) if digit and digit != solution[cell]}
        return wrong | {cell for cell, mask in self.notes.items() if not has_digit(mask, solution[cell])}

    # ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, cells: Iterable[Cell], digit: Digit, mode: Mode = Mode.DIGIT) -> None:
        """Write a digit, or a mark, in cells; where all of them have it already, take it away.

        A digit takes its marks away from the peers, and from the cells of its cages. Givens stay, and a cell with a
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
        """Take the digits of cells away; where none has one, their marks."""
        cells = list(cells)
        if any(self._entries[cell].digit for cell in cells):
            self._do({cell: replace(self._entries[cell], digit=0) for cell in cells})
        else:
            self._do(dict.fromkeys(cells, BLANK))

    def note_candidates(self) -> None:
        """Write the candidates of each empty cell in its center, where nothing stands there yet."""
        digits = self.digits
        empty = (cell for cell, digit in enumerate(digits) if not digit and not self._entries[cell].center)
        self._do({cell: replace(self._entries[cell], center=self.candidates(cell)) for cell in empty})

    def take(self, step: Step, masks: Sequence[DigitSet]) -> None:
        """Do a step that a hint told: write its digits, or strike what it strikes from the center marks.

        Parameters
        ----------
        step : Step
        masks : sequence of DigitSet
            The candidates of each cell before the step, as the hint's board has them.
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
        """Take the last move back; return whether there was one."""
        if not self._moves:
            return False
        before, after = self._moves.pop()
        self._put(before)
        self._undone.append((before, after))
        return True

    def redo(self) -> bool:
        """Do the move again that was undone last; return whether there was one."""
        if not self._undone:
            return False
        before, after = self._undone.pop()
        self._put(after)
        self._moves.append((before, after))
        return True

    def replay(self, start: Sequence[Entry], moves: Iterable[Move], *, n_undone: int = 0) -> None:
        """Begin with these entries, do the moves, and undo the last of them."""
        self._entries = list(start)
        self._moves.clear()
        self._undone.clear()
        for move in moves:
            self._moves.append(({cell: self._entries[cell] for cell in move}, dict(move)))
            self._put(move)
        for _ in range(n_undone):
            self.undo()

    def start(self) -> list[Entry]:
        """Return what each cell held before the first move that is remembered."""
        start = list(self._entries)
        for before, _ in reversed(self._moves):
            for cell, entry in before.items():
                start[cell] = entry
        return start

    def _do(self, move: Move) -> None:
        """Do what changes something, and forget what was undone."""
        after = {cell: entry for cell, entry in move.items() if entry != self._entries[cell]}
        if after:
            self._moves.append(({cell: self._entries[cell] for cell in after}, after))
            self._undone.clear()
            self._put(after)

    def _put(self, move: Move) -> None:
        for cell, entry in move.items():
            self._entries[cell] = entry


def _others(puzzle: Puzzle) -> list[set[Cell]]:
    """Find for each cell those that can't hold its digit: its peers, and the cells of its cages."""
    others = [set(peers) for peers in puzzle.grid.peers]
    for rule in puzzle.rules:
        if isinstance(rule, Cage | AllDifferent) and len(rule.cells) <= puzzle.grid.n_digits:
            for cell in rule.cells:
                others[cell].update(set(rule.cells) - {cell})
    return others


def repeated(cells: Iterable[Cell], digits: Sequence[Digit]) -> set[Cell]:
    """Find the cells that share their digit with another of them."""
    holders: dict[Digit, list[Cell]] = {}
    for cell in cells:
        if digits[cell]:
            holders.setdefault(digits[cell], []).append(cell)
    return {cell for some in holders.values() if len(some) > 1 for cell in some}


def broken(rule: Rule, digits: Sequence[Digit]) -> set[Cell]:
    """Find the cells of a rule that they break: by a digit twice where none may be, or once all are filled."""
    if isinstance(rule, Cage | AllDifferent) and (twice := repeated(rule.cells, digits)):
        return twice
    held = tuple(digits[cell] for cell in rule.scope)
    return set() if 0 in held or rule.holds(held) else set(rule.scope)
