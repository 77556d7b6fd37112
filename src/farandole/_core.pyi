"""Farandole's engines in C++: loops that run a million times."""

import array
from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

class HouseOrder:
    """
    The houses of each cell, in an order on which results depend.

    Parameters
    ----------
    n_digits : int
        At most 32.
    houses : list of list of int
        The cells of each.
    is_full : list of bool
        For each house, whether it holds each digit.
    houses_of : list of list of int
        For each cell, its houses in order.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, n_digits: int, houses: Sequence[Sequence[int]], is_full: Sequence[bool], houses_of: Sequence[Sequence[int]]) -> None: ...

class ClaimChains:
    """
    Cycles and chains of claims, as `farandole.logic.explainer` numbers them.

    Parameters
    ----------
    order : HouseOrder
    masks : list of int
        Of each cell: bit d - 1 for digit d.
    in_houses : bool
        Whether links of the places of a digit count.
    in_cells : bool
        Whether links of the candidates of a cell count.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, order: HouseOrder, masks: Sequence[int], in_houses: bool, in_cells: bool) -> None: ...

    @property
    def sources(self) -> list[int]:
        """The candidates from which chains start, in order."""

    def cycles(self, source: int, limit: int) -> list[tuple[list[tuple[int, int, int, int, int]], list[tuple[int, int]]]]:
        """
        List the cycles through a candidate of at most so many claims that eliminate something.

        For each, its hops, the last one first: the candidate that is true, the true and the false one before it, why that is false, and why the first is true; and the cells and digits that it eliminates.
        """

    def all(self, begin: int, end: int) -> list[tuple[int, list[tuple[list[tuple[int, int, int, int, int]], list[tuple[int, int]]]], list[list[tuple[int, int]]]]]:
        """
        List the sources, from one index to another, through which there is something: the source, its `cycles` of any length, and each `chain` from it to its opposite, true and then false.
        """

    def length(self, start: int, limit: int) -> int:
        """
        Count the claims of the shortest chain from a claim to its opposite; 0 if it is longer than the limit.
        """

    def chain(self, start: int) -> list[tuple[int, int]]:
        """
        List the claims of the shortest chain from a claim to its opposite, that one first, each with its cause; none if there is no chain.
        """

class ClaimPropagation:
    """
    All consequences of a claim, up to the first conflict.

    A reason is the cause of a claim, the number of the nested step that gave it or -1, and the claims that it follows from.

    Parameters
    ----------
    order : HouseOrder
    masks : list of int
        Of each cell: bit d - 1 for digit d.
    start : int
        The claim.
    in_cells : bool
        Whether it counts that a cell holds exactly one digit.
    is_dynamic : bool
        Whether to eliminate false candidates, so that several claims together may imply another.

    Raises
    ------
    ValueError
        If a number is out of range, or a claim doesn't follow.
    """

    def __init__(self, order: HouseOrder, masks: Sequence[int], start: int, in_cells: bool, is_dynamic: bool) -> None: ...

    def run(self) -> None:
        """Find what follows from what was added; not beyond a conflict."""

    def add_nested(self, nested: int, claims: Sequence[int], parents: Sequence[int]) -> bool:
        """
        Add the false candidates of a nested step that are not known; return whether there are some.
        """

    @property
    def has_conflict(self) -> bool: ...

    def conflict(self) -> tuple[int, tuple[int, int, list[int]], tuple[int, int, list[int]], int, list[int]]:
        """
        Return the claim that is true, why it is true, why it is false, the number of claims that both follow from, and the nested steps among their reasons.
        """

    def reason(self, claim: int) -> tuple[int, int, list[int]]:
        """Return why a claim follows."""

    def nested(self, claim: int) -> list[int]:
        """
        List the nested steps among the reasons of a claim, direct and indirect.
        """

    def masks(self) -> list[int]:
        """Return the candidates that are not eliminated, of each cell."""

    def places(self) -> list[int]:
        """Return the places of each digit, from 0 on, as sets of cells."""

    @staticmethod
    def common(some: list[ClaimPropagation]) -> list[tuple[int, int]]:
        """
        List the claims that follow from each of some assumptions, each with the number of claims that they follow from in all; true candidates first, then in the order of the first assumption.
        """

