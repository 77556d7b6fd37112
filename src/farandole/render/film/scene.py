"""The shapes and frames of films, and their animated SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Literal

from farandole.records import record
from farandole.render.pieces.fonts import FAMILY
from farandole.render.pieces.inks import INKS, check_theme

FRAMES_PER_SECOND = 12
REST = 2.0  # seconds of the still at the end


@record
class Shape:
    """A box, a line or a text, in one ink.

    Parameters
    ----------
    kind : {"box", "line", "text"}
    x, y : float
        The upper left corner of a box, the start of a line, the middle of a text.
    ink : str
        A key of `farandole.render.pieces.inks.INKS`.
    width, height : float
        The size of a box; the way from the start of a line to its end.
    text : str
    size : float
        The font size of a text; the width of a line.
    """

    kind: Literal["box", "line", "text"]
    x: float
    y: float
    ink: str
    width: float = 0
    height: float = 0
    text: str = ""
    size: float = 0


@record
class Film:
    """Fixed shapes, and more shapes for each frame.

    Parameters
    ----------
    width, height : float
    fixed : tuple of Shape
        The shapes of every frame, in the order in which they are drawn.
    frames : tuple of tuple of Shape
        The other shapes of each frame, from bottom to top.
    """

    width: float
    height: float
    fixed: tuple[Shape, ...]
    frames: tuple[tuple[Shape, ...], ...]

    @property
    def seconds(self) -> float:
        """The duration, with the still at the end."""
        return len(self.frames) / FRAMES_PER_SECOND + REST


def svg(film: Film, *, theme: str = "auto") -> str:
    """Write a film as an animated SVG document, which a browser plays in a loop.

    Each shape is written once, with the times at which it is shown. Without animation, such as on paper, the last frame
    is shown.

    Raises
    ------
    ArgumentError
        If the theme is unknown.
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
    """Write a shape with its animation; without animation, the tag shows its state in the last frame."""
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
    """Choose how many moves each frame has made: one per frame at first, then more and more.

    Examples
    --------
    >>> schedule_moves(3, 4), schedule_moves(100, 6)
    ([0, 1, 2, 3], [0, 1, 4, 12, 35, 100])
    """
    if n_moves <= n_frames - 1:
        return [*range(n_moves + 1)]
    low, high = 1.0, 10.0
    n = n_frames - 1

    def moves_at(frame: int, growth: float) -> float:
        return (growth**frame - 1) / (growth - 1)

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if moves_at(n, middle) < n_moves else (low, middle)
    return [round(moves_at(frame, high)) for frame in range(n)] + [n_moves]
