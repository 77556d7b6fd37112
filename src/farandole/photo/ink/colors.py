"""Tell givens from digits entered by the color of their ink: apps color entered digits, and pens are seldom black."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from farandole.photo.cells import CELL, Glyph
from farandole.photo.geometry import Points, rectify_colors
from farandole.photo.ink.net import normalize_glyph
from farandole.photo.pictures import Picture
from farandole.photo.segments import split_tiles
from farandole.records import record

Colors = NDArray[np.float64]
Masks = NDArray[np.bool_]
SolutionCounter = Callable[[Masks], int]
"""Counts the solutions of the digits of a mask, up to 2; 0 if they clash."""

_APART = 34.0  # minimum distance of two inks, of 255
_LINKED = 16.0  # maximum distance of colors along a chain of one ink, which is paler where strokes are thin
_FEW = 3  # an ink with fewer cells in a photo is an odd sample of another
_HIGHLIGHTED, _OTHER_PAPER = 9, 16  # maximum number of highlighted digits, and minimum distance of their background
_MAX_INKS, _MAX_ODD = 4, 4  # inks that are tried; highlighted digits that are tried one by one
_ANGLE = 0.1  # radians between a color and another that count as one
_OF_LINES = 0.8  # how much less usual it is that givens have the color of the lines than that they are black or white
_COLORED = 2.5  # log-odds of two inks for each unit of plainness
_WRONG = (5.0, 0.0, 4.0)  # minus the log-probability of a puzzle with no solution, one, several
_MIXED = 4.0  # the same of givens with two frequent inks
_USUAL, _MANY = (0.2, 0.5), 3.0  # shares of cells that are given in most puzzles, and how much rarer others are
_ALIKE = 12.0  # log-odds of two fonts for each unit of correlation
_FONT = 3.0  # limit of that
_DARK = 110  # maximum gray of dark paper
_SPREAD = 7.0  # of the colors of one ink in a photo
_SURE = 0.9  # that the plainest ink is that of the givens where they can't make a puzzle
_LARGE = 81  # minimum number of cells where givens are few
_FULL = 0.56  # a share of cells with digits of one ink that is more than puzzles have
_DOUBTFUL = 0.5  # how sure it is that these are givens


@record(slots=False)
class Inks:
    """The inks of glyphs.

    Attributes
    ----------
    colors : float array (glyphs, 3)
        Of a screen, the color itself; of a photo, the direction from paper to ink, without glare and shadow.
    plainness : float array (glyphs,)
        How far the color is from black, gray and white, or from that of the grid lines; 0 is the plainest.
    papers : float array (glyphs, 3)
        The colors of their cells.
    is_exact : bool
        Whether equal inks have equal colors, as on a screen.
    """

    colors: Colors
    plainness: Colors
    papers: Colors
    is_exact: bool = True


def measure_inks(picture: Picture, mesh: Points, glyphs: Sequence[Glyph], *, on_screen: bool) -> Inks:
    """Measure the ink of each glyph."""
    inks, papers = _sample(picture, mesh, glyphs)
    towards = inks - papers
    paper = np.median(papers, axis=0) if len(glyphs) else np.zeros(3)
    lines = _sample_lines(picture, mesh, paper) - paper
    if not on_screen and paper.mean() > _DARK:  # on dark paper, there is little light that its color could change
        lines = lines / np.maximum(paper, 30)
        towards = towards / np.maximum(papers, 30)
    gray = np.ones(3) * (1 if towards.sum() > 0 else -1)
    length = np.linalg.norm(towards, axis=1)
    plainness = np.minimum(_angles(towards, gray), _OF_LINES * _ANGLE + _angles(towards, lines)) / _ANGLE
    plainness += 1 - length / max(float(length.max(initial=0)), 1e-9)
    colors = inks if on_screen else 255 * towards / np.maximum(length, 1e-9)[:, None]
    return Inks(colors, plainness, papers, on_screen)


def _sample(picture: Picture, mesh: Points, glyphs: Sequence[Glyph]) -> tuple[Colors, Colors]:
    """Sample the color of each glyph, where it differs most from that of its cell, and the color of the cell."""
    tiles = split_tiles(rectify_colors(picture.color, mesh, CELL), CELL).reshape(-1, CELL, CELL, 3)
    inks, papers = np.empty((len(glyphs), 3)), np.empty((len(glyphs), 3))
    for number, glyph in enumerate(glyphs):
        tile = tiles[glyph.cell].astype(float)
        papers[number] = np.median(tile[6:-6, 6:-6].reshape(-1, 3), axis=0)
        away = np.abs(tile - papers[number]).sum(axis=2)[glyph.ink > 0.5]
        strongest = np.argsort(away)[-max(10, len(away) // 4) :]
        inks[number] = np.median(tile[glyph.ink > 0.5][strongest], axis=0) if len(away) else papers[number]
    return inks, papers


def _sample_lines(picture: Picture, mesh: Points, paper: Colors) -> Colors:
    """Sample the color of the thick lines: of the quarter of places on lines that differ most from the paper."""
    middles = np.concatenate([(mesh[:, 1:] + mesh[:, :-1]).reshape(-1, 2), (mesh[1:] + mesh[:-1]).reshape(-1, 2)]) / 2
    height, width = picture.gray.shape
    around = np.stack(np.meshgrid((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2)), axis=-1).reshape(1, -1, 2)
    x, y = np.moveaxis(np.rint(middles[:, None] + around).astype(int), -1, 0)
    colors = picture.color[y.clip(0, height - 1), x.clip(0, width - 1)].astype(float)
    away = np.abs(colors - paper).sum(axis=2)
    found = colors[np.arange(len(colors)), away.argmax(axis=1)]
    strongest = np.argsort(away.max(axis=1))[-max(len(away) // 4, 1) :]
    return np.asarray(np.median(found[strongest], axis=0))


def _angles(colors: Colors, axis: Colors) -> Colors:
    """Return the angles between colors and an axis, in radians."""
    lengths = np.linalg.norm(colors, axis=1) * np.linalg.norm(axis)
    return np.asarray(np.arccos(np.clip(colors @ axis / np.maximum(lengths, 1e-9), -1, 1)))


def group_by_ink(colors: Colors) -> list[Masks]:
    """Group glyphs by their ink.

    Parameters
    ----------
    colors : float array (glyphs, 3)

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> [ink.tolist() for ink in group_by_ink(np.array([blue, black, blue, black], float))]
    [[True, False, True, False], [False, True, False, True]]
    """
    apart = np.linalg.norm(colors[:, None] - colors, axis=2)
    groups: list[Masks] = []
    left = np.ones(len(colors), bool)
    while left.any():
        mask = np.arange(len(colors)) == left.argmax()
        while (wider := (apart[mask] < _LINKED).any(axis=0)).sum() > mask.sum():
            mask = wider
        groups.append(mask)
        left &= ~mask
    while len(groups) > 1:
        centers = np.array([colors[mask].mean(axis=0) for mask in groups])
        away = np.linalg.norm(centers[:, None] - centers, axis=2) + np.diag([np.inf] * len(groups))
        one, other = sorted(divmod(int(away.argmin()), len(groups)))
        if away[one, other] >= _APART:
            break
        groups[one] = groups[one] | groups.pop(other)
    return groups


def find_givens(
    inks: Inks, count_solutions: SolutionCounter, n_cells: int, fonts: Colors | None = None
) -> tuple[Masks, float]:
    """Return which glyphs are givens by their ink, and the probability of that.

    The givens have one ink, the plainest that makes a puzzle by itself. Digits of an ink that is only on highlighted
    cells may be either.

    Parameters
    ----------
    inks : Inks
    count_solutions : callable
        Counts the solutions of the glyphs of a mask, up to 2.
    n_cells : int
        The number of cells of the grid.
    fonts : float array (glyphs, glyphs), optional
        How alike two glyphs of the same digit are, as `compare_fonts` returns it.

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> seen = Inks(np.array([black] * 5 + [blue] * 4, float), np.array([0.0] * 5 + [3] * 4), np.full((9, 3), 255.0))
    >>> given, confidence = find_givens(seen, lambda mask: 2 - bool(mask.sum() >= 5), 16)
    >>> given.tolist(), confidence > 0.99
    ([True, True, True, True, True, False, False, False, False], True)
    """
    everything = np.ones(len(inks.colors), bool)
    groups = _sort_groups(inks)
    if len(groups) < 2:
        is_full = n_cells >= _LARGE and len(everything) > _FULL * n_cells
        return everything, _DOUBTFUL if is_full else 1.0
    large = [mask for mask in groups if not _is_highlighted(mask, groups, inks)]
    large = large[:_MAX_INKS] or groups[:1]
    odd = np.flatnonzero(~np.logical_or.reduce(large))
    tried = sorted(_list_hypotheses(inks, large, odd, n_cells, fonts), key=lambda way: way[0])
    best, weights = None, []
    for prior, mask in tried:
        if best is not None and prior > best[0] + 8:
            break
        cost = prior + _WRONG[count_solutions(mask)]
        weights.append(np.exp(-cost))
        if best is None or cost < best[0]:
            best = (cost, mask)
    assert best is not None
    confidence = float(np.exp(-best[0]) / sum(weights))
    is_certain = inks.is_exact or bool(best[1].all())
    return best[1], confidence if is_certain else confidence * _rate_groups(inks.colors, large)


def find_plainest(colors: Colors) -> tuple[Masks, float]:
    """Return which glyphs have the plainest of the frequent inks, and the probability that these are the givens.

    Examples
    --------
    >>> black, blue = [20, 20, 25], [40, 80, 210]
    >>> find_plainest(np.array([black, blue, blue, black, blue, black], float))
    (array([ True, False, False,  True, False,  True]), 0.9)
    """
    everything = np.ones(len(colors), bool)
    groups = group_by_ink(colors)
    large = [mask for mask in groups if mask.sum() >= _FEW]
    if len(groups) < 2:
        return everything, 1.0
    centers = [colors[mask].mean(axis=0) for mask in large]
    plainest = int(np.argmin([np.ptp(center) + 0.2 * center.mean() for center in centers])) if large else 0
    return (large[plainest] if len(large) > 1 else everything), _SURE


def _sort_groups(inks: Inks) -> list[Masks]:
    """Group glyphs by their ink, the plainest first; in a photo, a rare color is that of the nearest frequent one."""
    groups = group_by_ink(inks.colors)
    if not inks.is_exact and len(groups) > 1:
        large = [mask for mask in groups if mask.sum() >= _FEW] or [max(groups, key=np.sum)]
        centers = np.array([np.median(inks.colors[mask], axis=0) for mask in large])
        nearest = np.linalg.norm(inks.colors[:, None] - centers, axis=2).argmin(axis=1)
        groups = [nearest == k for k in range(len(large))]
    return sorted(groups, key=lambda mask: float(np.median(inks.plainness[mask])))


def _is_highlighted(mask: Masks, groups: Sequence[Masks], inks: Inks) -> bool:
    """Return whether an ink is only on cells with a background of their own: such digits may be givens or not."""
    if not inks.is_exact or mask.sum() > _HIGHLIGHTED or mask.sum() == max(group.sum() for group in groups):
        return False
    apart = np.abs(inks.papers[mask][:, None] - inks.papers[~mask]).max(axis=2)
    return bool(apart.min() > _OTHER_PAPER)


def _list_hypotheses(
    inks: Inks, large: Sequence[Masks], odd: NDArray[np.intp], n_cells: int, fonts: Colors | None
) -> Iterator[tuple[float, Masks]]:
    """Yield masks of givens, with minus their log-probability before their solutions are counted."""
    plainness = [float(np.median(inks.plainness[mask])) for mask in large]
    ways = [(_COLORED * (own - min(plainness)), mask) for own, mask in zip(plainness, large, strict=True)]
    if len(large) > 1:
        ways.append((_MIXED if inks.is_exact else _cost_of_one_ink(inks.colors, large), np.logical_or.reduce(large)))
    together = len(odd) > _MAX_ODD
    for cost, mask in ways:
        likes = [_log_odds_of_given(number, mask, large, fonts) for number in odd]
        for choice in product((True, False), repeat=1 if together else len(odd)):
            chosen = choice * len(odd) if together else choice
            given = mask.copy()
            given[odd] = chosen
            own = sum(np.log1p(np.exp(-like if taken else like)) for like, taken in zip(likes, chosen, strict=True))
            share = given.sum() / n_cells
            is_usual = _USUAL[0] <= share <= _USUAL[1]
            yield cost + float(own) + (0.0 if is_usual else _MANY), given


def _cost_of_one_ink(colors: Colors, large: Sequence[Masks]) -> float:
    """Return minus the log-probability that colors in a photo differ so much although there is one ink."""
    centers = np.array([np.median(colors[mask], axis=0) for mask in large])
    apart = float(np.linalg.norm(centers - centers[0], axis=1).max())
    n_others = len(colors) - max(int(mask.sum()) for mask in large)
    return float(np.clip((apart - _APART) / 8, 0.5, 5)) + 0.35 * min(n_others, 10)


def _log_odds_of_given(number: int, given: Masks, large: Sequence[Masks], fonts: Colors | None) -> float:
    """Return the log-odds that a digit of a rare ink is a given, by its font."""
    entered = np.logical_or.reduce(large) & ~given
    if fonts is None:
        return 0.0
    own, other = (float(fonts[number, mask].max(initial=-1)) for mask in (given, entered))
    return float(np.clip(_ALIKE * (own - other), -_FONT, _FONT)) if min(own, other) > -1 else 0.0


def _rate_groups(colors: Colors, large: Sequence[Masks]) -> float:
    """Return the probability that each digit of a photo is in the right group."""
    if len(large) < 2:
        return 1.0
    centers = np.array([np.median(colors[mask], axis=0) for mask in large])
    away = np.sort(np.linalg.norm(colors[:, None] - centers, axis=2), axis=1)
    odds = np.exp((away[:, 0] ** 2 - away[:, 1] ** 2) / (2 * _SPREAD**2))
    return float((1 / (1 + odds)).prod())


def compare_fonts(glyphs: Sequence[Glyph], digits: Sequence[int]) -> Colors:
    """Compare the shapes of glyphs of the same digit: correlations, -1 where the digits differ."""
    seen = np.stack([normalize_glyph(glyph.ink).ravel() for glyph in glyphs]).astype(float)
    seen -= seen.mean(axis=1, keepdims=True)
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1e-9)
    is_same = np.equal.outer(np.asarray(digits), np.asarray(digits)) & ~np.eye(len(glyphs), dtype=bool)
    return np.where(is_same, seen @ seen.T, -1.0)


def measure_colors(picture: Picture, mesh: Points, glyphs: Sequence[Glyph]) -> Colors:
    """Measure the color of each glyph, normalized to white paper: float array (glyphs, 3)."""
    tiles = split_tiles(rectify_colors(picture.color, mesh, CELL), CELL).reshape(-1, CELL, CELL, 3)
    out = np.empty((len(glyphs), 3))
    for number, glyph in enumerate(glyphs):
        tile = tiles[glyph.cell].astype(float)
        strength = glyph.ink.ravel()
        strongest = np.argsort(strength)[-max(12, int((strength > 0.6).sum()) // 3) :]
        paper = np.median(tile[6:-6, 6:-6].reshape(-1, 3), axis=0)
        ink = tile.reshape(-1, 3)[strongest].mean(axis=0)
        is_dark = ink.mean() < paper.mean()  # on light paper, even in a shadow
        out[number] = ink * (255 / np.maximum(paper, 60)) if is_dark else ink + (255 - ink.max())
    return out
