"""Small exact covers as examples, each as a text: Knuth's seven columns, queens, dominoes and pentominoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

Square = tuple[int, int]

# Source: D. E. Knuth, "Dancing links" (2000), (3).
SEVEN_COLUMNS = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G"

PENTOMINOES = """
F .XX/XX./.X.   I XXXXX         L X.../XXXX   N XX../.XXX   P XXX/XX.       T XXX/.X./.X.
U X.X/XXX       V X../X../XXX   W X../XX./.XX X .X./XXX/.X. Y .X../XXXX     Z XX./.X./.XX
"""


def queens(n: int) -> str:
    """Write the problem of n queens that don't attack each other: rows and columns hold one, diagonals at most one.

    Examples
    --------
    >>> print(queens(2))
    r1 r2 c1 c2 | a2 b0 a3 b-1 b1 a4
    r1 c1 a2 b0
    r1 c2 a3 b-1
    r2 c1 a3 b1
    r2 c2 a4 b0
    """
    numbers = range(1, n + 1)
    squares = [(row, column) for row in numbers for column in numbers]
    options = [[f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"] for row, column in squares]
    lines = [f"{side}{number}" for side in "rc" for number in numbers]
    diagonals = dict.fromkeys(item for option in options for item in option[2:])
    return _text(lines, diagonals, options)


def dominoes(n_rows: int, n_columns: int) -> str:
    """Write the problem of covering a board with dominoes.

    Examples
    --------
    >>> print(dominoes(1, 3))
    r1c1 r1c2 r1c3
    r1c1 r1c2
    r1c2 r1c3
    """
    squares = [(row, column) for row in range(n_rows) for column in range(n_columns)]
    pairs = [[(row, column), other] for row, column in squares for other in ((row, column + 1), (row + 1, column))]
    options = [[_name(square) for square in pair] for pair in pairs if set(pair) <= set(squares)]
    return _text(map(_name, squares), (), options)


def pentominoes(n_rows: int, n_columns: int) -> str:
    """Write the problem of covering a board of 60 squares with the twelve pentominoes, rotated and reflected.

    Examples
    --------
    >>> text = pentominoes(3, 20)
    >>> text[:26], text.count(chr(10))
    ('F I L N P T U V W X Y Z r1', 1236)
    """
    drawn = PENTOMINOES.split()
    options = []
    for piece, drawing in zip(drawn[::2], drawn[1::2], strict=True):
        lines = drawing.split("/")
        shape = [(row, column) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign == "X"]
        for oriented in _orient(shape):
            height, width = (max(side) + 1 for side in zip(*oriented, strict=True))
            options += [
                [piece, *(_name((row + down, column + right)) for down, right in oriented)]
                for row in range(n_rows - height + 1)
                for column in range(n_columns - width + 1)
            ]
    squares = [_name((row, column)) for row in range(n_rows) for column in range(n_columns)]
    return _text([*drawn[::2], *squares], (), options)


def _orient(shape: list[Square]) -> Iterator[list[Square]]:
    """Yield the rotations and reflections of a shape, each once, in the upper left corner."""
    seen = set()
    for _ in range(2):
        shape = [(row, -column) for row, column in shape]
        for _ in range(4):
            shape = [(column, -row) for row, column in shape]
            top, left = (min(side) for side in zip(*shape, strict=True))
            placed = tuple(sorted((row - top, column - left) for row, column in shape))
            if placed not in seen:
                seen.add(placed)
                yield list(placed)


def _name(square: Square) -> str:
    row, column = square
    return f"r{row + 1}c{column + 1}"


def _text(primary: Iterable[str], secondary: Iterable[str], options: Iterable[Iterable[str]]) -> str:
    names = [" ".join(primary), " ".join(secondary)]
    return "\n".join([" | ".join(filter(None, names)), *(" ".join(option) for option in options)])


EXAMPLES: dict[str, Callable[[], str]] = {
    "columns": lambda: SEVEN_COLUMNS,
    "queens": lambda: queens(4),
    "dominoes": lambda: dominoes(4, 4),
    "pentominoes": lambda: pentominoes(3, 20),
}
"""The examples by name."""
