"""Draw how a puzzle flows through the packages: pictures/architecture.svg."""

from pathlib import Path

WIDTH, HEIGHT = 880, 464
STYLE = """
:root { color-scheme: light dark; }
.paper { fill: #ffffff; } .stage { fill: #eef5f2; stroke: #bfd6cd; } .box { fill: #ffffff; stroke: #7fa99a; }
.core { fill: #fdf3e3; stroke: #d9a24a; } text { fill: #1b3a4b; } .title { font-weight: bold; }
.small { fill: #55707f; } .arrow { stroke: #1b3a4b; fill: none; } .head { fill: #1b3a4b; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #131a1e; } .stage { fill: #1b2a29; stroke: #35514a; } .box { fill: #22343a; stroke: #5f9484; }
  .core { fill: #3a2f1c; stroke: #b98a3c; } text { fill: #e6eef0; } .small { fill: #9db4bd; }
  .arrow { stroke: #cfdde2; } .head { fill: #cfdde2; }
}
"""


def text(x: float, y: float, words: str, kind: str = "", size: int = 14) -> str:
    """Write a centered line."""
    return f'<text x="{x}" y="{y}" class="{kind}" font-size="{size}" text-anchor="middle">{words}</text>'


def box(x: float, y: float, width: float, name: str, about: str, kind: str = "box") -> str:
    """Draw a package, with what it does below its name."""
    middle = x + width / 2
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="52" rx="8" class="{kind}"/>'
        f"{text(middle, y + 22, name, 'title')}{text(middle, y + 41, about, 'small', 12)}"
    )


def stage(x: float, y: float, width: float, height: float, title: str) -> str:
    """Draw the frame of a stage."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="12" class="stage"/>'
        f"{text(x + width / 2, y + 23, title, 'title', 15)}"
    )


def arrow(*points: tuple[float, float]) -> str:
    """Draw an arrow along points."""
    path = "L".join(f"{x} {y}" for x, y in points)
    return f'<path d="M{path}" class="arrow" stroke-width="1.8" marker-end="url(#head)"/>'


def draw() -> str:
    """Draw the whole picture."""
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" class="paper"/>',
        stage(24, 24, 832, 96, "Interfaces"),
        *(
            box(44 + 204 * k, 56, 180, name, about)
            for k, (name, about) in enumerate(
                [("cli", "the command"), ("web", "the page"), ("tui", "the terminal"), ("import farandole", "Python")]
            )
        ),
        stage(24, 152, 164, 172, "Text"),
        box(40, 186, 132, "formats", "texts and links"),
        box(40, 254, 132, "photo", "pictures"),
        stage(228, 152, 164, 172, "Puzzle"),
        box(244, 186, 132, "puzzle", "givens, questions"),
        box(244, 254, 132, "grid, rules", "cells, constraints"),
        stage(432, 152, 220, 172, "Search"),
        box(448, 186, 86, "logic", "techniques"),
        box(550, 186, 86, "cover", "options"),
        box(448, 254, 86, "generate", "new ones"),
        box(550, 254, 86, "batch", "arrays"),
        stage(692, 152, 164, 172, "Answer"),
        box(708, 186, 132, "render", "pictures, words"),
        box(708, 254, 132, "formats", "texts and links"),
        box(228, 372, 424, "_core", "C++: SIMD lanes, propagation, clause learning, bit sets, diagrams", "core"),
        arrow((188, 238), (224, 238)),
        arrow((392, 238), (428, 238)),
        arrow((652, 238), (688, 238)),
        arrow((106, 120), (106, 148)),
        arrow((774, 152), (774, 124)),
        arrow((310, 324), (310, 368)),
        arrow((542, 324), (542, 368)),
        text(
            440,
            450,
            "io, bulk, datasets and distributed do the same for files, cores and machines.",
            "small",
            13,
        ),
    ]
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="Helvetica, Arial, sans-serif"><style>{STYLE}</style>'
        f'<defs>{head}<path d="M0 .5L7.5 4L0 7.5z" class="head"/></marker></defs>\n' + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    (Path(__file__).parent / "pictures" / "architecture.svg").write_text(draw())
