"""Write puzzles as text: lines, drawn grids, CSV, pencilmarks, .sdm, .sdk, POJ."""

from __future__ import annotations

from collections.abc import Iterable

from farandole.errors import FormatError, PuzzleError
from farandole.formats.text.classic import FORMATS, normalize_lines
from farandole.grid import DIGITS, Grid
from farandole.puzzle import EMPTY, Puzzle, Solution


def write(puzzles: Puzzle | Solution | Iterable[Puzzle | Solution], format: str = "line") -> str:
    """Write puzzles or solutions as a text that `read` reads back.

    Parameters
    ----------
    puzzles : Puzzle, Solution, or an iterable of them
        A solution is written like a puzzle whose cells are all given.
    format : str
        One of `FORMATS`.

    Returns
    -------
    str
        A text whose lines end with line feeds.

    Raises
    ------
    FormatError
        If the format is unknown.
    PuzzleError
        If something would be lost: rules; pencilmarks, in any format except ``pencilmarks``; a grid other than the
        classic one, in any format except ``line`` and ``grid``, or a grid that would not read back.

    Examples
    --------
    >>> from farandole.formats.text import read
    >>> [puzzle] = read("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    >>> print(write(puzzle, "rows"), end="")
    4,0,0,0,0,0,8,0,5
    0,3,0,0,0,0,0,0,0
    0,0,0,7,0,0,0,0,0
    0,2,0,0,0,0,0,6,0
    0,0,0,0,8,0,4,0,0
    0,0,0,0,1,0,0,0,0
    0,0,0,6,0,3,0,7,0
    5,0,0,2,0,0,0,0,0
    1,0,4,0,0,0,0,0,0
    """
    if format not in FORMATS:
        raise FormatError(f"expected one of the formats {', '.join(FORMATS)}, found {format!r}")
    several = [puzzles] if isinstance(puzzles, Puzzle | Solution) else list(puzzles)
    texts = []
    for position, puzzle in enumerate(several, 1):
        try:
            texts.append(_draw(puzzle, format) if _is_classic(puzzle, format) else _draw_shape(puzzle, format))
        except PuzzleError as error:
            raise PuzzleError.from_error(error, f"puzzle {position}: {error}") from None
    if format == "poj":
        texts = [str(len(texts)), *texts]
    is_line_each = format in ("line", "sdm", "poj") and all(puzzle.grid == Grid.classic() for puzzle in several)
    gap = "\n" if is_line_each else "\n\n"
    return gap.join(texts) + "\n" if texts else ""


def _is_classic(puzzle: Puzzle | Solution, format: str) -> bool:
    """Return whether a puzzle is classic; raise if the format can't express it."""
    if isinstance(puzzle, Puzzle):
        if puzzle.rules:
            rule = puzzle.rules[0]
            names = " ".join(map(puzzle.grid.cell_name, rule.scope))
            raise PuzzleError(f"no text format carries rules such as {type(rule).__name__} {names}".rstrip())
        if format != "pencilmarks" and puzzle.pencilmarks is not None:
            raise PuzzleError("only the format 'pencilmarks' carries its pencilmarks")
    return puzzle.grid == Grid.classic()


def _draw_shape(puzzle: Puzzle | Solution, format: str) -> str:
    """Write a puzzle that is not classic, and verify that it reads back."""
    if format not in ("line", "grid"):
        raise PuzzleError(f"only the formats 'line' and 'grid' carry other than 9x9 puzzles, not {format!r}")
    from farandole.formats.text import shaped  # most puzzles are classic

    text = shaped.draw(puzzle.grid, puzzle.line, in_a_line=format == "line")
    given = Puzzle(puzzle.grid, puzzle.digits) if isinstance(puzzle, Solution) else puzzle
    entries = [entry.puzzle for entry in shaped.find_puzzles(shaped.strip_comments(normalize_lines(text)))]
    if entries != [given]:
        raise PuzzleError("no text format carries its shape so that it reads back; JSON does")
    return text


def _draw(puzzle: Puzzle | Solution, format: str) -> str:
    line = puzzle.line
    rows = [line[start : start + 9] for start in range(0, 81, 9)]
    match format:
        case "grid":
            return puzzle.grid.draw(line)
        case "pencilmarks":
            return puzzle.grid.draw(_mark_words(puzzle) if isinstance(puzzle, Puzzle) else line)
        case "rows":
            return "\n".join(",".join(row) for row in rows).replace(EMPTY[0], "0")
        case "sdm":
            return line.replace(EMPTY[0], "0")
        case "sdk":
            return "\n".join(["[Puzzle]", *rows])
        case "poj":
            return "\n".join(rows).replace(EMPTY[0], "0")
        case _:
            return line


def _mark_words(puzzle: Puzzle) -> list[str]:
    """Write each cell as a word; brackets mark cells with one candidate or none that are not givens."""
    words = []
    for digit, mask in zip(puzzle.givens, puzzle.pencilmarks or puzzle.masks, strict=True):
        candidates = "".join(DIGITS[bit] for bit in range(9) if mask >> bit & 1)
        words.append(candidates if digit or len(candidates) > 1 else f"({candidates})")
    return words
