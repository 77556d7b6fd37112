import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples_of_each, rules

from farandole import formats
from farandole import rules as kinds
from farandole.errors import FormatError, PuzzleError
from farandole.formats.fpuzzles import LINK, link, read, unknowns, write
from farandole.formats.fpuzzles.rows import ROWS
from farandole.grid import Grid, House
from farandole.puzzle import About, DrawnLine, DrawnShape, Fog, Puzzle
from farandole.rules import (
    RULES,
    AllDifferent,
    Allowed,
    Cage,
    Clone,
    Consecutive,
    Greater,
    LittleKiller,
    Skyscraper,
    XSum,
)
from needs import SHARED, needs

COLLECTION = SHARED / "variants" / "fpuzzles_dclamage.jsonl"
ENTRIES = list(map(json.loads, COLLECTION.read_text().splitlines())) if COLLECTION.exists() else []

# What each draws beside its rules, and whether it stands for one.
DRAWN = {"dclamage-8": 25, "dclamage-16": 44, "dclamage-28": 0}


def document(**keys: object) -> str:
    return json.dumps({"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)]} | keys)


def rules_of(**keys: object) -> tuple[Any, ...]:
    return read(document(**keys)).rules


@needs("data")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_documents_of_others(entry: dict[str, Any]) -> None:
    text = LINK + entry["fpuzzles_b64"]
    assert unknowns(text) == []
    puzzle = read(text)
    assert len(puzzle.about.drawing) == DRAWN.get(entry["id"], 0)
    assert read(json.dumps(entry["fpuzzles"])) == puzzle
    # Source: the tests of D. Clamage's SudokuSolver, as the collection quotes them.
    digits = tuple(map(int, entry["solution_flat"]))
    assert all(rule.holds([digits[cell] for cell in rule.scope]) for rule in puzzle.rules)
    assert [solution.digits for solution in islice(puzzle.solutions(), 2)] == [digits]


@needs("data")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_they_are_written_again(entry: dict[str, Any]) -> None:
    puzzle = read(entry["fpuzzles_b64"])
    if any(isinstance(rule, Greater) and rule.cells == (2, 11) for rule in puzzle.rules):
        with pytest.raises(PuzzleError, match="f-puzzles cannot express: Greater on R1C3 R2C3"):
            link(puzzle)
        return
    again = read(link(puzzle))
    assert (again.grid, again.givens, again.pencilmarks) == (puzzle.grid, puzzle.givens, puzzle.pencilmarks)
    assert one_by_one(again.rules) == one_by_one(puzzle.rules)


def one_by_one(some: tuple[Any, ...]) -> set[Any]:
    """Part allowed digits by cell: f-puzzles says them so."""
    parted: set[Any] = set()
    for rule in some:
        parted |= {Allowed((cell,), rule.digits) for cell in rule.cells} if isinstance(rule, Allowed) else {rule}
    return parted


UNSAYABLE = {"all_different", "automaton", "frame_sum", "not_consecutive", "not_pair_sum", "not_ratio"}


@pytest.mark.parametrize("name", sorted(set(RULES) - UNSAYABLE))
@given(st.data())
@examples_of_each(15)
def test_what_can_be_said_is_read_back(name: str, data: st.DataObject) -> None:
    rule = data.draw(rules(name, 9, 81))
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(rule,))
    try:
        text = write(puzzle)
    except PuzzleError:
        return  # where a rule isn't of f-puzzles' kind: which, other tests say
    again = read(text)
    chance = Random(data.draw(st.integers(0, 999)))
    for _ in range(20):
        digits = chance.choices(range(1, 10), k=81)
        kept = rule.holds([digits[cell] for cell in rule.scope])
        assert all(other.holds([digits[cell] for cell in other.scope]) for other in again.rules) == kept


def test_every_line_is_said_and_read() -> None:
    cells = (0, 1, 2, 10)
    lines = {key: row for key, row in ROWS.items() if row.names == ("lines", "value")}
    assert len(lines) == 13
    for key, row in lines.items():
        [kind] = row.kinds
        rule = kind(cells, ((0, 1, 2, 10),)) if kind is kinds.RegionSum else kind(cells)
        puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(rule,))
        assert json.loads(write(puzzle))[key][0]["lines"] == [["R1C1", "R1C2", "R1C3", "R2C2"]]
        assert read(write(puzzle)) == puzzle


@pytest.mark.parametrize(
    "grid",
    [
        Grid.classic(),
        Grid.classic((2, 3)),
        Grid.classic((3, 2)),
        Grid.classic((4, 4)),
        Grid.latin(5),
        Grid.jigsaw("AAAB ACBB CCDB CDDD"),
        Grid.classic().with_houses("diagonals", "disjoint_groups"),
        Grid.classic().with_houses("windoku"),
    ],
    ids=repr,
)
def test_a_grid_comes_back_but_for_its_names(grid: Grid) -> None:
    again = read(write(Puzzle(grid, (1, *[0] * (grid.n_cells - 1)))))
    assert (again.grid.positions, again.grid.n_digits) == (grid.positions, grid.n_digits)
    assert {frozenset(house.cells) for house in again.grid.houses} == {frozenset(house.cells) for house in grid.houses}
    assert {region.cells for region in again.grid.regions} == {region.cells for region in grid.regions}


