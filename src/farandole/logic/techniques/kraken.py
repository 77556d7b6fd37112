"""Kraken fish: fish without eliminations because of their fins, extended by chains from the fins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from farandole.bitsets import bit_of, bits
from farandole.i18n import tr
from farandole.logic.board import Board, Candidate, CellSet, Digit, Geometry
from farandole.logic.inference.links import NodeNumber, NodeSet
from farandole.logic.inference.sets import has_too_many_candidates
from farandole.logic.inference.tables import Tables, group_tables
from farandole.logic.step import Level, Node, Part, Reason, Step, Technique, steps_of, technique
from farandole.logic.techniques.fish import ENDO_FIN, FIN, describe_fish, kind_of
from farandole.logic.techniques.fish_search import Fish, Shape, fish_without_eliminations
from farandole.logic.wording.chains import describe_chain
from farandole.logic.wording.claims import LINE_WIDTH, describe_consequence
from farandole.logic.wording.nets import format_cases
from farandole.logic.wording.words import join_words
from farandole.records import record

_SOURCE = (
    "The Ultimate Fish Guide, http://forum.enjoysudoku.com/the-ultimate-fish-guide-t4993.html; HoDoKu 2.2, FishSolver"
)

# HoDoKu's order: of shapes, and among fish of one size.
_RANKS = {"Finned": (0, 0), "Sashimi": (0, 1), "Finned Franken": (1, 0), "Finned Mutant": (2, 0)}

IN_ONE_COVER = Part("in one cover")  # a place in the cover whose places chains start from


def _describe(step: Step, geometry: Geometry) -> Iterator[str]:
    """Describe the fish, and that a candidate is false in each case: if no fin is true, and for each fin."""
    reason, [(cell, eliminated)] = step.reason, step.eliminations
    digit, in_cover = reason.links[0][0].start.digit, reason.parts.get(IN_ONE_COVER, ())
    claim = describe_consequence(geometry, Node(eliminated, 1 << cell), is_true=False)
    cases = [[*describe_chain(geometry, chain, set(), length=LINE_WIDTH)] for chain in reason.links]
    yield describe_fish(reason, geometry)
    if in_cover:
        cells = join_words([geometry.grid.cell_name(place) for place, _ in in_cover], "or")
        yield tr(
            "If no fin is {digit}, the fish has {digit} in {cells}", digit=geometry.grid.digit_name(digit), cells=cells
        )
    elif step.technique is kraken_fish_type_2:
        yield tr(
            "Without its fins the fish has too few places, so a fin is {digit}", digit=geometry.grid.digit_name(digit)
        )
    else:
        cases = [
            [tr("If no fin is {digit}, then {claim} (the fish)", digit=geometry.grid.digit_name(digit), claim=claim)],
            *cases,
        ]
    yield format_cases(tr("In each case {claim}", claim=claim), cases)
    yield "\n" + tr("The result is the same in each case")


@technique("Kraken Fish Type 1", Level.EXTREME, score=500, code="0371", source=_SOURCE, describe=_describe)
def kraken_fish_type_1(
    board: Board, *, shape: Shape = Shape.FRANKEN, max_size: int = 4, max_fins: int = 2, max_endo_fins: int = 0
) -> Iterator[Step]:
    """A fish removes a candidate if no fin is true, and a chain from each fin removes it, too.

    So it is false in any case.
    """
    steps = kraken_fish(board, shape=shape, max_size=max_size, max_fins=max_fins, max_endo_fins=max_endo_fins)
    return steps_of(kraken_fish_type_1, steps)


@technique("Kraken Fish Type 2", Level.EXTREME, score=500, code="0372", source=_SOURCE, describe=_describe)
def kraken_fish_type_2(
    board: Board, *, shape: Shape = Shape.FRANKEN, max_size: int = 4, max_fins: int = 2, max_endo_fins: int = 0
) -> Iterator[Step]:
    """A fin of a fish is true, or a place of it in one cover, and chains from each remove the same candidate.

    So it is false in any case.
    """
    steps = kraken_fish(board, shape=shape, max_size=max_size, max_fins=max_fins, max_endo_fins=max_endo_fins)
    return steps_of(kraken_fish_type_2, steps)


def kraken_fish(
    board: Board, *, shape: Shape = Shape.FRANKEN, max_size: int = 4, max_fins: int = 2, max_endo_fins: int = 0
) -> Iterator[Step]:
    """Find kraken fish of both types, digit by digit; of those with the same elimination, only ever simpler ones.

    Parameters
    ----------
    board : Board
    shape : Shape
        The houses of the fish; simpler shapes are included.
    max_size : int
        The largest number of bases; the smallest is two.
    max_fins, max_endo_fins : int
        The largest number of fins, and of endo fins, which are in two bases.
    """
    if has_too_many_candidates(board):
        return
    sea = _Sea(board, board.cached(group_tables))
    for digit, places in enumerate(board.places):
        best: dict[tuple[Technique, Candidate], tuple[tuple[int, ...], int]] = {}
        for fish in fish_without_eliminations(board.geometry, places, max_size, shape, max_fins, max_endo_fins):
            krakens = [*sea.beside_covers(fish, digit), *sea.beyond_covers(fish, digit)]
            rank = _rank(board.geometry, fish) if krakens else ()
            for kraken in krakens:
                key = kraken.technique, kraken.eliminated
                if key not in best or (rank <= best[key][0] and (rank, sea.length(kraken)) < best[key]):
                    best[key] = rank, sea.length(kraken)
                    yield sea.step(kraken)


def _rank(geometry: Geometry, fish: Fish) -> tuple[int, ...]:
    """Rank as HoDoKu does: simpler shapes first, then smaller fish, then sashimi fish last."""
    shape, is_sashimi = _RANKS[kind_of(geometry, fish)]
    return shape, len(fish.bases), is_sashimi


@record
class _Kraken:
    """A fish, and a candidate that chains from its fins, and from its places in a cover, eliminate."""

    technique: Technique
    fish: Fish
    digit: Digit
    in_cover: CellSet
    eliminated: Candidate

    @property
    def starts(self) -> list[Candidate]:
        return [(cell, self.digit) for cell in bits(self.in_cover | self.fish.fins)]


class _Sea:
    """The eliminations of chains on a board."""

    def __init__(self, board: Board, tables: Tables) -> None:
        self.geometry, self.tables = board.geometry, tables
        self.links = links = tables.links
        ones = (1 << links.n) - 1
        self.eliminated_by = [row >> links.n & ones for row in tables.rows[: links.n]]
        self._path = cache(tables.core.path)

    def beside_covers(self, fish: Fish, digit: Digit) -> Iterator[_Kraken]:
        """Find candidates of the covers outside the fish that chains from all fins eliminate."""
        covered = 0
        for _, cells in fish.covers:
            covered |= cells
        eliminated = self._eliminated_by_all(fish.fins, digit)
        for cell in bits(covered & ~(fish.body | fish.fins) | fish.twice):
            if eliminated >> self.links.number[cell, digit] & 1:
                yield _Kraken(kraken_fish_type_1, fish, digit, 0, (cell, digit))

    def beyond_covers(self, fish: Fish, digit: Digit) -> Iterator[_Kraken]:
        """Find candidates that chains from all fins, and from all places of the fish in one cover, eliminate.

        A cover that holds only places of the fish is left out, because one of these is true without the fish.
        """
        by_fins = self._eliminated_by_all(fish.fins, digit)
        if not by_fins:
            return
        for _, cells in fish.covers:
            inside = cells & (fish.body | fish.fins) & ~fish.twice
            if inside == cells:
                continue
            common = by_fins & self._eliminated_by_all(inside, digit)
            candidates = (self.links.candidates[k] for k in bits(common))
            for cell, other_digit in sorted(candidates, key=lambda candidate: candidate[::-1]):
                if not (inside | fish.fins) >> cell & 1:
                    yield _Kraken(kraken_fish_type_2, fish, digit, inside, (cell, other_digit))

    def _eliminated_by_all(self, cells: CellSet, digit: Digit) -> NodeSet:
        eliminated = (1 << self.links.n) - 1
        for cell in bits(cells):
            eliminated &= self.eliminated_by[self.links.number[cell, digit]]
        return eliminated

    def _paths(self, kraken: _Kraken) -> list[list[NodeNumber]]:
        number, end = self.links.number, self.links.n + self.links.number[kraken.eliminated]
        return [self._path(number[start], end) for start in kraken.starts]

    def length(self, kraken: _Kraken) -> int:
        return sum(map(len, self._paths(kraken)))

    def step(self, kraken: _Kraken) -> Step:
        fish, digit = kraken.fish, kraken.digit

        def in_cells(cells: CellSet) -> tuple[Candidate, ...]:
            return tuple((cell, digit) for cell in bits(cells))

        in_cover = in_cells(kraken.in_cover)
        parts = {FIN: in_cells(fish.fins & ~fish.endo), ENDO_FIN: in_cells(fish.endo), IN_ONE_COVER: in_cover}
        parts = {part: houses for part, houses in parts.items() if houses}
        bases, covers = (tuple(house for house, _ in houses) for houses in (fish.bases, fish.covers))
        chains = tuple(self.links.chain(path) for path in self._paths(kraken))
        reason = Reason(bit_of(digit), fish.body, bases, covers, parts, chains, extends_pattern=True)
        return Step(kraken.technique, (), (kraken.eliminated,), reason)
