"""Fog of war in the terminal game: what is hidden, what clears it, and what hints may use."""

from farandole.grid import Grid
from farandole.puzzle import About, Fog, Puzzle
from farandole.rules import Cage
from farandole.tui.advice import find_advice
from farandole.tui.describe import describe_cell
from farandole.tui.game import Game
from farandole.tui.rule_text import describe_rules

GRID = Grid.classic()
GIVENS = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
LAMPS = tuple(GRID.parse_cell(f"r{row}c{column}") for row in (1, 2, 3) for column in (1, 2, 3))
CAGES = (Cage((0, 1), 15), Cage((21, 22), 15))
PUZZLE = Puzzle.of(GRID, GIVENS, rules=CAGES, about=About(fog=Fog(LAMPS)))


def test_givens_and_rules_under_fog_are_hidden() -> None:
    game = Game(PUZZLE)
    assert game.hidden == {*range(81)} - {*LAMPS}
    assert [cell for cell, digit in enumerate(game.digits) if digit] == [9, 19]
    assert describe_cell(game, 7) == "r1c8: fog"
    assert describe_rules(game, 21) == []
    assert describe_rules(game, 0) == ["Cage r1c1 r1c2: no repeats, sum 15"]


def test_a_right_digit_clears_the_cells_around_it_and_undo_covers_them_again() -> None:
    game = Game(PUZZLE)
    game.write([20], 4)
    assert 30 in game.hidden
    game.write([20], 5)  # r3c3
    assert game.hidden.isdisjoint({12, 21, 28, 29, 30})
    assert 22 in game.hidden
    assert describe_rules(game, 21) == []  # a cage that is seen in part says nothing yet
    game.undo()
    assert 30 in game.hidden


def test_candidates_and_clashes_know_nothing_of_the_fog() -> None:
    game = Game(PUZZLE)
    assert game.candidates(7) == (1 << 9) - 1
    game.write([8], 1)  # beside a given 1 under fog
    assert game.find_clashes() == set()


def test_hints_use_only_what_is_seen() -> None:
    game = Game(PUZZLE)
    hint = find_advice(game).hint
    assert all(rule in game.seen.rules for rule in hint.board.rules)
    assert sum(map(bool, hint.board.values)) == 2


def test_links_clear_other_cells() -> None:
    fog = Fog((0,), links=(((0,), (40, 41)), ((40,), (80,))))
    game = Game(Puzzle.of(GRID, GIVENS, about=About(fog=fog)))
    game.write([0], 6)
    assert {*range(81)} - game.hidden == {0, 40, 41}
