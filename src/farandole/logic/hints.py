"""Hints: the player's mistakes if there are any, otherwise the simplest next step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import index
from typing import Any, SupportsIndex, TypeAlias, TypeVar

from farandole.bitsets import bit_of, bits, digits_of, has_digit, set_of, union
from farandole.display import RichDisplay
from farandole.errors import PuzzleError, short_repr
from farandole.grid import Cell, Grid
from farandole.i18n import tr, tr_counted, use_language
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, HouseKind
from farandole.logic.catalog import select_techniques
from farandole.logic.faults import Fault, fault_of, search_solutions
from farandole.logic.mistakes import MAX_SENTENCES, Mistake, Proof, describe_mistake, find_reason
from farandole.logic.path import path
from farandole.logic.step import Search, Step, Technique
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.wording.describe import Detail, describe
from farandole.logic.wording.proofs import join_sentences
from farandole.logic.wording.words import describe_cells, describe_houses
from farandole.puzzle import DigitsLike, Puzzle, check_puzzle, parse_digits
from farandole.records import field, record, replace

T = TypeVar("T")

MAX_SHOWN = 5  # mistakes that a hint lists; more would be hard to read, and would give the solution away


# Notes as a player gives them.
CellNotes: TypeAlias = DigitSet | Collection[Digit] | str
Notes: TypeAlias = Mapping[Cell, CellNotes] | Mapping[str, CellNotes] | Sequence[DigitSet]


@record(repr=False)
class Hint(RichDisplay):
    """A hint for a player.

    Parameters
    ----------
    board : Board
        The player's state, without the mistakes: the right digits, and the notes that keep the right digit.
    step : Step or None
        The next step. None if there is a mistake, the puzzle is solved, or no technique applies.
    wrong_digits : tuple of (cell, digit)
        Entered digits that differ from the solution.
    missing_candidates : tuple of (cell, digit)
        Digits of the solution that the player has crossed out.
    fault : Fault or None
        What is wrong with the puzzle itself: no solution, or several.
    is_sure : bool
        Whether a search has shown that the puzzle has exactly one solution, or that there is a fault. Otherwise it was
        cut short. Then the step follows from the player's digits and notes, which can't be compared with a solution,
        and it doesn't assume that there is only one solution.
    """

    board: Board = field(compare=False)
    step: Step | None = None
    wrong_digits: tuple[Candidate, ...] = ()
    missing_candidates: tuple[Candidate, ...] = ()
    fault: Fault | None = None
    is_sure: bool = True

    def __repr__(self) -> str:
        if self.step:
            return f"<Hint: {repr(self.step)[1:-1]}>"
        with use_language("en"):
            return f"<Hint: {self.describe(Detail.DIGITS)}>"

    def describe(self, detail: Detail | str = Detail.PROOF, *, lang: str | None = None) -> str:
        """Describe a step by its name, where to look, its digits and cells, or its whole proof.

        The levels for a mistake are: that there is one, the house, the cell, and the digit with the reason, or the
        candidate that was crossed out.

        Parameters
        ----------
        detail : Detail, or its name such as ``"place"``
            How much to describe.
        lang : str, optional
            The language; by default the current one.
        """
        detail = Detail.of(detail)
        with use_language(lang):
            if self.fault:
                return str(self.fault)
            if self.wrong_digits:
                return self._describe_wrong(detail)
            if self.missing_candidates:
                return self._describe_missing(detail)
            if not self.board.n_open:
                return tr("Solved: nothing is left to do.")
            said = self._describe_step(detail)
            if self.is_sure or detail is not Detail.PROOF:
                return said
            unsure = tr(
                "It isn't known whether the puzzle has one solution, because that search takes too long. "
                "So this hint trusts your digits and notes."
            )
            return tr("{sentence} {next}", sentence=said, next=unsure)

    def _describe_step(self, detail: Detail) -> str:
        if self.step is None:
            return tr("None of these techniques applies here.")
        return describe(self.step, self.board, detail)

    def _describe_wrong(self, detail: Detail) -> str:
        """Describe wrong digits; the last level names them and what they clash with, but not the right digits."""
        n, cells = len(self.wrong_digits), set_of(cell for cell, _ in self.wrong_digits)
        match detail:
            case Detail.NAME:
                return tr_counted("A digit is wrong.", "Some digits are wrong.", n)
            case Detail.PLACE:
                place = self._describe_area(cells)
                return tr_counted(
                    "A digit is wrong: look at {place}.", "Some digits are wrong: look at {place}.", n, place=place
                )
            case Detail.DIGITS:
                names = describe_cells(self.board.geometry, cells)
                return tr_counted("The digit in {cells} is wrong.", "The digits in {cells} are wrong.", n, cells=names)
        sentences = self._explain(self.wrong_digits, is_entered=True)
        if (more := n - MAX_SHOWN) > 0:
            sentences.append(
                tr_counted("{number} more digit is wrong", "{number} more digits are wrong", more, number=more)
            )
        return join_sentences(*sentences)

    def _explain(self, candidates: Sequence[Candidate], *, is_entered: bool) -> list[str]:
        """Say why a few digits are wrong, or are needed. Only one of them gets a proof, because proofs are long."""
        sentences: list[str] = []
        wrong, max_sentences = dict(self.wrong_digits), MAX_SENTENCES
        for cell, digit in candidates[:MAX_SHOWN]:
            mistake = Mistake(cell, digit, is_entered)
            reason = find_reason(self.board, mistake, wrong, max_sentences=max_sentences)
            if isinstance(reason, Proof) and reason.deductions:
                max_sentences = 0
            sentences += describe_mistake(self.board, mistake, reason)
        return sentences

    def _describe_missing(self, detail: Detail) -> str:
        """Describe candidates that were crossed out; only the last level names the digits, which are the solution."""
        geometry, n = self.board.geometry, len(self.missing_candidates)
        cells = set_of(cell for cell, _ in self.missing_candidates)
        match detail:
            case Detail.NAME:
                return tr_counted(
                    "You crossed out a candidate that you still need.",
                    "You crossed out candidates that you still need.",
                    n,
                )
            case Detail.PLACE:
                place = self._describe_area(cells)
                return tr_counted(
                    "You crossed out a candidate that you still need: look at {place}.",
                    "You crossed out candidates that you still need: look at {place}.",
                    n,
                    place=place,
                )
            case Detail.DIGITS:
                names = describe_cells(geometry, cells)
                return tr_counted("{cells} needs a candidate back.", "{cells} need candidates back.", n, cells=names)
        lacking = self._explain(self.missing_candidates, is_entered=False)
        if (more := n - MAX_SHOWN) > 0:
            lacking.append(
                tr_counted(
                    "{number} more cell needs a candidate back",
                    "{number} more cells need candidates back",
                    more,
                    number=more,
                )
            )
        return join_sentences(*lacking)

    def _describe_area(self, cells: CellSet) -> str:
        """Name the boxes or regions of some cells; for a cell without a box, another house."""
        geometry = self.board.geometry
        houses = []
        for cell in bits(cells):
            of_cell = geometry.houses_of[cell]
            boxes = [house for house in of_cell if geometry.kinds[house] is HouseKind.BOX]
            houses += (boxes or list(of_cell))[:1]
        return describe_houses(geometry, dict.fromkeys(houses)) or tr("the whole board")


def hint(
    puzzle: Puzzle,
    digits: DigitsLike | None = None,
    *,
    notes: Notes | None = None,
    techniques: Sequence[Technique | str] | None = None,
    assume_unique: bool = True,
) -> Hint:
    """Find a hint for a player: a mistake if there is one, else the next step.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle, without the player's digits.
    digits : str, sequence of Digit, or mapping, optional
        The digits entered so far, cell by cell, with 0 or one of ``. _ * ?`` for empty cells; givens may be included.
        Or a mapping from cells, or their names, to digits: ``{"r1c3": 4}``.
    notes : mapping, or sequence of DigitSet, optional
        The player's pencilmarks: from cells, or their names, to digits, ``{"r1c3": {1, 2}}`` or ``{"r1c3": "12"}``. Or
        a mask for each cell. Leave out the cells without notes. Candidates that are missing from the notes of a cell
        count as eliminated.
    techniques : sequence of Technique or of their names, optional
        The techniques to use, simplest first; by default `TECHNIQUES`, in HoDoKu's order.
    assume_unique : bool
        Whether to use techniques that hold only because the puzzle has one solution.

    Returns
    -------
    Hint

    Raises
    ------
    PuzzleError
        If there is not one digit for each cell, if a digit differs from a given, if the notes are not masks of this
        grid, or if they leave out a given.
    ArgumentError
        If a technique is unknown.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> hint(puzzle).describe(Detail.PLACE)
    'Naked Single: look at box 8'
    >>> hint(puzzle, "9" + "." * 80).describe()
    "Suppose that r1c1 is 9. Then 21 steps follow by houses alone. Then r6c1 has no candidate left, so r1c1 can't be 9."
    >>> hint(puzzle, {"r7c5": 7}, notes={"r7c6": {4, 5, 6}})
    <Hint: Naked Single: r7c6 is 5>
    """
    searches, usable = select_techniques(techniques, assume_unique=assume_unique)
    check_puzzle(puzzle)
    entered = _check_digits(puzzle, digits)
    marks = _check_notes(puzzle, entered, notes)
    known = search_solutions(puzzle)
    board = Board.of(puzzle)
    if not known.is_sure:
        searches, usable = select_techniques(techniques, assume_unique=False)
        return _hint_unsure(puzzle, board, entered, marks, [one for one in searches if one is not brute_force], usable)
    if fault := fault_of(puzzle, known.solutions):
        return Hint(board, fault=fault)
    [solution] = known.solutions
    wrong = tuple((cell, digit) for cell, digit in enumerate(entered) if digit and digit != solution[cell])
    for cell, digit in enumerate(entered):
        if digit == solution[cell] and not board.values[cell]:
            board.place(cell, digit)
    missing_candidates = []
    for cell, mask in marks.items():
        right = solution[cell]
        if board.values[cell]:
            continue
        if not has_digit(mask, right):
            missing_candidates.append((cell, right))
            continue
        for digit in digits_of(board.masks[cell] & ~mask):
            board.eliminate(cell, digit)
    if wrong:
        return Hint(board, wrong_digits=wrong)
    if missing_candidates:
        return Hint(board, missing_candidates=tuple(missing_candidates))
    step = next(path(board, searches, usable), None)
    return Hint(board, replace(step, board=board.copy()) if step else None)


def _hint_unsure(
    puzzle: Puzzle,
    board: Board,
    entered: Sequence[Digit],
    marks: Mapping[Cell, DigitSet],
    searches: Sequence[Search],
    techniques: Collection[Technique],
) -> Hint:
    """Find a hint if it isn't known whether the puzzle has one solution: trust the player, unless no solution is left.

    Brute force is not among the searches, because it would need the search that was cut short.
    """
    full: DigitSet = (1 << puzzle.grid.n_digits) - 1
    held = list(puzzle.pencilmarks or (full,) * puzzle.grid.n_cells)
    for cell, mask in marks.items():
        held[cell] &= mask
    for cell, digit in enumerate(entered):
        held[cell] &= bit_of(digit) if digit else full
    position = replace(puzzle, pencilmarks=tuple(held))  # not as givens, which may not clash
    known = search_solutions(position)
    if known.is_sure and not known.solutions:
        return Hint(board, fault=Fault(position, is_of_player=True))
    for cell, digit in enumerate(entered):
        if digit and has_digit(board.masks[cell], digit):
            board.place(cell, digit)
    for cell, mask in marks.items():
        for digit in digits_of(board.masks[cell] & ~mask):
            board.eliminate(cell, digit)
    step = next(path(board, searches, techniques), None)
    return Hint(board, replace(step, board=board.copy()) if step else None, is_sure=False)


def _check_digits(puzzle: Puzzle, digits: DigitsLike | None) -> tuple[Digit, ...]:
    if digits is None:
        return puzzle.givens
    grid = puzzle.grid
    entered = parse_digits(digits, grid)
    if len(entered) != grid.n_cells:
        raise PuzzleError(f"expected {grid.n_cells} digits, found {len(entered)}")
    for cell, (given, digit) in enumerate(zip(puzzle.givens, entered, strict=True)):
        if not 0 <= digit <= grid.n_digits:
            expected = f"a digit from 0 to {grid.n_digits}"
            raise PuzzleError(f"{grid.cell_name(cell)}: expected {expected}, found {short_repr(digit)}")
        if given and digit and digit != given:
            raise PuzzleError(f"{grid.cell_name(cell)}: expected the given {given}, found {digit}")
    return tuple(given or digit for given, digit in zip(puzzle.givens, entered, strict=True))


def _parse_cells(grid: Grid, entries: Mapping[Any, T], what: str) -> dict[Cell, T]:
    """Replace the names of cells in the keys of a mapping by the cells."""
    try:
        return {grid.cells_of([key])[0]: value for key, value in entries.items()}
    except PuzzleError as error:
        raise PuzzleError.from_error(error, f"{what}: {error}") from None


def _parse_marks(marks: CellNotes, grid: Grid, name: str) -> DigitSet:
    """Return the mask of the digits that a player noted in a cell."""
    full = (1 << grid.n_digits) - 1
    if not isinstance(marks, Iterable):
        try:
            marks = index(marks)
        except TypeError:
            raise PuzzleError(f"{name}: expected digits in the notes, found {short_repr(marks)}") from None
        if not 0 <= marks <= full:
            raise PuzzleError(f"{name}: expected a mask of {grid.n_digits} bits, found {marks}")
        return marks
    known = dict(zip(grid.signs, range(1, grid.n_digits + 1), strict=True))
    digits = [known.get(mark, 0) for mark in marks] if isinstance(marks, str) else list(marks)
    if not all(isinstance(digit, SupportsIndex) and 1 <= digit <= grid.n_digits for digit in digits):
        raise PuzzleError(f"{name}: expected digits from 1 to {grid.n_digits} in the notes, found {short_repr(marks)}")
    return union(bit_of(index(digit)) for digit in digits)


def _check_notes(puzzle: Puzzle, entered: Sequence[Digit], notes: Notes | None) -> dict[Cell, DigitSet]:
    """Check the notes, and return the masks of the empty cells."""
    if notes is None:
        return {}
    grid = puzzle.grid
    if not isinstance(notes, Mapping):
        if len(notes) != grid.n_cells:
            raise PuzzleError(f"expected {grid.n_cells} masks of notes, found {len(notes)}")
        notes = dict(enumerate(notes))
    marks = {}
    for cell, noted in _parse_cells(grid, notes, "notes").items():
        mask = _parse_marks(noted, grid, grid.cell_name(cell))
        if mask and puzzle.givens[cell] and not has_digit(mask, puzzle.givens[cell]):
            raise PuzzleError(f"{grid.cell_name(cell)}: the notes leave out its given, {puzzle.givens[cell]}")
        if mask and not entered[cell]:
            marks[cell] = mask
    return marks
