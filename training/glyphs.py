"""Glyphs as a camera sees them: pictures of 28 x 28 pixels with their classes, any number of them, from seeds."""

from typing import TypeAlias

import numpy as np
from fonts import LARGE, TALL, Pictures
from numpy.random import Generator
from numpy.typing import NDArray
from strokes import write_digits

from farandole.photo.ink.net import CLASSES, HEIGHT, SIDE

Floats: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[np.int64]

# How often a class comes, in parts: digits matter most, and what is nothing has many looks.
PARTS = np.array([11.0, 2.0, *[5.0] * 9, *[0.9] * 16, *[0.8] * 7])
BY_HAND = 0.25  # of the glyphs
STROKES = 0.6  # of those: digits from strokes of ours; the rest from fonts
COARSE = (7, 9, 11, 14, 18, 28)  # pixels that a glyph's picture has before it is made larger to 28


def _maps(random: Generator, n: int, hand: NDArray[np.bool_]) -> Floats:
    """Return a random affine map for each glyph, from places in the small picture to places in the large one."""
    wild = np.where(hand, 1.6, 1.0)
    angle = random.normal(0, 0.07, n) * wild
    shear = random.normal(0, 0.08, n) * wild
    size = HEIGHT / SIDE * (LARGE / TALL) * random.normal(1, 0.05, n).clip(0.8, 1.2)
    aspect = np.exp(random.normal(0, 0.1, n) * wild)
    across, down = 1 / (size * aspect), 1 / size
    turn = np.stack([np.cos(angle), np.sin(angle), -np.sin(angle), np.cos(angle)], axis=1).reshape(n, 2, 2)
    slant = np.zeros((n, 2, 2))
    slant[:, 0, 0], slant[:, 0, 1], slant[:, 1, 1] = across, shear, down
    return (turn @ slant * (LARGE / SIDE)).astype(np.float32)


def _sample(large: Floats, maps: Floats, shift: Floats, wave: Floats, side: int) -> Floats:
    """Look at each large picture through its map: float32 array (n, side, side)."""
    n = len(large)
    steps = ((np.arange(side) + 0.5) * (SIDE / side) - SIDE / 2).astype(np.float32)
    x, y = np.meshgrid(steps, steps)
    places = np.stack([x.ravel(), y.ravel()])
    seen = maps @ places + LARGE / 2 - 0.5 + shift[:, :, None]
    # A slow wave, as of curved paper or of a hand.
    seen[:, 0] += wave[:, 0:1] * np.sin(places[1] * wave[:, 1:2] + wave[:, 2:3])
    seen[:, 1] += wave[:, 3:4] * np.sin(places[0] * wave[:, 4:5] + wave[:, 5:6])
    seen = seen.clip(0, LARGE - 1.001)
    corner = seen.astype(np.int32)
    part = seen - corner
    flat, start = large.reshape(-1), np.arange(n, dtype=np.int32)[:, None] * (LARGE * LARGE)
    at = start + corner[:, 1] * LARGE + corner[:, 0]
    upper = flat[at] * (1 - part[:, 0]) + flat[at + 1] * part[:, 0]
    lower = flat[at + LARGE] * (1 - part[:, 0]) + flat[at + LARGE + 1] * part[:, 0]
    return np.asarray((upper * (1 - part[:, 1]) + lower * part[:, 1]).reshape(n, side, side), np.float32)


def soften(pictures: Floats, sigma: float) -> Floats:
    """Blur pictures: float32 array (n, side, side)."""
    side = pictures.shape[1]
    steps = np.arange(side)
    kernel = np.exp(-((steps[:, None] - steps[None]) ** 2) / (2 * sigma * sigma + 1e-6))
    kernel = (kernel / kernel.sum(axis=1, keepdims=True)).astype(np.float32)
    return np.asarray(kernel @ pictures @ kernel.T, np.float32)


def enlarge(pictures: Floats) -> Floats:
    """Bring coarse pictures to 28 x 28 pixels, between whose centers it is linear."""
    side = pictures.shape[1]
    if side == SIDE:
        return pictures
    places = ((np.arange(SIDE) + 0.5) * side / SIDE - 0.5).clip(0, side - 1)
    shares = np.maximum(1 - np.abs(np.arange(side)[None] - places[:, None]), 0).astype(np.float32)
    return np.asarray(shares @ pictures @ shares.T, np.float32)


