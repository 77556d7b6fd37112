"""Steps: what a technique places or eliminates, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from importlib import import_module
from typing import Any, NamedTuple, NewType, TypeAlias

from farandole.display import RichDisplay
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber
from farandole.records import field, record
from farandole.rules import Equation, Rule

MAX_SHOWN = 6  # effects of a step in its `repr`


class Level(IntEnum):
    """How hard a technique is, in HoDoKu's five classes."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


# Our own scale of difficulty has a band for each level. Each ends where the next begins.
BANDS = {Level.EASY: 1.0, Level.MEDIUM: 3.0, Level.HARD: 4.0, Level.UNFAIR: 6.0, Level.EXTREME: 8.0}
MAX_DIFFICULTY = 10.0
# The scores that HoDoKu gives to techniques of a level place them within its band.
_SCORES = {
    Level.EASY: (4, 24),
    Level.MEDIUM: (40, 100),
    Level.HARD: (100, 200),
    Level.UNFAIR: (200, 470),
    Level.EXTREME: (450, 800),
}


def end_of_band(level: Level) -> float:
    """Return the highest difficulty of a level."""
    return MAX_DIFFICULTY if level is Level.EXTREME else round(BANDS[Level(level + 1)] - 0.1, 1)


def _default_difficulty(level: Level, score: int) -> float:
    """Place a technique in the band of its level by HoDoKu's score; in the middle if it has none."""
    low, high = _SCORES[level]
    share = min(1.0, max(0.0, (score - low) / (high - low))) if score else 0.5
    return round(BANDS[level] + share * (end_of_band(level) - BANDS[level]), 1)


@record
class Node:
    """A node of a chain: a digit in one cell, in one of the cells of a group, or in an almost locked set.

    Parameters
    ----------
    digit : Digit
    cells : CellSet
        The cell, or the cells of a group.
    cells_of_set : CellSet
        The almost locked set that the node is part of; 0 if there is none.
    """

    digit: Digit
    cells: CellSet
    cells_of_set: CellSet = 0


@record
class Link:
    """Two nodes of a chain.

    Parameters
    ----------
    start, end : Node
    is_strong : bool
        Strong: if the start is false, the end is true. Weak: if the start is true, the end is false. In a net, where
        the end may follow from several starts together, whether the end is true.
    by : Step, optional
        In a chain with nested steps: the step that eliminates the end after all its starts are eliminated.
    house : HouseNumber, optional
        For a strong link between places of a digit: the house that has no other place for it.
    rules : tuple of Rule
        The rules by which the end follows, if no house and no cell gives the link.
    """

    start: Node
    end: Node
    is_strong: bool
    by: Step | None = None
    house: HouseNumber | None = None
    rules: tuple[Rule, ...] = ()

    @property
    def starts_true(self) -> bool:
        """Whether the start is supposed to be true: for a weak link, unless a nested step eliminates the end."""
        return not self.is_strong and self.by is None


@record
class LockedSet:
    """Cells with as many digits as cells, or one more.

    Parameters
    ----------
    cells : CellSet
    digits : DigitSet
    """

    cells: CellSet
    digits: DigitSet


class Side(NamedTuple):
    """One side of an equivalence: houses, and their cells that the houses of the other side lack.

    Parameters
    ----------
    houses : tuple of HouseNumber
        Each holds every digit once. A house may come twice.
    cells : CellSet
        The cells that are in more houses of this side than of the other.
    twice : CellSet
        Those of them that are in two more houses, so that their digit counts twice.
    """

    houses: tuple[HouseNumber, ...]
    cells: CellSet
    twice: CellSet = 0


class Equivalence(NamedTuple):
    """Two sides that hold the same digits equally often, up to a number of full sets of digits.

    Parameters
    ----------
    added, taken : Side
        The houses that are added, at least as many as those that are taken away, and what is left of each.
    """

    added: Side
    taken: Side

    @property
    def surplus(self) -> int:
        """How often the cells left of the houses added hold each digit more than those left of the houses taken."""
        return len(self.added.houses) - len(self.taken.houses)


class Bound(NamedTuple):
    """What some cells of a house have at least, or at most, with their candidates.

    Parameters
    ----------
    cells : CellSet
    times : int
        How often they count in the sum that is bounded; negative if they are taken away.
    number : int
    is_least : bool
        Whether they have at least that number; otherwise they have at most that.
    """

    cells: CellSet
    times: int
    number: int
    is_least: bool


# The role of some candidates in a pattern, as the word for one of them: "fin", "pivot". Notation and drawings show it.
# Each family defines its own parts beside its techniques.
Part = NewType("Part", str)


