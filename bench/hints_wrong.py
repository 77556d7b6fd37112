"""Measure how many mistakes of players on puzzles with rules are told in the words of a rule.

    python bench/hints_wrong.py [FAMILY...] [--boards N] [--seed S] [--each]

For each family of ../shared/data/variants, and for "published", N boards are made: a puzzle, a random part of its
solution, and a wrong digit that no house of the cell has yet; the same with a crossed-out digit of the solution. It
prints how often the reason is a house, one rule, rules together, a contradiction with or without rules, a long one of
which only the rules are told, one with contradictions inside, or only the solution; and the CPU time of the slowest
hint.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parents[1] / "tests" / "oracles"))

from farandole import Puzzle, hint
from farandole.logic.hints import Hint
from farandole.logic.mistakes import BrokenRules, Mistake, Proof, Repeat, find_reason
from logic_variants import FAMILIES, puzzles_of

KINDS = ("house", "rule", "rules", "proof with rules", "proof", "long proof", "nested proof", "solution")


def kind_of(told: Hint) -> str:
    """Say what the reason of a hint's only mistake rests on."""
    [(cell, digit)] = told.wrong_digits or told.missing_candidates
    match find_reason(told.board, Mistake(cell, digit, bool(told.wrong_digits))):
        case Repeat():
            return "house"
        case BrokenRules(rules, houses):
            return "rule" if len(rules) == 1 and not houses else "rules"
        case Proof(excluded=excluded) if excluded:
            return "nested proof"
        case Proof(is_short=False):
            return "long proof"
        case Proof(deductions):
            return "proof with rules" if any(deduction.rules for deduction in deductions) else "proof"
    return "solution"


def make_mistake(puzzle: Puzzle, random: Random, *, is_entered: bool) -> Hint | None:
    """Enter a part of the solution with a wrong digit, or cross out a right candidate; None if there is none."""
    solution = puzzle.solve()
    assert solution is not None
    right = solution.digits
    share = random.random() * 0.7
    digits = [given or digit * (random.random() < share) for given, digit in zip(puzzle.givens, right, strict=True)]
    choices = [
        (cell, digit)
        for cell, value in enumerate(digits)
        if not value
        for digit in range(1, puzzle.grid.n_digits + 1)
        if (digit != right[cell]) == is_entered and all(digits[peer] != digit for peer in puzzle.grid.peers[cell])
    ]
    if not choices:
        return None
    cell, digit = random.choice(choices)
    if is_entered:
        digits[cell] = digit
        return hint(puzzle, digits)
    return hint(puzzle, digits, notes={cell: set(range(1, puzzle.grid.n_digits + 1)) - {digit}})


def main() -> None:
    """Measure, and print two lines for each family."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"default: {' '.join(FAMILIES)}")
    parser.add_argument("--boards", type=int, default=25, help="of each family (default: 25)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="print each hint")
    options = parser.parse_args()
    random, total = Random(options.seed), Counter[str]()
    print(f"{'family':20} {'mistake':8} {'':>4} " + " ".join(f"{kind:>9}" for kind in KINDS) + "  slowest CPU s")
    for family in options.families or FAMILIES:
        puzzles = [puzzle for _, puzzle in puzzles_of(family)]
        for is_entered in (True, False):
            counts, slowest = Counter[str](), 0.0
            while counts.total() < options.boards:
                told = make_mistake(random.choice(puzzles), random, is_entered=is_entered)
                if told is None:
                    continue
                began = time.process_time()
                said = told.describe()
                slowest = max(slowest, time.process_time() - began)
                kind = kind_of(told)
                counts[kind] += 1
                if options.each:
                    print(f"    {kind}: {said}")
            total += counts
            kinds = " ".join(f"{counts[kind]:9}" for kind in KINDS)
            print(f"{family:20} {'entered' if is_entered else 'struck':8} {counts.total():4} {kinds}  {slowest:.2f}")
    print(", ".join(f"{kind} {total[kind]}" for kind in KINDS), "of", total.total())


if __name__ == "__main__":
    main()
