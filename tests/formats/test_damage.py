"""Documents and links that somebody damaged, or wrote to harm: readers answer, or raise an error of ours."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from farandole import formats
from farandole.errors import FarandoleError
from farandole.formats import fpuzzles, json_document, sudokupad, sudokuwiki
from farandole.formats.fpuzzles.rows import EVERYWHERE, EXTREMES, ROWS
from farandole.formats.lzstring import ALPHABET, compress, decompress
from farandole.formats.sudokupad.shorthand import unzip
from farandole.grid import Grid, House
from farandole.puzzle import Puzzle
from farandole.rules import RULES, Automaton, Cage, Clone, Indexer, Nfa, PillArrow, Table, Thermo, XSum
from needs import SHARED

COLLECTION = SHARED / "variants" / "fpuzzles_dclamage.jsonl"

PUZZLES = [
    Puzzle(
        Grid.classic().with_houses("windoku", House("mine", (0, 40))),
        (5, *[0] * 80),
        (16, *[0b111110000] * 80),
        (Cage((0, 1), 9), Thermo((20, 21, 30)), Indexer(tuple(range(9)), 3), XSum(tuple(range(9)), 20)),
    ),
    Puzzle(
        Grid.gattai([(0, 0), (2, 2)], box=(2, 2)),
        (0,) * 28,
        rules=(Clone((0, 1), (4, 5)), Table((0, 1, 2), ((1, 2, 3),)), PillArrow((0, 1, 2, 3, 4), 2)),
    ),
    Puzzle(Grid(((0, 1), (1, 0), (1, 2)), (House("all", (0, 1, 2)),), n_digits=3), (0,) * 3),
    Puzzle(Grid.jigsaw("AAAB ACBB CCDB CDDD"), (0,) * 16, rules=(Automaton((0, 1), Nfa(1, ((0, 0, 3),), (0,))),)),
]
FPUZZLES = {
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "9"}],
    "arrow": [{"lines": [["R1C3", "R1C4", "R2C4"]], "cells": ["R1C3"]}],
    "littlekillersum": [{"cell": "R4C0", "direction": "UR", "value": "20"}],
    "sandwichsum": [{"cell": "R0C1", "value": "9"}],
    "xv": [{"cells": ["R1C1", "R1C2"], "value": "X"}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
    "clone": [{"cells": ["R1C1"], "cloneCells": ["R2C2"]}],
    "boxindexer": [{"cells": ["R1C1"]}],
    "regionsumline": [{"lines": [["R1C3", "R1C4", "R2C4", "R2C3", "R1C3"]]}],
    "difference": [{"cells": ["R1C1", "R1C2"], "value": "2"}],
    "minimum": [{"cell": "R1C1"}],
    "odd": [{"cell": "R5C5"}],
    "extraregion": [{"cells": ["R1C1", "R9C9"]}],
    "negative": ["ratio", "xv"],
    "nonconsecutive": True,
    "antiknight": True,
    "line": [{"lines": [["R1C1"]], "fromConstraint": "Thermometer"}],
}


@cache
def documents() -> list[tuple[Callable[[str], Puzzle], str]]:
    """Real documents of each format, each with its reader."""
    found: list[tuple[Callable[[str], Puzzle], str]] = [
        (json_document.read, json_document.write(puzzle)) for puzzle in PUZZLES
    ]
    cells = [[{"value": 5, "given": True, "region": 0}] + [{"givenPencilMarks": [1, 2]}] * 8, *[[{}] * 9] * 8]
    found.append((fpuzzles.read, json.dumps({"size": 9, "grid": cells} | FPUZZLES)))
    if COLLECTION.exists():
        entries = map(json.loads, COLLECTION.read_text().splitlines()[:12])
        found += [(fpuzzles.read, json.dumps(entry["fpuzzles"])) for entry in entries]
    found += [
        (sudokupad.read, decompress(sudokupad.write(puzzle).removeprefix(sudokupad.SITE + "scl"))) for puzzle in PUZZLES
    ]
    plain = json.loads(found[-4][1])
    del plain["metadata"]
    found.append((sudokupad.read, json.dumps(plain | {"lines": [], "underlays": [], "overlays": []})))
    return found


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value of a document."""
    yield way
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ways(inner, (*way, key))