class AlignedExclusion:
    """
    Aligned exclusions of some cells.

    The length is the number of cells that an exclusion may begin with.

    Parameters
    ----------
    order : HouseOrder
    masks : list of int
        Of each cell: bit d - 1 for digit d.
    size : int
        2 or 3 cells.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, order: HouseOrder, masks: Sequence[int], size: int) -> None: ...

    def __len__(self) -> int: ...

    def find(self, at: int) -> list[tuple[list[int], list[int], list[tuple[int, int]]]]:
        """
        List the exclusions that begin with a cell, by its index; to be asked for each in turn.

        Returns
        -------
        list of (cells, excluders, eliminated)
            The cells; those that all of them see, of which each has to keep a candidate; cells and digits that can't be.

        Raises
        ------
        IndexError
            If there is no such cell.
        """

class PairLoops:
    """
    Loops of cells that have both digits of a cell with two: a search step by step.

    Each house with a cell of a loop has two of them, an even number of steps apart from the start and an odd one. At most
    two cells have different extra digits.

    Parameters
    ----------
    order : HouseOrder
    masks : list of int
        Of each cell: bit d - 1 for digit d.
    start : int
        A cell with two candidates.

    Raises
    ------
    ValueError
        If a number is out of range, or the cell does not have two candidates.
    """

    def __init__(self, order: HouseOrder, masks: Sequence[int], start: int) -> None: ...

    @property
    def is_done(self) -> bool:
        """Whether all loops are found."""

    def run(self, most_steps: int) -> list[list[int]]:
        """
        Go on for so many steps; list the loops that were found, each from the start in order.
        """

def bits() -> str:
    """Name of the bit-set kernel in use."""

class CoverSearch:
    """
    A search for exact covers; an iterator over tuples of labels.

    Parameters
    ----------
    n_primary, n_items : int
        Items 0 to ``n_primary - 1`` are covered exactly once, the others at most once or in one color.
    starts : buffer of int32, shape (n_options + 1,)
        Option ``o`` has the entries ``starts[o]`` to ``starts[o + 1] - 1`` of the other two.
    items : buffer of int32, shape (n_entries,)
        Each item at most once in an option.
    colors : buffer of int32, shape (n_entries,)
        The color that the option gives the item; 0 for none, and always for a primary item.
    choice : {"smallest", "first", "sharp", "weighted", "random"}
        The item to cover next.
    seed : int
        For a random choice.
    preferred : bytes, shape (n_primary,)
        For a sharp choice: 1 for each item that is preferred.
    pieces : buffer of int32, optional
        Search only where the options of one of these are taken: for each piece how many options, then these.
    budget : int, optional
        Pause after this number of nodes.
    seconds : float, optional
        Pause when so much time has passed since now, or for pieces since their first step.
    threads : int
        Share the search out.
    ordered : bool
        Whether covers come in the order of one thread.
    bits : bool
        Whether bit sets may be used.
    labels : tuple, shape (n_options,), optional
        What to call the options; by default, their numbers.

    `CoverSearch(whole, pieces)` is a search for some pieces of another one, with the same limits to itself.

    Raises
    ------
    ValueError
        If the arguments are not as said above.
    RuntimeError
        By ``next``, ``count`` and iteration, if another thread is in one of them.
    """

    def __iter__(self, /):
        """Implement iter(self)."""

    def __next__(self, /):
        """Implement next(self)."""

    @overload
    def __init__(self, n_primary: int, n_items: int, starts: array.array[int], items: array.array[int], colors: array.array[int], choice: str = 'smallest', seed: int = 0, preferred: bytes = b'', pieces: array.array[int] | None = None, budget: int | None = None, seconds: float | None = None, threads: int = 1, ordered: bool = True, bits: bool = True, labels: tuple[object, ...] | None = None) -> None: ...

    @overload
    def __init__(self, whole: CoverSearch, pieces: array.array[int]) -> None: ...

    def next(self) -> list[int] | None:
        """
        Move to the next cover: its options in the order of their choice, or None if there is none.
        """

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """
        Count the remaining covers, up to ``limit`` if given, and move past them.
        """

    def cut(self, n: int) -> list[bytes]:
        """
        Cut the search into at most ``n`` runs of pieces, each int32 like ``pieces``.
        """

    def left(self) -> bytes:
        """The rest of a paused search as pieces, int32 like ``pieces``."""

    @property
    def nodes(self) -> int:
        """Options tried so far: nodes of the search tree."""

    @property
    def found(self) -> int:
        """Covers found so far."""

    @property
    def share(self) -> float:
        """An estimate of the fraction of the search that is done, from 0 to 1."""

    @property
    def exhausted(self) -> bool:
        """Whether the search is done."""

def find_equivalences(n_cells: int, houses: Sequence[tuple[Sequence[int], int]], starts: Sequence[Sequence[tuple[int, int]]], more: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[list[int], list[int]]]:
    """
    Find sums of houses that leave few cells, those that leave the fewest first.

    Parameters
    ----------
    n_cells : int
    houses : list of (cells, direction)
        The direction is 0 for rows, 1 for columns, -1 for other houses.
    starts : list of list of (house, number)
        Sums to begin with: how often each house is added, negative if it is taken away.
    more : list of list of (house, number)
        Starts that only help where a sum of houses is itself like a house.

    Returns
    -------
    list of (sum, counts)
        How often each house is added, and how often each cell counts.

    Raises
    ------
    ValueError
        If a cell is out of range.
    """

class FishHouses:
    """
    The houses of a grid, for `FishSearch`.

    Parameters
    ----------
    n_cells : int
    houses : list of list of int

    Raises
    ------
    ValueError
        If a cell is out of range.
    """

    def __init__(self, n_cells: int, houses: Sequence[Sequence[int]]) -> None: ...

class FishSearch:
    """
    A search for fish, which pauses after each set of bases that has any.

    Parameters
    ----------
    houses : FishHouses
    places, targets : bytes
        The places of the digit, and those that may be eliminated: bit c of the bytes, little-endian, for cell c.
    bases, covers : list of int
        The houses that may be bases, and those that may be covers, in order.
    sizes : tuple of (int, int)
        The fewest and the most bases, at most 16.
    width : int
        Most covers that the bases of a fish meet.
    max_fins : int
        0 for fish without fins; otherwise they have at least one fin.
    max_endo_fins : int
        Most fins in several bases.
    wants_no_effect : bool
        Whether to find fish with fins that eliminate no target, instead of those that eliminate one.
    max_steps : int
        Steps after which the search ends.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, houses: FishHouses, places: bytes, targets: bytes, bases: Sequence[int], covers: Sequence[int], sizes: tuple[int, int], *, width: int, max_fins: int, max_endo_fins: int, wants_no_effect: bool, max_steps: int) -> None: ...

    def next(self) -> list[tuple[list[int], list[int], int, int, int, int]]:
        """
        Find the fish of the next set of bases that has any; none at the end.

        Returns
        -------
        list of (bases, covers, fins, endo_fins, twice, eliminated)
            `twice`: places in several covers.
        """

    @property
    def was_cut(self) -> bool:
        """Whether the search ended because of `max_steps`."""

    @property
    def n_steps(self) -> int:
        """Steps so far."""

class Arrangements:
    """
    The arrangements of one digit: a place in each house that needs it, none in sight of another.

    Parameters
    ----------
    houses : list of list of int
        The cells of the houses that need the digit.
    peers : list of list of int
        For each cell, the cells that it sees.

    Raises
    ------
    ValueError
        If a cell is out of range.
    """

    def __init__(self, houses: Sequence[Sequence[int]], peers: Sequence[Sequence[int]]) -> None: ...

    def impossible(self, places: bytes) -> int:
        """
        Return the places that no arrangement uses; `places` has bit c, little-endian, for cell c.
        """

class Links:
    """
    What follows in one step from a candidate that is true or false, and from groups of cells.

    Nodes are 0 to ``n - 1``: candidate true; n to ``2 n - 1``: candidate false; from ``2 n`` on: groups, true and false in
    turn, and what `add` adds. The links of a node come in order: of its cell, of its houses, of groups.

    Parameters
    ----------
    n_digits : int
        At most 32.
    masks : list of int
        Of each cell: bit d - 1 for digit d. Candidates are numbered cell by cell, digits ascending.
    houses : list of list of int
    is_full : list of bool
        For each house, whether it holds each digit.
    groups : list of (digit, cells, line, box)
        Cells that have a digit where two houses meet, and the numbers of these.

    Raises
    ------
    ValueError
        If a number is out of range.
    IndexError
        If there is no such node.
    """

    def __init__(self, n_digits: int, masks: Sequence[int], houses: Sequence[Sequence[int]], is_full: Sequence[bool], groups: Sequence[tuple[int, Sequence[int], int, int]]) -> None: ...

    def __len__(self) -> int: ...

    def add(self) -> int:
        """Add a node and return its number."""

    def link(self, node: int, others: Sequence[int], cost: int = 0) -> None:
        """Link a node to others; the cost is added to the step."""

    def linked(self) -> bytes:
        """
        Return what follows in one step from each candidate, true, then false: a row each, a bit for each node, lowest first.
        """

