"""What Hypothesis draws for the tests."""

import os
from collections.abc import Hashable
from math import isqrt
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from farandole import rules as kinds
from farandole.cover import Cover
from farandole.errors import RuleError
from farandole.grid import Grid
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Nfa, Rule
from farandole.rules.values import MODIFIABLE

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")
_DIVISOR = {"quick": 10, "thorough": 4, "explore": 1}[PROFILE]


def share_of(n: int) -> int:
    """Return n in `make explore`, a quarter of it in `make check`, a tenth in `make test`."""
    return n // _DIVISOR


def examples(n: int) -> settings:
    """Draw a share of n examples, at least 5."""
    return settings(max_examples=max(share_of(n), 5))


def examples_of_each(n: int) -> settings:
    """Draw n examples of each of eighty kinds of rules in `make explore`, and far fewer elsewhere."""
    return settings(max_examples=max(n // (4 * _DIVISOR), 2) if _DIVISOR > 1 else n)


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


def some_cells(n_cells: int, least: int, most: int, *, repeat: bool = False) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw some of the cells 0 to n_cells - 1, in any order; each once, unless they may repeat."""
    return st.lists(st.integers(0, n_cells - 1), min_size=least, max_size=most, unique=not repeat).map(tuple)


@st.composite
def rules(draw: st.DrawFn, name: str, n_digits: int, n_cells: int, *, first: int = 1) -> Rule:
    """Draw a rule of a kind, of at most five cells, perhaps one of them twice; some can't be kept.

    Rules made of rules have parts of any kinds. If the first digit is 0, these are kinds for grids with digits from 0.
    """
    if name in COMPOUND:
        return draw(_compound_rules(name, n_digits, n_cells, 2, first))
    if RULES[name].may_repeat and draw(st.booleans()):
        try:
            return draw(_rules(name, n_digits, n_cells, first, repeat=True))
        except RuleError:
            pass  # not these cells, then each once
    return draw(_rules(name, n_digits, n_cells, first, repeat=False))


COMPOUND = ("and", "not", "or")
"""The names of rules made of rules."""

FROM_ZERO = [name for name, kind in RULES.items() if kind.digit_fields is not None]
"""The names of rules that a grid with digits from 0 may have."""


@st.composite
def _compound_rules(draw: st.DrawFn, name: str, n_digits: int, n_cells: int, depth: int, first: int) -> Rule:
    """Draw a rule made of rules of any kinds, at most so many levels deep."""
    kinds = sorted(set(RULES if first else FROM_ZERO) - {*COMPOUND})
    parts: list[Rule] = []
    for _ in range(1 if name == "not" else draw(st.integers(1, 3))):
        inner = draw(st.sampled_from(COMPOUND)) if depth > 1 and draw(st.integers(0, 3)) == 0 else ""
        part = _compound_rules(inner, n_digits, n_cells, depth - 1, first) if inner else None
        if part is None:
            part = rules(draw(st.sampled_from(kinds)), n_digits, n_cells, first=first)
        parts.append(draw(part))
    make: Any = RULES[name]
    made: Rule = make(parts[0] if name == "not" else tuple(parts))
    return made


@st.composite
def _rules(draw: st.DrawFn, name: str, n_digits: int, n_cells: int, first: int, *, repeat: bool) -> Rule:
    make = RULES[name]
    digit, total = st.integers(first, n_digits - 1 + first), st.integers(first, 3 * n_digits)
    most = min(5, n_cells)
    two = {"consecutive", "greater", "not_both", "not_consecutive", "not_pair_sum", "not_ratio", "pair_sum", "ratio"}
    ends = {
        "average_arrow",
        "chaos_construction",
        "between",
        "clone",
        "double_arrow",
        "equal_sum",
        "lockout",
        "pill_arrow",
        "pointer",
        "region_sum",
        "rossini",
        "same_digits",
        "tightrope",
    }
    least = 2 if name in two | ends | {"region_run"} else 1
    cells = draw(some_cells(n_cells, least, 2 if name in two else most, repeat=repeat))
    half = len(cells) // 2
    shading = {"connected", "yin_yang", "cave", "loop", "snake"}
    if name in shading | {"chaos_construction", "full_rank", "galaxies", "nurikabe", "region_run", "star_battle"}:
        return draw(_on_rectangles(name, n_digits, cells, first))
    if name in {"modified", "marked_different"}:
        return draw(_marked(name, n_digits, n_cells))
    fields: dict[str, tuple[object, ...]] = {
        "allowed": (draw(st.lists(digit, max_size=3).map(tuple)),),
        "not_both": (draw(digit),),
        "automaton": (draw(machines(n_digits, first)), draw(st.sampled_from(["", "rising"]))),
        "at_least_line": (draw(total),),
        "battlefield": (draw(st.integers(0, 2 * n_digits)),),
        "broken_x_sum": (draw(st.integers(0, 2 * n_digits)),),
        "cage": (draw(st.none() | total),),
        "count": (
            draw(st.lists(digit, max_size=3).map(tuple)),
            draw(st.integers(-1, 4)),
            draw(st.none() | st.integers(0, 4)),
        ),
        "count_distinct": (draw(st.none() | st.integers(0, 4)),),
        "clone": (cells[half : 2 * half],),
        "entropic": (draw(st.sampled_from([((1, 2), (3, 4), (5, 6)), ((1,), (2, 3), (4,))])),),
        "equal_sum": ((half, len(cells) - half),),
        "equality_cage": (draw(st.sampled_from([((1, 2), (3, 4)), ((1, 2, 3), (4, 5, 6))])),),
        "flatmates": (draw(digit), draw(digit), draw(digit)),
        "consecutive": (draw(st.integers(0, 3)),),
        "first_seen": (draw(st.integers(0, n_digits + 1)),),
        "frame_sum": (draw(total), draw(st.integers(1, 3))),
        "little_killer": (draw(total),),
        "indexer": (draw(st.integers(1, len(cells))),),
        "hidden_skyscraper": (draw(digit),),
        "lunchbox": (draw(st.integers(0, 2 * n_digits)),),
        "modular": (draw(st.integers(1, 4)),),
        "mutual_relation": (draw(relations(n_digits, first)), draw(st.sampled_from(["", "coprime"]))),
        "one_of_each": (draw(st.sampled_from([((1, 2), (3, 4)), ((1,), (2, 3), (4,)), ((1, 4), (2, 5), (3, 6))])),),
        "relation": (draw(relations(n_digits, first)), draw(st.sampled_from(["", "coprime"]))),
        "rellik_cage": (draw(total),),
        "same_digits": (2,),
        "sum_line": (draw(st.integers(1, 2 * n_digits)),),
        "lockout": (draw(st.integers(1, 4)),),
        "not_consecutive": (draw(st.integers(0, 3)),),
        "minesweeper": (draw(st.lists(digit, max_size=3).map(tuple)),),
        "not_pair_sum": (draw(total),),
        "not_ratio": (draw(st.integers(1, 3)),),
        "numbered_room": (draw(digit),),
        "oscillator": (draw(st.sampled_from([((1, 3, 5), (2, 4, 6)), ((1, 2), (4, 5, 7))])),),
        "pair_sum": (draw(total),),
        "pill_arrow": (draw(st.integers(1, 2)),),
        "product": (draw(st.integers(0, 2 * n_digits)),),
        "quadruple": (draw(st.lists(digit, max_size=4).map(tuple)),),
        "ratio": (draw(st.integers(1, 3)),),
        "region_sum": ((cells[:half], cells[half:]),),
        "rising_streak": (draw(st.integers(0, n_digits + 1)),),
        "rossini": (draw(st.integers(-1, 1)),),
        "sandwich": (draw(st.integers(0, 2 * n_digits)),),
        "skyscraper": (draw(digit),),
        "sum": (draw(total),),
        "sum_until": (draw(total), draw(st.integers(1, n_digits + 1))),
        "table": (tuple(draw(st.lists(st.tuples(*[st.integers(0, n_digits + 1)] * len(cells)), max_size=8))),),
        "weighted_sum": (
            tuple(draw(st.integers(-3, 3)) for _ in cells),
            draw(st.integers(-n_digits, 2 * n_digits)),
        ),
        "whispers": (draw(st.integers(1, 3)),),
        "x_sum": (draw(total),),
    }
    if name == "magic_square":
        cells = cells[: isqrt(len(cells)) ** 2]
    shown = cells[:half] if name == "clone" else cells[: 2 * half] if name == "same_digits" else cells
    return make(shown, *fields.get(name, ()))


@st.composite
def _marked(draw: st.DrawFn, name: str, n_digits: int, n_cells: int) -> Rule:
    """Draw a rule of cells with marks; marks may be digits of the same cells, as long as a rule allows it."""
    if name == "marked_different":
        cells = draw(some_cells(n_cells, 2, min(4, n_cells)))
        half = len(cells) // 2
        return kinds.MarkedDifferent(cells[:half], cells[half : 2 * half])
    simple = sorted(name for name, kind in RULES.items() if kind in MODIFIABLE and name not in COMPOUND)
    inner = draw(rules(draw(st.sampled_from(simple)), n_digits, min(3, n_cells)))
    if draw(st.integers(0, 3)) == 0:
        inner = draw(st.sampled_from([~inner, inner | kinds.Greater((0, 1))]))
    marks = draw(some_cells(n_cells, len(inner.scope), len(inner.scope), repeat=True))
    factor, plus = draw(st.sampled_from([(2, 0), (-1, 0), (1, 1), (1, -2), (-2, 3)]))
    return kinds.Modified(marks, inner, factor, plus)


@st.composite
def relations(draw: st.DrawFn, n_digits: int, first: int = 1) -> tuple[tuple[int, int], ...]:
    """Draw pairs of digits: any, or in both orders, or those of different digits in both orders."""
    digit = st.integers(first, n_digits - 1 + first)
    pairs = draw(st.lists(st.tuples(digit, digit), max_size=n_digits * n_digits))
    how = draw(st.sampled_from(["any", "symmetric", "different"]))
    if how == "any":
        return tuple(dict.fromkeys(pairs))
    both = dict.fromkeys(way for pair in pairs for way in (pair, pair[::-1]))
    return tuple(pair for pair in both if how == "symmetric" or pair[0] != pair[1])


@st.composite
def _on_rectangles(draw: st.DrawFn, name: str, n_digits: int, cells: tuple[int, ...], first: int) -> Rule:
    """Draw a rule of a rectangle of these cells."""

    def divisor(n: int) -> int:
        return draw(st.sampled_from([number for number in range(1, n + 1) if n % number == 0]))

    if name == "chaos_construction":
        half = len(cells) // 2
        return kinds.ChaosConstruction(cells[:half], cells[half : 2 * half], divisor(half), divisor(half))
    if name == "full_rank":
        square = cells[: isqrt(len(cells)) ** 2]
        n = isqrt(len(square))
        line = draw(st.sampled_from([square[:n], square[::n], square[:n][::-1], square[::n][::-1]]))
        return kinds.FullRank(
            line, square, draw(st.integers(0, 4 * n)), draw(st.sampled_from(["none", "unclued", "any"]))
        )
    if name == "region_run":
        left = len(cells) - 2
        size = draw(st.integers(0, left))
        return kinds.RegionRun(cells, (size, left - size), draw(st.integers(0, 1)))
    width = divisor(len(cells))
    if name == "galaxies":
        last = st.tuples(st.integers(0, 2 * (len(cells) // width) - 2), st.integers(0, 2 * width - 2))
        return kinds.Galaxies(cells, width, tuple(draw(st.lists(last, min_size=1, max_size=3))))
    digits = draw(st.lists(st.integers(first, n_digits), max_size=3).map(tuple))
    others: tuple[object, ...] = ()
    if name == "connected":
        others = (draw(st.none() | st.integers(0, 6)),)
    elif name == "nurikabe":
        numbers = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=len(cells), max_size=len(cells)))
        others = (tuple(min(number, len(cells)) for number in numbers),)
    elif name == "star_battle":
        others = (draw(st.integers(0, 2)), (cells[: draw(st.integers(1, len(cells)))],))
    make: Any = RULES[name]
    rule: Rule = make(cells, digits, width, *others)
    return rule


@st.composite
def machines(draw: st.DrawFn, n_digits: int, first: int = 1) -> Nfa:
    """Draw a machine of a few states, with any arcs."""
    n_states = draw(st.integers(1, 4))
    state = st.integers(0, n_states - 1)
    arcs = draw(st.lists(st.tuples(state, state, st.integers(0, (1 << n_digits) - 1)), max_size=8))
    return Nfa(n_states, tuple(arcs), tuple(draw(st.lists(state, max_size=2))), first)


@st.composite
def small_puzzles(draw: st.DrawFn, names: st.SearchStrategy[list[str]], *, first: int = 1) -> Puzzle:
    """Draw a puzzle of 4x4 or 6x6 with rules of these names, perhaps with pencilmarks; its houses allow few grids.

    Its givens are some of a grid's digits, and its rules are any at all; so it has one solution, many or none.
    """
    height, width = draw(st.sampled_from([(2, 2), (2, 2), (2, 3)]))
    n = height * width
    rows = [group * height + line for group in draw(st.permutations(range(width))) for line in range(height)]
    digits = draw(st.permutations(range(1, n + 1)))
    full = [digits[(row % height * width + row // height + column) % n] for row in rows for column in range(n)]
    n_given = draw(st.integers(0, 6)) if n == 4 else draw(st.integers(18, 26))
    given = set(draw(st.permutations(range(n * n)))[:n_given])
    givens = tuple(digit if cell in given else 0 for cell, digit in enumerate(full))
    marks = None
    if draw(st.booleans()):
        struck = draw(st.lists(st.tuples(st.integers(0, n * n - 1), st.integers(1, n)), max_size=4))
        masks = [(1 << n) - 1] * (n * n)
        for cell, digit in struck:
            if givens[cell] != digit:
                masks[cell] &= ~(1 << digit - 1)
        marks = tuple(masks)
    kinds = draw(names)
    grid = Grid.classic((height, width))
    if first != 1:
        grid = grid.with_digits(n, first=first)
    return Puzzle(grid, givens, marks, tuple(draw(rules(name, n, n * n, first=first)) for name in kinds))
