import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import FROM_ZERO, examples, examples_of_each, puzzles, rules

from farandole import rules as kinds
from farandole.errors import FormatError, PuzzleError
from farandole.formats.json_document import KEYS, read, schema, write
from farandole.grid import Grid, House
from farandole.grid.shapes import NAMED
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Allowed, Cage, Consecutive, PairSum, Ratio, Rule
from farandole.rules.named import EVERYWHERE

GRIDS = [
    Grid.classic(),
    Grid.classic((2, 3)),
    Grid.classic((3, 2)),
    Grid.classic((5, 5)),
    Grid.latin(7),
    Grid.jigsaw("AAAB ACBB CCDB CDDD"),
    *map(Grid.named, NAMED),
    Grid.gattai([(0, 0), (2, 2)], box=(2, 2)),
    Grid.gattai([(6, 3), (0, 0)]),
    Grid.classic().with_houses("diagonals", "windoku"),
    Grid.classic().with_houses("disjoint_groups", House("mine", (0, 10, 20))),
    Grid.named("shogun").with_houses(House("a far pair", (0, 400))),
    Grid.classic((2, 2)).with_holes("r1c1", "r4c4"),
    Grid(((0, 1), (1, 0), (1, 2)), (House("all", (0, 1, 2)),), n_digits=3),
    Grid.classic().with_digits(9, first=0),
    Grid.samurai().with_digits(9, first=0),
    Grid.classic().with_digits(10, first=0),
]


def document(**keys: object) -> str:
    return json.dumps({"farandole": 1, "grid": {"size": 4}} | keys)


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_reading_a_grid_gives_back_what_was_written(grid: Grid) -> None:
    puzzle = Puzzle(grid, (0,) * grid.n_cells)
    text = write(puzzle)
    assert read(text) == puzzle
    assert set(json.loads(text)) <= set(KEYS)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        (Grid.classic(), {"size": 9}),
        (Grid.classic((3, 2)), {"size": 6, "box": [3, 2]}),
        (Grid.samurai(), {"named": "samurai"}),
        (Grid.gattai([(0, 0), (6, 3)]), {"corners": "r1c1 r7c4"}),
        (Grid.classic().with_houses("windoku"), {"size": 9, "houses": ["windoku"]}),
        (Grid.classic().with_houses("diagonals"), {"size": 9, "houses": ["diagonals"]}),
        (Grid.latin(3), {"size": 3, "box": None}),
        (Grid.latin(3).with_digits(3, first=0), {"size": 3, "box": None, "first_digit": 0}),
    ],
    ids=repr,
)
def test_a_grid_is_said_shortly(grid: Grid, said: dict[str, object]) -> None:
    assert json.loads(write(Puzzle(grid, (0,) * grid.n_cells)))["grid"] == said


@pytest.mark.parametrize("name", RULES)
@given(st.data())
@examples_of_each(15)
def test_reading_a_rule_gives_back_what_was_written(name: str, data: st.DataObject) -> None:
    some = tuple(data.draw(st.lists(rules(name, 4, 16), min_size=1, max_size=3)))
    puzzle = Puzzle(Grid.classic((2, 2)), (0,) * 16, rules=some)
    assert read(write(puzzle)) == puzzle


@pytest.mark.parametrize("name", FROM_ZERO)
@given(st.data())
@examples(15)
def test_reading_a_rule_for_digits_from_zero_gives_back_what_was_written(name: str, data: st.DataObject) -> None:
    grid = Grid.classic(4).with_digits(4, first=0)
    puzzle = Puzzle(grid, (1, *[0] * 15), (1, 9, *[15] * 14), rules=(data.draw(rules(name, 4, 16, first=0)),))
    assert read(write(puzzle)) == puzzle


@given(puzzles(pencilmarks=True))
@examples(25)
def test_reading_pencilmarks_gives_back_what_was_written(puzzle: Puzzle) -> None:
    assert read(write(puzzle)) == puzzle


def test_givens_beyond_nine_are_letters() -> None:
    puzzle = Puzzle(Grid.classic((4, 4)), (*range(1, 17), *[0] * 240))
    assert json.loads(write(puzzle))["givens"][0] == "123456789ABCDEFG"
    assert read(write(puzzle)) == puzzle