class Tables:
    """
    What follows from each assumption that a candidate is true, and that it is false.

    Nodes are 0 to ``n - 1``: candidate true; n to ``2 n - 1``: candidate false; from ``2 n`` on: what else can follow.

    Parameters
    ----------
    n_candidates : int
    n_nodes : int
        All nodes, at least ``2 * n_candidates``.
    limit : int
        Maximum number of entries of a table.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, n_candidates: int, n_nodes: int, limit: int) -> None: ...

    def link(self, links: Links, beyond_cells: bool = False) -> None:
        """Add what follows in one step; if asked, only what needs groups."""

    def look_ahead(self, n_digits: int, masks: Sequence[int], houses: Sequence[Sequence[int]], is_full: Sequence[bool], rounds: int) -> None:
        """
        For each assumption, add what follows by some rounds of singles.

        Parameters
        ----------
        n_digits : int
        masks : list of int
            Of each cell: bit d - 1 for digit d. Candidates are numbered cell by cell, digits ascending.
        houses : list of list of int
        is_full : list of bool
            For each house, whether it holds each digit.
        rounds : int
        """

    def expand(self) -> None:
        """Add the transitive closure, nearest first."""

    def deduce(self, alternatives: Sequence[Sequence[int]], groups: Sequence[tuple[int, Sequence[int]]]) -> None:
        """
        Add what follows from several entries together, until nothing changes.

        Parameters
        ----------
        alternatives : list of list of int
            Candidates of which one is true.
        groups : list of (on, rest)
            The node of a group, and the candidates beside it in a house: if all of these are false, the group is true.
        """

    def reached(self) -> bytes:
        """
        Return what follows from each candidate, true, then false: a row each, a bit for each node, lowest first.
        """

    def refuted(self, alternatives: list[list[int]]) -> list[int]:
        """
        List refuted assumptions: a candidate would be true and false, or all of some alternatives false.
        """

    def path(self, premise: int, node: int) -> list[int]:
        """
        List the nodes from an assumption to what follows from it, each from the one before; only before `deduce`.
        """

    def loops(self, links: Links) -> list[tuple[int, int]]:
        """
        List the assumptions and what follows from them in the same cell, by a path that neither begins nor ends with a link within it, and proves something; only before `deduce`.
        """

    def joins(self, links: Links) -> list[tuple[int, int]]:
        """
        List the assumptions that a candidate is false, each with a candidate that is then true, not directly, if by cells and houses both exclude at least two others; only before `deduce`.
        """

    def index(self, table: int, node: int) -> int:
        """Return the index of a node in a table; -1 if it does not follow."""

    def entry(self, table: int, at: int) -> tuple[int, int, list[int]]:
        """
        Return an entry of a table: its node, the table that it was taken from or -1, and the entries it follows from.
        """

class Piece:
    """The bytes of some rows, for memoryview."""

class TextSolver:
    """
    Solves lines of puzzles and writes rows of answers with the given columns.
    """

    def __init__(self, layout: Sequence[tuple[str, Sequence[str]]], field: tuple[int, int] | None, limit: int, threads: int, batch_size: int = 4096) -> None: ...

    def solve(self, text: memoryview, number: int) -> tuple[list[memoryview | None], list[tuple[int, str, bytes, int, int]], tuple[int, int, int], int]:
        """
        Solve whole lines; the first has this line number. Return pieces of the output, with None for each bad
        line; of each bad line its number, the reason (empty if a house has a repeated digit), 81 digits, guesses
        and passes; how many puzzles have no solution, one, several; the number of the next line.
        """

def draw_grids(seed: int, first: int, threads: int, grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')]) -> None:
    """Draw uniformly random full grids into an array of shape (n, 81)."""

def make_minimal(seed: int, first: int, threads: int, grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], orders: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')]) -> None:
    """
    Draw full grids and remove givens in random order, as long as the solution stays unique.
    """

def minimize(seed: int, first: int, threads: int, grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], orders: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')] | None = None) -> None:
    """
    Remove givens of puzzles in random order, as long as the given solution stays unique.
    """

def band_classes(grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], classes: Annotated[NDArray[numpy.uint16], dict(shape=(None, 6), order='C', device='cpu')]) -> None:
    """Find the classes, of 416, of each grid's three bands and three stacks."""

def count_bands_of_class(in_class: int) -> tuple[int, int]:
    """
    Count the bands of a class, with digits named and columns sorted, and the grids that each extends to.
    """

def variants(puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu', writable=False)], seed: int, first: int, threads: int, made: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')]) -> None:
    """Apply random symmetries to puzzles, cycling through them."""

