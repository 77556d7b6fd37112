"""Synthesize glyphs as a camera sees them: pictures of 28 x 28 pixels with their classes, from seeds."""

from typing import NamedTuple, TypeAlias

import numpy as np
from fonts import LARGE, Pictures
from numpy.random import Generator
from numpy.typing import NDArray

from farandole.photo.ink.net import CLASSES, HEIGHT, SIDE

Floats: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[np.int64]

# Relative frequencies of the classes: digits matter most, and nothing has many looks.
PARTS = np.array([11.0, 2.5, *[5.0] * 9, *[1.0] * 16, *[1.6] * 7])
BY_HAND = 0.3  # share of handwritten glyphs
STROKES = 0.6  # share of them that are synthetic strokes; the others are from fonts
SMALL = 0.25  # share of the parts of batches at the size of a screen
CUT_OUT = 0.75  # share of glyphs that are cut out as `photo.cells` does it
COARSE = (7, 9, 11, 14, 18, 28)  # resolutions of a glyph before it is enlarged to 28 pixels


class Drawn(NamedTuple):
    """Pictures for training: (fonts, classes, 64, 64); synthetic strokes have only digits."""

    printed: Pictures
    small: Pictures
    written: Pictures
    strokes: Pictures


def _maps(random: Generator, hand: NDArray[np.bool_]) -> Floats:
    """Return a random affine map for each glyph, from the small picture to the large one."""
    n, wild = len(hand), np.where(hand, 1.6, 1.0)
    angle = random.normal(0, 0.07, n) * wild
    shear = random.normal(0, 0.08, n) * wild
    turn = np.stack([np.cos(angle), np.sin(angle), -np.sin(angle), np.cos(angle)], axis=1).reshape(n, 2, 2)
    slant = np.zeros((n, 2, 2))
    slant[:, 0, 0], slant[:, 0, 1], slant[:, 1, 1] = 1 / np.exp(random.normal(0, 0.12, n) * wild), shear, 1
    return (turn @ slant * (LARGE / SIDE)).astype(np.float32)


def _waves(random: Generator, hand: NDArray[np.bool_]) -> Floats:
    """Return a slow wave for each axis of each glyph, as of curved paper or a hand: amplitude, frequency, phase."""
    n = len(hand)
    wave = np.stack([random.normal(0, 1, n), random.uniform(0.1, 0.3, n), random.uniform(0, 6, n)] * 2, axis=1)
    wave[:, [0, 3]] = random.normal(0, 1, (n, 2)) * np.where(hand, 2.2, 0.7)[:, None]
    return wave.astype(np.float32)


def _places(n: int, side: int) -> Floats:
    """Return the pixel centers of small pictures, relative to the center: float32 array (n, 2, side * side)."""
    steps = ((np.arange(side) + 0.5) * (SIDE / side) - SIDE / 2).astype(np.float32)
    x, y = np.meshgrid(steps, steps)
    return np.broadcast_to(np.stack([x.ravel(), y.ravel()]), (n, 2, side * side))


def _fit_places(random: Generator, seen: Floats, side: int) -> Floats:
    """Return the places at which each glyph has nearly the size of `net.normalize_glyph`, centered."""
    n = len(seen)
    strong = seen > np.maximum(0.3 * seen.max(axis=(1, 2), keepdims=True), 0.1)
    ends = []
    for axis in (1, 2):  # left and right, top and bottom
        some = strong.any(axis=axis)
        ends.append((some.argmax(axis=1) - SIDE / 2, SIDE / 2 - some[:, ::-1].argmax(axis=1)))
    (left, right), (top, bottom) = ends
    ratio = HEIGHT / np.maximum(np.maximum(right - left, bottom - top), 4) * random.normal(1, 0.04, n).clip(0.85, 1.15)
    middle = np.stack([left + right, top + bottom], axis=1) / 2 + random.normal(0, 0.6, (n, 2)) / ratio[:, None]
    return np.asarray(_places(n, side) / ratio[:, None, None] + middle[:, :, None], np.float32)


def _sample(large: Floats, maps: Floats, wave: Floats, places: Floats) -> Floats:
    """Sample each large picture through its map and its wave: float32 array (n, side, side)."""
    n, side = len(large), round(places.shape[2] ** 0.5)
    seen = maps @ places + np.float32(LARGE / 2 - 0.5)
    seen[:, 0] += wave[:, 0:1] * np.sin(places[:, 1] * wave[:, 1:2] + wave[:, 2:3])
    seen[:, 1] += wave[:, 3:4] * np.sin(places[:, 0] * wave[:, 4:5] + wave[:, 5:6])
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
    kernel[kernel < 1e-4] = 0  # denormal numbers are slow
    kernel = (kernel / kernel.sum(axis=1, keepdims=True)).astype(np.float32)
    return np.asarray(kernel @ pictures @ kernel.T, np.float32)


def enlarge(pictures: Floats) -> Floats:
    """Enlarge coarse pictures to 28 x 28 pixels by linear interpolation."""
    side = pictures.shape[1]
    if side == SIDE:
        return pictures
    places = ((np.arange(SIDE) + 0.5) * side / SIDE - 0.5).clip(0, side - 1)
    shares = np.maximum(1 - np.abs(np.arange(side)[None] - places[:, None]), 0).astype(np.float32)
    return np.asarray(shares @ pictures @ shares.T, np.float32)


