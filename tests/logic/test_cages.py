"""Killers as people solve them: sound on the whole collection, and enough for most of it."""

import collection

from farandole.grid import Grid
from farandole.logic import Board, explain
from farandole.logic.techniques.cages import cage_combinations, rule_of_45
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from needs import needs


def test_a_cage_keeps_what_reaches_its_total() -> None:
    board = Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 17), Cage((9, 10, 11), 6))))
    steps = list(cage_combinations(board))
    for step in steps:
        step.apply(board)
    assert [board.masks[cell] for cell in (0, 1, 9, 10, 11)] == [0b110000000] * 2 + [0b111] * 3


def test_the_rule_of_45_places_an_innie_and_an_outie() -> None:
    row = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1, 2), 15), Cage((3, 4, 5), 12), Cage((6, 7), 10)))
    step = next(rule_of_45(Board.of(row)))
    assert {digit for cell, digit in step.eliminations if cell == 8} == {1, 2, 3, 4, 5, 6, 7, 9}
    outie = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1, 2, 3), 20), Cage((4, 5, 6, 7, 8, 17), 28)))
    step = next(rule_of_45(Board.of(outie)))
    assert {digit for cell, digit in step.eliminations if cell == 17} == {1, 2, 4, 5, 6, 7, 8, 9}


@needs("data")
def test_paths_of_killers_are_sound() -> None:
    n_solved = n_seen = 0
    for case in list(collection.read("killer_janko"))[:40]:
        if len(case.places) != 81 or case.n_digits != 9 or case.solution is None:
            continue
        board = Board.of(Puzzle(Grid.classic(), case.givens, rules=tuple(case.rules())))
        for step in explain(board):
            assert all(case.solution[cell] == digit for cell, digit in step.placements), (case.name, step)
            assert all(case.solution[cell] != digit for cell, digit in step.eliminations), (case.name, step)
        n_seen += 1
        n_solved += not board.n_open
    assert n_solved >= 0.9 * n_seen > 0