def find_places(grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu', writable=False)], threads: int, blocks: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], before: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Find the block of each grid among the essentially different ones, and how many of the block come before.
    """

def find_grids(blocks: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], before: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], threads: int, grids: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')]) -> None:
    """Find the grids at such places; zeros if there is none."""

def count_blocks(in_class: int, counts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Count the essentially different grids in each block of a band class."""

def canonical(puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu', writable=False)], threads: int, forms: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], symmetries: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> int | None:
    """
    Write the canonical forms of puzzles, and how many symmetries each has.

    Return None; or the index of a puzzle without a form, because a house has a repeated digit.
    """

@overload
def solve(puzzles: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu', writable=False)], limit: int, threads: int, solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], numbers: Annotated[NDArray[numpy.int64], dict(shape=(3, None), order='C', device='cpu')]) -> int | None:
    """
    Solve n puzzles of 81 digits each (0 = empty).

    Write solutions (zeros if there is none) and numbers (rows: counts, guesses, passes). Return None; if a value is too
    large, solve nothing and return its index.
    """

@overload
def solve(puzzles: Annotated[NDArray[numpy.uint16], dict(shape=(None, 81), order='C', device='cpu', writable=False)], limit: int, threads: int, solutions: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], numbers: Annotated[NDArray[numpy.int64], dict(shape=(3, None), order='C', device='cpu')]) -> int | None:
    """
    Solve n puzzles of 81 masks each (bit d - 1 for digit d); otherwise the same.
    """

def isas() -> list[str]:
    """Names of the kernels that this machine can run, widest last."""

def isa() -> str:
    """Name of the kernel in use."""

def lanes() -> int:
    """Puzzles that the kernel in use solves side by side."""

class Cursor:
    """
    The solutions of a classic puzzle (81 digits as bytes, or 81 masks), one per call.
    """

    @overload
    def __init__(self, digits: bytes) -> None: ...

    @overload
    def __init__(self, masks: Sequence[int]) -> None: ...

    def next(self) -> list[int] | None:
        """Return the next solution, 81 digits; None after the last."""

    def count(self, limit: int | None) -> int:
        """Count the remaining solutions, up to a limit."""

def count_lines(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """Count the lines of a text."""

def read_lines(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first_number: int, values: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')], numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], field: tuple[int, int] | None = None) -> tuple[int, int, list[tuple[int, str]]]:
    """
    Read one puzzle per line, or per field (its index and the separator's code). Return their number, the number
    of the next line, and the reason for each that can't be read.
    """

def read_strings(puzzles: list[object], values: Annotated[NDArray[numpy.uint8], dict(shape=(None, 81), order='C', device='cpu')]) -> bool:
    """
    Read a puzzle from each string of a list. Return whether each is one of 81 cells; else the values are of no use.
    """

class Rows:
    """Text of n rows, assembled from columns without separators."""

    def __init__(self, n: int) -> None: ...

    def text(self, text: str) -> None:
        """Add the same text to each row."""

    def digits(self, values: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], shown: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], empty: str) -> None:
        """Add digits, with a character for 0, to the rows that show them."""

    def words(self, which: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Sequence[str]) -> None:
        """Add one of several words to each row."""

    def numbers(self, values: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Add a number to each row."""

    def write(self) -> bytes:
        """Return the rows as bytes."""

class MultiSearch:
    """
    A search for covers with multiplicities that stops at each of them.

    Parameters
    ----------
    n_primary, n_items, starts, items, colors, first
        As for `CoverSearch`.
    low, high : buffer of int32, shape (n_primary,) or (0,)
        How often a primary item is covered; once, if they are empty.
    bits : bool
        Whether to use bit sets where they are faster.

    Raises
    ------
    ValueError
        If a number is out of range.
    RuntimeError
        By each method, if another thread is in a method of this search. What it has found by then can be read.
    """

    def __init__(self, n_primary: int, n_items: int, starts: array.array[int], items: array.array[int], colors: array.array[int], low: array.array[int], high: array.array[int], first: bool = False, bits: bool = True) -> None: ...

    def next(self, budget: int | None = None, seconds: float | None = None) -> list[int] | None:
        """
        Return the next cover, its options in the order of choice. None if there is none, or if the search pauses: before node ``budget``, or after ``seconds``.
        """

    def count(self, limit: int | None = None, budget: int | None = None, seconds: float | None = None) -> int:
        """
        Count the remaining covers, up to ``limit`` if given, or until the search pauses; move past them.
        """

    def guess(self, samples: int, seed: int) -> list[tuple[float, float]]:
        """
        Estimate the number of nodes and covers from random paths, for a search that has not begun.
        """

    @property
    def nodes(self) -> int:
        """Options tried and items passed so far: nodes of the search tree."""

    @property
    def found(self) -> int:
        """Covers found so far."""

    @property
    def share(self) -> float:
        """An estimate of the fraction of the search that is done."""

    @property
    def exhausted(self) -> bool:
        """Whether all covers were found."""

class CheapestSearch:
    """
    A search for the k cheapest covers.

    Parameters
    ----------
    n_primary, n_items, starts, items, colors, low, high
        As for `MultiSearch`.
    costs : buffer of float64, shape (n_options,) or (0,)
        What an option costs; nothing, if it is empty.
    k : int
        How many covers to find.

    Raises
    ------
    ValueError
        If the numbers are not as said above, or if the costs have no finite sum.
    RuntimeError
        By each method, if another thread is in a method of this search.
    """

    def __init__(self, n_primary: int, n_items: int, starts: array.array[int], items: array.array[int], colors: array.array[int], low: array.array[int], high: array.array[int], costs: array.array[float], k: int) -> None: ...

    def run(self, budget: int | None = None, seconds: float | None = None) -> bool:
        """
        Continue the search. Return False if it pauses, before node ``budget`` or after ``seconds``.
        """

    @property
    def covers(self) -> bytes:
        """
        The cheapest covers so far, cheapest first, as int32: the number of options of each, then the options.
        """

    @property
    def nodes(self) -> int:
        """Options tried and items passed so far: nodes of the search tree."""

class CandidateWeb:
    """
    Candidates, and the strong and weak links between them.

    Nodes are numbered from 0. By a strong link, a node is true if the other one is false; by a weak link, it is false if
    the other one is true. A hop is a weak link and then a strong one.

    Parameters
    ----------
    order : HouseOrder
        Links are tried house by house, in the order of the houses of a cell; those to cells in no house of it come first.
    cells : list of int
        Of each node.
    strong, weak : list of list of int
        For each node, the nodes at the other ends of its links.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, order: HouseOrder, cells: Sequence[int], strong: Sequence[Sequence[int]], weak: Sequence[Sequence[int]]) -> None: ...

    def strong(self, node: int) -> list[int]:
        """
        List the nodes at the ends of the strong links of a node, in the order in which they are tried.
        """

    def weak(self, node: int) -> list[int]:
        """
        List the nodes at the ends of the weak links of a node, in the order in which they are tried.
        """

    def reached(self, start: int, most_hops: int) -> int:
        """
        Return what is true if a node is false, by a strong link and one to so many hops: bit n for node n.
        """

    def chain(self, start: int, ends: list[int], hops: int, *, exact: bool) -> list[int]:
        """
        Find a chain from a node to one of some ends, depth first.

        Parameters
        ----------
        start : int
        ends : list of int
        hops : int
            Maximum number of hops after the first strong link.
        exact : bool
            Whether exactly as many hops are wanted.

        Returns
        -------
        list of int
            The nodes of the first chain in which no cell occurs twice; it may end where it began. Empty if there is none.
        """

def find_locked_sets(cube: Sequence[Sequence[int]]) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
    """
    Find multi-sector locked sets: as many truths as covers.

    Parameters
    ----------
    cube : list of list of int
        For each a and b, the mask of c: bit c for the point (a, b, c). At most 9 of each.

    Returns
    -------
    list of (a, b, n_truths, covers)
        Masks of a and b, whose pairs are the truths; how many of these have points; and for each c, the masks of a and b
        whose points with that c are covered. Only the sets with the fewest truths are listed.

    Raises
    ------
    ValueError
        If there are more than 9, or not as many of each.
    """

def mark_dark(pixels: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], radius: int, ratio: float, marks: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Mark the pixels below the mean of the square around them times a ratio.
    """

def darkness(pixels: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], radius: int, darkness: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Measure how much darker pixels are than the paper around them: from 0 to 1.
    """

def components(mask: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], labels: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], least: int = 1) -> list[tuple[int, int, int, int, int]]:
    """
    Number the connected components of a mask, from 1, but none less than ``least`` pixels high or wide.

    Returns
    -------
    list of (int, int, int, int, int)
        Of each component: its pixels, left, top, right, bottom; the last two are the first ones beyond it.
    """