def replaced(value: Any, way: tuple[Any, ...], other: Any) -> Any:
    if not way:
        return other
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[way[0]] = replaced(value[way[0]], way[1:], other)
    return copied


odd_numbers = st.sampled_from([-1, 0, 1, 2, 8, 9, 10, 31, 32, 33, 99, 2**31 - 1, 2**31, 2**63, 10**19, -(2**31)])
odd_texts = st.sampled_from(
    [
        "",
        "0",
        "-1",
        "9" * 30,
        "R1C1",
        "r1c1 r1c1",
        "r9c9",
        "r1c1",
        "R0C1",
        "X",
        "\ud800",
        "\x9b",
        "²",
        "٣",
        "1e999",
        "samurai",
    ]
)
atoms = st.none() | st.booleans() | odd_numbers | st.integers() | st.floats() | odd_texts | st.text(max_size=9)
rule_names = st.sampled_from(sorted(RULES)).map(lambda name: {"rule": name, "cells": "r1c1 r1c2"})
values = st.recursive(
    atoms | rule_names,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(odd_texts | st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def is_read_or_refused(read: Callable[[str], object], text: str) -> None:
    message = ""
    try:
        read(text)
    except FarandoleError as error:
        message = str(error)
    message.encode()  # so that it can be printed
    assert len(message) < 10_000


@given(data=st.data())
@examples(400)
def test_any_value_in_any_place(data: st.DataObject) -> None:
    read, text = data.draw(st.sampled_from(documents()))
    said = json.loads(text)
    way = data.draw(st.sampled_from(list(ways(said))))
    damaged = json.dumps(replaced(said, way, data.draw(values)))
    is_read_or_refused(read, damaged)
    is_read_or_refused(formats.read, damaged)


@given(data=st.data())
@examples(150)
def test_any_key_beside_the_others(data: st.DataObject) -> None:
    read, text = data.draw(st.sampled_from(documents()))
    said = json.loads(text)
    way = data.draw(st.sampled_from([way for way in ways(said) if isinstance(_at(said, way), dict)]))
    known = [
        *ROWS,
        *EVERYWHERE,
        *EXTREMES,
        *FPUZZLES,
        "regions",
        "cages",
        "metadata",
        "value",
    ]
    key = data.draw(st.sampled_from(known) | st.text(max_size=5))
    is_read_or_refused(read, json.dumps(replaced(said, way, _at(said, way) | {key: data.draw(values)})))


def _at(value: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        value = value[key]
    return value


@cache
def links() -> list[tuple[Callable[[str], Puzzle], str]]:
    plain = Puzzle(Grid.classic(), (5, *[0] * 80), rules=(Cage((0, 1), 9),))
    killer = Puzzle(Grid.classic(), (0,) * 81, rules=tuple(Cage((cell, cell + 9), 10) for cell in range(9)))
    return [
        (fpuzzles.read, fpuzzles.link(plain)),
        (sudokupad.read, sudokupad.write(plain)),
        (sudokupad.read, sudokupad.write(plain, "fpuz")),
        (sudokuwiki.read, sudokuwiki.write(killer)),
        (sudokuwiki.read, sudokuwiki.write(Puzzle(Grid.classic(), (5, *[0] * 80)))),
    ]


@given(data=st.data())
@examples(300)
def test_links_that_are_cut_and_mistyped(data: st.DataObject) -> None:
    read, link = data.draw(st.sampled_from(links()))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(link)))
        kind = data.draw(st.sampled_from(["cut", "leave out", "put in", "exchange"]))
        other = data.draw(st.sampled_from(ALPHABET) | st.sampled_from("%= +é,\0") | st.characters())
        link = {
            "cut": link[:place],
            "leave out": link[:place] + link[place + 1 :],
            "put in": link[:place] + other + link[place:],
            "exchange": link[:place] + other + link[place + 1 :],
        }[kind]
    is_read_or_refused(read, link)
    is_read_or_refused(formats.read, link)


@given(st.text(ALPHABET, max_size=60))
@examples(200)
def test_any_base64(text: str) -> None:
    is_read_or_refused(decompress, text)
    is_read_or_refused(fpuzzles.read, "N4Ig" + text)


@given(
    st.lists(
        st.sampled_from([*"{}[],:'\"\\", "ce", "v", "t", "#0", "5", "NaN", "9" * 5000, "1e999", "CFCFCF"]), max_size=30
    )
)
@examples(200)
def test_any_shorthand(parts: list[str]) -> None:
    is_read_or_refused(unzip, "".join(parts))
    is_read_or_refused(sudokupad.read, "scl" + compress("{" + "".join(parts) + "}"))


# ── Small texts that ask for much ───────────────────────────────────────────────────────────────────────────────────


def ours(**keys: object) -> str:
    return json.dumps({"farandole": 1, "grid": {"size": 9}} | keys)


def names(n: int) -> str:
    return " ".join(f"r{row}c{column}" for row in range(1, n + 1) for column in range(1, n + 1))


LARGE = {"size": 32, "box": [4, 8]}
GREEDY: dict[str, Callable[[], str]] = {
    "keys": lambda: "{" + ",".join(f'"k{n}":1' for n in range(100_000)) + ',"k99999":1}',
    "corners": lambda: ours(
        grid={"corners": " ".join(f"r{3 * i + 1}c{3 * j + 1}" for i in range(30) for j in range(30))}
    ),
    "houses": lambda: ours(
        grid={"size": 9, "houses": [{"name": f"{n}", "cells": names(3)} for n in range(15_000)]},
    ),
    "lines": lambda: ours(grid=LARGE, rules=[{"rule": "between", "cells": names(32)}] * 200),
    "sums": lambda: ours(grid=LARGE, rules=[{"rule": "sum", "cells": names(32), "total": 1}] * 200),
    "cages": lambda: ours(
        rules=[{"rule": "cage", "cells": f"r{1 + n % 9}c1 r{1 + n % 9}c2", "total": 9} for n in range(30_000)]
    ),
    "rules": lambda: ours(rules=[{"rule": "consecutive", "cells": "r1c1 r1c2"}] * 40_000),
    "machines": lambda: ours(
        rules=[
            {"rule": "automaton", "cells": names(9), "machine": {"n_states": 100_000, "arcs": [], "accepting": [n]}}
            for n in range(2_000)
        ]
    ),
    "clues": lambda: ours(
        grid=LARGE,
        rules=[
            {"rule": "x_sum", "cells": " ".join(f"r{row}c{column}" for column in range(1, 33)), "total": 100 + 3 * row}
            for row in range(1, 33)
        ],
    ),
    "lists": lambda: ours(rules="[]").replace('"[]"', "[" + "{}," * 600_000 + "{}]"),
    "cages of others": lambda: json.dumps({"grid": [[{}] * 9] * 9, "killercage": [{"cells": ["R1C1"]}] * 60_000}),
    "shorthand": lambda: "scl" + compress("{ce:[" + "," * 300_000 + "]}"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GREEDY)
def test_small_texts_cost_little(name: str) -> None:
    """Read, and a search begun, in a process with two gigabytes of addresses and a minute: far above what it takes."""
    code = """if True:
        import resource, sys
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        from farandole import formats
        from farandole.errors import FarandoleError
        try:
            for puzzle in formats.read(sys.stdin.read()):
                next(puzzle.solutions(budget=0), None)
        except FarandoleError as error:
            assert len(str(error)) < 10_000
    """
    done = subprocess.run(
        [sys.executable, "-c", code], input=GREEDY[name](), text=True, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr[-2_000:]) == (0, "")
