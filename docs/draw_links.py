"""Draws the links of the dance before and after an item is covered: links-before.svg and links-after.svg, here."""

from itertools import pairwise
from pathlib import Path

ITEMS = ["a", "b", "c", "d"]
OPTIONS = ["a c", "a b", "b d", "c d"]
COVERED = "a"

COLUMN, ROW, SIZE = 104, 66, 34
INK, GONE, NEW = "#1b3a4b", "#b9c4cb", "#d1495b"


def x_of(item: str) -> int:
    """Say where an item's column is."""
    return 150 + COLUMN * ITEMS.index(item)


def y_of(row: int) -> int:
    """Say where a row is; row 0 are the items."""
    return 62 + ROW * row


def box(x: int, y: int, text: str, *, gone: bool) -> str:
    """Draw a node, paler if it has left its ring."""
    color, paper = (GONE, "#f6f8f9") if gone else (INK, "#e3f2ee")
    return (
        f'<rect x="{x - SIZE / 2}" y="{y - SIZE / 2}" width="{SIZE}" height="{SIZE}" rx="9" fill="{paper}" '
        f'stroke="{color}" stroke-width="1.8"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="{color}">{text}</text>'
    )


def link(x1: int, y1: int, x2: int, y2: int, kind: str, *, heads: str = "start end") -> str:
    """Draw a link, as a rule both ways."""
    gap = SIZE / 2 + 4
    if kind == "new" and x1 == x2:  # beside what has left the ring
        path = f"M{x1 + 10} {y1 + gap}C{x1 + 46} {y1 + 54} {x2 + 54} {y2 - 30} {x2 + gap} {y2 - 4}"
    elif kind == "new":
        path = f"M{x1 + 6} {y1 - gap}C{x1 + 30} {y1 - 52} {x2 - 30} {y2 - 52} {x2 - 6} {y2 - gap}"
    elif x1 == x2:
        path = f"M{x1} {y1 + gap}L{x2} {y2 - gap}"
    else:
        path = f"M{x1 + gap} {y1}L{x2 - gap} {y2}"
    color = {"there": INK, "gone": GONE, "new": NEW}[kind]
    dashes = ' stroke-dasharray="4 4"' if kind == "gone" else ""
    arrows = " ".join(f'marker-{head}="url(#{kind})"' for head in heads.split())
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="1.8"{dashes} {arrows}/>'


def ring(places: list[tuple[int, int, bool]]) -> list[str]:
    """Draw the links along places (x, y, whether it has left the ring): what left still knows its neighbors."""
    lines = []
    for (x1, y1, gone1), (x2, y2, gone2) in pairwise(places):
        heads = "start end" if gone1 == gone2 else "end" if gone1 else "start"
        lines.append(link(x1, y1, x2, y2, "gone" if gone1 or gone2 else "there", heads=heads))
    for one, two in pairwise(place for place in places if not place[2]):
        if places.index(two) - places.index(one) > 1:
            lines.append(link(*one[:2], *two[:2], "new"))
    return lines


def draw(*, covered: bool) -> str:
    """Draw all links, before or after an item is covered."""
    hidden = [covered and COVERED in option.split() for option in OPTIONS]
    shapes = ring([(46, y_of(0), False), *((x_of(i), y_of(0), covered and i == COVERED) for i in ITEMS)])
    for item in ITEMS:
        nodes = [
            (x_of(item), y_of(row), hidden[row - 1] and item != COVERED)
            for row, option in enumerate(OPTIONS, 1)
            if item in option.split()
        ]
        shapes += ring([(x_of(item), y_of(0), False), *nodes])
    shapes.append(box(46, y_of(0), "●", gone=False))
    shapes += [box(x_of(item), y_of(0), item, gone=covered and item == COVERED) for item in ITEMS]
    for row, option in enumerate(OPTIONS, 1):
        shapes += [box(x_of(item), y_of(row), item, gone=hidden[row - 1]) for item in option.split()]
        color = GONE if hidden[row - 1] else INK
        shapes.append(f'<text x="46" y="{y_of(row) + 5}" text-anchor="middle" fill="{color}">option {row - 1}</text>')
    arrow = (
        '<marker id="{0}" viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="6" markerHeight="6" '
        'orient="auto-start-reverse"><path d="M0 0.5L7.5 4L0 7.5z" fill="{1}"/></marker>'
    )
    markers = "".join(arrow.format(kind, color) for kind, color in (("there", INK), ("gone", GONE), ("new", NEW)))
    width, height = x_of(ITEMS[-1]) + 62, y_of(len(OPTIONS)) + 36
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="15"><rect width="100%" height="100%" rx="12" '
        f'fill="#ffffff"/><defs>{markers}</defs>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


if __name__ == "__main__":
    for name, covered in (("before", False), ("after", True)):
        Path(__file__).with_name(f"links-{name}.svg").write_text(draw(covered=covered), encoding="utf-8")
