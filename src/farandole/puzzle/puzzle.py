"""Puzzles: a grid, givens, rules beyond the houses, and their solutions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import TYPE_CHECKING, Any, TypeAlias

from farandole import _core
from farandole.bitsets import bit_of, digits_of, has_digit, union
from farandole.display import RichDisplay
from farandole.errors import ArgumentError, PuzzleError, UnfinishedError, short_repr
from farandole.grid import Cell, Grid, House, Lazy
from farandole.grid.grid import check_ints
from farandole.grid.house_names import house_name
from farandole.grid.shapes import NAMED
from farandole.i18n import tr
from farandole.limits import Count, StopToken, check_int, check_int_or_none, check_threads
from farandole.puzzle.about import About
from farandole.puzzle.digits import DigitGrid, DigitsLike, parse_digits
from farandole.puzzle.solutions import (
    MAX_CHECKED,
    AnySearch,
    Candidates,
    CheckedSearch,
    SharedLimits,
    Solution,
    Solutions,
    format_digits,
)
from farandole.records import field, fields, record
from farandole.sizes import MAX_RULE_CELLS, MAX_RULES

if TYPE_CHECKING:
    from farandole.cover import Cover
    from farandole.rules import Model, Rule

__all__ = ["Puzzle", "Solution"]

RulesLike: TypeAlias = "Rule | str | Callable[[Grid], Iterable[Rule]] | Iterable[RulesLike]"
"""What `Puzzle.of` takes as rules: rules, names of rules for the whole grid, and lists of these."""

_NOTHING = About()
_EMPTY = ()  # no digits are given
CHECK_BUDGET = 10_000  # guesses of the search that checks solutions which threads have only counted


def check_puzzle(puzzle: Any) -> Puzzle:
    """Return a puzzle.

    Raises
    ------
    ArgumentError
        If it is something else, such as its text.
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    advice = "; write Puzzle.classic(text), or farandole.read(text)" if isinstance(puzzle, str | bytes) else ""
    raise ArgumentError(f"puzzle: expected a Puzzle, found {short_repr(puzzle)}{advice}")


def _expect_grid(found: object) -> str:
    """Say that something is not a grid, and what was perhaps meant."""
    if isinstance(found, str) and found in NAMED:
        advice = f"; write Grid.named({found!r})"
    elif isinstance(found, int | tuple) and not isinstance(found, bool):
        advice = f"; write Grid.classic({found!r})"
    elif isinstance(found, str | bytes | Iterable) and not isinstance(found, type):
        advice = "; for a 9x9 puzzle, write Puzzle.classic(...)"
    else:
        advice = ""
    return f"grid: expected a Grid, found {short_repr(found)}{advice}"


