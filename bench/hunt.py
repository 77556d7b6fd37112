"""Hunt for cliffs: solve many puzzles of every family of rules, and list those that take far longer than their like.

    python bench/hunt.py [FAMILY...] [--puzzles N] [--seconds S] [--beside N] [--seed K] [--save FOLDER]

A family is a kind of rule. Its puzzles are 4x4, 6x6, jigsaws and 9x9, with one solution, several or none: some of the
rules that a full grid keeps, with givens taken away one after the other; a given changed; givens of another grid.
Families of `farandole make` have as many rules as a setter draws; those named *any_...* have a few rules of at most
five cells, as the tests draw them, of each of our classes, perhaps such as no grid keeps.

The question is whether there is no solution, one or several. Listed is what takes over a second, or over 100 times the
median of its family on grids of its size and over 10 ms: CPU seconds, one thread, building included. CP-SAT answers
each of these, and every Nth puzzle, if it can say the rules; the answers must be equal. A puzzle that is listed can be
saved as a document. The exit status is 1 if an answer was wrong.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Generator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

import strategies
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from cp_sat import UnknownRuleError, add_rule
from farandole import formats
from farandole.errors import FarandoleError, RuleError, UnfinishedError
from farandole.generate.full_grids import random_solution
from farandole.generate.shapes import grid_of
from farandole.generate.uniqueness import UniquenessChecker
from farandole.generate.variants import GENERATORS, SUKAKU
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Rule

Questions: TypeAlias = Generator[Puzzle, int, None]
"""Puzzles, each made when the count of solutions of the last is known."""

SHAPES = ("4x4", "6x6", "jigsaw", "9x9", "9x9")
SLOW, FACTOR, FLOOR = 1.0, 100, 0.01
LARGEST = 60_000  # combinations of a rule that CP-SAT gets as a table


class Asked(NamedTuple):
    """A puzzle, and what asking cost: CPU seconds, and 0, 1 or 2 solutions; -1 if time ended."""

    puzzle: Puzzle
    seconds: float
    n_found: int
    name: str


def narrow(grid: Grid, kept: tuple[int, ...], marks: list[Rule], random: Random) -> Questions:
    """Take givens away while there is one solution, as a setter does; then change one of those that are left."""
    givens, order, at, step = list(kept), list(range(grid.n_cells)), 0, grid.n_cells
    random.shuffle(order)
    while at < len(order):
        gone = set(order[at : at + step])
        fewer = [0 if cell in gone else digit for cell, digit in enumerate(givens)]
        count = yield Puzzle(grid, tuple(fewer), rules=tuple(marks))
        if count == 1:
            givens = fewer
        if count == 1 or step == 1:
            at += step
        else:
            step = (step + 1) // 2
    if cells := [cell for cell, digit in enumerate(givens) if digit]:
        cell = random.choice(cells)
        near = {givens[other] for house in grid.houses if cell in house.cells for other in house.cells}
        givens[cell] = random.choice([*({*range(1, grid.n_digits + 1)} - near), givens[cell]])
        yield Puzzle(grid, tuple(givens), rules=tuple(marks))


def some_givens(random: Random, digits: tuple[int, ...], n_digits: int) -> tuple[int, ...]:
    """Keep none of a grid's digits, a few, or as many as a classic puzzle has."""
    n_kept = random.choice((0, random.randint(0, n_digits), random.randint(n_digits, 3 * n_digits)))
    kept = set(random.sample(range(len(digits)), min(n_kept, len(digits))))
    return tuple(digit if cell in kept else 0 for cell, digit in enumerate(digits))


def grids(random: Random) -> tuple[Grid, tuple[int, ...], tuple[int, ...]]:
    """Make a grid, and two of its full grids."""
    while True:
        grid = grid_of(random.choice(SHAPES), random)
        checker = UniquenessChecker(grid)
        try:
            kept, other = random_solution(checker, random), random_solution(checker, random)
        except UnfinishedError:
            continue
        if kept and other:  # a few random regions have no full grid
            return grid, kept, other