@record
class Reason:
    """Why a step holds: enough to write the proof and to draw it.

    Parameters
    ----------
    digits : DigitSet
        The digits that the pattern is about.
    cells : CellSet
        The cells of the pattern.
    houses : tuple of HouseNumber
        The houses that the pattern is based on: the house of a single or a subset, the base sets of a fish.
    covers : tuple of HouseNumber
        The houses with eliminations: the cover sets of a fish, the line that a box points along.
    parts : mapping from Part to tuple of (cell, digit)
        The parts of the pattern, in the order in which they are described.
    links : tuple of tuple of Link
        The chains, each from its start to its end.
    starts : tuple of Node
        The starts of the chains, if one of them must be true: all candidates of a cell, or of a digit in a house.
    sets : tuple of LockedSet
        Almost locked sets.
    equation : Equation, optional
        What the digits of the cells add up to; outies of a house have the coefficient -1.
    filled : tuple of (cell, digit)
        Cells of the pattern that already have a digit, in a total or an avoidable rectangle.
    extends_pattern : bool
        Whether the chains start from a pattern of digits and cells, so that both are shown.
    nets : tuple of tuple of Link
        If chains branch and join: for each end, all links that lead to it, each after the links to its start. The
        chains of ``links`` show the main paths.
    rules : tuple of Rule
        The rules that the step uses.
    equivalence : Equivalence, optional
        The two sets of cells that hold the same digits.
    bounds : tuple of Bound
        What the parts of a sum have at least or at most.
    counted : tuple of (number, times)
        The sums that are added up, by their number among those of the rules and houses, and how often each counts.
    board : Board, optional
        The board before the step, for reasons that are only searched for when the step is described.
    """

    digits: DigitSet = 0
    cells: CellSet = 0
    houses: tuple[HouseNumber, ...] = ()
    covers: tuple[HouseNumber, ...] = ()
    parts: Mapping[Part, tuple[Candidate, ...]] = field(default_factory=dict, hash=False)
    links: tuple[tuple[Link, ...], ...] = ()
    sets: tuple[LockedSet, ...] = ()
    equation: Equation | None = None
    starts: tuple[Node, ...] = ()
    filled: tuple[Candidate, ...] = ()
    extends_pattern: bool = False
    nets: tuple[tuple[Link, ...], ...] = ()
    rules: tuple[Rule, ...] = ()
    equivalence: Equivalence | None = None
    bounds: tuple[Bound, ...] = ()
    counted: tuple[tuple[int, int], ...] = ()
    board: Board | None = field(default=None, repr=False, compare=False)

    @property
    def shows_cells(self) -> bool:
        """Whether to show the digits and cells; otherwise the chains show everything."""
        return self.extends_pattern or not self.links


@record(repr=False)
class Step(RichDisplay):
    """A step of a technique: digits to place, candidates to eliminate, and why.

    Parameters
    ----------
    technique : Technique
    placements : tuple of (cell, digit)
        Digits to place.
    eliminations : tuple of (cell, digit)
        Candidates to eliminate.
    reason : Reason
    board : Board, optional
        The board before the step, set by `explain` and `hint`, so that the step can be described and drawn.
    """

    technique: Technique
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    reason: Reason
    board: Board | None = field(default=None, kw_only=True, compare=False)

    def __repr__(self) -> str:
        grid = self.board.geometry.grid if self.board else None
        name, digit_name = (grid.cell_name, grid.digit_name) if grid else ("cell {}".format, str)
        effects = [f"{name(cell)} is {digit_name(digit)}" for cell, digit in self.placements]
        effects += [f"{name(cell)} isn't {digit_name(digit)}" for cell, digit in self.eliminations]
        more = f" and {len(effects) - MAX_SHOWN} more" * (len(effects) > MAX_SHOWN)
        return f"<{self.technique.name}: {', '.join(effects[:MAX_SHOWN])}{more}>"

    def apply(self, board: Board) -> None:
        """Apply the step to a board."""
        for cell, digit in self.eliminations:
            board.eliminate(cell, digit)
        for cell, digit in self.placements:
            if not board.values[cell]:
                board.place(cell, digit)


# Takes a board, and options by keyword (HoDoKu's values are the defaults); yields the steps in order.
Search: TypeAlias = Callable[..., Iterator[Step]]

# Yields the sentences of a step's proof without full stops. The effects of the step are added to the last one.
Describe: TypeAlias = Callable[[Step, Geometry], Iterator[str]]


