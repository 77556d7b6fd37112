"""Shapes, frames and the animated drawing that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Literal

from farandole.render.pieces.fonts import FAMILY
from farandole.render.pieces.inks import INKS, check_theme

FRAMES_PER_SECOND = 12
REST = 2.0  # seconds for which the end stands still


@dataclass(frozen=True, slots=True)
class Shape:
    """A box, a line or a text; of one color, which is the name of an ink.

    Parameters
    ----------
    kind : {"box", "line", "text"}
    x, y : float
        The upper left corner of a box, the beginning of a line, the middle of a text.
    ink : str
        A key of `farandole.render.pieces.inks.INKS`.
    width, height : float
        Of a box; from the beginning of a line to its end.
    text : str
    size : float
        Of a text; how wide a line is.
    """

    kind: Literal["box", "line", "text"]
    x: float
    y: float
    ink: str
    width: float = 0
    height: float = 0
    text: str = ""
    size: float = 0


@dataclass(frozen=True, slots=True)
class Film:
    """What stays, and what each frame shows besides.

    Parameters
    ----------
    width, height : float
    fixed : tuple of Shape
        What stays: some is drawn below what changes, in the order given.
    frames : tuple of tuple of Shape
        What is shown besides, for each frame, from below to above.
    """

    width: float
    height: float
    fixed: tuple[Shape, ...]
    frames: tuple[tuple[Shape, ...], ...]

    @property
    def seconds(self) -> float:
        """How long it takes, the rest at its end included."""
        return len(self.frames) / FRAMES_PER_SECOND + REST


def svg(film: Film, *, theme: str = "auto") -> str:
    """Write a film as an animated SVG document, which a browser plays again and again.

    Each shape is there once, with the times at which it is shown. Where nothing moves, such as on paper, the last frame
    is seen.

    Raises
    ------
    ArgumentError
        If there is no such theme.
    """
    check_theme(theme)
    shown: dict[Shape, list[bool]] = {}
    for number, frame in enumerate(film.frames):
        for shape in frame:
            shown.setdefault(shape, [False] * len(film.frames))[number] = True
    used = {shape.ink for shape in (*film.fixed, *shown)}
    size = f'width="{film.width:g}" height="{film.height:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {film.width:g} {film.height:g}" {size}>',
            f"<style>{_style(used, theme)}</style>",
            f'<rect class="paper" {size}/>',
            *(f"{_tag(shape)}/>" if shape.kind != "text" else f"{_tag(shape)}</text>" for shape in film.fixed),
            *(_animate(shape, times, film.seconds) for shape, times in sorted(shown.items(), key=_depth)),
            "</svg>\n",
        ]
    )


def _depth(item: tuple[Shape, Sequence[bool]]) -> int:
    return ("box", "line", "text").index(item[0].kind)


def _style(used: set[str], theme: str) -> str:
    light, dark = (
        "".join(f".{name}{{fill:{INKS[name][i]};stroke:{INKS[name][i]}}}" for name in sorted({*used, "paper"}))
        for i in (0, 1)
    )
    plain = f"text{{font-family:{FAMILY};text-anchor:middle}}"
    sheet = dark if theme == "dark" else light
    return plain + sheet + (f"@media(prefers-color-scheme:dark){{{dark}}}" if theme == "auto" else "")


def _tag(shape: Shape) -> str:
    place = f'class="{shape.ink}" x="{shape.x:g}" y="{shape.y:g}"'
    if shape.kind == "box":
        return f'<rect {place} width="{shape.width:g}" height="{shape.height:g}"'
    if shape.kind == "text":
        return f'<text {place} dy=".36em" font-size="{shape.size:g}">{escape(shape.text)}'
    end = f'd="M{shape.x:g} {shape.y:g}l{shape.width:g} {shape.height:g}"'
    return f'<path class="{shape.ink}" {end} stroke-width="{shape.size:g}"'


def _animate(shape: Shape, times: Sequence[bool], seconds: float) -> str:
    """Write a shape that is shown at some times, as a tag that its last state stands in."""
    runs = [(is_shown, len(list(run))) for is_shown, run in groupby(times)]
    tag, end = _tag(shape), "</text>" if shape.kind == "text" else {"box": "</rect>", "line": "</path>"}[shape.kind]
    opening, _, content = tag.partition(">") if shape.kind == "text" else (tag, "", "")
    if len(runs) == 1:
        return f"{opening}>{content}{end}"
    values = ";".join("1" if is_shown else "0" for is_shown, _ in runs)
    at = ";".join(_times(runs, seconds))
    motion = f'<animate attributeName="opacity" dur="{seconds:g}s" repeatCount="indefinite" calcMode="discrete"'
    last = "" if runs[-1][0] else ' opacity="0"'
    return f'{opening}{last}>{content}{motion} keyTimes="{at}" values="{values}"/>{end}'


def _times(runs: Sequence[tuple[bool, int]], seconds: float) -> Iterator[str]:
    passed = 0
    for _, length in runs:
        yield f"{passed / FRAMES_PER_SECOND / seconds:.4f}".rstrip("0").rstrip(".").removeprefix("0") or "0"
        passed += length


def schedule_moves(n_moves: int, n_frames: int) -> list[int]:
    """Choose how many moves have been made at each frame: one a frame at first, then more and more.

    Examples
    --------
    >>> schedule_moves(3, 4), schedule_moves(100, 6)
    ([0, 1, 2, 3], [0, 1, 4, 12, 35, 100])
    """
    if n_moves <= n_frames - 1:
        return [*range(n_moves + 1)]
    low, high = 1.0, 10.0
    n = n_frames - 1

    def reached(growth: float, frame: int) -> float:
        return (growth**frame - 1) / (growth - 1)

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if reached(middle, n) < n_moves else (low, middle)
    return [round(reached(high, frame)) for frame in range(n)] + [n_moves]
