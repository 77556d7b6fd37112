"""What follows from a candidate by singles, locked digits, pairs and one rule at a time, with the reason of each part.

A `Trial` is a board on which something is supposed. `deduce` goes in rounds: it draws all conclusions from the
candidates that the round before left. So a conclusion that needs few others comes early. `shorten` then drops what a
proof doesn't need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from farandole import _core, rules
from farandole.bitsets import bit_of, bits, digits_of, is_single, set_of
from farandole.grid import Cell
from farandole.logic.board import (
    Board,
    Candidate,
    CellSet,
    Digit,
    DigitSet,
    Geometry,
    HouseNumber,
    cache_for_geometries,
)
from farandole.logic.inference.fillings import RuleGroup, group_of
from farandole.rules import Model, Rule

_MAX_RULE_CELLS = 12  # longer rules take too long, and a person can't follow them in a proof
_MAX_PLACES = 3  # of a digit that is locked in a house

_Rules: TypeAlias = tuple[Rule, ...]


class Deduction(NamedTuple):
    """One conclusion: a single, or the candidates that a house, a pair or a rule excludes.

    Parameters
    ----------
    removed : tuple of (cell, digit)
        The candidates that it excludes; for a single, those of its peers.
    placed : (cell, digit), optional
        The single.
    house : HouseNumber, optional
        The house of a hidden single, or of a locked digit.
    cells : CellSet
        The cells of the locked digit or of the pair.
    rule : Rule, optional
    """

    removed: tuple[Candidate, ...] = ()
    placed: Candidate | None = None
    house: HouseNumber | None = None
    cells: CellSet = 0
    rule: Rule | None = None


class Clash(NamedTuple):
    """A contradiction: a cell without a candidate, a house without a place for a digit, or a rule without a filling."""

    cell: Cell | None = None
    house: HouseNumber | None = None
    digit: Digit = 0
    rule: Rule | None = None


class Trial:
    """The candidates of a board on which something is supposed; a cell with a digit has only that one.

    Attributes
    ----------
    geometry : Geometry
    book : Rulebook
    masks : list of DigitSet
    places : list of CellSet
        For each digit, the cells that can hold it or hold it.
    placed : CellSet
        The cells with a digit, whose peers have lost it.
    """

    __slots__ = ("book", "geometry", "masks", "placed", "places")

    def __init__(self, book: Rulebook, masks: list[DigitSet], places: list[CellSet], placed: CellSet) -> None:
        self.geometry, self.book = book.geometry, book
        self.masks, self.places, self.placed = masks, places, placed

    @classmethod
    def of(cls, board: Board) -> Trial:
        """Begin with a board."""
        masks, places = board.masks[:], board.places[:]
        for cell, digit in enumerate(board.values):
            if digit:
                masks[cell] = bit_of(digit)
                places[digit] |= 1 << cell
        book = rulebook_of(board.geometry, board.rules)
        return cls(book, masks, places, (1 << board.geometry.n_cells) - 1 & ~board.open)

    def copy(self) -> Trial:
        """Copy it."""
        return Trial(self.book, self.masks[:], self.places[:], self.placed)

    def remove(self, candidates: Iterable[Candidate]) -> None:
        """Remove candidates."""
        for cell, digit in candidates:
            self.masks[cell] &= ~bit_of(digit)
            self.places[digit] &= ~(1 << cell)

    def place(self, candidate: Candidate) -> tuple[Candidate, ...]:
        """Place a digit; return the other candidates that this removes."""
        cell, digit = candidate
        removed = [(cell, held) for held in digits_of(self.masks[cell] & ~bit_of(digit))]
        removed += [(peer, digit) for peer in bits(self.geometry.peers[cell] & self.places[digit])]
        self.remove(removed)
        self.placed |= 1 << cell
        return tuple(removed)

    def apply(self, deduction: Deduction) -> tuple[Candidate, ...]:
        """Apply a deduction; return what it removes."""
        if deduction.placed is not None:
            return self.place(deduction.placed)
        removed = tuple([one for one in deduction.removed if self.masks[one[0]] & bit_of(one[1])])
        self.remove(removed)
        return removed


class Rulebook:
    """The rules of a board that take part in deductions, short ones first; `rulebook_of` makes one for each board.

    Attributes
    ----------
    geometry : Geometry
    groups : tuple of (Rule, RuleGroup)
    cells : tuple of CellSet
        Of each group.
    of_cell : tuple of tuple of int
        For each cell, the numbers of the groups with it.
    work : tuple of int
        For each cell, how many cells its houses and groups have.
    network : _core.Network
        All houses and rules.
    """

    def __init__(self, geometry: Geometry, all_rules: _Rules) -> None:
        self.geometry = geometry
        used = [(len(set(rule.scope)), n, rule) for n, rule in enumerate(all_rules) if says_more(rule)]
        used = [entry for entry in sorted(used, key=lambda entry: entry[:2]) if entry[0] <= _MAX_RULE_CELLS]
        self.groups = tuple([(rule, group_of(geometry, (rule,))) for _, _, rule in used])
        self.cells = tuple([set_of(group.cells) for _, group in self.groups])
        of_cell: list[list[int]] = [[] for _ in range(geometry.n_cells)]
        for n, (_, group) in enumerate(self.groups):
            for cell in group.cells:
                of_cell[cell].append(n)
        self.of_cell = tuple(map(tuple, of_cell))
        self.work = tuple(
            [
                sum(len(self.groups[number][1].cells) for number in of_cell[cell])
                + sum(len(geometry.cells[house]) for house in geometry.houses_of[cell])
                for cell in range(geometry.n_cells)
            ]
        )
        model = Model(geometry.n_digits, geometry.n_cells)
        for house in geometry.cells:
            model.all_different(house)
        for rule in all_rules:
            rule.post(model)
        self.network: _core.Network = model.network()


@cache_for_geometries(64)
def rulebook_of(geometry: Geometry, all_rules: _Rules) -> Rulebook:
    """Make the rulebook of a board, once for its geometry and rules."""
    return Rulebook(geometry, all_rules)


def says_more(rule: Rule) -> bool:
    """Return whether a rule says more than that digits differ, or which candidates cells have."""
    is_house = isinstance(rule, rules.AllDifferent) or (isinstance(rule, rules.Cage) and rule.total is None)
    return not is_house and not isinstance(rule, rules.Allowed)


# ── Deductions in rounds ────────────────────────────────────────────────────────────────────────────────────────────


class Outcome(NamedTuple):
    """What followed from a candidate.

    Parameters
    ----------
    deductions : list of Deduction
        In their order; each follows from those before it.
    clash : Clash, optional
        The contradiction in which they end.
    trial : Trial
        What is left.
    work : int
        The cells of the houses and rules that were looked at.
    """

    deductions: list[Deduction]
    clash: Clash | None
    trial: Trial
    work: int


def deduce(start: Trial, changed: Iterable[Cell], n_rounds: int) -> Outcome:
    """Deduce in rounds until a contradiction, or until nothing more follows.

    Parameters
    ----------
    start : Trial
        It stays as it is.
    changed : iterable of Cell
        The cells that differ from a board on which nothing more follows.
    n_rounds : int
    """
    trial, changed = start.copy(), {*changed}
    deductions: list[Deduction] = []
    work = 0
    for _ in range(n_rounds):
        work += sum(trial.book.work[cell] for cell in changed)
        if clash := find_clash(trial, changed):
            return Outcome(deductions, clash, trial, work)
        found = list(_conclusions(trial, changed))
        changed = set()
        for deduction in found:
            if deduction.rule is None and not follows(trial, deduction):
                if deduction.placed is None:
                    continue  # a pair, of which a cell has lost a candidate in this round
                cell, digit = deduction.placed
                clash = Clash(cell) if deduction.house is None else Clash(house=deduction.house, digit=digit)
                return Outcome(deductions, clash, trial, work)
            if removed := trial.apply(deduction):
                changed.update(cell for cell, _ in removed)
                deductions.append(deduction._replace(removed=removed))
            elif deduction.placed is not None:
                deductions.append(deduction._replace(removed=removed))
        if not changed:
            break
    return Outcome(deductions, find_clash(trial, changed), trial, work)


def find_clash(trial: Trial, changed: Iterable[Cell]) -> Clash | None:
    """Find a contradiction in the cells that changed, or in their houses and rules."""
    geometry, masks, places = trial.geometry, trial.masks, trial.places
    for cell in changed:
        if not masks[cell]:
            return Clash(cell)
    for house in sorted({house for cell in changed for house in geometry.houses_of[cell]}):
        if geometry.is_full[house]:
            for digit in range(1, geometry.n_digits + 1):
                if not geometry.houses[house] & places[digit]:
                    return Clash(house=house, digit=digit)
    for number in sorted({number for cell in changed for number in trial.book.of_cell[cell]}):
        rule, group = trial.book.groups[number]
        if not any(group.supports(tuple([masks[cell] for cell in group.cells]))):
            return Clash(rule=rule)
    return None


def _conclusions(trial: Trial, changed: set[Cell]) -> Iterator[Deduction]:
    """Yield what the changes lead to: naked and hidden singles, rules, locked digits, pairs."""
    geometry, masks, places = trial.geometry, trial.masks, trial.places
    for cell in sorted(changed):
        if is_single(masks[cell]) and not trial.placed >> cell & 1:
            yield Deduction(placed=(cell, masks[cell].bit_length()))
    houses = sorted({house for cell in changed for house in geometry.houses_of[cell] if geometry.is_full[house]})
    locked: list[Deduction] = []
    for house in houses:
        for digit in range(1, geometry.n_digits + 1):
            at = geometry.houses[house] & places[digit]
            if at & trial.placed:
                continue
            if is_single(at):
                if not is_single(masks[at.bit_length() - 1]):
                    yield Deduction(placed=(at.bit_length() - 1, digit), house=house)
            elif at.bit_count() <= _MAX_PLACES and (gone := geometry.seen_by_all(bits(at)) & places[digit]):
                locked.append(Deduction(tuple([(cell, digit) for cell in bits(gone)]), house=house, cells=at))
    for number in sorted({number for cell in changed for number in trial.book.of_cell[cell]}):
        rule, group = trial.book.groups[number]
        if removed := _excluded(trial, group):
            yield Deduction(removed, rule=rule)
    yield from locked
    for cell in sorted(changed):
        if masks[cell].bit_count() == 2:
            yield from _pairs(trial, cell)


def _excluded(trial: Trial, group: RuleGroup) -> tuple[Candidate, ...]:
    held = tuple([trial.masks[cell] for cell in group.cells])
    supported = group.supports(held)
    if held == supported:
        return ()
    return tuple(
        [
            (cell, digit)
            for cell, mask, left in zip(group.cells, held, supported, strict=True)
            if mask != left
            for digit in digits_of(mask & ~left)
        ]
    )


def _pairs(trial: Trial, cell: Cell) -> Iterator[Deduction]:
    """Yield what a cell with two candidates excludes together with a peer that has the same two."""
    peers, places = trial.geometry.peers, trial.places
    first, second = digits_of(trial.masks[cell])
    for other in bits(peers[cell] & places[first] & places[second]):
        if trial.masks[other] == trial.masks[cell]:
            seen = peers[cell] & peers[other]
            removed = [(each, digit) for digit in (first, second) for each in bits(seen & places[digit])]
            if removed:
                yield Deduction(tuple(removed), cells=1 << cell | 1 << other)


# ── Short proofs ────────────────────────────────────────────────────────────────────────────────────────────────────


def follows(trial: Trial, deduction: Deduction) -> bool:
    """Return whether a deduction follows from the candidates of a trial."""
    masks, places, geometry = trial.masks, trial.places, trial.geometry
    if deduction.rule is not None:
        group = group_of(geometry, (deduction.rule,))
        excluded = set(_excluded(trial, group))
        return all(one in excluded or not masks[one[0]] & bit_of(one[1]) for one in deduction.removed)
    if deduction.placed is not None:
        cell, digit = deduction.placed
        if deduction.house is None:
            return masks[cell] == bit_of(digit)
        return geometry.houses[deduction.house] & places[digit] == 1 << cell
    if deduction.house is not None:
        [digit] = {digit for _, digit in deduction.removed}
        return not geometry.houses[deduction.house] & places[digit] & ~deduction.cells
    cell, other = bits(deduction.cells)
    return masks[cell] == masks[other] and masks[cell].bit_count() == 2


def clashes(trial: Trial, clash: Clash) -> bool:
    """Return whether a trial has a contradiction."""
    if clash.cell is not None:
        return not trial.masks[clash.cell]
    if clash.house is not None:
        return not trial.geometry.houses[clash.house] & trial.places[clash.digit]
    assert clash.rule is not None
    group = group_of(trial.geometry, (clash.rule,))
    return not any(group.supports(tuple([trial.masks[cell] for cell in group.cells])))


def shorten(
    start: Trial, deductions: Sequence[Deduction], goal: Callable[[Trial], bool], needs: CellSet
) -> list[Deduction]:
    """Drop what a proof doesn't need, the last deduction first.

    Parameters
    ----------
    start : Trial
    deductions : sequence of Deduction
    goal : callable
        Returns whether a trial shows what is to be proved.
    needs : CellSet
        The cells that the goal looks at.
    """
    kept = _leading_to(start.geometry, deductions, needs)
    for n in reversed(range(len(kept))):
        fewer = kept[:n] + kept[n + 1 :]
        if _is_proof(start.copy(), fewer, goal):
            kept = fewer
    return kept


def trim(start: Trial, deductions: Sequence[Deduction], goal: Callable[[Trial], bool]) -> list[Deduction]:
    """Leave out the candidates that deductions exclude without need, so that their sentences are short.

    Of a locked digit, keep the places that those before it leave: a single of the same round may have taken some.
    """
    kept = list(deductions)
    for n in reversed(range(len(kept))):
        if kept[n].placed is not None:
            continue
        for candidate in kept[n].removed:
            removed = tuple([one for one in kept[n].removed if one != candidate])
            fewer = [*kept[:n], kept[n]._replace(removed=removed), *kept[n + 1 :]]
            if removed and _is_proof(start.copy(), fewer, goal):
                kept = fewer
    trial = start.copy()
    for n, deduction in enumerate(kept):
        if deduction.placed is None and deduction.house is not None:
            places = trial.geometry.houses[deduction.house] & trial.places[deduction.removed[0][1]]
            kept[n] = deduction._replace(cells=places)
        trial.apply(deduction)
    return kept


def cells_of_clash(geometry: Geometry, clash: Clash) -> CellSet:
    """Return the cells in which a contradiction is seen."""
    if clash.cell is not None:
        return 1 << clash.cell
    return geometry.houses[clash.house] if clash.house is not None else set_of(clash.rule.scope if clash.rule else ())


def _leading_to(geometry: Geometry, deductions: Sequence[Deduction], needs: CellSet) -> list[Deduction]:
    """Keep the deductions that change a cell which the goal looks at, or a later deduction that is kept."""
    kept = []
    for deduction in reversed(deductions):
        if set_of(cell for cell, _ in deduction.removed) & needs:
            kept.append(deduction)
            needs |= _cells_of(geometry, deduction)
    return kept[::-1]


def _cells_of(geometry: Geometry, deduction: Deduction) -> CellSet:
    """Return the cells from whose candidates a deduction follows."""
    if deduction.rule is not None:
        return set_of(deduction.rule.scope)
    if deduction.house is not None:
        return geometry.houses[deduction.house]
    return deduction.cells or 1 << (deduction.placed or (0, 0))[0]


def _is_proof(trial: Trial, deductions: Sequence[Deduction], goal: Callable[[Trial], bool]) -> bool:
    for deduction in deductions:
        if not follows(trial, deduction):
            return False
        trial.apply(deduction)
    return goal(trial)