def _lines(random: Generator, n: int, touching: bool) -> Floats:
    """Draw a straight line segment in each picture, near an edge or anywhere."""
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
    """Draw examples of the class for nothing: paper, lines, specks, rotated or cut glyphs, several small ones."""
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
    """Degrade the pictures: contrast, shadow, moiré, noise, JPEG blocks, thresholding."""
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
    """Quantize the cosine transform of blocks of 8 x 8 pixels, high frequencies more coarsely."""
    start = int(random.integers(0, 5))
    part = pictures[:, start : start + 24, start : start + 24].reshape(-1, 3, 8, 3, 8).swapaxes(2, 3)
    cosines = _COSINES @ part @ _COSINES.T
    step = random.uniform(0.03, 0.2) * (1 + (_STEPS[:, None] + _STEPS[None]) / 3)
    back = _COSINES.T @ (np.round(cosines / step) * step) @ _COSINES
    out = pictures.copy()
    out[:, start : start + 24, start : start + 24] = back.swapaxes(2, 3).reshape(-1, 24, 24)
    return out


def _cut_out(pictures: Floats) -> Floats:
    """Cut out glyphs as `photo.cells` does: keep the pixels near ink, and normalize the darkest quarter to black."""
    n = len(pictures)
    dark = pictures > 0.42 * pictures.max(axis=(1, 2), keepdims=True)
    count = dark.sum(axis=(1, 2))
    strength = np.sort(pictures.reshape(n, -1), axis=1)[np.arange(n), SIDE * SIDE - 1 - count // 4]
    padded = np.pad(dark, ((0, 0), (1, 1), (1, 1)))
    near = padded[:, :-2] | padded[:, 1:-1] | padded[:, 2:]
    near = near[:, :, :-2] | near[:, :, 1:-1] | near[:, :, 2:]
    return np.asarray(np.minimum(pictures * near / np.maximum(strength, 0.02)[:, None, None], 1), np.float32)


def _large(random: Generator, shown: Numbers, hand: NDArray[np.bool_], drawn: Drawn, is_small: bool) -> Floats:
    """Choose a picture for each glyph: print from fonts, handwriting from fonts and synthetic strokes."""
    printed = drawn.small if is_small else drawn.printed
    large = printed[random.integers(0, len(printed), len(shown)), shown]
    large[hand] = drawn.written[random.integers(0, len(drawn.written), int(hand.sum())), shown[hand]]
    own = hand & (random.random(len(shown)) < STROKES * (len(drawn.strokes) > 0)) & (shown <= 10)
    if own.any():
        large[own] = drawn.strokes[random.integers(0, len(drawn.strokes), int(own.sum())), shown[own] - 1]
    return large.astype(np.float32) / np.float32(255)


def make(seed: tuple[int, ...], n: int, drawn: Drawn) -> tuple[Floats, Numbers, Floats]:
    """Make a batch at one scale.

    Parameters
    ----------
    seed : tuple of int
        The same seed gives the same batch.
    n : int
    drawn : Drawn

    Returns
    -------
    float32 array (n, 28, 28), int64 array (n,), float32 array (n,)
        Glyphs, their classes, and 1 for handwriting.
    """
    random = np.random.default_rng(seed)
    is_small = random.random() < SMALL
    classes = random.choice(len(CLASSES), n, p=PARTS / PARTS.sum())
    shown = np.where(classes == 0, random.integers(1, 11, n), classes)  # nothing is made from digits too
    hand = random.random(n) < BY_HAND
    ink = _large(random, shown, hand, drawn, is_small)
    classes[ink.max(axis=(1, 2)) == 0] = 0  # a letter that the font lacks
    # Thicker and thinner strokes: threshold a blurred picture at a random level.
    bold = np.flatnonzero((random.random(n) < 0.5) & ~(is_small & ~hand))
    limit = random.uniform(0.22, 0.62, (len(bold), 1, 1)).astype(np.float32)
    soft = soften(ink[bold], random.uniform(0.8, 2.2))
    soft /= np.maximum(soft.max(axis=(1, 2), keepdims=True), 0.2)
    ink[bold] = ((soft - limit) * 5 + 0.5).clip(0, 1)
    side = SIDE if is_small else int(random.choice(COARSE, p=[0.04, 0.12, 0.18, 0.2, 0.2, 0.26]))
    if not is_small:
        ink = soften(ink, LARGE / side * 0.35 if side < SIDE else 0.9)
    maps, wave = _maps(random, hand), _waves(random, hand)
    first = _sample(ink, maps, wave, _places(n, SIDE))
    seen = enlarge(_sample(ink, maps, wave, _fit_places(random, first, side)))
    nothing = np.flatnonzero(classes == 0)
    seen[nothing] = _nothing(random, len(nothing), seen[nothing])
    framed = np.flatnonzero(random.random(n) < np.where(classes == 0, 0.1, 0.14))
    seen[framed] = np.maximum(seen[framed], _lines(random, len(framed), True))
    dirty = np.flatnonzero(random.random(n) < 0.08)
    seen[dirty] = np.maximum(seen[dirty], _specks(random, len(dirty)) * 0.7)
    seen = soften(seen, float(random.choice([0.05, 0.5, 0.9, 1.4, 2.0], p=[0.3, 0.25, 0.2, 0.15, 0.1])))
    seen = seen / np.maximum(seen.max(axis=(1, 2), keepdims=True), 0.35)  # normalized, as in a grid
    worn = _wear(random, seen)
    cut = np.flatnonzero((random.random(n) < CUT_OUT) & (worn.max(axis=(1, 2)) > 0.3))
    worn[cut] = _cut_out(worn[cut])
    return worn, classes, hand.astype(np.float32)
