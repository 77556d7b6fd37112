"""Write a puzzle in words, so that whoever reads only text can solve it: rules, board, notation."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.bitsets import digits_of
from farandole.grid import Grid
from farandole.i18n import use_language
from farandole.puzzle import Puzzle
from farandole.render.rule_sentences import describe_all_rules, is_drawn

ASK = {
    "solution": (
        "Solve the puzzle: fill every empty cell so that all rules hold. You may reason first. End with a line "
        '"Answer:" and below it the {n} rows of the solved board, without empty cells.'
    ),
    "step": (
        "Find one empty cell whose digit follows from the rules and the board, by logic and without a guess. You may "
        'reason first. End with one line such as "Answer: {example}".'
    ),
}


def write_prompt(puzzle: Puzzle, goal: str) -> str:
    """Write the prompt of a task: the rules, the board, the notation, and what to answer.

    Parameters
    ----------
    puzzle : Puzzle
        With a square grid.
    goal : str
        ``solution`` or ``step``.

    Examples
    --------
    >>> print(write_prompt(Puzzle.of(Grid.classic(4), "1... ..3. .4.. ...2"), "step"))
    This is a Sudoku with 4 rows and 4 columns.
    <BLANKLINE>
    Rules:
    - Every row, every column and every box holds each of the digits 1 to 4 exactly once.
    - The boxes are 2 rows high and 2 columns wide.
    <BLANKLINE>
    Board, with . for an empty cell:
    1 . . .
    . . 3 .
    . 4 . .
    . . . 2
    <BLANKLINE>
    r2c3 is the cell in row 2 from the top and column 3 from the left.
    <BLANKLINE>
    Find one empty cell whose digit follows from the rules and the board, by logic and without a guess. You may reason \
first. End with one line such as "Answer: r2c3=1".
    """
    grid = puzzle.grid
    n = grid.n_digits
    rows = [" ".join(puzzle.line[k : k + n]).replace("0", ".") for k in range(0, n * n, n)]
    parts = [
        f"This is a Sudoku with {n} rows and {n} columns.",
        "\n".join(["Rules:", *(f"- {sentence}" for sentence in list_rules(puzzle))]),
        "\n".join(["Board, with . for an empty cell:", *rows]),
    ]
    if puzzle.pencilmarks is not None:
        parts.append("\n".join(["Candidates:", *_candidates(puzzle)]))
    parts.append(_notation(grid))
    parts.append(ASK[goal].format(n=n, example="r2c3=1"))
    return "\n\n".join(parts)


def list_rules(puzzle: Puzzle) -> list[str]:
    """List the rules of a puzzle as English sentences that need no picture: each rule with its cells.

    Parameters
    ----------
    puzzle : Puzzle

    Returns
    -------
    list of str

    Examples
    --------
    >>> from farandole.rules import Thermo
    >>> for sentence in list_rules(Puzzle.of(Grid.classic(4), "." * 16, rules=[Thermo("r1c1-3")])):
    ...     print(sentence)
    Every row, every column and every box holds each of the digits 1 to 4 exactly once.
    The boxes are 2 rows high and 2 columns wide.
    Digits on a thermometer rise from the bulb.
    Thermometer r1c1 r1c2 r1c3: digits increase.
    """
    with use_language("en"):
        grid = puzzle.grid
        houses, *others = describe_all_rules(puzzle, max_named=None)
        listed = [f"{_describe(puzzle, number)}." for number, rule in enumerate(puzzle.rules) if is_drawn(rule)]
        return [*(_houses(grid) or [houses]), *others, *_extra_houses(grid), *listed]


def _describe(puzzle: Puzzle, number: int) -> str:
    rule = puzzle.rules[number]
    return rule.describe_at(" ".join(map(puzzle.grid.cell_name, rule.scope))).rstrip(".")


def _houses(grid: Grid) -> list[str]:
    """Say what rows, columns, and boxes or regions hold; nothing if the grid has no regions or is no square."""
    n = grid.n_digits
    digits = f"each of the digits {grid.signs[0]} to {grid.signs[-1]} exactly once"
    if grid.n_cells != n * n or not {*Grid.latin(n).houses} <= {*grid.houses}:
        return []
    if {*grid.regions} <= {*Grid.latin(n).houses}:
        return [f"Every row and every column holds {digits}."]
    corner = grid.regions[0].cells
    height, width = (len({grid.positions[cell][axis] for cell in corner}) for axis in (0, 1))
    if height * width == n and {*grid.regions} == {*Grid.classic((height, width)).regions}:
        boxes = f"The boxes are {_count(height, 'row')} high and {_count(width, 'column')} wide."
        return [f"Every row, every column and every box holds {digits}.", boxes]
    letters = {cell: chr(ord("A") + k) for k, region in enumerate(grid.regions) for cell in region.cells}
    rows = "\n".join("  " + " ".join(letters.get(cell, "-") for cell in range(k, k + n)) for k in range(0, n * n, n))
    return [f"Every row, every column and every region holds {digits}. The regions, a letter for each:\n{rows}"]


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _extra_houses(grid: Grid) -> Iterator[str]:
    """List the cells of diagonals, windows and other houses."""
    usual = {*grid.regions, *Grid.latin(grid.n_digits).houses}
    for house in grid.houses:
        if house not in usual:
            yield f"{house.name[:1].upper()}{house.name[1:]}: {' '.join(map(grid.cell_name, house.cells))}."


def _candidates(puzzle: Puzzle) -> Iterator[str]:
    """List the digits that each cell can hold, where pencilmarks restrict them."""
    grid = puzzle.grid
    for cell, mask in enumerate(puzzle.pencilmarks or ()):
        if not puzzle.givens[cell]:
            yield f"{grid.cell_name(cell)}: {' '.join(grid.signs[digit - 1] for digit in digits_of(mask))}"


def _notation(grid: Grid) -> str:
    text = "r2c3 is the cell in row 2 from the top and column 3 from the left."
    if grid.n_digits > 9:
        letters = ", ".join(f"{grid.signs[k]} is {k + 1}" for k in range(9, grid.n_digits))
        text += f" Letters are digits above 9: {letters}."
    return text
