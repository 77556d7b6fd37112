"""The clauses of a puzzle have a model for each solution, whatever its rules are, and no others."""

from itertools import product
from typing import Any

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from oracle import solutions_of
from strategies import examples, examples_of_each

from commands import WIKIPEDIA, WIKIPEDIA_SOLVED
from farandole import FormatError, PuzzleError
from farandole.formats.clauses import ENCODINGS
from farandole.formats.puzzle_cnf import read_solution, write_puzzle_cnf
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Cage, Nurikabe, Rule, Thermo
from needs import needs

WRITE: Any = write_puzzle_cnf  # for arguments of any type
UNKNOWN = "clauses can't say the rule"


def clauses_of(text: str) -> tuple[int, list[list[int]]]:
    from pysat.formula import CNF

    clauses = CNF(from_string=text)
    n_variables = next(int(line.split()[2]) for line in text.splitlines() if line.startswith("p cnf"))
    assert max((abs(literal) for clause in clauses.clauses for literal in clause), default=0) <= n_variables
    return n_variables, clauses.clauses


def check_every_filling(puzzle: Puzzle, text: str) -> int:
    """Compare with brute force: each filling decides all variables, and is a model if and only if it is a solution."""
    from pysat.solvers import Solver

    n, n_cells = puzzle.grid.n_digits, puzzle.grid.n_cells
    n_variables, clauses = clauses_of(text)
    if any(not clause for clause in clauses):
        return 0
    houses = [house.cells for house in puzzle.grid.houses]
    n_models = 0
    units = [clause[0] for clause in clauses if len(clause) == 1]  # a solver doesn't list what they imply
    with Solver("minisat22", bootstrap_with=[clause for clause in clauses if len(clause) > 1]) as solver:
        for digits in product(range(1, n + 1), repeat=n_cells):
            held = {n * cell + digit for cell, digit in enumerate(digits)}
            literals = [each if each in held else -each for each in range(1, n * n_cells + 1)]
            is_model, implied = solver.propagate([*units, *literals])
            is_solution = all(len({digits[cell] for cell in house}) == len(house) for house in houses)
            is_solution &= all(rule.holds([digits[cell] for cell in rule.scope]) for rule in puzzle.rules)
            assert is_model == is_solution, digits
            if is_model:
                n_models += 1
                assert len(implied) == n_variables, "some variables are left open"
    return n_models


@needs("pysat")
@pytest.mark.parametrize("name", RULES)
@examples_of_each(25)
@given(data=st.data())
def test_each_rule_on_a_few_cells(name: str, data: st.DataObject) -> None:
    n_digits = data.draw(st.sampled_from([3, 4]))
    n_cells = data.draw(st.integers(2, 4))
    rule: Rule = data.draw(strategies.rules(name, n_digits, n_cells))
    houses = data.draw(st.lists(strategies.some_cells(n_cells, 2, min(n_cells, n_digits)), max_size=2))
    places = tuple((0, column) for column in range(n_cells))
    grid = Grid(places, tuple(House(str(k), cells) for k, cells in enumerate(dict.fromkeys(houses))), n_digits=n_digits)
    puzzle = Puzzle(grid, (0,) * n_cells, rules=(rule,))
    try:
        text = write_puzzle_cnf(puzzle, encoding=data.draw(st.sampled_from(ENCODINGS)))
    except PuzzleError as error:
        if UNKNOWN not in str(error):
            raise
        return
    check_every_filling(puzzle, text)


@needs("pysat")
@examples(150)
@given(data=st.data())
def test_puzzles_with_several_rules(data: st.DataObject) -> None:
    from pysat.solvers import Solver

    names = st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=3)
    puzzle = data.draw(strategies.small_puzzles(names))
    try:
        text = write_puzzle_cnf(puzzle)
    except PuzzleError as error:
        if UNKNOWN not in str(error):
            raise
        return
    expected = {*solutions_of(puzzle)}
    n_variables, clauses = clauses_of(text)
    found = set()
    if all(clauses):
        with Solver("cadical153", bootstrap_with=clauses) as solver:
            n = 0
            while solver.solve():
                model = solver.get_model()
                n += 1
                found.add(read_solution(puzzle, model).values)
                known = {abs(literal): literal for literal in model}
                solver.add_clause([-known.get(variable, -variable) for variable in range(1, n_variables + 1)])
            assert n == len(found), "two models for a solution"
    assert found == expected


@needs("pysat")
def test_a_killer_and_thermometers_by_a_solver() -> None:
    from pysat.solvers import Solver

    answer = [int(sign) for sign in WIKIPEDIA_SOLVED]
    parts = [tuple(range(start, start + 3)) for start in range(0, 81, 3)]
    cages = [Cage(part, sum(answer[cell] for cell in part)) for part in parts]
    rising = [Thermo((a, b)) for a in range(72) for b in (a + 9, a + 8, a + 10) if b < 81 and answer[a] < answer[b]]
    puzzle = Puzzle.of(Grid.classic(), WIKIPEDIA[:27] + "." * 54, rules=[*cages, *rising])
    with Solver("cadical153", bootstrap_with=clauses_of(write_puzzle_cnf(puzzle))[1]) as solver:
        assert solver.solve()
        model = solver.get_model()
        assert read_solution(puzzle, model).line == WIKIPEDIA_SOLVED
        solver.add_clause([-literal for literal in model[: 81 * 9] if literal > 0])
        assert not solver.solve()


# ── Errors ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_has_no_clauses_is_named() -> None:
    islands = Nurikabe((0, 1, 4, 5), (1, 2), 2, (1, 0, 0, 0))
    with pytest.raises(PuzzleError, match="clauses can't say the rule Nurikabe"):
        write_puzzle_cnf(Puzzle(Grid.classic(4), (0,) * 16, rules=(islands,)))
    with pytest.raises(PuzzleError, match="encoding: expected 'pairwise' or 'sequential', found 'x'"):
        WRITE(Puzzle(Grid.classic(4), (0,) * 16), encoding="x")


@pytest.mark.parametrize(
    ("solution", "error", "said"),
    [
        ([1, 2], PuzzleError, "r1c1: expected one digit, found several"),
        ([1], PuzzleError, "r1c2: expected a digit, found none"),
        ([1, 3, 5, 7], PuzzleError, "row 1 holds 1 twice: r1c1 and r1c2"),
        ("s UNSATISFIABLE", FormatError, "expected a line of values that begins with v"),
    ],
)
def test_bad_models(solution: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        read_solution(Puzzle(Grid.latin(2), (0,) * 4), solution)
