"""Text formats of puzzles beyond the classic 9x9: other sizes, jigsaws, gattai, sukaku.

=======  ===============================================================================================
format     what it looks like
=======  ===============================================================================================
square   n rows of n cells, glued, spaced or drawn, or all cells in one line: 4x4, 6x6 (boxes of 2x3), 16x16
         (4x4), 25x25 (5x5) ... Digits above 9 are letters from A, which is 10; or all are letters from A,
         which is 1; or, in 16x16, 0 to F, if another character stands for empty; or
         numbers between blanks or commas
jigsaw   as square, then one letter per cell for its region: in the same line, after a blank or without
         one, or as a second grid. Or drawn with lines around the regions
gattai   the rows of a samurai, a windmill ... with blanks, ``#`` or empty cells where there is no cell
sukaku   729 characters: nine per cell, one for each candidate
=======  ===============================================================================================

A text with more than one meaning, such as a 12x12 and a butterfly, is refused, and the error names both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import isqrt
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeAlias

from farandole.errors import FormatError, PuzzleError, shorten
from farandole.formats.text import signs
from farandole.grid import DIGITS, Grid
from farandole.grid.outline import Position, is_rectangle
from farandole.grid.shapes import NAMED, named_of_size, square_box
from farandole.lazy import regex
from farandole.puzzle import EMPTY, NO_CELL, Puzzle
from farandole.records import record
from farandole.sizes import MAX_DIGITS

SHAPED = ("square", "jigsaw", "gattai", "sukaku")

Line: TypeAlias = tuple[int, str]
"""The number of a line, and the line."""

_BARS = signs.BARS | {":"}
_DASHES = frozenset("-=─━═╌┄┈╍┅┉")
_DRAWN = frozenset(map(chr, range(0x2500, 0x2580))) | _BARS | _DASHES | {"+"}
_BLANK = frozenset(" \t,;")
_WORD = regex(r"[^\s,;|│┃║]+")
_HEIGHTS = {max(top for top, _ in corners) + 9 for corners in NAMED.values()}
_MOST_LINES = 100  # lines of a drawn puzzle
_SECTION = regex(r"\s*\[\s*[A-Za-z][\w ]*\]\s*")
_COMMENT = regex(r"(?:^|\s)#(?:\s*$|\s+\S{2}|\s*[^\W\d_]).*")  # a single # also stands for no cell


class ShapedPuzzle(NamedTuple):
    """A puzzle of a text: its format, its first line, and the puzzle or its error."""

    format: str
    number: int
    puzzle: Puzzle | FormatError | PuzzleError


class Meaning(NamedTuple):
    """A possible shape of a text."""

    name: str
    format: str
    grid: Grid


@record
class Plane:
    """The cells of a text: the word at each position, the line of each row, and a function that finds drawn regions."""

    words: Mapping[Position, str]
    numbers: Sequence[int]
    width: int
    regions: Callable[[], Sequence[Sequence[Position]]] = list

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.numbers)

    @property
    def side(self) -> int | None:
        """The number of rows of a full square; None for other shapes."""
        is_square = len(self.words) == self.width**2 == self.height**2 and NO_CELL not in self.words.values()
        return self.width if is_square else None


def find_puzzles(lines: Iterable[Line]) -> Iterator[ShapedPuzzle]:
    """Yield the puzzles of a text; none if the first puzzle has no shape of this module.

    Parameters
    ----------
    lines : iterable of (int, str)
        Numbers and lines, without comments and titles. Blank lines separate grids.
    """
    blocks = list(_blocks(lines))
    rows = [line for block in blocks for line in block]
    if any("(" in line for _, line in rows):  # pencilmarks of a classic puzzle; two puzzles of them look like an 18x18
        return
    if rows and _is_in_a_line([line for _, line in rows]):
        yield from _read_lines(rows)
        return
    start = 0
    while start < len(blocks):
        found, n_taken = _read_blocks(blocks, start)
        if found is None:
            if start == 0:
                return
            number = blocks[start][0][0]
            n_lines = _count_text(len(blocks[start]), "line")
            fault = f"line {number}: expected another puzzle of a known shape, found {n_lines}"
            found, n_taken = ShapedPuzzle("square", number, FormatError(fault)), 1
        yield found
        start += n_taken


# ── A puzzle in a line ──────────────────────────────────────────────────────────────────────────────────────────


def _read_lines(rows: Sequence[Line]) -> Iterator[ShapedPuzzle]:
    """Read one puzzle per line; regions may be in a line of their own, before or after the givens."""
    place = 0

    def is_pair(first: int) -> bool:
        return first + 1 < len(rows) and tells_jigsaw(f"{rows[first][1].strip()} {rows[first + 1][1].strip()}")

    while place < len(rows):
        number, line = rows[place]
        if not is_pair(place):
            yield _read_line(number, line.strip())
            place += 1
        elif is_pair(place + 1) and not is_pair(place + 2):
            yield ShapedPuzzle("jigsaw", number, _ambiguous_regions(number))
            place += 3
        else:
            yield _read_line(number, f"{line.strip()} {rows[place + 1][1].strip()}")
            place += 2


def _count_text(n: int, unit: str) -> str:
    return f"{n} {unit}" if n == 1 else f"{n} {unit}s"


def _ambiguous_regions(number: int) -> FormatError:
    expected = "expected givens and regions alternately, because it is unclear which grid the middle regions belong to"
    return FormatError(f"line {number}: {expected}; found three in a row")


def _split_halves(line: str) -> tuple[str, str] | None:
    """Split a line into givens and letters of regions, which may come in either order."""
    words = re.split(r"[\s,;]+", line)
    if len(words) == 1 and len(line) % 2 == 0:
        words = [line[: len(line) // 2], line[len(line) // 2 :]]
    if len(words) != 2 or len(words[0]) != len(words[1]) or len(words[0]) < 16:
        return None
    return _assign_givens(*words)


def _assign_givens(first: str, second: str) -> tuple[str, str] | None:
    """Return the givens and the regions; if both may be regions, letters are, or else the second."""
    if _tells_regions(second) and not (_tells_regions(first) and first.isalpha() and not second.isalpha()):
        return first, second
    return (second, first) if _tells_regions(first) else None


def tells_jigsaw(line: str) -> bool:
    """Return whether a line consists of givens and letters of regions."""
    return _split_halves(line.strip()) is not None


def _tells_regions(letters: str) -> bool:
    """Return whether characters are regions: equal numbers of each, all connected; or letters that can't be digits.

    A solution also has equal numbers of each digit, but they are not connected.
    """
    n = isqrt(len(letters))
    if n * n != len(letters) or len(letters) > MAX_DIGITS**2:
        return False
    if n <= 9 and letters.isalpha():
        return True
    return set(Counter(letters).values()) == {n} and _is_in_pieces(letters, n)


def _is_in_pieces(letters: str, n: int) -> bool:
    """Return whether the cells of each character are connected in a square with rows of n."""
    met: set[str] = set()
    left = dict(enumerate(letters))
    while left:
        cell, letter = left.popitem()
        if letter in met:
            return False
        met.add(letter)
        piece = [cell]
        for cell in piece:  # grows while we iterate
            column = cell % n
            near = (cell - n, cell + n, cell - 1 if column else -1, cell + 1 if column + 1 < n else -1)
            piece += [other for other in near if left.get(other) == letter and left.pop(other)]
    return True


def _side(n_cells: int) -> int | None:
    """Return the side of the square with this number of cells, if it has boxes."""
    n = isqrt(n_cells)
    return n if n * n == n_cells and 4 <= n <= MAX_DIGITS and square_box(n)[0] > 1 else None


def _is_in_a_line(rows: Sequence[str]) -> bool:
    """Return whether the first row of a text is a complete puzzle."""
    line = rows[0].strip()
    if len(rows) > 1 and len(line) >= 36 and tells_jigsaw(f"{line} {rows[1].strip()}"):
        return True
    n_words = len(line.replace(",", " ").split())
    if n_words > 1:
        return _split_halves(line) is not None or (n_words >= 100 and n_words != 81 and _side(n_words) is not None)
    if len(line) == 729 or _split_halves(line):
        return True
    n = _side(len(line))
    if n is None or len(line) == 81:
        return False
    # 16 rows of 16 are more likely one 16x16 than sixteen 4x4, unless there are digits, and none above 4. If most rows
    # have digits above 4, one of the 16 rows is missing or incomplete.
    small = {*EMPTY, *DIGITS[:n]}
    are_large = [not small.issuperset(row.strip()) for row in rows]
    n_large = sum(large for large, row in zip(are_large, rows, strict=True) if len(row.strip()) == 16 == len(line))
    has_digits = any(not set(EMPTY).issuperset(row.strip()) for row in rows)
    is_row = len(rows) % len(line) == 0 and not (has_digits and not any(are_large))
    return not is_row and 2 * n_large <= len(rows)


def _read_line(number: int, line: str) -> ShapedPuzzle:
    if len(line) == 729:
        return _sukaku(number, line)
    if halves := _split_halves(line):
        try:
            return _interpret(_square(halves[0], number), [_of_letters(halves[1])])
        except PuzzleError as error:
            return ShapedPuzzle("jigsaw", number, PuzzleError.from_error(error, f"line {number}: {error}", line=number))
    words = line.replace(",", " ").split()
    cells = words if len(words) > 1 else line
    n = _side(len(cells))
    if n is None:
        fault = FormatError(f"line {number}: expected a puzzle in a line, found {_count_text(len(cells), 'cell')}")
        return ShapedPuzzle("square", number, fault)
    return _interpret(_square(cells, number), [_plain(n)])


def _square(cells: Sequence[str], number: int) -> Plane:
    n = isqrt(len(cells))
    return Plane(dict(zip(product(range(n), range(n)), cells, strict=True)), [number] * n, n)


def _sukaku(number: int, line: str) -> ShapedPuzzle:
    masks = []
    for start in range(0, 729, 9):
        mask = 0
        for digit, character in enumerate(line[start : start + 9], 1):
            if character == str(digit):
                mask |= 1 << digit >> 1
            elif character not in EMPTY:
                expected = f"expected {digit} or one of {' '.join(EMPTY)}, found {character!r}"
                return ShapedPuzzle("sukaku", number, FormatError(f"line {number}, column {start + digit}: {expected}"))
        masks.append(mask)
    return ShapedPuzzle("sukaku", number, Puzzle(Grid.classic(), (0,) * 81, tuple(masks)))


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


def _read_blocks(blocks: Sequence[Sequence[Line]], start: int) -> tuple[ShapedPuzzle | None, int]:
    """Read the first puzzle of blocks between blank lines; return it, and the number of blocks that it takes."""
    lines: list[Line] = []
    n_rows = n_cells = n_words = 0
    for n_taken, block in enumerate(blocks[start : start + _MOST_LINES], 1):
        lines += block
        if len(lines) > _MOST_LINES:
            break
        for _, line in block:
            cells = [character for character in line if character not in _DRAWN and character not in _BLANK]
            n_rows += bool(cells)
            n_cells += len(cells)
            n_words += len(_words(line)) if cells else 0
        if max(n_cells, n_words) < 4:  # too short for a row
            break
        if not _may_be_whole(n_rows, n_cells, n_words):
            continue
        plane = _plane(lines)
        following = blocks[start + n_taken : start + n_taken + 3] if plane.side else []
        try:
            if found := _read_rows(plane, lines):
                return found, n_taken
            if following and (found := _jigsaw(plane, _plane(following[0]))):
                if _is_between(following):
                    return ShapedPuzzle("jigsaw", found.number, _ambiguous_regions(found.number)), n_taken + 2
                return found, n_taken + 1
            if meanings := list(_meanings(plane)):
                return _interpret(plane, meanings), n_taken
        except FormatError as error:
            return ShapedPuzzle("jigsaw", lines[0][0], error), n_taken
        except PuzzleError as error:
            number = lines[0][0]
            fault = PuzzleError.from_error(error, f"line {number}: {error}", line=number)
            has_regions = bool(following) and _with_regions(plane, _plane(following[0])) is not None
            return ShapedPuzzle("jigsaw", lines[0][0], fault), n_taken + has_regions
        if plane.side == 9:
            break
    return None, 0


def _is_between(following: Sequence[Sequence[Line]]) -> bool:
    """Return whether the first block makes a puzzle with the second one, and the second none with the third."""
    pairs = [_with_regions(_plane(first), _plane(second)) is not None for first, second in pairwise(following)]
    return pairs[:1] == [True] and pairs[1:] != [True]


def _may_be_whole(n_rows: int, n_cells: int, n_words: int) -> bool:
    """Return whether the counts fit a square, a square with its regions, or a gattai."""
    squares = {n_rows**2, n_rows**2 // 2}
    return n_cells in squares or n_words in squares or (n_rows in _HEIGHTS and n_cells >= 9 * n_rows)


def _read_rows(plane: Plane, lines: Sequence[Line]) -> ShapedPuzzle | None:
    """Read a jigsaw whose regions are right below its givens, or right above."""
    if not plane.width or plane.height != 2 * plane.width:
        return None
    return _jigsaw(_plane(lines[: len(lines) // 2]), _plane(lines[len(lines) // 2 :]))


def _jigsaw(plane: Plane, below: Plane) -> ShapedPuzzle | None:
    """Read two squares as one puzzle, if one of them has the regions of the other."""
    pair = _with_regions(plane, below)
    return _interpret(pair[0], [_of_letters(pair[1])], plane.numbers[0]) if pair else None


def _with_regions(plane: Plane, below: Plane) -> tuple[Plane, str] | None:
    """Return the one of two squares that holds the givens, and the letters of regions of the other."""
    if plane.side is None or below.side != plane.side:
        return None
    texts = ["".join(square.words[place] for place in sorted(square.words)) for square in (plane, below)]
    pair = _assign_givens(*texts) if len(texts[0]) == len(texts[1]) == plane.side**2 else None
    return pair and (plane if pair[0] is texts[0] else below, pair[1])


def _of_letters(letters: str) -> Meaning:
    return Meaning("a jigsaw", "jigsaw", Grid.jigsaw(letters))


def _meanings(plane: Plane) -> Iterator[Meaning]:
    """Yield the possible shapes of a plane."""
    if (n := plane.side) is not None and 4 <= n <= MAX_DIGITS:
        regions = plane.regions()
        if [len(places) for places in regions] == [n] * n:
            owner = {place: region for region, places in enumerate(regions) for place in places}
            letters = "".join(DIGITS[owner[place]] for place in sorted(owner))
            if (meaning := _find_boxes(Grid.jigsaw(letters), n)).grid != Grid.classic():
                yield meaning
        elif not all(map(is_rectangle, regions)):
            sizes = ", ".join(map(str, sorted(map(len, regions))))
            raise FormatError(
                f"line {plane.numbers[0]}: expected regions of {n} cells each, found outlines of {sizes} cells"
            )
        elif n != 9 and square_box(n)[0] > 1:
            yield _plain(n)
    for name in named_of_size(plane.height, plane.width):
        if _covers(plane, Grid.named(name)):
            yield Meaning(f"a {name}", "gattai", Grid.named(name))


def _plain(n: int) -> Meaning:
    height, width = square_box(n)
    return Meaning(f"{n}x{n} with boxes of {height}x{width}", "square", Grid.classic((height, width)))


def _find_boxes(jigsaw: Grid, n: int) -> Meaning:
    """Return boxes of a square if the drawn regions are boxes, else the jigsaw."""
    cells = {house.cells for house in jigsaw.houses}
    for height in range(2, n):
        grid = Grid.classic((height, n // height)) if n % height == 0 else jigsaw
        if cells == {house.cells for house in grid.houses} and grid is not jigsaw:
            return Meaning(f"{n}x{n} with boxes of {height}x{n // height}", "square", grid)
    return Meaning("a jigsaw", "jigsaw", jigsaw)


def _covers(plane: Plane, grid: Grid) -> bool:
    """Return whether each cell has a word, and all other positions have none, or one that stands for empty."""
    is_marked = len(plane.words) < plane.height * plane.width or NO_CELL in plane.words.values()
    outside = {NO_CELL} if is_marked else set(EMPTY)
    for place in product(range(grid.height), range(grid.width)):
        word = plane.words.get(place, NO_CELL)
        if (word == NO_CELL) if grid.cell(*place) is not None else (word not in outside):
            return False
    return True


def _plane(lines: Sequence[Line]) -> Plane:
    """Find rows and columns: cells below each other are in one column."""
    rows = [y for y, (_, line) in enumerate(lines) if not _DRAWN.union(" ").issuperset(line)]
    numbers = [lines[y][0] for y in rows]
    words = [_words(lines[y][1]) for y in rows]
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


def _words(line: str) -> list[str]:
    return _WORD.findall(line)


def _regions(
    lines: Sequence[str], rows: Sequence[int], columns: Sequence[int], cells: Iterable[Position]
) -> list[list[Position]]:
    """Find the regions between drawn lines; if lines separate all cells, only heavy or double lines count."""
    width = max(map(len, lines))
    drawing = [line.ljust(width) for line in lines]

    def has_bar(row: int, left: int, *, is_heavy: bool) -> bool:
        between = drawing[rows[row]][columns[left] : columns[left + 1]]
        bars = [character for character in between if character in _BARS]
        return len(bars) > 1 or not signs.HEAVY_BARS.isdisjoint(bars) if is_heavy else bool(bars)

    def has_dash(above: int, column: int, *, is_heavy: bool) -> bool:
        dashes = signs.HEAVY_DASHES if is_heavy else _DASHES
        return any(drawing[y][columns[column]] in dashes for y in range(rows[above] + 1, rows[above + 1]))

    def connect(*, is_heavy: bool) -> list[list[Position]]:
        left = set(cells)
        regions = []
        while left:
            region = [min(left)]
            left.remove(region[0])
            for row, column in region:  # grows while we iterate
                near = [(row, j) for j in (column - 1, column + 1) if 0 <= j < len(columns)]
                near = [place for place in near if not has_bar(row, min(column, place[1]), is_heavy=is_heavy)]
                over = [(i, column) for i in (row - 1, row + 1) if 0 <= i < len(rows)]
                over = [place for place in over if not has_dash(min(row, place[0]), column, is_heavy=is_heavy)]
                reached = left.intersection([*near, *over])
                left -= reached
                region += reached
            regions.append(sorted(region))
        return regions

    regions = connect(is_heavy=False)
    return connect(is_heavy=True) if all(len(region) == 1 for region in regions) else regions


# ── What the words of cells mean ────────────────────────────────────────────────────────────────────────────────


def _interpret(plane: Plane, meanings: Sequence[Meaning], first: int | None = None) -> ShapedPuzzle:
    """Read the cells with each meaning; refuse the text if several meanings give a puzzle."""
    number = first or plane.numbers[0]
    puzzles: dict[str, Puzzle] = {}
    faults: list[FormatError | PuzzleError] = []
    for name, _, grid in meanings:
        for alphabet, values in _alphabets(set(plane.words.values()) - {NO_CELL}, grid.n_digits):
            try:
                puzzle = Puzzle(grid, tuple(_givens(plane, grid, values)))
            except FormatError as error:
                faults.append(error)
            except PuzzleError as error:
                faults.append(PuzzleError.from_error(error, f"line {number}: {error}", line=number))
            else:
                puzzles[f"{name}{alphabet}"] = puzzle
    if len(puzzles) > 1:
        several = " or ".join(puzzles)
        faults.insert(0, FormatError(f"line {number}: {several}? {_remedy(meanings)}"))
    return ShapedPuzzle(meanings[0].format, number, next(iter(puzzles.values())) if len(puzzles) == 1 else faults[0])


def _remedy(meanings: Sequence[Meaning]) -> str:
    return f"Write {NO_CELL} where there is no cell" if len(meanings) > 1 else "Write digits as numbers"


def _givens(plane: Plane, grid: Grid, values: Mapping[str, int]) -> Iterator[int]:
    for row, column in grid.positions:
        word = plane.words[row, column]
        if word not in values:
            last = DIGITS[grid.n_digits - 1]
            expected = f"a digit from 1 to {last} or one of {' '.join(EMPTY)} for empty"
            raise FormatError(
                f"line {plane.numbers[row]}: expected {expected}, found {shorten(word, signs.MOST_SHOWN)!r}"
            )
        yield values[word]


def _alphabets(words: set[str], n: int) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield possible values of words, each with a note that distinguishes it from the others."""
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


# ── Lines without cells ─────────────────────────────────────────────────────────────────────────────────────────


def strip_comments(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines without comments and section headers."""
    for number, line in lines:
        if "[" in line and _SECTION.fullmatch(line):
            yield number, ""
        else:
            yield number, (_COMMENT.sub("", line) if "#" in line else line).rstrip()


# ── Writing ─────────────────────────────────────────────────────────────────────────────────────────────────────


def draw(grid: Grid, line: str, *, in_a_line: bool) -> str:
    """Write the values of a grid in rows, with ``#`` where there is no cell, and letters for the regions of a jigsaw.

    Parameters
    ----------
    grid : Grid
        The grid.
    line : str
        A character for each cell.
    in_a_line : bool
        Write everything in one line.
    """
    if grid.n_digits > 9 and set("123456789").isdisjoint(line) and set(line) - set(EMPTY):
        return _numbers(grid, line, " " if in_a_line else "\n")  # with letters only, A could be 1 or 10
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
