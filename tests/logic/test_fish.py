"""Fish: the library's cases, a slow search, soundness, other shapes."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from farandole.bitsets import bits
from farandole.grid import Grid
from farandole.logic.board import Board, HouseKind
from farandole.logic.inference.one_digit import impossible_places
from farandole.logic.techniques import fish as fish_module
from farandole.logic.techniques import fish_search
from farandole.logic.techniques.fish import ENDO_FIN, FIN, FISH, fish
from farandole.logic.techniques.fish_search import FishSearch, Shape, all_fish
from farandole.puzzle import Puzzle
from farandole.rules import anti_knight
from library import cases, is_siamese, steps_for
from needs import is_here, needs
from states import classic_states, shaped_states, unsound

LARGE = {"0363", "0364"}  # large mutants: a second each, and more
CODES = sorted({case.code for case in cases("03")} - LARGE) if is_here("data") else []


@needs("data")
@pytest.mark.parametrize("code", CODES)
def test_library(code: str) -> None:
    (technique,) = (some for some in FISH.values() if some.code == code)
    for case in cases(code):
        steps = steps_for(case, technique)
        assert case.is_strict(steps), case.line


@needs("data")
@pytest.mark.parametrize("code", sorted(LARGE))
def test_large_mutants(code: str) -> None:
    (technique,) = (some for some in FISH.values() if some.code == code)
    (case,) = cases(code)
    assert case.is_strict(steps_for(case, technique))


@needs("data")
def test_basic_fish_against_all_combinations() -> None:
    for board, _ in classic_states()[::5]:
        for size in (2, 3):
            found = {(step.reason.houses, step.reason.covers) for step in FISH["", size](board)}
            assert found == set(_all_basic(board, size))


def _all_basic(board: Board, size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    geometry = board.geometry
    rows, columns = geometry.of_kind(HouseKind.ROW), geometry.of_kind(HouseKind.COLUMN)
    for places in board.places:
        for bases, covers in ((rows, columns), (columns, rows)):
            for some in combinations([base for base in bases if geometry.houses[base] & places], size):
                union = sum(geometry.houses[base] for base in some) & places
                for others in combinations(covers, size):
                    covered = sum(geometry.houses[cover] for cover in others) & places
                    touched = all(geometry.houses[cover] & union for cover in others)
                    if touched and not union & ~covered and covered & ~union:
                        yield some, others


@needs("data")
@pytest.mark.parametrize("with_fins", [False, True])
@pytest.mark.parametrize("shape", Shape)
def test_fish_against_all_combinations(shape: Shape, with_fins: bool) -> None:
    for board, _ in classic_states()[::9]:
        for places in board.places:
            found = {
                (*(tuple(house for house, _ in houses) for houses in (fish.bases, fish.covers)), fish.eliminated)
                for fish in all_fish(board.geometry, places, 2, shape, with_fins, 5, 2)
            }
            assert found == set(_all_pairs(board, places, shape, with_fins=with_fins))


def _all_pairs(
    board: Board, places: int, shape: Shape, *, with_fins: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    geometry, targets = board.geometry, impossible_places(board.geometry, places)
    rows, columns, boxes = (geometry.of_kind(kind) for kind in (HouseKind.ROW, HouseKind.COLUMN, HouseKind.BOX))
    sides = {
        Shape.BASIC: ((rows, columns), (columns, rows)),
        Shape.FRANKEN: ((rows + boxes, columns + boxes), (columns + boxes, rows + boxes)),
        Shape.MUTANT: ((rows + columns + boxes,) * 2,),
    }[shape]
    for base_houses, cover_houses in sides:
        for bases in combinations(base_houses, 2):
            first, second = (geometry.houses[house] & places for house in bases)
            held, endo = first | second, first & second
            if not first or not second or endo.bit_count() > (2 if with_fins else 0):
                continue
            if not with_fins and max(first.bit_count(), second.bit_count()) > 2:  # HoDoKu's bound
                continue
            for covers in combinations([house for house in cover_houses if geometry.houses[house] & held], 2):
                one, other = (geometry.houses[house] & places for house in covers)
                fins = held & ~(one | other) | endo
                eliminated = ((one | other) & ~held | one & other) & targets & geometry.seen_by_all(bits(fins))
                if (
                    eliminated
                    and not set(bases) & set(covers)
                    and fins.bit_count() in (range(1, 6) if with_fins else [0])
                ):
                    yield bases, covers, eliminated


def test_many_houses_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no two cells a knight's move apart are equal, each of these pairs may be a cover, and there are too many."""
    monkeypatch.setattr(fish_search, "MAX_STEPS", 1_000)
    monkeypatch.setattr(fish_module, "MAX_STEPS", 1_000)
    grid = Grid.classic()
    line = "..7....3.5...2......3..1.4.." + "." * 53
    board = Board.of(Puzzle.of(grid, line, rules=anti_knight(grid)))
    assert len(board.geometry.houses) == 27 + 224
    searches: list[FishSearch] = []

    def note(*args: Any) -> FishSearch:
        searches.append(all_fish(*args))
        return searches[-1]

    monkeypatch.setattr(fish_module, "all_fish", note)
    list(FISH["Finned Franken", 3](board))
    assert 1_000 < sum(search.n_steps for search in searches) <= 3_002  # each side of a digit may spend it


@needs("data")
def test_sound_on_the_classic_grid() -> None:
    small = [FISH[kind, size] for kind, size in FISH if size <= (3 if kind in ("", "Finned", "Sashimi") else 2)]
    for board, solution in classic_states():
        assert not unsound(board, solution, small)


@needs("data")
@pytest.mark.slow
@pytest.mark.parametrize("family", ["jigsaw_janko", "jigsawx_janko", "samurai_janko"])
def test_sound_on_other_grids(family: str) -> None:
    small = [FISH[kind, size] for kind, size in FISH if size == 2 and "Mutant" not in kind]
    for board, solution in shaped_states(family):
        assert not unsound(board, solution, small)


@needs("data")
def test_siamese_fish_come_first_only_if_asked() -> None:
    (case,) = (case for case in cases("0322") if case.is_siamese)
    board = case.board()
    plain = list(fish(board, 4, Shape.BASIC, with_fins=True))
    both = list(fish(board, 4, Shape.BASIC, with_fins=True, siamese=True))
    assert not any(map(is_siamese, plain))
    assert any(map(is_siamese, both))
    assert len(both[0].eliminations) == max(len(step.eliminations) for step in both)
    assert {step.eliminations for step in plain} <= {step.eliminations for step in both}


@needs("data")
def test_fins_are_few() -> None:
    for board, _ in classic_states()[::7]:
        for step in fish(board, 3, Shape.BASIC, with_fins=True, max_fins=1):
            assert len(step.reason.parts[FIN]) == 1
        for step in fish(board, 2, Shape.FRANKEN, with_fins=True, max_endo_fins=0):
            assert ENDO_FIN not in step.reason.parts