def test_givens_and_pencilmarks_come_back() -> None:
    puzzle = Puzzle(Grid.classic(), (5, *[0] * 80), (1 << 4, *[0b111] * 80))
    assert read(write(puzzle)) == puzzle


def test_clues_outside_are_seen_from_there() -> None:
    [skyscraper] = rules_of(skyscraper=[{"cell": "R10C2", "value": "4"}])
    assert skyscraper == Skyscraper(tuple(range(73, 0, -9)), 4)
    [x_sum] = rules_of(xsum=[{"cell": "R2C10", "value": 17}])
    assert x_sum == XSum(tuple(range(17, 8, -1)), 17)
    [diagonal] = rules_of(littlekillersum=[{"cell": "R4C0", "direction": "UR", "value": "20"}])
    assert diagonal == LittleKiller((18, 10, 2), 20)
    assert rules_of(littlekillersum=[{"cell": "R4C0", "direction": "UR"}]) == ()


def test_rules_that_others_say_in_other_words() -> None:
    assert rules_of(difference=[{"cells": ["R1C1", "R1C2"], "value": "8"}]) == (Consecutive((0, 1), 8),)
    assert set(rules_of(minimum=[{"cell": "R1C1"}])) == {Greater((1, 0)), Greater((9, 0))}
    assert set(rules_of(maximum=[{"cell": "R1C1"}, {"cell": "R1C2"}])) == {
        *(Greater((0, 9)), Greater((1, 10)), Greater((1, 2)))
    }
    assert rules_of(clone=[{"cells": ["R1C1"], "cloneCells": ["R9C9"]}]) == (Clone((0,), (80,)),)
    [arrow] = rules_of(arrow=[{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C2", "R3C2"]]}])
    assert arrow == kinds.PillArrow((0, 1, 10, 19), 2)
    [line] = rules_of(regionsumline=[{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}])
    assert line == kinds.RegionSum((0, 1, 2, 3), ((0, 1, 2), (3,)))


def test_negative_rules_leave_out_what_is_marked() -> None:
    marked = rules_of(ratio=[{"cells": ["R1C1", "R1C2"]}], negative=["ratio"])
    assert len(marked) == 1 + 143
    assert {type(rule) for rule in marked} == {kinds.Ratio, kinds.NotRatio}
    assert len(rules_of(nonconsecutive=True)) == 144
    assert set(rules_of(nonconsecutive=True)) == set(kinds.nonconsecutive(Grid.classic()))


def test_all_different_cells_are_a_cage() -> None:
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(AllDifferent((0, 40)),))
    assert read(write(puzzle)).rules == (Cage((0, 40)),)


@pytest.mark.parametrize(
    ("keys", "listed"),
    [
        ({"line": [{"lines": "R1C1"}]}, ["drawings: line (1)"]),
        ({"text": [{"cells": ["R1C1"], "value": "?"}]}, ["drawings: figures (1)"]),
        ({"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]}, []),
        ({"killercage": [{"cells": ["R1C1"], "value": "<9"}]}, ["killercage[0].value: '<9'"]),
        ({"killercage": [{"cells": ["R1C1"], "value": "9", "mystery": 1}]}, ["killercage[0].mystery"]),
        ({"negative": ["difference"]}, ["negative: difference"]),
        ({"foglight": ["R1C1"]}, []),
        ({"renban": [], "foglight": []}, []),
    ],
)
def test_what_is_not_understood_is_listed(keys: dict[str, object], listed: list[str]) -> None:
    text = document(**keys)
    assert unknowns(text) == listed
    if listed:
        with pytest.raises(FormatError, match="not understood"):
            read(text)
    read(text, lenient=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "expected an object with 'grid'"),
        ('{"grid": [[{}, {}], [{}]]}', r"grid\[1\]: expected a list of 2"),
        (LINK, "the link is cut off after 0 characters"),
        (LINK + "N4Ig!", "expected a character of base64"),
        (document(thermometer=[{"lines": [["R1C1", "R1C10"]]}]), r"thermometer\[0\].lines\[0\]: r1c10 lies outside"),
        (document(thermometer=[{"lines": [["R1C1", "R1C2", "R1C1"]]}]), "thermometer: Thermo: .* found r1c1 twice"),
        (document(grid=[[{"region": [1]}, {}], [{}, {}]]), r"grid\[0\]\[0\].region: expected an integer, found \[1\]"),
        (document(grid=[[{}] * 36] * 36), "grid: expected 1 to 32 rows, found 36"),
        (document(littlekillersum=[{"cell": "R0C1", "direction": [], "value": "9"}]), "direction: expected a text"),
        ("https://www.f-puzzles.com/?id=abcdef", "a long link to f-puzzles .*, found a short one"),
        (link(Puzzle(Grid.classic(), (0,) * 81))[:100], r"the link is cut off after \d+ characters: copy all of it"),
        (document(sandwichsum=[{"cell": "R1C1", "value": "9"}]), "expected a cell just outside the grid"),
        (
            document(littlekillersum=[{"cell": "R0C1", "direction": "D", "value": "9"}]),
            "one of UR, UL, ",
        ),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=message):
        read(text)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(Grid.samurai(), (0,) * 369), "a grid that is not a square"),
        (
            Puzzle(Grid.classic(), (0,) * 81, rules=(kinds.NumberedRoom((0, 1, 2), 4),)),
            "NumberedRoom on R1C1",
        ),
        (Puzzle(Grid.classic(), (0,) * 81, rules=(Greater((0, 1)), kinds.Sum((0, 1), 3))), "Greater on .*; Sum on"),
        (Puzzle(Grid(Grid.latin(3).positions, (House("row", (0, 1)),), n_digits=3), (0,) * 9), "rows or columns"),
    ],
)
def test_what_cant_be_said_is_listed(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"f-puzzles cannot express: .*{message}"):
        write(puzzle)