def hull(labels: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], label: int, box: tuple[int, int, int, int, int]) -> list[tuple[int, int]]:
    """List the corners (x, y) of a component's convex hull, in order."""

def resample(pixels: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], nodes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, 2), order='C', device='cpu', writable=False)], size: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Resample each quadrilateral of a mesh of nodes (x, y) to a square of ``size`` pixels.
    """

def best_offsets(gains: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], stiffness: float, offsets: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Find the path with the most gain for each line: its offset in each strip, from minus half the width.

    The gains are strips by lines by offsets, the offsets found lines by strips. A step of a pixel costs ``stiffness``.
    """

def are_numbers(values: object, low: int, high: int) -> bool:
    """
    Return whether this is a plain tuple of plain integers from ``low`` to ``high``.
    """

def are_cells(values: object, low: int, high: int) -> bool:
    """
    Return whether this is a plain tuple of plain integers from ``low`` to ``high``, 1 to 32 of them, each once.
    """

def are_pairs(values: object, low: int, high: int) -> bool:
    """
    Return whether this is a plain tuple of pairs: tuples of two plain integers from ``low`` to ``high``.
    """

def are_houses(lists: list[tuple[int, ...]], n_cells: int, max_size: int) -> bool:
    """
    Return whether each list has 1 to ``max_size`` cells, plain integers below ``n_cells``, each once.
    """

class GivenCheck:
    """Tells which givens a grid allows; it has no more than 32 digits."""

    def __init__(self, houses: Sequence[Sequence[int]], n_cells: int, n_digits: int) -> None: ...

    def allows(self, givens: object) -> bool:
        """
        Return whether this is a plain tuple with a plain integer for each cell: a digit that no other cell of its house holds, or 0.
        """

class Submodel:
    """
    The constraints of an alternative, for a `Network`.

    Parameters are those of `Network`, and:

    Parameters
    ----------
    masks : list of (cell, mask)
        The digits that cells may hold.
    houses : list of list of int
        The houses of the alternative; those of the network hold too.
    """

    def __init__(self, masks: Sequence[tuple[int, int]], houses: Sequence[Sequence[int]], sums: Sequence[tuple[Sequence[int], Sequence[int], int, int]] = [], sets: Sequence[tuple[Sequence[int], Sequence[int]]] = [], pairs: Sequence[tuple[int, int, int]] = [], partners: Sequence[Sequence[int]] = [], tables: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]] = [], automata: Sequence[tuple[Sequence[Sequence[int]], int, Sequence[int], Sequence[int]]] = [], counted: Sequence[tuple[Sequence[int], int]] = [], sandwiches: Sequence[tuple[Sequence[int], int]] = [], skyscrapers: Sequence[tuple[Sequence[int], int]] = [], counts: Sequence[tuple[int, Sequence[int], Sequence[Sequence[tuple[int, Sequence[int]]]]]] = [], distinct: Sequence[tuple[int, Sequence[int], Sequence[int]]] = [], connected: Sequence[tuple[Sequence[int], int, int, int, bool, bool]] = [], regions: Sequence[tuple[Sequence[int], int, bool]] = [], islands: Sequence[tuple[Sequence[int], int, int, Sequence[int]]] = [], ranks: Sequence[tuple[Sequence[Sequence[int]], int, int, int]] = [], runs: Sequence[tuple[Sequence[int], Sequence[int], int]] = [], disjunctions: Sequence[Sequence[Submodel]] = [], negations: Sequence[Submodel] = []) -> None: ...

