"""What Hypothesis draws for the tests."""

from collections.abc import Hashable

from hypothesis import strategies as st

from farandole.cover import Cover
from farandole.grid import Grid
from farandole.puzzle import Puzzle


def _shuffled(draw: st.DrawFn) -> list[int]:
    """Draw an order of nine rows that keeps the bands together."""
    thirds = st.permutations(range(3))
    return [3 * band + row for band in draw(thirds) for row in draw(thirds)]


def _bits(draw: st.DrawFn, count: int) -> int:
    """Draw bits in one integer: faster than a list, and more even than `st.integers`."""
    size = -(-count // 8)
    return int.from_bytes(draw(st.binary(min_size=size, max_size=size)), "big") & (1 << count) - 1


@st.composite
def solved_lines(draw: st.DrawFn) -> str:
    """Draw a solution: a cyclic one, relabeled, rows and columns permuted, perhaps transposed."""
    digits = draw(st.permutations("123456789"))
    rows, columns = _shuffled(draw), _shuffled(draw)
    cells = [(row, column) for row in rows for column in columns]
    if draw(st.booleans()):
        cells = [(column, row) for row, column in cells]
    return "".join(digits[(3 * row + row // 3 + column) % 9] for row, column in cells)


@st.composite
def puzzles(draw: st.DrawFn, *, pencilmarks: bool = False) -> Puzzle:
    """Draw a puzzle with a solution; with pencilmarks, empty cells have any masks at all, 0 too."""
    line = draw(solved_lines())
    given = _bits(draw, 81)
    givens = tuple(int(digit) if given >> cell & 1 else 0 for cell, digit in enumerate(line))
    if not pencilmarks:
        return Puzzle(Grid.classic(), givens)
    marks = _bits(draw, 729)
    masks = tuple(marks >> 9 * cell & 511 | 1 << digit >> 1 for cell, digit in enumerate(givens))
    return Puzzle(Grid.classic(), givens, masks)


@st.composite
def covers(draw: st.DrawFn, *, max_options: int = 9, multiplicities: bool = False, costs: bool = False) -> Cover:
    """Draw an exact cover problem of a few items, some of them secondary, some of those in colors."""
    primary = [f"p{n}" for n in range(draw(st.integers(1, 6)))]
    secondary = [f"s{n}" for n in range(draw(st.integers(0, 3)))]
    colors = st.sampled_from(["", "", "red", "blue"])

    def option() -> list[Hashable]:
        items = draw(st.lists(st.sampled_from(primary + secondary), min_size=1, max_size=4, unique=True))
        painted = [(item, draw(colors) if item in secondary else "") for item in items]
        return [(item, color) if color else item for item, color in painted]

    options = [option() for _ in range(draw(st.integers(1, max_options)))]
    bounds = st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda pair: (min(pair), max(pair)))
    cost = st.one_of(st.integers(-3, 9), st.sampled_from([0.1, 0.25, 0.3, 1e6 / 7]))
    return Cover(
        options,
        primary=primary,
        secondary=secondary,
        multiplicities=draw(st.dictionaries(st.sampled_from(primary), bounds, max_size=3)) if multiplicities else None,
        costs=[draw(cost) for _ in options] if costs else None,
    )
