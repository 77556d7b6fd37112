"""Whatever the layout of a right answer, it scores 1; a wrong digit never does; hostile answers do no harm."""

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farandole import Grid, Puzzle
from farandole.tasks import Task, make_task, read_answer

TASKS = {
    "4x4": make_task(shape="4x4", seed=1),
    "6x6": make_task(shape="6x6", rules="thermo", level="medium", seed=1),
    "9x9": make_task(level="hard", seed=2),
    "killer": make_task(rules="killer", level="medium", seed=1),
    "16x16": make_task(shape="16x16", seed=1),
}

Rows = list[list[str]]


def frame(rows: Rows) -> str:
    n = len(rows)
    width = {4: 2, 6: 3, 9: 3, 16: 4}[n]
    rule = "+" + ("-" * (2 * width + 1) + "+") * (n // width)
    lines = []
    for k, row in enumerate(rows):
        if k % (n // width if n == 6 else width) == 0:
            lines.append(rule)
        lines.append("| " + " | ".join(" ".join(row[i : i + width]) for i in range(0, n, width)) + " |")
    return "\n".join([*lines, rule])


def boxes(rows: Rows) -> str:
    table = str.maketrans({"+": "┼", "-": "─", "|": "│"})
    return frame(rows).translate(table)


def markdown(rows: Rows) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows), *lines[1:]])


def cells(rows: Rows, sign: str = "=", separator: str = ", ") -> str:
    return separator.join(f"r{r}c{c}{sign}{v}" for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1))


def latex(rows: Rows) -> str:
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\boxed{{\begin{{array}}{{|c|c|}} {body} \end{{array}}}}"


LAYOUTS: dict[str, Callable[[Rows], str]] = {
    "a line": lambda rows: "".join(map("".join, rows)),
    "a line after a label": lambda rows: "Solution: " + "".join(map("".join, rows)) + ".",
    "rows": lambda rows: "\n".join(map("".join, rows)),
    "rows in a line": lambda rows: " ".join(map("".join, rows)),
    "rows and slashes": lambda rows: "/".join(map("".join, rows)),
    "spaced rows": lambda rows: "\n".join(map(" ".join, rows)),
    "rows with commas": lambda rows: "\r\n".join(map(",".join, rows)),
    "named rows": lambda rows: "\n".join(f"Row {k}: {' '.join(row)}" for k, row in enumerate(rows, 1)),
    "bold rows": lambda rows: "\n".join(f"- **Row {k}:** {' '.join(row)}" for k, row in enumerate(rows, 1)),
    "numbered rows": lambda rows: "\n".join(f"{k}. {' '.join(row)}" for k, row in enumerate(rows, 1)),
    "a frame": frame,
    "a drawn frame": boxes,
    "markdown": markdown,
    "fenced": lambda rows: "```text\n" + frame(rows) + "\n```",
    "JSON": lambda rows: json.dumps(rows),
    "JSON of numbers": lambda rows: json.dumps([[int(v, 17) for v in row] for row in rows]),
    "JSON of letters": lambda rows: json.dumps({"reasoning": "so", "solution": list(map("".join, rows))}, indent=2),
    "flat JSON": lambda rows: json.dumps({"answer": [int(v, 17) for row in rows for v in row]}),
    "JSON of a text": lambda rows: json.dumps({"answer": "\n".join(map("".join, rows))}),
    "JSON by row": lambda rows: json.dumps({f"row{k}": row for k, row in enumerate(rows, 1)}),
    "JSON by cell": lambda rows: json.dumps(
        {f"r{r}c{c}": v for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1)}
    ),
    "Python": lambda rows: str(rows),
    "moves": cells,
    "moves in lines": lambda rows: cells(rows, " = ", "\n"),
    "moves in words": lambda rows: cells(rows, " is ", "\n- "),
    "pairs": lambda rows: "\n".join(f"({r}, {c}): {v}" for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1)),
    "boxed": lambda rows: r"\boxed{" + "".join(map("".join, rows)) + "}",
    "LaTeX": latex,
    "a tag": lambda rows: "<answer>\n" + "\n".join(map(" ".join, rows)) + "\n</answer>",
    "full width": lambda rows: "\n".join("".join(row) for row in rows).translate(
        {48 + k: 0xFF10 + k for k in range(10)}
    ),
    "Arabic digits": lambda rows: "\n".join(" ".join(row) for row in rows).translate(
        {48 + k: 0x0660 + k for k in range(10)}
    ),
    "keycaps": lambda rows: "\n".join("".join(v + "\ufe0f\u20e3" if v.isdigit() else v for v in row) for row in rows),
}


