"""Real solvers find the same covers in what we write for them."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import covers_of
from strategies import covers, examples

from farandole import Cover, CoverError, FormatError, Puzzle
from farandole.formats.clauses import ENCODINGS
from farandole.formats.cnf import read_cnf, write_cnf
from farandole.formats.linear import read_lp, read_mps, read_opb, write_lp, write_mps, write_opb
from farandole.formats.solver_rows import labels_of
from needs import needs

WRITE_CNF: Any = write_cnf  # for arguments of any type


def models(text: str) -> list[list[int]]:
    """All solutions of clauses, by a SAT solver."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    clauses = CNF(from_string=text)
    if any(not clause for clause in clauses.clauses):
        return []
    n_variables = int(re.search(r"p cnf (\d+)", text)[1])  # type: ignore[index]
    with Solver("cadical153", bootstrap_with=clauses.clauses) as solver:
        found = []
        while solver.solve():
            known = {abs(literal): literal for literal in solver.get_model()}
            found.append([known.get(variable, -variable) for variable in range(1, n_variables + 1)])
            solver.add_clause([-literal for literal in found[-1]])
        return found


@needs("pysat")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_sat_solver_finds_each_cover_once(encoding: Any) -> None:
    @examples(300)
    @given(covers(multiplicities=True))
    def check(cover: Cover) -> None:
        found = [frozenset(labels_of(cover, model)) for model in models(write_cnf(cover, encoding=encoding))]
        assert len(set(found)) == len(found)
        assert set(found) == covers_of(cover)

    check()


@needs("pysat")
@examples(100)
@given(covers(multiplicities=True, max_options=5))
def test_clauses_are_read_as_a_cover(cover: Cover) -> None:
    text = write_cnf(cover)
    assert read_cnf(text).count() == len(models(text))


@needs("pysat")
def test_a_sat_solver_solves_a_sudoku() -> None:
    puzzle = Puzzle.classic("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    cover = puzzle.cover()
    [model] = models(write_cnf(cover))
    digits = {label.split("=")[0]: int(label.split("=")[1]) for label in labels_of(cover, model)}
    solution = puzzle.solve()
    assert solution is not None
    assert all(solution[name] == digit for name, digit in digits.items())


@needs("ortools")
@examples(100)
@given(covers(multiplicities=True))
def test_a_constraint_solver_finds_each_cover_once(cover: Cover) -> None:
    from ortools.sat.python import cp_model

    head, *lines = write_opb(cover).splitlines()
    n_variables, n_rows = map(int, re.findall(r"\d+", head))
    assert n_rows == len(lines)
    model = cp_model.CpModel()
    variables = [model.new_bool_var(f"x{k}") for k in range(1, n_variables + 1)]
    for line in lines:
        total = sum(int(a) * variables[int(k) - 1] for a, k in re.findall(r"([+-]\d+) x(\d+)", line))
        sign, right = re.search(r"(=|>=|<=) (\d+) ;$", line).groups()  # type: ignore[union-attr]
        model.add({"=": total == int(right), ">=": total >= int(right), "<=": total <= int(right)}[sign])
    found = []

    class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]  # a class of Any where OR-Tools is absent
        def on_solution_callback(self) -> None:
            values = [k if self.value(each) else -k for k, each in enumerate(variables, 1)]
            found.append(frozenset(labels_of(cover, values)))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Collect())
    assert len(set(found)) == len(found)
    assert set(found) == covers_of(cover)


@needs("highs")
@pytest.mark.parametrize("ending", ["lp", "mps"])
def test_an_integer_solver_finds_the_cheapest(ending: str, tmp_path: Path) -> None:
    import highspy

    make: Any = highspy.Highs

    @examples(60)
    @given(covers(multiplicities=True, costs=True))
    def check(cover: Cover) -> None:
        file = tmp_path / f"cover.{ending}"
        file.write_text(write_lp(cover) if ending == "lp" else write_mps(cover))
        solver: Any = make()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(str(file)) != highspy.HighsStatus.kError
        solver.run()
        is_solved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        cheapest = cover.cheapest()
        assert is_solved == bool(cheapest)
        if cheapest:
            assert solver.getObjectiveValue() == pytest.approx(cheapest[0].cost, abs=1e-6)

    check()


@given(st.text(alphabet="pcnf 0123-x\n", max_size=40))
@examples(300)
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, f"p cnf 3 2\n{text}"):
        with suppress(FormatError):
            read_cnf(given_text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: write_cnf(Cover(["a"], costs=[1])), "CNF has no place for costs"),
        (lambda: WRITE_CNF(Cover(["a"]), encoding="x"), "encoding: expected 'pairwise' or 'sequential', found 'x'"),
        (lambda: write_opb(Cover(["a"], costs=[0.5])), "OPB has whole costs only, and option 0 costs 0.5"),
        (lambda: write_lp(Cover([], primary="a")), "expected options"),
    ],
)
def test_what_a_format_has_no_place_for(make: Any, message: str) -> None:
    with pytest.raises(CoverError, match=re.escape(message)):
        make()


