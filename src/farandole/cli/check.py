"""The command ``farandole check``: whether a puzzle has one solution, which clues are needless, and which conflict."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TextIO

from farandole import outputs
from farandole.bulk.progress import show_search_progress
from farandole.cli._arguments import add_language, add_lenient, add_puzzles, read_seconds
from farandole.cli._input import read_puzzle
from farandole.cli._output import NOT_ONE, SOLVED
from farandole.cli.draw import save
from farandole.errors import UnfinishedError
from farandole.generate import Clue, ConflictingClues, NeedlessClues, complete, conflicting, needless
from farandole.grid import Cell
from farandole.i18n import tr, tr_counted
from farandole.io.endings import choose_format
from farandole.limits import StopToken
from farandole.puzzle import Puzzle, Solution
from farandole.records import record, replace
from farandole.render.terminal import Style, describe, draw, join_side_by_side, json_line, printable

EXAMPLES = """\
examples:
  farandole check puzzle.txt                    one solution? where do two differ, and which digit would decide?
                                                which clues are needless, or which ones conflict?
  farandole check killer.json                   cages, arrows and other rules are clues too
  farandole check puzzle.txt -o candidates.svg  a picture of the true candidates: the digits of each cell in all
                                                solutions
  farandole check puzzle.txt --json             the same as JSON