def rows_of(task: Task, line: str) -> Rows:
    n = task.puzzle.grid.n_digits
    return [list(line[k : k + n]) for k in range(0, n * n, n)]


PROSE = st.text(
    st.sampled_from("the cell row column so then digit 1 2 3 9 12 .,:;()[]{}|-*#`'\"\n é数"), max_size=60
).map(lambda text: f"{text}\nThat is all.\n\n")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", TASKS)
def test_a_right_answer_scores_1_in_every_layout(name: str, layout: str) -> None:
    task = TASKS[name]
    verdict = task.judge(LAYOUTS[layout](rows_of(task, task.solution.line)))
    assert (verdict.score, verdict.reason) == (1.0, "right")


@given(st.sampled_from(sorted(TASKS)), st.sampled_from(sorted(LAYOUTS)), PROSE, PROSE)
def test_prose_around_a_right_answer_does_no_harm(name: str, layout: str, before: str, after: str) -> None:
    task = TASKS[name]
    answer = LAYOUTS[layout](rows_of(task, task.solution.line))
    assert task.score(f"{before}{answer}\n\n{after}") == 1


@given(st.data(), st.sampled_from(sorted(TASKS)), st.sampled_from(sorted(LAYOUTS)), PROSE)
def test_a_wrong_digit_never_scores_1(data: st.DataObject, name: str, layout: str, prose: str) -> None:
    task = TASKS[name]
    n = task.puzzle.grid.n_digits
    line = list(task.solution.line)
    for cell in data.draw(st.sets(st.integers(0, n * n - 1), min_size=1, max_size=3)):
        signs = task.puzzle.grid.signs[:n]
        line[cell] = data.draw(st.sampled_from([sign for sign in signs if sign != task.solution.line[cell]]))
    answer = LAYOUTS[layout](rows_of(task, "".join(line)))
    assert task.score(f"{prose}{answer}\n\n{prose}") < 1


@given(st.data(), st.sampled_from(sorted(TASKS)))
def test_an_incomplete_answer_scores_its_share(data: st.DataObject, name: str) -> None:
    task = TASKS[name]
    n_open = task.puzzle.givens.count(0)
    n = task.puzzle.grid.n_digits
    empty = [cell for cell, given in enumerate(task.puzzle.givens) if not given]
    left = data.draw(st.sets(st.sampled_from(empty), min_size=1, max_size=n_open))
    line = "".join("." if cell in left else sign for cell, sign in enumerate(task.solution.line))
    answer = "\n".join(line[k : k + n] for k in range(0, n * n, n))
    assert task.score(answer) == pytest.approx(1 - len(left) / n_open)


def test_the_last_answer_counts() -> None:
    task = TASKS["9x9"]
    right = LAYOUTS["rows"](rows_of(task, task.solution.line))
    wrong = LAYOUTS["rows"](rows_of(task, task.solution.line[::-1]))
    assert task.score(f"First I thought\n{wrong}\nBut it is\n{right}\n") == 1
    assert task.score(f"First I thought\n{right}\nBut it is\n{wrong}\n") < 1
    assert task.score(f"<think>{right}</think>\nI don't know.") == 0
    assert task.score(f"<think>{wrong}</think>\n{right}") == 1
    assert task.score(f"<answer>{right}</answer>\n{wrong}") == 1
    assert task.score(f"r1c1=1\n{right}") == 1