class Network:
    """
    The houses and constraints of a puzzle. Immutable; searches share it.

    Parameters
    ----------
    n_digits : int
        Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
    n_cells : int
        Cells are 0 to ``n_cells - 1``.
    houses : list of list of int, or Network
        Cells that hold no digit twice; as many cells as digits hold each digit once. Or a network with the same houses.
    sums : list of (cells, coefficients, low, high)
        Digits times coefficients add up to ``low`` to ``high``.
    sets : list of (cells, masks)
        Cells of one house that together hold one of some sets of digits.
    pairs : list of (cell, cell, int)
        Two cells, and the index of their entry in ``partners``.
    partners : list of masks
        For each digit of the first cell of a pair, the digits that the second may hold.
    tables : list of (list of cells, masks)
        Groups of cells that each hold one of the same tuples: tuple after tuple, a mask of one digit each.
    automata : list of (list of cells, n_states, arcs, accepting)
        Lines of as many cells whose digits lead from state 0 to an accepting one; a cell may come twice. Three numbers an
        arc: from, to, and a mask of digits.
    counted : list of (cells, total)
        Cells of which the first says how many of them, itself among them, add up to a total.
    sandwiches : list of (cells, total)
        Houses with each digit, in line, whose digits between 1 and ``n_digits`` add up to a total.
    skyscrapers : list of (cells, count)
        Houses with each digit, in line, in which so many digits, 1 to ``n_digits``, are higher than all before them.
    counts : list of (control, cells, cases)
        Cells, each once, that hold certain numbers of digits. A case is a list of disjoint masks of digits, each with the
        numbers of cells that may hold one of them. There is a case for each digit of the control cell, which is not
        counted; or one case, where ``control`` is -1.
    distinct : list of (control, cells, numbers)
        Cells, each once, that hold so many different digits: a number for each digit of the control cell, which may be one
        of the cells; or the possible numbers, where ``control`` is -1.
    connected : list of (cells, width, digits, size, outside, tree)
        Rectangles, row by row, whose cells with a digit of the mask form one region, joined side by side. ``size`` is the
        number of its cells, or -1. With ``outside``, what is outside belongs to it, and it may have no cell. With ``tree``,
        its cells form no cycle.
    regions : list of (cells, labels, is_full)
        Cells with digits, then as many cells with labels: cells with the same label of the mask hold different digits, and
        each digit if ``is_full``.
    islands : list of (cells, width, sea, sizes)
        Rectangles, row by row. The cells without a digit of the mask ``sea`` form islands, each with one number, which is
        its size; ``sizes`` has the number of each cell, or 0.
    ranks : list of (lines, ranked, rank, ties)
        Lines of as many cells, read as numbers; the one at the place ``ranked`` has this rank, from 1 for the least.
        ``ties`` is 0 if no lines may be equal, 1 if others may be equal to each other, 2 if any may.
    runs : list of (cells, sizes, offset)
        A control cell, a start, and arms of these sizes, at most 63 cells in all. Along each arm, cells are seen up to the
        first one with another digit than the start. The number of cells seen, the start among them, is the digit of the
        control cell and ``offset``.
    disjunctions : list of list of Submodel
        Of each list, at least one holds.
    negations : list of Submodel
        None of these holds.
    cells : list of int, optional
        Keep only these cells, which have all houses and constraints, and number them in this order. A network of few cells
        is faster.

    Raises
    ------
    ValueError
        If a number is out of range, or if automata, unrolled along their lines, become too large.
    """

    def __init__(self, n_digits: int, n_cells: int, houses: Network | Sequence[Sequence[int]], sums: Sequence[tuple[Sequence[int], Sequence[int], int, int]] = [], sets: Sequence[tuple[Sequence[int], Sequence[int]]] = [], pairs: Sequence[tuple[int, int, int]] = [], partners: Sequence[Sequence[int]] = [], tables: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]] = [], automata: Sequence[tuple[Sequence[Sequence[int]], int, Sequence[int], Sequence[int]]] = [], counted: Sequence[tuple[Sequence[int], int]] = [], sandwiches: Sequence[tuple[Sequence[int], int]] = [], skyscrapers: Sequence[tuple[Sequence[int], int]] = [], counts: Sequence[tuple[int, Sequence[int], Sequence[Sequence[tuple[int, Sequence[int]]]]]] = [], distinct: Sequence[tuple[int, Sequence[int], Sequence[int]]] = [], connected: Sequence[tuple[Sequence[int], int, int, int, bool, bool]] = [], regions: Sequence[tuple[Sequence[int], int, bool]] = [], islands: Sequence[tuple[Sequence[int], int, int, Sequence[int]]] = [], ranks: Sequence[tuple[Sequence[Sequence[int]], int, int, int]] = [], runs: Sequence[tuple[Sequence[int], Sequence[int], int]] = [], disjunctions: Sequence[Sequence[Submodel]] = [], negations: Sequence[Submodel] = [], cells: Sequence[int] | None = None) -> None: ...

    def propagate(self, masks: Sequence[int]) -> list[int] | None:
        """
        Return the masks of the cells after propagation of all constraints, None if that shows a contradiction.

        Raises
        ------
        ValueError
            If the masks are not one of ``n_digits`` bits for each cell.
        """

    def supports(self, masks: Sequence[int], budget: int) -> list[int]:
        """
        Return the candidates that take part in a solution, as a mask for each cell.

        A candidate for which ``budget`` choices, at least 30, are too few stays.

        Raises
        ------
        ValueError
            If the masks are not one of ``n_digits`` bits for each cell.
        """

class PuzzleSearch:
    """
    A search for the solutions of a network, one at a time.

    It starts with propagation and backtracking. On hard puzzles the SIMD search takes over, in turns with CDCL if the
    network has only houses, pairs and sets.

    Parameters
    ----------
    network : Network
    masks : list of int, length n_cells
        The candidates of each cell: bit d - 1 for digit d.
    budget : int, optional
        Maximum number of choices.
    seconds : float, optional
        Time limit, counted from this call, also while no method runs.
    switch_after : int, optional
        Choices without a solution after which other engines take over; a tenth of that if sums are derived from sums.
    engine : str
        Which engines take over: ``turns`` (both), ``simd``, ``cdcl``, or ``propagation`` (none).
    threads : int
        Number of threads of a `count` that is the first call.

    Raises
    ------
    ValueError
        If the masks are not one of ``n_digits`` bits for each cell, or if the engine is unknown.
    RuntimeError
        By each method, if another thread is in a method of this search.
    """

    def __init__(self, network: Network, masks: Sequence[int], budget: int | None = None, seconds: float | None = None, switch_after: int = 10, engine: str = 'turns', threads: int = 1) -> None: ...

    def next(self) -> list[int] | None:
        """
        Return the next solution, the digit of each cell. None if there is none, or if the search has to stop.
        """

    def count(self, limit: int | None = None) -> int:
        """
        Count the remaining solutions, up to ``limit`` if given, and move past them.
        """

    def stop(self) -> None:
        """Stop the current call of another thread, and all later calls."""

    @property
    def nodes(self) -> int:
        """Choices so far."""

    @property
    def exhausted(self) -> bool:
        """Whether all solutions were found. If not, there may be more."""

class Singles:
    """
    Places full houses, naked and hidden singles in a fixed order.

    Parameters
    ----------
    n_digits : int
        Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
    n_cells : int
        Cells are 0 to ``n_cells - 1``.
    houses : list of list of int
        Cells that hold no digit twice; with as many cells as digits, each digit once.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, n_digits: int, n_cells: int, houses: Sequence[Sequence[int]]) -> None: ...

    def begin(self, givens: Sequence[int]) -> tuple[list[int], list[int], list[bytes], list[list[int]], list[tuple[int, int]], list[tuple[int, int]]]:
        """
        Place the givens, cell by cell.

        Returns
        -------
        values, masks, places, counts, naked, hidden
            The digit of each cell, its candidates, the cells of each digit as bytes (the lowest first), for each house how many
            cells have each candidate (from index 1 on), and the singles that came up.
        """

    def tally(self, givens: Sequence[int]) -> tuple[int, int, int, int]:
        """
        Count the singles of a puzzle until there are none.

        Returns
        -------
        full_houses, naked, hidden, left
            How many there are of each kind, and how many cells stay open.
        """

    def walk(self, values: Sequence[int], masks: Sequence[int], naked: Sequence[tuple[int, int]], hidden: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int, int, int]], tuple[list[int], list[int], list[bytes], list[list[int]], list[tuple[int, int]], list[tuple[int, int]]]]:
        """
        Place singles until there are none.

        Returns
        -------
        steps, state
            Steps are (kind, cell, digit, house): 0 full house, 1 naked, 2 hidden; the state is as from `begin`.
        """

class BasicSteps:
    """
    Counts singles, locked candidates, pairs and triples as they come on a path, each applied before the next.

    There are counts and weights of full houses, naked and hidden singles, locked pairs and triples, pointing, claiming,
    naked pairs and triples, hidden pairs and triples, which are tried in this order.

    Parameters
    ----------
    n_digits, n_cells, houses
        As for `Singles`.
    order : list of int
        Houses, in the order in which they are searched for subsets.
    boxes : list of bool
        Whether each house is a box.
    from_boxes, from_lines : list of (int, list of int)
        For pointing and claiming: a house, and the houses that can lose a digit whose places are all in both.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, n_digits: int, n_cells: int, houses: Sequence[Sequence[int]], order: Sequence[int], boxes: Sequence[bool], from_boxes: Sequence[tuple[int, Sequence[int]]], from_lines: Sequence[tuple[int, Sequence[int]]]) -> None: ...

    def tally(self, givens: Sequence[int], weights: Sequence[int], most: float) -> tuple[list[int], int]:
        """
        Count the steps of a puzzle until there are none, or until their weights add up to more than `most`.

        Returns
        -------
        counts, left
            How many there are of each kind, and how many cells stay open.
        """

    def walk(self, values: Sequence[int], masks: Sequence[int], naked: Sequence[tuple[int, int]], hidden: Sequence[tuple[int, int]], weights: Sequence[int], most: float) -> tuple[list[int], tuple[list[int], list[int], list[bytes], list[list[int]], list[tuple[int, int]], list[tuple[int, int]]]]:
        """
        Count and apply the steps from a state on, as `tally` does.

        Returns
        -------
        counts, state
            The state is as from `Singles.begin`.
        """

