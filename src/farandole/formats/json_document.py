"""Farandole's own format: a JSON document that can express any puzzle.

::

    {
      "farandole": 1,
      "about": {"title": "Knights", "author": "Ada", "rules": "Normal sudoku rules apply. ..."},
      "grid": {"size": 9},
      "givens": ["53..7....", "6..195...", ...],
      "rules": [
        {"rule": "cage", "cells": "r1c1 r1c2 r2c1", "total": 10},
        {"rule": "anti_knight"}
      ]
    }

It is strict: unknown and repeated keys are refused. ``docs/formats.md`` describes each key. `schema` makes a JSON
Schema, for editors that complete and check while you write.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from farandole import rules
from farandole.errors import FormatError, PuzzleError, short_repr
from farandole.formats.json_about import SCHEMA as ABOUT_SCHEMA
from farandole.formats.json_about import about_document, read_about
from farandole.formats.json_grid import CELL, GRID_SCHEMA, HOLE, grid_document, read_grid
from farandole.formats.json_value import Node, cell_names
from farandole.formats.lenient import locate_rule_errors
from farandole.grid import Grid
from farandole.puzzle import About, Puzzle
from farandole.records import Field, fields
from farandole.rules import RULES
from farandole.rules.fields import MAX_TEXT
from farandole.rules.named import EVERYWHERE, NEGATIVE, Rules, suggest_rule
from farandole.sizes import MAX_STATES

VERSION = 1

VERSION_KEY = "farandole"
KEYS = (VERSION_KEY, "about", "grid", "givens", "pencilmarks", "rules")


def read(text: str) -> Puzzle:
    """Read a puzzle from a document.

    Raises
    ------
    FormatError
        If the text is not JSON, or if a value is not as expected; the message says where.
    PuzzleError
        If the puzzle is malformed: a region has the wrong size, a house holds a digit twice, or a rule is malformed.

    Examples
    --------
    >>> puzzle = read('{"farandole": 1, "grid": {"size": 4}, "givens": ["12..", "....", "....", "...."]}')
    >>> puzzle.count()
    24
    >>> read('{"farandole": 1, "grid": {"sise": 4}}')
    Traceback (most recent call last):
    ...
    farandole.errors.FormatError: grid: unknown key 'sise'; expected one of size, box, regions, named, ...
    """
    node = Node.parse(text)
    if VERSION_KEY not in node.names():
        keys = ", ".join(map(short_repr, node.names()[:9])) or "no key"
        raise FormatError(
            f"no puzzle: expected an object with the key '{VERSION_KEY}' (our own format), with a list 'grid' "
            f"(f-puzzles) or with 'cells' (SudokuPad), found {keys}"
        )
    node.only(KEYS)
    if node["farandole"].integer() != VERSION:
        raise node["farandole"].fault(f"version {VERSION}", code="version")
    grid = read_grid(node["grid"])
    givens = _read_givens(node["givens"], grid) if node.has("givens") else (0,) * grid.n_cells
    pencilmarks = _read_pencilmarks(node["pencilmarks"], grid, givens) if node.has("pencilmarks") else None
    entries = node["rules"].items() if node.has("rules") else []
    about = read_about(node["about"], grid) if node.has("about") else About()
    return Puzzle(grid, givens, pencilmarks, _read_rules(entries, grid), about)


def write(puzzle: Puzzle) -> str:
    """Write a puzzle as a document that `read` reads back.

    Raises
    ------
    PuzzleError
        If the class of a rule has no name in `RULES`.

    Examples
    --------
    >>> print(write(Puzzle(Grid.classic((2, 2)), (1, 2, *[0] * 14))), end="")
    {
      "farandole": 1,
      "grid": {"size": 4},
      "givens": [
        "12..",
        "....",
        "....",
        "...."
      ]
    }
    """
    document: dict[str, Any] = {"farandole": VERSION}
    if puzzle.about:
        document["about"] = about_document(puzzle.about, puzzle.grid)
    document["grid"] = grid_document(puzzle.grid)
    if any(puzzle.givens):
        document["givens"] = list(_givens(puzzle))
    if puzzle.pencilmarks is not None:
        document["pencilmarks"] = _pencilmarks(puzzle)
    if puzzle.rules:
        document["rules"] = list(_rules(puzzle))
    return _dump(document)


def _dump(document: dict[str, Any]) -> str:
    """Write an object with each list item on its own line."""

    def value(of: Any) -> str:
        if isinstance(of, list):
            return "[\n    " + ",\n    ".join(json.dumps(item) for item in of) + "\n  ]"
        return json.dumps(of)

    return "{\n  " + ",\n  ".join(f'"{key}": {value(of)}' for key, of in document.items()) + "\n}\n"


# ── Givens and pencilmarks ──────────────────────────────────────────────────────────────────────────────────────────


def _read_givens(node: Node, grid: Grid) -> tuple[int, ...]:
    """Read one text per row, one character per cell."""
    values = {character: digit for digit, character in enumerate(CELL + grid.signs)}
    givens = []
    for row, line in enumerate(node.items(grid.height)):
        if len(line.text()) != grid.width:
            raise line.fault(f"{grid.width} characters")
        for column, character in enumerate(line.text()):
            is_cell = grid.cell(row, column) is not None
            if (character not in values) if is_cell else (character != HOLE):
                expected = f"{CELL} or a digit" if is_cell else f"{HOLE} for no cell"
                raise FormatError(f"{line.where}: r{row + 1}c{column + 1}: expected {expected}, found {character!r}")
            if is_cell:
                givens.append(values[character])
    return tuple(givens)


def _givens(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    characters = dict(zip(grid.positions, (f"{CELL}{grid.signs}"[digit] for digit in puzzle.givens), strict=True))
    for row in range(grid.height):
        yield "".join(characters.get((row, column), HOLE) for column in range(grid.width))


def _read_pencilmarks(node: Node, grid: Grid, givens: Sequence[int]) -> tuple[int, ...]:
    """Read an object from cells to their candidates; missing cells have all candidates that the givens leave."""
    Puzzle(grid, tuple(givens))  # errors of the givens come first
    masks = [(1 << grid.n_digits) - 1] * grid.n_cells
    for name in node.names():
        try:
            cell = grid.parse_cell(name)
        except PuzzleError as error:
            raise FormatError.from_error(error, f"{node.where}: {error}") from None
        masks[cell] &= _read_mask(node[name], grid)
    return tuple(masks)


def _read_mask(node: Node, grid: Grid) -> int:
    first, last = grid.numbers[0], grid.numbers[-1]
    return rules.mask_of(digit.integer(first, last) - first + 1 for digit in node.items())


def _pencilmarks(puzzle: Puzzle) -> dict[str, list[int]]:
    grid = puzzle.grid
    plain = Puzzle(grid, puzzle.givens).masks
    marks = puzzle.pencilmarks or plain
    return {
        grid.cell_name(cell): list(grid.numbers_of(_digits(mask)))
        for cell, mask in enumerate(marks)
        if mask != plain[cell]
    }


# ── Rules ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_rules(entries: Sequence[Node], grid: Grid) -> Rules:
    """Read every rule; the negative ones last, because they depend on the others, but at their positions."""
    read: list[Rules] = []
    names = list(map(_read_name, entries))
    for name, entry in zip(names, entries, strict=True):
        if name in EVERYWHERE:
            read.append(EVERYWHERE[name](grid))
        elif name in NEGATIVE:
            read.append(())
        elif name in RULES and isinstance(entry.value, str):
            raise entry.fault(f'cells for the rule {name}, as in {{"rule": "{name}", "cells": "r1c1 r1c2"}}')
        elif name in RULES:
            read.append((_read_rule(entry, RULES[name], grid),))
        else:
            raise _unknown_rule(entry, name, sorted({*RULES, *EVERYWHERE, *NEGATIVE}))
    marked = tuple(rule for some in read for rule in some)
    for position, name in enumerate(names):
        if name in NEGATIVE:
            read[position] = NEGATIVE[name](grid, marked)
    return tuple(rule for some in read for rule in some)


def _read_name(entry: Node) -> str:
    """Read the name of a rule; one of the whole grid may stand alone, as a text."""
    if isinstance(entry.value, str):
        return entry.value
    name = entry["rule"].text()
    if name in EVERYWHERE or name in NEGATIVE:
        entry.only(("rule",))
    return name


def _unknown_rule(entry: Node, name: str, known: Sequence[str]) -> FormatError:
    return FormatError(f"{entry.where}: unknown rule {short_repr(name)}; {suggest_rule(name, known)}")


def _read_rule(entry: Node, kind: type, grid: Grid) -> Any:
    known = _fields_of(kind)
    entry.only(("rule", *(field.name for field in known)))
    values = {}
    for field in known:
        if entry.has(field.name):
            values[field.name] = FIELDS[field.type][0](entry[field.name], grid)
        elif field.is_required:
            raise FormatError(f"{entry.where}: {entry['rule'].value} has no key {field.name!r}")
    with locate_rule_errors(grid, entry.where):
        return kind(**values)


def _rules(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    words = [(name, rules.make_those_present(make, puzzle.grid, puzzle.rules)) for name, make in EVERYWHERE.items()]
    words += [(name, make(puzzle.grid, puzzle.rules)) for name, make in NEGATIVE.items()]
    place = 0
    while place < len(puzzle.rules):
        rule = puzzle.rules[place]
        name, n_said = next(
            (
                (word, len(some))
                for word, some in words
                if some and rule == some[0] and puzzle.rules[place : place + len(some)] == some
            ),
            ("", 1),
        )
        if name:
            yield {"rule": name}
        else:
            yield _rule_document(rule, puzzle.grid)
        place += n_said


def _fields_of(kind: type) -> list[Field]:
    """List the fields of a rule that a document has."""
    return [field for field in fields(kind) if field.init]


def _read_inner_rule(entry: Node, grid: Grid) -> Any:
    name = entry["rule"].text()
    if name not in RULES:
        raise _unknown_rule(entry, name, sorted(RULES))
    return _read_rule(entry, RULES[name], grid)


def _rule_document(rule: Any, grid: Grid) -> dict[str, Any]:
    name = next((name for name, kind in RULES.items() if kind is type(rule)), None)
    if name is None:
        raise PuzzleError(f"{type(rule).__name__} has no name in the JSON format")
    return {"rule": name} | _fields(rule, grid)


def _fields(rule: Any, grid: Grid) -> dict[str, Any]:
    fields = [field for field in _fields_of(type(rule)) if getattr(rule, field.name) != field.default]
    return {field.name: FIELDS[field.type][1](getattr(rule, field.name), grid) for field in fields}


def _read_machine(node: Node, grid: Grid) -> rules.Nfa:
    node.only(("n_states", "arcs", "accepting"))
    states = range(node["n_states"].integer(1, MAX_STATES))
    arcs = []
    for arc in node["arcs"].items():
        before, after, digits = arc.items(3)
        mask = _read_mask(digits, grid)
        arcs.append((before.integer(0, states[-1]), after.integer(0, states[-1]), mask))
    accepting = tuple(state.integer(0, states[-1]) for state in node["accepting"].items())
    return rules.Nfa(len(states), tuple(arcs), accepting, grid.first_digit)


def _machine(machine: rules.Nfa, grid: Grid) -> dict[str, Any]:
    if machine.first_digit != grid.first_digit:
        raise PuzzleError(f"expected an automaton that reads digits from {grid.first_digit}, as the grid has them")
    arcs = [[before, after, list(grid.numbers_of(_digits(mask)))] for before, after, mask in machine.arcs]
    return {"n_states": machine.n_states, "arcs": arcs, "accepting": list(machine.accepting)}


def _digits(mask: int) -> list[int]:
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def _read_tuple(node: Node, _: Grid) -> tuple[int, ...]:
    return tuple(item.integer() for item in node.items())


FIELDS: dict[Any, tuple[Callable[[Node, Grid], Any], Callable[[Any, Grid], Any]]] = {
    "Cells": (lambda node, grid: node.cells(grid), lambda cells, grid: cell_names(grid, cells)),
    "CellGroups": (
        lambda node, grid: tuple(group.cells(grid) for group in node.items()),
        lambda groups, grid: [cell_names(grid, cells) for cells in groups],
    ),
    "int": (lambda node, _: node.integer(), lambda number, _: number),
    "int | None": (lambda node, _: None if node.value is None else node.integer(), lambda number, _: number),
    "str": (lambda node, _: node.text(), lambda text, _: text),
    "tuple[int, ...]": (_read_tuple, lambda numbers, _: list(numbers)),
    "tuple[tuple[int, ...], ...]": (
        lambda node, grid: tuple(_read_tuple(item, grid) for item in node.items()),
        lambda tuples, _: [list(numbers) for numbers in tuples],
    ),
    "Nfa": (_read_machine, _machine),
    "Rule": (_read_inner_rule, _rule_document),
    "tuple[Rule, ...]": (
        lambda node, grid: tuple(_read_inner_rule(entry, grid) for entry in node.items()),
        lambda inner, grid: [_rule_document(rule, grid) for rule in inner],
    ),
}
"""Functions that read and write a field of a rule, by the declared type of the field."""


# ── Schema ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_CELLS = {"type": "string", "pattern": r"^[\s,]*(r\d+(-\d+)?c\d+(-\d+)?([\s,]+|$))*$"}
_INTEGERS = {"type": "array", "items": {"type": "integer"}}
_SCHEMAS: dict[Any, dict[str, Any]] = {
    "Cells": {"oneOf": [_CELLS, {"type": "array", "items": _CELLS}]},
    "CellGroups": {"type": "array", "items": _CELLS},
    "int": {"type": "integer"},
    "int | None": {"type": ["integer", "null"]},
    "str": {"type": "string", "maxLength": MAX_TEXT},
    "tuple[int, ...]": _INTEGERS,
    "tuple[tuple[int, ...], ...]": {"type": "array", "items": _INTEGERS},
    "Nfa": {"type": "object", "required": ["n_states", "arcs", "accepting"]},
    "Rule": {"$ref": "#/$defs/rule"},
    "tuple[Rule, ...]": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/rule"}},
}


def schema() -> dict[str, Any]:
    """Make a JSON Schema (draft 2020-12) of documents, from the classes of the rules.

    Examples
    --------
    >>> schema()["required"]
    ['farandole', 'grid']
    """

    def entry(name: str, known: Sequence[Field]) -> dict[str, Any]:
        required = [field.name for field in known if field.is_required]
        keys = {"rule": {"const": name}} | {field.name: _SCHEMAS[field.type] for field in known}
        return {"properties": keys, "required": ["rule", *required], "additionalProperties": False}

    words = [entry(name, ()) for name in (*EVERYWHERE, *NEGATIVE)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Sudoku puzzle of any shape and with any rules",
        "type": "object",
        "properties": {
            "farandole": {"const": VERSION},
            "about": ABOUT_SCHEMA,
            "grid": GRID_SCHEMA,
            "givens": {"type": "array", "items": {"type": "string", "pattern": "^[.#1-9A-W]+$"}},
            "pencilmarks": {"type": "object", "additionalProperties": _INTEGERS},
            "rules": {
                "type": "array",
                "items": {
                    "anyOf": [
                        {"type": "object", "oneOf": [{"$ref": "#/$defs/rule"}, *words]},
                        {"enum": [*EVERYWHERE, *NEGATIVE]},
                    ]
                },
            },
        },
        "required": ["farandole", "grid"],
        "additionalProperties": False,
        "$defs": {"rule": {"oneOf": [entry(name, _fields_of(kind)) for name, kind in RULES.items()]}},
    }
