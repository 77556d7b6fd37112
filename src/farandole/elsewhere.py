"""Where things are that people look for under other names: the answer to an attribute that isn't there."""

from __future__ import annotations

IN_PACKAGE = {
    "Sudoku": "Puzzle",
    "check": "puzzle.is_unique(), puzzle.why()",
    "count": "puzzle.count()",
    "generate_puzzle": "farandole.make()",
    "is_unique": "puzzle.is_unique()",
    "is_valid": "puzzle.is_unique()",
    "load": "farandole.read(text)",
    "loads": "farandole.read(text)",
    "parse": "farandole.read(text)",
    "plot": "farandole.draw(puzzle)",
    "rating": "farandole.rate(puzzle)",
    "show": "farandole.draw(puzzle)",
    "solve": "Puzzle.classic(text).solve(); for many puzzles, farandole.batch.solve(puzzles)",
    "solve_many": "farandole.batch.solve(puzzles)",
    "solver": "Puzzle.classic(text).solve()",
    "sudoku": "Puzzle.classic(text)",
}
IN_PUZZLE = {
    "board": "puzzle.rows",
    "check": "puzzle.is_unique(), or puzzle.why() if it has no solution",
    "copy": "the puzzle itself: it never changes; with_givens makes another",
    "difficulty": "farandole.rate(puzzle)",
    "draw": "farandole.draw(puzzle)",
    "explain": "farandole.explain(puzzle)",
    "hint": "farandole.hint(puzzle)",
    "is_solved": "puzzle.is_unique()",
    "is_valid": "puzzle.is_unique(); one that breaks the rules at once can't be made",
    "minimize": "farandole.minimize(puzzle)",
    "plot": "farandole.draw(puzzle)",
    "rate": "farandole.rate(puzzle)",
    "set": "puzzle.with_givens(...): a puzzle never changes",
    "shape": "numpy.array(puzzle).shape",
    "show": "farandole.draw(puzzle)",
    "solution": "puzzle.solve()",
    "steps": "farandole.explain(puzzle)",
    "svg": "farandole.draw(puzzle)",
    "to_array": "numpy.array(puzzle)",
    "to_json": "farandole.write(puzzle, 'json')",
    "to_list": "list(puzzle) for the cells, puzzle.rows for the rows",
    "to_numpy": "numpy.array(puzzle)",
    "to_string": "puzzle.line, or str(puzzle)",
    "tolist": "list(puzzle) for the cells, puzzle.rows for the rows",
    "unique": "puzzle.is_unique()",
}


def describe_missing(owner: str, name: str) -> str:
    """Say that a package or a class has no such attribute, and what to write.

    Examples
    --------
    >>> describe_missing("Puzzle", "rate")
    "'Puzzle' object has no attribute 'rate': write farandole.rate(puzzle)"
    """
    is_package = owner == "farandole"
    known = (IN_PACKAGE if is_package else IN_PUZZLE).get(name)
    what = "module 'farandole'" if is_package else f"{owner!r} object"
    return f"{what} has no attribute {name!r}" + (f": write {known}" if known else "")
