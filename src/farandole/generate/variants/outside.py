"""Generate clues outside the grid, and indexers, for a full grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from farandole.generate.variants.rule_generator import Digits, RuleGenerator, list_lines
from farandole.grid import Cell, Grid
from farandole.rules import FrameSum, Indexer, LittleKiller, NumberedRoom, Rule, Sandwich, Skyscraper, XSum

Read = Callable[[tuple[Cell, ...], list[int]], Rule]
"""Takes a line and its digits; returns its clue."""

SHORTEST_DIAGONAL = 3
DIAGONALS = 6


def _read_clues(read: Read, share: float, ends: int, grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Read the clues of a share of the lines, from one end or from both ends."""
    lines = list_lines(grid)[:: 3 - ends]
    chosen = sorted(random.sample(range(len(lines)), max(1, round(share * len(lines)))))
    return [read(lines[k], [solution[cell] for cell in lines[k]]) for k in chosen]


def _sandwich(line: tuple[Cell, ...], digits: list[int]) -> Rule:
    first, last = sorted((digits.index(1), digits.index(len(digits))))
    return Sandwich(line, sum(digits[first + 1 : last]))


def _skyscraper(line: tuple[Cell, ...], digits: list[int]) -> Rule:
    return Skyscraper(line, sum(all(digit > other for other in digits[:n]) for n, digit in enumerate(digits)))


def _x_sum(line: tuple[Cell, ...], digits: list[int]) -> Rule:
    return XSum(line, sum(digits[: digits[0]]))


def _room(line: tuple[Cell, ...], digits: list[int]) -> Rule:
    return NumberedRoom(line, digits[digits[0] - 1])


def _frame(line: tuple[Cell, ...], digits: list[int]) -> Rule:
    n = max(2, round(len(digits) ** 0.5))
    return FrameSum(line, sum(digits[:n]), n)


def _little_killers(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    n = grid.n_digits
    diagonals = []
    for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        top, left = (0 if down > 0 else n - 1), (0 if right > 0 else n - 1)
        starts = [(top, column) for column in range(n)] + [(row, left) for row in range(n) if row != top]
        for row, column in starts:
            steps = range(min(n - row if down > 0 else row + 1, n - column if right > 0 else column + 1))
            diagonals.append(tuple((row + down * k) * n + column + right * k for k in steps))
    long = [line for line in diagonals if len(line) >= min(SHORTEST_DIAGONAL, n)]
    chosen: dict[frozenset[Cell], tuple[Cell, ...]] = {}
    for line in random.sample(long, len(long)):
        if len(chosen) < DIAGONALS:
            chosen.setdefault(frozenset(line), line)
    return [LittleKiller(line, sum(solution[cell] for cell in line)) for line in chosen.values()]


MAX_INDEXERS = 8


def _indexers(grid: Grid, solution: Digits, random: Random) -> list[Rule]:
    """Find cells whose digit says where the number of their own place is in their row or column."""
    found = [
        Indexer(line, place)
        for line in list_lines(grid)[::2]
        for place in range(1, grid.n_digits + 1)
        if Indexer(line, place).holds([solution[cell] for cell in line])
    ]
    return list(random.sample(found, min(len(found), MAX_INDEXERS)))


GENERATORS: Mapping[str, RuleGenerator] = {
    "sandwich": RuleGenerator(partial(_read_clues, _sandwich, 1.0, 1), ("Sandwich",), "square"),
    "skyscraper": RuleGenerator(partial(_read_clues, _skyscraper, 0.6, 2), ("Skyscraper",), "square"),
    "x_sum": RuleGenerator(partial(_read_clues, _x_sum, 0.5, 2), ("XSum",), "square"),
    "numbered_room": RuleGenerator(partial(_read_clues, _room, 0.6, 2), ("NumberedRoom",), "square"),
    "frame_sum": RuleGenerator(partial(_read_clues, _frame, 1.0, 2), ("FrameSum",), "square"),
    "little_killer": RuleGenerator(_little_killers, ("LittleKiller",), "square"),
    "indexer": RuleGenerator(_indexers, ("Indexer",), "square"),
}
"""The generators of clues outside the grid, and of indexers, by name."""