exit status: 0 exactly one solution; 1 none, several, or unknown; 2 bad input
"""

SECONDS = 60.0
MOST_COUNTED = 1000


def add_check(command: argparse.ArgumentParser) -> None:
    """Tell the parser what the command takes."""
    command.epilog = EXAMPLES
    command.set_defaults(run=check)
    add_puzzles(command, "puzzle")
    text = "draw the true candidates in FILE, whose name ends in .svg, .png or .pdf"
    text += "; - is standard output, and then the answer goes to standard error"
    command.add_argument("-o", "--output", "--svg", dest="svg", type=outputs.parse_file_name, metavar="FILE", help=text)
    text = f"stop after S seconds, and print what is known by then (default: {SECONDS:g})"
    command.add_argument("--seconds", type=read_seconds, metavar="S", default=SECONDS, help=text)
    command.add_argument("--json", action="store_true", help="answer with a JSON object")
    add_lenient(command)
    add_language(command)


_NONE_NEEDLESS = NeedlessClues((), ())


@record
class Finding:
    """What is known about a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    solutions : tuple of Solution
        At most two.
    count : int
        The number of solutions, up to `MOST_COUNTED`.
    is_known : bool
        Whether the time was enough to find out whether there are no, one or several solutions.
    candidates : tuple of int
        For each cell the mask of its digits in all solutions.
    is_whole : bool
        Whether the time was enough to find all candidates.
    needless : NeedlessClues
        The clues that can be removed, each alone; none if there is not exactly one solution.
    conflict : ConflictingClues, optional
        The fewest clues that no solution has together, if there is no solution.
    deciding : tuple of (cell, digit)
        Digits that one of several solutions has alone: with any of them as a given there is one solution.
    completion : tuple of Clue
        Givens that leave one solution together, if there are several and no single digit does.
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    count: int
    is_known: bool
    candidates: tuple[int, ...]
    is_whole: bool
    needless: NeedlessClues = _NONE_NEEDLESS
    conflict: ConflictingClues | None = None
    deciding: tuple[tuple[Cell, int], ...] = ()
    completion: tuple[Clue, ...] = ()

    @property
    def is_unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.is_known and self.count == 1

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which solutions differ, as far as known."""
        return tuple(cell for cell, mask in enumerate(self.candidates) if mask & (mask - 1))


def check(arguments: argparse.Namespace) -> int:
    """Check a puzzle; return the exit status."""
    if arguments.svg:
        choose_format("check", arguments.svg)
    puzzle = read_puzzle(arguments.puzzle, lenient=arguments.lenient, reading=arguments.reading)
    with show_search_progress("checking"):
        finding = examine(puzzle, StopToken(arguments.seconds))
    output = sys.stderr if arguments.svg == "-" else sys.stdout
    if arguments.json:
        print(json_line(_collect_facts(finding)), file=output)
    else:
        print_finding(finding, output)
    if arguments.svg:
        from farandole.render import svg

        marked = replace(puzzle, pencilmarks=_find_pencilmarks(finding))
        save(svg.draw(marked, candidates=True), arguments.svg)
    return SOLVED if finding.is_unique else NOT_ONE


def examine(puzzle: Puzzle, stop: StopToken) -> Finding:
    """Find out all about a puzzle that the time allows."""
    search = puzzle.solutions(seconds=stop.seconds_left())
    solutions = tuple(solution for _, solution in zip(range(2), search, strict=False))
    is_known = len(solutions) == 2 or search.exhausted
    if not solutions:
        conflict = _find_conflict(puzzle, stop) if is_known else None
        return Finding(puzzle, (), 0, is_known, (0,) * puzzle.grid.n_cells, is_known, conflict=conflict)
    if len(solutions) == 1:
        masks = [1 << digit >> 1 for digit in solutions[0].digits]
        clues = needless(puzzle, seconds=stop.seconds_left()) if is_known else _NONE_NEEDLESS
        return Finding(puzzle, solutions, 1, is_known, tuple(masks), is_known, clues)
    count = puzzle.count(limit=MOST_COUNTED, seconds=stop.seconds_left())
    true = puzzle.candidates(limit=2, seconds=stop.seconds_left())
    masks = [sum(1 << digit - 1 for digit in digits) for digits in true]
    for solution in solutions:  # even if the time was too short for other candidates
        masks = [mask | 1 << digit - 1 for mask, digit in zip(masks, solution.digits, strict=True)]
    deciding: tuple[tuple[Cell, int], ...] = ()
    completion: tuple[Clue, ...] = ()
    if true.exhausted:
        deciding = tuple((cell, digit) for cell, digits in enumerate(true) for digit, n in digits.items() if n == 1)
        completion = () if deciding else _complete(puzzle, stop)
    return Finding(
        puzzle, solutions, max(2, count), True, tuple(masks), true.exhausted, deciding=deciding, completion=completion
    )


def _find_conflict(puzzle: Puzzle, stop: StopToken) -> ConflictingClues | None:
    try:
        return conflicting(puzzle, seconds=stop.seconds_left())
    except UnfinishedError:
        return None


def _complete(puzzle: Puzzle, stop: StopToken) -> tuple[Clue, ...]:
    try:
        return complete(puzzle, seconds=stop.seconds_left()).clues
    except UnfinishedError:
        return ()


def _find_pencilmarks(finding: Finding) -> tuple[int, ...]:
    return finding.candidates if any(finding.candidates) else finding.puzzle.masks


def _collect_facts(finding: Finding) -> dict[str, object]:
    name, several = finding.puzzle.grid.cell_name, finding.count > 1
    verdict = "several" if several else "unknown" if not finding.is_known else "one" if finding.count else "none"
    needless, conflict = finding.needless, finding.conflict
    return {
        "verdict": verdict,
        "count": finding.count,
        "counted_all": finding.is_known and finding.count < MOST_COUNTED,
        "solutions": [solution.line for solution in finding.solutions],
        "differ": [name(cell) for cell in finding.differing],
        "candidates": {name(cell): _list_digits(mask) for cell, mask in enumerate(finding.candidates)},
        "candidates_known": finding.is_whole,
        "needless": [clue.plain for clue in needless.clues],
        "undecided": [clue.plain for clue in needless.undecided],
        "conflict": [clue.plain for clue in conflict.clues] if conflict else [],
        "conflict_is_smallest": conflict.is_smallest if conflict else None,
        "deciding": [{"cell": name(cell), "digit": digit} for cell, digit in finding.deciding],
        "completion": [clue.plain for clue in finding.completion],
    }


def _list_digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1]


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────


def print_finding(finding: Finding, output: TextIO) -> None:
    """Draw a puzzle, and print what is known about it."""
    style = Style.of(output)
    lines = [describe(finding.puzzle), *_draw(finding, style)]
    lines += [style.fold(printable(sentence)) for sentence in _describe(finding)]
    print("\n".join(lines), file=output)


def _draw(finding: Finding, style: Style) -> list[str]:
    """Draw the solution; or two different ones with all true candidates; or the puzzle."""
    puzzle, grid = finding.puzzle, finding.puzzle.grid
    if len(finding.solutions) < 2:
        digits = finding.solutions[0].digits if finding.solutions else puzzle.givens
        return draw(grid, digits, givens=puzzle.givens, style=style)
    first, second = (solution.digits for solution in finding.solutions)
    marked = {cell for cell in range(grid.n_cells) if first[cell] != second[cell]}
    two = [draw(grid, digits, givens=puzzle.givens, marked=marked, style=style) for digits in (first, second)]
    fits = 2 * (grid.outline.width + 3) <= style.width
    common = [digits if cell not in finding.differing else 0 for cell, digits in enumerate(first)]
    true = draw(grid, common, givens=puzzle.givens, candidates=_keep_differing(finding), style=style)
    heading = tr("True candidates: the digits of the cells in all solutions")
    return [*(join_side_by_side(two) if fits else [*two[0], "", *two[1]]), "", tr("{heading}:", heading=heading), *true]


def _keep_differing(finding: Finding) -> tuple[int, ...]:
    """Return the candidates of the cells that differ. If none differ, no cell needs to be wide."""
    return tuple(mask if mask & (mask - 1) else 0 for mask in finding.candidates)


def _describe(finding: Finding) -> list[str]:
    if not finding.is_known:
        return [tr("Unknown: timed out before the number of solutions was known.")]
    if not finding.solutions:
        why = finding.puzzle.why()
        verdict = tr("No solution: {reason}", reason=why) if why else tr("No solution")
        return [verdict, *_describe_conflict(finding.conflict)]
    if finding.count > 1:
        return _describe_several(finding)
    return [tr("One solution"), *_describe_clues(finding.needless)]


def _describe_several(finding: Finding) -> list[str]:
    n = len(finding.differing)
    cells = _list([finding.puzzle.grid.cell_name(cell) for cell in finding.differing])
    count = f"{finding.count:,}"
    sentences = [
        tr("At least {count} solutions", count=count)
        if finding.count >= MOST_COUNTED or not finding.is_whole
        else tr("{count} solutions", count=count),
        tr_counted("They differ in {n} cell: {cells}", "They differ in {n} cells: {cells}", n, n=n, cells=cells),
    ]
    if not finding.is_whole:
        sentences.append(tr("Timed out before all true candidates were found: there may be more."))
    if finding.deciding:
        n = len(finding.deciding)
        grid = finding.puzzle.grid
        digits = _list([f"{grid.cell_name(cell)}={grid.signs[digit - 1]}" for cell, digit in finding.deciding])
        sentences.append(
            tr_counted(
                "{n} digit would leave one solution: {digits}",
                "Any one of {n} digits would leave one solution: {digits}",
                n,
                n=n,
                digits=digits,
            )
        )
    elif finding.completion:
        clues = _list([clue.in_words for clue in finding.completion])
        sentences.append(
            tr(
                "No single digit leaves one solution; these {n} do together: {clues}",
                n=len(finding.completion),
                clues=clues,
            )
        )
    return sentences


def _describe_conflict(conflict: ConflictingClues | None) -> list[str]:
    if conflict is None:
        return []
    if not conflict.clues:
        return [tr("No clue is to blame: the grid alone has no solution.")]
    n = len(conflict.clues)
    sentence = tr_counted(
        "{n} clue alone allows no solution: {clues}",
        "{n} clues together allow no solution: {clues}",
        n,
        n=n,
        clues=_list([clue.in_words for clue in conflict.clues]),
    )
    if conflict.is_smallest:
        return [sentence] if n == 1 else [sentence, tr("No fewer clues conflict.")]
    return [sentence, tr("Timed out before it was known whether fewer clues conflict.")]


def _describe_clues(needless: NeedlessClues) -> list[str]:
    sentences = []
    if needless.clues:
        clues = _list([clue.in_words for clue in needless.clues])
        n = len(needless.clues)
        sentences.append(
            tr_counted(
                "{n} clue is needless: without it there is still only one solution: {clues}",
                "Each of these {n} clues could go alone, but perhaps not all together: {clues}",
                n,
                n=n,
                clues=clues,
            )
        )
    elif not needless.undecided:
        sentences.append(tr("No clue is needless: without any one of them there are several solutions."))
    if needless.undecided:
        clues = _list([clue.in_words for clue in needless.undecided])
        sentences.append(tr("Timed out before these clues were tried: {clues}", clues=clues))
    return sentences


MOST_NAMED = 40


def _list(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" ... (+{more})" if more > 0 else "")