class AlmostLocked:
    """
    Almost locked sets, numbered, and their restricted commons. A set of sets is an integer.

    `Subsets.almost_locked` makes them.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> tuple[int, int, dict[int, int], dict[int, int]]:
        """
        Return cells and digits of a set; by digit, its places; by digit, cells with it that see all of them.
        """

    def overlap(self, number: int) -> int:
        """Return the sets that share a cell with a set, itself included."""

    def commons(self, first: int, second: int) -> int:
        """Return the restricted commons of two sets, as a mask."""

    def partners(self, number: int) -> int:
        """Return the sets that have a restricted common with a set."""

    def onward(self, number: int) -> list[tuple[int, int]]:
        """
        List the partners with a greater number, each with its restricted commons as a mask.
        """

    def watching(self, digit: int) -> list[int]:
        """List for each cell the sets in which it sees all places of a digit."""

    def pairs(self, number: int) -> list[tuple[int, int, dict[int, int]]]:
        """
        List the eliminations of the XZ-rule, for a set and sets with greater numbers.

        Returns
        -------
        list of (other, digits, struck)
            One or two restricted commons, as a mask; by digit, the cells that lose it.
        """

    def wings(self, number: int) -> list[tuple[int, int, int, int, int, dict[int, int]]]:
        """
        List wings with a set as wing or pivot; the other one of these has a greater number.

        Returns
        -------
        list of (wing, pivot, last, digits, others, struck)
            The restricted commons of wing and pivot, and one or two of pivot and last, as masks; by digit, the cells that
            lose it.
        """

    def chains(self, ascending: bool, max_links: int) -> list[tuple[int, int, int, int, dict[int, int]]]:
        """
        List the ends of chains of three links or more that eliminate something.

        Parameters
        ----------
        ascending : bool
            Whether each set must have a greater number than the one before.
        max_links : int
            Maximum number of links, for sets in any order.

        Returns
        -------
        list of (start, digit, end, digits, struck)
            A set and its restricted common with the next; a set and, as a mask, its restricted commons with the previous set
            that are in effect; by digit, the cells that lose it.
        """

class Subsets:
    """
    Subsets of the cells of houses that have as many digits as cells, or one more.

    Masks are those of all cells, 0 where a cell has its digit. Sets are integers, bit c for cell c.

    Parameters
    ----------
    n_digits : int
        Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
    n_cells : int
        Cells are 0 to ``n_cells - 1``.
    houses : list of list of int
        Cells that hold no digit twice, at most 32; with as many cells as digits, each digit once.

    Raises
    ------
    ValueError
        If a number is out of range.
    IndexError
        If there is no such house.
    """

    def __init__(self, n_digits: int, n_cells: int, houses: Sequence[Sequence[int]]) -> None: ...

    def naked(self, masks: Sequence[int], houses: Sequence[int], size: int) -> list[tuple[int, int, int]]:
        """
        Find naked subsets, house by house: cells with as many digits, where other cells lose candidates.

        Returns
        -------
        list of (cells, digits, struck)
            `struck`: the cells that lose candidates, in all houses that hold these cells.
        """

    def hidden(self, masks: Sequence[int], houses: Sequence[int], size: int) -> list[tuple[int, int, int]]:
        """
        Find hidden subsets, house by house: digits with as many places, where these have other candidates.

        Returns
        -------
        list of (house, cells, digits)
        """

    def splits(self, masks: Sequence[int], first: int, second: int) -> list[tuple[list[tuple[int, int]], dict[int, int]]]:
        """
        Find cells of two houses and their intersection with as many digits as cells (Sue de Coq).

        No digit of the intersection is in both of the other parts, so each digit is locked in a house.

        Returns
        -------
        list of (parts, struck)
            Cells and digits in the intersection, the first house and the second; by digit, the cells that lose it.
        """

    def almost_locked(self, masks: Sequence[int], overlap: bool, sights: Sequence[tuple[int, int, int]]) -> AlmostLocked:
        """
        Find almost locked sets, house by house, each once: cells with one digit more than cells.

        Parameters
        ----------
        overlap : bool
            Whether sets that have a restricted common may share cells.
        sights : list of (digit, cell, other)
            Cells that can't both hold a digit, though no house says so.

        Raises
        ------
        ValueError
            If a number is out of range.
        """

def find_sum_bounds(n_digits: int, houses: Sequence[Sequence[int]], sums: Sequence[tuple[Sequence[int], Sequence[int], int]], masks: Sequence[int], work: int, good_cost: int, max_sums: int, max_factor: int) -> tuple[list[tuple[int, int]], list[tuple[int, list[int], int]], list[tuple[int, int]]] | None:
    """
    Combine sums so that the cells that they leave can hardly have the total that is left.

    Parameters
    ----------
    n_digits : int
    houses : list of list of int
        The cells of each house.
    sums : list of (cells, coefficients, total)
        Known sums, those of full houses among them.
    masks : list of int
        The digits that each cell may hold; of a filled cell, its digit.
    work : int
        A limit: about as many numbers are changed.
    good_cost : int
        The cost of a proof that ends the search for a simpler one: three for each sum, two for each part.
    max_sums, max_factor : int
        Sums of a proof, and how often one of its sums or parts may count.

    Returns
    -------
    (times, parts, candidates), optional
        How often each sum counts, as (number, times); the parts by which what they leave is bounded, as (times, cells,
        bound), where times are positive if the cells have at least that bound, and negative if at most; the candidates that
        would make what is left at least more than the total, as (cell, digit). None if nothing was found.

    Raises
    ------
    ValueError
        If a cell or house is out of range, or a cell has no digit.
    """

class Fillings:
    """
    Says which candidates of a network's cells take part in a solution.

    It keeps the solutions that it meets, so it is faster than `Network.supports` when asked again.

    Parameters
    ----------
    network : Network
    allowed : list of int, length n_cells
        The digits that each cell may ever hold: bit d - 1 for digit d.
    budget : int
        Choices of a search for one solution; where they don't suffice, a candidate stays.
    quick : int, optional
        Choices of the simpler search before it. If they are no fewer than the budget, it is the only one.

    Raises
    ------
    ValueError
        If there is not a mask of n_digits bits for each cell.
    """

    def __init__(self, network: Network, allowed: Sequence[int], budget: int, quick: int = 30) -> None: ...

    def supports(self, masks: Sequence[int]) -> list[int]:
        """
        Return the candidates that take part in a solution, as a mask for each cell; all 0 if there is none.
        """

    def must_hold(self, masks: Sequence[int]) -> int:
        """
        Return the digits that each solution has somewhere, as a mask; 0 if there is no solution.
        """

class Suppositions:
    """
    What follows when a candidate is supposed, in rounds.

    Singles, digits with at most three places in a house, cells with the same two candidates, and what groups of cells allow
    are looked at in the cells that the round before has changed.

    Parameters
    ----------
    n_digits, n_cells : int
    houses : list of list of int
    groups : list of (Fillings, list of int)
        Each with its cells, in the order of the network.
    needing, filled : list, optional
        If given, the rounds are thorough: where nothing else follows, they ask groups for the digits that they must hold,
        and houses filled together with rules. These are (int, Fillings, list of int) with the number of the house.

    Raises
    ------
    ValueError
        If a number is out of range.
    """

    def __init__(self, n_digits: int, n_cells: int, houses: Sequence[Sequence[int]], groups: Sequence[tuple[Fillings, Sequence[int]]], needing: Sequence[tuple[Fillings, Sequence[int]]] = [], filled: Sequence[tuple[int, Fillings, Sequence[int]]] = []) -> None: ...

    def suppose(self, masks: Sequence[int], placed: Sequence[int], candidate: tuple[int, int], max_rounds: int) -> tuple[int, list[int]]:
        """
        Return the round of the contradiction, 0 if there is none, and the candidates that are left.

        Parameters
        ----------
        masks : list of int, length n_cells
            The candidates of each cell; the digit of a cell that has one.
        placed : list of int
            The cells with a digit.
        candidate : (cell, digit)
        max_rounds : int
        """

    def refute(self, masks: Sequence[int], placed: Sequence[int], candidates: Sequence[tuple[int, int]], max_rounds: int, max_work: int) -> list[tuple[int, int]]:
        """
        Return for each candidate the round of the contradiction, 0 if there is none, and how many candidates are left on the board; for as many as the work allows, which is the candidates of groups times the square of their cells.
        """

class Whips:
    """
    Finds whips and braids: short proofs that a candidate is false.

    Parameters
    ----------
    excluded : list of list of int
        For each candidate, those that can't be true beside it.
    variables : list of list of int
        Sets of candidates of which exactly one is true.

    Raises
    ------
    ValueError
        If there is no such candidate.
    """

    def __init__(self, excluded: Sequence[Sequence[int]], variables: Sequence[Sequence[int]]) -> None: ...

    def add_group(self, members: list[int]) -> int:
        """
        Add two or three candidates of a variable, ascending, as a group; return its number, which the links of whips may then have.
        """

    def find_whips(self, max_length: int, work: int) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
        """
        Find the shortest whips, all of one length.

        Parameters
        ----------
        max_length : int
            Maximum number of variables.
        work : int
            How many variables the search may look at.

        Returns
        -------
        list of (target, links)
            The false candidate, and links of a variable, an excluded candidate of it, the true candidate that excludes it, and
            the candidate that is left in the variable: -1 at the end.
        """

    def find_braids(self, max_length: int) -> list[tuple[int, list[tuple[int, int, int, int]]]]:
        """
        Find a short braid for each candidate that singles refute.

        Parameters
        ----------
        max_length : int
            Maximum number of variables.

        Returns
        -------
        list of (target, links)
            As from `find_whips`.
        """

class ZddSearch:
    """
    A search for all exact covers at once, as a decision diagram.

    Parameters
    ----------
    n_primary, n_items, starts, items, colors
        As for `CoverSearch`.
    low, high : buffer of int32, shape (n_primary,)
        How often at least and at most a primary item is covered; both empty: each once.
    first : bool
        Cover the first item next, in an order that the search makes, not the one with the fewest options.

    Raises
    ------
    ValueError
        If a number is out of range.
    RuntimeError
        By each method, if another thread is in a method of this search; by `nodes_from` and `root`, if it is not done.
    """

    def __init__(self, n_primary: int, n_items: int, starts: array.array[int], items: array.array[int], colors: array.array[int], low: array.array[int], high: array.array[int], first: bool) -> None: ...

    def run(self, steps: int, budget: int, memory: int) -> str:
        """
        Continue for ``steps`` steps of about 10 ns.

        Returns "done"; "paused", also when ``budget`` nodes are tried; or "full" when more than ``memory`` bytes would
        be needed. A search that is not done can continue.
        """

    def nodes_from(self, begin: int) -> bytes:
        """
        Return up to a million nodes of a finished diagram, from one on, as int32 of shape (n_nodes, 3).

        A node is an option, the node without it and the node with it, both earlier ones; 0 and 1 are the terminals.
        """

    @property
    def root(self) -> int:
        """The root of a finished diagram."""

    @property
    def nodes(self) -> int:
        """Options tried so far: nodes of the search."""

    @property
    def share(self) -> float:
        """An estimate of the fraction of the search that is done."""

    @property
    def memory(self) -> int:
        """Bytes of memo and diagram."""

def count_covers(nodes: array.array[int], n_options: int) -> tuple[memoryview, memoryview]:
    """
    Count the covers below each node of a diagram.

    Parameters
    ----------
    nodes : buffer of int32, shape (3 * n_nodes,)
        As `ZddSearch.nodes_from` gives them.

    Returns
    -------
    tuple
        The counts one after another, in words of 64 bits, least first, as many as each needs; and where each ends.

    Raises
    ------
    ValueError
        If the numbers are not those of a diagram with this number of options.
    """
