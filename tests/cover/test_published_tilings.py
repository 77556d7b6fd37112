"""Counts of tilings that others published, each with its source."""

from collections.abc import Callable

import pytest

from farandole.cover.pieces import (
    HEXAGON,
    TRIANGLE,
    Board,
    Packing,
    Piece,
    polycubes,
    polyhexes,
    polyiamonds,
    polyominoes,
)

R, FIVE, SIX = Board.rectangle, polyominoes(5), polyiamonds(6)
KNUTH = "D. E. Knuth, TAOCP 4B, 7.2.2.1, exercise 309"
MACMAHON = "P. A. MacMahon, Combinatory Analysis 2, 1916"
GOLOMB = "S. W. Golomb, Polyominoes, 1994"
CHESS = R(8, 8)
CORNERS = [(row, column) for row in (0, 7) for column in (0, 7)]
CENTER = [(row, column) for row in (3, 4) for column in (3, 4)]

SOMA = {
    "V": "XX/X.",
    "L": "XXX/X..",
    "T": "XXX/.X.",
    "Z": "XX./.XX",
    "A": "XX/.X//X./..",
    "B": "XX/X.//.X/..",
    "P": "XX/X.//X./..",
}


def solid(pieces: tuple[Piece, ...]) -> dict[str, list[tuple[int, ...]]]:
    """Make flat pieces of cubes."""
    return {piece.name: [(0, *cell) for cell in piece.cells] for piece in pieces}