def made(name: str, start: int) -> Questions:
    """Make puzzles as a setter does: of rules that a full grid keeps, all or half; and of another grid's givens."""
    for number in count():
        random = Random(f"{name} {start} {number}")
        grid, kept, other = grids(random)
        if not GENERATORS[name].fits(grid):
            continue
        if name == SUKAKU:
            yield from pencilled(grid, kept, random)
            continue
        marks = GENERATORS[name].generate(grid, kept, random)
        if random.random() < 0.3:
            marks = random.sample(marks, len(marks) // 2)
        yield from narrow(grid, kept, marks, random)
        yield Puzzle(grid, some_givens(random, other, grid.n_digits), rules=tuple(marks))


def pencilled(grid: Grid, kept: tuple[int, ...], random: Random) -> Questions:
    """Make puzzles of pencilmarks: of a full grid's digits and others, more and more of them."""
    full, none = (1 << grid.n_digits) - 1, (0,) * grid.n_cells
    masks = [1 << digit - 1 for digit in kept]
    for _ in range(10):
        masks = [mask | random.randint(0, full) & random.randint(0, full) & random.randint(0, full) for mask in masks]
        yield Puzzle(grid, none, tuple(masks))
        yield Puzzle(grid, none, tuple(mask & ~(1 << random.randrange(grid.n_digits)) or mask for mask in masks))


def drawn(name: str, start: int) -> Questions:
    """Draw puzzles with a few rules of a class: such as a full grid keeps, or any."""
    sets: dict[int, list[list[Rule]]] = {}
    for number in count():
        random = Random(f"{name} {start} {number}")
        grid, kept, _ = grids(random)
        if not sets.get(grid.n_digits):
            sets[grid.n_digits] = draw_rules(name, grid, start + number)
        marks = sets[grid.n_digits].pop()
        true = [rule for rule in marks if rule.holds([kept[cell] for cell in rule.scope])]
        yield from narrow(grid, kept, true, random)
        yield Puzzle(grid, some_givens(random, kept, grid.n_digits), rules=tuple(marks))


def draw_rules(name: str, grid: Grid, start: int) -> list[list[Rule]]:
    """Draw some sets of rules for a grid, by Hypothesis."""
    found: list[list[Rule]] = []

    def keep(marks: list[Rule]) -> None:
        found.append(marks)

    quiet = settings(
        max_examples=20, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    some = st.lists(strategies.rules(name, grid.n_digits, grid.n_cells), min_size=1, max_size=8)
    seed(start)(quiet(given(some)(keep)))()
    return found


def ask(puzzle: Puzzle, name: str, seconds: float) -> Asked:
    """Ask for two solutions."""
    fresh = Puzzle(puzzle.grid, puzzle.givens, puzzle.pencilmarks, puzzle.rules)
    began = time.process_time()
    search = fresh.solutions() if fresh.is_classic else fresh.solutions(seconds=seconds)
    first, second = next(search, None), next(search, None)
    taken = time.process_time() - began
    is_answered = second is not None or search.exhausted
    return Asked(puzzle, taken, (first is not None) + (second is not None) if is_answered else -1, name)


def cp_sat(puzzle: Puzzle, seconds: float) -> tuple[int, float]:
    """Ask CP-SAT: the count up to 2, or -1 without an answer, and its CPU seconds."""
    from ortools.sat.python import cp_model

    model, n = cp_model.CpModel(), puzzle.grid.n_digits
    began = time.process_time()
    masks = puzzle.pencilmarks or ((1 << n) - 1,) * puzzle.grid.n_cells
    cells: list[cp_model.IntVar] = []
    for number, (digit, mask) in enumerate(zip(puzzle.givens, masks, strict=True)):
        digits = [digit] if digit else [d for d in range(1, n + 1) if mask >> d - 1 & 1]
        cells.append(model.new_int_var_from_domain(cp_model.Domain.from_values(digits), str(number)))
    for house in puzzle.grid.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for rule in puzzle.rules:
        add_rule(model, rule, cells, n, largest=LARGEST)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, seconds
    for n_found in range(2):
        state = solver.solve(model)
        if state not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            return -1, time.process_time() - began
        if state == cp_model.INFEASIBLE:
            return n_found, time.process_time() - began
        digits = [solver.value(cell) for cell in cells]
        differs = [model.new_bool_var("") for _ in cells]
        for cell, digit, is_other in zip(cells, digits, differs, strict=True):
            model.add(cell != digit).only_enforce_if(is_other)
        model.add_bool_or(differs)
    return 2, time.process_time() - began


def hunt(name: str, questions: Questions, arguments: argparse.Namespace) -> tuple[list[Asked], list[str], int]:
    """Ask for puzzles of a family: what is slow, what is wrong, and the number asked."""
    asked: list[Asked] = []
    faults: list[str] = []
    puzzle = next(questions)
    for number in range(arguments.puzzles):
        n_solutions = -1
        try:
            asked.append(ask(puzzle, f"{name} {number}", arguments.seconds))
            n_solutions = asked[-1].n_found
        except RuleError:
            pass  # a rule that this grid can't have
        if n_solutions >= 0 and arguments.beside and number % arguments.beside == 0:
            faults += compare(asked[-1], arguments.seconds)
        puzzle = questions.send(n_solutions)
    if not asked:
        return [], faults, 0
    median = statistics.median(one.seconds for one in asked)
    of_size: dict[int, list[float]] = {}
    for one in asked:
        of_size.setdefault(one.puzzle.grid.n_cells, []).append(one.seconds)
    most = {size: min(SLOW, max(FACTOR * statistics.median(times), FLOOR)) for size, times in of_size.items()}
    slow = [one for one in asked if one.seconds > most[one.puzzle.grid.n_cells]]
    counts = [sum(one.n_found == count for one in asked) for count in (0, 1, 2, -1)]
    worst = max(one.seconds for one in asked)
    print(
        f"{name:28} {len(asked):6} puzzles: none {counts[0]:5}, one {counts[1]:5}, more {counts[2]:5}, "
        f"capped {counts[3]:3}   median {1e3 * median:8.3f} ms, worst {1e3 * worst:9.2f}",
        flush=True,
    )
    return slow, faults, len(asked)


def compare(one: Asked, seconds: float) -> list[str]:
    """Compare an answer with CP-SAT's: a sentence if they differ."""
    try:
        count, _ = cp_sat(one.puzzle, seconds)
    except (UnknownRuleError, FarandoleError, ImportError):
        return []
    return (
        [f"{one.name}: {one.n_found}, CP-SAT {count}"]
        if -1 not in (count, one.n_found) and count != one.n_found
        else []
    )


def report(one: Asked, arguments: argparse.Namespace) -> str:
    """Say what a slow puzzle took, here and there; save it."""
    try:
        count, taken = cp_sat(one.puzzle, arguments.seconds)
        other = f"CP-SAT {1e3 * taken:9.1f} ms" if count >= 0 else "CP-SAT no answer"
    except UnknownRuleError as error:
        other = f"CP-SAT: {error}"
    except ImportError:
        other = "CP-SAT skipped: pip install ortools"
    if arguments.save:
        arguments.save.mkdir(parents=True, exist_ok=True)
        (arguments.save / f"{one.name.replace(' ', '-')}.json").write_text(formats.write(one.puzzle, "json"))
    grid = one.puzzle.grid
    answer = {-1: "no answer", 0: "none", 1: "one", 2: "more"}[one.n_found]
    return f"{one.name:32} {grid.height}x{grid.width} {answer:9} {1e3 * one.seconds:9.1f} ms   {other}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    parser.add_argument("--puzzles", type=int, default=1000, help="of each family")
    parser.add_argument("--seconds", type=float, default=5, help="the longest search")
    parser.add_argument("--beside", type=int, default=50, metavar="N", help="compare every Nth answer; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    families: dict[str, Callable[[int], Questions]] = {
        **{name: partial(made, name) for name in GENERATORS},
        **{f"any_{name}": partial(drawn, name) for name in RULES},
    }
    chosen = arguments.families or list(families)
    if unknown := [name for name in chosen if name not in families]:
        parser.error(f"expected families among {', '.join(families)}, found {', '.join(unknown)}")
    n_slow, total = 0, 0
    faults: list[str] = []
    for name in chosen:
        slow, wrong, n = hunt(name, families[name](arguments.seed), arguments)
        n_slow, faults, total = n_slow + len(slow), faults + wrong, total + n
        for one in sorted(slow, key=lambda one: -one.seconds):
            print("    " + report(one, arguments), flush=True)
        for fault in wrong:
            print(f"    wrong: {fault}", flush=True)
    print(f"{total} puzzles of {len(chosen)} families: {n_slow} slow, {len(faults)} wrong")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
