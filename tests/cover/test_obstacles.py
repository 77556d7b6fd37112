"""A board that has an obstacle has no tiling; the obstacles that people know are found, and said plainly."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole.cover.pieces import Board, Packing, Piece, polyhexes, polyiamonds, polyominoes
from farandole.i18n import use_language

CHESS = Board.rectangle(8, 8)
times = st.sampled_from([0, 1, 2, (0, 1), (1, 2), None])


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    rows = draw(st.lists(st.text(".#", min_size=4, max_size=4), min_size=2, max_size=4))
    family = draw(st.sampled_from([polyominoes, polyiamonds, polyhexes]))
    chosen = draw(
        st.lists(st.sampled_from([piece for n in (1, 2, 3, 4) for piece in family(n)]), min_size=1, max_size=3)
    )
    pieces = [Piece(f"{number}", piece.form, piece.lattice) for number, piece in enumerate(chosen)]
    board = Board("\n".join(["." + rows[0][1:], *rows[1:]]), pieces[0].lattice)
    often = {piece.name: draw(times) for piece in pieces}
    return Packing(
        board, pieces, times=often, turns=draw(st.booleans()), mirrors=draw(st.booleans()), fill=draw(st.booleans())
    )


@examples(300)
@given(packings())
def test_a_reason_is_given_just_where_there_is_no_tiling(packing: Packing) -> None:
    reasons = packing.why(budget=None)
    assert bool(reasons) == (packing.count() == 0)
    known = {*packing.board.cells, *(piece.name for piece in packing.pieces)}
    assert known.issuperset(reasons.items)


@pytest.mark.parametrize(
    ("board", "pieces", "often", "said", "n_items"),
    [
        (Board.rectangle(4, 5), polyominoes(4), 1, "like a chessboard: it has 10 dark and 10 light", 20),
        (CHESS.without([(0, 0), (7, 7)]), polyominoes(2), None, "like a chessboard: it has 32 dark and 30 light", 62),
        (Board.rectangle(6, 10).without([(0, 0)]), polyominoes(5), 1, "has 59 cells, but the pieces have 60", 59),
        (Board.rectangle(1, 7), polyominoes(2), None, "has 7 cells: no choice of these pieces has so many", 7),
        ("...#.....", polyominoes(2), None, "This part has 3 cells", 3),
        (".#..#..", polyominoes(2)[:1] + polyominoes(3)[:1], None, "No piece fits on this cell.", 1),
        ("....\n....", {"T": "XXX/.X.", "D": "XX"}, {"T": 1, "D": (0, 2)}, "like a chessboard", 8),
        ("...\n...", {"I": "XXXXX", "one": "X"}, 1, "There is no place for I.", 1),
        (Board.rectangle(5, 5), [piece for piece in polyominoes(5) if piece.name in "ILNVX"], 1, "I, L, N, V and X", 5),
        (Board.rectangle(10, 10), polyominoes(4)[:1], None, "These 13 cells can't all be filled.", 13),
    ],
)  # fmt: skip
def test_known_obstacles_are_said_plainly(board: Any, pieces: Any, often: Any, said: str, n_items: int) -> None:
    reasons = Packing(board, pieces, times=often).why()
    assert said in reasons[0], reasons
    assert len(reasons.items) == n_items
    with use_language("zh"):
        assert not Packing(board, pieces, times=often).why()[0].isascii()


def test_a_board_that_can_be_filled_has_no_obstacle() -> None:
    assert Packing(Board.rectangle(6, 10), polyominoes(5)).why() == []
    assert Packing(CHESS, polyominoes(2), times=None).why() == []
