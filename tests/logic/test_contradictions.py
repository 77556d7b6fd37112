"""Contradictions, followed by somebody who knows only what was told: each single is one, and each end can't be."""

from pathlib import Path

import pytest

from farandole.bitsets import bits, digits_of
from farandole.formats import read
from farandole.logic.board import Board, Candidate
from farandole.logic.inference.contradictions import CaseSplit, Contradiction, find_case_split, find_contradiction
from farandole.logic.step import Link, Node
from farandole.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


class Follower:
    """What is left on a board for somebody who supposes and places what is told, and strikes only what that sees."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.left = {(cell, digit) for cell in bits(board.open) for digit in digits_of(board.masks[cell])}
        self.placed: set[Candidate] = set()

    def place(self, candidate: Candidate) -> None:
        cell, digit = candidate
        peers = self.board.geometry.peers[cell]
        self.placed.add(candidate)
        self.left -= {(cell, other) for other in range(1, 10) if other != digit}
        self.left -= {(peer, digit) for peer in bits(peers)}

    def is_single(self, candidate: Candidate) -> bool:
        cell, digit = candidate
        naked = {one for one in self.left if one[0] == cell} <= {candidate}
        hidden = any(
            {(other, digit) for other in bits(self.board.geometry.houses[house])} & self.left <= {candidate}
            for house in self.board.geometry.houses_of[cell]
        )
        return naked or hidden

    def follow(self, links: tuple[Link, ...]) -> None:
        for link in links:
            candidate = strong_inference_sets(link.end)
            assert candidate in self.placed or self.is_single(candidate)
            self.place(candidate)

    def judge(self, found: Contradiction | CaseSplit, supposed: tuple[Candidate, ...]) -> int:
        """Follow a contradiction to each of its ends; return how many there are."""
        if isinstance(found, Contradiction):
            follower = Follower(self.board)
            for candidate in supposed:
                follower.place(candidate)
            follower.follow(found.links)
            assert follower.cannot_be(found)
            return 1
        follower = Follower(self.board)
        for candidate in supposed:
            follower.place(candidate)
        follower.follow(found.links)
        choices = {choice for choice, _ in found.choices}
        if found.house is None:
            [cell] = {cell for cell, _ in choices}
            assert {one for one in follower.left if one[0] == cell} <= choices
        else:
            [digit] = {digit for _, digit in choices}
            places = {(cell, digit) for cell in bits(self.board.geometry.houses[found.house])}
            assert places & follower.left <= choices
        return sum(self.judge(why, (*supposed, choice)) for choice, why in found.choices)

    def cannot_be(self, found: Contradiction) -> bool:
        claims = [(strong_inference_sets(node), is_true) for node, is_true in found.ends]
        if all(is_true for _, is_true in claims):
            (one, _), (other, _) = claims
            assert {one, other} <= self.placed
            sees = self.board.geometry.peers[one[0]] >> other[0] & 1
            return one[0] == other[0] if one[1] != other[1] else bool(sees)
        gone = {candidate for candidate, is_true in claims if not is_true}
        return not gone & self.left and any(gone == everything for everything in self.all_of(gone))

    def all_of(self, gone: set[Candidate]) -> list[set[Candidate]]:
        """All candidates of a cell, and all places of a digit in a house, before anything was supposed."""
        whole = Follower(self.board).left
        cells, digits = {cell for cell, _ in gone}, {digit for _, digit in gone}
        found = [{one for one in whole if one[0] == cell} for cell in cells]
        houses = [house for cell in cells for house in self.board.geometry.houses_of[cell]]
        for house in houses:
            for digit in digits:
                found.append({(cell, digit) for cell in bits(self.board.geometry.houses[house])} & whole)  # noqa: PERF401
        return found


def strong_inference_sets(node: Node) -> Candidate:
    [cell] = bits(node.cells)
    return cell, node.digit


@pytest.mark.slow
def test_every_wrong_candidate_is_refuted_soundly_and_no_right_one() -> None:
    puzzle = Puzzle.classic(HARDEST)
    board, solution = Board.of(puzzle), next(puzzle.solutions()).digits
    n_ends = 0
    for cell in list(bits(board.open))[::20]:
        for digit in digits_of(board.masks[cell]):
            found = find_contradiction(board, (cell, digit)) or find_case_split(board, (cell, digit))
            assert (found is None) == (solution[cell] == digit)
            n_ends += Follower(board).judge(found, ((cell, digit),)) if found else 0
    assert n_ends > 20


def test_singles_are_enough_for_most() -> None:
    puzzle = next(iter(read((EXAMPLES / "thousand.txt").read_text())))
    board, solution = Board.of(puzzle), next(puzzle.solutions()).digits
    candidates = [(cell, digit) for cell in bits(board.open) for digit in digits_of(board.masks[cell])]
    wrong = [candidate for candidate in candidates if solution[candidate[0]] != candidate[1]]
    found = {candidate: find_contradiction(board, candidate) for candidate in wrong}
    assert sum(why is not None for why in found.values()) > 20
    for candidate, why in found.items():
        if why:
            assert find_case_split(board, candidate) is None
            assert Follower(board).judge(why, (candidate,)) == 1
