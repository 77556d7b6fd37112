"""The base of readers of formats with drawings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from farandole import rules
from farandole.errors import PuzzleError
from farandole.formats.drawings.decide import decide
from farandole.formats.drawings.groups import Choice, Group, group_figures, weigh
from farandole.formats.drawings.whole_grid import list_whole_grid
from farandole.formats.drawings.words import RulesText
from farandole.formats.lenient import LenientReader
from farandole.grid import Cell, Grid
from farandole.i18n import tr
from farandole.puzzle import DrawnLine, DrawnShape, Puzzle
from farandole.puzzle.figures import Figure
from farandole.records import replace
from farandole.render.pieces.figures import loops
from farandole.rules import Rule
from farandole.sizes import MAX_LABEL

OUTLINE = "#888888"
MAX_GROUPS = 40  # of a drawing


class Outline(NamedTuple):
    """A cage that may have a meaning: its cells, and the text in its corner."""

    cells: tuple[Cell, ...]
    text: str = ""


class DrawingReader(LenientReader):
    """Reads a document with a drawing; `read_drawing` finds the rules that it stands for."""

    def read_drawing(
        self,
        base: Puzzle,
        figures: Sequence[Figure],
        solution: Sequence[int] | None = None,
        outlines: Sequence[Outline] = (),
    ) -> Puzzle:
        """Find out which rules a drawing and the rules in words stand for; keep the rest of it as a drawing.

        Parameters
        ----------
        base : Puzzle
            What is certain.
        figures : sequence of Figure
        solution : sequence of int, optional
            The stored solution, 0 for each digit that isn't known.
        outlines : sequence of Outline
            Cages that may have no meaning.
        """
        said = RulesText(base.about.rules)
        groups, rest = group_figures(base.grid, figures, said)
        groups += _outline_groups(base.grid, outlines, said)
        groups += list_whole_grid(base.grid, said, groups, base.rules)
        if not groups and not rest:
            return base
        if len(groups) > MAX_GROUPS:
            self.unknown.append(f"drawings: {len(groups) - MAX_GROUPS} looks of figures beyond {MAX_GROUPS}")
            groups = groups[:MAX_GROUPS]
        outcome = decide(base, groups, solution)
        has_choice = any(choice.kind for group in groups for choice in group.choices)
        if not outcome.is_decided and not (has_choice and outcome.readings):
            self.unknown += [f"drawings: {group.name}" for group in groups]
            self.unknown += [f"drawings: figures ({len(rest)})"] * bool(rest)
            return _keep(base, figures)
        self.outcome = outcome
        number = self.reading if self.reading and self.reading <= len(outcome.readings) else 1
        chosen = outcome.readings[number - 1]
        kept = {id(figure) for figure in (*rest, *chosen.only_drawn)}
        own = {id(figure) for figure in figures}
        more = [figure for figure in chosen.only_drawn if id(figure) not in own]
        return _keep(chosen.puzzle, [*(figure for figure in figures if id(figure) in kept), *more])


def _keep(puzzle: Puzzle, figures: Sequence[Figure]) -> Puzzle:
    return replace(puzzle, about=replace(puzzle.about, drawing=(*puzzle.about.drawing, *figures)))


def _outline_groups(grid: Grid, outlines: Sequence[Outline], said: RulesText) -> Iterator[Group]:
    """Make the groups of cages: those with a total, those without a text, and others, which are only drawn."""
    of_kind: dict[str, list[Outline]] = defaultdict(list)
    for outline in outlines:
        is_total = outline.text.isascii() and outline.text.isdecimal() and len(outline.text) <= 4
        of_kind["total" if is_total else "text" if outline.text else "plain"].append(outline)
    for kind, alike in of_kind.items():
        n = len(alike)
        choices = [Choice("", weight=0.4 if kind == "plain" else 0.05, label=tr("only a drawing"))]
        if kind == "total":
            name = tr("drawn cages with a number ({n})", n=n)
            choices += _cages(said, 0.9, "killer", lambda one: rules.Cage(one.cells, int(one.text)), alike)
            choices += _cages(said, 0.05, "sum_cage", lambda one: rules.Sum(one.cells, int(one.text)), alike)
        elif kind == "plain":
            name = tr("drawn cages without a number ({n})", n=n)
            choices += _cages(said, 0.5, "plain_cage", lambda one: rules.Cage(one.cells), alike)
        else:
            name = tr("drawn cages with a text ({n})", n=n)
        choices.sort(key=lambda choice: -choice.weight)
        yield Group(name, tuple(choices), tuple(figure for outline in alike for figure in _draw(grid, outline)))


def _cages(
    said: RulesText, prior: float, kind: str, make: Callable[[Outline], Rule], alike: Sequence[Outline]
) -> Iterator[Choice]:
    try:
        made = tuple(make(outline) for outline in alike)
    except PuzzleError:
        return  # a cage with more cells than digits
    weight, is_named = weigh(said, kind, "", prior)
    yield Choice(kind, made, weight, is_named, label=made[0].describe_at("") if made else "")


def _draw(grid: Grid, outline: Outline) -> Iterator[Figure]:
    edges = loops(grid, outline.cells, inset=0.07)
    yield from (DrawnLine((*loop, loop[0]), OUTLINE, 0.03) for loop in edges)
    if outline.text:
        (x, y), *_ = edges[0]
        text = outline.text[:MAX_LABEL]
        yield DrawnShape((x + 0.07 * len(text), y + 0.1), 0.14 * len(text), 0.25, text=text, size=0.24)