@record(slots=False, eq=False)
class Technique:
    """A technique: call it with a board to get its steps; ``help`` shows its rule, ratings and source.

    Parameters
    ----------
    name : str
    find : callable
        Yields the steps on a board, in the order in which they are taken.
    doc : str
        The rule, in two sentences.
    level : Level
    score : int
        What a step adds to HoDoKu's score; 0 if HoDoKu doesn't know the technique.
    code : str
        Its number in HoDoKu's library of test cases.
    se : float, optional
        Sudoku Explainer's difficulty, the lowest if it varies; None if it doesn't know the technique.
    aliases : tuple of str
        Other names.
    source : str
        Who described it, or where it is described.
    assumes_unique : bool
        Whether it holds only if the puzzle has one solution and no rules beyond its houses. It finds nothing in other
        puzzles.
    describe : callable, optional
        Yields the sentences of a step's proof; by default, the pattern and `doc`.
    difficulty : float
        The difficulty of its simplest steps on our own scale, from 1, a last cell, to 10, a guess. By default the level
        and the score decide.
    names_rules : bool
        Whether the title of a step names the kinds of its rules.

    Examples
    --------
    >>> from farandole.logic.techniques.wings import xy_wing
    >>> print(xy_wing.__doc__)
    A pivot xy sees a pincer xz and a pincer yz. So one pincer is z, and no cell that sees both is z.
    <BLANKLINE>
    Other names: Y-Wing, Bent Triple.
    HoDoKu: 160, HARD.
    Sudoku Explainer: 4.2.
    Farandole: 5.1.
    Code: 0800.
    Source: Bernhard Hobiger, HoDoKu 2.2, WingSolver.
    """

    name: str
    find: Search
    doc: str
    level: Level
    score: int = 0
    code: str = ""
    se: float | None = None
    aliases: tuple[str, ...] = ()
    source: str = ""
    assumes_unique: bool = False
    describe: Describe | None = None
    difficulty: float = 0.0
    names_rules: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "difficulty", self.difficulty or _default_difficulty(self.level, self.score))
        object.__setattr__(self, "__doc__", self._doc_text())
        _registry.setdefault(self.name, self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by name, because there is one object for each technique."""
        if _registry[self.name] is not self:
            from pickle import PicklingError  # slow to import, and needed only here

            raise PicklingError(f"{self!r}: expected a technique with a unique name")
        return _find_registered, (self.find.__module__, self.name)

    def _doc_text(self) -> str:
        unknown = "doesn't know it"
        lines = [
            f"{self.doc}\n",
            f"Other names: {', '.join(self.aliases) or 'none known'}.",
            f"HoDoKu: {f'{self.score}, {self.level.name}' if self.score else f'{unknown}; here {self.level.name}'}.",
            f"Sudoku Explainer: {unknown if self.se is None else f'{self.se:.1f}'}.",
            f"Farandole: {self.difficulty:.1f}.",
            f"Code: {self.code or 'none'}.",
            f"Source: {self.source}.",
            "Holds only if the puzzle has one solution, and no rules but its houses." * self.assumes_unique,
        ]
        return "\n".join(filter(None, lines))

    def __call__(self, board: Board, /, **options: Any) -> Iterator[Step]:
        """Find the steps on a board; the options are those of `find`.

        A technique that assumes one solution finds none if the puzzle has rules or pencilmarks beyond its houses.
        """
        if self.assumes_unique and not board.only_houses:
            return iter(())
        return self.find(board, **options)

    def __repr__(self) -> str:
        return f"<{self.name}>"


_registry: dict[str, Technique] = {}


def _find_registered(module: str, name: str) -> Technique:
    """Return a technique that was pickled; importing its module creates it."""
    import_module(module)
    return _registry[name]


def technique(
    name: str,
    level: Level,
    *,
    score: int = 0,
    code: str = "",
    se: float | None = None,
    aliases: Iterable[str] = (),
    source: str = "",
    assumes_unique: bool = False,
    describe: Describe | None = None,
    difficulty: float = 0.0,
    names_rules: bool = False,
) -> Callable[[Search], Technique]:
    """Return a decorator that makes a technique of a generator; the docstring of the generator is the rule."""

    def make(find: Search) -> Technique:
        doc = " ".join((find.__doc__ or "").split())
        others = tuple(aliases), source, assumes_unique, describe, difficulty, names_rules
        return Technique(name, find, doc, level, score, code, se, *others)

    return make


def steps_of(technique: Technique, steps: Iterable[Step]) -> Iterator[Step]:
    """Filter the steps of one technique from a search that finds several."""
    return (step for step in steps if step.technique is technique)


class RatedStep(NamedTuple):
    """A step, and how hard it is on the scale of Sudoku Explainer.

    Parameters
    ----------
    step : Step
    difficulty : float
        From 1.0, a last cell, to more than 11.
    """

    step: Step
    difficulty: float
