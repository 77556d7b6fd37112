"""Digits in every form that people hold them, and back; cells by name; doors."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import farandole
from farandole import Cover, FormatError, Grid, Puzzle, PuzzleError, Solution
from farandole.errors import ArgumentError
from farandole.logic import Detail, Step, find_technique
from farandole.render.picture import bundle
from farandole.rules import Cage
from needs import needs

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASSIC = Grid.classic()
PUZZLE = Puzzle.classic(LINE)
GRIDS = [Grid.classic(), Grid.classic(4), Grid.classic(12), Grid.named("twodoku"), Grid.classic(4).with_holes("r2c1")]
anything: Any = Puzzle


def solved(puzzle: Puzzle) -> Solution:
    solution = puzzle.solve()
    assert solution is not None
    return solution


@examples(40)
@given(st.sampled_from(GRIDS), st.data())
def test_rows_arrays_lists_and_texts_give_the_puzzle_back(grid: Grid, data: st.DataObject) -> None:
    solution = solved(Puzzle.of(grid, "." * grid.n_cells))
    kept = data.draw(st.lists(st.booleans(), min_size=grid.n_cells, max_size=grid.n_cells))
    puzzle = Puzzle(grid, tuple(digit * keep for digit, keep in zip(solution.digits, kept, strict=True)))
    dtype = data.draw(st.sampled_from([np.uint8, np.int8, np.int16, np.uint32, np.int64]))
    texts = ["".join(".123456789ABC"[digit] for digit in row) for row in puzzle.rows]
    none_for_empty = [[digit or None for digit in row] for row in puzzle.rows]
    own_cells: list[list[int]] = [[] for _ in range(grid.height)]  # without what lies in no cell
    for cell, (row, _) in enumerate(grid.positions):
        own_cells[row].append(puzzle[cell])
    forms: list[Any] = [
        *(puzzle.rows, puzzle.givens, list(puzzle.givens), np.array(puzzle), np.array(puzzle, dtype=dtype)),
        *(np.array(puzzle.givens, dtype=dtype), np.array([puzzle.givens]), texts, list(map(list, texts))),
        *(none_for_empty, own_cells, puzzle.line, map(list, puzzle.rows), [np.array(row) for row in puzzle.rows]),
    ]
    for form in forms:
        assert Puzzle.of(grid, form) == puzzle
    assert np.array(puzzle).shape == (grid.height, grid.width)
    assert np.array(solution).dtype == np.uint8
    assert solution.rows == tuple(map(tuple, np.array(solution).tolist()))
    for cell in range(grid.n_cells):
        assert solution[cell] == solution[grid.cell_name(cell)] == solution.digits[cell]
        assert puzzle[np.int64(cell)] == puzzle.givens[cell]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0] * 9] * 8, "expected 9 rows, found 8"),
        ([[0] * 9] * 8 + [[0] * 8], "row 9: expected 9 digits, found 8"),
        ([[0] * 9] * 8 + [5], "row 9: expected 9 digits, found 5"),
        ([0] * 80, "expected 81 givens, found 80"),
        ([[0] * 9] * 8 + [[0] * 8 + ["x"]], r"row 9: expected whole numbers, found \[0, 0"),
        (np.full((9, 9), 0.5), "row 1: expected whole numbers"),
        (np.zeros((9, 9), bool), "row 1: expected whole numbers"),
        (["." * 9] * 8, "expected 81 cells, found 72"),
        ([[10] + [0] * 8] + [[0] * 9] * 8, "r1c1: expected a digit from 1 to 9, or 0 for empty; found 10"),
        ([], "expected 81 givens, found 0"),
        (5, "expected a text, digits or rows of digits, found 5"),
    ],
)
def test_what_is_no_puzzle_says_where(given: object, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=message):
        anything.classic(given)


def test_a_hole_holds_nothing() -> None:
    grid = Grid.classic(4).with_holes("r2c1")
    rows = [[1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert Puzzle.of(grid, rows).rows[1][0] == 0
    rows[1][0] = 3
    with pytest.raises(FormatError, match="r2c1 is not a cell: expected 0 there, found 3"):
        Puzzle.of(grid, rows)
    with pytest.raises(PuzzleError, match="r2c1 is not a cell"):
        Puzzle.of(grid, "." * 15)["r2c1"]


@pytest.mark.parametrize("cell", [81, -82])
def test_a_cell_off_the_grid_is_an_index_error(cell: int) -> None:
    with pytest.raises(IndexError, match=f"expected a cell from 0 to 80, found {cell}"):
        PUZZLE[cell]


def test_an_array_is_always_a_copy() -> None:
    with pytest.raises(ValueError, match="always a new one"):
        np.array(PUZZLE, copy=False)


# ── Functions of puzzles ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_hint_repeats_what_its_step_says() -> None:
    notes: dict[Any, Any] = {"r5c5": {1, 5}, "r1c4": "26", 40: 0b10000}
    hint = farandole.hint(PUZZLE, digits={"r1c3": 4}, notes=notes)
    assert hint.step is not None
    assert farandole.describe(hint.step) == hint.describe()
    assert farandole.describe(hint.step, detail=Detail.NAME) == "Naked Single"
    assert repr(hint) == "<Hint: Naked Single: r5c5 is 5>"
    assert (
        repr(farandole.hint(PUZZLE, digits={"r1c3": 9}))
        == f"<Hint: {farandole.hint(PUZZLE, digits={2: 9}).describe(Detail.DIGITS)}>"
    )


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"digits": {"r1c10": 4}}, "digits: r1c10 lies outside the grid"),
        ({"digits": {"r1c3": 10}}, "r1c3: expected a digit from 0 to 9, found 10"),
        ({"digits": {"r1c3": "4"}}, "r1c3: expected a digit from 0 to 9, found '4'"),
        ({"digits": {"r1c1": 4}}, "r1c1: expected the given 5, found 4"),
        ({"notes": {"here": {1}}}, "notes: expected a cell such as r1c1, .*, found 'here'"),
        ({"notes": {"r1c3": {0}}}, r"r1c3: expected digits from 1 to 9 in the notes, found \{0\}"),
        ({"notes": {"r1c3": "1x"}}, "r1c3: expected digits from 1 to 9 in the notes, found '1x'"),
    ],
)
def test_bad_notes_and_digits_by_name_are_refused(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(PuzzleError, match=fault):
        farandole.hint(PUZZLE, **arguments)


def test_a_step_keeps_its_board_as_it_was() -> None:
    steps = list(farandole.explain(PUZZLE))
    first, last = steps[0], steps[-1]
    assert first.board is not None
    assert last.board is not None
    assert first.board.n_open == 51
    assert last.board.n_open == 1
    [(cell, digit)] = last.placements
    assert repr(last) == f"<Full House: {PUZZLE.grid.cell_name(cell)} is {digit}>"
    loose = Step(last.technique, last.placements, (), last.reason)
    assert loose == last
    assert repr(loose) == f"<Full House: cell {cell} is {digit}>"
    with pytest.raises(ArgumentError, match="found a step without a board"):
        farandole.describe(loose)
    with pytest.raises(ArgumentError, match="expected an object with a picture"):
        farandole.draw(loose)


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("svg", b"<svg"),
        pytest.param("PNG", b"\x89PNG", marks=needs("cairo")),
        pytest.param("pdf", b"%PDF", marks=needs("cairo")),
    ],
)
def test_pictures_are_written_in_the_form_of_their_name(tmp_path: Path, ending: str, begins: bytes) -> None:
    hint = farandole.hint(PUZZLE)
    for thing in (PUZZLE, solved(PUZZLE), hint, hint.step):
        assert thing is not None
        path = tmp_path / f"x.{ending}"
        farandole.draw(thing, path)
        assert path.read_bytes().startswith(begins)
        farandole.draw(thing, str(path), theme="dark")


def test_a_picture_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"x.gif: expected a name that ends in .svg, .png or .pdf"):
        farandole.draw(PUZZLE, tmp_path / "x.gif")
    assert not list(tmp_path.iterdir())


def test_a_drawing_is_returned_without_a_path() -> None:
    assert farandole.draw(PUZZLE, solution=solved(PUZZLE)).count("<text") == 81
    assert farandole.draw(PUZZLE, candidates=True) != farandole.draw(PUZZLE)
    assert farandole.draw(solved(PUZZLE), theme="auto").count("prefers-color-scheme") == 1


SMALL = Cover({"blue": ["Ann", "Bob"], "red": ["Bob", "Cyd"], "tan": ["Cyd", "Dan"], "sky": ["Ann", "Dan"]})


@pytest.mark.parametrize(
    "thing",
    [
        *(
            PUZZLE,
            solved(PUZZLE),
            Grid.samurai(),
            farandole.hint(PUZZLE),
            farandole.hint(PUZZLE, digits={"r1c3": 9}),
            SMALL,
            SMALL.zdd(),
        ),
        *(farandole.hint(PUZZLE, notes={"r1c3": {1}}), next(farandole.explain(PUZZLE))),
    ],
    ids=repr,
)
def test_a_notebook_gets_a_text_and_a_picture_of_its_own(thing: Any) -> None:
    shown = thing._repr_mimebundle_()
    assert shown == bundle(thing)
    assert shown["text/plain"] == repr(thing)
    drawing = shown["image/svg+xml"]
    assert "prefers-color-scheme:dark" in drawing
    [name] = re.findall(r'<svg id="(\w+)"', drawing)
    style = drawing.partition("<style>")[2].partition("</style>")[0]
    selectors = [one for line in re.findall(r"[^{}\n]+(?=\{)", style) if line[0] != "@" for one in line.split(",")]
    assert selectors
    assert all(one.startswith(f"#{name}") for one in selectors), "styles reach no other picture of the page"


def test_what_is_large_or_empty_is_a_text_alone() -> None:
    several = Puzzle.classic("." * 81)
    for thing in (PUZZLE.cover(), farandole.hint(several), Cover(["a", "b", "ab"]).zdd().containing(0).containing(2)):
        assert set(bundle(thing)) == {"text/plain"}
    with pytest.raises(ArgumentError, match="expected an object with a picture, found <Cover"):
        farandole.draw(PUZZLE.cover())


# ── Clumsy ways that are taken, and errors of those that are not ────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "given",
    [
        {"r1c1": 1, "R2C3": np.int8(2), "r4c4": 3, "r1c2": None},
        {0: 1, np.int64(6): 2, 15: 3},
        b"1... ..2. .... ...3",
        [["1", "", " ", ""], ["", "", "2", ""], ["", "", "", ""], ["", "", "", " 3 "]],  # of a table
        ["1", "", "", "", "", "", "2", "", "", "", "", "", "", "", "", "3"],
        memoryview(bytes([1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3])),
    ],
    ids=["names", "numbers", "bytes", "table", "cells", "memory"],
)
def test_digits_are_taken_as_people_hold_them(given: Any) -> None:
    assert Puzzle.of(Grid.classic(4), given).line == "1.....2........3"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda of: of("classic", "." * 81), "grid: expected a Grid, found 'classic'"),
        (lambda of: of(Grid.classic, "." * 81), "grid: expected a Grid, found <function"),
        (lambda of: of(CLASSIC, {"r10c1": 1}), "digits: r10c1 lies outside the grid"),
        (lambda of: of(CLASSIC, {"r1c1": "5"}), "r1c1: expected a digit from 0 to 9, found '5'"),
        (lambda of: of(CLASSIC, {"r1c1": 10}), "r1c1: expected a digit from 1 to 9, or 0 for empty; found 10"),
        (lambda of: of(CLASSIC, np.zeros((9, 9), np.uint8).data), "expected a text, digits or rows of digits"),
        (lambda of: of(CLASSIC, "." * 81, rules=None), "rules: expected a tuple of rules, found None"),
    ],
)
def test_a_clumsy_puzzle_is_refused(make: Any, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=message):
        make(Puzzle.of)


def test_rules_may_be_a_list_or_come_one_at_a_time() -> None:
    cage = Cage("r1c1 r1c2", 3)
    assert Puzzle.of(CLASSIC, "." * 81, rules=[cage]) == Puzzle.of(CLASSIC, "." * 81, rules=iter([cage]))
    assert Puzzle.of(CLASSIC, "." * 81, rules=[]) == Puzzle.classic("." * 81)
    assert Puzzle.of(CLASSIC, "." * 81, rules=[]).rules == ()


def test_a_slice_is_no_cell() -> None:
    odd: Any = (0, slice(None))
    with pytest.raises(TypeError, match=r"expected a cell such as 'r1c1', 0 or \(0, 0\), found \(0, slice"):
        PUZZLE[odd]


def test_hints_take_digits_and_notes_of_numpy() -> None:
    assert farandole.hint(PUZZLE, digits={"r1c3": np.int8(4)}) == farandole.hint(PUZZLE, digits={"r1c3": 4})
    [wrong] = farandole.hint(PUZZLE, digits={"r1c3": np.int8(5)}).wrong_digits
    assert wrong == (2, 5)
    marks: Any = {"r1c3": np.uint16(0b11)}
    assert farandole.hint(PUZZLE, notes=marks) == farandole.hint(PUZZLE, notes={"r1c3": {1, 2}})
    none: Any = {"r1c3": None}
    with pytest.raises(PuzzleError, match="r1c3: expected digits in the notes, found None"):
        farandole.hint(PUZZLE, notes=none)


def test_a_level_is_said_by_its_name() -> None:
    step, hint = next(farandole.explain(PUZZLE)), farandole.hint(PUZZLE, digits={"r1c3": 9})
    for detail in Detail:
        assert farandole.describe(step, detail=detail.name.lower()) == farandole.describe(step, detail=detail)
        assert hint.describe(detail.name.lower()) == hint.describe(detail)
    odd: Any
    for odd in ("all", 0, 5, None):
        for say in (hint.describe, farandole.hint(PUZZLE).describe, partial(farandole.describe, step, None)):
            with pytest.raises(ArgumentError, match="detail: expected one of name, place, digits, proof, found"):
                say(odd)


def test_techniques_are_taken_by_name() -> None:
    assert farandole.hint(PUZZLE, techniques=["hidden single"]) == farandole.hint(
        PUZZLE, techniques=[find_technique("Hidden Single")]
    )
    assert next(farandole.explain(PUZZLE, techniques=["Naked Single"])) == farandole.hint(PUZZLE).step
    odd: Any
    for odd, message in (
        ("Naked Single", "expected a list of techniques, found 'Naked Single'"),
        (5, "expected a list of techniques, found 5"),
        (["naked singel"], "expected the name of a technique, found 'naked singel'; did you mean Naked Single"),
        ([1], "expected a technique or its name, found 1"),
    ):
        for ask in (partial(farandole.hint, PUZZLE), partial(farandole.explain, PUZZLE)):
            with pytest.raises(ArgumentError, match=f"techniques: {message}"):
                ask(techniques=odd)


def test_a_scale_is_taken_by_its_name() -> None:
    assert farandole.rate(PUZZLE, scales="hodoku") == farandole.rate(PUZZLE, scales=["hodoku"])
    assert repr(farandole.rate(PUZZLE, scales=[])) == "<Rating: one solution>"
    odd: Any
    for odd in ("stars", ["hodoku", "stars"], 5, None):
        with pytest.raises(ArgumentError, match="scales: expected some of logic, hodoku, explainer, search, found"):
            farandole.rate(PUZZLE, scales=odd)


def test_what_can_not_be_drawn_is_named() -> None:
    odd: Any
    for odd in (True, "1" * 81, solved(Puzzle.of(Grid.classic(4), "." * 16))):
        with pytest.raises(ArgumentError, match="solution: expected a solution of this grid, found"):
            farandole.draw(PUZZLE, solution=odd)
    for odd in ("blue", None, []):
        with pytest.raises(ArgumentError, match="theme: expected one of light, dark, auto; found"):
            farandole.draw(PUZZLE, theme=odd)
    with pytest.raises(FormatError, match="'': expected a name that ends in"):
        farandole.draw(PUZZLE, "")
    with pytest.raises(PuzzleError, match="expected a text for each of 81 cells, found 5"):
        CLASSIC.draw("x.svg")


def test_holes_are_taken_as_other_cells_are() -> None:
    holed = CLASSIC.with_holes("r1c1", "r9c9")
    assert holed == CLASSIC.with_holes("r1c1 r9c9") == CLASSIC.with_holes(["R1C1", 80]) == CLASSIC.with_holes(0, 80)
    assert repr(CLASSIC.with_holes("r1c1, r9c9")) == repr(holed) == "Grid.classic().with_holes('r1c1', 'r9c9')"
    assert Grid.named("Samurai") is Grid.samurai()


def test_names_of_the_package_are_its_own() -> None:
    assert {"formats", "logic", "render", "rules", "Puzzle", "__version__"} <= set(dir(farandole))
    assert not {"Any", "TYPE_CHECKING"} & set(dir(farandole))
