"""Text forms of puzzles beyond the classic 9x9: other sizes, jigsaws, gattai, sukaku.

=======  ===============================================================================================
form     what it looks like
=======  ===============================================================================================
square   n rows of n cells, glued, spaced or drawn, or all cells in one line: 4x4, 6x6 (boxes of 2x3), 16x16
         (4x4), 25x25 (5x5) ... Digits above 9 are letters from A, which is 10; or all are letters from A,
         which is 1; or, in 16x16, 0 to F, where 0 is a digit because something else stands for empty; or
         numbers between blanks or commas
jigsaw   as square, then a letter for each cell that tells its region: in the same line, after a blank or
         without one, or as a second grid. Or drawn with lines around the regions
gattai   the rows of a samurai, a windmill ... with blanks, ``#`` or what stands for empty where no cell is
sukaku   729 characters: nine for each cell, which tell for each digit whether the cell may hold it
=======  ===============================================================================================

A text that has more than one meaning, such as a 12x12 and a butterfly, is refused, and both are named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeAlias

from farandole.errors import FormatError, PuzzleError
from farandole.grid import DIGITS, Grid
from farandole.outline import Position, is_rectangle
from farandole.puzzle import EMPTY, NO_CELL, Puzzle
from farandole.shapes import named_of_size, square_box
from farandole.sizes import MAX_DIGITS

SHAPED = ("square", "jigsaw", "gattai", "sukaku")

Line: TypeAlias = tuple[int, str]
"""A line and its number."""

_BARS = frozenset("|:│┃║")
_DASHES = frozenset("-=─━═")
_DRAWN = frozenset(map(chr, range(0x2500, 0x2580))) | _BARS | _DASHES | {"+"}
_BLANK = frozenset(" \t,;")
_MOST_LINES = 100  # of a puzzle, however it is drawn
_TITLE = re.compile(r"\s*(?:[^\W\d_]{2,}(?:[\s,;:]|$)|\[)")
_COMMENT = re.compile(r"(?:^|\s)#(?:\s*$|\s+\S{2}|\s*[^\W\d_]).*")  # but # stands for no cell, too


class Found(NamedTuple):
    """A puzzle of a text: its form, its first line, and the puzzle or what is wrong with it."""

    form: str
    number: int
    puzzle: Puzzle | FormatError | PuzzleError


class Meaning(NamedTuple):
    """A shape that a text may have."""

    name: str
    form: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Plane:
    """Cells as a text shows them: the word in each place, the line of each row, and how to find regions drawn."""

    words: Mapping[Position, str]
    numbers: Sequence[int]
    width: int
    regions: Callable[[], Sequence[Sequence[Position]]] = list

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.numbers)

    @property
    def side(self) -> int | None:
        """How many rows a full square has; None for another shape."""
        is_square = len(self.words) == self.width**2 == self.height**2 and NO_CELL not in self.words.values()
        return self.width if is_square else None


def find(lines: Iterable[Line]) -> Iterator[Found]:
    """Yield the puzzles of a text; none at all if the first one is no such puzzle.

    Parameters
    ----------
    lines : iterable of (int, str)
        Numbers and lines, without comments and titles; blank ones part grids.
    """
    blocks = list(_blocks(lines))
    rows = [line for block in blocks for line in block]
    if rows and _is_in_a_line([line for _, line in rows]):
        while rows:
            (number, line), *rows = rows
            if rows and tells_jigsaw(f"{line.strip()} {rows[0][1].strip()}"):  # its regions are in the next line
                line = f"{line.strip()} {rows.pop(0)[1].strip()}"
            yield _of_line(number, line.strip())
        return
    is_first = True
    while blocks:
        found, n_taken = _of_blocks(blocks)
        if found is None:
            if is_first:
                return
            number = blocks[0][0][0]
            fault = f"line {number}: another puzzle of a known shape expected, {len(blocks[0])} lines found"
            found, n_taken = Found("square", number, FormatError(fault)), 1
        yield found
        blocks = blocks[n_taken:]
        is_first = False


# ── A puzzle in a line ──────────────────────────────────────────────────────────────────────────────────────────


def _halves(line: str) -> tuple[str, str] | None:
    """Part a line in as many givens as letters of regions."""
    words = re.split(r"[\s,;]+", line)
    if len(words) == 1 and len(line) % 2 == 0:
        words = [line[: len(line) // 2], line[len(line) // 2 :]]
    if len(words) != 2 or len(words[0]) != len(words[1]) or len(words[0]) < 16:
        return None
    return (words[0], words[1]) if _tells_regions(words[1]) else None


def tells_jigsaw(line: str) -> bool:
    """Say whether a line has letters of regions after its givens."""
    return _halves(line.strip()) is not None


def _tells_regions(letters: str) -> bool:
    """Say whether characters tell regions: as many of each as there are, or letters; and they are no solution."""
    n = isqrt(len(letters))
    rows = [letters[start : start + n] for start in range(0, len(letters), n)]
    is_even = set(Counter(letters).values()) == {n}
    is_solution = all(len(set(row)) == n for row in rows)
    return n * n == len(letters) and not is_solution and (is_even or (n <= 9 and letters.isalpha()))


def _side(n_cells: int) -> int | None:
    """Find the side of a square of so many cells that has boxes."""
    n = isqrt(n_cells)
    return n if n * n == n_cells and 4 <= n <= MAX_DIGITS and square_box(n)[0] > 1 else None


def _is_in_a_line(rows: Sequence[str]) -> bool:
    """Say whether the first of all rows of a text is a puzzle of its own."""
    line = rows[0].strip()
    if len(rows) > 1 and len(line) >= 36 and tells_jigsaw(f"{line} {rows[1].strip()}"):
        return True
    n_words = len(line.replace(",", " ").split())
    if n_words > 1:
        return _halves(line) is not None or (n_words >= 100 and n_words != 81 and _side(n_words) is not None)
    if len(line) == 729 or _halves(line):
        return True
    n = _side(len(line))
    # 16 rows of 16 are rather a 16x16 than as many 4x4, unless there are digits, and none above 4.
    givens = set("".join(rows)) - set(EMPTY)
    is_row = len(rows) % len(line) == 0 and not (givens and givens.issubset(DIGITS[: n or 0]))
    return len(line) != 81 and n is not None and not is_row


def _of_line(number: int, line: str) -> Found:
    if len(line) == 729:
        return _sukaku(number, line)
    if halves := _halves(line):
        try:
            return _found(_square(halves[0], number), [_of_letters(halves[1])])
        except PuzzleError as error:
            return Found("jigsaw", number, PuzzleError(f"line {number}: {error}"))
    words = line.replace(",", " ").split()
    cells = words if len(words) > 1 else line
    n = _side(len(cells))
    if n is None:
        fault = FormatError(f"line {number}: a puzzle in a line expected, {len(cells)} cells found")
        return Found("square", number, fault)
    return _found(_square(cells, number), [_plain(n)])


def _square(cells: Sequence[str], number: int) -> Plane:
    n = isqrt(len(cells))
    return Plane(dict(zip(product(range(n), range(n)), cells, strict=True)), [number] * n, n)


def _sukaku(number: int, line: str) -> Found:
    masks = []
    for start in range(0, 729, 9):
        mask = 0
        for digit, character in enumerate(line[start : start + 9], 1):
            if character == str(digit):
                mask |= 1 << digit >> 1
            elif character not in EMPTY:
                expected = f"{digit} or one of {' '.join(EMPTY)} expected, {character!r} found"
                return Found("sukaku", number, FormatError(f"line {number}, column {start + digit}: {expected}"))
        masks.append(mask)
    return Found("sukaku", number, Puzzle(Grid.classic(), (0,) * 81, tuple(masks)))


# ── A puzzle in rows ────────────────────────────────────────────────────────────────────────────────────────────


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for number, line in lines:
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _of_blocks(blocks: Sequence[Sequence[Line]]) -> tuple[Found | None, int]:
    """Read the first puzzle of blocks that blank lines part, and count those that it takes."""
    lines: list[Line] = []
    for n_taken, block in enumerate(blocks, 1):
        lines += block
        plane = _plane(lines)
        below = _plane(blocks[n_taken]) if plane.side and n_taken < len(blocks) else None
        has_regions = below is not None and _letters(plane, below) is not None
        try:
            if found := _of_rows(plane, lines):
                return found, n_taken
            if below and (jigsaw := _jigsaw(plane, below)):
                return _found(plane, [jigsaw]), n_taken + 1
            if meanings := list(_meanings(plane)):
                return _found(plane, meanings), n_taken
        except FormatError as error:
            return Found("jigsaw", lines[0][0], error), n_taken
        except PuzzleError as error:
            fault = PuzzleError(f"line {lines[0][0]}: {error}")
            return Found("jigsaw", lines[0][0], fault), n_taken + has_regions
        if plane.side == 9 or len(lines) > _MOST_LINES:
            break
    return None, 0


def _of_rows(plane: Plane, lines: Sequence[Line]) -> Found | None:
    """Read a jigsaw whose regions stand right below it."""
    if not plane.width or plane.height != 2 * plane.width:
        return None
    half = _plane(lines[: len(lines) // 2])
    jigsaw = _jigsaw(half, _plane(lines[len(lines) // 2 :]))
    return _found(half, [jigsaw]) if jigsaw else None


def _jigsaw(plane: Plane, below: Plane) -> Meaning | None:
    letters = _letters(plane, below)
    return None if letters is None else _of_letters(letters)


def _letters(plane: Plane, below: Plane) -> str | None:
    """Find the letters of regions that stand below a square."""
    if plane.side is None or below.side != plane.side or (below.words.keys() != plane.words.keys()):
        return None
    letters = "".join(below.words[place] for place in sorted(below.words))
    return letters if len(letters) == plane.side**2 and _tells_regions(letters) else None


def _of_letters(letters: str) -> Meaning:
    return Meaning("a jigsaw", "jigsaw", Grid.jigsaw(letters))


def _meanings(plane: Plane) -> Iterator[Meaning]:
    """Yield the shapes that a plane may have."""
    if (n := plane.side) is not None and 4 <= n <= MAX_DIGITS:
        regions = plane.regions()
        if [len(places) for places in regions] == [n] * n:
            owner = {place: region for region, places in enumerate(regions) for place in places}
            letters = "".join(DIGITS[owner[place]] for place in sorted(owner))
            if (meaning := _drawn(Grid.jigsaw(letters), n)).grid != Grid.classic():
                yield meaning
        elif not all(map(is_rectangle, regions)):
            sizes = ", ".join(map(str, sorted(map(len, regions))))
            raise FormatError(
                f"line {plane.numbers[0]}: regions of {n} cells each expected, {sizes} cells are outlined"
            )
        elif n != 9 and square_box(n)[0] > 1:
            yield _plain(n)
    for name in named_of_size(plane.height, plane.width):
        if _covers(plane, Grid.named(name)):
            yield Meaning(f"a {name}", "gattai", Grid.named(name))


def _plain(n: int) -> Meaning:
    height, width = square_box(n)
    return Meaning(f"{n}x{n} with boxes of {height}x{width}", "square", Grid.classic((height, width)))


def _drawn(jigsaw: Grid, n: int) -> Meaning:
    """Find out whether the regions that are drawn are boxes."""
    cells = {house.cells for house in jigsaw.houses}
    for height in range(2, n):
        grid = Grid.classic((height, n // height)) if n % height == 0 else jigsaw
        if cells == {house.cells for house in grid.houses} and grid is not jigsaw:
            return Meaning(f"{n}x{n} with boxes of {height}x{n // height}", "square", grid)
    return Meaning("a jigsaw", "jigsaw", jigsaw)


def _covers(plane: Plane, grid: Grid) -> bool:
    """Say whether each cell has a word, and other places have none; if all have, those that stand for empty do."""
    is_marked = len(plane.words) < plane.height * plane.width or NO_CELL in plane.words.values()
    outside = {NO_CELL} if is_marked else set(EMPTY)
    for place in product(range(grid.height), range(grid.width)):
        word = plane.words.get(place, NO_CELL)
        if (word == NO_CELL) if grid.cell(*place) is not None else (word not in outside):
            return False
    return True


def _plane(lines: Sequence[Line]) -> Plane:
    """Find rows and columns: cells that stand one below the other are in a column."""
    rows = [y for y, (_, line) in enumerate(lines) if not _DRAWN.union(" ").issuperset(line)]
    numbers = [lines[y][0] for y in rows]
    words = [re.findall(r"[^\s,;|│┃║]+", lines[y][1]) for y in rows]
    widths = set(map(len, words))
    if len(widths) == 1 and max(widths) >= 10 and any(len(word) > 1 for row in words for word in row):
        places = {(row, column): word for row, some in enumerate(words) for column, word in enumerate(some)}
        return Plane(places, numbers, len(words[0]))
    spots = [[x for x, c in enumerate(lines[y][1]) if c not in _DRAWN and c not in _BLANK] for y in rows]
    columns = sorted({x for row in spots for x in row})
    column_of = {x: column for column, x in enumerate(columns)}
    cells = {(row, column_of[x]): lines[y][1][x] for row, y in enumerate(rows) for x in spots[row]}
    drawing = [line for _, line in lines]
    return Plane(cells, numbers, len(columns), lambda: _regions(drawing, rows, columns, cells))


def _regions(
    lines: Sequence[str], rows: Sequence[int], columns: Sequence[int], cells: Iterable[Position]
) -> list[list[Position]]:
    """Find the cells that drawn lines hold together."""
    width = max(map(len, lines))
    drawing = [line.ljust(width) for line in lines]

    def neighbors(row: int, column: int) -> Iterator[Position]:
        for i, j in ((row, column - 1), (row, column + 1)):
            if 0 <= j < len(columns) and _BARS.isdisjoint(
                drawing[rows[row]][slice(*sorted((columns[column], columns[j])))]
            ):
                yield i, j
        for i, j in ((row - 1, column), (row + 1, column)):
            if 0 <= i < len(rows):
                above, below = sorted((rows[row], rows[i]))
                if _DASHES.isdisjoint(drawing[y][columns[column]] for y in range(above + 1, below)):
                    yield i, j

    left = set(cells)
    regions = []
    while left:
        region = [min(left)]
        left.remove(region[0])
        for place in region:  # grows while we go
            found = left.intersection(neighbors(*place))
            left -= found
            region += found
        regions.append(sorted(region))
    return regions


# ── What the words of cells mean ────────────────────────────────────────────────────────────────────────────────


def _found(plane: Plane, meanings: Sequence[Meaning]) -> Found:
    """Read the cells in each way; if several make sense, the text is refused."""
    number = plane.numbers[0]
    puzzles: dict[str, Puzzle] = {}
    faults: list[FormatError | PuzzleError] = []
    for name, _, grid in meanings:
        for alphabet, values in _alphabets(set(plane.words.values()) - {NO_CELL}, grid.n_digits):
            try:
                puzzle = Puzzle(grid, tuple(_givens(plane, grid, values)))
            except FormatError as error:
                faults.append(error)
            except PuzzleError as error:
                faults.append(PuzzleError(f"line {number}: {error}"))
            else:
                puzzles[f"{name}{alphabet}"] = puzzle
    if len(puzzles) > 1:
        several = " or ".join(puzzles)
        faults.insert(0, FormatError(f"line {number}: {several}? {_remedy(meanings)}"))
    return Found(meanings[0].form, number, next(iter(puzzles.values())) if len(puzzles) == 1 else faults[0])


def _remedy(meanings: Sequence[Meaning]) -> str:
    return f"Write {NO_CELL} where there is no cell" if len(meanings) > 1 else "Write digits as numbers"


def _givens(plane: Plane, grid: Grid, values: Mapping[str, int]) -> Iterator[int]:
    for row, column in grid.positions:
        word = plane.words[row, column]
        if word not in values:
            last = DIGITS[grid.n_digits - 1]
            expected = f"a digit from 1 to {last} or one of {' '.join(EMPTY)} for empty"
            raise FormatError(f"line {plane.numbers[row]}: {expected} expected, {word!r} found")
        yield values[word]


def _alphabets(words: set[str], n: int) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the ways to read words, each with a note that tells it from others."""
    empty = dict.fromkeys(EMPTY, 0)
    plain = empty | {DIGITS[digit - 1]: digit for digit in range(1, n + 1)}
    plain |= {character.lower(): digit for character, digit in plain.items()}
    letters = {chr(ord(first) + digit): digit + 1 for first in "Aa" for digit in range(min(n, 26))}
    if max(map(len, words), default=1) > 1:
        yield "", empty | {str(digit): digit for digit in range(1, n + 1)}
    elif n == 16 and "0" in words and words & {*EMPTY[0], *EMPTY[2:]} and not words & {"G", "g"}:
        yield "", {**empty, **{character: int(character, 16) + 1 for character in "0123456789ABCDEFabcdef"}}
    elif n <= 9 or words & set("123456789") or not words - empty.keys():
        yield "", plain
    else:
        if plain.keys() >= words:
            yield ", where A is 10", plain
        if {*letters, *empty} >= words or not plain.keys() >= words:
            yield ", where A is 1", empty | letters


