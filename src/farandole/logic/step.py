"""Steps: what a technique does on a board, and why it may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from pickle import PicklingError
from typing import Any, NamedTuple, NewType, TypeAlias

from farandole.display import RichDisplay
from farandole.logic.board import Board, Candidate, CellSet, Digit, DigitSet, Geometry, HouseNumber
from farandole.rules import Rule

MAX_SHOWN = 6  # effects of a step, in its `repr`


class Level(IntEnum):
    """How hard a technique is, in HoDoKu's five classes."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a chain: a digit in one cell, in one of several cells of a group, or in an almost locked set.

    Parameters
    ----------
    digit : Digit
    cells : CellSet
        The cell, or the cells of a group.
    cells_of_set : CellSet
        The almost locked set that the node is part of; 0 if it is none.
    """

    digit: Digit
    cells: CellSet
    cells_of_set: CellSet = 0


@dataclass(frozen=True, slots=True)
class Link:
    """Two nodes of a chain.

    Parameters
    ----------
    start, end : Node
    is_strong : bool
        Strong: if the start is false, the end is true. Weak: if the start is true, the end is false. In a net, where
        the start alone may not be why, it says whether the end is true.
    by : Step, optional
        The step that strikes the end, once the starts of all links to it are struck: of chains with steps in them.
    house : HouseNumber, optional
        Of a strong link between places of a digit: the house that has no other place for it.
    """

    start: Node
    end: Node
    is_strong: bool
    by: Step | None = None
    house: HouseNumber | None = None

    @property
    def starts_true(self) -> bool:
        """Whether the start is true: of a weak link, unless it is a step that strikes the end."""
        return not self.is_strong and self.by is None


@dataclass(frozen=True, slots=True)
class LockedSet:
    """Cells with (almost) as few digits as cells, and what they are in the step.

    Parameters
    ----------
    cells : CellSet
    digits : DigitSet
    """

    cells: CellSet
    digits: DigitSet


# What some candidates of a pattern are, in the word for one of them: a fin, a pivot. Lines and drawings show this word.
# A family names its own parts, each once, beside its techniques.
Part = NewType("Part", str)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step may be done: enough to print the proof and to draw it.

    Parameters
    ----------
    digits : DigitSet
        The digits that the pattern is about.
    cells : CellSet
        The cells of the pattern.
    houses : tuple of HouseNumber
        The houses that the pattern stands on: of a single, of a subset, the bases of a fish.
    covers : tuple of HouseNumber
        The houses from which something goes: the covers of a fish, the line that a box points along.
    parts : mapping from Part to tuple of (cell, digit)
        The parts of the pattern, in the order in which they are told.
    links : tuple of tuple of Link
        The chains, each from its start to its end.
    starts : tuple of Node
        Of chains, if they start from all that can be true, of a cell or of a digit in a house: what that is.
    sets : tuple of LockedSet
        Almost locked sets.
    total : int, optional
        What the digits of the cells add up to; of innies and outies, what the former exceed the latter by.
    filled : tuple of (cell, digit)
        Cells of the pattern that have their digits already: of a total, of an avoidable rectangle.
    extends_pattern : bool
        Whether chains lead on from the digits and cells, which are a pattern of their own: then both are shown.
    nets : tuple of tuple of Link
        Where chains branch and join: for each end all links that lead there, each after those to its start. The chains
        of ``links`` show the main ways through them.
    rules : tuple of Rule
        The rules that the step stands on, beside those of killers.
    board : Board, optional
        The board before the step, where reasons are looked for only when someone asks.
    """

    digits: DigitSet = 0
    cells: CellSet = 0
    houses: tuple[HouseNumber, ...] = ()
    covers: tuple[HouseNumber, ...] = ()
    parts: Mapping[Part, tuple[Candidate, ...]] = field(default_factory=dict, hash=False)
    links: tuple[tuple[Link, ...], ...] = ()
    sets: tuple[LockedSet, ...] = ()
    total: int | None = None
    starts: tuple[Node, ...] = ()
    filled: tuple[Candidate, ...] = ()
    extends_pattern: bool = False
    nets: tuple[tuple[Link, ...], ...] = ()
    rules: tuple[Rule, ...] = ()
    board: Board | None = field(default=None, repr=False, compare=False)

    @property
    def shows_cells(self) -> bool:
        """Whether digits and cells are what one sees; else the chains show all there is."""
        return self.extends_pattern or not self.links


