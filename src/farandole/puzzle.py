"""Puzzles: a grid and its givens, and the questions one asks of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from farandole import _core
from farandole.cover import Cover
from farandole.errors import FormatError, PuzzleError
from farandole.grid import Grid

EMPTY = ".0_*?"  # what may stand for an empty cell; the first is what we write


@dataclass(frozen=True, slots=True)
class Solution:
    """A full grid.

    Parameters
    ----------
    grid : Grid
        The cells and their houses.
    digits : tuple of int
        The digit of each cell, row-major, 1 to ``grid.n_digits``.
    """

    grid: Grid
    digits: tuple[int, ...]

    @property
    def line(self) -> str:
        """The digits as one line, row after row."""
        return "".join(map(str, self.digits))

    def __str__(self) -> str:
        return self.grid.draw(self.line)


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A grid, its givens, and the candidates that pencilmarks leave to the empty cells.

    Parameters
    ----------
    grid : Grid
        The cells and their houses.
    givens : tuple of int
        The digit of each cell, row-major; 0 for an empty cell.
    pencilmarks : tuple of int, optional
        A mask for each cell: bit d - 1 is set where digit d is still a candidate. Kept only where it says more
        than the givens: a digit that a peer holds is struck anyway, and marks that strike nothing else become None.
        So two puzzles that mean the same are equal.

    Raises
    ------
    PuzzleError
        If a digit is not one of the grid's, if a house holds a digit twice, or if the pencilmarks of a cell leave
        out its given.

    Examples
    --------
    >>> puzzle = Puzzle.classic(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
    >>> print(puzzle.solve())
    6 9 3 | 7 8 4 | 5 1 2
    4 8 7 | 5 1 2 | 9 3 6
    1 2 5 | 9 6 3 | 8 7 4
    ------+-------+------
    9 3 2 | 6 5 1 | 4 8 7
    5 6 8 | 2 4 7 | 3 9 1
    7 4 1 | 3 9 8 | 6 2 5
    ------+-------+------
    3 1 9 | 4 7 5 | 2 6 8
    8 5 6 | 1 2 9 | 7 4 3
    2 7 4 | 8 3 6 | 1 5 9
    >>> puzzle.is_unique()
    True
    """

    grid: Grid
    givens: tuple[int, ...]
    pencilmarks: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        grid, givens = self.grid, self.givens
        if len(givens) != grid.n_cells:
            raise PuzzleError(f"{grid.n_cells} givens expected, {len(givens)} found")
        for cell, digit in enumerate(givens):
            if not 0 <= digit <= grid.n_digits:
                raise PuzzleError(
                    f"{grid.cell_name(cell)}: a digit from 1 to {grid.n_digits} expected, or 0 for empty; {digit} found"
                )
        for house in grid.houses:
            holder: dict[int, int] = {}
            for cell in house.cells:
                if (digit := givens[cell]) and holder.setdefault(digit, cell) != cell:
                    first, second = grid.cell_name(holder[digit]), grid.cell_name(cell)
                    raise PuzzleError(f"{house.name} holds {digit} twice: {first} and {second}")
        if self.pencilmarks is not None:
            object.__setattr__(self, "pencilmarks", self._kept_marks(self.pencilmarks))

    def _kept_marks(self, pencilmarks: Sequence[int]) -> tuple[int, ...] | None:
        """Strike what the givens strike; None where the marks say no more than they do."""
        if len(pencilmarks) != self.grid.n_cells:
            raise PuzzleError(f"{self.grid.n_cells} masks of pencilmarks expected, {len(pencilmarks)} found")
        for cell, (mask, digit) in enumerate(zip(pencilmarks, self.givens, strict=True)):
            name = self.grid.cell_name(cell)
            if not 0 <= mask < 1 << self.grid.n_digits:
                raise PuzzleError(f"{name}: a mask of {self.grid.n_digits} bits expected, {mask} found")
            if digit and not mask >> (digit - 1) & 1:
                raise PuzzleError(f"{name}: the pencilmarks leave out its given, {digit}")
        plain = self._struck_by_givens()
        kept = tuple(mask & left for mask, left in zip(pencilmarks, plain, strict=True))
        return kept if kept != plain else None

    def _struck_by_givens(self) -> tuple[int, ...]:
        full = (1 << self.grid.n_digits) - 1
        bits = [1 << digit >> 1 for digit in self.givens]
        masks = []
        for cell, bit in enumerate(bits):
            mask = bit or full
            if not bit:
                for peer in self.grid.peers[cell]:
                    mask &= ~bits[peer]
            masks.append(mask)
        return tuple(masks)

    @classmethod
    def classic(cls, text: str | Sequence[int]) -> Puzzle:
        """Make a classic 9x9 puzzle from 81 characters, or from 81 integers with 0 for empty.

        Parameters
        ----------
        text : str or sequence of int, shape (81,)
            Digits, and any of ``. 0 _ * ?`` for empty cells; white space is passed over. Other forms (drawn grids,
            files, pencilmarks) are read by `farandole.formats.text`.

        Raises
        ------
        FormatError
            If a character is none of these, or if there are not 81 of them.
        PuzzleError
            If a row, a column or a box holds a digit twice.

        Examples
        --------
        >>> Puzzle.classic("." * 80 + "x")
        Traceback (most recent call last):
        ...
        farandole.errors.FormatError: character 81: a digit or one of . 0 _ * ? for empty expected, 'x' found
        """
        if not isinstance(text, str):
            return cls(Grid.classic(), tuple(map(int, text)))
        givens = []
        for position, character in enumerate(text, 1):
            if character in EMPTY:
                givens.append(0)
            elif "1" <= character <= "9":
                givens.append(int(character))
            elif not character.isspace():
                raise FormatError(
                    f"character {position}: a digit or one of {' '.join(EMPTY)} for empty expected, {character!r} found"
                )
        if len(givens) != 81:
            raise FormatError(f"81 cells expected, {len(givens)} found")
        return cls(Grid.classic(), tuple(givens))

    @property
    def line(self) -> str:
        """The givens as one line, row after row, with ``.`` for empty; pencilmarks are not in it."""
        return "".join(str(digit) if digit else EMPTY[0] for digit in self.givens)

    @property
    def masks(self) -> tuple[int, ...]:
        """A mask of the candidates of each cell: pencilmarks, less what the givens strike; a given has its one bit."""
        return self._struck_by_givens() if self.pencilmarks is None else self.pencilmarks

    def __str__(self) -> str:
        return self.grid.draw(self.line)

    def __repr__(self) -> str:
        if self.pencilmarks is None:
            return f"Puzzle.classic({self.line!r})"
        return f"Puzzle(Grid.classic(), {self.givens}, {self.pencilmarks})"

    def solve(self) -> Solution | None:
        """Find one solution, or None if there is none."""
        return next(self.solutions(), None)

    def solutions(self) -> Iterator[Solution]:
        """Yield every solution, each computed when it is asked for, in a fixed order.

        Examples
        --------
        >>> empty = Puzzle.classic("." * 81)  # 6,670,903,752,021,072,936,960 solutions; the first comes at once
        >>> print(next(empty.solutions()).line)
        123456789789123456456789123312645978978312645645978312231564897897231564564897231
        """
        cursor = _core.Cursor(self.masks)
        while (digits := cursor.next()) is not None:
            yield Solution(self.grid, tuple(digits))

    def count(self, *, limit: int | None = None) -> int:
        """Count the solutions, up to ``limit`` of them if given.

        Examples
        --------
        >>> Puzzle.classic("." * 81).count(limit=1000)
        1000
        """
        if limit is not None and limit < 0:
            raise ValueError(f"limit: at least 0 expected, {limit} found")
        return _core.Cursor(self.masks).count(limit)

    def is_unique(self) -> bool:
        """Say whether there is exactly one solution."""
        return self.count(limit=2) == 1

    def candidates(self) -> tuple[tuple[int, ...], ...]:
        """Find the true candidates: for each cell, ascending, the digits that it holds in some solution.

        A puzzle with one solution has one in each cell, an impossible one has none anywhere. (What the givens alone
        leave, before any search, is `masks`.)

        Examples
        --------
        >>> two = Puzzle.classic(".....6....59.....82....8....45........3........6..3.54...325..6..................")
        >>> two.candidates()[5]
        (6,)
        """
        proven = [0] * self.grid.n_cells
        for cell, mask in enumerate(self.masks):
            for digit in range(1, self.grid.n_digits + 1):
                bit = 1 << digit >> 1
                if mask & bit and not proven[cell] & bit:
                    trial = [*self.masks[:cell], bit, *self.masks[cell + 1 :]]
                    for other, found in enumerate(_core.Cursor(trial).next() or ()):
                        proven[other] |= 1 << found >> 1
        return tuple(
            tuple(digit for digit in range(1, self.grid.n_digits + 1) if mask >> (digit - 1) & 1) for mask in proven
        )

    def cover(self) -> Cover:
        """Say it as an exact cover problem: an item for each thing that must happen once, an option a candidate.

        Returns
        -------
        Cover
            324 items such as ``'r1c1'`` (that cell has a digit) and ``'5 in row 1'``; an option for each candidate
            that the givens leave, labeled such as ``'r1c1=5'``, of four items.

        References
        ----------
        D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, "Sudoku": the reduction to 324 items.

        Examples
        --------
        >>> cover = Puzzle.classic("." * 81).cover()
        >>> len(cover.primary), len(cover.options), cover.options[4]
        (324, 729, ('r1c1', '5 in row 1', '5 in column 1', '5 in box 1'))
        """
        grid = self.grid
        digits = range(1, grid.n_digits + 1)
        houses_of: list[list[str]] = [[] for _ in range(grid.n_cells)]
        for house in grid.houses:
            for cell in house.cells:
                houses_of[cell].append(house.name)
        options: dict[str, tuple[str, ...]] = {}
        for cell, mask in enumerate(self.masks):
            name = grid.cell_name(cell)
            for digit in digits:
                if mask >> (digit - 1) & 1:
                    options[f"{name}={digit}"] = (name, *(f"{digit} in {house}" for house in houses_of[cell]))
        cells = [grid.cell_name(cell) for cell in range(grid.n_cells)]
        placements = [f"{digit} in {house.name}" for house in grid.houses for digit in digits]
        return Cover(options, primary=cells + placements)
