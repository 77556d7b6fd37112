"""What programmers and data scientists type first: each works, or the answer says what to write instead."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import farandole
from farandole import Grid, Puzzle, Solution, batch, formats, rules
from needs import needs

# Source: Wikipedia, "Sudoku", first picture.
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DIGITS = np.array([0 if cell == "." else int(cell) for cell in LINE])
ROWS = DIGITS.reshape(9, 9)
GAPS = np.where(DIGITS == 0, np.nan, DIGITS)
PUZZLE = Puzzle.classic(LINE)
SOLUTION = PUZZLE.solve() or Solution(Grid.classic(), ())
DOCUMENT = '{"farandole": 1, "grid": {"size": 9}, "rules": [{"rule": "cage", "cells": %s, "total": 16}]}'
NAMES = dict(vars(farandole)) | {
    "farandole": farandole,
    "np": np,
    "batch": batch,
    "formats": formats,
    "rules": rules,
    "Grid": Grid,
    "Puzzle": Puzzle,
    "L": LINE,
    "A": DIGITS,
    "G": ROWS,
    "gaps": GAPS,
    "p": PUZZLE,
    "s": SOLUTION,
    "document": DOCUMENT,
    "document_of_names": '{"farandole": 1, "grid": {"size": 9}, "rules": ["anti_knight"]}',
}

SOLVES = [  # the text of a puzzle, or its rows, columns, arrays
    "Puzzle.classic(A)",
    "Puzzle.classic(A.astype(float))",
    "Puzzle.classic(gaps)",
    "Puzzle.classic(G.tolist())",
    "Puzzle.classic([[None if v == 0 else float(v) for v in row] for row in G.tolist()])",
    "Puzzle.classic([[' ' if v == 0 else v for v in row] for row in G.tolist()])",
    "Puzzle.classic([['.' if v == 0 else str(v) for v in row] for row in G.tolist()])",
    "Puzzle.of(Grid.classic(), L)",
    "Puzzle.of(given=L)",
    "Puzzle.of(Grid.classic(), p.to_dict())",
    "farandole.read(L)[0]",
]
SOLVES_MANY = [
    "[L, L]",
    "[p, p]",
    "(line for line in [L, L])",
    "np.array([L, L])",
    "np.stack([A] * 2)",
    "np.stack([G] * 2)",
    "[G, G]",
    "[A.tolist()] * 2",
    "[G.tolist()] * 2",
    "[[['.' if v == 0 else str(v) for v in row] for row in G.tolist()]] * 2",
    "np.stack([A] * 2).astype(float)",
    "np.stack([gaps] * 2)",
    "np.stack([A] * 2).astype('int64')",
    "(L + '\\n' + L).encode()",
]
FRAMES = [
    "pd.Series([L, L])",
    "pl.Series([L, L])",
    "pd.DataFrame(np.stack([A] * 2))",
    "pl.DataFrame(np.stack([A] * 2))",
    "pd.DataFrame(np.stack([gaps] * 2))",
    "pa.array([L, L])",
    "pa.chunked_array([[L], [L]])",
    "pa.array([A.tolist()] * 2)",
    "pd.DataFrame({'puzzle': [L, L]})['puzzle']",
]
EQUAL: list[tuple[str, Any]] = [
    ("s[0, 0]", 5),
    ("s[-1]", 9),
    ("s['r1c1']", 5),
    ("s[8, 8]", 9),
    ("len(s)", 81),
    ("len(list(p))", 81),
    ("s.to_dict()['r9c9']", 9),
    ("np.array(s).shape", (9, 9)),
    ("batch.solve([L]).lines()", [SOLVED]),
    ("batch.solve(G).lines()", [SOLVED]),
    ("batch.solve(G.tolist()).lines()", [SOLVED]),
    ("batch.solve(A.tolist()).lines()", [SOLVED]),
    ("batch.solve([s]).lines()", [SOLVED]),
    ("batch.canonical([L]).shape", (1, 81)),
    ("batch.minimize([p]).shape", (1, 81)),
    ("len(Puzzle.of(rules=['anti_knight']).rules)", 224),
    ("len(Puzzle.of(rules='anti-king').rules)", 272),
    ("len(Puzzle.of(rules=rules.anti_knight).rules)", 224),
    ("len(Puzzle.of(rules=[rules.anti_knight(Grid.classic()), [rules.Cage('r1c7-9', 16)]]).rules)", 225),
    ("Puzzle.of(rules=rules.Thermo('r1c9-7')).rules[0].cells", (8, 7, 6)),
    ("formats.read(document % '\"r1c7-9\"')[0].rules[0].cells", (6, 7, 8)),
    ("formats.read(document % '\"r1c7, r1c8\"')[0].rules[0].cells", (6, 7)),
    ('formats.read(document % \'["r1c7", "r1c8-9"]\')[0].rules[0].cells', (6, 7, 8)),
    ("Puzzle.classic().count(limit=2)", 2),
    ("farandole.make(level='easy', seed=1).puzzle == farandole.make(rating='easy', seed=1).puzzle", True),
    ("len(formats.read(document_of_names)[0].rules)", 224),
    ("formats.read('board = ' + str([['.' if v == 0 else str(v) for v in row] for row in G.tolist()])) == [p]", True),
    ("[q.line for q in formats.read('> ' + L)] == [L]", True),
    ("[q.line for q in formats.read('1. ' + L + '\\n2. ' + L)] == [L, L]", True),
]
ANSWERED = [
    ("farandole.solve(L)", "write Puzzle.classic(text).solve(); for many puzzles, farandole.batch.solve"),
    ("farandole.is_unique(L)", "write puzzle.is_unique()"),
    ("Puzzle(L)", "for a 9x9 puzzle, write Puzzle.classic"),
    ("Puzzle.of(L)", "for a 9x9 puzzle, write Puzzle.classic"),
    ("Puzzle.of(16, '.' * 256)", "write Grid.classic(16)"),
    ("Puzzle.of('samurai')", "write Grid.named('samurai')"),
    ("p.rate()", "write farandole.rate(puzzle)"),
    ("p.draw()", "write farandole.draw(puzzle)"),
    ("s.to_numpy()", "write numpy.array(puzzle)"),
    ("farandole.rate(L)", "write Puzzle.classic(text)"),
    ("farandole.hint(L)", "write Puzzle.classic(text)"),
    ("farandole.draw(L)", "draw Puzzle.classic(text)"),
    ("farandole.minimize(L)", "write Puzzle.classic(text)"),
    ("s[0, :]", "for parts, use numpy.array"),
    ("s[9, 9]", "9 rows and 9 columns, from 0"),
    ("batch.solve(L)", "put it in a list"),
    ("batch.solve([L, L[:80]])", "puzzle 2: expected a string of 81 characters, found 80"),
    ("batch.solve([L, None])", "puzzle 2: expected a string of 81 characters, found None"),
    ("batch.solve([A.tolist(), [11] + 80 * [0]])", "found 11 in puzzle 2, cell r1c1"),
    ("batch.solve([G.tolist(), [[1]]])", "puzzle 2: expected 81 digits"),
    ("batch.solve(np.stack([A, A + 9]))", "in puzzle 2, cell r1c1"),
    ("batch.solve(np.stack([A, A + .5]))", "found 5.5 in puzzle 2, cell r1c1"),
    ("batch.canonical([L, '1' * 81])", "puzzle 2: expected no digit twice"),
    ("batch.solve([p, Puzzle.of(rules=['anti_king'])])", "puzzle 2: expected a classic 9x9 puzzle without rules"),
    ("Puzzle.of(rules=['antiknight'])", "did you mean anti_knight"),
    ("Puzzle.of(rules=['cage'])", "write farandole.rules.Cage(cells, ...)"),
    ("farandole.make(level='difficult')", "expected one of easy, medium, hard, unfair, extreme"),
    ("farandole.make(level='easy', rating='hard')", "expected no level beside a rating"),
    ("Puzzle.of(rules=['windoku'])", "write grid.with_houses('windoku')"),
    ("formats.read(document.replace('cage', 'caeg') % '\"r1c1\"')", "cage?"),
]


def evaluate(source: str) -> Any:
    return eval(source, dict(NAMES))


@pytest.mark.parametrize("source", SOLVES)
def test_a_puzzle_in_the_form_that_people_have(source: str) -> None:
    assert evaluate(source).solve().line == SOLVED


@pytest.mark.parametrize("source", SOLVES_MANY)
def test_many_puzzles_in_the_form_that_people_have(source: str) -> None:
    assert batch.solve(evaluate(source)).lines() == [SOLVED] * 2


@needs("pyarrow", "pandas", "polars")
@pytest.mark.parametrize("source", FRAMES)
def test_columns_and_frames_of_other_libraries(source: str) -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    assert batch.solve(eval(source, NAMES | {"pd": pd, "pl": pl, "pa": pa})).lines() == [SOLVED] * 2


@needs("pyarrow", "pandas", "polars")
def test_one_puzzle_of_another_library() -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    digits = [None if digit == 0 else int(digit) for digit in DIGITS]
    for given in (pd.DataFrame(ROWS), pl.DataFrame(ROWS), pd.Series(GAPS), pa.array(digits)):
        assert Puzzle.classic(given) == PUZZLE
    with pytest.raises(ValueError, match=r"pass the column of puzzles, as in table\['puzzle'\]"):
        batch.solve(pd.DataFrame({"puzzle": [LINE], "id": [1]}))


@pytest.mark.parametrize(("source", "expected"), EQUAL)
def test_what_it_gives(source: str, expected: Any) -> None:
    assert evaluate(source) == expected


@pytest.mark.parametrize(("source", "advice"), ANSWERED)
def test_what_is_answered(source: str, advice: str) -> None:
    with pytest.raises((AttributeError, IndexError, TypeError, ValueError)) as caught:
        evaluate(source)
    assert advice in str(caught.value)


def test_the_table_has_fifty_rows() -> None:
    assert len(SOLVES) + len(SOLVES_MANY) + len(FRAMES) + len(EQUAL) + len(ANSWERED) >= 50