def _lines(random: Generator, n: int, touching: bool) -> Floats:
    """Draw a straight piece of a line in each picture: near an edge, or anywhere, from side to side or ending early."""
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    across = random.random(n) < 0.5
    along = np.where(across[:, None, None], x, y)
    away = np.where(across[:, None, None], y, x)
    place = random.uniform(-1, 3.5 if touching else 14, n)
    place = np.where(random.random(n) < 0.5, place, SIDE - 1 - place)
    slope = random.normal(0, 0.05, n)
    middle = place[:, None, None] + slope[:, None, None] * (along - SIDE / 2)
    width = random.uniform(0.3, 2.2, n)[:, None, None]
    begin = np.where(random.random(n) < 0.6, -5, random.uniform(0, 14, n))[:, None, None]
    end = np.where(random.random(n) < 0.6, SIDE + 5, random.uniform(14, SIDE, n))[:, None, None]
    ink = (width + 0.5 - np.abs(away - middle)).clip(0, 1) * ((along >= begin) & (along <= end))
    dashes = (random.random(n) < 0.15)[:, None, None] & (np.sin(along * random.uniform(0.7, 2.5, n)[:, None, None]) < 0)
    return np.where(dashes, 0, ink).astype(np.float32)


def _specks(random: Generator, n: int) -> Floats:
    """Draw a few specks and blots in each picture."""
    x, y = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    ink = np.zeros((n, SIDE, SIDE), np.float32)
    for _ in range(3):
        at_x, at_y = random.uniform(0, SIDE, (2, n, 1, 1))
        wide, high = random.exponential(1.3, (2, n, 1, 1)) + 0.4
        blot = np.exp(-(((x - at_x) / wide) ** 2) - ((y - at_y) / high) ** 2) * (random.random((n, 1, 1)) < 0.5)
        ink = np.maximum(ink, blot)
    return ink


def _nothing(random: Generator, n: int, digits: Floats) -> Floats:
    """Draw what is no glyph: paper, lines, specks, glyphs on their side or cut in two, several small ones."""
    ink = _specks(random, n) * random.choice([0.0, 1.0], (n, 1, 1)).astype(np.float32)
    kind = random.choice(6, n, p=[0.22, 0.38, 0.12, 0.1, 0.1, 0.08])
    lines = _lines(random, n, False)
    ink = np.where((kind == 1)[:, None, None], np.maximum(ink, lines), ink)
    ink = np.where(
        ((kind == 1) & (random.random(n) < 0.35))[:, None, None], np.maximum(ink, _lines(random, n, True)), ink
    )
    turned = np.rot90(digits, 1, axes=(1, 2)) if random.random() < 0.5 else np.rot90(digits, -1, axes=(1, 2))
    ink = np.where((kind == 2)[:, None, None], turned, ink)
    rolled = np.where(random.random(n)[:, None, None] < 0.5, np.roll(digits, 14, axis=1), np.roll(digits, 14, axis=2))
    ink = np.where((kind == 3)[:, None, None], rolled, ink)
    small = digits[:, ::2, ::2]
    pair = [np.concatenate([small, np.roll(small, 1 + k, axis=0)], axis=2) for k in range(2)]
    ink = np.where((kind == 4)[:, None, None], np.concatenate(pair, axis=1), ink)
    one = np.zeros_like(ink)  # a sum in the corner, a mark
    one[:, :14, :14] = small
    return np.where((kind == 5)[:, None, None], one, ink).astype(np.float32)


def _wear(random: Generator, ink: Floats) -> Floats:
    """Light and copy the pictures: contrast, shadow, moire, noise, the blocks of JPEG, ink that is all or nothing."""
    n = len(ink)

    def some(share: float, low: float, high: float) -> Floats:
        return (np.where(random.random(n) < share, random.uniform(low, high, n), 0)[:, None, None]).astype(np.float32)

    x, y = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE))
    toward = random.uniform(0, 6.28, (n, 1, 1))
    slope = (x * np.cos(toward) + y * np.sin(toward)).astype(np.float32)
    ink = ink * random.uniform(0.55, 1.25, (n, 1, 1)).astype(np.float32) + some(0.3, 0, 0.18) * slope
    moire = np.flatnonzero(random.random(n) < 0.12)
    waves = random.uniform(6, 40, (len(moire), 1, 1)).astype(np.float32)
    ink[moire] += random.uniform(0.02, 0.12, (len(moire), 1, 1)).astype(np.float32) * np.sin(slope[moire] * waves)
    ink = ink + some(0.6, 0, 0.1) * random.standard_normal(ink.shape, dtype=np.float32)
    coarse = soften(random.standard_normal(ink.shape, dtype=np.float32), 1.2)
    ink = ink + some(0.4, 0, 0.35) * coarse
    blocks = random.random(n) < 0.25
    ink[blocks] = _jpeg(random, ink[blocks])
    steep = random.random(n) < 0.2
    limit = random.uniform(0.3, 0.6, (n, 1, 1)) * ink.max(axis=(1, 2), keepdims=True).clip(0.5, 1)
    ink = np.where(steep[:, None, None], (ink - limit) * random.uniform(3, 20, (n, 1, 1)) + 0.5, ink)
    ink = ink + some(0.3, -0.12, 0.08)
    return ink.clip(0, 1).astype(np.float32)