@record(repr=False)
class Puzzle(RichDisplay, DigitGrid):
    """A grid, its givens, optional pencilmarks, and rules beyond the houses.

    Parameters
    ----------
    grid : Grid
        The cells and their houses.
    givens : tuple of int
        The digit of each cell, row-major; 0 for an empty cell.
    pencilmarks : tuple of int, optional
        A mask for each cell: bit d - 1 is set where digit d is still a candidate. Marks are normalized, so that
        equivalent puzzles are equal: digits of peers are removed, and marks that remove nothing else become None. If
        the peers of a cell hold all of its marks, the marks are kept: they are a mistake, which a hint names.
    rules : tuple of rules, optional
        Rules beyond the houses: see `farandole.rules`.
    about : About, optional
        Title, author, rules text, a drawing and fog. Puzzles that differ only in these are equal.

    Attributes
    ----------
    is_classic : bool
        Whether the grid is the classic 9x9 one, and there are no rules.

    Raises
    ------
    PuzzleError
        If a digit is not one of the grid's, if a house holds a digit twice, if the pencilmarks of a cell lack its
        given, or if a rule has a cell that doesn't exist. Later, if a solution breaks a custom rule whose ``post``
        allows more than its ``holds``.

    See Also
    --------
    farandole.hint, farandole.explain, farandole.rate : the next logical step, all steps, and the difficulty.
    farandole.draw : a picture of the puzzle.
    farandole.complete, farandole.minimize, farandole.needless : add the missing givens, remove or list needless clues.

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

    Any grid will do:

    >>> print(Puzzle.of(Grid.jigsaw("AAAB CABB CCDB CDDD"), "1... .... .... ..3.").solve())
    ┌───────────┬───┐
    │ 1   3   2 │ 4 │
    ├───┐   ┌───┘   │
    │ 2 │ 4 │ 1   3 │
    │   └───┼───┐   │
    │ 3   1 │ 4 │ 2 │
    │   ┌───┘   └───┤
    │ 4 │ 2   3   1 │
    └───┴───────────┘
    """

    grid: Grid
    givens: tuple[int, ...] = ()
    pencilmarks: tuple[int, ...] | None = None
    rules: tuple[Rule, ...] = ()
    about: About = field(default=_NOTHING, compare=False)
    is_classic: bool = field(init=False, compare=False)
    _own_rules: tuple[Rule, ...] = field(init=False, compare=False, default=())
    _posted: Lazy[tuple[_core.Network, list[int]]] = field(init=False, compare=False, default_factory=Lazy)
    _begin: Lazy[Sequence[int]] = field(init=False, compare=False, default_factory=Lazy)

    def __post_init__(self) -> None:
        if not isinstance(self.grid, Grid):
            raise PuzzleError(_expect_grid(self.grid))
        if not self.grid.allows(self.givens):
            self._take_givens()
        if not (type(self.rules) is tuple and not self.rules and self.about is _NOTHING):
            self._take_rules()
        object.__setattr__(self, "is_classic", not self.rules and self.grid.is_classic)
        if self.pencilmarks is not None:
            marks = check_ints(self.pencilmarks, "pencilmarks")
            object.__setattr__(self, "pencilmarks", self._kept_marks(marks))

    def _take_givens(self) -> None:
        """Convert the givens to plain numbers; find what is wrong with them."""
        grid, givens = self.grid, check_ints(self.givens, "givens")
        object.__setattr__(self, "givens", givens)
        if len(givens) != grid.n_cells:
            raise PuzzleError(f"expected {grid.n_cells} givens, found {len(givens)}")
        for cell, digit in enumerate(givens):
            if not 0 <= digit <= grid.n_digits:
                expected = f"a digit from 1 to {grid.n_digits}, or 0 for empty"
                raise PuzzleError(f"{grid.cell_name(cell)}: expected {expected}; found {short_repr(digit)}")
        self._find_twice()

    def _find_twice(self) -> None:
        grid, givens = self.grid, self.givens
        for house in grid.houses:
            holder: dict[int, int] = {}
            for cell in filter(givens.__getitem__, house.cells):
                if holder.setdefault(digit := givens[cell], cell) != cell:
                    first, second = grid.cell_name(holder[digit]), grid.cell_name(cell)
                    message = f"{house.name} holds {grid.numbers[digit - 1]} twice: {first} and {second}"
                    raise PuzzleError(
                        message, code="repeated_digit", **_name_fields(house), digit=digit, cells=(first, second)
                    )

    def _take_rules(self) -> None:
        """Check what is known about the puzzle, and convert its rules to a tuple of those of its grid."""
        if not isinstance(self.about, About):
            raise PuzzleError(f"about: expected an About, found {short_repr(self.about)}")
        if self.about.fog is not None:
            self.about.fog.check(self.grid)
        if isinstance(self.rules, tuple | list) and not self.rules:
            object.__setattr__(self, "rules", ())
            return
        from farandole.rules.rule import Rule, check_from_zero, custom_rules  # not for a puzzle without rules

        given: Any = (self.rules,) if isinstance(self.rules, str | Rule) or callable(self.rules) else self.rules
        if not isinstance(given, Iterable):
            raise PuzzleError(f"rules: expected a tuple of rules, found {short_repr(given)}")
        rules: tuple[Rule, ...] = tuple(given)
        if not all(issubclass(kind, Rule) for kind in set(map(type, rules))):
            from farandole.rules.named import flatten  # only for names and lists

            rules = flatten(rules, self.grid)
        if len(rules) > MAX_RULES:
            raise PuzzleError(f"expected at most {MAX_RULES:,} rules, found {len(rules):,}")
        scopes = [rule.scope for rule in rules]
        n_cells = sum(map(len, scopes))
        if n_cells > MAX_RULE_CELLS:
            raise PuzzleError(f"expected rules of at most {MAX_RULE_CELLS:,} cells in all, found {n_cells:,}")
        cells = set().union(*scopes)
        if set(map(type, cells)) != {int} or min(cells) < 0 or max(cells) >= self.grid.n_cells:
            rules = tuple(self._on_grid(rule) for rule in rules)
        if self.grid.first_digit == 0:
            check_from_zero(rules, self.grid)
        object.__setattr__(self, "rules", rules)
        if own := custom_rules(rules):
            object.__setattr__(self, "_own_rules", own)

    def _on_grid(self, rule: Rule) -> Rule:
        n_cells, numbered = self.grid.n_cells, rule.on(self.grid)
        for cell in numbered.scope:
            if not 0 <= cell < n_cells:
                raise PuzzleError(f"{rule!r}: expected cells 0 to {n_cells - 1}, found {cell}")
        return numbered

    def _kept_marks(self, pencilmarks: Sequence[int]) -> tuple[int, ...] | None:
        """Remove the digits of givens from the marks; return None if the marks then add nothing to the givens."""
        if len(pencilmarks) != self.grid.n_cells:
            raise PuzzleError(f"expected {self.grid.n_cells} masks of pencilmarks, found {len(pencilmarks)}")
        for cell, (mask, digit) in enumerate(zip(pencilmarks, self.givens, strict=True)):
            name = self.grid.cell_name(cell)
            if not 0 <= mask < 1 << self.grid.n_digits:
                raise PuzzleError(f"{name}: expected a mask of {self.grid.n_digits} bits, found {mask}")
            if digit and not mask >> (digit - 1) & 1:
                raise PuzzleError(f"{name}: the pencilmarks leave out its given, {digit}")
        plain = self._struck_by_givens()
        # If the givens rule out all marks of a cell, the marks stay: hints name them as a mistake.
        kept = tuple((mask & left) or mask for mask, left in zip(pencilmarks, plain, strict=True))
        return kept if kept != plain else None

    def _struck_by_givens(self) -> tuple[int, ...]:
        full = (1 << self.grid.n_digits) - 1
        bits = [1 << digit >> 1 for digit in self.givens]
        taken = [0] * len(bits)
        for house in self.grid.houses:
            held = reduce(or_, [bits[cell] for cell in house.cells])
            for cell in house.cells:
                taken[cell] |= held
        return tuple([bit or full & ~held for bit, held in zip(bits, taken, strict=True)])

    @classmethod
    def classic(cls, given: DigitsLike = _EMPTY, *, about: About = _NOTHING) -> Puzzle:
        """Make a classic 9x9 puzzle of a text of 81 characters, of 81 digits, of nine rows, or of an array.

        Parameters
        ----------
        given : str, or digits in any of these forms
            A text of digits, and any of ``. 0 _ * ? -`` for empty cells; white space is ignored. Or 81 numbers, or nine
            rows of nine, in lists, in an array or in a frame, with 0, None or NaN for empty. `farandole.formats` reads
            other forms (drawn grids, files, pencilmarks).
        about : About, optional
            Title, author and rules text.

        Raises
        ------
        FormatError
            If there is another character, or if there are not 81 cells.
        PuzzleError
            If a row, a column or a box holds a digit twice.

        Examples
        --------
        >>> Puzzle.classic("." * 80 + "x")
        Traceback (most recent call last):
        ...
        farandole.errors.FormatError: character 81: expected a digit or one of . 0 _ * ? - for empty, found 'x'
        """
        return cls.of(Grid.classic(), given, about=about)

    @classmethod
    def of(
        cls,
        grid: Grid | None = None,
        given: DigitsLike = _EMPTY,
        *,
        rules: RulesLike = (),
        about: About = _NOTHING,
    ) -> Puzzle:
        """Make a puzzle of any grid from a character or a digit for each cell.

        Parameters
        ----------
        grid : Grid, optional
            The cells and their houses; by default, the classic 9x9 grid.
        given : str, or digits in any form, optional
            A text of digits, with letters from 10 on (A is 10), and any of ``. 0 _ * ? -`` for empty cells, row by row;
            white space is ignored. ``#`` may stand where the grid has no cell; so may the characters for empty cells,
            if the text has a character for each place of the bounding rectangle. Or numbers, with 0 or None for empty:
            one for each cell; or rows, as wide as the grid or as long as the row has cells; or an array or a frame,
            where NaN is empty too. Without it, all cells are empty.
        rules : rule, name, or iterable of these
            Rules beyond the houses. A name such as ``"anti_knight"`` stands for a rule of the whole grid, and a list in
            the list for its rules.
        about : About, optional
            Title, author and rules text.

        Raises
        ------
        FormatError
            If there is another character, or if there are too few or too many cells.
        PuzzleError
            As for `Puzzle`.

        Examples
        --------
        >>> Puzzle.of(Grid.classic(4), "1... ..2. .... ...3").count()
        3
        >>> Puzzle.of(Grid.classic(4), [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 3]]).count()
        3
        >>> Puzzle.of(Grid.classic(4), "1... ..2. .... ...3", about=About("Small", "Ada")).about.title
        'Small'
        >>> Puzzle.of(rules=["anti_knight"]).count(limit=2)
        2
        """
        grid = Grid.classic() if grid is None else grid
        if not isinstance(grid, Grid):
            raise PuzzleError(_expect_grid(grid))
        digits = (0,) * grid.n_cells if given is _EMPTY else parse_digits(given, grid)
        return cls(grid, digits, rules=rules, about=about)  # type: ignore[arg-type]  # it makes a tuple

    @property
    def values(self) -> tuple[int, ...]:
        """The givens."""
        return self.givens

    @property
    def line(self) -> str:
        """The givens as one line, row by row, with ``.`` for empty; without pencilmarks."""
        return format_digits(self.givens, self.grid.signs)

    @property
    def masks(self) -> tuple[int, ...]:
        """A mask of the candidates of each cell: pencilmarks without the digits of given peers; a given is one bit."""
        plain = self._struck_by_givens()
        return plain if self.pencilmarks is None else tuple(map(and_, self.pencilmarks, plain))

    def with_givens(self, givens: Iterable[int]) -> Puzzle:
        """Return the same puzzle with other givens.

        Pencilmarks of a cell that add nothing to the givens follow the new givens. Other pencilmarks stay.

        Parameters
        ----------
        givens : iterable of int
            The digit of each cell, row-major; 0 for an empty cell.

        Raises
        ------
        PuzzleError
            As for `Puzzle`.

        Examples
        --------
        >>> puzzle = Puzzle(Grid.latin(3), (1, 0, 0, 0, 0, 0, 0, 0, 0), (1, 6, 6, 6, 7, 7, 6, 7, 3))
        >>> puzzle.with_givens((0,) * 9).pencilmarks
        (7, 7, 7, 7, 7, 7, 7, 7, 3)
        """
        marks = self.pencilmarks
        if marks is not None:
            full = (1 << self.grid.n_digits) - 1
            pairs = zip(marks, self._struck_by_givens(), strict=True)
            marks = tuple(full if mask == left else mask for mask, left in pairs)
        return Puzzle(self.grid, tuple(givens), marks, self.rules, self.about)

    def __str__(self) -> str:
        return self.grid.draw(self.line)

    def __repr__(self) -> str:
        rules = f", rules={self.rules}" if self.rules else ""
        about = f", about={self.about}" if self.about else ""
        if self.pencilmarks is not None:
            return f"Puzzle({self.grid!r}, {self.givens}, {self.pencilmarks}{rules}{about})"
        if self.is_classic:
            return f"Puzzle.classic({self.line!r}{about})"
        return f"Puzzle.of({self.grid!r}, {self.line!r}{rules}{about})"

    # ── Solutions ───────────────────────────────────────────────────────────────────────────────────────────────

    def solve(self, *, budget: int | None = None, seconds: float | None = None) -> Solution | None:
        """Return one solution; None if there is none, or if the budget or the time ran out before one was found."""
        budget, stop = check_int_or_none("budget", budget), StopToken(seconds)
        digits = self._search(None, budget, stop.seconds_left()).next()
        return None if digits is None else Solution(self.grid, tuple(digits))

    def solutions(self, *, budget: int | None = None, seconds: float | None = None) -> Solutions:
        """Return an iterator over all solutions, each computed on demand, in a fixed order.

        Parameters
        ----------
        budget : int, optional
            The maximum number of guesses.
        seconds : float, optional
            Time limit in seconds, counted from this call, also while the iterator is idle.

        Returns
        -------
        Solutions
            An iterator. After its end, ``exhausted`` is True if there are no other solutions.

        Raises
        ------
        ArgumentError
            If the budget is not a whole number of at least 0, or the time not a number of at least 0.

        Examples
        --------
        >>> empty = Puzzle.classic("." * 81)  # 6,670,903,752,021,072,936,960 solutions; the first comes at once
        >>> print(next(empty.solutions()).line)
        123456789789123456456789123312645978978312645645978312231564897897231564564897231
        """
        budget, stop = check_int_or_none("budget", budget), StopToken(seconds)
        return Solutions(self.grid, self._search(None, budget, stop.seconds_left()))

    def count(
        self,
        *,
        limit: int | None = None,
        budget: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
    ) -> Count:
        """Count the solutions, up to ``limit`` if given, within ``budget`` guesses and ``seconds``.

        Several ``threads`` share a count; that pays off if it takes a tenth of a second or more.

        Returns
        -------
        Count
            An int; its ``exhausted`` is True if these are all.

        Examples
        --------
        >>> Puzzle.classic("." * 81).count(limit=1000)
        1000
        >>> few = Puzzle.classic("." * 81).count(budget=100)
        >>> few.exhausted
        False
        """
        limit, budget = check_int_or_none("limit", limit), check_int_or_none("budget", budget)
        stop, threads = StopToken(seconds), check_threads(threads)
        search = self._search(None, budget, stop.seconds_left(), threads)
        found = search.count(limit)
        if self._own_rules and threads > 1:
            self._search(None, CHECK_BUDGET, stop.seconds_left()).count(min(found, MAX_CHECKED))
        is_all = limit is None or found < limit
        return Count(found, exhausted=is_all and getattr(search, "exhausted", True))

    def nodes(self, *, limit: int = 2, budget: int | None = None) -> int:
        """Count the guesses that the search makes to find ``limit`` solutions, or all.

        Raises
        ------
        UnfinishedError
            If there are more guesses than ``budget``.

        Examples
        --------
        >>> Puzzle.of(Grid.classic((2, 2)), "1... ..3. .4.. ...2").nodes()
        0
        """
        limit, budget = check_int("limit", limit), check_int_or_none("budget", budget)
        search = _core.PuzzleSearch(self._network()[0], self._start(), budget)
        if search.count(limit) < limit and not search.exhausted:
            raise UnfinishedError(f"nodes: not done within {budget} guesses")
        return search.nodes

    def is_unique(self, *, budget: int | None = None, seconds: float | None = None, threads: int = 1) -> bool | None:
        """Return whether there is exactly one solution; None if the budget or the time ran out first."""
        count = self.count(limit=2, budget=budget, seconds=seconds, threads=threads)
        return count == 1 if count == 2 or count.exhausted else None

    def candidates(
        self,
        *,
        limit: int = 1,
        budget: int | None = None,
        seconds: float | None = None,
        progress: Callable[[int, Mapping[int, int]], object] | None = None,
    ) -> Candidates:
        """Find the true candidates: the digits that each cell holds in some solution, and in how many.

        In a puzzle with one solution each cell has one; in an impossible puzzle, none. (`masks` are the candidates that
        the givens leave, without a search.)

        Parameters
        ----------
        limit : int
            The maximum count of solutions for each candidate.
        budget, seconds : optional
            The maximum number of guesses, and the time limit, of all searches together.
        progress : callable, optional
            Called with each cell and its counts, as soon as they are known.

        Returns
        -------
        Candidates
            A dictionary for each cell, from its digits, ascending, to the number of solutions, up to the limit.

        Examples
        --------
        >>> two = Puzzle.classic(".....6....59.....82....8....45........3........6..3.54...325..6..................")
        >>> two.candidates()[5]
        {6: 1}
        >>> Puzzle.of(Grid.latin(3), "1.. ... ...").candidates(limit=100)[1:5]
        ({2: 2, 3: 2}, {2: 2, 3: 2}, {2: 2, 3: 2}, {1: 2, 2: 1, 3: 1})
        """
        limit = check_int("limit", limit, least=1)
        allowance = SharedLimits(budget, seconds)
        tallies: list[dict[int, int]] = [{} for _ in self.givens]
        known: set[tuple[int, ...]] = set()
        start = self._start()
        for cell, mask in enumerate(map(and_, self.masks, start)):
            for digit in digits_of(mask):
                if tallies[cell].get(digit, 0) >= limit:
                    continue
                search = self._search([*start[:cell], bit_of(digit), *start[cell + 1 :]], *allowance.left())
                found = [tuple(digits) for digits in islice(iter(search.next, None), limit)]
                allowance.take(search, is_over=len(found) < limit)
                for digits in set(found) - known:
                    known.add(digits)
                    for tally, held in zip(tallies, digits, strict=True):
                        tally[held] = tally.get(held, 0) + 1
            if progress is not None:
                progress(cell, tallies[cell])
        counts = ({digit: min(limit, n) for digit, n in sorted(tally.items())} for tally in tallies)
        return Candidates(counts, exhausted=not allowance.is_spent)

    def why(self) -> str | None:
        """Explain why the puzzle is impossible, if one cell, one house or one rule alone shows it.

        None means that nothing was found: there may be solutions, or none for a reason that only a search finds.

        Examples
        --------
        >>> Puzzle.classic("12345678." + "." * 17 + "9" + "." * 54).why()
        'r1c9 has no candidate left'
        >>> from farandole.rules import Cage
        >>> Puzzle.of(Grid.classic(), "." * 81, rules=[Cage((0, 1, 10), 4)]).why()
        "Cage r1c1 r1c2 r2c2 can't hold: total 4"
        >>> Puzzle.of(Grid.classic((2, 2)), "1... .... ...2 ..1.").why() is None
        True
        """
        grid, masks = self.grid, self.masks
        for cell, mask in enumerate(masks):
            if not mask:
                if clash := self._clash_of_marks(cell):
                    digit, other = clash
                    return tr(
                        "{cell} can't be {digit} as its pencilmarks say, because {other} is {digit}",
                        cell=grid.cell_name(cell),
                        digit=grid.numbers[digit - 1],
                        other=grid.cell_name(other),
                    )
                return tr("{cell} has no candidate left", cell=grid.cell_name(cell))
        for number, house in enumerate(grid.houses):
            found = union(masks[cell] for cell in house.cells)
            missing = [digit for digit in range(1, grid.n_digits + 1) if not has_digit(found, digit)]
            if len(house.cells) == grid.n_digits and missing:
                return tr(
                    "{house} has no place for {digit}",
                    house=house_name(grid, number),
                    digit=grid.numbers[missing[0] - 1],
                )
            if not self._is_possible(house.cells):
                return tr(
                    "{house} can't be filled: some of its cells have too few candidates among them",
                    house=house_name(grid, number),
                )
        for rule in self.rules:
            if not self._is_possible(rule.scope, rule):
                names = " ".join(map(grid.cell_name, rule.scope))
                numbers = {each.name: getattr(rule, each.name) for each in fields(rule)}
                said = ", ".join(f"{name} {n}" for name, n in numbers.items() if isinstance(n, int))
                words = {"rule": type(rule).__name__, "cells": names}
                if said:
                    return tr("{rule} {cells} can't hold: {numbers}", numbers=said, **words)
                return tr("{rule} {cells} can't hold", **words)
        return None

    def _clash_of_marks(self, cell: Cell) -> tuple[int, Cell] | None:
        """Find a digit of a cell's pencilmarks that a peer holds, and the peer; None if there is none."""
        marks = digits_of(self.pencilmarks[cell] if self.pencilmarks else 0)
        peers = {self.givens[peer]: peer for peer in self.grid.peers[cell]}
        return next(((digit, peers[digit]) for digit in marks if digit in peers), None)

    # ── The engines ─────────────────────────────────────────────────────────────────────────────────────────────

    def _start(self) -> Sequence[int]:
        """Return the masks that a search begins with; the search itself removes the digits of given peers."""
        return self._begin.value(self._first_masks)

    def _first_masks(self) -> Sequence[int]:
        n = self.grid.n_digits
        bits = [(1 << n) - 1, *(1 << digit for digit in range(n))]
        masks = self.pencilmarks or map(bits.__getitem__, self.givens)
        return list(map(and_, masks, self._network()[1]) if self.rules else masks)

    def _network(self) -> tuple[_core.Network, list[int]]:
        """Return the network for the engine of any shape, and the masks that rules leave before a search."""
        from farandole.rules import Model  # a puzzle without rules does not wait for this

        return self._posted.value(lambda: _posted(Model.on(self.grid), self.rules))

    def _search(
        self, masks: Sequence[int] | None, budget: int | None, seconds: float | None, threads: int = 1
    ) -> AnySearch:
        """Search from masks, or from the start, by lanes or by the engine of any shape.

        Lanes are for classic puzzles without limits and threads.

        Pencilmarks can make a puzzle so hard that only CDCL ends soon, and lanes learn nothing. With threads, solutions
        are only counted, so they are not checked here.
        """
        if threads == 1 and budget is None and seconds is None and self.is_classic and self.pencilmarks is None:
            return _core.Cursor(bytes(self.givens) if masks is None else masks)
        if masks is None:
            masks = self._start()
        network = self._network()[0] if self.rules else self.grid.network
        search = _core.PuzzleSearch(network, masks, budget, seconds, threads=threads)
        return CheckedSearch(search, self.grid, self._own_rules) if self._own_rules and threads == 1 else search

    def _is_possible(self, cells: Collection[Cell], *rules: Rule) -> bool:
        """Return whether cells can be filled if only these rules, and the houses among the cells, count."""
        from farandole.rules import Model  # a puzzle without rules does not wait for this

        model = Model(self.grid.n_digits, self.grid.n_cells, self.grid.first_digit)
        inside = ([cell for cell in house.cells if cell in cells] for house in self.grid.houses)
        for some in inside:
            if len(some) > 1:
                model.all_different(some)
        network, allowed = _posted(model, rules)
        masks = [mask if cell in cells else 1 for cell, mask in enumerate(map(and_, self.masks, allowed))]
        return _core.PuzzleSearch(network, masks).count(1) == 1

    def cover(self) -> Cover:
        """Convert to an exact cover problem, with an option for each candidate.

        Returns
        -------
        Cover
            Items such as ``'r1c1'`` (the cell has a digit) and ``'5 in row 1'``, which is secondary if the house has
            fewer cells than there are digits. Each candidate that the givens leave is an option with a label such as
            ``'r1c1=5'``: its cell, and the digit in each of its houses.

        Raises
        ------
        PuzzleError
            If the puzzle has rules: only houses are exact cover.

        References
        ----------
        D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, "Sudoku": the reduction to 324 items.

        Examples
        --------
        >>> cover = Puzzle.classic("." * 81).cover()
        >>> len(cover.primary), len(cover.options), cover.options[4]
        (324, 729, ('r1c1', '5 in row 1', '5 in column 1', '5 in box 1'))

        A samurai has 369 cells, 90 rows and columns and 41 boxes. (Counts of 1,692
        items include 72 cells and 8 boxes of the 21x21 square that don't exist.)

        >>> len(Puzzle.of(Grid.samurai(), "." * 369).cover().primary) == 369 + 9 * (90 + 41) == 1548
        True
        """
        if self.rules:
            message = f"an exact cover can only express houses, but the puzzle has the rule: {self.rules[0]!r}"
            raise PuzzleError(message, code="has_rules")
        from farandole.cover import Cover  # most puzzles do without

        grid = self.grid
        digits = range(1, grid.n_digits + 1)
        houses_of: list[list[str]] = [[] for _ in range(grid.n_cells)]
        items: dict[bool, list[str]] = {True: [grid.cell_name(cell) for cell in range(grid.n_cells)], False: []}
        for house in grid.houses:
            items[len(house.cells) == grid.n_digits] += [f"{digit} in {house.name}" for digit in digits]
            for cell in house.cells:
                houses_of[cell].append(house.name)
        options: dict[str, tuple[str, ...]] = {}
        for cell, mask in enumerate(self.masks):
            name = grid.cell_name(cell)
            for digit in digits_of(mask):
                options[f"{name}={digit}"] = (name, *(f"{digit} in {house}" for house in houses_of[cell]))
        return Cover(options, primary=items[True], secondary=items[False])


def _posted(model: Model, rules: Iterable[Rule]) -> tuple[_core.Network, list[int]]:
    for rule in rules:
        model.add(rule)
    return model.network(), model.masks


def _name_fields(house: House) -> dict[str, str]:
    """Split the name of a house for an error; kind and number are "" if it is not a word and a number."""
    kind, _, number = house.name.rpartition(" ")
    if not (kind.isalpha() and number.isdecimal()):
        kind = number = ""
    return {"house": house.name, "kind": kind, "number": number}