@pytest.mark.parametrize("name", EVERYWHERE)
def test_rules_of_the_whole_grid_are_a_word(name: str) -> None:
    make: Callable[[Grid], tuple[Rule, ...]] = getattr(kinds, name)
    puzzle = Puzzle(Grid.classic(), (0,) * 81, rules=(Cage((0, 1), 9), *make(Grid.classic()), Cage((9, 10), 9)))
    said = json.loads(write(puzzle))["rules"]
    assert [entry["rule"] for entry in said] == ["cage", name, "cage"]
    assert read(write(puzzle)) == puzzle


def test_negative_rules_are_a_word_too() -> None:
    grid, dots = Grid.classic(), (Consecutive((0, 1)), Ratio((1, 2)), PairSum((9, 10), 5))
    negative = (*kinds.negative_kropki(grid, dots), *kinds.negative_xv(grid, dots))
    puzzle = Puzzle(grid, (0,) * 81, rules=(*negative, *dots))
    said = [entry["rule"] for entry in json.loads(write(puzzle))["rules"]]
    assert said == ["negative_kropki", "negative_xv", "consecutive", "ratio", "pair_sum"]
    assert read(write(puzzle)) == puzzle


def test_a_rule_of_ones_own_has_no_name() -> None:
    class Mine(Allowed):
        pass

    with pytest.raises(PuzzleError, match="Mine has no name"):
        write(Puzzle(Grid.classic(), (0,) * 81, rules=(Mine((0,), (1,)),)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: JSON"),
        ("[1]", r"the document: expected an object, found \[1\]"),
        ('{"farandole": 1, "farandole": 1}', "has the key 'farandole' twice"),
        ('{"grid": {"size": 9}}', "no puzzle: expected an object with the key 'farandole' .*, found 'grid'"),
        ('{"size": 9}', "no puzzle: expected an object with the key 'farandole' .*, found 'size'"),
        ("{}", "no puzzle: .*, found no key"),
        (
            document(rules=[{"rule": "cage", "cells": "r1c1 r1c4 r1c4"}]),
            r"rules\[0\]: Cage: expected each cell once, found r1c4 twice",
        ),
        (
            document(rules=[{"rule": "cage", "cells": "r1c1", "total": 2**31}]),
            r"rules\[0\]: Cage: total: expected a whole",
        ),
        (
            document(
                rules=[
                    {"rule": "automaton", "cells": "r1c1", "machine": {"n_states": 10**8, "arcs": [], "accepting": []}}
                ]
            ),
            "n_states: expected an integer from 1 to 100000, found 100000000",
        ),
        (
            document(grid={"corners": "r1c1 r3000c3000"}),
            "at most 1,000 rows and columns, found a grid of 9 rows at r3000c3000",
        ),
        (document(grid={"corners": "r1c1 r0c1"}), r"expected rows and columns from 0 on, found \(-1, 0\)"),
        (
            document(grid={"corners": " ".join(f"r{9 * n + 1}c1" for n in range(1112))}),
            "at most 1,111 grids of 9 rows, found 1,112",
        ),
        ('{"farandole": NaN}', "JSON: expected a value, found NaN"),
        ('{"farandole": 1' + "0" * 5000 + "}", "JSON: expected integers of at most 20 digits"),
        ('{"farandole":' + "[" * 100 + "]" * 100 + "}", "JSON: too deep"),
        ('{"farandole":' + "[" * 100_000, "JSON: too deep"),
        ('{"farandole": 1, "\\ud800": 1}', r"unknown key '\\ud800'"),
        ('{"farandole": "\\ud800\\u009b"}', r'found "\\ud800\\x9b"$'),
        ('{"farandole": 1}' + " " * 2_000_000, "JSON: expected at most 2,000,000 characters"),
        (document(farandole=2), "farandole: expected version 1, found 2"),
        (document(colour="red"), "the document: unknown key 'colour'; expected one of farandole, about, grid, "),
        (document(grid={"size": 9, "sise": 9}), "grid: unknown key 'sise'"),
        (document(grid={"size": 9, "named": "samurai"}), "a grid with one of the keys size, named, corners, cells"),
        (
            document(grid={"size": 9, "digits": 9}),
            "grid: unknown key 'digits'; expected one of size, box, regions, houses",
        ),
        (document(grid={"size": 33}), "grid.size: expected an integer from 1 to 32, found 33"),
        (document(grid={"size": 9, "box": [3, 4]}), "whose product is 9, found"),
        (
            document(grid={"size": 4, "regions": ["AAAB", "ACBB", "CCDB", "CCDD"]}),
            "grid: region C: expected 4 cells, found 5",
        ),
        (document(grid={"named": "ronin"}), "one of the gattai twodoku"),
        (document(grid={"cells": ["..", ".?"], "digits": 2, "houses": []}), r"grid.cells\[1\]: expected . for a cell"),
        (document(givens=["1...", "....", "...."]), "givens: expected a list of 4"),
        (document(givens=["1...", "....", "....", "..."]), r"givens\[3\]: expected 4 characters"),
        (document(givens=["1..5", "....", "....", "...."]), r"givens\[0\]: r1c4: expected . or a digit, found '5'"),
        (document(givens=["1..1", "....", "....", "...."]), "row 1 holds 1 twice: r1c1 and r1c4"),
        (document(pencilmarks={"r5c1": [1]}), "pencilmarks: r5c1 lies outside the grid"),
        (document(pencilmarks={"r1c1": [5]}), r"pencilmarks.r1c1\[0\]: expected an integer from 1 to 4, found 5"),
        (document(rules=[{"rule": "cages"}]), r"rules\[0\]: unknown rule 'cages'; did you mean cage or cave\?"),
        (
            document(rules=[{"rule": "?"}]),
            r"rules\[0\]: unknown rule '\?'; expected a name such as cage, thermo or anti_knight",
        ),
        (document(rules=[{"rule": "cage"}]), r"rules\[0\]: cage has no key 'cells'"),
        (
            document(rules=[{"rule": "cage", "cells": "r1c1", "sum": 1}]),
            r"rules\[0\]: unknown key 'sum'; expected one of rule, ",
        ),
        (document(rules=[{"rule": "cage", "cells": "r1c1 r9c9"}]), r"rules\[0\].cells: r9c9 lies outside the grid"),
        (document(rules=[{"rule": "cage", "cells": "r1c1", "total": "9"}]), r"total: expected an integer, found \"9\""),
        (document(rules=[{"rule": "ratio", "cells": "r1c1"}]), r"rules\[0\]: .*expected two cells"),
        (document(rules=[{"rule": "anti_king", "cells": "r1c1"}]), r"rules\[0\]: unknown key 'cells'"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises((FormatError, PuzzleError), match=message):
        read(text)


def test_the_schema_knows_every_rule() -> None:
    named = schema()["$defs"]["rule"]["oneOf"]
    assert {entry["properties"]["rule"]["const"] for entry in named} >= set(RULES)


@pytest.mark.parametrize("grid", GRIDS[:8], ids=repr)
def test_the_schema_takes_what_is_written(grid: Grid) -> None:
    import jsonschema

    some = (Cage((0, 1), 5), Cage((2,)) | ~Cage((0, 1), 6), *kinds.anti_king(grid))
    puzzle = Puzzle(grid, (1, *[0] * (grid.n_cells - 1)), (3, *[7] * (grid.n_cells - 1)), some)
    jsonschema.validate(json.loads(write(puzzle)), schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(document(rules=[{"rule": "cage", "cells": "r1c1", "sum": 1}])), schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(document(rules=[{"rule": "or", "rules": [{"rule": "rain"}]}])), schema())
    jsonschema.validate(json.loads(document(rules=["anti_king"])), schema())


def test_rules_of_the_whole_grid_may_be_names_alone() -> None:
    document = '{"farandole": 1, "grid": {"size": 4}, "rules": %s}'
    names = read(document % '["anti_king", {"rule": "cage", "cells": "r1c1-2", "total": 3}, "negative_kropki"]')
    objects = '[{"rule": "anti_king"}, {"rule": "cage", "cells": "r1c1-2", "total": 3}, {"rule": "negative_kropki"}]'
    assert names == read(document % objects)
    with pytest.raises(FormatError, match=r"rules\[0\]: unknown rule 'antiking'; did you mean anti_king"):
        read(document % '["antiking"]')
    with pytest.raises(FormatError, match=r'rules\[1\]: expected cells for the rule cage, as in .* found "cage"'):
        read(document % '["anti_king", "cage"]')
    with pytest.raises(FormatError, match=r"rules\[0\]: expected"):
        read(document % "[5]")


def test_a_region_without_a_name_is_read_as_written() -> None:
    regions = (House("", (0, 1)), House("box", (2, 3)))
    puzzle = Puzzle.of(Grid(((0, 0), (0, 1), (1, 0), (1, 2)), regions, n_digits=3, regions=regions))
    assert read(write(puzzle)) == puzzle
