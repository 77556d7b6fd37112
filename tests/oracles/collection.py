"""The reader of the puzzle collection (`../shared/data/variants`), and a judge of its solutions written out anew."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from farandole import rules
from farandole.rules import Model, Rule
from needs import SHARED

FOLDER = SHARED / "variants"
DIGITS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXY"

Place = tuple[int, int]


@dataclass(frozen=True)
class Case:
    """One puzzle of the collection; cells are numbered row-major over the places that exist."""

    name: str
    n_digits: int
    places: tuple[Place, ...]
    givens: tuple[int, ...]
    houses: tuple[tuple[int, ...], ...]
    constraints: tuple[dict[str, Any], ...]  # with cells by number
    solution: tuple[int, ...] | None
    unique: bool | None

    def rules(self) -> Iterator[Rule]:
        for constraint in self.constraints:
            yield from rules_of(self, constraint)

    def model(self) -> Model:
        """The puzzle but for its givens."""
        model = Model(self.n_digits, len(self.places))
        for house in self.houses:
            model.all_different(house)
        for rule in self.rules():
            rule.post(model)
        return model

    @property
    def masks(self) -> list[int]:
        """A mask of each cell's candidates, peers of givens not struck."""
        full = (1 << self.n_digits) - 1
        return [1 << digit >> 1 or full for digit in self.givens]


def families() -> list[str]:
    """The files in our own format; one holds f-puzzles documents."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl") if not path.stem.startswith("fpuzzles"))


def lines(family: str) -> list[str]:
    return (FOLDER / f"{family}.jsonl").read_text().splitlines()


def read(family: str) -> Iterator[Case]:
    for line in lines(family):
        yield case_of(json.loads(line))


def case_of(record: dict[str, Any]) -> Case:
    n = record["n"]
    places = [(r, c) for r, row in enumerate(record["givens"]) for c, text in enumerate(row) if text != "#"]
    number = {place: cell for cell, place in enumerate(places)}

    def cells(value: list[Any]) -> tuple[Any, ...]:
        """Number the places in any nesting of lists."""
        if value and isinstance(value[0], int):
            return number[value[0], value[1]]  # type: ignore[return-value]
        return tuple(map(cells, value))

    def values(rows: list[str]) -> tuple[int, ...]:
        return tuple(DIGITS.index(rows[r][c]) for r, c in places)

    solution = record.get("solution")
    return Case(
        record["id"],
        n,
        tuple(places),
        values(record["givens"]),
        tuple(tuple(number[place] for place in house) for house in houses_of(record)),
        tuple(
            {key: cells(value) if key in ("cells", "pairs", "groups") else value for key, value in constraint.items()}
            for constraint in record.get("constraints", ())
        ),
        values(solution) if solution else None,
        record["unique"],
    )


def violations(case: Case, digits: Sequence[int]) -> list[str]:
    """What a filled grid breaks: "given", "house", or the name of a rule."""
    found = []
    if any(given not in (0, digit) for given, digit in zip(case.givens, digits, strict=True)):
        found.append("given")
    if any(len({digits[cell] for cell in house}) < len(house) for house in case.houses):
        found.append("house")
    return found + [
        type(rule).__name__ for rule in case.rules() if not rule.holds([digits[cell] for cell in rule.scope])
    ]


def houses_of(record: dict[str, Any]) -> Iterator[list[Place]]:
    n = record["n"]
    for top, left in record.get("grids", [(0, 0)]):
        for i in range(n):
            yield [(top + i, left + j) for j in range(n)]
            yield [(top + j, left + i) for j in range(n)]
        if "box" in record:
            height, width = record["box"]
            for r, c in product(range(top, top + n, height), range(left, left + n, width)):
                yield [(r + i, c + j) for i in range(height) for j in range(width)]
    if "regions" in record:
        letters = [(letter, (r, c)) for r, row in enumerate(record["regions"]) for c, letter in enumerate(row)]
        for region in sorted({letter for letter, _ in letters}):
            yield [place for letter, place in letters if letter == region]
    for house in record.get("extra", ()):
        yield [(r, c) for r, c in house]


def rules_of(case: Case, constraint: dict[str, Any]) -> list[Rule]:
    cells = constraint.get("cells", ())
    match constraint["type"]:
        case "cage":
            return [rules.Cage(cells, constraint["sum"])]
        case "sum":
            return [rules.Sum(cells, constraint["sum"])]
        case "candidates":
            return [rules.Allowed(cells, tuple(constraint["values"]))]
        case "whisper":
            return [rules.Whispers(cells, constraint["diff"])]
        case "ratio2":
            return [rules.Ratio(cells)]
        case "pairsum":
            return [rules.PairSum(cells, constraint["sum"])]
        case "quad":
            return [rules.Quadruple(cells, tuple(constraint["values"]))]
        case "sandwich":
            return [rules.Sandwich(cells, constraint["sum"])]
        case "xsum":
            return [rules.XSum(cells, constraint["sum"])]
        case "skyscraper":
            return [rules.Skyscraper(cells, constraint["count"])]
        case "antiknight":
            return [rules.AllDifferent(pair) for pair in pairs_of(case, {(1, 2), (2, 1)})]
        case "antiking":
            return [rules.AllDifferent(pair) for pair in pairs_of(case, {(0, 1), (1, 0), (1, 1)})]
        case "nonconsecutive":
            return [rules.NotConsecutive(pair) for pair in pairs_of(case, {(0, 1), (1, 0)})]
        case "consecutive_exact":
            marked = {frozenset(pair) for pair in constraint["pairs"]}
            return [
                rules.Consecutive(pair) if frozenset(pair) in marked else rules.NotConsecutive(pair)
                for pair in pairs_of(case, {(0, 1), (1, 0)})
            ]
        case "regionsum":
            groups = constraint["groups"]
            # Groups may share cells, as two lines that cross.
            ours = [rules.RegionSum((*one, *other), (one, other)) for one, other in pairwise(groups)]
            return [*ours]
        case "doublearrow":
            return [rules.DoubleArrow(cells)]
        case "alldiff":
            return [rules.AllDifferent(cells)]
        case kind:
            return [rules.RULES[kind](cells)]


def pairs_of(case: Case, moves: set[Place]) -> list[tuple[int, int]]:
    number = {place: cell for cell, place in enumerate(case.places)}
    return [
        (number[r, c], number[r + down, c + side])
        for r, c in case.places
        for down, right in moves
        for side in {right, -right}
        if (down or side > 0) and (r + down, c + side) in number
    ]
