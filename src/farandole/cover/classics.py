"""Builders of classic exact cover problems, for the table `farandole.cover.named`.

All items are strings without blanks, so that each problem can be written in Knuth's format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

from farandole.cover.cover import Cover
from farandole.cover.pieces import Board, Packing, Piece, polyhexes, polyiamonds, polyominoes
from farandole.cover.pieces.lattice import HEXAGON, TRIANGLE
from farandole.errors import CoverError

SOMA = {
    "V": "XX/X.", "L": "XXX/X..", "T": "XXX/.X.", "Z": "XX./.XX",
    "A": "XX/.X//X./..", "B": "XX/X.//.X/..", "P": "XX/X.//X./..",
}  # fmt: skip
WORDS = "are ate bat bow cat cow ear eat era ore row tea ted toe war wed"


# ── Queens and other pieces on chessboards ────────────────────────────────────────────────────────────────────────────


def queens(n: int) -> Cover:
    """Place n queens that don't attack each other."""
    squares = {f"{r},{c}": [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r, c in _grid(n)}
    return Cover(squares, primary=_lines(n), secondary=_others(squares.values(), 2))


def torus_queens(n: int) -> Cover:
    """Place n queens on a board whose opposite edges meet."""
    squares = {f"{r},{c}": [f"r{r}", f"c{c}", f"a{(r + c) % n}", f"b{(r - c) % n}"] for r, c in _grid(n)}
    return Cover(squares, primary=_lines(n), secondary=_others(squares.values(), 2))


def domination(n: int, n_queens: int) -> Cover:
    """Place queens so that each square has one or is attacked."""
    options = {
        f"{r},{c}": ["queens", *(f"r{y}c{x}" for y, x in _grid(n) if r == y or c == x or abs(r - y) == abs(c - x))]
        for r, c in _grid(n)
    }
    squares = [f"r{r}c{c}" for r, c in _grid(n)]
    bounds = dict.fromkeys(squares, (1, n_queens)) | {"queens": (n_queens, n_queens)}
    return Cover(options, primary=["queens", *squares], multiplicities=bounds)


def star_battle(n: int, n_stars: int = 1) -> Cover:
    """Place stars in each row and column, no two next to each other, not even diagonally."""
    blocks = {(r, c): [f"q{r + y},{c + x}" for y in (0, 1) for x in (0, 1)] for r, c in _grid(n)}
    options = {f"{r},{c}": [f"r{r}", f"c{c}", *blocks[r, c]] for r, c in _grid(n)}
    bounds = {} if n_stars == 1 else dict.fromkeys(_lines(n), n_stars)
    return Cover(options, primary=_lines(n), secondary=_others(options.values(), 2), multiplicities=bounds)


def costas(n: int) -> Cover:
    """Place n dots, one in each row and column, so that the vectors between them all differ."""
    options = {}
    for i, j in combinations(range(n), 2):
        for a, b in permutations(range(n), 2):
            options[f"{i}:{a},{j}:{b}"] = [f"p{i},{j}", (f"c{i}", f"{a}"), (f"c{j}", f"{b}"), f"v{j - i},{b - a}"]
    pairs = [f"p{i},{j}" for i, j in combinations(range(n), 2)]
    vectors = [f"v{d},{e}" for d in range(1, n) for e in range(1 - n, n) if e]
    return Cover(options, primary=pairs, secondary=[f"c{i}" for i in range(n)] + vectors)


# ── Numbers in rows and squares ───────────────────────────────────────────────────────────────────────────────────────


def langford(n: int) -> Cover:
    """Put two of each number from 1 to n in a row, with exactly k numbers between the two k's."""
    return Cover(
        {f"{k}@{i}": [f"n{k}", f"p{i}", f"p{i + k + 1}"] for k in range(1, n + 1) for i in range(1, 2 * n - k)},
        primary=[f"n{k}" for k in range(1, n + 1)] + [f"p{i}" for i in range(1, 2 * n + 1)],
    )


def latin(n: int) -> Cover:
    """Fill a Latin square."""
    return Cover({f"{r},{c}={v}": [f"x{r},{c}", f"r{r}v{v}", f"c{c}v{v}"] for r, c, v in product(range(n), repeat=3)})


def mates(n: int) -> Cover:
    """Cut the Latin square with (row + column) mod n into transversals: an orthogonal mate, up to its symbols."""
    transversals = (p for p in permutations(range(n)) if len({(r + c) % n for r, c in enumerate(p)}) == n)
    options = {"".join(map(str, p)): [f"x{r},{c}" for r, c in enumerate(p)] for p in transversals}
    return Cover(options, primary=[f"x{r},{c}" for r, c in _grid(n)])


def graeco_latin(n: int) -> Cover:
    """Fill two orthogonal Latin squares."""
    return Cover(
        {
            f"{r},{c}={a}{b}": [f"x{r},{c}", f"r{r}a{a}", f"r{r}b{b}", f"c{c}a{a}", f"c{c}b{b}", f"a{a}b{b}"]
            for r, c, a, b in product(range(n), repeat=4)
        }
    )


def sudoku(n: int = 2) -> Cover:
    """Fill a Sudoku grid of n x n boxes, each of n x n cells."""
    side = range(n * n)
    return Cover(
        {
            f"{r},{c}={v}": [f"x{r},{c}", f"r{r}v{v}", f"c{c}v{v}", f"b{r // n},{c // n}v{v}"]
            for r, c, v in product(side, repeat=3)
        }
    )


def word_square(words: str | Iterable[str] = WORDS) -> Cover:
    """Fill a square with words across and down; the letter is the color of a cell."""
    listed = words.split() if isinstance(words, str) else list(words)
    if len({*map(len, listed)}) != 1:
        raise CoverError("word_square: expected words of one length")
    n = len(listed[0])
    options = {}
    for way, k, word in product(("across", "down"), range(n), dict.fromkeys(listed)):
        cells = [(k, i) if way == "across" else (i, k) for i in range(n)]
        options[f"{word}@{way}{k}"] = [f"{way}{k}", *((f"x{r},{c}", s) for (r, c), s in zip(cells, word, strict=True))]
    lines = [f"{way}{k}" for way in ("across", "down") for k in range(n)]
    return Cover(options, primary=lines, secondary=[f"x{r},{c}" for r, c in _grid(n)])


# ── Sets and designs ──────────────────────────────────────────────────────────────────────────────────────────────────


def steiner(n: int) -> Cover:
    """Choose triples of n points so that each pair of points is in exactly one."""
    triples = combinations(range(n), 3)
    return Cover({f"{a},{b},{c}": [f"{a},{b}", f"{a},{c}", f"{b},{c}"] for a, b, c in triples}, primary=_pairs(n))


def matchings(n: int) -> Cover:
    """Make pairs of n people."""
    return Cover({pair: [f"p{k}" for k in pair.split(",")] for pair in _pairs(n)}, primary=[f"p{k}" for k in range(n)])


def tournament(n: int) -> Cover:
    """Plan a tournament of n teams in n - 1 rounds: each team meets each other once. The rounds have no order."""
    rounds = (sorted(labels) for labels in matchings(n).solutions())
    return Cover({" ".join(pairs): pairs for pairs in rounds}, primary=_pairs(n))


def partitions(n: int) -> Cover:
    """Split n things into sets."""
    names = [f"p{k}" for k in range(n)]
    sets = (chosen for size in range(1, n + 1) for chosen in combinations(names, size))
    return Cover({"+".join(chosen): chosen for chosen in sets}, primary=names)


def subsets(n: int, k: int) -> Cover:
    """Split n things into k sets."""
    cover = partitions(n)
    options = {label: ["sets", *option] for label, option in zip(cover.labels, cover.options, strict=True)}
    return Cover(options, primary=["sets", *cover.primary], multiplicities={"sets": k})


def timetable() -> Cover:
    """Plan five lessons of two classes, each in one of five periods, with three teachers."""
    lessons = {"maths": 2, "music": 1, "sport": 1, "latin": 1}
    teachers = {"Euler": ["maths"], "Clara": ["music", "latin"], "Owens": ["sport", "maths"]}
    options = {
        f"{period}-{grade}-{subject}-{teacher}": [
            f"{grade}-{period}",
            f"{grade}-{subject}",
            teacher,
            f"{teacher}-{period}",
        ]
        for grade in ("3a", "3b")
        for teacher, subjects in teachers.items()
        for subject in subjects
        for period in range(1, 6)
    }
    bounds: dict[str, int | tuple[int, int]] = {
        f"{grade}-{subject}": n for grade in ("3a", "3b") for subject, n in lessons.items()
    }
    busy = [f"{teacher}-{period}" for teacher in teachers for period in range(1, 6)]
    return Cover(options, secondary=busy, multiplicities=bounds | dict.fromkeys(teachers, (2, 4)))


# ── Tilings ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def dominoes(n_rows: int, n_columns: int | None = None) -> Cover:
    """Cover a board with dominoes."""
    return _spelled(Packing(Board.rectangle(n_rows, n_columns or n_rows), polyominoes(2), times=None))


def pentominoes(n_rows: int, n_columns: int) -> Cover:
    """Fill a box with the twelve pentominoes."""
    return _spelled(Packing(Board.rectangle(n_rows, n_columns), polyominoes(5)))


def scott() -> Cover:
    """Fill a chessboard without its center with the twelve pentominoes."""
    center = [(row, column) for row in (3, 4) for column in (3, 4)]
    return _spelled(Packing(Board.rectangle(8, 8).without(center), polyominoes(5)))


def soma() -> Cover:
    """Make a cube of Piet Hein's seven pieces."""
    return _spelled(Packing(Board.box(3, 3, 3), SOMA))


def hexiamonds(n_rows: int, n_columns: int) -> Cover:
    """Fill a parallelogram of triangles with the twelve hexiamonds."""
    return _spelled(Packing(Board.rectangle(n_rows, n_columns, TRIANGLE), polyiamonds(6)))


def tetrahexes(n_rows: int, n_columns: int) -> Cover:
    """Fill a parallelogram of hexagons with the seven tetrahexes."""
    return _spelled(Packing(Board.rectangle(n_rows, n_columns, HEXAGON), polyhexes(4)))


def lozenges(a: int, b: int | None = None, c: int | None = None) -> Cover:
    """Cover a hexagon of triangles with rhombs: the boxes that fit into the corner of a room."""
    return _spelled(Packing(Board.hexagon(a, b or a, c or a), polyiamonds(2), times=None))


def aztec(n: int) -> Cover:
    """Cover an Aztec diamond with dominoes."""
    half = range(1 - 2 * n, 2 * n, 2)
    cells = [((n + r // 2), (n + c // 2)) for r in half for c in half if abs(r) + abs(c) <= 2 * n]
    return _spelled(Packing(Board(cells), polyominoes(2), times=None))


def partridge(n: int) -> Cover:
    """Fill a square of the right size with one square of side 1, two of side 2, and so on to n of side n."""
    side = n * (n + 1) // 2
    squares = [Piece.of(f"s{k}", product(range(k), repeat=2)) for k in range(1, n + 1)]
    return _spelled(Packing(Board.rectangle(side, side), squares, times={f"s{k}": k for k in range(1, n + 1)}))


# ── Names ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spelled(packing: Packing) -> Cover:
    """Return the problem of a packing, with strings for cells."""
    cover = packing.cover

    def name(item: object) -> str:
        return "x" + ",".join(map(str, item)) if isinstance(item, tuple) else f"{item}"

    def label(placement: Sequence[object]) -> str:
        piece, cells = placement
        return f"{piece}@{name(cells[0])}" if isinstance(cells, tuple) else f"{piece}"

    options = [[name(item) for item in option] for option in cover.options]
    labels = [f"{label(placement)}#{number}" for number, placement in enumerate(cover.labels)]
    return Cover(
        dict(zip(labels, options, strict=True)),
        primary=map(name, cover.primary),
        secondary=map(name, cover.secondary),
        multiplicities={name(item): bounds for item, bounds in cover.multiplicities.items()},
    )


def _grid(n: int) -> Iterator[tuple[int, ...]]:
    return product(range(n), repeat=2)


def _lines(n: int) -> list[str]:
    """Name rows and columns, in turns, because a search takes the first of equally long ones."""
    return [f"{side}{k}" for k in range(n) for side in "rc"]


def _pairs(n: int) -> list[str]:
    return [f"{a},{b}" for a, b in combinations(range(n), 2)]


def _others(options: Iterable[Sequence[str]], start: int) -> dict[str, None]:
    return dict.fromkeys(item for option in options for item in option[start:])