@dataclass(frozen=True, slots=True, repr=False)
class Step(RichDisplay):
    """What a technique does.

    Parameters
    ----------
    technique : Technique
    placements : tuple of (cell, digit)
        Digits to place.
    eliminations : tuple of (cell, digit)
        Candidates to strike.
    reason : Reason
        Why.
    board : Board, optional
        The board as it is before the step, of a step that `explain` or `hint` gave: so it can be said and drawn.
    """

    technique: Technique
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    reason: Reason
    board: Board | None = field(default=None, kw_only=True, compare=False)

    def __repr__(self) -> str:
        name = self.board.geometry.grid.cell_name if self.board else "cell {}".format
        effects = [f"{name(cell)} is {digit}" for cell, digit in self.placements]
        effects += [f"{name(cell)} isn't {digit}" for cell, digit in self.eliminations]
        more = f" and {len(effects) - MAX_SHOWN} more" * (len(effects) > MAX_SHOWN)
        return f"<{self.technique.name}: {', '.join(effects[:MAX_SHOWN])}{more}>"

    def apply(self, board: Board) -> None:
        """Do it."""
        for cell, digit in self.eliminations:
            board.eliminate(cell, digit)
        for cell, digit in self.placements:
            if not board.values[cell]:
                board.place(cell, digit)


# From a board, and options by keyword, each with HoDoKu's value if it has one, to the steps in order.
Search: TypeAlias = Callable[..., Iterator[Step]]

# From a step to the sentences of its proof, without full stops: what follows for the board goes on after the last.
Describe: TypeAlias = Callable[[Step, Geometry], Iterator[str]]


@dataclass(frozen=True, eq=False)
class Technique:
    """A way to make a step, called with a board; what it is and where it comes from, which ``help`` tells of each.

    Parameters
    ----------
    name : str
    find : callable
        From a board to the steps that it finds, in the order in which they are to be taken.
    doc : str
        What it is, in two sentences.
    level : Level
    score : int
        What a step adds to HoDoKu's score; 0 if HoDoKu doesn't know it.
    code : str
        Its number in HoDoKu's library of test cases.
    se : float, optional
        Sudoku Explainer's difficulty, the least where it depends; None if it doesn't know it.
    aliases : tuple of str
        Other names; none if none are known.
    source : str
        Who described it, or where.
    assumes_unique : bool
        Whether it only holds if the puzzle has one solution, and no rules but its houses: then it finds nothing in
        others.
    describe : callable, optional
        From a step to the sentences of its proof; by default what one sees of the pattern, and `doc`.

    Examples
    --------
    >>> from farandole.logic.techniques.wings import xy_wing
    >>> print(xy_wing.__doc__)
    A pivot xy sees a pincer xz and a pincer yz. So one pincer is z, and no cell that sees both is z.
    <BLANKLINE>
    Other names: Y-Wing, Bent Triple.
    HoDoKu: 160, HARD.
    Sudoku Explainer: 4.2.
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self._doc_text())
        _registry.setdefault(self.name, self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by name: of each technique there is one, and its steps are known by it."""
        if _registry[self.name] is not self:
            raise PicklingError(f"{self!r}: expected a technique with a name of its own")
        return _find_registered, (self.find.__module__, self.name)

    def _doc_text(self) -> str:
        unknown = "doesn't know it"
        lines = [
            f"{self.doc}\n",
            f"Other names: {', '.join(self.aliases) or 'none known'}.",
            f"HoDoKu: {f'{self.score}, {self.level.name}' if self.score else f'{unknown}; here {self.level.name}'}.",
            f"Sudoku Explainer: {unknown if self.se is None else f'{self.se:.1f}'}.",
            f"Code: {self.code or 'none'}.",
            f"Source: {self.source}.",
            "Holds only if the puzzle has one solution, and no rules but its houses." * self.assumes_unique,
        ]
        return "\n".join(filter(None, lines))

    def __call__(self, board: Board, /, **options: Any) -> Iterator[Step]:
        """Find its steps on a board; the options are those of `find`.

        A technique that assumes one solution finds none if the puzzle has rules, or pencilmarks, beside its houses.
        """
        if self.assumes_unique and not board.only_houses:
            return iter(())
        return self.find(board, **options)

    def __repr__(self) -> str:
        return f"<{self.name}>"


_registry: dict[str, Technique] = {}


def _find_registered(module: str, name: str) -> Technique:
    """Find a technique that was pickled; its module makes it."""
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
) -> Callable[[Search], Technique]:
    """Make a technique of a generator, whose docstring says what it is."""

    def make(find: Search) -> Technique:
        doc = " ".join((find.__doc__ or "").split())
        return Technique(name, find, doc, level, score, code, se, tuple(aliases), source, assumes_unique, describe)

    return make


def steps_of(technique: Technique, steps: Iterable[Step]) -> Iterator[Step]:
    """Pass on the steps of one technique, of a search that finds several."""
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