# ── Lines that are none of a puzzle ─────────────────────────────────────────────────────────────────────────────


def bare(lines: Sequence[str]) -> Iterator[Line]:
    """Yield lines with their numbers, and blanks in place of comments and titles.

    A line that begins with a word is a title, unless a neighbor is just as long: then both are rows of letters.
    """
    sizes = [0, *(len("".join(line.split())) for line in lines), 0]
    for number, line in enumerate(lines, 1):
        is_row = sizes[number] >= 4 and sizes[number] in (sizes[number - 1], sizes[number + 1])
        is_title = _TITLE.match(line) is not None and not is_row
        yield number, "" if is_title else _COMMENT.sub("", line).rstrip()


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────


def draw(grid: Grid, line: str, *, in_a_line: bool) -> str:
    """Write the values of a grid in rows, with ``#`` where there is no cell, and letters for a jigsaw's regions.

    Parameters
    ----------
    grid : Grid
        The cells and their regions.
    line : str
        A character for each cell.
    in_a_line : bool
        Everything in one line.
    """
    if grid.n_digits > 9 and set("123456789").isdisjoint(line) and set(line) - set(EMPTY):
        return _numbers(grid, line, " " if in_a_line else "\n")  # of letters alone nobody knows whether A is 1 or 10
    rows = _rows(grid, line)
    if len(line) == grid.n_digits**2 and grid != Grid.classic(square_box(grid.n_digits)):
        letters = ascii_uppercase + ascii_lowercase
        owner = {cell: letters[region] for region, house in enumerate(grid.regions) for cell in house.cells}
        below = _rows(grid, "".join(owner.get(cell, EMPTY[0]) for cell in range(grid.n_cells)))
        rows = [*rows, *([] if in_a_line else [""]), *below]
    return ("" if in_a_line else "\n").join(rows)


def _rows(grid: Grid, texts: Sequence[str]) -> list[str]:
    cells = ((grid.cell(row, column) for column in range(grid.width)) for row in range(grid.height))
    return ["".join(NO_CELL if cell is None else texts[cell] for cell in row) for row in cells]


def _numbers(grid: Grid, line: str, gap: str) -> str:
    words = [str(DIGITS.index(character) + 1) if character in DIGITS else character for character in line]
    n = grid.width
    return gap.join(" ".join(words[start : start + n]) for start in range(0, len(words), n))