def aztec(n: int) -> Board:
    half = range(1 - 2 * n, 2 * n, 2)  # twice the distance from the center
    return Board((row // 2, column // 2) for row in half for column in half if abs(row) + abs(column) <= 2 * n)


def named(letters: str, n: int = 4) -> list[Piece]:
    return [piece for piece in polyominoes(n) if piece.name in letters]


def of_any(board: Board, *pieces: Piece) -> int:
    return Packing(board, pieces, times=None).count()


def classes(board: Board, pieces: tuple[Piece, ...]) -> int:
    return Packing(board, pieces).count(up_to_symmetry=True)


DOMINO = polyominoes(2)
LOZENGE = polyiamonds(2)
SMALL = (Piece.of("1", "X"), Piece.of("2", "XX"))
TILINGS: list[tuple[str, int, Callable[[], int], str]] = [
    ("pentominoes 3x20", 2, lambda: classes(R(3, 20), FIVE), "C. B. & J. Haselgrove, Eureka 23, 1960"),
    ("pentominoes 4x15", 368, lambda: classes(R(4, 15), FIVE), "C. B. & J. Haselgrove, Eureka 23, 1960"),
    ("pentominoes 5x12", 1010, lambda: classes(R(5, 12), FIVE), "C. B. & J. Haselgrove, Eureka 23, 1960"),
    ("pentominoes 6x10", 2339, lambda: classes(R(6, 10), FIVE), "C. B. & J. Haselgrove, Eureka 23, 1960"),
    ("pentominoes 8x8, hole in the center", 65, lambda: classes(CHESS.without(CENTER), FIVE), "D. S. Scott, 1958"),
    ("pentominoes 8x8, without corners", 2170, lambda: classes(CHESS.without(CORNERS), FIVE), GOLOMB),
    ("one-sided pentominoes 3x30", 46,
     lambda: Packing(R(3, 30), polyominoes(5, "one-sided"), mirrors=False).count(up_to_symmetry=True), GOLOMB),
    ("solid pentominoes 2x3x10", 12, lambda: Packing(Board.box(2, 3, 10), solid(FIVE)).count(up_to_symmetry=True),
     "C. J. Bouwkamp, J. Combinatorial Theory 7, 1969"),
    ("solid pentominoes 2x5x6", 264, lambda: Packing(Board.box(2, 5, 6), solid(FIVE)).count(up_to_symmetry=True),
     "C. J. Bouwkamp, J. Combinatorial Theory 7, 1969"),
    ("free tetrominoes 4x5", 0, lambda: Packing(R(4, 5), polyominoes(4)).count(), GOLOMB),
    ("hexiamonds 6x6", 156, lambda: classes(R(6, 6, TRIANGLE), SIX), KNUTH),
    ("hexiamonds 4x9", 74, lambda: classes(R(4, 9, TRIANGLE), SIX), KNUTH),
    ("hexiamonds 3x12", 0, lambda: classes(R(3, 12, TRIANGLE), SIX), KNUTH),
    ("tetrahexes, triangle of side 7", 0,
     lambda: Packing(Board(((r, c) for r in range(7) for c in range(7 - r)), HEXAGON), polyhexes(4)).count(),
     "M. Gardner, Mathematical Magic Show, 1977"),
    ("Soma cube by rotations", 480, lambda: Packing(Board.box(3, 3, 3), SOMA).count(up_to_symmetry="rotations"),
     "Conway & Guy, 1961: 240, none its own mirror image"),
    ("Soma cube", 240, lambda: Packing(Board.box(3, 3, 3), SOMA).count(up_to_symmetry=True), "Conway & Guy, 1961"),
    ("Slothouber and Graatsma's cube", 1,
     lambda: Packing(Board.box(3, 3, 3), {"S": [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)], "1": [(0, 0, 0)]},
                     times={"S": 6, "1": 3}).count(up_to_symmetry=True), "Winning Ways 2, 1982"),
    ("dominoes 2x2", 2, lambda: of_any(R(2, 2), *DOMINO), "OEIS A004003"),
    ("dominoes 4x4", 36, lambda: of_any(R(4, 4), *DOMINO), "OEIS A004003"),
    ("dominoes 6x6", 6728, lambda: of_any(R(6, 6), *DOMINO), "OEIS A004003"),
    ("dominoes 8x8", 12988816, lambda: of_any(CHESS, *DOMINO), "P. W. Kasteleyn, Physica 27, 1961"),
    ("dominoes 12x12", 53060477521960000, lambda: of_any(R(12, 12), *DOMINO), "OEIS A004003"),
    ("dominoes 8x8, two opposite corners cut off", 0, lambda: of_any(CHESS.without([(0, 0), (7, 7)]), *DOMINO),
     "M. Black, Critical Thinking, 1946"),
    ("dominoes on an Aztec diamond of order 4", 2**10, lambda: of_any(aztec(4), *DOMINO),
     "Elkies, Kuperberg, Larsen, Propp, J. Algebraic Combinatorics 1, 1992"),
    ("dominoes on an Aztec diamond of order 6", 2**21, lambda: of_any(aztec(6), *DOMINO),
     "Elkies, Kuperberg, Larsen, Propp, J. Algebraic Combinatorics 1, 1992"),
    ("dominoes 2x2x2", 9, lambda: of_any(Board.box(2, 2, 2), *polycubes(2)), "OEIS A045310"),
    ("dominoes 4x4x4", 5051532105, lambda: of_any(Board.box(4, 4, 4), *polycubes(2)), "OEIS A045310"),
    ("dominoes and monominoes 4x4", 10012, lambda: of_any(R(4, 4), *SMALL), "OEIS A028420"),
    ("dominoes and monominoes 8x8", 179788343101980135,
     lambda: of_any(CHESS, *SMALL), "OEIS A028420"),
    ("lozenges in a hexagon 2, 2, 2", 20, lambda: of_any(Board.hexagon(2, 2, 2), *LOZENGE), MACMAHON),
    ("lozenges in a hexagon 3, 3, 3", 980, lambda: of_any(Board.hexagon(3, 3, 3), *LOZENGE), "OEIS A008793"),
    ("lozenges in a hexagon 2, 3, 4", 490, lambda: of_any(Board.hexagon(2, 3, 4), *LOZENGE), MACMAHON),
    ("lozenges in a hexagon 5, 5, 5", 267227532, lambda: of_any(Board.hexagon(5, 5, 5), *LOZENGE), "OEIS A008793"),
    ("tetrominoes 4x4", 117, lambda: of_any(R(4, 4), *polyominoes(4)), "OEIS A263425"),
    ("tetrominoes 6x6", 178939, lambda: of_any(R(6, 6), *polyominoes(4)), "OEIS A263425"),
    ("tetrominoes L, T, S 4x12", 291050, lambda: of_any(R(4, 12), *named("LTS")), "OEIS A233266"),
    ("tetrominoes L, S, O 4x12", 258199, lambda: of_any(R(4, 12), *named("LSO")), "OEIS A242636"),
    ("tetrominoes L, T 4x12", 13946, lambda: of_any(R(4, 12), *named("LT")), "OEIS A233191"),
    ("trominoes 4x12", 1895145, lambda: of_any(R(4, 12), *polyominoes(3)), "OEIS A233339"),
    ("trominoes 5x9", 1269900, lambda: of_any(R(5, 9), *polyominoes(3)), "OEIS A233340"),
    ("straight trominoes and 2x2 squares 6x12", 337607,
     lambda: of_any(R(6, 12), Piece.of("I", "XXX"), Piece.of("O", "XX/XX")), "OEIS A219970"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "find"),
    [pytest.param(count, find, id=name) for name, count, find, _ in TILINGS],
)
def test_published_counts(count: int, find: Callable[[], int]) -> None:
    assert find() == count


def test_there_are_thirty_and_each_has_a_source() -> None:
    assert len(TILINGS) >= 30
    assert all(source for *_, source in TILINGS)
