"""Read the glyphs of a grid: the probability of each digit in each cell, and the rotation of the grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL, Glyph
from farandole.photo.ink.net import CLASSES, LETTERS, classify_glyphs, normalize_glyph
from farandole.photo.lines import Response
from farandole.records import record

Odds = NDArray[np.float64]

_UNSEEN = 0.002  # probability that a cell without a glyph holds a digit
_HIDDEN = 0.2  # the same in a cell that may hide ink
_DOUBT = 0.0005  # probability that the net is wrong, however certain it is
_WIDE = 0.65  # log of the ratio between the width of a two-figure number and the height of a digit
_FROM_0 = 4.0  # log prior of digits from 1 on against digits from 0 on, in a small grid
_UPRIGHT = 2.0  # log prior of an upright picture against each rotation
_LOW = -0.65  # log height of low old-style figures
_LOW_FIGURES = [CLASSES.index(name) for name in "012IO"]
LOWER = 0.3  # log ratio: digits that are entered in an app are a quarter lower if notes are beside them
LOWER_IN_KILLERS = 0.2
_RATHER_LOW = -0.4  # the same if there is only one
_CLEARLY, _MOST = 0.9, 0.8  # minimum probability of such a figure, and minimum share of them among low glyphs
_AROUND, _MIDDLE = 1.5, 0.3  # radius in cells of the neighborhood of a glyph; weight of all other glyphs


@record(slots=False)
class Scheme:
    """How the digits of a grid are written: for each digit from 1 on, the classes of the net for it."""

    classes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, *names: str) -> Scheme:
        """Make a scheme from the names of digits; blanks separate several names of one digit."""
        return cls(tuple(tuple(CLASSES.index(name) for name in digit.split()) for digit in names))

    @property
    def has_numbers(self) -> bool:
        """Whether digits from 10 on are written as two figures."""
        return any(len(CLASSES[name]) > 1 for digit in self.classes for name in digit)


def schemes(n: int) -> list[Scheme]:
    """List the schemes of an n x n grid, the most usual first: numbers, letters from 10 on, from 0 on, only letters."""
    if n <= 9:
        return [Scheme.of(*map(str, range(1, n + 1))), Scheme.of("0 O", *map(str, range(1, n)))]
    letters = [LETTERS[k] for k in range(n - 9)]
    few = [*map(str, range(1, 10))]
    return [
        Scheme.of(*map(str, range(1, n + 1))),
        Scheme.of(*few, *letters),
        Scheme.of("0", *few, *letters[: n - 10]),
        Scheme.of(*LETTERS[:n]),
    ]


@record(slots=False)
class Digits:
    """The content of each cell of a square grid, upright.

    Attributes
    ----------
    turns : int
        Counterclockwise quarter turns that bring the grid upright.
    odds : ndarray, shape (cells, digits + 1)
        The probability that the cell is empty (column 0), or holds each digit.
    by_hand : ndarray, shape (cells,)
        The probability that the digit is handwritten; 0 for empty cells.
    glyphs : dict of int to Glyph
        The glyph of each cell that isn't empty.
    scheme : Scheme
        How digits are written.
    """

    turns: int
    odds: Odds
    by_hand: Odds
    glyphs: dict[int, Glyph]
    scheme: Scheme

    def of_cells(self, cells: Sequence[int]) -> Digits:
        """Select cells, in the order in which a grid numbers them."""
        numbers = {cell: number for number, cell in enumerate(cells)}
        glyphs = {numbers[cell]: glyph for cell, glyph in self.glyphs.items() if cell in numbers}
        return Digits(self.turns, self.odds[list(cells)], self.by_hand[list(cells)], glyphs, self.scheme)


def _log_dirt_odds(glyphs: list[Glyph], seen: Response, side: int, n: int, lower: float) -> Odds:
    """Return log-odds that each glyph is dirt, because its height or its ink differs from that of the others.

    In old-style figures, 0, 1 and 2 are lower than the others.
    """
    sizes = np.array([max(glyph.height, glyph.box[2] - glyph.box[0]) for glyph in glyphs], float)
    contrasts = np.array([glyph.contrast for glyph in glyphs])
    sides = np.array([_n_sides(glyph) for glyph in glyphs])
    usual = sides == 0 if (sides == 0).sum() >= 4 else np.ones(len(glyphs), bool)
    size = max(np.median(sizes[usual]), 0.8 * np.quantile(sizes[usual], 0.9) if n <= 9 else 0)  # no mark
    larger = np.log(sizes / size)
    odd_size = np.maximum(np.maximum(larger - (0.2 if n <= 9 else _WIDE), -larger - lower), 0) * 20
    is_low = (larger < -lower) & (larger > _LOW)
    is_low_figure = is_low & (seen[:, _LOW_FIGURES].sum(axis=1) > _CLEARLY)
    if is_low_figure.sum() >= max(2, _MOST * is_low.sum()) or (is_low.sum() == 1 and larger[is_low] > _RATHER_LOW):
        odd_size[is_low_figure] = 0
    faint = np.maximum(np.log(_expected_contrasts(glyphs, contrasts, usual, side) / contrasts) - 0.6, 0) * 4
    edges = 3.0 * np.maximum(sides - (1 if n <= 9 else 2), 0)
    dirt: Odds = odd_size + faint + edges
    return dirt


def _expected_contrasts(glyphs: list[Glyph], contrasts: Odds, usual: NDArray[np.bool_], side: int) -> Odds:
    """Return the expected contrast of each glyph: the usual one, or less if its neighbors are fainter."""
    places = np.array([divmod(glyph.cell, side) for glyph in glyphs], float)
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=2)
    near = np.exp(-apart / (2 * _AROUND**2)) * usual * (apart > 0)
    middle = np.log(np.median(contrasts[usual]))
    around = (near @ np.log(contrasts) + _MIDDLE * middle) / (near.sum(axis=1) + _MIDDLE)
    expected: Odds = np.exp(np.minimum(around, middle))
    return expected


def _n_sides(glyph: Glyph) -> int:
    left, top, right, bottom = glyph.box
    return sum((left <= 4, top <= 4, right >= CELL - 4, bottom >= CELL - 4))


def read_digits(
    glyphs: list[Glyph],
    side: int,
    n: int,
    *,
    ways: Sequence[int] = range(4),
    hidden: Sequence[int] = (),
    lower: float = LOWER,
) -> Digits:
    """Read the glyphs of a square grid with digits 1 to n, in the most probable of these rotations.

    ``hidden`` are cells without a glyph that may nevertheless hold one, and ``lower`` is how much lower than usual a
    digit may be: the log of the ratio.
    """
    odds = np.full((side * side, n + 1), _UNSEEN / n)
    odds[:, 0] = 1 - _UNSEEN
    by_hand = np.zeros(side * side)
    if not glyphs:
        return Digits(ways[0], odds, by_hand, {}, schemes(n)[0])
    pictures = np.stack([normalize_glyph(glyph.ink) for glyph in glyphs])
    turned = np.concatenate([np.rot90(pictures, turns, axes=(1, 2)) for turns in range(4)])
    seen, hands = classify_glyphs(np.ascontiguousarray(turned, np.float32))
    likes = {turns: np.exp(-_log_dirt_odds(glyphs, seen[_part(turns, glyphs)], side, n, lower)) for turns in ways}
    best = max(
        ((_likelihood(seen[_part(turns, glyphs)], scheme, likes[turns]) + _UPRIGHT * (turns == 0)
          - _FROM_0 * (n <= 9 and rank > 0), turns, scheme)
         for turns in ways for rank, scheme in enumerate(schemes(n))),
        key=lambda way: way[0],
    )  # fmt: skip
    _, turns, scheme = best
    part = _part(turns, glyphs)
    places = np.empty(side * side, int)
    places[np.rot90(np.arange(side * side).reshape(side, side), turns).ravel()] = np.arange(side * side)
    cells = places[[glyph.cell for glyph in glyphs]]
    digits = _sum_by_digit(seen[part], scheme)
    digits *= likes[turns][:, None] * (1 - _DOUBT)
    digits += _DOUBT / n * digits.sum(axis=1, keepdims=True)
    odds[cells, 1:] = digits
    odds[cells, 0] = np.maximum(1 - digits.sum(axis=1), 1e-6)
    by_hand[cells] = hands[part]
    unseen = sorted({*places[list(hidden)].tolist()}.difference(cells.tolist()))
    odds[unseen, 0], odds[unseen, 1:] = 1 - _HIDDEN, _HIDDEN / n
    return Digits(turns, odds, by_hand, dict(zip(cells.tolist(), glyphs, strict=True)), scheme)


def _part(turns: int, glyphs: list[Glyph]) -> slice:
    return slice(turns * len(glyphs), (turns + 1) * len(glyphs))


def _sum_by_digit(seen: Response, scheme: Scheme) -> Odds:
    """Sum the probabilities of the classes of each digit, relative to these and to the class for nothing."""
    digits = np.stack([seen[:, list(classes)].sum(axis=1) for classes in scheme.classes], axis=1).astype(float)
    among: Odds = digits / np.maximum(digits.sum(axis=1) + seen[:, 0], 1e-9)[:, None]
    return among


def _likelihood(seen: Response, scheme: Scheme, likes: Odds) -> float:
    digits = np.stack([seen[:, list(classes)].sum(axis=1) for classes in scheme.classes], axis=1)
    return float((np.log(np.maximum(digits.max(axis=1), 1e-3)) * likes).sum())
