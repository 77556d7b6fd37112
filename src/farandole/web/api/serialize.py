"""Turn puzzles, boards, steps, hints, ratings and cells into values of JSON.

The answers in this package ask questions and yield events. Only this module knows how an object looks in an event.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from farandole import formats
from farandole.bitsets import bits, digits_of
from farandole.cover import Cover
from farandole.cover.pieces import Packing, Piece
from farandole.cover.pieces.lattice import Cell as Square
from farandole.formats.knuth import option_names
from farandole.generate import ChangedPuzzle, Clue, MadePuzzle, Progress
from farandole.grid import Cell, Grid
from farandole.i18n import tr
from farandole.logic import Board, Detail, Hint, LogicRating, Rating, Score, Step, Technique, describe, notation
from farandole.logic.board import Candidate, Digit, DigitSet
from farandole.logic.inference.contradictions import CaseSplit, Contradiction
from farandole.logic.mistakes import BrokenRules, Mistake, MistakeReason, Proof, describe_mistake
from farandole.logic.techniques.brute_force import brute_force
from farandole.logic.wording.nets import describe_case_split
from farandole.logic.wording.proofs import join_sentences
from farandole.logic.wording.words import name_step
from farandole.puzzle import Puzzle
from farandole.puzzle.solutions import format_digits
from farandole.render import steps, svg
from farandole.render.combinations import find_combinations, write_mask
from farandole.render.pieces.inks import page_style

if TYPE_CHECKING:  # it takes NumPy, which only photos need
    from farandole.photo import Reading

Event: TypeAlias = dict[str, Any]
Lang: TypeAlias = Literal["en", "zh"]
Theme: TypeAlias = Literal["light", "dark", "auto"]

GUESS: Technique = brute_force
"""The technique that tries a digit when no other technique helps."""

# ── Puzzles ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def serialize_document(puzzle: Puzzle) -> Any:
    """Return the document of a puzzle, as `farandole.formats.json_document` writes it."""
    return json.loads(formats.write(puzzle, "json"))


def serialize_board(puzzle: Puzzle) -> Event:
    """Return what a page needs to show a grid: its cells with their places, its houses, the givens and pencilmarks."""
    grid = puzzle.grid
    return {
        "cells": [{"name": grid.cell_name(cell), "at": list(place)} for cell, place in enumerate(grid.positions)],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in grid.houses],
        "digits": grid.signs,
        "givens": puzzle.line,
        "marks": [list(digits_of(mask)) for mask in puzzle.pencilmarks or ()],
        "size": [grid.height, grid.width],
        "classic": puzzle.is_classic,
    }


def serialize_puzzle(puzzle: Puzzle) -> Event:
    """Return the document of a puzzle, its board, and a line about each rule, in the order of the document."""
    return {
        "document": serialize_document(puzzle),
        "board": serialize_board(puzzle),
        "rule_labels": [rule.describe_at("") for rule in puzzle.rules],
    }


def serialize_drawing(puzzle: Puzzle, theme: Theme) -> Event:
    """Return the picture of a puzzle, and the layers between which a page puts its own digits."""
    layers = svg.layers(puzzle)
    return {
        "svg": svg.draw(puzzle, theme=theme),
        "layers": {"below": layers.below, "above": layers.above},
        "view_box": layers.view_box,
        "cell": svg.CELL,
        "class": "farandole-auto",
        "style": page_style(),
    }


def serialize_reading(reading: Reading) -> Event:
    """Return a puzzle read from a photo, with its confidence and the digits that were written by hand."""
    document = reading.document()
    puzzle = document.pop("puzzle")
    return {
        **document,
        "document": puzzle,
        "board": serialize_board(reading.puzzle),
        "digits": serialize_digits(reading.entered),
        "nodes": round_points(reading.nodes),
    }


def round_points(rows: Iterable[Iterable[tuple[float, float]]]) -> list[list[list[float]]]:
    """Round points of a picture to a tenth of a pixel."""
    return [[[round(x, 1), round(y, 1)] for x, y in row] for row in rows]


# ── Cells and digits ────────────────────────────────────────────────────────────────────────────────────────────────


def name_cells(grid: Grid, cells: Iterable[Cell]) -> list[str]:
    """Return the names of cells."""
    return [grid.cell_name(cell) for cell in cells]


def serialize_digits(digits: Iterable[Digit]) -> str:
    """Return digits as a text, a character each, with ``.`` for 0."""
    return format_digits(digits)


def serialize_candidates(grid: Grid, candidates: Iterable[Candidate]) -> list[list[Any]]:
    """Return candidates as pairs: the name of a cell, and a digit."""
    return [[grid.cell_name(cell), digit] for cell, digit in candidates]


def serialize_masks(masks: Iterable[DigitSet]) -> list[str]:
    """Return the digits of each mask as a text."""
    return [format_digits(digits_of(mask)) for mask in masks]


def serialize_notes(grid: Grid, masks: Mapping[Cell, DigitSet]) -> dict[str, str]:
    """Return the candidates of some cells, by the names of the cells."""
    return dict(zip(name_cells(grid, masks), serialize_masks(masks.values()), strict=True))


def serialize_counts(grid: Grid, counts: Mapping[Digit, int]) -> dict[str, int]:
    """Return how many solutions have each digit in a cell."""
    return {grid.signs[digit - 1]: n for digit, n in sorted(counts.items())}


# ── Steps and hints ─────────────────────────────────────────────────────────────────────────────────────────────────


def serialize_name(step: Step) -> str:
    """Return the name of a step: its technique, and the rules that it uses."""
    return name_step(step)


def serialize_step(step: Step, board: Board, theme: Theme | None = None) -> Event:
    """Return a step, what it lights up, and the board before it; with a theme, its picture too."""
    grid = board.geometry.grid
    event: Event = {
        "technique": step.technique.name,
        "name": serialize_name(step),
        "notation": notation(step, board.geometry),
        "places": serialize_candidates(grid, step.placements),
        "removes": serialize_candidates(grid, step.eliminations),
        "lights": _serialize_lights(step, board),
        "digits": serialize_digits(board.values),
        "candidates": serialize_masks(board.masks),
    }
    return event | {"svg": steps.draw(step, board, theme=theme)} if theme else event


def serialize_proof(step: Step, board: Board, theme: Theme | None = None) -> Event:
    """Return a step with its proof in words."""
    table = _serialize_combinations(step, board)
    return {"proof": describe(step, board), **table, **serialize_step(step, board, theme)}


def serialize_hint(hint: Hint, theme: Theme) -> Event:
    """Return a hint at all four levels, with its step or its mistakes.

    Where the step is a guess, ``trial`` lists the digits that `why_not` has to refute.
    """
    levels = {"levels": [hint.describe(detail) for detail in Detail]}
    if hint.step is None:
        return levels | serialize_mistakes(hint)
    step, board = hint.step, hint.board
    return (
        levels
        | serialize_step(step, board, theme)
        | _serialize_combinations(step, board)
        | _serialize_trial(step, board)
    )


def serialize_mistakes(hint: Hint) -> Event:
    """Return the digits that are wrong, and the candidates that a player has crossed out but still needs."""
    grid = hint.board.geometry.grid
    return {
        "wrong": serialize_candidates(grid, hint.wrong_digits),
        "missed": serialize_candidates(grid, hint.missing_candidates),
    }


def _serialize_trial(step: Step, board: Board) -> Event:
    if step.technique is not GUESS:
        return {}
    [(cell, right)] = step.placements
    wrong = [(cell, digit) for digit in digits_of(board.masks[cell]) if digit != right]
    return {"trial": serialize_candidates(board.geometry.grid, wrong)}


def _serialize_lights(step: Step, board: Board) -> Event:
    grid, lights = board.geometry.grid, steps.find_highlights(step, board)
    return {
        "houses": [name_cells(grid, grid.houses[number].cells) for number in lights.houses],
        "cells": {grid.cell_name(cell): ink for cell, ink in lights.cells.items()},
        "candidates": _serialize_roles(grid, lights.candidates),
        "links": [
            dict(zip(("from", "to"), serialize_candidates(grid, ends), strict=True)) | {"strong": is_strong}
            for *ends, is_strong in lights.links
        ],
        "rules": [number for number, rule in enumerate(board.rules) if rule in lights.rules],
        "numbers": [[grid.cell_name(cell), number] for cell, number in lights.numbers],
    }


def _serialize_combinations(step: Step, board: Board) -> Event:
    """Return the table of the combinations that a step leaves, if it has one."""
    table = find_combinations(step, board)
    if table is None:
        return {}
    grid = board.geometry.grid
    return {
        "combinations": {
            "title": table.title,
            "headers": table.headers(grid),
            "rows": [[write_mask(grid, mask) for mask in row] for row in table.rows],
            "labels": list(table.labels),
            "more": table.more,
            "gone": [write_mask(grid, mask) for mask in table.gone] if any(table.gone) else [],
            "gone_label": tr("in none"),
            "needed": write_mask(grid, table.needed),
        }
    }


def serialize_contradiction(contradiction: Contradiction | CaseSplit, candidate: Candidate, board: Board) -> Event:
    """Return why a candidate is false: in words, and which cells and candidates to light up."""
    grid = board.geometry.grid
    roles = {(max(bits(link.end.cells)), link.end.digit): "right" for link in contradiction.links}
    if isinstance(contradiction, CaseSplit):
        roles |= {choice: "part_1" for choice, _ in contradiction.choices}
    else:
        roles |= {
            (cell, node.digit): "wrong"
            for node, is_true in contradiction.ends
            for cell in bits(node.cells)
            if not is_true
        }
    roles[candidate] = "gone"
    cells = {grid.cell_name(cell): "base" for cell, _ in roles}
    lights = {"houses": [], "cells": cells, "candidates": _serialize_roles(grid, roles), "links": []}
    return {"why": "\n".join(describe_case_split(board.geometry, candidate, contradiction)), "lights": lights}


def serialize_reason(reason: MistakeReason, mistake: Mistake, board: Board) -> Event:
    """Return why a candidate breaks rules: in words, and which cells to light up."""
    grid = board.geometry.grid
    match reason:
        case BrokenRules(rules, houses):
            scopes = [rule.scope for rule in rules] + [board.geometry.cells[house] for house in houses]
        case Proof(deductions):
            scopes = [rule.scope for deduction in deductions for rule in deduction.rules]
        case _:
            scopes = []
    cells = {grid.cell_name(cell): "base" for cell in (mistake.cell, *chain(*scopes))}
    roles = _serialize_roles(grid, {(mistake.cell, mistake.digit): "gone"})
    lights = {"houses": [], "cells": cells, "candidates": roles, "links": []}
    return {"why": join_sentences(*describe_mistake(board, mistake, reason)), "lights": lights}


def _serialize_roles(grid: Grid, roles: Mapping[Candidate, str]) -> list[Event]:
    return [{"cell": grid.cell_name(cell), "digit": digit, "role": role} for (cell, digit), role in roles.items()]


def serialize_changes(board: Board, before: Iterable[DigitSet]) -> list[list[Any]]:
    """Return the cells of a board whose candidates have changed, each with its candidates before and now."""
    pairs = zip(serialize_masks(before), serialize_masks(board.masks), strict=True)
    return [[cell, old, new] for cell, (old, new) in enumerate(pairs) if old != new]


# ── Ratings, clues, puzzles that were made ──────────────────────────────────────────────────────────────────────────


def serialize_rating(rating: Rating, scale: str) -> Event:
    """Return how hard a puzzle is on a scale."""
    match scale:
        case "search":
            return {"guesses": rating.guesses}
        case "logic":
            ours = rating.logic
            numbers = {"difficulty": ours.difficulty, "effort": ours.effort, "is_least": ours.is_least}
            return numbers | _serialize_hardest(ours)
        case "hodoku":
            return {"score": rating.hodoku.score} | _serialize_hardest(rating.hodoku)
    er, ep, ed, *_ = rating.explainer
    return {"er": er, "ep": ep, "ed": ed, "is_least": rating.explainer.is_least}


def _serialize_hardest(path: Score | LogicRating) -> Event:
    return {"level": path.level.name.lower(), "hardest": path.hardest.name if path.hardest else None}


def serialize_clue(clue: Clue) -> Event:
    """Return a clue, also in words."""
    return {**clue.plain, "in_words": clue.in_words}


def serialize_changed(changed: ChangedPuzzle) -> Event:
    """Return a puzzle that was completed or minimized, with the clues that were added or removed."""
    clues = [serialize_clue(clue) for clue in changed.clues]
    return {**serialize_puzzle(changed.puzzle), "clues": clues, "exhausted": changed.is_done}


def serialize_made(made: MadePuzzle) -> Event:
    """Return a puzzle that was made: its solution, what was proved, what it lacks, and its ratings."""
    return {
        **serialize_puzzle(made.puzzle),
        "seed": str(made.seed),
        "solution": made.solution.line,
        "unique": made.proof.is_unique,
        "minimal": made.proof.is_minimal,
        "falls_short": list(made.missing),
        "ratings": [{"scale": scale, **serialize_rating(made.rating, scale)} for scale in made.rating.scales],
    }


def serialize_progress(progress: Progress) -> Event:
    """Return how far the making of a puzzle is, with the best puzzle so far."""
    event: Event = {"what": progress.what, "tries": progress.tries}
    if progress.best is not None:
        event |= {"document": serialize_document(progress.best), "missing": list(progress.missing)}
    return event


# ── Exact covers ────────────────────────────────────────────────────────────────────────────────────────────────────


def serialize_matrix(cover: Cover, numbers: Mapping[Any, int]) -> Event:
    """Return the items of an exact cover, and its options with the numbers of their items."""
    options = [sorted(numbers[_item_of(entry)] for entry in option) for option in cover.options]
    return {
        "items": [str(item) for item in numbers],
        "primary": len(cover.primary),
        "options": [[str(name), items] for name, items in zip(_name_options(cover), options, strict=True)],
    }


def serialize_piece(piece: Piece) -> Event:
    """Return the name of a polyomino and a drawing, its rows with slashes between them."""
    cells = set(piece.cells)
    rows, columns = (range(max(along) + 1) for along in zip(*cells, strict=True))
    drawn = ("".join("X" if (row, column) in cells else "." for column in columns) for row in rows)
    return {"name": piece.name, "drawing": "/".join(drawn)}


def serialize_square(cell: Square) -> str:
    """Return the name of a square of a board that pieces fill."""
    row, column = cell
    return f"r{row + 1}c{column + 1}"


def serialize_packing(packing: Packing, numbers: Mapping[Any, int]) -> Event:
    """Return the exact cover of a packing, where an option is called by its piece and first square."""
    names = {piece.name for piece in packing.pieces}
    options = zip(packing.placements, packing.cover.options, strict=True)
    return {
        "items": [item if item in names else serialize_square(item) for item in numbers],
        "primary": len(packing.cover.primary),
        "options": [
            [f"{piece} {serialize_square(cells[0])}", [numbers[item] for item in option]]
            for (piece, cells), option in options
        ],
    }


def _item_of(entry: Any) -> Any:
    """Return the item of an entry, which may be a pair with a color."""
    return entry[0] if isinstance(entry, tuple) else entry


def _name_options(cover: Cover) -> Iterator[Any]:
    """Yield the names of the options: the caller's labels, or else their items."""
    is_numbered = isinstance(cover.labels, range)
    yield from option_names(cover, cover.labels) if is_numbered else cover.labels
