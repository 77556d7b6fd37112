"""Simulate a photo of a page: perspective, curled paper, light, blur, noise, JPEG; and map points into it."""

from __future__ import annotations

from io import BytesIO
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from farandole.photo.geometry import Points, homography, transform_points
from farandole.records import record

Picture = NDArray[np.uint8]


@record(slots=False)
class Camera:
    """The parameters of a photo.

    Attributes
    ----------
    size : (int, int)
        Width and height of the photo in pixels.
    tilt : float
        The distance of the corners of the page from those of the photo, relative to its size.
    turn : float
        The rotation of the page in degrees.
    curl : float
        The amplitude of the waves of the paper, relative to its height.
    blur, noise : float
        In pixels, and in gray values.
    shadow : float
        How much darker a part of the photo is, from 0 to 1.
    light : (float, float, float)
        The color of the light.
    quality : int
        The quality of the JPEG, up to 95.
    seed : int
        The seed of everything random.
    """

    size: tuple[int, int] = (900, 1100)
    tilt: float = 0.05
    turn: float = 0.0
    curl: float = 0.0
    blur: float = 0.6
    noise: float = 3.0
    shadow: float = 0.2
    light: tuple[float, float, float] = (0.95, 0.95, 0.92)
    quality: int = 85
    seed: int = 0

    @classmethod
    def of(cls, random: Random, scale: float = 1.0) -> Camera:
        """Draw random parameters; a scale of 1 suits about 9 cells across."""
        long, short = round(scale * random.randint(900, 1300)), round(scale * random.randint(720, 900))
        light = random.uniform(0.6, 0.98)
        return cls(
            size=(short, long) if random.random() < 0.6 else (long, short),
            tilt=random.uniform(0, 0.08),
            turn=random.gauss(0, 4),
            curl=random.choice((0.0, 0.0, random.uniform(0, 0.02), random.uniform(0, 0.03))),
            blur=random.choice((random.uniform(0.2, 0.8), random.uniform(0.4, 1.4))),
            noise=random.uniform(1, 7),
            shadow=random.choice((0.0, random.uniform(0, 0.3), random.uniform(0.2, 0.5))),
            light=(light, light * random.uniform(0.92, 1), light * random.uniform(0.78, 1)),
            quality=random.randint(45, 92),
            seed=random.getrandbits(32),
        )

    def take(self, page: Image.Image, points: Points) -> tuple[Picture, Points]:
        """Photograph a page.

        Parameters
        ----------
        page : PIL.Image.Image
            RGB.
        points : float array (n, 2)
            x and y of points on the page.

        Returns
        -------
        uint8 array (height, width, 3), float array (n, 2)
            The photo, and the points in it.
        """
        random = np.random.default_rng((17, self.seed))
        width, height = self.size
        matrix = self._matrix(page.size, random)
        bends = _Bends(page.size, self.curl, random)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        seen = transform_points(
            np.asarray(np.linalg.inv(matrix), np.float64), np.stack([x, y], axis=-1).astype(np.float64)
        )
        table = random.uniform(40, 120, 3)
        photo = _sample(np.asarray(page), bends.bend(seen), table)
        photo *= self._lighting(random)[:, :, None] * np.array(self.light)
        blurred = Image.fromarray(photo.clip(0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(self.blur))
        noisy = np.asarray(blurred, np.float32) + random.normal(0, self.noise, (height, width, 1)).astype(np.float32)
        file = BytesIO()
        Image.fromarray(noisy.clip(0, 255).astype(np.uint8)).save(file, "JPEG", quality=self.quality)
        return np.asarray(Image.open(file)), transform_points(matrix, bends.unbend(points))

    def _matrix(self, size: tuple[int, int], random: np.random.Generator) -> Points:
        """Return the homography from the page to the photo: rotated, shifted, as large as fits."""
        corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])], float)
        angle = np.deg2rad(self.turn)
        turned = (corners - np.array(size) / 2) @ np.array(
            [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        )
        turned *= min(self.size / np.ptp(turned, axis=0)) * random.uniform(0.9, 1.02)
        moved = turned + np.array(self.size) / 2 + random.uniform(-1, 1, (4, 2)) * self.tilt * min(self.size)
        return homography(corners, moved)

    def _lighting(self, random: np.random.Generator) -> NDArray[np.float64]:
        """Return the brightness of each pixel: a gradient, and the edge of a shadow."""
        width, height = self.size
        y, x = np.mgrid[0:height, 0:width] / max(width, height)
        toward, edge, soft = random.uniform(0, 2 * np.pi), random.uniform(0.2, 0.7), random.uniform(0.02, 0.2)
        along = x * np.cos(toward) + y * np.sin(toward)
        along = (along - along.min()) / np.ptp(along)
        return np.asarray((1 - self.shadow / (1 + np.exp((along - edge) / soft))) * (1 - 0.15 * along))


class _Bends:
    """Curled paper: slow waves shift the page."""

    def __init__(self, size: tuple[int, int], curl: float, random: np.random.Generator) -> None:
        self.size = np.array(size, float)
        self.reach = curl * min(size)
        self.waves = random.uniform(0.6, 1.4, (2, 2)) * np.pi
        self.phases = random.uniform(0, 2 * np.pi, 2)

    def _shift(self, points: Points) -> Points:
        part = points / self.size
        along = np.sin(part[..., 0] * self.waves[0, 0] + part[..., 1] * self.waves[0, 1] * 0.4 + self.phases[0])
        down = np.sin(part[..., 1] * self.waves[1, 0] + part[..., 0] * self.waves[1, 1] * 0.4 + self.phases[1])
        return np.stack([0.5 * down, along], axis=-1) * self.reach

    def bend(self, points: Points) -> Points:
        """Map points of the bent page to the flat page."""
        return points + self._shift(points) if self.reach else points

    def unbend(self, points: Points) -> Points:
        """Map points of the flat page to the bent page."""
        found = points
        for _ in range(20):
            found = points - (self.bend(found) - found)
        return found


def cast_shadow(picture: Picture, light: float, random: Random) -> Picture:
    """Cast a shadow with a hard, straight edge, which crosses the middle of a photo.

    Parameters
    ----------
    picture : uint8 array (height, width, 3)
    light : float
        The light in the shadow, relative to that beside it.
    random : Random

    Examples
    --------
    >>> shaded = cast_shadow(np.full((40, 40, 3), 200, np.uint8), 0.35, Random(1))
    >>> int(shaded.min()), int(shaded.max())
    (70, 200)
    """
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    angle, left, top = random.uniform(0, 2 * np.pi), random.uniform(0.35, 0.65), random.uniform(0.35, 0.65)
    beyond = (x - left * width) * np.cos(angle) + (y - top * height) * np.sin(angle)
    lit = np.clip(beyond / random.uniform(1, 6) + 0.5, 0, 1)[:, :, None]
    return np.asarray(picture * (light + (1 - light) * lit), np.uint8)


def _sample(page: Picture, places: Points, table: NDArray[np.float64]) -> NDArray[np.float32]:
    """Sample a page bilinearly; around it is a table."""
    height, width = page.shape[:2]
    padded = np.empty((height + 2, width + 2, 3), np.float32)
    padded[:] = table
    padded[1:-1, 1:-1] = page
    x = (places[..., 0] + 1).clip(0, width + 0.999).astype(np.float32)
    y = (places[..., 1] + 1).clip(0, height + 0.999).astype(np.float32)
    left, top = x.astype(np.int32), y.astype(np.int32)
    across, down = (x - left)[..., None], (y - top)[..., None]
    flat = padded.reshape(-1, 3)
    at = top * (width + 2) + left
    upper = flat[at] * (1 - across) + flat[at + 1] * across
    lower = flat[at + width + 2] * (1 - across) + flat[at + width + 3] * across
    return np.asarray(upper * (1 - down) + lower * down, np.float32)
