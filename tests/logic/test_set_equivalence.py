"""Set equivalences: true of every full grid, sound on every board, and each sentence true by brute force."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, share_of

from farandole.bitsets import bits, digits_of, set_of
from farandole.formats import read
from farandole.generate.full_grids import random_solution
from farandole.generate.shapes import jigsaw
from farandole.generate.uniqueness import UniquenessChecker
from farandole.grid import Grid
from farandole.logic import TECHNIQUES, Board, Step, Technique, describe, explain, find_technique
from farandole.logic.board import Cage as BoardCage
from farandole.logic.board import CellSet, geometry_of
from farandole.logic.inference.equivalences import find_equivalences
from farandole.logic.inference.equivalent_sides import Places, count_digit, find_lacking
from farandole.logic.step import Side
from farandole.logic.techniques.cages import rule_of_45
from farandole.logic.techniques.set_equivalence import (
    law_of_leftovers,
    set_equivalence,
    set_equivalence_theory,
)
from farandole.puzzle import Puzzle
from farandole.rules import Cage
from order import techniques_to

JIGSAW = "AAABBBCCC DDABBCCCF DAAEBBCCF DDAEEBBCF DAAEEEIIF DGHHEEIFF DGGHHEIIF DGGGHHIFF GGGHHHIII"
TIMES = {"once": 1, "twice": 2}
ALL = (law_of_leftovers, set_equivalence, set_equivalence_theory)
Cells = set[int]


def grids() -> dict[str, Grid]:
    classic = Grid.classic()
    return {
        "classic": classic,
        "jigsaw": Grid.jigsaw(JIGSAW),
        "windoku": classic.with_houses("windoku"),
        "diagonals": classic.with_houses("diagonals"),
        "groups": classic.with_houses("disjoint_groups"),
        "6x6": Grid.classic(6),
        "jigsaw 7x7": jigsaw(7, Random(1)),
        "twodoku": Grid.named("twodoku"),
    }


def weights(side: Side) -> Counter[int]:
    return Counter([*bits(side.cells), *bits(side.twice)])


# ── Equivalences ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", grids())
def test_each_side_is_what_is_left_of_its_houses(name: str) -> None:
    """Cells of the houses added, less those of the houses taken away: this proves an equivalence for all full grids."""
    geometry = geometry_of(grids()[name])
    equivalences = find_equivalences(geometry)
    assert len(equivalences) > 20
    assert len(set(equivalences)) == len(equivalences)
    for added, taken in equivalences:
        counts: Counter[int] = Counter()
        for side, sign in ((added, 1), (taken, -1)):
            for house in side.houses:
                assert geometry.is_full[house]
                counts.update(dict.fromkeys(geometry.cells[house], sign))
        assert +counts == weights(added)
        assert -counts == weights(taken)


@pytest.mark.slow
def test_equivalences_hold_on_full_grids() -> None:
    n_checked, n_each = 0, share_of(1000) // len(grids())
    for name, grid in grids().items():
        random = Random(name)
        checker, equivalences = UniquenessChecker(grid), find_equivalences(geometry_of(grid))
        for _ in range(n_each):
            solution = random_solution(checker, random)
            assert solution
            for equivalence in random.sample(equivalences, 15):
                held = [Counter[int]() for _ in equivalence]
                for count, side in zip(held, equivalence, strict=True):
                    for cell, times in weights(side).items():
                        count[solution[cell]] += times
                more = dict.fromkeys(range(1, grid.n_digits + 1), equivalence.surplus)
                assert held[0] == held[1] + Counter(more)
                n_checked += 1
    assert n_checked == 15 * n_each * len(grids()) > 1000


def named(grid: Grid, names: str) -> CellSet:
    return set_of(grid.cells_of(names))


def test_phistomefels_ring_is_found() -> None:
    grid = Grid.classic()
    ring = {row * 9 + column for row, column in product(range(2, 7), repeat=2) if {row, column} & {2, 6}}
    corners = {row * 9 + column for row, column in product((0, 1, 7, 8), repeat=2)}
    sides = [{side.cells for side in each} for each in find_equivalences(geometry_of(grid))]
    assert {set_of(ring), set_of(corners)} in sides


def test_a_windoku_has_five_more_houses() -> None:
    grid = Grid.classic().with_houses("windoku")
    lines = "234", "678", "159"
    more = {
        named(grid, " ".join(f"r{row}c{column}" for row in rows for column in columns))
        for rows, columns in product(lines, repeat=2)
        if "159" in (rows, columns)
    }
    alone = {each.added.cells for each in find_equivalences(geometry_of(grid)) if not each.taken.cells}
    assert more <= alone


def test_grids_that_differ_in_cages_share_their_equivalences() -> None:
    cages = [Cage((0, 1), 3), Cage((40, 41, 50), 12)]
    boards = [Board.of(Puzzle(Grid.classic(), (0,) * 81, rules=(cage,))) for cage in cages]
    assert find_equivalences(boards[0].geometry) is find_equivalences(boards[1].geometry)


def test_a_grid_of_one_house_has_none() -> None:
    grid = Grid(tuple((0, column) for column in range(3)), (Grid.latin(3).houses[0],), n_digits=3)
    assert find_equivalences(geometry_of(grid)) == ()
    assert not list(set_equivalence_theory(Board(grid)))


# ── Steps ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def small_grids() -> list[Grid]:
    random = Random(5)
    irregular = [jigsaw(n, random) for n in (4, 4, 5, 5, 5, 6, 6)]
    extra = [Grid.classic(4).with_houses("diagonals"), Grid.classic(6).with_houses("disjoint_groups")]
    chosen = [*irregular, *extra, Grid.gattai([(0, 0), (2, 2)], box=(2, 2)), Grid.classic((2, 3))]
    return [grid for grid in chosen if Puzzle.of(grid, "." * grid.n_cells).solve()]


@st.composite
def small_boards(draw: st.DrawFn, *, cages: bool = False) -> tuple[Puzzle, Board]:
    """Draw a puzzle with at least one solution, and its board, perhaps without some candidates that are wrong."""
    grid = draw(st.sampled_from(small_grids()))
    random = draw(st.randoms(use_true_random=False))
    solution = random_solution(UniquenessChecker(grid), random)
    assert solution
    n_cells = grid.n_cells
    least = n_cells // 3 if grid.n_digits < 6 else n_cells // 2
    given = set(random.sample(range(n_cells), random.randint(least, 3 * n_cells // 4)))
    full = (1 << grid.n_digits) - 1
    marks = tuple(full & (random.getrandbits(grid.n_digits) | random.choice((0, full)) | 1 << d - 1) for d in solution)
    rules = []
    if cages:
        for start in random.sample(range(n_cells), 4):
            neighbors = [start, *grid.neighbors(start)][: random.randint(2, 3)]
            if len({solution[cell] for cell in neighbors}) == len(neighbors):
                rules.append(Cage(tuple(neighbors), sum(solution[cell] for cell in neighbors)))
    givens = tuple(digit if cell in given else 0 for cell, digit in enumerate(solution))
    puzzle = Puzzle(grid, givens, marks if draw(st.booleans()) else None, tuple(rules))
    return puzzle, Board.of(puzzle)


def cells_named(grid: Grid, text: str) -> Cells:
    return {grid.parse_cell(name) for name in re.findall(r"r\d+c\d+", text)}


def number(times: str) -> int:
    return TIMES.get(times) or int(times.removesuffix(" times"))


def placements_of(board: Board, digit: int) -> Iterator[Cells]:
    """Place a digit in all houses that hold it, in every way that its candidates allow."""
    geometry = board.geometry
    full = [cells for cells, is_full in zip(geometry.houses, geometry.is_full, strict=True) if is_full]

    def place(held: CellSet, free: CellSet) -> Iterator[CellSet]:
        open_houses = [cells for cells in full if not cells & held]
        if not open_houses:
            yield held
            return
        house = min(open_houses, key=lambda cells: (cells & free).bit_count())
        for cell in bits(house & free):
            yield from place(held | 1 << cell, free & ~geometry.peers[cell] & ~(1 << cell))

    held = set_of(cell for cell, value in enumerate(board.values) if value == digit)
    needy = [cage.cells for cage in board.cages if all(digit in digits for digits in fillings_of(board, cage))]
    return (set(bits(cells)) for cells in place(held, board.places[digit]) if all(cells & cage for cage in needy))


def fillings_of(board: Board, cage: BoardCage) -> list[tuple[int, ...]]:
    """Fill a cage of a board in every way that its candidates and its total allow."""
    masks = [board.masks[cell] or 1 << board.values[cell] - 1 for cell in bits(cage.cells)]
    ways = product(*map(digits_of, masks))
    return [digits for digits in ways if len(set(digits)) == len(digits) and sum(digits) == cage.total]


def judge(step: Step, board: Board, solutions: list[tuple[int, ...]]) -> None:
    """Check each sentence of a proof by all solutions, or by all ways to place the digit."""
    grid, said = board.geometry.grid, describe(step, board)
    equivalence = step.reason.equivalence
    assert equivalence
    sides = dict(zip("AB", map(weights, equivalence), strict=True))
    name, compared, remainder, *sentences = re.split(r"\. ", said.removesuffix("."))
    assert name == step.technique.name
    assert compared.startswith("Compare ")
    left = re.fullmatch(
        r"Without the cells that they share, (.*) \(A\)(?: hold what | hold the .* as | and )?(.*)", remainder
    )
    assert left, said
    of_a, of_b = left[1], left[2].partition(" (B)")[0] if "(B)" in left[2] else ""
    for text, side in ((of_a, sides["A"]), (of_b, sides["B"])):
        if len(side) <= 8:
            twice = cells_named(grid, " ".join(re.findall(r"twice r\d+c\d+", text)))
            assert Counter([*cells_named(grid, text), *twice]) == side, said
    more = dict.fromkeys(range(1, grid.n_digits + 1), equivalence.surplus)
    for solution in solutions:
        a, b = (Counter(solution[cell] for cell in side.elements()) for side in sides.values())
        assert a == b + Counter(more), said
    [digit] = digits_of(step.reason.digits) or (0,)
    for sentence in sentences:
        judge_sentence(sentence, digit, sides, board, solutions)
    assert sentences


def judge_sentence(
    sentence: str,
    digit: int,
    sides: dict[str, Counter[int]],
    board: Board,
    solutions: list[tuple[int, ...]],
) -> None:
    grid = board.geometry.grid

    def count(side: str, cells: Cells) -> int:
        return sum(sides[side][cell] for cell in cells)

    def cells_of(solution: tuple[int, ...]) -> Cells:
        return {cell for cell, held in enumerate(solution) if held == digit}

    if match := re.fullmatch(r"([AB]) holds \d+ at least (\w+(?: times)?), in (.*)", sentence):
        assert all(count(match[1], cells_of(solution)) >= number(match[2]) for solution in solutions), sentence
    elif match := re.fullmatch(r"([AB]) has no place for \d+", sentence):
        assert not any(board.masks[cell] >> digit - 1 & 1 or board.values[cell] == digit for cell in sides[match[1]])
    elif match := re.fullmatch(r"([AB]) has it only in (.*) so far", sentence):
        assert {cell for cell in sides[match[1]] if board.values[cell] == digit} == cells_named(grid, match[2])
    elif match := re.fullmatch(r"With \d+ in ([rc\d, or]+), (.*)", sentence):
        for cell in cells_named(grid, match[1]):
            ways = [way for way in placements_of(board, digit) if cell in way]
            for side, least in re.findall(r"([AB]) would hold it at least (\w+(?: times)?)", match[2]):
                assert all(count(side, way) >= number(least) for way in ways), sentence
            for side, most in re.findall(r"([AB])(?: would hold it)? at most (\w+(?: times)?)", match[2]):
                assert all(count(side, way) <= number(most) for way in ways), sentence
            for side in re.findall(r"([AB]) would have no place", match[2]):
                assert not any(count(side, way) for way in ways), sentence
    elif match := re.fullmatch(r"So \d+ is in ([rc\d, or]+), and in no cell that sees all of these: .*", sentence):
        assert all(cells_named(grid, match[1]) & cells_of(solution) for solution in solutions), sentence
    elif match := re.fullmatch(
        r"So ([AB]) holds it at least (\w+(?: times)?), and can't without ([rc\d, and]+): .*", sentence
    ):
        assert all(count(match[1], cells_of(solution)) >= number(match[2]) for solution in solutions), sentence
        assert all(cells_named(grid, match[3]) <= cells_of(solution) for solution in solutions), sentence
    elif match := re.fullmatch(r"With their candidates, A and B can both hold only ([\d\-, or]+)", sentence):
        assert set(re.findall(r"[\d-]+", match[1])) == {
            "-".join(map(str, digits)) for digits in common_sets(board, sides)
        }
    elif match := re.fullmatch(
        r"No set of digits that A and B can both hold has (\d+) in ([rc\d, or]+)(?:, so .*)?", sentence
    ):
        for cell in cells_named(grid, match[2]):
            assert all(solution[cell] != int(match[1]) for solution in solutions), sentence
    else:
        assert re.match(r"So that can't be: |So [AB] can't hold it: |So nothing else is there: ", sentence), sentence


def common_sets(board: Board, sides: dict[str, Counter[int]]) -> set[tuple[int, ...]]:
    """Fill both sides in every way that their candidates and houses allow: the sets of digits of both."""
    found = []
    for side in sides.values():
        masks = [board.masks[cell] or 1 << board.values[cell] - 1 for cell in side]
        found.append(
            {
                tuple(sorted(digits))
                for digits in product(*map(digits_of, masks))
                if all(
                    digits[n] != digits[m] or not board.geometry.peers[one] >> other & 1
                    for n, one in enumerate(side)
                    for m, other in enumerate(side)
                    if m < n
                )
            }
        )
    return found[0] & found[1]


def are_steps_right(puzzle: Puzzle, board: Board) -> int:
    solutions = solutions_of(puzzle)
    assert solutions
    n_steps = 0
    for technique in ALL:
        for step in islice(technique(board), 40):
            n_steps += 1
            for cell, digit in step.placements:
                assert all(solution[cell] == digit for solution in solutions), describe(step, board)
            for cell, digit in step.eliminations:
                assert all(solution[cell] != digit for solution in solutions), describe(step, board)
                assert board.masks[cell] >> digit - 1 & 1
            judge(step, board, solutions)
    return n_steps


@examples(300)
@given(drawn=small_boards())
def test_steps_and_sentences_are_right(drawn: tuple[Puzzle, Board]) -> None:
    are_steps_right(*drawn)


@examples(200)
@given(drawn=small_boards(cages=True))
def test_steps_with_cages_are_right(drawn: tuple[Puzzle, Board]) -> None:
    are_steps_right(*drawn)


@pytest.mark.parametrize("name", ["jigsaw", "windoku", "diagonals"])
def test_cells_are_excluded_all_at_once_as_one_by_one(name: str) -> None:
    grid, rng = grids()[name], Random(1)
    solution = random_solution(UniquenessChecker(grid), rng)
    assert solution is not None
    board = Board.of(Puzzle.of(grid, "." * grid.n_cells))
    for cell in range(grid.n_cells):
        for digit in range(1, grid.n_digits + 1):
            if digit != solution[cell] and rng.random() < 0.55:
                board.eliminate(cell, digit)
    n_excluded = 0
    for digit in (1, 5):
        places = Places.of(board, digit)
        for equivalence in find_equivalences(board.geometry):
            placed, excluded = count_digit(places, equivalence)
            n_excluded += len(excluded)
            for cell in bits(places.free & (equivalence.added.cells | equivalence.taken.cells)):
                lacking = find_lacking(places, equivalence, cell)
                assert (lacking is not None) == (cell in excluded) or placed
    assert n_excluded


@pytest.mark.parametrize("name", ["jigsaw", "windoku", "diagonals", "groups", "classic", "twodoku"])
def test_no_digit_of_a_large_grid_is_lost(name: str) -> None:
    """Boards with random givens of a full grid: each step agrees with this grid, which is one of the solutions."""
    grid, random = grids()[name], Random(name)
    checker, n_steps = UniquenessChecker(grid), 0
    for _ in range(6):
        solution = random_solution(checker, random)
        assert solution
        given = set(random.sample(range(grid.n_cells), grid.n_cells // 3))
        board = Board.of(Puzzle(grid, tuple(d if cell in given else 0 for cell, d in enumerate(solution))))
        for technique in ALL:
            for step in technique(board):
                n_steps += 1
                assert all(solution[cell] == digit for cell, digit in step.placements), describe(step, board)
                assert all(solution[cell] != digit for cell, digit in step.eliminations), describe(step, board)
    assert n_steps > 20


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def board_with(grid: Grid, givens: str) -> Board:
    """Set up a board with givens such as ``r1c1=4``."""
    digits = [0] * grid.n_cells
    for each in givens.split():
        cell, digit = each.split("=")
        digits[grid.parse_cell(cell)] = int(digit)
    return Board.of(Puzzle(grid, tuple(digits)))


PAIR = """
Law of Leftovers. Compare columns 1, 2 and 3 with regions A, D and G: both hold each digit 3 times. Without the cells
that they share, r6c3 (A) and r8c4 (B) are left and hold the same digit. With their candidates, A and B can both hold
only 1, 2, 3, 5, 6, 7, 8 or 9. So nothing else is there: r6c3 can't be 4.
"""
SEEN = """
Law of Leftovers. Compare column 1 with region D: both hold each digit once. Without the cells that they share, r1c1
and r9c1 (A) hold the same digits as r2c2 and r4c2 (B). A holds 4 at least once, in r9c1. So 4 is in r2c2 or r4c2, and
in no cell that sees all of these: r1c2, r3c2 and r5c2 can't be 4.
"""
PLACED = """
Law of Leftovers. Compare column 1 with region D: both hold each digit once. Without the cells that they share, r1c1
and r9c1 (A) hold the same digits as r2c2 and r4c2 (B). A holds 4 at least once, in r1c1. So B holds it at least once,
and can't without r4c2: r4c2 is 4.
"""
HOUSE = """
Set Equivalence. Compare rows 2, 3 and 4 with window 1 and window 2: the first hold each digit 3 times, the others
twice. Without the cells that they share, r234c159 (A) are left and hold each digit once. A holds 4 at least once, in
r2c1. With 4 in r3c5, r3c9, r4c5 or r4c9, A would hold it at least twice. So that can't be: r3c5, r3c9, r4c5 and r4c9
can't be 4.
"""
RING = """
Set Equivalence Theory. Compare rows 1, 2, 8 and 9 with columns 3 and 7 and boxes 2 and 8: both hold each digit 4 times.
Without the cells that they share, r1289c1289 (A) hold the same digits as r37c34567,r456c37 (B). A holds 8 at least
once, in r8c8. So 8 is in r3c4 or r7c5, and in no cell that sees all of these: r1c5, r2c5 and r9c4 can't be 8.
"""


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("name", "givens", "technique", "said"),
    [
        ("jigsaw", "r8c1=4", law_of_leftovers, PAIR),
        ("jigsaw", "r9c1=4", law_of_leftovers, SEEN),
        ("jigsaw", "r1c1=4 r2c2=5 r9c1=5", law_of_leftovers, PLACED),
        ("windoku", "r2c1=4", set_equivalence, HOUSE),
    ],
)
def test_sentences(name: str, givens: str, technique: Technique, said: str) -> None:
    board = board_with(grids()[name], givens)
    proofs = [describe(step, board) for step in technique(board)]
    assert in_one_line(said) in proofs, proofs


def test_phistomefels_ring_in_words() -> None:
    """A puzzle of examples/thousand.txt, without what singles, locked candidates and subsets leave."""
    line = "...3.....1..........3...2.9....2..484.5....2.....78.5...15.....2.97.35...3..921.."
    board = Board.of(Puzzle.classic(line))
    list(explain(board, techniques=techniques_to("Hidden Quadruple")))
    proofs = [describe(step, board) for step in set_equivalence_theory(board)]
    assert in_one_line(RING) in proofs, proofs


# ── The catalog ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "technique"),
    [
        ("law of leftovers", law_of_leftovers),
        ("set equivalence", set_equivalence),
        ("SET", set_equivalence_theory),
        ("Phistomefel", set_equivalence_theory),
        ("innies and outies", rule_of_45),
    ],
)
def test_names(name: str, technique: Technique) -> None:
    assert find_technique(name) is technique


def test_classic_puzzles_use_it_only_on_request() -> None:
    line = "...3.....1..........3...2.9....2..484.5....2.....78.5...15.....2.97.35...3..921.."
    for techniques in (None, TECHNIQUES):
        used = {step.technique for step in explain(Puzzle.classic(line), techniques=techniques)}
        assert not used & {*ALL}
    requested = explain(Puzzle.classic(line), techniques=["Naked Single", "Hidden Single", "SET"])
    assert set_equivalence_theory in {step.technique for step in requested}


def test_a_jigsaw_uses_leftovers_by_default() -> None:
    [puzzle] = read((Path(__file__).parents[2] / "examples" / "jigsaw.txt").read_text())
    solution = puzzle.solve()
    assert solution
    steps = list(explain(puzzle))
    assert law_of_leftovers in {step.technique for step in steps}
    for step in steps:
        assert all(solution[cell] != digit for cell, digit in step.eliminations)
