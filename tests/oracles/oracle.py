"""The slow and obvious versions: what the tests believe, because one can see that they are right."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, product

from farandole.cover import Cover
from farandole.puzzle import Puzzle
from farandole.rules import Model, Rule


def houses_of_classic() -> list[list[int]]:
    """The 27 houses of the 9x9 grid, written out anew: the checker shares no code with what it checks."""
    rows = [[9 * i + j for j in range(9)] for i in range(9)]
    columns = [[9 * i + j for i in range(9)] for j in range(9)]
    boxes = [[9 * i + j for i in range(a, a + 3) for j in range(b, b + 3)] for a in (0, 3, 6) for b in (0, 3, 6)]
    return rows + columns + boxes


def is_solution(givens: Sequence[int], digits: Sequence[int]) -> bool:
    """Whether a full grid holds each digit once in each house and agrees with the givens."""
    agrees = all(given in (0, digit) for given, digit in zip(givens, digits, strict=True))
    return agrees and all(sorted(digits[cell] for cell in house) == list(range(1, 10)) for house in houses_of_classic())


def solutions_of_classic(candidates: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Every solution, by trying the candidates of the cell that has the fewest left."""
    neighbors: list[set[int]] = [set() for _ in range(81)]
    for house in houses_of_classic():
        for cell in house:
            neighbors[cell].update(house)
    digits = [0] * 81

    def search() -> Iterator[list[int]]:
        left = {
            cell: [d for d in candidates[cell] if all(digits[other] != d for other in neighbors[cell])]
            for cell in range(81)
            if not digits[cell]
        }
        if not left:
            yield digits.copy()
            return
        cell = min(left, key=lambda cell: len(left[cell]))
        for digit in left[cell]:
            digits[cell] = digit
            yield from search()
        digits[cell] = 0

    return search()


def covers_of(cover: Cover) -> set[frozenset[object]]:
    """Every cover, as labels, by looking at each set of options."""
    known = {*cover.primary, *cover.secondary}
    bounds = dict.fromkeys(cover.primary, (1, 1)) | cover.multiplicities
    numbers = [n for n, option in enumerate(cover.options) if not set(cover.primary).isdisjoint(option)]
    found = set()
    for size in range(len(numbers) + 1):
        for chosen in combinations(numbers, size):
            entries = [entry for n in chosen for entry in cover.options[n]]
            if all(is_covered_well(bounds, item, entries, known) for item in known):
                found.add(frozenset(cover.labels[n] for n in chosen))
    return found


def is_covered_well(
    bounds: Mapping[Hashable, tuple[int, int]], item: Hashable, entries: Sequence[object], known: set[Hashable]
) -> bool:
    """Whether a primary item is there as often as it should; a secondary one at most once, or always in one color."""
    plain = [entry for entry in entries if entry in known and entry == item]
    colored = [entry for entry in entries if entry not in known and isinstance(entry, tuple) and entry[0] == item]
    if item in bounds:
        low, high = bounds[item]
        return low <= len(plain) <= high
    return len(plain) + len(set(colored)) <= 1


def count_of_rules(n_digits: int, n_cells: int, houses: Sequence[Sequence[int]], rules: Sequence[Rule]) -> int:
    """How many fillings of the cells keep houses and rules, by looking at each."""
    return sum(
        all(len({digits[cell] for cell in house}) == len(house) for house in houses)
        and all(rule.holds([digits[cell] for cell in rule.scope]) for rule in rules)
        for digits in product(range(1, n_digits + 1), repeat=n_cells)
    )


def solutions_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Every solution of a small puzzle: the grids of its houses and pencilmarks that keep all rules."""
    grid, digits = puzzle.grid, list(puzzle.givens)
    marks = puzzle.pencilmarks or ((1 << grid.n_digits) - 1,) * grid.n_cells
    neighbors: list[set[int]] = [set() for _ in digits]
    for house in grid.houses:
        for cell in house.cells:
            neighbors[cell].update(other for other in house.cells if other != cell)
    empty = [cell for cell, digit in enumerate(digits) if not digit]
    grids: list[tuple[int, ...]] = []

    def fill(at: int) -> None:
        if at == len(empty):
            grids.append(tuple(digits))
            return
        cell = empty[at]
        for digit in range(1, grid.n_digits + 1):
            if marks[cell] >> digit - 1 & 1 and all(digits[other] != digit for other in neighbors[cell]):
                digits[cell] = digit
                fill(at + 1)
        digits[cell] = 0

    fill(0)
    numbers = zip(grids, map(grid.numbers_of, grids), strict=True)
    return [
        held for held, said in numbers if all(rule.holds([said[cell] for cell in rule.scope]) for rule in puzzle.rules)
    ]


def check_rule(rule: Rule, masks: Sequence[int], n_digits: int) -> None:
    """Compare the count of a search, and what propagation leaves, with all fillings of its cells."""
    model = Model(n_digits, len(masks))
    for cell, mask in enumerate(masks):
        model.allow(cell, mask)
    rule.post(model)
    choices = [[digit for digit in range(1, n_digits + 1) if mask >> digit - 1 & 1] for mask in masks]
    expected = [filling for filling in product(*choices) if rule.holds([filling[cell] for cell in rule.scope])]
    assert model.search().count() == len(expected)
    left = model.network().propagate(model.masks)
    if left is None:
        assert not expected
    else:
        assert all(left[cell] >> digit - 1 & 1 for filling in expected for cell, digit in enumerate(filling))