def test_indexers_rooms_and_nabners() -> None:
    said = {
        "rowindexer": [{"cells": ["R3C1"]}],
        "columnindexer": [{"cells": ["R3C1", "R3C2"]}],
        "boxindexer": [{"cells": ["R4C5"]}],
        "numberedroom": [{"cell": "R0C2", "value": "7"}],
        "nabner": [{"lines": [["R1C1", "R1C2", "R2C2"]]}],
    }
    row, column, box = tuple(range(18, 27)), tuple(range(0, 81, 9)), (30, 31, 32, 39, 40, 41, 48, 49, 50)
    expected = {
        kinds.Indexer(column, 3),
        kinds.Indexer(row, 1),
        kinds.Indexer(row, 2),
        kinds.Indexer(box, 2),
        kinds.NumberedRoom(tuple(range(1, 81, 9)), 7),
        kinds.Nabner((0, 1, 10)),
    }
    puzzle = read(document(**said))
    assert set(puzzle.rules) == expected
    assert set(read(write(puzzle)).rules) == expected
    assert read(link(puzzle).removeprefix(LINK)).grid == puzzle.grid


def test_lines_may_loop() -> None:
    loop = ["R1C3", "R1C4", "R2C4", "R2C3", "R1C3"]
    [line] = rules_of(regionsumline=[{"lines": [loop]}])
    assert line == kinds.RegionSum((2, 3, 12, 11, 2), ((3, 12), (11, 2)))
    for key in ("whispers", "renban", "palindrome", "modularline", "nabner"):
        [line] = rules_of(**{key: [{"lines": [loop]}]})
        assert line.cells == (2, 3, 12, 11, 2)
        puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(line,))
        assert read(write(puzzle)).rules == (line,)
    assert rules_of(clone=[{"cells": ["R1C1", "R1C2"], "cloneCells": ["R1C2", "R1C3"]}]) == (Clone((0, 1), (1, 2)),)


def test_what_a_link_loads_is_known_alone() -> None:
    puzzle = Puzzle(Grid.classic(), (5, *[0] * 80))
    load = link(puzzle).removeprefix(LINK)
    assert formats.is_link(load)
    assert formats.read(load) == formats.read(load.replace("+", "%2B")) == [puzzle]
    assert not formats.is_link("." * 81)
    assert not formats.is_link("N4Ig.json")


def test_the_drawing_and_the_fog_come_back() -> None:
    drawing = (
        DrawnLine(((0.5, 0.5), (2.5, 0.5)), "#67f067", 0.25),
        DrawnShape((4, 4.5), 0.5, 0.5, is_round=True, fill="#ff0000", edge="#000000", text="?"),
        DrawnShape((1.5, 1.5), 0.25, 0.25, text="!", ink="#0000ff", size=0.4),
    )
    about = About("Mist", message="Well done!", drawing=drawing, fog=Fog((0, 1), links=(((0,), (5, 6)),)))
    classic = Puzzle.classic(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", about=about
    )
    again = read(write(classic)).about
    assert (again.message, again.fog, again.drawing) == (about.message, about.fog, about.drawing)


def test_a_figure_that_fits_no_cell_is_named() -> None:
    about = About(drawing=(DrawnLine(((0.5, 0.5), (2.3, 0.5)), "#67f067"),))
    with pytest.raises(PuzzleError, match="f-puzzles cannot express: a line of the drawing that is not in the middle"):
        write(Puzzle.classic("." * 81, about=about))