def test_answers_of_solvers() -> None:
    cover = Cover({"left": "ab", "right": "cd", "no": "a"})
    assert labels_of(cover, "s OPTIMUM FOUND\nv x1 x2 -x3\n") == ("left", "right")
    with pytest.raises(FormatError, match="line 1: expected a variable such as 3 or -x3, found 'y'"):
        labels_of(cover, "v y")
    with pytest.raises(FormatError, match="expected a line of values that begins with v, found none"):
        labels_of(cover, "s UNSATISFIABLE")


def test_large_costs_are_exact() -> None:
    assert " cost: 123456789 x1" in write_lp(Cover(["a"], costs=[123456789]))


@pytest.mark.parametrize(("write", "read"), [(write_opb, read_opb), (write_lp, read_lp), (write_mps, read_mps)])
def test_programs_are_read_as_covers(write: Any, read: Any) -> None:
    @examples(100)
    @given(covers(multiplicities=True))
    def check(cover: Cover) -> None:
        with suppress(CoverError):  # a problem without options can't be written
            text = write(cover)
            try:
                again = read(text)
            except FormatError as error:  # colors are sums that are no items, and an empty row needs 2 of one
                assert "coefficients" in str(error)  # noqa: PT017
                assert "-1" in text or " - " in text
                return
            names = {frozenset(f"x{1 + cover.labels.index(label)}" for label in one) for one in covers_of(cover)}
            assert {frozenset(one) for one in again.solutions()} == names

    check()


PIGEONS = """\\ by hand
minimize
 obj: 2 a + b
subject to
 one: a + b
   = 1
 few: b + c <= 1
 c + a >= 1
binaries
 a b c
end
"""
FREE = """NAME
ROWS
 N obj
 E one
 L few
COLUMNS
 M1 'MARKER' 'INTORG'
 a obj 2 one 1
 b one 1 few 1
 M2 'MARKER' 'INTEND'
RHS
 RHS one 1 few 1
BOUNDS
 UP BND a 1
 BV BND b
ENDATA
"""


def test_programs_of_others_are_read() -> None:
    assert {frozenset(one) for one in read_lp(PIGEONS).solutions()} == {frozenset("a"), frozenset("ac")}
    assert {frozenset(one) for one in read_mps(FREE).solutions()} == {frozenset("a"), frozenset("b")}
    opb = "* #variable= 2 #constraint= 2\nmin: +1 x1 +3 x2 ;\n-1 x1 -1 x2 >= -1 ;\n1 x1 1 x2 >= 1 ;\n"
    assert read_opb(opb).costs == (1, 3)
    assert read_opb(opb).count() == 2


def test_a_long_row_of_many_lines_is_read_once() -> None:
    """Twenty thousand lines would take minutes if the row was read again with each of them."""
    names = [f"x{k}" for k in range(20_000)]
    row = "\n + ".join(names)
    cover = read_lp(f"Minimize\nSubject To\n r1: {row}\n =\n 1\nBinary\n{' '.join(names)}\nEnd\n")
    assert cover.count() == 20_000
    with pytest.raises(FormatError, match=r"line 4: expected terms, a sign and a number"):
        read_lp("Minimize\nSubject To\n" + " x1 =\n" * 20_000)


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read_opb, "1 x1 = 1", "line 1: expected a ; at the end"),
        (read_opb, "x1 x2 ;", "line 1: expected terms, a sign and a number"),
        (read_opb, "2 x1 = 2 ;", "line 1: expected coefficients that are all 1 or all -1, found 2 of x1"),
        (read_opb, "1 x1 1 x1 = 1 ;", "line 1: expected each variable once"),
        (read_opb, "1 x1 <= -1 ;", "r1: expected a number from 0 on the right, found -1"),
        (read_lp, "maximize\n x\n", "line 2: expected Minimize"),
        (read_lp, "minimize\n x\nst\n x = 1\nend\n", "x: expected a binary variable"),
        (read_lp, "minimize\n x\nst\n x + y\nend\n", "line 4: expected terms, a sign and a number"),
        (read_lp, "hello", "line 1: expected Minimize, Subject To, Binary or End"),
        (read_mps, "ROWS\n E a\nCOLUMNS\n x b 1\n", "line 4: expected one of the rows, found 'b'"),
        (read_mps, "RANGES\n", "line 1: expected a section of an exact cover, found 'RANGES'"),
        (read_mps, "ROWS\n E a\nCOLUMNS\n x a one\n", "line 4: expected a number, found 'one'"),
        (read_mps, "ROWS\n E a\nRHS\n rhs a inf\n", "line 4: expected a number, found 'inf'"),
        (read_mps, "BOUNDS\n UP bound x none\n", "line 2: expected a number, found 'none'"),
        (read_mps, "ROWS\n E a\nCOLUMNS\n x a 1\nRHS\n r a 1\n", "x: expected a binary variable"),
    ],
)
def test_what_is_no_cover_is_told(read: Any, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(message)
