"""What follows from a candidate by singles, locked digits, pairs and rules, with the reason of each part.

A `Trial` is a board on which something is supposed. `deduce` goes in rounds: it draws all conclusions from the
candidates that the round before left. So a conclusion that needs few others comes early. If it is to be thorough, it
also asks for the digits that rules must hold, and for the fillings of houses together with their rules, but only where
nothing simpler follows. `shorten` then drops what a proof doesn't need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
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
from farandole.logic.inference.rule_groups import rules_of_house
from farandole.logic.inference.sums import Remainder, remainders_of
from farandole.rules import Model, Rule

_MAX_RULE_CELLS = 12  # longer rules take too long, and a person can't follow them in a proof
_MAX_PLACES = 3  # of a digit that is locked in a house
_MAX_REMAINDERS = 120  # of houses and sums, those with the fewest cells
_MAX_REMAINDER_CELLS = 5
_MAX_REMAINDER_HOUSES = 3
_WORK_OF_FILLINGS = 8  # cells of a house and its rules take so many times the work of the same cells of one rule

_Rules: TypeAlias = tuple[Rule, ...]


class Deduction(NamedTuple):
    """One conclusion: a single, or the candidates that a house, a pair or rules exclude.

    Parameters
    ----------
    removed : tuple of (cell, digit)
        The candidates that it excludes; for a single, those of its peers.
    placed : (cell, digit), optional
        The single.
    house : HouseNumber, optional
        The house of a hidden single, or of a locked digit, or the house that is filled together with rules.
    cells : CellSet
        The cells of the locked digit or of the pair, or the places of a digit that a rule must hold.
    rules : tuple of Rule or Remainder
        One rule, what houses and sums leave, or the rules of a house that is filled with them.
    """

    removed: tuple[Candidate, ...] = ()
    placed: Candidate | None = None
    house: HouseNumber | None = None
    cells: CellSet = 0
    rules: tuple[Rule | Remainder, ...] = ()

    def group(self, geometry: Geometry) -> RuleGroup:
        """Return the group of the rules, with the house if there is one."""
        return group_of(geometry, self.rules, () if self.house is None else (self.house,))


class Clash(NamedTuple):
    """A contradiction: a cell without a candidate, a house without a place for a digit, or a rule without a filling."""

    cell: Cell | None = None
    house: HouseNumber | None = None
    digit: Digit = 0
    rule: Rule | Remainder | None = None


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
    """The rules of a board that take part in deductions, short ones first, then what houses and sums leave.

    `rulebook_of` makes one for each board.

    Attributes
    ----------
    geometry : Geometry
    groups : tuple of (Rule or Remainder, RuleGroup)
    cells : tuple of CellSet
        Of each group.
    of_cell : tuple of tuple of int
        For each cell, the numbers of the groups with it.
    work : tuple of int
        For each cell, how many cells its houses and groups have.
    filled_houses : dict of HouseNumber to Together
        The full houses with rules that have two cells or more there.
    network : _core.Network
        The houses, and the rules that take part.
    suppositions : _core.Suppositions
        Runs the rounds of `deduce` fast, without reasons.
    """

    def __init__(self, geometry: Geometry, all_rules: _Rules) -> None:
        self.geometry = geometry
        used = [(len(set(rule.scope)), n, rule) for n, rule in enumerate(all_rules) if says_more(rule)]
        used = [entry for entry in sorted(used, key=lambda entry: entry[:2]) if entry[0] <= _MAX_RULE_CELLS]
        members: list[Rule | Remainder] = [rule for _, _, rule in used]
        members += islice((each for each in remainders_of(geometry, all_rules) if _is_short(each)), _MAX_REMAINDERS)
        self.groups = tuple([(rule, group_of(geometry, (rule,))) for rule in members])
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
        self.filled_houses = {
            house: together
            for house in range(len(geometry.houses))
            if (together := rules_of_house(geometry, tuple([rule for _, _, rule in used]), house)) is not None
        }
        model = Model(geometry.n_digits, geometry.n_cells, geometry.grid.first_digit)
        for house in geometry.cells:
            model.all_different(house)
        for rule in all_rules:  # without the long ones, on which no deduction rests
            if len(set(rule.scope)) <= _MAX_RULE_CELLS or not says_more(rule):
                model.add(rule)
        self.network: _core.Network = model.network()
        self.suppositions = self._suppositions([], [])

    @cached_property
    def thorough_suppositions(self) -> _core.Suppositions:
        """Run the thorough rounds of `deduce` fast, without reasons; groups are searched with fewer choices."""
        needing = [(group.quick, group.cells) for _, group in self.groups if len(group.cells) > 2]
        together = ((house, one.group(self.geometry)) for house, one in self.filled_houses.items())
        return self._suppositions(needing, [(house, group.quick, group.cells) for house, group in together])

    def _suppositions(
        self,
        needing: list[tuple[_core.Fillings, tuple[Cell, ...]]],
        filled: list[tuple[HouseNumber, _core.Fillings, tuple[Cell, ...]]],
    ) -> _core.Suppositions:
        geometry = self.geometry
        groups = [(group.core, group.cells) for _, group in self.groups]
        return _core.Suppositions(geometry.n_digits, geometry.n_cells, geometry.cells, groups, needing, filled)


def _is_short(remainder: Remainder) -> bool:
    return len(remainder.scope) <= _MAX_REMAINDER_CELLS and len(remainder.houses) <= _MAX_REMAINDER_HOUSES


@cache_for_geometries(64)
def rulebook_of(geometry: Geometry, all_rules: _Rules) -> Rulebook:
    """Make the rulebook of a board, once for its geometry and rules."""
    return Rulebook(geometry, all_rules)


def says_more(rule: Rule) -> bool:
    """Return whether a rule says more than that digits differ, or which candidates cells have."""
    is_house = isinstance(rule, rules.AllDifferent) or (isinstance(rule, rules.Cage) and rule.total is None)
    return not is_house and not isinstance(rule, rules.Allowed)


def rules_of(sources: Iterable[Rule | Remainder]) -> tuple[Rule, ...]:
    """Return rules, and the rules whose sums remainders count, each once."""
    used: dict[Rule, None] = {}
    for source in sources:
        used |= dict.fromkeys(source.rules if isinstance(source, Remainder) else (source,))
    return tuple(used)


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


def deduce(start: Trial, changed: Iterable[Cell], n_rounds: int, *, is_thorough: bool = False) -> Outcome:
    """Deduce in rounds until a contradiction, or until nothing more follows.

    Parameters
    ----------
    start : Trial
        It stays as it is.
    changed : iterable of Cell
        The cells that differ from a board on which nothing more follows.
    n_rounds : int
    is_thorough : bool, optional
        Whether to ask for the digits that rules must hold and for houses with their rules, where nothing else follows.
    """
    trial, changed = start.copy(), {*changed}
    deductions: list[Deduction] = []
    work = 0
    unasked: set[Cell] = set()  # cells that have changed since houses were asked with their rules
    for _ in range(n_rounds):
        work += sum(trial.book.work[cell] for cell in changed)
        if clash := find_clash(trial, changed):
            return Outcome(deductions, clash, trial, work)
        unasked |= changed
        changed, clash = _apply_all(trial, list(_conclusions(trial, changed)), deductions)
        if is_thorough and not changed and clash is None and unasked:
            work += _WORK_OF_FILLINGS * sum(trial.book.work[cell] for cell in unasked)
            changed, clash = _apply_all(trial, list(_thorough_conclusions(trial, unasked)), deductions)
            unasked = set()
        if clash is not None:
            return Outcome(deductions, clash, trial, work)
        if not changed:
            break
    return Outcome(deductions, find_clash(trial, changed), trial, work)


def _apply_all(
    trial: Trial, conclusions: Sequence[Deduction], deductions: list[Deduction]
) -> tuple[set[Cell], Clash | None]:
    """Apply the conclusions of a round and list them; return the cells that change, and a clash of two singles."""
    changed: set[Cell] = set()
    for deduction in conclusions:
        if not deduction.rules and not follows(trial, deduction):
            if deduction.placed is None:
                continue  # a pair, of which a cell has lost a candidate in this round
            cell, digit = deduction.placed
            return changed, Clash(cell) if deduction.house is None else Clash(house=deduction.house, digit=digit)
        if removed := trial.apply(deduction):
            changed.update(cell for cell, _ in removed)
            deductions.append(deduction._replace(removed=removed))
        elif deduction.placed is not None:
            deductions.append(deduction._replace(removed=removed))
    return changed, None


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
            yield Deduction(removed, rules=(rule,))
    yield from locked
    for cell in sorted(changed):
        if masks[cell].bit_count() == 2:
            yield from _pairs(trial, cell)


def _thorough_conclusions(trial: Trial, changed: set[Cell]) -> Iterator[Deduction]:
    """Yield what digits that rules must hold exclude, and what houses exclude when they are filled with their rules."""
    book = trial.book
    for number in sorted({number for cell in changed for number in book.of_cell[cell]}):
        rule, group = book.groups[number]
        if len(group.cells) > 2:
            for digit in group.must_hold(tuple([trial.masks[cell] for cell in group.cells])):
                places = _places_in(trial, group, digit)
                if removed := _seen_by_all(trial, places, digit):
                    yield Deduction(removed, cells=places, rules=(rule,))
    for house in sorted({house for cell in changed for house in trial.geometry.houses_of[cell]}):
        together = book.filled_houses.get(house)
        if together is None or not trial.geometry.houses[house] & ~trial.placed:
            continue
        if removed := _excluded(trial, together.group(trial.geometry)):
            yield Deduction(removed, house=house, rules=together.rules)


def _places_in(trial: Trial, group: RuleGroup, digit: Digit) -> CellSet:
    return set_of(group.cells) & trial.places[digit]


def _seen_by_all(trial: Trial, places: CellSet, digit: Digit) -> tuple[Candidate, ...]:
    seen = trial.geometry.seen_by_all(bits(places)) & trial.places[digit] if places else 0
    return tuple([(cell, digit) for cell in bits(seen)])


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
    if deduction.rules:
        group = deduction.group(geometry)
        if deduction.cells:
            digit = deduction.removed[0][1]
            excluded = set(_seen_by_all(trial, _places_in(trial, group, digit), digit))
            if digit not in group.must_hold(tuple([masks[cell] for cell in group.cells])):
                return False
        else:
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
    """Drop the deductions that a proof doesn't need, the last first, then the rules that its houses don't need.

    Parameters
    ----------
    start : Trial
    deductions : sequence of Deduction
    goal : callable
        Returns whether a trial shows what is to be proved.
    needs : CellSet
        The cells that the goal looks at.
    """
    kept = leading_to(start.geometry, deductions, needs)
    for n in reversed(range(len(kept))):
        fewer = kept[:n] + kept[n + 1 :]
        if _is_proof(start.copy(), fewer, goal):
            kept = fewer
    return _with_fewer_rules(start, kept, goal)


def _with_fewer_rules(start: Trial, proof: Sequence[Deduction], goal: Callable[[Trial], bool]) -> list[Deduction]:
    """Leave out the rules of filled houses without which the proof still holds."""
    kept, trial = list(proof), start.copy()
    for n, deduction in enumerate(kept):
        if deduction.house is not None:
            for rule in deduction.rules:
                rules = tuple([other for other in kept[n].rules if other is not rule])
                if not rules:
                    break
                excluded = set(_excluded(trial, group_of(trial.geometry, rules, (deduction.house,))))
                removed = tuple([one for one in kept[n].removed if one in excluded])
                fewer = [*kept[:n], kept[n]._replace(rules=rules, removed=removed), *kept[n + 1 :]]
                if removed and _is_proof(start.copy(), fewer, goal):
                    kept = fewer
        trial.apply(kept[n])
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
        if deduction.cells and not deduction.rules and deduction.house is not None:
            places = trial.geometry.houses[deduction.house] & trial.places[deduction.removed[0][1]]
            kept[n] = deduction._replace(cells=places)
        elif deduction.cells and deduction.rules:
            group = deduction.group(trial.geometry)
            kept[n] = deduction._replace(cells=_places_in(trial, group, deduction.removed[0][1]))
        trial.apply(deduction)
    return kept


def cells_of_clash(geometry: Geometry, clash: Clash) -> CellSet:
    """Return the cells in which a contradiction is seen."""
    if clash.cell is not None:
        return 1 << clash.cell
    return geometry.houses[clash.house] if clash.house is not None else set_of(clash.rule.scope if clash.rule else ())


def leading_to(geometry: Geometry, deductions: Sequence[Deduction], needs: CellSet) -> list[Deduction]:
    """Keep the deductions that change a cell which the goal looks at, or a later deduction that is kept."""
    kept = []
    for deduction in reversed(deductions):
        if set_of(cell for cell, _ in deduction.removed) & needs:
            kept.append(deduction)
            needs |= _cells_of(geometry, deduction)
    return kept[::-1]


def _cells_of(geometry: Geometry, deduction: Deduction) -> CellSet:
    """Return the cells from whose candidates a deduction follows."""
    if deduction.rules:
        return set_of(deduction.group(geometry).cells)
    if deduction.house is not None:
        return geometry.houses[deduction.house]
    return deduction.cells or 1 << (deduction.placed or (0, 0))[0]


def _is_proof(trial: Trial, deductions: Sequence[Deduction], goal: Callable[[Trial], bool]) -> bool:
    for deduction in deductions:
        if not follows(trial, deduction):
            return False
        trial.apply(deduction)
    return goal(trial)
