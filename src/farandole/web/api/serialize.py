"""What events hold: puzzles, boards, steps and cells, as JSON can say them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from farandole import formats
from farandole.errors import ArgumentError
from farandole.grid import Cell, Grid
from farandole.i18n import tr
from farandole.logic import Board, Rating, Step, notation
from farandole.logic.board import Candidate, bits, digits_of, has_digit
from farandole.logic.inference.contradictions import CaseSplit, Contradiction
from farandole.puzzle import Puzzle, digits_in
from farandole.puzzle.solutions import text_of
from farandole.render import steps

Event = dict[str, Any]
Lang = Literal["en", "zh"]
Theme = Literal["light", "dark", "auto"]


def document(puzzle: Puzzle) -> Any:
    """Give the document of a puzzle."""
    return json.loads(formats.write(puzzle, "json"))


def board_of(puzzle: Puzzle) -> Event:
    """Tell what a page wants to know of a grid: where its cells are, and which share a house."""
    grid = puzzle.grid
    return {
        "cells": [{"name": grid.cell_name(cell), "at": list(place)} for cell, place in enumerate(grid.positions)],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in grid.houses],
        "digits": text_of(range(1, grid.n_digits + 1)),
        "givens": puzzle.line,
        "marks": [list(digits_of(mask)) for mask in puzzle.pencilmarks or ()],
        "size": [grid.height, grid.width],
        "classic": puzzle.is_classic,
    }


def played(puzzle: Puzzle, digits: str | None) -> Board:
    """Give the board of a puzzle with what a player has entered.

    Raises
    ------
    ArgumentError
        If the digits can't stand together.
    """
    board = Board.of(puzzle)
    for cell, digit in enumerate(digits_in(digits, puzzle.grid) if digits else ()):
        if digit and digit != board.values[cell]:
            if board.values[cell] or not has_digit(board.masks[cell], digit):
                raise ArgumentError(f"digits: {puzzle.grid.cell_name(cell)} can't be {digit} beside the others")
            board.place(cell, digit)
    return board


def step_told(step: Step, board: Board, theme: Theme | None) -> Event:
    """Tell a step: its name, what it does, what it lights up, the board before it; with a theme, its picture, too."""
    grid = board.geometry.grid
    told: Event = {
        "technique": step.technique.name,
        "name": tr(step.technique.name),
        "notation": notation(step, board.geometry),
        "places": entries(grid, step.placements),
        "removes": entries(grid, step.eliminations),
        "lights": _lights(step, board),
        "digits": text_of(board.values),
        "candidates": [text_of(digits_of(mask)) for mask in board.masks],
    }
    return told | {"svg": steps.draw(step, board, theme=theme)} if theme else told


def _lights(step: Step, board: Board) -> Event:
    grid, lit = board.geometry.grid, steps.lights(step, board)
    return {
        "houses": [names(grid, grid.houses[number].cells) for number in lit.houses],
        "cells": {grid.cell_name(cell): ink for cell, ink in lit.cells.items()},
        "candidates": _with_roles(grid, lit.candidates),
        "links": [
            dict(zip(("from", "to"), entries(grid, ends), strict=True)) | {"strong": is_strong}
            for *ends, is_strong in lit.links
        ],
    }


def rating_told(rating: Rating, scale: str) -> Event:
    """Tell how hard a puzzle is on a scale."""
    match scale:
        case "search":
            return {"guesses": rating.guesses}
        case "hodoku":
            hardest = rating.hodoku.hardest
            said = {"score": rating.hodoku.score, "level": rating.hodoku.level.name.lower()}
            return {**said, "hardest": hardest.name if hardest else None}
    er, ep, ed, *_ = rating.explainer
    return {"er": er, "ep": ep, "ed": ed, "is_least": rating.explainer.is_least}


def contradiction_lights(found: Contradiction | CaseSplit, candidate: Candidate, grid: Grid) -> Event:
    """Say what to light up of a contradiction: what is supposed, what must be placed, the choices that are left."""
    roles = {(max(bits(link.end.cells)), link.end.digit): "right" for link in found.links}
    if isinstance(found, CaseSplit):
        roles |= {choice: "part_1" for choice, _ in found.choices}
    else:
        roles |= {
            (cell, node.digit): "wrong" for node, is_right in found.ends for cell in bits(node.cells) if not is_right
        }
    roles[candidate] = "gone"
    cells = {grid.cell_name(cell): "base" for cell, _ in roles}
    return {"houses": [], "cells": cells, "candidates": _with_roles(grid, roles), "links": []}


def _with_roles(grid: Grid, roles: Mapping[Candidate, str]) -> list[Event]:
    return [{"cell": grid.cell_name(cell), "digit": digit, "role": role} for (cell, digit), role in roles.items()]


def entries(grid: Grid, some: Iterable[Candidate]) -> list[list[Any]]:
    """Name candidates: a cell and a digit each."""
    return [[grid.cell_name(cell), digit] for cell, digit in some]


def names(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    """Name cells."""
    return [grid.cell_name(cell) for cell in cells]
