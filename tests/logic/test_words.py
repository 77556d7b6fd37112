"""Steps in words and pictures."""

from farandole.logic import EXTRA, TECHNIQUES, Board, Detail, explain, say
from farandole.puzzle import Puzzle

HARD = ".3.56...7....4.....59..81......7.8......9.4...2...6.7.3.......1.189.3.....7..5..."


def test_each_level_tells_more() -> None:
    board = Board.of(Puzzle.classic(HARD))
    for step in explain(board):
        name, place, digits, proof = (say(step, board.geometry, detail) for detail in Detail)
        assert all(text.startswith(name) for text in (place, digits, proof))
        for cell, digit in (*step.places, *step.removes):
            assert board.geometry.grid.cell_name(cell) in digits
            assert str(digit) in digits
            assert board.geometry.grid.cell_name(cell) in proof
        assert proof.endswith(".")
        assert "  " not in proof


def test_a_chain_with_a_step_in_it_says_what_the_step_rests_on() -> None:
    """Of two chains that agree, one supposes that a candidate is right, the other that it is wrong."""
    board = Board.of(
        Puzzle.classic("........4648....299..8..5....29.4...5......96.....51.....3...1..19......4...7..6.")
    )
    for _ in explain(board, techniques=TECHNIQUES[:17]):
        pass
    double = next(some for some in EXTRA if some.name == "Dynamic Double Forcing Chains (+)")
    said = say(next(double(board)), board.geometry)
    assert "If r9c9 is 2, then" in said
    assert "If r9c9 is not 2, then r8c6 is not 2 by Locked Candidates Type 2 (Claiming)" in said