def test_the_prompt_and_the_board_are_no_answer() -> None:
    for task in TASKS.values():
        assert task.score(task.prompt) == 0
        assert task.score(task.puzzle.line) == 0
        assert task.score(str(task.puzzle)) == 0


HOSTILE: dict[str, Callable[[], object]] = {
    "nothing": lambda: "",
    "not a text": lambda: None,
    "bytes": lambda: b"1234",
    "a number": lambda: 5,
    "nested": lambda: "[" * 10**6,
    "nested and closed": lambda: "[" * 500_000 + "]" * 500_000,
    "pairs": lambda: "[]" * 500_000,
    "braces": lambda: '{"a":' * 200_000,
    "mixed": lambda: "[{" * 250_000 + "]}" * 250_000,
    "NUL": lambda: "\x00" * 10**6,
    "digits": lambda: "5" * 10**6,
    "one digit a line": lambda: "5\n" * 500_000,
    "rows": lambda: "123456789\n" * 100_000,
    "blanks": lambda: " " * 10**6,
    "empty lines": lambda: "\n" * 10**6,
    "moves": lambda: "r1c1=5 " * 140_000,
    "half moves": lambda: "r1c1 " * 200_000,
    "pairs of numbers": lambda: "(1, 2) " * 140_000,
    "boxed": lambda: r"\boxed{" * 140_000,
    "boxed and blank": lambda: r"\boxed " * 140_000,
    "tags": lambda: "<answer>" * 125_000,
    "labels": lambda: "Answer:\n" * 125_000,
    "quotes": lambda: "> " * 500_000,
    "dashes": lambda: "-" * 10**6,
    "bars": lambda: "|" * 10**6,
    "LaTeX": lambda: r"\begin{array}" * 70_000,
    "backslashes": lambda: "\\" * 10**6,
    "other digits": lambda: "٣५௧５" * 250_000,
    "every character": lambda: "".join(map(chr, range(0x110000))),
    "surrogates": lambda: "\ud800" * 10**6,
    "huge numbers": lambda: "[" + "9" * 20_000 + "]",
    "row row": lambda: "row " * 250_000,
    "think": lambda: "</think>" * 125_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_are_judged_at_once(name: str) -> None:
    answer = HOSTILE[name]()
    for task in (TASKS["4x4"], TASKS["16x16"]):
        start = time.process_time()
        assert task.score(answer) == 0
        assert time.process_time() - start < 10  # a second on an idle machine


@given(st.text(max_size=300) | st.text("[]{}|,:\"'0123456789rc=().-\\\n ABCDEFG", max_size=300))
@settings(max_examples=300)
def test_no_text_raises(text: str) -> None:
    for task in TASKS.values():
        assert 0 <= task.score(text) < 1


def test_moves_are_read_in_many_ways() -> None:
    grid = Grid.classic()
    for text in (
        "r3c5=7",
        "R3C5 = 7",
        "r3c5: 7",
        "**r3c5 = 7**",
        '{"r3c5": 7}',
        "Row 3, column 5 is 7.",
        "row 3 col 5 must be 7",
        "the cell (3, 5) is 7",
        "(3,5)=7",
        "r3c5 -> 7",
        "Since r3c4 is 2 here,\nAnswer: r3c5=7",
    ):
        assert dict(read_answer(text, grid).last) == {22: 7}, text
    for text in ("r3c5 is not 7", "r3c5 != 7", "r3c5<>7", "r3c12=7", "r0c1=7", "r3c5=0", "r3c5=77"):
        assert read_answer(text, grid).last == (), text


def test_a_solution_that_nobody_stored_is_right() -> None:
    task = Task(Puzzle.of(Grid.classic(4), "12.. " + "...." * 3))
    solutions = list(task.puzzle.solutions())
    assert len(solutions) > 2
    for solution in solutions:
        assert task.score(solution.line) == 1
        assert task.score(solution.line[:12] + "....") == pytest.approx(10 / 14)