_STEPS = np.arange(8)
_COSINES = (
    np.cos((2 * _STEPS[None] + 1) * _STEPS[:, None] * np.pi / 16) * np.where(_STEPS[:, None] == 0, 0.5**0.5, 1) / 2
)


def _jpeg(random: Generator, pictures: Floats) -> Floats:
    """Round the cosines of blocks of 8 x 8 pixels, the fine ones more coarsely."""
    start = int(random.integers(0, 5))
    part = pictures[:, start : start + 24, start : start + 24].reshape(-1, 3, 8, 3, 8).swapaxes(2, 3)
    cosines = _COSINES @ part @ _COSINES.T
    step = random.uniform(0.03, 0.2) * (1 + (_STEPS[:, None] + _STEPS[None]) / 3)
    back = _COSINES.T @ (np.round(cosines / step) * step) @ _COSINES
    out = pictures.copy()
    out[:, start : start + 24, start : start + 24] = back.swapaxes(2, 3).reshape(-1, 24, 24)
    return out


def make(
    seed: tuple[int, ...], n: int, printed: Pictures, written: Pictures, strokes: float = STROKES
) -> tuple[Floats, Numbers, Floats]:
    """Make a batch.

    Parameters
    ----------
    seed : tuple of int
        The same seed gives the same batch.
    n : int
    printed, written : uint8 arrays (fonts, classes, 64, 64)
    strokes : float
        The part of the written digits that are made of strokes of ours.

    Returns
    -------
    float32 array (n, 28, 28), int64 array (n,), float32 array (n,)
        Glyphs, their classes, and 1 where a hand wrote them.
    """
    random = np.random.default_rng(seed)
    classes = random.choice(len(CLASSES), n, p=PARTS / PARTS.sum())
    shown = np.where(classes == 0, random.integers(1, 11, n), classes)  # nothing is made from digits, too
    hand = random.random(n) < BY_HAND
    large = printed[random.integers(0, len(printed), n), shown]
    large[hand] = written[random.integers(0, len(written), int(hand.sum())), shown[hand]]
    ink: Floats = large.astype(np.float32) / np.float32(255)
    own = hand & (random.random(n) < strokes) & (shown <= 10)
    ink[own] = write_digits(random, shown[own] - 1)
    # Thicker and thinner strokes: a soft picture cut at another height.
    bold = np.flatnonzero(random.random(n) < 0.5)
    limit = random.uniform(0.22, 0.62, (len(bold), 1, 1)).astype(np.float32)
    soft = soften(ink[bold], random.uniform(0.8, 2.2))
    soft /= np.maximum(soft.max(axis=(1, 2), keepdims=True), 0.2)
    ink[bold] = ((soft - limit) * 5 + 0.5).clip(0, 1)
    side = int(random.choice(COARSE, p=[0.06, 0.12, 0.17, 0.2, 0.2, 0.25]))
    ink = soften(ink, LARGE / side * 0.35 if side < SIDE else 0.9)
    wild = np.where(hand, 2.2, 0.7)[:, None]
    wave = np.stack([random.normal(0, 1, n), random.uniform(0.1, 0.3, n), random.uniform(0, 6, n)] * 2, axis=1)
    wave[:, [0, 3]] = random.normal(0, 1, (n, 2)) * wild
    shift = random.normal(0, 1.6, (n, 2)).astype(np.float32)
    seen = enlarge(_sample(ink, _maps(random, n, hand), shift, wave.astype(np.float32), side))
    nothing = np.flatnonzero(classes == 0)
    seen[nothing] = _nothing(random, len(nothing), seen[nothing])
    framed = np.flatnonzero(random.random(n) < np.where(classes == 0, 0.1, 0.14))
    seen[framed] = np.maximum(seen[framed], _lines(random, len(framed), True))
    dirty = np.flatnonzero(random.random(n) < 0.08)
    seen[dirty] = np.maximum(seen[dirty], _specks(random, len(dirty)) * 0.7)
    seen = soften(seen, float(random.choice([0.05, 0.5, 0.9, 1.4, 2.0], p=[0.3, 0.25, 0.2, 0.15, 0.1])))
    seen = seen / np.maximum(seen.max(axis=(1, 2), keepdims=True), 0.35)  # as the paper and the ink of a grid are known
    return _wear(random, seen), classes, hand.astype(np.float32)
