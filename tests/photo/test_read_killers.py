"""Killers are read from sheets: cages and totals, with and without givens; overlays and JSON."""

import json
from functools import cache

import numpy as np
import pytest

from farandole.formats import read as read_text
from farandole.grid import Grid
from farandole.photo import Reading, read
from farandole.photo.cages.choice import choose_killer
from farandole.photo.cages.killer import Killer
from farandole.photo.synthetic import Sheet, make_sheet
from farandole.puzzle import Puzzle
from farandole.rules.sums import Cage


@cache
def drawn(on: str, seed: int) -> Sheet:
    return make_sheet("killer", seed, on=on)


@cache
def reading(on: str = "screen", seed: int = 15) -> Reading:
    return read(drawn(on, seed).picture)


def cages(puzzle: Puzzle) -> dict[tuple[int, ...], int | None]:
    return {tuple(sorted(rule.cells)): rule.total for rule in puzzle.rules if isinstance(rule, Cage)}


@pytest.mark.parametrize(("on", "seed"), [("screen", 15), ("paper", 12)])
def test_a_killer_is_read(on: str, seed: int) -> None:
    truth = drawn(on, seed).ground_truths[0].puzzle
    assert cages(reading(on, seed).puzzle) == cages(truth)
    assert reading(on, seed).puzzle.givens == truth.givens
    assert reading(on, seed).confidence > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2005, 2024, 2025, 2029, 3013, 3122, 3346])
def test_killers_on_paper_are_read(seed: int) -> None:
    """They are rotated and bent, in shadows, with shaded boxes, similar colors, and totals that touch borders."""
    found, truth = read(make_sheet("killer", seed).picture).puzzle, make_sheet("killer", seed).ground_truths[0].puzzle
    assert cages(found) == cages(truth)
    assert found.givens == truth.givens


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2008, 3331])
def test_a_killer_with_totals_that_are_misread_is_not_sure(seed: int) -> None:
    made = make_sheet("killer", seed)
    found = read(made.picture)
    assert cages(found.puzzle) == cages(made.ground_truths[0].puzzle) or found.confidence < 0.9


def test_a_killer_lies_on_its_side() -> None:
    turned = read(np.ascontiguousarray(np.rot90(drawn("paper", 12).picture)))
    assert cages(turned.puzzle) == cages(reading("paper", 12).puzzle)
    assert turned.rotation == 90


def test_it_is_told_and_drawn() -> None:
    n_cages = len(reading().puzzle.rules)
    assert f"{n_cages} cages" in str(reading())
    document = json.loads(json.dumps(reading().document()))
    [found] = read_text(json.dumps(document["puzzle"]))
    assert cages(found) == cages(reading().puzzle)
    orange = (np.asarray(reading().overlay()) == (215, 105, 0)).all(axis=2)
    assert orange.sum() > 500
    assert reading()._repr_svg_().count("<path") >= 2 * n_cages


def killer_of(puzzle: Puzzle, odds: np.ndarray) -> Killer:
    regions = tuple(rule.cells for rule in puzzle.rules)
    nothing = np.zeros((1, 1), np.uint8)
    return Killer(0, np.zeros((10, 10, 2)), regions, odds, 0.0, nothing, np.zeros((10, 10, 2)), 1.0, True)


@pytest.mark.parametrize("is_seen", [True, False])
def test_the_solver_finds_a_total(is_seen: bool) -> None:
    """One looks different; or one is invisible, and follows from the others."""
    puzzle = drawn("screen", 15).ground_truths[0].puzzle
    totals = [rule.total or 0 for rule in puzzle.rules if isinstance(rule, Cage)]
    odds = np.zeros((len(totals), 46))
    odds[np.arange(len(totals)), totals] = 1.0
    odds[2] = 0
    if is_seen:
        odds[2, totals[2]], odds[2, totals[2] + 1] = 0.3, 0.7
    givens = np.full((81, 10), 1e-9)
    givens[np.arange(81), puzzle.givens] = 1
    chosen, looks = choose_killer(Grid.classic(), givens, killer_of(puzzle, odds))
    assert chosen.n_solutions == 1
    assert list(chosen.values[81:]) == totals
    assert looks[2] == (totals[2] + 1 if is_seen else 0)
