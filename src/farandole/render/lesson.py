"""A solution as a lesson to print or to put on a page: each step with its picture and its proof."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from farandole.i18n import current_language, tr
from farandole.records import record
from farandole.render.lettering import LEADING, Line, lines_of, stack_lines
from farandole.render.page_sizes import PAPERS
from farandole.render.paper import FAINT, MARGIN, NUMBER, Box, compose_page, place_drawing

PER_PAGE = 3
TITLE, HEADING, TEXT, SMALLEST = 20.0, 12.0, 9.5, 4.0  # font sizes
HEAD, FOOT, GAP = 44.0, 20.0, 16.0
SHARE = 0.44  # of the width, for the picture


@record
class Page:
    """A step of a lesson.

    Parameters
    ----------
    heading : str
    text : str
        The proof, in lines.
    drawing : str
        An SVG document.
    """

    heading: str
    text: str
    drawing: str


_STYLE = """\
:root { color-scheme: light dark; }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
section { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 2rem 0; break-inside: avoid; }
img { width: min(26rem, 100%); height: auto; }
section div { flex: 1 1 18rem; }
h2 { margin: 0 0 .5rem; font-size: 1.2rem; }
p { margin: 0 0 .5rem; white-space: pre-line; }
"""


def write_html(title: str, steps: Sequence[Page], conclusion: str) -> str:
    """Write a lesson as a page of its own, without scripts or other files.

    Parameters
    ----------
    title : str
    steps : sequence of Page
        The first may be the puzzle.
    conclusion : str
        The last sentence.

    Examples
    --------
    >>> page = write_html("A & B", [Page("1. Naked Single", "r1c1 is 5.", "<svg/>")], "Solved.")
    >>> "<title>A &amp; B</title>" in page, page.count("<section>")
    (True, 1)
    """
    sections = [
        f'<section><img src="data:image/svg+xml;base64,{b64encode(step.drawing.encode()).decode()}" '
        f'alt="{escape(step.heading)}">\n'
        f"<div><h2>{escape(step.heading)}</h2>\n<p>{escape(step.text)}</p></div></section>"
        for step in steps
    ]
    body = "\n".join([f"<h1>{escape(title)}</h1>", *sections, f"<p>{escape(conclusion)}</p>"])
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    look = f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>"
    start = f'<!doctype html>\n<html lang="{current_language()}">'
    return f"{start}\n<head>{head}\n{look}</head>\n<body>\n{body}\n</body>\n</html>\n"


def draw_pages(title: str, steps: Sequence[Page], conclusion: str, *, paper: str = "a4") -> Iterator[str]:
    """Yield the pages of a lesson for `farandole.render.paper.write_pdf`, three steps on each.

    Parameters
    ----------
    title, steps, conclusion
        As for `write_html`; the drawings must be light.
    paper : str
        One of `PAPERS`.
    """
    width, height = PAPERS[paper]
    n_pages = -(-len(steps) // PER_PAGE)
    high = (height - 2 * MARGIN - HEAD - FOOT - (PER_PAGE - 1) * GAP) / PER_PAGE
    left_width = SHARE * (width - 2 * MARGIN)
    for number in range(n_pages):
        parts = list(stack_lines([Line(_cut(title, width), TITLE, weight="bold")], width / 2, MARGIN))
        shown = steps[number * PER_PAGE : (number + 1) * PER_PAGE]
        for place, step in enumerate(shown):
            top = MARGIN + HEAD + place * (high + GAP)
            parts.append(place_drawing(step.drawing, Box(MARGIN, top, left_width, high))[0])
            left = MARGIN + left_width + GAP
            text = step.text + (f"\n\n{conclusion}" if step is steps[-1] else "")
            for line in _fit(step.heading, text, width - MARGIN - left, high):
                parts += line.draw(left, top)
                top += line.height
        if n_pages > 1:
            said = tr("Page {number} of {last}", number=number + 1, last=n_pages)
            parts += stack_lines([Line(said, NUMBER, ink=FAINT)], width / 2, height - MARGIN - NUMBER * LEADING)
        yield compose_page(parts, width, height)


def _cut(title: str, width: float) -> str:
    lines = lines_of(title, TITLE, width - 2 * MARGIN - TITLE, weight="bold") or [""]
    return lines[0] + " ..." * (len(lines) > 1)


def _fit(heading: str, text: str, width: float, height: float) -> list[Line]:
    """Break a text into lines, with smaller letters if it is long; what is longer still is cut."""
    size = TEXT
    while True:
        head = [Line(line, HEADING, weight="bold") for line in lines_of(heading, HEADING, width, weight="bold")]
        body = [Line(line, size) for part in text.split("\n") for line in lines_of(part, size, width) or [""]]
        used = sum(line.height for line in (*head, *body))
        if used <= height:
            return [*head, *body]
        if size <= SMALLEST:
            room = int((height - sum(line.height for line in head)) / (size * LEADING)) - 1
            return [*head, *body[:room], Line("...", size)]
        size *= 0.93
